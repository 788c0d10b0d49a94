"""The program in a pseudo-terminal, with a service in a process of its own that goes away and comes back."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from service.cli import main
from service.cli.scribe.cache import folder_of
from service.cli.scribe.outbox import Outbox
from tests.persistence.serving import Served, served
from tests.service.playing import FIRST_FIVE, NAMES, SINS
from tests.service.scribe.terminals import SECONDS, program
from tests.service.scribe.writing import line

pytestmark = pytest.mark.long

TAKE = {"type": "take", "sin": "greed", "to": "reserve", "seat": 0}
WRONG = {"type": "take", "sin": "wrath", "to": "reserve", "seat": 0}
NOTES = [f"note {number}" for number in range(1, 31)]


class Match:
    """A recorded match at a running service."""

    def __init__(self, server: Served) -> None:
        self._server = server
        status, self.opened, _ = server.request(
            "POST",
            "/v1/matches",
            {
                "ruleset": "seven-sins",
                "mode": "recorded",
                "seats": [{"name": name} for name in NAMES[:2]],
                "options": {"first_seat": 0, "sins": SINS},
            },
        )
        assert status == 201, self.opened
        self.id, self.token = self.opened["id"], self.opened["tokens"]["scribe"]
        dealt = {"type": "deal", "cards": ["pride", "greed"]}
        self.ask("POST", "/commands", {"commands": [dealt, {"type": "refill", "cards": FIRST_FIVE}]})

    def ask(self, method: str, what: str, body: Any = None, server: Served | None = None) -> Any:
        """Ask something about it as the scribe."""
        headers = {"Authorization": f"Bearer {self.token}"}
        status, answer, _ = (server or self._server).request(method, f"/v1/matches/{self.id}{what}", body, headers)
        assert status in (200, 201), answer
        return answer

    def log(self, server: Served | None = None) -> list[Any]:
        """What has been entered behind the opening."""
        decisions: list[Any] = self.ask("GET", "/decisions?after=2&limit=100", server=server)["decisions"]
        return decisions

    def said(self, server: Served | None = None) -> list[Any]:
        """What has been entered behind the opening, in short."""
        return [one["command"].get("text") or one["command"]["type"] for one in self.log(server)]


def on_port(database: str, address: str) -> Any:
    """A service where one was before."""
    return served(database, 1, "--port", str(urlsplit(address).port))


def test_lines_are_entered_previewed_undone_and_noted(server, tmp_path):
    match = Match(server)
    with program(match.id, server.address, match.token, tmp_path) as ada:
        ada.wait_for("The match waits for Ada.")
        ada.type("red: take wrath to reserve")
        ada.wait_for("refused: ")
        ada.type("take pride to the bin")
        ada.wait_for("^ ")
        ada.press("take gr\t")
        ada.wait_for("take greed")
        ada.type(" reserve")
        ada.wait_for("red: take greed to reserve")
        ada.wait_for("Ada takes 1 Greed to the reserve. (next: Chance)")
        ada.wait_for("save?")
        assert match.said() == []
        ada.type("")
        ada.wait_for("saved as 3")
        ada.type("note a glass fell")
        ada.wait_for("saved as 4")
        ada.type("undo")
        ada.wait_for("Decision 3 is struck.")
        ada.type("yes")
        ada.wait_for("saved as 5")
        ada.press("boa\t")
        ada.wait_for("board")
        ada.press("\r")
        ada.wait_for("Reserve: 1 Pride")
        assert ada.leave() == 0
    assert match.said() == ["take", "a glass fell", "table.amend"]


@pytest.mark.scenario(82)
def test_two_scribes_see_each_other_at_once(server, tmp_path):
    match = Match(server)
    with (
        program(match.id, server.address, match.token, tmp_path) as ada,
        program(match.id, server.address, match.token, tmp_path, "Ben") as ben,
    ):
        ada.wait_for("The match waits for Ada.")
        ben.wait_for("The match waits for Ada.")
        ben.type("red: take greed to reserve")
        ben.wait_for("save?")
        ada.type("take greed reserve")
        ada.wait_for("save?")
        ada.type("")
        ada.wait_for("saved as 3")
        ben.wait_for("* 3 Ada takes 1 Greed to the reserve. [Ada]")
        ben.type("")
        ben.wait_for("Ada entered before Ben: 3 Ada takes 1 Greed to the reserve. [Ada]")
        ben.type("drop")
        ben.wait_for("is left out")
        ben.type("pile: refill pride")
        ben.wait_for("save?")
        ben.type("")
        ben.wait_for("saved as 4")
        ada.wait_for("* 4 Turned up: Pride. [Ben]")
        assert ada.leave() == ben.leave() == 0
    assert match.said() == ["take", "refill"]
    assert [one["entered_by"] for one in match.log()] == ["Ada", "Ben"]


@pytest.mark.scenario(89, 92)
def test_the_outbox_survives_kills_and_is_delivered_once(tmp_path):
    database = f"sqlite:///{tmp_path / 'kerbholz.db'}"
    with served(database) as server:
        match, address = Match(server), server.address
        with program(match.id, address, match.token, tmp_path) as ada:
            ada.wait_for("The match waits for Ada.")
            server.kill()
            ada.press("".join(f"{note}\r" for note in NOTES[:13]))
            ada.wait_for("13 waits in the outbox")
            ada.kill()
    with program(match.id, address, match.token, tmp_path) as ada:  # without a service
        ada.wait_for("as it was last seen here")
        ada.type(line(WRONG))
        ada.wait_for("14 waits")
        ada.press("".join(f"{note}\r" for note in NOTES[14:]))
        ada.wait_for("30 waits in the outbox")
        with on_port(database, address) as server:
            ada.wait_for("14 is held")
            ada.wait_for("SS-T2")
            assert match.said(server) == [note.removeprefix("note ") for note in NOTES[:13]]
            ada.kill()
            with program(match.id, address, match.token, tmp_path) as ada_again:
                ada_again.wait_for("14 {")
                ada_again.type(f"edit {line(TAKE)}")
                ada_again.wait_for("saved as 32")
                assert ada_again.leave() == 0
            rest = [note.removeprefix("note ") for note in NOTES[14:]]
            assert match.said(server) == [*(note.removeprefix("note ") for note in NOTES[:13]), "take", *rest]


@pytest.mark.soak
def test_killed_while_it_sends_it_sends_the_rest_and_nothing_twice(server, tmp_path):
    match, notes = Match(server), NOTES[:9]
    folder = folder_of(server.address, match.id, "Ada", {"XDG_STATE_HOME": str(tmp_path)})
    with Outbox(folder / "outbox.jsonl", match.id) as outbox:
        for note in notes:
            outbox.put({"type": "table.note", "text": note.removeprefix("note ")}, note, None)
    for least in (3, len(notes)):
        with program(match.id, server.address, match.token, tmp_path) as ada:
            deadline = time.monotonic() + SECONDS
            while len(match.said()) < least:
                assert time.monotonic() < deadline, "nothing is sent"
                time.sleep(0.02)
            ada.kill()
    assert match.said() == [note.removeprefix("note ") for note in notes]


# -- what it cannot be opened with ---------------------------------------------------------------------------

NOBODY = "http://127.0.0.1:9"
"""An address at which nothing listens."""
SOME = "0b0e8f0e-0000-4000-8000-000000000001"


def refused(tmp_path: Path, *arguments: str, token: str | None = "khz_scribe_x") -> str:
    """What `kerbholz scribe` says when it does not open."""
    environment = {"KERBHOLZ_TOKEN": token, "XDG_STATE_HOME": str(tmp_path)}
    ended = CliRunner().invoke(main, ["scribe", "--url", NOBODY, *arguments], env=environment)
    assert ended.exit_code in (1, 2), ended.output
    assert isinstance(ended.exception, SystemExit)
    return ended.output


def test_two_programs_of_one_scribe_do_not_share_an_outbox(tmp_path):
    folder = folder_of(NOBODY, SOME, "Ada", {"XDG_STATE_HOME": str(tmp_path)})
    with Outbox(folder / "outbox.jsonl", SOME):
        assert "another program has this outbox open" in refused(tmp_path, SOME, "--as", "Ada")
    assert "this match has not been opened here before" in refused(tmp_path, SOME, "--as", "Ada")


def test_a_name_leads_to_no_other_folder(tmp_path):
    for name in ("..", "../../x", "/etc", "."):
        assert "not been opened here before" in refused(tmp_path, SOME, "--as", name)
    (service,) = (tmp_path / "kerbholz" / "scribe").iterdir()
    assert [path.name for path in service.iterdir()] == [SOME]
    assert all(path.name.startswith("@") for path in (service / SOME).iterdir())
    assert (service / SOME / "@.." / "outbox.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "token", "said"),
    [
        (("not-an-id",), "x", "named by its id"),
        ((SOME,), None, "KERBHOLZ_TOKEN"),
        ((SOME,), "a secret of two words", "does not hold a token"),
        ((SOME, "--url", "http://secret@table.test"), "x", "no name or token in it"),
        ((SOME, "--url", "ftp://table.test"), "x", "http://HOST"),
        ((SOME, "--as", ""), "x", "no name"),
        ((SOME, "--token-file", "/nowhere/at-all.txt"), None, "no token can be read"),
        ((SOME, "--token", "a secret of two words"), None, "No such option"),
    ],
)
def test_it_says_what_it_cannot_be_opened_with_and_never_the_token(tmp_path, arguments, token, said):
    output = refused(tmp_path, *arguments, token=token)
    assert said in output
    assert "two words" not in output


def test_the_token_is_read_from_a_file(tmp_path):
    file = tmp_path / "token"
    file.write_text("khz_scribe_y\n")
    assert "not been opened here before" in refused(tmp_path, SOME, "--token-file", str(file), token=None)
