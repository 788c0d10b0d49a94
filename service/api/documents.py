"""Documents about the service itself, for machines and for people."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api import Resources, serves, the_matches
from service.openapi.answers.response_schemas import HERE, ProblemListSchema
from service.openapi.page import listed, policy, rendered
from service.web.prefix import address
from service.web.problems import CODES
from service.web.process.running import running
from service.web.responses import HTML, JSON, preferred, represented, represented_bytes

blueprint = Resources("documents", __name__, description="What the service says of itself.")


MOST_PAGES = 8
"""Pages that are kept, one for each prefix."""


def _openapi() -> dict[str, Any]:
    """The document, with the path that the service lies behind, if it does."""
    document = dict(running().openapi)
    prefix = address("")
    return {**document, "servers": [{**HERE, "url": prefix}]} if prefix else document


@blueprint.get("/v1/openapi.json")
@blueprint.doc(responses={"200": {"description": "This document.", "content": {"application/json": {}}}})
def read_openapi() -> Response:
    """The OpenAPI 3.1 document of the service.

    Clients can be generated from it. It is the same for every caller.
    """
    return represented(_openapi(), the_matches().service_key)


@blueprint.get("/docs/problems")
@serves(JSON, HTML)
@blueprint.doc(
    responses={
        "200": {
            "description": "The codes.",
            "content": {
                "application/json": {"schema": ProblemListSchema},
                "text/html": {"schema": {"type": "string"}},
            },
        }
    }
)
def list_problems() -> Response:
    """What each problem's code means; a problem's ``type`` points here.

    By code: the status that goes with it, a title, and an explanation. In a browser it is a page, with a heading
    for each.
    """
    described = {name: code._asdict() for name, code in CODES.items()}
    if preferred(JSON, HTML) == HTML:
        return represented_bytes(
            listed(described, address("")), f"{HTML}; charset=utf-8", the_matches().service_key, _page_headers()
        )
    return represented({"problems": described}, the_matches().service_key)


@blueprint.get("/docs")
@serves("text/html")
@blueprint.doc(
    responses={"200": {"description": "The page.", "content": {"text/html": {"schema": {"type": "string"}}}}}
)
def read_docs() -> Response:
    """The OpenAPI document as a page for people, without scripts and without any other host.

    Operations, schemas and examples, each with an address within the page.
    """
    prefix = address("")
    pages = running().pages
    if prefix not in pages:
        if len(pages) >= MOST_PAGES:
            pages.clear()
        pages[prefix] = rendered(_openapi(), prefix)
    return represented_bytes(pages[prefix], f"{HTML}; charset=utf-8", the_matches().service_key, _page_headers())


def _page_headers() -> dict[str, str]:
    return {"Content-Security-Policy": policy(), "Referrer-Policy": "no-referrer"}
