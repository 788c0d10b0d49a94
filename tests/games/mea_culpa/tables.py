"""Tables of Mea Culpa for the tests: any situation laid out, random boards, and what must lie on a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from domain.games.mea_culpa import RULESET, facts
from domain.games.mea_culpa.meta_culpa.commands import STEP_COMMANDS
from domain.games.mea_culpa.state import (
    CHARACTERS,
    COMPARTMENTS,
    CREW,
    DENS,
    GOODS,
    INDULGENCE,
    LETTERS,
    POPE_STONE,
    MeaCulpa,
    coin_value,
    is_coin,
)
from domain.kit.facts import Fact, Json
from domain.kit.play import happened
from domain.kit.ruleset import BadOption
from domain.kit.state import Rules
from domain.kit.table.facts import MatchEnded
from domain.kit.visibility import OFFICIAL
from tests.games.playing import Table, rules_of, seeded

BY_STEPS = {command.TYPE for command in STEP_COMMANDS} | {
    "AccusationMade",
    "ChoiceDeclaredOver",
    "NextCalled",
    "OmissionMended",
    "OmissionPassed",
    "Prompted",
    "SinCommitted",
    "SteppedOutOfTurn",
    "StepsUndone",
}
"""What occurs only where steps are entered one by one."""
BUILT = {"nothing": 0, "nave": 1, "cathedral": 2}


class Scene(Table):
    """A table on which something has been laid out, to be played on from there."""

    def __init__(self, rules: Rules, state: MeaCulpa, chance: int = 0) -> None:
        super().__init__(RULESET, rules, seeded(chance))
        happened(RULESET, state, RULESET.resume(state))
        self.states[-1] = state


def scene(  # noqa: C901 - each thing on a table has its own line
    seats: int = 4,
    *,
    phase: str = "actions",
    turn: str | None = "pope",
    characters: Mapping[str, int] | None = None,
    order: Iterable[int] = (),
    row: Iterable[int] | None = None,
    souls: Mapping[int, int] | None = None,
    posts: Mapping[int, int] | None = None,
    money: Mapping[int, int] | None = None,
    goods: Mapping[int, Iterable[str]] | None = None,
    letters: Mapping[int, Iterable[str]] | None = None,
    chests: Mapping[tuple[int, str], Iterable[str]] | None = None,
    dens: Mapping[str, Mapping[int, int]] | None = None,
    pope_stones: Mapping[str, int] | None = None,
    market: Iterable[str] = ("bread", "bread", "wine", "cloth", "jewel", "indulgence", "indulgence"),
    rooms: Mapping[int, str] | None = None,
    suite: bool = True,
    welcome: bool = True,
    sites: Mapping[int, int] | None = None,
    built: Mapping[int, str] | None = None,
    crew_on_card: bool = False,
    actions: tuple[str, ...] = (),
    round_number: int = 1,
    chance: int = 0,
    board: Mapping[str, Json] | None = None,
    **options: Json,
) -> Scene:
    """A table in the middle of a match; everything laid out comes from where it would have come from.

    *characters* says who holds which card (all by default, in seat order; with two players 0 1 0 1). In the phase
    ``actions`` it is *turn*'s turn; in ``characters`` nothing has been chosen, and *order* is that of choosing.
    *souls* stand where it is said, the others on the start in *row*; who owns nothing else has the money that one
    begins with. *chests* are by seat and compartment, *dens* by den and seat.
    """
    rules = rules_of(RULESET, seats, options, board)
    state = RULESET.empty(rules, OFFICIAL)
    state.phase, state.round, state.actions, state.welcome = phase, round_number, actions, welcome
    state.row = tuple(row) if row is not None else tuple(range(seats))
    state.bonuses, state.bonus_of = (), ("letter",) * seats
    for item in list(state.places["bonuses"].known):
        number = state.places["bonuses"].count(item)
        state.place("bonuses").remove(item, number)
        if not is_coin(item):
            state.place("stacks" if item in LETTERS else "bag").add(item, number)
    state.souls = tuple((souls or {}).get(seat, 0) for seat in range(seats))
    state.posts = tuple((posts or {}).get(seat, 1) for seat in range(seats))
    if phase == "actions":
        state.turn = turn
        held = characters if characters is not None else {c: n % seats for n, c in enumerate(CHARACTERS)}
    else:
        held = characters or {}
    state.characters = tuple(held.get(character) for character in CHARACTERS)
    state.order = tuple(order)
    for seat, amount in (money or {}).items():
        state.purse(f"money:{seat}").add(amount - (state.purses[f"money:{seat}"].amount or 0))
    _move(state, "bag", "market", market)
    for seat, things in (goods or {}).items():
        _move(state, "bag", f"goods:{seat}", things)
    for seat, things in (letters or {}).items():
        _move(state, "stacks", f"letters:{seat}", things)
    for (seat, part), things in (chests or {}).items():
        for thing in things:
            if not is_coin(thing):
                state.place("bag").remove(thing)
            state.place(f"chest:{seat}").add(thing, part=part)
    for den, stones in (dens or {}).items():
        for seat, number in stones.items():
            _move(state, f"stones:{seat}", f"den:{den}", [str(seat)] * number)
    if pope_stones is not None:
        for den in DENS:
            state.place(f"pope:{den}").remove(POPE_STONE)
        for den, number in pope_stones.items():
            state.place(f"pope:{den}").add(POPE_STONE, number)
    for room, card in (rooms if rooms is not None else dict(enumerate(_ROOMS, 1))).items():
        _move(state, "deck", f"room:{room}", [card])
    if suite:
        _move(state, "stacks", "suite", ["yellow"])
    if crew_on_card:
        _move(state, "hut", "card", [CREW])
    for site, number in (sites or {}).items():
        _move(state, "hut", f"site:{site}", [CREW] * number)
    state.buildings = tuple(BUILT[(built or {}).get(site, "nothing")] for site in (1, 2, 3))
    if phase == "actions" and state.by_steps and turn is not None:
        RULESET.evolve(state, facts.TurnPassed(held[turn], turn))
        state.actions = actions
    return Scene(rules, state, chance)


_ROOMS = ("TAKE_5", "TAKE_3", "POPE_STONE", "OTHERS_3")


def _move(state: MeaCulpa, source: str, target: str, things: Iterable[str]) -> None:
    for thing in things:
        state.place(source).remove(thing)
        state.place(target).add(thing)


# -- whole matches ------------------------------------------------------------------------------------------


def random_options(rng: Random, seats: int) -> dict[str, Json]:
    """Options that a host might choose."""
    return {
        "row": rng.sample(range(seats), seats) if rng.random() < 0.3 else None,
        "two_player_split": rng.choice(["de", "en"]),
        "over_six_note": rng.choice(["always", "caught"]),
        "extra_preliminary": rng.choice(["at_once", "defer"]),
        "open_holdings": rng.random() < 0.3,
        "history": rng.choice(["kept", "kept", "fading"]),
    }


def random_board(rng: Random) -> dict[str, Json]:
    """A board that need not be playable."""
    low = rng.randint(0, 2)

    def letters() -> dict[str, int]:
        return {letter: rng.randint(0, 3) for letter in rng.sample(LETTERS, rng.randint(0, 4))}

    items = [*GOODS, *LETTERS, "coin-1", "coin-10", "coin-7"]
    return {
        "post": {"min": low, "max": low + rng.randint(0, 6)},
        "start_money": rng.randint(0, 40),
        "sin_stones": rng.randint(2, 9),
        "crews": rng.randint(4, 7),
        "market_draw": rng.randint(0, 10),
        "coins": rng.sample(range(1, 12), rng.randint(1, 4)),
        "indulgence": {
            "count": rng.randint(0, 8),
            "buy": rng.randint(0, 6),
            "letters": rng.sample(LETTERS, rng.randint(0, 3)),
        },
        "letters": {letter: rng.randint(0, 15) for letter in LETTERS},
        "track": {"hell_last": rng.randint(4, 50), "heaven_steps": rng.randint(3, 40)},
        "goods": {
            good: {
                "count": rng.randint(0, 10),
                "buy": rng.randint(0, 8),
                "sell": rng.randint(0, 12),
                "weight": rng.randint(0, 3),
                "category": rng.choice(["bread_wine", "cloth_jewel"]),
            }
            for good in GOODS
        },
        "bonuses": {
            f"bonus-{n}": [rng.choice(items) for _ in range(rng.randint(0, 3))] for n in range(rng.randint(4, 6))
        },
        "cathedrals": [{kind: letters() for kind in ("bread_wine", "cloth_jewel", "money")} for _ in range(3)],
        "house": {card: [rng.randint(0, 3), rng.randint(0, 4)] for card in RULESET.board["house"]},
        "suites": {"5": rng.randint(0, 1), "6": rng.randint(0, 4)},
        "score": {"set": rng.randint(0, 12), "single": rng.randint(0, 3)},
    }


def random_custom_rules(rng: Random, seats: int) -> Rules:
    """The rules of a table with a random board that :func:`check_board` lets pass."""
    while True:
        try:
            return rules_of(RULESET, seats, random_options(rng, seats), random_board(rng))
        except BadOption:
            continue


def assert_conserved(state: MeaCulpa) -> None:
    """Every good, Letter, sin stone, Pope stone, crew and card is on the table, once; all else is coins."""
    board, seats = state.rules.board, range(state.rules.seats)
    total: Counter[str] = Counter()
    for name, place in state.places.items():
        assert not place.unknown, name
        for thing, number in place.known.items():
            assert number > 0, (name, thing)
            assert not is_coin(thing) or name.startswith(("bonuses", "chest:", "opened:")), (name, thing)
            if not is_coin(thing):
                total[thing] += number
    expected: dict[str, int] = {good: board["goods"][good]["count"] for good in GOODS}
    expected |= {INDULGENCE: board["indulgence"]["count"], CREW: board["crews"], POPE_STONE: len(DENS)}
    expected |= {letter: board["letters"][letter] for letter in LETTERS}
    expected |= {card: number for card, (number, _) in board["house"].items()}
    expected |= {str(seat): board["sin_stones"] for seat in seats}
    assert total == {thing: number for thing, number in expected.items() if number}
    for seat in seats:
        chest = state.places[f"chest:{seat}"]
        assert not chest.whole.known, "everything in a chest lies in a compartment"
        assert set(chest.parts) == set(COMPARTMENTS)
        amount = state.purses[f"money:{seat}"].amount
        assert amount is not None
        assert amount >= 0


def coins_of(state: MeaCulpa, seat: int) -> int:
    """All money of a seat: behind the screen, outside of it, and in the chest (emptied or not)."""
    chests = [state.places[f"{name}:{seat}"].known for name in ("chest", "opened")]
    in_chest = sum(coin_value(item) * n for known in chests for item, n in known.items() if is_coin(item))
    return (state.purses[f"money:{seat}"].amount or 0) + state.unsettled[seat] + in_chest


# -- an account of one's own ---------------------------------------------------------------------------------


def assert_nothing_lost(before: MeaCulpa, after: MeaCulpa) -> None:
    """What has left a place between two states lies in another one; coins come from the bank and go there."""
    change: Counter[str] = Counter()
    for name, place in after.places.items():
        if place is not before.places[name]:
            change.update({thing: n for thing, n in place.known.items() if not is_coin(thing)})
            change.subtract({thing: n for thing, n in before.places[name].known.items() if not is_coin(thing)})
    assert not any(change.values()), change


def coins_moved(told: Iterable[Fact], seats: int) -> list[int]:
    """By how much the money of each seat changes, set bids and chest included, as facts say."""
    change = [0] * seats
    for fact in told:
        if isinstance(fact, facts.TalerReceived):
            change[fact.seat] += fact.amount
        elif isinstance(fact, facts.TalerPaid | facts.BidPaid):
            change[fact.seat] -= fact.amount
        elif isinstance(fact, facts.TalerGiven):
            change[fact.giver] -= fact.amount
            change[fact.taker] += fact.amount
        elif isinstance(fact, facts.DonationsCleared):
            change[fact.seat] -= sum(int(coin.removeprefix("coin-")) for coin in fact.coins)
        elif isinstance(fact, facts.ItemDropped) and fact.origin == "bonuses" and fact.item.startswith("coin-"):
            change[fact.seat] += int(fact.item.removeprefix("coin-"))
    return change


def landing(souls: Sequence[int], seat: int, steps: int, track: Mapping[str, Json]) -> int | None:
    """Where a soul comes to stand, out of a list of all free spaces there; None if it would reach Hell."""
    others = [space for other, space in enumerate(souls) if other != seat]
    target = souls[seat] + steps
    if steps > 0:
        return next((space for space in range(target, track["hell_last"] + 1) if space not in others), None)
    free = [space for space in range(1 - track["heaven_steps"], target + 1) if space not in others]
    return free[-1] if free else -track["heaven_steps"]


def along_the_track(souls: Sequence[int], row: Sequence[int]) -> list[int]:
    """All seats, met one by one on the way from Hell to Heaven."""
    spaces = range(max(souls), min(souls) - 1, -1)
    return [seat for space in spaces for seat in reversed(row) if souls[seat] == space]


def worth_of(letters: Mapping[str, int], score: Mapping[str, int]) -> int:
    """The steps for Letters: sets of four are taken off as long as there is one, then each is counted."""
    left, steps = Counter(letters), 0
    while all(left[colour] for colour in ("blue", "green", "red", "yellow")):
        left -= Counter(("blue", "green", "red", "yellow"))
        steps += score["set"]
    return steps + left.total() * score["single"]


def pickers_of(ranking: Sequence[int], number: int, rules: Rules) -> list[int]:
    """Who takes which of *number* Letters, pick by pick."""
    if rules.seats > 2:
        seconds = range(1, number, 2)
    else:
        seconds = range(2, 3 if rules.options["two_player_split"] == "de" else 4)
    return [ranking[1] if pick in seconds and len(ranking) > 1 else ranking[0] for pick in range(number)]


class Witness:
    """Follows a match by its facts alone, keeps an account of its own, and checks by the rules what they say.

    Souls, posts, sin stones, chests, Letters and characters are reckoned in another way than the game does.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.row: tuple[int, ...] = ()
        self.souls = [0] * rules.seats
        self.posts = [rules.board["post"]["min"]] * rules.seats
        self.letters: list[Counter[str]] = [Counter() for _ in range(rules.seats)]
        self.stones: Counter[tuple[int, str]] = Counter()
        self.chests: dict[tuple[int, str], Counter[str]] = {}
        self.held: dict[str, int] = {}
        self.rooms: dict[int, str] = {}
        self.moves: list[tuple[int, int, str]] = []
        """The souls that must move next, with steps and cause."""
        self.round = self.cathedrals = self.notches = 0
        self.turn: str | None = None
        self.guess: int | None = None
        self.keeper: int | None = None
        self.unsettled: dict[int, int] = {}
        self.choosers: list[int] = []
        self.opened: list[Counter[str]] = []
        self.display: tuple[str, ...] = ()
        self.pickers: list[int] = []
        self.showing: list[int] = []
        self.worth = [0] * rules.seats
        self.acted: list[str] = []
        self.gifts = 0
        self.lust = self.caught = self.noted = self.through_suite = self.second = False
        self.by_card = self.took_free = False

    def hears(self, told: Iterable[Fact]) -> None:
        """The facts of one decision."""
        for fact in told:
            heard = HEARD.get(type(fact))
            if heard is not None:
                heard(self, fact)
        assert not self.moves, "these souls had to move"

    def nearest_hell(self, *but: int) -> list[int]:
        """The seats but those, nearest Hell first."""
        return [seat for seat in along_the_track(self.souls, self.row) if seat not in but]

    def cost_of(self, room: int) -> int:
        """The notches of a room or suite."""
        board = self.rules.board
        return board["house"][self.rooms[room]][1] if room in self.rooms else board["suites"][str(room)]

    def due(self, seat: int, steps: int, cause: str) -> None:
        """A soul must move."""
        if steps:
            self.moves.append((seat, steps, cause))

    # -- rounds and auction

    def souls_placed(self, fact: facts.SoulsPlaced) -> None:
        assert sorted(fact.row) == list(range(self.rules.seats))
        assert self.rules.options["row"] in (None, list(fact.row))
        self.row = fact.row

    def round_began(self, fact: facts.RoundBegan) -> None:
        self.round += 1
        assert fact.number == self.round <= 11, "each round builds, and ten crews' work leaves one cathedral"

    def phase_began(self, fact: facts.PhaseBegan) -> None:
        self.turn = None
        self.noted = False
        assert not self.choosers or fact.phase == "characters"

    def bids_revealed(self, fact: facts.BidsRevealed) -> None:
        post = self.rules.board["post"]
        assert all(post["min"] <= notches <= post["max"] for notches in fact.notches)
        self.posts = list(fact.notches)
        self.unsettled = {seat: taler for seat, taler in enumerate(fact.taler) if taler}

    def choosing_order_set(self, fact: facts.ChoosingOrderSet) -> None:
        seats, nearest = self.rules.seats, self.nearest_hell()
        order = fact.order[:seats]
        assert sorted(order) == list(range(seats))
        assert fact.order == (order * 2 if seats == 2 else order)
        bids = [notches + self.unsettled.get(seat, 0) for seat, notches in enumerate(self.posts)]
        for one, other in pairwise(order):
            nearer = nearest.index(one) < nearest.index(other)
            assert bids[one] > bids[other] or (bids[one] == bids[other] and nearer)
        assert fact.keeper == next(seat for seat in nearest if self.posts[seat] == max(self.posts))
        self.choosers = list(fact.order)
        self.keeper = fact.keeper

    def bid_settled(self, fact: facts.BidPaid | facts.BidTakenBack) -> None:
        assert (fact.seat == self.keeper) == isinstance(fact, facts.BidTakenBack)
        assert self.unsettled.pop(fact.seat) == fact.amount

    def character_taken(self, fact: facts.CharacterTaken) -> None:
        assert not self.unsettled, "money before cards"
        assert fact.seat == self.choosers.pop(0)
        assert fact.character not in self.held
        self.held[fact.character] = fact.seat

    def character_returned(self, fact: facts.CharacterReturned) -> None:
        assert self.held.pop(fact.character) == fact.seat

    def posts_compared(self, fact: facts.PostsCompared) -> None:
        steps = max(self.posts) - min(self.posts)
        assert fact.most - fact.fewest == steps
        most = [seat for seat in self.nearest_hell() if self.posts[seat] == fact.most]
        assert fact.seat == (most[-1] if steps else None)
        self.due(most[-1], steps, "compare")

    # -- dens and souls

    def sin_stone_placed(self, fact: facts.SinStonePlaced) -> None:
        self.stones[fact.seat, fact.den] += 1
        assert self.placed(fact.seat) <= self.rules.board["sin_stones"]
        if fact.cause == "lust":
            assert self.lust
            self.lust = False

    def placed(self, seat: int) -> int:
        """How many of a seat's stones lie in dens."""
        return sum(self.stones[seat, den] for den in DENS)

    def den_emptied(self, fact: facts.DenEmptied) -> None:
        assert self.placed(fact.seat) == self.rules.board["sin_stones"], "he has none left"
        assert self.stones.pop((fact.seat, fact.den)) == fact.number > 0
        self.due(fact.seat, fact.number, "run-out")

    def atonement_came(self, fact: facts.AtonementCame) -> None:
        for seat in self.nearest_hell(fact.forgiven):
            self.due(seat, self.placed(seat) - self.stones[seat, fact.den], "atonement")

    def sin_stones_returned(self, fact: facts.SinStonesReturned) -> None:
        assert self.stones.pop((fact.seat, fact.den)) == fact.number

    def pope_stones_returned(self, fact: facts.PopeStonesReturned) -> None:
        assert all(den == fact.den or not number for (_, den), number in self.stones.items())

    def soul_moved(self, fact: facts.SoulMoved | facts.SoulStayed) -> None:
        assert self.moves.pop(0) == (fact.seat, fact.steps, fact.cause)
        to = landing(self.souls, fact.seat, fact.steps, self.rules.board["track"])
        assert to == (fact.to if isinstance(fact, facts.SoulMoved) else None)
        if to is not None:
            self.souls[fact.seat] = to

    # -- turns and the House

    def turn_passed(self, fact: facts.TurnPassed) -> None:
        after = CHARACTERS.index(self.turn) + 1 if self.turn else 0
        following = next(name for name in CHARACTERS[after:] + CHARACTERS[:after] if name in self.held)
        assert (fact.character, fact.seat) == (following, self.held[following])
        self.turn = fact.character
        self.acted = []
        self.took_free = self.by_card = False

    def action_began(self, fact: facts.ActionBegan) -> None:
        assert fact.seat == self.held[str(self.turn)]
        assert fact.action not in self.acted
        assert fact.second == bool(self.acted)
        assert len(self.acted) < 2
        assert not self.second
        assert not self.notches
        self.acted.append(fact.action)
        self.second = fact.second
        self.gifts = 0 if fact.action != "donate" else 2 if self.turn == "emperor" else 1
        self.noted = False

    def item_shown(self, fact: facts.ItemShown) -> None:
        assert self.gifts > 0
        self.gifts -= 1

    def stone_taken(self, fact: facts.StoneTaken) -> None:
        self.took_free |= fact.free and not self.by_card

    def turn_over(self, fact: facts.TurnDeclaredOver) -> None:
        heir = "merchant" not in self.held and self.nearest_hell()[0] == fact.seat
        assert self.took_free == (fact.character == "merchant" or heir)

    def post_rotated(self, fact: facts.PostRotated) -> None:
        most = self.rules.board["post"]["max"]
        assert self.posts[fact.seat] < fact.to <= most
        turned = fact.to - self.posts[fact.seat]
        if fact.purpose == "note":
            assert self.noted
            assert fact.to == most
        else:
            assert turned == (1 if fact.purpose == "second" else self.notches)
            self.notches -= 0 if fact.purpose == "second" else turned
            self.second &= fact.purpose != "second"
        self.posts[fact.seat] = fact.to

    def card_dealt(self, fact: facts.CardDealt) -> None:
        self.rooms[fact.room] = str(fact.card)

    def guessed(self, fact: facts.Guessed) -> None:
        assert fact.seat == self.nearest_hell(self.held["pope"])[0]
        self.guess = fact.room

    def die_shown(self, fact: facts.DieShown) -> None:
        self.caught = fact.caught
        assert fact.caught == (fact.room == self.guess)
        too_dear = self.posts[fact.seat] + self.cost_of(fact.room) > self.rules.board["post"]["max"]
        self.noted = too_dear and (fact.caught or self.rules.options["over_six_note"] == "always")
        self.due(fact.seat, 1 if fact.caught or self.noted else 0, "note" if self.noted else "caught")

    def room_chosen(self, fact: facts.RoomChosen) -> None:
        assert not self.noted, "it is only noted that he wanted to go there"
        unseen = self.turn == "pope" and not self.caught
        free = self.through_suite or unseen or self.turn in (None, "petty-sinner")
        self.notches = 0 if free else self.cost_of(fact.room)
        self.lust = fact.room > 4 and not unseen
        self.through_suite = False

    def suite_flipped(self, fact: facts.SuiteFlipped) -> None:
        if not fact.welcome:
            self.all_paid()
            self.through_suite = True

    def card_executed(self, fact: facts.CardExecuted) -> None:
        self.all_paid()
        self.by_card = fact.card == "TAKE_GOOD"
        if fact.card.startswith("OTHERS_"):
            for seat in self.nearest_hell(fact.seat):
                self.due(seat, int(fact.card[-1]), "card")

    def card_discarded(self, _: facts.CardDiscarded) -> None:
        self.by_card = False  # there may have been no good to take

    def all_paid(self) -> None:
        """Stone and notches of a visit come before what it is for."""
        assert not self.notches
        assert not self.lust

    # -- Letters, evaluations, the end

    def letter_taken(self, fact: facts.LetterTaken) -> None:
        self.letters[fact.seat][fact.letter] += 1
        if fact.origin == "display":
            assert self.pickers.pop(0) == fact.seat
        elif fact.origin == "suite":
            self.all_paid()

    def letter_given(self, fact: facts.LetterGiven) -> None:
        assert self.letters[fact.giver][str(fact.letter)] > 0
        self.letters[fact.giver][str(fact.letter)] -= 1
        self.letters[fact.taker][str(fact.letter)] += 1

    def cathedral_finished(self, _: facts.CathedralFinished) -> None:
        self.cathedrals += 1
        assert self.cathedrals <= 2
        self.opened = [Counter[str]() for _ in range(self.rules.seats)]

    def item_dropped(self, fact: facts.ItemDropped) -> None:
        self.chests.setdefault((fact.seat, str(fact.compartment)), Counter())[fact.item] += 1

    def compartment_opened(self, fact: facts.CompartmentOpened) -> None:
        assert fact.compartment == "I" * self.cathedrals
        assert Counter(fact.things) == self.chests.pop((fact.seat, fact.compartment), Counter())
        self.opened[fact.seat].update(fact.things)

    def letters_laid_out(self, fact: facts.LettersLaidOut) -> None:
        assert not self.pickers
        self.display = fact.letters

    def donors_ranked(self, fact: facts.DonorsRanked) -> None:
        nearest, goods = self.nearest_hell(), self.rules.board["goods"]
        for seat, things in enumerate(self.opened):
            worth = [
                (int(thing.removeprefix("coin-")), "money")
                if thing.startswith("coin-")
                else (goods[thing]["weight"], goods[thing]["category"])
                for thing in things.elements()
            ]
            assert fact.values[seat] == sum(value for value, category in worth if category == fact.category)
        assert sorted(fact.ranking) == [seat for seat, value in enumerate(fact.values) if value]
        for one, other in pairwise(fact.ranking):
            nearer = nearest.index(one) < nearest.index(other)
            assert fact.values[one] > fact.values[other] or (fact.values[one] == fact.values[other] and nearer)
        self.pickers = pickers_of(fact.ranking, len(self.display), self.rules) if fact.ranking else []

    def letters_returned(self, fact: facts.LettersReturned) -> None:
        assert not self.pickers
        assert fact.letters == self.display

    def donations_cleared(self, fact: facts.DonationsCleared) -> None:
        assert Counter((*fact.goods, *fact.coins)) == self.opened[fact.seat]

    def letters_shown(self, fact: facts.LettersShown) -> None:
        self.showing = self.showing or self.nearest_hell()
        assert fact.seat == self.showing.pop(0)
        assert fact.letters == +self.letters[fact.seat]
        self.worth[fact.seat] = worth_of(fact.letters, self.rules.board["score"])
        assert fact.steps == self.worth[fact.seat]
        self.due(fact.seat, -fact.steps, "letters")

    def match_ended(self, fact: MatchEnded) -> None:
        assert self.cathedrals == 2
        assert not self.showing
        heaven = -self.rules.board["track"]["heaven_steps"]
        in_heaven = [seat for seat, space in enumerate(self.souls) if space == heaven]
        nearest = self.nearest_hell()
        winners = in_heaven or nearest[-1:]
        assert fact.outcome == {
            "result": "win" if len(winners) == 1 else "shared",
            "reason": "played",
            "winners": winners,
            "decided_by": "heaven" if in_heaven else "nearest",
            "souls": self.souls,
            "letters": [+letters for letters in self.letters],
            "steps": self.worth,
            "ranking": nearest[::-1],
        }


