"""Sends what webhooks are to be told, as Standard Webhooks has it, beside all else that the service does.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

from __future__ import annotations

import base64
import logging
import random
import secrets
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from standardwebhooks import Webhook as Signer

from domain.application.matches import Matches
from domain.store.beside.webhooks import Run, Taken, Webhooks, delivered, disable, failed
from domain.store.threads import begun
from projections.read_models.announcements import milliseconds
from service.webhooks.guarded_post import TOTAL, Answered, NotReached, post
from service.webhooks.shares import Choice, Shares

logger = logging.getLogger(__name__)

SCHEDULE = (5, 5 * 60, 30 * 60, *(hours * 3600 for hours in (2, 5, 10, 14, 20, 24)))
"""Seconds until the next attempt, after the first failure in a row and each one that follows, as the specification
has it; after one more failure the webhook is disabled."""
LEASE = 30.0
"""Seconds after which another process may send what was taken: longer than sending can take."""
POLL = 1.0
"""Seconds between two looks at what is due."""
PAUSE = 0.02
"""Seconds between two looks, at least, so that events at about the same time are taken together."""
PAGE, PAGES = 200, 5
"""Webhooks that are looked at together, and pages of them in one look, at most."""
START = (0, "")
"""The position before the first page."""
PATIENCE = 1.0
"""Seconds for which a process that ends waits for calls under way."""
TIDY = 3600.0
"""Seconds between two times of deleting what is old."""
LONGEST_WAIT = 24 * 3600
"""Seconds: the most that a receiver can ask us to wait."""


def new_secret() -> str:
    """A new secret: 192 random bits."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


def signed(secret: str, message_id: str, body: str, now: datetime) -> dict[str, str]:
    """The headers of a delivery."""
    return {
        "Content-Type": "application/json",
        "User-Agent": "Kerbholz",
        "Connection": "close",
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Signer(secret).sign(message_id, now, body),
    }


