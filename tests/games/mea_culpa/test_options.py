"""What a match of Mea Culpa can be opened with: what is refused, and what boards with other values are like."""

from collections import Counter
from random import Random

import pytest

from domain.games.mea_culpa import RULESET, facts
from domain.games.mea_culpa.commands import Bid, Buy, ChooseBonus, Donate, Pick, PlaceCrew, Sell, SetDie, Visit
from domain.games.mea_culpa.meta_culpa.commands import SetBid
from domain.games.mea_culpa.state import GOODS, LETTERS
from domain.kit.data import table as table_of
from domain.kit.guards import Refused
from domain.kit.ruleset import BadOption
from domain.kit.visibility import OFFICIAL, PUBLIC, seat_viewer
from tests.games.mea_culpa.tables import scene
from tests.games.playing import Table, can_be_sent, rules_of, seeded

BOARD = RULESET.board
HOUSE = {card: [0, notches] for card, (_, notches) in BOARD["house"].items()}
BONUSES = {f"bonus-{number}": [] for number in range(4)}


def changed(key, *path, to):
    """The printed value of *key* with what lies at *path* in it changed, or left out."""

    def written(value, way):
        if not way:
            return to
        copy = dict(value) if isinstance(value, dict) else list(value)
        if to is None and len(way) == 1:
            del copy[way[0]]
        else:
            copy[way[0]] = written(copy[way[0]] if way[0] in copy or isinstance(copy, list) else None, way[1:])
        return copy

    return {key: written(BOARD[key], path)}


def refused(board=None, options=None, seats=3):
    """Which field is refused, and by which rule."""
    with pytest.raises(BadOption) as bad:
        rules_of(RULESET, seats, options, board)
    return bad.value.field, bad.value.rule


def played(board=None, seats=4, seed=1, **options):
    """A whole match, played at random."""
    table = Table(RULESET, rules_of(RULESET, seats, options, board), seeded(seed))
    return table.play_on(Random(seed))


def facts_of(table, *types):
    """All facts of these types, in order."""
    return [fact for step in table.steps for fact in step.facts if isinstance(fact, types)]


# -- what the rules cannot be played with -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "field"),
    [
        ({"post": {"min": 3, "max": 2}}, "board.post"),
        ({"house": {**HOUSE, "TAKE_3": [3, 0]}}, "board.house"),
        ({"house": HOUSE}, "board.house"),
        (changed("goods", "jewel", "count", to=0), "board.bonuses"),
        (changed("letters", "blue", to=0), "board.bonuses"),
        (
            changed("goods", "bread", "count", to=1) | {"bonuses": {**BONUSES, "more": ["bread"] * 2}},
            "board.bonuses",
        ),
        (
            changed("letters", "red", to=1) | {"bonuses": {**BONUSES, "one": ["red"], "other": ["red"]}},
            "board.bonuses",
        ),
    ],
)
def test_boards_that_cannot_be_played_with(board, field):
    assert refused(board) == (field, "MC-A5")


@pytest.mark.parametrize("row", [[], [0, 1], [0, 1, 3], [0, 1, 2, 3]])
def test_a_row_without_each_seat(row):
    assert refused(options={"row": row}) == ("options.row", "MC-S6")


@pytest.mark.parametrize("seats", [1, 5])
def test_too_few_and_too_many_players(seats):
    assert refused(seats=seats) == ("seats", "TB-62")


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"row": [0, 0, 1]}, "options.row"),
        ({"row": [0, 1, 4]}, "options.row.2"),
        ({"row": "012"}, "options.row"),
        ({"two_player_split": "fr"}, "options.two_player_split"),
        ({"over_six_note": "never"}, "options.over_six_note"),
        ({"extra_preliminary": True}, "options.extra_preliminary"),
        ({"open_holdings": "yes"}, "options.open_holdings"),
        ({"history": "lost"}, "options.history"),
        ({"first_seat": 0}, "options"),
    ],
)
def test_options_of_no_known_kind(options, field):
    assert refused(options=options) == (field, "TB-65")


