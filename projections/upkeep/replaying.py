"""Stored matches decided again: what the application's ``replaying`` needs of each, read from the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from uuid import UUID

from domain.application.matches import Matches
from domain.application.upkeep.replaying import Differs, NotInstalled, Recorded, decided_again
from domain.evidence.writing import audience_of
from domain.kit.facts import Json
from domain.kit.written.evidence import salt_of
from domain.match.damage import Damaged
from domain.match.match import MatchEvent
from domain.match.moved import MovedAway

AT_ONCE = 1_000
"""Matches that are given to processes at once: more of them would only wait in memory."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it went with a match: how many decisions came out the same, and what did not, at which version."""

    match_id: UUID
    decisions: int
    version: int | None = None
    detail: str | None = None


def outcome_of(matches: Matches, match_id: UUID) -> Outcome | None:
    """Decide a stored match again; None for one that has left for another cell meanwhile."""
    same = 0

    def progress(version: int) -> None:
        nonlocal same
        same = version + 1

    try:
        replayed(matches, match_id, progress)
    except Differs as differs:
        return Outcome(match_id, same, differs.version, str(differs))
    except NotInstalled as error:
        return Outcome(match_id, same, None, str(error))
    except Damaged as damage:
        return Outcome(match_id, same, damage.version, f"{damage.what}: {damage.detail}")
    except MovedAway:
        return None
    return Outcome(match_id, same)


def outcomes(
    environment: Mapping[str, str], match_ids: Iterable[UUID], jobs: int, service_key: bytes | None = None
) -> Iterator[Outcome]:
    """The same for many matches of a database, in *jobs* processes at a time; in the order of the ids."""
    yield from (one for one in _outcomes(environment, match_ids, jobs, service_key) if one is not None)


def _outcomes(
    environment: Mapping[str, str], match_ids: Iterable[UUID], jobs: int, service_key: bytes | None
) -> Iterator[Outcome | None]:
    if jobs == 1:
        with Matches(environment, service_key=service_key) as matches:
            for match_id in match_ids:
                yield outcome_of(matches, match_id)
        return
    several = iter(match_ids)
    context = get_context("forkserver")
    with ProcessPoolExecutor(jobs, context, initializer=_open, initargs=(dict(environment), service_key)) as pool:
        while page := list(islice(several, AT_ONCE)):
            yield from pool.map(_outcome_in_process, page)


_opened: list[Matches] = []
"""The application of this process, where it is one of several."""


def _open(environment: Mapping[str, str], service_key: bytes | None) -> None:
    _opened.append(Matches(environment, service_key=service_key))


def _outcome_in_process(match_id: UUID) -> Outcome | None:
    return outcome_of(_opened[0], match_id)


def replayed(matches: Matches, match_id: UUID, progress: Callable[[int], None] = lambda _: None) -> None:
    """Decide a stored match again; raises ``Differs``, ``NotInstalled``."""
    secrets = matches.side.secrets(match_id)
    decided_again(recorded(matches, match_id), progress, None if secrets is None else secrets.chance_seed)


def recorded(matches: Matches, match_id: UUID) -> Iterator[Recorded]:
    """The decisions of a match as they are stored, with all that officials may have."""
    secrets = matches.side.secrets(match_id)
    key = b"" if secrets is None else secrets.match_key
    for page in matches.stored_pages(match_id):
        salted = matches.texts_of(match_id, page)
        for event in page:
            yield _recorded(event, key, salted.get(event.originator_version, {}))


def _recorded(event: MatchEvent, key: bytes, texts: Mapping[str, tuple[str, str]]) -> Recorded:
    version = event.originator_version
    values: dict[str, tuple[Json, str]] = {
        at: (entry["value"], salt_of(key, version, at))
        for at, entry in event.sealed.items()
        if not entry.get("text")
    }
    values |= {at: (text, salt) for at, (salt, text) in texts.items()}
    audiences = {at: audience_of(entry) for at, entry in event.sealed.items()}
    return Recorded(version, event.open, audiences, values)
