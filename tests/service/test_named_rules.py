"""Refusals as clients get them: each names its rule, and in a batch which command it was.

That every refusal of every test does so, the client of these tests checks (``tests.service.playing.check_rule``).
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domain.kit.table.commands import TABLE_COMMANDS
from domain.table import RULES
from tests.service.playing import NOTE, Table, a_move, check_rule, open_match, recorded_match

HISTORY = {"history": "fading"}


@pytest.fixture
def table(sqlite_client: Any) -> Table:
    """A match that fades, in which everybody has decided something."""
    table = open_match(sqlite_client, 2, options=HISTORY)
    rng = Random("named rules")
    for _ in range(8):
        table.do(table.mover, a_move(table, table.mover, rng))
    return table


def test_who_sees_what_names_its_rule(table: Table) -> None:
    for who, what, query, code, rule in [
        (0, "view", {"as_": "seat:1"}, "forbidden", "TB-67"),
        (None, "view", {"as_": "official"}, "forbidden", "TB-67"),
        (0, "view", {"at": 0}, "faded", "TB-68"),
        (0, "knowledge", {}, "forbidden", "TB-69"),
        (0, "moves", {"seat": 1}, "not-your-seat", "TB-3"),
        ("spectator", "webhooks", {}, "forbidden", "TB-70"),
        (0, "chance", {}, "not-closed", "TB-71"),
        (0, "result", {}, "not-over", "TB-87"),
    ]:
        problem = table.ask(who, what, **query).json
        assert (problem["code"], problem["rule"]) == (code, rule), what


def test_the_token_of_another_match_names_its_rule(table: Table) -> None:
    other = open_match(table.client, 2)
    problem = table.client.get(table.path, headers=other.bearer("arbiter")).json
    assert (problem["code"], problem["rule"]) == ("forbidden", "TB-2")


def test_in_a_batch_a_refusal_says_which_command_it_was(table: Table) -> None:
    wrong = {**NOTE, "about": 1000}
    assert "position" not in table.refused(0, wrong)
    for commands, position in (([wrong, NOTE], 0), ([NOTE, wrong], 1), ([NOTE, NOTE, wrong, NOTE], 2)):
        problem = table.refused(0, *commands)
        assert (problem["code"], problem["rule"], problem["position"]) == ("invalid", "TB-24", position)
        assert "errors" not in problem


def test_the_opening_is_in_the_log_and_nobody_takes_it_back(table: Table) -> None:
    for decision, rule in ((0, "TB-41"), (1000, "TB-24")):
        problem = table.refused(0, {"type": "table.take-back", "decision": decision})
        assert (problem["code"], problem["rule"]) == ("invalid", rule)


def test_the_opening_is_not_corrected_and_is_called_so(table: Table) -> None:
    problem = table.refused("arbiter", {"type": "table.amend", "changes": [{"decision": 0, "effect": "remove"}]})
    assert (problem["code"], problem["rule"]) == ("invalid", "TB-56")
    assert "opening" in problem["detail"]


def test_what_is_revealed_of_another_command_asks_for_no_seat(sqlite_client: Any) -> None:
    """A reveal has no field for a seat: the command itself is what cannot change."""
    table = recorded_match(sqlite_client)
    dealt = next(one["version"] for one in table.log() if one["command"]["type"] == "deal")
    take = {"type": "take", "sin": "pride", "to": "abyss"}
    problem = table.refused("scribe", {"type": "table.reveal", "decision": dealt, "command": take})
    assert (problem["code"], problem["rule"]) == ("invalid", "TB-59")
    assert "seat" not in problem["detail"]


def test_a_batch_that_goes_too_far_counts_its_commands_in_one_place_only(table: Table) -> None:
    """A position counts from 0, which no sentence can say in passing."""
    move = a_move(table, table.mover, Random("too far"))
    problem = table.refused(table.mover, NOTE, move, move)
    assert (problem["code"], problem["rule"], problem["position"]) == ("batch-crosses-chance", "TB-22", 2)
    assert not any(character.isdigit() for character in problem["detail"])


def test_a_line_of_shorthand_is_named_by_its_place(table: Table) -> None:
    text = "scribe note “one”\narbiter freeze\n"
    response = table.client.post(
        f"{table.path}/shorthand", data=text, content_type="text/plain", headers=table.bearer("arbiter")
    )
    problem = response.json
    assert (problem["code"], problem["rule"], list(problem["errors"])) == (
        "forbidden",
        "TB-3",
        ["line 1, column 1"],
    )


@pytest.mark.parametrize(
    "problem",
    [
        {"code": "frozen", "detail": "it is frozen"},
        {"code": "frozen", "detail": "it is frozen", "rule": "TB-999"},
        {"code": "invalid", "detail": "it is wrong"},
    ],
)
def test_a_refusal_without_a_known_rule_would_be_found(problem: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        check_rule(problem)


# -- the table is served ------------------------------------------------------------------------------------------


def test_the_table_is_served_with_its_commands_facts_and_rules(sqlite_client: Any) -> None:
    listed = sqlite_client.get("/v1/rulesets").json
    document = sqlite_client.get(listed["table"]["links"]["self"]).json
    assert {name: document[name] for name in ("id", "title", "languages", "links")} == listed["table"]
    assert document["rules"] == RULES
    assert document["commands"].keys() == TABLE_COMMANDS.keys()
    assert document["commands"]["table.freeze"]["x-roles"] == ["arbiter"]
    assert document["commands"]["table.freeze"]["x-rules"] == ["TB-12", "TB-14", "TB-13"]
    assert document["commands"]["table.stall"]["x-roles"] == []
    for one in listed["rulesets"]:
        game = sqlite_client.get(one["links"]["self"]).json
        assert game["links"]["table"] == document["links"]["self"]
        assert not game["rules"].keys() & RULES.keys()
        assert {name: game["facts"][name] for name in document["facts"]} == document["facts"]
        for kind, schema in document["commands"].items():
            said = {name: value for name, value in schema.items() if name not in ("x-roles", "x-rules")}
            assert said == game["commands"][kind]
