"""Recorded matches that are judged as the service judges them, and kept in a list instead of a database.

What was entered can be entered again, otherwise: a notebook continues from any of its entries as a twin of itself,
under the same key, clock and salts, so that whoever was not told the difference is answered byte for byte alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from uuid import UUID

from domain.application.judging import Answer, Asked, Draft, Sources, seeded
from domain.application.requests import Ask
from domain.kit.facts import Json
from domain.kit.guards import Refused
from domain.kit.play import happened
from domain.kit.ruleset import ruleset
from domain.kit.table.commands import Open
from domain.kit.visibility import (
    NO_HORIZON,
    OFFICIAL,
    PUBLIC,
    Horizon,
    StoredDecision,
    Viewer,
    redact,
    seat_viewer,
)
from domain.kit.written.records import Decision, written
from domain.match.line import Changes, changes_until, fold_facts, fold_line, has_changes
from domain.match.match import Match, MatchEvent, Secrets, event, opened, told
from domain.match.opening import Opening, published, rules_for, texts_of
from domain.match.principal import Principal
from tests.games.playing import MATCH_KEY, Step
from tests.laws.refolding import folded
from tests.laws.test_laws import Played, served

NOON = "2026-01-01T12:00:00.000Z"


@dataclass(frozen=True)
class Entry:
    """What somebody entered, and the match before it."""

    principal: Principal
    asked: Asked
    before: Match


class Notebook:
    """A recorded match; it answers as ``Matches`` does, for the one match that was opened in it.

    ``states[n]`` is the full state after decision n, on the line as it was then.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.events: list[MatchEvent] = []
        self.texts: dict[int, dict[str, str]] = {}
        self.states: list[Any] = []
        self.match: Match
        self.sources = Sources(lambda: NOON, lambda: "00" * 32, seeded, lambda _: self.events)

    def open(self, opening: Opening) -> Answer:
        """Lay the table."""
        game = ruleset(opening.ruleset)
        rules = rules_for(game, opening)
        state = game.empty(rules, OFFICIAL)
        laid = Decision(0, "host", "host", NOON, Open(), happened(game, state, game.lay(state)))
        identity = UUID(int=0)
        extra = published(str(identity), rules, opening, None)
        stored = written(laid, MATCH_KEY, self.sources.salts, extra, texts_of(opening))
        first = event(identity, 0, stored, ())
        draft = Draft(opened(first, game, Secrets(MATCH_KEY)), self.sources)
        self.match = draft.match
        draft.keep(first, stored)
        draft.settle()
        return self._kept(draft)

    def append(
        self, _: UUID, principal: Principal, asked: Iterable[Asked] | Ask, *, dry_run: bool = False
    ) -> Answer:
        """Judge one command (as a list or as `Matches` takes it) and keep what comes of it; raises ``Refused``."""
        (one,) = asked(self.match).asked if callable(asked) else asked
        draft = Draft(self.match, self.sources)
        draft.judge(principal, [one], dry_run=dry_run)
        if dry_run:
            return draft.answer(stored=False)
        self.entries.append(Entry(principal, one, self.match))
        return self._kept(draft)

    def load(self, _: UUID) -> Match:
        """The match as it is now."""
        return self.match

    def _log(self, _: UUID) -> Iterator[MatchEvent]:
        return iter(self.events)

    def _kept(self, draft: Draft) -> Answer:
        before = self.match
        alone = len(draft.events) == 1 and not draft.changed_line
        for new in draft.events:
            self.events.append(new)
            self.states.append(draft.match.state if alone else self._after(new))
        for text in draft.texts:
            self.texts.setdefault(text.version, {})[text.pointer] = text.value
        changed = folded(before, draft.events, self.events) if draft.changed_line else draft.match
        self.match = replace(changed, state=self.states[-1])
        return draft.answer()

    def _after(self, new: MatchEvent) -> Any:
        match, version = self.match, new.originator_version
        if not self.states or has_changes([new.record]):
            log = [told(past) for past in self.events]
            return fold_line(match.ruleset, match.rules, log, OFFICIAL, version, changes_until(log, version))
        state = self.states[-1].copy()
        fold_facts(match.ruleset, state, told(new)["facts"])
        return state

    # -- twins

    def twin(self, number: int, asked: Asked) -> Notebook:
        """The same up to entry *number*, which is *asked* instead; raises ``Refused``."""
        twin = self.until(number)
        twin.append(twin.match.id, self.entries[number].principal, [asked])
        return twin

    def until(self, number: int) -> Notebook:
        """The same before entry *number*; behind the last one all of it."""
        twin = Notebook()
        twin.entries = self.entries[:number]
        twin.match = self.entries[number].before if number < len(self.entries) else self.match
        kept = twin.match.version + 1
        twin.events, twin.states = self.events[:kept], self.states[:kept]
        twin.texts = {version: texts for version, texts in self.texts.items() if version < kept}
        return twin

    def goes_on_as(self, other: Notebook, most: int = 10_000) -> None:
        """Enter what was entered in *other* behind what stands here, as long as that is possible."""
        for entry in other.entries[len(self.entries) :][:most]:
            try:
                self.append(self.match.id, entry.principal, [entry.asked])
            except Refused:
                return


