"""Long answers and long work: in parts and in little memory, and not too many at once.

A long log is sent while it is read. What has been sent can't be tagged by its bytes any more, so its tag comes
from all that they follow from: the match, its newest decision, how many of its texts are left, what was asked for,
how far back the caller may read, and the code. The reader of such an answer has a place, like the reader of a
stream, since a thread waits for both.

Work that is long takes turns: there are `AT_ONCE` at a time in a process. So it does not need much memory, and
others get to run in between.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hmac import digest
from importlib.resources import files
from pathlib import Path
from threading import Condition, Semaphore

from flask import Response, g, request

from domain.application.matches import Matches
from domain.kit.ruleset import rulesets
from domain.kit.visibility import Horizon, Viewer
from domain.kit.words.labels import ENDING, languages, text_of
from domain.kit.written.evidence import canonical
from domain.match.match import Match
from service.web.problems import Problem
from service.web.process.running import running
from service.web.responses import HEADERS, LEVEL, compresses, not_modified

LONG = 1_000
"""Decisions above which an answer, or the work for it, is long."""
AT_ONCE = 2
"""Long pieces of work at a time, in a process."""
PATIENCE = 10.0
"""Seconds that a request waits for its turn."""
EACH = 3
"""Long pieces of work of one caller, waiting or in progress."""


class Turns:
    """Whose turn it is to do long work; *waiting* is how many may wait, for each of them a thread waits."""

    def __init__(self, waiting: int, at_once: int = AT_ONCE, each: int = EACH, patience: float = PATIENCE) -> None:
        self._most = waiting + at_once
        self._at_once = at_once
        self._each = each
        self._patience = patience
        self._changed = Condition()
        self._running = 0
        self._callers: Counter[Hashable] = Counter()
        self._parts = Semaphore(at_once)

    def parts(self, made: Iterable[bytes]) -> Iterator[bytes]:
        """Parts of an answer; over all such answers, only a limited number are made at a time."""
        making = iter(made)
        while True:
            with self._parts:
                part = next(making, None)
            if part is None:
                return
            yield part

    @contextmanager
    def turn(self, caller: Hashable) -> Iterator[None]:
        """Wait for one's turn, and have it; raises Problem where there are too many, or it takes too long."""
        with self._changed:
            if self._callers[caller] >= self._each or self._callers.total() >= self._most:
                raise Problem("overloaded", TOO_MANY)
            self._callers[caller] += 1
            try:
                if not self._changed.wait_for(lambda: self._running < self._at_once, self._patience):
                    raise Problem("overloaded", TOO_MANY)
                self._running += 1
            except BaseException:
                self._left(caller)
                raise
        try:
            yield
        finally:
            with self._changed:
                self._running -= 1
                self._left(caller)
                self._changed.notify()

    def _left(self, caller: Hashable) -> None:
        self._callers[caller] -= 1
        self._callers += Counter()  # forgets callers with none


TOO_MANY = "There is too much long work at the moment."


@contextmanager
def long_work(decisions: int) -> Iterator[None]:
    """Take a turn for work on this number of decisions, if they are many."""
    if decisions <= LONG or g.get("has_turn"):
        yield
        return
    turns = running().turns
    principal = g.get("principal")
    public = principal is None or principal.role in ("spectator", "anonymous")
    with turns.turn((str(g.get("match_id")), str(principal), request.remote_addr if public else None)):
        g.has_turn = True
        try:
            yield
        finally:
            g.has_turn = False


def tag_of(matches: Matches, match: Match, viewer: Viewer, horizon: Horizon, asked: Mapping[str, object]) -> str:
    """The entity tag of a long answer, which nobody can work out without the service's key."""
    follows = {
        "code": code(),
        "match": str(match.id),
        "version": match.version,
        "at": match.at,
        "texts": matches.side.texts_left(match.id),
        "viewer": str(viewer),
        "horizon": [horizon.version, horizon.fades],
        "asked": dict(asked),
    }
    return digest(matches.service_key, b"etag of a long answer\n" + canonical(follows).encode(), "sha256").hex()[
        :32
    ]


@cache
def code() -> str:
    """What names the code of this process, words included: another version may write the same in other bytes."""
    hashed = hashlib.sha256()
    for package in ("domain", "projections", "service"):
        for file in sorted(Path(str(files(package))).rglob("*")):
            if file.suffix in (".py", ENDING):
                hashed.update(file.read_bytes())
    hashed.update(repr([(one.id, one.version) for one in rulesets().values()]).encode())
    for package in filter(None, (one.words for one in rulesets().values())):
        for one in languages(package):
            hashed.update(repr(text_of(package, one)).encode())
    return hashed.hexdigest()


def in_parts(
    parts: Iterable[bytes],
    form: str,
    tag: str,
    place: Callable[[], Callable[[], None]],
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A long representation, sent part by part; *place* takes a place for it, and gives what gives it back."""
    compressed = compresses(LONG * 1_000)
    tag = f"{tag}-gzip" if compressed else tag
    if (unchanged := not_modified(tag, headers)) is not None:
        return unchanged
    response = Response(None, 200, {**HEADERS, **(headers or {})}, content_type=form)
    response.set_etag(tag)
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
    if request.method == "HEAD":
        return response
    turns = running().turns
    give_back = place()
    response.call_on_close(give_back)
    response.response = _then(give_back, turns.parts(_packed(parts) if compressed else parts))
    return response


def _then(give_back: Callable[[], None], parts: Iterable[bytes]) -> Iterator[bytes]:
    try:
        yield from parts
    finally:
        give_back()


def _packed(parts: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    for part in parts:
        if packed := packer.compress(part):
            yield packed
    yield packer.flush()
