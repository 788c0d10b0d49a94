"""What a game has to say, and where games are found.

A game is one folder that makes one :class:`Ruleset`, named in the entry point group ``kerbholz.rulesets``.
What is **possible** (pieces are where they must be) is the places' business; what is **lawful** is the
ruleset's: a table of guards, each a reference number and a named predicate with three answers. The same table
yields legality, explanation, audit and documentation.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from domain.kit import disputes
from domain.kit.chance import Chance
from domain.kit.evidence import canonical
from domain.kit.facts import (
    Command,
    Fact,
    Hidden,
    Json,
    Limits,
    Text,
    Thing,
    Things,
    actor_alone,
    everyone,
    nested,
    officials,
    owner,
    text,
)
from domain.kit.sheets import Sheet
from domain.kit.state import Rules, State, token_owner
from domain.kit.visibility import Viewer

if TYPE_CHECKING:
    from domain.kit.shorthand.sentences import Shorthand

GROUP = "kerbholz.rulesets"

MOST_IN_A_PURSE = 1_000_000
"""More is believed of no purse."""

S = TypeVar("S", bound=State)

TokenRole: TypeAlias = Literal["host", "arbiter", "scribe", "seat", "spectator"]
"""Whoever has a token."""
Actor: TypeAlias = int | str
"""Who decides: a seat, ``"chance"``, a role (``"host"``, ``"scribe"`` …), or ``"table"``: all together."""


# -- the answers of a guard ---------------------------------------------------------------------------------


class Verdict(Enum):
    """What a guard can say."""

    YES = "yes"
    NO = "no"
    CANNOT_TELL = "cannot tell"


def verdict(holds: bool) -> Verdict:
    """YES or NO."""
    return Verdict.YES if holds else Verdict.NO


def step_follows_now(state: State, _: Actor, command: Command) -> Verdict:
    """This step follows by itself, and now."""
    return verdict(state.due == command.TYPE)


@dataclass(frozen=True, slots=True)
class Guard(Generic[S]):
    """One rule that a command must keep.

    *reference* is the number of the rule, *predicate* a proposition about state, actor and command, *place*
    the place to be told when it cannot tell (or what names it), *refusal* what is said when it does not hold (or
    what says it). What is *needed* has to hold even for what breaks rules: without it nothing of the kind can be
    done at all. What is *counted* follows from where the pieces are that not everybody sees: whoever enters what
    happened at a table is not refused for it, for there the pieces were seen, and the record must be wrong
    somewhere. So it can be broken, and that it was is told to those alone who can see it.
    """

    reference: str
    predicate: Callable[[S, Actor, Any], Verdict]
    refusal: str | Callable[[S, Actor, Any], str]
    place: str | Callable[[S, Actor, Any], str] | None = None
    needed: bool = False
    counted: bool = False

    def untold(self, state: S, actor: Actor, command: Any) -> str:
        """The name of the place to be told."""
        return self.place(state, actor, command) if callable(self.place) else str(self.place)

    def said(self, state: S, actor: Actor, command: Any) -> str:
        """What a refusal says."""
        return self.refusal(state, actor, command) if callable(self.refusal) else self.refusal

    @property
    def name(self) -> str:
        """The name of the proposition."""
        return self.predicate.__name__


class Refused(Exception):
    """A command is refused: ``code`` is stable, ``rule`` is the reference number of the broken rule.

    ``hint`` says what whoever asked could do about it, ``position`` which of several commands it was, from 0.
    """

    def __init__(self, code: str, detail: str, rule: str | None = None, hint: str | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.rule = rule
        self.hint = hint
        self.position = 0


class Needs(Exception):
    """The rules cannot go on before somebody tells what lies in these places."""

    def __init__(self, *places: str) -> None:
        super().__init__(f"needs to be told what lies in {', '.join(places)}")
        self.places = places


# -- facts and commands that every game has -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Awaited(Fact):
    """Who must decide now: seats, chance, somebody who tells a place, or who confirms the end.

    *due* names the command of chance; or the one that follows by itself, of a seat or of the whole ``"table"``.
    """

    who: Annotated[tuple[Json, ...], everyone]
    due: Annotated[str | None, everyone] = None


@dataclass(frozen=True, slots=True)
class MatchEnded(Fact, opens=True):
    """The match has been played to its end; *outcome* says who won, in what order, by which scores."""

    outcome: Annotated[Mapping[str, Json], everyone]


@dataclass(frozen=True, slots=True)
class EndProposed(Fact, opens=True):
    """By the rules the game has come to its end; in a recorded match that is so when an official confirms it."""

    outcome: Annotated[Mapping[str, Json], everyone]


@dataclass(frozen=True, slots=True)
class Irregular(Fact):
    """What follows broke a rule and was let stand: the first fact of its decision.

    *rule* is the reference number, if the rule has one; *code* what a refusal would have said (or
    ``no-known-rule``): both as far as everybody can see it. *let_stand* is the role of the official who entered
    it, and *note* what he says about it.
    """

    code: Annotated[str, everyone]
    let_stand: Annotated[str, everyone]
    rule: Annotated[str | None, everyone] = None
    note: Annotated[Text | None, everyone, text] = None


@dataclass(frozen=True, slots=True)
class IrregularOutOfSight(Fact):
    """Which rule was broken by what the acting seat sees, the pieces included that others do not see.

    It stands behind :class:`Irregular` wherever such pieces come into it, whether a rule about them was broken or
    not. *breach* is ``{"code", "rule"?}``; *seats* are those who are told it, beside officials.
    """

    seats: Annotated[tuple[int, ...], everyone]
    breach: Annotated[Mapping[str, Json], owner("seats")]


@dataclass(frozen=True, slots=True)
class Asserted(Fact):
    """Somebody says what is true on the table; *by* is a seat, or the role of an official.

    *seats* are those who may know of what (or ``"everyone"``): *at* points (RFC 6901) into the asserter's view,
    where *is_* should stand; *holds* is ``yes``, ``no`` or ``cannot-tell``. Where it does not hold, *suspects* are
    the decisions since it held at which the record changed there.
    """

    by: Annotated[Json, everyone]
    seats: Annotated[Json, everyone]
    at: Annotated[str, owner("seats")]
    is_: Annotated[Json, owner("seats")]
    holds: Annotated[str, owner("seats")]
    suspects: Annotated[tuple[int, ...], owner("seats")]


@dataclass(frozen=True, slots=True)
class MatchAbandoned(Fact, opens=True):
    """The match was given up without a result."""


@dataclass(frozen=True, slots=True)
class MatchClosed(Fact):
    """The record of a match that is over was closed: nothing can be added any more."""


@dataclass(frozen=True, slots=True)
class TokenReplaced(Fact):
    """Earlier tokens of a role are void; that of this *number* is its token now, or none if it was *revoked*."""

    role: Annotated[str, everyone]
    number: Annotated[int, everyone]
    revoked: Annotated[bool, everyone]
    seat: Annotated[int | None, everyone] = None


@dataclass(frozen=True, slots=True)
class NoteMade(Fact):
    """A note was made, about the decision *about* or about the match."""

    about: Annotated[int | None, everyone] = None


@dataclass(frozen=True, slots=True)
class PlaceTold(Fact, opens=True):
    """What the unknown things in a place are (part of them, or all).

    *seats* are those that may look there (or ``"everyone"``); they are told, and so are officials. To the others
    not even the number is told: it may be that of one part.
    """

    place: Annotated[str, everyone]
    seats: Annotated[Json, everyone]
    things: Annotated[Things, owner("seats")]


@dataclass(frozen=True, slots=True)
class PartTold(Fact, opens=True):
    """In which part of a place things lie that lay there unplaced; *seats* are those that are told the parts."""

    place: Annotated[str, everyone]
    seats: Annotated[Json, everyone]
    part: Annotated[Thing, owner("seats")]
    things: Annotated[Things, owner("seats")]


@dataclass(frozen=True, slots=True)
class PurseTold(Fact, opens=True):
    """How much is in a purse of which that was unknown; *seats* are those that may look into it."""

    place: Annotated[str, everyone]
    seats: Annotated[Json, everyone]
    amount: Annotated[int | Hidden, owner("seats")]


@dataclass(frozen=True, slots=True)
class Discrepancy(Fact):
    """By counting, the record cannot be true: what follows is written down all the same.

    *of* a ``place``: *things* come out of it that cannot be in it; *appeared* says how many more come out than it
    holds. *of* the ``set``: with these things there are more of a kind than exist. *seats* are those that may look
    into the place.
    """

    place: Annotated[str, everyone]
    seats: Annotated[Json, everyone]
    things: Annotated[Things, owner("seats")]
    appeared: Annotated[int, everyone]
    of: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class PurseOverspent(Fact):
    """By counting, the record cannot be true: so much more comes out of a purse than is in it."""

    place: Annotated[str, everyone]
    seats: Annotated[Json, everyone]
    amount: Annotated[int | Hidden, owner("seats")]


@dataclass(frozen=True, slots=True)
class PiecesMissing(Fact):
    """The set lacks these pieces; where a *place* is named, they do not lie there, other than the record said."""

    things: Annotated[tuple[str, ...], everyone]
    place: Annotated[str | None, everyone] = None


@dataclass(frozen=True, slots=True)
class LineChanged(Fact):
    """The effective line differs from *start* on; *changes* says for each later decision what became of it.

    A change is ``{"decision": n, "effect": "stands" | "struck" | "replaced", "rule"?, "after"?, "facts"?}``: it
    counts as it was first decided, not at all, or with other facts. What is struck names the rule that it would
    break, or the decision *after* which it no longer follows.
    """

    start: Annotated[int, everyone]
    cause: Annotated[str, everyone]
    changes: Annotated[tuple[Mapping[str, Json], ...], everyone, nested]


@dataclass(frozen=True, slots=True)
class Open(Command, type="open"):
    """Opens a match: decision 0."""


@dataclass(frozen=True, slots=True)
class Note(Command, type="table.note"):
    """Makes a note that everyone at the table can read."""

    text: Annotated[Text, everyone, text, Limits(1, 2000)]
    about: Annotated[int | None, everyone, Limits(0)] = None


@dataclass(frozen=True, slots=True)
class TakeBack(Command, type="table.take-back"):
    """Takes back one's own decision, and together with it others of one's own (*also*)."""

    decision: Annotated[int, everyone, Limits(0)]
    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None
    also: Annotated[tuple[int, ...] | None, everyone, Limits(1, 50)] = None


@dataclass(frozen=True, slots=True)
class Tell(Command, type="table.tell"):
    """Tells what the unknown *things* in a place are, which of them lie in a *part*, or the *amount* in a purse.

    What waited for it goes on.
    """

    place: Annotated[str, everyone, Limits(1, 100)]
    things: Annotated[tuple[str, ...] | None, officials, Limits(0, 200)] = None
    part: Annotated[str | None, officials, Limits(1, 40)] = None
    amount: Annotated[int | None, officials, Limits(0)] = None


@dataclass(frozen=True, slots=True)
class Identify(Command, type="table.identify"):
    """Says what the unknown things are that lie in a place now, as ``table.tell`` does; nothing goes on for it."""

    place: Annotated[str, everyone, Limits(1, 100)]
    things: Annotated[tuple[str, ...] | None, officials, Limits(0, 200)] = None
    part: Annotated[str | None, officials, Limits(1, 40)] = None
    amount: Annotated[int | None, officials, Limits(0)] = None


@dataclass(frozen=True, slots=True)
class Missing(Command, type="table.missing"):
    """Says that pieces are missing from the set: from a *place*, or from what is unknown."""

    things: Annotated[tuple[str, ...], everyone, Limits(1, 200)]
    place: Annotated[str | None, everyone, Limits(1, 100)] = None


@dataclass(frozen=True, slots=True)
class Confirm(Command, type="table.confirm"):
    """Confirms the end that is proposed in a recorded match."""


@dataclass(frozen=True, slots=True)
class Assert(Command, type="table.assert"):
    """Says what is true on the table now: what stands in the own view at this JSON pointer. It changes nothing."""

    at: Annotated[str, actor_alone, Limits(0, 300)]
    is_: Annotated[Json, actor_alone]


@dataclass(frozen=True, slots=True)
class Abandon(Command, type="table.abandon"):
    """Gives the match up without a result."""

    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class Close(Command, type="table.close"):
    """Closes the record of a match that is over."""

    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class ReplaceToken(Command, type="table.replace-token"):
    """Makes the token of a role (of a seat, that of *seat*) void, and gives a new one, unless it is revoked."""

    role: Annotated[TokenRole, everyone]
    seat: Annotated[int | None, everyone, Limits(0)] = None
    revoke: Annotated[bool, everyone, Limits(optional=True)] = False
    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class Amend(Command, type="table.amend"):
    """Corrects the record: replaces, removes or inserts decisions, or restores the line as it was at a version.

    A change is ``{"decision": n, "effect": "replace" | "remove" | "insert", "commands"?}``; what is inserted
    stands behind decision n, and belongs to it. Each of the commands is ``{"seat"?: n, "command": {"type", …},
    "irregular"?: true}``.
    """

    changes: Annotated[tuple[Mapping[str, Json], ...] | None, officials, Limits(1, 50)] = None
    restore: Annotated[int | None, everyone, Limits(0)] = None
    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class Reveal(Command, type="table.reveal"):
    """Fills in what was unknown in a decision: its own command, with the values that are known by now."""

    decision: Annotated[int, everyone, Limits(1)]
    command: Annotated[Mapping[str, Json], officials]


_COMMANDS: tuple[type[Command], ...] = (
    Note,
    TakeBack,
    Tell,
    Amend,
    Reveal,
    Identify,
    Missing,
    Confirm,
    Assert,
    Abandon,
    Close,
    ReplaceToken,
    *disputes.COMMANDS,
)
TABLE_COMMANDS: Mapping[str, type[Command]] = {command.TYPE: command for command in _COMMANDS}
TABLE_FACTS: tuple[type[Fact], ...] = (
    Awaited,
    MatchEnded,
    EndProposed,
    MatchAbandoned,
    MatchClosed,
    TokenReplaced,
    NoteMade,
    PlaceTold,
    PartTold,
    PurseTold,
    Discrepancy,
    PurseOverspent,
    PiecesMissing,
    Irregular,
    IrregularOutOfSight,
    Asserted,
    LineChanged,
    *disputes.FACTS,
)
_FELT: tuple[type[Fact], ...] = (
    Awaited,
    MatchEnded,
    EndProposed,
    MatchAbandoned,
    PlaceTold,
    PartTold,
    PurseTold,
    Discrepancy,
    PurseOverspent,
    PiecesMissing,
    disputes.MatchStalled,
)
SAID: frozenset[str] = frozenset(fact.TYPE for fact in TABLE_FACTS if fact not in _FELT)
"""The types of facts that only say something, or concern the record: the game's board is the same without them."""

