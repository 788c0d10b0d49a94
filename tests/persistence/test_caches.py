"""The cache and the snapshots save time and change nothing."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID

import pytest

import domain.application.log
from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.remembered import UNDISTURBED, WEIGHED, Remembered, size_of
from domain.application.upkeep.migration import migrate
from domain.kit.play import eyes_of
from domain.kit.table.commands import Note
from domain.kit.visibility import OFFICIAL, PUBLIC, seat_viewer
from domain.match.match import Match
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from projections.views import state_for
from service.app import create_app
from service.config import Settings
from tests.asking import asking
from tests.games.installed import OWN
from tests.persistence.pairs import by_turns
from tests.service.playing import (
    CheckedClient,
    Table,
    filled_move,
    new_client,
    open_match,
    play_out,
    recorded_match,
    step,
)

NOTE = {"type": "table.note", "text": "tea break"}


class Uncached(Matches):
    """Keeps next to nothing, and takes no snapshots."""

    name = Matches.name
    cache_size = 1
    snapshot_every = 10**9


class Snapped(Matches):
    """Takes a snapshot at every turn, and forgets the rest at once."""

    name = Matches.name
    cache_size = 1
    snapshot_every = 1


class Cached(Matches):
    """Keeps everything, and takes a snapshot now and then."""

    name = Matches.name
    cache_size = 100
    snapshot_every = 7


KINDS = (Uncached, Snapped, Cached, Matches)


@contextlib.contextmanager
def client_of(url: str, kind: type[Matches]) -> Iterator[CheckedClient]:
    """A client of an app whose matches are of this kind."""
    settings = Settings(database=url)
    app = create_app(settings, matches_factory=lambda: kind(settings.environment))
    try:
        yield new_client(url, app)
    finally:
        app.extensions["kerbholz"].close()


def read(table: Table) -> Any:
    """All that can be read of a match, ETags included."""
    found = table.trace()
    for who in table.everybody:
        for query in ({"at": 0}, {"line": table.version // 2}):
            found.append(table.ask(who, "view", **query).data)
    return found


def evicted(client: CheckedClient) -> None:
    """Load another match, so that a cache of one holds that."""
    open_match(client, 2)


def snapshots_of(url: str) -> list[tuple[Any, ...]]:
    """Versions of the snapshots of this shape."""
    with Matches(Settings(database=url).environment) as matches:
        return matches.database.query(f"SELECT originator_version FROM {snapshot_table(matches)}")


def snapshot_table(matches: Matches) -> str:
    """Where snapshots are kept."""
    name: str = matches._snapshots.recorder.events_table_name  # type: ignore[attr-defined]
    return name


@pytest.mark.few("sqlite-Uncached", "postgres-Snapped")
@by_turns("kind", *KINDS[:3])
def test_every_kind_of_cache_answers_the_same(migrated_url, kind):
    with client_of(migrated_url, kind) as client, client_of(migrated_url, Matches) as other:
        table = open_match(client, 3, options={"penitence": True})
        recorded = recorded_match(client, history="kept")
        taken = recorded.do(0, {"type": "take", "sin": "pride", "to": "abyss"})["version"]
        recorded.do(0, {"type": "table.take-back", "decision": taken})
        rng = Random(3)
        for _ in range(4):
            step(table, rng)
            step(Table(other, table.opened), rng)
            evicted(client)
        assert read(table) == read(Table(other, table.opened))
        recorded.do(0, {"type": "take", "sin": "envy", "to": "reserve"})
        evicted(client)
        assert read(recorded) == read(Table(other, recorded.opened))
        outcome = play_out(table, rng)
        found = read(table)
        assert bool(snapshots_of(migrated_url)) == (kind is not Uncached)
        for one in (kind, Cached):
            with client_of(migrated_url, one) as fresh:
                again = Table(fresh, table.opened)
                assert again.get("arbiter") == outcome
                assert read(again) == found


@by_turns("kind", *KINDS[:2])
def test_what_was_answered_is_what_is_read_byte_for_byte(migrated_url, kind):
    """Whoever wrote it, whoever reads it: the same members in the same order, so the same ETag."""
    with client_of(migrated_url, kind) as client, client_of(migrated_url, Matches) as other:
        table = open_match(client, 2, options={"history": "kept"})
        elsewhere = Table(other, table.opened)
        answered = []
        for number in range(6):
            seat = table.mover
            move = filled_move(table.get(seat, "moves")["moves"][0], Random(number))
            answered += json.loads(table.send(seat, move).data)["decisions"]
            for who in (None, seat, "arbiter"):
                for what in ("", "view", "decisions", "moves"):
                    one, two = table.ask(who, what), elsewhere.ask(who, what)
                    assert one.data == two.data, (who, what)
                    assert one.headers["ETag"] == two.headers["ETag"]
        log = elsewhere.log("arbiter")[-len(answered) :]
        assert json.dumps(log) == json.dumps(answered)


@pytest.mark.few("sqlite")
def test_a_match_that_changed_its_line_is_read_from_a_snapshot_as_from_the_log(migrated_url):
    with client_of(migrated_url, Snapped) as client:
        table = recorded_match(client, history="kept")
        for sin in ("pride", "envy", "lust"):
            taken = table.do(0, {"type": "take", "sin": sin, "to": "abyss"})["version"]
            table.do(0, {"type": "table.take-back", "decision": taken})
            table.do("arbiter", NOTE)
        evicted(client)
        found = read(table)
    with client_of(migrated_url, Uncached) as client:
        assert read(Table(client, table.opened)) == found


@pytest.mark.scenario(63)
def test_deleting_the_snapshots_changes_nothing(migrated_url):
    with client_of(migrated_url, Snapped) as client:
        table = open_match(client, 2)
        rng = Random(5)
        for _ in range(5):
            step(table, rng)
        found = read(table)
    assert len(snapshots_of(migrated_url)) >= 5
    with Matches(Settings(database=migrated_url).environment) as matches:
        matches.database.execute([(f"DELETE FROM {snapshot_table(matches)}", ())])
    with client_of(migrated_url, Snapped) as client:
        table = Table(client, table.opened)
        assert read(table) == found
        assert len(snapshots_of(migrated_url)) == 1, "what was folded anew is kept"
        step(table, rng)
        assert len(snapshots_of(migrated_url)) == 2


def test_a_snapshot_that_cannot_be_taken_costs_time_and_nothing_else(migrated_url, caplog):
    with client_of(migrated_url, Snapped) as client:
        table = open_match(client, 2)
        with Matches(Settings(database=migrated_url).environment) as matches:
            matches.database.execute([(f"DROP TABLE {snapshot_table(matches)}", ())])
        answer = table.do(0, NOTE)
        assert answer["version"] == table.version
        assert "no snapshot was taken" in caplog.text


@pytest.mark.scenario(61)
def test_a_snapshot_of_another_shape_is_not_looked_at(migrated_url, monkeypatch):
    with client_of(migrated_url, Snapped) as client:
        table = open_match(client, 2)
        rng = Random(5)
        for _ in range(3):
            step(table, rng)
        found = read(table)
    old = snapshots_of(migrated_url)
    with Matches(Settings(database=migrated_url).environment) as matches:
        name = snapshot_table(matches)
        # What an older version wrote need not be readable at all.
        broken = b'{"state": "of another shape"}'
        matches.database.execute([(f"UPDATE {name} SET state = ?", (broken,))])
    monkeypatch.setattr(domain.application.log, "STATE_FORMAT", domain.application.log.STATE_FORMAT + 1)
    migrate(Settings(database=migrated_url).environment)
    with client_of(migrated_url, Snapped) as client:
        table = Table(client, table.opened)
        assert read(table) == found
        step(table, rng)
        evicted(client)
        assert table.version == table.log()[-1]["version"]
    with Matches(Settings(database=migrated_url).environment) as matches:
        assert snapshot_table(matches) != name
        assert len(matches.database.query(f"SELECT state FROM {name}")) == len(old)


@by_turns("name", *OWN)
def test_the_past_is_the_same_with_and_without_what_was_kept_on_the_way(migrated_url, name):
    """Also where lines were changed, across what was kept before and after."""
    with client_of(migrated_url, Cached) as client:
        table, rng = open_match(client, 3, ruleset=name), Random(name)
        for _ in range(8):
            step(table, rng)
        back = {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": table.version - 2}
        ruled = table.do("arbiter", back)["decisions"][0]["version"]
        for _ in range(8):
            step(table, rng)
        table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "reverses": ruled})
        for _ in range(8):
            step(table, rng)
    with Matches(Settings(database=migrated_url).environment) as matches:
        match = matches.load(UUID(table.id))
        viewers = [PUBLIC, OFFICIAL, *map(seat_viewer, table.seats)]
        lines = {match.version, ruled - 1, ruled, ruled + 3}
        pairs = [(at, line) for at in range(match.version + 1) for line in {at, *lines} if line >= at]
        asked = rng.sample(pairs, 30)
        assert sum(matches.kept_state(match, at) is not None for at, _ in asked) > len(asked) / 2
        found = [state_for(matches, match, viewer, *one) for one in asked for viewer in viewers]
        matches.database.execute([(f"DELETE FROM {snapshot_table(matches)}", ())])
        assert matches.kept_state(match, match.version) is None
        assert found == [state_for(matches, match, viewer, *one) for one in asked for viewer in viewers]


@pytest.mark.few("sqlite")
def test_a_match_of_three_hundred_notes(migrated_url):
    texts = [f"note {number}" for number in range(300)]
    with client_of(migrated_url, Matches) as client:
        table = open_match(client, 2)
        before = table.version
        for start in range(0, 300, 50):
            table.do(0, *({**NOTE, "text": text} for text in texts[start : start + 50]))
        step(table, Random(1))
        found = table.log(limit=1000)
        board = table.get(None, "view")
    assert [one["command"]["text"] for one in found[before + 1 :] if "text" in one["command"]] == texts
    assert snapshots_of(migrated_url)
    for kind in KINDS:
        with client_of(migrated_url, kind) as client:
            again = Table(client, table.opened)
            assert again.get(None, "view") == board
            assert again.log(limit=1000) == found
            assert again.log() == found
            assert again.get("arbiter", "view", at=before)["at"] == before
    with client_of(migrated_url, Uncached) as client:
        again = Table(client, table.opened)
        assert again.do(1, NOTE)["version"] == again.version == board["at"] + 1


# -- what is appended to a match that this process alone seems to append to, and does not look up any more


@contextlib.contextmanager
def undisturbed(url: str, **options: Any) -> Iterator[tuple[Table, Table]]:
    """A match of 7 – The Sins that a process knows well enough not to look it up; here, and at another process."""
    with client_of(url, Matches) as client, client_of(url, Matches) as other:
        table = open_match(client, 2, options=options)
        for _ in range(UNDISTURBED):
            table.get(None)
        assert matches_of(table)._remembered.undisturbed(UUID(table.id)) is not None
        yield table, Table(other, table.opened)


def matches_of(table: Table) -> Matches:
    """The matches of the process that answers for this table."""
    found: Matches = table.client.application.extensions["kerbholz"].matches()
    return found


def looked_up(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Which matches this process looks up from now on."""
    seen: list[Any] = []
    side = matches_of(table).side
    head = side.head

    def watched(match_id: UUID) -> Any:
        seen.append(match_id)
        return head(match_id)

    monkeypatch.setattr(side, "head", watched)
    return seen


