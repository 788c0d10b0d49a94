"""The laws that every ruleset keeps: for every viewer, at every prefix of random matches.

A ruleset that is installed is tested by being installed: nothing here names a game.
"""

from __future__ import annotations

import json
import marshal
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations, islice
from random import Random
from typing import Any, TypeAlias

import pytest

from domain.kit.facts import EVERYONE, Command, Fact, Json
from domain.kit.guards import Refused
from domain.kit.places import NOBODY
from domain.kit.play import check_lawful
from domain.kit.ruleset import Ruleset, rulesets
from domain.kit.state import State
from domain.kit.visibility import (
    NO_HORIZON,
    OFFICIAL,
    PUBLIC,
    Horizon,
    StoredDecision,
    Viewer,
    redact,
    redacted_text,
    seat_viewer,
)
from domain.kit.written.evidence import canonical
from domain.kit.written.notation import encoded
from domain.kit.written.records import sealed_places
from domain.match.line import Told
from tests.games.installed import OWN, hides
from tests.games.openable import OPENABLE
from tests.games.playing import (
    MATCH_KEY,
    SOAK,
    Step,
    Table,
    any_command,
    command_of,
    covers,
    filled,
    log_of,
    random_command,
    replayed,
    rules_of,
    seeded,
    words_of,
)
from tests.games.preferences import SHORT, all_modules
from tests.laws.seen import check_seen_alike

MATCHES = 20
DECISIONS = 300
"""So many matches are looked at, or as many as have so many decisions together, but at least :data:`LEAST`."""
LEAST = 2
MATCHES_SOAK = 200
DECISIONS_SOAK = 12_000
VIEWED = 3 if SOAK else 15
"""At every so many prefixes the views are compared, too, and not the states alone."""
SEAL = re.compile(r',"seal":"[0-9a-f]{64}"')

Draw: TypeAlias = tuple[int, int, Any]
"""A draw of chance: the version of its decision, its number in it, and what came out."""


def random_options(ruleset: Ruleset[Any], rng: Random) -> dict[str, Json]:
    """The options that are a plain yes or no, or a list of modules that is empty by default: each at random."""
    options: dict[str, Json] = {}
    for name, schema in ruleset.options.items():
        if schema.get("type") == "boolean":
            options[name] = rng.random() < 0.6
    for name, modules in all_modules(ruleset.options).items():
        options[name] = [module for module in modules if rng.random() < 0.7]
    return options


TABLES = [
    pytest.param(name, seats, variant, id=f"{name}-{seats}-{variant}")
    for name, ruleset in OPENABLE.items()
    for seats in range(ruleset.seats[0], ruleset.seats[1] + 1)
    for variant in ("plain", "variants")
    if SOAK or variant == "variants" or seats == ruleset.seats[0]
]
"""With variants all sizes, without them the smallest alone; in the soak all of both."""
EVERYWHERE = pytest.mark.parametrize(("name", "seats", "variant"), TABLES, scope="module")


