"""Opening a match, reading how it stands, and appending commands to it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from flask import Response, g, request

from domain.application.judging import Answer, Asked
from domain.application.matches import Matches
from domain.application.requests import Batch, RequestKey
from domain.application.tokens import given_tokens
from domain.kit.facts import Json
from domain.kit.state import State
from domain.kit.table.commands import Assert
from domain.kit.table.countersigning import Countersign
from domain.kit.visibility import NO_HORIZON, PUBLIC, redact
from domain.kit.words.match import MatchWords
from domain.kit.words.people import Person, seat_with
from domain.match.match import Match
from domain.match.opening import Opening
from domain.match.principal import ANONYMOUS, Principal
from domain.table.commands import READ_THE_LOG
from domain.table.worded import languages_for
from projections.contradictions import warnings
from projections.corrections import KINDS, LOOKED_FOR, Looked, corrections
from projections.evidence.proving import checkpoint_of
from projections.read_models.catalogue import game_named
from projections.said.naming import people_of, words_of
from projections.said.pictures import picture_or_plain, standalone
from projections.said.standing import standing
from projections.said.worded import state_with_text
from projections.views import Log, log, state_for, view_of
from service.api import (
    Resources,
    enter,
    headers_of,
    match_id,
    needs_key,
    note_look,
    the_matches,
    viewer_asked,
    words_asked,
)
from service.api.reading import listed_moves
from service.openapi.answers.response_schemas import COMMAND_BODY, AppendedSchema, MatchSchema, OpenedSchema
from service.openapi.command_schemas import asked_from
from service.openapi.query_schemas import CommandQuery, StateQuery
from service.openapi.request_schemas import OpeningSchema
from service.web.auth import check_may_know, principal_of
from service.web.current import current
from service.web.languages import language
from service.web.preconditions import check
from service.web.prefix import address
from service.web.problems import Problem
from service.web.process.long_work import long_work
from service.web.process.running import running
from service.web.request_bodies import body_of
from service.web.responses import answered, represented

blueprint = Resources("matches", __name__, url_prefix="/v1/matches", description="Matches and their commands.")

LINKED = (
    "commands",
    "moves",
    "view",
    "picture",
    "decisions",
    "stream",
    "audit",
    "knowledge",
    "shorthand",
    "webhooks",
    "words",
)
"""The resources of a match, by the last step of their paths."""

LONG_WORK = (*READ_THE_LOG, Assert, Countersign)
"""Commands that cost as much as the match is long."""

_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_VERSION = re.compile(r'"(0|[1-9][0-9]{0,15})"')


@blueprint.post("")
@needs_key
@blueprint.arguments(OpeningSchema(), location="json")
@blueprint.response(201, OpenedSchema)
def open_match(opening: Opening) -> Response:
    """Open a match; the answer holds the tokens of host, arbiter, scribe, seats and spectator.

    No other answer shows them again, except to the same request with the same ``Idempotency-Key``.
    """
    check(())  # there is no representation of what is not there yet
    key = request_key(body_of(request), g.api_key)
    matches = running().opening(key)
    answer = matches.open(opening, key, g.api_key or "")
    g.stored = True
    match = answer.match
    document = {**described(matches, match, answer.last), "tokens": tokens_of(matches, match)}
    headers = {"Location": address(f"/v1/matches/{match.id}"), **replayed(answer)}
    return answered(document, 201, headers, secret=True)


@blueprint.get("/<identifier>")
@blueprint.arguments(StateQuery(), location="query")
@blueprint.response(200, MatchSchema)
def read_match(query: dict[str, Any], identifier: str) -> Response:
    """The state of a match, and its options.

    The same for everybody who asks: how the match stands, who sits where, and links to its resources. With
    ``text``, a sentence says how it stands.
    """
    matches, match, _ = enter(identifier, query.get("min_version"), query.get("until"))
    document = described(matches, match, match.version)
    words = words_asked(matches, match, query.get("text"))
    if words is not None:
        document = state_with_text(document, words)
    return represented(document, matches.service_key, headers_of(words))


@blueprint.post("/<identifier>/commands")
@blueprint.doc(requestBody=COMMAND_BODY, security=[{"token": []}])
@blueprint.arguments(CommandQuery(), location="query")
@blueprint.response(201, AppendedSchema)
def append_commands(options: dict[str, Any], identifier: str) -> Response:
    """Append one or several commands, all or none. After a 201 each is on disk, in the log, once.

    A refusal names the broken rule, and changes nothing. ``If-Match`` refuses what was decided on an older
    version, an ``Idempotency-Key`` makes it safe to send again.
    """
    return appended(identifier, _read, options)


def _read(match: Match, _: Principal) -> tuple[Json, Sequence[Asked]]:
    body = body_of(current()[0])
    return body, asked_from(body, match.ruleset)


def appended(
    identifier: str, read: Callable[[Match, Principal], tuple[Json, Sequence[Asked]]], options: Mapping[str, Any]
) -> Response:
    """Append what the request asks for; *read* gives its body, and which commands that is in this match.

    *options* are those of ``CommandQuery``.

    A token that does not count any more is told so, and nothing else: neither body nor headers are looked at.
    """
    request, g = current()
    matches = the_matches()
    identified = match_id(identifier)
    principal = principal_of(request, identified)
    dry_run: bool = options["dry_run"]
    with ExitStack() as turn:

        def ask(match: Match) -> Batch:
            check_may_know(match, principal)
            if principal == ANONYMOUS:
                raise Problem("unauthorized", "Commands need a token.")
            if "viewer" in options:
                viewer_asked(match, principal, options["viewer"])
            body, asked = read(match, principal)
            seen, key = _seen(), request_key(body)
            if any(isinstance(one.command, LONG_WORK) for one in asked):
                turn.enter_context(long_work(match.version))
            return Batch(asked, seen, None if dry_run else key)

        answer = matches.append(identified, principal, ask, dry_run=dry_run)
    g.stored = answer.stored
    words = words_asked(matches, answer.match, options.get("text"), answer.decisions)
    document = {
        **_appended(matches, answer, principal, words),
        **_corrected(matches, answer, principal),
        **_tried(matches, answer, principal, options),
    }
    if options["moves"]:
        document["moves"] = listed_moves(matches, answer.match, principal, options)[0]
    given = _given(matches, answer)
    headers = {**replayed(answer), **headers_of(words)}
    return answered({**document, **given}, 201, headers, secret=bool(given))


def _given(matches: Matches, answer: Answer) -> dict[str, Json]:
    """The tokens that were given in place of others; of a repetition, those that count."""
    match = answer.match
    given = [
        one
        for one in given_tokens(answer.decisions)
        if answer.stored and match.state.token_number(one.role, one.seat) == one.number
    ]
    tokens = [
        {
            "role": one.role,
            **({} if one.seat is None else {"seat": one.seat}),
            "token": matches.token(match.id, one.role, one.seat, one.number),
        }
        for one in given
    ]
    return {"tokens": tokens} if tokens else {}


def _appended(matches: Matches, answer: Answer, principal: Principal, words: MatchWords | None) -> dict[str, Json]:
    decisions = log(answer.decisions, principal.viewer, answer.match.horizon(principal), words=words)
    if not answer.stored:
        # Nothing of what is not stored can be proved, so it carries no commitments.
        decisions = [_without_proofs(decision) for decision in decisions]
    found = warnings(decisions)
    return {
        "version": answer.last,
        "decisions": decisions,
        **({"warnings": found} if found else {}),
        "receipt": _receipt(matches, answer) if answer.stored else None,
    }


def _receipt(matches: Matches, answer: Answer) -> dict[str, Json]:
    """What its owner can prove with: only of what is stored, for nothing else is ever signed."""
    size = answer.last + 1
    note = checkpoint_of(matches, answer.match.id, size, answer.root)
    signed = {} if note is None else {"checkpoint": note}
    return {"match": str(answer.match.id), "size": size, "root": answer.root, **signed}


def _corrected(matches: Matches, answer: Answer, principal: Principal) -> dict[str, Json]:
    """What the corrections among the decisions have changed; only officials make any, and they see everything."""
    versions = [one.version for one in answer.decisions if one.record["command"]["type"] in KINDS]
    if not versions or not principal.official:
        return {}
    match, viewer = answer.match, principal.viewer
    told = Log(matches, match, viewer, match.horizon(principal), answer.first - 1, answer.decisions)
    looked = Looked()
    for earlier in log(matches.holding(match.id, LOOKED_FOR, until=answer.first - 1), viewer, NO_HORIZON):
        looked.at(earlier)
    for decision in answer.decisions:
        looked.at(told[decision.version])
    return {"corrections": corrections(told, [told[version] for version in versions], looked)}


def _tried(matches: Matches, answer: Answer, principal: Principal, options: Mapping[str, Any]) -> dict[str, Json]:
    """The board after what was only tried, as officials would see it; nobody else gets to look ahead.

    A dry run stops before chance, so there is nothing on it that is not decided yet.
    """
    if answer.stored or not principal.official:
        return {}
    match, viewer = answer.match, principal.viewer
    note_look(match, principal, viewer)
    view = view_of(match, match.state.masked(viewer), viewer, answer.last, answer.last)
    if "picture" not in options:
        return {"view": view}
    chosen = language(languages_for(match.ruleset), options.get("text"))
    words = words_of(matches, match, chosen, answer.decisions)
    drawn = standalone(picture_or_plain(view, words, options["picture"]), "light")
    return {"view": view, "picture": drawn.decode()}


def _without_proofs(decision: Mapping[str, Json]) -> dict[str, Json]:
    return {name: _without_seals(value) for name, value in decision.items() if name != "blind"}


def _without_seals(document: Json) -> Json:
    if isinstance(document, dict):
        if set(document) == {"hidden", "seal"}:
            return {"hidden": document["hidden"]}
        return {key: _without_seals(value) for key, value in document.items()}
    return [_without_seals(item) for item in document] if isinstance(document, list) else document


def replayed(answer: Answer) -> dict[str, str]:
    """The field that says of a repetition that it is one."""
    return {"Idempotency-Replayed": "true"} if answer.replayed else {}


def request_key(body: Json, api_key: str | None = None) -> RequestKey | None:
    """The ``Idempotency-Key`` of the request, with what it came with; for each API key another one.

    No name of an API key and no idempotency key holds a space.
    """
    key = current()[0].environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise Problem("malformed", "An Idempotency-Key is 1 to 255 visible ASCII characters.")
    # No evidence, only a comparison: what is no integer will be refused, but must not fail here.
    if api_key is not None:
        key = f"{api_key} {key}"
    return RequestKey(key, json.dumps(body, sort_keys=True, default=repr))


def _seen() -> int | None:
    """The version in ``If-Match: "N"`` (RFC 9110, section 13.1.1); ``*`` matches whatever there is."""
    header = current()[0].environ.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    found = _VERSION.fullmatch(header.strip())
    if found is None:
        raise Problem("malformed", 'If-Match holds one version in quotes, as in "12".')
    return int(found[1])


# -- a match -------------------------------------------------------------------------------------------------


def described(matches: Matches, match: Match, at: int) -> dict[str, Json]:
    """A match as everybody may know it, after decision *at*."""
    state = state_for(matches, match, PUBLIC, at, at)
    (first,) = matches.decisions(match.id, until=0)
    opening, sat = redact(first, PUBLIC), people_of(matches, match, [first])
    base = address(f"/v1/matches/{match.id}")
    return {
        "id": str(match.id),
        "ruleset": match.rules.ruleset,
        "ruleset_version": match.rules.version,
        **game_named(match.ruleset, match.rules),
        "mode": match.rules.mode,
        "options": dict(match.rules.options),
        "board_digest": opening["board_digest"],
        "seats": [_seat(seat, sat[seat["seat"]], state) for seat in opening["seats"]],
        "public": opening["public"],
        "played_on": opening["played_on"],
        "labels": _labels(opening["labels"]),
        "opened_at": opening["at"],
        "version": at,
        **standing(state),
        "closed": state.closed,
        "links": {
            "self": base,
            "ruleset": address(f"/v1/rulesets/{match.rules.ruleset}"),
            **{name: f"{base}/{name}" for name in LINKED},
        },
    }


def _seat(seat: Mapping[str, Json], sat: Sequence[Person], state: State) -> dict[str, Json]:
    """Who sits there, who did before, and whether the seat's token is its own."""
    return {**seat_with(seat, sat), **({"own": True} if seat["seat"] in state.own_tokens else {})}


def _labels(stored: Json) -> Json:
    return json.loads(stored) if isinstance(stored, str) else stored


def tokens_of(matches: Matches, match: Match, opened: State | None = None) -> dict[str, Json]:
    """The tokens of everybody at the table: the first ones, or those that counted in the state *opened*.

    Never those that count now: new tokens may have been given to somebody other than the repeating caller.
    """

    def token(role: str, seat: int | None = None) -> str:
        number = opened.token_number(role, seat) if opened is not None else 0
        return matches.token(match.id, role, seat, number)

    return {
        **{role: token(role) for role in ("host", "arbiter", "scribe", "spectator")},
        "seats": [token("seat", seat) for seat in range(match.rules.seats)],
    }