OTHER_SHAPES = [
    (changed("post", "max", to=13), "board.post.max"),
    (changed("post", "min", to=-1), "board.post.min"),
    (changed("post", "max", to=None), "board.post"),
    (changed("track", "hell_last", to=0), "board.track.hell_last"),
    (changed("track", "heaven_steps", to=0), "board.track.heaven_steps"),
    (changed("track", "heaven_steps", to=None), "board.track"),
    (changed("track", "heaven_source", to=35), "board.track.heaven_source"),
    (changed("goods", "wine", to=None), "board.goods"),
    (changed("goods", "wine", "buy", to=-1), "board.goods.wine.buy"),
    (changed("goods", "wine", "sell", to=2.5), "board.goods.wine.sell"),
    (changed("goods", "wine", "sell", to=None), "board.goods.wine"),
    (changed("goods", "wine", "count", to=201), "board.goods.wine.count"),
    (changed("goods", "wine", "category", to="money"), "board.goods.wine.category"),
    (changed("goods", "wine", "source", to=["hearsay"]), "board.goods.wine.source"),
    (changed("goods", "wine", "colour", to="red"), "board.goods.wine"),
    (changed("indulgence", "letters", to=["red", "pink"]), "board.indulgence.letters.1"),
    (changed("indulgence", "letters", to=["red", "red"]), "board.indulgence.letters"),
    (changed("indulgence", "buy", to=None), "board.indulgence"),
    (changed("letters", "blue", to=None), "board.letters"),
    (changed("letters", "blue", to=-1), "board.letters.blue"),
    (changed("bonuses", "jewel", to=None), "board.bonuses"),
    (changed("bonuses", "jewel", to=["ruby"]), "board.bonuses.jewel.0"),
    (changed("bonuses", "jewel", to=["coin-0"]), "board.bonuses.jewel.0"),
    (changed("bonuses", "jewel", to=["jewel", "coin-1000"]), "board.bonuses.jewel.1"),
    (changed("bonuses", "jewel", to=["coin-1"] * 5), "board.bonuses.jewel"),
    ({"bonuses": {**BONUSES, "two words": []}}, "board.bonuses"),
    ({"bonuses": {f"bonus-{number}": [] for number in range(11)}}, "board.bonuses"),
    ({"cathedrals": BOARD["cathedrals"][:2]}, "board.cathedrals"),
    ({"cathedrals": [*BOARD["cathedrals"], BOARD["cathedrals"][0]]}, "board.cathedrals"),
    (changed("cathedrals", 1, "money", to=None), "board.cathedrals.1"),
    (changed("cathedrals", 1, "money", to={"pink": 1}), "board.cathedrals.1.money"),
    (changed("cathedrals", 1, "money", "red", to=21), "board.cathedrals.1.money.red"),
    (changed("house", "STEAL_3", to=None), "board.house"),
    (changed("house", "STEAL_4", to=[1, 1]), "board.house"),
    (changed("house", "STEAL_3", to=[1]), "board.house.STEAL_3"),
    (changed("house", "STEAL_3", to=[1, 1, 1]), "board.house.STEAL_3"),
    (changed("house", "STEAL_3", to=[25, 1]), "board.house.STEAL_3.0"),
    (changed("house", "STEAL_3", to=[1, 13]), "board.house.STEAL_3.1"),
    (changed("suites", "5", to=None), "board.suites"),
    (changed("suites", "6", to=13), "board.suites.6"),
    ({"start_money": -1}, "board.start_money"),
    ({"sin_stones": 1}, "board.sin_stones"),
    ({"crews": 3}, "board.crews"),
    ({"market_draw": -1}, "board.market_draw"),
    ({"coins": []}, "board.coins"),
    ({"coins": [1, 0]}, "board.coins.1"),
    ({"coins": [1, 1]}, "board.coins"),
    ({"bank_unlimited": False}, "board.bank_unlimited"),
    (changed("score", "single", to=None), "board.score"),
    ({"colour": "red"}, "board"),
]


@pytest.mark.parametrize(
    ("board", "field"),
    OTHER_SHAPES,
    ids=[f"{field}-{number}" for number, (_, field) in enumerate(OTHER_SHAPES)],
)
def test_boards_of_another_shape(board, field):
    assert refused(board) == (field, "TB-65")


# -- what is printed ----------------------------------------------------------------------------------------


