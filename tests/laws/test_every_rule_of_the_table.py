"""Whoever sends what in whatever state: each refusal names a rule, and each rule of the table refuses something.

In every state that a match can be in, everybody sends every command of the table, right and wrong, and some of the
game's. Nothing is stored: they are dry runs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.kit.facts import Command, Unknown
from domain.kit.guards import Refused
from domain.kit.ruleset import BadOption
from domain.kit.table.calling import Attend, Call
from domain.kit.table.commands import (
    Abandon,
    Amend,
    Assert,
    Close,
    Confirm,
    Identify,
    Missing,
    Note,
    ReplaceToken,
    Reveal,
    TakeBack,
    Tell,
)
from domain.kit.table.countersigning import Countersign
from domain.kit.table.disputes import Accuse, Appeal, Consent, Freeze, Remind, Resume, Rule, Sign, Stall
from domain.kit.table.joining import Contribute, OpenContribution
from domain.kit.table.seats import Leave, Substitute
from domain.match.match import Match
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from domain.table import RULES
from domain.table.commands import TABLE
from tests.asking import asking
from tests.games.playing import SOAK, any_command
from tests.laws.contributing import JOINT, commit, open_all, values_of
from tests.laws.quarrels import ARBITER, HOST, SCRIBE, Quarrel, matches, seated
from tests.laws.tally import Cut, Hide, Jam, Roll, Show, Stone

__all__ = ["matches"]

MISCHIEF = {"mischief": True}
MOST_STEPS = 300
MANY, EVERY = (Amend, Tell, Identify, Missing), 7
OF_THE_GAME = 10 if SOAK else 4
"""So many commands of the game are made up in each state."""
MOST_PLACES = 6
CONTRIBUTED = values_of(2, Random("contributed"))


# -- states ---------------------------------------------------------------------------------------------------


def hosted(matches: Matches, **options: Any) -> Quarrel:
    """A hosted match of the tally in which something has been played, shown and rolled."""
    quarrel = Quarrel(matches, "tally", 2, options={**MISCHIEF, **options})
    for seat, command in enumerate(
        (Cut(1), Hide("star"), Hide("moon"), Cut(2), Show("moon"), Roll(), Cut(1), Cut(1))
    ):
        quarrel.play(seat % 2, command)
    return quarrel


def recorded(matches: Matches, **options: Any) -> Quarrel:
    """A recorded one, in which a mark that was hidden is unknown; chance is asked."""
    quarrel = Quarrel(matches, "tally", 2, "recorded", {**MISCHIEF, **options})
    for seat, command in enumerate((Cut(1), Hide(Unknown(1)), Hide("moon"), Cut(2), Roll())):
        quarrel.play(seat % 2, command)
    return quarrel


def fresh(matches: Matches) -> Quarrel:
    """Nothing has been decided."""
    return Quarrel(matches, "tally", 2)


def contributing(matches: Matches) -> Quarrel:
    """Chance is joint, and one seat has contributed to it."""
    quarrel = Quarrel(matches, "tally", 2, options=JOINT)
    commit(quarrel, CONTRIBUTED, [1])
    return quarrel


def opening_contributions(matches: Matches) -> Quarrel:
    """All have contributed, and one seat has opened what."""
    quarrel = Quarrel(matches, "tally", 2, options=JOINT)
    commit(quarrel, CONTRIBUTED)
    open_all(quarrel, CONTRIBUTED, [1])
    return quarrel


def asked(matches: Matches) -> Quarrel:
    """Seat 1 is asked to consent to a take-back of seat 0."""
    quarrel = hosted(matches)
    quarrel.send(seated(0), TakeBack(8))
    assert quarrel.state.consent is not None
    return quarrel


def asked_by_an_official(matches: Matches) -> Quarrel:
    """Both seats are asked to consent to a take-back by the arbiter."""
    quarrel = hosted(matches)
    quarrel.send(ARBITER, TakeBack(8))
    assert quarrel.state.consent is not None
    return quarrel


def frozen(matches: Matches) -> Quarrel:
    """The arbiter has frozen it."""
    quarrel = hosted(matches)
    quarrel.send(ARBITER, Freeze())
    return quarrel


def called(matches: Matches) -> Quarrel:
    """A seat has called for an arbiter."""
    quarrel = hosted(matches)
    quarrel.send(seated(0), Call("come, please"))
    return quarrel


def stalled(matches: Matches) -> Quarrel:
    """Nobody is able to act."""
    quarrel = hosted(matches)
    quarrel.play(0, Jam())
    assert quarrel.state.stalled
    return quarrel


def ruled(matches: Matches) -> Quarrel:
    """There are rulings: one that was reversed, and two that changed the line."""
    quarrel = hosted(matches)
    first = quarrel.send(ARBITER, Rule("upheld", remedy="back", before=8)).last
    quarrel.send(ARBITER, Rule("dismissed", reverses=first))
    quarrel.send(ARBITER, Rule("upheld", remedy="penalty", offender=1))
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=8))
    return quarrel


def corrected(matches: Matches) -> Quarrel:
    """The record was corrected after a ruling that went back."""
    quarrel = recorded(matches)
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=4))
    quarrel.send(SCRIBE, Amend(({"decision": 1, "effect": "remove"},)))
    return quarrel


def proposed(matches: Matches) -> Quarrel:
    """By the rules a recorded match has come to its end."""
    quarrel = Quarrel(matches, "tally", 2, "recorded", {"turns": 2, "sign_off": True})
    quarrel.play(0, Cut(2))
    quarrel.play(1, Cut(1))
    assert quarrel.state.proposed is not None
    return quarrel


def unsigned(matches: Matches) -> Quarrel:
    """Its end is confirmed, and nobody has signed it."""
    quarrel = proposed(matches)
    quarrel.send(SCRIBE, Confirm())
    return quarrel


def over(matches: Matches) -> Quarrel:
    """A hosted match that has ended."""
    quarrel = hosted(matches)
    quarrel.send(ARBITER, Rule("upheld", remedy="end", result="no-result"))
    return quarrel


def abandoned(matches: Matches) -> Quarrel:
    """It was given up."""
    quarrel = hosted(matches)
    quarrel.send(HOST, Abandon())
    return quarrel


def too_long(matches: Matches) -> Quarrel:
    """It has as many decisions as a match may have."""
    quarrel = hosted(matches)
    matches._sources = replace(matches._sources, longest=quarrel.match.version)
    return quarrel


def closed(matches: Matches) -> Quarrel:
    """Its record is closed."""
    quarrel = over(matches)
    quarrel.send(HOST, Close())
    return quarrel


def waits_to_be_told(matches: Matches, name: str, options: dict[str, Any]) -> Quarrel:
    """A recorded match of a game that waits for what nobody saw."""
    for seed in range(20):
        rng = Random(f"{name} {seed}")
        quarrel = Quarrel(matches, name, 3, "recorded", options, sees=0.0)
        for _ in range(MOST_STEPS):
            if any("tell" in who for who in quarrel.state.awaiting):
                return quarrel
            if not quarrel.state.plays:
                break
            quarrel.step(rng)
    raise AssertionError("nothing is waited for")


def of_cards(matches: Matches) -> Quarrel:
    """A game with cards that waits to be told something."""
    return waits_to_be_told(matches, "seven-sins", {})


def of_purses(matches: Matches) -> Quarrel:
    """A game with purses that waits to be told something."""
    return waits_to_be_told(matches, "mea-culpa", {})


def left(matches: Matches) -> Quarrel:
    """Both seats are asked to consent, and nobody sits at one of them."""
    quarrel = hosted(matches)
    quarrel.send(ARBITER, TakeBack(8))
    quarrel.send(HOST, Leave(0))
    return quarrel


def left_in_a_record(matches: Matches) -> Quarrel:
    """The same of a recorded match."""
    quarrel = recorded(matches)
    quarrel.send(ARBITER, TakeBack(4))
    quarrel.send(HOST, Leave(0))
    assert 0 in quarrel.state.consent["left"]
    return quarrel


def stalled_by_leaving(matches: Matches) -> Quarrel:
    """The match waits for a seat at which nobody sits."""
    quarrel = hosted(matches)
    quarrel.send(HOST, Leave(0))
    assert quarrel.state.stalled
    return quarrel


def left_before_it_began(matches: Matches) -> Quarrel:
    """Chance is joint, and nobody sits at a seat that has not contributed."""
    quarrel = Quarrel(matches, "tally", 2, options=JOINT)
    quarrel.send(HOST, Leave(0))
    return quarrel


STATES: tuple[Callable[[Matches], Quarrel], ...] = (
    *(contributing, opening_contributions),
    *(fresh, hosted, recorded, asked, asked_by_an_official, frozen, called, stalled, ruled, corrected, proposed),
    *(left, left_in_a_record, stalled_by_leaving, left_before_it_began),
    *(unsigned, over, abandoned, closed, of_cards, of_purses, too_long),
)


# -- what everybody sends -------------------------------------------------------------------------------------


def everybody() -> list[Principal]:
    """Everybody with a token; of the seats two, and one with another token than the newest."""
    return [seated(0), seated(1), SCRIBE, ARBITER, HOST, Principal("spectator"), Principal("seat", 0, number=7)]


def of_the_table(match: Match) -> Iterator[Command]:
    """Each command of the table, with values that fit and values that don't."""
    newest, seats = match.version, match.rules.seats
    versions = [version for version in (0, 1, 2, 4, 6, 8, 9, *range(newest - 4, newest + 2)) if version >= 0]
    versions = sorted(set(versions))
    yield from (Note("well", about) for about in (None, 0, newest + 1))
    yield from (Call("come", about) for about in (None, newest + 1))
    yield from (Attend(version) for version in versions[-3:])
    yield from (Countersign(version) for version in (0, newest, newest + 1))
    yield Countersign(newest, "5e" * 32)
    yield from (one(value) for one in (Contribute, OpenContribution) for value in CONTRIBUTED)
    yield from (TakeBack(version) for version in versions)
    yield from (TakeBack(version, also=(max(1, version - 1),)) for version in versions)
    yield from (Consent(agree) for agree in (True, False))
    yield from (Accuse(seat, None, (version,)) for seat in (0, 1, seats) for version in (0, newest + 1))
    yield from (Remind(seat, "cut") for seat in (0, 1, seats))
    yield from (Appeal(version) for version in versions if version)
    yield from (of(**told) for of in (Tell, Identify) for told in _tellings(match))
    yield from _missing(match)
    yield from (Confirm(), Freeze(), Resume(), Stall(), Sign(), Abandon(), Close())
    yield from (Assert(at, value) for at in ("", "/nowhere") for value in (7, None))
    yield from (ReplaceToken("seat", seat) for seat in (None, 0, seats))
    yield ReplaceToken("host", 0)
    yield from (Leave(seat) for seat in (0, 1, seats))
    yield from (
        Substitute(seat, name) for seat in (0, 1, seats) for name in ("Cem", "player 1", "scribe", "\u200b")
    )
    yield Substitute(0, "Cem", correction=True)
    yield from _rulings(versions, seats)
    yield from _amendments(match, versions)


