"""Many at the same time, crashes and lost answers: a 201 means on disk, in the log, once."""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError, StoredEvent
from eventsourcing.utils import retry

from domain.application.judging import Asked, Draft
from domain.application.matches import Matches
from domain.application.upkeep.migration import SCHEMA, migrate, schema_of
from domain.kit.table.commands import Note
from domain.kit.table.disputes import Rule
from domain.match.match import Match, MatchEvent
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from domain.store.beside.side import StoredRequest, StoredToken, request_row, text_rows, token_row
from domain.store.postgres import recorder as postgres
from domain.store.sqlite import recorder as sqlite
from domain.store.tables import SideRow
from service.app import create_app
from service.config import Settings
from tests.asking import asking
from tests.persistence.forked import Forked
from tests.persistence.serving import NOTE, Served, apps, at_another, at_once, run, served, statuses
from tests.service.playing import Table, a_placing, new_client, open_match, opening, placing_match

pytestmark = pytest.mark.long


def check_log(table: Table, newest: int) -> list[Any]:
    """The log goes from 0 to *newest* without gap or repeat; the log."""
    log = table.log()
    assert [decision["version"] for decision in log] == list(range(newest + 1))
    return log


def notes_in(log: Sequence[Any]) -> list[str]:
    """The texts of the notes, in order."""
    return [decision["command"]["text"] for decision in log if decision["command"]["type"] == "table.note"]


# -- in one process, with a pool and a cache for each of several apps ---------------------------------------


@pytest.mark.scenario(35)
def test_commands_that_do_not_disturb_each_other_both_count(migrated_url):
    with apps(migrated_url, 3) as clients:
        table = placing_match(clients[0])
        before = table.version
        places = [at_another(table, client) for client in clients]
        placings = [a_placing(table, seat) for seat in table.seats]
        answers = at_once(
            *(partial(place.send, seat, placings[seat]) for seat, place in enumerate(places)),
            partial(places[1].send, 1, NOTE),
            partial(places[2].send, "arbiter", NOTE),
        )
        # The last placing ends the match; a note is possible before and after.
        assert statuses(answers) == [201] * 5
        match = places[0].get(None)
        assert match["status"] == "finished"
        log = check_log(table, before + 5)
        assert sorted(answer.json["decisions"][0]["version"] for answer in answers) == list(
            range(before + 1, before + 6)
        )
        assert (
            sorted(one["command"]["type"] for one in log[before + 1 :])
            == ["place-stones"] * 3 + ["table.note"] * 2
        )


def test_the_same_command_sent_twice_at_once_counts_once(migrated_url):
    with apps(migrated_url, 2) as clients:
        for _ in range(5):
            table = open_match(clients[0], 2)
            seat, before = table.mover, table.version
            move = table.get(seat, "moves")["moves"][0]
            answers = at_once(*(partial(at_another(table, client).send, seat, move) for client in clients))
            # Two that are the same to the millisecond are one command, and are answered alike.
            assert statuses(answers) in ([201, 409], [201, 201])
            assert {answer.json.get("code") for answer in answers} <= {None, "not-awaited"}
            assert len({str(answer.json["receipt"]) for answer in answers if answer.status_code == 201}) == 1
            assert sum(one["command"] == move for one in check_log(table, table.version)[before:]) == 1


@pytest.mark.scenario(41)
def test_the_same_key_at_once_counts_once_and_is_answered_alike(migrated_url):
    with apps(migrated_url, 3) as clients:
        for number in range(3):
            table = open_match(clients[0], 2)
            seat, before = table.mover, table.version
            move = table.get(seat, "moves")["moves"][0]
            for body in (move, NOTE):
                headers = {"Idempotency-Key": f"{number}-{body['type']}"}
                answers = at_once(
                    *(
                        partial(at_another(table, client).send, seat, body, headers=headers)
                        for client in clients * 2
                    )
                )
                assert statuses(answers) == [201] * 6
                assert len({(answer.json["version"], str(answer.json["receipt"])) for answer in answers}) == 1
                assert sum("Idempotency-Replayed" in answer.headers for answer in answers) == 5
            log = check_log(table, table.version)[before + 1 :]
            assert [one["command"]["type"] for one in log] == [move["type"], "refill", "table.note"]


