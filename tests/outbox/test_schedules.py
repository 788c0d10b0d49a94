"""Whatever is cut off, killed or reloaded, and when: nothing is lost, doubled, or done unseen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

from tests.outbox.schedules import Phones, check, schedule
from tests.persistence.serving import served

pytestmark = pytest.mark.long

SOAK = os.environ.get("KERBHOLZ_SOAK") == "1"
SCHEDULES = 500 if SOAK else 25


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
    for seed in range(number):
        ops = schedule(Random(seed if locks else f"without {seed}"))
        found, log = phones.run(ops, locks=locks)
        try:
            check(found, log, phones.truth)
        except AssertionError as wrong:
            raise AssertionError(f"schedule {seed}: {ops}") from wrong
        asked += len(found["asked"])
    assert asked > number / 10, "scribes were asked"
