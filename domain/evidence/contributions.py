"""What the log of a match with joint chance says of it: that the contributions and what is joint of them fit.

It needs no secret: the seats' commitments and values are public, and so is the commitment to the seed
(``docs/decisions/0045-joint-chance.md``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.evidence.grammar import HEX
from domain.kit.chance import contributed, joined
from domain.kit.table.joining import JOINT, ChanceJoined, ContributionMade, ContributionOpened


class Contributions:
    """The contributions to a match, as its decisions tell of them from the first on.

    The records come from a file of which nothing else is known.
    """

    def __init__(self, opening: Mapping[str, Any]) -> None:
        options, seats, chance = opening.get("options"), opening.get("seats"), opening.get("chance")
        self._match = str(opening.get("match"))
        self._asked = isinstance(options, dict) and options.get("chance") == JOINT
        self._seats = len(seats) if isinstance(seats, list) else 0
        self._seed = chance.get("commitment") if isinstance(chance, dict) else None
        self._commitments: dict[int, str] = {}
        self._values: dict[int, str] = {}
        self.joint: str | None = None
        """What is joint of them, when all are open."""

    def objection(self, record: Mapping[str, Any]) -> str | None:
        """What does not hold in the next decision; None if all does."""
        if not self._asked:
            return None
        if record.get("actor") == "chance" and self.joint is None:
            return "chance decides before all seats have contributed"
        facts = record.get("facts")
        for fact in facts if isinstance(facts, list) else ():
            if isinstance(fact, dict) and (wrong := self._wrong(fact)) is not None:
                return wrong
        return None

    def _wrong(self, fact: Mapping[str, Any]) -> str | None:
        match fact.get("type"):
            case ContributionMade.TYPE:
                return self._made(fact.get("seat"), fact.get("commitment"))
            case ContributionOpened.TYPE:
                return self._opened(fact.get("seat"), fact.get("value"))
            case ChanceJoined.TYPE:
                return self._joined(fact.get("joint"))
        return None

    def _made(self, seat: Any, commitment: Any) -> str | None:
        if not self._is_seat(seat) or not _is_hex(commitment) or seat in self._commitments:
            return "a seat is committed to its contribution once"
        self._commitments[seat] = commitment
        return None

    def _opened(self, seat: Any, value: Any) -> str | None:
        if not self._is_seat(seat) or len(self._commitments) < self._seats or seat in self._values:
            return "a seat opens its contribution once, when all are committed"
        if not _is_hex(value) or contributed(self._match, seat, value) != self._commitments[seat]:
            return f"seat {seat} opens another contribution than it was committed to"
        self._values[seat] = value
        return None

    def _joined(self, joint: Any) -> str | None:
        if self.joint is not None or len(self._values) < self._seats or not _is_hex(self._seed):
            return "chance is joint once, when all contributions are open"
        if joint != joined(str(self._seed), [self._values[seat] for seat in range(self._seats)]):
            return "what is joint is made of other contributions, or of another seed"
        self.joint = joint
        return None

    def _is_seat(self, seat: Any) -> bool:
        return isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < self._seats


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and HEX.fullmatch(value) is not None
