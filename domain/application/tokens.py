"""Tokens: how they are derived, and what is stored of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from uuid import UUID

from domain.kit.table.facts import TokenReplaced
from domain.kit.visibility import StoredDecision
from domain.kit.written.evidence import keyed
from domain.match.match import MatchEvent
from domain.match.principal import Role
from domain.store.beside.side import StoredToken, token_row
from domain.store.marks import Marks
from domain.store.tables import SideRow


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(service_key: bytes, stored: StoredToken) -> str:
    """The token itself: derived, so that a repeated request can answer with the same one."""
    seat = "" if stored.seat is None else stored.seat
    mac = keyed(service_key, "token", stored.match_id.hex, stored.role, seat, stored.number)
    return f"khz_{stored.role}_{mac.hex()[:48]}"


def first_token_rows(service_key: bytes, marks: Marks, match_id: UUID, seats: int) -> Iterator[SideRow]:
    """The rows of the tokens that a new match begins with: of each seat, and of each other role."""
    owners: list[tuple[Role, int | None]] = [("seat", seat) for seat in range(seats)]
    owners += [(role, None) for role in ("host", "arbiter", "scribe", "spectator")]
    for role, seat in owners:
        yield _row(service_key, marks, StoredToken(match_id, role, seat))


def given_token_rows(
    service_key: bytes, marks: Marks, match_id: UUID, events: Iterable[MatchEvent]
) -> Iterator[SideRow]:
    """The rows of the tokens that events have given in place of others."""
    for given in given_tokens(events):
        yield _row(service_key, marks, StoredToken(match_id, given.role, given.seat, given.number))


def given_tokens(decisions: Iterable[MatchEvent | StoredDecision]) -> Iterator[TokenReplaced]:
    """The tokens that decisions have given in place of others; what was revoked has none in its place."""
    for decision in decisions:
        for fact in decision.record["facts"]:
            if fact["type"] == TokenReplaced.TYPE and not fact["revoked"]:
                yield TokenReplaced.from_json(fact)


def _row(service_key: bytes, marks: Marks, stored: StoredToken) -> SideRow:
    return token_row(marks, token_hash(token_of(service_key, stored)), stored)
