"""What users of comparable systems met and no other test shows (`docs/what-goes-wrong.md`)."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from werkzeug.test import TestResponse

from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.guards import Refused
from domain.kit.ruleset import Ruleset, rulesets
from domain.store.tables import TABLES
from projections.read_models.announcements import Announcing
from projections.read_models.runner import Runner
from service.app import create_app
from service.config import Settings
from tests.games.installed import OWN
from tests.service.disputing import NOTE, own_decisions, play
from tests.service.playing import (
    CheckedClient,
    Table,
    a_move,
    everything_in,
    filled_move,
    mea_culpa,
    new_client,
    open_match,
    opening,
    play_out,
    step,
    thurn_and_taxis,
    without,
)
from tests.service.streams import NDJSON, Stream
from tests.service.test_disputes import opened
from tests.vectors.reader import commitment, findings

pytestmark = pytest.mark.stored

GAMES = pytest.mark.parametrize("game", OWN)
ROOT = Path(__file__).parents[2]


def store(client: CheckedClient) -> Matches:
    """The matches of the app."""
    matches: Matches = client.application.extensions["kerbholz"].matches()
    return matches


def problem(response: Any, status: int, code: str) -> None:
    """The answer is a problem of this code."""
    assert (response.status_code, response.json["code"]) == (status, code), response.text


# -- what is hidden -----------------------------------------------------------------------------------------

TALER = 887
SECRET = re.compile(rf"(?<![0-9a-f.]){TALER}(?![0-9a-f])")
"""So many Taler are bid: a number that stands nowhere else but in hashes and times."""


def everything_asked(table: Table, who: Any) -> Iterator[str]:
    """All that somebody is told by whatever can be asked, but by streams; without its length."""
    for response in _asked(table, who):
        del response.headers["Content-Length"]
        yield everything_in(response)


def _asked(table: Table, who: Any) -> Iterator[TestResponse]:
    viewers = ["public", "official", *(f"seat:{seat}" for seat in table.seats)]
    for what in ("", "decisions", "view", "moves", "audit", "knowledge"):
        yield table.ask(who, what)
    for viewer in viewers:
        for what in ("decisions", "view", "audit", "knowledge"):
            yield table.ask(who, what, as_=viewer)
        yield table.ask(who, "decisions", as_=viewer, headers={"Accept": NDJSON})
    yield table.ask(who, "decisions", after=table.version - 1, wait=1)
    yield table.client.get("/v1/matches", headers=table.bearer(who))
    yield table.client.get("/v1/statistics", headers=table.bearer(who))


@pytest.mark.scenario(1)
def test_what_was_bid_is_told_to_others_in_no_way(sqlite_client):
    """By no answer, stream, delivery of a webhook, read model, nor to who sends with the bidder's key."""
    table = mea_culpa(sqlite_client, 3, board={"start_money": 1_000})
    play_out(table, Random(1), until="bid")
    hook = {"url": "https://example.org/hook"}
    assert sqlite_client.post(f"{table.path}/webhooks", json=hook, headers=table.bearer(1)).status_code == 201
    others = [None, "spectator", "host", 1, 2]
    streams = {who: Stream(table, who) for who in [*others, 0]}
    for stream in streams.values():
        stream.next()
    key = {"Idempotency-Key": "the-bid"}
    bid = {"type": "bid", "notches": 1, "taler": TALER}
    answers = [table.send(0, bid, headers=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    Runner(store(sqlite_client), (), [Announcing(store(sqlite_client))]).catch_up()
    Runner(store(sqlite_client)).catch_up()
    table.do("arbiter", NOTE)
    assert SECRET.search(answers[1].text)
    for who, stream in streams.items():
        told = b"".join(event.data for event in stream.until(table.version))
        assert bool(SECRET.search(told.decode())) is (who == 0)
        stream.close()
    for who in others:
        assert not [text for text in everything_asked(table, who) if SECRET.search(text)], who
        for command in (bid, NOTE, {"type": "table.take-back", "decision": answers[0].json["version"]}):
            tried = table.send(who, without(command, "taler"), headers=key, dry_run=True)
            assert not SECRET.search(tried.text)
    assert any(SECRET.search(text) for text in everything_asked(table, 0))
    for name in TABLES:
        for value in chain(*store(sqlite_client).database.query(f"SELECT * FROM {name}")):
            text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
            assert not SECRET.search(text), name


@pytest.mark.scenario(2)
def test_the_laid_table_holds_no_order_of_what_comes_later(sqlite_client):
    """Whatever the seed, it is laid and stored alike: so there is no order that could leak from a first state."""
    own = ("blind", "match", "at", "seal", "commitment")
    options = {"chance": "known", "history": "kept"}
    for game in OWN:
        tables = [
            open_match(sqlite_client, 3, ruleset=game, options=options, seed=seed * 16) for seed in ("01", "02")
        ]
        for table in tables:
            play(table, Random(1), 3)
        first, second = (json.loads(store(sqlite_client)._events(UUID(table.id))[0].open) for table in tables)
        assert without(first, *own) == without(second, *own)
        assert first["chance"]["commitment"] != second["chance"]["commitment"]
        boards = [table.get("arbiter", "view", at=0)["board"] for table in tables]
        assert boards[0] == boards[1]
        drawn = [json.dumps([without(one["facts"], "seal") for one in table.log()[1:]]) for table in tables]
        assert drawn[0] != drawn[1]


@pytest.mark.long
@pytest.mark.scenario(15)
@GAMES
def test_after_the_end_each_decision_is_seen_as_it_was_seen_then(sqlite_client, game):
    """Looking as a seat at a decision tells what it knew there; to see all has to be asked for."""
    table, rng = opened(sqlite_client, game), Random(f"replay {game}")
    seen = []
    for _ in range(8):
        seen += [table.get(who, "view") for who in (None, 0, 1, 2)]
        play(table, rng, 1)
    end = {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "win", "winners": [0]}
    table.do("arbiter", end)
    table.do("host", {"type": "table.close"})
    differ = 0
    for view in seen:
        for who in (None, 2):
            assert table.get(who, "view", as_=view["as"], at=view["at"]) == view
        whole = table.get(None, "view", as_="official", at=view["at"])
        differ += whole["board"] != view["board"]
        assert table.get(None, "view", at=view["at"])["as"] == "public"
    assert differ > len(seen) // 2


@pytest.mark.scenario(19)
def test_a_watchers_link_leads_to_no_players_page(sqlite_client):
    """Every path of a match, with whatever may be written behind it to be somebody else."""
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    hook = {"url": "https://example.org/hook"}
    registered = sqlite_client.post(f"{table.path}/webhooks", json=hook, headers=table.bearer(0)).json["id"]
    step(table, Random(1))
    paths = [
        rule.rule.replace("<identifier>", table.id).replace("<webhook>", registered).replace("<int:version>", "1")
        for rule in sqlite_client.application.url_map.iter_rules()
        if rule.rule.startswith("/v1/matches/<identifier>") and "GET" in (rule.methods or ())
    ]
    assert len(paths) >= 8
    assert not [path for path in paths if "<" in path]
    own = table.token(0)
    queries = [{"as": viewer} for viewer in ("seat:0", "seat:1", "official", own)]
    queries += [{"seat": 0}, {"seat": 1}, {"seat": own}, {"token": own}, {own: "1"}]
    for path in paths:
        for query in queries:
            for who in ("spectator", None):
                response = sqlite_client.get(path, query_string=query, headers=table.bearer(who))
                if path.endswith("/moves") and set(query) == {"seat"} and query["seat"] != own:
                    assert response.json == table.get(None, "moves"), "there is nothing that they may do"
                else:
                    assert response.status_code in (401, 403, 404, 422), (path, query)
                assert not token_in(table, everything_in(response)), (path, query)
    move = a_move(table, table.mover, Random(1))
    for command in (move, {**move, "seat": table.mover}, NOTE, {"type": "table.take-back", "decision": 3}):
        problem(table.send("spectator", command), 403, "forbidden")


@pytest.mark.scenario(19)
def test_a_token_stands_in_no_answer_also_where_it_was_sent_in_the_wrong_place(sqlite_client):
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    step(table, Random(1))
    table.do("arbiter", NOTE)
    for who in table.everybody:
        assert not [text for text in everything_asked(table, who) if token_in(table, text)]
    wrong: list[Mapping[str, Any]] = [
        {**NOTE, own: 1} for own in (*table.all_tokens(), "khk_" + "0" * 48, "whsec_" + "A" * 32)
    ]
    wrong += [{"type": table.token(0)}, {**NOTE, "about": table.token(0)}, {"commands": [{table.token(1): 1}]}]
    for body in wrong:
        for path in ("/v1/matches", f"{table.path}/commands"):
            response = sqlite_client.post(path, json=body, headers=table.bearer(0))
            problem(response, 422, "invalid")
            assert not token_in(table, response.text)
            assert "0" * 20 not in response.text
            assert "A" * 20 not in response.text
    for path in (f"/v1/matches/{table.token(0)}", f"/v1/rulesets/{table.token(0)}"):
        assert not token_in(table, everything_in(sqlite_client.get(path)))


def token_in(table: Table, text: str) -> bool:
    """Whether a token of the match stands there."""
    return any(token in text for token in table.all_tokens())


# -- chance -------------------------------------------------------------------------------------------------


@pytest.mark.scenario(22)
def test_whoever_has_seen_the_next_card_keeps_what_he_did(sqlite_client):
    """Drawn blind or taken face-up: in both cases the next card is seen, and it is for the arbiter to say."""
    for blind in (True, False):
        table = thurn_and_taxis(sqlite_client, options={"modules": []})
        seat = table.mover
        city = min(table.get(None, "view")["board"]["display"]["things"])
        answer = table.do(seat, {"type": "take-card"} if blind else {"type": "take-card", "city": city})
        assert "chance" in [one["actor"] for one in answer["decisions"]]
        before = table.trace()
        back = {"type": "table.take-back", "decision": answer["decisions"][0]["version"]}
        for who in (seat, "arbiter"):
            for dry_run in (False, True):
                problem(table.send(who, back, dry_run=dry_run), 422, "needs-ruling")
        assert table.trace() == before


@pytest.mark.scenario(27)
def test_chance_follows_from_nothing_that_a_client_knows_or_chooses(tmp_path):
    """The same id, clock and names, and another seed each time, which is committed to and told to nobody."""
    drawn, promised = [], []
    for number in range(2):
        settings = Settings(database=f"sqlite:///{tmp_path / f'{number}.db'}", service_key=bytes(32))
        migrate(settings.environment)

        def made(settings: Settings = settings) -> Matches:
            return Matches(
                settings.environment,
                clock=lambda: "2026-01-01T00:00:00.000Z",
                new_id=lambda: UUID(int=7),
                service_key=settings.service_key,
            )

        app = create_app(settings, matches_factory=made)
        client = new_client("", app)
        table = open_match(client, 3, options={"first_seat": 0})
        match = store(client).load(UUID(table.id))
        assert match.secrets.chance_seed is not None
        first = table.log()[0]
        assert first["chance"]["commitment"] == commitment(match.secrets.chance_seed)
        for who in (None, 0, "arbiter"):
            assert not [text for text in everything_asked(table, who) if match.secrets.chance_seed.hex() in text]
        drawn.append([without(one["facts"], "seal") for one in table.log()[1:]])
        promised.append(first["chance"]["commitment"])
        app.extensions["kerbholz"].close()
    assert drawn[0] != drawn[1]
    assert promised[0] != promised[1]


READS = """
import hashlib, sys
from service.app import create_app
from service.config import Settings
app = create_app(Settings(database=sys.argv[1]))
client = app.test_client()
for line in sys.stdin:
    path, token = line.split()
    found = client.get(path, headers={"Authorization": f"Bearer {token}"})
    print(found.status_code, hashlib.sha256(found.data).hexdigest())
app.extensions["kerbholz"].close()
"""


def reading(url: str, paths: Path, hash_seed: str) -> subprocess.Popen[str]:
    """A process that reads these paths, with an order of sets of its own."""
    environment = {**os.environ, "KERBHOLZ_LIMITS": "off", "PYTHONHASHSEED": hash_seed}
    with paths.open(encoding="utf-8") as lines:
        command = [sys.executable, "-c", READS, url]
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdin=lines, stdout=subprocess.PIPE, text=True)


@pytest.mark.long
@pytest.mark.scenario(28)
def test_every_process_reads_the_same_after_each_decision(sqlite_client, sqlite_url, tmp_path):
    """Whatever the order in which it goes through sets."""
    asked = []
    for game in OWN:
        table = opened(sqlite_client, game)
        play(table, Random(3), 10)
        asked += [
            (f"{table.path}/view?as={viewer}&at={at}", table.token("arbiter"))
            for at in range(table.version + 1)
            for viewer in ("official", "seat%3A1")
        ]
    paths = tmp_path / "paths"
    paths.write_text("".join(f"{path} {token}\n" for path, token in asked))
    other = reading(sqlite_url, paths, "1")
    here = []
    for path, token in asked:
        response = sqlite_client.get(path, headers={"Authorization": f"Bearer {token}"})
        here.append(f"{response.status_code} {hashlib.sha256(response.data).hexdigest()}")
    assert {line.split()[0] for line in here} == {"200"}
    said, _ = other.communicate(timeout=60)
    assert other.returncode == 0
    assert said.splitlines() == here


# -- rules that change --------------------------------------------------------------------------------------


def stricter(game: Ruleset[Any], forbidden: str) -> Ruleset[Any]:
    """The next version of a game, which forbids a command; a match of the version before keeps its rules."""

    def decided(state: Any, actor: Any, command: Any, *more: Any) -> Any:
        if forbidden == command.TYPE and state.rules.version != game.version:
            raise Refused("illegal-move", "That is no longer allowed.", "X-1")
        return game.facts_of(state, actor, command, *more)

    return replace(game, version="99.0", deciders={}, decide=decided)


@pytest.mark.long
@pytest.mark.scenario(55)
@pytest.mark.parametrize(
    ("migrated_url", "game"),
    [("sqlite", "mea-culpa"), ("postgres", "seven-sins"), ("sqlite", "thurn-and-taxis")],
    indirect=["migrated_url"],
)
def test_a_match_of_the_rules_before_is_read_as_it_was_and_goes_on(client, migrated_url, monkeypatch, game):
    table, rng = opened(client, game), Random(f"old rules {game}")
    play(table, rng, 12)
    before = table.version
    golden = all_read(table, before)
    forbidden = own_decisions(table)[-1]["command"]["type"]
    monkeypatch.setitem(rulesets(), game, stricter(rulesets()[game], forbidden))  # type: ignore[arg-type]
    again = new_client(migrated_url)
    old = Table(again, table.opened)
    assert all_read(old, before) == golden
    while forbidden not in [one["command"]["type"] for one in own_decisions(old) if one["version"] > before]:
        play(old, rng, 1)
    assert old.get(None)["ruleset_version"] == table.opened["ruleset_version"] != "99.0"
    new = opened(again, game)
    assert new.get(None)["ruleset_version"] == "99.0"
    refused = refusal(new, forbidden, rng)
    assert (refused["code"], refused["rule"]) == ("illegal-move", "X-1")
    assert all_read(old, before) == golden
    again.application.extensions["kerbholz"].close()


def all_read(table: Table, newest: int) -> list[Any]:
    """Views and log up to *newest*, as a seat and the arbiter read them."""
    found = []
    for who in (0, "arbiter"):
        found += [table.get(who, "view", at=at) for at in range(newest + 1)]
        found.append(table.log(who)[: newest + 1])
    return found


def refusal(table: Table, kind: str, rng: Random) -> Any:
    """Play until a command of this kind is refused; the problem."""
    for _ in range(60):
        seat = table.mover
        moves = table.get(seat, "moves")["moves"]
        wanted = [move for move in moves if move["type"] == kind]
        response = table.send(seat, filled_move((wanted or moves)[0], rng))
        if response.status_code != 201:
            return response.json
    raise AssertionError("it was not refused")


# -- names --------------------------------------------------------------------------------------------------


@pytest.mark.few("sqlite")
@pytest.mark.scenario(111)
def test_an_erased_name_is_told_by_nobody_and_the_match_stays_what_it_was(client, migrated_url):
    """The other seat's match is as it was, goes on, and verifies without this project's code."""
    body = opening(2, options={"history": "kept", "chance": "known"}, seed="07" * 16)
    body["seats"][0]["name"] = "Wilhelmine"
    table = Table(client, client.post("/v1/matches", json=body).json)
    rng = Random(1)
    play(table, rng, 8)
    caught_up = Runner(store(client))
    caught_up.catch_up()
    following = Stream(table, 1)
    assert "Wilhelmine" in table.ask(1).text
    before, roots = table.log("arbiter"), [one.root for one in store(client)._events(UUID(table.id))]
    views = {
        (who, at): table.get(who, "view", at=at) for who in table.seats for at in range(0, table.version + 1, 3)
    }
    with Matches(Settings(database=migrated_url).environment) as elsewhere:
        elsewhere.erase(UUID(table.id), 0, "/seats/0/name")
    note = table.do(1, NOTE)["version"]
    told = b"".join(event.data for event in following.until(note))
    following.close()
    again = new_client(migrated_url)
    caught_up.catch_up()
    for asked in (table, Table(again, table.opened)):
        for who in (None, 0, 1, "arbiter"):
            assert not [text for text in everything_asked(asked, who) if "Wilhelmine" in text], who
            stream = Stream(asked, who)
            assert b"Wilhelmine" not in stream.next().data
            stream.close()
        assert asked.get(1)["seats"][0]["name"] == {"erased": True}
        log = asked.log("arbiter")
        assert log[1 : len(before)] == before[1:]
        assert without(log[0], "seats") == without(before[0], "seats")
        for (who, at), view in views.items():
            assert asked.get(who, "view", at=at) == view
    assert b"Wilhelmine" not in told
    again.application.extensions["kerbholz"].close()
    play(table, rng, 3)
    assert [one.root for one in store(client)._events(UUID(table.id))][: len(roots)] == roots
    assert list(findings(stored(store(client), UUID(table.id)))) == []


@pytest.mark.few("sqlite")
@pytest.mark.scenario(85)
def test_who_takes_another_name_keeps_the_old_one_in_older_matches(client):
    """A name belongs to its match: there is nothing that would write it anew in others."""

    def played_by(name: str) -> Table:
        seats = [{"name": name}, {"name": "Wilhelmine"}]
        table = Table(client, client.post("/v1/matches", json={**opening(2), "seats": seats}).json)
        play_out(table, Random(name))
        Runner(store(client)).catch_up()
        return table

    def counted() -> dict[str, int]:
        found = client.get("/v1/statistics").json["statistics"]
        return {one["name"]: one["finished"] for game in found for one in game["players"]}

    old = played_by("Anna Alt")
    before = read_by_everybody(old)
    root = store(client).load(UUID(old.id)).root
    assert counted() == {"Anna Alt": 1, "Wilhelmine": 1}
    played_by("Anna Neu")
    assert read_by_everybody(old) == before
    assert store(client).load(UUID(old.id)).root == root
    assert counted() == {"Anna Alt": 1, "Anna Neu": 1, "Wilhelmine": 2}


def read_by_everybody(table: Table) -> dict[Any, list[bytes]]:
    """The match, its log, board, audit and text, as each may have it."""
    asked = ("", "decisions", "view", "audit", "shorthand")
    return {who: [table.ask(who, what).data for what in asked] for who in table.everybody}


def stored(matches: Matches, match_id: UUID) -> dict[str, Any]:
    """The rows of a match, as the reader of format 1 wants them."""
    rows = [matches.mapper.to_stored_event(event) for event in matches._events(match_id)]
    texts = matches.database.query(
        "SELECT version, pointer, salt, value FROM kerbholz_texts WHERE match_id = ?", (match_id.hex,)
    )
    secrets = matches.load(match_id).secrets
    assert secrets.chance_seed is not None
    return {
        "events": [
            {"version": row.originator_version, "topic": row.topic, "state": bytes(row.state)} for row in rows
        ],
        "match_key": secrets.match_key.hex(),
        "chance_seed": secrets.chance_seed.hex(),
        "texts": [dict(zip(("version", "pointer", "salt", "value"), row, strict=True)) for row in texts],
    }
