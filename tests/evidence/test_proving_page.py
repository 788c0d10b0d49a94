"""The page "How to prove what happened" does what it says: its commands are run as they stand, on a real match."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from domain.evidence.archive import verify
from domain.evidence.notes import Note, VerifierKey
from domain.evidence.proofs import check_consistency
from service.cli import main
from tests.persistence.serving import Served, served

PAGE = Path(__file__).parents[2] / "docs" / "proving.md"
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOTE = {"type": "table.note", "text": "Tea."}


def commands() -> list[str]:
    """What the page has people type, in its order."""
    return [line for block in BLOCK.findall(PAGE.read_text(encoding="utf-8")) for line in block.splitlines()]


class Taken:
    """A match that went on behind decision 100 and was closed, and what was kept of it."""

    def __init__(self, service: Served, folder: Path) -> None:
        self._service = service
        body = {"ruleset": "seven-sins", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
        match = service.request("POST", "/v1/matches", body)[1]
        self.id, self._commands, tokens = match["id"], match["links"]["commands"], match["tokens"]
        (folder / "seat.token").write_text(tokens["seats"][0])
        version = len(service.request("GET", f"/v1/matches/{self.id}/decisions")[1]["decisions"]) - 1
        kept = []
        while version < 110:
            notes = [NOTE] * min(50, 100 - version if version < 100 else 50)
            kept.append(self._send(tokens["seats"][0], {"commands": notes}))
            version += len(notes)
        self.at_100 = next(receipt for receipt in kept if receipt["size"] == 101)
        kept += [self._send(tokens["host"], {"type": kind}) for kind in ("table.abandon", "table.close")]
        (folder / "receipts.json").write_text(json.dumps(kept))
        (folder / "mine.json").write_text(json.dumps(kept[0]))
        (folder / "theirs.json").write_text(json.dumps(kept[1]))
        (key,) = service.request("GET", "/v1/keys")[1]["keys"]
        self.key = VerifierKey.read(key["vkey"])

    def _send(self, token: str, body: Any) -> dict[str, Any]:
        bearer = {"Authorization": f"Bearer {token}"}
        receipt: dict[str, Any] = self._service.request("POST", self._commands, body, bearer)[1]["receipt"]
        return receipt

    def filled(self, command: str) -> list[str]:
        """The words of a command of the page, with what belongs in the place of its examples."""
        text = re.sub(r"--key (…|'[^']*…')", f"--key {self.key}", command)
        text = text.replace("https://play.example.org", self._service.address)
        assert "…" not in text, command
        return shlex.split(re.sub(r"\bID\b", self.id, text).replace("ROOT", self.at_100["root"]))

    def check_consistency(self, address: str) -> None:
        """What ``curl`` gets proves that the first 101 decisions are those of the receipt."""
        proof = self._service.request("GET", address.removeprefix(self._service.address))[1]
        later = proof["to"]
        check_consistency(101, later["size"], self.at_100["root"], later["root"], proof["hashes"])
        assert Note.read(later["checkpoint"]).signers([self.key]) == (self.key,)


@pytest.fixture
def taken(tmp_path: Path) -> Iterator[Taken]:
    with served(f"sqlite:///{tmp_path / 'a.db'}") as service, contextlib.chdir(tmp_path):
        yield Taken(service, tmp_path)


@pytest.mark.long
def test_every_command_of_the_page_does_what_it_says(taken: Taken) -> None:
    said = {}
    for command in commands():
        program, *arguments = taken.filled(command)
        if program == "curl":
            taken.check_consistency(*arguments)
            continue
        assert program == "kerbholz"
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code == 0, (command, done.output)
        said[command] = done.stdout
    assert len(said) == 9

    def told(*words: str) -> str:
        (command,) = (one for one in said if all(word in one for word in words))
        return said[command]

    assert "which you trust" in told("seat-0", "'play.example.org")
    assert re.search(r"^\d+ of your receipts agree$", told("receipts.json"), re.MULTILINE)
    assert "none contradicts another" in told("mine.json")
    assert "1 of your receipts agree" in told("101:ROOT")
    assert "draws of chance are those of the seed" in told("verify", "official", "--key")
    assert "decided again by seven-sins" in told("--rules")
    for viewer in ("seat-0", "public", "official"):
        lines = Path(f"{taken.id}.{viewer}.kerbholz").read_bytes().splitlines(keepends=True)
        assert verify(lines).viewer == viewer.replace("-", ":")
    # And the recipe answers the question: what does not fit the receipt is told.
    root = taken.at_100["root"]
    for wrong in (f"101:{root[::-1]}", f"100:{root}", f"100000:{root}"):
        done = CliRunner().invoke(main, ["verify", f"{taken.id}.seat-0.kerbholz", "--receipt", wrong])
        assert done.exit_code == 1
        assert re.search(r"(decision (100|99)|the end): receipt", done.output)
