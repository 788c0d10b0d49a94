"""Streams of server-sent events: what happens in a match, as its viewer may have it then.

The format is that of https://html.spec.whatwg.org/multipage/server-sent-events.html. Every event's id is the
version of the match that it brings the reader to. Nothing is hidden here: each event is what the gate gives for
the viewer, with the horizon as it is at that decision. What was missed while nobody listened is served as the log
would serve it now.

A stream does not wait and sends nothing: it is asked for its opening, and told of the moments that follow. On the
main port a thread does both (``events``); in the relay a loop does it for all its streams (``service.relay``).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Protocol
from uuid import UUID

from domain.application.following import Follower
from domain.application.log import Moment
from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.visibility import OFFICIAL, PUBLIC, Horizon, StoredDecision, Viewer, seat_viewer
from domain.kit.words.match import MatchWords
from domain.kit.written.notation import encoded
from domain.match.damage import Damaged
from domain.match.line import has_changes
from domain.match.match import Match
from domain.match.moved import MovedAway
from domain.match.principal import Principal
from projections import views
from projections.access import NotAllowed, check_viewer
from projections.said.naming import words_of
from service.web.problems import Problem
from service.web.responses import outages

logger = logging.getLogger(__name__)

COMMENT = b": kerbholz\n\n"
RETRY = b"retry: 2000\n"
"""Milliseconds after which a reader whose stream was cut connects again."""
PAGE = 200
"""Decisions that are read at once."""


class Places:
    """How many streams and long polls are open: in all, and of each caller.

    *tell* hears of each change. There may be thousands of callers, so none of them is looked at for another.
    """

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._lock = Lock()
        self._taken: dict[Hashable, int] = {}
        self.taken = 0
        """How many are open."""
        self.tell: Callable[[int], object] = lambda _: None

    def take(self, caller: Hashable) -> Callable[[], None]:
        """Take a place; what gives it back, once. Raises Problem."""
        with self._lock:
            own = self._taken.get(caller, 0)
            if own >= self._each:
                raise Problem("too-many-streams")
            if self.taken >= self._most:
                raise Problem("streams-full")
            self._taken[caller] = own + 1
            self._changed(1)
        given_back = False

        def give_back() -> None:
            nonlocal given_back
            with self._lock:
                if not given_back:
                    given_back = True
                    self._taken[caller] -= 1
                    if not self._taken[caller]:
                        del self._taken[caller]
                    self._changed(-1)

        return give_back

    def _changed(self, by: int) -> None:
        self.taken += by
        self.tell(self.taken)


class Relay(Protocol):
    """Takes over one stream from a request, so that no thread waits for what happens."""

    def following(self, match_id: UUID) -> Follower | None:
        """By what a match is followed already, if others read it."""

    def follow(self, match_id: UUID, give_back: Callable[[], None]) -> Follower:
        """Follow a match from now on, with all its readers; *give_back* is called when this one goes."""

    def take(self, stream: Stream) -> None:
        """The stream, which nobody has asked for anything yet."""

    def close(self) -> None:
        """There will be no stream."""


@dataclass(slots=True)
class Stream:
    """The events of one match for one reader, from *match* on, or after the version that the reader has seen.

    *match* is as the reader has been told it. *until_closed* says whether it goes on behind the end of the match,
    as long as its record is open; *heartbeat* is the time of silence, in seconds, after which a comment is sent;
    *roots* whether those of the tree are told; with a *language* each decision has a sentence in it.
    *share* passes on what was missed, which may be much: it makes it part by part, and not for too many at once.
    """

    matches: Matches
    follower: Follower
    match: Match
    principal: Principal
    viewer: Viewer
    after: int | None
    until_closed: bool
    heartbeat: float
    roots: bool = False
    language: str | None = None
    share: Callable[[Iterator[bytes]], Iterator[bytes]] = iter

    def events(self) -> Iterator[bytes]:
        """The events, waited for in this thread.

        Without an ``end`` where the process is about to end, or the storage out of reach.
        """
        try:
            yield from self._events()
        except cuts() as error:
            log_cut(error)
        finally:
            self.follower.close()

    def _events(self) -> Iterator[bytes]:
        yield from self.opening()
        while not self.over and not self.follower.stopped():
            if self.follower.wait(self.match.version, self.heartbeat):
                yield from self.told(self.follower.moments(self.match))
            elif not self.follower.stopped():
                yield COMMENT
        if self.over:
            yield self.end()

    @property
    def reader(self) -> Hashable:
        """All that an event depends on beside its moment: to two readers with the same, the same is told.

        The horizon follows from the moment and the principal, and so does who may look as whom.
        """
        return self.principal, self.viewer, self.roots, self.language

    @property
    def over(self) -> bool:
        """Whether nothing follows but the end."""
        match = self.match
        return bool(match.state.closed) or (match.disclosed and not self.until_closed)

    def opening(self) -> Iterator[bytes]:
        """What is told first: the board, or what was missed."""
        match = self.match
        if self.after is None:
            yield RETRY + self._snapshot(match, match.version)
        else:
            yield COMMENT[:-1] + RETRY + b"\n"
            yield from self.share(self._missed(self.after))
        if self.roots:
            yield _root(match)

    def told(self, moments: Iterable[Moment]) -> Iterator[bytes]:
        """What *moments* bring, which follow the match; with each the stream moves on, until it is over.

        A part is the same for all with the same ``reader``, and so made once for them. Raises NotAllowed.
        """
        for moment in moments:
            if self.over:
                return
            check_viewer(moment.match, self.principal, self.viewer)
            said = moment.made.get(self.reader)
            if said is None:
                with self.matches.spans("stream", moment.match):
                    said = moment.made[self.reader] = self._made(moment, self.match)
            yield said
            self.match = moment.match

    def end(self) -> bytes:
        """The event that says that nothing more will come."""
        match, state = self.match, self.match.state
        told = {
            "match": str(match.id),
            "version": match.version,
            "status": state.status,
            "outcome": state.outcome,
            "closed": state.closed,
        }
        return event("end", match.version, told)

    def _made(self, moment: Moment, before: Match) -> bytes:
        match = moment.match
        said = self._decision(moment.decision, match.horizon(self.principal), self._words(match))
        if has_changes([moment.decision.record]):
            said += self._snapshot(match, match.version)
        if match.disclosed != before.disclosed:
            said += self._visibility(match, match.version)
        return said + (_root(match) if self.roots else b"")

    def _missed(self, after: int) -> Iterator[bytes]:
        """What lies behind version *after*, as the log serves it now.

        What follows a decision may have been lost with the connection, so it is told again for *after* itself; and
        it comes right behind its decision, so that nobody can have been told a later one without it.
        """
        match, horizon, board = self.match, self.match.horizon(self.principal), self._board_due(after)
        # Where nothing was missed, all ask the same of one decision: it is read for the first who comes back.
        is_whole = after == match.version != board and not self.follower.turns_line(after)
        last = after if is_whole else after - 1
        while last < match.version:
            page = self.matches.decisions(match.id, after=last, until=match.version, limit=PAGE)
            words = self._words(match)
            for decision in page:
                version = decision.version
                if version > after:
                    yield self._decision(decision, horizon, words)
                turns = has_changes([decision.record])
                if version == board or (turns and not horizon.has_faded(version)):
                    yield self._snapshot(match, version)
                if turns and not match.disclosed:
                    yield self._visibility(match, version)
            last = page[-1].version
        if match.disclosed:
            yield self._visibility(match, match.version)

    def _board_due(self, after: int) -> int | None:
        """The decision after which a reader who may have been told skeletons needs the board, if there is one.

        That is the horizon, also where an earlier connection told what has faded: a horizon never moves back, so a
        reader past it has been told the board. Where everything is disclosed there is no horizon any more, and
        nobody knows what the reader was told.
        """
        if not self.match.fades or self.principal.official:
            return None
        if self.match.disclosed:
            return after
        horizon = self.match.horizon(self.principal).version
        return horizon if horizon > 0 and after <= horizon else None

    def _words(self, match: Match) -> MatchWords | None:
        """The words, with the names as they are now: one can be erased while the stream goes on."""
        return words_of(self.matches, match, self.language) if self.language is not None else None

    def _decision(self, decision: StoredDecision, horizon: Horizon, words: MatchWords | None) -> bytes:
        (told,) = views.log([decision], self.viewer, horizon, words=words)
        return event("decision", decision.version, told)

    def _snapshot(self, match: Match, at: int) -> bytes:
        return event("snapshot", at, views.view(self.matches, match, self.viewer, at, at))

    def _visibility(self, match: Match, at: int) -> bytes:
        horizon = match.horizon(self.principal)
        told: dict[str, Json] = {
            "match": str(match.id),
            "version": match.version,
            "disclosed": match.disclosed,
            "as": [str(viewer) for viewer in self._open_viewers(match)],
            "horizon": horizon.version if horizon.fades else None,
        }
        return event("visibility", at, told)

    def _open_viewers(self, match: Match) -> Iterator[Viewer]:
        for viewer in (PUBLIC, *map(seat_viewer, range(match.rules.seats)), OFFICIAL):
            try:
                check_viewer(match, self.principal, viewer)
            except NotAllowed:
                continue
            yield viewer


def cuts() -> tuple[type[Exception], ...]:
    """What ends a stream without an ``end``: its reader comes back, and then learns why, where that lasts."""
    return (*outages(), Damaged, NotAllowed, MovedAway)


def log_cut(error: Exception) -> None:
    """Note for the operator why a stream was cut."""
    if isinstance(error, Damaged):
        logger.warning("a stream ends, for its match is damaged")
    elif isinstance(error, NotAllowed):
        logger.info("a stream ends, for its viewer is no longer open to it")
    elif isinstance(error, MovedAway):
        logger.info("a stream ends, for its match is moved to another database")
    else:
        logger.warning("a stream ends, for the storage is out of reach: %s", type(error).__name__)


def _root(match: Match) -> bytes:
    """The root after the match's newest decision."""
    return event("root", match.version, {"version": match.version, "root": match.root})


def event(kind: str, version: int, document: Json) -> bytes:
    """An event; JSON as it is encoded here has no line breaks."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (version, kind.encode(), encoded(document))
