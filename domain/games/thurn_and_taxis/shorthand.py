"""Thurn and Taxis in shorthand: its sentences, and what things are called beside their labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.kit.facts import Json
from domain.kit.shorthand.sentences import Shorthand, Spellings

_ALSO: Mapping[str, Sequence[str]] = {"carlsruhe": ("Karlsruhe",), "rom": ("Rome",)}
"""What cities are called beside the names on the board, which are their labels."""
_CLERGY: Mapping[str, Sequence[str]] = {"ministrant": ("Messdiener", "acolyte")}
_CHOICES: Spellings = {
    "one-per-province": ("eine je Land", "eins je Land", "each province", "per province"),
    "one-province": ("ein Land", "one province", "in einem Land"),
    "administrator": ("Verwalter",),
}
_SEATS = 4
"""For how many players there are audience tiles."""


def _vocabularies(board: Mapping[str, Json]) -> Mapping[str, Spellings]:
    cities = _named(board["cities"])
    clergy = {there["kind"]: _CLERGY.get(there["kind"], ()) for there in board["clergy"]}
    tiles = {
        f"{kind}:{seat}": tuple(f"{word}:{seat}" for word in words)
        for kind, words in clergy.items()
        for seat in range(_SEATS)
    }
    return {
        "city": cities,
        "province": _named(board["provinces"]),
        "carriage": _named(there["carriage"] for there in board["rome"]),
        "south": _named(_southern(board)),
        "clergy": clergy,
        "thing": {**cities, **tiles},
        "choice": _CHOICES,
    }


def _named(places: Iterable[str]) -> Spellings:
    return {place: _ALSO.get(place, ()) for place in places}


def _southern(board: Mapping[str, Json]) -> Iterator[str]:
    """The cities on the way to Rome, each once."""
    exits = [city for cities in board["south"].values() for city in cities]
    return iter(dict.fromkeys([*board["south"], *exits]))


SHORTHAND = Shorthand(
    chance=("supply", "Vorrat", "Stapel", "bag", "Beutel", "Zufall"),
    sentences={
        "place-tiles": "tiles <tiles:clergy>",
        "use-administrator": "use administrator",
        "take-card": "take <city:city|top card>",
        "use-postmaster": "use postmaster <city:city|top card>",
        "start-route": "start <city:city>",
        "extend-route": "extend <city:city> <end>",
        "give-up-route": "give up (for) <city:city>",
        "use-carrier": "use carrier <city:city> <end>",
        "close-route": "close route <option> (with) <cities:city> [in <province:province>]",
        "use-cartwright": "use cartwright",
        "discard-cards": "discard <cities:city>",
        "move-carriage": "carriage <carriage:carriage> (to) <to:south> (for) <card:city>",
        "open-carriage": "open carriage",
        "return-tiles": "return <offices>",
        "place-house": "house (in) <city:city>",
        "decline": "decline",
        "count-up": "count up",
        "choose-first": "first <seat:seat>",
        "lay-out": "lay out <cards:city>",
        "deal-card": "deal <cards:city>",
    },
    synonyms={
        "tiles": ("place tiles", "Plättchen"),
        "use administrator": ("administrator", "Amtmann", "Verwalter"),
        "use postmaster": ("postmaster", "Postmeister"),
        "use carrier": ("carrier", "Postillion"),
        "use cartwright": ("cartwright", "Wagner"),
        "take": ("take card", "nimm", "nimmt", "zieht", "draw"),
        "top card": ("supply", "vom Stapel", "verdeckt", "oberste Karte", "blind"),
        "start": ("start route", "beginne", "beginnt"),
        "extend": ("extend route", "verlängern", "verlängert", "anlegen"),
        "give up": ("give up route", "aufgeben", "verwirft Strecke"),
        "close route": ("Abschluss", "schließt ab", "Strecke schließen"),
        "discard": ("discard cards", "abwerfen", "wirft ab"),
        "carriage": ("move carriage", "Kutsche"),
        "return": ("return tiles", "zurückgeben"),
        "house": ("place house", "Haus"),
        "decline": ("verzichtet", "verzichten"),
        "first": ("choose first", "Startspieler"),
        "lay out": ("auslegen", "Auslage"),
        "deal": ("deal card", "gibt", "austeilen"),
    },
    vocabularies=_vocabularies,
)
