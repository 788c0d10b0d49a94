"""The demonstration: it plays to the end, shows what it promises, and what it says about replaying is true."""

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest


@contextlib.contextmanager
def started(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=30)


def demo(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "service.demo", *arguments],
        env={**os.environ, "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a demonstration prints."""
    done = demo(tmp_path_factory.mktemp("demo"), "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_it_shows_progress_the_final_board_and_what_was_checked(shown: str):
    bars = re.findall(r"^  \[([#.]+)\] decision +(\d+), +(\d+) cards left", shown, re.MULTILINE)
    assert bars[0] == ("." * 24, "4", "66")
    assert bars[-1][0] == "#" * 24
    assert [int(left) for *_, left in bars] == sorted((int(left) for *_, left in bars), reverse=True)
    for name in ("Agatha", "Bruno", "Clara", "Dietmar", "Abyss"):
        assert re.search(rf"^  {name} .* -?\d+$", shown, re.MULTILINE)
    assert re.search(r"^  The Abyss holds -?\d+ points, so the (most|fewest) points win\.$", shown, re.MULTILINE)
    assert re.search(r"^  Winner: \w+", shown, re.MULTILINE)
    assert re.search(r"^audit findings: none .*Checked instead:$", shown, re.MULTILINE)
    assert "\r" not in shown


def test_the_printed_commands_replay_the_match(shown: str):
    commands = [shlex.split(line) for line in re.findall(r"^  (\S+ serve .*|curl .*)$", shown, re.MULTILINE)]
    serve, *curls = commands
    with started(serve) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("listening on http://")
        *views, log = [answer(url) for _, url in curls]
    assert [view["as"] for view in views] == ["public", "public", "public", "seat:1"]
    beginning, _, end, _ = views
    assert (beginning["at"], beginning["status"]) == (4, "playing")
    assert (end["at"], end["status"]) == (end["line"], "finished")
    assert f"  {len(log['decisions'])} decisions stand in the log" in shown
    scores = [str(score) for score in end["outcome"]["scores"]]
    assert [
        re.findall(r"-?\d+", row)[-1] for row in re.findall(r"^  [A-D]\w+ .*$", shown, re.MULTILINE)[:4]
    ] == scores


def answer(url: str) -> dict[str, object]:
    with urllib.request.urlopen(url, timeout=30) as response:
        document: dict[str, object] = json.load(response)
    return document


def test_told_to_stop_it_stops_its_service_too(tmp_path: Path):
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "service.demo"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()  # the service runs
    servers = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGTERM)
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "The demonstration failed: stopped" in complaint
    assert servers
    assert psutil.wait_procs(servers, timeout=20)[1] == []


def test_a_service_that_does_not_start_is_a_failure_with_a_message(tmp_path: Path):
    environment = {**os.environ, "TMPDIR": str(tmp_path), "KERBHOLZ_SERVICE_KEY": "no hex"}
    command = [sys.executable, "-m", "service.demo"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "The demonstration failed: the service did not start" in done.stderr
    assert "KERBHOLZ_SERVICE_KEY has to be hex" in done.stderr
