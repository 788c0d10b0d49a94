"""The OpenAPI document as it is served: what the decorators say, and what they cannot.

`ANSWERS` lists for each operation the codes of all problems that it may answer with. A test provokes every status
in it, so it says neither too little nor too much. An operation that is missing there keeps a bare default.
"""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

from apispec import APISpec

from service.openapi.components import describe, drop_unused, open_answers, unwrap
from service.web.problems import CODES, MEDIA_TYPE

ANYWHERE = ("malformed", "not-acceptable", "invalid")
TAGGED = ("precondition-failed",)
COUNTED = (*ANYWHERE, "too-many-requests", "overloaded", "unavailable", "internal")
OF_A_MATCH = (*COUNTED, "unauthorized", "forbidden", "not-found", "damaged")
JUDGED = (
    *("illegal-move", "needs-consent", "needs-ruling", "needs-tell", "batch-crosses-chance", "key-reused"),
    *("match-too-long", "too-costly"),
)
READ = (*OF_A_MATCH, "version-not-reached")
CROWDED = ("too-many-streams", "streams-full")
STANDING = ("not-awaited", "over", "not-over", "not-signed", "closed", "conflict", "frozen", "consent-pending")
BODY = ("malformed", "too-slow", "too-large", "unsupported-media-type", "read-only")

TAKEN = ("external-id-taken", "conflict")
OPENING = ("unauthorized", "forbidden", "damaged")

ANSWERS: dict[tuple[str, str], tuple[str, ...]] = {
    ("get", "/healthz"): ANYWHERE,
    ("get", "/readyz"): (*ANYWHERE, "read-only", "unavailable", "internal"),
    ("get", "/metrics"): ANYWHERE,
    ("get", "/docs"): COUNTED,
    ("get", "/docs/problems"): COUNTED,
    ("get", "/v1/openapi.json"): COUNTED,
    ("get", "/v1/rulesets"): COUNTED,
    ("get", "/v1/rulesets/table"): COUNTED,
    ("get", "/v1/rulesets/{identifier}"): (*COUNTED, "not-found"),
    ("get", "/v1/statistics"): COUNTED,
    ("get", "/v1/matches"): (*COUNTED, "unauthorized"),
    ("post", "/v1/matches"): (*COUNTED, *BODY, *OPENING, "key-reused", *TAKEN, *TAGGED),
    ("post", "/v1/imports"): (
        *COUNTED,
        *BODY,
        *STANDING,
        *JUDGED,
        *TAKEN,
        *TAGGED,
        *OPENING,
    ),
    ("get", "/v1/matches/{identifier}"): READ,
    ("post", "/v1/matches/{identifier}/commands"): (
        *OF_A_MATCH,
        *BODY,
        *STANDING,
        *JUDGED,
        "not-your-seat",
        "version-moved",
    ),
    ("get", "/v1/matches/{identifier}/shorthand"): READ,
    ("post", "/v1/matches/{identifier}/shorthand"): (
        *OF_A_MATCH,
        *BODY,
        *STANDING,
        *JUDGED,
        "not-your-seat",
        "version-moved",
    ),
    ("get", "/v1/matches/{identifier}/view"): (*READ, "faded"),
    ("get", "/v1/matches/{identifier}/picture"): (*READ, "faded"),
    ("get", "/v1/matches/{identifier}/result"): (*READ, "not-over"),
    ("get", "/v1/matches/{identifier}/decisions"): (*READ, *CROWDED, "log-replaced"),
    ("get", "/v1/matches/{identifier}/stream"): (*OF_A_MATCH, *CROWDED, "malformed", "log-replaced"),
    ("get", "/v1/matches/{identifier}/moves"): (*READ, "not-your-seat"),
    ("get", "/v1/matches/{identifier}/words"): OF_A_MATCH,
    ("post", "/v1/matches/{identifier}/webhooks"): (*OF_A_MATCH, *BODY, *TAGGED, "closed", "too-many-webhooks"),
    ("get", "/v1/matches/{identifier}/webhooks"): OF_A_MATCH,
    ("get", "/v1/matches/{identifier}/webhooks/{webhook}"): OF_A_MATCH,
    ("delete", "/v1/matches/{identifier}/webhooks/{webhook}"): (*OF_A_MATCH, *TAGGED, "read-only"),
    ("get", "/v1/matches/{identifier}/webhooks/{webhook}/deliveries"): OF_A_MATCH,
    ("delete", "/v1/matches/{identifier}/texts/{version}"): (*OF_A_MATCH, *TAGGED, "read-only"),
    ("get", "/v1/matches/{identifier}/audit"): READ,
    ("get", "/v1/matches/{identifier}/knowledge"): READ,
    ("get", "/v1/matches/{identifier}/knowledge/{version}"): (*READ, "faded"),
    ("get", "/v1/keys"): COUNTED,
    ("get", "/v1/matches/{identifier}/checkpoint"): READ,
    ("get", "/v1/matches/{identifier}/decisions/{version}/proof"): READ,
    ("get", "/v1/matches/{identifier}/consistency"): READ,
    ("get", "/v1/matches/{identifier}/export"): (*READ, *CROWDED, "faded"),
    ("get", "/v1/matches/{identifier}/chance"): (*READ, "not-closed"),
}

