"""Reading a match: the board for a viewer, the log, and what can be done now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Response

from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.table.commands import Open
from domain.kit.text.naming import no_such
from domain.kit.visibility import Viewer
from domain.kit.words.match import MatchWords
from domain.kit.written.notation import encoded
from domain.match.match import Match
from domain.match.principal import Principal
from domain.table.worded import languages_for
from projections import views
from projections.access import check_cursor, check_not_faded, check_seen, coordinates
from projections.listing import Listing
from projections.said.naming import words_of
from projections.said.worded import behind_offers, moves_with_text
from projections.wanted import Wanted
from service.api import Resources, enter, headers_of, serves, viewer_asked, words_asked
from service.api.streaming import followed, take_place
from service.moves import MovesListed, MovesWanted, moves_of
from service.openapi.answers.response_schemas import (
    TEXT,
    DecisionPageSchema,
    MatchWordsSchema,
    MoveListSchema,
    ViewSchema,
)
from service.openapi.query_schemas import FILTERS, LanguageQuery, LogQuery, MovesQuery, ViewQuery
from service.web.languages import language
from service.web.prefix import address
from service.web.problems import Problem
from service.web.process.long_work import LONG, in_parts, long_work, tag_of
from service.web.responses import JSON, NDJSON, preferred, represented, represented_bytes

PAGE = 100
"""Decisions in an answer, without a ``limit``."""

blueprint = Resources("reading", __name__, url_prefix="/v1/matches", description="The board, the log, the moves.")


@blueprint.get("/<identifier>/view")
@blueprint.arguments(ViewQuery(), location="query")
@blueprint.response(200, ViewSchema)
def read_view(query: dict[str, Any], identifier: str) -> Response:
    """The board for a viewer, after a decision, on a line.

    Its members are the ruleset's; it is what the viewer was told until then, and nothing more.
    """
    matches, match, principal = enter(identifier, query.get("min_version"), query.get("until"))
    viewer = viewer_asked(match, principal, query.get("viewer"))
    at, line = coordinates(match, query.get("at"), query.get("line"))
    check_not_faded(match, principal, at)
    return represented(views.view(matches, match, viewer, at, line), matches.service_key)


@blueprint.get("/<identifier>/decisions")
@serves(JSON, NDJSON)
@blueprint.arguments(LogQuery(), location="query")
@blueprint.alt_response(200, schema=TEXT, content_type=NDJSON, success=True)
@blueprint.response(200, DecisionPageSchema)
def read_decisions(query: dict[str, Any], identifier: str) -> Response:
    """The log, redacted for a viewer: in pages of JSON, or as NDJSON; at once, or when it has grown.

    Decisions are listed as they were made; with ``line`` each says what struck it or gave it other facts. With
    ``type``, ``actor``, ``round`` or ``fact`` those alone that are of it, as far as the viewer was told so.
    """
    matches, match, principal = enter(identifier, query.get("min_version"), query.get("until"))
    viewer = viewer_asked(match, principal, query.get("viewer"))
    after, limit, line = query.get("after", -1), query.get("limit"), query.get("line")
    check_seen(matches, match, query.get("seen"))
    check_cursor("after", after, match.version if line is None else coordinates(match, None, line)[1])
    if query["wait"]:
        if line is not None or "until" in query:
            raise Problem(
                "invalid",
                errors={"wait": ["An earlier line gets no new decisions, so there is nothing to wait for."]},
            )
        matches, match, principal = _awaited(identifier, after, query["wait"])
        viewer = viewer_asked(match, principal, query.get("viewer"))
    words = words_asked(matches, match, query.get("text"))
    as_lines = preferred(JSON, NDJSON) == NDJSON
    if limit is None and not as_lines:
        limit = PAGE
    wanted, changed = _wanted(match, query), query["changed"]
    horizon = match.horizon(principal)
    log = Listing(matches, match, viewer, horizon, after, line, words=words, changed=changed, wanted=wanted)
    if limit is None and log.last - after > LONG:
        asked: dict[str, Json] = {"decisions": after, "line": line}
        asked |= {name: query[name] for name in FILTERS if name in query}
        if words is not None:
            asked["text"] = words.words.language
        if changed:
            asked["changed"] = True
        tag = tag_of(matches, match, viewer, horizon, asked)
        place = partial(take_place, identifier, principal)
        return in_parts(log.lines(), NDJSON, tag, place, headers_of(words))
    if as_lines and limit is None:
        with long_work(log.last - after if wanted else 0):
            whole = b"".join(log.lines())
        return represented_bytes(whole, NDJSON, matches.service_key, headers_of(words))
    with long_work(log.last - after if wanted else 0):
        listed, cursor, more = log.page(limit)
    parameters = {"as": str(viewer), "after": cursor, "limit": limit}
    parameters |= {name: query[name] for name in ("line", "until", *FILTERS) if name in query}
    if words is not None:
        parameters["text"] = query["text"]
    if changed:
        parameters["changed"] = "true"
    page_behind = address(f"/v1/matches/{match.id}/decisions?{urlencode(parameters)}")
    following = page_behind if more else None
    headers = {**headers_of(words), **({"Link": f'<{following}>; rel="next"'} if following else {})}
    if as_lines:
        whole = b"".join(encoded(decision) + b"\n" for decision in listed)
        return represented_bytes(whole, NDJSON, matches.service_key, headers)
    document = {
        "match": str(match.id),
        "as": str(viewer),
        "version": match.version,
        "decisions": listed,
        "root": matches.root_at(match, log.last if wanted else cursor),
        "next": following,
    }
    return represented(document, matches.service_key, headers)


def _wanted(match: Match, query: Mapping[str, Any]) -> Wanted:
    """Which decisions are asked for; raises Problem for what there is not in this match."""
    wanted = Wanted(**{name: query.get(name) for name in FILTERS})
    errors = {
        name: [no_such(said, given, known)]
        for name, said, given, known in (
            ("type", "type of command", wanted.type, {Open.TYPE, *match.ruleset.command_types}),
            ("fact", "type of fact", wanted.fact, match.ruleset.fact_types),
        )
        if given is not None and given not in known
    }
    kind, _, number = (wanted.actor or "").partition(":")
    if kind == "seat" and int(number) >= match.rules.seats:
        errors["actor"] = ["There is no such seat."]
    if errors:
        raise Problem("invalid", errors=errors)
    return wanted


def _awaited(identifier: str, after: int, seconds: int) -> tuple[Matches, Match, Principal]:
    """The match when it is beyond a version, or closed, or the time is up; and the principal."""
    _, _, principal = enter(identifier)
    with followed(identifier, principal) as follower:
        matches, match, principal = enter(identifier)
        if match.version > after or match.state.closed:
            return matches, match, principal
        follower.wait(after, seconds)
    return enter(identifier)  # also where nothing has come: the token may have become void meanwhile


@blueprint.get("/<identifier>/moves")
@blueprint.arguments(MovesQuery(), location="query")
@blueprint.response(200, MoveListSchema)
def list_moves(query: dict[str, Any], identifier: str) -> Response:
    """What the caller may do now: the game's lawful (or all possible) commands, and what else is asked of them.

    Each command that is listed is accepted; where it holds a pattern, every value of it is. With ``as`` they are
    made from another board: each lawful one is covered, and nothing is told that is not seen there.
    """
    matches, match, principal = enter(identifier, query.get("min_version"))
    document, words = listed_moves(matches, match, principal, query)
    return represented(document, matches.service_key, headers_of(words))


def listed_moves(
    matches: Matches, match: Match, principal: Principal, query: Mapping[str, Any]
) -> tuple[dict[str, Json], MatchWords | None]:
    """The moves that *query* asks for (see ``MovesQuery``), and the words that they are said in."""
    seat = query.get("seat")
    if seat is not None and not seat < match.rules.seats:
        raise Problem("invalid", errors={"seat": ["There is no such seat."]})
    if principal.role == "seat" and seat not in (None, principal.seat):
        raise Problem("not-your-seat", "This token belongs to another seat.", rule="TB-3")
    asked = query.get("viewer")
    viewer = principal.viewer if asked is None else viewer_asked(match, principal, asked)
    wanted = MovesWanted(
        range(match.rules.seats) if seat is None else (seat,),
        matches.longest,
        None if viewer == principal.viewer else viewer,
        query.get("possible", False),
        query["declining"],
        query.get("untold", False),
    )
    found, table = moves_of(match, principal, wanted)
    words = words_asked(matches, match, query.get("text"))
    moves = [move for one in found for move in _said(one, words, principal, wanted.viewer)]
    document = {
        "version": match.version,
        "awaiting": list(match.state.awaiting),
        "moves": moves,
        "table": table,
    }
    return document, words


@blueprint.get("/<identifier>/words")
@blueprint.arguments(LanguageQuery(), location="query")
@blueprint.response(200, MatchWordsSchema)
def read_words(query: dict[str, Any], identifier: str) -> Response:
    """What the values of each kind are called in this match: its board may have its own, and seats have names.

    In the language that is asked for, or the best one that there is; kinds are those of ``x-kind`` in schemas.
    """
    matches, match, _ = enter(identifier)
    words = words_of(matches, match, language(languages_for(match.ruleset), query.get("lang")))
    document = {"match": str(match.id), "words": words.kinds(), "explanations": words.explanations()}
    return represented(document, matches.service_key, headers_of(words))


def _said(
    listed: MovesListed, words: MatchWords | None, principal: Principal, viewer: Viewer | None
) -> Iterable[dict[str, Json]]:
    """Moves, each with its sentence if words are asked for; what is declined by it comes first in that."""
    if words is None:
        return listed.moves
    said = moves_with_text(listed.moves, words, listed.state, principal, viewer)
    return behind_offers(said, words, listed.declined, viewer or principal.viewer) if listed.declined else said
