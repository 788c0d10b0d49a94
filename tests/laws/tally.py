"""A small game that has all a quarrel needs: secrets, chance, a procedure, and ways of getting stuck.

The tally: in turn a seat cuts notches, hides a mark in its cup, shows one, or rolls a stone out of the bag. Who
jams the post leaves nobody a move; who winds it up makes it tick for ever. Notches that break a rule are paid for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from domain.kit.facts import (
    Command,
    Fact,
    Hidden,
    Json,
    Limits,
    Thing,
    Unknown,
    actor_alone,
    drawn,
    everyone,
    owner,
)
from domain.kit.guards import Guard, Refused, Verdict, verdict
from domain.kit.places import NOBODY, PlaceKind
from domain.kit.ruleset import Procedure, Ruleset, common_options
from domain.kit.state import State, with_at
from domain.kit.table.facts import Awaited, MatchEnded

MARKS = ("star", "moon")
STONES = {"red": 3, "blue": 3, "grey": 3}


@dataclass(frozen=True, slots=True)
class Cut(Command, type="cut"):
    """Cuts notches."""

    notches: Annotated[int, everyone, Limits(0)]


@dataclass(frozen=True, slots=True)
class Hide(Command, type="hide"):
    """Hides a mark in the own cup."""

    mark: Annotated[Literal["star", "moon"] | Unknown, actor_alone]


@dataclass(frozen=True, slots=True)
class Show(Command, type="show"):
    """Shows a mark out of the own cup."""

    mark: Annotated[Literal["star", "moon"], everyone]


@dataclass(frozen=True, slots=True)
class Roll(Command, type="roll"):
    """Has a stone rolled out of the bag."""


@dataclass(frozen=True, slots=True)
class Jam(Command, type="jam"):
    """Jams the post."""


@dataclass(frozen=True, slots=True)
class Wind(Command, type="wind"):
    """Winds the post up."""


@dataclass(frozen=True, slots=True)
class Tick(Command, type="tick"):
    """The post ticks, by itself."""


@dataclass(frozen=True, slots=True)
class Stone(Command, type="stone"):
    """The stone that comes out."""

    stone: Annotated[tuple[str, ...] | None, everyone, Limits(1, 1)] = None


@dataclass(frozen=True, slots=True)
class NotchesCut(Fact):
    """Notches are cut."""

    seat: Annotated[int, everyone]
    notches: Annotated[int, everyone]
    total: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class MarkHidden(Fact):
    """A mark lies in a cup."""

    seat: Annotated[int, everyone]
    mark: Annotated[str | Hidden, owner()]


@dataclass(frozen=True, slots=True)
class MarkShown(Fact, opens=True):
    """A mark lies on the table."""

    seat: Annotated[int, everyone]
    mark: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class StoneRolled(Fact, opens=True):
    """A stone lies on the table."""

    stone: Annotated[Thing, everyone, drawn]


@dataclass(frozen=True, slots=True)
class PostJammed(Fact):
    """Nobody can do anything."""


@dataclass(frozen=True, slots=True)
class PostWound(Fact):
    """The post ticks from now on."""


@dataclass(frozen=True, slots=True)
class TurnPassed(Fact):
    """It is the turn of a seat."""

    seat: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class FinePaid(Fact):
    """A seat loses notches."""

    seat: Annotated[int, everyone]
    notches: Annotated[int, everyone]


@dataclass
class Tally(State):
    """The posts, and whose turn it is."""

    notches: tuple[int, ...] = ()
    turn: int = 0
    turns: int = 0
    jammed: bool = False
    wound: bool = False


def empty(rules: Any, viewer: Any) -> Tally:
    """Nothing is cut."""
    kinds = [PlaceKind("bag", NOBODY), PlaceKind("table", "everyone")]
    kinds += [PlaceKind(f"cup:{seat}", frozenset({seat})) for seat in range(rules.seats)]
    state = Tally(rules, viewer, {kind.name: kind.empty(viewer) for kind in kinds})
    state.notches = (0,) * rules.seats
    for stone, number in STONES.items():
        state.places["bag"].add(stone, number)
    return state


def notches_cut(state: Tally, fact: NotchesCut) -> None:
    """Write it down."""
    state.notches = with_at(state.notches, fact.seat, fact.total)


def fine_paid(state: Tally, fact: FinePaid) -> None:
    """Write it down."""
    state.notches = with_at(state.notches, fact.seat, state.notches[fact.seat] - fact.notches)


def mark_hidden(state: Tally, fact: MarkHidden) -> None:
    """Write it down."""
    state.place(f"cup:{fact.seat}").add(fact.mark)


def mark_shown(state: Tally, fact: MarkShown) -> None:
    """Write it down."""
    state.place(f"cup:{fact.seat}").remove(fact.mark)
    state.place("table").add(fact.mark)


def stone_rolled(state: Tally, fact: StoneRolled) -> None:
    """Write it down."""
    state.place("bag").remove(fact.stone)
    state.place("table").add(fact.stone)


def turn_passed(state: Tally, fact: TurnPassed) -> None:
    """Write it down."""
    state.turn = fact.seat
    state.turns += 1


def post_jammed(state: Tally, _: PostJammed) -> None:
    """Write it down."""
    state.jammed = True


def post_wound(state: Tally, _: PostWound) -> None:
    """Write it down."""
    state.wound = True


def post_is_free(state: Tally, _: Any, __: Any) -> Verdict:
    return verdict(not state.jammed)


def mischief_is_played(state: Tally, _: Any, __: Any) -> Verdict:
    return verdict(bool(state.rules.options["mischief"]))


def cuts_little(state: Tally, actor: Any, command: Cut) -> Verdict:
    return verdict(command.notches <= 3 and state.notches[actor] + command.notches <= 9)


def mark_is_in_the_cup(state: Tally, actor: Any, command: Show) -> Verdict:
    return verdict(bool(state.places[f"cup:{actor}"].count(command.mark)))


def bag_holds_a_stone(state: Tally, _: Any, __: Any) -> Verdict:
    return verdict(bool(len(state.places["bag"])))


FREE: Guard[Tally] = Guard("T-1", post_is_free, "the post is jammed")
MISCHIEVOUS: Guard[Tally] = Guard("T-5", mischief_is_played, "nobody touches the post")
GUARDS: dict[type[Command], tuple[Guard[Tally], ...]] = {
    Cut: (FREE, Guard("T-2", cuts_little, "so many notches cannot be cut")),
    Hide: (FREE,),
    Show: (FREE, Guard("T-3", mark_is_in_the_cup, "that mark is not in the cup")),
    Roll: (FREE, Guard("T-4", bag_holds_a_stone, "the bag is empty")),
    Jam: (FREE, MISCHIEVOUS),
    Wind: (FREE, MISCHIEVOUS),
}


def lay(_: Tally) -> Iterator[Fact]:
    """Seat 0 begins."""
    yield TurnPassed(0)
    yield Awaited(({"seat": 0},))


def decide(state: Tally, actor: Any, command: Command, chance: Any) -> Iterator[Fact]:
    """The facts of a command."""
    match command:
        case Cut(notches):
            yield NotchesCut(actor, notches, state.notches[actor] + notches)
        case Hide(mark):
            yield MarkHidden(actor, mark)
        case Show(mark):
            yield MarkShown(actor, mark)
        case Roll():
            yield Awaited(("chance",), Stone.TYPE)
            return
        case Stone():
            yield StoneRolled(chance.draw(state.places["bag"].known, state.places["bag"]))
        case Jam():
            yield PostJammed()
        case Wind():
            yield PostWound()
        case Tick():
            yield TurnPassed(state.turn)
            yield Awaited(("table",), Tick.TYPE)
            return
    yield from next_turn(state)


def next_turn(state: Tally) -> Iterator[Fact]:
    """The next seat, or the end."""
    if state.wound:
        yield Awaited(("table",), Tick.TYPE)
    elif state.turns >= state.rules.options["turns"]:
        best = max(state.notches)
        winners = [seat for seat, notches in enumerate(state.notches) if notches == best]
        result = "win" if len(winners) == 1 else "shared"
        yield MatchEnded({"result": result, "reason": "played", "winners": winners})
    else:
        seat = (state.turn + 1) % state.rules.seats
        yield TurnPassed(seat)
        yield Awaited(({"seat": seat},))


def moves(state: Tally, actor: Any) -> list[Json]:
    """What can be done."""
    if actor == "chance" and state.awaits_chance:
        return [{"type": "stone", "stone": [stone]} for stone in state.places["bag"].known]
    if not state.awaits_seat(actor) or state.jammed:
        return []
    listed: list[Json] = [{"type": "hide", "mark": {"any_of": list(MARKS)}}]
    if state.rules.options["mischief"]:
        listed += [{"type": "jam"}, {"type": "wind"}]
    if (most := min(3, 9 - state.notches[actor])) >= 0:
        listed.append({"type": "cut", "notches": {"min": 0, "max": most}})
    shown = [mark for mark in MARKS if state.places[f"cup:{actor}"].count(mark)]
    listed += [{"type": "show", "mark": mark} for mark in shown]
    return listed + ([{"type": "roll"}] if len(state.places["bag"]) else [])


# -- the procedure ------------------------------------------------------------------------------------------


def fined(_: Tally, seat: int) -> Iterator[Fact]:
    """Two notches."""
    yield FinePaid(seat, 2)


def accused(state: Tally, _: Any, seat: int, rule: str | None) -> Iterator[Fact]:
    """Who has more than six notches pays, if it is for that."""
    if rule == "T-2" and state.notches[seat] > 6:
        yield from fined(state, seat)


def reminded(state: Tally, _: Any, seat: int, step: str | None) -> Iterator[Fact]:
    """Who has not cut anything cuts one notch."""
    if step == "cut" and state.notches[seat] == 0:
        yield NotchesCut(seat, 1, 1)


def taken_back(_: Tally, seat: int, __: Any) -> Iterator[Fact]:
    """It costs a notch."""
    yield FinePaid(seat, 1)


def perform(state: Tally, seat: int, step: str | None) -> Iterator[Fact]:
    """Cutting is all that can be made up for."""
    if step != "cut":
        raise Refused("illegal-move", "there is no such step", "TB-36")
    yield NotchesCut(seat, 1, state.notches[seat] + 1)


TALLY: Ruleset[Tally] = Ruleset(
    id="tally",
    version="1.0",
    title="The tally",
    seats=(2, 4),
    options={
        **common_options("kept"),
        "turns": {"type": "integer", "minimum": 1, "default": 40},
        "mischief": {"type": "boolean", "default": False},
    },
    rules={
        "T-1": "No jam.",
        "T-2": "Few notches.",
        "T-3": "Own marks.",
        "T-4": "Stones are few.",
        "T-5": "No mischief.",
    },
    commands=(Cut, Hide, Show, Roll, Jam, Wind, Tick),
    chance_commands=(Stone,),
    facts=(NotchesCut, MarkHidden, MarkShown, StoneRolled, PostJammed, PostWound, TurnPassed, FinePaid),
    guards=GUARDS,
    empty=empty,
    lay=lay,
    decide=decide,
    appliers={
        NotchesCut: notches_cut,
        MarkHidden: mark_hidden,
        MarkShown: mark_shown,
        StoneRolled: stone_rolled,
        PostJammed: post_jammed,
        PostWound: post_wound,
        TurnPassed: turn_passed,
        FinePaid: fine_paid,
    },
    kinds=lambda _state, _place: STONES,
    automatic=lambda state: ("table", Tick()) if state.due == Tick.TYPE else None,
    moves=moves,
    procedure=Procedure(
        accused=accused,
        reminded=reminded,
        taken_back=taken_back,
        perform=perform,
        penalty=fined,
        findings=lambda _rules, _decisions: [],
    ),
)
