"""Webhooks: the addresses to be told of a match, and the deliveries that are due; rows that no append writes.

Deliveries are written in one transaction with the position up to which the log has been followed (``models``).
The sender of one takes its webhook first, for as long as sending may last, in a transaction that is over before
anything is sent: no transaction waits for a receiver. A webhook has one delivery under way at a time, the oldest.

Every transaction comes to a webhook before it comes to its deliveries, so that none waits for another in a circle.
Times are milliseconds since 1970.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol
from uuid import UUID

from domain.store.beside.side import check_here
from domain.store.beside.webhook_rows import (
    ID,
    OF_DELIVERY,
    OF_WEBHOOK,
    SECRET,
    Delivery,
    Due,
    Reason,
    State,
    Unreadable,
    Webhook,
    check_columns,
    delivery_of,
    due_of,
    named,
    readable,
    reads,
    webhook_of,
)
from domain.store.sqlite.recorder import SQLiteDatabase

if TYPE_CHECKING:
    from domain.store.postgres.recorder import PostgresDatabase

WEBHOOK_TABLES: dict[str, tuple[str, ...]] = {
    "kerbholz_webhooks": (
        "id TEXT PRIMARY KEY",
        "match_id TEXT NOT NULL",
        "owner TEXT NOT NULL",
        "url TEXT NOT NULL",
        "events TEXT NOT NULL",
        "secret TEXT NOT NULL",
        "since BIGINT NOT NULL",
        "added_at BIGINT NOT NULL",
        "failures INTEGER NOT NULL",
        "due_at BIGINT NOT NULL",
        "disabled_at BIGINT",
        "disabled_for TEXT",
        "over_at BIGINT",
        "UNIQUE (match_id, owner, url)",
    ),
    "kerbholz_deliveries": (
        "id TEXT PRIMARY KEY",
        "webhook_id TEXT NOT NULL",
        "version BIGINT NOT NULL",
        "type TEXT NOT NULL",
        "body TEXT NOT NULL",
        "written_at BIGINT NOT NULL",
        "state TEXT NOT NULL",
        "attempts TEXT NOT NULL",
    ),
}
"""``secret`` is what deliveries are signed with, so it is stored as it is; ``due_at`` is when a webhook may be
taken (again)."""

WEBHOOK_INDEXES = (
    "CREATE INDEX IF NOT EXISTS kerbholz_deliveries_log ON kerbholz_deliveries (webhook_id, version)",
    "CREATE INDEX IF NOT EXISTS kerbholz_deliveries_waiting ON kerbholz_deliveries (webhook_id)"
    " WHERE state = 'waiting'",
)

ANNOUNCER = "webhooks"
"""What writes deliveries: its position in the log is kept under this name."""
KEPT = 30 * 24 * 3600 * 1000
"""For how long a delivery that is done with is kept, and a webhook of a match that is over."""

_DUE = (
    "disabled_at IS NULL AND due_at <= ?"
    " AND id IN (SELECT webhook_id FROM kerbholz_deliveries WHERE state = 'waiting')"
)


class Run(Protocol):
    def __call__(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...


@dataclass(frozen=True, slots=True)
class Taken:
    """A delivery that a sender has taken to send it now; *failures* is how often in a row its webhook failed."""

    webhook_id: str
    url: str
    failures: int
    delivery: Delivery
    secret: str = field(repr=False)


class Webhooks:
    """Reads and writes webhooks and deliveries."""

    def __init__(self, database: SQLiteDatabase | PostgresDatabase) -> None:
        self._database = database
        self._skip = "" if isinstance(database, SQLiteDatabase) else " FOR UPDATE SKIP LOCKED"

    # -- for owners

    def register(self, webhook: Webhook, secret: str, *, due_at: int, most: int) -> Webhook | None:
        """Store a webhook, unless its owner has *most* already; the stored one.

        One with the same match, owner and URL stays the one it is, with everything else new: enabled again, and
        with another secret. A damaged one makes way for a new one. Raises ``MovedAway``.
        """
        same = "match_id = ? AND owner = ? AND url = ?"
        key = (webhook.match_id.hex, webhook.owner, webhook.url)
        with self._database.transaction() as run:
            check_here(run, webhook.match_id)  # everybody waits who registers for the same match
            owned = run(f"SELECT {OF_WEBHOOK} FROM kerbholz_webhooks WHERE match_id = ? AND owner = ?", key[:2])
            whole = list(readable(webhook_of, owned))
            if all(one.url != webhook.url for one in whole):
                if len(whole) >= most:
                    return None
                for (damaged,) in run(f"DELETE FROM kerbholz_webhooks WHERE {same} RETURNING id", key):
                    run("DELETE FROM kerbholz_deliveries WHERE webhook_id = ?", (damaged,))
                run(
                    f"INSERT INTO kerbholz_webhooks VALUES ({', '.join('?' * 13)})",
                    (
                        *(webhook.id, *key, json.dumps(webhook.events), secret, webhook.since, webhook.added_at),
                        *(0, due_at, None, None, webhook.over_at),
                    ),
                )
            else:
                run(
                    "UPDATE kerbholz_webhooks SET events = ?, secret = ?, since = ?, failures = 0, due_at = ?,"
                    f" disabled_at = NULL, disabled_for = NULL WHERE {same}",
                    (json.dumps(webhook.events), secret, webhook.since, due_at, *key),
                )
            (row,) = run(f"SELECT {OF_WEBHOOK} FROM kerbholz_webhooks WHERE {same}", key)
        return webhook_of(row)

    def of(self, match_id: UUID, owner: str) -> list[Webhook]:
        """The webhooks that *owner* has registered for a match, oldest first."""
        rows = self._database.query(
            f"SELECT {OF_WEBHOOK} FROM kerbholz_webhooks WHERE match_id = ? AND owner = ? ORDER BY added_at, id",
            (match_id.hex, owner),
        )
        return list(readable(webhook_of, rows))

    def remove(self, match_id: UUID, owner: str, webhook_id: str) -> bool:
        """Forget a webhook and its deliveries, if it is this owner's; whether it was. Raises ``MovedAway``."""
        with self._database.transaction() as run:
            check_here(run, match_id)
            gone = run(
                "DELETE FROM kerbholz_webhooks WHERE id = ? AND match_id = ? AND owner = ? RETURNING id",
                (webhook_id, match_id.hex, owner),
            )
            if gone:
                end(run, webhook_id)
        return bool(gone)

    def deliveries(self, webhook_id: str, most: int) -> list[Delivery]:
        """The newest deliveries of a webhook, newest first."""
        rows = self._database.query(
            f"SELECT {OF_DELIVERY} FROM kerbholz_deliveries"
            " WHERE webhook_id = ? ORDER BY version DESC, type LIMIT ?",
            (webhook_id, most),
        )
        return list(readable(delivery_of, rows))

    def faults(self, match_id: str) -> Iterator[tuple[str, str]]:
        """What is wrong with the rows of a match, by its id as it is stored: which thing, and what of it."""
        hooks = self._database.query(
            f"SELECT {OF_WEBHOOK}, secret FROM kerbholz_webhooks WHERE match_id = ? ORDER BY id", (match_id,)
        )
        for *row, secret in hooks:
            try:
                webhook_of(row)
                check_columns(secret=reads(SECRET, secret))
            except Unreadable as error:
                yield "webhook", f"{named(row[0])}: {error}"
            deliveries = self._database.query(
                f"SELECT {OF_DELIVERY} FROM kerbholz_deliveries WHERE webhook_id = ? ORDER BY id", (row[0],)
            )
            for delivery in deliveries:
                try:
                    delivery_of(delivery)
                except Unreadable as error:
                    yield "delivery", f"{named(delivery[0])}: {error}"

    # -- for who follows the log

    def of_matches(self, match_ids: Collection[UUID]) -> dict[UUID, list[Webhook]]:
        """All webhooks of these matches; those that have none are left out."""
        found: dict[UUID, list[Webhook]] = {}
        rows = self._database.query(
            f"SELECT {OF_WEBHOOK} FROM kerbholz_webhooks WHERE match_id IN ({', '.join('?' * len(match_ids))})",
            [match_id.hex for match_id in match_ids],
        )
        for webhook in readable(webhook_of, rows):
            found.setdefault(webhook.match_id, []).append(webhook)
        return found

    def all_matches(self) -> list[UUID]:
        """Every match that has a webhook."""
        rows = self._database.query("SELECT DISTINCT match_id FROM kerbholz_webhooks", ())
        return [UUID(match_id) for (match_id,) in rows if reads(ID, match_id)]

    # -- for who sends

    def writing(self) -> AbstractContextManager[Run]:
        """A transaction, for what came of attempts."""
        return self._database.transaction()

    def due(
        self, now: int, most: int, after: tuple[int, str] = (0, "")
    ) -> tuple[list[Due], tuple[int, str] | None]:
        """Webhooks that have something due, in the order of ``due_at`` and id, behind these.

        And behind which to go on, if there may be more: of as many as *most* the damaged ones are left out.
        """
        rows = self._database.query(
            f"SELECT due_at, {OF_WEBHOOK} FROM kerbholz_webhooks WHERE {_DUE}"
            " AND (due_at > ? OR (due_at = ? AND id > ?)) ORDER BY due_at, id LIMIT ?",
            (now, after[0], after[0], after[1], most),
        )
        last = (rows[-1][0], rows[-1][1]) if len(rows) == most else None
        return list(readable(due_of, rows)), last

    def take(self, webhook_ids: Collection[str], now: int, until: int) -> list[Taken]:
        """Take those of these that are still due, until *until*: nobody else takes them before."""
        if not webhook_ids:
            return []  # without waiting for a writer
        marks = ", ".join("?" * len(webhook_ids))
        with self._database.transaction() as run:
            mine = run(
                f"WITH due AS (SELECT id FROM kerbholz_webhooks WHERE {_DUE} AND id IN ({marks}){self._skip})"
                " UPDATE kerbholz_webhooks SET due_at = ? WHERE id IN (SELECT id FROM due)"
                " RETURNING id",
                (now, *webhook_ids, until),
            )
            what = "SELECT id, url, failures, secret FROM kerbholz_webhooks WHERE id = ?"
            taken = [row for one in mine for row in run(what, one)]
            found = [(row, _oldest(run, row[0])) for row in taken]
            for (webhook_id, *_), delivery in found:
                if delivery is None:  # all that was waiting is dropped, so nobody has to wait for the lease
                    run("UPDATE kerbholz_webhooks SET due_at = ? WHERE id = ?", (now, webhook_id))
        return [
            Taken(webhook_id, url, failures, delivery, secret)
            for (webhook_id, url, failures, secret), delivery in found
            if delivery is not None
        ]

    def put_off(self, webhook_ids: Collection[str], now: int, until: int) -> None:
        """Let nobody take those of these that are due before *until*; what is under way is left alone."""
        marks = ", ".join("?" * len(webhook_ids))
        with self._database.transaction() as run:
            run(
                f"WITH due AS (SELECT id FROM kerbholz_webhooks WHERE {_DUE} AND id IN ({marks}){self._skip})"
                " UPDATE kerbholz_webhooks SET due_at = ? WHERE id IN (SELECT id FROM due)",
                (now, *webhook_ids, until),
            )

    def tidy(self, now: int) -> None:
        """Forget what is older than ``KEPT``: deliveries, and the next time webhooks of matches that are over."""
        old = now - KEPT
        with self._database.transaction() as run:
            run(
                "DELETE FROM kerbholz_webhooks WHERE over_at < ?"
                " AND id NOT IN (SELECT webhook_id FROM kerbholz_deliveries)",
                (old,),
            )
            run("DELETE FROM kerbholz_deliveries WHERE written_at < ?", (old,))


