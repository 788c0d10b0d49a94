"""What can be done with a box, what is refused, and what everybody is told of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.games.any_game import RULESET
from domain.games.any_game.box import blank
from domain.games.any_game.commands import (
    Agree,
    Count,
    Deal,
    Draw,
    End,
    Gather,
    Move,
    OpenPlaces,
    Pay,
    Phase,
    Roll,
    Say,
    Show,
    Turn,
)
from domain.games.any_game.facts import PiecesDrawn, PiecesMoved, PiecesRevealed
from domain.kit.facts import Command, Fact, Unknown
from domain.kit.guards import Refused
from domain.kit.play import judged
from domain.kit.shorthand import Header, SeatNamed, parse, write
from domain.kit.visibility import PUBLIC, seat_viewer
from tests.games.any_game.boxes import box_named
from tests.games.any_game.test_box import GOOD
from tests.games.playing import Table, only, rules_of, seeded
from tests.laws.test_laws import Played


def table(box: dict[str, Any], seats: int, mode: Any = "hosted") -> Table:
    """A laid table."""
    laid = Table(RULESET, rules_of(RULESET, seats, {}, box, mode), seeded(7))
    laid.settle()
    return laid


def play(at: Table, seat: int, command: Command) -> list[Fact]:
    """Let a seat do something, and chance what follows."""
    return at.play(seat, RULESET.fill(at.state, command))


def no(at: Table, seat: int, command: Command) -> str | None:
    """The rule by which this is refused."""
    with pytest.raises(Refused) as refused:
        play(at, seat, command)
    return refused.value.rule


def test_an_evening_of_skat() -> None:
    at = table(box_named("skat"), 3)
    dealt = only(PiecesDrawn, play(at, 0, Deal("deck", "hand", 10)))
    assert [(one.to, one.seats) for one in dealt] == [("hand:1", (1,)), ("hand:2", (2,)), ("hand:0", (0,))]
    play(at, 0, Draw(("deck",), "skat", 2))
    play(at, 0, Phase("bidding"))
    play(at, 1, Say(number=18))
    play(at, 0, Draw(("skat",), "hand:0", 2))
    hand = sorted(at.state.places["hand:0"].known)
    assert len(hand) == 12
    play(at, 0, Move("hand:0", "skat", tuple(hand[:2])))
    play(at, 0, Phase("tricks"))
    for seat in (1, 2, 0):
        card = sorted(at.state.places[f"hand:{seat}"].known)[0]
        (moved,) = only(PiecesMoved, play(at, seat, Move(f"hand:{seat}", "trick", (card,))))
        assert isinstance(moved, PiecesRevealed)
        assert moved.seats == "everyone"
    play(at, 2, Gather(("trick",), "won:2"))
    seen = Played(at).masked(seat_viewer(2), at.version)
    assert not seen.places["won:2"].known, "nobody looks at the tricks again"
    assert len(seen.places["won:2"]) == 3
    play(at, 0, Count("points:0", 72))
    play(at, 0, End())
    assert not at.state.over
    play(at, 1, Agree())
    play(at, 2, Agree())
    assert at.state.over
    assert at.state.outcome == {"result": "win", "reason": "played", "winners": [0], "scores": [72, 0, 0]}


def test_nobody_learns_by_asking() -> None:
    at = table(box_named("skat"), 3)
    play(at, 0, Deal("deck", "hand", 10))
    theirs = sorted(at.state.places["hand:1"].known)[0]
    assert no(at, 0, Move("hand:1", "trick", (theirs,))) == "AG-M3"
    assert no(at, 0, Move("deck", "trick", (theirs,))) == "AG-M3"
    assert no(at, 0, Show("hand:1", (theirs,))) == "AG-M3"
    assert no(at, 0, Gather(("deck",), "trick")) == "AG-M4"
    assert no(at, 0, Gather(("hand:0",), "hand:1")) == "AG-M4"
    assert no(at, 0, OpenPlaces(("hand:1",), "trick")) == "AG-M3"
    assert no(at, 0, OpenPlaces(("hand:0",), "skat")) == "AG-M5"
    assert no(at, 0, OpenPlaces(("deck",), "trick")) == "AG-M5", "a dry run would show the skat"
    assert no(at, 0, OpenPlaces(("hand:0", "deck"), "trick")) == "AG-M5"
    listed = [one for one in RULESET.moves(at.state, 0) if one["type"] == OpenPlaces.TYPE]
    assert listed
    assert not any("deck" in str(one["places"]) for one in listed)
    opened = only(PiecesDrawn, play(at, 0, Draw(("deck",), "trick", 2)))
    assert len(opened[0].things) == 2, "all of it comes out when it is drawn"
    assert no(at, 0, Draw(("hand:1",), "hand:0")) == "AG-M3"


def test_what_the_box_does_not_have_is_refused() -> None:
    at = table(GOOD, 2)
    assert no(at, 0, Move("deck", "desk", ("jack",))) == "AG-P1"
    assert no(at, 0, Move("box", "hand:0", ("ace",))) == "AG-P2"
    assert no(at, 0, Move("box", "field", ("coin",))) == "AG-P3"
    assert no(at, 0, Move("box", "field", ("coin",), to_part="c1")) == "AG-P3"
    assert no(at, 0, Move("box", "hand:0", ("coin",), from_part="a1")) == "AG-P3"
    assert no(at, 0, Move("box", "deck", ("coin",))) == "AG-P5"
    assert no(at, 0, Move("box", "box", ("coin",))) == "AG-M1"
    assert no(at, 0, Move("field", "hand:0", ("king",), from_part="a1")) == "TB-28"
    assert no(at, 0, Draw(("deck",), "hand:0", 4)) == "AG-C2"
    assert no(at, 0, Deal("deck", "hand", 2)) == "AG-C3"
    assert no(at, 0, Deal("deck", "field")) == "AG-C3"
    assert no(at, 0, Turn(2)) == "AG-P4"
    assert no(at, 0, Phase("first")) == "AG-T2"
    assert no(at, 0, Count("chips:0", 1)) == "AG-N1"
    assert no(at, 0, Pay("points:0", "points:0", 1)) == "AG-N2"
    assert no(at, 0, Pay("points:0", "points:1", 1)) == "TB-28"
    assert no(at, 0, Say()) == "AG-S1"
    assert no(at, 0, Roll("field", "cube")) == "AG-C4"
    assert no(at, 0, Roll("field", "die")) == "AG-P3", "they would lie in no part of it then"
    assert no(at, 0, End(winners=(0,), lost=True)) == "AG-E1"
    assert no(at, 0, End(winners=(5,))) == "AG-P4"
    assert no(at, 1, Agree()) == "AG-E2"
    assert no(at, 0, OpenPlaces(("box",), "field")) == "AG-P3"
    assert (
        no(table({**GOOD, "places": {**GOOD["places"], "top": {}}}, 2), 0, OpenPlaces(("box",), "top")) == "AG-M5"
    )


def test_dice_are_rolled_in_a_cup_that_its_owner_sees() -> None:
    at = table(box_named("liars-dice"), 2)
    assert no(at, 1, Roll("cup:0", "die")) == "AG-C4"
    play(at, 0, Roll("cup:0", "die"))
    shown = at.state.places["cup:0"].known
    assert sum(shown.values()) == 5
    assert blank("die") not in shown
    kept = max(shown, key=lambda face: shown[face])
    others = tuple(face for face, number in shown.items() for _ in range(number) if face != kept)
    play(at, 0, Roll("cup:0", "die", others))
    assert at.state.places["cup:0"].known[kept] >= shown[kept]
    assert not Played(at).masked(PUBLIC, at.version).places["cup:0"].known
    play(at, 0, OpenPlaces(("cup:0",), "table:0"))
    assert sum(Played(at).masked(PUBLIC, at.version).places["table:0"].known.values()) == 5


def test_where_nobody_names_what_comes_the_place_has_to_hold_all_that_can_come() -> None:
    at = table(GOOD, 2)
    play(at, 0, Draw(("deck",), "hand:0"))
    assert no(at, 0, Draw(("hand:0",), "deck")) == "AG-P5"
    assert no(at, 0, Gather(("hand:0",), "deck")) == "AG-P5"
    of_dice = {**GOOD, "places": {**GOOD["places"], "cup": {"of": "seat", "sees": "owner", "holds": ["die"]}}}
    at = table(of_dice, 2)
    assert no(at, 0, Draw(("deck",), "cup:1")) == "AG-P5"
    assert no(at, 0, Deal("deck", "cup")) == "AG-P5"
    listed = [
        move["to"] for move in RULESET.moves(at.state, 0) if move["type"] == "draw" and move["from"] == ["deck"]
    ]
    assert all("cup:0" not in to["any_of"] for to in listed)


def test_whoever_plays_on_does_not_agree_to_the_end() -> None:
    at = table(GOOD, 2)
    play(at, 0, End(winners=(0,)))
    assert at.state.wish is not None
    play(at, 1, Say(number=3))
    assert at.state.wish is not None, "they talk about it"
    play(at, 1, Move("box", "hand:1", ("coin",)))
    assert at.state.wish is None
    assert no(at, 1, Agree()) == "AG-E2"


def test_a_scribe_writes_down_what_nobody_could_see() -> None:
    at = table(box_named("skat"), 3, "recorded")
    moved = RULESET.fill(at.state, Move("deck", "hand:1", (Unknown(10),)))
    played = judged(RULESET, at.state, 1, moved, counting=False)
    assert len(played.state.places["hand:1"]) == 10
    assert played.state.places["hand:1"].unknown == 10
    (fact,) = (fact for fact in played.facts if isinstance(fact, PiecesMoved))
    assert fact.seats == (1,)
    revealed = judged(
        RULESET, played.state, 1, RULESET.fill(played.state, Move("hand:1", "trick", ("♣J",))), counting=False
    )
    assert Counter(revealed.state.places["trick"].known) == {"♣J": 1}


def test_the_laws_of_the_table_about_a_hidden_amount() -> None:
    box = {**GOOD, "amounts": {"purse": {"of": "seat", "sees": "owner", "start": 5, "least": -5}, "pot": {}}}
    at = table(box, 2)
    play(at, 0, Count("purse:0", -8))
    seen = Played(at).masked(seat_viewer(1), at.version)
    assert seen.purses["purse:0"].shown() == {}
    assert no(at, 1, Count("purse:0", 1)) == "AG-N1"
    assert no(at, 0, Count("purse:0", -3)) == "TB-28"
    play(at, 0, Pay("purse:0", "pot", 1))
    assert at.state.purses["pot"].amount == 1


def test_an_amount_that_does_not_decide_stays_hidden_at_the_end() -> None:
    box = {**GOOD, "amounts": {"purse": {"of": "seat", "sees": "owner", "start": 5, "wins": "most"}}}
    for said, scores in ((End(winners=(0,)), None), (End(lost=True), None), (End(), [5, 5])):
        at = table(box, 2)
        play(at, 0, said)
        play(at, 1, Agree())
        assert at.state.over
        assert at.state.outcome.get("scores") == scores


def test_hidden_dice_among_other_things_are_named_to_be_rolled() -> None:
    bag = {"of": "seat", "sees": "owner", "start": {"die": 2, "coin": 1}}
    at = table({**GOOD, "places": {**GOOD["places"], "bag": bag}}, 2)
    assert no(at, 0, Roll("bag:0", "die")) == "AG-C4", "else all would know how many dice are in it"
    play(at, 0, Roll("bag:0", "die", ("die:1",)))
    recorded = table({**GOOD, "places": {**GOOD["places"], "bag": {**bag, "start": "coins"}}}, 2, "recorded")
    assert no(recorded, 0, Roll("bag:0", "die")) == "AG-C4", "there are no dice in it"


def test_nobody_shows_what_they_do_not_have() -> None:
    at = table(box_named("liars-dice"), 2)
    assert no(at, 0, Show("cup:0", ("die:2",))) == "TB-28"
    assert no(at, 0, Show("cup:0", ("die:1",) * 6)) == "TB-28"
    before = at.state.places["cup:0"].known
    play(at, 0, Show("cup:0", ("die:1",) * 2))
    assert at.state.places["cup:0"].known == before
    recorded = table(box_named("skat"), 3, "recorded")
    dealt = judged(RULESET, recorded.state, 1, RULESET.fill(recorded.state, Move("deck", "hand:1", (Unknown(2),))))
    shown = judged(RULESET, dealt.state, 1, RULESET.fill(dealt.state, Show("hand:1", ("♣J",))))
    assert shown.state.places["hand:1"].known == {"♣J": 1}, "what was unknown has been seen"
    assert len(shown.state.places["hand:1"]) == 2


def test_pieces_are_not_drawn_out_of_parts_for_nobody_would_know_where_the_rest_lies() -> None:
    at = table(GOOD, 2)
    assert no(at, 0, Draw(("field",), "hand:0")) == "AG-P3"
    assert no(at, 0, Deal("field", "hand")) == "AG-P3"
    listed = [move for move in RULESET.moves(at.state, 0) if move["type"] in ("draw", "deal")]
    assert not [move for move in listed if "field" in move["from"]]


def test_what_only_some_seats_see_one_of_these_takes() -> None:
    box = {**GOOD, "places": {**GOOD["places"], "top": {"sees": [0]}, "open": {}}}
    at = table(box, 2)
    play(at, 0, Draw(("deck",), "top", 2))
    assert no(at, 1, Draw(("top",), "open")) == "AG-M3"
    play(at, 0, Draw(("top",), "open"))
    assert len(at.state.places["open"]) == 1


def test_people_speak_out_of_turn_too_and_while_chance_is_asked() -> None:
    at = table(box_named("worker-placement"), 2)
    other = 1 - int(at.state.turn)
    assert {move["type"] for move in RULESET.moves(at.state, other)} == {"say"}
    assert no(at, other, Turn()) == "TB-18"
    awaiting = at.state.awaiting
    play(at, other, Say(number=3))
    assert at.state.awaiting == awaiting
    at.act(int(at.state.turn), Draw(("plans",), "hand:0"))
    assert at.state.awaits_chance
    at.act(other, Say("wait"))
    assert at.state.awaits_chance, "chance is asked still"
    at.settle()
    assert not at.state.awaits_chance


@pytest.mark.parametrize(
    ("written", "things"),
    [
        ("♣7", ["♣7"]),
        ("♣️7", ["♣7"]),
        ("c7", ["♣7"]),
        ("clubs 7 and Herz A", ["♣7", "♥A"]),
        ("2 ?", {"unknown": 2}),
    ],
)
def test_cards_are_typed_by_their_suits_or_by_other_words(written: str, things: Any) -> None:
    seats = [SeatNamed("Ada", "red"), SeatNamed("Ben", "blue"), SeatNamed("Cleo", "green")]
    header = Header("any-game", "1.0", seats, {}, box_named("skat"))
    (line,) = parse(RULESET, f"red: move {written} from hand:red to trick", header)
    assert line.command == {"type": "move", "things": things, "from": "hand:0", "to": "trick"}


def test_a_place_in_a_list_that_is_called_as_a_word_of_the_sentence_is_quoted() -> None:
    box = {**GOOD, "places": {**GOOD["places"], "to": {}, "auf": {}}}
    header = Header("any-game", "1.0", [SeatNamed("Ada", "red"), SeatNamed("Ben", "blue")], {}, box)
    command = {"type": "gather", "from": ["to", "auf"], "to": "deck"}
    line = write(RULESET, {"actor": {"seat": 0}, "command": command, "facts": []}, header)
    assert line == 'red: gather "to", "auf" to deck'
    (read,) = parse(RULESET, line, header)
    assert read.command == command
