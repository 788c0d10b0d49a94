"""Objects as arguments of a message: who won, how a rule was broken, and what became of decisions.

Their members are arguments as fields are: ``$outcome-winners`` are the names, ``$outcome-winners-count`` how many
there are, ``$outcome-result-id`` is the value. Of changes of the line, ``$changes-struck`` are the decisions
that are struck, ``$changes-replaced`` those with other facts, and ``$changes-stands`` those that stand as they
were decided; with ``-why``, each with the rule or the decision for which it is so. Of changes that are asked for,
``$changes-replace``, ``-remove`` and ``-insert`` are the decisions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kit.facts import Field, Json
from domain.kit.words.match import Argument, MatchWords
from domain.kit.words.values import RULE, SEAT

OUTCOME, BREACH, CHANGES = "outcome", "breach", "changes"
MEMBERS: Mapping[str, Mapping[str, str]] = {
    OUTCOME: {
        "result": "result",
        "reason": "ending",
        "winners": SEAT,
        "forfeits": SEAT,
    },
    BREACH: {"code": "code", "rule": RULE},
}
"""By the name of the field that holds the object, the kinds of its members."""
DECIDED_BY, TIE = "decided_by", "tie"
"""What decided a match, and how messages for that begin where it broke a tie: ``tie-cards``."""
BECAME = ("struck", "replaced", "stands")
ASKED = ("replace", "remove", "insert")
"""What becomes of decisions when the line changes, and what can be asked for."""


def members(words: MatchWords, declared: Field, value: Json) -> dict[str, Argument]:
    """The arguments for the members of an object in this field, if it holds one; empty where it is not told."""
    if declared.nested or declared.name == CHANGES:
        return _changes(words, value if isinstance(value, list) else [])
    return members_of(words, declared.name, value)


def members_of(words: MatchWords, name: str, value: Json) -> dict[str, Argument]:
    """The same of the object that a field of this name holds."""
    told = value if isinstance(value, Mapping) else {}
    made = {
        said: argument
        for member, kind in MEMBERS.get(name, {}).items()
        for said, argument in _member(words, member, kind, told.get(member))
    }
    if name == OUTCOME:
        broke = words.words.plain(f"{TIE}-{told.get(DECIDED_BY)}")
        made |= {TIE: broke or "", f"{TIE}-count": 1 if broke else 0}
    return made


def _member(words: MatchWords, name: str, kind: str, value: Json) -> list[tuple[str, Argument]]:
    values = value if isinstance(value, list) else [] if value is None else [value]
    return [
        (name, words.listed([words.label(kind, one) for one in values]) if values else ""),
        (f"{name}-id", value if isinstance(value, str | int) else ""),
        (f"{name}-count", len(values)),
    ]


def _changes(words: MatchWords, changes: Sequence[Mapping[str, Any]]) -> dict[str, Argument]:
    made: dict[str, Argument] = {}
    for effect in (*BECAME, *ASKED):
        having = [change for change in changes if change.get("effect") == effect]
        versions = sorted(change["decision"] for change in having)
        made[effect] = in_runs(words, versions)
        made[f"{effect}-count"] = len(versions)
        if effect in BECAME:
            made[f"{effect}-why"] = _with_reasons(words, having)
    return made


def _with_reasons(words: MatchWords, changes: Sequence[Mapping[str, Any]]) -> str:
    """The decisions of some changes, those that are so for one reason together, with the reason behind them."""
    by_reason: dict[tuple[str, Json], list[int]] = {}
    for change in sorted(changes, key=lambda change: int(change["decision"])):
        reason = next(((name, change[name]) for name in ("rule", "after") if name in change), ("", None))
        by_reason.setdefault(reason, []).append(change["decision"])
    said = []
    for (name, cause), versions in by_reason.items():
        decisions = in_runs(words, versions)
        said.append(words.words.text(f"why-{name}", {"decisions": decisions, name: cause}) if name else decisions)
    return "; ".join(said)


def in_runs(words: MatchWords, versions: Sequence[int]) -> str:
    """Versions in ascending order, in one: ``3 and 5 to 9``."""
    runs: list[list[int]] = []
    for version in versions:
        if runs and version == runs[-1][-1] + 1:
            runs[-1].append(version)
        else:
            runs.append([version])
    return words.listed([said for run in runs for said in _run(words, run)]) if runs else ""


def _run(words: MatchWords, run: Sequence[int]) -> list[str]:
    if len(run) > 2:
        return [words.words.text("from-to", {"min": str(run[0]), "max": str(run[-1])})]
    return list(map(str, run))
