"""What is due: the steps that an action still has to go through, and how play goes on when there are none.

Much can interrupt an action: a seat that runs out of sin stones has to choose a den, a finished cathedral is
evaluated with picks of several players (see ``evaluation``), a card asks somebody else. So what is left of an
action is kept as a list of steps: see ``domain.kit.steps``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.games.mea_culpa import facts
from domain.games.mea_culpa.commands import PlaceSouls, RevealBids
from domain.games.mea_culpa.done import read
from domain.games.mea_culpa.scoring import hellward, to_move
from domain.games.mea_culpa.state import (
    CHARACTERS,
    COMPARTMENTS,
    DENS,
    EMPEROR,
    GOODS,
    INDULGENCE,
    LETTERS,
    MERCHANT,
    PETTY_SINNER,
    POPE,
    ROOMS,
    SUITE_5,
    YELLOW,
    MeaCulpa,
    is_coin,
)
from domain.kit.facts import Json, Thing
from domain.kit.steps import Facts, Steps, Work, all_together, awaited, of_chance, step, waits

# -- phases -------------------------------------------------------------------------------------------------


def setup(state: MeaCulpa, _: Steps) -> Work:
    if not state.row:
        return of_chance(PlaceSouls)
    yield facts.PhaseBegan("bonus")
    return None


def bonuses(state: MeaCulpa, steps: Steps) -> Work:
    """MC-B1: nearest Heaven first."""
    for seat in state.row:
        if state.bonus_of[seat] is None:
            if len(state.bonuses) > 1 or things_to_donate(state, state.bonuses[0]):
                return awaited(seat)
            yield from bonus_taken(state, seat, state.bonuses[0], ())
    left = tuple(item for bonus in state.bonuses for item in state.rules.board["bonuses"][bonus])
    if left:
        yield facts.BonusesReturned(
            goods=tuple(item for item in left if item in GOODS),
            letters=tuple(item for item in left if item in LETTERS),
            coins=tuple(item for item in left if is_coin(item)),
        )
    yield from round_begins(state, steps)
    return None


def things_to_donate(state: MeaCulpa, bonus: str) -> list[str]:
    """The goods and coins of a bonus: what is not a Letter (MC-B2)."""
    return [item for item in state.rules.board["bonuses"][bonus] if item not in LETTERS]


def bonus_taken(state: MeaCulpa, seat: int, bonus: str, compartments: Iterable[Thing]) -> Facts:
    """MC-B2: Letters go behind the screen, everything else into the compartment named for it."""
    yield facts.BonusTaken(seat, bonus)
    into = iter(compartments)
    for item in state.rules.board["bonuses"][bonus]:
        if item in LETTERS:
            yield facts.LetterTaken(seat, item, "bonuses")
        else:
            yield facts.ItemDropped(seat, item, "bonuses", next(into))


def round_begins(state: MeaCulpa, steps: Steps, *, cards_go_back: bool = True) -> Facts:
    """MC-RD1; the cards go back on their spaces (MC-P2)."""
    yield facts.RoundBegan(state.round + 1)
    if cards_go_back:
        yield from cards_returned(state)
    yield facts.PhaseBegan("prepare")
    steps += [step("draw"), step("deal")]


def cards_returned(state: MeaCulpa) -> Facts:
    """MC-P2: every card that somebody holds goes back on its space."""
    for character in CHARACTERS:
        seat = state.holder(character)
        if seat is not None:
            yield facts.CharacterReturned(seat, character)


def prepared(_: MeaCulpa, __: Steps) -> Work:
    yield facts.PhaseBegan("auction")
    return None


def auction(state: MeaCulpa, _: Steps) -> Work:
    """MC-Q1, MC-Q2: in any order, and all together."""
    yield from ()
    missing = [seat for seat, is_set in enumerate(state.bid_set) if not is_set]
    return awaited(*missing) if missing else all_together(RevealBids)


def settled(state: MeaCulpa, seat: int, amount: int) -> Facts:
    """MC-Q4: to the bank, or for the keeper back behind the screen."""
    if amount:
        yield (facts.BidTakenBack if seat == state.keeper else facts.BidPaid)(seat, amount)


def choosing(state: MeaCulpa, steps: Steps) -> Work:
    """MC-Q6; the last card that is left is taken at once, for there is no choice (MC-R72)."""
    if state.chosen < len(state.order):
        seat, free = state.order[state.chosen], state.free_characters()
        if len(free) > 1:
            return awaited(seat)
        yield from character_taken(state, seat, free[0], steps)
    elif len(state.places["market"]):
        yield facts.PhaseBegan("actions")
        yield _turn_of(state, next(char for char in CHARACTERS if state.holder(char) is not None))
    else:
        yield facts.PhaseBegan("compare")
    return None


def character_taken(state: MeaCulpa, seat: int, character: str, steps: Steps, *, by_hand: bool = False) -> Facts:
    """MC-Q6, MC-Q7: the card, then its preliminary action; with three players an extra one (MC-3P2, MC-R55).

    With *by_hand* the Petty Sinner places the stones and visits the House step by step. Under META CULPA every
    part of choosing is declared over.
    """
    yield facts.CharacterTaken(seat, character)
    own = [character] if character in (POPE, EMPEROR) else []
    if character == PETTY_SINNER and not by_hand:
        steps += [placing(seat, "petty", 2, "petty"), step("visit", seat=seat)]
    for whose, duties, may_wait in _duties(state, seat, character, own):
        steps += [_preliminary_of(whose, duties, may_wait=may_wait)] if duties else []
        steps += [step("part", seat=whose)] if state.by_register else []


def _duties(state: MeaCulpa, seat: int, character: str, own: list[str]) -> Iterator[tuple[int, list[str], bool]]:
    """Who has to do what, now that *seat* has chosen, and whether it may wait."""
    if state.rules.seats != 3 or state.chosen < len(state.order):
        defers = state.rules.seats == 3 and state.rules.options["extra_preliminary"] == "defer"
        yield seat, own, defers and bool(own) and _partner_of(character) in state.free_characters()
        return
    due = {seat: own}
    if state.waiting is not None:
        put_off = POPE if state.holder(POPE) == state.waiting else EMPEROR
        due[state.waiting] = [*due.get(state.waiting, []), put_off]
    (unused,) = state.free_characters()
    if unused in (POPE, EMPEROR):
        heir = state.holder(_partner_of(unused))
        assert heir is not None
        due[heir] = [*due.get(heir, []), unused]
    for whose, duties in due.items():
        yield whose, duties, False


def _partner_of(character: str) -> str:
    return EMPEROR if character == POPE else POPE


def _preliminary_of(seat: int, duties: list[str], *, may_wait: bool = False) -> Json:
    return step("preliminary", seat=seat, duties=duties, **({"may_wait": True} if may_wait else {}))


def acting(state: MeaCulpa, steps: Steps) -> Work:
    """MC-T1; the phase ends with the last stone of the market (MC-T4, MC-R11)."""
    if not len(state.places["market"]):
        yield facts.PhaseBegan("compare")
        return None
    if state.may_act():
        return awaited(mover(state))
    turn_ends(state, steps)
    return None


def mover(state: MeaCulpa) -> int:
    """The seat whose turn it is."""
    seat = state.holder(str(state.turn))
    assert seat is not None
    return seat


def turn_ends(state: MeaCulpa, steps: Steps) -> None:
    """MC-C1, MC-3P3: with a free stone for the Merchant, or without one for the seat nearest Hell."""
    seat = mover(state)
    if is_due_a_stone(state, seat):
        steps.append(step("free-stone", seat=seat))
    steps.append(step("over"))


def is_due_a_stone(state: MeaCulpa, seat: int) -> bool:
    """Whether a free stone comes to the seat whose turn ends, and it has not taken it (MC-C1, MC-R56)."""
    return is_due_a_stone_in(state, seat, str(state.turn)) and not read(state, seat).free


def is_due_a_stone_in(state: MeaCulpa, seat: int, turn: str) -> bool:
    """Whether a free stone comes to the seat in this turn of its own, if that ended now."""
    inherits = state.holder(MERCHANT) is None and state.hell_first()[0] == seat
    return turn == MERCHANT or inherits


def _turn_of(state: MeaCulpa, character: str) -> facts.TurnPassed:
    seat = state.holder(character)
    assert seat is not None
    return facts.TurnPassed(seat, character)


def comparing(state: MeaCulpa, steps: Steps) -> Work:
    """MC-X1; then the next round begins."""
    yield from compared(state)
    yield from round_begins(state, steps)
    return None


def compared(state: MeaCulpa) -> Facts:
    """MC-X1, MC-X2."""
    most, fewest = max(state.posts), min(state.posts)
    seat = to_move(state.posts, state.hell_first())
    yield facts.PostsCompared(most, fewest, seat)
    if seat is not None:
        yield from moved(state, seat, most - fewest, "compare")


# -- souls, Pope stones, crews ------------------------------------------------------------------------------


def moved(state: MeaCulpa, seat: int, number: int, cause: str) -> Facts:
    """A soul moves towards Hell, or not at all (MC-W2, MC-W3)."""
    if number:
        to = hellward(state.souls, seat, number, state.rules.board["track"]["hell_last"])
        if to == state.souls[seat]:
            yield facts.SoulStayed(seat, number, cause)
        else:
            yield facts.SoulMoved(seat, number, to, cause)


def pope_stone_moved(state: MeaCulpa, seat: int, source: str, target: str) -> Facts:
    """MC-V1; with all of them at one den, the others are atoned for (MC-N2)."""
    yield facts.PopeStoneMoved(seat, source, target)
    if len(state.places[f"pope:{target}"]) < len(DENS):
        return
    atoned = [den for den in DENS if den != target]
    stones = {(whose, den): _stones_of(state, whose, den) for whose in state.hell_first() for den in atoned}
    yield facts.AtonementCame(target, seat)
    for whose in state.hell_first():  # the order is that of before: who moves can pass nobody still to move
        if whose != seat:
            yield from moved(state, whose, sum(stones[whose, den] for den in atoned), "atonement")
    for (whose, den), number in stones.items():
        if number:
            yield facts.SinStonesReturned(whose, den, number)
    yield facts.PopeStonesReturned(target)


def _stones_of(state: MeaCulpa, seat: int, den: str) -> int:
    return state.places[f"den:{den}"].count(str(seat))


def crew_arrived(state: MeaCulpa, site: int, steps: Steps) -> Facts:
    """MC-G1, MC-G2: two crews build; a finished cathedral interrupts what was going on, the second one ends it."""
    if len(state.places[f"site:{site}"]) < 2:
        return
    if state.buildings[site - 1] == 0:
        yield facts.NaveBuilt(site)
        return
    yield facts.CathedralFinished(site)
    if state.evaluated == len(COMPARTMENTS):
        steps[:] = [step("end")]
    steps.insert(0, step("open", site=site, compartment=COMPARTMENTS[state.evaluated - 1]))


# -- steps: dens and preliminary actions --------------------------------------------------------------------


def stones(state: MeaCulpa, now: Json, steps: Steps) -> Work:
    """MC-O1, MC-R46: place what there is; then a den is emptied, each at most once."""
    seat, left, emptied = now["seat"], now["number"], now["emptied"]
    while True:
        while left and len(state.places[f"stones:{seat}"]):
            yield facts.SinStonePlaced(seat, now["den"], now["cause"])
            left -= 1
        dens = dens_to_empty(state, seat, emptied)
        if not left or not dens:
            return None
        if len(dens) > 1:
            return waits(steps, {**now, "number": left, "emptied": emptied})
        yield from den_emptied(state, seat, dens[0])
        emptied = [*emptied, dens[0]]


def dens_to_empty(state: MeaCulpa, seat: int, emptied: Iterable[str]) -> list[str]:
    """From which dens a seat can take stones back: own ones lie there, and it has not been emptied for this."""
    return [den for den in DENS if den not in emptied and _stones_of(state, seat, den)]


def den_emptied(state: MeaCulpa, seat: int, den: str) -> Facts:
    """MC-O1: the stones come back, and the soul moves as many steps."""
    number = _stones_of(state, seat, den)
    yield facts.DenEmptied(seat, den, number)
    yield from moved(state, seat, number, "run-out")


def placing(seat: int, den: str, number: int, cause: str) -> Json:
    """The step in which a seat puts stones into a den."""
    return step("stones", seat=seat, den=den, number=number, cause=cause, emptied=[])


def preliminary(_: MeaCulpa, now: Json, steps: Steps) -> Work:
    yield from ()
    return waits(steps, now) if now["duties"] else None


def may_visit(state: MeaCulpa, now: Json, steps: Steps) -> Work:
    """MC-V4: the Petty Sinner's visit before the turns; there may be nothing left to visit."""
    yield from ()
    return waits(steps, now) if state.open_rooms() else None


