"""Interleaved rounds, comparisons against a baseline, and the table they are printed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A figure, its baseline and their ratio: medians over rounds (the ratio's own, not that of the medians)."""

    what: str
    figure: float
    baseline: str
    baseline_figure: float
    ratio: float


def compared(what: str, figures: Sequence[float], baseline: str, baseline_figures: Sequence[float]) -> Comparison:
    """Figures of the same rounds, set against each other."""
    ratios = [one / other for one, other in zip(figures, baseline_figures, strict=True)]
    return Comparison(what, median(figures), baseline, median(baseline_figures), median(ratios))


def interleaved(rounds: int, contestants: Mapping[str, Callable[[], T]]) -> dict[str, list[T]]:
    """What each contestant measured in each round; every other round in reverse order."""
    results: dict[str, list[T]] = {name: [] for name in contestants}
    for number in range(rounds):
        for name in list(contestants)[:: -1 if number % 2 else 1]:
            results[name].append(contestants[name]())
    return results


def table(title: str, notes: str, comparisons: Iterable[Comparison]) -> str:
    """The comparisons under a title, with *notes* that say what exactly was measured."""
    rows = [("", "measured", "baseline", "ratio", "the baseline is"), *map(_row, comparisons)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [title, *(f"  {line}" for line in notes.splitlines()), ""]
    for what, *numbers, baseline in rows:
        cells = [number.rjust(width) for number, width in zip(numbers, widths[1:-1], strict=True)]
        lines.append("  ".join(["", what.ljust(widths[0]), *cells, baseline]).rstrip())
    return "\n".join([*lines, ""])


def _row(one: Comparison) -> tuple[str, str, str, str, str]:
    return one.what, _number(one.figure), _number(one.baseline_figure), f"{one.ratio:.2f}", one.baseline


def _number(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.1f}"
