"""Seats that are left, who sits down there, and names that are mended: over REST, hosted and recorded."""

from __future__ import annotations

import json
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest

from domain.evidence.archive import verify
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.evidence.archives import archive_of, kerbholz_here
from tests.service.playing import (
    CheckedClient,
    Table,
    Who,
    a_move,
    a_placing,
    new_client,
    open_match,
    placing_match,
    play_out,
)
from tests.service.sinning import Sinners, Stage
from tests.service.test_catalogue import caught_up, listed, statistics
from tests.service.test_erasing import erase, erased
from tests.service.test_tokens import with_token
from tests.service.test_webhooks import register

LEAVE, SUBSTITUTE = "table.leave", "table.substitute"
BACK = {"type": "table.rule", "verdict": "upheld", "remedy": "back"}


def left(table: Table, seat: int, by: Who = "host") -> None:
    """Somebody says that nobody sits there any more."""
    table.do(by, {"type": LEAVE, "seat": seat})


def taken(table: Table, seat: int, name: str = "Cem", by: Who = "host") -> Table:
    """The table with somebody else at a seat, who has a token of their own."""
    answer = table.do(by, {"type": SUBSTITUTE, "seat": seat, "name": name})
    (given,) = answer["tokens"]
    assert (given["role"], given["seat"]) == ("seat", seat)
    return with_token(table, given)


def names(document: Any) -> list[Any]:
    """What the seats are called."""
    return [seat["name"] for seat in document["seats"]]


def sentences(table: Table, who: Who = None, **query: Any) -> dict[int, str]:
    """What each decision says, by its version."""
    return {one["version"]: one["text"] for one in table.log(who, text="en", **query)}


def refused(table: Table, who: Who, command: Any, **kwargs: Any) -> tuple[str, str | None]:
    """The code and the rule of a refusal, after which nothing has changed."""
    before = table.trace()
    problem = table.refused(who, command, **kwargs)
    assert table.trace() == before
    return problem["code"], problem.get("rule")


# -- leaving ------------------------------------------------------------------------------------------------


