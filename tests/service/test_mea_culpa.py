"""Mea Culpa over REST: whole matches from what is listed, and its secrets until the moment they are opened."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.service.playing import (
    HIDDEN,
    MEA_CULPA,
    MOST_COMMANDS,
    NOTE,
    OFFICIALS,
    a_move,
    check_disclosed,
    check_reading,
    check_stops,
    checked_move,
    fact_of,
    kinds_of,
    known_to,
    mea_culpa,
    open_match,
    play_out,
    published,
    scribe_step,
    seen,
    told,
    until,
    without,
)

SEATS = pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.soak), 4])
HEAVEN = -35


@pytest.fixture
def rules(client):
    """What Mea Culpa publishes."""
    return published(client, MEA_CULPA)


def auction(client, seats=3, number=0, **options):
    """A match in which nobody has bid yet."""
    table = mea_culpa(client, seats, number, **options)
    play_out(table, Random(number), until="bid")
    assert table.awaiting == [{"seat": seat} for seat in table.seats]
    return table


def bid(notches, taler):
    return {"type": "bid", "notches": notches, "taler": taler}


# -- whole matches ------------------------------------------------------------------------------------------


@pytest.mark.few("sqlite-2")
@pytest.mark.long
@pytest.mark.parametrize(
    ("migrated_url", "seats"),
    [("sqlite", 2), pytest.param("sqlite", 3, marks=pytest.mark.soak), ("sqlite", 4), ("postgres", 3)],
    indirect=["migrated_url"],
)
def test_a_whole_match_is_played_from_what_is_listed(client, rules, seats):
    _check_whole(open_match(client, seats, ruleset=MEA_CULPA), rules, Random(seats))


@pytest.mark.soak
@pytest.mark.long
def test_a_whole_match_with_open_holdings(sqlite_client):
    table = open_match(sqlite_client, 3, ruleset=MEA_CULPA, options={"open_holdings": True})
    _check_whole(table, published(sqlite_client, MEA_CULPA), Random(5))


def _check_whole(table, rules, rng):
    read = -1
    for number in range(MOST_COMMANDS):
        match = table.get(None)
        if match["status"] == "finished":
            break
        checked_move(table, rules, rng, match["awaiting"])
        if number % 60 == 20:
            read = check_reading(table, rules, read)
    assert match["status"] == "finished", "the match does not end"
    _check_end(table, rules, match)
    check_disclosed(table, rules)


def _check_end(table, rules, match):
    outcome = match["outcome"]
    board = table.get(None, "view")["board"]
    assert match["awaiting"] == []
    assert [seat["soul"] for seat in board["seats"]] == outcome["souls"]
    assert [seat["letters_shown"]["things"] for seat in board["seats"]] == outcome["letters"]
    for letters, steps in zip(outcome["letters"], outcome["steps"], strict=True):
        sets = min(letters.get(colour, 0) for colour in ("blue", "green", "red", "yellow"))
        assert steps == 8 * sets + sum(letters.values()) - 4 * sets
    saved = [seat for seat in table.seats if outcome["souls"][seat] <= HEAVEN]
    assert outcome["winners"] == (saved or outcome["ranking"][:1])
    assert outcome["souls"][outcome["winners"][0]] == min(outcome["souls"])
    assert [site["built"] for site in board["sites"]].count("cathedral") == 2
    log = table.log()
    assert [decision["version"] for decision in log] == list(range(match["version"] + 1))
    assert log[-1]["facts"][-1] == {"type": "MatchEnded", "outcome": outcome}
    assert "hidden" not in json.dumps(log)
    rules.check_decisions(log)


@pytest.mark.long
@pytest.mark.scenario(18)
def test_after_the_end_as_played_stays_as_played(sqlite_client):
    rules = published(sqlite_client, MEA_CULPA)
    table = open_match(sqlite_client, 2, ruleset=MEA_CULPA, options={"disclosure": "as-played"})
    play_out(table, Random(1))
    official = table.log("arbiter")
    for who in (None, "spectator", "host", 0, 1):
        for what in ("view", "decisions"):
            response = table.ask(who, what, as_="official")
            assert (response.status_code, response.json["code"]) == (403, "forbidden")
        assert table.ask(who, "decisions", as_=f"seat:{1 if who == 0 else 0}").status_code == 403
        own = table.log(who)
        rules.check_decisions(own)
        assert len(own) == len(official)
        bids = [fact for decision in own for fact in decision["facts"] if fact["type"] == "BidSet"]
        assert [isinstance(fact["taler"], int) for fact in bids] == [fact["seat"] == who for fact in bids]
        drops = [fact for decision in own for fact in decision["facts"] if fact["type"] == "ItemDropped"]
        assert drops
        assert [isinstance(fact["compartment"], str) for fact in drops] == [fact["seat"] == who for fact in drops]
        rules.check_board(table.get(who, "view")["board"])
    assert table.get("arbiter", "view", as_="official", at=3)["as"] == "official"


@pytest.mark.few("2")
@pytest.mark.long
@SEATS
def test_a_whole_recorded_match_is_entered_by_the_scribe_from_what_is_listed(sqlite_client, seats):
    rules, rng = published(sqlite_client, MEA_CULPA), Random(f"recorded {seats}")
    table = open_match(sqlite_client, seats, ruleset=MEA_CULPA, mode="recorded")
    for _ in range(MOST_COMMANDS):
        if table.get("scribe")["status"] == "finished":
            break
        rules.check_decisions(scribe_step(table, rng)["decisions"])
    match = table.get("scribe")
    assert match["status"] == "finished", "the match does not end"
    for seat in table.seats:
        _check_own_bids(table.log(seat, as_=f"seat:{seat}"), seat)
    _check_end(table, rules, match)
    log = table.log()
    recorders = {json.dumps(decision["recorded_by"]) for decision in log[1:]}
    assert recorders == {'"scribe"', '"service"'}
    assert all(decision["automatic"] == (decision["recorded_by"] == "service") for decision in log[1:])
    actors = {json.dumps(decision["actor"]) for decision in log[1:]}
    assert actors == {'"chance"', '"table"', '"scribe"', *(json.dumps({"seat": seat}) for seat in table.seats)}


def _check_own_bids(log, seat):
    """All bids of that seat are told, and no others."""
    bids = [fact for decision in log for fact in decision["facts"] if fact["type"] == "BidSet"]
    assert {fact["seat"] for fact in bids if isinstance(fact["notches"], int)} == {seat}
    assert all(isinstance(fact["notches"], int) == (fact["seat"] == seat) for fact in bids)


def test_secrets_that_the_scribe_enters_for_a_seat_are_told_to_that_seat(sqlite_client):
    table = open_match(sqlite_client, 3, ruleset=MEA_CULPA, mode="recorded", options={"row": [0, 1, 2]})
    bonus = {"type": "choose-bonus", "seat": 0, "bonus": "bread-and-wine", "compartments": ["II", "I"]}
    version = table.do("scribe", bonus)["version"]
    parts = told(table, version, lambda decision: decision["command"]["compartments"])
    assert parts == known_to(table, [0], ["II", "I"], {"hidden": 2})
    rng = Random(1)
    while table.get("scribe", "view")["board"]["phase"] != "auction":
        scribe_step(table, rng)
    version = table.do("scribe", {**bid(3, 20), "seat": 1})["version"]
    assert told(table, version, _amounts) == known_to(table, [1], (3, 20), (HIDDEN, HIDDEN))


# -- bids ---------------------------------------------------------------------------------------------------


def _amounts(decision):
    """Notches and taler of a bid, as they are told in the fact and in the command."""
    fact = fact_of(decision, "BidSet")
    command = decision["command"]
    amounts = without(fact["notches"], "seal"), without(fact["taler"], "seal")
    assert (without(command["notches"], "seal"), without(command["taler"], "seal")) == amounts
    assert fact["seat"] == decision["actor"]["seat"]
    return amounts


@pytest.mark.scenario(10)
def test_a_bid_is_told_to_its_seat_until_all_bids_are_revealed(sqlite_client):
    table = auction(sqlite_client)
    version = table.do(1, bid(4, 3))["version"]
    assert table.version == version
    assert told(table, version, _amounts) == known_to(table, [1], (4, 3), (HIDDEN, HIDDEN))
    shown = seen(table, lambda board: board["seats"][1]["bid"])
    own = {"notches": {"amount": 4}, "taler": {"amount": 3}}
    assert shown == known_to(table, [1], own, {"notches": {}, "taler": {}})
    for board in seen(table, lambda board: board).values():
        assert [seat["bid_set"] for seat in board["seats"]] == [False, True, False]
        assert [seat["post"] for seat in board["seats"]] == [1, 1, 1]
    assert seen(table, lambda board: board["seats"][1]["money"])[1] == {"amount": 25}
    assert all(table.get(who)["awaiting"] == [{"seat": 0}, {"seat": 2}] for who in table.everybody)
    table.do(0, bid(2, 7))
    assert told(table, version, _amounts) == known_to(table, [1], (4, 3), (HIDDEN, HIDDEN))
    answer = table.do(2, bid(2, 5))
    reveal = answer["decisions"][1]
    assert (reveal["actor"], reveal["command"], reveal["automatic"]) == ("table", {"type": "reveal-bids"}, True)
    # By the rules: 9, 7 and 7 taler and notches; of equal bids the one nearer Hell chooses first.
    public = [
        {"type": "BidsRevealed", "notches": [2, 4, 2], "taler": [7, 3, 5]},
        {"type": "ChoosingOrderSet", "order": [0, 2, 1], "keeper": 1},
        {"type": "BidPaid", "seat": 0, "amount": 7},
        {"type": "BidTakenBack", "seat": 1, "amount": 3},
        {"type": "BidPaid", "seat": 2, "amount": 5},
    ]
    assert all(facts[:5] == public for facts in told(table, reveal["version"], lambda one: one["facts"]).values())
    posts = seen(table, lambda board: [seat["post"] for seat in board["seats"]])
    assert all(post == [2, 4, 2] for post in posts.values())
    money = table.get("arbiter", "view")["board"]["seats"]
    assert [seat["money"] for seat in money] == [{"amount": 18}, {"amount": 25}, {"amount": 20}]
    # What was told at the time stays as it was told.
    assert told(table, version, _amounts) == known_to(table, [1], (4, 3), (HIDDEN, HIDDEN))


def test_a_bid_is_secret_also_with_open_holdings(sqlite_client):
    table = auction(sqlite_client, open_holdings=True)
    version = table.do(1, bid(4, 3))["version"]
    assert told(table, version, _amounts) == known_to(table, [1], (4, 3), (HIDDEN, HIDDEN))
    shown = seen(table, lambda board: board["seats"][1]["bid"]["taler"])
    assert shown == known_to(table, [1], {"amount": 3}, {})
    money = seen(table, lambda board: board["seats"][1]["money"])
    assert all(amount == {"amount": 25} for amount in money.values())


# -- the die ------------------------------------------------------------------------------------------------


def _wished(kind):
    """Finds the first listed move of a type."""

    def sought(_, __, moves):
        return next((move for move in moves if move["type"] == kind), None)

    return sought


def _die_set(client, position):
    """A match in which the Pope has set the die to one of several rooms: table, Pope, room, version."""

    def sought(_, __, moves):
        move = _wished("set-die")(_, __, moves)
        several = move and len(move["room"]["any_of"]) > 1
        return {**move, "room": move["room"]["any_of"][position]} if several else None

    table, pope, command = until(client, sought, 3, ["choose-character"])
    return table, pope, command["room"], table.do(pope, command)["version"]


@pytest.mark.scenario(16)
def test_the_die_is_told_to_the_pope_until_he_shows_it(sqlite_client):
    table, pope, room, version = _die_set(sqlite_client, 1)
    read = [lambda one: fact_of(one, "DieSet")["room"], lambda one: one["command"]["room"]]
    for way in read:
        assert told(table, version, way) == known_to(table, [pope], room, HIDDEN)
    assert seen(table, lambda board: board["seats"][pope]["die"]) == known_to(table, [pope], {"amount": room}, {})
    pretexts = told(table, version, lambda one: fact_of(one, "PretextAnnounced"))
    assert all(fact["seat"] == pope for fact in pretexts.values())
    wrong = 1 if room != 1 else 2
    first, shown, *_ = table.do(table.mover, {"type": "guess", "room": wrong})["decisions"]
    assert kinds_of(first) == ["Guessed"]
    assert (shown["actor"], shown["command"], shown["automatic"]) == ({"seat": pope}, {"type": "show-die"}, True)
    dice = told(table, shown["version"], lambda one: fact_of(one, "DieShown"))
    assert all(die == {"type": "DieShown", "seat": pope, "room": room, "caught": False} for die in dice.values())
    assert told(table, version, read[0]) == known_to(table, [pope], room, HIDDEN)


# -- compartments -------------------------------------------------------------------------------------------


def test_into_which_compartment_a_bonus_goes_is_told_to_its_seat(sqlite_client):
    table = mea_culpa(sqlite_client, 3)
    command = {"type": "choose-bonus", "bonus": "bread-and-wine", "compartments": ["II", "I"]}
    version = table.do(0, command)["version"]
    named = told(table, version, lambda one: one["command"]["compartments"])
    assert named == known_to(table, [0], ["II", "I"], {"hidden": 2})
    dropped = told(table, version, lambda one: [fact for fact in one["facts"] if fact["type"] == "ItemDropped"])
    assert all([fact["item"] for fact in facts] == ["bread", "wine"] for facts in dropped.values())
    into = {who: [fact["compartment"] for fact in facts] for who, facts in dropped.items()}
    assert into == known_to(table, [0], ["II", "I"], [HIDDEN, HIDDEN])
    whole = {"count": 2, "things": {"bread": 1, "wine": 1}}
    parts = {"I": {"count": 1, "things": {"wine": 1}}, "II": {"count": 1, "things": {"bread": 1}}}
    chests = seen(table, lambda board: board["seats"][0]["chest"])
    assert chests == known_to(table, [0], {**whole, "parts": parts}, whole)


@pytest.mark.parametrize("open_holdings", [False, True])
def test_into_which_compartment_a_donation_goes_is_told_to_its_seat(sqlite_client, open_holdings):
    def coin(_, __, moves):
        donation = _wished("donate")(_, __, moves)
        here = donation and "coin-1" in donation["item"]["any_of"]
        return {"type": "donate", "item": "coin-1", "compartment": "II"} if here else None

    table, seat, command = until(sqlite_client, coin, 3, open_holdings=open_holdings)
    before = seen(table, lambda board: board["seats"][seat]["chest"])
    version = table.do(seat, command)["decisions"][0]["version"]
    named = told(table, version, lambda one: one["command"]["compartment"])
    dropped = told(table, version, lambda one: fact_of(one, "ItemDropped")["compartment"])
    assert named == dropped == known_to(table, [seat], "II", HIDDEN)
    shown = told(table, version, lambda one: (fact_of(one, "ItemShown")["item"], one["command"]["item"]))
    assert all(items == ("coin-1", "coin-1") for items in shown.values())
    for who, chest in seen(table, lambda board: board["seats"][seat]["chest"]).items():
        assert chest["count"] == before[who]["count"] + 1
        assert chest["things"]["coin-1"] == before[who]["things"].get("coin-1", 0) + 1
        assert ("parts" in chest) == (who in (seat, *OFFICIALS))


# -- behind the screens -------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("open_holdings", [False, True])
def test_what_lies_behind_a_screen_is_seen_by_its_owner_or_with_open_holdings_by_all(sqlite_client, open_holdings):
    table = mea_culpa(sqlite_client, 3, open_holdings=open_holdings)
    table.do(0, {"type": "choose-bonus", "bonus": "letter", "compartments": []})
    rng = Random(3)
    play_out(table, rng, until="bid")
    _check_screens(table, open_holdings)
    board = table.get(0, "view")["board"]["seats"][0]
    behind = [board[place] for place in ("money", "goods", "letters")]
    assert behind == [{"amount": 25}, {"count": 0, "things": {}}, {"count": 1, "things": {"blue": 1}}]
    for _ in range(4):
        for _ in range(10):
            mover = rng.choice([one["seat"] for one in table.awaiting])
            table.do(mover, a_move(table, mover, rng))
        _check_screens(table, open_holdings)
    boards = table.get("arbiter", "view")["board"]["seats"]
    assert any(seat["goods"]["count"] for seat in boards)


def _check_screens(table, open_holdings):
    for seat in table.seats:
        for place in ("money", "goods", "letters"):
            shown = seen(table, lambda board, seat=seat, place=place: board["seats"][seat][place])
            there = shown["arbiter"]
            assert set(there) == ({"amount"} if place == "money" else {"count", "things"})
            assert shown == known_to(table, table.everybody if open_holdings else [seat], there, {})


# -- Letters that are given ---------------------------------------------------------------------------------


def full_of(client, card):
    """A board on which every card of the House is this one."""
    house = published(client, MEA_CULPA).document["board"]["values"]["house"]
    return {"house": {name: [24 if name == card else 0, notches] for name, (_, notches) in house.items()}}


def emperor_asked(has):
    """Finds EMP_LETTER to be performed while somebody else holds the Emperor card, with a Letter or without."""

    def sought(board, seat, moves):
        holder = board["characters"]["emperor"]
        step = board["steps"][0] if board["steps"] else {}
        if step.get("card") != "EMP_LETTER" or step["step"] != "perform" or holder in (None, seat):
            return None
        return _wished("perform")(board, seat, moves) if bool(_letters(board, holder)) == has else None

    return sought


def _letters(board, seat):
    return board["seats"][seat]["letters"]["things"]


def _several_letters(board, seat, moves):
    """Finds EMP_LETTER to be performed while the Emperor has Letters of several colours."""
    command = emperor_asked(has=True)(board, seat, moves)
    several = command and len(_letters(board, board["characters"]["emperor"])) > 1
    return command if several else None


def test_which_letter_was_given_is_told_to_giver_and_taker(sqlite_client):
    table, taker, command = until(
        sqlite_client, _several_letters, 4, ["visit", "buy"], full_of(sqlite_client, "EMP_LETTER")
    )
    table.do(taker, command)
    giver = table.mover
    letter = table.get(giver, "moves")["moves"][0]["letter"]["any_of"][0]
    before = table.get("arbiter", "view")["board"]
    version = table.do(giver, {"type": "give-letter", "letter": letter})["decisions"][0]["version"]
    given = told(table, version, lambda one: fact_of(one, "LetterGiven")["letter"])
    assert given == known_to(table, [giver, taker], letter, HIDDEN)
    said = told(table, version, lambda one: one["command"]["letter"])
    assert said == known_to(table, [giver], letter, HIDDEN)
    after = table.get("arbiter", "view")["board"]
    for seat, change in ((giver, -1), (taker, 1)):
        assert _letters(after, seat).get(letter, 0) == _letters(before, seat).get(letter, 0) + change
    # Who neither gives nor takes sees nothing of it on the board.
    other = next(seat for seat in table.seats if seat not in (giver, taker))
    letters = [seat["letters"] for seat in table.get(other, "view")["board"]["seats"]]
    assert [bool(shown) for shown in letters] == [seat == other for seat in table.seats]


def test_with_open_holdings_everyone_is_told_which_letter_was_given(sqlite_client):
    table, taker, command = until(
        sqlite_client,
        _several_letters,
        4,
        ["visit", "buy"],
        full_of(sqlite_client, "EMP_LETTER"),
        open_holdings=True,
    )
    table.do(taker, command)
    giver = table.mover
    letter = table.get(giver, "moves")["moves"][0]["letter"]["any_of"][0]
    version = table.do(giver, {"type": "give-letter", "letter": letter})["decisions"][0]["version"]
    given = told(table, version, lambda one: fact_of(one, "LetterGiven")["letter"])
    assert given == known_to(table, table.everybody, letter, HIDDEN)


# -- dry runs tell nothing, and a batch ends where a secret is opened ---------------------------------------


def test_a_dry_run_of_the_last_bid_does_not_tell_the_others(sqlite_client):
    """Two matches differ in nothing but what the others have bid."""
    tables = []
    for others in ((bid(6, 25), bid(1, 0)), (bid(2, 3), bid(5, 1))):
        tables.append(auction(sqlite_client))
        for seat, one in enumerate(others):
            tables[-1].do(seat, one)
    tried = [without(table.send(2, bid(3, 4), dry_run=True).json, "at") for table in tables]
    assert tried[0] == tried[1]
    refused = [table.send(2, bid(3, 26), dry_run=True) for table in tables]
    assert refused[0].status_code == 422
    assert refused[0].data == refused[1].data
    reveals = [check_stops(table, 2, bid(3, 4), ["BidSet"], "reveal-bids") for table in tables]
    assert [fact_of(reveal, "BidsRevealed")["taler"] for reveal in reveals] == [[25, 0, 4], [3, 1, 4]]
    assert tried[0]["version"] == reveals[0]["version"] - 1


def test_a_dry_run_of_a_guess_does_not_tell_the_die(sqlite_client):
    """Of two matches that differ in nothing but the die, the same guess is right in one and wrong in the other."""
    (one, _, room, _), (other, _, wrong, _) = (_die_set(sqlite_client, position) for position in (0, 1))
    guess = {"type": "guess", "room": room}
    assert room != wrong
    tried = [without(table.send(table.mover, guess, dry_run=True).json, "at") for table in (one, other)]
    assert tried[0] == tried[1]
    caught = [check_stops(table, table.mover, guess, ["Guessed"], "show-die") for table in (one, other)]
    assert [fact_of(shown, "DieShown")["caught"] for shown in caught] == [True, False]


def somebody_to_rob(has):
    """Finds STEAL_3 to be performed, and somebody who has three taler or has not."""

    def sought(board, seat, moves):
        robbing = _wished("rob")(board, seat, moves)
        for victim in robbing["seat"]["any_of"] if robbing else ():
            if (board["seats"][victim]["money"]["amount"] >= 3) == has:
                return {"type": "rob", "seat": victim}
        return None

    return sought


@pytest.mark.long
@pytest.mark.parametrize(("has", "outcome"), [(True, "TalerGiven"), (False, "NothingGiven")])
def test_a_dry_run_of_robbing_does_not_tell_what_the_victim_has(sqlite_client, has, outcome):
    table, seat, command = until(
        sqlite_client, somebody_to_rob(has), 3, ["visit"], full_of(sqlite_client, "STEAL_3")
    )
    opened = check_stops(table, seat, command, ["CardExecuted"], "hand-over")
    assert opened["actor"] == {"seat": command["seat"]}
    assert kinds_of(opened)[0] == outcome


@pytest.mark.parametrize(("has", "outcome"), [(True, "LetterOwed"), (False, "NothingGiven")])
def test_a_dry_run_of_asking_the_emperor_does_not_tell_what_he_has(sqlite_client, has, outcome):
    table, seat, command = until(
        sqlite_client, emperor_asked(has), 3, ["visit", "pass"], full_of(sqlite_client, "EMP_LETTER")
    )
    holder = table.get(None, "view")["board"]["characters"]["emperor"]
    opened = check_stops(table, seat, command, ["CardExecuted"], "answer")
    assert opened["actor"] == {"seat": holder}
    assert kinds_of(opened)[0] == outcome


def _finishing_crew(board, _, moves):
    """Finds where a crew finishes a cathedral."""
    ready = {site["site"] for site in board["sites"] if site["built"] == "nave" and site["crews"] == 1}
    for move in moves:
        if move["type"] == "place-crew" and ready & set(move["site"]["any_of"]):
            return {"type": "place-crew", "site": min(ready)}
    return None


@pytest.mark.long
def test_a_dry_run_of_finishing_a_cathedral_does_not_tell_the_compartments(sqlite_client):
    table, seat, command = until(sqlite_client, _finishing_crew, 3)
    board = table.get("arbiter", "view")["board"]
    card = board["steps"][0]["step"] == "perform"
    facts = [*(["CardExecuted"] if card else []), "CrewPlaced", "CathedralFinished"]
    opened = check_stops(table, seat, command, facts, "open-compartments")
    assert opened["actor"] == "table"
    emptied = [fact for fact in opened["facts"] if fact["type"] == "CompartmentOpened"]
    assert [fact["seat"] for fact in emptied] == [0, 1, 2]
    chests = [seat["chest"]["parts"]["I"]["things"] for seat in board["seats"]]
    assert [{item: fact["things"].count(item) for item in set(fact["things"])} for fact in emptied] == chests
    assert any(chests)


def _last_pick(board, seat, moves):
    """Finds a pick behind which only the end is left: nothing is shared out any more, and one Letter remains."""
    steps = [step["step"] for step in board["steps"]]
    if steps != ["pick", "clear", "end"] or board["display"]["count"] != 2:
        return None
    return {"type": "pick", "letter": _wished("pick")(board, seat, moves)["letter"]["any_of"][0]}


@pytest.mark.soak
@pytest.mark.long
def test_a_dry_run_of_the_last_pick_does_not_tell_the_letters_at_the_end(sqlite_client):
    table, seat, command = until(sqlite_client, _last_pick, 3, ["donate"])
    letters = [one["letters"]["things"] for one in table.get("arbiter", "view")["board"]["seats"]]
    trace = table.trace()
    dry = table.send(seat, command, dry_run=True)
    (tried,) = dry.json["decisions"]
    assert kinds_of(tried)[:2] == ["LetterTaken", "LetterTaken"]
    assert not {"LettersShown", "MatchEnded"} & set(kinds_of(tried))
    assert "outcome" not in dry.text
    assert table.trace() == trace
    counted = check_stops(table, seat, command, kinds_of(tried), "count-letters")
    shown = {fact["seat"]: fact["letters"] for fact in counted["facts"] if fact["type"] == "LettersShown"}
    taken = [fact for fact in tried["facts"] if fact["type"] == "LetterTaken"]
    for fact in taken:
        owned = letters[fact["seat"]]
        owned[fact["letter"]] = owned.get(fact["letter"], 0) + 1
    assert shown == dict(enumerate(letters))
    assert table.get(None)["status"] == "finished"


def test_a_bid_that_is_not_the_last_lets_a_note_follow_and_nothing_of_the_game(sqlite_client):
    table = auction(sqlite_client)
    before = table.trace()
    for behind in (bid(1, 0), {"type": "choose-character", "character": "pope"}):
        assert table.refused(0, bid(2, 2), behind)["code"] == "batch-crosses-chance"
    assert table.trace() == before
    assert [one["command"] for one in table.do(0, bid(2, 2), NOTE)["decisions"]] == [bid(2, 2), NOTE]


# -- refusals -----------------------------------------------------------------------------------------------

REFUSED = [
    (bid(1, 26), "MC-Q1"),
    (bid(7, 0), "MC-Q1"),
    ({"type": "choose-bonus", "bonus": "jewel", "compartments": ["I"]}, "MC-B1"),
    ({"type": "choose-character", "character": "pope"}, "MC-Q6"),
    ({"type": "wait"}, "MC-R55"),
    ({"type": "move-pope-stone", "source": "lust", "target": "greed"}, "MC-V1"),
    ({"type": "place-crew", "site": 1}, "MC-V2"),
    ({"type": "move-crew", "source": 1, "target": 2}, "MC-R39"),
    ({"type": "take-good", "good": "bread"}, "MC-H3"),
    ({"type": "rob", "seat": 1}, "MC-H3"),
    ({"type": "perform"}, "MC-H3"),
    ({"type": "decline"}, "MC-H6"),
    ({"type": "buy", "stone": "bread"}, "MC-T2"),
    ({"type": "sell", "good": "bread"}, "MC-T2"),
    ({"type": "donate", "item": "coin-1", "compartment": "I"}, "MC-T2"),
    ({"type": "visit", "room": 1}, "MC-H1"),
    ({"type": "choose-room", "room": 1}, "MC-H4"),
    ({"type": "set-die", "room": 1}, "MC-T2"),
    ({"type": "guess", "room": 1}, "MC-I2"),
    ({"type": "pass"}, "MC-T2"),
    ({"type": "take-free", "stone": "bread"}, "MC-C1"),
    ({"type": "empty-den", "den": "lust"}, "MC-O1"),
    ({"type": "give-letter", "letter": "blue"}, "MC-R33"),
    ({"type": "pick", "letter": "red"}, "MC-E2"),
    ({"type": "reveal-bids"}, "MC-R66"),
    ({"type": "show-die"}, "MC-R66"),
    ({"type": "hand-over"}, "MC-R66"),
    ({"type": "answer"}, "MC-R66"),
    ({"type": "open-compartments"}, "MC-R66"),
    ({"type": "count-letters"}, "MC-R66"),
    ({"type": "return-card", "character": "pope"}, "MC-A6"),
    ({"type": "set-bid", "notches": 1, "taler": 0}, "MC-A6"),
    ({"type": "settle"}, "MC-A6"),
    ({"type": "take-card", "character": "pope"}, "MC-A6"),
    ({"type": "begin", "action": "buy"}, "MC-A6"),
    ({"type": "rotate", "notches": 1}, "MC-A6"),
    ({"type": "pay", "taler": 2}, "MC-A6"),
    ({"type": "take-stone", "stone": "bread"}, "MC-A6"),
    ({"type": "take-letter", "letter": "red", "source": "stacks"}, "MC-A6"),
    ({"type": "return-stone"}, "MC-A6"),
    ({"type": "bag-good", "good": "bread"}, "MC-A6"),
    ({"type": "receive"}, "MC-A6"),
    ({"type": "place-stone", "den": "greed"}, "MC-A6"),
    ({"type": "show", "item": "coin-1"}, "MC-A6"),
    ({"type": "drop", "item": "coin-1", "compartment": "I"}, "MC-A6"),
    ({"type": "name-room", "room": 1}, "MC-A6"),
    ({"type": "flip"}, "MC-A6"),
    ({"type": "discard"}, "MC-A6"),
    ({"type": "announce"}, "MC-A6"),
    ({"type": "turn-die", "room": 1}, "MC-A6"),
    ({"type": "open-die"}, "MC-A6"),
    ({"type": "declare-over"}, "MC-A6"),
    ({"type": "call-next", "called": 1}, "MC-A6"),
    ({"type": "prompt", "asked": 1}, "MC-A6"),
    ({"type": "admit", "sin": "M12"}, "MC-A6"),
    ({"type": "let-pass"}, "MC-A6"),
]
OF_CHANCE = {"place-souls", "draw-stones", "deal-cards"}


def test_a_refused_command_says_which_rule_and_leaves_no_trace(client, rules):
    table = auction(client)
    before = table.trace()
    numbers = rules.document["rules"].keys()
    for command, rule in REFUSED:
        for query in ({}, {"dry_run": True}):
            problem = table.refused(0, command, headers={"Idempotency-Key": "refused"}, **query)
            assert (problem["code"], problem["rule"]) == ("illegal-move", rule), command
            assert problem["status"] == 422
    assert {rule for _, rule in REFUSED} <= numbers
    assert table.trace() == before
    of_the_game = {name for name in rules.document["commands"] if not name.startswith("table.")}
    assert {command["type"] for command, _ in REFUSED} == of_the_game - OF_CHANCE


def test_nobody_bids_for_another_or_twice(sqlite_client):
    table = auction(sqlite_client)
    table.do(0, bid(2, 2))
    before = table.trace()
    assert table.refused(0, bid(3, 3))["code"] == "not-awaited"
    assert table.refused(1, {**bid(3, 3), "seat": 2})["code"] == "not-your-seat"
    for who in ("arbiter", "host", "spectator", "scribe"):
        assert table.refused(who, {**bid(3, 3), "seat": 2})["code"] in ("forbidden", "invalid")
    assert table.trace() == before


# -- taking back --------------------------------------------------------------------------------------------


def take_back(version):
    return {"type": "table.take-back", "decision": version}


def test_a_bid_is_taken_back_while_nobody_else_has_decided_and_set_anew(sqlite_client):
    table = auction(sqlite_client)
    boards = seen(table, lambda board: board)
    version = table.do(0, bid(6, 25))["version"]
    assert table.refused(1, take_back(version))["code"] == "not-your-seat"
    back = table.do(0, take_back(version))["version"]
    assert seen(table, lambda board: board) == boards
    assert table.awaiting == [{"seat": seat} for seat in table.seats]
    again = table.do(0, bid(1, 2))["version"]
    # Neither bid is told to the others, before or after.
    for one, amounts in ((version, (6, 25)), (again, (1, 2))):
        assert told(table, one, _amounts) == known_to(table, [0], amounts, (HIDDEN, HIDDEN))
    assert {json.dumps(log[back]["facts"]) for log in map(table.log, table.everybody)} == {
        json.dumps(table.log()[back]["facts"])
    }
    table.do(1, bid(2, 0))
    table.do(0, take_back(again))
    assert table.get(2, "")["consent"] == {"seat": 0, "decisions": [again], "left": [1]}
    table.do(1, {"type": "table.consent", "agree": False})
    reveal = table.do(2, bid(3, 0))["decisions"][1]
    assert fact_of(reveal, "BidsRevealed")["notches"] == [1, 2, 3]
    assert fact_of(reveal, "BidsRevealed")["taler"] == [2, 0, 0]
    assert table.get("arbiter", "view")["board"]["seats"][0]["money"] == {"amount": 23}


@pytest.mark.scenario(23)
@pytest.mark.parametrize("asker", [2, "arbiter", "scribe"])
def test_after_the_reveal_everybody_is_asked_whether_a_bid_is_taken_back(sqlite_client, asker):
    table = auction(sqlite_client)
    versions = [table.do(seat, bid(seat + 1, seat))["decisions"][0]["version"] for seat in table.seats]
    before = seen(table, lambda board: board)
    table.do(asker, take_back(versions[2]))
    asked = [0, 1] if asker == 2 else [0, 1, 2]
    assert table.get(None, "")["consent"] == {"seat": 2, "decisions": [versions[2]], "left": asked}
    table.do(0, {"type": "table.consent", "agree": False})
    assert seen(table, lambda board: board) == before


def test_the_reveal_itself_cannot_be_taken_back(sqlite_client):
    table = auction(sqlite_client)
    for seat in table.seats:
        answer = table.do(seat, bid(1, 0))
    assert table.refused("arbiter", take_back(answer["version"]))["code"] == "illegal-move"
