"""What is said of something irregular is as secret as what it follows from, in every ruleset.

Two records are alike up to a command that is entered as irregular: they differ in what it holds in secret, or in
what somebody was not told before. Whoever was not told the difference is answered alike, also where the one breaks
a rule that the other keeps; entered at the table, or inserted later. Nothing here names a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.application.judging import Asked
from domain.kit.facts import Command
from domain.kit.guards import Refused
from domain.kit.play import irregular_moves
from domain.kit.ruleset import Ruleset
from domain.kit.table.commands import Amend
from domain.match.match import told
from tests.games.installed import OWN
from tests.games.playing import SOAK, any_command, can_be_sent, random_command
from tests.laws.careless import secret_fields
from tests.laws.notebook import Notebook, Recorded
from tests.laws.recording import SCRIBE
from tests.laws.test_gaps import TABLES, _was_told, check_answers_alike, records, twins

pytestmark = pytest.mark.grows

PLACES = 60 if SOAK else 5
"""So often something irregular is entered in a record."""
TRIES = 12 if SOAK else 4
"""Commands that are tried there."""
NOTE = "it was let stand"


def entered_in(notebook: Notebook, asked: Asked) -> Notebook | None:
    """The record with this behind it; None if it is refused."""
    twin = notebook.until(len(notebook.entries))
    try:
        twin.append(twin.match.id, SCRIBE, [asked])
    except Refused:
        return None
    return twin


def irregular(seat: int, command: Command) -> Asked:
    return Asked(command, seat, None, NOTE)


def inserted(notebook: Notebook, seat: int, command: Command) -> Asked | None:
    """The same as a correction, behind the newest decision of the game; None if there is none."""
    of_the_game = [
        n for n, new in enumerate(notebook.events) if not new.record["command"]["type"].startswith("table.")
    ]
    entry = {"command": command.to_json(), "seat": seat, "irregular": True}
    change = {"decision": of_the_game[-1], "effect": "insert", "commands": [entry]}
    return Asked(Amend((change,)))


def broken(notebook: Notebook) -> str:
    """What officials are told of the rule that was broken in the newest decision."""
    return str([fact for fact in told(notebook.events[-1])["facts"] if "Irregular" in str(fact)])


def compared(one: Notebook, other: Notebook, first: int, rng: Random) -> int:
    """Check that whoever was not told the difference in decision *first* is answered alike; how many were not."""
    mine, theirs = Recorded(one), Recorded(other)
    blind = [viewer for viewer in mine.table.viewers[:-1] if not _was_told(mine, theirs, first, viewer)]
    for viewer in blind:
        check_answers_alike(mine, theirs, first, viewer, rng)
    return len(blind)


# -- what the command holds ---------------------------------------------------------------------------------


def with_secrets(game: Ruleset[Any], seat: int, state: Any, words: list[str], rng: Random) -> Iterator[Command]:
    """Commands of which something is not for everyone: what is lawful, what can be done, and anything."""
    listed = [*game.moves(state, seat), *irregular_moves(game, state, seat)]
    for _ in range(TRIES):
        lawful = bool(listed) and rng.random() < 0.7
        command = random_command(game, listed, rng) if lawful else any_command(game, words, rng)
        if secret_fields(command):
            yield command


def otherwise(command: Command, words: list[str], rng: Random) -> Command:
    """The command with other values in what is not for everyone: numbers far beyond what is lawful, too."""
    names = [field.attribute for field in secret_fields(command)]
    other = replace(command, **{name: _other(getattr(command, name), words, rng) for name in names})
    return other if can_be_sent(type(command), other.to_json()) else command


def _other(value: Any, words: list[str], rng: Random) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return rng.choice([0, 1, value, 2 * value + 9, rng.randrange(60), 500])
    if isinstance(value, str):
        return rng.choice(words)
    return tuple(rng.sample(value, len(value))) if isinstance(value, tuple) else value


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_a_command_holds_in_secret_does_not_show_in_the_rule_that_it_breaks(name: str, seats: int) -> None:
    met: Counter[str] = Counter()
    for record, played, rng in records(name, seats):
        game, notebook = played.table.ruleset, record.notebook
        for _ in range(PLACES):
            start = notebook.until(rng.randrange(len(notebook.entries)))
            state, first = start.match.state, start.match.version + 1
            if not state.plays:
                continue
            for seat in range(seats):
                for command in with_secrets(game, seat, state, record.words, rng):
                    other = otherwise(command, record.words, rng)
                    for corrects in (False, True):
                        asked = [
                            inserted(start, seat, one) if corrects else irregular(seat, one)
                            for one in (command, other)
                        ]
                        one, two = (entered_in(start, it) for it in asked)
                        if command == other or one is None or two is None:
                            continue
                        met["compared"] += compared(one, two, first, rng)
                        met["another rule"] += broken(one) != broken(two)
    secret = [cls for cls in game.commands if any(field.audience.kind != "everyone" for field in cls.FIELDS)]
    if any(guard.counted for cls in secret for guard in game.guards.get(cls, ())):
        assert met["another rule"] > 3, "the rule hardly ever depends on a secret: this tests nothing"


# -- what was not told before -------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_was_not_told_before_does_not_show_in_the_rule_that_is_broken(name: str, seats: int) -> None:
    met: Counter[str] = Counter()
    for record, played, rng in records(name, seats):
        game = played.table.ruleset
        for number, twin in twins(record.notebook, rng):
            mine, theirs = played, Recorded(twin)
            first = record.notebook.entries[number].before.version + 1
            blind = [viewer for viewer in mine.table.viewers[:-1] if not _was_told(mine, theirs, first, viewer)]
            until = rng.randrange(number + 1, len(twin.entries) + 1)
            starts = record.notebook.until(until), twin.until(until)
            if len(starts[0].events) != len(starts[1].events) or not starts[0].match.state.plays:
                continue
            for command, seat in any_of_a_seat(game, starts[0].match.state, record.words, rng):
                both = [entered_in(start, irregular(seat, command)) for start in starts]
                if None in both:
                    continue
                one, two = map(Recorded, both)
                for viewer in blind:
                    if all(
                        one.sent(viewer, n) == two.sent(viewer, n) for n in range(first, len(starts[0].events))
                    ):
                        check_answers_alike(one, two, len(starts[0].events), viewer, rng)
                        met["compared"] += 1
    assert met["compared"] > 3 or name not in OWN, "hardly any twins: this tests nothing"


def any_of_a_seat(game: Ruleset[Any], state: Any, words: list[str], rng: Random) -> Iterator[tuple[Command, int]]:
    """What some seat could do, lawful or not."""
    for _ in range(TRIES):
        seat = rng.randrange(state.rules.seats)
        listed = [*game.moves(state, seat), *irregular_moves(game, state, seat)]
        if listed and rng.random() < 0.7:
            yield random_command(game, listed, rng), seat
        else:
            yield any_command(game, words, rng), seat
