"""Marks: keyed hashes over rows, so that one that was changed is not taken for what was stored.

The evidence of a match (leaf, tree, seals) shows that its log is what it was. It says nothing of what lies
beside: who may have a sealed value, whose a token is, how long the log is, what a snapshot or a read model holds.
Such rows carry a mark, an HMAC with the service key. Without that key nobody can make one.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from domain.kit.written.evidence import canonical, keyed
from domain.kit.written.row_forms import MARK, as_bytes, is_bytes
from domain.match.damage import Damaged

DIGITS = 32
"""Hex digits of a mark: HMAC-SHA-256, cut to 128 bits (RFC 2104, section 5)."""

_BEFORE, _BEHIND = b',"mark":"', b'"}'
_LENGTH = len(_BEFORE) + DIGITS + len(_BEHIND)


class Marks:
    """Makes marks and checks them; *key* gives the service key when it is needed."""

    def __init__(self, key: Callable[[], bytes]) -> None:
        self._key = key

    def of(self, what: str, *parts: object) -> str:
        """The mark of a row beside the log, by what it is and its values."""
        return keyed(self._key(), f"mark of {what}", *parts).hex()[:DIGITS]

    def fits(self, mark: object, what: str, *parts: object) -> bool:
        """Whether a row carries its own mark."""
        return isinstance(mark, str) and hmac.compare_digest(mark.encode(), self.of(what, *parts).encode())

    def in_object(self, what: str, row: Sequence[Any], place: int) -> tuple[Any, ...]:
        """A row with its mark as a member of the JSON object that is at this place in it."""
        document = {**json.loads(row[place]), "mark": self.of(what, canonical([*row]))}
        return (*row[:place], json.dumps(document), *row[place + 1 :])

    def fits_in_object(self, what: str, row: Sequence[Any], place: int) -> bool:
        """Whether a row carries its own mark there."""
        try:
            document = json.loads(row[place])
            mark = document.pop("mark")
            bare = [*row[:place], json.dumps(document), *row[place + 1 :]]
            return self.fits(mark, what, canonical(bare))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return False

    def marked(self, row: StoredEvent) -> StoredEvent:
        """A row of the log (or a snapshot) with its mark: the last member of its state, or its last bytes."""
        if is_bytes(row.state):
            state = row.state + bytes.fromhex(self._of_row(row, row.state).decode())
            return StoredEvent(row.originator_id, row.originator_version, row.topic, state)
        body = row.state[:-1]
        state = b"".join((body, _BEFORE, self._of_row(row, body), _BEHIND))
        return StoredEvent(row.originator_id, row.originator_version, row.topic, state)

    def check(self, row: StoredEvent) -> bytes:
        """The state of a row without its mark; raises :class:`Damaged` if it has none, or that of another row.

        Of an object in JSON it lacks the closing brace, too.
        """
        state = row.state if type(row.state) is bytes else as_bytes(row.state)
        length = MARK if is_bytes(state) else _LENGTH
        body = state[:-length]
        mark = self._of_row(row, body)
        expected = bytes.fromhex(mark.decode()) if is_bytes(state) else b"".join((_BEFORE, mark, _BEHIND))
        if state[-length:] != expected:
            raise Damaged(_id(row), row.originator_version, "mark", "the row is not the one that was stored")
        return body

    def opened(self, row: StoredEvent) -> StoredEvent:
        """The row as it was before it got its mark; raises :class:`Damaged`."""
        body = self.check(row)
        state = body if is_bytes(body) else body + b"}"
        return StoredEvent(row.originator_id, row.originator_version, row.topic, state)

    def _of_row(self, row: StoredEvent, body: bytes) -> bytes:
        keyed_anew = self._keyed.copy()
        keyed_anew.update(b"%d\n%b\n%b" % (row.originator_version, row.topic.encode(), _id(row).bytes) + body)
        return keyed_anew.hexdigest()[:DIGITS].encode()

    @cached_property
    def _keyed(self) -> hmac.HMAC:
        """The beginning of the mark of each row: it is keyed once, which takes as long as all the rest."""
        return hmac.new(self._key(), b"mark of a row\n", "sha256")


def _id(row: StoredEvent) -> UUID:
    match_id = row.originator_id
    return match_id if isinstance(match_id, UUID) else UUID(match_id)
