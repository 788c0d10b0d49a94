"""The board for people: as a picture_or_plain, or in words."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.table.worded import languages_for
from projections import views
from projections.access import check_not_faded, coordinates
from projections.changes import origins
from projections.said.in_words import board_in_words
from projections.said.naming import words_of
from projections.said.pictures import dated, picture_or_plain, standalone, style_hash
from service.api import Resources, enter, serves, viewer_asked
from service.openapi.answers.response_schemas import TEXT
from service.openapi.query_schemas import PictureQuery
from service.web.languages import headers_in, language
from service.web.problems import Problem
from service.web.process.long_work import long_work
from service.web.responses import PLAIN, SVG, preferred, represented_bytes

blueprint = Resources("pictures", __name__, url_prefix="/v1/matches", description="The board drawn, and in words.")


@blueprint.get("/<identifier>/picture")
@serves(SVG, PLAIN)
@blueprint.arguments(PictureQuery(), location="query")
@blueprint.alt_response(200, schema=TEXT, content_type=PLAIN, success=True)
@blueprint.response(200, TEXT, content_type=SVG)
def read_picture(query: dict[str, Any], identifier: str) -> Response:
    """The board as SVG, or by `Accept: text/plain` in words, for a viewer, after a decision, on a line.

    It shows what the view of the same viewer holds, and nothing more, in the language that is asked for.
    """
    matches, match, principal = enter(identifier, query.get("min_version"), query.get("until"))
    if query["since"] and query.get("line") is not None:
        raise Problem(
            "invalid", errors={"since": ["Not together with line: it tells what people saw at each version."]}
        )
    viewer = viewer_asked(match, principal, query.get("viewer"))
    at, line = coordinates(match, query.get("at"), query.get("line"))
    check_not_faded(match, principal, at)
    words = words_of(matches, match, language(languages_for(match.ruleset), query.get("lang"))).then(at + 1)
    view = views.view(matches, match, viewer, at, line)
    headers = headers_in(words.words.language)
    if preferred(SVG, PLAIN) == PLAIN:
        text = "\n".join(board_in_words(view, words)) + "\n"
        return represented_bytes(text.encode(), f"{PLAIN}; charset=utf-8", matches.service_key, headers)
    drawn = picture_or_plain(view, words, query["shape"])
    if query["since"]:
        with long_work(at):
            drawn = dated(drawn, origins(matches, match, viewer, match.horizon(principal), at))
    whole = standalone(drawn, query["theme"])
    policy = f"default-src 'none'; style-src '{style_hash(drawn, query['theme'])}'"
    return represented_bytes(whole, SVG, matches.service_key, {**headers, "Content-Security-Policy": policy})