# -- steps: the end of a turn -------------------------------------------------------------------------------


def free_stone(state: MeaCulpa, now: Json, steps: Steps) -> Work:
    """MC-C1: it is compulsory; where there is only one, it is taken at once."""
    stones = state.free_stones()
    if not stones:
        return None
    if len(stones) > 1:
        return waits(steps, now)
    yield from stone_taken(now["seat"], *stones[0], free=True)
    return None


def stone_taken(seat: int, stone: str, letter: str | None, *, free: bool = False) -> Facts:
    """A good behind the screen; an indulgence stone by way of a Letter into the bag (MC-K1, MC-K2, MC-R15)."""
    if stone != INDULGENCE:
        yield facts.StoneTaken(seat, stone, "screen", free)
        return
    yield facts.StoneTaken(seat, stone, "table", free)
    if letter is not None:
        yield facts.LetterTaken(seat, letter, "stacks")
    yield facts.StoneReturned(seat, stone)


def take_two(state: MeaCulpa, now: Json, _: Steps) -> Work:
    """MC-K3: two of a good, when the price is paid and the stone of greed placed."""
    for _number in range(min(2, state.places["market"].count(now["good"]))):
        yield from stone_taken(now["seat"], now["good"], None)
    return None


def over(state: MeaCulpa, _: Json, steps: Steps) -> Work:
    """MC-R73."""
    yield facts.TurnDeclaredOver(mover(state), str(state.turn))
    steps.insert(0, step("next"))
    return None


