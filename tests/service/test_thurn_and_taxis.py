"""Thurn and Taxis over REST: whole matches from what is listed, its secrets, returns of tiles, other boards."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from domain.games.thurn_and_taxis import RULESET
from tests.service.playing import (
    HIDDEN,
    MOST_COMMANDS,
    OFFICIALS,
    THURN_AND_TAXIS,
    a_move,
    check_disclosed,
    check_reading,
    check_stops,
    checked_move,
    fact_of,
    kinds_of,
    known_to,
    open_match,
    play_out,
    published,
    seen,
    thurn_and_taxis,
    told,
    without,
)

BOARD = RULESET.board
KINDS = ("ministrant", "priest", "abbot", "bishop", "cardinal")
CARRIAGES = [there["carriage"] for there in BOARD["rome"]]
TILES = {
    0: ["cardinal", "bishop", "abbot", "priest", "ministrant"],
    1: ["ministrant", "priest", "abbot", "bishop", "cardinal"],
    2: ["priest", "abbot", "bishop", "cardinal", "ministrant"],
}
BEFORE_ROME = [{"carriage": carriage, "start": "siena", "start_of_two": "siena"} for carriage in CARRIAGES]
FEW_OFFICES = {"3": {"postmaster": 4, "carrier": 2, "administrator": 2, "cartwright": 1}}


def place_tiles(seat):
    return {"type": "place-tiles", "tiles": TILES[seat]}


def begun(client, **body):
    """A match for three in which the audience tiles lie on the carriages, and seat 0 is to take a card."""
    table = thurn_and_taxis(client, **body)
    for seat in table.seats:
        table.do(seat, place_tiles(seat))
    assert table.awaiting == [{"seat": 0}]
    return table


def play_until(client, sought, **body):
    """Play random matches until *sought* finds something in the full board and the moves listed for a seat."""
    for number in range(10):
        table, rng = begun(client, number=number, **body), Random(number)
        for _ in range(MOST_COMMANDS):
            now = table.get("arbiter", "view")
            if not now["awaiting"]:
                break
            (seat,) = (one["seat"] for one in now["awaiting"])
            found = sought(now["board"], seat, table.get(seat, "moves")["moves"])
            if found:
                return table, seat, found
            table.do(seat, a_move(table, seat, rng))
    raise AssertionError("it did not come to that")


# -- whole matches ------------------------------------------------------------------------------------------


@pytest.mark.few("postgres-3-6")
@pytest.mark.long
@pytest.mark.parametrize(
    ("migrated_url", "seats", "number"),
    [pytest.param("sqlite", 2, 6, marks=pytest.mark.soak), ("sqlite", 4, 6), ("postgres", 3, 6)],
    indirect=["migrated_url"],
)
def test_a_whole_match_is_played_from_what_is_listed(client, seats, number):
    """Matches of a moderate length in which, but for the last, a carriage comes to Rome."""
    rules, rng, read = published(client, THURN_AND_TAXIS), Random(number), -1
    table = thurn_and_taxis(client, seats, number, options={"start_player": "random"})
    for played in range(MOST_COMMANDS):
        match = table.get(None)
        if match["status"] == "finished":
            break
        checked_move(table, rules, rng, match["awaiting"])
        if played in (20, 120):
            read = check_reading(table, rules, read)
    assert match["status"] == "finished", "the match does not end"
    _check_end(table, rules, match)
    check_disclosed(table, rules)


def _check_end(table, rules, match):
    outcome, log = match["outcome"], table.log()
    board = table.get(None, "view")["board"]
    assert (match["awaiting"], board["phase"]) == ([], "over")
    facts = [fact for decision in log for fact in decision["facts"]]
    assert facts[-1] == {"type": "MatchEnded", "outcome": outcome}
    assert [decision["version"] for decision in log] == list(range(match["version"] + 1))
    scored = [fact for fact in facts if fact["type"] == "SeatScored"]
    for seat, fact in zip(board["seats"], scored, strict=True):
        number = seat["seat"]
        assert fact["seat"] == number
        assert fact["houses"] == seat["houses_left"] == 8 - len(seat["houses"])
        worth = {carriage["value"]: carriage["points"] for carriage in BOARD["carriages"]}
        assert fact["carriage"] == max((worth[value] for value in seat["carriages"]), default=0)
        assert fact["bonuses"] == sum(bonus["points"] for bonus in seat["bonuses"])
        assert fact["chips"] == board["offices"]["chips"][number]
        received = [
            kind for kind, space in board["audience"]["spaces"].items() if f"{kind}:{number}" in space["things"]
        ]
        assert fact["audience"] == sum(KINDS.index(kind) + 1 for kind in received)
        total = fact["carriage"] + fact["bonuses"] + fact["chips"] + fact["audience"] - fact["houses"]
        assert seat["score"] == fact["total"] == outcome["scores"][number] == total
        assert seat["shown"]["count"] == sum(seat["shown"]["things"].values())
        assert seat["hand"]["count"] == 0
    (ender,) = (seat for seat in board["seats"] if {"stack": "game-end", "points": 1} in seat["bonuses"])
    assert ender["seat"] == board["ender"] == outcome["ender"]
    assert not ender["houses_left"] or 7 in ender["carriages"]
    assert outcome["winners"] == outcome["ranking"][:1]
    assert outcome["scores"][outcome["winners"][0]] == max(outcome["scores"])
    assert "hidden" not in json.dumps(log)
    rules.check_decisions(log)


@pytest.mark.scenario(18)
def test_after_the_end_as_played_hands_are_public_and_tiles_on_their_way_are_not(sqlite_client):
    rules = published(sqlite_client, THURN_AND_TAXIS)
    table = thurn_and_taxis(sqlite_client, 2, 1, options={"disclosure": "as-played"}, board={"houses": 4})
    play_out(table, Random(1))
    official, board = table.log("arbiter"), table.get("arbiter", "view")["board"]
    assert any(seat["shown"]["count"] for seat in board["seats"])
    on_the_way = [carriage for carriage in board["audience"]["carriages"] if carriage["city"] != "rom"]
    assert on_the_way
    assert all(tile["things"] for carriage in on_the_way for tile in carriage["tiles"])
    for who in (None, "spectator", "host", 0, 1):
        for what in ("view", "decisions"):
            response = table.ask(who, what, as_="official")
            assert (response.status_code, response.json["code"]) == (403, "forbidden")
        assert table.ask(who, "decisions", as_=f"seat:{1 if who == 0 else 0}").status_code == 403
        own, view = table.log(who), table.get(who, "view")["board"]
        rules.check_decisions(own)
        rules.check_board(view)
        assert len(own) == len(official)
        drawn = [fact for decision in own for fact in decision["facts"] if fact["type"] == "CardDrawn"]
        assert {fact["seat"] for fact in drawn} == {0, 1}
        assert [isinstance(fact["card"], str) for fact in drawn] == [fact["seat"] == who for fact in drawn]
        placed = [fact for decision in own for fact in decision["facts"] if fact["type"] == "TilePlaced"]
        assert [isinstance(fact["tile"], str) for fact in placed] == [fact["seat"] == who for fact in placed]
        assert [seat["shown"] for seat in view["seats"]] == [seat["shown"] for seat in board["seats"]]
        for carriage in view["audience"]["carriages"]:
            assert all(set(tile) == {"count"} for tile in carriage["tiles"])
    assert table.get("arbiter", "view", as_="official", at=3)["as"] == "official"


# -- cards drawn blind --------------------------------------------------------------------------------------


def test_a_card_drawn_blind_is_told_to_its_owner_alone(sqlite_client):
    table = begun(sqlite_client)
    display = table.get(None, "view")["board"]["display"]
    asked, dealt = table.do(0, {"type": "take-card"})["decisions"]
    assert (asked["facts"][0]["type"], dealt["actor"], dealt["command"]) == (
        "StepsDue",
        "chance",
        {"type": "deal-card"},
    )
    card = fact_of(table.log()[dealt["version"]], "CardDrawn")["card"]
    assert card in BOARD["cities"]
    assert told(table, dealt["version"], lambda one: fact_of(one, "CardDrawn")["card"]) == known_to(
        table, [0], card, HIDDEN
    )
    commands = told(table, dealt["version"], lambda one: one["command"])
    assert all(command == {"type": "deal-card"} for command in commands.values())
    hands = seen(table, lambda board: board["seats"][0]["hand"])
    assert hands == known_to(table, [0], {"count": 1, "things": {card: 1}}, {"count": 1})
    supplies = seen(table, lambda board: board["supply"])
    assert all(supplies[who] == {"count": 59} for who in table.everybody if who not in OFFICIALS)
    # A face-up card is taken before all eyes, but what lies in a hand is nobody else's to look up.
    city = min(display["things"])
    taken = table.do(0, {"type": "use-postmaster", "city": city})["decisions"][0]["version"]
    assert set(told(table, taken, lambda one: fact_of(one, "CardTaken")["city"]).values()) == {city}
    counts = dict(Counter([card, city]))
    hands = seen(table, lambda board: board["seats"][0]["hand"])
    assert hands == known_to(table, [0], {"count": 2, "things": counts}, {"count": 2})


@pytest.fixture
def blind_twins(sqlite_client):
    """Two recorded matches that differ in nothing but the card that seat 0 has drawn from the supply."""
    tables = []
    for card in ("basel", "lodz"):
        table = recorded(sqlite_client)
        table.do("scribe", {"type": "take-card", "seat": 0})
        table.do("scribe", {"type": "deal-card", "cards": [card]})
        table.do("scribe", {"type": "use-postmaster", "city": "ulm", "seat": 0})
        table.do("scribe", {"type": "lay-out", "cards": ["ulm"]})
        tables.append(table)
    return tables


FACE_UP = ["ulm", "basel", "basel", "linz", "passau", "budweis"]


def recorded(client, **board):
    """A recorded match for three that the scribe has entered up to the first card to be taken."""
    options = {"modules": ["audience", "offices"], "start_player": 0}
    table = open_match(client, 3, ruleset=THURN_AND_TAXIS, mode="recorded", options=options, board=board)
    table.do("scribe", {"type": "lay-out", "cards": FACE_UP})
    table.do("scribe", *({**place_tiles(seat), "seat": seat} for seat in table.seats))
    return table


@pytest.mark.scenario(8)
def test_nothing_that_others_can_ask_or_try_tells_which_card_was_drawn(blind_twins):
    """The card could be played at once, as one of the two that are in the hand."""
    wrong = [
        {"type": kind, "city": city, **more}
        for city in ("basel", "lodz", "ulm")
        for kind, more in (("start-route", {}), ("extend-route", {"end": "left"}), ("give-up-route", {}))
    ]
    wrong += [{"type": "take-card"}, {"type": "decline"}, {"type": "discard-cards", "cities": ["lodz"]}]
    for who in (None, "spectator", "host", 1, 2):
        for what in ("", "view", "decisions", "moves", "audit"):
            assert len({_said(table.ask(who, what)) for table in blind_twins}) == 1, (who, what)
        for command in (*wrong, *({**command, "seat": 0} for command in wrong)):
            for dry_run in (False, True):
                answers = [table.send(who, command, dry_run=dry_run) for table in blind_twins]
                assert answers[0].status_code in (401, 403, 409)
                assert len({answer.data for answer in answers}) == 1, (who, command)
    assert len({_said(table.ask(0, "moves")) for table in blind_twins}) == 2
    one, other = blind_twins
    assert one.refused(0, {"type": "start-route", "city": "lodz"})["rule"] == "TT-B5"
    assert other.do(0, {"type": "start-route", "city": "lodz"})["decisions"][0]["actor"] == {"seat": 0}


def _said(response):
    """What an answer says, without what is its match's own."""
    assert response.status_code in (200, 401, 403), response.text
    return json.dumps(without(response.json, "seal", "blind", "root", "id", "at", "links", "opened_at", "match"))


