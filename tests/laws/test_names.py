"""Whatever seats are called, a record that is exported and recorded again is the same."""

from __future__ import annotations

import string
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.application.judging import Asked
from domain.kit.facts import Json
from domain.kit.ruleset import BadOption, rulesets
from domain.kit.shorthand import header_of, parse, read_match, write_match
from domain.kit.shorthand.at_the_table import ROLES, SYNONYMS
from domain.kit.shorthand.parsing.grammar import grammar_of
from domain.kit.table.commands import Note
from domain.kit.table.disputes import Accuse, Remind
from domain.kit.text.texts import shown
from domain.match.match import told
from domain.match.opening import Opening, SeatWanted, as_kept, rules_for
from domain.match.principal import Principal
from tests.games.openable import OPENABLE
from tests.games.playing import command_of, filled
from tests.laws.notebook import Notebook
from tests.laws.recording import SCRIBE

GAMES = sorted(OPENABLE)


def words_of(name: str) -> list[str]:
    """Every word that lines of a game are written with."""
    shorthand = grammar_of(rulesets()[name]).shorthand
    said = {*grammar_of(rulesets()[name]).words.values(), *shorthand.chance, *ROLES, "seat", "player", "table"}
    for words in (SYNONYMS, ROLES, shorthand.synonyms):
        said.update(words, *words.values())
    return sorted(said)


def opened(name: str, seats: list[SeatWanted]) -> Notebook:
    """A recorded match; raises ``BadOption``."""
    notebook = Notebook()
    notebook.open(as_kept(Opening(name, seats, "recorded")))
    return notebook


def entered(notebook: Notebook, rng: Random) -> None:
    """Something of everybody: seats, chance and officials, with seats in what they say."""
    game, match = notebook.match.ruleset, notebook.match.id
    for _ in range(6):
        state = notebook.match.state
        who = state.awaiting[0] if state.plays else {}
        if who != "chance" and "seat" not in who:
            break
        actor = who["seat"] if isinstance(who, dict) else who
        move = {key: filled(value, rng) for key, value in rng.choice(game.moves(state, actor)).items()}
        seat = actor if isinstance(actor, int) else None
        notebook.append(match, SCRIBE, [Asked(command_of(game, move), seat)])
    for seat in range(notebook.match.rules.seats):
        notebook.append(match, Principal("seat", seat), [Asked(Accuse(1 - seat if seat < 2 else 0, "X-1", (1,)))])
        notebook.append(match, SCRIBE, [Asked(Remind(seat, "step"))])
    notebook.append(match, SCRIBE, [Asked(Note("said\u202e by \x1b[31m whom\u2028ever"))])
    notebook.append(match, Principal("arbiter"), [Asked(Note("so it is"))])


def again(text: str) -> tuple[list[Json], Notebook]:
    """The match of a file, recorded again."""
    file = read_match(text)
    seats = [SeatWanted(seat.name or seat.colour, seat.colour) for seat in file.header.seats]
    notebook = opened(str(file.header.ruleset), seats)
    game = notebook.match.ruleset
    lines = parse(game, file.body, file.header)
    for line in lines:
        by = Principal(line.actor) if line.actor in ("arbiter", "host") else SCRIBE
        if line.seat is not None and line.command["type"].startswith("table."):
            by = Principal("seat", line.seat)
        document = {key: value for key, value in line.document.items() if key != "seat" or "seat" in line.command}
        notebook.append(
            notebook.match.id, by, [Asked(command_of(game, document), line.seat if by is SCRIBE else None)]
        )
    return lines, notebook


def log_of(notebook: Notebook) -> list[Any]:
    """Who decided what, and what came of it."""
    log = [told(event) for event in notebook.events]
    return [(one["actor"], one["command"], one["facts"]) for one in log[1:]]


def file_of(notebook: Notebook) -> str:
    """The export."""
    log = [told(event) for event in notebook.events]
    for version, texts in notebook.texts.items():
        for pointer, value in texts.items():
            *steps, last = pointer.split("/")[1:]
            place: Any = log[version]
            for step in steps:
                place = place[int(step)] if isinstance(place, list) else place[step]
            place[last] = value
    game = notebook.match.ruleset
    return write_match(game, header_of(game, log[0]), log)


