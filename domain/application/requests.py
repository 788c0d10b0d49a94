"""What a request asks to append, and the match that it is judged on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from domain.application.judging import Asked
from domain.application.log import Log
from domain.kit.table.commands import TABLE_COMMANDS
from domain.kit.written.evidence import keyed
from domain.match.match import Match


class VersionMoved(Exception):
    """The match is not at the version that the caller has seen."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the match is at version {version}")
        self.version = version


class KeyReused(Exception):
    """An idempotency key was used with another body; or with one that nobody knows any more.

    *erased* says that a text of it was erased.
    """

    def __init__(self, *, erased: bool = False) -> None:
        super().__init__("the key was used before")
        self.erased = erased


class TooBusy(Exception):
    """Others were faster too often."""


@dataclass(frozen=True, slots=True)
class RequestKey:
    """An idempotency key, and the canonical body it came with."""

    key: str
    body: str

    def digest(self, service_key: bytes, match_id: UUID, principal: str) -> str:
        """What is stored of the body."""
        return keyed(service_key, "request", match_id.hex, principal, self.body).hex()


@dataclass(frozen=True, slots=True)
class Batch:
    """Commands that are appended together, all or none.

    *seen* is the version that the caller has seen, if it has to be the newest. With a *key* they are appended
    once, however often they are sent.
    """

    asked: Sequence[Asked]
    seen: int | None = None
    key: RequestKey | None = None


Ask: TypeAlias = Callable[[Match], Batch]
"""Says what a request asks for in a match, or raises what it likes; it is called again if the match moves on."""


class Basis:
    """The match that a request is judged on, and what the request asks for in it.

    Most often it is the match as this process remembers it: nothing is looked up where nobody else has appended
    for some time. If somebody has, an append on it fails. Only the commands of a game can be sure to be judged by
    the state alone, so for all others the match is looked up, and so it is before anything is refused.
    """

    def __init__(self, log: Log, match_id: UUID, ask: Ask, remembered: Match | None) -> None:
        self._log = log
        self._ask = ask
        self.newest = remembered is None
        """Whether the match was looked up: what is refused on it is refused."""
        self.match = log.load(match_id) if remembered is None else remembered
        try:
            self.batch = ask(self.match)
        except Exception:
            if not self.looked_up_again():
                raise
        if not self.newest and any(asked.command.TYPE in TABLE_COMMANDS for asked in self.batch.asked):
            self.look_up()

    def look_up(self) -> bool:
        """Look the match up; whether it has moved on, so that it was asked again what is asked for."""
        self.newest = True
        return self.move_to(self._log.load(self.match.id))

    def looked_up_again(self) -> bool:
        """What failed was perhaps to fail on an older match only: whether there is a newer one to try again on."""
        return not self.newest and self.look_up()

    def move_to(self, match: Match) -> bool:
        """Go on with this match; whether it is another one."""
        if match.version == self.match.version:
            return False
        self.match = match
        self.batch = self._ask(match)
        return True
