"""What people see of a match: sentences and pictures, made as the service makes them, but without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, get_args

from domain.kit.drawing.svg import Shape
from domain.kit.visibility import NO_HORIZON, Horizon, Viewer
from domain.kit.words.match import MatchWords
from domain.match.principal import Principal
from domain.table.worded import languages_for, words_for
from projections import views
from projections.said.in_words import board_in_words
from projections.said.pictures import picture, standalone
from projections.said.standing import seen as seen_in
from projections.said.worded import moves_with_text
from tests.games.playing import SOAK

if TYPE_CHECKING:
    from tests.laws.test_laws import Played

SHAPES: tuple[Shape, ...] = get_args(Shape)
NAMES = ["Ada", "Ben", "Cleo", "Dana", "Eli", "Fay"]
LOOKED_AT = 0.3
"""Of so many pairs of matches, sentences and pictures are made in `make test`: that costs more than comparing."""
BACK = 8
"""So many decisions before the one that is looked at are said, too: as they are told by then."""


def spoken(played: Played, language: str) -> MatchWords:
    """The words for a match, as for one request."""
    game, rules = played.table.ruleset, played.table.rules
    return MatchWords(words_for(game, [language]), game, rules, NAMES[: rules.seats])


def said(
    played: Played, viewer: Viewer, version: int, words: MatchWords, horizon: Horizon = NO_HORIZON
) -> list[str]:
    """The sentences of the last decisions, and of what a seat may do."""
    last = played.log[max(version - BACK, 0) : version + 1]
    sentences = [told["text"] for told in views.log(last, viewer, horizon, words=words)]
    state = played.table.states[version]
    if viewer.seat is not None and state.plays:
        listed = played.table.ruleset.moves(state.masked(viewer), viewer.seat)
        principal = Principal("seat", viewer.seat)
        sentences += [move["text"] for move in moves_with_text(listed, words, state, principal)]
    return sentences


def shown(view: Mapping[str, Any], words: MatchWords, shapes: Sequence[Shape] = SHAPES) -> list[bytes]:
    """The board as text, and as SVG in these shapes."""
    drawn = [standalone(picture(view, words, shape), "light") for shape in shapes]
    return ["\n".join(board_in_words(view, words)).encode(), *drawn]


def view_of(played: Played, viewer: Viewer, version: int) -> dict[str, Any]:
    """What a view shows, as it is served."""
    return seen_in(played.table.ruleset, played.masked(viewer, version))


def check_seen_alike(one: Played, other: Played, alike: Mapping[Viewer, Sequence[int]], rng: Random) -> None:
    """The same sentences in all languages, and the same pictures.

    *alike* says for each viewer at which versions two matches were told and show the same. Of some such pairs of
    matches, one version is looked at; in the soak of all of them all versions, as one of the viewers.
    """
    found = [(viewer, versions) for viewer, versions in alike.items() if versions]
    if not found or (not SOAK and rng.random() > LOOKED_AT):
        return
    viewer, versions = rng.choice(found)
    spoken_in = languages_for(one.table.ruleset)
    for version in versions if SOAK else [rng.choice(versions)]:
        horizon = one.horizon(viewer, version)
        for language in spoken_in:
            mine, theirs = (said(each, viewer, version, spoken(each, language), horizon) for each in (one, other))
            assert mine == theirs, (viewer, version)
        language, shape = rng.choice(spoken_in), rng.choice(SHAPES)
        first, second = (
            shown(view_of(each, viewer, version), spoken(each, language), [shape]) for each in (one, other)
        )
        assert first == second, (viewer, version)