@dataclass(frozen=True)
class Played:
    """A match that was played, and what was written of it."""

    table: Table
    _kept: dict[Any, Any] = field(default_factory=dict)

    @cached_property
    def log(self) -> list[StoredDecision]:
        """Every decision as stored."""
        return log_of(self.table)

    @property
    def versions(self) -> range:
        """Every version."""
        return range(len(self.table.steps))

    @cached_property
    def opens(self) -> list[bool]:
        """For each version, whether it told somebody what was secret or undrawn before."""
        return [any(fact.OPENS for fact in step.facts) for step in self.table.steps]

    @cached_property
    def words(self) -> list[str]:
        """The words that occur in it."""
        return words_of(self.table)

    def told(self, viewer: Viewer, version: int) -> Told:
        """The decision as the viewer was told it when it happened."""
        return redact(self.log[version], viewer)

    def sent(self, viewer: Viewer, version: int, horizon: Horizon = NO_HORIZON) -> str:
        """The decision as the viewer reads it behind *horizon*, without seals."""
        # What the gate says depends on the side of the horizon on which a decision lies.
        key = (viewer, version, version < horizon.version, horizon.fades)
        if key not in self._kept:
            self._kept[key] = served(redact(self.log[version], viewer, horizon))
        text: str = self._kept[key]
        return text

    def view(self, viewer: Viewer, version: int) -> bytes:
        """The view of the masked state after decision *version*, to be compared."""
        key = (viewer, version)
        if key not in self._kept:
            self._kept[key] = comparable(self.table.ruleset.view(self.masked(viewer, version)))
        found: bytes = self._kept[key]
        return found

    def masked(self, viewer: Viewer, version: int) -> State:
        """The full state after decision *version*, masked."""
        state: State = self.table.states[version].masked(viewer)
        return state

    def own(self, version: int) -> int | None:
        """The seat whose own decision of the game this is."""
        step = self.table.steps[version]
        said = step.automatic or step.command.TYPE.startswith("table.")
        return step.actor if isinstance(step.actor, int) and not said else None

    def horizon(self, viewer: Viewer, version: int) -> Horizon:
        """How far back a viewer may read at *version*, in a match that fades."""
        if viewer.official or self.table.states[version].over:
            return NO_HORIZON
        for past in range(version, 0, -1):
            seat = self.own(past)
            if seat is not None and viewer.seat in (None, seat):
                return Horizon(past, fades=True)
        return Horizon(0, fades=True)

    def folds(self, viewer: Viewer) -> Iterator[State]:
        """The state after each decision, folded from what the viewer was told."""
        ruleset = self.table.ruleset
        state = ruleset.empty(self.table.rules, viewer)
        for version in self.versions:
            for fact in self.told(viewer, version)["facts"]:
                ruleset.evolve(state, ruleset.fact_from_json(fact))
            yield state


def played_at_random(name: str, seats: int, variant: str, number: int) -> Played:
    """Random match *number*; with *variants*, options are drawn."""
    rng = Random(f"laws {name} {seats} {variant} {number}")
    ruleset = rulesets()[name]
    options = random_options(ruleset, rng) if variant == "variants" else {}
    rules = rules_of(ruleset, seats, options, SHORT.get(name))
    return Played(Table(ruleset, rules, seeded(rng.getrandbits(64))).play_on(rng))


once = lru_cache(maxsize=2 * MATCHES)(played_at_random)
"""The matches of the table at hand, which all laws look at."""


def matches(
    name: str, seats: int, variant: str, numbers: range = range(MATCHES)
) -> Iterator[tuple[Played, Random]]:
    """Random matches, each with a source of randomness of its own; fewer where they are long."""
    decisions = 0
    for number in numbers:
        if number >= LEAST and decisions > DECISIONS:
            return
        played = once(name, seats, variant, number)
        decisions += played.table.version
        yield played, Random(f"checks {number}")


def comparable(document: Any) -> bytes:
    """A document in bytes, a third of the work of JSON; what differs there differs here, also the order of keys.

    (In version 0 of marshal nothing depends on which objects are the same one.)
    """
    return marshal.dumps(document, 0)


def served(document: Any) -> str:
    """A document as it would be sent, without seals: they are excepted by name."""
    return SEAL.sub("", canonical(document))


A_FEW = pytest.mark.few(
    "kuhn-poker-2-plain",
    "kuhn-poker-2-variants",
    "mea-culpa-2-plain",
    "mea-culpa-4-variants",
    "seven-sins-2-variants",
    "seven-sins-5-variants",
    "thurn-and-taxis-2-plain",
    "thurn-and-taxis-3-variants",
    "thurn-and-taxis-4-variants",
)
"""The cases of dear laws that are run outside of a soak: few seats and many, plain and with variants."""
FEW_TWINS = (
    "kuhn-poker-2-plain",
    "kuhn-poker-2-variants",
    "mea-culpa-2-plain",
    "mea-culpa-4-variants",
    "seven-sins-5-variants",
    "thurn-and-taxis-2-plain",
    "thurn-and-taxis-4-variants",
)
"""The same of the dearest, for which matches are played again and again."""


# -- the fold law -------------------------------------------------------------------------------------------


@A_FEW
@EVERYWHERE
def test_folding_what_was_told_is_masking_the_full_state(name: str, seats: int, variant: str) -> None:
    for played, _ in matches(name, seats, variant):
        check_fold_law(played)


