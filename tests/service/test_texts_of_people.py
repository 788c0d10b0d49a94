"""Text of people over REST and in the programs: what is refused, and where, and what is shown of the rest."""

from __future__ import annotations

import pytest
import rfc8785
from click.testing import CliRunner

from domain.application.matches import Matches
from domain.kit.text.texts import shown
from domain.kit.visibility import PUBLIC
from projections.said.printed_record import record
from service.cli import main
from service.cli.print.html import html
from service.cli.scribe import terminal
from service.config import Settings
from tests.service.playing import open_match

BODY = {"ruleset": "seven-sins", "mode": "recorded"}
ACTING = "A\u202eB\u009b31mC\u200bD\x1b[2JE\u2066"
"""What turns what stands around it, or moves the cursor of a terminal."""


def opened(client, seats, **more):
    return client.post("/v1/matches", json={**BODY, "seats": seats, **more})


def sent(table, command):
    return table.client.post(f"/v1/matches/{table.id}/commands", json=command, headers=table.bearer("scribe"))


def refused_at(answer):
    """Where what was refused stood, and what was said."""
    assert (answer.status_code, answer.json["code"]) == (422, "invalid"), answer.text
    ((field, said),) = answer.json["errors"].items()
    return field, said[0]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("A\u202e", "U+202E (RIGHT-TO-LEFT OVERRIDE) at character 2 is not allowed here."),
        ("Ann\u009b31mX", "U+009B (a control character) at character 4 is not allowed here."),
        ("A\u200bB", "U+200B (ZERO WIDTH SPACE) at character 2 is not allowed here."),
    ],
)
def test_names_say_at_which_character_they_are_wrong(sqlite_client, name, said):
    assert refused_at(opened(sqlite_client, [{"name": "Bo"}, {"name": name}])) == ("seats.1.name", said)
    labels = opened(sqlite_client, [{"name": "Bo"}, {"name": "Cyd"}], labels={"cup": name})
    assert refused_at(labels) == ("labels.cup", said)
    assert refused_at(opened(sqlite_client, [{"name": "Bo"}, {"name": "Cyd"}], labels={name: "x"}))[1] == said


@pytest.mark.parametrize("colour", ["scribe", "pile", "host", "arbiter", "chance", "note", "irregular", "seat"])
def test_words_of_shorthand_are_no_colours(sqlite_client, colour):
    answer = opened(sqlite_client, [{"name": "Ada", "colour": colour}, {"name": "Bo"}])
    assert refused_at(answer) == (
        "seats.0.colour",
        f"“{colour}” is a word of shorthand, so it cannot be a colour.",
    )


@pytest.mark.parametrize("name", ["blau", "Blau", "ＢＬＵＥ", "blue"])
def test_nobody_is_called_by_the_colour_of_another_seat(sqlite_client, name):
    answer = opened(sqlite_client, [{"name": name, "colour": "red"}, {"name": "Bo", "colour": "blue"}])
    assert refused_at(answer) == ("seats.0.name", "This is the colour of seat 1.")
    assert opened(sqlite_client, [{"name": "Bo"}, {"name": name, "colour": "blue"}]).status_code == 201


def test_the_table_gives_no_seat_a_colour_that_another_is_called_by_in_any_language(sqlite_client):
    answer = opened(sqlite_client, [{"name": "Blau"}, {"name": "Rot"}, {"name": "Lila"}])
    assert answer.status_code == 201, answer.text


def test_names_in_many_scripts_are_kept_composed(sqlite_client):
    names = ["می\u200cخواهم", "👩\u200d🚀", "Jose\u0301"]
    answer = opened(sqlite_client, [{"name": name} for name in names])
    assert [seat["name"] for seat in answer.json["seats"]] == [*names[:2], "José"]


def test_labels_beyond_the_basic_plane_are_canonical(migrated_sqlite_url, sqlite_client):
    labels = {"\uffee": "1", "😀": "2", "a": "3"}
    answer = opened(sqlite_client, [{"name": "Ada"}, {"name": "Bo"}], labels=labels)
    assert answer.json["labels"] == labels
    with Matches(Settings(database=migrated_sqlite_url).environment) as matches:
        ((value,),) = matches.database.query("SELECT value FROM kerbholz_texts WHERE pointer = '/labels'")
    assert value.encode() == rfc8785.dumps(labels)


def test_a_scribe_and_a_word_are_looked_at_too(sqlite_client):
    table = open_match(sqlite_client, 2, mode="recorded")
    note = {"type": "table.note", "text": "x", "entered_by": "Eve\u202e"}
    assert refused_at(sent(table, note))[0] == "entered_by"
    accusation = {"type": "table.accuse", "accused": 0, "rule": "M\u001b1"}
    assert refused_at(sent(table, accusation))[0] == "rule"


def test_notes_are_kept_and_never_sent_raw(sqlite_client):
    table = open_match(sqlite_client, 2, mode="recorded")
    table.do("scribe", {"type": "table.note", "text": ACTING})
    log = table.log("scribe")
    assert log[-1]["command"]["text"] == ACTING
    page = html(record(log, PUBLIC, log[-1]["version"], log[-1]["version"]))
    assert all(shown(one) == one for one in page.split("\n"))
    assert "A\\u202eB\\u009b31mC\\u200bD\\u001b[2JE\\u2066" in page


def test_a_message_of_the_program_does_nothing_to_the_terminal(tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(f"kerbholz shorthand 1\nruleset: seven-sins {ACTING}\n---\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["record", "--check", str(file)])
    assert done.exit_code == 1
    assert all(shown(line) == line for line in done.output.split("\n"))


def test_the_scribes_terminal_shows_what_acts_by_its_number(monkeypatch, capsys):
    class Line:
        app = type("App", (), {"is_running": False})()

        def __init__(self, **_):
            pass

        def prompt(self, message):
            assert message() == "A\\u202e>"
            raise EOFError

    class Followed:
        def __init__(self, *_):
            pass

        start = stop = lambda self: None

    class Session:
        prompt = "A\u202e>"
        opening_lines = staticmethod(lambda: [ACTING, "plain"])

    monkeypatch.setattr(terminal, "PromptSession", Line)
    monkeypatch.setattr(terminal, "Listener", Followed)
    monkeypatch.setattr(terminal, "FileHistory", lambda _: None)
    terminal.run(Session(), None, "history")
    assert capsys.readouterr().out == "A\\u202eB\\u009b31mC\\u200bD\\u001b[2JE\\u2066\nplain\n"
