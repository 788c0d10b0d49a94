"""What was offered and not used need not be entered: who records what came next can say so (``declining``).

Of one match two records are made, one with and one without what may be left out: they hold the same decisions.
Nothing here names a game.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from domain.application.judging import Asked
from domain.kit.facts import Command, Json
from domain.kit.guards import Refused
from domain.kit.ruleset import rulesets
from domain.kit.table.commands import Confirm
from tests.asking import asking
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, Table, rules_of
from tests.games.playing import seeded as drawn_by
from tests.games.preferences import SHORT
from tests.laws.notebook import Notebook
from tests.laws.recording import SCRIBE, Recording
from tests.laws.test_laws import random_options

pytestmark = pytest.mark.grows

MATCHES = 20 if SOAK else 1
MOST = 10_000 if SOAK else 150


def played(name: str, number: int) -> Table:
    """A random match."""
    rng, game = Random(f"left {name} {number}"), rulesets()[name]
    rules = rules_of(game, rng.randint(*game.seats), random_options(game, rng), SHORT.get(name, {}))
    return Table(game, rules, drawn_by(rng.randrange(2**32))).play_on(rng)


def recorded(table: Table, *, leaves_out: bool) -> tuple[Recording, Counter[str]]:
    """The record of a match by somebody who saw everything, and what of it was left out."""
    record = Recording(Notebook(), table, Random(0), sees=1.0)
    left: Counter[str] = Counter()
    pending: list[tuple[int, Any]] = []
    for version, step in islice(record.entries(), MOST):
        state, game = record.match.state, table.ruleset
        command = record.as_seen(version)
        asked = game.asking(state) if not pending else None
        if leaves_out and asked is not None and (asked.seat, asked.declinable) == (step.actor, command):
            pending.append((asked.seat, command))
            continue
        seat = step.actor if isinstance(step.actor, int) else None
        if pending and is_accepted(record, command, seat):
            # What would be accepted as it is declines nothing, such as the first action of the next turn of the
            # same seat, which could as well be the one that was left.
            for left_by, one in pending:
                record.enter(one, left_by)
            pending = []
        try:
            record.enter(command, seat, declining=bool(pending))
            left.update(one.TYPE for _, one in pending)
        except Refused:
            if not pending:
                raise
            for left_by, one in pending:
                record.enter(one, left_by)
            record.enter(command, seat)
        pending = []
        record.tell_what_is_waited_for(version)
    for left_by, one in pending:
        record.enter(one, left_by)
    if record.match.state.proposed is not None:
        record.enter(Confirm())
    return record, left


def is_accepted(record: Recording, command: Command, seat: int | None) -> bool:
    """Whether this could be entered now, without anything that was declined."""
    try:
        record.matches.append(record.id, SCRIBE, asking(Asked(command, seat)), dry_run=True)
    except Refused:
        return False
    return True


def log_of(record: Recording) -> list[tuple[Json, Json, Json]]:
    """Who decided what, and what came of it."""
    return [(one["actor"], one["command"], one["facts"]) for one in record.decisions()]


@pytest.mark.long
@pytest.mark.parametrize("name", OPENABLE)
def test_a_record_without_what_was_left_holds_the_same(name: str) -> None:
    left: Counter[str] = Counter()
    for number in range(MATCHES):
        table = played(name, number)
        whole, _ = recorded(table, leaves_out=False)
        short, found = recorded(table, leaves_out=True)
        assert log_of(short) == log_of(whole)
        left += found
    offers = any(rulesets()[name].asking(state) is not None for state in table.states)
    assert bool(left) == offers, "hardly anything was left: this tests nothing"