@pytest.mark.few("sqlite")
def test_a_match_that_nobody_else_appends_to_is_not_looked_up_for_each_append(migrated_url, monkeypatch):
    with undisturbed(migrated_url) as (table, elsewhere):
        moves = [table.get(seat, "moves")["moves"] for seat in table.seats]
        seat = table.mover
        seen = looked_up(table, monkeypatch)
        answer = table.do(seat, filled_move(moves[seat][0], Random(1)))
        assert not seen
        assert elsewhere.version == answer["version"]
        table.do(seat, NOTE)
        assert seen


@pytest.mark.few("sqlite")
def test_a_request_looks_its_match_up_once_at_most(migrated_url, monkeypatch):
    with undisturbed(migrated_url) as (table, elsewhere):
        moves = [table.get(seat, "moves")["moves"] for seat in table.seats]
        seat = table.mover
        move = filled_move(moves[seat][0], Random(1))
        seen = looked_up(table, monkeypatch)
        lines = {**table.bearer(0), "Content-Type": "text/plain; charset=utf-8"}

        def looked(status: int, answer: Any) -> int:
            assert answer.status_code == status
            times = len(seen)
            seen.clear()
            return times

        assert looked(422, table.send(seat, {**move, "sin": "nonsense"})) == 1
        assert looked(409, table.send(1 - seat, move)) == 1
        assert looked(201, table.send(seat, NOTE)) == 1
        assert looked(201, table.send(seat, NOTE, dry_run=True)) == 1
        assert looked(201, table.client.post(f"{table.path}/shorthand", data="0: note tea", headers=lines)) == 1
        assert looked(201, table.send(seat, NOTE, headers={"Idempotency-Key": "once"})) == 1
        elsewhere.do(0, NOTE)
        assert looked(412, table.send(seat, move, headers={"If-Match": '"1"'})) == 1
        assert looked(201, table.send(seat, move)) == 1, "nobody knows yet whether others will append again"


