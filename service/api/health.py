"""Alive, and ready."""

from __future__ import annotations

from flask import Response

from domain.migration import SCHEMA, is_restored, schema_of
from service.answers import answered
from service.api import Resources, the_matches
from service.openapi import StatusSchema
from service.problems import Problem

MOST_BEHIND = 30.0
"""Seconds that something may have been stored without those who follow the log being able to read it."""

blueprint = Resources("health", __name__, description="Is the service alive, and is it ready?")


@blueprint.get("/healthz")
@blueprint.response(200, StatusSchema)
def healthz() -> Response:
    """The process answers."""
    return answered({"status": "alive"})


@blueprint.get("/readyz")
@blueprint.response(200, StatusSchema)
def readyz() -> Response:
    """The database can be reached, has this version's tables, and whoever follows the log is not held back."""
    matches = the_matches()
    found = schema_of(matches)
    if found != SCHEMA:
        raise Problem(
            "unavailable", f"The database is at schema {found}, this version needs {SCHEMA}: run kerbholz migrate."
        )
    if is_restored(matches):
        raise Problem("unavailable", "The database was restored from elsewhere: run kerbholz migrate.")
    behind = matches.feed.behind()
    if behind > MOST_BEHIND:
        raise Problem(
            "unavailable",
            f"A transaction that stays open has been hiding what was appended for {behind:.0f} seconds.",
        )
    return answered({"status": "ready", "schema": SCHEMA})
