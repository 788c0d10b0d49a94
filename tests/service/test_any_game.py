"""Any game over HTTP: the boxes that come with the service are played and recorded, and hide what they hide."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.kit.ruleset import ruleset
from tests.games.preferences import OUT_OF_A_BOX
from tests.service.playing import CheckedClient, Table, filled_move, open_match, step

BOXES = ruleset("any-game").boxes
GAMES = pytest.mark.parametrize("box", sorted(BOXES))
DECISIONS = 40


def seats_of(box: str) -> int:
    """As many as the box is for, but no more than four."""
    seats: Any = BOXES[box]["seats"]
    return seats if isinstance(seats, int) else max(seats[0], min(seats[1], 4))


def opened(client: FlaskClient, box: str, **body: Any) -> Table:
    """A match with a box."""
    return open_match(client, seats_of(box), ruleset="any-game", board={"box": box}, **body)


def ended(table: Table) -> Any:
    """A match that a seat has ended, and the others have agreed."""
    first = table.awaiting[0]["seat"]
    table.do(first, {"type": "end", "winners": [0]})
    for seat in table.seats:
        if seat != first:
            table.do(seat, {"type": "agree"})
    return table.get("host")


def played(client: FlaskClient, box: str) -> Table:
    """A match of random moves, and its end."""
    table, rng = opened(client, box, options={"disclosure": "as-played"}), Random(box)
    for _ in range(DECISIONS):
        if not table.awaiting:
            break
        step(table, rng)
    if table.get("host")["status"] == "playing":
        ended(table)
    return table


@GAMES
def test_a_match_is_played_told_in_words_and_audited(client: CheckedClient, box: str) -> None:
    table = played(client, box)
    match = table.get(None)
    assert match["status"] == "finished"
    assert match["game"] == {"title": BOXES[box]["title"], "bgg": BOXES[box].get("bgg")}
    result = table.get(None, "result")
    assert result["game"] == {"ruleset": "any-game", **match["game"]}
    assert [one["winner"] for one in result["players"]] == [
        seat in match["outcome"]["winners"] for seat in table.seats
    ]
    for language in ("en", "de"):
        log = table.get("arbiter", "decisions", limit=500, text=language)["decisions"]
        texts = [decision["text"] for decision in log]
        assert all(texts[1:]), "each decision is told in a sentence"
        assert not [text for text in texts if "{" in text]
    assert table.get("arbiter", "audit")["findings"] == []
    words = table.get(0, "words")["words"]
    assert "Player 1" not in words
    assert words["place"]
    picture = client.get(f"{table.path}/picture")
    assert picture.status_code == 200
    assert BOXES[box]["title"].split()[0] in picture.text


@GAMES
def test_what_is_told_to_a_seat_holds_nothing_that_only_others_see(client: CheckedClient, box: str) -> None:
    """Things in places that a viewer may not look into are numbers in the view, the log and the stream's words."""
    table = played(client, box)
    hidden = 0
    for who, own in ((None, None), (1, 1)):
        board = table.get(who, "view")["board"]
        for name, place in board["places"].items():
            sees = BOXES[box]["places"].get(name.partition(":")[0], {}).get("sees", "everyone")
            mine = sees == "owner" and name.endswith(f":{own}")
            if sees != "everyone" and not mine:
                assert not place.get("things"), name
                hidden += place["count"]
    shows_all = all(one.get("sees", "everyone") == "everyone" for one in BOXES[box]["places"].values())
    assert hidden or shows_all or box == "liars-dice"


@GAMES
def test_what_was_played_can_be_recorded_from_its_file(client: CheckedClient, box: str) -> None:
    table = played(client, box)
    official = {"Authorization": f"Bearer {table.token('arbiter')}"}
    text = client.get(f"{table.path}/shorthand", headers=official).text
    sent = client.post("/v1/imports", data=text.encode(), content_type="text/plain")
    assert sent.status_code == 201, sent.text
    again = Table(client, json.loads(sent.data))
    assert again.get("scribe")["mode"] == "recorded"
    board, before = (one.get("scribe", "view")["board"] for one in (again, table))
    assert board["places"] == before["places"]
    assert board["amounts"] == before["amounts"]
    scribe = {"Authorization": f"Bearer {again.token('scribe')}"}
    written = client.get(f"{again.path}/shorthand", headers=scribe).text
    assert written.split("---")[1].replace("scribe: confirm\n", "") == text.split("---")[1]


