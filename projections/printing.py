"""The printed record of a match: rows of rounds, a column for each seat, and what an arbiter wants to check.

A record is made from decisions as a viewer was told them, and from nothing else: whoever may read a log may print
it, also without the service. The state is folded on the line that is asked for, so the balances at the end of a
round are those of the view after the round's last decision. What does not count any more stays readable, struck
through, with the decision that did it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset, ruleset
from domain.kit.sheets import UNKNOWN, Balance
from domain.kit.state import State
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, seat_viewer
from domain.line import Changes, changes_until, effective_facts
from domain.match import fold_facts, rules_of

NOTHING = "–"
"""What stands for a value that there is not yet, as a score before the end."""
ERASED = "(erased)"
"""What stands for a text that has been erased."""

Mark = Literal["", "struck", "replaced", "irregular"]


@dataclass(frozen=True, slots=True)
class Entry:
    """What a decision says in a cell: *mark* says what became of it, *by* which decision (its version)."""

    version: int
    text: str
    mark: Mark = ""
    by: int | None = None


@dataclass(slots=True)
class Row:
    """A round: what chance and the table did, what each seat did, and each seat's balances at its end.

    *until* is the version of its last decision.
    """

    label: str
    until: int | None
    table: list[Entry]
    seats: list[list[Entry]]
    balances: list[list[str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits where; *name* is empty on a sheet that is to be filled in."""

    seat: int
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Something said about the match, or a change of it: the decision, who made it, when (RFC 3339), and what."""

    version: int
    who: str
    at: str
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match on paper.

    *key* says what the game's signs mean. *balances* are title and meaning of each balance; those that stand at
    the end only come last, and rows are without them. *end* holds the balances after decision *at*, *result* says
    how the match has ended.
    """

    title: str
    key: str
    facts: Sequence[tuple[str, str]]
    players: Sequence[Player]
    balances: Sequence[tuple[str, str]]
    rows: Sequence[Row]
    end: Sequence[Sequence[str]]
    result: Sequence[str]
    remarks: Sequence[Remark]
    blank: bool = False


class NoOpening(ValueError):
    """The log does not begin with decision 0, so that nothing can be folded."""


def viewer_called(name: str) -> Viewer:
    """The viewer that a view names in ``as``."""
    if name in ("public", "official"):
        return PUBLIC if name == "public" else OFFICIAL
    return seat_viewer(int(name.removeprefix("seat:")))


# -- the sheet beforehand -----------------------------------------------------------------------------------


def blank(game: Ruleset[Any], seats: int, options: Mapping[str, Json]) -> Record:
    """The empty sheet of a game for so many seats, to be filled in by hand."""
    sheet = game.sheet
    empty = [["" for _ in sheet.balances] for _ in range(seats)]
    running = [["" for _ in sheet.running] for _ in range(seats)]
    rows = [Row("", None, [], [[] for _ in range(seats)], running) for _ in range(sheet.rows)]
    return Record(
        title=game.title,
        key=game.sheet.key,
        facts=[("match", ""), ("date", ""), ("scribe", ""), ("arbiter", ""), *_options(game, options)],
        players=[Player(seat, "", "") for seat in range(seats)],
        balances=[(balance.title, balance.meaning) for balance in sheet.balances],
        rows=rows,
        end=empty,
        result=[],
        remarks=[],
        blank=True,
    )


def _options(game: Ruleset[Any], options: Mapping[str, Json]) -> list[tuple[str, str]]:
    """The options that differ from their defaults."""
    return [
        (name.replace("_", " "), _value(value))
        for name, value in options.items()
        if value != game.options.get(name, {}).get("default")
    ]


# -- the record afterwards ----------------------------------------------------------------------------------


