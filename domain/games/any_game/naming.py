"""The values that can occur in a match of any game, by kind: what its box has, called as it is written there."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.any_game.box import BLANK, Box, box_of
from domain.kit.ruleset import Game
from domain.kit.state import Rules
from domain.kit.words.values import Values

Names = dict[str, str | None]


def _box(rules: Rules) -> Box:
    return box_of(rules.board, rules.seats)


def _own(names: Mapping[str, object] | tuple[str, ...]) -> Names:
    """Names that people have written, which are called as they are."""
    return {name: name for name in names}


def _things(rules: Rules) -> Names:
    """Pieces as they are written; what a die shows is made of its two parts."""
    return {kind: None if ":" in kind else kind for kind in _box(rules).kinds}


def _places(rules: Rules) -> Names:
    box = _box(rules)
    of_the_table = [name for name, sort in box.sorts.items() if not sort.of_seats]
    return _own((*of_the_table, *(name for name, amount in box.amounts.items() if not amount.of_seats)))


def _sorts(rules: Rules) -> Names:
    box = _box(rules)
    return _own((*box.places, *box.amounts))


def _parts(rules: Rules) -> Names:
    return _own(tuple(dict.fromkeys(part for sort in _box(rules).places.values() for part in sort.parts)))


def _faces(rules: Rules) -> Names:
    faces = dict.fromkeys(face for listed in _box(rules).dice.values() for face in listed)
    return {**_own(tuple(faces)), BLANK: "…"}


def named(rules: Rules) -> Game:
    """The game that the box is of."""
    return Game(rules.board["title"], rules.board.get("bgg"))


VALUES: Mapping[str, Values] = {
    "thing": Values(_things, {"": ("die", "face")}),
    "place": Values(_places, {"": ("sort", "seat")}),
    "sort": Values(_sorts),
    "part": Values(_parts),
    "die": Values(lambda rules: _own(_box(rules).dice)),
    "face": Values(_faces),
    "phase": Values(lambda rules: _own(_box(rules).phases)),
}
