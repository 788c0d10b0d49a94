"""How long a match may become, and what a request may cost: bounds that are public and leave nobody stuck."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

import domain.application.judging
import domain.match.work
import domain.table.commands
from domain.kit.shorthand import Reader
from domain.table.watched import MOST_SUSPECTS
from service import importing
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.service.playing import (
    THURN_AND_TAXIS,
    CheckedClient,
    Table,
    a_move,
    a_placing,
    new_client,
    open_match,
    placing_match,
    recorded_match,
    step,
)

LONGEST = 200
NOTE = {"type": "table.note", "text": "tea break"}
TAKE = {"type": "take", "sin": "pride", "to": "reserve"}
END = {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "no-result", "reason": "too long"}
RULE = {"type": "table.rule", "verdict": "dismissed", "reason": "no"}


@pytest.fixture
def short(migrated_sqlite_url: str) -> Iterator[CheckedClient]:
    """A client of a service whose matches may have 200 decisions."""
    app = create_app(Settings(database=migrated_sqlite_url, limits=OFF, longest_match=LONGEST))
    yield new_client(migrated_sqlite_url, app)
    app.extensions["kerbholz"].close()


def lengthened(table: Table, until: int = LONGEST) -> Table:
    """The match with notes up to a version."""
    while (left := until - table.version) > 0:
        table.do(0, *[NOTE] * min(left, 50))
    assert table.version == until
    return table


def said(at: str, value: object) -> dict[str, object]:
    """An assertion."""
    return {"type": "table.assert", "at": at, "is": value}


def code(response) -> str:
    """The code of a problem."""
    return response.json["code"]


# -- how long a match may become --------------------------------------------------------------------------------


def test_a_match_that_is_too_long_takes_nothing_more_from_players(short):
    table = open_match(short, 2)
    seat = table.mover
    move = a_move(table, seat, Random(1))
    trace = lengthened(table).trace()
    for dry_run in (False, True):
        for who, command in ((seat, move), (seat, NOTE), ("arbiter", NOTE)):
            response = table.send(who, command, dry_run=dry_run)
            assert (response.status_code, code(response)) == (409, "match-too-long")
    assert table.get(seat, "moves")["moves"] == []
    assert table.get(seat, "moves")["table"] == []
    assert table.trace() == trace


def test_what_is_listed_to_officials_of_a_match_that_is_too_long_is_taken(short):
    table = lengthened(open_match(short, 2))
    host = ["table.abandon", "table.replace-token", "table.leave", "table.substitute"]
    assert table.get("host", "moves")["table"] == host
    assert table.get("arbiter", "moves")["table"] == ["table.freeze", "table.rule", *host]
    table.do("arbiter", {"type": "table.freeze"})
    table.do("arbiter", {"type": "table.resume"})
    table.do("host", {"type": "table.replace-token", "role": "seat", "seat": 0, "revoke": False})
    table.do("arbiter", END)
    table.do("arbiter", {"type": "table.close"})
    assert table.get("arbiter")["closed"]


def test_a_match_that_is_too_long_does_not_stay_frozen(short, monkeypatch):
    monkeypatch.setattr(domain.table.commands, "RESERVE", 1)
    table = lengthened(open_match(short, 2))
    table.do("arbiter", {"type": "table.freeze"})
    assert table.get("arbiter", "moves")["table"] == ["table.resume"]
    assert code(table.send("arbiter", RULE)) == "match-too-long"
    table.do("arbiter", {"type": "table.resume"})
    assert code(table.send("arbiter", {"type": "table.freeze"})) == "match-too-long"
    table.do("arbiter", {"type": "table.abandon"})
    table.do("arbiter", {"type": "table.close"})


@pytest.mark.parametrize("who", ["host", "arbiter"])
def test_what_ends_a_match_is_taken_however_long_it_is(short, who, monkeypatch):
    monkeypatch.setattr(domain.table.commands, "RESERVE", 2)
    table = lengthened(open_match(short, 2))
    table.do("arbiter", RULE)
    table.do("arbiter", RULE)
    for command in (RULE, END, {"type": "table.freeze"}):
        assert code(table.send("arbiter", command)) == "match-too-long"
    assert table.get(who, "moves")["table"] == ["table.abandon"]
    table.do(who, {"type": "table.abandon"})
    table.do(who, {"type": "table.close"})


def test_a_result_can_be_signed_and_an_end_confirmed_however_long_a_match_is(short, monkeypatch):
    monkeypatch.setattr(domain.table.commands, "RESERVE", 1)
    table = lengthened(open_match(short, 2, options={"sign_off": True}))
    table.do("arbiter", END)
    table.do("host", {"type": "table.sign"})
    table.do("host", {"type": "table.close"})


def test_what_follows_by_itself_is_never_too_much(short):
    """The last move that is taken brings about what it always does."""
    table, twin = open_match(short, 2), open_match(short, 2)
    lengthened(table, LONGEST - 1)
    for one in (table, twin):
        step(one, Random(1))
    followed = [len(one.log()) - before for one, before in ((table, LONGEST), (twin, 1))]
    assert table.version >= LONGEST
    assert table.get(None)["awaiting"] not in ([], ["chance"])
    assert followed[0] >= 1


def test_who_was_asked_can_answer_in_a_match_that_is_too_long(short, monkeypatch):
    """And nobody has to pay for what all have agreed to: whoever asked has paid."""
    monkeypatch.setattr(domain.table.commands, "RESERVE", 0)
    table = placing_match(short)
    first, _ = (table.do(seat, a_placing(table, seat))["version"] for seat in (0, 1))
    lengthened(table, LONGEST - 1)
    table.do(0, {"type": "table.take-back", "decision": first})
    assert table.get(1, "moves")["table"] == ["table.consent"]
    assert code(table.send(1, NOTE)) == "match-too-long"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(domain.match.work, "MOST", 1)
        table.do(1, {"type": "table.consent", "agree": True})
    match = table.get(None)
    assert match["consent"] is None
    assert {"seat": 0} in match["awaiting"]


def test_a_batch_that_would_be_too_long_is_refused_as_a_whole(short):
    table = lengthened(open_match(short, 2), LONGEST - 3)
    trace = table.trace()
    assert code(table.send(0, {"commands": [NOTE] * 4})) == "match-too-long"
    assert table.trace() == trace
    table.do(0, *[NOTE] * 3)


# -- what a request may cost ------------------------------------------------------------------------------------


@contextmanager
def reading(monkeypatch) -> Iterator[list[int]]:
    """Counts the decisions that are read to judge what was asked."""
    read: list[int] = []
    told = domain.application.judging.told

    def counted(event, *viewer):
        read.append(event.originator_version)
        return told(event, *viewer)

    with monkeypatch.context() as patched:
        patched.setattr(domain.application.judging, "told", counted)
        yield read


def test_many_assertions_that_do_not_hold_cost_one_reading(sqlite_client, monkeypatch):
    table = lengthened(recorded_match(sqlite_client, history="kept"), 200)
    batch = [said("/centre/count", wrong) for wrong in range(10, 60)]
    with reading(monkeypatch) as read:
        dry = table.do("scribe", *batch, dry_run=True)
    assert len(read) <= 200 + 1 + 2 * len(batch)
    alone = table.do("scribe", batch[-1], dry_run=True)
    facts = [one["decisions"][-1]["facts"][0] for one in (dry, alone)]
    assert facts[0]["suspects"] == facts[1]["suspects"]


def test_suspects_are_looked_for_among_the_newest_decisions(sqlite_client, monkeypatch):
    """The same with and without what was kept on the way, and however many are asked for at once."""
    table = recorded_match(sqlite_client, history="kept")
    first = table.do("scribe", {**TAKE, "seat": 0})["version"]
    lengthened(table, 150)
    later = table.do("scribe", {"type": "refill", "cards": ["pride", "envy"]})["version"]
    wrong = said("/centre/count", 99)
    suspects = table.do("scribe", wrong, dry_run=True)["decisions"][0]["facts"][0]["suspects"]
    assert suspects == [first - 1, first, later]
    monkeypatch.setattr(domain.application.judging, "LOOKED_BACK", 100)
    with reading(monkeypatch) as read:
        dry = table.do("scribe", wrong, said("/centre/count", 98), dry_run=True)
    assert [one["facts"][0]["suspects"] for one in dry["decisions"]] == [[later]] * 2
    assert min(read) > 0, "it begins with a snapshot"
    # What changes the line in the same batch has the whole log folded, and says the same.
    taken = table.do("scribe", {**TAKE, "seat": 1})["version"]
    back = {"type": "table.take-back", "decision": taken}
    dry = table.do("scribe", wrong, back, wrong, dry_run=True)
    asserted = [one["facts"][0]["suspects"] for one in dry["decisions"] if "is" in one["command"]]
    assert asserted == [[later, taken], [later]]
    assert MOST_SUSPECTS > 2


AMEND = {"type": "table.amend", "changes": [{"decision": 1, "effect": "remove"}], "reason": "a slip"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("who", "command"),
    [
        ("scribe", said("/centre/count", 99)),
        ("scribe", AMEND),
        ("arbiter", RULE),
        ("arbiter", {**RULE, "verdict": "upheld", "remedy": "back", "before": 1}),
        (0, {"type": "table.take-back", "decision": 1}),
    ],
)
def test_what_costs_too_much_is_refused_and_leaves_nothing(sqlite_client, monkeypatch, who, command):
    """Not by the time that it takes: the same is always answered the same, also where caches are cold."""
    table = lengthened(recorded_match(sqlite_client, history="kept"), 60)
    trace = table.trace()
    monkeypatch.setattr(domain.match.work, "MOST", 50)
    answers = set()
    for dry_run in (True, False, True):
        response = table.send(who, command, dry_run=dry_run)
        assert (response.status_code, code(response)) == (422, "too-costly")
        answers.add(response.data)
    assert len(answers) == 1
    assert table.trace() == trace
    table.do(who, NOTE)
    if who != "arbiter":
        table.do(who, said("/centre/count", table.get(who, "view")["board"]["centre"]["count"]))


def test_what_a_batch_costs_is_added_up(sqlite_client, monkeypatch):
    table = lengthened(recorded_match(sqlite_client, history="kept"), 60)
    monkeypatch.setattr(domain.match.work, "MOST", 200)
    table.do("arbiter", RULE, RULE, dry_run=True)
    assert code(table.send("arbiter", {"commands": [RULE] * 4}, dry_run=True)) == "too-costly"


def test_what_it_costs_does_not_depend_on_what_is_hidden(sqlite_client, monkeypatch):
    """Two matches that differ in a card that seat 1 cannot know answer it the same, at every bound."""
    tables = []
    for card in ("linz", "stuttgart"):
        options = {"start_player": 0}
        table = open_match(sqlite_client, 2, ruleset=THURN_AND_TAXIS, mode="recorded", options=options)
        table.do("scribe", {"type": "lay-out", "cards": ["ulm", "lodz", "basel", "passau", "zurich", "pilsen"]})
        table.do("scribe", {"type": "take-card", "seat": 0}, {"type": "deal-card", "cards": [card]})
        tables.append(table)
    statuses = set()
    for most in range(2, 40):
        monkeypatch.setattr(domain.match.work, "MOST", most / 4)
        found = [one.send(1, said("/display/count", 99), dry_run=True) for one in tables]
        assert len({(one.status_code, one.json.get("detail")) for one in found}) == 1
        statuses.add(found[0].status_code)
    assert statuses == {201, 422}


# -- texts ------------------------------------------------------------------------------------------------------

FILE = """kerbholz shorthand 1
ruleset: seven-sins 1.0
seat 0: red "Ada"
seat 1: blue "Bo"
option first_seat: 0
option sins: ["pride", "greed", "lust", "envy"]
---
pile: deal ?2
pile: refill 2 pride, greed, lust, envy
"""


def taken_in(client: CheckedClient, text: str):
    """The answer to a file."""
    return client.post("/v1/imports", data=text.encode(), content_type="text/plain; charset=utf-8")


def test_assertions_of_a_file_look_each_at_its_own_pointer(sqlite_client):
    wrong = ("/centre/count", "/centre/things/pride", "/turn", "/centre/count")
    lines = [f"scribe: assert {at} is 99" for at in wrong]
    response = taken_in(sqlite_client, FILE + "\n".join([lines[0], "red: take pride to abyss", *lines]) + "\n")
    assert response.status_code == 201, response.text
    log = Table(sqlite_client, response.json).log()
    found = {one["version"]: one["facts"][0] for one in log if one["command"]["type"] == "table.assert"}
    (taken,) = (one["version"] for one in log if one["command"]["type"] == "take")
    suspects = [(fact["at"], taken in fact["suspects"]) for fact in found.values()]
    assert suspects == [
        ("/centre/count", False),
        ("/centre/count", True),
        ("/centre/things/pride", True),
        ("/turn", False),
        ("/centre/count", True),
    ]


@pytest.mark.parametrize("line", ["red: take pride to abyss", "red: take what nobody can read"])
def test_a_text_of_too_many_lines_is_not_read_to_its_end(sqlite_client, monkeypatch, line):
    table = recorded_match(sqlite_client)
    read: list[int] = []
    really = Reader.read

    def counted(self, text, number=1):
        read.append(number)
        return really(self, text, number)

    monkeypatch.setattr(Reader, "read", counted)
    text = f"{line}\n" * 1_500
    response = table.client.post(
        f"{table.path}/shorthand",
        data=text.encode(),
        content_type="text/plain; charset=utf-8",
        headers=table.bearer("scribe"),
    )
    assert (response.status_code, code(response)) == (422, "invalid")
    assert len(read) <= 51
    read.clear()
    monkeypatch.setattr(importing, "MOST_LINES", 60)
    response = taken_in(sqlite_client, FILE + text)
    assert (response.status_code, code(response)) == (413, "too-large")
    assert len(read) <= 61 + len(FILE.splitlines())
