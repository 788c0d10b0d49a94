"""Viewers, the gate and the horizon: the only place where a value is hidden.

A stored decision holds ``open``, in which each value not meant for everyone stands as a commitment, and
``sealed``, which says who may have each such value. :func:`redact` puts back what a viewer may have; it can
only add. It depends on the stored decision, the viewer and the horizon, and on nothing else: a secret never
opens in place, a later fact tells it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from domain.kit.facts import EVERYONE, Json
from domain.kit.written.evidence import replaced
from domain.kit.written.notation import decoded, encoded

ERASED: Json = {"erased": True}
LINE_CHANGED = "LineChanged"
"""The type of the fact that speaks of other decisions (``ruleset.LineChanged``)."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer: a seat, the public, or an official (arbiter, scribe), who sees everything."""

    kind: Literal["seat", "public", "official"]
    seat: int | None = None

    @property
    def official(self) -> bool:
        """Sees everything."""
        return self.kind == "official"

    def __str__(self) -> str:
        return f"seat:{self.seat}" if self.kind == "seat" else self.kind


PUBLIC = Viewer("public")
OFFICIAL = Viewer("official")


def seat_viewer(seat: int) -> Viewer:
    """The viewer at *seat*."""
    return Viewer("seat", seat)


@dataclass(frozen=True, slots=True)
class Horizon:
    """How far back a viewer may read: decisions before *version* have faded, if the match *fades*.

    Values marked ``once`` before it are hidden from their owner again in every match.
    """

    version: int = 0
    fades: bool = False

    def has_faded(self, version: int) -> bool:
        """Whether the decision *version* is served as its skeleton only; the laid table never fades."""
        return self.fades and 0 < version < self.version


NO_HORIZON = Horizon()

Sealed: TypeAlias = Mapping[str, Any]
"""One entry of ``sealed``: ``{"for": [seats] | "everyone", "once"?: true, "text"?: true, "value"?: …}``."""


@dataclass(frozen=True)
class StoredDecision:
    """A decision as it is stored: the record as written in ``open``, the sealed values, the texts beside it.

    *texts* holds the free texts that still exist, by pointer; a text that is missing there was erased.
    """

    version: int
    record: Mapping[str, Json]
    sealed: Mapping[str, Sealed] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    open: str | None = field(default=None, compare=False)
    """The text of the record, where that is at hand."""

    @classmethod
    def written(
        cls, version: int, text: str, sealed: Mapping[str, Sealed], texts: Mapping[str, str]
    ) -> StoredDecision:
        """The decision whose record this is the text of: it is read when somebody looks into it."""
        decision = object.__new__(cls)
        vars(decision).update(version=version, sealed=sealed, texts=texts, open=text)
        return decision

    def __getattr__(self, name: str) -> Any:
        if name != "record" or self.open is None:
            raise AttributeError(name)
        record = vars(self)["record"] = decoded(self.open)
        return record


def redacted_text(decision: StoredDecision, viewer: Viewer, horizon: Horizon = NO_HORIZON) -> bytes:
    """What :func:`redact` gives, as JSON: the record as written, where nothing is put back or taken away."""
    if decision.open is None or horizon.fades or openable(decision, viewer, horizon):
        return encoded(redact(decision, viewer, horizon))
    return decision.open.encode()


def redact(decision: StoredDecision, viewer: Viewer, horizon: Horizon = NO_HORIZON) -> dict[str, Json]:
    """The decision as *viewer* may have it: the gate.

    Before the horizon only its skeleton: who decided, when, and what sort of command it was.
    """
    if horizon.has_faded(decision.version):
        return skeleton(decision.record)
    record = decision.record
    if decision.sealed:
        record = replaced(record, openable(decision, viewer, horizon))
    if horizon.fades and _speaks_of_others(record):
        record = _with_faded_changes(record, horizon)
    return dict(record)


def skeleton(record: Mapping[str, Json]) -> dict[str, Json]:
    """What is left of a faded decision."""
    return {
        "version": record["version"],
        "actor": record["actor"],
        "at": record["at"],
        "command": {"type": record["command"]["type"]},
        "faded": True,
    }


def openable(decision: StoredDecision, viewer: Viewer, horizon: Horizon) -> dict[str, Json]:
    """What the gate puts back for a viewer: the value at each pointer, or that it was erased."""
    values: dict[str, Json] = {}
    for path, entry in decision.sealed.items():
        if not _entitled(entry, viewer):
            continue
        if entry.get("once") and decision.version < horizon.version and not viewer.official:
            continue
        values[path] = decision.texts.get(path, ERASED) if entry.get("text") else entry["value"]
    return values


def _entitled(entry: Sealed, viewer: Viewer) -> bool:
    return viewer.official or entry["for"] == EVERYONE or viewer.seat in entry["for"]


# -- what a change of the line says about faded decisions ---------------------------------------------------


def _speaks_of_others(record: Mapping[str, Json]) -> bool:
    return any(fact["type"] == LINE_CHANGED for fact in record["facts"])


def _with_faded_changes(record: Mapping[str, Json], horizon: Horizon) -> dict[str, Json]:
    facts = [
        {**fact, "changes": [_faded_change(change, horizon) for change in fact["changes"]]}
        if fact["type"] == LINE_CHANGED
        else fact
        for fact in record["facts"]
    ]
    return {**record, "facts": facts}


def _faded_change(change: Mapping[str, Json], horizon: Horizon) -> dict[str, Json]:
    # The laid table never fades, but what was inserted behind it was played.
    faded = horizon.fades and change["decision"] < horizon.version
    if faded and set(change) > {"decision", "effect"}:
        return {"decision": change["decision"], "effect": change["effect"], "faded": True}
    return dict(change)
