"""Correcting the record: decisions are replaced, removed, inserted, filled in, and earlier lines restored.

Nothing is deleted: a correction is a decision, and its ``LineChanged`` says what becomes of each later one. What
is corrected must go itself, by the rules or as irregular; what followed is decided again, or struck with a reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from domain.kit.facts import Command, Hidden, Json, Unknown
from domain.kit.guards import Refused
from domain.kit.play import Played
from domain.kit.table.commands import Amend, Reveal
from domain.kit.table.disputes import Sign
from domain.kit.table.facts import LineChanged
from domain.kit.words.refusing import naming
from domain.kit.words.values import COMMAND
from domain.match.line import Changes, changes_until, declined_with, effective_facts, is_struck
from domain.match.match import Match
from domain.match.work import Work
from domain.table.correcting.deciding_again import (
    Corrected,
    DecidedAgain,
    History,
    changed_line,
    corrected,
    corrected_until,
    is_of_the_game,
    line_restored,
    recorded_own,
    revealed,
    spend,
    struck,
)
from domain.table.sent import Sent, check_seat


def amend(match: Match, sent: Sent, command: Amend) -> Played:
    """Correct decisions, or restore a line."""
    history, work = sent.history, sent.work
    if (command.changes is None) == (command.restore is None):
        raise Refused("invalid", 'an amendment has either "changes" or "restore"', "TB-54")
    if command.restore is not None:
        return _restored(match, command.restore, history, work)
    wanted: Sequence[Mapping[str, Json]] = command.changes or ()
    changes = changes_until(history, match.version)
    for one in wanted:
        _check(match, one, history, changes)
    replaced = Counter(one["decision"] for one in wanted if one["effect"] != "insert")
    if any(number > 1 for number in replaced.values()):
        raise Refused("invalid", "an amendment can replace or remove the same decision only once", "TB-55")
    removed = {one["decision"] for one in wanted if one["effect"] == "remove"}
    if removed & {one["decision"] for one in wanted if one["effect"] == "insert"}:
        detail = "a decision that is removed cannot have commands inserted after it; insert them elsewhere"
        raise Refused("invalid", detail, "TB-55")
    known = corrected_until(match.ruleset, history, match.version)
    again = corrected(match.ruleset, history, known, wanted, sent.principal.role)
    return _amended(match, sent, Amend.TYPE, wanted, again, changes)


def reveal(match: Match, sent: Sent, command: Reveal) -> Played:
    """Fill in what was unknown in a decision."""
    history = sent.history
    version = command.decision
    changes = changes_until(history, match.version)
    change = {"decision": version, "effect": "replace", "commands": [{"command": command.command}]}
    _check_target(match, change, history, changes)
    known = corrected_until(match.ruleset, history, match.version)
    recorded = known[version][0] if version in known else recorded_own(match.ruleset, history[version])
    if command.command["type"] != recorded.command.TYPE:
        text = (
            f"decision {version} is “{{command}}”, and “{{reveal}}” (table.reveal) says only what was unknown"
            "; “{amend}” (table.amend) can make something else of it"
        )
        types = {"command": recorded.command.TYPE, "reveal": Reveal.TYPE, "amend": Amend.TYPE}
        named = {name: (COMMAND, said) for name, said in types.items()}
        raise Refused("invalid", naming(match.ruleset, match.state.rules, text, **named), "TB-59")
    again = revealed(match.ruleset, history, known, version, command.command)
    if not _fills_in(recorded.command, again[version][0].command):
        detail = f"table.reveal cannot change what was known in decision {version}; table.amend can correct it"
        raise Refused("invalid", detail, "TB-59")
    return _amended(match, sent, Reveal.TYPE, [change], again, changes)


def _restored(match: Match, version: int, history: History, work: Work) -> Played:
    if version >= match.version:
        detail = f"only a version before the newest one, {match.version}, can be restored"
        raise Refused("invalid", detail, "TB-54")
    spend(work, history, len(history))
    lines = changes_until(history, version), changes_until(history, match.version)
    played = line_restored(match, (), history, lines, version, Amend.TYPE)
    return _changing(played, history, lines[1])


def _amended(
    match: Match,
    sent: Sent,
    cause: str,
    wanted: Sequence[Mapping[str, Json]],
    known: Corrected,
    changes: Changes,
) -> Played:
    history = sent.history
    removed = {one["decision"] for one in wanted if one["effect"] == "remove"}
    now = {one["decision"] for one in wanted} - removed
    start = min(one["decision"] for one in wanted)
    # What was declined by a decision goes with it, unless it was corrected itself.
    with_it = {offer for version in removed for offer in declined_with(history, version) if offer not in known}
    start = min(start, *with_it) if with_it else start
    spend(sent.work, history, start)
    # A result that was signed has to be signed again.
    signed = [one["version"] for one in history[start + 1 :] if one["command"]["type"] == Sign.TYPE]
    fixed = {
        version: struck(version) for version in (*removed, *with_it, *signed) if not is_struck(version, changes)
    }
    again = DecidedAgain(match, history, changes, fixed, start=start, again=sent.again, corrected=known, now=now)
    played = changed_line(match, history, (), LineChanged(start, cause, tuple(again.changes)))
    return _changing(played, history, changes)


def _changing(played: Played, history: History, before: Changes) -> Played:
    """What an amendment brings about, if that is anything."""
    *_, fact = played.facts
    assert isinstance(fact, LineChanged)
    told = {"version": len(history), "facts": [fact.to_json()]}
    after = changes_until([*history, told], len(history))
    if all(_same(history[change["decision"]], before, after) for change in fact.changes):
        raise Refused("illegal-move", "this correction changes nothing", "TB-60")
    return played


def _same(decision: Mapping[str, Json], before: Changes, after: Changes) -> bool:
    version = decision["version"]
    if is_struck(version, before) != is_struck(version, after):
        return False
    return list(effective_facts(decision, before)) == list(effective_facts(decision, after))


# -- what may be corrected ----------------------------------------------------------------------------------


def _check(match: Match, change: Mapping[str, Json], history: History, changes: Changes) -> None:
    _check_target(match, change, history, changes)
    for one in change.get("commands") or ():
        _check_command(match, one, history[change["decision"]])


def _check_target(match: Match, change: Mapping[str, Json], history: History, changes: Changes) -> None:
    version, effect = change["decision"], change["effect"]
    commands = change.get("commands") or ()
    if not 0 <= version <= match.version:
        raise Refused("invalid", f"there is no decision {version}", "TB-24")
    if effect == "remove" and commands:
        raise Refused("invalid", "a decision that is removed has no commands", "TB-55")
    if (effect == "replace" and len(commands) != 1) or (effect == "insert" and not commands):
        detail = '"replace" needs exactly one command, and "insert" at least one'
        raise Refused("invalid", detail, "TB-55")
    target = history[version]
    if not is_of_the_game(target) and not (effect == "insert" and version == 0):
        why = "what was said is not corrected" if version else "it is the opening"
        detail = f"decision {version} is not a decision of the game; {why}"
        raise Refused("invalid", detail, "TB-56")
    if is_struck(version, changes):
        detail = f"decision {version} does not count any more; table.amend can restore an earlier line"
        raise Refused("illegal-move", detail, "TB-42")
    if target["automatic"] and target["recorded_by"] == "service" and effect != "insert":
        detail = f"decision {version} was automatic; correct the decision that caused it"
        raise Refused("illegal-move", detail, "TB-56")
    if match.hosted and effect != "insert" and target["actor"] == "chance":
        raise Refused("illegal-move", "in a hosted match nobody can correct what chance decided", "TB-57")


def _check_command(match: Match, one: Mapping[str, Json], target: Mapping[str, Json]) -> None:
    ruleset = match.ruleset
    cls = ruleset.command_types.get(one["command"]["type"])
    if cls is None or cls not in (*ruleset.commands, *ruleset.chance_commands):
        raise Refused("invalid", "a correction can have only commands of the game and of chance", "TB-58")
    if cls in ruleset.chance_commands and match.hosted:
        raise Refused("illegal-move", "in a hosted match nobody can correct what chance decided", "TB-57")
    seat = one.get("seat")
    if seat is not None and cls in ruleset.chance_commands:
        raise Refused("invalid", "a command of chance has no seat", "TB-6")
    if seat is not None:
        check_seat(match, seat)
    if seat is None and cls in ruleset.commands and not isinstance(target["actor"], dict):
        detail = f'decision {target["version"]} was made by no seat; say with "seat" who makes the {cls.TYPE}'
        raise Refused("invalid", detail, "TB-58")


def _fills_in(recorded: Command, given: Command) -> bool:
    """Whether *given* is *recorded* with some of what was unknown filled in."""
    return type(recorded) is type(given) and all(
        _fits(getattr(recorded, field.attribute), getattr(given, field.attribute)) for field in recorded.SENT
    )


def _fits(recorded: Any, given: Any) -> bool:
    if recorded == given:
        return True
    if isinstance(recorded, Unknown | Hidden):
        return not isinstance(given, tuple) or len(given) == recorded.number
    if not isinstance(recorded, tuple) or not isinstance(given, tuple) or len(recorded) != len(given):
        return False
    known = Counter(thing for thing in recorded if not isinstance(thing, Unknown))
    return known <= Counter(thing for thing in given if not isinstance(thing, Unknown))
