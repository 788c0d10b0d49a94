"""How slips of a scribe are noticed: by what, how soon, and what asking costs in taps.

A match is entered as it was, with one slip in it; behind the slip it is entered what really happened, as long as
that can be done. What is found *by refusal* is an entry that cannot be made: the page does not offer it. *By
counting*: another number of pieces is due than was laid out, or the record itself says that more went out of a
place than lay there. *By a number*: the page asks for one, and people at the table count what really lies there.
*At the end*: the final scores are others, or the record is not at its end. What makes no difference is no slip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean, median
from typing import Any

from tests.benchmarks.slips import truth
from tests.benchmarks.slips.asking import Page, asking_of, taps_of, value_at
from tests.benchmarks.slips.making import COUNTING, END, KINDS, NEVER, REFUSAL, Truth, slips, truth_of
from tests.vectors.recorded import FILES

SLIPS = 100
"""Of each kind, in each game."""
RANDOM = 3
"""Matches of random players, beside those of the files."""
BOARDS: Mapping[str, Mapping[str, Any]] = {"thurn-and-taxis": {"houses": 8}}
"""With these, random players need about as many turns as people do."""
GAMES = ("seven-sins", "mea-culpa", "thurn-and-taxis")
NUMBER = "a number"
AT_ONCE = "at once"
COLUMNS = (AT_ONCE, REFUSAL, COUNTING, NUMBER, END, NEVER)


@dataclass
class Row:
    """The slips of one kind in one game: how many were found by what, and behind how many entries."""

    game: str
    kind: str
    found: Counter[str] = field(default_factory=Counter)
    entries: dict[str, list[int]] = field(default_factory=dict)

    def add(self, by: str, entries: int) -> None:
        """One more."""
        self.found[by] += 1
        self.entries.setdefault(by, []).append(entries)

    @property
    def later(self) -> float | None:
        """Behind how many entries those were found that were not found at once: the median."""
        behind = [one for by in (REFUSAL, COUNTING, NUMBER) for one in self.entries.get(by, ())]
        return median(behind) if behind else None


@dataclass(frozen=True)
class Cost:
    """What asking costs in a match without a slip: questions, and the taps of their answers."""

    game: str
    questions: float
    taps: float


def truths(game: str, files: int, random: int) -> list[Truth]:
    """Matches of a game as they were."""
    written = [truth.of_file(file) for file in FILES if file.stem.startswith(game)][:files]
    played = [truth.at_random(game, number, BOARDS.get(game)) for number in range(random)]
    return [truth_of(game, record) for record in (*written, *played)]


def measure(
    games: Sequence[str] = GAMES, number: int = SLIPS, files: int = 3, random: int = RANDOM
) -> Iterator[tuple[list[Row], Cost]]:
    """The rows of each game, and what asking costs in it."""
    with Page() as page:
        for game in games:
            matches = truths(game, files, random)
            rows = [_row(page, game, kind, matches, number) for kind in KINDS]
            yield rows, _cost(page, game, matches)


def _row(page: Page, game: str, kind: str, matches: Sequence[Truth], number: int) -> Row:
    row = Row(game, kind)
    for n, match in enumerate(matches):
        share = number // len(matches) + (n < number % len(matches))
        courses, _ = slips(match, kind, share, Random(f"{game} {kind} {n}"))
        for seed, course in enumerate(courses):
            asked = asking_of(course, page.questions(match, course.at, course.turns, seed))
            if course.found == 0 and course.by == REFUSAL:
                row.add(AT_ONCE, 0)
            elif asked.found is not None:
                row.add(NUMBER, asked.found)
            else:
                row.add(course.by, course.found)
    return row


def _cost(page: Page, game: str, matches: Sequence[Truth]) -> Cost:
    questions, taps = [], []
    for match in matches:
        asked = page.questions(match, len(match.entries), (), 0)
        before = [turn for turn in match.turns if turn.entries <= len(match.entries)]
        questions.append(len(asked))
        taps.append(sum(taps_of(value_at(before[one.turn].boards[1], one.at)) for one in asked))
    return Cost(game, mean(questions), mean(taps))


def table(measured: Sequence[tuple[Sequence[Row], Cost]]) -> str:
    """Everything as a table."""
    lines = [f"{'Slips that are found':34}{''.join(column.rjust(12) for column in COLUMNS)}{'entries':>10}"]
    for rows, cost in measured:
        for row in rows:
            numbers = "".join(str(row.found[column]).rjust(12) for column in COLUMNS)
            later = "–" if row.later is None else f"{row.later:g}"
            lines.append(f"  {row.game:16}{row.kind:16}{numbers}{later:>10}")
        lines.append(f"  {cost.game:16}asks {cost.questions:.0f} times in a match: {cost.taps:.0f} taps")
    return "\n".join([*lines, ""])


def report() -> str:
    """Takes minutes."""
    return f"{__doc__}\n{table(list(measure()))}"
