"""How a match was played: findings, calls, accusations, rulings, appeals, take-backs, and who acted for whom.

A read model without a table of its own: it is read from the log whenever somebody asks, so it can't lag behind it
or differ from it. It reads decisions as the reader may have them now, that is, as they come out of the gate, and
hides nothing itself. Of a decision that has faded for the reader it knows the skeleton only, and says so.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.kit.facts import Command, Fact, Json
from domain.kit.table.calling import Attend, Call, CallAttended, Called, CallEnded
from domain.kit.table.commands import Amend, Reveal, TakeBack
from domain.kit.table.countersigning import Countersign, Countersigned
from domain.kit.table.disputes import (
    Accuse,
    Accused,
    Appeal,
    Appealed,
    ConsentAsked,
    ConsentGiven,
    ConsentRefused,
    Remind,
    Reminded,
    RequestDropped,
    RequestWithdrawn,
    Rule,
    Ruled,
)
from domain.kit.table.facts import (
    Asserted,
    Discrepancy,
    Irregular,
    IrregularOutOfSight,
    LineChanged,
    MatchAbandoned,
    PiecesMissing,
    PurseOverspent,
)
from domain.kit.text.texts import same
from domain.kit.visibility import Viewer
from domain.match.line import Changes, Told, changes_until, effective_facts
from domain.match.match import Match
from domain.store.beside.erasing import Erased
from domain.table.correcting.lapsing import lapses
from projections.contradictions import contradictions
from projections.corrections import KINDS, Looked, corrections


def audit(match: Match, viewer: Viewer, told: Sequence[Told], erased: Iterable[Erased] = ()) -> dict[str, Json]:
    """The audit for a viewer, from the whole log *told* as the reader may have it now.

    ``findings`` are what the game's procedure notices in the decisions that count, what was irregular and let
    stand, assertions that do not hold, what by counting cannot be, and pieces that are missing from the set.
    ``calls``, ``countersignatures``, ``accusations``, ``rulings``, ``appeals``, ``reminders``, ``take_backs`` and
    ``corrections`` are each named by the version of the decision in which they stand, oldest first; of one that
    has faded it is said when, by whom, and ``"faded": true``. ``acted_for`` says whose decisions somebody else
    recorded, ``automatic`` which ones followed by themselves: there was no choice, or what a scribe entered next
    says that an offer was left.
    ``erased`` says which texts were, when and by which role.
    """
    kept = _Kept(told)
    rulings = _rulings(kept.said)
    made = (decision for decision in kept.said if decision["command"]["type"] in KINDS)
    return {
        "match": str(match.id),
        "as": str(viewer),
        "version": match.version,
        "findings": _findings(match, viewer, told, kept),
        "calls": _calls(kept.said),
        "countersignatures": _countersignatures(kept.said),
        "accusations": _accusations(kept.said, rulings),
        "rulings": rulings,
        "appeals": _appeals(kept.said, rulings),
        "take_backs": _take_backs(told, kept.said),
        "corrections": corrections(told, made, kept.looked),
        "reminders": [_reminder(decision) for decision in _sent(kept.said, Remind)],
        "acted_for": kept.acted_for,
        "automatic": kept.automatic,
        "erased": [_erasure(told[one.version], one) for one in erased if one.version <= match.version],
    }


_SENT = frozenset(
    command.TYPE for command in (Accuse, Appeal, Attend, Call, Countersign, Remind, Rule, TakeBack, Amend, Reveal)
)
_TOLD = frozenset(
    fact.TYPE
    for fact in (
        *(Asserted, Discrepancy, Irregular, LineChanged, MatchAbandoned, PiecesMissing, PurseOverspent),
        *(ConsentAsked, ConsentGiven, ConsentRefused, RequestDropped, RequestWithdrawn),
    )
)


class _Kept:
    """What the audit is about, of a log that may be long: it is read once for that, and the rest is let go."""

    def __init__(self, told: Iterable[Told]) -> None:
        self.said: list[Told] = []
        self.looked = Looked()
        self.acted_for: list[dict[str, Json]] = []
        self.automatic: list[int] = []
        self.faded = False
        for decision in told:
            self.looked.at(decision)
            self.faded |= bool(decision.get("faded"))
            self.acted_for += _acted_for(decision)
            if decision.get("automatic"):
                self.automatic.append(decision["version"])
            told_of = (fact["type"] in _TOLD for fact in decision.get("facts", ()))
            if decision["command"]["type"] in _SENT or any(told_of):
                self.said.append(decision)


# -- findings -----------------------------------------------------------------------------------------------


def _findings(match: Match, viewer: Viewer, told: Sequence[Told], kept: _Kept) -> list[Json]:
    """What was irregular, what was asserted and does not hold, and what the game notices, as this reader was told.

    Where something has faded for the reader the game notices nothing: what happened before can't be left out of
    it, and may not be told again by way of what followed.

    A finding with the status ``open`` is one that nobody at the table has accused anybody of, in a match in which
    only what is noticed counts. Until everybody may read everything, it is for officials alone: nobody is to learn
    from the audit what players have to notice themselves.
    """
    procedure, changes = match.ruleset.procedure, changes_until(kept.looked.turning, match.version)
    counting = list(_counting(_said_or_changed(told, kept.said, changes), changes))
    found = [*_let_stand(counting, told), *_not_held(counting), *contradictions(counting)]
    if procedure is not None and not kept.faded:
        noticed = procedure.findings(match.rules, _counting(told, changes))
        everything = viewer.official or match.disclosed
        found += [finding for finding in noticed if everything or finding.get("status") != "open"]
    return sorted(found, key=lambda finding: finding["complete"])


def _said_or_changed(told: Sequence[Told], said: Sequence[Told], changes: Changes) -> Iterator[Told]:
    """What may have something to be found in it, as it was recorded or as it counts; in order."""
    found = {decision["version"]: decision for decision in said}
    for version, change in changes.items():
        if version not in found and any(fact["type"] in _TOLD for fact in change.get("facts", ())):
            found[version] = told[version]
    return (found[version] for version in sorted(found))


def _let_stand(counting: Iterable[Told], told: Sequence[Told]) -> Iterator[dict[str, Json]]:
    """The decisions that broke a rule and stand; what was noted in one stays with it when it is decided again."""
    for decision in counting:
        fact, actor, version = _fact(decision, Irregular), decision["actor"], decision["version"]
        if fact is not None:
            written = _fact(told[version], Irregular) or fact
            broken = _breach(decision, fact)
            yield {
                "kind": "irregular",
                "rule": broken.get("rule"),
                "code": broken["code"],
                "seat": actor["seat"] if isinstance(actor, dict) else None,
                "decisions": [version],
                "complete": version,
                "let_stand": fact["let_stand"],
                "note": fact.get("note", written.get("note")),
                "status": "stands",
            }


def _breach(decision: Told, irregular: Mapping[str, Json]) -> Mapping[str, Json]:
    """Which rule was broken, as far as the reader was told it."""
    more = _fact(decision, IrregularOutOfSight)
    breach: Mapping[str, Json] = {} if more is None else more["breach"]
    return breach if "code" in breach else irregular


def _not_held(counting: Sequence[Told]) -> Iterator[dict[str, Json]]:
    """The assertions that do not hold, of those whose content the reader was told.

    What was wrong is settled when a later assertion about the same pointer holds.
    """
    asserted = [(decision["version"], _fact(decision, Asserted)) for decision in counting]
    held = {fact["at"]: version for version, fact in asserted if fact is not None and fact["holds"] == "yes"}
    for decision in counting:
        fact, version = _fact(decision, Asserted), decision["version"]
        if fact is not None and fact["holds"] == "no":
            yield {
                "kind": "assertion",
                "rule": None,
                "seat": fact["by"] if isinstance(fact["by"], int) else None,
                "decisions": [*fact["suspects"], version],
                "complete": version,
                "by": fact["by"],
                "pointer": fact["at"],
                "is": fact.get("is"),
                "since": min(fact["suspects"], default=None),
                "status": "settled" if held.get(fact["at"], 0) > version else "open",
            }


def _counting(told: Iterable[Told], changes: Changes) -> Iterator[dict[str, Json]]:
    """The decisions that count in the line, with the facts that count."""
    for decision in told:
        if changes.get(decision["version"], {}).get("effect") != "struck":
            yield {**decision, "facts": list(effective_facts(decision, changes))}


# -- what was said at the table -----------------------------------------------------------------------------


def _sent(told: Iterable[Told], command: type[Command]) -> Iterator[Told]:
    return (decision for decision in told if decision["command"]["type"] == command.TYPE)


def _fact(decision: Told, cls: type[Fact]) -> Mapping[str, Json] | None:
    """The first fact of this type, if there is one; a faded decision has no facts."""
    return next((fact for fact in decision.get("facts", ()) if fact["type"] == cls.TYPE), None)


def _heading(decision: Told) -> dict[str, Json]:
    """Which decision it was, by whom, and when; what is left of a faded one."""
    heading = {"version": decision["version"], "by": decision["actor"], "at": decision["at"]}
    return {**heading, "faded": True} if decision.get("faded") else heading


def _named(decision: Told) -> dict[str, Json]:
    """Who entered it, by name, where that is told: to officials."""
    name = decision.get("entered_by")
    return {"entered_by": name} if isinstance(name, str) else {}


def _calls(said: Sequence[Told]) -> list[dict[str, Json]]:
    """A call is attended to as often as an arbiter says so, and over at the first decision that says that."""
    attended: dict[int, list[Told]] = {}
    ended: dict[int, int] = {}
    for decision in said:
        for fact in decision.get("facts", ()):
            if fact["type"] == CallAttended.TYPE:
                attended.setdefault(fact["call"], []).append(decision)
            elif fact["type"] == CallEnded.TYPE:
                ended.setdefault(fact["call"], decision["version"])
    return [_call(decision, attended, ended) for decision in _sent(said, Call)]


def _call(decision: Told, attended: Mapping[int, Sequence[Told]], ended: Mapping[int, int]) -> dict[str, Json]:
    fact, version = _fact(decision, Called), decision["version"]
    if fact is None:
        return _heading(decision)
    came, over = attended.get(version, ()), ended.get(version)
    names: list[Json] = list(dict.fromkeys(name for each in came for name in _named(each).values()))
    return {
        **_heading(decision),
        "about": fact.get("about"),
        "reason": decision["command"].get("reason"),
        "status": "done" if over is not None else "attended" if came else "open",
        "attended": [one["version"] for one in came],
        **({"attended_by": names} if names else {}),
        "ended": over,
    }


def _countersignatures(said: Sequence[Told]) -> list[dict[str, Json]]:
    """A countersignature lapses with the first later change of the line that reaches back to what it is about."""
    changed = [
        (decision["version"], fact)
        for decision in said
        for fact in decision.get("facts", ())
        if fact["type"] == LineChanged.TYPE
    ]
    return [_countersignature(decision, changed) for decision in _sent(said, Countersign)]


def _countersignature(decision: Told, changed: Iterable[tuple[int, Mapping[str, Json]]]) -> dict[str, Json]:
    fact, version = _fact(decision, Countersigned), decision["version"]
    if fact is None:
        return _heading(decision)
    since = (by for by, change in changed if by > version and lapses(change, fact["upto"]))
    lapsed = next(since, None)
    return {
        **_heading(decision),
        **{name: fact[name] for name in ("upto", "line", "size")},
        "root": decision["command"].get("root"),
        "own": bool(fact.get("own")),
        "status": "stands" if lapsed is None else "lapsed",
        "lapsed_by": lapsed,
    }


def _accusations(said: Sequence[Told], rulings: Sequence[Mapping[str, Json]]) -> list[dict[str, Json]]:
    """An accusation is decided by the newest ruling about it that nobody has reversed."""
    decided = {
        ruling["about"]: ruling
        for ruling in rulings
        if ruling.get("about") is not None and ruling["reversed_by"] is None
    }
    return [_accusation(decision, decided.get(decision["version"])) for decision in _sent(said, Accuse)]


def _accusation(decision: Told, ruling: Mapping[str, Json] | None) -> dict[str, Json]:
    fact = _fact(decision, Accused)
    if fact is None:
        return _heading(decision)
    return {
        **_heading(decision),
        "accused": fact["accused"],
        "rule": fact.get("rule"),
        "decisions": fact["decisions"],
        "reason": decision["command"].get("reason"),
        "status": "open" if ruling is None else ruling["verdict"],
        "ruling": None if ruling is None else ruling["version"],
    }


def _rulings(told: Sequence[Told]) -> list[dict[str, Json]]:
    rulings = [_ruling(decision) for decision in _sent(told, Rule)]
    # Newest first: what reverses a ruling may have been reversed itself, by a later one.
    reversals: dict[int, int] = {}
    for ruling in reversed(rulings):
        reversed_by = reversals.get(ruling["version"])
        if reversed_by is not None or "faded" not in ruling:
            ruling["reversed_by"] = reversed_by
        if reversed_by is None and ruling.get("reverses") is not None:
            reversals.setdefault(ruling["reverses"], ruling["version"])
    return rulings


def _ruling(decision: Told) -> dict[str, Json]:
    fact = _fact(decision, Ruled)
    if fact is None:
        return _heading(decision)
    return {
        **_heading(decision),
        **_named(decision),
        "verdict": fact["verdict"],
        "about": fact.get("about"),
        "disputed": fact.get("disputed"),
        "rule": fact.get("rule"),
        "remedy": fact.get("remedy"),
        "reason": decision["command"].get("reason"),
        "reverses": fact.get("reverses"),
        **_became(_fact(decision, LineChanged)),
    }


def _appeals(said: Sequence[Told], rulings: Sequence[Mapping[str, Json]]) -> list[dict[str, Json]]:
    """An appeal is answered by the first ruling about it, or that reverses what it is against.

    Officials are told if somebody of the same name has given both rulings.
    """
    answers: dict[tuple[str, int], list[int]] = {}
    for ruling in rulings:
        for name in ("about", "reverses"):
            if ruling.get(name) is not None:
                answers.setdefault((name, ruling[name]), []).append(ruling["version"])
    names: dict[int, Any] = {ruling["version"]: ruling.get("entered_by") for ruling in rulings}
    return [_appeal(decision, answers, names) for decision in _sent(said, Appeal)]


def has_open_appeal(said: Sequence[Told]) -> bool:
    """Whether an appeal among these decisions, all appeals and rulings of a match, waits for a ruling."""
    return any(appeal["status"] == "open" for appeal in _appeals(said, _rulings(said)))


def _appeal(
    decision: Told, answers: Mapping[tuple[str, int], Sequence[int]], names: Mapping[int, Any]
) -> dict[str, Json]:
    fact, version = _fact(decision, Appealed), decision["version"]
    if fact is None:
        return _heading(decision)
    named = (("about", version), ("reverses", fact["ruling"]))
    later = (ruled[bisect_right(ruled, version) :] for ruled in (answers.get(name, ()) for name in named))
    answer = min((ruled[0] for ruled in later if ruled), default=None)
    first, second = names.get(fact["ruling"]), None if answer is None else names.get(answer)
    by_one = isinstance(first, str) and isinstance(second, str) and same(first) == same(second)
    return {
        **_heading(decision),
        **_named(decision),
        **({"same_name": True} if by_one else {}),
        "ruling": fact["ruling"],
        "reason": decision["command"].get("reason"),
        "status": "open" if answer is None else "answered",
        "answer": answer,
    }


def _reminder(decision: Told) -> dict[str, Json]:
    fact = _fact(decision, Reminded)
    if fact is None:
        return _heading(decision)
    return {**_heading(decision), "reminded": fact["reminded"], "step": fact.get("step")}


def _erasure(decision: Told, erased: Erased) -> dict[str, Json]:
    role, _, seat = erased.role.partition(":")
    said: dict[str, Json] = {"version": erased.version, "at": erased.at, "role": role}
    if seat:
        said["seat"] = int(seat)
    return {**said, "faded": True} if decision.get("faded") else {**said, "pointer": erased.pointer}


def _acted_for(decision: Told) -> Iterator[dict[str, Json]]:
    actor, recorded_by = decision["actor"], decision.get("recorded_by")
    if isinstance(actor, dict) and recorded_by not in (None, actor, "service"):
        yield {"version": decision["version"], "seat": actor["seat"], "recorded_by": recorded_by}


# -- what was taken back ------------------------------------------------------------------------------------


def _take_backs(told: Sequence[Told], said: Sequence[Told]) -> list[dict[str, Json]]:
    """What was taken back, or asked to be: freely, by consent, or by a ruling.

    A request is answered before there can be another, so what is said of one belongs to the newest.
    """
    found: list[dict[str, Json]] = []
    for decision in said:
        if decision.get("faded") and decision["command"]["type"] == TakeBack.TYPE:
            found.append(_heading(decision))
        for fact in decision.get("facts", ()):
            if fact["type"] == LineChanged.TYPE:
                if fact["cause"] in KINDS:
                    continue
                _note_change(found, told, decision, _became(fact))
            else:
                _note_request(found, decision, fact)
    return found


def _note_request(found: list[dict[str, Json]], decision: Told, fact: Mapping[str, Json]) -> None:
    match fact["type"]:
        case ConsentAsked.TYPE:
            asked = {"seat": fact["seat"], "decisions": fact["decisions"], "asked": fact["seats"]}
            found.append({**_heading(decision), "kind": "consent", **asked, **_PENDING})
        case ConsentGiven.TYPE:
            _note_answer(found[-1], decision, fact, agree=True)
        case ConsentRefused.TYPE:
            _note_answer(found[-1], decision, fact, agree=False)
            found[-1]["outcome"] = "refused"
        case RequestWithdrawn.TYPE:
            found[-1]["outcome"] = "withdrawn"
        case RequestDropped.TYPE:
            found[-1]["outcome"] = "dropped"
        case MatchAbandoned.TYPE if found and found[-1].get("outcome") == "pending":
            found[-1]["outcome"] = "dropped"


def _note_answer(request: dict[str, Json], decision: Told, fact: Mapping[str, Json], *, agree: bool) -> None:
    answer = {"seat": fact["seat"], "version": decision["version"], "agree": agree}
    request["consents"] = [*request.get("consents", ()), answer]


def _note_change(
    found: list[dict[str, Json]], told: Sequence[Told], decision: Told, became: Mapping[str, Json]
) -> None:
    command = decision["command"]
    if command["type"] == Rule.TYPE and command.get("remedy") == "back":
        back = {"kind": "ruling", "seat": None, "decisions": became["struck"]}
        found.append({**_heading(decision), **back, **_DONE, **became})
    elif command["type"] == TakeBack.TYPE and decision["automatic"]:
        found[-1] |= {"outcome": "done", **became}
    elif command["type"] == TakeBack.TYPE:
        seat = told[command["decision"]]["actor"]["seat"]
        free = {"kind": "free", "seat": seat, "decisions": [command["decision"], *(command.get("also") or ())]}
        found.append({**_heading(decision), **free, **_DONE, **became})


_DONE: Mapping[str, Json] = {"consents": [], "outcome": "done"}
_PENDING: Mapping[str, Json] = {"consents": [], "outcome": "pending", "struck": [], "replaced": []}


def _became(changed: Mapping[str, Json] | None) -> dict[str, Json]:
    """Which decisions a change of the line strikes, and which it gives other facts."""
    changes = () if changed is None else changed["changes"]
    return {
        effect: [change["decision"] for change in changes if change["effect"] == effect]
        for effect in ("struck", "replaced")
    }
