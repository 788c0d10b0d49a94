"""A service that signs, archives of matches that were played there, and archives that somebody has altered."""

from __future__ import annotations

import contextlib
import functools
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from click.testing import CliRunner

from clients.build import NODE
from domain.application.matches import Matches
from domain.evidence.archive import MEDIA_TYPE, Broken, Known, NoArchive, lines_of, verify
from domain.evidence.notes import Note, SigningKey
from domain.evidence.signing import Signing
from domain.kit.visibility import OFFICIAL, PUBLIC, seat_viewer
from projections.evidence.redaction import Standing, redacted
from service.app import create_app
from service.cli import main
from service.config import Settings
from tests.evidence.altering import LINE_WAYS, SIGNED_WAYS, written
from tests.service.playing import CheckedClient, Table, filled_move, new_client, open_match, step

SECRET = bytes(range(32))
SIGNING_KEY = SigningKey("play.example.org", SECRET)
KEY = SIGNING_KEY.verifier
SECOND = Path(__file__).parents[2] / "clients/verify/verify.mjs"
VIEWERS = ("official", "seat:0", "seat:1", "public")


@contextlib.contextmanager
def signing_client(url: str) -> Iterator[CheckedClient]:
    """A client of a service with a key, on a database that has its tables."""
    settings = Settings(database=url)
    app = create_app(
        settings, matches_factory=lambda: Matches(settings.environment, signing=Signing(SECRET, KEY.name))
    )
    try:
        yield new_client(url, app)
    finally:
        app.extensions["kerbholz"].close()


