"""Canonical bytes, seals and the tree, against independent implementations of what they are specified by."""

import copy
import hashlib
import hmac
import json

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from domain.kit.written.evidence import (
    EMPTY_ROOT,
    LARGEST_INTEGER,
    NotPortable,
    Tree,
    blind_of,
    canonical,
    check_portable,
    digest,
    grow,
    keyed,
    leaf_hash,
    pointer,
    replaced,
    root_of,
    root_of_leaves,
    salt_of,
    seal,
)

KEY = bytes(range(32))

# -- canonical bytes ----------------------------------------------------------------------------------------

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
keys = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"], exclude_characters="\0"), max_size=6)
integers = st.integers(-LARGEST_INTEGER + 1, LARGEST_INTEGER - 1)
values = st.recursive(
    st.none() | st.booleans() | integers | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=20,
)


@given(values)
def test_canonical_is_rfc_8785(value):
    assert canonical(value).encode() == rfc8785.dumps(value)


def test_canonical_of_the_characters_that_json_writes_in_more_than_one_way():
    text = "".join(map(chr, range(1, 0x100))) + "\u2028\u2029\ufeff\uffff\U0001f3b2"
    assert canonical({text: text}).encode() == rfc8785.dumps({text: text})


@given(values)
def test_whatever_is_canonical_is_portable(value):
    check_portable(value)


@given(values)
def test_digest_is_of_the_canonical_bytes(value):
    assert digest(value) == hashlib.sha256(rfc8785.dumps(value)).hexdigest()


def test_tuples_are_lists():
    assert canonical((1, ("a",))) == canonical([1, ["a"]])


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (1.0, "float"),
        (float("nan"), "float"),
        (LARGEST_INTEGER + 1, "beyond 2"),
        (-LARGEST_INTEGER - 1, "beyond 2"),
        ("\ud800", "surrogate"),
        ("a\0b", "NUL"),
        ({"\0": 1}, "NUL"),
        ({"\udfff": 1}, "surrogate"),
        ({"\U0001f3b2": 1}, "Basic Multilingual Plane"),
        ({1: 1}, "no text"),
        ({None: 1}, "no text"),
        (b"bytes", "bytes"),
        ({1, 2}, "set"),
        (..., "ellipsis"),
    ],
    ids=repr,
)
def test_what_other_languages_read_otherwise_is_refused_at_any_depth(value, said):
    for document in (value, [value], {"a": [1, {"b": (value,)}]}):
        with pytest.raises(NotPortable, match=said):
            check_portable(document)


def test_what_is_nested_too_deeply_is_refused():
    def deep(depth):
        return [deep(depth - 1)] if depth else 1

    check_portable(deep(16))
    with pytest.raises(NotPortable, match="deep"):
        check_portable(deep(17))


def test_the_largest_integers_are_portable():
    assert LARGEST_INTEGER == 9_007_199_254_740_991  # RFC 7493, section 2.2
    check_portable([LARGEST_INTEGER, -LARGEST_INTEGER, True, None, "\U0001f3b2", {"\uffff": ()}])


# -- seals --------------------------------------------------------------------------------------------------


@given(values, st.integers(0, 2**40))
def test_a_seal_is_recomputed_by_hand(value, version):
    path = "/facts/3/cards"
    salt = hmac.new(KEY, f"salt\n{version}\n{path}".encode(), hashlib.sha256).digest()
    assert salt_of(KEY, version, path) == salt.hex()
    expected = hashlib.sha256(b"kerbholz seal 1\n" + salt + rfc8785.dumps(value)).hexdigest()
    assert seal(salt.hex(), value) == expected


def test_a_blind_is_recomputed_by_hand():
    assert blind_of(KEY, 12) == hmac.new(KEY, b"blind\n12", hashlib.sha256).hexdigest()


def test_each_use_of_a_key_has_a_label_and_lines_of_its_own():
    derived = [
        keyed(KEY, "salt", 1, "/facts/0"),
        keyed(KEY, "salt", 11, "/facts/0"),
        keyed(KEY, "salt", 1, "1/facts/0"),
        keyed(KEY, "blind", 1),
        keyed(KEY, "blind", 11),
        keyed(KEY, "draw", 1, 1),
        keyed(KEY, "draw", 11),
        keyed(bytes(32), "draw", 11),
    ]
    assert len(set(derived)) == len(derived)


