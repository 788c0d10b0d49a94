"""The demonstration: it plays every game to its end, shows what it promises, and can be replayed as it says."""

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
from typing import Any

import psutil
import pytest

from domain.games.mea_culpa import RULESET, commands, facts
from domain.games.thurn_and_taxis import facts as posts
from domain.kit.facts import Fact
from service.demo.boards import SAMPLES
from service.demo.boards.mea_culpa import WHY
from service.demo.boards.sample import winners
from tests.games.mea_culpa.tables import scene

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
TITLES = ("Mea Culpa", "7 – The Sins", "Thurn and Taxis")
NAMES = ("Agatha", "Bruno", "Clara", "Dietmar")
MEA_CULPA, _, THURN_AND_TAXIS = SAMPLES


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


def answer(address: str) -> Any:
    """What ``curl`` gets from an address; without a scheme it takes HTTP."""
    with urllib.request.urlopen(f"http://{address}", timeout=30) as response:
        return json.load(response)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a demonstration prints."""
    done = demo(tmp_path_factory.mktemp("demo"), "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def part(shown: str, title: str) -> str:
    """What is shown of one match while it is played and at its end."""
    found = re.search(rf"^{title} \(.*?(?=^\S+.* \(.*\): match |^audit findings)", shown, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found.group()


@pytest.mark.parametrize(
    ("title", "first"),
    [
        ("Mea Culpa", "decision   1, round  0"),
        ("7 – The Sins", "decision   4, 66 cards left"),
        ("Thurn and Taxis", "decision   2, round  0"),
    ],
)
def test_each_match_is_shown_from_an_empty_bar_to_a_full_one(shown: str, title: str, first: str):
    lines = re.findall(r"^  \[([#.]{20})\] (.*)$", part(shown, title), re.MULTILINE)
    assert lines[0] == ("." * 20, first)
    assert lines[-1][0] == "#" * 20
    assert lines[-1][1].endswith("  the match is over")
    bars = [bar.count("#") for bar, _ in lines]
    assert bars == sorted(bars)
    assert len(bars) <= 6


def test_the_matches_are_played_one_after_the_other_and_nothing_is_too_wide(shown: str):
    assert re.findall(r"^(\S.*) \(.*\): match [0-9a-f-]{36}$", shown, re.MULTILINE) == list(TITLES)
    assert "\r" not in shown
    (folder,) = re.findall(r"rm -r (\S+)$", shown, re.MULTILINE)
    assert max(len(line) for line in shown.splitlines() if folder not in line) <= 100


@pytest.mark.parametrize("why", list(WHY.items()))
def test_also_where_all_have_won_it_is_not_too_wide(why: tuple[str, str]):
    outcome = {"winners": list(range(len(NAMES))), "decided_by": why[0]}
    assert len(winners(outcome, dict(enumerate(NAMES)), why[1])) <= 100


def test_the_final_board_of_mea_culpa_is_a_table_of_souls_letters_and_taler(shown: str):
    final = part(shown, "Mea Culpa")
    assert re.search(r"^  +soul  red  green  blue  yellow  steps  taler$", final, re.MULTILINE)
    for name in NAMES:
        assert re.search(rf"^  {name} +(Heaven|0|[+-]\d+)( +(\d+|–)){{4}} +\d+ +\d+$", final, re.MULTILINE)
    (sites,) = re.findall(r"^  Sites: 1 (\w+), 2 (\w+), 3 (\w+)$", final, re.MULTILINE)
    assert sites.count("cathedral") == 2
    assert re.search(r"^  Winners?: \w+.* \(decided by (nearest|heaven): .*\)$", final, re.MULTILINE)


def test_the_final_board_of_seven_sins_is_a_table_of_sins_and_scores(shown: str):
    final = part(shown, "7 – The Sins")
    for name in (*NAMES, "Abyss"):
        assert re.search(rf"^  {name} .* -?\d+$", final, re.MULTILINE)
    assert re.search(r"^  The Abyss holds -?\d+ points, so the (most|fewest) points win\.$", final, re.MULTILINE)
    assert re.search(r"^  Winners?: \w+.* \(decided by \w+\)$", final, re.MULTILINE)


def test_the_final_board_of_thurn_and_taxis_is_a_table_of_what_each_seat_scores(shown: str):
    final = part(shown, "Thurn and Taxis")
    heads = ["carriages", "worth", "houses", "left", "bonus tiles", "chips", "audience", "score"]
    assert re.search(rf"^  +{'  +'.join(heads)}$", final, re.MULTILINE)
    for name in NAMES:
        assert re.search(
            rf"^  {name} +(–|\d( \d)*)( +\d+){{3}} +\d+(\+\d)*( +\d+){{2}} +-?\d+$", final, re.MULTILINE
        )
    arrived, spaces = _in_rome(final)
    assert list(spaces) == ["ministrant (1)", "priest (2)", "abbot (3)", "bishop (4)", "cardinal (5)"]
    received = [owner for owners in spaces.values() for owner in owners]
    assert set(received) <= set(NAMES)
    assert bool(received) == bool(arrived)
    assert re.search(r"^  Winner: \w+ \(decided by (points|(game-end|order): .*)\)$", final, re.MULTILINE)


def _in_rome(final: str) -> tuple[int, dict[str, list[str]]]:
    """How many carriages have come to Rome, and who was received by each kind of clergyman there."""
    (arrived,) = re.findall(r"^  (\d) of 5 carriages have come to Rome\.", final, re.MULTILINE)
    spaces = re.findall(r"^    (\w+ \(\d\)): (.*)$", final, re.MULTILINE)
    return int(arrived), {kind: [] if owners == "nobody" else owners.split(", ") for kind, owners in spaces}


def test_the_picture_in_the_readme_has_the_form_of_what_is_shown(shown: str):
    (picture,) = re.findall(r"^```text\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    unlike = rf"match \S+|{'|'.join(NAMES)}|nobody|\(decided .*|[-–\d+,]+"  # from one match to the next

    def form(text: str) -> list[str]:
        lines = (re.sub(r"\s+", " ", re.sub(unlike, " ", line)).strip() for line in text.splitlines())
        return [line for line in lines if line and not line.startswith("[")]

    assert len(form(picture)) > 8
    assert form(picture) == form(part(shown, "Thurn and Taxis"))


def test_the_findings_of_the_audit_are_shown(shown: str, audited: dict[str, Any]):
    _, _, after = shown.partition("\naudit findings:\n")
    found, _, _ = after.partition("\n\n")
    findings = audited["Mea Culpa"]["findings"]
    assert findings, "somebody was careless"
    assert f"  Mea Culpa: {len(findings)} finding" in found
    assert found.endswith("  7 – The Sins: no findings\n  Thurn and Taxis: no findings")
    for finding in findings:
        assert re.search(rf"^    {finding['rule']}: .+", found, re.MULTILINE)
        proof = " and ".join(str(version) for version in finding["decisions"])
        assert f"      {NAMES[finding['seat']]}, decision {proof}: {finding['status']}\n" in found


def test_it_says_what_was_checked(shown: str):
    assert re.search(r"^What was checked:$", shown, re.MULTILINE)
    for title in TITLES:
        assert re.search(rf"^  {title}: \d+ decisions are in the log without a gap", shown, re.MULTILINE)
    assert len(re.findall(r"^    [0-9a-f]{64}\.$", shown, re.MULTILINE)) == len(TITLES)


@pytest.fixture(scope="module")
def replayed(shown: str) -> dict[str, list[Any]]:
    """By match, what the printed commands answer on the service that the printed command has started."""
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
            answers[title] = [answer(shlex.split(line)[1]) for line in curls.group().splitlines()]
    return answers


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


def test_what_was_shown_of_mea_culpa_is_what_is_replayed(shown: str, replayed: dict[str, list[Any]]):
    outcome = replayed["Mea Culpa"][2]["outcome"]
    rows = [row.split() for row in re.findall(r"^  [A-D]\w+ .*\d$", part(shown, "Mea Culpa"), re.MULTILINE)]
    assert [row[0] for row in rows] == list(NAMES)
    for row, soul, letters, steps in zip(
        rows, outcome["souls"], outcome["letters"], outcome["steps"], strict=True
    ):
        assert row[1] == "Heaven" or int(row[1]) == soul
        owned = dict(zip(("red", "green", "blue", "yellow"), row[2:6], strict=True))
        assert {colour: int(number) for colour, number in owned.items() if number != "–"} == letters
        assert int(row[6]) == steps
    winners = " and ".join(NAMES[seat] for seat in outcome["winners"])
    assert re.search(rf"^  Winners?: {winners} \(decided by {outcome['decided_by']}", shown, re.MULTILINE)


def test_what_was_shown_of_seven_sins_is_what_is_replayed(shown: str, replayed: dict[str, list[Any]]):
    scores = replayed["7 – The Sins"][2]["outcome"]["scores"]
    rows = re.findall(r"^  [A-D]\w+ .*$", part(shown, "7 – The Sins"), re.MULTILINE)[:4]
    assert [int(row.split()[-1]) for row in rows] == scores


def test_what_was_shown_of_thurn_and_taxis_is_what_is_replayed(shown: str, replayed: dict[str, list[Any]]):
    final = part(shown, "Thurn and Taxis")
    board, outcome = (replayed["Thurn and Taxis"][2][name] for name in ("board", "outcome"))
    scored = [fact for fact in _facts(replayed["Thurn and Taxis"]) if fact["type"] == "SeatScored"]
    arrived, spaces = _in_rome(final)
    rows = re.findall(
        r"^  ([A-D]\w+) +(–|\d(?: \d)*) +(\d+) +(\d+) +(\d+) +(\S+) +(\d+) +(\d+) +(-?\d+)$", final, re.M
    )
    assert [row[0] for row in rows] == list(NAMES)
    for row, seat, fact, score in zip(rows, board["seats"], scored, outcome["scores"], strict=True):
        _, carriages, worth, houses, left, tiles, chips, audience, total = row
        assert [int(value) for value in carriages.split() if value != "–"] == seat["carriages"]
        assert (int(houses), int(left)) == (len(seat["houses"]), seat["houses_left"])
        points = [int(one) for one in (worth, chips, audience)]
        assert points == [fact[part] for part in ("carriage", "chips", "audience")]
        assert sum(map(int, tiles.split("+"))) == fact["bonuses"]
        assert sum(points) + fact["bonuses"] - int(left) == int(total) == score
    assert arrived == sum(carriage["city"] == "rom" for carriage in board["audience"]["carriages"])
    for space, owners in spaces.items():
        kind, _, _ = space.partition(" ")
        lying = board["audience"]["spaces"][kind]["things"]
        assert {f"{kind}:{NAMES.index(owner)}": 1 for owner in owners} == lying
    (winner,) = outcome["winners"]
    assert re.search(rf"^  Winner: {NAMES[winner]} \(decided by {outcome['decided_by']}[:)]", final, re.M)


def _facts(answers: list[Any]) -> list[Any]:
    """All facts of the log that was replayed."""
    return [fact for decision in answers[-2]["decisions"] for fact in decision["facts"]]


# -- what is said of Mea Culpa -------------------------------------------------------------------------------


def test_a_soul_in_heaven_is_shown_there():
    """Agatha has a set of four colours, and Heaven is only six steps away; Bruno's post is ahead by one notch."""
    table = scene(
        turn="emperor",
        rooms={1: "NEW_CREW", 2: "TAKE_3", 3: "TAKE_5", 4: "TAKE_7"},
        built={1: "cathedral", 2: "nave"},
        sites={2: 1},
        souls={0: 1, 1: 5, 2: 9, 3: -2},
        letters={0: ["red", "green", "blue", "yellow"], 1: ["red", "red"]},
        money={1: 13},
        board={"track": {"hell_last": 40, "heaven_steps": 6}},
    )
    table.play(1, commands.Visit(1))
    table.play(1, commands.PlaceCrew(2))
    drawn = MEA_CULPA.drawn({"board": RULESET.view(table.state), "outcome": table.state.outcome}, NAMES)
    assert [line.split() for line in drawn.splitlines()[:5]] == [
        ["soul", "red", "green", "blue", "yellow", "steps", "taler"],
        ["Agatha", "Heaven", "1", "1", "1", "1", "8", "25"],
        ["Bruno", "+4", "2", "–", "–", "–", "2", "13"],
        ["Clara", "+9", "–", "–", "–", "–", "0", "25"],
        ["Dietmar", "-2", "–", "–", "–", "–", "0", "25"],
    ]
    assert drawn.splitlines()[-2:] == [
        "  Sites: 1 cathedral, 2 cathedral, 3 nothing",
        "  Winner: Agatha (decided by heaven: reached Heaven)",
    ]


