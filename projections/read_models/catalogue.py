"""Which matches there are: a read model of what everybody may know of each, and how it is read.

Names and labels are not in it. A row keeps decision 0 as it is stored, as far as an entry needs it, and the gate
puts the texts that still exist into it when somebody reads.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from domain.application.matches import Matches
from domain.evidence.stored import fits
from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset
from domain.kit.state import Rules, State
from domain.kit.table.seats import named_at, sittings
from domain.kit.text.texts import same
from domain.kit.visibility import PUBLIC, StoredDecision, redact
from domain.kit.words.people import people, seat_with
from domain.kit.written.evidence import canonical
from domain.kit.written.records import sealed_places
from domain.match.damage import Damaged
from domain.match.moved import GONE, MovedAway
from domain.store.beside.models import ENTRY, ENTRY_MARK
from domain.store.beside.names import name_place
from domain.store.marks import Marks
from domain.store.sqlite.recorder import SQLiteDatabase
from domain.store.tables import ID
from projections.read_models.public_matches import ToldMatch
from projections.said.standing import standing

logger = logging.getLogger(__name__)

SHORT = ("ruleset", "mode", "seats", "public", "played_on", "labels")
"""The members of decision 0 that an entry has."""
STANDS = ("status", "awaiting", "consent", "joining", "outcome")
NULL = {"consent": None, "joining": None}
"""What an entry says of how a match stands; and what is kept only where it is there."""
CATALOGUE = "kerbholz_catalogue c"
COLUMNS = "c.match_id, c.version, c.opened_at, c.public, c.ruleset, c.status, c.played_on, c.entry, c.texts"


class Catalogue:
    """One row for each match."""

    name = "catalogue"
    tables = ("kerbholz_catalogue",)

    def rows(self, match: ToldMatch) -> list[tuple[str, tuple[Any, ...]]]:
        """The row of a match."""
        opening = match.opening
        stands = standing(match.state)
        entry = {
            "opening": {name: opening[name] for name in SHORT},
            **game_named(match.ruleset, match.rules),
            "stands": {name: stands[name] for name in STANDS if stands[name] or name not in NULL},
            **_seated(match.state, match.rules.seats),
        }
        row = (
            match.id.hex,
            match.version,
            opening["at"],
            int(opening["public"]),
            match.rules.ruleset,
            match.state.status,
            opening["played_on"],
            json.dumps(entry),
            json.dumps(dict(match.texts)),
        )
        return [("kerbholz_catalogue", row)]


def game_named(ruleset: Ruleset[Any], rules: Rules) -> dict[str, Json]:
    """Which game a match is one of, where its board decides that: its title, and its id at BoardGameGeek."""
    if ruleset.named is None:
        return {}
    game = ruleset.game(rules)
    return {"game": {"title": game.title, "bgg": game.bgg}}


def _seated(state: State, seats: int) -> dict[str, Json]:
    """Who has sat where, if anybody else than decision 0 says, and the names by which nobody is to be found."""
    if not state.sittings:
        return {}
    mended = [
        name_place(version, named_at(seat, version))
        for seat in range(seats)
        for sitting in sittings(state.sittings, seat)
        for version in sitting[:-1]
    ]
    return {"sittings": dict(state.sittings), "mended": mended}


def with_mark(marks: Marks, table: str, row: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    """A row as it is written: one of the catalogue has its mark in the entry, which says whether all is public."""
    if table != Catalogue.tables[0]:
        return table, row
    return table, marks.in_object(ENTRY_MARK, row, ENTRY)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a caller looks for. *own* is the match of the token; a *label* is ``key`` or ``key:value``."""

    ruleset: str | None = None
    status: str | None = None
    player: str | None = None
    label: str | None = None
    played_from: str | None = None
    played_to: str | None = None
    own: UUID | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the catalogue an entry stands: when it was opened, and which match it is, as both are stored."""

    opened_at: str
    match_id: str


def merged(
    stores: Sequence[Matches], wanted: Wanted, limit: int, behind: Place | None = None
) -> tuple[list[dict[str, Json]], Place | None]:
    """The newest entries *behind* a place, at most *limit*; and the place of the last one, if there are more.

    Of several databases each gives a page of its own, and they are put in one order by what places are made of.
    """
    several = len(stores) > 1
    found: dict[str, tuple[Matches, _Found]] = {}
    for matches in stores:
        # A match that has just moved may be read in both.
        found.update(
            (one[0][0], (matches, one)) for one in _rows(matches, wanted, limit + 1, behind, several=several)
        )
    rows = list(found.values())
    if several:
        rows.sort(key=lambda one: one[1][1], reverse=True)
    last = Place(*rows[limit - 1][1][1]) if len(rows) > limit else None
    told: dict[str, dict[str, Json]] = {}
    for matches in stores:
        told |= _entries(matches, [row for holder, (row, _) in rows[:limit] if holder is matches])
    return [told[row[0]] for _, (row, _) in rows[:limit] if row[0] in told], last


def _entries(matches: Matches, rows: Sequence[tuple[Any, ...]]) -> dict[str, dict[str, Json]]:
    """What is shown of rows, by the id as it is stored; what is damaged is left out."""
    whole = {UUID(row[0]): row for row in rows if matches.marks.fits_in_object(ENTRY_MARK, row, ENTRY)}
    texts = matches.side.opening_texts(list(whole))
    told = {one: _entry(matches, one, row, texts.get(one, {})) for one, row in whole.items()}
    shown = {one.hex: entry for one, entry in told.items() if entry is not None}
    if len(shown) < len(rows):
        logger.error(
            "%s of the catalogue are left out, for they are damaged: kerbholz check", len(rows) - len(shown)
        )
    return shown


_Found = tuple[tuple[Any, ...], tuple[str, str]]
"""A row of the catalogue, and its place."""


def _rows(matches: Matches, wanted: Wanted, most: int, behind: Place | None, *, several: bool) -> list[_Found]:
    """The public ones; and the caller's own match, which may be none of them."""
    found = _selected(matches, wanted, most, behind, 1, several=several)
    if wanted.own is not None:
        found += _selected(matches, wanted, most, behind, 0, wanted.own, several=several)
        found.sort(key=lambda one: one[1], reverse=True)
    return found[:most]