def check_fold_law(played: Played) -> None:
    """For every viewer at every prefix: the same state, and the same view."""
    view = played.table.ruleset.view
    for viewer in played.table.viewers:
        for version, folded in enumerate(played.folds(viewer)):
            assert folded == played.masked(viewer, version), (viewer, version)
            # The view is made of the state alone, and that is the same: so it is made now and then.
            if version % VIEWED == 0 or (SOAK and played.opens[version]):
                assert comparable(view(folded)) == played.view(viewer, version), (viewer, version)


@pytest.mark.scenario(4)
@EVERYWHERE
def test_the_spectators_view_is_contained_in_every_seats(name: str, seats: int, variant: str) -> None:
    for played, _ in matches(name, seats, variant):
        for full in played.table.states[:: 3 if SOAK else 7]:
            check_contained(full, played.table.viewers)


def check_contained(full: State, viewers: Sequence[Viewer]) -> None:
    """Counts are equal, what is known is known to every seat, and nobody has more than officials."""
    public = full.masked(PUBLIC)
    for viewer in viewers:
        seen = full.masked(viewer)
        for place, shown in public.places.items():
            known, true = seen.places[place].known, full.places[place].known
            assert shown.sight.value == "nothing" or len(shown) == len(seen.places[place]) == len(
                full.places[place]
            )
            assert all(known.get(thing, 0) >= number for thing, number in shown.known.items()), (viewer, place)
            assert all(true.get(thing, 0) >= number for thing, number in known.items()), (viewer, place)


# -- the legality law ---------------------------------------------------------------------------------------


@A_FEW
@pytest.mark.scenario(103)
@EVERYWHERE
def test_what_a_seat_may_do_follows_from_what_it_sees(name: str, seats: int, variant: str) -> None:
    for played, rng in matches(name, seats, variant):
        check_legality_law(played, rng)


def check_legality_law(played: Played, rng: Random, *, every: int = 1, asks: int = 1) -> None:
    """Moves, and the answers to listed and unlisted commands: the same from the masked and the full state.

    Looked at in every so many states, with so many commands that are not chosen from what is listed.
    """
    table, words = played.table, played.words
    ruleset = table.ruleset
    listings = [ruleset.moves] if ruleset.possible is None else [ruleset.moves, ruleset.possible]
    for full in table.states[rng.randrange(every) :: every]:
        for seat in range(table.rules.seats):
            eyes = full.masked(seat_viewer(seat))
            asked: list[Command] = [any_command(ruleset, words, rng) for _ in range(asks)]
            for listing in listings:
                listed = listing(full, seat)
                assert comparable(listing(eyes, seat)) == comparable(listed)
                if listed:
                    asked.append(random_command(ruleset, listed, rng))
                    assert answer_to(ruleset, eyes, seat, asked[-1]) == "lawful"
            if ruleset.can_act is not None:
                assert ruleset.can_act(full, seat) == any(listing(full, seat) for listing in listings)
            for command in asked:
                assert answer_to(ruleset, eyes, seat, command) == answer_to(ruleset, full, seat, command)
                assert _refusal(ruleset.refusal(eyes, seat, command)) == _refusal(
                    ruleset.refusal(full, seat, command)
                )
        # What happens by itself, and who is awaited, everybody can see.
        public = full.masked(PUBLIC)
        assert ruleset.automatic(public) == ruleset.automatic(full)
        assert public.awaiting == full.awaiting


def answer_to(ruleset: Ruleset[Any], state: State, seat: int, command: Command) -> Any:
    """``"lawful"``, or the refusal."""
    try:
        check_lawful(ruleset, state, seat, command)
    except Refused as refused:
        return _refusal(refused)
    return "lawful"


def _refusal(refused: Refused | None) -> Any:
    return refused and (refused.code, refused.detail, refused.rule)


# -- non-interference ---------------------------------------------------------------------------------------


@pytest.mark.few(*FEW_TWINS)
@pytest.mark.scenario(8)
@EVERYWHERE
def test_a_twin_that_differs_in_what_was_not_told_answers_the_same(name: str, seats: int, variant: str) -> None:
    compared = looked_at = 0
    for played, rng in matches(name, seats, variant):
        compared += check_no_interference(played, rng)
        looked_at += 1
    assert compared >= looked_at // 4 or not hides(name), "hardly any twins: this tests nothing"


