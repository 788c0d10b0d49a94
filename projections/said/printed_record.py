"""The printed record of a match: rows of rounds, a column for each seat, and what an arbiter wants to check.

A record is made from decisions as a viewer was told them, and from nothing else: readers of a log may print it,
also without the service. The state is folded on the line that is asked for, so the balances at the end of a
round are those of the view after the round's last decision. What does not count any more stays readable, struck
through, with the decision that did it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Any, Literal, TypeAlias
from xml.etree.ElementTree import Element

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset, ruleset
from domain.kit.sheets import UNKNOWN, Balance
from domain.kit.state import Rules
from domain.kit.table.seats import FACTS as SEATED
from domain.kit.text.texts import shown
from domain.kit.text.times import readable
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, seat_viewer
from domain.kit.words.fluent import BadWords
from domain.kit.words.labels import FALLBACK, kind_of_option, named_options, option_kind
from domain.kit.words.match import MatchWords
from domain.kit.words.people import Person, people, with_names
from domain.kit.words.sentences import OF_THE_RECORD, plain_sentence, remark
from domain.kit.words.values import COMMAND, THING, prettified
from domain.match.line import Changes, changes_until, effective_facts, fold_facts
from domain.match.match import rules_of
from domain.table.worded import words_for, words_on_its_board
from projections.said.briefs import NOTHING, brief, column, key, tallied, value
from projections.said.outcomes import result
from projections.said.pictures import picture_or_plain
from projections.said.standing import seen

logger = logging.getLogger(__name__)

LEFT_OUT = "…"
"""The sign for something that is left out of a cell, but must be marked."""

Mark = Literal["", "struck", "replaced", "irregular"]
OF_SEATS = frozenset(fact.TYPE for fact in SEATED)
"""The types of facts that say who sits where."""
_DOUBTFUL = ("Discrepancy", "PurseOverspent")
"""Facts that say that what follows cannot be by counting."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a decision says in a cell: *mark* says what became of it, *by* which decision (its version).

    What is *doubtful* cannot be by counting.
    """

    version: int
    text: str
    mark: Mark = ""
    by: int | None = None
    doubtful: bool = False


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

    @property
    def title(self) -> str:
        """What stands above a column."""
        return f"{self.name} ({self.colour})" if self.name else str(self.seat)


@dataclass(frozen=True, slots=True)
class Remark:
    """Something said about the match, or a change of it: the decision, who made it, when, and what."""

    version: int
    who: str
    at: str
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match on paper.

    *key* says what the game's signs mean. *balances* are title and meaning of each balance; those that stand at
    the end only come last, and rows are without them. *end* holds the balances after decision *at*, *result* says
    how the match has ended. *board* is the picture of the board then, as a tree of SVG, and *language* that in
    which all is said (BCP 47).
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
    board: Element | None = None
    language: str = FALLBACK


_Said: TypeAlias = tuple[int | None, Entry]
"""An entry, and the seat in whose column it stands; None for chance and the table."""


class NoOpening(ValueError):
    """The log does not begin with decision 0, so that nothing can be folded."""


def viewer_called(name: str) -> Viewer:
    """The viewer that a view names in ``as``."""
    if name in ("public", "official"):
        return PUBLIC if name == "public" else OFFICIAL
    return seat_viewer(int(name.removeprefix("seat:")))


# -- the sheet beforehand -----------------------------------------------------------------------------------


def blank(game: Ruleset[Any], seats: int, options: Mapping[str, Json], language: str = FALLBACK) -> Record:
    """The empty sheet of a game for a number of seats, to be filled in by hand."""
    sheet, words = game.sheet, words_on_its_board(game, [language])
    empty = [["" for _ in sheet.balances] for _ in range(seats)]
    running = [["" for _ in sheet.running] for _ in range(seats)]
    rows = [Row("", None, [], [[] for _ in range(seats)], running) for _ in range(sheet.rows)]
    return Record(
        title=words.title,
        key=key(words),
        facts=[
            *((words.words.text(f"paper-{name}"), "") for name in ("match", "date", "scribe", "arbiter")),
            *_options(words, options),
        ],
        players=[Player(seat, "", "") for seat in range(seats)],
        balances=[column(words, balance.title, balance.meaning) for balance in sheet.balances],
        rows=rows,
        end=empty,
        result=[],
        remarks=[],
        blank=True,
        language=words.words.language,
    )


def _options(words: MatchWords, options: Mapping[str, Json]) -> list[tuple[str, str]]:
    """The options that differ from their defaults."""
    declared = words.game.options
    return [
        (words.words.plain(option_kind(name)) or prettified(name), _chosen(words, name, chosen))
        for name, chosen in options.items()
        if chosen != declared.get(name, {}).get("default")
    ]


def _chosen(words: MatchWords, name: str, chosen: Json) -> str:
    """The value of an option: by its name, if it has one."""
    named = named_options(words.game.options).get(name, ())
    kind = kind_of_option(words.game.options.get(name, {}))

    def said(one: Json) -> str:
        if one in named:
            return words.words.label(option_kind(name), one)
        return value(words, one) if kind is None or one is None else words.label(kind, one)

    return words.listed(list(map(said, chosen))) if isinstance(chosen, list | tuple) else said(chosen)


# -- the record afterwards ----------------------------------------------------------------------------------


def record(
    decisions: Sequence[Mapping[str, Json]],
    viewer: Viewer,
    at: int,
    line: int,
    view: Mapping[str, Json] | None = None,
    language: str = FALLBACK,
) -> Record:
    """The record of a match from its *decisions* as *viewer* was told them, after decision *at* on line *line*.

    Where decisions have faded nothing can be folded behind them; then closing balances, result and board are those
    of *view*, the viewer's view after *at*. It is in the *language* (BCP 47), or in the next best that there is.
    Raises :class:`NoOpening`.
    """
    if not decisions or decisions[0]["version"] != 0 or "ruleset" not in decisions[0]:
        raise NoOpening("the log does not begin with decision 0")
    opening = decisions[0]
    game, rules = ruleset(opening["ruleset"]["id"]), rules_of(opening)
    known = [decision for decision in decisions if decision["version"] <= line]
    sat = _people(game, rules, viewer, known)
    words = with_names(words_for(game, [language]), game, rules, sat)
    paper = _Paper(game, words, rules.seats, changes_until(known, line))
    state = game.empty(rules, viewer)
    for decision in known:
        if decision["version"] > at:
            break
        paper.write(decision, state)
    stands = paper.stands(state, view)
    return Record(
        title=words.title,
        key=key(words),
        facts=[
            *_heading(words, opening, viewer, at, line),
            *_options(words, opening["options"]),
            *_missing(words, stands.get("missing")),
        ],
        players=[
            Player(seat["seat"], _player(words, seat["seat"], people), _colour(words, seat["colour"]))
            for seat, people in zip(opening["seats"], sat, strict=True)
        ],
        balances=[column(words, balance.title, balance.meaning) for balance in game.sheet.balances],
        rows=paper.rows,
        end=paper.end(stands.get("board")),
        result=result(words, stands),
        remarks=list(_remarks(words, (decision for decision in known if decision["version"] > 0))),
        board=picture_or_plain(json.loads(json.dumps(stands)), words, "wide") if "board" in stands else None,
        language=words.words.language,
    )


def _heading(
    words: MatchWords, opening: Mapping[str, Json], viewer: Viewer, at: int, line: int
) -> Iterator[tuple[str, str]]:
    """What stands above the rounds."""
    text = words.words.text
    told_to = words.seat(viewer.seat) if viewer.seat is not None else text(f"paper-told-to-{viewer}")
    yield text("paper-match"), str(opening["match"])
    yield text("paper-rules"), f"{words.title} {opening['ruleset']['version']}"
    yield text("paper-mode"), text(f"paper-mode-{opening['mode']}")
    yield text("paper-opened"), readable(opening["at"])
    yield text("paper-played-on"), shown(opening.get("played_on") or NOTHING)
    yield text("paper-told-to"), told_to
    yield text("paper-at"), str(at)
    yield text("paper-line"), str(line)


def _people(
    game: Ruleset[Any], rules: Rules, viewer: Viewer, known: Sequence[Mapping[str, Json]]
) -> list[list[Person]]:
    """Who has sat at each seat, as far as these decisions say it: what has faded is not said again."""
    state = game.empty(rules, viewer)
    for decision in known:
        fold_facts(game, state, (fact for fact in decision.get("facts", ()) if fact["type"] in OF_SEATS))
    by_version = {decision["version"]: decision for decision in known}
    return people(state.sittings, rules.seats, known[-1]["version"], by_version.__getitem__)


def _player(words: MatchWords, seat: int, sat: Sequence[Person]) -> str:
    """What those are called who have sat there; where a name was erased, as elsewhere, and that it was."""
    unnamed = shown(MatchWords(words.words, words.game, words.rules, ()).seat(seat))
    return ", ".join(
        shown(one.called) if one.called is not None else f"{unnamed} {value(words, one.name)}" for one in sat
    )


def _colour(words: MatchWords, colour: str) -> str:
    """What a seat's colour is called; one that the table has no word for is as somebody wrote it."""
    return words.words.plain(f"colour-{colour}") or shown(colour)