def test_values_that_look_alike_have_unlike_seals():
    salt = "00" * 32
    lookalikes = [1, "1", True, None, "null", [], {}, [1], "", 0, False]
    assert len({seal(salt, value) for value in lookalikes}) == len(lookalikes)


# -- the tree -----------------------------------------------------------------------------------------------


def merkle_tree_hash(leaves: list[bytes]) -> bytes:
    """MTH of RFC 9162, section 2.1.1, word by word."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    left, right = merkle_tree_hash(leaves[:k]), merkle_tree_hash(leaves[k:])
    return hashlib.sha256(b"\x01" + left + right).digest()


# The leaves that implementations of Certificate Transparency test with, and the roots of the first 0 to 8.
CT_LEAVES = [
    bytes.fromhex(leaf)
    for leaf in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
CT_ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


@pytest.mark.parametrize("size", range(9))
def test_roots_are_those_of_certificate_transparency(size):
    leaves = CT_LEAVES[:size]
    assert merkle_tree_hash(leaves).hex() == CT_ROOTS[size]
    assert root_of_leaves(leaves) == CT_ROOTS[size]
    tree = Tree()
    assert [tree.add(leaf) for leaf in leaves] == CT_ROOTS[1 : size + 1]


def test_the_empty_tree():
    assert root_of(()) == EMPTY_ROOT == CT_ROOTS[0]


def test_growing_leaf_by_leaf_gives_every_root():
    leaves = [b"leaf %d" % number for number in range(300)]
    edge = ()
    for size, leaf in enumerate(leaves):
        before = edge
        edge = grow(edge, size, leaf_hash(leaf))
        assert root_of(edge) == merkle_tree_hash(leaves[: size + 1]).hex()
        assert len(edge) == (size + 1).bit_count()  # one for each perfect subtree
        assert grow(list(before), size, leaf_hash(leaf)) == edge  # as it comes back from a database


def test_a_leaf_is_no_node():
    left, right = (leaf_hash(leaf) for leaf in (b"left", b"right"))
    forged = bytes.fromhex(left) + bytes.fromhex(right)
    assert root_of_leaves([forged]) != root_of_leaves([b"left", b"right"])


# -- pointers -----------------------------------------------------------------------------------------------


def test_a_pointer_escapes_what_has_a_meaning_in_it():
    assert pointer("a/b", "m~n", "~1", 0, "") == "/a~1b/m~0n/~01/0/"
    assert pointer() == ""


steps = st.text("ab/~01", max_size=4)
documents = st.dictionaries(
    steps, st.dictionaries(steps, st.lists(st.integers(), min_size=1, max_size=3), max_size=3)
)


@given(documents, st.data())
def test_replaced_changes_what_the_pointers_say_and_nothing_else(document, data):
    paths = [(a, b, n) for a in document for b in document[a] for n in range(len(document[a][b]))]
    chosen = data.draw(st.lists(st.sampled_from(paths), unique=True)) if paths else []
    before = copy.deepcopy(document)
    result = replaced(document, {pointer(*path): ["new", *path] for path in chosen})
    assert document == before
    for a, b, n in paths:
        expected = ["new", a, b, n] if (a, b, n) in chosen else before[a][b][n]
        assert result[a][b][n] == expected
    assert [list(result), *map(list, result.values())] == [list(before), *map(list, before.values())]


def test_replaced_does_not_copy_what_it_does_not_change():
    document = {"a": {"b": [1, 2]}, "c": {"d": [3]}}
    result = replaced(document, {"/a/b/1": 0})
    assert result == {"a": {"b": [1, 0]}, "c": {"d": [3]}}
    assert result["c"] is document["c"]
    assert replaced(document, {}) is document


def test_keys_beyond_the_basic_plane_are_sorted_by_utf_16_units():
    value = {"\ue000": 1, "😀": [{"ﬀ": 1, "𝒜": {"😀": 1, "\uffee": 2}}], "a": 3}
    assert canonical(value).encode() == rfc8785.dumps(value)
    assert list(json.loads(canonical(value))) == ["a", "😀", "\ue000"]
