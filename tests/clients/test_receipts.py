"""Clients keep what they were told, and stop where the service tells another history."""

from __future__ import annotations

import importlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from domain.evidence import proofs
from tests.clients.test_clients import (  # noqa: F401  (fixtures)
    NODE,
    ROOT,
    TYPESCRIPT,
    address,
    built,
    client,
    opened_match,
    run,
)
from tests.evidence.test_proofs import ROOTS, altered, asked

pytestmark = pytest.mark.long

Case = tuple[dict[str, Any], dict[str, Any], list[str], bool]


def cases() -> Iterator[Case]:
    """Trees of many sizes, proofs of them, and whether these prove that the first begins the second."""
    for size in (1, 2, 3, 6, 8, 13, 33):
        after = {"size": size, "root": ROOTS[size]}
        for first in range(1, size + 1):
            before = {"size": first, "root": ROOTS[first]}
            hashes = proofs.consistency(first, size, asked)
            yield before, after, hashes, True
            yield {**before, "root": ROOTS[first - 1]}, after, hashes, False
            yield before, {**after, "root": ROOTS[size + 1]}, hashes, False
            for wrong in altered(hashes):
                yield before, after, list(wrong), False
    yield {"size": 6, "root": ROOTS[6]}, {"size": 5, "root": ROOTS[5]}, [], False


CASES = list(cases())


def test_python_reads_proofs(client: ModuleType) -> None:  # noqa: F811
    begins = importlib.import_module("kerbholz_receipts").begins
    assert [begins(*case[:3]) for case in CASES] == [case[3] for case in CASES]


@pytest.mark.parametrize(
    ("module", "name"), [("typescript/receipts.ts", "begins"), ("verify/verify.mjs", "consistent")]
)
def test_javascript_reads_proofs(module: str, name: str) -> None:
    script = f"""
      import {{ readFileSync }} from "node:fs";
      import {{ {name} as judge }} from {json.dumps((ROOT / "clients" / module).as_uri())};
      const cases = JSON.parse(readFileSync(0, "utf8"));
      console.log(JSON.stringify(cases.map(([before, after, hashes]) => judge(before, after, hashes))));
    """
    command = [NODE, "--input-type=module", "-e", script]
    done = subprocess.run(command, input=json.dumps(CASES), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [case[3] for case in CASES]


def test_a_bot_stops_where_the_service_tells_another_history(
    address: str,  # noqa: F811
    client: ModuleType,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    receipts = importlib.import_module("kerbholz_receipts")
    monkeypatch.setattr(receipts, "FOLDER", tmp_path)
    opened = opened_match(client, address)
    file = tmp_path / f"{opened.id}.receipts.json"
    with client.AuthenticatedClient(address, opened.tokens.arbiter) as arbiter:
        receipts.hold(opened.id, arbiter)
        (first,) = json.loads(file.read_text())
        note = client.models.Command.from_dict({"type": "table.note", "text": "hm"})
        client.api.matches.append_commands.sync(opened.id, client=arbiter, body=note)
        receipts.hold(opened.id, arbiter)
        (second,) = json.loads(file.read_text())
        assert (first["size"] + 1, first["match"]) == (second["size"], second["match"])
        for forged in ({**first, "root": second["root"]}, {**second, "size": 99}):
            file.write_text(json.dumps([forged]))
            for _ in "ab":  # as long as the file is there
                with pytest.raises(receipts.OtherHistory, match=f"ANOTHER HISTORY OF {opened.id} THAN BEFORE"):
                    receipts.hold(opened.id, arbiter)
            assert json.loads(file.read_text())[-1] == forged
        file.write_text(json.dumps([{**first, "root": second["root"]}]))
        with pytest.raises(receipts.OtherHistory):
            receipts.hold(opened.id, arbiter)
        now, again, _ = json.loads(file.read_text())
        assert (now, again) == (second, first), "signed both, so that one of them convicts it"
