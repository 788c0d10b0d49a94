"""The values that can occur, by kind, with those of META CULPA."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.mea_culpa import naming
from domain.games.mea_culpa.meta_culpa.register import REGISTER
from domain.games.mea_culpa.meta_culpa.steps import FLOW
from domain.kit.words.values import Values, fixed

MENDED = ("reminded", "repair")
"""Why something is done that was left out: somebody has asked for it, or the turn is over."""
VALUES: Mapping[str, Values] = {
    **naming.VALUES,
    "sin": fixed(REGISTER),
    "cause": fixed(naming.CAUSES, REGISTER, "reminded", "ruling"),
    "purpose": fixed(naming.PURPOSES, "step", MENDED),
    "due": fixed(FLOW.steps),
}
