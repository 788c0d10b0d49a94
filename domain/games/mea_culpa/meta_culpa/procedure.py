"""What the table, an accuser or an arbiter can do about the procedure: sins, reminders, and what mends them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.games.mea_culpa import facts
from domain.games.mea_culpa.done import TURN_STEPS, Entry, read, whose
from domain.games.mea_culpa.meta_culpa import decide
from domain.games.mea_culpa.meta_culpa.commands import AT_ANY_TIME
from domain.games.mea_culpa.meta_culpa.decide import punished
from domain.games.mea_culpa.meta_culpa.evolve import APPLIERS
from domain.games.mea_culpa.meta_culpa.facts import (
    FACTS,
    AccusationMade,
    NextCalled,
    Prompted,
    SinCommitted,
    SteppedOutOfTurn,
    StepsUndone,
)
from domain.games.mea_culpa.meta_culpa.register import callable_sins, unpunished
from domain.games.mea_culpa.meta_culpa.register import findings as found_in
from domain.games.mea_culpa.meta_culpa.steps import FLOW, made_good
from domain.games.mea_culpa.owed import owed
from domain.games.mea_culpa.state import PETTY_SINNER, MeaCulpa, empty
from domain.games.mea_culpa.steps import placing
from domain.kit.facts import Fact, Json
from domain.kit.guards import Actor, Refused
from domain.kit.ruleset import Procedure
from domain.kit.state import Rules
from domain.kit.steps import Steps, step
from domain.kit.table import seats
from domain.kit.visibility import PUBLIC

PREFIX = "MC-"
"""Rules are cited with it; the register has its sins without."""
REMEDIES = "TB-36"
"""The table's rule about what an arbiter can have done."""


def accused(state: MeaCulpa, by: Actor, seat: int, rule: str | None) -> Iterator[Fact]:
    """A sin that the log proves is paid for, if its window is open (MC-M0); another is the seat's to admit.

    A false accusation costs nothing, and changes nothing.
    """
    sin = (rule or "").removeprefix(PREFIX)
    steps: Steps = list(state.steps)
    if state.by_register and not state.over and seat in state.empty_seats:
        raise Refused("illegal-move", "nobody sits at that seat, so it cannot be accused", "MC-M0")
    if not state.by_register or state.over or sin not in state.rules.options["register"]:
        return
    if sin == "M12":
        if _was_called(state, by, seat):
            yield AccusationMade(by, seat, sin)
        return
    if sin in callable_sins(state, seat):
        yield from punished(seat, sin, steps)
        yield from FLOW.go_on(state, steps)


def _was_called(state: MeaCulpa, by: Actor, seat: int) -> bool:
    """Whether the seat is to move, has been called by another, has made no step, and not paid for it (MC-M12).

    The Petty Sinner may dream (MC-PS0).
    """
    called = any(entry["type"] == "NextCalled" and entry["seat"] == seat for entry in state.done)
    idle = not any(entry["type"] in TURN_STEPS and entry["seat"] == seat for entry in state.done)
    paid = any(entry["type"] == "SinCommitted" and entry["sin"] == "M12" for entry in state.done)
    exempt = read(state, seat).character == PETTY_SINNER
    return whose(state) == seat and by != seat and called and idle and not paid and not exempt


def reminded(state: MeaCulpa, by: Actor, seat: int, step_name: str | None) -> Iterator[Fact]:
    """What the Petty Sinner has left out is done now; otherwise a reminder has no effect (MC-PS2, MC-PS4)."""
    steps: Steps = list(state.steps)
    if not state.by_register or state.over or by == seat:
        return
    done = list(decide.reminded(state, seat, step_name, steps))
    yield from done
    if done or steps != list(state.steps):
        yield from FLOW.go_on(state, steps)


def taken_back(state: MeaCulpa, seat: int, decisions: Sequence[Mapping[str, Json]]) -> Iterator[Fact]:
    """One sin, however many steps of the turn were taken back together (MC-M1); what was only said is none.

    What had cost a stone still costs it: taking back saves nobody a stone.
    """
    if not state.by_register or state.over:
        return
    steps: Steps = list(state.steps)
    paid = [
        SinCommitted(seat, fact["sin"], fact.get("of", decision["version"]))
        for decision in decisions
        for fact in decision["facts"]
        if fact["type"] == SinCommitted.TYPE and fact["seat"] == seat
    ]
    yield from paid
    steps[:0] = [placing(seat, "petty", 1, sin.sin) for sin in paid]
    if whose(state) == seat and any(map(_is_a_step, decisions)):
        yield StepsUndone(seat)
        if unpunished(state, len(state.done) - 1):
            steps.insert(len(paid), step("sins"))
    if paid or steps != list(state.steps):
        yield from FLOW.go_on(state, steps)


def _is_a_step(decision: Mapping[str, Json]) -> bool:
    """Whether there is anything to undo: what is only said is no step, one out of turn is undone already."""
    astray = any(fact["type"] == SteppedOutOfTurn.TYPE for fact in decision["facts"])
    return decision["command"]["type"] not in SPOKEN and not astray


