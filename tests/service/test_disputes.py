"""Disputes over REST, for every ruleset: from an accusation to the reversal on appeal; consents to take-backs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from domain.kit.visibility import OFFICIAL, PUBLIC, seat_viewer
from service.web.problems import CODES
from tests.games.installed import OWN
from tests.games.preferences import SHORT
from tests.service.disputing import (
    NOTE,
    check_folds,
    check_nothing_gone,
    frozen_out,
    logs,
    own_decisions,
    play,
    viewers_of,
)
from tests.service.playing import (
    MEA_CULPA,
    CheckedClient,
    Table,
    a_placing,
    filled_move,
    mea_culpa,
    open_match,
    placing_match,
    play_out,
    published,
    recorded_match,
)

GAMES = pytest.mark.parametrize("game", OWN)
FREEZE, RESUME = {"type": "table.freeze", "reason": "let me see"}, {"type": "table.resume"}


def problem(response: Any, code: str) -> Any:
    """The problem, which must be of this code."""
    assert (response.status_code, response.json["code"]) == (CODES[code].status, code), response.text
    return response.json


def follow(table: Table, who: Any, link: str) -> Any:
    """What is behind a link."""
    response = table.client.get(link, headers=table.bearer(who))
    assert response.status_code == 200, response.text
    return json.loads(response.data)


def board(table: Table, **query: Any) -> Any:
    """The board as officials see it."""
    return table.get("arbiter", "view", **query)["board"]


def changes_of(decision: Mapping[str, Any]) -> dict[int, str]:
    """What became of which decisions."""
    return {
        change["decision"]: change["effect"]
        for fact in decision["facts"]
        if fact["type"] == "LineChanged"
        for change in fact["changes"]
    }


def opened(client: CheckedClient, game: str, **options: Any) -> Table:
    """A match of three seats in which nothing fades and chance is the same each time."""
    options = {"chance": "known", "history": "kept", **options}
    return open_match(client, 3, ruleset=game, options=options, board=SHORT.get(game, {}), seed="07" * 16)


# -- a whole dispute ----------------------------------------------------------------------------------------


@pytest.mark.few("thurn-and-taxis")
@pytest.mark.long
@pytest.mark.scenario(32, 98, 99)
@GAMES
def test_a_dispute_from_the_accusation_to_the_reversal_on_appeal(sqlite_client, game):
    table, rng = opened(sqlite_client, game), Random(game)
    play(table, rng, 12)
    disputed = own_decisions(table)[-5]
    version, accused = disputed["version"], disputed["actor"]["seat"]
    accuser = (accused + 1) % 3
    recorded = logs(table)

    # Somebody accuses; the arbiter stops the match and looks at what lay on the table before.
    accusation = table.do(
        accuser,
        {"type": "table.accuse", "accused": accused, "decisions": [version], "reason": "I saw it"},
    )["version"]
    table.do("arbiter", FREEZE)
    assert table.get(None)["status"] == "frozen"
    frozen_out(table, "frozen", ["table.resume"])
    table.do(accused, {**NOTE, "about": version})
    for who in table.everybody:
        (found,) = table.get(who, "audit")["accusations"]
        assert (found["version"], found["status"], found["reason"]) == (accusation, "open", "I saw it")
        shown = follow(table, who, found["links"]["before"])
        assert shown["board"] == table.get(who, "view", at=version - 1)["board"]
        named, *_ = follow(table, who, found["links"]["decisions"])["decisions"]
        assert named == table.log(who)[version]

    # Play shall go back to before that decision. A dry run shows what that would mean, and writes nothing.
    ruling = {"type": "table.rule", "verdict": "upheld", "about": accusation, "remedy": "back", "before": version}
    before = table.trace()
    tried = table.do("arbiter", ruling, dry_run=True)["decisions"][0]
    assert table.trace() == before
    done = table.do("arbiter", {**ruling, "reason": "nobody may do that"})
    ruled = done["version"]
    assert changes_of(tried) == changes_of(done["decisions"][0])
    of_the_game = [one["version"] for one in recorded["official"][version:]]
    assert [
        number for number, effect in changes_of(done["decisions"][0]).items() if effect == "struck"
    ] == of_the_game
    assert board(table) == board(table, at=version - 1)
    frozen_out(table, "frozen", ["table.resume"])
    table.do("arbiter", RESUME)
    assert table.awaiting == table.get("arbiter", "view", at=version - 1)["awaiting"]
    for who in table.everybody:
        audited = table.get(who, "audit")
        assert [(one["status"], one["ruling"]) for one in audited["accusations"]] == [("upheld", ruled)]
        (found,) = audited["rulings"]
        assert (found["disputed"], found["struck"], found["reversed_by"]) == (version, of_the_game, None)
        assert found["reason"] == "nobody may do that"
        assert (
            follow(table, who, found["links"]["before"])["board"]
            == table.get(who, "view", at=version - 1)["board"]
        )
        assert [one["kind"] for one in audited["take_backs"]] == ["ruling"]
    check_nothing_gone(recorded, table)

    # Play goes on from there; then the ruling is appealed against, and reversed.
    play(table, rng, 4)
    recorded = logs(table)
    appeal = table.do(accused, {"type": "table.appeal", "ruling": ruled, "reason": "look again"})["version"]
    assert [one["status"] for one in table.get(None, "audit")["appeals"]] == ["open"]
    reversal = {"type": "table.rule", "verdict": "upheld", "about": appeal, "reverses": ruled}
    done = table.do("arbiter", reversal)
    # What chance decides next, and what follows by itself, may come at once.
    reversed_by, changes = done["decisions"][0]["version"], changes_of(done["decisions"][0])
    assert all(changes[number] == "stands" for number in of_the_game)
    for number in (one["version"] for one in recorded["official"][ruled + 1 :]):
        of_table = recorded["official"][number]["command"]["type"].startswith("table.")
        assert of_table or changes[number] == "struck"
    for who in table.everybody:
        assert table.get(who, "view", at=reversed_by)["board"] == table.get(who, "view", at=ruled - 1)["board"]
        audited = table.get(who, "audit")
        assert [(one["version"], one["reversed_by"]) for one in audited["rulings"]] == [
            (ruled, reversed_by),
            (reversed_by, None),
        ]
        assert [(one["status"], one["answer"]) for one in audited["appeals"]] == [("answered", reversed_by)]
        assert [(one["status"], one["ruling"]) for one in audited["accusations"]] == [("open", None)]
    check_nothing_gone(recorded, table)
    play(table, rng, 4)
    check_nothing_gone(recorded, table)
    published(sqlite_client, game).check_decisions(table.log("arbiter"))
    check_folds(table, [OFFICIAL])
    check_folds(table, viewers_of(table)[1:], [version - 1, version, ruled, reversed_by, table.version])


@GAMES
def test_a_reversal_can_be_reversed(sqlite_client, game):
    table, rng = opened(sqlite_client, game), Random(f"twice {game}")
    play(table, rng, 8)
    version = own_decisions(table)[-3]["version"]
    first = table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": version})
    back = first["decisions"][0]["version"]
    struck = board(table, at=back)
    undone = table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "reverses": back})
    second = undone["decisions"][0]["version"]
    assert board(table, at=second) == board(table, at=back - 1)
    problem(table.send("arbiter", {"type": "table.rule", "verdict": "upheld", "reverses": back}), "illegal-move")
    again = table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "reverses": second})
    third = again["decisions"][0]["version"]
    assert board(table, at=third) == struck
    found = [(one["version"], one["reversed_by"]) for one in table.get(None, "audit")["rulings"]]
    assert found == [(back, None), (second, third), (third, None)]
    check_folds(table, viewers_of(table), [version - 1, back, second, third, table.version])


@GAMES
def test_an_end_by_ruling_is_disclosed_when_the_record_is_closed(sqlite_client, game):
    table = opened(sqlite_client, game)
    play(table, Random(4), 6)
    end = {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "win", "winners": [1]}
    for wrong in ({"winners": []}, {"winners": [0, 1]}, {"winners": [3]}, {"forfeits": [1]}, {"before": 3}):
        problem(table.send("arbiter", {**end, **wrong}), "invalid")
    for who in ("host", "scribe", "spectator", 0):
        problem(table.send(who, end), "forbidden")
    ruled = table.do("arbiter", {**end, "forfeits": [0]})["version"]
    match = table.get(None)
    assert match["status"] == "finished"
    assert match["outcome"] == {"result": "win", "reason": "forfeit", "winners": [1], "forfeits": [0]}
    for who in (None, "spectator", "host", 0, 1, 2):
        problem(table.ask(who, "view", as_="official"), "forbidden")
        problem(table.ask(who, "audit", as_="official"), "forbidden")
    # An appeal after the end, and play goes on.
    table.do(0, {"type": "table.appeal", "ruling": ruled})
    table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "reverses": ruled})
    assert (table.get(None)["status"], table.get(None)["outcome"]) == ("playing", None)
    play(table, Random(5), 2)
    table.do("arbiter", end)
    check_folds(table, [OFFICIAL, PUBLIC, seat_viewer(1)], [ruled - 1, ruled, ruled + 2, table.version])
    table.do("host", {"type": "table.close"})
    for who in table.everybody:
        assert table.get(who, "view", as_="official") == table.get("arbiter", "view")
    assert {one["status"] for one in table.get(0, "audit")["appeals"]} == {"answered"}
    problem(table.send("arbiter", {"type": "table.rule", "verdict": "upheld"}), "closed")


@pytest.mark.few("mea-culpa", "seven-sins")
@pytest.mark.long
@pytest.mark.scenario(98)
@GAMES
def test_a_result_that_wants_a_signature_is_disclosed_and_closed_with_it(sqlite_client, game):
    table = open_match(sqlite_client, 2, ruleset=game, options={"sign_off": True})
    problem(table.send("arbiter", {"type": "table.sign"}), "not-over")
    match = play_out(table, Random(6))
    assert (match["signed"], match["outcome"]["reason"]) == (False, "played")
    for who in (None, "spectator", "host", 0, 1):
        problem(table.ask(who, "view", as_="official"), "forbidden")
    for who in ("host", "arbiter"):
        problem(table.send(who, {"type": "table.close"}), "not-signed")
    for who in (0, "scribe", "spectator"):
        problem(table.send(who, {"type": "table.sign"}), "forbidden")
    table.do("arbiter", {"type": "table.sign", "reason": "as counted"})
    assert table.get(0)["signed"] is True
    assert table.get(0, "view", as_="official") == table.get("arbiter", "view")
    table.do("host", {"type": "table.close"})


# -- who may say what ---------------------------------------------------------------------------------------


def test_a_call_is_in_the_match_until_it_is_over_and_its_reason_can_be_erased(sqlite_client):
    table = open_match(sqlite_client, 2)
    tag = table.ask(None).headers["ETag"]
    assert table.get(None)["calls"] == []
    call = table.do(1, {"type": "table.call", "reason": "he looks into my cards", "about": 1})["version"]
    said = {"call": call, "by": 1, "about": 1, "attended": False}
    changed = sqlite_client.get(table.path, headers={"If-None-Match": tag})
    assert (changed.status_code, changed.json["calls"]) == (200, [said])
    same = sqlite_client.get(table.path, headers={"If-None-Match": changed.headers["ETag"]})
    assert same.status_code == 304
    assert table.get(0, "view")["calls"] == [said]
    problem(table.send(1, {"type": "table.call", "reason": "come!"}), "illegal-move")
    problem(table.send(0, {"type": "table.attend", "call": call}), "forbidden")
    came = table.do("arbiter", {"type": "table.attend", "call": call})["version"]
    (audited,) = table.get(0, "audit")["calls"]
    assert {"by": {"seat": 1}, "reason": "he looks into my cards", "status": "attended"}.items() <= audited.items()
    erased = sqlite_client.delete(f"{table.path}/texts/{call}?pointer=/command/reason", headers=table.bearer(1))
    assert erased.status_code == 204
    over = table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "call": call})["version"]
    (audited,) = table.get(0, "audit")["calls"]
    assert audited["reason"] == {"erased": True}
    assert (audited["status"], audited["attended"], audited["ended"]) == ("done", [came], over)
    assert table.get(None)["calls"] == []


@GAMES
def test_accusations_and_reminders_name_what_there_is(sqlite_client, game):
    table = opened(sqlite_client, game)
    play(table, Random(7), 3)
    newest = table.version
    before = table.trace()
    for command in ({"type": "table.accuse", "accused": 1}, {"type": "table.remind", "reminded": 1}):
        for who in ("host", "spectator"):
            problem(table.send(who, command), "forbidden")
        problem(table.send(1, command), "invalid")
        for name in ("accused", "reminded"):
            if name in command:
                problem(table.send(0, {**command, name: 3}), "invalid")
        for who in (0, 2, "arbiter", "scribe"):
            assert table.send(who, command, dry_run=True).status_code == 201
            assert command["type"] in table.get(who, "moves")["table"]
    for decisions in ([newest + 1], [0, 10**6]):
        problem(table.send(0, {"type": "table.accuse", "accused": 1, "decisions": decisions}), "invalid")
    for ruling in (newest, newest + 1):
        problem(table.send(0, {"type": "table.appeal", "ruling": ruling}), "illegal-move")
    assert table.trace() == before
    accusation = table.do("scribe", {"type": "table.accuse", "accused": 1, "rule": "X-1"})["version"]
    table.do(2, {"type": "table.remind", "reminded": 0, "step": "to drink"})
    audited = table.get(None, "audit")
    (found,) = audited["accusations"]
    assert (found["by"], found["accused"], found["rule"], found["decisions"]) == ("scribe", 1, "X-1", [])
    assert found["links"] == {}
    assert [(one["by"], one["reminded"], one["step"]) for one in audited["reminders"]] == [
        ({"seat": 2}, 0, "to drink")
    ]
    table.do(
        "arbiter", {"type": "table.rule", "verdict": "dismissed", "about": accusation, "reason": "he did not"}
    )
    (found,) = table.get(None, "audit")["accusations"]
    assert found["status"] == "dismissed"
    for ruling in (accusation, table.version + 1, 10**6):
        problem(table.send(0, {"type": "table.appeal", "ruling": ruling}), "invalid")


@GAMES
def test_freezing_and_ruling_are_for_the_arbiter(sqlite_client, game):
    table = opened(sqlite_client, game)
    play(table, Random(8), 2)
    for command in (FREEZE, {"type": "table.rule", "verdict": "upheld", "remedy": "stand"}):
        for who in ("host", "scribe", "spectator", 0):
            problem(table.send(who, command), "forbidden")
            problem(table.send(who, command, dry_run=True), "forbidden")
    awaited = table.awaiting
    table.do("arbiter", FREEZE)
    problem(table.send("arbiter", FREEZE), "frozen")
    problem(table.send("host", RESUME), "forbidden")
    table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "remedy": "stand"})
    table.do("arbiter", RESUME)
    assert table.get("arbiter", "moves")["awaiting"] == awaited
    play(table, Random(9), 2)


def test_nothing_of_a_recorded_match_passes_while_it_is_frozen(sqlite_client):
    table = recorded_match(sqlite_client, {"unknown": 2}, history="kept")
    take = {"type": "take", "seat": 0, "sin": "pride", "to": "abyss"}
    taken = table.do("scribe", take)["version"]
    refill = {"type": "refill", "cards": ["greed", "greed"]}
    table.do("arbiter", FREEZE)
    assert table.get("scribe", "moves")["moves"] == []
    for command in (
        take,
        refill,
        take_back(taken),
        {"type": "table.tell", "place": "reserve:0", "things": ["pride"]},
        {"type": "table.remind", "reminded": 0},
        {**consent(True), "seat": 1},
    ):
        for dry_run in (True, False):
            problem(table.send("scribe", command, dry_run=dry_run), "frozen")
    for who in ("host", "arbiter"):
        problem(table.send(who, {"type": "table.abandon"}), "frozen")
    table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": taken})
    problem(table.send("scribe", take), "frozen")
    table.do("arbiter", RESUME)
    assert table.awaiting == [{"seat": 0}]
    table.do("scribe", take, refill)


# -- consents -----------------------------------------------------------------------------------------------


def take_back(version: int, **more: Any) -> dict[str, Any]:
    """The command that takes a decision back."""
    return {"type": "table.take-back", "decision": version, **more}


def consent(agree: bool) -> dict[str, Any]:
    """The answer to a request."""
    return {"type": "table.consent", "agree": agree}


def bids_of_two(client: CheckedClient, **options: Any) -> tuple[Table, int, int]:
    """Mea Culpa: seats 0 and 1 have bid, seat 2 has not; the table and their decisions."""
    table = mea_culpa(client, 3, 0, **options)
    play_out(table, Random(0), until="bid")
    made = [table.do(seat, {"type": "bid", "notches": 1 + seat, "taler": 1 + seat})["version"] for seat in (0, 1)]
    return table, *made


def placings_of_two(client: CheckedClient) -> tuple[Table, int, int]:
    """7 – The Sins: seats 0 and 1 have placed their stones, seat 2 has not; the table and their decisions."""
    table = placing_match(client)
    made = [table.do(seat, a_placing(table, seat))["version"] for seat in (0, 1)]
    return table, *made


TWO = pytest.mark.parametrize("two", [placings_of_two, bids_of_two])


@pytest.mark.long
@pytest.mark.scenario(34)
@TWO
def test_what_somebody_has_decided_upon_is_taken_back_with_his_consent(sqlite_client, two):
    table, first, second = two(sqlite_client)
    awaited, shown = table.awaiting, board(table)
    recorded = logs(table)

    def ask() -> int:
        asked = table.do(0, take_back(first))
        assert [fact["type"] for fact in asked["decisions"][0]["facts"]] == ["ConsentAsked"]
        version: int = asked["version"]
        match = table.get(None)
        assert (match["status"], match["awaiting"]) == ("playing", [{"seat": 1}])
        assert match["consent"] == {"seat": 0, "decisions": [first], "left": [1]}
        for who in table.everybody:
            assert table.get(who, "view")["consent"] == match["consent"]
        return version

    request = ask()
    frozen_out(table, "consent-pending", ["table.resume"])
    for who in (2, "scribe", "arbiter"):
        problem(table.send(who, consent(True)), "consent-pending")
    problem(table.send("host", consent(True)), "forbidden")
    table.do(2, NOTE)
    table.do(1, consent(False))
    assert (table.awaiting, board(table), table.get(None)["consent"]) == (awaited, shown, None)

    withdrawn = ask()
    problem(table.send(0, consent(True)), "illegal-move")
    table.do(0, consent(False))
    assert (table.awaiting, board(table), table.get(None)["consent"]) == (awaited, shown, None)

    granted = ask()
    # The last consent's dry run shows nothing of what becomes of the others' decisions.
    tried = table.do(1, consent(True), dry_run=True)["decisions"]
    assert [fact["type"] for one in tried for fact in one["facts"]] == ["ConsentGiven"]
    agreed, back = table.do(1, consent(True))["decisions"]
    assert (back["actor"], back["recorded_by"], back["automatic"]) == ({"seat": 0}, "service", True)
    assert changes_of(back)[first] == "struck"
    # It counts as before, though now both are awaited behind it.
    assert changes_of(back)[second] == "replaced"
    assert {"seat": 0} in table.awaiting
    assert {"seat": 2} in table.awaiting
    for who in table.everybody:
        found = table.get(who, "audit")["take_backs"]
        assert [one["version"] for one in found] == [request, withdrawn, granted]
        assert [one["kind"] for one in found] == ["consent"] * 3
        assert [one["outcome"] for one in found] == ["refused", "withdrawn", "done"]
        assert [[answer["agree"] for answer in one["consents"]] for one in found] == [[False], [], [True]]
        assert found[2]["consents"][0] == {"seat": 1, "version": agreed["version"], "agree": True}
        assert (found[2]["struck"], found[2]["replaced"]) == ([first], [second])
    check_nothing_gone(recorded, table)
    play(table, Random(3), 3)
    check_folds(table, viewers_of(table), [first, request, granted, back["version"], table.version])


@TWO
def test_a_request_is_dropped_by_a_ruling_and_can_be_frozen(sqlite_client, two):
    table, first, second = two(sqlite_client)
    table.do(0, take_back(first))
    table.do("arbiter", FREEZE)
    assert table.get(None)["status"] == "frozen"
    problem(table.send(1, consent(True)), "frozen")
    problem(table.send(0, consent(False)), "frozen")
    table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "remedy": "stand"})
    table.do("arbiter", RESUME)
    problem(table.send(2, take_back(first)), "consent-pending")
    table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": second})
    assert table.get(None)["consent"] is None
    kinds = [(one["kind"], one["outcome"]) for one in table.get(2, "audit")["take_backs"]]
    assert kinds == [("consent", "dropped"), ("ruling", "done")]
    assert {"seat": 1} in table.awaiting
    assert table.do(0, take_back(first))["decisions"][0]["facts"][0]["type"] == "LineChanged"
    check_folds(table, viewers_of(table), [first, second, table.version - 1, table.version])


def test_an_abandoned_request_is_dropped(sqlite_client):
    table, first, _ = placings_of_two(sqlite_client)
    table.do(0, take_back(first))
    table.do("host", {"type": "table.abandon"})
    assert [one["outcome"] for one in table.get(2, "audit")["take_backs"]] == ["dropped"]


def test_an_official_asks_the_seat_itself_too(sqlite_client):
    table, first, _ = placings_of_two(sqlite_client)
    table.do("arbiter", take_back(first))
    assert table.get(None)["consent"] == {"seat": 0, "decisions": [first], "left": [0, 1]}
    problem(table.send(0, take_back(first)), "consent-pending")
    table.do(0, consent(True))
    assert table.get(None)["consent"]["left"] == [1]
    assert table.do(1, consent(True))["decisions"][1]["actor"] == "arbiter"


def test_the_scribe_of_a_recorded_match_answers_in_a_seats_name(sqlite_client):
    table = mea_culpa_recorded(sqlite_client)
    bids = [
        table.do("scribe", {"type": "bid", "seat": seat, "notches": 1, "taler": 1})["version"] for seat in (0, 1)
    ]
    table.do("scribe", take_back(bids[0]))
    assert table.get(None)["consent"]["left"] == [1]
    problem(table.send("scribe", consent(True)), "invalid")
    problem(table.send(2, {**consent(True), "seat": 1}), "not-your-seat")
    done = table.do("scribe", {**consent(True), "seat": 1})["decisions"]
    assert (done[0]["actor"], done[0]["recorded_by"]) == ({"seat": 1}, "scribe")
    assert changes_of(done[1])[bids[0]] == "struck"


def mea_culpa_recorded(client: CheckedClient) -> Table:
    """A recorded match of Mea Culpa at its first auction."""
    options = {"row": [0, 1, 2], "history": "kept"}
    table, rng = open_match(client, 3, ruleset=MEA_CULPA, mode="recorded", options=options), Random(1)
    while table.get("scribe", "view")["board"]["phase"] != "auction":
        moves = table.get("scribe", "moves")["moves"]
        table.do("scribe", filled_move(rng.choice(moves), rng))
    return table


@pytest.mark.scenario(22)
def test_what_chance_has_decided_upon_needs_a_ruling(sqlite_client):
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    play(table, Random(2), 1)
    taken = own_decisions(table)[0]
    before = table.trace()
    problem(table.send(taken["actor"]["seat"], take_back(taken["version"])), "needs-ruling")
    assert table.trace() == before


# -- nobody peeks -------------------------------------------------------------------------------------------


def test_a_bid_is_not_tried_out_by_taking_back_and_dry_runs(sqlite_client):
    """The last bid opens all of them; from then on the others have to agree, and asking shows nothing."""
    table, _, second = bids_of_two(sqlite_client)
    last = {"type": "bid", "notches": 1, "taler": 1}
    tried = table.do(2, last, dry_run=True)["decisions"]
    assert "Revealed" not in json.dumps(tried)
    # In one batch with a take-back nothing comes out either.
    response = table.send(2, last, take_back(second + 1), dry_run=True)
    assert "Revealed" not in response.text
    before = table.trace()
    assert table.send(2, last, take_back(second + 1)).status_code >= 400
    assert table.trace() == before
    made = table.do(2, last)["decisions"][0]["version"]
    response = table.send(2, take_back(made), dry_run=True)
    if response.status_code == 201:
        (asked,) = response.json["decisions"][0]["facts"]
        assert (asked["type"], asked["seats"]) == ("ConsentAsked", [0, 1])
    else:
        problem(response, "needs-ruling")


@pytest.mark.scenario(1)
def test_bids_stay_secret_through_take_backs_rulings_and_reversals(sqlite_client):
    table, first, second = bids_of_two(sqlite_client)
    table.do(1, take_back(second))
    table.do(1, {"type": "bid", "notches": 2, "taler": 3})
    table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": first})
    ruled = table.version
    table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "reverses": ruled})
    for who in (None, "spectator", "host", 2):
        assert not [value for one in table.log(who)[first:] for value in amounts(one) if isinstance(value, int)]
    own = [value for one in table.log(1)[first:] for value in amounts(one) if isinstance(value, int)]
    assert {2, 3} <= set(own)


def amounts(decision: Any) -> list[Any]:
    """All that stands in a decision as notches or Taler of a bid, wherever it stands."""
    found: list[Any] = []

    def search(node: Any) -> None:
        if isinstance(node, dict):
            found.extend(node[name] for name in ("notches", "taler") if name in node)
            for item in node.values():
                search(item)
        elif isinstance(node, list):
            for item in node:
                search(item)

    search(decision)
    return found


@GAMES
def test_refusals_are_the_same_for_everybody_whatever_they_point_at(sqlite_client, game):
    """What is asked about a decision is answered by its number and type alone."""
    table = opened(sqlite_client, game)
    play(table, Random(11), 6)
    for version in range(table.version + 2):
        for command in (
            {**NOTE, "about": version},
            {"type": "table.accuse", "accused": 1, "decisions": [version]},
            {"type": "table.appeal", "ruling": max(version, 1)},
        ):
            answers = {
                (response.status_code, response.json.get("detail"))
                for response in (table.send(seat, command, dry_run=True) for seat in (0, 2))
            }
            assert len(answers) == 1, (version, command)


@pytest.mark.scenario(5)
def test_what_a_ruling_opens_again_is_told_only_to_whom_it_was_told(sqlite_client):
    table = recorded_match(sqlite_client, history="kept")
    taken = table.do(0, {"type": "take", "sin": "pride", "to": "reserve"})["version"]
    table.do("scribe", {"type": "refill", "cards": ["greed", "greed"]})
    table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": 1})
    ruled = table.version
    table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "reverses": ruled})
    for viewer, sees in (("public", False), ("seat:0", True), ("seat:1", False), ("official", True)):
        assert table.get("arbiter", "view", as_=viewer)["board"]["seats"][0]["reserve"]["count"] == 3
        for log in (table.log("arbiter", as_=viewer), table.log("arbiter", as_=viewer, line=table.version)):
            (card,) = (fact["card"] for fact in log[1]["facts"] if fact.get("seat") == 0 and "card" in fact)
            assert (card == "pride") == sees
    assert board(table, at=table.version) == board(table, at=ruled - 1)
    assert changes_of(table.log("arbiter")[-1])[taken] == "stands"