@pytest.mark.scenario(41)
def test_one_key_with_two_bodies_at_once_is_one_command_and_a_refusal(migrated_url):
    with apps(migrated_url, 2) as clients:
        for number in range(5):
            table = open_match(clients[0], 2)
            before = table.version
            headers = {"Idempotency-Key": "k"}
            answers = at_once(
                *(
                    partial(
                        at_another(table, client).send,
                        0,
                        {**NOTE, "text": f"{number} {position}"},
                        headers=headers,
                    )
                    for position, client in enumerate(clients)
                )
            )
            assert statuses(answers) == [201, 422]
            assert {answer.json.get("code") for answer in answers} == {None, "key-reused"}
            check_log(table, before + 1)


def test_one_key_opens_one_match_however_many_ask_at_once(migrated_url):
    with apps(migrated_url, 3) as clients:
        headers = {"Idempotency-Key": "open"}
        answers = at_once(
            *(partial(client.post, "/v1/matches", json=opening(3), headers=headers) for client in clients * 2)
        )
        assert statuses(answers) == [201] * 6
        assert len({answer.data for answer in answers}) == 1
        assert sum("Idempotency-Replayed" in answer.headers for answer in answers) == 5
        assert len({name for name, _, _ in _first_events(migrated_url)}) == 1


def _first_events(url: str) -> list[tuple[Any, ...]]:
    with Matches(Settings(database=url).environment) as matches:
        return matches.database.query(
            "SELECT originator_id, originator_version, topic FROM kerbholz_events WHERE originator_version = 0"
        )


@pytest.mark.scenario(37)
def test_of_many_with_the_same_if_match_one_is_first(migrated_url):
    with apps(migrated_url, 4) as clients:
        table = open_match(clients[0], 2)
        headers = {"If-Match": f'"{table.version}"'}
        answers = at_once(
            *(partial(at_another(table, client).send, 0, NOTE, headers=headers) for client in clients * 2)
        )
        assert statuses(answers) == [201] + [412] * 7
        assert {answer.json["version"] for answer in answers} == {table.version}


@pytest.mark.scenario(39)
def test_a_move_that_meets_a_freeze_comes_before_it_or_not_at_all(migrated_url):
    with apps(migrated_url, 3) as clients:
        for late in (0.0, 0.003, 0.01, 0.03):
            table = open_match(clients[0], 2)
            seat, before = table.mover, table.version
            moves = table.get(seat, "moves")["moves"]
            places = [at_another(table, client) for client in clients]

            def freeze(place: Table = places[0], late: float = late) -> Any:
                time.sleep(late)  # a move takes longer than a freeze
                return place.send("arbiter", {"type": "table.freeze"})

            frozen, *moved = at_once(
                freeze,
                *(partial(place.send, seat, moves[0]) for place in places[1:]),
            )
            assert frozen.status_code == 201
            assert {answer.json.get("code") for answer in moved} <= {None, "frozen", "not-awaited"}
            log = check_log(table, table.version)[before + 1 :]
            kinds = [one["command"]["type"] for one in log]
            assert kinds in (["table.freeze"], [moves[0]["type"], "refill", "table.freeze"])
            assert any(answer.status_code == 201 for answer in moved) == (len(kinds) > 1)
            assert table.get(None)["status"] == "frozen"
            table.do("arbiter", {"type": "table.resume"})
            assert len(kinds) > 1 or table.send(seat, moves[0]).status_code == 201


@pytest.mark.scenario(38)
def test_twenty_writers_lose_and_double_nothing(migrated_url):
    each = 4
    with apps(migrated_url, 4) as clients:
        table = open_match(clients[0], 2)
        before = table.version

        def write(writer: int) -> list[int]:
            own = at_another(table, clients[writer % len(clients)])
            answers = [own.send(writer % 2, {**NOTE, "text": f"{writer}.{number}"}) for number in range(each)]
            assert all(answer.status_code == 201 or answer.json["code"] == "conflict" for answer in answers)
            return [answer.json["version"] for answer in answers if answer.status_code == 201]

        versions = [
            version
            for written in at_once(*(partial(write, writer) for writer in range(20)))
            for version in written
        ]
        log = check_log(table, before + len(versions))
        assert sorted(versions) == list(range(before + 1, before + len(versions) + 1))
        texts = notes_in(log)
        assert len(set(texts)) == len(texts) == len(versions) > 40
        for writer in range(20):
            own = [text for text in texts if text.startswith(f"{writer}.")]
            assert own == sorted(own)
        # Whoever asks where reads the same.
        for client in clients:
            assert at_another(table, client).log() == log


