"""Nothing that one request asks for goes on for ever, whatever is missing from the set, and whatever the board.

Matches of every ruleset are recorded at random, with any options, on boards whose numbers are as small and as
large as can be, while piece after piece turns out to be missing. Each entry is answered; in the end the match may
stall. Nothing here names a game.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from types import FrameType
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from domain.application.judging import Asked
from domain.kit.facts import Json
from domain.kit.guards import Refused
from domain.kit.places import one_by_one
from domain.kit.play import MOST_AUTOMATIC, awaits_tell
from domain.kit.ruleset import BadOption, Ruleset, rulesets
from domain.kit.steps import MOST_STEPS
from domain.kit.table.commands import Amend, Missing, Tell
from domain.match.opening import Opening, SeatWanted, rules_for
from tests.games.installed import has_pieces, until
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, command_of, filled, parts_of
from tests.laws.careless import believable
from tests.laws.notebook import Notebook
from tests.laws.recording import SCRIBE

pytestmark = pytest.mark.grows

MATCHES = 40 if SOAK else 8
ENTRIES = 120 if SOAK else 50
SECONDS = 20.0
"""An entry that takes so long is taken for one that never ends."""
CORRECTED = 0.06
MOST_FACTS = 8 * MOST_STEPS
TABLES = [
    pytest.param(name, plain, id=f"{name}-{'printed' if plain else 'limits'}")
    for name, game in OPENABLE.items()
    for plain in ((True, False) if game.board else (True,))
]


@pytest.fixture(autouse=True)
def _in_time() -> Iterator[None]:
    """Interrupt what never ends."""

    def end(_: int, __: FrameType | None) -> None:
        raise TimeoutError("this does not end")

    before = signal.signal(signal.SIGALRM, end)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


# -- what a match is opened with ----------------------------------------------------------------------------


def any_options(game: Ruleset[Any], rng: Random) -> dict[str, Json]:
    """Options at random, each with one of the values that its schema names."""
    return {
        name: rng.choice(list(_values(schema, rng))) for name, schema in game.options.items() if rng.random() < 0.6
    }


def _values(schema: Mapping[str, Json], rng: Random) -> Iterator[Json]:
    yield schema["default"]
    if schema.get("type") == "boolean":
        yield not schema["default"]
    yield from schema.get("enum", ())
    items = schema.get("items", {}).get("enum", [])
    if items:
        yield rng.sample(items, rng.randint(0, len(items)))
    for one in schema.get("oneOf", ()):
        if one.get("type") == "integer":
            yield 0


def at_its_limits(schema: Mapping[str, Json], value: Json, rng: Random, often: float) -> Json:
    """A value of a board in which so many numbers are the smallest or the largest that the schema allows."""
    if isinstance(value, dict):
        return {
            name: at_its_limits(
                schema.get("properties", {}).get(name) or schema.get("additionalProperties") or {}, one, rng, often
            )
            for name, one in value.items()
        }
    if isinstance(value, list):
        item = schema.get("items")
        return [at_its_limits(item if isinstance(item, dict) else {}, one, rng, often) for one in value]
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < often:
        return rng.choice([schema.get("minimum", value), schema.get("maximum", value), value])
    return value


def opening(game: Ruleset[Any], rng: Random, *, plain: bool) -> Opening:
    """A match that can be played."""
    seats = [SeatWanted(f"player {seat}") for seat in range(rng.randint(*game.seats))]
    for _ in range(400):
        board = (
            {}
            if plain
            else {
                name: at_its_limits(game.board_schema[name], game.board[name], rng, rng.choice((0.1, 0.5, 1.0)))
                for name in rng.sample(sorted(game.board), rng.randint(1, min(6, len(game.board))))
                if name in game.board_schema
            }
        )
        wanted = Opening(game.id, seats, "recorded", any_options(game, rng), board)
        if Draft202012Validator({"properties": dict(game.board_schema)}).is_valid(board):
            try:
                rules_for(game, wanted)
            except BadOption:
                continue
            return wanted
    raise AssertionError("no such board can be played with")


def can_be_filled(pattern: Json) -> bool:
    """Whether there are as many things as are asked for."""
    if not isinstance(pattern, dict) or "some_of" not in pattern:
        return True
    return all(part["min"] <= len(part["some_of"]) for part in parts_of(pattern))


# -- recording at random ------------------------------------------------------------------------------------


class Losing:
    """A scribe who records anything that goes, while pieces go missing."""

    def __init__(self, game: Ruleset[Any], rng: Random, *, plain: bool) -> None:
        self.game, self.rng = game, rng
        self.notebook = Notebook()
        self.notebook.open(opening(game, rng, plain=plain))
        self.met: Counter[str] = Counter()

    def enter(self, command: Any, seat: int | None = None, irregular: str | None = None) -> bool:
        """Enter it, unless it is refused; the answer comes in time, and is of a bounded length."""
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            answer = self.notebook.append(self.notebook.match.id, SCRIBE, [Asked(command, seat, None, irregular)])
        except Refused:
            return False
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        assert len(answer.decisions) <= MOST_AUTOMATIC + 3
        facts = [fact for decision in answer.decisions for fact in decision.record["facts"]]
        assert max(len(decision.record["facts"]) for decision in answer.decisions) <= MOST_FACTS
        self.met.update(fact["type"] for fact in facts)
        self.check()
        return True

    def check(self) -> None:
        """Somebody can go on, or everybody is told that nobody can."""
        state = self.notebook.match.state
        if not state.plays or awaits_tell(state):
            return
        assert state.awaiting, "nobody is awaited, and nobody is told"
        if not state.awaits_chance and not state.has_gaps:
            assert any(self.game.moves(state, one["seat"]) for one in state.awaiting)

    def lose(self) -> None:
        """A few pieces, or all that lie somewhere, are missing."""
        state = self.notebook.match.state
        full = [name for name, place in state.places.items() if len(place) and place.known]
        if full:
            name = self.rng.choice(full)
            things = one_by_one(state.places[name].known)
            some = self.rng.sample(things, self.rng.choice((1, len(things), len(things))))
            self.enter(Missing(tuple(some[:100]), name))

    def go_on(self) -> None:
        """Whoever is awaited decides at random, or does something that breaks a rule."""
        state, rng = self.notebook.match.state, self.rng
        waited = [who for who in state.awaiting if isinstance(who, dict) and "tell" in who]
        if waited:
            self.enter(Tell(**believable(self.game, state, waited[0]["tell"], rng)))
            return
        who = rng.choice(state.awaiting) if state.awaiting else None
        actor = who["seat"] if isinstance(who, dict) else who
        if actor is None or (isinstance(actor, int) and rng.random() < 0.1):
            self.break_a_rule(rng.randrange(state.rules.seats))
            return
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        listed = self.game.moves(state, actor)
        signal.setitimer(signal.ITIMER_REAL, 0)
        assert len(listed) <= 10_000
        for move in listed:
            assert all(map(can_be_filled, move.values())), move
        assert listed or actor != "chance", f"nothing answers {state.due}"
        if listed:
            move = {name: filled(value, rng) for name, value in rng.choice(listed).items()}
            accepted = self.enter(command_of(self.game, move), actor if isinstance(actor, int) else None)
            assert accepted or actor != "chance", move

    def break_a_rule(self, seat: int) -> None:
        """Something that might happen at a table."""
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        thinkable = (
            list(islice(self.game.thinkable(self.notebook.match.state, seat), 300)) if self.game.thinkable else []
        )
        signal.setitimer(signal.ITIMER_REAL, 0)
        if thinkable:
            self.enter(command_of(self.game, self.rng.choice(thinkable)), seat, irregular="so it happened")

    def correct(self) -> None:
        """An earlier decision is removed, or something that might have happened is put in behind it."""
        notebook, rng = self.notebook, self.rng
        version = rng.randint(1, max(1, notebook.match.version))
        change: dict[str, Json] = {"decision": version, "effect": "remove"}
        if rng.random() < 0.5:
            seat = rng.randrange(notebook.match.rules.seats)
            listed = (
                list(islice(self.game.thinkable(notebook.states[version - 1], seat), 300))
                if self.game.thinkable
                else []
            )
            if not listed:
                return
            put_in = {"seat": seat, "command": rng.choice(listed), "irregular": True}
            change = {"decision": version, "effect": "insert", "commands": [put_in]}
        self.enter(Amend((change,)))

    def play(self, entries: int) -> None:
        """So many entries, or until nobody can go on; pieces go missing now and then, or in heaps."""
        losing, since = self.rng.choice((0.03, 0.1, 0.4)), self.rng.randrange(entries)
        for number in range(entries):
            if not self.notebook.match.state.plays:
                return
            if number >= since and self.rng.random() < losing:
                self.lose()
            elif number >= since and self.rng.random() < CORRECTED:
                self.correct()
            else:
                self.go_on()


@pytest.mark.long
@pytest.mark.parametrize(("name", "plain"), TABLES)
def test_whatever_is_missing_each_entry_is_answered(name: str, plain: bool) -> None:
    met: Counter[str] = Counter()
    for number in until(lambda: met["PiecesMissing"] or not has_pieces(name), MATCHES, 30 * MATCHES):
        losing = Losing(rulesets()[name], Random(f"losing {name} {number} {plain}"), plain=plain)
        losing.play(ENTRIES)
        met.update(losing.met)
    assert met["PiecesMissing"] or not has_pieces(name)
