"""Times and days as people and their devices give them (RFC 3339), each kept in one form.

What cannot be meant is refused: what lies ahead of the clock, and what is older than anything that is recorded.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone

EARLIEST = date(1900, 1, 1)
"""The earliest day of a record."""
AHEAD = timedelta(days=1)
"""How far a time or a day may be ahead: somewhere on earth it is tomorrow, and clocks of devices are wrong."""

_TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))", re.ASCII
)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def in_utc(text: str, now: datetime | None = None) -> str:
    """A time of RFC 3339 (section 5.6), with any offset, as it is kept: UTC, to the millisecond, ``…Z``.

    Whole seconds have no fraction. Raises ``ValueError``, which says what is wrong. *now* is the clock's time.
    """
    found = _TIME.fullmatch(text) if len(text) <= 100 else None
    if found is None:
        raise ValueError(
            "Has to be a time such as 2026-11-28T20:15:00Z, or with its offset such as 2026-11-28T21:15:00+01:00."
        )
    *numbers, fraction, sign, hours, minutes = found.groups()
    year, month, day, hour, minute, second = map(int, numbers)
    offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    if second == 60:
        raise ValueError("Seconds go up to 59; write a leap second as the second before it.")
    if minutes is not None and (int(hours) > 23 or int(minutes) > 59):
        raise ValueError("There is no such offset.")
    zone = timezone(-offset if sign == "-" else offset)
    try:
        moment = datetime(year, month, day, hour, minute, second, tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError("There is no such time.") from None
    if moment.date() < EARLIEST:
        raise ValueError(f"Is before {EARLIEST}.")
    if moment > (now or datetime.now(tz=UTC)) + AHEAD:
        raise ValueError("Is in the future, by the service's clock.")
    thousandths = ((fraction or "") + "000")[:3]
    return f"{moment:%Y-%m-%dT%H:%M:%S}{f'.{thousandths}' if int(thousandths) else ''}Z"


def readable(text: str) -> str:
    """A time as it is kept, as people read it on paper: to the second, with its zone."""
    return f"{text[:10]} {text[11:19]} UTC"


def a_day(text: str) -> date:
    """A day, written YYYY-MM-DD; raises ``ValueError`` where that is none."""
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise ValueError("Has to be a date, as YYYY-MM-DD.")


def check_played(day: date, now: datetime | None = None) -> None:
    """Refuse a day on which no match can have been played: raises ``ValueError``, which says why."""
    if day < EARLIEST:
        raise ValueError(f"Is before {EARLIEST}.")
    if day > (now or datetime.now(tz=UTC)).date() + AHEAD:
        raise ValueError("Is in the future, by the service's clock.")
