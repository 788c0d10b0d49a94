"""Slips of a scribe that are found only later: by the first entry that by counting cannot be, or by an assertion.

What "counting can find" means is said at each test, and counted there from the match as it was really played.
Nothing here names what a game does.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any

import pytest

from domain.application.judging import Answer, Asked
from domain.kit.facts import EVERYONE, from_json
from domain.kit.guards import Refused
from domain.kit.ruleset import rulesets
from domain.kit.table.commands import Assert
from domain.kit.visibility import OFFICIAL
from domain.match.match import told
from projections.audit import audit
from tests.games.installed import seats_near
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, Table, random_command, rules_of, seeded, words_in, words_of
from tests.games.preferences import SHORT
from tests.laws.careless import slip
from tests.laws.notebook import Entry, Notebook
from tests.laws.recording import AMISS, SCRIBE, Recording
from tests.laws.test_laws import random_options
from tests.pointers import value_at

pytestmark = pytest.mark.grows

MATCHES = 30 if SOAK else 1
SLIPS = 40 if SOAK else 10
LATER = 10_000 if SOAK else 80
"""So many entries behind a slip are looked at."""
GAMES = [name for name in OPENABLE if name not in ("seven-sins", "liars-dice")]
"""In 7 – The Sins entries name a kind and not how many, so a wrong card is counted with the others of its kind.

