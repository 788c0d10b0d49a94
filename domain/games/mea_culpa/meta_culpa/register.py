"""The register of META CULPA: each sin a plain function over what was done.

A part is what was done in one turn, or in one phase, fact by fact. A finding names the sin, the seat, the
positions in the part that prove it (the last one completes it), and what mends it. Nothing here changes anything:
the same functions place the stone when a step is made, answer an accusation, and serve the audit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from domain.games.mea_culpa.done import (
    GIVEN,
    NOBODY_AT,
    TURN_STEPS,
    Deed,
    Doings,
    Entry,
    doings,
    doings_now,
    may_be_shown,
    whose,
)
from domain.games.mea_culpa.meta_culpa.commands import PlaceStone
from domain.games.mea_culpa.scoring import nearest_hell_first
from domain.games.mea_culpa.state import (
    CHARACTERS,
    EMPEROR,
    MERCHANT,
    PETTY_SINNER,
    ROOMS,
    SUITE_5,
    MeaCulpa,
    price_of,
)
from domain.kit.facts import Command, Json
from domain.kit.state import Rules
from domain.kit.steps import Steps


@dataclass(frozen=True, slots=True)
class Finding:
    """A sin that was found: *proof* are positions in the part, the last one completes it."""

    sin: str
    seat: int
    proof: tuple[int, ...]
    repair: str | None = None

    @property
    def complete(self) -> int:
        """The position at which the sin was complete."""
        return self.proof[-1]


Read: TypeAlias = dict[tuple[int, int], Doings]
"""What seats had done before a position, by both."""


@dataclass(frozen=True)
class Part:
    """What was done, in order, and what the match is played by; *row* is that of the souls on the start.

    Sins that were complete before the position *since* are not looked for; *read* is what has been read of the
    steps before it, which others may share that go on otherwise.
    """

    rules: Rules
    row: Sequence[int]
    steps: Sequence[Entry]
    since: int = 0
    read: Read = field(default_factory=dict, compare=False, repr=False)
    read_since: Read = field(default_factory=dict, compare=False, repr=False)

    def of(self, *kinds: str) -> Iterator[tuple[int, Entry]]:
        """The steps of these types that could complete a sin, with their positions."""
        positions = range(self.since, len(self.steps))
        return ((at, self.steps[at]) for at in positions if self.steps[at]["type"] in kinds)

    def all_of(self, *kinds: str) -> Iterator[tuple[int, Entry]]:
        """All steps of these types, with their positions."""
        return ((at, step) for at, step in enumerate(self.steps) if step["type"] in kinds)

    def before(self, at: int, seat: int) -> Doings:
        """What *seat* had done before the step at this position."""
        kept = self.read if at <= self.since else self.read_since
        if (at, seat) not in kept:
            kept[at, seat] = doings(self.steps[:at], seat)
        return kept[at, seat]

    def last(self, at: int, seat: int, *kinds: str) -> int:
        """The position of the seat's last step of these types before *at*; that of *at* if there is none."""
        found = [n for n in range(at) if self.steps[n]["type"] in kinds and self.steps[n].get("seat") == seat]
        return found[-1] if found else at


Findings: TypeAlias = Iterator[Finding]


def m1(part: Part) -> Findings:
    """Takes a move back: steps of the own turn, or by choosing anew before the first choice was followed."""
    for at, step in part.of("StepsUndone"):
        yield Finding("M1", step["seat"], (at,))
    for at, step in part.of("RoomChosen"):
        visit = part.before(at, step["seat"]).deed("visit")
        if visit is None or visit.performed:
            continue
        if visit.room == SUITE_5 and step["room"] in ROOMS:
            replaced = visit.through is not None
        else:  # to leave the room that the die has shown is another sin (M6)
            replaced = visit.room is not None and not visit.by_die
        if replaced:
            yield Finding("M1", step["seat"], (part.last(at, step["seat"], "RoomChosen"), at))
    for at, step in part.of("ItemShown"):
        done = part.before(at, step["seat"])
        deed = done.deed("donate")
        dropped_first = deed is not None and step["item"] in deed.unshown
        if deed is None or dropped_first or not deed.undropped:
            continue
        if len(deed.undropped) >= may_be_shown(done.character, deed):
            yield Finding("M1", step["seat"], (part.last(at, step["seat"], "ItemShown"), at))


