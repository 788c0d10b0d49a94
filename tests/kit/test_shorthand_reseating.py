"""A record with its seats in another order says the same of the same people."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kit.ruleset import ruleset
from domain.kit.shorthand import Header, SeatNamed, parse, read_match
from domain.kit.shorthand.reseating import BadOrder, reseated_line, write_reseated

FILES = sorted((Path(__file__).parents[1] / "vectors" / "shorthand").glob("*.txt"))
SEATS = [SeatNamed("Ada", "red"), SeatNamed("Bo", "blue"), SeatNamed("Cy", "green")]
NUMBERS = {2: 0, 0: 1, 1: 2}


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("scribe: tell reserve:0 is pride", "scribe: tell reserve:red is pride"),
        ('scribe: note "reserve:0 was his"', 'scribe: note "reserve:0 was his"'),
        ("scribe: assert /seats/2/turns is 10", "scribe: assert /seats/0/turns is 10"),
        (
            "scribe: assert /places/reserve:1 is 3  # and reserve:1",
            "scribe: assert /places/reserve:2 is 3  # and reserve:1",
        ),
        ("blue: take pride to reserve", "blue: take pride to reserve"),
        ('blue: command {"type":"pass"}', 'blue: command {"type":"pass"}'),
    ],
)
def test_seats_in_names_of_places_and_pointers_have_their_new_numbers(line, mended):
    assert reseated_line(line, SEATS, NUMBERS) == mended


def test_which_numbers_are_seats_in_a_command_in_json_is_not_guessed():
    with pytest.raises(BadOrder, match=r'by hand: blue: command \{"seat":1'):
        reseated_line('blue: command {"seat":1,"type":"x"}', SEATS, NUMBERS)


def test_options_that_name_seats_have_their_new_numbers():
    header = Header("seven-sins", "1.0", SEATS, {"first_seat": 2, "history": "kept"})
    text = write_reseated(ruleset("seven-sins"), header, (), [2, 0, 1])
    assert read_match(text).header.options == {"first_seat": 0, "history": "kept"}
    assert [seat.name for seat in read_match(text).header.seats] == ["Cy", "Ada", "Bo"]
    alone = read_match(write_reseated(ruleset("seven-sins"), header, (), [2, 0, 1], names_only=True)).header
    assert alone.options == header.options
    assert alone.seats == [SeatNamed("Cy", "red"), SeatNamed("Ada", "blue"), SeatNamed("Bo", "green")]


def test_what_is_written_otherwise_in_whole_matches_is_read_and_there_and_back_is_the_same():
    """Lines that stay as they are say the same of the same colours."""
    changed = 0
    for file in FILES:
        read = read_match(file.read_text(encoding="utf-8"))
        game, seats = ruleset(read.header.ruleset), read.header.seats
        order = [*range(1, len(seats)), 0]
        there = {seat: number for number, seat in enumerate(order)}
        moved = [seats[seat] for seat in order]
        for line in read.body.split("\n"):
            mended = reseated_line(line, seats, there)
            if mended == line:
                continue
            changed += 1
            (before,) = parse(game, line, read.header)
            (after,) = parse(game, mended, Header(read.header.ruleset, seats=moved, board=read.header.board))
            assert (after.seat, after.actor) == (there.get(before.seat), before.actor)
            assert after.command != before.command, "seats have other numbers"
            back = reseated_line(mended, moved, dict(enumerate(order)))
            assert [one.command for one in parse(game, back, read.header)] == [before.command]
    assert changed > 10
