"""What each line of an archive has to be by itself: its members and their forms (``archive`` says which).

Each raises :class:`~domain.evidence.grammar.BadLine`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.evidence.draws import is_chance
from domain.evidence.grammar import HEX, STEP, BadLine, is_number, is_pointer, read
from domain.evidence.notes import BadNote, VerifierKey

ARCHIVE = 1
VIEWERS = ("official", "public")
FOR_EVERYBODY = {"count", "ruleset", "keys", "checkpoint"}
"""The members of the trailer that are not for officials alone."""
LONGEST_LINE = 16 * 2**20
"""Bytes, without the line feed: a correction of a long match has facts of thousands of decisions in one line."""

_MATCH = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: *viewer* is ``official``, ``public`` or ``seat:N``; *service* is None where none signs."""

    match: str
    viewer: str
    size: int
    service: str | None


@dataclass(frozen=True, slots=True)
class Line:
    """A decision: its canonical text, by pointer salt and value of what is opened, what was erased, and the root.

    *others* are the pointers of those whose readers are named.
    """

    open: str
    opened: Mapping[str, tuple[str, Any]]
    erased: frozenset[str]
    others: frozenset[str]
    root: str


@dataclass(frozen=True, slots=True)
class Trailer:
    """The last line: *checkpoint* is a note that nobody has read yet, *chance* the seed with its draws.

    *ruleset* is ``{"id", "version"}``, *digest* that of its files where the archive was made, if there are some.
    """

    count: int
    ruleset: Mapping[str, str]
    digest: str | None
    keys: tuple[VerifierKey, ...]
    checkpoint: str | None
    chance: Mapping[str, Any] | None


def header_of(raw: bytes) -> Header:
    """The first line."""
    line = _object(raw)
    official = line.get("as") == "official"
    _has(line, {"archive", "match", "as", "size", "service"} | ({"warning"} if official else set()))
    match, viewer, size, service = line["match"], line["as"], line["size"], line["service"]
    seat = isinstance(viewer, str) and viewer.startswith("seat:") and STEP.fullmatch(viewer[5:]) is not None
    _must(is_number(line["archive"]) and line["archive"] == ARCHIVE, "it is of another format")
    _must(isinstance(match, str) and _MATCH.fullmatch(match), "it names no match")
    _must(seat or viewer in VIEWERS, "it is for no viewer")
    _must(is_number(size) and size > 0, "it has no size")
    _must(service is None or isinstance(service, str), "it names no service")
    _must(not official or isinstance(line["warning"], str), "it has no warning")
    return Header(match, viewer, size, service)


def decision_of(raw: bytes, *, official: bool) -> Line:
    """The line of a decision; that of an archive for officials says of each value who may have it."""
    line = _object(raw)
    _has(line, {"open", "opened", "root"} | ({"sealed"} if official else set()), {"erased"})
    text, opened, root = line["open"], line["opened"], line["root"]
    _must(isinstance(text, str), "what is open is no text")
    _must(_is_hash(root), "its root is none")
    _must(isinstance(opened, dict), "what is opened is no object")
    erased = _erased(line["erased"]) if "erased" in line else frozenset()
    sealed = line.get("sealed", {})
    _must(isinstance(sealed, dict), "what is sealed is no object")
    for pointer, entry in sealed.items():
        _must(is_pointer(pointer) and _is_audience(entry), "what is said of readers cannot be read")
    values = {pointer: _value(pointer, entry) for pointer, entry in opened.items()}
    return Line(text, values, erased, frozenset(sealed), root)


def trailer_of(raw: bytes, *, official: bool) -> Trailer:
    """The last line; that of an archive for officials may have the seed."""
    line = _object(raw)
    _has(line, {"count", "ruleset", "keys"}, {"checkpoint", "chance"} if official else {"checkpoint"})
    ruleset, keys, note = line["ruleset"], line["keys"], line.get("checkpoint")
    _must(is_number(line["count"]), "it does not count the decisions")
    _must(isinstance(ruleset, dict), "it names no ruleset")
    _has(ruleset, {"id", "version", "digest"})
    files = ruleset.pop("digest")
    _must(all(isinstance(name, str) for name in ruleset.values()), "it names no ruleset")
    _must(files is None or _is_hash(files), "the digest of the ruleset is none")
    _must(isinstance(keys, list) and all(isinstance(key, str) for key in keys), "its keys cannot be read")
    _must(isinstance(note, str) or "checkpoint" not in line, "its checkpoint is no text")
    _must("chance" not in line or is_chance(line["chance"]), "what it says of chance cannot be read")
    try:
        return Trailer(line["count"], ruleset, files, tuple(map(VerifierKey.read, keys)), note, line.get("chance"))
    except BadNote as error:
        raise BadLine(f"its keys cannot be read: {error}") from None


def _object(raw: bytes) -> dict[str, Any]:
    if len(raw) > LONGEST_LINE + 1:
        raise BadLine(f"the line has more than {LONGEST_LINE} bytes")
    if not raw.endswith(b"\n") or raw.endswith(b"\r\n"):
        raise BadLine("the line does not end with a line feed alone")
    try:
        value = read(raw[:-1].decode("utf-8"))
    except UnicodeDecodeError:
        raise BadLine("the line is not UTF-8") from None
    if not isinstance(value, dict):
        raise BadLine("the line is no object")
    return value


def _must(truth: object, otherwise: str) -> None:
    if not truth:
        raise BadLine(otherwise)


def _has(value: Mapping[str, Any], required: set[str], optional: frozenset[str] | set[str] = frozenset()) -> None:
    if not required <= value.keys() <= required | optional:
        raise BadLine("it has other members")


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and HEX.fullmatch(value) is not None


def _erased(value: Any) -> frozenset[str]:
    _must(isinstance(value, list) and value and all(map(is_pointer, value)), "what was erased has no pointers")
    _must(len(set(value)) == len(value), "what was erased is there twice")
    return frozenset(value)


def _value(pointer: str, entry: Any) -> tuple[str, Any]:
    _must(is_pointer(pointer) and isinstance(entry, dict), "an opened value cannot be read")
    _has(entry, {"value", "salt"}, {"text"})
    salt, value = entry["salt"], entry["value"]
    _must(_is_hash(salt) and entry.get("text", True) is True, "an opened value cannot be read")
    _must(not _has_seal(value), "an opened value holds a seal")
    return salt, value


def _has_seal(value: Any) -> bool:
    if isinstance(value, dict):
        return "seal" in value or any(map(_has_seal, value.values()))
    return isinstance(value, list) and any(map(_has_seal, value))


def _is_audience(entry: Any) -> bool:
    if not isinstance(entry, dict) or not {"for"} <= entry.keys() <= {"for", "once", "text"}:
        return False
    seats = entry["for"]
    seats_only = isinstance(seats, list) and all(is_number(seat) and seat >= 0 for seat in seats)
    return (seats == "everyone" or seats_only) and all(entry.get(name, True) is True for name in ("once", "text"))
