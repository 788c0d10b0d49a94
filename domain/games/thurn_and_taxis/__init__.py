"""Thurn and Taxis, with The Audience and Offices of Honour: post routes on a map, closed at the right moment.

- ``board.toml`` what is printed, ``rules.toml`` the reference numbers of the rules
- ``facts`` what can happen and who is told it
- ``commands`` what can be asked for
- ``state`` the places, and what everyone can see
- ``guards`` the rules that a command must keep
- ``decide`` the facts that follow from a command
- ``steps`` what is still due of a turn, ``flow`` how play goes on
- ``evolve`` each fact written down
- ``moves`` what can be done now
- ``scoring`` points, and who wins
- ``options`` the options of a match, and which boards it can be played on
- ``asking`` what a seat is asked, in words
- ``view`` the board as it is shown, ``sheet`` as it is printed, ``shorthand`` commands as they are typed
- ``drawing`` the board as a picture
- ``words`` what everything is called, ``naming`` which values there are
"""

from __future__ import annotations

from domain.games.thurn_and_taxis.asking import asking
from domain.games.thurn_and_taxis.commands import CHANCE_COMMANDS, COMMANDS
from domain.games.thurn_and_taxis.decide import DECIDERS, DRAWINGS, automatic, decide, lay, resume
from domain.games.thurn_and_taxis.drawing import drawing
from domain.games.thurn_and_taxis.evolve import APPLIERS
from domain.games.thurn_and_taxis.facts import FACTS
from domain.games.thurn_and_taxis.guards import GUARDS
from domain.games.thurn_and_taxis.moves import moves, thinkable
from domain.games.thurn_and_taxis.naming import VALUES, more_said
from domain.games.thurn_and_taxis.options import BOARD, OPTIONS, check_board
from domain.games.thurn_and_taxis.sheet import SHEET
from domain.games.thurn_and_taxis.shorthand import SHORTHAND
from domain.games.thurn_and_taxis.state import ThurnAndTaxis, empty, kinds
from domain.games.thurn_and_taxis.view import SCHEMA, view
from domain.kit.data import table
from domain.kit.ruleset import Ruleset

RULESET: Ruleset[ThurnAndTaxis] = Ruleset(
    id="thurn-and-taxis",
    version="1.0",
    title="Thurn and Taxis",
    seats=(2, 4),
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
    deciders=dict.fromkeys((*DRAWINGS, *DECIDERS), decide),
    resume=resume,
    pass_over=resume,
    appliers=APPLIERS,
    kinds=kinds,
    automatic=automatic,
    moves=moves,
    view=view,
    view_schema=SCHEMA,
    thinkable=thinkable,
    sheet=SHEET,
    shorthand=SHORTHAND,
    asking=asking,
    drawing=drawing,
    words=__name__,
    values=VALUES,
    more_said=more_said,
    bgg=21790,
)
