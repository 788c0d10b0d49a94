"""What a correction of the record has changed, as somebody was told it.

It reads decisions as they come out of the gate, and hides nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.kit.facts import Json
from domain.kit.ruleset import Amend, EndProposed, LineChanged, MatchEnded, Reveal
from domain.line import Changes, Told, changes_until, effective_facts, is_struck

KINDS = {Amend.TYPE: "amended", Reveal.TYPE: "revealed"}
"""By the cause of a change of the line."""


def corrections(told: Sequence[Told]) -> list[dict[str, Json]]:
    """Every correction in a log, oldest first; of one that has faded only that there was one."""
    made = (decision for decision in told if decision["command"]["type"] in KINDS)
    return [_heading(one) if one.get("faded") else correction(told, one["version"]) for one in made]


def correction(told: Sequence[Told], version: int) -> dict[str, Json]:
    """What the correction in decision *version* has changed.

    ``stands``: the later decisions that count as before; ``replaced``: those with other facts, with those before
    and now; ``struck``: those that do not count any more, with the rule or the decision after which they do not
    follow; ``counts_again``: those that had been struck. ``outcome`` is the result before and now, where there is
    one, be it only proposed.
    """
    decision = told[version]
    (fact,) = (fact for fact in decision["facts"] if fact["type"] == LineChanged.TYPE)
    before, after = changes_until(told, version - 1), changes_until(told, version)
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
            "before": _outcome(told[:version], before),
            "now": _outcome(told[: version + 1], after),
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


def _outcome(told: Sequence[Told], changes: Changes) -> Json:
    """The newest result in a line, if there is one."""
    return next(_outcomes(told, changes), None)


def _outcomes(told: Sequence[Told], changes: Changes) -> Iterator[Json]:
    for decision in reversed(told):
        for fact in reversed(effective_facts(decision, changes)):
            if fact["type"] in (MatchEnded.TYPE, EndProposed.TYPE):
                yield fact["outcome"]
