"""``kerbholz record`` and ``kerbholz shorthand``: a file becomes a recorded match of a service, and the other way.

The service takes a file in as a whole, or not at all.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from service.cli.client import Http, Reply, Request, Unreachable

if TYPE_CHECKING:
    from domain.kit.facts import Json

JSON, PLAIN = "application/json", "text/plain"
SECONDS = 30
"""Seconds within which the service has to answer."""
PAUSE = 0.5
"""Seconds before a request with a key is sent again when its answer did not come."""
TRIES = 5
"""How often a request is made when the service has no room for it."""
IMPORT_SECONDS = 180
"""Seconds within which it has to answer to a whole file."""
TAKEN = "external-id-taken"
_PLACE = re.compile(r"line (\d+), column (\d+)")


class Failure(Exception):
    """It cannot go on; the message says why."""


class Refusal(Failure):
    """The service has refused something; *problem* is what it said."""

    def __init__(self, problem: Json) -> None:
        self.problem = problem
        rule = f" ({problem['rule']})" if problem.get("rule") else ""
        super().__init__(f"{problem.get('code')}{rule}: {problem.get('detail')}")


class NoAnswer(Failure):
    """The service cannot be reached, or does not answer."""


class Service:
    """The service at an address."""

    def __init__(self, url: str) -> None:
        try:
            self._send = Http(url)
        except ValueError as error:
            raise Failure(f"this is no address of a service: {error}") from None  # a password may stand in it
        self.url = url.rstrip("/")

    def get(self, path: str, token: str | None = None, form: str = JSON, **query: str | None) -> str:
        """What is at *path*, in this *form*."""
        asked = urlencode({name: value for name, value in query.items() if value is not None})
        return self._ask("GET", f"{path}?{asked}" if asked else path, None, token, {"Accept": form})

    def told(self, path: str, token: str | None = None, **query: str | None) -> Any:
        """The JSON at *path*."""
        with self.expected():
            return json.loads(self.get(path, token, JSON, **query))

    @contextmanager
    def expected(self) -> Iterator[None]:
        """Where an answer is taken apart: one that is not as expected comes from something else."""
        try:
            yield
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Failure(f"what answers at {self.url} is not the service") from None

    def post(
        self, path: str, body: Json, token: str | None, key: str | None = None, seconds: float = SECONDS
    ) -> Json:
        """The answer to *body*: a text goes as text, everything else as JSON."""
        kind = f"{PLAIN}; charset=utf-8" if isinstance(body, str) else JSON
        headers = {"Content-Type": kind, **({"Idempotency-Key": key} if key is not None else {})}
        data = body if isinstance(body, str) else json.dumps(body)
        with self.expected():
            answer: Json = json.loads(self._ask("POST", path, data.encode(), token, headers, seconds))
            return {**answer}

    def _ask(
        self,
        method: str,
        path: str,
        data: bytes | None,
        token: str | None,
        headers: dict[str, str],
        seconds: float = SECONDS,
    ) -> str:
        if token is not None:
            headers = {**headers, "Authorization": f"Bearer {token}"}
        for left in reversed(range(TRIES)):
            try:
                reply = self._send(Request(method, path, headers, data, seconds))
            except Unreachable as error:
                if left and "Idempotency-Key" in headers:
                    time.sleep(PAUSE)  # perhaps only the answer was lost, and with it tokens that nobody else has
                    continue
                raise NoAnswer(f"{self.url} cannot be reached: {error}") from None
            if 200 <= reply.status < 300:
                with self.expected():
                    return reply.body.decode()
            wait = reply.headers.get("Retry-After", "")
            if reply.status not in (409, 429, 503) or not wait.isdigit() or not left:
                raise _refusal(self.url + path, reply)
            time.sleep(min(int(wait), SECONDS))
        raise AssertionError("the last try answers or raises")


def _refusal(url: str, reply: Reply) -> Failure:
    try:
        problem = json.loads(reply.body)
    except ValueError:
        problem = None
    if isinstance(problem, dict):
        return Refusal(problem)
    return Failure(f"{url} answers {reply.status}, and nothing that Kerbholz would say")


# -- a file becomes a match ---------------------------------------------------------------------------------


def record(service: Service, text: str, api_key: str | None = None) -> Json:
    """Let the service take a file in, whole or not at all: the match with its tokens, and what was kept as notes.

    The request has a key of its own, so that one whose answer was lost is not done twice. Raises :class:`Refusal`.
    """
    return service.post("/v1/imports", text, api_key, f"record-{secrets.token_hex(16)}", IMPORT_SECONDS)


def confirm(service: Service, match: Json) -> None:
    """Confirm the end of a match, as its scribe."""
    token = match["tokens"]["scribe"]
    service.post(f"/v1/matches/{match['id']}/commands", {"type": "table.confirm"}, token)


def told(refusal: Refusal, name: str, external_id: str | None = None) -> str:
    """What is wrong with a file, as compilers say it: a line for each error."""
    problem = refusal.problem
    if problem.get("code") == TAKEN:
        holder = str(problem.get("match") or "").rpartition("/")[2]
        called = f"the external id {external_id}" if external_id else "this external id"
        return f"{f'match {holder}' if holder else 'a match that is not public'} has {called} already"
    places = [(_PLACE.fullmatch(place), said) for place, said in (problem.get("errors") or {}).items()]
    found = [(int(place[1]), int(place[2]), said) for place, said in places if place is not None]
    if not found:
        return str(refusal)
    return "\n".join(f"{name}:{line}:{column}: {one}" for line, column, said in sorted(found) for one in said)


def external_id_of(text: str) -> str | None:
    """The external id in the header of a file; None where there is none, or none that can be read."""
    from domain.kit.shorthand import EXTERNAL_ID, ShorthandError, read_match

    try:
        return read_match(text).header.labels.get(EXTERNAL_ID)
    except ShorthandError:
        return None


def exported(service: Service, match: str, token: str | None, viewer: str | None) -> str:
    """A match as a text file."""
    return service.get(f"/v1/matches/{quote(match, safe='')}/shorthand", token, PLAIN, **{"as": viewer})
