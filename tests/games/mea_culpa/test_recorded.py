"""Recording a match of Mea Culpa at a real table: what a scribe enters for chance must be possible."""

from random import Random
from uuid import uuid4

import pytest

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.games.mea_culpa import RULESET, facts
from domain.games.mea_culpa.commands import Bid, ChooseBonus, DealCards, DrawStones, Pass, PlaceSouls
from domain.kit.guards import Refused
from domain.kit.patterns import some_of
from domain.kit.table.commands import Confirm
from domain.kit.table.facts import Discrepancy
from domain.kit.visibility import OFFICIAL, redact
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from tests.asking import asking
from tests.games.mea_culpa.tables import assert_conserved, random_custom_rules
from tests.games.playing import MOST_DECISIONS, Table, is_listed, random_command, rules_of

SCRIBE = Principal("scribe")
STONES = ("bread", "bread", "wine", "cloth", "jewel", "indulgence", "indulgence")
CARDS = ("TAKE_3", "NEW_CREW", "NEW_CREW", "STEAL_3")


class Recorded:
    """A match that a scribe records, of three seats."""

    def __init__(self, matches, **opening):
        self.matches = matches
        seats = [SeatWanted(name) for name in ("Ada", "Ben", "Cleo")]
        self.match = matches.open(Opening("mea-culpa", seats, mode="recorded", **opening)).match

    @property
    def state(self):
        return self.match.state

    def enter(self, command, seat=None):
        """What the scribe enters, for chance or for a seat; the decisions that it brings about."""
        answer = self.matches.append(self.match.id, SCRIBE, asking(Asked(command, seat)))
        self.match = answer.match
        return answer.decisions

    def refuses(self, command, seat=None):
        """Code, rule and words of the refusal; nothing has changed."""
        version = self.match.version
        with pytest.raises(Refused) as refused:
            self.enter(command, seat)
        assert self.matches.load(self.match.id).version == version
        return refused.value.code, refused.value.rule, refused.value.detail

    def enter_something(self, rng):
        """A listed move of somebody who is awaited, or something that chance could have brought; or the end."""
        assert self.match.version < MOST_DECISIONS, "the match does not end"
        if self.state.proposed is not None:
            self.enter(Confirm())
            return
        who = rng.choice(self.state.awaiting)
        seat = None if who == "chance" else who["seat"]
        listed = RULESET.moves(self.state, "chance" if seat is None else seat)
        self.enter(random_command(RULESET, listed, rng), seat)

    def enter_bonuses(self):
        """Everybody in the row takes a starting bonus."""
        for seat, (bonus, *compartments) in zip(self.state.row, BONUSES, strict=False):
            self.enter(ChooseBonus(bonus, tuple(compartments)), seat)


BONUSES = [("bread-and-wine", "I", "II"), ("jewel", "I"), ("taler", "II")]


@pytest.fixture
def matches():
    name = f"file:{uuid4().hex}?mode=memory&cache=shared"
    env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": name, "CREATE_TABLE": "y"}
    with Matches(env, service_key=bytes(32)) as opened:
        yield opened


@pytest.fixture
def table(matches):
    """A match that has just been opened."""
    return Recorded(matches)


@pytest.fixture
def drawing(matches):
    """A match in which the first stones are to be drawn: bread, wine, jewel and a coin have been donated."""
    recorded = Recorded(matches, options={"row": [2, 0, 1]})
    recorded.enter_bonuses()
    assert recorded.state.due == "draw-stones"
    return recorded


def amiss_in(decision):
    """What does not add up in a decision, for officials."""
    facts = redact(decision, OFFICIAL)["facts"]
    return [
        {name: value for name, value in fact.items() if name != "type"}
        for fact in facts
        if fact["type"] == Discrepancy.TYPE
    ]


# -- the row ------------------------------------------------------------------------------------------------


def test_the_row_is_entered_and_whoever_stands_first_takes_a_bonus(table):
    assert table.state.awaiting == ("chance",)
    table.enter(PlaceSouls((1, 2, 0)))
    assert table.state.row == (1, 2, 0)
    assert table.state.awaiting == ({"seat": 1},)


@pytest.mark.parametrize("row", [(0, 1, 1), (0, 1), (0, 1, 2, 0), (0, 1, 3)], ids=str)
def test_a_row_has_each_seat_once(table, row):
    code, rule, _ = table.refuses(PlaceSouls(row))
    assert (code, rule) == ("illegal-move", "MC-S6")


def test_a_row_that_the_options_give_is_not_asked_for(matches):
    table = Recorded(matches, options={"row": [2, 0, 1]})
    assert table.state.awaiting == ({"seat": 2},)
    assert table.refuses(PlaceSouls((2, 0, 1)))[0] == "not-awaited"


# -- stones and cards ---------------------------------------------------------------------------------------