def m2(part: Part) -> Findings:
    """Takes a character card before the money of the bid is settled."""
    for at, step in part.of("CharacterTaken"):
        if step["with_unsettled"][step["seat"]]:
            yield Finding("M2", step["seat"], (at,), "settle")


PERFORMING = (
    "TalerPaid",
    "GoodSold",
    "ItemDropped",
    "SinStonePlaced",
    "DieSet",
    "CardExecuted",
    "StoneTaken",
    "LetterTaken",
    "TurnDeclaredOver",
)


def m3(part: Part) -> Findings:
    """Turns the post too late: performs an action, or ends the turn, with more notches missing than were found."""
    missed: dict[int, int] = {}
    for at, step in part.all_of("PostRotated", "TurnPassed", *PERFORMING):
        seat = step["seat"]
        done = part.before(at, seat)
        missing = done.notches_due - done.rotated
        if step.get("purpose") == "note":
            continue
        if step["type"] in ("PostRotated", "TurnPassed"):
            turned = step["to"] - step["with_posts"][seat] if step["type"] == "PostRotated" else missing
            missed[seat] = max(0, min(missed.get(seat, 0), missing - turned))
            continue
        if not done.deeds or not _performs(step) or done.exchanging:
            continue
        visit = done.deed("visit")
        if step["type"] == "SinStonePlaced" and step["cause"] == "lust" and visit is not None:
            missing -= visit.notches  # the stone of lust comes before the notches of the suite
        if missing > missed.get(seat, 0):
            missed[seat] = missing
            yield Finding("M3", seat, (part.last(at, seat, "ActionBegan", "RoomChosen"), at), "rotate")


def _performs(step: Entry) -> bool:
    if step["type"] == "SinStonePlaced":
        return step["cause"] in ("greed", "lust")
    if step["type"] == "StoneTaken":
        return not step["free"]
    if step["type"] == "TalerPaid":
        return "purpose" not in step
    return step["type"] != "LetterTaken" or step["origin"] in ("stacks", "suite")


def m4(part: Part) -> Findings:
    """The Merchant, or the seat that inherits the free stone, ends the turn without taking it at its end."""
    for at, step in part.of("TurnDeclaredOver"):
        seat, held = step["seat"], step["with_characters"]
        absent = held[CHARACTERS.index(MERCHANT)] is None
        nearest = nearest_hell_first(step["with_souls"], part.row, range(part.rules.seats))[0]
        entitled = step["character"] == MERCHANT or (absent and nearest == seat)
        if entitled and step["with_market"] and not part.before(at, seat).free_last:
            yield Finding("M4", seat, (at,), "take-free")


def m5(part: Part) -> Findings:
    """Takes a good, or the indulgence stone for a Letter, before it is paid."""
    for at, step in part.of("StoneTaken"):
        buy = part.before(at, step["seat"]).deed("buy")
        if step["free"] or buy is None or buy.stones:
            continue
        if buy.paid < price_of(part.rules.board, step["stone"]):
            yield Finding("M5", step["seat"], (part.last(at, step["seat"], "ActionBegan"), at), "pay")


def m6(part: Part) -> Findings:
    """The Pope starts in the House without the die, or goes to another room than it shows; once per visit."""
    for at, step in part.of("RoomChosen", "PostRotated", "SinStonePlaced", "CardExecuted"):
        seat = step["seat"]
        before, visit = part.before(at, seat).deed("visit"), part.before(at + 1, seat).deed("visit")
        if visit is not None and visit.openly and not (before is not None and before.openly):
            yield Finding("M6", seat, (part.last(at, seat, "ActionBegan", "DieShown"), at))


def m7(part: Part) -> Findings:
    """A card of the last round is not back on its space when the bids are revealed; one sin for each card."""
    for at, step in part.of("BidsRevealed"):
        for character, seat in zip(CHARACTERS, step["with_characters"], strict=True):
            if seat is not None and character != PETTY_SINNER:
                yield Finding("M7", seat, (at,), "return-card")


