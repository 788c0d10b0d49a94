"""The table of Thurn and Taxis, drawn: the map, what lies beside it, every seat, and the roads to Rome.

- ``table`` what the parts are drawn from, ``tints`` the colours and letters of provinces
- ``atlas`` where places lie on maps, ``signs`` the pieces as paths
- ``status`` whose turn it is, ``country`` the map, ``stock`` cards, bonus tiles and offices
- ``seat`` what lies before a seat, ``rome`` The Audience
"""

from __future__ import annotations

from functools import partial
from xml.etree.ElementTree import Element

from domain.games.thurn_and_taxis.drawing import country, rome, seat, signs, status, stock
from domain.games.thurn_and_taxis.drawing.table import Table
from domain.kit.drawing.ending import ending, winners
from domain.kit.drawing.layout import Column, picture
from domain.kit.drawing.marks import seat_shapes
from domain.kit.drawing.svg import Shape
from domain.kit.facts import Json
from domain.kit.words.match import MatchWords


def drawing(view: Json, words: MatchWords, shape: Shape) -> Element:
    """The board of a view, as its viewer may see it."""
    table = Table(view["board"], view["awaiting"], words, shape, winners(view))
    first = [partial(draw, table) for draw in (status.draw, country.draw)]
    stocks = [partial(draw, table) for draw in (stock.display, stock.bonuses, stock.offices)]
    seats = [seat.block(table, number) for number in table.seats]
    south = rome.blocks(table)
    shapes = [*seat_shapes(words.rules.seats), *signs.shapes(words.rules.seats), *stock.shapes(table)]
    scores = {seat: str(mine["score"]) for seat, mine in enumerate(view["board"]["seats"])}
    above = [ending(view, words, scores)]
    title = words.title
    if shape == "tall":
        display, *others = stocks
        return picture(shape, title, [Column([*first, display, *seats, *others, *south])], above, shapes=shapes)
    if not south:
        columns = [Column([*first, stocks[0]], 1.5), Column([*seats, *stocks[1:]])]
    else:
        display, bonuses, offices = stocks
        columns = [Column([*first, display, bonuses], 1.35), Column([*seats, offices]), Column(south, 0.95)]
    return picture(shape, title, columns, above, shapes=shapes)