# -- audience tiles -----------------------------------------------------------------------------------------


def _tiles(decision):
    """The tiles of a placing, as they are told in the facts and in the command."""
    facts = [fact["tile"] for fact in decision["facts"] if fact["type"] == "TilePlaced"]
    return without(facts, "seal"), without(decision["command"]["tiles"], "seal")


@pytest.mark.scenario(14, 16)
@pytest.mark.parametrize("aid", [False, True], ids=["no aid", "owner_memory_aid"])
def test_audience_tiles_are_told_to_their_owner_until_his_next_decision(sqlite_client, aid):
    table = thurn_and_taxis(sqlite_client, options={"owner_memory_aid": aid})
    version = table.do(1, place_tiles(1))["version"]
    placed = [f"{kind}:1" for kind in TILES[1]], TILES[1]
    hidden = [HIDDEN] * 5, {"hidden": 5}
    assert told(table, version, _tiles) == known_to(table, [1], placed, hidden)
    assert table.awaiting == [{"seat": 0}, {"seat": 2}]
    for seat in (0, 2):
        table.do(seat, place_tiles(seat))
    table.do(0, {"type": "take-card"})
    assert told(table, version, _tiles) == known_to(table, [1], placed, hidden)
    _check_travelling(table, aid)
    rng = Random(1)
    while table.mover != 1:
        table.do(0, a_move(table, 0, rng))
    table.do(1, {"type": "take-card"})
    assert told(table, version, _tiles) == known_to(table, [], placed, hidden)
    _check_travelling(table, aid)


