"""Whole matches that were recorded at a table, entered on a scribe's page: that can be done, in so many taps."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.browser.driving import NAMES, Browser
from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = [pytest.mark.long, pytest.mark.grows]

VECTORS = sorted((Path(__file__).parent.parent / "vectors" / "shorthand").glob("*.txt"))
Json = Any
BY_OTHERS = ("arbiter", "host")
NOT_TAPPED = {"table.note", "table.amend", "table.assert", "table.missing", "table.take-back", "table.accuse"}
"""What is said with words, or of any place of the board: it is typed, or filled in in a form."""
BOUNDS = {"thurn-and-taxis": (6, 12), "seven-sins": (3, 6), "mea-culpa": (46, 52)}
"""The taps of a turn (of Mea Culpa, a round): those of the median, and of all but one of twenty."""
MORE = {"mea-culpa-2": (52, 60), "mea-culpa-3": (66, 86)}
"""The same, for four players, and for META CULPA, where each step is a decision."""
MOST = {"take": 2, "take-card": 2, "start-route": 2, "extend-route": 2, "close-route": 4, "buy": 2, "visit": 2}
"""The taps of single decisions at most."""
PLAYED = {"take", "take-card", "use-administrator", "draw-stones"}
"""What is done in each turn or round that is counted."""
ENOUGH = 3
"""Turns or rounds that have a median."""
MANY = 10
"""Turns or rounds of which it says something what nineteen of twenty need at most."""
SHORT = 12
"""Decisions that are entered when there is little time."""


@pytest.fixture
def entered(browser: Browser, service: Served) -> Any:
    """Enters a vector on the page; what the scenario found, and both logs."""

    def enter(vector: Path, most: int | None) -> tuple[dict[str, Any], list[Json], list[Json]]:
        text = vector.read_text(encoding="utf-8")
        model = recorded(service, text)
        log = decisions(service, model)
        match = again(service, log[0])
        seats = match["links"]["self"]
        found = browser.run(
            "taps",
            address=f"{service.address}/matches/{match['id']}/scribe#token={match['tokens']['scribe']}",
            api=f"{service.address}{seats}",
            tokens={**match["tokens"], **dict(enumerate(match["tokens"]["seats"]))},
            first=0,
            entries=[
                one for one in entries(log, lines_of(service, model, log)) if one["version"] <= (most or len(log))
            ],
        )
        assert not found["wrong"], "\n".join(found["wrong"])
        return found, log, decisions(service, match)

    return enter


def recorded(service: Served, text: str) -> Json:
    """A match that is recorded from a file."""
    request = Request(f"{service.address}/v1/imports", text.encode(), {"Content-Type": "text/plain"})
    with urlopen(request, timeout=300) as answer:
        return json.load(answer)


def again(service: Served, opening: Mapping[str, Json]) -> Json:
    """A match that begins in the same way."""
    seats = [{name: seat[name] for name in ("name", "colour")} for seat in opening["seats"]]
    more = {name: opening[name] for name in ("options", "board", "public") if name in opening}
    body = {"ruleset": opening["ruleset"]["id"], "mode": "recorded", "seats": seats, **more}
    status, match, _ = service.request("POST", "/v1/matches", body)
    assert status == 201, match
    return match


def decisions(service: Served, match: Json) -> list[Json]:
    """Everything that was decided, as its scribe has it."""
    bearer = {"Authorization": f"Bearer {match['tokens']['scribe']}"}
    found = service.request("GET", f"{match['links']['self']}/decisions?limit=1000", headers=bearer)[1]
    return list(found["decisions"])


def lines_of(service: Served, match: Json, log: list[Json]) -> dict[int, str]:
    """The line of shorthand of each decision that is written."""
    bearer = {"Authorization": f"Bearer {match['tokens']['scribe']}"}
    path = f"{match['links']['self']}/shorthand?after=0"
    with urlopen(Request(f"{service.address}{path}", headers=bearer)) as answer:
        text = answer.read().decode()
    written = [one["version"] for one in log[1:] if not one.get("automatic")]
    return dict(zip(written, text.splitlines(), strict=True))


def entries(log: list[Json], lines: Mapping[int, str]) -> Iterator[Json]:
    """What is entered: each decision that doesn't follow by itself."""
    following = [one["version"] for one in log[1:] if not one.get("automatic")]
    alone = set(struck_alone(log))
    for one in log[1:]:
        if one.get("automatic"):
            continue
        version = one["version"]
        later = [other for other in following if other > version]
        actor, broken = one["actor"], next((fact for fact in one["facts"] if fact["type"] == "Irregular"), None)
        yield {
            "version": version,
            "last": (later[0] if later else len(log)) - 1,
            "command": one["command"],
            "told": one["command"],
            "seat": actor["seat"] if isinstance(actor, dict) else None,
            "by": _sender(one),
            "irregular": broken and {"note": broken.get("note") or "so it was"},
            "line": lines[version],
            "alone": version in alone,
        }


