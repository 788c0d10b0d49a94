"""The two forms in which a decision lies in its row: as JSON, and, since schema 10, as bytes.

As JSON it took about twice the room: the record was a text within a text, the tree's whole edge lay with each
decision, and hashes were written as text. A row says by its first byte in which form it is; both are read.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.kit.written.evidence import completed_by
from domain.kit.written.notation import decoded, encoded

BYTES = b"\x02"
"""The first byte of a row in bytes; JSON begins with a brace."""
_LINE = b"\n"
"""What ends ``open`` and ``sealed``. In JSON as it is written here, line feeds in texts are escaped."""
_HASH = 32
MARK = 16
"""Bytes at the end that are the row's mark (``domain.store.marks``)."""


class Parts(NamedTuple):
    """What is stored of a decision: its record, what is sealed in it, the root and nodes of the tree (hex)."""

    open: str
    sealed: dict[str, Any]
    root: str
    nodes: list[str]


def is_bytes(state: bytes) -> bool:
    """Whether a row is in the form of bytes."""
    return state[:1] == BYTES


def as_bytes(state: object) -> bytes:
    """The state of a row as a database gives it.

    SQLite keeps what somebody has written there as what it is: a text, or a number.
    """
    return bytes(state) if isinstance(state, bytes | memoryview) else str(state).encode("utf-8", "replace")


def packed(parts: Parts) -> bytes:
    """The state of a row, without its mark."""
    hashes = bytes.fromhex("".join([parts.root, *parts.nodes]))
    return b"".join((BYTES, parts.open.encode(), _LINE, encoded(parts.sealed), _LINE, hashes))


def unpacked(body: bytes, version: int) -> Parts:
    """What is stored in the state of a row, without its mark; raises ValueError if it is none of that version."""
    end = body.index(_LINE, 1)
    behind = body.index(_LINE, end + 1)
    sealed = body[end + 1 : behind]
    hashes = body[behind + 1 :].hex()
    if len(hashes) != 2 * _HASH * (1 + completed_by(version)):
        raise ValueError("the hashes of the tree are too few or too many")
    opened = {} if sealed == b"{}" else decoded(sealed)
    root, *nodes = (hashes[at : at + 2 * _HASH] for at in range(0, len(hashes), 2 * _HASH))
    return Parts(body[1:end].decode(), opened, root, nodes)
