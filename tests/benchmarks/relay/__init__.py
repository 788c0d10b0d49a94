"""Thousands of streams in a relay: what each costs in memory, how soon events arrive, how soon all are back."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

import psutil

from tests.benchmarks.measuring import Comparison, table
from tests.benchmarks.relay.reading import LATER, Readers
from tests.benchmarks.relay.serving import WORKERS, Service
from tests.benchmarks.relay.writing import Noted
from tests.postgres import running_postgres

TITLE = "Streams in a relay"
PAUSE = 0.01
"""Seconds between two notes whose events are waited for, to different matches."""
REST = 1.0
"""Seconds after a note that all readers are told."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured."""

    streams: int = 10_000
    matches: int = 1_000
    notes: int = 1_000
    """Notes to one match after the other."""
    to_all: int = 15
    """Notes to the match that all follow."""
    busy: int = 2_000
    """Streams on matches that go on all the time."""
    busy_matches: int = 100
    pace: float = 100.0
    """Notes a second that the writers append."""
    seconds: float = 15.0
    """How long they do."""


SIZES = Sizes()
NOTES = f"""\
{SIZES.streams:,} streams at one relay beside {WORKERS} workers, read by one process, to which the kernel says
when something came and which reads it later; only where it says so it reads at once, on the same cores. Memory:
what the relay grows by, for each stream over {SIZES.matches:,} matches. Opening: until all have been told
something. Coming back: until all are open again after SIGKILL of the relay, or of all processes, which are begun
again at once, while notes are appended; then each match gets a note, and every stream has to have been told every
decision behind its first board, once and in order. Events: from sending a note to its event, over all streams,
with a note to one match after the other, and to one match that all follow; beside it the answer to the note
itself. Busy: {SIZES.busy:,} streams on {SIZES.busy_matches} matches, with {SIZES.pace:.0f} notes a second.
Appends: the answers to as many notes a second, beside all streams and before there were any. The processor's time
is that of the relay, all its threads together, or that of the process that reads."""


