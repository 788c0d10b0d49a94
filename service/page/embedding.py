"""A public match within another page: a document of its own, and the only one that others may put into a frame.

A page around it could cover it and lead clicks astray, so it has nothing that is worth a click: it reads no
token, keeps nothing, sends no command, and shows what everybody may see.
"""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, Response, request

from domain.kit.visibility import PUBLIC
from domain.match.principal import ANONYMOUS
from domain.table.worded import languages_for
from projections import views
from projections.said.naming import words_of
from service.api import enter, serves
from service.page.controls import SIGNS
from service.page.pages import heading, version_asked
from service.page.rendering import HEADERS, POLICY, page, page_languages, sent
from service.web.languages import headers_in, language
from service.web.prefix import address
from service.web.problems import Problem
from service.web.responses import HTML

blueprint = Blueprint("embedding", __name__)

FRAMED = {
    **HEADERS,
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
}
"""The policy of every page, but for the frame around it."""


@blueprint.get("/embed/matches/<identifier>")
@serves(HTML)
def read_embedded(identifier: str) -> Response:
    """A public match for a frame: board and sentence, steps, new decisions as they come. Of others, nothing.

    ``at`` and ``lang`` in the query say where it begins, and in which language.
    """
    chosen = language(page_languages(), request.args.get("lang"))
    headers = {**headers_in(chosen), **FRAMED}
    try:
        matches, match, _ = enter(identifier)
        shown = bool(match.opening["public"])  # whatever token came along
    except Problem as problem:
        if problem.code != "unauthorized":
            raise
        shown = False
    if not shown:
        whole = page("embed.html", chosen, address(""), match=None)
        return sent(whole, {**headers, "Cache-Control": "no-store"})
    words = words_of(matches, match, language(languages_for(match.ruleset), chosen))
    horizon = match.horizon(ANONYMOUS)
    at = version_asked(match, horizon)
    told = views.log(matches.decisions(match.id, after=at - 1, until=at, limit=1), PUBLIC, horizon, None, words)
    picture = urlencode({"at": at, "lang": words.words.language})
    whole = page(
        "embed.html",
        chosen,
        address(""),
        match=str(match.id),
        title=heading(match, words),
        picture=address(f"/v1/matches/{match.id}/picture?{picture}"),
        signs=SIGNS,
        sentence="".join(str(decision.get("text", "")) for decision in told),
    )
    return sent(whole, headers)


vars(read_embedded)["takes_query"] = True  # what is unknown in it hurts nobody
