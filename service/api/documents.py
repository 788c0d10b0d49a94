"""Documents about the service itself, for machines and for people."""

from __future__ import annotations

from flask import Response, current_app

from service.answers import represented, represented_bytes
from service.api import Resources, serves, the_matches
from service.docs_page import policy, rendered
from service.openapi import ProblemListSchema
from service.problems import CODES

blueprint = Resources("documents", __name__, description="What the service says of itself.")


@blueprint.get("/v1/openapi.json")
@blueprint.doc(responses={"200": {"description": "This document.", "content": {"application/json": {}}}})
def read_openapi() -> Response:
    """The OpenAPI 3.1 document of the service."""
    return represented(current_app.extensions["kerbholz-openapi"], the_matches().service_key)


@blueprint.get("/docs/problems")
@blueprint.response(200, ProblemListSchema)
def list_problems() -> Response:
    """What each problem's code means; a problem's ``type`` points here."""
    listed = {name: code._asdict() for name, code in CODES.items()}
    return represented({"problems": listed}, the_matches().service_key)


@blueprint.get("/docs")
@serves("text/html")
@blueprint.doc(
    responses={"200": {"description": "The page.", "content": {"text/html": {"schema": {"type": "string"}}}}}
)
def read_docs() -> Response:
    """The OpenAPI document as a page for people, without scripts and without any other host."""
    extensions = current_app.extensions
    if "kerbholz-docs" not in extensions:
        extensions["kerbholz-docs"] = rendered(extensions["kerbholz-openapi"])
    headers = {"Content-Security-Policy": policy(), "Referrer-Policy": "no-referrer"}
    page: bytes = extensions["kerbholz-docs"]
    return represented_bytes(page, "text/html; charset=utf-8", the_matches().service_key, headers)