# -- options ------------------------------------------------------------------------------------------------


def common_options(history: str) -> dict[str, Json]:
    """The options that every match has, as JSON Schemas with defaults; *history* is the ruleset's default."""
    return {
        "history": {
            "enum": ["kept", "fading"],
            "default": history,
            "description": "Whether what was seen stays readable, or fades behind one's own last decision.",
        },
        "disclosure": {
            "enum": ["full", "as-played"],
            "default": "full",
            "description": "Who may see everything when the match is over: everybody, or officials.",
        },
        "chance": {
            "enum": ["secret", "known"],
            "default": "secret",
            "description": "Whether somebody may know the seed of chance beforehand.",
        },
        "sign_off": {
            "type": "boolean",
            "default": False,
            "description": "Whether an official has to sign the result before the record is closed.",
        },
    }


class BadOption(ValueError):
    """An option or a board value that the match cannot be played with; *field* names it."""

    def __init__(self, field: str, detail: str, rule: str | None = None) -> None:
        super().__init__(detail)
        self.field = field
        self.detail = detail
        self.rule = rule


# -- the ruleset --------------------------------------------------------------------------------------------

Applier: TypeAlias = Callable[[Any, Any], None]


@dataclass(frozen=True)
class Procedure(Generic[S]):
    """What a game has to say of the steps by which it is played: sins, reminders, and how an arbiter mends them.

    All but the last two yield facts, as ``decide`` does; what it yields has happened in the state it reads.

    ``accused`` tells what comes of it that somebody (a seat, or the role of an official) says that a seat broke
    a rule (a reference number, or None); ``reminded`` what comes of a reminder of a step (or of any that is
    missing). ``taken_back`` tells what comes of it that a seat has freely taken back these decisions of its own
    (as JSON, with the facts that counted until then). ``perform`` does the step that a seat has left out,
    ``penalty`` makes a seat pay: both raise :class:`Refused` where there is nothing of the kind. ``findings`` goes
    through a match's decisions (as they count in its line, and as somebody was told them) and gives what broke
    a rule: ``{"rule", "seat", "decisions": [versions], "complete": version, "repair"?, "status"}``. ``by_the_way``
    says whether a decision with these facts (as JSON) is one that nobody has to heed: it stands in the way of no
    take-back.
    """

    accused: Callable[[S, Actor, int, str | None], Iterator[Fact]]
    reminded: Callable[[S, Actor, int, str | None], Iterator[Fact]]
    taken_back: Callable[[S, int, Sequence[Mapping[str, Json]]], Iterator[Fact]]
    perform: Callable[[S, int, str | None], Iterator[Fact]]
    penalty: Callable[[S, int], Iterator[Fact]]
    findings: Callable[[Rules, Iterable[Mapping[str, Json]]], list[Json]]
    by_the_way: Callable[[Sequence[Mapping[str, Json]]], bool] = lambda _: False


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked of a *seat*, in *words*, and the types of commands that answer it.

    *left* is the command that leaves it: the scribe of a recorded match who enters what came after it says so.
    """

    seat: int
    words: str
    answers: tuple[type[Command], ...]
    left: Command | None = None


@dataclass(frozen=True)
class Ruleset(Generic[S]):
    """One game system in one version of its rules.

    ``lay`` tells the facts of the laid table. ``decide`` yields the facts of a command one by one; the state it
    reads is a working copy in which each yielded fact has already happened. ``resume`` yields what follows when
    a place has been told; ``pass_over`` what follows when pieces turn out to be missing, and whoever is awaited
    can do nothing without them; ``asking`` says what somebody is asked for, and depends on what is public alone.
    ``appliers`` is evolve: for each type of fact, a function that writes it down.
    ``kinds`` says what can lie in a place, and how many of each there are in all. ``automatic`` names a step
    that everyone can see is the only one, or that opens a secret and leaves nobody a choice. ``view`` shows a
    (masked) state. ``unasked`` says whether a command may come from a seat that is not awaited, and is judged by
    its guards alone; ``possible`` lists what a seat can do without its being lawful, as ``moves`` lists what is.
    ``thinkable`` are commands of a seat (as JSON, without patterns) that might happen at a table, lawful or not,
    possible or not: ``play.irregular_moves``
    sorts out what of them can be entered as irregular. ``amounts`` are those that can be in a purse. ``sheet``
    says how a match is printed. ``shorthand`` is how commands are written in one line each; without it they are
    written by their names and those of their fields.
    """

    id: str
    version: str
    title: str
    seats: tuple[int, int]
    options: Mapping[str, Json]
    board: Mapping[str, Json]
    board_schema: Mapping[str, Json]
    rules: Mapping[str, str]
    commands: tuple[type[Command], ...]
    chance_commands: tuple[type[Command], ...]
    facts: tuple[type[Fact], ...]
    guards: Mapping[type[Command], Sequence[Guard[S]]]
    check_board: Callable[[Rules], None]
    empty: Callable[[Rules, Viewer], S]
    lay: Callable[[S], Iterator[Fact]]
    decide: Callable[[S, Actor, Any, Chance], Iterator[Fact]]
    resume: Callable[[S], Iterator[Fact]]
    appliers: Mapping[type[Fact], Applier]
    kinds: Callable[[S, str], Mapping[str, int]]
    automatic: Callable[[S], tuple[Actor, Command] | None]
    moves: Callable[[S, Actor], list[Json]]
    view: Callable[[S], Json]
    view_schema: Mapping[str, Json]
    procedure: Procedure[S] | None = None
    unasked: Callable[[S, int, Command], bool] = lambda *_: False
    possible: Callable[[S, Actor], list[Json]] | None = None
    thinkable: Callable[[S, int], Iterator[Json]] | None = None
    sheet: Sheet = Sheet()  # noqa: RUF009 - it is frozen
    amounts: Callable[[S, str], Collection[int]] = lambda _, __: range(MOST_IN_A_PURSE + 1)
    shorthand: Shorthand | None = None
    pass_over: Callable[[S], Iterator[Fact]] | None = None
    asking: Callable[[S], Asking | None] = lambda _: None

    def evolve(self, state: S, fact: Fact) -> None:
        """Write one fact down."""
        applier = self.appliers.get(type(fact)) or APPLIERS[type(fact)]
        applier(state, fact)

    def can_be(self, state: S, place: str, kind: str, number: int = 1) -> bool:
        """Whether *number* more things of this kind can be among the unknown ones in *place*."""
        there_are = self.kinds(state, place).get(kind, 0) - state.missing.get(kind, 0)
        return state.known(kind) + number <= there_are

    def fact_from_json(self, document: Mapping[str, Json]) -> Fact:
        """The fact that a decision's JSON tells of, hidden values included."""
        return self.fact_types[document["type"]].from_json(document)

    @property
    def fact_types(self) -> Mapping[str, type[Fact]]:
        """Every fact of the game and of the table, by type."""
        return _by_type(TABLE_FACTS + self.facts)

    @property
    def command_types(self) -> Mapping[str, type[Command]]:
        """Every command of the game, of chance and of the table, by type."""
        return _by_type(self.commands + self.chance_commands + tuple(TABLE_COMMANDS.values()))

    def refusal(
        self, state: S, actor: Actor, command: Command, *, only_needed: bool = False, counting: bool = True
    ) -> Refused | None:
        """Why *command* is not lawful for *actor*, as this state shows it; None if it is.

        With *only_needed*, why it cannot be done at all; without *counting*, wherever the pieces are: that is what
        everybody can see of it, if it is possible at all.
        """
        for guard in self.guards.get(type(command), ()):
            if (only_needed and not guard.needed) or (guard.counted and not counting):
                continue
            answer = guard.predicate(state, actor, command)
            if answer is Verdict.NO:
                return Refused("illegal-move", guard.said(state, actor, command), guard.reference)
            if answer is Verdict.CANNOT_TELL:
                place = guard.untold(state, actor, command)
                detail = f"{guard.said(state, actor, command)} — it cannot be told before {place} has been told"
                return Refused("needs-tell", detail, guard.reference)
        return None


