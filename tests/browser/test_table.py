"""Moves by clicks on the board, and what is said at the table, in a real browser."""

from __future__ import annotations

import pytest

from tests.browser.driving import Browser, opened
from tests.browser.test_match_page import links
from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long


def test_moves_are_clicked_on_the_board_and_things_are_said_at_the_table(
    browser: Browser, service: Served
) -> None:
    match = opened(service, "thurn-and-taxis", 2, options={"start_player": 1})
    found = browser.run("table", addresses=links(service, match)[::-1])
    (wrong,) = found["wrong"]
    assert "422" in wrong, "one refusal, and nothing else"
    (takes,) = found["first"]
    assert takes.startswith("Ben takes ")
    assert found["chip"] == f"{takes.removeprefix('Ben takes ').removesuffix('.')} ×"
    assert found["narrowed"] == 1
    assert found["all"] == [0, True], "the chip goes, and all moves are there again"
    assert (found["framed"] > 0, found["idle"]) == (True, 0), "framed is what the reader may move"
    assert found["stored"] == 1, "nothing is sent before it is asked for"
    assert found["note"] == ["Ada notes: “tea <b>break</b>”"], "texts of people are texts"
    assert found["log"] == [takes], "once, after the note"
    assert found["takes"].endswith(takes)
    assert found["refused"].startswith("TB-44 ")
    assert found["kept"] == "misclick"
    assert found["listed"] == [found["refused"].removeprefix("TB-44 "), True]
    assert found["stale"] == 0, "what was asked before is gone as soon as something else is tried"
    assert found["takesNext"].endswith(found["route"][0])
    assert "takes back decision" in found["asks"][0]
    assert found["struck"] == 1
    assert found["takesThen"].split(":")[0] < found["takesNext"].split(":")[0], "not what is struck already"
    assert found["accusable"] == ["Ben"], "nobody accuses themselves"
    assert "city cards are shuffled" in found["rule"]
    assert found["evidence"] == 3, "what was taken back may show it, too"
    assert "Ada says that Ben has broken the rule TT-B1. Decision" in found["accuses"][0]
    accusations = service.request("GET", match["links"]["audit"])[1]["accusations"]
    assert [(one["accused"], one["rule"], len(one["decisions"])) for one in accusations] == [(1, "TT-B1", 1)]


def test_a_province_is_not_taken_for_the_city_of_its_name(service: Served, used: Used) -> None:
    bench = Bench(service, "thurn-and-taxis", 2, mode="recorded")
    (move,) = bench.ask("scribe", "/moves")["moves"]
    cities = set(move["cards"]["some_of"])
    assert "salzburg" in cities
    read = used(
        ["open", f"{bench.page}#token={bench.token('scribe')}"],
        ["wait", "#picture .frame.can"],
        ["count", "provinces", "#picture [data-kind=province][data-value=salzburg]"],
        ["count", "framed", "#picture .frame.can"],
    )
    assert (read["provinces"], read["framed"]) == (1, len(cities)), "what can be laid out, and nothing else"


def test_a_route_that_has_changed_is_marked_along_its_line(service: Served, used: Used) -> None:
    bench = Bench(service, "thurn-and-taxis", 2, options={"chance": "known"}, seed=f"{3:032x}")
    bench.play(14)
    log = bench.ask(None, "/decisions?changed=true&limit=1000")["decisions"]
    extended = next(one for one in log if one["command"]["type"] == "extend-route")
    (route,) = (pointer for pointer in extended["changed"] if pointer.endswith("/route"))
    read = used(
        ["open", f"{bench.page}?at={extended['version']}"],
        ["wait", f"#picture path[data-at='{route}']"],
        ["count", "lines", "#picture path.frame.line.changed"],
    )
    assert read["lines"] == 1, "a frame around it would be around all that lies beside it, too"


def test_a_list_of_which_something_was_not_seen_or_that_ends_early_is_a_form(service: Served, used: Used) -> None:
    options = {"first_seat": 0, "sins": ["pride", "greed"], "penitence": False}
    board = {"types": {"2": 2}, "backs": {"I": 3}, "centre": 2}
    bench = Bench(service, "seven-sins", 2, mode="recorded", options=options, board=board)
    refill = {"type": "refill", "cards": ["greed", "greed"]}
    take = {"type": "take", "sin": "greed", "to": "abyss"}
    read = used(
        ["open", f"{bench.page}#token={bench.token('scribe')}"],
        ["click", "#moves .moves button"],
        ["check", "#moves form label:has-text('Pride') >> nth=0"],
        ["fill", "#moves form input[type=number]", "1"],
        ["try"],
        ["do"],
        ["send", bench.opened["links"]["commands"], bench.token("scribe"), refill],
        ["send", bench.opened["links"]["commands"], bench.token(0), take],
        ["ready", 3],
        ["click", "#moves .moves button"],
        ["check", "#moves form label:has-text('Judgement')"],
        ["try"],
        ["texts", "follows", "#moves .follows li"],
        ["do"],
    )
    decisions = bench.ask("scribe", "/decisions")["decisions"]
    assert decisions[1]["command"]["cards"] == [{"unknown": 1}, "pride"]
    assert decisions[4]["command"] == {"type": "refill", "cards": ["judgement"]}
    assert read["follows"]
