"""How a match has ended, line by line: who has won, how, and what the game tells of it; or how it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.kit.facts import Json
from domain.kit.sheets import UNKNOWN
from domain.kit.words.match import MatchWords
from domain.kit.words.objects import MEMBERS, OUTCOME, members_of
from domain.kit.words.standing import standing
from domain.kit.words.values import prettified
from projections.said.briefs import value

SEATS_IN_OUTCOMES = ("ranking", "ender")
"""Members of outcomes whose values are seats."""


def result(words: MatchWords, view: Mapping[str, Json]) -> list[str]:
    """How the match has ended, or why it has not: who won, how it ended, and what the game says of it."""
    if "status" not in view:
        return [UNKNOWN]
    outcome, proposed = view.get("outcome"), view.get("proposed")
    if outcome is None and proposed is None:
        return [standing(words, view) if "awaiting" in view else words.label("status", view["status"])]
    told: Mapping[str, Json] = outcome or proposed or {}
    said = {f"{OUTCOME}-{name}": one for name, one in members_of(words, OUTCOME, told).items()}
    first = [standing(words, view)] if outcome is not None else [words.words.text("paper-not-confirmed")]
    who = [] if outcome is not None else [words.words.text("who-won", said)]
    how = [words.words.text("paper-ending", {"how": said[f"{OUTCOME}-reason"]})] if told.get("reason") else []
    return [*first, *who, *how, *_of_the_outcome(words, told)]


def _of_the_outcome(words: MatchWords, outcome: Mapping[str, Json]) -> Iterator[str]:
    """What a game says of its outcome beside what every game does, each by the title that it has."""
    for name, told in outcome.items():
        if name not in MEMBERS[OUTCOME]:
            kind = f"{OUTCOME}-{name.replace('_', '-')}"
            title = words.words.plain(kind) or words.words.plain(f"field-{name}") or prettified(name)
            yield words.words.text("member", {"title": title, "said": _of_a_member(words, kind, name, told)})


def _of_a_member(words: MatchWords, kind: str, name: str, told: Json) -> str:
    """The value of such a member: each seat's, seats in order, a seat, or one of the words of its title."""
    if name in SEATS_IN_OUTCOMES:
        return ", ".join(map(words.seat, told if isinstance(told, list | tuple) else [told]))
    if isinstance(told, list | tuple) and len(told) == words.rules.seats:
        things = _kind_of(words, name)

        def said(mine: Json) -> str:
            return words.tallied(things, mine) if things and isinstance(mine, Mapping) else value(words, mine)

        each = [{"of": words.seat(seat), "value": said(mine)} for seat, mine in enumerate(told)]
        return "; ".join(words.words.text("each", one) for one in each)
    return words.words.label(kind, told) if isinstance(told, str) else value(words, told)


def _kind_of(words: MatchWords, name: str) -> str | None:
    """The kind of the game's that a fact says the values of a field with this name are of."""
    fields = (field for cls in words.game.facts for field in cls.FIELDS if field.name == name)
    return next((field.kind for field in fields if field.kind in words.game.values), None)