def _missing(words: MatchWords, missing: Mapping[str, int] | None) -> list[tuple[str, str]]:
    """The pieces that are missing from the set, if any are."""
    return [(words.words.text("paper-missing"), words.tallied(THING, missing))] if missing else []


class _Paper:
    """The rows, as they are written."""

    def __init__(self, game: Ruleset[Any], words: MatchWords, seats: int, changes: Changes) -> None:
        self._game = game
        self._words = words
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

    def stands(self, state: Any, view: Mapping[str, Json] | None) -> Mapping[str, Json]:
        """How the match stands at the end, as a view has it: by *state*, or where that is not known by *view*."""
        if self._faded:
            return view if view is not None else {}
        return seen(self._game, state)

    def end(self, board: Mapping[str, Json] | None) -> list[list[str]]:
        """All balances at the end, from a view's *board*."""
        sheet = self._game.sheet
        if board is None:
            return [[UNKNOWN for _ in sheet.balances] for _ in range(self._seats)]
        return self._balances(sheet.balances, board)

    def _balances(self, balances: Sequence[Balance], board: Any) -> list[list[str]]:
        seats = range(self._seats)
        return [
            [tallied(self._words, balance.kind, balance.read(board, seat)) for balance in balances]
            for seat in seats
        ]

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

    def _entries(self, decision: Mapping[str, Json], actor: int | None) -> Iterator[_Said]:
        version = decision["version"]
        if "faded" in decision:
            yield actor, Entry(version, f"{self._words.label(COMMAND, decision['command']['type'])} {UNKNOWN}")
            return
        change = self._changes.get(version)
        first = self._said(decision["facts"], version, actor)
        if change is None:
            yield from first
        elif change["effect"] == "struck":
            yield from (self._changed(said, "struck", change["by"]) for said in first)
        else:
            now = self._said(change.get("facts", ()), version, actor)
            yield from self._compared(first, now, change["by"])

    def _compared(self, before: list[_Said], now: list[_Said], by: int) -> Iterator[_Said]:
        """What a changed decision says: what is as it was stands once, and as it was."""
        old, new = ([(whose, entry.text) for whose, entry in said] for said in (before, now))
        for what, start, end, new_start, new_end in SequenceMatcher(None, old, new, False).get_opcodes():
            if what == "equal":
                yield from before[start:end]
                continue
            yield from (self._changed(said, "struck", by) for said in before[start:end])
            yield from (self._changed(said, "replaced", by) for said in now[new_start:new_end])

    @staticmethod
    def _changed(said: _Said, mark: Mark, by: int) -> _Said:
        whose, entry = said
        irregular = entry.mark == "irregular" and mark == "replaced"
        return whose, replace(entry, mark="irregular" if irregular else mark, by=by)

    def _said(self, facts: Sequence[Mapping[str, Json]], version: int, actor: int | None) -> list[_Said]:
        """What facts say, and in whose column.

        What follows an irregularity in its decision is irregular, what a discrepancy stands before is doubtful,
        and either stands there even if it is left out otherwise. A fact of no seat is that of the actor: at
        first *actor*, then (in what was inserted behind a decision) who is awaited.
        """
        first = actor
        mark: Mark = ""
        by, doubtful, said = None, False, []
        for fact in facts:
            kind = fact["type"]
            if kind == "Irregular":
                mark, by = "irregular", version
            text = brief(self._words.then(version), fact)
            if text is not None or (doubtful and kind not in OF_THE_RECORD):
                entry = Entry(version, text if text is not None else LEFT_OUT, mark, by, doubtful)
                said.append((fact.get("seat", fact.get("giver", actor)), entry))
            elif kind == "Awaited":
                actor = _sole(fact["who"])
            if kind not in OF_THE_RECORD:
                doubtful = False
            doubtful |= kind in _DOUBTFUL
        if mark and not said:
            said.append((first, Entry(version, LEFT_OUT, mark, by)))
        return said


def _sole(awaited: Sequence[Json]) -> int | None:
    """The seat that is awaited alone; None for chance, and for several seats, of which facts do not say which."""
    seats = {one.get("seat") if isinstance(one, dict) else None for one in awaited}
    return seats.pop() if len(seats) == 1 else None


# -- what was said, and what was changed --------------------------------------------------------------------


def _remarks(words: MatchWords, decisions: Iterator[Mapping[str, Json]]) -> Iterator[Remark]:
    for decision in decisions:
        try:
            said = remark(words, decision)
        except BadWords as error:
            logger.error("a remark cannot be said: %s", error)
            said = plain_sentence(words, decision)
        if said:
            at = readable(decision.get("occurred_at") or decision["at"])
            who = words.then(decision["version"]).actor(decision["actor"])
            yield Remark(decision["version"], who, at, said)
