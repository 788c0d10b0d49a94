"""``kerbholz erase``: a name out of all matches of a database, and what its bearer has written in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from domain.application.matches import Matches
from domain.kit.table.seats import named_at, sittings
from domain.kit.text.texts import same
from domain.match.match import Match
from domain.match.moved import MovedAway
from domain.store.beside.erasing import TextAt


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody of this name: where their names are, what they have written, and where the name is mentioned."""

    match: UUID
    seat: int
    names: tuple[TextAt, ...]
    written: tuple[TextAt, ...]
    mentioned: tuple[TextAt, ...]

    def lines(self, *, texts: bool) -> Iterator[str]:
        """What is told of it."""
        match, several = self.match, "names" if len(self.names) > 1 else "name"
        yield f"match {match}: the {several} of seat {self.seat}" + (
            f", {_counted(self.written)}" if texts else ""
        )
        for one in self.mentioned:
            if not (texts and one in self.written):
                yield f"match {match}: decision {one.version} says the name at {one.pointer}, which stays"


@dataclass(frozen=True, slots=True)
class _Sitting:
    """Somebody at a seat: the decisions that say their name, and up to which version they sat there."""

    seat: int
    named: tuple[int, ...]
    until: int


def found(matches: Matches, player: str, left: Callable[[UUID], None]) -> Iterator[Found]:
    """Each seat of this name, in every match; *left* is told of matches that have left for another cell.

    If it is the name that counts, an earlier spelling goes with it; where the name was a mistake, it alone goes.
    """
    named: dict[UUID, set[tuple[int, str]]] = {}
    for name in matches.erasures.called(player):
        named.setdefault(name.match_id, set()).add((name.version, name.pointer))
    for match_id, here in named.items():
        try:
            yield from _found_in(matches, player, match_id, here)
        except MovedAway:
            left(match_id)


def _found_in(matches: Matches, player: str, match_id: UUID, here: set[tuple[int, str]]) -> list[Found]:
    """The same of one match, where the names *here* are this one; raises ``MovedAway``."""
    match = matches.load(match_id)
    all_found = [(sitting, names) for sitting in _sittings(match) if (names := _names(sitting, here))]
    of_names = {name for _, names in all_found for name in names}
    texts = {
        TextAt(match_id, version, pointer): value
        for version, by_pointer in sorted(matches.side.salted_texts(match_id, 0, match.version).items())
        for pointer, (_, value) in sorted(by_pointer.items())
    }
    mentioned = tuple(
        text
        for text, value in texts.items()
        if same(player) in same(value) and (text.version, text.pointer) not in of_names
    )
    return [
        Found(
            match_id,
            sitting.seat,
            tuple(text for text in texts if (text.version, text.pointer) in names),
            tuple(text for text in texts if _wrote(matches, sitting, text)),
            () if number else mentioned,
        )
        for number, (sitting, names) in enumerate(all_found)
    ]


def erased(matches: Matches, texts: Iterable[TextAt], left: Callable[[UUID], None]) -> int:
    """Erase texts; how many there were. *left* is told of matches that leave for another cell meanwhile."""
    wanted = list(texts)
    while True:
        try:
            return matches.erase_all(wanted)
        except MovedAway as error:
            left(error.match_id)
            wanted = [text for text in wanted if text.match_id != error.match_id]


def _sittings(match: Match) -> Iterator[_Sitting]:
    for seat in range(match.rules.seats):
        sat = sittings(match.state.sittings, seat)
        ends = [*(following[0] for following in sat[1:]), match.version]
        for sitting, until in zip(sat, ends, strict=True):
            yield _Sitting(seat, tuple(sitting), until)


def _names(sitting: _Sitting, called: set[tuple[int, str]]) -> set[tuple[int, str]]:
    """Which names of somebody go: all, if the one that counts is looked for; otherwise those that are."""
    names = [(version, named_at(sitting.seat, version)) for version in sitting.named]
    return set(names) if names[-1] in called else {*names} & called


def _wrote(matches: Matches, sitting: _Sitting, text: TextAt) -> bool:
    """Whether somebody has written a text while they sat there."""
    if not sitting.named[0] < text.version <= sitting.until:
        return False
    recorder = matches.stored_event(text.match_id, text.version).record["recorded_by"]
    return bool(recorder == {"seat": sitting.seat})


def _counted(texts: tuple[TextAt, ...]) -> str:
    return f"{len(texts)} text{'' if len(texts) == 1 else 's'}"
