"""The templates of the pages, the files that they load, and the policy that goes with every page."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, NamedTuple

from flask import Response, request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from domain.kit.words.labels import languages, words_in
from service.api import the_matches
from service.web.palette import palette
from service.web.responses import HTML, represented_bytes

FOLDER = Path(__file__).parent
PACKAGE = "service.page"
TYPES = {".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml"}

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self';"
    " manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing from anywhere else, nothing inline, and no frame around it."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


_IMPORTED = re.compile(r'^(?:import|export)\b[^;]*?"(\.[./\w]+\.js)";', re.MULTILINE)


_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
"""A comment that has its lines to itself: types and explanations are for readers of the source, not for phones."""


class File(NamedTuple):
    """A file that pages load: its media type, and its bytes."""

    form: str
    body: bytes


@cache
def assets() -> Mapping[str, File]:
    """The files that pages load, by their path; boards have their style from the kit, as pictures have."""
    there = FOLDER / "static"
    found = {
        path.relative_to(there).as_posix(): File(TYPES[path.suffix], _served(path))
        for path in sorted(there.rglob("*"))
        if path.suffix in TYPES
    }
    board = files("domain.kit.drawing").joinpath("board.css").read_bytes()
    pages = File(TYPES[".css"], palette().encode() + found["page.css"].body)
    return {**found, "page.css": pages, "board.css": File(TYPES[".css"], board)}


def _served(path: Path) -> bytes:
    """A file as pages load it: scripts without the comments that have lines of their own."""
    return (
        _COMMENT.sub("", path.read_text(encoding="utf-8")).encode() if path.suffix == ".js" else path.read_bytes()
    )


@cache
def modules_of(script: str) -> tuple[str, ...]:
    """The modules that a script imports, and those that they import: pages name them, so that all come at once."""
    found: dict[str, None] = {}
    waiting = [script.strip()]
    while waiting:
        name = waiting.pop(0)
        text = assets()[name].body.decode() if name else ""
        paths = (normpath(join(dirname(name), one)) for one in _IMPORTED.findall(text))
        new = [one for one in paths if one not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return tuple(found)


@cache
def edition() -> str:
    """A digest of all files: it is part of their addresses, so that no browser mixes those of two versions."""
    digest = hashlib.sha256()
    for name, file in assets().items():
        digest.update(b"%s %d\n%s" % (name.encode(), len(file.body), file.body))
    return digest.hexdigest()[:16]


def page_languages() -> tuple[str, ...]:
    """The languages that pages are in."""
    return languages(PACKAGE)


@cache
def said(language: str) -> Mapping[str, str]:
    """What pages say in a language: name → text."""
    words = words_in(language, (PACKAGE,))
    return {name: words.text(name) for name in sorted(words.bundle.messages)}


def page(template: str, language: str, prefix: str, **given: Any) -> bytes:
    """A page from a template: *given* is what it shows, and *prefix* what its addresses begin with.

    Where the reader has asked for a language, links to other pages ask for it, too (``kept``).
    """
    words = said(language)
    text = (
        _environment()
        .get_template(template)
        .render(
            language=language,
            say=words,
            said=_data(words),
            prefix=prefix,
            kept=f"?lang={language}" if "lang" in request.args else "",
            files=f"{prefix}/page/{edition()}",
            **given,
        )
    )
    return text.encode()


def sent(whole: bytes, headers: Mapping[str, str]) -> Response:
    """The answer that a page is."""
    return represented_bytes(whole, f"{HTML}; charset=utf-8", the_matches().service_key, headers)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["modules_of"] = modules_of
    return made


def _data(document: Any) -> Markup:
    """JSON as it can be in a ``script`` of type ``application/json``: nothing in it ends that."""
    return Markup(json.dumps(document, ensure_ascii=False).replace("<", "\\u003c"))