T = TypeVar("T")


@cache
def _by_type(classes: tuple[Any, ...]) -> dict[str, Any]:
    return {cls.TYPE: cls for cls in classes}


# -- evolve, for the facts that every game has --------------------------------------------------------------


def _awaited(state: State, fact: Awaited) -> None:
    state.stalled = False
    if state.consent is not None:
        state.consent = {**state.consent, "awaiting": list(fact.who), "due": fact.due}
    else:
        state.awaiting = fact.who
        state.due = fact.due


def _proposed(state: State, fact: EndProposed) -> None:
    state.stalled = False
    state.proposed = json.loads(canonical(fact.outcome))
    state.awaiting = ({"confirm": "end"},)
    state.due = None


def _ended(state: State, fact: MatchEnded) -> None:
    _over(state, "finished")
    # In the order in which it will be read again, so that both are served byte for byte the same.
    state.outcome = json.loads(canonical(fact.outcome))


def _abandoned(state: State, _: MatchAbandoned) -> None:
    _over(state, "abandoned")


def _over(state: State, ended: Literal["finished", "abandoned"]) -> None:
    state.ended = ended
    state.proposed = None
    state.consent = None
    state.awaiting = ()
    state.due = None


def _closed(state: State, _: MatchClosed) -> None:
    state.closed = True


