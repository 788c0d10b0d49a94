"""A row that the service cannot have written concerns its owner alone: it is named, and all others go on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner

from domain.application.matches import Matches
from domain.application.upkeep.checking import check, ids
from domain.store.beside.sums import wrong
from projections.read_models.announcements import Announcing
from projections.read_models.runner import Runner
from service.app import create_app
from service.cli import main
from service.config import Settings
from service.web.bounds import OFF
from service.webhooks.sender import Sender
from tests.persistence.test_webhooks import read, register, sent
from tests.service.playing import CheckedClient, new_client, open_match

DEEP = "[" * 100_000
"""JSON that no parser of Python reads."""


@pytest.fixture
def client(migrated_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[CheckedClient]:
    """A client of an app in which nobody follows the log and sends but the test."""
    monkeypatch.setattr("service.api.webhooks.the_runner", lambda: None)
    monkeypatch.setattr("service.api.catalogue.the_runner", lambda: None)
    client = new_client(migrated_url, create_app(Settings(database=migrated_url, limits=OFF, webhooks="anywhere")))
    yield client
    client.application.extensions["kerbholz"].close()


def on_sqlite(matches: Matches) -> bool:
    """Whether columns take values of other types than theirs."""
    return matches.models.positions == "tracking"


def found(matches: Matches) -> set[tuple[str, str]]:
    """What `kerbholz check` finds: the match, and which thing."""
    findings: set[tuple[str, str]] = set()
    for one in ids(matches):
        check(matches, one, lambda finding: findings.add((finding.match, finding.what)))
    return findings


WEBHOOK: Mapping[str, tuple[Any, ...]] = {
    "owner": ("seat:x", "seat:", "nobody"),
    "url": ("http://[", "http://127.0.0.1:99999/", "", "http://\u00e4/"),
    "events": ("{", "{}", "[1]", '"match.ended"', DEEP),
    "since": (-5,),
    "added_at": (10**18, -1),
    "failures": (2**31 - 1, -100),
    "disabled_at": (10**18,),
    "over_at": (10**18,),
}
"""What no webhook has, by column."""
OF_TYPES: Mapping[str, tuple[Any, ...]] = {
    "owner": (b"host",),
    "url": (b"http://127.0.0.1/", "CAST(x'ff' AS TEXT)"),
    "events": (b"[]", "CAST(x'ff' AS TEXT)"),
    "secret": ("CAST(x'ff' AS TEXT)",),
    "since": ("x", 1.5),
    "added_at": ("x", b"1"),
    "failures": ("x", 0.5),
}
"""What only SQLite takes, which has types of values and not of columns."""


def alter(matches: Matches, table: str, column: str, value: Any, row: str) -> None:
    """Put a value into a row; an expression of SQL, where it is one."""
    literal = isinstance(value, str) and value.startswith("CAST")
    changed = f"UPDATE {table} SET {column} = {value if literal else '?'} WHERE id = ?"
    matches.database.execute([(changed, (row,) if literal else (value, row))])


RULING = {"type": "table.rule", "verdict": "upheld"}


def put(matches: Matches, table: str, condition: str, row: tuple[Any, ...]) -> None:
    """Make a row what it was."""
    marks = ", ".join("?" * len(row))
    matches.database.execute(
        [(f"DELETE FROM {table} WHERE {condition}", ()), (f"INSERT INTO {table} VALUES ({marks})", row)]
    )


@pytest.mark.few("sqlite")
def test_a_damaged_webhook_concerns_its_owner_alone(client, matches, there, caplog):
    """All webhooks of a page are read by who follows the log, and by who sends all those that are due."""
    mine, other = open_match(client, 2), open_match(client, 2)
    hook = register(mine, "host", f"{there.url}/damaged")
    mate = register(mine, "arbiter", f"{there.url}/mate")
    register(other, "host", f"{there.url}/other")
    this = f"id = '{hook['id']}'"
    (row,) = matches.database.query(f"SELECT * FROM kerbholz_webhooks WHERE {this}")
    kinds = [(column, value) for column, values in WEBHOOK.items() for value in values]
    kinds += [(column, value) for column, values in OF_TYPES.items() for value in values if on_sqlite(matches)]
    sender, runner = Sender(matches, anywhere=True), Runner(matches, (), [Announcing(matches)])
    for number, (column, value) in enumerate(kinds, start=1):
        mine.do("arbiter", RULING)
        runner.catch_up()
        alter(matches, "kerbholz_webhooks", column, value, hook["id"])
        mine.do("arbiter", RULING)
        other.do("arbiter", RULING)
        runner.catch_up()
        assert {one.state for one in runner.standing().values()} == {"following"}, (column, value)
        sent(sender)
        assert (len(there.at("/mate")), len(there.at("/other"))) == (2 * number, number), (column, value)
        if column not in ("secret", "owner"):
            listed = client.get(f"{mine.path}/webhooks", headers=mine.bearer("host"))
            assert (listed.status_code, json.loads(listed.data)) == (200, {"webhooks": []}), (column, value)
            assert client.get(hook["links"]["self"], headers=mine.bearer("host")).status_code == 404
        assert found(matches) == {(UUID(mine.id).hex, "webhook")}, (column, value)
        put(matches, "kerbholz_webhooks", this, row)
    assert f"webhook {hook['id']} is left out, for it is damaged: its failures cannot be read" in caplog.text
    assert [told.path for told in there.calls].count("/damaged") == 0
    assert read(mine, "host", hook)["failures"] == 0
    assert found(matches) == set()
    sent(sender)
    assert len(there.payloads("/damaged", hook["secret"])) >= len(kinds), "it goes on when it is whole again"
    assert len(read(mine, "arbiter", mate, "deliveries")["deliveries"]) == 2 * len(kinds)


def test_who_registers_the_same_address_again_has_a_new_webhook_in_the_place_of_a_damaged_one(
    client, matches, there
):
    table = open_match(client, 2)
    hooks = [register(table, "host", f"{there.url}/{number}") for number in range(5)]
    for hook in hooks:
        alter(matches, "kerbholz_webhooks", "added_at", 10**18, hook["id"])
    again = register(table, "host", hooks[0]["url"])
    assert again["id"] != hooks[0]["id"]
    for number in range(5, 9):
        register(table, "host", f"{there.url}/{number}")
    assert (
        len(json.loads(client.get(f"{table.path}/webhooks", headers=table.bearer("host")).data)["webhooks"]) == 5
    )
    refused = client.post(
        f"{table.path}/webhooks", json={"url": f"{there.url}/more"}, headers=table.bearer("host")
    )
    assert (refused.status_code, json.loads(refused.data)["code"]) == (409, "too-many-webhooks")


DELIVERY: Mapping[str, tuple[Any, ...]] = {
    "version": (-1,),
    "type": ("", "no type"),
    "body": ("{", "[]", DEEP),
    "written_at": (10**18,),
    "attempts": ("{", "{}", "[1]", '[{"at": 1}]', '[{"at": 1e400, "ms": 0, "status": 204}]', DEEP),
}
DELIVERY_OF_TYPES: Mapping[str, tuple[Any, ...]] = {
    "version": ("x",),
    "type": (b"match.ruled", "CAST(x'ff' AS TEXT)"),
    "body": (b"{}", "CAST(x'7bff7d' AS TEXT)"),
    "attempts": (b"[]",),
}


@pytest.mark.few("sqlite")
def test_a_damaged_delivery_is_dropped_and_what_is_behind_it_is_sent(client, matches, there, caplog):
    mine, other = open_match(client, 2), open_match(client, 2)
    hook = register(mine, "host", f"{there.url}/hook")
    register(other, "host", f"{there.url}/other")
    kinds = [(column, value) for column, values in DELIVERY.items() for value in values]
    kinds += [
        (column, value) for column, values in DELIVERY_OF_TYPES.items() for value in values if on_sqlite(matches)
    ]
    sender, runner = Sender(matches, anywhere=True), Runner(matches, (), [Announcing(matches)])
    for number, (column, value) in enumerate(kinds, start=1):
        mine.do("arbiter", RULING)
        runner.catch_up()
        waiting = "SELECT id FROM kerbholz_deliveries WHERE state = 'waiting'"
        ((damaged,),) = matches.database.query(waiting)
        alter(matches, "kerbholz_deliveries", column, value, damaged)
        mine.do("arbiter", RULING)
        other.do("arbiter", RULING)
        runner.catch_up()
        sent(sender)
        assert (len(there.at("/hook")), len(there.at("/other"))) == (number, number), (column, value)
        assert matches.database.query(waiting) == [], (column, value)
        shown = read(mine, "host", hook, "deliveries")["deliveries"]
        assert [one["state"] for one in shown] == ["delivered"] * number
        assert found(matches) == {(UUID(mine.id).hex, "delivery")}, (column, value)
        assert f"delivery {damaged} is left out, for it is damaged" in caplog.text
        matches.database.execute([("DELETE FROM kerbholz_deliveries WHERE id = ?", (damaged,))])
    alter(matches, "kerbholz_deliveries", "id", "DELIVERY \u2028", shown[0]["id"])
    assert len(read(mine, "host", hook, "deliveries")["deliveries"]) == len(kinds) - 1


def test_a_webhook_of_a_seat_that_there_is_not_holds_up_nobody(client, matches, there):
    table = open_match(client, 2)
    hook = register(table, "host", f"{there.url}/hook")
    other = register(table, 0, f"{there.url}/seat")
    alter(matches, "kerbholz_webhooks", "owner", "seat:99", other["id"])
    table.do("arbiter", RULING)
    runner = Runner(matches, (), [Announcing(matches)])
    runner.catch_up()
    assert {one.state for one in runner.standing().values()} == {"following"}
    sent(Sender(matches, anywhere=True))
    assert (len(there.payloads("/hook", hook["secret"])), there.at("/seat")) == (1, [])


def test_webhooks_of_what_is_no_match_are_named_and_hold_up_nobody(client, matches, there):
    """Also where all begins again: then the matches of all webhooks are loaded."""
    table = open_match(client, 2)
    hook = register(table, "host", f"{there.url}/hook")
    announcing = Announcing(matches)
    row = ("ab" * 16, "x", "host", f"{there.url}/x", "[]", "whsec_", 0, 0, 0, 0, None, None, None)
    matches.database.execute([(f"INSERT INTO kerbholz_webhooks VALUES ({', '.join('?' * 13)})", row)])
    runner = Runner(matches, (), [announcing])
    runner.catch_up()
    announcing.begin_again(matches.feed.newest())
    table.do("arbiter", RULING)
    runner.catch_up()
    sent(Sender(matches, anywhere=True))
    assert len(there.payloads("/hook", hook["secret"])) == 1
    assert found(matches) == {("x", "id")}


@pytest.mark.parametrize("value", [None, -7, "x"])
def test_a_position_that_cannot_be_read_is_made_anew(client, matches, there, caplog, value):
    if isinstance(value, str) and not on_sqlite(matches):
        pytest.skip("a column of PostgreSQL takes values of its type alone")
    table = open_match(client, 2)
    hook = register(table, "host", f"{there.url}/hook")
    runner = Runner(matches, others=[Announcing(matches)])
    runner.catch_up()
    positions = matches.models.positions
    matches.database.execute([(f"UPDATE {positions} SET notification_id = ?", (value,))])
    runner = Runner(matches, others=[Announcing(matches)])
    runner.round()
    table.do("arbiter", RULING)
    runner.catch_up()
    assert {one.state for one in runner.standing().values()} == {"following"}
    assert {matches.models.position(name) for name in runner.standing()} == {matches.feed.newest()}
    sent(Sender(matches, anywhere=True))
    assert [one["data"]["version"] for one in there.payloads("/hook", hook["secret"])] == [table.version]
    assert "begins again" in caplog.text
    assert found(matches) == set()
    entry = ask(client, "/v1/matches")["matches"][0]
    assert (entry["id"], entry["version"]) == (table.id, table.version)


ENTRY: tuple[tuple[str, Any], ...] = (
    *(("match_id", "x"), ("opened_at", "x y"), ("opened_at", ""), ("entry", "{"), ("entry", "[]")),
    *(("entry", DEEP), ("entry", '{"mark": "\\ud800"}'), ("texts", "{"), ("public", 7)),
)
ENTRY_OF_TYPES: tuple[tuple[str, Any], ...] = (
    *(("match_id", b"x"), ("opened_at", b"x"), ("entry", b"{}"), ("entry", "CAST(x'ff' AS TEXT)")),
    *(("version", "x"), ("played_on", b"x")),
)
RESULT: tuple[tuple[str, Any], ...] = (
    *(("options", "{"), ("options", '{"a": "\\ud800"}'), ("options", "NaN"), ("options", DEEP)),
    *(("status", "x"), ("place", "x"), ("matches", -1), ("matches", 0)),
)
RESULT_OF_TYPES: tuple[tuple[str, Any], ...] = (
    *(("ruleset", b"x"), ("options", b"{}"), ("status", b"x"), ("result", b"x"), ("reason", b"x")),
    *(("ruleset", "CAST(x'ff' AS TEXT)"), ("matches", "x"), ("matches", b"x"), ("matches", 0.5)),
)
PLAYER: tuple[tuple[str, Any], ...] = (
    *(("called", "eve"), ("won", -1), ("ruleset", "x"), ("match_id", "x"), ("seat", 1), ("seat", 7)),
    ("match_id", "0" * 32),
)
PLAYER_OF_TYPES: tuple[tuple[str, Any], ...] = (
    *(("called", b"x"), ("won", "x"), ("finished", 0.5), ("match_id", b"x"), ("seat", "x")),
)


def ask(client: CheckedClient, path: str) -> Any:
    """The body of a GET that has to succeed."""
    response = client.get(path)
    assert response.status_code == 200, response.text
    return json.loads(response.data)


def test_a_damaged_entry_of_the_catalogue_is_left_out_and_pages_go_on(client, matches):
    tables = [open_match(client, 2) for _ in range(3)]
    Runner(matches).catch_up()
    middle = UUID(tables[1].id).hex
    (row,) = matches.database.query("SELECT * FROM kerbholz_catalogue WHERE match_id = ?", (middle,))
    whole = [table.id for table in reversed(tables)]
    for column, value in (*ENTRY, *(ENTRY_OF_TYPES if on_sqlite(matches) else ())):
        literal = isinstance(value, str) and value.startswith("CAST")
        changed = f"UPDATE kerbholz_catalogue SET {column} = {value if literal else '?'} WHERE match_id = ?"
        matches.database.execute([(changed, (middle,) if literal else (value, middle))])
        listed, page, pages = [], "/v1/matches?limit=1", 0
        while page:
            pages += 1
            assert pages <= 4, (column, value)
            answer = ask(client, page)
            listed += [entry["id"] for entry in answer["matches"]]
            page = answer["next"]
        assert listed == [one for one in whole if one != tables[1].id], (column, value)
        others = f"match_id NOT IN ({', '.join(repr(UUID(one).hex) for one in (whole[0], whole[2]))})"
        put(matches, "kerbholz_catalogue", others, row)
    assert [entry["id"] for entry in ask(client, "/v1/matches")["matches"]] == whole


def test_labels_that_were_altered_hold_up_nobody_who_looks_for_a_label(client, matches):
    ids = [open_match(client, 2, labels={"club": f'a"\\{number}'}).id for number in range(2)]
    Runner(matches).catch_up()
    (wanted,) = ask(client, '/v1/matches?label=club:a"%5C1')["matches"]
    assert wanted["id"] == ids[1]
    for value in ("{", "[]", '"club"', '{"club":"\\u0000"}', '{"club":{"a":1}}', DEEP):
        altered = "UPDATE kerbholz_texts SET value = ? WHERE match_id = ? AND pointer = '/labels'"
        matches.database.execute([(altered, (value, UUID(ids[0]).hex))])
        assert [entry["id"] for entry in ask(client, "/v1/matches?label=club")["matches"]] == [ids[1]], value


def test_an_entry_that_was_altered_holds_up_nobody_who_looks_for_a_player(client, matches):
    ids = [open_match(client, 2).id for _ in range(2)]
    Runner(matches).catch_up()
    altered = "UPDATE kerbholz_catalogue SET entry = '{' WHERE match_id = ?"
    matches.database.execute([(altered, (UUID(ids[0]).hex,))])
    assert [entry["id"] for entry in ask(client, "/v1/matches?player=Ada")["matches"]] == [ids[1]]


def test_damaged_results_are_left_out_of_the_statistics(client, matches, caplog):
    tables = [open_match(client, 2) for _ in range(2)]
    for table in tables:
        table.do("arbiter", {**RULING, "remedy": "end", "result": "win", "winners": [0]})
    Runner(matches).catch_up()
    tables[1].do("arbiter", {**RULING, "remedy": "end", "result": "no-result"})
    Runner(matches).catch_up()
    sums, of = "kerbholz_sums_of_results", "result = 'win'"
    (row,) = matches.database.query(f"SELECT * FROM {sums} WHERE {of}")
    (told,) = ask(client, "/v1/statistics")["statistics"]
    assert told["finished"] == 2
    for column, value in (*RESULT, *(RESULT_OF_TYPES if on_sqlite(matches) else ())):
        literal = isinstance(value, str) and value.startswith("CAST")
        changed = f"UPDATE {sums} SET {column} = {value if literal else '?'} WHERE {of}"
        matches.database.execute([(changed, () if literal else (value,))])
        figures = {one["ruleset"]: one for one in ask(client, "/v1/statistics")["statistics"]}
        assert figures["seven-sins"]["finished"] == (2 if column == "place" else 1), (column, value)
        put(matches, sums, f"place = 'x' OR place = '{row[0]}'", row)
    assert "results are left out of the statistics" in caplog.text


def test_damaged_sums_of_players_are_left_out_and_found(client, matches, migrated_url):
    table = open_match(client, 2)
    table.do("arbiter", {**RULING, "remedy": "end", "result": "win", "winners": [0]})
    Runner(matches).catch_up()
    sums, of = "kerbholz_sums_of_players", "called = 'ada'"
    (row,) = matches.database.query(f"SELECT * FROM {sums} WHERE {of}")
    for column, value in (*PLAYER, *(PLAYER_OF_TYPES if on_sqlite(matches) else ())):
        matches.database.execute([(f"UPDATE {sums} SET {column} = ? WHERE {of}", (value,))])
        (told,) = ask(client, "/v1/statistics")["statistics"]
        assert [one["name"] for one in told["players"]] == ["Bo"], (column, value)
        assert wrong(matches.database.query) == [sums], (column, value)
        put(matches, sums, f"called <> 'bo' OR ruleset <> '{row[0]}'", row)
    matches.database.execute([(f"UPDATE {sums} SET won = 7", ())])
    done = CliRunner().invoke(main, ["check", "--repair-read-models", "--database", migrated_url])
    assert done.exit_code == 1
    assert f"statistics: the sums in {sums} are not those of the results" in done.output
    assert CliRunner().invoke(main, ["check", "--database", migrated_url]).exit_code == 0
    assert max(one["won"] for one in ask(client, "/v1/statistics")["statistics"][0]["players"]) == 1


def test_a_row_of_a_read_model_about_no_match_is_named_and_built_away(client, matches, migrated_url):
    open_match(client, 2)
    Runner(matches).catch_up()
    row = ("x", 1, "2026-01-01", 1, "seven-sins", "open", None, "{}", "{}")
    matches.database.execute([(f"INSERT INTO kerbholz_catalogue VALUES ({', '.join('?' * 9)})", row)])
    assert found(matches) == {("x", "id")}
    done = CliRunner().invoke(main, ["check", "--repair-read-models", "--database", migrated_url])
    assert done.exit_code == 1, done.output
    assert "built anew" in done.output
    assert found(matches) == set()
    assert len(ask(client, "/v1/matches")["matches"]) == 1
