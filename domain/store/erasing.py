"""Erasing free texts: value and salt go, and what else could say them; the log and every proof stay as they are.

A row beside the log says which text was erased, when, and by which role.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from domain.kit.text.texts import same
from domain.store.side import Database, Execute

LABELS = "/labels"
OPERATOR = "operator"
"""The role of who has the database, and needs no token."""


@dataclass(frozen=True, slots=True)
class TextAt:
    """Where a free text belongs: the match, the version of the decision, and the pointer into its record."""

    match_id: UUID
    version: int
    pointer: str


@dataclass(frozen=True, slots=True)
class Erased:
    """That a text was erased: where it belonged, when, and by which role (``seat:1``, ``host``, ``operator``)."""

    version: int
    pointer: str
    at: str
    role: str


class Erasures:
    """Erases texts of a database, and knows which were erased."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, match_id: UUID) -> list[Erased]:
        """What was erased of a match, in the order of its decisions."""
        rows = self._database.query(
            "SELECT version, pointer, at, role FROM kerbholz_erased WHERE match_id = ? ORDER BY version, pointer",
            (match_id.hex,),
        )
        return [Erased(*row) for row in rows]

    def called(self, name: str) -> list[TextAt]:
        """The names of seats that are this name, or differ from it only in what makes no other name of it."""
        rows = self._database.query(
            "SELECT match_id, pointer FROM kerbholz_names WHERE called = ? ORDER BY match_id, pointer",
            (same(name),),
        )
        return [TextAt(UUID(match_id), 0, pointer) for match_id, pointer in rows]

    def there(self, match_id: UUID) -> list[TextAt]:
        """The texts of a match that still exist."""
        rows = self._database.query(
            "SELECT version, pointer FROM kerbholz_texts WHERE match_id = ? ORDER BY version, pointer",
            (match_id.hex,),
        )
        return [TextAt(match_id, *row) for row in rows]

    def erase(self, texts: Iterable[TextAt], role: str, at: str) -> int:
        """Delete texts with their salts; how many were there. What was there is in no file afterwards.

        The digests of the requests that brought them go as well, or a text could be guessed: what is sent again
        under such a key is refused.
        """
        traces: list[bytes] = []
        number = 0
        with self._database.transaction() as run:
            for text in texts:
                found = _traces(run, text)
                if found:
                    _delete(run, text, role, at)
                    traces += found
                    number += 1
        if traces:
            self._database.scrub(traces)
        return number


def _traces(run: Execute, text: TextAt) -> list[bytes]:
    """Bytes that are in the file as long as anything of the text is, and nowhere else; none if it is not there."""
    where = (text.match_id.hex, text.version, text.pointer)
    rows = run("SELECT salt FROM kerbholz_texts WHERE match_id = ? AND version = ? AND pointer = ?", where)
    traces = [salt.encode() for (salt,) in rows]
    if text.version == 0:
        key = (text.match_id.hex, text.pointer)
        names = run("SELECT called FROM kerbholz_names WHERE match_id = ? AND pointer = ?", key)
        traces += ["".join((*key, called)).encode() for (called,) in names]
    return traces


def _delete(run: Execute, text: TextAt, role: str, at: str) -> None:
    match_id, version, pointer = text.match_id.hex, text.version, text.pointer
    run(
        "DELETE FROM kerbholz_texts WHERE match_id = ? AND version = ? AND pointer = ?",
        (match_id, version, pointer),
    )
    if version == 0:
        run("DELETE FROM kerbholz_names WHERE match_id = ? AND pointer = ?", (match_id, pointer))
        if pointer == LABELS:  # what a match is called elsewhere is one of them
            run("DELETE FROM kerbholz_external_ids WHERE match_id = ?", (match_id,))
    run(
        "UPDATE kerbholz_requests SET body = '' WHERE match_id = ? AND first_version <= ? AND last_version >= ?",
        (match_id, version, version),
    )
    run(
        "INSERT INTO kerbholz_erased (match_id, version, pointer, at, role) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (match_id, version, pointer, at, role),
    )
