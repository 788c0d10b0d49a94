"""Disputes at a table: accusations and reminders, freezing, rulings, appeals; the same for every game.

A ruling can have a remedy, and a later ruling can undo it. What undoes ``back`` gives each decision what it had
before, and leaves nothing of what has been played since; what undoes another remedy takes its facts away, and
decides again what followed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from domain.kit.facts import Fact, Json
from domain.kit.guards import Refused
from domain.kit.play import Played, happened
from domain.kit.table.calling import Called
from domain.kit.table.disputes import (
    CHANGES_THE_RESULT,
    Accuse,
    Accused,
    Appeal,
    Appealed,
    Remind,
    Reminded,
    RequestDropped,
    Rule,
    Ruled,
)
from domain.kit.table.facts import LineChanged, MatchEnded
from domain.match.line import Changes, changes_until, is_struck
from domain.match.match import Match
from domain.match.work import Work
from domain.table.calling import ended_by_ruling
from domain.table.correcting.deciding_again import (
    Change,
    DecidedAgain,
    History,
    as_before,
    changed_line,
    consequences,
    corrected_since,
    line_restored,
    only_said,
    spend,
)
from domain.table.sent import Sent, check_seat

# -- accusations, reminders, appeals ------------------------------------------------------------------------


def accuse(match: Match, sent: Sent, command: Accuse) -> Played:
    """An accusation, and what the game makes of it."""
    check_seat(match, command.accused)
    if sent.principal.seat == command.accused:
        raise Refused("invalid", "nobody can accuse their own seat", "TB-31")
    _check_decisions(match, command.decisions)
    by, decisions = sent.principal.at_the_table, tuple(sorted(set(command.decisions)))
    return _with_consequences(match, command, (Accused(by, command.accused, command.rule, decisions),))


def remind(match: Match, sent: Sent, command: Remind) -> Played:
    """A reminder, and what the game makes of it."""
    check_seat(match, command.reminded)
    if sent.principal.seat == command.reminded:
        raise Refused("invalid", "nobody can remind their own seat", "TB-31")
    fact = Reminded(sent.principal.at_the_table, command.reminded, command.step)
    return _with_consequences(match, command, (fact,))


def appeal(match: Match, sent: Sent, command: Appeal) -> Played:
    """An appeal against a ruling."""
    _check_decisions(match, (command.ruling,))
    if command.ruling not in _rulings(sent.history):
        raise Refused("invalid", f"decision {command.ruling} is not a ruling", "TB-32")
    return _with_consequences(match, command, (Appealed(sent.principal.at_the_table, command.ruling),))


def _check_decisions(match: Match, versions: Sequence[int]) -> None:
    if not all(0 <= version <= match.version for version in versions):
        raise Refused("invalid", "there is no such decision", "TB-24")


def _with_consequences(match: Match, command: Accuse | Remind | Appeal | Rule, said: tuple[Fact, ...]) -> Played:
    working = match.state.copy()
    facts = happened(match.ruleset, working, said)
    for fact in said:
        facts += happened(match.ruleset, working, consequences(match.ruleset, working, command, fact))
    return Played(working, facts)


# -- rulings ------------------------------------------------------------------------------------------------

FIELDS: Mapping[str | None, tuple[str, ...]] = {
    None: (),
    "stand": (),
    "perform": ("offender", "step"),
    "penalty": ("offender",),
    "back": ("before",),
    "end": ("result", "winners", "forfeits"),
}
"""Which fields belong to which remedy."""
NEEDED = ("offender", "before", "result")


def rule(match: Match, sent: Sent, command: Rule) -> Played:
    """A ruling, and its remedy."""
    history, work = sent.history, sent.work
    _check_fields(command)
    if command.about is not None:
        _check_decisions(match, (command.about,))
    said: tuple[Fact, ...] = (
        Ruled(
            command.verdict,
            command.about,
            _disputed(command.about, history) if command.about is not None else command.before,
            command.rule,
            command.remedy,
            command.reverses,
        ),
        *ended_by_ruling(match, command.call, command.about),
    )
    asked = match.state.consent
    if asked is not None and (command.remedy in CHANGES_THE_RESULT or command.reverses is not None):
        said += (RequestDropped(asked["seat"]),)
    if command.reverses is not None:
        return _reversed(match, sent, command, said)
    if command.remedy == "back":
        return _back(match, command, said, history, work)
    if command.remedy == "end":
        return _with_consequences(match, command, (*said, MatchEnded(_outcome(match, command))))
    if command.remedy in ("perform", "penalty") and match.state.concluded:
        what = "the match is over" if match.over else "the end of the match is proposed"
        raise Refused("over", f"{what}, so a ruling cannot demand a step or a penalty", "TB-36")
    if command.remedy in ("perform", "penalty") and match.state.joining is not None:
        raise Refused("not-awaited", "the game has not begun, so a ruling can demand nothing of it", "TB-36")
    if command.offender is not None:
        check_seat(match, command.offender)
    return _with_consequences(match, command, said)


def _check_fields(command: Rule) -> None:
    allowed = FIELDS[command.remedy]
    for fields in FIELDS.values():
        for name in fields:
            given = getattr(command, name) is not None
            if given and name not in allowed:
                raise Refused("invalid", f'"{name}" does not belong to this remedy', "TB-35")
            if not given and name in allowed and name in NEEDED:
                raise Refused("invalid", f'the remedy "{command.remedy}" needs "{name}"', "TB-35")
    if command.reverses is not None and command.remedy not in (None, "stand"):
        detail = "a ruling reverses an earlier one or has a remedy of its own, not both"
        raise Refused("invalid", detail, "TB-35")


def _disputed(about: int, history: History) -> int | None:
    """The first decision that a ruling about this decision is about."""
    for fact in history[about]["facts"]:
        if fact["type"] == Accused.TYPE:
            return min(fact["decisions"], default=None)
        if fact["type"] == Appealed.TYPE:
            return _disputed(fact["ruling"], history)
        if fact["type"] == Called.TYPE:
            called: int | None = fact.get("about")
            return called
        if fact["type"] == Ruled.TYPE:
            disputed: int | None = fact.get("disputed")
            return disputed
    return about


def _outcome(match: Match, command: Rule) -> dict[str, Json]:
    winners, forfeits = sorted(set(command.winners or ())), sorted(set(command.forfeits or ()))
    for seat in (*winners, *forfeits):
        check_seat(match, seat)
    if set(winners) & set(forfeits):
        raise Refused("invalid", "a seat that forfeits cannot win", "TB-37")
    fits = {"win": len(winners) == 1, "shared": len(winners) > 1, "no-result": not winners}
    if not fits[str(command.result)]:
        detail = "a win has one winner, a shared result has several, and no-result has none"
        raise Refused("invalid", detail, "TB-37")
    return {
        "result": command.result,
        "reason": "forfeit" if forfeits else "adjudicated",
        "winners": winners,
        "forfeits": forfeits,
    }


def _back(match: Match, command: Rule, said: tuple[Fact, ...], history: History, work: Work) -> Played:
    """Back to before a decision: nothing of the game counts from there on."""
    start = command.before or 0
    if not 0 < start <= match.version:
        raise Refused("invalid", "there is no such decision", "TB-24")
    spend(work, history, len(history))
    changes = changes_until(history, match.version)
    kept = [
        only_said(match.ruleset, decision, changes)
        for decision in history[start:]
        if not is_struck(decision["version"], changes)
    ]
    if not any(change["effect"] == "struck" for change in kept):
        raise Refused("illegal-move", "from that decision on, no decision of the game still counts", "TB-38")
    return changed_line(match, history, said, LineChanged(start, Rule.TYPE, tuple(kept)))


# -- reversals ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling as it is found in the log; *root* is the first one of a chain of reversals."""

    version: int
    root: int
    remedy: str | None


