"""The reckoning of Mea Culpa against slow ways to the same result, on tables that hypothesis makes up."""

from itertools import pairwise, product

from hypothesis import example, given
from hypothesis import strategies as st

from domain.games.mea_culpa import RULESET
from domain.games.mea_culpa.scoring import (
    choosing_order,
    heavenward,
    hellward,
    keeper,
    nearest_hell_first,
    outcome,
    picks,
    ranked_donors,
    steps_of,
    to_move,
)
from domain.games.mea_culpa.state import LETTERS
from tests.games.mea_culpa.tables import along_the_track, landing, pickers_of, worth_of
from tests.games.playing import rules_of

tracks = st.fixed_dictionaries({"hell_last": st.integers(4, 45), "heaven_steps": st.integers(1, 40)})
scores = st.fixed_dictionaries({"set": st.integers(0, 12), "single": st.integers(0, 3)})
owned = st.dictionaries(st.sampled_from(LETTERS), st.integers(1, 9))


def on_spaces(least, most):
    """A few souls between two spaces, close together so that they meet; only the start holds several."""

    def may_stand(souls):
        elsewhere = [space for space in souls if space]
        return len(elsewhere) == len(set(elsewhere))

    near = st.integers(0, 6).map(lambda space: min(max(space, least), most))
    far = st.integers(least, most)
    return st.lists(near | far, min_size=2, max_size=4).filter(may_stand)


@st.composite
def during_the_game(draw):
    """A track, souls on it from the start towards Hell, and one of them."""
    track = draw(tracks)
    souls = draw(on_spaces(0, track["hell_last"]))
    return track, souls, draw(st.integers(0, len(souls) - 1))


@st.composite
def at_the_end(draw):
    """A track, souls on both sides of the start, some of them in Heaven, and one that has not moved yet."""
    track = draw(tracks)
    souls = draw(on_spaces(1 - track["heaven_steps"], track["hell_last"]))
    seat = draw(st.integers(0, len(souls) - 1))
    saved = draw(st.sets(st.integers(0, len(souls) - 1).filter(lambda other: other != seat)))
    return track, [-track["heaven_steps"] if n in saved else space for n, space in enumerate(souls)], seat


@st.composite
def in_a_row(draw):
    """Souls, and the row in which they stand on the start, nearest Heaven first."""
    souls = draw(on_spaces(-5, 8))
    return souls, draw(st.permutations(range(len(souls))))


def ranks(count, most):
    """Seats as they stand, nearest Hell first, and an amount of each."""
    return st.tuples(st.permutations(range(count)), st.lists(st.integers(0, most), min_size=count, max_size=count))


ranked = st.integers(2, 4).flatmap(lambda count: ranks(count, 4))

# -- the track ----------------------------------------------------------------------------------------------


@given(during_the_game(), st.integers(1, 50))
@example(({"hell_last": 40, "heaven_steps": 35}, [35, 40], 0), 5)
@example(({"hell_last": 40, "heaven_steps": 35}, [37, 39, 40], 0), 2)
def test_towards_hell_a_soul_takes_the_first_free_space_or_stays(table, steps):
    track, souls, seat = table
    to = landing(souls, seat, steps, track)
    assert hellward(souls, seat, steps, track["hell_last"]) == (souls[seat] if to is None else to)


@given(during_the_game(), st.integers(1, 50))
def test_towards_hell_nobody_comes_to_stand_on_another_or_falls_back(table, steps):
    track, souls, seat = table
    to = hellward(souls, seat, steps, track["hell_last"])
    assert to == souls[seat] or souls[seat] + steps <= to <= track["hell_last"]
    assert to == souls[seat] or to not in souls


@given(at_the_end(), st.integers(1, 90))
@example(({"hell_last": 40, "heaven_steps": 35}, [8, 0], 0), 8)
@example(({"hell_last": 40, "heaven_steps": 2}, [0, -1], 0), 1)
def test_towards_heaven_a_soul_takes_the_first_free_space_or_is_in_heaven(table, steps):
    track, souls, seat = table
    assert heavenward(souls, seat, steps, track["heaven_steps"]) == landing(souls, seat, -steps, track)


@given(at_the_end(), st.integers(1, 90))
def test_heaven_alone_is_shared_in_the_end(table, steps):
    track, souls, seat = table
    to = heavenward(souls, seat, steps, track["heaven_steps"])
    assert -track["heaven_steps"] <= to <= max(souls[seat] - steps, -track["heaven_steps"])
    assert to == -track["heaven_steps"] or to not in souls


@given(in_a_row())
def test_seats_are_met_on_the_way_from_hell_to_heaven(table):
    souls, row = table
    assert nearest_hell_first(souls, row, range(len(souls))) == along_the_track(souls, row)


