"""Plays any game on the level of the engine: a laid table, commands from the listed moves, seeded chance.

Nothing here knows a game. A :class:`Table` holds the steps (decisions not yet written) and the full state
after each; :func:`stored` writes a step as it would be stored, for the gate.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import pytest
from jsonschema_rs import Draft202012Validator

from domain.kit.chance import Chance, SeededChance, ToldChance, as_drawn
from domain.kit.facts import Command, Fact, Hidden, Json, Thing, Unknown, schema_of, to_json
from domain.kit.guards import Actor, Refused
from domain.kit.places import Impossible, Place
from domain.kit.play import Played, check_lawful, following, judged, play
from domain.kit.ruleset import Ruleset
from domain.kit.state import Rules
from domain.kit.table.commands import Open, Tell
from domain.kit.table.facts import EndProposed, MatchEnded
from domain.kit.table.telling import tell
from domain.kit.visibility import OFFICIAL, PUBLIC, StoredDecision, Viewer, seat_viewer
from domain.kit.written.records import Decision, written
from domain.match.opening import Opening, SeatWanted, rules_for
from tests.games.preferences import weights

SOAK = os.environ.get("KERBHOLZ_SOAK") == "1"
MATCH_KEY = bytes(range(32))
MOST_DECISIONS = 10_000


@dataclass(frozen=True, slots=True)
class Step:
    """One decision, and what chance gave in it."""

    actor: Actor
    command: Command
    facts: tuple[Fact, ...]
    drawn: tuple[Thing, ...] = ()
    automatic: bool = False


class Watched:
    """Chance that keeps what came out."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.drawn: list[Thing] = []

    def draw(self, contents: Mapping[str, int], place: Place | None = None) -> Thing:
        """The next draw."""
        self.drawn.append(self._chance.draw(contents, place))
        return self.drawn[-1]

    def more(self) -> bool:
        """Whether there is more to come."""
        return self._chance.more()


def seeded(seed: int) -> Callable[[int], Chance]:
    """Chance of a hosted match, by version."""
    key = seed.to_bytes(32, "big")
    return lambda version: SeededChance(key, version)


def scripted(steps: Sequence[Step]) -> Callable[[int], Chance]:
    """The chance of *steps* again, by version."""
    return lambda version: ToldChance(steps[version].drawn)


def rules_of(
    ruleset: Ruleset[Any],
    seats: int,
    options: Mapping[str, Json] | None = None,
    board: Mapping[str, Json] | None = None,
    mode: Literal["hosted", "recorded"] = "hosted",
) -> Rules:
    """The rules in force at a table of *seats*."""
    wanted = [SeatWanted(f"player {seat}") for seat in range(seats)]
    return rules_for(ruleset, Opening(ruleset.id, wanted, mode, options or {}, board or {}))


