"""Runs projections behind the log: each page of appends and its position in one transaction; and rebuilds them.

A projection is a function: from a match as the public was told it to the rows of that match. Where it has got to
lies in the database, so it goes on from there after a crash, in this process or another one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from threading import Event, Thread
from time import monotonic, sleep, thread_time
from typing import Any, Literal, Protocol
from uuid import UUID

from eventsourcing.persistence import IntegrityError, OperationalError, Tracking

from domain.application.following import LOOK_AGAIN, LOOK_ANYWAY, Watcher
from domain.application.matches import Matches
from domain.match.damage import Damaged
from domain.match.moved import MovedAway
from domain.store.beside.models import FRESH, NOWHERE, Rebuild, Rows, Run, replace_rows
from domain.store.log.feed import Appended
from domain.store.reaching import is_outage
from domain.store.threads import begun
from projections.read_models.catalogue import Catalogue, with_mark
from projections.read_models.public_matches import ToldMatch, ToldMatches
from projections.read_models.statistics import Statistics

logger = logging.getLogger(__name__)

PAUSE, LONGEST_PAUSE = 0.05, 0.25
"""Seconds between two rounds, from and to, so that what is appended quickly is projected together."""
SHARE = 0.02
"""The part of a processor that rounds aim for, as far as the longest pause allows: costly ones pause longer."""
PAGE = 200
"""Appends that are projected in one transaction."""
BACK_OFF = (0.5, 60.0)
"""Seconds until a projection that has failed is tried again: at first, and at most."""
OUTAGE = 1.0
"""Seconds, at most, if the database failed: that may be over at any moment, and says nothing about the
projection."""
STOPPING = 10.0
"""Seconds that stopping waits for what is being written."""
BEHIND = 60.0
"""Seconds that the oldest unread append may be old before a projection counts as being behind."""


class Projection(Protocol):
    """What a read model is made by."""

    @property
    def name(self) -> str:
        """What it is called: its position is kept under this name."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that it alone writes to."""

    def rows(self, match: ToldMatch) -> list[tuple[str, tuple[Any, ...]]]:
        """All rows of a match: each the name of its table, and its values."""


PROJECTIONS: tuple[Projection, ...] = (Catalogue(), Statistics())


class WritesRows(Protocol):
    """What reads the log and writes rows of its own."""

    @property
    def name(self) -> str:
        """What it is called: its position is kept under this name."""

    def prepared(self, page: Sequence[Appended]) -> Callable[[Run], None]:
        """What is to be written for a page of the log: called in the transaction that records the position."""

    def committed(self) -> None:
        """What was prepared has been written."""

    def begin_again(self, newest: int) -> None:
        """The log is another one and ends at *newest*, before the position: go on from there, keeping nothing."""


def pause_after(spent: float) -> float:
    """Seconds of pause behind a round, by the seconds of the processor that it has *spent*: requests lack them."""
    return max(PAUSE, min(spent / SHARE, LONGEST_PAUSE))


def rows_of(
    matches: Matches, projection: Projection, told: ToldMatches, match_id: UUID, version: int
) -> list[tuple[str, tuple[Any, ...]]]:
    """The rows of a match, as they are written; of one that has left, or is damaged, there are none."""
    try:
        return _marked(matches, projection, told.at(match_id, version))
    except (Damaged, MovedAway):
        return []


def _marked(matches: Matches, projection: Projection, match: ToldMatch) -> list[tuple[str, tuple[Any, ...]]]:
    return [with_mark(matches.marks, *row) for row in projection.rows(match)]


class Projected:
    """Follows the log with a projection."""

    def __init__(self, projection: Projection, matches: Matches, told: ToldMatches) -> None:
        self.name = projection.name
        self._projection = projection
        self._matches = matches
        self._told = told

    def prepared(self, page: Sequence[Appended]) -> Callable[[Run], None]:
        """See :class:`WritesRows`: the rows of each match, in the place of its old ones."""
        newest = {one.match_id: one.version for one in page}
        known = self._told.known(page)
        rows = {
            match_id: _marked(self._matches, self._projection, known[match_id])
            if match_id in known
            else rows_of(self._matches, self._projection, self._told, match_id, version)
            for match_id, version in newest.items()
        }
        return lambda run: replace_rows(run, self._projection.tables, rows)

    def committed(self) -> None:
        """See :class:`WritesRows`: the reader will find it."""

    def begin_again(self, newest: int) -> None:  # noqa: ARG002 - rebuilding looks by itself how far the log goes
        """See :class:`WritesRows`: all rows are made anew."""
        self._told = ToldMatches(self._matches)
        rebuild(self._matches, (self._projection,))


