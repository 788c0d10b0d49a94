"""The laws in records with gaps: what is unknown, told, identified, revealed, missing, or cannot be.

A twin of a record differs in one entry, in something that somebody is not told: what was seen, or that it was seen
at all; what was told of a place, a part or a purse; what was filled in. Whoever was not told is answered alike.
Nothing here names a game.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, zip_longest
from random import Random
from typing import Any

import pytest

from domain.application.judging import Asked, Draft, Sources, seeded
from domain.kit.facts import Command, Fact, Json
from domain.kit.guards import Refused
from domain.kit.places import Sight
from domain.kit.play import check_lawful, play, play_irregularly
from domain.kit.ruleset import Ruleset, rulesets
from domain.kit.state import State
from domain.kit.table.commands import Assert, Identify, TakeBack, Tell
from domain.kit.table.facts import Discrepancy, LineChanged, PartTold, PlaceTold, PurseOverspent, PurseTold
from domain.kit.visibility import PUBLIC, Viewer, redact, seat_viewer
from domain.match.match import Match
from domain.match.principal import Principal
from domain.table.commands import may_send
from projections.audit import audit
from projections.contradictions import warnings
from tests.games.installed import can_have_gaps, seats_near, until
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, Table, any_command, can_be_sent, random_command, rules_of, words_in
from tests.games.playing import seeded as drawn_by
from tests.games.preferences import SHORT
from tests.laws.careless import Careless, otherwise, tells_in_secret
from tests.laws.notebook import NOON, Notebook, Recorded
from tests.laws.recording import SCRIBE, hints_of
from tests.laws.seen import check_seen_alike
from tests.laws.test_laws import (
    answer_to,
    check_contained,
    check_fold_law,
    check_memory_law,
    random_options,
    served,
)

pytestmark = pytest.mark.grows

MATCHES = 10 if SOAK else 1
ENTRIES = 10_000 if SOAK else 80
"""So many entries of a record are looked at."""
TWINS = 20 if SOAK else 5
GOES_ON = 60 if SOAK else 12
"""So many entries of a twin are looked at behind the one in which it differs."""
TABLES = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name, ruleset in OPENABLE.items()
    for seats in range(ruleset.seats[0], ruleset.seats[1] + 1)
    if can_have_gaps(name) and (SOAK or seats == seats_near(name, ruleset.seats[0] + 1))
]
SAYS_ALOUD = (Discrepancy, PurseOverspent)
"""That a record cannot be true is said to everybody, so it tells something of what was not told."""


@lru_cache(maxsize=8)
def recorded(name: str, seats: int, number: int) -> Careless:
    """A record with gaps and slips of a random match."""
    rng = Random(f"gaps {name} {seats} {number}")
    ruleset = rulesets()[name]
    rules = rules_of(ruleset, seats, random_options(ruleset, rng), SHORT.get(name, {}))
    table = Table(ruleset, rules, drawn_by(rng.randrange(2**32))).play_on(rng)
    return Careless(table, rng, sees=rng.choice((0.0, 0.4, 0.8)), slips=0.06 * (number % 2)).play_out(ENTRIES)


def records(
    name: str, seats: int, enough: Callable[[], object] = lambda: True
) -> Iterator[tuple[Careless, Recorded, Random]]:
    """Records with gaps, each with a source of randomness of its own; on until there is *enough*."""
    for number in until(enough, MATCHES, 40 * max(MATCHES, 2)):
        record = recorded(name, seats, number)
        yield record, Recorded(record.notebook), Random(f"checks {number}")


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_records_with_gaps_keep_the_laws_of_views_and_moves(name: str, seats: int) -> None:
    met: Counter[str] = Counter()

    def enough() -> bool:
        amiss = met.keys() & {"Discrepancy", "LineChanged", "PiecesMissing"}
        return bool(amiss and met.keys() & {"PlaceTold", "PartTold", "PurseTold"})

    for _, played, rng in records(name, seats, enough):
        check_fold_law(played)
        check_legality(played, rng, every=1 if SOAK else 4)
        for full in played.table.states[::3]:
            check_contained(full, played.table.viewers)
        met.update(fact.TYPE for step in played.table.steps for fact in step.facts)
    assert enough()


def check_legality(played: Recorded, rng: Random, every: int) -> None:
    """What a seat may do follows from its own view; with gaps in that, more may be lawful than officials know.

    (They know of a card elsewhere that it is not the unknown one in the hand.) What follows by itself, and who is
    awaited, is public.
    """
    table = played.table
    game = table.ruleset
    listings = [game.moves] if game.possible is None else [game.moves, game.possible]
    for full in table.states[rng.randrange(every) :: every]:
        for seat in range(table.rules.seats):
            eyes = full.masked(seat_viewer(seat))
            gaps = any(place.unknown for place in eyes.places.values() if place.sight is Sight.CONTENTS)
            asked = [any_command(game, played.words, rng)]
            for listing in listings:
                listed = listing(full, seat)
                if not gaps:
                    assert json.dumps(listing(eyes, seat)) == json.dumps(listed)
                if listed:
                    asked.append(random_command(game, listed, rng))
                    assert answer_to(game, eyes, seat, asked[-1]) == "lawful"
            for command in asked if not gaps else ():
                assert answer_to(game, eyes, seat, command) == answer_to(game, full, seat, command)
        public = full.masked(PUBLIC)
        assert game.automatic(public) == game.automatic(full)
        assert public.awaiting == full.awaiting


def says_words(command: type[Command]) -> bool:
    """Whether something is named in this command that a client can misspell."""
    return any(str in hints_of(field.hint) for field in command.FIELDS)


@pytest.mark.parametrize(
    ("name", "seats"), [table for table in TABLES if any(map(says_words, rulesets()[table.values[0]].commands))]
)
def test_a_word_that_the_game_does_not_know_is_refused_whatever_is_unknown(name: str, seats: int) -> None:
    """Lawful or not: what is unknown can be any of the game's things, and no other."""
    refused: set[str] = set()
    for _, played, rng in records(name, seats):
        game = played.table.ruleset
        for full in played.table.states[rng.randrange(3) :: 3]:
            for seat in range(seats):
                listings = filter(None, (game.moves, game.possible, game.thinkable))
                listed = [move for listing in listings for move in listing(full, seat)]
                for move in rng.sample(listed, min(len(listed), 6)):
                    command = misspelt(game, random_command(game, [move], rng), rng)
                    if command is None:
                        continue
                    for enter in (recorded_lawfully, recorded_irregularly):
                        with pytest.raises(Refused):
                            enter(game, full, seat, command)
                    refused.add(command.TYPE)
    assert refused


