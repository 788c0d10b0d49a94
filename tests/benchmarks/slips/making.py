"""One slip of a scribe, of four kinds, in a match that is otherwise entered as it was; and what became of it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from domain.application.judging import Asked
from domain.kit.facts import Command, Field, Json, Unknown
from domain.kit.guards import Refused
from domain.kit.table.commands import Confirm
from domain.kit.visibility import OFFICIAL, PUBLIC
from domain.match.match import told
from service.cli.outcomes import numbers_of
from tests.benchmarks.slips.truth import as_page
from tests.games.playing import parts_of
from tests.laws.notebook import Notebook
from tests.laws.recording import AMISS, SCRIBE

SEAT, PIECE, ORDER, OUT = "wrong seat", "wrong piece", "swapped order", "omission"
KINDS = (SEAT, PIECE, ORDER, OUT)
REFUSAL, COUNTING, END, NEVER = "refusal", "counting", "the end", "never"
TRIES = 40
FAR = 12
"""Behind so many entries nobody takes one for the other any more."""


@dataclass(frozen=True)
class Turn:
    """What the page knows when it is listed what can be entered, behind *entries* entries of the match."""

    entries: int
    awaiting: Sequence[Json]
    packed: bytes

    @property
    def boards(self) -> tuple[Json, Json]:
        """The board that everybody may see, as the record has it, and as it really is."""
        record, truth = json.loads(zlib.decompress(self.packed))
        return record, truth


@dataclass
class Truth:
    """A match without a slip: its entries, what the page knew behind each, and how it ended."""

    name: str
    record: Notebook
    entries: list[Asked]
    boards: list[Json]
    views: list[Json]
    amiss: list[int]
    turns: list[Turn]
    seats: int


@dataclass
class Course:
    """What became of a slip in entry *at*: found behind *found* entries by *by*, or at the end, or never.

    *shown* says whether the board that everybody may see was another one at once; *turns* are those of the record.
    """

    kind: str
    truth: Truth
    at: int
    by: str
    found: int
    shown: bool = False
    turns: list[Turn] = field(default_factory=list)


def truth_of(name: str, record: Notebook) -> Truth:
    """What is compared with a record that has a slip in it."""
    entries = [entry.asked for entry in record.entries if not isinstance(entry.asked.command, Confirm)]
    begins = [entry.before.version + 1 for entry in record.entries] + [record.match.version + 1]
    states = [record.states[begin - 1] for begin in begins[: len(entries) + 1]]
    amiss = [_amiss(record, begins[n], begins[n + 1]) for n in range(len(entries))]
    game = record.match.ruleset
    boards = [served(game.view(state.masked(PUBLIC))) for state in states]
    views = [_whole(game, state) for state in states]
    turns = list(_turns((n, state, boards[n]) for n, state in enumerate(states)))
    found = Truth(name, record, entries, boards, views, amiss, [], record.match.rules.seats)
    found.turns = [Turn(n, awaiting, pack(board, board)) for n, awaiting, board in turns]
    return found


def _turns(listed: Iterator[tuple[int, Any, Json]]) -> Iterator[tuple[int, Json, Json]]:
    """Where another seat than before is awaited alone."""
    before = None
    for n, state, board in listed:
        seat = awaited(state)
        if seat is not None and seat != before:
            before = seat
            yield n, list(state.awaiting), board


def awaited(state: Any) -> int | None:
    """The seat that is awaited alone."""
    awaiting = list(state.awaiting)
    one = awaiting[0] if len(awaiting) == 1 else None
    return one.get("seat") if isinstance(one, Mapping) else None


def pack(record: Json, truth: Json) -> bytes:
    """Both boards, small."""
    return zlib.compress(json.dumps([record, truth]).encode())


def served(document: Json) -> Json:
    """As it is served."""
    return json.loads(json.dumps(document))


def _amiss(record: Notebook, first: int, end: int) -> int:
    """How often the record says of itself that it cannot be so."""
    facts = (fact for new in record.events[first:end] for fact in told(new)["facts"])
    return sum(fact["type"] in AMISS for fact in facts)


# -- making one ---------------------------------------------------------------------------------------------


def slips(truth: Truth, kind: str, number: int, rng: Random) -> tuple[list[Course], int]:
    """So many slips of a kind, at random; and how many made no difference, and were therefore drawn again."""
    found: list[Course] = []
    harmless = 0
    for _ in range(number * TRIES):
        if len(found) == number:
            break
        at = rng.randrange(len(truth.entries))
        wrong = slipped(truth.entries, at, kind, rng)
        if wrong is None:
            continue
        course = followed(truth, kind, at, wrong)
        if course is None:
            harmless += 1
        else:
            found.append(course)
    return found, harmless


def slipped(entries: Sequence[Asked], at: int, kind: str, rng: Random) -> list[Asked] | None:
    """What is entered from entry *at* on, instead of as many entries; None if there is no such slip there.

    - *wrong seat*: it is entered for another seat, or with another one in it.
    - *wrong piece*: one value is another one, which was named there in another entry of this type.
    - *swapped order*: two entries that follow each other; or what was in this one and in the next of its type; or
      two pieces of one list.
    - *omission*: it is left out.
    """
    asked = entries[at]
    if not _of_the_game(asked):
        return None
    if kind == OUT:
        return []
    if kind == SEAT:
        return _other_seat(asked, 1 + max(one.seat or 0 for one in entries), rng)
    if kind == ORDER:
        return rng.choice((_next_swapped, _contents_swapped, _list_swapped))(entries, at, rng)
    return _other_piece(asked, [one.command for one in entries if one.command.TYPE == asked.command.TYPE], rng)


def _next_swapped(entries: Sequence[Asked], at: int, _: Random) -> list[Asked] | None:
    asked, *behind = entries[at : at + 2]
    return [*behind, asked] if behind and _of_the_game(behind[0]) and behind[0] != asked else None


def _contents_swapped(entries: Sequence[Asked], at: int, _: Random) -> list[Asked] | None:
    asked, *behind = entries[at : at + FAR]
    alike = (n for n, one in enumerate(behind) if one.command.TYPE == asked.command.TYPE and _of_the_game(one))
    number = next(alike, None)
    if number is None or behind[number].command == asked.command:
        return None
    other = behind[number]
    first, last = replace(asked, command=other.command), replace(other, command=asked.command)
    return [first, *behind[:number], last]


def _list_swapped(entries: Sequence[Asked], at: int, rng: Random) -> list[Asked] | None:
    asked = entries[at]
    lists = [(one, getattr(asked.command, one.attribute)) for one in asked.command.FIELDS if one.is_list]
    long = [(one, value) for one, value in lists if isinstance(value, tuple) and len(value) > 1]
    if not long:
        return None
    one, value = rng.choice(long)
    first, second = sorted(rng.sample(range(len(value)), 2))
    swapped = [*value]
    swapped[first], swapped[second] = value[second], value[first]
    return [replace(asked, command=_with(asked.command, one, tuple(swapped)))] if tuple(swapped) != value else None


def _of_the_game(asked: Asked) -> bool:
    return not asked.command.TYPE.startswith("table.") and asked.irregular is None


def _other_seat(asked: Asked, seats: int, rng: Random) -> list[Asked] | None:
    """For another seat, or with another one in it."""
    command = asked.command
    named = [
        one for one in command.FIELDS if one.kind == "seat" and isinstance(getattr(command, one.attribute), int)
    ]
    where: list[Field | None] = [*named, *([None] if asked.seat is not None else [])]
    if not where:
        return None
    one = rng.choice(where)
    was = asked.seat if one is None else getattr(command, one.attribute)
    seat = rng.choice([seat for seat in range(seats) if seat != was])
    return [replace(asked, seat=seat) if one is None else replace(asked, command=_with(command, one, seat))]


def _other_piece(asked: Asked, alike: Sequence[Command], rng: Random) -> list[Asked] | None:
    """With one value that is another."""
    command = asked.command
    places = []
    for one in command.FIELDS:
        value = getattr(command, one.attribute)
        known = [other for said in alike for other in _values(getattr(said, one.attribute))]
        for position, piece in enumerate(_values(value)):
            others = [other for other in known if other != piece]
            if one.kind != "seat" and not isinstance(piece, Unknown) and others:
                places.append((one, position, rng.choice(others)))
    if not places:
        return None
    one, position, other = rng.choice(places)
    value = getattr(command, one.attribute)
    wrong = (*value[:position], other, *value[position + 1 :]) if isinstance(value, tuple) else other
    return [replace(asked, command=_with(command, one, wrong))]


def _values(value: Any) -> list[Any]:
    values = value if isinstance(value, tuple) else (value,)
    return [one for one in values if isinstance(one, str | int | Unknown)]


def _with(command: Command, one: Field, value: Any) -> Command:
    wrong: Command = replace(command, **{one.attribute: value})  # type: ignore[type-var]
    return wrong


# -- and going on -------------------------------------------------------------------------------------------


def followed(truth: Truth, kind: str, at: int, wrong: Sequence[Asked]) -> Course | None:
    """Enter what is wrong, and then what happened; None where the record is not another one by that."""
    record, game = truth.record.until(at), truth.record.match.ruleset
    course = Course(kind, truth, at, NEVER, 0)
    behind = at + max(1, len(wrong))
    last_seat = _last_seat(truth, at)
    happened = at if wrong else behind
    for number, asked in enumerate([*wrong, *truth.entries[behind:], None]):
        state = record.match.state
        board = served(game.view(state.masked(PUBLIC)))
        if number == len(wrong):  # from here on it is entered as it is
            if _whole(game, state) == truth.views[behind]:
                return None
            course.shown = board != truth.boards[behind]
        if awaited(state) not in (None, last_seat):
            last_seat = awaited(state)
            course.turns.append(Turn(happened, list(state.awaiting), pack(board, truth.boards[happened])))
        if asked is None:
            break
        found = _entered(record, asked, truth.amiss[happened])
        if found is not None:
            course.by, course.found = found, happened - at
            return course
        happened += 1
    course.found = len(truth.entries) - at
    course.by = END if _end(record) != _end(truth.record) else NEVER
    return course


def _whole(game: Any, state: Any) -> Json:
    """All that the record knows: the board in full, and who is awaited."""
    return served([game.view(state.masked(OFFICIAL)), list(state.awaiting)])


def _last_seat(truth: Truth, at: int) -> int | None:
    turns = [turn for turn in truth.turns if turn.entries <= at]
    return turns[-1].awaiting[0]["seat"] if turns else None


def _entered(record: Notebook, asked: Asked, amiss: int) -> str | None:
    """By what it is found that this cannot be entered; None if it can."""
    state = record.match.state
    try:
        answer = record.append(record.match.id, SCRIBE, [as_page(asked)])
    except Refused:
        return COUNTING if _another_number(record, state, asked) else REFUSAL
    return COUNTING if _amiss(record, answer.first, answer.last + 1) > amiss else None


def _another_number(record: Notebook, state: Any, asked: Asked) -> bool:
    """Whether that is what the record waits for, but with another number of pieces."""
    game, command = record.match.ruleset, asked.command
    actor = "chance" if isinstance(command, game.chance_commands) else asked.seat
    lists = {one.name: _length(getattr(command, one.attribute)) for one in command.FIELDS if one.is_list}
    if actor is None or not lists or not state.plays:
        return False
    due = {name: length for name, length in lists.items() if length is not None}
    listed = [move for move in game.moves(state, actor) if move["type"] == command.TYPE]
    fitting = (all(_fits(move.get(name), length) for name, length in due.items()) for move in listed)
    return bool(listed) and not any(fitting)


def _length(value: Any) -> int | None:
    if isinstance(value, Unknown):
        return value.number
    if isinstance(value, tuple):
        return sum(one.number if isinstance(one, Unknown) else 1 for one in value)
    return None


def _fits(pattern: Json, length: int) -> bool:
    if isinstance(pattern, dict) and "some_of" in pattern:
        parts = parts_of(pattern)
        least: int = 0 if any("until" in part for part in parts) else sum(part["min"] for part in parts)
        most: int = sum(part["max"] for part in parts)
        return least <= length <= most
    return bool(not isinstance(pattern, list) or len(pattern) == length)


def _end(record: Notebook) -> Json:
    """The final scores, as they are compared with the table before the end is confirmed."""
    state = record.match.state
    seats = record.match.rules.seats
    outcome = state.proposed or state.outcome
    return None if outcome is None else served(numbers_of(served(outcome), seats))