class Table:
    """A match as it is played: ``steps[n]`` is decision n, ``states[n]`` the full state after it."""

    def __init__(self, ruleset: Ruleset[Any], rules: Rules, chance: Callable[[int], Chance] | None = None) -> None:
        self.ruleset = ruleset
        self.rules = rules
        self._chance = chance or seeded(0)
        state = ruleset.empty(rules, OFFICIAL)
        facts = []
        for fact in ruleset.lay(state):
            ruleset.evolve(state, fact)
            facts.append(fact)
        self.steps = [Step("host", Open(), tuple(facts))]
        self.states = [state]

    def again(self, chance: Callable[[int], Chance]) -> Table:
        """A match of the same rules, laid anew."""
        return Table(self.ruleset, self.rules, chance)

    @property
    def state(self) -> Any:
        """The newest state."""
        return self.states[-1]

    @property
    def version(self) -> int:
        """The version of the newest decision."""
        return len(self.steps) - 1

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everybody who can look: the public, each seat, officials."""
        return (PUBLIC, *map(seat_viewer, range(self.rules.seats)), OFFICIAL)

    def act(self, actor: Actor, command: Command, *, automatic: bool = False) -> tuple[Fact, ...]:
        """Judge *command* and keep what follows; raises ``Refused``.

        It is judged on the full state, which is quicker; the legality law says that it comes to the same.
        """
        if isinstance(command, Tell):
            return self.keep(actor, command, tell(self.ruleset, self.state, command))
        command = self.ruleset.fill(self.state, command)
        play_it = play if automatic else judged
        return self.keep(actor, command, play_it(self.ruleset, self.state, actor, command), automatic=automatic)

    def of_chance(self, command: Command) -> tuple[Fact, ...]:
        """What a scribe enters for chance."""
        chance = Watched(ToldChance(told_things(command)))
        played = judged(self.ruleset, self.state, "chance", command, chance)
        return self.keep("chance", command, played, drawn=tuple(chance.drawn))

    def settle(self) -> None:
        """Let chance (of a hosted match) and automatic steps follow, until somebody is awaited."""
        drawing: list[Watched] = []

        def draws() -> Watched:
            drawing.append(Watched(self._chance(self.version + 1)))
            return drawing[-1]

        hosted = self.rules.mode == "hosted"
        for followed in following(self.ruleset, self.state, draws=draws if hosted else None):
            drawn = () if followed.automatic else tuple(drawing[-1].drawn)
            self.keep(followed.actor, followed.command, followed.played, drawn=drawn, automatic=followed.automatic)

    def keep(self, actor: Actor, command: Command, played: Any, **kept: Any) -> tuple[Fact, ...]:
        """Take in what was played; at this table an end that is proposed is confirmed at once."""
        played = confirmed(self.ruleset, played)
        self.steps.append(Step(actor, command, played.facts, **kept))
        self.states.append(played.state)
        facts: tuple[Fact, ...] = played.facts
        return facts

    # -- by hand

    def play(self, actor: Actor, command: Command) -> list[Fact]:
        """Let *actor* do something; all facts that follow until somebody has to decide, chance included."""
        before = len(self.steps)
        self.act(actor, command)
        self.settle()
        return [fact for step in self.steps[before:] for fact in step.facts]

    def type_names(self, facts: Iterable[Fact]) -> list[str]:
        """The types of *facts*, without those that only say how it goes on."""
        return [fact.TYPE for fact in facts if fact.TYPE not in ("Awaited", "StepsDue")]

    @property
    def awaited(self) -> list[int]:
        """The seats that are awaited."""
        return [who["seat"] for who in self.state.awaiting]

    def listed(self, seat: int) -> list[Json]:
        """The moves of *seat*."""
        return self.ruleset.moves(self.state, seat)

    # -- whole matches

    def play_on(self, rng: Random, tells: Callable[[Any, str], Sequence[str]] | None = None) -> Table:
        """Play random listed moves to the end; *tells* answers for unknown things of a recorded match."""
        while True:
            self.settle()
            if self.state.over:
                return self
            assert self.version < MOST_DECISIONS, "the match does not end"
            self.random_step(rng, tells)

    def random_step(self, rng: Random, tells: Callable[[Any, str], Sequence[str]] | None = None) -> None:
        """One decision of somebody who is awaited."""
        who = rng.choice(self.state.awaiting)
        if who == "chance":
            self.of_chance(random_command(self.ruleset, self.ruleset.moves(self.state, "chance"), rng))
        elif "tell" in who:
            assert tells is not None, f"something in {who['tell']} has to be told"
            self.act("scribe", Tell(who["tell"], tuple(tells(self.state, who["tell"]))))
        else:
            seat = who["seat"]
            self.act(seat, random_command(self.ruleset, self.ruleset.moves(self.state, seat), rng))


def confirmed(ruleset: Ruleset[Any], played: Played) -> Played:
    """What was played, with an end that is proposed as if somebody had confirmed it in the same breath."""
    *facts, last = played.facts
    if not isinstance(last, EndProposed):
        return played
    state, end = played.state.copy(), MatchEnded(last.outcome)
    ruleset.evolve(state, end)
    return Played(state, (*facts, end))


def told_things(command: Command) -> Any:
    """What a scribe's command says of chance, for :class:`ToldChance`."""
    return as_drawn(next(getattr(command, field.name) for field in command.FIELDS))


