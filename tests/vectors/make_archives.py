"""Makes archives of officials that every later version has to decide again the same.

    python -m tests.vectors.make_archives

They were made once for each release, and are never made again: `tests/evidence/test_replaying.py` decides them
again. When rules change, the ruleset gets another version, and keeps what the old one says for the old matches.

People play and quarrel at random: there are notes, take-backs, rulings and their reversals, corrections, irregular
entries, unknown things, reminders and accusations.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from domain.application.matches import Matches
from domain.kit.table.commands import Abandon, Close
from domain.kit.table.disputes import Resume
from domain.kit.visibility import NO_HORIZON, OFFICIAL
from projections.evidence import archives, proving
from tests.laws.contributing import JOINT, begun, values_of
from tests.laws.quarrels import ARBITER, HOST, Quarrel, application
from tests.laws.test_corrections import a_change, amended

RELEASE = "0.1.0"
FOLDER = Path(__file__).parent / "archives"
CASES: dict[str, tuple[str, int, str, dict[str, Any], float]] = {
    "seven-sins-hosted": ("seven-sins", 3, "hosted", {"penitence": True}, 1.0),
    "seven-sins-recorded": ("seven-sins", 2, "recorded", {}, 0.5),
    "mea-culpa-hosted": ("mea-culpa", 2, "hosted", {}, 1.0),
    "mea-culpa-recorded": ("mea-culpa", 3, "recorded", {}, 0.6),
    "mea-culpa-joint": ("mea-culpa", 2, "hosted", JOINT, 1.0),
    "meta-culpa-hosted": ("mea-culpa", 2, "hosted", {"meta_culpa": "automatic"}, 1.0),
    "meta-culpa-recorded": ("mea-culpa", 2, "recorded", {"meta_culpa": "called"}, 1.0),
    "thurn-and-taxis-hosted": ("thurn-and-taxis", 2, "hosted", {}, 1.0),
    "thurn-and-taxis-recorded": ("thurn-and-taxis", 3, "recorded", {}, 0.6),
}
"""Game, seats, mode, options, and how often the scribe sees what is not for everyone."""


def main() -> None:
    """Write them all."""
    folder = FOLDER / RELEASE
    folder.mkdir(parents=True, exist_ok=True)
    for name in CASES:
        with application() as matches:
            quarrel = quarrelled(matches, name, 1)
            (folder / f"{name}.kerbholz").write_bytes(b"".join(archive(matches, quarrel)))


def quarrelled(matches: Matches, name: str, number: int, steps: int = 60) -> Quarrel:
    """A match of a case."""
    game, seats, mode, options, sees = CASES[name]
    rng = Random(f"archive {name} {number}")
    quarrel = Quarrel(matches, game, seats, mode, options, sees)
    if options == JOINT:
        begun(quarrel, values_of(seats, rng))
    for _ in range(steps):
        if quarrel.state.plays and rng.random() < 0.7:
            quarrel.step(rng)
        elif rng.random() < 0.7:
            quarrel.quarrel(rng)
        elif mode == "recorded" and (change := a_change(quarrel, rng)) is not None:
            amended(quarrel, change)
    if options == JOINT:  # its draws are told, too
        if quarrel.state.status == "frozen":
            quarrel.send(ARBITER, Resume())
        if not quarrel.state.over:
            quarrel.send(HOST, Abandon())
        quarrel.send(HOST, Close())
    return quarrel


def archive(matches: Matches, quarrel: Quarrel) -> Iterator[bytes]:
    """Its archive of officials."""
    match = quarrel.match
    yield from archives.lines(
        matches, match, archives.Wanted(OFFICIAL, NO_HORIZON, proving.head(matches, match, None))
    )


if __name__ == "__main__":
    main()