def recorded_lawfully(game: Ruleset[Any], state: State, seat: int, command: Command) -> None:
    """As the scribe enters it."""
    check_lawful(game, state, seat, command, counting=False)
    play(game, state, seat, command, counting=False)


def recorded_irregularly(game: Ruleset[Any], state: State, seat: int, command: Command) -> None:
    """As the scribe enters it, if it breaks a rule."""
    play_irregularly(game, state, seat, command, "scribe", None)


def misspelt(game: Ruleset[Any], command: Command, rng: Random) -> Command | None:
    """The command with another word for one of its own, if a client could send that."""
    free = {getattr(command, field.attribute) for field in command.FIELDS if field.text}
    text, words = json.dumps(command.to_json()), sorted(set(words_in(command.to_json())) - {command.TYPE} - free)
    if not words:
        return None
    document = json.loads(text.replace(f'"{rng.choice(words)}"', '"unheard-of"', 1))
    return type(command).from_json(document) if can_be_sent(type(command), document) else None


# -- non-interference ---------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.scenario(8)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_who_was_not_told_cannot_tell_a_record_from_its_twin(name: str, seats: int) -> None:
    compared: Counter[str] = Counter()

    def enough() -> bool:
        return "table.identify" in compared and sum(compared.values()) > 3 * TWINS

    for record, played, rng in records(name, seats, enough):
        for number, twin in twins(record.notebook, rng):
            kind = record.notebook.entries[number].asked.command.TYPE
            compared[kind] += check_alike(played, Recorded(twin), number, rng)
    assert enough(), "hardly any twins: this tests nothing"


