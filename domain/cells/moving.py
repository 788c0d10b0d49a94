"""Moving a match to another cell, while it is played.

Each step leaves exactly one cell that the match is appended to, or none for a moment; and who repeats the command
goes on from what the last one has left. What the steps have reached is read from the heads of the match in
both cells:

======================  =============  =============  =======================================
what was done           in the source  in the target  what comes next
======================  =============  =============  =======================================
nothing, or a copy      it goes on     none, or gone  copy the log, end it (``Matches.leave``)
the log is ended        gone           none, or gone  copy the rest, put it in place
it is in place          gone           it goes on     let the registry say so
the registry says so    gone           it goes on     clear away what is left
======================  =============  =============  =======================================

That the registry says otherwise stops nobody who still asks the old cell. What does is the row that ends the log
there: an append collides with it, and the head fits no append and no read. Both name the cell that the match goes
to, so of two moves at once one wins; and each step is only done where the fence is still the one that was seen.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from uuid import UUID

from domain.application.log import MatchNotFound
from domain.application.matches import Matches
from domain.cells import carried
from domain.cells.carried import Overtaken
from domain.cells.registry import Home, Registry
from domain.match.moved import GONE, MovedAway
from domain.store.beside.side import Head

Step = Callable[[str], None]
"""Called after each step of a move, with what was done."""

TIMES = 5
"""So often a move begins again because another one of the same match was faster."""
STEPS = ("copied", "ended", "in place", "registered", "cleared away")
"""What steps are called."""


class NotMoved(Exception):
    """A match cannot be moved; the message says why."""


def move(
    registry: Registry, cells: Mapping[str, Matches], match_id: UUID, to: str, step: Step = lambda _: None
) -> bool:
    """Move a match to another cell, or go on with that; whether it was anywhere else.

    *cells* are the matches of every cell by its name. Raises ``MatchNotFound``, :class:`NotMoved`, ``Damaged``.
    """
    moves = False
    for _ in range(TIMES):
        home = registry.home(match_id)
        if home is None:
            raise MatchNotFound(str(match_id))
        if home.cell not in cells:
            raise NotMoved(f"match {match_id} is in the cell {home.cell}, which cannot be used now")
        if home.cell == to:
            break
        moves = True
        with suppress(Overtaken):
            left = _brought(cells[home.cell], cells[to], match_id, to, step)
            _register(registry, cells[home.cell], match_id, to, left)
            step("registered")
    else:
        raise NotMoved(f"other moves of match {match_id} have overtaken this one: repeat it")
    _check_arrived(cells[to], match_id, to)
    for name, matches in cells.items():
        if name != to:
            _clear_away(matches, match_id, name)
        carried.forget_arriving(matches, match_id)
    step("cleared away")
    return moves


def _check_arrived(target: Matches, match_id: UUID, to: str) -> None:
    """Raise :class:`NotMoved` where the registry names a cell that a match is about to leave."""
    arrived = _head(target, match_id)
    if arrived is not None and arrived.size == GONE:
        raise _on_its_way(match_id, arrived, f"from {to} ")


def _on_its_way(match_id: UUID, left: Head, whence: str = "") -> NotMoved:
    to = left.root.partition(" ")[0]
    return NotMoved(f"match {match_id} is on its way {whence}to {to}: finish that move first")


def _register(registry: Registry, source: Matches, match_id: UUID, to: str, left: Head) -> None:
    """Let the registry say that a match is where it has been brought."""
    home = registry.home(match_id)
    # What was found in the registry is of the time of this move, or else the match has been back meanwhile.
    if home is None or home.cell == to or _gone(source, match_id) != left:
        raise Overtaken
    if not registry.flip(match_id, home, Home(to, left.root)):
        raise Overtaken


def _brought(source: Matches, target: Matches, match_id: UUID, to: str, step: Step) -> Head:
    """Bring a match to the target, as far as that was not done before; the head that is left in the source."""
    carried.prepare(target)
    arrived, left = _head(target, match_id), _head(source, match_id)
    if left is None:
        raise MatchNotFound(str(match_id))
    if left.size != GONE and arrived is not None and arrived.size != GONE:
        raise NotMoved(f"match {match_id} goes on in both cells: nothing was changed")
    fence, copied = f"{to} {secrets.token_hex(16)}", -1
    if left.size != GONE:
        copied = carried.copy_log(source, target, match_id, fence, -1, left.size - 1)
        step("copied")
        with suppress(MovedAway):  # another move was faster, and its fence counts
            source.leave(match_id, to, fence)
            step("ended")
    left = _gone(source, match_id)
    if left.root.partition(" ")[0] != to:
        raise _on_its_way(match_id, left)
    arrived = _head(target, match_id)
    if _gone(source, match_id) != left:
        raise Overtaken  # so that what was found in the target may be of a later move
    if arrived is not None and arrived.size != GONE:
        return left
    size = carried.last_version(source, match_id)
    if carried.copy_log(source, target, match_id, fence, copied, size - 1) != size - 1:
        raise Overtaken
    last = source.stored_event(match_id, size - 1)
    carried.put_in_place(target, last, fence, carried.beside(source, match_id), arrived)
    step("in place")
    return left


def _gone(source: Matches, match_id: UUID) -> Head:
    """The head of a match that has left the source; raises :class:`Overtaken` where it has come back."""
    left = _head(source, match_id)
    if left is None or left.size != GONE:
        raise Overtaken
    return left


def _head(matches: Matches, match_id: UUID) -> Head | None:
    """The head of a match that has perhaps left; raises ``Damaged``."""
    try:
        return matches.head(match_id)
    except MovedAway:
        return matches.side.head(match_id)


def _clear_away(matches: Matches, match_id: UUID, name: str) -> None:
    left = _head(matches, match_id)
    if left is None:
        return
    if left.size != GONE:
        raise NotMoved(f"match {match_id} goes on in the cell {name}, too, of which the registry knows nothing")
    carried.clear_away(matches, match_id, left)
