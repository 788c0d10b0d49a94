"""How a match was played: findings, accusations, rulings, appeals, take-backs, and who acted for whom.

A read model without a table of its own: it is read from the log whenever somebody asks, so it can't lag behind it
or differ from it. It reads decisions as the reader may have them now, that is, as they come out of the gate, and
hides nothing itself. Of a decision that has faded for the reader it knows the skeleton only, and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.kit.disputes import (
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
from domain.kit.facts import Command, Fact, Json
from domain.kit.ruleset import Asserted, Irregular, IrregularOutOfSight, LineChanged, MatchAbandoned, TakeBack
from domain.kit.visibility import Viewer
from domain.line import Changes, Told, changes_until, effective_facts
from domain.match import Match
from projections.contradictions import contradictions
from projections.correcting import KINDS, corrections


def audit(match: Match, viewer: Viewer, told: Sequence[Told]) -> dict[str, Json]:
    """The audit for a viewer, from the whole log *told* as the reader may have it now.

    ``findings`` are what the game's procedure notices in the decisions that count, what was irregular and let
    stand, assertions that do not hold, what by counting cannot be, and pieces that are missing from the set.
    ``accusations``, ``rulings``, ``appeals``, ``reminders``, ``take_backs`` and ``corrections`` are each named by
    the version of the decision in which they stand, oldest first; of one that has faded it is said when, by whom,
    and ``"faded": true``. ``acted_for`` says whose decisions somebody else recorded, ``automatic`` which ones
    followed by themselves: there was no choice, or what a scribe entered next says that an offer was left.
    """
    rulings = _rulings(told)
    return {
        "match": str(match.id),
        "as": str(viewer),
        "version": match.version,
        "findings": _findings(match, viewer, told),
        "accusations": [_accusation(decision, rulings) for decision in _sent(told, Accuse)],
        "rulings": rulings,
        "appeals": [_appeal(decision, rulings) for decision in _sent(told, Appeal)],
        "take_backs": _take_backs(told),
        "corrections": corrections(told),
        "reminders": [_reminder(decision) for decision in _sent(told, Remind)],
        "acted_for": list(_acted_for(told)),
        "automatic": [decision["version"] for decision in told if decision.get("automatic")],
    }


# -- findings -----------------------------------------------------------------------------------------------


def _findings(match: Match, viewer: Viewer, told: Sequence[Told]) -> list[Json]:
    """What was irregular, what was asserted and does not hold, and what the game notices, as this reader was told.

    Where something has faded for the reader the game notices nothing: what happened before can't be left out of
    it, and may not be told again by way of what followed.

    A finding with the status ``open`` is one that nobody at the table has accused anybody of, in a match in which
    only what is noticed counts. Until everybody may read everything, it is for officials alone: nobody is to learn
    from the audit what he has to notice himself.
    """
    procedure, counting = match.ruleset.procedure, list(_counting(told, changes_until(told, match.version)))
    found = [*_let_stand(counting, told), *_not_held(counting), *contradictions(counting)]
    if procedure is not None and not any(decision.get("faded") for decision in told):
        noticed = procedure.findings(match.rules, counting)
        everything = viewer.official or match.disclosed
        found += [finding for finding in noticed if everything or finding.get("status") != "open"]
    return sorted(found, key=lambda finding: finding["complete"])


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


def _accusation(decision: Told, rulings: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    """An accusation is decided by the newest ruling about it that nobody has reversed."""
    fact = _fact(decision, Accused)
    if fact is None:
        return _heading(decision)
    about = [ruling for ruling in rulings if ruling.get("about") == decision["version"]]
    ruling = next((one for one in reversed(about) if one["reversed_by"] is None), None)
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
        "verdict": fact["verdict"],
        "about": fact.get("about"),
        "disputed": fact.get("disputed"),
        "rule": fact.get("rule"),
        "remedy": fact.get("remedy"),
        "reason": decision["command"].get("reason"),
        "reverses": fact.get("reverses"),
        **_became(_fact(decision, LineChanged)),
    }


def _appeal(decision: Told, rulings: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    """An appeal is answered by the first ruling about it, or that reverses what it is against."""
    fact = _fact(decision, Appealed)
    if fact is None:
        return _heading(decision)
    later = [ruling for ruling in rulings if ruling["version"] > decision["version"]]
    named = {"about": decision["version"], "reverses": fact["ruling"]}
    answers = (one["version"] for one in later if any(one.get(name) == version for name, version in named.items()))
    answer = next(answers, None)
    return {
        **_heading(decision),
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


def _acted_for(told: Iterable[Told]) -> Iterator[dict[str, Json]]:
    for decision in told:
        actor, recorded_by = decision["actor"], decision.get("recorded_by")
        if isinstance(actor, dict) and recorded_by not in (None, actor, "service"):
            yield {"version": decision["version"], "seat": actor["seat"], "recorded_by": recorded_by}


# -- what was taken back ------------------------------------------------------------------------------------


def _take_backs(told: Sequence[Told]) -> list[dict[str, Json]]:
    """What was taken back, or asked to be: freely, by consent, or by a ruling.

    A request is answered before there can be another, so what is said of one belongs to the newest.
    """
    found: list[dict[str, Json]] = []
    for decision in told:
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
