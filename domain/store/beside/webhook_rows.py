"""Rows of webhooks and deliveries as they are read: with care, for somebody may have altered them.

One that the service cannot have written is named in the log and left out. It concerns its owner alone: all that is
read together with it goes on. Times are milliseconds since 1970.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit
from uuid import UUID

logger = logging.getLogger(__name__)

T = TypeVar("T")
State = Literal["waiting", "delivered", "dropped"]
Reason = Literal["failures", "gone"]

OF_WEBHOOK = "id, match_id, owner, url, events, since, added_at, failures, disabled_at, disabled_for, over_at"
OF_DELIVERY = "id, version, type, body, written_at, state, attempts"
"""The columns that are read, in the order of what reads them."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook as its owner may see it: without its secret. It is told of what came after version *since*."""

    id: str
    match_id: UUID
    owner: str
    url: str
    events: tuple[str, ...]
    since: int
    added_at: int
    failures: int
    disabled_at: int | None
    disabled_for: Reason | None
    over_at: int | None


@dataclass(frozen=True, slots=True)
class Delivery:
    """An event for a webhook, and what became of it; attempts have ``at``, ``ms``, ``status`` or ``error``."""

    id: str
    version: int
    type: str
    body: str
    written_at: int
    state: State
    attempts: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Due:
    """A webhook that has something due: whose it is, and how often in a row it has failed."""

    id: str
    match: str
    owner: str
    url: str
    failures: int
    at: int


class Unreadable(ValueError):
    """A row that the service cannot have written; the message says which column it is."""


LATEST = 253_402_300_799_999
"""The end of the year 9999: the last time that can be shown."""
_LARGEST, _MOST_FAILURES = 2**62, 2**30
ID = re.compile("[0-9a-f]{32}")
_MESSAGE = re.compile("[0-9A-Za-z_-]{1,64}")
_OWNER = re.compile("(host|arbiter|scribe|seat:[0-9]{1,2})(:[0-9]{1,18})?")
_EVENT = re.compile(r"[a-z]+(\.[a-z]+)*")
SECRET = re.compile("whsec_[A-Za-z0-9+/]{32}")
_STATE = re.compile("waiting|delivered|dropped")
_REASON = re.compile("failures|gone")
_ERROR = re.compile("[a-z-]+")


def readable(read: Callable[[Sequence[Any]], T], rows: Iterable[Sequence[Any]]) -> Iterator[T]:
    """What rows say; those that are damaged are left out, and named in the log."""
    for row in rows:
        try:
            yield read(row)
        except Unreadable as error:
            what = "delivery" if read is delivery_of else "webhook"
            _tell(what, named(row[1 if read is due_of else 0]), str(error))


@lru_cache(maxsize=1_000)
def _tell(what: str, which: str, fault: str) -> None:
    """Name a damaged row in the log: once in each process, though it is read again and again."""
    logger.error("%s %s is left out, for it is damaged: %s", what, which, fault)


def named(identifier: object) -> str:
    """What stands where an id has to be, for people to read."""
    known = reads(ID, identifier) or reads(_MESSAGE, identifier)
    return str(identifier) if known else ascii(identifier)[:80]


def webhook_of(row: Sequence[Any]) -> Webhook:
    """What a row of webhooks says; raises :class:`Unreadable`."""
    webhook_id, match_id, owner, url, events, since, added_at, failures, disabled_at, disabled_for, over_at = row
    types = _listed(events)
    check_columns(
        id=reads(ID, webhook_id),
        match=reads(ID, match_id),
        owner=reads(_OWNER, owner),
        url=_is_url(url),
        events=types is not None and all(reads(_EVENT, one) for one in types),
        since=_counts(since, _LARGEST),
        added_at=_counts(added_at, LATEST),
        failures=_counts(failures, _MOST_FAILURES),
        disabled_at=disabled_at is None or (_counts(disabled_at, LATEST) and reads(_REASON, disabled_for)),
        over_at=over_at is None or _counts(over_at, LATEST),
    )
    found = (webhook_id, UUID(match_id), owner, url, tuple(types or ()))
    return Webhook(*found, since, added_at, failures, disabled_at, disabled_for, over_at)


def due_of(row: Sequence[Any]) -> Due:
    """What a row of webhooks says to who sends; raises :class:`Unreadable`."""
    one = webhook_of(row[1:])
    return Due(one.id, one.match_id.hex, one.owner, one.url, one.failures, row[0])


def delivery_of(row: Sequence[Any]) -> Delivery:
    """What a row of deliveries says; raises :class:`Unreadable`."""
    delivery_id, version, event, body, written_at, state, attempts = row
    tries = _listed(attempts)
    check_columns(
        id=reads(_MESSAGE, delivery_id),
        version=_counts(version, _LARGEST),
        type=reads(_EVENT, event),
        body=isinstance(_parsed(body), dict),
        written_at=_counts(written_at, LATEST),
        state=reads(_STATE, state),
        attempts=tries is not None and all(map(_is_attempt, tries)),
    )
    return Delivery(delivery_id, version, event, body, written_at, state, tuple(tries or ()))


def check_columns(**columns: bool) -> None:
    """Raise :class:`Unreadable` for the first column that is none."""
    for column, fits in columns.items():
        if not fits:
            raise Unreadable(f"its {column} cannot be read")


def reads(form: re.Pattern[str], value: object) -> bool:
    """Whether a value is a text of this form."""
    return isinstance(value, str) and form.fullmatch(value) is not None


def _counts(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _parsed(written: object) -> object:
    """What a column of JSON holds; None if it is none."""
    try:
        return json.loads(written) if isinstance(written, str) else None
    except (ValueError, RecursionError):
        return None


def _listed(written: object) -> list[Any] | None:
    found = _parsed(written)
    return found if isinstance(found, list) else None


def _is_url(value: object) -> bool:
    """Whether it can be called, as far as reading it goes: what may be called is decided when that is done."""
    if not (isinstance(value, str) and value.isascii() and value.isprintable()):
        return False
    try:
        parts = urlsplit(value)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _is_attempt(one: object) -> bool:
    """Whether it is an attempt as the sender writes it."""
    if not (isinstance(one, dict) and _counts(one.get("at"), LATEST) and _counts(one.get("ms"), LATEST)):
        return False
    if one.keys() == {"at", "ms", "status"}:
        return _counts(one["status"], 999)
    return one.keys() == {"at", "ms", "error"} and reads(_ERROR, one["error"])
