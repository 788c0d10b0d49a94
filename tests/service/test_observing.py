"""Request ids, the log without secrets, and the figures."""

from __future__ import annotations

import io
import json
import logging
import logging.config
import os
import re
import subprocess
import sys

import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.monitoring.logs import configuration
from service.monitoring.metrics import FOLDER, forget_the_dead
from tests.persistence.serving import served
from tests.service.playing import open_match

SECRET = "khz_seat_0123456789abcdef0123456789abcdef0123456789abcdef"


@pytest.fixture
def log():
    """The lines that a service writes at the level `info`."""
    stream = io.StringIO()
    before = logging.root.handlers[:], logging.root.level
    levels = {name: logging.getLogger(name).level for name in ("service", "projections", "domain", "_granian")}
    logging.config.dictConfig(configuration("info"))
    for handler in logging.root.handlers:
        handler.setStream(stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logging.root.handlers[:], logging.root.level = before
    logging.getLogger("_granian").handlers.clear()
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def figures(text: str) -> dict[tuple, float]:
    """Name and labels → value."""
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_sane_request_id_is_taken_and_any_other_is_replaced(sqlite_client):
    for given in ("a", "0af7651916cd43dd8448eb211c80319c", "Trace-1.2_3", "x" * 100):
        assert sqlite_client.get("/healthz", headers={"X-Request-Id": given}).headers["X-Request-Id"] == given
    made = set()
    for given in ("", "x" * 101, "a b", 'a"b', "é", SECRET, "khk_key", "a,b"):
        made.add(sqlite_client.get("/v1/nothing", headers={"X-Request-Id": given}).headers["X-Request-Id"])
    made.add(sqlite_client.get("/v1/nothing").headers["X-Request-Id"])
    assert len(made) == 9
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in made)


def test_every_request_is_one_line_that_says_what_became_of_it(sqlite_client, log):
    table = open_match(sqlite_client, 2)
    already = len(log())
    sent = {**table.bearer(1), "X-Request-Id": "mine"}
    sqlite_client.post(f"{table.path}/commands", json={"type": "table.note", "text": "tea"}, headers=sent)
    sqlite_client.post(f"{table.path}/commands", json={"type": "nothing"}, headers=table.bearer("arbiter"))
    sqlite_client.get("/v1/nothing")
    done, refused, lost = log()[already:]
    match = table.path.rpartition("/")[2]
    assert done.pop("ms") >= 0
    assert done.pop("bytes") > 100
    assert done.pop("at")
    assert done == {
        "level": "INFO",
        "logger": "service.monitoring.requests",
        "message": "request",
        "request_id": "mine",
        "method": "POST",
        "route": "/v1/matches/<identifier>/commands",
        "match": match,
        "role": "seat",
        "seat": 1,
        "status": 201,
    }
    assert (refused["role"], refused["status"], refused["code"]) == ("arbiter", 422, "invalid")
    assert "seat" not in refused
    assert (lost["route"], lost["code"]) == ("none", "not-found")


@pytest.mark.scenario(19)
def test_nothing_secret_is_logged_wherever_it_stands(sqlite_client, log):
    table = open_match(sqlite_client, 2)
    bearer = {"Authorization": f"Bearer {SECRET}"}
    for response in (
        sqlite_client.get(f"{table.path}/view?as={SECRET}", headers=table.bearer(0)),
        sqlite_client.get(f"{table.path}/view?{SECRET}=1", headers=bearer),
        sqlite_client.get(f"/v1/matches/{SECRET}", headers=bearer),
        sqlite_client.get(f"/{SECRET}", headers={"X-Request-Id": SECRET, "Origin": SECRET, "User-Agent": SECRET}),
        sqlite_client.open("/v1/rulesets", method=SECRET.upper()),
        sqlite_client.post(f"{table.path}/commands", json={"type": SECRET}, headers=table.bearer(0)),
        sqlite_client.post(f"{table.path}/commands", data=SECRET, headers={**table.bearer(0), "Accept": SECRET}),
        sqlite_client.options("/v1/rulesets", headers={"Access-Control-Request-Method": SECRET, "Origin": SECRET}),
    ):
        assert response.status_code >= 204
    text = json.dumps(log())
    assert len(log()) >= 9
    assert "0123456789ABCDEF" not in text.upper()
    for token in table.all_tokens():
        assert token not in text
    assert "127.0.0.1" not in text


def test_a_bug_is_logged_with_its_traceback_in_one_line(sqlite_client, log):
    def bug() -> None:
        raise KeyError("inner workings")

    sqlite_client.application.view_functions["health.healthz"] = bug
    response = super(type(sqlite_client), sqlite_client).open("/healthz", headers={"X-Request-Id": "one"})
    assert response.status_code == 500
    said, request = log()[-2:]
    assert "inner workings" in said["exc_info"]
    assert (said["request_id"], request["request_id"]) == ("one", "one")
    assert (request["level"], request["code"]) == ("WARNING", "internal")


def test_figures_count_by_route_and_never_by_what_callers_choose(sqlite_client):
    table = open_match(sqlite_client, 2)
    before = figures(sqlite_client.get("/metrics").text)
    for number in range(3):
        sqlite_client.get(f"/v1/nothing/{number}")
        sqlite_client.open(table.path, method=f"BREW{number}")
        sqlite_client.get(table.path)
    answer = sqlite_client.get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    after = figures(answer.text)
    grown = {name: value - before.get(name, 0) for name, value in after.items() if value != before.get(name, 0)}
    described = (("method", "GET"), ("route", "/v1/matches/<identifier>"), ("status", "200"))
    assert grown["kerbholz_requests_total", *described] == 3
    assert grown["kerbholz_requests_total", ("method", "GET"), ("route", "none"), ("status", "404")] == 3
    assert grown["kerbholz_problems_total", ("code", "method-not-allowed")] == 3
    assert grown["kerbholz_request_seconds_count", *described[:2]] == 3
    assert after["kerbholz_requests_running",] == 1  # the one that asks
    assert table.path not in answer.text
    assert "BREW" not in answer.text


def test_what_a_worker_that_is_gone_had_in_hand_is_forgotten(tmp_path, monkeypatch):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    monkeypatch.setenv(FOLDER, str(tmp_path))
    names = {pid: f"gauge_livesum_{pid}.db" for pid in (gone.pid, os.getpid())}
    for name in (*names.values(), f"counter_{gone.pid}.db"):
        (tmp_path / name).touch()
    forget_the_dead()
    assert {path.name for path in tmp_path.iterdir()} == {names[os.getpid()], f"counter_{gone.pid}.db"}


@pytest.mark.long
def test_the_figures_of_all_workers_are_added_up(tmp_path):
    with served(f"sqlite:///{tmp_path / 'figures.db'}", workers=2) as server:
        for _ in range(30):  # each over a connection of its own, which the kernel deals to the workers
            assert server.request("GET", "/v1/rulesets")[0] == 200
        texts = {server.text("/metrics") for _ in range(12)}
        name = ("kerbholz_requests_total", ("method", "GET"), ("route", "/v1/rulesets"), ("status", "200"))
        assert {figures(text)[name] for text in texts} == {30}
