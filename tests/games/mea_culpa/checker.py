"""The register of sins, read off the log by plain code that shares nothing with the game's own.

It goes through the facts of a match once, as they count in its line, and keeps the little of the table that the
register asks about: posts, souls, market, cards, prices. One sin is found per step that was left out, at the
decision which completes it; whether it costs a stone (option, register, end of the match) is not asked here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.games.mea_culpa.tables import along_the_track

Sin: TypeAlias = tuple[str, int, int]
"""Number in the register, sinner, version of the decision that completes the sin."""
Told: TypeAlias = Mapping[str, Any]
"""A fact as a document."""


def sins_in(decisions: Iterable[Told], board: Told, seats: int) -> list[Sin]:
    """The sins of a match; each decision has ``version`` and ``facts``, told as officials are told them."""
    register = Register(board, seats)
    for decision in decisions:
        register.reads(decision)
    return register.sins


@dataclass
class Action:
    """How far an action of a turn has come. No turn has two of one kind."""

    paid: int = 0
    taken: list[str] = field(default_factory=list)
    greed: bool = False

    shown: list[str] = field(default_factory=list)
    """What is shown and not yet dropped."""
    dropped: int = 0
    unshown: Counter[str] = field(default_factory=Counter)
    """What was dropped without being shown, until that is made up for."""
    prompted: bool = False

    room: int | None = None
    through: int | None = None
    cost: int = 0
    owes_lust: bool = False
    lust: bool = False
    done: bool = False
    die: int | None = None
    die_lies: bool = False
    """Whether the die has been set, whatever it shows."""
    shown_die: bool = False
    by_die: bool = False
    """Whether the room is what the die has shown, and no choice."""
    guessed: bool = False
    caught: bool | None = None
    """None until the die has been shown after a guess."""

    asks: Counter[int] = field(default_factory=Counter)
    """What others still have to do for the card that is performed: by seat, how often."""

    found: set[str] = field(default_factory=set)
    """The sins that are found once in an action."""


@dataclass
class Turn:
    """A turn of the action phase so far."""

    seat: int
    character: str
    actions: dict[str, Action] = field(default_factory=dict)
    due: int = 0
    turned: int = 0
    found: int = 0
    """Of the notches that are missing, those for which a sin has been found."""
    free_last: bool = False
    """Whether the step made last is taking the free stone."""
    exchanging: bool = False
    by_card: bool = False
    over: bool = False

    @property
    def missing(self) -> int:
        """Notches by which the post should have been turned, and has not been."""
        return max(0, self.due - self.turned)


class Register:
    """Reads decision after decision; ``sins`` is what it has found."""

    def __init__(self, board: Told, seats: int) -> None:
        self.board, self.seats = board, seats
        self.sins: list[Sin] = []
        self.version = 0
        self.command: str | None = None
        self.row: tuple[int, ...] = tuple(range(seats))
        self.souls = [0] * seats
        self.posts = [board["post"]["min"]] * seats
        self.market = self.cathedrals = 0
        self.rooms: dict[int, str] = {}
        self.held: dict[str, int] = {}
        self.unsettled = [0] * seats
        self.keeper: int | None = None
        self.crew_placed = False
        self.deferred: set[int] = set()
        self.once: set[tuple[str, int]] = set()
        """What is found once in a round: sin and seat."""
        self.order: list[int] = []
        """Who has still to choose, in this order."""
        self.part: tuple[int, str] | None = None
        """Who is choosing, and the card he has taken."""
        self.turn: Turn | None = None
        self.called: int | None = None
        self.accused: dict[int, int] = {}

    def reads(self, decision: Told) -> None:
        """The facts of a decision, one after another."""
        self.version, self.command = decision["version"], decision.get("command", {}).get("type")
        for fact in decision["facts"]:
            if is_step(fact):
                self.step(fact)
            reads = READS.get(fact["type"])
            if reads is not None:
                reads(self, fact)

    def finds(self, sin: str, seat: int) -> None:
        """A sin is complete; who acts as the Petty Sinner commits none, and out of turn nobody acts as he."""
        if sin == "M13" or not self.is_petty_sinner(seat):
            self.sins.append((sin, seat, self.version))

    def finds_once(self, sin: str, turn: Turn, action: Action) -> None:
        """A sin that an action can have once."""
        if sin not in action.found:
            action.found.add(sin)
            self.finds(sin, turn.seat)

    def is_petty_sinner(self, seat: int) -> bool:
        """In his own turns, and in his part of choosing as soon as he has the card; not as another character."""
        turn = self.turn and (self.turn.seat, self.turn.character)
        return (seat, "petty-sinner") in (turn, self.part)

    @property
    def mover(self) -> int | None:
        """Whose turn it is."""
        return self.turn.seat if self.turn else None

    def turn_of(self, fact: Told) -> Turn | None:
        """The turn that a fact belongs to, unless it makes up for what was left out."""
        turn, mends = self.turn, fact.get("purpose") in ("repair", "reminded")
        if turn is None or turn.over or mends or fact.get("seat", turn.seat) != turn.seat:
            return None
        return turn

    def action_of(self, fact: Told, kind: str) -> tuple[Turn, Action] | None:
        """The turn and the action of this kind that a fact belongs to."""
        turn = self.turn_of(fact)
        return (turn, turn.actions[kind]) if turn and kind in turn.actions else None

    # -- the table

    def souls_placed(self, fact: Told) -> None:
        self.row = tuple(fact["row"])

    def soul_moved(self, fact: Told) -> None:
        self.souls[fact["seat"]] = fact["to"]

    def stone_drawn(self, _: Told) -> None:
        self.market += 1

    def card_dealt(self, fact: Told) -> None:
        self.rooms[fact["room"]] = fact["card"]

    def phase_began(self, _: Told) -> None:
        self.turn = self.part = self.called = None

    def cathedral_finished(self, _: Told) -> None:
        """With the second one all turns are over."""
        self.cathedrals += 1
        if self.cathedrals == 2:
            self.turn = self.part = None
            self.order = []

    def cost_of(self, room: int) -> int:
        """The notches of a room or suite."""
        if room in self.rooms:
            cost: int = self.board["house"][self.rooms[room]][1]
        else:
            cost = self.board["suites"][str(room)]
        return cost

    # -- M7, M2, M8: the auction and the choice of characters

    def bids_revealed(self, fact: Told) -> None:
        """M7: a sin for each card that has not gone back; the Petty Sinner's may lie where it lies."""
        for character, seat in self.held.items():
            if character != "petty-sinner":
                self.finds("M7", seat)
        self.held = {}
        self.posts, self.unsettled = list(fact["notches"]), list(fact["taler"])
        self.crew_placed = False
        self.deferred, self.once = set(), set()

    def choosing_order_set(self, fact: Told) -> None:
        self.keeper, self.order = fact["keeper"], list(fact["order"])

    def bid_paid(self, fact: Told) -> None:
        if fact["seat"] != self.keeper:
            self.unsettled[fact["seat"]] -= fact["amount"]

    def bid_taken_back(self, fact: Told) -> None:
        if fact["seat"] == self.keeper:
            self.unsettled[fact["seat"]] -= fact["amount"]

    def character_returned(self, fact: Told) -> None:
        if self.held.get(fact["character"]) == fact["seat"]:
            del self.held[fact["character"]]

    def character_taken(self, fact: Told) -> None:
        """M2: with money of the bid still lying there. It is complete before he is anybody."""
        seat = fact["seat"]
        self.part = None
        if seat in self.order:
            self.order.remove(seat)
        if self.unsettled[seat] and ("M2", seat) not in self.once:
            self.once.add(("M2", seat))
            self.finds("M2", seat)
        self.held[fact["character"]] = seat
        self.part = (seat, fact["character"])

    def preliminary_deferred(self, fact: Told) -> None:
        self.deferred.add(fact["seat"])

    def crew_set(self, fact: Told) -> None:
        self.crew_placed |= fact["origin"] == "card"

    def choice_declared_over(self, fact: Told) -> None:
        """M8: the crew is still on the card. What the Pope may do he need not do."""
        seat, all_chose = fact["seat"], len(self.held) >= 3
        builder = self.held.get("emperor")
        if builder is None and self.seats == 3 and all_chose:
            builder = self.held.get("pope")
        waits = seat in self.deferred and not all_chose
        if seat == builder and not self.crew_placed and not waits and ("M8", seat) not in self.once:
            self.once.add(("M8", seat))
            self.finds("M8", seat)
        self.part = None

    # -- turns

    def turn_passed(self, fact: Told) -> None:
        self.turn = Turn(fact["seat"], fact["character"])
        self.part = self.called = None
        self.accused = {}

    def action_began(self, fact: Told) -> None:
        """The second action costs a notch."""
        turn = self.turn_of(fact)
        if turn:
            turn.actions[fact["action"]] = Action()
            turn.due += 1 if fact["second"] else 0

    def step(self, fact: Told) -> None:
        """Any step: whoever was asked to begin has begun, and a free stone taken before it was not the last."""
        if fact.get("seat", self.mover) == self.called:
            self.called = None
        if self.turn and "seat" in fact and fact["seat"] != self.mover and "purpose" not in fact:
            self.finds("M13", fact["seat"])  # were it ever written down
        turn = self.turn_of(fact)
        if turn is None:
            return
        if turn.exchanging and fact["type"] in ("LetterTaken", "StoneReturned"):
            turn.exchanging = fact["type"] != "StoneReturned"  # which is the end of it
        else:
            turn.free_last = turn.exchanging = False

    def post_rotated(self, fact: Told) -> None:
        by = fact["to"] - self.posts[fact["seat"]]
        self.posts[fact["seat"]] = fact["to"]
        turn = self.turn_of(fact)
        if turn and fact["purpose"] != "note":
            turn.turned += by
            turn.found = min(turn.found, turn.missing)
            self.turned_for_a_room(turn)

    def turned_for_a_room(self, turn: Turn) -> None:
        """M6 again: of what was turned and nothing has asked for, one notch may be for another action to come."""
        visit = turn.actions.get("visit")
        if visit is None or visit.caught is not None:
            return
        early = 1 if len(turn.actions) == 1 and not visit.die_lies else 0
        if turn.turned - turn.due > early:
            self.pope_in_the_open(turn, visit)

    def performs(self, turn: Turn, not_yet: int = 0) -> None:
        """M3: an action is performed before the post has been turned for it; notches are added up over the turn.

        *not_yet* of them, which are due, may still be turned later.
        """
        if turn.missing - not_yet > turn.found:
            turn.found = turn.missing - not_yet
            self.finds("M3", turn.seat)

    def turn_declared_over(self, fact: Told) -> None:
        """M3, M4 and M9: what is missing now has been forgotten."""
        turn = self.turn_of(fact)
        if turn is None:
            return
        self.performs(turn)
        if "visit" in turn.actions:
            self.leaves_suite_5(turn, turn.actions["visit"])
        takes_free = turn.character == "merchant"
        if "merchant" not in self.held:
            takes_free = along_the_track(self.souls, self.row)[0] == turn.seat
        if takes_free and self.market and not turn.free_last:
            self.finds("M4", turn.seat)
        turn.over = True

    # -- M5, M10: buying; selling

    def taler_paid(self, fact: Told) -> None:
        if found := self.action_of(fact, "buy"):
            turn, buy = found
            self.performs(turn)
            buy.paid += fact["amount"]

    def stone_taken(self, fact: Told) -> None:
        self.market -= 1
        if fact["free"]:
            self.free_stone_taken(fact)
        elif found := self.action_of(fact, "buy"):
            turn, buy = found
            stone = fact["stone"]
            self.performs(turn)
            self.takes(turn, buy, stone)
            if stone in buy.taken and not buy.greed:
                self.finds_once("M10", turn, buy)
            buy.taken.append(stone)

    def free_stone_taken(self, fact: Told) -> None:
        """At the end of a turn, or by a card."""
        turn = self.turn_of(fact)
        if turn:
            turn.free_last = not turn.by_card
            turn.exchanging = fact["stone"] == "indulgence"
            turn.by_card = False

    def takes(self, turn: Turn, buy: Action, stone: str) -> None:
        """M5: what is taken first has not been paid for. What comes after it is never this sin."""
        price = self.board["indulgence" if stone == "indulgence" else "goods"]
        price = price["buy"] if stone == "indulgence" else price[stone]["buy"]
        if not buy.taken and buy.paid < price:
            self.finds_once("M5", turn, buy)

    def letter_taken(self, fact: Told) -> None:
        if fact["origin"] == "stacks":
            found = self.action_of(fact, "buy")
            if found and not found[0].exchanging:
                self.performs(found[0])
                self.takes(*found, "indulgence")
                found[1].taken.append(fact["letter"])
        elif fact["origin"] == "suite" and (found := self.action_of(fact, "visit")):
            turn, visit = found
            self.performs(turn)
            self.lacks_lust(turn, visit)
            visit.done = True

    def good_sold(self, fact: Told) -> None:
        if found := self.action_of(fact, "sell"):
            self.performs(found[0])

    def sin_stone_placed(self, fact: Told) -> None:
        """Only stones that one has to pay with; those for sins, by cards and of the Petty Sinner are none."""
        if fact["cause"] == "card":
            self.other_does(fact)
        if fact["cause"] == "greed" and (found := self.action_of(fact, "buy")):
            self.performs(found[0])
            found[1].greed = True
        if fact["cause"] == "lust" and (found := self.action_of(fact, "visit")):
            turn, visit = found
            self.performs(turn, not_yet=visit.cost)  # in a suite the stone comes first
            self.pope_in_the_open(turn, visit)
            visit.lust = True

    # -- M11, and M1 by showing something else: donating

    def prompted(self, fact: Told) -> None:
        turn = self.turn
        donation = turn.actions.get("donate") if turn and turn.seat == fact["seat"] and not turn.over else None
        if donation:
            donation.prompted = True

    def item_shown(self, fact: Told) -> None:
        if not (found := self.action_of(fact, "donate")):
            return
        turn, donation = found
        item = fact["item"]
        prompted, donation.prompted = donation.prompted, False
        if donation.unshown[item]:
            donation.unshown[item] -= 1  # makes up for it
            return
        if prompted and self.command != "donate":  # a whole donation is shown unasked
            self.finds("M11", turn.seat)
        gifts = (2 if turn.character == "emperor" else 1) - donation.dropped
        if donation.shown and len(donation.shown) >= gifts:
            self.finds("M1", turn.seat)
            donation.shown.pop()  # so it has not been shown any more
        donation.shown.append(item)

    def item_dropped(self, fact: Told) -> None:
        if not (found := self.action_of(fact, "donate")):
            return
        turn, donation = found
        self.performs(turn)
        donation.dropped += 1
        donation.prompted = False
        if fact["item"] in donation.shown:
            donation.shown.remove(fact["item"])
        else:
            donation.unshown[fact["item"]] += 1
            self.finds("M11", turn.seat)

    # -- M6, M9, and M1 by choosing another room: the House

    def room_chosen(self, fact: Told) -> None:
        if not (found := self.action_of(fact, "visit")):
            return
        turn, visit = found
        room = fact["room"]
        costs_nothing = not (fact.get("notches") or fact.get("stones"))
        through = visit.room == 5 and room < 5 and costs_nothing and not visit.done
        chose = visit.through is not None if through else visit.room is not None and not visit.by_die
        if chose and not visit.done:
            self.finds("M1", turn.seat)
        if through:
            visit.through = room
            return
        left_the_die = "M6" in visit.found
        self.pope_in_the_open(turn, visit, room)
        unseen = visit.shown_die and visit.caught is False
        turn.due -= visit.cost if not visit.done else 0
        visit.cost = 0 if unseen or turn.character == "petty-sinner" else self.cost_of(room)
        turn.due += visit.cost
        visit.owes_lust = room >= 5 and not unseen
        visit.room, visit.through, visit.done = room, None, False
        visit.by_die, visit.shown_die = visit.shown_die and room == visit.die and not left_the_die, False

    def pope_in_the_open(self, turn: Turn, visit: Action, room: int | None = None) -> None:
        """M6: the Pope is on his way without die, guess and showing the die, or to another room than it shows."""
        if turn.character != "pope":
            return
        if visit.caught is None or (room is not None and room != visit.die):
            self.finds_once("M6", turn, visit)

    def die_set(self, fact: Told) -> None:
        if found := self.action_of(fact, "visit"):
            turn, visit = found
            self.performs(turn)
            visit.die, visit.guessed, visit.die_lies = fact["room"], False, True

    def guessed(self, fact: Told) -> None:
        visit = self.turn.actions.get("visit") if self.turn and not self.turn.over else None
        if visit and visit.die is not None and fact["seat"] != self.mover:
            visit.guessed = True

    def die_shown(self, fact: Told) -> None:
        if found := self.action_of(fact, "visit"):
            visit = found[1]
            visit.shown_die = True
            if visit.guessed:
                visit.die, visit.caught = fact["room"], fact["caught"]

    def card_executed(self, fact: Told) -> None:
        if not (found := self.action_of(fact, "visit")):
            return
        turn, visit = found
        turn.by_card = fact["card"] == "TAKE_GOOD"
        self.performs(turn)
        self.pope_in_the_open(turn, visit, None if visit.room == 5 else fact["room"])
        visit.done = True
        visit.asks = self.asked_of_others(turn.seat, fact["card"])
        if not visit.asks:
            self.leaves_suite_5(turn, visit)

    def asked_of_others(self, seat: int, card: str) -> Counter[int]:
        """The steps of a card that others make: two stones of each, or one gift of whoever has to give it."""
        others = [other for other in range(self.seats) if other != seat]
        if card in ("LUST_2", "GREED_2"):
            return Counter(dict.fromkeys(others, 2))
        if card == "STEAL_3":
            return Counter({ANYBODY: 1})
        giver = {"EMP_LETTER": "emperor", "POPE_YELLOW": "pope"}.get(card)
        return Counter(other for other in others if giver and self.held.get(giver) == other)

    def other_does(self, fact: Told) -> None:
        """Somebody gives, has nothing to give, or places a stone, because of the card: the last one ends it."""
        visit = self.turn.actions.get("visit") if self.turn and not self.turn.over else None
        if self.turn is None or visit is None or not visit.asks:
            return
        seat = fact["giver"] if "giver" in fact else fact["seat"]
        visit.asks[ANYBODY if ANYBODY in visit.asks else seat] -= 1
        visit.asks = +visit.asks
        if not visit.asks:
            self.leaves_suite_5(self.turn, visit)

    def card_discarded(self, fact: Told) -> None:
        """A card that lies in a room no more has been performed, or declined."""
        self.rooms.pop(fact["room"], None)
        if found := self.action_of(fact, "visit"):
            turn, visit = found
            turn.by_card = False
            self.leaves_suite_5(turn, visit)
            visit.done = True

    def room_cleared(self, fact: Told) -> None:
        self.rooms.pop(fact["room"], None)

    def leaves_suite_5(self, turn: Turn, visit: Action) -> None:
        """M9, where a card has had its use or is left alone: in rooms 1 to 4 no stone is owed."""
        if visit.room == 5:
            self.lacks_lust(turn, visit)

    def lacks_lust(self, turn: Turn, visit: Action) -> None:
        """M9: the visit has had its use, and its stone is missing."""
        if visit.owes_lust and not visit.lust:
            self.finds_once("M9", turn, visit)

    # -- M1, M12, M13: what is said, undone, and done out of turn

    def steps_undone(self, fact: Told) -> None:
        self.finds("M1", fact["seat"])

    def stepped_out_of_turn(self, fact: Told) -> None:
        """M13, if he was not to act: neither he, nor the character of his who makes this step."""
        if self.is_to_act(fact["seat"], fact["step"]) is not True:
            self.finds("M13", fact["seat"])

    def is_to_act(self, seat: int, step: str) -> bool | None:
        """Whether a seat may make this step of a turn now, in time or not; None where the log does not say it.

        Somebody may have nothing left to do, or something to make good; then it is not clear who comes first.
        """
        turn, held = self.turn, [character for character, holder in self.held.items() if holder == seat]
        if turn is None:
            chooses = self.part[0] if self.part else next(iter(self.order), None)
            acting = self.part[1] if self.part else None
            if chooses is None:
                return None if self.held else False
            unplaced = "emperor" in self.held and not self.crew_placed and self.held["emperor"] != chooses
            if chooses != seat:
                return None if unplaced or (self.seats == 3 and self.deferred) else False
        else:
            acting = turn.character
            if turn.seat != seat:
                return None if turn.actions or turn.over else False
            if turn.over or not self.market:
                return None
        of = CHARACTER_OF.get(step, acting)
        if acting == of or of not in held:
            return True
        by_card = {"move-pope-stone": "POPE_STONE", "place-crew": "NEW_CREW"}.get(step) in self.rooms.values()
        follows = turn is not None and bool(turn.actions)  # there may be nothing left to do as *acting*
        return None if by_card or follows else False

    def next_called(self, fact: Told) -> None:
        if fact["by"] != fact["seat"]:
            self.called = fact["seat"]

    def accusation_made(self, fact: Told) -> None:
        """M12: he has been asked to begin, somebody else holds it against him, and he has done nothing yet."""
        seat = fact["seat"]
        by_another = fact["by"] not in (seat, {"seat": seat})
        if fact["sin"] == "M12" and seat == self.called and by_another and not self.is_petty_sinner(seat):
            self.accused[seat] = self.version

    def sin_committed(self, fact: Told) -> None:
        """M12 alone is not in the log: that it is written down says that it was admitted.

        And where a step is taken back of which a sin was complete: its stone is placed again, for that decision.
        """
        if "of" in fact:
            self.sins.append((fact["sin"], fact["seat"], fact["of"]))
        elif fact["sin"] == "M12" and fact["seat"] in self.accused:
            self.sins.append(("M12", fact["seat"], self.accused.pop(fact["seat"])))


