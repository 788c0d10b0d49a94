"""``kerbholz erase``: a name out of all matches of a database, and what its bearer has written in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from domain.application.matches import Matches
from domain.kit.text.texts import same
from domain.store.erasing import TextAt


@dataclass(frozen=True, slots=True)
class Found:
    """A seat of this name: where the name is, what the seat has written, and where the name is mentioned."""

    name: TextAt
    written: tuple[TextAt, ...]
    mentioned: tuple[TextAt, ...]

    def lines(self, *, texts: bool) -> Iterator[str]:
        """What is told of it."""
        match, seat = self.name.match_id, _seat_of(self.name)
        yield f"match {match}: the name of seat {seat}" + (f", {_counted(self.written)}" if texts else "")
        for one in self.mentioned:
            if not (texts and one in self.written):
                yield f"match {match}: decision {one.version} says the name at {one.pointer}, which stays"


def found(matches: Matches, player: str) -> Iterator[Found]:
    """Each seat of this name, in every match."""
    names = matches.erasures.called(player)
    for name in names:
        texts = matches.side.salted_texts(name.match_id, 0, matches.load(name.match_id).version)
        everything = {
            TextAt(name.match_id, version, pointer): value
            for version, by_pointer in sorted(texts.items())
            for pointer, (_, value) in sorted(by_pointer.items())
        }
        seat = {"seat": _seat_of(name)}
        own = {version for version in texts if _recorder(matches, name.match_id, version) == seat}
        yield Found(
            name,
            tuple(text for text in everything if text.version in own),
            tuple(text for text, value in everything.items() if same(player) in same(value) and text not in names),
        )


def _seat_of(name: TextAt) -> int:
    return int(name.pointer.split("/")[2])


def _recorder(matches: Matches, match_id: UUID, version: int) -> object:
    return matches.stored_event(match_id, version).record["recorded_by"]


def _counted(texts: tuple[TextAt, ...]) -> str:
    return f"{len(texts)} text{'' if len(texts) == 1 else 's'}"
