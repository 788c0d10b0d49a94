"""What nobody is shown: faded takes, secrets, seeds, tokens; and no refusal says more than its receiver knows."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.evidence.archive import MEDIA_TYPE
from domain.evidence.signing import Signing
from domain.kit.chance import SeededChance, ToldChance
from domain.match.match import Match
from service.app import create_app
from service.config import Settings
from tests.service.playing import (
    FIRST_FIVE,
    SINS,
    CheckedClient,
    Table,
    a_move,
    a_placing,
    everything_in,
    new_client,
    open_match,
    opening,
    placing_match,
    play_out,
    recorded_match,
    step,
    without,
)

NOTE = {"type": "table.note", "text": "tea break"}
SKELETON = {"version", "actor", "at", "command", "faded"}


def is_skeleton(decision: Mapping[str, Any]) -> bool:
    """Whether nothing but who, when and what sort is told of a decision."""
    return set(decision) == SKELETON and set(decision["command"]) == {"type"}


def skeleton_of(decision: Mapping[str, Any]) -> dict[str, Any]:
    """What is left of a decision when it has faded."""
    kept = {name: decision[name] for name in ("version", "actor", "at")}
    return {**kept, "command": {"type": decision["command"]["type"]}, "faded": True}


def horizon_of(table: Table, who: Any) -> int:
    """The own last decision of the game, for others than seats that of any seat; from the official log."""
    if who in ("arbiter", "scribe"):
        return 0
    actors = [{"seat": who}] if isinstance(who, int) else [{"seat": seat} for seat in table.seats]
    own = [
        decision["version"]
        for decision in table.log("arbiter")
        if decision["actor"] in actors
        and not decision["automatic"]
        and not decision["command"]["type"].startswith("table.")
    ]
    return max(own, default=0)


# -- what has faded -----------------------------------------------------------------------------------------


def test_while_a_match_fades_everybody_reads_skeletons_before_his_horizon(sqlite_client):
    table = open_match(sqlite_client, 3)
    rng = Random(7)
    for _ in range(5):
        step(table, rng)
        table.do(rng.choice(table.seats), NOTE)
        official = table.log("arbiter")
        for who in table.everybody:
            horizon = horizon_of(table, who)
            log = table.log(who)
            assert len(log) == len(official)
            for decision in log:
                version = decision["version"]
                assert bool(decision.get("faded")) == (0 < version < horizon), (who, version, horizon)
                if decision.get("faded"):
                    assert decision == skeleton_of(official[version])
            for at in {0, 1, max(horizon - 1, 0), horizon, table.version}:
                response = table.ask(who, "view", at=at)
                assert response.status_code == (403 if at < horizon else 200), (who, at, horizon)
                if at < horizon:
                    assert response.json["code"] == "faded"


def test_the_horizon_is_the_tokens_whoever_it_looks_as(sqlite_client):
    table = open_match(sqlite_client, 3)
    rng = Random(8)
    for _ in range(5):
        step(table, rng)
    for seat in table.seats:
        own = [one.get("faded", False) for one in table.log(seat)]
        assert [one.get("faded", False) for one in table.log(seat, as_="public")] == own
        horizon = horizon_of(table, seat)
        assert table.ask(seat, "view", as_="public", at=horizon - 1).json["code"] == "faded"
        assert table.ask(seat, "view", as_="public", at=horizon).status_code == 200
    for viewer in ("public", "seat:0", "official"):
        assert not any(one.get("faded") for one in table.log("arbiter", as_=viewer))


def test_own_notes_do_not_move_the_horizon(sqlite_client):
    table = open_match(sqlite_client, 3)
    seat = table.mover
    for who in (seat, "arbiter"):
        table.do(who, NOTE)
    assert not any(one.get("faded") for one in table.log(seat))
    assert table.ask(seat, "view", at=1).status_code == 200


def test_what_follows_by_itself_does_not_move_the_horizon(sqlite_client):
    table = open_match(sqlite_client, 3, board={"stones": {"3": 1}})
    play_out(table, Random(7), until="place-stones")  # only who has the one stone is asked where to place it
    placed = [one for one in table.log("arbiter") if one["automatic"] and isinstance(one["actor"], dict)]
    assert len(placed) == 2
    for decision in placed:
        seat = decision["actor"]["seat"]
        horizon = horizon_of(table, seat)
        assert horizon < decision["version"]
        assert not any(one.get("faded") for one in table.log(seat)[horizon:])
        assert table.ask(seat, "view", at=horizon).status_code == 200


def test_where_history_is_kept_nothing_fades_but_what_is_seen_once(sqlite_client):
    table = open_match(sqlite_client, 3, options={"history": "kept"})
    rng = Random(9)
    for _ in range(7):
        step(table, rng)
    for who in table.everybody:
        assert not any(one.get("faded") for one in table.log(who))
        assert table.ask(who, "view", at=0).status_code == 200
    dealt = {seat: _own_card(table.log(seat), seat) for seat in table.seats}
    assert all("hidden" in card for card in dealt.values())


@pytest.mark.scenario(14, 21)
def test_the_first_card_is_told_to_its_owner_until_his_own_first_decision(sqlite_client):
    for history in ("kept", "fading"):
        table = open_match(sqlite_client, 3, options={"history": history})
        assert table.get(None)["options"]["history"] == history
        true = {seat: _own_card(table.log("arbiter"), seat) for seat in table.seats}
        assert all(isinstance(card, str) for card in true.values())
        rng = Random(1)
        acted: set[int] = set()
        for _ in range(3):
            for who in table.everybody:
                for seat in table.seats:
                    card = _own_card(table.log(who), seat)
                    if who in ("arbiter", "scribe") or (who == seat and seat not in acted):
                        assert card == true[seat]
                    else:
                        assert card is None or set(card) == {"hidden", "seal"}
                        assert card is None or card["hidden"] == 1
            mover = table.mover
            step(table, rng)
            acted.add(mover)
        for seat in table.seats:
            view = table.get(seat, "view")["board"]["seats"][seat]
            assert set(view["reserve"]) == {"count"}


def _own_card(log: Sequence[Mapping[str, Any]], seat: int) -> Any:
    """The first card of a seat as a log tells it; None where the deal has faded."""
    deal = next(decision for decision in log if decision["command"]["type"] == "deal")
    return next((fact["card"] for fact in deal.get("facts", ()) if fact.get("seat") == seat), None)


def test_a_replayed_answer_is_read_as_it_may_be_read_now(client):
    table = open_match(client, 2)
    rng, key = Random(3), {"Idempotency-Key": "first"}
    seat = table.mover
    move = a_move(table, seat, rng)
    first = table.do(seat, move, headers=key)
    assert not any(one.get("faded") for one in first["decisions"])
    while horizon_of(table, seat) == first["decisions"][0]["version"]:
        step(table, rng)
    response = table.send(seat, move, headers=key)
    replay = response.json
    assert response.headers["Idempotency-Replayed"] == "true"
    assert (replay["version"], replay["receipt"]) == (first["version"], first["receipt"])
    assert all(is_skeleton(one) for one in replay["decisions"])
    assert [one["version"] for one in replay["decisions"]] == [one["version"] for one in first["decisions"]]
    assert first["decisions"][0]["blind"] not in response.text


def test_when_the_match_is_over_all_is_open(sqlite_client):
    table = open_match(sqlite_client, 3)
    play_out(table, Random(5))
    official = table.log("arbiter")
    assert not any(one.get("faded") for one in official)
    for who in (None, "host", 0, "arbiter"):
        assert table.log(who, as_="official") == official
        for viewer in ("public", "seat:0", "seat:1", "seat:2", "official"):
            assert not any(one.get("faded") for one in table.log(who, as_=viewer))
            assert table.get(who, "view", as_=viewer, at=2)["as"] == viewer
        # As always what was told: looking as a seat does not tell what it was never told.
        assert "hidden" in _own_card(table.log(who, as_="seat:0"), 1)
        assert isinstance(_own_card(table.log(who, as_="seat:0"), 0), str)
        assert "hidden" in _own_card(table.log(who, as_="public"), 0)


def test_what_a_change_of_the_line_says_of_a_faded_decision_is_its_skeleton(sqlite_client):
    table = recorded_match(sqlite_client)
    taken = table.do(0, {"type": "take", "sin": "pride", "to": "abyss"})["version"]
    table.do(0, {"type": "table.take-back", "decision": taken})
    table.do(0, {"type": "take", "sin": "envy", "to": "reserve"})
    table.do("scribe", {"type": "refill", "cards": ["lust"]})
    table.do(1, {"type": "take", "sin": "lust", "to": "reserve"})
    for who in (0, None, "host"):
        log = table.log(who, line=table.version)
        assert log[taken]["faded"] is True
        assert set(log[taken]) <= SKELETON | {"struck"}
        assert "abyss" not in json.dumps(log[taken])
    assert table.ask(0, "view", at=taken).json["code"] == "faded"
    assert table.ask(0, "view", at=taken, line=table.version).json["code"] == "faded"
    assert table.log("arbiter", line=table.version)[taken]["struck"] == {"by": taken + 1}


# -- secrets in no answer -----------------------------------------------------------------------------------


def answers_to(table: Table, who: Any) -> Iterator[str]:
    """Everything that somebody is told, whatever he asks for."""
    viewers = ["public", "official", *(f"seat:{seat}" for seat in table.seats)]
    paths = [
        "",
        *(f"{what}?as={viewer}" for what in ("view", "decisions", "audit", "knowledge") for viewer in viewers),
        "moves",
    ]
    paths += [f"view?at={at}" for at in range(0, table.version + 1, 3)] + [
        "nothing",
        "view?as=x",
        "decisions?limit=0",
    ]
    for path in paths:
        yield everything_in(table.client.get(f"{table.path}/{path}".rstrip("/"), headers=table.bearer(who)))
    for command in (NOTE, {"type": "pass"}, {"type": "bid"}, {"type": "table.take-back", "decision": 3}):
        yield everything_in(table.send(who, command, dry_run=True))
    headers = {"If-Match": '"0"'}
    yield everything_in(table.send(who, NOTE, headers=headers))


@pytest.mark.few("sqlite")
@pytest.mark.long
@pytest.mark.scenario(19, 27)
def test_no_answer_holds_a_key_a_seed_or_a_token(client, migrated_url, caplog):
    table = open_match(client, 2)
    rng = Random(2)
    for _ in range(4):
        step(table, rng)
    with Matches(Settings(database=migrated_url).environment) as matches:
        kept = matches.side.secrets(UUID(table.id))
        service_key = matches.service_key
        hashes = [row[0] for row in matches.database.query("SELECT token_hash FROM kerbholz_tokens")]
    secrets = [*table.all_tokens(), *(token.rpartition("_")[2] for token in table.all_tokens()), *hashes]
    for key in (kept.match_key, kept.chance_seed, service_key):
        secrets += [key.hex(), base64.b64encode(key).decode(), base64.urlsafe_b64encode(key).decode()]
    for who in table.everybody:
        for text in answers_to(table, who):
            for secret in secrets:
                assert secret not in text
    play_out(table, rng)
    for who in table.everybody:
        for text in answers_to(table, who):
            assert not any(secret in text for secret in secrets)
    assert not any(secret in caplog.text for secret in secrets)
    assert "blind" in everything_in(table.ask("arbiter", "decisions"))


def test_nothing_of_what_has_faded_or_is_hidden_is_told_in_any_other_way(sqlite_client):
    """Blinds and seals of faded decisions give the faded take back by trying; so they are told to nobody."""
    table = open_match(sqlite_client, 3)
    rng = Random(6)
    for _ in range(6):
        step(table, rng)
    official = table.log("arbiter")
    for who in table.everybody:
        horizon = horizon_of(table, who)
        faded = [one for one in official if 0 < one["version"] < horizon]
        assert bool(faded) == (who not in ("arbiter", "scribe"))
        # The public's log tells the seals; the leaf's root after a faded decision was told in receipts alone.
        told = _strings_named({"blind", "seal", "salt"}, faded)
        told |= _strings_named({"seal"}, table.log("arbiter", as_="public")[1 : max(horizon, 1)])
        assert told or not faded
        for text in answers_to(table, who):
            assert not any(secret in text for secret in told), who


@pytest.mark.scenario(2)
def test_what_was_said_while_dealing_is_nowhere_in_the_answers_to_others(sqlite_client):
    """The card itself is a common word, so it is searched for with a board whose words are not."""
    sins = [f"secret-sin-{letter}" for letter in "abcdefg"]
    for seed in range(20):
        board = {"sins": sins, "types": {"2": 7, "3": 7, "4": 7, "5": 7}}
        table = open_match(sqlite_client, 2, board=board, options={"chance": "known"}, seed=f"{seed:032x}")
        centre = table.get(None, "view")["board"]["centre"]["things"]
        cards = {seat: _own_card(table.log("arbiter"), seat) for seat in table.seats}
        for seat, card in cards.items():
            for who in (None, "spectator", "host", 1 - seat):
                if card in centre or card == cards[1 - seat]:
                    continue
                log = table.log(who)
                told = json.dumps(
                    [one.get("facts") for one in log if one["command"]["type"] in ("deal", "refill")]
                )
                assert card not in told


def _strings_named(names: set[str], document: Any) -> set[str]:
    found: set[str] = set()
    if isinstance(document, dict):
        for name, value in document.items():
            found |= {value} if name in names and isinstance(value, str) else _strings_named(names, value)
    elif isinstance(document, list):
        for item in document:
            found |= _strings_named(names, item)
    return found


# -- refusals leave no trace --------------------------------------------------------------------------------


@pytest.mark.stored
@pytest.mark.scenario(7)
def test_refused_commands_leave_no_trace(client):
    table = placing_match(client)
    before = table.trace()
    placing = a_placing(table, 0)
    for who in table.everybody:
        for command in (
            {"type": "pass"},
            {"type": "take", "sin": "pride", "to": "reserve"},
            {"type": "place-stones", "on": ["gossip"]},
            {**placing, "seat": 1 if who != 1 else 2},
            {"type": "refill"},
            {"type": "table.close"},
            {"type": "table.note", "text": ""},
            {"type": "table.tell", "place": "reserve:0", "things": ["pride"]},
            {"type": "table.take-back", "decision": 2},
        ):
            headers = {"Idempotency-Key": "refused"}
            assert table.send(who, command, headers=headers).status_code >= 400, (who, command)
    assert table.send(0, placing, headers={"If-Match": '"0"'}).status_code == 412
    assert table.send(0, placing, dry_run=True).status_code == 201
    assert table.trace() == before
    assert table.send(0, placing, headers={"Idempotency-Key": "refused"}).status_code == 201


# -- twins: two matches that differ in nothing but a secret -------------------------------------------------

NAMED = ("seal", "root", "salt", "checkpoint", "leaf", "hashes")
"""What depends on the secret by design."""
NAMED_HEADERS = ("ETag", "Date", "X-Request-Id", "RateLimit")
TWIN_ID = UUID("0f0e0d0c-0b0a-4908-8706-050403020100")
SERVICE_KEY = bytes(range(32, 64))


class Ticks:
    """A clock that goes on by a second whenever it is read."""

    def __init__(self) -> None:
        self._now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> str:
        """The time."""
        self._now += timedelta(seconds=1)
        return self._now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def dealing(cards: Sequence[str]) -> Callable[[Match, int], Any]:
    """Chance in which the deal gives these cards, and all else is the same in every twin."""

    def chance(match: Match, version: int) -> Any:
        return ToldChance(tuple(cards)) if match.state.due == "deal" else SeededChance(bytes(32), version)

    return chance


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[Callable[..., list[Table]]]:
    """Opens the same match twice, with the same id, clock and keys; the deals exchange two secrets."""
    clients: list[CheckedClient] = []

    def make(deals: Sequence[Sequence[str]], **body: Any) -> list[Table]:
        tables = []
        for number, cards in enumerate(deals):
            settings = Settings(database=f"sqlite:///{tmp_path / f'twin-{number}.db'}", service_key=SERVICE_KEY)
            migrate(settings.environment)
            clock = Ticks()

            def opened(cards: Any = cards, settings: Settings = settings, clock: Ticks = clock) -> Matches:
                return Matches(
                    settings.environment,
                    clock=clock,
                    salts=lambda: "5a" * 32,
                    chance=dealing(cards),
                    random_bytes=lambda length: bytes([7]) * length,
                    new_id=lambda: TWIN_ID,
                    service_key=settings.service_key,
                    signing=Signing(SERVICE_KEY),
                )

            clients.append(new_client("", create_app(settings, matches_factory=opened)))
            response = clients[-1].post("/v1/matches", json=opening(3, **body))
            assert response.status_code == 201, response.text
            tables.append(Table(clients[-1], response.json))
        return tables

    yield make
    for client in clients:
        client.application.extensions["kerbholz"].close()


def same(one: Any, two: Any) -> None:
    """Assert that two answers are alike byte for byte, what is named excepted."""
    assert one.status_code == two.status_code
    headers = [
        [(name, value) for name, value in answer.headers.items() if name not in NAMED_HEADERS]
        for answer in (one, two)
    ]
    assert headers[0] == headers[1]
    if one.data == two.data:
        return
    if one.status_code >= 400:
        assert one.data == two.data
    else:
        assert _blotted(_told(one)) == _blotted(_told(two))


def _told(answer: Any) -> Any:
    """What an answer says; of an archive all of its lines, with the records in them."""
    if answer.mimetype != MEDIA_TYPE:
        return answer.json
    lines = [json.loads(line) for line in answer.text.splitlines()]
    return [{**line, "open": json.loads(line["open"])} if "open" in line else line for line in lines]


def _blotted(document: Any) -> str:
    return json.dumps(without(document, *NAMED))


WRONG = [
    {"type": "pass"},
    {"type": "take", "sin": "pride", "to": "reserve"},
    {"type": "take", "sin": "lust", "to": "abyss"},
    {"type": "take", "sin": "judgement", "to": "abyss"},
    {"type": "take", "sin": "pride", "to": "abyss", "leave_stone": True},
    {"type": "place-stones", "on": ["pride"]},
    {"type": "place-stones", "on": ["lust", "lust"]},
    {"type": "table.take-back", "decision": 1},
    {"type": "table.take-back", "decision": 3},
    {"type": "table.tell", "place": "reserve:0", "things": ["pride"]},
    {"type": "table.close"},
    {"type": "refill", "cards": ["pride"]},
    {"type": "deal", "cards": {"unknown": 3}},
    {"type": "table.note", "text": "x", "about": 10**6},
    {"type": "table.take-back", "decision": 4, "also": [6]},
    {"type": "table.accuse", "accused": 0, "rule": "SS-T2", "decisions": [2, 3]},
    {"type": "table.remind", "reminded": 1, "step": "refill"},
    {"type": "table.appeal", "ruling": 2},
    {"type": "table.consent", "agree": True},
    {"type": "table.call", "reason": "come, please", "about": 2},
    {"type": "table.attend", "call": 2},
    {"type": "table.countersign", "line": 1, "root": "5e" * 32},
    {"type": "table.freeze"},
    {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": 2},
    {"type": "table.sign"},
    {"commands": [NOTE, {"type": "pass"}]},
    {"type": "bid"},
]
ASKED = (
    ["", "/moves", "/moves?seat=0", "/moves?seat=9"]
    + [
        *("/checkpoint", "/checkpoint?size=3", "/consistency?from=1", "/consistency?from=2&to=3", "/chance"),
        *(
            "/decisions/1/proof",
            "/decisions/2/proof?size=3",
            "/export",
            "/export?as=seat:2",
            "/export?texts=false",
        ),
    ]
    + [
        f"/{what}{query}"
        for what in ("view", "decisions", "audit", "knowledge")
        for query in ("", "?as=public", "?as=official", "?as=seat:0", "?as=seat:1", "?as=seat:2", "?line=9999")
    ]
)


def compare(tables: list[Table], viewers: Sequence[Any], versions: Sequence[int] = ()) -> None:
    """Assert that neither reading nor any wrong request tells these viewers which twin they are at."""
    for who in viewers:
        paths = [*ASKED, *(f"/view?at={at}" for at in versions)]
        for path in paths:
            same(*(table.client.get(table.path + path, headers=table.bearer(who)) for table in tables))
        for body in WRONG:
            for dry in ("?dry_run=true", ""):
                answers = [
                    table.client.post(f"{table.path}/commands{dry}", json=body, headers=table.bearer(who))
                    for table in tables
                ]
                same(*answers)
                if answers[0].status_code == 201:
                    break  # tried, it would stand; so it is not sent


def quarrel(tables: list[Table], *, reverse: bool) -> None:
    """The same dispute at both tables: play goes back to before a seat's newest decision, or not after all."""
    versions = [one["version"] for one in tables[0].log("arbiter") if one["actor"] != "chance"]
    for table in tables:
        accuse = {"type": "table.accuse", "accused": 1, "decisions": [2, versions[-1]], "reason": "she saw it"}
        accusation = table.do(0, accuse)["version"]
        call = table.do(0, {"type": "table.call", "reason": "she does it again", "about": versions[-1]})["version"]
        table.do("arbiter", {"type": "table.freeze"})
        table.do("arbiter", {"type": "table.attend", "call": call})
        back = {"type": "table.rule", "verdict": "upheld", "about": accusation, "call": call, "remedy": "back"}
        ruled = table.do("arbiter", {**back, "before": versions[-1]})["version"]
        table.do(1, {"type": "table.appeal", "ruling": ruled})
        if reverse:
            table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "reverses": ruled})
        table.do("arbiter", {"type": "table.resume"})


