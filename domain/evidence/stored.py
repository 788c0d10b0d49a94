"""Stored decisions held against their own evidence: leaf, tree, seals, texts (format 1).

:class:`Reader` goes through the rows of a match in order and says of each what is wrong with it. It trusts nothing
that it is given: a row may hold any bytes. A fault is said where it is, and not again at each row behind it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast
from uuid import UUID

from domain.evidence.grammar import HEX
from domain.kit.chance import commitment
from domain.kit.facts import EVERYONE
from domain.kit.written.evidence import (
    CANONICAL,
    FORMAT,
    HASH,
    blind_of,
    canonical,
    digest,
    grow,
    leaf_hash,
    node_hash,
    root_of,
    salt_of,
    seal,
)
from domain.kit.written.records import sealed_places
from domain.kit.written.row_forms import MARK, is_bytes, unpacked

MEMBERS = {"open": str, "sealed": dict, "leaf": str, "root": str, "edge": list}
"""The members of a decision that is stored as JSON, and their types."""
OPENED, DECIDED = "kerbholz.Opened", "kerbholz.Decided"
"""The topics of decision 0, and of all others."""

Edge = tuple[str | None, ...]
"""The right edge of a tree; None where nobody knows a hash."""
Texts = Mapping[str, tuple[str, str]]
"""The free texts of a decision by pointer: salt and text."""


class Fault(NamedTuple):
    """What is wrong: which thing it is, and in words."""

    what: str
    detail: str


class Reader:
    """The rows of one match, read in order from version 0.

    *key* and *seed* are the secrets beside the log, None where they are lost or there is none.
    """

    def __init__(self, match: UUID, key: bytes | None, seed: bytes | None) -> None:
        self._match = match
        self._key = key
        self._seed = seed
        self._edges: list[Edge] = [()]
        self.version = -1
        """The last version that was read."""
        self.root = ""
        """The root that is stored with it."""
        self.record: Mapping[str, Any] | None = None
        """The record that was read last, if it could be read."""
        self.sealed: Mapping[str, Any] = {}
        """What is sealed in it."""

    def faults(
        self, version: int, topic: str, state: bytes, texts: Texts, erased: Collection[str] | None
    ) -> Iterator[Fault]:
        """What is wrong with the next row that there is, and with the texts beside it.

        *erased* are the pointers of texts that were erased; without it none is missed.
        """
        if version > self.version + 1:
            yield Fault("gap", f"{_decisions(self.version + 1, version - 1)} missing")
            self._edges = []
        self.version, self.record, self.sealed = version, None, {}
        row = _row(state, version)
        if row is None:
            self._edges = []
            yield Fault("row", "it cannot be read")
            return
        self.root, self.sealed = row["root"], row["sealed"]
        yield from self._of_the_tree(version, row) if "edge" in row else self._of_the_nodes(version, row)
        if topic != (DECIDED if version else OPENED):
            yield Fault("row", "it is of another type")
        record = _record(row["open"])
        if record is None:
            yield Fault("text", "the record cannot be read, or is not written in its canonical form")
            return
        self.record = record
        if record.get("version") != version or isinstance(record["version"], bool):
            self._edges = []  # nobody knows what the next one grew from
            yield Fault("version", "the record is of another version")
            return
        yield from self._of_the_opening(record) if version == 0 else ()
        yield from _of_erasures(self.sealed, texts, erased) if erased is not None else ()
        if self._key is not None:
            if record.get("blind") != blind_of(self._key, version):
                yield Fault("match key", "it is not the one that this decision was written with")
                self._key = self._key if version else None  # and so of all others: that is said once
            else:
                yield from self._of_the_seals(version, record, texts)

    def _of_the_tree(self, version: int, row: Mapping[str, Any]) -> Iterator[Fault]:
        """Of a row behind one whose edge is wrong, either edge may be the one that it grew from."""
        hashed, edge = leaf_hash(row["open"].encode("utf-8", "surrogatepass")), tuple(row["edge"])
        if row["leaf"] != hashed:
            yield Fault("leaf", "the record is not the one that was hashed")
        grown: list[Edge] = [
            grow(cast("tuple[str, ...]", before), version, row["leaf"])
            for before in self._edges
            if None not in before
        ]
        if grown and edge not in grown:
            yield Fault("edge", "the tree did not grow to it")
        if root_of(edge) != row["root"]:
            yield Fault("root", "it is not the one of the edge")
        self._edges = list(dict.fromkeys([edge, *grown[:1]])) if len(edge) == (version + 1).bit_count() else grown

    def _of_the_nodes(self, version: int, row: Mapping[str, Any]) -> Iterator[Fault]:
        """Of a row in bytes: what its leaf makes of the tree, against the nodes and the root that it has."""
        leaf = leaf_hash(row["open"].encode())
        found = [_grown(before, leaf, row) for before in self._edges or [(None,) * version.bit_count()]]
        edge, fault = next((one for one in found if one[1] is None), found[0])
        if fault is not None:
            yield fault
        self._edges = [edge]

    def _of_the_opening(self, record: Mapping[str, Any]) -> Iterator[Fault]:
        named = {"format": FORMAT, "hash": HASH, "canonical": CANONICAL}
        if any(record.get(name) != value for name, value in named.items()):
            yield Fault("format", "the record is of another format")
        if record.get("match") != str(self._match):
            yield Fault("match", "the record is of another match")
        if "board" not in record or record.get("board_digest") != digest(record["board"]):
            yield Fault("board", "its digest is another one")
        said = record.get("chance")
        said = said.get("commitment") if isinstance(said, Mapping) else None
        if self._key is not None and said != (None if self._seed is None else commitment(self._seed)):
            yield Fault("seed", "it is not the one that the match was opened with")

    def _of_the_seals(self, version: int, record: Mapping[str, Any], texts: Texts) -> Iterator[Fault]:
        assert self._key is not None
        commitments = dict(sealed_places(record))
        for path in sorted(commitments.keys() ^ self.sealed.keys()):
            yield Fault(f"seal at {path}", "commitments and sealed values do not fit each other")
        for path in sorted(commitments.keys() & self.sealed.keys()):
            entry = self.sealed[path]
            if not is_entry(entry):
                yield Fault(f"seal at {path}", "what is said of its readers cannot be read")
            elif entry.get("text"):
                if path in texts and not fits(commitments[path], *texts[path]):
                    yield Fault(f"text at {path}", "it does not fit its seal")
            elif not fits(commitments[path], salt_of(self._key, version, path), entry["value"]):
                yield Fault(f"seal at {path}", "the value does not fit its seal")
        for path in sorted(texts.keys() - {path for path, entry in self.sealed.items() if is_text(entry)}):
            yield Fault(f"text at {path}", "nothing in the log belongs to it")


def _grown(before: Edge, leaf: str, row: Mapping[str, Any]) -> tuple[Edge, Fault | None]:
    """The edge after a row in bytes, and what is wrong with its part of the tree.

    The nodes that are stored count for the rows behind it, as far as its root confirms them: so a fault is said
    once. A hash that nothing confirms is not known from there on.
    """
    edge = list(before)
    node: str | None = leaf
    fits = True
    for stored in row["nodes"]:
        left = edge.pop()
        made = None if left is None or node is None else node_hash(left, node)
        fits = fits and made in (None, stored)
        node = stored
    known = [*edge, node]
    is_root = None in known or root_of(cast("list[str]", known)) == row["root"]
    if is_root and fits:
        return tuple(known), None
    if is_root:
        return tuple(known), Fault("leaf", "the record is not the one that was hashed")
    if fits:
        return (*edge, None), Fault("root", "it does not fit the record")
    return (*edge, None), Fault("nodes", "the tree did not grow to them")


def _of_erasures(sealed: Mapping[str, Any], texts: Texts, erased: Collection[str]) -> Iterator[Fault]:
    for path in sorted(path for path, entry in sealed.items() if is_text(entry)):
        if path in texts and path in erased:
            yield Fault(f"text at {path}", "it was erased, and is there")
        elif path not in texts and path not in erased:
            yield Fault(f"text at {path}", "it is lost: nobody has erased it")


def fits(commitment: object, salt: str, value: object) -> bool:
    """Whether a value with its salt is the one that a commitment stands for."""
    try:
        return seal(salt, value) == commitment
    except (ValueError, TypeError, RecursionError):
        return False


def is_entry(entry: Any) -> bool:
    """Whether this is an entry of ``sealed``, as format 1 has it."""
    if not isinstance(entry, dict) or not {"for"} <= set(entry) <= {"for", "once", "text", "value"}:
        return False
    seats = entry["for"]
    of_seats = isinstance(seats, list) and all(type(seat) is int and seat >= 0 for seat in seats)
    true = all(entry.get(name, True) is True for name in ("once", "text"))
    return (seats == EVERYONE or of_seats) and true and (is_text(entry) or "value" in entry)


def is_text(entry: Any) -> bool:
    """Whether an entry of ``sealed`` is of a free text."""
    return isinstance(entry, dict) and entry.get("text") is True


def _row(state: bytes, version: int) -> dict[str, Any] | None:
    if is_bytes(state):
        try:
            parts = unpacked(state[:-MARK], version)._asdict()
        except (ValueError, RecursionError):
            return None
        return parts if isinstance(parts["sealed"], dict) else None
    try:
        row = json.loads(state)
    except (ValueError, RecursionError):
        return None
    if not isinstance(row, dict) or not all(isinstance(row.get(name), kind) for name, kind in MEMBERS.items()):
        return None
    hashes: Iterable[object] = (row["leaf"], row["root"], *row["edge"])
    return row if all(isinstance(one, str) and HEX.fullmatch(one) for one in hashes) else None


def _record(text: str) -> dict[str, Any] | None:
    try:
        text.encode()
        record = json.loads(text)
        written = canonical(record)
    except (ValueError, TypeError, RecursionError):
        return None
    return record if isinstance(record, dict) and written == text else None


def _decisions(first: int, last: int) -> str:
    return f"decision {first} is" if first == last else f"decisions {first} to {last} are"


def lost(known: int, size: int) -> Fault | None:
    """The fault of a log that ends before the size that it is known to have; *known* is its last version."""
    return Fault("gap", f"{_decisions(known + 1, size - 1)} missing") if known < size - 1 else None
