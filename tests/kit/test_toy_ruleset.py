"""A toy that needs what larger games need of the kit: hands, sealed bids, chests with compartments, purses.

The cellar: each seat has three cards and a few coins of its own. In each of three rounds everyone lays a card
face down and says how many coins go with it; the cards are revealed, the best one wins, its owner pays and
stores all of them in a compartment of his chest, and only he knows in which. At the end everyone empties a
compartment. In a recorded match the scribe may know neither hands nor compartments.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Annotated, Any, Literal

import pytest

from domain.kit.chance import SeededChance, ToldChance
from domain.kit.facts import (
    Command,
    Fact,
    Hidden,
    Thing,
    Things,
    Unknown,
    actor_alone,
    drawn,
    everyone,
    officials,
    owner,
)
from domain.kit.guards import Guard, Needs, Refused, Verdict, verdict
from domain.kit.places import NOBODY, PlaceKind, Purse, purse_kind
from domain.kit.play import check_lawful, play
from domain.kit.ruleset import Ruleset
from domain.kit.state import Rules, State
from domain.kit.table.commands import Tell
from domain.kit.table.facts import Awaited, MatchEnded
from domain.kit.table.telling import tell
from domain.kit.visibility import OFFICIAL, PUBLIC, StoredDecision, redact, seat_viewer
from domain.kit.written.records import Decision, written

SEATS = range(3)
VIEWERS = [*map(seat_viewer, SEATS), PUBLIC, OFFICIAL]
RANKS = ("queen", "king", "ace")
PARTS = ("left", "right")
DECK = dict.fromkeys(RANKS, 4)
COINS = {"three": 2, "five": 2}
AMOUNTS = {"three": 3, "five": 5}

# -- facts and commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardDealt(Fact, opens=True):
    seat: Annotated[int, everyone]
    card: Annotated[Thing, owner(), drawn]


@dataclass(frozen=True, slots=True)
class CoinsGiven(Fact, opens=True):
    seat: Annotated[int, everyone]
    coins: Annotated[int | Hidden | Unknown, owner()]


@dataclass(frozen=True, slots=True)
class CardLaid(Fact):
    seat: Annotated[int, everyone]
    card: Annotated[Thing, owner()]
    coins: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class CardRevealed(Fact, opens=True):
    seat: Annotated[int, everyone]
    card: Annotated[Thing, everyone]


@dataclass(frozen=True, slots=True)
class CoinsPaid(Fact):
    seat: Annotated[int, everyone]
    coins: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class CardsStored(Fact):
    seat: Annotated[int, everyone]
    cards: Annotated[Things, everyone]
    part: Annotated[Thing, owner()]


@dataclass(frozen=True, slots=True)
class CompartmentEmptied(Fact, opens=True):
    seat: Annotated[int, everyone]
    part: Annotated[str, everyone]
    cards: Annotated[Things, everyone]


@dataclass(frozen=True, slots=True)
class Deal(Command, type="deal"):
    cards: Annotated[Things | None, officials] = None


@dataclass(frozen=True, slots=True)
class Bid(Command, type="bid"):
    card: Annotated[Thing, actor_alone]
    coins: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class Store(Command, type="store"):
    part: Annotated[Thing, actor_alone]


@dataclass(frozen=True, slots=True)
class Empty(Command, type="empty"):
    part: Annotated[Literal["left", "right"], everyone]


# -- the table ----------------------------------------------------------------------------------------------


@dataclass
class Cellar(State):
    bids: tuple[int | None, ...] = (None, None, None)
    emptied: tuple[bool, ...] = (False, False, False)


def empty(rules, viewer):
    kinds = [PlaceKind("deck", NOBODY), PlaceKind("table", "everyone"), PlaceKind("shown", "everyone")]
    for seat in SEATS:
        alone = frozenset({seat})
        kinds += [PlaceKind(f"hand:{seat}", alone), PlaceKind(f"bid:{seat}", alone)]
        kinds.append(PlaceKind(f"chest:{seat}", "everyone", parts=PARTS, parts_told=alone))
    state = Cellar(rules, viewer, {kind.name: kind.empty(viewer) for kind in kinds})
    for card, number in DECK.items():
        state.places["deck"].add(card, number)
    purses = (purse_kind(f"purse:{seat}", frozenset({seat})) for seat in SEATS)
    state.purses = {kind.name: Purse(kind, kind.sight(viewer)) for kind in purses}
    return state


def replaced(values, seat, value):
    return (*values[:seat], value, *values[seat + 1 :])


def card_dealt(state, fact):
    state.place("deck").remove(fact.card)
    state.place(f"hand:{fact.seat}").add(fact.card)


def coins_given(state, fact):
    state.purse(f"purse:{fact.seat}").add(fact.coins)


def card_laid(state, fact):
    state.place(f"hand:{fact.seat}").remove(fact.card)
    state.place(f"bid:{fact.seat}").add(fact.card)
    state.bids = replaced(state.bids, fact.seat, fact.coins)


def card_revealed(state, fact):
    state.place(f"bid:{fact.seat}").remove(fact.card)
    state.place("table").add(fact.card)


def coins_paid(state, fact):
    state.purse(f"purse:{fact.seat}").add(-fact.coins)
    state.bids = (None, None, None)


def cards_stored(state, fact):
    state.place("table").remove_all(fact.cards)
    state.place(f"chest:{fact.seat}").add_all(fact.cards, part=fact.part)


def compartment_emptied(state, fact):
    state.place(f"chest:{fact.seat}").remove_all(fact.cards, part=fact.part)
    state.place("shown").add_all(fact.cards)
    state.emptied = replaced(state.emptied, fact.seat, True)


# -- guards -------------------------------------------------------------------------------------------------


def card_is_in_hand(state, actor, command):
    hand = state.places[f"hand:{actor}"]
    if not isinstance(command.card, str):
        return verdict(bool(hand.unknown))
    if hand.count(command.card):
        return Verdict.YES
    return Verdict.CANNOT_TELL if hand.unknown else Verdict.NO


def coins_are_in_the_purse(state, actor, command):
    held = state.purses[f"purse:{actor}"].amount
    return Verdict.CANNOT_TELL if held is None else verdict(0 <= command.coins <= held)


def cards_lie_on_the_table(state, _, __):
    return verdict(bool(len(state.places["table"])))


def hands_are_empty(state, _, __):
    return verdict(not any(len(state.places[f"{name}:{seat}"]) for name in ("hand", "bid") for seat in SEATS))


def compartments_are_known(state, actor, _):
    return Verdict.CANNOT_TELL if len(state.places[f"chest:{actor}"].whole) else Verdict.YES


def hand_is_to_be_played(state, actor, _):
    return verdict(bool(len(state.places[f"hand:{actor}"])) and not len(state.places["table"]))


RULES = {
    "T-1": "A card is laid while there is one in the hand and none on the table.",
    "T-2": "A card comes from the own hand.",
    "T-3": "Coins come from the own purse.",
    "T-4": "Cards are stored that lie on the table.",
    "T-5": "A compartment is emptied when all cards have been stored.",
    "T-6": "A compartment is emptied of which it is known what lies there.",
}
GUARDS = {
    Bid: (
        Guard("T-1", hand_is_to_be_played, "no bid is due"),
        Guard("T-2", card_is_in_hand, "that card is not in the hand", place="hand"),
        Guard("T-3", coins_are_in_the_purse, "so many coins are not in the purse", place="purse"),
    ),
    Store: (Guard("T-4", cards_lie_on_the_table, "there is nothing to store"),),
    Empty: (
        Guard("T-5", hands_are_empty, "the game is still on"),
        Guard("T-6", compartments_are_known, "the compartment cannot be emptied", place="chest"),
    ),
}

# -- decide -------------------------------------------------------------------------------------------------


def everybody():
    return Awaited(tuple({"seat": seat} for seat in SEATS))


def lay(_):
    yield Awaited(("chance",), "deal")


def decide(state, actor, command, chance):
    match command:
        case Deal():
            for _ in range(3):
                for seat in SEATS:
                    yield CardDealt(seat, chance.draw(state.places["deck"].known, state.places["deck"]))
            for seat in SEATS:
                coins = chance.draw(COINS) if isinstance(chance, SeededChance) else "five"
                yield CoinsGiven(seat, AMOUNTS[coins])
            yield everybody()
        case Bid(card, coins):
            yield CardLaid(actor, card, coins)
            yield from reveal(state)
        case Store(part):
            cards = tuple(card for card in RANKS for _ in range(state.places["table"].count(card)))
            yield CardsStored(actor, cards, part)
            yield everybody()
        case Empty(part):
            held = state.places[f"chest:{actor}"].parts[part]
            yield CompartmentEmptied(
                actor, part, tuple(card for card in RANKS for _ in range(held.known.get(card, 0)))
            )
            waiting = tuple({"seat": seat} for seat in SEATS if not state.emptied[seat])
            yield Awaited(waiting) if waiting else MatchEnded({"shown": len(state.places["shown"])})


def reveal(state):
    waiting = tuple({"seat": seat} for seat in SEATS if state.bids[seat] is None)
    if waiting:
        yield Awaited(waiting)
        return
    laid = {seat: state.places[f"bid:{seat}"] for seat in SEATS}
    if untold := [place.kind.name for place in laid.values() if place.unknown]:
        raise Needs(*untold)
    cards = {seat: next(iter(place.known)) for seat, place in laid.items()}
    for seat, card in cards.items():
        yield CardRevealed(seat, card)
    winner = max(SEATS, key=lambda seat: (RANKS.index(cards[seat]), state.bids[seat], -seat))
    yield CoinsPaid(winner, state.bids[winner])
    yield Awaited(({"seat": winner},))


TOY = Ruleset(
    id="cellar",
    version="1.0",
    title="The cellar",
    seats=(3, 3),
    rules=RULES,
    commands=(Bid, Store, Empty),
    chance_commands=(Deal,),
    facts=(CardDealt, CoinsGiven, CardLaid, CardRevealed, CoinsPaid, CardsStored, CompartmentEmptied),
    guards=GUARDS,
    empty=empty,
    lay=lay,
    decide=decide,
    resume=reveal,
    appliers={
        CardDealt: card_dealt,
        CoinsGiven: coins_given,
        CardLaid: card_laid,
        CardRevealed: card_revealed,
        CoinsPaid: coins_paid,
        CardsStored: cards_stored,
        CompartmentEmptied: compartment_emptied,
    },
    kinds=lambda _state, _place: DECK,
    moves=lambda _state, _actor: [],
)

# -- playing it ---------------------------------------------------------------------------------------------

CANDIDATES = [
    *(Bid(card, coins) for card, coins in product((*RANKS, "joker"), (-1, 0, 2, 4, 9))),
    *map(Store, PARTS),
    *map(Empty, PARTS),
]


def laid(mode="hosted"):
    state = TOY.empty(Rules("cellar", "1.0", mode, 3, {}, {}), OFFICIAL)
    for fact in TOY.lay(state):
        TOY.evolve(state, fact)
    return state


def refused(state, actor, command):
    try:
        check_lawful(TOY, state, actor, command)
    except Refused as refusal:
        return refusal.code, refusal.rule, refusal.detail
    return None


def random_match(number):
    """The decisions of a hosted match, each with the full state after it."""
    random = Random(number)
    state = laid()
    played = play(TOY, state, "chance", Deal(), SeededChance(bytes([number] * 32), 1))
    yield "chance", Deal(), played
    while not played.state.over:
        state = played.state
        lawful = [(seat, command) for seat in SEATS for command in CANDIDATES if not refused(state, seat, command)]
        seat, command = random.choice(lawful)
        before = state.dump()
        played = play(TOY, state, seat, command)
        assert state.dump() == before  # a decision makes a new state
        yield seat, command, played


def told_to(viewer, version, actor, command, facts):
    """The facts as a viewer is told them: written, stored, and through the gate."""
    name = {"seat": actor} if isinstance(actor, int) else actor
    decision = Decision(version, name, "service", "2031-01-01T00:00:00.000Z", command, facts)
    stored = written(decision, bytes(32), lambda: "00")
    told = redact(StoredDecision(version, json.loads(stored.open), stored.sealed), viewer)
    return [TOY.fact_from_json(fact) for fact in told["facts"]]


def check_views(folds, version, actor, command, played):
    for viewer, fold in folds.items():
        for fact in told_to(viewer, version, actor, command, played.facts):
            TOY.evolve(fold, fact)
        assert fold == played.state.masked(viewer), (version, viewer)


@pytest.mark.parametrize("number", range(8))
def test_the_fold_law_and_the_legality_law(number):
    folds = {viewer: laid().masked(viewer) for viewer in VIEWERS}
    version = 0
    for version, (actor, command, played) in enumerate(random_match(number), 1):
        check_views(folds, version, actor, command, played)
        for seat, asked in product(SEATS, CANDIDATES):
            assert refused(folds[seat_viewer(seat)], seat, asked) == refused(played.state, seat, asked)
    assert version == 1 + 3 * 4 + 3
    assert played.state.status == "finished"


def test_what_others_see_of_hands_bids_chests_and_purses():
    matches = [list(random_match(number)) for number in range(4)]
    for steps in matches:
        for actor, command, played in steps:
            neighbour = played.state.masked(seat_viewer(1))
            assert not neighbour.places["hand:0"].known
            assert not neighbour.places["bid:0"].known
            assert not neighbour.places["chest:0"].parts
            assert neighbour.purses["purse:0"].shown() == {}
            assert neighbour.purses["purse:1"].amount in range(6)
            if isinstance(command, Store):
                (stored, _) = told_to(PUBLIC, 1, actor, command, played.facts)
                assert stored.part == Hidden()
                chests = [played.state.places[f"chest:{seat}"] for seat in SEATS]
                assert all(not len(chest.whole) for chest in chests)
                seen = [neighbour.places[f"chest:{seat}"] for seat in SEATS]
                assert [dict(chest.known) for chest in seen] == [dict(chest.known) for chest in chests]


# -- a recorded match, with gaps ------------------------------------------------------------------------------


def recorded(*cards):
    """A recorded match after the deal."""
    return play(TOY, laid("recorded"), "chance", Deal(cards), ToldChance(cards)).state


HIDDEN_HANDS = (Unknown(),) * 9
OPEN_HANDS = ("ace", "king", "queen", "ace", "king", "queen", "ace", "king", "queen")  # seat 0 has the aces


def test_a_guard_answers_yes():
    assert refused(recorded(*OPEN_HANDS), 0, Bid("ace", 5)) is None


def test_a_guard_answers_no():
    assert refused(recorded(*OPEN_HANDS), 0, Bid("king", 5)) == (
        "illegal-move",
        "T-2",
        "that card is not in the hand",
    )


def test_a_guard_can_say_what_is_in_the_way():
    said = Guard("T-1", lambda _, __, ___: Verdict.NO, lambda _, actor, command: f"{actor} cannot {command.TYPE}")
    strict = replace(TOY, guards={**TOY.guards, Bid: (said,)})
    refusal = strict.refusal(recorded(*OPEN_HANDS), 0, Bid("ace", 5))
    assert refusal is not None
    assert (refusal.rule, refusal.detail) == ("T-1", "0 cannot bid")


def test_what_may_come_unasked_is_judged_by_its_guards_alone():
    nobody = recorded(*OPEN_HANDS)
    nobody.awaiting = ()
    assert refused(nobody, 0, Bid("ace", 5))[0] == "not-awaited"
    talkative = replace(TOY, unasked=lambda _, __, command: isinstance(command, Bid))
    check_lawful(talkative, nobody, 0, Bid("ace", 5))
    with pytest.raises(Refused) as raised:
        check_lawful(talkative, nobody, 0, Bid("king", 5))
    assert (raised.value.code, raised.value.rule) == ("illegal-move", "T-2")
    with pytest.raises(Refused) as raised:
        check_lawful(talkative, nobody, "chance", Deal(OPEN_HANDS))
    assert raised.value.code == "not-awaited"


def test_a_guard_cannot_tell_and_names_the_place():
    code, rule, detail = refused(recorded(*HIDDEN_HANDS), 0, Bid("king", 5))
    assert (code, rule) == ("needs-tell", "T-2")
    assert detail.startswith("that card is not in the hand")
    assert detail.endswith("before these contents are told: Hand")


def test_once_the_place_is_told_the_guard_can_tell():
    state = tell(TOY, recorded(*HIDDEN_HANDS), Tell("hand:0", ("ace", "ace", "queen"))).state
    assert refused(state, 0, Bid("ace", 5)) is None
    assert refused(state, 0, Bid("king", 5))[0] == "illegal-move"
    assert refused(state, 1, Bid("king", 5))[0] == "needs-tell"


def test_more_than_there_is_cannot_be_told():
    state = recorded(*HIDDEN_HANDS)
    for things in (("ace",) * 4, ("joker",)):
        with pytest.raises(Refused) as refusal:
            tell(TOY, state, Tell("hand:0", things))
        assert refusal.value.code == "illegal-move"
    with pytest.raises(Refused) as refusal:
        tell(TOY, state, Tell("attic", ("ace",)))
    assert refusal.value.code == "invalid"


def test_a_decision_that_needs_a_place_awaits_it_and_goes_on_when_it_is_told():
    state = recorded(*HIDDEN_HANDS)
    folds = {viewer: state.masked(viewer) for viewer in VIEWERS}
    steps = []
    for seat in SEATS:
        steps.append((seat, Bid(Unknown(), seat)))
        played = play(TOY, state, *steps[-1])
        state = played.state
        check_views(folds, len(steps), *steps[-1], played)
    # All have bid, and nobody who writes has seen the cards.
    assert played.facts[-1] == Awaited(({"tell": "bid:0"}, {"tell": "bid:1"}, {"tell": "bid:2"}))
    assert not any(refused(state, seat, command) is None for seat in SEATS for command in CANDIDATES)
    for number, (place, card) in enumerate([("bid:1", "king"), ("bid:0", "queen")], 2):
        command = Tell(place, (card,))
        played = tell(TOY, state, command)
        state = played.state
        check_views(folds, 3 + number, "scribe", command, played)
        assert {"tell": place} not in state.awaiting
        assert "tell" in state.awaiting[0]
    played = tell(TOY, state, Tell("bid:2", ("king",)))
    check_views(folds, 9, "scribe", Tell("bid:2", ("king",)), played)
    assert [type(fact).__name__ for fact in played.facts] == [
        "PlaceTold",
        *["CardRevealed"] * 3,
        "CoinsPaid",
        "Awaited",
    ]
    assert played.state.awaiting == ({"seat": 2},)  # two kings, and seat 2 had bid more
    assert played.state.purses["purse:2"].amount == 3
    assert refused(played.state, 2, Store("left")) is None


def test_telling_another_place_wakes_nobody_up():
    state = recorded(*HIDDEN_HANDS)
    for seat in SEATS:
        state = play(TOY, state, seat, Bid(Unknown(), 0)).state
    played = tell(TOY, state, Tell("hand:0", ("ace", "ace")))
    assert played.state.awaiting == state.awaiting
    assert played.state.places["hand:0"].known == {"ace": 2}


def test_who_does_not_know_the_compartment_cannot_empty_it():
    state: Any = recorded(*OPEN_HANDS)
    for number in range(3):
        for seat, card in zip(SEATS, ("ace", "king", "queen"), strict=True):
            state = play(TOY, state, seat, Bid(card, 1)).state
        state = play(TOY, state, 0, Store("left" if number else Unknown())).state
    assert refused(state, 0, Empty("left"))[:2] == ("needs-tell", "T-6")
    assert refused(state, 1, Empty("left")) is None


def test_more_than_is_due_is_refused():
    with pytest.raises(Refused, match="gives more values"):
        recorded(*OPEN_HANDS, "ace")
    with pytest.raises(Refused, match="fewer things are told than come out of this"):
        recorded(*OPEN_HANDS[:8])
    with pytest.raises(Refused, match="Joker"):
        recorded(*OPEN_HANDS[:8], "joker")