def _rulings(history: History) -> dict[int, Ruling]:
    found: dict[int, Ruling] = {}
    for decision in history:
        version: int = decision["version"]
        for fact in decision["facts"]:
            if fact["type"] == Ruled.TYPE:
                undone = found.get(fact.get("reverses"))
                if undone is None:
                    found[version] = Ruling(version, version, fact.get("remedy"))
                else:
                    found[version] = Ruling(version, undone.root, undone.remedy)
    return found


def _in_force(rulings: Mapping[int, Ruling], until: int) -> set[int]:
    """The rulings up to *until* whose remedy is in force: not reversed, or reversed and that reversed again."""
    found: set[int] = set()
    for version, ruling in rulings.items():
        if version <= until and ruling.remedy in CHANGES_THE_RESULT:
            found ^= {ruling.root}
    return found


def _reversed(match: Match, sent: Sent, command: Rule, said: tuple[Fact, ...]) -> Played:
    """Undo what an earlier ruling changed; that may itself have been a reversal."""
    history = sent.history
    rulings = _rulings(history)
    target = rulings.get(command.reverses or 0)
    if target is None:
        raise Refused("invalid", f"decision {command.reverses} is not a ruling", "TB-32")
    if any(other.root == target.root and other.version > target.version for other in rulings.values()):
        raise Refused("illegal-move", "that ruling has been reversed already", "TB-39")
    if target.remedy not in CHANGES_THE_RESULT:
        return _with_consequences(match, command, said)
    spend(sent.work, history, len(history) if target.remedy == "back" else target.root)
    first = target.version == target.root
    if target.remedy == "back" or not first:
        _check_nothing_in_between(target, rulings, match.version)
    now = changes_until(history, match.version)
    before = changes_until(history, target.version - 1)
    if target.remedy == "back":
        _check_not_corrected_since(target, history)
        return line_restored(match, said, history, (before, now), target.version - 1, Rule.TYPE)
    root = history[target.root]
    base = now if first else _without_changes_of(target, before, now)
    if first:
        fixed: Change = only_said(match.ruleset, root, now)
    else:
        fixed = as_before(match.ruleset, target.root, before)
    again = DecidedAgain(match, history, base, {target.root: fixed}, start=target.root, again=sent.again)
    return changed_line(match, history, said, LineChanged(target.root, Rule.TYPE, tuple(again.changes)))


def _check_nothing_in_between(target: Ruling, rulings: Mapping[int, Ruling], newest: int) -> None:
    """What changed the line since has to be undone first: remedies are taken off like plates from a stack."""
    then, now = _in_force(rulings, target.version - 1), _in_force(rulings, newest)
    for root in sorted((then ^ now) - {target.root}):
        if root < target.version or target.remedy == "back" or rulings[root].remedy == "back":
            detail = f"ruling {root}, or a reversal of it, has changed the line since; reverse that first"
            raise Refused("illegal-move", detail, "TB-40")


def _check_not_corrected_since(target: Ruling, history: History) -> None:
    """The line before *target* is without what was corrected since: nobody loses that without a word."""
    if corrected_since(history, target.version):
        detail = f"the record has been corrected since ruling {target.version}; undo that first:"
        detail += f" table.amend with restore {target.version}"
        raise Refused("illegal-move", detail, "TB-40")


def _without_changes_of(target: Ruling, before: Changes, now: Changes) -> Changes:
    """What each decision has now, where *target* has not given it that; otherwise what it had before."""
    base = {version: change for version, change in now.items() if change["by"] != target.version}
    between = range(target.root + 1, target.version)
    return {**{version: before[version] for version in between if version in before}, **base}
