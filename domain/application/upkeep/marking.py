"""Marking what was stored before there were marks, and whose key the marks of a database are made with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from domain.application.judging import now
from domain.application.log import AT_ONCE
from domain.application.matches import Matches
from domain.evidence.stored import Reader, is_text
from domain.kit.written.row_forms import as_bytes
from domain.store.beside.erasing import ERASURE, OPERATOR
from domain.store.beside.looks import LOOK
from domain.store.beside.models import ENTRY, ENTRY_MARK
from domain.store.beside.side import API_KEY, REQUEST, StoredToken, external_id_mark
from domain.store.sqlite.recorder import SQLiteDatabase
from domain.store.tables import Execute

SETTING = "marks"
"""The setting that says with which key marks are made: a mark of nothing."""

_ROLE = re.compile("operator|host|arbiter|scribe|spectator|seat:[0-9]+")
"""In whose name a text can be erased."""
_MARK = "UPDATE kerbholz_{} SET mark = ? WHERE"
_ERASED = (
    "INSERT INTO kerbholz_erased (match_id, version, pointer, at, role) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)


def key_mark(matches: Matches) -> bytes:
    """What the setting is for the service key of *matches*."""
    return matches.marks.of("the key").encode()


def is_marked_by_another(matches: Matches) -> bool:
    """Whether the rows of this database carry marks of another service key: to this one all would be damaged.

    A database without a match takes the key that it is given.
    """
    kept = matches.side.setting(SETTING)
    if kept is None or kept == key_mark(matches):
        return False
    if matches.feed.newest() or matches.database.query("SELECT 1 FROM kerbholz_events LIMIT 1"):
        return True
    matches.database.execute(
        [("UPDATE kerbholz_settings SET value = ? WHERE name = ?", (key_mark(matches), SETTING))]
    )
    return False


def mark_all(matches: Matches, run: Execute) -> None:
    """Give marks to the rows of a database that has none yet, in one transaction.

    A decision that contradicts its own evidence gets none: so it is found damaged when it is read. Texts that are
    not there were erased, before that was written down.
    """
    for token_hash, match_id, role, seat, number in run(
        "SELECT token_hash, match_id, role, seat, number FROM kerbholz_tokens"
    ):
        mark = matches.marks.of("a token", token_hash, *StoredToken(UUID(match_id), role, seat, number).values)
        run("UPDATE kerbholz_tokens SET mark = ? WHERE token_hash = ?", (mark, token_hash))
    for row in run("SELECT * FROM kerbholz_catalogue"):
        entry = matches.marks.in_object(ENTRY_MARK, row, ENTRY)[ENTRY]
        run("UPDATE kerbholz_catalogue SET entry = ? WHERE match_id = ?", (entry, row[0]))
    for (match_id,) in run("SELECT DISTINCT originator_id FROM kerbholz_events"):
        _mark_match(matches, run, match_id if isinstance(match_id, UUID) else UUID(match_id))


def mark_beside(matches: Matches, run: Execute) -> None:
    """Give marks to what lies beside the log and has had none, in one transaction.

    What was erased in the name of a role that there is not was not written by the service: it gets none, and is
    found altered when it is read.
    """
    marks = matches.marks
    for match_id, *rest in run("SELECT match_id, version, pointer, at, role FROM kerbholz_erased"):
        if _ROLE.fullmatch(rest[-1]):
            mark, at = marks.of(ERASURE, match_id, *rest), (match_id, *rest[:2])
            run(f"{_MARK.format('erased')} match_id = ? AND version = ? AND pointer = ?", (mark, *at))
    for *key, times in run("SELECT match_id, day, role, number, times FROM kerbholz_looks"):
        mark = marks.of(LOOK, *key, times)
        run(f"{_MARK.format('looks')} match_id = ? AND day = ? AND role = ? AND number = ?", (mark, *key))
    for row in run(
        "SELECT match_id, principal, request_key, first_version, last_version, body FROM kerbholz_requests"
    ):
        this = "match_id = ? AND principal = ? AND request_key = ?"
        run(f"{_MARK.format('requests')} {this}", (marks.of(REQUEST, *row), *row[:3]))
    for row in run("SELECT name, key_hash, added_at, revoked_at FROM kerbholz_api_keys"):
        run(f"{_MARK.format('api_keys')} name = ?", (marks.of(API_KEY, *row), row[0]))
    for row in run("SELECT owner, external_id, number, match_id FROM kerbholz_external_ids"):
        this = "owner = ? AND external_id = ? AND number = ?"
        run(f"{_MARK.format('external_ids')} {this}", (external_id_mark(marks, *row), *row[:3]))


def _mark_match(matches: Matches, run: Execute, match_id: UUID) -> None:
    secrets = run("SELECT match_key, chance_seed FROM kerbholz_secrets WHERE match_id = ?", (match_id.hex,))
    key, seed = secrets[0] if secrets else (None, None)
    reader = Reader(match_id, None if key is None else bytes(key), None if seed is None else bytes(seed))
    this = "originator_id = ?" if isinstance(matches.database, SQLiteDatabase) else "originator_id = ?::uuid"
    there = set(run("SELECT version, pointer FROM kerbholz_texts WHERE match_id = ?", (match_id.hex,)))
    written = f"UPDATE kerbholz_events SET state = ? WHERE {this} AND originator_version = ?"
    for version, topic, state in _rows(run, this, match_id):
        if key is not None and not any(reader.faults(version, topic, as_bytes(state), {}, None)):
            marked = matches.marks.marked(StoredEvent(match_id, version, topic, as_bytes(state)))
            run(written, (marked.state, match_id.hex, version))
        for pointer in (
            at for at, entry in reader.sealed.items() if is_text(entry) and (version, at) not in there
        ):
            run(_ERASED, (match_id.hex, version, pointer, now(), OPERATOR))
    size, root = reader.version + 1, reader.root
    mark = matches.marks.of("a head", match_id.hex, size, root)
    run("INSERT INTO kerbholz_heads VALUES (?, ?, ?, ?)", (match_id.hex, size, root, mark))


def _rows(run: Execute, this: str, match_id: UUID) -> Iterator[tuple[Any, ...]]:
    after = -1
    while page := run(
        f"SELECT originator_version, topic, state FROM kerbholz_events WHERE {this}"
        " AND originator_version > ? ORDER BY originator_version LIMIT ?",
        (match_id.hex, after, AT_ONCE),
    ):
        yield from page
        after = page[-1][0]
