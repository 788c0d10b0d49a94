"""How a match was played, and what somebody knew: for auditors, and for others as far as they were told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Response

from domain.kit.facts import Json
from domain.kit.visibility import OFFICIAL, PUBLIC, seat_viewer
from projections.access import NoSuchVersion, check_knowledge, check_not_faded, coordinates, viewer_named
from projections.audit import audit
from projections.knowers import NoSuchPlace, knowers
from projections.knowledge import knowledge
from projections.views import Log
from service.api import Resources, enter, note_look, viewer_asked
from service.openapi.answers.audit_schemas import AuditSchema, KnowersSchema, KnowledgeSchema
from service.openapi.query_schemas import AuditQuery, KnowersQuery, KnowledgeQuery
from service.web.prefix import address
from service.web.problems import Problem
from service.web.process.long_work import long_work
from service.web.responses import represented

blueprint = Resources("auditing", __name__, url_prefix="/v1/matches", description="How a match was played.")


@blueprint.get("/<identifier>/audit")
@blueprint.arguments(AuditQuery(), location="query")
@blueprint.response(200, AuditSchema)
def read_audit(query: dict[str, Any], identifier: str) -> Response:
    """Findings, accusations, rulings, appeals, take-backs, and who acted for whom.

    As far as the viewer may know of them, each named by the version of its decision.
    """
    matches, match, principal = enter(identifier, query.get("min_version"), query.get("until"))
    viewer = viewer_asked(match, principal, query.get("viewer"))
    with long_work(match.version):
        log = Log(matches, match, viewer, match.horizon(principal))
        document = audit(match, viewer, log, matches.erased(match.id))
    if principal.role in ("host", "arbiter"):
        document["looks"] = [
            {"day": look.day, "role": look.role, "number": look.number, "times": times}
            for look, times in matches.looked(match.id)
        ]
    for name in ("accusations", "rulings"):
        document[name] = [_linked(document, said) for said in document[name]]
    return represented(document, matches.service_key)


@blueprint.get("/<identifier>/knowledge")
@blueprint.arguments(KnowledgeQuery(), location="query")
@blueprint.response(200, KnowledgeSchema)
def read_knowledge(query: dict[str, Any], identifier: str) -> Response:
    """What a viewer had been told and not everyone had, and at which decision.

    Officials may ask for every viewer; a seat for itself, when the match is over.
    """
    matches, match, principal = enter(identifier, query.get("min_version"), query.get("until"))
    name = query.get("viewer")
    viewer = principal.viewer if name is None else viewer_named(match, name)
    check_knowledge(match, principal, viewer)
    note_look(match, principal, viewer)
    at, _ = coordinates(match, query.get("at"), None)
    check_not_faded(match, principal, at)
    with long_work(at):
        document = knowledge(matches, match, viewer, match.horizon(principal), at)
    return represented(document, matches.service_key)


@blueprint.get("/<identifier>/knowledge/<int:version>")
@blueprint.arguments(KnowersQuery(), location="query")
@blueprint.response(200, KnowersSchema)
def read_knowers(query: dict[str, Any], identifier: str, version: int) -> Response:
    """Who knew what is at a pointer of a decision, or of the board after it, and since which decision.

    Officials are told it of the public and of every seat; a seat of itself, when the match is over.
    """
    matches, match, principal = enter(identifier, query.get("min_version"), query.get("until"))
    check_knowledge(match, principal, principal.viewer)
    note_look(match, principal, OFFICIAL)
    if version > match.version:
        raise NoSuchVersion("version", f"there is no decision {version}: the newest is {match.version}")
    check_not_faded(match, principal, version)
    seats = map(seat_viewer, range(match.rules.seats))
    viewers = (PUBLIC, *seats) if principal.official else (principal.viewer,)
    horizon, pointer = match.horizon(principal), query["pointer"]
    try:
        with long_work(match.version * len(viewers)):
            document = knowers(matches, match, viewers, horizon, version, pointer, query["of"])
    except NoSuchPlace as nowhere:
        raise Problem("invalid", errors={"pointer": [str(nowhere)]}) from None
    return represented(document, matches.service_key)


def _linked(audited: Mapping[str, Json], said: Mapping[str, Json]) -> dict[str, Json]:
    """With links to what is disputed, if that is named: the board before it, and the log from it on.

    Both on the line as it was when that was said.
    """
    first = said["disputed"] if said.get("disputed") else min(said.get("decisions", ()), default=None)
    if first is None:
        return {**said, "links": {}}
    before, line = max(first - 1, 0), said["version"]
    path, viewer = address(f"/v1/matches/{audited['match']}"), audited["as"]
    links = {
        "before": f"{path}/view?{urlencode({'as': viewer, 'at': before, 'line': line})}",
        "decisions": f"{path}/decisions?{urlencode({'as': viewer, 'after': before, 'line': line})}",
    }
    return {**said, "links": links}
