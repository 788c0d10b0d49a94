"""Who sits at which table: lists of tables, and people dealt to tables for some rounds."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.cli.evening.tables import BadList, Table, dealt, listed, meetings


def people(number: int) -> list[str]:
    return [f"Person {one}" for one in range(number)]


def test_each_line_is_a_table_with_its_label_or_its_number():
    text = '# Friday\n\nAda, Bo , Cy\nBy the window: "Day, Doris", Eve\n"F: the first", Gus\n'
    assert listed(text) == [
        Table(("Ada", "Bo", "Cy"), None, number=1),
        Table(("Day, Doris", "Eve"), "By the window", number=2),
        Table(("F: the first", "Gus"), None, number=3),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no names"),
        ("# nothing\n", "no names"),
        ("Ada, Bo\nCy\n", "line 2 has one name.*--tables"),
        ("Ada,, Bo\n", "line 1: a name is missing"),
        ('Ada, "Bo\n', "line 1 cannot be read"),
        ("Ada, Bo\n" * 201, "201 matches"),
    ],
)
def test_a_list_that_says_no_tables_is_refused_with_its_line(text, said):
    with pytest.raises(BadList, match=said):
        listed(text)


@given(st.integers(1, 7), st.integers(1, 6), st.data())
def test_everybody_sits_once_in_each_round_and_no_table_is_much_larger(number, rounds, data):
    names = people(data.draw(st.integers(2 * number, 5 * number)))
    tables = dealt("\n".join(names), number, rounds)
    assert len(tables) == number * rounds
    for turn in range(rounds):
        seated = tables[turn * number : (turn + 1) * number]
        assert sorted(name for table in seated for name in table.names) == sorted(names)
        sizes = [len(table.names) for table in seated]
        assert max(sizes) - min(sizes) <= 1
        assert {table.round for table in seated} == {turn + 1 if rounds > 1 else None}


@pytest.mark.parametrize(("number", "seats"), [(3, 3), (5, 4), (5, 5), (7, 4)])
def test_with_a_prime_number_of_tables_nobody_meets_the_same_person_twice(number, seats):
    tables = dealt("\n".join(people(number * seats)), number, number)
    pairs = [frozenset(pair) for table in tables for pair in combinations(table.names, 2)]
    assert len(pairs) == len(set(pairs))
    assert meetings(tables) == 0
    assert meetings(dealt("\n".join(people(8)), 2, 3)) > 0  # and where it cannot be, it is counted


@pytest.mark.parametrize(
    ("text", "said"),
    [("Ada\nBo\nCy\n", "3 names are too few for 2 tables"), ("Ada\nBo\nada\nCy\n", "more than once: Ada")],
)
def test_people_who_cannot_be_dealt_are_refused(text, said):
    with pytest.raises(BadList, match=said):
        dealt(text, 2, 1)
