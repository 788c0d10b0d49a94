"""Read models follow the log: each append once, in one transaction with the position, whatever goes wrong."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any
from uuid import UUID

import psycopg
import pytest
from click.testing import CliRunner, Result
from eventsourcing.persistence import IntegrityError, OperationalError, ProgrammingError, Tracking

from domain.application.following import Watcher
from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.table.commands import Note
from domain.kit.table.disputes import Rule
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from domain.store.beside import models
from domain.store.beside.models import MODEL_TABLES, Rebuild, RebuiltElsewhere, replace_rows
from domain.store.beside.webhook_rows import Delivery, Webhook
from domain.store.beside.webhooks import Webhooks, announce
from projections.read_models import runner as running
from projections.read_models.announcements import EVENTS, Announcing
from projections.read_models.catalogue import Catalogue
from projections.read_models.public_matches import ToldMatch, ToldMatches
from projections.read_models.runner import PROJECTIONS, Runner, rebuild
from projections.read_models.statistics import Statistics
from service.cli import main
from service.config import Settings
from tests.asking import asking
from tests.persistence.serving import served
from tests.service.playing import CheckedClient, new_client, open_match, play_out, recorded_match, step
from tests.vectors.schemas import brought_back

ORDER = {
    **dict.fromkeys(MODEL_TABLES, "match_id"),
    "kerbholz_results_of_seats": "match_id, seat",
    "kerbholz_sums_of_results": "place",
    "kerbholz_sums_of_players": "ruleset, called",
}


@pytest.fixture
def client(migrated_url: str) -> Iterator[CheckedClient]:
    """A client of an app whose read models nobody follows but the test."""
    client = new_client(migrated_url)
    yield client
    client.application.extensions["kerbholz"].close()


def some_matches(client: CheckedClient) -> None:
    """One that is finished, one that runs, a private one, and one with a take-back."""
    play_out(open_match(client, 2), Random(1))
    step(open_match(client, 3), Random(2))
    step(open_match(client, 2, public=False), Random(3))
    table = recorded_match(client)
    taken = table.do("scribe", {"type": "take", "sin": "pride", "to": "reserve", "seat": 0})
    table.do(0, {"type": "table.take-back", "decision": taken["version"]})


def rows_of(matches: Matches) -> dict[str, list[tuple[Any, ...]]]:
    """All that the read models hold."""
    return {
        table: matches.database.query(f"SELECT * FROM {table} ORDER BY {order}") for table, order in ORDER.items()
    }


def positions(matches: Matches) -> set[int | None]:
    """How far the projections have followed."""
    return {matches.models.max_tracking_id(projection.name) for projection in PROJECTIONS}


def note(matches: Matches, match_id: UUID) -> None:
    """Append something."""
    matches.append(match_id, Principal("seat", 0), asking(Asked(Note("tea break"))))


def opened(matches: Matches) -> UUID:
    """A new match."""
    return matches.open(Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Bo")])).match.id


def test_following_in_small_steps_in_one_go_and_rebuilding_give_the_same(
    client: CheckedClient, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_matches(client)
    runner = Runner(matches)
    monkeypatch.setattr(running, "PAGE", 1)
    seen = 0
    while runner.round():
        seen += 1
    followed = rows_of(matches)
    assert seen == sum(row[1] + 1 for row in followed["kerbholz_catalogue"])
    assert positions(matches) == {matches.feed.newest()}
    assert len(followed["kerbholz_catalogue"]) == 4
    assert len(followed["kerbholz_results"]) == 3
    assert len(followed["kerbholz_results_of_seats"]) == 2
    monkeypatch.setattr(running, "AT_ONCE", 1)
    said: list[tuple[int, int]] = []
    assert rebuild(matches, progress=lambda done, total: said.append((done, total))) == seen
    assert rows_of(matches) == followed
    assert said[-1] == (seen, seen)
    assert said == sorted(said)
    assert len(said) > 4
    assert not runner.round()


def test_matches_that_the_process_remembers_are_projected_without_reading_their_log(
    client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_matches(client)
    matches: Matches = client.application.extensions["kerbholz"].matches()
    read: list[UUID] = []
    events = matches._events
    with monkeypatch.context() as patched:
        patched.setattr(
            matches, "_events", lambda match_id, **how: (read.append(match_id), events(match_id, **how))[1]
        )
        Runner(matches).catch_up()
    assert len(set(read)) == 1, "the one whose line was changed is to be looked up"
    followed = rows_of(matches)
    assert len(followed["kerbholz_catalogue"]) == 4
    rebuild(matches)
    assert rows_of(matches) == followed


def test_what_was_read_before_a_failure_is_not_lost_and_not_doubled(
    client: CheckedClient, matches: Matches
) -> None:
    """The table is taken away between the position and the rows, and given back."""
    some_matches(client)
    now = 0.0
    runner = Runner(matches, clock=lambda: now)
    matches.database.execute([("ALTER TABLE kerbholz_results_of_seats RENAME TO elsewhere", ())])
    assert runner.round()
    assert matches.models.max_tracking_id("statistics") is None
    assert matches.database.query("SELECT * FROM kerbholz_results") == []
    assert len(matches.database.query("SELECT * FROM kerbholz_catalogue")) == 4
    standing = runner.standing()
    assert standing["catalogue"].state == "following"
    assert (standing["statistics"].state, standing["statistics"].failures) == ("failing", 1)
    assert standing["statistics"].error in (OperationalError.__name__, ProgrammingError.__name__)
    matches.database.execute([("ALTER TABLE elsewhere RENAME TO kerbholz_results_of_seats", ())])
    assert not runner.round(), "it is left alone for a while"
    now = running.BACK_OFF[0]
    assert runner.round()
    assert runner.standing()["statistics"].state == "following"
    followed = rows_of(matches)
    rebuild(matches)
    assert rows_of(matches) == followed


def test_a_projection_that_fails_is_tried_less_and_less_often_and_counts_as_behind(matches: Matches) -> None:
    class Broken(Statistics):
        name = "broken"

        def rows(self, match: ToldMatch) -> list[tuple[str, tuple[Any, ...]]]:
            tries.append(now)
            raise RuntimeError("inner workings")

    opened(matches)
    now, tries = 0.0, list[float]()
    runner = Runner(matches, [Broken(), Catalogue()], clock=lambda: now)
    while now < 200:
        runner.round()
        now += 0.25
    first, most = running.BACK_OFF
    assert tries.pop(0) == tries[0], "the first time with the other one, and then by itself"
    waits = [after - before for before, after in pairwise(tries)]
    assert waits[:3] == [first, 2 * first, 4 * first]
    assert max(waits) == waits[-1] == most
    broken = runner.standing()["broken"]
    assert (broken.state, broken.failures, broken.error) == ("behind", len(tries), "RuntimeError")
    assert broken.behind > running.BEHIND
    assert runner.standing()["catalogue"].state == "following"
    assert matches.models.max_tracking_id("catalogue") == matches.feed.newest()


def test_a_position_is_taken_once_with_its_rows(matches: Matches) -> None:
    """A crash behind the commit: the page is projected again, and refused with all that it would write."""
    match_id = opened(matches)
    Runner(matches).catch_up()
    followed = rows_of(matches)
    newest = matches.feed.newest()
    for position in (newest, newest - 1):
        with pytest.raises(IntegrityError), matches.models.writing(Tracking("catalogue", position)) as run:
            replace_rows(run, Catalogue.tables, {match_id: []})
    assert rows_of(matches) == followed
    wrong = {match_id: [("kerbholz_catalogue", followed["kerbholz_catalogue"][0])] * 2}
    with pytest.raises(IntegrityError), matches.models.writing(Tracking("catalogue", newest + 1)) as run:
        replace_rows(run, Catalogue.tables, wrong)
    assert rows_of(matches) == followed
    assert positions(matches) == {newest}


def test_more_rows_than_a_statement_has_room_for_are_all_replaced(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(models, "AT_ONCE", 2)
    tables = ("kerbholz_results", "kerbholz_results_of_seats")
    ids = [UUID(int=number) for number in range(5)]

    def rows(match_id: UUID, version: int, seats: int) -> list[tuple[str, tuple[Any, ...]]]:
        of_seats = [(tables[1], (match_id.hex, seat, None, 0, 0, version)) for seat in range(seats)]
        return [(tables[0], (match_id.hex, version, "x", "{}", "playing", None, None)), *of_seats]

    def written() -> list[tuple[Any, ...]]:
        return [row for table in tables for row in rows_of(matches)[table]]

    for version, seats in ((1, 3), (2, 1)):
        wanted = {one: rows(one, version, seats) for one in ids}
        with matches.models.writing() as run:
            replace_rows(run, tables, wanted)
        listed = [row for one in ids for row in wanted[one]]
        assert sorted(written(), key=str) == sorted((values for _, values in listed), key=str)
    with matches.models.writing() as run:
        replace_rows(run, tables, {one: [] for one in ids[:4]})
    assert {row[0] for row in written()} == {ids[4].hex}


def test_several_runners_on_one_database_give_what_one_gives(migrated_url: str) -> None:
    env = Settings(database=migrated_url).environment
    stores = [Matches(env) for _ in range(3)]
    runners = [Runner(matches) for matches in stores]
    for runner in runners:
        runner.start()
    ids = [opened(matches) for matches in stores]
    for number in range(30):
        note(stores[number % 3], ids[number % 2])
    versions = {match_id.hex: stores[0].load(match_id).version for match_id in ids}

    def caught_up() -> bool:
        # What was appended last may not be readable yet, as long as a transaction is open.
        rows = stores[0].database.query("SELECT match_id, version FROM kerbholz_catalogue")
        return dict(rows) == versions and positions(stores[0]) == {stores[0].feed.newest()}

    deadline = threading.Event()
    for _ in range(600):
        if caught_up():
            break
        deadline.wait(0.05)
    for runner in runners:
        runner.stop()
    assert caught_up()
    followed = rows_of(stores[0])
    rebuild(stores[0])
    assert rows_of(stores[0]) == followed
    for matches in stores:
        matches.close()


def test_only_one_process_at_a_time_projects_on_postgres(postgres_url: str) -> None:
    env = Settings(database=postgres_url).environment
    migrate(env)
    with Matches(env) as one, Matches(env) as other:
        opened(one)
        with one.models.turn("catalogue") as mine:
            assert mine
            with other.models.turn("catalogue") as theirs, other.models.turn("statistics") as another:
                assert (theirs, another) == (False, True)
            runner = Runner(other)
            assert runner.round(), "the other projection goes on"
            assert other.models.max_tracking_id("catalogue") is None
        assert runner.round()
        assert positions(other) == {other.feed.newest()}


def never_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at the log unless he hears something."""
    for module in ("projections.read_models.runner", "domain.application.following"):
        for wait in ("LOOK_AGAIN", "LOOK_ANYWAY"):
            monkeypatch.setattr(f"{module}.{wait}", 3_600.0)