def test_pieces_of_the_printed_game():
    assert sum(good["count"] for good in BOARD["goods"].values()) == 35
    assert sum(BOARD["letters"].values()) == 51
    assert sum(number for number, _ in BOARD["house"].values()) == 24
    assert BOARD["indulgence"]["count"] == 6
    assert BOARD["crews"] == 4


def test_the_laid_table_of_four():
    state = RULESET.empty(rules_of(RULESET, 4), OFFICIAL)
    assert len(state.places["bag"]) == 38
    assert Counter(state.places["bonuses"].known) == Counter(["bread", "wine", "jewel", "coin-10", "blue"])
    assert state.places["stacks"].known == {"yellow": 10, "blue": 10, "red": 15, "green": 15}
    assert len(state.places["deck"]) == 24
    assert len(state.places["hut"]) == 4
    assert sum(len(state.places[f"stones:{seat}"]) for seat in range(4)) == 28
    assert [state.purses[f"money:{seat}"].amount for seat in range(4)] == [25] * 4
    assert [len(state.places[f"pope:{den}"]) for den in ("lust", "petty", "greed")] == [1, 1, 1]


def keys_with_a_source():
    """Every key of the board, goods and track one level down."""
    for key, value in BOARD.items():
        yield from [f"{key}.{member}" for member in value] if key in ("goods", "track") else [key]


def test_every_value_of_the_board_has_a_source_and_every_source_a_value():
    sources = table_of("domain.games.mea_culpa", "board.toml")["sources"]
    assert set(keys_with_a_source()) == set(sources)
    assert all(isinstance(source, str) and source for source in sources.values())


def test_a_value_that_nobody_could_look_up_says_so_at_both_ends():
    sources = table_of("domain.games.mea_culpa", "board.toml")["sources"]
    for good in GOODS:
        assert (BOARD["goods"][good]["source"] == "assumed") == ("assumed" in sources[f"goods.{good}"])
    assert BOARD["track"]["heaven_source"] == "assumed"
    assert sources["track.heaven_steps"].startswith("assumed")
    assert BOARD["cathedrals_source"].startswith("assumed")
    assert "assumed" in sources["cathedrals"]


def test_the_printed_board_can_be_given_back_with_its_sources():
    assert rules_of(RULESET, 3, {}, BOARD).board == BOARD
    told = {**BOARD["goods"]["wine"], "buy": 5, "source": "a copy of the game"}
    track = {"hell_last": 30, "heaven_steps": 20, "heaven_source": "a copy of the game"}
    board = rules_of(RULESET, 3, {}, {"goods": {**BOARD["goods"], "wine": told}, "track": track}).board
    assert board["goods"]["wine"]["buy"] == 5
    assert board["track"]["heaven_steps"] == 20


def test_sources_may_be_left_out():
    goods = {good: {k: v for k, v in BOARD["goods"][good].items() if k != "source"} for good in GOODS}
    board = {"goods": goods, "track": {"hell_last": 40, "heaven_steps": 35}}
    assert rules_of(RULESET, 2, {}, board).board["goods"] == goods


# -- lists of other lengths ---------------------------------------------------------------------------------


def finishing(lists, **kept):
    """The merchant, seat 2, is about to finish the left cathedral, under which *lists* stand."""
    cathedral = {category: {} for category in ("bread_wine", "cloth_jewel", "money")} | lists
    table = scene(
        turn="merchant",
        rooms={1: "NEW_CREW", 2: "TAKE_3"},
        built={1: "nave"},
        sites={1: 1},
        board={"cathedrals": [cathedral, *BOARD["cathedrals"][1:]]},
        **kept,
    )
    table.play(2, Visit(1))
    return table, table.play(2, PlaceCrew(1))


@pytest.mark.parametrize(
    ("number", "pickers"),
    [(1, [1]), (2, [1, 0]), (4, [1, 0, 1, 0])],
)
def test_lists_of_one_two_and_four_letters(number, pickers):
    chests = {(0, "I"): ["bread"], (1, "I"): ["bread", "wine"]}
    _, told = finishing({"bread_wine": {"red": number}}, chests=chests)
    taken = [fact for fact in told if isinstance(fact, facts.LetterTaken)]
    assert taken == [facts.LetterTaken(seat, "red", "display") for seat in pickers]