def _check_travelling(table, aid):
    """Everybody sees that a tile lies on each carriage; which one officials see, and by option its owner."""
    for seat in table.seats:
        for carriage, kind in enumerate(TILES[seat]):

            def there(board, seat=seat, carriage=carriage):
                return board["audience"]["carriages"][carriage]["tiles"][seat]

            known = {"count": 1, "things": {f"{kind}:{seat}": 1}}
            assert seen(table, there) == known_to(table, [seat] if aid else [], known, {"count": 1})


def _into_rome(_, __, moves):
    """Finds a carriage that can be moved into Rome, or somewhere else."""
    for move in moves:
        if move["type"] == "move-carriage" and "rom" in move["to"]["any_of"]:
            return {**move, "to": "rom"}
    return None


def test_a_dry_run_of_a_move_into_rome_shows_no_tile(sqlite_client):
    table, seat, command = play_until(sqlite_client, _into_rome, board={"rome": BEFORE_ROME, "houses": 20})
    dry = table.send(seat, command, dry_run=True)
    assert not any(kind in dry.text for kind in KINDS)
    opened = check_stops(table, seat, command, ["CarriageMoved"], "open-carriage")
    carriage = CARRIAGES.index(command["carriage"])
    brought = [f"{TILES[owner][carriage]}:{owner}" for owner in table.seats]
    revealed = told(table, opened["version"], lambda one: fact_of(one, "CarriageOpened")["tiles"])
    assert all(tiles == brought for tiles in revealed.values())
    board = table.get(None, "view")["board"]["audience"]
    assert board["carriages"][carriage]["city"] == "rom"
    assert [tile["count"] for tile in board["carriages"][carriage]["tiles"]] == [0, 0, 0]
    lying = Counter(tile for space in board["spaces"].values() for tile in space["things"])
    assert lying >= Counter(brought)


