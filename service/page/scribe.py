"""The scribe's page, and what lets it be opened without the network: its manifest and its worker.

The page is the same for all matches, and holds nothing of any: its scripts ask for the one in its address.
"""

from __future__ import annotations

import json

from flask import Blueprint, Response, request

from domain.kit.facts import Json
from service.api import enter, serves, the_matches, unlimited
from service.page.rendering import HEADERS, assets, edition, modules_of, page, page_languages, said, sent
from service.web.languages import headers_in, language
from service.web.prefix import address
from service.web.problems import Problem
from service.web.responses import HTML, represented_bytes

blueprint = Blueprint("scribe", __name__)

SCRIPT = "scribe/scribe.js"
FILES = (
    "scribe/here.js",
    "shared/token.js",
    "page.css",
    "board.css",
    "scribe/scribe.css",
    "taps/taps.css",
    "scribe/icon.svg",
)
"""What the page loads beside its modules."""
MANIFEST = "application/manifest+json"
JAVASCRIPT = "text/javascript"


@blueprint.get("/matches/<identifier>/scribe")
@serves(HTML)
def read_scribe_page(identifier: str) -> Response:
    """The page with which a scribe records a match; a match that is not public is not told of either."""
    try:
        enter(identifier)
    except Problem as problem:
        if problem.code != "unauthorized":
            raise
    return _shell()


@blueprint.get("/scribe")
@serves(HTML)
def read_scribe_start() -> Response:
    """The same page without a match: it asks for a link, and lists what this device has written down."""
    return _shell()


def _shell() -> Response:
    chosen = language(page_languages(), request.args.get("lang"))
    whole = page("scribe.html", chosen, address(""), worker=address("/worker.js"))
    return sent(whole, {**headers_in(chosen), **HEADERS})


@blueprint.get("/scribe.webmanifest")
@serves(MANIFEST)
@unlimited
def read_manifest() -> Response:
    """What the page is called on a home screen."""
    chosen = language(page_languages(), request.args.get("lang"))
    icon = {"src": address(f"/page/{edition()}/scribe/icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    manifest: Json = {
        "name": said(chosen)["scribe-title"],
        "short_name": "Kerbholz",
        "lang": chosen,
        "start_url": address("/scribe"),
        "scope": address("/"),
        "display": "standalone",
        "background_color": "#6b4a2b",
        "icons": [icon],
    }
    return _told(json.dumps(manifest, ensure_ascii=False), MANIFEST)


@blueprint.get("/worker.js")
@serves(JAVASCRIPT)
@unlimited
def read_worker() -> Response:
    """The worker of the page: what it keeps, then its script. ``lang`` says in which language the page is."""
    chosen = language(page_languages(), request.args.get("lang"))
    files = [address(f"/page/{edition()}/{name}") for name in (*FILES, SCRIPT, *modules_of(SCRIPT))]
    shell = {
        "edition": edition(),
        "page": address(f"/scribe?lang={chosen}"),
        "files": files,
        "api": address("/v1/"),
    }
    return _told(
        f"globalThis.SHELL = {json.dumps(shell)};\n{assets()['scribe/worker.js'].body.decode()}", JAVASCRIPT
    )


def _told(text: str, form: str) -> Response:
    """A text that depends on the version of the service: browsers ask for it anew each time."""
    return represented_bytes(text.encode(), f"{form}; charset=utf-8", the_matches().service_key, dict(HEADERS))


# The query asks for a language; what is unknown in it hurts nobody.
for _view in (read_scribe_page, read_scribe_start, read_manifest, read_worker):
    vars(_view)["takes_query"] = True
