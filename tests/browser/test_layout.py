"""Where things are on the pages: nobody's names, notes or windows push what others look for out of sight."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long

LONG = ("W" * 100, "M" * 100)
DESK, PHONE = {"width": 1400, "height": 900}, {"width": 360, "height": 800}


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
