"""The rulesets that can be opened as they are, without a box: what holds for every ruleset is tried with these.

A ruleset that is opened with a box (``any-game``) is no single game: its boxes say how it plays and what it hides.
It has laws of its own over those. One box is installed by the tests as a ruleset: as one it is tried in the soak,
for it takes a minute of the eight that `make test` has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kit.ruleset import Ruleset, rulesets
from tests.games.playing import SOAK

OUT_OF_A_BOX = "liars-dice"
OPENABLE: Mapping[str, Ruleset[Any]] = {
    name: game for name, game in rulesets().items() if not game.boxes and (SOAK or name != OUT_OF_A_BOX)
}