def delivered(run: Run, taken: Taken, attempt: Mapping[str, Any], now: int) -> None:
    """It has arrived."""
    run("UPDATE kerbholz_webhooks SET failures = 0, due_at = ? WHERE id = ?", (now, taken.webhook_id))
    _tried(run, taken, attempt, "delivered")


def failed(run: Run, taken: Taken, attempt: Mapping[str, Any], again: int) -> None:
    """It has not arrived, and is sent once more at *again*; until then the webhook is left alone."""
    run("UPDATE kerbholz_webhooks SET failures = failures + 1, due_at = ? WHERE id = ?", (again, taken.webhook_id))
    _tried(run, taken, attempt, "waiting")


def disable(run: Run, taken: Taken, attempt: Mapping[str, Any], now: int, reason: Reason) -> None:
    """It has not arrived, and nothing is sent there any more until somebody registers it again."""
    run(
        "UPDATE kerbholz_webhooks SET failures = failures + 1, disabled_at = ?, disabled_for = ? WHERE id = ?",
        (now, reason, taken.webhook_id),
    )
    _tried(run, taken, attempt, "dropped")
    run(
        "UPDATE kerbholz_deliveries SET state = 'dropped' WHERE webhook_id = ? AND state = 'waiting'",
        (taken.webhook_id,),
    )