class Recorded(Played):
    """A notebook as the laws look at a match that was played."""

    def __init__(self, notebook: Notebook) -> None:
        super().__init__(_Table(notebook))  # type: ignore[arg-type]
        self.__dict__["notebook"] = notebook

    @cached_property
    def log(self) -> list[StoredDecision]:
        """Every decision as stored."""
        notebook: Notebook = self.__dict__["notebook"]
        return [new.stored(notebook.texts.get(new.originator_version)) for new in notebook.events]

    def line(self, viewer: Viewer, version: int) -> Changes:
        """What the viewer was told of changes of the line, up to *version*."""
        return changes_until([self.told(viewer, past) for past in range(version + 1)], version)

    def folds(self, viewer: Viewer) -> Iterator[Any]:
        """The state after each decision, folded from what the viewer was told, on the line as it was then."""
        game, rules = self.table.ruleset, self.table.rules
        log: list[Mapping[str, Json]] = []
        state = game.empty(rules, viewer)
        for version in self.versions:
            log.append(self.told(viewer, version))
            if has_changes(log[-1:]):
                state = fold_line(game, rules, log, viewer, version, changes_until(log, version))
            else:
                fold_facts(game, state, log[-1]["facts"])
            yield state

    def open_part(self, version: int) -> str:
        """What stands in the open in a decision for everybody, without seals."""
        return served(redact(self.log[version], Viewer("public"), NO_HORIZON))

    def horizon(self, viewer: Viewer, version: int) -> Horizon:
        """How far back a viewer may read at *version*, where the match fades."""
        if self.table.rules.options["history"] != "fading":
            return NO_HORIZON
        return super().horizon(viewer, version)


class _Table:
    """What the laws ask of a table: rules, viewers, the decisions and the state after each of them."""

    def __init__(self, notebook: Notebook) -> None:
        match = notebook.match
        self.ruleset, self.rules = match.ruleset, match.rules
        self.states = notebook.states
        self._events = notebook.events

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everybody who can look: the public, each seat, officials."""
        return (PUBLIC, *map(seat_viewer, range(self.rules.seats)), OFFICIAL)

    @property
    def version(self) -> int:
        """The version of the newest decision."""
        return len(self.states) - 1

    @cached_property
    def steps(self) -> list[Step]:
        """The decisions."""
        return [self._step(told(new)) for new in self._events]

    def _step(self, decision: Mapping[str, Json]) -> Step:
        actor = decision["actor"]
        command = self.ruleset.command_types.get(decision["command"]["type"], Open).from_json(decision["command"])
        facts = tuple(map(self.ruleset.fact_from_json, decision["facts"]))
        who = actor["seat"] if isinstance(actor, dict) else actor
        return Step(who, command, facts, automatic=decision["automatic"])
