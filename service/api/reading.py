"""Reading a match: the board for a viewer, the log, and what can be done now."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Response

from domain.kit.facts import Json
from domain.kit.state import State
from domain.line import changes_until
from domain.match import Match
from domain.principal import Principal
from domain.table import may_send
from projections import views
from projections.access import check_not_faded, coordinates
from service.answers import represented
from service.api import Resources, enter, viewer_asked
from service.openapi import DecisionPageSchema, MoveListSchema, ViewSchema
from service.problems import Problem
from service.schemas import LogQuery, MovesQuery, ViewQuery

blueprint = Resources("reading", __name__, url_prefix="/v1/matches", description="The board, the log, the moves.")


@blueprint.get("/<identifier>/view")
@blueprint.arguments(ViewQuery(), location="query")
@blueprint.response(200, ViewSchema)
def read_view(query: dict[str, Any], identifier: str) -> Response:
    """The board for a viewer, after a decision, on a line."""
    matches, match, principal = enter(identifier)
    viewer = viewer_asked(match, principal, query.get("viewer"))
    at, line = coordinates(match, query.get("at"), query.get("line"))
    check_not_faded(match, principal, at)
    return represented(views.view(matches, match, viewer, at, line), matches.service_key)


@blueprint.get("/<identifier>/decisions")
@blueprint.arguments(LogQuery(), location="query")
@blueprint.response(200, DecisionPageSchema)
def read_decisions(query: dict[str, Any], identifier: str) -> Response:
    """The log, redacted for a viewer, a page at a time."""
    matches, match, principal = enter(identifier)
    viewer = viewer_asked(match, principal, query.get("viewer"))
    horizon = match.horizon(principal)
    after, limit, line = query.get("after", -1), query["limit"], query.get("line")
    last, changes = match.version, None
    if line is not None:
        _, last = coordinates(match, None, line)
        changes = changes_until(views.log(matches.decisions(match.id, until=last), viewer, horizon), last)
    page = matches.decisions(match.id, after=after, until=last, limit=limit)
    listed = views.log(page, viewer, horizon, changes)
    more = bool(page) and page[-1].version < last
    parameters = {"as": str(viewer), "after": page[-1].version if page else after, "limit": limit}
    if line is not None:
        parameters["line"] = line
    following = f"/v1/matches/{match.id}/decisions?{urlencode(parameters)}" if more else None
    document = {
        "match": str(match.id),
        "as": str(viewer),
        "version": match.version,
        "decisions": listed,
        "next": following,
    }
    headers = {"Link": f'<{following}>; rel="next"'} if following else {}
    return represented(document, matches.service_key, headers)


@blueprint.get("/<identifier>/moves")
@blueprint.arguments(MovesQuery(), location="query")
@blueprint.response(200, MoveListSchema)
def list_moves(query: dict[str, Any], identifier: str) -> Response:
    """What the caller may do now: the game's lawful (or all possible) commands, and those of the table."""
    matches, match, principal = enter(identifier)
    document = {
        "version": match.version,
        "awaiting": list(match.state.awaiting),
        "moves": _moves(match, principal, query.get("seat"), with_possible=query["possible"]),
        "table": may_send(match, principal),
    }
    return represented(document, matches.service_key)


def _moves(match: Match, principal: Principal, seat: int | None, *, with_possible: bool) -> list[Json]:
    if seat is not None and not seat < match.rules.seats:
        raise Problem("invalid", errors={"seat": ["There is no such seat."]})
    if not match.state.plays:
        return []
    if principal.role == "seat" and principal.seat is not None:
        if seat not in (None, principal.seat):
            raise Problem("not-your-seat", "This token is of another seat.")
        own = match.state.masked(principal.viewer)
        return _listed(match, own, principal.seat, with_possible=with_possible)
    if principal.role != "scribe" or match.hosted:
        return []
    seats = range(match.rules.seats) if seat is None else (seat,)
    listed = [
        {**move, "seat": awaited}
        for awaited in seats
        for move in _listed(match, match.state, awaited, with_possible=with_possible)
    ]
    return listed + (match.ruleset.moves(match.state, "chance") if seat is None else [])


def _listed(match: Match, state: State, seat: int, *, with_possible: bool) -> list[Json]:
    """What a seat may do; *with_possible*, also what it can do without its being lawful."""
    possible = match.ruleset.possible if with_possible else None
    return match.ruleset.moves(state, seat) + (possible(state, seat) if possible is not None else [])
