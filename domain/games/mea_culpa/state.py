"""The table of Mea Culpa: its places, and what everyone can see."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from domain.games.mea_culpa.scoring import nearest_hell_first
from domain.kit.facts import EVERYONE, Json
from domain.kit.guards import Needs
from domain.kit.places import NOBODY, PlaceKind, Purse, Seats, purse_kind
from domain.kit.ruleset import MOST_IN_A_PURSE
from domain.kit.state import Rules
from domain.kit.steps import Stepping
from domain.kit.visibility import Viewer

GOODS = ("bread", "wine", "cloth", "jewel")
INDULGENCE = "indulgence"
LETTERS = ("blue", "green", "red", "yellow")
YELLOW = "yellow"
DENS = ("lust", "petty", "greed")
CHARACTERS = ("pope", "emperor", "merchant", "petty-sinner")
POPE, EMPEROR, MERCHANT, PETTY_SINNER = CHARACTERS
SITES = (1, 2, 3)
ROOMS = (1, 2, 3, 4)
SUITE_5, SUITE_6 = 5, 6
COMPARTMENTS = ("I", "II")
CATEGORIES = ("bread_wine", "cloth_jewel", "money")
POPE_STONE = "pope-stone"
CREW = "crew"
COIN = "coin-"


@dataclass
class MeaCulpa(Stepping):
    """The state of one match; what may be hidden lies in ``places`` and ``purses``.

    Places: ``bag``, ``market``, ``table``, ``stacks``, ``suite``, ``bonuses``, ``deck``, ``discards``, ``room:N``,
    ``display``, ``den:D``, ``pope:D``, ``hut``, ``card``, ``site:N``, and for each seat ``stones:S``, ``goods:S``,
    ``letters:S``, ``chest:S`` (in two compartments), ``opened:S``, ``shown:S``. Purses: ``money:S``, ``notches:S``
    and ``taler:S`` (a bid until it is revealed), ``die:S``.

    *steps* is what is still to be done before play goes on, innermost first: each names its kind (``step``), and
    the seat it waits for. Seats, spaces, sites and rooms are numbers. *done* and *before* hold what has been done
    in this turn and in the one before, where steps can be entered one by one (see ``done``); *read* is what was
    read from there last, for each seat.
    """

    phase: str = "setup"
    round: int = 0
    row: tuple[int, ...] = ()
    souls: tuple[int, ...] = ()
    posts: tuple[int, ...] = ()
    bonuses: tuple[str, ...] = ()
    bonus_of: tuple[str | None, ...] = ()
    bid_set: tuple[bool, ...] = ()
    unsettled: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    chosen: int = 0
    characters: tuple[int | None, ...] = (None,) * len(CHARACTERS)
    waiting: int | None = None
    buildings: tuple[int, ...] = (0,) * len(SITES)
    welcome: bool = True
    turn: str | None = None
    actions: tuple[str, ...] = ()
    donated: int = 0
    guess: int | None = None
    keeper: int | None = None
    done: tuple[Json, ...] = ()
    before: tuple[Json, ...] = ()
    read: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def by_register(self) -> bool:
        """Whether META CULPA is played: sins are found, and turns are declared over."""
        return bool(self.rules.options.get("meta_culpa", "off") != "off")

    @property
    def punishes(self) -> bool:
        """Whether a sin costs its stone at once, and waits for nobody to call it."""
        return bool(self.rules.options.get("meta_culpa") == "automatic")

    @property
    def by_steps(self) -> bool:
        """Whether steps can be entered one by one (MC-A6)."""
        return self.by_register or self.rules.mode == "recorded"

    @property
    def wanted(self) -> str | None:
        """The kind of decision that is due: of the innermost step, or the phase's own."""
        return self.steps[0]["step"] if self.steps else PHASES.get(self.phase)

    @property
    def evaluated(self) -> int:
        """How many cathedrals are finished."""
        return self.buildings.count(2)

    @property
    def most_notches(self) -> int:
        """As far as a post can be turned."""
        most: int = self.rules.board["post"]["max"]
        return most

    def notches_above(self, seat: int) -> int:
        """How far a post can be turned up at all; what of it is left for something new, ``owed`` says."""
        return self.most_notches - self.posts[seat]

    def holder(self, character: str) -> int | None:
        """The seat that holds a character card."""
        return self.characters[CHARACTERS.index(character)]

    def free_characters(self) -> list[str]:
        """The character cards that nobody holds."""
        return [character for character in CHARACTERS if self.holder(character) is None]

    def hell_first(self, seats: Any = None) -> list[int]:
        """Seats (all by default), nearest Hell first."""
        return nearest_hell_first(self.souls, self.row, range(self.rules.seats) if seats is None else seats)

    def opponents(self, seat: int) -> list[int]:
        """Everybody but *seat*, nearest Hell first."""
        return self.hell_first(other for other in range(self.rules.seats) if other != seat)

    def card_in(self, room: int) -> str | None:
        """The card that lies in a room."""
        return next(iter(self.places[f"room:{room}"].known), None)

    def amount(self, purse: str) -> int:
        """What is in a purse, for those who may look into it."""
        return self.purses[purse].amount or 0

    def told(self, *purses: str) -> tuple[int, ...]:
        """What is in these purses; raises :class:`Needs` where that has not been told."""
        if untold := [purse for purse in purses if self.purses[purse].amount is None]:
            raise Needs(*untold)
        return tuple(map(self.amount, purses))

    def money(self, seat: Any) -> int:
        """The money behind a screen."""
        return self.amount(f"money:{seat}")

    def price_of(self, stone: str) -> int:
        """What a good costs, or with an indulgence stone a Letter (MC-K1, MC-K2)."""
        return price_of(self.rules.board, stone)

    def notches_of(self, card: str) -> int:
        """What a card costs (MC-H3)."""
        notches: int = self.rules.board["house"][card][1]
        return notches

    def open_rooms(self) -> list[int]:
        """The rooms and suites that can still be visited in this round, dear or not (MC-H1, MC-R23, MC-R28)."""
        rooms = [room for room in ROOMS if len(self.places[f"room:{room}"])]
        if rooms and self.welcome:
            rooms.append(SUITE_5)
        if len(self.places["suite"]):
            rooms.append(SUITE_6)
        return rooms

    def cost_of(self, room: int) -> int:
        """The notches of a room or suite; a room whose card is missing from the set costs nothing."""
        if room in ROOMS:
            card = self.card_in(room)
            return 0 if card is None else self.notches_of(card)
        suites: Mapping[str, int] = self.rules.board["suites"]
        return suites[str(room)]

    def sites_to_build(self) -> list[int]:
        """Where a crew may be put: no cathedral is finished there (MC-R38)."""
        return [site for site in SITES if self.buildings[site - 1] < 2]

    def sites_with_crew(self) -> list[int]:
        """Where a loose crew stands."""
        return [site for site in SITES if len(self.places[f"site:{site}"])]

    def colours_left(self) -> list[str]:
        """The Letters for which an indulgence stone can be exchanged (MC-K1, MC-R16)."""
        stacks = self.places["stacks"]
        return sorted(colour for colour in self.rules.board["indulgence"]["letters"] if stacks.count(colour))

    def free_stones(self) -> list[tuple[str, str | None]]:
        """What can be taken at the end of a turn: stone, and Letter in exchange (MC-C1, MC-R15)."""
        market = self.places["market"]
        goods: list[tuple[str, str | None]] = [(good, None) for good in GOODS if market.count(good)]
        if not market.count(INDULGENCE):
            return goods
        letters: list[tuple[str, str | None]] = [(INDULGENCE, colour) for colour in self.colours_left()]
        return goods + letters or [(INDULGENCE, None)]

    def may_act(self) -> bool:
        """Whether anything can still be done in this turn, as far as everyone can see."""
        return self.may_begin() or self.may_donate_again()

    def may_begin(self) -> bool:
        """Whether another action can be begun in this turn, the second one by turning the post (MC-T3)."""
        return not self.actions or (len(self.actions) < 2 and self.may_turn())

    def may_turn(self) -> bool:
        """Whether the post of the seat whose turn it is can be turned for a second action (MC-T3, MC-R8)."""
        seat = self.holder(self.turn) if self.turn is not None else None
        return seat is not None and self.notches_above(seat) > 0

    def may_donate_again(self) -> bool:
        """Whether the Emperor may add a second donation to the action just done (MC-C2, MC-R20)."""
        return self.turn == EMPEROR and self.actions[-1:] == ("donate",) and self.donated == 1


