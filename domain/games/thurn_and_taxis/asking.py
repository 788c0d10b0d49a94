"""What is asked of the seat that is awaited, in words, and what can be declined by going on."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.thurn_and_taxis import commands
from domain.games.thurn_and_taxis.state import ThurnAndTaxis
from domain.kit.facts import Command
from domain.kit.ruleset import Asking

_WORDS: Mapping[str, tuple[str, tuple[type[Command], ...]]] = {
    "take": ("is to take a card", (commands.TakeCard, commands.UseAdministrator)),
    "second": ("may take a second card with the Postmaster, or decline", (commands.UsePostmaster,)),
    "play": ("is to play a card", (commands.StartRoute, commands.ExtendRoute, commands.GiveUpRoute)),
    "carrier": ("may play a second card with the Postal Carrier, or decline", (commands.UseCarrier,)),
    "close": ("may close the route, or decline", (commands.CloseRoute,)),
    "cartwright": ("may use the Cartwright, or decline", (commands.UseCartwright,)),
    "limit": ("is to discard cards down to the limit", (commands.DiscardCards,)),
    "rome": ("is to move a carriage for each card", (commands.MoveCarriage,)),
    "return": ("is to return office tiles", (commands.ReturnTiles,)),
    "reward-card": ("may take a card for the tiles returned, or decline", (commands.TakeCard,)),
    "reward-house": ("may place a house for the tiles returned, or decline", (commands.PlaceHouse,)),
    "last-return": ("may return office tiles, or decline", (commands.ReturnTiles,)),
}
"""By the kind of step that is due: what its seat is asked, and the commands that answer it."""
DECLINABLE = ("second", "carrier")
"""What costs nothing to decline: a player who goes on has declined it. The rest is asked about."""


def asking(state: ThurnAndTaxis) -> Asking | None:
    """What is asked of the seat that is awaited; None where several are, or something follows by itself."""
    kind = state.wanted
    if (
        kind is None
        or kind not in _WORDS
        or state.due is not None
        or not state.awaits_seat(state.steps[0].get("seat"))
    ):
        return None
    words, answers = _WORDS[kind]
    if (kind == "second" and state.forced) or (kind == "close" and state.steps[0].get("must")):
        return Asking(state.steps[0]["seat"], words.replace("may", "must").partition(",")[0], answers)
    declinable = commands.Decline() if kind in DECLINABLE else None
    return Asking(state.steps[0]["seat"], words, (*answers, commands.Decline), declinable)
