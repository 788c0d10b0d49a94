"""Whose turn it is among webhooks: shares of receivers and owners, who is slow, and who is dead."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from domain.store.beside.webhook_rows import Due
from service.webhooks.shares import HURRIED, OF_OWNER, OF_RECEIVER, PLACES, QUICK, Shares, receiver_of

NUMBERS = itertools.count()


class Now:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def now() -> Now:
    """The time."""
    return Now()


@pytest.fixture
def shares(now: Now) -> Shares:
    """Shares at that time."""
    return Shares(now)


def due(host: str, owner: str = "host", match: str | None = None, number: int = 1) -> list[Due]:
    """So many webhooks of an owner, each of a match of its own if none is said."""
    return [
        Due(f"{next(NUMBERS)}", match or f"m{next(NUMBERS)}", owner, f"https://{host}/", 0, next(NUMBERS))
        for _ in range(number)
    ]


def ended(shares: Shares, webhooks: Sequence[Due], *, answered: bool = True, silent: bool = False) -> None:
    for one in webhooks:
        shares.ended(one.id, answered=answered, silent=silent)


def test_receivers_are_hosts_and_ports():
    assert receiver_of("https://A.example/x?y") == receiver_of("https://a.example.:443/z") == ("a.example", 443)
    assert receiver_of("http://a.example/") == ("a.example", 80)
    assert receiver_of("https://[::1]:8443/") == ("::1", 8443)


def test_one_receiver_and_one_owner_have_a_share_of_what_is_new(shares):
    same = due("a", number=9)
    assert list(shares.chosen(same).call) == [one.id for one in same[: OF_RECEIVER["new"]]]
    owned = [one for number in range(9) for one in due(f"{number}.example", "host", "m")]
    assert len(shares.chosen(owned).call) == OF_OWNER["new"]
    others = [one for number in range(30) for one in due(f"{number}.other.example")]
    left = PLACES["new"] - OF_RECEIVER["new"] - OF_OWNER["new"]
    assert len(shares.chosen(others).call) == left


def test_who_has_nothing_under_way_comes_before_who_has_waited_longer(shares):
    waiting = due("a", "host", "m", 3) + due("b", "host", "m") + due("b", "seat:0", "m") + due("c")
    call = list(shares.chosen(waiting).call)
    assert call[:3] == [waiting[0].id, waiting[5].id, waiting[4].id]


def test_nobody_is_called_twice_at_a_time(shares):
    (one,) = due("a")
    assert list(shares.chosen([one]).call) == [one.id]
    assert shares.chosen([one]).call == {}
    shares.drop([one.id])
    assert list(shares.chosen([one]).call) == [one.id]


def test_who_is_slow_frees_his_place_and_waits_apart_from_then_on(shares, now):
    slow = [one for number in range(PLACES["new"]) for one in due(f"{number}.example")]
    assert len(shares.chosen(slow).call) == len(slow)
    (honest,) = due("honest.example")
    assert shares.chosen([honest]).call == {}
    assert shares.next_change() == QUICK
    now.seconds += QUICK + 0.01
    assert shares.next_change() is None
    assert list(shares.chosen([honest]).call) == [honest.id]
    ended(shares, slow)
    ended(shares, [honest])
    assert len(shares.chosen(slow).call) == len(slow), "they have places apart"
    assert shares.next_change() is None
    assert list(shares.chosen([honest]).call) == [honest.id]


def test_where_all_places_apart_are_taken_others_are_hurried(shares, now):
    slow = [one for number in range(PLACES["slow"] + 9) for one in due(f"{number}.example")]
    while len(shares) < PLACES["slow"]:
        assert set(shares.chosen(slow).call.values()) <= {None}
        now.seconds += QUICK + 0.01
    (honest,) = due("honest.example")
    assert shares.chosen([honest]).call == {honest.id: HURRIED}


def test_a_receiver_that_stays_silent_is_not_called_for_a_while_and_then_by_one(shares, now):
    dead = due("a", number=9)
    tried = shares.chosen(dead).call
    now.seconds += 10
    ended(shares, [one for one in dead if one.id in tried], answered=False, silent=True)
    choice = shares.chosen(dead)
    assert choice.call == {}
    assert set(choice.put_off) == {one.id for one in dead}
    assert set(choice.put_off.values()) == {4.0}
    assert list(shares.chosen(due("b")).call), "others are"
    now.seconds += 4
    assert len(shares.chosen(dead).call) == 1
    assert shares.chosen(dead).call == {}
    (probe,) = [one for one in dead if not shares.chosen([one]).call][:1]
    shares.ended(probe.id, answered=True, silent=False)
    assert shares.chosen(dead).put_off == {}


def test_refusing_at_once_is_no_silence(shares):
    down = due("a", number=9)
    for _ in range(5):
        tried = shares.chosen(down).call
        assert len(tried) >= OF_RECEIVER["new"]
        ended(shares, [one for one in down if one.id in tried], answered=False)


def test_who_was_answered_quickly_calls_a_silent_receiver_all_the_same(shares, now):
    (good,) = due("a")
    shares.chosen([good])
    shares.ended(good.id, answered=True, silent=False)
    bad = due("a", number=2)
    for _ in range(3):
        shares.chosen(bad)
        now.seconds += 100
        ended(shares, bad, answered=False, silent=True)
    choice = shares.chosen([*bad, good])
    assert list(choice.call) == [good.id]
    assert set(choice.put_off) == {one.id for one in bad}
