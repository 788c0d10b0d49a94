"""Somebody leaves, somebody sits down, a name is mended: by the page's forms, with all that is said afterwards."""

from __future__ import annotations

from time import monotonic, sleep
from typing import Any

import pytest

from tests.browser.test_forms import DO, TRY, field, form, last_by, windows
from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long

NAMES = ("Anneke", "Bruno")
PHONE = {"width": 360, "height": 740}


def begun(service: Served, mode: str) -> tuple[Bench, list[int]]:
    """A match of two in which each has taken a card, and the first one another; the versions of that."""
    options = {"first_seat": 0, "sins": ["pride", "greed", "lust", "envy"]}
    bench = Bench(service, "seven-sins", 2, mode=mode, options=options, names=NAMES)
    if mode == "recorded":
        bench.send("scribe", {"type": "deal", "cards": ["pride", "greed"]})
        bench.send("scribe", {"type": "refill", "cards": ["pride", "pride", "greed", "lust", "envy"]})
    taken = []
    for seat in (0, 1, 0):
        who = "scribe" if mode == "recorded" else seat
        sin = next(one for one in bench.ask(None, "/view")["board"]["centre"]["things"] if one != "judgement")
        bench.send(who, {"type": "take", "seat": seat, "sin": sin, "to": "abyss"})
        taken.append(last_by(bench, seat))
        lacking = 5 - bench.ask(None, "/view")["board"]["centre"]["count"]
        if mode == "recorded" and len(taken) < 3:  # what chance decides behind it, only a ruling can take back
            cards = ["greed", "lust", "envy", "pride", "greed"][:lacking]
            bench.send("scribe", {"type": "refill", "cards": cards})
    return bench, taken


def finished(service: Served, bench: Bench) -> dict[str, Any]:
    """The statistics of the players of a match that ends now, and counts."""
    end = {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "win", "winners": [1]}
    bench.send("arbiter", end)
    until = monotonic() + 20
    while True:
        (counted,) = service.request("GET", "/v1/statistics?ruleset=seven-sins")[1]["statistics"]
        players = counted["players"]
        found = {one["name"]: one for one in players if one["name"] in ("Anneke B.", "Dilara", "Bruno")}
        if len(found) == 3 or monotonic() > until:
            return found
        sleep(0.05)


