"""``kerbholz record`` and ``kerbholz shorthand``: a file becomes a match of a service, and the other way."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from service.cli import main
from service.cli.record import Failure, Service
from service.cli.record import record as record_text
from tests.persistence.serving import at_once
from tests.persistence.serving import run as finished

pytestmark = pytest.mark.long

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
WHOLE = PLAYED.replace("wrath", "pride")
VECTORS = Path(__file__).parent.parent / "vectors" / "shorthand"


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
    assert "match.txt: incomplete: 1 gap, 2 lines kept as notes" in done.stderr
    match = json.loads(done.stdout)["match"]
    assert run("shorthand", match).stdout.splitlines()[-3:] == [
        'scribe: note "…gap… a page is missing"',
        'scribe: note "…gap… blue: take lust to reserve"',
        'scribe: note "…gap… pile: refill pride"',
    ]


def stored(server) -> int:
    """How many matches there are, public or not."""
    path = server._command[server._command.index("--database") + 1].removeprefix("sqlite:///")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM kerbholz_secrets").fetchone()[0])


@pytest.mark.parametrize("public", [True, False])
def test_a_line_that_is_refused_leaves_nothing_and_the_mended_file_is_recorded(server, run, public):
    named = (HEADER + WHOLE).replace("played on", f'external id: "mended {public}"\nplayed on')
    text = named if public else named.replace("seat 0", "public: no\nseat 0")
    before = stored(server)
    done = run("record", text=text.replace("blue: take lust", "blue: take pride"))
    assert (done.exit_code, done.stdout) == (1, "")
    line = 18 + 1 + (not public)
    assert f"match.txt:{line}:1: illegal-move (SS-T2): " in done.stderr
    assert stored(server) == before
    record(run, text)
    again = run("record", text=text)
    assert again.exit_code == 1
    assert f"has the external id mended {public} already" in again.stderr
    assert ("a match that is not public" in again.stderr) is not public
    assert stored(server) == before + 1


@pytest.mark.few("1")
@pytest.mark.parametrize("number", range(4))
@pytest.mark.scenario(86)
def test_two_programs_that_record_one_file_make_one_match(server, tmp_path, number):
    path = tmp_path / "twice.txt"
    name = f'external id: "twice {number}"\npublic: {"no" if number % 2 else "yes"}\nplayed on'
    path.write_text((HEADER + WHOLE).replace("played on", name), encoding="utf-8")
    before = stored(server)
    done = at_once(*[lambda: finished("record", str(path), "--url", server.address)] * 3)
    assert sorted(one.returncode for one in done) == [0, 1, 1]
    assert stored(server) == before + 1


def test_all_that_is_wrong_is_said_at_once(server, run):
    wrong = WHOLE.replace("red: take pride to abyss", "red: take gold to abyss").replace(
        "arbiter: resume", "nobody: x"
    )
    done = run("record", text=HEADER.replace("2026-11-21", "2999-01-01") + wrong)
    places = re.findall(r"match.txt:(\d+):(\d+): ", done.stderr)
    assert places == [("4", "12"), ("13", "11"), ("16", "1")], done.stderr
    # What the rules refuse is judged on as if it had been irregular.
    refused = WHOLE.replace("blue: take lust", "blue: take pride").replace("resume\n", "resume\narbiter: resume\n")
    for more in ((), ("--check",)):
        done = run("record", *more, text=HEADER + refused)
        assert re.findall(r"match.txt:(\d+):1: ([a-z-]+)", done.stderr) == [
            ("17", "illegal-move"),
            ("19", "illegal-move"),
        ]
    done = run("record", text=HEADER + WHOLE.replace("pile: deal ?2\n", ""))
    assert re.findall(r"match.txt:(\d+):1: ", done.stderr) == ["11", "11"], done.stderr
    assert "What follows it was not judged." in done.stderr


def test_an_end_that_waits_to_be_confirmed_is_said_or_confirmed(server, run):
    whole = (VECTORS / "seven-sins-1.txt").read_text(encoding="utf-8")
    text = whole.replace("scribe: confirm\n", "")
    assert text != whole
    for number, (more, status) in enumerate((((), "playing"), (("--confirm",), "finished"))):
        mine = text.replace("invented-seven-sins-1", f"unconfirmed {number}")
        checked = run("record", "--check", text=mine)
        assert checked.exit_code == 0
        assert "by the rules the match has ended" in checked.stderr
        assert "--confirm" in checked.stderr
        done = run("record", *more, text=mine)
        assert done.exit_code == 0
        match = json.loads(done.stdout)["match"]
        assert server.request("GET", f"/v1/matches/{match}")[1]["status"] == status
        assert (f"kerbholz scribe {match}" in done.stderr) is (not more)


@pytest.mark.scenario(86)
def test_a_file_with_an_external_id_becomes_one_match_however_often_it_is_recorded(server, run):
    text = HEADER.replace("played on", 'external id: "club:7"\nplayed on') + PLAYED.replace("wrath", "pride")
    match = record(run, text)["match"]
    assert run("shorthand", match).stdout == text
    again = run("record", text=text)
    assert again.exit_code == 1
    assert f"match {match} has the external id club:7 already" in again.stderr
    assert again.stdout == ""


def test_a_file_that_cannot_be_read_opens_no_match_and_says_where(server, run):
    before = stored(server)
    done = run("record", text=HEADER + "red: take gold to abyss\n")
    assert done.exit_code == 1
    assert "match.txt:11:11: “gold” cannot be read here; expected envy" in done.stderr
    assert "match.txt:2:10: " in run("record", text="kerbholz shorthand 1\nruleset: :\n---\n").stderr
    assert 'match.txt:1:10: There is no ruleset "ludo"' in run("record", text="ruleset: ludo\n---\n").stderr
    assert "is for version 9" in run("record", text=HEADER.replace("1.0", "9")).stderr
    assert stored(server) == before


def test_a_file_can_be_checked_without_a_service(tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(HEADER + WHOLE, encoding="utf-8")
    done = CliRunner().invoke(main, ["record", "--check", str(file)])
    assert (done.exit_code, done.stdout) == (0, f"{file}: 9 lines can be recorded\n")


def test_a_service_that_is_not_there_or_no_match_is_said_plainly(run):
    nowhere = CliRunner().invoke(main, ["shorthand", "x", "--url", "http://127.0.0.1:9"])
    assert nowhere.exit_code == 1
    assert "cannot be reached" in nowhere.stderr
    assert "not-found" in run("shorthand", "x").stderr
    assert "no address" in CliRunner().invoke(main, ["shorthand", "x", "--url", "file:///etc/passwd"]).stderr
    for command in (["shorthand", "x"], ["print", "x", "--output", "x.html"], ["scribe", "x"]):
        said = CliRunner().invoke(main, [*command, "--url", "https://ada:secret@x"], env={"KERBHOLZ_TOKEN": "t"})
        assert said.exit_code == 1
        assert "secret" not in said.output


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


def test_an_import_whose_answer_is_lost_is_asked_for_again_with_its_key():
    """Else the tokens of a match that was stored would be lost with it."""
    keys: list[str | None] = []

    class Forgetful(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            keys.append(self.headers["Idempotency-Key"])
            if len(keys) < 3:
                self.close_connection = True
                return
            self.send_response(201)
            self.end_headers()
            self.wfile.write(b'{"id": "x"}')

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Forgetful) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        assert record_text(Service(f"http://127.0.0.1:{server.server_port}"), HEADER) == {"id": "x"}
        server.shutdown()
    assert len(keys) == 3
    assert len(set(keys)) == 1
    assert len(keys[0] or "") > 32


def test_a_token_that_no_header_can_hold_is_not_repeated():
    with pytest.raises(Failure) as failure:
        Service("http://127.0.0.1:9").get("/v1/matches/x", "secret\nx")
    assert "secret" not in str(failure.value)
