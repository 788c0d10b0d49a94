"""Lines: which decisions count, and with which facts, after take-backs and corrections.

Nothing is deleted. A ``LineChanged`` fact says of earlier decisions that they are struck, stand, or have
other facts. Every read has two coordinates: ``at`` (how far) and ``line`` (up to which version changes count). The
functions work on decisions as somebody was told them, so they serve the full log and every redacted one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset
from domain.kit.state import Rules, State
from domain.kit.visibility import Viewer

Told: TypeAlias = Mapping[str, Json]
"""A decision as somebody was told it."""
Changes: TypeAlias = dict[int, Mapping[str, Json]]
"""What became of each changed decision, by version; ``by`` names the decision that made it so."""


def changes_until(decisions: Iterable[Told], line: int) -> Changes:
    """What the decisions up to *line* changed."""
    changes: Changes = {}
    for decision in decisions:
        if decision["version"] > line:
            break
        take_in(changes, decision)
    return changes


def take_in(changes: Changes, decision: Told) -> None:
    """Add to the changes of a line what the next decision changed."""
    for fact in decision.get("facts", ()):
        if fact["type"] == "LineChanged":
            for change in fact["changes"]:
                _change(changes, change, decision["version"])


def _change(changes: Changes, change: Mapping[str, Json], by: int) -> None:
    """Take in what decision *by* says of another: what it only repeats, an earlier one has done."""
    version: int = change["decision"]
    if change["effect"] == "stands":
        changes.pop(version, None)
    elif {**changes.get(version, {}), "by": by} != {**change, "by": by}:
        changes[version] = {**change, "by": by}


def effective_facts(decision: Told, changes: Changes) -> Sequence[Any]:
    """The facts of a decision that count in the line: none if it is struck."""
    change = changes.get(decision["version"])
    if change is None:
        change = {"effect": "stands", "facts": decision.get("facts", ())}
    facts: Sequence[Any] = () if change["effect"] == "struck" else change.get("facts", ())
    return facts


def is_struck(version: int, changes: Changes) -> bool:
    """Whether the decision does not count in the line."""
    return version in changes and changes[version]["effect"] == "struck"


def declined_with(decisions: Sequence[Told], version: int) -> Iterator[int]:
    """The offers that somebody declined by entering decision *version*, the newest first: they stand before it."""
    if decisions[version]["automatic"]:
        return
    while version > 1 and is_declining(decisions[version - 1]):
        version -= 1
        yield version


def is_declining(decision: Told) -> bool:
    """Whether somebody said by what they entered next that this was declined: it did not follow by itself."""
    return bool(decision["automatic"] and decision["recorded_by"] != "service")


def line_starts(decision: Told) -> list[int]:
    """The versions from which on the line differs by this decision: one, if it changes the line at all."""
    return [fact["start"] for fact in decision.get("facts", ()) if fact["type"] == "LineChanged"]


class Stretches:
    """The versions from *start* up to before *by*, for each change of the line: there the line was another one."""

    def __init__(self, changes: Iterable[tuple[int, int]]) -> None:
        self._merged: list[tuple[int, int]] = []
        for start, by in sorted(changes):
            if self._merged and start <= self._merged[-1][1]:
                first, last = self._merged.pop()
                start, by = first, max(last, by)
            self._merged.append((start, by))

    def below(self, version: int) -> int:
        """The newest version up to this one at which the line was as it is."""
        position = bisect_right(self._merged, version, key=lambda stretch: stretch[0]) - 1
        if position < 0 or version >= self._merged[position][1]:
            return version
        return self._merged[position][0] - 1


def has_changes(decisions: Iterable[Told]) -> bool:
    """Whether any of the decisions changes the line."""
    return any(line_starts(decision) for decision in decisions)


def fold_facts(ruleset: Ruleset[Any], state: State, facts: Iterable[Mapping[str, Json]]) -> None:
    """Write facts down, as told in JSON."""
    for fact in facts:
        ruleset.evolve(state, ruleset.fact_from_json(fact))


def fold_line(
    ruleset: Ruleset[Any],
    rules: Rules,
    decisions: Sequence[Mapping[str, Json]],
    viewer: Viewer,
    at: int,
    changes: Changes,
) -> Any:
    """The state after decision *at* in the line with these *changes*, as *viewer* was told the decisions."""
    return fold_on(ruleset, ruleset.empty(rules, viewer), decisions, at, changes)


def fold_on(
    ruleset: Ruleset[Any], state: Any, decisions: Sequence[Mapping[str, Json]], at: int, changes: Changes
) -> Any:
    """*state* after the *decisions* up to *at*, in the line with these *changes*; it is changed in place."""
    for decision in decisions:
        if decision["version"] > at:
            break
        fold_facts(ruleset, state, effective_facts(decision, changes))
    return state