# -- in processes -------------------------------------------------------------------------------------------


def _opened(server: Served, seats: int = 2, **headers: str) -> dict[str, Any]:
    status, document, _ = server.request("POST", "/v1/matches", opening(seats), headers)
    assert status == 201, document
    return document


def _note(server: Served, match: dict[str, Any], text: str, seat: int = 0, **headers: str) -> tuple[int, Any]:
    bearer = {"Authorization": f"Bearer {match['tokens']['seats'][seat]}"}
    path = f"/v1/matches/{match['id']}/commands"
    status, document, _ = server.request("POST", path, {**NOTE, "text": text}, {**bearer, **headers})
    return status, document


def _log(server: Served, match: dict[str, Any]) -> list[Any]:
    bearer = {"Authorization": f"Bearer {match['tokens']['arbiter']}"}
    status, page, _ = server.request("GET", f"/v1/matches/{match['id']}/decisions?limit=1000", None, bearer)
    assert status == 200
    assert page["next"] is None
    decisions: list[Any] = page["decisions"]
    assert [decision["version"] for decision in decisions] == list(range(page["version"] + 1))
    return decisions


@pytest.mark.few("sqlite")
@pytest.mark.scenario(52)
def test_workers_share_matches_and_a_read_after_a_write_sees_it(migrated_url):
    with served(migrated_url, workers=2) as server:
        match = _opened(server)
        before = match["version"]

        def write(writer: int) -> int:
            accepted = 0
            for number in range(5):
                status, answer = _note(server, match, f"{writer}.{number}", writer % 2)
                assert status == 201 or answer["code"] == "conflict"
                if status == 201:
                    accepted += 1
                    _, seen, _ = server.request("GET", f"/v1/matches/{match['id']}")
                    assert seen["version"] >= answer["version"]
            return accepted

        accepted = sum(at_once(*(partial(write, writer) for writer in range(8))))
        log = _log(server, match)
        assert len(log) - 1 == before + accepted
        assert len(set(notes_in(log))) == accepted > 20
        assert server.stop() == 0


@pytest.mark.scenario(25, 41, 54)
def test_killing_the_server_right_after_a_201_loses_nothing(migrated_url):
    with served(migrated_url, workers=2) as server:
        match = _opened(server, **{"Idempotency-Key": "open"})
        offered = _log(server, match)
        status, answer = _note(server, match, "last words", **{"Idempotency-Key": "k"})
        server.kill()
    assert status == 201
    with served(migrated_url) as server:
        log = _log(server, match)
        # What had come out by chance is not drawn anew, and what was noted is there.
        assert log[:-1] == offered
        assert notes_in(log) == ["last words"]
        assert len(log) - 1 == answer["version"]
        again, replay = _note(server, match, "last words", **{"Idempotency-Key": "k"})
        assert (again, replay["version"], replay["receipt"]) == (201, answer["version"], answer["receipt"])
        assert len(_log(server, match)) == len(log)
        assert _opened(server, **{"Idempotency-Key": "open"})["tokens"] == match["tokens"]


@pytest.mark.scenario(54)
def test_killing_postgresql_right_after_a_201_loses_nothing(own_postgres):
    url = own_postgres.fresh_database()
    migrate(Settings(database=url).environment)
    with apps(url, 1) as (client,):
        table = open_match(client, 2)
        for round_ in range(2):
            answer = table.do(0, {**NOTE, "text": f"round {round_}"})
            own_postgres.kill()
            own_postgres.start_again()
            # The pool of an app that went on running gets over it, and another app reads the same.
            for _ in range(20):
                if table.ask(None).status_code == 200:
                    break
                time.sleep(0.5)
            log = check_log(table, answer["version"])
            assert notes_in(log) == [f"round {number}" for number in range(round_ + 1)]
            with apps(url, 1) as (other,):
                assert at_another(table, other).log() == log


