"""Printed records of whole random matches: they say what views say, on one or two pages and a board, no more."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from random import Random
from typing import Any

import pytest
from pypdf import PdfReader

from domain.kit.ruleset import rulesets
from domain.kit.sheets import Balance
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, seat_viewer
from domain.match.opening import Opening, SeatWanted, published
from domain.table.worded import languages_for, words_on_its_board
from projections.said.printed_record import NOTHING, Record, blank, record
from service.cli.print.html import html
from service.cli.print.pdf import MOST_PAGES, pdf
from tests.games.installed import OWN, hides
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, Table, rules_of, seeded
from tests.laws.test_laws import Played, _twins_by_chance, _twins_by_choice, once, random_options

pytestmark = pytest.mark.grows

NAMES = ["Łukasz", "<script>alert(1)</script>", "Übel & Söhne", "日本 🎲", "Eve"]
TABLES = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name, ruleset in OPENABLE.items()
    for seats in (range(ruleset.seats[0], ruleset.seats[1] + 1) if SOAK else sorted({*ruleset.seats}))
]
IDS = re.compile(r"[a-z]_[a-z]|[A-Z]_[A-Z0-9]|[a-z]-\d|[a-z]:\d|[{}]")
EVERYWHERE = pytest.mark.parametrize(("name", "seats"), TABLES)
FEW = pytest.mark.few("kuhn-poker-2", "mea-culpa-4", "seven-sins-2", "thurn-and-taxis-2")
"""A table of each game, outside of a soak."""


def told(played: Played, viewer: Viewer) -> list[dict[str, Any]]:
    """The decisions as a viewer was told them; decision 0 with what the service publishes in it."""
    rules = played.table.rules
    opening = Opening(rules.ruleset, [SeatWanted(name) for name in NAMES[: rules.seats]])
    first = {**played.told(viewer, 0), **published("a-match", rules, opening, None)}
    first["seats"] = [{**one, "name": NAMES[one["seat"]]} for one in first["seats"]]
    return [first, *(dict(played.told(viewer, version)) for version in played.versions[1:])]


def printed(played: Played, viewer: Viewer, at: int | None = None) -> Record:
    """The record up to a version."""
    version = at if at is not None else played.table.version
    return record(told(played, viewer)[: version + 1], viewer, version, version)


def balances(played: Played, viewer: Viewer, version: int, *, running: bool) -> list[list[str]]:
    """What the view of a version says of each seat."""
    sheet = played.table.ruleset.sheet
    board = played.table.ruleset.view(played.masked(viewer, version))
    words = words_on_its_board(played.table.ruleset)

    def said(balance: Balance, seat: int) -> str:
        match balance.read(board, seat):
            case None:
                return NOTHING
            case Mapping() as tally:
                named = [
                    f"{number} {words.label(balance.kind, one)}" for one, number in tally.items() if one != "?"
                ]
                return ", ".join([*named, *(f"{tally['?']} ?" for _ in tally.keys() & {"?"})]) or "0"
            case value:
                return str(value)

    return [
        [said(one, seat) for one in (sheet.running if running else sheet.balances)] for seat in seats_of(played)
    ]


def seats_of(played: Played) -> range:
    """The seats of a match."""
    return range(played.table.rules.seats)


class Tables(HTMLParser):
    """The bold values in the last line of the rounds, by cell; and every tag that there is."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.end: list[list[str]] = []
        self.tags: set[str] = set()
        self._path: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._path.append(tag)
        if (tag, dict(attrs).get("class")) == ("td", "end"):
            self.end.append([])

    def handle_endtag(self, tag: str) -> None:
        while self._path.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "tfoot" in self._path and self._path[-1] == "b":
            self.end[-1].append(data)


@pytest.mark.long
@FEW
@EVERYWHERE
def test_the_balances_of_each_round_and_of_the_end_are_those_of_the_views(name: str, seats: int) -> None:
    played = once(name, seats, "plain", 0)
    for viewer in (PUBLIC, seat_viewer(seats - 1), OFFICIAL):
        made = printed(played, viewer)
        assert len(made.rows) > (2 if name in OWN else -1)
        for row in made.rows:
            assert row.until is not None
            assert row.balances == balances(played, viewer, row.until, running=True), row.label
        assert made.end == balances(played, viewer, played.table.version, running=False)
        page = Tables(html(made))
        assert page.end == made.end
        assert "script" not in page.tags
    assert any(" win" in said for said in made.result)


