"""What will be cut, said in headers beforehand: ``Deprecation`` (RFC 9745) and ``Sunset`` (RFC 8594).

`REGISTRY` is the only place: a route that stands in it gets the headers on every answer, errors included, and is
marked in the OpenAPI document. So far nothing stands in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from typing import Any

from flask import Flask, Response, request

from service.openapi.document import path_template
from service.web.prefix import address


@dataclass(frozen=True)
class Deprecated:
    """Since when a route is deprecated, from when on it may be gone, and the page that says what to use instead.

    Both times are in UTC. Raises ValueError for a route that would go before it was deprecated.
    """

    since: datetime
    sunset: datetime
    page: str

    def __post_init__(self) -> None:
        if self.sunset < self.since:  # RFC 9745, section 4
            raise ValueError("a route is gone only after it has been deprecated")


Registry = Mapping[tuple[str, str], Deprecated]
"""By method and path, as in the OpenAPI document: ``("GET", "/v1/matches/{identifier}")``."""

REGISTRY: Registry = {}


def install(app: Flask, registry: Registry) -> None:
    """Put the headers on the answers of what is in *registry*. Raises ValueError for what is no route of *app*."""
    for method, path in registry:
        if not any(
            path_template(rule.rule) == path and method in (rule.methods or ())
            for rule in app.url_map.iter_rules()
        ):
            raise ValueError(f"{method} {path} is no route")
    if registry:
        app.after_request(lambda response: _announced(response, registry))


def marked(document: dict[str, Any], registry: Registry) -> dict[str, Any]:
    """An OpenAPI document in which what is in *registry* is marked; *document* itself stays as it is."""
    if not registry:
        return document
    copy = deepcopy(document)
    for method, path in registry:
        copy["paths"][path][method.lower()]["deprecated"] = True
    return copy


def _announced(response: Response, registry: Registry) -> Response:
    rule = request.url_rule
    method = "GET" if request.method == "HEAD" else request.method
    found = registry.get((method, path_template(rule.rule))) if rule is not None else None
    if found is not None:
        page = address(found.page) if found.page.startswith("/") else found.page
        response.headers["Deprecation"] = f"@{int(found.since.timestamp())}"
        response.headers["Sunset"] = format_datetime(found.sunset, usegmt=True)
        response.headers.add("Link", f'<{page}>; rel="deprecation"; type="text/html"')
    return response