# -- returning tiles ----------------------------------------------------------------------------------------


def _return_of_another(board, seat, moves):
    """Finds a return of office tiles in the turn of another seat."""
    returning = board["phase"] == "turns" and board["steps"][0]["step"] == "return"
    return moves if returning and seat != board["turn"] else None


@pytest.mark.scenario(96)
def test_who_is_to_return_tiles_in_the_turn_of_another_is_awaited_and_nobody_else(sqlite_client):
    table, seat, moves = play_until(sqlite_client, _return_of_another, board={"offices": FEW_OFFICES})
    board = table.get(None, "view")["board"]
    held = sorted(office for office, number in board["offices"]["tiles"][seat].items() if number)
    assert [(move["type"], sorted(move["offices"]["some_of"])) for move in moves] == [("return-tiles", held)]
    command = {"type": "return-tiles", "offices": held[:1]}
    before = table.trace()
    assert all(table.get(who)["awaiting"] == [{"seat": seat}] for who in table.everybody)
    for other in set(table.seats) - {seat}:
        assert table.get(other, "moves")["moves"] == []
        for wrong in (command, {"type": "take-card"}, {"type": "decline"}):
            problem = table.refused(other, wrong)
            assert (problem["status"], problem["code"]) == (409, "not-awaited")
        assert table.refused(other, {**command, "seat": seat})["code"] == "not-your-seat"
    assert table.refused(seat, {"type": "take-card"})["rule"] == "TT-B7"
    assert table.refused(seat, {**command, "offices": held[:1] * 2})["rule"] == "TT-O5"
    assert table.trace() == before
    returned = table.do(seat, command)["decisions"][0]
    assert (returned["actor"], kinds_of(returned)[0]) == ({"seat": seat}, "TilesReturned")
    after = table.get(None, "view")["board"]
    assert after["turn"] == board["turn"]
    assert after["offices"]["tiles"][seat][held[0]] == board["offices"]["tiles"][seat][held[0]] - 1


