"""Times and days that people and devices give."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kit.text.times import EARLIEST, a_day, check_played, in_utc

NOW = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("2026-11-28T20:15:00Z", "2026-11-28T20:15:00Z"),
        ("2026-11-28T20:15:00z", "2026-11-28T20:15:00Z"),
        ("2026-11-28t20:15:00Z", "2026-11-28T20:15:00Z"),
        ("2026-11-28T20:15:00+00:00", "2026-11-28T20:15:00Z"),
        ("2026-11-28T20:15:00-00:00", "2026-11-28T20:15:00Z"),
        ("2026-11-28T20:15:00.5Z", "2026-11-28T20:15:00.500Z"),
        ("2026-11-28T20:15:00.000Z", "2026-11-28T20:15:00Z"),
        ("2026-11-28T20:15:00.123456Z", "2026-11-28T20:15:00.123Z"),
        ("2026-11-28T20:15:00.123456789+00:00", "2026-11-28T20:15:00.123Z"),
        ("2026-11-28T20:15:00.0009Z", "2026-11-28T20:15:00Z"),
        ("2026-11-28T20:15:00.05Z", "2026-11-28T20:15:00.050Z"),
        ("2026-11-28T21:15:00+01:00", "2026-11-28T20:15:00Z"),
        ("2026-11-28T14:45:00-05:30", "2026-11-28T20:15:00Z"),
        ("2026-11-29T00:15:00+14:00", "2026-11-28T10:15:00Z"),
        ("2026-11-28T00:00:00-23:59", "2026-11-28T23:59:00Z"),
        ("1900-01-01T00:00:00Z", "1900-01-01T00:00:00Z"),
        ("2026-11-30T08:00:00Z", "2026-11-30T08:00:00Z"),
        ("2024-02-29T12:00:00Z", "2024-02-29T12:00:00Z"),
    ],
)
def test_every_form_of_a_time_is_kept_in_one(given, kept):
    assert in_utc(given, NOW) == kept
    assert in_utc(kept, NOW) == kept


@pytest.mark.parametrize(
    ("given", "said"),
    [
        *(
            (text, "Has to be a time such as")
            for text in ("", "now", "2026-11-28", "2026-11-28T20:15Z", "20261128T201500Z")
        ),
        *(
            (text, "Has to be a time such as")
            for text in ("2026-11-28 20:15:00Z", "2026-11-28T20:15:00", "2026-11-28T20:15:00.Z")
        ),
        *(
            (text, "Has to be a time such as")
            for text in ("2026-11-28T20:15:00+01", "2026-11-28T20:15:00+0100", "+2026-11-28T2Z")
        ),
        *(
            (text, "Has to be a time such as")
            for text in ("2026-11-28T20:15:00,5Z", "2026-11-28T20:15:00Z\n", " 2026-11-28T20:15:00Z")
        ),
        ("２０２６-11-28T20:15:00Z", "Has to be a time such as"),
        ("2026-11-28T20:15:00.5−01:00", "Has to be a time such as"),
        ("2026-11-28T20:15:00Z" + "0" * 10**6, "Has to be a time such as"),
        ("2026-11-28T23:59:60Z", "leap second"),
        ("2026-11-28T24:00:00Z", "no such time"),
        ("2026-02-29T10:00:00Z", "no such time"),
        ("2026-13-01T10:00:00Z", "no such time"),
        ("0000-01-01T10:00:00Z", "no such time"),
        ("0001-01-01T00:00:00+23:59", "no such time"),
        ("9999-12-31T23:59:59-23:59", "no such time"),
        ("2026-11-28T20:15:00+24:00", "no such offset"),
        ("2026-11-28T20:15:00+01:60", "no such offset"),
        ("1899-12-31T23:59:59Z", "Is before 1900-01-01"),
        ("1900-01-01T00:00:00+01:00", "Is before 1900-01-01"),
        ("2026-11-30T08:00:01Z", "Is in the future"),
        ("2026-11-30T09:00:00+00:30", "Is in the future"),
        ("2999-01-01T00:00:00Z", "Is in the future"),
    ],
)
def test_what_is_no_time_or_cannot_be_meant_is_refused(given, said):
    with pytest.raises(ValueError, match=said):
        in_utc(given, NOW)


@given(
    st.datetimes(datetime(1901, 1, 1), datetime(2026, 11, 28)),  # noqa: DTZ001
    st.integers(-1439, 1439),
    st.sampled_from(["", ".1", ".120", ".123456"]),
)
def test_the_offset_is_only_another_way_of_writing_it(moment, minutes, fraction):
    whole = moment.replace(microsecond=0, tzinfo=UTC)
    local = whole + timedelta(minutes=minutes)
    sign, (hours, rest) = "-" if minutes < 0 else "+", divmod(abs(minutes), 60)
    written = f"{local:%Y-%m-%dT%H:%M:%S}{fraction}{sign}{hours:02}:{rest:02}"
    kept = datetime.fromisoformat(in_utc(written, NOW))
    assert kept == datetime.fromisoformat(f"{whole:%Y-%m-%dT%H:%M:%S}{fraction[:4]}+00:00")


def test_a_match_was_played_since_1900_and_not_after_tomorrow():
    for day in (EARLIEST, date(2026, 11, 29), date(2026, 11, 30)):
        check_played(day, NOW)
    for day in (date(1, 1, 1), date(1899, 12, 31)):
        with pytest.raises(ValueError, match="before 1900"):
            check_played(day, NOW)
    for day in (date(2026, 12, 1), date(2999, 1, 1), date(9999, 12, 31)):
        with pytest.raises(ValueError, match="future"):
            check_played(day, NOW)


def test_a_day_is_written_in_one_way():
    assert a_day("2024-02-29") == date(2024, 2, 29)
    for text in ("2023-02-29", "20240229", "2024-2-29", "２024-02-29", "2024-02-29T10:00:00Z", "0000-01-01", ""):
        with pytest.raises(ValueError, match="a date"):
            a_day(text)
