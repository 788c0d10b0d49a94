"""The result of a match, to be taken to programs that keep plays: as JSON, as CSV, and as a link to BG Stats."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from flask import Response

from domain.kit.facts import Json
from domain.kit.text import spreadsheets
from domain.kit.text.texts import same
from projections.said.result import result
from projections.said.standing import standing
from projections.said.worded import TEXT as SAID
from projections.said.worded import state_with_text
from service.api import Resources, enter, headers_of, serves, words_asked
from service.openapi.answers.catalogue_schemas import ResultSchema
from service.openapi.answers.response_schemas import TEXT
from service.openapi.query_schemas import ResultQuery
from service.web.prefix import address
from service.web.responses import CSV, JSON, preferred, represented, represented_bytes

blueprint = Resources(
    "results", __name__, url_prefix="/v1/matches", description="Results that are taken elsewhere."
)

SOURCE = "Kerbholz"
CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
"""The address at which BG Stats takes a play (JSON, percent-encoded), and shows it before it keeps it."""
LONGEST_LINK = 8_000
"""Characters of such a link: longer ones are cut on their way by some programs."""
LENGTHS = (200, 100, 50, 25, 12, 6, 1)
"""Characters that names may have in a link, tried in this order."""
LONGEST_COMMENT = 400
COLUMNS = ("match", "game", "bgg", "date", "location")
OF_PLAYERS = ("seat", "name", "colour", "team", "starts", "score", "rank", "winner")


@blueprint.get("/<identifier>/result")
@serves(JSON, CSV)
@blueprint.arguments(ResultQuery(), location="query")
@blueprint.alt_response(200, schema=TEXT, content_type=CSV, success=True)
@blueprint.response(200, ResultSchema)
def read_result(query: dict[str, Any], identifier: str) -> Response:
    """The result of a match that is over, or by `Accept: text/csv` a table of its players.

    It holds nothing that the caller could not read in the match and its log. ``links`` has a link that opens
    BG Stats with the play filled in.
    """
    matches, match, principal = enter(identifier, query.get("min_version"), query.get("until"))
    told = result(matches, match, principal)
    if preferred(JSON, CSV) == CSV:
        return represented_bytes(table(told).encode(), f"{CSV}; charset=utf-8", matches.service_key)
    words = words_asked(matches, match, query.get("text"))
    text = None if words is None else state_with_text(standing(match.state), words)[SAID]
    links = {"match": address(f"/v1/matches/{match.id}")}
    if (told["outcome"] or {}).get("result", "no-result") != "no-result":
        links["bg_stats"] = play_link(told, text)
    said = {} if text is None else {SAID: text}
    return represented({**told, **said, "links": links}, matches.service_key, headers_of(words))


# -- a table ------------------------------------------------------------------------------------------------


def table(told: Mapping[str, Any]) -> str:
    """A result as CSV: a line for each player."""
    game = told["game"]
    of_match = [told["match"], game["title"], game["bgg"], told["date"], told["location"]]
    rows = [[*of_match, *(_cell(player[name]) for name in OF_PLAYERS)] for player in told["players"]]
    return spreadsheets.table([(*COLUMNS, *OF_PLAYERS), *rows])


def _cell(value: Json) -> spreadsheets.Cell:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str | int) else None  # an erased name


# -- BG Stats -----------------------------------------------------------------------------------------------


def play_link(told: Mapping[str, Any], text: str | None = None) -> str:
    """The link that opens BG Stats with the play filled in; *text* is its comment.

    The same play gives the same ids, and a player of a name has the same one in every match: BG Stats remembers by
    them what they were matched with, and asks before it keeps anything. What is too long for a link is cut.
    """
    for longest in LENGTHS:
        comment = None if text is None or longest < LENGTHS[0] else text[:LONGEST_COMMENT]
        play = json.dumps(_play(told, comment, longest), ensure_ascii=False, separators=(",", ":"))
        link = CREATE_PLAY + quote(play, safe="")
        if len(link) < LONGEST_LINK:
            break
    return link


def _play(told: Mapping[str, Any], comment: str | None, longest: int) -> dict[str, Json]:
    game, outcome = told["game"], told["outcome"]
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": told["match"],
        "playDate": f"{told['date']} 12:00:00",  # in UTC: at noon it is the same day almost everywhere
        "comments": comment,
        "location": told["location"] and told["location"][:longest],
        "game": _given(
            {
                "name": game["title"],
                "sourceGameId": _source_of(game["ruleset"], game["title"]),
                "bggId": game["bgg"],
                "highestWins": {"most": True, "fewest": False}.get(outcome.get("wins")),
                "noPoints": "scores" not in outcome,
            }
        ),
        "players": [_player(told["match"], player, longest) for player in told["players"]],
    }
    return _given(play)


def _player(match: str, player: Mapping[str, Any], longest: int) -> dict[str, Json]:
    name = player["name"] if isinstance(player["name"], str) else None
    return _given(
        {
            "name": (name or player["colour"])[:longest],
            "sourcePlayerId": f"{match}-{player['seat']}" if name is None else _source_of(same(name)),
            "startPlayer": player["starts"],
            "score": player["score"],
            "rank": player["rank"],
            "winner": player["winner"],
            "team": None if player["team"] is None else str(player["team"]),
        }
    )


def _given(members: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in members.items() if value is not None}


def _source_of(*texts: str) -> str:
    """A short id that is the same for the same texts."""
    return sha256("\n".join(texts).encode()).hexdigest()[:16]
