"""The time line of a match's page in a real browser: lines, lanes and the audit."""

from __future__ import annotations

import pytest

from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def disputed(service: Served) -> tuple[Bench, int, int]:
    """A match in which an arbiter went back to before a decision; that decision, and the ruling."""
    bench = Bench(service, "mea-culpa", 3)
    bench.play(12)
    last = max(one["version"] for one in bench.ask(None, "/decisions")["decisions"] if one["actor"] == {"seat": 1})
    accusation = bench.send(
        0, {"type": "table.accuse", "accused": 1, "decisions": [last], "reason": "That was my turn."}
    )
    bench.send(
        "arbiter",
        {"type": "table.rule", "about": accusation, "verdict": "upheld", "remedy": "back", "before": last},
    )
    # Not the version of the answer: chance may have been asked behind the ruling.
    log = bench.ask(None, "/decisions?limit=1000")["decisions"]
    (ruling,) = [one["version"] for one in log if one["command"]["type"] == "table.rule"]
    bench.send(1, {"type": "table.appeal", "ruling": ruling, "reason": "It was not."})
    return bench, last, ruling


@pytest.mark.soak
def test_what_was_struck_is_shown_struck_and_both_lines_can_be_looked_at(
    used: Used, disputed: tuple[Bench, int, int]
) -> None:
    bench, last, ruling = disputed
    struck = f"#log li.struck:has(> button[data-version='{last}'])"
    newest = bench.ask(None)["version"]
    read = used(
        ["open", f"{bench.page}?at={last}"],
        ["at", last],
        ["texts", "why", f"{struck} .why"],
        ["texts", "played", "#says"],
        ["choose", "#line", "now"],
        ["wait", f"#line option[value='{newest}']"],
        ["at", last],
        ["texts", "counts", "#says"],
        ["address", "address"],
        ["count", "still", struck],
        ["click", "#now"],
        ["wait", "#now[hidden]"],
        ["address", "end"],
    )
    assert len(read["why"]) == 1
    assert f" {ruling} " in read["why"][0]
    assert read["address"] == f"{bench.page}?at={last}&line={newest}"
    assert read["still"] == 1
    assert read["played"] != read["counts"], "the sentence says that it is struck"
    assert read["end"] == bench.page


def test_a_link_made_before_a_correction_shows_the_same_decision_after_it(used: Used, service: Served) -> None:
    bench = Bench(service, "mea-culpa", 3)
    newest = bench.play(10)
    own = [one for one in bench.ask(None, "/decisions")["decisions"] if "seat" in (one["actor"] or {})]
    at = own[-1]["version"]
    look = [["open", f"{bench.page}?at={at}"], ["at", at], ["texts", "says", "#says"]]
    look += [["click", "#in-words summary"], ["wait", "#words:not(:empty)"], ["texts", "board", "#words"]]
    before = used(*look)
    bench.send("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": at})
    assert bench.ask(None)["version"] > newest
    assert used(*look) == before


def test_the_audit_tells_everything_in_words_with_its_evidence_at_its_place(
    used: Used, disputed: tuple[Bench, int, int]
) -> None:
    bench, last, ruling = disputed
    read = used(
        ["open", bench.page],
        ["texts", "entries", "#audit .entry"],
        ["click", f"#audit .entry[data-version='{ruling}'] .evidence button:text-is('{last}')"],
        ["at", last],
        ["key", "End"],
        ["click", f"#audit .entry[data-version='{ruling}'] > p:first-child button"],
        ["at", ruling],
        ["count", "here", f"#audit .entry[aria-current][data-version='{ruling}']"],
        ["texts", "sentence", f"#log button[data-version='{last}']"],
    )
    whole = "\n".join(read["entries"])
    assert "That was my turn." in whole
    assert "upheld" in whole
    assert "This struck:" in whole
    assert "It was not." in whole
    assert read["sentence"][0].removeprefix(str(last)) in whole
    assert read["here"] >= 1


@pytest.mark.soak
def test_the_lanes_are_named_in_words_and_lead_from_mark_to_mark(
    used: Used, disputed: tuple[Bench, int, int]
) -> None:
    bench, _, ruling = disputed
    read = used(
        ["open", f"{bench.page}?at=0"],
        ["texts", "legend", "#legend button"],
        ["count", "lanes", "#lanes .lane"],
        ["click", "#legend .correction"],
        ["at", ruling],
        ["key", "Home"],
        ["at", 0],
        ["click", "#legend .reveal"],
        ["wait", "html:not([data-shown='0'])"],
    )
    names = [text.rsplit(" ", 1)[0] for text in read["legend"]]
    assert names == ["Decisions", "Reveals and chance", "Findings and rulings", "Corrections"]
    assert read["lanes"] == len(names)
