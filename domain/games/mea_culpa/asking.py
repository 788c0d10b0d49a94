"""What is asked of the seat that is awaited, in words, and what can be declined by going on.

Under META CULPA nothing can: to go on out of turn is a sin, or declares the turn before over.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.mea_culpa import commands
from domain.games.mea_culpa.owed import owed_now
from domain.games.mea_culpa.state import MeaCulpa
from domain.kit.facts import Command
from domain.kit.ruleset import Asking

_CARD: tuple[type[Command], ...] = (
    commands.Perform,
    commands.MovePopeStone,
    commands.PlaceCrew,
    commands.MoveCrew,
    commands.TakeGood,
    commands.Rob,
    commands.Decline,
)
_ACTS: tuple[type[Command], ...] = (
    commands.Buy,
    commands.Sell,
    commands.Donate,
    commands.Visit,
    commands.SetDie,
    commands.Pass,
)
_WORDS: Mapping[str, tuple[str, tuple[type[Command], ...]]] = {
    "character": ("is to choose a character", (commands.ChooseCharacter,)),
    "preliminary": (
        "is to make its preliminary action",
        (commands.MovePopeStone, commands.PlaceCrew, commands.Decline, commands.Wait),
    ),
    "visit": ("may visit the House before the turns, or decline", (commands.Visit, commands.Decline)),
    "act": ("is to act, or to pass", _ACTS),
    "room": ("is to choose a room", (commands.ChooseRoom,)),
    "perform": ("is to perform the card of the room, or to decline", _CARD),
    "free-stone": ("is to take a free stone", (commands.TakeFree,)),
    "guess": ("is to guess the room", (commands.Guess,)),
    "stones": ("is to empty a den", (commands.EmptyDen,)),
    "give-letter": ("is to give a Letter", (commands.GiveLetter,)),
    "pick": ("is to pick a Letter", (commands.Pick,)),
}
"""By the kind of decision that is due: what its seat is asked, and the commands that answer it."""


def asking(state: MeaCulpa) -> Asking | None:
    """What is asked of the seat that is awaited; None where several are, or something follows by itself."""
    seats = [who["seat"] for who in state.awaiting if isinstance(who, dict) and "seat" in who]
    if (
        state.wanted is None
        or state.wanted not in _WORDS
        or state.due is not None
        or len(seats) != 1
        or state.by_register
    ):
        return None
    words, answers = _WORDS[state.wanted]
    if state.wanted == "act" and state.actions:
        declinable = None if owed_now(state, seats[0]) else commands.Pass()
        return Asking(seats[0], "may act once more, or pass", answers, declinable)
    return Asking(seats[0], words, answers)
