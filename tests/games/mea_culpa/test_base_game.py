"""The base game is whole without META CULPA: made of its own modules alone, it plays the same matches."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.games.mea_culpa import RULESET
from domain.games.mea_culpa.commands import COMMANDS, FORCED
from domain.games.mea_culpa.decide import DECIDERS, DRAWINGS, decide, resume
from domain.games.mea_culpa.evolve import APPLIERS
from domain.games.mea_culpa.facts import FACTS
from domain.games.mea_culpa.guards import GUARDS
from domain.games.mea_culpa.moves import moves
from domain.games.mea_culpa.options import OPTIONS
from domain.games.mea_culpa.shorthand import SHORTHAND
from domain.kit.facts import Command
from domain.kit.guards import Refused
from domain.kit.play import check_lawful, eyes_of
from tests.games.mea_culpa.tables import random_options
from tests.games.mea_culpa.test_random_matches import WORDS
from tests.games.playing import Table, any_command, rules_of, seeded

SIZES = pytest.mark.parametrize("seats", [2, 3, 4])
MATCHES = 3
BASE = replace(
    RULESET,
    options=OPTIONS,
    commands=(*COMMANDS, *FORCED.values()),
    facts=FACTS,
    guards=GUARDS,
    deciders=dict.fromkeys((*DRAWINGS, *DECIDERS), decide),
    resume=resume,
    pass_over=resume,
    appliers=APPLIERS,
    moves=moves,
    procedure=None,
    unasked=lambda *_: False,
    possible=None,
    shorthand=SHORTHAND,
)


@pytest.mark.long
@SIZES
def test_the_base_game_alone_plays_the_same_matches(seats: int) -> None:
    for number in range(MATCHES):
        rng = Random(f"base game {seats} {number}")
        chosen, chance, played = random_options(rng, seats), rng.getrandbits(64), rng.getrandbits(64)
        alone, joined = (
            Table(ruleset, rules_of(ruleset, seats, chosen), seeded(chance)).play_on(Random(played))
            for ruleset in (BASE, RULESET)
        )
        assert alone.state.status == "finished"
        assert alone.steps == joined.steps
        assert [state.dump() for state in alone.states] == [state.dump() for state in joined.states]
        for ours, theirs in rng.sample(list(zip(alone.states, joined.states, strict=True)), 30):
            assert BASE.view(ours) == RULESET.view(theirs)
            command, seat = any_command(BASE, WORDS, rng), rng.randrange(seats)
            assert _answer(BASE, ours, seat, command) == _answer(RULESET, theirs, seat, command)


def _answer(ruleset: Any, state: Any, seat: int, command: Command) -> tuple[str, str | None, str] | None:
    """Why the seat may not do it; None if it may."""
    try:
        check_lawful(ruleset, eyes_of(state, seat), seat, command)
    except Refused as refused:
        return refused.code, refused.rule, refused.detail
    return None
