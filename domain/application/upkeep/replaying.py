"""Deciding a whole match again, from what is recorded of it: does the same come of each command by today's rules?

What came from outside is taken from the record: who sent what, the clock, the salts, what chance drew. The
installed ruleset, in the version that the match was played by, and the rules of the table say the rest: leaf and
audiences of each decision have to come out the same. What was sent is judged as it is when it is sent
(``judging``); what followed by itself has to be the next thing that follows.

That nothing is missing which would have followed by itself cannot be seen everywhere: in a batch of commands it
comes behind the last one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from uuid import UUID

from domain.application.judging import Asked, Draft, Sources, seeded
from domain.evidence.writing import audience_of
from domain.kit.chance import Chance, NotedChance, ToldChance
from domain.kit.facts import Json
from domain.kit.guards import Refused
from domain.kit.play import drawn_in, happened
from domain.kit.ruleset import BadOption, Ruleset, UnknownRuleset, ruleset
from domain.kit.table.commands import Close, Open
from domain.kit.table.facts import Irregular
from domain.kit.table.joining import asking_seats
from domain.kit.visibility import ERASED, OFFICIAL
from domain.kit.written.evidence import pointer, replaced, seal, value_at
from domain.kit.written.records import Decision, written_with
from domain.match.damage import Damaged
from domain.match.match import Match, MatchEvent, Secrets, event, opened, rules_of
from domain.match.opening import Opening, SeatWanted, published, rules_for
from domain.match.principal import Principal
from domain.match.work import UNBOUNDED
from domain.store.reaching import errors

ENDLESS = 10**9
"""How long a match may be that is decided again: it is as long as it is."""
MOST_THINGS = 100_000
"""Things that are hidden or unknown together: of a file that nobody knows, they would be counted out in memory."""
SHOWN = 80
"""Characters of a value that are shown of what came out otherwise."""


class Differs(Exception):
    """A decision comes out otherwise; at which version, and how."""

    def __init__(self, version: int, detail: str) -> None:
        super().__init__(detail)
        self.version = version


class NotInstalled(LookupError):
    """The ruleset by which the match was played is not installed in that version."""


@dataclass(frozen=True)
class Recorded:
    """A decision as it is recorded, with all that officials may have.

    *open* is the leaf; *audiences* say by pointer who may have what is sealed there, *values* what it is, and its
    salt, of everything but texts that were erased or left out.
    """

    version: int
    open: str
    audiences: Mapping[str, Mapping[str, Json]]
    values: Mapping[str, tuple[Json, str]]

    @cached_property
    def sealed(self) -> Mapping[str, Json]:
        """The record as it is stored, with commitments."""
        record: Mapping[str, Json] = json.loads(self.open)
        return record

    @cached_property
    def record(self) -> Mapping[str, Json]:
        """The record in full; a text that is not there reads as if erased. Raises :class:`Differs`."""
        there = {}
        for at, audience in self.audiences.items():
            if at in self.values:
                there[at] = self.values[at][0]
            elif audience.get("text"):
                there[at] = ERASED
            else:
                raise Differs(self.version, f"the value at {at} is not given, so it cannot be decided again")
        record: Mapping[str, Json] = replaced(self.sealed, there)
        if _most(record) > MOST_THINGS:
            raise Differs(self.version, f"it speaks of more than {MOST_THINGS:,} things that are not told")
        return record


def _most(value: Json) -> int:
    """The largest number of things that are hidden or unknown together anywhere in a value."""
    if isinstance(value, list):
        return max(map(_most, value), default=0)
    if not isinstance(value, dict):
        return 0
    counted = (value.get(name) for name in ("hidden", "unknown"))
    here = max((number for number in counted if isinstance(number, int)), default=0)
    return max(here, *map(_most, value.values()), 0)


def recorded_in(line: Mapping[str, Any]) -> Recorded:
    """The decision of a line of an archive of officials, which has been verified."""
    values = {at: (entry["value"], entry["salt"]) for at, entry in line["opened"].items()}
    return Recorded(json.loads(line["open"])["version"], line["open"], line["sealed"], values)


class Recalled:
    """The seals of a match as they were: blinds and salts come from the record."""

    def __init__(self, recorded: Callable[[int], Recorded]) -> None:
        self._recorded = recorded

    def blind(self, version: int) -> str:
        """What keeps the leaf from being found."""
        return str(self._recorded(version).sealed["blind"])

    def sealed(self, version: int, path: str, value: Json) -> str:
        """The seal of a value under the salt that was recorded there; there may have been none."""
        values = self._recorded(version).values
        return seal(values[path][1], value) if path in values else ""

    def text(self, version: int, path: str, value: str) -> tuple[str, str]:
        """Salt and seal of a text; of one that is not there any more, the seal that was recorded."""
        recorded = self._recorded(version)
        if path in recorded.values:
            salt = recorded.values[path][1]
            return salt, seal(salt, value)
        return "", str(value_at(recorded.sealed, path)["seal"])


def decided_again(
    decisions: Iterable[Recorded], progress: Callable[[int], None] = lambda _: None, seed: bytes | None = None
) -> list[dict[str, Json]]:
    """Decide a match again, from decision 0; raises :class:`Differs`, :class:`NotInstalled`, and as it is read.

    With the *seed* of a hosted match chance draws again; what comes back are its draws, as
    ``domain.evidence.draws`` has them but for where they stand: ``{"decision", "number", "from", "drawn"}``.
    *progress* is told each version that has come out the same.
    """
    replay = _Replay(seed)
    version = 0
    try:
        for version in replay.run(decisions):
            progress(version)
    except (Differs, NotInstalled, Damaged):
        raise
    except errors():  # they say something of the database, and nothing of the match
        raise
    except Refused as refused:
        rule = f" ({refused.rule})" if refused.rule else ""
        raise Differs(replay.at, f"by the rules it is refused: {refused.detail}{rule}") from None
    except BadOption as error:
        raise Differs(replay.at, f"by the rules it cannot be opened: {error.field}: {error.detail}") from None
    except Exception as error:  # whatever a record holds, what is told is where that is
        raise Differs(replay.at, f"it cannot be decided again: {type(error).__name__}") from error
    return replay.draws


class _Replay:
    def __init__(self, seed: bytes | None) -> None:
        self._seed = seed
        self._known: dict[int, Recorded] = {}
        self._draft: Draft | None = None
        self._follows: Iterator[MatchEvent] | None = None
        self.at = 0
        """The decision that is decided."""
        self._noted: list[tuple[int, int, NotedChance]] = []

    @property
    def draws(self) -> list[dict[str, Json]]:
        """What was drawn with the seed."""
        return [
            {"decision": version, "number": number, "from": dict(draw.contents), "drawn": draw.drawn}
            for version, first, noted in self._noted
            for number, draw in enumerate(noted.draws, first)
        ]

    def run(self, decisions: Iterable[Recorded]) -> Iterator[int]:
        """Decide them again; yields the version of each that has come out the same."""
        declined: list[Recorded] = []
        for one in decisions:
            self.at = declined[0].version if declined else one.version
            if self._draft is None:
                self._draft = self._opened(one)
                yield one.version
                continue
            by_itself = one.record["recorded_by"] == "service"
            if one.record["automatic"] and not by_itself:
                declined.append(one)  # the next command says so
                continue
            group, declined = [*declined, one], []
            self._known = {recorded.version: recorded for recorded in group}
            if by_itself and one.record["command"]["type"] == Close.TYPE:
                self._draft.close_record()
            elif by_itself and len(group) == 1:
                self._follow(self._draft)
            else:
                self._judge(self._draft, one, declining=len(group) > 1)
            yield from self._compared(self._draft, group)

    # -- the opening

    def _opened(self, one: Recorded) -> Draft:
        self._known = {one.version: one}
        record = one.record
        game = _installed(record["ruleset"])
        rules = rules_of(record)
        seats = [SeatWanted(f"player {seat['seat']}", seat["colour"]) for seat in record["seats"]]
        opening = Opening(
            game.id,
            seats,
            rules.mode,
            rules.options,
            rules.board,
            public=record["public"],
            played_on=record["played_on"],
        )
        rules_for(game, opening)
        match_id = UUID(record["match"])
        state = game.empty(rules, OFFICIAL)
        facts = happened(game, state, asking_seats(rules, game.lay(state)))
        # The commitment is to a seed that nobody knows yet.
        extra = {**published(str(match_id), rules, opening, None), "chance": record["chance"]}
        if (record["chance"] is None) == (rules.mode == "hosted"):
            raise Differs(0, "a hosted match commits to a seed, and a recorded one has none")
        texts = {at: str(record["seats"][n]["name"]) for n, at in enumerate(_names(record))}
        if record["labels"] is not None:
            texts["/labels"] = str(record["labels"])
        laid = Decision(0, "host", "host", record["at"], Open(), facts)
        stored = written_with(laid, Recalled(self._of), extra, texts)
        first = event(match_id, 0, stored, ())
        _check_same(one, first)
        sources = Sources(
            clock=lambda: str(self._of(self._next()).record["at"]),
            salts=lambda: "",
            chance=self._chance,
            log=lambda _: (),
            longest=ENDLESS,
            seals=lambda _: Recalled(self._of),
        )
        draft = Draft(opened(first, game, Secrets(b"", self._seed)), sources, UNBOUNDED)
        draft.keep(first, stored)
        return draft

    def _next(self) -> int:
        assert self._draft is not None, "decision 0 has been decided"
        return self._draft.match.version + 1

    def _of(self, version: int) -> Recorded:
        if version not in self._known:
            raise Differs(version, "by the rules another decision would stand here")
        return self._known[version]

    def _chance(self, match: Match, version: int) -> Chance:
        if self._seed is not None:
            chance = NotedChance(seeded(match, version))
            self._noted.append((version, match.drawn, chance))
            return chance
        drawn = drawn_in(match.ruleset.fact_from_json(fact) for fact in self._of(version).record["facts"])
        return ToldChance(drawn)

    # -- each decision

    def _follow(self, draft: Draft) -> None:
        """The next thing that follows by itself."""
        if self._follows is None:
            self._follows = draft.following()
        if next(self._follows, None) is None:
            raise Differs(self._next(), "by the rules nothing follows by itself here")

    def _judge(self, draft: Draft, one: Recorded, *, declining: bool) -> None:
        """What somebody sent, and what was declined by it."""
        self._follows = None
        record = one.record
        by = record["recorded_by"]
        principal = Principal("seat", by["seat"]) if isinstance(by, dict) else Principal(by)
        draft.decide(principal, replace(_asked(draft.match.ruleset, record), declining=declining))

    def _compared(self, draft: Draft, group: Sequence[Recorded]) -> Iterator[int]:
        made = {new.originator_version: new for new in draft.events[-len(group) :]}
        for one in group:
            if one.version not in made:
                raise Differs(one.version, "by the rules another decision would stand here")
            _check_same(one, made[one.version])
            yield one.version


def _installed(wanted: Mapping[str, Json]) -> Ruleset[Any]:
    try:
        game = ruleset(wanted["id"])
    except UnknownRuleset:
        raise NotInstalled(f"the ruleset {wanted['id']} is not installed") from None
    if game.version != wanted["version"]:
        raise NotInstalled(
            f"{game.id} is installed as {game.version}, and the match was played by {wanted['version']}"
        )
    return game


def _names(record: Mapping[str, Json]) -> list[str]:
    return [pointer("seats", number, "name") for number in range(len(record["seats"]))]


def _asked(game: Ruleset[Any], record: Mapping[str, Json]) -> Asked:
    """What was asked for, as far as the record says it; a text that was erased is none any more."""
    command = game.command_types[record["command"]["type"]].from_json(record["command"])
    actor = record["actor"]
    seat = actor["seat"] if isinstance(actor, dict) and not isinstance(record["recorded_by"], dict) else None
    facts = record["facts"]
    tag = facts[0] if facts and facts[0]["type"] == Irregular.TYPE else None
    irregular = None if tag is None else str(tag.get("note"))
    entered_by = None if "entered_by" not in record else str(record["entered_by"])
    return Asked(command, seat, record.get("occurred_at"), irregular, entered_by)


# -- is it the same -------------------------------------------------------------------------------------------


def _check_same(recorded: Recorded, made: MatchEvent) -> None:
    if made.open != recorded.open:
        at, was, now = next(_differences(recorded.sealed, made.record, ""))
        raise Differs(
            recorded.version, f"by the rules it is another at {at}: {_shown(was)} was recorded, not {_shown(now)}"
        )
    audiences = {at: audience_of(entry) for at, entry in made.sealed.items()}
    for at in sorted({*audiences, *recorded.audiences}):
        if audiences.get(at) != recorded.audiences.get(at):
            raise Differs(recorded.version, f"by the rules others may have the value at {at}")


_NOTHING = object()


def _differences(was: Any, now: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Where two values differ, at the places as deep as possible."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in sorted({*was, *now}):
            yield from _differences(was.get(key, _NOTHING), now.get(key, _NOTHING), path + pointer(key))
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for number, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from _differences(one, other, path + pointer(number))
    elif was != now or type(was) is not type(now):
        yield path, was, now


def _shown(value: Any) -> str:
    text = "nothing" if value is _NOTHING else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
