"""Behind a path of a proxy: every address that the service gives out begins with it, and nothing forged does."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

import httpx
import pytest

from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from service.web.prefix import LONGEST, read
from tests.persistence.serving import served
from tests.service.playing import new_client, open_match, opening
from tests.service.proxying import KINDS, proxied
from tests.service.receiving import receiver

pytestmark = pytest.mark.long

PREFIX = "/games/kerbholz"
OWN = re.compile(r"/(v1|docs)\b")


def addresses(document: Any) -> Iterator[str]:
    """Every text in a document that is a path, keys left out."""
    if isinstance(document, str) and document.startswith("/"):
        yield document
    elif isinstance(document, dict):
        for value in document.values():
            yield from addresses(value)
    elif isinstance(document, list):
        for value in document:
            yield from addresses(value)


class Links(HTMLParser):
    """The addresses on a page that lead to another one."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note where it leads."""
        self.found += [
            value for name, value in attributes if name in ("href", "src") and value and value[0] != "#"
        ]


# -- through proxies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_through_a_proxy_with_a_path_tls_and_gzip_everything_leads_back_to_the_service(tmp_path, kind):
    """From the answer that opens a match one comes everywhere, and nowhere else, by the addresses given out."""
    with (
        served(f"sqlite:///{tmp_path / 'kerbholz.db'}", 1, "--proxies", "1") as server,
        proxied(kind, tmp_path, server.address, PREFIX) as (base, trust),
        httpx.Client(verify=trust, trust_env=False, timeout=30) as client,
    ):
        opened = client.post(f"{base}/v1/matches", json=opening(2))
        assert opened.status_code == 201
        place = urljoin(f"{base}/v1/matches", opened.headers["Location"])
        assert place == f"{base}/v1/matches/{opened.json()['id']}"
        bearer = {"Authorization": f"Bearer {opened.json()['tokens']['arbiter']}"}
        note = {"type": "table.note", "text": "tea"}
        assert client.post(f"{place}/commands", json=note, headers=bearer).status_code == 201
        hook = client.post(f"{place}/webhooks", json={"url": "https://example.org/"}, headers=bearer)
        assert hook.status_code == 201
        waiting = [f"{base}/v1/matches", f"{base}/v1/rulesets", f"{base}/docs", f"{base}/docs/problems", place]
        waiting += [f"{place}/decisions?limit=1", urljoin(place, hook.headers["Location"]), f"{base}/v1/nowhere"]
        seen: set[str] = set()
        compressed = 0
        while waiting:
            address = waiting.pop()
            if address in seen or address.endswith(("/stream", "/commands")):
                continue
            seen.add(address)
            form = {"Accept": "text/html, application/json;q=0.9, text/plain;q=0.5"}
            response = client.get(address, headers={**bearer, **form}, follow_redirects=False)
            # (Which match a token is of goes for rulesets, too.)
            assert response.status_code == (404 if address.endswith("nowhere") else 200), address
            compressed += response.headers.get("Content-Encoding") == "gzip"
            assert int(response.headers.get("Content-Length", 0)) < 1_000_000
            found = re.findall(r"<([^>]*)>", response.headers.get("Link", ""))
            if response.headers["Content-Type"].startswith("text/html"):
                # Home are the pages for people, which have an address that is data.
                found += [one for one in Links(response.text).found if one != f"{PREFIX}/"]
                assert PREFIX in response.text
            elif address.endswith("openapi.json"):
                document = response.json()
                (server_named,) = document["servers"]
                found += [
                    f"{server_named['url']}{path}"
                    for path, methods in document["paths"].items()
                    if "{" not in path and "get" in methods
                ]
            elif response.headers["Content-Type"].endswith("json"):
                found += [one for one in addresses(response.json()) if OWN.search(one)]
            assert all(one.startswith(f"{PREFIX}/") for one in found), (address, found)
            waiting += [urljoin(address, one) for one in found]
        rest = {one.removeprefix(base) for one in seen}
        assert {"/v1/openapi.json", "/v1/statistics", "/healthz", "/metrics"} <= rest
        assert any("cursor" in one or "after" in one for one in rest)
        assert compressed > 3
        # The rest of what HTTP is asked for, through it.
        tagged = client.get(place, headers=bearer)
        again = client.get(place, headers={**bearer, "If-None-Match": tagged.headers["ETag"]})
        assert again.status_code == 304
        with client.stream("GET", f"{place}/stream", headers=bearer) as stream:
            assert next(stream.iter_lines()).startswith(("retry:", "id:"))
        forged = client.get(place, headers={**bearer, "X-Forwarded-Prefix": "/evil"})
        assert forged.json()["links"]["self"] == place.removeprefix(base.removesuffix(PREFIX))


# -- every address ------------------------------------------------------------------------------------------


@pytest.fixture
def behind(migrated_sqlite_url):
    """A client of a service that trusts one proxy."""
    app = create_app(Settings(database=migrated_sqlite_url, limits=OFF, proxies=1))
    yield new_client(migrated_sqlite_url, app)
    app.extensions["kerbholz"].close()


