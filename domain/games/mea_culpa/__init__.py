"""Mea Culpa: sealed bids, roles with privileges, secret donations, and souls on their way to Hell or Heaven.

The base game, which can be read without META CULPA:

- ``board.toml`` what is printed, ``rules.toml`` the reference numbers of the rules
- ``facts`` what can happen and who is told it, in the chapters ``rounds``, ``turns``, ``evaluations``
- ``commands`` what can be asked for
- ``state`` the places, and what everyone can see
- ``done`` what has been done in a turn, ``owed`` what is missing of it
- ``guards`` the rules that a command must keep, ``propositions`` the conditions in them
- ``decide`` the facts that follow from a command, ``cards`` from those of the House
- ``steps`` what is still due of an action, ``evaluation`` of a finished cathedral, ``flow`` how play goes on
- ``evolve`` each fact written down
- ``moves`` what can be done now
- ``scoring`` the track, the ranks, and who wins
- ``options`` the options of a match, and which boards it can be played on
- ``asking`` what a seat is asked, in words
- ``view`` the board as it is shown, ``drawing`` as a picture, ``sheet`` as it is printed, ``shorthand`` commands
  as they are typed
- ``words`` what everything is called, ``naming`` which values there are

``meta_culpa`` is the expansion, with tables of the same names that hold both. It is joined to the base game here.
"""

from __future__ import annotations

from domain.games.mea_culpa import commands, facts
from domain.games.mea_culpa.asking import asking
from domain.games.mea_culpa.commands import CHANCE_COMMANDS, FORCED
from domain.games.mea_culpa.decide import DRAWINGS, automatic, lay
from domain.games.mea_culpa.drawing import drawing
from domain.games.mea_culpa.meta_culpa.commands import STEP_COMMANDS
from domain.games.mea_culpa.meta_culpa.decide import DECIDERS, decide, resume
from domain.games.mea_culpa.meta_culpa.evolve import APPLIERS
from domain.games.mea_culpa.meta_culpa.facts import FACTS
from domain.games.mea_culpa.meta_culpa.guards import GUARDS, unasked
from domain.games.mea_culpa.meta_culpa.moves import can_act, moves, possible
from domain.games.mea_culpa.meta_culpa.naming import VALUES
from domain.games.mea_culpa.meta_culpa.options import OPTIONS
from domain.games.mea_culpa.meta_culpa.procedure import PROCEDURE
from domain.games.mea_culpa.meta_culpa.shorthand import SHORTHAND
from domain.games.mea_culpa.moves import thinkable
from domain.games.mea_culpa.naming import more_said
from domain.games.mea_culpa.options import BOARD, check_board
from domain.games.mea_culpa.sheet import SHEET
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
    commands=(*commands.COMMANDS, *STEP_COMMANDS, *FORCED.values()),
    chance_commands=CHANCE_COMMANDS,
    facts=(*facts.FACTS, *FACTS),
    guards=GUARDS,
    check_board=check_board,
    empty=empty,
    lay=lay,
    deciders=dict.fromkeys((*DRAWINGS, *DECIDERS), decide),
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
    can_act=can_act,
    thinkable=thinkable,
    shorthand=SHORTHAND,
    asking=asking,
    words=__name__,
    values=VALUES,
    more_said=more_said,
    drawing=drawing,
)
