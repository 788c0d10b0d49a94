"""The board for people: as SVG and in words, under the same gate as the view."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from dataclasses import replace
from hashlib import sha256
from importlib.resources import files
from random import Random
from uuid import UUID
from xml.etree.ElementTree import fromstring

import pytest
from click.testing import CliRunner

from domain.kit.drawing.plain import plain_picture
from domain.kit.ruleset import rulesets
from domain.kit.written.evidence import value_at
from projections.said.in_words import board_in_words
from projections.said.naming import words_of
from projections.said.pictures import picture, standalone
from service.cli import main
from tests.games.openable import OPENABLE
from tests.service.playing import open_match, opening, play_out, step
from tests.service.test_contract import problem

SVG = "{http://www.w3.org/2000/svg}"
GAMES = pytest.mark.parametrize("game", list(OPENABLE))


def ask(table, who, media="image/svg+xml", headers=(), **query):
    """The answer to a request for the picture."""
    return table.ask(who, "picture", {"Accept": media, **dict(headers)}, **query)


def some_steps(table, number):
    """So far into the match, or to its end."""
    for seed in range(number):
        if table.get("arbiter")["status"] == "playing":
            step(table, Random(seed))


@pytest.mark.few("kuhn-poker", "mea-culpa", "seven-sins")
@pytest.mark.long
@GAMES
def test_it_is_svg_that_points_into_the_view(sqlite_client, game):
    table = open_match(sqlite_client, 2, ruleset=game)
    play_out(table, Random(2))
    for who in (None, 0, "arbiter"):
        answer = ask(table, who)
        assert answer.status_code == 200
        assert answer.mimetype == "image/svg+xml"
        board = table.get(who, "view")["board"]
        drawn = fromstring(answer.data)
        pointers = [mark.get("data-at") for mark in drawn.iter() if mark.get("data-at")]
        assert pointers
        for pointer in pointers:
            value_at(board, pointer)
        if rulesets()[game].drawing is not None:
            assert len(answer.data) <= 40_000


def test_it_has_its_style_and_a_policy_that_allows_that_alone(sqlite_client):
    table = open_match(sqlite_client, 2)
    answer = ask(table, None)
    drawn = fromstring(answer.data)
    (style,) = drawn.iter(f"{SVG}style")
    hashed = b64encode(sha256(style.text.encode()).digest()).decode()
    assert answer.headers["Content-Security-Policy"] == f"default-src 'none'; style-src 'sha256-{hashed}'"
    assert not [mark for mark in drawn.iter() if mark.get("style")]
    assert "dark" not in drawn.get("class").split()
    assert "dark" in fromstring(ask(table, None, theme="dark").data).get("class").split()


@pytest.mark.parametrize("theme", ["light", "dark"])
@GAMES
def test_its_style_sheet_has_the_rules_of_its_theme_that_it_needs(sqlite_client, game, theme):
    table = open_match(sqlite_client, 2, ruleset=game)
    answer = ask(table, None, theme=theme)
    drawn = fromstring(answer.data)
    (style,) = drawn.iter(f"{SVG}style")
    assert sha256(style.text.encode()).digest() == b64decode(answer.headers["Content-Security-Policy"][-45:-1])
    assert "var(" not in style.text
    assert "--" not in style.text
    assert (".paper{fill:#fbfaf6}" in style.text) == (theme == "light")
    used = {name for mark in drawn.iter() for name in mark.get("class", "").split()}
    named = set(re.findall(r"\.([a-z][\w-]*)", style.text))
    assert named <= used
    whole = set(re.findall(r"\.([a-z][\w-]*)", files("domain.kit.drawing").joinpath("board.css").read_text()))
    assert used - named <= {"board", "dark", "tall", "wide", *(used - whole)}


def test_it_is_tall_or_wide(sqlite_client):
    table = open_match(sqlite_client, 3)
    assert fromstring(ask(table, 0).data).get("viewBox").startswith("0 0 1180 ")
    assert fromstring(ask(table, 0, shape="tall").data).get("viewBox").startswith("0 0 360 ")
    problem(ask(table, 0, shape="long"), "invalid")
    problem(ask(table, 0, theme="blue"), "invalid")


@GAMES
def test_in_words_it_is_text_without_ids(sqlite_client, game):
    table = open_match(sqlite_client, 2, ruleset=game)
    some_steps(table, 12)
    answer = ask(table, 0, "text/plain")
    assert answer.content_type == "text/plain; charset=utf-8"
    lines = answer.text.splitlines()
    assert lines[0] == table.client.get(f"/v1/rulesets/{game}").json["title"]
    assert len(lines) > 5
    assert not [line for line in lines if re.search(r"[a-z]_[a-z]|:\d|[{}]", line)]


def test_in_words_lists_are_called_by_what_they_list(sqlite_client):
    """A list's first item is that of room 1, of site 1; what its title says is not said again."""
    table = open_match(sqlite_client, 2, ruleset="mea-culpa", options={"row": [0, 1]})
    lines = ask(table, 0, "text/plain").text.splitlines()
    assert [line for line in lines if line.startswith("  Site ")] == [
        f"  Site {number}: Crews: 0; Built: nothing" for number in (1, 2, 3)
    ]
    assert not [line for line in lines if line.strip() in ("0", "Site 0", "Seat: 0") or "Den: Den of" in line]