def test_of_a_mixed_list_of_two_the_biggest_donor_picks_and_the_other_gets_the_rest():
    chests = {(0, "I"): ["coin-5"], (1, "I"): ["coin-2"]}
    table, _ = finishing({"money": {"red": 1, "blue": 1}}, chests=chests)
    assert table.awaited == [0]
    assert table.listed(0) == [{"type": "pick", "letter": {"any_of": ["blue", "red"]}}]
    told = table.play(0, Pick("blue"))
    assert facts.LetterTaken(1, "red", "display") in told


def test_of_a_mixed_list_of_four_everything_is_picked_in_turn():
    chests = {(0, "I"): ["jewel"], (1, "I"): ["cloth"]}
    table, _ = finishing({"cloth_jewel": {"red": 1, "blue": 1, "green": 1, "yellow": 1}}, chests=chests)
    for seat, letter in ((0, "yellow"), (1, "blue"), (0, "red")):
        assert table.awaited == [seat]
        told = table.play(seat, Pick(letter))
    assert facts.LetterTaken(1, "green", "display") in told


def test_nothing_is_shared_where_nothing_is_listed():
    _, told = finishing({}, chests={(0, "I"): ["bread", "jewel", "coin-1"]})
    assert [fact.letters for fact in told if isinstance(fact, facts.LettersLaidOut)] == [(), (), ()]
    assert not [fact for fact in told if isinstance(fact, facts.LetterTaken | facts.LettersReturned)]


# -- markets and decks of other sizes -----------------------------------------------------------------------


def few_goods(number):
    """A board with so many loaves, and no other stone."""
    goods = {good: {**BOARD["goods"][good], "count": number if good == "bread" else 0} for good in GOODS}
    return {"goods": goods, "indulgence": {**BOARD["indulgence"], "count": 0}, "bonuses": BONUSES}


def test_a_bag_with_fewer_stones_than_are_drawn_is_emptied():
    table = played(few_goods(3))
    draws = [step.drawn for step in table.steps if step.command.TYPE == "draw-stones"]
    assert draws[0] == ("bread",) * 3
    assert all(len(draw) <= 3 for draw in draws)
    assert table.state.status == "finished"


@pytest.mark.parametrize("board", [{"market_draw": 0}, few_goods(0)], ids=["none drawn", "none there"])
def test_an_empty_market_skips_the_action_phase(board):
    table = played(board)
    phases = [fact.phase for fact in facts_of(table, facts.PhaseBegan)]
    assert phases[:5] == ["bonus", "prepare", "auction", "characters", "compare"]
    assert "actions" not in phases
    assert not facts_of(table, facts.TurnPassed, facts.StoneTaken)
    assert table.state.status == "finished"


def deals(table):
    """What each deal says of deck and rooms, without the cards."""
    for step in table.steps:
        if step.command.TYPE == "deal-cards":
            yield [fact for fact in step.facts if isinstance(fact, facts.DeckShuffled | facts.CardDealt)]


def test_a_deck_of_four_cards_is_shuffled_before_each_deal():
    board = {"house": {**HOUSE, "TAKE_3": [2, 0], "TAKE_5": [1, 1], "NEW_CREW": [1, 1]}}
    first, *later = deals(played(board))
    assert [fact.TYPE for fact in first] == ["CardDealt"] * 4
    assert len(later) > 2
    for told in later:
        assert told[0] == facts.DeckShuffled(4)
        assert sorted(fact.card for fact in told[1:]) == ["NEW_CREW", "TAKE_3", "TAKE_3", "TAKE_5"]


def test_a_deck_of_five_cards_is_shuffled_in_the_middle_of_a_deal():
    board = {"house": {**HOUSE, "TAKE_3": [4, 0], "TAKE_5": [1, 1]}}
    first, second, *_ = deals(played(board))
    assert [fact.TYPE for fact in first] == ["CardDealt"] * 4
    assert [fact.TYPE for fact in second] == ["CardDealt", "DeckShuffled", *["CardDealt"] * 3]
    assert second[1] == facts.DeckShuffled(4)
    assert [fact.room for fact in second if isinstance(fact, facts.CardDealt)] == [1, 2, 3, 4]
    last_of_the_deck = {"TAKE_3", "TAKE_5"} - {fact.card for fact in first} or {"TAKE_3"}
    assert second[0].card in last_of_the_deck


