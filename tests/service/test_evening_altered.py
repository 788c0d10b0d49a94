"""An evening among things that are not as they should be: folders, files, addresses, answers, lists and names."""

from __future__ import annotations

import csv
import errno
import io
import itertools
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from service.cli.evening.commands import _is_here
from service.cli.evening.event import BadEvent, Event, Link, check_address, read
from service.cli.evening.journal import BadFolder, Journal
from service.cli.evening.results import Result as Ended
from service.cli.evening.results import Seat, people, table
from service.cli.evening.results import read as results_of
from service.cli.evening.tables import BadList, as_listed, dealt, listed
from service.cli.evening.wanted import option
from service.cli.options import match_named
from service.cli.record import Failure, Refusal, Service
from tests.persistence.serving import Served
from tests.service.test_evening import NAMES, Evening, event_of, fails
from tests.service.test_recording import stored

MATCH = "8a38c097-a768-40cb-889a-795994a2a4b5"


@pytest.fixture
def evening(server: Served, tmp_path: Path) -> Evening:
    return Evening(server, tmp_path)


@contextmanager
def answering(body: bytes, status: int = 200) -> Iterator[tuple[str, list[str]]]:
    """Something that gives one answer to everything: its address, and what it was asked."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()
            thread.join()


# -- addresses and answers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("body", [b"<html>", b"\xff\xfe{", b'{"seats": 3}', b"[]", b"[" * 100_000])
def test_what_is_not_the_service_is_said_to_be_none(tmp_path, body):
    with answering(body) as (address, _):
        evening = Evening(SimpleNamespace(address=address), tmp_path)
        said = f"what answers at {address} is not the service"
        fails(evening.open(NAMES), said)
        fails(evening.run("open", "--rematch", MATCH, "--folder", str(evening.folder)), said)
        fails(evening.run("results", event_of(evening, ("a", f"{address}/matches/{MATCH}"))), said)
    assert not evening.folder.exists()


def test_a_service_that_does_not_answer_is_asked_once_for_all_its_tables():
    links = [Link(str(number), "http://127.0.0.1:1", MATCH, None) for number in range(3)]
    failures = [failure for _, failure in results_of(Event("", links), "en")]
    assert [str(failure) for failure in failures] == [str(failures[0])] * 3
    assert failures[1] is failures[0]
    with answering(b"no", 404) as (address, asked):
        list(results_of(Event("", [Link(str(number), address, MATCH, None) for number in range(3)]), "en"))
    assert len(asked) == 3  # a table that is not there says nothing of the others


@pytest.mark.parametrize(
    "links",
    ["play.example.org", "javascript:alert(1)//", "http://a/#x", "http://a/?x", "http://a b", "http://u@a", ""],
)
def test_an_address_that_no_link_can_begin_with_is_refused_before_anything_is_opened(links):
    with pytest.raises(Failure, match="this is no address of a service"):
        check_address(links)
    check_address("https://games.example.org/kerbholz/")


def test_the_refusal_of_an_address_for_links_names_the_option(server, evening):
    before = stored(server)
    fails(evening.open(NAMES, "--links", "play.example.org"), "^Error: --links: this is no address of a service")
    assert (stored(server), evening.folder.exists()) == (before, False)


def test_the_warning_knows_every_address_of_this_machine():
    here = ("127.0.0.1", "127.0.1.1", "::1", "0.0.0.0", "localhost", "x.localhost")
    assert [host for host in (*here, "192.168.0.7", "games.example") if _is_here(host)] == list(here)


def test_a_match_is_found_in_its_link_and_the_token_of_the_link_is_sent_nowhere():
    assert {
        match_named(f"{before}{MATCH}{behind}")
        for before in ("", "http://a.example/matches/", "https://a.example/k/v1/matches/")
        for behind in ("", "/", "#token=khz_x", "/scribe#token=khz_x", "?lang=de#token=khz_x/y")
        if before or not behind.startswith("/s")
    } == {MATCH}


def test_what_is_neither_a_file_nor_a_match_is_said_without_asking(evening):
    gone = evening.run(
        "open", "--rematch", "fridya/event.json", "--folder", str(evening.folder), "--url", "http://127.0.0.1:1"
    )
    fails(gone, "fridya/event.json is neither the file of an event nor the id of a match")


# -- files --------------------------------------------------------------------------------------------------


def test_a_file_that_is_not_of_this_evening_is_not_overwritten(server, evening):
    before = stored(server)
    evening.folder.mkdir()
    (evening.folder / "players.html").write_text("mine")
    fails(evening.open(NAMES), "holds players.html, and no evening.json of it: take another folder")
    assert (evening.text("players.html"), stored(server)) == ("mine", before)


ALTERED: dict[str, Callable[[Any], Any]] = {
    "body": lambda one: one.update(body="x"),
    "names": lambda one: one["body"].update(seats=[{"name": 3}]),
    "label": lambda one: one.update(label=["x"]),
    "key": lambda one: one.update(key=5),
    "asked": lambda one: one.update(asked="no"),
    "match": lambda one: one.update(match={"id": 3}),
    "id": lambda one: one["match"].update(id="../x"),
    "tokens": lambda one: one["match"]["tokens"].update(seats=[]),
    "token": lambda one: one["match"]["tokens"].update(host="a b"),
}


def test_a_journal_that_was_altered_is_refused_as_a_whole(tmp_path):
    answer = {
        "id": MATCH,
        "mode": "hosted",
        "public": True,
        "seats": [{"name": "Ada", "colour": "red"}],
        "tokens": {"seats": ["a"], "arbiter": "b", "host": "c"},
    }
    body = {"ruleset": "seven-sins", "mode": "hosted", "seats": [{"name": "Ada"}]}

    def written(alter: Callable[[Any], Any]) -> None:
        one = {"label": "Table 1", "key": "0" * 32, "asked": True, "body": body, "match": answer}
        copy = json.loads(json.dumps(one))
        alter(copy)
        document = {"format": "kerbholz-evening-1", "address": "http://a", "tables": [copy]}
        (tmp_path / "evening.json").write_text(json.dumps(document))

    written(lambda _: None)
    assert [one.label for one in Journal(tmp_path, "http://a").opened] == ["Table 1"]
    for name, alter in ALTERED.items():
        written(alter)
        with pytest.raises(BadFolder, match="damaged"):
            raise AssertionError(name, Journal(tmp_path, "http://a").opened)
    (tmp_path / "evening.json").write_text("[" * 100_000)
    with pytest.raises(BadFolder, match="damaged"):
        Journal(tmp_path, "http://a")


def test_an_event_with_half_a_character_or_of_any_size_is_refused(tmp_path):
    path = tmp_path / "event.json"
    for title in (r"\ud800", "x" * 2_000_001):
        path.write_text(f'{{"format": "kerbholz-event-1", "title": "{title}", "matches": []}}')
        with pytest.raises(BadEvent, match="is not the file of an event"):
            read(path)


def test_a_fault_of_the_service_does_not_make_it_open_a_table_twice(server, evening, monkeypatch):
    before, post = stored(server), Service.post

    def faulty(self: Service, *given: Any) -> Any:
        post(self, *given)
        raise Refusal({"code": "internal", "status": 500, "detail": "no"})

    with monkeypatch.context() as patched:
        patched.setattr(Service, "post", faulty)
        fails(evening.open(NAMES), "Table 1: internal.*0 of 3 matches are open")
    assert evening.open(NAMES).exit_code == 0
    assert stored(server) == before + 3


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (4, "evening.json cannot be written: No space left on device\n1 of 3 matches are open; the same command"),
        (8, "players.html cannot be written: No space left on device"),
    ],
)
def test_on_a_full_disk_nothing_half_written_is_left_and_the_same_command_goes_on(
    server, evening, monkeypatch, at, said
):
    before, fsync, often = stored(server), os.fsync, itertools.count()

    def full(opened: int) -> None:
        if next(often) == at:  # a file and its folder, each time: the second answer, and then the players' slips
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(opened)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        fails(evening.open(NAMES), said)
    assert [file.name for file in evening.folder.iterdir()] == ["evening.json"]
    assert evening.open(NAMES).exit_code == 0
    assert (stored(server), len(set(evening.links))) == (before + 3, 3)


# -- lists --------------------------------------------------------------------------------------------------


def test_a_list_of_tables_is_no_list_of_people():
    with pytest.raises(BadList, match=r"line 1 has 2 names: with --tables each line is one person"):
        dealt("Ada, Bo\nCy, Di\n", 1, 1)
    assert dealt('Ada\n"Eve, the 2nd"\n', 1, 1)[0].names == ("Ada", "Eve, the 2nd")


def test_rounds_without_end_are_refused_before_they_are_dealt():
    with pytest.raises(BadList, match="1000000000000 matches"):
        dealt("Ada\nBo\n", 1, 10**12)


def test_a_list_without_end_is_not_read_to_it(evening):
    done = evening.run("open", "seven-sins", "--names", "/dev/zero", "--folder", str(evening.folder))
    fails(done, "/dev/zero: it has more than 1000000 bytes")


def test_what_is_said_of_a_table_can_be_pasted_into_a_list():
    names = ("Ada", "Eve, the 2nd", 'Max "the Axe"', "Ö=1")
    assert listed(as_listed(names))[0].names == names


def test_an_option_of_many_brackets_is_a_text():
    assert option("a=" + "[" * 100_000) == ("a", "[" * 100_000)


def test_a_rematch_has_the_title_that_is_given_and_else_that_of_before(evening, tmp_path):
    evening.open("Ada, Bo\n", "--title", "Friday")
    event = str(evening.folder / "event.json")
    match = evening.links[0].rpartition("/")[2].partition("#")[0]
    titles = {}
    for name, before, more in (("a", event, ()), ("b", event, ("--title", "Saturday")), ("c", match, ())):
        done = evening.run("open", "--rematch", before, "--folder", str(tmp_path / name), "--lang", "en", *more)
        assert done.exit_code == 0, done.output
        (one,) = json.loads((tmp_path / name / "evening.json").read_text())["tables"]
        titles[name] = (one["label"], one["body"]["labels"]["title"])
    assert titles == {
        "a": ("Table 1", "Friday, Table 1"),
        "b": ("Table 1", "Saturday, Table 1"),
        "c": ("Table 1", "Friday, Table 1"),
    }


# -- results ------------------------------------------------------------------------------------------------


def test_names_that_were_erased_are_nobody_who_won_twice():
    def ended(*seats: tuple[str, bool, bool]) -> Ended:
        return Ended(
            "", "", "", "over", "", [Seat(name, "red", won, None, {}, named) for name, won, named in seats]
        )

    results = [ended(("red", True, False), ("Bo", False, True)), ended(("red", True, False), ("Bo", False, True))]
    assert [(one.name, one.played, one.won) for one in people(results)] == [("Bo", 2, 0)]


def test_no_cell_is_a_formula_where_semicolons_part_cells_or_signs_are_wide():
    names = ["Ada;=1", "Ada; +1", "\uff1d1", ' "=1', "Ada;Bo", "Ada = Bo"]
    seats = [Seat(name, "red", False, None, {}) for name in names]
    rows = csv.DictReader(io.StringIO(table([Ended("-", "id", "game", "over", "", seats)]), newline=""))
    assert [row["player"] for row in rows] == ["Ada;'=1", "Ada; '+1", "'\uff1d1", " \"'=1", "Ada;Bo", "Ada = Bo"]
