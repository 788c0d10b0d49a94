"""Alive, and ready; and how much there is to do."""

from __future__ import annotations

from flask import Response, request

from domain.application.upkeep.migration import SCHEMA, is_restored, schema_of
from projections.read_models.runner import BEHIND, PROJECTIONS
from service.api import Resources, serves, unlimited
from service.front.environment import RELAY
from service.monitoring.metrics import CONTENT_TYPE
from service.openapi.answers.response_schemas import StatusSchema
from service.web.problems import Problem
from service.web.process.running import Serving, running
from service.web.responses import HEADERS, answered, outages

MOST_BEHIND = 30.0
"""Seconds for which followers of the log may be unable to read what has been stored."""

WORSE = ("following", "failing", "behind")
"""How a projection can stand, the better before the worse."""
READ = frozenset(projection.name for projection in PROJECTIONS)
"""The followers of the log whose work readers would miss."""

blueprint = Resources("health", __name__, description="Is the service alive, and is it ready?")


@blueprint.get("/healthz")
@unlimited
@blueprint.response(200, StatusSchema)
def healthz() -> Response:
    """Whether the process answers.

    It looks at nothing else: a process that does not answer has to be started again. The relay says how many
    streams it holds.
    """
    streams = {"streams": running().streams.taken} if RELAY in request.environ else {}
    return answered({"status": "alive", **streams})


@blueprint.get("/readyz")
@unlimited
@blueprint.response(200, StatusSchema)
def readyz() -> Response:
    """Whether the database can be reached and has this version's tables, and all read models are up to date.

    503 until that is so, and where the store can only be read: send such a service nothing. Of several databases
    one is enough.
    """
    states: dict[str, str] = {}
    wrong: Exception | None = None
    served = running().reachable()
    for one in served:
        try:
            found = _ready(one)
        except Problem as problem:
            wrong = problem
        except outages() as error:
            wrong = error
        else:
            states = {name: max(state, states.get(name, state), key=WORSE.index) for name, state in found.items()}
    if not states:
        raise wrong or Problem("unavailable")
    return answered({"status": "ready", "schema": SCHEMA, "projections": states})


def _ready(one: Serving) -> dict[str, str]:
    """How the projections of a database stand; raises Problem where it is not ready."""
    matches = one.matches
    if matches.inspection is not None and (wrong := matches.inspection.wrong()) is not None:
        raise Problem("unavailable", f"The database's file cannot be used: {wrong}.")
    found = schema_of(matches)
    if found != SCHEMA:
        raise Problem(
            "unavailable", f"The database is at schema {found}, this version needs {SCHEMA}: run kerbholz migrate."
        )
    if is_restored(matches):
        raise Problem("unavailable", "The database was restored from elsewhere: run kerbholz migrate.")
    if matches.database.is_read_only():
        raise Problem("read-only")
    held = matches.feed.behind()
    if held > MOST_BEHIND:
        raise Problem(
            "unavailable",
            f"A transaction that stays open has been hiding what was appended for {held:.0f} seconds.",
        )
    standing = one.runner().standing()
    behind = ", ".join(sorted(name for name, one in standing.items() if one.state == "behind" and name in READ))
    if behind:
        raise Problem("unavailable", f"More than {BEHIND:.0f} seconds behind the log: {behind}.")
    return {name: one.state for name, one in standing.items()}


@blueprint.get("/metrics")
@unlimited
@serves("text/plain")
@blueprint.doc(responses={"200": {"description": "OK", "content": {"text/plain": {"schema": {"type": "string"}}}}})
def metrics() -> Response:
    """Figures for Prometheus, of all workers together, in its text format.

    For those who run the service.
    """
    return Response(running().metrics(), headers=HEADERS, content_type=CONTENT_TYPE)
