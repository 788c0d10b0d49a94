"""What can happen in Mea Culpa, and who is told it: the physical steps, one by one.

- ``rounds`` the frame of a match: the laid table, the auction, the characters
- ``turns`` what is done in turns and in the House, and what comes of it on the board
- ``evaluations`` what is told when something is counted
- ``noted`` the facts from which a turn is read

What else happens under META CULPA is in ``meta_culpa.facts``.
"""

from __future__ import annotations

from domain.games.mea_culpa.facts.evaluations import *  # noqa: F403 - a chapter of this module, as those below
from domain.games.mea_culpa.facts.evaluations import EVALUATIONS
from domain.games.mea_culpa.facts.noted import Noted as Noted
from domain.games.mea_culpa.facts.rounds import *  # noqa: F403
from domain.games.mea_culpa.facts.rounds import ROUNDS
from domain.games.mea_culpa.facts.turns import *  # noqa: F403
from domain.games.mea_culpa.facts.turns import TURNS
from domain.kit.facts import Fact
from domain.kit.steps import StepsDue

FACTS: tuple[type[Fact], ...] = (*ROUNDS, *TURNS, *EVALUATIONS, StepsDue)
