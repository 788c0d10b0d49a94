"""Joint chance over REST: what each seat is asked for, what is refused, what is there before a match begins."""

from __future__ import annotations

import hashlib
import json
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.kit.chance import joint_draw_key, outcome
from domain.kit.visibility import PUBLIC
from domain.kit.written.evidence import value_at
from projections.evidence.draws import opened_chance
from projections.read_models.runner import Runner
from projections.said.printed_record import record
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.games.installed import OWN
from tests.service.playing import Table, filled_move, new_client, open_match, opening

pytestmark = pytest.mark.stored

VALUES = [bytes([seat + 1] * 32).hex() for seat in range(5)]


def commitment(table: Table, seat: int) -> str:
    """What a seat sends first."""
    head = f"kerbholz contribution 1\n{table.id}\n{seat}\n".encode()
    return hashlib.sha256(head + bytes.fromhex(VALUES[seat])).hexdigest()


def contribute(table: Table, seat: int) -> Any:
    """Commit a seat to its value."""
    return table.do(seat, {"type": "table.contribute", "commitment": commitment(table, seat)})


def open_contribution(table: Table, seat: int) -> Any:
    """Open it."""
    return table.do(seat, {"type": "table.open-contribution", "value": VALUES[seat]})


@pytest.fixture
def table(sqlite_client):
    """A match that waits for contributions."""
    return open_match(sqlite_client, 2, options={"chance": "joint", "history": "kept"})


def stands(table):
    """What is awaited for joint chance, and how the match stands in a sentence, by the match and by its board."""
    match, view = table.get(None, text="en"), table.get(None, "view")
    assert match["joining"] == view["joining"]
    return match["joining"], match["text"]


def test_paper_and_catalogue_say_that_contributions_are_awaited(table, sqlite_client):
    """As the match and its views do: nobody is waited for to make a move."""
    said = {
        "commitment": {
            "en": "The match waits for Ada and Bo to contribute to chance.",
            "de": "Die Partie wartet, bis Ada und Bo zum Zufall beitragen.",
        },
        "value": {
            "en": "The match waits for Ada and Bo to open their contributions to chance.",
            "de": "Die Partie wartet, bis Ada und Bo die eigenen Beiträge zum Zufall öffnen.",
        },
    }
    matches = sqlite_client.application.extensions["kerbholz"].matches()
    for asked in ("commitment", "value"):
        log = table.log()
        for language, sentence in said[asked].items():
            printed = record(log, PUBLIC, table.version, table.version, language=language)
            assert list(printed.result) == [sentence]
        Runner(matches).catch_up()
        (entry,) = json.loads(sqlite_client.get("/v1/matches").data)["matches"]
        assert (entry["joining"], entry["consent"]) == (asked, None)
        for seat in range(2):
            (contribute if asked == "commitment" else open_contribution)(table, seat)
    Runner(matches).catch_up()
    (entry,) = json.loads(sqlite_client.get("/v1/matches").data)["matches"]
    assert entry["joining"] is None


def test_each_seat_is_asked_twice_and_then_the_game_begins(table):
    assert (table.version, table.awaiting) == (0, [{"seat": 0}, {"seat": 1}])
    assert stands(table) == ("commitment", "The match waits for Ada and Bo to contribute to chance.")
    (asked,) = table.get(1, "moves", text="en")["moves"]
    assert asked == {"type": "table.contribute", "commitment": {"hex": 32}, "text": "Contribute to chance"}
    for who in ("arbiter", "host", "scribe", "spectator"):
        assert table.get(who, "moves")["moves"] == []
    contribute(table, 1)
    assert table.get(1, "moves")["moves"] == []
    assert stands(table) == ("commitment", "The match waits for Ada to contribute to chance.")
    contribute(table, 0)
    assert stands(table) == ("value", "The match waits for Ada and Bo to open their contributions to chance.")
    (asked,) = table.get(1, "moves")["moves"]
    assert asked["value"] == {"hex": 32, "opens": commitment(table, 1)}
    open_contribution(table, 1)
    assert stands(table) == ("value", "The match waits for Ada to open their contribution to chance.")
    *_, joined = open_contribution(table, 0)["decisions"][0]["facts"]
    seed = table.log()[0]["chance"]["commitment"]
    parts = bytes.fromhex(seed + VALUES[0] + VALUES[1])
    assert joined == {"type": "ChanceJoined", "joint": hashlib.sha256(b"kerbholz joint 1\n" + parts).hexdigest()}
    assert stands(table)[0] is None
    assert "to chance" not in stands(table)[1]
    assert "chance" in [one["actor"] for one in table.log()]
    assert table.get(table.mover, "moves")["moves"]
    assert [one["text"] for one in table.log(None, text="en")[:5]] == [
        "The match begins. Before anything is drawn, every seat contributes to chance.",
        "Bo contributes to chance.",
        "Ada contributes to chance. All have contributed: now each opens their contribution.",
        "Bo opens their contribution to chance.",
        "Ada opens their contribution to chance. Chance is joint: nobody has chosen what will be drawn.",
    ]