def _token_replaced(state: State, fact: TokenReplaced) -> None:
    state.tokens = {**state.tokens, token_owner(fact.role, fact.seat): fact.number}


def _told(state: State, fact: PlaceTold) -> None:
    state.stalled = False
    if isinstance(fact.things, tuple):
        for thing in fact.things:
            if isinstance(thing, str):
                state.place(fact.place).identify(thing)


def _part_told(state: State, fact: PartTold) -> None:
    state.stalled = False
    if isinstance(fact.part, str):
        state.place(fact.place).settle(fact.things, fact.part)


def _purse_told(state: State, fact: PurseTold) -> None:
    state.stalled = False
    state.purse(fact.place).know(fact.amount)


def _discrepancy(state: State, fact: Discrepancy) -> None:
    if fact.of == "place":
        state.place(fact.place).contradict(fact.things, fact.appeared)


def _overspent(state: State, fact: PurseOverspent) -> None:
    state.purse(fact.place).add(fact.amount)


def _missing(state: State, fact: PiecesMissing) -> None:
    for thing in fact.things:
        state.missing = {**state.missing, thing: state.missing.get(thing, 0) + 1}
        if fact.place is not None:
            state.place(fact.place).remove(thing)


def _nothing(_: State, __: Fact) -> None:
    """What is said in it leaves the board as it is, as do notes; the match folds a changed line anew."""


