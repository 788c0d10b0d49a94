"""What a game has to say, and where games are found.

A game is one folder that makes one :class:`Ruleset`, named in the entry point group ``kerbholz.rulesets``.
What is **possible** (pieces are where they must be) is the places' business; what is **lawful** is the
ruleset's: a table of guards, each a reference number and a named predicate with three answers. The same table
yields legality, explanation, audit and documentation.

A ruleset is checked when it is made (see ``consistency``): one that contradicts itself, or lacks something, cannot
be loaded.
"""

from __future__ import annotations

import sysconfig
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from traceback import FrameSummary, extract_tb
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from domain.kit.chance import Chance
from domain.kit.consistency import decides, inconsistencies, writes_itself_down
from domain.kit.facts import Command, Fact, Json
from domain.kit.guards import Actor, Guard, Refused, S, Verdict
from domain.kit.sheets import Sheet
from domain.kit.state import Rules, State
from domain.kit.table.commands import TABLE_COMMANDS
from domain.kit.table.facts import APPLIERS, TABLE_FACTS, Applier, Awaited
from domain.kit.view import PLAIN_SCHEMA, plain_view
from domain.kit.visibility import Viewer
from domain.kit.words.refusing import naming
from domain.kit.words.values import PLACE, Values
from domain.kit.written.evidence import digest

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from domain.kit.drawing.svg import Shape
    from domain.kit.shorthand.sentences import Shorthand
    from domain.kit.words.match import MatchWords

GROUP = "kerbholz.rulesets"
MOST_IN_A_PURSE = 1_000_000
"""The largest amount of money that a purse can be recorded to hold."""


def common_options(history: str) -> dict[str, Json]:
    """The options that every match has, as JSON Schemas with defaults; *history* is the ruleset's default."""
    return {
        "history": {
            "enum": ["kept", "fading"],
            "default": history,
            "description": "Whether what was seen stays readable, or fades after the viewer's own next decision.",
        },
        "disclosure": {
            "enum": ["full", "as-played"],
            "default": "full",
            "description": "Who may see everything when the match is over: everybody, or officials.",
        },
        "chance": {
            "enum": ["secret", "known", "joint"],
            "default": "secret",
            "description": "Whether the seed of chance may be known beforehand, or all seats contribute to it.",
        },
        "sign_off": {
            "type": "boolean",
            "default": False,
            "description": "Whether an official has to sign the result before the record is closed.",
        },
    }


