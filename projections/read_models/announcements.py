"""What the webhooks of a match are told: who must act now, how it ended, that something was ruled. All is public.

It follows the log, and writes what has to be delivered together with the position that it has got to. What follows
by itself belongs to the decision before it: between the two nobody was awaited.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from uuid import UUID

from domain.application.log import MatchNotFound
from domain.application.matches import Matches
from domain.cells.carried import last_version
from domain.kit.facts import Json
from domain.kit.state import State, token_owner
from domain.kit.table.disputes import Ruled
from domain.kit.visibility import StoredDecision
from domain.match.damage import Damaged
from domain.match.moved import MovedAway
from domain.match.principal import Principal
from domain.store.beside.models import Run, put_back_position
from domain.store.beside.webhook_rows import Delivery, Webhook
from domain.store.beside.webhooks import ANNOUNCER, Webhooks, announce, end, mark_over, put_back
from domain.store.log.feed import Appended
from domain.store.tables import NEWEST
from projections.read_models.public_matches import ToldMatches

AWAITING, ENDED, RULED = "match.awaiting", "match.ended", "match.ruled"
EVENTS = (AWAITING, ENDED, RULED)
"""The types of events."""


def milliseconds() -> int:
    """The time now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Event:
    """Something to be told: of which version, with what; *seats* are those that must act and had not to before.

    *owners* are those of the webhooks that somebody has then.
    """

    type: str
    version: int
    at: str
    data: Mapping[str, Json]
    seats: frozenset[int] = frozenset()
    owners: frozenset[str] = frozenset()

    def concerns(self, webhook: Webhook) -> bool:
        """Whether it is told to this webhook: a seat's is told who must act only when that seat newly must."""
        if webhook.disabled_at is not None or self.version <= webhook.since or self.type not in webhook.events:
            return False
        if webhook.owner not in self.owners:
            return False
        seat = seat_of(webhook)
        return seat is None or self.type != AWAITING or seat in self.seats

    def body(self, match_id: UUID, prefix: str = "") -> str:
        """The payload (Standard Webhooks, "Payload structure"); addresses in it begin with *prefix*."""
        base = f"{prefix}/v1/matches/{match_id}"
        links = {"match": base, "decisions": f"{base}/decisions?after={self.version}"}
        if self.type == AWAITING:
            links["moves"] = f"{base}/moves"
        if self.type == RULED:
            links["audit"] = f"{base}/audit"
        data = {"match": str(match_id), "version": self.version, **self.data, "links": links}
        document = {"type": self.type, "timestamp": self.at, "data": data}
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def seat_of(webhook: Webhook) -> int | None:
    """The seat whose webhook it is; None if it is an official's or the host's."""
    role, *of_seat = webhook.owner.split(":")
    return int(of_seat[0]) if role == "seat" else None


def owner_of(principal: Principal) -> str:
    """As whose a webhook of the principal is kept: as that of its token, the first of its role or a later one.

    The holder of another one has no part in what was registered with this one.
    """
    return _owner(str(principal), principal.number)


def owners(state: State) -> frozenset[str]:
    """As whose the webhooks of a match are kept that somebody has: by the tokens that count now."""
    offices = [("host", None), ("arbiter", None), ("scribe", None)]
    seats = [("seat", seat) for seat in range(state.rules.seats)]
    return frozenset(_owner(token_owner(*who), state.token_number(*who)) for who in (*offices, *seats))


def _owner(who: str, number: int) -> str:
    return f"{who}:{number}" if number else who


