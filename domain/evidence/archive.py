"""Archives: a match as one file that verifies without a service, a network or a game.

Lines of JSON (``grammar``), each ending with a line feed: a header, one line for each decision, a trailer.

========  ===================================================================================================
header    ``{"archive": 1, "match", "as", "size", "service"}``, and for officials ``"warning"``
decision  ``{"open": text, "opened": {pointer: {"value", "salt"}}, "root"}``, where texts were erased ``"erased":
          [pointer]``, and for officials ``"sealed": {pointer: {"for", "once"?, "text"?}}``
trailer   ``{"count", "ruleset": {"id", "version"}, "keys": [vkey]}`` and, from a service with a key,
          ``"checkpoint"``
========  ===================================================================================================

:func:`verify` goes through them in this order, and says the first thing that does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from domain.evidence.checkpoints import Checkpoint
from domain.evidence.contributions import Contributions
from domain.evidence.draws import Draws, WrongDraw, is_chance
from domain.evidence.grammar import HEX, STEP, BadLine, found_at, is_number, read
from domain.evidence.notes import BadNote, BadSignature, Note, VerifierKey
from domain.kit.evidence import (
    CANONICAL,
    EMPTY_ROOT,
    FORMAT,
    HASH,
    canonical,
    digest,
    grow,
    leaf_hash,
    root_of,
    seal,
)

ARCHIVE = 1
MEDIA_TYPE = "application/vnd.kerbholz.archive"
VIEWERS = ("official", "public")
OFFICIAL_WARNING = "This file holds what only officials may know."

Follower: TypeAlias = Callable[[Mapping[str, Any], Mapping[str, Any]], None]

HEADER = {"archive", "match", "as", "size", "service"}
DECISION = {"open", "opened", "root"}
TRAILER = {"count", "ruleset", "keys"}
FOR_EVERYBODY = TRAILER | {"checkpoint"}
"""The members of the trailer that are not for officials alone."""


def file_name(match: object, viewer: object) -> str:
    """What the file of an archive is called: ``ID.seat-0.kerbholz``."""
    return f"{match}.{str(viewer).replace(':', '-')}.kerbholz"


class NoArchive(ValueError):
    """The file does not begin as an archive does."""


class Broken(Exception):
    """What does not hold: at which decision (None: in or behind the trailer), what kind of thing, and in words."""

    def __init__(self, version: int | None, what: str, detail: str) -> None:
        super().__init__(f"{'the end' if version is None else f'decision {version}'}: {what}: {detail}")
        self.version = version
        self.what = what


@dataclass(frozen=True, slots=True)
class Verified:
    """What holds: the match, whose archive it is, how many decisions, the root, and whose keys have signed it."""

    match: str
    viewer: str
    size: int
    root: str
    opened: int
    signed_by: tuple[VerifierKey, ...]
    by_its_own_account: tuple[VerifierKey, ...]
    """Keys that the file itself names: they prove nothing unless somebody says that they are the service's."""
    draws: int | None = None
    """How many draws of chance were computed again; None if the seed is not open."""
    joint: str | None = None
    """What is joint of the seed and of all contributions, if the match has joint chance and they are open."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the one who verifies knows already: roots by size, from receipts, and keys that they trust."""

    roots: Mapping[int, str]
    keys: Sequence[VerifierKey] = ()


def verify(
    lines: Iterable[bytes],
    known: Known | None = None,
    progress: Callable[[int, int], None] | None = None,
    follow: Follower | None = None,
) -> Verified:
    """Verify an archive, given line by line; raises :class:`NoArchive`, :class:`Broken`.

    *progress* is told how many decisions of how many are verified, *follow* each decision that holds: the record,
    and the members of its line.
    """
    known = known or Known({})
    whole = iter(lines)
    header = _header(next(whole, b""))
    official, size = header["as"] == "official", header["size"]
    edge: tuple[str, ...] = ()
    opened, draws = 0, Draws()
    contributions = Contributions({})
    for version in range(size):
        raw = next(whole, None)
        if raw is None:
            raise Broken(version, "line", "the file ends before it")
        line = _decision(version, raw, official=official)
        record = _record(version, line["open"])
        if version == 0:
            _check_opening(header, record)
            contributions = Contributions(record)
        edge = grow(edge, version, leaf_hash(line["open"].encode()))
        root = root_of(edge)
        if line["root"] != root:
            raise Broken(version, "root", "the decisions up to it have another root")
        if known.roots.get(version + 1, root) != root:
            raise Broken(version, "receipt", "your receipt has another root")
        opened += _check_seals(version, record, line)
        if (wrong := contributions.objection(record)) is not None:
            raise Broken(version, "chance", wrong)
        if official:
            draws.note(version, record, line["opened"])
        if follow is not None:
            follow(record, line)
        if progress is not None and (version % 200 == 199 or version == size - 1):
            progress(version + 1, size)
    if behind := [number for number in known.roots if number > size]:
        raise Broken(None, "receipt", f"your receipt is of {min(behind)} decisions, the archive has {size}")
    root = root_of(edge) if size else EMPTY_ROOT
    trailer = _trailer(next(whole, None), whole, header)
    drawn = _drawn(trailer, draws, contributions.joint)
    trusted, claimed = _signers(trailer, header, root, known)
    joint = contributions.joint
    return Verified(header["match"], header["as"], size, root, opened, trusted, claimed, drawn, joint)