def test_the_match_goes_on_until_nobody_else_is_awaited(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    mover = table.mover
    away = 1 - mover
    answer = table.do(away, {"type": LEAVE, "seat": away, "reason": "the last train"})
    assert [one["facts"] for one in answer["decisions"]] == [[{"type": "SeatLeft", "seat": away}]]
    for who in table.everybody:
        assert (table.get(who)["status"], table.get(who)["empty"]) == ("playing", [away])
        assert table.get(who, "view")["empty"] == [away]
    while table.mover == mover:
        last = table.do(mover, a_move(table, mover, Random(1)))
    stall = last["decisions"][-1]
    assert (stall["command"]["type"], stall["facts"]) == ("table.stall", [{"type": "MatchStalled"}])
    assert table.get(None)["status"] == "stalled"
    assert table.get(None)["awaiting"] == [{"seat": away}], "no turn has changed"
    told = table.get(None, text="en")["text"]
    assert table.get(None)["seats"][away]["name"] in told
    assert refused(table, away, {"type": "take", "sin": "pride", "to": "reserve"}) == ("not-awaited", "TB-17")


def test_who_is_awaited_and_leaves_stalls_the_match_at_once(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    answer = table.do("arbiter", {"type": LEAVE, "seat": table.mover})
    assert [one["command"]["type"] for one in answer["decisions"]] == [LEAVE, "table.stall"]
    table.do("arbiter", {**BACK, "remedy": "end", "result": "no-result", "forfeits": [table.mover]})
    assert table.get(None)["status"] == "finished"


def test_of_several_who_are_awaited_those_who_are_there_go_on(sqlite_client: CheckedClient) -> None:
    table = placing_match(sqlite_client)
    left(table, 1)
    for seat in (0, 2):
        assert table.get(None)["status"] == "playing"
        table.do(seat, a_placing(table, seat))
    assert table.get(None)["status"] == "stalled"
    new = taken(table, 1)
    new.do(1, a_placing(new, 1))
    assert new.get(None)["status"] == "finished"


def test_who_may_say_that_somebody_has_left(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 3)
    assert refused(table, 0, {"type": LEAVE, "seat": 1}) == ("not-your-seat", "TB-82")
    for who in ("scribe", "spectator"):
        assert refused(table, who, {"type": LEAVE, "seat": 1}) == ("forbidden", "TB-1")
    assert refused(table, "host", {"type": LEAVE, "seat": 3}) == ("invalid", "TB-23")
    assert refused(table, "host", {"type": LEAVE, "seat": -1})[0] == "invalid"
    assert refused(table, "host", {"type": LEAVE})[0] == "invalid"
    left(table, 1)
    assert refused(table, "host", {"type": LEAVE, "seat": 1}) == ("illegal-move", "TB-82")
    assert refused(table, 1, {"type": LEAVE, "seat": 1}) == ("illegal-move", "TB-82")
    table.do("arbiter", {"type": "table.freeze"})
    table.do(2, {"type": LEAVE, "seat": 2})
    table.do("arbiter", {"type": "table.resume"})
    table.do("host", {"type": "table.abandon"})
    assert refused(table, 0, {"type": LEAVE, "seat": 0}) == ("over", "TB-13")


# -- sitting down -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["hosted", "recorded"])
def test_who_sits_down_has_what_the_seat_was_told_and_the_old_token_is_void(
    sqlite_client: CheckedClient, mode: str
) -> None:
    table = open_match(sqlite_client, 2, mode=mode, options={"history": "kept"})
    for number in range(4):
        if mode == "hosted":
            table.do(table.mover, a_move(table, table.mover, Random(number)))
    seat = table.mover if mode == "hosted" else 0
    told, view = table.log(seat), table.get(seat, "view")["board"]
    left(table, seat)
    answer = table.do("host", {"type": SUBSTITUTE, "seat": seat, "name": "Cem"})
    new = with_token(table, answer["tokens"][0])
    version = answer["decisions"][0]["version"]
    assert answer["decisions"][0]["facts"] == [
        {"type": "SeatTaken", "seat": seat, "decision": version},
        {"type": "TokenReplaced", "role": "seat", "seat": seat, "number": 1, "revoked": False},
    ]
    assert table.ask(seat).status_code == table.send(seat, {"type": "table.note", "text": "me"}).status_code == 401
    assert new.log(seat)[: len(told)] == told
    assert new.get(seat, "view")["board"] == view
    assert ("empty" in new.get(seat), new.get(seat)["status"]) == (False, "playing")
    if mode == "hosted":
        new.do(seat, a_move(new, seat, Random(9)))
    document = new.get(None)
    earlier = ["Ada", "Bo"][seat]
    assert document["seats"][seat]["earlier"] == [{"name": earlier, "until": version}]
    assert names(document)[seat] == "Cem"
    assert "earlier" not in document["seats"][1 - seat]


def test_a_dry_run_seats_nobody(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    left(table, 0)
    before = table.trace()
    answer = table.client.post(
        f"{table.path}/commands",
        query_string={"dry_run": "true", "text": "en"},
        json={"type": SUBSTITUTE, "seat": 0, "name": "Cem"},
        headers=table.bearer("host"),
    ).json
    assert "tokens" not in answer
    assert answer["decisions"][0]["text"] == "Cem sits in the place of Ada from now on."
    assert table.trace() == before


def test_who_may_sit_down_where_and_under_which_name(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 3)
    command = {"type": SUBSTITUTE, "seat": 1, "name": "Cem"}
    assert refused(table, "host", command) == ("illegal-move", "TB-83")
    left(table, 1)
    for who in (0, 1, "scribe", "spectator"):
        assert refused(table, who, command) == ("forbidden", "TB-1")
    for name, rule in (
        ("ada", "TB-64"),
        ("Ａｄａ", "TB-64"),
        ("red", "TB-64"),
        ("rot", "TB-64"),
        ("scribe", "TB-64"),
        ("\u202eCem", "TB-63"),
        (" ", "TB-63"),
        ("", None),
        ("x" * 201, None),
    ):
        assert refused(table, "host", {**command, "name": name}) == ("invalid", rule), name
    for wrong in ({"seat": 3}, {"name": None}, {"name": 7}, {"correction": "yes"}, {"token": "khz_seat_mine"}):
        assert refused(table, "host", {**command, **wrong})[0] == "invalid"
    taken(table, 1, "Bo", by="arbiter")  # who has left comes back
    left(table, 0)
    table.do("arbiter", {"type": "table.freeze"})
    new = taken(table, 0, "Cafe\u0301")
    assert names(new.get(None)) == ["Café", "Bo", "Cyd"]
    left(new, 1)
    assert refused(new, "host", {**command, "name": "CAFÉ"}) == ("invalid", "TB-64"), "the names as they are now"
    taken(new, 1, "Ada")  # nobody else is called so any more
    new.do("arbiter", {"type": "table.resume"})
    new.do("host", {"type": "table.abandon"})
    assert refused(new, "host", {**command, "name": "Eve"}) == ("over", "TB-13")


def test_two_in_one_batch_cannot_have_one_name(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 3)
    for seat in (0, 1):
        left(table, seat)
    both = [{"type": SUBSTITUTE, "seat": seat, "name": "Cem"} for seat in (0, 1)]
    response = table.send("host", *both)
    assert (response.status_code, response.json["rule"]) == (422, "TB-64")
    answer = table.do("host", both[0], {**both[1], "name": "Dee"})
    assert [one["seat"] for one in answer["tokens"]] == [0, 1]
    assert names(table.get(None)) == ["Cem", "Dee", "Cyd"]


@pytest.mark.parametrize("then", ["ruling", "restart"])
def test_people_came_and_went_whatever_becomes_of_the_line(
    client: CheckedClient, migrated_url: str, then: str
) -> None:
    table = open_match(client, 2)
    first = table.do(table.mover, a_move(table, table.mover, Random(1)))["decisions"][0]["version"]
    seat = table.mover
    left(table, seat)
    new = taken(table, seat)
    before = new.get(None)["seats"]
    if then == "ruling":
        new.do("arbiter", {**BACK, "before": first})
        assert new.get(None)["status"] == "playing", "that it was stalled has gone with the turn"
        again: Table = new
    else:
        app = create_app(Settings(database=migrated_url, limits=OFF))
        again = Table(new_client(migrated_url, app), new.opened)
    assert again.get(None)["seats"] == before
    again.do(again.mover, a_move(again, again.mover, Random(2)))
    if then == "restart":
        app.extensions["kerbholz"].close()


def test_a_seat_that_is_empty_on_the_new_line_stalls_it_again(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    mover = table.mover
    first = table.do(mover, a_move(table, mover, Random(1)))["decisions"][0]["version"]
    left(table, mover)
    if table.mover != mover:
        table.do("arbiter", {**BACK, "before": first})
    assert table.get(None)["status"] == "stalled"
    assert table.get(None)["empty"] == [mover]


# -- names --------------------------------------------------------------------------------------------------


def test_sentences_name_who_sat_there_then(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    note = {"type": "table.note", "text": "hello"}
    first = table.do(1, note)["version"]
    left(table, 1)
    new = taken(table, 1)
    sat = new.version if new.get(None)["status"] == "playing" else new.version - 1
    last = new.do(1, note)["version"]
    said = sentences(new)
    assert said[first] == "Bo notes: “hello”"
    assert said[last] == "Cem notes: “hello”"
    assert "Cem sits in the place of Bo from now on." in said.values()
    assert new.get(None, "words")["words"]["seat"] == {"0": "Ada", "1": "Cem"}
    past = new.get(None, until=first)
    assert names(past) == ["Ada", "Bo"]
    assert "earlier" not in past["seats"][1]
    assert sentences(new, until=first)[first] == said[first]
    assert sat < last
    picture = {"Accept": "text/plain"}
    assert "Cem" in new.ask(None, "picture", headers=picture).text
    then = new.ask(None, "picture", headers=picture, at=first).text
    assert "Bo" in then
    assert "Cem" not in then


def test_a_wrong_name_is_mended_everywhere(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    first = table.do(1, {"type": "table.note", "text": "hello"})["version"]
    mend = {"type": SUBSTITUTE, "seat": 1, "name": "Bogdan", "correction": True}
    assert refused(table, 1, mend) == ("forbidden", "TB-1")
    assert refused(table, "host", {**mend, "name": "Ada"}) == ("invalid", "TB-64")
    answer = table.do("host", mend)
    version = answer["version"]
    assert "tokens" not in answer
    assert answer["decisions"][0]["facts"] == [{"type": "NameCorrected", "seat": 1, "decision": version}]
    assert names(table.get(1)) == ["Ada", "Bogdan"], "with the same token"
    assert "earlier" not in table.get(1)["seats"][1]
    assert sentences(table)[first] == "Bogdan notes: “hello”"
    assert names(table.get(None, until=first)) == ["Ada", "Bogdan"]
    left(table, 1)
    new = taken(table, 1)
    new.do("arbiter", {**mend, "name": "Cemal"})
    said = sentences(new)
    assert said[first] == "Bogdan notes: “hello”"
    assert "Cemal sits in the place of Bogdan from now on." in said.values(), "also where the wrong one was said"
    assert not any("Cem " in text for text in said.values())
    assert names(new.get(None)) == ["Ada", "Cemal"]
    new.do("host", {"type": "table.abandon"})
    new.do("host", {**mend, "seat": 0, "name": "Ada L."})
    new.do("host", {"type": "table.close"})
    assert refused(new, "host", mend) == ("closed", "TB-12")
    assert names(new.get(None)) == ["Ada L.", "Cemal"]


def test_a_refusal_names_who_sits_there(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    other = 1 - table.mover
    left(table, other)
    new = taken(table, other)
    problem = new.refused(other, {"type": "take", "sin": "pride", "to": "reserve"})
    assert problem["detail"].startswith("Cem is not to decide now")


# -- webhooks -----------------------------------------------------------------------------------------------


def stored_webhooks(client: CheckedClient) -> list[str]:
    """Whose webhooks are kept."""
    database = client.application.extensions["kerbholz"].matches().database
    return [owner for (owner,) in database.query("SELECT owner FROM kerbholz_webhooks ORDER BY owner")]


def test_webhooks_of_who_sat_there_end(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    for who in (0, 1, "host"):
        assert register(table, who).status_code == 201
    left(table, 1)
    assert table.get(1, "webhooks")["webhooks"], "who has left is still told until somebody sits down"
    new = taken(table, 1)
    assert new.get(1, "webhooks")["webhooks"] == []
    assert register(new, 1, "https://example.org/mine").status_code == 201
    until = monotonic() + 10
    while (kept := stored_webhooks(sqlite_client)) != ["host", "seat:0", "seat:1:1"]:
        assert monotonic() < until, kept
        sleep(0.05)
    assert [one["url"] for one in new.get(1, "webhooks")["webhooks"]] == ["https://example.org/mine"]


# -- consent ------------------------------------------------------------------------------------------------


def test_for_an_empty_seat_the_arbiter_consents(sqlite_client: CheckedClient) -> None:
    table = placing_match(sqlite_client)
    mover, other = 0, 1
    first = table.do(mover, a_placing(table, mover))["version"]
    table.do(other, a_placing(table, other))
    table.do(mover, {"type": "table.take-back", "decision": first})
    assert table.get(None)["consent"]["left"] == [other]
    left(table, other)
    agree = {"type": "table.consent", "agree": True}
    assert refused(table, "arbiter", agree) == ("invalid", "TB-85")
    assert refused(table, "arbiter", {**agree, "agree": False}) == ("invalid", "TB-85")
    assert refused(table, "arbiter", {**agree, "seat": mover})[0] == "invalid"
    assert refused(table, "host", {**agree, "seat": other}) == ("invalid", "TB-3")
    moves = table.get("arbiter", "moves")["moves"]
    assert {"type": "table.consent", "agree": True, "seat": other} in moves
    answer = table.do("arbiter", {**agree, "seat": other})
    given = answer["decisions"][0]
    assert (given["actor"], given["recorded_by"]) == ({"seat": other}, "arbiter")
    name = names(table.opened)[other]
    assert sentences(table)[given["version"]] == f"The arbiter, in the place of {name}, agrees."
    assert table.get(None)["consent"] is None
    assert {"version": given["version"], "seat": other, "recorded_by": "arbiter"} in table.get("arbiter", "audit")[
        "acted_for"
    ]


# -- the catalogue, statistics, erasing ---------------------------------------------------------------------


def test_the_catalogue_finds_both_and_nobody_by_a_mistake(client: CheckedClient) -> None:
    table = open_match(client, 2)
    open_match(client, 2)
    left(table, 1)
    new = taken(table, 1)
    new.do("host", {"type": SUBSTITUTE, "seat": 1, "name": "Cemal", "correction": True})
    caught_up(client)
    other = [one for one in listed(client) if one != table.id]
    assert listed(client, player="Bo") == [*other, table.id]
    assert listed(client, player="ceMAL") == [table.id]
    assert listed(client, player="Cem") == [], "it was a mistake"
    (entry,) = client.get("/v1/matches", query_string={"player": "Cemal"}).json["matches"]
    assert entry["seats"] == new.get(None)["seats"]


def test_a_match_counts_once_for_the_name_at_its_end(client: CheckedClient) -> None:
    table = open_match(client, 2)
    left(table, 1)
    new = taken(table, 1)
    left(new, 1)
    new = taken(new, 1, "Dee")
    new.do("host", {"type": SUBSTITUTE, "seat": 0, "name": "Ada L.", "correction": True})
    play_out(new, Random(1))
    caught_up(client)
    players = {one["name"]: one for one in statistics(client)["players"]}
    assert {name: (one["finished"], one["substituted"]) for name, one in players.items()} == {
        "Ada L.": (1, 0),
        "Dee": (1, 0),
        "Bo": (0, 1),
        "Cem": (0, 1),
    }
    assert sum(one["won"] + one["shared"] for one in players.values()) >= 1
    assert all(players[name]["won"] == players[name]["shared"] == 0 for name in ("Bo", "Cem"))


def test_who_comes_back_counts_once(client: CheckedClient) -> None:
    table = open_match(client, 2)
    left(table, 1)
    new = taken(table, 1)
    left(new, 1)
    new = taken(new, 1, "bo")
    play_out(new, Random(1))
    caught_up(client)
    players = {one["name"]: (one["finished"], one["substituted"]) for one in statistics(client)["players"]}
    assert players == {"Ada": (1, 0), "Bo": (1, 0), "Cem": (0, 1)}
    others = [open_match(client, 2).id for _ in range(2)]
    caught_up(client)
    found, page = [], client.get("/v1/matches", query_string={"player": "BO", "limit": 1}).json
    while page["next"] is not None:
        found += [entry["id"] for entry in page["matches"]]
        page = client.get(page["next"]).json
    assert [*found, page["matches"][0]["id"]] == [*others[::-1], table.id], "and is listed once"


def test_who_may_erase_whose_name(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    left(table, 1)
    new = taken(table, 1)
    version = new.get(None)["seats"][1]["earlier"][0]["until"]
    assert erase(new, 0, version, "/command/name").status_code == 403
    assert erase(new, 1, 0, "/seats/1/name").status_code == 403, "that is the name of who sat there before"
    erased(new, 1, version, "/command/name")
    assert names(new.get(None)) == ["Ada", {"erased": True}]
    erased(new, "host", 0, "/seats/1/name")
    assert new.get(None)["seats"][1]["earlier"][0]["name"] == {"erased": True}
    said = " ".join(sentences(new).values())
    assert "Cem" not in said
    assert "Bo" not in said
    caught_up(sqlite_client)
    assert listed(sqlite_client, player="Cem") == listed(sqlite_client, player="Bo") == []


def test_the_operator_erases_the_names_of_everybody(
    sqlite_client: CheckedClient, migrated_sqlite_url: str, tmp_path: Any
) -> None:
    table = open_match(sqlite_client, 2)
    note = {"type": "table.note", "text": "by Bo"}
    table.do(1, note)
    left(table, 1)
    new = taken(table, 1, "Kem")
    new.do("host", {"type": SUBSTITUTE, "seat": 1, "name": "Cem", "correction": True})
    written = new.do(1, {"type": "table.note", "text": "by Cem"})["version"]
    found = kerbholz_here("erase", "--player", "cem", "--texts", "--database", migrated_sqlite_url)
    assert "the names of seat 1, 1 text" in found.stdout, found.stdout
    assert "3 texts erased" in found.stdout, "both spellings, and the note"
    assert names(new.get(None)) == ["Ada", {"erased": True}]
    assert new.get(None)["seats"][1]["earlier"][0]["name"] == "Bo"
    log = new.log("arbiter")
    assert log[written]["command"]["text"] == {"erased": True}
    assert any(one["command"].get("text") == "by Bo" for one in log), "what somebody else wrote stays"
    kerbholz_here("erase", "--player", "Bo", "--database", migrated_sqlite_url)
    assert new.get(None)["seats"][1]["earlier"][0]["name"] == {"erased": True}
    checked = kerbholz_here("check", "--database", migrated_sqlite_url)
    assert checked.returncode == 0, checked.stdout
    again = kerbholz_here("replay-check", "--database", migrated_sqlite_url)
    assert again.returncode == 0, again.stdout
    verify(archive_of(sqlite_client, new, "arbiter"))


# -- taking it home, on paper, in shorthand -----------------------------------------------------------------


def test_shorthand_reads_what_it_writes(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2, mode="recorded")
    table.do("arbiter", {"type": LEAVE, "seat": 1, "reason": "the last train"})
    new = taken(table, 1, "Cem", by="arbiter")
    new.do("host", {"type": SUBSTITUTE, "seat": 0, "name": "Ada L.", "correction": True})
    text = new.ask("arbiter", "shorthand").text
    assert 'arbiter: leave blue reason "the last train"' in text
    assert 'arbiter: substitute blue with "Cem"' in text
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    response = sqlite_client.post("/v1/imports", data=text.encode(), headers=headers)
    assert response.status_code == 201, response.text
    again = Table(sqlite_client, json.loads(response.data))
    assert again.get(None)["seats"] == new.get(None)["seats"]
    assert again.ask("arbiter", "shorthand").text == text


# -- META CULPA ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("noticed", ["automatic", "called"])
def test_nobody_sins_at_an_empty_seat_and_it_cannot_be_accused(stage: Stage, noticed: str) -> None:
    table = stage.table("emperor", meta_culpa=noticed)
    sinner = table.who("merchant")
    left(table, sinner)
    assert table.says("merchant pay 2") == ["SteppedOutOfTurn"]
    assert table.findings() == []
    assert table.refuses(f"emperor table.accuse {sinner} MC-M13")["rule"] == "MC-M0"
    sat = Sinners(table.client, taken(table, sinner).opened, cast=table.cast)
    if noticed == "automatic":
        assert sat.says("merchant pay 2") == ["SteppedOutOfTurn", "SinCommitted", "SinStonePlaced"]
    else:
        assert "SinCommitted" not in sat.says(f"emperor table.accuse {sinner} MC-M13"), "nobody was there"
        assert sat.says("merchant pay 2") == ["SteppedOutOfTurn"]
        assert "SinCommitted" in sat.says(f"emperor table.accuse {sinner} MC-M13")
    assert [(one["rule"], one["seat"]) for one in sat.findings()] == [("MC-M13", sinner)]
    assert sat.petty()[sinner] == 1