class Announcing:
    """Follows the log (see ``runner.WritesRows``) and writes deliveries; *written* is called after that."""

    name = ANNOUNCER

    def __init__(
        self,
        matches: Matches,
        written: Callable[[], None] = lambda: None,
        clock: Callable[[], int] = milliseconds,
        prefix: str = "",
    ) -> None:
        self._prefix = prefix
        self._matches = matches
        self._webhooks = Webhooks(matches.database)
        # Not shared with projections: they go to the newest version, and this one goes decision by decision.
        self._told = ToldMatches(matches, live=64)
        self._written = written
        self._some = False
        self._clock = clock

    def prepared(self, page: Sequence[Appended]) -> Callable[[Run], None]:
        """See ``runner.WritesRows``."""
        versions: dict[UUID, list[int]] = {}
        for one in page:
            versions.setdefault(one.match_id, []).append(one.version)
        now = self._clock()
        found: list[tuple[Webhook, Delivery]] = []
        over: dict[UUID, int | None] = {}
        ended: list[Webhook] = []
        for match_id, webhooks in self._webhooks.of_matches(versions.keys()).items():
            first = max(min(versions[match_id]), 1 + min(webhook.since for webhook in webhooks))
            last = min(max(versions[match_id]), self._last(match_id))
            if first > last:
                continue
            try:
                for event in self._events(match_id, first, last):
                    found += [
                        (webhook, _delivery(webhook, event, now, self._prefix))
                        for webhook in webhooks
                        if event.concerns(webhook)
                    ]
                state = self._told.at(match_id, last).state
            except MovedAway:
                continue  # nothing of it is left here: its webhooks are told of the rest where it is now
            except Damaged:
                continue  # nothing more is told of it, and all others go on
            if state.over or any(webhook.over_at is not None for webhook in webhooks):
                over[match_id] = now if state.over else None
            still = owners(state)
            ended += [one for one in webhooks if one.owner not in still]

        def write(run: Run) -> None:
            for match_id, at in over.items():
                mark_over(run, match_id, at)
            for webhook, delivery in found:
                announce(run, webhook.id, delivery)
            for webhook in ended:
                end(run, webhook.id)
            self._some = bool(found)

        return write

    def committed(self) -> None:
        """See ``runner.WritesRows``."""
        if self._some:
            self._written()

    def begin_again(self, newest: int) -> None:
        """See ``runner.WritesRows``: each webhook is told what comes behind what its match has now."""
        self._told = ToldMatches(self._matches, live=64)
        versions = {}
        for match_id in self._webhooks.all_matches():
            with suppress(MatchNotFound, MovedAway, Damaged):
                versions[match_id] = self._matches.load(match_id).version
        with self._matches.models.writing() as run:
            for match_id, version in versions.items():
                put_back(run, match_id, version)
            put_back_position(run, self._matches.models.positions, self.name, newest)

    def _events(self, match_id: UUID, first: int, last: int) -> Iterator[Event]:
        """What decisions *first* to *last* have brought about."""
        decisions = self._decisions(match_id, first, last)
        followed = {decision.version - 1 for decision in decisions if _by_itself(decision)}
        since: list[StoredDecision] = []
        # (One more was read than is asked about: whether something follows the last by itself.)
        before = self._told.at(match_id, decisions[0].version - 1).state
        for decision in decisions:
            if decision.version > last:
                break
            since.append(decision)
            if decision.version not in followed:
                state = self._told.at(match_id, decision.version).state
                then = owners(state)
                for event in (*_rulings(since), *_changes(before, state, decision)):
                    yield replace(event, owners=then)
                before, since = state, []

    def _last(self, match_id: UUID) -> int:
        """The version of the last decision of a match here: what comes behind it, where it has left, is none."""
        try:
            self._matches.head(match_id)
        except MovedAway:
            return last_version(self._matches, match_id) - 1
        except Damaged:
            return NEWEST  # it is found so by who reads it
        return NEWEST

    def _decisions(self, match_id: UUID, first: int, last: int) -> list[StoredDecision]:
        """Those decisions and the one behind them; before them those that the first one follows by itself."""
        try:
            found = self._matches.decisions(match_id, after=first - 1, limit=last - first + 2, with_texts=False)
        except MovedAway:  # it has left behind the last one
            found = self._matches.decisions(match_id, after=first - 1, until=last, with_texts=False)
        while _by_itself(found[0]) and found[0].version > 1:
            before = found[0].version - 1
            found = [*self._matches.decisions(match_id, after=before - 1, until=before, with_texts=False), *found]
        return found


def _by_itself(decision: StoredDecision) -> bool:
    return bool(decision.record["recorded_by"] == "service")


def _rulings(decisions: Sequence[StoredDecision]) -> Iterator[Event]:
    for decision in decisions:
        if any(fact["type"] == Ruled.TYPE for fact in decision.record["facts"]):
            yield Event(RULED, decision.version, decision.record["at"], {})


def _changes(before: State, after: State, decision: StoredDecision) -> Iterator[Event]:
    version, at = decision.version, decision.record["at"]
    if after.over:
        if not before.over or after.outcome != before.outcome:
            yield Event(ENDED, version, at, {"status": after.status, "outcome": after.outcome})
        return
    if before.awaiting != after.awaiting:
        newly = [one for one in after.awaiting if one not in before.awaiting]
        seats = frozenset(
            seat for seat in range(after.rules.seats) if _must_act(after, seat) and not _must_act(before, seat)
        )
        yield Event(AWAITING, version, at, {"awaiting": list(after.awaiting), "newly": newly}, seats)


def _must_act(state: State, seat: int) -> bool:
    return state.awaits_seat(seat) or "table" in state.awaiting


def _delivery(webhook: Webhook, event: Event, now: int, prefix: str) -> Delivery:
    """The same event has the same id for the same webhook, however often it is worked out.

    What happens under the same version after a back-up was restored is another event, so its time is in the id.
    """
    digest = hashlib.sha256(f"{webhook.id}\n{event.version}\n{event.type}\n{event.at}".encode()).hexdigest()
    body = event.body(webhook.match_id, prefix)
    return Delivery(f"msg_{digest[:32]}", event.version, event.type, body, now, "waiting", ())
