"""Who sits at the seats of a match, and who did before: by their names, as everybody was told them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domain.kit.facts import Json
from domain.kit.state import Rules
from domain.kit.table.seats import Sittings, who_sat
from domain.kit.words.labels import Words
from domain.kit.words.match import MatchWords

if TYPE_CHECKING:
    from domain.kit.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits at a seat, or did up to and with a decision: *name* is a text, or says that it was erased."""

    name: Json
    until: int | None = None

    @property
    def called(self) -> str | None:
        """The name, unless it was erased."""
        return self.name if isinstance(self.name, str) else None


def people(known: Sittings, seats: int, at: int, told: Callable[[int], Mapping[str, Json]]) -> list[list[Person]]:
    """Who has sat at each of the *seats* up to version *at*, in order; who sat there then comes last.

    People who were named wrongly have the right name from the beginning. *told* gives a decision as everybody was
    told it.
    """
    return [
        [Person(name_in(told(sat.named), seat), sat.until) for sat in who_sat(known, seat, at)]
        for seat in range(seats)
    ]


def name_in(told: Mapping[str, Json], seat: int) -> Json:
    """The name of who sits at a seat, in the decision that says it."""
    return told["seats"][seat]["name"] if told["version"] == 0 else told["command"]["name"]


def seat_with(seat: Mapping[str, Json], sat: Sequence[Person]) -> dict[str, Json]:
    """A seat as decision 0 has it, with the name of who sits there, and who did before, if anybody did."""
    *earlier, now = sat
    before = [{"name": one.name, "until": one.until} for one in earlier]
    return {**seat, "name": now.name, **({"earlier": before} if before else {})}


def with_names(words: Words, game: Ruleset[Any], rules: Rules, sat: Sequence[Sequence[Person]]) -> MatchWords:
    """The words for a match, with the names of those who have sat at its seats; who has no name has a number."""
    ends = sorted({person.until for seat in sat for person in seat if person.until is not None})
    now = [seat[-1].called for seat in sat]
    return MatchWords(words, game, rules, now, [(end, _named(sat, end)) for end in ends])


def _named(sat: Sequence[Sequence[Person]], version: int) -> list[str | None]:
    """What the seats are called in a decision."""
    return [next(one for one in seat if one.until is None or version <= one.until).called for seat in sat]
