"""The log as somebody lists it: as they were told it, on a line, sifted, with what changed, and with sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.visibility import PUBLIC, Horizon, StoredDecision, Viewer, redacted_text
from domain.kit.words.match import MatchWords
from domain.kit.written.notation import encoded
from domain.match.line import changes_until
from domain.match.match import Match
from projections.changes import Boards, with_changes
from projections.said.worded import with_text
from projections.views import log
from projections.wanted import Page, Rounds, Wanted, sifted


class Listing:
    """The decisions behind version *after*, up to *last*.

    With *line* they are those of the line of that version; with *words* each has a sentence, and with *changed*
    the pointers into the board where it changed something. Of them those alone that are *wanted*. It is read once.
    """

    def __init__(
        self,
        matches: Matches,
        match: Match,
        viewer: Viewer,
        horizon: Horizon,
        after: int,
        line: int | None,
        *,
        words: MatchWords | None,
        changed: bool,
        wanted: Wanted,
    ) -> None:
        self._matches, self._match, self._viewer, self._horizon = matches, match, viewer, horizon
        self._after, self._words, self._wanted = after, words, wanted
        self.last = match.version if line is None else line
        self._changes = None
        if line is not None:
            turning = matches.turns(match.id, until=self.last)
            self._changes = changes_until(log(turning, viewer, horizon), self.last)
        self._boards = Boards(matches, match, viewer, after, line) if changed else None
        faded = changed and horizon.fades and after < horizon.version
        self._for_everybody = Boards(matches, match, PUBLIC, after, line) if faded else None
        self._rounds = None if wanted.round is None else Rounds(matches, match, after, line)

    def pages(self) -> Iterator[list[dict[str, Json]]]:
        """All of it, in pages, so that a long log needs no more memory than a short one."""
        return self._told(self._matches.pages(self._match.id, after=self._after, until=self.last))

    def lines(self) -> Iterator[bytes]:
        """All of it, each decision as JSON in a line of its own, in pages."""
        if self._words or self._wanted or self._changes is not None or self._boards is not None:
            for page in self.pages():
                yield b"".join(encoded(decision) + b"\n" for decision in page)
            return
        for stored in self._matches.pages(self._match.id, after=self._after, until=self.last):
            yield b"".join(redacted_text(one, self._viewer, self._horizon) + b"\n" for one in stored)

    def page(self, limit: int | None) -> tuple[list[dict[str, Json]], int, bool]:
        """The first decisions, *limit* at most; the version up to which they lead, and whether there are more."""
        if self._wanted:
            found = chain.from_iterable(self.pages())
            listed = list(islice(found, limit))
            return listed, listed[-1]["version"] if listed else self._after, next(found, None) is not None
        page = self._matches.decisions(self._match.id, after=self._after, until=self.last, limit=limit)
        (listed,) = self._told([page])
        last = page[-1].version if page else self._after
        return listed, last, bool(page) and last < self.last

    def _told(self, pages: Iterable[Sequence[StoredDecision]]) -> Iterator[list[dict[str, Json]]]:
        for listed in sifted(map(self._page, pages), self._wanted, self._rounds):
            yield listed if self._words is None else [with_text(decision, self._words) for decision in listed]

    def _page(self, stored: Sequence[StoredDecision]) -> Page:
        listed = log(stored, self._viewer, self._horizon, self._changes)
        if self._boards is not None:
            listed = with_changes(listed, stored, self._boards, self._horizon, self._for_everybody)
        return stored, listed
