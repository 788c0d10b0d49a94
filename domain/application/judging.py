"""Judging commands: what an append would add to a match.

A draft starts from a match and gathers events: those of the commands asked for, and what chance and the rules'
only steps make of them. Nothing is stored here; what is refused leaves nothing behind.
"""

from __future__ import annotations

import secrets as randomness
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from domain.application.values import check_storable, check_unknown
from domain.kit.chance import Chance, JointChance, SeededChance
from domain.kit.facts import Command, Json
from domain.kit.guards import Actor, Refused
from domain.kit.play import (
    NO_CHANCE,
    LetStand,
    Played,
    can_be_played,
    declined_before,
    following,
    is_stuck,
    judged,
    told_chance,
)
from domain.kit.state import State
from domain.kit.table.commands import TABLE_COMMANDS, Assert, Close
from domain.kit.table.facts import LineChanged, MatchClosed
from domain.kit.table.joining import is_joint
from domain.kit.table.seats import Substitute, left_alone, named_at, sittings
from domain.kit.visibility import StoredDecision, Viewer
from domain.kit.written.records import Decision, FreeText, FreshSeals, Seals, Written, written_with
from domain.match.line import has_changes
from domain.match.match import Match, MatchEvent, event, told
from domain.match.principal import Principal
from domain.match.work import LONGEST, Work, check_shorter
from domain.table.commands import READ_THE_LOG, check_length, check_sender, decide_granted, decide_table, seat_of
from domain.table.seating import as_kept
from domain.table.sent import Sent, check_seat, recorded
from domain.table.watched import LOOKED_BACK, Watched

