"""The demonstration behind ``make demo``: a match of each game, played through the REST API alone.

It starts the service on SQLite in a temporary folder, lets random players play a match of each game to its end,
shows the final boards, checks what the service said against its own log, takes each match home as a file that is
verified there (``taking_home``), and says how to replay the matches. The first half (:class:`Client`,
:func:`filled`, :func:`play`) is all that a client needs: no rules, the standard library only, nothing of the
service's code. It knows no game either: sentences and boards are the service's own words, and ``samples`` says
which options are chosen.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from http.client import HTTPConnection, HTTPException
from io import TextIOWrapper
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from service.demo.samples import SAMPLES, Sample, opening
from service.demo.taking_home import DoesNotHold, Taken, commands, from_here, second_opinion, taken

SECONDS_TO_START = 60
BAR = 12
"""Characters of the progress bar."""
WIDEST = 100
"""Columns of what is printed."""
CARELESS = 40
"""In a game that can be played by hand, one move out of this number is a mistake."""


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

    def text(self, path: str, **query: object) -> str:
        """The same in words, for people."""
        return self._answer("GET", f"{path}?{urlencode(query)}", None, {"Accept": "text/plain"}).decode()

    def file(self, path: str, **query: object) -> bytes:
        """What is there, as it comes."""
        return self._answer("GET", f"{path}?{urlencode(query)}", None, {"Accept": "*/*"})

    def post(self, path: str, body: object, **headers: str) -> Any:
        """The answer to *body*, sent as JSON; ``If_Match="…"`` becomes the header ``If-Match``."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._ask("POST", path, json.dumps(body), {"Content-Type": "application/json", **named})

    def _ask(self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None) -> Any:
        return json.loads(self._answer(method, path, body, headers or {}))

    def _answer(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> bytes:
        self._connection.request(method, path, body, {**self._headers, **headers})
        response = self._connection.getresponse()
        answer = response.read()
        if response.status >= 400:  # every error is a problem document (RFC 9457)
            problem = json.loads(answer)
            raise Failure(f"{method} {path}: {response.status} {problem['code']}: {problem.get('detail', '')}")
        return answer


def filled(value: Any, rng: Random) -> Any:
    """A value where a listed move has a pattern, at random; everything else as it is."""
    match value:
        case {"some_of": choices, "min": least, "max": most}:
            found = rng.sample(choices, rng.randint(least, most))
            behind = filled(value["then"], rng) if "then" in value else []
            return _up_to_its_end(found + behind, value.get("until", ()))
        case {"any_of": choices}:
            return rng.choice(choices)
        case {"min": least, "max": most}:
            return rng.randint(least, most)
        case {"text": longest}:
            return "a word or two"[:longest]
    return value


def _up_to_its_end(found: list[Any], until: Sequence[Any]) -> list[Any]:
    """A list up to where all of *until* are in it: there it ends."""
    for length in range(1, len(found) + 1 if until else 0):
        if not Counter(until) - Counter(found[:length]):
            return found[:length]
    return found


def play(
    address: str,
    opened: Any,
    rng: Random,
    shown: Callable[[Any, Any], None],
    by_hand: frozenset[str] = frozenset(),
    seldom: Mapping[str, float] | None = None,
    longest: int = 10_000,
) -> list[tuple[int, Any]]:
    """Play an opened match to its end with random moves; the answers in order, each with the seat that asked.

    *shown* is called with the public view and with what the public was told since the last time, in sentences,
    too, before every move and at the end. Commands *by_hand* are sent where nothing else can be, and now and then
    by mistake: one that is possible, but not in order. Types of moves in *seldom* are chosen less often, by that
    factor. After the *longest* time, in commands, the host gives the match up: nothing forces some games to end.
    """
    match, tokens, known = opened["links"]["self"], opened["tokens"]["seats"], opened["version"]
    host = Client(address, opened["tokens"]["host"])
    public, seats = Client(address), [Client(address, token) for token in tokens]
    answers: list[tuple[int, Any]] = []
    while True:
        view = public.get(f"{match}/view")
        shown(view, public.get(f"{match}/decisions", after=known, text="en")["decisions"])
        known = view["at"]
        if view["status"] != "playing":
            return answers
        if len(answers) == longest:
            answers.append(
                (0, host.post(f"{match}/commands", {"type": "table.abandon"}))
            )  # seat 0 is told the same
            continue
        seat = rng.choice(view["awaiting"])["seat"]  # where several are awaited, any of them may be the first
        listed = seats[seat].get(f"{match}/moves")
        moves = [move for move in listed["moves"] if move["type"] not in by_hand] or listed["moves"]
        if by_hand and not rng.randrange(CARELESS):
            possible = seats[seat].get(f"{match}/moves", possible="true")["moves"]
            moves = [move for move in possible if move not in listed["moves"]] or moves
        (move,) = rng.choices(moves, [(seldom or {}).get(move["type"], 1) for move in moves])
        command = {name: filled(value, rng) for name, value in move.items()}
        # If-Match: should the match have moved on meanwhile, the move is refused instead of judged anew.
        answer = seats[seat].post(f"{match}/commands", command, If_Match=f'"{listed["version"]}"')
        answers.append((seat, answer))


# -- what is seen of it --------------------------------------------------------------------------------------


class Progress:
    """A line with a bar and what has just happened; on anything but a terminal, a new one at each quarter.

    The bar goes by how many *decisions* such a match takes, and is full only when the match is over.
    """

    def __init__(self, decisions: int) -> None:
        self._decisions = decisions
        self._redraws = sys.stdout.isatty()
        self._quarter = -1

    def __call__(self, view: Any, news: Any) -> None:
        """Show how far the match has come, and what has just happened."""
        if not news:
            return
        over = view["status"] != "playing"
        told = " ".join(news[-1]["text"].split())
        done = BAR if over else min(BAR - 1, BAR * view["at"] // self._decisions)
        line = f"  [{'#' * done}{'.' * (BAR - done)}] decision {view['at']:>3}  {told}"
        if over:
            print("\r" if self._redraws else "", end="")
            print("\n".join(textwrap.wrap(line, WIDEST, subsequent_indent=" " * (BAR + 19))), flush=True)
        elif self._redraws:
            width = min(WIDEST, shutil.get_terminal_size().columns) - 1
            print(f"\r{line[:width]:<{width}}", end="", flush=True)
        elif 4 * done // BAR > self._quarter:
            self._quarter = 4 * done // BAR
            print(line if len(line) <= WIDEST else f"{line[: WIDEST - 1]}…", flush=True)


def variant(ruleset: Any, options: Mapping[str, Any]) -> str:
    """How a match is played, in the ruleset's own words: its options that somebody chose."""
    said = []
    for name, chosen in options.items():
        labels = ruleset["words"].get(f"option-{name.replace('_', '-')}", {})
        values = ", ".join(labels.get(one, str(one)) for one in (chosen if isinstance(chosen, list) else [chosen]))
        title = ruleset["options"]["properties"][name]["title"]
        said.append(title if chosen is True else f"{title}: {values}")
    return "; ".join(said)


def board(client: Client, match: str) -> Iterator[str]:
    """The lines of the board in words, as officials see it: everybody may, when the match is over."""
    _, *lines = client.text(f"{match}/picture", **{"as": "official", "lang": "en"}).splitlines()
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        yield from textwrap.wrap(
            line.strip(), WIDEST, initial_indent=indent, subsequent_indent=f"{indent}    "
        ) or [""]


def checked(address: str, match: str, answers: list[tuple[int, Any]]) -> int:
    """How many decisions the log holds, when it is what the answers said; raises Failure if it is not.

    Each receipt must be one decision longer than its version, and every decision must stand in the log now as
    it was answered then, to the seat that was told.
    """
    client = Client(address)
    logs = {seat: _log(client, match, seat) for seat in {seat for seat, _ in answers}}
    newest: int = answers[-1][1]["version"]
    for seat, log in logs.items():
        if [decision["version"] for decision in log] != list(range(newest + 1)):
            raise Failure(f"the log of seat {seat} has a gap")
    for seat, answer in answers:
        if answer["receipt"]["size"] != answer["version"] + 1:
            raise Failure(f"the receipt of version {answer['version']} is for another number of decisions")
        if any(logs[seat][decision["version"]] != decision for decision in answer["decisions"]):
            raise Failure(f"the log differs from what was answered at version {answer['version']}")
    return newest + 1


def _log(client: Client, match: str, seat: int) -> list[Any]:
    """The whole log as it was told to a seat, page after page."""
    page = client.get(f"{match}/decisions", **{"as": f"seat:{seat}", "limit": 1000})
    decisions: list[Any] = page["decisions"]
    while page["next"]:
        page = client.get(page["next"])
        decisions += page["decisions"]
    return decisions


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
    return from_here(script)


class Played(NamedTuple):
    """A match that is over and was checked."""

    title: str
    path: str
    opened: int
    """Its version when it was opened."""
    decisions: int
    receipts: int
    root: str
    findings: str
    """What the audit has found, in lines."""
    arbiter: str
    """The token of the arbiter."""
    taken: Taken
    """The match as a file."""

    def page(self, address: str) -> str:
        """Where it is in a browser."""
        return f"http://{address}/matches/{self.path.rpartition('/')[2]}"


def demonstrate(seed: int | None, *, game: str | None = None, keep: bool = False) -> None:
    """Everything, in order, or one *game* of it; raises Failure.

    With *keep*, the service runs on until somebody stops this.
    """
    executable, rng = _executable(), Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="kerbholz-demo-"))
    database = f"sqlite:///{quote(str(folder / 'demo.db'))}"
    command = [executable, "serve", "--port", "0", "--database", database]
    with served(command, folder / "serve.log") as address:
        print(f"The service runs at http://{address}, with its database in {folder}\n", flush=True)
        listed = Client(address).get("/v1/rulesets", lang="en")["rulesets"]
        (key,) = (one["vkey"] for one in Client(address).get("/v1/keys")["keys"])
        matches = [
            _match_played(address, one["links"]["self"], rng, folder, key)
            for one in listed
            if game in (None, one["id"])
        ]
        if not matches:
            raise Failure(f"there is no game {game}")
        _told(matches)
        files = [played.taken.file for played in matches]
        print(f"  {second_opinion(files, key)}")
        if keep:
            print(f"\n{_pages(address, matches)}", flush=True)
            with contextlib.suppress(KeyboardInterrupt):
                signal.pause()
            print()
    print(f"\n{_replay(shlex.join([executable, 'serve']), address, database, matches)}")
    print("\nTo verify the files again, without the service, and by the rules of the games:")
    print("\n".join(commands(executable, files, key)))
    print(f"\nThe service has stopped. To delete all this: rm -r {shlex.quote(str(folder))}")


