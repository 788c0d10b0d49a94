"""The lines of an archive as they are written: what the gate lets a viewer have, each value with its salt."""

from __future__ import annotations

from collections.abc import Callable

from domain.kit.facts import Json
from domain.kit.visibility import ERASED, Horizon, StoredDecision, Viewer, openable
from domain.kit.written.evidence import canonical


def told_of(
    stored: StoredDecision, salt: Callable[[str], str], viewer: Viewer, horizon: Horizon, *, texts: bool
) -> dict[str, Json]:
    """The members of a line beside the record and the root; *salt* gives the salt of the value at a pointer."""
    opened: dict[str, Json] = {}
    erased: list[Json] = []
    for pointer, value in openable(stored, viewer, horizon).items():
        if not stored.sealed[pointer].get("text"):
            opened[pointer] = {"value": value, "salt": salt(pointer)}
        elif value == ERASED:
            erased.append(pointer)
        elif texts:
            opened[pointer] = {"value": value, "salt": salt(pointer), "text": True}
    told: dict[str, Json] = {"opened": opened}
    if erased:
        told["erased"] = erased
    if viewer.official:
        told["sealed"] = {pointer: audience_of(entry) for pointer, entry in stored.sealed.items()}
    return told


def audience_of(entry: Json) -> dict[str, Json]:
    """Who may have a sealed value, without the value."""
    return {name: entry[name] for name in ("for", "once", "text") if name in entry}


def written_line(document: Json) -> bytes:
    """A line of an archive."""
    return canonical(document).encode() + b"\n"
