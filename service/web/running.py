"""What one process of the service works with: one object beside the application, for all that answer requests."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, Protocol

from flask import Flask, current_app

from domain.application.following import Watcher
from domain.application.matches import Matches
from projections.read_models.announcements import Announcing
from projections.read_models.runner import Runner
from service.web.looks import SECONDS, Looks
from service.web.rounds import Rounds

if TYPE_CHECKING:
    from service.web.event_stream import Places
    from service.web.long_work import Turns

_NAME = "kerbholz"


class Sends(Protocol):
    """Sends what is announced to webhooks, in threads of its own."""

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """End, and wait until that is done."""

    def wake(self) -> None:
        """There is something to send."""


@dataclass
class Running:
    """The matches of one process and their followers, what its requests share, and what its settings say of them.

    Matches are opened with *opened* at first use: a pool of connections must not cross a fork, nor a thread.
    *sender* makes what sends to webhooks, if anything does, and *rounds* what is done now and then. *metrics*
    gives the figures, *described* the OpenAPI document: to make it takes a while, and most processes are never
    asked for it.
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
    pages: dict[str, bytes] = field(default_factory=dict)
    """The page that shows the document, as it was made for each prefix."""
    _lock: Lock = field(default_factory=Lock, init=False)
    _process: int = field(default=0, init=False)
    _matches: Matches | None = field(default=None, init=False)
    _watcher: Watcher | None = field(default=None, init=False)
    _runner: Runner | None = field(default=None, init=False)
    _sender: Sends | None = field(default=None, init=False)
    _rounds: Sequence[Rounds] = field(default=(), init=False)

    @cached_property
    def looks(self) -> Looks:
        """Who looked, as far as it is not written down yet."""
        return Looks(self.matches)

    @cached_property
    def openapi(self) -> Mapping[str, Any]:
        """The OpenAPI document, made when it is first asked for; not to be changed."""
        return self.described()

    def matches(self) -> Matches:
        """The application of this process."""
        if self._matches is None or self._process != os.getpid():
            with self._lock:
                if self._matches is None or self._process != os.getpid():
                    self._matches = self.opened()
                    self._watcher = Watcher(self._matches, self.stopping)
                    self._process = os.getpid()
        return self._matches

    def runner(self) -> Runner:
        """What follows the log in this process, for read models and webhooks: begun at first use."""
        matches = self.matches()
        with self._lock:
            if self._runner is None or self._runner.matches is not matches:
                others = []
                if self.sender is not None:
                    self._sender = self.sender(matches)
                    self._sender.start()
                    others.append(Announcing(matches, self._sender.wake, prefix=self.prefix))
                self._runner = Runner(matches, others=others, watcher=self._watcher)
                self._runner.start()
            return self._runner

    def begin_rounds(self) -> None:
        """Begin what this process does now and then."""
        self._rounds = (Rounds("looks", self.looks.flush, SECONDS), *self.rounds(self.matches()))
        for one in self._rounds:
            one.start()

    def watcher(self) -> Watcher:
        """What follows the matches of this process."""
        self.matches()
        assert self._watcher is not None
        return self._watcher

    def close(self) -> None:
        """Close the connections of this process."""
        if self._matches is not None and self._watcher is not None and self._process == os.getpid():
            for one in self._rounds:
                one.stop()
            self._rounds = ()
            self.looks.flush()
            if self._runner is not None and self._runner.matches is self._matches:
                self._runner.stop()
                self._runner = None
                if self._sender is not None:
                    self._sender.stop()
            self._watcher.close()
            self._matches.close()
            self._matches = None


def run_with(app: Flask, running: Running) -> None:
    """Let what answers the requests of *app* work with this."""
    app.extensions[_NAME] = running


def running(app: Flask | None = None) -> Running:
    """What the current application works with, or this one."""
    found: Running = (app or current_app).extensions[_NAME]
    return found
