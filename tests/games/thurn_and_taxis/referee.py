"""A second opinion on Thurn and Taxis: the rules once more in plain code, as a script that hears facts.

A :class:`Referee` goes through a match as the rules tell it, from laying out the first card to the outcome.
Wherever something happens it hears the next fact and asserts that the rules demand it there; wherever somebody has
to decide it expects that just he is awaited, with just this step, and says what his choices are. A fact that is
missing, out of order or too many is heard at a place where another one is due. It keeps a table of its own, which
:meth:`board` shows in the form of the official view. Of the game it knows the facts, the commands and the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, TypeAlias

from domain.games.thurn_and_taxis import facts
from domain.kit.facts import Fact, Json
from domain.kit.state import Rules
from domain.kit.table.facts import Awaited, MatchEnded

Hearing: TypeAlias = Generator[None, Fact]
Hears: TypeAlias = Generator[None, Fact, Any]
OFFICES = ("postmaster", "carrier", "administrator", "cartwright")
ROME = "rom"


class Referee:
    """Hears a match as officials do."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.options, self.printed = rules, rules.options, rules.board
        self.seats = range(rules.seats)
        self.audience = "audience" in rules.options["modules"]
        self.honours = "offices" in rules.options["modules"]
        cities = self.printed["cities"]
        self.province_of = {city: there["province"] for city, there in cities.items()}
        self.supply: Counter[str] = Counter(dict.fromkeys(cities, self.printed["copies"]))
        self.discards: Counter[str] = Counter()
        self.display: Counter[str] = Counter()
        self.hands: list[Counter[str]] = [Counter() for _ in self.seats]
        self.routes: list[list[str]] = [[] for _ in self.seats]
        self.houses: list[list[str]] = [[] for _ in self.seats]
        self.carriages = [0 for _ in self.seats]
        self.bonuses: list[list[tuple[str, int]]] = [[] for _ in self.seats]
        self.stacks = {stack: list(points) for stack, points in self.printed["bonuses"].items()}
        self.office_stacks = dict(self.printed["offices"][str(rules.seats)])
        self.tiles: list[Counter[str]] = [Counter() for _ in self.seats]
        self.chips = [0 for _ in self.seats]
        start = "start_of_two" if rules.seats == 2 else "start"
        self.rome = {there["carriage"]: there[start] for there in self.printed["rome"]}
        self.kinds = [tile["kind"] for tile in self.printed["clergy"]]
        self.travelling: dict[str, dict[int, str]] = {carriage: {} for carriage in self.rome}
        self.placed = [False for _ in self.seats]
        self.spaces: dict[str, list[str]] = {kind: [] for kind in self.kinds}
        self.evicted: list[str] = []
        self.scores: list[int | None] = [None for _ in self.seats]
        self.phase, self.round = "setup", 0
        self.first: int | None = None
        self.turn: int | None = None
        self.office: str | None = None
        self.forced = False
        self.ender: int | None = None
        self.turns: Counter[int] = Counter()
        self.steps: Sequence[Mapping[str, Json]] = ()
        self.asked: tuple[int, str] | None = None
        """Who has to decide, and which step; None while others are awaited."""
        self.moving: list[str] = []
        self.has_played = self.run_out = False
        self.ended = False
        self._script = self._match()
        next(self._script)

    def hears(self, told: Iterable[Fact]) -> None:
        """The facts of one decision, after which somebody is awaited or the match is over."""
        last: Fact | None = None
        for fact in told:
            assert not self.ended, f"after the end: {fact}"
            if isinstance(fact, facts.StepsDue):
                self.steps = fact.steps
                continue
            last = fact
            self.asked = None
            try:
                self._script.send(fact)
            except StopIteration:
                self.ended = True
        assert isinstance(last, Awaited | MatchEnded), f"then what? {last}"
        assert self.ended == isinstance(last, MatchEnded)

    # -- hearing and asking

    def _hear(self, *due: Fact) -> Hearing:
        for one in due:
            fact = yield
            assert fact == one, f"due was {one}, told was {fact}"

    def _hear_a(self, kind: Any, /, **known: Any) -> Hears:
        fact = yield
        assert isinstance(fact, kind), f"due was {kind.__name__}, told was {fact}"
        for name, value in known.items():
            assert getattr(fact, name) == value, f"{name} had to be {value}: {fact}"
        return fact

    def _ask(self, seat: int, step: str) -> Hears:
        """The seat has to decide; what it does first."""
        full = sum(self.display.values()) == self.printed["display"]
        assert full or not self._cards_left() or self.phase == "returns", "cards have to be laid out first (R52)"
        yield from self._hear(Awaited(({"seat": seat},)))
        assert (self.steps[0]["seat"], self.steps[0]["step"]) == (seat, step)
        self.asked = (seat, step)
        fact = yield
        return fact

    # -- cards

    def _cards_left(self) -> bool:
        """Whether the supply can give a card."""
        return bool(+self.supply or +self.discards)

    def _any_card(self) -> bool:
        return bool(+self.display) or self._cards_left()

    def _shuffle(self) -> Hearing:
        yield from self._hear(facts.SupplyShuffled(self.discards.total()))
        self.supply, self.discards = self.discards, Counter()

    def _next_card(self, kind: Any, /, **known: Any) -> Hears:
        """A card out of the supply, shuffled first if it is exhausted; or at once thereafter (B9, R35)."""
        if not +self.supply:
            yield from self._shuffle()
        fact = yield from self._hear_a(kind, **known)
        assert self.supply[fact.card] > 0, f"no {fact.card} is left in the supply"
        self.supply[fact.card] -= 1
        self.run_out = not +self.supply
        if self.options["reshuffle"] == "eager" and self.run_out and +self.discards:
            yield from self._shuffle()
        return fact.card

    def _lay_out(self) -> Hearing:
        """Face-up cards are replaced at once (B8, R52); one answer of chance lasts as long as the supply does."""
        while self.display.total() < self.printed["display"] and self._cards_left():
            yield from self._hear(Awaited(("chance",), "lay-out"))
            while True:
                card = yield from self._next_card(facts.CardRevealed)
                self.display[card] += 1
                if self.display.total() == self.printed["display"] or self.run_out:
                    break

    def _take(self, seat: int, fact: Fact | None) -> Hearing:
        """A card face up, as *fact* or the next fact says, or of the supply, for which chance is asked."""
        if fact is None:
            fact = yield
        if isinstance(fact, facts.CardTaken):
            assert fact.seat == seat
            assert self.display[fact.city] > 0
            self.display[fact.city] -= 1
            self.hands[seat][fact.city] += 1
            yield from self._lay_out()
        else:
            assert fact == Awaited(("chance",), "deal-card"), f"how is a card taken? {fact}"
            assert self._cards_left()
            card = yield from self._next_card(facts.CardDrawn, seat=seat)
            self.hands[seat][card] += 1
            yield from self._lay_out()

    def _discard(self, cards: Iterable[str]) -> None:
        self.discards.update(cards)

    # -- the match

    def _match(self) -> Hearing:
        first = self.options["start_player"]
        if first != "random":
            yield from self._hear(facts.FirstSeatChosen(first))
            self.first = first
        yield from self._lay_out()
        if first == "random":
            yield from self._hear(Awaited(("chance",), "choose-first"))
            fact = yield from self._hear_a(facts.FirstSeatChosen)
            assert fact.seat in self.seats
            self.first = first = fact.seat
        order = [(first + offset) % len(self.seats) for offset in self.seats]
        if self.audience:
            yield from self._begin("tiles")
            yield from self._place_tiles()
        yield from self._begin("turns")
        while self.ender is None:
            self.round += 1
            yield from self._hear(facts.RoundBegan(self.round))
            for seat in order:
                self.turn = seat
                self.turns[seat] += 1
                yield from self._hear(facts.TurnPassed(seat))
                yield from self._turn(seat)
        self.turn, self.office, self.forced = None, None, False
        yield from self._begin("returns")
        for seat in order:
            yield from self._last_return(seat)
        yield from self._begin("over")
        yield from self._hear(Awaited(("table",), "count-up"))
        yield from self._count_up()

    def _begin(self, phase: str) -> Hearing:
        self.phase = phase
        yield from self._hear(facts.PhaseBegan(phase))

    def _place_tiles(self) -> Hearing:
        """All place their tiles, in whatever order; nobody is told which (A3)."""
        left = list(self.seats)
        while left:
            yield from self._hear(Awaited(tuple({"seat": seat} for seat in left)))
            seat = None
            for carriage in self.rome:
                fact = yield from self._hear_a(facts.TilePlaced, carriage=carriage)
                assert seat in (None, fact.seat)
                seat = fact.seat
                self.travelling[carriage][seat] = fact.tile
            assert seat is not None
            mine = sorted(tiles[seat] for tiles in self.travelling.values())
            assert mine == sorted(f"{kind}:{seat}" for kind in self.kinds), "each kind once"
            left.remove(seat)
            self.placed[seat] = True

    # -- a turn

    def _turn(self, seat: int) -> Hearing:
        self.office, self.forced = None, not +self.hands[seat]
        if self.forced:
            yield from self._hear(facts.PostmasterForced(seat))
        yield from self._take_first(seat)
        yield from self._take_second(seat)
        self.has_played = played = bool(+self.hands[seat])
        if played:
            yield from self._play(seat)
            if +self.hands[seat] and self._office_free():
                fact = yield from self._ask(seat, "carrier")
                if fact != facts.Declined(seat, "carrier"):
                    yield from self._use(seat, "carrier", fact)
                    yield from self._extend(seat, (yield))
                    yield from self._tile(seat, "carrier")
        else:
            yield from self._hear(facts.StepSkipped(seat, "play"))
        if len(self.routes[seat]) >= self.printed["min_route"]:
            fact = yield from self._ask(seat, "close")
            if not played:
                assert isinstance(fact, facts.RouteClosed), "who has played nothing has to close (R52)"
            if fact != facts.Declined(seat, "close"):
                yield from self._close(seat, fact)

    def _office_free(self) -> bool:
        return self.office is None and not self.forced

    def _use(self, seat: int, office: str, fact: Fact) -> Hearing:
        assert fact == facts.OfficeUsed(seat, office), f"no use of the {office}: {fact}"
        assert self.office is None, "one office holder in a turn (B6)"
        assert not self.forced or office == "postmaster", "nobody but the Postmaster (B11)"
        self.office = office
        yield from ()

    def _take_first(self, seat: int) -> Hearing:
        while self._any_card():
            fact = yield from self._ask(seat, "take")
            if not isinstance(fact, facts.OfficeUsed):
                yield from self._take(seat, fact)
                return
            assert +self.display, "there is nothing to discard"
            yield from self._use(seat, "administrator", fact)
            laid = tuple(sorted(self.display.elements()))
            fact = yield from self._hear_a(facts.DisplayDiscarded)
            assert tuple(sorted(fact.cities)) == laid
            self.display.clear()
            self._discard(laid)
            yield from self._lay_out()
            yield from self._tile(seat, "administrator")
        yield from self._hear(facts.StepSkipped(seat, "take"))

    def _take_second(self, seat: int) -> Hearing:
        if self.forced and not self._any_card():
            yield from self._hear(facts.StepSkipped(seat, "second"))
        elif self._any_card() and self.office is None:
            fact = yield from self._ask(seat, "second")
            if self.forced:
                assert isinstance(fact, facts.OfficeUsed), "the Postmaster is forced (B11)"
            if fact != facts.Declined(seat, "second"):
                yield from self._use(seat, "postmaster", fact)
                yield from self._take(seat, None)
                yield from self._tile(seat, "postmaster")

    def _play(self, seat: int) -> Hearing:
        fact = yield from self._ask(seat, "play")
        route = self.routes[seat]
        if route and isinstance(fact, facts.RouteExtended):
            yield from self._extend(seat, fact)
            return
        if route:
            assert fact == facts.RouteGivenUp(seat, tuple(route))
            self._discard(route)
            route.clear()
            fact = yield
        assert isinstance(fact, facts.RouteStarted), f"how does the route begin? {fact}"
        assert fact.seat == seat
        self._from_hand(seat, [fact.city])
        route.append(fact.city)
        yield from self._lay_out()

    def _extend(self, seat: int, fact: Fact) -> Hearing:
        assert isinstance(fact, facts.RouteExtended), f"how does the route go on? {fact}"
        assert fact.seat == seat
        assert fact.end in ("left", "right")
        route = self.routes[seat]
        assert self._fits(seat, fact.city, fact.end)
        self._from_hand(seat, [fact.city])
        route.insert(0 if fact.end == "left" else len(route), fact.city)
        yield from ()

    def _fits(self, seat: int, city: str, end: str) -> bool:
        """B16."""
        route = self.routes[seat]
        return city not in route and city in self.printed["roads"][route[0 if end == "left" else -1]]

    def _from_hand(self, seat: int, cards: Iterable[str]) -> None:
        for card in cards:
            assert self.hands[seat][card] > 0, f"seat {seat} has no {card}"
            self.hands[seat][card] -= 1

    # -- closing

    def _close(self, seat: int, fact: Fact) -> Hearing:
        assert isinstance(fact, facts.RouteClosed), f"what becomes of the route? {fact}"
        route = tuple(self.routes[seat])
        assert (fact.seat, fact.length) == (seat, len(route))
        # (a) houses
        wanted, number = self._house_cities(seat, fact.option, fact.province)
        placed: list[str] = []
        for _ in range(number):
            house = yield from self._hear_a(facts.HousePlaced, seat=seat)
            placed.append(house.city)
            self.houses[seat].append(house.city)
        assert self._is_placing(placed, wanted, fact.option)
        assert placed == [city for city in route if city in placed], "in the order of the route"
        bare = tuple(city for city in route if city not in placed)
        assert fact.bare == bare
        yield from self._if_last_house(seat)
        # (b) bonus tiles
        length = self._length_stack(len(route))
        if length is not None:
            yield from self._bonus(seat, length)
        yield from self._house_bonuses(seat)
        # (c) the carriage
        carriages = self.printed["carriages"]
        if self.carriages[seat] < len(carriages):
            missing = carriages[self.carriages[seat]]["value"] - len(route)
            if missing <= 0:
                yield from self._carriage(seat)
            elif missing <= self.printed["discount"] and self._office_free():
                choice = yield from self._ask(seat, "cartwright")
                if choice != facts.Declined(seat, "cartwright"):
                    yield from self._use(seat, "cartwright", choice)
                    yield from self._carriage(seat)
                    yield from self._tile(seat, "cartwright")
        if self.audience:
            yield from self._to_rome(seat, list(bare))
        # (d) discards
        yield from self._hear(facts.RouteDiscarded(seat, route))
        self._discard(route)
        self.routes[seat].clear()
        yield from self._lay_out()
        if self._above_limit(seat) > 0:
            number = self._above_limit(seat)
            gone = yield from self._ask(seat, "limit")
            assert isinstance(gone, facts.CardsDiscarded), f"the hand is too large: {gone}"
            assert (gone.seat, len(gone.cities)) == (seat, number)
            self._from_hand(seat, gone.cities)
            self._discard(gone.cities)
            yield from self._lay_out()

    def _above_limit(self, seat: int) -> int:
        return self.hands[seat].total() - int(self.printed["hand_limit"])

    def _houses_left(self, seat: int) -> int:
        return int(self.printed["houses"]) - len(self.houses[seat])

    def _house_cities(self, seat: int, option: str, province: str | None) -> tuple[list[str], int]:
        """The cities in which a house may be placed, and how many are (B23 to B26, R10, R55)."""
        route = self.routes[seat]
        free = [city for city in route if city not in self.houses[seat]]
        if option == "one-per-province":
            assert province is None
            return free, min(self._houses_left(seat), len({self.province_of[city] for city in free}))
        assert option == "one-province"
        assert province in {self.province_of[city] for city in route}
        free = [city for city in free if self.province_of[city] == province]
        assert free or self.options["allow_zero_house_province"]
        return free, min(self._houses_left(seat), len(free))

    def _is_placing(self, placed: Sequence[str], wanted: Sequence[str], option: str) -> bool:
        once = len(set(placed)) == len(placed) and set(placed) <= set(wanted)
        provinces = {self.province_of[city] for city in placed}
        return once and (option == "one-province" or len(provinces) == len(placed))

    def _if_last_house(self, seat: int) -> Hearing:
        if self._houses_left(seat) == 0:
            yield from self._end(seat, "houses")

    def _end(self, seat: int, cause: str) -> Hearing:
        """The first to do so takes the game end tile (B36, R45)."""
        if self.ender is None:
            self.ender = seat
            yield from self._hear(facts.EndTriggered(seat, cause))
            yield from self._bonus(seat, "game-end")

    def _length_stack(self, length: int) -> str | None:
        """B28."""
        lengths = [int(stack.removeprefix("route-")) for stack in self.stacks if stack.startswith("route-")]
        stacks = [one for one in lengths if one <= length and self.stacks[f"route-{one}"]]
        return f"route-{max(stacks)}" if stacks else None

    def _house_bonuses(self, seat: int) -> Hearing:
        """B29 to B32, in the order of R44."""
        mine = set(self.houses[seat])
        mine_in = {self.province_of[city] for city in mine}
        for bonus in self.printed["regions"]:
            if all(city in mine for city, province in self.province_of.items() if province in bonus["provinces"]):
                yield from self._bonus_once(seat, bonus["stack"])
        for bonus in self.printed["outside"]:
            needed = set(bonus["provinces"])
            if self.options["all_provinces_needs_baiern"]:
                needed = set(self.printed["provinces"])
            if needed <= mine_in:
                yield from self._bonus_once(seat, bonus["stack"])

    def _bonus_once(self, seat: int, stack: str) -> Hearing:
        if all(stack != other for other, _ in self.bonuses[seat]):
            yield from self._bonus(seat, stack)

    def _bonus(self, seat: int, stack: str) -> Hearing:
        if self.stacks[stack]:
            points = self.stacks[stack].pop(0)
            yield from self._hear(facts.BonusTaken(seat, stack, points))
            self.bonuses[seat].append((stack, points))

    def _carriage(self, seat: int) -> Hearing:
        carriages = self.printed["carriages"]
        carriage = carriages[self.carriages[seat]]
        self.carriages[seat] += 1
        yield from self._hear(facts.CarriageTaken(seat, carriage["value"], carriage["points"]))
        if self.carriages[seat] == len(carriages):
            yield from self._end(seat, "carriage")

    # -- Rome

    def _to_rome(self, seat: int, cards: list[str]) -> Hearing:
        """A5 to A10."""
        self.moving = cards
        while cards:
            if all(city == ROME for city in self.rome.values()):
                yield from self._hear(facts.CardsLapsed(seat, tuple(cards)))
                cards.clear()
                return
            fact = yield from self._ask(seat, "rome")
            assert self.steps[0]["cards"] == cards
            assert isinstance(fact, facts.CarriageMoved), f"a carriage has to move: {fact}"
            assert fact.seat == seat
            assert fact.card in cards
            assert fact.carriage in self._movable(fact.card)
            assert fact.to in self.printed["south"][self.rome[fact.carriage]]
            cards.remove(fact.card)
            self.rome[fact.carriage] = fact.to
            if fact.to == ROME:
                yield from self._arrive(fact.carriage, seat)

    def _movable(self, card: str) -> list[str]:
        """The carriages that a card can move (A9, R16)."""
        own = self.printed["provinces"][self.province_of[card]].get("carriage")
        if own is not None and self.rome[own] != ROME:
            return [own]
        return [carriage for carriage, city in self.rome.items() if city != ROME]

    def _arrive(self, carriage: str, seat: int) -> Hearing:
        yield from self._hear(Awaited(("table",), "open-carriage"))
        come = [tile for _, tile in sorted(self.travelling[carriage].items())]
        yield from self._hear(facts.CarriageOpened(carriage, tuple(come)))
        self.travelling[carriage] = {}
        for kind in self.kinds:
            new = [tile for tile in come if tile.split(":")[0] == kind]
            if new:
                if self.spaces[kind]:
                    old = yield from self._hear_a(facts.TilesEvicted, kind=kind)
                    assert sorted(old.tiles) == sorted(self.spaces[kind])
                    self.evicted += self.spaces[kind]
                yield from self._hear(facts.TilesReceived(kind, tuple(new)))
                self.spaces[kind] = new

    # -- offices

    def _tile(self, seat: int, office: str) -> Hearing:
        """The tile of an office that has been used, and what follows of the last one (O2 to O7)."""
        if not self.honours:
            return
        yield from self._hear(facts.OfficeTileTaken(seat, office))
        assert self.office_stacks[office] > 0
        self.office_stacks[office] -= 1
        self.tiles[seat][office] += 1
        begins = seat + (self.options["return_order"] == "left_first")
        order = tuple((begins + offset) % len(self.seats) for offset in self.seats)
        while not all(self.office_stacks.values()):
            yield from self._hear(facts.ReturnRoundBegan(order))
            for one in order:
                if +self.tiles[one]:
                    yield from self._return(one)

    def _kinds_of(self, seat: int) -> list[str]:
        return [office for office in OFFICES if self.tiles[seat][office]]

    def _returned(self, seat: int, fact: Fact) -> int:
        assert isinstance(fact, facts.TilesReturned), f"tiles have to be returned: {fact}"
        assert fact.seat == seat
        assert len(set(fact.offices)) == len(fact.offices) > 0
        for office in fact.offices:
            assert self.tiles[seat][office] > 0
            self.tiles[seat][office] -= 1
            self.office_stacks[office] += 1
        return len(fact.offices)

    def _return(self, seat: int) -> Hearing:
        fact = yield from self._ask(seat, "return")
        number = self._returned(seat, fact)
        if number == 2 and self._any_card():
            choice = yield from self._ask(seat, "reward-card")
            if choice != facts.Declined(seat, "reward-card"):
                yield from self._take(seat, choice)
        elif number == 3:
            yield from self._chip(seat)
        elif number == 4 and self._can_build(seat):
            yield from self._reward_house(seat)

    def _chip(self, seat: int) -> Hearing:
        yield from self._hear(facts.ChipTaken(seat))
        self.chips[seat] += 1

    def _can_build(self, seat: int) -> bool:
        return self._houses_left(seat) > 0 and len(self.houses[seat]) < len(self.province_of)

    def _reward_house(self, seat: int) -> Hearing:
        choice = yield from self._ask(seat, "reward-house")
        if choice == facts.Declined(seat, "reward-house"):
            return
        assert isinstance(choice, facts.HousePlaced), f"where does the house go? {choice}"
        assert choice.seat == seat
        assert choice.city in self.province_of
        assert choice.city not in self.houses[seat]
        self.houses[seat].append(choice.city)
        if self.phase == "turns":
            yield from self._if_last_house(seat)
        yield from self._house_bonuses(seat)

    def _last_return(self, seat: int) -> Hearing:
        """O11, R30."""
        if len(self._kinds_of(seat)) < 3:
            return
        fact = yield from self._ask(seat, "last-return")
        if fact == facts.Declined(seat, "last-return"):
            return
        number = self._returned(seat, fact)
        assert number == 3 or (number == 4 and self._can_build(seat))
        if number == 3:
            yield from self._chip(seat)
        else:
            yield from self._reward_house(seat)

    # -- the end

    def _count_up(self) -> Hearing:
        for seat in self.seats:
            fact = yield from self._hear_a(facts.HandShown, seat=seat)
            assert sorted(fact.cards) == sorted(self.hands[seat].elements())
        totals: list[int] = []
        clergy = {tile["kind"]: tile["points"] for tile in self.printed["clergy"]}
        carriages = self.printed["carriages"]
        for seat in self.seats:
            carriage = carriages[self.carriages[seat] - 1]["points"] if self.carriages[seat] else 0
            bonuses = sum(points for _, points in self.bonuses[seat])
            heard = [kind for kind, there in self.spaces.items() if f"{kind}:{seat}" in there]
            audience = sum(clergy[kind] for kind in heard)
            left = self._houses_left(seat)
            totals.append(carriage + bonuses + self.chips[seat] + audience - left)
            due = facts.SeatScored(seat, carriage, bonuses, self.chips[seat], audience, left, totals[-1])
            yield from self._hear(due)
        self.scores = list(totals)
        ender = self.ender
        assert ender is not None
        ranking = sorted(self.seats, key=lambda seat: (-totals[seat], (seat - ender) % len(self.seats)))
        tie_break = "game-end" if ranking[0] == ender else "order"
        outcome = {
            "result": "win",
            "reason": "played",
            "winners": ranking[:1],
            "decided_by": tie_break if totals.count(max(totals)) > 1 else "points",
            "ranking": ranking,
            "scores": totals,
            "ender": ender,
        }
        yield from self._hear(MatchEnded(outcome))

    # -- what there is to choose

    def choices(self) -> set[Move]:
        """Every lawful move of the seat that is asked, in the form of :func:`move_of`."""
        assert self.asked is not None
        seat, step = self.asked
        return {move_of(move) for move in _CHOICES[step](self, seat)}

    def leaves_no_choice(self) -> bool:
        """Whether all can see what the seat that is asked will do: return a set, or move a carriage (R53)."""
        assert self.asked is not None
        seat, step = self.asked
        if step == "rome":
            return len({(move["carriage"], move["to"]) for move in self._rome_choices(seat)}) == 1
        return step == "return" and len(self.choices()) == 1

    def _card_choices(self, kind: str) -> Iterator[Json]:
        for city in +self.display:
            yield {"type": kind, "city": city}
        if self._cards_left():
            yield {"type": kind}

    def _take_choices(self, _: int) -> Iterator[Json]:
        yield from self._card_choices("take-card")
        if self._office_free() and +self.display:
            yield {"type": "use-administrator"}

    def _second_choices(self, _: int) -> Iterator[Json]:
        yield from self._card_choices("use-postmaster")
        if not self.forced:
            yield {"type": "decline"}

    def _fitting(self, seat: int, kind: str) -> Iterator[Json]:
        for city, end in product(+self.hands[seat], ("left", "right")):
            if self._fits(seat, city, end):
                yield {"type": kind, "city": city, "end": end}

    def _play_choices(self, seat: int) -> Iterator[Json]:
        if self.routes[seat]:
            yield from self._fitting(seat, "extend-route")
        for city in +self.hands[seat]:
            yield {"type": "give-up-route" if self.routes[seat] else "start-route", "city": city}

    def _carrier_choices(self, seat: int) -> Iterator[Json]:
        yield from self._fitting(seat, "use-carrier")
        yield {"type": "decline"}

    def _close_choices(self, seat: int) -> Iterator[Json]:
        route = self.routes[seat]
        for province in (None, *{self.province_of[city] for city in route}):
            option = "one-per-province" if province is None else "one-province"
            if province is not None and not self.options["allow_zero_house_province"]:
                free = {city for city in route if self.province_of[city] == province} - set(self.houses[seat])
                if not free:
                    continue
            wanted, number = self._house_cities(seat, option, province)
            for placed in combinations(wanted, number):
                if self._is_placing(placed, wanted, option):
                    move = {"type": "close-route", "option": option, "cities": list(placed)}
                    yield move if province is None else {**move, "province": province}
        if self.has_played:
            yield {"type": "decline"}

    def _cartwright_choices(self, _: int) -> Iterator[Json]:
        yield {"type": "use-cartwright"}
        yield {"type": "decline"}

    def _rome_choices(self, _: int) -> Iterator[Json]:
        for card in self.moving:
            for carriage in self._movable(card):
                for to in self.printed["south"][self.rome[carriage]]:
                    yield {"type": "move-carriage", "card": card, "carriage": carriage, "to": to}

    def _limit_choices(self, seat: int) -> Iterator[Json]:
        cards = sorted(self.hands[seat].elements())
        for gone in set(combinations(cards, self._above_limit(seat))):
            yield {"type": "discard-cards", "cities": gone}

    def _return_choices(self, seat: int) -> Iterator[Json]:
        for number in range(1, 5):
            for offices in combinations(self._kinds_of(seat), number):
                yield {"type": "return-tiles", "offices": offices}

    def _reward_card_choices(self, _: int) -> Iterator[Json]:
        yield from self._card_choices("take-card")
        yield {"type": "decline"}

    def _reward_house_choices(self, seat: int) -> Iterator[Json]:
        for city in self.province_of:
            if city not in self.houses[seat]:
                yield {"type": "place-house", "city": city}
        yield {"type": "decline"}

    def _last_return_choices(self, seat: int) -> Iterator[Json]:
        for move in self._return_choices(seat):
            if len(move["offices"]) == 3 or (len(move["offices"]) == 4 and self._can_build(seat)):
                yield move
        yield {"type": "decline"}

    # -- the table

    def board(self) -> dict[str, Json]:
        """The table as the official view shows it; but for the steps."""
        over = self.ended
        return {
            "phase": self.phase,
            "round": self.round,
            "first": self.first,
            "turn": self.turn,
            "office": self.office,
            "forced": self.forced,
            "ender": self.ender,
            "display": _shown(self.display.elements()),
            "supply": _shown(self.supply.elements()),
            "discards": _shown(self.discards.elements()),
            "bonuses": self.stacks,
            "seats": [
                {
                    "seat": seat,
                    "hand": _shown(() if over else self.hands[seat].elements()),
                    "shown": _shown(self.hands[seat].elements() if over else ()),
                    "route": self.routes[seat],
                    "houses": self.houses[seat],
                    "houses_left": self._houses_left(seat),
                    "carriages": [there["value"] for there in self.printed["carriages"][: self.carriages[seat]]],
                    "bonuses": [{"stack": stack, "points": points} for stack, points in self.bonuses[seat]],
                    "score": self.scores[seat],
                }
                for seat in self.seats
            ],
            "audience": self._audience_board() if self.audience else None,
            "offices": self._offices_board() if self.honours else None,
        }

    def _audience_board(self) -> Json:
        return {
            "carriages": [
                {
                    "carriage": carriage,
                    "city": city,
                    "tiles": [
                        _shown([self.travelling[carriage][seat]] if seat in self.travelling[carriage] else [])
                        for seat in self.seats
                    ],
                }
                for carriage, city in self.rome.items()
            ],
            "placed": self.placed,
            "spaces": {kind: _shown(there) for kind, there in self.spaces.items()},
            "evicted": _shown(self.evicted),
        }

    def _offices_board(self) -> Json:
        return {
            "stacks": self.office_stacks,
            "tiles": [{office: mine[office] for office in OFFICES} for mine in self.tiles],
            "chips": self.chips,
            "chips_left": max(0, self.printed["chips"] - sum(self.chips)),
        }


def _shown(things: Iterable[str]) -> Json:
    counted = Counter(things)
    return {"count": counted.total(), "things": dict(counted)}


Move: TypeAlias = tuple[tuple[str, Json], ...]


def move_of(document: Mapping[str, Json]) -> Move:
    """A move as something that can be compared: of what is a set of things the order does not matter."""
    free = document["type"] in ("discard-cards", "return-tiles")
    return tuple(
        (name, tuple(sorted(value) if free else value) if isinstance(value, list | tuple) else value)
        for name, value in sorted(document.items())
        if value is not None
    )


_CHOICES = {
    "take": Referee._take_choices,
    "second": Referee._second_choices,
    "play": Referee._play_choices,
    "carrier": Referee._carrier_choices,
    "close": Referee._close_choices,
    "cartwright": Referee._cartwright_choices,
    "rome": Referee._rome_choices,
    "limit": Referee._limit_choices,
    "return": Referee._return_choices,
    "reward-card": Referee._reward_card_choices,
    "reward-house": Referee._reward_house_choices,
    "last-return": Referee._last_return_choices,
}