PHASES: Mapping[str, str] = {"bonus": "bonus", "auction": "bid", "characters": "character", "actions": "act"}
"""What is decided in each phase while nothing interrupts it."""


def price_of(board: Mapping[str, Json], stone: str) -> int:
    """What a good costs, or with an indulgence stone a Letter (MC-K1, MC-K2)."""
    price: int = (board["indulgence"] if stone == INDULGENCE else board["goods"][stone])["buy"]
    return price


def coins(state: MeaCulpa) -> list[str]:
    """The coins that there are."""
    return [f"{COIN}{value}" for value in state.rules.board["coins"]]


def coin_value(item: str) -> int:
    """How many taler a coin is worth (``"coin-5"``)."""
    return int(item.removeprefix(COIN))


def is_coin(item: str) -> bool:
    """Whether an item is a coin, not a good or Letter."""
    return item.startswith(COIN)


def in_bonuses(board: Mapping[str, Json]) -> Iterator[str]:
    """Every good, coin and Letter that is laid out as a starting bonus."""
    return (item for items in board["bonuses"].values() for item in items)


def empty(rules: Rules, viewer: Viewer) -> MeaCulpa:
    """The laid table (MC-S1 to MC-S8), as *viewer* has it."""
    board, seats = rules.board, rules.seats
    places, purses = _kinds(seats, bool(rules.options["open_holdings"]))
    state = MeaCulpa(
        rules,
        viewer,
        {kind.name: kind.empty(viewer) for kind in places},
        {kind.name: Purse(kind, kind.sight(viewer)) for kind in purses},
        souls=(0,) * seats,
        posts=(board["post"]["min"],) * seats,
        bonuses=tuple(sorted(board["bonuses"])),
        bonus_of=(None,) * seats,
        bid_set=(False,) * seats,
        unsettled=(0,) * seats,
    )
    for good in GOODS:
        state.places["bag"].add(good, board["goods"][good]["count"])
    state.places["bag"].add(INDULGENCE, board["indulgence"]["count"])
    for letter in LETTERS:
        state.places["stacks"].add(letter, board["letters"][letter])
    for item in in_bonuses(board):
        state.places["bonuses"].add(item)
        if not is_coin(item):
            state.places["stacks" if item in LETTERS else "bag"].remove(item)
    for card, (number, _) in board["house"].items():
        state.places["deck"].add(card, number)
    state.places["hut"].add(CREW, board["crews"])
    for den in DENS:
        state.places[f"pope:{den}"].add(POPE_STONE)
    for seat in range(seats):
        state.places[f"stones:{seat}"].add(str(seat), board["sin_stones"])
        state.purses[f"money:{seat}"].add(board["start_money"])
    return state