@EVERYWHERE
def test_every_turn_stands_in_the_row_of_its_round(name: str, seats: int) -> None:
    made = printed(once(name, seats, "plain", 0), OFFICIAL)
    numbers = [int(row.label) for row in made.rows]
    assert numbers == sorted(set(numbers))
    ends = [row.until or 0 for row in made.rows]
    for row, before, end in zip(made.rows, [-1, *ends], ends, strict=False):
        assert {entry.version for said in (row.table, *row.seats) for entry in said} <= set(
            range(before + 1, end + 1)
        )


ALL_TABLES = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name, ruleset in OPENABLE.items()
    for seats in range(ruleset.seats[0], ruleset.seats[1] + 1)
]


def pages_of(made: Record) -> int:
    """How many pages the PDF of a record has, without the board."""
    return len(PdfReader(BytesIO(pdf(replace(made, board=None)))).pages)


@pytest.mark.long
@FEW
@EVERYWHERE
def test_a_record_is_one_or_two_pages_of_pdf(name: str, seats: int) -> None:
    made = printed(once(name, seats, "plain", 0), OFFICIAL)
    assert pages_of(made) <= MOST_PAGES
    reader = PdfReader(BytesIO(pdf(made)))
    assert 1 <= len(reader.pages) <= MOST_PAGES + 1
    text = reader.pages[0].extract_text()
    assert "Łukasz" in text
    assert "alert(1)" in text or seats == 1
    if seats > 2:
        assert "Übel & Söhne" in text


MOST_LETTERS = 20_000
"""What fits on two pages in the smallest type; random players need three times the rounds of people."""


def letters_in(made: Record) -> int:
    """The length of what is said in the rounds of a record."""
    return sum(len(entry.text) for row in made.rows for cell in (row.table, *row.seats) for entry in cell)


def whole(name: str, seats: int, number: int) -> Record:
    """The record of a random match on the whole board, with random options if the number is odd."""
    rng = Random(f"on paper {name} {seats} {number}")
    ruleset = rulesets()[name]
    options = random_options(ruleset, rng) if number % 2 else {}
    table = Table(ruleset, rules_of(ruleset, seats, options), seeded(rng.getrandbits(64)))
    return printed(Played(table.play_on(rng)), OFFICIAL)


@pytest.mark.long
def test_a_whole_match_of_thurn_and_taxis_of_four_is_two_pages() -> None:
    made = whole("thurn-and-taxis", 4, 0)
    assert len(made.rows) > 50, "players who dawdle"
    assert pages_of(made) == MOST_PAGES


@pytest.mark.long
@FEW
@EVERYWHERE
def test_a_record_is_in_every_language_of_its_game_and_names_no_id(name: str, seats: int) -> None:
    played = once(name, seats, "variants", 0)
    log, version = told(played, OFFICIAL), played.table.version
    said = {
        language: record(log, OFFICIAL, version, version, language=language)
        for language in languages_for(played.table.ruleset)
    }
    for language, made in said.items():
        assert made.language == language
        texts = [entry.text for row in made.rows for cell in (row.table, *row.seats) for entry in cell]
        assert bool(texts) == (name in OWN)
        assert not [text for text in texts if IDS.search(text) and not any(named in text for named in NAMES)]
        assert [len(mine) for mine in made.end] == [len(made.balances)] * seats
        for other in set(said) - {language} if name in OWN else ():
            assert made.balances != said[other].balances
            assert made.rows != said[other].rows


@pytest.mark.soak
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(("name", "seats"), ALL_TABLES)
def test_whole_matches_are_one_or_two_pages(name: str, seats: int, number: int) -> None:
    made = whole(name, seats, number)
    assert pages_of(made) <= (MOST_PAGES if letters_in(made) < MOST_LETTERS else MOST_PAGES + 1)


