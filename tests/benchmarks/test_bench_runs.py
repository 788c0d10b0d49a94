"""The benchmarks run, with the smallest sizes: what they measure is nobody's business here."""

import re

import pytest

from domain.kit.ruleset import ruleset
from tests.benchmarks import (
    appends,
    engine,
    environments,
    evidence,
    failing_over,
    many,
    matches,
    pages,
    past,
    peers,
    rebuilding,
    relay,
    room,
    scripts,
)
from tests.benchmarks.measuring import compared, interleaved, table
from tests.games.installed import OWN

pytestmark = pytest.mark.long


def test_the_engine_is_measured_for_every_ruleset():
    comparisons = list(engine.measure(rounds=1, matches=2))
    assert len(comparisons) == 2 * len(OWN)
    assert all(one.figure > 0 and one.baseline_figure > 0 and one.ratio > 0 for one in comparisons)
    shown = table(engine.TITLE, engine.NOTES, comparisons)
    for game in map(ruleset, OWN):
        assert f"{game.title}: decisions/s" in shown


def test_environments_are_measured_for_every_ruleset_and_beside_others():
    comparisons = list(environments.measure(rounds=1, matches=1, short=2))
    assert len(comparisons) in (3 * len(OWN) + 1, 3 * len(OWN) + 2)  # RLCard may not be installed
    assert all(one.figure > 0 and one.baseline_figure > 0 for one in comparisons)


def test_the_recorder_is_measured_against_raw_inserts_and_the_table_lock():
    comparisons = list(appends.measure(rounds=1, connections=(2,), seconds=0.1))
    assert [one.baseline for one in comparisons] == ["raw inserts/s"] * 2
    assert all(one.figure > 0 and one.baseline_figure > 0 for one in comparisons)


def test_rebuilding_is_measured_on_both_databases():
    comparisons = list(rebuilding.measure(rounds=1, matches=1))
    assert len(comparisons) == 4
    assert all(one.figure > 0 and one.baseline_figure > 0 for one in comparisons)


def test_any_decision_of_a_long_match_is_read_on_both_databases():
    comparisons = list(past.measure(rounds=1, window=3, long=40))
    assert [one.what.partition(":")[0] for one in comparisons] == ["SQLite"] * 2 + ["PostgreSQL"] * 2
    assert all(one.figure > 0 and one.baseline_figure > 0 for one in comparisons)


@pytest.mark.soak
def test_a_peer_is_measured_on_the_same_machine():
    comparisons = list(peers.measure(rounds=1, short=10, long=30))
    assert len(comparisons) == 6
    assert all(one.figure > 0 and one.baseline_figure > 0 for one in comparisons)


@pytest.mark.soak
def test_room_is_measured_for_every_game_on_both_databases():
    comparisons = list(room.measure(matches=1))
    assert len(comparisons) == 6 * len(OWN)
    assert all(one.figure > 0 and one.baseline_figure > 0 for one in comparisons)


def test_read_models_are_measured_beside_many_matches():
    said = many.report(matches=3, long=50, at_once=(2, 4), appends=4)
    assert "150 decisions caught up with" in said
    assert "1.00 of the rate with 2" in said
    assert "4 matches in turn" in said


@pytest.mark.soak
def test_databases_with_more_and_more_matches_are_measured(monkeypatch):
    monkeypatch.setattr(matches, "TIMES", 2)
    monkeypatch.setattr(matches, "STARTS", 1)
    said = matches.report(sizes=(3, 6))
    assert len(re.findall("(?m)^  statistics +[0-9]", said)) == 2
    assert len(re.findall("(?m)^  start", said)) == 2


@pytest.mark.soak
def test_failing_over_is_measured():
    said = failing_over.report(kills=1, writers=4, matches=2)
    assert "1 kills;" in said
    assert "are stored, each once" in said


@pytest.mark.soak
def test_archives_proofs_and_signatures_are_measured():
    comparisons = list(evidence.measure(rounds=1, long=600, window=2))
    assert len(comparisons) == 9
    assert all(one.figure > 0 and one.baseline_figure > 0 for one in comparisons)


@pytest.mark.soak
def test_streams_in_a_relay_are_measured_on_both_databases():
    few = relay.Sizes(streams=40, matches=4, notes=8, to_all=2, busy=8, busy_matches=4, pace=20, seconds=2)
    comparisons = list(relay.measure(few))
    assert [one.what.partition(":")[0] for one in comparisons] == ["SQLite"] * 20 + ["PostgreSQL"] * 20
    assert all(one.baseline_figure > 0 for one in comparisons)
    wrong = [one for one in comparisons if "lost or doubled" in one.what]
    assert [one.figure for one in wrong] == [0] * 4


@pytest.mark.soak
def test_pages_are_measured_in_a_browser():
    comparisons = list(pages.measure(rounds=1, steps=4, long=40, taps=16))
    assert len(comparisons) == 14
    assert all(one.figure > 0 and one.baseline_figure > 0 for one in comparisons)


@pytest.mark.parametrize("name", scripts.OPTIONS)
def test_a_script_is_a_whole_match(name):
    match = scripts.script(name, 1)
    assert match.decisions >= len(match.commands) > 20
    assert scripts.script(name, 1) is match


def test_there_are_scripts_of_every_ruleset():
    assert scripts.OPTIONS.keys() == set(OWN)


def test_rounds_take_turns_and_ratios_are_of_the_same_round():
    said: list[str] = []
    results = interleaved(3, {name: lambda name=name: said.append(name) for name in ("a", "b")})  # type: ignore[misc]
    assert said == ["a", "b", "b", "a", "a", "b"]
    assert results == {"a": [None] * 3, "b": [None] * 3}
    found = compared("ours", [10, 20, 90], "theirs", [10, 10, 10])
    assert (found.figure, found.baseline_figure, found.ratio) == (20, 10, 2)
