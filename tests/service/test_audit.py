"""The audit and what somebody knew: for each viewer what its own log says, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.application.matches import Matches
from domain.kit.ruleset import Procedure
from domain.kit.visibility import NO_HORIZON, OFFICIAL, PUBLIC, Viewer, seat_viewer
from domain.match.match import Match
from domain.match.principal import Principal
from projections.audit import audit
from projections.views import log
from service.config import Settings
from service.web.problems import CODES
from tests.service.playing import (
    MEA_CULPA,
    CheckedClient,
    Published,
    Table,
    a_placing,
    mea_culpa,
    open_match,
    placing_match,
    play_out,
    recorded_match,
    scribe_step,
    step,
)

GAMES = pytest.mark.parametrize("game", ["seven-sins", MEA_CULPA])
EMPTY = {
    "findings",
    "calls",
    "countersignatures",
    "accusations",
    "rulings",
    "appeals",
    "take_backs",
    "corrections",
    "reminders",
    "acted_for",
    "automatic",
    "erased",
}


def problem(response: Any, code: str) -> None:
    """Assert that the answer is this problem."""
    assert (response.status_code, response.json["code"]) == (CODES[code].status, code), response.text


def played(client: CheckedClient, game: str, **options: Any) -> Table:
    """A hosted match of three seats, some way into the game."""
    table = open_match(client, 3, ruleset=game, options=options)
    for number in range(60 if game == MEA_CULPA else 12):
        step(table, Random(f"{game} {number}"))
    return table


def audited(table: Table, who: Any, **query: Any) -> dict[str, Any]:
    """The audit as everybody has it: who looked is for host and arbiter (see ``test_looks``)."""
    return {name: value for name, value in table.get(who, "audit", **query).items() if name != "looks"}


def take_back(decision: int) -> dict[str, Any]:
    """The command that takes a decision back."""
    return {"type": "table.take-back", "decision": decision}


# -- the audit ----------------------------------------------------------------------------------------------


@GAMES
def test_of_a_match_without_quarrels_it_says_what_the_service_did_by_itself(sqlite_client, game):
    table = played(sqlite_client, game, history="kept")
    for who in table.everybody:
        found = audited(table, who)
        made = [one["version"] for one in table.log(who) if one["automatic"]]
        assert found == {
            "match": table.id,
            "as": table.get(who, "view")["as"],
            "version": table.version,
            **{name: [] for name in EMPTY},
            "findings": found["findings"],
            "automatic": made,
        }
    assert made or game == "seven-sins"


@pytest.mark.scenario(32)
def test_a_free_take_back_is_told_to_everybody(sqlite_client):
    table = recorded_match(sqlite_client, history="kept")
    taken = table.do(0, {"type": "take", "sin": "pride", "to": "abyss"})["version"]
    table.do(0, {"type": "table.note", "text": "hm"})
    back = table.do(0, {**take_back(taken), "reason": "the wrong pile"})
    made = back["decisions"][0]
    for who in table.everybody:
        log = table.log(who)
        assert log[taken]["command"] == {"type": "take", "sin": "pride", "to": "abyss"}
        assert log[back["version"]]["command"]["reason"] == "the wrong pile"
        assert table.get(who, "audit")["take_backs"] == [
            {
                "version": back["version"],
                "by": {"seat": 0},
                "at": made["at"],
                "kind": "free",
                "seat": 0,
                "decisions": [taken],
                "consents": [],
                "outcome": "done",
                "struck": [taken],
                "replaced": [],
            }
        ]


@pytest.mark.scenario(33)
def test_an_official_who_takes_back_for_a_seat_is_named(sqlite_client):
    table = recorded_match(sqlite_client, history="kept")
    taken = table.do(0, {"type": "take", "sin": "pride", "to": "abyss"})["version"]
    table.do("scribe", take_back(taken))
    (found,) = table.get(1, "audit")["take_backs"]
    assert (found["by"], found["seat"]) == ("scribe", 0)


@pytest.mark.scenario(33)
def test_it_says_who_recorded_whose_decisions(sqlite_client):
    table = recorded_match(sqlite_client, history="kept")
    taken = table.do("scribe", {"type": "take", "seat": 0, "sin": "pride", "to": "abyss"})["version"]
    table.do("scribe", {"type": "refill", "cards": ["greed", "greed"]})
    table.do(1, {"type": "take", "sin": "lust", "to": "abyss"})
    found = table.get(None, "audit")["acted_for"]
    assert found == [{"version": taken, "seat": 0, "recorded_by": "scribe"}]


def test_what_has_faded_is_told_by_its_skeleton_only(sqlite_client):
    table = recorded_match(sqlite_client, history="fading")
    taken = table.do("scribe", {"type": "take", "seat": 0, "sin": "pride", "to": "abyss"})["version"]
    back = table.do("scribe", take_back(taken))["version"]
    again = table.do("scribe", {"type": "take", "seat": 0, "sin": "lust", "to": "abyss"})["version"]
    official = audited(table, "arbiter")
    skeleton = {**{name: official["take_backs"][0][name] for name in ("version", "by", "at")}, "faded": True}
    for who in (None, "spectator", "host", 0):
        found = table.get(who, "audit")
        assert found["take_backs"] == [skeleton]
        assert found["acted_for"] == [{"version": again, "seat": 0, "recorded_by": "scribe"}]
        assert "pride" not in json.dumps(found)
    # Seat 1 has not decided yet: nothing has faded for it.
    assert table.get(1, "audit") == {**official, "as": "seat:1"}
    assert official["take_backs"][0]["struck"] == [taken]
    assert [one["version"] for one in official["acted_for"]] == [taken, again]
    assert skeleton["version"] == back
    # The horizon is the token's, whoever it looks as.
    assert table.get(0, "audit", as_="public") == {**table.get(None, "audit")}


def dispute(table: Table, accused: int, decision: int) -> dict[str, int]:
    """Everything that can be said in a dispute, one after the other: the version of each."""

    def send(who: Any, kind: str, **fields: Any) -> int:
        version: int = table.do(who, {"type": f"table.{kind}", **fields})["version"]
        return version

    other = 1 - accused
    reminder = send(other, "remind", reminded=accused, step="count")
    accusation = send(other, "accuse", accused=accused, decisions=[decision])
    first = send("arbiter", "rule", verdict="dismissed", about=accusation)
    appeal = send(other, "appeal", ruling=first)
    second = send("arbiter", "rule", verdict="upheld", about=appeal, reverses=first)
    third = send("arbiter", "rule", verdict="upheld", about=accusation, rule="SS-T3")
    rulings = {"first": first, "second": second, "third": third}
    return {"reminder": reminder, "accusation": accusation, "appeal": appeal, **rulings}


def test_each_step_of_a_dispute_points_at_the_others(sqlite_client):
    table = recorded_match(sqlite_client, history="kept")
    taken = table.do(0, {"type": "take", "sin": "pride", "to": "abyss"})["version"]
    said = dispute(table, 0, taken)
    for who in table.everybody:
        found = table.get(who, "audit")
        (accusation,), (appeal,), (reminder,) = (found[name] for name in ("accusations", "appeals", "reminders"))
        assert (accusation["version"], accusation["by"]) == (said["accusation"], {"seat": 1})
        assert (accusation["accused"], accusation["rule"], accusation["decisions"]) == (0, None, [taken])
        assert (accusation["status"], accusation["ruling"]) == ("upheld", said["third"])
        assert (appeal["ruling"], appeal["status"], appeal["answer"]) == (
            said["first"],
            "answered",
            said["second"],
        )
        assert (reminder["version"], reminder["reminded"], reminder["step"]) == (said["reminder"], 0, "count")
        rulings = {one["version"]: one for one in found["rulings"]}
        assert list(rulings) == [said["first"], said["second"], said["third"]]
        assert {one["disputed"] for one in rulings.values()} == {taken}
        assert rulings[said["first"]]["reversed_by"] == said["second"]
        assert rulings[said["second"]]["about"] == said["appeal"]
        assert rulings[said["third"]]["rule"] == "SS-T3"
        assert {one["by"] for one in rulings.values()} == {"arbiter"}
        for one in (accusation, *rulings.values()):
            view = table.client.get(one["links"]["before"], headers=table.bearer(who)).json
            assert (view["at"], view["line"], view["as"]) == (taken - 1, one["version"], found["as"])
            page = table.client.get(one["links"]["decisions"], headers=table.bearer(who)).json["decisions"]
            assert [page[0]["version"], page[-1]["version"]] == [taken, one["version"]]


def test_of_a_dispute_that_has_faded_only_the_skeletons_are_told(sqlite_client):
    table = recorded_match(sqlite_client, history="fading")
    first = table.do(0, {"type": "take", "sin": "pride", "to": "abyss"})["version"]
    said = dispute(table, 0, first)
    table.do("scribe", {"type": "refill", "cards": ["greed", "greed"]})
    table.do(1, {"type": "take", "sin": "envy", "to": "abyss"})
    official, own, faded = (audited(table, who) for who in ("arbiter", 0, 1))
    assert own == {**official, "as": "seat:0", **_links_as("seat%3A0", official)}
    log = table.log(1)
    for name in ("accusations", "rulings", "appeals", "reminders"):
        for one, known in zip(faded[name], official[name], strict=True):
            linked = {"links": {}} if "links" in known else {}
            skeleton = log[known["version"]]
            heading = {"version": skeleton["version"], "by": skeleton["actor"], "at": skeleton["at"]}
            assert one == {**heading, "faded": True, **linked}
    # What comes later is told, whatever it is about; but what it links to has faded.
    table.do(0, {"type": "table.accuse", "accused": 1, "decisions": [first]})
    links = table.get(1, "audit")["accusations"][-1]["links"]
    problem(table.client.get(links["before"], headers=table.bearer(1)), "faded")
    page = table.client.get(links["decisions"], headers=table.bearer(1)).json["decisions"]
    assert page[0] == log[first]
    assert page[0]["faded"] is True
    table.do(0, {"type": "table.appeal", "ruling": said["third"]})
    again = table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "reverses": said["third"]})[
        "version"
    ]
    faded = table.get(1, "audit")
    assert [one.get("reversed_by") for one in faded["rulings"]] == [None, None, again, None]
    assert faded["appeals"][-1]["answer"] == again


def _links_as(viewer: str, audited: Mapping[str, Any]) -> dict[str, Any]:
    """Accusations and rulings with the links of another viewer."""
    text = json.dumps({name: audited[name] for name in ("accusations", "rulings")})
    found: dict[str, Any] = json.loads(text.replace("as=official", f"as={viewer}"))
    return found


def test_a_reason_that_was_erased_is_told_as_erased(client, matches):
    table = recorded_match(client, history="kept")
    said = {
        name: table.do(who, {**command, "reason": f"because of {name}"})["version"]
        for name, who, command in (
            ("accusations", 0, {"type": "table.accuse", "accused": 1}),
            ("rulings", "arbiter", {"type": "table.rule", "verdict": "dismissed"}),
        )
    }
    said["appeals"] = table.do(
        0, {"type": "table.appeal", "ruling": said["rulings"], "reason": "because of appeals"}
    )["version"]
    for name, version in said.items():
        assert [one["reason"] for one in table.get(None, "audit")[name]] == [f"because of {name}"]
        matches.erase(UUID(table.id), version, "/command/reason")
        for who in table.everybody:
            assert [one["reason"] for one in table.get(who, "audit")[name]] == [{"erased": True}]


def _reserves(_: Any, decisions: Any) -> list[dict[str, Any]]:
    """A procedure of the tests: whoever takes to his reserve has sinned, and lust must be noticed."""
    return [
        {
            "rule": "X-1",
            "seat": fact["seat"],
            "decisions": [decision["version"]],
            "complete": decision["version"],
            "status": "open" if fact["sin"] == "lust" else "seen",
        }
        for decision in decisions
        for fact in decision["facts"]
        if fact["type"] == "SinTaken"
    ]


@pytest.fixture
def matches(client: CheckedClient, migrated_url: str) -> Iterator[Matches]:
    """The matches of the service, looked at from another process."""
    with Matches(Settings(database=migrated_url).environment) as found:
        yield found


def with_findings(match: Match) -> Match:
    """The match of a game that has findings."""
    nothing: Any = None
    procedure = Procedure(nothing, nothing, nothing, nothing, nothing, findings=_reserves)
    return replace(match, ruleset=replace(match.ruleset, procedure=procedure))


def findings(matches: Matches, match: Match, viewer: Viewer, principal: Principal) -> list[int]:
    """The decisions that the audit of this match finds fault with."""
    told = log(matches.decisions(match.id), viewer, match.horizon(principal))
    return [one["complete"] for one in audit(match, viewer, told)["findings"]]


def test_findings_are_made_from_what_the_reader_may_have_in_the_decisions_that_count(client, matches):
    table = recorded_match(client, history="fading")
    struck = table.do(0, {"type": "take", "sin": "pride", "to": "abyss"})["version"]
    table.do(0, take_back(struck))
    one = table.do(0, {"type": "take", "sin": "pride", "to": "abyss"})["version"]
    match = with_findings(matches.load(UUID(table.id)))
    assert findings(matches, match, OFFICIAL, Principal("arbiter")) == [one]
    assert findings(matches, match, seat_viewer(1), Principal("seat", 1)) == [one]
    # For these something has faded, of which the findings would tell.
    assert findings(matches, match, seat_viewer(0), Principal("seat", 0)) == []
    assert findings(matches, match, PUBLIC, Principal("spectator")) == []


def test_what_nobody_has_noticed_is_told_to_officials_until_the_end(client, matches):
    table = recorded_match(client, history="kept")
    open_one = table.do(0, {"type": "take", "sin": "lust", "to": "abyss"})["version"]
    table.do("scribe", {"type": "refill", "cards": ["greed"]})
    seen = table.do(1, {"type": "take", "sin": "envy", "to": "abyss"})["version"]
    match = with_findings(matches.load(UUID(table.id)))
    assert findings(matches, match, OFFICIAL, Principal("scribe")) == [open_one, seen]
    for viewer in (PUBLIC, seat_viewer(0), seat_viewer(1)):
        assert findings(matches, match, viewer, Principal("arbiter")) == [seen]
    table.do("host", {"type": "table.abandon"})
    match = with_findings(matches.load(UUID(table.id)))
    for viewer in (PUBLIC, OFFICIAL, seat_viewer(0), seat_viewer(1)):
        assert findings(matches, match, viewer, Principal("spectator")) == [open_one, seen]


def out_of_turn(client: CheckedClient, register: str, **options: Any) -> tuple[Table, int, int]:
    """Mea Culpa under META CULPA, in which a seat has begun a turn before all had bid: table, seat, decision."""
    table = mea_culpa(client, 3, meta_culpa=register, **options)
    play_out(table, Random(0), until="bid")
    version = table.do(1, {"type": "begin", "action": "buy"})["version"]
    return table, 1, version


def found_by(table: Table, who: Any, **query: Any) -> list[Any]:
    """What somebody is told of findings: rule, seat, decisions and status."""
    return [
        (one["rule"], one["seat"], one["decisions"], one["status"])
        for one in table.get(who, "audit", **query)["findings"]
    ]


def test_a_sin_that_must_be_noticed_is_told_to_all_when_somebody_has(sqlite_client):
    table, sinner, version = out_of_turn(sqlite_client, "called")
    finding = ("MC-M13", sinner, [version])
    for who in table.everybody:
        assert found_by(table, who) == ([(*finding, "open")] if who in ("arbiter", "scribe") else [])
    for viewer in ("public", *(f"seat:{seat}" for seat in table.seats)):
        assert found_by(table, "arbiter", as_=viewer) == []
    accuser = (sinner + 1) % 3
    table.do(accuser, {"type": "table.accuse", "accused": sinner, "rule": "MC-M13", "decisions": [version]})
    for who in table.everybody:
        assert found_by(table, who) == [(*finding, "punished")]


def test_what_nobody_has_noticed_is_told_to_all_when_the_match_is_over(sqlite_client):
    table, sinner, version = out_of_turn(sqlite_client, "called")
    table.do("host", {"type": "table.abandon"})
    for who in table.everybody:
        assert found_by(table, who) == [("MC-M13", sinner, [version], "open")]


def test_where_sins_are_noticed_by_themselves_all_are_told(sqlite_client):
    table, sinner, version = out_of_turn(sqlite_client, "automatic")
    for who in table.everybody:
        assert found_by(table, who) == [("MC-M13", sinner, [version], "punished")]


def test_for_whom_something_has_faded_there_are_no_findings(sqlite_client):
    table, sinner, version = out_of_turn(sqlite_client, "automatic", history="fading")
    faded = {who: any(one.get("faded") for one in table.log(who)) for who in table.everybody}
    assert (faded["spectator"], faded["arbiter"], faded[sinner]) == (True, False, True)
    for who in table.everybody:
        assert found_by(table, who) == ([] if faded[who] else [("MC-M13", sinner, [version], "punished")])


def test_a_finding_goes_with_its_decision(sqlite_client):
    table, _, version = out_of_turn(sqlite_client, "automatic")
    table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "remedy": "back", "before": version})
    for who in table.everybody:
        assert found_by(table, who) == []


@GAMES
def test_it_is_the_same_when_it_is_read_again_from_the_log(client, matches, game):
    table = played(client, game, history="kept")
    match = matches.load(UUID(table.id))
    for seat in table.seats:
        told = log(matches.decisions(match.id), seat_viewer(seat), NO_HORIZON)
        assert audit(match, seat_viewer(seat), told) == table.get(seat, "audit")


# -- who may look as whom -----------------------------------------------------------------------------------


def test_the_audit_is_for_everybody_as_himself_and_for_officials_as_anyone(sqlite_client):
    table = recorded_match(sqlite_client)
    for who in table.everybody:
        official = who in ("arbiter", "scribe")
        for viewer in ("public", "seat:0", "seat:1", "official"):
            response = table.ask(who, "audit", as_=viewer)
            if official or viewer == "public" or viewer == f"seat:{who}":
                assert response.json["as"] == viewer
            else:
                problem(response, "forbidden")
    table.do("host", {"type": "table.abandon"})
    for who in table.everybody:
        assert audited(table, who, as_="official") == audited(table, "arbiter")


def test_knowledge_is_for_officials_and_for_a_seat_about_itself_at_the_end(sqlite_client):
    table = recorded_match(sqlite_client)
    viewers = ("public", "seat:0", "seat:1", "official")
    for who in table.everybody:
        for viewer in viewers:
            response = table.ask(who, "knowledge", as_=viewer)
            if who in ("arbiter", "scribe"):
                assert response.json["as"] == viewer
            else:
                problem(response, "forbidden")
    table.do("host", {"type": "table.abandon"})
    for who in (None, "spectator", "host", 0, 1):
        for viewer in viewers:
            response = table.ask(who, "knowledge", as_=viewer)
            if viewer == f"seat:{who}":
                assert (
                    response.json == table.get("arbiter", "knowledge", as_=viewer) == table.get(who, "knowledge")
                )
            else:
                problem(response, "forbidden")


BAD_VIEWERS = ("", "seat", "seat:2", "seat:00", "seat:-1", "seat:٣", "Public", "arbiter", "\x00", "x" * 5000)
BAD_NUMBERS = ("-1", "+1", "1.0", "x", "", " 1", "٣", "9" * 16, "9" * 5000, "\x00", "null")


def test_odd_queries_are_refused(sqlite_client):
    table = recorded_match(sqlite_client)
    for what in ("audit", "knowledge"):
        for who in (None, 0, "arbiter"):
            for viewer in BAD_VIEWERS:
                response = table.ask(who, what, as_=viewer)
                problem(response, "invalid")
                assert "as" in response.json["errors"]
    for number in (*BAD_NUMBERS, table.version + 1):
        response = table.ask("arbiter", "knowledge", at=number)
        problem(response, "invalid")
        assert "at" in response.json["errors"]
    for query in ("as=public&as=public", "line=1", "at=1&at=1", "seat=0", "x=1"):
        for what in ("audit", "knowledge"):
            path = f"{table.path}/{what}?{query}"
            problem(sqlite_client.get(path, headers=table.bearer("arbiter")), "invalid")
    problem(table.ask("arbiter", "audit", at=1), "invalid")


# -- what somebody knew -------------------------------------------------------------------------------------


def told_at(known: Mapping[str, Any], table: Table) -> Any:
    """The value in the official log that something known points at."""
    value: Any = table.log("arbiter")[known["version"]]
    for name in known["pointer"].split("/")[1:]:
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


@pytest.mark.few("seven-sins")
@pytest.mark.long
@pytest.mark.scenario(16)
@GAMES
def test_what_somebody_knew_stands_in_the_log_there_and_is_hidden_from_the_public(sqlite_client, game):
    table = played(sqlite_client, game, history="kept")
    public = table.log(None)
    known = {viewer: table.get("arbiter", "knowledge", as_=viewer) for viewer in _viewers(table)}
    for viewer, found in known.items():
        assert (found["as"], found["at"]) == (viewer, table.version)
        for one in found["known"]:
            assert one["value"] == told_at(one, table)
        assert found["board"] == table.get("arbiter", "view", as_=viewer)["board"]
    assert known["public"]["known"] == []
    places = {
        viewer: {(one["version"], one["pointer"]) for one in found["known"]} for viewer, found in known.items()
    }
    seats = [places[f"seat:{seat}"] for seat in table.seats]
    assert all(seats)
    assert set.union(*seats) <= places["official"]
    assert json.dumps(public).count('"seal"') == len(places["official"])


def _viewers(table: Table) -> list[str]:
    return ["public", "official", *(f"seat:{seat}" for seat in table.seats)]


def test_what_was_shown_once_says_so(sqlite_client):
    table = open_match(sqlite_client, 3)
    for _ in range(4):
        step(table, Random(3))
    for seat in table.seats:
        (own,) = table.get("scribe", "knowledge", as_=f"seat:{seat}")["known"]
        assert own["once"] is True
        assert own["pointer"].endswith("/card")
        assert table.log("arbiter")[own["version"]]["command"]["type"] == "deal"


def test_knowledge_grows_with_the_decision_at_which_it_is_asked_for(sqlite_client):
    table = mea_culpa(sqlite_client, 3)
    for number in range(40):
        step(table, Random(number))
    now = table.get("arbiter", "knowledge", as_="seat:1")
    for at in range(0, table.version + 1, 7):
        then = table.get("arbiter", "knowledge", as_="seat:1", at=at)
        assert then["at"] == at
        assert then["known"] == [one for one in now["known"] if one["version"] <= at]
        assert then["board"] == table.get("arbiter", "view", as_="seat:1", at=at)["board"]
    assert len({one["version"] for one in now["known"]}) > 2


def test_knowledge_tells_since_when_something_is_seen_and_what_put_it_there(sqlite_client):
    table = open_match(sqlite_client, 2)
    play_out(table, Random(3))
    known = table.get("arbiter", "knowledge", as_="public")
    log = table.log("arbiter")
    opened = {pointer: since for pointer, since in known["since"].items() if "/opened/things/" in pointer}
    assert opened
    for pointer, since in opened.items():
        assert "ReserveOpened" in [fact["type"] for fact in log[since]["facts"]]
        assert known["put"][pointer] == since
    for at in range(0, table.version + 1, 9):
        then = table.get("arbiter", "knowledge", as_="seat:1", at=at)
        assert max(then["since"].values(), default=0) <= at
        before = table.get("arbiter", "view", as_="seat:1", at=max(at - 1, 0))["board"]
        new = [pointer for pointer, since in then["since"].items() if since == at]
        assert bool(new) == (then["board"] != before) or at == 0


def test_what_somebody_knew_stays_what_it_was_when_it_is_taken_back(sqlite_client):
    table = placing_match(sqlite_client)
    placed = table.do(0, a_placing(table, 0))["version"]
    then = table.get("arbiter", "knowledge", as_="seat:0", at=placed)
    assert then["board"]["seats"][0]["stones_on"]
    table.do(0, {"type": "table.take-back", "decision": placed})
    assert table.get("arbiter", "knowledge", as_="seat:0", at=placed) == then
    assert table.get("arbiter", "knowledge", as_="seat:0")["board"]["seats"][0]["stones_on"] is None


@pytest.mark.few("seven-sins")
@pytest.mark.long
@GAMES
def test_at_the_end_a_seat_reads_what_it_knew_also_as_played(sqlite_client, game):
    table = open_match(sqlite_client, 2, ruleset=game, options={"disclosure": "as-played"})
    play_out(table, Random(5))
    for seat in table.seats:
        own = table.get(seat, "knowledge")
        assert own == table.get("arbiter", "knowledge", as_=f"seat:{seat}")
        assert own["known"]
        problem(table.ask(seat, "knowledge", as_=f"seat:{1 - seat}"), "forbidden")
        for at in (0, 3, table.version // 2):
            assert table.get(seat, "knowledge", at=at)["at"] == at


def test_what_nobody_has_told_the_log_is_known_as_unknown(sqlite_client):
    table = recorded_match(sqlite_client, {"unknown": 2})
    found = table.get("arbiter", "knowledge", as_="seat:0")["known"]
    assert [one["value"] for one in found if one["pointer"].startswith("/facts")] == [{"unknown": 1}]


def test_boards_and_documents_are_of_the_published_shape(client, rules: Published):
    table = open_match(client, 3, mode="recorded")
    for number in range(12):
        scribe_step(table, Random(number))
    for viewer in _viewers(table):
        rules.check_board(table.get("scribe", "knowledge", as_=viewer)["board"])