class Sender:
    """Sends in threads of its own. Every process may have one: what one has taken the others leave alone.

    *anywhere* says that receivers may lie in private networks; *count* is told the result of each attempt.
    """

    def __init__(
        self,
        matches: Matches,
        *,
        anywhere: bool,
        count: Callable[[str], None] = lambda _: None,
        schedule: Sequence[float] = SCHEDULE,
        clock: Callable[[], int] = milliseconds,
        total: float = TOTAL,
    ) -> None:
        self.matches = matches
        self._webhooks = Webhooks(matches.database)
        self._anywhere = anywhere
        self._count = count
        self._schedule = schedule
        self._clock = clock
        self._total = total
        self._came: SimpleQueue[tuple[Taken, Answered | None, dict[str, Any]]] = SimpleQueue()
        self._shares = Shares()
        self._after, self._more = START, False
        self._bell = Event()
        self._stopping = Event()
        self._thread: Thread | None = None
        self._tidied = time.monotonic()

    def start(self) -> None:
        """Begin to send."""
        if self._thread is None:
            self._thread = begun(self._run, "webhooks")

    def stop(self) -> None:
        """Take nothing more. What can't be recorded any more is sent again after its lease."""
        self._stopping.set()
        self._bell.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            end = time.monotonic() + PATIENCE
            while len(self._shares) and time.monotonic() < end:
                time.sleep(0.01)
                self._record_what_came()

    def wake(self) -> None:
        """Something may be due: look now."""
        self._bell.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._bell.clear()
            try:
                self.round()
                if time.monotonic() - self._tidied > TIDY:
                    self._tidied = time.monotonic()
                    self._webhooks.tidy(self._clock())
            except Exception as error:  # noqa: BLE001 - whatever it is, the next look may be better
                logger.warning("webhooks cannot be looked at: %s", type(error).__name__)
                self._stopping.wait(POLL)
            if not self._more:
                change = self._shares.next_change()
                self._bell.wait(POLL if change is None else min(POLL, change + PAUSE))
            self._stopping.wait(PAUSE)

    def round(self) -> list[Thread]:
        """Record what came of the last ones, take what is due, as far as there are places, and send it.

        It goes on where the last round has stopped, until it has found somebody, or reached the end. Each is sent
        in a thread of its own. Those have nothing to do with the database, which may be closed when this one has
        ended.
        """
        self._record_what_came()
        now = self._clock()
        threads: list[Thread] = []
        for _ in range(PAGES):
            page, last = self._webhooks.due(now, PAGE, self._after)
            self._more = last is not None
            self._after = last or START
            threads = self._begin(self._shares.chosen(page), now)
            if threads or not self._more:
                break
        return threads

    def _begin(self, choice: Choice, now: int) -> list[Thread]:
        begun: dict[str, Thread] = {}
        try:
            taken = self._webhooks.take(choice.call.keys(), now, now + round(LEASE * 1000))
            for seconds in sorted(set(choice.put_off.values())):
                put_off = [one for one, until in choice.put_off.items() if until == seconds]
                self._webhooks.put_off(put_off, now, now + round(seconds * 1000))
            for one in taken:
                arguments = (one, choice.call[one.webhook_id])
                thread = Thread(target=self._send, args=arguments, name="kerbholz-delivery", daemon=True)
                thread.start()
                begun[one.webhook_id] = thread
        finally:
            # Somebody else took them, or something failed: then they are sent after their lease.
            self._shares.drop(choice.call.keys() - begun.keys())
        return list(begun.values())

    def _record_what_came(self) -> None:
        came = []
        while not self._came.empty():
            taken, answer, attempt = self._came.get()
            silent = answer is None and attempt.get("error") == "timed-out"
            self._shares.ended(taken.webhook_id, answered=answer is not None, silent=silent)
            came.append((taken, answer, attempt))
        if not came:
            return
        try:
            with self._webhooks.writing() as run:
                results = [self._record(run, *one) for one in came]
        except Exception as error:  # noqa: BLE001 - they are sent again after their lease
            logger.warning("%s deliveries are not recorded: %s", len(came), type(error).__name__)
            return
        for result in results:
            self._count(result)

    def _send(self, taken: Taken, hurried: float | None) -> None:
        answer: Answered | None = None
        attempt: dict[str, Any] = {"at": self._clock(), "ms": 0, "error": "no-answer"}
        try:
            answer, attempt = self._tried(taken, self._total if hurried is None else min(self._total, hurried))
        except Exception as error:  # noqa: BLE001 - whatever it is, it has not arrived
            logger.warning("delivery %s has failed: %s", taken.delivery.id, type(error).__name__)
        finally:
            self._came.put((taken, answer, attempt))
            self.wake()

    def _tried(self, taken: Taken, total: float) -> tuple[Answered | None, dict[str, Any]]:
        """Send, within a limit of seconds; what was answered, and the attempt as it is recorded."""
        delivery, at = taken.delivery, self._clock()
        headers = signed(taken.secret, delivery.id, delivery.body, datetime.fromtimestamp(at / 1000, UTC))
        begun = time.monotonic()
        answer: Answered | None = None
        try:
            body = delivery.body.encode()
            answer = post(taken.url, body, headers, anywhere=self._anywhere, total=total)
            said: dict[str, Any] = {"status": answer.status}
        except NotReached as error:
            said = {"error": error.kind}
        return answer, {"at": at, "ms": round((time.monotonic() - begun) * 1000), **said}

    def _record(self, run: Run, taken: Taken, answer: Answered | None, attempt: dict[str, Any]) -> str:
        """Write down what came of an attempt; its result, for the figures."""
        now = self._clock()
        if answer is not None and 200 <= answer.status < 300:
            delivered(run, taken, attempt, now)
            return "delivered"
        if answer is not None and answer.status == 410:
            disable(run, taken, attempt, now, "gone")
            return "gone"
        if taken.failures < len(self._schedule):
            wait = self._schedule[taken.failures] * random.uniform(1, 1.1)
            asked = answer.retry_after if answer is not None and answer.retry_after is not None else 0
            failed(run, taken, attempt, now + round(max(wait, min(asked, LONGEST_WAIT)) * 1000))
        else:
            disable(run, taken, attempt, now, "failures")
        return str(attempt.get("error", "refused"))
