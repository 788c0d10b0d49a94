"""A receiver of webhooks: a real HTTP server on the loopback, which checks signatures with the library."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Any

import pytest
from standardwebhooks import Webhook


@dataclass(frozen=True)
class Call:
    """A request that has come in."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """The id of the message."""
        return self.headers["webhook-id"]

    def verified(self, secret: str) -> Any:
        """The payload, if the signature is right; raises ``WebhookVerificationError``."""
        return Webhook(secret).verify(self.body, self.headers)


@dataclass
class Receiver:
    """What has come in; *answers* are given in turn (a status, or what writes an answer), then 204 for ever."""

    url: str = ""
    calls: list[Call] = field(default_factory=list)
    answers: list[int | Callable[[BaseHTTPRequestHandler], None]] = field(default_factory=list)
    came: Condition = field(default_factory=Condition)

    def at(self, path: str) -> list[Call]:
        """What has come in at one path."""
        return [call for call in self.calls if call.path == path]

    def wait(self, number: int) -> None:
        """Wait until so many calls have come in."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.calls) >= number, timeout=20), len(self.calls)

    def payloads(self, path: str, secret: str) -> list[Any]:
        """What was told at one path, all of it signed with *secret*."""
        return [call.verified(secret) for call in self.at(path)]


@contextlib.contextmanager
def receiver() -> Iterator[Receiver]:
    """A receiver while the block runs."""
    found = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            json.loads(body)
            headers = {name.lower(): value for name, value in self.headers.items()}
            with found.came:
                found.calls.append(Call(self.path, headers, body))
                answer = found.answers.pop(0) if found.answers else 204
                found.came.notify_all()
            if callable(answer):
                answer(self)
                return
            self.send_response(answer)
            self.send_header("Location", f"{found.url}/elsewhere")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def there() -> Iterator[Receiver]:
    """A receiver."""
    with receiver() as found:
        yield found
