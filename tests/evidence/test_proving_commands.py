"""The programs that prove, given what nobody should give them: each says so, and changes nothing."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Thread

import pytest

from domain.evidence.archive import verify
from tests.evidence.archives import kerbholz_here

ARCHIVE = Path(__file__).parents[1] / "vectors/archives/0.1.0/mea-culpa-joint.kerbholz"


def told(*arguments: object, cwd: Path | None = None) -> tuple[int, str]:
    """The exit code, and what is said of it; whatever is wrong, it is no traceback."""
    done = kerbholz_here(*arguments, cwd=cwd)
    return done.returncode, done.stderr


@pytest.mark.parametrize("arguments", [("redact", "--as", "public"), ("verify", "--rules")])
def test_a_pipe_cannot_be_read_twice(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command, *options = arguments
    code, said = told(command, pipe, *options)
    assert code == 2
    assert "it is read twice" in said
    assert list(tmp_path.iterdir()) == [pipe]


def test_what_is_no_file_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    done = kerbholz_here("redact", ARCHIVE, "--as", "public", "--output", pipe)
    reader.join(10)
    assert done.returncode == 0, done.stderr
    assert pipe.is_fifo()
    assert verify(read[0].splitlines(keepends=True)).viewer == "public"
    assert list(tmp_path.iterdir()) == [pipe]


@pytest.mark.parametrize("output", ["", "."])
def test_a_folder_is_no_file(tmp_path: Path, output: str) -> None:
    code, said = told("redact", ARCHIVE, "--as", "public", "--output", output, cwd=tmp_path)
    assert code == 1
    assert "Is a directory" in said
    assert list(tmp_path.iterdir()) == []
