"""Several sentences in one typed line, what was probably meant, and the final scores before they are confirmed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.cli.scribe.lines.spoken import Shorthand
from service.cli.scribe.session import Session
from tests.service.playing import THURN_AND_TAXIS, CheckedClient, Table, open_match, recorded_match
from tests.service.scribe.writing import Scribe, entered, played
from tests.service.test_recording import VECTORS


@pytest.fixture
def table(sqlite_client: CheckedClient) -> Table:
    """A recorded match in which seat 0 is to take, then chance lays out one card."""
    return recorded_match(sqlite_client)


@pytest.fixture
def ada(table: Table, tmp_path: Path) -> Scribe:
    return Scribe(table, tmp_path)


@pytest.fixture
def session(ada: Scribe) -> Iterator[Session]:
    with ada.at_work() as session:
        yield session


def text(lines: list[str]) -> str:
    return "\n".join(lines)


@pytest.mark.parametrize(
    "typed",
    [
        "take greed reserve; refill pride; take lust abyss",
        "take greed reserve, refill pride, take lust abyss",
        "red: take greed reserve ; pile: refill pride;blue: take lust abyss;",
    ],
)
def test_the_sentences_of_a_line_are_shown_together_and_saved_by_one_enter(table, ada, session, typed):
    before = len(entered(table))
    shown = text(session.say(typed))
    assert "red: take greed to reserve" in shown
    assert "pile: refill pride" in shown
    assert "blue: take lust to abyss" in shown
    assert "Enter saves all 3" in shown
    assert (len(entered(table)), ada.wire.posted) == (before, [])
    said = session.say("")
    assert sum(line.startswith("saved as") for line in said) == 3
    assert [one["type"] for one in entered(table)[before:]] == ["take", "refill", "take"]
    assert len({key for key, _ in ada.wire.posted}) == 3


def test_no_leaves_them_all(table, ada, session):
    session.say("take greed reserve; refill pride")
    assert session.say("no") == ["nothing was saved"]
    assert session.say("") == []
    assert ada.wire.posted == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("take greed reserve; refill pride; take wrath abyss", "refused: take wrath abyss: "),
        ("take greed reserve; refill prode", "did you mean “pride”"),
        ("take wrath reserve; refill pride", "refused: take wrath reserve: "),
    ],
)
def test_one_that_cannot_be_entered_leaves_them_all_out(table, ada, session, typed, said):
    shown = text(session.say(typed))
    assert said in shown
    assert "sentences was saved" in shown
    assert session.prompt != "save? "
    assert (session.say(""), ada.wire.posted) == ([], [])


def test_commas_part_nothing_where_that_is_not_clear(session):
    for typed in ("take greed, lust reserve", "refill pride, greed", "take greed reserve, pride"):
        said = text(session.say(typed))
        assert "Enter saves all" not in said, typed
        session.say("no")


def test_without_the_service_each_sentence_waits_in_its_turn(table, ada, session):
    ada.wire.cut = True
    said = text(session.say("take greed reserve; refill pride"))
    assert "1 waits in the outbox" in said
    assert "2 waits in the outbox" in said
    said = text(session.say("take lust abyss; take xyzzy"))
    assert "nothing of these 2 sentences was saved" in said
    ada.wire.cut = False
    session.hear()
    assert [one["type"] for one in entered(table)[-2:]] == ["take", "refill"]


def test_a_turn_of_thurn_and_taxis_is_one_line(sqlite_client, tmp_path):
    table = open_match(sqlite_client, mode="recorded", ruleset=THURN_AND_TAXIS)
    before = played(sqlite_client, 12, ruleset=THURN_AND_TAXIS)
    with Scribe(table, tmp_path).at_work() as session:
        lines = [session.language.move(one, one.get("seat")) for one in before]
        session.say("; ".join(lines))
        assert session.prompt == "save? "
        session.say("")
        assert entered(table) == before


def test_it_says_which_word_was_probably_meant(session):
    for typed, meant in (
        ("tkae greed reserve", "take"),
        ("take greeed reserve", "greed"),
        ("rad: take greed", "red"),
    ):
        assert f"did you mean “{meant}”?" in text(session.say(typed)), typed
    assert "did you mean" not in text(session.say("xyzzy greed"))


def test_the_last_sentence_of_a_line_is_completed(session):
    assert ("greed", 2) in session.complete("take lust abyss; take gr")
    assert ("pride", 2) in session.complete("take lust abyss; refill pr")
    assert ("remove", 3) in session.complete("scribe: amend remove 2; rem")


# -- the final scores ---------------------------------------------------------------------------------------


@pytest.fixture
def ending(sqlite_client: CheckedClient, tmp_path: Path) -> Iterator[Session]:
    """A whole match whose end is proposed."""
    lines = (VECTORS / "seven-sins-1.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    file = "".join(line for line in lines if "confirm" not in line and "external id" not in line)
    answer = sqlite_client.post(
        "/v1/imports", data=file.encode(), headers={"Content-Type": "text/plain; charset=utf-8"}
    )
    assert answer.status_code == 201, answer.text
    with Scribe(Table(sqlite_client, answer.json), tmp_path).at_work() as session:
        assert session.board.match["proposed"] is not None
        yield session


def test_before_the_end_is_confirmed_the_scores_are_shown_and_can_be_compared(ending):
    scores = ending.board.match["proposed"]["scores"]
    right = " ".join(map(str, scores))
    assert ending.say(f"scores {right}") == ["Scores: table and record agree"]
    said = text(ending.say(f"scores {scores[0]} {scores[1] + 1}"))
    assert "THE RECORD HAS OTHER SCORES" in said
    assert f"Bo (blue): {scores[1] + 1} at the table, {scores[1]} in the record" in said
    assert "a number for each of the 2 seats" in text(ending.say("scores 3"))
    assert "there is no “money”" in text(ending.say("scores money 3 4"))
    shown = text(ending.say("confirm"))
    assert "to be compared with the table" in shown
    assert f"Ada (red): Scores {scores[0]}" in shown
    assert ending.prompt == "save? "
    assert f"Ada (red): Scores {scores[0]}" in text(ending.say("scores"))  # a look saves nothing
    ending.say("")
    assert ending.board.match["status"] == "finished"


def test_where_no_end_is_near_there_are_no_final_scores(session):
    assert session.say("scores 3 4") == ["the match is not at its end: there are no final scores"]
    assert session.say("scores") == ["the match is not at its end: there are no final scores"]


def test_a_line_with_commas_is_tried_in_as_many_ways_however_many_sit_there_and_a_long_one_in_none(
    session, monkeypatch
):
    tried: list[str] = []
    read = Shorthand._read
    monkeypatch.setattr(Shorthand, "_read", lambda self, said: tried.append(said) or read(self, said))
    assert session.language.pieces("take lust abyss, refill envy") == ["take lust abyss", "refill envy"]
    tried.clear()
    assert session.language.pieces("x, " * 6 + "x") == []
    assert len(tried) == 7 * 4  # nobody says it, a seat, chance, the scribe
    tried.clear()
    assert session.language.pieces("x" * 500 + ", take lust abyss") == []
    assert tried == []
