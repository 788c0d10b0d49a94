"""What can be done now: every lawful command, listed or covered by a pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, permutations, product

from domain.games.mea_culpa import commands
from domain.games.mea_culpa.done import read
from domain.games.mea_culpa.guards import has_choice, may_turn
from domain.games.mea_culpa.meta_culpa.decide import card_to_perform, owed_now, spendable, turned_ahead
from domain.games.mea_culpa.meta_culpa.guards import reserved_notches
from domain.games.mea_culpa.meta_culpa.moves import (
    card_is_in_order,
    in_time,
    lawful_steps,
    possible_steps,
    unavoidable,
)
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
from domain.games.mea_culpa.steps import dens_to_empty, is_due_a_stone, things_to_donate
from domain.kit.facts import Command, Json
from domain.kit.guards import Actor
from domain.kit.places import one_by_one

Moves = Iterator[Json]
MOST_ORDERS = 5_000
"""Orders in which cards can come that are listed; where nobody knows what is left, there can be very many."""


def moves(state: MeaCulpa, actor: Actor) -> list[Json]:
    """The lawful commands of a seat; of ``"chance"``, what a scribe may enter."""
    if actor == "chance":
        return list(CHANCE[str(state.due)](state)) if state.awaits_chance else []
    if not isinstance(actor, int) or state.due is not None:
        return []
    if not state.awaits_seat(actor):
        return in_time(state, actor)
    listed = list(WANTED[str(state.wanted)](state, actor))
    if state.by_register or owed_now(state, actor):  # elsewhere steps are a scribe's other way (``possible``)
        listed += lawful_steps(state, actor)
    return listed or unavoidable(state, actor)


def possible(state: MeaCulpa, actor: Actor) -> list[Json]:
    """What a seat can do without its being lawful: steps out of their order, a card too early, and out of turn."""
    if not isinstance(actor, int) or not state.by_steps or state.over:
        return []
    early = card_to_perform(state, actor) is not None and not card_is_in_order(state, actor)
    return possible_steps(state, actor) + (list(_card(state, actor)) if early else [])


def thinkable(state: MeaCulpa, seat: int) -> Moves:
    """What might happen at a table: whole actions out of their time or turn, and what only cards allow."""
    for command in (commands.Buy, commands.TakeFree):
        yield from (_move(command, stone=stone) for stone in (*GOODS, INDULGENCE))
        yield from (_move(command, stone=INDULGENCE, letter=letter) for letter in state.colours_left())
    for good in GOODS:
        yield _move(commands.Buy, stone=good, greedy=True)
        yield _move(commands.Sell, good=good)
        yield _move(commands.TakeGood, good=good)
    for item, compartment in product((*GOODS, *coins(state)), COMPARTMENTS):
        yield _move(commands.Donate, item=item, compartment=compartment)
    for room in state.open_rooms():
        yield _move(commands.Visit, room=room)
        yield _move(commands.SetDie, room=room)
    yield from _character(state, seat)
    for source, target in permutations(DENS, 2):
        yield _move(commands.MovePopeStone, source=source, target=target)
    for site in state.sites_to_build():
        yield _move(commands.PlaceCrew, site=site)
        yield from (_move(commands.MoveCrew, source=source, target=site) for source in state.sites_with_crew())
    yield from (_move(commands.Rob, seat=other) for other in range(state.rules.seats) if other != seat)
    yield from (_move(commands.Guess, room=room) for room in range(1, 7))
    yield from map(_move, (commands.Perform, commands.Pass))


def _move(command: type[Command], **values: Json) -> Json:
    return {"type": command.TYPE, **values}


def _bonus(state: MeaCulpa, _: int) -> Moves:
    for bonus in state.bonuses:
        for compartments in product(COMPARTMENTS, repeat=len(things_to_donate(state, bonus))):
            yield _move(commands.ChooseBonus, bonus=bonus, compartments=list(compartments))


def _bid(state: MeaCulpa, seat: int) -> Moves:
    post = state.rules.board["post"]
    notches = {"min": post["min"], "max": post["max"]}
    yield _move(commands.Bid, notches=notches, taler={"min": 0, "max": state.money(seat)})


def _character(state: MeaCulpa, _: int) -> Moves:
    for character in state.free_characters():
        yield _move(commands.ChooseCharacter, character=character)


def _preliminary(state: MeaCulpa, _: int) -> Moves:
    now = state.steps[0]
    if EMPEROR in now["duties"]:
        yield _crews(state)
    if POPE in now["duties"]:
        yield from _pope_stones(state)
        yield _move(commands.Decline)
    if now.get("may_wait"):
        yield _move(commands.Wait)


def _crews(state: MeaCulpa) -> Json:
    return _move(commands.PlaceCrew, site={"any_of": state.sites_to_build()})


def _pope_stones(state: MeaCulpa) -> Moves:
    for source, target in permutations(DENS, 2):
        if len(state.places[f"pope:{source}"]):
            yield _move(commands.MovePopeStone, source=source, target=target)


# -- turns --------------------------------------------------------------------------------------------------


def _act(state: MeaCulpa, seat: int) -> Moves:
    if card_to_perform(state, seat) is not None:
        yield from _perform(state, seat, performs=card_is_in_order(state, seat))
    if state.by_register and is_due_a_stone(state, seat):
        yield from _free_stone(state, seat)
    if owed_now(state, seat):
        return
    yield _move(commands.Pass)
    if state.by_register and read(state, seat).free:
        return
    begins = not state.actions or (len(state.actions) < 2 and may_turn(state))
    if begins and "buy" not in state.actions:
        yield from _buys(state, seat)
    goods = [good for good in GOODS if state.places[f"goods:{seat}"].count(good)]
    if begins and "sell" not in state.actions and goods:
        yield _move(commands.Sell, good={"any_of": goods})
    if (begins and "donate" not in state.actions) or state.may_donate_again():
        money = [coin for coin in coins(state) if coin_value(coin) <= spendable(state, seat)]
        if goods or money:
            yield _move(
                commands.Donate, item={"any_of": goods + money}, compartment={"any_of": list(COMPARTMENTS)}
            )
    if begins and "visit" not in state.actions:
        yield from _visits(state, seat)


def _buys(state: MeaCulpa, seat: int) -> Moves:
    market, money = state.places["market"], spendable(state, seat)
    for good in GOODS:
        if market.count(good) and state.price_of(good) <= money:
            yield _move(commands.Buy, stone=good)
            if market.count(good) >= 2:
                yield _move(commands.Buy, stone=good, greedy=True)
    if market.count(INDULGENCE) and state.price_of(INDULGENCE) <= money and state.colours_left():
        yield _move(commands.Buy, stone=INDULGENCE, letter={"any_of": state.colours_left()})


def _visits(state: MeaCulpa, seat: int) -> Moves:
    rooms = state.open_rooms()
    if state.turn == POPE:
        if rooms:
            yield _move(commands.SetDie, room={"any_of": rooms})
        return
    if state.turn != PETTY_SINNER:
        left = state.most_notches - state.posts[seat] - (1 if state.actions else 0) - reserved_notches(state, seat)
        left += turned_ahead(state, seat)
        rooms = [room for room in rooms if state.cost_of(room) <= left]
    if rooms:
        yield _move(commands.Visit, room={"any_of": rooms})


def _visit_before(state: MeaCulpa, _: int) -> Moves:
    yield _move(commands.Visit, room={"any_of": state.open_rooms()})
    yield _move(commands.Decline)


def _room(state: MeaCulpa, _: int) -> Moves:
    rooms = [room for room in ROOMS if state.card_in(room) is not None]
    yield _move(commands.ChooseRoom, room={"any_of": rooms})


def _perform(state: MeaCulpa, seat: int, *, performs: bool = True) -> Moves:
    if performs:
        yield from _card(state, seat)
    yield _move(commands.Decline)


def _card(state: MeaCulpa, seat: int) -> Moves:
    card = str(card_to_perform(state, seat))
    if not has_choice(state, card):
        yield _move(commands.Perform)
    elif card == "POPE_STONE":
        yield from _pope_stones(state)
    elif card == "NEW_CREW":
        yield _crews(state)
    elif card == "MOVE_CREW":
        for source, target in product(state.sites_with_crew(), state.sites_to_build()):
            if source != target:
                yield _move(commands.MoveCrew, source=source, target=target)
    elif card == "TAKE_GOOD":
        goods = [good for good in GOODS if state.places["market"].count(good)]
        yield _move(commands.TakeGood, good={"any_of": goods})
    else:
        others = [other for other in range(state.rules.seats) if other != seat]
        yield _move(commands.Rob, seat={"any_of": others})


def _free_stone(state: MeaCulpa, _: int) -> Moves:
    for stone, letter in state.free_stones():
        yield _move(commands.TakeFree, stone=stone, **({} if letter is None else {"letter": letter}))


# -- answers ------------------------------------------------------------------------------------------------


def _guess(_: MeaCulpa, __: int) -> Moves:
    yield _move(commands.Guess, room={"min": 1, "max": 6})


def _stones(state: MeaCulpa, seat: int) -> Moves:
    dens = dens_to_empty(state, seat, state.steps[0]["emptied"])
    yield _move(commands.EmptyDen, den={"any_of": dens})


def _give_letter(state: MeaCulpa, seat: int) -> Moves:
    owned = sorted(state.places[f"letters:{seat}"].known)
    yield _move(commands.GiveLetter, letter={"any_of": owned})


def _pick(state: MeaCulpa, _: int) -> Moves:
    yield _move(commands.Pick, letter={"any_of": sorted(state.places["display"].known)})


def _part(state: MeaCulpa, seat: int) -> Moves:
    """Before the turns the Petty Sinner may have come to a card, step by step."""
    if card_to_perform(state, seat) is not None:
        yield from _perform(state, seat, performs=card_is_in_order(state, seat))


def _nothing(_: MeaCulpa, __: int) -> Moves:
    """Only steps (see ``meta_culpa.moves``)."""
    yield from ()


WANTED: Mapping[str, Callable[[MeaCulpa, int], Moves]] = {
    "part": _part,
    "reminders": _nothing,
    "bonus": _bonus,
    "bid": _bid,
    "character": _character,
    "preliminary": _preliminary,
    "visit": _visit_before,
    "act": _act,
    "room": _room,
    "perform": _perform,
    "free-stone": _free_stone,
    "guess": _guess,
    "stones": _stones,
    "give-letter": _give_letter,
    "pick": _pick,
}


# -- what a scribe may enter for chance ---------------------------------------------------------------------


def _rows(state: MeaCulpa) -> Moves:
    seats = list(range(state.rules.seats))
    yield _move(commands.PlaceSouls, row={"some_of": seats, "min": len(seats), "max": len(seats)})


def _stones_drawn(state: MeaCulpa) -> Moves:
    number = min(state.rules.board["market_draw"], len(state.places["bag"]))
    stones = one_by_one(state.coming("bag", kinds, number), number)
    yield _move(commands.DrawStones, stones={"some_of": stones, "min": number, "max": number})


def _cards_dealt(state: MeaCulpa) -> Moves:
    """The cards of the deck; where they do not last, those of the discards after them (MC-R67)."""
    in_deck, in_discards = len(state.places["deck"]), len(state.places["discards"])
    number = min(len(ROOMS), in_deck + in_discards)
    if in_deck >= number or not in_deck:
        cards = one_by_one(state.coming("deck" if in_deck else "discards", kinds, number), number)
        yield _move(commands.DealCards, cards={"some_of": cards, "min": number, "max": number})
        return
    deck, rest = state.coming("deck", kinds, in_deck), number - in_deck
    orders = product(_sequences(deck, in_deck), _sequences(state.coming("discards", kinds, rest), rest))
    for first, then in islice(orders, MOST_ORDERS):
        yield _move(commands.DealCards, cards=[*first, *then])


def _sequences(contents: Mapping[str, int], number: int) -> list[list[str]]:
    """The orders in which so many things can come out; not all, where they are very many."""
    if not number:
        return [[]]
    found: list[list[str]] = []
    for kind in sorted(kind for kind, left in contents.items() if left):
        left = {**contents, kind: contents[kind] - 1}
        found += [[kind, *others] for others in _sequences(left, number - 1)]
    return found[:MOST_ORDERS]


CHANCE: Mapping[str, Callable[[MeaCulpa], Moves]] = {
    commands.PlaceSouls.TYPE: _rows,
    commands.DrawStones.TYPE: _stones_drawn,
    commands.DealCards.TYPE: _cards_dealt,
}
