"""Errors as clients see them: `application/problem+json` (RFC 9457), whichever layer they come from.

Code that refuses a request raises `Problem`; `install` teaches a Flask app to answer every other exception
in the same form. `CODES` is the one table of codes: the documentation and the OpenAPI document read it too.
"""

import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from service.web.current import current
from service.web.prefix import address

MEDIA_TYPE = "application/problem+json"

BEARERS = re.compile(r"kh[a-z]_(?:[a-z]+_)?[0-9a-f]{16,}|whsec_[A-Za-z0-9+/=]+")
"""Tokens, API keys and secrets of webhooks: no error repeats one that was sent in the wrong place."""

LONGEST_PATH = 100
"""Characters of a field's path in a sentence."""

logger = logging.getLogger(__name__)


class Code(NamedTuple):
    """What a stable code stands for: its HTTP status, its title, and one sentence for people."""

    status: int
    title: str
    explanation: str


CODES: dict[str, Code] = {
    "malformed": Code(400, "Malformed request", "The request cannot be read."),
    "unauthorized": Code(401, "Unauthorized", "This needs a valid token."),
    "forbidden": Code(403, "Forbidden", "The token's role may not do or see this."),
    "not-your-seat": Code(403, "Not your seat", "The token may act and look only for its own seat."),
    "faded": Code(403, "Faded", "While the match runs, the viewer cannot read this part of it any more."),
    "not-found": Code(404, "Not found", "There is nothing here, or nothing that the caller may know of."),
    "method-not-allowed": Code(405, "Method not allowed", "The resource is there, but not for this method."),
    "not-acceptable": Code(406, "Not acceptable", "The resource has no format that the Accept header allows."),
    "too-slow": Code(408, "Too slow", "The request's body took too long to arrive."),
    "not-awaited": Code(409, "Not awaited", "The match does not wait for this from this actor now."),
    "over": Code(409, "Match is over", "The match is over, so nothing more can be played in it."),
    "not-over": Code(409, "Match is not over", "This is possible only after the match is over."),
    "not-signed": Code(409, "Not signed", "The result has to be signed by an official first."),
    "not-closed": Code(
        409, "Match is not closed", "This is possible only after the record of the match is closed."
    ),
    "closed": Code(
        409, "Match is closed", "The record of the match is closed, so nothing more can be written to it."
    ),
    "conflict": Code(409, "Conflict", "Others wrote to the match at the same time; try again."),
    "external-id-taken": Code(409, "External id is taken", "There is a match with this external id already."),
    "match-too-long": Code(409, "Match is too long", "The match has reached the largest number of decisions."),
    "too-many-webhooks": Code(409, "Too many webhooks", "The token has reached the largest number of webhooks."),
    "log-replaced": Code(409, "Log replaced", "The log no longer has what the caller has seen of the match."),
    "version-not-reached": Code(409, "Version not reached", "The match has not reached min_version yet."),
    "version-moved": Code(412, "Version moved", "The match has moved on from the version in If-Match."),
    "precondition-failed": Code(
        412, "Precondition failed", "The resource has changed: it has no entity tag that If-Match names."
    ),
    "too-large": Code(413, "Too large", "The request's body is larger than the service takes."),
    "uri-too-long": Code(414, "URI too long", "The request's address is longer than the service takes."),
    "unsupported-media-type": Code(415, "Unsupported media type", "The service takes JSON in UTF-8 here."),
    "illegal-move": Code(
        422, "Illegal move", "A rule of the game or of the table does not allow this command now."
    ),
    "invalid": Code(422, "Invalid", "The request can be read, but a value in it is wrong: see errors, or rule."),
    "needs-consent": Code(422, "Needs consent", "The other seats have to agree to this first."),
    "needs-ruling": Code(422, "Needs a ruling", "Only a ruling of the arbiter can decide this."),
    "needs-tell": Code(422, "Needs to be told", "The rules depend on something that the log does not know yet."),
    "batch-crosses-chance": Code(
        422,
        "Batch crosses chance",
        "A command of the batch comes after chance, an opened secret or another actor.",
    ),
    "too-costly": Code(422, "Too costly", "The request asks for more work than one request may cost."),
    "key-reused": Code(422, "Key reused", "The Idempotency-Key has been used with another body."),
    "frozen": Code(423, "Frozen", "The match is frozen until the arbiter resumes it."),
    "consent-pending": Code(423, "Consent pending", "The match waits for seats that were asked to consent."),
    "too-many-requests": Code(429, "Too many requests", "The caller has sent too many requests in a short time."),
    "too-many-streams": Code(
        429, "Too many streams", "The caller has reached the largest number of open streams."
    ),
    "damaged": Code(
        500, "Damaged record", "What is stored of the match is not what was stored, so nothing of it is shown."
    ),
    "internal": Code(500, "Internal error", "Something went wrong inside the service. Its log says more."),
    "overloaded": Code(503, "Overloaded", "The process has more to do than it can do at the moment."),
    "read-only": Code(503, "Read only", "The database can only be read at the moment, not written."),
    "streams-full": Code(503, "Streams are full", "The process has reached the largest number of open streams."),
    "unavailable": Code(503, "Unavailable", "The service cannot reach its storage at the moment."),
}