SPOKEN = frozenset(command.TYPE for command in AT_ANY_TIME)
"""The commands that make no step of a turn."""


def perform(state: MeaCulpa, seat: int, name: str | None) -> Iterator[Fact]:
    """The arbiter has a missing step done: one that leaves no choice."""
    if state.over or whose(state) != seat or not state.by_steps:
        raise Refused("illegal-move", "that seat has left out no step", REMEDIES)
    done = read(state, seat)
    steps: Steps = list(state.steps)
    missing = {
        step_name: number for step_name, number in owed(state, done).items() if decide.is_meant(step_name, name)
    }
    worked = list(made_good(state, seat, missing, steps))
    if not worked and steps == list(state.steps):
        raise Refused(
            "illegal-move",
            "only that seat can make the steps that it has left out, since each needs a choice",
            REMEDIES,
        )
    yield from worked
    yield from FLOW.go_on(state, steps)


def penalty(state: MeaCulpa, seat: int) -> Iterator[Fact]:
    """The arbiter has a stone placed in the Den of Petty Sins."""
    if state.over or state.phase in ("setup", "bonus") or state.due is not None:
        raise Refused("illegal-move", "no sin stone can be placed now", REMEDIES)
    yield from FLOW.go_on(state, [placing(seat, "petty", 1, "ruling"), *state.steps])


SAID = frozenset(fact.TYPE for fact in (NextCalled, Prompted, SteppedOutOfTurn))


def by_the_way(told: Sequence[Mapping[str, Json]]) -> bool:
    """Calling, prompting, and steps out of turn: otherwise anybody could keep another from taking back."""
    return bool(told) and told[0]["type"] in SAID


# -- the audit ----------------------------------------------------------------------------------------------


def findings(rules: Rules, decisions: Iterable[Mapping[str, Json]]) -> list[Json]:
    """Every sin of the register in a match, with the decisions that prove it; all of it was told to everyone.

    ``status`` is ``punished`` where its stone was placed, ``open`` where nobody has called it (yet).
    """
    if rules.options.get("meta_culpa", "off") == "off":
        return []
    state = empty(rules, PUBLIC)
    parts: list[tuple[Sequence[Entry], list[int]]] = []
    versions: list[int] = []
    undone: dict[int, list[int]] = {}
    for decision in decisions:
        undone[decision["version"]] = _struck_by(decision)
        for document in decision.get("facts", ()):
            kind = KNOWN.get(document["type"])
            if kind is None:
                continue
            before = state.done
            _APPLIERS[kind](state, kind.from_json(document))
            if len(state.done) <= len(before) and state.done is not before:
                parts.append((before, versions))
                versions = []
            versions += [decision["version"]] * (len(state.done) - len(versions))
    parts.append((state.done, versions))
    return _in_order(rules, state.row, parts, undone)


def _struck_by(decision: Mapping[str, Json]) -> list[int]:
    changes = [fact["changes"] for fact in decision.get("facts", ()) if fact["type"] == "LineChanged"]
    return [change["decision"] for some in changes for change in some if change["effect"] == "struck"]


def _in_order(
    rules: Rules,
    row: Sequence[int],
    parts: Iterable[tuple[Sequence[Entry], list[int]]],
    undone: Mapping[int, list[int]],
) -> list[Json]:
    found: list[Json] = []
    for steps, versions in parts:
        for finding in found_in(rules, row, steps):
            complete = versions[finding.complete]
            proof = {versions[at] for at in finding.proof} | set(undone[complete] if finding.sin == "M1" else ())
            found.append(
                {
                    "rule": PREFIX + finding.sin,
                    "seat": finding.seat,
                    "decisions": sorted(proof),
                    "complete": complete,
                    **({"repair": finding.repair} if finding.repair else {}),
                    "status": "open",
                }
            )
        for entry in steps:
            if entry["type"] == "SinCommitted" and "of" in entry:
                found.append(_taken_along(entry))
            elif entry["type"] == "SinCommitted":
                _pay(found, entry["seat"], PREFIX + entry["sin"])
    return sorted(found, key=lambda finding: (finding["complete"], finding["decisions"]))


def _pay(found: Iterable[Json], seat: int, rule: str) -> None:
    """A stone is for the earliest sin of its kind that has none."""
    for finding in found:
        if (finding["seat"], finding["rule"], finding["status"]) == (seat, rule, "open"):
            finding["status"] = "punished"
            return


def _taken_along(entry: Entry) -> Json:
    """A sin of a step that was taken back since: it proves it, and its stone was placed again."""
    version = entry["of"]
    proof = {"decisions": [version], "complete": version}
    return {"rule": PREFIX + entry["sin"], "seat": entry["seat"], **proof, "status": "punished"}


KNOWN: Mapping[str, type[Fact]] = {fact.TYPE: fact for fact in (*facts.FACTS, *FACTS, *seats.FACTS)}
_APPLIERS = {**APPLIERS, **seats.APPLIERS}
PROCEDURE: Procedure[MeaCulpa] = Procedure(
    accused=accused,
    reminded=reminded,
    taken_back=taken_back,
    perform=perform,
    penalty=penalty,
    by_the_way=by_the_way,
    findings=findings,
)
