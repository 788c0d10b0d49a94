"""Any game in shorthand: its sentences, and the other words for names that a box says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.games.any_game import commands as ask
from domain.games.any_game.box import box_of, least_and_most
from domain.games.any_game.facts import EndWished
from domain.games.any_game.options import BOXES
from domain.kit.facts import Json
from domain.kit.shorthand.sentences import Shorthand, Spellings


def _vocabularies(board: Mapping[str, Json]) -> Mapping[str, Spellings]:
    """The names in a box, with what it says that they are called, too."""
    box = BOXES.get(board.get("box", ""), board)
    said: Mapping[str, Sequence[str]] = box.get("say", {})
    names: Mapping[str, Iterable[str]] = {}
    if "places" in box:
        there = box_of(box, least_and_most(box)[1])
        names = {
            "thing": there.kinds,
            "place": [*there.sorts, *(name for name, one in there.amounts.items() if not one.of_seats)],
            "sort": [name for name, sort in there.places.items() if sort.of_seats],
            "part": dict.fromkeys(part for sort in there.places.values() for part in sort.parts),
            "die": there.dice,
            "phase": there.phases,
        }
    return {kind: {name: _spellings(name, said) for name in names.get(kind, ())} for kind in _KINDS}


def _spellings(name: str, said: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """What a name is called, too; also where one is part of it that is called otherwise (``clubs 7`` for ♣7)."""
    found = [*said.get(name, ())]
    for part, others in said.items():
        if part in name and part != name:
            for other in others:
                found += [name.replace(part, other), name.replace(part, f" {other} ").strip()]
    return tuple(dict.fromkeys(" ".join(one.split()) for one in found))


_KINDS = ("thing", "place", "sort", "part", "die", "phase")


def retold(decisions: Iterable[Mapping[str, Json]]) -> Iterator[Mapping[str, Json]]:
    """Decisions as a scribe writes them: the end is one line, when all have agreed to it."""
    said: Mapping[str, Json] | None = None
    for decision in decisions:
        kind = decision["command"]["type"]
        if kind not in (ask.End.TYPE, ask.Agree.TYPE):
            yield decision
            continue
        if kind == ask.End.TYPE:
            said = decision
        if said is not None and not _is_left_open(decision):
            yield said


def _is_left_open(decision: Mapping[str, Json]) -> bool:
    """Whether somebody has still to agree."""
    return any(fact["type"] == EndWished.TYPE and fact["left"] for fact in decision["facts"])


SHORTHAND = Shorthand(
    sentences={
        "move": "move <things:thing> from <from:place> [part <from_part:part>] to <to:place> [at <to_part:part>]",
        "draw": "draw [<number>] from <from:place> to <to:place>",
        "deal": "deal [<number>] from <from:place> to <to:sort>",
        "gather": "gather <from:place> to <to:place>",
        "lay-open": "lay open <places:place> to <to:place>",
        "show": "show <things:thing> of <place:place> [to <to:seat>]",
        "roll": "roll <dice:die> in <place:place> [only <things:thing>]",
        "count": "count <amount:place> by <by>",
        "pay": "pay <number> from <from:place> to <to:place>",
        "say": "say [<number>] [words <words>]",
        "turn": "turn [to <to:seat>]",
        "phase": "phase <name:phase>",
        "end": "end [won by <winners:seat>] {lost:all lost}",
        "agree": "agree",
        "came-out": "came out <things:thing>",
    },
    synonyms={
        "move": ("bewege", "lege", "nimm"),
        "from": ("von", "aus"),
        "draw": ("ziehe", "zieht"),
        "deal": ("austeilen", "gibt"),
        "gather": ("sammle", "sammelt"),
        "lay open": ("offenlegen",),
        "show": ("zeige", "zeigt"),
        "roll": ("würfle", "würfelt"),
        "count": ("rechne", "rechnet"),
        "pay": ("zahle", "zahlt"),
        "say": ("melde", "meldet"),
        "turn": ("der Nächste",),
        "end": ("Ende",),
        "agree": ("einverstanden",),
    },
    vocabularies=_vocabularies,
    retold=retold,
)
