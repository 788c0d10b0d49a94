"""A play as a match in shorthand: a box with nothing in it but the points, who won, and that the scribe says so.

It is a recorded match like any other, so it is shown, proved, erased and corrected as they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from domain.kit.facts import Json
from domain.kit.shorthand.reserved import one_colour
from domain.kit.text.texts import escaped, same
from domain.match.opening import COLOURS, LONGEST_NAME, LONGEST_VALUE
from service.cli.plays.backup import Play

RULESET = "any-game"
SOURCE = "bgstats"
"""With what the external id of a match begins; behind it is the id that the play has in BG Stats."""
POINTS = "points"
LEAST = -1_000_000
LONGEST_TITLE = 100
"""Characters of the title of a box; the whole title is a label."""
LONGEST_NOTE = 2_000


def external_id(play: Play) -> str:
    """By which a service knows the play again."""
    return f"{SOURCE}:{play.uuid}"


def written(play: Play, *, public: bool) -> str:
    """The match as a file."""
    return "".join(f"{line}\n" for line in (*_header(play, public=public), "---", *_lines(play)))


def _header(play: Play, *, public: bool) -> Iterator[str]:
    yield f"ruleset: {RULESET}"
    yield f"title: {_json(_cut(play.game, LONGEST_VALUE))}"
    yield f"external id: {_json(external_id(play))}"
    yield f"played on: {play.day}"
    if not public:
        yield "public: no"
    if play.location:
        yield f'label "location": {_json(_cut(play.location, LONGEST_VALUE))}'
    for number, (player, colour) in enumerate(zip(play.players, _colours(play), strict=False)):
        yield f"seat {number}: {colour} {_json(_cut(player.name, LONGEST_NAME))}"
    for name, value in _box(play).items():
        yield f"board {name}: {_json(value)}"


def _box(play: Play) -> dict[str, Json]:
    seats = range(len(play.players))
    box: dict[str, Json] = {"title": _cut(play.game, LONGEST_TITLE), "places": {}}
    if play.bgg is not None:
        box["bgg"] = play.bgg
    if play.highest is not None:
        wins = "most" if play.highest else "fewest"
        box["amounts"] = {POINTS: {"of": "seat", "least": LEAST, "wins": wins}}
    starts = [seat for seat in seats if play.players[seat].starts]
    if len(starts) == 1:
        box["turns"] = {"order": [*seats[starts[0] :], *seats[: starts[0]]]}
    teams: dict[str, list[int]] = {}
    for seat in seats:
        if team := play.players[seat].team:
            teams.setdefault(team, []).append(seat)
    if teams:
        box["teams"] = [*teams.values()]
    return box


def _lines(play: Play) -> Iterator[str]:
    first = _colours(play)[0]
    if play.comment:
        yield f"scribe: note {_json(_cut(play.comment, LONGEST_NOTE))}"
    if play.highest is not None:
        for seat, player in enumerate(play.players):
            if player.score:
                amount = f"{POINTS}:{seat}"
                yield f"{first}: command {_json({'type': 'count', 'amount': amount, 'by': player.score})}"
    winners = [seat for seat, player in enumerate(play.players) if player.winner]
    end: dict[str, Json] = {"winners": winners} if winners else {"lost": True}
    yield f"{first}: command {_json({'type': 'end', **end})}"
    yield "scribe: confirm"


def _colours(play: Play) -> list[str]:
    """A colour for each seat that is not somebody's name."""
    names = {one_colour(player.name) for player in play.players} | {same(player.name) for player in play.players}
    free = [colour for colour in COLOURS if one_colour(colour) not in names]
    return [*free, *COLOURS][: len(play.players)]


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def _json(value: Json) -> str:
    return escaped(json.dumps(value, ensure_ascii=False))
