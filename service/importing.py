"""A file of shorthand becomes a match: read, judged line by line on a draft, and stored as a whole or not at all.

Everything that is wrong with a file is found at once, as far as it can be judged. Behind a line that cannot be
read nothing is judged; what the rules refuse is taken as irregular, so that what stands behind it can be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from marshmallow import ValidationError

from domain.application.judging import Asked, Draft
from domain.kit.facts import Json
from domain.kit.guards import Names, Refused
from domain.kit.ruleset import BadOption, Ruleset, UnknownRuleset, ruleset, rulesets
from domain.kit.shorthand import Header, Line, MatchFile, Reader, ShorthandError, read_match, sentences
from domain.kit.shorthand.reading import numbered
from domain.kit.table.commands import TABLE_COMMANDS, Note
from domain.kit.table.disputes import Consent
from domain.kit.text.naming import no_such
from domain.match.match import Match
from domain.match.opening import Opening, SeatWanted, as_kept, colours_for, not_kept, rules_for
from domain.match.principal import Principal, Role
from domain.table.commands import READ_THE_LOG
from service.openapi.command_schemas import asked_from
from service.openapi.request_schemas import OpeningSchema
from service.openapi.schema_fields import LONGEST_NOTE
from service.web.problems import Problem, field_errors
from service.web.responses import sentence

MOST_LINES = 2_000
"""Lines with decisions in a file."""
MOST_LOOKING_BACK = 200
"""The most of them that look through the whole log: assertions, corrections, rulings, take-backs."""
MOST_ERRORS = 50
"""The most lines whose mistakes a refusal names."""
GAP = "…gap…"
"""The beginning of a note about a gap in the record."""


# -- one line -------------------------------------------------------------------------------------------------


def place_of(place: Line | ShorthandError) -> str:
    """Where in a text something stands, as errors say it."""
    return f"line {place.line}, column {place.column}"


def asked_of(line: Line, game: Ruleset[Any]) -> Asked:
    """What a line asks for; raises Problem where it is no command of the game."""
    document = {name: value for name, value in line.document.items() if name != "seat"}
    try:
        (asked,) = asked_from({**document, **line.command}, game)
    except Problem as problem:
        wrong = {field: said for field, said in (problem.errors or {}).items() if not _is_unknown(line, field)}
        errors = [f"{field}: {said}" for field, messages in wrong.items() for said in messages]
        unknown = dict.fromkeys(field.partition(".")[0] for field in (problem.errors or {}) if field not in wrong)
        errors += [f"{field}: “?” cannot be used here: the value has to be known." for field in unknown]
        messages = {place_of(line): errors or [problem.detail]}
        raise Problem(problem.code, rule=problem.rule, errors=messages) from None
    spoken = asked.command.TYPE.startswith("table.") and not isinstance(asked.command, Consent)
    return asked if spoken else replace(asked, seat=line.seat)


def _is_unknown(line: Line, field: str) -> bool:
    """Whether a field, or what it lies in, holds nothing but that it is unknown."""
    value = line.document.get(field.partition(".")[0])
    return isinstance(value, dict) and set(value) == {"unknown"}


def entered_by(principal: Principal, asked: Asked, match: Match) -> Asked:
    """What a line asks for as *principal* says it: by going on, a scribe declines what was offered."""
    if match.hosted or principal.role != "scribe" or asked.irregular is not None:
        return asked
    return replace(asked, declining=asked.command.TYPE not in TABLE_COMMANDS)


def is_gap(line: Line) -> bool:
    """Whether a line says that something is missing in the record."""
    return line.command["type"] == Note.TYPE and str(line.command.get("text", "")).startswith(GAP)


def _teller(line: Line, match: Match) -> Principal:
    """The speaker of a line: the scribe enters what is played; what is said at the table has its own speaker.

    For a seat at which nobody sits the arbiter answers.
    """
    role: Role = "scribe"
    seat = None
    of_the_table = str(line.command["type"]).startswith("table.") and line.command["type"] != Consent.TYPE
    if line.command["type"] == Consent.TYPE and line.seat in match.state.empty_seats:
        role = "arbiter"
    elif line.actor in ("arbiter", "host"):
        role = "arbiter" if line.actor == "arbiter" else "host"
    elif line.seat is not None and of_the_table:
        role, seat = "seat", line.seat
    return Principal(role, seat, match.state.token_number(role, seat))


# -- a file ---------------------------------------------------------------------------------------------------


@dataclass
class Found:
    """What is wrong with a file: by place, in the order of its lines; the first of it as a problem."""

    errors: dict[str, list[str]] = field(default_factory=dict)
    first: Problem | None = None

    def add(self, place: str, problem: Problem, said: Sequence[str] | None = None) -> None:
        """Note what is wrong there."""
        self.first = self.first or problem
        if len(self.errors) < MOST_ERRORS:
            self.errors.setdefault(place, []).extend(said or [problem.detail])

    def check(self) -> None:
        """Raise the first problem with all that was found."""
        if self.first is not None:
            self.first.errors = dict(sorted(self.errors.items(), key=lambda error: _in_order(error[0])))
            raise self.first


def _in_order(place: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", place)]


@dataclass(frozen=True)
class File:
    """A file that was read: what opens the match, its lines, and how much of it cannot be read."""

    opening: Opening
    places: Mapping[str, tuple[int, int]]
    lines: Sequence[Line]
    found: Found


@dataclass
class Entered:
    """What became of the lines of a file: how many were entered, its gaps, and what was kept as notes behind them.

    *kept* holds the line and why it could not be played.
    """

    lines: int = 0
    gaps: int = 0
    kept: list[tuple[int, str]] = field(default_factory=list)


def read(text: str) -> File:
    """The file, read to its end; raises Problem where its header says nothing that a match could be opened by."""
    found = Found()
    try:
        file = read_match(text)
    except ShorthandError as error:
        _unread(found, error)
        found.check()
        raise
    header = file.header
    name = (header.ruleset or "").casefold()
    try:
        game = ruleset(name)
    except UnknownRuleset:
        raise _of_header("ruleset", no_such("ruleset", name, rulesets()), file.places) from None
    if header.version not in (None, game.version):
        said = f"the file is for version {header.version} of {game.id}; here it is {game.version}"
        raise _of_header("ruleset", said, file.places)
    opening = _opening(file, game, found)
    lines: list[Line] = []
    try:
        lines = _lines(game, file.body, header, found)
    except ShorthandError as error:  # more than is read of a line
        _unread(found, error)
    if opening is None:
        found.check()
        raise AssertionError("an opening that is refused says why")
    return File(opening, file.places, lines, found)


def _opening(file: MatchFile, game: Ruleset[Any], found: Found) -> Opening | None:
    """What opens the match; None where the header says what no match can be opened by."""
    header = file.header
    given: dict[str, Json] = {
        "ruleset": game.id,
        "mode": "recorded",
        "seats": [{"name": seat.name or seat.colour, "colour": seat.colour} for seat in header.seats],
        "options": dict(header.options),
        "board": dict(header.board),
        "labels": dict(header.labels),
        "public": file.public,
        **({} if header.played_on is None else {"played_on": header.played_on}),
    }
    opening: Opening | None = None
    try:
        opening = OpeningSchema().load(given)
    except ValidationError as error:
        for path, said in field_errors(error.messages).items():
            place = _place(path, file.places)
            sentences = [f"{path}: {one}" for one in said]
            problem = Problem("invalid", f"{place}: {path}: {' '.join(said)}", errors={place: sentences})
            found.add(place, problem, sentences)
    seats = [SeatWanted(seat.name or seat.colour, seat.colour) for seat in header.seats]
    bare = Opening(game.id, seats, "recorded", header.options, header.board, labels=header.labels)
    wanted = opening or bare
    wrong = list(not_kept(wanted))
    if not wrong:
        try:
            as_kept(wanted)  # two labels may have become one
            rules_for(game, wanted)
            colours_for(seats)
        except BadOption as error:
            wrong.append(error)
    for bad in wrong:
        place = _place(bad.field, file.places, bad.detail)
        wrong_there = f"{bad.field}: {sentence(bad.detail)}"
        found.add(place, Problem("invalid", f"{place}: {wrong_there}", rule=bad.rule), [wrong_there])
    return None if wrong else opening


def _of_header(path: str, said: str, places: Mapping[str, tuple[int, int]], rule: str | None = None) -> Problem:
    """The refusal of what a field of the header says."""
    return Problem("invalid", said, errors={_place(path, places): [said]}, rule=rule)


def _place(path: str, places: Mapping[str, tuple[int, int]], said: str = "") -> str:
    """Where in the header a field is given; of what lies in it, that which *said* names, or the first."""
    while path not in places and "." in path:
        path = path.rpartition(".")[0]
    inside = [inner for inner in places if inner.startswith(f"{path}.")]
    if path not in places and inside:
        path = next((inner for inner in inside if f'"{inner.rpartition(".")[2]}"' in said), inside[0])
    line, column = places.get(path) or max(places.values(), default=(1, 1))
    return f"line {line}, column {column}"


def _unreadable(error: ShorthandError) -> Problem:
    return Problem("invalid", str(error), errors={place_of(error): [error.detail]})


def _unread(found: Found, error: ShorthandError) -> None:
    for one in (error, *error.also):
        if len(found.errors) < MOST_ERRORS:  # saying what is wrong takes longer than reading that it is
            found.add(place_of(one), _unreadable(one), [one.detail])


def _lines(game: Ruleset[Any], body: str, header: Header, found: Found) -> list[Line]:
    """The lines of a file up to the first that cannot be read; of those behind it only what is wrong with them."""
    reader = Reader(game, header)
    lines: list[Line] = []
    readable = found.first is None
    read = 0
    for number, text in numbered(body):
        try:
            told = sentences(reader, text, number)
        except ShorthandError as error:
            _unread(found, error)
            readable = False
            told = []
            read += 1
        read += len(told)
        if readable:
            lines += told
        if read > MOST_LINES:  # reading on would only cost
            raise Problem("too-large", f"A file has at most {MOST_LINES} lines.")
    looking = [line for line in lines if line.command["type"] in _LOOKING_BACK]
    for some, most, said in ((lines, MOST_LINES, "lines"), (looking, MOST_LOOKING_BACK, "lines that look back")):
        if len(some) > most:
            raise Problem("too-large", f"A file has at most {most} {said}.")
    return lines


_LOOKING_BACK = ("table.assert", "table.countersign", *(command.TYPE for command in READ_THE_LOG))


# -- judging --------------------------------------------------------------------------------------------------


def enter(draft: Draft, file: File) -> Entered:
    """Enter the lines of a file in a new match; raises Problem with all that is wrong with it.

    Behind a gap a line that is refused is kept as a note: what follows may make no sense without what is missing.
    """
    entered = Entered()
    names = [seat.name for seat in file.opening.seats]
    draft.settle()
    found = Found()
    for line in file.lines:
        try:
            _enter(draft, line)
        except Problem as problem:
            found.add(place_of(line), problem, (problem.errors or {}).get(place_of(line)))
            continue
        except Refused as refused:
            if entered.gaps and found.first is None:
                _keep(draft, line)
                entered.kept.append((line.line, _said(refused, names)))
            else:
                goes_on = _goes_on(draft, line)
                behind = [] if goes_on or line is file.lines[-1] else ["What follows it was not judged."]
                found.add(place_of(line), _problem(refused, names), [_said(refused, names), *behind])
                if not goes_on:
                    break
            continue
        entered.lines += 1
        entered.gaps += is_gap(line)
    for place, said in file.found.errors.items():
        assert file.found.first is not None
        found.add(place, file.found.first, said)
    found.check()
    return entered


def _enter(draft: Draft, line: Line, irregular: str | None = None) -> None:
    asked = asked_of(line, draft.match.ruleset)
    if irregular is not None:
        asked = replace(asked, irregular=irregular)
    teller = _teller(line, draft.match)
    draft.judge(teller, [entered_by(teller, asked, draft.match)], dry_run=False)


def _keep(draft: Draft, line: Line) -> None:
    """Keep a line that cannot be played as a note, word for word."""
    note = Note(f"{GAP} {line.text}"[:LONGEST_NOTE])
    number = draft.match.state.token_number("scribe", None)
    draft.judge(Principal("scribe", None, number), [Asked(note)], dry_run=False)


def _goes_on(draft: Draft, line: Line) -> bool:
    """Whether more lines can be judged behind one that was refused: as if it had been irregular, or never said."""
    if line.command["type"] in TABLE_COMMANDS:
        return True
    try:
        _enter(draft, line, irregular="judged on")
    except (Refused, Problem):
        return False
    return True


def _problem(refused: Refused, names: Names) -> Problem:
    return Problem(refused.code, sentence(refused.said(names)), rule=refused.rule, hint=refused.hint)


def _said(refused: Refused, names: Names) -> str:
    rule = f" ({refused.rule})" if refused.rule else ""
    return f"{refused.code}{rule}: {sentence(refused.said(names))}"
