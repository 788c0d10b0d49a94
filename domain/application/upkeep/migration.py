"""Bringing a database to this version's tables; safe to run twice and at the same time.

A database says at which number of the schema it is. A new one gets this version's tables; an older one is brought
up by one step for each number, each in a transaction that also writes the number.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError

from domain.application.matches import Matches
from domain.application.upkeep.marking import SETTING, key_mark, mark_all, mark_beside
from domain.evidence.signing import SECRET
from domain.kit.text.texts import same
from domain.kit.written.row_forms import MARK, as_bytes, is_bytes, unpacked
from domain.match.damage import Damaged
from domain.store import UNHURRIED
from domain.store.beside.models import LABELS, NAMES, creation
from domain.store.beside.names import sought
from domain.store.beside.sums import RESULTS, SEATS, SUM_TABLES, fill
from domain.store.log.blocks import BLOCK_TABLE
from domain.store.reaching import Unusable
from domain.store.sqlite.files import in_turn, is_memory, prepare
from domain.store.sqlite.recorder import SQLiteDatabase
from domain.store.tables import ID, TABLES, Execute

SCHEMA = 12
"""Of the tables; a database of a lower number must be migrated before it is served."""


@dataclass(frozen=True, slots=True)
class Step:
    """What leads from one number of the schema to the next, on each database; at last what SQL cannot say.

    Tables that are missing are made in any case, afterwards: a step is for what has to change.
    """

    postgres: tuple[str, ...] = ()
    sqlite: tuple[str, ...] = ()
    then: Callable[[Matches, Execute], None] = lambda _, __: None


_EXTERNAL_IDS = (
    "CREATE TABLE IF NOT EXISTS kerbholz_external_ids (owner TEXT NOT NULL, external_id TEXT NOT NULL,"
    " number INTEGER NOT NULL, match_id TEXT NOT NULL, PRIMARY KEY (owner, external_id, number))"
)
_TAKEN_IDS = (
    "INSERT INTO kerbholz_external_ids SELECT '', named.id,"
    " row_number() OVER (PARTITION BY named.id ORDER BY named.position DESC) * -1, named.match_id"
    " FROM (SELECT {id} AS id, t.match_id AS match_id, {position} AS position FROM kerbholz_texts t"
    " JOIN kerbholz_events e ON {match} AND e.originator_version = 0"
    " WHERE t.version = 0 AND t.pointer = '/labels') AS named WHERE named.id <> ''"
)
"""Below 0, so that the newest of several is the one that counts, and the next one has the number 0."""
_NAMES = (
    "CREATE TABLE IF NOT EXISTS kerbholz_names (match_id TEXT NOT NULL, pointer TEXT NOT NULL,"
    " called TEXT NOT NULL, PRIMARY KEY (match_id, pointer))"
)
_ERASED = (
    "CREATE TABLE IF NOT EXISTS kerbholz_erased (match_id TEXT NOT NULL, version BIGINT NOT NULL,"
    " pointer TEXT NOT NULL, at TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY (match_id, version, pointer))"
)
_LOOKS = (
    "CREATE TABLE IF NOT EXISTS kerbholz_looks (match_id TEXT NOT NULL, day TEXT NOT NULL, role TEXT NOT NULL,"
    " number INTEGER NOT NULL, times BIGINT NOT NULL, PRIMARY KEY (match_id, day, role, number))"
)
_LABELS = f"CREATE TABLE IF NOT EXISTS kerbholz_labels ({', '.join(TABLES['kerbholz_labels'])})"
_MARKS = (
    f"CREATE TABLE IF NOT EXISTS kerbholz_heads ({', '.join(TABLES['kerbholz_heads'])})",
    _ERASED,
    creation("kerbholz_catalogue"),
)
_API_KEYS = (
    "CREATE TABLE IF NOT EXISTS kerbholz_api_keys (name TEXT PRIMARY KEY, key_hash TEXT NOT NULL UNIQUE,"
    " added_at TEXT NOT NULL, revoked_at TEXT)"
)
_MARKS_BESIDE = (
    _LOOKS,
    _API_KEYS,
    *(
        f"ALTER TABLE {table} ADD COLUMN mark TEXT NOT NULL DEFAULT ''"
        for table in (
            *("kerbholz_erased", "kerbholz_looks", "kerbholz_requests"),
            *("kerbholz_api_keys", "kerbholz_external_ids"),
        )
    ),
)


def _call_names(_: Matches, run: Execute) -> None:
    """Write beside each name what it has in common with all others that are the same."""
    for match_id, pointer, value in run(f"SELECT match_id, pointer, value FROM kerbholz_texts WHERE {NAMES}"):
        run("INSERT INTO kerbholz_names VALUES (?, ?, ?)", (match_id, pointer, same(value)))


_UNUSED = ("DROP INDEX IF EXISTS kerbholz_catalogue_newest", "DROP INDEX IF EXISTS kerbholz_texts_labels")


def _find_labels(matches: Matches, run: Execute) -> None:
    """Write beside the labels of each match what they are found by, and when it was opened."""
    cast = "" if isinstance(matches.database, SQLiteDatabase) else "::uuid"
    first = f"SELECT state FROM kerbholz_events WHERE originator_id = ?{cast} AND originator_version = 0"
    for match_id, value in run(f"SELECT match_id, value FROM kerbholz_texts WHERE {LABELS}"):
        for (state,) in run(first, (match_id,)) if ID.fullmatch(match_id) else ():
            opened_at = _opened_at(state)
            if opened_at is None:
                continue  # it is damaged, and in no list
            for label in sought(value):
                run("INSERT INTO kerbholz_labels VALUES (?, ?, ?)", (match_id, label, opened_at))


def _opened_at(state: object) -> str | None:
    """When a match was opened, by the row of its decision 0; None if that cannot be read."""
    body = as_bytes(state)
    try:
        written = unpacked(body[:-MARK], 0).open if is_bytes(body) else json.loads(body)["open"]
        at = json.loads(written)["at"]
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
    return at if isinstance(at, str) else None


_BLOCKS = f"CREATE TABLE IF NOT EXISTS kerbholz_blocks ({', '.join(BLOCK_TABLE['kerbholz_blocks'])})"
_DATES = (
    "ALTER TABLE kerbholz_names ADD COLUMN opened_at TEXT NOT NULL DEFAULT ''",
    "DROP INDEX IF EXISTS kerbholz_names_called",
    "DROP INDEX IF EXISTS kerbholz_results_options",
    *(creation(table) for table in (RESULTS, SEATS, *SUM_TABLES)),
    # One that was not finished has no sums.
    "DELETE FROM kerbholz_settings WHERE name = 'rebuild'",
)


def _date_and_add_up(matches: Matches, run: Execute) -> None:
    _date_names(matches, run)
    fill(run)


def _date_names(matches: Matches, run: Execute) -> None:
    """Write beside each name when the match was opened."""
    for (match_id,) in run("SELECT DISTINCT match_id FROM kerbholz_names"):
        if not isinstance(match_id, str) or not ID.fullmatch(match_id):
            continue
        try:
            found = matches.database.events_at(match_id, [0])
        except Damaged:
            continue  # the block that it is in: nothing of it is shown
        for _, _, state in found:
            opened_at = _opened_at(state)
            if opened_at is not None:
                run("UPDATE kerbholz_names SET opened_at = ? WHERE match_id = ?", (opened_at, match_id))


STEPS: Mapping[int, Step] = {
    # Snapshots of states with consents, freezing and signatures: a table of their own.
    2: Step(),
    # Read models, keys for opening matches; and appends without a table lock: the old positions, 1, 2, 3, …,
    # stay, and lie below all new ones.
    3: Step(
        postgres=(
            "DROP FUNCTION IF EXISTS es_insert_events_uuid",
            "ALTER TABLE kerbholz_events ALTER notification_id DROP DEFAULT",
            "DROP SEQUENCE kerbholz_events_notification_id_seq",
            "ALTER TABLE kerbholz_events RENAME notification_id TO position",
            "ALTER INDEX kerbholz_events_notification_id_idx RENAME TO kerbholz_events_position_idx",
            "ALTER TABLE kerbholz_events ADD tx xid8 NOT NULL DEFAULT '0'",
            "ALTER TABLE kerbholz_events ALTER tx DROP DEFAULT",
            "ALTER TABLE kerbholz_events ADD stored_at timestamptz",
            "ALTER TABLE kerbholz_events ALTER stored_at SET DEFAULT now()",
        )
    ),
    # Tokens that take the place of others.
    4: Step(
        postgres=("ALTER TABLE kerbholz_tokens ADD number integer NOT NULL DEFAULT 0",),
        sqlite=("ALTER TABLE kerbholz_tokens ADD COLUMN number INTEGER NOT NULL DEFAULT 0",),
    ),
    # External ids that one match can have: those of older matches in the order in which they were opened.
    5: Step(
        postgres=(
            _EXTERNAL_IDS,
            _TAKEN_IDS.format(
                id="t.value::jsonb ->> 'external-id'",
                match="e.originator_id = t.match_id::uuid",
                position="e.position",
            ),
        ),
        sqlite=(
            _EXTERNAL_IDS,
            _TAKEN_IDS.format(
                id="""json_extract(t.value, '$."external-id"')""",
                match="e.originator_id = t.match_id",
                position="e.rowid",
            ),
        ),
    ),
    # Names that differ only in case, width or Unicode form are one, and found as one.
    6: Step(
        postgres=(_NAMES, "DROP INDEX IF EXISTS kerbholz_texts_names"),
        sqlite=(_NAMES, "DROP INDEX IF EXISTS kerbholz_texts_names"),
        then=_call_names,
    ),
    # Which texts were erased: a table of its own.
    7: Step(),
    # Marks. Snapshots without one are worth nothing.
    8: Step(
        postgres=(
            *_MARKS,
            "DROP TABLE IF EXISTS kerbholz_snapshots_v2",
            "ALTER TABLE kerbholz_tokens ADD mark text NOT NULL DEFAULT ''",
        ),
        sqlite=(
            *_MARKS,
            "DROP TABLE IF EXISTS stored_snapshots_v2",
            "ALTER TABLE kerbholz_tokens ADD COLUMN mark TEXT NOT NULL DEFAULT ''",
        ),
        then=mark_all,
    ),
    # Marks of what was erased, of who looked, of requests, of API keys, and of external ids.
    9: Step(postgres=_MARKS_BESIDE, sqlite=_MARKS_BESIDE, then=mark_beside),
    # Labels are found by an index, and so are rulesets and statuses. Decisions in bytes, which earlier versions
    # cannot read; those that are stored as JSON stay as they are.
    10: Step(postgres=(_LABELS, *_UNUSED), sqlite=(_LABELS, *_UNUSED), then=_find_labels),
    # Blocks, which earlier versions cannot read: a table of its own, which the next step reads.
    11: Step(postgres=(_BLOCKS.format(blob="bytea"),), sqlite=(_BLOCKS.format(blob="BLOB"),)),
    # Matches of a player are found in the order in which they were opened. Sums of results are stored.
    12: Step(postgres=_DATES, sqlite=_DATES, then=_date_and_add_up),
}

_LOCK = 0x6B65726268  # "kerbh": the advisory lock that migrations of one database take in turn
_WITHOUT_END = (
    "SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN ('lock_timeout', 'transaction_timeout',"
    " 'idle_in_transaction_session_timeout')"
)
"""A transaction may take as long as it likes. Before PostgreSQL 17 the second of the settings is not there."""
_INSERT = "INSERT INTO kerbholz_settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
_UPDATE = "UPDATE kerbholz_settings SET value = ? WHERE name = ?"
_READ = "SELECT value FROM kerbholz_settings WHERE name = ?"
_NO_TABLE = "42P01"
"""The code of PostgreSQL for a table that is not there."""
_TO_BE_FIRST = "UPDATE kerbholz_settings SET value = value WHERE name = 'schema'"


PATIENCE = 4.0
"""Seconds in which the migration of an SQLite file is tried again while others write; each try waits for five."""


class NewerSchema(Exception):
    """The database is at a schema that this version does not know."""

    def __init__(self, found: int) -> None:
        super().__init__(f"the database is at schema {found}, this version knows {SCHEMA} and none above")
        self.found = found


def migrate(env: Mapping[str, str], service_key: bytes | None = None) -> int:
    """Create or update the tables of the database that *env* names; the number of the schema it is at.

    Rows are marked with *service_key*, or with the one that the database keeps.

    Nothing may be appended meanwhile by another version, or by any to a database that was restored
    (:func:`is_restored`). Raises :class:`NewerSchema`, and ``Unusable`` for what is no database of ours.
    """
    file = env.get("SQLITE_DBNAME")
    if file is None or is_memory(file):
        return _migrated(env, service_key)
    with in_turn(file):
        prepare(file)
        return _migrated(env, service_key)


def _migrated(env: Mapping[str, str], service_key: bytes | None) -> int:
    env = {**env, UNHURRIED: "y"}
    with Matches({**env, "CREATE_TABLE": "n"}, service_key=service_key) as matches:
        database = matches.database
        if isinstance(database, SQLiteDatabase):
            _until_first(env, matches)
        else:
            # The lock of a transaction, which is let go of behind every pooler, too. It has written nothing, so it
            # holds nobody back.
            with database.datastore.transaction(commit=True) as cursor:
                # Migrating a large table takes longer than anybody else has to wait for a lock.
                cursor.execute(_WITHOUT_END)
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                _migrate(env, matches)
    return SCHEMA


def _until_first(env: Mapping[str, str], matches: Matches) -> None:
    """Where the folder cannot be locked, two who make the same table get in each other's way: one comes again."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return _migrate(env, matches)
        except Unusable:
            raise
        except (OperationalError, IntegrityError):
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def _migrate(env: Mapping[str, str], matches: Matches) -> None:
    found = schema_of(matches)
    if found > SCHEMA:
        raise NewerSchema(found)
    if found:
        for number in range(found + 1, SCHEMA + 1):
            _step(matches, number)
    _create(env, matches)
    if is_restored(matches):
        _continue_order(matches)


