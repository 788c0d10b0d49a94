"""An episode becomes a recorded match of a service, which comes to the same end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.kit.visibility import seat_viewer
from projections.said.standing import seen
from service.app import create_app
from service.config import Settings
from service.environments.record import shorthand_of
from service.web.bounds import OFF
from tests.environments.playing import GAMES, IDS, begun, on, short, to_the_end
from tests.service.playing import CheckedClient, new_client


@pytest.fixture
def client(migrated_sqlite_url: str) -> Iterator[CheckedClient]:
    """A client of the service; what a database keeps is not looked at here."""
    app = create_app(Settings(database=migrated_sqlite_url, limits=OFF))
    yield new_client(migrated_sqlite_url, app)
    app.extensions["kerbholz"].close()


def taken_in(client: CheckedClient, text: str) -> Any:
    """The match that the service makes of a file."""
    answer = client.post("/v1/imports", data=text.encode(), headers={"Content-Type": "text/plain"})
    assert answer.status_code == 201, answer.text
    assert answer.json["kept"] == []
    return answer.json


def view_of(client: CheckedClient, match: Any, seat: int, at: int) -> Any:
    """What a seat sees there after a decision."""
    token = match["tokens"]["seats"][seat]
    path = f"/v1/matches/{match['id']}/view?as=seat:{seat}&at={at}"
    answer = client.get(path, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.text
    return answer.json


@pytest.mark.few("kuhn-poker-2", "seven-sins-2", "mea-culpa-2", "thurn-and-taxis-2")
@pytest.mark.parametrize(("name", "seats"), GAMES, ids=IDS)
def test_a_match_that_was_played_is_taken_in_and_comes_to_the_same_end(client, name, seats):
    episode = begun(short(name, seats), 3)
    boards: dict[int, list[Any]] = {}
    rng = Random(3)
    for at in on(episode, rng):
        if rng.random() < (0.3 if name == "kuhn-poker" else 0.01):
            boards[len(at.steps)] = [at.view(seat)["board"] for seat in range(seats)]
    match = taken_in(client, shorthand_of(episode))
    assert match["status"] == "finished"
    assert match["outcome"] == episode.state.outcome
    assert match["options"] == episode.setting.rules.options
    assert [seat["name"] for seat in match["seats"]] == [f"player_{seat}" for seat in range(seats)]
    if episode.setting.rules.options["history"] == "fading":
        boards.clear()  # a seat can read only what it has not yet answered
    boards[len(episode.steps)] = [episode.view(seat)["board"] for seat in range(seats)]
    for version, shown in boards.items():
        for seat in range(seats):
            there = view_of(client, match, seat, version)["board"]
            if name == "mea-culpa":  # steps can be entered by hand there, so that more is owed
                there["owed"] = shown[seat]["owed"]
            assert there == shown[seat]


def test_a_match_that_goes_on_is_taken_in_as_far_as_it_was_played(client):
    rng = Random(5)
    for episode in on(begun(short("mea-culpa", 2), 5), rng):
        if len(episode.steps) == 60:
            break
    match = taken_in(client, shorthand_of(episode))
    assert (match["status"], match["version"]) == ("playing", 60)
    assert match["awaiting"] == list(episode.state.awaiting)
    for seat in (0, 1):
        viewer = seat_viewer(seat)
        shown = view_of(client, match, seat, 60)
        assert {name: shown[name] for name in ("awaiting", "board")} == {
            name: seen(episode.setting.ruleset, episode.state.masked(viewer))[name]
            for name in ("awaiting", "board")
        }


def test_a_match_that_was_cut_off_is_taken_in_without_an_end(client):
    episode = to_the_end(begun(short("thurn-and-taxis", 2, longest=40), 1), Random(1))
    match = taken_in(client, shorthand_of(episode))
    assert match["status"] == "playing"
