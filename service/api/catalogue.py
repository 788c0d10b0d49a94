"""The read models: which matches there are, and what came out of them."""

from __future__ import annotations

import base64
import binascii
import hmac
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from domain.application.matches import Matches
from domain.kit.written.evidence import keyed
from projections.read_models.catalogue import Place, Wanted, filters_of, merged
from projections.read_models.statistics import statistics
from service.api import Resources, the_matches, the_runner
from service.openapi.answers.catalogue_schemas import CatalogueSchema, StatisticsByRulesetSchema
from service.openapi.query_schemas import CatalogueQuery, StatisticsQuery
from service.web.auth import own_match
from service.web.prefix import address
from service.web.problems import Problem
from service.web.process.running import running
from service.web.responses import represented

blueprint = Resources("catalogue", __name__, url_prefix="/v1", description="All matches, and their results.")

_PROOF = 16


@blueprint.get("/matches")
@blueprint.arguments(CatalogueQuery(), location="query")
@blueprint.response(200, CatalogueSchema)
def list_matches(query: dict[str, Any]) -> Response:
    """The matches that the caller may see, newest first: public ones, and the one of its token.

    In pages: follow ``next``. An entry can be a moment behind its match, and names its version.
    """
    matches = the_matches()
    the_runner()
    limit, cursor = query.pop("limit"), query.pop("cursor", None)
    wanted = Wanted(**query, own=own_match(request))
    behind = _place(matches, wanted, cursor) if cursor is not None else None
    found, last = merged(running().all_matches(), wanted, limit, behind)
    following = None
    if last is not None:
        parameters = {**query, "limit": limit, "cursor": _cursor(matches, wanted, last)}
        following = address(f"/v1/matches?{urlencode(parameters)}")
    document = {"matches": [{**entry, "links": _links(entry)} for entry in found], "next": following}
    headers = {"Link": f'<{following}>; rel="next"'} if following else {}
    return represented(document, matches.service_key, headers)


@blueprint.get("/statistics")
@blueprint.arguments(StatisticsQuery(), location="query")
@blueprint.response(200, StatisticsByRulesetSchema)
def read_statistics(query: dict[str, Any]) -> Response:
    """The results of public matches, by ruleset, by options in force, and by player.

    Players are who sat down under one name. The figures can be a moment behind.
    """
    matches = the_matches()
    the_runner()
    found = statistics(running().all_matches(), query.get("ruleset"))
    return represented({"statistics": found}, matches.service_key)


def _links(entry: dict[str, Any]) -> dict[str, str]:
    return {
        "self": address(f"/v1/matches/{entry['id']}"),
        "ruleset": address(f"/v1/rulesets/{entry['ruleset']}"),
    }


# -- cursors -------------------------------------------------------------------------------------------------


def _cursor(matches: Matches, wanted: Wanted, place: Place) -> str:
    """A place in the list of what is wanted, which nobody else can make up."""
    text = f"{place.opened_at} {place.match_id}"
    return base64.urlsafe_b64encode(_proof(matches, wanted, text) + text.encode()).decode().rstrip("=")


def _place(matches: Matches, wanted: Wanted, cursor: str) -> Place:
    try:
        written = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        text = written[_PROOF:].decode()
    except (binascii.Error, ValueError):
        written, text = b"", ""
    if not hmac.compare_digest(written[:_PROOF], _proof(matches, wanted, text)):
        raise Problem("invalid", errors={"cursor": ["Not a cursor of this list: take the link as it is."]})
    opened_at, _, match_id = text.partition(" ")
    return Place(opened_at, match_id)


def _proof(matches: Matches, wanted: Wanted, text: str) -> bytes:
    return keyed(matches.service_key, "cursor", filters_of(wanted), text)[:_PROOF]
