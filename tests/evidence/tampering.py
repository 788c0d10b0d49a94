"""A database that somebody has altered: the kinds of tampering, and how everything is put back after each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from domain.application.matches import Matches
from domain.application.upkeep.checking import check, ids
from domain.kit.written.evidence import canonical, leaf_hash, node_hash
from domain.kit.written.row_forms import MARK, Parts, packed, unpacked
from domain.store.beside.looks import Look
from service.config import Settings

TABLES = (
    *("kerbholz_events", "kerbholz_heads", "kerbholz_secrets", "kerbholz_texts", "kerbholz_names"),
    "kerbholz_labels",
    *("kerbholz_tokens", "kerbholz_requests", "kerbholz_erased", "kerbholz_looks"),
    *("kerbholz_api_keys", "kerbholz_external_ids"),
    *("kerbholz_catalogue", "kerbholz_results", "kerbholz_results_of_seats"),
    *("kerbholz_sums_of_results", "kerbholz_sums_of_players"),
)
"""What can be altered, and snapshots."""


def snapshots_of(matches: Matches) -> str:
    """The table of snapshots."""
    name: str = matches._snapshots.recorder.events_table_name  # type: ignore[attr-defined]
    return name


class Database:
    """A database with its rows as they were, to be altered and put back."""

    def __init__(self, url: str) -> None:
        self.settings = Settings(database=url)
        self._on_postgres = url.startswith("postgres")
        with self.matches() as matches:
            self._tables = (*TABLES, snapshots_of(matches))
            matches.database.execute(
                (f"CREATE TABLE kept_{table} AS SELECT * FROM {table}", ()) for table in self._tables
            )

    def matches(self) -> Matches:
        """The matches, as a new process has them."""
        return Matches(self.settings.environment)

    def put_back(self) -> None:
        """Make everything what it was."""
        with self.matches() as matches:
            for table in self._tables:
                matches.database.execute(
                    [(f"DELETE FROM {table}", ()), (f"INSERT INTO {table} SELECT * FROM kept_{table}", ())]
                )

    @contextmanager
    def altered(self, by: Tampering, match_id: UUID) -> Iterator[Rows]:
        """What somebody has done to a match, as long as the block lasts."""
        try:
            with self.matches() as matches:
                rows = Rows(matches, match_id, on_postgres=self._on_postgres)
                by(rows)
            yield rows
        finally:
            self.put_back()

    def findings(self) -> list[tuple[str, int | None, str]]:
        """What the check finds: match, version, and which thing."""
        found: list[tuple[str, int | None, str]] = []
        with self.matches() as matches:
            for one in ids(matches):
                check(matches, one, lambda finding: found.append((finding.match, finding.version, finding.what)))
        return found


@dataclass
class Rows:
    """The rows of a match, for somebody who writes SQL."""

    matches: Matches
    match_id: UUID
    on_postgres: bool

    def run(self, sql: str, *values: Any) -> None:
        """Alter something."""
        self.matches.database.execute([(sql, values)])

    def ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Read something."""
        return self.matches.database.query(sql, values)

    @property
    def this(self) -> str:
        """The condition on events of this match; its value is the id."""
        return "originator_id = ?::uuid" if self.on_postgres else "originator_id = ?"

    def events(self) -> list[dict[str, Any]]:
        """What is stored of each decision."""
        rows = self.matches.database.events_behind(self.match_id.hex, -1, 10_000)
        return [dict(unpacked(bytes(state)[:-MARK], version)._asdict()) for version, _, state in rows]

    def last(self) -> int:
        """The newest version."""
        return len(self.events()) - 1

    def first_with(self, wanted: Callable[[Mapping[str, Any]], bool]) -> int:
        """The first version whose row is like that."""
        return next(version for version, event in enumerate(self.events()) if wanted(event))

    def rewrite(self, version: int, change: Callable[[dict[str, Any]], None]) -> None:
        """Change what is stored of a decision."""
        event = self.events()[version]
        change(event)
        self.store(version, packed(Parts(**event)) + bytes(MARK))

    def store(self, version: int, state: bytes) -> None:
        """Write other bytes into a row."""
        where = f"{self.this} AND originator_version = ?"
        self.run(f"UPDATE kerbholz_events SET state = ? WHERE {where}", state, self.match_id.hex, version)


Tampering = Callable[[Rows], None]


