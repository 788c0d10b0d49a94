"""The rulesets that can be opened as they are, without a box: what holds for every ruleset is tried with these.

A ruleset that is opened with a box (``any-game``) is no single game: its boxes say how it plays and what it hides.
It has tests of its own over those. One box is installed by the tests as a ruleset, and is tried as one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kit.ruleset import Ruleset, rulesets

OPENABLE: Mapping[str, Ruleset[Any]] = {name: game for name, game in rulesets().items() if not game.boxes}
