"""The Match aggregate: opened, decided.

A match is what its log says. :class:`Match` is the fold of the newest line, with what is needed to append to
it: the tree's right edge, the horizons, the secrets. It is never changed: each append makes a new one, so
it can be shared and cached. It knows the kit and no game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar
from uuid import UUID

from domain.kit.facts import Json
from domain.kit.guards import Refused
from domain.kit.play import drawn_in, eyes_of
from domain.kit.ruleset import Ruleset
from domain.kit.state import Rules
from domain.kit.table.joining import is_joint
from domain.kit.visibility import OFFICIAL, Horizon, Sealed, StoredDecision, Viewer, redact
from domain.kit.written.evidence import canonical, grown, leaf_hash, root_of
from domain.kit.written.notation import decoded
from domain.kit.written.records import Written
from domain.match.horizon import awaits_signature, fades, horizon_of, is_disclosed, own_decision
from domain.match.line import fold_facts
from domain.match.principal import Principal

FACTS = "/facts/"
"""How the pointer of a value in a fact begins."""

# -- what is stored -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchEvent:
    """One decision as it is stored: one event, one row, one version.

    ``open`` is the leaf, ``sealed`` what may be put back into it, for whom; ``root`` is the root after it, and
    ``nodes`` are the roots of the subtrees that it completes (``domain.kit.written.evidence.grown``), in hex.
    ``edge`` is the right edge of the tree after it; None where the decisions before it were not read. Decisions
    that were stored as JSON have an edge, and no nodes.
    """

    originator_id: UUID
    originator_version: int
    open: str
    sealed: dict[str, Any]
    root: str
    nodes: list[str] | None
    edge: list[str] | None

    @cached_property
    def leaf(self) -> str:
        """The hash of the leaf."""
        return leaf_hash(self.open.encode())

    @cached_property
    def record(self) -> Mapping[str, Json]:
        """The record that ``open`` writes."""
        record: Mapping[str, Json] = decoded(self.open)
        return record

    def stored(self, texts: Mapping[str, str] | None = None) -> StoredDecision:
        """The decision for the gate, with the free texts that still exist."""
        decision = StoredDecision.written(self.originator_version, self.open, self.sealed, texts or {})
        if (record := vars(self).get("record")) is not None:  # it need not be read twice
            vars(decision)["record"] = record
        return decision

    @property
    def has_texts(self) -> bool:
        """Whether free texts belong to it."""
        return any(entry.get("text") for entry in self.sealed.values())


@dataclass(frozen=True)
class Opened(MatchEvent):
    """The match was opened: version 0."""

    TOPIC: ClassVar[str] = "kerbholz.Opened"


@dataclass(frozen=True)
class Decided(MatchEvent):
    """A command was accepted: versions 1, 2, …"""

    TOPIC: ClassVar[str] = "kerbholz.Decided"


def event(match_id: UUID, version: int, stored: Written, edge: Sequence[str]) -> MatchEvent:
    """The event of a written decision; *edge* is the tree's right edge before it."""
    after, nodes = grown(edge, version, leaf_hash(stored.open.encode()))
    cls = Decided if version else Opened
    return cls(match_id, version, stored.open, stored.sealed, root_of(after), list(nodes), list(after))


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a match is sealed and drawn with, kept beside the log; the seed is None in a recorded match."""

    match_key: bytes = field(repr=False)
    chance_seed: bytes | None = field(default=None, repr=False)


# -- the aggregate ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """A match at one version, on its newest line.

    *opening* is the record of decision 0, *sealed* what is sealed in it, but for facts. *acted* holds for each
    seat the version of its last own decision of the game (automatic and ``table.*`` ones don't count), which is
    its horizon where the match fades. *drawn* is how many draws there have been, struck ones too; it is counted
    where chance is joint.
    """

    id: UUID
    ruleset: Ruleset[Any]
    rules: Rules
    secrets: Secrets
    opening: Mapping[str, Json]
    sealed: Mapping[str, Sealed]
    state: Any
    version: int
    at: str
    root: str
    edge: tuple[str, ...]
    acted: Mapping[int, int] = field(default_factory=dict)
    drawn: int = 0
    _eyes: dict[int, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def newest(self) -> Match:
        """The match as it is now, for who looks at how it was."""
        return self

    @property
    def hosted(self) -> bool:
        """Whether the service answers for chance."""
        return self.rules.mode == "hosted"

    @property
    def fades(self) -> bool:
        """Whether what was seen fades while the match runs."""
        return fades(self.rules)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        over: bool = self.state.over
        return over

    @property
    def awaits_signature(self) -> bool:
        """Whether an official still has to sign the result."""
        return awaits_signature(self.rules, self.state)

    @property
    def disclosed(self) -> bool:
        """Whether the end is final, so that everybody may read everything."""
        return is_disclosed(self.rules, self.state)

    def admits(self, principal: Principal) -> bool:
        """Whether the token that the principal came with is its newest one."""
        return bool(self.state.token_number(principal.role, principal.seat) == principal.number)

    def check_admits(self, principal: Principal) -> None:
        """Raise ``Refused`` unless the token that the principal came with is its newest one."""
        if not self.admits(principal):
            raise Refused("forbidden", "this token has been replaced or revoked", "TB-2")

    def eyes(self, seat: int) -> Any:
        """The state as a seat sees it, for reading: made once."""
        if seat not in self._eyes:
            self._eyes[seat] = eyes_of(self.state, seat)
        return self._eyes[seat]

    def known_to(self, viewer: Viewer) -> Match:
        """The match as *viewer* knows it, with all that may be where the viewer sees nothing: for moves."""
        return replace(self, state=self.state.supposed(viewer, self.ruleset.kinds, self.ruleset.amounts))

    def horizon(self, principal: Principal) -> Horizon:
        """How far back this principal may read: by the token, whatever it asks to look as."""
        return horizon_of(self.rules, self.state, self.acted, principal)

    def after(self, events: Sequence[MatchEvent]) -> Match:
        """The match with *events* appended, none of which changes the line."""
        state = self.state.copy()
        for new in events:
            fold_facts(self.ruleset, state, told(new)["facts"])
        return self.appended(events, state)

    def appended(self, events: Sequence[MatchEvent], state: Any) -> Match:
        """The match at the last of *events*, which made *state* of it."""
        last = events[-1]
        own = {own_decision(new.record): new.originator_version for new in events}
        acted = {**self.acted, **{seat: version for seat, version in own.items() if seat is not None}}
        return replace(
            self,
            state=state,
            version=last.originator_version,
            at=last.record["at"],
            root=last.root,
            edge=_edge_of(last),
            acted=acted,
            drawn=self.drawn + (sum(map(self._draws_in, events)) if is_joint(self.rules) else 0),
        )

    def _draws_in(self, event: MatchEvent) -> int:
        """How many draws there were in a decision: only those of chance have any."""
        if event.record["actor"] != "chance":
            return 0
        return len(drawn_in(map(self.ruleset.fact_from_json, told(event)["facts"])))


def opened(event: MatchEvent, ruleset: Ruleset[Any], secrets: Secrets) -> Match:
    """The match that decision 0 opens."""
    rules = rules_of(event.record)
    record = {**event.record, "board": rules.board}
    state = ruleset.empty(rules, OFFICIAL)
    fold_facts(ruleset, state, told(event)["facts"])
    return Match(
        id=event.originator_id,
        ruleset=ruleset,
        rules=rules,
        secrets=secrets,
        opening=record,
        sealed={at: entry for at, entry in event.sealed.items() if entry.get("text") or not at.startswith(FACTS)},
        state=state,
        version=0,
        at=record["at"],
        root=event.root,
        edge=_edge_of(event),
    )


def _edge_of(event: MatchEvent) -> tuple[str, ...]:
    assert event.edge is not None, "a match grows by decisions of which those before were read"
    return tuple(event.edge)


def rules_of(opening: Mapping[str, Json]) -> Rules:
    """What the match is played by, from the record of decision 0."""
    return Rules(
        ruleset=opening["ruleset"]["id"],
        version=opening["ruleset"]["version"],
        mode=opening["mode"],
        seats=len(opening["seats"]),
        options=opening["options"],
        board=_board(canonical(opening["board"])),
    )


@lru_cache(maxsize=64)
def _board(written: str) -> Mapping[str, Json]:
    """A board, made once for all the matches that are played on it."""
    board: Mapping[str, Json] = json.loads(written)
    return board


def told(event: MatchEvent, viewer: Viewer = OFFICIAL) -> Mapping[str, Json]:
    """The decision as *viewer* was told it when it happened."""
    return redact(event.stored(), viewer)
