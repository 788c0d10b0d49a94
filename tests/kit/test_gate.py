"""The gate: from facts through what is stored to what each viewer is told.

The facts are a toy's, one for each way of declaring an audience. What is stored is read back from its text, as
from a database.
"""

import hashlib
import hmac
import json
from dataclasses import dataclass, replace
from itertools import count
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kit.facts import (
    Command,
    Fact,
    Hidden,
    Text,
    Thing,
    Things,
    Unknown,
    actor_alone,
    everyone,
    officials,
    once,
    owner,
    parties,
    text,
)
from domain.kit.table.commands import Confirm
from domain.kit.table.facts import LineChanged
from domain.kit.visibility import (
    NO_HORIZON,
    OFFICIAL,
    PUBLIC,
    Horizon,
    StoredDecision,
    redact,
    redacted_text,
    seat_viewer,
)
from domain.kit.written.evidence import canonical, replaced, seal
from domain.kit.written.notation import encoded
from domain.kit.written.records import Decision, sealed_places, written

KEY = bytes(range(32))
SEATS = [seat_viewer(seat) for seat in range(4)]
VIEWERS = [*SEATS, PUBLIC, OFFICIAL]
HORIZONS = [Horizon(version, fades) for version in (0, 3, 4, 9) for fades in (False, True)]


@dataclass(frozen=True, slots=True)
class Bid(Command, type="bid"):
    amount: Annotated[int, actor_alone]
    why: Annotated[Text | None, everyone, text] = None
    aside: Annotated[Text | None, owner("friend"), text] = None
    friend: Annotated[int, everyone] = 3


@dataclass(frozen=True, slots=True)
class TileDrawn(Fact):
    seat: Annotated[int, everyone]
    tile: Annotated[Thing, owner(), once]


@dataclass(frozen=True, slots=True)
class CardsDealt(Fact):
    seat: Annotated[int, everyone]
    cards: Annotated[Things, owner().and_count]


@dataclass(frozen=True, slots=True)
class GoodsGiven(Fact):
    giver: Annotated[int, everyone]
    taker: Annotated[int, everyone]
    goods: Annotated[Things, parties("giver", "taker")]


@dataclass(frozen=True, slots=True)
class OrderNoted(Fact):
    order: Annotated[tuple[str, ...], officials]


@dataclass(frozen=True, slots=True)
class ChestOpened(Fact):
    seats: Annotated[Any, everyone]
    things: Annotated[Things, owner("seats")]


FACTS = (
    TileDrawn(1, "tile of one"),
    CardsDealt(0, ("ace of zero", "king of zero")),
    CardsDealt(1, Unknown(3)),
    GoodsGiven(0, 2, ("bread of zero", "wine of zero")),
    OrderNoted(("order of chance",)),
    ChestOpened((1, 2), ("salt of two",)),
    ChestOpened("everyone", ("salt of all",)),
)
SECRETS = {  # pointer: who is told, beside officials
    "/command/amount": {0},
    "/command/why": "everyone",
    "/command/aside": {3},
    "/facts/0/tile": {1},
    "/facts/1/cards": {0},
    "/facts/2/cards": {1},
    "/facts/3/goods": {0, 2},
    "/facts/4/order": set(),
    "/facts/5/things": {1, 2},
    "/facts/6/things": "everyone",
}


def decision(version=3, facts=FACTS, amount=987654321):
    return Decision(version, {"seat": 0}, "scribe", "2031-05-06T07:08:09.000Z", bid(amount), tuple(facts))


def bid(amount=987654321):
    return Bid(amount, why="why zero did it", aside="word to three")


def write(made):
    numbers = count(1)
    return written(made, KEY, lambda: f"{next(numbers):064x}")


def store(made, erased=()):
    """The decision as a database gives it back."""
    stored = write(made)
    texts = {one.pointer: one.value for one in stored.texts if one.pointer not in erased}
    sealed = json.loads(json.dumps(stored.sealed))
    return StoredDecision(made.version, json.loads(stored.open), sealed, texts)


def at(document, pointer):
    for step in pointer.split("/")[1:]:
        document = document[int(step) if isinstance(document, list) else step]
    return document


def opened_in(told):
    """The pointers of *told* at which no commitment stands any more."""
    return set(SECRETS) - {pointer for pointer, _ in sealed_places(told)}


def entitled(pointer, viewer):
    seats = SECRETS[pointer]
    return viewer.official or seats == "everyone" or viewer.seat in seats


