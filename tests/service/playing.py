"""Plays over REST: opens matches, sends commands with the token of a role, fills the listed patterns at random.

Every answer that a :class:`CheckedClient` gets is compared with what ``/v1/openapi.json`` says of it, so no test
can pass on an answer that the document does not describe.
"""

from __future__ import annotations

import copy
import gzip
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from flask import Flask
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse, run_wsgi_app
from werkzeug.wrappers import Request

from domain.kit.ruleset import rulesets
from domain.table import RULES
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from service.web.problems import CODES, MEDIA_TYPE, WITHOUT_A_RULE
from tests.games.playing import filled
from tests.games.preferences import SHORT, weights
from tests.service.environ import plain_environ

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

RULESET = "seven-sins"
NAMES = ("Ada", "Bo", "Cyd", "Dee", "Eli")
MOST_COMMANDS = 1_000

Who = str | int | None
"""A role, the number of a seat, or None for somebody without a token."""


# -- every answer is what the OpenAPI document says ---------------------------------------------------------


class CheckedClient(FlaskClient):
    """A client that holds every answer against the service's own description."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request, and check what comes back."""
        response = super().open(*args, **kwargs)
        check_answer(self.application, response)
        return response

    def _request_from_builder_args(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Request:
        base = self._copy_environ({})
        environ = plain_environ(args, kwargs, base, self.application.json.dumps)
        return super()._request_from_builder_args(args, kwargs) if environ is None else Request(environ)

    def run_wsgi_app(
        self, environ: WSGIEnvironment, buffered: bool = False
    ) -> tuple[Iterable[bytes], str, Headers]:
        """Ask the service, which sets no cookies: what is sent is sent as it is."""
        return run_wsgi_app(self.application, environ, buffered)


def check_answer(app: Flask, response: TestResponse) -> None:
    """Assert that the answer is one that the OpenAPI document describes, and that every error is a problem."""
    status = response.status_code
    assert status != 500, f"{response.request.method} {response.request.path} failed: {response.text}"
    if status >= 400:
        check_problem(response)
    request = response.request
    operation = _operation(app, request.method, request.path)
    if operation is None:
        assert status in (204, 404, 405), (
            f"{request.method} {request.path} is described nowhere, answered {status}"
        )
        return
    if status == 204 and "204" in operation:
        assert response.data == b""
        return
    described = operation.get(str(status)) or operation.get("default" if status >= 400 else "304")
    if status == 304:
        assert response.data == b""
        return
    assert described is not None, f"{request.method} {request.path} may not answer {status}"
    mimetype = response.mimetype
    assert mimetype in described, f"{request.method} {request.path} may not answer {mimetype} with {status}"
    if (content := described[mimetype]) is not None and request.method != "HEAD":
        data = gzip.decompress(response.data) if response.content_encoding == "gzip" else response.data
        document = json.loads(data) if mimetype.endswith("json") else data.decode()
        errors = [f"{error.instance_path}: {error.message}" for error in content.validator.iter_errors(document)]
        assert not errors, f"{request.method} {request.path} answered {status}: {errors}"


def check_problem(response: TestResponse) -> None:
    """Assert that an error is a problem with a known code."""
    assert response.mimetype == MEDIA_TYPE, (response.status_code, response.mimetype, response.data[:200])
    if response.request.method == "HEAD":
        return
    body = json.loads(response.data)
    assert body["code"] in CODES, body
    assert body["status"] == response.status_code == CODES[body["code"]].status, body
    assert body["type"] == f"/docs/problems#{body['code']}"
    check_rule(body)
    assert body["title"]
    assert body["detail"]


def check_rule(problem: Mapping[str, Any]) -> None:
    """Assert that a refusal names a rule that there is, unless it breaks none."""
    if "rule" in problem:
        assert is_known(problem["rule"]), problem
    elif problem["code"] == "invalid":
        assert problem.get("errors"), problem
    else:
        assert problem["code"] in WITHOUT_A_RULE, problem


def is_known(rule: str) -> bool:
    """Whether the table, a game or a test has a rule of this reference number."""
    return rule in RULES or rule in RULES_OF_TESTS or any(rule in game.rules for game in rulesets().values())


RULES_OF_TESTS = ("X-1",)
"""Rules that tests add to a game."""


def _operation(app: Flask, method: str, path: str) -> Mapping[str, Any] | None:
    """The described answers of an operation: status → media type → validator."""
    if "kerbholz-described" not in app.extensions:
        app.extensions["kerbholz-described"] = _described_in(app.extensions["kerbholz"].openapi)
    for pattern, methods in app.extensions["kerbholz-described"]:
        if pattern.fullmatch(path):
            return methods.get("get" if method == "HEAD" else method.lower())
    return None


_documents: dict[int, tuple[Any, list[tuple[re.Pattern[str], dict[str, Any]]]]] = {}
"""What each document describes, beside the document itself: services that mark nothing in it share one."""


def _described_in(document: Mapping[str, Any]) -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    if id(document) not in _documents:
        _documents[id(document)] = (document, _described(json.loads(json.dumps(document))))
    return _documents[id(document)][1]


def _described(document: Mapping[str, Any]) -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    components = closed(document["components"])
    paths = []
    for template, methods in document["paths"].items():
        pattern = re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)))
        described = {
            method: {status: _media(response, components) for status, response in operation["responses"].items()}
            for method, operation in methods.items()
            if method != "parameters"
        }
        paths.append((pattern, described))
    return paths