def record(
    decisions: Sequence[Mapping[str, Json]],
    viewer: Viewer,
    at: int,
    line: int,
    end: Mapping[str, Json] | None = None,
) -> Record:
    """The record of a match from its *decisions* as *viewer* was told them, after decision *at* on line *line*.

    Where decisions have faded nothing can be folded behind them; *end* is the board after *at* as the viewer's
    view shows it, for the closing balances. Raises :class:`NoOpening`.
    """
    if not decisions or decisions[0]["version"] != 0 or "ruleset" not in decisions[0]:
        raise NoOpening("the log does not begin with decision 0")
    opening = decisions[0]
    game, rules = ruleset(opening["ruleset"]["id"]), rules_of(opening)
    known = [decision for decision in decisions if decision["version"] <= line]
    paper = _Paper(game, rules.seats, changes_until(known, line))
    state = game.empty(rules, viewer)
    for decision in known:
        if decision["version"] > at:
            break
        paper.write(decision, state)
    return Record(
        title=game.title,
        key=game.sheet.key,
        facts=[
            ("match", str(opening["match"])),
            ("rules", f"{opening['ruleset']['id']} {opening['ruleset']['version']}"),
            ("mode", opening["mode"]),
            ("opened", opening["at"]),
            ("played on", opening.get("played_on") or NOTHING),
            ("as told to", str(viewer)),
            ("after decision", str(at)),
            ("corrections until", str(line)),
            *_options(game, opening["options"]),
        ],
        players=[Player(seat["seat"], _value(seat["name"]), seat["colour"]) for seat in opening["seats"]],
        balances=[(balance.title, balance.meaning) for balance in game.sheet.balances],
        rows=paper.rows,
        end=paper.end(state, end),
        result=_result(state),
        remarks=list(_remarks(decision for decision in known if decision["version"] > 0)),
    )


class _Paper:
    """The rows, as they are written."""

    def __init__(self, game: Ruleset[Any], seats: int, changes: Changes) -> None:
        self._game = game
        self._seats = seats
        self._changes = changes
        self._faded = False
        self._rows: dict[int, Row] = {}

    @property
    def rows(self) -> list[Row]:
        """Every row, in the order of rounds; rows without anything to say are left out."""
        rows = [row for _, row in sorted(self._rows.items())]
        return [row for row in rows if row.table or any(row.seats)]

    def write(self, decision: Mapping[str, Json], state: Any) -> None:
        """Take a decision in; *state* goes on with it."""
        self._faded |= "faded" in decision
        actor = decision["actor"]
        seat = actor["seat"] if isinstance(actor, dict) else None
        row = self._row(None if self._faded else self._game.sheet.round_of(self._game.view(state), seat))
        row.until = decision["version"]
        for whose, entry in self._entries(decision, seat):
            (row.table if whose is None else row.seats[whose]).append(entry)
        if self._faded:
            row.balances = self._unknown()
            return
        fold_facts(self._game, state, effective_facts(decision, self._changes))
        row.balances = self._balances(self._game.sheet.running, self._game.view(state))

    def end(self, state: Any, board: Mapping[str, Json] | None) -> list[list[str]]:
        """All balances at the end, from *state*, or where that is not known from a view's *board*."""
        sheet = self._game.sheet
        if self._faded and board is None:
            return [[UNKNOWN for _ in sheet.balances] for _ in range(self._seats)]
        return self._balances(sheet.balances, board if self._faded else self._game.view(state))

    def _balances(self, balances: Sequence[Balance], board: Any) -> list[list[str]]:
        return [[_value(balance.read(board, seat)) for balance in balances] for seat in range(self._seats)]

    def _unknown(self) -> list[list[str]]:
        return [[UNKNOWN for _ in self._game.sheet.running] for _ in range(self._seats)]

    def _row(self, number: int | None) -> Row:
        """The row of a round; of an unknown one, that behind all others."""
        key = number if number is not None else max(self._rows, default=0) + (not self._faded_row())
        if key not in self._rows:
            label = UNKNOWN if number is None else str(number)
            self._rows[key] = Row(label, None, [], [[] for _ in range(self._seats)])
        return self._rows[key]

    def _faded_row(self) -> bool:
        return any(row.label == UNKNOWN for row in self._rows.values())

    def _entries(self, decision: Mapping[str, Json], actor: int | None) -> Iterator[tuple[int | None, Entry]]:
        version = decision["version"]
        if "faded" in decision:
            yield actor, Entry(version, f"{decision['command']['type']} {UNKNOWN}")
            return
        change = self._changes.get(version)
        if change is None:
            mark: Mark = "irregular" if _has(decision["facts"], "Irregular") else ""
            yield from self._said(decision["facts"], actor, version, mark, version if mark else None)
            return
        yield from self._said(decision["facts"], actor, version, "struck", change["by"])
        if change["effect"] != "struck":
            yield from self._said(change.get("facts", ()), actor, version, "replaced", change["by"])

    def _said(
        self, facts: Sequence[Mapping[str, Json]], actor: int | None, version: int, mark: Mark, by: int | None
    ) -> Iterator[tuple[int | None, Entry]]:
        lines = self._game.sheet.lines
        for fact in facts:
            if fact["type"] in lines:
                text = lines[fact["type"]].format_map(defaultdict(str, self._values(fact)))
                yield fact.get("seat", fact.get("giver", actor)), Entry(version, text, mark, by)

    def _values(self, fact: Mapping[str, Json]) -> dict[str, str]:
        words = self._game.sheet.words
        said = {name: _value(value) for name, value in fact.items()}
        return {name: words.get(value, value) for name, value in said.items()}


