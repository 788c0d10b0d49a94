"""Erasing texts that people have written: names, labels, notes, reasons."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.application.erasing import erase
from service.api import Resources, enter
from service.openapi.query_schemas import TextQuery
from service.web.preconditions import check
from service.web.problems import Problem
from service.web.process.running import running
from service.web.responses import HEADERS

blueprint = Resources("texts", __name__, url_prefix="/v1/matches", description="Texts that people have written.")


@blueprint.delete("/<identifier>/texts/<int:version>")
@blueprint.arguments(TextQuery(), location="query")
@blueprint.response(204)
def erase_text(query: dict[str, Any], identifier: str, version: int) -> Response:
    """Erase a name, the labels or another text of a decision: for good, in whatever state the match is.

    In its place stands `{"erased": true}`, and the audit says who has erased it. Every proof stays valid. What was
    erased before stays so.
    """
    matches, match, principal = enter(identifier)
    if principal.role == "anonymous":
        raise Problem("unauthorized", "Erasing needs a token.")
    check(())
    if erase(matches, match, principal, version, query["pointer"]):
        running().watcher().forget(match.id)
    return Response(status=204, headers=HEADERS, content_type="")
