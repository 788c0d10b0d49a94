"""Playing: a command judged and run on a state, with the facts that follow from it, and what follows by itself.

Every decision of a game comes about here, when it is first made (``domain.application``) as well as when it is
decided again behind a correction (``domain.table.correcting.deciding_again``): by :func:`judged` or by
:func:`following`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from domain.kit.chance import Chance, NoChance, ToldChance, as_drawn
from domain.kit.facts import Command, Fact, Json, Text, Thing
from domain.kit.guards import Actor, Needs, Refused, Verdict
from domain.kit.places import Impossible
from domain.kit.ruleset import Asking, Ruleset
from domain.kit.state import State
from domain.kit.table.contradictions import contradicted
from domain.kit.table.disputes import MatchStalled, Stall
from domain.kit.table.facts import Awaited, EndProposed, Irregular, IrregularOutOfSight, MatchEnded
from domain.kit.table.seats import left_alone
from domain.kit.visibility import OFFICIAL, seat_viewer
from domain.kit.words.refusing import naming
from domain.kit.words.values import ACTOR, COMMAND, PLACE, SEAT

NO_CHANCE = NoChance()
MOST_AUTOMATIC = 1_000
"""Decisions that may follow each other by themselves before the match counts as stalled."""
MOST_THINKABLE = 5_000
"""The most commands that are tried as irregular ones; with other boards there can be millions."""
MOST_DECLINED = 10
"""Offers in a row that can have been declined before somebody goes on."""


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a command: the state after it, and its facts in order."""

    state: Any
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class LetStand:
    """An official's word that a command counts although it may break a rule: *by* which role, with a *note*."""

    by: str
    note: Text | None = None


# -- what is entered ----------------------------------------------------------------------------------------


def judged(
    ruleset: Ruleset[Any],
    state: State,
    actor: Actor,
    command: Command,
    chance: Chance = NO_CHANCE,
    *,
    eyes: State | None = None,
    counting: bool = True,
    irregular: LetStand | None = None,
) -> Played:
    """What becomes of a command; raises :class:`Refused` unless it is lawful, or *irregular* and possible.

    *eyes* is the state as the asker sees it, where that is less than everything (see :func:`check_lawful`).
    Without *counting* the record may contradict where the pieces are, as in what somebody writes down for others.
    """
    if irregular is not None:
        return play_irregularly(ruleset, state, actor, command, irregular.by, irregular.note, chance)
    check_lawful(ruleset, state if eyes is None else eyes, actor, command, counting=counting)
    return play(ruleset, state, actor, command, chance, counting=counting)


def check_lawful(
    ruleset: Ruleset[Any], state: State, actor: Actor, command: Command, *, counting: bool = True
) -> None:
    """Raise :class:`Refused` unless *actor* may do this now; *state* is what the asker can see.

    A seat's command is judged on the seat's own view, so no refusal can tell what the seat may not know. Without
    *counting* nothing is refused for where the pieces are.
    """
    _check_begun(state)
    awaited = state.awaits_chance if actor == "chance" else isinstance(actor, int) and state.awaits_seat(actor)
    if not awaited and not (isinstance(actor, int) and ruleset.unasked(state, actor, command)):
        detail = naming(ruleset, state.rules, "{actor} is not to decide now", actor=(ACTOR, actor))
        raise _asking(ruleset, state, command, Refused("not-awaited", detail, "TB-18"))
    if actor == "chance" and state.due != command.TYPE:
        text = "chance is asked for “{due}” now, and not for “{asked}”"
        due, asked = (COMMAND, state.due), (COMMAND, command.TYPE)
        raise Refused("not-awaited", naming(ruleset, state.rules, text, due=due, asked=asked), "TB-18")
    refusal = ruleset.refusal(state, actor, command, counting=counting)
    if refusal is not None:
        raise _asking(ruleset, state, command, refusal)


def _check_begun(state: State) -> None:
    """Raise :class:`Refused` while the table still waits for what the seats contribute to chance."""
    if state.joining is not None:
        raise Refused("not-awaited", "the game begins when all seats have contributed to chance", "TB-73")


def _asking(ruleset: Ruleset[Any], state: State, command: Command, refused: Refused) -> Refused:
    """A refusal that says, too, what somebody is asked for instead."""
    asking = ruleset.asking(state) if state.plays else None
    if asking is not None and not isinstance(command, asking.answers):
        refused.add(naming(ruleset, state.rules, "; {seat} ", seat=(SEAT, asking.seat)))
        refused.add(asking.words)
    return refused


