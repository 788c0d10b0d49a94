"""Alive, and ready."""

from __future__ import annotations

from flask import Response

from domain.migration import SCHEMA, schema_of
from service.answers import answered
from service.api import Resources, the_matches
from service.openapi import StatusSchema
from service.problems import Problem

blueprint = Resources("health", __name__, description="Is the service alive, and is it ready?")


@blueprint.get("/healthz")
@blueprint.response(200, StatusSchema)
def healthz() -> Response:
    """The process answers."""
    return answered({"status": "alive"})


@blueprint.get("/readyz")
@blueprint.response(200, StatusSchema)
def readyz() -> Response:
    """The database can be reached and has this version's tables."""
    found = schema_of(the_matches())
    if found != SCHEMA:
        raise Problem(
            "unavailable", f"The database is at schema {found}, this version needs {SCHEMA}: run kerbholz migrate."
        )
    return answered({"status": "ready", "schema": SCHEMA})
