"""Archives altered by somebody who knows how they are built: lines and records written otherwise, and signed anew.

What is signed anew is told by the service itself; only receipts, or the grammar, are against it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from domain.evidence.notes import Note, SigningKey, encoded
from domain.kit.written.evidence import grow, leaf_hash, root_of

Lines = list[bytes]
Way = Callable[[Lines, Random], Lines | None]


def written(line: Any) -> bytes:
    """A line as the service writes it."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() + b"\n"


def nested(depth: int) -> str:
    """So many lists in each other."""
    return "[" * depth + "]" * depth


STRAY = ('"\\ud83d"', '"\\ud83d\\ude00"', '"a\\u0000"', '"\\u0061"', '{"\\ud83d\\ude00":1}', '{"😀":1}', '{"é":1}')
NUMBERS = ("1.5", "1e2", "-0", "01", f"{2**53 - 1}", f"{2**53}", f"-{2**53}", "1" + "0" * 400)
ODD = (*STRAY, *NUMBERS, "true", "null", "nul", "{}", '{"seal":1}', '[{"a":{"seal":""}}]', '{"a":1,"a":1}', "[1,]")
"""Values as they may come: some are none, some are read alike by everybody, and fit no seal."""
DEEP = tuple(nested(depth) for depth in (28, 29, 30, 31, 32, 33, 2000))


# -- lines ----------------------------------------------------------------------------------------------------


def spaced(lines: Lines, rng: Random) -> Lines | None:
    """Spaces, and what is none, between the parts of a line or at its ends."""
    place = rng.randrange(len(lines))
    line = lines[place]
    space = rng.choice([b" ", b"\t", b"\r", b"\n", b"\xc2\xa0", b"\xef\xbb\xbf", b"\x0c", b"\xff"])
    at = rng.choice([0, 1, len(line) - 1, line.index(b":"), line.index(b",") + 1])
    lines[place] = line[:at] + space + line[at:]
    return lines


def with_member(lines: Lines, rng: Random) -> Lines | None:
    """Another member, one that is there already, or one that is missing."""
    place = rng.randrange(len(lines))
    line = json.loads(lines[place])
    key = rng.choice([*line, "x", "__proto__", "constructor", "warning", "sealed", "erased", "checkpoint"])
    if key in line and rng.random() < 0.5:
        del line[key]
        lines[place] = written(line)
    else:
        value = rng.choice(["{}", "[]", "1", "null", "[1]", '["/seats/0/name"]', '["/a~2"]', '["a"]', '"x"'])
        lines[place] = b'{"%s":%s,' % (key.encode(), value.encode()) + lines[place][1:]
    return lines


def with_value(lines: Lines, rng: Random) -> Lines | None:
    """A member of a line with another value: an opened one, or one of the line."""
    place = rng.randrange(len(lines))
    line = json.loads(lines[place])
    inner = [part for part in (line.get("opened"), line.get("sealed")) if part]
    inner += [entry for part in inner for entry in part.values()]
    if "chance" in line:
        draw = rng.choice(line["chance"]["draws"])
        inner += [line["chance"], draw, draw["from"]]
    where = rng.choice([line, *inner, *inner])
    key = rng.choice(sorted(where))
    same = where[key]
    if isinstance(same, str) and rng.random() < 0.5:
        choice = [same.upper(), same[:-1], f"{same}0", f" {same}", f"{same}\n", "", "seat:00", "seat:1", "public"]
        where[key] = rng.choice(choice)
        lines[place] = written(line)
    else:
        where[key] = "\x7fHERE"
        value = rng.choice([*ODD, *DEEP])
        lines[place] = written(line).replace(b'"\x7fHERE"', value.encode())
    return lines


def erased_as_well(lines: Lines, rng: Random) -> Lines | None:
    """Something is said to be erased: what is opened, twice the same, or nothing at all."""
    place = rng.randrange(1, len(lines) - 1)
    line = json.loads(lines[place])
    pointers = [*line["opened"], "/version", "/nowhere", "", "~", "/a~", "/facts/-1", "/facts/0x0"]
    line["erased"] = rng.choices(pointers, k=rng.choice([0, 1, 2]))
    lines[place] = written(line)
    return lines


def closed(lines: Lines, rng: Random) -> Lines | None:
    """Values are left out, which nothing forbids, and said to be erased, which nothing proves."""
    place = rng.randrange(1, len(lines) - 1)
    line = json.loads(lines[place])
    if not line["opened"]:
        return None
    pointer = rng.choice(sorted(line["opened"]))
    del line["opened"][pointer]
    if rng.random() < 0.5:
        line["erased"] = sorted({*line.get("erased", []), pointer})
    lines[place] = written(line)
    return lines


# -- the end --------------------------------------------------------------------------------------------------


