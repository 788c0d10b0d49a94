"""What is missing of what was begun, and what is kept for it: money, and notches of the post.

All of it is read from what has been done (see ``done``). Where no steps are entered one by one nothing is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.games.mea_culpa.done import (
    IN_HAND,
    TURN_STEPS,
    Deed,
    Doings,
    Entry,
    doings,
    doings_now,
    is_reminded,
    read,
    whose,
)
from domain.games.mea_culpa.state import INDULGENCE, PETTY_SINNER, SUITE_5, SUITE_6, MeaCulpa


def price_owed(state: MeaCulpa, deed: Deed) -> int:
    """What is still to be paid of a buy: two of a good for the price of one (MC-K3)."""
    return max(0, state.price_of(deed.stones[0]) - deed.paid) if deed.stones else 0


def owed(state: MeaCulpa, done: Doings) -> dict[str, int]:
    """What is missing of what has been begun, by the command that does it; in the order in which it is due."""
    to_the_top = state.notches_above(done.seat)
    found: dict[str, int] = {
        "place-stone:petty": done.petty_due - done.petty,
        "rotate": min(done.unturned, to_the_top),  # the note may have turned the post already (MC-I6)
    }
    for deed in done.current:
        for name, number in _owed(state, deed):
            found[name] = found.get(name, 0) + number
    if state.phase == "characters" and state.unsettled[done.seat] and done.character is not None:
        found["settle"] = state.unsettled[done.seat]
    return {name: number for name, number in found.items() if number > 0}


def unfinished(state: MeaCulpa, seat: int) -> dict[str, int]:
    """What is missing of the seat's turn, while it has not declared it over."""
    done = read(state, seat)
    return {} if done.over else owed(state, done)


def _owed(state: MeaCulpa, deed: Deed) -> Iterator[tuple[str, int]]:
    if deed.kind == "buy":
        yield "pay", price_owed(state, deed)
        greedy = len(deed.stones) == 2
        yield "place-stone:greed", int(greedy) - deed.greed
        letter = deed.stones == [INDULGENCE]
        yield "take-letter", int(letter and not deed.letters and bool(state.colours_left()))
        yield "return-stone", int(letter) - deed.returned
        yield (
            "take-stone",
            int(bool(deed.paid) and not deed.stones) or int(deed.greed > 0 and len(deed.stones) < 2),
        )
    elif deed.kind == "sell":
        yield "receive", len(deed.sold) - deed.received
    elif deed.kind == "donate":
        yield "show", len(deed.unshown)
        yield "drop", len(deed.undropped)
    elif deed.room is not None:
        yield "place-stone:lust", deed.lust_due - deed.lust
        if deed.room == SUITE_6:
            yield "take-letter", int(not deed.yellow)
            return
        yield "flip", int(deed.room == SUITE_5 and not deed.flipped)
        yield "name-room", int(deed.card_room is None)
        yield "perform", int(deed.card_room is not None and not deed.performed)
        yield "discard", int(deed.card_room is not None and not deed.discarded)
    elif deed.announced and not deed.openly:
        yield "turn-die", int(not deed.die_set)


OWED = (
    "settle",
    "rotate",
    "pay",
    "place-stone:petty",
    "place-stone:greed",
    "place-stone:lust",
    "take-stone",
    "take-letter",
    "return-stone",
    "receive",
    "show",
    "drop",
    "name-room",
    "flip",
    "turn-die",
    "perform",
    "discard",
)
"""What can be missing, by the command that does it; of a stone, with its den."""
OMISSIBLE = ("pay", "rotate", "place-stone:petty", "place-stone:greed", "place-stone:lust")
"""What the Petty Sinner may leave out."""


def own_part(entries: Sequence[Entry], seat: int, character: str) -> Sequence[Entry]:
    """The entries from the last time on that *seat* began to act as *character*; none if it has not."""
    for position in range(len(entries) - 1, -1, -1):
        entry = entries[position]
        began = entry["type"] in ("TurnPassed", "CharacterTaken") and entry["seat"] == seat
        if began and entry["character"] == character:
            return entries[position:]
    return ()


def left_out(state: MeaCulpa) -> dict[str, int]:
    """What the Petty Sinner has left out, as long as a reminder is possible.

    That is until another seat's first turn step after it; or before the posts are compared until everybody else
    lets it pass.
    """
    seat = state.holder(PETTY_SINNER)
    if not state.by_register or seat is None:
        return {}
    entries = own_part((*state.before, *state.done), seat, PETTY_SINNER)
    own: list[Entry] = []
    passed: set[int] = set()
    mended: set[str] = set()
    over = False
    for entry in entries:
        if entry["type"] == "OmissionPassed":
            passed.add(entry["seat"])
        elif over and entry["type"] == "OmissionMended":
            mended.add(entry["step"])
        elif over and entry["type"] in TURN_STEPS and entry["seat"] != seat and not _is_mending(entry):
            return {}
        elif not over:
            own.append(entry)
            over = entry["type"] in ("TurnDeclaredOver", "ChoiceDeclaredOver")
    if len(passed) == state.rules.seats - 1:
        return {}
    missing = owed(state, doings(own, seat))
    return {name: number for name, number in missing.items() if name in OMISSIBLE and name not in mended}


def _is_mending(entry: Entry) -> bool:
    return entry.get("purpose") == "repair" or is_reminded(entry)


# -- now ----------------------------------------------------------------------------------------------------


def owed_now(state: MeaCulpa, seat: int) -> dict[str, int]:
    """What is missing of what the seat has begun."""
    if not state.by_steps or whose(state) != seat or state.wanted not in (*IN_HAND, "character"):
        return {}
    return owed(state, doings_now(state, seat))


def reserved(state: MeaCulpa, seat: int) -> Mapping[str, int]:
    """What the seat has left out as the Petty Sinner, in a turn that is over, and may be reminded of (MC-PS1)."""
    if seat != state.holder(PETTY_SINNER):
        return {}
    now = doings_now(state, seat)
    return {} if now.character == PETTY_SINNER and not now.over else left_out(state)


def spendable(state: MeaCulpa, seat: int) -> int:
    """The money behind the screen, without what is owed, or what the Petty Sinner may be reminded of (MC-PS1)."""
    return state.money(seat) - reserved(state, seat).get("pay", 0) - owed_now(state, seat).get("pay", 0)


def notches_left(state: MeaCulpa, seat: int) -> int:
    """How far the post can be turned for something new: an action, or a room.

    Notches that are missing are kept, and those that the Petty Sinner may be reminded of (MC-PS1). Notches that
    were turned too early count.
    """
    done = doings_now(state, seat)
    return state.notches_above(seat) - reserved(state, seat).get("rotate", 0) - done.unturned + done.ahead


def may_turn(state: MeaCulpa) -> bool:
    """Whether the post of the seat whose turn it is can be turned for a second action."""
    seat = whose(state)
    return seat is not None and notches_left(state, seat) > 0
