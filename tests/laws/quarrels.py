"""A match of an application that is played, and quarrelled about, at random; and what has to hold of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.kit.facts import Command, from_json
from domain.kit.guards import Refused
from domain.kit.play import irregular_moves
from domain.kit.ruleset import rulesets
from domain.kit.table.calling import Attend, Call
from domain.kit.table.commands import Assert, Confirm, Identify, Note, TakeBack, Tell
from domain.kit.table.countersigning import Countersign
from domain.kit.table.disputes import Accuse, Appeal, Consent, Freeze, Remind, Resume, Rule
from domain.kit.table.seats import Leave, Substitute
from domain.kit.visibility import OFFICIAL, PUBLIC, redact, seat_viewer
from domain.match.line import changes_until, fold_facts, fold_line, has_changes
from domain.match.match import Match, MatchEvent, told
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from projections.corrections import Looked, corrections
from projections.evidence.redaction import Standing
from projections.upkeep.replaying import replayed
from tests.asking import asking
from tests.games.playing import SOAK, any_command, random_command
from tests.laws.careless import believable, unseen
from tests.laws.refolding import folded
from tests.laws.tally import TALLY

NUMBERS = count()
ARBITER, SCRIBE, HOST = Principal("arbiter"), Principal("scribe"), Principal("host")


def application() -> Matches:
    """An application on a database in memory."""
    env = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": f"file:quarrels-{next(NUMBERS)}?mode=memory&cache=shared",
        "CREATE_TABLE": "y",
    }
    return Matches(env, service_key=bytes(32))


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> Iterator[Matches]:
    """An application that knows the tally, too."""
    monkeypatch.setitem(rulesets(), TALLY.id, TALLY)  # type: ignore[arg-type]
    with application() as made:
        yield made


def seated(seat: int) -> Principal:
    """Who holds the token of a seat."""
    return Principal("seat", seat)


class Quarrel:
    """A match, and the states that it had after each append.

    *sees* is how often the scribe of a recorded match sees what is not for everyone; the rest is unknown.
    """

    def __init__(
        self,
        matches: Matches,
        name: str,
        seats: int,
        mode: Any = "hosted",
        options: Mapping[str, Any] | None = None,
        sees: float = 1.0,
    ) -> None:
        self.matches = matches
        self.sees = sees
        wanted = [SeatWanted(f"player {seat}") for seat in range(seats)]
        self.id: UUID = matches.open(Opening(name, wanted, mode, options or {})).match.id
        self.states = {self.match.version: self.match.state}
        self.log = [event.open for event in matches._log(self.id)]
        self.accepted: Counter[str] = Counter()

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self.matches.load(self.id)

    @property
    def state(self) -> Any:
        """The state as it is now."""
        return self.match.state

    def send(
        self,
        principal: Principal,
        command: Command,
        seat: int | None = None,
        irregular: str | None = None,
        **how: Any,
    ) -> Any:
        """Send a command, and keep what was recorded of it; :meth:`check` says that it is still there then."""
        answer = self.matches.append(self.id, principal, asking(Asked(command, seat, None, irregular)), **how)
        if answer.stored:
            self.accepted[command.TYPE] += 1
            self.log += [event.open for event in self.matches._log(self.id, after=len(self.log) - 1)]
            self.states[self.match.version] = self.match.state
        return answer

    def holder(self, seat: int) -> Principal:
        """Who holds the token of a seat that counts now."""
        return Principal("seat", seat, self.state.token_number("seat", seat))

    def play(self, seat: int, command: Command) -> int:
        """A command of the game; the version of its decision."""
        if self.match.hosted:
            first: int = self.send(self.holder(seat), command).first
            return first
        return int(self.send(SCRIBE, command, seat).first)

    def refused(self, principal: Principal, command: Command, seat: int | None = None) -> str:
        """The code of the refusal, after which nothing has changed."""
        before = [event.open for event in self.matches._log(self.id)]
        with pytest.raises(Refused) as raised:
            self.matches.append(self.id, principal, asking(Asked(command, seat)))
        assert [event.open for event in self.matches._log(self.id)] == before
        return raised.value.code

    def decisions(self) -> list[Mapping[str, Any]]:
        """The log in full."""
        return [told(event) for event in self.matches._log(self.id)]

    def changes(self) -> dict[int, str]:
        """What is not as it was first decided, and how."""
        found = changes_until(self.decisions(), self.match.version)
        return {version: change["effect"] for version, change in found.items()}

    # -- at random

    def step(self, rng: Random) -> None:
        """One random decision of somebody who is awaited."""
        match = self.match
        who = rng.choice(match.state.awaiting)
        if "tell" in who:
            self.send(SCRIBE, Tell(**believable(match.ruleset, match.state, who["tell"], rng)))
            return
        if self.sees < 1 and rng.random() < 0.1:
            self.identify(rng)
            match = self.match
        actor = who if who == "chance" else who["seat"]
        listed = [m for m in match.ruleset.moves(match.state, actor) if "unknown" not in str(m)]
        command = random_command(match.ruleset, listed, rng)
        if match.hosted:
            self.send(self.holder(actor), command)
        else:
            self.send(SCRIBE, unseen(command, self.sees, rng), None if actor == "chance" else actor)

    def identify(self, rng: Random) -> None:
        """Say what something unknown is, or where it lies; it may be refused."""
        state = self.state
        untold = [name for name in (*state.places, *state.purses) if state.is_untold(name)]
        if untold:
            try:
                self.send(SCRIBE, Identify(**believable(self.match.ruleset, state, rng.choice(untold), rng)))
            except Refused as refused:
                self.accepted[f"table.identify {refused.code}"] += 1

    def quarrel(self, rng: Random) -> None:
        """Something about which one can quarrel; it may be refused."""
        if not self.match.hosted and rng.random() < 0.2:
            self.break_a_rule(rng)
            return
        principal, command, seat = self._something(rng)
        try:
            if rng.random() < 0.1:
                self.send(principal, command, seat, dry_run=True)
            self.send(principal, command, seat)
        except Refused as refused:
            self.accepted[f"{command.TYPE} {refused.code}"] += 1

    def break_a_rule(self, rng: Random) -> None:
        """Something that might happen at a table; it may be refused all the same."""
        match = self.match
        if match.ruleset.thinkable is None:
            return
        seat = rng.randrange(match.rules.seats)
        listed = irregular_moves(match.ruleset, match.state, seat)
        if listed:
            document = rng.choice(listed)
            command = match.ruleset.command_types[document["type"]].from_json(document)
        else:
            command = any_command(match.ruleset, ["pride", "ulm", "bread"], rng)
        try:
            self.send(rng.choice([SCRIBE, ARBITER]), command, seat, "it stood")
            self.accepted["irregular"] += 1
        except Refused as refused:
            assert not listed or not match.state.plays
            self.accepted[f"irregular {refused.code}"] += 1

    def _something(self, rng: Random) -> tuple[Principal, Command, int | None]:
        match = self.match
        seats, newest = match.rules.seats, match.version
        asker = rng.choice([*map(self.holder, range(seats)), ARBITER, SCRIBE])
        recent = rng.randint(max(1, newest - 12), newest) if newest else 0
        if match.state.consent is not None and rng.random() < 0.8:
            return self._consent(rng)
        if match.state.empty_seats and rng.random() < 0.5:
            return rng.choice([HOST, ARBITER]), self._substitute(rng), None
        rulings = [d["version"] for d in self.decisions() if d["command"]["type"] == "table.rule"]
        commands: list[tuple[Principal, Command]] = [
            (asker, Note("well", recent)),
            (asker, Accuse(rng.randrange(seats), rng.choice(["T-2", None]), (recent,))),
            (asker, Remind(rng.randrange(seats), rng.choice(["cut", None]))),
            (asker, TakeBack(recent)),
            (asker, TakeBack(recent)),
            (asker, TakeBack(recent, also=(max(1, recent - 1),))),
            (asker, self._assertion(asker, rng)),
            (rng.choice([asker, HOST]), Leave(rng.randrange(seats))),
            (HOST, Substitute(rng.randrange(seats), f"called {newest}", correction=True)),
            (SCRIBE, Confirm()),
            *self._calls(asker, recent, rng),
            (asker, Countersign(recent)),
            (ARBITER, Freeze()),
            (ARBITER, Resume()),
            (ARBITER, Resume()),
            (ARBITER, Rule("upheld", recent, remedy="back", before=recent)),
            (ARBITER, Rule("upheld", recent, remedy="penalty", offender=rng.randrange(seats))),
            (ARBITER, Rule("upheld", recent, remedy="perform", offender=rng.randrange(seats), step="cut")),
            (ARBITER, Rule("dismissed", recent, remedy="stand")),
        ]
        if rng.random() < 0.2:
            commands.append((ARBITER, Rule("upheld", remedy="end", result="win", winners=(rng.randrange(seats),))))
        if rulings:
            ruling = rng.choice(rulings)
            commands += [(asker, Appeal(ruling)), (ARBITER, Rule("upheld", ruling, reverses=ruling))] * 2
        return (*rng.choice(commands), None)

    def _substitute(self, rng: Random) -> Substitute:
        """Somebody sits down at a seat that is empty, most probably."""
        seat = rng.choice(self.state.empty_seats) if rng.random() < 0.9 else rng.randrange(self.match.rules.seats)
        return Substitute(seat, f"called {self.match.version}")

    def _assertion(self, asker: Principal, rng: Random) -> Assert:
        """What the asker sees somewhere on the board, or something else."""
        board, at = self.match.ruleset.view(self.match.state.masked(asker.viewer)), ""
        while isinstance(board, dict | list | tuple) and board and rng.random() < 0.8:
            step = rng.choice(list(board) if isinstance(board, dict) else range(len(board)))
            board, at = board[step], f"{at}/{step}"
        return Assert(at, from_json(json.loads(json.dumps(board))) if rng.random() < 0.5 else 7)

    def _calls(self, asker: Principal, about: int, rng: Random) -> Iterator[tuple[Principal, Command]]:
        """A call for the arbiter, or what the arbiter does about one."""
        if asker != ARBITER:
            yield asker, Call("come, please", about)
        if open_calls := self.state.calls:
            call = rng.choice(open_calls)["call"]
            yield ARBITER, Attend(call, done=rng.random() < 0.5)
            yield ARBITER, Rule("upheld", call=call)

    def _consent(self, rng: Random) -> tuple[Principal, Command, int | None]:
        consent = self.state.consent
        by = consent["by"]
        if rng.random() < 0.1:
            asker = self.holder(by) if isinstance(by, int) else Principal(by)
            return asker, Consent(agree=False), None
        seat = rng.choice(consent["left"])
        answer = Consent(agree=rng.random() < 0.8)
        if seat in self.state.empty_seats:
            return ARBITER, answer, seat
        return (self.holder(seat), answer, None) if self.match.hosted else (SCRIBE, answer, seat)

    # -- what has to hold

    def check(self, rng: Random, samples: int = 25 if SOAK else 10, *, again: bool = SOAK) -> None:
        """The state is a fresh fold of the line, at every version that was newest once, and for every viewer.

        Elsewhere, too: at any decision on any line, what a viewer was told folds to what he may see of the whole.
        Decided *again*, every decision comes out the same.
        """
        match, events = self.match, list(self.matches._log(self.id))
        decisions = self.decisions()
        assert [event.open for event in events] == self.log, "nothing that was recorded has gone"
        for version, state in enumerate(_newest(match, decisions)):
            assert version not in self.states or state == self.states[version]
        viewers = [PUBLIC, *map(seat_viewer, range(match.rules.seats))]
        redacted = {viewer: [redact(event.stored(), viewer) for event in events] for viewer in viewers}
        for number in range(samples):
            line = rng.randrange(len(events)) if number else match.version
            at = rng.randint(0, line) if number else line
            whole = _folded(match, decisions, OFFICIAL, at, line)
            for viewer, seen in redacted.items():
                assert _folded(match, seen, viewer, at, line) == whole.masked(viewer)
        afresh = self.matches._from_start(match.id)
        for event in events[1:]:
            afresh = folded(afresh, [event], events[: event.originator_version + 1])
        assert (afresh.state, afresh.root, afresh.acted) == (match.state, match.root, match.acted)
        self.check_horizons(events)
        if again:
            replayed(self.matches, match.id)
        restored = match.ruleset.empty(match.rules, OFFICIAL)
        restored.restore(match.state.dump())
        assert restored == match.state

    def check_horizons(self, events: Sequence[MatchEvent]) -> None:
        """How far back everybody may read follows from the log alone, as an archive holds it."""
        standing = Standing()
        for event in events:
            standing.follow(event.record, None)
        match = self.match
        for principal in (Principal("anonymous"), ARBITER, *map(seated, range(match.rules.seats))):
            assert standing.horizon(principal.viewer) == match.horizon(principal)


def _newest(match: Match, decisions: Sequence[Mapping[str, Any]]) -> Iterator[Any]:
    """The state after each decision on the line as it was then: folded from the start where the line changed."""
    state = match.ruleset.empty(match.rules, OFFICIAL)
    for version, decision in enumerate(decisions):
        if has_changes([decision]):
            state = _folded(match, decisions, OFFICIAL, version, version)
        else:
            fold_facts(match.ruleset, state, decision["facts"])
        yield state


def _folded(match: Match, decisions: Any, viewer: Any, at: int, line: int) -> Any:
    changes = changes_until(decisions, line)
    return fold_line(match.ruleset, match.rules, decisions[: at + 1], viewer, at, changes)


def entered_by_hand(again: Quarrel, log: Sequence[Mapping[str, Any]], change: Mapping[str, Any]) -> set[int]:
    """Enter a record in a new match, with *change* where it belongs: the decisions that are refused there."""
    refused = set()
    for decision in log:
        if decision["automatic"]:
            continue
        version, here = decision["version"], decision["version"] == change["decision"]
        whose = decision["actor"] if isinstance(decision["actor"], dict) else {}
        commands = [{"command": decision["command"], **whose}] if version else []
        if here and change["effect"] != "insert":
            commands = []
        if here:
            commands += change.get("commands", [])
        for one in commands:
            command = again.match.ruleset.command_types[one["command"]["type"]].from_json(one["command"])
            try:
                again.send(SCRIBE, command, one.get("seat"))
            except Refused:
                assert not here, "what was corrected goes"
                refused.add(version)
    return refused


def correction(told: Sequence[Mapping[str, Any]], version: int) -> dict[str, Any]:
    """What one correction in a log has changed."""
    looked = Looked()
    for decision in told:
        looked.at(decision)
    (found,) = corrections(told, [told[version]], looked)
    return found