@pytest.mark.parametrize("game", OWN)
def test_before_a_match_begins_everything_can_be_read(sqlite_client, game):
    table = open_match(sqlite_client, 2, ruleset=game, options={"chance": "joint"})
    for who in (None, 1, "arbiter"):
        assert table.get(who, "view")["awaiting"] == [{"seat": 0}, {"seat": 1}]
        for lang in ("en", "de", "fr"):
            for kind in ("image/svg+xml", "text/plain"):
                drawn = table.ask(who, "picture", {"Accept": kind}, lang=lang)
                assert drawn.status_code == 200, drawn.text
            assert table.get(who, "", text=lang)["text"]
        for what in ("words", "audit", "decisions"):
            assert table.get(who, what)
    assert table.ask("arbiter", "export").status_code == 200


def test_what_is_refused_names_its_rule_and_changes_nothing(table, sqlite_client):
    recorded = sqlite_client.post("/v1/matches", json=opening(2, mode="recorded", options={"chance": "joint"}))
    assert (recorded.status_code, recorded.json["rule"]) == (422, "TB-72")
    assert list(recorded.json["errors"]) == ["options.chance"]
    seeded = sqlite_client.post("/v1/matches", json=opening(2, seed="00" * 16, options={"chance": "joint"}))
    assert (seeded.status_code, seeded.json["rule"]) == (422, "TB-66")
    take = {"type": "take", "sin": "pride", "to": "reserve"}
    refused = [
        (0, take, 409, "TB-73"),
        (0, {"type": "table.open-contribution", "value": VALUES[0]}, 409, "TB-73"),
        ("host", {"type": "table.contribute", "commitment": "00" * 32}, 403, "TB-1"),
        (0, {"type": "table.contribute", "commitment": "00" * 32, "seat": 1}, 403, "TB-3"),
        *((0, {"type": "table.contribute", "commitment": wrong}, 422, None) for wrong in BAD),
    ]
    for who, command, status, rule in refused:
        answer = table.send(who, command)
        assert (answer.status_code, answer.json.get("rule")) == (status, rule), command
    contribute(table, 0)
    again = table.send(0, {"type": "table.contribute", "commitment": "00" * 32})
    assert (again.status_code, again.json["rule"]) == (409, "TB-73")
    contribute(table, 1)
    other = table.send(0, {"type": "table.open-contribution", "value": VALUES[1]})
    assert (other.status_code, other.json["code"], other.json["rule"]) == (422, "illegal-move", "TB-74")
    assert table.version == 2


BAD = ("", "0" * 63, "0" * 65, "0" * 63 + "G", "A" * 64, "0" * 63 + "\n", 7, None, {"hex": 32})


def test_a_match_that_is_given_up_says_who_was_missing(table):
    contribute(table, 0)
    table.do("host", {"type": "table.abandon", "reason": "Bo has gone home."})
    said = table.log(None, text="en")[-1]["text"]
    assert said == "The host gives up the match: it ends without a result. “Bo has gone home.” Bo was missing."
    assert table.get(None)["status"] == "abandoned"


def test_a_batch_of_the_last_contribution_and_its_opening_ends_before_chance(table):
    contribute(table, 0)
    both = [
        {"type": "table.contribute", "commitment": commitment(table, 1)},
        {"type": "table.open-contribution", "value": VALUES[1]},
    ]
    assert [one["version"] for one in table.do(1, *both)["decisions"]] == [2, 3]
    last = [{"type": "table.open-contribution", "value": VALUES[0]}, {"type": "table.note", "text": "well"}]
    answer = table.send(0, *last)
    assert (answer.status_code, answer.json["code"]) == (422, "batch-crosses-chance")
    assert [one["command"]["type"] for one in table.do(0, last[0], dry_run=True)["decisions"]] == [last[0]["type"]]


def test_what_was_contributed_outlives_a_restart_on_each_database(migrated_url):
    """And so does the number of draws: the same ones come out as where nothing was restarted."""
    key = {"Idempotency-Key": "the-same-match-each-time"}
    settings = Settings(database=migrated_url, limits=OFF, service_key=bytes(32))
    body = opening(2, options={"chance": "joint", "history": "kept", "first_seat": 0})
    numbers: list[int] = []
    for step in (contribute, contribute, open_contribution, open_contribution, take, take):
        app = create_app(settings)
        client = new_client(migrated_url, app)
        table = Table(client, client.post("/v1/matches", json=body, headers=key).json)
        step(table, table.awaiting[0]["seat"])
        numbers = [draw["number"] for draw in drawn(app, table)]
        assert numbers == list(range(len(numbers)))
        app.extensions["kerbholz"].close()
    assert len(numbers) > 8, "cards were drawn in several decisions"


def take(table: Table, seat: int) -> None:
    """The first move of a seat."""
    table.do(seat, filled_move(table.get(seat, "moves")["moves"][0], Random(1)))


def drawn(app, table: Table) -> list[Any]:
    """The draws of a match, computed again from its seed and the contributions; they are what the log says."""
    matches = app.extensions["kerbholz"].matches()
    match = matches.load(UUID(table.id))
    chance = opened_chance(matches, match, match.version + 1)
    assert match.drawn == len(chance["draws"])
    for draw in chance["draws"]:
        key = joint_draw_key(bytes.fromhex(chance["seed"]), match.state.joint, draw["number"])
        assert outcome(key, draw["from"]) == draw["drawn"]
        assert str(value_at(table.log()[draw["decision"]], draw["at"])) == draw["drawn"]
    return list(chance["draws"])
