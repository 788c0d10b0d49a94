"""Any game: a table with the pieces of a box on it, without the rules of the game that is played with them.

- ``box`` what is in a box, ``checking`` what is wrong with one, ``options`` the shape of one
- ``boxes`` those that come with the service
- ``rules.toml`` the reference numbers of what holds with every box
- ``facts`` what can happen and who is told it, ``commands`` what can be asked for
- ``state`` the places, and what everyone can see
- ``guards`` the rules that a command must keep
- ``decide`` the facts that follow from a command, and who is told what a command says
- ``moves`` what can be done now
- ``view`` the table as it is shown, ``shorthand`` commands as they are typed
- ``words`` what everything is called, ``naming`` which values there are
"""

from __future__ import annotations

from domain.games.any_game.box import MOST_SEATS
from domain.games.any_game.decide import CHANCE_COMMANDS, COMMANDS, DECIDERS, automatic, fill, lay, reckoned
from domain.games.any_game.facts import FACTS
from domain.games.any_game.guards import GUARDS, unasked
from domain.games.any_game.moves import moves
from domain.games.any_game.naming import VALUES, named
from domain.games.any_game.options import BOARD, BOXES, OPTIONS, check_board
from domain.games.any_game.shorthand import SHORTHAND
from domain.games.any_game.state import AnyGame, empty, kinds
from domain.games.any_game.view import SCHEMA, view
from domain.kit.data import table
from domain.kit.ruleset import Ruleset

RULESET: Ruleset[AnyGame] = Ruleset(
    id="any-game",
    version="1.0",
    title="Any game",
    seats=(1, MOST_SEATS),
    options=OPTIONS,
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
    automatic=automatic,
    resume=reckoned,
    kinds=kinds,
    moves=moves,
    fill=fill,
    named=named,
    unasked=unasked,
    view=view,
    view_schema=SCHEMA,
    shorthand=SHORTHAND,
    words=__name__,
    boxes=BOXES,
    values=VALUES,
)
