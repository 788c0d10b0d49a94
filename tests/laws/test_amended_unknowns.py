"""Corrections at random places of records in which much is unknown: told, identified and filled in between.

What nobody saw is drawn beforehand from what can be (the truth of that table), so that it can be told afterwards.
Nothing here names a rule of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from domain.application.matches import Matches
from domain.kit.facts import Command, Json
from domain.kit.guards import Refused
from domain.kit.places import one_by_one
from domain.kit.ruleset import rulesets
from domain.kit.shorthand import parse
from domain.kit.shorthand.writing import Writer
from domain.kit.table.commands import Amend, Confirm, Identify, Reveal, Tell
from domain.kit.visibility import OFFICIAL
from domain.match.line import changes_until, fold_line, is_struck
from domain.table.correcting.deciding_again import is_of_the_game
from tests.games.installed import until
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, command_of, random_command
from tests.games.preferences import all_modules
from tests.laws.quarrels import ARBITER, SCRIBE, Quarrel, correction, entered_by_hand, matches
from tests.laws.recording import unknown_allowed

pytestmark = pytest.mark.grows

__all__ = ["matches"]
MATCHES = 40 if SOAK else 1
MOST_MATCHES = 20 * MATCHES if SOAK else 40
"""So many are played where what is looked for has not been met before."""
STEPS = 50
MET = ({"reveal", "replace"}, {"remove", "insert"})
"""Of each of these, something is done."""
REFUSALS = ("illegal-move", "not-awaited", "over", "invalid")
"""How what is corrected at random may be refused."""
TABLES = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name, game in OPENABLE.items()
    for seats in (range(game.seats[0], game.seats[1] + 1) if SOAK else game.seats[:1])
]


class Blind(Quarrel):
    """A record whose scribe sees only some of what he may have missed."""

    def __init__(self, matches: Matches, name: str, seats: int, rng: Random, sees: float = 0.4) -> None:
        super().__init__(matches, name, seats, "recorded", all_modules(rulesets()[name].options))
        self.rng, self.sees = rng, sees
        self.hidden = unknown_allowed(self.match.ruleset)

    def go_on(self, steps: int) -> None:
        """So many entries, as far as the match goes."""
        for _ in range(steps):
            if self.state.proposed is not None:
                self.send(SCRIBE, Confirm())
            if not self.state.plays:
                return
            self.enter()

    def enter(self) -> None:
        """What the match waits for: told, or as it was seen."""
        match = self.match
        who = self.rng.choice(match.state.awaiting)
        if who != "chance" and "tell" in who:
            self.send(SCRIBE, Tell(**self.tellable(who["tell"])))
            return
        actor = who if who == "chance" else who["seat"]
        listed = [move for move in match.ruleset.moves(match.state, actor) if "unknown" not in str(move)]
        if not listed:
            listed = match.ruleset.moves(match.state, actor)
        command = self.as_seen(random_command(match.ruleset, listed, self.rng))
        self.send(SCRIBE, command, None if actor == "chance" else actor)
        if self.rng.random() < 0.1:
            self.learn()

    def as_seen(self, command: Command) -> Command:
        """The command as the scribe enters it, who has perhaps not seen what may be unknown in it."""
        document = command.to_json()
        for name in self.hidden.get(command.TYPE, ()):
            if document.get(name) is not None and self.rng.random() >= self.sees:
                document[name] = self._unseen(document[name])
        return command_of(self.match.ruleset, document)

    def _unseen(self, value: Json) -> Json:
        if not isinstance(value, list):
            return {"unknown": 1}
        if not value or any(not isinstance(one, str) for one in value) or self.rng.random() < 0.5:
            return {"unknown": len(value)}
        kept = self.rng.randrange(len(value))
        return [one if number == kept else {"unknown": 1} for number, one in enumerate(value)]

    def learn(self) -> None:
        """Identify something, where something is unknown; or fill a decision in."""
        state = self.state
        untold = [name for name in (*state.places, *state.purses) if state.is_untold(name)]
        awaited = [who["tell"] for who in state.awaiting if isinstance(who, dict) and "tell" in who]
        untold = [name for name in untold if name not in awaited]
        if not untold or not state.plays:
            return
        told = self.tellable(self.rng.choice(untold))
        if told.get("things") or "amount" in told:
            self.try_to(Identify(**told))

    def tellable(self, name: str) -> dict[str, Any]:
        """Something that can be told of a place or purse."""
        match = self.match
        if name in match.state.purses:
            return {"place": name, "amount": self.rng.choice(list(match.ruleset.amounts(match.state, name))[:20])}
        place = match.state.places[name]
        if place.parts and len(place.whole):
            things = list(one_by_one(dict(Counter(place.whole.known))))
            some = self.rng.sample(things, self.rng.randint(0, len(things)))
            return {"place": name, "part": self.rng.choice(sorted(place.parts)), "things": tuple(some)}
        can_be = one_by_one(match.state.possible(name, lambda _, of: match.ruleset.kinds(match.state, of)))
        self.rng.shuffle(can_be)
        return {"place": name, "things": tuple(can_be[: place.unknown])}

    def try_to(self, command: Command) -> Any:
        """Send a command of the scribe; None if it is refused."""
        try:
            return self.send(SCRIBE, command)
        except Refused as refused:
            if refused.code not in REFUSALS:
                raise
            return None

    # -- corrections

    def counting(self) -> list[Mapping[str, Any]]:
        """The decisions of the game that count, and did not follow by themselves."""
        decisions = self.decisions()
        changes = changes_until(decisions, self.match.version)
        return [
            one
            for one in decisions
            if is_of_the_game(one) and not one["automatic"] and not is_struck(one["version"], changes)
        ]

    def a_reveal(self) -> Reveal | None:
        """A decision with something unknown, filled in with what could have been entered there."""
        found = [one for one in self.counting() if "unknown" in str(one["command"])]
        if not found:
            return None
        decision = self.rng.choice(found)
        listed = self.listed_at(decision["version"] - 1, decision["actor"])
        listed = [move for move in listed if move["type"] == decision["command"]["type"]]
        if not listed:
            return None
        command = random_command(self.match.ruleset, listed, self.rng).to_json()
        for name, value in decision["command"].items():
            if "unknown" not in str(value):
                command[name] = value
        return Reveal(decision["version"], command)

    def listed_at(self, version: int, actor: Json) -> list[Json]:
        """What could be entered behind a decision of the line."""
        match, decisions = self.match, self.decisions()
        changes = changes_until(decisions, match.version)
        state = fold_line(match.ruleset, match.rules, decisions, OFFICIAL, version, changes)
        who = actor["seat"] if isinstance(actor, dict) else actor
        return [move for move in match.ruleset.moves(state, who) if "unknown" not in str(move)]

    def a_change(self) -> dict[str, Json] | None:
        """Something that could have been decided there instead, or besides, seen or unseen."""
        found = self.counting()
        if not found:
            return None
        version = self.rng.choice(found)["version"]
        effect = self.rng.choice(["replace", "replace", "remove", "insert"])
        if effect == "remove":
            return {"decision": version, "effect": effect}
        match, decisions = self.match, self.decisions()
        at = version - 1 if effect == "replace" else version
        state = fold_line(
            match.ruleset, match.rules, decisions, OFFICIAL, at, changes_until(decisions, match.version)
        )
        awaited = [who for who in state.awaiting if who == "chance" or "seat" in who]
        if not awaited:
            return None
        who = self.rng.choice(awaited)
        actor = who if who == "chance" else who["seat"]
        listed = match.ruleset.moves(state, actor)
        listed = [move for move in listed if "unknown" not in str(move)]
        if not listed:
            return None
        command = self.as_seen(random_command(match.ruleset, listed, self.rng))
        seat = {} if actor == "chance" else {"seat": actor}
        return {"decision": version, "effect": effect, "commands": [{"command": command.to_json(), **seat}]}

    def correct(self) -> str | None:
        """Amend or fill in at random; what was done, if it was not refused."""
        if self.rng.random() < 0.3:
            reveal = self.a_reveal()
            return "reveal" if reveal is not None and self.try_to(reveal) else None
        change = self.a_change()
        return change["effect"] if change is not None and self.try_to(Amend((change,))) else None


@pytest.mark.long
@pytest.mark.scenario(73)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_state_is_the_fold_of_the_line_for_everybody(matches: Matches, name: str, seats: int) -> None:
    done: Counter[str | None] = Counter()
    for number in until(lambda: all(done.keys() & one for one in MET), MATCHES, MOST_MATCHES):
        rng = Random(f"blind {name} {seats} {number}")
        blind = Blind(matches, name, seats, rng)
        blind.go_on(STEPS)
        for _ in range(6):
            done[blind.correct()] += 1
            blind.go_on(rng.randrange(4))
        blind.check(rng, samples=8)
    assert all(done.keys() & one for one in MET), done


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_earlier_line_with_unknown_values_is_restored_as_it_was(
    matches: Matches, name: str, seats: int
) -> None:
    done = 0
    for number in range(MATCHES):
        rng = Random(f"blind restored {name} {seats} {number}")
        blind = Blind(matches, name, seats, rng)
        blind.go_on(STEPS // 2)
        states = {blind.match.version: blind.state}
        for _ in range(4):
            if blind.correct():
                states[blind.match.version] = blind.state
        *earlier, newest = states
        for version in rng.sample(earlier, len(earlier)):
            if states[version] == states[newest]:
                continue
            blind.send(SCRIBE, Amend(restore=version))
            assert blind.state == states[version]
            newest = version
            done += 1
        blind.check(rng, samples=4)
    assert done


@pytest.mark.long
@pytest.mark.scenario(65)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_is_struck_is_refused_by_hand_and_what_was_told_is_told(
    matches: Matches, name: str, seats: int
) -> None:
    """The same record entered anew with the change: tells and identifications are decided again, too."""
    effects: Counter[str] = Counter()
    met = {"stands", "replaced", "struck"}
    for number in until(lambda: met <= (+effects).keys(), 2 * MATCHES, MOST_MATCHES):
        rng = Random(f"blind by hand {name} {seats} {number}")
        blind = Blind(matches, name, seats, rng)
        blind.go_on(STEPS)
        before = blind.decisions()
        change = blind.a_change()
        if change is None or not (answer := blind.try_to(Amend((change,)))):
            continue
        said = correction(blind.decisions()[: answer.first + 1], answer.first)
        struck = {one["decision"] for one in said["struck"]} - {change["decision"]}
        by_hand = Blind(matches, name, seats, rng)
        refused = entered_by_hand(by_hand, before, change)
        assert {version for version in struck if not before[version]["automatic"]} == refused
        assert by_hand.state == blind.state
        effects.update({name: len(one) for name, one in said.items() if isinstance(one, list)})
    assert met <= (+effects).keys()


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_corrected_record_with_gaps_is_written_in_shorthand_and_recorded_again(
    matches: Matches, name: str, seats: int
) -> None:
    """Line by line the same text, and the same board."""
    kinds: Counter[str] = Counter()
    for number in until(lambda: kinds["table.amend"], MATCHES, MOST_MATCHES):
        rng = Random(f"blind written {name} {seats} {number}")
        blind = Blind(matches, name, seats, rng)
        for _ in range(6):
            blind.go_on(6)
            if blind.state.plays:
                blind.break_a_rule(rng)
            blind.correct()
        again = Blind(matches, name, seats, rng)
        for line in parse(again.match.ruleset, "\n".join(written(blind))):
            command = again.match.ruleset.command_types[line.command["type"]].from_json(line.command)
            again.send(ARBITER if line.actor == "arbiter" else SCRIBE, command, line.seat, line.irregular)
            kinds[command.TYPE] += 1
        assert written(again) == written(blind)
        assert again.state == blind.state
    assert kinds["table.amend"]


def written(blind: Blind) -> list[str]:
    """The record in shorthand."""
    writer = Writer(blind.match.ruleset)
    return [line for decision in blind.decisions() if (line := writer.write(decision))]
