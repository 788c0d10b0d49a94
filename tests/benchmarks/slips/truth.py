"""Matches as they really were: each as a record without a slip, as a scribe taps it who makes none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from domain.application.judging import Asked, Draft
from domain.kit.facts import Json
from domain.kit.guards import Refused
from domain.kit.play import declinable
from domain.kit.ruleset import ruleset
from domain.kit.table.commands import Confirm, Identify, Missing, Tell
from domain.match.line import changes_until, is_declining, is_struck
from domain.match.match import told
from domain.match.opening import Opening, SeatWanted
from domain.table.correcting.deciding_again import corrected_until, is_of_the_game, recorded_own
from service import importing
from tests.games.playing import Table, rules_of, seeded
from tests.laws.notebook import Notebook
from tests.laws.recording import SCRIBE, Recording

CHANGES_THE_BOARD = (Tell.TYPE, Identify.TYPE, Missing.TYPE, Confirm.TYPE)
"""Commands of the table without which the record would not be that of the match."""
SEATS = 3
LET_STAND = "so it was"


def of_file(path: Path) -> Notebook:
    """The match of a file of shorthand, with what was corrected in it as if it had been entered so at once."""
    file = importing.read(path.read_text(encoding="utf-8"))
    begun = Notebook()
    begun.open(file.opening)
    draft = Draft(begun.match, begun.sources)
    importing.enter(draft, file)
    game = draft.match.ruleset
    log = [told(one) for one in (*begun.events, *draft.events)]
    return tapped(file.opening, _counting(game, log))


def _counting(game: Any, log: Sequence[Mapping[str, Json]]) -> Iterator[Asked]:
    """What counts in the end, in its order: not what was said, was struck, or followed by itself."""
    last = len(log) - 1
    changes, corrected = changes_until(log, last), corrected_until(game, log, last)
    for decision in log[1:]:
        version = decision["version"]
        if decision["automatic"] or is_struck(version, changes):
            continue
        if not is_of_the_game(decision) and decision["command"]["type"] not in CHANGES_THE_BOARD:
            continue
        for one in corrected.get(version) or (recorded_own(game, decision),):
            seat = one.actor if isinstance(one.actor, int) else None
            yield Asked(one.command, seat, irregular=None if one.let_stand is None else LET_STAND)


def at_random(name: str, number: int, board: Mapping[str, Any] | None = None) -> Notebook:
    """A match between random players, whose scribe sees nothing but what lies open, and is told what has to be."""
    rng = Random(f"truth {name} {number}")
    game = ruleset(name)
    table = Table(game, rules_of(game, SEATS, {}, board), seeded(rng.randrange(2**32))).play_on(rng)
    notebook = Notebook()
    recording = Recording(notebook, table, rng, sees=0.0)
    for version, step in recording.entries():
        recording.enter(recording.as_seen(version), step.actor if isinstance(step.actor, int) else None)
        _tell(recording, version)
    wanted = [SeatWanted(f"player {seat}") for seat in range(SEATS)]
    opening = Opening(name, wanted, "recorded", table.rules.options, table.rules.board)
    return tapped(opening, [entry.asked for entry in notebook.entries])


def _tell(recording: Recording, version: int) -> None:
    """Tell what the record waits for: as it lay behind the decision, or before it where all was opened by it."""
    try:
        recording.tell_what_is_waited_for(version)
    except StopIteration:
        recording.tell_what_is_waited_for(version - 1)


def tapped(opening: Opening, entries: Iterator[Asked] | Sequence[Asked]) -> Notebook:
    """A record of these entries as a page makes them: what comes next declines offers, where that is free."""
    notebook = Notebook()
    notebook.open(opening)
    offers: list[Asked] = []
    for asked in entries:
        state, game = notebook.match.state, notebook.match.ruleset
        due = [(one.asking.seat, one.asking.declinable) for one in declinable(game, state)]
        if asked.irregular is None and (asked.seat, asked.command) in due:
            offers.append(asked)
            continue
        _enter(notebook, offers, asked)
        offers = []
    for asked in offers:
        notebook.append(notebook.match.id, SCRIBE, [asked])
    return notebook


def _enter(notebook: Notebook, offers: Sequence[Asked], asked: Asked) -> None:
    """Enter it; the offers before it one by one where it does not decline all of them by itself."""
    here, whole = notebook.match.id, as_page(asked)
    if offers and _declined_by(notebook, whole) != len(offers):
        for offer in offers:
            notebook.append(here, SCRIBE, [offer])
    try:
        notebook.append(here, SCRIBE, [whole])
    except Refused:
        if isinstance(asked.command, Tell | Identify):
            return  # what was corrected said it already
        notebook.append(here, SCRIBE, [replace(asked, irregular=LET_STAND)])


def _declined_by(notebook: Notebook, asked: Asked) -> int:
    try:
        answer = notebook.append(notebook.match.id, SCRIBE, [asked], dry_run=True)
    except Refused:
        return 0
    return sum(is_declining(one.record) for one in answer.decisions)


def as_page(asked: Asked) -> Asked:
    """As a scribe's page sends it."""
    of_the_game = not asked.command.TYPE.startswith("table.")
    return replace(asked, declining=of_the_game and asked.irregular is None)
