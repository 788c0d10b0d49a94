"""Canonical bytes, seals and the Merkle tree: what makes a log evidence.

Format 1 (``docs/decisions/0001-format-1.md``): a decision is the canonical bytes of its record, in which each
value not meant for everyone stands as a salted commitment; those bytes are a leaf of one RFC 9162 tree per
match. Nothing here knows what a game is.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

FORMAT = 1
HASH = "sha-256"
CANONICAL = "rfc8785"
LARGEST_INTEGER = 2**53 - 1
"""RFC 7493, section 2.2: 2^53 itself is what 2^53 + 1 is read as, where numbers are binary64."""

LEAF_PREFIX = b"\x00"  # RFC 9162, section 2.1.1
NODE_PREFIX = b"\x01"
EMPTY_ROOT = hashlib.sha256(b"").hexdigest()

_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"), check_circular=False
).encode


_encode_in_order = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False
).encode


_LISTS = (list, tuple)


class NotPortable(ValueError):
    """A value that has no place in an event: a fraction, a huge integer, an unpaired surrogate, an odd type."""


def check_portable(value: object, depth: int = 0) -> None:
    """Raise :class:`NotPortable` unless *value* reads the same in every language (RFC 8785, RFC 7493).

    Allowed are null, booleans, integers from -(2^53 - 1) to 2^53 - 1, strings of Unicode scalar values without
    NUL, lists, and objects whose keys are such strings of the Basic Multilingual Plane (so that sorting by code
    point and by UTF-16 unit, which RFC 8785 asks for, is the same).
    """
    if depth > 16:
        raise NotPortable("nested too deeply")
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, int):
        if not -LARGEST_INTEGER <= value <= LARGEST_INTEGER:
            raise NotPortable("an integer beyond 2^53 - 1")
    elif isinstance(value, str):
        _check_text(value)
    elif isinstance(value, _LISTS):
        for item in value:
            check_portable(item, depth + 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise NotPortable("a key that is no text")
            _check_text(key)
            if not key.isascii() and max(key) > "\uffff":
                raise NotPortable("a key beyond the Basic Multilingual Plane")
            check_portable(item, depth + 1)
    else:
        raise NotPortable(f"a value of type {type(value).__name__}")


def _check_text(text: str) -> None:
    if "\x00" in text:
        raise NotPortable("a NUL character")
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotPortable("an unpaired surrogate") from None


def canonical(value: object) -> str:
    """The canonical text of a portable value (RFC 8785, see :func:`check_portable`).

    >>> canonical({"b": [1, True], "a": "é"})
    '{"a":"é","b":[1,true]}'
    """
    text = _encode(value)
    # A key beyond the Basic Multilingual Plane comes before some within it: sorted is by UTF-16 code units.
    return text if text.isascii() or max(text) <= "\uffff" else _encode_in_order(_by_units(value))


def _by_units(value: object) -> object:
    if isinstance(value, dict):
        return {key: _by_units(value[key]) for key in sorted(value, key=_units)}
    return [_by_units(item) for item in value] if isinstance(value, list | tuple) else value


def _units(key: str) -> bytes:
    """What a key is sorted by (RFC 8785, section 3.2.3)."""
    return key.encode("utf-16-be", "surrogatepass")


def digest(value: object) -> str:
    """SHA-256 of the canonical bytes of *value*, in lower-case hex."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


# -- seals --------------------------------------------------------------------------------------------------


def keyed(key: bytes, label: str, *parts: object) -> bytes:
    """HMAC-SHA-256 of ``label`` and *parts*, one a line; each use of a key has a label of its own."""
    message = "\n".join((label, *map(str, parts)))
    return hmac.digest(key, message.encode(), "sha256")


def salt_of(match_key: bytes, version: int, pointer: str) -> str:
    """The salt of the value at *pointer* (RFC 6901) of decision *version*, in hex."""
    return keyed(match_key, "salt", version, pointer).hex()


def blind_of(match_key: bytes, version: int) -> str:
    """What keeps a leaf from being found by trying candidates, in hex."""
    return keyed(match_key, "blind", version).hex()


def seal(salt: str, value: object) -> str:
    """The commitment to *value*: SHA-256("kerbholz seal 1\\n" ‖ salt ‖ JCS(value)), in hex; *salt* in hex."""
    return hashlib.sha256(b"kerbholz seal 1\n" + bytes.fromhex(salt) + canonical(value).encode()).hexdigest()