def _told(matches: list[Played]) -> None:
    """Print what the audit has found, and what was checked."""
    print("audit findings:")
    for played in matches:
        print(played.findings)
    print("\nWhat was checked:")
    for played in matches:
        print(f"  {played.title}: {played.decisions} decisions are in the log without a gap, each as it was")
        print(
            f"    answered when it happened. Each of the {played.receipts} receipts is for the number of decisions"
        )
        print("    that there were; the newest root is")
        print(f"    {played.root}.")
    print("\nWhat was taken home, as files with all that officials know, and verified there:")
    for played in matches:
        said = f"{played.title}: {played.taken.said()}"
        print("\n".join(textwrap.wrap(said, WIDEST, initial_indent="  ", subsequent_indent="    ")))


def _pages(address: str, matches: list[Played]) -> str:
    """Where the matches are in a browser: as everybody sees them, and one as its arbiter does."""
    judged = max(matches, key=lambda played: len(played.findings))
    lines = ["The service runs on. Open these in a browser; press Ctrl-C to stop it:"]
    lines += [f"  {played.title}: {played.page(address)}" for played in matches]
    lines += [f"  {judged.title}, as its arbiter:", f"  {judged.page(address)}#token={judged.arbiter}"]
    return "\n".join(lines)


def _match_played(address: str, path: str, rng: Random, folder: Path, key: str) -> Played:
    ruleset = Client(address).get(path, lang="en")
    body, sample = opening(ruleset), SAMPLES.get(ruleset["id"], Sample())
    opened = Client(address).post("/v1/matches", body)
    match, names = opened["links"]["self"], [seat["name"] for seat in body["seats"]]
    print(f"{ruleset['title']}: match {opened['id']}")
    print(f"  {len(names)} players{'; ' if body['options'] else ''}{variant(ruleset, body['options'])}\n")
    decisions, progress = sample.decisions, Progress(sample.decisions)
    answers = play(address, opened, rng, progress, sample.by_hand, sample.seldom, 3 * decisions)
    client = Client(address)  # anew: a connection that nobody uses for long is closed
    print("\n".join(board(client, match)), end="\n\n")
    decisions = checked(address, match, answers)
    root = answers[-1][1]["receipt"]["root"]
    findings = "\n".join(_findings(client, match, ruleset, names))
    arbiter = opened["tokens"]["arbiter"]
    archive = Client(address, arbiter).file(f"{match}/export", **{"as": "official"})
    home = taken(folder, opened["id"], archive, key, answers)
    return Played(
        ruleset["title"], match, opened["version"], decisions, len(answers), root, findings, arbiter, home
    )


