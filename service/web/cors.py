"""Cross-origin requests (CORS): which headers a browser lets a page of another origin send and read.

There are no cookies: what a caller may do goes by the token that the page itself sends. So by default any origin
may call, and none is ever allowed to send credentials of the browser's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, Response
from flask_cors import CORS
from flask_cors.core import FLASK_CORS_EVALUATED

from service.web.current import current

SENT = (
    *("Accept", "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match"),
    *("Last-Event-ID", "X-Request-Id"),
)
READ = (
    *("Allow", "Deprecation", "ETag", "Idempotency-Replayed", "Link", "Location", "RateLimit", "RateLimit-Policy"),
    *("Retry-After", "Sunset", "WWW-Authenticate", "X-Request-Id"),
)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""More methods than there are, so that a page that uses a wrong one can read the 405."""
ANY = "*"
FOR_ALL = (("Access-Control-Allow-Origin", ANY), ("Access-Control-Expose-Headers", ", ".join(READ)))
"""What every answer but a preflight's says where any origin may call."""


def install(app: Flask, origins: Sequence[str]) -> None:
    """Put the headers on every answer of *app*, errors and streams included, and answer every preflight.

    Call it before any other check of a request is installed: a preflight has neither token nor body, and where it
    is refused the browser tells its page nothing of the error that the request itself would have met.
    """
    app.before_request(_answer_preflight)
    CORS(
        app,
        origins=list(origins),
        send_wildcard=ANY in origins,
        always_send=ANY in origins,
        methods=list(METHODS),
        allow_headers=list(SENT),
        expose_headers=list(READ),
        intercept_exceptions=False,  # answers to errors pass the same hook as all others
        max_age=7200,  # the longest that Chromium keeps it
    )
    if ANY in origins:
        app.after_request(_allow_all)


def _allow_all(response: Response) -> Response:
    """The same for all, so it need not be worked out for each answer; flask-cors does that for preflights."""
    if current()[0].method != "OPTIONS":
        for name, value in FOR_ALL:
            response.headers.add(name, value)
        vars(response)[FLASK_CORS_EVALUATED] = True
    return response


def _answer_preflight() -> Response | None:
    request, _ = current()
    asked = request.environ
    if request.method == "OPTIONS" and "HTTP_ORIGIN" in asked and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in asked:
        return Response(status=204, headers={"Vary": "Access-Control-Request-Headers"}, content_type="")
    return None
