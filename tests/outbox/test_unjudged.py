"""What can be entered where nothing is judged, and what others do that need not be seen before."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from clients.build import NODE
from domain.kit.ruleset import ruleset
from domain.table.worded import words_on_its_board
from service.api.rulesets import commands_of

STATIC = Path(__file__).parents[2] / "service/page/static"
UNJUDGED = f"""
import {{ unjudged }} from {json.dumps((STATIC / "taps/unjudged.js").as_uri())};
import {{ readFileSync }} from "node:fs";
process.stdout.write(JSON.stringify(unjudged(JSON.parse(readFileSync(0, "utf8")), {{}})));
"""
DISTURBS = f"""
import {{ disturbs }} from {json.dumps((STATIC / "scribe/conflicts.js").as_uri())};
import {{ readFileSync }} from "node:fs";
const {{ theirs, ours }} = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(disturbs(theirs, ours)));
"""


def run(code: str, given: Any) -> Any:
    node = [str(NODE), "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--input-type=module", "--eval", code]
    return json.loads(subprocess.check_output(node, input=json.dumps(given), text=True, timeout=60))


@pytest.fixture(scope="module")
def moves() -> list[dict[str, Any]]:
    """What can be written down of 7 – The Sins without the service."""
    game = ruleset("seven-sins")
    words = words_on_its_board(game, ["en"])
    naming = {"commands": commands_of(game, words.words), "seats": ["Ada", "Bo"], "words": words.kinds()}
    found: list[dict[str, Any]] = run(UNJUDGED, naming)
    return found


def test_what_chance_does_is_no_seats(moves):
    chance = {cls.TYPE for cls in ruleset("seven-sins").chance_commands}
    assert chance <= {move["type"] for move in moves}
    for move in moves:
        if move["type"] == "choose-first":
            continue  # it names a seat, and is none's
        assert move.get("seat", {"any_of": []})["any_of"] == ([] if move["type"] in chance else [0, 1]), move


def test_what_may_be_left_out_is_left_out_first(moves):
    taken = ["leave_stone" in move for move in moves if move["type"] == "take"]
    assert taken == [False, True]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("take", True),
        ("table.freeze", True),
        ("table.rule", True),
        ("table.note", False),
        ("table.assert", False),
        ("table.countersign", False),
        ("table.call", False),
        ("table.attend", False),
        ("table.replace-token", False),
        ("table.leave", False),
    ],
)
def test_what_is_done_about_the_match_need_not_be_seen(kind, expected):
    theirs = {"actor": "arbiter", "command": {"type": kind}}
    assert run(DISTURBS, {"theirs": theirs, "ours": {"type": "take", "seat": 0}}) is expected