def _has(facts: Sequence[Mapping[str, Json]], kind: str) -> bool:
    return any(fact["type"] == kind for fact in facts)


# -- values in words ----------------------------------------------------------------------------------------


def _value(value: Json) -> str:
    """A value in words: what is hidden or unknown as ``?``, with its number where it is several things."""
    match value:
        case None:
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case {"erased": True}:
            return ERASED
        case {"hidden": int(number)} | {"unknown": int(number)}:
            return UNKNOWN if number == 1 else f"{number} {UNKNOWN}"
        case {"seat": int(seat), **rest} if not rest:
            return f"seat {seat}"
        case dict():
            return ", ".join(f"{name} {_value(one)}" for name, one in value.items()) or NOTHING
        case list() if value and all(isinstance(one, str) for one in value):
            return " ".join(f"{number} {kind}" if number > 1 else kind for kind, number in Counter(value).items())
        case list():
            return " ".join(map(_value, value)) or NOTHING
    return str(value)


def _result(state: State) -> list[str]:
    outcome = state.outcome or state.proposed
    if outcome is None:
        return [state.ended or "the match goes on"]
    proposed = [] if state.outcome is not None else ["proposed, not yet confirmed"]
    return proposed + [f"{name.replace('_', ' ')}: {_value(value)}" for name, value in outcome.items()]


# -- what was said, and what was changed --------------------------------------------------------------------


def _line_changed(fact: Mapping[str, Json]) -> str:
    said = []
    for change in fact["changes"]:
        because = change.get("rule") or (f"after {change['after']}" if "after" in change else "")
        because = "; ".join([because, *_of_the_record(change.get("facts", ()))]).strip("; ")
        said.append(f"{change['decision']} {change['effect']}" + (f" ({because})" if because else ""))
    return f"line changed from {fact['start']}: " + ("; ".join(said) or "nothing more")


def _irregular(fact: Mapping[str, Json]) -> str:
    rule, note = _value(fact.get("rule") or fact["code"]), fact.get("note")
    return f"irregular ({rule}), let stand by {fact['let_stand']}" + (f": {_value(note)}" if note else "")


def _discrepancy(fact: Mapping[str, Json]) -> str:
    things = fact.get("things", fact.get("thing"))
    return f"cannot be by counting: {_value(things)}, {fact.get('place', '')}"


def _asserted(fact: Mapping[str, Json]) -> str:
    said = f"asserted by {_value(fact['by'])}: {_value(fact['at'])} is {_value(fact.get('is'))}"
    return f"{said}; holds: {_value(fact['holds'])}; suspects: {_value(fact['suspects'])}"


def _end_proposed(_: Mapping[str, Json]) -> str:
    return "the end is proposed"


def _stalled(_: Mapping[str, Json]) -> str:
    return "nobody is able to act"


_SAID: Mapping[str, Callable[[Mapping[str, Json]], str]] = {
    "LineChanged": _line_changed,
    "Irregular": _irregular,
    "Discrepancy": _discrepancy,
    "Asserted": _asserted,
    "EndProposed": _end_proposed,
    "MatchStalled": _stalled,
}
"""Facts of the record itself, in words; they stand in the list of remarks, whatever the game."""

_SAID_ELSEWHERE = ("type", "changes", "command", "at", "is")
"""Members of ``table.*`` commands that the facts say better."""


def _of_the_record(facts: Sequence[Mapping[str, Json]]) -> list[str]:
    return [_SAID[fact["type"]](fact) for fact in facts if fact["type"] in _SAID]


def _remarks(decisions: Iterator[Mapping[str, Json]]) -> Iterator[Remark]:
    for decision in decisions:
        command = decision["command"]
        said = []
        if command["type"].startswith("table.") and "faded" not in decision:
            given = [f"{name} {_value(value)}" for name, value in command.items() if name not in _SAID_ELSEWHERE]
            said.append(" ".join([command["type"].removeprefix("table."), "; ".join(given)]).strip())
        said += _of_the_record(decision.get("facts", ()))
        if said:
            at = decision.get("occurred_at") or decision["at"]
            yield Remark(decision["version"], _value(decision["actor"]), at, ". ".join(said))
