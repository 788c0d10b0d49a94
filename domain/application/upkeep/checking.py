"""Checking a database against its own evidence: everything that is stored of each match, match by match.

Nothing is believed: rows are read as they are, and held against each other (``domain.evidence.stored``). A match
is read in pages, so a long one needs no more memory than a short one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from domain.application.log import AT_ONCE
from domain.application.matches import Matches
from domain.application.tokens import given_tokens
from domain.evidence.stored import Fault, Reader, is_text, lost
from domain.kit.text.texts import same
from domain.kit.visibility import StoredDecision
from domain.kit.written.row_forms import as_bytes
from domain.match.damage import Damaged
from domain.match.match import Secrets
from domain.match.moved import GONE, MovedAway
from domain.store.beside.erasing import ERASURE
from domain.store.beside.looks import LOOK
from domain.store.beside.names import LABELS, LATER_NAME, NAME_AT, name_place, place_of, says_name, sought
from domain.store.beside.side import REQUEST, Head, StoredToken
from domain.store.beside.webhooks import Webhooks
from domain.store.log.blocks import Unreadable
from domain.store.tables import ID, NEWEST

AGAIN = 5
"""So often what was found is looked for once more, where something was written meanwhile."""
IDS_AT_ONCE = 500
"""Ids of matches that are read at once."""
HOLDERS = (
    *("kerbholz_events", "kerbholz_blocks", "kerbholz_heads", "kerbholz_secrets"),
    *("kerbholz_texts", "kerbholz_names", "kerbholz_labels", "kerbholz_tokens"),
    *("kerbholz_requests", "kerbholz_erased", "kerbholz_looks", "kerbholz_webhooks"),
    *("kerbholz_catalogue", "kerbholz_results", "kerbholz_results_of_seats"),
)
"""Tables of which each row belongs to a match that has a log; they are indexed by its id."""

_ALTERED = "is not the one that was stored"


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a match (its id as it is stored), at which version; None if that is not in its log.

    Without an id it is about no match.
    """

    match: str
    version: int | None
    what: str
    detail: str

    def __str__(self) -> str:
        match = f"match {shown_id(self.match)}: " if self.match else ""
        where = "" if self.version is None else f"decision {self.version}: "
        return f"{match}{where}{self.what}: {self.detail}"


def shown_id(match: str) -> str:
    """An id as people know it, if it is one."""
    return str(UUID(match)) if ID.fullmatch(match) else match


def ids(matches: Matches) -> Iterator[str]:
    """The ids of all matches of which something is stored, in order, but of those that have left."""
    each = [_ids_in(matches, table) for table in HOLDERS]
    left = _left(matches)
    return (one for one, _ in groupby(heapq.merge(*each)) if one not in left)


def _left(matches: Matches) -> set[str]:
    """The matches that have left for another cell, where they are to be checked."""
    rows = matches.database.query("SELECT match_id, root, mark FROM kerbholz_heads WHERE size = ?", (GONE,))
    return {one for one, fence, mark in rows if matches.marks.fits(mark, "a head", one, GONE, fence)}


def _ids_in(matches: Matches, table: str) -> Iterator[str]:
    last = ""
    while page := matches.database.matches_behind(table, last, IDS_AT_ONCE):
        if page[-1] == last:  # it is no text: SQLite finds it behind every text, so for ever
            return
        yield from page
        last = page[-1]


def is_known(matches: Matches, match_id: UUID) -> bool:
    """Whether anything is stored of a match."""
    if matches.database.events_behind(match_id.hex, -1, 1) or matches.side.secrets(match_id) is not None:
        return True
    return bool(matches.side.opening_texts([match_id]))


