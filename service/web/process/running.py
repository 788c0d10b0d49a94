"""What one process of the service works with: one object beside the application, for all that answer requests."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from threading import Event, RLock
from typing import TYPE_CHECKING, Any, Protocol
from uuid import UUID

from eventsourcing.persistence import OperationalError
from flask import Flask, current_app, g, has_request_context, request

from domain.application.following import Watcher
from domain.application.log import MatchNotFound
from domain.application.matches import Matches
from domain.application.requests import RequestKey
from domain.cells.claims import CellClaims
from domain.cells.registry import Cell
from domain.match.damage import Damaged
from domain.match.match import Match
from domain.match.moved import MovedAway
from domain.store.beside.looks import Look
from domain.store.beside.side import StoredToken
from domain.store.reaching import errors
from projections.read_models.announcements import Announcing
from projections.read_models.runner import Runner
from service.web.problems import Problem
from service.web.process.cells import SECONDS as CELLS_SECONDS
from service.web.process.cells import Cells
from service.web.process.looks import SECONDS, Looks
from service.web.process.rounds import Rounds

if TYPE_CHECKING:
    from service.web.event_stream import Places
    from service.web.process.long_work import Turns

logger = logging.getLogger(__name__)

MOVING = "The match is being moved to another database: ask again in a moment."
AGAIN = 2.0
"""Seconds after which a database that could not be opened is tried again."""
_NAME = "kerbholz"


class Sends(Protocol):
    """Sends what is announced to webhooks, in threads of its own."""

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """End, and wait until that is done."""

    def wake(self) -> None:
        """There is something to send."""


class Serving:
    """What one process has of one database: its matches, who follows them, and what is done beside requests."""

    def __init__(self, works: Running, matches: Matches, elsewhere: Callable[[Mapping[Look, int]], None]) -> None:
        self._works = works
        self.matches = matches
        self.watcher = Watcher(matches, works.stopping)
        self.looks = Looks(lambda: matches, elsewhere)
        self._lock = RLock()
        self._runner: Runner | None = None
        self._sender: Sends | None = None
        self._rounds: Sequence[Rounds] = ()

    def runner(self) -> Runner:
        """What follows the log, for read models and webhooks: begun at first use."""
        with self._lock:
            if self._runner is None:
                others = []
                if self._works.sender is not None:
                    self._sender = self._works.sender(self.matches)
                    self._sender.start()
                    others.append(Announcing(self.matches, self._sender.wake, prefix=self._works.prefix))
                self._runner = Runner(self.matches, others=others, watcher=self.watcher)
                self._runner.start()
            return self._runner

    def begin_rounds(self) -> None:
        """Begin what is done now and then."""
        with self._lock:
            if not self._rounds:
                self._rounds = (Rounds("looks", self.looks.flush, SECONDS), *self._works.rounds(self.matches))
                for one in self._rounds:
                    one.start()

    def close(self) -> None:
        """End all of it, and close the connections."""
        for one in self._rounds:
            one.stop()
        self._rounds = ()
        self.looks.flush()
        if self._runner is not None:
            self._runner.stop()
            self._runner = None
            if self._sender is not None:
                self._sender.stop()
        self.watcher.close()
        self.matches.close()


@dataclass
class Running:
    """The matches of one process and their followers, what its requests share, and what its settings say of them.

    Matches are opened with *opened* at first use: a pool of connections must not cross a fork, nor a thread.
    *sender* makes what sends to webhooks, if anything does, and *rounds* what is done now and then. *metrics*
    gives the figures, *described* the OpenAPI document: to make it takes a while, and most processes are never
    asked for it. With a *registry* there are several databases, each opened with *cell*, which is given the
    matches of the registry: a request is served from the one that has the match in its path.
    """

    opened: Callable[[], Matches]
    stopping: Event
    turns: Turns
    streams: Places
    heartbeat: float
    described: Callable[[], Mapping[str, Any]]
    metrics: Callable[[], bytes]
    require_key: bool = False
    webhooks: str = "off"
    sender: Callable[[Matches], Sends] | None = None
    rounds: Callable[[Matches], Sequence[Rounds]] = lambda _: ()
    prefix: str = ""
    registry: Callable[[], Matches] | None = None
    cell: Callable[[Cell, Matches], Matches] | None = None
    pages: dict[str, bytes] = field(default_factory=dict)
    """The page that shows the document, as it was made for each prefix."""
    _lock: RLock = field(default_factory=RLock, init=False)
    _process: int = field(default=0, init=False)
    _open: dict[tuple[str, str], Serving] = field(default_factory=dict, init=False)
    _cells: Cells | None = field(default=None, init=False)
    _refreshing: Rounds | None = field(default=None, init=False)
    _tried: dict[str, float] = field(default_factory=dict, init=False)

    @cached_property
    def openapi(self) -> Mapping[str, Any]:
        """The OpenAPI document, made when it is first asked for; not to be changed."""
        return self.described()

    # -- what serves the current request

    def here(self) -> Serving:
        """What serves the current request; where it is about no match, any."""
        if self.registry is None:
            return self._serving("", "", self.opened)
        if not has_request_context():
            return self._any()
        if "serving" not in g:
            match_id = _match_in_path()
            name = None if match_id is None else self.cells().home(match_id)
            self._serve(match_id, self._any() if name is None else self._called(name), name)
        found: Serving = g.serving
        return found

    def _serve(self, match_id: UUID | None, serving: Serving, name: str | None) -> None:
        g.serving, g.routed = serving, (match_id, name)

    @property
    def looks(self) -> Looks:
        """Who looked, as far as it is not written down yet."""
        return self.here().looks

    def matches(self) -> Matches:
        """The application that serves the current request."""
        return self.here().matches

    def runner(self) -> Runner:
        """What follows the log of that one in this process: begun at first use, and of all others with it."""
        for one in self.reachable():
            one.runner()
        return self.here().runner()

    def watcher(self) -> Watcher:
        """What follows the matches of that one."""
        return self.here().watcher

    def is_elsewhere(self) -> bool:
        """Whether a request that was refused was asked of a cell that its match has left.

        So it is to be answered again, unless it has stored something before. Raises Problem where the match is on
        its way.
        """
        if g.get("stored"):
            return False
        match_id, name = g.get("routed", (None, None))
        if match_id is None or name is None:
            return False
        left = False
        try:
            if g.serving.matches.head(match_id) is not None:
                return False
        except MovedAway:
            left = True
        except Damaged:
            return False
        except errors():
            return False
        if self.cells().home(match_id, afresh=True) not in (None, name):
            return True
        if left:
            raise Problem("unavailable", MOVING)
        return False

    # -- several databases

    def cells(self) -> Cells:
        """The cells as this process knows them."""
        assert self.registry is not None
        if self._cells is not None and self._process == os.getpid():
            return self._cells
        with self._lock:
            if self._cells is None or self._process != os.getpid():
                self._of_this_process()
                self._cells = Cells(self.registry())
            return self._cells

    def everywhere(self) -> list[Serving]:
        """What serves each database, in the order of their names."""
        if self.registry is None:
            return [self.here()]
        return [self._of_cell(cell) for cell in self.cells().known()]

    def reachable(self) -> list[Serving]:
        """What serves each database that could be opened."""
        if self.registry is None:
            return [self.here()]
        found = []
        for cell in self.cells().known():
            with suppress(*errors()):
                found.append(self._of_cell(cell))
        return found

    def all_matches(self) -> list[Matches]:
        """The matches of each database."""
        return [one.matches for one in self.everywhere()]

    def opening(self, key: RequestKey | None) -> Matches:
        """The matches among which a new one is opened; with a key that was used before, the same as then."""
        if self.registry is None:
            return self.matches()
        match_id = None if key is None else self._any().matches.keyed_id(key)
        name = None if match_id is None else self.cells().home(match_id, afresh=True)
        name = name or self.cells().for_opening()
        self._serve(match_id, self._called(name), name)
        return self.matches()

    def load(self, match_id: UUID) -> Match:
        """A match, wherever it is; raises ``MatchNotFound``, ``Damaged``, ``MovedAway``."""
        if self.registry is None:
            return self.matches().load(match_id)
        for afresh in (False, True):
            name = self.cells().home(match_id, afresh=afresh)
            if name is None:
                break
            try:
                return self._called(name).matches.load(match_id)
            except (MovedAway, MatchNotFound):
                if afresh:
                    raise
        raise MatchNotFound(str(match_id))

    def owner(self, hashed: str) -> StoredToken | None:
        """Whose token has this hash."""
        found = self.matches().owner(hashed)
        if found is None and self.registry is not None:
            others = (one for one in self.everywhere() if one is not self.here())
            found = next((token for one in others if (token := one.matches.owner(hashed)) is not None), None)
        return found

    def api_key(self, hashed: str) -> str | None:
        """The name of the API key with this hash, unless it has been revoked."""
        return (self.matches() if self.registry is None else self.cells().matches).side.api_key(hashed)

    def _any(self) -> Serving:
        known = self.cells().known()
        for cell in known:
            if (found := self._open.get((cell.name, cell.url))) is not None and self._process == os.getpid():
                return found
        if not known:
            raise Problem("unavailable", "The registry names no database.")
        if not (reachable := self.reachable()):
            raise Problem("unavailable")
        return reachable[0]

    def _called(self, name: str) -> Serving:
        cell = self.cells().called(name)
        if cell is None:
            logger.error("the registry has no cell %s, where it says that matches are", name)
            raise Problem("unavailable")
        return self._of_cell(cell)

    def _of_cell(self, cell: Cell) -> Serving:
        assert self.cell is not None
        opened = self.cell

        def matches() -> Matches:
            registry = self.cells().matches
            found = opened(cell, registry)
            known = partial(self.cells().remember, cell.name)
            found.claims = CellClaims(cell.name, registry.database, registry.marks, self.load, known)
            found.signs_beside = registry.side
            _ = found.signer  # looked up now: without the registry what is appended is to be signed, too
            return found

        return self._serving(cell.name, cell.url, matches)

    def _serving(self, name: str, url: str, opened: Callable[[], Matches]) -> Serving:
        found = self._open.get((name, url))
        if found is None or self._process != os.getpid():
            with self._lock:
                self._of_this_process()
                found = self._open.get((name, url))
                if found is None:
                    if self.registry is not None:  # else each request learns for itself what is wrong
                        self._check_tried(name)
                    try:
                        matches = opened()
                    except errors():
                        self._tried[name] = time.monotonic()
                        raise
                    found = self._open[name, url] = Serving(self, matches, self._looked_elsewhere)
        return found

    def _check_tried(self, name: str) -> None:
        """Let nobody wait again for a database that somebody has just waited for in vain."""
        if name in self._tried and time.monotonic() - self._tried[name] < AGAIN:
            raise OperationalError(f"the database {name} could not be opened a moment ago")

    def _of_this_process(self) -> None:
        if self._process != os.getpid():
            self._open, self._cells, self._process = {}, None, os.getpid()

    def _looked_elsewhere(self, counts: Mapping[Look, int]) -> None:
        """Who looked at matches that have left the cell where it was counted."""
        for look, times in counts.items():
            if (name := self.cells().home(look.match_id, afresh=True)) is not None:
                self._called(name).looks.take({look: times})

    # -- beginning and ending

    def begin_rounds(self) -> None:
        """Begin what this process does now and then."""
        if self.registry is not None:
            self._refreshing = Rounds("cells", self._begin_everywhere, CELLS_SECONDS)
            self._refreshing.start()
        self._begin_everywhere()

    def _begin_everywhere(self) -> None:
        for one in self.reachable():
            one.begin_rounds()
            if self.registry is not None:
                one.runner()

    def close(self) -> None:
        """Close the connections of this process."""
        if self._process != os.getpid():
            return
        if self._refreshing is not None:
            self._refreshing.stop()
            self._refreshing = None
        opened = list(self._open.values())
        for one in (*opened, *opened):  # the second time, what the others were given of it
            one.looks.flush()
        for one in opened:
            one.close()
        self._open = {}
        if self._cells is not None:
            if all(self._cells.matches is not one.matches for one in opened):
                self._cells.matches.close()
            self._cells = None


def _match_in_path() -> UUID | None:
    """The id of the match that the current request is about, if it is about one."""
    try:
        return UUID((request.view_args or {})["identifier"])
    except (KeyError, ValueError):
        return None


def run_with(app: Flask, running: Running) -> None:
    """Let what answers the requests of *app* work with this."""
    app.extensions[_NAME] = running


def running(app: Flask | None = None) -> Running:
    """What the current application works with, or this one."""
    found: Running = (app or current_app).extensions[_NAME]
    return found
