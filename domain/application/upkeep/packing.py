"""Packing the decisions of a match into blocks (``domain.store.log.blocks``), and unpacking them.

A match is packed when its record is closed, so that nothing is added to it any more, and when all that is stored
of it is whole. Its decisions read as before, byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from domain.application.matches import Matches
from domain.application.upkeep.checking import Finding, check
from domain.match.damage import Damaged
from domain.store.log.blocks import blocks_of


@dataclass(frozen=True, slots=True)
class Packed:
    """What became of a match: how many decisions were packed, and what room they took before and after that."""

    decisions: int
    before: int
    after: int


class NotWhole(Exception):
    """Something of the match is damaged, so it is left as it is: *finding* is the first thing that is wrong."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


def pack(matches: Matches, match_id: UUID, until: int) -> Packed | None:
    """Pack a match that is closed, unless its newest decision is behind position *until* of the log.

    None, if it is left as it is: it is open, too new, or packed already. Raises :class:`NotWhole`, ``Damaged``,
    ``MatchNotFound``, ``MovedAway``.
    """
    match, table = matches.load(match_id), matches.blocks
    rows = table.unpacked(match_id)
    if not match.state.closed or rows[-1].position > until or rows[-1].version != match.version:
        return None
    if [row.version for row in rows] != list(range(match.version + 1)):
        return None
    found: list[Finding] = []
    check(matches, match_id.hex, found.append)
    if found:
        raise NotWhole(found[0])
    rows = rows[:-1]
    blocks = blocks_of(matches.marks, match_id, rows)
    if not blocks or [row for block in blocks for row in block.rows()] != rows:
        return None  # what would not come back as it was stays as it is
    if not table.pack(match_id, blocks):
        return None
    return Packed(len(rows), sum(len(row.state) for row in rows), sum(len(one.block) for one in blocks))


def unpack(matches: Matches, match_id: UUID) -> int:
    """Unpack a match; how many decisions that were, 0 if it was not packed. Raises ``Damaged``, ``MovedAway``."""
    blocks = matches.blocks.stored(match_id)
    for block in blocks:
        if not block.fits(matches.marks):
            raise Damaged(match_id, block.first, "block", "it is not the one that was stored")
    if not blocks or not matches.blocks.unpack(match_id, blocks):
        return 0
    return sum(block.last - block.first + 1 for block in blocks)