def measure(sizes: Sizes = SIZES) -> Iterator[Comparison]:
    """Everything, on both databases."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        yield from _on("SQLite", f"sqlite:///{folder / 'kerbholz.db'}", folder, sizes)
        postgres = stack.enter_context(running_postgres())
        yield from _on("PostgreSQL", postgres.fresh_database(), folder, sizes)


def _on(name: str, url: str, folder: Path, sizes: Sizes) -> Iterator[Comparison]:
    with ExitStack() as stack:
        service = stack.enter_context(closing(Service(url, folder, sizes.streams)))
        service.open(sizes.matches)
        for one in Measured(service, sizes).all():
            yield Comparison(f"{name}: {one.what}", one.figure, one.baseline, one.baseline_figure, one.ratio)


class Measured:
    """What is measured of one service."""

    def __init__(self, service: Service, sizes: Sizes) -> None:
        self._service = service
        self._sizes = sizes

    def all(self) -> Iterator[Comparison]:
        """Everything."""
        sizes, service = self._sizes, self._service
        # One that has served somebody: what is loaded then is not what streams cost.
        with closing(service.reading(1, 1)) as first:
            first.until_open()
        alone = self._written()
        with closing(_Opened(service, sizes.streams, sizes.matches)) as opened:
            yield from opened.costs()
            beside = self._written()
            for percent in (50, 99):
                figure, before = (_p([one[3] * 1000 for one in notes], percent) for notes in (beside, alone))
                yield _against(f"appends, p{percent}, ms", figure, "ms, without streams", before)
            yield from self._events(
                f"{sizes.matches:,} matches", opened.readers, range(sizes.matches), sizes.notes
            )
            yield from self._back("the relay", opened.readers, lambda: service.relay().kill())
            yield from self._back("all of it", opened.readers, self._killed)
        with closing(_Opened(service, sizes.streams, 1)) as opened:
            opened.readers.look_every(LATER)
            yield from self._events("all on one match", opened.readers, [0], sizes.to_all)
            opened.readers.look_every(0)
            yield from self._events("the same, read at once", opened.readers, [0], sizes.to_all)
        with closing(_Opened(service, sizes.busy, sizes.busy_matches)) as opened:
            yield from self._busy(opened.readers)

    def _killed(self) -> None:
        self._service.kill()
        self._service.start()

    def _written(self) -> list[Noted]:
        writers = self._service.writing(self._sizes.matches, self._sizes.pace)
        time.sleep(self._sizes.seconds)
        return writers.stop()

    def _back(self, what: str, readers: Readers, kill: Callable[[], None]) -> Iterator[Comparison]:
        """Until all are back, and that they have missed nothing."""
        sizes, began = self._sizes, readers.standing()
        writers = self._service.writing(sizes.matches, sizes.pace / 2)
        start = time.monotonic()
        kill()
        readers.until_open(began.cuts + sizes.streams)
        took = time.monotonic() - start
        relay = spent(self._service.relay())
        writers.stop()
        yield _against(f"{what} killed, all back, s", took, "s, the processor's time", relay)
        last = self._noted(range(sizes.matches), sizes.matches)
        _arrived(readers, last, sizes.streams // sizes.matches)
        now = readers.standing()
        wrong, told = now.wrong - began.wrong, now.told - began.told
        yield Comparison(f"{what} killed, lost or doubled", wrong, "were told", told, wrong / told)

    def _events(self, what: str, readers: Readers, matches: Sequence[int], notes: int) -> Iterator[Comparison]:
        """From sending notes to their events, in milliseconds."""
        each = self._sizes.streams // len(matches)
        readers.told()
        cost = _Cost(self._service.relay(), readers)
        sent = self._noted(matches, notes)
        yield from cost.of(f"events, {what}", _arrived(readers, sent, each), sent)

    def _noted(self, matches: Sequence[int], notes: int) -> dict[tuple[int, int], Noted]:
        sent: dict[tuple[int, int], Noted] = {}
        with self._service.noting():
            for number in range(notes):
                note = self._service.note(matches[number % len(matches)])
                sent[note[0], note[1]] = note
                time.sleep(PAUSE if len(matches) > 1 else REST)
        return sent

    def _busy(self, readers: Readers) -> Iterator[Comparison]:
        """With appends all the time."""
        sizes = self._sizes
        readers.told()
        cost = _Cost(self._service.relay(), readers)
        writers = self._service.writing(sizes.busy_matches, sizes.pace)
        time.sleep(sizes.seconds)
        sent = {(note[0], note[1]): note for note in writers.stop()}
        yield from cost.of("busy", _arrived(readers, sent, sizes.busy // sizes.busy_matches), sent)


class _Opened:
    """Streams that are being opened, and what that takes."""

    def __init__(self, service: Service, streams: int, matches: int) -> None:
        self._streams = streams
        self._relay = service.relay()
        self._before, self._spent = self._relay.memory_info().rss, spent(self._relay)
        self.readers = service.reading(streams, matches)
        self._took = self.readers.until_open()

    def costs(self) -> Iterator[Comparison]:
        """Memory and time."""
        after = self._relay.memory_info().rss
        each = (after - self._before) / self._streams / 1024
        yield Comparison("KiB for each stream", each, "MiB without", self._before / 2**20, after / self._before)
        took = spent(self._relay) - self._spent
        yield _against("opening all, s", self._took, "s, the processor's time", took)

    def close(self) -> None:
        """Close them."""
        self.readers.close()


class _Cost:
    """What it costs to tell something, from now on."""

    def __init__(self, relay: psutil.Process, readers: Readers) -> None:
        self._relay = relay
        self._readers = readers
        self._relays, self._own = spent(relay), readers.standing().spent

    def of(self, what: str, times: Sequence[float], sent: Mapping[tuple[int, int], Noted]) -> Iterator[Comparison]:
        """The times to the events of notes, in milliseconds, and the processor's time for each note."""
        relays = (spent(self._relay) - self._relays) / len(sent) * 1000
        own = (self._readers.standing().spent - self._own) / len(sent) * 1000
        for percent in (50, 99):
            found = _p([one * 1000 for one in times], percent)
            answer = _p([one[3] * 1000 for one in sent.values()], percent)
            yield _against(f"{what}, p{percent}, ms", found, "ms, the answer", answer)
        yield _against(f"{what}, ms of the processor each", relays, "ms, of who reads", own)


def _arrived(readers: Readers, sent: dict[tuple[int, int], Noted], each: int) -> list[float]:
    """When the events of notes came, in seconds after these were sent."""
    times = list[float]()
    end = time.monotonic() + 60
    while len(times) < each * len(sent):
        assert time.monotonic() < end, (len(times), each * len(sent))
        found = ((at, sent.get((match, version))) for at, match, version in readers.told())
        times += [at - note[2] for at, note in found if note is not None]
        time.sleep(0.1)
    return times


def spent(process: psutil.Process) -> float:
    """Seconds of the processor that a process has taken."""
    times = process.cpu_times()
    return float(times.user + times.system)


def _against(what: str, figure: float, baseline: str, other: float) -> Comparison:
    return Comparison(what, figure, baseline, other, figure / other)


def _p(values: Iterable[float], percent: int) -> float:
    """A percentile; of little it is the largest."""
    values = sorted(values)
    if len(values) < 2:
        return values[-1]
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
