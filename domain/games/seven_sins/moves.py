"""What can be done now: every lawful command, listed or covered by a pattern."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, islice

from domain.games.seven_sins.commands import ChooseFirst, ChooseSins, Deal, Pass, PlaceStones, Refill, Take
from domain.games.seven_sins.scoring import best_placing, required
from domain.games.seven_sins.state import JUDGEMENT, PENITENCE, STONE, SevenSins, kinds, printed_backs
from domain.kit.facts import Json
from domain.kit.guards import Actor
from domain.kit.places import one_by_one

MOST_ORDERS = 5_000
"""Orders in which cards can come that are listed; with other boards there can be millions."""


def moves(state: SevenSins, actor: Actor) -> list[Json]:
    """The lawful commands of a seat; of ``"chance"``, what a scribe may enter."""
    if actor == "chance":
        return _of_chance(state) if state.awaits_chance else []
    if not isinstance(actor, int) or not state.awaits_seat(actor):
        return []
    return _takes(state) if state.wins is None else _placings(state, actor)


def _takes(state: SevenSins) -> list[Json]:
    sins = sorted(sin for sin in state.places["centre"].known if sin != JUDGEMENT)
    listed: list[Json] = []
    for sin in sins:
        listed += [{"type": Take.TYPE, "sin": sin, "to": to} for to in ("reserve", "abyss")]
        if state.rules.options["stone_taking_optional"] and state.places["stones"].count(STONE):
            listed.append({"type": Take.TYPE, "sin": sin, "to": "abyss", "leave_stone": True})
    return listed


def _placings(state: SevenSins, seat: int) -> list[Json]:
    cards = state.places[f"opened:{seat}"].known
    stones = state.places[f"stones:{seat}"].count(STONE)
    optional = state.rules.options["stones_optional"]
    most = required(stones, cards)
    pattern = {"some_of": sorted(cards), "min": 0 if optional else most, "max": most}
    best = best_placing(stones, cards, state.rules.board["points"], state.wins or "fewest", optional=optional)
    return [{"type": PlaceStones.TYPE, "on": pattern}, {"type": PlaceStones.TYPE, "on": list(best)}]


def thinkable(state: SevenSins, seat: int) -> Iterator[Json]:
    """What might happen at a table: any sin taken by anybody, a stone left, stones placed on any sins in play."""
    if state.wins is None:
        for sin in sorted(state.places["centre"].known):
            yield from ({"type": Take.TYPE, "sin": sin, "to": to} for to in ("reserve", "abyss"))
            yield {"type": Take.TYPE, "sin": sin, "to": "abyss", "leave_stone": True}
        yield {"type": Pass.TYPE}
        return
    for number in range(state.places[f"stones:{seat}"].count(STONE) + 1):
        yield from ({"type": PlaceStones.TYPE, "on": list(on)} for on in combinations(state.sins or (), number))


# -- what a scribe may enter for chance ---------------------------------------------------------------------


def _of_chance(state: SevenSins) -> list[Json]:
    board, seats = state.rules.board, state.rules.seats
    if state.due == ChooseSins.TYPE:
        number = board["types"][str(seats)]
        return [{"type": ChooseSins.TYPE, "sins": {"some_of": board["sins"], "min": number, "max": number}}]
    if state.due == ChooseFirst.TYPE:
        return [{"type": ChooseFirst.TYPE, "seat": {"min": 0, "max": seats - 1}}]
    if state.due == Deal.TYPE:
        back = printed_backs(board)[0]
        number = min(seats * board["initial"], len(state.places[f"pile:{back}"]))
        pile = one_by_one(_contents(state, back, number), number)
        dealt: list[Json] = [{"type": Deal.TYPE, "cards": {"some_of": pile, "min": number, "max": number}}]
        return [*dealt, {"type": Deal.TYPE, "cards": {"unknown": number}}] if number else []
    return _refills(state)


def _refills(state: SevenSins) -> list[Json]:
    room = state.rules.board["centre"] - len(state.places["centre"])
    top = state.back_on_top
    pile = state.places[f"pile:{top}"] if top is not None else None
    if pile is not None and len(pile) >= room and not (pile.known and pile.unknown):
        contents = _contents(state, str(top), room)
        missing = state.judgements - state.judgements_open
        if not _counts(state) or missing > min(room, contents.get(JUDGEMENT, 0)):
            spread = one_by_one(contents, room)
            return [{"type": Refill.TYPE, "cards": {"some_of": spread, "min": room, "max": room}}]
    listed = islice(_sequences(state.copy(), []), MOST_ORDERS)
    return [{"type": Refill.TYPE, "cards": cards} for cards in listed]


def _counts(state: SevenSins) -> bool:
    """Whether a Judgement turned up now could be the one that ends the match or begins its last round."""
    return state.stacked and state.last is None


def _contents(state: SevenSins, back: str, number: int = 1) -> Mapping[str, int]:
    """What can come from a pile, for a number of cards."""
    return state.coming(f"pile:{back}", _kinds_of_pile, number)


def _kinds_of_pile(state: SevenSins, pile: str) -> Mapping[str, int]:
    """What can lie in a pile: no Judgement among the Penitence cards."""
    without = JUDGEMENT if pile == f"pile:{PENITENCE}" else None
    return {kind: number for kind, number in kinds(state, pile).items() if kind != without}


def _sequences(state: SevenSins, before: list[str]) -> Iterator[list[str]]:
    """Every order in which cards can come, one by one, until the centre is full or the match ends."""
    top = state.back_on_top
    full = len(state.places["centre"]) >= state.rules.board["centre"]
    ended = _counts(state) and state.judgements_open == state.judgements and _stops(state)
    if full or top is None or ended:
        yield before
        return
    for kind in sorted(_contents(state, top)):
        after = state.copy()
        after.place(f"pile:{top}").remove(kind)
        after.place("centre").add(kind)
        yield from _sequences(after, [*before, kind])


def _stops(state: SevenSins) -> bool:
    return not state.rules.options["penitence"] or state.turn == state.turn_order()[-1]
