"""What the page of a seat or a scribe asks for, and what comes back, tells nothing of another seat's secret."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from tests.browser.driving import Browser, page_of
from tests.browser.using import Bench
from tests.persistence.serving import Served
from tests.service.playing import filled_move

pytestmark = [pytest.mark.long, pytest.mark.scenario(8)]

OPTIONS = {"sins": ["pride", "greed", "lust", "envy", "wrath"], "first_seat": 0, "history": "kept"}
DEALS = (["pride", "greed", "lust"], ["lust", "greed", "pride"])
"""To the seats 0, 2 and 1: seat 2 is dealt the same in both."""
FIRST_FIVE = ["greed", "envy", "envy", "wrath", "greed"]
DIFFERS = {"seal", "blind", "root", "salt", "receipt", "at", "occurred_at", "signature", "seals", "checkpoint"}
"""What depends on the secret by design, or on the time."""
HEADERS = {"date", "etag", "x-request-id", "content-length", "content-encoding", "last-modified", "content-digest"}
ISO = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")


def twins(service: Served) -> list[Bench]:
    """Two recorded matches in which seats 0 and 1 have exchanged their cards; all else is the same."""
    tables = [Bench(service, "seven-sins", 3, mode="recorded", options=OPTIONS) for _ in DEALS]
    for table, cards in zip(tables, DEALS, strict=True):
        table.send("scribe", {"type": "deal", "cards": cards})
        table.send("scribe", {"type": "refill", "cards": FIRST_FIVE})
    dealt = [json.dumps(table.ask(0, "/decisions?as=seat:0")["decisions"][1]) for table in tables]
    assert ["pride" in facts for facts in dealt] == [True, False], "that is the secret"
    rng = Random(4)
    for turn in range(12):
        (awaited,) = {json.dumps(table.ask(2)["awaiting"]) for table in tables}
        seats = [one["seat"] for one in json.loads(awaited) if "seat" in one]
        if not seats:
            break
        move = filled_move(rng.choice(tables[0].ask(seats[0], "/moves")["moves"]), rng)
        for table in tables:
            table.send(seats[0], move)
        if turn == 1:
            for table in tables:
                accused = table.send(2, {"type": "table.accuse", "accused": 1, "decisions": [2], "reason": "seen"})
                table.send("arbiter", {"type": "table.rule", "verdict": "dismissed", "about": accused})
    return tables


def cleaned(document: Any) -> Any:
    """A document without what may differ."""
    if isinstance(document, dict):
        return {name: cleaned(value) for name, value in document.items() if name not in DIFFERS}
    return [cleaned(one) for one in document] if isinstance(document, list) else document


def alike(answer: dict[str, Any], match: Any) -> Any:
    """An answer as it has to be the same at both tables."""
    body = answer["body"].replace(match["id"], "ID")
    if answer["headers"].get("content-type", "").startswith("application/json"):
        body = json.dumps(cleaned(json.loads(body)))
    headers = {name: value.replace(match["id"], "ID") for name, value in answer["headers"].items()}
    kept = sorted((name, value) for name, value in headers.items() if name not in HEADERS)
    return (
        answer["method"],
        answer["url"].replace(match["id"], "ID"),
        answer["status"],
        kept,
        ISO.sub("TIME", body),
    )


def traffic(browser: Browser, service: Served, table: Bench, who: int | str) -> list[Any]:
    """Everything that somebody's page asks for while it replays the whole match, with the answers."""
    address = page_of(service, table.opened, table.token(who))
    found = browser.run("traffic", address=address, selectors=["#in-words summary", "#picture [data-at]"])
    newest = table.ask(None)["version"]
    assert found["newest"] == newest
    assert len(found["traffic"]) > 2 * newest, "each step asks for its board"
    return sorted(alike(one, table.opened) for one in found["traffic"])


def test_a_seat_cannot_tell_twins_apart_by_anything_that_its_page_asks_for(
    browser: Browser, service: Served
) -> None:
    tables = twins(service)
    of_a_seat, of_the_other = (traffic(browser, service, table, 2) for table in tables)
    for one, other in zip(of_a_seat, of_the_other, strict=True):
        assert one == other
    told, told_otherwise = (traffic(browser, service, table, "scribe") for table in tables)
    assert told != told_otherwise, "who wrote the secret down reads it"


def watched(browser: Browser, service: Served, notches: int) -> tuple[Bench, Any]:
    """A recorded match in which a seat bids by itself, and what its scribe's page asked for and showed."""
    table = Bench(service, "mea-culpa", 3, mode="recorded")
    rng = Random(3)
    while (move := table.ask("scribe", "/moves")["moves"][0])["type"] != "bid":
        table.send("scribe", filled_move(move, rng))
    page = f"{table.page}/scribe#token={table.token('scribe')}"
    ready, entered = "#entering[data-version] .pad:not([aria-busy])", "#last li:has-text('Ada')"
    browser.begin("watched", address=page, ready=ready, entered=entered)
    assert json.loads(browser.line()) == "there"
    table.send(0, {"type": "bid", "notches": notches, "taler": 3 * notches})
    browser.tell()
    return table, browser.end()


def on_the_table(shown: Any, match: Any) -> str:
    """What lies on the table, without what any two matches differ in."""
    text = json.dumps(shown).replace(match["id"], "ID")
    for token in (*match["tokens"]["seats"], match["tokens"]["scribe"]):
        text = text.replace(token, "TOKEN")
    return re.sub(r"[0-9a-f]{32,}|\d?\d:\d\d(:\d\d)?( [AP]M)?", "…", ISO.sub("TIME", text))


def test_a_scribes_page_shows_nothing_of_what_a_seat_entered_unless_it_is_held(
    browser: Browser, service: Served
) -> None:
    (one, saw), (other, saw_other) = (watched(browser, service, notches) for notches in (2, 5))
    for when in ("open", "then"):
        assert on_the_table(saw[when], one.opened) == on_the_table(saw_other[when], other.opened), when
    assert on_the_table(saw["held"], one.opened) != on_the_table(saw_other["held"], other.opened)
    # Each page asks for the same; how often depends on what comes first.
    asked = [
        {(answer["url"].replace(table.opened["id"], "ID"), answer["body"] != "") for answer in seen["traffic"]}
        for table, seen in ((one, saw), (other, saw_other))
    ]
    assert asked[0] == asked[1]
    for answer in (*saw["traffic"], *saw_other["traffic"]):
        assert "as=official" not in answer["url"], answer["url"]
        assert not re.search(r'"(notches|taler)": ?(2|5|6|15)\b', answer["body"]), answer["url"]