# -- other boards -------------------------------------------------------------------------------------------


def another(name, key, value):
    """A value of the board in which one member is another."""
    return {name: {**BOARD[name], key: value}}


def joined(one, other):
    """The roads of the board, with one more."""
    roads = BOARD["roads"]
    return {**roads, one: [*roads[one], other], other: [*roads[other], one]}


@pytest.mark.parametrize("custom", [False, True], ids=["printed", "with a road from Linz to Ulm"])
def test_a_match_is_played_by_the_roads_of_its_own_board(sqlite_client, custom):
    table = recorded(sqlite_client, **({"roads": joined("linz", "ulm")} if custom else {}))
    for seat, cities in enumerate(
        (("ulm", "linz", "ulm"), ("basel", "passau", "basel"), ("basel", "budweis", "basel"))
    ):
        table.do("scribe", {"type": "take-card", "city": cities[0], "seat": seat})
        table.do("scribe", {"type": "lay-out", "cards": ["pilsen" if seat else "lodz"]})
        table.do("scribe", {"type": "use-postmaster", "city": cities[1], "seat": seat})
        table.do("scribe", {"type": "lay-out", "cards": ["pilsen" if seat == 1 else "lodz"]})
        table.do("scribe", {"type": "start-route", "city": cities[2], "seat": seat})
    table.do("scribe", {"type": "take-card", "city": "lodz", "seat": 0})
    table.do("scribe", {"type": "lay-out", "cards": ["kempten"]})
    table.do("scribe", {"type": "decline", "seat": 0})
    onward = {"type": "extend-route", "city": "linz", "end": "right"}
    listed = [move["type"] for move in table.get(0, "moves")["moves"]]
    if custom:
        assert "extend-route" in listed
        table.do(0, onward)
        assert table.get(None, "view")["board"]["seats"][0]["route"] == ["ulm", "linz"]
    else:
        assert listed == ["give-up-route"]
        assert table.refused(0, onward)["rule"] == "TT-B16"


REFUSED_BOARDS = {
    "a road that does not lead back": (another("roads", "lodz", ["pilsen", "linz"]), "roads", "TT-R61"),
    "a road to nowhere": (another("roads", "lodz", ["pilsen", "wien"]), "roads", "TT-R61"),
    "a road to itself": ({"roads": joined("lodz", "lodz")}, "roads", "TT-R61"),
    "a city without a province": (
        another("cities", "lodz", {"name": "Lodz", "province": "galizien", "at": [1, 1]}),
        "cities",
        "TT-R61",
    ),
    "a city without roads": (
        another("cities", "wien", {"name": "Wien", "province": "polen", "at": [1, 1]}),
        "roads",
        "TT-R61",
    ),
    "a province without a city": (
        another("provinces", "galizien", {"name": "Galizien", "colour": "white"}),
        "provinces",
        "TT-R61",
    ),
    "a bonus for an unknown province": (
        {"regions": [*BOARD["regions"], {"stack": "baden", "provinces": ["galizien"]}]},
        "regions",
        "TT-R62",
    ),
    "a stack for nothing": (another("bonuses", "route-short", [1]), "bonuses", "TT-R62"),
    "carriages that get no dearer": ({"carriages": BOARD["carriages"][::-1]}, "carriages", "TT-R62"),
    "too few carriages": ({"carriages": [{"value": 3, "points": 2, "copies": 2}]}, "carriages", "TT-R62"),
    "no offices for three": ({"offices": {"2": BOARD["offices"]["2"]}}, "offices", "TT-R62"),
    "too few kinds of tiles": ({"clergy": BOARD["clergy"][1:]}, "clergy", "TT-R63"),
    "a carriage that nobody has": (
        another("provinces", "polen", {**BOARD["provinces"]["polen"], "carriage": "polen"}),
        "provinces",
        "TT-R63",
    ),
    "a start in Rome": ({"rome": [*BEFORE_ROME[1:], {**BEFORE_ROME[0], "start": "rom"}]}, "rome", "TT-R63"),
    "a way that leads back north": (another("south", "siena", ["viterbo", "rom", "genua"]), "south", "TT-R63"),
    "a way that ends elsewhere": (another("south", "viterbo", []), "south", "TT-R63"),
    "another exit of Andechs": (another("south", "andechs", ["ettal"]), "south", "TT-R63"),
    "two exits of Florence": (another("south", "florenz", ["siena", "arezzo"]), "south", "TT-R63"),
    "a city without a name": (
        {"names": {city: name for city, name in BOARD["names"].items() if city != "siena"}},
        "names",
        "TT-R63",
    ),
}


