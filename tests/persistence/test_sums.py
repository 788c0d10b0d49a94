"""Sums of the statistics are what the rows add up to, whatever becomes of matches and of names."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from uuid import UUID

import pytest

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.packing import unpack
from domain.kit.guards import Refused
from domain.kit.table.commands import Abandon, Close, Note
from domain.kit.table.disputes import Rule
from domain.kit.table.seats import Leave, Substitute
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from domain.store.beside.models import MODEL_TABLES
from domain.store.beside.sums import fill, wrong
from projections.read_models import runner as running
from projections.read_models import statistics as counting
from projections.read_models.runner import Runner, rebuild
from projections.read_models.statistics import statistics
from projections.upkeep.packing import pack
from service.config import Settings
from tests.asking import asking
from tests.persistence.added_up import check_sums


@pytest.fixture
def matches(migrated_url: str) -> Iterator[Matches]:
    """A database that nobody follows but the test."""
    with Matches(Settings(database=migrated_url).environment) as matches:
        yield matches


ARBITER, HOST = Principal("arbiter"), Principal("host")
PEOPLE = ("Ada", "Bo", "Cem", "Dee", "bo", "ADA")


class Evening:
    """Matches that end, are ruled on, packed and left, and names that come and go."""

    def __init__(self, matches: Matches, seed: int) -> None:
        self.matches = matches
        self.random = Random(seed)
        self.runner = Runner(matches)
        self.ids: list[UUID] = []

    def step(self) -> None:
        """Something happens; sometimes it is followed at once."""
        things = (self.open, self.open, self.end, self.end, self.reverse, self.give_up, self.replace, self.erase)
        self.random.choice(things)()
        if self.random.random() < 0.5:
            self.runner.round()

    def open(self) -> None:
        """Two or three sit down, whom some know already; one of some matches is private."""
        names: dict[str, str] = {name.casefold(): name for name in self.random.sample(PEOPLE, 5)}
        seats = [SeatWanted(name) for name in list(names.values())[: self.random.choice((2, 3))]]
        options = {"penitence": self.random.random() < 0.3}
        opening = Opening("seven-sins", seats, options=options, public=self.random.random() < 0.8)
        self.ids.append(self.matches.open(opening).match.id)

    def some(self) -> UUID | None:
        """Any of the matches."""
        return self.random.choice(self.ids) if self.ids else None

    def tell(self, who: Principal, command: Any) -> None:
        """Somebody says something in any match; who may not is refused."""
        if (match_id := self.some()) is not None:
            with suppress(Refused):
                self.matches.append(match_id, who, asking(Asked(command)))

    def end(self) -> None:
        result: Any = self.random.choice(("win", "shared", "no-result"))
        winners = {"win": (0,), "shared": (0, 1), "no-result": ()}[result]
        self.tell(ARBITER, Rule("upheld", remedy="end", result=result, winners=winners))

    def reverse(self) -> None:
        self.tell(ARBITER, Rule("dismissed", reverses=self.random.choice((5, 6, 7, 8))))

    def give_up(self) -> None:
        self.tell(HOST, self.random.choice((Abandon(), Note("late"))))

    def replace(self) -> None:
        seat = self.random.choice((0, 1))
        self.tell(HOST, Leave(seat))
        self.tell(HOST, Substitute(seat, self.random.choice(PEOPLE)))

    def erase(self) -> None:
        if (match_id := self.some()) is not None:
            texts = self.matches.erasures.there(match_id)
            if texts:
                self.matches.erase_all([self.random.choice(texts)])


@pytest.mark.few("sqlite-1", "postgres-2")
@pytest.mark.parametrize("seed", [1, 2])
def test_sums_are_what_the_rows_add_up_to_whatever_happens(matches: Matches, seed: int) -> None:
    evening = Evening(matches, seed)
    for _ in range(60):
        evening.step()
        assert wrong(matches.database.query) == []
    evening.runner.catch_up()
    check_sums(matches)
    kept = models(matches)
    assert kept["kerbholz_sums_of_players"]
    rebuild(matches)
    assert models(matches) == kept
    for called in ("ada", "bo"):
        matches.erase_all(matches.erasures.called(called))
        check_sums(matches)
        assert f"'{called}'" not in str(models(matches)), "a name that nobody has is in no sum"
    assert wrong(matches.database.query) == []


def models(matches: Matches) -> dict[str, list[tuple[Any, ...]]]:
    """All that the read models hold."""
    return {table: sorted(matches.database.query(f"SELECT * FROM {table}"), key=repr) for table in MODEL_TABLES}


def ended(matches: Matches, *names: str) -> UUID:
    """A match that was ended with a winner."""
    match_id = matches.open(Opening("seven-sins", [SeatWanted(name) for name in names])).match.id
    matches.append(match_id, ARBITER, asking(Asked(Rule("upheld", remedy="end", result="win", winners=(0,)))))
    return match_id


def test_a_name_is_shown_as_in_the_first_match_that_still_has_it(matches: Matches) -> None:
    ids = [ended(matches, name, "Bo") for name in ("Ada", "ada", "ADA")]
    Runner(matches).catch_up()
    for number, name in enumerate(("Ada", "ada", "ADA")):
        (told,) = statistics([matches])
        assert {one["name"]: one["finished"] for one in told["players"]} == {name: 3 - number, "Bo": 3}
        matches.erase(ids[number], 0, "/seats/0/name")
    (told,) = statistics([matches])
    assert [one["name"] for one in told["players"]] == ["Bo"]


def test_names_that_are_erased_during_a_rebuild_are_in_no_sum(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [ended(matches, "Ada", "Bo") for _ in range(4)]
    Runner(matches).catch_up()
    monkeypatch.setattr(running, "AT_ONCE", 1)

    def meanwhile(done: int, _: int) -> None:
        if ids:
            matches.erase(ids.pop(0 if done % 2 else -1), 0, "/seats/0/name")

    rebuild(matches, progress=meanwhile)
    assert ids == []
    check_sums(matches)
    assert wrong(matches.database.query) == []
    (told,) = statistics([matches])
    assert [(one["name"], one["finished"]) for one in told["players"]] == [("Bo", 4)]


def test_names_that_are_erased_while_others_follow_are_in_no_sum(migrated_url: str) -> None:
    """Two processes follow, one rebuilds, and names go: at the end each sum is that of the rows."""
    env = Settings(database=migrated_url).environment
    stores = [Matches(env) for _ in range(3)]
    runners = [Runner(one) for one in stores[:2]]
    for runner in runners:
        runner.start()
    wrongs: list[BaseException] = []

    def erasing() -> None:
        try:
            for number in range(12):
                match_id = ended(stores[2], "Ada", f"B{number}")
                stores[2].erase(match_id, 0, "/seats/0/name")
                if number % 4 == 3:
                    rebuild(stores[2])
        except BaseException as error:  # noqa: BLE001 - it is looked at where the test is
            wrongs.append(error)

    thread = Thread(target=erasing)
    thread.start()
    thread.join(60)
    for runner in runners:
        runner.stop()
    assert not wrongs, wrongs
    Runner(stores[0]).catch_up()
    assert wrong(stores[0].database.query) == []
    (told,) = statistics(stores[:1])
    assert sorted(one["name"] for one in told["players"]) == sorted(f"B{number}" for number in range(12))
    for one in stores:
        one.close()


def test_packing_changes_no_sum(matches: Matches) -> None:
    match_id = ended(matches, "Ada", "Bo")
    matches.append(match_id, HOST, asking(Asked(Close())))
    Runner(matches).catch_up()
    kept = models(matches)
    assert pack(matches, 0).matches == 1
    check_sums(matches)
    rebuild(matches)
    assert models(matches) == kept
    unpack(matches, match_id)
    check_sums(matches)


def test_statistics_read_no_rows_of_matches(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    """On SQLite by the plans: sums, along their indexes; and a seat for each name that is shown."""
    ended(matches, "Ada", "Bo")
    Runner(matches).catch_up()
    asked: list[tuple[str, Any]] = []
    query: Callable[..., list[tuple[Any, ...]]] = type(matches.database).query

    def noted(database: Any, sql: str, values: Any = ()) -> list[tuple[Any, ...]]:
        asked.append((sql, values))
        return query(database, sql, values)

    with monkeypatch.context() as patched:
        patched.setattr(type(matches.database), "query", noted)
        assert len(counting.statistics([matches], "seven-sins")) == 1
    about = [sql for sql, _ in asked if "kerbholz_results" in sql or "kerbholz_sums" in sql]
    assert len(about) == 2
    assert not any("FROM kerbholz_results" in sql or "count(" in sql for sql in about)
    if "SQLITE_DBNAME" in matches.env:
        (players,) = [(sql, values) for sql, values in asked if "kerbholz_sums_of_players" in sql]
        steps = [row[3] for row in query(matches.database, f"EXPLAIN QUERY PLAN {players[0]}", players[1])]
        assert not any("SCAN" in step or "B-TREE" in step for step in steps), steps


def test_sums_that_are_made_by_a_migration_are_those_of_who_followed(matches: Matches) -> None:
    evening = Evening(matches, 3)
    for _ in range(40):
        evening.step()
    evening.runner.catch_up()
    kept = models(matches)
    with matches.database.transaction() as run:
        fill(run)
    assert models(matches) == kept


def test_no_byte_of_an_erased_name_is_left_in_a_file(migrated_sqlite_url: str) -> None:
    """Also where sums were changed often, and pages were split."""
    file = Path(migrated_sqlite_url.removeprefix("sqlite:///"))
    names = [f"Wendelin{number:03}x" for number in range(40)]
    with Matches(Settings(database=migrated_sqlite_url).environment) as matches:
        ids = [ended(matches, name, "Bo") for name in names]
        Runner(matches).catch_up()
        assert len(matches.database.query("SELECT * FROM kerbholz_sums_of_players")) == 41
        for match_id in ids[::2]:
            matches.erase(match_id, 0, "/seats/0/name")
        content = b"".join(one.read_bytes() for one in file.parent.glob(f"{file.name}*")).lower()
    left = [number for number, name in enumerate(names) if name.lower().encode() in content]
    assert left == list(range(1, 40, 2))


def test_a_page_that_has_kept_a_copy_of_a_sum_is_written_anew(migrated_sqlite_url: str) -> None:
    """SQLite can leave one where it moves rows between pages: it overwrites only what it deletes."""
    file = Path(migrated_sqlite_url.removeprefix("sqlite:///"))
    with Matches(Settings(database=migrated_sqlite_url).environment) as matches:
        ids = [ended(matches, "Wendelin", "Bo"), ended(matches, "Wendelin", "Bo")]
        Runner(matches).catch_up()
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("PRAGMA secure_delete = OFF")
            kept = "SELECT ruleset, finished, called FROM kerbholz_sums_of_players WHERE called = 'wendelin'"
            other.execute(f"CREATE TABLE copies AS {kept}")
            other.execute("DROP TABLE copies")
        for match_id in ids:
            matches.erase(match_id, 0, "/seats/0/name")
            left = sum(one.read_bytes().lower().count(b"wendelin") for one in file.parent.glob(f"{file.name}*"))
            assert bool(left) == (match_id == ids[0])
