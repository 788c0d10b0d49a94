"""Speaking to the service about one match, as its scribe."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlencode, urlsplit

if TYPE_CHECKING:
    import urllib3

CONNECT_SECONDS = 5.0
READ_SECONDS = 20.0
TRY_LATER = (408, 429, 500, 502, 503, 504)
"""Statuses that say nothing about the request itself."""
LOST_RACES = ("conflict", "version-not-reached")
"""Codes after which the same request can succeed."""


class Unreachable(Exception):
    """The service cannot be reached, or cannot answer now; *wait* says for how many seconds, if it was said."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class Problem(Exception):
    """The service refuses what was asked: a problem document (RFC 9457)."""

    def __init__(self, status: int, document: Mapping[str, Any]) -> None:
        self.status = status
        self.document = document
        super().__init__(str(document.get("detail") or document.get("title") or status))

    @property
    def code(self) -> str:
        """What kind of problem it is."""
        return str(self.document.get("code", ""))

    @property
    def is_beyond_the_end(self) -> bool:
        """Whether what was asked for lies behind a version that the log does not have: it was restored."""
        return "after" in (self.document.get("errors") or {})


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of the service; *seconds* how long the answer may take."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes | None = None
    seconds: float = READ_SECONDS


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes


Send: TypeAlias = Callable[[Request], Reply]
"""Carries a request to the service; raises :class:`Unreachable`."""


class Http:
    """Carries requests over the network; the token goes to the address that was given, and nowhere else."""

    def __init__(self, address: str) -> None:
        split = urlsplit(address)
        if (
            split.scheme not in ("http", "https")
            or not split.hostname
            or split.query
            or split.fragment
            or split.username
        ):
            raise ValueError("an address is http://HOST[:PORT] or https://HOST, with no name or token in it")
        import urllib3

        self._base = address.rstrip("/")
        self._pool = urllib3.PoolManager(maxsize=4, retries=False)

    def __call__(self, request: Request) -> Reply:
        """Send a request once; raises :class:`Unreachable`."""
        import urllib3

        timeout = urllib3.Timeout(connect=CONNECT_SECONDS, read=request.seconds)
        try:
            response = self._pool.request(
                request.method,
                self._base + request.target,
                body=request.body,
                headers=dict(request.headers),
                timeout=timeout,
                redirect=False,
            )
        except urllib3.exceptions.HTTPError as error:
            raise Unreachable(_reason(error)) from None
        except ValueError:
            # The library's message would repeat the header, and with it the token.
            raise Unreachable("what is asked cannot be sent as it is") from None
        return Reply(response.status, response.headers, response.data)


def _reason(error: urllib3.exceptions.HTTPError) -> str:
    import urllib3

    if isinstance(error, urllib3.exceptions.SSLError):
        return "the service's certificate is not to be trusted"
    if isinstance(error, urllib3.exceptions.TimeoutError):
        return "the service does not answer"
    return "the service cannot be reached"


