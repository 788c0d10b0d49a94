"""The result of a match, as other programs take it: who played, with which scores, ranks and winners.

All of it is in what everybody may read of the match, or in its log as the reader may read it now. Nothing is
ranked anew: what wins is the game's business.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.table.facts import Awaited
from domain.kit.visibility import PUBLIC, redact
from domain.match.line import changes_until
from domain.match.match import Match
from domain.match.principal import Principal
from projections.access import check_over
from projections.said.naming import people_of
from projections.views import log

LOCATION = "location"
"""The label that says where a match was played."""
TEAMS = "teams"
"""The board value that lists the seats of each team, where a ruleset has one."""


def result(matches: Matches, match: Match, principal: Principal) -> dict[str, Json]:
    """How a match ended, without links; raises :class:`projections.access.NotOver` while it goes on.

    ``{"match", "status", "game": {"ruleset", "title", "bgg"}, "date", "location", "outcome", "players": [{"seat",
    "name", "colour", "team", "starts", "score", "rank", "winner"}]}``
    """
    check_over(match)
    (first,) = matches.decisions(match.id, until=0)
    opening = redact(first, PUBLIC)
    sat = people_of(matches, match, [first])
    outcome = match.state.outcome
    starts = _start_player(matches, match, principal)
    game = match.ruleset.game(match.rules)
    return {
        "match": str(match.id),
        "status": match.state.status,
        "game": {"ruleset": match.rules.ruleset, "title": game.title, "bgg": game.bgg},
        "date": opening["played_on"] or opening["at"][:10],
        "location": _location(opening["labels"]),
        "outcome": outcome,
        "players": [
            {
                "seat": seat["seat"],
                "name": sat[seat["seat"]][-1].name,
                "colour": seat["colour"],
                "team": _team(match, seat["seat"]),
                "starts": None if starts is None else seat["seat"] == starts,
                **_placed(outcome or {}, seat["seat"]),
            }
            for seat in opening["seats"]
        ],
    }


def _placed(outcome: Mapping[str, Any], seat: int) -> dict[str, Json]:
    """Score, rank and whether it won: winners are first; behind them a seat has the rank that the outcome says."""
    winners, ranking, scores = (outcome.get(name) or () for name in ("winners", "ranking", "scores"))
    won = seat in winners
    rank = 1 if won else ranking.index(seat) + 1 if seat in ranking else None
    return {"score": scores[seat] if scores else None, "rank": rank, "winner": won}


def _location(labels: Json) -> str | None:
    """What the label says, unless the labels were erased."""
    if not isinstance(labels, str):
        return None
    place: str | None = json.loads(labels).get(LOCATION)
    return place or None


def _team(match: Match, seat: int) -> int | None:
    """The number of the seat's team, from 1; None where the board has none."""
    teams: Sequence[Sequence[int]] = (
        match.rules.board.get(TEAMS, ()) if TEAMS in match.ruleset.board_schema else ()
    )
    return next((number for number, team in enumerate(teams, 1) if seat in team), None)


def _start_player(matches: Matches, match: Match, principal: Principal) -> int | None:
    """The seat that was the first to be awaited, alone; None where all began at once, or where that has faded."""
    horizon = match.horizon(principal)
    changes = changes_until(log(matches.turns(match.id, until=match.version), PUBLIC, horizon), match.version)
    for page in matches.pages(match.id, until=match.version, with_texts=False):
        for decision in log(page, PUBLIC, horizon, changes):
            for fact in () if "struck" in decision else decision.get("facts", ()):
                who = fact.get("who") if fact["type"] == Awaited.TYPE else None
                seats = [one["seat"] for one in who or () if isinstance(one, Mapping) and "seat" in one]
                if seats:
                    return seats[0] if len(seats) == 1 else None
    return None
