"""What a match awaits from somebody beside moves of the game, ready to be sent.

Who contributes to chance, who is asked to consent, who countersigns and confirms the end or signs the result, who
tells what nobody saw, who attends to a call, lets a frozen match go on, or ends one in which nobody can act. (Who
sits down at an empty seat has a name: no move can say that.) As in a game's moves, each command that is listed is
accepted, and a pattern stands where it has several values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from domain.kit.facts import Json
from domain.kit.patterns import some_of
from domain.kit.places import Place, Sight, one_by_one
from domain.kit.ruleset import Ruleset
from domain.kit.state import State
from domain.kit.table.calling import Attend
from domain.kit.table.commands import Confirm, Identify, Tell
from domain.kit.table.countersigning import Countersign, has_countersigned_end
from domain.kit.table.disputes import Consent, Resume, Rule, Sign
from domain.kit.table.joining import BYTES, Contribute, OpenContribution
from domain.match.match import Match
from domain.match.principal import Principal
from domain.table.correcting.taking_back import answers_for


def awaited_from(match: Match, principal: Principal, seats: Collection[int], may: Collection[str]) -> list[Json]:
    """The commands of the table that the match awaits from this principal now.

    *seats* are those for which a scribe asks; *may* are the types that the principal may send
    (``table.may_send``).
    """
    return [move for move in _awaited(match, principal, seats) if move["type"] in may]


def _awaited(match: Match, principal: Principal, seats: Collection[int]) -> Iterator[Json]:
    state: State = match.state
    if state.joining is not None:
        yield from _contributions(state, principal)
    if state.consent is not None:
        yield from _consents(match, principal, seats)
    if state.proposed is not None:
        yield from _countersigning(match, principal)
        yield {"type": Confirm.TYPE}
    if match.awaits_signature:
        yield {"type": Sign.TYPE}
    for one in state.calls:
        yield from _attending(one)
    if state.status == "frozen":
        yield {"type": Resume.TYPE}
    if state.status == "stalled":
        yield from _ends(match.rules.seats)
    for who in state.awaiting:
        if isinstance(who, dict) and "tell" in who:
            yield from _tellings(match.ruleset, state, who["tell"])


def _contributions(state: State, principal: Principal) -> Iterator[Json]:
    """What the sender's own seat contributes to chance: the commitment to bytes at random, and then these."""
    joining = state.joining
    if joining is None or principal.seat is None or not state.awaits_seat(principal.seat):
        return
    if joining["asked"] == "commitment":
        yield {"type": Contribute.TYPE, "commitment": {"hex": BYTES}}
    else:
        opened = {"hex": BYTES, "opens": joining["commitments"][principal.seat]}
        yield {"type": OpenContribution.TYPE, "value": opened}


def _consents(match: Match, principal: Principal, seats: Collection[int]) -> Iterator[Json]:
    """Both answers of each seat that is asked: its own, or as the scribe of a recorded match enters them.

    Where nobody sits, the arbiter answers.
    """
    for seat in match.state.consent["left"]:
        empty = seat in match.state.empty_seats
        for agree in (True, False):
            answer = {"type": Consent.TYPE, "agree": agree}
            if answers_for(match, principal, seat) or (
                principal.role == "scribe" and seat in seats and not (match.hosted or empty)
            ):
                yield {**answer, "seat": seat}
            elif principal.seat == seat:
                yield answer


def _countersigning(match: Match, principal: Principal) -> Iterator[Json]:
    """Before the end is confirmed, each seat is asked whether the board is the one on the table."""
    if principal.seat is not None and not has_countersigned_end(match.state, principal.seat):
        yield {"type": Countersign.TYPE, "line": match.version}


def _attending(call: Json) -> Iterator[Json]:
    """What an arbiter does about an open call, beside a ruling."""
    attend = {"type": Attend.TYPE, "call": call["call"]}
    if not call["attended"]:
        yield attend
    yield {**attend, "done": True}


