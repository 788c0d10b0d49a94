"""Traces for OpenTelemetry: how long a request took, and the parts of its work. No other module knows the library.

A span holds what its reader may know who may know nothing of a match: its id and its game, route and method,
status and code. It holds no command, not even its type, for those that are refused or tried out are told to
nobody; no seat, no text, no query, no token; and of an error only its kind, for its message tells of the match.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask, Response
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter

    from domain.application.spans import Part
    from domain.match.match import Match

OFF, CONSOLE, OTLP = "off", "console", "otlp"
TRACES = (OFF, CONSOLE, OTLP)
"""Where traces go: nowhere; as lines of JSON to standard error; by OTLP over HTTP to a collector."""
CLOSING = 2.0
"""Seconds that stopping waits for the collector."""
NEEDED = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http")
MATCH, RULESET, PROBLEM = "kerbholz.match", "kerbholz.ruleset", "kerbholz.problem"
"""Attributes of our own; the others are called as OpenTelemetry's conventions have it."""
KEPT = ("span", "span_token")
"""What is kept of a request in Flask's ``g``."""


def is_installed() -> bool:
    """Whether there is what traces need."""
    try:
        return all(find_spec(name) is not None for name in NEEDED)
    except ModuleNotFoundError:
        return False


class Tracing:
    """The spans of one process."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("kerbholz", version("kerbholz"))

    @contextmanager
    def __call__(self, part: Part, match: Match | None = None, /) -> Iterator[None]:
        """A span of a part of the work (``domain.application.spans``)."""
        about = {} if match is None else {MATCH: str(match.id), RULESET: match.ruleset.id}
        with self._tracer.start_as_current_span(
            part, attributes=about, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield
            except Exception as error:
                span.set_attribute("error.type", type(error).__name__)
                raise

    def install(self, app: Flask) -> None:
        """Make a span of every request of *app*. The context that a caller sends is not taken over."""
        from opentelemetry import context, trace

        from service.web.cors import METHODS
        from service.web.current import current

        def begin() -> None:
            request, g = current()
            if "span" in g:
                return  # it is answered again, from another database
            method = request.method if request.method in METHODS else "other"
            route = request.url_rule.rule if request.url_rule is not None else "none"
            g.span = self._tracer.start_span(
                f"{method} {route}",
                kind=trace.SpanKind.SERVER,
                attributes={"http.request.method": method, "http.route": route},
            )
            g.span_token = context.attach(trace.set_span_in_context(g.span))

        def end(response: Response) -> Response:
            _, g = current()
            if "span" in g:
                g.span.set_attribute("http.response.status_code", response.status_code)
                if "match_id" in g:
                    g.span.set_attribute(MATCH, str(g.match_id))
                if code := g.get("problem"):
                    g.span.set_attribute(PROBLEM, code)
                if response.status_code >= 500:
                    g.span.set_status(trace.StatusCode.ERROR)
            return response

        def let_go(_: BaseException | None) -> None:
            g = current()[1]
            if "span" in g:
                context.detach(g.pop("span_token"))
                g.pop("span").end()

        app.before_request(begin)
        app.after_request(end)
        app.teardown_request(let_go)

    def close(self) -> None:
        """Send what has not been sent yet; where no collector answers, the service stops all the same."""
        sending = Thread(target=self._provider.shutdown, daemon=True)
        sending.start()
        sending.join(CLOSING)


def tracing_to(where: str) -> Tracing | None:
    """The spans that go there, one of ``TRACES``; None for nowhere. What is needed has to be installed.

    The variables of OpenTelemetry (``OTEL_…``) say the rest: the collector, the name of the service, the sampler.
    """
    if where == OFF:
        return None
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = {
        "service.name": os.environ.get("OTEL_SERVICE_NAME", "kerbholz"),
        "service.version": version("kerbholz"),
    }
    # The worker ends without the exits that are registered in Python: it is closed with the application.
    provider = TracerProvider(resource=Resource.create(named), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(_exporter(where)))
    return Tracing(provider)


def _exporter(where: str) -> SpanExporter:
    if where == CONSOLE:
        from opentelemetry.sdk.trace.export import ConsoleSpanExporter

        return ConsoleSpanExporter(out=sys.stderr, formatter=lambda span: f"{span.to_json(indent=None)}\n")
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return OTLPSpanExporter()