def check_no_interference(played: Played, rng: Random, most: int = 4) -> int:
    """Twins, compared for each viewer that was not told the difference; how many comparisons there were.

    In at most so many of them a seat chose otherwise.
    """
    compared = 0
    for twin, blind in (*_twins_by_chance(played, rng), *_twins_by_choice(played, rng, most)):
        alike = {viewer: check_alike(played, twin, viewer, rng) for viewer in blind}
        check_seen_alike(played, twin, alike, rng)
        compared += len(alike)
    return compared


Twin: TypeAlias = tuple[Played, list[Viewer]]
"""Another match, and who was not told in what it differs."""


def _twins_by_chance(played: Played, rng: Random) -> Iterator[Twin]:
    """A twin in which two draws are exchanged that somebody was not told.

    Where no seat was told neither of two, as where each was dealt one card: one in which something else was drawn.
    """
    hidden = {viewer: set(_hidden_draws(played, viewer)) for viewer in played.table.viewers[:-1]}
    pairs = [pair for pair in combinations(sorted(hidden[PUBLIC]), 2) if pair[0][2] != pair[1][2]]
    rng.shuffle(pairs)
    for pair in pairs[:4]:
        try:
            twin = with_draws_exchanged(played, *pair)
        except Refused:
            continue  # such a match could not have been
        blind = [viewer for viewer in hidden if set(pair) <= hidden[viewer]]
        yield twin, blind
        if any(viewer.seat is not None for viewer in blind):
            return
        break
    yield from islice(_twins_by_what_was_left(played, hidden, rng), 1)


def _twins_by_what_was_left(played: Played, hidden: Mapping[Viewer, set[Draw]], rng: Random) -> Iterator[Twin]:
    """Twins in which a draw that some seat was not told is another thing, which has never been drawn."""
    draws = sorted(set().union(*(hidden[viewer] for viewer in hidden if viewer.seat is not None)))
    rng.shuffle(draws)
    for draw in draws[:4]:
        left = {
            kind
            for place in played.table.states[-1].places.values()
            if place.kind.looks == NOBODY
            for kind in place.known
        }
        for kind in sorted(left - {draw[2]}):
            try:
                twin = with_draws(played, {draw[:2]: kind})
            except Refused:
                continue  # such a match could not have been
            yield twin, [viewer for viewer in hidden if draw in hidden[viewer]]


def _twins_by_choice(played: Played, rng: Random, most: int = 4) -> Iterator[Twin]:
    """Twins in which a seat chose otherwise in what it alone was told, and everybody goes on as before.

    A twin ends where that is no longer possible.
    """
    versions = [version for version in played.versions if _secrets(played.table.steps[version].command)]
    by_type: dict[str, list[int]] = {}
    for version in versions:
        by_type.setdefault(played.table.steps[version].command.TYPE, []).append(version)
    for version in [rng.choice(of_type) for of_type in by_type.values()][:most]:
        other = _chosen_otherwise(played, version, rng)
        if other is not None:
            steps = list(played.table.steps)
            steps[version] = replace(steps[version], command=other)
            sealed = played.log[version].sealed
            told = [entry["for"] for path, entry in sealed.items() if path.startswith("/command")]
            blind = [
                viewer
                for viewer in played.table.viewers[:-1]
                if not any(seats == EVERYONE or viewer.seat in seats for seats in told)
            ]
            yield Played(replayed(played.table, steps, partly=True)), blind


def _secrets(command: Command) -> set[str]:
    return {field.name for field in command.FIELDS if not (field.public or field.text or field.nested)}


def _chosen_otherwise(played: Played, version: int, rng: Random) -> Command | None:
    """Another lawful command, which differs from that of decision *version* only in what is secret."""
    table, step = played.table, played.table.steps[version]
    sent = {"type", *(field.name for field in step.command.SENT)}
    document = {name: value for name, value in step.command.to_json().items() if name in sent}
    secrets = _secrets(step.command) & document.keys()
    before = table.states[version - 1]
    listed = table.ruleset.moves(before, step.actor)
    if table.ruleset.possible is not None:
        listed += table.ruleset.possible(before, step.actor)
    for move in listed:
        open_part = {name: value for name, value in document.items() if name not in secrets}
        if move.keys() != document.keys() or not all(covers(move[name], open_part[name]) for name in open_part):
            continue
        for _ in range(20):
            other = {**open_part, **{name: filled(move[name], rng) for name in secrets}}
            if other != document and _counts(step.command, other) == _counts(step.command, document):
                return table.ruleset.fill(before, command_of(table.ruleset, other))
    return None


