"""The director's desk: the tables of an event, by the arbiter's links that a device keeps.

The service says nothing on it: which tables there are, only the device knows. Scripts ask the API for each of
them, with its own token.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from service.api import match_id, serves
from service.page.controls import KEYS, SIGNS
from service.page.rendering import HEADERS, page, page_languages, sent
from service.web.languages import headers_in, language
from service.web.prefix import address
from service.web.responses import HTML

blueprint = Blueprint("desk", __name__)


@blueprint.get("/desk")
@serves(HTML)
def read_desk() -> Response:
    """The desk, with none of its matches on screen."""
    return _desk(None)


@blueprint.get("/desk/<identifier>")
@serves(HTML)
def read_desk_with_match(identifier: str) -> Response:
    """The desk, with one of its matches on screen; whether there is such a match, the API says."""
    return _desk(str(match_id(identifier)))


def _desk(match: str | None) -> Response:
    chosen = language(page_languages(), request.args.get("lang"))
    whole = page(
        "desk.html",
        chosen,
        address(""),
        match=match,
        known=False,
        drawn=None,
        decisions=(),
        signs=SIGNS,
        keys=KEYS,
    )
    return sent(whole, {**headers_in(chosen), **HEADERS, "Cache-Control": "no-store"})


# The query says where a reader is, which scripts read; what is unknown in it hurts nobody.
for _view in (read_desk, read_desk_with_match):
    vars(_view)["takes_query"] = True
