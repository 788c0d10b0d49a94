"""Trying candidates against what is left of a faded take: its skeleton, the receipts and the roots.

Whoever tries knows more here than any client does: every other leaf, the right edge before the take, and the
roots before and after it. What he lacks is the blind, which is told with a decision and never with its skeleton.
"""

import json
from itertools import product
from uuid import uuid4

import pytest

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.games.seven_sins.commands import Take
from domain.kit.visibility import OFFICIAL, PUBLIC, redact
from domain.kit.written.evidence import canonical, grow, leaf_hash, root_of
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from tests.asking import asking


@pytest.fixture(scope="module")
def played():
    """A match with a few takes, and its log as stored."""
    name = f"file:{uuid4().hex}?mode=memory&cache=shared"
    env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": name, "CREATE_TABLE": "y"}
    with Matches(env, service_key=bytes(32)) as matches:
        match = matches.open(Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Ben")])).match
        for _ in range(4):
            seat = match.state.awaiting[0]["seat"]
            move = match.ruleset.moves(match.state, seat)[0]
            answer = matches.append(
                match.id, Principal("seat", seat), asking(Asked(Take(move["sin"], move["to"])))
            )
            match = answer.match
        yield match, list(matches._log(match.id))


def candidates(match, event):
    """Every take there could have been instead, as the record would read without its blind."""
    record = {key: value for key, value in event.record.items() if key != "blind"}
    seat, due = record["actor"]["seat"], record["facts"][-1]
    for sin, to, number, stone in product(match.state.sins, ("reserve", "abyss"), range(1, 6), (True, False)):
        taken = {"type": "SinTaken", "seat": seat, "sin": sin, "number": number, "to": to}
        facts = [taken, *([{"type": "StoneTaken", "seat": seat}] if stone else []), due]
        yield {**record, "command": {"type": "take", "sin": sin, "to": to}, "facts": facts}


def roots_of(record, event, edge, blinds):
    for blind in blinds:
        full = record if blind is None else {**record, "blind": blind}
        yield root_of(grow(edge, event.originator_version, leaf_hash(canonical(full).encode())))


def test_no_candidate_for_a_faded_take_fits_the_root_without_its_blind(played):
    match, log = played
    first = next(event for event in log if event.record["command"]["type"] == "take")
    edge, version = log[first.originator_version - 1].edge, first.originator_version
    own = first.record["blind"]
    others = [event.record["blind"] for event in log if event is not first]
    known = [None, "", "0" * 64, *others]
    assert own not in known
    assert not any(first.root in roots_of(record, first, edge, known) for record in candidates(match, first))
    # The trying itself works: with the blind exactly one candidate fits, and it is what was taken.
    fitting = [record for record in candidates(match, first) if first.root in roots_of(record, first, edge, [own])]
    assert [record["command"] for record in fitting] == [first.record["command"]]
    assert version < match.horizon(Principal("spectator")).version


def test_the_blind_of_a_faded_decision_is_served_to_nobody_who_may_not_read_it(played):
    match, log = played
    for principal in (Principal("spectator"), Principal("host"), Principal("seat", 0), Principal("seat", 1)):
        horizon = match.horizon(principal)
        for viewer in (PUBLIC, principal.viewer):
            served = json.dumps([redact(event.stored(), viewer, horizon) for event in log])
            faded = [event for event in log if 0 < event.originator_version < horizon.version]
            assert faded
            assert not any(event.record["blind"] in served for event in faded)
    kept = json.dumps([redact(event.stored(), OFFICIAL) for event in log])
    assert all(event.record["blind"] in kept for event in log)
