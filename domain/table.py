"""Commands that every game has, and who may send them: notes, take-backs, telling, abandoning, closing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kit.facts import Command, Fact, Json
from domain.kit.play import Played, happened, tell
from domain.kit.ruleset import (
    Abandon,
    Close,
    LineChanged,
    MatchAbandoned,
    MatchClosed,
    Note,
    NoteMade,
    Refused,
    TakeBack,
    Tell,
)
from domain.kit.state import State
from domain.kit.visibility import OFFICIAL
from domain.line import changes_until
from domain.match import Match, fold_line
from domain.principal import Principal

WHO_MAY: Mapping[type[Command], tuple[str, ...]] = {
    Note: ("seat", "arbiter", "scribe"),
    TakeBack: ("seat", "arbiter", "scribe"),
    Tell: ("scribe", "arbiter"),
    Abandon: ("host", "arbiter"),
    Close: ("host", "arbiter"),
}
"""Which roles may send a command of the table."""


def may_send(match: Match, principal: Principal) -> list[str]:
    """The types of the ``table.*`` commands that this principal may send now."""
    return [command.TYPE for command in WHO_MAY if _objection(match, principal, command) is None]


def check_sender(match: Match, principal: Principal, command: type[Command]) -> None:
    """Raise :class:`Refused` unless the principal may send commands of this type now."""
    objection = _objection(match, principal, command)
    if objection is not None:
        raise objection


def _objection(match: Match, principal: Principal, command: type[Command]) -> Refused | None:
    state: State = match.state
    if principal.role not in WHO_MAY[command]:
        return Refused("forbidden", f"{command.TYPE} is for {_listed(WHO_MAY[command])}")
    if state.closed:
        return Refused("closed", "the record of this match is closed")
    if command in (Abandon, Tell) and state.over:
        return Refused("over", "the match is over")
    if command is Tell and not any(place.unknown for place in state.places.values()):
        return Refused("illegal-move", "nothing is unknown in this match")
    if command is Close and not state.over:
        return Refused("not-over", "only a match that is over can be closed; it can be abandoned")
    return None


def _listed(roles: Sequence[str]) -> str:
    return ", ".join(roles)


def decide_table(
    match: Match,
    state: State,
    principal: Principal,
    command: Command,
    history: Sequence[Mapping[str, Json]],
) -> Played:
    """What a command of the table brings about; *history* is the log in full (only take-backs read it)."""
    if isinstance(command, Note):
        if command.about is not None and command.about > match.version:
            raise Refused("invalid", "there is no such decision to make a note about")
        return _recorded(match, state, NoteMade(command.about))
    if isinstance(command, Tell):
        return tell(match.ruleset, state, command)
    if isinstance(command, TakeBack):
        return _take_back(match, principal, command, history)
    if isinstance(command, Abandon):
        return _recorded(match, state, MatchAbandoned())
    return _recorded(match, state, MatchClosed())


def _recorded(match: Match, state: State, fact: Fact) -> Played:
    working = state.copy()
    return Played(working, happened(match.ruleset, working, (fact,)))


# -- taking back --------------------------------------------------------------------------------------------


def _take_back(
    match: Match, principal: Principal, command: TakeBack, history: Sequence[Mapping[str, Json]]
) -> Played:
    start = command.decision
    changes = changes_until(history, match.version)
    _check_target(principal, start, history, struck=start in changes)
    later = [decision for decision in history[start + 1 :] if decision["version"] not in changes]
    _check_free(match, history[start], later)
    fact = LineChanged(
        start=start,
        cause=TakeBack.TYPE,
        changes=(
            {"decision": start, "effect": "struck"},
            *({"decision": decision["version"], "effect": "stands"} for decision in later),
        ),
    )
    decisions = [*history, {"version": match.version + 1, "facts": [fact.to_json()]}]
    changed = changes_until(decisions, match.version + 1)
    state = fold_line(match.ruleset, match.rules, decisions, OFFICIAL, match.version + 1, changed)
    return Played(state, (fact,))


def _check_target(
    principal: Principal, start: int, history: Sequence[Mapping[str, Json]], *, struck: bool
) -> None:
    if not 0 < start < len(history):
        raise Refused("invalid", "there is no such decision")
    target = history[start]
    if not is_of_the_game(target) or target["automatic"] or not isinstance(target["actor"], dict):
        raise Refused("illegal-move", "only a seat's own decision of the game can be taken back")
    if principal.role == "seat" and target["actor"]["seat"] != principal.seat:
        raise Refused("not-your-seat", "only one's own decision can be taken back")
    if struck:
        raise Refused("illegal-move", "that decision has already been taken back")


def _check_free(match: Match, target: Mapping[str, Json], later: Sequence[Mapping[str, Json]]) -> None:
    """Free only while nobody else and no chance has decided, and nothing secret was told: by types alone."""
    game = [decision for decision in later if is_of_the_game(decision)]
    if any(decision["actor"] == "chance" for decision in game):
        raise Refused("needs-ruling", "chance has decided since; only a ruling can take this back")
    if any(decision["actor"] != target["actor"] for decision in game):
        raise Refused("needs-consent", "somebody else has decided since and would have to consent")
    if any(decision["actor"] == target["actor"] for decision in game):
        raise Refused("illegal-move", "only the newest of one's own decisions can be taken back")
    told = {fact["type"] for decision in (target, *later) for fact in decision["facts"]}
    if any(match.ruleset.fact_types[name].OPENS for name in told):
        raise Refused("needs-consent", "something secret has been told since; those told would have to consent")


def is_of_the_game(decision: Mapping[str, Json]) -> bool:
    """Whether it is a decision of the game, not one of the table (``table.*``) or the opening."""
    kind: str = decision["command"]["type"]
    return not kind.startswith("table.") and kind != "open"
