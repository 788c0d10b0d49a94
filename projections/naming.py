"""The words for a match: with the names of its seats, as everybody may read them."""

from __future__ import annotations

import re
from uuid import UUID

from domain.application.matches import Matches
from domain.kit.visibility import PUBLIC, redact
from domain.kit.words.match import MatchWords
from domain.match.match import Match
from domain.table.worded import words_for

_NAME = re.compile("/seats/([0-9]+)/name")


def words_of(matches: Matches, match: Match, language: str) -> MatchWords:
    """The words for a match in a language; a seat whose name was erased has none."""
    names = names_of(matches, match.id)
    return MatchWords(words_for(match.ruleset, [language]), match.ruleset, match.rules, names)


def names_in_refusals(matches: Matches, match_id: UUID) -> list[str | None]:
    """The same, without looking the match up: of seats behind the last one that has a name, nothing is said."""
    texts = matches.opening_texts(match_id)
    named = {int(found[1]): text for pointer, text in texts.items() if (found := _NAME.fullmatch(pointer))}
    return [named.get(seat) for seat in range(max(named, default=-1) + 1)]


def names_of(matches: Matches, match_id: UUID) -> list[str | None]:
    """What the seats of a match are called, for whom may know of it; None for an erased name."""
    (opening,) = matches.decisions(match_id, until=0)
    names = [seat["name"] for seat in redact(opening, PUBLIC)["seats"]]
    return [name if isinstance(name, str) else None for name in names]
