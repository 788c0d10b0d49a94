"""Whatever is cut off, killed or reloaded, and when: nothing is lost, doubled, or done unseen."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.outbox.schedules import CUTS, LINES, Phones, check, schedule, scheduled
from tests.persistence.serving import served

pytestmark = pytest.mark.long

SOAK = os.environ.get("KERBHOLZ_SOAK") == "1"
SCHEDULES = 500 if SOAK else 12
MANY = 300
"""So many schedules hold every cut."""
HAPPENS = {
    "half an hour without the service",
    "service killed",
    "service killed between store and answer",
    "stored, and no answer",
    "given up, and answered",
    "sent again",
    "tab killed while it sends",
    "another tab goes on",
    "opened again",
    "held: conflict",
    "held: ruled",
    "left out as the same",
    "sent behind theirs",
    "each is looked at",
    "told: Full",
}
"""What the phones count."""


@pytest.fixture(scope="module")
def phones(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phones]:
    """Two phones, and a service that can be killed."""
    with served(f"sqlite:///{tmp_path_factory.mktemp('outbox') / 'kerbholz.db'}") as service:
        both = Phones(service)
        yield both
        both.close()


@pytest.mark.grows
@pytest.mark.parametrize("locks", [True, False], ids=["one tab writes", "without locks"])
def test_nothing_is_lost_nothing_is_doubled_and_nobody_is_overrun(phones: Phones, locks: bool) -> None:
    """Schedules at random, by their seeds: most of them where one tab holds the lock."""
    number = SCHEDULES * 4 // 5 if locks else SCHEDULES // 5
    asked = 0
    cuts, happened = Counter[str](), Counter[str]()
    for seed in range(number):
        ops = schedule(Random(seed if locks else f"without {seed}"))
        found, log = phones.run(ops, locks=locks)
        try:
            check(found, log, phones.truth)
        except AssertionError as wrong:
            raise AssertionError(f"schedule {seed}: {ops}") from wrong
        asked += len(found["asked"])
        cuts += scheduled(ops)
        happened += Counter(found["counts"])
    assert asked > number / 10, "scribes were asked"
    if number >= MANY:
        assert cuts.keys() == CUTS.keys(), "each cut was made"
        assert happened.keys() >= HAPPENS, "and what it can do was done"


def test_what_is_left_out_within_three_seconds_was_never_sent(phones: Phones) -> None:
    ops = [["note", 0], ["rest", 0], ["pass", 0, 2], ["rest", 0], ["undo", 0], ["pass", 0, 60], ["rest", 0]]
    found, log = phones.run(ops, locks=True)
    assert found["left"] == ["note 1"]
    assert found["phones"][0]["requests"] == 0
    assert len(log) == 1


def test_the_next_entry_sends_the_one_before_it_and_time_the_last(phones: Phones) -> None:
    ops = [["note", 0], ["note", 0], ["rest", 0], ["undo", 0], ["rest", 0]]
    found, log = phones.run(ops, locks=True)
    assert found["phones"][0]["requests"] == 1
    assert [one["command"]["text"] for one in log[1:]] == ["note 1"]


def test_an_answer_that_a_dying_service_never_gave_is_asked_for_again(phones: Phones) -> None:
    ops = [["network", 0, "dies"], ["line", 0], ["pass", 0, 4], ["rest", 0], ["kill", 0], ["line", 0], ["rest", 0]]
    found, log = phones.run(ops, locks=True)
    check(found, log, phones.truth)
    assert [one["state"] for one in found["phones"][0]["entries"]] == ["stored", "stored"]
    assert not found["asked"], "its own entry is nothing that others have entered"


def test_of_fourteen_lines_twelve_are_what_the_other_scribe_has_entered(phones: Phones) -> None:
    ops = [["network", 0, "down"], *[["line", 0]] * 14, *[["line", 1]] * 12, ["pass", 1, 4], ["rest", 1]]
    ops += [["network", 0, "up"], ["rest", 0], ["answer", 0, False], ["pass", 0, 4], ["rest", 0]]
    found, log = phones.run(ops, locks=True)
    check(found, log, phones.truth)
    assert found["asked"] == [{"kind": "conflict", "each": False, "theirs": 12}]
    assert [one["state"] for one in found["phones"][0]["entries"]] == ["out"] * 12 + ["stored"] * 2


def test_what_was_found_to_be_the_same_is_the_same_as_nothing_else(phones: Phones) -> None:
    """The first player takes the same piece again, eight lines later: the other scribe has not entered that."""
    again = next(at for at in range(5, LINES) if phones.truth[at] == phones.truth[4])
    ops = [["network", 0, "down"], *[["line", 0]] * (again + 1), *[["line", 1]] * 5, ["pass", 1, 4], ["rest", 1]]
    ops += [["network", 0, "up"], ["rest", 0], *[["answer", 0, True], ["rest", 0]] * (again + 2)]
    found, log = phones.run(ops, locks=True)
    check(found, log, phones.truth)
    states = [one["state"] for one in found["phones"][0]["entries"]]
    assert states == ["out"] * 5 + ["stored"] * (again - 4)


@pytest.mark.parametrize("ruling", [True, False])
def test_a_ruling_holds_notes_too_and_what_a_seat_says_holds_nothing(phones: Phones, ruling: bool) -> None:
    ops = [["network", 0, "down"], ["note", 0], ["line", 0], ["rule" if ruling else "seat", 0]]
    ops += [["network", 0, "up"], ["pass", 0, 4], ["rest", 0]]
    found, log = phones.run(ops, locks=True)
    check(found, log, phones.truth)
    assert {one["kind"] for one in found["asked"]} == ({"ruled"} if ruling else set())
