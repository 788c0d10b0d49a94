"""A decision as it will be proved: its record written once, each secret value as a commitment.

:func:`written` turns a decision into what is stored: ``open`` (canonical bytes: the leaf), ``sealed`` (who may
have which value) and the free texts, which live outside the log. ``visibility.redact`` is the way back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from domain.kit.facts import EVERYONE, Audience, Declared, Fact, Field, Hidden, Json, Unknown, to_json
from domain.kit.written.evidence import blind_of, canonical, pointer, salt_of, seal

OFFICIALS: Json = []
"""The audience in ``sealed`` of a value that no seat is told."""


@dataclass(frozen=True, slots=True)
class FreeText:
    """A text to be kept beside the log: where it belongs, its random salt and its value."""

    version: int
    pointer: str
    salt: str
    value: str


@dataclass(frozen=True, slots=True)
class Written:
    """A decision ready to be stored."""

    open: str
    sealed: dict[str, Any]
    texts: tuple[FreeText, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """An accepted command before it is written: who, what was asked, and what followed from it.

    *actor* and *recorded_by* are ``{"seat": n}`` or a name (``"chance"``, ``"scribe"``, ``"service"`` …).
    *at* is the service's clock; *occurred_at* the time at the table that a scribe may claim, and *entered_by*
    the name of the scribe or arbiter, where several share a token.
    """

    version: int
    actor: Json
    recorded_by: Json
    at: str
    command: Declared
    facts: tuple[Fact, ...]
    automatic: bool = False
    occurred_at: str | None = None
    entered_by: str | None = None


class Seals(Protocol):
    """What the values of a match are sealed with."""

    def blind(self, version: int) -> str:
        """What keeps the leaf of a decision from being found by trying candidates, in hex."""

    def sealed(self, version: int, path: str, value: Json) -> str:
        """The seal of the value at a pointer of a decision, in hex."""

    def text(self, version: int, path: str, value: str) -> tuple[str, str]:
        """Salt and seal of a free text, in hex."""


@dataclass(frozen=True, slots=True)
class FreshSeals:
    """Seals under a match's key; each free text gets a salt of its own from *random_salt* (hex)."""

    match_key: bytes
    random_salt: Callable[[], str]

    def blind(self, version: int) -> str:
        """By the key."""
        return blind_of(self.match_key, version)

    def sealed(self, version: int, path: str, value: Json) -> str:
        """Under the salt of the place."""
        return seal(salt_of(self.match_key, version, path), value)

    def text(self, version: int, path: str, value: str) -> tuple[str, str]:  # noqa: ARG002
        """Under a random salt."""
        salt = self.random_salt()
        return salt, seal(salt, value)


def written(
    decision: Decision,
    match_key: bytes,
    random_salt: Callable[[], str],
    extra: Mapping[str, Json] | None = None,
    extra_texts: Mapping[str, str] | None = None,
) -> Written:
    """The decision as it is stored under *match_key*; see :class:`FreshSeals` and :func:`written_with`."""
    return written_with(decision, FreshSeals(match_key, random_salt), extra, extra_texts)


def written_with(
    decision: Decision,
    seals: Seals,
    extra: Mapping[str, Json] | None = None,
    extra_texts: Mapping[str, str] | None = None,
) -> Written:
    """The decision as it is stored, sealed with *seals*.

    *extra* are further public members of the record (those of the opening), *extra_texts* free texts in it by
    pointer.
    """
    writer = _Writer(decision, seals)
    record: dict[str, Json] = {
        "version": decision.version,
        "actor": decision.actor,
        "recorded_by": decision.recorded_by,
        "at": decision.at,
        "command": writer.member(decision.command, ("command",)),
        "facts": [writer.member(fact, ("facts", n)) for n, fact in enumerate(decision.facts)],
        "automatic": decision.automatic,
        "blind": seals.blind(decision.version),
        **({"occurred_at": decision.occurred_at} if decision.occurred_at is not None else {}),
        **(extra or {}),
    }
    for path, value in (extra_texts or {}).items():
        _put(record, path, writer.text(path, EVERYONE, value))
    if decision.entered_by is not None:
        record["entered_by"] = writer.text("/entered_by", OFFICIALS, decision.entered_by)
    return Written(canonical(record), writer.sealed, tuple(writer.texts))


