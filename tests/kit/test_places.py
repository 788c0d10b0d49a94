"""Places: counted unknowns, parts and purses, and the fold law for one place.

The property tests play random operations on the place as it is, tell each viewer what he may know of them, and
compare the fold of that with the mask of the whole.
"""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.kit.facts import Hidden, Unknown
from domain.kit.places import NOBODY, Impossible, Place, PlaceKind, Purse, Sight, may_look, purse_kind
from domain.kit.visibility import OFFICIAL, PUBLIC, seat_viewer

OWNER, NEIGHBOUR, STRANGER = (seat_viewer(seat) for seat in range(3))
VIEWERS = (OWNER, NEIGHBOUR, STRANGER, PUBLIC, OFFICIAL)

MARKET = PlaceKind("market", "everyone")
HAND = PlaceKind("hand", frozenset({0}))
BAG = PlaceKind("bag", frozenset({0}), others="nothing")
SHARED = PlaceKind("shared", frozenset({0, 1}))
PILE = PlaceKind("pile", NOBODY)
# Chests: everybody sees what goes in, the owner alone knows where to; or two see it; or the owner alone.
OPEN_CHEST = PlaceKind("open-chest", "everyone", parts=("left", "right"), parts_told=frozenset({0}))
SHARED_CHEST = PlaceKind(
    "shared-chest", frozenset({0, 1}), others="nothing", parts=("left", "right"), parts_told=frozenset({0})
)
CLOSED_CHEST = PlaceKind("closed-chest", frozenset({0}), parts=("left", "right"), parts_told=frozenset({0}))
SHELVES = PlaceKind("shelves", "everyone", parts=("left", "right"))
CABINET = PlaceKind("cabinet", frozenset({0}), parts=("left", "right"))

WITHOUT_PARTS = (MARKET, HAND, BAG, SHARED, PILE)
WITH_PARTS = (OPEN_CHEST, SHARED_CHEST, CLOSED_CHEST, SHELVES, CABINET)


def place(kind=MARKET, viewer=OFFICIAL, **known):
    laid = kind.empty(viewer)
    for thing, number in known.items():
        laid.add(thing, number)
    return laid


def contents(laid):
    return dict(laid.known), laid.unknown


# -- known and unknown --------------------------------------------------------------------------------------


def test_known_things_are_counted_by_kind():
    laid = place(bread=2, wine=1)
    laid.remove("bread")
    laid.add_all(("wine", "salt"))
    assert contents(laid) == ({"bread": 1, "wine": 2, "salt": 1}, 0)
    assert (len(laid), laid.count("wine"), laid.count("fish")) == (4, 2, 0)


def test_a_kind_that_is_gone_leaves_no_trace():
    laid = place(bread=1)
    laid.remove("bread")
    assert laid == place()
    assert laid.dump() == place().dump()


@pytest.mark.parametrize("thing", [Hidden(2), Unknown(2)])
def test_unknown_things_are_a_number(thing):
    laid = place(bread=1)
    laid.add(thing)
    laid.add(thing, 2)
    assert contents(laid) == ({"bread": 1}, 6)
    laid.add_all(Unknown(3))
    assert len(laid) == 10


def test_a_known_thing_comes_out_of_the_known_ones_first():
    laid = place(bread=1)
    laid.add(Unknown(2))
    laid.remove("bread", 2)
    assert contents(laid) == ({}, 1)


def test_a_kind_nobody_knows_of_comes_out_of_the_unknown_ones():
    laid = place(bread=1)
    laid.add(Unknown())
    laid.remove("wine")
    assert contents(laid) == ({"bread": 1}, 0)


@pytest.mark.parametrize("thing", [Hidden(), Unknown()])
def test_taking_something_unknown_out_forgets_instead_of_guessing(thing):
    laid = place(bread=2, wine=1)
    laid.remove(thing)
    assert contents(laid) == ({}, 2)
    assert laid.can_give("bread", 2)
    assert not laid.can_give("bread", 3)