@pytest.mark.few("kept")
@pytest.mark.long
@pytest.mark.scenario(2, 8)
@pytest.mark.parametrize("history", ["kept", "fading"])
def test_who_was_not_told_the_first_cards_cannot_tell_the_twins_apart(twins, history):
    sins = ["pride", "greed", "lust", "envy", "wrath"]
    options = {"sins": sins, "first_seat": 0, "history": history}
    # Seats are dealt to in the order 0, 2, 1: here 0 and 1 exchange their cards.
    tables = twins([["pride", "greed", "lust"], ["lust", "greed", "pride"]], options=options)
    others = [None, "spectator", "host", 2]
    assert [_own_card(table.log(0), 0) for table in tables] == ["pride", "lust"]
    rng = Random(11)
    compare(tables, others)
    for turn in range(200):
        (match,) = {json.dumps(table.get(2)) for table in tables}
        awaiting = json.loads(match)["awaiting"]
        seat = rng.choice([one["seat"] for one in awaiting])
        move = a_move(tables[0], seat, rng)
        one, two = (table.send(seat, move, headers={"Idempotency-Key": f"turn-{turn}"}) for table in tables)
        assert one.status_code == two.status_code == 201
        if "ReserveOpened" in one.text:
            break
        if seat == 2:
            same(one, two)
        if turn in (5, 9):
            quarrel(tables, reverse=turn == 9)
        if turn in (3, 5, 9) or turn % 40 == 3:
            compare(tables, others, [0, 1, 3, 4, 5, tables[0].version - 1])
    # Now the reserves lie open: the secret has been told.
    reserves = [table.get(None, "view")["board"]["seats"][0]["opened"] for table in tables]
    assert reserves[0] != reserves[1]
    if history == "kept":
        logs = [list(takewhile(_tells_no_reserve, table.log(2))) for table in tables]
        assert len(logs[0]) > 20
        assert _blotted(logs[0]) == _blotted(logs[1])


