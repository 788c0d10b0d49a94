"""Guards: the rules that a command must keep, their answers, and how a refusal reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from domain.kit.facts import Command
from domain.kit.state import State

S = TypeVar("S", bound=State)
TokenRole: TypeAlias = Literal["host", "arbiter", "scribe", "seat", "spectator"]
"""The holder of a token."""
Actor: TypeAlias = int | str
"""The one who decides: a seat, ``"chance"``, a role (``"host"``, ``"scribe"`` …), or ``"table"``: all together."""


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
    done at all. What is *counted* follows from where the pieces are that not everybody sees: a scribe is not
    refused for it, for at the table the pieces were seen, and the record must be wrong
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


OF_THE_TABLE = "TB-"
"""How the reference numbers of the table's rules begin, which are the same for every game."""


Names: TypeAlias = Sequence[str | None]
"""What the seats of a match are called, in their order; None for one without a name, or with an erased one."""
Detail: TypeAlias = str | Callable[[Names], str]
"""What a refusal says, or what makes that for a match with these names (see ``words.refusing``)."""


class Refused(Exception):
    """A command is refused: ``code`` is stable, ``rule`` is the reference number of the broken rule.

    The rule is one of the game's or of the table's; only what asks for too much work breaks none. ``hint`` says
    what the caller could do about it, ``position`` which of several commands it was, from 0 (None: there was one).
    A *detail* that names things is made when it is read, by somebody who knows what the seats are called.
    """

    def __init__(self, code: str, detail: Detail, rule: str | None = None, hint: str | None = None) -> None:
        super().__init__(code, rule)
        self.code = code
        self.rule = rule
        self.hint = hint
        self.position: int | None = None
        self._details = [detail]

    @property
    def detail(self) -> str:
        """What is wrong, in English, for people; seats are called by their numbers."""
        return self.said(())

    @property
    def names_things(self) -> bool:
        """Whether what it says depends on what things, such as seats, are called."""
        return not all(isinstance(part, str) for part in self._details)

    def said(self, names: Names) -> str:
        """The same to those who may read the *names* of the match."""
        return "".join(part if isinstance(part, str) else part(names) for part in self._details)

    def add(self, detail: Detail) -> None:
        """Say more, behind what was said."""
        self._details.append(detail)

    def __str__(self) -> str:
        return self.detail

    @property
    def rule_of_the_game(self) -> str | None:
        """The broken rule if it is one of the game's: facts name no others."""
        return None if self.rule is None or self.rule.startswith(OF_THE_TABLE) else self.rule


class Needs(Exception):
    """The rules cannot go on before somebody tells what lies in these places."""

    def __init__(self, *places: str) -> None:
        super().__init__(f"the contents of {', '.join(places)} have to be told first")
        self.places = places
