"""What readers know, in a real browser: what a seat was told, what is new to it, and what has faded."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def played(service: Served) -> tuple[Bench, int]:
    """A match under way, and its newest version."""
    bench = Bench(service, "mea-culpa", 3)
    return bench, bench.play(25)


def test_an_arbiter_sees_what_a_seat_knew_and_a_seat_does_not_while_the_match_runs(
    used: Used, played: tuple[Bench, int]
) -> None:
    bench, newest = played
    known = {one["version"] for one in bench.ask("arbiter", f"/knowledge?as=seat:1&at={newest}")["known"]}
    read = used(
        ["open", f"{bench.page}?as=seat:1#token={bench.token('arbiter')}"],
        ["click", "#knows"],
        ["wait", "#known li"],
        ["texts", "versions", "#known button"],
        ["texts", "since", "#picture [data-at] > title"],
        ["count", "frames", "#picture .frame.known"],
        ["click", "#knows"],
        ["at", newest],
        ["pause", 500],
        ["count", "after", "#picture .frame.known"],
    )
    assert set(map(int, read["versions"])) == known
    assert read["frames"] > 0
    assert [title for title in read["since"] if "To be seen here since decision" in title]
    assert read["after"] == 0
    own = used(
        ["open", f"{bench.page}#token={bench.token(1)}"],
        ["count", "hidden", "#knowing[hidden]"],
        ["asked", "asked"],
    )
    assert own["hidden"] == 1
    assert not [address for address in own["asked"] if "/knowledge?" in address]


def test_the_log_is_filtered_by_seat_and_kind(used: Used, played: tuple[Bench, int]) -> None:
    bench, _ = played
    log = bench.ask(None, "/decisions?limit=1000")["decisions"]
    read = used(
        ["open", bench.page],
        ["choose", "#filter-seat", "1"],
        ["texts", "seat", "#log li:not([hidden]) .version"],
        ["choose", "#filter-seat", ""],
        ["choose", "#filter", "chance"],
        ["texts", "chance", "#log li:not([hidden]) .version"],
    )
    assert read["seat"] == [str(one["version"]) for one in log if one["actor"] == {"seat": 1}]
    assert read["chance"] == [str(one["version"]) for one in log if one["actor"] == "chance"]


def test_neighbouring_boards_are_there_before_one_steps(used: Used, played: tuple[Bench, int]) -> None:
    bench, _ = played
    read = used(
        ["open", f"{bench.page}?at=10"],
        ["at", 10],
        ["pause", 1500],
        ["asked", "before"],
        ["key", "ArrowRight"],
        ["at", 11],
        ["pause", 1500],
        ["asked", "after"],
        ["key", "ArrowLeft"],
        ["at", 10],
        ["pause", 1500],
        ["asked", "back"],
    )

    def boards(name: str) -> set[int]:
        """The versions of which boards were asked for."""
        return {int(at) for one in read[name] if "/picture" in one for at in re.findall(r"[?&]at=(\d+)", one)}

    assert {9, 10, 11, 12} <= boards("before")
    assert boards("after") == {13}, "on in the reader's direction, two ahead"
    assert boards("back") == {8, 9}, "and in the other one"


def test_when_play_goes_on_the_new_board_alone_is_asked_for_and_the_match_is_read_once(
    used: Used, service: Served
) -> None:
    bench = Bench(service, "mea-culpa", 2)
    newest = bench.play(2)
    note = (bench.opened["links"]["commands"], bench.token("arbiter"), {"type": "table.note", "text": "hm"})
    read = used(
        ["open", f"{bench.page}#token={bench.token(0)}"],
        ["ready", newest],
        ["send", *note],
        ["ready", newest + 1],
        ["at", newest + 1],
        ["pause", 500],
        ["asked", "before"],
        ["send", *note],
        ["ready", newest + 2],
        ["at", newest + 2],
        ["pause", 500],
        ["asked", "after"],
    )
    asked = [urlsplit(one) for one in read["after"]]
    pictures = [parse_qs(one.query)["at"] for one in asked if one.path.endswith("/picture")]
    assert pictures == [[str(newest + 2)]]
    assert len([one for one in asked if one.path == bench.opened["links"]["self"]]) == 1


@pytest.mark.soak
def test_what_is_new_since_the_last_look_is_told_and_marked(used: Used, service: Served) -> None:
    bench = Bench(service, "seven-sins", 2)
    seen = bench.play(2)
    notes = [{"type": "table.note", "text": "hm"}] * 41
    # The same browser comes back: leaving a page keeps the cursor, and nothing else.
    read = used(
        ["open", bench.page],
        ["count", "first", "#since:not([hidden])"],
        ["leave"],
        ["stored", "kept"],
        ["send", bench.opened["links"]["commands"], bench.token("arbiter"), {"type": "table.note", "text": "hm"}],
        ["asked", "old"],
        ["open", bench.page],
        ["wait", "#since:not([hidden])"],
        ["asked", "asked"],
        ["texts", "news", "#since-list button"],
        ["click", "#since-over"],
        ["wait", "#since[hidden]"],
        ["leave"],
        ["send", bench.opened["links"]["commands"], bench.token("arbiter"), {"commands": notes}],
        ["open", bench.page],
        ["wait", "#since:not([hidden])"],
        ["texts", "many", "#since-list button"],
    )
    assert read["first"] == 0
    own = {name for name in read["kept"] if name != f"kerbholz receipts {bench.opened['id']}"}
    assert own == {f"kerbholz seen {bench.opened['id']}"}, "beside what proves what the service has told"
    assert read["kept"][own.pop()] == str(seen)
    assert read["news"] == [str(seen + 1)]
    assert len([one for one in read["asked"] if "/decisions" in one]) == 1
    assert read["many"] == [str(version) for version in (seen + 2, *range(seen + 3, seen + 43))], (
        "the first, and forty"
    )


def test_what_has_faded_is_shown_as_faded_and_not_asked_for(used: Used, service: Served) -> None:
    bench = Bench(service, "seven-sins", 2, options={"history": "fading"})
    bench.play(8)
    log = bench.ask(0, "/decisions?limit=1000")["decisions"]
    faded = [one["version"] for one in log if one.get("faded")]
    assert faded
    horizon = max(faded) + 1
    read = used(
        ["open", f"{bench.page}#token={bench.token(0)}"],
        ["asked", "before"],
        ["key", "Home"],
        ["key", "ArrowRight"],
        ["at", 1],
        ["texts", "says", "#picture .faded"],
        ["pause", 500],
        ["asked", "asked"],
        ["key", " "],
        ["at", horizon],
        ["wait", "#run[aria-pressed='true']"],
        ["at", log[-1]["version"]],
        ["wait", "#run[aria-pressed='false']"],
    )
    assert len(read["says"]) == 1
    assert not [one for one in read["asked"] if "/picture" in one and "at=1&" in one]


@pytest.mark.soak
def test_until_nothing_behind_it_is_asked_for_or_shown(used: Used, service: Served) -> None:
    bench = Bench(service, "mea-culpa", 3)
    until = bench.play(8)
    steps = [["open", f"{bench.page}?until={until}#token={bench.token(0)}"], ["at", until], ["pause", 500]]
    steps += [["texts", name, f"#{name}"] for name in ("title", "state", "says", "log", "lanes", "audit")]
    steps += [["value", "last", "#slider"], ["key", "Home"], ["at", 0], ["address", "address"], ["asked", "asked"]]
    then = used(*steps)
    bench.play(8)
    read = used(*steps)
    assert {**read, "asked": []} == {**then, "asked": []}
    assert read["last"] == str(until)
    assert read["address"] == f"{bench.page}?at=0&until={until}"
    told = [one for one in read["asked"] if f"/v1/matches/{bench.opened['id']}" in one]
    assert [one for one in told if "until=" not in one and "/words" not in one] == []


def test_with_reduced_motion_nothing_moves_by_itself(used: Used, played: tuple[Bench, int]) -> None:
    bench, _ = played
    read = used(
        ["media", "reducedMotion", "reduce"],
        ["open", f"{bench.page}?at=3"],
        ["at", 3],
        ["value", "speed", "#speed"],
        ["moving", "moving"],
    )
    assert read["speed"] == "0.5"
    assert read["moving"] == 0
