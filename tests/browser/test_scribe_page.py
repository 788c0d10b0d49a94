"""The scribe's page in a browser: away from the service, closed, in two windows, and overtaken by others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.driving import Browser, opened
from tests.outbox.schedules import body_of, game_of, plain, posted, truth
from tests.persistence.serving import Served, served

pytestmark = pytest.mark.long

WRITTEN = 8


def recorded(service: Served) -> tuple[Any, str]:
    """A match that a scribe records, and the address of their page."""
    match = opened(service, "seven-sins", 2, mode="recorded")
    return match, f"{service.address}/matches/{match['id']}/scribe#token={match['tokens']['scribe']}"


def log_of(service: Served, match: Any) -> list[Any]:
    bearer = {"Authorization": f"Bearer {match['tokens']['scribe']}"}
    log: list[Any] = service.request("GET", f"{match['links']['self']}/decisions", None, bearer)[1]["decisions"]
    return log


def test_half_an_hour_without_the_service_loses_nothing_and_doubles_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    with served(f"sqlite:///{tmp_path / 'kerbholz.db'}") as service:
        match, address = recorded(service)
        bodies = truth(service)[:WRITTEN]
        browser.begin("scribe", address=address, bodies=bodies)
        assert json.loads(browser.line()) == "away"
        service.kill()
        browser.tell()
        assert json.loads(browser.line()) == "there"
        service.start_again(there=True)
        browser.tell()
        found = browser.end()
        log = log_of(service, match)
        again, _ = recorded(service)
        posted(service, f"{again['links']['self']}/shorthand", found["saved"], again["tokens"]["scribe"])
        assert [body_of(one) for one in game_of(log_of(service, again))] == [body_of(one) for one in game_of(log)]
    assert found["wrong"] == []
    assert "may delete" in found["kept"], "a browser of tests promises nothing"
    lines = [
        [state, f"written {number}"] for number, state in enumerate(["sending", *["waiting"] * (WRITTEN - 1)])
    ]
    for shown in (found["away"], found["again"], found["then"]):
        assert shown["lines"] == lines
        assert shown["board"] == 1
        assert shown["asOf"].startswith("The board as it was at version ")
    assert "nothing is forgotten" in found["forget"]
    assert (found["other"]["writes"], found["then"]["writes"]) == ("no", "yes")
    assert "Another window" in found["other"]["alarm"]
    assert found["sent"] == []
    assert [plain(body_of(one)) for one in game_of(log)] == [plain(one) for one in bodies]
    assert found["saved"].count(": command {") == WRITTEN
    assert found["how"] == [
        ["kept-safely"],
        ["kept-safely"],
        ["kept-until", "kept-install"],
        ["kept-until", "kept-insecure"],
        ["kept-until", "kept-insecure"],
    ]
    assert found["forgotten"] == [False, 0]
    page = f"/matches/{match['id']}/scribe"
    assert page in found["fromWorker"]
    assert all(path == page or path.startswith("/page/") for path in found["fromWorker"]), "nothing of a match"


@pytest.mark.parametrize(
    ("answer", "notes"),
    [
        (["Theirs is the same (2 / 4)"], 1),
        (
            ["Look at each", "Theirs is the same", "Theirs is the same", "Mine comes behind", "Mine comes behind"],
            1,
        ),
    ],
)
def test_what_others_have_entered_meanwhile_is_asked_about_once(
    browser: Browser, service: Served, answer: list[str], notes: int
) -> None:
    match, address = recorded(service)
    first, second, third, *_ = truth(service)
    browser.begin(
        "held",
        address=address,
        bodies=[first, second, third, {"type": "table.note", "text": "tea"}],
        answer=answer,
    )
    assert json.loads(browser.line()) == "others"
    bearer = {"Authorization": f"Bearer {match['tokens']['scribe']}"}
    for body in (first, second):
        assert service.request("POST", match["links"]["commands"], {**body, "entered_by": "Ben"}, bearer)[0] == 201
    browser.tell()
    found = browser.end()
    log = log_of(service, match)
    assert found["wrong"] == []
    assert found["states"] == ["held"] * 4
    assert found["choices"] == ["Theirs is the same (2 / 4)", "Mine come behind", "Look at each"]
    assert "Ben" in found["question"]
    assert [plain(body_of(one)) for one in game_of(log)] == [plain(one) for one in (first, second, third)]
    assert [one["command"].get("text") for one in log].count("tea") == notes


def test_a_ruling_meanwhile_holds_notes_too(browser: Browser, service: Served) -> None:
    match, address = recorded(service)
    note = {"type": "table.note", "text": "tea"}
    browser.begin("held", address=address, bodies=[note, note], answer=["Mine come behind"])
    assert json.loads(browser.line()) == "others"
    bearer = {"Authorization": f"Bearer {match['tokens']['arbiter']}"}
    ruling = {"type": "table.rule", "verdict": "dismissed"}
    assert service.request("POST", match["links"]["commands"], ruling, bearer)[0] == 201
    browser.tell()
    found = browser.end()
    assert found["wrong"] == []
    assert "ruling" in found["question"]
    assert found["choices"] == ["Mine come behind", "Look at each"]
    assert [one["command"].get("text") for one in log_of(service, match)].count("tea") == 2


def test_what_is_tapped_is_kept_whatever_the_service_does(browser: Browser, service: Served) -> None:
    _, address = recorded(service)
    found = browser.run("away", address=address)
    assert found["wrong"] == []
    assert found["full"]["lines"] == []
    assert "no room left" in found["full"]["told"]
    assert len(found["busy"]["lines"]) == 1, "it has too much to do: that says nothing about what was entered"
    assert found["there"] == {"lines": [], "told": "", "connection": "Live"}
    assert "written down" in found["missed"]["told"]
    assert found["missed"]["connection"] == found["askedAgain"]["connection"] == "Live"
    assert found["askedAgain"]["told"] == ""
    assert len(found["silent"]["lines"]) == 1
    assert "written down" in found["silent"]["told"]
    assert found["offline"]["lines"] == ["sending", "waiting", "waiting"]
    assert found["offline"]["connection"].startswith("No connection")
    assert "Pride×4" in found["pieces"], "what chance does can be written down, too, and is nobody's"


@pytest.mark.parametrize("what", ["open", "everything"])
def test_a_browser_that_keeps_nothing_is_no_place_to_write_down_anything(
    browser: Browser, service: Served, what: str
) -> None:
    _, address = recorded(service)
    assert "keeps nothing" in browser.run("denied", address=address, what=what)["alarm"]


def test_a_form_for_a_correction_shows_no_secret_on_the_table(browser: Browser, service: Served) -> None:
    match, address = recorded(service)
    bearer = {"Authorization": f"Bearer {match['tokens']['scribe']}"}
    dealt = ["greed", "lust"]
    for body in (
        {"type": "choose-sins", "sins": ["pride", "greed", "lust", "envy"]},
        {"type": "choose-first", "seat": 0},
        {"type": "deal", "cards": dealt},
    ):
        assert service.request("POST", match["links"]["commands"], body, bearer)[0] == 201
    own = log_of(service, match)[-1]
    assert own["command"]["cards"] == dealt
    shown = browser.run("correcting", address=address)
    assert "first card" in shown["text"]
    assert "as the first card" not in shown["text"]
    assert not set(dealt) & set(shown["values"])
