"""Evolve: each fact written down. No rule, no chance, no clock."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.seven_sins import facts
from domain.games.seven_sins.state import JUDGEMENT, PENITENCE, STONE, SevenSins, printed_backs
from domain.kit.facts import Fact
from domain.kit.state import with_at
from domain.kit.table.facts import Applier


def _sins_chosen(state: SevenSins, fact: facts.SinsChosen) -> None:
    state.sins = fact.sins
    for back, number in state.rules.board["backs"].items():
        for sin in fact.sins:
            state.place(f"pile:{back}").add(sin, number)


def _first_seat_chosen(state: SevenSins, fact: facts.FirstSeatChosen) -> None:
    state.first = fact.seat


def _card_dealt(state: SevenSins, fact: facts.CardDealt) -> None:
    state.place(f"pile:{printed_backs(state.rules.board)[0]}").remove(fact.card)
    state.place(f"reserve:{fact.seat}").add(fact.card)


def _card_revealed(state: SevenSins, fact: facts.CardRevealed) -> None:
    state.place(f"pile:{fact.back}").remove(fact.card)
    state.place("centre").add(fact.card)


def _piles_stacked(state: SevenSins, fact: facts.PilesStacked) -> None:
    state.stacked = True
    for back, number in fact.judgement.items():
        state.place(f"pile:{back}").add(JUDGEMENT, number)
    for sin, number in fact.penitence.items():
        state.place(f"pile:{PENITENCE}").add(sin, number)


def _sin_taken(state: SevenSins, fact: facts.SinTaken) -> None:
    state.place("centre").remove(fact.sin, fact.number)
    target = "abyss" if fact.to == "abyss" else f"reserve:{fact.seat}"
    state.place(target).add(fact.sin, fact.number)


def _stone_taken(state: SevenSins, fact: facts.StoneTaken) -> None:
    state.place("stones").remove(STONE)
    state.place(f"stones:{fact.seat}").add(STONE)


def _turn_passed(state: SevenSins, fact: facts.TurnPassed) -> None:
    state.turn = fact.seat
    state.turns = with_at(state.turns, fact.seat, state.turns[fact.seat] + 1)


def _last_round_began(state: SevenSins, fact: facts.LastRoundBegan) -> None:
    state.last = fact.last


def _reserve_opened(state: SevenSins, fact: facts.ReserveOpened) -> None:
    state.place(f"reserve:{fact.seat}").remove_all(fact.cards)
    state.place(f"opened:{fact.seat}").add_all(fact.cards)


def _abyss_opened(state: SevenSins, fact: facts.AbyssOpened) -> None:
    state.place("abyss").remove_all(fact.cards)
    state.place("abyss-opened").add_all(fact.cards)


def _abyss_scored(state: SevenSins, fact: facts.AbyssScored) -> None:
    state.turn = None
    state.abyss_points = fact.points
    state.wins = fact.wins


def _stones_placed(state: SevenSins, fact: facts.StonesPlaced) -> None:
    state.placed = with_at(state.placed, fact.seat, fact.on)
    state.scores = with_at(state.scores, fact.seat, fact.score)


APPLIERS: Mapping[type[Fact], Applier] = {
    facts.SinsChosen: _sins_chosen,
    facts.FirstSeatChosen: _first_seat_chosen,
    facts.CardDealt: _card_dealt,
    facts.CardRevealed: _card_revealed,
    facts.PilesStacked: _piles_stacked,
    facts.SinTaken: _sin_taken,
    facts.StoneTaken: _stone_taken,
    facts.TurnPassed: _turn_passed,
    facts.LastRoundBegan: _last_round_began,
    facts.ReserveOpened: _reserve_opened,
    facts.AbyssOpened: _abyss_opened,
    facts.AbyssScored: _abyss_scored,
    facts.StonesPlaced: _stones_placed,
}
