"""Who is called next: each receiver and each owner has a share of the places, and who is slow is put apart.

A place is a delivery that is under way. Receivers that answer quickly have places of their own; those of which
nothing is known yet have some; and an attempt that has lasted longer than ``QUICK`` counts among those apart, from
its beginning where the webhook was slow before. So slow receivers wait for each other, and for nobody else.

A receiver is a host and a port. One that has not answered for several attempts in a row is not called for a while:
its circuit is open. Only webhooks that it answered quickly the last time call it then: an address may be shared,
and what somebody else has registered there must not keep it from them.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Generic, Literal, TypeVar
from urllib.parse import urlsplit

from domain.store.beside.webhook_rows import Due

QUICK = 0.5
"""Seconds after which an attempt counts as slow."""
PLACES = {"fast": 8, "new": 16, "slow": 64}
"""Places of a process: for webhooks answered quickly, for those that have not been called, for slow ones."""
OF_RECEIVER = {"fast": 4, "new": 2, "slow": 8}
"""The most of these places that one receiver may have."""
OF_OWNER = {"fast": 4, "new": 2, "slow": 5}
"""And the most that one owner may have: a token of one match."""
HURRIED = 1.0
"""Seconds that an attempt may take when all places of slow ones are taken."""
TRIPS = 2
"""Attempts in a row without an answer that open the circuit of a receiver."""
LONGEST = 60.0
"""Seconds that a circuit stays open, at most; at first 2 to the power of the attempts."""
REMEMBERED = 10_000
"""Webhooks, and receivers, whose speed is remembered, so that the memory has a bound."""

Kind = Literal["fast", "new", "slow"]
Receiver = tuple[str, int]
K = TypeVar("K")
V = TypeVar("V")


@lru_cache(maxsize=REMEMBERED)
def receiver_of(url: str) -> Receiver:
    """The host and the port that a URL leads to."""
    parts = urlsplit(url)
    return (parts.hostname or "").rstrip("."), parts.port or (443 if parts.scheme == "https" else 80)


@dataclass(slots=True)
class _Attempt:
    due: Due
    receiver: Receiver
    kind: Kind
    since: float


@dataclass(slots=True)
class _Circuit:
    """How a receiver was: attempts in a row without an answer, and until when only fast ones call it."""

    silent: int = 0
    until: float = 0.0


@dataclass(frozen=True, slots=True)
class Choice:
    """Whom to call, and within how many seconds at most; and who need not be looked at before how many seconds."""

    call: dict[str, float | None] = field(default_factory=dict)
    put_off: dict[str, float] = field(default_factory=dict)


class _Memory(OrderedDict[K, V], Generic[K, V]):
    """The newest of what was kept."""

    def keep(self, key: K, value: V) -> None:
        self[key] = value
        self.move_to_end(key)
        while len(self) > REMEMBERED:
            self.popitem(last=False)


class Shares:
    """The places of one process; belongs to one thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._attempts: dict[str, _Attempt] = {}
        self._slow: _Memory[str, bool] = _Memory()
        self._circuits: _Memory[Receiver, _Circuit] = _Memory()

    def __len__(self) -> int:
        return len(self._attempts)

    def chosen(self, due: Sequence[Due]) -> Choice:
        """Whom of these to call now; they have begun."""
        choice = Choice()
        taken = _Taken(self._clock(), self._attempts.values())
        waiting = []
        for one in due:
            receiver = receiver_of(one.url)
            circuit = self._circuits.get(receiver)
            attempt = _Attempt(one, receiver, self._kind(one.id), taken.now)
            if attempt.kind != "fast" and circuit is not None and circuit.until > taken.now:
                choice.put_off[one.id] = circuit.until - taken.now
            elif one.id not in self._attempts:
                waiting.append(attempt)
        # The one with the least under way comes first, then the one that has waited longest.
        while waiting := [one for one in waiting if self._fits(one, taken)]:
            best = min(waiting, key=taken.share)
            waiting.remove(best)
            hurried = best.kind != "slow" and taken.kinds["slow"] >= PLACES["slow"]
            choice.call[best.due.id] = HURRIED if hurried else None
            self._attempts[best.due.id] = best
            taken.add(best)
        return choice

    def _kind(self, webhook_id: str) -> Kind:
        slow = self._slow.get(webhook_id)
        return "new" if slow is None else "slow" if slow else "fast"

    def _fits(self, one: _Attempt, taken: _Taken) -> bool:
        """Whether there is a place for it; where it may turn out to be slow, also in the end."""
        circuit = self._circuits.get(one.receiver)
        if (
            one.kind != "fast"
            and circuit is not None
            and circuit.silent >= TRIPS
            and taken.receivers[one.receiver]
        ):
            return False  # one of them shows whether the receiver is there again
        kinds: tuple[Kind, ...] = (one.kind, "slow") if one.kind == "new" else (one.kind,)
        return taken.kinds[one.kind] < PLACES[one.kind] and all(
            taken.of_receiver[kind, one.receiver] < OF_RECEIVER[kind]
            and taken.of_owner[kind, one.due.match, one.due.owner] < OF_OWNER[kind]
            for kind in kinds
        )

    def drop(self, webhook_ids: Iterable[str]) -> None:
        """These were not called after all."""
        for webhook_id in webhook_ids:
            self._attempts.pop(webhook_id, None)

    def ended(self, webhook_id: str, *, answered: bool, silent: bool) -> None:
        """An attempt has ended: with an answer, or in silence, which is worse than being refused at once."""
        attempt = self._attempts.pop(webhook_id, None)
        if attempt is None:
            return
        now = self._clock()
        self._slow.keep(webhook_id, silent or now - attempt.since > QUICK)
        circuit = self._circuits.get(attempt.receiver, _Circuit())
        if answered:
            circuit = _Circuit()
        elif silent:
            circuit.silent += 1
            if circuit.silent >= TRIPS:
                circuit.until = now + min(LONGEST, 2.0 ** min(circuit.silent, 10))
        self._circuits.keep(attempt.receiver, circuit)

    def next_change(self) -> float | None:
        """Seconds until a place is free because somebody turns out to be slow; None if that is not to come."""
        now = self._clock()
        lasting = [now - one.since for one in self._attempts.values() if one.kind != "slow"]
        return min((QUICK - seconds for seconds in lasting if seconds <= QUICK), default=None)


class _Taken:
    """Who has which places."""

    def __init__(self, now: float, attempts: Iterable[_Attempt]) -> None:
        self.now = now
        self.kinds: Counter[Kind] = Counter()
        self.receivers: Counter[Receiver] = Counter()
        self.owners: Counter[tuple[str, str]] = Counter()
        self.matches: Counter[str] = Counter()
        self.of_receiver: Counter[tuple[Kind, Receiver]] = Counter()
        self.of_owner: Counter[tuple[Kind, str, str]] = Counter()
        for one in attempts:
            self.add(one)

    def add(self, one: _Attempt) -> None:
        kind: Kind = "slow" if self.now - one.since > QUICK else one.kind
        self.kinds[kind] += 1
        self.receivers[one.receiver] += 1
        self.owners[one.due.match, one.due.owner] += 1
        self.matches[one.due.match] += 1
        self.of_receiver[kind, one.receiver] += 1
        self.of_owner[kind, one.due.match, one.due.owner] += 1

    def share(self, one: _Attempt) -> tuple[int, int, int, int]:
        """How much is under way for its owner, its receiver and its match; and how often it has failed."""
        return (
            self.owners[one.due.match, one.due.owner],
            self.receivers[one.receiver],
            self.matches[one.due.match],
            one.due.failures,
        )
