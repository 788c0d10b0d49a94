"""A match as it was at an earlier version, for readers who don't want to know yet how it went on (``until``)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from domain.application.matches import Matches
from domain.kit.visibility import OFFICIAL, Horizon
from domain.match.match import Match
from domain.match.principal import Principal


@dataclass(frozen=True)
class Past(Match):
    """A match as its log says up to a version: how it stood, and who could look as whom.

    Whose token counts is a question of the present, and so is what has faded: a reader of the past gets
    back nothing that is gone. Of a horizon behind its end it only says that all has faded.
    """

    now: Match = field(kw_only=True)

    @property
    def newest(self) -> Match:
        """The match as it is now."""
        return self.now

    def admits(self, principal: Principal) -> bool:
        """Whether the token is the newest one now."""
        return self.now.admits(principal)

    def horizon(self, principal: Principal) -> Horizon:
        """How far back this principal may read now."""
        horizon = self.now.horizon(principal)
        return Horizon(min(horizon.version, self.version + 1), horizon.fades)


def past(matches: Matches, match: Match, until: int) -> Match:
    """*match* as it was at version *until*; the match itself where it has not gone beyond that."""
    if until >= match.version:
        return match
    (last,) = matches.decisions(match.id, after=until - 1, until=until)
    given: dict[str, Any] = {one.name: getattr(match, one.name) for one in fields(Match) if one.init}
    return Past(
        **{
            **given,
            "state": matches.state_at(match, OFFICIAL, until, until),
            "version": until,
            "at": last.record["at"],
            "root": matches.root_at(match, until),
        },
        now=match,
    )
