"""The application factory: puts the resources, the errors and the matches together."""

from __future__ import annotations

import multiprocessing.util
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from threading import Event
from typing import Any

from flask import Flask, Response, g
from flask_smorest import Api
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import Rule

from domain.application.matches import Matches
from domain.application.spans import unwatched
from domain.cells.registry import Cell
from domain.match.moved import MovedAway
from domain.store.reaching import is_damage, is_read_only
from projections.upkeep.closing import close_what_is_due
from service.api import (
    auditing,
    catalogue,
    check_acceptable,
    check_query,
    documents,
    evidence,
    health,
    imports,
    matches,
    pictures,
    problem_here,
    reading,
    results,
    rulesets,
    shorthand,
    streaming,
    texts,
    webhooks,
)
from service.config import Settings, is_same_file
from service.front.environment import REFUSED
from service.monitoring import requests, tracing
from service.openapi import deprecations, document
from service.openapi.answers.response_schemas import CONFIGURATION, ProblemSchema, amend
from service.page import embedding, missing, pages
from service.web import cors, limits, preconditions
from service.web.current import current
from service.web.event_stream import Places
from service.web.prefix import Prefixed
from service.web.problems import Problem, answer, install
from service.web.process.long_work import Turns
from service.web.process.rounds import Rounds
from service.web.process.running import MOVING, Running, run_with, running
from service.web.responses import REFUSALS, outages
from service.webhooks.sender import Sender

BLUEPRINTS = tuple(
    module.blueprint
    for module in (
        *(health, documents, rulesets, matches, imports, catalogue),
        *(reading, pictures, results, shorthand, streaming, auditing, evidence, texts, webhooks),
    )
)


HOUR = 3600.0
"""Seconds between two looks for records that are to be closed."""
PAUSE = 0.005
"""Seconds between two matches that are looked at for that: requests go first."""


class OneWay(Rule):
    """A rule that is read and never written: no code is compiled that makes an address from it.

    That code takes four fifths of the time in which an application is made. Links are made by `prefix.address`.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: ARG002
        def built(*_: object, **values: object) -> tuple[str, str]:
            raise NotImplementedError(f"no address is made from {self.rule}")

        return built


TIMES = 3
"""So often, at most, a request is answered again because its match has moved to another database meanwhile."""
_KEPT = ("begun", "request_id", *tracing.KEPT)
"""What is kept of a request that is answered again."""


class Synchronous(Flask):
    """Flask where no view and no hook is a coroutine, so that none is asked in each request whether it is one.

    A request that was refused by a database that its match has left is answered again, from where the match is.
    """

    url_rule_class = OneWay

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
        return func

    def finalize_request(self, rv: Any, from_error_handler: bool = False) -> Response:
        """See ``Flask``."""
        response = self.make_response(rv)
        for _ in range(TIMES):
            if response.status_code < 400 or "routed" not in g:
                break
            try:
                if not running(self).is_elsewhere():
                    break
                for name in [name for name in g if name not in _KEPT]:
                    g.pop(name)
                again = self.preprocess_request()
                response = self.make_response(self.dispatch_request() if again is None else again)
            except Exception as error:  # noqa: BLE001 - as Flask has it
                response = self.make_response(self.handle_user_exception(error))
        return super().finalize_request(response, from_error_handler)


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
    places: Places | None = None,
    deprecated: deprecations.Registry = deprecations.REGISTRY,
    traced: tracing.Tracing | None = None,
) -> Flask:
    """The service as a WSGI application.

    *matches_factory* opens the store (by default from *settings*); *stopping* is set when the server stops;
    *places* are those for streams (by default as *settings* have it for a worker); *deprecated* says what will be
    cut; *traced* is told of spans (by default as *settings* have it).
    """
    settings = settings or Settings.from_environment(os.environ)
    app = Synchronous("kerbholz", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=settings.max_body, PROPAGATE_EXCEPTIONS=False)

    def one_of(url: str | None) -> Settings:
        return replace(settings, database=url or "", registry=None)

    traced = traced or tracing.tracing_to(settings.traces)

    def opened_from(own: Settings) -> Matches:
        return watched(
            Matches(
                own.environment,
                service_key=own.service_key,
                signing=own.signing,
                longest=own.longest_match,
                room=own.memory << 20,
            )
        )

    def watched(matches: Matches) -> Matches:
        matches.spans = traced or unwatched
        return matches

    def of_cell(cell: Cell, registry: Matches) -> Matches:
        # A file that is opened twice in a process loses the locks of SQLite where it is closed once.
        own = one_of(cell.url)
        same = is_same_file(own.environment, registry.env)
        return registry if same else opened_from(own)

    metrics = requests.install(app)
    if traced is not None:
        traced.install(app)

    def sender(matches: Matches) -> Sender:
        anywhere = settings.webhooks == "anywhere"
        return Sender(matches, anywhere=anywhere, count=lambda result: metrics.deliveries.labels(result).inc())

    places = places or Places(settings.most_streams, settings.streams_per_caller)
    places.tell = metrics.streams.set
    ends = stopping or Event()

    def rounds(matches: Matches) -> Sequence[Rounds]:
        if not settings.close_after:
            return ()
        close = partial(close_what_is_due, matches, settings.close_after, partial(ends.wait, PAUSE))
        return (Rounds("closing", close, HOUR, first=60.0),)

    works = Running(
        opened=lambda: watched(matches_factory()) if matches_factory else opened_from(settings),
        stopping=ends,
        turns=Turns(waiting=settings.threads // 8),
        streams=places,
        heartbeat=settings.heartbeat,
        described=lambda: deprecations.marked(openapi(), deprecated),
        metrics=metrics.text,
        require_key=settings.require_key,
        webhooks=settings.webhooks,
        rounds=rounds,
        sender=None if settings.webhooks == "off" else sender,
        prefix=settings.prefix,
        registry=None if settings.registry is None else lambda: opened_from(one_of(settings.registry)),
        cell=of_cell,
    )
    run_with(app, works)
    multiprocessing.util.Finalize(None, works.close, exitpriority=10)
    if traced is not None:
        multiprocessing.util.Finalize(None, traced.close, exitpriority=5)

    for blueprint in (*BLUEPRINTS, pages.blueprint, embedding.blueprint):
        app.register_blueprint(blueprint)
    deprecations.install(app, deprecated)
    cors.install(app, settings.origins)
    install(app, lambda error: isinstance(error, outages()) or is_damage(error), is_read_only)
    app.before_request(_refuse)
    limits.install(app, settings.limits)
    preconditions.install(app)
    app.before_request(check_acceptable)
    app.before_request(check_query)
    for refusal in REFUSALS:
        app.register_error_handler(refusal, lambda error: answer(problem_here(error)))
    app.register_error_handler(MovedAway, lambda _: answer(Problem("unavailable", MOVING)))
    missing.install(app)
    if settings.proxies or settings.prefix:
        app.wsgi_app = Prefixed(  # type: ignore[method-assign]
            app.wsgi_app, settings.prefix, trusted=settings.proxies > 0
        )
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]
    return app


def _refuse() -> None:
    """Refuse what the front has found wrong with a request, before anything else of it is looked at."""
    if why := current()[0].environ.get(REFUSED):
        code, detail = why
        raise Problem(code, detail)
