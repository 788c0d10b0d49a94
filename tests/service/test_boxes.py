"""``kerbholz box check``: it says what is wrong with a box, each with its line, and what is in a good one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli import main

GOOD = """\
title = "Three hands"
seats = [2, 3]

[pieces]
cards = { names = [["red", "blue"], ["1", "2", "3"]] }

[places.deck]
sees = "nobody"
start = "cards"

[places]
hand = { of = "seat", sees = "owner" }
"""


def check(tmp_path: Path, text: str | bytes) -> tuple[int, str, str]:
    """The exit code, and what is printed and complained about, without the file's folder."""
    file = tmp_path / "box.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    done = CliRunner().invoke(main, ["box", "check", str(file)])
    return done.exit_code, done.stdout, done.stderr.replace(f"{tmp_path}/", "")


def test_a_good_box_is_summed_up(tmp_path: Path) -> None:
    assert check(tmp_path, GOOD) == (0, "Three hands: for 2 to 3 players, with 6 pieces in 3 to 4 places\n", "")


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (
            'start = "cards"',
            'start = "crads"',
            "box.toml:9: places.deck.start: nothing in the box",
        ),
        ('sees = "owner"', 'seen = "owner"', 'box.toml:12: places.hand: There is no member "seen"'),
        ("[2, 3]", "[3, 2]", "box.toml:2: seats: seats are from 1 to 20"),
        ("[2, 3]", "21", "box.toml:2: seats: has to be at most 20"),
        ("[2, 3]", "[2, ", "box.toml: this is no TOML: "),
        ('title = "Three hands"', "", "box.toml: the box has no title"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    code, shown, complained = check(tmp_path, GOOD.replace(right, wrong))
    assert (code, shown) == (1, "")
    assert complained.startswith(said)


def test_all_of_it_is_said_in_the_order_of_the_lines(tmp_path: Path) -> None:
    _, _, complained = check(tmp_path, GOOD.replace('"owner"', '"owners"').replace('"nobody"', '"nobdy"'))
    assert [line.split(" ")[0] for line in complained.splitlines()] == ["box.toml:8:", "box.toml:12:"]


def test_what_cannot_be_read_is_refused_without_a_traceback(tmp_path: Path) -> None:
    code, _, complained = check(tmp_path, b"title = \xff")
    assert code == 2
    assert "cannot be read" in complained
    code, _, complained = check(tmp_path, "title = '\x1b[31m'")
    assert code == 1
    assert "\x1b" not in complained
