"""``kerbholz record --check``: whether a file could be recorded, judged here without a service."""

from __future__ import annotations

from domain.application.matches import Matches
from service import importing
from service.cli.record import Refusal
from service.config import parse_database
from service.web.problems import Problem


def check(text: str) -> tuple[importing.Entered, bool]:
    """What would become of a file, judged here without a service, and whether its end would wait to be confirmed.

    Raises :class:`Refusal` with all that is wrong with it.
    """
    with Matches({**parse_database("sqlite://"), "CREATE_TABLE": "y"}) as matches:
        try:
            file = importing.read(text)
            draft = matches.draft(file.opening)
            entered = importing.enter(draft, file)
        except Problem as problem:
            raise Refusal(problem.body()) from None
        return entered, draft.match.state.proposed is not None
