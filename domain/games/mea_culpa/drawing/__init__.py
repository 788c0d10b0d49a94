"""The board of Mea Culpa, drawn: everything on the table as its viewer may see it.

- ``play`` the round: what is being done, by whom; who plays which character
- ``track`` the Record of Sins
- ``houses`` market, Letters, House of Pleasure, Dens, cathedral sites
- ``owners`` what lies before each player
- ``common`` words, and things by their signs; ``signs`` these
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

from domain.games.mea_culpa.drawing.common import Sight, shapes
from domain.games.mea_culpa.drawing.houses import bonuses, dens, house, letters, market, sites
from domain.games.mea_culpa.drawing.owners import owner
from domain.games.mea_culpa.drawing.play import characters, play
from domain.games.mea_culpa.drawing.track import track
from domain.kit.drawing.ending import ending
from domain.kit.drawing.layout import Column, picture
from domain.kit.drawing.svg import Shape
from domain.kit.facts import Json
from domain.kit.words.match import MatchWords


def drawing(view: Json, words: MatchWords, shape: Shape) -> Element:
    """The board of a view, as its viewer may see it."""
    sight = Sight(view, words)
    if shape == "tall":
        first = Column([characters(sight), bonuses(sight), market(sight), house(sight)])
        second = Column([letters(sight), dens(sight), sites(sight)])
    else:
        first = Column([characters(sight), market(sight), dens(sight)])
        second = Column([bonuses(sight), house(sight), letters(sight), sites(sight)])
    seats = Column([owner(sight, seat) for seat in sight.seats])
    souls = {seat: f"{sight.title('seat-soul')} {sight.board['seats'][seat]['soul']}" for seat in sight.seats}
    end = ending(view, words, souls)
    title = words.title
    return picture(shape, title, [first, second, seats], [end, play(sight), track(sight)], shapes=shapes(sight))
