"""The words for a match: with the names of those who sit at its seats, or did, as everybody may read them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from uuid import UUID

from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.visibility import PUBLIC, StoredDecision, redact
from domain.kit.words.match import MatchWords
from domain.kit.words.people import Person, name_in, people, with_names
from domain.match.match import Match
from domain.table.worded import words_for

_NAME = re.compile("/seats/([0-9]+)/name")


def words_of(matches: Matches, match: Match, language: str, fresh: Iterable[StoredDecision] = ()) -> MatchWords:
    """The words for a match in a language; a seat whose name was erased has none. See :func:`people_of`."""
    words = words_for(match.ruleset, [language])
    return with_names(words, match.ruleset, match.rules, people_of(matches, match, fresh))


def people_of(matches: Matches, match: Match, fresh: Iterable[StoredDecision] = ()) -> list[list[Person]]:
    """Who has sat at each seat up to the version of the match, for whom may know of it; who sits there comes last.

    *fresh* are decisions that were read already, or may not have been stored.
    """
    known = {decision.version: decision for decision in fresh}

    def told(version: int) -> Mapping[str, Json]:
        if version not in known:
            (known[version],) = matches.decisions(match.id, after=version - 1, until=version)
        return redact(known[version], PUBLIC)

    return people(match.newest.state.sittings, match.rules.seats, match.version, told)


def names_in_refusals(matches: Matches, match_id: UUID) -> list[str | None]:
    """The names, without looking the match up: of seats behind the last one that has a name, nothing is said."""
    texts = matches.opening_texts(match_id)
    named = {int(found[1]): text for pointer, text in texts.items() if (found := _NAME.fullmatch(pointer))}
    for seat, version in matches.named_later(match_id).items():
        (decision,) = matches.decisions(match_id, after=version - 1, until=version)
        named[seat] = Person(name_in(redact(decision, PUBLIC), seat)).called or ""
    return [named.get(seat) or None for seat in range(max(named, default=-1) + 1)]
