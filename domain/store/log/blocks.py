"""Blocks: the decisions of a closed match, packed together, so that they take a fifth of the room.

A block holds what is in the rows of some decisions that follow each other, and gives each row back byte for byte.
What follows from the records is left out: roots and nodes of the tree are made again. The marks of the rows stay,
so what was changed in a block is found as in a row. A long match has several blocks, so that nobody has to unpack
all of it for one decision.
"""

from __future__ import annotations

import json
import lzma
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import accumulate, groupby, pairwise
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from domain.kit.written.evidence import grown, leaf_hash, root_of
from domain.kit.written.notation import decoded
from domain.kit.written.row_forms import MARK, is_bytes
from domain.store.marks import Marks

BLOCK = "a block"
"""What marks are of."""
MOST_DECISIONS = 256
"""Decisions in one block; more of them would hardly be smaller."""
ROOM = 16 << 20
"""Bytes of unpacked decisions that a process keeps for the next who read."""

BLOCK_TABLE: dict[str, tuple[str, ...]] = {
    "kerbholz_blocks": (
        "match_id TEXT NOT NULL",
        "first_version BIGINT NOT NULL",
        "last_version BIGINT NOT NULL",
        "block {blob} NOT NULL",
        "mark TEXT NOT NULL",
        "PRIMARY KEY (match_id, first_version)",
    ),
}

_FORM = b"\x01"
"""The first byte of a block."""
_LENGTH = 4
"""Bytes that say how long the compressed part is; behind it lie the marks, of which nothing can be saved."""
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 20}]
"""Of the compression (xz): unpacking needs memory for this number of bytes of the past."""
_MADE_AGAIN, _AS_IT_IS = b"\x02", b"\x03"
"""Whether the tree's hashes of a row are left out."""
_LINE = b"\n"
_ROW = 120
"""Bytes that a row takes in memory beside its state, about."""


class Row(NamedTuple):
    """A row of the log of a match: where it is in the order of all appends, and what is in it."""

    position: int
    version: int
    topic: str
    state: bytes


class Unreadable(ValueError):
    """It is no block."""


