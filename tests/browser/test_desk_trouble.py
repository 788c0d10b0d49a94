"""The desk where something goes wrong: the network, a table, a link, a file; and where two direct at once."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from service.cli.evening.event import written
from tests.browser.driving import Browser, awaited
from tests.browser.test_desk import an_event, called, refused, tables, taken_in
from tests.browser.using import Used
from tests.persistence.serving import Served, served

pytestmark = pytest.mark.long

LOST = "No connection: new decisions do not arrive"


def read_once(number: int) -> str:
    """What a desk shows when it has read so many tables once."""
    return f"html[data-desk='{number}']"


def damaged(database: Path, match: str) -> None:
    """A match of which nobody can read a decision any more."""
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        altered = "UPDATE kerbholz_events SET state = x'00' WHERE originator_id = ? AND originator_version = 1"
        assert connection.execute(altered, [UUID(match).hex]).rowcount == 1


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Served]:
    """A service that no other test uses."""
    with served(f"sqlite:///{tmp_path / 'own.db'}") as server:
        yield server


def test_a_service_that_says_nothing_is_told_and_asked_again(service: Served, used: Used) -> None:
    benches = tables(service, 2)
    read = used(
        ["clock"],
        *taken_in(service, an_event(benches), read_once(2)),
        ["texts", "before", "#calls"],
        ["silent", True],
        ["pass", 6_000],
        ["pass", 16_000],
        ["wait", "#others li:nth-child(2) .wrong"],
        ["texts", "lost", "#others .wrong"],
        ["texts", "calls", "#calls"],
        ["silent", False],
        ["pass", 6_000],
        ["wait", "#others:not(:has(.wrong))"],
        ["texts", "after", "#calls"],
    )
    assert read["before"] == read["after"] == ["Nothing waits for you."]
    assert read["lost"] == [LOST] * 2
    assert read["calls"] == ["Tables that cannot be read: 2"], "nobody knows whether nothing waits"


@pytest.mark.soak
def test_a_service_that_is_started_anew_is_followed_on(browser: Browser, own: Served) -> None:
    (bench,) = tables(own, 1)
    browser.begin(
        "use",
        steps=[
            *taken_in(own, an_event([bench]), read_once(1)),
            ["expect", "net::ERR_CONNECTION_REFUSED"],
            ["say", "read"],
            ["wait", "#others .wrong"],
            ["say", "lost"],
            ["wait", "#waiting li[data-kind=call]"],
            ["count", "wrong", ".wrong"],
        ],
    )
    assert json.loads(browser.line()) == "read"
    own.kill()
    browser.tell()
    assert json.loads(browser.line()) == "lost"
    own.start_again(there=True)
    called(bench)
    browser.tell()
    assert browser.end() == {"read": {"wrong": 0}, "wrong": []}


@pytest.mark.soak
def test_each_table_says_what_is_wrong_with_it_and_the_others_go_on(
    own: Served, used: Used, tmp_path: Path
) -> None:
    whole, broken, renewed = tables(own, 3)
    links = [f"{bench.page}#token={bench.token('arbiter')}" for bench in (whole, broken, renewed)]
    gone = f"{own.address}/matches/{uuid4()}#token={whole.token('arbiter')}"
    file = written("", [(f"Table {number}", link) for number, link in enumerate([*links, gone], 1)])
    bearer = {"Authorization": f"Bearer {renewed.token('arbiter')}"}
    command = {"type": "table.replace-token", "role": "arbiter"}
    _, answer, _ = own.request("POST", renewed.opened["links"]["commands"], command, bearer)
    damaged(tmp_path / "own.db", broken.opened["id"])
    called(whole)
    read = used(
        ["expect", "Failed to load resource"],
        *taken_in(own, file, read_once(4)),
        ["texts", "waiting", "#waiting > li > .label > a:first-child"],
        ["texts", "calls", "#calls"],
        ["texts", "wrong", "#others .wrong"],
        ["click", "#links summary"],
        ["fill", "#one-link", f"{renewed.page}#token={answer['tokens'][0]['token']}"],
        ["fill", "#one-label", "Table 3"],
        ["click", "#adding button[type=submit]"],
        ["wait", "html[data-desk='4']"],
        ["texts", "then", "#others li:has(.wrong) > .label > a:first-child"],
        ["click", "#links summary"],
        ["click", "#forget-all"],
        ["wait", "#links[open]"],
        ["stored", "kept"],
    )
    assert read["waiting"] == ["Table 1"]
    assert read["calls"] == ["Calls that nobody attends to: 1 · Tables that cannot be read: 3"]
    said = dict(zip(("damaged", "replaced", "gone"), read["wrong"], strict=True))
    assert "decision 1" in said["damaged"]
    assert said["replaced"] == "This token has been replaced or revoked."
    assert said["gone"] == "This token belongs to another match."
    assert read["then"] == ["Table 2", "Table 4"]
    assert not any("token" in name for name in read["kept"]), "the token that was replaced is forgotten, too"


@pytest.mark.soak
def test_a_table_whose_link_was_forgotten_says_so(service: Served, used: Used) -> None:
    (bench,) = tables(service, 1)
    read = used(
        *taken_in(service, an_event([bench]), read_once(1)),
        ["click", "#others .label a:first-child"],
        ["wait", "html[data-shown]"],
        ["click", "#forget"],
        ["wait", "#others .wrong"],
        ["texts", "wrong", "#others .wrong"],
    )
    (wrong,) = read["wrong"]
    assert wrong.startswith("This device keeps no link of an arbiter for this table any more.")


def test_a_token_in_the_address_of_the_desk_is_taken_out_of_it(service: Served, used: Used) -> None:
    (bench,) = tables(service, 1)
    read = used(
        ["open", f"{service.address}/desk/{bench.opened['id']}#token={bench.token('arbiter')}"],
        ["texts", "me", "#me"],
        ["address", "address"],
    )
    assert read == {"me": ["Arbiter"], "address": f"{service.address}/desk/{bench.opened['id']}"}


@pytest.mark.soak
def test_two_arbiters_see_who_goes_and_neither_ends_the_call_of_the_other_unawares(
    service: Served, used: Used
) -> None:
    (bench,) = tables(service, 1)
    version = called(bench)
    came = "#waiting li[data-kind=call] > p:first-of-type"
    buttons = "#waiting li[data-kind=call] button"
    read = used(
        *taken_in(service, an_event([bench]), read_once(1)),
        ["fill", "#my-name", "Ada"],
        ["window", "second"],
        *taken_in(service, an_event([bench]), read_once(1)),
        ["fill", "#my-name", "Bo"],
        ["window", "first"],
        ["click", f"{buttons}:text-is('I am coming')"],
        ["wait", "#waiting li[data-attended]"],
        ["texts", "ada's", buttons],
        ["window", "second"],
        ["wait", "#waiting li[data-attended]"],
        ["texts", "bo's", buttons],
        ["texts", "seen by bo", came],
        ["click", f"{buttons}:first-child"],
        ["wait", f"{buttons}:first-child:text-is('It is done')"],
        ["texts", "both", came],
        ["click", "#waiting li[data-kind=call] a[id$=-rule]"],
        ["wait", "#moves form [data-field=verdict]"],
        ["choose", "#moves form [data-field=verdict] select", "upheld"],
        ["try"],
        ["window", "first"],
        ["click", "#waiting li[data-kind=call] a[id$=-rule]"],
        ["wait", "#moves form [data-field=verdict]"],
        ["choose", "#moves form [data-field=verdict] select", "dismissed"],
        ["try"],
        ["do"],
        ["wait", "#waiting:not(:has(li))"],
        ["window", "second"],
        ["wait", "#waiting:not(:has(li))"],
        ["wait", "#moves form [role=alert]"],
        ["texts", "meanwhile", "#moves form [role=alert] p"],
    )
    assert read["ada's"] == ["It is done"]
    assert read["bo's"] == ["I am coming", "It is done"], "what was one button is not the other one now"
    assert read["seen by bo"] == ["On the way: Ada"]
    assert read["both"] == ["On the way: Ada, Bo"]
    audit = bench.ask("arbiter", "/audit")
    (call,) = audit["calls"]
    assert (call["version"], call["status"], call["attended_by"]) == (version, "done", ["Ada", "Bo"])
    assert [(one["verdict"], one["entered_by"]) for one in audit["rulings"]] == [("dismissed", "Ada")]
    assert read["meanwhile"] == [
        "There was a ruling or a correction meanwhile",
        f"The arbiter rules on decision {version}: dismissed.",
    ]


def test_a_tap_counts_only_when_the_tables_have_stood_still(service: Served, used: Used) -> None:
    benches = tables(service, 2)
    for bench in benches:
        called(bench)
    first = "#waiting > li:first-child"
    read = used(
        ["clock"],
        *taken_in(service, an_event(benches), read_once(2)),
        ["fill", "#my-name", "Ada"],
        ["texts", "before", f"{first} .label a:first-child"],
        ["send", benches[1].opened["links"]["commands"], benches[1].token("arbiter"), {"type": "table.freeze"}],
        ["still"],
        ["pass", 6_000],
        ["wait", f"{first}.frozen"],
        ["click", f"{first} li[data-kind=call] button"],
        ["pass", 400],
        ["click", f"{first} li[data-kind=call] button"],
        ["wait", f"{first} li[data-attended]"],
    )
    assert read["before"] == ["Table 1"]
    came = benches[1].ask("arbiter", "/audit")["calls"][0]["attended"]
    assert len(came) == 1, "the tap that was meant for another table did not count"


@pytest.mark.soak
def test_what_has_not_changed_is_not_drawn_anew(service: Served, used: Used) -> None:
    benches = tables(service, 3)
    called(benches[2])
    # With another minute all is drawn anew, for it says how long ago something was: now minutes and a little.
    read = used(
        ["clock", f"2030-01-01T12:00:{datetime.now(UTC).second:02d}Z"],
        *taken_in(service, an_event(benches), read_once(3)),
        ["mark", "#waiting > li:first-child"],
        ["mark", "#others > li:first-child"],
        ["send", benches[1].opened["links"]["commands"], benches[1].token(0), {"type": "table.note", "text": "x"}],
        ["wait", "html[data-desk='9']"],
        ["count", "kept", "#waiting > [data-marked], #others > [data-marked]"],
    )
    assert read["kept"] == 2


def test_where_nobody_can_go_on_is_said_at_once(service: Served, used: Used) -> None:
    (bench,) = tables(service, 1)
    first = awaited(service, bench.opened)
    bearer = {"Authorization": f"Bearer {bench.token(first)}"}
    bench.send(1 - first, {"type": "table.leave", "seat": 1 - first})
    move = service.request("GET", bench.opened["links"]["moves"], headers=bearer)[1]["moves"][0]
    read = used(
        *taken_in(service, an_event([bench]), read_once(1)),
        ["count", "before", "#waiting li[data-kind=stalled]"],
        ["send", bench.opened["links"]["commands"], bench.token(first), move],
        ["wait", "#waiting li[data-kind=stalled]"],
    )
    assert read["before"] == 0


def test_a_closed_record_is_asked_seldom(service: Served, used: Used) -> None:
    closed, playing = tables(service, 2)
    for command in ({"type": "table.abandon"}, {"type": "table.close"}):
        closed.send("arbiter", command)
    read = used(
        ["clock"],
        *taken_in(service, an_event([closed, playing]), read_once(2)),
        ["pass", 6_000],
        ["wait", "html[data-desk='3']"],
        ["pass", 6_000],
        ["wait", "html[data-desk='4']"],
        ["asked", "asked"],
    )
    asked = [address for address in read["asked"] if address.endswith("?text=en")]
    assert [sum(bench.opened["id"] in address for address in asked) for bench in (closed, playing)] == [1, 3]


def test_tables_that_were_not_read_are_not_left_out_of_what_there_was_with_a_player(
    service: Served, used: Used
) -> None:
    (bench,) = tables(service, 1)
    gone = f"{service.address}/matches/{uuid4()}#token={bench.token('arbiter')}"
    link = f"{bench.page}#token={bench.token('arbiter')}"
    read = used(
        ["expect", "Failed to load resource"],
        *taken_in(service, written("", [("Table 1", gone), ("Table 2", link)]), read_once(2)),
        ["click", "#history summary"],
        ["fill", "#player", "Nobody"],
        ["click", "#sought button[type=submit]"],
        ["wait", "#found section"],
        ["texts", "found", "#found section"],
    )
    assert read["found"] == ["Table 1This table cannot be read."]


MATCH = "ORIGIN/matches/7d3c1f0e-5d0a-4c53-9a55-2f6f4f0f7a11"


@pytest.mark.parametrize(
    ("matches", "says"),
    [
        ([{"role": "host", "url": f"{MATCH}#token=khz_host_x"}], "The file has no link of an arbiter."),
        ([{"url": f"{MATCH}#token=khz_arbiter_1"}, {"url": MATCH}], "This is not a link to a match: #2"),
        ([{"url": f"{MATCH}#token=khz_arbiter_…"}], "This is not the link of an arbiter: #1"),
        ([{"label": "x" * 2_000_000}], "This is not the file of an event."),
    ],
    ids=["roles", "number", "characters", "size"],
)
def test_what_is_wrong_with_a_file_is_said(service: Served, used: Used, matches: list[Any], says: str) -> None:
    file = json.dumps({"format": "kerbholz-event-1", "title": "x", "matches": matches}, ensure_ascii=False)
    read = refused(service, used, file)
    assert read["says"] == [says]
    assert not any("token" in name for name in read["kept"])


def test_a_file_that_was_written_anew_since_it_was_chosen_is_asked_for_again(service: Served, used: Used) -> None:
    read = used(
        ["visit", f"{service.address}/desk"],
        ["outdated", "#file", "{}"],
        ["click", "#adding button[type=submit]"],
        ["wait", "#not-added:not([hidden])"],
        ["texts", "says", "#not-added"],
    )
    assert read["says"] == ["The file cannot be read. Choose it once more."]


def test_what_people_said_does_nothing_but_be_read(browser: Browser, service: Served) -> None:
    texts = ["two\nlines", "A\u202eB", "\U000e0041", "a\u200cb \u2764\ufe0f \U0001f469\u200d\U0001f680", "\u3164"]
    call = {"address": f"{service.address}/desk", "module": "shared/people.js", "called": "quoted"}
    quoted = browser.run("call", **call, calls=[[text] for text in texts])
    assert quoted == [
        "“two lines”",
        r"“A\u202eB”",
        r"“\U000e0041”",
        "“a\u200cb \u2764\ufe0f \U0001f469\u200d\U0001f680”",
        r"“\u3164”",
    ]
