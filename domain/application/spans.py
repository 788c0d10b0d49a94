"""The parts of the work whose beginning and end somebody may be told: a hook, and nothing that hears it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Literal, Protocol, TypeAlias

from domain.match.match import Match

Part: TypeAlias = Literal["judge", "store", "project", "stream"]
"""To judge commands, to store what they bring about, to write read models, to make the event of a stream."""


class Spans(Protocol):
    """Told of each part when it begins; what it gives is entered then, and left when the part ends."""

    def __call__(self, part: Part, match: Match | None = None, /) -> AbstractContextManager[object]:
        """A span of this part, about a match where it is about one."""


_NOTHING: AbstractContextManager[object] = nullcontext()


def unwatched(_: Part, __: Match | None = None, /) -> AbstractContextManager[object]:
    """The spans of which nobody is told."""
    return _NOTHING