@pytest.mark.few("sqlite")
def test_what_others_appended_meanwhile_is_found_by_the_append(migrated_url):
    """It is judged on the newest state, whatever this process knew: accepted as well as refused."""
    with undisturbed(migrated_url) as (table, elsewhere):
        rng = Random(2)
        before = table.version
        seat = elsewhere.mover
        while elsewhere.mover == seat:
            moved = step(elsewhere, rng)
        newest = moved["version"]
        problem = table.refused(seat, moved["decisions"][0]["command"])
        assert (problem["code"], problem["version"]) == ("not-awaited", newest)
        assert matches_of(table)._remembered.undisturbed(UUID(table.id)) is None
        assert elsewhere.version == newest > before

        for _ in range(UNDISTURBED):
            table.get(None)
        mover = elsewhere.mover
        step(elsewhere, rng)
        while elsewhere.mover == mover:
            step(elsewhere, rng)
        now = elsewhere.mover
        move = filled_move(elsewhere.get(now, "moves")["moves"][0], rng)
        stored = table.do(now, move)
        assert stored["decisions"][0]["actor"] == {"seat": now}
        assert elsewhere.log() == table.log()
        assert [one["version"] for one in elsewhere.log()] == list(range(stored["version"] + 1))


@pytest.mark.few("sqlite")
def test_the_version_that_was_seen_is_compared_with_the_newest(migrated_url):
    with undisturbed(migrated_url) as (table, elsewhere):
        seen = table.version
        mover = table.mover
        move = filled_move(table.get(mover, "moves")["moves"][0], Random(3))
        newest = elsewhere.do("arbiter", NOTE)["version"]
        problem = table.refused(mover, move, headers={"If-Match": f'"{seen}"'})
        assert (problem["code"], problem["version"]) == ("version-moved", newest)
        assert table.do(mover, move, headers={"If-Match": f'"{newest}"'})["version"] > newest


