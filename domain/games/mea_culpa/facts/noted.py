"""What is kept of what happens: a fact of this kind is noted among what has been done (see ``done``)."""

from __future__ import annotations

from typing import ClassVar

from domain.kit.facts import Fact


class Noted(Fact):
    """A fact from which a turn is read, where steps are entered one by one.

    *sees* names the attributes of the state that are kept with it, as they were before it.
    """

    __slots__ = ()
    SEES: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(
        cls, opens: bool | None = None, sees: tuple[str, ...] | None = None, **kwargs: object
    ) -> None:
        super().__init_subclass__(opens, **kwargs)
        if sees is not None:
            cls.SEES = sees
