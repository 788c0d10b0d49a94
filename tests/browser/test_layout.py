"""Where things are on the pages: nobody's names, notes or windows push what others look for out of sight."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.driving import awaited
from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long

LONG = ("W" * 100, "M" * 100)
DESK, PHONE = {"width": 1400, "height": 900}, {"width": 360, "height": 800}


@pytest.mark.soak
def test_long_names_and_notes_and_wide_windows_move_nothing_away(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2, names=LONG)
    bench.send(0, {"type": "table.note", "text": "x" * 200})
    seat = f"{bench.page}#token={bench.token(0)}"
    embedded = f"{service.address}/embed/matches/{bench.opened['id']}"
    steps: list[list[Any]] = []
    for name, size in (("desk", DESK), ("phone", PHONE)):
        steps += [
            ["window", name, size],
            ["visit", f"{service.address}/"],
            ["box", f"{name} status", "#matches tr:has-text('WWW') td:nth-child(3)"],
            ["visit", embedded],
            ["box", f"{name} board", "#picture"],
            ["visit", f"{service.address}/open"],
            ["box", f"{name} radio", "input[value=recorded]"],
            ["open", seat],
            ["box", f"{name} seen by", "#as"],
            ["across", f"{name} across"],
        ]
    read = used(*steps)
    for name, size in (("desk", DESK), ("phone", PHONE)):
        assert read[f"{name} status"]["right"] <= size["width"]
        assert read[f"{name} board"]["left"] <= 16
        assert read[f"{name} board"]["width"] >= size["width"] - 40
        assert read[f"{name} radio"]["width"] <= 30
        assert read[f"{name} seen by"]["right"] <= size["width"]
        assert read[f"{name} across"] <= size["width"]


@pytest.mark.soak
def test_on_a_phone_a_button_leads_to_the_moves_also_from_the_past(service: Served, used: Used) -> None:
    bench = Bench(service, "mea-culpa", 3)
    bench.play(8)
    seat = awaited(service, bench.opened)
    read = used(
        ["window", "phone", PHONE],
        ["open", f"{bench.page}?at=2#token={bench.token(seat)}"],
        ["count", "in the past", "#play .moves button:visible"],
        ["count", "at the table", "#play [data-type='table.note']:visible"],
        ["click", "#play [data-type='table.note']"],
        ["value", "about", "[data-field=about] select"],
        ["click", "#turn"],
        ["wait", "#play:not(.past)"],
        ["box", "moves", "#play-title"],
        ["texts", "button", "#turn"],
        ["open", f"{bench.page}#token={bench.token((seat + 1) % 3)}"],
        ["count", "not awaited", "#turn:visible"],
    )
    assert (read["in the past"], read["at the table"]) == (0, 1)
    assert read["about"] == "2", "the decision that is looked at"
    assert read["button"] == ["Your turn"]
    assert -1 < read["moves"]["top"] <= PHONE["height"] / 2, "browsers scroll by whole pixels"
    assert read["not awaited"] == 0


def test_after_the_end_it_says_so_in_the_readers_language_and_forgets_them(service: Served, used: Used) -> None:
    bench = Bench(service, "kuhn-poker", 2)
    bench.play(9)
    assert bench.ask(None)["status"] == "finished"
    read = used(
        ["open", f"{bench.page}?lang=de#token={bench.token(0)}"],
        ["key", "ArrowLeft"],
        ["at", bench.ask(None)["version"] - 1],
        ["address", "back"],
        ["key", "b"],
        ["box", "alone", "#picture"],
        ["key", "b"],
        ["key", "End"],
        ["texts", "hint", "#moves > p"],
        ["texts", "note", "#moves [data-type='table.note']"],
        ["leave"],
        ["stored", "seen"],
        ["open", f"{bench.page}?lang=de"],
        ["click", "#forget"],
        ["wait", "html[data-shown]"],
        ["stored", "forgotten"],
        ["window", "spectator"],
        ["open", f"{bench.page}#token={bench.token('spectator')}"],
        ["count", "nothing", "#play:visible"],
    )
    assert read["hint"] == ["Die Partie ist vorbei."]
    assert read["note"] == ["Notiz machen"]
    assert any(name.startswith("kerbholz seen") for name in read["seen"])
    # What is kept anew is of the visit without the link.
    assert {name for name in read["forgotten"] if not name.startswith("kerbholz receipts")} == set()
    assert read["nothing"] == 0
    assert read["back"].endswith("&lang=de")
    assert read["alone"]["width"] > 1200
