"""A finished cathedral is evaluated: what lies in the compartment is opened, and Letters are shared for it.

These are steps that are due (see ``steps``): one for each category, with picks of several players.
"""

from __future__ import annotations

from domain.games.mea_culpa import facts
from domain.games.mea_culpa.scoring import picks, ranked_donors
from domain.games.mea_culpa.state import CATEGORIES, MeaCulpa, coin_value, is_coin
from domain.kit.facts import Json
from domain.kit.guards import Needs
from domain.kit.places import one_by_one
from domain.kit.steps import Facts, Steps, Work, step, waits


def evaluation(state: MeaCulpa, now: Json, steps: Steps) -> Facts:
    """MC-G3: everybody empties the compartment; then its categories are shared out one after the other (MC-E1)."""
    chests = [state.places[f"chest:{seat}"] for seat in range(state.rules.seats)]
    if untold := [
        chest.kind.name for chest in chests if len(chest.whole) or chest.parts[now["compartment"]].unknown
    ]:
        raise Needs(*untold)
    for seat in range(state.rules.seats):
        inside = state.places[f"chest:{seat}"].parts[now["compartment"]]
        yield facts.CompartmentOpened(seat, now["compartment"], tuple(one_by_one(inside.known)))
    sharing = [step("share", site=now["site"], category=category) for category in CATEGORIES]
    steps[:0] = [*sharing, step("clear")]


def share(state: MeaCulpa, now: Json, steps: Steps) -> Work:
    """MC-E2, MC-E3, MC-R42: no more is laid out than there is."""
    category = now["category"]
    listed = state.rules.board["cathedrals"][now["site"] - 1][category]
    stacks = state.places["stacks"]
    letters = tuple(one_by_one({letter: min(number, stacks.count(letter)) for letter, number in listed.items()}))
    yield facts.LettersLaidOut(category, letters)
    values = tuple(_donated(state, seat, category) for seat in range(state.rules.seats))
    ranking = ranked_donors(values, state.hell_first())
    yield facts.DonorsRanked(category, values, tuple(ranking))
    if ranking:
        order = picks(ranking, len(letters), state.rules.seats, state.rules.options["two_player_split"])
        steps.insert(0, step("pick", seat=ranking[0], order=order))
    elif letters:
        yield facts.LettersReturned(letters)
    return None


def _donated(state: MeaCulpa, seat: int, category: str) -> int:
    things = state.places[f"opened:{seat}"].known
    if category == CATEGORIES[-1]:
        return sum(coin_value(item) * number for item, number in things.items() if is_coin(item))
    goods = state.rules.board["goods"]
    return sum(
        goods[item]["weight"] * number
        for item, number in things.items()
        if not is_coin(item) and goods[item]["category"] == category
    )


def pick(state: MeaCulpa, now: Json, steps: Steps) -> Work:
    """MC-R75: a choice as long as there is more than one colour, and somebody else to leave one to."""
    order = now["order"]
    while order:
        colours = sorted(state.places["display"].known)
        if not colours:  # they are missing from the set
            return None
        if len(colours) > 1 and len(set(order)) > 1:
            return waits(steps, step("pick", seat=order[0], order=order))
        yield facts.LetterTaken(order[0], colours[0], "display")
        order = order[1:]
    return None


def clear(state: MeaCulpa, _: Json, __: Steps) -> Work:
    """MC-E5."""
    for seat in range(state.rules.seats):
        things = one_by_one(state.places[f"opened:{seat}"].known)
        if things:
            goods = tuple(item for item in things if not is_coin(item))
            yield facts.DonationsCleared(seat, goods, tuple(item for item in things if is_coin(item)))
    return None
