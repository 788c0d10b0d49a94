"""The board as a picture for people, made from the view that its viewer may see."""

from __future__ import annotations

import logging
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Literal, TypeAlias
from xml.etree.ElementTree import Element

from domain.kit.drawing.plain import plain_picture
from domain.kit.drawing.svg import Shape, written
from domain.kit.facts import Json
from domain.kit.words.match import MatchWords
from projections.changes import Origins

logger = logging.getLogger(__name__)

Theme: TypeAlias = Literal["light", "dark"]


def picture(view: Json, words: MatchWords, shape: Shape) -> Element:
    """The board of a view (as it is served) as a tree of SVG, without style."""
    if words.game.drawing is not None:
        return words.game.drawing(view, words, shape)
    return plain_picture(view, words, shape)


def picture_or_plain(view: Json, words: MatchWords, shape: Shape) -> Element:
    """The same for people, who get the plain picture where a game's drawing fails; the log has the error."""
    try:
        return picture(view, words, shape)
    except Exception:
        logger.exception("the board of %s cannot be drawn: there is a plain picture instead", words.game.id)
        return plain_picture(view, words, shape)


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
    return b"".join((before, b"><style>", style_sheet(drawn, theme), b"</style>", behind))


def style_hash(drawn: Element, theme: Theme) -> str:
    """The hash of a picture's style sheet, as a Content-Security-Policy names it."""
    return f"sha256-{b64encode(sha256(style_sheet(drawn, theme)).digest()).decode()}"


def style_sheet(drawn: Element, theme: Theme) -> bytes:
    """The style sheet of a picture that is shown alone: those rules of ``board.css`` that it needs.

    The colours of the theme stand in them, so there are no variables; and as the picture is alone, selectors do
    not begin with ``.board``.
    """
    used = {name for mark in drawn.iter() for name in mark.get("class", "").split()}
    return "".join(rule for needed, rule in _rules(theme) if needed <= used).encode()


@cache
def page_sheet() -> str:
    """The style sheet of a page that shows pictures in it: all rules, for what is in a picture alone."""
    return _COMMENT.sub("", _board_css()).strip()


def _board_css() -> str:
    return files("domain.kit.drawing").joinpath("board.css").read_text(encoding="utf-8")


@cache
def _rules(theme: Theme) -> list[tuple[frozenset[str], str]]:
    """The rules with the colours of a theme, each with the classes without which it is not needed."""
    rules = [(selector.strip(), _declared(said)) for selector, said in _RULE.findall(page_sheet())]
    themes = [said for selector, said in rules if selector in (".board", f".board.{theme}")]
    colours = {name: value for said in themes for name, value in said.items()}
    found = []
    for selector, said in rules:
        values = {name: value for name, value in said.items() if not name.startswith("--")}
        filled = _VARIABLE.sub(lambda part: colours[part[1]], ";".join(map(":".join, values.items())))
        if filled:
            rule = f"{selector.removeprefix('.board ')}{{{filled}}}"
            found.append((frozenset(_CLASS.findall(selector)), rule))
    return found


_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^}]*)\}")
_CLASS = re.compile(r"\.([\w-]+)")
_VARIABLE = re.compile(r"var\((--[\w-]+)\)")


def _declared(said: str) -> dict[str, str]:
    """What a rule declares, by property."""
    pairs = (one.partition(":") for one in said.split(";") if one.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}