class Declined(NamedTuple):
    """An offer that was declined: what was asked, and what became of declining it."""

    asking: Asking
    played: Played


def declinable(ruleset: Ruleset[Any], state: State) -> Iterator[Declined]:
    """The offers that are due and cost nothing to decline, one after the other, each declined.

    It ends where something else follows than the decision of a player or of chance: nobody can have gone on there.
    """
    for _ in range(MOST_DECLINED):
        asking = ruleset.asking(state) if state.plays else None
        if asking is None or asking.declinable is None:
            return
        try:
            played = judged(ruleset, state, asking.seat, asking.declinable, counting=False)
        except Refused:
            return
        state = played.state
        if not state.plays or ruleset.automatic(state) is not None:
            return
        yield Declined(asking, played)


def declined_before(
    ruleset: Ruleset[Any], state: State, actor: Actor, command: Command, refused: Refused
) -> list[Declined]:
    """What was declined, if *actor* really did this, as the recorder says; nothing if that does not help.

    Where it does not help, since the rules refuse what came next for another reason, *refused* says that, too.
    """
    found: list[Declined] = []
    reason: Refused | None = None
    for declined in declinable(ruleset, state):
        if declined.asking.is_answered_by(actor, type(command)):
            break
        found.append(declined)
        try:
            check_lawful(ruleset, declined.played.state, actor, command, counting=False)
        except Refused as behind:
            asked = ruleset.asking(declined.played.state)
            costs = (
                asked is not None and asked.declinable is None
            )  # what is asked about there, silence is no answer to
            other = costs if behind.code == "not-awaited" else behind.rule != refused.rule
            if reason is None and other:
                reason = behind
            continue
        return found
    if reason is not None:
        refused.add("; and even without that, ")
        refused.add(reason.said)
        refused.add(f" ({reason.rule})" if reason.rule else "")
    return []


def play(
    ruleset: Ruleset[Any],
    state: State,
    actor: Actor,
    command: Command,
    chance: Chance = NO_CHANCE,
    *,
    counting: bool = True,
) -> Played:
    """Run *command* on a copy of *state*; raises :class:`Refused` where the pieces are not there.

    Without *counting* that is written down beside it instead (see ``domain.kit.table.contradictions``).
    """
    working = state.copy()
    if isinstance(chance, ToldChance):
        chance.can_be = functools.partial(ruleset.can_be, working)
        if not counting:
            chance.believed = lambda place, kind: kind in ruleset.kinds(working, place)
    follows = to_the_end(working, ruleset.facts_of(working, actor, command, chance))
    facts = happened(ruleset, working, follows, counting=counting)
    if not isinstance(chance, NoChance) and command.FIELDS and _was_told(command) and chance.more():
        raise Refused("illegal-move", "the command gives more values than the match asks for", "TB-29")
    return Played(working, facts)


def _was_told(command: Command) -> bool:
    return any(getattr(command, field.attribute) is not None for field in command.FIELDS)


def told_chance(command: Command) -> Chance:
    """What came out, as a command of chance in a recorded match says it."""
    for declared in command.FIELDS:
        value = getattr(command, declared.attribute)
        if value is None:
            detail = f"in a recorded match {command.TYPE} has to say what came out: {declared.name}"
            raise Refused("invalid", detail, "TB-29")
        return ToldChance(as_drawn(value))
    return NO_CHANCE


def to_the_end(state: State, follows: Iterable[Fact]) -> Iterator[Fact]:
    """What follows by the rules, up to the end of the match, which is only proposed where somebody records it."""
    for fact in follows:
        if isinstance(fact, MatchEnded):
            yield EndProposed(fact.outcome) if state.rules.mode == "recorded" else fact
            return
        yield fact


def happened(
    ruleset: Ruleset[Any], working: State, follows: Iterable[Fact], *, counting: bool = True
) -> tuple[Fact, ...]:
    """Write down on *working* what follows, fact by fact; where the rules need to be told, that is awaited."""
    facts: list[Fact] = []
    evolve = ruleset.evolve
    try:
        for fact in follows:
            if counting:
                evolve(working, fact)
            else:
                facts += contradicted(ruleset, working, fact)
            facts.append(fact)
    except Needs as needs:
        waiting = Awaited(tuple({"tell": place} for place in needs.places))
        evolve(working, waiting)
        facts.append(waiting)
    except Impossible as impossible:
        raise _lacking(ruleset, working, impossible) from None
    return tuple(facts)


