"""Who entered it: the name of one of several scribes stands with a decision, for officials."""

from __future__ import annotations

from uuid import UUID

import pytest

from domain.application.matches import Matches
from service.config import Settings
from service.openapi.schema_fields import LONGEST_NAME
from tests.service.playing import CheckedClient, Table, open_match, recorded_match

TAKE = {"type": "take", "sin": "greed", "to": "reserve", "seat": 0}
REFILL = {"type": "refill", "cards": ["pride"]}


@pytest.fixture
def table(sqlite_client: CheckedClient) -> Table:
    return recorded_match(sqlite_client)


def test_each_command_of_a_batch_has_a_name_of_its_own_and_what_follows_by_itself_none(table):
    table.do(
        "scribe",
        {**TAKE, "entered_by": "Ada"},
        {**REFILL, "entered_by": "Ben 茶"},
        {"type": "table.note", "text": "x"},
    )
    named = [one.get("entered_by") for one in table.log("arbiter")[3:]]
    assert named == ["Ada", "Ben 茶", None]


def test_officials_read_it_and_nobody_else_also_at_the_end(table):
    answer = table.do("scribe", {**TAKE, "entered_by": "Ada"})
    assert answer["decisions"][0]["entered_by"] == "Ada"
    for who in (None, "spectator", "host", 0, 1):
        assert set(table.log(who)[-1]["entered_by"]) == {"hidden", "seal"}
        assert "Ada" not in str(table.log(who)[-1])
    assert table.get("scribe", "decisions", as_="seat:0")["decisions"][-1]["entered_by"]["hidden"] == 1


def test_it_can_be_erased_and_the_root_stays(table, migrated_sqlite_url):
    root = table.do("scribe", {**TAKE, "entered_by": "Ada"})["receipt"]["root"]
    with Matches(Settings(database=migrated_sqlite_url).environment) as matches:
        matches.erase(UUID(table.id), 3, "/entered_by")
        assert matches.load(UUID(table.id)).root == root
    assert table.log("arbiter")[-1]["entered_by"] == {"erased": True}


def test_only_officials_say_it_in_every_match(sqlite_client, table):
    note = {"type": "table.note", "text": "x", "entered_by": "Ada"}
    hosted = open_match(sqlite_client)
    for match in (table, hosted):
        refused = match.refused(0, note)
        assert (refused["code"], refused["rule"]) == ("forbidden", "TB-8")
        for who in ("scribe", "arbiter"):
            match.do(who, note)
            assert match.log("arbiter")[-1]["entered_by"] == "Ada"
            assert set(match.log(None)[-1]["entered_by"]) == {"hidden", "seal"}


def test_an_appeal_that_the_same_name_has_answered_is_marked_for_officials(sqlite_client):
    table = open_match(sqlite_client)

    def rule(name, **fields):
        named = {"entered_by": name} if name else {}
        return table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", **named, **fields})["version"]

    for first, second in (("Ada", "Ada"), ("Ada", "ADA"), ("Ada", "Bo"), (None, None), ("Ada", None)):
        ruling = rule(first)
        appeal = table.do(0, {"type": "table.appeal", "ruling": ruling})["version"]
        assert "same_name" not in table.get("arbiter", "audit")["appeals"][-1], "nobody has answered it"
        rule(second, about=appeal)
        audit = table.get("arbiter", "audit")
        assert audit["appeals"][-1].get("same_name", False) is (second in ("Ada", "ADA"))
        assert [one.get("entered_by") for one in audit["rulings"][-2:]] == [first, second]
        for who in (None, 0):
            told = table.get(who, "audit")
            assert "same_name" not in told["appeals"][-1]
            assert not any("entered_by" in one for one in told["rulings"])


@pytest.mark.parametrize("name", ["", "x" * (LONGEST_NAME + 1), 3, None, True, ["Ada"], {"name": "Ada"}])
def test_it_is_a_short_text(table, name):
    before = table.version
    problem = table.refused("scribe", {**TAKE, "entered_by": name})
    assert problem["code"] == "invalid"
    assert list(problem["errors"]) == ["entered_by"]
    assert table.version == before


def test_a_correction_holds_no_names_within(table):
    table.do("scribe", TAKE)
    within = {"type": "take", "sin": "pride", "to": "reserve", "entered_by": "Ada"}
    change = {"decision": 3, "effect": "replace", "commands": [{"command": within}]}
    problem = table.refused("scribe", {"type": "table.amend", "changes": [change]})
    assert list(problem["errors"]) == ["changes.0.commands.0.command.entered_by"]


def test_officials_read_which_arbiters_came_when_somebody_called(sqlite_client):
    table = open_match(sqlite_client)
    call = table.do(0, {"type": "table.call", "reason": "whose turn is it?"})["version"]
    assert "attended_by" not in table.get("arbiter", "audit")["calls"][0]
    for name in ("Ada", "Bo", "Ada", None):
        table.do("arbiter", {"type": "table.attend", "call": call, **({"entered_by": name} if name else {})})
    table.do("arbiter", {"type": "table.attend", "call": call, "done": True, "entered_by": "Cy"})
    (told,) = table.get("arbiter", "audit")["calls"]
    assert (told["status"], told["attended_by"], len(told["attended"])) == ("done", ["Ada", "Bo"], 4)
    for who in (None, "host", 0):
        assert "attended_by" not in table.get(who, "audit")["calls"][0]
