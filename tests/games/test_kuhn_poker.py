"""Kuhn poker, which the guide begins with and another distribution brings: each way to its end, and what is seen.

The laws hold it like any other game (``tests/laws``), for it is installed with what the tests need.
"""

from __future__ import annotations

import inspect
import re
import sys
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from domain.kit.facts import Unknown
from domain.kit.guards import Refused
from domain.kit.play import play_irregularly
from domain.kit.ruleset import GROUP, Ruleset, rulesets
from domain.kit.table.commands import Tell
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, redact, seat_viewer
from domain.kit.words.match import MatchWords
from domain.kit.words.sentences import move, sentence
from domain.table.worded import words_for
from tests.games.installed import OWN
from tests.games.playing import Table, command_of, log_of, refused, rules_of, seeded

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "tests" / "kuhn_poker"
NAME = "kuhn-poker"


def kuhn() -> Ruleset[Any]:
    """The ruleset as it is installed."""
    return rulesets()[NAME]


def dealt(*cards: Any) -> Table:
    """A recorded match in which these cards have been dealt."""
    table = Table(kuhn(), rules_of(kuhn(), 2, mode="recorded"))
    table.of_chance(kuhn().command_types["deal"](cards))
    return table


def do(table: Table, *words: str) -> None:
    """The seats say in turn what they do; what follows by itself follows."""
    for word in words:
        table.play(table.awaited[0], command_of(table.ruleset, {"type": word}))


# -- the package --------------------------------------------------------------------------------------------


def test_another_distribution_brings_it() -> None:
    (entry,) = (entry for entry in entry_points(group=GROUP) if entry.name == NAME)
    assert entry.dist is not None, "`make` installs it"
    assert entry.dist.name == "kerbholz-kuhn-poker"
    assert entry.load() is kuhn()
    assert OWN == ("mea-culpa", "seven-sins", "thurn-and-taxis")


