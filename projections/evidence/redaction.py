"""An archive of officials cut down for another viewer, without the service: what it would have given them.

The audiences that it holds say who may have which value, the gate goes by them, and how far back a seat may read
follows from the log itself. So the same file comes out that the service gives to that viewer's own token, when the
match is as long as the archive. It knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.evidence.grammar import read
from domain.evidence.shape import FOR_EVERYBODY
from domain.evidence.writing import told_of, written_line
from domain.kit.facts import Fact, Json
from domain.kit.state import State
from domain.kit.table.disputes import ResultSigned
from domain.kit.table.facts import APPLIERS, LineChanged, MatchAbandoned, MatchClosed, MatchEnded
from domain.kit.visibility import Horizon, StoredDecision, Viewer
from domain.match.horizon import horizon_of, own_decision
from domain.match.line import changes_until, effective_facts
from domain.match.match import rules_of
from domain.match.principal import ANONYMOUS, Principal

ENDING: Mapping[str, type[Fact]] = {
    fact.TYPE: fact for fact in (MatchEnded, MatchAbandoned, ResultSigned, MatchClosed)
}
"""The facts from which it follows whether everybody may read everything."""


class CannotRedact(Exception):
    """The archive cannot be cut down for this viewer; the message says why."""


class Standing:
    """How a match stands at the end of an archive, as far as it says how far back somebody may read."""

    def __init__(self) -> None:
        self._opening: Mapping[str, Any] = {}
        self._acted: dict[int, int] = {}
        self._said: list[dict[str, Json]] = []

    def follow(self, record: Mapping[str, Any], _: object) -> None:
        """Take in the next decision; raises :class:`CannotRedact` where it is none of a match."""
        try:
            self._follow(record)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise CannotRedact(
                f"decision {record['version']} is not written as decisions of matches are"
            ) from None

    def _follow(self, record: Mapping[str, Any]) -> None:
        version = record["version"]
        if version == 0:
            self._opening = record
            rules_of(record)
        if (seat := own_decision(record)) is not None:
            self._acted[seat] = version
        counted = [fact for fact in record["facts"] if fact["type"] in ENDING or fact["type"] == LineChanged.TYPE]
        if counted:
            self._said.append({"version": version, "facts": counted})

    def horizon(self, viewer: Viewer) -> Horizon:
        """How far back a viewer may read with a token of their own; raises :class:`CannotRedact`."""
        try:
            return self._horizon(viewer)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise CannotRedact("its decisions are not written as those of matches are") from None

    def _horizon(self, viewer: Viewer) -> Horizon:
        rules = rules_of(self._opening)
        state = State(rules)
        said: dict[int, dict[str, Json]] = {one["version"]: one for one in self._said}
        changes = changes_until(self._said, max(said, default=0))
        # A decision that said nothing of the end may do so since it was corrected.
        for version in sorted({*said, *changes}):
            for fact in effective_facts(said.get(version, {"version": version}), changes):
                if (known := ENDING.get(fact["type"])) is not None:
                    APPLIERS[known](state, known.from_json(fact))
        principal = Principal("seat", viewer.seat) if viewer.kind == "seat" else ANONYMOUS
        return horizon_of(rules, state, self._acted, Principal("arbiter") if viewer.official else principal)

    @property
    def seats(self) -> int:
        """How many there are."""
        return len(self._opening["seats"])


def redacted(lines: Iterable[bytes], viewer: Viewer, standing: Standing, *, texts: bool) -> Iterator[bytes]:
    """The lines of an archive that has been verified, as *viewer* may have them; raises :class:`CannotRedact`.

    *standing* has followed all of its decisions.
    """
    whole = (read(line.decode()) for line in lines)
    header = next(whole)
    official = header["as"] == "official"
    if str(viewer) != header["as"] and not official:
        raise CannotRedact("only archives of officials say who may have which value")
    if viewer.kind == "seat" and not (viewer.seat or 0) < standing.seats:
        raise CannotRedact(f"there is no {viewer}: the match has {standing.seats} seats")
    horizon = standing.horizon(viewer)
    if horizon.fades:
        raise CannotRedact(f"at the end of this archive what was seen still fades for {viewer} (TB-68)")
    if not viewer.official:
        header.pop("warning", None)
    yield written_line({**header, "as": str(viewer)})
    for version in range(header["size"]):
        line = next(whole)
        if official:
            try:
                line = _line(version, line, viewer, horizon, texts=texts)
            except KeyError:
                raise CannotRedact(f"decision {version} does not say of each value what it is") from None
        elif not texts:
            line["opened"] = {at: entry for at, entry in line["opened"].items() if not entry.get("text")}
        yield written_line(line)
    trailer = next(whole)
    if not viewer.official:
        trailer = {name: value for name, value in trailer.items() if name in FOR_EVERYBODY}
    yield written_line(trailer)


def _line(
    version: int, line: Mapping[str, Any], viewer: Viewer, horizon: Horizon, *, texts: bool
) -> dict[str, Json]:
    opened, erased = line["opened"], line.get("erased", ())
    # What the archive itself does not open is none of the values that there are: it was made without texts.
    sealed = {at: audience for at, audience in line["sealed"].items() if at in opened or at in erased}
    values = {at: {**audience, **_value(opened, at)} for at, audience in sealed.items()}
    kept = {at: entry["value"] for at, entry in opened.items() if entry.get("text")}
    stored = StoredDecision(version, {}, values, kept)  # the gate asks nothing of the record
    told = told_of(stored, lambda at: str(opened[at]["salt"]), viewer, horizon, texts=texts)
    if viewer.official:
        told["sealed"] = line["sealed"]
    return {"open": line["open"], "root": line["root"], **told}


def _value(opened: Mapping[str, Any], at: str) -> dict[str, Json]:
    return {"value": opened[at]["value"]} if at in opened and not opened[at].get("text") else {}