def test_taking_all_unknown_things_out_still_forgets_the_known_ones():
    laid = place(bread=1)
    laid.add(Unknown())
    laid.remove(Unknown())
    assert contents(laid) == ({}, 1)


def test_taking_nothing_unknown_out_forgets_nothing():
    laid = place(bread=1)
    laid.remove_all(Unknown(0))
    assert contents(laid) == ({"bread": 1}, 0)


@pytest.mark.parametrize(
    ("thing", "number"), [("bread", 4), ("wine", 2), (Hidden(4), 1), (Unknown(), 4), (Hidden(2), 2)]
)
def test_what_cannot_be_there_is_impossible_and_changes_nothing(thing, number):
    laid = place(bread=2)
    laid.add(Unknown())
    before = laid.copy()
    with pytest.raises(Impossible, match="market") as impossible:
        laid.remove(thing, number)
    assert impossible.value.place == "market"
    assert laid == before


def test_identify_writes_down_what_an_unknown_thing_is():
    laid = place(HAND, bread=1)
    laid.add(Unknown(3))
    laid.identify("bread", 2)
    laid.identify("wine")
    assert contents(laid) == ({"bread": 3, "wine": 1}, 0)
    with pytest.raises(Impossible):
        laid.identify("wine")


def test_who_may_not_look_learns_nothing_from_identify():
    laid = HAND.empty(PUBLIC)
    laid.add(Hidden(2))
    laid.identify("bread", 2)
    assert contents(laid) == ({}, 2)


def test_a_copy_changes_on_its_own():
    laid = OPEN_CHEST.empty(OFFICIAL)
    laid.add("bread", part="left")
    twin = laid.copy()
    assert twin == laid
    twin.add("bread", part="left")
    twin.add("wine")
    assert contents(laid) == ({"bread": 1}, 0)
    assert twin != laid


# -- sight --------------------------------------------------------------------------------------------------


def test_officials_and_the_seats_named_may_look():
    assert [may_look(frozenset({0, 1}), viewer) for viewer in VIEWERS] == [True, True, False, False, True]
    assert all(may_look("everyone", viewer) for viewer in VIEWERS)
    assert [may_look(NOBODY, viewer) for viewer in VIEWERS] == [False, False, False, False, True]


@pytest.mark.parametrize(
    ("kind", "viewer", "sight", "shown"),
    [
        (HAND, OWNER, Sight.CONTENTS, {"count": 3, "things": {"bread": 1, "wine": 1}}),
        (HAND, NEIGHBOUR, Sight.COUNT, {"count": 3}),
        (BAG, NEIGHBOUR, Sight.NOTHING, {}),
        (BAG, OFFICIAL, Sight.CONTENTS, {"count": 3, "things": {"bread": 1, "wine": 1}}),
    ],
)
def test_a_place_shows_contents_count_or_nothing(kind, viewer, sight, shown):
    laid = place(kind, viewer, wine=1, bread=1)
    laid.add(Unknown())
    assert (laid.sight, laid.shown()) == (sight, shown)
    assert list(laid.shown().get("things", {})) == sorted(laid.known)


def test_a_place_that_shows_nothing_takes_no_notice():
    laid = BAG.empty(PUBLIC)
    laid.add("bread")
    laid.remove("wine", 5)
    laid.remove(Hidden(5))
    laid.identify("wine", 5)
    assert laid == BAG.empty(PUBLIC)


def test_a_place_that_shows_its_count_holds_no_kind():
    laid = place(HAND, PUBLIC, bread=2)
    assert contents(laid) == ({}, 2)
    laid.remove("wine")
    assert contents(laid) == ({}, 1)


