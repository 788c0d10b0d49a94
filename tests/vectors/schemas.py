"""Databases of older schemas, brought back from their dumps (see ``make_schemas``)."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from tests.postgres import restored

FOLDER = Path(__file__).parent / "schemas"


def brought_back(url: str, number: int) -> dict[str, dict[str, str]]:
    """Fills an empty database with that of schema *number*; of each match in it the root after each version."""
    kind = "sqlite" if url.startswith("sqlite") else "postgres"
    dump = FOLDER / f"{number}-{kind}.sql"
    if kind == "sqlite":
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        connection.executescript(dump.read_text(encoding="utf-8"))
        connection.close()
    else:
        restored(dump, url)
    roots: dict[str, dict[str, str]] = json.loads((FOLDER / f"{number}-{kind}.json").read_text(encoding="utf-8"))
    return roots