# -- who is told what ---------------------------------------------------------------------------------------


def test_every_secret_stands_as_a_commitment():
    stored = store(decision())
    assert {pointer for pointer, _ in sealed_places(stored.record)} == set(SECRETS) == set(stored.sealed)


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_each_viewer_is_told_what_the_fields_declare(viewer):
    told = redact(store(decision()), viewer)
    assert opened_in(told) == {pointer for pointer in SECRETS if entitled(pointer, viewer)}


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
@pytest.mark.parametrize("horizon", [one for one in HORIZONS if not one.has_faded(3)], ids=str)
def test_the_gate_only_adds(viewer, horizon):
    stored = store(decision())
    told = redact(stored, viewer, horizon)
    # Whatever differs stood there as a commitment: with the commitments put back, nothing differs.
    hidden = {pointer: at(stored.record, pointer) for pointer in opened_in(told)}
    assert replaced(told, hidden) == stored.record
    assert all(at(told, pointer) == value_of(pointer) for pointer in hidden)


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
@pytest.mark.parametrize("horizon", HORIZONS, ids=str)
@pytest.mark.parametrize(
    "made",
    [decision(), decision(facts=()), replace(decision(facts=()), command=Confirm())],
    ids=["secrets", "no secret facts", "nothing to be opened"],
)
def test_as_text_a_decision_tells_the_same(viewer, horizon, made):
    stored = store(made, erased=["/command/aside"])
    read = StoredDecision.written(3, canonical(stored.record), stored.sealed, stored.texts)
    text = redacted_text(read, viewer, horizon)
    assert text == encoded(redact(stored, viewer, horizon))
    assert json.loads(text) == redact(stored, viewer, horizon)


def test_a_decision_that_was_read_as_text_is_the_same_one():
    stored = store(decision())
    assert StoredDecision.written(3, canonical(stored.record), stored.sealed, stored.texts) == stored
    with pytest.raises(AttributeError):
        stored.recrod  # noqa: B018 - what is not there is not made up


def value_of(pointer):
    """What was decided, from the facts themselves."""
    made = decision()
    document = {"command": made.command.to_json(), "facts": [fact.to_json() for fact in made.facts]}
    return at(document, pointer)


def test_officials_are_told_everything():
    made = decision()
    told = redact(store(made), OFFICIAL, NO_HORIZON)
    assert told["command"] == made.command.to_json()
    assert told["facts"] == [fact.to_json() for fact in made.facts]


def test_hidden_says_how_many_only_where_the_number_is_public():
    told = redact(store(decision()), PUBLIC)
    numbers = {pointer: at(told, pointer)["hidden"] for pointer in SECRETS if pointer not in opened_in(told)}
    assert numbers.pop("/facts/1/cards") == 2
    assert numbers.pop("/facts/2/cards") == 3  # unknown to its owner, too
    assert set(numbers.values()) == {1}


def test_whether_the_service_knows_a_value_cannot_be_seen():
    known = redact(store(decision(facts=[CardsDealt(1, ("a", "b", "c"))])), SEATS[0])
    unknown = redact(store(decision(facts=[CardsDealt(1, Unknown(3))])), SEATS[0])
    assert without_seals(known) == without_seals(unknown)


def test_the_gate_leaves_what_is_stored_as_it_is():
    stored = store(decision())
    before = json.dumps([stored.record, stored.sealed])
    for viewer in VIEWERS:
        redact(stored, viewer)["at"] = "never"
        redact(stored, viewer, Horizon(9, fades=True))
    assert json.dumps([stored.record, stored.sealed]) == before


words = st.text("abcdef", min_size=1)
lists = st.lists(words, max_size=3).map(tuple)


@given(words, lists, lists, st.integers(-(2**53), 2**53))
def test_what_a_viewer_is_not_told_changes_nothing_for_him(tile, goods, order, amount):
    facts = [TileDrawn(1, tile), GoodsGiven(0, 2, goods), OrderNoted(order)]
    twin = [TileDrawn(1, "other"), GoodsGiven(0, 2, ("other",)), OrderNoted(("other", "other"))]
    for viewer in (SEATS[3], PUBLIC):
        one = redact(store(decision(facts=facts, amount=amount)), viewer)
        other = redact(store(decision(facts=twin, amount=0)), viewer)
        assert without_seals(one) == without_seals(other)


