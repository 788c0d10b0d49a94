"""How much room a decision takes in the database, against its record and against how it was stored as JSON."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import UUID

import psycopg

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.checking import ids, stored_decisions
from domain.application.upkeep.migration import migrate
from domain.kit.table.commands import Close
from domain.kit.written.evidence import grow
from domain.match.match import MatchEvent
from domain.match.principal import Principal
from projections.read_models.runner import Runner
from projections.upkeep.packing import pack
from service.config import Settings
from tests.asking import asking
from tests.benchmarks.measuring import Comparison, compared, table
from tests.benchmarks.rebuilding import play
from tests.benchmarks.scripts import OPTIONS
from tests.games.installed import OWN
from tests.postgres import running_postgres

TITLE = "Room"
NOTES = """\
Bytes per decision after whole matches: in the whole database (indexes, texts, snapshots and empty pages included),
and in the rows of the log alone, each against the record that everybody may have; at last the rows of the log
against those of versions up to schema 9. *Packed*: the whole database, with read models, when all matches were
closed and packed, and what became free was given back (`VACUUM`); and the blocks alone."""
RECORD = "the records alone"
MARKED_JSON = len(',"mark":""') + 32


def measure(matches: int = 10) -> Iterator[Comparison]:
    """The room on both databases, after a number of *matches* of each game."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        postgres = stack.enter_context(running_postgres())
        for game in OWN:
            file = folder / f"{game}.db"
            for name, url in (("SQLite", f"sqlite:///{file}"), ("PostgreSQL", postgres.fresh_database())):
                env = Settings(database=url).environment
                migrate(env)
                with Matches(env) as store:
                    give_back(store)
                    empty = whole(store, file)
                    names = [one for one in OPTIONS if one.startswith(game)]
                    for number in range(matches):
                        play(store, names[number % len(names)], number // len(names))
                    yield from _compare(f"{game}, {name}", store, whole(store, file) - empty)
                    yield from _packed(f"{game}, {name}", store, file, empty)


def whole(store: Matches, file: Path) -> int:
    """Bytes of a database."""
    if "POSTGRES_URL" in store.env:
        ((size,),) = store.database.query("SELECT pg_database_size(current_database())")
        return int(size)
    store.database.query("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.stat().st_size


def give_back(store: Matches) -> None:
    """Make the files of a database as small as they can be, those of PostgreSQL's own tables, too."""
    if "POSTGRES_URL" in store.env:
        with psycopg.connect(store.env["POSTGRES_URL"], autocommit=True) as connection:
            connection.execute("VACUUM FULL")
    else:
        store.database.query("VACUUM")


def _compare(what: str, store: Matches, size: int) -> Iterator[Comparison]:
    rows = store.database.query(
        "SELECT originator_id, count(*), sum(length(state)) FROM kerbholz_events GROUP BY 1"
    )
    ids = [match_id for match_id, _, _ in rows]
    decisions, stored = sum(number for _, number, _ in rows), sum(int(length) for _, _, length in rows)
    records = as_json = 0
    for match_id in ids:
        edge: tuple[str, ...] = ()
        for event in store.events.get(match_id):
            assert isinstance(event, MatchEvent)
            edge = grow(edge, event.originator_version, event.leaf)
            records += len(event.open.encode())
            written = {name: getattr(event, name) for name in ("open", "sealed", "leaf", "root")}
            text = json.dumps({**written, "edge": edge}, ensure_ascii=False, separators=(",", ":"))
            as_json += len(text.encode()) + MARKED_JSON
    yield compared(f"{what}: bytes in all", [size / decisions], RECORD, [records / decisions])
    yield compared(f"{what}: bytes in rows", [stored / decisions], RECORD, [records / decisions])
    yield compared(f"{what}: bytes in rows", [stored / decisions], "the same as JSON", [as_json / decisions])


def _packed(what: str, store: Matches, file: Path, empty: int) -> Iterator[Comparison]:
    """The same when everything is packed."""
    for one in ids(store):
        store.append(UUID(one), Principal("host"), asking(Asked(Close())))
    Runner(store).catch_up()
    decisions, records = stored_decisions(store), 0
    for one in ids(store):
        records += sum(len(event.open.encode()) for page in store.stored_pages(UUID(one)) for event in page)
    packed = pack(store, 0)
    give_back(store)
    size = whole(store, file) - empty
    yield compared(f"{what}, packed: bytes in all", [size / decisions], RECORD, [records / decisions])
    blocks = packed.after / packed.decisions
    yield compared(f"{what}, packed: bytes in blocks", [blocks], "in rows", [packed.before / packed.decisions])


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
