"""The demonstration behind ``make demo``: a match of 7 – The Sins, played through the REST API alone.

It starts the service on SQLite in a temporary folder, lets random players play until the match is over, shows
the final board, checks what the service said against its own log, and says how to replay the match. The first
half (:class:`Client`, :func:`filled`, :func:`play`) is all that a client needs: no rules, the standard library
only, nothing of the service's code.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPException
from io import TextIOWrapper
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any, NoReturn
from urllib.parse import quote, urlencode, urlsplit

OPENING = {
    "ruleset": "seven-sins",
    "seats": [
        {"name": "Agatha", "colour": "red"},
        {"name": "Bruno", "colour": "blue"},
        {"name": "Clara", "colour": "green"},
        {"name": "Dietmar", "colour": "yellow"},
    ],
    "options": {"penitence": True},
}
SECONDS_TO_START = 60
BAR = 24
"""Characters of the progress bar."""


class Failure(Exception):
    """The demonstration cannot go on; the message says why."""


# -- a client ------------------------------------------------------------------------------------------------


class Client:
    """Speaks to the service with one token; without a token, as the public. Raises Failure for an error."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self._connection = HTTPConnection(address, timeout=30)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **query: object) -> Any:
        """The representation at *path*."""
        return self._ask("GET", f"{path}?{urlencode(query)}" if query else path)

    def post(self, path: str, body: object, **headers: str) -> Any:
        """The answer to *body*, sent as JSON; ``If_Match="…"`` becomes the header ``If-Match``."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._ask("POST", path, json.dumps(body), {"Content-Type": "application/json", **named})

    def _ask(self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None) -> Any:
        self._connection.request(method, path, body, {**self._headers, **(headers or {})})
        response = self._connection.getresponse()
        answer = json.loads(response.read())
        if response.status >= 400:  # every error is a problem document (RFC 9457)
            raise Failure(f"{method} {path}: {response.status} {answer['code']}: {answer.get('detail', '')}")
        return answer


def filled(value: Any, rng: Random) -> Any:
    """A value where a listed move has a pattern, at random; everything else as it is."""
    match value:
        case {"some_of": choices, "min": least, "max": most}:
            return rng.sample(choices, rng.randint(least, most))
        case {"any_of": choices}:
            return rng.choice(choices)
        case {"min": least, "max": most}:
            return rng.randint(least, most)
        case {"text": longest}:
            return "a word or two"[:longest]
    return value


def play(address: str, opened: Any, rng: Random, shown: Callable[[Any, Any], None]) -> list[tuple[int, Any]]:
    """Play an opened match to its end with random moves; the answers in order, each with the seat that asked.

    *shown* is called with the public view and the newest decision's facts, before every move and at the end.
    """
    match, tokens = opened["links"]["self"], opened["tokens"]["seats"]
    public, seats = Client(address), [Client(address, token) for token in tokens]
    answers: list[tuple[int, Any]] = []
    while True:
        view = public.get(f"{match}/view")
        shown(view, answers[-1][1]["decisions"][0]["facts"] if answers else [])
        if view["status"] != "playing":
            return answers
        seat = view["awaiting"][0]["seat"]
        listed = seats[seat].get(f"{match}/moves")
        command = {name: filled(value, rng) for name, value in rng.choice(listed["moves"]).items()}
        # If-Match: should the match have moved on meanwhile, the move is refused instead of judged anew.
        answer = seats[seat].post(f"{match}/commands", command, If_Match=f'"{listed["version"]}"')
        answers.append((seat, answer))


# -- what is seen of it --------------------------------------------------------------------------------------


class Progress:
    """One line that grows with the cards turned up; on anything but a terminal, a new line at each quarter."""

    def __init__(self, names: list[str]) -> None:
        self._names = names
        self._redraws = sys.stdout.isatty()
        self._whole = 0
        self._quarter = -1

    def __call__(self, view: Any, facts: Any) -> None:
        """Show how far the match has come, and what has just happened."""
        left = sum(pile["count"] for pile in view["board"]["pile"].values() if isinstance(pile, dict))
        over = view["status"] != "playing"
        self._whole = max(self._whole, left)
        done = BAR if over else BAR * (self._whole - left) // self._whole
        news = "the match is over" if over else self._told(facts)
        line = (
            f"  [{'#' * done}{'.' * (BAR - done)}] decision {view['at']:>3}, {left:>2} cards left  {news}".rstrip()
        )
        if self._redraws:
            print(f"\r{line:<110}", end="\n" if over else "", flush=True)
        elif over or (quarter := 4 * done // BAR) > self._quarter:
            self._quarter = 4 if over else quarter
            print(line, flush=True)

    def _told(self, facts: Any) -> str:
        for fact in facts:
            if fact["type"] == "SinTaken":
                where = "to the Abyss" if fact["to"] == "abyss" else "into the reserve"
                return f"{self._names[fact['seat']]}: {fact['number']} {fact['sin']} {where}"
            if fact["type"] == "StonesPlaced":
                return f"{self._names[fact['seat']]}: stones on {', '.join(fact['on']) or 'nothing'}"
        return ""


def board_of(view: Any, names: list[str]) -> str:
    """The final board as a table: who owns which sins, stones (``*``), scores, the Abyss and the winners."""
    board, outcome = view["board"], view["outcome"]
    sins = board["sins"]
    rows = [["", *sins, "stones", "score"]]
    for seat in board["seats"]:
        cells = [_cell(seat["opened"]["things"], sin, seat["stones_on"]) for sin in sins]
        rows.append([names[seat["seat"]], *cells, f"{seat['stones']} ", f"{seat['score']} "])
    abyss = board["abyss_opened"]["things"]
    rows.append(["Abyss", *(_cell(abyss, sin, ()) for sin in sins), "", f"{board['abyss_points']} "])
    winners = " and ".join(names[seat] for seat in outcome["winners"])
    return "\n".join(
        [
            *_columns(rows),
            "",
            "  * bears a stone of pardon, and counts as one card more",
            f"  The Abyss holds {board['abyss_points']} points, so the {board['wins']} points win.",
            f"  Winner: {winners} (decided by {outcome['decided_by']})",
        ]
    )


def _cell(things: Any, sin: str, stones_on: Any) -> str:
    return f"{things.get(sin, '–')}{'*' if sin in stones_on else ' '}"


def _columns(rows: list[list[str]]) -> Iterator[str]:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *others = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(["", first.strip().ljust(widths[0]), *others]).rstrip()


def checked(address: str, match: str, answers: list[tuple[int, Any]]) -> int:
    """How many decisions the log holds, when it is what the answers said; raises Failure if it is not.

    Each receipt must be one decision longer than its version, and every decision must stand in the log now as
    it was answered then, to the seat that was told.
    """
    client = Client(address)
    logs = {seat: client.get(f"{match}/decisions", **{"as": f"seat:{seat}", "limit": 1000}) for seat, _ in answers}
    for seat, answer in answers:
        log = logs[seat]["decisions"]
        if [decision["version"] for decision in log] != list(range(logs[seat]["version"] + 1)):
            raise Failure(f"the log of seat {seat} has a gap")
        if answer["receipt"]["size"] != answer["version"] + 1:
            raise Failure(f"the receipt of version {answer['version']} is for another number of decisions")
        if any(log[decision["version"]] != decision for decision in answer["decisions"]):
            raise Failure(f"the log differs from what was answered at version {answer['version']}")
    newest: int = answers[-1][1]["version"]
    return newest + 1


# -- the service ---------------------------------------------------------------------------------------------


@contextlib.contextmanager
def served(command: list[str], log: Path) -> Iterator[str]:
    """The address (``HOST:PORT``) of a service that runs while the block does; it complains into *log*."""
    with log.open("w") as complaints:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True)
    try:
        yield _address(server, log)
    finally:
        server.terminate()
        try:
            server.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.communicate()


def _address(server: subprocess.Popen[str], log: Path) -> str:
    patience = Timer(SECONDS_TO_START, server.kill)
    patience.start()
    try:
        line = server.stdout.readline() if server.stdout else ""
    finally:
        patience.cancel()
    if not line.startswith("listening on "):
        raise Failure(f"the service did not start: {log.read_text().strip() or 'it said nothing'}")
    return urlsplit(line.split()[-1]).netloc


def _executable() -> str:
    """The console script beside the running Python: as one would type it from here."""
    script = Path(sys.executable).absolute().with_name("kerbholz")
    if not script.exists():
        raise Failure(f"{script} does not exist: install the package with this Python first")
    with contextlib.suppress(ValueError):
        return str(script.relative_to(Path.cwd()))
    return str(script)


def demonstrate(seed: int | None) -> None:
    """Everything, in order; raises Failure."""
    executable = _executable()
    folder = Path(tempfile.mkdtemp(prefix="kerbholz-demo-"))
    database = f"sqlite:///{quote(str(folder / 'demo.db'))}"
    names = [seat["name"] for seat in OPENING["seats"]]  # type: ignore[index]
    command = [executable, "serve", "--port", "0", "--database", database]
    with served(command, folder / "serve.log") as address:
        print(f"The service runs at http://{address}, with its database in {folder}")
        opened = Client(address).post("/v1/matches", OPENING)
        match = opened["links"]["self"]
        print(f"7 – The Sins with Penitence, four seats: match {opened['id']}\n")
        answers = play(address, opened, Random(seed), Progress(names))
        print(f"\n{board_of(Client(address).get(f'{match}/view'), names)}\n")
        decisions = checked(address, match, answers)
    print("audit findings: none were asked for, since this version has no audit yet. Checked instead:")
    print(f"  {decisions} decisions stand in the log without a gap, each as it was answered when it happened;")
    print(
        f"  the {len(answers)} receipts are each for as many decisions as there were. The roots in them were not"
    )
    print(f"  computed again; the newest is {answers[-1][1]['receipt']['root']}.\n")
    moments = (opened["version"], decisions // 2, decisions - 1)
    print(_replay(shlex.join([executable, "serve"]), address, database, match, moments))
    print(f"\nThe service has stopped. To delete all this: rm -r {shlex.quote(str(folder))}")


def _replay(serve: str, address: str, database: str, match: str, moments: tuple[int, int, int]) -> str:
    base, middle = f"http://{address}{match}", moments[1]
    return "\n".join(
        [
            "To replay it, start the service again and ask for the board after any decision, as anyone saw it:",
            f"  {serve} --port {address.rpartition(':')[2]} --database {shlex.quote(database)}",
            *(f"  curl '{base}/view?as=public&at={at}'" for at in moments),
            f"  curl '{base}/view?as=seat:1&at={middle}'",
            f"  curl '{base}/decisions?as=public&limit=1000'",
        ]
    )


def _stop(*_: object) -> NoReturn:
    raise Failure("stopped")


def main() -> int:
    """The command; 0, or 1 with a message on standard error."""
    parser = argparse.ArgumentParser(prog="python -m service.demo", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, help="of the players' choices (the service draws its cards itself)")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, _stop)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # where the locale has no dash
    try:
        demonstrate(arguments.seed)
    except KeyboardInterrupt:
        print("\nThe demonstration was stopped.", file=sys.stderr)
    except (Failure, OSError, HTTPException, ValueError) as error:
        print(f"\nThe demonstration failed: {error}", file=sys.stderr)
    else:
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
