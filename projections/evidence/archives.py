"""A match as an archive for a viewer: what ``domain.evidence.archive`` verifies, line by line, in little memory.

The gate says which values are in it; to each comes the salt of its seal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domain.application.matches import Matches
from domain.evidence.archive import OFFICIAL_WARNING
from domain.evidence.shape import ARCHIVE
from domain.evidence.writing import told_of, written_line
from domain.kit.facts import Json
from domain.kit.ruleset import digest_of
from domain.kit.visibility import Horizon, Viewer
from domain.kit.written.evidence import salt_of
from domain.match.match import Match, MatchEvent
from domain.match.principal import Principal
from projections.access import HasFaded
from projections.evidence.draws import has_seed, opened_chance
from projections.evidence.proving import Head


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is exported: for which viewer, as far as *horizon* lets them read, which tree, with *texts* or not."""

    viewer: Viewer
    horizon: Horizon
    head: Head
    texts: bool = True


def check_whole(match: Match, principal: Principal) -> None:
    """Raise ``HasFaded`` while a match fades for who asks: an archive has every decision, or there is none."""
    if match.horizon(principal).fades:
        raise HasFaded("while the match runs, what was seen fades: there is an archive when it is over", "TB-68")


def check_undamaged(matches: Matches, match: Match, size: int) -> None:
    """Raise ``Damaged`` if anything of the archive is: before the first line of it is sent."""
    for page in matches.stored_pages(match.id, until=size - 1):
        matches.texts_of(match.id, page)


def lines(matches: Matches, match: Match, wanted: Wanted) -> Iterator[bytes]:
    """The archive, a page of decisions at a time."""
    signer = matches.signer
    yield written_line(_header(wanted, None if signer is None else signer.verifier.name))
    for page in matches.stored_pages(match.id, until=wanted.head.size - 1):
        salted = matches.texts_of(match.id, page)
        yield b"".join(
            written_line(_decision(match, event, salted.get(event.originator_version, {}), wanted))
            for event in page
        )
    trailer: dict[str, Json] = {
        "count": wanted.head.size,
        "ruleset": {**match.opening["ruleset"], "digest": _digest_of(match)},
        "keys": [] if signer is None else [str(signer.verifier)],
    }
    if wanted.viewer.official and match.state.closed and has_seed(match):
        trailer["chance"] = opened_chance(matches, match, wanted.head.size)
    if wanted.head.checkpoint is not None:
        trailer["checkpoint"] = wanted.head.checkpoint
    yield written_line(trailer)


def _digest_of(match: Match) -> str | None:
    """The digest of the ruleset's files, if the installed one is the one that the match was played by."""
    return digest_of(match.ruleset) if match.ruleset.version == match.rules.version else None


def _header(wanted: Wanted, service: str | None) -> dict[str, Json]:
    header: dict[str, Json] = {
        "archive": ARCHIVE,
        "match": str(wanted.head.match),
        "as": str(wanted.viewer),
        "size": wanted.head.size,
        "service": service,
    }
    return {**header, "warning": OFFICIAL_WARNING} if wanted.viewer.official else header


def _decision(
    match: Match, event: MatchEvent, texts: Mapping[str, tuple[str, str]], wanted: Wanted
) -> dict[str, Json]:
    stored = event.stored({pointer: value for pointer, (_, value) in texts.items()})

    def salt(pointer: str) -> str:
        if event.sealed[pointer].get("text"):
            return texts[pointer][0]
        return salt_of(match.secrets.match_key, event.originator_version, pointer)

    told = told_of(stored, salt, wanted.viewer, wanted.horizon, texts=wanted.texts)
    return {"open": event.open, "root": event.root, **told}