def _step(matches: Matches, number: int) -> None:
    step = STEPS[number]
    on_sqlite = isinstance(matches.database, SQLiteDatabase)
    with matches.database.transaction() as run:
        # On SQLite this is what others who migrate wait for.
        run(_TO_BE_FIRST)
        ((found,),) = run(_READ, ("schema",))
        if int(bytes(found)) < number:
            for statement in step.sqlite if on_sqlite else step.postgres:
                run(statement)
            step.then(matches, run)
            run(_UPDATE, (str(number).encode(), "schema"))


def _create(env: Mapping[str, str], matches: Matches) -> None:
    Matches({**env, "CREATE_TABLE": "y"}).close()
    settings = {"service_key": secrets.token_bytes(32), "schema": str(SCHEMA).encode()}
    if isinstance(matches.database, SQLiteDatabase):
        # A key that others may not know is in a file of its own; this one is for those who have set up nothing.
        settings[SECRET] = secrets.token_bytes(32)
    else:
        from domain.store.postgres.recorder import OFFSET

        settings[OFFSET] = b"0"
    matches.database.execute((_INSERT, setting) for setting in settings.items())
    matches.database.execute([(_INSERT, (SETTING, key_mark(matches)))])


def _has_no_tables(error: PersistenceError) -> bool:
    cause = error.__cause__
    return getattr(cause, "sqlstate", None) == _NO_TABLE or "no such table" in str(cause)


