"""What can be done now, step by step: the lawful steps, and those that are merely possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations

from domain.games.mea_culpa import facts
from domain.games.mea_culpa import moves as base
from domain.games.mea_culpa.commands import (
    Decline,
    MoveCrew,
    MovePopeStone,
    Pass,
    Perform,
    PlaceCrew,
    Rob,
    TakeFree,
    TakeGood,
    Wait,
)
from domain.games.mea_culpa.done import card_due, card_to_perform, doings_now, entry_of, read, whose
from domain.games.mea_culpa.meta_culpa import commands
from domain.games.mea_culpa.meta_culpa.commands import AT_ANY_TIME, TURN
from domain.games.mea_culpa.meta_culpa.decide import DECIDERS
from domain.games.mea_culpa.meta_culpa.evolve import APPLIERS
from domain.games.mea_culpa.meta_culpa.guards import COMMON, GUARDS, POSSIBLE
from domain.games.mea_culpa.meta_culpa.register import Read, findings
from domain.games.mea_culpa.meta_culpa.timing import begins_next, is_out_of_turn, is_stray, lust_is_in_time
from domain.games.mea_culpa.moves import Moves, move
from domain.games.mea_culpa.owed import owed_now
from domain.games.mea_culpa.state import (
    CHARACTERS,
    COMPARTMENTS,
    DENS,
    GOODS,
    INDULGENCE,
    LETTERS,
    ROOMS,
    SITES,
    SUITE_5,
    SUITE_6,
    MeaCulpa,
    coins,
)
from domain.games.mea_culpa.steps import is_due_a_stone
from domain.kit.facts import Command, Json
from domain.kit.guards import Actor, Guard, Verdict
from domain.kit.places import Impossible


def moves(state: MeaCulpa, actor: Actor) -> list[Json]:
    """The lawful commands of a seat, whole actions and steps; of ``"chance"``, what a scribe may enter."""
    return list(_moves(state, actor))


def can_act(state: MeaCulpa, seat: int) -> bool:
    """Whether a seat can do anything, lawful or not: the first that is found tells."""
    return any(True for _ in _moves(state, seat)) or bool(possible(state, seat))


def _moves(state: MeaCulpa, actor: Actor) -> Moves:
    if not state.by_steps or not isinstance(actor, int):
        yield from base.listed(state, actor)
    elif state.due is not None:
        return
    elif not state.awaits_seat(actor):
        yield from in_time(state, actor)
    else:
        listed = False
        for command in _awaited(state, actor):
            yield command
            listed = True
        if not listed:
            yield from unavoidable(state, actor)


def _awaited(state: MeaCulpa, seat: int) -> Moves:
    yield from WANTED[str(state.wanted)](state, seat)
    if state.by_register or owed_now(state, seat):  # elsewhere steps are a scribe's other way (``possible``)
        yield from lawful_steps(state, seat)


def possible(state: MeaCulpa, actor: Actor) -> list[Json]:
    """What a seat can do without its being lawful: steps out of their order, a card too early, and out of turn."""
    if not isinstance(actor, int) or not state.by_steps or state.over:
        return []
    early = card_to_perform(state, actor) is not None and not card_is_in_order(state, actor)
    return possible_steps(state, actor) + (list(base.card(state, actor)) if early else [])


# -- whole actions ------------------------------------------------------------------------------------------


def _act(state: MeaCulpa, seat: int) -> Moves:
    """The whole actions of a turn, unless a step is missing; before that the card of a visit, the free stone."""
    yield from _card(state, seat)
    if state.by_register and is_due_a_stone(state, seat):
        yield from base.free_stone(state, seat)
    if owed_now(state, seat):
        return
    if state.by_register and read(state, seat).free:
        yield move(Pass)
        return
    yield from base.act(state, seat)


def _card(state: MeaCulpa, seat: int) -> Moves:
    """The card that a visit made step by step has come to: in a turn, or before the turns as the Petty Sinner."""
    if card_to_perform(state, seat) is None:
        return
    if card_is_in_order(state, seat):
        yield from base.card(state, seat)
    yield move(Decline)


def _nothing(_: MeaCulpa, __: int) -> Moves:
    """Only steps."""
    yield from ()


WANTED: Mapping[str, Callable[[MeaCulpa, int], Moves]] = {
    **base.WANTED,
    "act": _act,
    "part": _card,
    "reminders": _nothing,
}


# -- steps --------------------------------------------------------------------------------------------------


def possible_steps(state: MeaCulpa, actor: int) -> list[Json]:
    """The steps out of their order, and out of turn; and what can be done before one is awaited."""
    if not state.by_register and not owed_now(state, actor):
        steps = [command.to_json() for command in _open(state, actor, _all)]
        return steps + list(_bids(state, actor, in_order=True))
    read: Read = {}
    awaited = state.awaits_seat(actor)
    steps = []
    for command in _open(state, actor, _all):
        before = not awaited and (type(command) in AT_ANY_TIME or begins_next(state, actor, command))
        if before or not _is_lawful(state, actor, command, read):
            steps.append(command.to_json())
    return [*steps, *_out_of_turn(state, actor), *_bids(state, actor, in_order=False)]


def _out_of_turn(state: MeaCulpa, seat: int) -> Iterator[Json]:
    """What is the same by hand and as a whole: where it is out of turn, or begins the next one."""
    ready: dict[type[Command], bool] = {}
    for command in _also_whole(state):
        kind = type(command)
        if kind not in ready:
            ready[kind] = is_stray(state, seat, command) or begins_next(state, seat, command)
        if ready[kind] and _hold(GUARDS[kind], state, seat, command):
            yield command.to_json()


def in_time(state: MeaCulpa, seat: int) -> list[Json]:
    """What a seat had better do while others are awaited: lay the stone of lust before the card is done with."""
    command = _step(commands.PlaceStone, den="lust")
    due = state.by_register and lust_is_in_time(state, seat)
    return [command.to_json()] if due and _hold(GUARDS[type(command)], state, seat, command) else []


def lawful_steps(state: MeaCulpa, seat: int) -> Moves:
    """The steps that are in order now."""
    read: Read = {}
    for command in _open(state, seat, _said if is_out_of_turn(state, seat) else _all):
        if _is_lawful(state, seat, command, read):
            yield command.to_json()
    yield from _settlements(state, seat)
    yield from _bids(state, seat, in_order=True)


def unavoidable(state: MeaCulpa, seat: int) -> list[Json]:
    """What is left where every step that is left is a sin: to declare it over, or what that waits for."""
    if not state.by_register or is_out_of_turn(state, seat):
        return []
    opened = [command for command in _open(state, seat, _all) if type(command) in TURN]
    steps = [command.to_json() for command in opened if not is_stray(state, seat, command)]
    over = commands.DeclareOver().to_json()
    return [over] if over in steps else steps


def _settlements(state: MeaCulpa, seat: int) -> Iterator[Json]:
    left = state.unsettled[seat]
    if state.by_register and state.phase == "characters" and left:
        yield {"type": commands.Settle.TYPE}
        yield {"type": commands.Settle.TYPE, "taler": {"min": 1, "max": left}}


def _bids(state: MeaCulpa, seat: int, *, in_order: bool) -> Iterator[Json]:
    """Setting a bid, which is in order when the own cards have been put back (MC-M7)."""
    if (
        state.wanted == "bid"
        and not state.bid_set[seat]
        and in_order != (state.by_register and seat in state.characters)
    ):
        post = state.rules.board["post"]
        notches = {"min": post["min"], "max": post["max"]}
        yield {"type": commands.SetBid.TYPE, "notches": notches, "taler": {"min": 0, "max": state.money(seat)}}


def _open(state: MeaCulpa, seat: int, every: Callable[[MeaCulpa, int], Iterator[Command]]) -> Iterator[Command]:
    ready: dict[type[Command], bool] = {}
    for command in every(state, seat):
        kind = type(command)
        if kind not in ready:
            ready[kind] = _hold(FOR_ALL[kind], state, seat, command)
        if ready[kind] and _hold(FOR_EACH[kind], state, seat, command):
            yield command


def _hold(guards: Sequence[Guard[MeaCulpa]], state: MeaCulpa, seat: int, command: Command) -> bool:
    return all(guard.predicate(state, seat, command) is Verdict.YES for guard in guards)


FOR_ALL = {kind: [guard for guard in guards if guard in COMMON] for kind, guards in POSSIBLE.items()}
"""The guards that are asked once for all steps of a type."""
FOR_EACH = {kind: [guard for guard in guards if guard not in COMMON] for kind, guards in POSSIBLE.items()}


def _is_lawful(state: MeaCulpa, seat: int, command: Command, read: Read) -> bool:
    """Whether the step is this seat's to make, and breaks no rule of the order; *read* is kept between steps."""
    if type(command) in AT_ANY_TIME:
        return True
    if is_stray(state, seat, command):
        return False
    if begins_next(state, seat, command):  # which declares the turn before over
        return whose(state) != seat or not (len(state.places["market"]) and is_due_a_stone(state, seat))
    if state.by_register and doings_now(state, seat).free_last and not isinstance(command, commands.DeclareOver):
        return False  # whatever comes now, the free stone was not the last (MC-M4)
    return not _sins(state, seat, command, read)


