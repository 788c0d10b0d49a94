"""Which entries of a run say what others have entered meanwhile."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from clients.build import NODE

CONFLICTS = Path(__file__).parents[2] / "service/page/static/scribe/conflicts.js"
LETTERS = "abcdx"
CODE = f"""
import {{ sameAs }} from {json.dumps(CONFLICTS.as_uri())};
import {{ readFileSync }} from "node:fs";
const {{ ours, theirs }} = JSON.parse(readFileSync(0, "utf8"));
const entries = ours.map(({{ body, ...one }}) => ({{ ...one, bytes: JSON.stringify(body) }}));
const told = theirs.map((said, at) => ({{ version: at + 1, text: "", by: "", said }}));
process.stdout.write(JSON.stringify(sameAs(entries, told)));
"""


def alike(ours: list[str], theirs: str) -> list[int]:
    """The entries that are the same as theirs; each letter is a command, and of a batch all together.

    Behind an entry that was left out stands the version that its scribe knew: "a3".
    """
    entries = [
        {"number": number, "seen": 0, "asked": int(one.lstrip(LETTERS) or 0) or None, "body": batch(one)}
        for number, one in enumerate(ours, 1)
    ]
    given = {"ours": entries, "theirs": [command(one) for one in theirs]}
    node = [str(NODE), "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--input-type=module", "--eval", CODE]
    found: list[int] = json.loads(subprocess.check_output(node, input=json.dumps(given), text=True, timeout=60))
    return found


def command(letter: str) -> dict[str, Any]:
    return {"type": "take", "seat": 0, "sin": letter}


def batch(letters: str) -> dict[str, Any]:
    commands = [command(one) for one in letters if one in LETTERS]
    return commands[0] if len(commands) == 1 else {"commands": commands}


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (["a", "b", "c"], "abc", [1, 2, 3]),
        (["a", "b", "a"], "a", [1]),
        (["b", "a"], "ab", [1]),
        (["ab", "c"], "abc", [1, 2]),
        (["a", "bc"], "abd", [1]),
        (["a", "b"], "", []),
        # A slip at the beginning, which they entered later for another reason, hides nothing behind it.
        (["x", "a", "b", "c"], "abcx", [2, 3, 4]),
        # What was left out was the same, whenever that was answered; and not the same as what came after it.
        (["a1", "b", "a"], "a", [1]),
        (["a9", "b9", "c9", "d", "a"], "abc", [1, 2, 3]),
        (["c1", "a", "b", "c"], "abc", [2, 3, 4]),
    ],
)
def test_each_of_theirs_counts_once_in_order_and_as_many_as_can_be(
    ours: list[str], theirs: str, expected: list[int]
) -> None:
    assert alike(ours, theirs) == expected