@dataclass(frozen=True, slots=True)
class Standing:
    """How a projection stands, as far as this process knows.

    *behind* is for how many seconds there has been something that it has not read; *failures* how often in a row
    it has failed, *error* the kind of the last failure.
    """

    state: Literal["following", "failing", "behind"]
    behind: float
    failures: int = 0
    error: str | None = None


@dataclass(slots=True)
class _Progress:
    """How far somebody has come who writes rows, and how often in a row that has failed."""

    writer: WritesRows
    position: int | None = None
    failures: int = 0
    error: str | None = None
    again: float = 0.0
    page: int = 0
    goal: int = 0
    since: float | None = None

    def saw(self, position: int, newest: int, now: float) -> None:
        if position >= newest:
            self.since = None
        elif self.since is None or position >= self.goal:
            self.goal, self.since = newest, now


class Runner:
    """Follows the log with some projections, and *others*, in a thread of its own.

    Every process may have one: on PostgreSQL they take turns, on SQLite a repetition is refused by the position.
    It hears of this process's appends by itself, and of the others' by the bell that *watcher* passes on. A bell
    is no evidence: without a ring it looks soon after the last one, and then ever more seldom.
    """

    def __init__(
        self,
        matches: Matches,
        projections: Sequence[Projection] = PROJECTIONS,
        others: Sequence[WritesRows] = (),
        *,
        watcher: Watcher | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.matches = matches
        told = ToldMatches(matches)
        writers: list[WritesRows] = [Projected(projection, matches, told) for projection in projections]
        self._progress = [_Progress(one) for one in (*writers, *others)]
        self._clock = clock
        self._watcher = watcher
        self._bell = Event()
        self._stopping = Event()
        self._thread: Thread | None = None

    # -- the thread

    def start(self) -> None:
        """Begin to follow; commits of this process, and those of others, ring the bell from now on."""
        if self._thread is None:
            self.matches.bells.append(self.wake)
            if self._watcher is not None:
                self._watcher.pass_on(self.wake)
            self._thread = begun(self._run, "projections")

    def stop(self) -> None:
        """Follow no longer; returns when nothing more is written, or soon, if the database does not answer."""
        self._stopping.set()
        self._bell.set()
        if self._thread is not None:
            self.matches.bells.remove(self.wake)
            if self._watcher is not None:
                self._watcher.pass_on_no_more(self.wake)
            self._thread.join(STOPPING)
            self._thread = None

    def wake(self, *_: object) -> None:
        """Something may have been appended: look now."""
        self._bell.set()

    def _run(self) -> None:
        patience = LOOK_AGAIN
        while not self._stopping.is_set():
            self._bell.clear()
            before = thread_time()
            busy = self.round()
            if busy and self._has_more():
                continue
            self._stopping.wait(pause_after(thread_time() - before))
            if busy or self._bell.wait(min(patience, self._next_try())):
                patience = LOOK_AGAIN
            else:
                patience = min(3 * patience, LOOK_ANYWAY)

    def _has_more(self) -> bool:
        """Whether somebody who has not failed has read a full page: then there may be another one behind it."""
        return any(progress.page == PAGE and not progress.failures for progress in self._progress)

    def _next_try(self) -> float:
        """Seconds until a projection that has failed is tried again."""
        waiting = [progress.again for progress in self._progress if progress.failures]
        return max(0.0, min(waiting, default=float("inf")) - self._clock())

    # -- following

    def round(self) -> bool:
        """Project at most a page with each projection; whether one of them has read something.

        A projection that fails is left alone for a while, longer each time, and the others go on.
        """
        try:
            newest = self.matches.feed.newest()
        except Exception as error:
            if self._is_news(self._progress[0], error):
                logger.warning("projections cannot read the log: %s", type(error).__name__, exc_info=error)
            for progress in self._progress:
                self._has_failed(progress, error)
            return False
        abreast = self._abreast(newest)
        have_read = [self._tried(progress, newest) for progress in self._progress if progress not in abreast]
        return bool(abreast) or any(have_read)

    def _abreast(self, newest: int) -> Sequence[_Progress]:
        """Those that have come equally far, and have now read the next page at once: it is read and written once.

        None, if anything is in the way: then each is tried by itself, and it is seen what is wrong with which.
        """
        several = [progress for progress in self._progress if not progress.failures]
        if len(several) < 2 or all(progress.position == newest for progress in several):
            return ()
        try:
            before, after, page = self._page(*(progress.writer for progress in several))
        except Exception as error:  # noqa: BLE001 - whatever it is, it comes again where it belongs
            logger.debug("projections are tried one by one: %s", type(error).__name__)
            return ()
        if after == before:
            return ()
        for progress in several:
            self._has_read(progress, after, page, newest)
        return several

    def _tried(self, progress: _Progress, newest: int) -> bool:
        if self._clock() < progress.again:
            return False
        name, progress.page = progress.writer.name, 0
        try:
            # Where nothing has come since it had read everything, its position need not be asked for.
            known = progress.position == newest
            before = newest if known else self.matches.models.position(name)
            if before > newest:
                before = self._begun_again(progress.writer)
            _, after, page = self._page(progress.writer) if before < newest else (before, before, 0)
        except Exception as error:
            if self._is_news(progress, error):
                logger.warning("projection %s has failed: %s", name, type(error).__name__, exc_info=error)
            self._has_failed(progress, error)
            return False
        self._has_read(progress, after, page, newest)
        return after > before

    def _has_read(self, progress: _Progress, after: int, page: int, newest: int) -> None:
        progress.position, progress.page = after, page
        progress.failures, progress.error, progress.again = 0, None, 0.0
        progress.saw(after, newest, self._clock())

    def _is_news(self, progress: _Progress, error: Exception) -> bool:
        """Whether it is to be told: in an outage it is tried so often that the first time is enough."""
        return not progress.failures or not is_outage(error)

    def _begun_again(self, writer: WritesRows) -> int:
        """The position after beginning again, where what was read is not in the log any more.

        A back-up was restored; a follower that just went on would skip what comes under the same numbers.
        """
        models, name = self.matches.models, writer.name
        with models.turn(name) as mine:
            position, newest = models.position(name), self.matches.feed.newest()
            if not mine or position <= newest:
                return position
            where = "no position" if position == NOWHERE else f"position {position}"
            logger.warning("%s is at %s, and the log ends at %s: it begins again", name, where, newest)
            writer.begin_again(newest)
        return models.position(name)

    def _has_failed(self, progress: _Progress, error: Exception) -> None:
        now = self._clock()
        first, most = BACK_OFF
        if is_outage(error):
            most = OUTAGE
        progress.again = now + min(most, first * 2.0 ** min(progress.failures, 30))
        progress.failures += 1
        progress.error = type(error).__name__
        if progress.since is None:
            progress.since = now

    def _page(self, *writers: WritesRows) -> tuple[int, int, int]:
        """Let writers project the next page, in one transaction: the positions before and after it, and its size.

        There is none, and the position stays the same, if it was somebody else's turn, or they are not abreast.
        """
        models, names = self.matches.models, [writer.name for writer in writers]
        with models.turn(*names) as mine:
            position, *others = (models.position(name) for name in names)
            together = mine and all(other == position for other in others)
            page = self.matches.feed.after(position, PAGE) if together else ()
            if not page:
                return position, position, 0
            reached = page[-1].position
            try:
                with self.matches.spans("project"):
                    self._write(page, writers)
            except IntegrityError:
                # Another process has been here, or else this is tried again and fails again.
                if any(models.position(name) < reached for name in names):
                    raise
        return position, reached, len(page)

    def _write(self, page: Sequence[Appended], writers: Sequence[WritesRows]) -> None:
        """Write what a page brings, and that it has been read."""
        writes = [writer.prepared(page) for writer in writers]
        with self.matches.models.writing(*(Tracking(one.name, page[-1].position) for one in writers)) as run:
            for write in writes:
                write(run)
        for writer in writers:
            writer.committed()

    # -- how it goes

    def standing(self) -> dict[str, Standing]:
        """How each projection stands."""
        now = self._clock()
        found: dict[str, Standing] = {}
        for progress in self._progress:
            behind = 0.0 if progress.since is None else now - progress.since
            state: Literal["following", "failing", "behind"] = "failing" if progress.failures else "following"
            if behind > BEHIND:
                state = "behind"
            found[progress.writer.name] = Standing(state, behind, progress.failures, progress.error)
        return found

    def catch_up(self) -> None:
        """Project all that is in the log now, in the caller's thread; raises what a projection raises."""
        newest = self.matches.feed.newest()
        for progress in self._progress:
            while self.matches.models.position(progress.writer.name) < newest:
                self._page(progress.writer)


# -- rebuilding -----------------------------------------------------------------------------------------------

Progress = Callable[[int, int], None]
"""Called with the number of decisions that have been read, and the number that there are."""

SWITCHES = 60
"""Times that switching is tried again, a second apart, while somebody reads the old tables for a long time."""
AT_ONCE = 2_000
"""Decisions whose matches are written in one transaction of a rebuild."""


def rebuild(
    matches: Matches, projections: Sequence[Projection] = PROJECTIONS, progress: Progress = lambda _, __: None
) -> int:
    """Build read models anew from all decisions, and put them in the place of the old ones; gives their number.

    Match by match into fresh tables, while the old ones are read and followed. What has been appended meanwhile
    is added, the last of it in the transaction that switches. Raises ``RebuiltElsewhere``.
    """
    tables = [table for projection in projections for table in projection.tables]
    building = Rebuild(matches.models, [projection.name for projection in projections], tables)
    position, newest, _ = _versions(matches, 0)
    total = sum(newest.values()) + len(newest)  # of a packed match only the newest decision is in the feed
    done = 0
    for batch in _batches(newest):
        rows = _rows(matches, projections, batch)
        with building.writing() as run:
            replace_rows(run, (), rows, FRESH)
        done += sum(batch.values()) + len(batch)
        progress(done, total)
    while len(matches.feed.after(position, PAGE)) == PAGE:
        position, newest, more = _versions(matches, position)
        rows = _rows(matches, projections, newest)
        with building.writing() as run:
            replace_rows(run, tables, rows, FRESH)
        total += more
    for again in range(SWITCHES, -1, -1):
        try:
            total += _switch(matches, projections, building, position)
            break
        except OperationalError:
            # Somebody reads for a long time, and those who come later must not wait for that.
            if not again:
                raise
            sleep(1)
    progress(max(total, 1), max(total, 1))
    return total


def _switch(matches: Matches, projections: Sequence[Projection], building: Rebuild, position: int) -> int:
    """Add what stands behind *position* and put the fresh tables in place; how many decisions that was."""
    with building.writing() as run:
        # Nobody projects now, so what has been projected does not go beyond what is read here.
        position, newest, more = _versions(matches, position)
        tables = [table for projection in projections for table in projection.tables]
        replace_rows(run, tables, _rows(matches, projections, newest), FRESH)
        building.switch(run, {projection.name: position for projection in projections})
    return more


def _versions(matches: Matches, position: int) -> tuple[int, dict[UUID, int], int]:
    """Behind a position: the newest one, each match with its newest version, and the number of appends."""
    newest: dict[UUID, int] = {}
    number = 0
    while page := matches.feed.after(position):
        newest.update((one.match_id, one.version) for one in page)
        position = page[-1].position
        number += len(page)
    return position, newest, number


def _batches(versions: dict[UUID, int]) -> Iterator[dict[UUID, int]]:
    batch: dict[UUID, int] = {}
    waiting = 0
    for match_id, version in versions.items():
        batch[match_id] = version
        waiting += version + 1
        if waiting >= AT_ONCE:
            yield batch
            batch, waiting = {}, 0
    if batch:
        yield batch


def _rows(matches: Matches, projections: Sequence[Projection], versions: dict[UUID, int]) -> Rows:
    told = ToldMatches(matches, afresh=True)
    return {
        match_id: [
            row for projection in projections for row in rows_of(matches, projection, told, match_id, version)
        ]
        for match_id, version in versions.items()
    }
