"""`kerbholz print`: what is corrected stands there too, and a token prints what it may read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from projections.said.printed_record import Record, record, viewer_called
from service.cli import main
from service.cli.print.html import html
from service.cli.print.pdf import pdf
from tests.service.playing import Table, open_match, opening, recorded_match

TAKE = {"type": "take", "seat": 0, "sin": "lust", "to": "abyss"}


def run(*arguments: str, token: str | None = None) -> Result:
    """The command with a token in its environment."""
    return CliRunner().invoke(main, ["print", *arguments], env={"KERBHOLZ_TOKEN": token or ""})


def printed(table: Table, who: Any, **coordinates: int) -> Record:
    """What somebody can print of a match."""
    view = table.get(who, "view", **coordinates)
    return record(table.log(who), viewer_called(view["as"]), view["at"], view["line"], view)


@pytest.fixture
def table(sqlite_client) -> Table:
    return recorded_match(sqlite_client)


def marked(made: Record, mark: str) -> list[tuple[str, int | None]]:
    """The entries with a mark."""
    return [(one.text, one.by) for row in made.rows for said in row.seats for one in said if one.mark == mark]


def test_what_was_taken_back_is_struck_and_says_by_which_decision(table):
    taken = table.do("scribe", TAKE)["decisions"][0]["version"]
    before = printed(table, "scribe")
    back = table.do("scribe", {"type": "table.take-back", "decision": taken, "reason": "a <slip>"})["version"]
    made = printed(table, "scribe")
    assert marked(before, "struck") == []
    assert marked(made, "struck") == [("1 Lust → Abyss", back), ("+ stone", back)]
    assert [(one.version, one.who) for one in made.remarks] == [(back, "The scribe")]
    assert "a <slip>" in made.remarks[0].text
    assert f"Decision {taken} is struck." in made.remarks[0].text
    assert f"<s>1 Lust → Abyss, + stone</s><sup>{back}</sup>" in html(made)
    assert "a &lt;slip&gt;" in html(made)
    assert pdf(made).startswith(b"%PDF")
    # As the line was before: nothing is struck in it.
    assert printed(table, "scribe", at=taken).rows == before.rows


def test_what_was_amended_stands_there_as_it_was_and_as_it_is(table):
    taken = table.do("scribe", TAKE)["decisions"][0]["version"]
    other = {"type": "take", "sin": "greed", "to": "reserve"}
    change = {"decision": taken, "effect": "replace", "commands": [{"seat": 0, "command": other}]}
    by = table.do("scribe", {"type": "table.amend", "changes": [change], "reason": "misread"})["version"]
    made = printed(table, "scribe")
    assert marked(made, "struck") == [("1 Lust → Abyss", by), ("+ stone", by)]
    assert marked(made, "replaced") == [("1 Greed → reserve", by)]
    (remark,) = made.remarks
    assert "misread" in remark.text
    assert f"Another decision stands for {taken}. Decision {taken} comes out differently." in remark.text
    board = table.get("scribe", "view")["board"]
    assert made.end[0][0] == str(board["seats"][0]["reserve"]["count"])
    assert made.end[0][2] == str(board["seats"][0]["stones"]) == "0"


def test_what_broke_a_rule_is_marked_with_the_rule_and_the_note(table):
    note = {"note": "nobody noticed"}
    irregular = table.do("scribe", {**TAKE, "seat": 1, "irregular": note})["decisions"][0]["version"]
    made = printed(table, "scribe")
    assert marked(made, "irregular")[0] == ("1 Lust → Abyss", irregular)
    (remark,) = made.remarks
    assert remark.version == irregular
    assert "“nobody noticed” Let stand by: scribe (out of turn)." in remark.text
    assert '<b class="irregular">' in html(made)


def test_what_broke_a_rule_is_marked_even_if_it_is_left_out_otherwise(table, sqlite_client):
    note = {"irregular": {"note": "nobody noticed"}}
    passed = table.do("scribe", {"type": "pass", "seat": 0, **note})["version"]
    assert marked(printed(table, "scribe"), "irregular") == [("…", passed)]
    rome = open_match(sqlite_client, 2, ruleset="thurn-and-taxis", mode="recorded", options={"start_player": 0})
    rome.do("scribe", {"type": "lay-out", "cards": ["ulm", "lodz", "basel", "linz", "zurich", "pilsen"]})
    used = rome.do("scribe", {"type": "use-postmaster", "seat": 1, **note})["version"]
    assert marked(printed(rome, "scribe"), "irregular") == [("…", used)]


def test_an_assertion_is_printed_as_it_was_told_to_each(table):
    table.do("scribe", {"type": "table.assert", "at": "/seats/0/stones", "is": 3})
    (official,) = printed(table, "scribe").remarks
    assert "true: Ada, Stones of pardon “3”. The record says otherwise." in official.text
    table.do("scribe", {"type": "table.assert", "at": "/seats/0/reserve/things/pride", "is": 7})
    assert "Ada, Reserve, Pride “7”. The record says otherwise." in printed(table, "scribe").remarks[1].text
    assert "The scribe says what is true on the table." in printed(table, 1).remarks[1].text
    assert "reserve/things" not in html(printed(table, 1))


def test_a_match_is_printed_from_the_service_by_whoever_may_read_it(server, tmp_path: Path):
    body = opening(2, options={"chance": "known", "first_seat": 0}, seed="5" * 32, public=False)
    _, opened, _ = server.request("POST", "/v1/matches", body)
    match, tokens = opened["id"], opened["tokens"]
    page, paper, file = tmp_path / "m.html", tmp_path / "m.pdf", tmp_path / "token"
    file.write_text(tokens["seats"][1] + "\n")
    asked = (match, "--url", server.address)

    assert run(*asked, "--output", str(page), token=tokens["arbiter"]).exit_code == 0
    assert "as told to</dt><dd>the officials" in page.read_text()
    dealt = page.read_text().count("dealt ?")
    assert dealt == 0
    done = run(*asked, "--output", str(page), "--token-file", str(file))
    assert done.exit_code == 0, done.output
    assert "as told to</dt><dd>Bo" in page.read_text()
    assert page.read_text().count("dealt ?") == 1  # the other's first card
    assert run(*asked, "--at", "1", "--output", str(paper), "--token-file", str(file)).exit_code == 0
    assert paper.read_bytes().startswith(b"%PDF")

    for token, viewer in (
        (None, None),
        (tokens["seats"][0], "official"),
        ("x" * 40, None),
    ):
        said = run(*asked, *(("--as", viewer) if viewer else ()), "--output", str(page), token=token)
        assert said.exit_code == 1
        assert "Traceback" not in said.output
        assert str(token) not in said.output
    gone = run(match, "--url", "http://127.0.0.1:9", "--output", str(page), token=tokens["arbiter"])
    assert gone.exit_code == 1
    assert "cannot be reached" in gone.output


def test_a_token_that_no_header_can_hold_is_not_repeated(tmp_path: Path):
    said = run("m", "--url", "http://127.0.0.1:9", "--output", str(tmp_path / "m.html"), token="secret\nx")
    assert said.exit_code == 1
    assert "secret" not in said.output


def test_an_empty_sheet_needs_no_service(tmp_path: Path):
    page, paper = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    for output in (page, paper):
        done = run("--blank", "seven-sins", "--seats", "3", "--option", "penitence=true", "--output", str(output))
        assert done.exit_code == 0, done.output
    assert "<dt>Penitence</dt><dd>yes</dd>" in page.read_text()
    assert "<script" not in page.read_text()
    assert "http" not in page.read_text()
    assert paper.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--blank", "chess", "--output", "x.html"), "no ruleset"),
        (("--blank", "seven-sins", "--seats", "9", "--output", "x.html"), "seats"),
        (("--blank", "seven-sins", "--option", "tempo=1", "--output", "x.html"), "options"),
        (("--blank", "seven-sins", "--option", "tempo", "--output", "x.html"), "NAME=VALUE"),
        (("--blank", "seven-sins", "--at", "1", "--output", "x.html"), "no service"),
        (("--blank", "seven-sins", "--output", "x.txt"), ".html or .pdf"),
        (("--blank", "seven-sins", "--url", "http://127.0.0.1:8000", "--output", "x.html"), "no service"),
        (("m", "--url", "ftp://x", "--output", "x.html"), "http://"),
        (("--output", "x.html"), "MATCH"),
    ],
)
def test_what_cannot_be_printed_is_said(arguments, said):
    done = run(*arguments)
    assert done.exit_code != 0
    assert said in done.output
    assert "Traceback" not in done.output