def without_seals(told):
    return replaced(told, {pointer: {"hidden": at(told, pointer)["hidden"]} for pointer, _ in sealed_places(told)})


# -- free texts ---------------------------------------------------------------------------------------------


def test_an_erased_text_is_told_as_erased_to_who_could_read_it():
    stored = store(decision(), erased=("/command/why", "/command/aside"))
    assert all(redact(stored, viewer)["command"]["why"] == {"erased": True} for viewer in VIEWERS)
    assert redact(stored, SEATS[3])["command"]["aside"] == {"erased": True}
    assert redact(stored, SEATS[2])["command"]["aside"] == stored.record["command"]["aside"]


def test_a_text_is_kept_beside_the_log_alone():
    stored = write(decision())
    assert [(one.version, one.pointer, one.value) for one in stored.texts] == [
        (3, "/command/why", "why zero did it"),
        (3, "/command/aside", "word to three"),
    ]
    assert stored.sealed["/command/why"] == {"for": "everyone", "text": True}
    assert stored.sealed["/command/aside"] == {"for": [3], "text": True}
    assert "zero did it" not in stored.open + json.dumps(stored.sealed)


# -- the horizon --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_before_the_horizon_there_is_a_skeleton(viewer):
    assert redact(store(decision(version=3)), viewer, Horizon(4, fades=True)) == {
        "version": 3,
        "actor": {"seat": 0},
        "at": "2031-05-06T07:08:09.000Z",
        "command": {"type": "bid"},
        "faded": True,
    }


@pytest.mark.parametrize("horizon", [Horizon(3, fades=True), Horizon(0, fades=True), Horizon(4, fades=False)])
def test_at_the_horizon_and_behind_it_nothing_has_faded(horizon):
    told = redact(store(decision(version=3, facts=[OrderNoted(("x",))])), SEATS[0], horizon)
    assert told == redact(store(decision(version=3, facts=[OrderNoted(("x",))])), SEATS[0])


def test_the_laid_table_never_fades():
    laid = store(decision(version=0))
    told = redact(laid, SEATS[0], Horizon(9, fades=True))
    assert told == redact(laid, SEATS[0])
    assert told["command"]["amount"] == 987654321


@pytest.mark.parametrize("fades", [False, True])
@pytest.mark.parametrize("version", [0, 3])
def test_once_is_told_to_its_owner_up_to_the_horizon(version, fades):
    stored = store(decision(version=version))
    assert redact(stored, SEATS[1], Horizon(version, fades))["facts"][0]["tile"] == "tile of one"
    later = redact(stored, SEATS[1], Horizon(version + 1, fades))
    if later.get("faded"):
        assert fades
        assert version
    else:
        assert later["facts"][0]["tile"].keys() == {"hidden", "seal"}
        assert later["facts"][5]["things"] == ["salt of two"]  # what is not marked stays readable
    assert redact(stored, OFFICIAL, Horizon(version + 1, False))["facts"][0]["tile"] == "tile of one"


# -- what a change of the line says of other decisions -------------------------------------------------------


CHANGE = LineChanged(
    2,
    "table.amend",
    (
        {"decision": 2, "effect": "replaced", "facts": (TileDrawn(1, "tile of one"), CardsDealt(0, ("ace",)))},
        {"decision": 3, "effect": "stands"},
        {"decision": 4, "effect": "replaced", "facts": (GoodsGiven(0, 2, ("bread",)),)},
        {"decision": 5, "effect": "struck", "rule": "T-1"},
    ),
)


def test_facts_in_a_change_keep_their_own_audience():
    stored = store(decision(version=6, facts=[CHANGE]))
    tile, goods = "/facts/0/changes/0/facts/0/tile", "/facts/0/changes/2/facts/0/goods"
    cards = "/facts/0/changes/0/facts/1/cards"
    assert {path: entry["for"] for path, entry in stored.sealed.items() if path.startswith("/facts")} == {
        tile: [1],
        cards: [0],
        goods: [0, 2],
    }
    assert stored.sealed[tile]["once"] is True
    assert at(redact(stored, SEATS[1]), tile) == "tile of one"
    assert at(redact(stored, SEATS[2]), tile)["hidden"] == 1
    assert at(redact(stored, SEATS[2]), goods) == ["bread"]
    assert redact(stored, OFFICIAL)["facts"] == [CHANGE.to_json()]