def _counts(command: Command, document: Mapping[str, Json]) -> list[int]:
    """How many things each secret list of a command holds, where everybody is told that."""
    counted = (document.get(field.name) for field in command.FIELDS if field.audience.counted)
    return [len(things) for things in counted if isinstance(things, list)]


def with_draws_exchanged(played: Played, first: Draw, second: Draw) -> Played:
    """The same match with two draws exchanged, everything else the same; raises ``Refused``."""
    return with_draws(played, {first[:2]: second[2], second[:2]: first[2]})


def with_draws(played: Played, others: Mapping[tuple[int, int], Any]) -> Played:
    """The same match with *others* drawn, by version and number, everything else the same; raises ``Refused``."""
    steps = list(played.table.steps)
    for (version, number), thing in others.items():
        drawn = list(steps[version].drawn)
        drawn[number] = thing
        steps[version] = replace(steps[version], drawn=tuple(drawn))
    return Played(replayed(played.table, steps, partly=False))


def _hidden_draws(played: Played, viewer: Viewer) -> Iterator[Draw]:
    """Each draw that the viewer was not told when it was made: version, number, and what it was.

    A draw is told if its fact tells it; a decision whose facts hide something hides the draws that are
    nowhere in what was told of it.
    """
    for version, step in enumerate(played.table.steps):
        if not step.drawn or played.sent(viewer, version) == played.sent(OFFICIAL, version):
            continue
        told = played.told(viewer, version)
        facts = [fact for fact in step.facts if any(getattr(fact, f.name) in step.drawn for f in fact.FIELDS)]
        for number, (fact, thing) in enumerate(zip(facts, step.drawn, strict=False)):
            if _hides(told["facts"][step.facts.index(fact)], thing):
                yield version, number, thing


def _hides(fact: Told, thing: Any) -> bool:
    return thing not in fact.values() and any(isinstance(v, dict) and "hidden" in v for v in fact.values())


def check_alike(one: Played, other: Played, viewer: Viewer, rng: Random) -> list[int]:
    """Byte for byte the same decisions, views, moves and refusals, up to the decision that tells the secret.

    The versions at which that was so although the two had parted. Sentences and pictures are made of decisions and
    views alone (see ``test_seen``), so they are the same, too; :func:`check_seen_alike` makes some.
    """
    ruleset = one.table.ruleset
    parted: list[int] = []
    alike = True  # so far the same has been decided in both, so everything that is told of it is the same
    undone = False  # whether the secret was taken back in the decision in which it came up
    for version in range(min(len(one.versions), len(other.versions))):
        alike = alike and one.table.steps[version] == other.table.steps[version]
        if alike:
            continue
        undone = undone or one.table.states[version] == other.table.states[version]
        if one.sent(viewer, version) != other.sent(viewer, version):
            fact = _first_difference(one.table.steps[version], other.table.steps[version])
            assert fact is not None, f"decision {version} tells {viewer} what no fact of it tells"
            assert fact.OPENS, f"{fact.TYPE} tells {viewer} what it was not told"
            if viewer.seat is not None:
                own = one.own(version)
                assert own != viewer.seat, (
                    f"a dry run of {one.table.steps[version].command.TYPE} would tell {viewer}"
                )
            return parted
        horizon = one.horizon(viewer, version)
        assert horizon == other.horizon(viewer, version)
        past = rng.randint(0, version)
        assert one.sent(viewer, past, horizon) == other.sent(viewer, past, horizon)
        mine, theirs = (played.masked(viewer, version) for played in (one, other))
        assert mine == theirs
        parted.append(version)
        if version % (3 if SOAK else 5) and len(parted) > 1:
            continue  # what is made of equal states is equal, so it is made now and then
        assert one.view(viewer, version) == other.view(viewer, version)
        if version % (6 if SOAK else 15) == 0:
            assert supposed_moves(one, viewer, version) == supposed_moves(other, viewer, version)
        if viewer.seat is not None:
            assert ruleset.moves(mine, viewer.seat) == ruleset.moves(theirs, viewer.seat)
            if ruleset.possible is not None and version % (12 if SOAK else 15) == 0:
                assert ruleset.possible(mine, viewer.seat) == ruleset.possible(theirs, viewer.seat)
            command = any_command(ruleset, one.words, rng)
            assert answer_to(ruleset, mine, viewer.seat, command) == answer_to(
                ruleset, theirs, viewer.seat, command
            )
    shorter = len(other.versions) < len(one.versions)
    assert shorter or undone or one.table.state != other.table.state, (
        "the difference has gone, and nobody was told"
    )
    return parted