def _sins(state: MeaCulpa, seat: int, command: Command, read: Read) -> bool:
    """Whether the step completes a sin of the register, or cannot be made (a piece of it is missing)."""
    if not state.by_register:
        return False
    working = state.copy()
    try:
        for fact in DECIDERS[type(command)](working, seat, command, list(state.steps)):
            APPLIERS[type(fact)](working, fact)
    except Impossible:
        return True
    done = working.done
    if isinstance(command, commands.PlaceStone):
        done = (*done, entry_of(working, facts.SinStonePlaced(seat, command.den, command.den)))
    return bool(findings(working.rules, working.row, done, len(state.done), read))


def card_is_in_order(state: MeaCulpa, seat: int) -> bool:
    """Whether the card that a visit has come to can be performed now without a sin."""
    due = card_due(state, seat)
    if due is None or not state.by_register:
        return True
    visit = doings_now(state, seat).deed("visit")
    if visit is not None and visit.room == SUITE_5 and visit.lust < visit.lust_due:
        return False  # what others do for it may leave time for the stone, or not (MC-M9)
    done = (*state.done, entry_of(state, facts.CardExecuted(seat, *due)))
    return not findings(state.rules, state.row, done, len(state.done))


def _step(command: type[Command], **values: Json) -> Command:
    return command.from_json(values)