@pytest.mark.parametrize("what", REFUSED_BOARDS)
def test_a_board_that_the_rules_cannot_be_played_with_is_refused_with_the_rule(stage, what):
    board, field, rule = REFUSED_BOARDS[what]
    body = {"ruleset": THURN_AND_TAXIS, "seats": [{"name": name} for name in ("Ada", "Bo", "Cyd")]}
    response = stage.client.post("/v1/matches", json={**body, "board": board})
    assert (response.status_code, response.json["code"], response.json["rule"]) == (422, "invalid", rule)
    assert list(response.json["errors"]) == [f"board.{field}"]


# -- refusals -----------------------------------------------------------------------------------------------

REFUSED = [
    (place_tiles(0), "TT-A3"),
    ({"type": "use-administrator"}, "TT-B11"),
    ({"type": "take-card", "city": "nowhere"}, "TT-B7"),
    ({"type": "use-postmaster"}, "TT-B10"),
    ({"type": "start-route", "city": "ulm"}, "TT-B5"),
    ({"type": "extend-route", "city": "ulm", "end": "left"}, "TT-B5"),
    ({"type": "give-up-route", "city": "ulm"}, "TT-B5"),
    ({"type": "use-carrier", "city": "ulm", "end": "left"}, "TT-B11"),
    ({"type": "close-route", "option": "one-per-province", "cities": []}, "TT-B21"),
    ({"type": "use-cartwright"}, "TT-B11"),
    ({"type": "discard-cards", "cities": ["ulm"]}, "TT-B35"),
    ({"type": "move-carriage", "card": "ulm", "carriage": "baden", "to": "como"}, "TT-A5"),
    ({"type": "return-tiles", "offices": ["carrier"]}, "TT-O5"),
    ({"type": "place-house", "city": "ulm"}, "TT-O8"),
    ({"type": "decline"}, "TT-R53"),
    ({"type": "open-carriage"}, "TT-R53"),
    ({"type": "count-up"}, "TT-R53"),
]
OF_CHANCE = {"choose-first", "lay-out", "deal-card"}


def test_a_refused_command_says_which_rule_and_leaves_no_trace(sqlite_client):
    rules = published(sqlite_client, THURN_AND_TAXIS)
    table = begun(sqlite_client)
    before = table.trace()
    for command, rule in REFUSED:
        for query in ({}, {"dry_run": True}):
            problem = table.refused(0, command, headers={"Idempotency-Key": "refused"}, **query)
            assert (problem["status"], problem["code"], problem["rule"]) == (422, "illegal-move", rule), command
    assert {rule for _, rule in REFUSED} <= rules.document["rules"].keys()
    assert table.trace() == before
    of_the_game = {name for name in rules.document["commands"] if not name.startswith("table.")}
    assert {command["type"] for command, _ in REFUSED} == of_the_game - OF_CHANCE
