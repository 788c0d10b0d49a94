"""``kerbholz record`` and ``kerbholz shorthand``: a file becomes a recorded match of a service, and the other way.

Everything goes through the service, as any client's requests do. Each line is sent with the token of who says it.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from domain.kit.facts import Json
from domain.kit.ruleset import UnknownRuleset, ruleset
from domain.kit.shorthand import Header, Line, ShorthandError, parse, read_match
from domain.kit.shorthand.match_file import EXTERNAL_ID
from service.answers import JSON, PLAIN
from service.scribe.client import Http, Reply, Request, Unreachable

SECONDS = 30
"""Within which the service has to answer."""
TRIES = 5
"""How often a request is made that the service had no room for."""
BATCH = 50
"""Lines that are sent at a time."""
ALONE = ("table.take-back", "table.amend", "table.reveal", "table.consent")
"""Commands that are sent for themselves: they are judged on the whole log."""


class Failure(Exception):
    """It cannot go on; the message says why."""


class Refusal(Failure):
    """The service has refused something; *problem* is what it said."""

    def __init__(self, problem: Json) -> None:
        self.problem = problem
        rule = f" ({problem['rule']})" if problem.get("rule") else ""
        super().__init__(f"{problem.get('code')}{rule}: {problem.get('detail')}")

    @property
    def line(self) -> int | None:
        """Which line of a text the service has refused."""
        for name in self.problem.get("errors") or {}:
            words = name.replace(",", "").split()
            if words[:1] == ["line"] and words[1:2] and words[1].isdigit():
                return int(words[1])
        return None


class Service:
    """The service at an address."""

    def __init__(self, url: str) -> None:
        try:
            self._send = Http(url)
        except ValueError as error:
            raise Failure(f"{url} is no address of a service: {error}") from None
        self.url = url.rstrip("/")

    def get(self, path: str, token: str | None = None, form: str = JSON, **query: str | None) -> str:
        """What is at *path*, in this *form*."""
        asked = urlencode({name: value for name, value in query.items() if value is not None})
        return self._ask("GET", f"{path}?{asked}" if asked else path, None, token, {"Accept": form})

    def post(self, path: str, body: Json, token: str | None, key: str | None = None) -> Json:
        """The answer to *body*: a text goes as text, everything else as JSON."""
        kind = f"{PLAIN}; charset=utf-8" if isinstance(body, str) else JSON
        headers = {"Content-Type": kind, **({"Idempotency-Key": key} if key is not None else {})}
        data = body if isinstance(body, str) else json.dumps(body)
        return json.loads(self._ask("POST", path, data.encode(), token, headers))

    def _ask(self, method: str, path: str, data: bytes | None, token: str | None, headers: dict[str, str]) -> str:
        if token is not None:
            headers = {**headers, "Authorization": f"Bearer {token}"}
        for left in reversed(range(TRIES)):
            try:
                reply = self._send(Request(method, path, headers, data, SECONDS))
            except Unreachable as error:
                raise Failure(f"{self.url} cannot be reached: {error}") from None
            if 200 <= reply.status < 300:
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


@dataclass
class Recorded:
    """What became of a file: the match, the tokens of one that was opened, and what was kept as a note.

    *stopped* is the line at which recording ended before its time, with the reason.
    """

    match: str
    tokens: Json
    lines: int = 0
    gaps: int = 0
    kept: list[tuple[int, str]] = field(default_factory=list)
    stopped: tuple[int, str] | None = None


@dataclass(frozen=True)
class File:
    """A file that was read: what opens the match, and its lines."""

    text: str
    header: Header
    public: bool
    lines: Sequence[Line]

    def opening(self) -> dict[str, Json]:
        """What opens the match."""
        header = self.header
        given: dict[str, Json] = {
            "ruleset": header.ruleset,
            "mode": "recorded",
            "seats": [{"name": seat.name or seat.colour, "colour": seat.colour} for seat in header.seats],
            "options": dict(header.options),
            "board": dict(header.board),
            "labels": dict(header.labels),
            "public": self.public,
        }
        return given if header.played_on is None else {**given, "played_on": header.played_on}


def read_file(text: str) -> File:
    """The file, read to its end; raises :class:`ShorthandError` or :class:`Failure`."""
    file = read_match(text)
    try:
        game = ruleset(file.header.ruleset or "")
    except UnknownRuleset:
        raise Failure(f"there is no ruleset {file.header.ruleset}") from None
    if file.header.version not in (None, game.version):
        raise Failure(f"the file is for version {file.header.version} of {game.id}; here it is {game.version}")
    return File(text, file.header, file.public, parse(game, file.body, file.header))


def record(service: Service, file: File, api_key: str | None = None) -> Recorded:
    """Open a recorded match and enter the file.

    Nothing is opened if there is a match with the file's external id. A line that is refused ends it, unless it
    stands behind a gap: what follows a gap may make no sense without what is missing, and is kept as a note.
    """
    _check_new(service, file.header.labels.get(EXTERNAL_ID))
    opened = service.post("/v1/matches", file.opening(), api_key)
    recorded = Recorded(opened["id"], opened["tokens"])
    batches = list(_batches(file.lines))
    while batches and recorded.stopped is None:
        _send(service, recorded, batches.pop(0))
    return recorded


def _check_new(service: Service, external_id: str | None) -> None:
    """Refuse an external id that a match of the catalogue has. (A key for openings must not be guessed.)"""
    if external_id is None:
        return
    found = json.loads(service.get("/v1/matches", label=f"{EXTERNAL_ID}:{external_id}"))["matches"]
    if found:
        raise Failure(f"match {found[0]['id']} has the external id {external_id} already")


def _send(service: Service, recorded: Recorded, batch: Sequence[Line]) -> None:
    try:
        _post(service, recorded, batch)
    except Refusal as refusal:
        refused = next((n for n, line in enumerate(batch) if line.line == refusal.line), None)
        if refused is None:
            raise
        if refused:
            _post(service, recorded, batch[:refused])
        if not recorded.gaps:
            recorded.stopped = (batch[refused].line, str(refusal))
            return
        _keep(service, recorded, batch[refused], str(refusal))
        if batch[refused + 1 :]:
            _send(service, recorded, batch[refused + 1 :])


def _post(service: Service, recorded: Recorded, lines: Sequence[Line]) -> None:
    # Empty lines in front, so that the service counts lines as the file does.
    text, at = [], 0
    for line in lines:
        text.append("\n" * (line.line - 1 - at) + line.text + "\n")
        at = line.line
    body = "".join(text)
    token = _token(recorded.tokens, lines[0])
    service.post(f"/v1/matches/{recorded.match}/shorthand", body, token, f"record-{_hashed(body)}")
    recorded.lines += len(lines)
    recorded.gaps += sum(is_gap(line) for line in lines)


def _keep(service: Service, recorded: Recorded, line: Line, why: str) -> None:
    """Keep a line that cannot be played as a note, word for word."""
    note = {"type": "table.note", "text": f"…gap… {line.text}"[:2000]}
    key = f"record-{_hashed(f'{line.line} {line.text}')}"
    service.post(f"/v1/matches/{recorded.match}/commands", note, recorded.tokens["scribe"], key)
    recorded.kept.append((line.line, why))


def is_gap(line: Line) -> bool:
    """Whether a line says that something is missing in the record."""
    return line.command["type"] == "table.note" and str(line.command.get("text", "")).startswith("…gap…")


def _batches(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """Lines that can be sent together: the scribe's, so many at a time; everybody else's one by one."""
    batch: list[Line] = []
    for line in lines:
        alone = _teller(line) != "scribe" or line.command["type"] in ALONE
        if batch and (alone or len(batch) == BATCH):
            yield batch
            batch = []
        if alone:
            yield [line]
        else:
            batch.append(line)
    if batch:
        yield batch


def _teller(line: Line) -> str | int:
    """Whose token says a line: what is played the scribe enters, what is said everybody says himself."""
    if line.actor in ("arbiter", "host"):
        return str(line.actor)
    of_the_table = str(line.command["type"]).startswith("table.") and line.command["type"] != "table.consent"
    return line.seat if line.seat is not None and of_the_table else "scribe"


def _token(tokens: Json, line: Line) -> str:
    teller = _teller(line)
    token: str = tokens["seats"][teller] if isinstance(teller, int) else tokens[teller]
    return token


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def exported(service: Service, match: str, token: str | None, viewer: str | None) -> str:
    """A match as a text file."""
    return service.get(f"/v1/matches/{quote(match, safe='')}/shorthand", token, PLAIN, **{"as": viewer})


def where(error: ShorthandError, name: str) -> str:
    """What is wrong with a file, as compilers say it."""
    return f"{name}:{error.line}:{error.column}: {error.detail}"
