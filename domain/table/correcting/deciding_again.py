"""Deciding again: what becomes of later decisions when an earlier one is struck or counts with other facts.

The rules run once, when the change is accepted; what comes of it is recorded in a ``LineChanged``. Each decision
that counts is judged anew on the state before it, by the match's rules, with the recorded command and what chance
drew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeGuard

from domain.kit.chance import ToldChance
from domain.kit.facts import Command, Erased, Fact, Json
from domain.kit.guards import Actor, Refused
from domain.kit.play import (
    NO_CHANCE,
    LetStand,
    Played,
    drawn_in,
    eyes_of,
    following,
    happened,
    judged,
    play,
    to_the_end,
    told_chance,
)
from domain.kit.ruleset import Ruleset
from domain.kit.state import State
from domain.kit.table.commands import TABLE_COMMANDS, Amend, Open, Reveal, TakeBack
from domain.kit.table.disputes import Accused, Reminded, Rule, Ruled
from domain.kit.table.facts import SAID, EndProposed, Irregular, LineChanged, MatchEnded
from domain.kit.visibility import OFFICIAL
from domain.kit.words.refusing import naming
from domain.kit.words.values import COMMAND
from domain.kit.written.evidence import canonical
from domain.match.line import Changes, changes_until, effective_facts, fold_facts, fold_line, is_struck
from domain.match.match import Match
from domain.match.work import AGAIN, CHANGED, Work
from domain.table.correcting.lapsing import lapsed_by

History: TypeAlias = Sequence[Mapping[str, Json]]
"""The log of a match in full, from decision 0."""
Change: TypeAlias = Mapping[str, Json]
"""One change of a ``LineChanged``; its facts are facts, and not yet their JSON."""
Again: TypeAlias = Callable[[Ruleset[Any], Any, Any, Sequence[Fact]], Sequence[Fact]]
"""Decides a command of the table again: by ruleset, state, command, and the facts that were recorded."""
AgainByCommand: TypeAlias = Mapping[type[Command], Again]
"""What decides a command of the table again, where it was more than said."""


def is_of_the_game(decision: Mapping[str, Json]) -> bool:
    """Whether it is a decision of the game, not one of the table (``table.*``) or the opening."""
    kind: str = decision["command"]["type"]
    return not kind.startswith("table.") and kind != "open"


def struck(version: int, *, rule: str | None = None, after: int | None = None) -> dict[str, Json]:
    """The change that strikes a decision."""
    why = {"rule": rule, "after": after if rule is None else None}
    said = {name: value for name, value in why.items() if value is not None}
    return {"decision": version, "effect": "struck", **said}


def standing(version: int) -> dict[str, Json]:
    """The change that lets a decision stand as it was first decided."""
    return {"decision": version, "effect": "stands"}


def replaced(version: int, facts: Iterable[Fact]) -> dict[str, Json]:
    """The change that gives a decision other facts; a note that they were read without is in the decision."""
    made = tuple(facts)
    noted = {"noted": True} if any(map(_is_noted, made)) else {}
    return {"decision": version, "effect": "replaced", "facts": tuple(map(_without_text, made)), **noted}


def as_before(ruleset: Ruleset[Any], version: int, changes: Changes) -> dict[str, Json]:
    """The change that gives a decision what it has by *changes*."""
    change = changes.get(version)
    if change is None:
        return standing(version)
    if change["effect"] == "struck":
        return struck(version, rule=change.get("rule"), after=change.get("after"))
    noted = {"noted": True} if "noted" in change else {}
    return {**replaced(version, map(ruleset.fact_from_json, change["facts"])), **noted}


def only_said(ruleset: Ruleset[Any], decision: Mapping[str, Json], changes: Changes) -> dict[str, Json]:
    """The change that leaves of a decision only what was said in it: the board is as if it had not been."""
    version = decision["version"]
    counting = effective_facts(decision, changes)
    said = [fact for fact in counting if fact["type"] in SAID]
    if is_of_the_game(decision) or (counting and not said):
        return struck(version)
    if len(said) == len(counting):
        return as_before(ruleset, version, changes)
    spoken = (fact for fact in said if fact["type"] != LineChanged.TYPE)
    return replaced(version, map(ruleset.fact_from_json, spoken))


@dataclass(frozen=True, slots=True)
class Entered:
    """A command of a decision, as a correction has it: who decided what, and who let it stand if it broke a rule.

    *own* is what the decision was recorded with: then chance is what it drew.
    """

    actor: Actor
    command: Command
    let_stand: str | None = None
    own: bool = False


Corrected: TypeAlias = Mapping[int, tuple[Entered, ...]]
"""The commands of each corrected decision: its own, or what replaces it, then what was inserted behind it."""


def corrected_until(ruleset: Ruleset[Any], history: History, line: int) -> Corrected:
    """What the decisions up to *line* have amended and revealed."""
    at: list[Corrected] = []
    for decision in history[: line + 1]:
        known = at[-1] if at else {}
        command = decision["command"]
        if command["type"] == Amend.TYPE:
            if "restore" in command:
                known = at[command["restore"]]
            else:
                known = corrected(ruleset, history, known, command["changes"], decision["recorded_by"])
        elif command["type"] == Reveal.TYPE:
            known = revealed(ruleset, history, known, command["decision"], command["command"])
        at.append(known)
    return at[-1] if at else {}


def corrected_since(history: History, version: int) -> bool:
    """Whether the record was corrected after *version*, and not restored to a line from then on without that."""
    at = {version: False}
    for decision in history[version + 1 :]:
        command = decision["command"]
        known = at[decision["version"] - 1]
        if command["type"] in (Amend.TYPE, Reveal.TYPE):
            known = at.get(command.get("restore"), True)
        at[decision["version"]] = known
    return at[history[-1]["version"]]


def revealed(
    ruleset: Ruleset[Any], history: History, known: Corrected, version: int, command: Mapping[str, Json]
) -> Corrected:
    """What is corrected after a decision was filled in: who decided, and whether a rule was broken, stays."""
    own, *inserted = known.get(version) or (recorded_own(ruleset, history[version]),)
    filled_in = ruleset.command_types[command["type"]].from_json(command)
    return {**known, version: (replace(own, command=filled_in, own=False), *inserted)}


def corrected(
    ruleset: Ruleset[Any], history: History, known: Corrected, changes: Iterable[Mapping[str, Json]], by: str
) -> Corrected:
    """What is corrected after further *changes* (see ``Amend``) by a role; what is removed is in it no more."""
    found = dict(known)
    for change in changes:
        version = change["decision"]
        own, *inserted = found.get(version) or (recorded_own(ruleset, history[version]),)
        entered = [_entered(ruleset, history[version], one, by) for one in change.get("commands") or ()]
        if change["effect"] == "remove":
            found.pop(version, None)
        elif change["effect"] == "replace":
            found[version] = (*entered, *inserted)
        else:
            found[version] = (own, *inserted, *entered)
    return found


def recorded_own(ruleset: Ruleset[Any], decision: Mapping[str, Json]) -> Entered:
    """The command with which a decision was recorded."""
    command = decision["command"]
    tag = next((fact for fact in decision["facts"] if fact["type"] == Irregular.TYPE), {"let_stand": None})
    # Nobody sends what opens a match, so it is none of the ruleset's commands.
    cls = Open if command["type"] == Open.TYPE else ruleset.command_types[command["type"]]
    known = cls.from_json(command)
    return Entered(_actor_of(decision), known, tag["let_stand"], own=True)


def _entered(ruleset: Ruleset[Any], decision: Mapping[str, Json], one: Mapping[str, Json], by: str) -> Entered:
    command = ruleset.command_types[one["command"]["type"]].from_json(one["command"])
    actor: Actor = one["seat"] if "seat" in one else _actor_of(decision)
    if isinstance(command, ruleset.chance_commands):
        actor = "chance"
    return Entered(actor, command, by if one.get("irregular") else None)


def _actor_of(decision: Mapping[str, Json]) -> Actor:
    actor: Actor = decision["actor"]["seat"] if isinstance(decision["actor"], dict) else decision["actor"]
    return actor


def spend(work: Work, history: History, start: int) -> None:
    """Pay for deciding again what counts from *start* on, and for the changed line."""
    of_the_game = sum(is_of_the_game(decision) for decision in history[start:])
    work.spend(AGAIN * of_the_game + CHANGED * len(history))


def changed_line(match: Match, history: History, said: tuple[Fact, ...], change: LineChanged) -> Played:
    """The next decision, which says *said* and changes the line: the state is a fresh fold of that."""
    facts = (*said, *lapsed_by(match.state, change), change)
    decisions = [*history, {"version": match.version + 1, "facts": [fact.to_json() for fact in facts]}]
    changes = changes_until(decisions, match.version + 1)
    state = fold_line(match.ruleset, match.rules, decisions, OFFICIAL, match.version + 1, changes)
    return Played(state, facts)


class DecidedAgain:
    """What becomes of the decisions from *start* on, in order.

    *base* are the changes of the line so far, *fixed* those that are made now. With *opens* false, a decision that
    would now tell somebody what was secret, and did not before, is struck. Corrected decisions have the commands
    of *corrected* (by default those of the corrections so far); of what is corrected *now* a refusal is raised.
    *again* decides those commands of the table that did more than say something.
    """

    def __init__(
        self,
        match: Match,
        history: History,
        base: Changes,
        fixed: Mapping[int, Change],
        *,
        start: int,
        again: AgainByCommand,
        opens: bool = True,
        corrected: Corrected | None = None,
        now: Collection[int] = (),
    ) -> None:
        self._ruleset = match.ruleset
        self._history = history
        self._base = base
        self._again = again
        self._opens = opens
        self._after = start
        if corrected is None:
            corrected = corrected_until(match.ruleset, history, match.version)
        self._corrected = corrected
        self._now = now
        self._state = fold_line(match.ruleset, match.rules, history, OFFICIAL, start - 1, base)
        self.changes: list[Change] = []
        for decision in history[start:]:
            version: int = decision["version"]
            if version in fixed:
                self._keep(decision, fixed[version])
            elif not is_struck(version, base):
                self._keep(decision, self._judged(decision))

    def _keep(self, decision: Mapping[str, Json], change: Change) -> None:
        self.changes.append(change)
        if change["effect"] == "stands":
            fold_facts(self._ruleset, self._state, decision["facts"])
            return
        self._after = change["decision"]
        for fact in change.get("facts", ()):
            self._ruleset.evolve(self._state, fact)

    def _judged(self, decision: Mapping[str, Json]) -> Change:
        version: int = decision["version"]
        if version in self._corrected:
            return self._judged_as_corrected(decision, self._corrected[version])
        recorded = [self._ruleset.fact_from_json(fact) for fact in decision["facts"]]
        counting = effective_facts(decision, self._base)
        if not is_of_the_game(decision) and all(fact["type"] in SAID for fact in counting):
            return as_before(self._ruleset, version, self._base)
        try:
            facts = self._decided(decision, recorded)
        except Refused as refused:
            return struck(version, rule=refused.rule_of_the_game, after=self._after)
        facts = _ending_as(recorded, facts)
        if is_of_the_game(decision):
            facts += self._following(version, self._state_after(facts))
        if not self._opens and _openings(facts) > _openings(recorded):
            return struck(version, after=self._after)
        if _as_read([fact for fact in recorded if fact.TYPE != LineChanged.TYPE]) == _as_read(facts):
            return standing(version)
        return replaced(version, facts)

    def _judged_as_corrected(self, decision: Mapping[str, Json], entries: Sequence[Entered]) -> Change:
        """One entry after the other; what does not go any more is left out, and nothing that was corrected now."""
        version: int = decision["version"]
        kept, left_out = self._state, []
        facts: list[Fact] = []
        self._state = kept.copy()
        try:
            for position, entry in enumerate(entries):
                try:
                    followed = self._of_entry(decision, entry)
                except Refused as refused:
                    if version in self._now:
                        raise _named(refused, version) from None
                    left_out.append((position, refused.rule_of_the_game))
                    continue
                for fact in followed:
                    self._ruleset.evolve(self._state, fact)
                facts += followed
        finally:
            self._state = kept
        if len(left_out) == len(entries):
            return struck(version, rule=left_out[0][1], after=self._after)
        change = replaced(version, facts)
        if left_out:
            change["left_out"] = [
                {"entry": position, **({} if rule is None else {"rule": rule})} for position, rule in left_out
            ]
        return change

    def _of_entry(self, decision: Mapping[str, Json], entry: Entered) -> tuple[Fact, ...]:
        """The facts of one entry of a corrected decision, with what follows from it by itself."""
        ruleset, state = self._ruleset, self._state
        if entry.own:
            recorded = [ruleset.fact_from_json(fact) for fact in decision["facts"]]
            of_the_game = is_of_the_game(decision)
            facts = self._decided(decision, recorded) if of_the_game else tuple(recorded)
            return _ending_as(recorded, facts)
        if state.concluded:
            raise Refused("over", "the match is over", "TB-13")
        chance = told_chance(entry.command) if entry.actor == "chance" else NO_CHANCE
        irregular = None if entry.let_stand is None else LetStand(entry.let_stand)
        # As at the table, where that would have come before anybody could enter this.
        if irregular is None and (step := ruleset.automatic(state)) is not None:
            text = "something automatic comes first: {step}; insert the command after it"
            detail = naming(ruleset, state.rules, text, step=(COMMAND, step[1].TYPE))
            raise Refused("not-awaited", detail, "TB-19")
        played = judged(ruleset, state, entry.actor, entry.command, chance, counting=False, irregular=irregular)
        return played.facts + self._following(decision["version"], played.state)

    def _state_after(self, facts: Iterable[Fact]) -> State:
        working: State = self._state.copy()
        for fact in facts:
            self._ruleset.evolve(working, fact)
        return working

    def _following(self, version: int, state: State) -> tuple[Fact, ...]:
        """What follows by itself, and was not recorded as a decision of its own behind this one."""
        follows = following(self._ruleset, state, until=self._next_automatic(version))
        return tuple(fact for followed in follows for fact in followed.played.facts)

    def _next_automatic(self, version: int) -> tuple[Actor, Command] | None:
        """The next decision that counts, if it was one that followed by itself."""
        for later in range(version + 1, len(self._history)):
            decision = self._history[later]
            if is_of_the_game(decision) and not is_struck(decision["version"], self._base):
                own = recorded_own(self._ruleset, decision)
                return (own.actor, own.command) if decision["automatic"] else None
        return None

    def _decided(self, decision: Mapping[str, Json], recorded: Sequence[Fact]) -> tuple[Fact, ...]:
        command = self._ruleset.command_types[decision["command"]["type"]].from_json(decision["command"])
        again = self._again.get(type(command))
        if again is not None:
            return tuple(again(self._ruleset, self._state, command, recorded))
        if command.TYPE in TABLE_COMMANDS:
            return self._said_again(command, recorded)
        if self._state.concluded:
            raise Refused("over", "the match is over", "TB-13")
        return self._played(decision, command, recorded)

    def _played(
        self, decision: Mapping[str, Json], command: Command, recorded: Sequence[Fact]
    ) -> tuple[Fact, ...]:
        ruleset, state = self._ruleset, self._state
        actor = _actor_of(decision)
        tag = next((fact for fact in recorded if isinstance(fact, Irregular)), None)
        own_eyes = isinstance(decision["recorded_by"], dict)
        counting = own_eyes or state.rules.mode == "hosted"
        if decision["automatic"] and decision["recorded_by"] == "service":
            if ruleset.automatic(state) != (actor, command):
                raise Refused("not-awaited", "after the correction this step is no longer automatic", "TB-19")
            return play(ruleset, state, actor, command, counting=counting).facts
        return judged(
            ruleset,
            state,
            actor,
            command,
            ToldChance(drawn_in(recorded)) if actor == "chance" else NO_CHANCE,
            eyes=eyes_of(state, actor) if own_eyes else None,
            counting=counting,
            # Irregular it stays: a rule may have been broken at that table.
            irregular=None if tag is None else LetStand(tag.let_stand, tag.note),
        ).facts

    def _said_again(self, command: Command, recorded: Sequence[Fact]) -> tuple[Fact, ...]:
        """What was said at the table was said; what the game makes of it is worked out again."""
        if isinstance(command, Rule) and command.remedy == "end":
            return tuple(recorded)
        said = tuple(fact for fact in recorded if fact.TYPE in SAID and fact.TYPE != LineChanged.TYPE)
        working = self._state.copy()
        happened(self._ruleset, working, said)
        try:
            return said + happened(self._ruleset, working, self._consequences(working, command, said))
        except Refused:
            return said

    def _consequences(self, state: State, command: Command, said: Sequence[Fact]) -> Iterator[Fact]:
        if isinstance(command, TakeBack):
            taken = [self._history[version] for version in (command.decision, *(command.also or ()))]
            yield from after_taking_back(self._ruleset, state, taken, self._base)
        for fact in said:
            yield from consequences(self._ruleset, state, command, fact)


def consequences(ruleset: Ruleset[Any], state: State, command: Command, said: Fact) -> Iterator[Fact]:
    """What the game makes of an accusation, a reminder or a ruling, up to its end (see :func:`to_the_end`)."""
    return to_the_end(state, _consequences(ruleset, state, command, said))


def _consequences(ruleset: Ruleset[Any], state: State, command: Command, said: Fact) -> Iterator[Fact]:
    """What the game makes of an accusation, a reminder or a ruling; raises :class:`Refused` where it cannot.

    While the match stands still nothing comes of accusations and reminders.
    """
    procedure = ruleset.procedure
    if isinstance(command, Rule) and isinstance(said, Ruled) and command.remedy in ("perform", "penalty"):
        if procedure is None or command.offender is None:
            raise Refused("illegal-move", "this game has no such remedy", "TB-36")
        if command.remedy == "perform":
            yield from procedure.perform(state, command.offender, command.step)
        else:
            yield from procedure.penalty(state, command.offender)
    elif procedure is None or not _heeded(state):
        return
    elif isinstance(said, Accused):
        yield from procedure.accused(state, said.by, said.accused, said.rule)
    elif isinstance(said, Reminded):
        yield from procedure.reminded(state, said.by, said.reminded, said.step)


def _heeded(state: State) -> bool:
    """Whether accusations and reminders have consequences: not while the match stands still."""
    waits = state.consent is not None or state.joining is not None
    return not (state.concluded or state.frozen or waits)


def after_taking_back(
    ruleset: Ruleset[Any], state: State, decisions: Sequence[Mapping[str, Json]], changes: Changes
) -> Iterator[Fact]:
    """What the game makes of it that a seat has freely taken back these decisions, as they counted until then."""
    if ruleset.procedure is not None and not state.concluded:
        counted = [{**decision, "facts": effective_facts(decision, changes)} for decision in decisions]
        yield from ruleset.procedure.taken_back(state, decisions[0]["actor"]["seat"], counted)


def _ending_as(recorded: Sequence[Fact], facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The facts, with an end that is no proposal where it was none: in matches from before ends were confirmed."""
    if not any(isinstance(fact, MatchEnded) for fact in recorded):
        return facts
    return tuple(MatchEnded(fact.outcome) if isinstance(fact, EndProposed) else fact for fact in facts)


