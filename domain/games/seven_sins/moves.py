"""What can be done now: every lawful command, listed or covered by a pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from domain.games.seven_sins.commands import ChooseFirst, ChooseSins, Deal, PlaceStones, Refill, Take
from domain.games.seven_sins.scoring import best_placing, required
from domain.games.seven_sins.state import JUDGEMENT, PENITENCE, STONE, SevenSins, backs, kinds, printed_backs
from domain.kit.facts import Json
from domain.kit.ruleset import Actor


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


# -- what a scribe may enter for chance ---------------------------------------------------------------------


def _of_chance(state: SevenSins) -> list[Json]:
    board, seats = state.rules.board, state.rules.seats
    if state.due == ChooseSins.TYPE:
        number = board["types"][str(seats)]
        return [{"type": ChooseSins.TYPE, "sins": {"some_of": board["sins"], "min": number, "max": number}}]
    if state.due == ChooseFirst.TYPE:
        return [{"type": ChooseFirst.TYPE, "seat": {"min": 0, "max": seats - 1}}]
    if state.due == Deal.TYPE:
        number = seats * board["initial"]
        pile = _spread(_contents(state, printed_backs(board)[0]), number)
        return [
            {"type": Deal.TYPE, "cards": {"some_of": pile, "min": number, "max": number}},
            {"type": Deal.TYPE, "cards": {"unknown": number}},
        ]
    return _refills(state)


def _refills(state: SevenSins) -> list[Json]:
    room = state.rules.board["centre"] - len(state.places["centre"])
    top = state.back_on_top
    if top is not None and len(state.places[f"pile:{top}"]) >= room and not _may_end(state):
        pile = _spread(_contents(state, top), room)
        return [{"type": Refill.TYPE, "cards": {"some_of": pile, "min": room, "max": room}}]
    piles = [Counter(_contents(state, back)) for back in backs(state)]
    sizes = [len(state.places[f"pile:{back}"]) for back in backs(state)]
    missing = state.judgements - state.judgements_open
    return [{"type": Refill.TYPE, "cards": cards} for cards in _sequences(state, piles, sizes, room, missing, [])]


def _may_end(state: SevenSins) -> bool:
    return state.stacked and state.last is None and state.judgements - state.judgements_open <= 1


def _contents(state: SevenSins, back: str) -> Mapping[str, int]:
    """What can come from a pile: what is known to be in it, or where that is unknown whatever is left in play."""
    name = f"pile:{back}"
    pile = state.places[name]
    if not pile.unknown:
        return pile.known
    left = {kind: number - state.known(kind) for kind, number in kinds(state, name).items()}
    if not state.stacked or back == PENITENCE:
        left.pop(JUDGEMENT, None)
    return {kind: min(number, len(pile)) for kind, number in left.items()}


def _spread(contents: Mapping[str, int], most: int) -> list[str]:
    return [kind for kind, number in sorted(contents.items()) for _ in range(min(number, most))]


def _sequences(
    state: SevenSins,
    piles: list[Counter[str]],
    sizes: list[int],
    room: int,
    missing: int,
    before: list[str],
) -> Iterator[list[str]]:
    top = next((position for position, size in enumerate(sizes) if size), None)
    if room == 0 or top is None or (missing == 0 and before and before[-1] == JUDGEMENT and _stops(state)):
        yield list(before)
        return
    for kind in sorted(kind for kind, number in piles[top].items() if number > 0):
        left = [Counter(pile) for pile in piles]
        left[top][kind] -= 1
        fewer = [size - (position == top) for position, size in enumerate(sizes)]
        now_missing = missing - (kind == JUDGEMENT)
        yield from _sequences(state, left, fewer, room - 1, now_missing, [*before, kind])


def _stops(state: SevenSins) -> bool:
    return not state.rules.options["penitence"] or state.turn == state.turn_order()[-1]
