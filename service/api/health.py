"""Alive, and ready; and how much there is to do."""

from __future__ import annotations

from flask import Response, current_app

from domain.migration import SCHEMA, schema_of
from service.answers import HEADERS, answered
from service.api import Resources, serves, the_matches, unlimited
from service.metrics import CONTENT_TYPE
from service.openapi import StatusSchema
from service.problems import Problem

blueprint = Resources("health", __name__, description="Is the service alive, and is it ready?")


@blueprint.get("/healthz")
@unlimited
@blueprint.response(200, StatusSchema)
def healthz() -> Response:
    """The process answers."""
    return answered({"status": "alive"})


@blueprint.get("/readyz")
@unlimited
@blueprint.response(200, StatusSchema)
def readyz() -> Response:
    """The database can be reached and has this version's tables."""
    found = schema_of(the_matches())
    if found != SCHEMA:
        raise Problem(
            "unavailable", f"The database is at schema {found}, this version needs {SCHEMA}: run kerbholz migrate."
        )
    return answered({"status": "ready", "schema": SCHEMA})


@blueprint.get("/metrics")
@unlimited
@serves("text/plain")
@blueprint.doc(responses={"200": {"description": "OK", "content": {"text/plain": {"schema": {"type": "string"}}}}})
def metrics() -> Response:
    """Figures for Prometheus, of all workers together, in its text format."""
    return Response(current_app.extensions["kerbholz-metrics"].text(), headers=HEADERS, content_type=CONTENT_TYPE)