def stretches(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """The rows of a match in as many stretches of about the same length as it needs blocks."""
    number = -(-len(rows) // MOST_DECISIONS)
    length, longer = divmod(len(rows), max(number, 1))
    ends = accumulate((length + (at < longer) for at in range(number)), initial=0)
    return (rows[start:end] for start, end in pairwise(ends))


# -- packing


def block_of(rows: Sequence[Row], edge: Sequence[str] | None) -> tuple[bytes, Sequence[str] | None]:
    """The block of some rows that follow each other, and the right edge of the tree behind them.

    *edge* is the one before them. It is None where that is not known: then all of each row is kept.
    """
    topics = [[topic, len(list(same))] for topic, same in groupby(row.topic for row in rows)]
    steps = [after.position - before.position for before, after in pairwise(rows)]
    head = {
        "version": rows[0].version,
        "position": rows[0].position,
        "steps": steps,
        "topics": topics,
        "edge": edge,
    }
    parts, marks = [json.dumps(head, separators=(",", ":")).encode(), _LINE], list[bytes]()
    for row in rows:
        short, edge = _shortened(row, edge)
        if short is None:
            parts += [_AS_IT_IS, b"%d" % len(row.state), _LINE, row.state]
        else:
            parts += [_MADE_AGAIN, short]
            marks.append(row.state[-MARK:])
    small = lzma.compress(b"".join(parts), check=lzma.CHECK_CRC32, filters=_FILTERS)
    return b"".join((_FORM, len(small).to_bytes(_LENGTH, "big"), small, *marks)), edge


def _shortened(row: Row, edge: Sequence[str] | None) -> tuple[bytes | None, Sequence[str] | None]:
    """What is kept of a row, None if that is all of it; and the edge behind it."""
    if edge is None:
        return None, None
    if not is_bytes(row.state):
        leaf = _leaf_in_json(row.state)
        return None, None if leaf is None else grown(edge, row.version, leaf)[0]
    opened, line, behind = row.state[1:].partition(_LINE)
    sealed, other, _ = behind.partition(_LINE)
    if not (line and other):
        return None, None
    tree, edge = _tree(opened, row.version, edge)
    text = b"".join((opened, _LINE, sealed, _LINE))
    return text if row.state == b"".join((_MADE_AGAIN, text, tree, row.state[-MARK:])) else None, edge


def _leaf_in_json(state: bytes) -> str | None:
    try:
        return leaf_hash(decoded(state)["open"].encode())
    except (ValueError, TypeError, LookupError, AttributeError):
        return None


def _tree(opened: bytes, version: int, edge: Sequence[str]) -> tuple[bytes, Sequence[str]]:
    """The hashes that lie in the row of a record, and the edge behind it."""
    edge, nodes = grown(edge, version, leaf_hash(opened))
    return bytes.fromhex("".join((root_of(edge), *nodes))), edge


# -- unpacking


def rows_in(block: bytes) -> list[Row]:
    """The rows of a block; raises :class:`Unreadable`."""
    try:
        return list(_rows_in(block))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, EOFError, lzma.LZMAError) as error:
        raise Unreadable(str(error)) from error


def _rows_in(block: bytes) -> Iterator[Row]:
    if block[:1] != _FORM:
        raise ValueError("it is in no form that is known")
    start = 1 + _LENGTH
    end = start + int.from_bytes(block[1:start], "big")
    text = lzma.decompress(block[start:end])
    at = text.index(_LINE)
    head = json.loads(text[:at])
    edge = head["edge"]
    topics = (topic for topic, number in head["topics"] for _ in range(number))
    positions = accumulate(head["steps"], initial=head["position"])
    for version, (position, topic) in enumerate(zip(positions, topics, strict=True), head["version"]):
        form, start = text[at + 1 : at + 2], at + 2
        if form == _AS_IT_IS:
            line = text.index(_LINE, start)
            at = line + int(text[start:line])
            state = text[line + 1 : at + 1]
            leaf = None if edge is None else _leaf_in_json(state)
            edge = None if leaf is None else grown(edge, version, leaf)[0]
        else:
            line = text.index(_LINE, start)
            at = text.index(_LINE, line + 1)
            tree, edge = _tree(text[start:line], version, edge)
            mark, end = block[end : end + MARK], end + MARK
            state = b"".join((_MADE_AGAIN, text[start : at + 1], tree, mark))
        yield Row(position, version, topic, state)
    if at + 1 != len(text) or end != len(block):
        raise ValueError("it holds more than its rows")


# -- what was unpacked


@dataclass(slots=True)
class Unpacked:
    """The rows of the blocks that were read last, as many as have *room*, by what each block was then."""

    room: int = ROOM
    _kept: OrderedDict[tuple[str, int], tuple[bytes, list[Row], int]] = field(default_factory=OrderedDict)
    _taken: int = 0
    _lock: Lock = field(default_factory=Lock)

    def rows(self, match_id: str, first: int, block: bytes) -> list[Row]:
        """The rows of a block of a match; raises :class:`Unreadable`."""
        key = (match_id, first)
        with self._lock:
            known = self._kept.get(key)
            if known is not None and known[0] == block:
                self._kept.move_to_end(key)
                return known[1]
        rows = rows_in(block)
        size = len(block) + sum(len(row.state) + _ROW for row in rows)
        with self._lock:
            self._forget(key)
            self._kept[key] = (block, rows, size)
            self._taken += size
            while self._taken > self.room:
                self._forget(next(iter(self._kept)))
        return rows

    def _forget(self, key: tuple[str, int]) -> None:
        _, _, size = self._kept.pop(key, (b"", [], 0))
        self._taken -= size


UNPACKED = Unpacked()
"""Of this process."""


# -- storing


@dataclass(frozen=True, slots=True)
class Block:
    """A block as it is stored, and which decisions are in it."""

    match_id: UUID
    first: int
    last: int
    block: bytes
    mark: str

    def fits(self, marks: Marks) -> bool:
        """Whether it is the one that was stored."""
        return marks.fits(self.mark, BLOCK, *_said(self.match_id, self.first, self.last, self.block))

    def rows(self) -> list[Row]:
        """What is in it; raises :class:`Unreadable`, also where these are other decisions than it says."""
        found = rows_in(self.block)
        if not found or (found[0].version, found[-1].version) != (self.first, self.last):
            raise Unreadable("it holds other decisions")
        return found


def blocks_of(marks: Marks, match_id: UUID, rows: Sequence[Row]) -> list[Block]:
    """The blocks of the first rows of a match, with their marks."""
    found: list[Block] = []
    edge: Sequence[str] | None = ()
    for some in stretches(rows):
        block, edge = block_of(some, edge)
        said = match_id, some[0].version, some[-1].version, block
        found.append(Block(*said, marks.of(BLOCK, *_said(*said))))
    return found


def _said(match_id: UUID, first: int, last: int, block: bytes) -> tuple[object, ...]:
    return match_id.hex, first, last, sha256(block).hexdigest()
