"""A whole match as a text file: it is read, played again and written again, byte for byte."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kit.facts import to_json
from domain.kit.ruleset import rulesets
from domain.kit.shorthand import (
    Header,
    SeatNamed,
    ShorthandError,
    header_of,
    parse,
    read_match,
    write_match,
)
from tests.games.openable import OPENABLE
from tests.games.playing import Table, command_of, rules_of, seeded

GAMES = sorted(OPENABLE)
COLOURS = ("red", "blue", "green", "yellow", "black")


def decision(version: int, step: Any) -> dict[str, Any]:
    """A step as the log has it, for officials."""
    return {
        "version": version,
        "actor": {"seat": step.actor} if isinstance(step.actor, int) else step.actor,
        "command": step.command.to_json(),
        "facts": [to_json(fact) for fact in step.facts],
        "automatic": step.automatic,
    }


def written(table: Table, **more: Any) -> str:
    """The file of a match."""
    rules = table.rules
    opening = {
        "ruleset": {"id": rules.ruleset, "version": rules.version},
        "options": dict(rules.options),
        "board": dict(rules.board),
        "seats": [{"name": f"Player {seat}", "colour": COLOURS[seat]} for seat in range(rules.seats)],
        **more,
    }
    header = header_of(table.ruleset, opening)
    return write_match(table.ruleset, header, [decision(*item) for item in enumerate(table.steps)])


def recorded(text: str) -> Table:
    """The file entered into a recorded match, line by line."""
    file = read_match(text)
    game = rulesets()[file.header.ruleset or ""]
    rules = rules_of(game, len(file.header.seats), file.header.options, file.header.board, mode="recorded")
    table = Table(game, rules)
    for line in parse(game, file.body, file.header):
        command = command_of(game, line.command)
        if line.actor == "chance":
            table.of_chance(command)
        else:
            assert line.seat is not None
            table.act(line.seat, command)
        table.settle()
    return table


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_hosted_match_is_written_recorded_and_written_again(game):
    """What chance drew stands in the file, so a scribe could have written it."""
    ruleset = rulesets()[game]
    board = {"start_money": 30} if game == "mea-culpa" else {}
    rules = rules_of(ruleset, ruleset.seats[0], {"history": "kept"}, board)
    hosted = Table(ruleset, rules, seeded(7)).play_on(Random(7))
    text = written(hosted)
    again = recorded(text)
    assert again.state.outcome == hosted.state.outcome
    assert ruleset.view(again.state) == ruleset.view(hosted.state)
    assert written(again) == text


def test_a_header_says_what_differs_and_is_read_as_it_was_written():
    header = Header(
        "seven-sins",
        "1.0",
        [SeatNamed('Anna "the ace" # 1', "red"), SeatNamed(None, "blue")],
        {"penitence": True, "sins": None},
        {"centre": 6, "x": [1, {"y": "z"}]},
        "2026-11-28",
        {"title": "Winter: the first", "external-id": "a/7", "round": "3", "a b": "c"},
    )
    text = write_match(rulesets()["seven-sins"], header, [], public=False)
    assert text.splitlines() == [
        "kerbholz shorthand 1",
        "ruleset: seven-sins 1.0",
        'title: "Winter: the first"',
        'external id: "a/7"',
        "played on: 2026-11-28",
        "public: no",
        'seat 0: red "Anna \\"the ace\\" # 1"',
        "seat 1: blue",
        'label "a b": "c"',
        'label round: "3"',
        "option penitence: true",
        "option sins: null",
        "board centre: 6",
        'board x: [1,{"y":"z"}]',
        "---",
    ]
    file = read_match(text)
    assert file.header == header
    assert not file.public


def test_a_header_may_be_written_carelessly():
    file = read_match(
        """
        # from the pub
        RULESET: mea-culpa
        Titel: Winter cup, table 3   # or was it 4
        gespielt am: 2026-11-28
        Sitz 1: Blue Bo
        seat 0 : red Anna Maria
        option meta_culpa: off
        public: ja
        -----
        red: pass
        """
    )
    header = file.header
    assert (header.ruleset, header.version, header.played_on) == ("mea-culpa", None, "2026-11-28")
    assert header.seats == [SeatNamed("Anna Maria", "red"), SeatNamed("Bo", "blue")]
    assert header.labels == {"title": "Winter cup, table 3"}
    assert header.options == {"meta_culpa": "off"}
    (line,) = parse(rulesets()["mea-culpa"], file.body, header)
    assert (line.line, line.column) == (11, 9)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 2, 1),
        ("ruleset: mea-culpa\nseat 0: red\n", 4, 1),
        ("ruleset mea-culpa\n---", 1, 9),
        ("ruleset:\n---", 1, 9),
        ("kerbholz shorthand 9\n---", 1, 20),
        ("ruleset: mea-culpa\noption x: {\n---", 2, 11),
        ("ruleset: mea-culpa\nplayed on: yesterday\n---", 2, 12),
        ("ruleset: mea-culpa\nseat 1: red\n---", 3, 1),
        ("ruleset: mea-culpa\ncolour: red\n---", 2, 1),
    ],
)
def test_a_header_that_cannot_be_read_says_where_and_what_was_expected(text, line, column):
    with pytest.raises(ShorthandError) as raised:
        read_match(text)
    assert (raised.value.line, raised.value.column) == (line, column)
    assert raised.value.expected


def test_what_has_faded_is_a_comment():
    game = rulesets()["seven-sins"]
    faded = {"version": 4, "actor": {"seat": 1}, "command": {"type": "take"}, "faded": True}
    header = Header("seven-sins", "1.0", [SeatNamed("Ada", "red"), SeatNamed("Bo", "blue")])
    text = write_match(game, header, [faded])
    assert text.splitlines()[-1] == "# 4 blue: take (faded)"
    assert parse(game, read_match(text).body, header) == []


@settings(max_examples=100)
@given(text=st.one_of(st.text(max_size=80), st.text(max_size=80).map("ruleset: mea-culpa\n{}\n---".format)))
def test_any_header_is_read_or_refused(text):
    try:
        file = read_match(text)
    except ShorthandError as error:
        assert error.line >= 1  # noqa: PT017 - any other exception fails the test
        return
    again = write_match(rulesets()["mea-culpa"], file.header, [], public=file.public)
    assert read_match(again).header == replace(file.header)
