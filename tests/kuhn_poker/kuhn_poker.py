"""Kuhn poker: two players, three cards, one bet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from domain.kit.chance import Chance
from domain.kit.facts import EVERYONE, Command, Fact, Json, Thing, Things, drawn, everyone, officials, owner
from domain.kit.guards import Actor, Guard, Needs, Verdict, step_follows_now, verdict
from domain.kit.patterns import some_of
from domain.kit.places import NOBODY, PlaceKind, one_by_one
from domain.kit.ruleset import Ruleset
from domain.kit.state import Rules, State, with_at
from domain.kit.steps import Facts, all_together, awaited, of_chance
from domain.kit.table.facts import MatchEnded
from domain.kit.view import PLAIN_SCHEMA
from domain.kit.visibility import Viewer

DECK = {"jack": 1, "queen": 1, "king": 1}
RULES = {
    "KP-1": "Both players stake a coin, and each is dealt one of three cards: jack, queen, king.",
    "KP-2": "While the stakes are equal, a player checks, or bets a coin; two checks end the betting.",
    "KP-3": "A player who faces a bet calls it with a coin, or folds; then the other wins, and no card is shown.",
    "KP-4": "After two checks or a call both cards are shown, and the higher one wins the other's stake.",
}


@dataclass
class Kuhn(State):
    """The cards lie in places; everybody sees the rest."""

    stakes: tuple[int, ...] = (1, 1)
    checks: int = 0


def empty(rules: Rules, viewer: Viewer) -> Kuhn:
    places = [PlaceKind("deck", NOBODY), PlaceKind("shown:0", EVERYONE), PlaceKind("shown:1", EVERYONE)]
    places += [PlaceKind(f"hand:{seat}", frozenset({seat})) for seat in (0, 1)]
    state = Kuhn(rules, viewer, {place.name: place.empty(viewer) for place in places})
    state.places["deck"].add_all(tuple(DECK))
    return state


@dataclass(frozen=True, slots=True)
class CardDealt(Fact, opens=True):
    """A card for a seat, which alone may look at it (KP-1)."""

    seat: Annotated[int, everyone]
    card: Annotated[Thing, owner(), drawn]

    def apply(self, state: Kuhn) -> None:
        state.place("deck").remove(self.card)
        state.place(f"hand:{self.seat}").add(self.card)


@dataclass(frozen=True, slots=True)
class Staked(Fact):
    """A seat stakes coins, or none (KP-2, KP-3)."""

    seat: Annotated[int, everyone]
    coins: Annotated[int, everyone]

    def apply(self, state: Kuhn) -> None:
        state.stakes = with_at(state.stakes, self.seat, state.stakes[self.seat] + self.coins)
        state.checks += not self.coins


@dataclass(frozen=True, slots=True)
class CardShown(Fact, opens=True):
    """The card of a seat is laid open (KP-4)."""

    seat: Annotated[int, everyone]
    card: Annotated[Thing, everyone]

    def apply(self, state: Kuhn) -> None:
        state.place(f"hand:{self.seat}").remove(self.card)
        state.place(f"shown:{self.seat}").add(self.card)


@dataclass(frozen=True, slots=True)
class Deal(Command, type="deal"):
    """Deals each seat a card (KP-1). In a hosted match without fields."""

    cards: Annotated[Things | None, officials] = None

    def decide(self, state: Kuhn, _: Actor, chance: Chance) -> Facts:
        for seat in (0, 1):
            if len(state.places["deck"]):
                yield CardDealt(seat, chance.draw(state.places["deck"].known, state.places["deck"]))
        yield awaited(0)


@dataclass(frozen=True, slots=True)
class Check(Command, type="check"):
    """Stakes nothing for now (KP-2)."""

    def decide(self, state: Kuhn, seat: int, _: Chance) -> Facts:
        yield Staked(seat, 0)
        yield all_together(ShowCards) if state.checks > 1 else awaited(1 - seat)


@dataclass(frozen=True, slots=True)
class Bet(Command, type="bet"):
    """Stakes a coin more than the other (KP-2)."""

    def decide(self, _: Kuhn, seat: int, __: Chance) -> Facts:
        yield Staked(seat, 1)
        yield awaited(1 - seat)


@dataclass(frozen=True, slots=True)
class Call(Command, type="call"):
    """Stakes a coin to see both cards (KP-3)."""

    def decide(self, _: Kuhn, seat: int, __: Chance) -> Facts:
        yield Staked(seat, 1)
        yield all_together(ShowCards)


@dataclass(frozen=True, slots=True)
class Fold(Command, type="fold"):
    """Gives up the stake, and shows no card (KP-3)."""

    def decide(self, state: Kuhn, seat: int, _: Chance) -> Facts:
        yield won(state, 1 - seat)


@dataclass(frozen=True, slots=True)
class ShowCards(Command, type="show-cards"):
    """Lays both cards open (KP-4). It follows by itself."""

    def decide(self, state: Kuhn, _: Actor, __: Chance) -> Facts:
        yield from showdown(state)


def showdown(state: Kuhn) -> Facts:
    hands = [state.places[f"hand:{seat}"] for seat in (0, 1)]
    if untold := [hand.kind.name for hand in hands if hand.unknown]:
        raise Needs(*untold)
    cards = [one_by_one(hand.known) for hand in hands]
    for seat in (0, 1):
        for card in cards[seat]:
            yield CardShown(seat, card)
    best = [max(map([*DECK].index, held), default=-1) for held in cards]
    yield won(state, best.index(max(best)))


def won(state: Kuhn, winner: int) -> MatchEnded:
    gain = state.stakes[1 - winner]
    scores = [gain if seat == winner else -gain for seat in (0, 1)]
    return MatchEnded({"result": "win", "reason": "played", "winners": [winner], "scores": scores})


def stakes_are_equal(state: Kuhn, _: Actor, __: Command) -> Verdict:
    return verdict(state.stakes[0] == state.stakes[1])


def stakes_differ(state: Kuhn, _: Actor, __: Command) -> Verdict:
    return verdict(state.stakes[0] != state.stakes[1])


NO_BET: Guard[Kuhn] = Guard("KP-2", stakes_are_equal, "there is a bet: call it, or fold")
A_BET: Guard[Kuhn] = Guard("KP-3", stakes_differ, "nobody has bet: check, or bet")
AT_THE_END: Guard[Kuhn] = Guard("KP-4", step_follows_now, "the betting has not ended", needed=True)
GUARDS = {Check: (NO_BET,), Bet: (NO_BET,), Call: (A_BET,), Fold: (A_BET,), ShowCards: (AT_THE_END,)}


STAKES: Json = {"type": "array", "items": {"type": "integer"}, "x-index": "seat"}
VIEW: Json = {**PLAIN_SCHEMA, "properties": {"stakes": STAKES, **PLAIN_SCHEMA["properties"]}}
"""The view shows what lies in places and what is public; whose each stake is, only the game knows."""


def moves(state: Kuhn, actor: Actor) -> list[Json]:
    if actor == "chance":
        number = min(2, len(state.places["deck"])) if state.awaits_chance else 0
        some = some_of(one_by_one(state.coming("deck", RULESET.kinds, number)), number)
        return [{"type": "deal", "cards": some}] if number else []
    if not isinstance(actor, int) or not state.awaits_seat(actor):
        return []
    return [command().to_json() for command in GUARDS if not RULESET.refusal(state, actor, command())]


RULESET: Ruleset[Kuhn] = Ruleset(
    id="kuhn-poker",
    version="1.0",
    title="Kuhn poker",
    seats=(2, 2),
    rules=RULES,
    commands=tuple(GUARDS),
    chance_commands=(Deal,),
    facts=(CardDealt, Staked, CardShown),
    guards=GUARDS,
    kinds=lambda _state, _place: DECK,
    empty=empty,
    lay=lambda _: iter((of_chance(Deal),)),
    moves=moves,
    view_schema=VIEW,
    resume=showdown,
    automatic=lambda state: ("table", ShowCards()) if state.due == ShowCards.TYPE else None,
)
