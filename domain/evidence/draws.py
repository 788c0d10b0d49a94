"""The draws of a hosted match, once its seed is open: each is computed again from seed, number and multiset.

How a draw is computed is told in ``docs/decisions/0005-chance.md``, and in which order it is verified in
``0041-archives.md``. That a multiset is the right one only the rules of the game can say; nothing here knows them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from domain.evidence.grammar import HEX, SEED, found_at, is_number, is_pointer
from domain.kit.chance import commitment, draw_key, joint_draw_key, outcome
from domain.kit.written.evidence import LARGEST_INTEGER, canonical, replaced

CHANCE = {"commitment", "seed", "draws"}
DRAW = {"decision", "number", "from", "drawn", "at"}


class WrongDraw(Exception):
    """What does not hold: at which decision (None: the seed itself), what kind of thing, and in words."""

    def __init__(self, version: int | None, what: str, detail: str) -> None:
        super().__init__(detail)
        self.version = version
        self.what = what
        self.detail = detail


def is_chance(value: Any) -> bool:
    """Whether this is a seed with its draws, as far as the form goes."""
    return (
        isinstance(value, dict)
        and set(value) == CHANCE
        and isinstance(value["commitment"], str)
        and HEX.fullmatch(value["commitment"]) is not None
        and isinstance(value["seed"], str)
        and SEED.fullmatch(value["seed"]) is not None
        and isinstance(value["draws"], list)
        and all(map(_is_draw, value["draws"]))
    )


def _is_draw(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == DRAW
        and all(is_number(value[name]) and value[name] >= 0 for name in ("decision", "number"))
        and isinstance(value["drawn"], str)
        and is_pointer(value["at"])
        and _is_multiset(value["from"])
    )


def _is_multiset(value: Any) -> bool:
    if not isinstance(value, dict) or not all(is_number(number) and number >= 1 for number in value.values()):
        return False
    return 1 <= sum(value.values()) <= LARGEST_INTEGER


def _key(seed: bytes, joint: str | None, version: int, number: int) -> bytes:
    return draw_key(seed, version, number) if joint is None else joint_draw_key(seed, joint, number)


class Draws:
    """The decisions of chance in an archive, kept until the seed at its end says whether they were fair."""

    def __init__(self) -> None:
        self._facts: dict[int, str] = {}
        self._commitment: Any = None

    def note(self, version: int, record: Mapping[str, Any], opened: Mapping[str, Any]) -> None:
        """Keep what a decision says of chance; *opened* are its values by pointer, whose seals hold."""
        if version == 0 and isinstance(record.get("chance"), dict):
            self._commitment = record["chance"].get("commitment")
        if record.get("actor") == "chance":
            whole = replaced(record, dict(opened))
            self._facts[version] = canonical(whole.get("facts"))

    def check(self, chance: Mapping[str, Any], joint: str | None = None) -> int:
        """How many draws hold: all; raises :class:`WrongDraw`. The form must be right (see :func:`is_chance`).

        *joint* is what is joint of the contributions, where there are some.
        """
        seed = bytes.fromhex(chance["seed"])
        if not self._commitment == chance["commitment"] == commitment(seed):
            raise WrongDraw(None, "seed", "the match was not opened with this seed")
        before, used = (-1, -1), set[str]()
        for draw in chance["draws"]:
            version, number = draw["decision"], draw["number"]
            what = f"draw {number}"
            if version != before[0]:
                used = set()
            goes_on = joint is not None or version == before[0]
            if version < before[0] or number != (before[1] + 1 if goes_on else 0):
                raise WrongDraw(version, what, "it is not the next one")
            if version not in self._facts:
                raise WrongDraw(version, what, "chance has decided nothing there")
            if outcome(_key(seed, joint, version, number), draw["from"]) != draw["drawn"]:
                raise WrongDraw(version, what, "something else comes out of this")
            there = found_at({"facts": json.loads(self._facts[version])}, draw["at"])
            if (
                draw["at"] in used
                or not draw["at"].startswith("/facts/")
                or not (isinstance(there, str) or is_number(there))
                or str(there) != draw["drawn"]
            ):
                raise WrongDraw(version, what, "the decision does not say that this came out")
            used.add(draw["at"])
            before = version, number
        return len(chance["draws"])