def _tellings(match: Match) -> Iterator[dict[str, Any]]:
    yield {"place": "nowhere", "things": ("star",)}
    names = sorted(match.state.places, key=lambda name: not match.state.is_untold(name))[:MOST_PLACES]
    for name, place in ((name, match.state.places[name]) for name in names):
        kinds = (*sorted(match.ruleset.kinds(match.state, name))[:1], "unheard-of")
        yield from ({"place": name, "things": (kind,) * number} for kind in kinds for number in (0, 1, 99))
        yield from ({"place": name, "amount": 1}, {"place": name})
        for part in (*sorted(place.parts)[:1], "nowhere"):
            yield from ({"place": name, "things": kinds[:1] * number, "part": part} for number in (0, 1, 99))
    for name in list(match.state.purses)[:2]:
        yield from ({"place": name}, {"place": name, "things": ("star",)})
        yield from ({"place": name, "amount": amount} for amount in (0, 3, 2**40))


def _missing(match: Match) -> Iterator[Command]:
    for name in (None, "nowhere", *list(match.state.places)[:3]):
        kinds = {kind for place in match.state.places for kind in match.ruleset.kinds(match.state, place)}
        yield from (
            Missing((kind,) * number, name) for kind in (*sorted(kinds)[:2], "unheard-of") for number in (1, 99)
        )


