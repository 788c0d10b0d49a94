"""Who is to act, read off the log by the checker alone, and what the game makes of others' steps (MC-M13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from domain.games.mea_culpa import RULESET
from domain.games.mea_culpa.meta_culpa.commands import STEP_COMMANDS
from domain.games.mea_culpa.state import DENS, MeaCulpa
from domain.kit.facts import Json
from domain.kit.guards import Refused
from domain.kit.play import check_lawful, eyes_of, play
from tests.games.mea_culpa.checker import Register
from tests.games.mea_culpa.test_step_play import FIRST, MODES, SIZES, SOME, played_by_steps
from tests.games.playing import SOAK, command_of, filled, is_listed

MATCHES_SOAK = 20
SHARE = 0.2 if SOAK else 0.12
"""Of the states of a match so many are looked at."""
NO_STEPS = {"return-card", "set-bid", "settle", "call-next", "prompt", "admit", "let-pass"}
ALSO_WHOLE = {
    *("take-free", "place-crew", "move-pope-stone", "move-crew", "take-good", "rob", "perform", "decline", "wait")
}
STEPS = {command.TYPE for command in STEP_COMMANDS} - NO_STEPS | ALSO_WHOLE


def steps_with_their_pieces(state: MeaCulpa) -> Iterator[Json]:
    """Steps that can be made whoever makes them: what they need lies on the table, or they need nothing."""
    for kind in ("announce", "open-die", "declare-over", "decline"):
        yield {"type": kind}
    yield from ({"type": "begin", "action": action} for action in ("buy", "sell", "donate", "visit"))
    yield from ({"type": "turn-die", "room": room} for room in state.open_rooms())
    for stone, letter in state.free_stones():
        yield {"type": "take-free", "stone": stone, **({} if letter is None else {"letter": letter})}
    for source, target in permutations(DENS, 2):
        if len(state.places[f"pope:{source}"]):
            yield {"type": "move-pope-stone", "source": source, "target": target}
    if len(state.places["hut"]) + len(state.places["card"]):
        yield from ({"type": "place-crew", "site": site} for site in state.sites_to_build())
    if any(state.card_in(room) for room in (1, 2, 3, 4)):
        yield {"type": "perform"}


@pytest.mark.few("3-called")
@pytest.mark.long
@SOME
def test_every_step_of_who_is_not_to_act_is_one_out_of_turn(seats: int, mode: str) -> None:
    assert len(_check(FIRST[seats], seats, mode)) > 12, "hardly any kind of step was tried"


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes minutes")
@SIZES
def test_in_many_matches(seats: int) -> None:
    for number in range(1 + MATCHES_SOAK):
        _check(number, seats, MODES[number % 2])


def _check(number: int, seats: int, mode: str) -> Counter[str]:
    """Ask about the states of a match; which steps were found to be out of turn."""
    rng = Random(f"out of turn {number} {seats} {mode}")
    line = played_by_steps(number, seats, mode)
    register = Register(line.rules.board, seats)
    found: Counter[str] = Counter()
    for state, document in zip(line.states, line.documents(), strict=True):
        register.reads(document)
        if state.phase in ("auction", "characters", "actions") and state.due is None and rng.random() < SHARE:
            seat = rng.randrange(seats)
            found += _check_one_that_can_be_made(register, state, seat, rng)
            found += _check_listed(register, state, seat, rng)
    return found


def _check_one_that_can_be_made(register: Register, state: MeaCulpa, seat: int, rng: Random) -> Counter[str]:
    """If he is not to act, it is accepted, listed among what is possible, and taken back: nothing moves."""
    document = rng.choice(list(steps_with_their_pieces(state)))
    acts = register.is_to_act(seat, document["type"])
    facts = _facts(state, seat, document)
    if acts is not False:
        assert acts is None or facts is None or facts[0].TYPE != "SteppedOutOfTurn"
        return Counter()
    assert facts is not None, (document, state.wanted)
    assert facts[0].TYPE == "SteppedOutOfTurn"
    moving = {fact.TYPE for fact in facts[1:]} - {"SinCommitted", "StepsDue", "Awaited"}
    assert moving <= {"SinStonePlaced", "DenEmptied", "SoulMoved", "SoulStayed"}, "the stone for the sin"
    assert RULESET.possible is not None
    assert is_listed(RULESET.possible(eyes_of(state, seat), seat), command_of(RULESET, document))
    assert not is_listed(RULESET.moves(eyes_of(state, seat), seat), command_of(RULESET, document))
    return Counter([document["type"]])


def _check_listed(register: Register, state: MeaCulpa, seat: int, rng: Random) -> Counter[str]:
    """What is listed is accepted, and out of turn where the checker says so."""
    eyes = eyes_of(state, seat)
    assert RULESET.possible is not None
    listed = [*RULESET.moves(eyes, seat), *RULESET.possible(eyes, seat)]
    found: Counter[str] = Counter()
    for move in rng.sample(listed, min(4, len(listed))):
        document = {name: filled(value, rng) for name, value in move.items()}
        facts = _facts(state, seat, document)
        assert facts is not None, (document, state.wanted)
        astray = facts[0].TYPE == "SteppedOutOfTurn" if facts else False
        acts = register.is_to_act(seat, document["type"]) if document["type"] in STEPS else True
        assert acts is None or acts != astray, (document, state.wanted)
        found[document["type"]] += astray
    return found


def _facts(state: MeaCulpa, seat: int, document: Json) -> Any:
    """What comes of it; None if it is refused."""
    command = command_of(RULESET, document)
    try:
        check_lawful(RULESET, eyes_of(state, seat), seat, command)
    except Refused:
        return None
    return play(RULESET, state, seat, command).facts
