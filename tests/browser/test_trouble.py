"""Pages where something is in the way: no network, no TLS, links for others, tokens that count no more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long

NOTE = [
    ["click", "#moves button[data-type='table.note']"],
    ["fill", "#moves form textarea", "Well played."],
    ["try"],
]
SAYS = "#picture [role=alert]"


def as_seat(bench: Bench, seat: int) -> str:
    return f"{bench.page}#token={bench.token(seat)}"


def test_a_link_that_is_opened_in_a_tab_which_shows_the_match_counts_there(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2)
    me = "#me:text-is('{}')"
    read = used(
        ["open", bench.page],
        *(
            step
            for seat, name in enumerate(("Ada", "Ben"))
            for step in (["follow", as_seat(bench, seat)], ["wait", me.format(name)], ["address", name])
        ),
    )
    assert read == {"Ada": bench.page, "Ben": bench.page}


@pytest.mark.few("official", "nobody")
@pytest.mark.parametrize("viewer", ["seat:1", "official", "seat:9", "nobody"])
def test_a_link_to_what_the_reader_may_not_see_shows_what_everybody_may(
    service: Served, used: Used, viewer: str
) -> None:
    bench = Bench(service, "seven-sins", 2)
    version = bench.play(4)
    read = used(
        ["open", f"{bench.page}?at={version - 1}&as={viewer}"],
        ["at", version - 1],
        ["texts", "notice", "#notice"],
        ["count", "alerts", SAYS],
        ["value", "as", "#as"],
    )
    assert read["notice"] == ["This link shows what a player saw. You see what everybody may see."]
    assert (read["alerts"], read["as"]) == (0, "public")


def test_what_was_sent_is_there_once_though_its_answer_was_lost(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2)
    read = used(
        ["open", as_seat(bench, 0)],
        *NOTE,
        ["expect", "net::ERR_FAILED"],
        ["lose"],
        ["do"],
        ["wait", "#moves:not(:has(form))"],
        ["texts", "log", "#log li"],
    )
    assert sum("Well played." in line for line in read["log"]) == 1
    log = bench.ask("arbiter", "/decisions")["decisions"]
    assert [one["command"]["type"] for one in log].count("table.note") == 1


def test_without_tls_everything_can_be_done(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2)
    read = used(
        ["insecure"],
        ["open", as_seat(bench, 0)],
        *NOTE,
        ["do"],
        ["texts", "log", "#log li"],
        ["click", "#link"],
        ["texts", "notice", "#notice"],
    )
    assert any("Well played." in line for line in read["log"])
    assert bench.page in read["notice"][0], "it is shown, to be copied by hand"


def test_the_board_comes_when_the_network_is_back(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2)
    version = bench.play(8)
    steps: list[list[Any]] = [["offline", True], ["key", "Home"], ["pause", 1500], ["offline", False], ["at", 0]]
    read = used(["open", bench.page], ["at", version], *steps, ["count", "alerts", SAYS])
    assert read["alerts"] == 0


def test_who_has_a_token_that_was_replaced_is_told_and_can_go_on_without(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2)
    path, arbiter = bench.opened["links"]["commands"], bench.token("arbiter")
    read = used(
        ["expect", "401"],
        ["open", as_seat(bench, 0)],
        ["send", path, arbiter, {"type": "table.replace-token", "role": "seat", "seat": 0}],
        ["wait", "#connection:has-text('replaced')"],
        ["follow", bench.page],
        ["wait", f"{SAYS}:has-text('replaced')"],
        ["count", "idle", ":is(#slider, #log, #number):visible"],
        ["click", "#picture button"],
        ["wait", "html[data-ready]"],
        ["count", "used", ":is(#slider, #log, #number):visible"],
        ["count", "alerts", SAYS],
    )
    assert read["alerts"] == 0, "what everybody sees"
    assert (read["idle"], read["used"]) == (0, 3), "no controls that do nothing"


@pytest.mark.soak
def test_a_version_that_is_none_is_taken_as_its_whole_part(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2)
    bench.play(6)
    read = used(
        ["open", bench.page],
        ["fill", "#number", "3.7"],
        ["key", "Enter"],
        ["at", 3],
        ["address", "address"],
        ["count", "alerts", SAYS],
        # What a link says of a match that is shorter now counts as far as there is something.
        ["open", f"{bench.page}?at=2&line=999"],
        ["at", 2],
        ["open", f"{bench.page}?at=5&line=3"],
        ["at", 3],
        ["count", "more", SAYS],
    )
    assert read["address"].endswith("?at=3")
    assert (read["alerts"], read["more"]) == (0, 0)
