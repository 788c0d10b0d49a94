"""Files in shorthand: unknowns are read again as they were, and nothing is lost halfway."""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.shorthand import header_of, write_match
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, redact, seat_viewer
from domain.match.line import fold_facts
from domain.match.match import told
from service.cli import main
from service.cli import record as recording
from tests.laws.recording import Recording
from tests.laws.test_recorded import matches, played
from tests.persistence.serving import Served
from tests.service.test_recording import HEADER
from tests.service.test_recording import PLAYED as ENDS_WITH_A_SLIP

__all__ = ["matches"]  # a fixture

ENTRIES = 40
PLAYED = ENDS_WITH_A_SLIP.replace("wrath", "pride")


def full_of_unknowns(matches: Matches, name: str, seats: int) -> Recording:
    """The beginning of a random match, recorded by somebody who sees nothing secret and is told what it cannot do
    without."""
    rng = Random(f"unknown {name}")
    made = Recording(matches, played(name, seats, rng), rng, sees=0.0)
    for version, _ in islice(made.entries(), ENTRIES):
        made.record(version, made.as_seen(version))
    assert made.unknown >= seats
    return made


def text_of(made: Recording) -> str:
    """The match as a file, as officials are told it."""
    first, *others = (redact(decision, OFFICIAL) for decision in made.matches.decisions(made.id))
    ruleset = made.match.ruleset
    return write_match(ruleset, header_of(ruleset, first), others, public=made.match.opening["public"])


def boards(made: Recording, viewer: Viewer) -> list[Json]:
    """The board after each decision, as a viewer sees it."""
    ruleset = made.match.ruleset
    state, seen = ruleset.empty(made.match.rules, viewer), []
    for event in made.matches._log(made.id):
        fold_facts(ruleset, state, told(event, viewer)["facts"])
        seen.append(json.loads(json.dumps(ruleset.view(state))))
    return seen


@pytest.mark.few("seven-sins-2", "thurn-and-taxis-2")
@pytest.mark.long
@pytest.mark.scenario(72)
@pytest.mark.parametrize(("name", "seats"), [("seven-sins", 2), ("mea-culpa", 2), ("thurn-and-taxis", 2)])
def test_a_match_full_of_unknowns_is_exported_and_read_again_the_same(
    matches: Matches, server: Served, name: str, seats: int
) -> None:
    made = full_of_unknowns(matches, name, seats)
    text = text_of(made)
    assert "?" in text
    service = recording.Service(server.address)
    done = recording.record(service, text)
    assert done["kept"] == []
    arbiter = done["tokens"]["arbiter"]
    assert recording.exported(service, done["id"], arbiter, None) == text
    last = made.match.version
    for viewer in (PUBLIC, OFFICIAL, *map(seat_viewer, range(seats))):
        seen = boards(made, viewer)
        for at in sorted({*range(1, last, max(last // 2, 1)), last}):
            path = f"/v1/matches/{done['id']}/view"
            view = json.loads(service.get(path, arbiter, **{"as": str(viewer), "at": str(at)}))
            assert view["board"] == seen[at], (str(viewer), at)


# -- a file of which not everything can be recorded ---------------------------------------------------------


def record(server: Served, file: Any) -> Result:
    return CliRunner().invoke(main, ["record", str(file), "--url", server.address])


@pytest.mark.scenario(79)
@pytest.mark.parametrize(
    ("slip", "opened"),
    [
        (("blue: take lust", "blue: take gold"), False),
        (("blue: take lust", "blue: take pride"), False),
        (("pile: refill 2 greed", "…a page is torn…"), True),
    ],
    ids=["unreadable", "refused", "behind a gap"],
)
def test_a_file_that_is_partly_refused_stays_as_it_is_and_is_recorded_when_it_is_mended(
    server: Served, tmp_path: Any, slip: tuple[str, str], opened: bool
) -> None:
    file = tmp_path / "match.txt"
    text = "# what the scribe thinks of it\n" + HEADER + PLAYED.replace(*slip)
    file.write_text(text, encoding="utf-8")
    done = record(server, file)
    assert file.read_text(encoding="utf-8") == text, "nobody writes to it"
    assert bool(done.stdout) == opened
    if opened:
        match = json.loads(done.stdout)["match"]
        stored = recording.exported(recording.Service(server.address), match, None, None)
        notes = [json.loads(line.partition("note ")[2]) for line in stored.splitlines() if "…gap… " in line]
        kept = [note.removeprefix("…gap… ") for note in notes]
        rest = PLAYED.replace(*slip).splitlines()
        said = [line.strip("…") for line in rest if line not in stored.splitlines()]
        assert said == kept, "what could not be played is kept word for word"
    file.write_text(text.replace(*reversed(slip)), encoding="utf-8")
    mended = record(server, file)
    assert mended.exit_code == 0, mended.output
    again = json.loads(mended.stdout)["match"]
    assert recording.exported(recording.Service(server.address), again, None, None) == HEADER + PLAYED