def kerbholz(*arguments: object, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """What the program says."""
    command = [sys.executable, "-c", "from service.cli import main; main()", *map(str, arguments)]
    every = {**os.environ, "COLUMNS": "200", **environment}
    return subprocess.run(command, env=every, cwd=cwd, capture_output=True, text=True, timeout=60, check=False)


def kerbholz_here(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The same without a process of its own, which takes half a second of work."""
    with contextlib.chdir(cwd) if cwd is not None else contextlib.nullcontext():
        done = CliRunner().invoke(main, list(map(str, arguments)))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)


def played(client: CheckedClient, decisions: int = 14, seed: int = 3, **more: Any) -> Table:
    """A match with a note, some way into it."""
    table = open_match(client, 2, **more)
    rng = Random(seed)
    table.send("arbiter", {"type": "table.note", "text": "Tea, until nine."})
    for _ in range(decisions):
        if more.get("mode") == "recorded":
            recorded(table, rng)
        else:
            step(table, rng)
    return table


def closed(table: Table) -> Table:
    """The same match, given up and closed."""
    for kind in ("table.abandon", "table.close"):
        table.do("host", {"type": kind})
    return table


def recorded(table: Table, rng: Random) -> None:
    """The scribe enters something that is listed."""
    moves = [move for move in table.get("scribe", "moves")["moves"] if not move["type"].startswith("table.")]
    answer = table.send("scribe", filled_move(rng.choice(moves), rng))
    assert answer.status_code == 201, answer.text


def archive_of(client: CheckedClient, table: Table, who: Any, **query: Any) -> list[bytes]:
    """The lines of an archive, as somebody gets it."""
    headers = {**table.bearer(who), "Accept": MEDIA_TYPE}
    answer = client.get(f"{table.path}/export", query_string=query, headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == MEDIA_TYPE
    return answer.data.splitlines(keepends=True)


def put(document: Any, pointer: str, value: Any) -> None:
    """Put a value at a pointer."""
    *steps, last = pointer.split("/")[1:]
    for one in steps:
        document = document[int(one) if isinstance(document, list) else one]
    document[int(last) if isinstance(document, list) else last] = value


def redacted_for(lines: list[bytes], viewer: str, *, texts: bool = True) -> list[bytes]:
    """What an archive is cut down to for a viewer; raises ``CannotRedact``."""
    kind, _, seat = viewer.partition(":")
    standing = Standing()
    verify(lines, follow=standing.follow)
    wanted = seat_viewer(int(seat)) if kind == "seat" else OFFICIAL if kind == "official" else PUBLIC
    return list(redacted(lines, wanted, standing, texts=texts))


def mutants(lines: list[bytes], rng: Random, number: int) -> Iterator[bytes]:
    """An archive altered in many ways."""
    signed = [functools.partial(way, key=SIGNING_KEY) for way in SIGNED_WAYS]
    ways = (*OWN_WAYS, *LINE_WAYS, *signed, *LINE_WAYS, *signed)
    for made in range(number):
        altered = ways[made % len(ways)](list(lines), rng)
        if altered is not None and altered != lines:
            yield b"".join(altered)


def flipped(lines: list[bytes], rng: Random) -> list[bytes] | None:
    place = rng.randrange(len(lines))
    line = bytearray(lines[place])
    line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
    return [*lines[:place], bytes(line), *lines[place + 1 :]]


def cut(lines: list[bytes], rng: Random) -> list[bytes] | None:
    place = rng.randrange(len(lines))
    return lines[:place] + lines[place + 1 :]


def doubled(lines: list[bytes], rng: Random) -> list[bytes] | None:
    place = rng.randrange(len(lines))
    return lines[: place + 1] + lines[place:]


def swapped(lines: list[bytes], rng: Random) -> list[bytes] | None:
    one, other = rng.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def tail(lines: list[bytes], rng: Random) -> list[bytes] | None:
    whole = b"".join(lines)
    return [whole[: rng.randrange(1, len(whole))]]


def _opened(lines: list[bytes], rng: Random) -> tuple[int, dict[str, Any], str] | None:
    """A decision that opens something, and the pointer of one of these values."""
    with_values = [place for place in range(1, len(lines) - 1) if json.loads(lines[place])["opened"]]
    if not with_values:
        return None
    place = rng.choice(with_values)
    line = json.loads(lines[place])
    return place, line, rng.choice(sorted(line["opened"]))


def resalted(lines: list[bytes], rng: Random) -> list[bytes] | None:
    found = _opened(lines, rng)
    if found is None:
        return None
    place, line, pointer = found
    line["opened"][pointer]["salt"] = rng.randbytes(32).hex()
    lines[place] = written(line)
    return lines


def renumbered(lines: list[bytes], rng: Random) -> list[bytes] | None:
    """A number written otherwise, which other readers would take for the same."""
    place = rng.randrange(len(lines))
    line = lines[place]
    digits = [
        at for at in range(1, len(line)) if line[at : at + 1] in (b",", b"}") and line[at - 1 : at].isdigit()
    ]
    if not digits:
        return None
    at = rng.choice(digits)
    how = rng.choice([b".0", b"e0", b"E+0"])
    lines[place] = line[:at] + how + line[at:]
    return lines


def moved(lines: list[bytes], rng: Random) -> list[bytes] | None:
    """A value whose pointer leads elsewhere."""
    found = _opened(lines, rng)
    if found is None:
        return None
    place, line, pointer = found
    elsewhere = rng.choice(["/version", "/facts", f"{pointer}/seal", "/nowhere", "", "/facts/00", "/command"])
    line["opened"][elsewhere] = line["opened"].pop(pointer)
    lines[place] = written(line)
    return lines


def signed_by_another(lines: list[bytes], rng: Random) -> list[bytes] | None:
    trailer = json.loads(lines[-1])
    if "checkpoint" not in trailer:
        return None
    note = Note.read(trailer["checkpoint"])
    trailer["checkpoint"] = SigningKey(note.signatures[0][0], rng.randbytes(32)).signed(note.text)
    lines[-1] = written(trailer)
    return lines


def resized(lines: list[bytes], rng: Random) -> list[bytes] | None:
    """The trailer or the header of another size."""
    place, name = rng.choice([(0, "size"), (-1, "count")])
    line = json.loads(lines[place])
    line[name] += rng.choice([-1, 1, 100])
    lines[place] = written(line)
    return lines


def redrawn(lines: list[bytes], rng: Random) -> list[bytes] | None:
    """Something else is said of chance, where anything is said of it: of the seed, or of one draw."""
    trailer = json.loads(lines[-1])
    chance = trailer.get("chance")
    if chance is None:
        return None
    place = rng.randrange(len(chance["draws"]))
    draw = chance["draws"][place]
    match rng.choice(["seed", "commitment", "number", "decision", "drawn", "at", "again", "left out", "nothing"]):
        case "seed" | "commitment" as name:
            chance[name] = rng.randbytes(32).hex()
        case "number" | "decision" as name:
            draw[name] += rng.choice([-1, 1])
        case "drawn":
            draw["drawn"] += "s"
        case "at":
            draw["at"] = rng.choice(["/version", "/facts/0/type", draw["at"] + "/0", ""])
        case "again":
            chance["draws"].insert(place, draw)
        case "left out":
            later = [one for one in chance["draws"][place + 1 :] if one["decision"] == draw["decision"]]
            if not later:
                return None  # nothing in the file says how many there were
            del chance["draws"][place]
        case "nothing":
            draw["from"] = {}
    lines[-1] = written(trailer)
    return lines


OWN_WAYS = (flipped, cut, doubled, swapped, tail, resalted, renumbered, moved, signed_by_another, resized, redrawn)

# -- both verifiers -------------------------------------------------------------------------------------------

Verdict = tuple[bool, bool, int | None, str]
"""Whether it holds, whether it is an archive, which decision does not (None: the end), and what about it."""


def first_verdict(archive: bytes, known: Known) -> Verdict:
    """What the verifier in Python says."""
    try:
        verify(lines_of(io.BytesIO(archive)), known)
    except NoArchive:
        return False, False, None, ""
    except Broken as broken:
        return False, True, broken.version, broken.what
    return True, True, None, ""


def second_verdicts(archives: Sequence[bytes], known: Known) -> list[Verdict]:
    """What the verifier in JavaScript says, of all in one process."""
    roots = [{"size": size, "root": root} for size, root in known.roots.items()]
    options = json.dumps({"roots": roots, "keys": [str(key) for key in known.keys]})
    whole = b"".join(b"%d\n%s" % (len(archive), archive) for archive in archives)
    command = [NODE, Path(__file__).with_name("second.mjs"), SECOND, options]
    done = subprocess.run(command, input=whole, capture_output=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr.decode()
    said = [tuple(json.loads(line)) for line in done.stdout.splitlines()]
    return [(holds, archive, decision, what if archive else "") for holds, archive, decision, what in said]
