"""Every position of the recorded matches in ``shorthand``: each is entered again, line by line, as imports are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from domain.application.judging import Asked, Draft
from domain.match.match import Match
from domain.match.principal import Principal
from service import importing
from tests.laws.notebook import Notebook

FILES = sorted((Path(__file__).parent / "shorthand").glob("*.txt"))


class _Watched(Draft):
    """A draft that keeps each match to which something was added, with what that was."""

    def watch(self) -> _Watched:
        """Begin with nothing kept."""
        self.seen: list[tuple[Match, Asked]] = []
        return self

    def judge(self, principal: Principal, asked: Sequence[Asked], *, dry_run: bool) -> None:
        """Keep it, and go on."""
        (one,) = asked
        self.seen.append((self.match, one))
        super().judge(principal, asked, dry_run=dry_run)


def positions(path: Path) -> Iterator[tuple[Match, Asked]]:
    """Each match before a line of a file, and what the line asks for."""
    file = importing.read(path.read_text(encoding="utf-8"))
    notebook = Notebook()
    notebook.open(file.opening)
    draft: Any = _Watched(notebook.match, notebook.sources).watch()
    importing.enter(draft, file)
    return iter(draft.seen)