def _ends(seats: int) -> Iterator[Json]:
    """The ways to end a match in which nobody can act. (What to go back before, is a question of judgement.)"""
    ruling = {"type": Rule.TYPE, "verdict": "upheld", "remedy": "end"}
    yield {**ruling, "result": "no-result"}
    yield {**ruling, "result": "win", "winners": some_of(range(seats), 1)}
    if seats > 1:
        yield {**ruling, "result": "shared", "winners": some_of(range(seats), 2, seats)}


def _tellings(ruleset: Ruleset[Any], state: State, name: str) -> Iterator[Json]:
    """What can be told of a place or a purse so that play goes on."""
    telling = {"type": Tell.TYPE, "place": name}
    if name in state.purses:
        yield {**telling, "amount": _amounts(ruleset, state, name)}
        return
    place = state.places[name]
    if place.sight is not Sight.CONTENTS:
        things = one_by_one(state.possible(name, ruleset.kinds))
        yield {**telling, "things": some_of(things, min(1, len(things)), len(place))}
        return
    if place.kind.parts and len(place.whole):
        # What nobody has told of it lies in the other part, whatever it is.
        known = one_by_one(place.whole.known)
        yield {**telling, "part": {"any_of": sorted(place.kind.parts)}, "things": some_of(known, 0, len(known))}
        if place.parts:  # else the viewer is not told what lies in which part, nor whether that is untold
            return
    if place.unknown:
        yield {**telling, "things": some_of(_things(ruleset, state, place), place.unknown, place.unknown)}


def identifiable(match: Match, known: Match) -> list[Json]:
    """What can be told of each place and purse in which something is unknown, and for which nobody waits.

    What there can be is made from *known*, the match as somebody knows it: a part of what is unknown can be told.
    """
    state: State = match.state
    awaited = [who["tell"] for who in state.awaiting if isinstance(who, dict) and "tell" in who]
    unknown = {
        name: place.unknown + len(place.whole) for name, place in state.places.items() if _is_unknown(place)
    }
    unknown |= {name: 1 for name, purse in state.purses.items() if purse.amount is None}
    few_first = sorted(unknown, key=unknown.__getitem__)
    return [move for name in few_first if name not in awaited for move in _identifying(match, known.state, name)]


def _is_unknown(place: Place) -> bool:
    return place.unknown > 0 or (bool(place.parts) and len(place.whole) > 0)


def _identifying(match: Match, known: State, name: str) -> Iterator[Json]:
    identifying = {"type": Identify.TYPE, "place": name}
    if name in known.purses:
        yield {**identifying, "amount": _amounts(match.ruleset, known, name)}
        return
    there = match.state.places[name]
    things = one_by_one(known.possible(name, match.ruleset.kinds))
    if there.parts and len(there.whole):
        most = len(there.whole)
        yield {**identifying, "part": {"any_of": sorted(there.parts)}, "things": some_of(things, 1, most)}
    if there.unknown and things:
        yield {**identifying, "things": some_of(things, 1, min(there.unknown, len(things)))}


def _amounts(ruleset: Ruleset[Any], state: State, name: str) -> Json:
    amounts = ruleset.amounts(state, name)
    if isinstance(amounts, range):
        return {"min": amounts.start, "max": amounts.stop - 1}
    return {"any_of": sorted(amounts)}


def _things(ruleset: Ruleset[Any], state: State, place: Place) -> list[str]:
    """What the unknown things in a place can be, each as often as that is possible.

    Where by counting there are not enough, the record is wrong somewhere, and any of them can be told.
    """
    name = place.kind.name
    kinds = sorted(ruleset.kinds(state, name))
    found = [
        kind
        for kind in kinds
        for number in range(1, place.unknown + 1)
        if ruleset.can_be(state, name, kind, number)
    ]
    return found if len(found) >= place.unknown else [kind for kind in kinds for _ in range(place.unknown)]
