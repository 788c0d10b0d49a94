"""What each decision changed on the board as a viewer was told it, and which decision put each thing where it is.

All of it is read off the viewer's own boards, one after the other, so it tells nothing that they do not show.
What is on a board is named by JSON pointers (RFC 6901), as in ``table.assert``; the pointer to a kind of thing
that has gone stays valid: none of it is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.visibility import Horizon, StoredDecision, Viewer, redact
from domain.kit.written.evidence import pointer as pointer_to
from domain.kit.written.evidence import steps_of
from domain.match.line import Changes, changes_until, effective_facts, fold_facts, line_starts
from domain.match.match import Match


def changed(before: Json, after: Json, at: str = "") -> Iterator[str]:
    """The pointers of a board where something is other than it was: as deep as they lead to single values.

    A list whose length changed is one value.
    """
    if before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in [*after, *(name for name in before if name not in after)]:
            yield from _member(before, after, name, at + pointer_to(name))
    elif _is_list(before) and _is_list(after) and len(before) == len(after):
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changed(old, new, f"{at}/{number}")
    else:
        yield at


def _member(before: Mapping[str, Json], after: Mapping[str, Json], name: str, at: str) -> Iterator[str]:
    nothing: Json = {} if isinstance(before.get(name, after.get(name)), Mapping) else None
    yield from changed(before.get(name, nothing), after.get(name, nothing), at)


def _is_list(value: Json) -> bool:
    return isinstance(value, list | tuple)


class Boards:
    """The boards of a match as *viewer* was told them, one decision after the other, from *after* on.

    With *line* they are those of the line of that version, else those that people saw at each version.
    """

    def __init__(
        self, matches: Matches, match: Match, viewer: Viewer, after: int = -1, line: int | None = None
    ) -> None:
        self._matches = matches
        self._match = match
        self._viewer = viewer
        self._changes: Changes | None = None
        if line is not None:
            turns = matches.turns(match.id, until=line)
            self._changes = changes_until([redact(one, viewer) for one in turns], line)
        self._state: Any = match.ruleset.empty(match.rules, viewer)
        if after >= 0:
            self._state = matches.state_at(match, viewer, after, after if line is None else line)
        self.board: Json = match.ruleset.view(self._state)

    def next(self, decision: StoredDecision) -> Sequence[str]:
        """Go on to the next decision, and tell where it changed the board."""
        before = self.board
        told = redact(decision, self._viewer)
        if self._changes is None and line_starts(told):
            self._state = self._matches.state_at(self._match, self._viewer, decision.version, decision.version)
        else:
            fold_facts(self._match.ruleset, self._state, effective_facts(told, self._changes or {}))
        self.board = self._match.ruleset.view(self._state)
        return tuple(changed(before, self.board))


def with_changes(
    told: Sequence[dict[str, Json]],
    stored: Sequence[StoredDecision],
    boards: Boards,
    horizon: Horizon,
    for_everybody: Boards | None = None,
) -> list[dict[str, Json]]:
    """Decisions as somebody was told them, each with the pointers in ``changed``; none for one that has faded.

    The board before the first one behind the *horizon* has faded, so of this one it is told what changed
    *for_everybody*, which has to be given then: else the viewer would be reminded of what was known of their own
    things.
    """
    listed = []
    for decision, one in zip(told, stored, strict=True):
        pointers = boards.next(one)
        if for_everybody is not None and one.version <= horizon.version:
            everybodys = for_everybody.next(one)
            pointers = everybodys if horizon.has_faded(one.version - 1) else pointers
        listed.append(decision if decision.get("faded") else {**decision, "changed": list(pointers)})
    return listed


@dataclass
class Origins:
    """For each pointer of a board the decision since which the viewer sees what is there, and which put it there.

    They are the same but where a thing was seen only later than it was put. What no decision changed has been
    there since the table was laid (0); None stands for a decision that has faded.
    """

    since: dict[str, int | None] = field(default_factory=dict)
    put: dict[str, int | None] = field(default_factory=dict)
    _below: dict[str, set[str]] = field(default_factory=dict, init=False, repr=False)
    """For each pointer, those that were taken in and lead further."""

    def take_in(self, version: int, pointers: Sequence[str], before: Json, after: Json) -> None:
        """Add what a decision changed: at the *pointers* the board *after* it is other than *before*."""
        for pointer in pointers:
            self._forget_below(pointer)
            self.since[pointer] = version
            for above in _above(pointer):
                self._below.setdefault(above, set()).add(pointer)
        # The count of a place comes before the things in it.
        for pointer in sorted(pointers, key=lambda pointer: "/things/" in pointer):
            if _less(before, after, pointer):
                self.put.setdefault(pointer, 0)
            else:
                self.put[pointer] = self._put(version, pointer, before, after)

    def _put(self, version: int, pointer: str, before: Json, after: Json) -> int | None:
        """Which decision put there what a viewer sees since this *version*."""
        place, things, _ = pointer.rpartition("/things/")
        count = f"{place}/count"
        if not things or _number(after, count) > _number(before, count):
            return version
        return self.put.get(count, 0)  # it was there, and nobody had told what it is

    def _forget_below(self, pointer: str) -> None:
        for one in self._below.pop(pointer, ()):
            self.since.pop(one, None)
            self.put.pop(one, None)

    def at(self, pointer: str) -> tuple[int | None, int | None]:
        """Since which decision the viewer sees what is at a pointer, and which put it there."""
        return _newest(self.since, pointer), _newest(self.put, pointer)


def _less(before: Json, after: Json, pointer: str) -> bool:
    """Whether there is less of something than before, so that what is left was put there earlier."""
    counts = pointer.endswith("/count") or "/things/" in pointer
    return counts and 0 < _number(after, pointer) < _number(before, pointer)


def _number(board: Json, path: str) -> int:
    """The number at a pointer; 0 where there is none."""
    for name in steps_of(path):
        if isinstance(board, Mapping):
            board = board.get(name)
        elif _is_list(board) and name.isdecimal() and int(name) < len(board):
            board = board[int(name)]
        else:
            return 0
    return board if isinstance(board, int) else 0


def _newest(known: Mapping[str, int | None], pointer: str) -> int | None:
    inside = [version for one, version in known.items() if one == pointer or one.startswith(f"{pointer}/")]
    found = [*inside, *(known[above] for above in _above(pointer) if above in known)]
    return max((version for version in found if version is not None), default=None) if found else 0


def _above(pointer: str) -> Iterator[str]:
    while pointer:
        pointer = pointer.rpartition("/")[0]
        yield pointer


def origins(matches: Matches, match: Match, viewer: Viewer, horizon: Horizon, at: int) -> Origins:
    """Where everything on the board of *viewer* comes from, after decision *at*.

    What a decision before the *horizon* did has faded, and is not told.
    """
    found = Origins()
    boards = Boards(matches, match, viewer)
    for page in matches.pages(match.id, until=at, with_texts=False):
        for decision in page:
            before = boards.board
            pointers = boards.next(decision)
            found.take_in(decision.version, pointers, before, boards.board)
    return _readable(found, horizon)


def _readable(found: Origins, horizon: Horizon) -> Origins:
    if not horizon.fades:
        return found
    since, put = (
        {
            one: None if version is not None and horizon.has_faded(version) else version
            for one, version in known.items()
        }
        for known in (found.since, found.put)
    )
    return Origins(since, put)