def stored_decisions(matches: Matches, match_id: UUID | None = None) -> int:
    """How many decisions there are in the log, of all matches or of one."""
    if match_id is not None:
        return matches.database.count_events(match_id.hex, -1, NEWEST)
    packed = "(SELECT coalesce(sum(last_version - first_version + 1), 0) FROM kerbholz_blocks)"
    ((number,),) = matches.database.query(f"SELECT count(*) + {packed} FROM kerbholz_events")
    return int(number)


@dataclass(frozen=True, slots=True)
class Checked:
    """A match that was checked: its last version that there is, and whether its log was found whole."""

    version: int
    whole: bool


Report = Callable[[Finding], None]
Progress = Callable[[int], None]


def check(matches: Matches, match: str, report: Report, progress: Progress = lambda _: None) -> Checked:
    """Check all that is stored of a match, by its id as it is stored; *progress* is told of decisions read.

    What is found while somebody appends, erases a text or moves the match is looked for once more.
    """
    if not ID.fullmatch(match):
        report(Finding(match, None, "id", "this is the id of no match"))
        return Checked(-1, whole=False)
    match_id, found, before = UUID(match), list[Finding](), _written(matches, UUID(match))
    checked = _Check(matches, match_id, found.append).run(progress)
    for _ in range(AGAIN):
        if not found or (written := _written(matches, match_id)) == before:
            break
        before, earlier, found = written, found, []
        checked = _Check(matches, match_id, found.append).run(lambda _: None)
        found = [one for one in found if one in earlier]
    for one in found:
        report(one)
    return Checked(checked.version, whole=checked.version >= 0 and not found)


def _written(matches: Matches, match_id: UUID) -> object:
    """What changes with everything that is written of a match, or taken away from it."""
    return matches.side.head(match_id), matches.erasures.stored(match_id)


def check_names(matches: Matches, report: Report) -> None:
    """Check the API keys, and what matches are called elsewhere."""
    side = matches.side
    for key in side.api_keys():
        if not side.is_api_key(key):
            report(Finding("", None, f"API key {key.name}", f"it {_ALTERED}"))
    last: tuple[Any, ...] | None = None
    while page := side.external_ids_behind(last, AT_ONCE):
        for last in page:
            if not side.is_external_id(last):
                report(Finding(last[3], None, "external id", f"one {_ALTERED}"))