HOST = Principal("host")
"""In whose place the service closes a record."""
DECLINES = 'if the offer was declined, enter it with "declining": true'
"""The hint of a refusal to scribes who can say that an offer was declined by what they enter."""
STANDS = 'if it happened all the same, enter it with "irregular": {"note": an explanation}'
"""The hint of a refusal to callers who may enter what breaks a rule."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as it is asked for.

    *seat* where it is for a seat other than the asker's own; *occurred_at* where a scribe claims when it happened
    (RFC 3339); *irregular* the note of an official who enters what may break a rule; *entered_by* the
    name of the scribe or arbiter, where several share a token; *declining* whether the scribe says by it that
    offers that are due were declined before.
    """

    command: Command
    seat: int | None = None
    occurred_at: str | None = None
    irregular: str | None = None
    entered_by: str | None = None
    declining: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What an append brought about: the match (as it is now), the decisions *first* to *last*, their root.

    ``replayed`` says that an earlier request had brought it about; ``stored`` is False for a dry run.
    """

    match: Match
    decisions: tuple[StoredDecision, ...]
    first: int
    last: int
    root: str
    replayed: bool = False
    stored: bool = True


def now() -> str:
    """The time as decisions carry it: RFC 3339, UTC, milliseconds."""
    return datetime.now(tz=UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def random_salt() -> str:
    """A salt for a free text, in hex."""
    return randomness.token_bytes(32).hex()


def seeded(match: Match, version: int) -> Chance:
    """Chance of a hosted match."""
    if match.secrets.chance_seed is None:
        raise AssertionError("only a hosted match has a seed")
    if is_joint(match.rules):
        assert match.state.joint is not None, "nothing is drawn before all seats have contributed"
        return JointChance(match.secrets.chance_seed, match.state.joint, match.drawn)
    return SeededChance(match.secrets.chance_seed, version)


@dataclass(frozen=True, slots=True)
class Sources:
    """What comes from outside: the clock, salts, chance, and the log of a match (for what looks back).

    *since* gives the state as a viewer was told it after a decision, on the line of the match, and the events
    behind that decision; without it the whole log is folded. *longest* is how many decisions a match may have.
    *seals* are what its decisions are sealed with, if that is not its key. *behind* gives the events behind a
    version; without it they are looked for in the whole log. *text* gives a free text of a stored match, by its
    version and pointer, unless it was erased; without it no name is held against the others.
    """

    clock: Callable[[], str]
    salts: Callable[[], str]
    chance: Callable[[Match, int], Chance]
    log: Callable[[Match], Iterable[MatchEvent]]
    since: Callable[[Match, Viewer, int], tuple[Any, Iterable[MatchEvent]]] | None = None
    longest: int = LONGEST
    seals: Callable[[Match], Seals] | None = None
    behind: Callable[[Match, int], Iterable[MatchEvent]] | None = None
    text: Callable[[Match, int, str], str | None] | None = None

    def seals_of(self, match: Match) -> Seals:
        """What the decisions of a match are sealed with."""
        return FreshSeals(match.secrets.match_key, self.salts) if self.seals is None else self.seals(match)


class Draft:
    """What an append would add to a match: events, texts, and the match after them."""

    def __init__(self, match: Match, sources: Sources, work: Work | None = None) -> None:
        self._sources = sources
        self._work = work or Work()
        self._begun_with = match
        self._past: list[Mapping[str, Json]] | None = None
        self._past_events = 0
        self._watched: dict[Viewer, tuple[Watched, int]] = {}
        self.match = match
        self.events: list[MatchEvent] = []
        self.texts: list[FreeText] = []
        self.changed_line = False

    @property
    def first(self) -> int:
        """The version of the first decision it adds."""
        return self.events[0].originator_version

    def judge(self, principal: Principal, asked: Sequence[Asked], *, dry_run: bool) -> None:
        """Add what *asked* brings about; raises ``Refused``, which says at which of them."""
        self.match.check_admits(principal)
        for position in range(len(asked)):
            try:
                self._judge_one(principal, asked, position)
                if self._is_recorded_by(principal):
                    self.settle()  # a scribe enters what everybody did, and sees all that is opened
            except Refused as refused:
                refused.position = position if len(asked) > 1 else None
                raise
        if not dry_run and not self._is_recorded_by(principal):
            self.settle()

    def decide(self, principal: Principal, asked: Asked) -> None:
        """Add what one command brings about, without what follows by itself; raises ``Refused``."""
        self._judge_one(principal, (asked,), 0)

    def _judge_one(self, principal: Principal, asked: Sequence[Asked], position: int) -> None:
        one = asked[position]
        check_storable(one.command)
        if position and self._crosses(principal, one.command):
            detail = "this command comes after chance, a reveal or another actor; send those before it first"
            raise Refused("batch-crosses-chance", detail, "TB-22")
        if one.occurred_at is not None and (self.match.hosted or principal.role != "scribe"):
            detail = "only the scribe of a recorded match can say when something happened"
            raise Refused("forbidden", detail, "TB-8")
        _check_irregular(self.match, principal, one)
        _check_name(principal, one)
        _check_declining(self.match, principal, one)
        if one.command.TYPE in TABLE_COMMANDS:
            self._table(principal, asked, position)
        else:
            self._game(principal, one)

    def _is_recorded_by(self, principal: Principal) -> bool:
        return principal.role == "scribe" and not self.match.hosted

    def _crosses(self, principal: Principal, following: Command) -> bool:
        """Whether what *following* stands behind is chance's, a reveal or another actor's.

        A scribe answers for everybody in a recorded match, where nothing comes out that the scribe has not seen.
        """
        if principal.role == "scribe":
            return False
        last = self.events[-1].record
        types = self.match.ruleset.fact_types
        if last["automatic"] or any(fact.get("due") is not None for fact in last["facts"]):
            return True
        if any(types[fact["type"]].OPENS for fact in last["facts"]):
            return True
        of_the_game = following.TYPE not in TABLE_COMMANDS
        return of_the_game and not self.match.state.awaits_seat(principal.seat)

    # -- one command

    def _table(self, principal: Principal, batch: Sequence[Asked], position: int) -> None:
        asked = batch[position]
        if isinstance(asked.command, Substitute) and self._sources.text is not None:
            asked = replace(asked, command=as_kept(asked.command))
        command = asked.command
        seat = seat_of(self.match, principal, command, asked.seat)
        check_sender(self.match, principal, type(command))
        check_length(self.match, principal, type(command), self._sources.longest)
        if isinstance(command, READ_THE_LOG):
            self._work.spend(self.match.version + 1)
        history = self._history() if isinstance(command, READ_THE_LOG) else ()
        pointers = [one.command.at for one in batch if isinstance(one.command, Assert)]
        sent = Sent(
            principal,
            command,
            seat,
            history,
            alone=len(batch) == 1,
            watch=lambda viewer: self._watch(viewer, pointers),
            since=self._since,
            work=self._work,
            names=None if self._sources.text is None else self._names,
        )
        actor = principal.name if seat is None else {"seat": seat}
        self._add(actor, principal.name, command, decide_table(self.match, sent), asked)

    def _names(self) -> list[str | None]:
        """What the seats are called now: as it is stored, or about to be."""
        assert self._sources.text is not None, "nobody asks where names are not looked at"
        drafted = {(text.version, text.pointer): text.value for text in self.texts}
        last = (
            (seat, sittings(self.match.state.sittings, seat)[-1][-1]) for seat in range(self.match.rules.seats)
        )
        places = [(version, named_at(seat, version)) for seat, version in last]
        return [drafted.get(place) or self._sources.text(self.match, *place) for place in places]

    def _history(self) -> list[Mapping[str, Json]]:
        """The log in full: each decision is read once."""
        if self._past is None:
            self._past = [told(past) for past in self._sources.log(self._begun_with)]
            self._past_events = 0
        self._past += [told(new) for new in self.events[self._past_events :]]
        self._past_events = len(self.events)
        return list(self._past)

    def _since(self, version: int) -> list[MatchEvent]:
        """The events from *version* on: what is stored of them, and what has been added."""
        self._work.spend(self.match.version + 1 - version)
        begun, behind = self._begun_with, self._sources.behind
        stored: Iterable[MatchEvent] = ()
        if version <= begun.version:
            stored = self._sources.log(begun) if behind is None else behind(begun, version - 1)
        return [one for one in (*stored, *self.events) if one.originator_version >= version]

    def _watch(self, viewer: Viewer, pointers: Sequence[str]) -> Watched:
        """What *viewer* was told of these pointers: found out once, and then only what has been added since."""
        watched, seen = self._watched.get(viewer, (None, 0))
        if watched is None or not watched.covers(pointers) or has_changes(e.record for e in self.events[seen:]):
            known = () if watched is None else watched.pointers
            watched, seen = self._watched_anew(viewer, (*known, *pointers))
        watched.follow([told(new, viewer) for new in self.events[seen:]], self._work)
        self._watched[viewer] = watched, len(self.events)
        return watched

    def _watched_anew(self, viewer: Viewer, pointers: Sequence[str]) -> tuple[Watched, int]:
        """What is stored, or all there is if that gives it another line; and how many new events that were."""
        match, first = self._begun_with, max(0, self.match.version - LOOKED_BACK)
        if 0 < first < match.version and self._sources.since is not None and not self.changed_line:
            state, behind = self._sources.since(match, viewer, first)
            watched = Watched(match, state, pointers, first, laid=True)
        else:
            state, behind = match.ruleset.empty(match.rules, viewer), self._sources.log(match)
            watched = Watched(match, state, pointers, first, laid=False)
        added = self.events if self.changed_line else []
        watched.follow([told(one, viewer) for one in (*behind, *added)], self._work)
        return watched, len(added)

    def _game(self, principal: Principal, asked: Asked) -> None:
        actor = self._actor(principal, asked)
        match = self.match
        if match.state.closed:
            raise Refused("closed", "the record of this match is closed", "TB-12")
        if match.state.over:
            raise Refused("over", "the match is over", "TB-13")
        if match.state.frozen:
            raise Refused("frozen", "the match is frozen until the arbiter resumes it", "TB-14")
        if match.state.consent is not None:
            detail = "the match waits for seats that were asked to consent"
            raise Refused("consent-pending", detail, "TB-15")
        if match.state.proposed is not None:
            detail = "by the rules the match has ended: confirm the end, or correct what led to it"
            raise Refused("not-awaited", detail, "TB-16")
        if match.state.stalled:
            left = left_alone(match.state)
            detail = "nobody sits at the seat that is awaited: “Substitute” (table.substitute) says who does"
            nobody = "nobody can act in this match; only a ruling can help"
            raise Refused("not-awaited", detail if left else nobody, "TB-17")
        check_shorter(match.version, self._sources.longest)
        asked = replace(asked, command=match.ruleset.fill(match.state, asked.command))
        try:
            played = self._played(principal, actor, asked)
        except Refused as refused:
            if not self._declined_before(principal, actor, asked, refused):
                raise
            played = self._played(principal, actor, asked)
        self._add(_actor_name(actor), principal.name, asked.command, played, asked)

    def _declined_before(self, principal: Principal, actor: Actor, asked: Asked, refused: Refused) -> bool:
        """Add what a scribe says by the way: that the offers before this had been declined."""
        if not self._is_recorded_by(principal) or asked.irregular is not None:
            return False
        declined = declined_before(self.match.ruleset, self.match.state, actor, asked.command, refused)
        if declined and not asked.declining:
            refused.hint = DECLINES
            return False
        for asking, played in declined:
            assert asking.declinable is not None, "it was declined"
            self._add({"seat": asking.seat}, principal.name, asking.declinable, played, automatic=True)
        return bool(declined)

    def _played(self, principal: Principal, actor: Actor, asked: Asked) -> Played:
        ruleset, state, command = self.match.ruleset, self.match.state, asked.command
        chance = told_chance(command) if actor == "chance" else NO_CHANCE
        if asked.irregular is not None:
            irregular = LetStand(principal.role, asked.irregular)
            return judged(ruleset, state, actor, command, chance, irregular=irregular)
        counting = self.match.hosted or principal.role == "seat"
        check_unknown(command, allowed=not counting)
        eyes = self.match.eyes(actor) if principal.role == "seat" and isinstance(actor, int) else None
        try:
            return judged(ruleset, state, actor, command, chance, eyes=eyes, counting=counting)
        except Refused as refused:
            chance = told_chance(command) if actor == "chance" else NO_CHANCE  # what was told may be used up
            if principal.role == "scribe" and can_be_played(ruleset, state, actor, command, chance):
                refused.hint = STANDS
            raise

    def _actor(self, principal: Principal, asked: Asked) -> Actor:
        match = self.match
        if isinstance(asked.command, match.ruleset.chance_commands):
            if match.hosted or not _enters(principal, asked):
                detail = (
                    "in a hosted match the service decides for chance; in a recorded match the scribe enters it"
                )
                raise Refused("forbidden", detail, "TB-5")
            if asked.seat is not None:
                raise Refused("invalid", "a command of chance has no seat", "TB-6")
            return "chance"
        if principal.role == "seat" and principal.seat is not None:
            if asked.seat not in (None, principal.seat):
                raise Refused("not-your-seat", "this token belongs to another seat", "TB-3")
            return principal.seat
        if not _enters(principal, asked) or match.hosted:
            detail = "a command of the game is sent by its own seat, or by the scribe of a recorded match"
            raise Refused("forbidden", detail, "TB-4")
        if asked.seat is None:
            return self._awaited_alone(asked.command)
        check_seat(match, asked.seat)
        return asked.seat

    def _awaited_alone(self, command: Command) -> int:
        """The seat for which a command is that names another one itself: the one that is awaited."""
        awaiting = self.match.state.awaiting
        names_another = any(field.name == "seat" for field in command.FIELDS)
        if names_another and len(awaiting) == 1 and isinstance(awaiting[0], dict) and "seat" in awaiting[0]:
            seat: int = awaiting[0]["seat"]
            return seat
        raise Refused("invalid", "name the seat for which this command is entered", "TB-6")

    # -- what follows by itself

    def settle(self) -> None:
        """Add what chance and the rules' only steps make of it, until somebody is awaited.

        Where all have consented to a take-back, it is made here, in a decision of its own: a dry run of the last
        consent would otherwise show what becomes of the others' decisions.
        """
        for _ in self.following():
            pass

    def following(self) -> Iterator[MatchEvent]:
        """The same, event by event: each is made when it is asked for."""
        if self._take_back_what_was_granted():
            yield self.events[-1]
        match = self.match
        for followed in following(match.ruleset, match.state, draws=self._drawn(), stuck=self._is_stuck):
            actor = _actor_name(followed.actor)
            self._add(actor, "service", followed.command, followed.played, automatic=followed.automatic)
            yield self.events[-1]

    def close_record(self) -> None:
        """Close the record, which nobody has closed; raises ``Refused`` where the host could not."""
        check_sender(self.match, HOST, Close)
        self._add("table", "service", Close(), recorded(self.match, MatchClosed()), automatic=True)

    def _take_back_what_was_granted(self) -> bool:
        state = self.match.state
        if state.consent is None or state.consent["left"] or state.over or state.frozen:
            return False
        actor, command, played = decide_granted(self.match, self._history())
        self._add(actor, "service", command, played, automatic=True)
        return True

    def _drawn(self) -> Callable[[], Chance] | None:
        """What answers for chance in a hosted match: for each decision anew."""
        if not self.match.hosted:
            return None
        return lambda: self._sources.chance(self.match, self.match.version + 1)

    def _is_stuck(self, state: State) -> bool:
        return is_stuck(self.match.ruleset, state, self.match.eyes)

    # -- writing

    def _add(
        self,
        actor: Json,
        recorded_by: Json,
        command: Command,
        played: Played,
        asked: Asked | None = None,
        *,
        automatic: bool = False,
    ) -> None:
        match = self.match
        version = match.version + 1
        at = max(match.at, self._sources.clock())
        claims = (asked.occurred_at, asked.entered_by) if asked is not None else ()
        decision = Decision(version, actor, recorded_by, at, command, played.facts, automatic, *claims)
        stored = written_with(decision, self._sources.seals_of(match))
        new = event(match.id, version, stored, match.edge)
        self.match = match.appended([new], played.state)
        self.changed_line |= any(isinstance(fact, LineChanged) for fact in played.facts)
        self.keep(new, stored)

    def keep(self, new: MatchEvent, stored: Written) -> None:
        """Take an event and its texts in."""
        self.events.append(new)
        self.texts += stored.texts

    def answer(self, *, stored: bool = True) -> Answer:
        """The answer to the sender."""
        texts: dict[int, dict[str, str]] = {}
        for text in self.texts:
            texts.setdefault(text.version, {})[text.pointer] = text.value
        decisions = tuple(new.stored(texts.get(new.originator_version)) for new in self.events)
        match = self.match
        return Answer(match, decisions, self.first, match.version, match.root, stored=stored)


def _enters(principal: Principal, asked: Asked) -> bool:
    """Whether the principal enters this for another actor: the scribe, or the arbiter what is irregular."""
    return principal.role == "scribe" or (principal.role == "arbiter" and asked.irregular is not None)


def _check_irregular(match: Match, principal: Principal, asked: Asked) -> None:
    if asked.irregular is None:
        return
    if asked.command.TYPE in TABLE_COMMANDS:
        raise Refused("invalid", "only a command of the game can be irregular", "TB-7")
    if match.hosted or not principal.official:
        detail = "only scribe and arbiter of a recorded match can enter a command that breaks a rule"
        raise Refused("forbidden", detail, "TB-7")


def _check_declining(match: Match, principal: Principal, asked: Asked) -> None:
    if not asked.declining:
        return
    if match.hosted or principal.role != "scribe":
        detail = "only the scribe of a recorded match can say that offers were declined before a command"
        raise Refused("forbidden", detail, "TB-81")
    if asked.command.TYPE in TABLE_COMMANDS or asked.irregular is not None:
        detail = "only a command of the game that keeps the rules can say that offers were declined before it"
        raise Refused("invalid", detail, "TB-81")


def _check_name(principal: Principal, asked: Asked) -> None:
    if asked.entered_by is not None and not principal.official:
        detail = "only scribe and arbiter say by name who enters something"
        raise Refused("forbidden", detail, "TB-8")


def _actor_name(actor: Actor) -> Json:
    return {"seat": actor} if isinstance(actor, int) else actor