@pytest.mark.few("recorded-take-back")
@pytest.mark.parametrize(("mode", "then"), [("hosted", "rule"), ("recorded", "take-back")])
def test_a_seat_leaves_a_substitute_comes_and_a_name_is_mended(
    service: Served, used: Used, mode: str, then: str
) -> None:
    bench, taken = begun(service, mode)
    back: list[list[Any]] = {
        "rule": [["choose", field("remedy"), "back"], ["choose", field("before"), str(taken[2])]],
        "take-back": [["choose", field("decision"), str(taken[2])]],
    }[then]
    read = used(
        ["expect", "401"],
        *windows(bench, "arbiter"),
        ["window", "1", PHONE],
        ["open", f"{bench.page}#token={bench.token(1)}"],
        form("leave"),
        ["count", "asked", field("seat")],
        ["fill", field("reason", "textarea"), "the last train"],
        TRY,
        ["texts", "leaves", "#moves .follows li"],
        DO,
        ["window", "host", PHONE],
        ["open", f"{bench.page}#token={bench.token('host')}"],
        form("leave"),
        ["texts", "there", field("seat", "option")],
        form("substitute"),
        ["texts", "empty", field("seat", "option:checked")],
        ["count", "mends", field("correction", "input:checked")],
        ["fill", field("name", "input"), "Dilara"],
        TRY,
        ["texts", "sits", "#moves .follows li"],
        DO,
        ["wait", "#shown .code"],
        ["texts", "shown", "#shown h3"],
        ["value", "link", "#shown input"],
        ["across", "across"],
        ["window", "arbiter"],
        ["wait", "#title:has-text('Dilara')"],
        form("substitute"),
        ["count", "mended", field("correction", "input:checked")],
        ["choose", field("seat"), "0"],
        ["fill", field("name", "input"), "Anneke B."],
        TRY,
        ["texts", "mends-it", "#moves .follows li"],
        DO,
        ["wait", "#title:has-text('Anneke B.')"],
        form(then),
        *back,
        TRY,
        DO,
        ["wait", f"#log .struck button[data-version='{taken[2]}']"],
        ["texts", "title", "#title"],
        ["texts", "viewers", "#as option"],
        ["texts", "filter", "#filter-seat option"],
        ["texts", "log", "#log li"],
        ["texts", "state", "#state"],
        ["window", "1"],
        form("note"),
        ["fill", field("text", "textarea"), "still here"],
        TRY,
        ["texts", "void", "#moves [role=alert]"],
    )
    assert (read["asked"], read["leaves"][0]) == (0, "Bruno has left the table. “the last train”")
    assert read["there"] == ["Anneke"], "who has left cannot leave"
    assert (read["empty"], read["mends"], read["mended"]) == (["Bruno"], 0, 1)
    assert read["sits"] == ["Dilara sits in the place of Bruno from now on."]
    assert read["mends-it"] == ["The arbiter corrects a name: Anneke B."]
    assert read["shown"] == ["The new link: Dilara"]
    assert read["across"] == PHONE["width"]
    assert read["title"] == ["7 – The Sins: Anneke B., Dilara"]
    assert read["viewers"][1:3] == read["filter"][1:] == ["Anneke B.", "Dilara"]
    said = dict(zip(range(len(read["log"])), read["log"], strict=True))
    assert "Anneke B. takes" in said[taken[0]], "a name that was mended is right everywhere"
    assert "Bruno takes" in said[taken[1]], "Bruno sat there then"
    assert "Anneke B." in read["state"][0], "what was taken back can be decided anew"
    assert read["void"] == ["This token has been replaced or revoked."]
    sat = bench.ask(None)["seats"]
    assert [seat["name"] for seat in sat] == ["Anneke B.", "Dilara"]
    assert [earlier["name"] for earlier in sat[1]["earlier"]] == ["Bruno"]
    assert "earlier" not in sat[0]
    read = used(
        ["window", "new", PHONE],
        ["open", read["link"]],
        ["texts", "me", "#me"],
        ["texts", "own", "#mine:not([hidden]) button"],
        form("note"),
        ["fill", field("text", "textarea"), "hello"],
        TRY,
        DO,
        ["texts", "log", "#log li"],
    )
    assert read["me"] == ["Dilara"]
    assert read["own"], "the page offers to make the link her own: host or arbiter have given it to her"
    assert "Dilara notes: “hello”" in read["log"][-1]
    counted = finished(service, bench)
    assert {name: (one["finished"] > 0, one["substituted"] > 0) for name, one in counted.items()} == {
        "Anneke B.": (True, False),
        "Dilara": (True, False),
        "Bruno": (False, True),
    }


@pytest.mark.soak
def test_a_new_link_is_shown_where_its_code_does_not_come(service: Served, used: Used) -> None:
    """The answer alone has it, and the service may be stopped behind it."""
    bench = Bench(service, "seven-sins", 2, names=NAMES)
    read = used(
        ["expect", "ERR_FAILED"],
        *windows(bench, "host"),
        ["without", "/code[?]"],
        form("replace-token"),
        ["choose", field("role"), "seat"],
        ["choose", field("seat"), "1"],
        TRY,
        DO,
        ["wait", "#shown [href*='#token=']"],
        ["hrefs", "link", "#shown [href*='#token=']"],
    )
    assert bench.ask("host")["version"] > 0
    _, _, token = read["link"][0].partition("#token=")
    bearer = {"Authorization": f"Bearer {token}"}
    assert service.request("GET", bench.opened["links"]["self"] + "/moves", headers=bearer)[0] == 200
