"""What a run of the tests that was killed has left behind is cleared away by the next one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.conftest import FOLDER, forget_runs_that_were_killed

WAITS = [sys.executable, "-c", "input()"]


@pytest.fixture
def killed() -> int:
    """The number of a process that is gone."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    return gone.pid


def left_by(run: int, memory: Path) -> tuple[Path, subprocess.Popen[bytes]]:
    """The folder of a run, and a program that it has started and that waits for ever."""
    folder = memory / f"{FOLDER}{run}-x"
    inner = folder / "of-one-test"
    inner.mkdir(parents=True)
    (inner / "file").touch()
    environment = {**os.environ, "TMPDIR": str(inner)}
    return folder, subprocess.Popen(WAITS, stdin=subprocess.PIPE, env=environment)


def test_what_a_killed_run_has_left_is_gone_and_others_go_on(tmp_path: Path, killed: int) -> None:
    folder, program = left_by(killed, tmp_path)
    other_folder, other_program = left_by(os.getpid(), tmp_path)
    try:
        forget_runs_that_were_killed(tmp_path)
        assert not psutil.pid_exists(program.pid)
        assert not folder.exists()
        assert other_program.poll() is None
        assert other_folder.exists()
    finally:
        for one in (program, other_program):
            one.kill()
            one.communicate()