@pytest.mark.parametrize(
    ("built", "crews", "left"),
    [
        ({}, {}, 8),
        ({}, {1: 1}, 7),
        ({2: "nave"}, {2: 1}, 5),
        ({1: "nave", 2: "nave", 3: "nave"}, {3: 1}, 3),
        ({1: "cathedral"}, {}, 4),
        ({1: "cathedral", 2: "nave"}, {2: 1}, 1),
    ],
)
def test_it_counts_the_crews_that_the_two_furthest_sites_still_need(
    built: dict[int, str], crews: dict[int, int], left: int
):
    assert MEA_CULPA.left({"board": RULESET.view(scene(built=built, sites=crews).state)}) == left


@pytest.mark.parametrize(
    ("fact", "times", "said"),
    [
        (facts.CharacterTaken(0, "petty-sinner"), 1, "Agatha takes the Petty Sinner"),
        (facts.StoneTaken(1, "bread", "screen", free=False), 2, "Bruno buys 2 bread"),
        (facts.StoneTaken(1, "wine", "screen", free=True), 1, "Bruno takes 1 wine"),
        (facts.RoomChosen(2, 3), 1, "Clara visits room 3"),
        (facts.RoomChosen(2, 6), 1, "Clara visits suite 6"),
        (facts.ItemShown(3, "coin-5"), 1, "Dietmar donates a coin of 5"),
        (facts.BidsRevealed((1, 2, 6, 3), (0, 7, 1, 0)), 1, "the bids are 1, 9, 7, 3"),
        (facts.DieShown(0, 2, caught=True), 1, "Agatha is caught on the way to 2"),
        (facts.DieShown(0, 2, caught=False), 1, ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Fact) else None,
)
def test_it_tells_what_has_happened(fact: Fact, times: int, said: str):
    assert MEA_CULPA.told(fact.to_json(), NAMES, times) == said


# -- what is said of Thurn and Taxis -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("houses_left", "carriages", "left"),
    [
        ((6, 6, 6, 6), (0, 0, 0, 0), 30),
        ((6, 3, 5, 6), (0, 0, 0, 0), 15),
        ((6, 3, 5, 6), (0, 1, 3, 0), 12),
        ((2, 6, 6, 6), (4, 0, 0, 0), 6),
        ((0, 6, 6, 6), (2, 0, 0, 0), 0),
        ((3, 6, 6, 6), (5, 0, 0, 0), 0),
    ],
)
def test_it_measures_how_far_the_foremost_seat_is_from_the_end(
    houses_left: tuple[int, ...], carriages: tuple[int, ...], left: int
):
    seats = [
        {"houses_left": houses, "carriages": [3, 4, 5, 6, 7][:number]}
        for houses, number in zip(houses_left, carriages, strict=True)
    ]
    assert THURN_AND_TAXIS.left({"board": {"seats": seats}}) == left


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (posts.TilePlaced(0, "baden", "cardinal:0"), "Agatha places the audience tiles"),
        (posts.OfficeUsed(1, "carrier"), "Bruno uses the Postal Carrier"),
        (posts.OfficeUsed(1, "cartwright"), "Bruno uses the Cartwright"),
        (posts.CardTaken(2, "ulm"), "Clara takes Ulm"),
        (posts.CardDrawn(3, "ulm"), "Dietmar draws a card"),
        (posts.CardsDiscarded(0, ("linz", "ulm")), "Agatha discards Linz, Ulm"),
        (posts.RouteStarted(1, "basel"), "Bruno starts a route in Basel"),
        (posts.RouteExtended(1, "zurich", "left"), "Bruno goes on to Zurich"),
        (posts.RouteGivenUp(1, ("basel",)), "Bruno gives up a route"),
        (posts.RouteClosed(2, 5, "one-per-province", ()), "Clara closes a route of 5"),
        (posts.HousePlaced(2, "lodz"), "Clara places a house in Lodz"),
        (posts.TilesReturned(3, ("carrier",)), "Dietmar returns 1 office tile"),
        (posts.TilesReturned(3, ("carrier", "postmaster")), "Dietmar returns 2 office tiles"),
        (posts.CarriageMoved(0, "ulm", "baiern", "ettal"), "Agatha sends the carriage of Baiern to Ettal"),
        (posts.CarriageMoved(0, "ulm", "baiern", "rom"), "Agatha sends the carriage of Baiern to Rome"),
        (posts.CarriageOpened("baiern", ("cardinal:0",)), "the carriage of Baiern is opened in Rome"),
        (posts.Declined(1, "close"), "Bruno declines"),
        (posts.StepsDue(()), ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Fact) else None,
)
def test_it_tells_what_has_happened_on_the_roads(fact: Fact, said: str):
    assert THURN_AND_TAXIS.told(fact.to_json(), NAMES, 1) == said


