"""A match as lines of shorthand: to be read, and to be entered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from domain.application.judging import STANDS, Asked
from domain.kit.facts import Json
from domain.kit.guards import Refused
from domain.kit.shorthand import Header, Line, ShorthandError, header_of, parse, write_lines, write_match
from domain.kit.shorthand.reseating import BadOrder, write_reseated
from domain.kit.table.disputes import Consent
from domain.kit.visibility import OFFICIAL, redact
from domain.kit.words.people import seat_with
from domain.match.line import changes_until
from domain.match.match import Match
from domain.match.principal import Principal
from projections.access import check_cursor, coordinates
from projections.said.naming import people_of
from projections.views import log
from service.api import Resources, enter, problem_here, serves, the_matches, viewer_asked
from service.api.matches import appended
from service.importing import Found, asked_of, entered_by, place_of
from service.openapi.answers.response_schemas import SHORTHAND_BODY, TEXT, AppendedSchema
from service.openapi.command_schemas import MAX_COMMANDS
from service.openapi.query_schemas import CommandQuery, ShorthandQuery
from service.web.prefix import address
from service.web.problems import Problem
from service.web.process.long_work import long_work
from service.web.request_bodies import text_of
from service.web.responses import PLAIN, represented_bytes, sentence

blueprint = Resources(
    "shorthand", __name__, url_prefix="/v1/matches", description="A match as lines of shorthand."
)


@blueprint.get("/<identifier>/shorthand")
@serves(PLAIN)
@blueprint.arguments(ShorthandQuery(), location="query")
@blueprint.response(200, TEXT, content_type=PLAIN)
def read_shorthand(query: dict[str, Any], identifier: str) -> Response:
    """The match as a text file, as its viewer was told it, or a part of it.

    What the viewer was not told is unknown in it. With ``limit`` it comes in parts: follow ``Link``.
    With ``seats`` the seats of a recorded match are in another order, so that it can be recorded anew; that is
    for those who may read everything.
    """
    matches, match, principal = enter(identifier, query.get("min_version"), query.get("until"))
    asked = str(OFFICIAL) if "seats" in query else query.get("viewer")
    viewer, horizon = viewer_asked(match, principal, asked), match.horizon(principal)
    at, line = coordinates(match, query.get("at"), query.get("line"))
    after, limit, changes = query.get("after", -1), query.get("limit"), None
    check_cursor("after", after, at)
    if "line" in query:
        changes = changes_until(log(matches.turns(match.id, until=line), viewer, horizon), line)
    last = at if limit is None else min(at, after + limit)
    pages = matches.pages(match.id, after=after, until=last)
    told = (decision for page in pages for decision in log(page, viewer, horizon, changes))
    header = header_of(match.ruleset, log(matches.decisions(match.id, until=0), viewer, horizon)[0])
    with long_work(last - after):
        if "seats" in query:
            text = _reseated(match, header, told, query)
        elif after < 0:
            text = write_match(match.ruleset, header, told, public=match.opening["public"])
        else:
            text = "".join(f"{one}\n" for one in write_lines(match.ruleset, header, told))
    headers = {}
    if last < at:
        parameters = {"as": str(viewer), "after": last, "limit": limit}
        parameters |= {name: query[name] for name in ("at", "line", "until") if name in query}
        behind = address(f"/v1/matches/{match.id}/shorthand?{urlencode(parameters)}")
        headers["Link"] = f'<{behind}>; rel="next"'
    return represented_bytes(text.encode(), f"{PLAIN}; charset=utf-8", matches.service_key, headers)


def _reseated(match: Match, header: Header, told: Iterable[Mapping[str, Json]], query: Mapping[str, Any]) -> str:
    """The record with its seats in the order that is asked for; raises Problem where it cannot be had in that."""
    said = "Only a recorded match is recorded anew: in a hosted one everybody has played for their own seat."
    if not match.hosted:
        order = [int(number) for number in query["seats"].split(",")]
        public, names_only = match.opening["public"], query["names_only"]
        try:
            return write_reseated(match.ruleset, header, told, order, names_only=names_only, public=public)
        except BadOrder as error:
            said = sentence(str(error))
    raise Problem("invalid", said, errors={"seats": [said]})


@blueprint.post("/<identifier>/shorthand")
@blueprint.doc(requestBody=SHORTHAND_BODY, security=[{"token": []}])
@blueprint.arguments(CommandQuery(), location="query")
@blueprint.response(201, AppendedSchema)
def append_shorthand(options: dict[str, Any], identifier: str) -> Response:
    """Append lines of shorthand, all or none, as a batch of commands; errors name line and column.

    The answer is the same as to commands, and so are keys and preconditions.
    """
    lines: list[Line] = []

    def read(match: Match, principal: Principal) -> tuple[Json, Sequence[Asked]]:
        text = text_of(request)
        lines[:] = _lines(match, text)
        return text, _asked(match, principal, lines)

    try:
        return appended(identifier, read, options)
    except Refused as refused:
        raise _refused(refused, lines[refused.position or 0]) from None


def _lines(match: Match, text: str) -> Sequence[Line]:
    matches = the_matches()
    (first,) = matches.decisions(match.id, until=0)
    opening, sat = redact(first, OFFICIAL), people_of(matches, match, [first])
    seats = [seat_with(seat, sat[seat["seat"]]) for seat in opening["seats"]]  # as they are called now
    header = header_of(match.ruleset, {**opening, "seats": seats})
    try:
        lines = parse(match.ruleset, text, header, MAX_COMMANDS)
    except ShorthandError as error:
        errors = {place_of(one): [one.detail] for one in (error, *error.also)}
        raise Problem("invalid", str(error), errors=errors) from None
    if not 1 <= len(lines) <= MAX_COMMANDS:
        where = place_of(lines[MAX_COMMANDS]) if lines else "line 1, column 1"
        raise Problem("invalid", errors={where: [f"1 to {MAX_COMMANDS} lines at a time."]})
    return lines


def _asked(match: Match, principal: Principal, lines: Sequence[Line]) -> list[Asked]:
    """What lines ask for; raises Problem for those that are not for this principal to say, or no such command."""
    asked = []
    found = Found()
    for line in lines:
        if (objection := _objection(principal, line)) is not None:
            raise objection
        try:
            asked.append(entered_by(principal, asked_of(line, match.ruleset), match))
        except Problem as problem:
            found.add(place_of(line), problem, (problem.errors or {}).get(place_of(line)))
    found.check()
    return asked


def _objection(principal: Principal, line: Line) -> Problem | None:
    errors = {place_of(line): ["This line is said by somebody other than the owner of the token."]}
    if line.actor not in (None, "chance", principal.role):
        detail = f"This line needs the token of the {line.actor}."
        return Problem("forbidden", detail, rule="TB-3", errors=errors)
    if principal.role == "seat" and line.seat is not None and line.seat != principal.seat:
        detail = "This line needs the token of another seat."
        return Problem("not-your-seat", detail, rule="TB-3", errors=errors)
    of_the_table = str(line.command["type"]).startswith("table.") and line.command["type"] != Consent.TYPE
    if of_the_table and line.actor is None and principal.role != "seat":
        detail = "What a seat says at the table needs that seat's own token."
        return Problem("forbidden", detail, rule="TB-3", errors=errors)
    return None


def _refused(refused: Refused, line: Line) -> Problem:
    """The refusal of one of the lines."""
    problem = problem_here(refused)
    problem.errors, problem.position = {place_of(line): [problem.detail]}, None
    if refused.hint == STANDS:
        problem.hint = (
            'If it happened all the same, end the line with irregular and a note: … irregular "they were tired".'
        )
    return problem