def with_value(event: Mapping[str, Any]) -> bool:
    """Whether a row has a sealed value that is no text."""
    return any("value" in entry for entry in event["sealed"].values())


def sealed_value(rows: Rows) -> tuple[int, str]:
    """Where the first sealed value is: version and pointer."""
    version = rows.first_with(with_value)
    sealed = rows.events()[version]["sealed"]
    return version, min(path for path, entry in sealed.items() if "value" in entry)


def noted(rows: Rows) -> int:
    """The version of the first note."""
    ((version,),) = rows.ask(
        "SELECT min(version) FROM kerbholz_texts WHERE match_id = ? AND pointer = '/command/text'",
        rows.match_id.hex,
    )
    return int(version)


def in_record(**members: Any) -> Callable[[dict[str, Any]], None]:
    """Other members of the record, in its canonical form."""

    def change(event: dict[str, Any]) -> None:
        event["open"] = canonical({**json.loads(event["open"]), **members})

    return change


# -- the kinds ----------------------------------------------------------------------------------------------


def value_changed(rows: Rows) -> None:
    rows.rewrite(5, in_record(at="2001-01-01T00:00:00.000Z"))


def automatic_flipped(rows: Rows) -> None:
    automatic = json.loads(rows.events()[6]["open"])["automatic"]
    rows.rewrite(6, in_record(automatic=not automatic))


def subtree_forged(rows: Rows) -> None:
    """A record that was changed with the subtree that its own hash completes."""
    rows.rewrite(5, in_record(at="2001-01-01T00:00:00.000Z"))
    left, right = (leaf_hash(event["open"].encode()) for event in rows.events()[4:6])
    rows.rewrite(5, lambda event: event.update(nodes=[node_hash(left, right)]))


def middle_row_deleted(rows: Rows) -> None:
    rows.run(f"DELETE FROM kerbholz_events WHERE {rows.this} AND originator_version = 7", rows.match_id.hex)


def rows_swapped(rows: Rows) -> None:
    one, other = (packed(Parts(**rows.events()[version])) + bytes(MARK) for version in (4, 6))
    rows.store(4, other)
    rows.store(6, one)


def sealed_value_changed(rows: Rows) -> None:
    version, path = sealed_value(rows)
    rows.rewrite(version, lambda event: event["sealed"][path].update(value="another"))


def value_and_audience_changed(rows: Rows) -> None:
    version, path = sealed_value(rows)
    changed = {"for": "everyone", "value": "another"}
    rows.rewrite(version, lambda event: event["sealed"].update({path: changed}))


def audience_changed(rows: Rows) -> None:
    version, path = sealed_value(rows)
    rows.rewrite(version, lambda event: event["sealed"][path].update({"for": "everyone"}))


def last_row_deleted(rows: Rows) -> None:
    where = f"{rows.this} AND originator_version = ?"
    rows.run(f"DELETE FROM kerbholz_events WHERE {where}", rows.match_id.hex, rows.last())


def older_events(rows: Rows) -> None:
    """An older back-up of the log, with everything beside it as it is."""
    where = f"{rows.this} AND originator_version > ?"
    rows.run(f"DELETE FROM kerbholz_events WHERE {where}", rows.match_id.hex, rows.last() - 5)


def older_heads(rows: Rows) -> None:
    """An older back-up of the heads: it has a mark that the service has made."""
    size = rows.last() - 4
    root = rows.events()[size - 1]["root"]
    mark = rows.matches.marks.of("a head", rows.match_id.hex, size, root)
    changed = "UPDATE kerbholz_heads SET size = ?, root = ?, mark = ? WHERE match_id = ?"
    rows.run(changed, size, root, mark, rows.match_id.hex)


def head_changed(rows: Rows) -> None:
    """The log cut by one, and its head with it."""
    size = rows.last()
    rows.run(
        "UPDATE kerbholz_heads SET size = ?, root = ? WHERE match_id = ?",
        *(size, rows.events()[size - 1]["root"], rows.match_id.hex),
    )
    last_row_deleted(rows)


def head_deleted(rows: Rows) -> None:
    rows.run("DELETE FROM kerbholz_heads WHERE match_id = ?", rows.match_id.hex)


def seat_of_a_token(rows: Rows) -> None:
    rows.run("UPDATE kerbholz_tokens SET seat = 1 WHERE match_id = ? AND seat = 0", rows.match_id.hex)