class _Check:
    def __init__(self, matches: Matches, match_id: UUID, report: Callable[[Finding], None]) -> None:
        self._matches = matches
        self._match_id = match_id
        self._report = report
        self._found = 0
        self._owners: set[tuple[str, int | None, int]] = set()
        self._head: Head | None = None
        self._erased: dict[int, set[str]] = {}
        self._opened_at = ""
        self._wanted: dict[str, str] = {}
        self._sought: list[tuple[str, str]] = []
        self._unreadable: list[tuple[int, int]] = []

    def _say(self, version: int | None, fault: Fault) -> None:
        self._found += 1
        self._report(Finding(self._match_id.hex, version, *fault))

    def run(self, progress: Callable[[int], None]) -> Checked:
        self._head = self._matches.side.head(self._match_id)
        if self._has_left():
            return Checked(-1, whole=False)
        self._erased = self._erasures()
        self._blocks()
        secrets = self._secrets()
        reader = Reader(
            self._match_id,
            None if secrets is None else secrets.match_key,
            None if secrets is None else secrets.chance_seed,
        )
        for page in self._pages():
            texts = self._matches.side.salted_texts(self._match_id, page[0][0], page[-1][0])
            for version, topic, state in page:
                if isinstance(version, int):
                    self._decision(reader, version, topic, as_bytes(state), texts.pop(version, {}))
                else:
                    self._say(None, Fault("row", f"its version is no whole number: {version!r}"))
            for version in sorted(texts):
                self._say(version, Fault("text", "the decision that it belongs to is not there"))
            progress(len(page))
        if reader.version < 0:
            self._say(None, Fault("log", "not one decision is there"))
        else:
            self._names()
            self._labels()
            self._tokens()
        self._behind(reader)
        self._requests()
        self._looks()
        self._webhooks()
        self._snapshots()
        return Checked(reader.version, not self._found)

    def _has_left(self) -> bool:
        """Whether the match has left for another cell: there it is to be checked."""
        try:
            self._matches.head(self._match_id)
        except MovedAway:
            return True
        except Damaged:
            return False
        return False

    def _blocks(self) -> None:
        """The blocks that decisions are packed in; those in one that cannot be unpacked are passed over."""
        for block in self._matches.blocks.stored(self._match_id):
            try:
                block.rows()
            except Unreadable:
                if type(block.first) is type(block.last) is int:
                    self._unreadable.append((block.first, block.last))
                self._say(block.first, Fault("block", f"decisions {block.first}–{block.last} cannot be unpacked"))
            else:
                if not block.fits(self._matches.marks):
                    self._say(
                        block.first, Fault("block", f"that of decisions {block.first}–{block.last} {_ALTERED}")
                    )

    def _erasures(self) -> dict[int, set[str]]:
        """The pointers of texts that were erased, by version; what an altered row says is not believed."""
        found: dict[int, set[str]] = {}
        for one in self._matches.erasures.stored(self._match_id):
            if self._matches.marks.fits(one.mark, ERASURE, *one.values(self._match_id)):
                found.setdefault(one.version, set()).add(one.pointer)
            else:
                self._say(None, Fault("erasure", f"that of decision {one.version} at {one.pointer} {_ALTERED}"))
        return found

    def _secrets(self) -> Secrets | None:
        secrets = self._matches.side.secrets(self._match_id)
        if secrets is None:
            self._say(None, Fault("secrets", "match key and seed are lost"))
        return secrets

    def _pages(self) -> Iterator[list[tuple[Any, ...]]]:
        after = -1
        for first, last in (*self._unreadable, (NEWEST, NEWEST)):
            while page := self._page(after, first - 1):
                yield page
                after = page[-1][0]
            after = last

    def _page(self, after: int, last: int) -> list[tuple[Any, ...]]:
        try:
            return self._matches.database.events_between(self._match_id.hex, after, last, AT_ONCE)
        except Damaged:
            return []  # it is in a block that has been named, and that does not say where it ends

    def _decision(
        self, reader: Reader, version: int, topic: str, state: bytes, texts: dict[str, tuple[str, str]]
    ) -> None:
        found = list(reader.faults(version, topic, state, texts, self._erased.get(version, ())))
        for fault in found or self._of_the_mark(version, topic, state):
            self._say(version, fault)
        self._follow(version, reader)
        if reader.record is not None:
            if version == 0:
                self._opened_at = str(reader.record.get("at"))
            if version == 0 and LABELS in texts and is_text(reader.sealed.get(LABELS)):
                self._sought = [(one, self._opened_at) for one in sought(texts[LABELS][1])]
            named = NAME_AT.fullmatch if version == 0 else LATER_NAME.__eq__
            if version == 0 or says_name(reader.record):
                self._wanted |= {
                    name_place(version, pointer): same(texts[pointer][1])
                    for pointer in texts
                    if named(pointer) and is_text(reader.sealed.get(pointer))
                }

    def _names(self) -> None:
        """What is beside each name, by which it is found."""
        query = "SELECT pointer, called, opened_at FROM kerbholz_names WHERE match_id = ?"
        rows = self._matches.database.query(query, (self._match_id.hex,))
        found = {place: (called, at) for place, called, at in rows}
        wanted = {place: (called, self._opened_at) for place, called in self._wanted.items()}
        version: int | None
        for place in sorted(wanted.keys() | found.keys(), key=str):
            if wanted.get(place) != found.get(place):
                try:
                    version, pointer = place_of(str(place))
                except ValueError:  # nobody has a name there
                    version, pointer = None, str(place)
                self._say(version, Fault(f"name at {pointer}", "it is found by another name than it is"))

    def _labels(self) -> None:
        """What the match is found by, of its labels."""
        query = "SELECT label, opened_at FROM kerbholz_labels WHERE match_id = ?"
        if set(self._sought) != set(self._matches.database.query(query, (self._match_id.hex,))):
            self._say(0, Fault("labels", "the match is found by others than it has"))

    def _of_the_mark(self, version: int, topic: str, state: bytes) -> Iterator[Fault]:
        """What is wrong with a row whose evidence holds: then it is what the evidence does not say."""
        try:
            self._matches.marks.opened(StoredEvent(self._match_id, version, topic, state))
        except Damaged:
            yield Fault("mark", "who may have its sealed values, or the row as a whole, is not what was stored")

    def _follow(self, version: int, reader: Reader) -> None:
        """Which tokens there have to be, and the roots that snapshots are held against."""
        if reader.record is None:
            return
        if version == 0:
            self._owners |= {(role, None, 0) for role in ("host", "arbiter", "scribe", "spectator")}
            self._owners |= {("seat", seat, 0) for seat in range(len(reader.record.get("seats", ())))}
        given = given_tokens([StoredDecision(version, reader.record)])
        self._owners |= {(one.role, one.seat, one.number) for one in given}

    def _tokens(self) -> None:
        found: set[tuple[str, int | None, int]] = set()
        for hashed, token in self._matches.side.tokens_of(self._match_id):
            found.add((token.role, token.seat, token.number))
            if not self._matches.marks.fits(token.mark, "a token", hashed, *token.values):
                self._say(None, Fault("token", f"that of {token.owner} {_ALTERED}"))
        for role, seat, number in sorted(self._owners - found, key=repr):
            owner = StoredToken(self._match_id, role, seat, number).owner
            self._say(None, Fault("token", f"that of {owner}, number {number}, is lost"))

    def _requests(self) -> None:
        whose = key = ""
        while page := self._matches.side.requests_behind(self._match_id, whose, key, AT_ONCE):
            for whose, key, request in page:
                values = request.values(self._match_id, whose, key)
                if not self._matches.marks.fits(request.mark, REQUEST, *values):
                    self._say(None, Fault("request", f"one of {whose} {_ALTERED}"))

    def _looks(self) -> None:
        for look, times, mark in self._matches.looks.stored(self._match_id):
            if not self._matches.marks.fits(mark, LOOK, *look.key, times):
                self._say(None, Fault("look", f"that of {look.day} {_ALTERED}"))

    def _webhooks(self) -> None:
        for fault in Webhooks(self._matches.database).faults(self._match_id.hex):
            self._say(None, Fault(*fault))

    def _snapshots(self) -> None:
        for version in self._matches.bad_snapshots(self._match_id):
            self._say(version, Fault("snapshot", "it is not the one that was taken; the service throws it away"))

    def _behind(self, reader: Reader) -> None:
        """What is known of the end of the log, and texts behind it."""
        last, head = reader.version, self._head
        if head is None:
            self._say(None, Fault("head", "it is lost: nothing says how long the log was"))
        elif not self._matches.marks.fits(head.mark, "a head", self._match_id.hex, head.size, head.root):
            self._say(None, Fault("head", "it is not the one that was stored"))
        elif (missing := lost(last, head.size)) is not None:
            self._say(last + 1, missing)
        elif head.size <= last and self._matches.side.head(self._match_id) == head:
            self._say(head.size, Fault("head", "it is older than the log"))
        elif head.size == last + 1 and head.root != reader.root:
            self._say(last, Fault("root", "the log is known to end with another one"))
        behind = self._matches.database.query(
            "SELECT version FROM kerbholz_texts WHERE match_id = ? AND version > ? ORDER BY version LIMIT 1",
            (self._match_id.hex, last),
        )
        for (version,) in behind:
            self._say(version, Fault("text", "the decision that it belongs to is not there"))