def replayed(table: Table, steps: Sequence[Step], *, partly: bool = False) -> Table:
    """The same decisions again on an own table, with the chance of *steps*.

    Raises ``Refused`` where they are not lawful there; with *partly* the table ends before that decision.
    """
    twin = table.again(scripted(steps))
    try:
        _replay(twin, steps)
    except (Refused, Impossible):
        if not partly:
            raise
    return twin


def _replay(twin: Table, steps: Sequence[Step]) -> None:
    while twin.version < len(steps) - 1:
        before = twin.version
        twin.settle()
        if twin.state.over or twin.version >= len(steps) - 1:
            break
        step = steps[twin.version + 1]
        if step.automatic or step.actor == "chance":
            raise Refused("illegal-move", "here the twin goes another way")
        twin.act(step.actor, step.command)
        assert twin.version > before


# -- what the tests of a game ask ---------------------------------------------------------------------------


def refused(table: Table, actor: Actor, command: Command) -> tuple[str, str | None]:
    """Code and rule of the refusal, after which nothing has changed."""
    before = table.state.dump()
    with pytest.raises(Refused) as raised:
        table.of_chance(command) if actor == "chance" else table.act(actor, command)
    assert table.state.dump() == before
    return raised.value.code, raised.value.rule


def only(kind: Any, told: Iterable[Fact]) -> list[Any]:
    """The facts of one kind (or of several)."""
    return [fact for fact in told if isinstance(fact, kind)]


