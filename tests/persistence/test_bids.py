"""Sealed bids sent at the same moment all count, once each, and are revealed together."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.application.judging import Asked
from domain.application.requests import RequestKey
from domain.games.mea_culpa.commands import Bid
from domain.match.principal import Principal
from tests.asking import asking
from tests.persistence.pairs import by_turns
from tests.persistence.serving import Served, apps, at_another, at_once, served, statuses
from tests.service.playing import Table, mea_culpa, open_match, play_out

SEATS = 4
BONUSES: list[tuple[str, list[str]]] = [
    ("bread-and-wine", ["I", "II"]),
    ("jewel", ["II"]),
    ("taler", ["I"]),
    ("letter", []),
]
OPENING = {
    "ruleset": "mea-culpa",
    "seats": [{"name": f"player {seat}"} for seat in range(SEATS)],
    "options": {"row": list(range(SEATS))},
}


def bonus(seat: int) -> dict[str, Any]:
    """The command with which a seat takes its bonus."""
    name, compartments = BONUSES[seat]
    return {"type": "choose-bonus", "bonus": name, "compartments": compartments}


def bid(seat: int, taler: int) -> dict[str, Any]:
    """A bid."""
    return {"type": "bid", "notches": seat + 1, "taler": taler}


def check_bids(log: list[Any], before: int, taler: list[int]) -> None:
    """Behind *before* each seat has bid once, and then all bids were revealed, as they were sent."""
    assert [decision["version"] for decision in log] == list(range(len(log)))
    bids, reveal = log[before + 1 : before + 1 + SEATS], log[before + 1 + SEATS]
    assert sorted(one["actor"]["seat"] for one in bids) == list(range(SEATS))
    assert {one["command"]["type"] for one in bids} == {"bid"}
    assert {one["actor"]["seat"]: one["command"]["taler"] for one in bids} == dict(enumerate(taler))
    assert reveal["command"] == {"type": "reveal-bids"}
    assert reveal["facts"][0]["taler"] == taler
    assert len(log) == before + SEATS + 2


def at_the_auction(client: Any) -> Table:
    """A match in which everybody is to bid."""
    table = open_match(client, SEATS, ruleset="mea-culpa", options=OPENING["options"])
    for seat in range(SEATS - 1):
        table.do(seat, bonus(seat))
    return table


@pytest.mark.scenario(10, 35)
def test_bids_sent_at_once_all_count(migrated_url: str) -> None:
    with apps(migrated_url, SEATS) as clients:
        for number in range(5):
            table = at_the_auction(clients[0])
            before, taler = table.version, [number + seat for seat in range(SEATS)]
            answers = at_once(
                *(
                    partial(at_another(table, clients[seat]).send, seat, bid(seat, taler[seat]))
                    for seat in range(SEATS)
                )
            )
            assert statuses(answers) == [201] * SEATS
            check_bids(table.log("arbiter"), before, taler)


def test_a_bid_sent_twice_at_once_with_one_key_counts_once(migrated_url: str) -> None:
    with apps(migrated_url, 2) as clients:
        table = at_the_auction(clients[0])
        before, taler = table.version, [3, 1, 4, 1]
        answers = at_once(
            *(
                partial(
                    at_another(table, client).send,
                    seat,
                    bid(seat, taler[seat]),
                    headers={"Idempotency-Key": f"bid-{seat}"},
                )
                for seat in range(SEATS)
                for client in clients
            )
        )
        assert statuses(answers) == [201] * (2 * SEATS)
        assert sum("Idempotency-Replayed" in answer.headers for answer in answers) == SEATS
        check_bids(table.log("arbiter"), before, taler)


@pytest.mark.parametrize("seen", [None, "before"])
@pytest.mark.parametrize("step", ["load", "save"])
def test_what_another_app_stores_while_this_one_is_at_it_is_answered_again(
    migrated_url: str, monkeypatch: pytest.MonkeyPatch, seen: str | None, step: str
) -> None:
    """Before the match is looked up, and between looking for the key and storing on what is remembered."""
    with apps(migrated_url, 2) as clients:
        table = at_the_auction(clients[0])
        one, other = (client.application.extensions["kerbholz"].matches() for client in clients)
        before = table.version
        send = {
            "principal": Principal("seat", 0),
            "ask": asking(
                Asked(Bid(1, 3)), seen=before if seen else None, key=RequestKey("bid-0", "the same body")
            ),
        }
        if step == "load":
            one._remembered.disturbed(UUID(table.id))
        else:
            assert one._remembered.undisturbed(UUID(table.id)) is not None
        goes_on, stored = getattr(one, step), []

        def comes_late(*arguments: Any, **named: Any) -> Any:
            if not stored:
                stored.append(other.append(UUID(table.id), **send))
            return goes_on(*arguments, **named)

        monkeypatch.setattr(one, step, comes_late)
        answer = one.append(UUID(table.id), **send)
        assert (answer.replayed, answer.first, answer.root) == (True, before + 1, stored[0].root)
        monkeypatch.undo()
        assert table.version == before + 1


def test_of_two_bids_that_a_seat_sends_at_once_one_counts(migrated_url: str) -> None:
    with apps(migrated_url, 2) as clients:
        for number in range(3):
            table = at_the_auction(clients[0])
            before, sent = table.version, {taler: bid(0, taler) for taler in (number, number + 10)}
            places = [at_another(table, client) for client in clients]
            answers = at_once(
                *(partial(place.send, 0, one) for place, one in zip(places, sent.values(), strict=True))
            )
            assert statuses(answers) == [201, 409]
            assert {answer.json.get("code") for answer in answers} == {None, "not-awaited"}
            kept = [taler for taler, answer in zip(sent, answers, strict=True) if answer.status_code == 201]
            for seat in range(1, SEATS):
                table.do(seat, bid(seat, 1))
            check_bids(places[1].log("arbiter"), before, [*kept, 1, 1, 1])


@pytest.mark.few("postgres")
def test_bids_sent_at_once_all_count_in_auction_after_auction(migrated_url: str) -> None:
    """The same match goes on from one auction to the next, on a single app and on one for each seat."""
    for number in (1, SEATS):
        with apps(migrated_url, number) as clients:
            table, rng = mea_culpa(clients[0], SEATS), Random(1)
            places = [at_another(table, clients[seat % number]) for seat in range(SEATS)]
            for _ in range(3):
                play_out(table, rng, until="bid")
                before, taler = table.version, [rng.randint(0, amount) for amount in owned(table)]
                answers = at_once(
                    *(partial(places[seat].send, seat, bid(seat, taler[seat])) for seat in range(SEATS))
                )
                assert statuses(answers) == [201] * SEATS
                for place in places:
                    check_bids(place.log("arbiter")[: before + SEATS + 2], before, taler)


def owned(table: Table) -> list[int]:
    """How much money each seat has."""
    return [seat["money"]["amount"] for seat in table.get("arbiter", "view")["board"]["seats"]]


@by_turns("workers", 1, 2)
def test_a_bid_sent_twice_at_once_with_one_key_to_a_running_service_counts_once(
    migrated_url: str, workers: int
) -> None:
    with served(migrated_url, workers=workers) as server, apps(migrated_url, 1) as (client,):
        table = at_the_auction(client)
        before, taler = table.version, [3, 1, 4, 1]
        path = f"{table.path}/commands"
        answers = at_once(
            *(
                partial(
                    server.request,
                    "POST",
                    path,
                    bid(seat, taler[seat]),
                    {**table.bearer(seat), "Idempotency-Key": "bid"},
                )
                for seat in range(SEATS)
                for _ in range(2)
            )
        )
        assert [status for status, *_ in answers] == [201] * (2 * SEATS)
        for first, second in zip(answers[::2], answers[1::2], strict=True):
            assert (first[1]["version"], first[1]["receipt"]) == (second[1]["version"], second[1]["receipt"])
        check_bids(table.log("arbiter"), before, taler)


@by_turns("workers", 1, 2, first="postgres")
def test_bids_sent_at_once_to_a_running_service_all_count(migrated_url: str, workers: int) -> None:
    with served(migrated_url, workers=workers) as server:
        for number in range(3):
            status, opened, _ = server.request("POST", "/v1/matches", OPENING)
            assert status == 201, opened
            for seat in range(SEATS - 1):
                assert send(server, opened, seat, bonus(seat))[0] == 201
            before, taler = newest(server, opened), [7 - number, 2, number, 0]
            answers = at_once(
                *(partial(send, server, opened, seat, bid(seat, taler[seat])) for seat in range(SEATS))
            )
            assert [status for status, *_ in answers] == [201] * SEATS
            path = f"{opened['links']['self']}/decisions?limit=1000"
            arbiter = {"Authorization": f"Bearer {opened['tokens']['arbiter']}"}
            _, log, _ = server.request("GET", path, headers=arbiter)
            check_bids(log["decisions"], before, taler)


def send(server: Served, opened: Any, seat: int, command: Any) -> Any:
    """Send a command with the seat's token."""
    token = {"Authorization": f"Bearer {opened['tokens']['seats'][seat]}"}
    return server.request("POST", opened["links"]["commands"], command, token)


def newest(server: Served, opened: Any) -> int:
    """The version of a match."""
    _, match, _ = server.request("GET", opened["links"]["self"])
    version: int = match["version"]
    return version
