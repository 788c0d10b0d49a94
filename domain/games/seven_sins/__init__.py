"""7 – The Sins, with the Penitence variant: everybody sees what is taken, nobody may look at it again.

- ``board.toml`` what is printed, ``rules.toml`` the reference numbers of the rules
- ``facts`` what can happen and who is told it
- ``commands`` what can be asked for
- ``state`` the places, and what everyone can see
- ``guards`` the rules that a command must keep
- ``decide`` the facts that follow from a command
- ``evolve`` each fact written down
- ``moves`` what can be done now
- ``scoring`` points, and who wins
- ``options`` the options of a match, and which boards it can be played on
- ``view`` the board as it is shown, ``sheet`` as it is printed, ``shorthand`` commands as they are typed
- ``words`` what everything is called, ``naming`` which values there are
- ``drawing`` the board as a picture
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.seven_sins.commands import CHANCE_COMMANDS, COMMANDS
from domain.games.seven_sins.decide import DECIDERS, automatic, conclude, lay, pass_over
from domain.games.seven_sins.drawing import drawing
from domain.games.seven_sins.evolve import APPLIERS
from domain.games.seven_sins.facts import FACTS
from domain.games.seven_sins.guards import GUARDS
from domain.games.seven_sins.moves import moves, thinkable
from domain.games.seven_sins.naming import VALUES, more_said
from domain.games.seven_sins.options import BOARD, OPTIONS, check_board
from domain.games.seven_sins.sheet import SHEET
from domain.games.seven_sins.shorthand import SHORTHAND
from domain.games.seven_sins.state import SevenSins, empty, kinds
from domain.games.seven_sins.view import SCHEMA, view
from domain.kit.data import table
from domain.kit.facts import Fact
from domain.kit.ruleset import Ruleset


def _resume(state: SevenSins) -> Iterator[Fact]:
    """Only the end waits to be told: what the first cards were."""
    return conclude(state)


RULESET: Ruleset[SevenSins] = Ruleset(
    id="seven-sins",
    version="1.0",
    title="7 – The Sins",
    seats=(2, 5),
    options=OPTIONS,
    board=table(__name__, "board.toml")["values"],
    board_schema=BOARD,
    rules=table(__name__, "rules.toml")["rules"],
    commands=COMMANDS,
    chance_commands=CHANCE_COMMANDS,
    facts=FACTS,
    guards=GUARDS,
    check_board=check_board,
    empty=empty,
    lay=lay,
    deciders=DECIDERS,
    resume=_resume,
    pass_over=pass_over,
    appliers=APPLIERS,
    kinds=kinds,
    automatic=automatic,
    moves=moves,
    view=view,
    view_schema=SCHEMA,
    thinkable=thinkable,
    sheet=SHEET,
    shorthand=SHORTHAND,
    words=__name__,
    values=VALUES,
    drawing=drawing,
    more_said=more_said,
)
