"""The program says what happens in the words of the game, in the language of who uses it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from service.cli.client import Client, Reply, Request, Unreachable
from service.cli.options import language_of as language_of_terminal
from service.cli.scribe import opening
from service.cli.scribe.cache import Cache
from service.cli.scribe.lines import told
from service.cli.scribe.lines.language import Plain
from service.cli.scribe.opening import BadOpening, scribe
from service.cli.scribe.outbox import Outbox
from service.cli.scribe.session import Session
from tests.service.playing import (
    MEA_CULPA,
    RULESET,
    THURN_AND_TAXIS,
    CheckedClient,
    Table,
    open_match,
    recorded_match,
)
from tests.service.scribe.writing import Scribe, line, played

TAKE = {"type": "take", "sin": "greed", "to": "reserve", "seat": 0}
OWN_WORDS = re.compile(r"\b[a-z]+_[a-z_]+\b|\b[A-Z][a-z]+[A-Z]\w+|\b[A-Z]{2,}_\w+")
"""Ids as facts, members of the view and cards have: ``SinTaken``, ``leave_stone``, ``EMP_LETTER``."""


@pytest.fixture
def table(sqlite_client: CheckedClient) -> Table:
    """A recorded match in which seat 0 is to take."""
    return recorded_match(sqlite_client)


def shown(lines: list[str]) -> str:
    """Lines as one text, however wide the terminal is."""
    return " ".join(" ".join(lines).split())


def test_the_board_and_who_is_next_are_said_in_the_language(table, tmp_path):
    with Scribe(table, tmp_path, language="de").at_work() as session:
        said = shown(session.opening_lines())
        assert "Mitte: 1 Neid, 1 Habgier, 1 Wollust und 2 Hochmut" in said
        assert "Ada: Züge: 1; Vorrat: 1 Hochmut" in said
        assert "Die Partie wartet auf Ada." in said
        assert "take <Sünde> (to) <Wohin> [leave stone] – Sünde: Neid|Habgier|Wollust|Hochmut" in said
        assert "Wohin: Vorrat|Abgrund" in said
        assert "nichts" not in said  # what is empty is left out


def test_what_a_line_brings_about_is_a_sentence_beside_the_line_as_it_is_typed(table, tmp_path):
    with Scribe(table, tmp_path, language="de").at_work() as session:
        said = session.say("nimmt Habgier Vorrat")
        assert said[:2] == [
            "  red: take greed to reserve",
            "  → Ada nimmt 1 Habgier in den Vorrat. (next: Zufall)",
        ]
        assert session.say("")[0] == "saved as 3: red: take greed to reserve"
        assert session.prompt == "Zufall> "
        assert "   3 Ada nimmt 1 Habgier in den Vorrat. [Ada]" in session.say("log")
        assert shown(session.say("undo")).startswith("scribe: amend remove 3 → Die Protokollführung")


def test_what_others_enter_is_told_in_the_language_of_who_reads_it(table, tmp_path):
    ada, ben = Scribe(table, tmp_path, language="en"), Scribe(table, tmp_path, "Ben", "laptop", "fr")
    with ada.at_work() as first, ben.at_work() as second:
        first.say(line(TAKE))
        first.say("")
        (said,) = second.hear()
        assert said.startswith("* 3 Ada ")
        assert said.endswith(" [Ada]")
        assert "Avarice" in said


def test_a_claim_that_does_not_hold_is_pointed_out(table, tmp_path):
    with Scribe(table, tmp_path, language="en").at_work() as session:
        assert "THIS DOES NOT HOLD" in shown(session.say("assert /seats/1/turns 7"))


def test_help_names_commands_and_their_members(table, tmp_path):
    with Scribe(table, tmp_path, language="de").at_work() as session:
        said = session.say("help take")
        assert said[0].startswith("take (Eine Sünde nehmen): ")
        assert "holds: Sünde, Wohin, Stein liegen lassen" in said
        assert "take <Sünde> (to) <Wohin> [leave stone]" in shown(session.say("xx"))


@pytest.mark.few("de-seven-sins", "en-mea-culpa", "de-thurn-and-taxis")
@pytest.mark.long
@pytest.mark.parametrize("ruleset", [RULESET, MEA_CULPA, THURN_AND_TAXIS])
@pytest.mark.parametrize("language", ["de", "en"])
def test_nothing_but_what_is_typed_is_an_id_and_all_is_as_wide_as_the_terminal(
    sqlite_client, tmp_path, ruleset, language
):
    table = open_match(sqlite_client, mode="recorded", ruleset=ruleset)
    with Scribe(table, tmp_path, language=language).at_work() as session:
        session.width = 80
        for command in played(sqlite_client, 15, ruleset=ruleset):
            session.say(line(command))
            session.say("")
            for word in ("board", "next", "log"):
                lines = session.say(word)
                assert all(len(one) <= 80 for one in lines), lines
                assert not OWN_WORDS.search(" ".join(lines)), lines


# -- without words -------------------------------------------------------------------------------------------


def an_older_service(send: Callable[[Request], Reply]) -> Callable[[Request], Reply]:
    """It knows no ``text`` and ``lang``, and no picture and words."""

    def answered(request: Request) -> Reply:
        for name in ("text", "lang"):
            if f"{name}=" in request.target:
                problem = {"code": "invalid", "status": 422, "errors": {name: [f"There is no parameter {name}."]}}
                return Reply(422, {}, json.dumps(problem).encode())
        return send(request)

    return answered


def at_an_older_service(scribe_at: Scribe, outbox: Outbox, language: str) -> tuple[Session, Client]:
    """A session in a language at a service that has none."""
    token = scribe_at.table.token("scribe") or ""
    client = Client(an_older_service(scribe_at.wire), scribe_at.table.id, token, language)
    return Session(client, outbox, Cache(scribe_at.folder), "Ada", opening.language_of), client


def test_an_older_service_that_says_nothing_in_words_is_shown_as_ever(table, tmp_path):
    ada = Scribe(table, tmp_path)
    with Outbox(ada.folder / "outbox.jsonl", table.id) as outbox:
        session, client = at_an_older_service(ada, outbox, "de")
        said = shown(session.opening_lines())
        assert "centre 5 (envy, greed, lust, pride 2)" in said
        assert "next: Ada (red)" in said
        assert "SinTaken Ada (red)" in shown(session.say(line(TAKE)))
        assert "saved as 3" in shown(session.say(""))
        assert client.language is None


def test_a_note_that_is_refused_takes_no_words_away(table, tmp_path):
    """Its text is refused under the name that the parameter has, too."""
    with Scribe(table, tmp_path, language="de").at_work() as session:
        assert "refused: " in shown(session.say(line({"type": "table.note", "text": 3})))
        assert session.client.language == "de"
        assert "Ada nimmt 1 Habgier" in shown(session.say(line(TAKE)))


def test_what_waited_is_sent_once_to_a_service_that_turns_out_to_be_older(table, tmp_path):
    ada = Scribe(table, tmp_path, language="de")
    with ada.at_work() as session:
        ada.wire.cut = True
        session.say(line(TAKE))
    with Outbox(ada.folder / "outbox.jsonl", table.id) as outbox:
        ada.wire.cut = False
        client = Client(an_older_service(ada.wire), table.id, table.token("scribe") or "", "de")
        entry = outbox.waiting[0]
        assert client.append(entry.body, entry.key, None)["version"] == 3
        assert client.append(entry.body, entry.key, None)["version"] == 3
    assert table.version == 3


def test_without_the_service_the_words_that_were_seen_are_shown(table, tmp_path):
    ada = Scribe(table, tmp_path, language="de")
    with ada.at_work() as session:
        before = session.board_lines()
    ada.wire.cut = True
    with ada.at_work() as session:
        assert session.board_lines() == before
        assert "Die Partie wartet auf Ada." in session.next_lines()
        assert session.say("take greed reserve")[-1] == "1 waits in the outbox"


def test_a_board_that_was_kept_before_there_were_words_is_shown(table, tmp_path):
    ada = Scribe(table, tmp_path)
    with ada.at_work():
        pass
    kept: dict[str, Any] = json.loads((ada.folder / "board.json").read_bytes())
    for name in ("language", "text", "words"):
        del kept[name]
    (ada.folder / "board.json").write_text(json.dumps(kept))
    ada.wire.cut = True
    with ada.at_work() as session:
        assert "centre 5" in shown(session.board_lines())


def test_a_game_that_is_not_installed_here_is_told_in_words_all_the_same(table, tmp_path):
    ada = Scribe(table, tmp_path)
    client = Client(ada.wire, table.id, table.token("scribe") or "", "de")
    with Outbox(ada.folder / "outbox.jsonl", table.id) as outbox:
        session = Session(client, outbox, Cache(ada.folder), "Ada", lambda _: Plain())
        assert "Mitte: 1 Neid" in shown(session.board_lines())
        assert "Sünde: Neid|Habgier|Wollust|Hochmut" in shown(session.next_lines())
        assert "Ada nimmt 1 Habgier in den Vorrat." in shown(session.say(line(TAKE)))
        completions = [text for text, _ in session.complete('{"type": "take"')]
        assert completions
        assert all("text" not in json.loads(text) for text in completions)


# -- which language ------------------------------------------------------------------------------------------


def test_a_language_that_nobody_speaks_is_the_next_best_one(table, tmp_path):
    with Scribe(table, tmp_path, language="pt-BR").at_work() as session:
        assert "The match waits for Ada." in session.next_lines()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de-DE"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR"}, "fr-FR"),
        ({"LANG": "C.UTF-8"}, None),
        ({}, None),
    ],
)
def test_the_language_is_that_of_the_terminal(environment, language):
    assert language_of_terminal(environment) == language


def test_what_is_no_language_is_refused():
    with pytest.raises(BadOpening, match="language"):
        scribe("8a38c097-a768-40cb-889a-795994a2a4b5", "http://127.0.0.1:9", "Ada", "token", {}, "de DE")


# -- short ---------------------------------------------------------------------------------------------------


def test_a_board_in_words_is_made_short():
    """Short things in one line, lists of alike ones line by line, and nothing of what is empty."""
    text = (
        "A game\n\nRound: 2\nPhase: Turns\nPile: nothing\nSites\n  Site 1: Crews: 0\n  Site 2: Crews: 1\n"
        "Empty\n  Left: nothing\n  Right: nothing\n"
        "Players\n  Ada: Hand: nothing; Houses: 20\n  Bo\n    Hand: 2\n    Route: nothing\n"
        "  Cyd: Hand: 1; Houses: 3\n"
    )
    assert told.board_lines(text, "en", 80) == [
        "Round: 2 | Phase: Turns",
        "Sites: Site 1: Crews: 0 | Site 2: Crews: 1",
        "Players",
        "  Ada: Houses: 20",
        "  Bo: Hand: 2",
        "  Cyd: Hand: 1; Houses: 3",
    ]


def test_an_unreachable_service_is_no_board_in_words():
    def away(_: Request) -> Reply:
        raise Unreachable("away")

    with pytest.raises(Unreachable):
        Client(away, "m", "t", "de").board(3)
    assert Client(lambda _: Reply(404, {}, b"{}"), "m", "t", "de").board(3) == ""
    assert Client(lambda _: Reply(404, {}, b'{"code": "not-found"}'), "m", "t", "de").words() == {}