@pytest.mark.parametrize(
    ("decided_by", "why"),
    [
        ("points", ""),
        ("game-end", ": as many as others, and the game end tile"),
        ("order", ": as many as others, and next behind the game end tile"),
    ],
)
def test_it_says_how_a_match_was_decided_and_what_brought_points(decided_by: str, why: str):
    seat = {"houses": ["ulm"], "houses_left": 5, "carriages": [], "bonuses": [], "score": -5}
    tiles = [{"stack": "route-5", "points": 2}, {"stack": "game-end", "points": 1}]
    best = {"seat": 1, "houses": [], "houses_left": 0, "carriages": [3, 4, 5], "bonuses": tiles, "score": 20}
    spaces = {"ministrant": {}, "priest": {}, "abbot": {}, "bishop": {"bishop:1": 1, "bishop:0": 1}}
    places = {kind: {"count": len(things), "things": things} for kind, things in spaces.items()}
    board = {
        "seats": [{"seat": 0, **seat}, best],
        "offices": {"chips": [0, 3]},
        "audience": {
            "carriages": [{"city": city} for city in ("rom", "rom", "ettal", "como", "udine")],
            "spaces": {**places, "cardinal": {"count": 1, "things": {"cardinal:1": 1}}},
        },
    }
    drawn = THURN_AND_TAXIS.drawn({"board": board, "outcome": {"winners": [1], "decided_by": decided_by}}, NAMES)
    assert [line.split() for line in drawn.splitlines()[1:3]] == [
        ["Agatha", "–", "0", "1", "5", "0", "0", "4", "-5"],
        ["Bruno", "3", "4", "5", "5", "0", "0", "2+1", "3", "9", "20"],
    ]
    assert drawn.splitlines()[5:] == [
        "  2 of 5 carriages have come to Rome. The clergymen received there, with their points:",
        "    ministrant (1): nobody",
        "    priest (2): nobody",
        "    abbot (3): nobody",
        "    bishop (4): Agatha, Bruno",
        "    cardinal (5): Bruno",
        f"  Winner: Bruno (decided by {decided_by}{why})",
    ]


# -- when it does not work -----------------------------------------------------------------------------------


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
