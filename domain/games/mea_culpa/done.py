"""What has been done: the facts of a turn, and what can be read from them.

Where steps are entered one by one, the state keeps the public part of the facts since the turn (or the phase)
began: ``done``, and those of the turn before it: ``before``. Everybody was told all of it. What is still
missing of an action, and which sin a step completes, is read from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from domain.games.mea_culpa import facts
from domain.games.mea_culpa.state import (
    CHARACTERS,
    EMPEROR,
    INDULGENCE,
    PETTY_SINNER,
    POPE,
    ROOMS,
    SUITE_5,
    MeaCulpa,
)
from domain.kit.facts import Json
from domain.kit.guards import Actor

Entry: TypeAlias = Mapping[str, Json]
"""The public part of a fact, with what everyone could see when it happened."""

NOBODY_AT = "with_nobody_at"
"""The member of an entry that says at which seats nobody sat, if there were any."""

TURN_STEPS = frozenset(
    fact.TYPE
    for fact in (
        facts.ActionBegan,
        facts.TalerPaid,
        facts.StoneTaken,
        facts.GoodSold,
        facts.ItemShown,
        facts.ItemDropped,
        facts.PostRotated,
        facts.RoomChosen,
        facts.PretextAnnounced,
        facts.DieSet,
        facts.CharacterTaken,
        facts.CrewPlaced,
        facts.PopeStoneMoved,
        facts.TurnDeclaredOver,
    )
) | {"ChoiceDeclaredOver"}
"""The types of the facts by which a seat plays its turn."""


def entry_of(state: MeaCulpa, fact: facts.Noted) -> Entry:
    """What is kept of a fact that is about to happen."""
    entry: dict[str, Json] = {"type": fact.TYPE}
    for declared in fact.FIELDS:
        value = getattr(fact, declared.name)
        if declared.public and value is not None:
            entry[declared.name] = list(value) if isinstance(value, tuple) else value
    for name in fact.SEES:
        entry[f"with_{name}"] = list(getattr(state, name))
    if state.empty_seats:
        entry[NOBODY_AT] = list(state.empty_seats)
    if isinstance(fact, facts.TurnDeclaredOver):
        entry["with_market"] = len(state.places["market"])
    return entry


# -- what can be read of it ---------------------------------------------------------------------------------


@dataclass
class Deed:
    """One action of a turn, as far as it has come; *chosen* counts the rooms that were named one after another.

    *by_die* says that the room is the one that the die has shown, and no choice.
    Of a card that was *executed*, *others_due* is how much others still have to do for it. A Pope's visit goes on
    *openly* from the step on that breaks MC-M6. An action is *left* as it is where another one of its kind was
    begun, against the rules.
    """

    kind: str
    second: bool
    paid: int = 0
    stones: list[str] = field(default_factory=list)
    greed: int = 0
    letters: int = 0
    returned: int = 0
    sold: list[str] = field(default_factory=list)
    received: int = 0
    shown: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    room: int | None = None
    chosen: int = 0
    through: int | None = None
    notches: int = 0
    lust_due: int = 0
    lust: int = 0
    flipped: bool = False
    executed: bool = False
    others_due: int = 0
    performed: bool = False
    discarded: bool = False
    yellow: bool = False
    announced: bool = False
    die_set: bool = False
    guessed: bool = False
    die: int | None = None
    by_die: bool = False
    openly: bool = False
    left: bool = False

    @property
    def unshown(self) -> list[str]:
        """What was dropped without having been shown."""
        rest = list(self.shown)
        return [item for item in self.dropped if not _taken_out(rest, item)]

    @property
    def undropped(self) -> list[str]:
        """What was shown and has not been dropped."""
        rest = list(self.dropped)
        return [item for item in self.shown if not _taken_out(rest, item)]

    @property
    def card_room(self) -> int | None:
        """The room whose card is to be performed, if one has been chosen."""
        room = self.through if self.room == SUITE_5 else self.room
        return room if room in ROOMS else None

    @property
    def in_order(self) -> bool:
        """Whether the die was set, guessed by another, and shown (MC-I1 to MC-I3)."""
        return self.die_set and self.guessed and self.die is not None

    @property
    def noted(self) -> bool:
        """Whether the die has shown a room that was too dear, and the visit is over (MC-I6)."""
        return self.in_order and self.room is None and not self.openly

    @property
    def used(self) -> bool:
        """Whether a card was performed to its last step: also others have done what it demands of them."""
        return self.executed and not self.others_due


def _taken_out(items: list[str], item: str) -> bool:
    if item in items:
        items.remove(item)
        return True
    return False


@dataclass
class Doings:
    """What a seat has done in its turn, or in its part of choosing characters.

    *free* says that it has taken a free stone, *free_last* that it has done nothing since; while it exchanges an
    indulgence stone that was free, *exchanging* does.
    """

    seat: int
    character: str | None
    deeds: list[Deed] = field(default_factory=list)
    rotated: int = 0
    petty_due: int = 0
    petty: int = 0
    free: bool = False
    free_last: bool = False
    exchanging: bool = False
    over: bool = False

    @property
    def notches_due(self) -> int:
        """How far the post should have been turned by now."""
        return sum(deed.second + deed.notches for deed in self.deeds)

    @property
    def unturned(self) -> int:
        """How many notches are missing."""
        return max(0, self.notches_due - self.rotated)

    @property
    def ahead(self) -> int:
        """How many notches were turned before they were due."""
        return max(0, self.rotated - self.notches_due)

    @property
    def current(self) -> list[Deed]:
        """The actions that are not left as they are."""
        return [deed for deed in self.deeds if not deed.left]

    def deed(self, kind: str) -> Deed | None:
        """The action of this kind: a turn has one at most (MC-T3)."""
        return next((deed for deed in self.deeds if deed.kind == kind and not deed.left), None)


def doings(entries: Iterable[Entry], seat: int) -> Doings:
    """What *seat* has done since its turn, or its part of choosing, began."""
    done = Doings(seat, None)
    good_of_card = False
    for entry in entries:
        kind = entry["type"]
        if entry.get("seat") != seat:
            _of_others(done, kind, entry)
        elif kind in ("TurnPassed", "CharacterTaken"):
            done = Doings(seat, entry["character"])
            done.petty_due = 2 if kind == "CharacterTaken" and entry["character"] == PETTY_SINNER else 0
        elif kind in ("TurnDeclaredOver", "ChoiceDeclaredOver"):
            done.over = True
        elif kind == "StoneTaken" and entry["free"] and not good_of_card:
            done.free = done.free_last = True
            done.exchanging = entry["stone"] == INDULGENCE
        elif kind == "StoneTaken" and entry["free"]:
            done.free_last = False  # by the card, not at the end of a turn
        elif kind == "StoneReturned" and done.exchanging:
            done.exchanging = False
        elif kind != "LetterTaken" or not done.exchanging:
            _own(done, kind, entry)
        good_of_card = kind == "CardExecuted" and entry.get("card") == "TAKE_GOOD" and entry["seat"] == seat
    return done


def _of_others(done: Doings, kind: str, entry: Entry) -> None:
    """What others do about a visit, and what lies on the board and belongs to nobody."""
    visit = done.deed("visit")
    if visit is None:
        return
    if kind == "Guessed":
        visit.guessed = True
    elif kind in GIVEN or (kind == "SinStonePlaced" and entry["cause"] == "card"):
        visit.others_due -= visit.others_due > 0
    elif kind == "CardDiscarded" and visit.card_room == entry["room"] and not visit.discarded:
        visit.discarded = True
        done.free_last = False
    elif kind == "SuiteFlipped" and not visit.flipped:
        visit.flipped = True
        done.free_last = False


def _own(done: Doings, kind: str, entry: Entry) -> None:
    if is_reminded(entry) and (done.character != PETTY_SINNER or done.over):
        return  # it belongs to a turn before this one
    name = kind_of(kind, entry)
    if kind == "ActionBegan":
        earlier = done.deed(entry["action"])
        if earlier is not None:
            earlier.left = True
        done.deeds.append(Deed(entry["action"], entry["second"]))
    elif kind == "PostRotated":
        if entry["purpose"] != "note":
            _rotated(done, entry)
    elif kind == "CardExecuted":
        _executed(done, entry)
    elif kind == "SinStonePlaced" and entry["den"] == "petty" and entry["cause"] in ("petty", "reminded"):
        done.petty += 1
    elif name is not None:
        _read(done, kind, name, entry)
    else:
        return
    done.free_last = False


def is_reminded(entry: Entry) -> bool:
    """Whether it mends what the Petty Sinner has left out, after a reminder."""
    return "reminded" in (entry.get("purpose"), entry.get("cause"))


def _rotated(done: Doings, entry: Entry) -> None:
    """Notches that nothing asks for but a room are turned for it: a Pope's visit has begun without the die.

    As long as the die has not been set, and another action can follow, one of them may be for that.
    """
    by = entry["to"] - entry["with_posts"][done.seat]
    visit = done.deed("visit")
    if entry["purpose"] == "step" and visit is not None and done.character == POPE:
        to_come = len(done.deeds) < 2 and not visit.die_set
        visit.openly |= not visit.in_order and by > done.unturned + to_come - done.ahead
    done.rotated += by


def _executed(done: Doings, entry: Entry) -> None:
    visit = _visit(done)
    visit.performed = visit.executed = True
    visit.openly |= done.character == POPE and not visit.in_order
    visit.others_due = _due_of_others(entry)


GIVEN = ("LetterGiven", "TalerGiven", "NothingGiven")
"""What somebody does of whom a card demands something."""
GIVES: Mapping[str, str] = {"EMP_LETTER": EMPEROR, "POPE_YELLOW": POPE}
"""Which character has to give something because of a card."""


def _due_of_others(entry: Entry) -> int:
    """How often others have to place, or give, something because of the card that is performed."""
    card, seat, held = entry["card"], entry["seat"], entry["with_characters"]
    if card in GIVES:
        return int(held[CHARACTERS.index(GIVES[card])] not in (None, seat))
    others = len(entry["with_posts"]) - 1
    return {"STEAL_3": 1, "LUST_2": 2 * others, "GREED_2": 2 * others}.get(card, 0)


def _visit(done: Doings) -> Deed:
    """The visit that is going on; before the turns nobody begins an action for it."""
    deed = done.deed("visit")
    if deed is None:
        deed = Deed("visit", second=False)
        done.deeds.append(deed)
    return deed


OF_KIND: Mapping[str, str] = {
    "TalerPaid": "buy",
    "StoneTaken": "buy",
    "StoneReturned": "buy",
    "GoodSold": "sell",
    "TalerReceived": "sell",
    "ItemShown": "donate",
    "ItemDropped": "donate",
    "RoomChosen": "visit",
    "Declined": "visit",
    "PretextAnnounced": "visit",
    "DieSet": "visit",
    "DieShown": "visit",
}
"""To which kind of action a step belongs; of some it depends."""


def kind_of(kind: str, entry: Entry) -> str | None:
    """To which kind of action a step belongs, if to any."""
    if kind == "LetterTaken":
        return {"suite": "visit", "stacks": "buy"}.get(entry["origin"])
    if kind == "SinStonePlaced":
        cause = entry["den"] if entry["cause"] == "reminded" else entry["cause"]
        return {"lust": "visit", "greed": "buy"}.get(cause)
    return OF_KIND.get(kind)


def _read(done: Doings, kind: str, name: str, entry: Entry) -> None:
    """What a step adds to the action that it belongs to."""
    begins_visit = kind in ("RoomChosen", "SinStonePlaced") and name == "visit"
    deed = _visit(done) if begins_visit else done.deed(name)
    if deed is not None:
        READ[name](done, deed, kind, entry)


def _bought(_: Doings, deed: Deed, kind: str, entry: Entry) -> None:
    if kind == "SinStonePlaced":
        deed.greed += 1
    elif kind == "TalerPaid":
        deed.paid += entry["amount"]
    elif kind == "StoneTaken":
        deed.stones.append(entry["stone"])
    elif kind == "LetterTaken":
        deed.letters += 1
    elif kind == "StoneReturned":
        deed.returned += 1


def _sold(_: Doings, deed: Deed, kind: str, entry: Entry) -> None:
    if kind == "GoodSold":
        deed.sold.append(entry["good"])
    elif kind == "TalerReceived":
        deed.received += len(deed.sold) > deed.received


def _donated(done: Doings, deed: Deed, kind: str, entry: Entry) -> None:
    if kind == "ItemShown":
        _shown(deed, entry["item"], may_be_shown(done.character, deed))
    elif kind == "ItemDropped":
        deed.dropped.append(entry["item"])


def _visited(done: Doings, deed: Deed, kind: str, entry: Entry) -> None:
    if kind == "RoomChosen":
        through = deed.room == SUITE_5 and entry["room"] in ROOMS
        astray = not deed.in_order or (not through and entry["room"] != deed.die)
        _room_read(deed, entry)
        deed.openly |= done.character == POPE and astray
    elif kind == "SinStonePlaced":
        deed.lust += 1
        deed.openly |= done.character == POPE and not deed.in_order
    elif kind == "LetterTaken":
        deed.yellow = True
    elif kind == "Declined":
        deed.performed = True
    elif kind == "PretextAnnounced":
        deed.announced = True
    elif kind == "DieSet":
        deed.die_set = True
    elif kind == "DieShown":
        deed.die = entry["room"]


READ: Mapping[str, Callable[[Doings, Deed, str, Entry], None]] = {
    "buy": _bought,
    "sell": _sold,
    "donate": _donated,
    "visit": _visited,
}
"""How a step is read, by the kind of its action."""


def _room_read(deed: Deed, entry: Entry) -> None:
    if deed.room == SUITE_5 and entry["room"] in ROOMS:
        deed.through = entry["room"]
        return
    deed.by_die = not deed.openly and not deed.chosen and entry["room"] == deed.die
    deed.room = entry["room"]
    deed.chosen += 1
    deed.notches = entry.get("notches", 0)
    deed.lust_due = entry.get("stones", 0)


def _shown(deed: Deed, item: str, most: int) -> None:
    """Shown late, or for the first time; what is shown instead of something else takes its place (MC-M1)."""
    waiting = deed.undropped
    if item not in deed.unshown and waiting and len(waiting) >= most:
        deed.shown.remove(waiting[-1])
    deed.shown.append(item)


def may_be_shown(character: str | None, deed: Deed) -> int:
    """How many things may still be shown and not yet dropped (MC-R74)."""
    return max(1, (2 if character == EMPEROR else 1) - len(deed.dropped))


def read(state: MeaCulpa, seat: int) -> Doings:
    """What *seat* has done in this turn or part; kept as long as nothing more is done."""
    kept = state.read.get(seat)
    if kept is None or kept[0] is not state.done:
        kept = state.read[seat] = (state.done, doings(state.done, seat))
    done: Doings = kept[1]
    return done


# -- whose turn it is ---------------------------------------------------------------------------------------


def whose(state: MeaCulpa) -> int | None:
    """The seat whose turn it is, or whose part of choosing characters."""
    if state.phase == "actions":
        return state.holder(str(state.turn))
    if state.phase == "characters":
        parts = [due["seat"] for due in state.steps if due["step"] == "part"]
        if parts:
            seat: int = parts[0]
            return seat
        return state.order[state.chosen] if state.chosen < len(state.order) else None
    return None


IN_HAND = ("act", "part", "visit", "preliminary")
"""Where a seat can go on step by step: in its turn, and in its part of choosing characters."""


def doings_now(state: MeaCulpa, seat: int) -> Doings:
    """What a seat has done in its turn or part, if it is its turn; otherwise nothing."""
    return read(state, seat) if whose(state) == seat else Doings(seat, None)


# -- the card that a visit has come to ----------------------------------------------------------------------


def card_due(state: MeaCulpa, seat: int) -> tuple[int, str] | None:
    """The room and card that a visit made step by step has come to."""
    if not state.by_steps or state.wanted not in IN_HAND or whose(state) != seat:
        return None
    visit = doings_now(state, seat).deed("visit")
    if visit is None or visit.card_room is None or visit.performed or visit.discarded:
        return None
    card = state.card_in(visit.card_room)
    return None if card is None else (visit.card_room, card)


def card_to_perform(state: MeaCulpa, seat: Actor) -> str | None:
    """The card that the seat is to perform: a visit has come to it, as a whole or step by step."""
    if state.wanted == "perform" and state.due is None and state.steps[0]["seat"] == seat:
        card: str = state.steps[0]["card"]
        return card
    by_steps = card_due(state, int(seat))
    return None if by_steps is None else by_steps[1]
