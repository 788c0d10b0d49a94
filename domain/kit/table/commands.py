"""Commands that every game has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from domain.kit.facts import Command, Json, Limits, Of, Text, actor_alone, everyone, officials, text
from domain.kit.guards import TokenRole
from domain.kit.table import calling, countersigning, disputes, joining, seats


@dataclass(frozen=True, slots=True)
class Open(Command, type="open"):
    """Opens a match: decision 0."""


@dataclass(frozen=True, slots=True)
class Note(Command, type="table.note"):
    """Makes a note that everyone at the table can read."""

    text: Annotated[Text, everyone, text, Limits(1, 2000)]
    about: Annotated[int | None, everyone, Limits(0), Of("version")] = None


@dataclass(frozen=True, slots=True)
class TakeBack(Command, type="table.take-back"):
    """Takes back one's own decision, and together with it others of one's own (*also*)."""

    decision: Annotated[int, everyone, Limits(0), Of("version")]
    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None
    also: Annotated[tuple[int, ...] | None, everyone, Limits(1, 50), Of("version")] = None


@dataclass(frozen=True, slots=True)
class Tell(Command, type="table.tell"):
    """Tells what the unknown *things* in a place are, which of them lie in a *part*, or the *amount* in a purse.

    What waited for it goes on.
    """

    place: Annotated[str, everyone, Limits(1, 100), Of("place")]
    things: Annotated[tuple[str, ...] | None, officials, Limits(0, 200), Of("thing")] = None
    part: Annotated[str | None, officials, Limits(1, 40), Of("part")] = None
    amount: Annotated[int | None, officials, Limits(0)] = None


@dataclass(frozen=True, slots=True)
class Identify(Command, type="table.identify"):
    """Says what the unknown things are that lie in a place now, as ``table.tell`` does; nothing goes on for it."""

    place: Annotated[str, everyone, Limits(1, 100), Of("place")]
    things: Annotated[tuple[str, ...] | None, officials, Limits(0, 200), Of("thing")] = None
    part: Annotated[str | None, officials, Limits(1, 40), Of("part")] = None
    amount: Annotated[int | None, officials, Limits(0)] = None


@dataclass(frozen=True, slots=True)
class Missing(Command, type="table.missing"):
    """Says that pieces are missing from the set: from a *place*, or from what is unknown."""

    things: Annotated[tuple[str, ...], everyone, Limits(1, 200), Of("thing")]
    place: Annotated[str | None, everyone, Limits(1, 100), Of("place")] = None


@dataclass(frozen=True, slots=True)
class Confirm(Command, type="table.confirm"):
    """Confirms the end that is proposed in a recorded match."""


@dataclass(frozen=True, slots=True)
class Assert(Command, type="table.assert"):
    """Says what is true on the table now: what stands in the own view at this JSON pointer. It changes nothing."""

    at: Annotated[str, actor_alone, Limits(0, 300), Of("pointer")]
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
    """Makes the token of a role (of a seat, that of *seat*) void, and gives a new one, unless it is revoked.

    A seat replaces its own alone.
    """

    role: Annotated[TokenRole, everyone, Of("role")]
    seat: Annotated[int | None, everyone, Limits(0), Of("seat")] = None
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
    restore: Annotated[int | None, everyone, Limits(0), Of("version")] = None
    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class Reveal(Command, type="table.reveal"):
    """Fills in what was unknown in a decision: its own command, with the values that are known by now."""

    decision: Annotated[int, everyone, Limits(1), Of("version")]
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
    *joining.COMMANDS,
    *calling.COMMANDS,
    *countersigning.COMMANDS,
    *seats.COMMANDS,
)
TABLE_COMMANDS: Mapping[str, type[Command]] = {command.TYPE: command for command in _COMMANDS}
