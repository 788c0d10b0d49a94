"""Chance: every draw recomputed from its specification, fairness, and chance that was told."""

import hashlib
import hmac
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kit.chance import (
    JointChance,
    NoChance,
    NotedChance,
    SeededChance,
    ToldChance,
    commitment,
    contributed,
    draw_key,
    joined,
    joint_draw_key,
    outcome,
)
from domain.kit.facts import Hidden, Unknown
from domain.kit.places import Impossible, PlaceKind
from domain.kit.visibility import OFFICIAL

SEED = hashlib.sha256(b"a seed").digest()
BAG = {"bread": 3, "wine": 2, "salt": 1}

multisets = st.dictionaries(st.text("abcÄ🎲", min_size=1, max_size=3), st.integers(1, 9), min_size=1, max_size=6)


def specified(key: bytes, contents: dict[str, int]) -> str:
    """The mapping from a key to an outcome, as the module's docstring describes it."""
    laid_out = [kind for kind in sorted(contents) for _ in range(contents[kind])]
    limit = 2**64
    while limit % len(laid_out):
        limit -= 1
    while True:
        for start in (0, 8, 16, 24):
            number = int.from_bytes(key[start : start + 8], "big")
            if number < limit:
                return laid_out[number % len(laid_out)]
        key = hmac.new(key, b"again", hashlib.sha256).digest()


@given(st.binary(min_size=32, max_size=32), multisets)
def test_an_outcome_is_recomputed_from_the_specification(key, contents):
    assert outcome(key, contents) == specified(key, contents)


@given(st.integers(0, 10**6), st.integers(0, 40))
def test_a_key_is_recomputed_from_the_specification(version, number):
    message = f"draw\n{version}\n{number}".encode()
    assert draw_key(SEED, version, number) == hmac.new(SEED, message, hashlib.sha256).digest()


def test_the_commitment_is_recomputed_from_the_specification():
    assert commitment(SEED) == hashlib.sha256(b"kerbholz chance 1\n" + SEED).hexdigest()


@pytest.mark.parametrize(
    ("version", "number", "key", "out"),
    [
        (1, 0, "cbb4a015656ce69954ea6d33e39951dac8ffc7e02e1d86234b0d9674f2785ee7", "bread"),
        (1, 1, "771baed66a971153003f4e881c774b53a7790b464d3d8653c763412dd3e89fab", "salt"),
        (7, 0, "9de73e438113f3454e9fda5559c1541b24c31537714a214793633b5d4e5747bc", "wine"),
        (7, 12, "41e6b492492281a4b42f0b905bf0a91a1c8f850225e0f4e16f0f0d2d1ce4b26b", "wine"),
    ],
)
def test_known_answers(version, number, key, out):
    """They stand in docs/decisions/0005-chance.md, for other programs."""
    assert draw_key(bytes(range(32)), version, number).hex() == key
    assert outcome(bytes.fromhex(key), BAG) == out


def test_kinds_are_sorted_by_code_point_and_not_as_utf_16():
    assert outcome(bytes(32), {"\U0001d11e": 1, "\ufb01": 1}) == "\ufb01"


def test_what_is_noted_of_a_draw_is_what_was_there_and_what_came_out():
    noted = NotedChance(ToldChance(("wine",)))
    assert noted.draw({**BAG, "fish": 0}) == "wine"
    assert [(draw.contents, draw.drawn) for draw in noted.draws] == [(BAG, "wine")]
    assert not noted.more()


def test_the_draws_of_a_decision_have_the_keys_of_their_numbers():
    chance = SeededChance(SEED, 7)
    left = Counter(BAG)
    for number in range(6):
        expected = specified(draw_key(SEED, 7, number), +left)
        assert chance.draw(dict(left)) == expected
        assert chance.more()
        left[expected] -= 1  # kinds that are gone stay in the multiset with 0 and are never drawn
    with pytest.raises(ValueError, match="nothing to draw"):
        chance.draw(dict(left))


@given(multisets, st.randoms())
def test_the_order_in_which_a_multiset_is_given_tells_nothing(contents, random):
    kinds = list(contents)
    random.shuffle(kinds)
    key = draw_key(SEED, 1, 1)
    assert outcome(key, {kind: contents[kind] for kind in kinds}) == outcome(key, contents)


# -- rejection ----------------------------------------------------------------------------------------------

HIGHEST = b"\xff" * 8  # 2^64 - 1 is above the largest multiple of every N that is no power of two


