"""The addresses of the pages, and of the files that they load."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from domain.application.matches import Matches
from domain.kit.ruleset import Ruleset, rulesets
from domain.kit.visibility import PUBLIC, Horizon
from domain.kit.words.labels import title_of
from domain.kit.words.match import MatchWords
from domain.match.match import Match
from domain.match.principal import Principal
from domain.table.worded import languages_for, words_for
from projections import views
from projections.read_models.catalogue import Wanted, merged
from projections.said.in_words import board_in_words
from projections.said.naming import words_of
from service.api import enter, serves, the_matches, the_runner, unlimited
from service.page import desk, opening, scribe
from service.page.controls import KEYS, SIGNS
from service.page.rendering import HEADERS, assets, edition, page, page_languages, said, sent
from service.web.languages import headers_in, language
from service.web.prefix import address
from service.web.problems import Problem
from service.web.process.running import running
from service.web.responses import HTML, JSON, preferred, represented, represented_bytes

blueprint = Blueprint("page", __name__)
blueprint.register_blueprint(opening.blueprint)
blueprint.register_blueprint(scribe.blueprint)
blueprint.register_blueprint(desk.blueprint)

KEPT = "public, max-age=31536000, immutable"
NEWEST = 50
"""Matches that the home page lists without scripts."""
INDEX = {
    "matches": "/v1/matches",
    "rulesets": "/v1/rulesets",
    "statistics": "/v1/statistics",
    "openapi": "/v1/openapi.json",
    "docs": "/docs",
    "problems": "/docs/problems",
    "health": "/healthz",
}
LISTED = 200
"""Decisions that a page lists without scripts."""


@blueprint.get("/page/<of>/<path:name>")
@serves("text/css", "text/javascript", "image/svg+xml")
@unlimited
def read_file(of: str, name: str) -> Response:
    """A file that pages load; its address changes with every version, so that browsers may keep it."""
    file = assets().get(name)
    if of != edition() or file is None:
        raise Problem("not-found", "There is no such file.")
    headers = {"Cache-Control": KEPT, "X-Content-Type-Options": "nosniff"}
    return represented_bytes(file.body, f"{file.form}; charset=utf-8", the_matches().service_key, headers)


@blueprint.get("/")
@serves(HTML, JSON)
def read_home() -> Response:
    """The home page, with the newest public matches; or, as JSON, where everything is."""
    matches = the_matches()
    the_runner()
    if preferred(HTML, JSON) == JSON:
        return represented({"links": {name: address(path) for name, path in INDEX.items()}}, matches.service_key)
    chosen = language(page_languages(), request.args.get("lang"))
    titles = {name: _title(game, chosen) for name, game in rulesets().items()}
    listed, _ = merged(running().all_matches(), Wanted(), NEWEST)
    shown = [
        {
            "address": address(f"/matches/{one['id']}"),
            "title": one["game"]["title"] if "game" in one else titles.get(one["ruleset"], one["ruleset"]),
            "names": ", ".join(str(seat["name"]) for seat in one["seats"]),
            "status": one["status"],
            "opened_at": one["opened_at"],
        }
        for one in listed
    ]
    games = [{"id": name, "title": title} for name, title in titles.items()]
    return sent(
        page("home.html", chosen, address(""), games=games, matches=shown), {**headers_in(chosen), **HEADERS}
    )


@blueprint.get("/matches/<identifier>")
@serves(HTML)
def read_match_page(identifier: str) -> Response:
    """The page of a match: as everybody may see it, without scripts; with them, whatever the reader may."""
    chosen = language(page_languages(), request.args.get("lang"))
    headers = {**headers_in(chosen), **HEADERS}
    try:
        matches, match, principal = enter(identifier, until=_until())
    except Problem as problem:
        if problem.code != "unauthorized":
            raise
        given = {
            "title": said(chosen)["private-title"],
            "match": identifier.lower(),
            "drawn": None,
            "known": False,
        }
        whole = page("match.html", chosen, address(""), decisions=(), **_everywhere(), **given)
        return sent(whole, {**headers, "Cache-Control": "no-store"})
    return sent(_public(matches, match, principal, chosen), headers)


def _public(matches: Matches, match: Match, principal: Principal, chosen: str) -> bytes:
    """The page of a match that is public: its board, and its newest decisions in sentences."""
    words = words_of(matches, match, language(languages_for(match.ruleset), chosen))
    horizon = match.horizon(principal)
    at = version_asked(match, horizon)
    view = views.view(matches, match, PUBLIC, at, at)
    listed = matches.decisions(match.id, after=max(-1, at - LISTED), until=at, limit=LISTED)
    told = views.log(listed, PUBLIC, horizon, None, words)
    until = _until()
    kept = {} if until is None else {"until": until}
    picture = urlencode({"at": at, "lang": words.words.language, **kept})
    return page(
        "match.html",
        chosen,
        address(""),
        title=heading(match, words),
        match=str(match.id),
        known=True,
        drawn={
            "picture": address(f"/v1/matches/{match.id}/picture?{picture}"),
            "words": "\n".join(board_in_words(view, words.then(at + 1))),
        },
        decisions=list(_linked(told, address(f"/matches/{match.id}"), kept, chosen)),
        **_everywhere(),
    )


def _everywhere() -> dict[str, Any]:
    """What the page of every match is given."""
    return {"signs": SIGNS, "keys": KEYS, "asks_key": running().require_key}


def _title(game: Ruleset[Any], chosen: str) -> str:
    """What a game is called in a language, or in the next best one that it has."""
    words = words_for(game, [language(languages_for(game), chosen)])
    return title_of(game, words)


def _linked(
    decisions: list[dict[str, Any]], here: str, kept: Mapping[str, int], chosen: str
) -> Iterator[dict[str, Any]]:
    """The decisions with the addresses of their boards, which keep what the address of this page asked for."""
    asked = {"lang": chosen} if "lang" in request.args else {}
    for decision in decisions:
        version = decision["version"]
        yield {
            "version": version,
            "text": decision.get("text", ""),
            "address": f"{here}?{urlencode({'at': version, **kept, **asked})}",
        }


def _number(name: str) -> int | None:
    """A version in the query; None without one, or where it holds something else."""
    text = request.args.get(name, "")
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def _until() -> int | None:
    """The version ``until`` in the query. What is no version is refused: else the whole match would be told."""
    until = _number("until")
    if until is None and "until" in request.args:
        raise Problem("invalid", errors={"until": ["Has to be a whole number from 0 on, in digits."]})
    return until


def version_asked(match: Match, horizon: Horizon) -> int:
    """The version ``at`` in the query, if the match has it and it has not faded; otherwise the newest."""
    asked = _number("at")
    at = match.version if asked is None else min(asked, match.version)
    return match.version if horizon.has_faded(at) else at


def heading(match: Match, words: MatchWords) -> str:
    """What a match is called: its game, and who plays."""
    names = ", ".join(words.seat(seat["seat"]) for seat in match.opening["seats"])
    return f"{words.title}: {names}"


# The query says where a reader is, which scripts read; what is unknown in it hurts nobody.
for _view in (read_home, read_match_page):
    vars(_view)["takes_query"] = True