def test_it_is_in_the_language_that_is_asked_for(sqlite_client):
    table = open_match(sqlite_client, 2)
    english, german = ask(table, 0, "text/plain"), ask(table, 0, "text/plain", lang="de")
    assert english.headers["Content-Language"] == "en"
    assert german.headers["Content-Language"] == "de"
    assert "Abgrund" in german.text
    assert "Abgrund" not in english.text
    assert ask(table, 0, "text/plain", {"Accept-Language": "de-AT, en;q=0.5"}).data == german.data
    assert ask(table, 0, "text/plain", lang="tlh").headers["Content-Language"] == "en"
    assert "Accept-Language" in german.headers["Vary"]
    assert german.headers["ETag"] != english.headers["ETag"]
    assert "Abgrund" in ask(table, 0, lang="de").text


def test_it_keeps_to_the_rules_of_the_view(sqlite_client):
    table = open_match(sqlite_client, 2, public=False)
    problem(ask(table, None), "unauthorized")
    problem(ask(table, 0, as_="seat:1"), "forbidden")
    problem(ask(table, 0, as_="official"), "forbidden")
    problem(ask(table, 0, at=99), "invalid")
    problem(ask(table, 0, "application/json"), "not-acceptable")
    some_steps(table, 6)
    problem(ask(table, 0, at=1), "faded")
    tag = ask(table, 0).headers["ETag"]
    assert ask(table, 0, headers={"If-None-Match": tag}).status_code == 304


@GAMES
def test_what_a_viewer_may_not_see_is_not_in_it(sqlite_client, game):
    """It is drawn from the view as it is served, so whoever is shown the same view is shown the same bytes."""
    table = open_match(sqlite_client, 2, ruleset=game)
    some_steps(table, 16)
    matches = table.client.application.extensions["kerbholz"].matches()
    words = words_of(matches, matches.load(UUID(table.id)), "en")
    for who in ("spectator", 0, 1):
        for as_ in ("public", *([f"seat:{who}"] if isinstance(who, int) else [])):
            own, view = ask(table, who, as_=as_), table.get(who, "view", as_=as_)
            assert own.data == standalone(picture(view, words, "wide"), "light")
            assert own.data == ask(table, "arbiter", as_=as_).data
            in_words = "\n".join(board_in_words(view, words)) + "\n"
            assert ask(table, who, "text/plain", as_=as_).text == in_words