Out of a box a wrong number is found by the rule that says how much has to lie in a place.
"""


@lru_cache(maxsize=4)
def truth(name: str, number: int) -> tuple[Notebook, list[str]]:
    """A random match as a scribe records it who sees everything and makes no mistake; and the words in it."""
    rng = Random(f"slips {name} {number}")
    ruleset = rulesets()[name]
    seats = rng.randint(*ruleset.seats) if SOAK else seats_near(name, ruleset.seats[0] + 1)
    rules = rules_of(ruleset, seats, random_options(ruleset, rng), SHORT.get(name, {}))
    table = Table(ruleset, rules, seeded(rng.randrange(2**32))).play_on(rng)
    notebook = Notebook()
    recording = Recording(notebook, table, rng, sees=1.0)
    for version, step in recording.entries():
        recording.enter(recording.as_seen(version), step.actor if isinstance(step.actor, int) else None)
    assert not recording.amiss()
    return notebook, words_of(table)


def slips(name: str) -> Iterator[tuple[Notebook, int, Notebook, Random]]:
    """The true record, the number of an entry in which a value is written down wrong, and the record up to it.

    A slip that is found at once, or after which the game goes another way than it did, is none of these.
    """
    for number in range(MATCHES):
        rng = Random(f"slipped {name} {number}")
        true, words = truth(name, number)
        by_type: dict[str, list[int]] = {}
        for n, entry in enumerate(true.entries[:-1]):
            if entry.asked.seat is not None and entry.asked.command.FIELDS:
                by_type.setdefault(entry.asked.command.TYPE, []).append(n)
        for _ in range(SLIPS if by_type else 0):  # (nothing is wrong in a command without fields)
            wrong = slipped(true, rng.choice(rng.choice(list(by_type.values()))), words, rng)
            if wrong is not None:
                yield true, len(wrong.entries) - 1, wrong, rng


def slipped(true: Notebook, number: int, words: list[str], rng: Random) -> Notebook | None:
    """The record up to a slip in this entry."""
    asked = true.entries[number].asked
    game, state = true.match.ruleset, true.entries[number].before.state
    listed = [move for move in game.moves(state, asked.seat) if move["type"] == asked.command.TYPE]
    for attempt in range(6):
        command = slip(asked.command, words, rng)
        if attempt % 3 and listed:  # a lawful one for another
            command = random_command(game, listed, rng)
        if command == asked.command:
            continue
        try:
            wrong = true.twin(number, replace(asked, command=command))
        except Refused:
            continue
        first = true.entries[number].before.version + 1
        same = board(wrong.match.state) == board(before(true, number + 1)) and not has_amiss(wrong, first)
        if same and wrong.match.state != before(true, number + 1):
            return wrong
    return None


def before(notebook: Notebook, number: int) -> Any:
    """The state before entry *number*, be it the one that comes next."""
    entries = notebook.entries
    return entries[number].before.state if number < len(entries) else notebook.match.state


def board(state: Any) -> Any:
    """How the game stands, apart from what lies where."""
    return state.dump()["public"]


def has_amiss(notebook: Notebook, first: int) -> bool:
    """Whether something from decision *first* on is said not to add up."""
    return any(fact["type"] in AMISS for new in notebook.events[first:] for fact in new.record["facts"])


# -- by what follows ----------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.scenario(74)
def test_a_slip_of_a_seats_entry_is_found_at_the_first_entry_that_cannot_be() -> None:
    """A wrong card, good, city, number: found where counting can find it first, and quiet until then.

    Counting can find it at the first entry that names more of a kind than by the record lie in the place out of
    which they really came. There it is written down with a contradiction, which is the audit's first; or refused,
    if everybody can look there. (Of money it can, too, wherever more is needed than by the record is in a purse,
    and never while there is as much in each as there really is.) Where by the record something else happens than
    did, the slip shows without counting.
    """
    found: Counter[str] = Counter()
    for name in GAMES:
        for true, number, wrong, _ in slips(name):
            found[how_found(true, number, wrong)] += 1
    assert found["contradiction"]
    assert found["refused"] + found["quiet"]


def how_found(true: Notebook, number: int, wrong: Notebook) -> str:
    """Enter what followed as it was, until the slip is found; it has to be where it is counted."""
    for later in range(number + 1, min(len(true.entries), number + LATER)):
        entry, states = true.entries[later], (before(true, later), before(true, later + 1))
        named = Counter(words_in(entry.asked.command.to_json()))
        wrong_before = wrong.match.state
        really = states[0], true.states[entry.before.version + 1]
        cannot_be = lacking(*really, wrong_before, named)
        answer = entered(wrong, entry)
        if answer is None:
            can_be = not cannot_be and not emptied_twice(*really, wrong_before)
            assert not can_be, f"entry {later} is refused, although by counting it can be"
            return "refused"
        amiss = has_amiss(wrong, answer.first)
        another_way = board(wrong.match.state) != board(states[1])
        if another_way and not cannot_be:
            return "another way"  # by what was written down wrong something happens that did not
        assert amiss == bool(cannot_be) or (amiss and has_less(states[0], wrong_before)), f"entry {later}"
        if amiss:
            log = [told(event) for event in wrong.events]
            findings = audit(wrong.match, OFFICIAL, log)["findings"]
            first = next(finding for finding in findings if finding["kind"] == "contradiction")
            assert answer.first <= first["complete"] <= answer.last
            return "contradiction"
    return "quiet"


def entered(notebook: Notebook, entry: Entry) -> Answer | None:
    """The answer; None if it is refused."""
    try:
        return notebook.append(notebook.match.id, entry.principal, [entry.asked])
    except Refused:
        return None


def lacking(earlier: Any, later: Any, recorded: Any, named: Counter[str]) -> bool:
    """Whether more of something that was *named* went out of a place than by the record lies there.

    Where more went than was named, all went, whatever it was: counting finds nothing there.
    """
    for name, place in earlier.places.items():
        gone = Counter(place.known) - Counter(later.places[name].known)
        if gone <= named and gone - Counter(recorded.places[name].known):
            return True
    return False


def emptied_twice(earlier: Any, later: Any, recorded: Any) -> bool:
    """Whether all of a kind went out of a place into which everybody looks, and by the record none lies there."""
    for name, place in earlier.places.items():
        gone = (Counter(place.known) - Counter(later.places[name].known)).keys() - later.places[name].known.keys()
        if place.kind.looks == EVERYONE and any(not recorded.places[name].known.get(kind) for kind in gone):
            return True
    return False


def has_less(true: Any, recorded: Any) -> bool:
    """Whether by the record there is less in some purse than there really is."""
    return any(purse.amount > recorded.purses[name].amount for name, purse in true.purses.items())


# -- by assertions ------------------------------------------------------------------------------------------


def test_an_assertion_finds_a_slip_and_since_when_it_can_have_been_made() -> None:
    """What lies in a place is asserted before a slip, where it holds, and again behind it.

    Counting can find the slip while the place does not hold by the record what it really holds: then the assertion
    does not hold. It names the decisions behind the first one at which the record changed there: the slip is among
    them, unless it is one by which the record should have changed there and did not.
    """
    found: Counter[str] = Counter()
    for true, number, wrong, rng in chain.from_iterable(map(slips, OPENABLE)):
        view_before = official(true, before(true, number))
        at = rng.choice(wrong_at(true, number, wrong) if rng.random() < 0.8 else pointers(view_before))
        start = max(0, number - rng.randrange(6))
        record = asserted(true, start, at)
        if record is None:
            continue
        held = record.match.version
        again = (*true.entries[start:number], wrong.entries[number], *true.entries[number + 1 :])
        for entry in again[: number - start + 1 + rng.randrange(10)]:
            if entered(record, entry) is None:
                break
        known = len(record.entries) - 1  # without the assertion
        is_ = value_at(official(true, before(true, known)), at)
        view = official(record, record.match.state)
        answer = record.append(record.match.id, SCRIBE, [Asked(Assert(at, from_json(is_)))])
        (fact,) = told(record.events[answer.first])["facts"]
        if fact["holds"] == "cannot-tell":
            assert record.match.state.has_gaps, "since something cannot be, it is unknown what lies there"
        else:
            assert (fact["holds"] == "no") == (value_at(view, at) != is_)
        found[fact["holds"]] += 1
        if fact["holds"] == "no":
            check_suspects(record, fact, at, held)
            found["named"] += record.entries[number + 1].before.version + 1 in fact["suspects"]
    assert found["no"] >= found["named"] > 0
    assert found["yes"]


def wrong_at(true: Notebook, number: int, wrong: Notebook) -> list[str]:
    """Where the slip shows at once."""
    really, recorded = official(true, before(true, number + 1)), official(wrong, wrong.match.state)
    everywhere = pointers(really)
    return [at for at in everywhere if value_at(really, at) != value_at(recorded, at)] or everywhere


def check_suspects(record: Notebook, fact: Any, at: str, held: int) -> None:
    """The decisions behind the assertion that held at which the record changed there."""
    values = [value_at(official(record, state), at) for state in record.states[held:-1]]
    changed = [held + n for n in range(1, len(values)) if values[n] != values[n - 1]]
    assert fact["suspects"] == changed


def asserted(true: Notebook, start: int, at: str) -> Notebook | None:
    """The true record up to entry *start*, with an assertion that holds behind it."""
    is_ = value_at(official(true, before(true, start)), at)
    if is_ is None:
        return None
    record = true.twin(start, Asked(Assert(at, from_json(is_))))
    (fact,) = told(record.events[-1])["facts"]
    assert fact["holds"] == "yes"
    return record


def official(notebook: Notebook, state: Any) -> Any:
    """The board as officials see it, as it is served."""
    return json.loads(json.dumps(notebook.match.ruleset.view(state.masked(OFFICIAL))))


def pointers(view: Any, at: str = "") -> list[str]:
    """Where the things of a place stand, or an amount."""
    if isinstance(view, list):
        return [found for n, item in enumerate(view) for found in pointers(item, f"{at}/{n}")]
    if not isinstance(view, dict):
        return []
    if "things" in view or "amount" in view:
        return [f"{at}/things" if "things" in view else f"{at}/amount"]
    return [found for name, item in view.items() for found in pointers(item, f"{at}/{name}")]
