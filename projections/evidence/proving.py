"""Checkpoints and proofs of a match: what is signed and proved is what is stored, and hashes alone.

A size or version that is not there raises ``NoSuchVersion``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from domain.application.matches import Matches
from domain.evidence import checkpoints, proofs
from domain.evidence.notes import encoded
from domain.match.match import Match
from projections.access import NoSuchVersion

PROOF = "c2sp.org/tlog-proof@v1"


@dataclass(frozen=True, slots=True)
class Head:
    """The tree of the first *size* decisions of a match: its root, and its checkpoint if the service has a key."""

    match: UUID
    size: int
    root: str
    checkpoint: str | None


def checkpoint_of(matches: Matches, match_id: UUID, size: int, root: str) -> str | None:
    """The checkpoint of a size that is stored, as a signed note; None without a key."""
    signer = matches.signer
    return None if signer is None else checkpoints.signed(signer.key, match_id, size, root)


def head(matches: Matches, match: Match, size: int | None, name: str = "size") -> Head:
    """The tree at a size, by default the newest; *name* is the parameter that a problem speaks of."""
    newest = match.version + 1
    size = newest if size is None else size
    if not 1 <= size <= newest:
        raise NoSuchVersion(name, f"there are {newest} decisions: a size is from 1 to {newest}")
    root = matches.root_at(match, size - 1)
    return Head(match.id, size, root, checkpoint_of(matches, match.id, size, root))


@dataclass(frozen=True, slots=True)
class Inclusion:
    """That a decision is in a tree: the hash of its leaf, and the hashes from there up, in lower-case hex."""

    version: int
    leaf: str
    hashes: tuple[str, ...]
    head: Head

    def text(self) -> str:
        """As C2SP's ``tlog-proof`` has it; needs a checkpoint."""
        lines = [PROOF, f"index {self.version}", *map(_base64, self.hashes), "", self.head.checkpoint]
        return "\n".join(map(str, lines))


def inclusion(matches: Matches, match: Match, version: int, size: int | None) -> Inclusion:
    """The proof that a decision is in the tree of a size."""
    known = head(matches, match, size)
    if not version < known.size:
        raise NoSuchVersion("version", f"decision {version} is not among the first {known.size}")
    leaf = ""

    def rows(versions: Iterable[int]) -> Mapping[int, proofs.Row]:
        """Those that are wanted, and that of the decision itself: one query for all."""
        nonlocal leaf
        found = matches.tree_rows(match.id, {*versions, version})
        leaf = found[version].leaf
        return found

    hashes = proofs.inclusion(version, known.size, rows)
    return Inclusion(version, leaf, tuple(hashes), known)


@dataclass(frozen=True, slots=True)
class Consistency:
    """That one tree is the beginning of another one."""

    before: Head
    after: Head
    hashes: tuple[str, ...]

    def text(self) -> str:
        """As C2SP's ``add-checkpoint`` has it; needs a checkpoint."""
        lines = [f"old {self.before.size}", *map(_base64, self.hashes), "", self.after.checkpoint]
        return "\n".join(map(str, lines))


def consistency(matches: Matches, match: Match, first: int, size: int | None) -> Consistency:
    """The proof that the tree of the first decisions is the beginning of that of a size."""
    after = head(matches, match, size, "to")
    if not 1 <= first <= after.size:
        raise NoSuchVersion("from", f"a size is from 1 to {after.size}, which is the later one")
    before = head(matches, match, first, "from")
    hashes = proofs.consistency(first, after.size, partial(matches.tree_rows, match.id))
    return Consistency(before, after, tuple(hashes))


def _base64(hashed: str) -> str:
    return encoded(bytes.fromhex(hashed))