def test_dump_and_restore():
    laid = OPEN_CHEST.empty(OFFICIAL)
    laid.add("wine", 2, part="left")
    laid.add("bread")
    laid.add(Unknown(2), part="right")
    twin = OPEN_CHEST.empty(OFFICIAL)
    twin.restore(laid.dump())
    assert twin == laid
    assert twin.dump() == laid.dump() == json.loads(json.dumps(laid.dump()))


# -- parts --------------------------------------------------------------------------------------------------


def test_a_thing_lies_in_its_part_or_unplaced():
    chest = OPEN_CHEST.empty(OWNER)
    chest.add("bread", part="left")
    chest.add("wine", part=Unknown())
    assert chest.parts["left"].known == {"bread": 1}
    assert chest.whole.known == {"wine": 1}
    assert chest.shown() == {
        "count": 2,
        "things": {"bread": 1, "wine": 1},
        "parts": {"left": {"count": 1, "things": {"bread": 1}}, "right": {"count": 0, "things": {}}},
    }


def test_who_is_not_told_the_part_has_it_unplaced():
    chest = OPEN_CHEST.empty(NEIGHBOUR)
    chest.add("bread", part=Hidden())
    chest.add("bread", part="left")
    assert (chest.parts, contents(chest)) == ({}, ({"bread": 2}, 0))
    assert "parts" not in chest.shown()


def test_what_is_emptied_out_of_a_part_comes_out_of_the_unplaced_pile_too():
    chest = OPEN_CHEST.empty(OWNER)
    chest.add("bread", part="left")
    chest.add("bread", part=Unknown())
    chest.remove("bread", 2, part="left")
    assert len(chest) == 0


def test_what_lies_in_one_part_cannot_come_out_of_the_other():
    chest = OPEN_CHEST.empty(OWNER)
    chest.add("bread", part="left")
    with pytest.raises(Impossible):
        chest.remove("bread", part="right")
    with pytest.raises(Impossible):
        chest.remove(Unknown(), part="right")


# -- masks --------------------------------------------------------------------------------------------------


def test_masked_by_who_is_not_told_the_parts_lays_them_together():
    chest = OPEN_CHEST.empty(OFFICIAL)
    chest.add("bread", part="left")
    chest.add("bread", part="right")
    chest.add(Unknown(), part="right")
    chest.add("wine")
    masked = chest.masked(NEIGHBOUR)
    assert (masked.parts, contents(masked)) == ({}, ({"bread": 2, "wine": 1}, 1))
    assert chest.masked(OWNER) == chest


def test_a_mask_never_shows_more_than_the_fold_it_was_made_from():
    counted = place(HAND, PUBLIC, bread=2)
    assert contents(counted.masked(OFFICIAL)) == ({}, 2)
    assert counted.masked(OWNER).sight is Sight.COUNT
    assert BAG.empty(PUBLIC).masked(OWNER).sight is Sight.NOTHING


def test_a_mask_is_a_copy():
    chest = OPEN_CHEST.empty(OFFICIAL)
    chest.add("bread", part="left")
    for viewer in VIEWERS:
        chest.masked(viewer).add("wine", part="left")
    assert contents(chest) == ({"bread": 1}, 0)


# -- purses -------------------------------------------------------------------------------------------------


def test_a_purse_counts():
    purse = purse_of(OFFICIAL)
    purse.add(5)
    purse.add(-2)
    assert purse.shown() == {"amount": 3}
    with pytest.raises(Impossible, match="purse"):
        purse.add(-4)
    assert purse.amount == 3


def test_once_an_unknown_amount_has_gone_in_the_amount_is_unknown():
    purse = purse_of(OWNER)
    purse.add(5)
    purse.add(Unknown())
    purse.add(-9)
    assert (purse.amount, purse.shown()) == (None, {"unknown": 1})


def test_of_a_purse_the_others_see_nothing():
    purse = purse_of(OFFICIAL)
    purse.add(5)
    for viewer in (NEIGHBOUR, PUBLIC):
        assert purse.masked(viewer).shown() == {}
        assert purse.masked(viewer) == purse_of(viewer)
        assert purse.masked(viewer).masked(OFFICIAL).shown() == {}
    assert purse.masked(OWNER).shown() == {"amount": 5}