@cache
def _kinds(seats: int, open_holdings: bool) -> tuple[tuple[PlaceKind, ...], tuple[PlaceKind, ...]]:
    def behind_screen(seat: int) -> Seats:
        return EVERYONE if open_holdings else frozenset([seat])

    everybody = range(seats)
    names = ["market", "table", "stacks", "suite", "bonuses", "discards", "display", "hut", "card"]
    names += [f"room:{room}" for room in ROOMS] + [f"site:{site}" for site in SITES]
    names += [f"{pieces}:{den}" for pieces in ("den", "pope") for den in DENS]
    names += [f"{pieces}:{seat}" for pieces in ("stones", "opened", "shown") for seat in everybody]
    places = [PlaceKind("bag", NOBODY), PlaceKind("deck", NOBODY), *(PlaceKind(name, EVERYONE) for name in names)]
    purses = []
    for seat in everybody:
        own = frozenset([seat])
        screened = (f"goods:{seat}", f"letters:{seat}")
        places += [PlaceKind(name, behind_screen(seat), others="nothing") for name in screened]
        places.append(PlaceKind(f"chest:{seat}", EVERYONE, parts=COMPARTMENTS, parts_told=own))
        purses.append(purse_kind(f"money:{seat}", behind_screen(seat)))
        purses += [purse_kind(f"{amount}:{seat}", own) for amount in ("notches", "taler", "die")]
    return tuple(places), tuple(purses)


def amounts(state: MeaCulpa, purse: str) -> Collection[int]:
    """What can be in a purse: a face of the post (MC-Q1), a room that can be visited (MC-R28), or any money."""
    what = purse.partition(":")[0]
    if what == "notches":
        post = state.rules.board["post"]
        return range(post["min"], post["max"] + 1)
    return state.open_rooms() if what == "die" else range(MOST_IN_A_PURSE + 1)


def kinds(state: MeaCulpa, place: str) -> dict[str, int]:
    """What can lie in a place, and how many of each kind there are in all."""
    board, (pieces, _, whose) = state.rules.board, place.partition(":")
    goods = {good: board["goods"][good]["count"] for good in GOODS}
    if pieces in ("bag", "market", "table"):
        return {**goods, INDULGENCE: board["indulgence"]["count"]}
    if pieces in ("goods", "chest", "opened"):
        return goods
    if pieces in ("deck", "discards", "room"):
        return {card: number for card, (number, _) in board["house"].items()}
    if pieces in ("hut", "card", "site"):
        return {CREW: board["crews"]}
    if pieces == "pope":
        return {POPE_STONE: len(DENS)}
    if pieces in ("den", "stones"):
        owners = [int(whose)] if pieces == "stones" else range(state.rules.seats)
        return {str(seat): board["sin_stones"] for seat in owners}
    return dict(board["letters"])
