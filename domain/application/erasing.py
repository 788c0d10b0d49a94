"""Erasing a text of a match: who may, and what is left to say that it was.

That is no decision: the record may be closed, and a leaf would say for ever whose name went.
"""

from __future__ import annotations

from domain.application.matches import Matches
from domain.kit.guards import Refused
from domain.match.match import Match
from domain.match.principal import Principal
from domain.store.side import NAME_AT


class NoSuchText(LookupError):
    """There is no decision of this version, or no text at this place in it, and there never was one."""


def erase(matches: Matches, match: Match, principal: Principal, version: int, pointer: str) -> bool:
    """Erase the text at *pointer* of a decision; whether it still existed.

    Raises ``Refused`` for who may not, :class:`NoSuchText`.
    """
    if not 0 <= version <= match.version:
        raise NoSuchText(f"there is no decision {version}: the newest is {match.version}")
    event = matches.stored_event(match.id, version)
    if not _may_erase(principal, version, pointer, event.record["recorded_by"]):
        detail = (
            "a text can be erased by its writer, a name or the labels by the host, a name by its own seat, and"
            " everything by the arbiter"
        )
        raise Refused("forbidden", detail, "TB-75")
    if not event.sealed.get(pointer, {}).get("text"):
        raise NoSuchText(f"decision {version} has no text there")
    return matches.erase(match.id, version, pointer, str(principal))


def _may_erase(principal: Principal, version: int, pointer: str, recorded_by: object) -> bool:
    if principal.role == "arbiter":
        return True
    if version == 0:
        named = NAME_AT.fullmatch(pointer)
        own = named is not None and principal.role == "seat" and int(named[1]) == principal.seat
        return own or principal.role == "host"
    return bool(recorded_by == principal.name)
