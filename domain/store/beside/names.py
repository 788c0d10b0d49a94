"""Where the names of people are: texts of decision 0, and of the later decisions that say who sits somewhere.

And by what the labels of a match are found, which are a text of decision 0, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from domain.kit.table.seats import Substitute
from domain.match.match import MatchEvent

NAME_AT = re.compile("/seats/([0-9]+)/name")
"""The pointer of the name of a seat, in decision 0."""
LATER_NAME = "/command/name"
"""The pointer of the name of who sits down later, in the decision that says it."""
LABELS = "/labels"
"""The pointer of the labels, in decision 0: all of them are one text."""


def name_place(version: int, pointer: str) -> str:
    """Where a name is, as ``kerbholz_names`` has it: its pointer, behind the version if that is not 0."""
    return f"{version}{pointer}" if version else pointer


def place_of(name_at: str) -> tuple[int, str]:
    """The version and the pointer of a name, by where it is (:func:`name_place`)."""
    version, _, pointer = name_at.partition("/")
    return int(version or 0), f"/{pointer}"


def is_name(event: MatchEvent, pointer: str) -> bool:
    """Whether what a decision says at a pointer is the name of somebody who sits at a seat."""
    if event.originator_version == 0:
        return NAME_AT.fullmatch(pointer) is not None
    return says_name(event.record) and pointer == LATER_NAME


def may_be_name(pointer: str) -> bool:
    """Whether there are names at a pointer, in one decision or another."""
    return pointer == LATER_NAME or NAME_AT.fullmatch(pointer) is not None


def says_name(record: Mapping[str, Any]) -> bool:
    """Whether a later decision than 0 says who sits somewhere."""
    command = record.get("command")
    return isinstance(command, Mapping) and command.get("type") == Substitute.TYPE


def sought(labels: str) -> list[str]:
    """What a match is found by, of its labels as they are stored: each key, and each ``key:value``."""
    try:
        members = json.loads(labels)
    except (ValueError, RecursionError):
        return []
    if not isinstance(members, dict):
        return []
    found = {one for key, value in members.items() if isinstance(value, str) for one in (key, f"{key}:{value}")}
    return sorted(one for one in found if "\0" not in one and one.encode("utf-8", "replace").decode() == one)