def check_replay(table: Table) -> None:
    """The facts through JSON give the states again, and so do snapshots."""
    ruleset = table.ruleset
    state = ruleset.empty(table.rules, OFFICIAL)
    for version, (step, live) in enumerate(zip(table.steps, table.states, strict=True)):
        documents = json.loads(json.dumps([fact.to_json() for fact in step.facts]))
        again = tuple(ruleset.fact_from_json(document) for document in documents)
        assert again == step.facts
        for fact in again:
            ruleset.evolve(state, fact)
        if version % 4 == 0:
            assert state == live
    assert state == live
    assert state.dump() == live.dump()
    for kept in (live, table.states[len(table.states) // 2]):
        restored = ruleset.empty(table.rules, OFFICIAL)
        restored.restore(json.loads(json.dumps(kept.dump())))
        assert restored == kept


def check_unlisted(ruleset: Ruleset[Any], eyes: Any, seat: int, listed: Sequence[Json], command: Command) -> None:
    """What is not listed is refused, with a rule of the game; what is, or follows by itself, is lawful."""
    if is_listed(listed, command) or (seat, command) == ruleset.automatic(eyes):
        check_lawful(ruleset, eyes, seat, command)
        return
    with pytest.raises(Refused) as raised:
        check_lawful(ruleset, eyes, seat, command)
    if eyes.awaits_seat(seat) or ruleset.unasked(eyes, seat, command):
        assert raised.value.code == "illegal-move"
        assert raised.value.rule in ruleset.rules
    else:
        assert (raised.value.code, raised.value.rule) == ("not-awaited", "TB-18")


# -- moves as documents -------------------------------------------------------------------------------------


def random_command(ruleset: Ruleset[Any], listed: Sequence[Json], rng: Random) -> Command:
    """One of the listed moves, its patterns filled at random."""
    likely = weights(ruleset.id, listed)
    move = rng.choice(listed) if likely is None else rng.choices(listed, likely)[0]
    return command_of(ruleset, {name: filled(value, rng) for name, value in move.items()})


def command_of(ruleset: Ruleset[Any], document: Mapping[str, Json]) -> Command:
    """The command that a document asks for."""
    command: Command = ruleset.command_types[document["type"]].from_json(document)
    return command


def filled(pattern: Json, rng: Random, unseen: float = 0) -> Json:
    """A value that *pattern* covers; where it may be unknown, it is so as often as *unseen* says."""
    if isinstance(pattern, dict):
        if "some_of" in pattern:
            return list_filled(pattern, rng, unseen)
        if unseen and pattern.keys() > {"unknown"} and rng.random() < unseen:
            return {"unknown": 1}
        if "any_of" in pattern:
            return rng.choice(pattern["any_of"])
        if "text" in pattern:
            return "words"
        if "min" in pattern:
            return rng.randint(pattern["min"], pattern["max"])
    return pattern


def list_filled(pattern: Json, rng: Random, unseen: float = 0) -> list[Json]:
    """A list that *pattern* covers: some of its things, perhaps unknown, then what comes behind, up to its end."""
    found: list[Json] = rng.sample(pattern["some_of"], rng.randint(pattern["min"], pattern["max"]))
    if unseen:
        most = min(len(found), pattern.get("unknown", 0))
        for position in rng.sample(range(len(found)), most):
            found[position] = {"unknown": 1} if rng.random() < unseen else found[position]
    if "then" in pattern:
        found += list_filled(pattern["then"], rng, unseen)
    return found[: ends_at(pattern, found)]


def ends_at(pattern: Json, found: Sequence[Json]) -> int:
    """The length at which a list comes to its end by what *pattern* says."""
    if "until" not in pattern:
        return len(found)
    wanted, seen = Counter(pattern["until"]), Counter[str]()
    for position, value in enumerate(found):
        if isinstance(value, str):
            seen[value] += 1
        if wanted <= seen:
            return position + 1
    return len(found)


def covers(pattern: Json, value: Json) -> bool:
    """Whether a move's field or document says that *value* is lawful."""
    if not isinstance(pattern, dict) or pattern.keys() == {"unknown"}:
        return bool(pattern == value)
    if isinstance(value, dict) and value.keys() == {"unknown"}:
        return "some_of" not in pattern and value["unknown"] <= pattern.get("unknown", 0)
    if "some_of" in pattern:
        return isinstance(value, list) and covers_list(pattern, value)
    if "any_of" in pattern:
        return value in pattern["any_of"]
    if "text" in pattern:
        return isinstance(value, str)
    if "min" in pattern:
        return isinstance(value, int) and pattern["min"] <= value <= pattern["max"]
    return (
        isinstance(value, dict)
        and pattern.keys() == value.keys()
        and all(covers(pattern[name], value[name]) for name in pattern)
    )


def covers_list(pattern: Json, value: Sequence[Json]) -> bool:
    """The same of a list; it ends as soon as all of ``until`` are in it, and nowhere else but at its due end."""
    until = Counter(pattern.get("until", ()))
    known = Counter(one for one in value if isinstance(one, str))
    ended = bool(until) and until <= known
    if ended and until <= Counter(one for one in value[:-1] if isinstance(one, str)):
        return False
    return _in_turn(parts_of(pattern), value, ended=ended)


def parts_of(pattern: Json) -> list[Json]:
    """The pattern of a list, and those of what comes behind it."""
    return [pattern, *(parts_of(pattern["then"]) if "then" in pattern else [])]


def _in_turn(parts: Sequence[Json], value: Sequence[Json], *, ended: bool) -> bool:
    if not parts or (ended and not value):
        return not value
    part = parts[0]
    for number in range(min(part["max"], len(value)) + 1):
        here = value[:number]
        named = Counter(json.dumps(one) for one in here if not isinstance(one, dict))
        fits = named <= Counter(map(json.dumps, part["some_of"]))
        due = number >= part["min"] or (ended and number == len(value))
        fits = fits and due and number - named.total() <= part.get("unknown", 0)
        if fits and _in_turn(parts[1:], value[number:], ended=ended):
            return True
    return False


def includes_list(wide: Json, narrow: Json) -> bool:
    """Whether a pattern of a list covers all that another one does."""
    wides, narrows = parts_of(wide), parts_of(narrow)
    until, other = (Counter(pattern.get("until", ())) for pattern in (wide, narrow))
    there = Counter(one for part in narrows for one in part["some_of"])
    if until != other and (other or until <= there):
        return False
    return len(wides) == len(narrows) and all(
        one["min"] <= two["min"]
        and two["max"] <= one["max"]
        and two.get("unknown", 0) <= one.get("unknown", 0)
        and Counter(two["some_of"]) <= Counter(one["some_of"])
        for one, two in zip(wides, narrows, strict=True)
    )


def includes(wide: Json, narrow: Json) -> bool:
    """Whether the pattern (or document) *wide* covers all that *narrow* does."""
    if wide == narrow or not isinstance(wide, dict):
        return bool(wide == narrow)
    if not isinstance(narrow, dict):
        return covers(wide, narrow)
    if "some_of" in narrow:
        return "some_of" in wide and includes_list(wide, narrow)
    if "type" not in narrow and narrow.get("unknown", 0) > wide.get("unknown", 0):
        return False
    if "any_of" in narrow:
        return all(covers(wide, value) for value in narrow["any_of"])
    if "min" in narrow and "type" not in narrow:
        return "min" in wide and wide["min"] <= narrow["min"] and narrow["max"] <= wide["max"]
    return wide.keys() == narrow.keys() and all(includes(wide[name], narrow[name]) for name in wide)


def is_listed(listed: Sequence[Json], command: Command) -> bool:
    """Whether one of the listed moves covers *command*."""
    document = command.to_json()
    return any(covers(move, document) for move in listed)


def can_be_sent(kind: type[Command], document: Json) -> bool:
    """Whether a client could send this: whether it is of the shape that is published for the command."""
    return _shape_of(kind).is_valid(document)


@cache
def _shape_of(kind: type[Command]) -> Draft202012Validator:
    return Draft202012Validator(schema_of(kind))


def any_command(ruleset: Ruleset[Any], words: Sequence[str], rng: Random) -> Command:
    """A command of a seat that a client could send: of the right shape, lawful or not."""
    cls = rng.choice(ruleset.commands)
    values = {field.attribute: _any_value(field.hint, words, rng) for field in cls.SENT}
    return cls(**values)


def _any_value(hint: Any, words: Sequence[str], rng: Random) -> Any:
    options = [option for option in get_args(hint) or (hint,) if option not in (Hidden, Unknown)]
    if len(options) == 1 and get_origin(hint) in (Union, UnionType):
        return _any_value(options[0], words, rng)
    origin = get_origin(hint)
    if origin is Literal:
        return rng.choice(get_args(hint))
    if origin is tuple:
        return tuple(_any_value(get_args(hint)[0], words, rng) for _ in range(rng.randint(0, 4)))
    if len(options) > 1:
        return _any_value(rng.choice(options), words, rng)
    if hint is NoneType:
        return None
    if hint is bool:
        return rng.random() < 0.5
    return rng.choice(words) if hint is str else rng.randint(0, 9)


def words_of(table: Table) -> list[str]:
    """The words that a client of this match knows, and one that nobody does."""
    words = {"unheard-of"}
    for step in table.steps:
        words.update(words_in([to_json(fact) for fact in step.facts]))
    return sorted(words)


def words_in(document: Json) -> Iterator[str]:
    """Every string in it."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict):
        for item in document.values():
            yield from words_in(item)
    elif isinstance(document, list):
        for item in document:
            yield from words_in(item)


# -- what is written ----------------------------------------------------------------------------------------


def stored(version: int, step: Step) -> StoredDecision:
    """The step as it is stored, under one key and with a clock that stands on the version."""
    actor = {"seat": step.actor} if isinstance(step.actor, int) else step.actor
    recorded_by = "service" if step.automatic or step.actor == "chance" else actor
    at = f"2026-01-01T00:{version // 60:02}:{version % 60:02}.000Z"
    decision = Decision(version, actor, recorded_by, at, step.command, step.facts, step.automatic)
    result = written(decision, MATCH_KEY, lambda: "00" * 32)
    texts = {text.pointer: text.value for text in result.texts}
    return StoredDecision(version, json.loads(result.open), result.sealed, texts)


def log_of(table: Table) -> list[StoredDecision]:
    """Every decision as it is stored."""
    return [stored(version, step) for version, step in enumerate(table.steps)]