def test_stones_and_cards_are_entered_and_lie_where_they_were_seen(drawing):
    drawing.enter(DrawStones(STONES))
    assert drawing.state.places["market"].known == {"bread": 2, "wine": 1, "cloth": 1, "jewel": 1, "indulgence": 2}
    assert drawing.state.due == "deal-cards"
    drawing.enter(DealCards(CARDS))
    assert [drawing.state.card_in(room) for room in (1, 2, 3, 4)] == list(CARDS)
    assert drawing.state.phase == "auction"
    assert_conserved(drawing.state)


@pytest.mark.parametrize("stones", [STONES[:6], (), (*STONES, "wine")], ids=["six", "none", "eight"])
def test_seven_stones_come_out_of_a_full_bag(drawing, stones):
    assert drawing.refuses(DrawStones(stones))[0] == "illegal-move"


@pytest.mark.parametrize(
    ("stone", "called"),
    [
        ("pear", "Pear"),
        ("blue", "blue Letter"),
        ("coin-1", "1 taler"),
        ("pope-stone", "Pope stone"),
        ("TAKE_3", "Take 3 taler"),
    ],
)
def test_what_is_no_stone_comes_out_of_no_bag(drawing, stone, called):
    code, _, detail = drawing.refuses(DrawStones((stone, *STONES[1:])))
    assert code == "illegal-move"
    assert f"{called}, Bag" in detail


@pytest.mark.scenario(73)
def test_more_stones_of_a_kind_than_are_left_are_written_down_and_do_not_add_up(drawing):
    bag = drawing.state.places["bag"]
    jewels, number = bag.count("jewel"), len(bag)
    last = drawing.enter(DrawStones((*("jewel",) * jewels, *("jewel",) * (7 - jewels))))[0]
    amiss = amiss_in(last)
    assert (jewels, len(amiss)) == (6, 1), "one of seven jewels has been donated"
    assert amiss[0] == {"place": "bag", "seats": [], "things": ["jewel"], "appeared": 0, "of": "place"}
    assert drawing.state.places["market"].count("jewel") == 7
    assert len(drawing.state.places["bag"]) == number - 7, "seven stones have left it, whatever they are"


def test_stones_that_are_left_add_up(drawing):
    assert amiss_in(drawing.enter(DrawStones((*("jewel",) * 6, "bread")))[0]) == []


def test_a_card_that_is_dealt_twice_does_not_add_up(drawing):
    drawing.enter(DrawStones(STONES))
    (dealt,) = drawing.enter(DealCards(("TAKE_3", "TAKE_3", "TAKE_5", "TAKE_7")))[:1]
    assert [(fact["place"], fact["things"]) for fact in amiss_in(dealt)] == [("deck", ["TAKE_3"])]


@pytest.mark.parametrize(
    ("cards", "missing"),
    [
        (("TAKE_4", "TAKE_3", "TAKE_5", "TAKE_7"), "Take 4"),
        (("bread", "TAKE_3", "TAKE_5", "TAKE_7"), "bread"),
    ],
)
def test_cards_that_are_not_in_the_deck(drawing, cards, missing):
    drawing.enter(DrawStones(STONES))
    code, _, detail = drawing.refuses(DealCards(cards))
    assert (code, missing in detail) == ("illegal-move", True)


@pytest.mark.parametrize("cards", [CARDS[:3], (*CARDS, "TAKE_5"), ()], ids=["three", "five", "none"])
def test_four_cards_are_dealt(drawing, cards):
    drawing.enter(DrawStones(STONES))
    assert drawing.refuses(DealCards(cards))[0] == "illegal-move"


def test_what_came_out_must_be_said(drawing, table):
    assert drawing.refuses(DrawStones())[0] == "invalid"
    assert table.refuses(PlaceSouls())[0] == "invalid"
    drawing.enter(DrawStones(STONES))
    assert drawing.refuses(DealCards())[0] == "invalid"


def test_chance_is_entered_when_it_is_due_and_nobody_else_decides_then(drawing):
    assert drawing.refuses(DealCards(CARDS))[0] == "not-awaited"
    assert drawing.refuses(Bid(1, 0), seat=0)[0] == "not-awaited"
    assert drawing.refuses(DrawStones(STONES), seat=0)[0] == "invalid"


def test_bids_are_revealed_when_the_scribe_has_entered_the_last(drawing):
    drawing.enter(DrawStones(STONES))
    drawing.enter(DealCards(CARDS))
    for seat, taler in ((1, 4), (0, 7)):
        assert len(drawing.enter(Bid(2, taler), seat)) == 1
    last, revealed = drawing.enter(Bid(3, 0), 2)
    assert last.record["command"]["type"] == "bid"
    assert revealed.record["command"]["type"] == "reveal-bids"
    assert drawing.state.order == (0, 1, 2)


# -- decks that run out -------------------------------------------------------------------------------------

NO_CARDS = {card: [0, notches] for card, (_, notches) in RULESET.board["house"].items()}


