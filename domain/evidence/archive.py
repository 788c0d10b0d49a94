"""Archives: a match as one file that verifies without a service, a network or a game.

Lines of JSON (``grammar``), each ending with a line feed: a header, one line for each decision, a trailer.

========  ===================================================================================================
header    ``{"archive": 1, "match", "as", "size", "service"}``, and for officials ``"warning"``
decision  ``{"open": text, "opened": {pointer: {"value", "salt"}}, "root"}``, where texts were erased ``"erased":
          [pointer]``, and for officials ``"sealed": {pointer: {"for", "once"?, "text"?}}``
trailer   ``{"count", "ruleset": {"id", "version", "digest"}, "keys": [vkey]}``, from a service with a key
          ``"checkpoint"``, and for officials, if the seed is open, ``"chance"`` (``draws``)
========  ===================================================================================================

:func:`verify` goes through them in this order, and says the first thing that does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, TypeAlias

from domain.evidence.checkpoints import Checkpoint
from domain.evidence.contributions import Contributions
from domain.evidence.draws import Draws, WrongDraw
from domain.evidence.grammar import HEX, BadLine, found_at, is_number, read_canonical
from domain.evidence.notes import BadNote, BadSignature, Note, VerifierKey
from domain.evidence.shape import (
    LONGEST_LINE,
    Header,
    Line,
    Trailer,
    decision_of,
    header_of,
    trailer_of,
)
from domain.kit.written.evidence import (
    CANONICAL,
    FORMAT,
    HASH,
    Tree,
    digest,
    seal,
)

MEDIA_TYPE = "application/vnd.kerbholz.archive"
OFFICIAL_WARNING = "This file holds what only officials may know."

Follower: TypeAlias = Callable[[Mapping[str, Any], Line], None]


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
    """What the one who verifies knows: roots by size, and of which matches, from receipts; keys they trust."""

    roots: Mapping[int, str]
    keys: Sequence[VerifierKey] = ()
    matches: frozenset[str] = frozenset()


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file; one that is too long comes in pieces, so that no file takes all of the memory."""
    return iter(lambda: file.readline(LONGEST_LINE + 2), b"")


def verify(
    lines: Iterable[bytes],
    known: Known | None = None,
    progress: Callable[[int, int], None] | None = None,
    follow: Follower | None = None,
) -> Verified:
    """Verify an archive, given line by line; raises :class:`NoArchive`, :class:`Broken`.

    *progress* is told how many decisions of how many are verified, *follow* each decision that holds: the record,
    and its line.
    """
    known = known or Known({})
    whole = iter(lines)
    try:
        header = header_of(next(whole, b""))
    except BadLine as error:
        raise NoArchive(f"this is no archive: {error}") from None
    if not known.matches <= {header.match}:
        raise Broken(None, "receipt", "your receipt is of another match")
    tree = Tree()
    ruleset: Any = None
    root, opened, draws, contributions = "", 0, Draws(), Contributions({})
    for version in range(header.size):
        line = _decision(version, next(whole, None), header)
        record = _record(version, line.open)
        if version == 0:
            _check_opening(header, record)
            contributions = Contributions(record)
            ruleset = record.get("ruleset")
        root = tree.add(line.open.encode())
        if line.root != root:
            raise Broken(version, "root", "the decisions up to it have another root")
        if known.roots.get(version + 1, root) != root:
            raise Broken(version, "receipt", "your receipt has another root")
        opened += _check_seals(version, record, line)
        if (wrong := contributions.objection(record)) is not None:
            raise Broken(version, "chance", wrong)
        if header.viewer == "official":
            draws.note(version, record, {path: value for path, (_, value) in line.opened.items()})
        if follow is not None:
            follow(record, line)
        if progress is not None and (version % 200 == 199 or version == header.size - 1):
            progress(version + 1, header.size)
    if behind := [size for size in known.roots if size > header.size]:
        raise Broken(None, "receipt", f"your receipt is of {min(behind)} decisions, the archive has {header.size}")
    trailer = _trailer(whole, header, ruleset)
    drawn, joint = _drawn(trailer, draws, contributions.joint), contributions.joint
    _check_checkpoint(trailer, header, root, known)
    signed_by = tuple(known.keys)
    return Verified(header.match, header.viewer, header.size, root, opened, signed_by, trailer.keys, drawn, joint)