@pytest.fixture
def with_setting(migrated_sqlite_url):
    """A client of a service that was told its path."""
    app = create_app(Settings(database=migrated_sqlite_url, limits=OFF, prefix=PREFIX))
    yield new_client(migrated_sqlite_url, app)
    app.extensions["kerbholz"].close()


class Prefixed:
    """A test client all of whose requests have come through the proxy."""

    def __init__(self, client, header: str | None) -> None:
        self.client, self.header = client, header
        self.application = client.application

    def open(self, *arguments: Any, headers: Any = None, **options: Any) -> Any:
        """Ask."""
        sent = {**(headers or {}), **({"X-Forwarded-Prefix": self.header} if self.header is not None else {})}
        # (Not held against the document: there problems have their type without a prefix.)
        return super(type(self.client), self.client).open(*arguments, headers=sent, **options)

    def get(self, *arguments: Any, **options: Any) -> Any:
        """Ask."""
        return self.open(*arguments, method="GET", **options)

    def post(self, *arguments: Any, **options: Any) -> Any:
        """Ask."""
        return self.open(*arguments, method="POST", **options)


def told(client) -> Iterator[Any]:
    """Answers of every resource that gives out addresses: errors, pages, what was opened twice, audits."""
    labels = {"external-id": f"club:{uuid4()}"}
    table = open_match(client, 2, labels=labels)
    bearer = table.bearer("arbiter")
    yield client.post("/v1/matches", json=opening(2, labels=labels))
    made = client.post("/v1/matches", json=opening(2))
    yield made
    assert made.headers["Location"] == made.json["links"]["self"]
    table.do(0, {"type": "table.accuse", "accused": 1, "decisions": [1]})
    table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "about": table.version})
    hook = {"url": "https://example.org/"}
    made = client.post(f"{table.path}/webhooks", json=hook, headers=bearer)
    yield made
    assert made.headers["Location"] == made.json["links"]["self"]
    number = made.json["id"]
    for path in ("", "/audit", "/decisions?limit=1", "/webhooks", f"/webhooks/{number}", "/nothing", "?x=1"):
        yield client.get(f"{table.path}{path}", headers=bearer)
    yield client.get("/v1/rulesets")
    yield client.get("/v1/rulesets/seven-sins")
    yield client.get("/v1/matches/x")
    yield client.post(f"{table.path}/commands", json={"type": "x"}, headers=bearer)
    yield client.post(f"{table.path}/commands", json={"type": "x"}, headers={"Accept": "text/csv"})
    for _ in range(100):
        page = client.get("/v1/matches?limit=1")
        if page.json["next"] is not None:
            break
    yield page


def check_told(client, prefix: str) -> None:
    """Every address that is given out begins with the prefix."""
    given = 0
    for response in told(client):
        found = [one for one in addresses(response.json) if OWN.search(one)]
        found += [one for one in (response.headers.get("Location"),) if one]
        found += re.findall(r"<([^>]*)>", response.headers.get("Link", ""))
        for one in found:
            assert re.match(rf"{re.escape(prefix)}/(v1|docs)\b", one), one
        given += len(found)
    assert given > 50
    document = client.get("/v1/openapi.json").json
    assert [server["url"] for server in document["servers"]] == [prefix or "/"]
    page = client.get("/docs")
    assert set(Links(page.text).found) == {f"{prefix}/", f"{prefix}/v1/openapi.json", f"{prefix}/docs/problems"}


def test_every_address_begins_with_the_prefix_of_a_trusted_proxy(behind):
    check_told(Prefixed(behind, PREFIX), PREFIX)
    # Another one, and none: nothing is kept from one request to the next.
    assert behind.get("/docs").text == Prefixed(behind, "").get("/docs").text
    for number in range(20):
        assert f'href="/other{number}/v1' in Prefixed(behind, f"/other{number}").get("/docs").text
    check_told(Prefixed(behind, None), "")


def test_every_address_begins_with_the_prefix_of_the_setting(with_setting):
    check_told(Prefixed(with_setting, None), PREFIX)
    # Where no proxy is trusted, the header says nothing.
    check_forged(with_setting, PREFIX, ["/evil"])


def test_webhooks_are_told_addresses_behind_the_setting(migrated_sqlite_url):
    """They go by no request, so it is the setting that they know."""
    settings = Settings(database=migrated_sqlite_url, limits=OFF, prefix=PREFIX, webhooks="anywhere")
    app = create_app(settings)
    client = new_client(migrated_sqlite_url, app)
    with receiver() as told_to:
        table = open_match(client, 2)
        hook = {"url": f"{told_to.url}/told"}
        app.test_client().post(f"{table.path}/webhooks", json=hook, headers=table.bearer("arbiter"))
        seat = table.awaiting[0]["seat"]
        table.do(seat, table.get(seat, "moves")["moves"][0])
        told_to.wait(1)
        links = json.loads(told_to.calls[0].body)["data"]["links"]
    assert links
    assert all(link.startswith(f"{PREFIX}{table.path}") for link in links.values())
    app.extensions["kerbholz"].close()


# -- what is no prefix --------------------------------------------------------------------------------------

