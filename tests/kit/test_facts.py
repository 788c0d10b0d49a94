"""Facts and commands: what they declare, how they are written as JSON, and the schemas that describe that."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, Literal

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from domain.kit.facts import (
    Command,
    Erased,
    Fact,
    Hidden,
    Limits,
    Text,
    Thing,
    Things,
    UndeclaredAudience,
    Unknown,
    actor_alone,
    everyone,
    from_json,
    is_optional,
    nested,
    officials,
    once,
    owner,
    parties,
    schema_of,
    text,
    to_json,
)
from domain.kit.table.commands import TABLE_COMMANDS, Assert
from domain.kit.table.facts import TABLE_FACTS


@dataclass(frozen=True, slots=True)
class TileDrawn(Fact, opens=True):
    """A tile is drawn.

    This is not in the schema.
    """

    PRINTED: ClassVar[str] = "tile"
    seat: Annotated[int, everyone]
    tile: Annotated[Thing, owner(), once]
    to: Annotated[Literal["hand", "table"], everyone] = "hand"


@dataclass(frozen=True, slots=True)
class GoodsGiven(Fact):
    """Goods change hands."""

    giver: Annotated[int, everyone]
    taker: Annotated[int, everyone]
    goods: Annotated[Things, parties("giver", "taker").and_count]
    prices: Annotated[Mapping[str, int], everyone]
    paid: Annotated[bool, everyone]
    about: Annotated[int | None, everyone] = None
    words: Annotated[Text | None, everyone, text] = None


@dataclass(frozen=True, slots=True)
class Bid(Command, type="bid"):
    """Bids."""

    amount: Annotated[int, actor_alone, Limits(0, 99)]
    on: Annotated[tuple[str, ...], everyone, Limits(1, 2)]
    why: Annotated[Text | None, everyone, text, Limits(1, 5)] = None


GIVEN = GoodsGiven(0, 2, ("bread", Unknown()), {"bread": 3}, True)

# -- declarations -------------------------------------------------------------------------------------------


def test_a_field_that_declares_no_audience_does_not_load():
    with pytest.raises(UndeclaredAudience, match=r"Broken\.card"):

        class Broken(Fact):
            seat: Annotated[int, everyone]
            card: str


def test_a_field_with_notes_but_no_audience_does_not_load():
    with pytest.raises(UndeclaredAudience, match=r"Broken\.card"):

        class Broken(Command, type="broken"):
            card: Annotated[str, once, Limits(1, 2)]


def test_a_field_with_two_audiences_does_not_load():
    with pytest.raises(UndeclaredAudience, match="exactly one"):

        class Broken(Fact):
            card: Annotated[str, everyone, owner()]


def test_a_field_inherited_is_declared_too():
    class Base(Fact):
        seat: Annotated[int, everyone]

    class Derived(Base):
        card: Annotated[str, officials]

    assert [field.name for field in Derived.FIELDS] == ["seat", "card"]


def test_a_field_declared_anew_stays_where_it_was():
    class Base(Fact):
        seat: Annotated[int, everyone]
        card: Annotated[str, everyone]
        to: Annotated[int, everyone]

    @dataclass(frozen=True, slots=True)
    class Derived(Base):
        card: Annotated[str, officials]

    assert [(field.name, field.audience) for field in Derived.FIELDS] == [
        ("seat", everyone),
        ("card", officials),
        ("to", everyone),
    ]


def test_what_a_class_declares():
    declared = {field.name: field for field in TileDrawn.FIELDS}
    assert list(declared) == ["seat", "tile", "to"]
    assert [field.once for field in declared.values()] == [False, True, False]
    assert [field.public for field in declared.values()] == [True, False, True]
    assert declared["tile"].audience == owner("seat")
    assert TileDrawn.OPENS
    assert not GoodsGiven.OPENS
    assert (TileDrawn.TYPE, Bid.TYPE) == ("TileDrawn", "bid")


def test_only_what_is_all_in_the_open_is_all_public():
    class Open(Fact):
        seat: Annotated[int, everyone]

    class Worded(Fact):
        words: Annotated[Text, everyone, text]

    class Speaking(Fact):
        facts: Annotated[tuple[Fact, ...], everyone, nested]

    assert Open.ALL_PUBLIC
    assert not any(cls.ALL_PUBLIC for cls in (TileDrawn, GoodsGiven, Bid, Worded, Speaking))


def test_only_optional_fields_may_be_left_out():
    assert [field.name for field in GoodsGiven.FIELDS if is_optional(field)] == ["about", "words"]


@pytest.mark.parametrize(
    ("audience", "words"),
    [
        (everyone, "everyone"),
        (officials, "officials"),
        (officials.and_count, "officials, its length for everyone"),
        (actor_alone, "the acting seat"),
        (owner(), "the seats in seat"),
        (parties("giver", "taker").and_count, "the seats in giver, taker, its length for everyone"),
    ],
)
def test_an_audience_in_words(audience, words):
    assert audience.described() == words


@pytest.mark.parametrize("cls", [*TABLE_FACTS, *TABLE_COMMANDS.values()], ids=lambda cls: cls.TYPE)
def test_whatever_the_table_has_declares_every_field(cls):
    assert [field.attribute for field in cls.FIELDS] == [field.name for field in fields(cls)]


def test_a_name_that_is_a_word_of_python_stands_in_json_without_its_underscore():
    asserted = Assert("/seats/0/score", 3)
    document = {"type": "table.assert", "at": "/seats/0/score", "is": 3}
    assert asserted.to_json() == document
    assert Assert.from_json(document) == asserted
    assert set(schema_of(Assert)["properties"]) == {"type", "at", "is"}


# -- JSON ---------------------------------------------------------------------------------------------------

EXAMPLES = [
    TileDrawn(1, "tile"),
    TileDrawn(1, Hidden(), "table"),
    TileDrawn(1, Unknown()),
    GIVEN,
    GoodsGiven(0, 2, Hidden(3), {}, False, about=0, words="Thanks"),
    GoodsGiven(0, 2, Unknown(3), {"wine": 0}, False),
    GoodsGiven(0, 2, (), {}, False, words=Erased()),
]


@pytest.mark.parametrize("fact", EXAMPLES, ids=repr)
def test_a_fact_comes_back_from_its_json(fact):
    document = json.loads(json.dumps(fact.to_json()))
    assert document["type"] == type(fact).__name__
    assert type(fact).from_json(document) == fact


def test_a_command_comes_back_from_its_json():
    bid = Bid(3, ("bread",), "why")
    assert Bid.from_json(json.loads(json.dumps(bid.to_json()))) == bid


def test_a_fact_as_json():
    assert GIVEN.to_json() == {
        "type": "GoodsGiven",
        "giver": 0,
        "taker": 2,
        "goods": ["bread", {"unknown": 1}],
        "prices": {"bread": 3},
        "paid": True,
    }


def test_what_a_viewer_was_told_is_read_with_its_seal():
    document = {"type": "TileDrawn", "seat": 1, "tile": {"hidden": 1, "seal": "00"}}
    assert TileDrawn.from_json(document) == TileDrawn(1, Hidden(1))


@pytest.mark.parametrize(
    ("value", "document"),
    [
        (Hidden(2), {"hidden": 2}),
        (Unknown(2), {"unknown": 2}),
        (Erased(), {"erased": True}),
        (("a", ("b", Unknown(1))), ["a", ["b", {"unknown": 1}]]),
        ({"a": (1, 2)}, {"a": [1, 2]}),
        (None, None),
        (False, False),
        (TileDrawn(1, "tile"), {"type": "TileDrawn", "seat": 1, "tile": "tile", "to": "hand"}),
    ],
    ids=repr,
)
def test_values_as_json(value, document):
    assert to_json(value) == document


@pytest.mark.parametrize("value", [1.5, {1, 2}, b"bytes", object], ids=repr)
def test_what_no_fact_can_hold(value):
    with pytest.raises(TypeError, match="no fact can hold"):
        to_json(value)


def test_lists_come_back_as_tuples_and_objects_as_they_are():
    assert from_json([["a"], {"b": [1]}]) == (("a",), {"b": [1]})


@pytest.mark.parametrize("kind", ["hidden", "unknown", "erased"])
def test_a_kind_of_thing_may_have_any_name(kind):
    fact = GoodsGiven(0, 2, (), {"bread": 3, kind: 1}, True)
    assert GoodsGiven.from_json(fact.to_json()) == fact


# -- schemas ------------------------------------------------------------------------------------------------


def check(cls: type, document: Any) -> None:
    schema = schema_of(cls)
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(document)


@pytest.mark.parametrize("fact", EXAMPLES, ids=repr)
def test_what_is_written_fits_the_schema(fact):
    check(type(fact), fact.to_json())


def test_what_a_viewer_is_served_fits_the_schema():
    hidden = {"hidden": 2, "seal": "00"}
    check(TileDrawn, {"type": "TileDrawn", "seat": 1, "tile": hidden, "to": "hand"})
    check(GoodsGiven, {**GIVEN.to_json(), "goods": hidden})
    check(GoodsGiven, {**GIVEN.to_json(), "words": {"erased": True}})


def test_a_text_that_is_not_for_everyone_may_stand_hidden():
    class Whispered(Fact):
        seat: Annotated[int, everyone]
        words: Annotated[Text, owner(), text]

    check(Whispered, {"type": "Whispered", "seat": 1, "words": {"hidden": 1, "seal": "00"}})


@pytest.mark.parametrize(
    "changed",
    [
        {"type": "TileDrawn"},
        {"giver": "0"},
        {"giver": None},
        {"giver": {"hidden": 1}},  # it is for everyone
        {"goods": "bread"},
        {"goods": [1]},
        {"goods": {"unknown": 0}},
        {"paid": 1},
        {"prices": []},
        {"words": 1},
        {"more": 1},
    ],
    ids=repr,
)
def test_what_does_not_fit_the_schema_of_a_fact(changed):
    with pytest.raises(ValidationError):
        check(GoodsGiven, {**GIVEN.to_json(), **changed})


@pytest.mark.parametrize("left_out", ["type", "giver", "taker", "goods", "prices", "paid"])
def test_what_a_fact_must_have(left_out):
    document = GIVEN.to_json()
    del document[left_out]
    with pytest.raises(ValidationError):
        check(GoodsGiven, document)


BIDDEN = {"type": "bid", "amount": 99, "on": ["bread"]}


@pytest.mark.parametrize("changed", [{}, {"why": "so"}, {"amount": 0}, {"on": ["a", "b"]}], ids=repr)
def test_what_fits_the_schema_of_a_command(changed):
    check(Bid, {**BIDDEN, **changed})


@pytest.mark.parametrize(
    "changed",
    [
        {"amount": 100},
        {"amount": -1},
        {"amount": {"hidden": 1}},  # a client says what it bids
        {"on": []},
        {"on": ["a", "b", "c"]},
        {"on": [1]},
        {"why": ""},
        {"why": "because"},
        {"why": {"erased": True}},
        {"type": "bids"},
        {"more": 1},
    ],
    ids=repr,
)
def test_what_does_not_fit_the_schema_of_a_command(changed):
    with pytest.raises(ValidationError):
        check(Bid, {**BIDDEN, **changed})


def test_a_schema_says_who_is_told():
    schema = schema_of(TileDrawn)
    assert (schema["title"], schema["description"]) == ("TileDrawn", "A tile is drawn.")
    assert {name: field.get("x-audience") for name, field in schema["properties"].items()} == {
        "type": None,
        "seat": "everyone",
        "tile": "the seats in seat",
        "to": "everyone",
    }
    assert [name for name, field in schema["properties"].items() if field.get("x-once")] == ["tile"]


@pytest.mark.parametrize("cls", [*TABLE_FACTS, *TABLE_COMMANDS.values()], ids=lambda cls: cls.TYPE)
def test_the_schemas_of_the_table_are_schemas(cls):
    Draft202012Validator.check_schema(schema_of(cls))


def test_a_secret_of_a_fact_is_always_there():
    """Left out of the record, everybody would see that there is none."""
    with pytest.raises(TypeError, match="seen by all"):

        class Peeked(Fact):
            seat: Annotated[int, everyone]
            tile: Annotated[str | None, owner()] = None
