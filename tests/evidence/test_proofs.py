"""Proofs over trees of every size up to one that has all shapes, against the definition in RFC 9162."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import pytest

from domain.evidence import proofs
from domain.evidence.proofs import BadProof, Row, check_consistency, check_inclusion
from domain.kit.written.evidence import EMPTY_ROOT, grow, grown, leaf_hash, node_hash, root_of

LARGEST = 70
LONG = 20_000


def rows_of(size: int, as_json: int = 0) -> tuple[list[Row], list[str]]:
    """Rows, the first of them as JSON has them, and the roots of each size."""
    edge: tuple[str, ...] = ()
    rows, roots = [], [EMPTY_ROOT]
    for number in range(size):
        leaf = leaf_hash(b"%d" % number)
        edge, nodes = grown(edge, number, leaf)
        rows.append(Row(leaf, None, edge) if number < as_json else Row(leaf, nodes))
        roots.append(root_of(edge))
    return rows, roots


ROWS, ROOTS = rows_of(LARGEST)
FORMS = [ROWS, rows_of(LARGEST, as_json=LARGEST)[0], rows_of(LARGEST, as_json=37)[0]]
"""Rows in bytes, as JSON, and of a match that was begun as JSON."""


def asked(versions: Iterable[int]) -> dict[int, Row]:
    return {version: ROWS[version] for version in versions}


def asked_in_turn(size: int) -> proofs.Rows:
    """Of each size rows in another form."""
    rows = FORMS[size % len(FORMS)]
    return lambda versions: {version: rows[version] for version in versions}


@cache
def hash_of(start: int, end: int) -> str:
    """MTH of the leaves, as section 2.1.1 defines it."""
    if end - start == 1:
        return ROWS[start].leaf
    middle = start + largest_power_below(end - start)
    return node_hash(hash_of(start, middle), hash_of(middle, end))


def largest_power_below(number: int) -> int:
    power = 1
    while power * 2 < number:
        power *= 2
    return power


def path(index: int, start: int, end: int) -> list[str]:
    """PATH of section 2.1.3.1."""
    if end - start == 1:
        return []
    middle = start + largest_power_below(end - start)
    if index < middle:
        return [*path(index, start, middle), hash_of(middle, end)]
    return [*path(index, middle, end), hash_of(start, middle)]


def subproof(first: int, start: int, end: int, *, whole: bool) -> list[str]:
    """SUBPROOF of section 2.1.4.1; *first* counts from the beginning of the tree."""
    if first == end:
        return [] if whole else [hash_of(start, end)]
    middle = start + largest_power_below(end - start)
    if first <= middle:
        return [*subproof(first, start, middle, whole=whole), hash_of(middle, end)]
    return [*subproof(first, middle, end, whole=False), hash_of(start, middle)]


def altered(hashes: Sequence[str]) -> Iterable[Sequence[str]]:
    """Each hash replaced, one left out, one too many, two exchanged."""
    other = leaf_hash(b"another")
    for place in range(len(hashes)):
        yield [*hashes[:place], other, *hashes[place + 1 :]]
        yield [*hashes[:place], *hashes[place + 1 :]]
    yield [*hashes, other]
    if len(hashes) > 1:
        yield [hashes[1], hashes[0], *hashes[2:]]


@pytest.mark.parametrize("size", range(1, LARGEST + 1))
def test_every_decision_is_proved_to_be_in_every_tree(size: int) -> None:
    for index in range(size):
        hashes = proofs.inclusion(index, size, asked_in_turn(size + index))
        assert hashes == path(index, 0, size)
        check_inclusion(index, size, ROWS[index].leaf, hashes, ROOTS[size])


@pytest.mark.parametrize("size", range(1, LARGEST + 1))
def test_every_tree_is_proved_to_begin_with_every_smaller_one(size: int) -> None:
    for first in range(size + 1):
        hashes = proofs.consistency(first, size, asked_in_turn(size + first))
        assert hashes == ([] if first == 0 else subproof(first, 0, size, whole=True))
        check_consistency(first, size, ROOTS[first], ROOTS[size], hashes)


@pytest.mark.parametrize("rows", FORMS)
def test_the_edge_is_that_of_all_leaves_so_far(rows: list[Row]) -> None:
    edge: tuple[str, ...] = ()
    for version in range(LARGEST):
        edge = grow(edge, version, rows[version].leaf)
        found = {one: rows[one] for one in proofs.edge_needs(version)}
        assert proofs.edge_at(version, found) == [*edge]
        assert len(found) == len(edge)
    assert proofs.edge_at(-1, {}) == []
    with pytest.raises(LookupError):
        proofs.edge_at(5, {5: rows[5]})


@pytest.mark.parametrize("size", [1, 2, 3, 6, 8, 13, 33])
def test_a_proof_that_was_altered_proves_nothing(size: int) -> None:
    for index in range(size):
        hashes, leaf = proofs.inclusion(index, size, asked), ROWS[index].leaf
        for wrong in altered(hashes):
            with pytest.raises(BadProof):
                check_inclusion(index, size, leaf, wrong, ROOTS[size])
        with pytest.raises(BadProof):
            check_inclusion(index, size, leaf_hash(b"another"), hashes, ROOTS[size])
        with pytest.raises(BadProof):
            check_inclusion(index, size, leaf, hashes, ROOTS[size - 1])
    for first in range(1, size + 1):
        hashes = proofs.consistency(first, size, asked)
        for wrong in altered(hashes):
            with pytest.raises(BadProof):
                check_consistency(first, size, ROOTS[first], ROOTS[size], wrong)
        with pytest.raises(BadProof):
            check_consistency(first, size, ROOTS[first - 1], ROOTS[size], hashes)
        if first < size:
            with pytest.raises(BadProof):
                check_consistency(first, size, ROOTS[first], ROOTS[first], hashes)


def test_what_is_in_no_tree_is_refused() -> None:
    for index, size in ((5, 5), (-1, 5), (0, 0)):
        with pytest.raises(BadProof):
            check_inclusion(index, size, ROWS[0].leaf, [], ROOTS[size])
    with pytest.raises(BadProof):
        check_consistency(6, 5, ROOTS[6], ROOTS[5], [])


def test_a_long_match_takes_a_few_rows() -> None:
    (rows, roots), most = rows_of(LONG), 0
    root = roots[LONG]

    def counted(versions: Iterable[int]) -> dict[int, Row]:
        nonlocal most
        found = {version: rows[version] for version in versions}
        most = max(most, len(found))
        return found

    for index in range(0, LONG, 97):
        check_inclusion(index, LONG, rows[index].leaf, proofs.inclusion(index, LONG, counted), root)
    for first in range(1, LONG, 101):
        check_consistency(first, LONG, roots[first], root, proofs.consistency(first, LONG, counted))
    assert most <= 33