def test_a_scribe_records_what_nobody_saw(client: CheckedClient) -> None:
    table = opened(client, "skat", mode="recorded")
    table.do("scribe", {"type": "deal", "from": "deck", "to": "hand", "number": 10, "seat": 0})
    table.do("scribe", {"type": "came-out", "things": [{"unknown": 1}] * 30})
    table.do("scribe", {"type": "draw", "from": ["deck"], "to": "skat", "number": 2, "seat": 0})
    table.do("scribe", {"type": "came-out", "things": [{"unknown": 1}] * 2})
    table.do("scribe", {"type": "move", "from": "hand:1", "to": "trick", "things": ["♣J"], "seat": 1})
    board = table.get("scribe", "view")["board"]
    assert board["places"]["trick"]["things"] == {"♣J": 1}
    assert board["places"]["hand:1"]["count"] == 9
    twice = {"type": "move", "from": "hand:2", "to": "trick", "things": ["♣J"], "seat": 2}
    warnings = table.do("scribe", twice)["warnings"]
    assert [one["code"] for one in warnings] == ["contradiction"], "there is one of it in the box"


def test_a_recorded_command_is_sent_again_as_it_is_told(client: CheckedClient) -> None:
    """What the service has filled in need not be taken out of it, and counts for nothing."""
    table = opened(client, "liars-dice", mode="recorded")
    table.do("scribe", {"type": "roll", "place": "cup:0", "dice": "die", "seat": 0})
    rolled = table.do("scribe", {"type": "came-out", "things": ["die:1", "die:2", "die:3", "die:4", "die:5"]})
    shown = {"type": "show", "place": "cup:0", "things": ["die:1"], "to": [1], "seat": 0}
    told = table.do("scribe", shown)["decisions"][0]["command"]
    assert told["seats"] == [0, 1]
    table.do("scribe", {**told, "seats": "everyone", "seat": 0})
    (last,) = table.get("scribe", "decisions", after=rolled["version"] + 1)["decisions"]
    assert last["command"]["seats"] == [0, 1]
    again = {"seat": 0, "command": {**told, "things": ["die:2"], "seats": "everyone"}}
    change = {"decision": last["version"], "effect": "replace", "commands": [again]}
    table.do("scribe", {"type": "table.amend", "changes": [change]})
    assert "die:2" not in table.ask(None, "decisions").text
    assert "die:2" in table.ask(1, "decisions").text


def test_out_of_a_file_and_what_is_wrong_with_it(client: CheckedClient) -> None:
    text = 'title = "Mine"\nseats = 2\n[pieces]\ncards = ["sun", "moon"]\n[places]\ndeck = { start = "cards" }\n'
    table = open_match(client, 2, ruleset="any-game", board={"toml": text})
    assert table.get(None)["game"] == {"title": "Mine", "bgg": None}
    people = [{"name": "Ada"}, {"name": "Bo"}]
    wrong = {"ruleset": "any-game", "seats": people, "board": {"toml": text.replace('"cards" }', '"crads" }')}}
    answer = client.post("/v1/matches", json=wrong)
    assert (answer.status_code, answer.json["code"]) == (422, "invalid")
    assert "is it 'cards'?" in answer.json["errors"]["board.places.deck.start"][0]
    assert client.post("/v1/matches", json={"ruleset": "any-game", "seats": people}).status_code == 422


def test_random_moves_of_each_kind_are_taken(client: CheckedClient) -> None:
    """Each kind of command that is listed is sent once."""
    sent: set[str] = set()
    for box in sorted(BOXES):
        table, rng = opened(client, box), Random(box)
        for _ in range(30):
            seat = table.awaiting[0]["seat"]
            moves = table.get(seat, "moves")["moves"]
            fresh = [move for move in moves if move["type"] not in sent and move["type"] != "end"]
            shown = [move for move in fresh if move["type"] == "show"]  # others hide what could be shown
            move = rng.choice(shown or fresh or [move for move in moves if move["type"] != "end"])
            table.do(seat, filled_move(move, rng))
            sent.add(move["type"])
    assert sent >= OUT_OF_A_BOX.keys() - {"end", "agree"}


def test_a_board_of_many_points_is_shown_and_told(client: CheckedClient) -> None:
    """Go: what lies on hundreds of points is one long text."""
    stones = {"names": ["black", "white"], "each": 181}
    places = {"board": {"parts": {"grid": [19, 19]}}, "bowl": {"start": "stones"}}
    table = open_match(
        client, 2, ruleset="any-game", board={"title": "Go", "pieces": {"stones": stones}, "places": places}
    )
    for number, part in enumerate(("d4", "q16", "c16")):
        stone = ["white", "black"][number % 2]
        table.do(number % 2, {"type": "move", "from": "bowl", "to": "board", "to_part": part, "things": [stone]})
    for path, form in (("", "text/html"), ("/picture", "text/plain"), ("/picture", "image/svg+xml")):
        address = f"/matches/{table.id}" if not path else f"{table.path}{path}"
        answer = FlaskClient(client.application).get(address, headers={"Accept": form})
        assert answer.status_code == 200
        assert "q16" in answer.text or form != "text/plain"
    assert len(json.dumps(table.get(0, "moves"))) < 200_000