def test_while_postgresql_is_down_the_answer_is_unavailable(own_postgres):
    url = own_postgres.fresh_database()
    migrate(Settings(database=url).environment)
    app = create_app(Settings(database=url))
    table = open_match(new_client(url, app), 2)
    own_postgres.kill()
    app.test_client_class = None
    client = app.test_client()
    for response in (
        client.post(f"{table.path}/commands", json=NOTE, headers=table.bearer(0)),
        client.get("/readyz"),
    ):
        assert (response.status_code, response.mimetype) == (503, "application/problem+json")
        assert response.json["code"] == "unavailable"
        assert int(response.headers["Retry-After"]) > 0
    assert client.get("/healthz").status_code == 200
    own_postgres.start_again()
    assert client.get(table.path).status_code == 200
    check_log(table, table.opened["version"])
    app.extensions["kerbholz"].close()


# -- a commit whose answer was lost -------------------------------------------------------------------------


class _Lossy:
    """Writes, and loses the answer so many times: the library takes the connection for broken, and tries again."""

    lose = 0

    @retry((InterfaceError, OperationalError), max_attempts=10, wait=0.01)
    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Any:
        """Commit, then say that it is not known whether it was committed."""
        plain = super().insert_events  # type: ignore[misc]
        unretried = partial(plain.__wrapped__, self) if hasattr(plain, "__wrapped__") else plain
        positions = unretried(stored_events, **kwargs)
        if type(self).lose:
            type(self).lose -= 1
            raise OperationalError("the connection was lost")
        return positions


class LossySqlite(_Lossy, sqlite.MatchRecorder):
    """On SQLite."""


class LossyPostgres(_Lossy, postgres.MatchRecorder):
    """On PostgreSQL."""


@pytest.fixture
def lossy(migrated_url):
    """An app that loses the answer to as many commits as is asked for, and the recorder to ask."""
    settings = Settings(database=migrated_url)
    recorder = LossySqlite if "sqlite" in settings.environment["PERSISTENCE_MODULE"] else LossyPostgres
    topic = {"APPLICATION_RECORDER_TOPIC": f"{recorder.__module__}:{recorder.__name__}"}
    app = create_app(settings, matches_factory=lambda: Matches({**settings.environment, **topic}))
    yield new_client(migrated_url, app), recorder
    recorder.lose = 0
    app.extensions["kerbholz"].close()


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "k"}], ids=["without key", "with key"])
@pytest.mark.parametrize("lost", [1, 2])
def test_a_commit_whose_answer_was_lost_is_not_doubled(lossy, headers, lost):
    client, recorder = lossy
    table = open_match(client, 2)
    seat, before = table.mover, table.version
    move = table.get(seat, "moves")["moves"][0]
    for command in (NOTE, move):
        recorder.lose = lost
        keyed = {name: value + command["type"] for name, value in headers.items()}
        answer = table.do(seat, command, headers=keyed)
        assert recorder.lose == 0 or lost == 2
        recorder.lose = 0
        assert answer["decisions"][0]["version"] == before + 1
        assert answer["version"] == table.version
        before = answer["version"]
    log = check_log(table, before)
    assert sum(one["command"] == move for one in log) == 1
    assert notes_in(log) == [NOTE["text"]]


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "k"}], ids=["without key", "with key"])
def test_an_opening_whose_answer_was_lost_is_answered_with_its_tokens(lossy, headers):
    client, recorder = lossy
    recorder.lose = 1
    response = client.post("/v1/matches", json=opening(2), headers=headers)
    assert response.status_code == 201
    table = Table(client, response.json)
    check_log(table, table.opened["version"])
    assert table.do(0, NOTE)["version"] == table.version


# -- migrating ----------------------------------------------------------------------------------------------


def test_who_migrates_a_file_waits_for_another_who_does(tmp_path):
    """Else one of those who come at once finds a new file damaged, now and then."""
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        process = Forked(["migrate", "--database", f"sqlite:///{tmp_path / 'kerbholz.db'}"])
        time.sleep(0.5)
        assert list(tmp_path.iterdir()) == []
    finally:
        os.close(folder)
    assert process.wait(60) == 0
    process.stdout.close()