@pytest.mark.parametrize("command", ["of the game", "of the table"])
def test_a_token_that_was_replaced_elsewhere_appends_nothing(migrated_url, command):
    with undisturbed(migrated_url) as (table, elsewhere):
        mover = table.mover
        move = filled_move(table.get(mover, "moves")["moves"][0], Random(4))
        replaced = elsewhere.do("host", {"type": "table.replace-token", "role": "seat", "seat": mover})
        problem = table.refused(mover, move if command == "of the game" else NOTE)
        assert (problem["status"], problem["code"]) == (401, "unauthorized")
        assert elsewhere.version == replaced["version"]


@pytest.mark.few("sqlite")
def test_a_token_that_was_given_elsewhere_appends(migrated_url):
    with undisturbed(migrated_url) as (table, elsewhere):
        mover = table.mover
        move = filled_move(table.get(mover, "moves")["moves"][0], Random(5))
        given = elsewhere.do("host", {"type": "table.replace-token", "role": "seat", "seat": mover})
        bearer = {"Authorization": f"Bearer {given['tokens'][0]['token']}"}
        assert table.send(mover, move, headers=bearer).status_code == 201


@pytest.mark.few("sqlite")
def test_a_dry_run_is_judged_on_the_newest_state(migrated_url):
    with undisturbed(migrated_url) as (table, elsewhere):
        mover = table.mover
        move = filled_move(table.get(mover, "moves")["moves"][0], Random(6))
        newest = elsewhere.do("arbiter", NOTE)["version"]
        assert table.do(mover, move, dry_run=True)["decisions"][0]["version"] == newest + 1


