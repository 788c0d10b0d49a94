"""What people come for: each task by mouse, by keys alone and on a phone, and how much is pressed for it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from service.demo.samples import SAMPLES
from tests.browser.driving import NAMES, Browser
from tests.browser.using import Bench
from tests.persistence.serving import Served
from tests.service.playing import filled_move

pytestmark = pytest.mark.long

WAYS = ("mouse", "keys", "phone")
PRESSED = {
    "crew": {"mouse": 1, "keys": 50, "phone": 1},
    "known": {"mouse": 6, "keys": 125, "phone": 6},
    "ruled": {"mouse": 3, "keys": 25, "phone": 3},
    "link": {"mouse": 7, "keys": 110, "phone": 7},
}
"""How much is pressed, at most: clicks (a choice from a list is two, a sign that is typed one), or keys."""


@pytest.fixture(scope="module")
def bench(service: Served) -> Bench:
    """A match of META CULPA in its third round, in which an arbiter has ruled."""
    options = {"meta_culpa": "automatic", "chance": "known"}
    bench = Bench(service, "mea-culpa", 3, options=options, board={"market_draw": 2}, seed=f"{2:032x}")
    rng, by_hand = Random(2), SAMPLES["mea-culpa"].by_hand
    while len(bids(bench, 2)) < 3 or not crews(bench):
        now = bench.ask(None)
        seat = rng.choice([who["seat"] for who in now["awaiting"] if "seat" in who])
        moves = bench.ask(seat, "/moves")["moves"]
        whole = [one for one in moves if one["type"] not in by_hand]
        bench.send(seat, filled_move(rng.choice(whole or moves), rng))
    last = max(one["version"] for one in decisions(bench) if one["actor"] == {"seat": 1})
    accusation = bench.send(0, {"type": "table.accuse", "accused": 1, "rule": "MC-M3", "decisions": [last]})
    bench.send(
        "arbiter",
        {"type": "table.rule", "about": accusation, "verdict": "upheld", "remedy": "back", "before": last},
    )
    return bench


def decisions(bench: Bench) -> list[Any]:
    log: list[Any] = bench.ask("arbiter", "/decisions?limit=1000")["decisions"]
    return log


def bids(bench: Bench, seat: int) -> list[int]:
    """The bids of a seat, one a round."""
    made = [one for one in decisions(bench) if one["actor"] == {"seat": seat}]
    return [one["version"] for one in made if one["command"]["type"] in ("bid", "set-bid")]


def crews(bench: Bench) -> list[int]:
    """The sites on which a crew stands."""
    sites = bench.ask(None, "/view")["board"]["sites"]
    return [position for position, site in enumerate(sites) if site["crews"]]


def done(browser: Browser, task: str, way: str, address: str, **given: Any) -> Any:
    """What was found by a task, which fails where more was pressed than is recorded."""
    found = browser.run("tasks", task=task, way=way, address=address, **given)
    assert found["wrong"] == []
    assert not found["wide"]
    assert found["pressed"] <= PRESSED[task][way]
    return found


@pytest.mark.few("phone")
@pytest.mark.parametrize("way", WAYS)
def test_which_decision_put_this_crew_here(browser: Browser, bench: Bench, way: str) -> None:
    site = crews(bench)[0]
    struck = bench.ask("arbiter", "/audit")["rulings"][0]["struck"]
    put = [
        one["version"]
        for one in decisions(bench)
        for fact in one["facts"]
        if one["version"] not in struck
        if (fact["type"], fact.get("site")) == ("CrewPlaced", site + 1) or fact.get("target") == site + 1
    ]
    crew = f'#picture [data-at^="/sites/{site}/crews"]'
    found = done(browser, "crew", way, bench.page, crew=crew)
    assert found["put"] == max(put)


@pytest.mark.soak
@pytest.mark.few("keys")
@pytest.mark.parametrize("way", WAYS)
def test_what_a_seat_knew_when_it_bid_in_the_third_round(browser: Browser, bench: Bench, way: str) -> None:
    bid = bids(bench, 2)[2]
    told = bench.ask("arbiter", f"/knowledge?as=seat:2&at={bid}")["known"]
    address = f"{bench.page}#token={bench.token('arbiter')}"
    found = done(browser, "known", way, address, name=NAMES[2], bid=bid)
    assert set(found["known"]) == {one["version"] for one in told}
    assert found["known"], "its own bids, at least"


@pytest.mark.few("phone")
@pytest.mark.parametrize("way", WAYS)
def test_who_was_ruled_against_and_what_changed(browser: Browser, bench: Bench, way: str) -> None:
    (ruling,) = bench.ask("arbiter", "/audit")["rulings"]
    address = f"{bench.page}#token={bench.token('arbiter')}"
    found = done(browser, "ruled", way, address, ruling=ruling["version"])
    assert f"{NAMES[0]} says that {NAMES[1]} has broken the rule MC-M3" in found["told"]
    assert "This struck:" in found["told"]
    assert all(str(version) in found["told"] for version in ruling["struck"])


@pytest.mark.few("phone")
@pytest.mark.parametrize("way", WAYS)
def test_a_link_shows_the_same_decision_after_the_record_was_corrected(
    browser: Browser, service: Served, way: str
) -> None:
    bench = Bench(service, "mea-culpa", 3, options={"chance": "known"}, seed=f"{2:032x}")
    while (now := bench.ask("arbiter", "/view")["board"]["phase"]) != "auction":
        assert now in ("setup", "bonus", "prepare")
        bench.play(1)
    bid = bench.send(1, {"type": "bid", "notches": 2, "taler": 1})
    bench.send(0, {"type": "table.note", "text": "tea"})
    address = f"{bench.page}#token={bench.token('arbiter')}"
    found = done(browser, "link", way, address, bid=bid, field="[data-field=notches] input", value="3")
    assert found["link"] == f"{bench.page}?at={bid}"
    assert found["after"] == found["before"]
    assert "2 notches" in found["before"][0]
    (changed,) = bench.ask("arbiter", "/audit")["corrections"]
    assert [one["decision"] for one in changed["replaced"]] == [bid]