class Client:
    """One match, asked about with one token; with a *language*, answers have texts for people in it.

    A service that gives none is asked without: an older one refuses to be asked for them.
    """

    def __init__(self, send: Send, match: str, token: str, language: str | None = None) -> None:
        self._send = send
        self._path = f"/v1/matches/{match}"
        self._headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
        self.language = language

    def match(self) -> Any:
        """How the match stands."""
        return self._told(self._path)

    def view(self) -> Any:
        """The whole board, at the end of the newest line."""
        return self._get(f"{self._path}/view")

    def moves(self) -> Any:
        """What can be entered now."""
        return self._told(f"{self._path}/moves")

    def ruleset(self, identifier: str) -> Any:
        """What a game publishes."""
        return self._told(f"/v1/rulesets/{identifier}", parameter="lang")

    def board(self, at: int) -> str:
        """The board after a decision in words; nothing where the service has none."""
        if self.language is None:
            return ""
        target = f"{self._path}/picture?{urlencode({'at': at, 'lang': self.language})}"
        reply = self._replied(Request("GET", target, {**self._headers, "Accept": "text/plain"}))
        is_text = reply.headers.get("Content-Type", "").startswith("text/plain")
        return reply.body.decode(errors="replace") if reply.status == 200 and is_text else ""

    def words(self) -> Any:
        """What the values of each kind are called; nothing where the service does not say."""
        if self.language is None:
            return {}
        try:
            return self._told(f"{self._path}/words", parameter="lang")["words"]
        except Problem:
            return {}

    def decisions(self, after: int, *, wait: int = 0, limit: int = 1000, told: bool = False) -> list[Any]:
        """What is behind a version, *limit* at most; with *wait*, as soon as there is something.

        If it is to be *told*, each has a text."""
        query = {**_after(after), "limit": limit, **({"wait": wait} if wait else {})}
        ask = self._told if told else self._get
        page = ask(f"{self._path}/decisions", query, seconds=READ_SECONDS + wait)
        listed: list[Any] = page["decisions"]
        return listed

    def line(self, version: int, number: int) -> list[Any]:
        """The last *number* decisions up to *version*, with what the line has made of them."""
        query = {**_after(version - number), "limit": number, "line": version}
        listed: list[Any] = self._told(f"{self._path}/decisions", query)["decisions"]
        return listed

    def append(self, body: Mapping[str, Any], key: str, seen: int | None) -> Any:
        """Append a command, once however often it is sent with this *key*; *seen* is the newest version known."""
        return self._post(body, {"Idempotency-Key": key, **_if_match(seen)})

    def try_out(self, body: Mapping[str, Any], seen: int | None) -> Any:
        """What a command would bring about; nothing is stored."""
        return self._post(body, _if_match(seen), dry_run="true")

    def _told(
        self,
        path: str,
        query: Mapping[str, int] | None = None,
        seconds: float = READ_SECONDS,
        parameter: str = "text",
    ) -> Any:
        """The same as :meth:`_get`, with texts in the language."""
        if self.language is None:
            return self._get(path, query, seconds)
        try:
            return self._get(path, {**(query or {}), parameter: self.language}, seconds)
        except Problem as problem:
            if not self._is_unheard_of(problem, parameter):
                raise
        return self._get(path, query, seconds)

    def _is_unheard_of(self, problem: Problem, parameter: str) -> bool:
        """Whether the service gives no texts: it is not asked for any from then on."""
        if parameter not in (problem.document.get("errors") or {}):
            return False
        self.language = None
        return True

    def _get(self, path: str, query: Mapping[str, int | str] | None = None, seconds: float = READ_SECONDS) -> Any:
        target = f"{path}?{urlencode(query)}" if query else path
        return self._ask(Request("GET", target, self._headers, None, seconds))

    def _post(self, body: Mapping[str, Any], headers: Mapping[str, str], **query: str) -> Any:
        told = {**query, "text": self.language} if self.language is not None else query
        target = f"{self._path}/commands" + (f"?{urlencode(told)}" if told else "")
        whole = {**self._headers, "Content-Type": "application/json", **headers}
        try:
            return self._ask(Request("POST", target, whole, json.dumps(body).encode()))
        except Problem as problem:
            language = self.language
            if told is query or not self._is_unheard_of(problem, "text"):
                raise
        try:
            return self._post(body, headers, **query)  # (nothing was stored)
        except Problem as problem:
            if "text" in (problem.document.get("errors") or {}):
                self.language = language  # it was the text of a note that was wrong
            raise

    def _replied(self, request: Request) -> Reply:
        reply = self._send(request)
        if reply.status in TRY_LATER:
            raise Unreachable(f"the service cannot answer now ({reply.status})", _wait(reply))
        return reply

    def _ask(self, request: Request) -> Any:
        reply = self._replied(request)
        try:
            document = json.loads(reply.body)
        except ValueError:
            raise Unreachable("what answers is not the service") from None
        if 200 <= reply.status < 300:
            return document
        if not isinstance(document, dict) or "code" not in document:
            raise Unreachable(f"what answers is not the service ({reply.status})")
        if document["code"] in LOST_RACES:
            raise Unreachable(str(document.get("detail")), _wait(reply))
        raise Problem(reply.status, document)


def _after(version: int) -> dict[str, int]:
    """Behind a version; without one the log begins with the opening."""
    return {"after": version} if version >= 0 else {}


def _if_match(seen: int | None) -> dict[str, str]:
    return {"If-Match": f'"{seen}"'} if seen is not None else {}


def _wait(reply: Reply) -> float | None:
    said = reply.headers.get("Retry-After", "")
    return float(said) if said.isdigit() else None
