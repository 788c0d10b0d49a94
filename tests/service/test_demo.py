"""The demonstration: it plays every game to its end, shows what it promises, and can be replayed as it says."""

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from click.testing import CliRunner

from domain.kit.ruleset import rulesets
from service.cli import main
from service.demo.demonstration import BAR
from service.demo.samples import SAMPLES
from tests.sharing import made_once

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
TITLES = {game.title: game.id for game in rulesets().values()}
"""Of all games that are installed: there are some here that the demonstration has never heard of.

One of them, Liar's Dice, goes on for as long as the players do not agree that it has ended: it is given up.
"""
OUT_OF_A_BOX = {"Any game": "Liar's Dice"}
"""What a board is called that is out of a box."""
NAMES = ("Agatha", "Bruno", "Clara", "Dietmar")


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
        timeout=300,
    )


def answer(address: str) -> Any:
    """What ``curl`` gets from an address; without a scheme it takes HTTP."""
    with urllib.request.urlopen(f"http://{address}", timeout=30) as response:
        return json.load(response)


@pytest.fixture(scope="module")
def demonstrated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a demonstration prints, and by match what its commands answer and the board: one for all tests."""

    def made() -> dict[str, Any]:
        done = demo(tmp_path_factory.mktemp("demo"), "--seed", "1")
        assert (done.returncode, done.stderr) == (0, "")
        return {"shown": done.stdout, "again": again(done.stdout), "verified": verified_again(done.stdout)}

    found: dict[str, Any] = made_once(tmp_path_factory, "demonstration", made)
    return found


@pytest.fixture(scope="module")
def shown(demonstrated: dict[str, Any]) -> str:
    """What a demonstration prints."""
    text: str = demonstrated["shown"]
    return text


def part(shown: str, title: str) -> str:
    """What is shown of one match while it is played and at its end."""
    found = re.search(rf"^{title}: match .*?(?=^\S+.*: match |^audit findings)", shown, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found.group()


def final(shown: str, title: str) -> list[str]:
    """The lines of the final board."""
    *_, drawn = part(shown, title).strip().partition("\n\n")[2].partition("\n\n")
    return drawn.splitlines()


def test_there_is_a_game_that_the_demonstration_does_not_know():
    assert set(TITLES.values()) > set(SAMPLES)


@pytest.mark.parametrize("title", TITLES)
def test_each_match_is_told_in_sentences_from_an_empty_bar_to_a_full_one(shown: str, title: str):
    told = re.findall(r"^  \[(#*\.*)\] decision +(\d+)  (.+)$", part(shown, title), re.MULTILINE)
    numbers = [int(number) for _, number, _ in told]
    assert numbers == sorted(set(numbers))
    bars = [bar for bar, _, _ in told]
    assert {len(bar) for bar in bars} == {BAR}
    assert bars[0] == "." * BAR
    assert bars[-1] == "#" * BAR
    assert len(told) <= 5, "a line at each quarter, and at the end"
    assert "#" * BAR not in bars[:-1]
    assert not [text for _, _, text in told if re.search(r"[a-z]_[a-z]|:\d|[{}]", text)]


@pytest.mark.parametrize(
    ("title", "variant"),
    [
        ("Mea Culpa", "4 players; META CULPA: every sin costs its stone at once"),
        ("7 – The Sins", "4 players; Penitence"),
        ("Thurn and Taxis", "4 players; Modules: The Audience, Offices of Honour"),
        ("Kuhn poker", "2 players"),
    ],
)
def test_it_says_which_options_were_chosen(shown: str, title: str, variant: str):
    assert part(shown, title).splitlines()[1] == f"  {variant}"


def test_the_matches_are_played_one_after_the_other_and_nothing_is_too_wide(shown: str):
    assert sorted(re.findall(r"^(\S.*): match [0-9a-f-]{36}$", shown, re.MULTILINE)) == sorted(TITLES)
    assert "\r" not in shown
    (folder,) = re.findall(r"rm -r (\S+)$", shown, re.MULTILINE)
    assert max(len(line) for line in shown.splitlines() if folder not in line) <= 100


@pytest.mark.parametrize("title", TITLES)
def test_the_final_board_is_that_of_the_service(
    shown: str, replayed: dict[str, list[Any]], boards: dict[str, str], title: str
):
    """It is what a view in words is, but for the ends of lines."""
    *views, _, _ = replayed[title]
    assert views[2]["status"] == ("abandoned" if TITLES[title] == "liars-dice" else "finished")
    assert (
        " ".join(" ".join(final(shown, title)).split())
        == " ".join(boards[title].split()).removeprefix(OUT_OF_A_BOX.get(title, title)).lstrip()
    )


def test_the_picture_in_the_readme_has_the_form_of_what_is_shown(shown: str):
    (picture,) = re.findall(r"^```text\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    assert picture.startswith("7 – The Sins: match ")

    def titles(text: str) -> set[str]:
        """What lines begin with; how a match went is different from one to the next."""
        said = text.partition("\n\n")[2].partition("\n\n")[2]
        lines = (line for line in said.splitlines() if line and not line.startswith(" " * 8))
        ends = (" wins.", " win together.")
        return {"the end" if any(end in line for end in ends) else line.partition(":")[0] for line in lines}

    now_and_then = {
        "  Last player",
        "      Stones on",
        *(f"    {back}" for back in ("Back on top", "I", "II", "III")),
    }
    assert len(titles(picture)) > 15
    left_out = {"    Clara", "    Dietmar"}
    assert titles(picture) ^ titles(part(shown, "7 – The Sins")) <= {*now_and_then, *left_out, "    Penitence"}


def test_the_findings_of_the_audit_are_shown(shown: str, audited: dict[str, Any]):
    _, _, after = shown.partition("\naudit findings:\n")
    found, _, _ = after.partition("\n\n")
    findings = audited["Mea Culpa"]["findings"]
    assert findings, "somebody was careless"
    assert f"  Mea Culpa: {len(findings)} finding" in found
    for title in ("7 – The Sins", "Thurn and Taxis", "Kuhn poker"):
        assert f"  {title}: no findings" in found.splitlines()
    for finding in findings:
        assert re.search(rf"^    {finding['rule']}: .+", found, re.MULTILINE)
        proof = " and ".join(str(version) for version in finding["decisions"])
        assert f"      {NAMES[finding['seat']]}, decision {proof}: {finding['status']}\n" in found


def test_it_says_what_was_checked(shown: str):
    assert re.search(r"^What was checked:$", shown, re.MULTILINE)
    for title in TITLES:
        assert re.search(rf"^  {title}: \d+ decisions are in the log without a gap", shown, re.MULTILINE)
    assert len(re.findall(r"^    [0-9a-f]{64}\.$", shown, re.MULTILINE)) == len(TITLES)


def again(shown: str) -> dict[str, tuple[list[Any], str]]:
    """By match, what the printed commands answer on a service that was started as it is said, and the board."""
    _, _, replay = shown.partition("To replay them")
    (serve,) = re.findall(r"^  (\S+ serve .*)$", replay, re.MULTILINE)
    answers = {}
    with started(shlex.split(serve)) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("listening on http://")
        for title in TITLES:
            _, _, commands = replay.partition(f"\n{title}:\n")
            curls = re.match(r"(  curl .*\n)+", commands)
            assert curls is not None
            got = [answer(shlex.split(line)[1]) for line in curls.group().splitlines()]
            (address,) = re.findall(
                r"^  (http://\S+/picture)\?at=\d+$", commands[curls.end() :].partition("\n")[0]
            )
            with urllib.request.urlopen(f"{address}?shape=wide", timeout=30) as response:
                assert response.headers["Content-Type"].startswith("image/svg+xml")
            asked = urllib.request.Request(f"{address}?as=official", headers={"Accept": "text/plain"})
            with urllib.request.urlopen(asked, timeout=30) as response:
                answers[title] = got, response.read().decode()
    return answers


def verified_again(shown: str) -> list[str]:
    """What the printed commands say that verify the files, in Python and in JavaScript."""
    _, _, commands = shown.partition("To verify the files again")
    python, javascript = (
        re.findall(rf"^  ({program} .*)$", commands, re.MULTILINE) for program in (r"\S+ verify", "node")
    )
    said = []
    for line in python:
        done = CliRunner().invoke(main, shlex.split(line)[1:])
        assert done.exit_code == 0, done.output
        said.append(done.stdout)
    run = partial(subprocess.run, capture_output=True, text=True, check=True)
    return said + [run(shlex.split(line)).stdout for line in javascript]


def test_each_match_is_taken_home_and_verified_there_and_can_be_again(demonstrated: dict[str, Any], shown: str):
    _, _, told = shown.partition("\nWhat was taken home")
    told = " ".join(told.partition("\n\n")[0].split())
    for title in TITLES:
        assert re.search(rf"{title}: \d+ decisions, \d+ opened values and \d+ receipts fit together, and", told)
    assert told.endswith(
        "says the same of each."
        if shutil.which("node")
        else "Node is not installed, so the second verifier, in JavaScript, has not seen them."
    )
    by_rules = [said for said in demonstrated["verified"] if "decided again by" in said]
    assert len(by_rules) == len(TITLES)
    assert all("which you trust" in said for said in demonstrated["verified"])


@pytest.fixture(scope="module")
def replayed(demonstrated: dict[str, Any]) -> dict[str, list[Any]]:
    """By match, what the printed commands answer."""
    return {title: answers for title, (answers, _) in demonstrated["again"].items()}


@pytest.fixture(scope="module")
def boards(demonstrated: dict[str, Any]) -> dict[str, str]:
    """By match, its final board in words, as officials see it."""
    return {title: board for title, (_, board) in demonstrated["again"].items()}


@pytest.fixture(scope="module")
def audited(replayed: dict[str, list[Any]]) -> dict[str, Any]:
    """By match, its audit on the service that the printed command has started."""
    return {title: answers[-1] for title, answers in replayed.items()}


@pytest.mark.parametrize(("title", "opened"), [("Mea Culpa", 1), ("7 – The Sins", 4), ("Thurn and Taxis", 2)])
def test_the_printed_commands_replay_each_match(
    shown: str, replayed: dict[str, list[Any]], title: str, opened: int
):
    *views, log, _ = replayed[title]
    assert [view["as"] for view in views] == ["public", "public", "public", "seat:1"]
    beginning, middle, end, seen = views
    assert (beginning["at"], beginning["status"]) == (opened, "playing")
    assert opened < middle["at"] == seen["at"] < end["at"]
    assert (end["at"], end["status"]) == (end["line"], "finished")
    assert [decision["version"] for decision in log["decisions"]] == list(range(end["at"] + 1))
    assert f"  {title}: {end['at'] + 1} decisions are in the log" in shown


def test_the_log_is_replayed_in_sentences(replayed: dict[str, list[Any]]):
    for answers in replayed.values():
        assert all(decision["text"] for decision in answers[-2]["decisions"])


def test_kept_running_it_links_to_pages_that_are_there_until_it_is_stopped(tmp_path: Path):
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "service.demo", "--keep", "--game", "kuhn-poker"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    said = ""
    while "#token=" not in said:
        line = process.stdout.readline()
        assert line, f"it ended: {said}"
        said += line
    public, official = re.findall(r"http://\S+/matches/\S+", said)
    assert re.fullmatch(rf"{public}#token=khz_arbiter_\w+", official)
    with urllib.request.urlopen(public, timeout=30) as response:
        page = response.read().decode()
    assert "Agatha" in page
    assert "Kuhn poker" in page
    process.send_signal(signal.SIGINT)
    rest, complaint = process.communicate(timeout=180)
    assert (process.returncode, complaint) == (0, "")
    assert "The service has stopped." in rest
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(public, timeout=30)


def test_a_game_that_is_not_there_is_a_failure_with_a_message(tmp_path: Path):
    done = demo(tmp_path, "--game", "chess")
    assert done.returncode == 1
    assert "The demonstration failed: there is no game chess" in done.stderr


# -- when it does not work -----------------------------------------------------------------------------------


@pytest.mark.soak
def test_told_to_stop_it_stops_its_service_too(tmp_path: Path):
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "service.demo"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()  # the service runs
    servers = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGTERM)
    _, complaint = process.communicate(timeout=180)
    assert process.returncode == 1
    assert complaint.strip() == "The demonstration was stopped."
    assert servers
    assert psutil.wait_procs(servers, timeout=20)[1] == []


def test_a_service_that_does_not_start_is_a_failure_with_a_message(tmp_path: Path):
    environment = {**os.environ, "TMPDIR": str(tmp_path), "KERBHOLZ_SERVICE_KEY": "no hex"}
    command = [sys.executable, "-m", "service.demo"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "The demonstration failed: the service did not start" in done.stderr
    assert "KERBHOLZ_SERVICE_KEY has to be hex" in done.stderr