class BadOption(ValueError):
    """An option or a board value that the match cannot be played with; *field* names it.

    *others* are wrong beside it, as far as that was looked for.
    """

    def __init__(self, field: str, detail: str, rule: str | None = None, others: Sequence[BadOption] = ()) -> None:
        super().__init__(detail)
        self.others = tuple(others)
        self.field = field
        self.detail = detail
        self.rule = rule


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

    *declinable* is the command that declines it, where that costs nothing: the scribe of a recorded match may
    enter what came after it, and say by that that it was declined.
    """

    seat: int
    words: str
    answers: tuple[type[Command], ...]
    declinable: Command | None = None

    def is_answered_by(self, actor: Actor, command: type[Command]) -> bool:
        """Whether *actor* answers it by a command of this type."""
        return actor == self.seat and issubclass(command, self.answers)


@dataclass(frozen=True, slots=True)
class Game:
    """The game that a match is one of; *bgg* is its id at BoardGameGeek, where that is known."""

    title: str
    bgg: int | None = None


Decider: TypeAlias = Callable[[S, Actor, Any, Chance], Iterator[Fact]]
"""Yields the facts of a command: from the state as a working copy, the sender, the command, and chance."""


class BadRuleset(ValueError):
    """A ruleset that lacks something, or contradicts itself: *problems* says in what, one sentence each.

    *origin* is where it is from, as far as that is known.
    """

    def __init__(self, name: str, problems: Sequence[str], origin: str | None = None) -> None:
        whence = f" ({origin})" if origin else ""
        super().__init__("\n- ".join((f"the ruleset {name}{whence} cannot be loaded:", *problems)))
        self.name = name
        self.problems = tuple(problems)


@dataclass(frozen=True, kw_only=True)
class Ruleset(Generic[S]):
    """One game system in one version of its rules.

    The first fields are what no game can do without.

    ``lay`` tells the facts of the laid table. ``kinds`` says what can lie in a place, and how many of each there
    are in all. Commands decide (see :meth:`Command.decide`), and facts write themselves down (:meth:`Fact.apply`);
    large games do that by tables instead: ``deciders`` names for each command the function that yields its facts
    one by one, ``appliers`` for each type of fact the one that writes it down. (``decide`` is one function for all
    commands.)

    ``resume`` yields what follows when a place has been told; a game that raises ``Needs`` has one.
    ``pass_over`` yields what follows when pieces turn out to be missing, and the awaited actor can do nothing
    without them; ``asking`` says what somebody is asked for, and depends on what is public alone. ``automatic``
    names a step that everyone can see is the only one, or that opens a secret and leaves nobody a choice.
    ``view`` shows a (masked) state. ``unasked`` says whether a command may come from a seat that is not awaited,
    and is judged by its guards alone; ``possible`` lists what a seat can do without its being lawful, as
    ``moves`` lists what is. ``thinkable`` are commands of a seat (as JSON, without patterns) that might happen
    at a table, lawful or not, possible or not: ``play.irregular_moves`` sorts out what of them can be entered as
    irregular. ``can_act`` says whether a seat can do any of what ``moves`` and ``possible`` list: a game where the
    lists are long says it sooner. ``amounts`` are those that can be in a purse. ``sheet`` says how a match is
    printed. ``shorthand`` is how commands are written in one line each; without it they are written by their names
    and those of their fields. ``words`` is the package that has the game's words (a folder ``words`` with a file
    for each language), and ``values`` says for each kind of value which there are in a match; without words,
    things are called by their ids. ``drawing`` draws a view (as it is served) by the words of its match; without
    it, its members are drawn as boxes. ``more_said`` gives, from a view's board and a command that can be sent,
    what its sentence needs beside its fields. ``fill`` fills in what nobody sends of a command
    before it is judged. ``boxes`` are whole boards that a match can be opened with by their names. ``bgg`` is
    the id of the game at BoardGameGeek; ``named`` says which game a match is one of, where its board decides that.
    """

    id: str
    version: str
    title: str
    seats: tuple[int, int]
    rules: Mapping[str, str]
    commands: tuple[type[Command], ...]
    facts: tuple[type[Fact], ...]
    guards: Mapping[type[Command], Sequence[Guard[S]]]
    empty: Callable[[Rules, Viewer], S]
    lay: Callable[[S], Iterator[Fact]]
    kinds: Callable[[S, str], Mapping[str, int]]
    moves: Callable[[S, Actor], list[Json]]

    deciders: Mapping[type[Command], Decider[S]] = field(default_factory=dict)
    decide: Decider[S] | None = None
    appliers: Mapping[type[Fact], Applier] = field(default_factory=dict)
    chance_commands: tuple[type[Command], ...] = ()
    resume: Callable[[S], Iterator[Fact]] = lambda _: iter((Awaited(()),))
    automatic: Callable[[S], tuple[Actor, Command] | None] = lambda _: None
    options: Mapping[str, Json] = field(default_factory=lambda: common_options("kept"))
    board: Mapping[str, Json] = field(default_factory=dict)
    board_schema: Mapping[str, Json] = field(default_factory=dict)
    boxes: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    check_board: Callable[[Rules], None] = lambda _: None
    view: Callable[[S], Json] = plain_view
    view_schema: Mapping[str, Json] = field(default_factory=lambda: PLAIN_SCHEMA)

    procedure: Procedure[S] | None = None
    unasked: Callable[[S, int, Command], bool] = lambda *_: False
    possible: Callable[[S, Actor], list[Json]] | None = None
    can_act: Callable[[S, int], bool] | None = None
    thinkable: Callable[[S, int], Iterator[Json]] | None = None
    sheet: Sheet = Sheet()  # noqa: RUF009 - it is frozen
    amounts: Callable[[S, str], Collection[int]] = lambda _, __: range(MOST_IN_A_PURSE + 1)
    shorthand: Shorthand | None = None
    pass_over: Callable[[S], Iterator[Fact]] | None = None
    asking: Callable[[S], Asking | None] = lambda _: None
    words: str | None = None
    values: Mapping[str, Values] = field(default_factory=dict)
    drawing: Callable[[Json, MatchWords, Shape], Element] | None = None
    more_said: Callable[[Json, Mapping[str, Json]], Mapping[str, str | int]] = lambda *_: {}
    fill: Callable[[S, Command], Command] = lambda _, command: command
    bgg: int | None = None
    named: Callable[[Rules], Game] | None = None

    def __post_init__(self) -> None:
        problems = [*inconsistencies(self)]
        if problems:
            raise BadRuleset(self.id, problems)

    def game(self, rules: Rules) -> Game:
        """Which game a match with these *rules* is one of."""
        return Game(self.title, self.bgg) if self.named is None else self.named(rules)

    def facts_of(self, state: S, actor: Actor, command: Command, chance: Chance) -> Iterator[Fact]:
        """The facts of a command, one by one; each has happened in *state* before the next one is asked for."""
        return self._deciders[type(command)](state, actor, command, chance)

    def evolve(self, state: S, fact: Fact) -> None:
        """Write one fact down; raises :class:`BadRuleset` if it is none of the game's."""
        try:
            applier = self._appliers[type(fact)]
        except KeyError:
            raise BadRuleset(self.id, [f"what follows is {fact.TYPE}, which is not among its facts"]) from None
        applier(state, fact)

    @cached_property
    def _deciders(self) -> Mapping[type[Command], Decider[S]]:
        """What yields the facts of each command of the game."""
        everything = (*self.commands, *self.chance_commands)
        if self.decide is not None:
            return dict.fromkeys(everything, self.decide)
        return {**dict.fromkeys(filter(decides, everything), _decide), **self.deciders}

    @cached_property
    def _appliers(self) -> Mapping[type[Fact], Applier]:
        """How each fact is written down, of the table and of the game."""
        itself = dict.fromkeys(filter(writes_itself_down, self.facts), _apply)
        return {**APPLIERS, **itself, **self.appliers}

    def can_be(self, state: S, place: str, kind: str, number: int = 1) -> bool:
        """Whether *number* more things of this kind can be among the unknown ones in *place*."""
        there_are = self.kinds(state, place).get(kind, 0) - state.missing.get(kind, 0)
        return state.known(kind) + number <= there_are

    def fact_from_json(self, document: Mapping[str, Json]) -> Fact:
        """The fact that a decision's JSON tells of, hidden values included."""
        return self.fact_types[document["type"]].from_json(document)

    @cached_property
    def fact_types(self) -> Mapping[str, type[Fact]]:
        """Every fact of the game and of the table, by type."""
        return _by_type(TABLE_FACTS + self.facts)

    @cached_property
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
                refused = Refused("needs-tell", guard.said(state, actor, command), guard.reference)
                untold = " — this cannot be judged before these contents are told: {place}"
                refused.add(naming(self, state.rules, untold, place=(PLACE, place)))
                return refused
        return None


