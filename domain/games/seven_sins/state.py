"""The table of 7 – The Sins: its places, and what everyone can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from domain.kit.facts import EVERYONE, Json
from domain.kit.places import NOBODY, Place, PlaceKind
from domain.kit.state import Rules, State
from domain.kit.visibility import Viewer

JUDGEMENT = "judgement"
STONE = "stone"
PENITENCE = "penitence"


@dataclass
class SevenSins(State):
    """The state of one match; what may be hidden lies in ``places``.

    Places: ``pile:I`` … (one per back) and ``pile:penitence``, ``centre``, ``reserve:N``, ``abyss``,
    ``stones`` (the supply), ``stones:N``, and after the end ``opened:N`` and ``abyss-opened``.
    """

    sins: tuple[str, ...] | None = None
    first: int | None = None
    turn: int | None = None
    turns: tuple[int, ...] = ()
    stacked: bool = False
    last: int | None = None
    abyss_points: int | None = None
    wins: Literal["most", "fewest"] | None = None
    placed: tuple[tuple[str, ...] | None, ...] = ()
    scores: tuple[int | None, ...] = ()

    @property
    def back_on_top(self) -> str | None:
        """The back of the pile's topmost card: the pile is I, then II, then III, then Penitence."""
        for back in backs(self):
            if len(self.places[f"pile:{back}"]):
                return back
        return None

    @property
    def judgements_open(self) -> int:
        """How many Judgement cards lie in the centre."""
        return self.places["centre"].count(JUDGEMENT)

    @property
    def judgements(self) -> int:
        """How many Judgement cards there are in all."""
        each: int = self.rules.board["judgement_per_back"]
        return each * len(self.rules.board["backs"])

    def after(self, seat: int) -> int:
        """The seat whose turn follows (SS-T1, SS-R28: anticlockwise, while seats are numbered clockwise)."""
        step = -1 if self.rules.board["order"] == "anticlockwise" else 1
        return (seat + step) % self.rules.seats

    def turn_order(self) -> tuple[int, ...]:
        """All seats from the first one on."""
        order = [self.first or 0]
        while len(order) < self.rules.seats:
            order.append(self.after(order[-1]))
        return tuple(order)


def printed_backs(board: Mapping[str, Json]) -> list[str]:
    """The backs of the cards from the top of the pile down: in alphabetical order, however they are given."""
    return sorted(board["backs"])


def backs(state: State) -> tuple[str, ...]:
    """The backs from the top of the pile down, with the Penitence cards under it."""
    return (*printed_backs(state.rules.board), PENITENCE)


def empty(rules: Rules, viewer: Viewer) -> SevenSins:
    """The table before anything has happened, as *viewer* has it."""
    kinds = _kinds(rules.seats, tuple(printed_backs(rules.board)))
    places: dict[str, Place] = {kind.name: kind.empty(viewer) for kind in kinds}
    none = (None,) * rules.seats
    state = SevenSins(rules, viewer, places, turns=(0,) * rules.seats, placed=none, scores=none)
    places["stones"].add(STONE, rules.board["stones"][str(rules.seats)])
    return state


@cache
def _kinds(seats: int, board_backs: tuple[str, ...]) -> tuple[PlaceKind, ...]:
    piles = [PlaceKind(f"pile:{back}", NOBODY) for back in (*board_backs, PENITENCE)]
    hidden = [PlaceKind("abyss", NOBODY), *(PlaceKind(f"reserve:{seat}", NOBODY) for seat in range(seats))]
    names = ["centre", "abyss-opened", "stones"]
    names += [f"{name}:{seat}" for name in ("opened", "stones") for seat in range(seats)]
    return (*piles, *hidden, *(PlaceKind(name, EVERYONE) for name in names))


def kinds(state: SevenSins, place: str) -> dict[str, int]:
    """What can lie in a place, and how many of each kind there are in all."""
    if place.startswith("stones"):
        return {STONE: state.rules.board["stones"][str(state.rules.seats)]}
    board = state.rules.board
    penitence = board["penitence_per_sin"] if state.rules.options["penitence"] else 0
    cards = dict.fromkeys(state.sins or (), sum(board["backs"].values()) + penitence)
    shuffled_in = state.stacked and place.startswith(("pile:", "centre"))
    return {**cards, JUDGEMENT: state.judgements} if shuffled_in else cards


def pile_counts(board: Mapping[str, Json], seats: int, *, penitence: bool) -> dict[str, int]:
    """How many cards each pile holds when play begins, by back (SS-S1 to SS-S5): derived, never typed in."""
    types: int = board["types"][str(seats)]
    counts = {back: board["backs"][back] * types + board["judgement_per_back"] for back in printed_backs(board)}
    counts[printed_backs(board)[0]] -= seats * board["initial"] + board["centre"]
    counts[PENITENCE] = types * board["penitence_per_sin"] if penitence else 0
    return counts


def is_undealt(state: SevenSins) -> bool:
    """Whether the first cards are to be dealt, and there are any."""
    dealt = any(len(state.places[f"reserve:{seat}"]) for seat in range(state.rules.seats))
    return not dealt and bool(len(state.places[f"pile:{printed_backs(state.rules.board)[0]}"]))
