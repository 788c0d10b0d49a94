"""A database becomes a cell: the registry learns which matches it has, and takes API keys and external ids."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from uuid import UUID

from domain.application.matches import Matches
from domain.cells.carried import columns_of
from domain.cells.registry import AT_ONCE, Cell, Registry
from domain.match.moved import GONE
from domain.store.tables import ID

SETTING = "registry"
"""The setting by which the database of a registry is told from every other one."""
NAME = "cell"
"""The setting that says which cell of its registry a database is."""


class NotAdopted(Exception):
    """A database cannot become a cell; the message says why."""


def adopt(registry: Matches, cell: Cell, matches: Matches) -> int:
    """Make a database a cell, or change what is known of one; how many matches it has.

    Raises :class:`NotAdopted` where the registry has something else under the same id.
    """
    kept = Registry(registry.database)
    kept.prepare()
    own = registry.side.keep_setting(SETTING, secrets.token_bytes(16))
    _check_name(matches, own, cell.name)
    # Nothing is opened there before all that is there is known.
    kept.add(Cell(cell.name, cell.url, opens=False))
    if matches.side.setting(SETTING) != own:
        _carry(registry, matches, "kerbholz_api_keys", 1)
        _carry(registry, matches, "kerbholz_external_ids", 3)
        matches.database.execute([("DELETE FROM kerbholz_external_ids", ())])
    if others := kept.adopt(_all(matches), cell.name):
        raise NotAdopted(f"match {others[0]} is in another cell, too, and so are {len(others)} in all")
    kept.add(cell)
    return kept.counts().get(cell.name, 0)


def _check_name(matches: Matches, own: bytes, name: str) -> None:
    """Say in a database which cell of this registry it is; raises :class:`NotAdopted` for another one of it."""
    said, before = own + name.encode(), matches.side.setting(NAME)
    if before is None or not before.startswith(own):
        put = "INSERT INTO kerbholz_settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        matches.database.execute([(put, (NAME, said))])
    elif before != said:
        raise NotAdopted(f"it is the cell {before.removeprefix(own).decode()} already")


def _all(matches: Matches) -> Iterator[UUID]:
    """The matches that have not left."""
    last = ""
    query = "SELECT match_id FROM kerbholz_heads WHERE match_id > ? AND size <> ? ORDER BY match_id LIMIT ?"
    while page := matches.database.query(query, (last, GONE, AT_ONCE)):
        yield from (UUID(one) for (one,) in page if ID.fullmatch(one))
        last = page[-1][0]


def _carry(registry: Matches, matches: Matches, table: str, key: int) -> None:
    """Copy all rows of a table whose key are its first columns, as many as *key*."""
    columns = ", ".join(columns_of(table))
    keys = columns_of(table)[:key]
    this = " AND ".join(f"{one} = ?" for one in keys)
    with registry.database.transaction() as run:
        for row in matches.database.query(f"SELECT {columns} FROM {table}"):
            marks = ", ".join("?" * len(row))
            run(f"INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING", row)
            if run(f"SELECT {columns} FROM {table} WHERE {this}", row[:key]) != [row]:
                what = f"API key {row[0]}" if table == "kerbholz_api_keys" else f"external id {row[1]}"
                raise NotAdopted(f"the registry has another {what}")
