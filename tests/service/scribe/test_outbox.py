"""The outbox: what was put into it is there, whatever happens to the program and wherever it happens."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.cli.scribe.outbox import Outbox, OutboxError

MATCH = "0b0e8f0e-0000-4000-8000-000000000001"
BODY = {"type": "table.note", "text": "tea – 茶\nbreak"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "outbox.jsonl"


def opened(path: Path) -> Outbox:
    return Outbox(path, MATCH)


def test_what_was_put_is_there_in_order_with_its_keys(path):
    with opened(path) as outbox:
        put = [outbox.put({**BODY, "text": str(number)}, f"line {number}", number) for number in range(5)]
        assert outbox.due == put[0]
    with opened(path) as outbox:
        assert list(outbox.entries) == list(outbox.waiting) == put
        assert len({entry.key for entry in put}) == 5


def test_nothing_is_put_before_it_is_on_the_disk(path, monkeypatch):
    synced = []
    with opened(path) as outbox:
        monkeypatch.setattr("os.fsync", lambda file: synced.append(path.read_bytes()))
        outbox.put(BODY, "a note", 3)
    assert json.loads(synced[0].splitlines()[-1])["put"]["text"] == "a note"


def test_a_refused_entry_holds_up_those_behind_it_and_no_others(path):
    with opened(path) as outbox:
        first, second, third = (outbox.put(BODY, str(number), 0) for number in range(3))
        outbox.store(first, 4, 5, 5)
        outbox.refuse(second, {"code": "illegal-move"})
        assert outbox.held is not None
        assert outbox.held.number == second.number
        assert outbox.due is None
        assert list(outbox.waiting) == [third]
        assert (outbox.seen, outbox.stored_as(5).number, outbox.stored_as(6)) == (5, first.number, None)


def test_another_line_in_its_place_has_another_key_and_goes_first(path):
    with opened(path) as outbox:
        first, second = (outbox.put(BODY, str(number), 0) for number in range(2))
        outbox.refuse(first, {"code": "illegal-move"})
        changed = outbox.put_instead(first, {"type": "pass"}, "pass", 7)
    with opened(path) as outbox:
        assert outbox.due == changed
        assert changed.key not in (first.key, second.key)
        assert (changed.number, changed.basis, changed.state) == (first.number, 7, "waiting")


def test_what_is_sent_again_as_it_is_keeps_its_key(path):
    with opened(path) as outbox:
        entry = outbox.put(BODY, "a note", 0)
        outbox.refuse(entry, {"code": "version-moved"})
        again = outbox.send_again(entry, 9)
        assert (again.key, again.basis, again.problem) == (entry.key, 9, None)
        outbox.drop(again)
        assert (outbox.due, outbox.held) == (None, None)


def test_two_programs_do_not_share_one(path):
    with opened(path), pytest.raises(OutboxError, match="another program"):
        opened(path)
    opened(path).close()


def test_an_outbox_of_another_match_is_not_taken(path):
    opened(path).close()
    with pytest.raises(OutboxError, match="another match"):
        Outbox(path, MATCH.replace("1", "2"))


def test_only_its_owner_may_read_it(path):
    opened(path).close()
    assert path.stat().st_mode & 0o077 == 0


def test_a_full_disk_leaves_what_was_there(path, monkeypatch):
    real, calls = os.write, []

    def half(file, data):
        calls.append(1)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        return real(file, bytes(data)[:10])

    with opened(path) as outbox:
        kept = outbox.put(BODY, "kept", 0)
        size = path.stat().st_size
        monkeypatch.setattr("os.write", half)
        with pytest.raises(OutboxError, match="No space"):
            outbox.put(BODY, "lost", 0)
        monkeypatch.setattr("os.write", real)
        assert path.stat().st_size == size
        then = outbox.put(BODY, "then", 0)
        assert list(outbox.entries) == [kept, then]
    with opened(path) as outbox:
        assert list(outbox.entries) == [kept, then]


def test_damage_that_no_crash_does_is_named_and_nothing_is_thrown_away(path):
    with opened(path) as outbox:
        outbox.put(BODY, "one", 0)
        outbox.put(BODY, "two", 0)
    damaged = path.read_bytes().replace(b'"put"', b'"pu', 1)
    path.write_bytes(damaged)
    with pytest.raises(OutboxError, match="line 2"):
        opened(path)
    assert path.read_bytes() == damaged


# -- wherever it stops ---------------------------------------------------------------------------------------


def a_full_outbox(path: Path) -> bytes:
    """The bytes of an outbox to which everything has happened that can."""
    with opened(path) as outbox:
        stored, refused, dropped = (outbox.put(BODY, str(number), number) for number in range(3))
        outbox.trying(stored)
        outbox.store(stored, 1, 2, 2)
        outbox.refuse(refused, {"code": "frozen", "detail": "nein – 否"})
        outbox.send_again(refused, 4)
        outbox.drop(dropped)
        outbox.put_instead(refused, {"type": "pass"}, "pass", 3)
    return path.read_bytes()


@pytest.fixture
def quick(monkeypatch):
    """Waiting for the disk is left out, where what is read again is looked at."""
    monkeypatch.setattr("os.fsync", lambda file: None)


@pytest.mark.scenario(92)
def test_cut_at_any_byte_it_is_what_its_whole_lines_say_and_goes_on(quick, path, tmp_path):
    whole = a_full_outbox(path)
    cut = tmp_path / "cut.jsonl"
    for length in range(len(whole) + 1):
        cut.write_bytes(whole[:length])
        lines = whole[:length].count(b"\n")
        with opened(cut) as outbox:
            found = outbox.entries
            told = {json.loads(line)["entry"] for line in whole.splitlines()[1:lines]}
            assert {entry.number for entry in found} == told
            assert cut.read_bytes().count(b"\n") == max(lines, 1)
            added = outbox.put(BODY, "and on", 9)
        if length % 5 == 0:
            with opened(cut) as outbox:
                assert list(outbox.entries) == [*found, added]


@given(
    st.lists(st.sampled_from(["put", "try", "store", "refuse", "drop", "again", "instead"]), max_size=30),
    st.randoms(),
)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_what_is_read_again_is_what_was_there(quick, tmp_path_factory, acts, rng):
    path = tmp_path_factory.mktemp("outbox") / "outbox.jsonl"
    with opened(path) as outbox:
        for act in acts:
            open_ = [entry for entry in outbox.entries if entry.state in ("waiting", "refused")]
            if act == "put" or not open_:
                outbox.put(BODY, act, rng.randrange(9))
                continue
            entry = rng.choice(open_)
            match act:
                case "try":
                    outbox.trying(entry)
                case "store":
                    outbox.store(entry, 1, 2, rng.randrange(9))
                case "refuse":
                    outbox.refuse(entry, {"code": "frozen"})
                case "drop":
                    outbox.drop(entry)
                case "again":
                    outbox.send_again(entry, None)
                case "instead":
                    outbox.put_instead(entry, BODY, act, None)
        before = outbox.entries, outbox.seen, outbox.due, outbox.held
    with opened(path) as outbox:
        assert (outbox.entries, outbox.seen, outbox.due, outbox.held) == before