def _rulings(versions: Sequence[int], seats: int) -> Iterator[Command]:
    yield from (Rule("upheld", about=version) for version in (0, versions[-1]))
    yield Rule("upheld", call=versions[-1])
    yield from (Rule("upheld", remedy="back", before=version) for version in versions if version)
    yield from (Rule("upheld", reverses=version) for version in versions if version)
    for seat in (0, seats):
        yield from (Rule("upheld", remedy="perform", offender=seat, step=step) for step in ("cut", "dance"))
        yield Rule("upheld", remedy="penalty", offender=seat)
        yield from (
            Rule("upheld", remedy="end", result="win", winners=(seat,), forfeits=lost) for lost in ((), (0,))
        )
    yield Rule("upheld", remedy="end", result="shared", winners=(0,))
    yield Rule("upheld", remedy="penalty")
    yield Rule("upheld", remedy="stand", before=1)
    yield Rule("upheld", remedy="back", before=1, reverses=1)


def _amendments(match: Match, versions: Sequence[int]) -> Iterator[Command]:
    cut, stone = {"command": {"type": "cut", "notches": 1}}, {"command": {"type": "stone", "stone": ["red"]}}
    if match.rules.ruleset != "tally":
        return
    yield Amend()
    yield from (Amend(restore=version) for version in versions)
    entries: tuple[list[Any], ...] = (
        [],
        [cut],
        [cut, cut],
        [stone],
        *([{"seat": seat, **cut}] for seat in (0, match.rules.seats)),
        [{"seat": 0, **stone}],
        [{"command": {"type": "table.note", "text": "well"}}],
        [{"seat": 0, "command": {"type": "cut", "notches": 99}}],
        [{"seat": 1, "command": {"type": "cut", "notches": 1}}],
    )
    for version in versions:
        for effect in ("replace", "remove", "insert"):
            for commands in entries:
                yield Amend(
                    ({"decision": version, "effect": effect, **({"commands": commands} if commands else {})},)
                )
        once = {"decision": version, "effect": "remove"}
        yield Amend((once, once))
        yield Amend((once, {"decision": version, "effect": "insert", "commands": [{"seat": 0, **cut}]}))
        yield from (Reveal(max(1, version), {"type": "hide", "mark": mark}) for mark in ("star", "moon"))