def twins(notebook: Notebook, rng: Random) -> Iterator[tuple[int, Notebook]]:
    """Twins in which one entry is another, as evenly as possible by its type, and everything else is the same."""
    by_type: dict[str, list[int]] = {}
    for number, entry in enumerate(notebook.entries):
        if tells_in_secret(entry.asked.command):
            by_type.setdefault(entry.asked.command.TYPE, []).append(number)
    for _ in range(TWINS if by_type else 0):
        number = rng.choice(rng.choice(list(by_type.values())))
        asked = otherwise(notebook, notebook.entries[number], rng)
        if asked is None:
            continue
        try:
            twin = notebook.twin(number, asked)
        except Refused:
            continue
        twin.goes_on_as(notebook, GOES_ON)
        yield number, twin


def check_alike(one: Recorded, other: Recorded, number: int, rng: Random) -> int:
    """Byte for byte the same for whoever was not told, up to the decision that tells; how many were compared."""
    notebook: Notebook = one.__dict__["notebook"]
    entry, first = notebook.entries[number], notebook.entries[number].before.version + 1
    blind = [viewer for viewer in one.table.viewers[:-1] if not _was_told(one, other, first, viewer)]
    if isinstance(entry.asked.command, Tell | Identify):
        other_command = other.__dict__["notebook"].entries[number].asked.command
        allowed = _may_know(entry.before.state, entry.asked.command, other_command)
        assert [viewer for viewer in one.table.viewers[:-1] if not allowed(viewer)] == blind
    alike = {viewer: check_answers_alike(one, other, first, viewer, rng) for viewer in blind}
    check_seen_alike(one, other, alike, rng)
    return len(blind)


def _was_told(one: Recorded, other: Recorded, first: int, viewer: Viewer) -> bool:
    """Whether a sealed value of decision *first* in which the two differ is for the viewer."""
    sealed = one.log[first].sealed, other.log[first].sealed
    return any(
        entry["for"] == "everyone" or viewer.seat in entry["for"]
        for path in sealed[0].keys() | sealed[1].keys()
        if sealed[0].get(path) != sealed[1].get(path)
        for entry in (sealed[0].get(path), sealed[1].get(path))
        if entry is not None
    )


def _may_know(state: Any, command: Any, other: Any) -> Any:
    """Whether a viewer may be told in what two tellings differ, by the declaration of the place alone."""
    if command.place in state.purses:
        kind = state.purses[command.place].kind
        return lambda viewer: kind.sight(viewer).value == "contents"
    kind = state.places[command.place].kind
    if command.part is None:
        return lambda viewer: kind.sight(viewer).value == "contents"
    return lambda viewer: bool(kind.empty(viewer).parts)


def check_answers_alike(one: Recorded, other: Recorded, first: int, viewer: Viewer, rng: Random) -> list[int]:
    """The same decisions, views, moves, audits, and answers to whatever the viewer may ask.

    The versions at which that was looked at.
    """
    game = one.table.ruleset
    looked_at: list[int] = []
    for version in range(first, min(len(one.versions), len(other.versions))):
        if one.sent(viewer, version) != other.sent(viewer, version):
            check_tells(one, other, version, viewer)
            return looked_at
        horizon = one.horizon(viewer, version)
        assert horizon == other.horizon(viewer, version)
        past = rng.randint(0, version)
        assert one.sent(viewer, past, horizon) == other.sent(viewer, past, horizon)
        if version % 4 and version != first:
            continue
        assert one.masked(viewer, version) == other.masked(viewer, version)
        assert one.view(viewer, version) == other.view(viewer, version)
        looked_at.append(version)
        principal = Principal("spectator") if viewer.seat is None else Principal("seat", viewer.seat)
        commands = list(_asked(one, viewer, version, rng))
        answers = [[answered(played, principal, version, asked) for asked in commands] for played in (one, other)]
        assert answers[0] == answers[1]
        mine, theirs = (at(played, version) for played in (one, other))
        assert may_send(mine, principal) == may_send(theirs, principal)
        if viewer.seat is not None:
            seat = viewer.seat
            listed, others = (game.moves(match.state.masked(viewer), seat) for match in (mine, theirs))
            assert listed == others
        if version % 12 == 0 or version == first:
            assert _audited(one, viewer, version) == _audited(other, viewer, version)
    return looked_at