@given(in_a_row(), st.data())
def test_some_of_the_seats_stand_in_the_order_of_all(table, data):
    souls, row = table
    some = data.draw(st.sets(st.sampled_from(range(len(souls)))))
    everybody = along_the_track(souls, row)
    assert nearest_hell_first(souls, row, some) == [seat for seat in everybody if seat in some]


# -- ranks --------------------------------------------------------------------------------------------------


def stands_before(one, other, amounts, hell_first):
    """Whether one seat ranks before another: by amount, and nearer Hell among equals."""
    if amounts[one] != amounts[other]:
        return amounts[one] > amounts[other]
    return hell_first.index(one) < hell_first.index(other)


@given(ranked)
def test_the_higher_bid_chooses_first_and_of_equal_ones_the_nearer_hell(table):
    hell_first, bids = table
    order = choosing_order(bids, hell_first)
    if len(bids) == 2:
        assert order[2:] == order[:2]
        order = order[:2]
    assert sorted(order) == list(range(len(bids)))
    assert all(stands_before(one, other, bids, hell_first) for one, other in pairwise(order))


@given(ranked)
def test_the_keeper_stands_before_everybody_else(table):
    hell_first, notches = table
    keeps = keeper(notches, hell_first)
    assert all(stands_before(keeps, other, notches, hell_first) for other in hell_first if other != keeps)


@given(ranked)
def test_donors_stand_by_their_gifts_and_whoever_gave_nothing_does_not(table):
    hell_first, values = table
    ranking = ranked_donors(values, hell_first)
    assert sorted(ranking) == [seat for seat, value in enumerate(values) if value > 0]
    assert all(stands_before(one, other, values, hell_first) for one, other in pairwise(ranking))


@given(ranked)
def test_of_the_most_notches_the_farthest_from_hell_moves(table):
    hell_first, posts = table
    most = [seat for seat in hell_first if all(posts[seat] >= other for other in posts)]
    differ = any(one != other for one, other in product(posts, posts))
    assert to_move(posts, hell_first) == (most[-1] if differ else None)


# -- sharing a display --------------------------------------------------------------------------------------


@given(
    st.integers(2, 4).flatmap(lambda seats: st.tuples(st.just(seats), st.permutations(range(seats)))),
    st.integers(0, 4),
    st.integers(0, 12),
    st.sampled_from(["de", "en"]),
)
def test_a_display_is_picked_by_the_two_biggest_donors(table, number, letters, split):
    seats, ranking = table
    donors = ranking[:number]
    rules = rules_of(RULESET, seats, {"two_player_split": split})
    assert picks(donors, letters, seats, split) == (pickers_of(donors, letters, rules) if donors else [])


# -- Letters and the end ------------------------------------------------------------------------------------


@given(owned, scores)
@example({"yellow": 2, "blue": 3, "red": 4, "green": 2}, {"set": 8, "single": 1})
def test_letters_are_worth_as_many_sets_as_there_are_and_the_rest(letters, score):
    assert steps_of(letters, LETTERS, score) == worth_of(letters, score)


@given(owned, st.sampled_from(LETTERS))
def test_on_the_printed_board_a_letter_more_is_never_worth_less(letters, another):
    score = RULESET.board["score"]
    more = {**letters, another: letters.get(another, 0) + 1}
    gain = steps_of(more, LETTERS, score) - steps_of(letters, LETTERS, score)
    completes = all(letters.get(colour, 0) > letters.get(another, 0) for colour in LETTERS if colour != another)
    assert gain == (8 - 3 if completes else 1)


@given(in_a_row(), st.integers(1, 5), st.data())
def test_everybody_in_heaven_wins_or_the_one_nearest_to_it(table, heaven, data):
    souls, row = [max(space, -heaven) for space in table[0]], table[1]
    letters = data.draw(st.lists(owned, min_size=len(souls), max_size=len(souls)))
    steps = data.draw(st.lists(st.integers(0, 30), min_size=len(souls), max_size=len(souls)))
    end = outcome(souls, row, letters, steps, heaven)
    if min(souls) == -heaven:
        assert end["decided_by"] == "heaven"
        assert end["winners"] == [seat for seat, space in enumerate(souls) if space == -heaven]
    else:
        assert end["decided_by"] == "nearest"
        assert end["winners"] == along_the_track(souls, row)[-1:]
    assert end["result"] == ("shared" if len(end["winners"]) > 1 else "win")
    assert end["ranking"] == along_the_track(souls, row)[::-1]
    assert (end["souls"], end["letters"], end["steps"]) == (souls, letters, steps)


def test_on_the_start_the_first_of_the_row_is_nearest_heaven():
    end = outcome([0, 0, 3], [1, 0, 2], [{}, {}, {"red": 1}], [0, 0, 1], 35)
    assert (end["winners"], end["ranking"], end["decided_by"]) == ([1], [1, 0, 2], "nearest")
