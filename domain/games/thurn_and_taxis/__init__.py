"""Thurn and Taxis, with The Audience and Offices of Honour: post routes on a map, closed at the right moment.

``board.toml`` holds what is printed, ``rules.toml`` the reference numbers; then facts, commands, state, guards,
decide, evolve, moves, scoring, view and options, each in the file of its name. ``steps`` and ``flow`` go with
decide: what is still due of a turn, which can be interrupted, and how it goes on.
"""

from __future__ import annotations

from domain.games.thurn_and_taxis.asking import asking
from domain.games.thurn_and_taxis.commands import CHANCE_COMMANDS, COMMANDS
from domain.games.thurn_and_taxis.decide import DECIDERS, DRAWINGS, automatic, decide, lay, resume
from domain.games.thurn_and_taxis.evolve import APPLIERS
from domain.games.thurn_and_taxis.facts import FACTS
from domain.games.thurn_and_taxis.guards import GUARDS
from domain.games.thurn_and_taxis.moves import moves, thinkable
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
)