# -- posts and tracks of other lengths ----------------------------------------------------------------------


def test_a_post_with_one_face_allows_one_action_and_compares_equal():
    table = played({"post": {"min": 2, "max": 2}})
    assert {fact.notches for fact in facts_of(table, facts.BidsRevealed)} == {(2, 2, 2, 2)}
    assert not facts_of(table, facts.PostRotated)
    assert not [fact for fact in facts_of(table, facts.ActionBegan) if fact.second]
    assert {(fact.most, fact.seat) for fact in facts_of(table, facts.PostsCompared)} == {(2, None)}


def test_a_post_with_a_blank_face_can_be_set_to_it():
    table = scene(phase="auction", turn=None, board={"post": {"min": 0, "max": 3}})
    assert table.listed(0)[0]["notches"] == {"min": 0, "max": 3}
    assert can_be_sent(Bid, Bid(0, 0).to_json())
    for seat in range(3):
        table.play(seat, Bid(0, seat))
    told = table.play(3, Bid(3, 0))
    assert facts.BidsRevealed((0, 0, 0, 3), (0, 1, 2, 0)) in told
    with pytest.raises(Refused) as bad:
        scene(phase="auction", turn=None).act(0, Bid(0, 0))
    assert bad.value.rule == "MC-Q1"


def test_suite_5_asks_for_the_notches_that_the_board_gives_it():
    board = {"suites": {"5": 2, "6": 2}}
    table = scene(turn="merchant", posts={2: 3}, board=board)
    told = table.play(2, Visit(5))
    assert table.type_names(told)[:5] == [
        "ActionBegan",
        "RoomChosen",
        "SinStonePlaced",
        "PostRotated",
        "SuiteFlipped",
    ]
    assert table.state.posts[2] == 5
    with pytest.raises(Refused) as bad:
        scene(turn="merchant", posts={2: 5}, board=board).act(2, Visit(5))
    assert bad.value.rule == "MC-H2"


@pytest.mark.parametrize("seed", range(5))
def test_on_the_shortest_track_one_soul_falls_and_everybody_with_a_letter_is_saved(seed):
    table = played({"track": {"hell_last": 1, "heaven_steps": 1}}, seats=3, seed=seed)
    last = table.states[-2].souls
    assert sorted(last) in ([0, 0, 0], [0, 0, 1])
    assert facts_of(table, facts.SoulStayed)
    outcome = table.state.outcome
    saved = [seat for seat in range(3) if outcome["steps"][seat] > last[seat]]
    assert [seat for seat in range(3) if outcome["souls"][seat] == -1] == saved
    assert outcome["winners"] == saved


# -- prices, coins and bonuses ------------------------------------------------------------------------------


def test_prices_are_those_of_the_board():
    wine = {**BOARD["goods"]["wine"], "buy": 9, "sell": 1}
    table = scene(turn="emperor", goods={1: ["wine"]}, board={"goods": {**BOARD["goods"], "wine": wine}})
    assert facts.TalerPaid(1, 9) in table.play(1, Buy("wine"))
    assert facts.TalerReceived(1, 1) in table.play(1, Sell("wine"))


def test_only_coins_of_the_board_are_donated():
    table = scene(turn="emperor", money={1: 6}, board={"coins": [3, 7]})
    (donation,) = [move for move in table.listed(1) if move["type"] == "donate"]
    assert donation["item"] == {"any_of": ["coin-3"]}
    with pytest.raises(Refused) as bad:
        table.act(1, Donate("coin-5", "I"))
    assert bad.value.rule == "MC-R18"
    with pytest.raises(Refused) as bad:
        table.act(1, Donate("coin-7", "I"))
    assert bad.value.rule == "MC-D1"


