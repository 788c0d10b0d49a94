"""Tables of META CULPA over REST, and traces that are played on them line by line.

A trace is text, one decision a line: who, which command with which values, what it brings about, and which sins it
completes, each with the lines that prove it beside its own::

    emperor take-stone bread  -> ActionBegan StoneTaken  ! M5
    emperor pay 2             -> TalerPaid
    emperor declare-over      -> TurnDeclaredOver TurnPassed

*Who* is a character, the number of a seat, a role, or ``-`` for what follows by itself. Where nothing is said of a
line's facts they are not looked at; ``StepsDue`` and ``Awaited`` are never named, and ``SoulMoved*3`` is three of
them. What the sins of a line cost comes last, or where ``SIN`` stands. In a command ``@1`` is the version of the
first line. Every sin is looked for in its line, in the Den of Petty Sins, and in the audit, and so is every sin
that is not there.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.games.mea_culpa import RULESET
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.service.playing import MEA_CULPA, CheckedClient, Table, new_client, open_match

CHARACTERS = ("pope", "emperor", "merchant", "petty-sinner")
MARKET = ("bread", "bread", "wine", "cloth", "jewel", "indulgence", "indulgence")
ROOMS = ("TAKE_5", "TAKE_7", "TAKE_3", "OTHERS_3")
"""With 1, 2, 0 and 2 notches."""
NEXT_ROOMS = ("TAKE_GOOD", "STEAL_3", "NEW_CREW", "LUST_2")
"""In the second round."""
BONUSES = ("letter", "jewel", "taler", "bread-and-wine")
UNNAMED = ("StepsDue", "Awaited")

VALUES: Mapping[str, tuple[str, ...]] = {
    "choose-bonus": ("bonus",),
    "bid": ("notches", "taler"),
    "set-bid": ("notches", "taler"),
    "settle": ("taler",),
    "return-card": ("character",),
    "take-card": ("character",),
    "choose-character": ("character",),
    "move-pope-stone": ("source", "target"),
    "place-crew": ("site",),
    "move-crew": ("source", "target"),
    "take-good": ("good",),
    "rob": ("seat",),
    "buy": ("stone", "letter"),
    "sell": ("good",),
    "donate": ("item", "compartment"),
    "visit": ("room",),
    "choose-room": ("room",),
    "set-die": ("room",),
    "guess": ("room",),
    "take-free": ("stone", "letter"),
    "empty-den": ("den",),
    "give-letter": ("letter",),
    "pick": ("letter",),
    "begin": ("action",),
    "rotate": ("notches",),
    "pay": ("taler",),
    "take-stone": ("stone",),
    "take-letter": ("letter", "source"),
    "bag-good": ("good",),
    "place-stone": ("den",),
    "show": ("item",),
    "drop": ("item", "compartment"),
    "name-room": ("room",),
    "turn-die": ("room",),
    "call-next": ("called",),
    "prompt": ("asked",),
    "admit": ("sin",),
    "table.accuse": ("accused", "rule"),
    "table.remind": ("reminded", "step"),
    "table.take-back": ("decision",),
}
"""The fields of a command in the order in which a line gives their values; others are written ``name=value``."""


def command(text: str) -> dict[str, Any]:
    """The command that a line stands for."""
    kind, *words = text.split()
    named = [word.split("=") for word in words if "=" in word]
    values = [word for word in words if "=" not in word]
    fields = [*zip(VALUES.get(kind, ()), values, strict=False), *named]
    return {"type": kind, **{name: _value(value) for name, value in fields}}


def _value(word: str) -> Any:
    return json.loads(word) if re.fullmatch(r"\d+|true|false|\[.*\]", word) else word


# -- lines --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sin:
    """A sin that a line completes; *lines* prove it beside that one, and *seat* is None for whoever acts."""

    rule: str
    who: str | None = None
    lines: tuple[int, ...] = ()


@dataclass(frozen=True)
class Line:
    """One decision of a trace."""

    who: str
    text: str
    facts: tuple[str, ...] | None
    sins: tuple[Sin, ...]

    @property
    def expected(self) -> list[str]:
        """The types of all facts: what the sins cost comes last, or where *SIN* stands."""
        paid = [*["SinCommitted"] * len(self.sins), *["SinStonePlaced"] * len(self.sins)]
        facts = self.facts or ()
        at = facts.index("SIN") if "SIN" in facts else len(facts)
        return [*facts[:at], *paid, *facts[at + 1 :]]


_LINE = re.compile(r"(?P<who>\S+)\s+(?P<text>.*?)\s*(?:->\s*(?P<facts>.*?)\s*)?(?:!\s*(?P<sins>.*))?")
_SIN = re.compile(r"(?:(?P<who>\S+) )?(?P<rule>M\d+)(?: from (?P<lines>[\d ]+))?")


def lines(trace: str) -> list[Line]:
    """The lines of a trace."""
    found = []
    for row in filter(None, map(str.strip, trace.splitlines())):
        read = _LINE.fullmatch(row)
        assert read is not None, row
        facts = None if read["facts"] is None else tuple(_facts(read["facts"]))
        sins = tuple(_sin(part) for part in (read["sins"] or "").split(", ") if part)
        found.append(Line(read["who"], read["text"], facts, sins))
    return found


_AT = re.compile(r"@(\d+)")
"""In a command, the version of a line."""


def _facts(text: str) -> Iterator[str]:
    for word in text.split():
        name, _, number = word.partition("*")
        yield from [name] * int(number or 1)


def _with_versions(text: str, decisions: Sequence[Mapping[str, Any]]) -> str:
    return _AT.sub(lambda read: str(decisions[int(read[1]) - 1]["version"]), text)


def _together(rows: Sequence[Line]) -> Iterator[tuple[str, list[Line]]]:
    """The lines that can be sent as one batch: of one sender, and of versions that are known by then."""
    batch: list[Line] = []
    for before, row in pairwise([*rows, Line("-", "", None, ())]):
        batch += [before] if before.who != "-" else []
        if batch and (row.who != before.who or _starts_anew(row, before)):
            yield batch[0].who, batch
            batch = []


def _starts_anew(row: Line, before: Line) -> bool:
    """A batch ends where another is asked, or a secret opened; and where a version has to be known."""
    ended = before.text.split()[0] in ("declare-over", "turn-die") or "DieShown" in (before.facts or ())
    ended |= row.text.startswith("place-stone") and before.text == "perform"  # others are asked for something
    return ended or _AT.search(row.text) is not None


def _sin(text: str) -> Sin:
    read = _SIN.fullmatch(text)
    assert read is not None, text
    return Sin(read["rule"], read["who"], tuple(map(int, (read["lines"] or "").split())))


def trace(name: str, until: str, text: str, **table: Any) -> Any:
    """The parameters of a test: a trace from where it has come to *until*, on a table that is laid as said."""
    return pytest.param(until, text, table, id=name)


# -- a table ------------------------------------------------------------------------------------------------


@dataclass
class Sinners(Table):
    """A match of META CULPA, the sins in it, and who holds which card."""

    cast: Sequence[str] = CHARACTERS
    sins: list[dict[str, Any]] = field(default_factory=list)

    def who(self, name: str) -> Any:
        """A seat by the card that it took last in choosing, or by its number; or a role."""
        if name in CHARACTERS:
            return self.cast.index(name) % len(self.seats)
        return int(name) if name.isdigit() else name

    def play(self, trace: str, *, audited: bool = True) -> list[int]:
        """Play a trace, and check each line of it and (*audited*) all sins so far; the versions of its lines."""
        rows = lines(trace)
        versions: list[int] = []
        decisions: list[Any] = []
        for who, sent in _together(rows):
            commands = [command(_with_versions(row.text, decisions)) for row in sent]
            decisions += self.do(self.who(who), *commands)["decisions"]
        for row, decision in zip(rows, decisions, strict=True):
            versions.append(decision["version"])
            self._check_line(row, decision)
        for row, version in zip(rows, versions, strict=True):
            self.sins += [self._finding(row, sin, version, versions) for sin in row.sins]
        if audited:
            self.check_sins()
        return versions

    def says(self, text: str) -> list[str]:
        """Send one line; the types of its facts."""
        (row,) = lines(text)
        decision, *_ = self.do(self.who(row.who), command(row.text))["decisions"]
        return kinds(decision)

    def refuses(self, text: str) -> Any:
        """The problem with a line that must be refused, and that leaves no trace."""
        (row,) = lines(text)
        before = self.log(), self.board()
        problem = self.refused(self.who(row.who), command(row.text))
        assert (self.log(), self.board()) == before
        return problem

    def _check_line(self, row: Line, decision: Mapping[str, Any]) -> None:
        facts = decision["facts"]
        assert decision["command"]["type"] == row.text.split()[0], (row, decision)
        committed = [(fact["seat"], fact["sin"]) for fact in facts if fact["type"] == "SinCommitted"]
        assert committed == [(self._sinner(row, sin), sin.rule) for sin in row.sins], (row, facts)
        names = kinds(decision)
        if row.facts is not None:
            assert names == row.expected, (row, names)
        stones = [fact for fact in facts if fact["type"] == "SinStonePlaced" and fact["cause"].startswith("M")]
        assert [(stone["seat"], stone["den"], stone["cause"]) for stone in stones] == [
            (seat, "petty", rule) for seat, rule in committed
        ], row

    def _sinner(self, row: Line, sin: Sin) -> Any:
        return self.who(sin.who or row.who)

    def _finding(self, row: Line, sin: Sin, version: int, versions: Sequence[int]) -> dict[str, Any]:
        told = {versions[line - 1] for line in sin.lines}
        # What is admitted was complete when somebody said so.
        proof = sorted(told if sin.rule == "M12" else {version, *told})
        seat = self._sinner(row, sin)
        return {
            "rule": f"MC-{sin.rule}",
            "seat": seat,
            "complete": proof[-1],
            "decisions": proof,
            "status": "punished",
        }

    def findings(self, who: Any = "arbiter") -> list[dict[str, Any]]:
        """What the audit has noticed, for somebody."""
        names = ("rule", "seat", "complete", "decisions", "status")
        found = self.get(who, "audit")["findings"]
        return sorted(
            ({name: one[name] for name in names} for one in found),
            key=lambda one: (one["complete"], one["rule"]),
        )

    def check_sins(self) -> None:
        """The audit has the sins so far and no other, and their stones lie in the Den of Petty Sins."""
        assert self.findings() == sorted(self.sins, key=lambda one: (one["complete"], one["rule"]))
        assert self.petty() == [self._stones_of(seat) for seat in self.seats]

    def _stones_of(self, seat: int) -> int:
        return sum(one["seat"] == seat and one["status"] == "punished" for one in self.sins)

    def petty(self) -> list[int]:
        """How many stones of each seat lie in the Den of Petty Sins because of sins."""
        stones = self.den("petty")
        for decision in self.log():
            for fact in decision["facts"]:
                if (
                    fact["type"] == "SinStonePlaced"
                    and fact["den"] == "petty"
                    and not fact["cause"].startswith("M")
                ):
                    stones[fact["seat"]] -= 1
        return stones

    def den(self, name: str) -> list[int]:
        """How many stones of each seat lie in a den."""
        found: list[int] = next(den["stones"] for den in self.board()["dens"] if den["den"] == name)
        return found

    def board(self, who: Any = "arbiter") -> Mapping[str, Any]:
        """The board for somebody."""
        board: Mapping[str, Any] = self.get(who, "view")["board"]
        return board

    def moves(self, name: str, *, possible: bool = False) -> list[Any]:
        """What is listed for a seat: what is lawful, or what can be done without being lawful."""
        query = {"possible": "true"} if possible else {}
        found: list[Any] = self.get(self.who(name), "moves", **query)["moves"]
        return found

    def lists(self, name: str, text: str, *, possible: bool = False) -> bool:
        """Whether a command is listed for a seat, as it stands or by a pattern."""
        wanted = command(text)
        return any(covers(move, wanted) for move in self.moves(name, possible=possible))


def kinds(decision: Mapping[str, Any]) -> list[str]:
    """The types of a decision's facts, without those that only say how it goes on."""
    return [fact["type"] for fact in decision["facts"] if fact["type"] not in UNNAMED]


