"""Rows of the log: how an event becomes one and is read again, and what is held against what on the way.

A row carries a mark (``domain.store.marks``). What was read must follow: no version is left out, each leaf is that
of its record, and the tree grows from row to row. A text must fit its seal. What does not raises ``Damaged``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, cast
from uuid import UUID

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder
from eventsourcing.utils import get_topic, register_topic, resolve_topic

from domain.evidence.stored import fits, lost
from domain.kit.chance import commitment
from domain.kit.written.evidence import blind_of, grown, leaf_hash, root_of, value_at
from domain.kit.written.notation import decoded
from domain.kit.written.row_forms import Parts, is_bytes, packed, unpacked
from domain.match.damage import Damaged
from domain.match.match import Decided, Match, MatchEvent, Opened, Secrets
from domain.match.moved import Moved
from domain.store.marks import Marks

for topic, cls in (("kerbholz.Opened", Opened), ("kerbholz.Decided", Decided), (Moved.TOPIC, Moved)):
    register_topic(topic, cls)

_IN_JSON = ("open", "sealed", "leaf", "root", "edge")
"""The members of a decision that was stored as JSON."""


class EventMapper(Mapper[UUID]):
    """Writes an event's own fields, with a mark, and nothing that was worked out from them since.

    What was stored as JSON is read, too (``domain.kit.written.row_forms``).
    """

    def __init__(self, transcoder: Transcoder, marks: Marks) -> None:
        super().__init__(transcoder)
        self._marks = marks

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        """The row of an event, or of a snapshot."""
        if not isinstance(domain_event, MatchEvent):
            return self._marks.marked(super().to_stored_event(domain_event))
        return self._marks.marked(
            StoredEvent(
                originator_id=domain_event.originator_id,
                originator_version=domain_event.originator_version,
                topic=get_topic(type(domain_event)),
                state=self._state(domain_event),
            )
        )

    def _state(self, event: MatchEvent) -> bytes:
        if event.nodes is None:  # it was stored as JSON, and stays so
            return self.transcoder.encode({name: getattr(event, name) for name in _IN_JSON})
        return packed(Parts(event.open, event.sealed, event.root, event.nodes))

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        """The event of a row; raises ``Damaged`` unless it is as it was written here."""
        body, version = self._marks.check(stored_event), stored_event.originator_version
        state: dict[str, Any]
        if is_bytes(body):
            state = {**unpacked(body, version)._asdict(), "edge": None}
        else:
            state = {"nodes": None, **decoded(body + b"}")}
        event = object.__new__(resolve_topic(stored_event.topic))
        vars(event).update(state, originator_id=stored_event.originator_id, originator_version=version)
        return cast("DomainEventProtocol[UUID]", event)


class Edge(NamedTuple):
    """The right edge of a tree after the decision of a version, from the hashes of its subtrees."""

    version: int
    nodes: Sequence[str]


def edge_of(match: Match) -> Edge:
    """The edge of the tree of a match."""
    return Edge(match.version, match.edge)


def check_follow(match_id: UUID, events: Sequence[MatchEvent], after: int, known: Edge | None) -> None:
    """Raise ``Damaged`` unless *events* follow version *after*, and the tree grew with them.

    *known* is its edge there, or at one of the events, which is where this begins; it may not be known. Each event
    behind it gets its edge.
    """
    version = after
    edge: Sequence[str] | None = None
    for event in events:
        edge = known.nodes if known is not None and known.version == version else edge
        version += 1
        if event.originator_version != version:
            missing = lost(version - 1, event.originator_version)
            raise Damaged(match_id, version, *(missing or ("gap", "it is there twice")))
        if event.nodes is None and event.leaf != leaf_hash(event.open.encode()):
            raise Damaged(match_id, version, "leaf", "the record is not the one that was hashed")
        if edge is not None:
            edge, nodes = grown(edge, version, event.leaf)
            if event.nodes is None and [*edge] != event.edge:
                raise Damaged(match_id, version, "edge", "the tree did not grow to it")
            if event.nodes is not None and [*nodes] != event.nodes:
                raise Damaged(match_id, version, "nodes", "the tree did not grow to them")
            vars(event)["edge"] = [*edge]
        else:
            edge = event.edge
    if edge is not None and events and root_of(edge) != events[-1].root:
        raise Damaged(match_id, version, "root", "the tree has another one")


def check_reach(match_id: UUID, last: int, until: int) -> None:
    """Raise ``Damaged`` where a log that has version *until* ends at *last*."""
    if (missing := lost(last, until + 1)) is not None:
        raise Damaged(match_id, last + 1, *missing)


def check_secrets(first: MatchEvent, secrets: Secrets) -> None:
    """Raise ``Damaged`` unless these are the secrets that decision 0 was written with."""
    match_id, record = first.originator_id, first.record
    if record["blind"] != blind_of(secrets.match_key, 0):
        raise Damaged(match_id, 0, "match key", "it is not the one that this decision was written with")
    chance = record["chance"]
    seed = None if secrets.chance_seed is None else commitment(secrets.chance_seed)
    if seed != (None if chance is None else chance["commitment"]):
        raise Damaged(match_id, 0, "seed", "it is not the one that the match was opened with")


Texts = Mapping[str, tuple[str, str]]
"""The texts of a decision by pointer: salt and text."""


def check_texts(event: MatchEvent, texts: Texts) -> list[str]:
    """The pointers of texts that are not there: all were erased, or else are lost.

    Raises ``Damaged`` unless each text that is there fits its seal.
    """
    check_seals(event.originator_id, event.record, texts)
    return [at for at, entry in event.sealed.items() if entry.get("text") and at not in texts]


def check_erased(
    match_id: UUID, missing: Collection[tuple[int, str]], erased: Collection[tuple[int, str]]
) -> None:
    """Raise ``Damaged`` unless all texts that are missing (version and pointer) were erased."""
    for version, pointer in missing:
        if (version, pointer) not in erased:
            raise Damaged(match_id, version, f"text at {pointer}", "it is lost: nobody has erased it")


def check_seals(match_id: UUID, record: Mapping[str, Any], texts: Texts) -> None:
    """Raise ``Damaged`` unless each of these texts fits its seal in a record."""
    for pointer, (salt, value) in texts.items():
        if not fits(_commitment(record, pointer), salt, value):
            raise Damaged(match_id, record["version"], f"text at {pointer}", "it does not fit its seal")


def _commitment(record: Mapping[str, Any], pointer: str) -> object:
    """The seal at a pointer; None if nothing is sealed there."""
    try:
        return value_at(record, pointer)["seal"]
    except (LookupError, TypeError, ValueError):
        return None
