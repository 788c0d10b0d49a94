"""The board as a picture, and as text, for people: both are made from the view that its viewer may see."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Literal, TypeAlias
from xml.etree.ElementTree import Element

from domain.kit.drawing.outline import as_text, outline
from domain.kit.drawing.plain import plain_picture
from domain.kit.drawing.svg import Shape, written
from domain.kit.facts import Json
from domain.kit.words.match import MatchWords
from projections.changes import Origins

Theme: TypeAlias = Literal["light", "dark"]


def picture(view: Json, words: MatchWords, shape: Shape) -> Element:
    """The board of a view (as it is served) as a tree of SVG, without style."""
    if words.game.drawing is not None:
        return words.game.drawing(view, words, shape)
    return plain_picture(view["board"], words, shape)


def dated(drawn: Element, found: Origins) -> Element:
    """A picture of which each mark says since when its viewer sees what it shows, and what put it there."""
    for mark in drawn.iter():
        if (pointer := mark.get("data-at")) is not None:
            for name, version in zip(("data-since", "data-put"), found.at(pointer), strict=True):
                if version is not None:
                    mark.set(name, str(version))
    return drawn


def standalone(drawn: Element, theme: Theme) -> bytes:
    """A picture with its style sheet in it, to be shown alone."""
    if theme == "dark":
        drawn.set("class", f"{drawn.get('class', '')} dark".strip())
    before, _, behind = written(drawn).partition(b">")
    return b"".join((before, b"><style>", _sheet(), b"</style>", behind))


def style_hash() -> str:
    """The hash of the style sheet, as a Content-Security-Policy names it."""
    return f"sha256-{b64encode(sha256(_sheet()).digest()).decode()}"


@cache
def _sheet() -> bytes:
    """The style sheet as it stands in a picture."""
    lines = files("domain.kit.drawing").joinpath("board.css").read_text(encoding="utf-8").splitlines()
    return "\n".join(line.strip() for line in lines if not line.startswith("/*")).encode()


def board_in_words(view: Json, words: MatchWords) -> Iterator[str]:
    """The board of a view as lines of text: what is where, under headings."""
    yield words.words.plain("game") or words.game.title
    yield ""
    yield from as_text(outline(view["board"], words), words)
