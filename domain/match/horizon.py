"""How far back somebody may read: what the state and the log of a match say of that, wherever they come from."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.facts import Json
from domain.kit.state import Rules, State
from domain.kit.visibility import NO_HORIZON, Horizon
from domain.match.principal import Principal


def awaits_signature(rules: Rules, state: State) -> bool:
    """Whether an official still has to sign the result."""
    return state.over and bool(rules.options.get("sign_off")) and not state.signed


def is_disclosed(rules: Rules, state: State) -> bool:
    """Whether the end is final, so that everybody may read everything.

    A result that was ruled can still be appealed against, until it is signed or the record is closed.
    """
    if not state.over or awaits_signature(rules, state):
        return False
    ruled = state.outcome is not None and state.outcome.get("reason", "played") != "played"
    return not ruled or state.signed or state.closed


def fades(rules: Rules) -> bool:
    """Whether what was seen fades while the match runs."""
    return bool(rules.options["history"] == "fading")


def horizon_of(rules: Rules, state: State, acted: Mapping[int, int], principal: Principal) -> Horizon:
    """How far back this principal may read; *acted* is the version of each seat's last own decision."""
    if principal.official or is_disclosed(rules, state):
        return NO_HORIZON
    if principal.role == "seat" and principal.seat is not None:
        return Horizon(acted.get(principal.seat, 0), fades(rules))
    return Horizon(max(acted.values(), default=0), fades(rules))


def own_decision(record: Mapping[str, Json]) -> int | None:
    """The seat whose own decision of the game this is: neither automatic nor a ``table.*`` command."""
    actor = record["actor"]
    if not isinstance(actor, dict) or record["automatic"] or record["command"]["type"].startswith("table."):
        return None
    seat: int = actor["seat"]
    return seat
