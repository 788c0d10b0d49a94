"""How a match stands: what a view, the printed record and the catalogue say of it, made in one place."""

from __future__ import annotations

from typing import Any

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset
from domain.kit.state import State

SIGNED = ("by", "upto", "line", "lapsed", "own")
"""What is told of a countersignature."""


def seen(game: Ruleset[Any], state: State) -> dict[str, Json]:
    """What a (masked) state shows: how the match stands, and the board. Pictures are made of this alone."""
    return {**standing(state), "board": game.view(state)}


def standing(state: State) -> dict[str, Json]:
    """How a match stands: status, whom it awaits, what is asked for, the outcome, what the set lacks; who calls
    for an arbiter, who has countersigned the board, and which seats are empty."""
    asked, joining = state.consent, state.joining
    return {
        "status": state.status,
        "awaiting": list(state.awaiting),
        "consent": asked and {name: asked[name] for name in ("seat", "decisions", "left")},
        "joining": joining and joining["asked"],
        "outcome": state.outcome,
        "proposed": state.proposed,
        "missing": dict(sorted(state.missing.items())),
        "signed": state.signed,
        "calls": list(state.calls),
        "countersigned": [{name: one[name] for name in SIGNED if name in one} for one in state.countersigned],
        **({"empty": list(state.empty_seats)} if state.empty_seats else {}),
    }