def _decision(version: int, raw: bytes | None, header: Header) -> Line:
    if raw is None:
        raise Broken(version, "line", "the file ends before it")
    try:
        return decision_of(raw, official=header.viewer == "official")
    except BadLine as error:
        raise Broken(version, "line", str(error)) from None


def _record(version: int, text: str) -> dict[str, Any]:
    try:
        record = read_canonical(text)
    except BadLine as error:
        raise Broken(version, "text", f"the record cannot be read: {error}") from None
    if not isinstance(record, dict):
        raise Broken(version, "text", "the record is no object")
    if record.get("version") != version or not is_number(record["version"]):
        raise Broken(version, "version", "the record is of another version")
    return record


def _check_opening(header: Header, record: Mapping[str, Any]) -> None:
    if record.get("match") != header.match:
        raise Broken(0, "match", "the record is of another match than the first line says")
    named = (("format", FORMAT), ("hash", HASH), ("canonical", CANONICAL))
    if any(record.get(name) != value or isinstance(record[name], bool) for name, value in named):
        raise Broken(0, "match", "the record is of another format")
    if "board" not in record or record.get("board_digest") != digest(record["board"]):
        raise Broken(0, "match", "the digest of the board is another one")


# -- seals --------------------------------------------------------------------------------------------------


def _check_seals(version: int, record: Any, line: Line) -> int:
    """How many values are opened; raises :class:`Broken` at the first that does not fit, by their pointers."""
    for path in sorted({*line.opened, *line.erased, *line.others}):
        said = _commitment(record, path)
        if said is None:
            raise Broken(version, f"seal at {path}", "there is no commitment")
        if path not in line.opened:
            continue
        if path in line.erased:
            raise Broken(version, f"seal at {path}", "it is opened, and erased")
        if seal(*line.opened[path]) != said:
            raise Broken(version, f"seal at {path}", "the value does not fit its seal")
    return len(line.opened)


def _commitment(record: Any, path: str) -> str | None:
    """The seal of the commitment that is at a pointer; None if there is none."""
    node = found_at(record, path)
    if not isinstance(node, dict) or node.keys() != {"hidden", "seal"}:
        return None
    said = node["seal"]
    return said if isinstance(said, str) and HEX.fullmatch(said) else None


# -- the end ------------------------------------------------------------------------------------------------


def _trailer(rest: Iterator[bytes], header: Header, ruleset: Any) -> Trailer:
    raw = next(rest, None)
    if raw is None:
        raise Broken(None, "trailer", "the last line is missing")
    try:
        trailer = trailer_of(raw, official=header.viewer == "official")
    except BadLine as error:
        raise Broken(None, "trailer", str(error)) from None
    if trailer.count != header.size:
        raise Broken(None, "trailer", "it does not count the decisions")
    if trailer.ruleset != ruleset:
        raise Broken(None, "trailer", "it names another ruleset than decision 0")
    if next(rest, None) is not None:
        raise Broken(None, "trailer", "there is something behind it")
    return trailer


def _drawn(trailer: Trailer, draws: Draws, joint: str | None) -> int | None:
    """How many draws were computed again; None if the seed is not open."""
    if trailer.chance is None:
        return None
    try:
        return draws.check(trailer.chance, joint)
    except WrongDraw as wrong:
        raise Broken(wrong.version, wrong.what, wrong.detail) from None


def _check_checkpoint(trailer: Trailer, header: Header, root: str, known: Known) -> None:
    if trailer.checkpoint is None:
        if trailer.keys or known.keys:
            raise Broken(None, "checkpoint", "there is none that a key could have signed")
        return
    try:
        note = Note.read(trailer.checkpoint)
        said = Checkpoint.of(note)
    except BadNote as error:
        raise Broken(None, "checkpoint", str(error)) from None
    of = (f"{header.service}/matches/{header.match}", header.size, root)
    if header.service is None or (said.origin, said.size, said.root) != of:
        raise Broken(None, "checkpoint", "it is of another tree")
    if not trailer.keys:
        raise Broken(None, "signature", "there is no key of who signed it")
    try:
        for key in (*trailer.keys, *known.keys):
            if key.name != header.service:
                raise Broken(None, "signature", "a key has another name than the service")
            note.signers([key])
    except BadSignature as error:
        raise Broken(None, "signature", str(error)) from None
