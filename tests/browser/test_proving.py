"""The page verifies its match in the browser, keeps receipts, and says loudly if it is told another history."""

from __future__ import annotations

import json

import pytest

from domain.evidence.archive import Known, verify
from domain.evidence.notes import VerifierKey
from tests.browser.driving import Browser
from tests.browser.using import Bench
from tests.persistence.serving import Served

pytestmark = pytest.mark.long


def test_a_match_is_proved_in_the_readers_browser(browser: Browser, service: Served) -> None:
    table = Bench(service, "seven-sins", 2, options={"history": "kept"})
    table.play(5)
    address = f"{table.page}#token={table.token(0)}"
    kept = f"kerbholz receipts {table.opened['id']}"
    before = table.ask(None, "/checkpoint")
    (key,) = (one["vkey"] for one in service.request("GET", "/v1/keys")[1]["keys"])
    note = {"type": "table.note", "text": "hm"}
    found = browser.run(
        "use",
        steps=[
            ["open", address],
            ["wait", "#save-receipts:not([hidden])"],
            ["click", "#verify"],
            ["wait", '#proof:has-text("Signed by")'],
            ["texts", "proved", "#proof"],
            ["download", "bare", "#save-bare"],
            ["send", f"/v1/matches/{table.opened['id']}/commands", table.token(0), note],
            # The next visit holds the old checkpoint against the new one.
            ["open", table.page],
            ["wait", "html[data-proved]"],
            ["download", "receipts", "#save-receipts"],
            ["count", "calm", "#alarm:visible"],
            ["alter", kept, '"root":"....', '"root":"abcd'],
            ["open", table.page],
            ["wait", "#alarm:not([hidden])"],
            ["texts", "alarm", "#alarm"],
            ["click", "#verify"],
            ["wait", "#proof [role=alert]"],
            ["texts", "broken", "#proof"],
        ],
    )
    read = found["read"]
    assert found["wrong"] == []
    (proved,) = read["proved"]
    assert f"Decisions: {before['size']}." in proved
    assert f"Signed by {key} (known to this device since" in proved
    name, bare = read["bare"]
    assert name == f"{table.opened['id']}.seat-0.kerbholz"
    assert "Ada" not in bare
    known = Known({before["size"]: before["root"]}, [VerifierKey.read(key)])
    assert verify(bare.encode().splitlines(keepends=True), known).size == before["size"]
    name, receipts = read["receipts"]
    assert name == f"{table.opened['id']}.receipts.json"
    assert json.loads(receipts) == [before, table.ask(None, "/checkpoint")]
    assert read["calm"] == 0
    assert read["alarm"][0].startswith("The service tells another history of this match")
    assert f"decision {before['size'] - 1}: receipt" in read["broken"][0]
