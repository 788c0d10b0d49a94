"""Values of a JSON document that somebody else wrote: each is what it should be, or it is said where it is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Members = Mapping[str, Any]


class Unread(Exception):
    """Something cannot be read; *place* says where in the document, as ``plays[3].gameRefId``."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place = place
        self.why = why


def members(value: Any, place: str) -> Members:
    """An object."""
    if not isinstance(value, dict):
        raise Unread(place, "this is no object")
    return value


def items(of: Members, name: str, place: str) -> list[Any]:
    """A list; an empty one where there is none."""
    value = of.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise Unread(at(place, name), "this is no list")
    return value


def text(of: Members, name: str, place: str) -> str:
    """A text without spaces around it; an empty one where there is none."""
    value = of.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Unread(at(place, name), "this is no text")
    return value.strip()


def number(of: Members, name: str, place: str) -> int | None:
    """A whole number."""
    value = of.get(name)
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise Unread(at(place, name), "this is no whole number")


def flag(of: Members, name: str, place: str, *, otherwise: bool = False) -> bool:
    """Yes or no."""
    value = of.get(name)
    if value is None:
        return otherwise
    if isinstance(value, bool):
        return value
    raise Unread(at(place, name), "this is neither true nor false")


def at(place: str, name: str) -> str:
    """The place of a member."""
    return f"{place}.{name}" if place else name
