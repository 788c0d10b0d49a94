"""Mea Culpa: sealed bids, roles with privileges, secret donations, and souls on their way to Hell or Heaven.

``board.toml`` holds what is printed, ``rules.toml`` the reference numbers; then facts, commands, state, guards,
decide, evolve, moves, scoring, view and options, each in the file of its name. ``steps`` goes with decide: what
is still due of an action that can be interrupted.
"""

from __future__ import annotations

from domain.games.mea_culpa.asking import asking
from domain.games.mea_culpa.commands import CHANCE_COMMANDS, COMMANDS
from domain.games.mea_culpa.decide import DECIDERS, DRAWINGS, automatic, decide, lay, resume
from domain.games.mea_culpa.evolve import APPLIERS
from domain.games.mea_culpa.facts import FACTS
from domain.games.mea_culpa.guards import GUARDS, unasked
from domain.games.mea_culpa.meta_culpa.decide import BY_HAND
from domain.games.mea_culpa.meta_culpa.procedure import PROCEDURE
from domain.games.mea_culpa.moves import moves, possible, thinkable
from domain.games.mea_culpa.options import BOARD, OPTIONS, check_board
from domain.games.mea_culpa.sheet import SHEET
from domain.games.mea_culpa.shorthand import SHORTHAND
from domain.games.mea_culpa.state import MeaCulpa, amounts, empty, kinds
from domain.games.mea_culpa.view import SCHEMA, view
from domain.kit.data import table
from domain.kit.ruleset import Ruleset

RULESET: Ruleset[MeaCulpa] = Ruleset(
    id="mea-culpa",
    version="1.0",
    title="Mea Culpa",
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
    deciders=dict.fromkeys((*DRAWINGS, *DECIDERS, *BY_HAND), decide),
    resume=resume,
    pass_over=resume,
    appliers=APPLIERS,
    kinds=kinds,
    amounts=amounts,
    automatic=automatic,
    moves=moves,
    view=view,
    view_schema=SCHEMA,
    sheet=SHEET,
    procedure=PROCEDURE,
    unasked=unasked,
    possible=possible,
    thinkable=thinkable,
    shorthand=SHORTHAND,
    asking=asking,
)