APPLIERS: Mapping[type[Fact], Applier] = {
    Awaited: _awaited,
    MatchEnded: _ended,
    EndProposed: _proposed,
    MatchAbandoned: _abandoned,
    MatchClosed: _closed,
    TokenReplaced: _token_replaced,
    PlaceTold: _told,
    PartTold: _part_told,
    PurseTold: _purse_told,
    Discrepancy: _discrepancy,
    PurseOverspent: _overspent,
    PiecesMissing: _missing,
    NoteMade: _nothing,
    Irregular: _nothing,
    IrregularOutOfSight: _nothing,
    Asserted: _nothing,
    LineChanged: _nothing,
    **disputes.APPLIERS,
}


# -- the registry -------------------------------------------------------------------------------------------


class UnknownRuleset(LookupError):
    """There is no such ruleset, or not in this version."""


@cache
def rulesets() -> Mapping[str, Ruleset[Any]]:
    """Every installed ruleset by id, from the entry point group ``kerbholz.rulesets``."""
    found = (entry.load() for entry in entry_points(group=GROUP))
    return {ruleset.id: ruleset for ruleset in sorted(found, key=lambda ruleset: ruleset.id)}


def ruleset(identifier: str) -> Ruleset[Any]:
    """The ruleset with this id; raises :class:`UnknownRuleset`."""
    try:
        return rulesets()[identifier]
    except KeyError:
        raise UnknownRuleset(identifier) from None
