"""Who knew something, and since when: each viewer by what that viewer was told."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domain.kit.facts import Json
from domain.table.pointers import Found
from projections.knowers import extent
from tests.service.playing import CheckedClient, Table, open_match, recorded_match, step, thurn_and_taxis

SINS = ["pride", "greed", "lust", "envy", "wrath"]


def dealt(client: CheckedClient, *cards: Json, **more: Any) -> Table:
    """A recorded match of three seats, in which each was dealt a card: decision 1."""
    options = {"sins": SINS, "first_seat": 0, "history": "kept", **more}
    table = open_match(client, 3, mode="recorded", options=options)
    table.do("scribe", {"type": "deal", "cards": list(cards)})
    table.do("scribe", {"type": "refill", "cards": ["greed", "envy", "envy", "wrath", "greed"]})
    return table


def knew(table: Table, version: int, pointer: str, who: Any = "arbiter", **query: Any) -> dict[str, Any]:
    """What each viewer is said to have known: how much, since when, and what."""
    answer = table.get(who, f"knowledge/{version}", pointer=pointer, **query)
    assert (answer["version"], answer["pointer"]) == (version, pointer)
    return {one["as"]: (one["knows"], one.get("since"), one.get("value")) for one in answer["viewers"]}


def secret_of(table: Table, seat: int) -> str:
    """Where the card that a seat was dealt stands in decision 1."""
    (known,) = table.get("arbiter", "knowledge", as_=f"seat:{seat}", at=1)["known"]
    return str(known["pointer"])


NOTHING = ("nothing", None, None)


def test_of_a_secret_in_a_decision_its_seat_knew_alone(sqlite_client: CheckedClient) -> None:
    table = dealt(sqlite_client, "pride", "lust", "greed")
    found = knew(table, 1, secret_of(table, 0))
    assert found == {
        "public": NOTHING,
        "seat:0": ("all", 1, "pride"),
        "seat:1": NOTHING,
        "seat:2": NOTHING,
    }
    everybody = knew(table, 2, "/command/type")
    assert set(everybody.values()) == {("all", 2, "refill")}


def test_what_was_filled_in_later_is_known_since_then(sqlite_client: CheckedClient) -> None:
    table = dealt(sqlite_client, "pride", "lust", "greed")
    taken = table.do("scribe", {"type": "take", "seat": 0, "sin": "envy", "to": "reserve"})["version"]
    fixed = table.do(
        "scribe",
        {
            "type": "table.amend",
            "changes": [
                {
                    "decision": taken,
                    "effect": "replace",
                    "commands": [{"command": {"type": "take", "sin": "wrath", "to": "reserve"}, "seat": 0}],
                }
            ],
        },
    )["version"]
    facts = table.log("arbiter")[taken]["facts"]
    (place,) = (number for number, fact in enumerate(facts) if fact["type"] == "SinTaken")
    assert set(knew(table, taken, f"/facts/{place}/sin").values()) == {("all", fixed, "wrath")}
    assert set(knew(table, taken, f"/facts/{place}/sin", until=fixed - 1).values()) == {("all", taken, "envy")}


def test_of_the_board_each_viewer_knew_what_they_were_shown(sqlite_client: CheckedClient) -> None:
    table, rng = thurn_and_taxis(sqlite_client, 2), Random(3)
    for _ in range(3):
        step(table, rng)
    at = table.version
    hands = [
        (seat, told["board"]["seats"][seat]["hand"])
        for seat in table.seats
        for told in [table.get("arbiter", "knowledge", as_=f"seat:{seat}", at=at)]
    ]
    seat = next(seat for seat, hand in hands if hand["count"])
    cards = knew(table, at, f"/seats/{seat}/hand/things", of="board")
    whole = knew(table, at, f"/seats/{seat}/hand", of="board")
    assert set(whole) == {"public", "seat:0", "seat:1"}
    for viewer, (knows, since, value) in whole.items():
        told = table.get("arbiter", "knowledge", as_=viewer, at=at)
        own = viewer == f"seat:{seat}"
        assert value == told["board"]["seats"][seat]["hand"]
        assert knows == ("all" if own else "part"), "others see how many cards there are"
        assert since == max(told["since"][one] for one in told["since"] if one.startswith(f"/seats/{seat}/hand"))
        assert cards[viewer] == (("all", since, value["things"]) if own else NOTHING)
    assert knew(table, 0, f"/seats/{seat}/hand/count", of="board")["public"] == ("all", 0, 0)


def test_officials_ask_about_all_and_a_seat_about_itself_when_the_match_is_over(
    sqlite_client: CheckedClient,
) -> None:
    table = dealt(sqlite_client, "pride", "lust", "greed")
    where = secret_of(table, 0)
    for who in (None, "spectator", "host", 0, 1):
        refused = table.ask(who, "knowledge/1", pointer=where)
        assert (refused.status_code, refused.json["code"], refused.json["rule"]) == (403, "forbidden", "TB-69")
    table.do("host", {"type": "table.abandon"})
    assert knew(table, 1, where, 0) == {"seat:0": ("all", 1, "pride")}
    assert knew(table, 1, where, 1) == {"seat:1": NOTHING}
    for who in (None, "spectator", "host"):
        assert table.ask(who, "knowledge/1", pointer=where).status_code == 403


def test_what_leads_nowhere_is_refused(sqlite_client: CheckedClient) -> None:
    table = recorded_match(sqlite_client)
    for version, query in (
        (0, {"pointer": "/nowhere"}),
        (0, {"pointer": "/facts/99"}),
        (0, {"pointer": "seats"}),
        (0, {"pointer": "/seats/0/souls", "of": "board"}),
        (0, {"pointer": "/seats/0", "of": "table"}),
        (99, {"pointer": "/command/type"}),
        (0, {}),
    ):
        answer = table.ask("arbiter", f"knowledge/{version}", **query)
        assert (answer.status_code, answer.json["code"]) == (422, "invalid"), query
        assert answer.json["errors"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, "all"),
        ([], "all"),
        ({"count": 0}, "all"),
        ({"count": 2}, "part"),
        ({"count": 2, "things": {"pride": 1}}, "part"),
        ({"count": 2, "things": {"pride": 2}}, "all"),
        ({}, "nothing"),
        ({"unknown": 1}, "nothing"),
        ({"hidden": 1, "seal": "00"}, "nothing"),
        ([{"hidden": 1}, {"hidden": 1}], "nothing"),
        ([{"hidden": 1}, 3], "part"),
        ({"erased": True}, "all"),
    ],
)
def test_how_much_is_known_is_read_off_what_is_shown(value: Json, expected: str) -> None:
    assert extent(Found(value)) == expected
    assert extent(None) == extent(Found(known=False)) == "nothing"