names = st.one_of(
    st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs"]), min_size=1, max_size=12),
    st.sampled_from(
        [
            "Rob",
            "An",
            "red",
            "Blue",
            "Pat Note",
            "scribe",
            "Ｓｃｒｉｂｅ",
            "chance: x",
            "0",
            "1",
            '"',
            "#",
            "…",
            "a; b",
            "seat 1",
        ]
    ),
)
colours = st.one_of(
    st.from_regex(r"[a-z]([a-z-]{0,6}[a-z])?", fullmatch=True),
    st.sampled_from(["red", "blue", "rot", "light-blue", "note", "s", "sc", "arb", "c", "p"]),
    st.sampled_from(
        sorted({word for game in GAMES for word in words_of(game) if word.isascii() and word.isalpha()})
    ).map(str.lower),
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.lists(st.tuples(names, colours), min_size=2, max_size=2), st.integers(0, 9))
@example("seven-sins", [("Rob", "red"), ("An", "blue")], 1)
@example("thurn-and-taxis", [("red", "red"), ("blue", "blue")], 1)
@example("mea-culpa", [("Blue Note", "red"), ("Red", "black")], 1)
def test_whatever_is_accepted_is_exported_and_recorded_again(
    game: str, seats: list[tuple[str, str]], seed: int
) -> None:
    try:
        notebook = opened(game, [SeatWanted(*seat) for seat in seats])
    except BadOption:
        return
    entered(notebook, Random(seed))
    text = file_of(notebook)
    assert all(shown(line) == line for line in text.split("\n")), "it can be sent to a terminal"
    _, twin = again(text)
    assert [(one["seat"], one["colour"]) for one in told(twin.events[0])["seats"]] == [
        (one["seat"], one["colour"]) for one in told(notebook.events[0])["seats"]
    ]
    assert twin.texts[0] == notebook.texts[0]
    assert log_of(twin) == log_of(notebook)


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_line_is_refused_as_a_colour(game: str) -> None:
    ruleset = rulesets()[game]
    for word in (word for word in words_of(game) if any(map(str.isalpha, word))):
        for written in (word, word.upper(), wide(word)):
            with pytest.raises(BadOption) as refused:
                rules_for(ruleset, as_kept(Opening(game, [SeatWanted("Ada", written), SeatWanted("Bo")])))
            assert refused.value.field == "seats.0.colour"


def wide(word: str) -> str:
    """The word in letters as wide as Chinese ones."""
    return "".join(chr(ord(sign) + 0xFEE0) if sign in string.ascii_letters else sign for sign in word)


@pytest.mark.parametrize(
    "name", ["scribe", "SCRIBE", "Ｈｏｓｔ", "arbiter", "Chance", "Zufall", "pile", "Schreiber"]
)
def test_nobody_is_called_as_who_enters_decisions(name: str) -> None:
    with pytest.raises(BadOption) as refused:
        opened("seven-sins", [SeatWanted("Ada"), SeatWanted(name)])
    assert refused.value.field == "seats.1.name"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "ANN"), ("Ann", "Ａｎｎ"), ("José", "Jose\u0301"), ("Ann", "Ann "), ("blue", "Ann"), ("Ann", "red")],
)
def test_two_seats_are_not_called_alike(one: str, other: str) -> None:
    with pytest.raises(BadOption):
        opened("seven-sins", [SeatWanted(one, "red"), SeatWanted(other, "blue")])


@pytest.mark.parametrize(("one", "other"), [("red", "red"), ("red", "rot"), ("grey-blue", "greyblue")])
def test_two_seats_have_not_the_same_colour(one: str, other: str) -> None:
    with pytest.raises(BadOption):
        opened("seven-sins", [SeatWanted("Ada", one), SeatWanted("Bo", other)])


@pytest.mark.parametrize("name", ["Rob", "An", "Mark", "red", "Rotraud", "Host Müller"])
def test_people_keep_their_names(name: str) -> None:
    opened("mea-culpa", [SeatWanted(name, "red"), SeatWanted("Bo", "blue")])


def test_the_table_gives_nobody_a_colour_that_somebody_is_called_by() -> None:
    notebook = opened("seven-sins", [SeatWanted("Blue"), SeatWanted("Ada"), SeatWanted("RED")])
    assert [seat["colour"] for seat in told(notebook.events[0])["seats"]] == ["green", "yellow", "black"]


def test_names_and_labels_are_kept_composed() -> None:
    kept = as_kept(Opening("seven-sins", [SeatWanted("Jose\u0301")], labels={"e\u0301": "e\u0301"}))
    assert (kept.seats[0].name, dict(kept.labels)) == ("José", {"é": "é"})
    with pytest.raises(BadOption):
        as_kept(Opening("seven-sins", [], labels={"é": "1", "e\u0301": "2"}))
