"""What somebody may do now: the moves of the game, and what the match awaits from them beside it.

Each move is a command that is accepted; where it holds a pattern, every value of that is. Moves can be made from
what another viewer knows (``as``): then they hold everything that may be lawful for all that is known there, and
nothing of what is not. A scribe can ask for what can be done behind offers that are declined by that, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from domain.kit.facts import Json
from domain.kit.guards import Refused
from domain.kit.patterns import for_recorder
from domain.kit.play import Declined, declinable, irregular_moves
from domain.kit.state import State
from domain.kit.table.commands import Identify
from domain.kit.visibility import OFFICIAL, Viewer
from domain.match.match import Match
from domain.match.principal import Principal
from domain.table.awaited import awaited_from, identifiable
from domain.table.commands import may_send
from service.openapi.schema_fields import LONGEST_NOTE


@dataclass(frozen=True, slots=True)
class MovesWanted:
    """Whose moves are asked for: those of *seats*, which are all or a single one.

    *viewer* is from whose board they are made, if not the asker's own. *possible* asks for those that break a
    rule, too, *declining* for those behind offers that are declined, *untold* for what can be told of all that is
    unknown. *longest* is how many decisions a match may have.
    """

    seats: Sequence[int]
    longest: int
    viewer: Viewer | None = None
    possible: bool = False
    declining: bool = False
    untold: bool = False


@dataclass(frozen=True, slots=True)
class MovesListed:
    """Moves in a *state* of the match: that of now, or the one behind what was *declined*.

    Each command that declines something stands there with the state before it.
    """

    state: Any
    moves: list[Json]
    declined: tuple[tuple[Any, Json], ...] = ()


def moves_of(match: Match, principal: Principal, wanted: MovesWanted) -> tuple[list[MovesListed], list[str]]:
    """The moves of a principal, and the types of the commands of the table that they may send.

    Raises ``Refused`` where somebody asks for declining who cannot do that.
    """
    if wanted.declining and (match.hosted or principal.role != "scribe"):
        detail = "only the scribe of a recorded match declines offers by what comes after them"
        raise Refused("forbidden", detail, "TB-81")
    known = _as_known(match, wanted)
    table = may_send(known, principal, wanted.longest)
    moves = awaited_from(known, principal, wanted.seats, table)
    if wanted.untold and Identify.TYPE in table:
        moves += identifiable(match, known)
    if principal.official and not _everybody(match, wanted):
        moves = [move for move in moves if "seat" in move]
    if match.version >= wanted.longest:
        return [MovesListed(match.state, moves)], table
    listed = [MovesListed(match.state, _of_the_game(known, principal, wanted) + moves)]
    return listed + (list(_behind_offers(match, wanted, listed[0].moves)) if wanted.declining else []), table


def _as_known(match: Match, wanted: MovesWanted) -> Match:
    return match if wanted.viewer is None else match.known_to(wanted.viewer)


def _everybody(match: Match, wanted: MovesWanted) -> bool:
    return len(wanted.seats) == match.rules.seats


def _of_the_game(match: Match, principal: Principal, wanted: MovesWanted) -> list[Json]:
    """The game's commands; an official gets those of the seats, and those of chance with those of all seats."""
    state: State = match.state
    if not state.plays:
        return []
    if principal.role == "seat" and principal.seat is not None:
        own = state.masked(principal.viewer) if state.viewer == OFFICIAL else state
        return _of_seat(match, own, principal.seat, wanted)
    if not principal.official or match.hosted:
        return []
    broken = [move for seat in wanted.seats for move in _irregular(match, seat)] if wanted.possible else []
    return (_of_all(match, wanted) if principal.role == "scribe" else []) + broken


def _of_all(match: Match, wanted: MovesWanted, fits: Callable[[int, Json], bool] = lambda *_: True) -> list[Json]:
    """What a scribe enters for the seats and for chance; of the seats' moves those that fit."""
    moves: list[Json] = []
    for seat in wanted.seats:
        fitting = (move for move in _of_seat(match, match.state, seat, wanted) if fits(seat, move))
        moves += _entered(match, seat, fitting)
    if _everybody(match, wanted):
        moves += match.ruleset.moves(match.state, "chance")
    return _recorded(match, moves)


def _recorded(match: Match, moves: Iterable[Json]) -> list[Json]:
    """Moves as somebody enters them who may not have seen everything."""
    return [for_recorder(match.ruleset.command_types[move["type"]], move) for move in moves]


def _of_seat(match: Match, state: State, seat: int, wanted: MovesWanted) -> list[Json]:
    """What a seat may do; if that is wanted, also what it can do without its being lawful."""
    possible = match.ruleset.possible if wanted.possible else None
    return match.ruleset.moves(state, seat) + (possible(state, seat) if possible is not None else [])


def _entered(match: Match, seat: int, moves: Iterable[Json]) -> Iterator[Json]:
    """Moves as an official enters them for a seat; what names a seat itself is for the one that is awaited."""
    for move in moves:
        if "seat" not in move:
            yield {**move, "seat": seat}
        elif match.state.awaiting == ({"seat": seat},):
            yield move


def _irregular(match: Match, seat: int) -> list[Json]:
    """What a seat can do against the rules, as an official enters it."""
    note = {"note": {"text": LONGEST_NOTE}}
    moves = irregular_moves(match.ruleset, match.state, seat)
    return _recorded(match, ({**move, "irregular": note} for move in _entered(match, seat, moves)))


# -- behind offers that are declined ------------------------------------------------------------------------


def _behind_offers(match: Match, wanted: MovesWanted, listed: Sequence[Json]) -> Iterator[MovesListed]:
    """What can be done behind each of the offers that are due; what is *listed* before needs no declining."""
    lawful = replace(wanted, possible=False)
    seen = list(listed)
    before: list[Declined] = []
    declined: tuple[tuple[Any, Json], ...] = ()
    state = match.state
    for offer in declinable(match.ruleset, state):
        before.append(offer)
        assert offer.asking.declinable is not None, "it was declined"
        declined = (*declined, (state, {**offer.asking.declinable.to_json(), "seat": offer.asking.seat}))
        state = offer.played.state
        behind = _as_known(replace(match, state=state), wanted)

        def fits(seat: int, move: Json) -> bool:
            command = match.ruleset.command_types[move["type"]]
            own = "seat" not in move or match.state.awaiting == ({"seat": seat},)
            return own and not any(one.asking.is_answered_by(seat, command) for one in before)

        new = [move for move in _of_all(behind, lawful, fits) if move not in seen]
        seen += new
        declines = [command for _, command in declined]
        moves = [{**move, "declining": True, "declines": declines} for move in new]
        yield MovesListed(state, moves, declined)
