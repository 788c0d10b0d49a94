"""What nobody chose: a forced pass stands in the log with what it follows from, in recorded matches too."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.playing import Table, open_match

PASS = {"type": "pass"}


def deal(*cards: str) -> dict[str, Any]:
    return {"type": "deal", "cards": list(cards)}


def refill(*cards: str) -> dict[str, Any]:
    return {"type": "refill", "cards": list(cards)}


@pytest.fixture
def table(sqlite_client) -> Table:
    """A recorded match with four cards and a Judgement under them, in which seat 0 is to take."""
    table = open_match(
        sqlite_client,
        2,
        mode="recorded",
        options={"first_seat": 0, "sins": ["pride", "greed"], "history": "kept", "penitence": True},
        board={"types": {"2": 2}, "backs": {"I": 2}, "centre": 2, "penitence_per_sin": 0},
    )
    table.do("scribe", deal("pride", "pride"), refill("greed", "greed"))
    return table


@pytest.mark.scenario(94)
def test_a_forced_pass_of_a_recorded_match_is_a_decision_of_its_own_behind_its_cause(table):
    refused = table.refused("scribe", {**PASS, "seat": 0})
    assert (refused["code"], refused["rule"]) == ("illegal-move", "SS-R14"), "who can take does not pass"
    laid = table.version
    table.do("scribe", {"type": "take", "sin": "greed", "to": "reserve", "seat": 0})
    assert table.version == laid + 1, "nothing follows before it is known what comes"
    cause, passed, *_ = table.do("scribe", refill("judgement"))["decisions"]
    assert (cause["automatic"], cause["recorded_by"]) == (False, "scribe")
    assert {name: passed[name] for name in ("command", "actor", "automatic", "recorded_by")} == {
        "command": PASS,
        "actor": {"seat": 1},
        "automatic": True,
        "recorded_by": "service",
    }
    assert passed["version"] == cause["version"] + 1
    for who in table.everybody:
        told = table.log(who)[passed["version"]]
        assert (told["automatic"], told["actor"], told["command"]) == (True, {"seat": 1}, PASS)
        assert passed["version"] in table.get(who, "audit")["automatic"]
        before = table.get(who, "view", at=cause["version"])
        assert before["awaiting"] == [{"seat": 1}]
        assert before["board"]["centre"]["things"] == {"judgement": 1}, "there is nothing that seat 1 could take"


def test_nothing_lawful_is_put_in_between_a_cause_and_what_follows_from_it(table):
    """As at the table, where it would have followed before anybody could enter something."""
    table.do("scribe", {"type": "take", "sin": "greed", "to": "reserve", "seat": 0})
    cause = table.do("scribe", refill("judgement"))["decisions"][0]["version"]

    def passing(**entered: Any) -> dict[str, Any]:
        one = {"seat": 1, "command": PASS, **entered}
        return {"type": "table.amend", "changes": [{"decision": cause, "effect": "insert", "commands": [one]}]}

    before = table.trace()
    refused = table.refused("scribe", passing())
    assert refused["code"] == "not-awaited"
    assert refused["detail"].endswith("something automatic comes first: Pass; insert the command after it.")
    assert table.trace() == before
    table.do("scribe", passing(irregular=True))
    (said,) = table.get("arbiter", "audit")["corrections"]
    assert [one["decision"] for one in said["replaced"]] == [cause], "it happened"


@pytest.mark.scenario(94)
def test_a_pass_whose_cause_is_corrected_is_struck_with_it(table):
    laid = table.version
    table.do("scribe", {"type": "take", "sin": "greed", "to": "reserve", "seat": 0})
    passed = table.do("scribe", refill("judgement"))["decisions"][1]["version"]
    corrected = {laid - 1: deal("pride", "greed"), laid: refill("pride", "greed")}
    changes = [
        {"decision": version, "effect": "replace", "commands": [{"command": command}]}
        for version, command in corrected.items()
    ]
    table.do("scribe", {"type": "table.amend", "changes": changes})
    (said,) = table.get("arbiter", "audit")["corrections"]
    assert passed in [one["decision"] for one in said["struck"]]
    assert table.awaiting == [{"seat": 1}]
    assert {move["type"] for move in table.get("scribe", "moves")["moves"]} == {"take"}
