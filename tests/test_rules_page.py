"""The page of each game in docs/rules says what the ruleset says: reference numbers, commands and facts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.kit.ruleset import rulesets

PAGES = Path(__file__).parents[1] / "docs" / "rules"
NUMBER = r"(?:\d[A-Z]|[A-Z]{1,2})\d+"
ROW = re.compile(rf"^\| ([A-Z]{{2,3}}-{NUMBER}) \| (.+?) \|$", re.MULTILINE)

everyone_of_them = pytest.mark.parametrize("name", rulesets())


def page_of(name: str) -> str:
    """The page of a ruleset."""
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


@everyone_of_them
def test_reference_numbers_are_those_of_the_ruleset(name: str) -> None:
    rows = ROW.findall(page_of(name).split("## Reference numbers")[1])
    assert rows, "no rows: this tests nothing"
    assert rows == list(rulesets()[name].rules.items())


@everyone_of_them
def test_the_reference_of_each_guard_is_a_rule(name: str) -> None:
    ruleset = rulesets()[name]
    guards = [guard for of_command in ruleset.guards.values() for guard in of_command]
    assert guards
    assert {guard.reference for guard in guards} <= ruleset.rules.keys()


@everyone_of_them
def test_each_reference_on_the_page_is_a_rule(name: str) -> None:
    rules = rulesets()[name].rules
    prefix = next(iter(rules)).split("-")[0]
    cited = set(re.findall(rf"{prefix}-{NUMBER}", page_of(name)))
    assert cited
    assert cited <= rules.keys()


@everyone_of_them
def test_each_command_and_fact_is_on_the_page(name: str) -> None:
    ruleset, page = rulesets()[name], page_of(name)
    declared = [*ruleset.commands, *ruleset.chance_commands, *ruleset.facts]
    missing = [declaration.TYPE for declaration in declared if f"`{declaration.TYPE}`" not in page]
    assert not missing


@everyone_of_them
def test_each_option_is_on_the_page(name: str) -> None:
    page = page_of(name)
    assert not [option for option in rulesets()[name].options if f"`{option}`" not in page]
