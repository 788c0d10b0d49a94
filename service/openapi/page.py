"""The OpenAPI document as a page for people: complete, without scripts, and without anything from another host."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, Template
from markupsafe import Markup, escape

from service.web.palette import palette

FOLDER = Path(__file__).parent
_REFERENCE = re.compile(r"&#34;\$ref&#34;: &#34;#/components/(schema|header)s/([\w-]+)&#34;")


TASKS = ("matches", "reading", "pictures", "streaming", "auditing", "rulesets", "catalogue", "shorthand")
"""Parts of the API in the order in which a client needs them; the others follow."""
LAST = ("documents", "health")
"""What is for those who run the service comes after everything that clients do."""


def rendered(document: Mapping[str, Any], prefix: str = "") -> bytes:
    """The page for an OpenAPI document of a service that lies behind a *prefix*: first what clients do."""
    by_tag: dict[str, list[dict[str, Any]]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                described = _operation(document, path, method, operation)
                by_tag.setdefault(operation.get("tags", ["other"])[0], []).append(described)
    text = _template("openapi.html").render(
        document=document,
        prefix=prefix,
        by_tag=dict(sorted(by_tag.items(), key=lambda one: _place(one[0]))),
        tags={tag["name"]: tag.get("description", "") for tag in document.get("tags", ())},
        style=Markup(style()),
    )
    return text.encode()


def listed(problems: Mapping[str, Any], prefix: str = "") -> bytes:
    """The page of problems, an anchor for each code; each has a ``status``, a ``title`` and an ``explanation``."""
    given = {"problems": problems, "prefix": prefix, "style": Markup(style())}
    return _template("problems.html").render(given).encode()


def _place(tag: str) -> int:
    """Where a part of the API stands on the page."""
    order = (*TASKS, "", *LAST)
    return order.index(tag if tag in order else "")


def _template(name: str) -> Template:
    environment = Environment(
        loader=FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"linked": _linked, "prose": _prose}
    return environment.get_template(name)


@cache
def style() -> str:
    """The page's style sheet."""
    return palette() + (FOLDER / "openapi.css").read_text(encoding="utf-8")


@cache
def policy() -> str:
    """The Content-Security-Policy of the page: its own style, by its hash, and nothing else."""
    digest = b64encode(hashlib.sha256(style().encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    )


def _operation(
    document: Mapping[str, Any], path: str, method: str, operation: Mapping[str, Any]
) -> dict[str, Any]:
    security = operation.get("security", document.get("security", []))
    return {
        "path": path,
        "method": method,
        "anchor": re.sub(r"[^a-z0-9]+", "-", f"{method}{path}".lower()).strip("-"),
        "operation": operation,
        "parameters": [*document["paths"][path].get("parameters", ()), *operation.get("parameters", ())],
        "answers": {status: _resolved(document, answer) for status, answer in operation["responses"].items()},
        "token": "optional" if {} in security or not security else "required",
    }


def _resolved(document: Mapping[str, Any], answer: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" not in answer:
        return answer
    _, _, section, name = answer["$ref"].split("/")
    found: Mapping[str, Any] = document["components"][section][name]
    return found


def _prose(text: str) -> Markup:
    """A sentence in which names stand between backticks."""
    return Markup(re.sub("`+([^`]+)`+", r"<code>\1</code>", str(escape(text))))


def _linked(node: Any) -> Markup:
    """A value as JSON, in which a reference leads to what it names."""
    text = str(escape(json.dumps(node, ensure_ascii=False, indent=2)))
    return Markup(_REFERENCE.sub(r'<a href="#\1-\2">\2</a>', text))
