"""Recorded matches: what a scribe writes down with gaps ends as what was played; what cannot be is found.

Nothing here names a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

from domain.application.matches import Matches
from domain.kit.ruleset import rulesets
from domain.kit.visibility import OFFICIAL, PUBLIC, seat_viewer
from domain.match.line import fold_facts
from domain.match.match import told
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, Table, rules_of, seeded
from tests.games.preferences import SHORT
from tests.laws.notebook import Notebook
from tests.laws.recording import Recording
from tests.laws.test_laws import random_options

pytestmark = pytest.mark.grows

NUMBERS = count()
MATCHES = 70 if SOAK else 1
TABLES = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name, ruleset in OPENABLE.items()
    for seats in range(ruleset.seats[0], ruleset.seats[1] + 1)
    if SOAK or seats == ruleset.seats[0]
]


@pytest.fixture
def matches() -> Iterator[Matches]:
    """An application on a database in memory."""
    env = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": f"file:recorded-{next(NUMBERS)}?mode=memory&cache=shared",
        "CREATE_TABLE": "y",
    }
    with Matches(env, service_key=bytes(32)) as opened:
        yield opened


def played(name: str, seats: int, rng: Random) -> Table:
    """A random match, hosted."""
    ruleset = rulesets()[name]
    rules = rules_of(ruleset, seats, random_options(ruleset, rng), SHORT.get(name, {}))
    return Table(ruleset, rules, seeded(rng.randrange(2**32))).play_on(rng)


def check_fold_law(recording: Recording) -> None:
    """What each viewer was told folds to the masked state, at the end of what was recorded."""
    match = recording.match
    events = list(recording.matches._log(match.id))
    for viewer in (PUBLIC, OFFICIAL, *map(seat_viewer, range(match.rules.seats))):
        state = match.ruleset.empty(match.rules, viewer)
        for event in events:
            fold_facts(match.ruleset, state, told(event, viewer)["facts"])
        assert state == match.state.masked(viewer)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.scenario(73)
def test_what_a_scribe_saw_and_learned_is_what_was_played(matches: Matches, name: str, seats: int) -> None:
    for number in range(MATCHES):
        rng = Random(f"recorded {name} {seats} {number}")
        table = played(name, seats, rng)
        stored = number % 10 == 0  # the others are judged alike, and kept in a list
        recording = Recording(
            matches if stored else Notebook(), table, rng, sees=rng.choice((0.0, 0.3, 0.7))
        ).play_out()
        ruleset, state = table.ruleset, recording.match.state
        assert recording.amiss() == []
        assert state.outcome == table.state.outcome
        # The OpenAPI document promises these of every outcome.
        assert state.outcome["result"] in ("win", "shared", "no-result")
        assert state.outcome["reason"] == "played"
        assert set(state.outcome["winners"]) <= set(range(seats))
        view: Any = ruleset.view(state.masked(PUBLIC))
        assert view == ruleset.view(table.state.masked(PUBLIC))
        check_fold_law(recording)


# -- slips --------------------------------------------------------------------------------------------------


def lacks(table: Table, version: int, place: str, things: Sequence[str]) -> bool:
    """Whether these things cannot all have come out of the place, by what really lay there before the decision."""
    return bool(Counter(things) - Counter(table.states[version - 1].places[place].known))


SOURCES = {"draw-stones": "bag", "deal-cards": "deck", "lay-out": "supply"}
"""Where the things come from that chance brings out openly."""


@pytest.mark.long
@pytest.mark.parametrize("name", ["mea-culpa", "thurn-and-taxis"])
@pytest.mark.scenario(74)
def test_a_slip_is_found_when_counting_can_find_it(matches: Matches, name: str) -> None:
    """One thing is written down for another that has run out where it comes from: found at once, and only then."""
    found = quiet = 0
    for number in range(40 if SOAK else 4):
        rng = Random(f"slip {name} {number}")
        table = played(name, 2, rng)
        recording = Recording(matches, table, rng, sees=1.0)
        draws = [
            version
            for version, step in recording.entries()
            if step.command.TYPE in SOURCES and step.drawn and version > 3
        ]
        slip = rng.choice(draws)
        for version, _ in recording.entries():
            command = recording.as_seen(version)
            if version < slip:
                recording.record(version, command)
                continue
            state, (field,) = recording.match.state, command.FIELDS
            things = list(getattr(command, field.attribute))
            source = SOURCES[command.TYPE]
            if len(things) > len(state.places[source]):
                break  # it is shuffled in between
            kinds = sorted(set(table.ruleset.kinds(state, source)) - {things[0]})
            if number % 2:  # of what there is least
                kinds = [min(kinds, key=table.states[version - 1].places[source].count)]
            things[0] = rng.choice(kinds)
            expected = lacks(table, version, source, things)
            recording.enter(type(command)(tuple(things)))
            assert bool(recording.amiss()) == expected
            found, quiet = found + expected, quiet + (not expected)
            break
    assert found
    assert quiet
