"""The rules that a command must keep: reference number, proposition, and what a refusal says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.seven_sins.commands import ChooseFirst, ChooseSins, OpenReserves, Pass, PlaceStones, Take
from domain.games.seven_sins.scoring import required
from domain.games.seven_sins.state import JUDGEMENT, STONE, SevenSins
from domain.kit.facts import Command
from domain.kit.guards import Actor, Guard, Verdict, step_follows_now, verdict


def sins_are_being_taken(state: SevenSins, _: Actor, __: Command) -> Verdict:
    """Play is on, and the reserves are still closed."""
    return verdict(state.wins is None)


def turns_have_begun(state: SevenSins, _: Actor, __: Command) -> Verdict:
    """The first centre has been laid out."""
    return verdict(state.turn is not None or state.wins is not None)


def no_judgement_is_taken(_: SevenSins, __: Actor, command: Take) -> Verdict:
    """What is to be taken is no Judgement card."""
    return verdict(command.sin != JUDGEMENT)


def sin_lies_in_the_centre(state: SevenSins, _: Actor, command: Take) -> Verdict:
    """At least one card of the sin lies in the centre."""
    centre = state.places["centre"]
    if centre.count(command.sin):
        return Verdict.YES
    return Verdict.CANNOT_TELL if centre.unknown else Verdict.NO


def stone_may_be_left(state: SevenSins, _: Actor, command: Take) -> Verdict:
    """No stone is left lying, or the match's option allows it and there is one to leave."""
    if command.leave_stone is None:
        return Verdict.YES
    allowed = state.rules.options["stone_taking_optional"] and command.to == "abyss"
    return verdict(bool(allowed and state.places["stones"].count(STONE)))


def nothing_can_be_taken(state: SevenSins, _: Actor, __: Command) -> Verdict:
    """There is no sin in the centre."""
    centre = state.places["centre"]
    return verdict(len(centre) == centre.count(JUDGEMENT))


def reserves_are_open(state: SevenSins, _: Actor, __: Command) -> Verdict:
    """The Abyss has been scored, so stones are being placed."""
    return verdict(state.wins is not None)


def stones_lie_on_own_sins(state: SevenSins, actor: Actor, command: PlaceStones) -> Verdict:
    """Each stone lies on a sin of which the seat owns at least one card."""
    own = state.places[f"opened:{actor}"].known
    return verdict(all(sin in own for sin in command.on))


def at_most_one_stone_on_each(_: SevenSins, __: Actor, command: PlaceStones) -> Verdict:
    """No sin bears two stones."""
    return verdict(len(set(command.on)) == len(command.on))


def stones_lie_on_sins(state: SevenSins, _: Actor, command: PlaceStones) -> Verdict:
    """Whatever stones lie on are sins in play."""
    return verdict(set(command.on) <= set(state.sins or state.rules.board["sins"]))


def stones_are_there(state: SevenSins, actor: Actor, command: PlaceStones) -> Verdict:
    """No more stones are placed than the seat has."""
    return verdict(len(command.on) <= state.places[f"stones:{actor}"].count(STONE))


def stones_are_not_placed(state: SevenSins, actor: Actor, _: Command) -> Verdict:
    """The seat has not placed its stones."""
    return verdict(state.placed[int(actor)] is None)


def as_many_stones_as_there_are(state: SevenSins, actor: Actor, command: PlaceStones) -> Verdict:
    """All stones that own sins can take are placed; fewer only where the option allows it."""
    stones = state.places[f"stones:{actor}"].count(STONE)
    most = required(stones, state.places[f"opened:{actor}"].known)
    least = 0 if state.rules.options["stones_optional"] else most
    return verdict(least <= len(command.on) <= most)


def sins_are_of_the_board(state: SevenSins, _: Actor, command: ChooseSins) -> Verdict:
    """The right number of different sins, all of them on the board."""
    if command.sins is None:
        return Verdict.YES
    number = state.rules.board["types"][str(state.rules.seats)]
    different = set(command.sins)
    right = len(command.sins) == len(different) == number
    return verdict(right and different <= set(state.rules.board["sins"]))


def first_sits_at_the_table(state: SevenSins, _: Actor, command: ChooseFirst) -> Verdict:
    """The first seat is one of the match."""
    return verdict(command.seat is None or command.seat < state.rules.seats)


GUARDS: Mapping[type[Command], Sequence[Guard[SevenSins]]] = {
    Take: (
        Guard(
            "SS-E1",
            sins_are_being_taken,
            "the last Judgement card has come, so no more cards can be taken",
            needed=True,
        ),
        Guard("SS-T5", no_judgement_is_taken, "Judgement cards can't be taken", needed=True),
        Guard(
            "SS-T2",
            sin_lies_in_the_centre,
            "there is no card of that sin in the centre",
            place="centre",
            needed=True,
        ),
        Guard(
            "SS-R24",
            stone_may_be_left,
            "a stone can be left only when cards go to the Abyss, a stone is there, and the option allows it",
        ),
    ),
    Pass: (
        Guard(
            "SS-E1",
            sins_are_being_taken,
            "the last Judgement card has come, so there are no more turns",
            needed=True,
        ),
        Guard("SS-T1", turns_have_begun, "the first cards have not been laid out yet", needed=True),
        Guard("SS-R14", nothing_can_be_taken, "a player who can take a sin has to take one"),
    ),
    PlaceStones: (
        Guard(
            "SS-R25",
            reserves_are_open,
            "stones are placed after the reserves and the Abyss have been opened",
            needed=True,
        ),
        Guard(
            "SS-R7", stones_lie_on_own_sins, "a stone can be placed only on a sin of which the player has a card"
        ),
        Guard("SS-E4", at_most_one_stone_on_each, "only one stone can be placed on each sin"),
        Guard(
            "SS-R3",
            as_many_stones_as_there_are,
            "stones have to be placed on as many of the player's own sins as possible",
        ),
        Guard("SS-R7", stones_lie_on_sins, "stones can be placed only on sins that are in play", needed=True),
        Guard("SS-E4", stones_are_there, "the player does not have that many stones", needed=True),
        Guard("SS-E4", stones_are_not_placed, "this seat has already placed its stones", needed=True),
    ),
    OpenReserves: (
        Guard(
            "SS-R25",
            step_follows_now,
            "the reserves and the Abyss are opened automatically after the last turn",
            needed=True,
        ),
    ),
    ChooseSins: (
        Guard(
            "SS-S1",
            sins_are_of_the_board,
            "the sins chosen have to be different, on the board, and as many as the number of players asks for",
            needed=True,
        ),
    ),
    ChooseFirst: (
        Guard("SS-R2", first_sits_at_the_table, "the first seat has to be a seat of this match", needed=True),
    ),
}
