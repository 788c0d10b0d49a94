"""7 – The Sins in shorthand: its sentences, and what things are called beside their labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.seven_sins.state import JUDGEMENT, STONE
from domain.kit.facts import Json
from domain.kit.shorthand.sentences import Shorthand, Spellings

_SINS: Mapping[str, Sequence[str]] = {"pride": ("Stolz",), "greed": ("Geiz",), "sloth": ("Faulheit",)}
_JUDGEMENT: Spellings = {JUDGEMENT: ("Jüngstes Gericht", "judgment")}


def _vocabularies(board: Mapping[str, Json]) -> Mapping[str, Spellings]:
    sins = {sin: _SINS.get(sin, ()) for sin in board["sins"]}
    return {
        "sin": sins,
        "card": {**sins, **_JUDGEMENT},
        "thing": {**sins, **_JUDGEMENT, STONE: ("Stein",)},
        "choice": {"reserve": ("Auslage",)},
    }


SHORTHAND = Shorthand(
    chance=("pile", "Stapel", "bag", "Beutel", "Zufall"),
    sentences={
        "take": "take <sin:sin> (to) <to> {leave_stone:leave stone}",
        "place-stones": "stones (on) <on:sin>",
        "pass": "pass",
        "open-reserves": "open reserves",
        "choose-sins": "sins <sins:sin>",
        "choose-first": "first <seat:seat>",
        "deal": "deal <cards:sin>",
        "refill": "refill <cards:card>",
    },
    synonyms={
        "take": ("nimm", "nimmt", "nehmen"),
        "leave stone": ("ohne Stein", "Stein bleibt"),
        "stones": ("place stones", "Steine"),
        "pass": ("passen", "passt"),
        "open reserves": ("Vorräte öffnen",),
        "sins": ("choose sins", "Sünden"),
        "first": ("choose first", "Startspieler"),
        "deal": ("austeilen", "gibt"),
        "refill": ("auffüllen", "nachlegen"),
    },
    vocabularies=_vocabularies,
)
