"""What is not there, as a page for people: programs get the problem that it is."""

from __future__ import annotations

from flask import Flask, Response, request

from service.page.rendering import HEADERS, page, page_languages, sent
from service.web.languages import headers_in, language
from service.web.prefix import address
from service.web.problems import MEDIA_TYPE
from service.web.responses import HTML, JSON, preferred

OTHERS = ("/v1/", "/embed/", "/page/")
"""What programs, frames and pages ask for."""


def install(app: Flask) -> None:
    """Let *app* answer with a page that leads home where a browser asks for what is not there."""
    app.after_request(_told)


def _told(response: Response) -> Response:
    lost = response.status_code == 404 and response.mimetype == MEDIA_TYPE
    asked = request.method in ("GET", "HEAD") and not request.path.startswith(OTHERS)
    if not lost or not asked or preferred(JSON, HTML) != HTML:
        return response
    chosen = language(page_languages(), request.args.get("lang"))
    found = page("missing.html", chosen, address(""), match=request.path.startswith("/matches/"))
    told = sent(found, {**headers_in(chosen), **HEADERS, "Cache-Control": "no-store"})
    told.status_code = 404
    return told
