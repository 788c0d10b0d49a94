"""Reckoning: where souls come to stand, who ranks before whom, how Letters are shared, and who wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from domain.kit.facts import Json

Souls: TypeAlias = Sequence[int]
"""Where each seat's soul stands: 0 is the start, spaces above it are nearer Hell, below it nearer Heaven."""


# -- the track ----------------------------------------------------------------------------------------------


def hellward(souls: Souls, seat: int, steps: int, hell_last: int) -> int:
    """Where a soul stands after *steps* towards Hell (MC-W2); where it stood, if it would reach Hell (MC-W3).

    Occupied spaces are counted in passing; a soul that would end on one goes on to the next free one.
    """
    taken = {space for other, space in enumerate(souls) if other != seat}
    target = souls[seat] + steps
    while target in taken:
        target += 1
    return target if target <= hell_last else souls[seat]


def heavenward(souls: Souls, seat: int, steps: int, heaven_steps: int) -> int:
    """Where a soul stands after *steps* towards Heaven, which holds any number of souls (MC-W7, MC-R70)."""
    taken = {space for other, space in enumerate(souls) if other != seat}
    target = souls[seat] - steps
    while target in taken and target > -heaven_steps:
        target -= 1
    return max(target, -heaven_steps)


def nearest_hell_first(souls: Souls, row: Sequence[int], seats: Iterable[int]) -> list[int]:
    """*seats*, nearest Hell first; on the start the row decides, in which the last stands nearest Hell (MC-R4)."""
    return sorted(seats, key=lambda seat: (souls[seat], row.index(seat)), reverse=True)


# -- ranks --------------------------------------------------------------------------------------------------


def choosing_order(bids: Sequence[int], hell_first: Sequence[int]) -> list[int]:
    """The seats by their bids, highest first; of equal ones the nearer Hell (MC-Q3). Two players choose twice."""
    order = sorted(hell_first, key=lambda seat: -bids[seat])
    return order * 2 if len(order) == 2 else order


def keeper(notches: Sequence[int], hell_first: Sequence[int]) -> int:
    """The seat that keeps the money of its bid: the most notches, of equal ones the nearer Hell (MC-Q4)."""
    return max(hell_first, key=lambda seat: notches[seat])


def to_move(posts: Sequence[int], hell_first: Sequence[int]) -> int | None:
    """Who moves when posts are compared: of the most notches the farthest from Hell; nobody if all are equal."""
    if max(posts) == min(posts):
        return None
    return max(reversed(hell_first), key=lambda seat: posts[seat])


def ranked_donors(values: Sequence[int], hell_first: Sequence[int]) -> list[int]:
    """Who has donated, biggest first; of equal ones the nearer Hell (MC-E4)."""
    return sorted((seat for seat in hell_first if values[seat]), key=lambda seat: -values[seat])


def picks(donors: Sequence[int], number: int, seats: int, split: str) -> list[int]:
    """Who picks, Letter by Letter, of a display of *number* (MC-E2, MC-E3; two players: MC-2P2, MC-DV2)."""
    if not donors:
        return []
    if len(donors) == 1:
        return [donors[0]] * number
    biggest, second = donors[:2]
    if seats > 2:
        return [(biggest, second)[n % 2] for n in range(number)]
    shared = [biggest, biggest, second] if split == "de" else [biggest, biggest, second, second]
    return (shared + [biggest] * number)[:number]


# -- Letters and the end ------------------------------------------------------------------------------------


def steps_of(letters: Mapping[str, int], colours: Iterable[str], score: Mapping[str, int]) -> int:
    """How many steps towards Heaven Letters are worth: a set of every colour, and each of the rest (MC-Z2)."""
    sets = min(letters.get(colour, 0) for colour in colours)
    return sets * score["set"] + (sum(letters.values()) - sets * len(tuple(colours))) * score["single"]


def outcome(
    souls: Souls, row: Sequence[int], letters: Sequence[Mapping[str, int]], steps: Sequence[int], heaven_steps: int
) -> dict[str, Json]:
    """Who wins (MC-Z3): everyone in Heaven; if nobody is, the soul nearest to it.

    ``{"result": "win" | "shared", "reason": "played", "winners": [seats], "decided_by": "heaven" | "nearest",
    "souls": [per seat], "letters": [per seat], "steps": [per seat], "ranking": [seats, nearest Heaven first]}``
    """
    ranking = nearest_hell_first(souls, row, range(len(souls)))[::-1]
    saved = [seat for seat in range(len(souls)) if souls[seat] <= -heaven_steps]
    winners = saved or ranking[:1]
    return {
        "result": "win" if len(winners) == 1 else "shared",
        "reason": "played",
        "winners": winners,
        "decided_by": "heaven" if saved else "nearest",
        "souls": list(souls),
        "letters": [dict(sorted(owned.items())) for owned in letters],
        "steps": list(steps),
        "ranking": ranking,
    }