ANYBODY = -1
"""Whoever is named for a card."""
CHARACTER_OF: Mapping[str, str] = {
    "announce": "pope",
    "move-pope-stone": "pope",
    "open-die": "pope",
    "place-crew": "emperor",
    "take-free": "merchant",
    "turn-die": "pope",
}
"""The steps that one character alone makes."""
STEPS = frozenset(
    {
        "ActionBegan",
        "CardDiscarded",
        "CardExecuted",
        "CharacterTaken",
        "ChoiceDeclaredOver",
        "CrewPlaced",
        "Declined",
        "DieSet",
        "GoodSold",
        "ItemDropped",
        "ItemShown",
        "LetterTaken",
        "PopeStoneMoved",
        "PostRotated",
        "PretextAnnounced",
        "RoomChosen",
        "StoneReturned",
        "StoneTaken",
        "SuiteFlipped",
        "TalerPaid",
        "TalerReceived",
    }
)
"""What a player does with his hands when it is his turn."""


def is_step(fact: Told) -> bool:
    """Whether a fact is a step of a turn: stones to pay with are, Letters of an evaluation are not."""
    if fact["type"] == "SinStonePlaced":
        return fact["cause"] in ("greed", "lust")
    return fact["type"] in STEPS and fact.get("origin") not in ("display", "bonuses")