@dataclass
class _Content:
    """What an answer is described to hold; compiled when the first of its kind comes."""

    schema: Mapping[str, Any]

    @cached_property
    def validator(self) -> Draft202012Validator:
        return Draft202012Validator(self.schema)


def _media(response: Mapping[str, Any], components: Mapping[str, Any]) -> dict[str, _Content | None]:
    while "$ref" in response:
        *_, section, name = response["$ref"].split("/")
        response = components[section][name]
    found: dict[str, _Content | None] = {}
    for mimetype, media in response.get("content", {}).items():
        schema = media.get("schema")
        if not mimetype.endswith("json") or mimetype == "application/x-ndjson":
            schema = None  # lines and events are looked at by their own tests
        whole = {"allOf": [schema], "components": components}
        found[mimetype] = _Content(whole) if schema is not None else None
    return found


def closed(schema: Any) -> Any:
    """A copy of a JSON Schema in which objects have no members beside those it names."""
    shut = copy.deepcopy(schema)
    for node in _objects(shut):
        if isinstance(node.get("properties"), dict) and "type" in node:
            node.setdefault("additionalProperties", False)
    return shut


def _objects(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for item in node.values():
            yield from _objects(item)
    elif isinstance(node, list):
        for item in node:
            yield from _objects(item)


# -- what the ruleset publishes -----------------------------------------------------------------------------


class Published:
    """Facts, commands and boards, held against the schemas that the ruleset publishes."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self._facts = {name: Draft202012Validator(schema) for name, schema in document["facts"].items()}
        self._commands = {name: Draft202012Validator(schema) for name, schema in document["commands"].items()}
        self._view = Draft202012Validator(closed(document["view"]))

    def check_decisions(self, decisions: Sequence[Mapping[str, Any]]) -> None:
        """Facts are of the published shape; so are commands, where nothing in them is hidden."""
        for decision in decisions:
            for fact in decision.get("facts", ()):
                self._facts[fact["type"]].validate(fact)
            command = decision["command"]
            if not decision.get("faded") and command["type"] != "open" and "hidden" not in json.dumps(command):
                self.check_command(command)

    def may_be_sent(self, kind: str, command: Mapping[str, Any]) -> bool:
        """Whether this is of the shape that is published for a kind of command."""
        return self._commands[kind].is_valid(command)

    def check_command(self, command: Mapping[str, Any]) -> None:
        """A command is one that a client may send."""
        self._commands[command["type"]].validate(command)

    def check_board(self, board: Mapping[str, Any]) -> None:
        """A board is of the published shape."""
        self._view.validate(board)


# -- a table ------------------------------------------------------------------------------------------------


@dataclass
class Table:
    """One match over REST, with the tokens of everybody who has one."""

    client: FlaskClient
    opened: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The match."""
        identifier: str = self.opened["id"]
        return identifier

    @property
    def path(self) -> str:
        """Its address."""
        return f"/v1/matches/{self.id}"

    @property
    def seats(self) -> range:
        """The numbers of its seats."""
        return range(len(self.opened["seats"]))

    @property
    def everybody(self) -> list[Who]:
        """Everybody who could ask for something."""
        return [None, "spectator", "host", "scribe", "arbiter", *self.seats]

    def token(self, who: Who) -> str | None:
        """The token of *who*."""
        if who is None:
            return None
        tokens = self.opened["tokens"]
        token: str = tokens["seats"][who] if isinstance(who, int) else tokens[who]
        return token

    def all_tokens(self) -> list[str]:
        """Every token of the match."""
        return [token for who in self.everybody if (token := self.token(who)) is not None]

    def bearer(self, who: Who) -> dict[str, str]:
        """The header that says who is asking."""
        token = self.token(who)
        return {"Authorization": f"Bearer {token}"} if token is not None else {}

    def ask(
        self, who: Who, what: str = "", headers: Mapping[str, str] | None = None, **query: Any
    ) -> TestResponse:
        """GET something of the match; ``as_`` stands for ``as``."""
        parameters = {name.rstrip("_"): value for name, value in query.items()}
        path = f"{self.path}/{what}" if what else self.path
        return self.client.get(path, query_string=parameters, headers={**self.bearer(who), **(headers or {})})

    def get(self, who: Who, what: str = "", **query: Any) -> Any:
        """The body of a GET that must succeed."""
        response = self.ask(who, what, **query)
        assert response.status_code == 200, response.text
        return json.loads(response.data)

    def send(
        self, who: Who, *commands: Any, headers: Mapping[str, str] | None = None, dry_run: bool = False
    ) -> TestResponse:
        """POST one command, or several as a batch."""
        body = commands[0] if len(commands) == 1 else {"commands": list(commands)}
        return self.client.post(
            f"{self.path}/commands",
            query_string={"dry_run": "true"} if dry_run else {},
            json=body,
            headers={**self.bearer(who), **(headers or {})},
        )

    def do(self, who: Who, *commands: Any, **kwargs: Any) -> Any:
        """The body of the answer to commands that must be accepted."""
        response = self.send(who, *commands, **kwargs)
        assert response.status_code == 201, response.text
        return json.loads(response.data)

    def refused(self, who: Who, *commands: Any, **kwargs: Any) -> Any:
        """The problem with commands that must be refused."""
        response = self.send(who, *commands, **kwargs)
        assert response.status_code >= 400, response.text
        return json.loads(response.data)

    @property
    def version(self) -> int:
        """The match's version."""
        version: int = self.get("arbiter")["version"]
        return version

    @property
    def awaiting(self) -> list[Any]:
        """Whom the match awaits."""
        awaiting: list[Any] = self.get("arbiter")["awaiting"]
        return awaiting

    @property
    def mover(self) -> int:
        """The seat that is awaited, the first of them where there are several."""
        seat: int = next(one["seat"] for one in self.awaiting if isinstance(one, dict))
        return seat

    def log(self, who: Who = "arbiter", **query: Any) -> list[Any]:
        """The whole log for somebody, by the links from page to page."""
        found: list[Any] = []
        page = self.get(who, "decisions", **query)
        found += page["decisions"]
        while page["next"] is not None:
            response = self.client.get(page["next"], headers=self.bearer(who))
            assert response.status_code == 200, response.text
            page = json.loads(response.data)
            found += page["decisions"]
        return found

    def trace(self) -> Any:
        """What others could notice of the match: version, log and view for each of them, ETags included.

        That somebody has looked, host and arbiter do notice in the audit; that is left out.
        """
        return [
            (response.status_code, response.headers.get("ETag"), response.data)
            for who in self.everybody
            for response in (
                self.ask(who),
                self.ask(who, "decisions"),
                self.ask(who, "view"),
                self.ask(who, "moves"),
            )
        ] + [_without_looks(self.ask(who, "audit")) for who in self.everybody]


def _without_looks(audit: TestResponse) -> tuple[int, str | None, Any]:
    """An answer with the audit, as :meth:`Table.trace` has it."""
    told = audit.json
    if "looks" not in told:
        return audit.status_code, audit.headers.get("ETag"), told
    return audit.status_code, None, {name: value for name, value in told.items() if name != "looks"}


def new_client(database: str, app: Flask | None = None) -> CheckedClient:
    """A client of a new app on a migrated database: another process, as far as the service can tell."""
    app = app or create_app(Settings(database=database, limits=OFF))
    app.test_client_class = CheckedClient
    client = app.test_client()
    assert isinstance(client, CheckedClient)
    return client


def opening(seats: int = 3, **body: Any) -> dict[str, Any]:
    """What opens a match."""
    return {"ruleset": RULESET, "seats": [{"name": name} for name in NAMES[:seats]], **body}


def open_match(client: FlaskClient, seats: int = 3, **body: Any) -> Table:
    """Open a match; *body* holds what is not the default."""
    response = client.post("/v1/matches", json=opening(seats, **body))
    assert response.status_code == 201, response.text
    return Table(client, json.loads(response.data))


def published(client: FlaskClient, identifier: str = RULESET) -> Published:
    """What the ruleset publishes."""
    return Published(json.loads(client.get(f"/v1/rulesets/{identifier}").data))


# -- playing ------------------------------------------------------------------------------------------------


def a_move(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    """One of the moves that are listed for a seat, its patterns filled at random."""
    return one_of(table, table.get(seat, "moves")["moves"], rng)


def one_of(table: Table, listed: Sequence[Any], rng: Random) -> dict[str, Any]:
    """One of these listed moves, its patterns filled at random."""
    likely = weights(table.opened["ruleset"], listed)
    return filled_move(rng.choice(listed) if likely is None else rng.choices(listed, likely)[0], rng)


def filled_move(move: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """A listed move with a value for each of its patterns."""
    return {name: filled(value, rng) for name, value in move.items()}


def step(table: Table, rng: Random) -> Any:
    """One random lawful move of somebody who is awaited; the answer."""
    seat = rng.choice([one["seat"] for one in table.awaiting])
    return table.do(seat, a_move(table, seat, rng))


def play_out(table: Table, rng: Random, *, until: str | None = None) -> Any:
    """Play random listed moves to the end, or until it comes to *until* (a type of command); the match then."""
    for _ in range(MOST_COMMANDS):
        match = table.get("arbiter")
        if match["status"] == "finished":
            return match
        seat = rng.choice([one["seat"] for one in match["awaiting"]])
        move = a_move(table, seat, rng)
        if move["type"] == until:
            return match
        table.do(seat, move)
    raise AssertionError("the match does not end")


def scribe_step(table: Table, rng: Random) -> Any:
    """One random listed move of a recorded match, entered by the scribe, who confirms the end."""
    if table.awaiting == [{"confirm": "end"}]:
        return table.do("scribe", {"type": "table.confirm"})
    moves = table.get("scribe", "moves")["moves"]
    return table.do("scribe", filled_move(rng.choice(moves), rng))


def random_slip(moves: Sequence[Any], rng: Random) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Two purchases of different goods, if they are listed: what the scribe enters, and what happened."""
    goods = [move for move in moves if move["type"] == "buy" and move["stone"] != "indulgence"]
    plain = [move for move in goods if not move.get("greedy")]
    if len({move["stone"] for move in plain}) < 2:
        return None
    entered, happened = rng.sample(plain, 2)
    return entered, happened


# -- whole matches, checked ---------------------------------------------------------------------------------


def checked_move(table: Table, rules: Published, rng: Random, awaiting: Sequence[Any]) -> None:
    """One random listed move of somebody who is awaited; what follows is of the published shape, and in order."""
    awaited = [one["seat"] for one in awaiting]
    seat = rng.choice(awaited)
    for other in set(table.seats) - set(awaited):
        if rng.random() < 0.1:
            assert table.get(other, "moves")["moves"] == []
    moves = table.get(seat, "moves")
    assert moves["awaiting"] == awaiting
    command = one_of(table, moves["moves"], rng)
    rules.check_command(command)
    answer = table.do(seat, command)
    rules.check_decisions(answer["decisions"])
    first, *behind = answer["decisions"]
    assert (first["actor"], first["recorded_by"], first["command"]) == ({"seat": seat}, {"seat": seat}, command)
    assert first["version"] == moves["version"] + 1
    assert all(later["recorded_by"] == "service" for later in behind)
    assert answer["receipt"]["size"] == answer["version"] + 1 == first["version"] + len(behind) + 1


def check_reading(table: Table, rules: Published, after: int) -> int:
    """Everybody reads the board, and the decisions that are new since *after*; the newest version."""
    newest = table.version
    for who in table.everybody:
        rules.check_board(table.get(who, "view")["board"])
        log = table.log(who, after=after) if after >= 0 else table.log(who)
        assert [decision["version"] for decision in log] == list(range(after + 1, newest + 1))
        rules.check_decisions(log)
    assert table.get(None, "view")["board"] == table.get("spectator", "view")["board"]
    return newest


def check_disclosed(table: Table, rules: Published) -> None:
    """Everybody reads everything, and nothing can be done any more."""
    log = table.log("arbiter")
    for who in (None, "host", *table.seats):
        assert table.log(who, as_="official") == log
        assert table.get(who, "moves")["moves"] == []
        assert table.get(who, "view", as_="official", at=3)["as"] == "official"
    for at in range(0, len(log), 25):
        rules.check_board(table.get(None, "view", as_="official", at=at)["board"])


# -- who is told what ---------------------------------------------------------------------------------------

OFFICIALS = ("arbiter", "scribe")
HIDDEN: Mapping[str, Any] = {"hidden": 1}
NOTE: Mapping[str, Any] = {"type": "table.note", "text": "tea break"}


def told(table: Table, version: int, read: Callable[[Any], Any]) -> dict[Who, Any]:
    """What everybody reads in a decision; *read* finds it in there."""
    return {who: without(read(table.log(who)[version]), "seal") for who in table.everybody}


def seen(table: Table, read: Callable[[Any], Any]) -> dict[Who, Any]:
    """What everybody sees on the board; *read* finds it there."""
    return {who: read(table.get(who, "view")["board"]) for who in table.everybody}


def known_to(table: Table, seats: Sequence[Who], value: Any, otherwise: Any) -> dict[Who, Any]:
    """What everybody knows of a secret of these seats: they and officials know the value."""
    return {who: value if who in (*seats, *OFFICIALS) else otherwise for who in table.everybody}


def fact_of(decision: Mapping[str, Any], kind: str) -> Any:
    """The one fact of a type in a decision."""
    (fact,) = (fact for fact in decision["facts"] if fact["type"] == kind)
    return fact


def kinds_of(decision: Mapping[str, Any]) -> list[str]:
    """The types of a decision's facts, without those that only say how it goes on."""
    return [fact["type"] for fact in decision["facts"] if fact["type"] not in ("StepsDue", "Awaited")]


def check_stops(table: Table, seat: int, command: Mapping[str, Any], facts: Sequence[str], then: str) -> Any:
    """A dry run of *command* tells these facts of everyone, and stops where *then* would open a secret.

    So does a batch, whatever stands behind. Gives the decision that opens the secret.
    """
    trace = table.trace()
    dry = table.send(seat, command, dry_run=True)
    assert dry.status_code == 201, dry.text
    (tried,) = json.loads(dry.data)["decisions"]
    assert tried["command"] == command
    assert kinds_of(tried) == list(facts)
    refusals = set()
    for behind in (NOTE, command, {"type": "decline"}, {"type": "table.take-back", "decision": 10**6}):
        for dry_run in (False, True):
            response = table.send(seat, command, behind, dry_run=dry_run)
            assert (response.status_code, json.loads(response.data)["code"]) == (422, "batch-crosses-chance"), (
                behind
            )
            refusals.add(response.data)
    assert len(refusals) == 1
    assert table.trace() == trace
    done, opened, *_ = table.do(seat, command)["decisions"]
    assert without(done["facts"], "seal") == tried["facts"]
    assert (opened["command"]["type"], opened["automatic"]) == (then, True)
    return opened


# -- searching ----------------------------------------------------------------------------------------------


def everything_in(response: TestResponse) -> str:
    """All that an answer says, headers included."""
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    return f"{headers}\n\n{response.text}"


def without(document: Any, *names: str) -> Any:
    """A document without the members of these names, wherever they stand."""
    if isinstance(document, dict):
        return {name: without(value, *names) for name, value in document.items() if name not in names}
    if isinstance(document, list):
        return [without(item, *names) for item in document]
    return document


# -- tables laid by hand ------------------------------------------------------------------------------------

SINS = ["pride", "greed", "lust", "envy"]
FIRST_FIVE = ["pride", "pride", "greed", "lust", "envy"]
PLACING_SEED = 5


def recorded_match(client: FlaskClient, cards: Any = ("pride", "greed"), **options: Any) -> Table:
    """A recorded match for two in which seat 0 is to take: the scribe has dealt *cards* and filled the centre."""
    options = {"first_seat": 0, "sins": SINS, **options}
    table = open_match(client, 2, mode="recorded", options=options)
    dealt = cards if isinstance(cards, dict) else list(cards)
    table.do("scribe", {"type": "deal", "cards": dealt}, {"type": "refill", "cards": FIRST_FIVE})
    return table


def placing_match(client: FlaskClient) -> Table:
    """A hosted match of three seats, all of which have stones to place and a choice in placing them."""
    options = {"chance": "known", "history": "kept", "first_seat": 0}
    table = open_match(client, 3, options=options, seed=f"{PLACING_SEED:032x}")
    match = play_out(table, Random(PLACING_SEED), until="place-stones")
    assert match["awaiting"] == [{"seat": 0}, {"seat": 1}, {"seat": 2}]
    return table


def a_placing(table: Table, seat: int) -> dict[str, Any]:
    """One lawful placing of a seat of :func:`placing_match`."""
    return filled_move(table.get(seat, "moves")["moves"][0], Random(1))


class Deck:
    """The cards of :func:`recorded_match` on the real table, of which the scribe sees what comes out."""

    def __init__(self, rng: Random, dealt: Sequence[str]) -> None:
        first = [sin for sin in SINS for _ in range(6)]
        for card in (*dealt, *FIRST_FIVE):
            first.remove(card)
        piles = [first, *([sin for sin in SINS for _ in range(number)] for number in (3, 2))]
        for pile in piles:
            pile.append("judgement")
            rng.shuffle(pile)
        self._cards = [card for pile in piles for card in pile]
        self._judgements = 3

    def refill(self, board: Mapping[str, Any]) -> dict[str, Any]:
        """What comes out for a centre: it is filled up, but nothing follows the last Judgement."""
        cards: list[str] = []
        while board["centre"]["count"] + len(cards) < 5 and self._judgements:
            cards.append(self._cards.pop(0))
            self._judgements -= cards[-1] == "judgement"
        return {"type": "refill", "cards": cards}


# -- Mea Culpa ----------------------------------------------------------------------------------------------

MEA_CULPA = "mea-culpa"
MOST_MATCHES = 20


def mea_culpa(
    client: FlaskClient, seats: int = 4, number: int = 0, board: Mapping[str, Any] | None = None, **options: Any
) -> Table:
    """A hosted match of Mea Culpa whose chance is that of *number*; the souls stand in the order of the seats."""
    body = {"ruleset": MEA_CULPA, "board": board or {}, "seed": f"{number:032x}"}
    return open_match(client, seats, options={"chance": "known", "row": list(range(seats)), **options}, **body)


def until(
    client: FlaskClient,
    sought: Callable[[Mapping[str, Any], int, Sequence[Any]], Mapping[str, Any] | None],
    seats: int = 4,
    wishes: Sequence[str] = (),
    board: Mapping[str, Any] | None = None,
    **options: Any,
) -> tuple[Table, int, Any]:
    """Play random matches until a command of the sought kind can be sent: the table, the seat, the command.

    *sought* finds it for a seat in the full board and the moves that are listed. Moves of a type in *wishes* are
    preferred to others.
    """
    for number in range(MOST_MATCHES):
        table, rng = mea_culpa(client, seats, number, board, **options), Random(number)
        for _ in range(MOST_COMMANDS):
            now = table.get("arbiter", "view")
            if not now["awaiting"]:
                break
            listed = {one["seat"]: table.get(one["seat"], "moves")["moves"] for one in now["awaiting"]}
            for seat, moves in listed.items():
                command = sought(now["board"], seat, moves)
                if command is not None:
                    return table, seat, command
            seat = rng.choice(list(listed))
            wished = [move for move in listed[seat] if move["type"] in wishes]
            table.do(seat, filled_move(rng.choice(wished or listed[seat]), rng))
    raise AssertionError(f"in {MOST_MATCHES} matches it did not come to that")


# -- Thurn and Taxis ----------------------------------------------------------------------------------------

THURN_AND_TAXIS = "thurn-and-taxis"
BOTH_MODULES = ("audience", "offices")


def thurn_and_taxis(client: FlaskClient, seats: int = 3, number: int = 0, **body: Any) -> Table:
    """A hosted match with both modules on a board with few houses, whose chance is that of *number*."""
    options = {"chance": "known", "modules": list(BOTH_MODULES), "start_player": 0, **body.pop("options", {})}
    board = {**SHORT[THURN_AND_TAXIS], **body.pop("board", {})}
    wanted = {"ruleset": THURN_AND_TAXIS, "options": options, "board": board, "seed": f"{number:032x}", **body}
    return open_match(client, seats, **wanted)
