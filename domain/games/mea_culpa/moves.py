"""What can be done now: every lawful command, listed or covered by a pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations, product

from domain.games.mea_culpa import commands
from domain.games.mea_culpa.done import card_to_perform
from domain.games.mea_culpa.owed import may_turn, notches_left, spendable
from domain.games.mea_culpa.propositions import has_choice
from domain.games.mea_culpa.state import (
    COMPARTMENTS,
    DENS,
    EMPEROR,
    GOODS,
    INDULGENCE,
    PETTY_SINNER,
    POPE,
    ROOMS,
    MeaCulpa,
    coin_value,
    coins,
    kinds,
)
from domain.games.mea_culpa.steps import dens_to_empty, things_to_donate
from domain.kit.facts import Command, Json
from domain.kit.guards import Actor
from domain.kit.patterns import in_turn, some_of
from domain.kit.places import one_by_one

Moves = Iterator[Json]


def moves(state: MeaCulpa, actor: Actor) -> list[Json]:
    """The lawful commands of a seat; of ``"chance"``, what a scribe may enter."""
    return list(listed(state, actor))


def listed(state: MeaCulpa, actor: Actor) -> Moves:
    """The same, each made when it is asked for."""
    if actor == "chance":
        if state.awaits_chance:
            yield from CHANCE[str(state.due)](state)
    elif isinstance(actor, int) and state.due is None and state.awaits_seat(actor):
        yield from WANTED[str(state.wanted)](state, actor)


def thinkable(state: MeaCulpa, seat: int) -> Moves:
    """What might happen at a table: whole actions out of their time or turn, and what only cards allow."""
    for command in (commands.Buy, commands.TakeFree):
        yield from (move(command, stone=stone) for stone in (*GOODS, INDULGENCE))
        yield from (move(command, stone=INDULGENCE, letter=letter) for letter in state.colours_left())
    for good in GOODS:
        yield move(commands.Buy, stone=good, greedy=True)
        yield move(commands.Sell, good=good)
        yield move(commands.TakeGood, good=good)
    for item, compartment in product((*GOODS, *coins(state)), COMPARTMENTS):
        yield move(commands.Donate, item=item, compartment=compartment)
    for room in state.open_rooms():
        yield move(commands.Visit, room=room)
        yield move(commands.SetDie, room=room)
    yield from _character(state, seat)
    for source, target in permutations(DENS, 2):
        yield move(commands.MovePopeStone, source=source, target=target)
    for site in state.sites_to_build():
        yield move(commands.PlaceCrew, site=site)
        yield from (move(commands.MoveCrew, source=source, target=site) for source in state.sites_with_crew())
    yield from (move(commands.Rob, seat=other) for other in range(state.rules.seats) if other != seat)
    yield from (move(commands.Guess, room=room) for room in range(1, 7))
    yield from map(move, (commands.Perform, commands.Pass))


def move(command: type[Command], **values: Json) -> Json:
    """A command as it is listed, with patterns for values."""
    return {"type": command.TYPE, **values}


def _bonus(state: MeaCulpa, _: int) -> Moves:
    for bonus in state.bonuses:
        number = len(things_to_donate(state, bonus))
        each = [compartment for compartment in COMPARTMENTS for _ in range(number)]
        yield move(commands.ChooseBonus, bonus=bonus, compartments=some_of(each, number) if number else [])


def _bid(state: MeaCulpa, seat: int) -> Moves:
    post = state.rules.board["post"]
    notches = {"min": post["min"], "max": post["max"]}
    yield move(commands.Bid, notches=notches, taler={"min": 0, "max": state.money(seat)})


def _character(state: MeaCulpa, _: int) -> Moves:
    for character in state.free_characters():
        yield move(commands.ChooseCharacter, character=character)


def _preliminary(state: MeaCulpa, _: int) -> Moves:
    now = state.steps[0]
    if EMPEROR in now["duties"]:
        yield _crews(state)
    if POPE in now["duties"]:
        yield from _pope_stones(state)
        yield move(commands.Decline)
    if now.get("may_wait"):
        yield move(commands.Wait)


def _crews(state: MeaCulpa) -> Json:
    return move(commands.PlaceCrew, site={"any_of": state.sites_to_build()})


def _pope_stones(state: MeaCulpa) -> Moves:
    for source, target in permutations(DENS, 2):
        if len(state.places[f"pope:{source}"]):
            yield move(commands.MovePopeStone, source=source, target=target)


# -- turns --------------------------------------------------------------------------------------------------


def act(state: MeaCulpa, seat: int) -> Moves:
    """The actions of a turn (MC-T2)."""
    yield move(commands.Pass)
    begins = not state.actions or (len(state.actions) < 2 and may_turn(state))
    if begins and "buy" not in state.actions:
        yield from _buys(state, seat)
    goods = [good for good in GOODS if state.places[f"goods:{seat}"].count(good)]
    if begins and "sell" not in state.actions and goods:
        yield move(commands.Sell, good={"any_of": goods})
    if (begins and "donate" not in state.actions) or state.may_donate_again():
        money = [coin for coin in coins(state) if coin_value(coin) <= spendable(state, seat)]
        if goods or money:
            yield move(commands.Donate, item={"any_of": goods + money}, compartment={"any_of": list(COMPARTMENTS)})
    if begins and "visit" not in state.actions:
        yield from _visits(state, seat)


def _buys(state: MeaCulpa, seat: int) -> Moves:
    market, money = state.places["market"], spendable(state, seat)
    for good in GOODS:
        if market.count(good) and state.price_of(good) <= money:
            yield move(commands.Buy, stone=good)
            if market.count(good) >= 2:
                yield move(commands.Buy, stone=good, greedy=True)
    if market.count(INDULGENCE) and state.price_of(INDULGENCE) <= money and state.colours_left():
        yield move(commands.Buy, stone=INDULGENCE, letter={"any_of": state.colours_left()})


def _visits(state: MeaCulpa, seat: int) -> Moves:
    rooms = state.open_rooms()
    if state.turn == POPE:
        if rooms:
            yield move(commands.SetDie, room={"any_of": rooms})
        return
    if state.turn != PETTY_SINNER:
        left = notches_left(state, seat) - (1 if state.actions else 0)
        rooms = [room for room in rooms if state.cost_of(room) <= left]
    if rooms:
        yield move(commands.Visit, room={"any_of": rooms})


def _visit_before(state: MeaCulpa, _: int) -> Moves:
    yield move(commands.Visit, room={"any_of": state.open_rooms()})
    yield move(commands.Decline)


def _room(state: MeaCulpa, _: int) -> Moves:
    rooms = [room for room in ROOMS if state.card_in(room) is not None]
    yield move(commands.ChooseRoom, room={"any_of": rooms})


def _perform(state: MeaCulpa, seat: int) -> Moves:
    yield from card(state, seat)
    yield move(commands.Decline)


def card(state: MeaCulpa, seat: int) -> Moves:
    """What can be done by the card that is to be performed (MC-H3)."""
    performed = str(card_to_perform(state, seat))
    if not has_choice(state, performed):
        yield move(commands.Perform)
    elif performed == "POPE_STONE":
        yield from _pope_stones(state)
    elif performed == "NEW_CREW":
        yield _crews(state)
    elif performed == "MOVE_CREW":
        for source, target in product(state.sites_with_crew(), state.sites_to_build()):
            if source != target:
                yield move(commands.MoveCrew, source=source, target=target)
    elif performed == "TAKE_GOOD":
        goods = [good for good in GOODS if state.places["market"].count(good)]
        yield move(commands.TakeGood, good={"any_of": goods})
    else:
        others = [other for other in range(state.rules.seats) if other != seat]
        yield move(commands.Rob, seat={"any_of": others})


def free_stone(state: MeaCulpa, _: int) -> Moves:
    """The stones that can be taken at the end of a turn (MC-C1)."""
    for stone, letter in state.free_stones():
        yield move(commands.TakeFree, stone=stone, **({} if letter is None else {"letter": letter}))


# -- answers ------------------------------------------------------------------------------------------------


def _guess(_: MeaCulpa, __: int) -> Moves:
    yield move(commands.Guess, room={"min": 1, "max": 6})


def _stones(state: MeaCulpa, seat: int) -> Moves:
    dens = dens_to_empty(state, seat, state.steps[0]["emptied"])
    yield move(commands.EmptyDen, den={"any_of": dens})


def _give_letter(state: MeaCulpa, seat: int) -> Moves:
    owned = sorted(state.possible(f"letters:{seat}", kinds))
    yield move(commands.GiveLetter, letter={"any_of": owned})


def _pick(state: MeaCulpa, _: int) -> Moves:
    yield move(commands.Pick, letter={"any_of": sorted(state.places["display"].known)})


WANTED: Mapping[str, Callable[[MeaCulpa, int], Moves]] = {
    "bonus": _bonus,
    "bid": _bid,
    "character": _character,
    "preliminary": _preliminary,
    "visit": _visit_before,
    "act": act,
    "room": _room,
    "perform": _perform,
    "free-stone": free_stone,
    "guess": _guess,
    "stones": _stones,
    "give-letter": _give_letter,
    "pick": _pick,
}


# -- what a scribe may enter for chance ---------------------------------------------------------------------


def _rows(state: MeaCulpa) -> Moves:
    seats = list(range(state.rules.seats))
    yield move(commands.PlaceSouls, row=some_of(seats, len(seats)))


def _stones_drawn(state: MeaCulpa) -> Moves:
    number = min(state.rules.board["market_draw"], len(state.places["bag"]))
    stones = one_by_one(state.coming("bag", kinds, number), number)
    yield move(commands.DrawStones, stones=some_of(stones, number))


def _cards_dealt(state: MeaCulpa) -> Moves:
    """The cards of the deck; where they do not last, those of the discards after them (MC-R67)."""
    in_deck, in_discards = len(state.places["deck"]), len(state.places["discards"])
    number = min(len(ROOMS), in_deck + in_discards)
    if in_deck >= number or not in_deck:
        cards = one_by_one(state.coming("deck" if in_deck else "discards", kinds, number), number)
        yield move(commands.DealCards, cards=some_of(cards, number))
        return
    rest = number - in_deck
    deck = some_of(one_by_one(state.coming("deck", kinds, in_deck), in_deck), in_deck)
    then = some_of(one_by_one(state.coming("discards", kinds, rest), rest), rest)
    yield move(commands.DealCards, cards=in_turn([deck, then]))


CHANCE: Mapping[str, Callable[[MeaCulpa], Moves]] = {
    commands.PlaceSouls.TYPE: _rows,
    commands.DrawStones.TYPE: _stones_drawn,
    commands.DealCards.TYPE: _cards_dealt,
}