def m8(part: Part) -> Findings:
    """Forgets the preliminary action: declares the choice over with the Emperor's crew still on the card."""
    for at, step in part.of("ChoiceDeclaredOver"):
        seat = step["seat"]
        duties = [due for due in step["with_steps"] if due["step"] == "preliminary" and due["seat"] == seat]
        if any(EMPEROR in due["duties"] for due in duties):
            yield Finding("M8", seat, (part.last(at, seat, "CharacterTaken"), at), "place-crew")


def m9(part: Part) -> Findings:
    """Places the stone of lust too late: after the Letter of Suite 6, or the card performed through Suite 5.

    A card is performed when others have done, too, what it demands of them.
    """
    found: set[int] = set()
    for at, step in part.all_of("LetterTaken", "CardExecuted", "CardDiscarded", "TurnDeclaredOver", *OF_OTHERS):
        own = step["type"] in ("LetterTaken", "CardExecuted", "TurnDeclaredOver")
        for seat in [step["seat"]] if own else range(part.rules.seats):
            visit = part.before(at, seat).deed("visit")
            if visit is None or visit.lust >= visit.lust_due or seat in found:
                continue
            if _ends_visit(part, at, seat, visit):
                found.add(seat)
                yield Finding("M9", seat, (part.last(at, seat, "RoomChosen"), at), "place-stone")


OF_OTHERS = (*GIVEN, "SinStonePlaced")
"""What others do because of a card."""


def _ends_visit(part: Part, at: int, seat: int, visit: Deed) -> bool:
    step = part.steps[at]
    if step["type"] == "LetterTaken":
        return bool(step["origin"] == "suite")
    if visit.room != SUITE_5 or step["type"] == "TurnDeclaredOver":
        return visit.room == SUITE_5
    if step["type"] == "CardDiscarded":
        return visit.through is not None and bool(step["room"] == visit.through)
    after = part.before(at + 1, seat).deed("visit")
    return after is not None and after.used and not visit.used


def m10(part: Part) -> Findings:
    """Places the stone of greed too late: after the second of two goods."""
    for at, step in part.of("StoneTaken"):
        buy = part.before(at, step["seat"]).deed("buy")
        if not step["free"] and buy is not None and buy.stones == [step["stone"]] and not buy.greed:
            yield Finding("M10", step["seat"], (part.last(at, step["seat"], "StoneTaken"), at), "place-stone")


def m11(part: Part) -> Findings:
    """Does not show a donation, or only when somebody has asked for it."""
    for at, step in part.of("ItemDropped"):
        deed = part.before(at, step["seat"]).deed("donate")
        if deed is not None and step["item"] not in deed.undropped:
            yield Finding("M11", step["seat"], (part.last(at, step["seat"], "ActionBegan"), at), "show")
    for at, step in part.of("ItemShown"):
        seat = step["seat"]
        deed = part.before(at, seat).deed("donate")
        if deed is None or step["item"] in deed.unshown or step.get("whole"):
            continue  # (a whole donation shows what it drops, whether somebody asks or not)
        since = max(n for n in range(at) if _goes_on_donating(part.steps[n], seat))
        asked = [n for n in range(since, at) if _asks_to_show(part.steps[n], seat)]
        if asked:
            yield Finding("M11", seat, (asked[0], at))


def _goes_on_donating(step: Entry, seat: int) -> bool:
    """Whether the seat begins a donation with it, shows something or drops it."""
    began = step["type"] == "ActionBegan" and step["action"] == "donate"
    return step.get("seat") == seat and (began or step["type"] in ("ItemShown", "ItemDropped"))


def _asks_to_show(step: Entry, seat: int) -> bool:
    return bool(step["type"] == "Prompted" and step["seat"] == seat and step["what"] == "show")


def m12(part: Part) -> Findings:
    """Does not notice the own turn: is called, accused before the first step, and admits it."""
    for at, step in part.all_of("SinCommitted"):
        if step["sin"] == "M12" and "of" not in step:
            yield Finding(
                "M12", step["seat"], tuple(n for n, _ in part.all_of("NextCalled", "AccusationMade") if n < at)
            )