def _named(refused: Refused, version: int) -> Refused:
    """The refusal of what was to be corrected, with the decision that it belongs to."""
    named = Refused(refused.code, f"decision {version} cannot be corrected like this: ", refused.rule)
    named.add(refused.said)
    return named


def line_restored(
    match: Match, said: tuple[Fact, ...], history: History, lines: tuple[Changes, Changes], until: int, cause: str
) -> Played:
    """The line as it was at version *until*, and nothing of the game since; *lines*: what counted then and now."""
    before, now = lines
    start, changes = until + 1, []
    for decision in history:
        version: int = decision["version"]
        earlier = version <= until
        if is_struck(version, now) and (is_struck(version, before) or not earlier):
            continue
        if earlier and before.get(version) != now.get(version):
            start = min(start, version)
        again = as_before(match.ruleset, version, before) if earlier else only_said(match.ruleset, decision, now)
        changes.append(again)
    kept = tuple(change for change in changes if change["decision"] >= start)
    return changed_line(match, history, said, LineChanged(start, cause, kept))


def _without_text(fact: Fact) -> Fact:
    """The fact without a text that it was read without: it stays with the decision in which it was written."""
    return replace(fact, note=None) if _is_noted(fact) else fact


def _is_noted(fact: Fact) -> TypeGuard[Irregular]:
    return isinstance(fact, Irregular) and isinstance(fact.note, Erased)


def _openings(facts: Iterable[Fact]) -> int:
    return sum(fact.OPENS for fact in facts)


def _as_read(facts: Iterable[Fact]) -> Json:
    """Facts as they will be read again: in two ways of writing the same there is no difference."""
    return json.loads(canonical([fact.to_json() for fact in facts]))
