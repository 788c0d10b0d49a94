"""Checkpoints and proofs are accepted by a program that shares nothing with this one: Go's own packages for them.

It needs Debian's packages ``golang-go`` and ``golang-golang-x-mod-dev``, or the like on ``GOPATH``; nothing is
downloaded.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.evidence.archives import KEY, archive_of, played
from tests.service.playing import CheckedClient

FOREIGN = Path(__file__).parent / "foreign"
PACKAGES = Path("/usr/share/gocode")
"""Where Debian's golang-golang-x-mod-dev lies."""
GO = shutil.which("go")


def built(folder: Path) -> Path:
    """The program in Go; skips the test where it cannot be built."""
    if GO is None:
        pytest.skip("go is not installed")
    program = folder / "foreign"
    paths = os.pathsep.join(filter(None, (os.environ.get("GOPATH"), str(PACKAGES))))
    environment = {**os.environ, "GO111MODULE": "off", "GOPATH": paths, "GOCACHE": str(folder / "cache")}
    command = [GO, "build", "-o", str(program), "main.go"]
    done = subprocess.run(command, cwd=FOREIGN, env=environment, capture_output=True, text=True, timeout=300)
    if "cannot find package" in done.stderr:
        pytest.skip(f"golang.org/x/mod is not in {paths}")
    assert done.returncode == 0, done.stderr
    return program


@pytest.mark.long
def test_gos_own_packages_accept_checkpoints_and_proofs(sqlite_signing: CheckedClient, tmp_path: Path) -> None:
    program = built(tmp_path)
    table = played(sqlite_signing, options={"history": "kept"})
    lines = [json.loads(line) for line in archive_of(sqlite_signing, table, "arbiter")[1:-1]]
    size, origin = len(lines), f"{KEY.name}/matches/{table.id}"

    def asked(kind: str, path: str, **known: str) -> dict[str, Any]:
        answer = sqlite_signing.get(f"{table.path}/{path}", headers={"Accept": "text/plain"})
        return {"kind": kind, "text": answer.text, "origin": origin, **known}

    questions = [asked("checkpoint", f"checkpoint?size={n}") for n in range(1, size + 1)]
    questions += [
        asked("inclusion", f"decisions/{version}/proof?size={n}", leaf=lines[version]["open"])
        for n in (size, size - 1, 8)
        for version in range(0, n, 3)
    ]
    questions += [
        asked("consistency", f"consistency?from={n}&to={to}", root=lines[n - 1]["root"])
        for to in (size, 8)
        for n in range(1, to + 1)
    ]
    honest = len(questions)
    leaf = next(one for one in questions if one["kind"] == "inclusion")
    tree = next(one for one in questions if one["kind"] == "consistency")
    questions += [
        {**questions[0], "text": questions[0]["text"].replace("\n1\n", "\n2\n")},
        {**questions[0], "origin": "elsewhere"},
        {**leaf, "leaf": leaf["leaf"] + " "},
        {**leaf, "text": leaf["text"].replace("index 0", "index 1")},
        {**tree, "root": lines[3]["root"]},
    ]
    done = subprocess.run(
        [program, str(KEY)],
        input="".join(json.dumps(one) + "\n" for one in questions),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    said = done.stdout.splitlines()
    assert len(said) == len(questions)
    assert set(said[:honest]) == {"holds"}
    assert "holds" not in said[honest:]