def test_what_a_change_says_of_faded_decisions_is_a_skeleton():
    stored = store(decision(version=6, facts=[CHANGE, OrderNoted(("x",))]))
    told = redact(stored, SEATS[1], Horizon(4, fades=True))
    whole = redact(stored, SEATS[1])
    assert told["facts"][0]["changes"] == [
        {"decision": 2, "effect": "replaced", "faded": True},
        *whole["facts"][0]["changes"][1:],
    ]
    later = redact(stored, SEATS[1], Horizon(6, fades=True))
    assert later["facts"][0]["changes"][1:] == [
        {"decision": 3, "effect": "stands"},
        {"decision": 4, "effect": "replaced", "faded": True},
        {"decision": 5, "effect": "struck", "faded": True},
    ]
    assert {**told, "facts": told["facts"][1:]} == {**whole, "facts": whole["facts"][1:]}
    assert "faded" not in str(redact(stored, SEATS[1], Horizon(4, fades=False)))


def test_what_was_inserted_behind_the_laid_table_fades_with_the_first_own_decision():
    change = LineChanged(0, "table.amend", ({"decision": 0, "effect": "replaced", "facts": (FACTS[6],)},))
    stored = store(decision(version=6, facts=[change]))
    assert redact(stored, SEATS[1], Horizon(0, fades=True)) == redact(stored, SEATS[1])
    for own in (1, 6):
        (fact,) = redact(stored, SEATS[1], Horizon(own, fades=True))["facts"]
        assert fact["changes"] == [{"decision": 0, "effect": "replaced", "faded": True}]


# -- seals --------------------------------------------------------------------------------------------------


def test_every_value_and_its_salt_recompute_its_seal():
    made = decision()
    stored = write(made)
    record = json.loads(stored.open)
    salts = {one.pointer: one.salt for one in stored.texts}
    for pointer in SECRETS:
        derived = hmac.new(KEY, f"salt\n3\n{pointer}".encode(), hashlib.sha256).hexdigest()
        salt = bytes.fromhex(salts.get(pointer, derived))
        value = json.dumps(value_of(pointer), separators=(",", ":"), ensure_ascii=False).encode()
        expected = hashlib.sha256(b"kerbholz seal 1\n" + salt + value).hexdigest()
        assert at(record, pointer)["seal"] == expected == seal(salt.hex(), value_of(pointer))


def test_equal_values_have_unequal_seals():
    facts = [CardsDealt(0, ("ace",)), CardsDealt(0, ("ace",))]
    seals = [commitment for _, commitment in sealed_places(store(decision(facts=facts)).record)]
    seals += [commitment for _, commitment in sealed_places(store(decision(version=4, facts=facts)).record)]
    assert len(set(seals)) == len(seals) - 2  # but for the two texts, whose salts the test gives


def test_the_blind_is_in_the_leaf_but_not_in_the_skeleton():
    stored = store(decision())
    assert stored.record["blind"] == hmac.new(KEY, b"blind\n3", hashlib.sha256).hexdigest()
    assert "blind" in redact(stored, PUBLIC)
    assert "blind" not in redact(stored, PUBLIC, Horizon(4, fades=True))


def test_no_secret_stands_in_the_leaf():
    leaf = write(decision(facts=[*FACTS, CHANGE])).open
    secrets = ["987654321", "why zero", "to three", " of one", " of zero", " of chance", " of two", " of all"]
    assert not [words for words in secrets if words in leaf]
    assert '"ace"' not in leaf
    assert '"bread"' not in leaf


secret_words = st.text("xyz", min_size=6, max_size=9)


@given(st.lists(secret_words, min_size=1, max_size=4).map(tuple), secret_words, st.integers(10**9, 2**53))
def test_no_secret_stands_in_any_leaf(cards, tile, amount):
    facts = [CardsDealt(0, cards), TileDrawn(1, tile), OrderNoted(cards), GoodsGiven(0, 1, cards)]
    change = LineChanged(1, "ruling", ({"decision": 1, "effect": "replaced", "facts": tuple(facts)},))
    leaf = write(decision(facts=[*facts, change], amount=amount)).open
    assert not any(secret in leaf for secret in (*cards, tile, str(amount)))


def test_a_hidden_value_has_no_seal_before_it_is_written():
    assert CardsDealt(0, Hidden(2)).to_json() == {"type": "CardsDealt", "seat": 0, "cards": {"hidden": 2}}