def resigned(lines: Lines, rng: Random, key: SigningKey) -> Lines | None:
    """The checkpoint or the keys otherwise, as the service itself could have signed them."""
    trailer = json.loads(lines[-1])
    note = Note.read(trailer["checkpoint"])
    origin, size, root = note.text.splitlines()
    text = rng.choice(
        [
            note.text,
            note.text,
            f"{note.text}more\n",
            f"{origin}0\n{size}\n{root}\n",
            f"x.{origin}\n{size}\n{root}\n",
            f"{origin}\n0{size}\n{root}\n",
            f"{origin}\n{int(size) + 1}\n{root}\n",
            f"{origin}\n{size}\n{'A' * 43}=\n",
            f"{origin}\n{size}\n{root[:-2]}B=\n",
            f"{origin}\n{size}\n{root[:-1]}\n",
            f"{origin}\n{size}\n\n{root}\n",
        ]
    )
    stranger = SigningKey(rng.choice([key.name, "other.example"]), rng.randbytes(32))
    signed, other = key.signed(text), stranger.signed(text).rpartition("\n\n")[2]
    own, another = str(key.verifier), str(stranger.verifier)
    again = signed.rpartition("\n\n")[2]
    notes = [signed, signed, signed + other, signed + again, other, signed + other * 15, signed + other * 16]
    notes += [signed.replace(" ", "\t"), signed[: -rng.randrange(1, 9)], f"{signed}\n", f"{text}\n{other}"]
    trailer["checkpoint"] = rng.choice(notes)
    keys = [[own], [own], [], [own, another], [another], [own, own], [own[:-1]], [own.replace("+", "+0", 1)], [""]]
    trailer["keys"] = rng.choice(keys)
    if rng.random() < 0.1:
        del trailer["checkpoint"]
    lines[-1] = written(trailer)
    return lines


# -- records --------------------------------------------------------------------------------------------------


def rewritten(lines: Lines, rng: Random, key: SigningKey) -> Lines | None:
    """A record in other words, with all roots after it, and the checkpoint signed anew."""
    place = rng.choice([1, rng.randrange(1, len(lines) - 1)])
    line = json.loads(lines[place])
    line["open"] = rng.choice(RECORDS)(line["open"], rng)
    lines[place] = written(line)
    return rooted(lines, key)


def rooted(lines: Sequence[bytes], key: SigningKey) -> Lines:
    """The lines with the roots that their records have, and a checkpoint of the last one."""
    edge: tuple[str, ...] = ()
    found = [lines[0]]
    for version, raw in enumerate(lines[1:-1]):
        line = json.loads(raw)
        edge = grow(edge, version, leaf_hash(line["open"].encode()))
        found.append(written({**line, "root": root_of(edge)}))
    trailer = json.loads(lines[-1])
    origin, size, _ = Note.read(trailer["checkpoint"]).text.splitlines()
    trailer["checkpoint"] = key.signed(f"{origin}\n{size}\n{encoded(bytes.fromhex(root_of(edge)))}\n")
    return [*found, written(trailer)]


def _member(text: str, rng: Random) -> str:
    """A member of the record with another value, or a new one behind all others."""
    value = rng.choice([*ODD, *DEEP])
    name = rng.choice([*json.loads(text), "zz", "__proto__", "é", "😀"])
    record = {**json.loads(text), name: "\x7fHERE"}
    whole = json.dumps(record, ensure_ascii=False, separators=(",", ":"), sort_keys=rng.random() < 0.9)
    return whole.replace('"\x7fHERE"', value)


def _spelled(text: str, rng: Random) -> str:
    """The same in other letters."""
    version = json.loads(text)["version"]
    old, new = rng.choice(
        [
            (",", ", "),
            ('"at":', '"\\u0061t":'),
            (f'"version":{version}', f'"version":{version}.0'),
            (f'"version":{version}', f'"version":-{version}'),
            (f'"version":{version}', f'"version":{version + 1}'),
            (f'"version":{version}', f'"version":"{version}"'),
            (f'"version":{version}', f'"version":{version},"version":{version}'),
            ('"format":1', '"format":true'),
            ('"format":1', '"format":2'),
            ('"hash":"sha-256"', '"hash":"SHA-256"'),
            ('"canonical":"rfc8785"', '"canonical":null'),
            ('"board_digest":"', '"board_digest":"0'),
            ('"match":"', '"match":"0'),
            ('"hidden":1', '"hidden":1,"more":1'),
            ('"hidden":1', '"hidden":-1'),
            ('"seal":"', '"seal":"A'),
            ('"ruleset":{', '"ruleset":{"a":1,'),
            ("Z", "z"),
            ("}", "} "),
        ]
    )
    return text.replace(old, new, 1)


def _other(_: str, rng: Random) -> str:
    """No record at all."""
    return rng.choice(["", "[]", "1", "null", "{}", '{"version":0}', "\ufeff{}", "{", '{"version":1}\n'])


RECORDS = (_member, _member, _spelled, _spelled, _other)
LINE_WAYS: tuple[Way, ...] = (spaced, with_member, with_value, erased_as_well, closed)
SIGNED_WAYS = (resigned, rewritten)