UNTAGGED = ("/healthz", "/readyz", "/metrics", "/v1/matches/{identifier}/stream")
"""Streams, and answers that are made anew each time: they have no ETag."""
ANSWERS |= {
    (method, path): (*codes, *TAGGED)
    for (method, path), codes in ANSWERS.items()
    if method == "get" and path not in UNTAGGED
}

UUID = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"
IDENTIFIERS = {
    # No "format": ids in answers are texts, too.
    "/v1/matches/": ("the match", {"type": "string", "pattern": UUID}),
    "/v1/rulesets/": ("the ruleset", {"type": "string", "pattern": "^[a-z0-9-]{1,50}$"}),
}
"""Of what the id in a path is, and its form, by the beginning of the path."""

WEBHOOK = {"type": "string", "pattern": "^[0-9a-fA-F]{32}$"}
"""The form of the id of a webhook."""

HEADERS: dict[str, dict[str, Any]] = {
    "X-Request-Id": {"description": "Names the request in the service's log."},
    "RateLimit-Policy": {"description": "The caller's buckets: `q` requests in `w` seconds each."},
    "RateLimit": {
        "description": "The bucket that this request used: `r` requests are left; it is full in `t` seconds."
    },
    "Retry-After": {"description": "Seconds.", "schema": {"type": "string", "pattern": "^[0-9]+$"}},
    "WWW-Authenticate": {"description": "Bearer"},
    "ETag": {"description": "Opaque; send it back in If-None-Match."},
    "Location": {"description": "Where the new match or webhook is."},
    "Link": {"description": 'The next page, with rel="next".'},
    "Idempotency-Replayed": {"description": "true: this is the answer to the first request with this key."},
    "Content-Security-Policy": {
        "description": "The style sheet in the picture, by its hash, is all that it may use; it runs no script."
    },
    "Content-Language": {
        "description": "The language of the words in the answer (BCP 47); of the list of games, each that occurs."
    },
}
ALWAYS = ("X-Request-Id",)
SOMETIMES = ("RateLimit-Policy", "RateLimit")
MADE = {
    "/v1/matches": ("Idempotency-Replayed", "Location"),
    "/v1/imports": ("Idempotency-Replayed", "Location"),
    "/v1/matches/{identifier}/commands": ("Idempotency-Replayed",),
    "/v1/matches/{identifier}/shorthand": ("Idempotency-Replayed",),
    "/v1/matches/{identifier}/webhooks": ("Location",),
}
"""What comes with a 201."""
PAGED = ("/v1/matches", *(f"/v1/matches/{{identifier}}/{name}" for name in ("decisions", "shorthand")))
"""What is read in pages."""
NEEDED = {"401": ("WWW-Authenticate",), "429": ("Retry-After",), "503": ("Retry-After",)}

IDEMPOTENCY_KEY: dict[str, Any] = {
    "in": "header",
    "name": "Idempotency-Key",
    "schema": {"type": "string", "pattern": "^[\\x21-\\x7e]{1,255}$"},
    "description": "If the same principal sends key and body again, the answer is that of the first request.",
}
IF_MATCH: dict[str, Any] = {
    "in": "header",
    "name": "If-Match",
    "schema": {"type": "string", "pattern": '^("(0|[1-9][0-9]{0,15})"|\\*)$'},
    "description": 'The version of the match that the caller has seen, in quotes: "12". 412 if it has moved on.',
}
IF_NONE_MATCH: dict[str, Any] = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The ETag of what the caller has: 304 if the answer would be the same.",
}
ACCEPT_LANGUAGE: dict[str, Any] = {
    "in": "header",
    "name": "Accept-Language",
    "schema": {"type": "string"},
    "description": "The languages that the caller reads, where the query names none that is there.",
}
SENT = {
    ("post", "/v1/matches"): (IDEMPOTENCY_KEY,),
    ("post", "/v1/imports"): (IDEMPOTENCY_KEY,),
    ("post", "/v1/matches/{identifier}/commands"): (IDEMPOTENCY_KEY, IF_MATCH),
    ("post", "/v1/matches/{identifier}/shorthand"): (IDEMPOTENCY_KEY, IF_MATCH),
}
SPOKEN = (
    *("/v1/rulesets", "/v1/rulesets/table", "/v1/rulesets/{identifier}"),
    *(f"/v1/matches/{{identifier}}/{name}" for name in ("words", "decisions", "stream", "moves", "picture")),
)
"""Answered in the language that is asked for; the log and moves only if words are asked for."""
EXAMPLES = Path(__file__).with_name("examples.json")
"""Requests and answers, as they came out of a walk of the tests through every operation."""
DRAWN = "/v1/matches/{identifier}/picture"
"""Answered as a document that is shown alone, under a policy of its own."""
PLAIN = ("/healthz", "/readyz", "/metrics")
"""Answered anew each time: no ETag, no limit."""