def test_a_purse_dumps_and_copies():
    purse = purse_of(OFFICIAL)
    purse.add(5)
    twin = purse.copy()
    twin.add(1)
    assert (purse.amount, twin.amount) == (5, 6)
    purse.restore(twin.dump())
    assert purse == twin


def purse_of(viewer):
    kind = purse_kind("purse", frozenset({0}))
    return Purse(kind, kind.sight(viewer))


# -- the fold law, place by place ---------------------------------------------------------------------------

things = st.sampled_from(["bread", "wine", "salt"])
unknown_things = st.builds(Unknown, st.integers(1, 2))
parts = st.sampled_from(["left", "right"])
numbers = st.integers(1, 3)


def operations(things, parts):
    changes = st.tuples(st.sampled_from(["add", "remove"]), things, numbers, parts)
    identified = st.tuples(st.just("identify"), st.sampled_from(["bread", "wine"]), numbers, st.none())
    return st.lists(st.one_of(changes, changes, identified), max_size=12)


def told(operation, kind, viewer):
    """The operation as *viewer* is told it: the thing if he may look, the part if he is told parts."""
    name, thing, number, part = operation
    if name == "identify":
        return operation if may_look(kind.looks, viewer) else None
    if not may_look(kind.looks, viewer):
        thing = Hidden(1 if isinstance(thing, str) else thing.number)
    if part is not None and not may_look(kind.parts_told, viewer):
        part = Hidden()
    return name, thing, number, part


def apply(laid: Place, operation):
    match operation:
        case ("identify", thing, number, _):
            laid.identify(thing, number)
        case (name, thing, number, part):
            getattr(laid, name)(thing, number, part=part)


def check_fold_law(kind, sequence):
    """Every viewer's fold is the mask of the full fold, after every operation that is possible."""
    full = kind.empty(OFFICIAL)
    folds = {viewer: kind.empty(viewer) for viewer in VIEWERS}
    check_masks(full, folds)
    for operation in sequence:
        before = full.copy()
        try:
            apply(full, operation)
        except Impossible:
            assert full == before
            continue
        for viewer, fold in folds.items():
            apply(fold, told(operation, kind, viewer))
        check_masks(full, folds)


def check_masks(full, folds):
    for viewer, fold in folds.items():
        assert fold == full.masked(viewer), viewer
        assert fold.masked(viewer) == fold
        assert len(fold) == (0 if fold.sight is Sight.NOTHING else len(full))
        assert fold.unknown >= 0
        check_contained(folds[PUBLIC], fold)


def check_contained(less, more):
    """Whoever has *more* has all that there is in *less*: nothing ≤ count ≤ contents."""
    order = list(reversed(Sight))
    assert order.index(less.sight) <= order.index(more.sight)
    if less.sight is Sight.NOTHING:
        assert less.shown() == {}
        return
    assert len(less) == len(more)
    for thing, number in less.known.items():
        assert number <= more.count(thing)


@pytest.mark.long
@pytest.mark.parametrize("kind", WITHOUT_PARTS, ids=lambda kind: kind.name)
@given(sequence=operations(things | unknown_things, st.none()))
def test_fold_law_with_unknown_things(kind, sequence):
    check_fold_law(kind, sequence)


@pytest.mark.long
@pytest.mark.parametrize("kind", WITH_PARTS, ids=lambda kind: kind.name)
@given(sequence=operations(things, parts))
def test_fold_law_with_parts(kind, sequence):
    check_fold_law(kind, sequence)