def supposed_moves(played: Played, viewer: Viewer, version: int) -> list[list[Json]]:
    """What everybody might do for all that a viewer knows: each seat, then chance."""
    game, full = played.table.ruleset, played.table.states[version]
    known = full.supposed(viewer, game.kinds, game.amounts)
    return [game.moves(known, actor) for actor in (*range(played.table.rules.seats), "chance")]


def _first_difference(one: Step, other: Step) -> Fact | None:
    """The first fact of the one that differs; None where only who decided, or whether by itself, does."""
    for mine, theirs in zip(one.facts, other.facts, strict=False):
        if mine != theirs:
            return mine
    return None


# -- the memory law -----------------------------------------------------------------------------------------


@EVERYWHERE
def test_what_faded_cannot_be_told_apart(name: str, seats: int, variant: str) -> None:
    """Two matches with the same skeletons before a horizon and the same masked state at it answer alike."""
    if rulesets()[name].options["history"]["default"] != "fading":
        pytest.skip("this game keeps its history")
    compared = 0
    for played, rng in matches(name, seats, variant):
        for twin, since in exchanged(played, rng):
            for viewer in played.table.viewers[:-1]:
                compared += check_memory_law(played, twin, viewer, since)
    # Another game may have no two decisions that a seat can exchange.
    assert compared >= MATCHES or name not in OWN, "hardly any twins: this tests nothing"


def exchanged(played: Played, rng: Random, most: int = 2) -> Iterator[tuple[Played, int]]:
    """Twins in which a seat did two of its decisions the other way round, and from when on they are alike.

    A value of the one command is exchanged with that of the other; draws and later decisions are the same.
    """
    steps = played.table.steps
    own = [version for version in played.versions if played.own(version) is not None]
    pairs = [(i, j) for i, j in combinations(own, 2) if _exchangeable(steps[i], steps[j])]
    rng.shuffle(pairs)
    for i, j in pairs[:12]:
        for value in steps[i].command.FIELDS:
            first, second = (getattr(steps[n].command, value.name) for n in (i, j))
            if first == second:
                continue
            changed = list(steps)
            changed[i] = replace(steps[i], command=replace(steps[i].command, **{value.name: second}))
            changed[j] = replace(steps[j], command=replace(steps[j].command, **{value.name: first}))
            try:
                twin = Played(replayed(played.table, changed))
            except Refused:
                continue
            if len(twin.log) == len(played.log):
                yield twin, j
                most -= 1
        if not most:
            return


def _exchangeable(one: Step, other: Step) -> bool:
    return one.actor == other.actor and type(one.command) is type(other.command) and one.command != other.command


def check_memory_law(one: Played, other: Played, viewer: Viewer, since: int) -> int:
    """Alike once what differs lies before the horizon; from how many horizons the twins were compared."""
    assert any(one.log[n].record != other.log[n].record for n in range(1, since + 1))
    compared: set[int] = set()
    alike: int | None = None  # since when the viewer's board has been the same in both
    told_apart = False  # whether the viewer was told a difference after the exchange, while it had not faded
    for version in one.versions[since + 1 :]:
        before = one.horizon(viewer, version - 1)
        if alike is None and one.masked(viewer, version - 1) == other.masked(viewer, version - 1):
            alike = version
        if one.sent(viewer, version) != other.sent(viewer, version):
            fact = _first_difference(one.table.steps[version], other.table.steps[version])
            if fact is not None and fact.OPENS:
                break
            # Stones that one seat has in the one match only are seen by all: then it chooses in the one, and in
            # the other its only placing is automatic, which may be the same one.
            faded = alike is not None and before.version > since
            assert not faded, f"decision {version} tells {viewer} what had faded: {fact}"
            alike, told_apart = None, True
            continue
        horizon = one.horizon(viewer, version)
        if horizon != other.horizon(viewer, version):
            assert told_apart, f"the horizon of {viewer} tells what had faded"
            break  # a choice in the one, an automatic step in the other: seen by all, and no twins from here on
        if alike is None or horizon.version < max(alike, since + 1):
            continue
        assert one.view(viewer, version) == other.view(viewer, version)
        if horizon.version not in compared:
            # What is served later from the same horizon is this, and what was compared newly since.
            assert all('"faded":true' in one.sent(viewer, n, horizon) for n in range(1, since + 1))
            assert everything_served(one, viewer, version) == everything_served(other, viewer, version)
            compared.add(horizon.version)
    return len(compared)


