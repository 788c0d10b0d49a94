"""The values that a field can have, by kind: ``greed`` is a sin here and a den there.

A field says its kind beside its audience (``Of("sin")``), and the ruleset says for each kind which values there
are in a match. The same declaration feeds labels, sentences, pictures and what can be clicked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domain.kit.state import Rules

SEAT = "seat"
"""The kind of a seat's number: people read the name of who sits there."""
NUMBER = "number"
"""The kind of a plain number."""
ACTOR = "actor"
"""The kind of who acts: the number of a seat, or the name of a role."""
COMMAND, FACT, PLACE = "command", "fact", "place"
"""Kinds that every game has: types of commands and facts, places and purses."""
VERSION, RULE, POINTER, BYTES = "version", "rule", "pointer", "bytes"
"""Kinds whose values people read as they are: versions of the match, reference numbers, JSON pointers, hex."""
THING, STEP, PART = "thing", "step", "part"
"""Kinds whose values are a game's, if it has any: what lies in places, the steps that can be left out, and the
parts of places. A step or part that it does not have is called as somebody wrote it."""
EVERY_GAMES = (SEAT, NUMBER, ACTOR, COMMAND, FACT, PLACE, VERSION, RULE, POINTER, BYTES, THING, STEP, PART)

_SPACES = str.maketrans("_-:", "   ")
_ID = re.compile(r"[a-zA-Z][a-zA-Z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Values:
    """The values of one kind.

    *of* gives those that there are in a match, each with the name that the match's board has for it; None where
    the words say it. A value can be made of parts (``room:3``, ``priest:0``): *parts* gives, by what stands
    before the first colon, the kinds of those behind it; its message is that of what stands before, and ``-of``.
    (A value that is no word, or begins with none that has parts, is made of parts from the start: they are under
    ``""``. Where what stands before ends in a hyphen, as that of ``coin-5``, there is no colon, and one part.)
    """

    of: Callable[[Rules], Mapping[str, str | None]]
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def fixed(*values: str | Iterable[str]) -> Values:
    """A kind with the same values in every match."""
    listed = [value for given in values for value in ([given] if isinstance(given, str) else given)]
    return Values(lambda _: dict.fromkeys(listed))


def places(parts: Mapping[str, tuple[str, ...]]) -> Values:
    """The kind of places and purses: which there are, the laid table says; by default words call them."""
    return Values(lambda _: {}, parts)


def taken_apart(value: str, parts: Mapping[str, tuple[str, ...]]) -> tuple[str, list[tuple[str, str]]]:
    """What a value's message is named by, and its parts, each as a kind and a value of it."""
    for head, kinds in parts.items():
        if head.endswith("-") and value.startswith(head):
            return f"{head}of", [(kinds[0], value.removeprefix(head))]
    head, *tail = value.split(":")
    if head not in parts and "" in parts and (tail or not head[:1].isalpha()):
        head, tail = "", [head, *tail]
    kinds = parts.get(head, ())
    if not tail or len(kinds) != len(tail):
        return value, []
    return f"{head}-of" if head else "of", list(zip(kinds, tail, strict=True))


def message_of(kind: str, head: str) -> str | None:
    """The name of the message for a value; None if no message can have this name."""
    name = f"{kind}-{head}"
    return name if _ID.fullmatch(name) else None


def prettified(value: str) -> str:
    """What a value is called where no words say it: its id, as people write."""
    said = " ".join(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", value).translate(_SPACES).split())
    return said[:1].upper() + said[1:].lower() if said.lower() != said.upper() else said or value
