"""Archives, proofs and signatures: what it costs to take home what happened, and to verify it."""

from __future__ import annotations

import json
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.application.upkeep.replaying import decided_again, recorded_in
from domain.evidence.archive import verify
from domain.evidence.checkpoints import Checkpoint, origin_of
from domain.evidence.notes import SigningKey
from domain.evidence.signing import Signing
from domain.kit.ruleset import ruleset
from domain.kit.table.commands import Note
from domain.kit.visibility import NO_HORIZON, OFFICIAL
from domain.kit.written.evidence import Tree, canonical
from domain.match.match import Match
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from projections.evidence import archives, proving
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.asking import asking
from tests.benchmarks.measuring import Comparison, compared, interleaved, table
from tests.benchmarks.scripts import script

GAME = "mea-culpa"
LONG = 20_000
KEY = SigningKey("play.example.org", bytes(range(32)))
SEAT = Principal("seat", 0)
TITLE = "Evidence"
NOTES = f"""\
In one process, on SQLite; times are those of the processor. An archive of officials: that of a whole match of
Mea Culpa, whose decisions are repeated up to {LONG:,}. Proofs in a match of {LONG:,} decisions, most are notes,
from anywhere in it. An append is of one note, by the API without a socket. Memory is the most that Python held."""


def measure(rounds: int = 7, long: int = LONG, window: int = 100) -> Iterator[Comparison]:
    """Speeds, sizes and memory; the service signs, where nothing else is said."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        matches = stack.enter_context(_matches(folder / "a.db"))
        whole = _archive(matches, _played(matches))
        lines = repeated(whole, long)
        yield from _verifying(rounds, lines, repeated(whole, long // 10))
        yield from _deciding(rounds, whole)
        yield from _exporting(rounds, matches, _lengthened(matches, long))
        yield from _signing(rounds, window, folder)
        yield _bytes("archive of officials: bytes for each decision", lines)


def _matches(file: Path, *, signing: bool = True) -> Matches:
    env = Settings(database=f"sqlite:///{file}").environment
    migrate(env)
    return Matches(env, signing=Signing(KEY.secret, KEY.name) if signing else None)


def _played(matches: Matches) -> Match:
    """A whole match."""
    whole, game = script(GAME, 1), ruleset(GAME)
    seats = [SeatWanted(seat["name"]) for seat in whole.opening["seats"]]
    opening = Opening(GAME, seats, options=whole.opening["options"], seed=bytes.fromhex(whole.opening["seed"]))
    match = matches.open(opening).match
    for seat, text in whole.commands:
        document = json.loads(text)
        command = game.command_types[document["type"]].from_json(document)
        match = matches.append(match.id, Principal("seat", seat), asking(Asked(command))).match
    return match


def _lengthened(matches: Matches, long: int) -> Match:
    """A match that was made long with notes."""
    match = matches.open(Opening("seven-sins", [SeatWanted(f"player {seat}") for seat in range(2)])).match
    while match.version + 1 < long:
        notes = (Asked(Note(text=f"note {number}")) for number in range(min(500, long - 1 - match.version)))
        match = matches.append(match.id, SEAT, asking(*notes)).match
    return match


def _archive(matches: Matches, match: Match) -> list[bytes]:
    head = proving.head(matches, match, None)
    wanted = archives.Wanted(OFFICIAL, NO_HORIZON, head)
    return b"".join(archives.lines(matches, match, wanted)).splitlines(keepends=True)


def repeated(lines: list[bytes], long: int) -> list[bytes]:
    """An archive with the same decisions again and again, with other numbers, as if it were of one long match."""
    header, *decisions, trailer = map(json.loads, lines)
    tree, root, made = Tree(), "", list[bytes]()
    for version in range(long):
        decision = decisions[1 + (version - 1) % (len(decisions) - 1) if version else 0]
        text = canonical({**json.loads(decision["open"]), "version": version})
        root = tree.add(text.encode())
        made.append(_line({**decision, "open": text, "root": root}))
    note = KEY.signed(str(Checkpoint(origin_of(KEY.name, header["match"]), long, root)))
    trailer = {**trailer, "count": long, "checkpoint": note}
    return [_line({**header, "size": long}), *made, _line(trailer)]


def _line(document: Any) -> bytes:
    return canonical(document).encode() + b"\n"


# -- what is compared ---------------------------------------------------------------------------------------


def _per_second(number: int, work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return number / (process_time() - start)


def _microseconds(number: int, work: Callable[[], object]) -> float:
    return 1e6 / _per_second(number, work)


def _peak(work: Callable[[], object]) -> float:
    """The most that Python held meanwhile, in KiB."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1] / 1024
    finally:
        tracemalloc.stop()


