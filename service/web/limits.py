"""How often somebody may ask: a bucket for each token, and one for each address without a token.

A bucket holds a number of requests and fills evenly (the generic cell rate algorithm). A seat that is awaited,
or the scribe who enters for all, has another bucket beside the token's own, so that nothing it did while it waited
keeps it from moving. Buckets live in the memory of a process: with several workers each has its own.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from flask import Flask, Response, current_app

from domain.match.damage import Damaged
from domain.match.match import Match
from domain.match.principal import Principal
from service.front.environment import ADMITTED
from service.web.auth import Caller, caller
from service.web.bounds import Limits, Quota
from service.web.current import current
from service.web.problems import Problem
from service.web.process.running import running


class Taken(NamedTuple):
    """What a bucket says: how many requests are left, and how long until one more passes, and until it is full."""

    left: int
    wait: float
    full: float


Kinds = dict[str, Callable[[], bool]]
"""The kinds of buckets of a caller, in the order in which they are used."""

MOST_BUCKETS = 100_000


class Buckets:
    """The buckets of a process. The one that was used longest ago is dropped when there are too many."""

    def __init__(self, most: int = MOST_BUCKETS, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._lock = Lock()
        self._full_at: OrderedDict[tuple[str, str], float] = OrderedDict()

    def take(self, kind: str, key: str, quota: Quota) -> Taken:
        """Take a request out of a bucket; with `wait` above 0 there was none."""
        now, each = self._clock(), quota.seconds / quota.requests
        with self._lock:
            full_at = max(self._full_at.pop((kind, key), now), now)
            wait = full_at + each - now - quota.seconds
            if wait <= 1e-9:
                full_at, wait = full_at + each, 0
            self._full_at[kind, key] = full_at
            if len(self._full_at) > self._most:
                self._full_at.popitem(last=False)
        return Taken(max(0, math.floor((quota.seconds - full_at + now) / each + 1e-6)), wait, full_at - now)


def install(app: Flask, limits: Limits) -> None:
    """Have *app* count requests; callers who have none left are refused with 429."""
    if not limits:
        return
    buckets = Buckets()

    def count() -> None:
        request, g = current()
        view = current_app.view_functions.get(request.endpoint or "")
        if request.method == "OPTIONS" or getattr(view, "unlimited", False):
            return
        found = _caller()
        if found is None:
            _take(buckets, limits, {"anonymous": lambda: True}, address_of(request.remote_addr))
            return
        token = found.token
        if token is None:
            _take(buckets, limits, {"token": lambda: True}, found.hashed)
            return
        principal = found.principal
        g.match_id, g.principal = token.match_id, principal
        kinds: Kinds = {"token": lambda: True}
        if principal.role in ("seat", "scribe"):
            kinds["awaited"] = lambda: _is_awaited(token.match_id, principal)
        _take(buckets, limits, kinds, found.hashed)

    app.before_request(count)
    app.after_request(_tell)


def address_of(remote: str | None) -> str:
    """What is one caller among addresses: of IPv6 a network of 64 bits, which is what one household gets."""
    try:
        address = ipaddress.ip_address(remote or "")
    except ValueError:
        return remote or ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def is_awaited(match: Match, principal: Principal) -> bool:
    """Whether the match waits for this principal: its seat, all at the table, or the scribe who enters for all."""
    if principal.role == "scribe":
        return not match.hosted
    return principal.role == "seat" and (
        match.state.awaits_seat(principal.seat) or "table" in match.state.awaiting
    )


def _is_awaited(match_id: UUID, principal: Principal) -> bool:
    try:
        return is_awaited(running().load(match_id), principal)
    except Damaged:
        return False


def _caller() -> Caller | None:
    """Whose token or API key came with the request; None if it is none of ours.

    A bucket for each token that somebody makes up would be no limit.
    """
    try:
        found = caller(current()[0])
    except Problem:
        return None
    known = found is not None and (found.token is not None or found.key_name is not None)
    return found if known else None


def _take(buckets: Buckets, limits: Limits, kinds: Kinds, key: str) -> None:
    """Take a request out of the first bucket of this caller that has one left."""
    request, g = current()
    # What is asked for a second time, with its body, has been counted.
    admitted = request.environ.get(ADMITTED, {})
    if "taken" in admitted:
        g.policies, g.taken = admitted["taken"]
        return
    g.policies = _policies(tuple((kind, limits[kind]) for kind in kinds if kind in limits))
    wait = 0.0
    for kind, may_use in kinds.items():
        if wait and not may_use():
            break
        if kind not in limits:
            return
        taken = buckets.take(kind, key, limits[kind])
        g.taken, wait = (kind, taken), taken.wait
        if not wait:
            admitted["taken"] = (g.policies, g.taken)
            return
    raise Problem("too-many-requests", headers={"Retry-After": str(math.ceil(wait))})


@cache
def _policies(quotas: tuple[tuple[str, Quota], ...]) -> str:
    return ", ".join(f'"{kind}";q={quota.requests};w={quota.seconds}' for kind, quota in quotas)


def _tell(response: Response) -> Response:
    """The fields of draft-ietf-httpapi-ratelimit-headers: which quotas there are, and how one's bucket stands."""
    _, g = current()
    if "taken" in g:
        kind, taken = g.taken
        response.headers["RateLimit-Policy"] = g.policies
        response.headers["RateLimit"] = f'"{kind}";r={taken.left};t={math.ceil(taken.full)}'
    return response