def role_of_a_token(rows: Rows) -> None:
    where = "match_id = ? AND role = 'spectator'"
    rows.run(f"UPDATE kerbholz_tokens SET role = 'arbiter' WHERE {where}", rows.match_id.hex)


def older_tokens(rows: Rows) -> None:
    rows.run("DELETE FROM kerbholz_tokens WHERE match_id = ? AND role = 'arbiter'", rows.match_id.hex)


def snapshot_changed(rows: Rows, change: Callable[[dict[str, Any]], None]) -> None:
    """Change what is in the newest snapshot."""
    table = snapshots_of(rows.matches)
    where = f"{rows.this} AND originator_version = ?"
    version = newest_snapshot(rows)
    ((state,),) = rows.ask(f"SELECT state FROM {table} WHERE {where}", rows.match_id.hex, version)
    snapshot = json.loads(bytes(state))
    change(snapshot)
    written = json.dumps(snapshot, ensure_ascii=False, separators=(",", ":")).encode()
    rows.run(f"UPDATE {table} SET state = ? WHERE {where}", written, rows.match_id.hex, version)


def newest_snapshot(rows: Rows) -> int:
    """At which version it was taken."""
    table = snapshots_of(rows.matches)
    ((version,),) = rows.ask(f"SELECT max(originator_version) FROM {table} WHERE {rows.this}", rows.match_id.hex)
    return int(version)


def snapshot_state(rows: Rows) -> None:
    snapshot_changed(rows, lambda snapshot: snapshot["state"].update(frozen=True))


def snapshot_root(rows: Rows) -> None:
    snapshot_changed(rows, lambda snapshot: snapshot.update(root="ab" * 32))


def match_key_changed(rows: Rows) -> None:
    rows.run("UPDATE kerbholz_secrets SET match_key = ? WHERE match_id = ?", bytes(32), rows.match_id.hex)


def seed_changed(rows: Rows) -> None:
    rows.run("UPDATE kerbholz_secrets SET chance_seed = ? WHERE match_id = ?", bytes(32), rows.match_id.hex)


def name_changed(rows: Rows) -> None:
    where = "match_id = ? AND version = 0 AND pointer = '/seats/0/name'"
    rows.run(f"UPDATE kerbholz_texts SET value = 'Mallory' WHERE {where}", rows.match_id.hex)


def label_forged(rows: Rows) -> None:
    """The match is found by a label that it does not have."""
    rows.run("INSERT INTO kerbholz_labels VALUES (?, 'cup:spring', '2026-01-01')", rows.match_id.hex)


def note_changed(rows: Rows) -> None:
    where = "match_id = ? AND version = ? AND pointer = '/command/text'"
    rows.run(f"UPDATE kerbholz_texts SET value = 'Mallory' WHERE {where}", rows.match_id.hex, noted(rows))


def older_texts(rows: Rows) -> None:
    """An older back-up of the texts."""
    where = "match_id = ? AND version = ?"
    rows.run(f"DELETE FROM kerbholz_texts WHERE {where}", rows.match_id.hex, noted(rows))


def root_of_the_last_event(rows: Rows) -> None:
    rows.rewrite(rows.last(), lambda event: event.update(root="ab" * 32))


def last_with_subtree(rows: Rows) -> int:
    """The newest version that completes a subtree."""
    return max(version for version, event in enumerate(rows.events()) if event["nodes"])


def last_subtree(rows: Rows) -> None:
    rows.rewrite(last_with_subtree(rows), lambda event: event.update(nodes=[*event["nodes"][:-1], "ab" * 32]))


def version_gap(rows: Rows) -> None:
    where = f"{rows.this} AND originator_version = ?"
    last = rows.last()
    rows.run(f"UPDATE kerbholz_events SET originator_version = ? WHERE {where}", last + 1, rows.match_id.hex, last)


def opened_to_the_public(rows: Rows) -> None:
    rows.rewrite(0, in_record(public=not json.loads(rows.events()[0]["open"])["public"]))


def invalid_bytes(rows: Rows) -> None:
    rows.store(6, b"\xff\xfe{")


def secrets_deleted(rows: Rows) -> None:
    rows.run("DELETE FROM kerbholz_secrets WHERE match_id = ?", rows.match_id.hex)


# -- beside the log


