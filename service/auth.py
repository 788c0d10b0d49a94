"""Who is asking: the token of a request, and whether it may come near the match.

Tokens are stored hashed and never appear in a URL, a log or an error.
"""

from __future__ import annotations

import secrets
from typing import cast
from uuid import UUID

from flask import Request, g

from domain.match import Match
from domain.matches import Matches, MatchNotFound, token_hash
from domain.principal import ANONYMOUS, Principal, Role
from domain.store.side import StoredToken
from service.problems import Problem

LONGEST_TOKEN = 200
KEY_PREFIX = "khk_"
"""Of API keys, so that they can be told from tokens."""


def new_key() -> str:
    """A new API key: 192 random bits."""
    return KEY_PREFIX + secrets.token_hex(24)


def bearer(request: Request) -> str | None:
    """The token of ``Authorization: Bearer TOKEN`` (RFC 6750, section 2.1); None without the header."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token or len(token) > LONGEST_TOKEN:
        raise Problem("unauthorized", "The Authorization header must be: Bearer TOKEN.")
    return token


def principal_of(matches: Matches, request: Request, match_id: UUID) -> Principal:
    """Whose token came with the request; a token of another match is no token here. Raises Problem."""
    token = bearer(request)
    if token is None:
        return ANONYMOUS
    stored = _known(matches, token)
    if stored.match_id != match_id:
        raise Problem("forbidden", "This token belongs to another match.")
    return principal_with(stored)


def principal_with(token: StoredToken) -> Principal:
    """Who comes with a token."""
    return Principal(cast(Role, token.role), token.seat, token.number)


def own_match(matches: Matches, request: Request) -> UUID | None:
    """The match of the token that came with a request that is about no match; raises Problem."""
    token = bearer(request)
    if token is None:
        return None
    stored = _known(matches, token)
    _check_newest(matches.load(stored.match_id), principal_with(stored))
    return stored.match_id


def _check_newest(match: Match, principal: Principal) -> None:
    if not match.admits(principal):
        raise Problem("unauthorized", "This token has been replaced or revoked.")


def _known(matches: Matches, token: str) -> StoredToken:
    stored = matches.owner(token)
    if stored is None:
        raise Problem("unauthorized", "This token is not known.")
    return stored


def opener(matches: Matches, request: Request) -> str:
    """Whose API key came with a request to open a match; raises Problem where none did."""
    key = bearer(request)
    if key is None:
        raise Problem("unauthorized", "Opening a match needs an API key.")
    hashed = token_hash(key)
    name = matches.side.api_key(hashed)
    if name is not None:
        return name
    if matches.owner(key) is not None:
        raise Problem("forbidden", "The token of a match opens no other; that needs an API key.")
    raise Problem("unauthorized", "This API key is not known, or it has been revoked.")


def entered(matches: Matches, request: Request, match_id: UUID) -> tuple[Match, Principal]:
    """The match and who is asking; raises Problem where that may not even be known."""
    principal = principal_of(matches, request, match_id)
    try:
        match = matches.load(match_id)
    except MatchNotFound:
        raise Problem("not-found", "There is no such match.") from None
    _check_newest(match, principal)
    if principal == ANONYMOUS and not match.opening["public"]:
        raise Problem("unauthorized", "This match is not public.")
    g.match_version = match.version
    g.match_id, g.principal = match.id, principal
    return match, principal
