"""What is stored today is format 1 as its page describes it, read by who knows the page and not the code.

Matches are played over REST into an SQLite file, and read from the file by the standard library alone.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.store.beside.models import MODEL_TABLES
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.service.playing import (
    CheckedClient,
    Table,
    mea_culpa,
    new_client,
    open_match,
    play_out,
    step,
    thurn_and_taxis,
)
from tests.vectors import reader

FIVE = ["gluttony", "greed", "pride", "sloth", "wrath"]
PAGE = Path(__file__).parent.parent / "docs" / "decisions" / "0001-format-1.md"


@pytest.fixture
def client(migrated_sqlite_url: str) -> Iterator[CheckedClient]:
    app = create_app(Settings(database=migrated_sqlite_url, limits=OFF))
    yield new_client(migrated_sqlite_url, app)
    app.extensions["kerbholz"].close()


def stored(url: str, match: str) -> dict[str, Any]:
    """The rows of a match, as the page says where they are."""
    of_it = (UUID(match).hex,)
    with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
        key, seed = file.execute(
            "SELECT match_key, chance_seed FROM kerbholz_secrets WHERE match_id = ?", of_it
        ).fetchone()
        rows = file.execute(
            "SELECT originator_version, topic, state FROM kerbholz_events WHERE originator_id = ?"
            " ORDER BY originator_version",
            of_it,
        ).fetchall()
        texts = file.execute(
            "SELECT version, pointer, salt, value FROM kerbholz_texts WHERE match_id = ?", of_it
        ).fetchall()
    file.close()
    events = [{"version": version, "topic": topic, "state": bytes(state)} for version, topic, state in rows]
    named = [dict(zip(("version", "pointer", "salt", "value"), text, strict=True)) for text in texts]
    # (Which draws there were only a reader of the game's rules knows: those of 7 – The Sins it does.)
    return {"match_key": key.hex(), "chance_seed": seed and seed.hex(), "events": events, "texts": named}


def records(rows: dict[str, Any]) -> list[dict[str, Any]]:
    """The records of a stored match."""
    return [json.loads(reader.parts(event["state"])["open"]) for event in rows["events"]]


def sins(client: CheckedClient) -> Table:
    """Hosted: a whole match of 7 – The Sins, with labels and a note."""
    table = open_match(client, 3, options={"history": "kept", "first_seat": 0}, labels={"Tisch": "Größe 7"})
    table.do(0, {"type": "table.note", "text": "Tee? 🍵", "about": 1})
    play_out(table, Random(1))
    return table


def unseen(client: CheckedClient) -> Table:
    """Recorded: cards that nobody saw and that are filled in later, two scribes, what broke a rule, assertions."""
    table = open_match(client, 3, mode="recorded", options={"first_seat": 0, "sins": FIVE, "history": "kept"})
    table.do("scribe", {"type": "deal", "cards": {"unknown": 3}, "entered_by": "Ada"})
    table.do("scribe", {"type": "refill", "cards": FIVE, "entered_by": "Ben"})
    table.do("scribe", {"type": "table.note", "text": "x", "occurred_at": "2026-01-02T03:04:05Z"})
    table.do("scribe", {"type": "table.assert", "at": "/centre/count", "is": 5})
    table.do("scribe", {"type": "table.assert", "at": "/centre/count", "is": 2**53 - 1})
    dealt = {"type": "deal", "cards": [FIVE[0], FIVE[1], {"unknown": 1}]}
    table.do("arbiter", {"type": "table.reveal", "decision": 1, "command": dealt})
    late = {"type": "take", "sin": FIVE[0], "to": "reserve", "seat": 1}
    table.do("scribe", {**late, "irregular": {"note": "out of turn"}})
    return table


def culpa(client: CheckedClient) -> Table:
    """Hosted: sealed bids, which the table reveals."""
    table = mea_culpa(client, 3)
    for _ in range(60):
        step(table, Random(2))
    return table


def taxis(client: CheckedClient) -> Table:
    """Hosted: hands, and tiles on their way that lie behind one commitment."""
    table = thurn_and_taxis(client, 2)
    for number in range(60):
        step(table, Random(number))
    return table


PLAYED: list[Callable[[CheckedClient], Table]] = [sins, unseen, culpa, taxis]


@pytest.fixture
def all_rows(client: CheckedClient, migrated_sqlite_url: str) -> dict[str, dict[str, Any]]:
    """The rows of each of the matches."""
    return {play.__name__: stored(migrated_sqlite_url, play(client).id) for play in PLAYED}


def test_who_knows_the_page_reads_what_is_stored(all_rows):
    for name, rows in all_rows.items():
        if name in ("culpa", "taxis"):
            rows["chance_seed"] = None
        assert list(reader.findings(rows)) == [], name
    written = {name: records(rows) for name, rows in all_rows.items()}
    every = [record for found in written.values() for record in found]
    # What the page tells of is there to be read.
    assert {"chance", "host", "arbiter", "scribe", "table"} == {
        record["actor"] for record in every if isinstance(record["actor"], str)
    }
    assert "service" in [record["recorded_by"] for record in every]
    assert [record["version"] for record in written["unseen"] if "entered_by" in record] == [1, 2]
    assert [record["version"] for record in written["unseen"] if "occurred_at" in record] == [3]
    deal = reader.parts(all_rows["unseen"]["events"][1]["state"])["sealed"]["/command/cards"]
    assert (deal["value"], written["unseen"][1]["command"]["cards"]["hidden"]) == ({"unknown": 3}, 3)
    pointers = [
        path
        for rows in all_rows.values()
        for event in rows["events"]
        for path in reader.parts(event["state"])["sealed"]
    ]
    assert any(re.fullmatch(r"/facts/\d+/changes/\d+/facts/\d+/card", path) for path in pointers)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("actor", "umpire"),
        ("actor", {"seat": "0"}),
        ("recorded_by", "table"),
        ("extra", 1),
        ("entered_by", "Ada"),
        ("at", 2**53),
        ("at", 1.5),
        ("at", {"hidden": 1}),
        ("at", {"\U00010000": 1}),
    ],
)
def test_the_reader_notices_what_the_page_does_not_know(client, migrated_sqlite_url, member, value):
    rows = stored(migrated_sqlite_url, unseen(client).id)
    text, rest = rows["events"][4]["state"].removeprefix(b"\x02").split(b"\n", 1)
    changed = reader.jcs({**json.loads(text), member: value})
    rows["events"][4]["state"] = b"\x02" + changed.encode() + b"\n" + rest
    found = [what for version, what in reader.findings(rows) if version == 4]
    assert "root" in found
    assert set(found) - {"root", "nodes"}


def test_the_page_names_every_member_actor_and_table():
    text = PAGE.read_text()
    for name in reader.MEMBERS | reader.CLAIMED | reader.OPENING:
        assert f"`{name}`" in text
    for name in reader.ACTORS | reader.RECORDERS:
        assert f'`"{name}"`' in text
    assert "2^53 − 1" in text
    assert not re.search(r"2\^53(?! − 1)", text)
    for example in ('{"hidden": 3, "seal": …}', '{"unknown": 3}'):
        assert example in text


def test_every_table_beside_the_log_is_on_the_page(migrated_sqlite_url):
    with sqlite3.connect(migrated_sqlite_url.removeprefix("sqlite:///")) as file:
        tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    file.close()
    named = set(re.findall(r"`(\w+)`", PAGE.read_text()))
    models = {*MODEL_TABLES}
    # What the library keeps, and what is made from the log and can be made again.
    made = {"tracking", *(table for table in tables if table.startswith(("stored_snapshots", "sqlite_")))}
    assert tables - named - models - made == set()