def test_a_number_above_the_largest_multiple_is_passed_over():
    third = (10).to_bytes(8, "big")
    contents = {"a": 3, "b": 4}  # 10 modulo 7 is 3, the first b
    assert outcome(HIGHEST + HIGHEST + third + bytes(8), contents) == "b"
    assert outcome(HIGHEST * 3 + (2).to_bytes(8, "big"), contents) == "a"


def test_the_bound_itself_is_passed_over_and_the_number_below_it_is_not():
    bound = 2**64 - 2**64 % 7
    assert bound % 7 == 0
    contents = {"first": 1, "middle": 5, "last": 1}  # in canonical order: first, last, middle
    one = (1).to_bytes(8, "big")
    assert outcome(bound.to_bytes(8, "big") + one * 3, contents) == "last"
    assert outcome((bound - 1).to_bytes(8, "big") + one * 3, contents) == "middle"


def test_where_all_four_numbers_are_too_large_the_key_goes_on():
    key = HIGHEST * 4
    contents = {f"{number:02}": 1 for number in range(23)}
    following = hmac.new(key, b"again", hashlib.sha256).digest()
    assert outcome(key, contents) == outcome(following, contents) == specified(key, contents)


def test_of_a_power_of_two_nothing_is_passed_over():
    assert outcome(HIGHEST * 4, {"a": 3, "b": 1}) == "b"


@pytest.mark.parametrize("contents", [{}, {"bread": 0}])
def test_from_nothing_nothing_is_drawn(contents):
    with pytest.raises(ValueError, match="nothing to draw"):
        outcome(SEED, contents)


# -- fairness -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("contents", [BAG, {"a": 1, "b": 1}, dict.fromkeys("abcdefg", 3), {"a": 50, "b": 1}])
def test_every_thing_is_drawn_as_often_as_its_number_says(contents):
    draws = 20_000
    total = sum(contents.values())
    for fixed in (b"one", b"two"):
        seed = hashlib.sha256(fixed).digest()
        drawn = Counter(outcome(draw_key(seed, version, 0), contents) for version in range(draws))
        expected = {kind: draws * number / total for kind, number in contents.items()}
        chi_square = sum((drawn[kind] - expected[kind]) ** 2 / expected[kind] for kind in contents)
        freedom = len(contents) - 1
        assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 4


def test_draws_of_one_decision_and_of_several_do_not_follow_from_one_another():
    pairs = Counter(
        (outcome(draw_key(SEED, version, 0), BAG), outcome(draw_key(SEED, version + 1, 1), BAG))
        for version in range(7_200)
    )
    expected = {(one, two): 200 * BAG[one] * BAG[two] for one in BAG for two in BAG}
    chi_square = sum((pairs[pair] - number) ** 2 / number for pair, number in expected.items())
    assert chi_square < 8 + 4 * 4 + 4


@pytest.mark.scenario(28)
def test_a_seed_gives_the_same_in_every_process():
    code = (
        "from domain.kit.chance import SeededChance\n"
        "chance = SeededChance(bytes(range(32)), 3)\n"
        "print([chance.draw({kind: 3 for kind in {'bread', 'wine', 'salt', 'Ä', '🎲'}}) for _ in range(50)])"
    )
    printed = set()
    for hash_seed in ("0", "1", "2", "3"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        )
        printed.add(done.stdout)
    chance = SeededChance(bytes(range(32)), 3)
    here = [chance.draw(dict.fromkeys(("🎲", "Ä", "salt", "wine", "bread"), 3)) for _ in range(50)]
    assert {output.decode().strip() for output in printed} == {str(here)}


# -- chance that was told -----------------------------------------------------------------------------------

PILE = PlaceKind("pile", frozenset())


def pile(unknown=0, **known):
    laid = PILE.empty(OFFICIAL)
    for thing, number in known.items():
        laid.add(thing, number)
    laid.add(Unknown(unknown))
    return laid


def test_what_was_told_comes_out_in_its_order():
    chance = ToldChance(("wine", "bread"))
    assert chance.more()
    assert [chance.draw(BAG), chance.draw(BAG)] == ["wine", "bread"]
    assert not chance.more()


def test_when_nothing_more_was_told_nothing_comes_out():
    chance = ToldChance(())
    assert not chance.more()
    with pytest.raises(Impossible, match="pile"):
        chance.draw(BAG, pile(bread=1))
    with pytest.raises(Impossible, match="nothing more was told"):
        chance.draw(BAG)