def test_bonuses_are_those_of_the_board_and_what_is_left_goes_back():
    bonuses = {**BONUSES, "plenty": ["bread", "coin-7", "red", "yellow"]}
    rules = rules_of(RULESET, 2, {"row": [1, 0]}, {"bonuses": bonuses})
    table = Table(RULESET, rules)
    table.act(1, ChooseBonus("bonus-2", ()))
    told = table.act(0, ChooseBonus("plenty", ("I", "II")))
    assert [fact for fact in told if isinstance(fact, facts.LetterTaken)] == [
        facts.LetterTaken(0, "red", "bonuses"),
        facts.LetterTaken(0, "yellow", "bonuses"),
    ]
    parts = table.state.places["chest:0"].parts
    assert (parts["I"].known, parts["II"].known) == ({"bread": 1}, {"coin-7": 1})
    other = Table(RULESET, rules)
    other.act(1, ChooseBonus("bonus-2", ()))
    told = other.act(0, ChooseBonus("bonus-1", ()))
    assert facts.BonusesReturned(("bread",), ("red", "yellow"), ("coin-7",)) in told


# -- open holdings ------------------------------------------------------------------------------------------

OTHERS = [PUBLIC, seat_viewer(0), seat_viewer(2)]


def seat_seen(table, viewer, seat=1):
    """What a viewer has of a seat."""
    return RULESET.view(table.state.masked(viewer))["seats"][seat]


@pytest.mark.parametrize("viewer", OTHERS, ids=str)
def test_open_holdings_show_everyone_money_goods_and_letters(viewer):
    kept = {"money": {1: 9}, "goods": {1: ["wine"]}, "letters": {1: ["blue"]}}
    seen = seat_seen(scene(open_holdings=True, **kept), viewer)
    assert seen["money"] == {"amount": 9}
    assert seen["goods"] == {"count": 1, "things": {"wine": 1}}
    assert seen["letters"] == {"count": 1, "things": {"blue": 1}}
    closed = seat_seen(scene(open_holdings=False, **kept), viewer)
    assert (closed["money"], closed["goods"], closed["letters"]) == ({}, {}, {})


@pytest.mark.parametrize("viewer", OTHERS, ids=str)
def test_open_holdings_keep_bids_die_and_compartments_secret(viewer):
    bidding = scene(phase="auction", turn=None, open_holdings=True)
    bidding.play(1, Bid(4, 7))
    assert seat_seen(bidding, viewer)["bid"] == {"notches": {}, "taler": {}}
    assert seat_seen(bidding, seat_viewer(1))["bid"] == {"notches": {"amount": 4}, "taler": {"amount": 7}}

    visiting = scene(characters={"pope": 1}, chests={(1, "I"): ["wine"]}, open_holdings=True)
    visiting.play(1, SetDie(3))
    assert seat_seen(visiting, viewer)["die"] == {}
    assert seat_seen(visiting, seat_viewer(1))["die"] == {"amount": 3}
    assert seat_seen(visiting, viewer)["chest"] == {"count": 1, "things": {"wine": 1}}
    assert seat_seen(visiting, seat_viewer(1))["chest"]["parts"]["I"] == {"count": 1, "things": {"wine": 1}}


def test_a_board_may_have_no_letters_at_all():
    bonuses = {f"bonus-{number}": ["coin-1"] for number in range(4)}
    table = played({"letters": dict.fromkeys(LETTERS, 0), "bonuses": bonuses})
    assert not facts_of(table, facts.LetterTaken, facts.YellowLetterLaid)
    assert table.state.outcome["steps"] == [0, 0, 0, 0]
    assert table.state.outcome["decided_by"] == "nearest"


@pytest.mark.parametrize("bid", [SetBid(1, 999), SetBid(13, 0)], ids=["more money than there is", "no such face"])
def test_a_bid_set_by_hand_is_one_that_can_be_revealed(bid):
    table = Table(RULESET, rules_of(RULESET, 2, {"row": [0, 1], "meta_culpa": "called"}))
    table.settle()
    while table.state.phase != "auction":
        table.random_step(Random(1))
        table.settle()
    seat = table.awaited[0]
    with pytest.raises(Refused) as refusal:
        table.act(seat, bid)
    assert (refusal.value.code, refusal.value.rule) == ("illegal-move", "MC-Q1")
    table.act(seat, SetBid(1, table.state.money(seat)))
