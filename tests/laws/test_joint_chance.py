"""Joint chance: what comes before the first draw, and that each draw is what seed and contributions make it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from domain.kit.chance import commitment as committed
from domain.kit.guards import Refused
from domain.kit.play import check_lawful, drawn_in, following
from domain.kit.ruleset import rulesets
from domain.kit.table.commands import Abandon, Amend, Close, Note, ReplaceToken
from domain.kit.table.disputes import Freeze, Resume, Rule
from domain.kit.table.joining import Contribute, OpenContribution
from domain.kit.visibility import PUBLIC, seat_viewer
from domain.match.principal import Principal
from tests.games.installed import OWN
from tests.games.playing import SOAK, any_command
from tests.laws import contributing
from tests.laws.contributing import JOINT, begun, commit, open_all, values_of
from tests.laws.quarrels import ARBITER, HOST, SCRIBE, Quarrel, matches, seated
from tests.laws.tally import STONES, Cut, Roll

__all__ = ["matches"]

VALUES = values_of(2, Random("values"))


@pytest.fixture
def quarrel(matches: Any) -> Quarrel:
    """A match of the tally that waits for contributions."""
    return Quarrel(matches, "tally", 2, options=JOINT)


def facts_of(quarrel: Quarrel, kind: str) -> list[Mapping[str, Any]]:
    """The facts of a type in the log, in order."""
    return [fact for decision in quarrel.decisions() for fact in decision["facts"] if fact["type"] == kind]


def key_of(quarrel: Quarrel, joint: str, number: int) -> bytes:
    """The key of a draw, as the specification has it."""
    seed = quarrel.match.secrets.chance_seed
    assert seed is not None
    return hmac.new(seed, f"joint draw\n{joint}\n{number}".encode(), hashlib.sha256).digest()


def drawn(key: bytes, contents: Mapping[str, int]) -> str:
    """What comes out of a small multiset: the first number of the key decides but once in 2^60."""
    laid_out = [kind for kind in sorted(contents) for _ in range(contents[kind])]
    return laid_out[int.from_bytes(key[:8], "big") % len(laid_out)]


# -- the order of it --------------------------------------------------------------------------------------------


def test_all_commit_then_all_open_then_the_game_begins(quarrel: Quarrel) -> None:
    both = ({"seat": 0}, {"seat": 1})
    assert (quarrel.state.awaiting, quarrel.state.due, quarrel.state.status) == (both, None, "playing")
    commit(quarrel, VALUES, [1])
    assert quarrel.state.awaiting == ({"seat": 0},)
    commit(quarrel, VALUES, [0])
    assert quarrel.state.awaiting == both
    open_all(quarrel, VALUES, [0])
    assert quarrel.state.awaiting == ({"seat": 1},)
    assert quarrel.state.joint is None
    open_all(quarrel, VALUES, [1])
    assert quarrel.state.awaiting == ({"seat": 0},), "as the game has laid it"
    seed = committed(quarrel.match.secrets.chance_seed or b"")
    joint = hashlib.sha256(b"kerbholz joint 1\n" + bytes.fromhex(seed + "".join(VALUES))).hexdigest()
    assert facts_of(quarrel, "ChanceJoined") == [{"type": "ChanceJoined", "joint": joint}]
    assert quarrel.state.joint == joint
    quarrel.play(0, Cut(1))


@pytest.mark.parametrize("name", OWN)
def test_nothing_is_drawn_before_and_everybody_sees_the_empty_table(matches: Any, name: str) -> None:
    seats = rulesets()[name].seats[1]
    quarrel = Quarrel(matches, name, seats, options=JOINT)
    match = quarrel.match
    assert quarrel.match.version == 0
    opening = [match.ruleset.fact_from_json(fact) for fact in quarrel.decisions()[0]["facts"]]
    assert drawn_in(opening) == ()
    for viewer in (PUBLIC, *map(seat_viewer, range(seats))):
        assert match.ruleset.view(match.state.masked(viewer))
    begun(quarrel, values_of(seats, Random(name)))
    assert quarrel.decisions()[2 * seats + 1]["actor"] == "chance"
    assert quarrel.state.joining is None
    quarrel.check(Random(name))


def test_chance_is_secret_unless_it_is_asked_for(matches: Any) -> None:
    quarrel = Quarrel(matches, "tally", 2)
    assert quarrel.match.rules.options["chance"] == "secret"
    assert not facts_of(quarrel, "ContributionsAsked")
    assert quarrel.refused(seated(0), Contribute("00" * 32)) == "not-awaited"
    assert quarrel.refused(seated(0), OpenContribution("00" * 32)) == "not-awaited"


# -- what is refused --------------------------------------------------------------------------------------------


def test_who_contributes_does_so_once_and_in_time(quarrel: Quarrel) -> None:
    assert quarrel.refused(seated(0), OpenContribution(VALUES[0])) == "not-awaited"
    commit(quarrel, VALUES, [0])
    assert quarrel.refused(seated(0), Contribute("00" * 32)) == "not-awaited"
    assert quarrel.refused(seated(0), OpenContribution(VALUES[0])) == "not-awaited"
    commit(quarrel, VALUES, [1])
    assert quarrel.refused(seated(1), Contribute("00" * 32)) == "not-awaited"
    open_all(quarrel, VALUES, [0])
    assert quarrel.refused(seated(0), OpenContribution(VALUES[0])) == "not-awaited"


def test_only_a_seat_contributes_and_for_itself(quarrel: Quarrel) -> None:
    for other in (HOST, ARBITER, SCRIBE, Principal("spectator")):
        assert quarrel.refused(other, Contribute("00" * 32)) == "forbidden"
        assert quarrel.refused(other, OpenContribution("00" * 32)) == "forbidden"
    assert quarrel.refused(seated(0), Contribute("00" * 32), 1) == "not-your-seat"
    quarrel.send(HOST, ReplaceToken("seat", 1))
    assert quarrel.refused(seated(1), Contribute("00" * 32)) == "forbidden"
    quarrel.send(Principal("seat", 1, number=1), Contribute("00" * 32))


def test_what_does_not_fit_its_commitment_is_refused(quarrel: Quarrel) -> None:
    commit(quarrel, VALUES)
    for wrong in (VALUES[1], "00" * 32, VALUES[0][:-1] + ("0" if VALUES[0][-1] != "0" else "1")):
        assert quarrel.refused(seated(0), OpenContribution(wrong)) == "illegal-move"
    open_all(quarrel, VALUES)


def test_nobody_plays_before_and_nothing_is_put_in_before(quarrel: Quarrel) -> None:
    cut = {"seat": 0, "command": {"type": "cut", "notches": 1}}
    early = {"decision": 0, "effect": "insert", "commands": [cut]}
    for _ in range(2):
        assert quarrel.refused(seated(0), Cut(1)) == "not-awaited"
        assert quarrel.refused(ARBITER, Rule("upheld", remedy="penalty", offender=0)) == "not-awaited"
        assert quarrel.refused(ARBITER, Amend((early,))) in ("illegal-move", "not-awaited")
        commit(quarrel, VALUES, [1] if quarrel.match.version else [0])
    open_all(quarrel, VALUES)
    quarrel.play(0, Cut(1))
    assert quarrel.refused(ARBITER, Amend((early,))) == "not-awaited"


@pytest.mark.parametrize("name", OWN)
def test_before_it_begins_every_command_is_refused_for_the_same_to_every_eye(matches: Any, name: str) -> None:
    """The legality law, where the seats are awaited, but not by the game."""
    match, rng = Quarrel(matches, name, 2, options=JOINT).match, Random(name)
    for seat in (0, 1):
        for _ in range(10):
            command = any_command(match.ruleset, ["pride", "ulm", "bread"], rng)
            for eyes in (match.state, match.eyes(seat), match.state.masked(PUBLIC)):
                with pytest.raises(Refused) as raised:
                    check_lawful(match.ruleset, eyes, seat, command)
                assert (raised.value.code, raised.value.rule) == ("not-awaited", "TB-73")
        assert not list(following(match.ruleset, match.eyes(seat)))


# -- the end of it ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("committed", "missing"), [([], [0, 1]), ([1], [0]), ([0, 1], [0, 1])])
def test_a_match_that_is_given_up_says_who_was_missing(quarrel: Quarrel, committed: Any, missing: Any) -> None:
    commit(quarrel, VALUES, committed)
    quarrel.send(HOST, Abandon())
    assert facts_of(quarrel, "MatchAbandoned") == [{"type": "MatchAbandoned", "missing": missing}]
    assert (quarrel.state.awaiting, quarrel.state.joining) == ((), None)
    assert not facts_of(quarrel, "ChanceJoined")
    quarrel.send(HOST, Close())


def test_a_match_that_had_begun_says_nothing_of_that(quarrel: Quarrel) -> None:
    begun(quarrel, VALUES)
    quarrel.send(HOST, Abandon())
    assert facts_of(quarrel, "MatchAbandoned") == [{"type": "MatchAbandoned"}]


def test_it_can_be_frozen_meanwhile(quarrel: Quarrel) -> None:
    quarrel.send(ARBITER, Freeze())
    assert quarrel.refused(seated(0), Contribute("00" * 32)) == "frozen"
    quarrel.send(ARBITER, Resume())
    begun(quarrel, VALUES)
    quarrel.play(0, Roll())


# -- the draws --------------------------------------------------------------------------------------------------


def test_draws_are_counted_over_the_match_and_notes_shift_nothing(matches: Any) -> None:
    for notes in (0, 3):
        quarrel = begun(Quarrel(matches, "tally", 2, options={**JOINT, "turns": 5}), VALUES)
        left = dict(STONES)
        for turn in range(4):
            for _ in range(notes):
                quarrel.send(ARBITER, Note("well"))
            quarrel.play(turn % 2, Roll())
            stone = facts_of(quarrel, "StoneRolled")[-1]["stone"]
            assert stone == drawn(key_of(quarrel, quarrel.state.joint, turn), left)
            left[stone] -= 1
        assert quarrel.match.drawn == 4


def test_a_draw_after_a_ruling_is_a_new_one(quarrel: Quarrel) -> None:
    begun(quarrel, VALUES)
    joint = quarrel.state.joint
    first = quarrel.play(0, Roll())
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=first))
    assert quarrel.state.joint == joint, "what was contributed stays"
    quarrel.play(0, Roll())
    assert facts_of(quarrel, "StoneRolled")[-1]["stone"] == drawn(key_of(quarrel, joint, 1), STONES)
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=1))
    assert (quarrel.state.joint, quarrel.state.awaiting) == (joint, ({"seat": 0},))
    quarrel.play(0, Roll())
    assert facts_of(quarrel, "StoneRolled")[-1]["stone"] == drawn(key_of(quarrel, joint, 2), STONES)
    quarrel.check(Random(1))


def test_draws_are_counted_on_by_another_process_and_from_a_snapshot(matches: Any) -> None:
    matches.snapshot_every = 4
    quarrel = begun(Quarrel(matches, "tally", 2, options={**JOINT, "turns": 8}), VALUES)
    for turn in range(6):
        quarrel.play(turn % 2, Roll())
    remembered = quarrel.match
    matches._remembered = type(matches._remembered)(8)
    loaded = matches.load(quarrel.id)
    afresh = matches._from_start(quarrel.id).after(list(matches._log(quarrel.id))[1:])
    assert (remembered.drawn, loaded.drawn, afresh.drawn) == (6, 6, 6)
    assert matches._kept.newest(quarrel.id, loaded.version).drawn > 0


def test_a_dry_run_of_the_last_opening_shows_no_draw(matches: Any) -> None:
    quarrel = Quarrel(matches, "seven-sins", 2, options=JOINT)
    commit(quarrel, VALUES)
    open_all(quarrel, VALUES, [0])
    tried = quarrel.send(seated(1), OpenContribution(VALUES[1]), dry_run=True)
    assert [one.record["command"]["type"] for one in tried.decisions] == ["table.open-contribution"]


@pytest.mark.grows
@pytest.mark.parametrize("name", ["tally", *OWN])
def test_whole_quarrels_keep_the_laws(matches: Any, name: str) -> None:
    """The state is a fold of the line for everybody, whatever is ruled, also behind the contributions."""
    for seed in range(5 if SOAK else 1):
        rng = Random(f"{name} {seed}")
        quarrel = Quarrel(matches, name, 2, options=JOINT)
        values = values_of(2, rng)
        for _ in range(3):
            quarrel.quarrel(rng)
        if quarrel.state.frozen:
            quarrel.send(ARBITER, Resume())
        if quarrel.state.over:
            continue
        begun(quarrel, values)
        for _ in range(25):
            if quarrel.state.plays:
                quarrel.step(rng)
            if rng.random() < 0.3 and not quarrel.state.over:
                quarrel.quarrel(rng)
        quarrel.check(rng, again=True)
        recorded = [one for one in quarrel.decisions() if one["actor"] == "chance"]
        facts = [quarrel.match.ruleset.fact_from_json(fact) for one in recorded for fact in one["facts"]]
        assert quarrel.match.drawn == len(drawn_in(facts)) > 0 or not recorded


def test_contributions_are_told_to_everybody(quarrel: Quarrel) -> None:
    begun(quarrel, VALUES)
    assert [fact["value"] for fact in facts_of(quarrel, "ContributionOpened")] == VALUES
    assert [fact["commitment"] for fact in facts_of(quarrel, "ContributionMade")] == [
        contributing.commitment(quarrel.id, seat, value) for seat, value in enumerate(VALUES)
    ]
    assert not any(event.sealed for event in quarrel.matches._log(quarrel.id) if 0 < event.originator_version < 5)