def follows(matches: Matches) -> bool:
    """Whether the projections come to the end of the log in some seconds."""
    for _ in range(600):
        if positions(matches) == {matches.feed.newest()}:
            return True
        threading.Event().wait(0.01)
    return False


def test_a_commit_wakes_the_runner_of_its_process(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    never_looks(monkeypatch)
    others = list(matches.bells)
    runner = Runner(matches)
    match_id = opened(matches)
    runner.start()
    for _ in range(3):
        note(matches, match_id)
        assert follows(matches)
    runner.stop()
    assert matches.bells == others


def test_a_commit_of_another_process_wakes_the_runner_by_the_bell(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_looks(monkeypatch)
    watcher = Watcher(matches, threading.Event())
    runner = Runner(matches, watcher=watcher)
    with Matches(matches.env) as elsewhere:
        match_id = opened(elsewhere)
        runner.start()
        for _ in range(3):
            note(elsewhere, match_id)
            assert follows(matches)
        runner.stop()
        note(elsewhere, match_id)
        watcher.close()
    assert positions(matches) != {matches.feed.newest()}, "who has stopped is not woken"


def test_without_a_bell_others_are_projected_all_the_same(matches: Matches) -> None:
    runner = Runner(matches)
    runner.start()
    with Matches(matches.env) as elsewhere:
        opened(elsewhere)
        assert follows(matches)
    runner.stop()


def test_a_projection_that_has_failed_is_tried_again_although_nothing_happens(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(Catalogue):
        def rows(self, match: ToldMatch) -> list[tuple[str, tuple[Any, ...]]]:
            tries.append(None)
            if len(tries) < 3:
                raise RuntimeError("inner workings")
            return super().rows(match)

    opened(matches)
    never_looks(monkeypatch)
    monkeypatch.setattr(running, "BACK_OFF", (0.05, 0.1))
    tries: list[None] = []
    runner = Runner(matches, [Broken(), Statistics()])
    runner.start()
    assert follows(matches)
    runner.stop()
    assert runner.standing()["catalogue"].state == "following"


def test_those_who_have_come_equally_far_read_a_page_once_and_write_it_in_one_transaction(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = opened(matches), opened(matches)
    runner = Runner(matches)
    written: list[list[str]] = []
    writing = matches.models.writing

    def noted(*trackings: Tracking) -> Any:
        written.append([one.application_name for one in trackings])
        return writing(*trackings)

    monkeypatch.setattr(matches.models, "writing", noted)
    assert runner.round()
    assert written == [["catalogue", "statistics"]]
    catalogue = Runner(matches, [Catalogue()])
    note(matches, first)
    catalogue.catch_up()
    note(matches, second)
    while runner.round():
        pass
    assert written[1:] == [["catalogue"], ["catalogue"], ["statistics"]], "one of them was ahead"
    note(matches, first)
    assert runner.round()
    assert written[4:] == [["catalogue", "statistics"]]
    followed = rows_of(matches)
    rebuild(matches)
    assert rows_of(matches) == followed


def test_where_nothing_is_appended_no_position_is_asked_for(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = opened(matches)
    runner = Runner(matches)
    while runner.round():
        pass
    asked: list[str] = []
    position = matches.models.position
    monkeypatch.setattr(matches.models, "position", lambda name: (asked.append(name), position(name))[1])
    assert not runner.round()
    assert asked == []
    note(matches, match_id)
    assert runner.round()
    assert set(asked) == {projection.name for projection in PROJECTIONS}


def test_what_is_appended_during_a_rebuild_is_not_lost(client: CheckedClient, matches: Matches) -> None:
    """Appended, and followed, when all has been read and before the tables are switched."""
    some_matches(client)
    runner = Runner(matches)
    runner.catch_up()
    late: list[UUID] = []

    def meanwhile(done: int, total: int) -> None:
        if not late:
            late.append(opened(matches))
            runner.catch_up()
            assert any(row[0] == late[0].hex for row in rows_of(matches)["kerbholz_catalogue"])

    rebuild(matches, progress=meanwhile)
    rebuilt = rows_of(matches)
    assert any(row[0] == late[0].hex for row in rebuilt["kerbholz_catalogue"])
    assert positions(matches) == {matches.feed.newest()}
    note(matches, late[0])
    runner.catch_up()
    followed = rows_of(matches)
    assert followed != rebuilt
    rebuild(matches)
    assert rows_of(matches) == followed


def test_a_rebuild_gives_way_to_a_later_one_and_leaves_what_is_read_alone(matches: Matches) -> None:
    opened(matches)
    Runner(matches).catch_up()
    followed = rows_of(matches)
    first = Rebuild(matches.models, [Catalogue.name], Catalogue.tables)
    Rebuild(matches.models, [Catalogue.name], Catalogue.tables)
    with pytest.raises(RebuiltElsewhere), first.writing():
        pass
    assert rows_of(matches) == followed
    rebuild(matches)
    assert rows_of(matches) == followed


def test_the_command_rebuilds_a_database_of_the_schema_before(database_url: str) -> None:
    def invoked(*arguments: str) -> Result:
        return CliRunner().invoke(main, [*arguments, "--database", database_url])

    roots = brought_back(database_url, 2)
    assert invoked("rebuild").exit_code == 1
    migrate(Settings(database=database_url).environment)
    decisions = sum(map(len, roots.values()))
    done = invoked("rebuild")
    assert (done.exit_code, done.stdout) == (
        0,
        f"rebuilt catalogue, statistics from {decisions} decisions\n",
    )
    assert "rebuilding catalogue, statistics" in done.stderr
    with Matches(Settings(database=database_url).environment) as matches:
        assert len(matches.database.query("SELECT * FROM kerbholz_catalogue")) == len(roots)
    assert invoked("rebuild", "statistics").stdout == f"rebuilt statistics from {decisions} decisions\n"
    assert invoked("rebuild", "chess").exit_code == 2


def test_a_rebuild_does_not_make_readers_wait_behind_a_long_one(postgres_url: str) -> None:
    env = Settings(database=postgres_url).environment
    migrate(env)
    with Matches(env) as matches, psycopg.connect(postgres_url) as reader, psycopg.connect(postgres_url) as watch:
        opened(matches)
        reader.execute("SELECT * FROM kerbholz_catalogue")
        rebuilding = threading.Thread(target=rebuild, args=(matches,))
        rebuilding.start()
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'"
        for _ in range(1_000):
            if watch.execute(waiting).fetchone() == (1,):
                break
            threading.Event().wait(0.01)
        # It stands behind the rebuild, which stands behind the first reader, and is let in when that gives up.
        assert watch.execute("SELECT count(*) FROM kerbholz_catalogue").fetchone() == (0,)
        watch.commit()
        assert rebuilding.is_alive()
        reader.commit()
        rebuilding.join(60)
        assert not rebuilding.is_alive()
        assert len(rows_of(matches)["kerbholz_catalogue"]) == 1


def test_a_match_costs_the_same_however_many_there_are_and_however_long_it_is(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept of it, packed or not, or the newest snapshot is what it begins with; never its whole log."""
    matches.snapshot_every = 10
    ids = [opened(matches) for _ in range(3)]
    versions = dict.fromkeys(ids, 0)
    kept, forgotten, read = (
        ToldMatches(matches, live=1, packed=9),
        ToldMatches(matches, live=1, packed=1),
        list[int](),
    )

    def pages(match_id: UUID, **given: Any) -> Iterator[Any]:
        for page in all_pages(match_id, **given):
            read.append(len(page))
            yield page

    all_pages = matches.pages
    monkeypatch.setattr(matches, "pages", pages)
    for _ in range(25):
        for match_id in ids:
            note(matches, match_id)
            versions[match_id] += 1
            for told, most in ((kept, 1), (forgotten, 10)):
                read.clear()
                found = told.at(match_id, versions[match_id])
                assert sum(read) <= most
                assert found == ToldMatches(matches, afresh=True).at(match_id, versions[match_id])


def test_a_match_that_is_begun_with_a_snapshot_is_told_as_the_whole_log_tells_it(
    client: CheckedClient, matches: Matches
) -> None:
    """Each at every version, from snapshots on both sides of changes of the line."""
    matches.snapshot_every = 1
    some_matches(client)
    told = ToldMatches(matches, live=1, packed=1)
    newest = {one.match_id: one.version for one in matches.feed.after(0, 10_000)}
    for match_id, last in newest.items():
        for version in (*range(last + 1), 0):
            assert told.at(match_id, version) == ToldMatches(matches, afresh=True).at(match_id, version)


def test_what_fills_a_page_is_followed_without_a_pause(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PAGE", 2)
    monkeypatch.setattr(running, "PAUSE", 60)
    for _ in range(3):
        match_id = opened(matches)
        for _ in range(4):
            note(matches, match_id)
    runner = Runner(matches)
    runner.start()
    try:
        for _ in range(2_000):
            if positions(matches) == {matches.feed.newest()}:
                break
            threading.Event().wait(0.01)
        assert positions(matches) == {matches.feed.newest()}
    finally:
        runner.stop()


def test_the_pause_grows_with_what_a_round_costs_and_has_an_end() -> None:
    assert running.pause_after(0.0) == running.PAUSE
    costly = 2 * running.PAUSE * running.SHARE
    assert running.pause_after(costly) == pytest.approx(2 * running.PAUSE)
    assert running.pause_after(60.0) == running.LONGEST_PAUSE


def test_a_round_that_costs_much_is_followed_by_a_longer_pause(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent: list[float] = []

    def pause_after(seconds: float) -> float:
        spent.append(seconds)
        return 0.01

    monkeypatch.setattr(running, "pause_after", pause_after)
    monkeypatch.setattr(Runner, "round", lambda _: sum(range(200_000)) < 0)
    runner = Runner(matches)
    runner.start()
    try:
        for _ in range(1_000):
            if spent:
                break
            threading.Event().wait(0.01)
    finally:
        runner.stop()
    assert 0.0005 < spent[0] < 1.0, "it is the processor's time of the round"


@pytest.mark.few("postgres")
def test_killed_while_it_follows_it_goes_on_where_it_was(migrated_url: str) -> None:
    """kill -9 of server and workers among appends: what they had read is there once, the rest is read later."""
    body = {"ruleset": "seven-sins", "seats": [{"name": "Ada"}, {"name": "Bo"}]}
    with (
        served(migrated_url, workers=2) as server,
        Matches(Settings(database=migrated_url).environment) as matches,
    ):
        number = 0
        while number < 15 or (not positions(matches) - {None} and number < 500):
            assert server.request("POST", "/v1/matches", body)[0] == 201
            number += 1
        server.kill()
        assert positions(matches) - {None}, "it has followed"
        Runner(matches).catch_up()
        followed = rows_of(matches)
        assert len(followed["kerbholz_catalogue"]) == number
        rebuild(matches)
        assert rows_of(matches) == followed


# -- a log that was replaced ----------------------------------------------------------------------------------


def test_a_position_ahead_of_the_log_means_another_log_and_all_is_made_anew(
    client: CheckedClient, matches: Matches, caplog: pytest.LogCaptureFixture
) -> None:
    """As after a back-up with tables of different age: nobody waits until the log has come so far."""
    some_matches(client)
    runner = Runner(matches)
    runner.catch_up()
    followed, newest = rows_of(matches), matches.feed.newest()
    ahead = newest + 1_000
    with matches.models.writing() as run:
        run("DELETE FROM kerbholz_catalogue")
        run(f"UPDATE {matches.models.positions} SET notification_id = ?", (ahead,))
    begun = Runner(matches)
    begun.round()
    assert positions(matches) == {newest}
    assert rows_of(matches) == followed
    assert f"position {ahead}" in caplog.text
    match_id = opened(matches)
    begun.round()
    assert positions(matches) == {matches.feed.newest()}
    assert match_id.hex in [row[0] for row in rows_of(matches)["kerbholz_catalogue"]]
    assert {standing.state for standing in begun.standing().values()} == {"following"}


def test_webhooks_go_on_behind_what_a_replaced_log_holds(client: CheckedClient, matches: Matches) -> None:
    match_id = opened(matches)
    version = matches.load(match_id).version
    webhooks, now = Webhooks(matches.database), 1
    kept = Webhook("ab" * 16, match_id, "arbiter", "https://a.example", EVENTS, 500, now, 0, None, None, None)
    webhooks.register(kept, "secret", due_at=now, most=5)
    stale = Delivery("msg_1", 400, "match.awaiting", "{}", now, "waiting", ())
    runner = Runner(matches, (), [Announcing(matches)])
    runner.catch_up()
    with matches.models.writing() as run:
        announce(run, kept.id, stale)
        run(f"UPDATE {matches.models.positions} SET notification_id = ?", (matches.feed.newest() + 7,))
    begun = Runner(matches, (), [Announcing(matches)])
    begun.round()
    (webhook,) = webhooks.of(match_id, "arbiter")
    assert webhook.since == version
    assert [one.state for one in webhooks.deliveries(kept.id, 9)] == ["dropped"]
    matches.append(match_id, Principal("arbiter"), asking(Asked(Rule("upheld", remedy="end", result="no-result"))))
    begun.round()
    told = {one.type for one in webhooks.deliveries(kept.id, 9) if one.state == "waiting"}
    assert told == {"match.ended", "match.ruled"}