def test_migrating_twice_and_at_once_is_migrating(database_url):
    started = [Forked(["migrate", "--database", database_url]) for _ in range(4)]
    for process in started:
        assert process.wait(60) == 0
        assert f"schema {SCHEMA}" in process.stdout.read()
        process.stdout.close()
    settings = Settings(database=database_url)
    with Matches(settings.environment) as matches:
        assert schema_of(matches) == SCHEMA
        key = matches.service_key
        assert (
            len(matches.database.query("SELECT name FROM kerbholz_settings WHERE name = ?", ("service_key",))) == 1
        )
    with apps(database_url, 1) as (client,):
        table = open_match(client, 2)
        table.do(0, NOTE)
        log = table.log()
        assert migrate(settings.environment) == SCHEMA
        assert table.log() == log
    with apps(database_url, 1) as (client,):
        assert at_another(table, client).log() == log
    with Matches(settings.environment) as matches:
        assert matches.service_key == key


def test_serve_refuses_a_postgresql_that_was_never_migrated(postgres_url):
    done = run("serve", "--port", "0", "--database", postgres_url)
    assert done.returncode != 0
    assert done.stdout == ""
    assert "kerbholz migrate" in done.stderr
    assert "Traceback" not in done.stderr
    assert postgres_url not in done.stderr
    with psycopg.connect(postgres_url) as connection:
        query = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
        assert connection.execute(query).fetchone() == (0,)
    assert run("migrate", "--database", postgres_url).returncode == 0
    with served(postgres_url) as server:
        assert _opened(server)["version"] > 0


def test_serve_migrates_sqlite(sqlite_url):
    with served(sqlite_url) as server:
        match = _opened(server)
        assert _note(server, match, "x")[0] == 201
        assert server.request("GET", "/readyz")[1] == {
            "status": "ready",
            "schema": SCHEMA,
            "projections": dict.fromkeys(("catalogue", "statistics", "webhooks"), "following"),
        }
    with served(sqlite_url) as server:
        assert notes_in(_log(server, match)) == ["x"]


def test_a_database_in_memory_is_served_by_one_process():
    with served("sqlite://") as server:
        match = _opened(server)
        assert _note(server, match, "x")[0] == 201
        assert notes_in(_log(server, match)) == ["x"]
    done = run("serve", "--port", "0", "--workers", "2", "--database", "sqlite://")
    assert done.returncode != 0
    assert "one worker" in done.stderr


# -- events and what lies beside them -----------------------------------------------------------------------


@pytest.fixture
def drafted(migrated_url):
    """A match, and a drafted note on it that has not been stored."""
    with apps(migrated_url, 1) as (client,):
        table = open_match(client, 2)
    with Matches(Settings(database=migrated_url).environment) as matches:
        draft = Draft(matches.load(UUID(table.id)), matches._sources)
        draft.judge(Principal("seat", 0), [Asked(Note("a secret note"))], dry_run=False)
        yield matches, draft


def _texts(draft: Draft) -> list[SideRow]:
    new = {event.originator_version: event for event in draft.events}
    at = draft.match.opening["at"]
    return [row for text in draft.texts for row in text_rows(new[text.version], text, at)]


def _beside(matches: Matches) -> list[Any]:
    """Everything in the tables of the database that an append can change."""
    tables = ("kerbholz_events", "kerbholz_texts", "kerbholz_tokens", "kerbholz_requests", "kerbholz_secrets")
    return [sorted(map(repr, matches.database.query(f"SELECT * FROM {table}"))) for table in tables]


def test_a_row_that_collides_leaves_no_event(drafted):
    matches, draft = drafted
    before = _beside(matches)
    id_ = draft.match.id
    there = "INSERT INTO kerbholz_requests VALUES (?, ?, ?, ?, ?, ?, ?)"
    matches.database.execute([(there, (id_.hex, "seat:0", "k", 1, 1, "body", ""))])
    taken = request_row(matches.marks, id_, "seat:0", "k", StoredRequest(5, 5, "other"))
    token = token_row(matches.marks, "new hash", StoredToken(id_, "spectator", None))
    with pytest.raises(IntegrityError):
        matches.save(*draft.events, side=[token, *_texts(draft), taken])
    matches.database.execute([("DELETE FROM kerbholz_requests WHERE request_key = ?", ("k",))])
    assert _beside(matches) == before
    assert matches.load(id_).version == draft.first - 1


