"""What decisions and bodies have to do with each other: what disturbs, what is the same, what undoes what."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from service.cli.scribe.board import Board

SAYS_ONLY = ("table.note",)
"""Commands that stay right after anything that others have entered."""

BESIDE = ("entered_by", "occurred_at", "irregular", "declining")
"""Members of a body that say nothing of what was done."""


class NothingKnown(Exception):
    """The match has never been seen, and the service cannot be asked; or it is none that can be recorded."""


def board_from(known: Any) -> Board:
    """The board that was kept; raises :class:`NothingKnown` where another version of this program kept it."""
    try:
        return Board(**known)
    except TypeError:
        raise NothingKnown("the service cannot be reached, and what is kept here cannot be read") from None


def types_of(decisions: Sequence[Mapping[str, Any]]) -> list[str]:
    """The types of the commands of decisions that did not follow by themselves."""
    return [one["command"]["type"] for one in decisions if not one.get("automatic")]


def disturbs(decision: Mapping[str, Any], body: Mapping[str, Any]) -> bool:
    """Whether a scribe must see what somebody else has entered before entering *body* after it.

    What follows by itself, what is only said, and what another seat than the one concerned has entered for itself
    need not be seen.
    """
    if decision.get("automatic") or decision["command"]["type"] in SAYS_ONLY:
        return False
    if any(fact["type"] == "LineChanged" for fact in decision.get("facts", ())):
        return True
    by = decision["recorded_by"]
    return not isinstance(by, dict) or by.get("seat") == body.get("seat")


def says_the_same(decision: Mapping[str, Any], body: Mapping[str, Any]) -> bool:
    """Whether a decision is what *body* would record: for the same seat, the same command."""
    actor, command = decision["actor"], decision["command"]
    seat = actor["seat"] if isinstance(actor, dict) else None
    said = {**command, **({"seat": seat} if seat is not None and "seat" not in command else {})}
    asked = {name: value for name, value in body.items() if name not in BESIDE}
    return said == asked


def position_of_own(answer: Mapping[str, Any]) -> int:
    """Where in an answer the decision stands that was asked for: behind what it says was left."""
    return next((at for at, one in enumerate(answer["decisions"]) if not one.get("automatic")), 0)


def undone_by(body: Mapping[str, Any]) -> int | None:
    """The decision that a body undoes."""
    if body["type"] == "table.take-back":
        return int(body["decision"])
    if body["type"] == "table.amend" and (changes := body.get("changes")):
        return int(changes[0]["decision"]) if changes[0]["effect"] == "remove" else None
    return None


def value_in(text: str) -> Any:
    """A value as JSON, or the text as it is."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def counted(number: int, one: str, several: str) -> str:
    """A number with its noun, in the singular or the plural."""
    return f"{number} {one if number == 1 else several}"


def time_text(moment: datetime) -> str:
    """A moment as decisions carry it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
