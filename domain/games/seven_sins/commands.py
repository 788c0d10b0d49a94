"""What can be asked for in 7 – The Sins: by a seat, and on behalf of chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from domain.kit.facts import Command, Limits, Of, Things, everyone, officials


@dataclass(frozen=True, slots=True)
class Take(Command, type="take"):
    """Takes all cards of one sin from the centre, to the own reserve or to the Abyss (SS-T2)."""

    sin: Annotated[str, everyone, Limits(1, 40), Of("sin")]
    to: Annotated[Literal["reserve", "abyss"], everyone, Of("goal")]
    leave_stone: Annotated[Literal[True] | None, everyone] = None


@dataclass(frozen=True, slots=True)
class PlaceStones(Command, type="place-stones"):
    """Lays stones of pardon on own sins, at most one on each (SS-E4)."""

    on: Annotated[tuple[str, ...], everyone, Limits(0, 40), Of("sin")]


@dataclass(frozen=True, slots=True)
class Pass(Command, type="pass"):
    """Passes, for there is nothing to take (SS-R14)."""


@dataclass(frozen=True, slots=True)
class OpenReserves(Command, type="open-reserves"):
    """The last turn is over: reserves and Abyss are opened (SS-R25). It follows by itself."""


@dataclass(frozen=True, slots=True)
class ChooseSins(Command, type="choose-sins"):
    """Chooses the sins in play (SS-S1). In a hosted match chance answers, without fields."""

    sins: Annotated[tuple[str, ...] | None, everyone, Limits(1, 40), Of("sin")] = None


@dataclass(frozen=True, slots=True)
class ChooseFirst(Command, type="choose-first"):
    """Chooses who begins (SS-T1). In a hosted match chance answers, without fields."""

    seat: Annotated[int | None, everyone, Limits(0), Of("seat")] = None


@dataclass(frozen=True, slots=True)
class Deal(Command, type="deal"):
    """Deals each seat its first cards, in turn order (SS-S3). In a hosted match without fields."""

    cards: Annotated[Things | None, officials.and_count, Limits(1, 200), Of("card")] = None


@dataclass(frozen=True, slots=True)
class Refill(Command, type="refill"):
    """Fills the centre from the pile, card by card (SS-S4, SS-T4). In a hosted match without fields."""

    cards: Annotated[tuple[str, ...] | None, everyone, Limits(0, 40), Of("card")] = None


COMMANDS: tuple[type[Command], ...] = (Take, PlaceStones, Pass, OpenReserves)
CHANCE_COMMANDS: tuple[type[Command], ...] = (ChooseSins, ChooseFirst, Deal, Refill)
