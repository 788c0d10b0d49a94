"""Entries that are not sent yet are edited on a scribe's page: in the pad, as text, and while they are held."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.test_scribing import QUIET, scribe
from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long

ABYSS = "#pad button:has-text('{}'):has-text('Abyss')"
EDIT = "#lines li:last-child button:has-text('Edit')"
SENT = ["wait", "html[data-unsent='0']"]


def still(service: Served) -> tuple[Bench, list[list[Any]]]:
    """A scribe's page on which time stands still: nothing is sent until it runs."""
    bench, (window, *opened) = scribe(service)
    return bench, [window, ["clock"], *opened, ["still"]]


def alone(sin: str, *expected: str) -> list[list[Any]]:
    """The steps after which the service is gone, and a line waits; *expected* is what it answers later."""
    return [
        *(["expect", one] for one in ("ERR_INTERNET_DISCONNECTED", *expected)),
        ["offline", True],
        ["click", ABYSS.format(sin)],
        ["wait", "#tap-told [data-alone]"],
    ]


def entered(bench: Bench, after: int) -> list[Any]:
    """The commands behind a version."""
    log = bench.ask("scribe", f"/decisions?after={after}&limit=100")["decisions"]
    return [one["command"] for one in log if not one.get("automatic")]


def test_what_was_tapped_is_tapped_anew_and_not_sent_meanwhile(service: Served, used: Used) -> None:
    bench, opened = still(service)
    before = bench.ask("scribe")["version"]
    used(
        *opened,
        ["click", ABYSS.format("Greed")],
        ["click", EDIT],
        ["wait", "#tap-edited h3:has-text('Greed')"],
        ["wait", ABYSS.format("Envy")],
        ["run", 10_000],
        ["wait", "#lines li[data-state=waiting]"],
        ["click", ABYSS.format("Envy")],
        ["wait", "#lines li:has-text('Envy')"],
        ["resume"],
        SENT,
    )
    assert [one["sin"] for one in entered(bench, before)] == ["envy"]


def test_an_edit_is_called_off_and_what_was_written_is_sent(service: Served, used: Used) -> None:
    bench, opened = still(service)
    before = bench.ask("scribe")["version"]
    steps = [["click", ABYSS.format("Greed")], ["click", EDIT], ["wait", "#tap-edited h3"]]
    used(*opened, *steps, ["click", "#tap-edited [data-cancel]"], ["resume"], SENT)
    assert [one["sin"] for one in entered(bench, before)] == ["greed"]


def test_without_the_service_a_list_is_taken_back_into_the_pad_and_keeps_its_place(
    service: Served, used: Used
) -> None:
    bench, opened = scribe(service)
    before = bench.ask("scribe")["version"]
    read = used(
        *opened,
        *alone("Greed"),
        QUIET,
        ["click", "#pad [data-type=refill][data-adds='\"lust\"']"],
        QUIET,
        ["click", "#pad .end:has-text('That is all')"],
        ["wait", "#lines li:nth-child(2)"],
        QUIET,
        ["click", EDIT],
        ["wait", "#tap-edited h3"],
        ["texts", "trail", "#pad .trail .tapped"],
        QUIET,
        ["click", "#pad [data-back]"],
        QUIET,
        ["click", "#pad [data-adds='\"pride\"']"],
        QUIET,
        ["click", "#pad .end:has-text('That is all')"],
        ["wait", "#lines li:nth-child(2):has-text('Pride')"],
        ["offline", False],
        SENT,
    )
    assert read["trail"] == ["Lust"]
    take, refilled = entered(bench, before)
    assert (take["sin"], refilled["cards"]) == ("greed", ["pride"])


