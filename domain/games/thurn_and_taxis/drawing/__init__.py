"""The table of Thurn and Taxis, drawn: the map, what lies beside it, every seat, and the roads to Rome.

- ``table`` what the parts are drawn from, ``tints`` the colours and letters of provinces
- ``atlas`` where places lie on maps, ``signs`` the pieces as paths
- ``status`` whose turn it is, ``country`` the map, ``stock`` cards, bonus tiles and offices
- ``seat`` what lies before a seat, ``rome`` The Audience
"""

from __future__ import annotations

from functools import partial
from xml.etree.ElementTree import Element

from domain.games.thurn_and_taxis.drawing import country, rome, seat, status, stock
from domain.games.thurn_and_taxis.drawing.table import Table
from domain.kit.drawing.layout import Column, picture
from domain.kit.drawing.svg import Shape
from domain.kit.facts import Json
from domain.kit.words.match import MatchWords


def drawing(view: Json, words: MatchWords, shape: Shape) -> Element:
    """The board of a view, as its viewer may see it."""
    table = Table(view["board"], view["awaiting"], words, shape)
    first = [partial(draw, table) for draw in (status.draw, country.draw)]
    stocks = [partial(draw, table) for draw in (stock.display, stock.bonuses, stock.offices)]
    seats = [seat.block(table, number) for number in table.seats]
    south = rome.blocks(table)
    title = words.words.plain("game") or words.game.title
    if shape == "tall":
        display, *others = stocks
        return picture(shape, title, [Column([*first, display, *seats, *others, *south])])
    if not south:
        return picture(shape, title, [Column([*first, stocks[0]], 1.5), Column([*seats, *stocks[1:]])])
    display, bonuses, offices = stocks
    return picture(
        shape, title, [Column([*first, display, bonuses], 1.35), Column([*seats, offices]), Column(south, 0.95)]
    )
