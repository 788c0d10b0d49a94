"""What does not add up in a record: as findings of the audit, and as warnings to the person who entered it.

It reads decisions as they come out of the gate, and hides nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from domain.kit.facts import Json
from domain.kit.table.facts import Discrepancy, PiecesMissing, PurseOverspent
from domain.match.line import Told


def contradictions(decisions: Iterable[Told]) -> Iterator[dict[str, Json]]:
    """A finding for each decision at which the record cannot be true, as the reader was told it.

    The first of them is the earliest: what was written down wrong is that decision, or one before it.
    """
    for decision in decisions:
        for fact in decision.get("facts", ()):
            if fact["type"] == PiecesMissing.TYPE:
                about = {"things": fact["things"], "place": fact.get("place"), "status": "stands"}
                yield {**_finding("missing", decision), **about}
            elif fact["type"] in (Discrepancy.TYPE, PurseOverspent.TYPE):
                yield {**_finding("contradiction", decision), **_about(fact), "status": "open"}


def warnings(decisions: Iterable[Told]) -> list[Json]:
    """The same for what has just been written down, for viewers who were told what it is about."""
    found = (one for one in contradictions(decisions) if one["kind"] == "contradiction")
    return [
        {
            "code": "contradiction",
            "version": one["complete"],
            "place": one["place"],
            "things": one["things"],
            "amount": one["amount"],
            "detail": _said(one),
        }
        for one in found
        if not any(isinstance(value, dict) and "hidden" in value for value in (one["things"], one["amount"]))
    ]


def _finding(kind: str, decision: Told) -> dict[str, Json]:
    version = decision["version"]
    return {"kind": kind, "rule": None, "seat": None, "decisions": [version], "complete": version}


def _about(fact: Mapping[str, Json]) -> dict[str, Json]:
    return {
        "place": fact["place"],
        "of": fact.get("of", "purse"),
        "things": fact.get("things"),
        "amount": fact.get("amount"),
    }


def _said(finding: Mapping[str, Json]) -> str:
    place = finding["place"]
    if finding["of"] == "purse":
        return f"{finding['amount']} more comes out of {place} than is in it"
    things = finding["things"]
    listed = ", ".join(map(_thing, things if isinstance(things, list) else [things]))
    if finding["of"] == "set":
        return f"{listed} in {place}: there are more of it than exist"
    return f"{listed} comes out of {place}, and cannot be there"


def _thing(thing: Json) -> str:
    return thing if isinstance(thing, str) else f"{thing.get('unknown', 1)} unknown"