def _tells_no_reserve(decision: Mapping[str, Any]) -> bool:
    return "ReserveOpened" not in json.dumps(decision)


@pytest.mark.long
def test_twins_of_a_recorded_match_are_alike_to_all_but_the_scribe(twins):
    options = {"sins": ["pride", "greed", "lust", "envy", "wrath"], "first_seat": 0, "history": "kept"}
    tables = twins([[], []], mode="recorded", options=options)
    for table, cards in zip(tables, (["pride", "greed", "lust"], ["lust", "greed", "pride"]), strict=True):
        table.do("scribe", {"type": "deal", "cards": cards}, {"type": "refill", "cards": FIRST_FIVE})
    others = [None, "spectator", "host", 2]
    compare(tables, others)
    assert tables[0].log(0) != tables[1].log(0)
    for sin in ("pride", "envy"):
        same(*(table.send(0, {"type": "take", "sin": sin, "to": "reserve"}, dry_run=True) for table in tables))
    for table in tables:
        taken = table.do(0, {"type": "take", "sin": "pride", "to": "abyss"})["version"]
        for who in (0, 2, "scribe"):
            table.do(who, {"type": "table.countersign", "line": taken})
        table.do(0, {"type": "table.take-back", "decision": taken})
        table.do(2, {"type": "table.countersign", "line": taken + 4})
    compare(tables, others, [1, 2, 3, 4])


def test_a_private_match_says_nothing_to_strangers(sqlite_client):
    table, stranger = (
        open_match(sqlite_client, 2, public=False, labels={"event": "Lindau"}),
        open_match(sqlite_client, 2),
    )
    for headers in ({}, stranger.bearer("arbiter"), stranger.bearer(0), {"Authorization": "Bearer x"}):
        for path in (
            "",
            "/view",
            "/decisions",
            "/moves",
            "/audit",
            "/knowledge",
            "/view?as=official",
            "/view?at=0",
        ):
            response = sqlite_client.get(table.path + path, headers=headers)
            assert response.status_code in (401, 403)
            text = everything_in(response)
            assert "version" not in response.json
            for word in ("Ada", "Lindau", *SINS):
                assert word not in text
        response = sqlite_client.post(f"{table.path}/commands", json=NOTE, headers=headers)
        assert response.status_code in (401, 403)
        assert "version" not in response.json