def of_the_game(match: Match, rng: Random) -> Iterator[Asked]:
    """Commands of the game, and all that can be said beside them."""
    for command in (*(any_command(match.ruleset, ["star", "red"], rng) for _ in range(OF_THE_GAME)), Cut(1)):
        if type(command) not in match.ruleset.commands:
            continue
        for seat in (None, 0, 1, match.rules.seats):
            yield Asked(command, seat)
            yield Asked(command, seat, irregular="it stood")
        yield Asked(command, occurred_at="2026-01-01T00:00:00.000Z")
        yield Asked(command, entered_by="Ada")
        yield Asked(command, declining=True)
    if match.rules.ruleset == "tally":
        yield from (Asked(Hide(Unknown(number)), seat) for number in (1, 2) for seat in (None, 0, 1))
        yield from (
            Asked(Stone(told), seat) for told in (None, (), ("red",), ("red", "red")) for seat in (None, 0)
        )
        yield Asked(Stone(("red",)), irregular="it stood")
    yield Asked(Note("\ud800"))  # type: ignore[arg-type]
    yield Asked(Note("well"), irregular="it stood")
    yield from (Asked(Note("well"), seat) for seat in (0, 1))
    yield from (Asked(Consent(agree), seat) for agree in (True, False) for seat in (0, 1, match.rules.seats))


def sent(match: Match, rng: Random) -> Iterator[list[Asked]]:
    """Everything that anybody sends: alone, and behind something else."""
    for command in of_the_table(match):
        yield [Asked(command)]
    for asked in of_the_game(match, rng):
        yield [asked]
    note = Asked(Note("first"))
    yield from ([note, Asked(TakeBack(version))] for version in (1, match.version))
    for seat in (0, 1):
        yield [Asked(Cut(1), seat), Asked(Cut(1), 1 - seat)]


IDS = re.compile(r"[a-z]:\d|[A-Z]_[A-Z0-9]|[a-z]_[a-z]")
"""What people are not told: names of places, cards and fields as programs write them."""


# -- each refusal names a rule --------------------------------------------------------------------------------


def refusals(quarrel: Quarrel, rng: Random) -> Iterator[Refused]:
    """What everybody is refused in this state of a match."""
    match = quarrel.match
    for principal in everybody():
        for asked in of_concern(sent(match, rng), principal):
            try:
                quarrel.matches.append(match.id, principal, asking(*asked), dry_run=True)
            except Refused as refused:
                yield refused


def of_concern(batches: Iterator[list[Asked]], principal: Principal) -> Iterator[list[Asked]]:
    """Of the commands that are not for this principal one of each type: more would be refused for the same.

    Of the others all; outside of a soak every so many of those of which there are very many.
    """
    seen: Counter[type[Command]] = Counter()
    for batch in batches:
        kind = type(batch[-1].command)
        row = TABLE.get(kind)
        number, seen[kind] = seen[kind], seen[kind] + 1
        if principal.number or (row is not None and principal.role not in row.roles):
            if number == 0:
                yield batch
        elif SOAK or kind not in MANY or number % EVERY == 0:
            yield batch


