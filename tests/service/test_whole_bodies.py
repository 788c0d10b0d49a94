"""A body is whole, or nothing happens; and one that is slow, or will never come, keeps nobody waiting."""

from __future__ import annotations

import contextlib
import http.client
import json
import shutil
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.persistence.serving import Served, served
from tests.service.raw import busy, connected, exchanged, healthy, said, status, statuses

pytestmark = pytest.mark.long

OPENING = {"ruleset": "seven-sins", "seats": [{"name": "Ada"}, {"name": "Bo"}], "mode": "recorded"}
NOTE = b'{"type":"table.note","text":"tea break"}'
JSON, TEXT = b"application/json", b"text/plain"
MANY = 70
"""More than a worker has threads."""


class Match:
    """A match at the running service."""

    def __init__(self, server: Served, opened: dict[str, Any]) -> None:
        self.server = server
        self.path = f"/v1/matches/{opened['id']}"
        self.tokens = opened["tokens"]

    def bearer(self, role: str = "arbiter") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[role]}"}

    @property
    def version(self) -> int:
        return int(self.server.request("GET", self.path, headers=self.bearer())[1]["version"])

    def head(self, resource: str, kind: bytes, *fields: bytes, who: str | None = "arbiter") -> bytes:
        """The head of a POST, up to its body."""
        lines = [b"POST " + self.path.encode() + resource.encode() + b" HTTP/1.1", b"Host: localhost"]
        lines += [b"Content-Type: " + kind, *fields]
        if who is not None:
            lines.append(b"Authorization: Bearer " + self.tokens.get(who, who).encode())
        return b"\r\n".join(lines) + b"\r\n\r\n"


