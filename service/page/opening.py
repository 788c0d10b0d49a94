"""The form that opens a match, and the codes on its sheet of names."""

from __future__ import annotations

import re

from flask import Blueprint, Response, request

from domain.match.principal import ANONYMOUS
from service.api import enter, serves
from service.page.codes import code_of
from service.page.rendering import HEADERS, page, page_languages, sent
from service.web.auth import bearer
from service.web.languages import headers_in, language
from service.web.prefix import address
from service.web.problems import Problem
from service.web.process.running import running
from service.web.responses import HTML, SVG

blueprint = Blueprint("opening", __name__)

ORIGIN = re.compile(r"https?://[A-Za-z0-9.\-\[\]:]{1,255}")


@blueprint.get("/open")
@serves(HTML)
def read_opening_form() -> Response:
    """The form; what can be chosen is asked from the API, by scripts."""
    chosen = language(page_languages(), request.args.get("lang"))
    whole = page("open.html", chosen, address(""), asks_key=running().require_key)
    return sent(whole, {**headers_in(chosen), **HEADERS})


@blueprint.get("/matches/<identifier>/code")
@serves(SVG)
def read_code(identifier: str) -> Response:
    """The QR code of the link that has the token of this request, which stands in its ``Authorization`` alone.

    ``origin`` in the query says what the service is called where the link is read: a proxy may call it otherwise.
    """
    origin = request.args.get("origin", "")
    if not ORIGIN.fullmatch(origin):
        raise Problem("invalid", errors={"origin": ["Is no origin, as https://example.org is one."]})
    _, match, principal = enter(identifier)
    if principal == ANONYMOUS:
        raise Problem("unauthorized", "A code needs a token.")
    link = f"{origin}{address(f'/matches/{match.id}')}#token={bearer(request)}"
    headers = {**HEADERS, "Cache-Control": "no-store", "Vary": "Authorization"}
    return Response(code_of(link), 200, headers, content_type=SVG)


for _view in (read_opening_form, read_code):
    vars(_view)["takes_query"] = True
