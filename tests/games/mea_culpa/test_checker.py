"""The reading of the register from the log: traces with and without sins, written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from domain.games.mea_culpa import RULESET
from tests.games.mea_culpa.checker import Sin, sins_in

Fact = dict[str, Any]
P, Q, R = 0, 1, 2


def told(type_name: str, **values: Any) -> Fact:
    """A fact as the log tells it."""
    document = {"type": type_name, **values}
    RULESET.fact_from_json(document)
    return document


def sinful(fact: Fact, *sins: tuple[str, int]) -> Fact:
    """The fact that completes these sins."""
    return {**fact, "completes": sins}


def judged(facts: Sequence[Fact], seats: int = 4) -> tuple[list[Sin], list[Sin]]:
    """What is found, each fact being a decision of its own; and what was marked as sinful."""
    decisions = [{"version": version, "facts": [fact]} for version, fact in enumerate(facts)]
    marked = [(sin, seat, n) for n, fact in enumerate(facts) for sin, seat in fact.get("completes", ())]
    return sins_in(decisions, RULESET.board, seats), marked


# -- the steps, in short ------------------------------------------------------------------------------------


def turn(character: str, seat: int = P) -> Fact:
    return told("TurnPassed", seat=seat, character=character)


def begin(action: str, seat: int = P, *, second: bool = False) -> Fact:
    return told("ActionBegan", seat=seat, action=action, second=second)


def rotate(to: int, seat: int = P, purpose: str = "step") -> Fact:
    return told("PostRotated", seat=seat, to=to, purpose=purpose)


def pay(amount: int, seat: int = P) -> Fact:
    return told("TalerPaid", seat=seat, amount=amount)


def take(stone: str, seat: int = P, *, free: bool = False) -> Fact:
    to = "table" if stone == "indulgence" else "screen"
    return told("StoneTaken", seat=seat, stone=stone, to=to, free=free)


def letter(colour: str, origin: str = "stacks", seat: int = P) -> Fact:
    return told("LetterTaken", seat=seat, letter=colour, origin=origin)


def to_bag(seat: int = P) -> Fact:
    return told("StoneReturned", seat=seat, stone="indulgence")


def bag(good: str, seat: int = P) -> Fact:
    return told("GoodSold", seat=seat, good=good)


def receive(amount: int, seat: int = P) -> Fact:
    return told("TalerReceived", seat=seat, amount=amount)


def show(item: str, seat: int = P) -> Fact:
    return told("ItemShown", seat=seat, item=item)


def drop(item: str, seat: int = P) -> Fact:
    return told("ItemDropped", seat=seat, item=item, origin=f"goods:{seat}", compartment="I")


def stone(den: str, cause: str | None = None, seat: int = P) -> Fact:
    return told("SinStonePlaced", seat=seat, den=den, cause=cause or den)


def room(number: int, notches: int, stones: int = 0, seat: int = P) -> Fact:
    return told("RoomChosen", seat=seat, room=number, notches=notches, stones=stones)


def execute(number: int, card: str = "TAKE_5", seat: int = P) -> Fact:
    return told("CardExecuted", seat=seat, room=number, card=card)


def decline(what: str = "TAKE_5", seat: int = P) -> Fact:
    return told("Declined", seat=seat, what=what)


def discard(number: int, card: str = "TAKE_5") -> Fact:
    return told("CardDiscarded", room=number, card=card)


def die(number: int, seat: int = P) -> Fact:
    return told("DieSet", seat=seat, room=number)


def guess(number: int, seat: int = Q) -> Fact:
    return told("Guessed", seat=seat, room=number)


def die_shown(number: int, seat: int = P, *, caught: bool = False) -> Fact:
    return told("DieShown", seat=seat, room=number, caught=caught)


def turn_over(character: str, seat: int = P) -> Fact:
    return told("TurnDeclaredOver", seat=seat, character=character)


def chosen(seat: int = P) -> Fact:
    return told("ChoiceDeclaredOver", seat=seat)


def card(character: str, seat: int = P) -> Fact:
    return told("CharacterTaken", seat=seat, character=character)


def back(character: str, seat: int = P) -> Fact:
    return told("CharacterReturned", seat=seat, character=character)


def crew(seat: int = P, origin: str = "card") -> Fact:
    return told("CrewPlaced", seat=seat, site=2, origin=origin)


def revealed(*taler: int) -> Fact:
    return told("BidsRevealed", notches=[2] * len(taler), taler=list(taler))


def order(keeper: int, seats: int = 4) -> Fact:
    return told("ChoosingOrderSet", order=list(range(seats)), keeper=keeper)


def settle(amount: int, seat: int = P) -> Fact:
    return told("BidPaid", seat=seat, amount=amount)


def prompt(seat: int = P, by: int = R) -> Fact:
    return told("Prompted", by=by, seat=seat, what="show")


def call(seat: int, by: int = P) -> Fact:
    return told("NextCalled", by=by, seat=seat)


def accuse(seat: int, by: int = R) -> Fact:
    return told("AccusationMade", by=by, seat=seat, sin="M12")


def found(sin: str, seat: int) -> Fact:
    return told("SinCommitted", seat=seat, sin=sin)


STOCKED = [told("StoneDrawn", stone="bread") for _ in range(7)]
ROOMS = [told("CardDealt", room=number, card="TAKE_5") for number in (1, 2, 3, 4)]
DEAR = [told("CardDealt", room=number, card="LUST_2") for number in (1, 2, 3, 4)]
"""Rooms that cost two notches each."""
ALL_TAKEN = [card("pope", 0), card("emperor", 1), card("merchant", 2), card("petty-sinner", 3)]
FREE = take("bread", free=True)

# -- the register, sin by sin --------------------------------------------------------------------------------

CLEAN: dict[str, list[Fact]] = {
    "M1": [*STOCKED, *ALL_TAKEN, turn("pope"), begin("buy"), pay(2), take("bread"), turn_over("pope")],
    "M2": [revealed(7, 0, 0, 0), order(1), settle(7), card("emperor")],
    "M2, the keeper": [
        revealed(7, 0, 0, 0),
        order(0),
        told("BidTakenBack", seat=P, amount=7),
        card("emperor"),
    ],
    "M3 second action": [
        *ALL_TAKEN,
        turn("pope"),
        *(begin("donate"), show("wine"), drop("wine")),
        *(rotate(2), begin("sell", second=True), bag("bread"), receive(6)),
    ],
    "M3 room": [*DEAR, turn("emperor"), begin("visit"), room(2, 2), rotate(3), execute(2), discard(2)],
    "M3, added up": [
        *ROOMS,
        turn("emperor"),
        *(begin("buy"), pay(2), take("bread")),
        *(rotate(3), begin("visit", second=True), room(2, 1), execute(2), discard(2)),
    ],
    "M3, cost 2 added up": [
        *DEAR,
        turn("emperor"),
        *(begin("buy"), pay(2), take("bread")),
        *(rotate(4), begin("visit", second=True), room(1, 2), execute(1)),
    ],
    "M3, the Pope's second donation": [
        *STOCKED,
        turn("pope"),
        *(
            begin("buy"),
            pay(2),
            take("bread"),
            rotate(2),
            begin("donate", second=True),
            show("wine"),
            drop("wine"),
        ),
    ],
    "M4": [*STOCKED, *ALL_TAKEN, turn("merchant"), FREE, turn_over("merchant")],
    "M4, a Letter": [
        *STOCKED,
        *ALL_TAKEN,
        turn("merchant"),
        *(begin("sell"), bag("wine"), receive(8)),
        *(take("indulgence", free=True), letter("red"), to_bag(), turn_over("merchant")),
    ],
    "M4, an empty market": [
        STOCKED[0],
        *ALL_TAKEN,
        turn("merchant"),
        *(begin("buy"), pay(2), take("bread"), turn_over("merchant")),
    ],
    "M4, a stone of a sin": [
        *STOCKED,
        *ALL_TAKEN,
        turn("merchant"),
        FREE,
        stone("petty", "M3"),
        turn_over("merchant"),
    ],
    "M5": [turn("emperor"), begin("buy"), pay(4), take("indulgence"), letter("red"), to_bag()],
    "M5, two payments": [turn("emperor"), begin("buy"), pay(1), pay(1), take("bread")],
    "M6": [
        *ROOMS,
        turn("pope"),
        *(begin("visit"), told("PretextAnnounced", seat=P), die(5), guess(3), die_shown(5)),
        *(room(5, 0), told("SuiteFlipped", welcome=False), room(2, 0), execute(2), discard(2)),
    ],
    "M6, caught": [
        *DEAR,
        turn("pope"),
        *(begin("visit"), die(2), guess(2), die_shown(2, caught=True)),
        *(room(2, 2), rotate(3), execute(2), discard(2)),
    ],
    "M6, the yellow Letter": [
        turn("pope"),
        *(begin("visit"), die(6), guess(2), die_shown(6), room(6, 0), letter("yellow", "suite")),
    ],
    "M7": [*ALL_TAKEN, *(back(fact["character"], fact["seat"]) for fact in ALL_TAKEN), revealed(0, 0, 0, 0)],
    "M7, first round": [revealed(0, 0, 0, 0)],
    "M8": [card("emperor"), crew(), chosen(), card("pope", Q)],
    "M8, the Pope": [card("pope"), chosen(), card("emperor", Q)],
    "M9": [
        turn("emperor"),
        *(begin("visit"), room(6, 2, 1), stone("lust"), rotate(3), letter("yellow", "suite")),
    ],
    "M9, Suite 5": [
        *ROOMS,
        turn("emperor"),
        *(begin("visit"), room(5, 0, 1), stone("lust"), told("SuiteFlipped", welcome=False)),
        *(room(1, 0), execute(1), discard(1)),
    ],
    "M9, the stone first": [
        *ROOMS,
        turn("emperor"),
        *(begin("visit"), stone("lust"), room(5, 0, 1), room(1, 0), execute(1), discard(1)),
    ],
    "M10": [turn("emperor"), begin("buy"), pay(2), stone("greed"), take("bread"), take("bread")],
    "M10, between": [turn("emperor"), begin("buy"), pay(2), take("bread"), stone("greed"), take("bread")],
    "M11": [turn("emperor"), begin("donate"), show("wine"), drop("wine")],
    "M11, asked before anything": [turn("emperor"), prompt(), begin("donate"), show("wine"), drop("wine")],
    "M11, asked too late": [turn("emperor"), begin("donate"), show("wine"), prompt(), drop("wine")],
    "M11, one by one": [turn("emperor"), begin("donate"), show("wine"), drop("wine"), show("wine"), drop("wine")],
    "M11, both shown": [
        turn("emperor"),
        begin("donate"),
        show("wine"),
        show("coin-5"),
        drop("coin-5"),
        drop("wine"),
    ],
    "M11, starting bonus": [
        told("ItemDropped", seat=P, item="jewel", origin="bonuses", compartment="I"),
    ],
    "M12": [turn("pope"), turn_over("pope"), turn("emperor", Q), call(Q), begin("sell", Q), bag("wine", Q)],
    "M12, not asked": [turn("emperor", Q), accuse(Q), found("M12", Q)],
    "M12, had begun": [turn("emperor", Q), call(Q), begin("buy", Q), accuse(Q), found("M12", Q)],
    "M12, asked by himself": [turn("emperor", Q), call(Q, by=Q), accuse(Q), found("M12", Q)],
    "M12, accused by himself": [turn("emperor", Q), call(Q), accuse(Q, by=Q), found("M12", Q)],
    "M12, not admitted": [turn("emperor", Q), call(Q), accuse(Q), begin("buy", Q)],
    "M13": [turn("emperor"), begin("buy"), pay(2)],
    "M13, nothing was left to do": [
        *ALL_TAKEN,
        turn("pope"),
        *(begin("sell"), bag("wine"), receive(8), rotate(2), begin("buy", second=True), pay(2), take("bread")),
        *(turn_over("pope"), turn("emperor", Q), begin("buy", Q), pay(2, Q)),
    ],
    "a pick of an evaluation": [turn("emperor"), letter("red", "display"), letter("blue", "display", Q)],
}
"""Traces in which everything is done in time."""

SINS: dict[str, list[Fact]] = {
    "M1": [
        turn("pope"),
        *(begin("buy"), sinful(told("StepsUndone", seat=P), ("M1", P)), rotate(2)),
    ],
    "M1, another room": [
        *ROOMS,
        turn("emperor"),
        *(begin("visit"), room(2, 1), sinful(room(3, 1), ("M1", P)), rotate(2), execute(3), discard(3)),
    ],
    "M1, another room through Suite 5": [
        *ROOMS,
        turn("emperor"),
        *(begin("visit"), room(5, 0, 1), stone("lust"), room(2, 0), sinful(room(3, 0), ("M1", P)), execute(3)),
    ],
    "M1, something else to donate": [
        turn("pope"),
        *(begin("donate"), show("wine"), sinful(show("bread"), ("M1", P)), drop("bread")),
    ],
    "M1, and back again": [
        turn("pope"),
        *(begin("donate"), show("wine"), sinful(show("bread"), ("M1", P)), sinful(drop("wine"), ("M11", P))),
    ],
    "M1, when one thing is left to drop": [
        turn("emperor"),
        *(begin("donate"), show("jewel"), drop("jewel"), show("wine"), sinful(show("bread"), ("M1", P))),
        drop("bread"),
    ],
    "M1, a third thing": [
        turn("emperor"),
        *(begin("donate"), show("wine"), show("bread"), sinful(show("jewel"), ("M1", P))),
        *(drop("wine"), drop("jewel")),
    ],
    "M2": [revealed(7, 0, 0, 0), order(1), sinful(card("emperor"), ("M2", P)), settle(7)],
    "M2, part of it": [revealed(7, 0, 0, 0), order(1), settle(3), sinful(card("emperor"), ("M2", P))],
    "M2, only the keeper takes back": [
        revealed(7, 0, 0, 0),
        order(1),
        told("BidTakenBack", seat=P, amount=7),
        sinful(card("emperor"), ("M2", P)),
    ],
    "M2, before he is the Petty Sinner": [
        revealed(7, 0, 0, 0),
        order(1),
        sinful(card("petty-sinner"), ("M2", P)),
    ],
    "M3 second action": [
        *ALL_TAKEN,
        turn("pope"),
        *(begin("donate"), show("wine"), drop("wine")),
        *(begin("sell", second=True), sinful(bag("bread"), ("M3", P)), receive(6), rotate(2)),
    ],
    "M3 room": [
        *DEAR,
        turn("emperor"),
        *(begin("visit"), room(2, 2), sinful(execute(2), ("M3", P)), rotate(3), discard(2)),
    ],
    "M3 never": [
        *STOCKED,
        *DEAR,
        *ALL_TAKEN,
        turn("emperor"),
        *(begin("visit"), room(2, 2), sinful(execute(2), ("M3", P)), discard(2), turn_over("emperor")),
    ],
    "M3, forgotten with the card": [
        *STOCKED,
        *DEAR,
        *ALL_TAKEN,
        turn("emperor"),
        *(begin("visit"), room(2, 2), decline("LUST_2"), discard(2), sinful(turn_over("emperor"), ("M3", P))),
    ],
    "M3, in part": [
        *ROOMS,
        turn("emperor"),
        *(begin("buy"), pay(2), take("bread")),
        *(rotate(2), begin("visit", second=True), room(2, 1), sinful(execute(2), ("M3", P))),
    ],
    "M3, twice": [
        *ROOMS,
        turn("emperor"),
        *(begin("visit"), room(2, 1), sinful(execute(2), ("M3", P)), discard(2)),
        *(begin("buy", second=True), sinful(pay(2), ("M3", P)), take("bread")),
    ],
    "M3, once if the other is turned": [
        *ROOMS,
        turn("emperor"),
        *(begin("visit"), room(2, 1), sinful(execute(2), ("M3", P)), discard(2)),
        *(begin("buy", second=True), rotate(2), pay(2), take("bread")),
    ],
    "M3, with the stone of a suite": [
        turn("emperor"),
        *(begin("sell"), bag("wine"), receive(8)),
        *(begin("visit", second=True), room(6, 2, 1), sinful(stone("lust"), ("M3", P)), rotate(4)),
        letter("yellow", "suite"),
    ],
    "M4": [*STOCKED, *ALL_TAKEN, turn("merchant"), sinful(turn_over("merchant"), ("M4", P))],
    "M4, not last": [
        *STOCKED,
        *ALL_TAKEN,
        turn("merchant"),
        *(FREE, begin("sell"), bag("wine"), receive(8), sinful(turn_over("merchant"), ("M4", P))),
    ],
    "M4, a good by a card": [
        *STOCKED,
        told("CardDealt", room=1, card="TAKE_GOOD"),
        *ALL_TAKEN,
        turn("merchant"),
        *(begin("visit"), room(1, 2), rotate(3), execute(1, "TAKE_GOOD"), FREE, discard(1, "TAKE_GOOD")),
        sinful(turn_over("merchant"), ("M4", P)),
    ],
    "M5": [
        turn("emperor"),
        *(begin("buy"), sinful(take("indulgence"), ("M5", P)), pay(4), letter("red"), to_bag()),
    ],
    "M5, the Letter first": [turn("emperor"), begin("buy"), sinful(letter("red"), ("M5", P)), take("indulgence")],
    "M5, paid for something cheaper": [turn("emperor"), begin("buy"), pay(2), sinful(take("wine"), ("M5", P))],
    "M6": [
        *ROOMS,
        turn("pope"),
        *(begin("visit"), sinful(room(5, 0, 1), ("M6", P)), stone("lust"), room(2, 0), execute(2), discard(2)),
    ],
    "M6, nobody guessed": [
        *ROOMS,
        turn("pope"),
        *(begin("visit"), die(5), die_shown(5), sinful(room(5, 0, 1), ("M6", P)), stone("lust"), room(1, 0)),
        *(execute(1), discard(1)),
    ],
    "M6, with the stone": [turn("pope"), begin("visit"), sinful(stone("lust"), ("M6", P))],
    "M6, guessed by himself": [
        *ROOMS,
        turn("pope"),
        *(begin("visit"), die(1), guess(2, P), die_shown(1), sinful(room(1, 1), ("M6", P))),
    ],
    "M7": [
        *ALL_TAKEN,
        *(back(fact["character"], fact["seat"]) for fact in ALL_TAKEN[:2]),
        sinful(revealed(0, 0, 0, 0), ("M7", 2)),
        back("merchant", 2),
    ],
    "M8": [card("emperor"), sinful(chosen(), ("M8", P)), crew(), card("pope", Q)],
    "M8, a crew from the hut is another one": [card("emperor"), crew(origin="hut"), sinful(chosen(), ("M8", P))],
    "M9": [
        turn("emperor"),
        *(begin("visit"), room(6, 2, 1), rotate(3), sinful(letter("yellow", "suite"), ("M9", P)), stone("lust")),
    ],
    "M9, Suite 5": [
        *ROOMS,
        turn("emperor"),
        *(begin("visit"), room(5, 0, 1), room(2, 0), sinful(execute(2), ("M9", P)), discard(2)),
    ],
    "M9, card declined": [
        *STOCKED,
        *ROOMS,
        *ALL_TAKEN,
        turn("emperor"),
        *(
            begin("visit"),
            room(5, 0, 1),
            room(2, 0),
            decline(),
            sinful(discard(2), ("M9", P)),
            turn_over("emperor"),
        ),
    ],
    "M9, forgotten": [
        *STOCKED,
        *ROOMS,
        *ALL_TAKEN,
        turn("emperor"),
        *(begin("visit"), room(5, 0, 1), room(2, 0), sinful(turn_over("emperor"), ("M9", P))),
    ],
    "M9, a stone by a card is none": [
        turn("emperor"),
        *(
            begin("visit"),
            room(6, 2, 1),
            stone("lust", "card"),
            rotate(3),
            sinful(letter("yellow", "suite"), ("M9", P)),
        ),
    ],
    "M10": [
        turn("emperor"),
        *(begin("buy"), pay(2), take("bread"), sinful(take("bread"), ("M10", P)), stone("greed")),
    ],
    "M10 and M5": [
        turn("emperor"),
        *(begin("buy"), sinful(take("bread"), ("M5", P)), sinful(take("bread"), ("M10", P)), pay(2)),
    ],
    "M11": [turn("emperor"), begin("donate"), sinful(drop("wine"), ("M11", P)), show("wine")],
    "M11, asked": [turn("emperor"), begin("donate"), prompt(), sinful(show("wine"), ("M11", P)), drop("wine")],
    "M11, something else shown": [
        turn("emperor"),
        begin("donate"),
        show("wine"),
        sinful(drop("bread"), ("M11", P)),
    ],
    "M11, twice": [
        turn("emperor"),
        *(begin("donate"), sinful(drop("wine"), ("M11", P)), sinful(drop("wine"), ("M11", P))),
    ],
    "M12": [
        turn("pope"),
        *(turn_over("pope"), turn("emperor", Q), call(Q), sinful(accuse(Q), ("M12", Q)), found("M12", Q)),
        *(begin("sell", Q), bag("wine", Q)),
    ],
    "M12, asked by anybody": [turn("emperor", Q), call(Q, by=R), sinful(accuse(Q), ("M12", Q)), found("M12", Q)],
    "M13": [
        turn("emperor"),
        sinful(told("SteppedOutOfTurn", seat=R, step="pay"), ("M13", R)),
        *(begin("buy"), pay(2), take("bread")),
    ],
    "M13, were it not taken back": [
        turn("emperor"),
        sinful(begin("buy", R), ("M13", R)),
        sinful(pay(2, R), ("M13", R)),
    ],
}
"""Traces with sins: where they are complete, and whose they are."""


@pytest.mark.parametrize("trace", CLEAN)
def test_nothing_is_found_in(trace: str) -> None:
    assert judged(CLEAN[trace]) == ([], [])


@pytest.mark.parametrize("trace", SINS)
def test_sins_are_found_where_they_are_complete(trace: str) -> None:
    sins, marked = judged(SINS[trace])
    assert marked
    assert sins == marked


def test_every_sin_of_the_register_is_in_the_traces() -> None:
    of_all = {sin for facts in SINS.values() for fact in facts for sin, _ in fact.get("completes", ())}
    assert of_all == {f"M{number}" for number in range(1, 14)}


# -- the Petty Sinner ---------------------------------------------------------------------------------------

FREE_OF_SIN = ("M1", "M3 second action", "M3 room", "M5", "M9", "M9, card declined", "M10", "M11", "M11, asked")


@pytest.mark.parametrize("trace", FREE_OF_SIN)
def test_the_petty_sinner_sins_freely_in_his_turn(trace: str) -> None:
    facts = [turn("petty-sinner") if fact["type"] == "TurnPassed" else fact for fact in SINS[trace]]
    sins, marked = judged(facts)
    assert marked
    assert not sins


def test_he_does_not_know_that_it_is_his_turn() -> None:
    assert judged([turn("petty-sinner", Q), call(Q), accuse(Q), found("M12", Q)])[0] == []


def test_he_takes_steps_back_while_choosing() -> None:
    facts = [card("petty-sinner"), stone("petty"), told("StepsUndone", seat=P), chosen()]
    assert judged(facts)[0] == []


def test_as_another_character_he_is_like_everybody() -> None:
    facts = [card("petty-sinner"), chosen(), card("merchant"), chosen(), turn("merchant"), begin("buy")]
    facts.append(sinful(take("bread"), ("M5", P)))
    sins, marked = judged(facts, 2)
    assert sins == marked


def test_a_step_out_of_turn_is_a_sin_for_him_too() -> None:
    facts = [card("petty-sinner", 3), turn("pope")]
    facts.append(sinful(told("SteppedOutOfTurn", seat=3, step="pay"), ("M13", 3)))
    sins, marked = judged(facts)
    assert sins == marked


def test_his_card_may_stay_before_him() -> None:
    sins, _ = judged([*ALL_TAKEN, revealed(0, 0, 0, 0)])
    assert sins == [("M7", seat, 4) for seat in (0, 1, 2)]


def test_a_reminder_brings_up_what_belongs_to_his_turn() -> None:
    """What he makes up for in the next turn, his own as another character, is no payment in that turn."""
    facts = [turn("petty-sinner"), begin("buy"), take("bread"), turn("pope"), begin("buy")]
    facts += [told("TalerPaid", seat=P, amount=2, purpose="reminded"), sinful(take("bread"), ("M5", P))]
    sins, marked = judged(facts, 2)
    assert sins == marked


# -- two and three players ----------------------------------------------------------------------------------


def test_two_players_put_each_card_back() -> None:
    facts = [card("pope"), card("emperor", Q), card("merchant"), card("petty-sinner", Q), back("emperor", Q)]
    facts += [back("pope"), sinful(revealed(0, 0), ("M7", P))]
    sins, marked = judged(facts, 2)
    assert sins == marked


def test_two_players_settle_once() -> None:
    facts = [revealed(7, 0), order(1, 2), sinful(card("pope"), ("M2", P)), card("emperor", Q), card("merchant")]
    sins, marked = judged(facts, 2)
    assert sins == marked


WITHOUT_MERCHANT = [card("pope", 0), card("emperor", 1), card("petty-sinner", 2)]


def test_without_a_merchant_whoever_is_nearest_hell_takes_a_stone() -> None:
    bought = [begin("buy"), pay(2), take("bread")]
    start = [told("SoulsPlaced", row=[1, 2, 0]), *STOCKED, *WITHOUT_MERCHANT, turn("pope"), *bought]
    sins, marked = judged([*start, sinful(turn_over("pope"), ("M4", P))], 3)
    assert sins == marked
    assert judged([*start, FREE, turn_over("pope")], 3)[0] == []
    farther = told("SoulMoved", seat=1, steps=1, to=1, cause="card")
    assert judged([*start, farther, turn_over("pope")], 3)[0] == []


@pytest.mark.parametrize("others", [("merchant", "petty-sinner"), ("petty-sinner", "merchant")])
def test_without_an_emperor_the_pope_builds(others: tuple[str, str]) -> None:
    facts = [card("pope"), chosen(), card(others[0], Q), chosen(Q), card(others[1], R), chosen(R)]
    sins, marked = judged([*facts, sinful(chosen(), ("M8", P)), crew()], 3)
    assert sins == marked
    assert judged([*facts, crew(), chosen()], 3)[0] == []


def test_an_emperor_who_waits_has_not_forgotten() -> None:
    waiting = [card("emperor"), told("PreliminaryDeferred", seat=P), chosen(), card("merchant", Q), chosen(Q)]
    waiting += [card("petty-sinner", R), chosen(R)]
    assert judged([*waiting, crew(), chosen()], 3)[0] == []
    sins, marked = judged([*waiting, sinful(chosen(), ("M8", P))], 3)
    assert sins == marked