def test_each_mark_says_since_when_and_by_what_if_that_is_asked(sqlite_client):
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    play_out(table, Random(4))
    assert "data-since" not in ask(table, 0).text
    known = table.get("arbiter", "knowledge", as_="public")
    drawn = fromstring(ask(table, None, since="true").data)
    marks = [mark for mark in drawn.iter() if mark.get("data-at") in known["since"]]
    assert len(marks) > 5
    for mark in marks:
        pointer = mark.get("data-at")
        assert int(mark.get("data-since")) >= known["since"][pointer]
        assert int(mark.get("data-put")) <= int(mark.get("data-since"))
    problem(ask(table, None, since="true", line=table.version), "invalid")


def test_what_has_faded_is_not_dated(sqlite_client):
    table = open_match(sqlite_client, 2)
    some_steps(table, 12)
    horizon = max(one["version"] for one in table.log(0) if one["actor"] == {"seat": 0})
    since = {int(number) for number in re.findall(r'data-since="(\d+)"', ask(table, 0, since="true").text)}
    assert since
    assert {number for number in since if number} <= set(range(horizon, table.version + 1))


def test_seats_are_called_by_their_names(sqlite_client):
    table = open_match(sqlite_client, 2)
    for seat in table.get(0)["seats"]:
        assert seat["name"] in ask(table, 0).text
        assert seat["name"] in ask(table, 0, "text/plain").text


def test_the_policy_of_a_picture_is_in_the_openapi_document(sqlite_client):
    answer = sqlite_client.get("/v1/openapi.json").json["paths"]["/v1/matches/{identifier}/picture"]["get"]
    assert "Content-Security-Policy" in answer["responses"]["200"]["headers"]


# -- in a terminal ------------------------------------------------------------------------------------------


def viewed(*arguments, **environment):
    """`kerbholz view`, in an environment without a language of its own."""
    plain = dict.fromkeys(("KERBHOLZ_TOKEN", "LC_ALL", "LC_MESSAGES", "LANG"), "")
    return CliRunner().invoke(main, ["view", *arguments], env={**plain, **environment})


def test_a_terminal_shows_the_board_in_words(server):
    _, opened, _ = server.request("POST", "/v1/matches", opening(2, public=False))
    where, seat = ["--url", server.address], opened["tokens"]["seats"][0]
    match = f"{server.address}/v1/matches/{opened['id']}"
    done = viewed(match, *where, KERBHOLZ_TOKEN=seat)
    assert done.exit_code == 0, done.output
    assert "Abyss: nothing" in done.output.splitlines()
    assert "Abgrund: nichts" in viewed(match, *where, "--lang", "de", KERBHOLZ_TOKEN=seat).output
    assert "Abgrund: nichts" in viewed(match, *where, KERBHOLZ_TOKEN=seat, LANG="de_DE.UTF-8").output
    assert viewed(match, *where, KERBHOLZ_TOKEN=seat, LANG="C.UTF-8").output == done.output
    at_first = viewed(opened["id"], *where, "--at", "0", KERBHOLZ_TOKEN=opened["tokens"]["arbiter"])
    assert "Sins in play" not in at_first.output
    assert "Sins in play" in done.output
    for refused in (viewed(match, *where), viewed(match, *where, "--as", "seat:1", KERBHOLZ_TOKEN=seat)):
        assert refused.exit_code == 1
        assert refused.output.startswith("Error: the service says 40")


def test_a_drawing_that_fails_is_answered_with_the_plain_picture_and_logged(sqlite_client, monkeypatch, caplog):
    def fails(view, words, shape):
        raise KeyError("an own board")

    broken = replace(rulesets()["seven-sins"], drawing=fails)
    monkeypatch.setitem(rulesets(), "seven-sins", broken)
    table = open_match(sqlite_client, 2)
    matches = table.client.application.extensions["kerbholz"].matches()
    words = words_of(matches, matches.load(UUID(table.id)), "en")
    answer = ask(table, None)
    assert answer.status_code == 200, answer.text
    assert answer.data == standalone(plain_picture(table.get(None, "view"), words, "wide"), "light")
    assert [one for one in caplog.records if one.levelname == "ERROR" and "seven-sins" in one.getMessage()]
    assert "an own board" in caplog.text