def next_turn(state: MeaCulpa, _: Json, __: Steps) -> Work:
    """MC-T1, MC-R72: the turn of a character that nobody holds is skipped."""
    if len(state.places["market"]):
        yield _turn_of(state, next_turn_of(state))
    return None


def next_turn_of(state: MeaCulpa) -> str:
    """The character whose turn is next."""
    after = CHARACTERS.index(str(state.turn)) + 1
    order = CHARACTERS[after:] + CHARACTERS[:after]
    return next(character for character in order if state.holder(character) is not None)


# -- steps: the House ---------------------------------------------------------------------------------------


def room_entered(
    state: MeaCulpa, seat: int, room: int, steps: Steps, *, turns_post: bool, pays_lust: bool, ahead: int = 0
) -> Facts:
    """MC-H3, MC-H4, MC-H5: stone and rotation first, then what the room is for; *ahead* notches lie turned."""
    notches, stones_due = state.cost_of(room) if turns_post else 0, int(pays_lust and room not in ROOMS)
    # What it costs is said where the register needs it: elsewhere it follows at once.
    yield facts.RoomChosen(seat, room, *((notches, stones_due) if state.by_steps else ()))
    to = min(state.posts[seat] + max(0, notches - ahead), state.most_notches)
    costs = [placing(seat, "lust", 1, "lust")] if stones_due else []
    if to > state.posts[seat]:
        costs.append(step("rotate", seat=seat, to=to))
    if room in ROOMS:
        steps[:0] = [*costs, *_card(state, seat, room)]
    elif room == SUITE_5:
        steps[:0] = [*costs, step("flip"), step("room", seat=seat)]
    else:
        steps[:0] = [*costs, step("yellow", seat=seat)]


