"""The director's desk in a real browser: an event of sixteen tables, directed from one page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from service.cli.evening.event import written
from tests.browser.driving import Browser
from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "desk.md"
TABLES, CALLS = 16, 12
MOST_TAPS = 6


def an_event(benches: list[Bench]) -> str:
    """The file of an event, as ``kerbholz open`` writes it."""
    links = [f"{bench.page}#token={bench.token('arbiter')}" for bench in benches]
    return written("Autumn meeting", [(f"Table {number}", link) for number, link in enumerate(links, 1)])


def test_the_file_in_the_documentation_is_one_that_is_written() -> None:
    (block,) = re.findall(r"^```json\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    documented = json.loads(block)
    matches = [(one["label"], one["url"]) for one in documented["matches"]]
    assert json.loads(written(documented["title"], matches)) == documented


def taken_in(service: Served, file: str, shown: str) -> list[list[Any]]:
    """The steps with which a desk is given a file, until something is shown."""
    return [
        ["visit", f"{service.address}/desk"],
        ["upload", "#file", file],
        ["click", "#adding button[type=submit]"],
        ["wait", shown],
    ]


def refused(service: Served, used: Used, file: str) -> dict[str, Any]:
    """What a desk says of a file that it does not take, and what the device keeps then."""
    return used(
        *taken_in(service, file.replace("ORIGIN", service.address), "#not-added:not([hidden])"),
        ["texts", "says", "#not-added"],
        ["stored", "kept"],
    )


def tables(service: Served, number: int) -> list[Bench]:
    return [Bench(service, "seven-sins", 2, options={"history": "kept"}) for _ in range(number)]


def called(bench: Bench) -> int:
    """The version of a call for the arbiter."""
    return bench.send(1, {"type": "table.call", "reason": "Whose turn is it?"})


def accused(bench: Bench) -> int:
    """The version of an accusation."""
    return bench.send(0, {"type": "table.accuse", "accused": 1, "reason": "That was my turn."})


@pytest.mark.few("3")
@pytest.mark.parametrize("rulings", [3, CALLS])
def test_an_event_is_directed_from_one_page(browser: Browser, service: Served, rulings: int) -> None:
    benches = tables(service, TABLES)
    order = [7, 3, 11, 0, 14, 5, 9, 1, 12, 2, 8, 4][:CALLS]
    said = {f"Table {number + 1}": called(benches[number]) for number in order}
    frozen = benches[order[-1]]
    frozen.send("arbiter", {"type": "table.freeze"})
    found = browser.run(
        "desk",
        address=service.address,
        file=an_event(benches),
        name="Ada",
        kind="call",
        rulings=rulings,
        polls=TABLES,
    )
    assert found["wrong"] == []
    listed = list(said)
    assert found["waiting"] == [listed[-1], *listed[:-1]], "the frozen table first, then the oldest"
    assert len(found["others"]) == TABLES - CALLS
    assert (found["calls"], found["title"]) == (
        f"Calls that nobody attends to: {CALLS}",
        f"({CALLS}) Autumn meeting",
    )
    assert found["polled"].count(304) >= TABLES - 2, "what is known is not sent again"
    for one in found["ruled"]:
        assert one["taps"] <= MOST_TAPS
        assert one["boards"] == 2, "the board as it is and as it would be"
        assert one["about"] == str(said[one["label"]])
    assert [one["label"] for one in found["ruled"]] == found["waiting"][:rulings]
    # The frozen table is still the first to be looked at, though nobody waits for a ruling there any more.
    assert found["left"] == [listed[-1], *listed[rulings - 1 : -1]]
    assert {origin for origin, *_ in found["asked"]} == {service.address}
    refused = [one for one in found["asked"] if one[2] >= 400]
    assert refused == [], "no stream is refused, with as many as there may be by default"
    audit = frozen.ask("arbiter", "/audit")
    assert [(one["entered_by"], one["verdict"]) for one in audit["rulings"]] == [("Ada", "dismissed")]
    assert [(one["status"], len(one["attended"])) for one in audit["calls"]] == [("done", 1)]
    assert all("entered_by" not in one for one in frozen.ask(None, "/audit")["rulings"])


def test_without_a_name_nothing_is_sent(service: Served, used: Used) -> None:
    (bench,) = tables(service, 1)
    version = accused(bench)
    link = f"{bench.page}#token={bench.token('arbiter')}"
    read = used(
        ["visit", f"{service.address}/desk"],
        ["fill", "#one-link", link],
        ["fill", "#one-label", "By the window"],
        ["click", "#adding button[type=submit]"],
        ["wait", "#waiting li[data-kind=accusation]"],
        ["texts", "label", "#waiting .label a:first-child"],
        ["click", "#waiting li[data-kind=accusation] a[id$=-rule]"],
        ["wait", "#moves form [data-field=verdict]"],
        ["click", "#moves form button[type=submit]"],
        ["wait", "#moves form [role=alert]"],
        ["texts", "who", "#moves form [role=alert]"],
        ["fill", "#my-name", "Ada"],
        ["click", "#moves form button[type=submit]"],
        ["wait", "#moves .boards svg"],
        ["texts", "stays", "#moves form > p"],
        ["address", "address"],
    )
    assert read["label"] == ["By the window"]
    assert read["who"] == ["Say who you are first, at the top of the page."]
    assert "Nothing on the board would be different." in read["stays"]
    assert bench.ask(None)["version"] == version
    assert "token" not in read["address"]


def test_a_call_can_be_done_without_a_ruling_and_by_keys_alone(service: Served, used: Used) -> None:
    (bench,) = tables(service, 1)
    version = called(bench)
    read = used(
        *taken_in(service, an_event([bench]), "#waiting li[data-kind=call]"),
        ["fill", "#my-name", "Ada"],
        *[["key", "Tab"]] * 4,
        ["count", "on the call", "#waiting li[data-kind=call] button:text-is('I am coming'):focus"],
        ["key", "Enter"],
        ["wait", "#waiting li[data-kind=call] button:text-is('It is done'):focus"],
        ["texts", "attended", "#waiting li[data-kind=call] > p:first-of-type"],
        ["key", "Enter"],
        ["wait", "#waiting:not(:has(li))"],
        ["texts", "calls", "#calls"],
        ["expect", "net::ERR_INTERNET_DISCONNECTED"],
        ["offline", True],
        ["wait", "#others .wrong"],
        ["texts", "lost", "#others .wrong"],
        ["offline", False],
        ["wait", "#others:not(:has(.wrong))"],
    )
    assert read["on the call"] == 1
    assert read["attended"] == ["On the way: Ada"]
    assert read["calls"] == ["Nothing waits for you."]
    assert read["lost"] == ["No connection: new decisions do not arrive"]
    log = bench.ask("arbiter", f"/decisions?after={version}")["decisions"]
    assert [(one["command"].get("done"), one["entered_by"]) for one in log] == [(False, "Ada"), (True, "Ada")]


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("{", "This is not the file of an event."),
        ('{"format": "kerbholz-event-2", "matches": []}', "This is not the file of an event."),
        ('{"format": "kerbholz-event-1", "matches": []}', "The file has no link of an arbiter."),
        ('{"format": "kerbholz-event-1", "matches": [7]}', "This is not a link to a match: #1"),
        (
            '{"format": "kerbholz-event-1", "matches": [{"label": {"toString": 7}, "url": {"toString": 7}}]}',
            "This is not a link to a match: #1",
        ),
        (
            '{"format": "kerbholz-event-1", "matches": [{"label": "x", "url": "https://elsewhere.example/matches/'
            '7d3c1f0e-5d0a-4c53-9a55-2f6f4f0f7a11#token=khz_arbiter_x"}]}',
            "This link is for another address of the service. Open the desk there: https://elsewhere.example",
        ),
        (
            '{"format": "kerbholz-event-1", "matches": [{"label": "Table 1", "url": "ORIGIN/matches/'
            '7d3c1f0e-5d0a-4c53-9a55-2f6f4f0f7a11#token=khz_seat_x"}]}',
            "This is not the link of an arbiter: Table 1",
        ),
    ],
)
def test_what_is_no_file_of_an_event_is_not_taken(service: Served, used: Used, file: str, says: str) -> None:
    read = refused(service, used, file)
    assert read["says"] == [says]
    assert not any(name.startswith("kerbholz desk") or "token" in name for name in read["kept"])


@pytest.mark.soak
def test_what_there_was_with_a_player_is_found_over_the_tables_and_all_is_forgotten(
    service: Served, used: Used
) -> None:
    benches = tables(service, 2)
    for bench in benches:
        accused(bench)
    read = used(
        *taken_in(service, an_event(benches), "#waiting li[data-kind=accusation]"),
        ["texts", "title", "h1"],
        ["click", "#history summary"],
        ["fill", "#player", "ben "],
        ["click", "#sought button[type=submit]"],
        ["wait", "#found section + section a"],
        ["texts", "tables", "#found h3"],
        ["texts", "entries", "#found a"],
        ["fill", "#player", "Nobody"],
        ["click", "#sought button[type=submit]"],
        ["wait", "#found > p"],
        ["click", "#links summary"],
        ["click", "#forget-all"],
        ["wait", "#links[open]"],
        ["stored", "kept"],
    )
    assert read["title"] == ["Autumn meeting"]
    assert read["tables"] == ["Table 1", "Table 2"]
    assert read["entries"] == ["Accused: open “That was my turn.”"] * 2
    assert not any("token" in name or name == "kerbholz desk" for name in read["kept"])


@pytest.mark.soak
def test_a_ruling_shows_what_it_would_make_of_the_board(service: Served, used: Used) -> None:
    (bench,) = tables(service, 1)
    bench.play(4)
    log = bench.ask("arbiter", "/decisions")["decisions"]
    last = max(one["version"] for one in log if isinstance(one["actor"], dict))
    read = used(
        ["open", f"{bench.page}#token={bench.token('arbiter')}"],
        ["click", "#moves [data-type='table.rule']"],
        ["choose", "[data-field=remedy] select", "back"],
        ["choose", "[data-field=before] select", str(last)],
        ["click", "#moves form button[type=submit]"],
        ["wait", "#moves .boards .frame.changed"],
        ["texts", "captions", "#moves .boards figcaption"],
        ["count", "dark", "#moves .boards svg.dark"],
        ["media", "colorScheme", "dark"],
        ["click", "#moves form button[type=button]"],
        ["click", "#moves [data-type='table.rule']"],
        ["choose", "[data-field=remedy] select", "back"],
        ["choose", "[data-field=before] select", str(last)],
        ["click", "#moves form button[type=submit]"],
        ["wait", "#moves .boards .frame.changed"],
        ["count", "dark then", "#moves .boards svg.dark"],
        ["count", "boards", "#moves .boards svg"],
        ["window", "seat"],
        ["open", f"{bench.page}#token={bench.token(0)}"],
        ["click", "#moves [data-type='table.note']"],
        ["fill", "#moves form textarea", "x"],
        ["try"],
        ["count", "of a seat", "#moves .boards"],
    )
    assert read["captions"] == ["The board now", "The board as it would be"]
    assert (read["boards"], read["of a seat"]) == (2, 0)
    assert (read["dark"], read["dark then"]) == (0, 2)


def test_a_public_screen_is_of_public_matches_and_reads_no_link(service: Served, used: Used) -> None:
    public, private = Bench(service, "seven-sins", 2), Bench(service, "seven-sins", 2, public=False)
    read = used(
        *taken_in(service, an_event([public, private]), "html[data-desk='2']"),
        ["count", "tables", "#others > li"],
        ["count", "screens", "#others .screen"],
        ["count", "of the public one", f"#others .screen[href='/embed/matches/{public.opened['id']}']"],
        ["follow", f"{service.address}/embed/matches/{private.opened['id']}"],
        ["texts", "private", "main"],
    )
    assert (read["tables"], read["screens"], read["of the public one"]) == (2, 1, 1)
    assert read["private"] == ["There is nothing to be seen here."], "whatever this device keeps"


def test_what_is_open_is_one_list_by_version(browser: Browser, service: Served) -> None:
    def said(version: int, **more: Any) -> dict[str, Any]:
        return {"version": version, "by": {"seat": 0}, "at": f"2026-11-28T20:{version}:00Z", **more}

    audit = {
        "calls": [said(41, status="open", about=12), said(20, status="done"), said(44, status="attended")],
        "accusations": [said(17, status="open", accused=1, rule=None), said(18, status="upheld", accused=1)],
        "rulings": [said(30, entered_by="Ada"), said(31)],
        "appeals": [
            said(35, status="open", ruling=30),
            said(36, status="open", ruling=31),
            said(37, status="answered", ruling=31),
            said(38, faded=True),
        ],
        "findings": [
            {"complete": 25, "seat": 1, "rule": "MC-M13", "status": "open"},
            {"complete": 26, "seat": 1, "rule": "MC-M13", "status": "punished"},
        ],
    }
    call = {"address": f"{service.address}/desk", "module": "desk/open_items.js"}
    stalled, playing, given_up = (
        {"status": status, "version": 50, "closed": False} for status in ("stalled", "playing", "abandoned")
    )
    matches = [stalled, playing, given_up, {**given_up, "closed": True}]
    found, none, calls, closed = browser.run(
        "call", **call, called="openItems", calls=[[audit, match] for match in matches]
    )
    assert [(one["kind"], one["version"]) for one in found] == [
        ("accusation", 17),
        ("finding", 25),
        ("appeal", 35),
        ("appeal", 36),
        ("call", 41),
        ("call", 44),
        ("stalled", 50),
    ]
    assert [one["name"] for one in found if one["kind"] == "appeal"] == ["Ada", None]
    assert [one["attended"] for one in found if one["kind"] == "call"] == [False, True]
    assert none == found[:-1]
    assert calls == [one for one in found if one["kind"] == "call"], "nothing else can be answered there"
    assert closed == [], "nothing can be said any more"
    items = {kind: [one for one in found if one["kind"] == kind] for kind in ("call", "accusation", "stalled")}
    since = "2026-11-28T21:00:00Z"
    tables = [
        {"match": {"status": "frozen"}, "items": [], "since": since},
        {"match": {"status": "playing"}, "items": items["call"], "since": since},
        {"match": {"status": "stalled"}, "items": items["stalled"], "since": since},
        {"match": {"status": "playing"}, "items": items["accusation"], "since": since},
        {"match": {"status": "playing"}, "items": [], "since": since},
    ]
    ranks = browser.run("call", **call, called="urgency", calls=[[table] for table in tables])
    assert ranks == [
        [0, since],
        [1, "2026-11-28T20:41:00Z"],
        [2, since],
        [3, "2026-11-28T20:17:00Z"],
        [4, since],
    ]


def test_people_are_named_as_they_sat_there_then(browser: Browser, service: Served) -> None:
    call = {"address": f"{service.address}/desk"}
    earlier = [{"name": "Ada", "until": 20}, {"name": {"erased": True}, "until": 30}]
    seats = [{"seat": 0, "name": "Cem", "earlier": earlier}, {"seat": 1, "name": {"erased": True}}]
    row = {"known": {"match": {"seats": seats}}}
    items = [
        {"kind": "accusation", "version": version, "by": {"seat": 1}, "seat": seat}
        for version, seat in ((20, 0), (21, 0), (31, 0), (31, 1))
    ]
    told = browser.run("call", **call, module="desk/list.js", called="told", calls=[[row, one] for one in items])
    assert told == ["Accused: Ada", "Accused: Seat 0", "Accused: Cem", "Accused: Seat 1"]
    audit = {
        "calls": [{"version": version, "by": {"seat": 0}} for version in (20, 21)],
        "accusations": [
            {"version": 25, "accused": 0, "decisions": [7, 19]},
            {"version": 26, "accused": 0, "decisions": []},
        ],
        "findings": [{"complete": 18, "seat": 0}, {"complete": 22, "seat": 0}, {"complete": 23, "seat": None}],
        "appeals": [{"version": 24, "by": "scribe"}],
        "take_backs": [{"version": 19, "seat": 0}, {"version": 19, "seat": 1}],
    }
    ada, second = {"seat": 0, "after": -1, "until": 20}, {"seat": 0, "after": 20, "until": 30}
    calls = [[audit, [ada]], [audit, [second]]]
    found = browser.run("call", **call, module="desk/history.js", called="entriesOf", calls=calls)
    assert [[one["version"] for one in entries] for entries in found] == [[18, 19, 20, 25], [21, 22, 26]]


def test_who_lost_their_name_is_called_by_their_seat(service: Served, used: Used) -> None:
    (bench,) = tables(service, 1)
    bench.erase("arbiter", 0, "/seats/1/name")
    read = used(
        ["open", f"{bench.page}#token={bench.token('arbiter')}"],
        ["texts", "title", "#title"],
        ["texts", "viewers", "#as option"],
    )
    assert read["title"] == ["7 – The Sins: Ada, Seat 1"]
    assert read["viewers"][1:3] == ["Ada", "Seat 1"]


def test_an_appeal_against_a_ruling_of_ones_own_is_marked(service: Served, used: Used) -> None:
    (bench,) = tables(service, 1)
    ruling = bench.send("arbiter", {"type": "table.rule", "verdict": "dismissed", "entered_by": "Ada"})
    bench.send(0, {"type": "table.appeal", "ruling": ruling})
    mark = "#waiting li[data-kind=appeal] .wrong"
    read = used(
        *taken_in(service, an_event([bench]), "#waiting li[data-kind=appeal]"),
        ["fill", "#my-name", "Bo"],
        ["count", "of another", mark],
        ["fill", "#my-name", " ADA"],
        ["texts", "own", mark],
    )
    assert read == {"of another": 0, "own": ["You have given this ruling yourself."]}


def test_how_long_a_table_waits_counts_from_what_was_played(service: Served, used: Used) -> None:
    (bench,) = tables(service, 1)
    bench.play(2)
    played = bench.ask("arbiter", "/decisions")["decisions"][-1]["at"]
    note = {"type": "table.note", "text": "Still thinking."}
    bench.send(0, note)
    waits = f"#others .label time[datetime='{played}']"
    read = used(
        *taken_in(service, an_event([bench]), "html[data-desk='1']"),
        ["count", "at first", waits],
        ["send", f"{bench.opened['links']['commands']}", bench.token(0), note],
        ["wait", "html[data-desk='3']"],
        ["count", "then", waits],
    )
    assert read == {"at first": 1, "then": 1}