def struck_alone(log: list[Json]) -> Iterator[int]:
    """What was taken back without what is before it: an offer there was declined by itself, then."""
    for one in log:
        command = one["command"]
        if command["type"] == "table.take-back":
            taken = {command["decision"], *command.get("also", ())}
        else:
            changes = command.get("changes", ()) if command["type"] == "table.amend" else ()
            taken = {change["decision"] for change in changes if change["effect"] == "remove"}
        yield from (version for version in taken if version - 1 not in taken)


def _sender(one: Json) -> str | int:
    """Whose token it needs: what a seat says at the table, nobody else can."""
    actor = one["actor"]
    if isinstance(actor, dict) and one["command"]["type"].startswith("table."):
        return int(actor["seat"])
    return actor if actor in BY_OTHERS else "scribe"


def bare(log: list[Json]) -> list[Json]:
    """What is the same in both matches: not times, seals and blinds, nor how an offer was declined."""
    return [{name: one.get(name) for name in ("version", "actor", "command", "facts")} for one in log[1:]]


def stretches(found: list[Json]) -> Iterator[int]:
    """The taps of each turn; in Mea Culpa of each round. What is typed, or said by others, is none."""
    taps, seat, plays = 0, None, False
    for one in found:
        game = not one["type"].startswith("table.")
        begins = one["type"] == "draw-stones" or (
            game and one["seat"] not in (None, seat) and not any(e["type"] == "draw-stones" for e in found)
        )
        if begins:
            if plays:
                yield taps
            taps, plays = 0, False
        if game and one["seat"] is not None:
            seat = one["seat"]
        plays |= one["type"] in PLAYED
        taps += one["taps"] if one["how"] in ("taps", "sheet", "besides", "irregular") else 0
    if plays:
        yield taps


def p95(taps: list[int]) -> int:
    """So many taps have all but one of twenty at most."""
    return sorted(taps)[round(0.95 * (len(taps) - 1))]


@pytest.mark.few("seven-sins-1", "mea-culpa-1", "thurn-and-taxis-1")
@pytest.mark.parametrize("vector", VECTORS, ids=lambda path: path.stem)
def test_a_match_is_recorded_by_taps(entered: Any, vector: Path) -> None:
    found, model, log = entered(vector, SHORT if os.environ.get("KERBHOLZ_SOAK") != "1" else None)
    each = found["found"]
    taps = list(stretches(each))
    if "KERBHOLZ_TAPS" in os.environ:
        (Path("/tmp") / f"{vector.stem}.json").write_text(json.dumps({**found, "stretches": taps}))
    assert bare(log) == bare(model)[: len(log) - 1]
    for one in each:
        assert one["how"] != "typed" or one["type"] in NOT_TAPPED or " irregular" in one["line"], one
    most: dict[str, int] = {}
    for one in each:
        if one["how"] == "taps":
            most[one["type"]] = max(most.get(one["type"], 0), one["taps"])
    assert all(most.get(kind, 0) <= bound for kind, bound in MOST.items()), most
    middle, upper = MORE.get(vector.stem) or BOUNDS[vector.stem.rpartition("-")[0]]
    assert len(taps) < ENOUGH or median(taps) <= middle, taps
    assert len(taps) < MANY or p95(taps) <= upper, taps


def test_nothing_is_called_by_its_id_where_the_names_come_late(used: Used, service: Served) -> None:
    bench = Bench(service, "mea-culpa", 3, mode="recorded")
    read = used(
        ["slow", "/v1/rulesets/mea-culpa", 1500],
        ["visit", f"{bench.page}/scribe#token={bench.token('scribe')}"],
        ["wait", "#entering h3"],
        ["texts", "titles", "#entering h3"],
        ["texts", "buttons", "#entering section:first-of-type button"],
    )
    assert read["titles"][0] == "Line up the souls"
    assert read["buttons"][:3] == list(NAMES[:3])
