"""Who is asking: the token of a request, and whether it may come near the match.

Tokens are stored hashed and never appear in a URL, a log or an error.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from flask import Request

from domain.application.matches import Matches
from domain.application.tokens import token_hash
from domain.match.damage import Damaged
from domain.match.match import Match
from domain.match.principal import ANONYMOUS, OFFICIAL_ROLES, Principal, Role
from domain.store.beside.side import StoredToken
from service.front.environment import PLAYS
from service.web.current import current
from service.web.problems import Problem
from service.web.process.running import running

LONGEST_TOKEN = 200
KEY_PREFIX = "khk_"
"""The beginning of API keys, which tells them from tokens."""


def new_key() -> str:
    """A new API key: 192 random bits."""
    return KEY_PREFIX + secrets.token_hex(24)


def bearer(request: Request) -> str | None:
    """The token of ``Authorization: Bearer TOKEN`` (RFC 6750, section 2.1); None without the header."""
    header: str | None = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token or len(token) > LONGEST_TOKEN:
        raise Problem("unauthorized", "The Authorization header must be: Bearer TOKEN.")
    return token


@dataclass(frozen=True, slots=True)
class Caller:
    """What came with a request, hashed: the token of a match, the API key of a name, or neither that is known."""

    hashed: str
    token: StoredToken | None
    key_name: str | None

    @property
    def plays(self) -> bool:
        """Whether this is somebody without whom a match does not go on, or who opens matches."""
        return self.key_name is not None or (self.token is not None and self.token.role != "spectator")

    @property
    def principal(self) -> Principal:
        """Who the holder of the token is in its match; raises Problem if it is no token that is known."""
        token = self.known_token()
        return Principal(cast(Role, token.role), token.seat, token.number)

    def known_token(self) -> StoredToken:
        """Whose token it is; raises Problem if it is none that is known."""
        if self.token is None:
            raise Problem("unauthorized", "This token is not known.")
        return self.token


def caller(request: Request) -> Caller | None:
    """What came with this request, looked up once for all that need it; None if nothing did. Raises Problem."""
    _, g = current()
    if "caller" not in g:
        token = bearer(request)
        g.caller = None if token is None else _looked_up(token)
        if g.caller is not None and g.caller.plays and PLAYS in request.environ:
            request.environ[PLAYS]()
    found: Caller | None = g.caller
    return found


def _looked_up(token: str) -> Caller:
    hashed = token_hash(token)
    if token.startswith(KEY_PREFIX):
        return Caller(hashed, None, running().api_key(hashed))
    return Caller(hashed, running().owner(hashed), None)


def principal_of(request: Request, match_id: UUID) -> Principal:
    """Whose token came with the request; a token of another match is no token here. Raises Problem."""
    found = caller(request)
    if found is None:
        return ANONYMOUS
    if found.known_token().match_id != match_id:
        raise Problem("forbidden", "This token belongs to another match.", rule="TB-2")
    return found.principal


def is_official(match_id: UUID) -> bool:
    """Whether the request came with the token of an official of this match, as far as was looked."""
    found: Caller | None = current()[1].get("caller")
    token = None if found is None else found.token
    return token is not None and token.match_id == match_id and token.role in OFFICIAL_ROLES


def own_match(request: Request) -> UUID | None:
    """The match of the token that came with a request that is about no match; raises Problem.

    A damaged match is nobody's: what is about all matches goes on without it.
    """
    found = caller(request)
    if found is None:
        return None
    match_id = found.known_token().match_id
    try:
        match = running().load(match_id)
    except Damaged:
        return None
    _check_newest(match, found.principal)
    return match_id


def _check_newest(match: Match, principal: Principal) -> None:
    if not match.admits(principal):
        raise Problem("unauthorized", "This token has been replaced or revoked.")


def opener(request: Request) -> str:
    """Whose API key came with a request to open a match; raises Problem where none did."""
    found = caller(request)
    if found is None:
        raise Problem("unauthorized", "Opening a match needs an API key.")
    if found.token is not None:
        detail = "The token of a match opens no other match; that needs an API key."
        raise Problem("forbidden", detail, rule="TB-2")
    if found.key_name is None:
        raise Problem("unauthorized", "This API key is not known, or it has been revoked.")
    return found.key_name


def entered(matches: Matches, request: Request, match_id: UUID) -> tuple[Match, Principal]:
    """The match as it is now and who is asking; raises Problem where that may not even be known."""
    principal = principal_of(request, match_id)
    match = matches.load(match_id)
    check_may_know(match, principal)
    return match, principal


def check_may_know(match: Match, principal: Principal) -> None:
    """Raise Problem unless the principal may know of the match, by the state that this is."""
    _check_newest(match, principal)
    if principal == ANONYMOUS and not match.opening["public"]:
        raise Problem("unauthorized", "This match is not public.")
    _, g = current()
    g.match_version = match.version
    g.match_id, g.principal = match.id, principal
