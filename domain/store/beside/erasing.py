"""Erasing free texts: value and salt go, and what else could say them; the log and every proof stay as they are.

A row beside the log says which text was erased, when, and by which role.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from uuid import UUID

from domain.kit.text.texts import same
from domain.match.damage import Damaged
from domain.store.beside.models import names_change
from domain.store.beside.names import LABELS, may_be_name, name_place, place_of
from domain.store.beside.side import REQUEST, StoredRequest, check_here
from domain.store.beside.sums import OF_RESULTS
from domain.store.marks import Marks
from domain.store.tables import Database, Execute

ERASURE = "an erasure"
"""What a mark is of."""
LONG = 8
"""Bytes from which on a name is sought in a file by itself: a shorter one may be there by chance."""
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
    mark: str = field(default="", compare=False)

    def values(self, match_id: UUID) -> tuple[object, ...]:
        """What the mark of its row says."""
        return match_id.hex, self.version, self.pointer, self.at, self.role


class Erasures:
    """Erases texts of a database, and knows which were erased."""

    def __init__(self, database: Database, marks: Marks, positions: str) -> None:
        self._database = database
        self._marks = marks
        self._positions = positions

    def of(self, match_id: UUID) -> list[Erased]:
        """What was erased of a match, in the order of its decisions; raises ``Damaged``."""
        found = self.stored(match_id)
        for one in found:
            if not self._marks.fits(one.mark, ERASURE, *one.values(match_id)):
                where = f"that of decision {one.version} at {one.pointer}"
                raise Damaged(match_id, None, "erasure", f"{where} is not the one that was stored")
        return found

    def stored(self, match_id: UUID) -> list[Erased]:
        """What is said to have been erased of a match: as :meth:`of`, but believed."""
        rows = self._database.query(
            "SELECT version, pointer, at, role, mark FROM kerbholz_erased WHERE match_id = ?"
            " ORDER BY version, pointer",
            (match_id.hex,),
        )
        return [Erased(*row) for row in rows]

    def called(self, name: str) -> list[TextAt]:
        """The names of seats that are this name, or differ from it only in what makes no other name of it."""
        rows = self._database.query(
            "SELECT match_id, pointer FROM kerbholz_names WHERE called = ? ORDER BY match_id, pointer",
            (same(name),),
        )
        return [TextAt(UUID(match_id), *place_of(name_at)) for match_id, name_at in rows]

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
        under such a key is refused. Raises ``MovedAway``.
        """
        traces: list[bytes] = []
        number = 0
        called = set[str]()
        wanted = list(texts)
        with self._database.transaction() as run:
            for match_id in sorted({text.match_id for text in wanted}):
                check_here(run, match_id)
            named = (text.match_id for text in wanted if may_be_name(text.pointer))
            with names_change(run, self._positions, named):
                for text in wanted:
                    found = _traces(run, text)
                    if found:
                        called.update(_called(run, text))
                        _delete(run, self._marks, text, Erased(text.version, text.pointer, at, role))
                        traces += found
                        number += 1
            if traces:
                traces += _traces_of_names(run, called)
        if traces:
            self._database.scrub(traces)
        return number


def _traces(run: Execute, text: TextAt) -> list[bytes]:
    """Bytes that are in the file as long as anything of the text is, and nowhere else; none if it is not there."""
    where = (text.match_id.hex, text.version, text.pointer)
    rows = run("SELECT salt FROM kerbholz_texts WHERE match_id = ? AND version = ? AND pointer = ?", where)
    traces = [salt.encode() for (salt,) in rows]
    key = (text.match_id.hex, name_place(text.version, text.pointer))
    found = ["".join((*key, called)) for called in _called(run, text)]
    if (text.version, text.pointer) == (0, LABELS):
        sought = run("SELECT match_id, label, opened_at FROM kerbholz_labels WHERE match_id = ?", key[:1])
        found += ["".join(map(str, row)) for row in sought]
    return [*traces, *(one.encode() for one in found)]


def _called(run: Execute, text: TextAt) -> list[str]:
    """The name that a text is, as all that are the same are called; none if it is another text."""
    key = (text.match_id.hex, name_place(text.version, text.pointer))
    return [
        called for (called,) in run("SELECT called FROM kerbholz_names WHERE match_id = ? AND pointer = ?", key)
    ]


def _traces_of_names(run: Execute, called: Iterable[str]) -> list[bytes]:
    """Bytes of names that nobody has any more: they were in sums, and a page may keep a copy of a row."""
    found: list[bytes] = []
    for name in called:
        if run("SELECT 1 FROM kerbholz_names WHERE called = ? LIMIT 1", (name,)):
            continue
        if len(name.encode()) >= LONG:
            found.append(name.encode())
        else:
            rulesets = run(f"SELECT DISTINCT ruleset FROM {OF_RESULTS}")
            found += [f"{ruleset}{name}".encode() for (ruleset,) in rulesets]
    return found


def _delete(run: Execute, marks: Marks, text: TextAt, erased: Erased) -> None:
    match_id, version, pointer = text.match_id, text.version, text.pointer
    run(
        "DELETE FROM kerbholz_texts WHERE match_id = ? AND version = ? AND pointer = ?",
        (match_id.hex, version, pointer),
    )
    run(
        "DELETE FROM kerbholz_names WHERE match_id = ? AND pointer = ?",
        (match_id.hex, name_place(version, pointer)),
    )
    if version == 0 and pointer == LABELS:  # what a match is called elsewhere is one of them
        run("DELETE FROM kerbholz_external_ids WHERE match_id = ?", (match_id.hex,))
        run("DELETE FROM kerbholz_labels WHERE match_id = ?", (match_id.hex,))
    _forget_bodies(run, marks, match_id, version)
    run(
        "INSERT INTO kerbholz_erased (match_id, version, pointer, at, role, mark) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (match_id, version, pointer)"
        " DO UPDATE SET at = excluded.at, role = excluded.role, mark = excluded.mark",
        (*erased.values(match_id), marks.of(ERASURE, *erased.values(match_id))),
    )


def _forget_bodies(run: Execute, marks: Marks, match_id: UUID, version: int) -> None:
    """Forget the digests of the requests that brought a decision; a row that was altered gets no mark by that."""
    rows = run(
        "SELECT principal, request_key, first_version, last_version, body, mark FROM kerbholz_requests"
        " WHERE match_id = ? AND first_version <= ? AND last_version >= ?",
        (match_id.hex, version, version),
    )
    for principal, key, *rest in rows:
        request = StoredRequest(*rest)
        mark = request.mark
        if marks.fits(mark, REQUEST, *request.values(match_id, principal, key)):
            mark = marks.of(REQUEST, *replace(request, body="").values(match_id, principal, key))
        run(
            "UPDATE kerbholz_requests SET body = '', mark = ?"
            " WHERE match_id = ? AND principal = ? AND request_key = ?",
            (mark, match_id.hex, principal, key),
        )
