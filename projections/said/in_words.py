"""The board as text for people, made from the view that its viewer may see."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kit.drawing.outline import as_text, outline
from domain.kit.facts import Json
from domain.kit.words.match import MatchWords
from projections.said.outcomes import result


def board_in_words(view: Json, words: MatchWords) -> Iterator[str]:
    """The board of a view as lines of text: how the match stands, then what is where, under headings."""
    yield words.title
    yield ""
    if "status" in view:
        yield from result(words, view)
        yield ""
    yield from as_text(outline(view["board"], words), words)
