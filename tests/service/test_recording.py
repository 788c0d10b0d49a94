"""``kerbholz record`` and ``kerbholz shorthand``: a file becomes a match of a service, and the other way."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import sleep

import pytest
from click.testing import CliRunner

from service.cli import main
from service.recording import Failure, Service
from tests.persistence.serving import served

HEADER = """kerbholz shorthand 1
ruleset: seven-sins 1.0
title: "Table 4"
played on: 2026-11-21
seat 0: red "Ada"
seat 1: blue "Bo"
option first_seat: 0
option history: "kept"
option sins: ["pride","greed","lust","envy"]
---
"""
PLAYED = """pile: deal ?2
pile: refill 2 pride, greed, lust, envy
red: take pride to abyss
red: note "he had to"
arbiter: freeze reason "tea"
arbiter: resume
pile: refill 2 greed
blue: take lust to reserve
pile: refill wrath
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(f"sqlite:///{tmp_path_factory.mktemp('recording') / 'kerbholz.db'}") as server:
        yield server


@pytest.fixture
def run(server, tmp_path):
    """Runs a command; a text given with it is the content of a file."""

    def run(command, *arguments, text=None, environment=None):
        if text is not None:
            (tmp_path / "match.txt").write_text(text, encoding="utf-8")
            arguments = (str(tmp_path / "match.txt"), *arguments)
        return CliRunner().invoke(main, [command, *arguments, "--url", server.address], env=environment)

    return run


def record(run, text):
    """The match that a file became, which must be recorded to its end."""
    done = run("record", text=text)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.mark.scenario(76)
def test_a_record_is_exported_mended_imported_and_taken_up_again(server, run):
    slip = PLAYED.replace("refill 2 greed", "refill greed, envy").removesuffix("pile: refill wrath\n")
    first = record(run, HEADER + slip)
    scribe = {"KERBHOLZ_TOKEN": first["tokens"]["scribe"]}
    exported = run("shorthand", first["match"], environment=scribe)
    assert exported.stdout == HEADER + slip
    mended = exported.stdout.replace("refill greed, envy", "refill 2 greed")
    second = record(run, mended)
    assert second["match"] != first["match"]
    assert run("shorthand", second["match"]).stdout == mended
    path, bearer = f"/v1/matches/{second['match']}", {"Authorization": f"Bearer {second['tokens']['scribe']}"}
    assert server.request("GET", path)[1]["awaiting"] == ["chance"]
    taken_up = {"type": "refill", "cards": ["pride"]}
    assert server.request("POST", f"{path}/commands", taken_up, bearer)[0] == 201
    assert run("shorthand", second["match"]).stdout == mended + "pile: refill pride\n"


@pytest.mark.scenario(78)
def test_a_record_with_a_gap_and_no_result_is_taken_in_and_nothing_is_skipped_silently(run):
    text = HEADER + PLAYED.replace("pile: refill 2 greed\n", "…a page is missing…\n").replace("wrath", "pride")
    done = run("record", text=text)
    assert done.exit_code == 0, done.output
    assert "match.txt:18: kept as a note: " in done.stderr
    assert "match.txt: incomplete: 1 gaps, 2 lines kept as notes" in done.stderr
    match = json.loads(done.stdout)["match"]
    assert run("shorthand", match).stdout.splitlines()[-3:] == [
        'scribe: note "…gap… a page is missing"',
        'scribe: note "…gap… blue: take lust to reserve"',
        'scribe: note "…gap… pile: refill pride"',
    ]


def test_a_line_that_is_refused_ends_it_and_what_stands_before_is_recorded(run):
    done = run("record", text=HEADER + PLAYED.replace("blue: take lust", "blue: take pride"))
    assert done.exit_code == 1
    assert "match.txt:18: illegal-move (SS-T2): " in done.stderr
    assert "(7 lines were recorded before it)" in done.stderr
    match = json.loads(done.stdout)["match"]
    assert run("shorthand", match).stdout == HEADER + "".join(PLAYED.splitlines(keepends=True)[:7])


@pytest.mark.scenario(86)
def test_a_file_with_an_external_id_becomes_one_match_however_often_it_is_recorded(server, run):
    text = HEADER.replace("played on", 'external id: "club:7"\nplayed on') + PLAYED.replace("wrath", "pride")
    match = record(run, text)["match"]
    assert run("shorthand", match).stdout == text
    for _ in range(200):  # the catalogue follows a moment later
        if server.request("GET", "/v1/matches?label=external-id:club:7")[1]["matches"]:
            break
        sleep(0.05)
    again = run("record", text=text)
    assert again.exit_code == 1
    assert f"match {match} has the external id club:7 already" in again.stderr
    assert again.stdout == ""


def test_a_file_that_cannot_be_read_opens_no_match_and_says_where(server, run):
    before = len(server.request("GET", "/v1/matches")[1]["matches"])
    done = run("record", text=HEADER + "red: take gold to abyss\n")
    assert done.exit_code == 1
    assert "match.txt:11:11: “gold” cannot be read here; expected envy" in done.stderr
    assert "match.txt:2:10: " in run("record", text="kerbholz shorthand 1\nruleset: :\n---\n").stderr
    assert "there is no ruleset ludo" in run("record", text="ruleset: ludo\n---\n").stderr
    assert "is for version 9" in run("record", text=HEADER.replace("1.0", "9")).stderr
    assert len(server.request("GET", "/v1/matches")[1]["matches"]) == before


def test_a_file_can_be_checked_without_a_service(tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(HEADER + PLAYED, encoding="utf-8")
    done = CliRunner().invoke(main, ["record", "--check", str(file)])
    assert (done.exit_code, done.stdout) == (0, f"{file}: 9 lines can be read\n")


def test_a_service_that_is_not_there_or_no_match_is_said_plainly(run):
    nowhere = CliRunner().invoke(main, ["shorthand", "x", "--url", "http://127.0.0.1:9"])
    assert nowhere.exit_code == 1
    assert "cannot be reached" in nowhere.stderr
    assert "not-found" in run("shorthand", "x").stderr
    assert "no address" in CliRunner().invoke(main, ["shorthand", "x", "--url", "file:///etc/passwd"]).stderr


def test_a_token_goes_nowhere_else_where_the_service_redirects():
    """What is answered is no answer of a service, and whoever stands at the other address is never asked."""
    asked: list[str | None] = []

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.headers.get("Authorization"))
            self.send_response(302)
            self.send_header("Location", f"http://localhost:{self.server.server_port}/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(Failure, match="answers 302"):
            Service(f"http://127.0.0.1:{server.server_port}").get("/v1/matches/x", "a token")
        server.shutdown()
    assert asked == ["Bearer a token"], "once, at the address that was given"


def test_a_token_that_no_header_can_hold_is_not_repeated():
    with pytest.raises(Failure) as failure:
        Service("http://127.0.0.1:9").get("/v1/matches/x", "secret\nx")
    assert "secret" not in str(failure.value)