def passed_to_the_next_deal(house, first):
    """A recorded table of two after a round with these cards, in which nothing lay in the market."""
    board = {"house": {**NO_CARDS, **house}, "market_draw": 0}
    table = Table(RULESET, rules_of(RULESET, 2, {"row": [0, 1]}, board, "recorded"))
    rng = Random("the first round")
    while table.state.due != "deal-cards":
        table.random_step(rng)
    table.of_chance(DealCards(first))
    while table.state.due != "draw-stones":
        table.settle()
        if table.state.due != "draw-stones":
            table.random_step(rng)
    table.of_chance(DrawStones(()))
    return table


FIVE = {"TAKE_3": [2, 0], "TAKE_5": [2, 0], "TAKE_7": [1, 0]}


def test_a_deal_takes_the_last_of_the_deck_and_then_the_discards():
    table = passed_to_the_next_deal(FIVE, ("TAKE_3", "TAKE_3", "TAKE_7", "TAKE_5"))
    told = table.of_chance(DealCards(("TAKE_5", "TAKE_7", "TAKE_5", "TAKE_3")))
    assert [fact for fact in told if isinstance(fact, facts.CardDealt | facts.DeckShuffled)] == [
        facts.CardDealt(1, "TAKE_5"),
        facts.DeckShuffled(4),
        facts.CardDealt(2, "TAKE_7"),
        facts.CardDealt(3, "TAKE_5"),
        facts.CardDealt(4, "TAKE_3"),
    ]
    assert table.state.places["deck"].known == {"TAKE_3": 1}


@pytest.mark.parametrize(
    "cards",
    [
        ("TAKE_7", "TAKE_5", "TAKE_5", "TAKE_3"),  # the first must be the last of the deck
        ("TAKE_5", "TAKE_5", "TAKE_5", "TAKE_3"),  # one of two lay in the deck, the other among the discards
        ("TAKE_5", "TAKE_7", "TAKE_7", "TAKE_3"),
    ],
    ids=str,
)
def test_a_deal_that_the_deck_and_the_discards_cannot_give(cards):
    table = passed_to_the_next_deal(FIVE, ("TAKE_3", "TAKE_3", "TAKE_7", "TAKE_5"))
    with pytest.raises(Refused) as refused:
        table.of_chance(DealCards(cards))
    assert refused.value.code == "illegal-move"
    assert not is_listed(RULESET.moves(table.state, "chance"), DealCards(cards))


def test_the_listed_deals_across_a_shuffle_are_those_that_can_come_out():
    table = passed_to_the_next_deal(FIVE, ("TAKE_3", "TAKE_3", "TAKE_7", "TAKE_5"))
    assert [move["cards"] for move in RULESET.moves(table.state, "chance")] == [
        some_of(["TAKE_5"], 1, then=some_of(["TAKE_3", "TAKE_3", "TAKE_5", "TAKE_7"], 3))
    ]


def test_a_deal_of_the_discards_alone_is_listed_as_one_move():
    """When the deck has just been used up any four of the discards can come: that needs no list of all deals."""
    four = ("TAKE_3", "TAKE_5", "TAKE_7", "STEAL_3")
    table = passed_to_the_next_deal({card: [1, 0] for card in four}, four)
    assert RULESET.moves(table.state, "chance") == [
        {"type": "deal-cards", "cards": {"some_of": sorted(four), "min": 4, "max": 4}}
    ]


# -- whole matches ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["printed", "short deck"])
def test_a_whole_match_is_recorded(matches, board):
    """Random moves, and for chance random entries out of those that are listed."""
    values = {} if board == "printed" else {"house": {**NO_CARDS, "TAKE_5": [3, 0], "NEW_CREW": [4, 1]}}
    recorded, rng, entered = Recorded(matches, board=values), Random(f"recorded {board}"), 0
    while not recorded.state.over:
        entered += recorded.state.awaits_chance
        recorded.enter_something(rng)
    assert_conserved(recorded.state)
    assert entered == 1 + 2 * recorded.state.round, "the row, and in each round stones and cards"
    again = matches.load(recorded.match.id)
    assert again.state == recorded.state
    assert again.state.outcome["winners"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_boards_are_recorded(seats):
    for number in range(5):
        rng = Random(f"recorded {number} {seats}")
        hosted = random_custom_rules(rng, seats)
        rules = rules_of(RULESET, seats, hosted.options, hosted.board, "recorded")
        table = Table(RULESET, rules).play_on(rng)
        assert table.state.status == "finished"
        for state in table.states:
            assert_conserved(state)


def test_nothing_is_entered_after_the_end(matches):
    recorded, rng = Recorded(matches, board={"market_draw": 0}), Random("to the end")
    while not recorded.state.over:
        recorded.enter_something(rng)
    assert recorded.refuses(DrawStones(()))[0] == "over"
    assert recorded.refuses(Pass(), seat=0)[0] == "over"
