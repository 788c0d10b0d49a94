"""``kerbholz import-plays``: the plays of a back-up become matches with results alone."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from click.testing import CliRunner, Result
from werkzeug.serving import make_server

from domain.games.any_game import RULESET
from domain.kit.ruleset import rulesets
from service.app import create_app
from service.cli import main
from service.cli.plays import backup
from service.cli.plays.reading import Unread
from service.cli.plays.recording import external_id
from service.config import Settings
from service.web.bounds import OFF

NAMES = ("Ada", "Bo", "Cleo", "Dörte", "Эмма", "Red", "=1+1")
GAMES = (
    ("Wingspan", 266192, True),
    ("Hearts", 2303, False),
    ("A game with a very long name: " + "x" * 30, 0, True),
)
SECONDS = 10
"""CPU seconds that reading 500 plays may take at the very most: it is a hundredth of that."""


def a_backup(plays: int, seed: int = 1) -> dict[str, Any]:
    """A back-up as BG Stats writes it."""
    rng = Random(seed)
    return {
        "about": "This is a back-up.",
        "players": [
            *({"uuid": f"p{n}", "id": n, "name": name, "isAnonymous": False} for n, name in enumerate(NAMES, 1)),
            {"uuid": "p99", "id": 99, "name": "Anonymous player", "isAnonymous": True},
        ],
        "locations": [{"uuid": "l1", "id": 17, "name": "The Red Lion"}],
        "games": [
            {
                "uuid": f"g{n}",
                "id": n,
                "name": name,
                "bggId": bgg,
                "highestWins": highest,
                "noPoints": False,
                "cooperative": False,
            }
            for n, (name, bgg, highest) in enumerate(GAMES, 40)
        ],
        "plays": [_a_play(rng, number) for number in range(plays)],
        "challenges": [],
        "deletedObjects": [],
        "userInfo": {"meRefId": 1},
    }


def _a_play(rng: Random, number: int) -> dict[str, Any]:
    people = rng.sample(range(1, len(NAMES) + 1), rng.randint(1, 5))
    scores = [rng.randint(-5, 150) for _ in people]
    best = max(scores)
    return {
        "uuid": f"{number:08x}-0000-4000-8000-000000000000",
        "gameRefId": rng.randint(40, 42),
        "locationRefId": rng.choice([0, 17]),
        "playDate": f"2026-{rng.randint(1, 11):02}-{rng.randint(1, 28):02} 20:15:00",
        "durationMin": 60,
        "comments": rng.choice(["", 'Two lines\nand "quotes" – # no comment'] if number % 7 == 0 else [""]),
        "ignored": False,
        "usesTeams": False,
        "playerScores": [
            {
                "playerRefId": person,
                "score": str(score),
                "winner": score == best,
                "startPlayer": position == 0,
                "seatOrder": position,
                "rank": 0,
                "newPlayer": False,
            }
            for position, (person, score) in enumerate(zip(people, scores, strict=True))
        ],
    }


def changed(document: Any, play: int, **members: Any) -> Any:
    document["plays"][play].update(members)
    return document


def score_of(document: Any, play: int, **members: Any) -> Any:
    document["plays"][play]["playerScores"][0].update(members)
    return document


def read(document: Any) -> backup.Backup:
    return backup.read(json.dumps(document).encode())


# -- reading ------------------------------------------------------------------------------------------------


def test_500_plays_are_read_and_what_cannot_be_is_named_by_its_place():
    document = a_backup(500)
    broken = {
        "plays[3].gameRefId": lambda: changed(document, 3, gameRefId=7),
        "plays[50].playDate": lambda: changed(document, 50, playDate="yesterday"),
        "plays[99].playerScores": lambda: changed(document, 99, playerScores=[]),
        "plays[100].playerScores[0].playerRefId": lambda: score_of(document, 100, playerRefId=1000),
        "plays[101].playerScores[0].winner": lambda: score_of(document, 101, winner="yes"),
        "plays[102].uuid": lambda: changed(document, 102, uuid=None),
        "plays[200].uuid": lambda: changed(document, 200, uuid=document["plays"][4]["uuid"]),
        "plays[300]": lambda: document["plays"].__setitem__(300, "a play"),
        "plays[301]": lambda: changed(document, 301, ignored=True),
        "plays[302].locationRefId": lambda: changed(document, 302, locationRefId=5),
        "plays[303].comments": lambda: changed(document, 303, comments=12),
        "players[8]": lambda: document["players"].append({"name": "Nobody"}),
    }
    for harm in broken.values():
        harm()
    before = process_time()
    found = read(document)
    assert process_time() - before < SECONDS
    assert {one.place for one in found.unread} == set(broken)
    assert all(one.why for one in found.unread)
    assert len(found.plays) == 500 - (len(broken) - 1)


@pytest.mark.parametrize(
    ("written", "place"),
    [
        (b"", "line 1, column 1"),
        (b'{"plays": [}', "line 1, column 12"),
        (b"\xff\xfe", "the file"),
        (b"[]", "the file"),
        (b"{}", "the file"),
        (b'{"plays": {}}', "plays"),
        (b"[" * 100_000, "the file"),
        (b'{"plays": ' + b"1" * 5_000 + b"}", "the file"),
    ],
)
def test_what_is_no_backup_is_refused_in_a_sentence(written, place):
    with pytest.raises(Unread) as refused:
        backup.read(written)
    assert refused.value.place == place


def test_whatever_is_changed_in_a_backup_it_is_read_or_named():
    """Each member of a play, and of what it refers to, is replaced by values that nobody would expect."""
    odd = (None, "", "x", -1, 1.5, 10**30, True, [], {}, [None], {"a": 1})
    for name in a_backup(1)["plays"][0]:
        for value in odd:
            found = read(changed(a_backup(1), 0, **{name: value}))
            assert len(found.plays) + len(found.unread) == 1, (name, value)
    for name in a_backup(1)["plays"][0]["playerScores"][0]:
        for value in odd:
            found = read(score_of(a_backup(1), 0, **{name: value}))
            assert len(found.plays) + len(found.unread) == 1, (name, value)
    for table in ("players", "games", "locations"):
        for value in odd:
            found = read({**a_backup(1), table: value})
            assert len(found.plays) == (table == "locations" and not found.unread) or found.unread


def test_scores_that_are_no_whole_numbers_are_left_out_and_named():
    found = read(score_of(a_backup(1), 0, score="12.5"))
    (play,) = found.plays
    assert play.highest is None
    assert play.left_out == [
        "plays[0].playerScores[0].score: '12.5' is no whole number, so the scores are left out"
    ]


def test_anonymous_players_are_numbered():
    document = changed(a_backup(1), 0, playerScores=[{"playerRefId": 99} for _ in range(3)])
    (play,) = read(document).plays
    assert [one.name for one in play.players] == ["Anonymous player", "Anonymous player 2", "Anonymous player 3"]


# -- taking in ----------------------------------------------------------------------------------------------


class Club:
    """A service, and the command in this process."""

    def __init__(self, client: Any, address: str, folder: Path) -> None:
        self.client = client
        self.address = address
        self.file = folder / "BGStatsExport.json"

    def run(self, document: Any, *more: str) -> tuple[list[Any], Result]:
        """What is printed of each new match, and all that came of it."""
        self.file.write_text(json.dumps(document), encoding="utf-8")
        environment = {"KERBHOLZ_URL": self.address, "KERBHOLZ_KEY": None}
        result = CliRunner().invoke(main, ["import-plays", str(self.file), *more], env=environment)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")], result

    def result(self, told: Any) -> Any:
        bearer = {"Authorization": f"Bearer {told['tokens']['spectator']}"}
        return self.client.get(f"/v1/matches/{told['match']}/result", headers=bearer).json


@pytest.fixture
def club(migrated_sqlite_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Club]:
    monkeypatch.setitem(rulesets(), RULESET.id, RULESET)  # type: ignore[arg-type]
    app = create_app(Settings(database=migrated_sqlite_url, limits=OFF))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Club(app.test_client(), f"http://127.0.0.1:{server.port}", tmp_path)
    server.shutdown()
    thread.join()
    server.server_close()
    app.extensions["kerbholz"].close()


def test_plays_become_matches_with_results_and_a_second_run_doubles_nothing(club):
    document = a_backup(12)
    told, result = club.run(document)
    assert (result.exit_code, result.stderr) == (0, "12 new, 0 there already, 0 refused\n")
    plays = read(document).plays
    for play, match in zip(plays, told, strict=True):
        assert match["play"] == play.uuid
        found = club.result(match)
        assert (found["status"], found["date"]) == ("finished", play.day)
        assert found["location"] == (play.location or None)
        people = [(one["name"], one["score"], one["winner"]) for one in found["players"]]
        assert people == [(one.name, one.score, one.winner) for one in play.players]
        bearer = {"Authorization": f"Bearer {match['tokens']['arbiter']}"}
        labels = club.client.get(f"/v1/matches/{match['match']}", headers=bearer).json["labels"]
        assert (labels["external-id"], labels["title"]) == (external_id(play), play.game)
        assert club.client.get(f"/v1/matches/{match['match']}").status_code == 401
    again, result = club.run(document)
    assert (again, result.exit_code) == ([], 0)
    assert result.stderr == "0 new, 12 there already, 0 refused\n"
    more, _ = club.run(a_backup(13))
    assert len(more) == 1


def test_a_play_that_the_service_refuses_is_named_and_the_others_are_taken_in(club):
    document = a_backup(3)
    document["players"][0]["name"] = document["players"][1]["name"] = "Ada"
    changed(document, 1, playDate="9999-01-01 00:00:00")
    told, result = club.run(document, "--public")
    assert len(told) == 2
    assert result.exit_code == 1
    assert f"{club.file}: plays[1] was refused: " in result.stderr
    assert "2 new, 0 there already, 1 refused" in result.stderr
    assert club.client.get(f"/v1/matches/{told[0]['match']}").status_code == 200


def test_who_lost_together_has_no_winner(club):
    document = a_backup(1)
    for score in document["plays"][0]["playerScores"]:
        score["winner"] = False
    (told,), _ = club.run(document)
    found = club.result(told)
    assert (found["outcome"]["result"], found["outcome"]["winners"]) == ("no-result", [])
    assert "bg_stats" not in found["links"]


def test_teams_and_comments_are_kept(club):
    comment = 'It was "close"\nand late'
    people = [{"playerRefId": n, "score": "5", "winner": n < 3, "team": f"T{n // 3}"} for n in (1, 2, 3, 4)]
    (told,), _ = club.run(changed(a_backup(1), 0, comments=comment, playerScores=people))
    found = club.result(told)
    assert [one["team"] for one in found["players"]] == [1, 1, 2, 2]
    assert (found["outcome"]["result"], found["outcome"]["winners"]) == ("shared", [0, 1])
    bearer = {"Authorization": f"Bearer {told['tokens']['scribe']}"}
    log = club.client.get(f"/v1/matches/{told['match']}/decisions", headers=bearer).json["decisions"]
    assert [one["command"]["text"] for one in log if one["command"]["type"] == "table.note"] == [comment]


def test_a_dry_run_asks_nobody(club):
    club.address = "http://127.0.0.1:1"
    document = changed(a_backup(3), 1, gameRefId=7)
    told, result = club.run(document, "--dry-run")
    assert (told, result.exit_code, result.stdout) == ([], 1, "2 of 3 could be read\n")
    assert result.stderr == f"{club.file}: plays[1].gameRefId: none of the games has the id 7\n"
    _, result = club.run(document)
    assert result.exit_code == 1
    assert "cannot be reached" in result.stderr


def test_a_service_without_the_ruleset_is_told_so_once(club, monkeypatch):
    monkeypatch.delitem(rulesets(), RULESET.id)  # type: ignore[arg-type]
    told, result = club.run(a_backup(3))
    assert (told, result.exit_code) == ([], 1)
    assert result.stderr.count("has no ruleset any-game") == 1


@pytest.mark.soak
def test_500_plays_are_taken_in_and_a_second_run_doubles_nothing(club):
    document = a_backup(500)
    told, _ = club.run(document)
    again, _ = club.run(document)
    assert (len(told), len(again)) == (500, 0)
