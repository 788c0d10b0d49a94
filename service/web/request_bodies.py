"""Strict reading of JSON bodies: what comes out is unambiguous, of bounded shape, and can be stored.

Python's parser takes more than RFC 8259 allows (NaN) and more than RFC 7493 (I-JSON) calls interoperable
(duplicate keys, lone surrogates, integers of any size); all of it is refused here, before a schema looks at
the values.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NoReturn

from flask import Request
from werkzeug.http import parse_options_header

from domain.kit.shorthand import NotText, decoded
from domain.kit.written.evidence import LARGEST_INTEGER
from service.web.problems import Problem

LARGER = {"/v1/imports": 512 * 1024}
"""The same for resources that take more, by the end of their path."""

USUAL = 200
"""Characters of a Content-Type up to which it is remembered what it says."""

MAX_DEPTH = 20
"""Arrays and objects inside each other, the outermost included."""

MAX_ITEMS = 10_000
"""Elements of arrays and members of objects, in all."""

MAX_INTEGER = LARGEST_INTEGER
"""The largest integer: a larger one could not be written into the log, either."""

_MAX_NUMERAL = len(str(-MAX_INTEGER))

# Linear in the worst case: possessive, and an unterminated string matches up to the end instead of failing.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_EMPTY = re.compile(rb"[\[{][ \t\r\n]*+[\]}]")
_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_NO_BRACKETS = bytes(set(range(256)) - set(_STEP))
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_JSON_TYPE = re.compile(r"application/(?:[\w.!#$&^-]+\+)?json")
_PLAIN_TYPE = re.compile("text/plain")


@dataclass(frozen=True, slots=True)
class NotAnInteger:
    """A number that is JSON but no integer here: `1.0`, `1e3`, `-0`. No schema's type accepts it, so it fails
    under its field's name. `text` is the numeral as it was sent."""

    text: str

    def __repr__(self) -> str:
        return self.text


def read_json(data: bytes) -> object:
    """The value of a JSON text (RFC 8259): None, bool, int, str, list, dict, or a `NotAnInteger`.

    Raises Problem `malformed` for anything that is not exactly one such text within the bounds above, in time
    linear in its length.
    """
    text = _text(data)
    # No valid text has more items than bytes, or is deeper than it has opening brackets.
    if len(data) > MAX_ITEMS or data.count(b"[") + data.count(b"{") > MAX_DEPTH:
        _check_shape(data)
    try:
        value: object = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise _not_json(error) from None
    # The parser refuses a raw NUL and UTF-8 has no surrogates, so only an escape can bring one in.
    if "\\u" in text:
        _check_strings(value)
    return value


def body_of(request: Request) -> dict[str, object]:
    """The JSON object in a request's body.

    Raises Problem `unsupported-media-type` unless the content type is `application/json` or
    `application/…+json`, in UTF-8 and not compressed; `malformed` as `read_json` does; `invalid` for another
    value than an object. A body over the app's limit raises werkzeug's RequestEntityTooLarge.
    """
    _check_media_type(request, _JSON_TYPE, "application/json")
    value = read_json(request.get_data())
    if not isinstance(value, dict):
        said = "The body has to be a JSON object."
        raise Problem("invalid", said, errors={"body": [said]})
    return value


def text_of(request: Request) -> str:
    """The text in a request's body.

    Raises Problem `unsupported-media-type` unless the content type is `text/plain`, in UTF-8 and not compressed;
    `malformed` if it is not UTF-8.
    """
    _check_media_type(request, _PLAIN_TYPE, "text/plain")
    try:
        return decoded(request.get_data())
    except NotText as error:
        raise _malformed(
            f"The body is no text in UTF-8: line {error.line}, column {error.column}: {error.detail}."
        ) from None


def _check_media_type(request: Request, wanted: re.Pattern[str], name: str) -> None:
    header = request.environ.get("CONTENT_TYPE", "")
    if not (_known if len(header) <= USUAL else _is_of)(header, wanted):
        raise Problem("unsupported-media-type", f"The body has to be {name}, in UTF-8.")
    if request.environ.get("HTTP_CONTENT_ENCODING", "") not in ("", "identity"):
        # RFC 9110 section 12.5.3: Accept-Encoding in a 415 says that the coding was the trouble.
        identity = {"Accept-Encoding": "identity"}
        raise Problem("unsupported-media-type", "The body must not be compressed.", headers=identity)


def _is_of(header: str, wanted: re.Pattern[str]) -> bool:
    """Whether a Content-Type is *wanted*, in UTF-8."""
    form, parameters = parse_options_header(header)
    return wanted.fullmatch(form.lower()) is not None and parameters.get("charset", "utf-8").lower() == "utf-8"


_known = lru_cache(maxsize=64)(_is_of)


def _text(data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        raise _malformed("The body begins with a byte order mark; JSON has none (RFC 8259 section 8.1).")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _malformed(f"The body is not UTF-8 at byte {error.start}.") from None
    if not text.strip(" \t\r\n"):
        raise _malformed("The body is empty.")
    return text


def _check_shape(data: bytes) -> None:
    """Bounds depth and items by the bare brackets and commas; exact for every valid text."""
    bare = _STRING.sub(b'""', data)
    brackets = bare.translate(None, _NO_BRACKETS)
    if max(accumulate(map(_STEP.__getitem__, brackets)), default=0) > MAX_DEPTH:
        raise _malformed(f"The body is nested deeper than {MAX_DEPTH}.")
    filled = brackets.count(b"[") + brackets.count(b"{") - len(_EMPTY.findall(bare))
    if filled + bare.count(b",") > MAX_ITEMS:
        raise _malformed(f"The body holds more than {MAX_ITEMS} items.")


def _check_strings(value: object) -> None:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            if _UNSTORABLE.search(item):
                raise _malformed("A string holds the character NUL or half of a surrogate pair.")
        elif isinstance(item, list):
            waiting += item
        elif isinstance(item, dict):
            waiting += item
            waiting += item.values()


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        key = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise _malformed(f"An object has the key {key[:40]!r} more than once.")
    return members


def _integer(numeral: str) -> int | NotAnInteger:
    if numeral == "-0":
        return NotAnInteger(numeral)
    # Length first: int() is quadratic in it, and refuses thousands of digits with an error of its own.
    if len(numeral) > _MAX_NUMERAL or abs(int(numeral)) > MAX_INTEGER:
        raise _malformed("A number is beyond 2^53 - 1, the largest integer that JSON keeps exact.")
    return int(numeral)


def _constant(name: str) -> NoReturn:
    raise _malformed(f"{name} is not JSON.")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=NotAnInteger, parse_constant=_constant
)


def _not_json(error: json.JSONDecodeError) -> Problem:
    if error.msg == "Extra data":
        said = "something follows the JSON value"
    else:
        said = error.msg[:1].lower() + error.msg[1:].rstrip(": ")
    return _malformed(f"The body is not JSON: {said} (line {error.lineno}, column {error.colno}).")


def _malformed(detail: str) -> Problem:
    return Problem("malformed", detail)
