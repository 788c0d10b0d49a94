"""The back-up of BG Stats (``BGStatsExport.json``): its plays, with games, players and locations looked up.

A play that cannot be read is left out as a whole, and said where it is and why; the others are read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from service.cli.plays.reading import Members, Unread, at, flag, items, members, number, text

MOST_PLAYERS = 20
"""As many as there are seats at a table."""
ANONYMOUS = "Anonymous player"
_WHOLE = re.compile(r"[+\-\u2212]?[0-9]{1,9}")
_UUID = re.compile(r"[0-9A-Za-z-]{1,64}")


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody in a play; *score* is None where there is none, or none that is a whole number."""

    name: str
    score: int | None
    winner: bool
    starts: bool
    team: str


@dataclass(frozen=True, slots=True)
class Play:
    """A play, and where it is in the file.

    *highest* says whether the most points win; None where no points were counted. *left_out* says of it what a
    match does not hold.
    """

    place: str
    uuid: str
    game: str
    bgg: int | None
    day: str
    location: str
    comment: str
    highest: bool | None
    players: Sequence[Player]
    left_out: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Backup:
    """What a back-up holds: the plays that could be read, and what could not be."""

    plays: Sequence[Play]
    unread: Sequence[Unread]


@dataclass(frozen=True, slots=True)
class _Tables:
    """What plays refer to, by its id."""

    games: Mapping[int, Members]
    players: Mapping[int, Members]
    locations: Mapping[int, Members]


def read(written: bytes) -> Backup:
    """The plays of a back-up; raises :class:`Unread` for what is none."""
    try:
        document = json.loads(written.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Unread("the file", "it is not text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise Unread(f"line {error.lineno}, column {error.colno}", f"this is no JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise Unread(
            "the file", "this is no JSON that can be read: something in it is too large, or too deep"
        ) from None
    whole = members(document, "the file")
    if "plays" not in whole:
        raise Unread("the file", "it has no plays: it should be a back-up of BG Stats (JSON)")
    unread: list[Unread] = []
    tables = _Tables(*(_by_id(whole, name, unread) for name in ("games", "players", "locations")))
    seen: dict[str, str] = {}
    plays: list[Play] = []
    for position, said in enumerate(items(whole, "plays", "")):
        try:
            plays.append(_play(said, f"plays[{position}]", tables, seen))
        except Unread as error:
            unread.append(error)
    return Backup(plays, unread)


def _by_id(whole: Members, name: str, unread: list[Unread]) -> dict[int, Members]:
    found: dict[int, Members] = {}
    try:
        listed = items(whole, name, "")
    except Unread as error:
        unread.append(error)
        return found
    for position, said in enumerate(listed):
        place = f"{name}[{position}]"
        try:
            one = members(said, place)
            identifier = number(one, "id", place)
            if identifier is None:
                raise Unread(place, "it has no id, so no play can name it")
            if identifier in found:
                raise Unread(place, f"its id is that of another one: {identifier}")
            found[identifier] = one
        except Unread as error:
            unread.append(error)
    return found


def _play(said: Any, place: str, tables: _Tables, seen: dict[str, str]) -> Play:
    """A play; *seen* says where those with these uuids are."""
    play = members(said, place)
    uuid = text(play, "uuid", place)
    if not _UUID.fullmatch(uuid):
        raise Unread(at(place, "uuid"), "it has no uuid by which it could be known again")
    if uuid in seen:
        raise Unread(at(place, "uuid"), f"it is that of {seen[uuid]}")
    if flag(play, "ignored", place):
        raise Unread(place, "it is marked as one that does not count (ignored)")
    game = _referred(play, "gameRefId", place, tables.games, "games")
    title = text(game, "name", at(place, "gameRefId")) or text(game, "bggName", at(place, "gameRefId"))
    if not title:
        raise Unread(at(place, "gameRefId"), "the game has no name")
    players, left_out = _players(play, place, tables)
    counted = not flag(game, "noPoints", at(place, "gameRefId"))
    highest = flag(game, "highestWins", at(place, "gameRefId"), otherwise=True)
    if counted and any(one.score is None for one in players):
        counted = False
    bgg = number(game, "bggId", at(place, "gameRefId"))
    read = Play(
        place,
        uuid,
        title,
        bgg if bgg is not None and bgg > 0 else None,
        _day(play, place),
        _location(play, place, tables),
        text(play, "comments", place),
        highest if counted else None,
        players,
        left_out,
    )
    seen[uuid] = place
    return read


def _referred(play: Members, name: str, place: str, there: Mapping[int, Members], what: str) -> Members:
    identifier = number(play, name, place)
    if identifier is None:
        raise Unread(place, f"it has no {name}")
    if identifier not in there:
        raise Unread(at(place, name), f"none of the {what} has the id {identifier}")
    return there[identifier]


def _day(play: Members, place: str) -> str:
    written = text(play, "playDate", place)[:10]
    try:
        day = date.fromisoformat(written)
    except ValueError:
        raise Unread(at(place, "playDate"), f"{written!r} is no date") from None
    return day.isoformat()


def _location(play: Members, place: str, tables: _Tables) -> str:
    """Where it was; plays without a location have none, or the id 0."""
    identifier = number(play, "locationRefId", place)
    if not identifier:
        return ""
    return text(_referred(play, "locationRefId", place, tables.locations, "locations"), "name", place)


def _players(play: Members, place: str, tables: _Tables) -> tuple[list[Player], list[str]]:
    """Who played, in the order of their seats, each with a name of their own; and which scores are left out."""
    listed = items(play, "playerScores", place)
    if not 1 <= len(listed) <= MOST_PLAYERS:
        raise Unread(at(place, "playerScores"), f"it has {len(listed)} players: a match has 1 to {MOST_PLAYERS}")
    where = at(place, "playerScores")
    scores = [(members(said, f"{where}[{number}]"), f"{where}[{number}]") for number, said in enumerate(listed)]
    scores.sort(key=lambda one: number(one[0], "seatOrder", one[1]) or 0)
    players: list[Player] = []
    left_out: list[str] = []
    for score, there in scores:
        person = _referred(score, "playerRefId", there, tables.players, "players")
        name = text(person, "name", at(there, "playerRefId")) or ANONYMOUS
        written = text(score, "score", there)
        points = _points(written)
        if written and points is None:
            left_out.append(f"{at(there, 'score')}: {written!r} is no whole number, so the scores are left out")
        players.append(
            Player(
                _own(name, [one.name for one in players]),
                points,
                flag(score, "winner", there),
                flag(score, "startPlayer", there),
                text(score, "team", there),
            )
        )
    return players, left_out


def _points(written: str) -> int | None:
    return int(written.replace("\u2212", "-")) if _WHOLE.fullmatch(written) else None


def _own(name: str, taken: Sequence[str]) -> str:
    """A name that nobody else in the play has: several anonymous players are numbered."""
    return next(one for one in _numbered(name) if one.casefold() not in {other.casefold() for other in taken})


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name} {number}"
        number += 1