def _header(raw: bytes) -> dict[str, Any]:
    try:
        header = _object(raw)
    except BadLine as error:
        raise NoArchive(f"this is no archive: {error}") from None
    if header.get("archive") != ARCHIVE or not set(header) - {"warning"} == HEADER:
        raise NoArchive("this is no archive of format 1")
    viewer, size = header["as"], header["size"]
    seat = isinstance(viewer, str) and viewer.startswith("seat:") and STEP.fullmatch(viewer[5:]) is not None
    if not (seat or viewer in VIEWERS) or not is_number(size) or size < 1 or not isinstance(header["match"], str):
        raise NoArchive("the first line of the archive cannot be read")
    if not isinstance(header["service"], str | None) or ("warning" in header) != (viewer == "official"):
        raise NoArchive("the first line of the archive cannot be read")
    return header


def _object(raw: bytes) -> dict[str, Any]:
    if not raw.endswith(b"\n"):
        raise BadLine("the line does not end with a line feed")
    try:
        value = read(raw[:-1].decode("utf-8"))
    except UnicodeDecodeError:
        raise BadLine("the line is not UTF-8") from None
    if not isinstance(value, dict):
        raise BadLine("the line is no object")
    return value


def _decision(version: int, raw: bytes, *, official: bool) -> dict[str, Any]:
    try:
        line = _object(raw)
    except BadLine as error:
        raise Broken(version, "line", str(error)) from None
    wanted = DECISION | ({"sealed"} if official else set())
    if (
        set(line) - {"erased"} != wanted
        or not isinstance(line["open"], str)
        or not isinstance(line["opened"], dict)
    ):
        raise Broken(version, "line", "it has other members than those of a decision")
    erased = line.get("erased", [""])
    if not isinstance(erased, list) or not erased or not all(isinstance(one, str) for one in erased):
        raise Broken(version, "line", "what was erased is a list of pointers")
    if official and not isinstance(line["sealed"], dict):
        raise Broken(version, "line", "what was sealed is an object")
    return line


def _record(version: int, text: str) -> dict[str, Any]:
    try:
        record = read(text)
    except BadLine as error:
        raise Broken(version, "text", f"the record cannot be read: {error}") from None
    if not isinstance(record, dict) or canonical(record) != text:
        raise Broken(version, "text", "the record is not written in its canonical form")
    if record.get("version") != version or not is_number(record["version"]):
        raise Broken(version, "version", "the record is of another version")
    return record


def _check_opening(header: Mapping[str, Any], record: Mapping[str, Any]) -> None:
    named = {"format": FORMAT, "hash": HASH, "canonical": CANONICAL}
    if record.get("match") != header["match"]:
        raise Broken(0, "match", "the record is of another match than the first line says")
    if any(record.get(name) != value for name, value in named.items()):
        raise Broken(0, "match", "the record is of another format")
    if "board" not in record or record.get("board_digest") != digest(record["board"]):
        raise Broken(0, "match", "the digest of the board is another one")


# -- seals --------------------------------------------------------------------------------------------------


