"""Answers: JSON with an ETag and the headers every representation has; and how refusals become problems."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from functools import lru_cache
from hmac import digest
from typing import TYPE_CHECKING

from flask import Response, request
from werkzeug.datastructures import Headers, MIMEAccept
from werkzeug.http import parse_accept_header

from domain.application.erasing import NoSuchText
from domain.application.following import Stopped
from domain.application.log import MatchNotFound
from domain.application.matches import ExternalIdTaken
from domain.application.requests import KeyReused, TooBusy, VersionMoved
from domain.kit.facts import Json
from domain.kit.guards import Names, Refused
from domain.kit.ruleset import BadOption, UnknownRuleset, rulesets
from domain.kit.text.naming import no_such
from domain.kit.written.notation import encoded
from domain.match.damage import Damaged
from domain.store import reaching
from projections.access import LogReplaced, NoSuchVersion, NoSuchViewer, NotReached, NotToBeSeen
from service.web.current import current
from service.web.prefix import address
from service.web.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def outages() -> tuple[type[Exception], ...]:
    """Exceptions that mean that the storage is out of reach, or the process about to end."""
    return (*reaching.outages(), Stopped)


JSON, NDJSON, EVENTS, PLAIN = "application/json", "application/x-ndjson", "text/event-stream", "text/plain"
SVG, HTML, CSV = "image/svg+xml", "text/html", "text/csv"
"""The media types of answers."""

HEADERS = {
    "Cache-Control": "private, no-cache",
    "Vary": "Authorization, Accept, Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
}

SMALL = 1_000
"""Bytes below which an answer is not compressed: it fits into one packet anyway."""
LEAST = 0.001
"""The lowest weight that a coding can have without being refused."""
USUAL = 200
"""Characters of an Accept header up to which it is remembered what it says."""
LEVEL = 4
"""The level of compression: for a large ruleset it takes 2 ms, a third of the default, and 6 % more bytes."""


_BARE_FRACTION = re.compile(r"(;[ \t]*q[ \t]*=[ \t]*)(?=\.[0-9])", re.IGNORECASE)
"""Java before 18 asks for ``*; q=.2``, which is "*/*" with the weight 0.2."""


def weighted(header: str) -> list[tuple[str, float]]:
    """What a header lists, each with its weight ``q`` from 0 to 1; what cannot be read of it is left out."""
    return list(parse_accept_header(_BARE_FRACTION.sub(r"\g<1>0", header)))


def acceptable(form: str) -> float:
    """How much who asks wants a *form*, from 0 (not at all) to 1 (RFC 9110, section 12.5.1).

    Of a media range only ``q`` counts: forms have no versions, and all are in UTF-8, so no parameter chooses any.
    """
    header = current()[0].environ.get("HTTP_ACCEPT", "")
    return (_known if len(header) <= USUAL else _wanted)(header, form)


def _wanted(header: str, form: str) -> float:
    ranges = [(one.partition(";")[0].strip(), weight) for one, weight in weighted(header)]
    bare = MIMEAccept([("*/*" if one == "*" else one, weight) for one, weight in ranges if one])
    return bare.quality(form) if bare else 1.0


_known = lru_cache(maxsize=1024)(_wanted)


def preferred(*forms: str) -> str:
    """Which of the *forms* who asks wants most; the first of equals."""
    return max(forms, key=acceptable)


def compresses(size: int) -> bool:
    """Whether a body of *size* bytes goes out compressed: gzip is asked for, and worth it.

    RFC 9110, section 12.5.3: the coding with the highest weight, here the compressed one among equals.
    """
    request, _ = current()
    if "HTTP_ACCEPT_ENCODING" not in request.environ:
        return False
    accepted = request.accept_encodings
    wanted = accepted.quality("gzip")
    plain = accepted.quality("identity") if accepted.find("identity") >= 0 else LEAST
    return wanted > 0 and wanted >= plain and (size >= SMALL or plain == 0)


def answered(
    document: Json, status: int = 200, headers: Mapping[str, str] | None = None, *, secret: bool = False
) -> Response:
    """An answer to a command: nothing to be kept or compared.

    *secret*: it holds tokens, so it is not compressed, and its length does not depend on what they have in common
    with anything else.
    """
    return _response(encoded(document), status, headers, compressed=False if secret else None)


class Complete(Response):
    """A whole answer that has all its headers as they go out: they need not be copied and looked through again."""

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:  # noqa: ARG002
        """See ``Response``."""
        return self.headers


def _response(
    body: bytes,
    status: int,
    headers: Mapping[str, str] | None,
    *,
    form: str = JSON,
    compressed: bool | None = None,
) -> Response:
    given = {**HEADERS, **(headers or {})}
    kind = Response if "Location" in given else Complete
    response = kind(None, status, given, content_type=form)
    if compressed if compressed is not None else compresses(len(body)):
        body = gzip.compress(body, LEVEL, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
    response.data = body
    return response


def represented(document: Json, key: bytes, headers: Mapping[str, str] | None = None) -> Response:
    """A representation in JSON."""
    return represented_bytes(encoded(document), JSON, key, headers)


def tags_of(body: bytes, key: bytes, language: str = "") -> tuple[str, str]:
    """The entity tags of a representation: plain, and (RFC 9110, section 8.8.3.3: other bytes) compressed.

    In another *language* it is another one, though it may hold the same bytes.
    """
    said = b"etag\n" if not language else b"etag in %s\n" % language.encode()
    tag = digest(key, said + body, "sha256").hex()[:32]
    return tag, f"{tag}-gzip"


def not_modified(tag: str, headers: Mapping[str, str] | None = None) -> Response | None:
    """304, if the client has what this tag names; otherwise None. Of *headers* it says what it depends on."""
    if request.method not in ("GET", "HEAD") or not request.if_none_match.contains_weak(tag):
        return None
    varies = {name: value for name, value in (headers or {}).items() if name == "Vary"}
    response = Response(None, 304, {**HEADERS, **varies, "ETag": f'"{tag}"'})
    del response.headers["Content-Type"]
    return response


def represented_bytes(body: bytes, form: str, key: bytes, headers: Mapping[str, str] | None = None) -> Response:
    """A representation: with an ETag, a keyed hash of the bytes served, and 304 if the client has them.

    Without the key nobody can find out by trying what another viewer was served.
    """
    compressed = compresses(len(body))
    plain, packed = tags_of(body, key, (headers or {}).get("Content-Language", ""))
    tag = packed if compressed else plain
    if (unchanged := not_modified(tag, headers)) is not None:
        return unchanged
    response = _response(body, 200, headers, form=form, compressed=compressed)
    response.set_etag(tag)
    return response


REFUSALS = (
    Refused,
    BadOption,
    UnknownRuleset,
    MatchNotFound,
    NoSuchText,
    VersionMoved,
    KeyReused,
    ExternalIdTaken,
    TooBusy,
    NotToBeSeen,
    NoSuchVersion,
    NoSuchViewer,
    NotReached,
    LogReplaced,
    Damaged,
)


def _by_field(error: BadOption) -> dict[str, list[str]]:
    """What is wrong, by the field in which it is."""
    found: dict[str, list[str]] = {}
    for one in (error, *error.others):
        found.setdefault(one.field, []).append(sentence(one.detail))
    return found


def problem_for(error: Exception, version: int | None = None, names: Names = ()) -> Problem:
    """The problem that stands for a refusal; *version* and *names* (of seats) are those of its match, if any."""
    match error:
        case Refused():
            hint = sentence(error.hint) if error.hint is not None else None
            detail, position = sentence(error.said(names)), error.position
            return Problem(error.code, detail, rule=error.rule, hint=hint, position=position, version=version)
        case BadOption():
            return Problem("invalid", errors=_by_field(error), rule=error.rule)
        case UnknownRuleset():
            return Problem("invalid", errors={"ruleset": [no_such("ruleset", str(error), rulesets())]})
        case MatchNotFound():
            return Problem("not-found", "There is no such match.")
        case NoSuchText():
            return Problem("not-found", sentence(str(error)), version=version)
        case VersionMoved():
            return Problem("version-moved", version=error.version)
        case KeyReused():
            return Problem("key-reused", _TEXT_ERASED if error.erased else None)
        case ExternalIdTaken():
            return _taken(error)
        case TooBusy():
            return Problem("conflict", version=version)
        case NotToBeSeen():
            return Problem(error.code, sentence(error.detail), rule=error.rule)
        case NoSuchVersion():
            return Problem("invalid", errors={error.field: [sentence(str(error))]}, version=version)
        case NoSuchViewer():
            return Problem("invalid", errors={"as": [sentence(str(error))]})
        case LogReplaced():
            return Problem("log-replaced", sentence(str(error)), version=error.version)
        case NotReached():
            return Problem("version-not-reached", sentence(str(error)), version=error.version)
    raise TypeError(f"no problem stands for {type(error).__name__}")


_TEXT_ERASED = (
    "A text of the request that came with this Idempotency-Key was erased:"
    " whether this one is the same cannot be told any more."
)


def _taken(error: ExternalIdTaken) -> Problem:
    """Which match it is, is told to who may know: of public ones to everybody, of others to who has opened it."""
    holder = error.match
    if not (error.opened or holder.opening["public"]):
        return Problem("external-id-taken")
    detail = f"Match {holder.id} has this external id already."
    return Problem("external-id-taken", detail, match=address(f"/v1/matches/{holder.id}"))


def sentence(text: str) -> str:
    """A sentence; a name with which it begins (``table.freeze``, ``take-card``, ``hand:0``) stays as it is."""
    begins = text[:1] if set(text.partition(" ")[0].rstrip(":")) & set(".-_:") else text[:1].upper()
    return begins + text[1:] + ("" if text.endswith((".", "?")) else ".")
