"""What an archive tells of joint chance has to fit, also where whoever altered it has made all its hashes anew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from domain.application.upkeep.replaying import decided_again, recorded_in
from domain.evidence.archive import Broken, Known, verify
from domain.kit.written.evidence import canonical, grow, leaf_hash, root_of
from tests.evidence.archives import KEY, archive_of, first_verdict, second_verdicts, signing_client
from tests.service.playing import CheckedClient, Table, open_match, step

SEATS = 3
VALUES = [bytes([seat + 1] * 32).hex() for seat in range(SEATS)]
MADE, OPENED, JOINED = 1, SEATS + 1, 2 * SEATS
"""The versions of the first commitment and the first opening, and of the last one, with what is joint."""


def commitment(match: str, seat: int, value: str) -> str:
    head = f"kerbholz contribution 1\n{match}\n{seat}\n".encode()
    return hashlib.sha256(head + bytes.fromhex(value)).hexdigest()


@pytest.fixture
def signing(migrated_sqlite_url: str) -> Iterator[CheckedClient]:
    """A client of a service that signs: what is tested here is the same on each database."""
    with signing_client(migrated_sqlite_url) as client:
        yield client


@pytest.fixture
def table(signing: CheckedClient) -> Table:
    """A match with joint chance, some way into it."""
    table = open_match(signing, SEATS, options={"chance": "joint", "history": "kept"})
    for seat, value in enumerate(VALUES):
        table.do(seat, {"type": "table.contribute", "commitment": commitment(table.id, seat, value)})
    for seat, value in enumerate(VALUES):
        table.do(seat, {"type": "table.open-contribution", "value": value})
    step(table, Random(1))
    return table


@pytest.fixture
def lines(signing: CheckedClient, table: Table) -> list[bytes]:
    """Its archive, as everybody gets it."""
    return archive_of(signing, table, None)


Records = list[dict[str, Any]]


def forged(lines: list[bytes], alter: Callable[[Records], Any]) -> list[bytes]:
    """The archive with altered records and hashes that fit them; nobody has signed it."""
    header, *decisions, trailer = map(json.loads, lines)
    records = [json.loads(one["open"]) for one in decisions]
    alter(records)
    edge: tuple[str, ...] = ()
    for version, (line, record) in enumerate(zip(decisions, records, strict=True)):
        line["open"] = canonical(record)
        edge = grow(edge, version, leaf_hash(line["open"].encode()))
        line["root"] = root_of(edge)
    del trailer["checkpoint"]
    trailer["keys"] = []
    return [canonical(one).encode() + b"\n" for one in (header, *decisions, trailer)]


def fact(records: Records, version: int, position: int = 0) -> dict[str, Any]:
    """A fact of a decision, to be changed."""
    found: dict[str, Any] = records[version]["facts"][position]
    return found


def other(value: str) -> str:
    """Another value of the same form."""
    return value[:-1] + ("0" if value[-1] != "0" else "1")


def another_value(records: Records) -> None:
    fact(records, OPENED)["value"] = other(VALUES[0])


def another_commitment(records: Records) -> None:
    fact(records, MADE)["commitment"] = other(fact(records, MADE)["commitment"])


def another_joint(records: Records) -> None:
    fact(records, JOINED, 1)["joint"] = other(fact(records, JOINED, 1)["joint"])


def another_seed(records: Records) -> None:
    records[0]["chance"]["commitment"] = "00" * 32


def committed_twice(records: Records) -> None:
    fact(records, MADE + 1)["seat"] = 0


def opened_for_another(records: Records) -> None:
    fact(records, OPENED + 1)["seat"] = 0


def opened_early(records: Records) -> None:
    records[MADE + 1]["facts"] = [dict(fact(records, OPENED))]


def joined_early(records: Records) -> None:
    records[OPENED]["facts"].append(dict(fact(records, JOINED, 1)))


def drawn_early(records: Records) -> None:
    records[JOINED]["facts"].pop()


def no_seat(records: Records) -> None:
    fact(records, MADE)["seat"] = True


def no_hex(records: Records) -> None:
    fact(records, OPENED)["value"] = [VALUES[0]]


FORGERIES = {
    another_value: OPENED,
    another_commitment: OPENED,
    another_joint: JOINED,
    another_seed: JOINED,
    committed_twice: MADE + 1,
    opened_for_another: OPENED + 1,
    opened_early: MADE + 1,
    joined_early: OPENED,
    drawn_early: JOINED + 1,
    no_seat: MADE,
    no_hex: OPENED,
}


def test_contributions_that_fit_are_told_and_forged_ones_named(lines: list[bytes]) -> None:
    verified = verify(lines, Known({}, [KEY]))
    records = [json.loads(json.loads(line)["open"]) for line in lines[1:-1]]
    assert verified.joint == fact(records, JOINED, 1)["joint"]
    assert verify(forged(lines, lambda _: None)).joint == verified.joint, "so forging itself is not noticed"
    for forgery, version in FORGERIES.items():
        with pytest.raises(Broken) as raised:
            verify(forged(lines, forgery))
        assert (raised.value.version, raised.value.what) == (version, "chance"), forgery.__name__
    files = [b"".join(forged(lines, forgery)) for forgery in FORGERIES]
    assert second_verdicts(files, Known({})) == [
        (False, True, version, "chance") for version in FORGERIES.values()
    ]


def test_other_matches_need_no_contributions(lines: list[bytes]) -> None:
    def secret(records: Records) -> None:
        records[0]["options"]["chance"] = "secret"
        another_value(records)

    assert verify(forged(lines, secret)).joint is None


def test_the_draws_are_numbered_over_the_match_and_none_can_be_left_out(
    signing: CheckedClient, table: Table
) -> None:
    first = next(one["version"] for one in table.log() if one["actor"] == "chance")
    table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": first})
    step(table, Random(2))
    table.do("host", {"type": "table.abandon"})
    table.do("host", {"type": "table.close"})
    draws = table.get("arbiter", "chance")["draws"]
    assert [one["number"] for one in draws] == list(range(len(draws)))
    assert len({one["decision"] for one in draws}) > 4, "those before the ruling are draws, too"
    lines = archive_of(signing, table, "arbiter")
    assert verify(lines, Known({}, [KEY])).draws == len(draws)
    *before, last = lines
    recorded = [recorded_in(json.loads(line)) for line in before[1:]]
    again = decided_again(recorded, seed=bytes.fromhex(table.get("arbiter", "chance")["seed"]))
    assert again == [{name: draw[name] for name in ("decision", "number", "from", "drawn")} for draw in draws]
    files = [b"".join(lines)]
    for position in (0, len(draws) // 2):
        trailer = json.loads(last)
        del trailer["chance"]["draws"][position]
        for number, draw in enumerate(trailer["chance"]["draws"]):
            draw["number"] = number
        files.append(b"".join([*before, canonical(trailer).encode() + b"\n"]))
    verdicts = [first_verdict(file, Known({}, [KEY])) for file in files]
    assert second_verdicts(files, Known({}, [KEY])) == verdicts
    assert [what.split()[:1] for *_, what in verdicts] == [[], ["draw"], ["draw"]]