FORGED = [
    "//evil.example",
    "///evil",
    "/a//b",
    "https://evil.example",
    "javascript:alert(1)",
    "/javascript:alert(1)",
    "evil",
    "/..",
    "/../admin",
    "/a/../b",
    "/a/./b",
    "/...",
    "/a/%2e%2e",
    "/%2f%2fevil",
    '/a"b',
    "/a'b",
    "/a<b>",
    "/<script>",
    "/a b",
    "/a\tb",
    "/a\\b",
    "\\\\evil",
    "/a?b",
    "/a#b",
    "/a;b",
    "/a@b",
    "/{a}",
    "/é",
    "/a\x00",
    "/a\x0b",
    "/" + "a" * LONGEST,
    "/good, //evil",
    "/good,evil",
    ",",
]


def check_forged(client, prefix: str, headers: list[str]) -> None:
    """None of these headers changes anything."""
    table = open_match(client, 2)
    usual = Prefixed(client, None).get(table.path)
    assert usual.json["links"]["self"] == f"{prefix}{table.path}"
    for header in headers:
        forging = Prefixed(client, header)
        found = forging.get(table.path)
        assert (found.status_code, found.data, found.headers["ETag"]) == (
            200,
            usual.data,
            usual.headers["ETag"],
        ), header
        assert forging.get("/v1/nothing").json["type"] == f"{prefix}/docs/problems#not-found"
        assert forging.get("/docs").data == Prefixed(client, None).get("/docs").data


def test_what_is_no_plain_path_is_no_prefix(behind):
    check_forged(behind, "", FORGED)


def test_who_is_not_trusted_sets_no_prefix(sqlite_client):
    check_forged(sqlite_client, "", [PREFIX, "/evil", *FORGED])


def test_of_several_values_the_nearest_proxy_has_set_the_last(behind):
    for header in (f"/evil, {PREFIX}", f"//evil,{PREFIX}/", f" {PREFIX} "):
        assert Prefixed(behind, header).get("/v1/nothing").json["type"].startswith(f"{PREFIX}/docs")


def test_a_header_with_a_line_break_reaches_nobody(tmp_path):
    """Nor does one that another field follows: the server takes neither into an environment."""
    with served(f"sqlite:///{tmp_path / 'kerbholz.db'}", 1, "--proxies", "1") as server:
        for value in ("/a\rX-Evil: 1", "/a\nX-Evil: 1", "/a\r\n X-Evil"):
            host, port = urlsplit(server.address).netloc.split(":")
            fields = ("Host: x", "Connection: close", f"X-Forwarded-Prefix: {value}")
            with socket.create_connection((host, int(port)), timeout=10) as line:
                line.sendall("\r\n".join(("GET /v1/nothing HTTP/1.1", *fields, "", "")).encode())
                answer = b"".join(iter(lambda line=line: line.recv(65_536), b""))
            assert b"X-Evil" not in answer
            assert b'"type": "/a\\' not in answer
        # A field with an underscore is another one, also where both have the same name in an environment.
        with httpx.Client(trust_env=False) as client:
            for fields in ([("X_Forwarded_Prefix", "/evil")], [("X-Forwarded_Prefix", "/evil")]):
                problem = client.get(f"{server.address}/v1/nothing", headers=fields).json()
                assert problem["type"] == "/docs/problems#not-found"
                fields = [("X-Forwarded-Prefix", PREFIX), *fields]
                problem = client.get(f"{server.address}/v1/nothing", headers=fields).json()
                assert problem["type"] == f"{PREFIX}/docs/problems#not-found"
        # Of two fields the last counts, as of two values.
        with httpx.Client(trust_env=False) as client:
            fields = [("X-Forwarded-Prefix", "/evil"), ("X-Forwarded-Prefix", PREFIX)]
            problem = client.get(f"{server.address}/v1/nothing", headers=fields).json()
            assert problem["type"] == f"{PREFIX}/docs/problems#not-found"
            accept = [("Accept", "text/csv"), ("Accept", "application/json;charset=utf-8")]
            assert client.get(f"{server.address}/v1/rulesets", headers=accept).status_code == 200


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("", ""),
        ("/", ""),
        ("/a", "/a"),
        ("/a/", "/a"),
        ("/a/b-c_d.e~f", "/a/b-c_d.e~f"),
        (" /A1 ", "/A1"),
        ("/.a", "/.a"),
    ],
)
def test_a_prefix_is_read(text, prefix):
    assert read(text) == prefix


@pytest.mark.parametrize("number", range(len(FORGED)))
def test_an_operator_who_gives_none_is_told(number):
    given = FORGED[number]
    with pytest.raises(ValueError, match="The prefix is a path such as"):
        Settings.from_environment({}, prefix=given)
    with pytest.raises(ValueError, match="The prefix is a path such as"):
        Settings(prefix=given)


def test_the_setting_is_read_from_the_environment_and_goes_behind_the_command_line():
    environment = {"KERBHOLZ_PREFIX": "/a/"}
    assert Settings.from_environment(environment).prefix == "/a"
    assert Settings.from_environment(environment, prefix="/b").prefix == "/b"
    assert Settings.from_environment({}).prefix == ""