def _card(state: MeaCulpa, seat: int, room: int) -> Steps:
    card = state.card_in(room)
    if card is None:  # it is missing from the set
        return []
    return [step("perform", seat=seat, room=room, card=card), step("discard", room=room, card=card)]


def flip(_: MeaCulpa, __: Json, ___: Steps) -> Work:
    yield facts.SuiteFlipped(welcome=False)
    return None


def room(state: MeaCulpa, now: Json, steps: Steps) -> Work:
    """MC-H4: through Suite 5; with one room left there is nothing to choose."""
    rooms = [room for room in ROOMS if len(state.places[f"room:{room}"])]
    if not rooms:
        return None
    if len(rooms) > 1:
        return waits(steps, now)
    yield from room_through_suite(state, now["seat"], rooms[0], steps)
    return None


def room_through_suite(state: MeaCulpa, seat: int, room: int, steps: Steps) -> Facts:
    """MC-H4: without turning the post."""
    yield from room_entered(state, seat, room, steps, turns_post=False, pays_lust=False)


def discard(state: MeaCulpa, now: Json, _: Steps) -> Work:
    if state.card_in(now["room"]) == now["card"]:  # (two were in a room at once only if rules were broken)
        yield facts.CardDiscarded(now["room"], now["card"])
    return None


def rotate(_: MeaCulpa, now: Json, __: Steps) -> Work:
    yield facts.PostRotated(now["seat"], now["to"], "room")
    return None


def yellow(state: MeaCulpa, now: Json, _: Steps) -> Work:
    if len(state.places["suite"]):
        yield facts.LetterTaken(now["seat"], YELLOW, "suite")
    return None


def give_letter(state: MeaCulpa, now: Json, steps: Steps) -> Work:
    """MC-R33: the giver's choice; with open holdings everyone can see whether there is one."""
    behind_screen = state.places[f"letters:{now['seat']}"]
    owned = sorted(behind_screen.known)
    if len(owned) > 1 or behind_screen.unknown or not state.rules.options["open_holdings"]:
        return waits(steps, now)
    yield letter_given(state, now["seat"], now["taker"], owned[0])
    return None


def letter_given(
    state: MeaCulpa, giver: int, taker: int, letter: Thing, *, openly: bool = False
) -> facts.LetterGiven:
    """Giver and taker know which; where a yellow one is demanded, and with open holdings, everyone does."""
    openly = openly or state.rules.options["open_holdings"]
    return facts.LetterGiven(giver, taker, "everyone" if openly else (giver, taker), letter)


# -- steps: the end -----------------------------------------------------------------------------------------


def end(state: MeaCulpa, _: Json, steps: Steps) -> Work:
    """MC-Z1."""
    yield from compared(state)
    steps.insert(0, step("letters"))
    return None
