"""The page of META CULPA: its excerpts from the log prove what they stand for, and its steps are the commands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from domain.games.mea_culpa import RULESET
from domain.games.mea_culpa.meta_culpa.commands import STEP_COMMANDS
from tests.games.mea_culpa.checker import sins_in

PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "meta-culpa.md").read_text(encoding="utf-8")
REGISTER = dict(re.findall(r"^### (M\d+) – [^\n]+\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL))
FENCE = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def excerpts(text: str) -> list[list[dict[str, Any]]]:
    """The facts of each excerpt, one a line."""
    return [[json.loads(line) for line in block.splitlines()] for block in FENCE.findall(text)]


EXCERPTS = [(sin, facts) for sin, text in REGISTER.items() for facts in excerpts(text)]


def found_in(facts: list[dict[str, Any]]) -> list[Any]:
    """What is found if each line is a decision of its own."""
    decisions = [{"version": version, "facts": [fact]} for version, fact in enumerate(facts)]
    return sins_in(decisions, RULESET.board, seats=4)


def test_every_sin_has_a_section_with_an_excerpt() -> None:
    numbers = [reference.removeprefix("MC-") for reference in RULESET.rules if re.match(r"MC-M[1-9]", reference)]
    assert len(numbers) == 13
    assert list(REGISTER) == numbers
    assert {sin for sin, _ in EXCERPTS} == set(numbers)
    assert all(
        f"*{word}" in text for text in REGISTER.values() for word in ("What", "Proven", "Complete", "Mended")
    )


@pytest.mark.parametrize(
    ("sin", "facts"), EXCERPTS, ids=[f"{number}-{sin}" for number, (sin, _) in enumerate(EXCERPTS)]
)
def test_an_excerpt_proves_this_sin_and_no_other(sin: str, facts: list[dict[str, Any]]) -> None:
    assert [RULESET.fact_from_json(fact).to_json() for fact in facts] == facts
    ((found, seat, version),) = found_in(facts)
    assert found == sin
    committed, placed = (
        [fact for fact in facts if fact["type"] == name] for name in ("SinCommitted", "SinStonePlaced")
    )
    assert committed == [{"type": "SinCommitted", "seat": seat, "sin": sin}]
    assert {"type": "SinStonePlaced", "seat": seat, "den": "petty", "cause": sin} in placed
    assert version < facts.index(committed[0])
    (complete,) = re.findall(r"^\*Complete\* (.*?)\n\n", REGISTER[sin], re.MULTILINE | re.DOTALL)
    assert f"`{facts[version]['type']}`" in complete


def test_the_petty_sinner_of_the_last_excerpt_commits_none() -> None:
    (facts,) = excerpts(PAGE.split("## The Petty Sinner")[1])
    assert [RULESET.fact_from_json(fact).to_json() for fact in facts] == facts
    assert found_in(facts) == []
    as_another = [fact | {"character": "emperor"} if "character" in fact else fact for fact in facts]
    assert [sin for sin, _, _ in found_in(as_another)] == ["M5"]


def test_every_step_is_in_the_tables() -> None:
    rows = re.findall(r"^\|.*\|$", PAGE, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([a-z-]+)`", row.split("|")[2])}
    assert {command.TYPE for command in STEP_COMMANDS} <= named
    types = RULESET.command_types.keys() | {"table.accuse", "table.remind", "off", "automatic", "called"}
    assert named <= types


def test_every_fact_that_is_named_exists() -> None:
    named = set(re.findall(r"`([A-Z][a-z]+[A-Z]\w+)`", PAGE))
    assert named
    assert named <= RULESET.fact_types.keys()