@pytest.mark.long
@pytest.mark.parametrize("kind", WITH_PARTS, ids=lambda kind: kind.name)
@given(sequence=operations(things | unknown_things, parts | st.none() | st.just(Unknown())))
@example([("add", Unknown(), 1, "left"), ("add", "bread", 1, "right"), ("remove", "bread", 1, "left")])
@example([("add", "wine", 1, "left"), ("add", "bread", 1, "right"), ("remove", Unknown(), 1, "left")])
@example([("add", "wine", 1, None), ("add", "bread", 1, "left"), ("remove", Unknown(), 1, None)])
def test_fold_law_with_parts_and_unknown_things(kind, sequence):
    check_fold_law(kind, sequence)


@given(st.lists(st.integers(-5, 9) | st.just(Unknown()), max_size=12))
def test_fold_law_of_a_purse(amounts):
    full = purse_of(OFFICIAL)
    folds = {viewer: purse_of(viewer) for viewer in VIEWERS}
    for amount in amounts:
        try:
            full.add(amount)
        except Impossible:
            continue
        for viewer, fold in folds.items():
            fold.add(amount if may_look(fold.kind.looks, viewer) else Hidden())
            assert fold == full.masked(viewer)
            assert fold.masked(viewer) == fold


# -- nothing is guessed ---------------------------------------------------------------------------------------

tellings = st.sampled_from(["all", "thing", "part", "nothing"])
happenings = st.lists(
    st.one_of(
        st.tuples(st.just("add"), things, parts, tellings),
        st.tuples(st.just("remove"), st.integers(0, 20), st.none(), tellings),
        st.tuples(st.just("identify"), st.integers(0, 20), st.none(), tellings),
    ),
    max_size=15,
)


@pytest.mark.parametrize("viewer", [OWNER, NEIGHBOUR], ids=["told the parts", "not told the parts"])
@given(sequence=happenings)
@example([("add", "bread", "left", "all"), ("add", "wine", "right", "thing"), ("remove", 0, None, "nothing")])
@example([("add", "wine", "left", "part"), ("add", "bread", "right", "part"), ("identify", 1, None, "all")])
@example([("add", "wine", "left", "part"), ("add", "bread", "left", "thing"), ("remove", 1, None, "all")])
def test_whatever_a_fold_claims_to_know_is_true(viewer, sequence):
    """Against a chest of which everything is known: what the fold is told is true, though not all of it.

    So nothing is impossible for the fold, and it never knows of more than there is, in the whole or in a part.
    """
    chest: list[tuple[str, str]] = []
    full, seen = OPEN_CHEST.empty(OFFICIAL), OPEN_CHEST.empty(viewer)
    for name, thing, part, telling in sequence:
        if name == "add":
            happened = (thing, part)
            chest.append(happened)
        elif chest:
            happened = chest[thing % len(chest)]
            if name == "identify":
                if chest_count(chest, happened[0]) > full.count(happened[0]):
                    full.identify(happened[0])
                    seen.identify(happened[0])
                check_claims(full, chest)
                check_claims(seen, chest)
                continue
            chest.remove(happened)
        else:
            continue
        said = happened[0] if telling in ("all", "thing") else Unknown()
        where = happened[1] if telling in ("all", "part") else Unknown()
        apply(full, (name, said, 1, where))
        apply(seen, told((name, said, 1, where), OPEN_CHEST, viewer))
        check_claims(full, chest)
        check_claims(seen, chest)


def chest_count(chest, thing):
    return sum(held == thing for held, _ in chest)


def check_claims(fold, chest):
    assert len(fold) == len(chest)
    assert all(number <= chest_count(chest, thing) for thing, number in fold.known.items())
    for part, pile in fold.parts.items():
        assert len(pile) <= sum(where == part for _, where in chest)
        assert all(number <= chest.count((thing, part)) for thing, number in pile.known.items())


def test_a_part_that_does_not_exist_is_no_part():
    with pytest.raises(ValueError, match="no part 'middle'"):
        OPEN_CHEST.empty(OFFICIAL).add("wine", part="middle")