def _findings(client: Client, match: str, ruleset: Any, names: Sequence[str]) -> Iterator[str]:
    """What the audit says of a match: each finding with its rule, who, and the decisions that prove it."""
    found, rules = client.get(f"{match}/audit")["findings"], ruleset["rules"]
    yield f"  {ruleset['title']}: {len(found) or 'no'} finding{'' if len(found) == 1 else 's'}"
    for rule in sorted({finding["rule"] for finding in found}, key=lambda rule: (len(rule), rule)):
        yield from textwrap.wrap(
            f"{rule}: {rules[rule]}", WIDEST, initial_indent="    ", subsequent_indent="      "
        )
        for finding in found:
            if finding["rule"] == rule:
                proof = " and ".join(str(version) for version in finding["decisions"])
                yield f"      {names[finding['seat']]}, decision {proof}: {finding['status']}"


def _replay(serve: str, address: str, database: str, matches: list[Played]) -> str:
    lines = [
        "To replay them, start the service again and ask for the board after any decision, as anyone saw",
        "it, for the log in sentences, or for the audit; or open the last address in a browser:",
        f"  {serve} --port {address.rpartition(':')[2]} --database {shlex.quote(database)}",
    ]
    for played in matches:
        base, middle = f"{address}{played.path}", played.decisions // 2
        moments = (played.opened, middle, played.decisions - 1)
        lines += [
            f"{played.title}:",
            *(f"  curl '{base}/view?as=public&at={at}'" for at in moments),
            f"  curl '{base}/view?as=seat:1&at={middle}'",
            f"  curl '{base}/decisions?limit=900&text=en'",
            f"  curl '{base}/audit'",
            f"  http://{base}/picture?at={middle}",
        ]
    return "\n".join(lines)


def main() -> int:
    """The command; 0, or 1 with a message on standard error."""
    parser = argparse.ArgumentParser(prog="python -m service.demo", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, help="of the players' choices (the service draws its cards itself)")
    parser.add_argument("--game", help="play this one only, named as in /v1/rulesets")
    parser.add_argument("--keep", action="store_true", help="leave the service running, with links to its pages")
    arguments = parser.parse_args()
    # As Ctrl-C: an Exception of our own can be caught, or said anew, by the code that the signal comes into.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # where the locale has no dash
    try:
        demonstrate(arguments.seed, game=arguments.game, keep=arguments.keep)
    except KeyboardInterrupt:
        print("\nThe demonstration was stopped.", file=sys.stderr)
    except (Failure, DoesNotHold, OSError, HTTPException, ValueError) as error:
        print(f"\nThe demonstration failed: {error}", file=sys.stderr)
    else:
        return 0
    return 1
