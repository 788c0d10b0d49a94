"""A match that is over is taken home from its page: to BG Stats, or as a table."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.driving import Browser
from tests.browser.using import Bench
from tests.persistence.serving import Served

pytestmark = pytest.mark.long

END = {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "win", "winners": [1]}


def test_a_match_is_taken_home_when_it_is_over(browser: Browser, service: Served) -> None:
    table = Bench(service, "seven-sins", 2, public=False)
    version = table.ask("arbiter")["version"]
    found = browser.run(
        "use",
        steps=[
            ["window", "desk", {"width": 1400, "height": 900}],
            ["open", f"{table.page}#token={table.token(0)}"],
            ["count", "before", "#take-home:visible"],
            ["send", f"/v1/matches/{table.opened['id']}/commands", table.token("arbiter"), END],
            ["ready", version + 1],
            ["wait", "#take-home:not([hidden])"],
            ["hrefs", "links", "#bg-stats"],
            ["download", "table", "#save-table"],
            ["window", "phone", {"width": 360, "height": 800}],
            ["open", f"{table.page}?lang=de#token={table.token(0)}"],
            ["wait", "#take-home:not([hidden])"],
            ["texts", "german", "#take-home :is(h2, a, button)"],
            ["box", "button", "#bg-stats"],
            ["across", "across"],
        ],
    )
    assert found["wrong"] == []
    read = found["read"]
    assert read["before"] == 0
    (link,) = read["links"]
    play = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert [(one["name"], one["winner"]) for one in play["players"]] == [("Ada", False), ("Ben", True)]
    name, text = read["table"]
    assert name == f"{table.opened['id']}.csv"
    assert "Ada" in text.splitlines()[1]
    assert read["german"] == ["Nach Hause mitnehmen", "In BG Stats übernehmen", "Als Tabelle speichern (CSV)"]
    assert read["button"]["right"] <= 360
    assert read["across"] <= 360
