"""Reading a match: the board for a viewer, the log, and what can be done now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias
from urllib.parse import urlencode

from flask import Response

from domain.kit.facts import Json
from domain.kit.ruleset import Actor
from domain.line import changes_until
from domain.match import Match
from domain.principal import Principal
from domain.table import may_send
from projections import views
from projections.access import check_not_faded, coordinates
from service.answers import represented
from service.api import Resources, enter, viewer_asked
from service.openapi import DecisionPageSchema, MovesSchema, ViewSchema
from service.problems import Problem
from service.schemas import LogQuery, MovesQuery, ViewQuery

Listing: TypeAlias = Callable[[Any, Actor], list[Json]]
"""Lists commands for whoever acts, in a state as he sees it."""

blueprint = Resources("reading", __name__, url_prefix="/v1/matches", description="The board, the log, the moves.")


@blueprint.get("/<identifier>/view")
@blueprint.arguments(ViewQuery(), location="query")
@blueprint.response(200, ViewSchema)
def view(query: dict[str, Any], identifier: str) -> Response:
    """The board for a viewer, after a decision, on a line."""
    matches, match, principal = enter(identifier)
    viewer = viewer_asked(match, principal, query.get("viewer"))
    at, line = coordinates(match, query.get("at"), query.get("line"))
    check_not_faded(match, principal, at)
    return represented(views.view(matches, match, viewer, at, line), matches.service_key)


@blueprint.get("/<identifier>/decisions")
@blueprint.arguments(LogQuery(), location="query")
@blueprint.response(200, DecisionPageSchema)
def decisions(query: dict[str, Any], identifier: str) -> Response:
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
@blueprint.response(200, MovesSchema)
def moves(query: dict[str, Any], identifier: str) -> Response:
    """What the caller may do now: the game's lawful commands, the table's, and what else is possible, if asked."""
    matches, match, principal = enter(identifier)
    document = {
        "version": match.version,
        "awaiting": list(match.state.awaiting),
        "moves": _listed(match, principal, query.get("seat"), match.ruleset.moves),
        "table": may_send(match, principal),
    }
    if query["possible"]:
        document["possible"] = _listed(match, principal, query.get("seat"), match.ruleset.possible or _nothing)
    return represented(document, matches.service_key)


def _listed(match: Match, principal: Principal, seat: int | None, of: Listing) -> list[Json]:
    """What *of* lists for the caller: a seat from what it sees, the scribe of a recorded match for everybody."""
    if seat is not None and not seat < match.rules.seats:
        raise Problem("invalid", errors={"seat": ["There is no such seat."]})
    if not match.state.plays:
        return []
    if principal.role == "seat" and principal.seat is not None:
        if seat not in (None, principal.seat):
            raise Problem("not-your-seat", "This token is of another seat.")
        return of(match.state.masked(principal.viewer), principal.seat)
    if principal.role != "scribe" or match.hosted:
        return []
    seats = range(match.rules.seats) if seat is None else (seat,)
    listed = [{**move, "seat": awaited} for awaited in seats for move in of(match.state, awaited)]
    return listed + (of(match.state, "chance") if seat is None else [])


def _nothing(_: Any, __: Actor) -> list[Json]:
    """In this game nothing is possible that is not lawful."""
    return []