def test_an_event_that_collides_leaves_no_row(drafted):
    matches, draft = drafted
    matches.save(*draft.events, side=_texts(draft))
    before = _beside(matches)
    row = request_row(matches.marks, draft.match.id, "seat:0", "k", StoredRequest(5, 5, "body"))
    with pytest.raises(IntegrityError):
        matches.save(*draft.events, side=[row])
    assert _beside(matches) == before
    stored = matches.decisions(draft.match.id, after=draft.first - 1)
    assert [decision.texts for decision in stored] == [{"/command/text": "a secret note"}]


def test_a_lost_race_is_known_for_one_and_is_never_taken_for_an_outage(drafted):
    """What an outage looks like is tried again for seconds, and then answered with 503."""
    matches, draft = drafted
    started = time.monotonic()
    for _ in range(30):
        race = Draft(matches.load(draft.match.id), matches._sources)
        race.judge(Principal("seat", 0), [Asked(Note("x"))], dry_run=False)
        matches.save(*race.events, side=_texts(race))
        with pytest.raises(IntegrityError):
            matches.save(*race.events, side=_texts(race))
    assert time.monotonic() - started < 10


# -- whom an append keeps waiting ------------------------------------------------------------------------------


@contextlib.contextmanager
def held(migrated_url: str) -> Iterator[tuple[Matches, list[UUID]]]:
    """Two matches whose ids are alike in their last bits; an append to the first one is held until the end."""
    ids = [UUID(int=(number << 64) + 5, version=4) for number in (1, 2)]
    new = iter(ids)
    env = Settings(database=migrated_url).environment
    with Matches(env, new_id=lambda: next(new)) as matches:
        for _ in ids:
            matches.open(Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Bo")]))
        begun, go_on = threading.Event(), threading.Event()

        def bell(match_id: UUID, _: int) -> None:
            if match_id == ids[0] and threading.current_thread() is thread:
                begun.set()
                assert go_on.wait(30)

        matches.bells.append(bell)
        thread = threading.Thread(target=noted, args=(matches, ids[0]))
        thread.start()
        try:
            assert begun.wait(30)
            yield matches, ids
        finally:
            go_on.set()
            thread.join()
        assert len(matches._locks) == 0, "nothing is kept of matches to which nobody appends"


def noted(matches: Matches, match_id: UUID, *, dry_run: bool = False) -> int:
    """Append a note; the version."""
    return matches.append(match_id, Principal("seat", 0), asking(Asked(Note("x"))), dry_run=dry_run).last


def test_who_appends_to_another_match_does_not_wait(migrated_url):
    with held(migrated_url) as (matches, (_, other)):
        before = matches.load(other).version
        assert noted(matches, other) == before + 1
        assert len(matches._locks) == 1


def test_neither_a_dry_run_nor_a_read_waits_for_who_appends(migrated_url):
    with held(migrated_url) as (matches, (match_id, _)):
        version = matches.load(match_id).version
        assert noted(matches, match_id, dry_run=True) == version + 1
        assert matches.load(match_id).version == version


def test_who_appends_does_not_wait_for_dry_runs(migrated_url):
    """Each sends a real note while its own dry run is being judged."""
    with Matches(Settings(database=migrated_url).environment) as matches:
        match = matches.open(Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Bo")])).match
        log, appended = matches._sources.log, list[int]()

        def looked_up(match: Match) -> Iterator[MatchEvent]:
            thread = threading.Thread(target=lambda: appended.append(noted(matches, match.id)))
            thread.start()
            thread.join(30)
            return iter(log(match))

        matches._sources = replace(matches._sources, log=looked_up)
        ruled = Asked(Rule(verdict="dismissed", reason="x"))
        assert (
            matches.append(match.id, Principal("arbiter"), asking(ruled), dry_run=True).last == match.version + 1
        )
        assert appended == [match.version + 1]


def test_a_match_that_is_stored_while_it_is_looked_up_is_not_damaged(migrated_url, monkeypatch):
    env, this = Settings(database=migrated_url).environment, uuid4()
    with Matches(env) as looking, Matches(env, new_id=lambda: this) as opening_it:
        read = looking.side.secrets

        def stored_before(match_id: UUID) -> Any:
            if opening_it.side.head(this) is None:
                opening_it.open(Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Bo")]))
            return read(match_id)

        monkeypatch.setattr(looking.side, "secrets", stored_before)
        assert looking.load(this).version == opening_it.load(this).version