class _Writer:
    def __init__(self, decision: Decision, seals: Seals) -> None:
        self._decision = decision
        self._seals = seals
        self.sealed: dict[str, Any] = {}
        self.texts: list[FreeText] = []

    def member(self, declared: Declared, steps: tuple[object, ...]) -> dict[str, Json]:
        """A fact or command as JSON, with what is not for everyone sealed."""
        if declared.ALL_PUBLIC:
            return declared.to_json()
        document: dict[str, Json] = {"type": declared.TYPE}
        for field in declared.FIELDS:
            value = getattr(declared, field.attribute)
            if value is not None:
                document[field.name] = self._value(declared, field, value, (*steps, field.name))
        return document

    def _value(self, declared: Declared, field: Field, value: object, steps: tuple[object, ...]) -> Json:
        if field.nested:
            return self._nested(value, steps)
        if field.public:
            return to_json(value)
        path = pointer(*steps)
        seats = _entitled(declared, field.audience, self._decision.actor)
        if field.text:
            return self.text(path, seats, str(value))
        entry: dict[str, Any] = {"for": seats, "value": to_json(value)}
        if field.once:
            entry["once"] = True
        self.sealed[path] = entry
        commitment = self._seals.sealed(self._decision.version, path, entry["value"])
        return {"hidden": _number(field.audience, value), "seal": commitment}

    def text(self, path: str, seats: Json, value: str) -> Json:
        """A free text: kept outside, under a salt of its own."""
        salt, sealed = self._seals.text(self._decision.version, path, value)
        self.texts.append(FreeText(self._decision.version, path, salt, value))
        self.sealed[path] = {"for": seats, "text": True}
        return {"hidden": 1, "seal": sealed}

    def _nested(self, value: object, steps: tuple[object, ...]) -> Json:
        if isinstance(value, Declared):
            return self.member(value, steps)
        if isinstance(value, tuple | list):
            return [self._nested(item, (*steps, n)) for n, item in enumerate(value)]
        if isinstance(value, Mapping):
            if "type" in value:
                raise TypeError(
                    "a fact is written from itself, not from its JSON: its secrets would stand in clear"
                )
            return {key: self._nested(item, (*steps, key)) for key, item in value.items()}
        return to_json(value)


def _entitled(declared: Declared, audience: Audience, actor: Json) -> Json:
    if audience.kind == "everyone":
        return EVERYONE
    if audience.kind == "officials":
        return OFFICIALS
    if audience.kind == "actor":
        return [actor["seat"]] if isinstance(actor, dict) else []
    seats: list[int] = []
    for name in audience.fields:
        named = getattr(declared, name)
        if named == EVERYONE:
            return EVERYONE
        seats += [named] if isinstance(named, int) else list(named)
    return sorted(set(seats))


def _number(audience: Audience, value: object) -> int:
    if not audience.counted:
        return 1
    if isinstance(value, Hidden | Unknown):
        return value.number
    if isinstance(value, tuple):
        return sum(item.number if isinstance(item, Hidden | Unknown) else 1 for item in value)
    return 1


def _put(document: Any, path: str, value: Json) -> None:
    *steps, last = path.split("/")[1:]
    for step in steps:
        document = document[int(step) if isinstance(document, list) else step]
    document[int(last) if isinstance(document, list) else last] = value


def sealed_places(record: Json, path: str = "") -> Iterator[tuple[str, str]]:
    """Each pointer in *record* at which a commitment stands, with the commitment."""
    if isinstance(record, dict):
        if set(record) == {"hidden", "seal"}:
            yield path, record["seal"]
            return
        for key, item in record.items():
            yield from sealed_places(item, path + pointer(key))
    elif isinstance(record, list):
        for n, item in enumerate(record):
            yield from sealed_places(item, path + pointer(n))
