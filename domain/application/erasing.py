"""Erasing a text of a match: who may, and what is left to say that it was.

That is no decision: the record may be closed, and a leaf would say for ever whose name went.
"""

from __future__ import annotations

from domain.application.matches import Matches
from domain.kit.guards import Refused
from domain.kit.table.seats import named_at, sittings
from domain.match.match import Match, MatchEvent
from domain.match.principal import Principal
from domain.store.beside.names import is_name


class NoSuchText(LookupError):
    """There is no decision of this version, or no text at this place in it, and there never was one."""


def erase(matches: Matches, match: Match, principal: Principal, version: int, pointer: str) -> bool:
    """Erase the text at *pointer* of a decision; whether it still existed.

    Raises ``Refused`` for who may not, :class:`NoSuchText`.
    """
    if not 0 <= version <= match.version:
        raise NoSuchText(f"there is no decision {version}: the newest is {match.version}")
    event = matches.stored_event(match.id, version)
    if not _may_erase(match, principal, event, pointer):
        detail = (
            "a text can be erased by its writer, a name or the labels by the host, a name by its own seat, and"
            " everything by the arbiter"
        )
        raise Refused("forbidden", detail, "TB-75")
    if not event.sealed.get(pointer, {}).get("text"):
        raise NoSuchText(f"decision {version} has no text there")
    return matches.erase(match.id, version, pointer, str(principal))


def _may_erase(match: Match, principal: Principal, event: MatchEvent, pointer: str) -> bool:
    if principal.role == "arbiter" or event.record["recorded_by"] == principal.name:
        return True
    if principal.seat is not None and is_name(event, pointer):
        sitting = sittings(match.state.sittings, principal.seat)[-1]
        own = {(version, named_at(principal.seat, version)) for version in sitting}
        return (event.originator_version, pointer) in own
    return principal.role == "host" and (event.originator_version == 0 or is_name(event, pointer))
