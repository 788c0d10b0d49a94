"""What the values of a command may be, whatever the game: something that can be stored, and unknown to few."""

from __future__ import annotations

from domain.kit.facts import Command, Unknown, unknown_in
from domain.kit.guards import Refused
from domain.kit.written.evidence import NotPortable, check_portable


def check_storable(command: Command) -> None:
    """Raise ``Refused`` for what cannot be stored."""
    try:
        check_portable(command.to_json())
    except NotPortable as error:
        raise Refused("invalid", f"{command.TYPE} holds {error}, which cannot be stored", "TB-27") from None


def check_unknown(command: Command, *, allowed: bool) -> None:
    """Only who writes down what others did may not have seen what it was; and one thing is one unknown thing."""
    for field in command.FIELDS:
        value = getattr(command, field.attribute)
        if unknown_in(value) and not allowed:
            detail = "only the scribe of a recorded match can enter something as unknown"
            raise Refused("invalid", detail, "TB-9")
        if isinstance(value, Unknown) and value.number != 1 and not field.is_list:
            detail = f'{field.name} is one thing: if it is unknown, write {{"unknown": 1}}'
            raise Refused("invalid", detail, "TB-9")