@EVERYWHERE
def test_an_empty_sheet_has_room_for_each_seat(name: str, seats: int) -> None:
    ruleset = rulesets()[name]
    sheet = blank(ruleset, seats, {option: schema["default"] for option, schema in ruleset.options.items()})
    assert len(sheet.rows) == ruleset.sheet.rows
    assert all(len(row.seats) == seats for row in sheet.rows)
    text = html(sheet)
    assert [len(mine) for mine in Tables(text).end] == [len(ruleset.sheet.balances)] * seats or not Tables(
        text
    ).end[0]
    assert 1 <= len(PdfReader(BytesIO(pdf(sheet))).pages) <= MOST_PAGES


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("mea-culpa", {"row": [1, 2, 0]}, [("Row of the souls", "Seat 1, Seat 2 and Seat 0")]),
        (
            "seven-sins",
            {"first_seat": 0, "sins": ["greed", "pride"]},
            [("Who begins", "Seat 0"), ("Sins in play", "Greed and Pride")],
        ),
        ("thurn-and-taxis", {"start_player": 2}, [("Who begins", "Seat 2")]),
    ],
)
def test_options_are_said_by_the_names_of_their_values(
    name: str, options: dict[str, Any], said: list[tuple[str, str]]
) -> None:
    assert blank(rulesets()[name], 3, options).facts[4:] == said


@pytest.mark.long
@pytest.mark.scenario(8)
@pytest.mark.parametrize(
    ("name", "seats"), [table for table in (TABLES if SOAK else TABLES[::2]) if hides(table.values[0])]
)
def test_twins_print_the_same_for_whoever_was_not_told_the_difference(name: str, seats: int) -> None:
    compared = 0
    for number in range(4 if name in OWN else 1):
        played, rng = once(name, seats, "variants", number), Random(number)
        for twin, blind in (*_twins_by_chance(played, rng), *_twins_by_choice(played, rng, 4 if SOAK else 1)):
            first = next(v for v in played.versions if played.table.steps[v] != twin.table.steps[v])
            for viewer in blind if SOAK else rng.sample(blind, min(len(blind), 1)):
                last = told_apart(played, twin, viewer)
                if last > first:
                    assert printed_until(played, viewer, last) == printed_until(twin, viewer, last)
                    compared += 1
        if compared:
            return
    assert compared or name not in OWN, "hardly any twins: this tests nothing"


def told_apart(one: Played, other: Played, viewer: Viewer) -> int:
    """The first decision of which the viewer is told something else (seals apart), or the shorter one's end."""
    versions = range(min(len(one.versions), len(other.versions)))
    unlike = (version for version in versions if one.sent(viewer, version) != other.sent(viewer, version))
    return next(unlike, len(versions))


def printed_until(played: Played, viewer: Viewer, version: int) -> str:
    """The page before a decision."""
    return html(printed(played, viewer, version - 1))


@pytest.mark.scenario(83)
def test_what_is_not_known_is_neither_nothing_nor_zero() -> None:
    played = once("mea-culpa", 2, "plain", 0)
    titles = [balance.title for balance in played.table.ruleset.sheet.balances]
    taler = titles.index("taler")
    public, official = printed(played, PUBLIC, 20), printed(played, OFFICIAL, 20)
    assert {mine[taler] for mine in public.end} == {"?"}
    assert all(mine[taler].isdigit() for mine in official.end)
    sins = once("seven-sins", 2, "plain", 0)
    early = printed(sins, PUBLIC, 8)
    assert [mine[-1] for mine in early.end] == [NOTHING, NOTHING]  # no score yet
    assert all("?" in mine[1] for mine in early.end if mine[0] != "0")


@pytest.mark.scenario(83)
def test_where_decisions_have_faded_balances_are_unknown_until_the_end() -> None:
    played = once("seven-sins", 3, "plain", 0)
    viewer, at = seat_viewer(0), played.table.version // 2
    log = told(played, viewer)[: at + 1]
    for decision in log[1 : at - 2]:
        del decision["facts"]
        decision |= {"faded": True, "command": {"type": decision["command"]["type"]}}
    board = played.table.ruleset.view(played.masked(viewer, at))
    made = record(log, viewer, at, at, {"board": board, "status": "playing"})
    (faded,) = (row for row in made.rows if row.label == "?")
    assert {value for mine in faded.balances for value in mine} == {"?"}
    assert made.end == balances(played, viewer, at, running=False)
    assert {value for mine in record(log, viewer, at, at).end for value in mine} == {"?"}


def test_a_name_that_was_erased_stays_erased() -> None:
    log = told(once("seven-sins", 2, "plain", 0), PUBLIC)
    log[0]["seats"][1]["name"] = {"erased": True}
    made = record(log, PUBLIC, len(log) - 1, len(log) - 1)
    assert "(erased)" in html(made)
    assert "(erased)" in PdfReader(BytesIO(pdf(made))).pages[0].extract_text()