def erasure_forged(rows: Rows) -> None:
    """A text that is there, erased in the name of nobody."""
    rows.run(
        "INSERT INTO kerbholz_erased (match_id, version, pointer, at, role) VALUES (?, 0, '/seats/0/name', ?, ?)",
        *(rows.match_id.hex, "2026-01-01T00:00:00.000Z", "seat:x"),
    )


def role_of_an_erasure(rows: Rows) -> None:
    rows.matches.erase(rows.match_id, 0, "/seats/0/name", "host")
    rows.run("UPDATE kerbholz_erased SET role = 'arbiter' WHERE match_id = ?", rows.match_id.hex)


def look_forged(rows: Rows) -> None:
    rows.run(
        "INSERT INTO kerbholz_looks (match_id, day, role, number, times) VALUES (?, ?, 'arbiter', 0, 9)",
        *(rows.match_id.hex, "2026-01-01"),
    )


def count_of_looks(rows: Rows) -> None:
    """An altered count stays altered, also when more is counted."""
    look = Look(rows.match_id, "2026-01-01", "arbiter", 0)
    rows.matches.looks.add({look: 3})
    rows.run("UPDATE kerbholz_looks SET times = 1 WHERE match_id = ?", rows.match_id.hex)
    rows.matches.looks.add({look: 3})


Where = Callable[[Rows], Sequence[tuple[int | None, str]]]
"""What is to be found: version, and which thing."""


def at(version: int | None, *what: str) -> Where:
    """At a fixed version."""
    return lambda _: [(version, one) for one in what]


KINDS: Mapping[str, tuple[Tampering, Where]] = {
    "a value": (value_changed, at(5, "leaf")),
    "automatic": (automatic_flipped, at(6, "root")),
    "a value and its subtree": (subtree_forged, at(5, "root")),
    "a row in the middle": (middle_row_deleted, at(8, "gap")),
    "two rows swapped": (rows_swapped, lambda _: [(4, "version"), (6, "version")]),
    "a sealed value": (sealed_value_changed, lambda rows: [(v, f"seal at {p}") for v, p in [sealed_value(rows)]]),
    "a sealed value and its audience": (
        value_and_audience_changed,
        lambda rows: [(v, f"seal at {p}") for v, p in [sealed_value(rows)]],
    ),
    "an audience": (audience_changed, lambda rows: [(sealed_value(rows)[0], "mark")]),
    "the last row": (last_row_deleted, lambda rows: [(rows.last(), "gap")]),
    "an older log": (older_events, lambda rows: [(rows.last() - 4, "gap")]),
    "an older head": (older_heads, lambda rows: [(rows.last() - 4, "head")]),
    "the last row and the head": (head_changed, at(None, "head")),
    "the head": (head_deleted, at(None, "head")),
    "the seat of a token": (seat_of_a_token, at(None, "token")),
    "the role of a token": (role_of_a_token, at(None, "token")),
    "older tokens": (older_tokens, at(None, "token")),
    "the state of a snapshot": (snapshot_state, lambda rows: [(newest_snapshot(rows), "snapshot")]),
    "the root of a snapshot": (snapshot_root, lambda rows: [(newest_snapshot(rows), "snapshot")]),
    "the match key": (match_key_changed, at(0, "match key")),
    "the seed": (seed_changed, at(0, "seed")),
    "a name": (name_changed, at(0, "text at /seats/0/name")),
    "a note": (note_changed, lambda rows: [(noted(rows), "text at /command/text")]),
    "older texts": (older_texts, lambda rows: [(noted(rows), "text at /command/text")]),
    "the root of the last event": (root_of_the_last_event, lambda rows: [(rows.last(), "root")]),
    "the last subtree": (last_subtree, lambda rows: [(last_with_subtree(rows), "nodes")]),
    "a version left out": (version_gap, lambda rows: [(rows.last() + 1, "gap")]),
    "the public flag": (opened_to_the_public, at(0, "root")),
    "invalid bytes": (invalid_bytes, at(6, "row")),
    "the secrets": (secrets_deleted, at(None, "secrets")),
}
"""How somebody can alter a database, and what has to be found then."""

BESIDE: Mapping[str, tuple[Tampering, Where]] = {
    "an erasure": (erasure_forged, at(None, "erasure")),
    "the role of an erasure": (
        role_of_an_erasure,
        lambda _: [(None, "erasure"), (0, "text at /seats/0/name")],
    ),
    "a look": (look_forged, at(None, "look")),
    "a count of looks": (count_of_looks, at(None, "look")),
}
"""What only the audit tells."""