HEARD: Mapping[type[Fact], Callable[[Witness, Any], None]] = {
    facts.SoulsPlaced: Witness.souls_placed,
    facts.RoundBegan: Witness.round_began,
    facts.PhaseBegan: Witness.phase_began,
    facts.BidsRevealed: Witness.bids_revealed,
    facts.ChoosingOrderSet: Witness.choosing_order_set,
    facts.BidPaid: Witness.bid_settled,
    facts.BidTakenBack: Witness.bid_settled,
    facts.CharacterTaken: Witness.character_taken,
    facts.CharacterReturned: Witness.character_returned,
    facts.PostsCompared: Witness.posts_compared,
    facts.SinStonePlaced: Witness.sin_stone_placed,
    facts.DenEmptied: Witness.den_emptied,
    facts.AtonementCame: Witness.atonement_came,
    facts.SinStonesReturned: Witness.sin_stones_returned,
    facts.PopeStonesReturned: Witness.pope_stones_returned,
    facts.SoulMoved: Witness.soul_moved,
    facts.SoulStayed: Witness.soul_moved,
    facts.TurnPassed: Witness.turn_passed,
    facts.ActionBegan: Witness.action_began,
    facts.ItemShown: Witness.item_shown,
    facts.StoneTaken: Witness.stone_taken,
    facts.TurnDeclaredOver: Witness.turn_over,
    facts.PostRotated: Witness.post_rotated,
    facts.CardDealt: Witness.card_dealt,
    facts.Guessed: Witness.guessed,
    facts.DieShown: Witness.die_shown,
    facts.RoomChosen: Witness.room_chosen,
    facts.SuiteFlipped: Witness.suite_flipped,
    facts.CardExecuted: Witness.card_executed,
    facts.CardDiscarded: Witness.card_discarded,
    facts.LetterTaken: Witness.letter_taken,
    facts.LetterGiven: Witness.letter_given,
    facts.CathedralFinished: Witness.cathedral_finished,
    facts.ItemDropped: Witness.item_dropped,
    facts.CompartmentOpened: Witness.compartment_opened,
    facts.LettersLaidOut: Witness.letters_laid_out,
    facts.DonorsRanked: Witness.donors_ranked,
    facts.LettersReturned: Witness.letters_returned,
    facts.DonationsCleared: Witness.donations_cleared,
    facts.LettersShown: Witness.letters_shown,
    MatchEnded: Witness.match_ended,
}
"""What the witness does at a fact; the other facts say nothing of souls, posts, stones, Letters or turns."""
