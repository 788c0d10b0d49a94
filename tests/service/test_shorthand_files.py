"""Whole invented matches as files, with what happens at real tables: recorded, replayed, exported and printed."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from domain.kit.ruleset import ruleset
from domain.match.line import changes_until, fold_line
from domain.match.match import rules_of
from projections.said.printed_record import viewer_called
from service import importing
from service.cli import main, record
from service.cli.print.pdf import MOST_PAGES
from tests.games.installed import OWN
from tests.games.playing import SOAK
from tests.persistence.serving import Served, served

pytestmark = pytest.mark.long

FILES = sorted((Path(__file__).parents[1] / "vectors" / "shorthand").glob("*.txt"))
CORRECTIONS = ("table.amend", "table.take-back")


@dataclass
class Entered:
    """A file that was recorded: the match at the service, and what its readers get of it."""

    server: Served
    name: str
    text: str
    file: importing.File
    done: dict[str, Any]

    def get(self, path: str, media: str = "application/json") -> str:
        """What the arbiter reads."""
        service = record.Service(self.server.address)
        return service.get(f"/v1/matches/{self.done['id']}{path}", self.done["tokens"]["arbiter"], media)

    def view(self, viewer: str, at: int) -> dict[str, Any]:
        """What a viewer saw after a decision."""
        found: dict[str, Any] = json.loads(self.get(f"/view?as={viewer}&at={at}"))
        return found

    def log(self, viewer: str) -> list[dict[str, Any]]:
        """The decisions as a viewer was told them."""
        lines = self.get(f"/decisions?as={viewer}", "application/x-ndjson").splitlines()
        return [json.loads(line) for line in lines]

    @cached_property
    def facts(self) -> list[Mapping[str, Any]]:
        """All facts of the log, in order."""
        return [fact for decision in self.log("official") for fact in decision["facts"]]

    @property
    def viewers(self) -> list[str]:
        """Everybody who can look."""
        return ["official", "public", *(f"seat:{seat}" for seat in range(len(self.file.opening.seats)))]

    def printed(self, viewer: str, output: Path) -> bytes:
        """What `kerbholz print` writes for a viewer."""
        asked = ["print", self.done["id"], "--url", self.server.address, "--as", viewer, "--output", str(output)]
        said = CliRunner().invoke(main, asked, env={"KERBHOLZ_TOKEN": self.done["tokens"]["arbiter"]})
        assert said.exit_code == 0, said.output
        return output.read_bytes()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A service of its own for as long as the matches below are there: a file is recorded once at each."""
    with served(f"sqlite:///{tmp_path_factory.mktemp('files') / 'kerbholz.db'}") as server:
        yield server


@pytest.fixture(scope="module", params=FILES, ids=[path.stem for path in FILES])
def match(server, request) -> Entered:
    """Each of the files, recorded."""
    text = request.param.read_text(encoding="utf-8")
    file = importing.read(text)
    return Entered(server, request.param.stem, text, file, record.record(record.Service(server.address), text))


def unknown_in(value: Any) -> Iterator[Any]:
    """Whatever stands as unknown in a command."""
    if isinstance(value, dict):
        if value.keys() == {"unknown"}:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from unknown_in(one)


def test_of_each_game_there_are_files_for_different_numbers_of_players():
    seats = {path.stem: path.read_text(encoding="utf-8").count("\nseat ") for path in FILES}
    for game in OWN:
        assert len({seats[f"{game}-{number}"] for number in (1, 2, 3)}) == 3


@pytest.mark.few("mea-culpa-2", "seven-sins-1", "seven-sins-3", "thurn-and-taxis-2")
def test_each_has_what_happens_at_tables(match):
    lines = match.file.lines
    kinds = Counter(line.command["type"] for line in lines)
    assert any(importing.is_gap(line) for line in lines)
    assert [line for line in lines if line.irregular]
    assert kinds["table.amend"]
    assert sum(kinds[kind] for kind in CORRECTIONS) >= 2
    assert kinds["table.assert"] >= 2
    assert lines[-1].command == {"type": "table.confirm"}
    played = [line.command for line in lines if not line.command["type"].startswith("table.")]
    assert list(unknown_in(played))
    assert kinds["table.reveal"]


@pytest.mark.few(
    "mea-culpa-2", "mea-culpa-4", "seven-sins-1", "seven-sins-3", "thurn-and-taxis-2", "thurn-and-taxis-4"
)
def test_it_is_recorded_and_exported_byte_for_byte(match):
    assert match.done["kept"] == []
    assert match.get("/shorthand", "text/plain") == match.text
    now = json.loads(match.get(""))
    assert (now["status"], now["outcome"]["reason"]) == ("finished", "played")
    found = json.loads(match.get("/audit"))["findings"]
    assert {"irregular", "assertion"} <= {finding.get("kind") for finding in found}
    held = {fact["holds"] for fact in match.facts if fact["type"] == "Asserted"}
    assert {"yes", "no"} <= held, "one held, and one found a slip"


@pytest.mark.few("mea-culpa-2", "seven-sins-3", "thurn-and-taxis-2")
def test_everybodys_view_is_the_fold_of_the_log_and_the_officials_as_it_was_before_each_correction(match):
    for viewer in match.viewers:
        told = match.log(viewer)
        game, rules = ruleset(told[0]["ruleset"]["id"]), rules_of(told[0])
        corrected = [one["version"] - 1 for one in told if one["command"]["type"] in CORRECTIONS]
        for at in (*(corrected if viewer == "official" else ()), told[-1]["version"]):
            state: Any = fold_line(game, rules, told, viewer_called(viewer), at, changes_until(told, at))
            assert json.loads(json.dumps(game.view(state))) == match.view(viewer, at)["board"], at


@pytest.mark.few("mea-culpa-2-public", "seven-sins-1-official", "thurn-and-taxis-2-public")
@pytest.mark.grows
@pytest.mark.parametrize("viewer", ["official", "public"])
def test_it_prints_on_two_pages_and_a_board_with_corrections_marked(match, viewer, tmp_path):
    page = match.printed(viewer, tmp_path / "match.html").decode()
    corrected = {one["version"] for one in match.log(viewer) if one["command"]["type"] in CORRECTIONS}
    assert "<s>" in page
    assert corrected & set(map(int, re.findall("<sup>([0-9]+)</sup>", page)))
    assert all(f">{version}<" in page for version in corrected)
    for sign in ("Let stand by", "says what is true", "…gap…", "The end has to be confirmed", " win"):
        assert sign in page
    if SOAK or viewer == "official" or match.name.endswith("-1"):
        check_paper(match, viewer, tmp_path / "match.pdf")


def check_paper(match: Entered, viewer: str, output: Path) -> None:
    """The PDF: for the public of one file of each game, for it is made from what the page is made from."""
    reader = PdfReader(BytesIO(match.printed(viewer, output)))
    assert 1 <= len(reader.pages) <= MOST_PAGES + 1, "the last is the board"
    assert match.file.opening.seats[0].name in reader.pages[0].extract_text()