def schema_of(matches: Matches) -> int:
    """The number of the schema a database is at; 0 if it has never been migrated."""
    try:
        number = matches.side.setting("schema")
    except PersistenceError as error:
        if _has_no_tables(error):
            return 0
        raise
    if number is not None and not number.isdigit():
        raise OperationalError("it says nothing that makes sense of its schema")
    return int(number) if number is not None else 0


# -- a dump that was restored


def is_restored(matches: Matches) -> bool:
    """Whether the database came from a PostgreSQL whose transaction ids are above those of this one.

    What it holds would look to followers as if it were still to come, and new positions would lie below old ones.
    """
    database = matches.database
    if isinstance(database, SQLiteDatabase):
        return False
    from domain.store.postgres.recorder import position_of

    next_id = "pg_snapshot_xmax(pg_current_snapshot())"
    ((restored,),) = database.query(
        f"SELECT coalesce(max(position) >= {position_of(next_id)}, false) FROM kerbholz_events"
    )
    return bool(restored)


def _continue_order(matches: Matches) -> None:
    """Make all that is stored visible to followers, and let new positions go on above the old ones."""
    from domain.store.postgres.recorder import OFFSET

    with matches.database.transaction() as run:
        run("LOCK TABLE kerbholz_events IN EXCLUSIVE MODE")
        run("UPDATE kerbholz_events SET tx = '0' WHERE tx <> '0'")
        ((newest,),) = run("SELECT max(position) FROM kerbholz_events")
        run(_UPDATE, (str((newest >> 16) + 1).encode(), OFFSET))