# -- the tree -----------------------------------------------------------------------------------------------


def leaf_hash(leaf: bytes) -> str:
    """The hash of a leaf (RFC 9162, section 2.1.1), in hex."""
    return hashlib.sha256(LEAF_PREFIX + leaf).hexdigest()


def node_hash(left: str, right: str) -> str:
    """The hash of a node above two others (RFC 9162, section 2.1.1), all in hex."""
    return hashlib.sha256(NODE_PREFIX + bytes.fromhex(left) + bytes.fromhex(right)).hexdigest()


def grow(edge: Sequence[str], size: int, leaf: str) -> tuple[str, ...]:
    """The right edge of a tree of ``size + 1`` leaves, from the edge at *size* and the new leaf's hash.

    The edge holds the roots of the perfect subtrees that the leaves fill, largest first (at most log2 n), so
    appending costs the same however long the log is.
    """
    return grown(edge, size, leaf)[0]


def grown(edge: Sequence[str], size: int, leaf: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The edge as :func:`grow` gives it, and the roots of the subtrees that the new leaf completes.

    The smallest comes first, the leaf alone is not among them. There are as many as *size* has ones at the end of
    its binary form: one for each leaf, on average.
    """
    roots, node, completed = list(edge), leaf, list[str]()
    while size & 1:
        node = node_hash(roots.pop(), node)
        completed.append(node)
        size >>= 1
    roots.append(node)
    return tuple(roots), tuple(completed)


def completed_by(version: int) -> int:
    """How many subtrees the leaf of a version completes, itself not counted."""
    return (~version & version + 1).bit_length() - 1


def root_of(edge: Sequence[str]) -> str:
    """The root (RFC 9162, section 2.1.1) of the tree with this right edge, in hex."""
    if not edge:
        return EMPTY_ROOT
    node = edge[-1]
    for left in reversed(edge[:-1]):
        node = node_hash(left, node)
    return node


class Tree:
    """A tree that grows leaf by leaf: what :func:`grow` and :func:`root_of` say, quicker for many leaves."""

    def __init__(self) -> None:
        self._edge: list[bytes] = []
        self._size = 0

    def add(self, leaf: bytes) -> str:
        """Add a leaf; the root of all so far, in hex."""
        node, size, edge = hashlib.sha256(LEAF_PREFIX + leaf).digest(), self._size, self._edge
        while size & 1:
            node = hashlib.sha256(NODE_PREFIX + edge.pop() + node).digest()
            size >>= 1
        edge.append(node)
        self._size += 1
        for left in edge[-2::-1]:
            node = hashlib.sha256(NODE_PREFIX + left + node).digest()
        return node.hex()


def root_of_leaves(leaves: Iterable[bytes]) -> str:
    """The root over whole leaves: the slow way, for verifying."""
    edge: tuple[str, ...] = ()
    for size, leaf in enumerate(leaves):
        edge = grow(edge, size, leaf_hash(leaf))
    return root_of(edge)


# -- JSON pointers (RFC 6901) -------------------------------------------------------------------------------


def pointer(*steps: object) -> str:
    """A JSON pointer from its steps.

    >>> pointer("facts", 0, "card")
    '/facts/0/card'
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def value_at(document: Any, path: str) -> Any:
    """The value at a pointer that leads somewhere.

    >>> value_at({"facts": [{"card": "pride"}]}, "/facts/0/card")
    'pride'
    """
    for step in steps_of(path):
        document = document[int(step) if isinstance(document, list) else step]
    return document


@lru_cache(maxsize=4096)
def steps_of(path: str) -> tuple[str, ...]:
    """The steps of a JSON pointer."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:])


def replaced(document: Any, values: dict[str, Any]) -> Any:
    """A copy of *document* with the value at each pointer replaced; what is not on a path is shared."""
    result = document
    copied: dict[tuple[str, ...], Any] = {}
    for path, value in values.items():
        steps = steps_of(path)
        if () not in copied:
            result = copied[()] = _shallow(document)
        node = result
        for depth, step in enumerate(steps):
            key: Any = int(step) if isinstance(node, list) else step
            if depth == len(steps) - 1:
                node[key] = value
                break
            here = steps[: depth + 1]
            if here not in copied:
                copied[here] = node[key] = _shallow(node[key])
            node = copied[here]
    return result


def _shallow(node: Any) -> Any:
    return list(node) if isinstance(node, list) else dict(node)