@pytest.mark.long
@pytest.mark.grows
def test_each_refusal_names_a_rule_and_each_rule_of_the_table_refuses_something(matches: Matches) -> None:
    met: Counter[str] = Counter()
    read: set[Any] = set()
    for state in STATES:
        quarrel = state(matches)
        rules = {*RULES, *quarrel.match.ruleset.rules}
        for refused in refusals(quarrel, Random(state.__name__)):
            assert refused.rule in rules, (state.__name__, refused.code, refused.detail)
            if (state, refused.rule) not in read:
                read.add((state, refused.rule))
                assert not IDS.search(refused.detail), (state.__name__, refused.detail)
            met[refused.rule] += 1
    assert RULES.keys() - met.keys() == {*ELSEWHERE, *OF_OPENINGS, *OF_READING} - {*OF_NAMES}


OF_NAMES = ("TB-63", "TB-64")
"""What openings are refused for, and somebody who sits down later, too."""
ELSEWHERE = ("TB-19",)
"""A correction that comes before a step that follows by itself: ``tests.service.test_automatic`` shows it."""
OF_READING = ("TB-67", "TB-68", "TB-69", "TB-70", "TB-71", "TB-75", "TB-87")
"""Who sees what, and who erases what: ``tests.service.test_named_rules`` and ``test_erasing`` show it."""


# -- what is stored -------------------------------------------------------------------------------------------


def test_facts_name_rules_of_the_game_only(matches: Matches) -> None:
    """A rule of the table says why something is refused; what is let stand, or struck later, keeps none."""
    quarrel = recorded(matches)
    quarrel.send(SCRIBE, Cut(1), 0, "out of turn")
    irregular, *_ = quarrel.decisions()[-1]["facts"]
    assert (irregular["type"], irregular["code"]) == ("Irregular", "not-awaited")
    assert "rule" not in irregular
    corrected = recorded(matches)
    corrected.send(SCRIBE, Amend(({"decision": 1, "effect": "remove"},)))
    changes = {one["decision"]: one for one in corrected.decisions()[-1]["facts"][0]["changes"]}
    assert changes[2] == {"decision": 2, "effect": "struck", "after": 1}


# -- openings -------------------------------------------------------------------------------------------------


def opening(*seats: SeatWanted, **more: Any) -> Opening:
    """An opening of the tally."""
    return Opening("tally", seats or (SeatWanted("Ada"), SeatWanted("Bo")), **more)


BAD_OPENINGS = (
    ("TB-62", opening(SeatWanted("Ada"))),
    ("TB-63", opening(labels={"club": "x" * 201})),
    ("TB-63", opening(labels={"caf\u00e9": "a", "cafe\u0301": "b"})),
    ("TB-63", opening(SeatWanted("\N{ZERO WIDTH SPACE}"), SeatWanted("Bo"))),
    ("TB-64", opening(SeatWanted("Ada"), SeatWanted("Ada"))),
    ("TB-64", opening(SeatWanted("Ada", "red"), SeatWanted("Bo", "red"))),
    ("TB-64", opening(SeatWanted("Ada", "red"), SeatWanted("Red"))),
    ("TB-64", opening(SeatWanted("scribe"), SeatWanted("Bo"))),
    ("TB-64", opening(SeatWanted("Ada", "scribe"), SeatWanted("Bo"))),
    ("TB-65", opening(options={"speed": 1})),
    ("TB-65", opening(options={"turns": 0})),
    ("TB-65", opening(board={"post": 1})),
    ("TB-66", opening(seed=bytes(32))),
    ("TB-66", opening(mode="recorded", seed=bytes(32))),
    ("TB-66", opening(seed=bytes(32), options={"chance": "joint"})),
    ("TB-72", opening(mode="recorded", options={"chance": "joint"})),
)
OF_OPENINGS = {rule for rule, _ in BAD_OPENINGS}


@pytest.mark.parametrize(("rule", "bad"), BAD_OPENINGS)
def test_a_bad_opening_names_its_rule(matches: Matches, rule: str, bad: Opening) -> None:
    with pytest.raises(BadOption) as raised:
        matches.open(bad)
    assert raised.value.rule == rule
