"""Checkpoints (C2SP, ``tlog-checkpoint``): how large a match's tree was, and its root, signed by the service.

The origin is ``NAME/matches/ID``, and the key has the name ``NAME``. A service never signs two roots of one size:
who has two such notes has convicted it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from uuid import UUID

from domain.evidence.notes import BadNote, Note, SigningKey, decoded, encoded

_SIZE = re.compile("0|[1-9][0-9]{0,15}")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The tree of an origin: *size* leaves, and their *root* in lower-case hex."""

    origin: str
    size: int
    root: str

    def __str__(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{encoded(bytes.fromhex(self.root))}\n"

    @classmethod
    def of(cls, note: Note) -> Checkpoint:
        """What a note says; raises :class:`BadNote`. A service writes no further lines, so none is read."""
        lines = note.text.removesuffix("\n").split("\n")
        if len(lines) != 3 or not lines[0] or not _SIZE.fullmatch(lines[1]):
            raise BadNote("the note is no checkpoint")
        root = decoded(lines[2])
        if len(root) != 32:
            raise BadNote("the root of a checkpoint has 32 bytes")
        return cls(lines[0], int(lines[1]), root.hex())


def origin_of(name: str, match: UUID) -> str:
    """The origin of a match's checkpoints, for a service of this name."""
    return f"{name}/matches/{match}"


def signed(key: SigningKey, match: UUID, size: int, root: str) -> str:
    """The checkpoint of a match as a note."""
    return key.signed(str(Checkpoint(origin_of(key.name, match), size, root)))
