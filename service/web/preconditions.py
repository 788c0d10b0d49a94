"""``If-Match`` (RFC 9110, section 13.1.1): a request is for one representation, or it is not answered.

Commands have versions there, and look at it themselves (``service.api.matches``). Elsewhere it holds entity tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from flask import Flask, Response, g, request

from service.web.current import current
from service.web.problems import Problem, answer

_TAG = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
_LIST = re.compile(rf"[ \t]*(?:\*|(?:,[ \t]*)*{_TAG}(?:[ \t]*,[ \t]*(?:{_TAG})?)*)[ \t]*")
_TAGS = re.compile(_TAG)
READ = ("GET", "HEAD")


def install(app: Flask) -> None:
    """Have *app* answer 412 where somebody wants to read another representation than there is.

    What has no tag has no representation that could be named, so there the field says nothing.
    """
    app.after_request(_checked)


def check(tags: Iterable[str]) -> None:
    """Raise Problem unless the request is for what has one of these *tags* now, or for whatever there is."""
    header = request.headers.get("If-Match")
    if header is None:
        return
    if not _LIST.fullmatch(header):
        raise Problem("malformed", 'If-Match is *, or a list of entity tags in quotes, as in "5f1c".')
    # A weak tag is equal to none here (section 8.8.3.2), so it is left as it is written.
    wanted = header.strip() == "*" or not {f'"{tag}"' for tag in tags}.isdisjoint(_TAGS.findall(header))
    if not wanted:
        raise Problem("precondition-failed", version=g.get("match_version"))


def _checked(response: Response) -> Response:
    if current()[0].method not in READ or response.status_code not in (200, 304):
        return response
    tag, _ = response.get_etag()
    if tag is None:
        return response
    try:
        check([tag])
    except Problem as problem:
        response.close()
        return answer(problem)
    return response