def _decide(state: State, actor: Actor, command: Command, chance: Chance) -> Iterator[Fact]:
    return command.decide(state, actor, chance)


def _apply(state: State, fact: Fact) -> None:
    fact.apply(state)


@cache
def _by_type(classes: tuple[Any, ...]) -> dict[str, Any]:
    return {cls.TYPE: cls for cls in classes}


class UnknownRuleset(LookupError):
    """There is no such ruleset, or not in this version."""


@cache
def rulesets() -> Mapping[str, Ruleset[Any]]:
    """Every installed ruleset by id, from the entry point group ``kerbholz.rulesets``.

    Raises :class:`BadRuleset` for one that cannot be loaded, and says where it is from.
    """
    found: dict[str, Ruleset[Any]] = {}
    for entry in entry_points(group=GROUP):
        game = _loaded(entry)
        if not isinstance(game, Ruleset):
            raise BadRuleset(entry.name, [f"{_origin(entry)} is no Ruleset"])
        if game.id in found:
            raise BadRuleset(game.id, [f"{_origin(entry)} has the id of another ruleset that is installed"])
        found[game.id] = game
    return dict(sorted(found.items()))


def digest_of(game: Ruleset[Any]) -> str | None:
    """What the files of an installed ruleset are: SHA-256, in hex, over the SHA-256 of each by its path.

    They are those of the package that its entry point names, or that module alone; without compiled ones. None if
    it does not come from files.
    """
    module = _modules().get(game.id)
    return None if module is None else _files_digest(module)


@cache
def _modules() -> Mapping[str, str]:
    """The module that makes each installed ruleset, by the id of that."""
    return {_loaded(entry).id: entry.module for entry in entry_points(group=GROUP)}


@cache
def _files_digest(module: str) -> str | None:
    spec = find_spec(module)
    if spec is None or spec.origin is None or not Path(spec.origin).is_file():
        return None
    origin = Path(spec.origin)
    files, folder = [origin], origin.parent
    if spec.submodule_search_locations is not None:
        files = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return digest(
        {str(path.relative_to(folder).as_posix()): sha256(path.read_bytes()).hexdigest() for path in files}
    )


def _loaded(entry: EntryPoint) -> Any:
    """What an entry point names; its author reads what is wrong with it, and where."""
    try:
        return entry.load()
    except BadRuleset as error:
        raise BadRuleset(error.name, error.problems, _origin(entry)) from error
    except Exception as error:
        frames = [frame for frame in extract_tb(error.__traceback__) if _is_of_a_game(frame)]
        where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
        problem = f"{type(error).__name__}: {error}{where}"
        raise BadRuleset(entry.name, [problem], _origin(entry)) from error


def _is_of_a_game(frame: FrameSummary) -> bool:
    """Whether it stands in what is loaded, and not in what loads it: the kit, Python, or generated code."""
    library = (str(Path(__file__).parent), sysconfig.get_path("stdlib"), "<")
    return not frame.filename.startswith(library) or "site-packages" in frame.filename


def _origin(entry: EntryPoint) -> str:
    distribution = f" of the distribution {entry.dist.name}" if entry.dist is not None else ""
    return f"{entry.value}{distribution}"


def ruleset(identifier: str) -> Ruleset[Any]:
    """The ruleset with this id; raises :class:`UnknownRuleset`."""
    try:
        return rulesets()[identifier]
    except KeyError:
        raise UnknownRuleset(identifier) from None