def check_tells(one: Recorded, other: Recorded, version: int, viewer: Viewer) -> None:
    """What tells the viewer the difference in decision *version* is a fact that does so openly."""
    mine, theirs = (_facts(played.told(viewer, version)["facts"]) for played in (one, other))
    mine, theirs = _first_difference(mine, theirs)
    if mine is not None and theirs is not None and mine["type"] == theirs["type"] == LineChanged.TYPE:
        mine, theirs = _first_change(one, other, mine, theirs, viewer)
        if "struck" in (mine, theirs):
            return  # what a correction strikes is excepted: it may depend on secrets
    game = one.table.ruleset
    facts = [game.fact_from_json(fact) for fact in (mine, theirs) if fact is not None]
    assert facts, f"decision {version} tells {viewer} what no fact of it tells"
    assert any(_opens(fact) or isinstance(fact, SAYS_ALOUD) or _waits(fact) for fact in facts), (
        f"{facts} tells {viewer} what it was not told"
    )
    if viewer.seat is not None and not any(isinstance(fact, SAYS_ALOUD) for fact in facts):
        assert one.own(version) != viewer.seat, f"a dry run would tell {viewer}"


def _facts(facts: Any) -> list[Json]:
    """Facts as they are served, without seals."""
    found: list[Json] = json.loads(served(facts))
    return found


def _first_difference(mine: Sequence[Json], theirs: Sequence[Json]) -> tuple[Json, Json]:
    """The first of several in which the one and the other differ; None where there is none."""
    return next((pair for pair in zip_longest(mine, theirs) if pair[0] != pair[1]), (None, None))


def _first_change(one: Recorded, other: Recorded, mine: Json, theirs: Json, viewer: Viewer) -> tuple[Json, Json]:
    """The first facts that the viewer was told differently of what became of a decision; or that it was struck."""
    pair = _first_difference(mine["changes"], theirs["changes"])
    if any(change is None or change["effect"] == "struck" for change in pair):
        return "struck", "struck"
    both = [
        _facts(
            change["facts"] if change["effect"] == "replaced" else played.told(viewer, change["decision"])["facts"]
        )
        for change, played in zip(pair, (one, other), strict=True)
    ]
    return _first_difference(*both)


def _opens(fact: Fact) -> bool:
    """Whether it opens something to everybody: a telling does so to its own audience alone."""
    return fact.OPENS and not isinstance(fact, PlaceTold | PartTold | PurseTold)


def _waits(fact: Fact) -> bool:
    """Whether it says that something has not been told to the record."""
    return fact.TYPE == "Awaited" and any("tell" in who for who in fact.who if isinstance(who, dict))  # type: ignore[attr-defined]


# -- memory -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_faded_in_a_record_with_gaps_cannot_be_told_apart(name: str, seats: int) -> None:
    if rulesets()[name].options["history"]["default"] != "fading":
        pytest.skip("this game keeps its history")
    compared = 0
    for record, played, rng in records(name, seats):
        for twin, since in exchanged(record.notebook, rng):
            for viewer in played.table.viewers[:-1]:
                compared += check_memory_law(played, Recorded(twin), viewer, since)
    assert compared > MATCHES


