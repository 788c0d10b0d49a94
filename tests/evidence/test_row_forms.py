"""Decisions lie in their rows as bytes; what was stored as JSON is read, proved and checked as it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any
from uuid import UUID

import pytest
from eventsourcing.persistence import StoredEvent
from flask import Flask

from domain.application.matches import Matches
from domain.evidence.proofs import check_consistency, check_inclusion, consistency, inclusion
from domain.kit.written.evidence import grow, leaf_hash
from domain.kit.written.row_forms import BYTES, MARK, Parts, packed, unpacked
from domain.match.damage import Damaged
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.evidence.tampering import Database, Rows
from tests.service.playing import Table, new_client, open_match, step

NOTE = {"type": "table.note", "text": "line\nfeed, and “quotes”: \u2028 🎲"}
Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def services() -> Iterator[list[Flask]]:
    """The services that a test starts: they are closed behind it."""
    started: list[Flask] = []
    yield started
    for app in started:
        app.extensions["kerbholz"].close()


@pytest.fixture
def table(migrated_url: str, services: list[Flask]) -> Table:
    """A match with texts, and with values that are sealed."""
    return begun(migrated_url, services)


def begun(url: str, services: list[Flask]) -> Table:
    services.append(create_app(Settings(database=url, limits=OFF)))
    table = open_match(new_client(url, services[-1]), 3, options={"history": "kept"})
    table.do(0, NOTE)
    for number in range(10):
        step(table, Random(number))
    return table


def anew(url: str, table: Table, services: list[Flask]) -> Table:
    """The same table in another process."""
    services.append(create_app(Settings(database=url, limits=OFF)))
    return Table(new_client(url, services[-1]), table.opened)


def events_of(matches: Matches, match_id: UUID) -> list[Any]:
    return [event for page in matches.stored_pages(match_id) for event in page]


def stored_as_json(url: str, match_id: UUID) -> None:
    """The match as versions up to schema 9 have stored it."""
    with Matches(Settings(database=url).environment) as matches:
        rows, edge = Rows(matches, match_id, on_postgres=url.startswith("postgres")), ()
        for event in events_of(matches, match_id):
            edge = grow(edge, event.originator_version, event.leaf)
            state = {name: getattr(event, name) for name in ("open", "sealed", "leaf", "root")}
            rewrite(rows, event.originator_version, {**state, "edge": [*edge]})


def rewrite(rows: Rows, version: int, state: Mapping[str, Any]) -> None:
    written = json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode()
    topic = "kerbholz.Decided" if version else "kerbholz.Opened"
    rows.store(version, rows.matches.marks.marked(StoredEvent(rows.match_id, version, topic, written)).state)


def states(url: str, match_id: UUID) -> list[bytes]:
    with Matches(Settings(database=url).environment) as matches:
        return [bytes(row[2]) for row in matches.database.events_behind(match_id.hex, -1, 1_000)]


def test_a_decision_lies_there_as_bytes_and_takes_little_more_than_its_record(
    migrated_url: str, table: Table
) -> None:
    match_id = UUID(table.id)
    for version, state in enumerate(states(migrated_url, match_id)):
        assert state.startswith(BYTES)
        parts = unpacked(state[:-MARK], version)
        assert json.loads(parts.open)["version"] == version
        hashes = 32 * (1 + len(parts.nodes))
        assert len(state) == 1 + len(parts.open.encode()) + 1 + len(sealed(parts)) + 1 + hashes + MARK


def sealed(parts: Parts) -> bytes:
    return json.dumps(parts.sealed, separators=(",", ":"), ensure_ascii=False).encode()


def test_what_was_stored_as_json_is_told_the_same_and_goes_on(
    migrated_url: str, table: Table, services: list[Flask]
) -> None:
    match_id, before = UUID(table.id), table.trace()
    in_bytes = sum(map(len, states(migrated_url, match_id)))
    stored_as_json(migrated_url, match_id)
    assert sum(map(len, states(migrated_url, match_id))) > 1.4 * in_bytes
    again = anew(migrated_url, table, services)
    assert again.trace() == before
    again.do(1, NOTE)
    for number in range(6):
        step(again, Random(number))
    both = states(migrated_url, match_id)
    assert {state[:1] for state in both} == {b"{", BYTES}
    assert anew(migrated_url, table, services).trace() == again.trace()
    assert Database(migrated_url).findings() == []


def test_proofs_go_over_both_forms(migrated_url: str, table: Table, services: list[Flask]) -> None:
    match_id = UUID(table.id)
    stored_as_json(migrated_url, match_id)
    step(again := anew(migrated_url, table, services), Random(1))
    for number in range(6):
        step(again, Random(number))
    with Matches(Settings(database=migrated_url).environment) as matches:
        events = events_of(matches, match_id)
        size = len(events)

        def rows(versions: Any) -> Any:
            return matches.tree_rows(match_id, versions)

        for event in events:
            version = event.originator_version
            leaf = leaf_hash(event.open.encode())
            check_inclusion(version, size, leaf, inclusion(version, size, rows), events[-1].root)
            hashes = consistency(version + 1, size, rows)
            check_consistency(version + 1, size, event.root, events[-1].root, hashes)


JSON_KINDS: Mapping[str, tuple[Change, str]] = {
    "a value": (lambda event: event.update(open=event["open"].replace('"at":"2', '"at":"1')), "leaf"),
    "a leaf": (lambda event: event.update(leaf="ab" * 32), "leaf"),
    "the edge": (lambda event: event.update(edge=["ab" * 32, *event["edge"][1:]]), "edge"),
    "the root": (lambda event: event.update(root="ab" * 32), "root"),
}


@pytest.mark.parametrize("kind", JSON_KINDS)
def test_what_was_stored_as_json_and_altered_by_who_has_the_key_is_found(
    migrated_sqlite_url: str, services: list[Flask], kind: str
) -> None:
    url = migrated_sqlite_url
    table = begun(url, services)
    match_id = UUID(table.id)
    stored_as_json(url, match_id)
    step(anew(url, table, services), Random(8))
    change, what = JSON_KINDS[kind]
    with Matches(Settings(database=url).environment) as matches:
        rows = Rows(matches, match_id, on_postgres=False)
        state = json.loads(states(url, match_id)[5])
        del state["mark"]
        change(state)
        rewrite(rows, 5, state)
    assert (match_id.hex, 5, what) in (found := Database(url).findings())
    assert {version for _, version, _ in found} <= {5, None}
    if kind != "the root":  # of a row in the middle nobody reads it: the next edge is held against the hashes
        with Matches(Settings(database=url).environment) as matches, pytest.raises(Damaged):
            events_of(matches, match_id)


BYTES_KINDS: Mapping[str, tuple[int, Callable[[Parts], Parts]]] = {
    "a value": (5, lambda parts: parts._replace(open=parts.open.replace('"at":"2', '"at":"1'))),
    "a value of an even version": (6, lambda parts: parts._replace(open=parts.open.replace('"at":"2', '"at":"1'))),
    "a subtree": (7, lambda parts: parts._replace(nodes=[parts.nodes[0], "ab" * 32, parts.nodes[2]])),
}


@pytest.mark.parametrize("kind", BYTES_KINDS)
def test_what_was_altered_by_who_has_the_key_is_found_when_it_is_read(
    migrated_url: str, table: Table, kind: str
) -> None:
    version, change = BYTES_KINDS[kind]
    match_id = UUID(table.id)
    with Matches(Settings(database=migrated_url).environment) as matches:
        rows = Rows(matches, match_id, on_postgres=migrated_url.startswith("postgres"))
        parts = unpacked(states(migrated_url, match_id)[version][:-MARK], version)
        changed = StoredEvent(match_id, version, "kerbholz.Decided", packed(change(parts)))
        rows.store(version, matches.marks.marked(changed).state)
    with Matches(Settings(database=migrated_url).environment) as matches:
        with pytest.raises(Damaged):
            events_of(matches, match_id)
        with pytest.raises(Damaged):  # the page begins in the middle: the edge there is made of rows before it
            matches.decisions(match_id, after=version - 1)
        with pytest.raises(Damaged):
            matches.load(match_id)


@pytest.mark.parametrize(
    "state",
    [b"", b"{}\n", b"{}\n{}\n", b"{}\n{}\n" + bytes(31), b"{}\n{}\n" + bytes(64), b"\xff\n{}\n" + bytes(32)],
)
def test_what_is_no_row_is_refused(state: bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        unpacked(BYTES + state, 0)


@pytest.mark.parametrize("version", [0, 1, 2, 3, 7, 8])
def test_what_is_written_is_read(version: int) -> None:
    ones = len(bin(version + 1)) - len(bin(version + 1).rstrip("0"))
    parts = Parts('{"a":"\\n"}', {"/a": {"for": [], "value": "ü\n"}}, "0a" * 32, ["10" * 32] * ones)
    assert unpacked(packed(parts), version) == parts
    with pytest.raises(ValueError, match="too few or too many"):
        unpacked(packed(parts), version + (2 if version % 2 else 1))
