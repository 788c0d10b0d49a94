"""Patterns: what stands in a listed move where a command has several values.

``{"min": a, "max": b}`` is an integer in a range, ``{"any_of": [v, …]}`` one of some values, ``{"text": n}`` a
text. ``{"some_of": [v, …], "min": a, "max": b}`` is a list from that many different positions, in any order. It
may say more: behind it comes what ``then`` stands for, and the whole list ends as soon as all values of ``until``
are in it. With ``unknown`` up to that many values of what is listed may be unknown instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domain.kit.facts import Command, Json


def some_of(
    values: Iterable[Json], least: int, most: int | None = None, *, until: Sequence[Json] = (), then: Json = None
) -> dict[str, Json]:
    """A list of *least* to *most* of these values (*least* by default), each at most as often as it stands there.

    It ends where all values of *until* are in it, also before *least*; the list *then* stands for comes behind it.
    """
    pattern = {"some_of": list(values), "min": least, "max": least if most is None else most}
    return {**pattern, **({"then": then} if then else {}), **({"until": list(until)} if until else {})}


def in_turn(patterns: Sequence[dict[str, Json]], until: Sequence[Json] = ()) -> dict[str, Json]:
    """One list of several, one behind the other; it ends where all values of *until* are in it."""
    first, *others = patterns
    joined = {**first, **({"then": in_turn(others)} if others else {})}
    return {**joined, **({"until": list(until)} if until else {})}


def for_recorder(command: type[Command], move: Mapping[str, Json]) -> dict[str, Json]:
    """A move of this command as somebody enters it who may not have seen everything: its patterns say so.

    What has one value only may be unseen, too: that is a pattern then. Lists that are named in full are left.
    """
    unseen = {field.name for field in command.SENT if field.may_be_unknown}
    return {name: _with_unknown(value) if name in unseen else value for name, value in move.items()}


def _with_unknown(value: Json) -> Json:
    if isinstance(value, str | int):
        return {"any_of": [value], "unknown": 1}
    if not _is_open(value):
        return value
    if "some_of" not in value:
        return {**value, "unknown": 1}
    then = {"then": _with_unknown(value["then"])} if "then" in value else {}
    return {**value, "unknown": value["max"], **then}


def _is_open(value: Any) -> bool:
    return isinstance(value, Mapping) and ("some_of" in value or "any_of" in value or "min" in value)