def test_the_guide_has_all_of_it_and_what_is_installed_is_what_the_guide_has() -> None:
    guide = (ROOT / "docs" / "adding-a-ruleset.md").read_text(encoding="utf-8")
    program = re.findall(r"^```python\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)[0]
    package = re.findall(r"^```toml\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)[0]
    assert program == (PACKAGE / "kuhn_poker.py").read_text(encoding="utf-8")
    assert program == inspect.getsource(import_module("kuhn_poker"))
    assert package == (PACKAGE / "pyproject.toml").read_text(encoding="utf-8")


def test_what_stands_in_the_guide_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    guide = (ROOT / "docs" / "adding-a-ruleset.md").read_text(encoding="utf-8")
    program = re.findall(r"^```python\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)[0]
    module: Any = ModuleType("kuhn_poker_of_the_guide")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(program, "adding-a-ruleset.md", "exec", dont_inherit=True), module.__dict__)
    table = Table(module.RULESET, rules_of(module.RULESET, 2), seeded(1)).play_on(Random(1))
    assert table.state.status == "finished"


# -- the game -----------------------------------------------------------------------------------------------

ENDS = {
    ("check", "check"): 1,
    ("check", "bet", "call"): 2,
    ("bet", "call"): 2,
}
"""Ways to the cards being shown, and what the higher card wins."""
FOLDS = {("bet", "fold"): 0, ("check", "bet", "fold"): 1}
"""Ways to somebody's folding, and who wins one coin by it."""


@pytest.mark.parametrize("said", ENDS)
@pytest.mark.parametrize(
    ("cards", "winner"),
    [(("king", "jack"), 0), (("queen", "jack"), 0), (("jack", "queen"), 1), (("queen", "king"), 1)],
)
def test_the_higher_card_wins_the_others_stake(said: tuple[str, ...], cards: tuple[str, ...], winner: int) -> None:
    table = dealt(*cards)
    do(table, *said)
    gain = ENDS[said]
    assert table.state.outcome == {
        "result": "win",
        "reason": "played",
        "winners": [winner],
        "scores": [gain, -gain] if winner == 0 else [-gain, gain],
    }
    for seat, card in enumerate(cards):
        assert dict(table.state.masked(PUBLIC).places[f"shown:{seat}"].known) == {card: 1}


@pytest.mark.parametrize("said", FOLDS)
def test_a_player_who_folds_loses_the_stake_and_nobody_sees_a_card(said: tuple[str, ...]) -> None:
    table = dealt("king", "queen")
    do(table, *said)
    winner = FOLDS[said]
    assert table.state.outcome["winners"] == [winner]
    assert table.state.outcome["scores"] == ([1, -1] if winner == 0 else [-1, 1])
    everybody = table.state.masked(PUBLIC)
    assert not any(place.known for place in everybody.places.values())
    assert table.state.masked(seat_viewer(1)).places["hand:0"].unknown == 1


def test_what_the_stakes_do_not_allow_is_refused_by_its_rule() -> None:
    table = dealt("king", "queen")
    commands = {word: command_of(kuhn(), {"type": word}) for word in ("check", "bet", "call", "fold")}
    assert refused(table, 0, commands["call"]) == ("illegal-move", "KP-3")
    assert refused(table, 0, commands["fold"]) == ("illegal-move", "KP-3")
    assert refused(table, 1, commands["check"])[0] == "not-awaited"
    do(table, "bet")
    assert refused(table, 1, commands["check"]) == ("illegal-move", "KP-2")
    assert refused(table, 1, commands["bet"]) == ("illegal-move", "KP-2")


def test_nobody_sees_the_cards_before_the_betting_has_ended() -> None:
    table = dealt("king", "queen")
    show = command_of(kuhn(), {"type": "show-cards"})
    with pytest.raises(Refused) as raised:
        play_irregularly(kuhn(), table.state, 0, show, "scribe", None)
    assert raised.value.rule == "KP-4"
    do(table, "bet")
    told = table.act(1, command_of(kuhn(), {"type": "call"}))  # as in a dry run, which stops here
    assert [fact.TYPE for fact in told] == ["Staked", "Awaited"]


def test_cards_that_the_scribe_has_not_seen_are_told_before_the_match_ends() -> None:
    table = dealt(Unknown(), "queen")
    do(table, "check", "check")
    assert table.state.awaiting == ({"tell": "hand:0"},)
    table.act("scribe", Tell("hand:0", ("jack",)))
    assert table.state.outcome["winners"] == [1]


def test_what_is_shown_without_a_view_of_its_own() -> None:
    table = dealt("king", "queen")
    do(table, "bet")
    assert kuhn().view(table.state.masked(seat_viewer(0))) == {
        "stakes": [2, 1],
        "checks": 0,
        "places": {
            "deck": {"count": 1},
            "shown:0": {"count": 0, "things": {}},
            "shown:1": {"count": 0, "things": {}},
            "hand:0": {"count": 1, "things": {"king": 1}},
            "hand:1": {"count": 1},
        },
        "purses": {},
    }


# -- a game without words -----------------------------------------------------------------------------------


def words_of(table: Table, language: str = "en") -> MatchWords:
    """The words for a match of Ada and Ben: those that every game has, since this one brings none."""
    return MatchWords(words_for(kuhn(), [language]), kuhn(), table.rules, ["Ada", "Ben"])


@pytest.mark.parametrize(
    ("viewer", "dealing"),
    [
        (PUBLIC, "Chance: Deal."),
        (seat_viewer(0), "Chance: Deal."),
        (OFFICIAL, "Chance: Deal (Cards: King and Queen)."),
    ],
)
def test_its_decisions_are_told_by_their_ids(viewer: Viewer, dealing: str) -> None:
    table = dealt("king", "queen")
    do(table, "check", "bet", "call")
    words = words_of(table)
    assert [sentence(words, redact(stored, viewer)) for stored in log_of(table)][1:] == [
        dealing,
        "Ada: Check.",
        "Ben: Bet.",
        "Ada: Call.",
        "The table: Show cards. Ada wins.",
    ]


def test_its_moves_are_told_by_their_ids_whatever_the_language() -> None:
    table = Table(kuhn(), rules_of(kuhn(), 2, mode="recorded"))
    for language in ("en", "de"):
        words = words_of(table, language)
        assert words.words.language == "en"
        (listed,) = kuhn().moves(table.state, "chance")
        said = [move(words, {**listed, "cards": cards}, {}) for cards in (listed["cards"], {"unknown": 2})]
        assert said == ["Deal (Cards: 2 of: Jack, King and Queen)", "Deal (Cards: 2 unknown things)"]
    table = dealt("king", "queen")
    assert [move(words, listed, {}) for listed in kuhn().moves(table.state, 0)] == ["Check", "Bet"]
    assert words.label("place", "hand:0") == "Hand (Ada)"