WITHOUT_A_RULE = frozenset(
    {
        # The request as such, and who sends it.
        *("malformed", "unauthorized", "not-found", "method-not-allowed", "not-acceptable", "too-slow"),
        *("too-large", "uri-too-long", "unsupported-media-type", "key-reused", "too-costly"),
        # What the caller has seen, and what others did meanwhile.
        *("version-moved", "precondition-failed", "version-not-reached", "log-replaced", "conflict"),
        # What there is already.
        *("external-id-taken", "too-many-webhooks"),
        # How often, and how the service is.
        *(
            "too-many-requests",
            "too-many-streams",
            "damaged",
            "internal",
            "overloaded",
            "read-only",
            "streams-full",
        ),
        "unavailable",
    }
)
"""Codes of refusals that break no rule. Every other refusal names its rule, the game's or the table's; ``invalid``
names a rule, or the fields that do not hold what their schemas say (``errors``), or both."""

# What a client needs in order to go on, where the raiser of the problem said nothing about it.
# RFC 9110 section 11.6.1 (a 401 carries a challenge), RFC 6750 section 3, RFC 9110 section 10.2.3.
DEFAULT_HEADERS: dict[str, dict[str, str]] = {
    "unauthorized": {"WWW-Authenticate": "Bearer"},
    "conflict": {"Retry-After": "1"},
    "version-not-reached": {"Retry-After": "1"},
    "too-many-requests": {"Retry-After": "1"},
    "too-many-streams": {"Retry-After": "15"},
    "overloaded": {"Retry-After": "5"},
    "read-only": {"Retry-After": "5"},
    "streams-full": {"Retry-After": "5"},
    "unavailable": {"Retry-After": "5"},
}

# What werkzeug, Flask and webargs mean by a bare status.
_BY_STATUS: dict[int, str] = {
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    408: "too-slow",
    409: "conflict",
    412: "version-moved",
    413: "too-large",
    414: "uri-too-long",
    415: "unsupported-media-type",
    422: "invalid",
    423: "frozen",
    429: "too-many-requests",
    502: "unavailable",
    503: "unavailable",
    504: "unavailable",
}

_KEPT_HEADERS = ("Allow", "Retry-After", "WWW-Authenticate")


