"""What is said and punished is written down, too: it is kept among what has been done."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.mea_culpa import evolve
from domain.games.mea_culpa.meta_culpa.facts import FACTS
from domain.kit.facts import Fact
from domain.kit.table.facts import Applier

APPLIERS: Mapping[type[Fact], Applier] = {
    **evolve.APPLIERS,
    **dict.fromkeys(FACTS, evolve.noting(evolve.seen_in_the_log)),
}
"""How every fact is written down, those of the base game included."""
