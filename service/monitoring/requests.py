"""Each request has an id, a line in the log and a place in the figures."""

from __future__ import annotations

import logging
import os
import re
import time

from flask import Flask, Response

from service.monitoring.metrics import Metrics
from service.web.cors import METHODS
from service.web.current import current

HEADER, GIVEN = "X-Request-Id", "HTTP_X_REQUEST_ID"
"""The field, and what it is called in the environment of a request."""
_SANE = re.compile(r"(?!kh[a-z]_)[A-Za-z0-9._-]{1,100}")
"""An id that a proxy or client may give. Ids are logged, so one that looks like a token is replaced."""

logger = logging.getLogger(__name__)


def install(app: Flask) -> Metrics:
    """Watch every request of *app*; the figures. Call it first: its hooks run before and after all others."""
    metrics = Metrics()

    def begin() -> None:
        request, g = current()
        if "begun" in g:
            return  # it is answered again, from another database
        g.begun = time.perf_counter()
        given = request.environ.get(GIVEN, "")
        g.request_id = given if _SANE.fullmatch(given) else os.urandom(16).hex()
        metrics.running.inc()

    def end(response: Response) -> Response:
        request, g = current()
        response.headers[HEADER] = g.request_id
        took = time.perf_counter() - g.begun
        # Anybody can ask by any method and path: only those that there are become labels.
        method, rule = request.method, request.url_rule
        method = method if method in METHODS else "other"
        route = rule.rule if rule is not None else "none"
        metrics.answered(method, route, response.status_code, took)
        if code := g.get("problem"):
            metrics.problems.labels(code).inc()
        level = logging.WARNING if response.status_code >= 500 else logging.INFO
        if logger.isEnabledFor(level):
            logger.log(level, "request", extra=_told(response, method, route, took))
        return response

    def let_go(_: BaseException | None) -> None:
        if "begun" in current()[1]:
            metrics.running.dec()

    app.before_request(begin)
    app.after_request(end)
    app.teardown_request(let_go)
    return metrics


def _told(response: Response, method: str, route: str, took: float) -> dict[str, object]:
    """What is logged of a request: the route instead of the path, and nothing that the caller chose but its id."""
    _, g = current()
    principal = g.get("principal")
    told = {
        "request_id": g.request_id,
        "method": method,
        "route": route,
        "match": str(g.match_id) if "match_id" in g else None,
        "role": principal.role if principal is not None else None,
        "seat": principal.seat if principal is not None else None,
        "status": response.status_code,
        "code": g.get("problem"),
        "stream": response.is_streamed or None,
        "bytes": None if response.is_streamed else response.calculate_content_length(),
        "ms": round(took * 1000, 2),
    }
    return {name: value for name, value in told.items() if value is not None}
