"""The pages in docs/rules say what the rulesets say, and that of the table what the table says.

Reference numbers, commands, facts, options; and who may send a command of the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from domain import table
from domain.kit.facts import Command, Fact
from domain.kit.ruleset import rulesets
from domain.kit.table.facts import TABLE_FACTS
from domain.table.commands import TABLE
from tests.games.installed import SHIPPED

DOCS = Path(__file__).parents[1] / "docs"
NUMBER = r"(?:\d[A-Z]|[A-Z]{1,2})?\d+"
ROW = re.compile(rf"^\| ([A-Z]{{2,3}}-{NUMBER}) \| (.+?) \|$", re.MULTILINE)


@dataclass(frozen=True)
class Page:
    """A page, and what has to be on it: rules, the references of guards, what is declared, options."""

    name: str
    rules: Mapping[str, str]
    references: frozenset[str]
    declared: Sequence[type[Command | Fact]]
    options: Iterable[str] = ()

    @property
    def text(self) -> str:
        """What it says."""
        return (DOCS / "rules" / f"{self.name}.md").read_text(encoding="utf-8")


PAGES = [
    Page(
        name,
        game.rules,
        frozenset(guard.reference for guards in game.guards.values() for guard in guards),
        [*game.commands, *game.chance_commands, *game.facts],
        game.options,
    )
    for name, game in ((name, rulesets()[name]) for name in SHIPPED)
]
PAGES.append(
    Page(
        "table",
        table.RULES,
        frozenset(guard.reference for row in TABLE.values() for guard in row.all_guards()),
        [*TABLE, *TABLE_FACTS],
    )
)
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@each_page
def test_reference_numbers_are_those_of_the_ruleset(page: Page) -> None:
    rows = ROW.findall(page.text.split("## Reference numbers")[1])
    assert rows, "no rows: this tests nothing"
    assert rows == list(page.rules.items())


@each_page
def test_the_reference_of_each_guard_is_a_rule(page: Page) -> None:
    assert page.references
    assert page.references <= page.rules.keys()


@each_page
def test_each_reference_on_the_page_is_a_rule(page: Page) -> None:
    prefix = next(iter(page.rules)).split("-")[0]
    cited = set(re.findall(rf"{prefix}-{NUMBER}", page.text))
    assert cited
    assert cited <= page.rules.keys()


@each_page
def test_each_command_and_fact_is_on_the_page(page: Page) -> None:
    missing = [declaration.TYPE for declaration in page.declared if f"`{declaration.TYPE}`" not in page.text]
    assert page.declared
    assert not missing


@each_page
def test_each_option_is_on_the_page(page: Page) -> None:
    assert not [option for option in page.options if f"`{option}`" not in page.text]


# -- the table ------------------------------------------------------------------------------------------------


def test_the_page_of_the_table_says_who_sends_what_and_when() -> None:
    (page,) = (page for page in PAGES if page.name == "table")
    rows = re.findall(r"^\| `(table\.[a-z-]+)` \| ([a-z, ]+) \| (yes|no) \| (yes|no) \| ", page.text, re.MULTILINE)
    assert rows == [
        (
            row.command.TYPE,
            ", ".join(row.roles) or "nobody",
            "yes" if row.while_frozen else "no",
            "yes" if row.while_asked else "no",
        )
        for row in TABLE.values()
    ]


@pytest.mark.parametrize("role", ["seat", "scribe", "arbiter", "host", "spectator"])
def test_the_roles_in_the_description_of_the_api_are_those_of_the_table(role: str) -> None:
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    (may_send,) = re.findall(rf"^\| `{role}` \| .+? \| (.+) \|$", page, re.MULTILINE)
    said = re.findall(r"`(table\.[a-z-]+)`", may_send)
    assert sorted(said) == sorted(row.command.TYPE for row in TABLE.values() if role in row.roles)
