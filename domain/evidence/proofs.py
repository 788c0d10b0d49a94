"""Proofs over the tree of a match (RFC 9162, sections 2.1.3 and 2.1.4), made from what is stored of it.

With each decision the roots of the subtrees are stored that its leaf completes, so a proof takes about one row for
each of its hashes, however long the match is. With decisions that were stored as JSON the tree's right edge is
stored instead. Verifying takes nothing but the hashes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from domain.kit.written.evidence import node_hash, root_of

Range: TypeAlias = tuple[int, int]
"""Leaves from the first number on, up to the second, which is not among them."""


@dataclass(frozen=True, slots=True)
class Row:
    """What is stored with a decision: the hash of its leaf, and the roots of the subtrees that it completes.

    Where there are none of these (they are None), it is the edge of the tree that ends with it.
    """

    leaf: str
    nodes: Sequence[str] | None
    edge: Sequence[str] | None = None


Rows: TypeAlias = Callable[[Iterable[int]], Mapping[int, Row]]
"""The rows of some versions, all at once."""


class BadProof(ValueError):
    """The hashes do not prove what they are said to."""


# -- making -------------------------------------------------------------------------------------------------


def inclusion(index: int, size: int, rows: Rows) -> list[str]:
    """The hashes that prove that decision *index* is in the tree of the first *size*, from the leaf up."""
    return _hashes(list(_beside(index, (0, size))), rows)


def consistency(first: int, size: int, rows: Rows) -> list[str]:
    """The hashes that prove that the tree of *first* decisions is the beginning of that of *size*.

    None is needed if *first* is 0 or *size*.
    """
    if first in (0, size):
        return []
    return _hashes(list(_between(first, (0, size), whole=True)), rows)


def _beside(index: int, within: Range) -> Iterator[Range]:
    start, end = within
    if end - start == 1:
        return
    middle = start + _split(end - start)
    left, right = (start, middle), (middle, end)
    inside, other = (left, right) if index < middle else (right, left)
    yield from _beside(index, inside)
    yield other


def _between(first: int, within: Range, *, whole: bool) -> Iterator[Range]:
    start, end = within
    if first == end:
        if not whole:
            yield within
        return
    middle = start + _split(end - start)
    if first <= middle:
        yield from _between(first, (start, middle), whole=whole)
        yield middle, end
    else:
        yield from _between(first, (middle, end), whole=False)
        yield start, middle


def _split(number: int) -> int:
    """The largest power of two below a number."""
    return 1 << ((number - 1).bit_length() - 1)


def edge_needs(version: int) -> Iterator[int]:
    """The versions whose rows hold what the tree's right edge after a version is made of."""
    return (end - 1 for _, end in _subtrees((0, version + 1)))


def edge_at(version: int, rows: Mapping[int, Row]) -> list[str]:
    """The tree's right edge after a version; raises LookupError if a row is missing."""
    return [_root(one, rows) for one in _subtrees((0, version + 1))]


def _hashes(ranges: Sequence[Range], rows: Rows) -> list[str]:
    found = rows({version for one in ranges for version in _needed(one)})
    return [root_of([_root(one, found) for one in _subtrees(leaves)]) for leaves in ranges]


def _subtrees(leaves: Range) -> Iterator[Range]:
    """The full subtrees that leaves fill, largest first."""
    start, end = leaves
    while start < end:
        number = 1 << (end - start).bit_length() - 1
        yield start, start + number
        start += number


def _needed(leaves: Range) -> Iterator[int]:
    """The versions whose rows hold what the hash of these leaves is made of."""
    for subtree in _subtrees(leaves):
        start, end = subtree
        yield end - 1
        if _is_merged(subtree) and end - start > 1:
            yield end - 2


def _is_merged(subtree: Range) -> bool:
    """Whether a full subtree became part of a larger one when the last of its leaves came."""
    start, end = subtree
    return bool(start & (end - start))


def _root(subtree: Range, rows: Mapping[int, Row]) -> str:
    start, end = subtree
    row = rows[end - 1]
    if end - start == 1:
        return row.leaf
    if row.nodes is not None:
        return row.nodes[(end - start).bit_length() - 2]
    assert row.edge is not None, "a decision that was stored as JSON has an edge"
    if not _is_merged(subtree):
        return row.edge[-1]
    # Before the last leaf came, the edge held what lies left of it, one subtree for each level.
    before = rows[end - 2].edge
    node = row.leaf
    for left in reversed(_within(before or (), end - 1, start)):
        node = node_hash(left, node)
    return node


def _within(edge: Sequence[str], size: int, start: int) -> Sequence[str]:
    """The roots of an edge, of a tree of *size*, that stand for leaves from *start* on."""
    begun = 0
    for place in range(len(edge)):
        if begun >= start:
            return edge[place:]
        begun += 1 << ((size - begun).bit_length() - 1)
    return ()


# -- verifying ----------------------------------------------------------------------------------------------


def check_inclusion(index: int, size: int, leaf: str, hashes: Sequence[str], root: str) -> None:
    """Raise :class:`BadProof` unless the hashes prove it (RFC 9162, section 2.1.3.2); all are lower-case hex."""
    if not 0 <= index < size:
        raise BadProof("no such decision is in that tree")
    node = leaf
    for other, left in _upwards(index, size - 1, hashes):
        node = node_hash(other, node) if left else node_hash(node, other)
    if node != root:
        raise BadProof("the proof leads to another root")


def check_consistency(first: int, size: int, before: str, after: str, hashes: Sequence[str]) -> None:
    """Raise :class:`BadProof` unless the hashes prove it (RFC 9162, section 2.1.4.2).

    *before* is the root at *first* decisions, *after* that at *size*.
    """
    if not 0 <= first <= size:
        raise BadProof("a tree does not begin with a larger one")
    if first in (0, size):
        if hashes or (first == size and before != after):
            raise BadProof("trees of one size have one root, and nothing has to be proved")
        return
    path = list(hashes) if first & (first - 1) else [before, *hashes]
    if not path:
        raise BadProof("the proof is too short")
    number, last = first - 1, size - 1
    while number & 1:
        number, last = number >> 1, last >> 1
    old = new = path[0]
    for other, left in _upwards(number, last, path[1:]):
        if left:
            old, new = node_hash(other, old), node_hash(other, new)
        else:
            new = node_hash(new, other)
    if (old, new) != (before, after):
        raise BadProof("the proof leads to other roots")


def _upwards(number: int, last: int, hashes: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Each hash on the way from a node up to the root, and whether it is on the left; both RFC sections go it.

    *number* is the node's on its level, *last* that of the last one there. Raises :class:`BadProof` if the way is
    of another length.
    """
    for other in hashes:
        if last == 0:
            raise BadProof("the proof is too long")
        left = bool(number & 1) or number == last
        yield other, left
        while left and not number & 1 and number:
            number, last = number >> 1, last >> 1
        number, last = number >> 1, last >> 1
    if last != 0:
        raise BadProof("the proof is too short")
