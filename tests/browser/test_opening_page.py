"""A match is opened by the form and played from the links of its sheet, in a real browser."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from tests.browser.driving import Browser, opened
from tests.browser.using import Used
from tests.persistence.serving import KERBHOLZ, Served, served

pytestmark = pytest.mark.long
NAMES = ["Ada", "Ben", "Chloé"]


def test_a_match_is_opened_by_the_form_and_played_from_its_links(
    browser: Browser, service: Served, tmp_path: Path
) -> None:
    found = browser.run("open", address=service.address, folder=str(tmp_path), key="", names=NAMES)
    (wrong,) = found["wrong"]
    assert "422" in wrong, "the refusal of two names that nobody can tell apart, and nothing else"
    assert found["refused"].startswith("Player 2: Player 1 has the same name")
    assert (found["before"], found["after"], found["printed"]) == (False, False, False), "no link unasked"
    assert found["stillThere"] == 1, "it is there for twenty seconds"
    for seat, shown in enumerate(found["links"]):
        assert (shown["name"], shown["inSight"], shown["codes"]) == (NAMES[seat], 1, 1)
        (read,) = zxingcpp.read_barcodes(
            Image.open(tmp_path / f"{seat}.png").convert("L"), formats=zxingcpp.BarcodeFormat.QRCode
        )
        assert read.text == shown["link"]
    assert len({shown["link"] for shown in found["links"]}) == len(NAMES)
    assert [text.split(":")[0] for text in found["officials"]] == ["Arbiter", "Host", "Spectator"]
    assert found["slips"] == [f"Thurn and Taxis: {name}" for name in NAMES]
    assert found["rest"] == 0, "slips alone are printed"
    for _, address, body, referer in found["asked"]:
        assert address.startswith(f"{service.address}/")
        assert "khz_" not in address + body + referer
    opened = [body for method, _, body, _ in found["asked"] if method == "POST"]
    assert '"options":{"modules":["offices"]}' in opened[-1], "only what is not so anyway"
    played = browser.run("play", seed=3, most=6, addresses=[shown["link"] for shown in found["links"]])
    assert (played["wrong"], played["sent"]) == ([], 6)
    assert not any("khz_" in asked for asked in played["asked"])


@pytest.mark.soak
def test_where_openings_need_a_key_the_form_asks_for_it(browser: Browser, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'kerbholz.db'}"
    with served(database, 1, "--require-key") as service:
        command = [KERBHOLZ, "keys", "add", "club", "--database", database]
        key = subprocess.check_output(command, text=True, timeout=60).split()[-1]
        assert key.startswith("khk_")
        found = browser.run("open", address=service.address, folder=str(tmp_path), key=key, names=["Ada", "Ben"])
    assert [shown["name"] for shown in found["links"]] == ["Ada", "Ben"]
    assert not any(key in part for asked in found["asked"] for part in asked), "in a header alone"


def test_what_was_searched_for_is_in_the_address_and_there_again(service: Served, used: Used) -> None:
    opened(service, "mea-culpa", 2, names=("Zoë & co", "Ben"))
    found = "#matches tbody tr:only-child:has-text('Zoë & co')"
    read = used(
        ["visit", f"{service.address}/?lang=en"],
        ["choose", "#search select", "mea-culpa"],
        ["fill", "#search input", "Zoë & co"],
        ["click", "#search button"],
        ["wait", found],
        ["address", "address"],
        ["click", f"{found} a"],
        ["wait", "html[data-shown]"],
        ["return"],
        ["wait", found],
        ["value", "game", "#search select"],
        ["value", "player", "#search input"],
    )
    assert read["address"].endswith("/?ruleset=mea-culpa&player=Zo%C3%AB+%26+co&lang=en")
    assert (read["game"], read["player"]) == ("mea-culpa", "Zoë & co")
