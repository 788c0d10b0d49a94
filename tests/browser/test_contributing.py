"""Pages contribute to joint chance by themselves, and say loudly where somebody else has for their seat."""

from __future__ import annotations

import pytest

from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long


def page(bench: Bench, seat: int) -> str:
    return f"{bench.page}#token={bench.token(seat)}"


def test_pages_contribute_and_the_match_begins(used: Used, service: Served) -> None:
    bench = Bench(service, "seven-sins", 2, options={"chance": "joint", "first_seat": 0})
    found = used(
        ["open", page(bench, 0)],
        ["ready", 1],
        ["texts", "asked", "#moves .moves button, #moves .choices button[data-type^='table.contribute']"],
        ["window", "second"],
        ["insecure"],
        ["open", page(bench, 1)],
        ["ready", 5],
        ["count", "unlawful", "#moves > details:not([hidden])"],
        ["window", "first"],
        ["wait", "#moves .moves button"],
        ["stored", "kept"],
        ["texts", "alarm", "#moves [role=alert]"],
    )
    assert found["unlawful"] == 0, "what the page has done by itself was not against the rules"
    assert found["asked"] == [], "nobody is asked for what the page does by itself"
    assert found["alarm"] == []
    log = bench.ask("arbiter", "/decisions")["decisions"]
    sent = [one["command"] for one in log[1:5]]
    assert [one["type"] for one in sent] == ["table.contribute"] * 2 + ["table.open-contribution"] * 2
    opened = {one["facts"][0]["seat"]: one["command"]["value"] for one in log[3:5]}
    assert found["kept"][f"kerbholz contribution {bench.opened['id']} 0"] == opened[0]
    assert opened[0] != opened[1]


@pytest.mark.soak
def test_what_somebody_else_has_contributed_is_said_loudly(used: Used, service: Served) -> None:
    bench = Bench(service, "seven-sins", 2, options={"chance": "joint", "first_seat": 0})
    bench.send(0, {"type": "table.contribute", "commitment": "00" * 32})
    bench.send(1, {"type": "table.contribute", "commitment": "11" * 32})
    found = used(
        ["open", page(bench, 0)],
        ["texts", "unknown", "#moves [role=alert]"],
        ["store", f"kerbholz contribution {bench.opened['id']} 0", "ab" * 32],
        ["open", f"{bench.page}?lang=en"],
        ["texts", "another", "#moves [role=alert]"],
        ["texts", "moves", "#moves .moves button"],
    )
    (unknown,), (another,) = found["unknown"], found["another"]
    assert "not from this device" in unknown
    assert another.startswith("YOUR SEAT HAS CONTRIBUTED TO CHANCE SOMETHING THAT IS NOT YOURS.")
    assert found["moves"] == []
    assert bench.ask(None)["version"] == 2, "nothing is opened"