@pytest.fixture(scope="module")
def server(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service of one worker."""
    path = tmp_path_factory.mktemp("whole") / "kerbholz.db"
    shutil.copy(migrated_sqlite, path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KERBHOLZ_BODY_SECONDS", "3")
        with served(f"sqlite:///{path}") as server:
            yield server


@pytest.fixture(scope="module")
def match(server: Served) -> Match:
    """A match at it."""
    return opened(server)


def opened(server: Served) -> Match:
    code, document, _ = server.request("POST", "/v1/matches", OPENING)
    assert code == 201, document
    return Match(server, document)


def length(number: int) -> bytes:
    return b"Content-Length: %d" % number


CHUNKED = b"Transfer-Encoding: chunked"


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


END = b"0\r\n\r\n"

# -- cut off ------------------------------------------------------------------------------------------------

SAYS = b"scribe: note tea"
CUT = {
    "a length that was not reached": (length(len(SAYS) + 6), SAYS),
    "chunks without the last": (CHUNKED, chunk(SAYS)),
    "a chunk that was begun": (CHUNKED, chunk(SAYS) + b"6\r\n br"),
    "a last chunk without its end": (CHUNKED, chunk(SAYS) + b"0\r\n"),
    "trailers without their end": (CHUNKED, chunk(SAYS) + b"0\r\nX-Sum: 1\r\n"),
    "a size that is none": (CHUNKED, chunk(SAYS) + b"zz\r\n" + END),
    "a size beyond all": (CHUNKED, chunk(SAYS) + b"fffffffffffffffff\r\n"),
    "a chunk longer than its size": (CHUNKED, b"3\r\n" + SAYS + b"\r\n" + END),
}


@pytest.mark.parametrize("way", CUT)
def test_a_body_that_was_cut_off_is_refused_and_the_retry_is_the_first(match: Match, way: str) -> None:
    framing, sent = CUT[way]
    key = f"cut-{way}".replace(" ", "-").encode()
    before = match.version
    head = match.head("/shorthand", TEXT, framing, b"Idempotency-Key: " + key, who="scribe")
    answer = exchanged(match.server.address, head + sent, cut=True)
    assert status(answer) == 400
    assert b'"code": "malformed"' in answer
    assert match.version == before
    whole = SAYS + b" break"
    head = match.head("/shorthand", TEXT, length(len(whole)), b"Idempotency-Key: " + key, who="scribe")
    with connected(match.server.address) as connection:
        connection.sendall(head + whole)
        again = connection.recv(65536)
    assert again.startswith(b"HTTP/1.1 201"), again
    assert b"idempotency-replayed: true" not in again.lower()
    assert match.version == before + 1


BODIES = {
    "": (JSON, json.dumps(OPENING).encode()),
    "/commands": (JSON, NOTE),
    "/shorthand": (TEXT, b"arbiter: note tea"),
    "/webhooks": (JSON, b'{"url":"https://hooks.example.org/a"}'),
}
"""Behind a match, whatever takes a body; and opening a match."""


@pytest.mark.parametrize("resource", BODIES)
def test_every_resource_takes_a_whole_body_or_none(server: Served, match: Match, resource: str) -> None:
    kind, body = BODIES[resource]
    before = match.version
    head = match.head(resource, kind, length(len(body) + 1))
    if not resource:
        head = head.replace(match.path.encode(), b"/v1/matches")
    listed = len(server.request("GET", "/v1/matches?limit=100")[1]["matches"])
    assert status(exchanged(server.address, head + body, cut=True)) == 400
    assert match.version == before
    assert server.request("GET", f"{match.path}/webhooks", headers=match.bearer())[1] == {"webhooks": []}
    assert len(server.request("GET", "/v1/matches?limit=100")[1]["matches"]) == listed


def test_a_connection_that_is_reset_within_a_body_does_nothing(match: Match) -> None:
    before = match.version
    with connected(match.server.address) as connection:
        connection.sendall(match.head("/commands", JSON, length(1000)) + NOTE)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    time.sleep(0.3)
    assert match.version == before


@pytest.mark.parametrize("value", [b"-1", b"+2", b"2, 3", b"2x", b"0x2", b"18446744073709551617", b""])
def test_a_length_that_is_none_is_refused(match: Match, value: bytes) -> None:
    answer = exchanged(
        match.server.address, match.head("/commands", JSON, b"Content-Length: " + value) + NOTE, cut=True
    )
    assert status(answer) == 400


def test_two_lengths_are_refused_and_what_follows_is_no_second_request(match: Match) -> None:
    before = match.version
    hidden = match.head("/commands", JSON, length(len(NOTE))) + NOTE
    head = match.head("/commands", JSON, length(2), length(2 + len(hidden)))
    assert status(exchanged(match.server.address, head + b"{}" + hidden, cut=True)) == 400
    head = match.head("/commands", JSON, length(5), b"Transfer-Encoding: identity")
    assert status(exchanged(match.server.address, head + b"0\r\n\r\n" + hidden, cut=True)) == 400
    assert match.version == before


@pytest.mark.parametrize("coding", [b"chunked, chunked", b"gzip, chunked", b"identity", b"x"])
def test_another_coding_than_chunks_is_refused(match: Match, coding: bytes) -> None:
    before = match.version
    head = match.head("/commands", JSON, b"Transfer-Encoding: " + coding)
    answer = exchanged(match.server.address, head + chunk(NOTE) + END, timeout=10)
    assert statuses(answer) == [400]
    assert match.version == before


def test_chunks_beside_a_length_are_what_counts_and_end_the_connection(match: Match) -> None:
    """RFC 9112, section 6.3: nobody in front may have taken the rest for a request of its own."""
    before = match.version
    hidden = match.head("/commands", JSON, length(len(NOTE))) + NOTE
    for fields in ((CHUNKED, length(2)), (length(2), CHUNKED)):
        answer = exchanged(
            match.server.address, match.head("/commands", JSON, *fields) + chunk(b"{}") + END + hidden
        )
        assert status(answer) == 422
    assert match.version == before


# -- whole --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sent",
    [
        chunk(NOTE) + END,
        chunk(NOTE[:5]) + chunk(NOTE[5:]) + END,
        chunk(NOTE) + b"0\r\nX-Sum: 1\r\n\r\n",
        b"%x;of=tea\r\n%s\r\n" % (len(NOTE), NOTE) + END,
        b"".join(chunk(NOTE[at : at + 1]) for at in range(len(NOTE))) + END,
    ],
    ids=["one chunk", "two", "trailers", "extensions", "bytes"],
)
def test_chunks_that_are_ended_are_a_whole_body(match: Match, sent: bytes) -> None:
    before = match.version
    with connected(match.server.address) as connection:
        connection.sendall(match.head("/commands", JSON, CHUNKED) + sent)
        assert connection.recv(65536).startswith(b"HTTP/1.1 201")
    assert match.version == before + 1


def test_a_body_that_comes_slowly_but_in_time_counts_once(match: Match) -> None:
    before = match.version
    head = match.head("/commands", JSON, length(len(NOTE)), b"Idempotency-Key: slow-but-in-time")
    with connected(match.server.address) as connection:
        connection.sendall(head)
        for at in range(0, len(NOTE), 5):
            time.sleep(0.1)
            connection.sendall(NOTE[at : at + 5])
        answer = connection.recv(65536)
    assert answer.startswith(b"HTTP/1.1 201")
    assert b"idempotency-replayed: true" not in answer.lower()
    assert match.version == before + 1


@pytest.mark.parametrize("pause", [0.05, 0.099, 0.1, 0.101, 0.102, 0.105, 0.11, 0.12, 0.15])
def test_a_body_that_comes_just_when_it_counts_as_late_is_answered_at_once(match: Match, pause: float) -> None:
    with connected(match.server.address) as connection:
        connection.sendall(match.head("/commands", JSON, length(len(NOTE))) + NOTE[:5])
        time.sleep(pause)
        connection.sendall(NOTE[5:])
        before = time.monotonic()
        assert connection.recv(65536).startswith(b"HTTP/1.1 201")
        assert time.monotonic() - before < 2


def test_who_waits_to_be_told_to_continue_is_told_so_or_refused(match: Match) -> None:
    expects = b"Expect: 100-continue"
    with connected(match.server.address) as connection:
        connection.sendall(match.head("/commands", JSON, length(len(NOTE)), expects))
        assert connection.recv(65536).startswith(b"HTTP/1.1 100")
        connection.sendall(NOTE)
        assert connection.recv(65536).startswith(b"HTTP/1.1 201")
    head = match.head("/commands", JSON, length(len(NOTE)), expects, who="khz_seat_unknown")
    assert exchanged(match.server.address, head).startswith(b"HTTP/1.1 401")


def test_requests_one_behind_the_other_on_one_connection_are_answered_in_order(match: Match) -> None:
    one = match.head("/commands", JSON, length(len(NOTE))) + NOTE
    last = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    answer = exchanged(match.server.address, one + one + last)
    assert statuses(answer) == [201, 201, 200]


# -- slow ---------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def slow(match: Match, number: int, head: bytes) -> Iterator[list[socket.socket]]:
    """So many connections that have sent one byte of a body of a thousand."""
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(connected(match.server.address)) for _ in range(number)]
        for connection in connections:
            connection.sendall(head + b"{")
        time.sleep(0.3)
        yield connections


@pytest.mark.parametrize("number", [MANY, 300])
def test_slow_bodies_keep_no_thread_busy(match: Match, number: int) -> None:
    head = match.head("", JSON, length(1000), who=None).replace(match.path.encode(), b"/v1/matches")
    with slow(match, number, head) as connections:
        assert healthy(match.server.address)
        before = time.monotonic()
        assert match.server.request("POST", f"{match.path}/commands", json.loads(NOTE), match.bearer())[0] == 201
        assert match.server.request("GET", "/readyz")[0] == 200
        assert time.monotonic() - before < 3
        assert busy(match.server._process.pid, 0.5) < 0.5
        answers = [said(connection) for connection in connections]
    assert {status(answer) for answer in answers} == {408}
    assert all(b'"code": "too-slow"' in answer for answer in answers)


@pytest.mark.parametrize("framing", [length(1000), CHUNKED], ids=["length", "chunks"])
def test_what_the_headers_decide_is_said_before_the_body_is_there(match: Match, framing: bytes) -> None:
    nobody = match.path.replace(match.path[-12:], "0" * 12).encode()
    heads = {
        401: match.head("/commands", JSON, framing, who="khz_seat_unknown"),
        404: match.head("/commands", JSON, framing, who=None).replace(match.path.encode(), nobody),
        415: match.head("/commands", b"text/csv", framing),
        405: match.head("/view", JSON, framing),
    }
    for expected, head in heads.items():
        check_prompt(match, head, expected)
    check_prompt(match, match.head("/webhooks", JSON, framing, who="spectator"), 403)
    for resource, (kind, _) in BODIES.items():
        if resource:
            check_prompt(match, match.head(resource, kind, framing, who="khz_seat_unknown"), 401)
            check_prompt(match, match.head(resource, kind, framing, who=None), 401)


def test_a_length_that_is_too_large_is_refused_before_the_body_is_there(match: Match) -> None:
    check_prompt(match, match.head("/commands", JSON, length(70_000)), 413)
    check_prompt(match, match.head("/commands", JSON, length(10**15)), 413)


def check_prompt(match: Match, head: bytes, expected: int) -> None:
    with connected(match.server.address) as connection:
        connection.sendall(head)
        before = time.monotonic()
        answer = connection.recv(65536)
        assert time.monotonic() - before < 2
    assert status(answer) == expected, (head, answer)


def test_without_a_key_nobody_waits_for_a_body_where_opening_needs_one(migrated_sqlite_url: str) -> None:
    with served(migrated_sqlite_url, 1, "--require-key") as server:
        match = Match(server, {"id": "x", "tokens": {}})
        for who in (None, "khk_unknown"):
            head = match.head("", JSON, length(1000), who=who).replace(b"/v1/matches/x", b"/v1/matches")
            check_prompt(match, head, 401)
        check_prompt(match, match.head("/webhooks", JSON, length(1000), who=None), 404)


def test_a_request_counts_once_however_slow_its_body_is(migrated_sqlite_url: str) -> None:
    with served(migrated_sqlite_url, 1, "--limits", "anonymous=3/1000,token=100/1000") as server:
        match = opened(server)
        left = []
        for pause in (0.0, 0.3):
            with connected(server.address) as connection:
                connection.sendall(match.head("/commands", JSON, length(len(NOTE))))
                time.sleep(pause)
                connection.sendall(NOTE)
                answer = connection.recv(65536)
            left.append(answer.partition(b'ratelimit: "token";r=')[2].partition(b";")[0])
        assert [int(one) for one in left] == [99, 98]


# -- too large, and unread ----------------------------------------------------------------------------------


@pytest.mark.parametrize("chunked", [False, True])
def test_who_sends_too_much_reads_why(match: Match, chunked: bool) -> None:
    """A client that sends everything before it reads, as most do."""
    address = match.server.address.removeprefix("http://")
    for who, expected in (("arbiter", 413), ("khz_unknown", 401)):
        connection = http.client.HTTPConnection(address, timeout=10)
        with contextlib.closing(connection):
            token = match.tokens.get(who, who)
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
            body = (b"x" * 50_000 for _ in range(100)) if chunked else b"x" * 5_000_000
            connection.request("POST", f"{match.path}/commands", body, headers, encode_chunked=chunked)
            assert connection.getresponse().status == expected


def test_a_body_of_a_read_is_read_past(match: Match) -> None:
    for method in (b"GET", b"HEAD"):
        head = method + b" /v1/rulesets HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n"
        with connected(match.server.address) as connection:
            connection.sendall(head + b"hello" + b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            answer = said(connection)
        assert answer.startswith(b"HTTP/1.1 200")
        assert answer.endswith(b'{"status":"alive"}')


@pytest.mark.parametrize("method", [b"get", b"Head", b"gET"])
def test_a_method_in_small_letters_is_none(match: Match, method: bytes) -> None:
    for path in (b"/healthz", match.path.encode()):
        asked = method + b" " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n"
        answer = exchanged(match.server.address, asked)
        assert answer.startswith(b"HTTP/1.1 400 "), answer
        assert b'"code": "malformed"' in answer


# -- connections that say nothing ---------------------------------------------------------------------------


def test_silent_connections_keep_nobody_out(match: Match) -> None:
    """More than the operating system queues for the service; half of them have begun to speak."""
    with contextlib.ExitStack() as stack:
        for number in range(1_100):
            connection = stack.enter_context(connected(match.server.address))
            if number % 2:
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: ")
        assert healthy(match.server.address)
        assert match.server.request("GET", match.path, headers=match.bearer())[0] == 200