def _selected(
    matches: Matches,
    wanted: Wanted,
    most: int,
    behind: Place | None,
    public: int,
    own: UUID | None = None,
    *,
    several: bool,
) -> list[_Found]:
    conditions, values = ["c.public = ?"], list[Any]([public])
    if several:
        conditions.append(f"NOT {has_left('c')}")

    def only(condition: str, *given: str | None) -> None:
        if None not in given:
            conditions.append(condition)
            values.extend(value for value in given if value is not None)

    # Who looks for a player or a label goes along its index, in the same order; a cross join is done as it is
    # written.
    called = None if wanted.player is None else same(wanted.player)
    table, at = CATALOGUE, "c"
    if called is not None:
        table, at = f"kerbholz_names n CROSS JOIN {CATALOGUE}", "n"
    elif wanted.label is not None:
        table, at = f"kerbholz_labels l CROSS JOIN {CATALOGUE}", "l"
    only("c.match_id = ?", None if own is None else own.hex)
    only(_called(matches), called)
    if called is None:
        only("l.label = ? AND c.match_id = l.match_id", wanted.label)
    else:
        only(
            "EXISTS (SELECT 1 FROM kerbholz_labels l WHERE l.match_id = c.match_id AND l.label = ?)", wanted.label
        )
    only("c.ruleset = ?", wanted.ruleset)
    only("c.status = ?", wanted.status)
    only("c.played_on >= ?", wanted.played_from)
    only("c.played_on <= ?", wanted.played_to)
    if behind is not None:
        only(f"({at}.opened_at, {at}.match_id) < (?, ?)", behind.opened_at, behind.match_id)
    rows = matches.database.query(
        f"SELECT {COLUMNS}, {at}.opened_at FROM {table} WHERE {' AND '.join(conditions)}"
        f" ORDER BY {at}.opened_at DESC, {at}.match_id DESC LIMIT ?",
        [*values, most],
    )
    return [(row[:-1], (str(row[-1]), str(row[0]))) for row in rows]


def has_left(table: str) -> str:
    """Whether the match of a row has left this database: what is projected of it is not shown any more."""
    return f"EXISTS (SELECT 1 FROM kerbholz_heads h WHERE h.match_id = {table}.match_id AND h.size = {GONE})"