def _lacking(ruleset: Ruleset[Any], state: State, impossible: Impossible) -> Refused:
    thing, place = (impossible.kind, str(impossible.thing)), (PLACE, impossible.place)
    detail = naming(ruleset, state.rules, impossible.said, thing=thing, place=place)
    return Refused("illegal-move", detail, impossible.rule)


# -- what follows by itself -----------------------------------------------------------------------------------


class Followed(NamedTuple):
    """A decision that followed by itself: an *automatic* one is the rules' only step, any other is chance's."""

    actor: Actor
    command: Command
    played: Played
    automatic: bool = True


def following(
    ruleset: Ruleset[Any],
    state: State,
    *,
    draws: Callable[[], Chance] | None = None,
    stuck: Callable[[State], bool] | None = None,
    until: tuple[Actor, Command] | None = None,
) -> Iterator[Followed]:
    """What follows by itself, decision by decision, until somebody is awaited or the game does not go on.

    *draws* gives what answers for chance, once for each of its decisions; without it nobody does. *stuck* says
    whether nobody is able to act (see :func:`is_stuck`), where that is to be asked; then the match stalls, and so
    it does where too much follows. It ends before the step *until*. Each decision is made when it is asked for.
    """
    for _ in range(MOST_AUTOMATIC):
        if not state.plays:
            if stuck is not None and state.joining is not None and state.status == "playing" and stuck(state):
                yield _stalled(ruleset, state)  # before the game begins, too, somebody may have left
            return
        if draws is not None and state.awaits_chance:
            assert state.due is not None, "chance is awaited for something"
            drawn = ruleset.command_types[state.due]()
            followed = Followed("chance", drawn, play(ruleset, state, "chance", drawn, draws()), automatic=False)
        elif (step := ruleset.automatic(state)) is not None:
            if step == until:
                return
            followed = Followed(*step, play(ruleset, state, *step, counting=state.rules.mode == "hosted"))
        elif stuck is not None and stuck(state):
            followed = _stalled(ruleset, state)
        else:
            return
        yield followed
        state = followed.played.state
    if state.plays:
        yield _stalled(ruleset, state)


def _stalled(ruleset: Ruleset[Any], state: State) -> Followed:
    working = state.copy()
    return Followed("table", Stall(), Played(working, happened(ruleset, working, (MatchStalled(),))))


def awaits_tell(state: State) -> bool:
    """Whether the match waits for somebody to tell what lies somewhere."""
    return any("tell" in who for who in state.awaiting if isinstance(who, dict))


def eyes_of(state: State, actor: Actor) -> State:
    """The state as the acting seat sees it; officials and chance see everything."""
    return state.masked(seat_viewer(actor)) if isinstance(actor, int) else state.masked(OFFICIAL)


def drawn_in(facts: Iterable[Fact]) -> tuple[Thing, ...]:
    """What chance drew in a decision with these facts."""
    drawn: list[Thing] = []
    for fact in facts:
        for field in fact.FIELDS:
            if field.drawn:
                value = getattr(fact, field.attribute)
                told = as_drawn(value) if isinstance(value, int | tuple) else value
                drawn += told if isinstance(told, tuple) else (told,)
    return tuple(drawn)


def is_stuck(ruleset: Ruleset[Any], state: State, eyes: Callable[[int], State] | None = None) -> bool:
    """Whether nobody is able to go on: chance is not awaited, and no seat that is can do anything, lawful or not.

    So it is, too, where nobody sits at the seats that are awaited. Where something is unknown, somebody can tell
    what it is. *eyes* gives the state as a seat sees it, if somebody has it already.
    """
    if state.concluded or state.awaits_chance or awaits_tell(state):
        return False
    if left_alone(state):
        return True
    if state.joining is not None or (state.awaiting and state.rules.mode == "recorded" and state.has_gaps):
        return False
    return not _can_act(ruleset, state, eyes or functools.partial(eyes_of, state))


def passes_over(ruleset: Ruleset[Any], state: State) -> bool:
    """Whether the awaited actor can do nothing any more, and the game says what is passed over then.

    Chance can do nothing where nothing is left of what it was to draw.
    """
    if ruleset.pass_over is None or not state.plays or awaits_tell(state):
        return False
    if state.awaits_chance:
        return not ruleset.moves(state, "chance")
    return ruleset.automatic(state) is None and not _can_act(ruleset, state, functools.partial(eyes_of, state))