def everything_served(played: Played, viewer: Viewer, version: int) -> list[str | bytes]:
    """All that a viewer can still get at *version*: the log through its horizon, each view it may ask for."""
    horizon = played.horizon(viewer, version)
    log: list[str | bytes] = [played.sent(viewer, past, horizon) for past in range(version + 1)]
    return log + [played.view(viewer, at) for at in range(horizon.version, version + 1)]


@pytest.mark.grows
@EVERYWHERE
def test_nothing_served_gives_the_key_to_what_faded(name: str, seats: int, variant: str) -> None:
    """Neither blind nor seal of a faded decision: without them no candidate can be tried against the tree."""
    for played, rng in matches(name, seats, variant, range(5)):
        for viewer in played.table.viewers[:-1]:
            version = rng.choice(played.versions[:-1])
            horizon = played.horizon(viewer, version)
            text = json.dumps([redact(decision, viewer, horizon) for decision in played.log[: version + 1]])
            assert MATCH_KEY.hex() not in text
            for decision in played.log[: version + 1]:
                faded = horizon.has_faded(decision.version)
                assert (decision.record["blind"] in text) is not faded, (viewer, decision.version)
                for _, seal in sealed_places(decision.record):
                    assert not (faded and seal in text)


@EVERYWHERE
def test_a_line_of_the_log_says_what_the_gate_tells(name: str, seats: int, variant: str) -> None:
    """The log as lines has the bytes of what was written, where nothing of it is hidden or opened."""
    as_written = 0
    for played, rng in matches(name, seats, variant, range(2)):
        for viewer in played.table.viewers:
            for at in (played.versions[-1], rng.choice(played.versions)):
                horizon = played.horizon(viewer, at)
                for one in played.log[: at + 1]:
                    read = StoredDecision.written(one.version, canonical(one.record), one.sealed, one.texts)
                    told = redact(one, viewer, horizon)
                    assert redacted_text(read, viewer, horizon) == encoded(told), (viewer, one.version)
                    as_written += told == one.record
    assert as_written


@pytest.mark.grows
@EVERYWHERE
def test_nothing_fades_where_history_is_kept_or_the_match_is_over(name: str, seats: int, variant: str) -> None:
    for played, _ in matches(name, seats, variant, range(3)):
        last = played.versions[-1]
        for viewer in played.table.viewers:
            assert played.horizon(viewer, last) == Horizon()
            for version in played.versions:
                kept = redact(played.log[version], viewer, replace(played.horizon(viewer, last - 1), fades=False))
                assert "faded" not in kept
                assert kept.keys() == played.told(viewer, version).keys()
                assert redact(played.log[version], viewer, played.horizon(viewer, last)) == played.told(
                    viewer, version
                )


# -- many more ----------------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes minutes")
@EVERYWHERE
def test_all_laws_in_many_matches(name: str, seats: int, variant: str) -> None:
    decisions = 0
    for number in range(MATCHES_SOAK):
        if decisions > DECISIONS_SOAK:
            break
        played, rng = played_at_random(name, seats, variant, number), Random(f"checks {number}")
        decisions += played.table.version
        check_fold_law(played)
        check_legality_law(played, rng)
        for full in played.table.states:
            check_contained(full, played.table.viewers)
        check_no_interference(played, rng)
        for other, since in exchanged(played, rng):
            for viewer in played.table.viewers[:-1]:
                check_memory_law(played, other, viewer, since)
