"""The application factory: puts the resources, the errors and the matches together."""

from __future__ import annotations

import multiprocessing.util
import os
from collections.abc import Callable
from threading import Event, Lock

from flask import Flask, g
from flask_smorest import Api
from werkzeug.middleware.proxy_fix import ProxyFix

from domain.following import Watcher
from domain.matches import Matches
from projections.runner import Runner
from service import cors, deprecations, described, limits, observing
from service.answers import OUTAGES, REFUSALS, problem_for
from service.api import (
    auditing,
    catalogue,
    check_acceptable,
    check_query,
    documents,
    health,
    matches,
    reading,
    rulesets,
    streaming,
)
from service.config import Settings
from service.openapi import CONFIGURATION, ProblemSchema, amend
from service.problems import answer, install
from service.stream import Places


class Store:
    """The matches of one process, and who follows them, opened at first use: a pool of connections must not
    cross a fork, nor a thread."""

    def __init__(self, opened: Callable[[], Matches], stopping: Event) -> None:
        self._open = opened
        self._stopping = stopping
        self._lock = Lock()
        self._matches: Matches | None = None
        self._runner: Runner | None = None
        self._watcher: Watcher | None = None
        self._process = 0

    def matches(self) -> Matches:
        """The application of this process."""
        if self._matches is None or self._process != os.getpid():
            with self._lock:
                if self._matches is None or self._process != os.getpid():
                    self._matches = self._open()
                    self._watcher = Watcher(self._matches, self._stopping)
                    self._process = os.getpid()
        return self._matches

    def runner(self) -> Runner:
        """What keeps the read models up to date in this process: begun at first use."""
        matches = self.matches()
        with self._lock:
            if self._runner is None or self._runner.matches is not matches:
                self._runner = Runner(matches)
                self._runner.start()
            return self._runner

    def watcher(self) -> Watcher:
        """What follows the matches of this process."""
        self.matches()
        assert self._watcher is not None
        return self._watcher

    def close(self) -> None:
        """Close the connections of this process."""
        if self._matches is not None and self._watcher is not None and self._process == os.getpid():
            if self._runner is not None and self._runner.matches is self._matches:
                self._runner.stop()
                self._runner = None
            self._watcher.close()
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
    stopping = stopping or Event()
    store = Store(matches_factory or opened, stopping)
    app.extensions["kerbholz"] = store
    app.extensions["kerbholz-settings"] = settings
    app.extensions["kerbholz-stopping"] = stopping
    app.extensions["kerbholz-streams"] = Places(settings.most_streams, settings.streams_per_caller)
    app.extensions["kerbholz-heartbeat"] = settings.heartbeat
    multiprocessing.util.Finalize(None, store.close, exitpriority=10)

    class ProblemApi(Api):  # type: ignore[misc]
        ERROR_SCHEMA = ProblemSchema

    api = ProblemApi(app)
    for module in (health, documents, rulesets, matches, catalogue, reading, streaming, auditing):
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