def _verifying(rounds: int, lines: list[bytes], shorter: list[bytes]) -> Iterator[Comparison]:
    number = len(lines) - 2
    results = interleaved(
        rounds,
        {
            "verify": partial(_per_second, number, lambda: verify(lines)),
            "json": partial(
                _per_second, number, lambda: [json.loads(json.loads(one)["open"]) for one in lines[1:-1]]
            ),
        },
    )
    yield compared("verify: decisions/s", results["verify"], "json.loads of line and record", results["json"])
    few, many = (_peak(lambda given=given: verify(iter(given))) for given in (shorter, lines))  # type: ignore[misc]
    yield compared(f"verify {number:,}: KiB at most", [many], f"verify {len(shorter) - 2:,}", [few])


def _deciding(rounds: int, lines: list[bytes]) -> Iterator[Comparison]:
    number = len(lines) - 2
    results = interleaved(
        rounds,
        {
            "again": partial(
                _per_second, number, lambda: decided_again(recorded_in(json.loads(one)) for one in lines[1:-1])
            ),
            "verify": partial(_per_second, number, lambda: verify(lines)),
        },
    )
    yield compared("verify --rules: decisions/s", results["again"], "verify without", results["verify"])


def _exporting(rounds: int, matches: Matches, long: Match) -> Iterator[Comparison]:
    size, rng = long.version + 1, Random(1)

    def export(until: int) -> None:
        wanted = archives.Wanted(OFFICIAL, NO_HORIZON, proving.head(matches, long, until))
        for _ in archives.lines(matches, long, wanted):
            pass

    def read() -> None:
        for _ in matches.stored_pages(long.id, until=long.version):
            pass

    results = interleaved(
        rounds,
        {
            "export": partial(_per_second, size, partial(export, size)),
            "read": partial(_per_second, size, read),
        },
    )
    yield compared("export: decisions/s", results["export"], "reading the rows", results["read"])
    yield compared(
        f"export {size:,}: KiB at most",
        [_peak(partial(export, size))],
        f"export {size // 10:,}",
        [_peak(partial(export, size // 10))],
    )

    def proofs() -> None:
        for _ in range(50):
            proving.inclusion(matches, long, rng.randrange(size), size)
            proving.consistency(matches, long, rng.randrange(1, size + 1), size)

    def rows() -> None:
        for _ in range(100):
            matches.tree_rows(long.id, [rng.randrange(size)])

    results = interleaved(
        rounds,
        {"proof": partial(_microseconds, 100, proofs), "row": partial(_microseconds, 100, rows)},
    )
    yield compared(f"a proof at {size:,}: µs", results["proof"], "reading one row", results["row"])


def _signing(rounds: int, window: int, folder: Path) -> Iterator[Comparison]:
    """An append, signed or not; and the bytes of its receipt."""
    with ExitStack() as stack:
        both = {
            name: stack.enter_context(_Appended(folder / f"{name}.db", signing=signing))
            for name, signing in (("signed", True), ("bare", False))
        }
        results = interleaved(rounds, {name: partial(one.measure, window) for name, one in both.items()})
        yield compared("an append, signed: µs", results["signed"], "without a key", results["bare"])
        sizes = {name: float(len(json.dumps(one.append()))) for name, one in both.items()}
    yield compared("a receipt: bytes", [sizes["signed"]], "without a checkpoint", [sizes["bare"]])


class _Appended:
    """A service, and a match in it that grows by notes."""

    def __init__(self, file: Path, *, signing: bool) -> None:
        url = f"sqlite:///{file}"
        settings = Settings(database=url, limits=OFF)
        self._app = create_app(settings, matches_factory=lambda: _Unsigned.of(file, signing=signing))
        self._client = self._app.test_client()
        body = {"ruleset": "seven-sins", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
        opened = self._client.post("/v1/matches", json=body).json
        assert opened is not None
        self._path = f"/v1/matches/{opened['id']}/commands"
        self._headers = {"Authorization": f"Bearer {opened['tokens']['seats'][0]}"}

    def __enter__(self) -> _Appended:
        return self

    def __exit__(self, *_: object) -> None:
        self._app.extensions["kerbholz"].close()

    def append(self) -> Any:
        """The receipt of another note."""
        answer = self._client.post(self._path, json={"type": "table.note", "text": "hm"}, headers=self._headers)
        assert answer.json is not None
        return answer.json["receipt"]

    def measure(self, window: int) -> float:
        """Microseconds of one append."""
        return _microseconds(window, lambda: [self.append() for _ in range(window)])


class _Unsigned(Matches):
    """A service without a key."""

    signer = None  # type: ignore[assignment]

    @classmethod
    def of(cls, file: Path, *, signing: bool) -> Matches:
        """With a key or without one."""
        if signing:
            return _matches(file)
        env = Settings(database=f"sqlite:///{file}").environment
        migrate(env)
        return cls(env)


def _bytes(what: str, lines: list[bytes]) -> Comparison:
    number = len(lines) - 2
    records = sum(len(json.loads(line)["open"].encode()) for line in lines[1:-1])
    return compared(what, [sum(map(len, lines)) / number], "the records alone", [records / number])


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
