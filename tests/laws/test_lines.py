"""Take-backs on the level of the match: when they are free, and that the state is the fold of the line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.kit.facts import Command
from domain.kit.guards import Refused
from domain.kit.ruleset import rulesets
from domain.kit.table.commands import Confirm, Note, TakeBack
from domain.kit.table.disputes import Consent
from domain.kit.visibility import OFFICIAL
from domain.match.line import changes_until, fold_line
from domain.match.match import Match, told
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from tests.asking import asking
from tests.games.installed import OWN, seats_near, until
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, random_command
from tests.games.preferences import SHORT, all_modules
from tests.laws.refolding import folded

NUMBERS = count()
SCRIBE = Principal("scribe")


@pytest.fixture
def matches_of_all() -> Iterator[Matches]:
    """An application on a database in memory."""
    env = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": f"file:lines-{next(NUMBERS)}?mode=memory&cache=shared",
        "CREATE_TABLE": "y",
    }
    matches = Matches(env, service_key=bytes(32))
    yield matches
    matches.close()


def opening(name: str, seats: int, mode: Any, options: Mapping[str, Any]) -> Opening:
    """What is asked for: with all modules, and soon over."""
    chosen = {**all_modules(rulesets()[name].options), **options}
    wanted = [SeatWanted(f"player {seat}") for seat in range(seats)]
    return Opening(name, wanted, mode, chosen, SHORT.get(name, {}))


class AtTable:
    """Plays a match of an application at random, with take-backs in between.

    *followed* says whether something followed by itself from what was sent last.
    """

    def __init__(self, matches: Matches, opened: Opening, rng: Random) -> None:
        self.matches = matches
        self.rng = rng
        self.id: UUID = matches.open(opened).match.id
        self.followed = False

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self.matches.load(self.id)

    def send(self, actor: Any, command: Command) -> None:
        """Send a command, as the seat in a hosted match, as the scribe in a recorded one."""
        if self.match.hosted:
            answer = self.matches.append(self.id, Principal("seat", actor), asking(Asked(command)))
        else:
            asked = Asked(command, None if actor == "chance" else actor)
            answer = self.matches.append(self.id, SCRIBE, asking(asked))
        self.followed = any(decision.record["automatic"] for decision in answer.decisions)

    def step(self) -> tuple[Any, Command]:
        """One random decision of somebody who is awaited."""
        match = self.match
        who = self.rng.choice(match.state.awaiting)
        actor = who if who == "chance" else who["seat"]
        listed = [m for m in match.ruleset.moves(match.state, actor) if "unknown" not in str(m)]
        command = random_command(match.ruleset, listed, self.rng)
        self.send(actor, command)
        return actor, command

    def take_back(self, decision: int, seat: int | None = None) -> str:
        """Ask to take a decision back: ``"free"``, ``"asked"`` (for consent), or the code of the refusal."""
        principal = SCRIBE if seat is None or not self.match.hosted else Principal("seat", seat)
        try:
            self.matches.append(self.id, principal, asking(Asked(TakeBack(decision))))
        except Refused as refused:
            return refused.code
        return "free" if self.match.state.consent is None else "asked"

    def decisions(self) -> list[Mapping[str, Any]]:
        """The log in full."""
        return [told(event) for event in self.matches._log(self.id)]


def expected_code(match: Match, decisions: list[Mapping[str, Any]], decision: int) -> str:
    """When a take-back is free, in other words than the code: from who decided since, and what was told."""
    struck = set(changes_until(decisions, decisions[-1]["version"]))
    since = [past for past in decisions[decision + 1 :] if not past["command"]["type"].startswith("table.")]
    since = [past for past in since if past["version"] not in struck]
    target = decisions[decision]
    types = match.ruleset.fact_types
    told = any(types[fact["type"]].OPENS for past in (target, *since) for fact in past["facts"])
    if any(past["actor"] == "chance" for past in since):
        return "needs-ruling"
    if not told and all(past["actor"] == target["actor"] for past in since if not past["automatic"]):
        return "free"
    if match.rules.seats == 1:
        return "free"  # there is nobody to ask
    return "needs-consent" if match.over else "asked"


def check_fold_of_the_line(at_table: AtTable) -> None:
    """The state is a fresh fold of the line, at many prefixes; loading afresh gives the same match."""
    match, decisions = at_table.match, at_table.decisions()
    prefixes = range(len(decisions))
    rest = at_table.rng.sample(prefixes, min(len(decisions), 60 if SOAK else 8, 10_000 // len(decisions)))
    for at in sorted({*rest, prefixes[-1]}):
        prefix = decisions[: at + 1]
        changes = changes_until(prefix, at)
        state = fold_line(match.ruleset, match.rules, prefix, OFFICIAL, at, changes)
        stepwise = match.ruleset.empty(match.rules, OFFICIAL)
        for decision in prefix:
            change = changes.get(decision["version"], {"effect": "stands", "facts": decision["facts"]})
            for fact in change.get("facts", ()) if change["effect"] != "struck" else ():
                match.ruleset.evolve(stepwise, match.ruleset.fact_from_json(fact))
        assert state == stepwise
        if at == len(decisions) - 1:
            assert state == match.state
    afresh = at_table.matches._from_start(match.id)
    log = at_table.matches._events(match.id)
    for event in log[1:]:
        afresh = folded(afresh, [event], iter(log)) or afresh
    assert (afresh.state, afresh.root, afresh.acted) == (match.state, match.root, match.acted)


TABLES = [
    pytest.param(name, seats, mode, id=f"{name}-{seats}-{mode}")
    for name, ruleset in OPENABLE.items()
    for seats in range(ruleset.seats[0], ruleset.seats[1] + 1)
    for mode in ("hosted", "recorded")
    if seats == ruleset.seats[0] or (mode == "hosted" and (SOAK or seats == ruleset.seats[1]))
]


ASKS = {"mea-culpa", "thurn-and-taxis"}
"""In these games something can be told in a decision after which play goes on, so that others are asked."""


@pytest.mark.few(
    "kuhn-poker-2-hosted", "mea-culpa-2-hosted", "seven-sins-2-recorded", "thurn-and-taxis-2-recorded"
)
@pytest.mark.long
@pytest.mark.grows
@pytest.mark.scenario(22, 29)
@pytest.mark.parametrize(("name", "seats", "mode"), TABLES)
def test_take_backs_are_free_only_before_others_have_decided(
    matches_of_all: Matches, name: str, seats: int, mode: str
) -> None:
    """At random, after each decision; where one is free it is taken back, and the table stands as before."""
    free: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for number in range(16):
        if number > 2 and name == "seven-sins" and set(free) == free_in_seven_sins(mode):
            break
        if number and ((len(free) > 1 and asked["asked"]) or (asked and name not in OWN)):
            break
        rng = Random(f"lines {name} {seats} {mode} {number}")
        at_table = AtTable(matches_of_all, opening(name, seats, mode, {}), rng)
        tried: Counter[str] = Counter()
        while not at_table.match.over:
            if at_table.match.state.proposed is not None:
                matches_of_all.append(at_table.id, SCRIBE, asking(Asked(Confirm())))
                continue
            before = at_table.match
            actor, command = at_table.step()
            decision = before.version + 1
            seat = actor if isinstance(actor, int) else None
            tried[command.TYPE] += 1
            often = at_table.followed or tried[command.TYPE] < (6 if SOAK else 4)
            if seat is None or rng.random() > (0.6 if often else 0.03 if SOAK else 0.01):
                continue
            if rng.random() < 0.3:
                matches_of_all.append(at_table.id, Principal("seat", seat), asking(Asked(Note("a note"))))
            after = at_table.match
            code = expected_code(after, at_table.decisions(), decision)
            assert at_table.take_back(decision, seat) == code
            asked[code] += 1
            if code == "asked":
                refuse(at_table)
                assert at_table.match.state == after.state
            if code != "free":
                continue
            free[command.TYPE] += 1
            assert at_table.match.state == before.state
            assert at_table.match.acted[seat] == decision, "the horizon never moves back"
            assert at_table.take_back(decision, seat) == "illegal-move"
            at_table.send(actor, command)  # the same again, which may be taken back again
        check_fold_of_the_line(at_table)
    assert asked
    assert free or name not in OWN
    assert asked["asked"] or name not in ASKS
    assert name != "seven-sins" or set(free) == free_in_seven_sins(mode)


def refuse(at_table: AtTable) -> None:
    """One of the seats that are asked refuses."""
    seat = at_table.rng.choice(at_table.match.state.consent["left"])
    refusal = Consent(agree=False)
    if at_table.match.hosted:
        at_table.matches.append(at_table.id, Principal("seat", seat), asking(Asked(refusal)))
    else:
        at_table.matches.append(at_table.id, SCRIBE, asking(Asked(refusal, seat)))


def free_in_seven_sins(mode: str) -> set[str]:
    """Chance follows each take of a hosted match of 7 – The Sins, so only stones can be taken back there."""
    return {"place-stones"} if mode == "hosted" else {"place-stones", "take"}


@pytest.mark.parametrize("mode", ["hosted", "recorded"])
@pytest.mark.parametrize("name", OPENABLE)
def test_only_ones_own_newest_decision_can_be_taken_back(matches_of_all: Matches, name: str, mode: str) -> None:
    seats = seats_near(name, 3)
    tried: Counter[str] = Counter()
    for number in until(lambda: tried["older"] >= seats, 1, 20):
        at_table = AtTable(matches_of_all, opening(name, seats, mode, {}), Random(number + 1))
        tried["older"] += check_only_the_newest(at_table, seats)
    assert tried["older"] >= seats


def check_only_the_newest(at_table: AtTable, seats: int) -> int:
    """Play until each seat has decided twice, or to the end; of how many seats a decision was not the newest."""
    matches = at_table.matches
    own: dict[int, list[int]] = {}
    while at_table.match.state.plays and (len(own) < seats or min(map(len, own.values())) < 2):
        version = at_table.match.version + 1
        actor, _ = at_table.step()
        if isinstance(actor, int):
            own.setdefault(actor, []).append(version)
    decisions = at_table.decisions()
    older = {seat: versions[0] for seat, versions in own.items() if len(versions) > 1}
    for seat, version in older.items():
        other = (seat + 1) % seats
        with pytest.raises(Refused) as refused:
            matches.append(at_table.id, Principal("seat", other), asking(Asked(TakeBack(version))))
        assert refused.value.code == "not-your-seat"
        code = expected_code(at_table.match, decisions, version)
        assert code == "needs-ruling" or at_table.match.rules.ruleset not in OWN
        if code not in ("free", "asked"):
            assert at_table.take_back(version, seat) == code
    expected = {0: "invalid", len(decisions): "invalid"}
    expected |= {d["version"]: "illegal-move" for d in decisions if d["actor"] == "chance"}
    for decision, code in expected.items():
        with pytest.raises(Refused) as refused:
            matches.append(at_table.id, Principal("arbiter"), asking(Asked(TakeBack(decision))))
        assert refused.value.code == code
    assert at_table.decisions() == decisions, "what is refused leaves no trace"
    return len(older)