def path_template(rule: str) -> str:
    """The path of a Flask rule as OpenAPI writes it: ``/v1/matches/{identifier}``."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


def document(spec: APISpec) -> dict[str, Any]:
    """The document of all routes that *spec* knows."""
    made: dict[str, Any] = deepcopy(spec.to_dict())
    made["components"]["headers"] = {
        name: {"schema": {"type": "string"}, **header} for name, header in HEADERS.items()
    }
    for name in (*ALWAYS, *(name for names in NEEDED.values() for name in names), "ETag", "Location"):
        made["components"]["headers"][name]["required"] = True
    for path, operations in made["paths"].items():
        for parameter in operations.get("parameters", ()):
            for beginning, (of, schema) in IDENTIFIERS.items():
                if path.startswith(beginning):
                    if parameter["name"] == "version":
                        parameter["description"] = "The version of the decision."
                        continue
                    webhook = parameter["name"] == "webhook"
                    parameter["schema"] = WEBHOOK if webhook else schema
                    parameter["description"] = f"The id of {'the webhook' if webhook else of}."
        for method, operation in operations.items():
            if method != "parameters":
                _complete(method, path, operation)
    describe(spec, made["components"]["schemas"])
    unwrap(made)
    open_answers(made)
    drop_unused(made)
    _add_examples(made)
    _write_patterns(made)
    return made


def _add_examples(made: dict[str, Any]) -> None:
    for name, example in json.loads(EXAMPLES.read_text(encoding="utf-8")).items():
        method, path = name.split()
        operation = made["paths"].get(path, {}).get(method.lower(), {})
        bodies = [(operation.get("requestBody", {}), example.get("request"))]
        bodies += [
            (operation.get("responses", {}).get(status, {}), value) for status, value in example["answers"].items()
        ]
        for body, value in bodies:
            for form, media in body.get("content", {}).items():
                if value is not None and form not in (
                    "application/x-ndjson",
                    "text/html",
                    "text/plain",
                    "text/csv",
                ):
                    media["examples"] = {"example": {"value": value}}


def _write_patterns(node: Any) -> None:
    """Python's anchors as those of JSON Schema, which has ECMAScript's patterns."""
    if isinstance(node, dict):
        if isinstance(pattern := node.get("pattern"), str):
            node["pattern"] = pattern.replace(r"\A", "^").replace(r"\Z", "$")
        node = list(node.values())
    for inner in node if isinstance(node, list) else ():
        _write_patterns(inner)


def _complete(method: str, path: str, operation: dict[str, Any]) -> None:
    """Add what the decorators cannot say of an operation."""
    answers = operation["responses"]
    operation.setdefault("parameters", []).extend(deepcopy(list(SENT.get((method, path), ()))))
    if method == "get" and path in SPOKEN:
        operation["parameters"].append(dict(ACCEPT_LANGUAGE))
        answers["200"].setdefault("headers", {})["Content-Language"] = {
            "$ref": "#/components/headers/Content-Language"
        }
    if path == DRAWN:
        answers["200"]["headers"]["Content-Security-Policy"] = {
            "$ref": "#/components/headers/Content-Security-Policy"
        }
    if method == "get" and path not in PLAIN:
        _add_not_modified(operation)
    if (codes := ANSWERS.get((method, path))) is not None:
        del answers["default"]
        answers |= _problems(codes)
    for status, answer in answers.items():
        if "$ref" in answer:
            continue
        headers = answer.setdefault("headers", {})
        for name in (*ALWAYS, *(SOMETIMES if path not in PLAIN else ()), *NEEDED.get(status, ())):
            headers[name] = {"$ref": f"#/components/headers/{name}"}
    if method == "get" and path in PAGED:
        answers["200"]["headers"]["Link"] = {"$ref": "#/components/headers/Link"}
    if "201" in answers:
        names = MADE[path]
        answers["201"]["headers"] |= {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    operation["responses"] = dict(sorted(answers.items()))


def _add_not_modified(operation: dict[str, Any]) -> None:
    answers = operation["responses"]
    if "text/event-stream" in answers["200"].get("content", {}):
        return  # what goes on has no tag
    operation["parameters"].append(dict(IF_NONE_MATCH))
    tagged = {"ETag": {"$ref": "#/components/headers/ETag"}}
    answers["200"].setdefault("headers", {}).update(tagged)
    answers["304"] = {"description": "The answer would be what the caller already has.", "headers": dict(tagged)}


def _problems(codes: tuple[str, ...]) -> dict[str, Any]:
    """The errors of an operation by status, each with its codes."""
    by_status: dict[str, list[str]] = {}
    for code in CODES:  # in the order of the table
        if code in codes:
            by_status.setdefault(str(CODES[code].status), []).append(code)
    return {
        status: {
            "description": " ".join(f"`{code}`: {CODES[code].explanation}" for code in found),
            "content": {
                MEDIA_TYPE: {
                    # Nothing beside the "$ref", which tools resolve each in its own way; and no "allOf", of which
                    # generators make a type of its own for each answer.
                    "schema": {"$ref": "#/components/schemas/Problem"}
                }
            },
            "x-codes": found,
        }
        for status, found in by_status.items()
    }
