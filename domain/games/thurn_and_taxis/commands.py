"""What can be asked for in Thurn and Taxis: by a seat, on behalf of chance, or automatically."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from domain.games.thurn_and_taxis.state import Office
from domain.kit.facts import Command, Limits, Of, Things, Unknown, actor_alone, everyone, officials, once

City: TypeAlias = str
End: TypeAlias = Literal["left", "right"]
Option: TypeAlias = Literal["one-per-province", "one-province"]


# -- before the turns ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaceTiles(Command, type="place-tiles"):
    """Puts one audience tile face down on each carriage: *tiles* in the order of the board's carriages (TT-A3)."""

    tiles: Annotated[tuple[str | Unknown, ...] | Unknown, actor_alone.and_count, once, Limits(0, 20), Of("clergy")]


# -- taking cards -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UseAdministrator(Command, type="use-administrator"):
    """Has all face-up cards discarded and new ones laid out, before taking a card (TT-B13)."""


@dataclass(frozen=True, slots=True)
class TakeCard(Command, type="take-card"):
    """Takes a card: of *city*, face up, or without it the top one of the supply (TT-B7); also as a reward."""

    city: Annotated[City | None, everyone, Limits(1, 40), Of("city")] = None


@dataclass(frozen=True, slots=True)
class UsePostmaster(Command, type="use-postmaster"):
    """Takes a second card, face up or from the supply (TT-B10)."""

    city: Annotated[City | None, everyone, Limits(1, 40), Of("city")] = None


# -- the route ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartRoute(Command, type="start-route"):
    """Plays a card as the first of a route (TT-B15)."""

    city: Annotated[City, everyone, Limits(1, 40), Of("city")]


@dataclass(frozen=True, slots=True)
class ExtendRoute(Command, type="extend-route"):
    """Adds a fitting card to one end of the route (TT-B16)."""

    city: Annotated[City, everyone, Limits(1, 40), Of("city")]
    end: Annotated[End, everyone, Of("end")]


@dataclass(frozen=True, slots=True)
class GiveUpRoute(Command, type="give-up-route"):
    """Discards the whole route without scoring it, and starts another one with a card (TT-B18)."""

    city: Annotated[City, everyone, Limits(1, 40), Of("city")]


@dataclass(frozen=True, slots=True)
class UseCarrier(Command, type="use-carrier"):
    """Adds a second fitting card to the route, thanks to the Postal Carrier (TT-B19)."""

    city: Annotated[City, everyone, Limits(1, 40), Of("city")]
    end: Annotated[End, everyone, Of("end")]


@dataclass(frozen=True, slots=True)
class CloseRoute(Command, type="close-route"):
    """Closes the route, with a house in each of *cities*, which stand in the order of the route (TT-B21, TT-R64).

    Either one in each province, or in all cities of one *province* (TT-B23).
    """

    option: Annotated[Option, everyone, Of("closing")]
    cities: Annotated[tuple[City, ...], everyone, Limits(0, 60), Of("city")]
    province: Annotated[str | None, everyone, Limits(1, 40), Of("province")] = None


@dataclass(frozen=True, slots=True)
class UseCartwright(Command, type="use-cartwright"):
    """Takes the next carriage for a route that is a little too short (TT-B34)."""


@dataclass(frozen=True, slots=True)
class DiscardCards(Command, type="discard-cards"):
    """Discards from the hand what is above its limit, after closing a route (TT-B35)."""

    cities: Annotated[tuple[City, ...], everyone, Limits(1, 200), Of("city")]


# -- The Audience -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveCarriage(Command, type="move-carriage"):
    """Moves a carriage south for the *card* of a city that got no house (TT-A5, TT-A7, TT-A9)."""

    card: Annotated[City, everyone, Limits(1, 40), Of("city")]
    carriage: Annotated[str, everyone, Limits(1, 40), Of("carriage")]
    to: Annotated[str, everyone, Limits(1, 40), Of("south")]


@dataclass(frozen=True, slots=True)
class OpenCarriage(Command, type="open-carriage"):
    """A carriage has come to Rome: its audience tiles are revealed (TT-A10). It follows by itself."""


# -- Offices of Honour --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReturnTiles(Command, type="return-tiles"):
    """Returns office tiles of different kinds (TT-O5), or after the game the last ones (TT-O11)."""

    offices: Annotated[tuple[Office, ...], everyone, Limits(1, 4), Of("office")]


@dataclass(frozen=True, slots=True)
class PlaceHouse(Command, type="place-house"):
    """Places a house for four tiles returned, in any city (TT-O8)."""

    city: Annotated[City, everyone, Limits(1, 40), Of("city")]


# -- whatever may be left out, and the end ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decline(Command, type="decline"):
    """Leaves out what one may but need not do: an office, closing a route, a reward, the last return."""


@dataclass(frozen=True, slots=True)
class CountUp(Command, type="count-up"):
    """The game is over: hands are shown and the scores are counted (TT-B38, TT-R60). It follows by itself."""


# -- chance -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseFirst(Command, type="choose-first"):
    """Chooses the start player (TT-B4). In a hosted match chance answers, without fields."""

    seat: Annotated[int | None, everyone, Limits(0), Of("seat")] = None


@dataclass(frozen=True, slots=True)
class LayOut(Command, type="lay-out"):
    """Fills the face-up cards from the supply (TT-B8), until it is exhausted. In a hosted match without fields."""

    cards: Annotated[tuple[City, ...] | None, everyone, Limits(1, 40), Of("city")] = None


@dataclass(frozen=True, slots=True)
class DealCard(Command, type="deal-card"):
    """Gives the top card of the supply to the player who takes it (TT-B7). In a hosted match without fields."""

    cards: Annotated[Things | None, officials.and_count, Limits(1, 1), Of("city")] = None


FORCED: tuple[type[Command], ...] = (OpenCarriage, CountUp)
"""What follows by itself."""
COMMANDS: tuple[type[Command], ...] = (
    PlaceTiles,
    UseAdministrator,
    TakeCard,
    UsePostmaster,
    StartRoute,
    ExtendRoute,
    GiveUpRoute,
    UseCarrier,
    CloseRoute,
    UseCartwright,
    DiscardCards,
    MoveCarriage,
    ReturnTiles,
    PlaceHouse,
    Decline,
    *FORCED,
)
CHANCE_COMMANDS: tuple[type[Command], ...] = (ChooseFirst, LayOut, DealCard)
