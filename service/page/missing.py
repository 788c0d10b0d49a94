"""What is not there, or was asked for wrongly, as a page for people: programs get the problem that it is."""

from __future__ import annotations

from flask import Flask, Response, request

from service.page.rendering import HEADERS, page, page_languages, sent
from service.web.languages import headers_in, language
from service.web.prefix import address
from service.web.problems import MEDIA_TYPE
from service.web.responses import HTML, JSON, preferred

OTHERS = ("/v1/", "/embed/", "/page/")
"""What programs, frames and pages ask for."""
WRONG = (400, 422)
"""What a link is answered with that was changed on its way."""


def install(app: Flask) -> None:
    """Let *app* answer with a page that leads home where a browser asks for what cannot be shown."""
    app.after_request(_told)


def _told(response: Response) -> Response:
    if response.mimetype != MEDIA_TYPE or not _is_a_page(response.status_code):
        return response
    chosen = language(page_languages(), request.args.get("lang"))
    given = {
        "match": request.path.startswith("/matches/"),
        "detail": response.get_json()["detail"] if response.status_code in WRONG else None,
    }
    found = page("missing.html", chosen, address(""), **given)
    told = sent(found, {**headers_in(chosen), **HEADERS, "Cache-Control": "no-store"})
    told.status_code = response.status_code
    return told


def _is_a_page(status: int) -> bool:
    """Whether somebody looks for a page, and finds none, or asks a page for what it cannot have."""
    if request.method not in ("GET", "HEAD") or preferred(JSON, HTML) != HTML:
        return False
    if status == 404:
        return not request.path.startswith(OTHERS)
    return status in WRONG and (request.path in ("/", "/open", "/scribe") or request.path.startswith("/matches/"))