def test_what_does_not_lie_there_cannot_come_out():
    with pytest.raises(Impossible, match="fish does not lie in pile"):
        ToldChance(("fish",)).draw(BAG, pile(bread=1))
    with pytest.raises(Impossible, match="fish"):
        ToldChance(("fish",)).draw(BAG)
    with pytest.raises(Impossible, match="Unknown"):
        ToldChance((Unknown(),)).draw({}, pile())


def test_the_refusal_names_the_place_also_when_it_is_empty():
    with pytest.raises(Impossible) as impossible:
        ToldChance(("fish",)).draw({}, pile())
    assert impossible.value.place == "pile"


def test_something_unknown_may_be_anything():
    assert ToldChance(("fish",)).draw({}, pile(unknown=1)) == "fish"
    assert ToldChance((Unknown(),)).draw({}, pile(bread=1)) == Unknown()


def test_out_of_a_multiset_nothing_unknown_comes():
    with pytest.raises(Impossible):
        ToldChance((Unknown(),)).draw(BAG)


def test_of_the_unknown_things_only_those_come_that_there_can_be():
    asked = []

    def can_be(place, kind):
        asked.append((place, kind))
        return kind == "fish"

    def told(thing):
        chance = ToldChance((thing,))
        chance.can_be = can_be
        return chance

    laid = pile(unknown=2, bread=1)
    assert told("bread").draw({}, laid) == "bread"  # known to lie there: not asked
    assert told("fish").draw({}, laid) == "fish"
    with pytest.raises(Impossible, match="gold"):
        told("gold").draw({}, laid)
    assert asked == [("pile", "fish"), ("pile", "gold")]


@pytest.mark.parametrize("kind", [Hidden, Unknown])
def test_a_number_of_unknown_things_comes_out_one_by_one(kind):
    chance = ToldChance(kind(2))
    laid = pile(bread=2)
    assert [chance.draw({}, laid), chance.draw({}, laid)] == [kind(1), kind(1)]
    assert not chance.more()


def test_where_nothing_may_be_drawn_nothing_is():
    assert not NoChance().more()
    with pytest.raises(AssertionError, match="only a decision of chance"):
        NoChance().draw(BAG)


# -- joint chance -----------------------------------------------------------------------------------------------

RECORD = Path(__file__).parents[2] / "docs" / "decisions" / "0045-joint-chance.md"
MATCH = "0f0e0d0c-0b0a-4908-8706-050403020100"
VALUES = [bytes(range(32, 64)).hex(), bytes(range(64, 96)).hex()]


def test_the_known_answers_of_joint_chance_are_those_of_the_record():
    seed = bytes(range(32))
    joint = joined(commitment(seed), VALUES)
    answers = [
        commitment(seed),
        *VALUES,
        *(contributed(MATCH, seat, one) for seat, one in enumerate(VALUES)),
        joint,
    ]
    draws = re.findall(r"^\| (\d+) \| `(\w+)` \| (\w+) \|$", RECORD.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(draws) == 4
    for number, key, drawn in draws:
        assert joint_draw_key(seed, joint, int(number)).hex() == key
        assert outcome(bytes.fromhex(key), BAG) == drawn
    assert set(answers) == set(re.findall(r"^\| [^|]+ \| `([0-9a-f]{64})` \|$", RECORD.read_text(), re.MULTILINE))


@given(st.binary(min_size=32, max_size=32), st.integers(0, 9))
def test_what_is_joint_is_recomputed_from_the_specification(value, seat):
    message = b"kerbholz contribution 1\n" + f"{MATCH}\n{seat}\n".encode() + value
    assert contributed(MATCH, seat, value.hex()) == hashlib.sha256(message).hexdigest()
    committed = commitment(SEED)
    assert (
        joined(committed, [value.hex()])
        == hashlib.sha256(b"kerbholz joint 1\n" + bytes.fromhex(committed) + value).hexdigest()
    )


def test_joint_draws_are_counted_on_from_those_before():
    joint = joined(commitment(SEED), VALUES)
    chance = JointChance(SEED, joint, 3)
    drawn = [chance.draw(BAG) for _ in range(20)]
    keys = [
        hmac.new(SEED, f"joint draw\n{joint}\n{number}".encode(), hashlib.sha256).digest()
        for number in range(3, 23)
    ]
    assert drawn == [specified(key, BAG) for key in keys]
