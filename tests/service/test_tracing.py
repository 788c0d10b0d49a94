"""Traces: what spans say of whole matches, and nothing else; and without the setting there are none."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from random import Random

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from domain.application.spans import unwatched
from service.app import create_app
from service.config import Settings
from service.monitoring import tracing
from service.web.bounds import OFF
from service.web.problems import CODES
from service.web.process.running import running
from tests.service.playing import (
    NOTE,
    mea_culpa,
    open_match,
    play_out,
    recorded_match,
    thurn_and_taxis,
)

ATTRIBUTES = {"http.request.method", "http.route", "http.response.status_code", "error.type"} | {
    tracing.MATCH,
    tracing.RULESET,
    tracing.PROBLEM,
}
GAMES = {
    "mea-culpa": lambda client: mea_culpa(client, 2),
    "seven-sins": lambda client: open_match(client, 2, public=False),
    "thurn-and-taxis": lambda client: thurn_and_taxis(client, 2, board={"houses": 4}),
}


@pytest.fixture
def exported():
    """Where spans end up."""
    return InMemorySpanExporter()


@pytest.fixture
def traced_client(migrated_sqlite_url, exported):
    """A client of a service that tells of its spans."""
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exported))
    settings = Settings(database=migrated_sqlite_url, limits=OFF)
    app = create_app(settings, traced=tracing.Tracing(provider))
    yield app.test_client()
    app.extensions["kerbholz"].close()


def check_told(spans, table, app):
    """Spans hold nothing but what is known of a match to all who know that it is there."""
    routes = {rule.rule for rule in app.url_map.iter_rules()} | {"none"}
    known = {
        "http.request.method": {"GET", "POST", "other"},
        "http.route": routes,
        tracing.MATCH: {table.id},
        tracing.RULESET: {table.opened["ruleset"]},
        tracing.PROBLEM: set(CODES),
        "error.type": {"Refused", "VersionMoved", "IntegrityError"},  # the last where two project at once
    }
    for span in spans:
        assert span.attributes.keys() <= ATTRIBUTES
        for name, value in span.attributes.items():
            assert value in known[name] if name in known else isinstance(value, int), (name, value)
        assert span.name in ("judge", "store", "project", "stream") or span.name.partition(" ")[2] in routes
        assert (len(span.events), len(span.links), span.status.description) == (0, 0, None)


@pytest.mark.parametrize("game", GAMES)
def test_spans_of_a_whole_match_tell_nothing_of_it(traced_client, exported, game):
    table = GAMES[game](traced_client)
    seat, token = table.mover, table.token(0)
    for command in (
        NOTE,
        {"type": "pass"},
        {"type": "bid", "notches": 3, "taler": 1},
        {"type": "no-such-command"},
    ):
        table.send(seat, command, dry_run=True)
        table.send(1 - seat, command, headers={"If-Match": '"0"', "Idempotency-Key": "a-key-of-theirs"})
    for what in ("view", "decisions", "audit", "knowledge", "nothing"):
        table.ask(seat, what, as_="seat:1", headers={"traceparent": f"00-{'ab' * 16}-{'cd' * 8}-01"})
    play_out(table, Random(5))
    table.do("arbiter", {"type": "table.close"})
    running(traced_client.application).runner().catch_up()
    assert table.ask(0, "stream", until="closed", after=0).data.endswith(b"\n\n")
    spans = exported.get_finished_spans()
    check_told(spans, table, traced_client.application)
    written = "".join(span.to_json(indent=None) for span in spans)
    assert len(spans) > 50
    assert token not in written
    assert "ab" * 16 not in written
    assert {"judge", "store", "project"} <= {span.name for span in spans}


def test_the_parts_of_an_append_lie_in_the_span_of_its_request(traced_client, exported):
    table = open_match(traced_client, 2)
    exported.clear()
    table.do(0, NOTE)
    table.do(0, NOTE, dry_run=True)
    table.refused(1 - table.mover, {"type": "take", "sin": "pride", "to": "reserve"})
    asked = [one for one in exported.get_finished_spans() if one.name not in ("project", "stream")]
    requests = [one for one in asked if one.name == "POST /v1/matches/<identifier>/commands"]
    parts = [
        [part.name for part in asked if part.parent and part.parent.span_id == one.context.span_id]
        for one in requests
    ]
    assert parts == [["judge", "store"], ["judge"], ["judge"]]
    assert [one.attributes["http.response.status_code"] for one in requests] == [201, 201, 409]
    assert requests[2].attributes[tracing.PROBLEM] == "not-awaited"
    assert all(one.parent is None for one in requests)
    assert all(one.end_time >= one.start_time for one in asked)


def test_each_event_of_a_stream_has_a_span(traced_client, exported):
    table = recorded_match(traced_client)
    stream = table.client.get(f"{table.path}/stream", headers=table.bearer(0))
    events = stream.iter_encoded()
    assert b"snapshot" in next(events)
    exported.clear()
    table.do("scribe", NOTE)
    assert b"event: decision" in next(events)
    stream.close()
    (span,) = (one for one in exported.get_finished_spans() if one.name == "stream")
    assert span.attributes == {tracing.MATCH: table.id, tracing.RULESET: "seven-sins"}


def test_a_request_that_fails_inside_is_marked_so(traced_client, exported, monkeypatch):
    table = open_match(traced_client, 2)
    exported.clear()

    def fail(*_):
        raise RuntimeError("seat 1 holds the card pride")

    monkeypatch.setattr("projections.views.view", fail)
    assert table.ask(0, "view").status_code == 500
    (span,) = exported.get_finished_spans()
    assert span.status.status_code.name == "ERROR"
    assert "pride" not in span.to_json()


def test_without_the_setting_there_is_nothing(sqlite_client):
    table = open_match(sqlite_client, 2)
    table.do(0, NOTE)
    app = sqlite_client.application
    assert running(app).matches().spans is unwatched
    hooks = [*app.before_request_funcs[None], *app.after_request_funcs[None], *app.teardown_request_funcs[None]]
    assert not [hook for hook in hooks if hook.__module__ == tracing.__name__]
    code = "import sys, service.app; service.app.create_app(); print([n for n in sys.modules if 'telemetry' in n])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"


def test_what_cannot_be_set_is_said(monkeypatch):
    with pytest.raises(ValueError, match="Traces go to one of off, console, otlp"):
        Settings(traces="everywhere")
    assert Settings.from_environment({"KERBHOLZ_TRACES": "console"}).traces == "console"
    for missing in ("opentelemetry.sdk", "no_such_package.sdk"):
        monkeypatch.setattr(tracing, "NEEDED", (missing,))
        monkeypatch.setitem(sys.modules, "opentelemetry.sdk", None)
        assert Settings().traces == "off"
        with pytest.raises(ValueError, match=r"pip install 'kerbholz\[otel\]'"):
            Settings(traces="otlp")


def test_traces_are_lines_of_json_on_standard_error(capsys):
    traces = tracing.tracing_to("console")
    with pytest.raises(KeyError), traces("judge"):
        raise KeyError("a secret")
    traces.close()
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["name"], told["attributes"], told["events"]) == ("judge", {"error.type": "KeyError"}, [])
    assert told["resource"]["attributes"]["service.name"] == "kerbholz"
    assert "secret" not in line


def test_a_collector_is_sent_them_by_http(monkeypatch):
    sent = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self):
            sent.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
        monkeypatch.setenv("OTEL_SERVICE_NAME", "our-club")
        traces = tracing.tracing_to("otlp")
        with traces("project"):
            pass
        traces.close()
        server.shutdown()
        thread.join()
    ((path, body),) = sent
    assert path == "/v1/traces"
    assert b"project" in body
    assert b"our-club" in body


def test_a_collector_that_does_not_answer_keeps_nobody_from_stopping(monkeypatch):
    monkeypatch.setattr(tracing, "CLOSING", 0.05)
    answers = threading.Event()
    provider = TracerProvider(shutdown_on_exit=False)
    monkeypatch.setattr(provider, "shutdown", answers.wait)
    try:
        begun = time.monotonic()
        tracing.Tracing(provider).close()
        assert time.monotonic() - begun < 30
    finally:
        answers.set()
