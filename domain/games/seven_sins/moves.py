"""What can be done now: every lawful command, listed or covered by a pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

from domain.games.seven_sins.commands import ChooseFirst, ChooseSins, Deal, Pass, PlaceStones, Refill, Take
from domain.games.seven_sins.scoring import best_placing, required
from domain.games.seven_sins.state import JUDGEMENT, PENITENCE, STONE, SevenSins, backs, kinds, printed_backs
from domain.kit.facts import Json
from domain.kit.guards import Actor
from domain.kit.patterns import in_turn, some_of
from domain.kit.places import one_by_one


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
    pattern = some_of(sorted(cards), 0 if optional else most, most)
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
        return [{"type": ChooseSins.TYPE, "sins": some_of(board["sins"], number)}]
    if state.due == ChooseFirst.TYPE:
        return [{"type": ChooseFirst.TYPE, "seat": {"min": 0, "max": seats - 1}}]
    if state.due == Deal.TYPE:
        back = printed_backs(board)[0]
        number = min(seats * board["initial"], len(state.places[f"pile:{back}"]))
        pile = one_by_one(_contents(state, back, number), number)
        return [{"type": Deal.TYPE, "cards": some_of(pile, number)}] if number else []
    return _refills(state)


def _refills(state: SevenSins) -> list[Json]:
    """The cards of each pile that is reached, one behind the other; the last Judgement may end them."""
    room = state.rules.board["centre"] - len(state.places["centre"])
    last = state.judgements - state.judgements_open if _counts(state) and _stops(state) else 0
    parts: list[dict[str, Json]] = []
    for back in backs(state):
        number = min(room, len(state.places[f"pile:{back}"]))
        if number:
            parts.append(some_of(one_by_one(_contents(state, back, number), number), number))
            room -= number
    until = [JUDGEMENT] * last
    if Counter(until) - Counter(card for part in parts for card in part["some_of"]):
        until = []
    return [{"type": Refill.TYPE, "cards": in_turn(parts, until) if parts else []}]


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


def _stops(state: SevenSins) -> bool:
    return not state.rules.options["penitence"] or state.turn == state.turn_order()[-1]