def _can_act(ruleset: Ruleset[Any], state: State, eyes: Callable[[int], State]) -> bool:
    """Whether a seat that is awaited can do anything, lawful or not; *eyes* gives the state as a seat sees it."""
    seats = [who["seat"] for who in state.awaiting if isinstance(who, dict) and "seat" in who]
    if ruleset.can_act is not None:
        return any(ruleset.can_act(eyes(seat), seat) for seat in seats)
    lists = [ruleset.moves, ruleset.possible] if ruleset.possible is not None else [ruleset.moves]
    return any(listed(eyes(seat), seat) for seat in seats for listed in lists)


# -- irregular, but true ------------------------------------------------------------------------------------

NO_KNOWN_RULE = "no-known-rule"
"""The code of an irregular command that breaks no rule that the game knows."""


def check_possible(
    ruleset: Ruleset[Any], state: State, actor: Actor, command: Command, *, counting: bool = True
) -> None:
    """Raise :class:`Refused` unless this can be done at all, lawful or not, as far as the game's guards know.

    Where the pieces are is the places' business (see :func:`play`). Chance answers what it is asked for, and where
    something has to be told first, the rules do not know on what board it would be done.
    """
    _check_begun(state)
    if awaits_tell(state):
        raise Refused("not-awaited", "something has to be told first, with “Tell” (table.tell)", "TB-20")
    if actor == "chance" and (not state.awaits_chance or state.due != command.TYPE):
        detail = naming(
            ruleset, state.rules, "chance is not asked for this now: {asked}", asked=(COMMAND, command.TYPE)
        )
        raise Refused("not-awaited", detail, "TB-18")
    refusal = ruleset.refusal(state, actor, command, only_needed=True, counting=counting)
    if refusal is not None:
        raise refusal


def play_irregularly(
    ruleset: Ruleset[Any],
    state: State,
    actor: Actor,
    command: Command,
    let_stand: str,
    note: Text | None,
    chance: Chance = NO_CHANCE,
) -> Played:
    """Run *command* although it may break a rule; raises :class:`Refused` where it cannot be done at all.

    The first fact says which rule was broken: of several the first. Everybody reads that as far as everybody can
    see it; what follows from where pieces lie out of sight is told to the acting seat, by what it sees itself.
    """
    check_possible(ruleset, state, actor, command, counting=False)
    broken = _objection(ruleset, state, actor, command, counting=False)
    rule = None if broken is None else broken.rule_of_the_game
    said: tuple[Fact, ...] = (Irregular(_code(broken), let_stand, rule, note),)
    if _turns_on_counting(ruleset, state, actor, command, broken):
        seen = _objection(ruleset, eyes_of(state, actor), actor, command)
        named = None if seen is None else seen.rule_of_the_game
        seats = (actor,) if isinstance(actor, int) else ()
        said += (IrregularOutOfSight(seats, {"code": _code(seen), **({} if named is None else {"rule": named})}),)
    played = play(ruleset, state, actor, command, chance, counting=False)
    return Played(played.state, said + played.facts)


def _turns_on_counting(
    ruleset: Ruleset[Any], state: State, actor: Actor, command: Command, broken: Refused | None
) -> bool:
    """Whether a rule about pieces out of sight is asked before the one that everybody sees to be *broken*."""
    if broken is not None and broken.code == "not-awaited":
        return False
    for guard in ruleset.guards.get(type(command), ()):
        if guard.counted or guard.predicate(state, actor, command) is not Verdict.YES:
            return guard.counted
    return False


def _code(broken: Refused | None) -> str:
    return NO_KNOWN_RULE if broken is None else broken.code


def irregular_moves(ruleset: Ruleset[Any], state: State, seat: int) -> list[Json]:
    """What a seat can do without its being lawful, of what might happen at a table."""
    if ruleset.thinkable is None or not state.plays:
        return []
    listed = []
    for document in islice(ruleset.thinkable(state, seat), MOST_THINKABLE):
        command = ruleset.command_types[document["type"]].from_json(document)
        if _objection(ruleset, state, seat, command) is not None and can_be_played(ruleset, state, seat, command):
            listed.append(document)
    return listed


def can_be_played(
    ruleset: Ruleset[Any], state: State, actor: Actor, command: Command, chance: Chance = NO_CHANCE
) -> bool:
    """Whether this can be done, lawful or not."""
    try:
        check_possible(ruleset, state, actor, command)
        play(ruleset, state, actor, command, chance)
    except Refused:
        return False
    return True


def _objection(
    ruleset: Ruleset[Any], state: State, actor: Actor, command: Command, *, counting: bool = True
) -> Refused | None:
    try:
        check_lawful(ruleset, state, actor, command, counting=counting)
    except Refused as refused:
        return refused
    return None