def announce(run: Run, webhook_id: str, delivery: Delivery) -> None:
    """Write a delivery, unless it is there already, or its webhook is no more, or disabled."""
    run(
        "INSERT INTO kerbholz_deliveries SELECT ?, id, ?, ?, ?, ?, 'waiting', '[]' FROM kerbholz_webhooks"
        " WHERE id = ? AND disabled_at IS NULL ON CONFLICT DO NOTHING",
        (delivery.id, delivery.version, delivery.type, delivery.body, delivery.written_at, webhook_id),
    )


def end(run: Run, webhook_id: str) -> None:
    """Forget a webhook and what has not been delivered to it."""
    run("DELETE FROM kerbholz_webhooks WHERE id = ?", (webhook_id,))
    run("DELETE FROM kerbholz_deliveries WHERE webhook_id = ?", (webhook_id,))


def put_back(run: Run, match_id: UUID, newest: int) -> None:
    """Begin again behind version *newest* of a match: what was later is not in its log any more."""
    run("UPDATE kerbholz_webhooks SET since = ? WHERE match_id = ? AND since > ?", (newest, match_id.hex, newest))
    run(
        "UPDATE kerbholz_deliveries SET state = 'dropped' WHERE state = 'waiting' AND version > ?"
        " AND webhook_id IN (SELECT id FROM kerbholz_webhooks WHERE match_id = ?)",
        (newest, match_id.hex),
    )