@pytest.mark.soak
def test_a_gap_is_written_down_without_the_service(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    before = bench.ask("scribe")["version"]
    read = used(
        *opened,
        *alone("Greed"),
        ["click", "#besides > summary"],
        QUIET,
        ["texts", "told", "#tap-told p"],
        ["click", "#besides [data-table=gap]"],
        ["fill", "#tap-told form input", "tea"],
        ["click", "#tap-told form button[type=submit]"],
        ["wait", "#lines li:nth-child(2):has-text('tea')"],
        ["offline", False],
        SENT,
    )
    assert read["told"][0].startswith("The service cannot be asked.")
    assert [one["type"] for one in entered(bench, before)] == ["take", "table.note"]


@pytest.mark.soak
def test_that_the_service_does_not_answer_is_not_said_any_more_when_it_does(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    note = {"type": "table.note", "text": "tea"}
    used(
        *opened,
        ["expect", "ERR_INTERNET_DISCONNECTED"],
        ["offline", True],
        ["click", "#besides > summary"],
        ["wait", "#tap-told p:has-text('does not answer')"],
        ["offline", False],
        ["send", bench.opened["links"]["commands"], bench.token("arbiter"), note],
        ["wait", "#tap-told:not(:has(p))"],
    )


@pytest.mark.soak
def test_what_was_typed_is_edited_as_text(service: Served, used: Used) -> None:
    bench, opened = still(service)
    before = bench.ask("scribe")["version"]
    read = used(
        *opened,
        ["click", "#besides > summary"],
        ["fill", "#besides [data-line]", "red: take greed to abyss"],
        ["click", "#besides form button[type=submit]"],
        ["click", "#tap-asked form:has(.follows) button[type=submit]"],
        ["wait", "#lines li"],
        ["click", EDIT],
        ["value", "line", "#tap-edited [data-line]"],
        ["fill", "#tap-edited [data-line]", "red: take envy to abyss"],
        ["click", "#tap-edited form button[type=submit]"],
        ["click", "#tap-asked form:has(.follows) button[type=submit]"],
        ["wait", "#lines li:has-text('Envy')"],
        ["resume"],
        SENT,
        ["still"],
        ["click", "#besides > summary"],
        ["wait", "#besides .pad:not([aria-busy])"],
        ["run", 320],
        ["click", "#besides [data-table=gap]"],
        ["fill", "#tap-told form input", "tee"],
        ["click", "#tap-told form button[type=submit]"],
        ["wait", "#lines li"],
        ["click", EDIT],
        ["fill", "#tap-edited [data-line]", "…gap… tea"],
        ["click", "#tap-edited form button[type=submit]"],
        ["wait", "#lines li:has-text('tea')"],
        ["resume"],
        SENT,
    )
    assert read["line"] == "red: take greed to abyss"
    take, note = entered(bench, before)
    assert (take["sin"], note["text"]) == ("envy", "…gap… tea")


@pytest.mark.soak
def test_a_line_that_is_refused_is_edited_and_what_waits_behind_it_follows(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    before = bench.ask("scribe")["version"]
    commands = f"{bench.opened['links']['commands']}"
    other = {"type": "take", "seat": 0, "sin": "greed", "to": "abyss"}
    read = used(
        *opened,
        *alone("Envy", "412"),
        ["send", commands, bench.token("scribe"), other],
        ["offline", False],
        ["wait", "#question:not([hidden])"],
        QUIET,
        ["click", EDIT],
        ["wait", "#tap-edited h3"],
        ["wait", "#pad [data-adds]"],
        ["texts", "pad", "#pad h3"],
        QUIET,
        ["click", "#pad [data-adds='\"envy\"']"],
        SENT,
    )
    assert read["pad"]
    assert [one["type"] for one in entered(bench, before)] == ["take", "refill"]


@pytest.mark.soak
def test_what_was_forgotten_is_put_before_a_line_that_is_held_for_it(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    before = bench.ask("scribe")["version"]
    read = used(
        *opened,
        *alone("Greed", "409"),
        QUIET,
        ["click", "#pad [data-type=take]:has-text('Ben')"],
        QUIET,
        ["click", "#pad [data-type=take]:has-text('Lust')"],
        QUIET,
        ["click", "#pad [data-type=take]:text-is('Abyss')"],
        ["wait", "#lines li:nth-child(2):has-text('Ben')"],
        ["offline", False],
        ["wait", "#question:not([hidden])"],
        QUIET,
        ["click", EDIT],
        ["click", "#tap-edited [data-before]"],
        ["texts", "title", "#tap-edited h3"],
        ["wait", "#pad [data-adds='\"pride\"']"],
        QUIET,
        ["click", "#pad [data-adds='\"pride\"']"],
        SENT,
    )
    assert read["title"][0].startswith("Before:")
    assert [(one["type"], one.get("sin")) for one in entered(bench, before)] == [
        ("take", "greed"),
        ("refill", None),
        ("take", "lust"),
    ]


def test_what_was_written_without_the_service_is_held_where_it_is_refused_and_not_left_out(
    service: Served, used: Used
) -> None:
    _, opened = scribe(service)
    read = used(
        *opened,
        *alone("Greed", "409"),
        QUIET,
        ["click", "#pad [data-type=pass]:has-text('Ben')"],
        ["wait", "#lines li:nth-child(2)"],
        ["offline", False],
        ["wait", "#question:not([hidden])"],
        ["texts", "held", "#lines li[data-state=held]"],
    )
    (held,) = read["held"]
    assert "Ben: Pass" in held


@pytest.mark.soak
def test_a_version_that_was_foreseen_and_never_came_holds_nothing(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    before = bench.ask("scribe")["version"]
    used(
        *opened,
        ["expect", "409"],
        ["refuse"],
        ["click", "#besides > summary"],
        ["wait", "#besides .pad:not([aria-busy])"],
        QUIET,
        ["click", "#besides [data-table=gap]"],
        ["fill", "#tap-told form input", "tea"],
        ["click", "#tap-told form button[type=submit]"],
        ["wait", f"#entering[data-version='{before + 1}'] .pad:not([aria-busy])"],
        QUIET,
        ["click", ABYSS.format("Greed")],
        ["wait", "#question:not([hidden])"],
        ["click", "#question button:has-text('Leave out')"],
        SENT,
    )
    assert [one["type"] for one in entered(bench, before)] == ["take"]


def test_a_list_that_is_being_tapped_is_there_again_when_the_page_is_loaded_anew(
    service: Served, used: Used
) -> None:
    bench, opened = scribe(service)
    bench.send("scribe", {"type": "take", "seat": 0, "sin": "pride", "to": "abyss"})
    before = bench.ask("scribe")["version"]
    read = used(
        *opened,
        ["click", "#pad [data-adds='\"lust\"']"],
        ["wait", "#pad .trail .tapped"],
        ["follow", f"{bench.page}/scribe"],
        ["wait", "#pad .trail .tapped"],
        ["texts", "trail", "#pad .trail .tapped"],
        QUIET,
        ["click", "#pad [data-adds='\"envy\"']"],
        ["wait", "#lines li"],
        SENT,
    )
    assert read["trail"] == ["Lust"]
    assert [one["cards"] for one in entered(bench, before)] == [["lust", "envy"]]
