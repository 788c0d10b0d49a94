"""One match in process: who is awaited says a command word by word, and what follows by itself follows.

Chance is answered by keys, as in a hosted match, or draw by draw from outside: then the decision of chance is run
anew with each draw, up to the next one that it asks for. States are never changed once they are there, so a copy
of an episode is cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from domain.kit.chance import Chance
from domain.kit.facts import Command, Fact, Json, Thing
from domain.kit.guards import Actor
from domain.kit.places import Place
from domain.kit.play import Played, eyes_of, following, judged, play
from domain.kit.state import State
from domain.kit.visibility import OFFICIAL, Viewer
from projections.said.standing import seen
from service.environments.rewards import rewards_of
from service.environments.saying import Saying
from service.environments.setting import Setting
from service.environments.vocabulary import Word

Answers = Callable[[int], Chance]
"""What answers for chance in the decision with this version."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision; *told* keeps what each viewer was told of it, as text, once somebody has asked."""

    actor: Actor
    command: Command
    facts: tuple[Fact, ...]
    automatic: bool = False
    told: dict[Viewer, str] = field(default_factory=dict, compare=False, repr=False)


class DrawAwaited(Exception):
    """Chance is asked for one more draw, out of *contents* (thing → how many)."""

    def __init__(self, contents: Mapping[str, int]) -> None:
        super().__init__("a draw is awaited")
        self.contents = contents


class StoppingChance:
    """Chance that gives the draws that have been made, in order, and stops at the next one."""

    def __init__(self, drawn: Sequence[str]) -> None:
        self._drawn = list(drawn)

    def draw(self, contents: Mapping[str, int], place: Place | None = None) -> Thing:  # noqa: ARG002
        """The next draw that was made; raises :class:`DrawAwaited` behind the last one."""
        if not self._drawn:
            raise DrawAwaited({kind: number for kind, number in sorted(contents.items()) if number > 0})
        return self._drawn.pop(0)

    def more(self) -> bool:
        """There is always more."""
        return True


class Episode:
    """A match from its laid table on; without *answers* the draws of chance are made by :meth:`draw`.

    *steps* are its decisions, *words* how many were said and drawn. *cut_off* says that it became too long.
    """

    def __init__(self, setting: Setting, answers: Answers | None = None) -> None:
        self.setting = setting
        self._answers = answers
        state = setting.ruleset.empty(setting.rules, OFFICIAL)
        facts = []
        for fact in setting.ruleset.lay(state):
            setting.ruleset.evolve(state, fact)
            facts.append(fact)
        self.state: State = state
        self.laid = tuple(facts)
        self.steps: tuple[Step, ...] = ()
        self.words = 0
        self.seat: int | None = None
        """The seat that is to say the next word; None for chance, and at the end."""
        self.saying: Saying | None = None
        self._eyes: tuple[State, dict[int, State]] = (state, {})
        self._awaiting: tuple[Json, ...] = ()
        self._acted: tuple[int, ...] = ()
        self._drawn: tuple[str, ...] = ()
        self.contents: Mapping[str, int] | None = None
        """What the next draw is out of, where chance is awaited (thing → how many)."""
        self._settle()

    def __deepcopy__(self, _: Mapping[int, Any]) -> Episode:
        return self.copy()

    def copy(self) -> Episode:
        """The same match, that can go on in another way."""
        twin = copy(self)
        twin.saying = None if self.saying is None else self.saying.copy()
        return twin

    @property
    def over(self) -> bool:
        """Whether nobody says anything any more: the match has ended, is stuck, or was cut off."""
        return self.cut_off or (self.seat is None and self.contents is None)

    @property
    def cut_off(self) -> bool:
        """Whether it was ended for its length."""
        return self.words >= self.setting.longest and not self.state.concluded

    @property
    def rewards(self) -> list[float]:
        """What the end is worth to each seat; zeros before it."""
        return rewards_of(self.setting.rewards, self.state.outcome, self.setting.seats)

    @property
    def follows(self) -> frozenset[Word]:
        """The words that can be said now."""
        return frozenset() if self.over or self.saying is None else self.saying.follows

    # -- looking

    def eyes(self, seat: int) -> State:
        """The state as a seat sees it."""
        if self._eyes[0] is not self.state:
            self._eyes = (self.state, {})
        known = self._eyes[1]
        if seat not in known:
            known[seat] = eyes_of(self.state, seat)
        return known[seat]

    def view(self, seat: int) -> dict[str, Json]:
        """What a seat sees: how the match stands, and the board, as the service shows it."""
        return seen(self.setting.ruleset, self.eyes(seat))

    # -- going on

    def say(self, word: Word) -> None:
        """The seat says a word; with the last one of its command that is played, and what follows it.

        Raises ``ValueError`` for a word that cannot follow.
        """
        if self.over or self.saying is None or self.seat is None:
            raise ValueError("nobody is to say anything now")
        self.saying.say(word)
        self.words += 1
        if self.saying.complete:
            ruleset = self.setting.ruleset
            command = ruleset.command_types[self.saying.document["type"]].from_json(self.saying.document)
            command = ruleset.fill(self.state, command)
            played = judged(ruleset, self.state, self.seat, command, eyes=self.eyes(self.seat))
            self._keep(self.seat, command, played)
            self._acted += (self.seat,)
            self._settle()

    def draw(self, thing: str) -> None:
        """Chance draws this thing; raises ``ValueError`` where it cannot."""
        if self.contents is None or thing not in self.contents:
            raise ValueError(f"“{thing}” cannot be drawn now")
        self._drawn += (thing,)
        self.words += 1
        self._run_chance()

    def _keep(self, actor: Actor, command: Command, played: Played, *, automatic: bool = False) -> None:
        self.steps += (Step(actor, command, played.facts, automatic),)
        self.state = played.state

    def _settle(self) -> None:
        """Let everything follow that follows by itself, up to the next word or draw."""
        self.seat, self.saying, self.contents = None, None, None
        draws = None if self._answers is None else self._answer
        for followed in following(self.setting.ruleset, self.state, draws=draws):
            self._keep(followed.actor, followed.command, followed.played, automatic=followed.automatic)
        if not self.state.plays:
            return
        if self.state.awaits_chance:
            self._drawn = ()
            self._run_chance()
            return
        for seat in self._in_turn():
            moves = self.setting.ruleset.moves(self.eyes(seat), seat)
            saying = Saying(self.setting.vocabulary, self.setting.ruleset.command_types, moves)
            if saying.follows:
                self.seat, self.saying = seat, saying
                return

    def _in_turn(self) -> list[int]:
        """The awaited seats, lowest first; where a command changes nothing about that, they take turns."""
        if self.state.awaiting != self._awaiting:
            self._awaiting, self._acted = self.state.awaiting, ()
        return sorted((who["seat"] for who in self._awaiting), key=lambda seat: (self._acted.count(seat), seat))

    def _answer(self) -> Chance:
        assert self._answers is not None, "it is asked only where there are answers"
        return self._answers(len(self.steps) + 1)

    def _run_chance(self) -> None:
        """Run the decision of chance with what was drawn, up to the next draw or to its end."""
        ruleset, due = self.setting.ruleset, str(self.state.due)
        command = ruleset.command_types[due]()
        try:
            played = play(ruleset, self.state, "chance", command, StoppingChance(self._drawn))
        except DrawAwaited as awaited:
            self.contents = awaited.contents
            return
        self._keep("chance", command, played)
        self._settle()
