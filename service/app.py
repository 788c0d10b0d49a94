"""The application factory: puts the resources, the errors and the matches together."""

from __future__ import annotations

import multiprocessing.util
import os
from collections.abc import Callable
from threading import Event, Lock

from eventsourcing.persistence import InterfaceError, OperationalError
from flask import Flask, g
from flask_smorest import Api
from psycopg import OperationalError as PostgresOutage
from psycopg_pool import PoolTimeout
from werkzeug.middleware.proxy_fix import ProxyFix

from domain.matches import Matches
from service import cors, deprecations, described, limits, observing
from service.answers import REFUSALS, problem_for
from service.api import auditing, check_acceptable, check_query, documents, health, matches, reading, rulesets
from service.config import Settings
from service.openapi import CONFIGURATION, ProblemSchema, amend
from service.problems import answer, install

OUTAGES = (OperationalError, InterfaceError, PostgresOutage, PoolTimeout)


class Store:
    """The matches of one process, opened at first use: a pool of connections must not cross a fork."""

    def __init__(self, opened: Callable[[], Matches]) -> None:
        self._open = opened
        self._lock = Lock()
        self._matches: Matches | None = None
        self._process = 0

    def matches(self) -> Matches:
        """The application of this process."""
        if self._matches is None or self._process != os.getpid():
            with self._lock:
                if self._matches is None or self._process != os.getpid():
                    self._matches = self._open()
                    self._process = os.getpid()
        return self._matches

    def close(self) -> None:
        """Close the connections of this process."""
        if self._matches is not None and self._process == os.getpid():
            self._matches.close()
            self._matches = None


def create_app(
    settings: Settings | None = None,
    *,
    matches_factory: Callable[[], Matches] | None = None,
    stopping: Event | None = None,
    deprecated: deprecations.Registry = deprecations.REGISTRY,
) -> Flask:
    """The service as a WSGI application.

    *matches_factory* opens the store (by default from *settings*); *stopping* is set when the server stops;
    *deprecated* says what will be cut.
    """
    settings = settings or Settings.from_environment(os.environ)
    app = Flask("kerbholz", static_folder=None)
    app.config.update(CONFIGURATION, MAX_CONTENT_LENGTH=settings.max_body, PROPAGATE_EXCEPTIONS=False)

    def opened() -> Matches:
        return Matches(settings.environment, service_key=settings.service_key)

    observing.install(app)
    store = Store(matches_factory or opened)
    app.extensions["kerbholz"] = store
    app.extensions["kerbholz-settings"] = settings
    app.extensions["kerbholz-stopping"] = stopping or Event()
    multiprocessing.util.Finalize(None, store.close, exitpriority=10)

    class ProblemApi(Api):  # type: ignore[misc]
        ERROR_SCHEMA = ProblemSchema

    api = ProblemApi(app)
    for module in (health, documents, rulesets, matches, reading, auditing):
        api.register_blueprint(module.blueprint)
    amend(api.spec)
    app.extensions["kerbholz-openapi"] = described.document(api.spec)
    deprecations.mark(app.extensions["kerbholz-openapi"], deprecated)
    deprecations.install(app, deprecated)
    cors.install(app, settings.origins)
    install(app, OUTAGES)
    limits.install(app, settings.limits)
    app.before_request(check_acceptable)
    app.before_request(check_query)
    for refusal in REFUSALS:
        app.register_error_handler(refusal, lambda error: answer(problem_for(error, g.get("match_version"))))
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]
    return app