READS: Mapping[str, Callable[[Register, Told], None]] = {
    "AccusationMade": Register.accusation_made,
    "ActionBegan": Register.action_began,
    "BidPaid": Register.bid_paid,
    "BidTakenBack": Register.bid_taken_back,
    "BidsRevealed": Register.bids_revealed,
    "CardDealt": Register.card_dealt,
    "CardDiscarded": Register.card_discarded,
    "CardExecuted": Register.card_executed,
    "CathedralFinished": Register.cathedral_finished,
    "CharacterReturned": Register.character_returned,
    "CharacterTaken": Register.character_taken,
    "ChoiceDeclaredOver": Register.choice_declared_over,
    "ChoosingOrderSet": Register.choosing_order_set,
    "CrewPlaced": Register.crew_set,
    "DieSet": Register.die_set,
    "DieShown": Register.die_shown,
    "GoodSold": Register.good_sold,
    "Guessed": Register.guessed,
    "ItemDropped": Register.item_dropped,
    "ItemShown": Register.item_shown,
    "LetterGiven": Register.other_does,
    "LetterTaken": Register.letter_taken,
    "NextCalled": Register.next_called,
    "NothingGiven": Register.other_does,
    "PhaseBegan": Register.phase_began,
    "PostRotated": Register.post_rotated,
    "PreliminaryDeferred": Register.preliminary_deferred,
    "Prompted": Register.prompted,
    "RoomChosen": Register.room_chosen,
    "RoomCleared": Register.room_cleared,
    "SinCommitted": Register.sin_committed,
    "SinStonePlaced": Register.sin_stone_placed,
    "SoulMoved": Register.soul_moved,
    "SoulsPlaced": Register.souls_placed,
    "SteppedOutOfTurn": Register.stepped_out_of_turn,
    "StepsUndone": Register.steps_undone,
    "StoneDrawn": Register.stone_drawn,
    "StoneTaken": Register.stone_taken,
    "TalerGiven": Register.other_does,
    "TalerPaid": Register.taler_paid,
    "TurnDeclaredOver": Register.turn_declared_over,
    "TurnPassed": Register.turn_passed,
}
"""What is done at a fact; the others say nothing that the register asks about."""