def exchanged(notebook: Notebook, rng: Random) -> Iterator[tuple[Notebook, int]]:
    """Twins in which a seat did two of its decisions the other way round, and since when they are alike."""
    entries = notebook.entries
    own = [number for number, entry in enumerate(entries) if entry.asked.seat is not None]
    pairs = [(i, j) for i, j in combinations(own, 2) if exchangeable(entries[i].asked, entries[j].asked)]
    rng.shuffle(pairs)
    for i, j in pairs[:12]:
        for value in entries[i].asked.command.FIELDS:
            twin = _with_values_exchanged(notebook, i, j, value.attribute)
            if twin is not None and len(twin.events) == len(notebook.events):
                yield twin, entries[j].before.version + 1


def _with_values_exchanged(notebook: Notebook, i: int, j: int, name: str) -> Notebook | None:
    """The same with a value of the one command in the other; None if that cannot be."""
    entries = notebook.entries
    first, second = (entries[number].asked for number in (i, j))
    if getattr(first.command, name) == getattr(second.command, name):
        return None
    other = {name: getattr(second.command, name)}
    try:
        twin = notebook.twin(i, replace(first, command=replace(first.command, **other)))
        twin.goes_on_as(notebook, j - i - 1)
        if len(twin.entries) < j:
            return None
        again = replace(second, command=replace(second.command, **{name: getattr(first.command, name)}))
        twin.append(twin.match.id, SCRIBE, [again])
    except Refused:
        return None
    twin.goes_on_as(notebook)
    return twin


def exchangeable(one: Asked, other: Asked) -> bool:
    """Whether one seat did both, and could have done the one for the other."""
    commands = one.command, other.command
    return one.seat == other.seat and type(commands[0]) is type(commands[1]) and commands[0] != commands[1]


# -- what somebody is answered ------------------------------------------------------------------------------


def at(played: Recorded, version: int) -> Match:
    """The match as it was at *version*."""
    notebook: Notebook = played.__dict__["notebook"]
    newest = notebook.events[version]
    acted = {seat: past for past in range(version + 1) if (seat := played.own(past)) is not None}
    return replace(
        notebook.match,
        state=notebook.states[version],
        version=version,
        root=newest.root,
        edge=tuple(newest.edge),
        at=NOON,
        acted=acted,
    )


def _asked(played: Recorded, viewer: Viewer, version: int, rng: Random) -> Iterator[Any]:
    """Commands that somebody might try: lawful or not, taking back, asserting."""
    game, seat = played.table.ruleset, viewer.seat
    yield TakeBack(rng.randint(0, version))
    yield Assert(_pointer(game.view(played.masked(viewer, version)), rng), 1)
    if seat is not None:
        yield any_command(game, played.words, rng)
        if listed := game.moves(played.masked(viewer, version), seat):
            yield random_command(game, listed, rng)


def _pointer(board: Any, rng: Random) -> str:
    at = ""
    while isinstance(board, dict | list | tuple) and board and rng.random() < 0.9:
        step = rng.choice(list(board) if isinstance(board, dict) else range(len(board)))
        board, at = board[step], f"{at}/{step}"
    return at


def answered(played: Recorded, principal: Principal, version: int, command: Any) -> Any:
    """What a dry run answers: the decisions as told, with their warnings; or the refusal."""
    match = at(played, version)
    events = played.__dict__["notebook"].events[: version + 1]
    draft = Draft(match, Sources(lambda: NOON, lambda: "00" * 32, seeded, lambda _: events))
    try:
        draft.judge(principal, [Asked(command)], dry_run=True)
    except Refused as refused:
        return refused.code, refused.detail, refused.rule, refused.hint
    decisions = [redact(decision, principal.viewer) for decision in draft.answer(stored=False).decisions]
    return served(decisions), warnings(decisions)


def _audited(played: Recorded, viewer: Viewer, version: int) -> Any:
    horizon = played.horizon(viewer, version)
    told = [redact(decision, viewer, horizon) for decision in played.log[: version + 1]]
    return served(json.loads(json.dumps(audit(at(played, version), viewer, told))))