class Problem(Exception):
    """A refusal with a stable `code`, to be raised anywhere below a request.

    `detail` is for people (default: the code's explanation; of `invalid` what is wrong with the first field),
    `rule` a rule's reference number, `hint` what the caller could do, `errors` a map field → messages,
    `position` which command of a batch it was, from 0, `version` the match's version, `match` the path of the
    match that is in the way, `headers` go out with the answer beside the code's defaults.

    Raises ValueError for a code that is not in `CODES`, or a status that is not the code's.
    """

    def __init__(
        self,
        code: str,
        detail: str | None = None,
        *,
        status: int | None = None,
        title: str | None = None,
        rule: str | None = None,
        hint: str | None = None,
        errors: Mapping[str, list[str]] | None = None,
        position: int | None = None,
        version: int | None = None,
        match: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        meaning = _meaning(code, status)
        self.code = code
        self.status = meaning.status
        self.title = title or meaning.title
        self.detail = detail or (_first_of(errors) if code == "invalid" and errors else meaning.explanation)
        self.rule = rule
        self.hint = hint
        self.errors = None if errors is None else dict(errors)
        self.position = position
        self.version = version
        self.match = match
        self.headers = DEFAULT_HEADERS.get(code, {}) | dict(headers or {})
        super().__init__(f"{code}: {self.detail}")

    def body(self) -> dict[str, object]:
        """The problem as a JSON object: RFC 9457 section 3.1, with extension members as in section 3.2.

        `type` is a relative reference, which section 3.1.1 allows; `rule`, `hint`, `errors`, `position`, `version`
        and `match` stand only where they apply.
        """
        members: dict[str, object] = {
            "type": f"/docs/problems#{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        extensions = {
            "rule": self.rule,
            "hint": self.hint,
            "errors": self.errors,
            "position": self.position,
            "version": self.version,
            "match": self.match,
        }
        return members | {name: value for name, value in extensions.items() if value is not None}


def answer(problem: Problem) -> Response:
    """The HTTP response for a problem."""
    g.problem = problem.code
    body = problem.body()
    text = BEARERS.sub("…", json.dumps({**body, "type": address(str(body["type"]))}, ensure_ascii=False))
    # A lone surrogate has no UTF-8; as the backslash escape it is JSON all the same.
    data = text.encode("utf-8", "backslashreplace")
    response = Response(data, status=problem.status, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    response.headers.update(problem.headers)
    return response


def install(
    app: Flask,
    is_outage: Callable[[Exception], bool] = lambda _: False,
    is_read_only: Callable[[Exception], bool] = lambda _: False,
) -> None:
    """Makes every error of `app` a problem.

    `is_outage` says of an exception whether it means that storage is out of reach, `is_read_only` whether that it
    can only be read.
    Nothing redirects from then on: a path that is not exactly a route's is a 404.
    """
    app.register_error_handler(Problem, answer)
    app.register_error_handler(HTTPException, lambda error: answer(from_http(error)))

    def failed(error: Exception) -> Response:
        if is_read_only(error):
            return _read_only(error)
        return (_unavailable if is_outage(error) else _internal)(error)

    app.register_error_handler(Exception, failed)
    app.url_map.merge_slashes = False
    app.before_request(_want_exact_paths)
    app.after_request(_empty_options)


def from_http(error: HTTPException) -> Problem:
    """The problem that stands for an exception of werkzeug, Flask or webargs, whatever its status.

    A status without a code of its own becomes `malformed` (4xx) or `internal` (5xx), so that a code always
    goes with one status.
    """
    status = error.code or 500
    code = _BY_STATUS.get(status, "internal" if status >= 500 else "malformed")
    headers = {name: value for name, value in error.get_headers() if name in _KEPT_HEADERS}
    return Problem(code, _said(error, code), errors=_argument_errors(error), headers=headers)


PLAIN = {
    "Missing data for required field.": "Has to be given.",
    "Field may not be null.": "Cannot be null.",
    "Not a valid string.": "Has to be a text.",
    "Not a valid integer.": "Has to be a whole number.",
    "Not a valid boolean.": "Has to be true or false.",
    "Not a valid list.": "Has to be a list.",
    "Not a valid mapping type.": "Has to be an object.",
    "Invalid input type.": "Has to be an object.",
}
"""The messages of marshmallow, in plain words."""
_BOUNDS = (
    (re.compile(r"Length must be between (\d+) and (\d+)\."), r"Its length has to be from \1 to \2."),
    (
        re.compile(r"Must be greater than or equal to (-?\d+) and less than or equal to (-?\d+)\."),
        r"Has to be from \1 to \2.",
    ),
    (re.compile(r"Must be greater than or equal to (-?\d+)\."), r"Has to be at least \1."),
    (re.compile(r"Must be less than or equal to (-?\d+)\."), r"Has to be at most \1."),
)


def plain(message: str) -> str:
    """One of marshmallow's messages in the words of this service; any other as it is."""
    for pattern, said in _BOUNDS:
        if found := pattern.fullmatch(message):
            return found.expand(said)
    return PLAIN.get(message, message)


def field_errors(messages: object, field: str = "") -> dict[str, list[str]]:
    """Messages nested as marshmallow nests them, flattened: `{"seats.0.name": ["Has to be a text."]}`.

    `field` is the path of what the messages are about.
    """
    flat: dict[str, list[str]] = {}
    for path, message in _leaves(messages, field):
        flat.setdefault(path, []).append(message)
    return flat


def _leaves(messages: object, field: str) -> Iterator[tuple[str, str]]:
    if isinstance(messages, dict):
        for name, inner in messages.items():
            # What is wrong with an object as a whole is said of the object.
            whole = name == "_schema" and field
            yield from _leaves(inner, field if whole else f"{field}.{name}" if field else str(name))
    elif isinstance(messages, list):
        for inner in messages:
            yield from _leaves(inner, field)
    else:
        yield field, plain(str(messages))


def _first_of(errors: Mapping[str, list[str]]) -> str:
    """The first field in which something is wrong, and what; how many there are besides."""
    field, messages = next(iter(errors.items()))
    name = "".join(letter if letter.isprintable() else "\ufffd" for letter in BEARERS.sub("…", field))
    name = name if len(name) <= LONGEST_PATH else f"{name[:LONGEST_PATH]}…"
    said = " ".join(messages)
    more = len(errors) - 1
    return f"{name}: {said}" + (f" ({more} more in errors.)" if more else "")


def _meaning(code: str, status: int | None) -> Code:
    if code not in CODES:
        raise ValueError(f"{code!r} is not a code of CODES")
    meaning = CODES[code]
    if status not in (None, meaning.status):
        raise ValueError(f"{code!r} goes with status {meaning.status}, not {status}")
    return meaning


def _said(error: HTTPException, code: str) -> str | None:
    """What our own code gave as description or message; the stock phrases of the libraries say less."""
    if CODES[code].status >= 500:
        return None
    message = _data(error).get("message")
    if isinstance(message, str):
        return message
    return None if error.description == type(error).description else error.description


def _argument_errors(error: HTTPException) -> dict[str, list[str]] | None:
    """The field errors that webargs hangs on an exception, by location (`query`, `json`, …) and field."""
    messages = _data(error).get("messages")
    if not isinstance(messages, dict):
        return None
    flat: dict[str, list[str]] = {}
    for location, inner in messages.items():
        flat |= field_errors(inner, "" if isinstance(inner, dict) else str(location))
    return flat


def _data(error: HTTPException) -> dict[str, object]:
    data = getattr(error, "data", None)
    return data if isinstance(data, dict) else {}


def _internal(error: Exception) -> Response:
    # The route instead of the path, and nothing else of the request: the log holds no bodies and no tokens.
    request, _ = current()
    logger.error("unexpected error in %s %s", request.method, request.url_rule, exc_info=error)
    return answer(Problem("internal"))


def _unavailable(error: Exception) -> Response:
    request, kind = current()[0], type(error).__name__
    logger.error("storage is out of reach in %s %s: %s", request.method, request.url_rule, kind)
    return answer(Problem("unavailable"))


def _read_only(error: Exception) -> Response:
    request, kind = current()[0], type(error).__name__
    logger.error("storage can only be read in %s %s: %s", request.method, request.url_rule, kind)
    return answer(Problem("read-only"))


def _want_exact_paths() -> None:
    request, _ = current()
    # A client that follows a redirect may drop Authorization, or turn a POST into a GET.
    redirected = isinstance(request.routing_exception, RequestRedirect)
    # Nothing here needs an escape in its path, and werkzeug takes any number of slashes at the beginning; a proxy
    # that keeps /metrics for some would let the rest pass.
    path, raw = request.environ["PATH_INFO"], request.environ.get("REQUEST_URI", "").partition("?")[0]
    if redirected or path.startswith("//") or "%" in raw:
        raise Problem("not-found")


def _empty_options(response: Response) -> Response:
    """Flask's own answer to OPTIONS is an empty page of HTML; make it no content, with Allow alone."""
    if current()[0].method == "OPTIONS" and response.status_code == 200 and response.response == []:
        response.status_code = 204
        del response.headers["Content-Type"]
    return response
