"""The application factory: puts the resources, the errors and the matches together."""

from __future__ import annotations

import multiprocessing.util
import os
from collections.abc import Callable
from functools import cache
from threading import Event, Lock
from typing import Any

from flask import Flask, g, request
from flask_smorest import Api
from werkzeug.middleware.proxy_fix import ProxyFix

from domain.application.following import Watcher
from domain.application.matches import Matches
from domain.store.reaching import is_damage, is_read_only
from projections.read_models.announcements import Announcing
from projections.read_models.runner import Runner
from service.api import (
    auditing,
    catalogue,
    check_acceptable,
    check_query,
    documents,
    health,
    imports,
    matches,
    reading,
    rulesets,
    shorthand,
    streaming,
    webhooks,
)
from service.config import Settings
from service.front.environment import REFUSED
from service.monitoring import requests
from service.openapi import deprecations, document
from service.openapi.response_schemas import CONFIGURATION, ProblemSchema, amend
from service.web import cors, limits, preconditions
from service.web.event_stream import Places
from service.web.long_work import Turns
from service.web.prefix import Prefixed
from service.web.problems import Problem, answer, install
from service.web.responses import OUTAGES, REFUSALS, problem_for
from service.webhooks.sender import Sender

BLUEPRINTS = tuple(
    module.blueprint
    for module in (
        *(health, documents, rulesets, matches, imports, catalogue),
        *(reading, shorthand, streaming, auditing, webhooks),
    )
)


class Store:
    """The matches of one process, and who follows them, opened at first use: a pool of connections must not
    cross a fork, nor a thread."""

    def __init__(
        self,
        opened: Callable[[], Matches],
        stopping: Event,
        sender: Callable[[Matches], Sender] | None = None,
        prefix: str = "",
    ) -> None:
        self._prefix = prefix
        self._open = opened
        self._new_sender = sender
        self._sender: Sender | None = None
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
        """What follows the log in this process, for read models and webhooks: begun at first use."""
        matches = self.matches()
        with self._lock:
            if self._runner is None or self._runner.matches is not matches:
                others = []
                if self._new_sender is not None:
                    self._sender = self._new_sender(matches)
                    self._sender.start()
                    others.append(Announcing(matches, self._sender.wake, prefix=self._prefix))
                self._runner = Runner(matches, others=others, watcher=self._watcher)
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
                if self._sender is not None:
                    self._sender.stop()
            self._watcher.close()
            self._matches.close()
            self._matches = None


@cache
def openapi() -> dict[str, Any]:
    """The OpenAPI document, not to be changed: it depends on the code alone, so a process makes it once."""

    class ProblemApi(Api):  # type: ignore[misc]
        ERROR_SCHEMA = ProblemSchema

    app = Flask("kerbholz", static_folder=None)
    app.config.update(CONFIGURATION)
    api = ProblemApi(app)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    amend(api.spec)
    return document.document(api.spec)


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
    app.config.update(MAX_CONTENT_LENGTH=settings.max_body, PROPAGATE_EXCEPTIONS=False)

    def opened() -> Matches:
        return Matches(settings.environment, service_key=settings.service_key, longest=settings.longest_match)

    requests.install(app)
    stopping = stopping or Event()

    def sender(matches: Matches) -> Sender:
        deliveries = app.extensions["kerbholz-metrics"].deliveries
        anywhere = settings.webhooks == "anywhere"
        return Sender(matches, anywhere=anywhere, count=lambda result: deliveries.labels(result).inc())

    store = Store(
        matches_factory or opened, stopping, None if settings.webhooks == "off" else sender, settings.prefix
    )
    app.extensions["kerbholz"] = store
    app.extensions["kerbholz-settings"] = settings
    app.extensions["kerbholz-stopping"] = stopping
    app.extensions["kerbholz-streams"] = Places(settings.most_streams, settings.streams_per_caller)
    app.extensions["kerbholz-turns"] = Turns(waiting=settings.threads // 8)
    app.extensions["kerbholz-heartbeat"] = settings.heartbeat
    multiprocessing.util.Finalize(None, store.close, exitpriority=10)

    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    deprecations.install(app, deprecated)
    app.extensions["kerbholz-openapi"] = deprecations.marked(openapi(), deprecated)
    cors.install(app, settings.origins)
    install(app, OUTAGES, is_damage, is_read_only)
    app.before_request(_refuse)
    limits.install(app, settings.limits)
    preconditions.install(app)
    app.before_request(check_acceptable)
    app.before_request(check_query)
    for refusal in REFUSALS:
        app.register_error_handler(refusal, lambda error: answer(problem_for(error, g.get("match_version"))))
    if settings.proxies or settings.prefix:
        app.wsgi_app = Prefixed(  # type: ignore[method-assign]
            app.wsgi_app, settings.prefix, trusted=settings.proxies > 0
        )
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]
    return app


def _refuse() -> None:
    """Refuse what the front has found wrong with a request, before anything else of it is looked at."""
    if why := request.environ.get(REFUSED):
        code, detail = why
        raise Problem(code, detail)
