"""A walk through every operation that provokes every status which the OpenAPI document names.

What comes out is the same each time (the clock stands still, ids and keys are given), so it also gives the
examples in the OpenAPI document: ``python -m tests.service.walking`` writes them anew.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import sleep
from typing import Any
from uuid import UUID

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.evidence.signing import Signing
from projections.read_models.runner import PROJECTIONS
from service.app import create_app
from service.config import Settings
from service.front.environment import REFUSED
from service.front.gateway import SLOW
from service.openapi.document import EXAMPLES
from service.web.bounds import OFF, Limits, Quota
from tests.games.installed import SHIPPED
from tests.service.playing import Table, new_client
from tests.service.playing import step as random_step

KEY = bytes(range(32))
PAGE = {"Origin": "https://play.example.org"}
NOTE = {"type": "table.note", "text": "Tea break until nine."}
NOBODY = "0f0e0d0c-0b0a-4908-8706-050403020100"
OPENING = {
    "ruleset": "seven-sins",
    "seats": [{"name": "Ada", "colour": "red"}, {"name": "Bo"}],
    "options": {"history": "kept"},
    "labels": {"round": "3"},
}
Operation = tuple[str, str]
"""A method in lower case, and a path as in the document."""
TEMPLATE = "/v1/matches/{identifier}"
HOOK: dict[str, Any] = {"url": "https://hooks.example.org/kerbholz", "events": ["match.ended"]}
FILE = """kerbholz shorthand 1
ruleset: seven-sins 1.0
seat 0: red "Ada"
seat 1: blue "Bo"
option first_seat: 0
option sins: ["pride", "greed", "lust", "envy"]
---
pile: deal ?2
pile: refill 2 pride, greed, lust, envy
red: take pride to abyss
"""
BODIES: dict[Operation, Any] = {
    ("post", "/v1/matches"): OPENING,
    ("post", "/v1/imports"): FILE,
    ("post", f"{TEMPLATE}/commands"): NOTE,
    ("post", f"{TEMPLATE}/shorthand"): 'arbiter: note "Tea break until nine."',
    ("post", f"{TEMPLATE}/webhooks"): HOOK,
}
"""What is sent where something has to be."""
WAITING = (
    *(
        "",
        "/view",
        "/picture",
        "/result",
        "/decisions",
        "/moves",
        "/shorthand",
        "/audit",
        "/knowledge",
        "/knowledge/{version}",
    ),
    *("/checkpoint", "/consistency", "/decisions/{version}/proof", "/export", "/chance"),
)
"""What of a match can wait a moment for a version."""
TEXTS = f"{TEMPLATE}/texts/{{version}}"
KNOWERS = f"{TEMPLATE}/knowledge/{{version}}"
NEEDED = {
    f"{TEMPLATE}/consistency": ("from", "1"),
    TEXTS: ("pointer", "/labels"),
    KNOWERS: ("pointer", "/facts/0/type"),
}
"""What cannot be asked for without a parameter, which one that is, and what is asked for."""
READ_MODELS = ("/v1/matches", "/v1/statistics")
"""What follows the log a moment later."""
UNTOLD = ("406", "429", "500", "503")
"""Statuses that look the same everywhere: the document has no examples of them."""


@dataclass(frozen=True)
class Step:
    """Something that was asked, and what came back."""

    operation: Operation
    asked: Any
    response: TestResponse

    @property
    def status(self) -> str:
        return str(self.response.status_code)


class Walk:
    """Services on one database that differ in what they allow, and a match at each of them."""

    def __init__(self, folder: Path) -> None:
        self._url = f"sqlite:///{folder / 'walk.db'}"
        self._ids = iter(range(1, 1000))
        migrate(Settings(database=self._url).environment)
        self.client = self._client()
        self.strict = self._client(require_key=True)
        self.greedy = self._client(limits={"anonymous": Quota(1, 86_400)})
        self.lost = self._client(database=f"sqlite:///{folder / 'no' / 'such' / 'folder.db'}")
        self.broken = self._client(broken=True)
        self.document: Mapping[str, Any] = self.client.application.extensions["kerbholz"].openapi
        self.table, self.other = self._opened(), self._opened()
        self._hooks = {method: self._registered() for method in ("get", "delete")}

    def close(self) -> None:
        for client in (self.client, self.strict, self.greedy):
            client.application.extensions["kerbholz"].close()

    def _client(
        self, *, database: str = "", broken: bool = False, limits: Limits = OFF, **settings: Any
    ) -> FlaskClient:
        key = None if database else KEY  # without a key it has to be read from the database
        made = Settings(database=database or self._url, service_key=key, limits=limits, **settings)

        def opened() -> Matches:
            if broken:
                raise RuntimeError("a bug")
            return Matches(
                made.environment,
                clock=lambda: "2026-11-28T20:15:00.000Z",
                salts=lambda: "5a" * 32,
                random_bytes=lambda length: bytes([7]) * length,
                new_id=lambda: UUID(int=(0x5E7EA5 << 104) | next(self._ids), version=4),
                service_key=made.service_key,
                signing=Signing(KEY, "play.example.org"),
            )

        app: Flask = create_app(made, matches_factory=opened)
        if broken or database:
            # Only here may an answer be 500.
            return FlaskClient(app, app.response_class)
        return new_client(made.database, app)

    def _opened(self) -> Table:
        return Table(self.client, self.client.post("/v1/matches", json=OPENING).json)

    def _registered(self) -> str:
        path, headers = f"{self.table.path}/webhooks", self.table.bearer("arbiter")
        answer = self.client.post(path, json={**HOOK, "url": f"{HOOK['url']}/{next(self._ids)}"}, headers=headers)
        identifier: str = answer.json["id"]
        return identifier

    def address(self, operation: Operation) -> str:
        """Where to ask for an operation."""
        method, path = operation
        match = "seven-sins" if path.startswith("/v1/rulesets") else self.table.id
        hook = self._hooks.get(method, self._hooks["get"])
        version = "0" if path == TEXTS else "2"
        return path.replace("{identifier}", match).replace("{webhook}", hook).replace("{version}", version)

    @property
    def operations(self) -> list[Operation]:
        return [
            (method, path)
            for path, methods in self.document["paths"].items()
            for method in methods
            if method != "parameters"
        ]

    # -- the steps

    def steps(self) -> Iterator[Step]:
        """Every operation, with every status."""
        for operation in self.operations:
            yield from self._everywhere(operation)
            if operation[1].startswith(TEMPLATE):
                yield from self._of_a_match(operation)
        yield self._ask(("get", "/v1/rulesets/{identifier}"), path="/v1/rulesets/ludo")
        yield self._ask(("get", "/v1/matches"), headers={"Authorization": "Bearer khz_seat_unknown"})
        yield from self._opening()
        yield from self._imports()
        yield from self._commands()
        yield from self._shorthand()
        yield from self._webhooks()
        yield self._ask(("get", f"{TEMPLATE}/stream"), headers={"Last-Event-ID": "x"})
        for what in ("stream", "decisions"):
            other = {"seen": f"0-{'00' * 32}"}
            yield self._ask(("get", f"{TEMPLATE}/{what}"), query_string=other)
        yield self._faded()
        yield from self._chance()
        yield from self._result()
        yield self._ask(("delete", TEXTS), who="arbiter", headers={"If-Match": '"another"'})

    def _ask(
        self,
        operation: Operation,
        client: FlaskClient | None = None,
        *,
        path: str = "",
        who: Any = None,
        body: Any = None,
        **options: Any,
    ) -> Step:
        if operation[1] in READ_MODELS and client is None:
            self._projected()
        headers = {**PAGE, **self.table.bearer(who), **options.pop("headers", {})}
        path = path or self.address(operation)
        if (needed := NEEDED.get(operation[1])) is not None:
            name, value = needed
            asked = options.get("query_string", {})
            options["query_string"] = (
                f"{name}={value}&{asked}" if isinstance(asked, str) else {name: value, **asked}
            )
        if isinstance(body, str):
            options["data"] = body
            headers = {"Content-Type": "text/plain", **headers}
        elif body is not None:
            options["json"] = body
        response = (client or self.client).open(path, method=operation[0].upper(), headers=headers, **options)
        return Step(operation, body, response)

    def _projected(self) -> None:
        """Wait until the read models have seen everything, so that the answer is the same each time."""
        matches = self.client.application.extensions["kerbholz"].runner().matches
        newest = matches.feed.newest()
        for projection in PROJECTIONS:
            for _ in range(1_000):
                if matches.models.position(projection.name) >= newest:
                    break
                sleep(0.01)

    def _everywhere(self, operation: Operation) -> Iterator[Step]:
        """What any operation may answer."""
        body = BODIES.get(operation)
        who = "arbiter" if operation[1].startswith(TEMPLATE) else None
        done = self._ask(operation, who=who, body=body)
        if done.response.mimetype == "text/event-stream":
            done.response.close()  # it would go on
        yield done
        if tag := done.response.headers.get("ETag"):
            yield self._ask(operation, who=who, headers={"If-None-Match": tag})
            yield self._ask(operation, who=who, headers={"If-Match": '"another"'})
        yield self._ask(operation, who=who, body=body, headers={"Accept": "image/gif"})
        yield self._ask(operation, who=who, body=body, query_string={"nonsense": "1"})
        yield self._ask(operation, who=who, body=body, query_string="nonsense=%ff")
        for client in (self.greedy, self.greedy, self.lost, self.broken):
            step = self._ask(operation, client, body=body)
            if step.response.status_code >= 429:
                yield step

    def _of_a_match(self, operation: Operation) -> Iterator[Step]:
        body, rest = BODIES.get(operation), operation[1].removeprefix(TEMPLATE)
        yield self._ask(operation, body=body, path=self.address(operation).replace(self.table.id, NOBODY))
        yield self._ask(operation, body=body, headers={"Authorization": "Bearer khz_seat_unknown"})
        yield self._ask(operation, body=body, headers=self.other.bearer("arbiter"))
        if rest in WAITING:
            yield self._ask(operation, who="arbiter", query_string={"min_version": 1_000_000})

    def _opening(self) -> Iterator[Step]:
        operation = ("post", "/v1/matches")
        yield from self._bodies(operation, None)
        yield self._ask(operation, self.strict, body=OPENING)
        yield self._ask(operation, self.strict, body=OPENING, who="host")
        for _ in range(2):
            yield self._ask(operation, body={**OPENING, "labels": {"external-id": "club:7"}})
        yield self._ask(operation, body=OPENING, headers={"If-Match": '"another"'})

    def _imports(self) -> Iterator[Step]:
        operation = ("post", "/v1/imports")
        for kind, data in (("text/plain", b"\xff"), ("text/plain", b"x" * 600_000), ("application/json", b"{}")):
            yield self._ask(operation, data=data, headers={"Content-Type": kind})
        yield self._slow(operation)
        yield self._ask(operation, self.strict, body=FILE)
        yield self._ask(operation, self.strict, body=FILE, who="host")
        yield self._ask(operation, body=FILE.replace("to abyss", "to reserve, gold") + "blue: tale greed\n")
        named = FILE.replace("seat 0", 'external id: "club:8"\nseat 0')
        for file in (named, named, FILE + "arbiter: freeze\npile: refill 2 lust\n"):
            yield self._ask(operation, body=file)
        yield self._ask(operation, body=FILE, headers={"If-Match": '"another"'})

    def _commands(self) -> Iterator[Step]:
        operation = ("post", f"{TEMPLATE}/commands")
        yield from self._bodies(operation, "arbiter")
        first = self.table.awaiting[0]["seat"]
        take = {"type": "take", "sin": "pride", "to": "reserve"}
        yield self._ask(operation, who=first, body={"type": "take", "sin": "pride", "to": "abyss"})
        yield self._ask(operation, who=1 - first, body=take)
        yield self._ask(operation, who=first, body=take, headers={"If-Match": '"0"'})
        yield self._ask(operation, who="arbiter", body={"type": "table.freeze"})
        yield self._ask(operation, who=first, body=take)
        yield self._ask(operation, who="arbiter", body={"type": "table.resume"})

    def _shorthand(self) -> Iterator[Step]:
        operation = ("post", f"{TEMPLATE}/shorthand")
        for kind, data in (("text/plain", b"\xff"), ("text/plain", b"x" * 70_000), ("application/json", b"{}")):
            yield self._ask(operation, who="arbiter", data=data, headers={"Content-Type": kind})
        yield self._slow(operation)
        first = self.table.awaiting[0]["seat"]
        take = "{}: take pride to reserve"
        yield self._ask(operation, who=1 - first, body=take.format(1 - first))
        yield self._ask(operation, who=1 - first, body=take.format(first))
        yield self._ask(operation, who=first, body=take.format(first), headers={"If-Match": '"0"'})
        yield self._ask(operation, who=first, body="nobody: does nothing")
        yield self._ask(operation, who="arbiter", body="arbiter: freeze")
        yield self._ask(operation, who=first, body=take.format(first))
        yield self._ask(operation, who="arbiter", body="arbiter: resume")

    def _webhooks(self) -> Iterator[Step]:
        operation = ("post", f"{TEMPLATE}/webhooks")
        yield from self._bodies(operation, 0)
        for other in (operation, ("delete", f"{TEMPLATE}/webhooks/{{webhook}}")):
            # (The one that is deleted is gone by now: another of them.)
            path = "" if other == operation else self.address(("get", other[1]))
            yield self._ask(other, who="arbiter", path=path, body=HOOK, headers={"If-Match": '"another"'})
        for number in range(6):
            step = self._ask(operation, who=0, body={**HOOK, "url": f"{HOOK['url']}/{number}"})
            if step.response.status_code >= 400:
                yield step

    def _bodies(self, operation: Operation, who: Any) -> Iterator[Step]:
        for kind, data in (
            ("application/json", b"{"),
            ("application/json", b'"' + b"x" * 70_000 + b'"'),
            ("text/plain", b"{}"),
        ):
            yield self._ask(operation, who=who, data=data, headers={"Content-Type": kind})
        yield self._slow(operation)

    def _slow(self, operation: Operation) -> Step:
        """What is said of a body that has not come in time."""
        return self._ask(operation, body=BODIES.get(operation), environ_overrides={REFUSED: SLOW})

    def _faded(self) -> Step:
        """A past of which nothing is left for the one who asks."""
        table = Table(self.client, self.client.post("/v1/matches", json={**OPENING, "options": {}}).json)
        seat, rng = table.awaiting[0]["seat"], Random(1)
        for _ in range(6):
            random_step(table, rng)
        query = {"at": table.version - 5}
        path = f"{table.path}/view"
        return self._ask(("get", f"{TEMPLATE}/view"), path=path, query_string=query, headers=table.bearer(seat))

    def _chance(self) -> Iterator[Step]:
        """What was drawn in a match whose record is closed."""
        table, operation = self._opened(), ("get", f"{TEMPLATE}/chance")
        for kind in ("table.abandon", "table.close"):
            table.do("host", {"type": kind})
        path = f"{table.path}/chance"
        done = self._ask(operation, path=path)
        yield done
        for field, tag in (("If-None-Match", done.response.headers["ETag"]), ("If-Match", '"another"')):
            yield self._ask(operation, path=path, headers={field: tag})

    def _result(self) -> Iterator[Step]:
        """How a match ended that was ruled."""
        table, operation = self._opened(), ("get", f"{TEMPLATE}/result")
        table.do(
            "arbiter",
            {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "win", "winners": [1]},
        )
        path = f"{table.path}/result"
        done = self._ask(operation, path=path)
        yield done
        for field, tag in (("If-None-Match", done.response.headers["ETag"]), ("If-Match", '"another"')):
            yield self._ask(operation, path=path, headers={field: tag})


# -- examples -----------------------------------------------------------------------------------------------


def examples(steps: Iterable[Step]) -> dict[str, Any]:
    """The first of each kind that came out of the walk, shortened where it is long."""
    found: dict[str, Any] = {}
    for step in steps:
        method, path = step.operation
        if (
            step.status in UNTOLD
            or not (step.response.mimetype or "").endswith("json")
            or path == "/v1/openapi.json"
        ):
            continue
        example = found.setdefault(f"{method.upper()} {path}", {"answers": {}})
        if step.response.status_code < 300 and step.asked is not None:
            example.setdefault("request", step.asked)
        answer = _without_others(json.loads(_the_same(step.response.text)))
        example["answers"].setdefault(step.status, shortened(answer))
    return found


def _without_others(answer: Any) -> Any:
    """An answer without the rulesets that another distribution has brought into this environment."""
    if not isinstance(answer, dict) or not isinstance(answer.get("rulesets"), list):
        return answer
    return {**answer, "rulesets": [ruleset for ruleset in answer["rulesets"] if ruleset.get("id") in SHIPPED]}


def _the_same(text: str) -> str:
    """An answer with what is another one each time written alike."""
    text = re.sub(r"\b[0-9a-f]{32}\b", "5e7ea5" + "0" * 26, text)
    text = re.sub(r"whsec_[A-Za-z0-9+/=]+", "whsec_" + "A" * 32, text)
    return re.sub(r'("added_at":)"[^"]+"', r'\1"2026-11-28T20:15:00.000Z"', text)


def shortened(document: Any, deep: int = 0) -> Any:
    """Long objects by their first members, long lists by their first items, from the third level on."""
    if isinstance(document, dict):
        members = list(document.items())
        few = members if deep == 0 or not all(isinstance(value, dict) for _, value in members) else members[:2]
        return {name: shortened(value, deep + 1) for name, value in few}
    if isinstance(document, list):
        return [shortened(item, deep + 1) for item in document[:3]]
    return document


def main() -> None:
    """Write the examples."""
    with tempfile.TemporaryDirectory() as folder:
        walk = Walk(Path(folder))
        text = json.dumps(examples(walk.steps()), ensure_ascii=False, indent=1)
        walk.close()
    EXAMPLES.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