@by_turns("name", *OWN)
def test_a_state_that_was_made_for_a_seats_eyes_once_is_never_changed_by_who_reads_it(migrated_url, name):
    """It is used again by whatever is judged or listed next."""
    with client_of(migrated_url, Matches) as client:
        table, rng = open_match(client, 3, ruleset=name), Random(name)
        for _ in range(12):
            step(table, rng)
            match = matches_of(table).load(UUID(table.id))
            used = dict(match._eyes)
            assert used
            for seat, eyes in used.items():
                assert eyes is match.eyes(seat)
                assert eyes == eyes_of(match.state, seat)


# -- how much is remembered -----------------------------------------------------------------------------------


def remembered_of(sqlite_url: str, number: int) -> tuple[Matches, list[Match]]:
    """Some matches of a new database, as they were opened."""
    env = Settings(database=sqlite_url).environment
    migrate(env)
    matches = Matches(env)
    return matches, [
        matches.open(Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Bo")])).match for _ in range(number)
    ]


def test_matches_are_remembered_up_to_a_number_and_up_to_a_size(sqlite_url):
    store, (first, second, third) = remembered_of(sqlite_url, 3)
    with contextlib.closing(store):
        of_two = Remembered(2)
        by_size = Remembered(10, room=2 * max(map(size_of, (first, second, third))) + 1)
        for remembered in (of_two, by_size):
            remembered.appended(first)
            remembered.appended(second)
            assert remembered.get(first.id) is first
            remembered.appended(third)
            assert remembered.get(second.id) is None, "it was seen longest ago"
            assert remembered.get(first.id) is first
            remembered.forget(first.id)
            remembered.appended(second)
            assert remembered.get(third.id) is third, "there is room again"
        too_small = Remembered(10, room=1)
        too_small.appended(first)
        assert too_small.get(first.id) is first, "one is always remembered"


def test_a_match_that_grows_is_weighed_anew(sqlite_url):
    store, (first, second) = remembered_of(sqlite_url, 2)
    with contextlib.closing(store):
        remembered = Remembered(10, room=size_of(first) + size_of(second) + 1_000)
        remembered.appended(first)
        remembered.appended(second)
        calls = tuple({"call": number, "by": {"seat": 0}} for number in range(100))
        state = second.state.copy()
        state.calls = calls
        remembered.appended(dataclasses.replace(second, state=state, version=second.version + 1))
        assert remembered.get(first.id) is first, "it is not weighed each time"
        remembered.appended(dataclasses.replace(second, state=state, version=second.version + WEIGHED))
        assert remembered.get(first.id) is None


def test_boards_are_made_once_for_all_who_play_on_them(sqlite_url):
    store, (first, second) = remembered_of(sqlite_url, 2)
    with contextlib.closing(store), Matches(store.env) as other:
        assert first.rules.board is second.rules.board
        assert other.load(first.id).opening["board"] is first.rules.board


def test_what_is_known_of_matches_is_as_it_is_stored(sqlite_url):
    store, (first, second) = remembered_of(sqlite_url, 2)
    with contextlib.closing(store), Matches(store.env) as other:
        assert other.known([first.id]) == {}
        assert store.known([first.id, second.id]) == {first.id: first, second.id: second}
        other.append(first.id, Principal("seat", 0), asking(Asked(Note("tea"))))
        assert store.known([first.id, second.id]) == {second.id: second}
        assert other.known([first.id])[first.id].version == first.version + 1