def m13(part: Part) -> Findings:
    """Begins a turn, or takes a step of one, out of turn."""
    for at, step in part.of("SteppedOutOfTurn"):
        yield Finding("M13", step["seat"], (at,))


REGISTER: Mapping[str, Callable[[Part], Findings]] = {
    "M1": m1,
    "M2": m2,
    "M3": m3,
    "M4": m4,
    "M5": m5,
    "M6": m6,
    "M7": m7,
    "M8": m8,
    "M9": m9,
    "M10": m10,
    "M11": m11,
    "M12": m12,
    "M13": m13,
}
"""The register: every sin by its number."""
NEVER_EXEMPT = ("M2", "M13")
"""What a player does before becoming the Petty Sinner, or out of turn."""


def findings(
    rules: Rules,
    row: Sequence[int],
    steps: Sequence[Json],
    since: int = 0,
    read: Read | None = None,
) -> list[Finding]:
    """The sins of a part, by the register that the match was opened with, in the order in which they happened.

    Only those that a step from the position *since* on completes. Who asks about several ways to go on from there
    gives the same *read* each time.
    """
    part = Part(rules, row, steps, since, {} if read is None else read)
    register = rules.options.get("register", ())
    found = [finding for sin in REGISTER if sin in register for finding in REGISTER[sin](part)]
    new = [one for one in found if one.complete >= since and not _is_exempt(part, one)]
    return sorted(new, key=lambda one: one.complete)


def _is_exempt(part: Part, finding: Finding) -> bool:
    """Whether the seat acted as the Petty Sinner (MC-PS1), or nobody sat there."""
    if finding.seat in part.steps[finding.complete].get(NOBODY_AT, ()):
        return True
    if finding.sin in NEVER_EXEMPT:
        return False
    at = finding.complete + (part.steps[finding.complete]["type"] == "CharacterTaken")
    acting = part.before(at, finding.seat)
    undone = part.steps[finding.complete]["type"] == "StepsUndone"
    return acting.character == PETTY_SINNER and not (acting.over and undone)


# -- at the table -------------------------------------------------------------------------------------------


def unpaid(state: MeaCulpa) -> list[Finding]:
    """The sins of this turn that have cost no stone yet."""
    return _without_paid(findings(state.rules, state.row, state.done), state.done)


def _without_paid(found: list[Finding], entries: tuple[Entry, ...]) -> list[Finding]:
    paid = [
        (entry["seat"], entry["sin"]) for entry in entries if entry["type"] == "SinCommitted" and "of" not in entry
    ]
    rest = []
    for finding in found:
        key = (finding.seat, finding.sin)
        if key in paid:
            paid.remove(key)
        else:
            rest.append(finding)
    return rest


def callable_sins(state: MeaCulpa, seat: int) -> list[str]:
    """The sins of a seat that somebody can still accuse it of: until another seat's first turn step."""
    entries = (*state.before, *state.done)
    found = [*findings(state.rules, state.row, state.before)]
    found += [
        Finding(one.sin, one.seat, tuple(at + len(state.before) for at in one.proof), one.repair)
        for one in findings(state.rules, state.row, state.done)
    ]
    others = [at for at, entry in enumerate(entries) if entry["type"] in TURN_STEPS and entry["seat"] != seat]
    unpaid_ones = _without_paid([one for one in found if one.seat == seat], entries)
    return [one.sin for one in unpaid_ones if not any(at > one.complete for at in others)]


def unpunished(state: MeaCulpa, since: int) -> bool:
    """Whether a stone has to be placed at once for what was done from this position on."""
    return state.punishes and bool(findings(state.rules, state.row, state.done, since))


def may_come_to_sin(state: MeaCulpa, command: Command, steps: Steps) -> bool:
    """Whether what follows by itself can complete a sin: the own stone, or what a card makes others do (MC-M9)."""
    if isinstance(command, PlaceStone):
        return True
    seat = whose(state)
    follows = any(due["step"] == "give-letter" or due.get("cause") == "card" for due in steps)
    if not state.punishes or seat is None or not follows:
        return False
    visit = doings_now(state, seat).deed("visit")
    return visit is not None and visit.others_due > 0 and visit.lust < visit.lust_due
