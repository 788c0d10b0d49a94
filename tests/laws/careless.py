"""A scribe who slips, learns things late, fills in, and misses pieces: all that a record with gaps can hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, Literal, get_args, get_origin

from domain.application.judging import Answer, Asked
from domain.kit.facts import Command, Field, Json, Unknown, unknown_in
from domain.kit.guards import Refused
from domain.kit.places import one_by_one
from domain.kit.ruleset import Ruleset
from domain.kit.table.commands import Confirm, Identify, Missing, Reveal, Tell
from domain.match.principal import Principal
from tests.games.playing import Table, command_of, covers, filled, words_of
from tests.laws.notebook import Entry, Notebook
from tests.laws.recording import SCRIBE, Recording, hints_of

IRREGULAR = "so it happened"
FIRST_AMOUNTS = 60
"""Amounts that are tried in a purse."""


class Careless(Recording):
    """Records a match in a notebook, with slips, reveals, missing pieces, and secrets that seats enter."""

    def __init__(self, table: Table, rng: Random, sees: float, slips: float = 0.03) -> None:
        self.notebook = Notebook()
        super().__init__(self.notebook, table, rng, sees)
        self.slips = slips
        self.words = words_of(table)
        self.recorded: dict[int, int] = {}
        """By decision of the record, that of the match that was played."""

    def play_out(self, most: int = 10_000) -> Careless:
        """Record the match as far as that goes: behind a slip a true entry may no longer be possible.

        Of what was played at most so many decisions are entered.
        """
        for version, step in islice(self.entries(), most):
            if self.rng.random() < self.slips:
                self._try(slip(self.as_seen(version), self.words, self.rng), step.actor)
            self._besides()
            self.recorded[self.match.version + 1] = version
            if not self._record(version) or self.match.state.concluded:
                break
        if self.match.state.proposed is not None:
            self.enter(Confirm())
        return self

    def _record(self, version: int) -> bool:
        command, actor = self.as_seen(version), self.table.steps[version].actor
        secret = any(not field.public for field in command.FIELDS)
        if secret and isinstance(actor, int) and self.rng.random() < 0.3 and not has_gap(command):
            entered = self._try(command, actor, Principal("seat", actor)) or self._try(command, actor)
        else:
            entered = self._try(command, actor) or self._try(command, actor, irregular=IRREGULAR)
        return bool(entered) and self._told(version)

    def _told(self, version: int) -> bool:
        """Whether everything that the match waited for could be told."""
        for _ in range(40):
            waited = [who["tell"] for who in self.match.state.awaiting if "tell" in who]
            if not waited:
                return True
            self._tell(Tell, self.rng.choice(waited), version)
        return False

    def _besides(self) -> None:
        """Something that has become known, was filled in or found to be missing, now and then."""
        chance, state = self.rng.random(), self.match.state
        if state.concluded or any("tell" in who for who in state.awaiting if isinstance(who, dict)):
            return
        untold = [name for name in (*state.places, *state.purses) if state.is_untold(name)]
        if chance < 0.1 and untold:
            self._tell(Identify, self.rng.choice(untold), max(self.recorded.values(), default=0))
        elif chance < 0.1 + 8 / len(self.table.steps):
            self._reveal()
        elif chance < 0.4 + self.slips / 2 and chance > 0.4:
            name = self.rng.choice(sorted(state.places))
            if things := one_by_one(state.places[name].known):
                self._try(Missing((self.rng.choice(things),), name))

    def _tell(self, cls: type[Command], name: str, version: int) -> None:
        try:
            self.enter(cls(**self.truth(name, version, whole=cls is Tell)))
        except (Refused, StopIteration, TypeError):  # the record has gone another way
            self._try(cls(**believable(self.match.ruleset, self.match.state, name, self.rng)))

    def _reveal(self) -> None:
        if gaps := [version for version in self.recorded if self._has_gap(version)]:
            decision = self.rng.choice(gaps)
            step = self.table.steps[self.recorded[decision]]
            command = step.command if step.actor != "chance" else self._of_chance(step)
            if not has_gap(command) and self._try(Reveal(decision, command.to_json())):
                self.recorded.pop(decision)

    def _has_gap(self, version: int) -> bool:
        sealed = self.notebook.events[version].sealed if version <= self.match.version else {}
        return any(path.startswith("/command") and "unknown" in str(entry) for path, entry in sealed.items())

    def _try(
        self, command: Command, actor: Any = None, principal: Principal = SCRIBE, irregular: str | None = None
    ) -> Answer | None:
        """Enter it, unless it is refused."""
        seat = actor if isinstance(actor, int) and principal is SCRIBE else None
        try:
            return self.notebook.append(self.id, principal, [Asked(command, seat, None, irregular)])
        except Refused:
            return None


def has_gap(command: Command) -> bool:
    """Whether something in it is unknown."""
    return any(unknown_in(getattr(command, field.attribute)) for field in command.FIELDS)


def unseen(command: Command, sees: float, rng: Random) -> Command:
    """The command as somebody enters it who sees what is not for everyone only so often."""
    values = {
        field.attribute: _unknown(getattr(command, field.attribute), field)
        for field in secret_fields(command)
        if Unknown in hints_of(field.hint) and rng.random() > sees
    }
    return replace(command, **{name: value for name, value in values.items() if value.number})


def _unknown(value: Any, field: Field) -> Unknown:
    things = value if isinstance(value, tuple) else (value,)
    number = sum(one.number if isinstance(one, Unknown) else 1 for one in things)
    return Unknown(number if field.is_list else 1)


def slip(command: Command, words: list[str], rng: Random) -> Command:
    """The command with one value written down wrong, of a shape that a client can send."""
    fields = [field for field in command.FIELDS if getattr(command, field.attribute) not in (None, ())]
    if not fields:
        return command
    field = rng.choice(fields)
    literals = [word for hint in hints_of(field.hint) if get_origin(hint) is Literal for word in get_args(hint)]
    wrong = _wrong(getattr(command, field.attribute), literals or words, field.limits.least or 0, rng)
    return replace(command, **{field.attribute: wrong})


def _wrong(value: Any, words: list[Any], least: int, rng: Random) -> Any:
    if isinstance(value, tuple):
        place = rng.randrange(len(value))
        return (*value[:place], _wrong(value[place], words, least, rng), *value[place + 1 :])
    if isinstance(value, bool) or not isinstance(value, str | int):
        return value
    return rng.choice(words) if isinstance(value, str) else max(least, value + rng.choice((-1, 1)))


def believable(ruleset: Ruleset[Any], state: Any, name: str, rng: Random) -> dict[str, Any]:
    """Something that can be told of a place or purse."""
    if name in state.purses:
        amounts = [amount for amount in range(FIRST_AMOUNTS) if amount in ruleset.amounts(state, name)]
        return {"place": name, "amount": rng.choice(amounts)}
    place = state.places[name]
    if place.parts and len(place.whole):
        known = one_by_one(place.whole.known)
        some = rng.sample(known, rng.randint(0, len(known)))
        return {"place": name, "part": rng.choice(sorted(place.parts)), "things": tuple(some)}
    kinds = [kind for kind in sorted(ruleset.kinds(state, name)) if ruleset.can_be(state, name, kind)]
    kinds = kinds or sorted(ruleset.kinds(state, name))
    return {"place": name, "things": tuple(rng.choice(kinds) for _ in range(place.unknown))}


# -- otherwise ----------------------------------------------------------------------------------------------


def otherwise(notebook: Notebook, entry: Entry, rng: Random) -> Asked | None:
    """The same entry with something else in what somebody is not told; None if there is nothing of the kind."""
    command, state, game = entry.asked.command, entry.before.state, notebook.match.ruleset
    if isinstance(command, Tell | Identify):
        told = _told_otherwise(game, state, command, rng)
    elif isinstance(command, Reveal):
        told = _revealed_otherwise(notebook, command, rng)
    elif command.TYPE.startswith("table."):
        return None
    else:
        actor = "chance" if isinstance(command, game.chance_commands) else entry.asked.seat
        told = _decided_otherwise(
            game, state, entry.principal.seat if actor is None else actor, command, rng, gaps=actor is not None
        )
    return None if told is None or told == command else replace(entry.asked, command=told)


def tells_in_secret(command: Command) -> bool:
    """Whether something in it is not for everyone, that can be otherwise."""
    said = command.TYPE.startswith("table.") and not isinstance(command, Tell | Identify | Reveal)
    return not said and bool(secret_fields(command))


def secret_fields(command: Command) -> list[Field]:
    """What of a command is not for everyone."""
    return [
        field
        for field in command.FIELDS
        if field.audience.kind != "everyone" and getattr(command, field.attribute) is not None
    ]


def _decided_otherwise(
    game: Ruleset[Any], state: Any, actor: Any, command: Command, rng: Random, *, gaps: bool
) -> Command | None:
    secrets = secret_fields(command)
    if not secrets:
        return None
    if gaps and rng.random() < 0.4:  # seen or not
        field = rng.choice(secrets)
        value = getattr(command, field.attribute)
        if Unknown in hints_of(field.hint) and value:
            return replace(command, **{field.attribute: _unknown(value, field)})
    for document in _alternatives(game, state, actor, command, secrets, rng):
        other = command_of(game, document)
        if other != command:
            return other
    return None


def _alternatives(
    game: Ruleset[Any], state: Any, actor: Any, command: Command, secrets: list[Field], rng: Random
) -> Iterator[Mapping[str, Json]]:
    document, names = command.to_json(), {field.name for field in secrets}
    open_part = {name: value for name, value in document.items() if name not in names}
    listed = game.moves(state, actor)
    rng.shuffle(listed)
    for move in listed:
        if move.keys() == document.keys() and all(covers(move[name], open_part[name]) for name in open_part):
            for _ in range(3):
                yield {**open_part, **{name: filled(move[name], rng) for name in names}}


def _told_otherwise(game: Ruleset[Any], state: Any, command: Any, rng: Random) -> Command | None:
    if command.amount is not None or not command.things:
        return type(command)(**believable(game, state, command.place, rng))
    place, things = state.places[command.place], list(command.things)
    if command.part is not None:
        if rng.random() < 0.5:
            return replace(command, part=rng.choice(sorted(place.parts)))
        return replace(command, things=tuple(rng.sample(things, rng.randint(0, len(things)))))
    kinds = sorted(game.kinds(state, command.place))
    things[rng.randrange(len(things))] = rng.choice(kinds)
    return replace(command, things=tuple(things))


def _revealed_otherwise(notebook: Notebook, command: Reveal, rng: Random) -> Command | None:
    decision = notebook.events[command.decision].record
    game, before = notebook.match.ruleset, notebook.states[command.decision - 1]
    actor = decision["actor"]["seat"] if isinstance(decision["actor"], dict) else decision["actor"]
    revealed = command_of(game, command.command)
    other = _decided_otherwise(game, before, actor, revealed, rng, gaps=False)
    return None if other is None else replace(command, command=other.to_json())