def _check_seals(version: int, record: Any, line: Mapping[str, Any]) -> int:
    """How many values are opened; raises :class:`Broken` at the first that does not fit, by their pointers."""
    opened, erased = line["opened"], line.get("erased", [])
    for path in sorted({*opened, *erased}):
        said = _commitment(record, path)
        if said is None:
            raise Broken(version, f"seal at {path}", "there is no commitment")
        if path in erased:
            if path in opened:
                raise Broken(version, f"seal at {path}", "it is opened, and erased")
            continue
        entry = opened[path]
        if (
            not isinstance(entry, dict)
            or set(entry) - {"text"} != {"value", "salt"}
            or entry.get("text", True) is not True
        ):
            raise Broken(version, f"seal at {path}", "it is no value with its salt")
        if not isinstance(entry["salt"], str) or not HEX.fullmatch(entry["salt"]) or _has_seal(entry["value"]):
            raise Broken(version, f"seal at {path}", "it is no value with its salt")
        if seal(entry["salt"], entry["value"]) != said:
            raise Broken(version, f"seal at {path}", "the value does not fit its seal")
    for path, audience in line.get("sealed", {}).items():
        if _commitment(record, path) is None or not _is_audience(audience):
            raise Broken(version, f"seal at {path}", "what is said of its readers cannot be read")
    return len(opened)


def _commitment(record: Any, path: str) -> str | None:
    """The seal of the commitment that is at a pointer; None if there is none."""
    node = found_at(record, path)
    if not isinstance(node, dict) or set(node) != {"hidden", "seal"}:
        return None
    said = node["seal"]
    return said if isinstance(said, str) and HEX.fullmatch(said) else None


def _has_seal(value: Any) -> bool:
    if isinstance(value, dict):
        return "seal" in value or any(map(_has_seal, value.values()))
    return isinstance(value, list) and any(map(_has_seal, value))


def _is_audience(entry: Any) -> bool:
    if not isinstance(entry, dict) or not {"for"} <= set(entry) <= {"for", "once", "text"}:
        return False
    seats = entry["for"]
    seats_only = isinstance(seats, list) and all(is_number(seat) and seat >= 0 for seat in seats)
    return (seats == "everyone" or seats_only) and all(entry.get(name, True) is True for name in ("once", "text"))


# -- the end ------------------------------------------------------------------------------------------------


def _trailer(raw: bytes | None, rest: Iterator[bytes], header: Mapping[str, Any]) -> dict[str, Any]:
    """The last line, each of whose members can be read."""
    if raw is None:
        raise Broken(None, "trailer", "the last line is missing")
    try:
        trailer = _object(raw)
    except BadLine as error:
        raise Broken(None, "trailer", str(error)) from None
    may_have = {"checkpoint", "chance"} if header["as"] == "official" else {"checkpoint"}
    if set(trailer) - may_have != TRAILER:
        raise Broken(None, "trailer", "it has other members than those of the last line")
    if not is_number(trailer["count"]) or trailer["count"] != header["size"]:
        raise Broken(None, "trailer", "it does not count the decisions")
    if not isinstance(trailer["keys"], list) or not all(isinstance(key, str) for key in trailer["keys"]):
        raise Broken(None, "trailer", "its keys cannot be read")
    if "chance" in trailer and not is_chance(trailer["chance"]):
        raise Broken(None, "trailer", "what it says of chance cannot be read")
    if next(rest, None) is not None:
        raise Broken(None, "trailer", "there are lines behind the last one")
    return trailer


def _drawn(trailer: Mapping[str, Any], draws: Draws, joint: str | None) -> int | None:
    """How many draws were computed again; None if the seed is not open."""
    if "chance" not in trailer:
        return None
    try:
        return draws.check(trailer["chance"], joint)
    except WrongDraw as wrong:
        raise Broken(wrong.version, wrong.what, wrong.detail) from None


def _signers(
    trailer: Mapping[str, Any], header: Mapping[str, Any], root: str, known: Known
) -> tuple[tuple[VerifierKey, ...], tuple[VerifierKey, ...]]:
    """Which keys have signed the whole: of those that are trusted, and of those in the file."""
    note = trailer.get("checkpoint")
    if note is None:
        if known.keys:
            raise Broken(None, "checkpoint", "there is none")
        return (), ()
    try:
        read_note = Note.read(note) if isinstance(note, str) else None
        said = Checkpoint.of(read_note) if read_note is not None else None
        own = [VerifierKey.read(key) for key in trailer["keys"]]
    except BadNote as error:
        raise Broken(None, "checkpoint", str(error)) from None
    if read_note is None or said is None:
        raise Broken(None, "checkpoint", "it is no text")
    if not said.origin.endswith(f"/matches/{header['match']}") or (said.size, said.root) != (header["size"], root):
        raise Broken(None, "checkpoint", "it is of another tree")
    try:
        claimed = read_note.signers(own)
        return read_note.signers(known.keys) if known.keys else (), claimed
    except BadSignature as error:
        raise Broken(None, "signature", str(error)) from None
