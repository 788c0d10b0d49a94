"""A block gives back each row byte for byte, whatever is in it, and what is no block is said to be none."""

from __future__ import annotations

from random import Random

import pytest

from domain.kit.written.evidence import grown, leaf_hash, root_of
from domain.kit.written.row_forms import MARK, Parts, packed
from domain.store.log import blocks
from domain.store.log.blocks import Row, Unpacked, Unreadable, block_of, rows_in, stretches


def log(number: int, rng: Random) -> list[Row]:
    """The rows of a match as they are stored."""
    edge: tuple[str, ...] = ()
    rows, position = [], 5
    for version in range(number):
        text = f'{{"text":"decision {version} — “{rng.randrange(10**6)}”","version":{version}}}'
        edge, nodes = grown(edge, version, leaf_hash(text.encode()))
        state = packed(Parts(text, {"/text": {"for": [version % 3]}}, root_of(edge), [*nodes]))
        topic = "kerbholz.Decided" if version else "kerbholz.Opened"
        rows.append(Row(position, version, topic, state + rng.randbytes(MARK)))
        position += rng.choice([1, 2, 1 << 16, 77 << 16])
    return rows


def all_blocks(rows: list[Row]) -> list[bytes]:
    edge: object = ()
    made = []
    for some in stretches(rows):
        block, edge = block_of(some, edge)  # type: ignore[arg-type]
        made.append(block)
    return made


@pytest.mark.parametrize("number", [1, 2, 256, 257, 600])
def test_rows_come_back_byte_for_byte(number: int) -> None:
    rows = log(number, Random(number))
    made = all_blocks(rows)
    assert [row for block in made for row in rows_in(block)] == rows
    assert len(made) == -(-number // blocks.MOST_DECISIONS)
    if number > 100:
        assert sum(map(len, made)) * 4 < sum(len(row.state) for row in rows), "the tree is made again"


@pytest.mark.parametrize(
    "state",
    [
        b"",
        b"\x02",
        b"\x02no line feed",
        b'\x02{"version":3}\n{}\n' + bytes(48),
        b'{"open":"{}","sealed":{},"leaf":"","root":"","edge":[]}',
        b'{"open":3}',
        b"\n\n\n",
    ],
)
def test_what_is_no_row_as_it_is_written_comes_back_too(state: bytes) -> None:
    rows = log(9, Random(1))
    rows[4] = rows[4]._replace(state=state, topic="another")
    assert [row for block in all_blocks(rows) for row in rows_in(block)] == rows


def test_what_is_no_block_is_unreadable() -> None:
    rng = Random(2)
    rows = log(20, rng)
    (block,) = all_blocks(rows)
    for wrong in (b"", b"\x01", b"\x02" + block[1:], block[:-1], block + b"\0", block[:40]):
        with pytest.raises(Unreadable):
            rows_in(wrong)
    for _ in range(150):
        place = rng.randrange(len(block))
        altered = block[:place] + bytes([block[place] ^ 1 << rng.randrange(8)]) + block[place + 1 :]
        try:
            found = rows_in(altered)
        except Unreadable:
            continue
        assert found != rows, "a mark is another one"
        assert [row.state[:-MARK] for row in found] == [row.state[:-MARK] for row in rows]


def test_what_was_unpacked_is_kept_as_far_as_there_is_room() -> None:
    made = [all_blocks(log(20, Random(number)))[0] for number in range(3)]
    kept = Unpacked(room=15_000)
    rows = [kept.rows("a", number, block) for number, block in enumerate(made)]
    assert kept.rows("a", 2, made[2]) is rows[2]
    assert kept.rows("a", 0, made[0]) is not rows[0], "there was no room"
    assert kept.rows("a", 2, made[1]) == rows[1], "another block is read anew"
    none = Unpacked(room=0)
    assert none.rows("a", 0, made[0]) is not none.rows("a", 0, made[0])