def covers(move: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a listed move is the command that is wanted, or has patterns that it fits."""
    if move.keys() != wanted.keys():
        return False
    return all(_fits(value, wanted[name]) for name, value in move.items())


def _fits(value: Any, wanted: Any) -> bool:
    if not isinstance(value, dict):
        return bool(value == wanted)
    if "any_of" in value:
        return wanted in value["any_of"]
    return bool(value["min"] <= wanted <= value["max"])


# -- laying tables ------------------------------------------------------------------------------------------


class Stage:
    """One service whose database is exchanged: each table is laid once, and every test plays on a copy of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = count()
        self._laid: dict[str, tuple[Path, Mapping[str, Any]]] = {}
        self._empty = self._new_path()
        self._copy: Path | None = None
        self._database = self._empty
        migrate(Settings(database=f"sqlite:///{self._empty}").environment)
        self.app: Flask = create_app(Settings(limits=OFF), matches_factory=self._open)
        self.client: CheckedClient = new_client("", self.app)

    def table(self, until: str, **wanted: Any) -> Sinners:
        """A fresh table on which it has come to *until* (see :func:`lay`)."""
        key = json.dumps({"until": until, **wanted}, sort_keys=True)
        if key not in self._laid:
            path = self._on_a_copy_of(self._empty)
            opened = lay(self.client, until, **wanted).opened
            self.close()
            self._laid[key] = (path, opened)
        path, opened = self._laid[key]
        if self._copy is not None:
            self._copy.unlink()
        self._copy = self._on_a_copy_of(path)
        return Sinners(self.client, opened, cast=wanted.get("cast", CHARACTERS))

    def close(self) -> None:
        """Close the database."""
        self.app.extensions["kerbholz"].close()

    def _on_a_copy_of(self, path: Path) -> Path:
        self.close()
        self._database = self._new_path()
        shutil.copy(path, self._database)
        return self._database

    def _new_path(self) -> Path:
        return self._folder / f"{next(self._names)}.db"

    def _open(self) -> Matches:
        return Matches(Settings(database=f"sqlite:///{self._database}").environment)


def lay(
    client: CheckedClient,
    until: str,
    *,
    seats: int = 4,
    cast: Sequence[str] = CHARACTERS,
    bids: Sequence[Sequence[int]] = (),
    market: Sequence[str] = MARKET,
    rooms: Sequence[str] = ROOMS,
    board: Mapping[str, Any] | None = None,
    **options: Any,
) -> Sinners:
    """A recorded match that the scribe enters as far as *until*, with nobody doing more than he must.

    That is the turn of a character, ``emperor``, or its second turn, ``emperor 2``; ``choosing merchant``, when
    that card is to be taken; or the ``bids``. ``bids 2`` is the second round, after the one stone of the *market*
    has been bought. Seat 0 chooses first, and *cast* has the cards in the order in which they are chosen; the last
    seat is nearest Hell.
    """
    opened = open_match(
        client,
        seats,
        ruleset=MEA_CULPA,
        mode="recorded",
        board={"market_draw": len(market), **(board or {})},
        options={"meta_culpa": "automatic", "row": list(range(seats)), **options},
    )
    table = Sinners(client, opened.opened, cast=cast)
    _enter(table, [(seat, _bonus(BONUSES[seat])) for seat in table.seats])
    chance(table, market, rooms)
    if until != "bids":
        bids = bids or [(1, seats - 1 - seat) for seat in table.seats]
        _enter(table, [(seat, f"bid {notches} {taler}") for seat, (notches, taler) in enumerate(bids)])
        _choose(table, until.removeprefix("choosing ") if until.startswith("choosing") else None)
    if until == "bids 2":
        _enter(table, [(table.who("pope"), f"buy {market[0]}")])
        chance(table, market, NEXT_ROOMS)
    elif not until.startswith(("choosing", "bids")):
        _turns(table, market, *until.split())
    return table


def _enter(table: Sinners, entries: Sequence[tuple[int, str]]) -> None:
    if entries:
        table.do("scribe", *({**command(text), "seat": seat} for seat, text in entries))


def _bonus(bonus: str) -> str:
    things = {"letter": 0, "jewel": 1, "taler": 1, "bread-and-wine": 2}[bonus]
    return f"choose-bonus {bonus} compartments={json.dumps(['I'] * things, separators=(',', ':'))}"


def chance(table: Sinners, market: Sequence[str], rooms: Sequence[str]) -> None:
    """The scribe enters what came out of the bag, and which cards lie in the rooms."""
    drawn = {"type": "draw-stones", "stones": list(market)}
    table.do("scribe", drawn, {"type": "deal-cards", "cards": list(rooms)})


PRELIMINARY: Mapping[str, Sequence[str]] = {"emperor": ["place-crew 1"]}


def _choose(table: Sinners, last: str | None) -> None:
    """The characters are chosen, up to the one who is to take the card *last*."""
    entries: list[tuple[int, str]] = []
    for place, character in enumerate(table.cast):
        if character == last:
            break
        done = (f"choose-character {character}", *PRELIMINARY.get(character, ()), "declare-over")
        entries += [(place % len(table.seats), text) for text in done]
    _enter(table, entries)


def _turns(table: Sinners, market: Sequence[str], character: str, cycle: str = "1") -> None:
    """Turns are declared over, the Merchant takes his stone, until it comes to *character* for that time."""
    entries: list[tuple[int, str]] = []
    free = list(market)
    playing = [name for name in CHARACTERS if name in table.cast]
    for number in range(int(cycle)):
        for name in playing:
            if (name, number) == (character, int(cycle) - 1):
                _enter(table, entries)
                return
            if name == "merchant":
                stone = free.pop()
                entries.append((table.who(name), f"take-free {stone}{' red' * (stone == 'indulgence')}"))
            entries.append((table.who(name), "declare-over"))


# -- two cathedrals in two rounds -----------------------------------------------------------------------------

_HOUSE = {**RULESET.board["house"], "NEW_CREW": [12, 1]}
CREWS = {"market": ["bread", "bread", "bread", "jewel"], "rooms": ["NEW_CREW"] * 4, "board": {"house": _HOUSE}}
FIRST_CATHEDRAL = """
    pope set-die 1
    3 guess 2
    - show-die
    pope place-crew 1
    pope declare-over
    emperor visit 2
    emperor place-crew 1
    emperor declare-over
    merchant visit 3
    merchant place-crew 1           -> CardExecuted CrewPlaced CathedralFinished
    - open-compartments
    merchant take-free jewel
    merchant declare-over
    petty-sinner visit 4
    petty-sinner place-crew 2
    petty-sinner declare-over
    pope buy bread greedy=true
    pope declare-over
    emperor buy bread
    """
CHOOSING = """
    0 bid 1 3
    1 bid 1 2
    2 bid 1 1
    3 bid 1 0
    - reveal-bids
    pope choose-character pope
    pope declare-over
    emperor choose-character emperor
    emperor place-crew 2
    emperor declare-over
    merchant choose-character merchant
    merchant declare-over
    petty-sinner choose-character petty-sinner
    petty-sinner declare-over
    """