def _called(matches: Matches) -> str:
    """Whether anybody who has sat there has a name, by the first place where it is; none that was corrected."""

    def counts(place: str) -> str:
        # It is looked for as it is written: an entry that was altered need not be JSON. PostgreSQL takes an
        # equation for something rare, and would sort all matches of the player.
        has = "instr" if isinstance(matches.database, SQLiteDatabase) else "strpos"
        return f"NOT {has}(c.entry, '\"' || {place}.pointer || '\"') > 0"

    before = "o.match_id = n.match_id AND o.called = n.called AND o.pointer < n.pointer"
    return (
        f"n.called = ? AND c.match_id = n.match_id AND {counts('n')}"
        f" AND NOT EXISTS (SELECT 1 FROM kerbholz_names o WHERE {before} AND {counts('o')})"
    )


def opening_names(matches: Matches, match_ids: Iterable[object]) -> dict[tuple[str, str], str]:
    """The texts of decision 0 of some matches, by the id as it is stored and by pointer, that fit their seals.

    Of what is not in the catalogue, or is damaged there, there are none.
    """
    wanted = sorted({one for one in match_ids if isinstance(one, str) and ID.fullmatch(one)})
    if not wanted:
        return {}
    among = ", ".join("?" * len(wanted))
    rows = matches.database.query(f"SELECT {COLUMNS} FROM {CATALOGUE} WHERE c.match_id IN ({among})", wanted)
    texts = matches.side.opening_texts([UUID(one) for one in wanted])
    found: dict[tuple[str, str], str] = {}
    for row in rows:
        if matches.marks.fits_in_object(ENTRY_MARK, row, ENTRY):
            seals = dict(sealed_places(json.loads(row[ENTRY])["opening"]))
            for pointer, (salt, text) in texts.get(UUID(row[0]), {}).items():
                if fits(seals.get(pointer), salt, text):
                    found[row[0], pointer] = text
    return found


def _entry(
    matches: Matches, match_id: UUID, row: Sequence[Any], texts: dict[str, tuple[str, str]]
) -> dict[str, Json] | None:
    """What is shown of a match; None if a text does not fit its seal, or is lost."""
    _, version, opened_at, *_, written, sealed = row
    kept = json.loads(written)
    seals = dict(sealed_places(kept["opening"]))
    if not all(fits(seals.get(pointer), *text) for pointer, text in texts.items()):
        return None
    if missing := json.loads(sealed).keys() - texts.keys():
        erased = {one.pointer for one in matches.erasures.of(match_id) if one.version == 0}
        if not missing <= erased:
            return None
    named = {pointer: text for pointer, (_, text) in texts.items()}
    opening = redact(StoredDecision(0, kept["opening"], json.loads(sealed), named), PUBLIC)
    labels = opening["labels"]
    try:
        seats = _seats(matches, match_id, version, kept, opening)
    except (Damaged, MovedAway):
        return None
    return {
        "id": str(match_id),
        "ruleset": opening["ruleset"]["id"],
        "ruleset_version": opening["ruleset"]["version"],
        **({"game": kept["game"]} if "game" in kept else {}),
        "mode": opening["mode"],
        "seats": seats,
        "public": opening["public"],
        "played_on": opening["played_on"],
        "labels": json.loads(labels) if isinstance(labels, str) else labels,
        "opened_at": opened_at,
        "version": version,
        **NULL,
        **kept["stands"],
    }


def _seats(
    matches: Matches, match_id: UUID, version: int, kept: Mapping[str, Json], opening: Mapping[str, Json]
) -> list[dict[str, Json]]:
    """Who sits where, and who did before."""

    def told(at: int) -> Mapping[str, Json]:
        if at == 0:
            return {**opening, "version": 0}
        (decision,) = matches.decisions(match_id, after=at - 1, until=at)
        return redact(decision, PUBLIC)

    sat = people(kept.get("sittings", {}), len(opening["seats"]), version, told)
    return [seat_with(seat, sat[seat["seat"]]) for seat in opening["seats"]]


def filters_of(wanted: Wanted) -> str:
    """What is looked for, as a text: a place in one list is none in another."""
    given = {name: getattr(wanted, name) for name in Wanted.__slots__}
    return canonical({name: str(value) for name, value in given.items() if value is not None})