def _said(state: MeaCulpa, _: int) -> Iterator[Command]:
    """What is no step of a turn; settling and bidding are listed as patterns."""
    for character in CHARACTERS:
        yield _step(commands.ReturnCard, character=character)
    for other in range(state.rules.seats):
        yield _step(commands.CallNext, called=other)
        yield _step(commands.Prompt, asked=other)
    yield _step(commands.Admit, sin="M12")
    yield _step(commands.LetPass)


def _all(state: MeaCulpa, seat: int) -> Iterator[Command]:
    """Every step there is, with all that it could name."""
    yield from _said(state, seat)
    for character in CHARACTERS:
        yield _step(commands.TakeCard, character=character)
    for action in ("buy", "sell", "donate", "visit"):
        yield _step(commands.Begin, action=action)
    for notches in range(1, state.notches_above(seat) + 1):
        yield _step(commands.Rotate, notches=notches)
    stones = (*GOODS, INDULGENCE)
    for taler in range(1, max(state.price_of(stone) for stone in stones) + 1):
        yield _step(commands.Pay, taler=taler)
    for stone in stones:
        yield _step(commands.TakeStone, stone=stone)
    for letter in LETTERS:
        for source in ("stacks", "suite"):
            yield _step(commands.TakeLetter, letter=letter, source=source)
    yield _step(commands.ReturnStone)
    for good in GOODS:
        yield _step(commands.BagGood, good=good)
    yield _step(commands.Receive)
    for den in DENS:
        yield _step(commands.PlaceStone, den=den)
    for item in (*GOODS, *coins(state)):
        yield _step(commands.Show, item=item)
        for compartment in COMPARTMENTS:
            yield _step(commands.Drop, item=item, compartment=compartment)
    for room in (*ROOMS, SUITE_5, SUITE_6):
        yield _step(commands.NameRoom, room=room)
        yield _step(commands.TurnDie, room=room)
    for command in (commands.Flip, commands.Discard, commands.Announce, commands.OpenDie, commands.DeclareOver):
        yield _step(command)


def _also_whole(state: MeaCulpa) -> Iterator[Command]:
    """What is the same by hand and as a whole, with all that it could name."""
    for source, target in permutations(DENS, 2):
        yield _step(MovePopeStone, source=source, target=target)
    for site in SITES:
        yield _step(PlaceCrew, site=site)
    for origin, site in permutations(SITES, 2):
        yield _step(MoveCrew, source=origin, target=site)
    for good in GOODS:
        yield _step(TakeGood, good=good)
    for other in range(state.rules.seats):
        yield _step(Rob, seat=other)
    for stone, letter in state.free_stones():
        yield _step(TakeFree, stone=stone, **({} if letter is None else {"letter": letter}))
    for command in (Perform, Decline, Wait):
        yield _step(command)
