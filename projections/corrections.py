"""What a correction of the record has changed, as somebody was told it.

It reads decisions as they come out of the gate, and hides nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domain.kit.facts import Json
from domain.kit.table.commands import Amend, Reveal
from domain.kit.table.facts import EndProposed, LineChanged, MatchEnded
from domain.match.line import Changes, Told, effective_facts, is_struck, take_in

KINDS = {Amend.TYPE: "amended", Reveal.TYPE: "revealed"}
"""The kinds of corrections, by the cause of the change of the line."""


class Looked:
    """What one has to know of a log to say what its corrections have changed; each decision is looked at once."""

    def __init__(self) -> None:
        self.turning: list[Told] = []
        self.ends: set[int] = set()

    def at(self, decision: Told) -> None:
        """The next decision."""
        types = {fact["type"] for fact in decision.get("facts", ())}
        if LineChanged.TYPE in types:
            self.turning.append(decision)
        if types & _ENDS:
            self.ends.add(decision["version"])


_ENDS = {MatchEnded.TYPE, EndProposed.TYPE}
LOOKED_FOR = (LineChanged.TYPE, *sorted(_ENDS))
"""The types of the facts that :class:`Looked` looks for."""


def corrections(told: Sequence[Told], made: Iterable[Told], looked: Looked) -> list[dict[str, Json]]:
    """What the corrections *made* in a log have changed, oldest first; of one that has faded only that it was one.

    ``stands``: the later decisions that count as before; ``replaced``: those with other facts, with those before
    and now; ``struck``: those that do not count any more, with the rule or the decision after which they do not
    follow; ``counts_again``: those that had been struck. ``outcome`` is the result before and now, where there is
    one, even if it is only proposed.
    """
    found: list[dict[str, Json]] = []
    before: Changes = {}
    turning = iter(looked.turning)
    for one in made:
        if one.get("faded"):
            found.append(_heading(one))
            continue
        for turn in turning:
            if turn["version"] == one["version"]:
                break
            take_in(before, turn)
        after = dict(before)
        take_in(after, one)
        found.append(_correction(told, one, before, after, looked))
        before = after
    return found


def _correction(
    told: Sequence[Told], decision: Told, before: Changes, after: Changes, looked: Looked
) -> dict[str, Json]:
    version = decision["version"]
    (fact,) = (fact for fact in decision["facts"] if fact["type"] == LineChanged.TYPE)
    kind = KINDS[fact["cause"]]
    if decision["command"].get("restore") is not None:
        kind = "restored"
    return {
        **_heading(decision),
        "kind": kind,
        "reason": decision["command"].get("reason"),
        "start": fact["start"],
        **_sorted(told, fact["changes"], before, after),
        "outcome": {
            "before": _outcome(told, version - 1, before, looked),
            "now": _outcome(told, version, after, looked),
        },
    }


def _heading(decision: Told) -> dict[str, Json]:
    heading = {"version": decision["version"], "by": decision["actor"], "at": decision["at"]}
    return {**heading, "faded": True} if decision.get("faded") else heading


def _sorted(
    told: Sequence[Told], changes: Sequence[Mapping[str, Json]], before: Changes, after: Changes
) -> dict[str, Json]:
    found: dict[str, list[Any]] = {"stands": [], "replaced": [], "struck": [], "counts_again": []}
    for change in changes:
        version = change["decision"]
        was, now = is_struck(version, before), is_struck(version, after)
        if now and not was:
            said = {name: change[name] for name in ("rule", "after") if name in change}
            found["struck"].append({"decision": version, **said})
        elif was and not now:
            found["counts_again"].append(version)
        elif not now:
            facts = (list(effective_facts(told[version], line)) for line in (before, after))
            old, new = facts
            if old == new:
                found["stands"].append(version)
            else:
                left_out = {"left_out": change["left_out"]} if "left_out" in change else {}
                found["replaced"].append({"decision": version, "before": old, "facts": new, **left_out})
    return found


def _outcome(told: Sequence[Told], until: int, changes: Changes, looked: Looked) -> Json:
    """The newest result in a line up to a version, if there is one."""
    changed = {
        version
        for version, change in changes.items()
        if any(fact["type"] in _ENDS for fact in change.get("facts", ()))
    }
    for version in sorted(looked.ends | changed, reverse=True):
        if version <= until:
            for fact in reversed(effective_facts(told[version], changes)):
                if fact["type"] in _ENDS:
                    return fact["outcome"]
    return None
