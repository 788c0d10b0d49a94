"""Mea Culpa in shorthand: its sentences, and what things are called beside their labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.mea_culpa.state import COIN, CREW, GOODS, INDULGENCE, LETTERS, POPE_STONE
from domain.kit.facts import Json
from domain.kit.shorthand.sentences import Shorthand, Spellings

_WORDS: Mapping[str, Sequence[str]] = {
    "cloth": ("Stoff",),
    "jewel": ("Schmuck", "Juwel", "Edelstein"),
    "indulgence": ("Ablass",),
    "blue": ("blau",),
    "green": ("grün",),
    "red": ("rot",),
    "yellow": ("gelb",),
    # In “empty den of Lust” the den belongs to the sentence already.
    "lust": ("Wollust", "of Lust"),
    "petty": ("kleine Sünden", "klein", "of Petty Sins"),
    "greed": ("Gier", "Habgier", "of Greed"),
    "merchant": ("Kaufmann",),
    "petty-sinner": ("Sünder",),
    "buy": ("Kauf",),
    "sell": ("Verkauf",),
    "donate": ("Spende",),
    "visit": ("Besuch", "besuchen"),
    "stacks": ("Stapel",),
    "taler": ("Geld", "money"),
    "letter": ("Brief",),
    CREW: ("Bautrupp",),
    POPE_STONE: ("Papststein",),
    # Else “move a” is another card, and “and”.
    "POPE_STONE": ("Move a Pope stone",),
}
"""Beside the labels.

(Pieces and coins have theirs here, too: shortened, they go before cards that begin alike.)"""


def _vocabularies(board: Mapping[str, Json]) -> Mapping[str, Spellings]:
    coins = {f"{COIN}{value}": (f"{value} taler", f"Münze {value}") for value in board["coins"]}
    donated = {f"{COIN}{value}": (*coins[f"{COIN}{value}"], str(value)) for value in board["coins"]}
    goods, letters = _named(GOODS), _named(LETTERS)
    stones = {**goods, **_named((INDULGENCE,))}
    cards = _named(board["house"])
    return {
        "item": {**goods, **donated},
        "stone": stones,
        "bonus": _named(board["bonuses"]),
        "card": cards,
        "thing": {**stones, **letters, **coins, **cards, **_named((CREW, POPE_STONE))},
        "choice": _WORDS,
    }


def _named(words: Sequence[str] | Mapping[str, Json]) -> dict[str, Sequence[str]]:
    return {word: _WORDS.get(word, ()) for word in words}


SHORTHAND = Shorthand(
    chance=("bag", "Beutel", "Sack", "Zufall"),
    sentences={
        "choose-bonus": "bonus <bonus:bonus> (in) <compartments>",
        "bid": "bid <notches> (notches) (and) <taler> (taler)",
        "choose-character": "choose <character>",
        "wait": "wait",
        "move-pope-stone": "pope stone (from) <source> (to) <target>",
        "place-crew": "place crew (on) <site>",
        "move-crew": "move crew (from) <source> (to) <target>",
        "take-good": "take good <good>",
        "rob": "rob <seat:seat>",
        "perform": "perform",
        "decline": "decline",
        "buy": "buy <stone> [for <letter>] {greedy}",
        "sell": "sell <good>",
        "donate": "donate <item:item> (in) <compartment>",
        "visit": "visit <room>",
        "choose-room": "room <room>",
        "set-die": "set die <room>",
        "guess": "guess <room>",
        "pass": "pass",
        "take-free": "take free <stone> [for <letter>]",
        "empty-den": "empty <den>",
        "give-letter": "give letter <letter>",
        "pick": "pick <letter>",
        "place-souls": "souls <row:seat>",
        "draw-stones": "draw <stones:stone>",
        "deal-cards": "cards <cards:card>",
    },
    synonyms={
        "bonus": ("choose bonus",),
        "bid": ("Gebot", "bietet", "biete"),
        "notches": ("Kerben",),
        "taler": ("money",),
        "choose": ("choose character", "wählt", "wähle"),
        "wait": ("warten", "wartet"),
        "pope stone": ("move pope stone", "Papststein"),
        "place crew": ("Bautrupp setzen", "Bautrupp auf"),
        "move crew": ("Bautrupp versetzen", "Bautrupp von"),
        "take good": ("Ware nehmen",),
        "rob": ("rauben", "raubt", "beraubt"),
        "perform": ("ausführen",),
        "decline": ("verzichtet", "verzichten"),
        "buy": ("kaufen", "kauft", "kaufe"),
        "greedy": ("gierig",),
        "sell": ("verkaufen", "verkauft"),
        "donate": ("spenden", "spendet"),
        "visit": ("besuchen", "besucht"),
        "room": ("choose room", "Zimmer"),
        "set die": ("Würfel setzen",),
        "guess": ("raten", "rät"),
        "pass": ("passen", "passt"),
        "take free": ("umsonst",),
        "empty": ("empty den", "leeren", "leert"),
        "give letter": ("Brief geben", "gibt Brief"),
        "pick": ("aussuchen",),
        "souls": ("place souls", "Seelen"),
        "draw": ("draw stones", "ziehen", "zieht"),
        "cards": ("deal cards", "Karten"),
    },
    vocabularies=_vocabularies,
)
