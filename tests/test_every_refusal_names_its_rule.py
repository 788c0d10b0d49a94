"""Every refusal names the rule that it comes from, unless its code is one of those that break none.

Here the code is read: wherever something is refused, the number of a rule stands beside it. What comes out at the
end is looked at by the client of the service's tests, for every answer (``tests.service.playing.check_rule``).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kit.guards import OF_THE_TABLE
from domain.kit.ruleset import rulesets
from domain.table import RULES
from domain.table.commands import TABLE
from service.web.problems import CODES, WITHOUT_A_RULE

ROOT = Path(__file__).parents[1]
SOURCES = sorted(
    path for package in ("domain", "projections", "service") for path in (ROOT / package).rglob("*.py")
)
CITED = re.compile(rf"{OF_THE_TABLE}\d+")
RULE_STANDS = {"Refused": 2, "BadOption": 2, "NotAllowed": 1, "HasFaded": 1, "Problem": None}
"""What refuses something, and which of its arguments is the rule (None: it is only given by name)."""

PASSES_ON = {
    "service/app.py": "what the front has found wrong with the request as such",
    "service/cli/client.py": "what a service has answered",
    "service/cli/mcp/asking.py": "what a service has answered",
    "service/cli/mcp/tools.py": "that a ruleset has no rule of this number",
    "service/web/problems.py": "what the libraries raise",
}
"""Where a refusal is made of one that was made elsewhere, and may have no rule: once in each file."""


def refusals() -> Iterator[tuple[str, ast.Call, str]]:
    """Every call that makes a refusal: where it stands, the call, and what it makes."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RULE_STANDS:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node, node.func.id


def argument(call: ast.Call, position: int | None, name: str) -> ast.expr | None:
    """An argument of a call, by its position or its name."""
    if position is not None and len(call.args) > position:
        return call.args[position]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def names_no_rule(call: ast.Call, made: str) -> bool:
    """Whether it is a refusal that has to name a rule, and does not."""
    rule = argument(call, RULE_STANDS[made], "rule")
    if rule is not None and not (isinstance(rule, ast.Constant) and rule.value is None):
        return False
    code = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None
    if made == "Problem" and code == "invalid":
        return argument(call, None, "errors") is None
    return made not in ("Refused", "Problem") or code not in WITHOUT_A_RULE


def test_every_refusal_in_the_code_names_its_rule() -> None:
    found = list(refusals())
    assert {made for _, _, made in found} == RULE_STANDS.keys(), "this looks at all that refuses something"
    missing = [place for place, call, made in found if names_no_rule(call, made)]
    assert [place.partition(":")[0] for place in missing] == list(PASSES_ON)


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ('Refused("over", "it is over")', True),
        ('Refused("over", "it is over", None)', True),
        ('Refused("over", "it is over", "TB-13")', False),
        ('Refused("invalid", "there is no such seat")', True),
        ('Refused("too-costly", "it costs too much")', False),
        ("Refused(code, detail)", True),
        ('Problem("forbidden", "it is not yours")', True),
        ('Problem("forbidden", "it is not yours", rule="TB-3")', False),
        ('Problem("invalid", "it is wrong")', True),
        ('Problem("invalid", errors={"seat": ["it is wrong"]})', False),
        ('Problem("not-found")', False),
        ('BadOption("seats", "there are too many")', True),
        ('NotAllowed("it is not yours")', True),
    ],
)
def test_a_refusal_without_a_rule_would_be_found(source: str, missing: bool) -> None:
    call = ast.parse(source, mode="eval").body
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Name)
    assert names_no_rule(call, call.func.id) is missing


def test_the_table_s_numbers_in_the_code_are_its_rules_and_each_rule_is_used() -> None:
    cited = {number for path in SOURCES for number in CITED.findall(path.read_text(encoding="utf-8"))}
    assert cited == set(RULES)


def test_the_table_s_numbers_follow_each_other() -> None:
    assert list(RULES) == [f"{OF_THE_TABLE}{number}" for number in range(1, len(RULES) + 1)]


def test_no_game_has_numbers_of_the_table() -> None:
    numbers = [number for game in rulesets().values() for number in game.rules]
    assert numbers
    assert not [number for number in numbers if number.startswith(OF_THE_TABLE)]


def test_the_reference_of_each_guard_of_the_table_is_a_rule() -> None:
    guards = [guard for row in TABLE.values() for guard in row.all_guards()]
    assert guards
    assert {guard.reference for guard in guards} <= RULES.keys()
    assert {guard.code for guard in guards} <= CODES.keys() - WITHOUT_A_RULE


def test_the_codes_without_a_rule_are_codes_and_documented() -> None:
    assert CODES.keys() > WITHOUT_A_RULE
    page = (ROOT / "docs" / "problems.md").read_text(encoding="utf-8")
    (said,) = [part for part in page.split("\n\n") if part.startswith("A refusal names the broken rule")]
    assert set(re.findall(r"`([a-z-]+)`", said)) == {*WITHOUT_A_RULE, "invalid", "rule", "errors"}
