"""What a scribe's page does beside tapping moves: undo, looks of one's own, corrections, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.browser.driving import Browser
from tests.browser.test_scribe_taps import decisions
from tests.browser.using import Bench, Used
from tests.outbox.schedules import body_of, posted
from tests.persistence.serving import Served
from tests.service.playing import filled_move

pytestmark = pytest.mark.long

PHONE = {"width": 360, "height": 800}
READY = "#entering[data-version] .pad:not([aria-busy])"
QUIET = ["pause", 320]
"""So long no tap counts after another one."""


def scribe(service: Served, **more: Any) -> tuple[Bench, list[list[Any]]]:
    """A recorded match in which Ada takes next, and the steps that open its scribe's page on a phone."""
    bench = Bench(service, "seven-sins", 2, mode="recorded", options={"first_seat": 0}, **more)
    bench.send("scribe", {"type": "choose-sins", "sins": ["pride", "greed", "lust", "envy"]})
    bench.send("scribe", {"type": "deal", "cards": {"unknown": 2}})
    bench.send("scribe", {"type": "refill", "cards": ["pride", "pride", "greed", "lust", "envy"]})
    page = f"{bench.page}/scribe#token={bench.token('scribe')}"
    return bench, [["window", "phone", PHONE], ["follow", page], ["wait", READY], QUIET]