def mark_over(run: Run, match_id: UUID, at: int | None) -> None:
    """Say since when a match is over, or that it is not."""
    run("UPDATE kerbholz_webhooks SET over_at = ? WHERE match_id = ?", (at, match_id.hex))


def _oldest(run: Run, webhook_id: str) -> Delivery | None:
    """The delivery to be sent next; damaged ones before it are dropped, and stay as they are otherwise."""
    # Of one version a ruling comes before what it led to.
    while rows := run(
        f"SELECT {OF_DELIVERY} FROM kerbholz_deliveries"
        " WHERE webhook_id = ? AND state = 'waiting' ORDER BY version, type DESC LIMIT 1",
        (webhook_id,),
    ):
        for delivery in readable(delivery_of, rows):
            return delivery
        if not run("UPDATE kerbholz_deliveries SET state = 'dropped' WHERE id = ? RETURNING id", rows[0][:1]):
            break  # its id cannot be read
    return None


def _tried(run: Run, taken: Taken, attempt: Mapping[str, Any], state: State) -> None:
    attempts = json.dumps([*taken.delivery.attempts, attempt])
    run(
        "UPDATE kerbholz_deliveries SET state = ?, attempts = ? WHERE id = ? AND state = 'waiting'",
        (state, attempts, taken.delivery.id),
    )
