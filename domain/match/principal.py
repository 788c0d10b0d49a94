"""Who is asking: the role and the seat that a token stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from domain.kit.facts import Json
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, seat_viewer

Role = Literal["host", "arbiter", "scribe", "seat", "spectator", "anonymous"]
OFFICIAL_ROLES = ("arbiter", "scribe")


@dataclass(frozen=True, slots=True)
class Principal:
    """A role, and for the role ``seat`` which one; *number* says with which of its tokens: the first is 0."""

    role: Role
    seat: int | None = None
    number: int = 0

    @property
    def official(self) -> bool:
        """Whether it sees everything: arbiter and scribe."""
        return self.role in OFFICIAL_ROLES

    @property
    def viewer(self) -> Viewer:
        """What it looks as, unless it asks for something else."""
        if self.official:
            return OFFICIAL
        return seat_viewer(self.seat) if self.role == "seat" and self.seat is not None else PUBLIC

    @property
    def name(self) -> Json:
        """How a decision names it: ``{"seat": n}`` or the role."""
        return {"seat": self.seat} if self.role == "seat" else self.role

    @property
    def at_the_table(self) -> Json:
        """How a fact names it that says who has said something: the number of its seat, or the role."""
        return self.seat if self.role == "seat" else self.role

    def __str__(self) -> str:
        return f"seat:{self.seat}" if self.role == "seat" else self.role


ANONYMOUS = Principal("anonymous")