def test_undo_leaves_no_trace_for_a_moment_and_corrects_after_that(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    before = bench.ask("scribe")["version"]
    used(
        *opened,
        ["click", "#pad button:has-text('Greed'):has-text('Abyss')"],
        ["wait", "#lines li"],
        QUIET,
        ["click", "#undo"],
        ["wait", "#written[hidden]"],
        ["pause", 3_200],
    )
    assert bench.ask("scribe")["version"] == before, "it was never sent"
    read = used(
        *opened,
        ["click", "#pad button:has-text('Greed'):has-text('Abyss')"],
        ["wait", "#pad [data-adds]"],
        ["texts", "list", "#pad .due"],
        ["wait", "#last li:has-text('Ada takes') [data-wrong]"],
        QUIET,
        ["click", "#undo"],
        ["wait", "#last .struck"],
    )
    assert read["list"] == ["0 / 1"]
    log = bench.ask("scribe", "/decisions?limit=100&text=en")["decisions"]
    assert [one["command"]["type"] for one in log[before + 1 :]] == ["take", "table.amend"]
    assert bench.ask("scribe", "/view")["board"]["centre"]["count"] == 5


@pytest.mark.soak
def test_undo_goes_back_entry_by_entry_and_passes_over_what_cannot_be_undone(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    taken = bench.send("scribe", {"type": "take", "seat": 0, "sin": "pride", "to": "abyss"})
    filled = bench.send("scribe", {"type": "refill", "cards": ["greed", "greed"]})
    bench.send("scribe", {"type": "table.assert", "at": "/centre/count", "is": 5})
    used(
        *opened,
        ["wait", "#last [data-wrong]"],
        ["click", "#undo"],
        ["wait", "#last .struck:has-text('Turned up: 2 Greed')"],
        QUIET,
        ["click", "#undo"],
        ["wait", "#last .struck:has-text('Ada takes')"],
    )
    log = bench.ask("scribe", f"/decisions?after={filled + 1}&limit=100")["decisions"]
    undone = [change["decision"] for one in log for change in one["command"].get("changes", ())]
    assert undone == [filled, taken]


def test_undo_asks_first_where_something_newer_was_only_said(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    taken = bench.send("scribe", {"type": "take", "seat": 0, "sin": "pride", "to": "reserve"})
    bench.send("scribe", {"type": "table.identify", "place": "reserve:1", "things": ["lust"]})
    newest = bench.send("arbiter", {"type": "table.leave", "seat": 1})
    read = used(
        *opened,
        ["wait", "#last [data-wrong]"],
        ["click", "#undo"],
        ["wait", "#tap-asked .follows"],
        ["texts", "title", "#tap-asked h3"],
        QUIET,
        ["click", "#tap-asked form button[type=submit]"],
        ["wait", "#last .struck:has-text('Ada takes')"],
    )
    log = bench.ask("scribe", f"/decisions?after={newest}&limit=100")["decisions"]
    assert "Ada takes" in read["title"][0]
    assert [change["decision"] for one in log for change in one["command"].get("changes", ())] == [taken]


def test_what_chance_did_can_be_wrong_and_is_what_is_corrected_then(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    filled = bench.ask("scribe")["version"]
    bench.send("scribe", {"type": "take", "seat": 0, "sin": "pride", "to": "abyss"})
    read = used(
        *opened,
        ["wait", f"[data-wrong='{filled}']"],
        ["click", f"[data-wrong='{filled}']"],
        ["value", "which", "#tap-asked fieldset fieldset > label:nth-of-type(2) select"],
        ["texts", "all", "#tap-asked fieldset fieldset > label:nth-of-type(2) option"],
    )
    assert read["which"] == str(filled)
    assert len(read["all"]) == filled + 1, "what was opened cannot be corrected"


def test_a_tap_counts_once(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    used(
        *opened,
        ["click", "#pad button:has-text('Greed'):has-text('Abyss')"],
        ["wait", "#pad [data-adds]"],
        ["click", "#pad [data-adds]"],  # under the finger, where another button was
        ["pause", 3_500],
    )
    log = bench.ask("scribe", "/decisions?limit=100")["decisions"]
    assert log[-1]["command"]["type"] == "take", "the second tap did not count"


def test_what_is_wrong_shows_what_would_be_struck_before_it_is_sent(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    first = bench.send("scribe", {"type": "take", "seat": 0, "sin": "greed", "to": "abyss"})
    bench.send("scribe", {"type": "refill", "cards": ["greed"]})
    last = bench.send("scribe", {"type": "take", "seat": 1, "sin": "pride", "to": "abyss"})
    read = used(
        *opened,
        ["wait", f"[data-wrong='{first}']"],
        ["click", f"[data-wrong='{first}']"],
        ["choose", "#tap-asked fieldset fieldset select", "remove"],
        ["click", "#tap-asked form > .choices button[type=submit]"],
        ["wait", "#tap-asked .follows"],
        ["texts", "struck", "#tap-asked .evidence li"],
    )
    assert len(read["struck"]) >= 2, "what was entered, and what does not stand without it"
    assert bench.ask("scribe")["version"] == last, "nothing is sent before it was shown"


def test_a_line_of_several_sentences_is_entered_whole_with_what_it_declines(service: Served, used: Used) -> None:
    bench = Bench(service, "thurn-and-taxis", 2, mode="recorded", options={"start_player": 0})
    bench.send("scribe", {"type": "lay-out", "cards": ["linz", "ulm", "basel", "passau", "pilsen", "lodz"]})
    for seat, cities in enumerate((["linz", "ulm"], ["basel", "pilsen"])):
        for kind, city in zip(("take-card", "use-postmaster"), cities, strict=True):
            bench.send("scribe", {"type": kind, "seat": seat, "city": city})
            bench.send("scribe", {"type": "lay-out", "cards": ["munchen"]})
        bench.send("scribe", {"type": "start-route", "seat": seat, "city": cities[0]})
    used(
        ["window", "phone", PHONE],
        ["follow", f"{bench.page}/scribe#token={bench.token('scribe')}"],
        ["wait", READY],
        ["click", "#besides > summary"],
        ["fill", "#besides [data-line]", "Ada: take passau; supply: lay out ulm; Ada: extend passau left"],
        ["click", "#besides form button[type=submit]"],
        ["wait", "#tap-asked .follows li:nth-child(4)"],
        ["click", "#tap-asked form button[type=submit]"],
        ["wait", "#last li:has-text('Passau on the left')"],
    )
    log = bench.ask("scribe", "/decisions?limit=100")["decisions"]
    assert [one["command"]["type"] for one in log[-4:]] == ["take-card", "lay-out", "decline", "extend-route"]


def test_for_my_eyes_shows_the_scribes_board_as_long_as_it_is_held(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    bench.send("scribe", {"type": "table.identify", "place": "reserve:0", "things": ["lust"]})
    read = used(
        *opened,
        ["asked", "before"],
        ["press", "#eyes"],
        ["wait", "#eyes[aria-pressed=true]"],
        ["pause", 1_500],
        ["asked", "held"],
        ["release"],
        ["wait", "#eyes[aria-pressed=false]"],
    )
    assert not any("as=official" in address for address in read["before"])
    assert [address for address in read["held"] if "/picture?as=official" in address]


def test_for_my_eyes_pressed_twice_leaves_nothing_on_the_table(service: Served, used: Used) -> None:
    """Both boards come while it is held the second time."""
    bench, opened = scribe(service)
    bench.send("scribe", {"type": "table.identify", "place": "reserve:0", "things": ["lust"]})
    read = used(
        *opened,
        ["texts", "open", "#picture svg"],
        ["slow", "picture[?]as=official", 1_000],
        ["press", "#eyes"],
        ["pause", 300],
        ["release"],
        ["press", "#eyes"],
        ["pause", 4_000],
        ["texts", "held", "#picture svg"],
        ["release"],
        ["wait", "#eyes[aria-pressed=false]"],
        ["texts", "then", "#picture svg"],
    )
    assert read["held"] != read["open"]
    assert read["then"] == read["open"]


def bidding(service: Served) -> Bench:
    """A recorded match of Mea Culpa in which all bids are due."""
    bench = Bench(service, "mea-culpa", 3, mode="recorded")
    rng = Random(3)
    while (move := bench.ask("scribe", "/moves")["moves"][0])["type"] != "bid":
        bench.send("scribe", filled_move(move, rng))
    return bench


def test_axe_finds_nothing_on_a_scribes_page(browser: Browser, service: Served) -> None:
    sins, _ = scribe(service)
    benches = [(sins, ["nothing", "besides"]), (bidding(service), ["nothing"])]
    views = [
        {"address": f"{bench.page}/scribe#token={bench.token('scribe')}", "acts": acts, "ready": READY}
        for bench, acts in benches
    ]
    looked = browser.run("axe", views=views)
    assert not looked["found"], json.dumps(looked["found"], indent=1)
    assert looked["looks"] == 5


def test_a_scribe_needs_no_mouse(browser: Browser, service: Served) -> None:
    """Five decisions, one of them undone, one corrected, the board countersigned, and what was written saved."""
    bench, _ = scribe(service)
    first = bench.ask("scribe")["version"]
    keyed = [
        '[data-decides*=\'"greed","to":"abyss"\']',
        "[data-adds='\"pride\"']",
        '[data-decides*=\'"lust","to":"abyss"\']',
        "[data-adds='\"envy\"']",
        '[data-decides*=\'"pride","to":"abyss"\']',
    ]
    entries = [{"selector": one, "version": first + number} for number, one in enumerate(keyed, 1)]
    found = browser.run(
        "scribe_keys",
        address=f"{bench.page}/scribe#token={bench.token('scribe')}",
        entries=entries,
        undone=first + 6,
        corrected=first + 3,
    )
    assert found["wrong"] == []
    assert "BODY" not in found["after"].values(), "the focus was lost"
    assert found["unseen"] == [], "what has the focus shows it"
    assert all(tabs <= 15 for what, tabs in found["tabs"].items() if what.startswith("entered")), found["tabs"]
    log = bench.ask("scribe", "/decisions?limit=100")["decisions"]
    said = [one["command"]["type"] for one in log[first + 1 :]]
    assert said == ["take", "refill", "take", "refill", "take", "table.amend", "table.amend", "table.countersign"]
    assert found["saved"].count(": command {") >= 5


ROUTES = Path(__file__).parent.parent / "vectors" / "shorthand" / "thurn-and-taxis-1.txt"


def on_the_road(service: Served) -> tuple[Any, list[list[Any]]]:
    """A recorded match on whose page a round ends with a route of red, and the steps that lead there."""
    text = ROUTES.read_text("utf-8").replace('external id: "invented-thurn-and-taxis-1"\n', "")
    last = "red: extend zurich left\n"
    match = posted(service, "/v1/imports", text[: text.index("blue: take regensburg")])
    whole = posted(service, "/v1/imports", text[: text.index(last) + len(last)])
    known, log = decisions(service, match), decisions(service, whole)
    steps: list[list[Any]] = []
    for one in log[len(known) :]:
        if not one.get("automatic"):
            steps.append(["send", match["links"]["commands"], match["tokens"]["scribe"], body_of(one)])
            steps.append(["pause", 700])
    page = f"{service.address}/matches/{match['id']}/scribe#token={match['tokens']['scribe']}"
    return match, [
        ["window", "phone", PHONE],
        ["follow", page],
        ["wait", READY],
        *steps,
        ["wait", "#tap-number h3"],
    ]


def test_a_route_is_asked_about_and_shown_alone(service: Served, used: Used) -> None:
    match, opened = on_the_road(service)
    read = used(
        *opened,
        ["texts", "title", "#tap-number h3"],
        ["texts", "names", "#tap-number [data-whole]"],
        ["count", "own", "#tap-number svg [data-at='/seats/0/route']"],
        ["count", "others", "#tap-number svg [data-at='/seats/1/route']"],
        ["box", "picture", "#tap-number > svg"],
        # An answer that cannot be looked at is not lost: the question is there again.
        ["expect", "ERR_INTERNET_DISCONNECTED"],
        ["offline", True],
        ["click", "#tap-number [data-yes]"],
        ["pause", 800],
        ["wait", "#tap-number [data-yes]"],
        ["offline", False],
        ["click", "#tap-number [data-yes]"],
        ["pause", 4_000],
    )
    assert "Ada" in read["title"][0]
    assert read["names"] == ["Zürich – Kempten"]
    assert (read["own"], read["others"]) == (1, 0)
    assert read["picture"]["width"] > 200
    (*_, last) = decisions(service, match)
    assert last["command"] == {"type": "table.assert", "at": "/seats/0/route", "is": ["zurich", "kempten"]}
    assert last["facts"][0]["holds"] == "yes"


@pytest.mark.soak
def test_a_route_that_is_not_so_is_corrected(service: Served, used: Used) -> None:
    match, opened = on_the_road(service)
    before = len(decisions(service, match))
    used(*opened, ["click", "#tap-number [data-no]"], ["wait", "#tap-asked form"], ["wait", "#tap-number:empty"])
    log = decisions(service, match)
    assert len(log) > before
    assert log[-1]["command"]["type"] == "extend-route", "a correction was begun, and nothing said"
