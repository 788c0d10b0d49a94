"""Who may look as whom, and how far back: the questions asked before anything is read.

Nothing is hidden here. What a viewer is shown is the gate's business (``domain.kit.visibility``); this module
says which viewer a token may ask for, and which versions have faded for it.
"""

from __future__ import annotations

from time import monotonic, sleep
from typing import ClassVar

from domain.application.matches import Matches
from domain.kit.text.naming import no_such
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, seat_viewer
from domain.match.match import Match
from domain.match.principal import ANONYMOUS, Principal

PATIENCE = 0.5
"""Seconds that a reader waits for a version that the match has not reached."""


class NotToBeSeen(Exception):
    """Somebody asks to see what is not theirs to see; *rule* is the reference number of the rule that says so.

    *code* is that of the refusal.
    """

    code: ClassVar[str]

    def __init__(self, detail: str, rule: str) -> None:
        super().__init__(detail)
        self.detail = detail
        self.rule = rule


class NotAllowed(NotToBeSeen):
    """The token may not look as this viewer."""

    code = "forbidden"


class HasFaded(NotToBeSeen):
    """The version is before the horizon of the principal."""

    code = "faded"


class NotClosed(NotToBeSeen):
    """The record has to be closed first."""

    code = "not-closed"


class NotOver(NotToBeSeen):
    """The match has to be over first."""

    code = "not-over"


class NoSuchViewer(ValueError):
    """No viewer has this name."""


class NoSuchVersion(ValueError):
    """``at`` and ``line`` must keep 0 ≤ at ≤ line ≤ newest; *field* names the one that does not."""

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(detail)
        self.field = field


class LogReplaced(Exception):
    """What somebody has seen of a match is not in its log; *version* is the newest one there."""

    def __init__(self, version: int) -> None:
        super().__init__(
            "this log does not hold what has been seen: it was restored from an earlier state, so read it anew"
        )
        self.version = version


class NotReached(Exception):
    """The match is not at the version yet that the caller wants to see; *version* is the one it is at."""

    def __init__(self, wanted: int, version: int) -> None:
        super().__init__(f"version {wanted} has not been reached: the newest is {version}")
        self.version = version


def viewer_named(match: Match, name: str) -> Viewer:
    """The viewer called ``public``, ``official`` or ``seat:N``; raises :class:`NoSuchViewer`."""
    if name in ("public", "official"):
        return PUBLIC if name == "public" else OFFICIAL
    kind, _, number = name.partition(":")
    if kind == "seat" and number.isascii() and number.isdigit() and len(number) < 4:
        seat = int(number)
        if seat < match.rules.seats and number == str(seat):
            return seat_viewer(seat)
    seats = [str(seat_viewer(seat)) for seat in range(match.rules.seats)]
    raise NoSuchViewer(no_such("viewer of this match", name, [str(PUBLIC), str(OFFICIAL), *seats]))


def check_viewer(match: Match, principal: Principal, viewer: Viewer) -> None:
    """Raise :class:`NotAllowed` unless the principal may look as *viewer*.

    Officials as anyone; a seat as itself and as the public; everybody else as the public. When the end of the
    match is final, everybody as anyone, if its ``disclosure`` is ``full``. Whose token is void by now, as nobody.
    """
    if not match.admits(principal):
        raise NotAllowed("this token has been replaced or revoked", "TB-2")
    if principal.official or viewer in (PUBLIC, principal.viewer):
        return
    if match.disclosed and match.rules.options["disclosure"] == "full":
        return
    if principal == ANONYMOUS:
        raise NotAllowed(f"without a token nobody may look as {viewer}", "TB-67")
    raise NotAllowed(f"this token may not look as {viewer}", "TB-67")


def check_knowledge(match: Match, principal: Principal, viewer: Viewer) -> None:
    """Raise :class:`NotAllowed` unless the principal may read what *viewer* knew.

    Officials of anyone; a seat of itself, when the match is over.
    """
    if principal.official or (match.over and principal.role == "seat" and viewer == principal.viewer):
        return
    detail = "what a viewer knew is for officials, and for a seat about itself when the match is over"
    raise NotAllowed(detail, "TB-69")


def check_over(match: Match) -> None:
    """Raise :class:`NotOver` while the match goes on, or its end waits to be confirmed."""
    if not match.over:
        detail = "the match has no result yet: somebody has to confirm its end first"
        going_on = "the match has no result yet: it is not over"
        raise NotOver(detail if match.state.proposed is not None else going_on, "TB-87")


def check_chance(match: Match, principal: Principal) -> None:
    """Raise :class:`NotClosed`, or :class:`NotAllowed`, unless the principal may know the seed of chance.

    While the record is open something can still be drawn, so nobody may; then those who may look as official.
    """
    if not match.state.closed:
        raise NotClosed("the seed of chance is opened when the record of the match is closed", "TB-71")
    check_viewer(match, principal, OFFICIAL)


def reached(matches: Matches, match: Match, version: int, patience: float = PATIENCE) -> Match:
    """The match as it is at *version* or later, waited for a while; raises :class:`NotReached`."""
    end, pause = monotonic() + patience, 0.005
    while match.version < version:
        if monotonic() >= end:
            raise NotReached(version, match.version)
        sleep(pause)
        pause = min(2 * pause, 0.05)
        match = matches.load(match.id)
    return match


def check_cursor(name: str, cursor: int | None, last: int) -> None:
    """Raise :class:`NoSuchVersion` for a cursor beyond the *last* decision of what is read, with its *name*."""
    if cursor is not None and cursor > last:
        raise NoSuchVersion(name, f"there is no decision {cursor}: the newest is {last}")


def check_seen(matches: Matches, match: Match, seen: str | None) -> None:
    """Raise :class:`LogReplaced` if this version with this root (``"17-<hex>"``) has never been in the log."""
    if seen is None:
        return
    version, _, root = seen.partition("-")
    if int(version) > match.version or matches.root_at(match, int(version)) != root:
        raise LogReplaced(match.version)


def coordinates(match: Match, at: int | None, line: int | None) -> tuple[int, int]:
    """The two coordinates of a read, with what is left out filled in.

    Without ``line``, ``at`` is read on the line as it was at that version; without ``at``, the line is read at
    its end. Raises :class:`NoSuchVersion`.
    """
    newest = match.version
    if at is None:
        at = newest if line is None else min(line, newest)
    if line is None:
        line = at
    if not 0 <= at <= newest:
        raise NoSuchVersion("at", f"there is no decision {at}: the newest is {newest}")
    if not at <= line <= newest:
        raise NoSuchVersion("line", f"a line lies between at ({at}) and the newest version ({newest})")
    return at, line


def check_not_faded(match: Match, principal: Principal, at: int) -> None:
    """Raise :class:`HasFaded` if views at this version have faded for the principal."""
    horizon = match.horizon(principal)
    if horizon.fades and at < horizon.version:
        raise HasFaded(f"what lay on the table before decision {horizon.version} has faded", "TB-68")
