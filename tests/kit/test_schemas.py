"""What is recognised as a JSON Schema is one, and the schemas of games are recognised."""

import pytest
from hypothesis import given
from hypothesis import strategies as some
from jsonschema import Draft202012Validator, SchemaError

from domain.kit.ruleset import rulesets
from domain.kit.schemas import _KEYWORDS, TYPES, is_plain_schema
from tests.games.openable import OPENABLE

VALUES = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(-2, 3),
    some.sampled_from(
        [0.5, 2.0, "[a-z]+", "[a-", "", (), ("string",), *sorted(TYPES), *sorted(map(str, _KEYWORDS))]
    ),
)
NAMES = some.sampled_from([*sorted(map(str, _KEYWORDS)), "minimun", "format", "$ref"])
SCHEMAS = some.recursive(
    VALUES,
    lambda inner: some.one_of(some.lists(inner, max_size=3), some.dictionaries(NAMES, inner, max_size=4)),
    max_leaves=12,
)


def is_schema(value) -> bool:
    try:
        Draft202012Validator.check_schema(value)
    except SchemaError:
        return False
    return True


@given(some.dictionaries(NAMES, SCHEMAS, max_size=4) | SCHEMAS)
def test_what_is_recognised_is_a_schema(value):
    if is_plain_schema(value):
        assert is_schema(value)


@pytest.mark.parametrize("keyword", sorted(map(str, _KEYWORDS)))
def test_each_keyword_takes_no_more_than_json_schema_allows(keyword):
    odd = (
        *(None, True, -1, 0, 1, 0.5, "", "string", "[", "no-type"),
        *([], [1], ["string"], ["string", "string"], ["string", "null"], [{}], [{"type": "no-type"}]),
        *((), {}, {"type": "string"}, {"type": "no-type"}, {"a": {"minimum": 1}}, {"a": {"minimum": "1"}}),
    )
    recognised = [value for value in odd if is_plain_schema({keyword: value})]
    assert recognised
    assert all(is_schema({keyword: value}) for value in recognised)


@pytest.mark.parametrize("value", [{"$ref": "#/$defs/a"}, {"minimum": 0.5}, {"x-other": "sin"}])
def test_what_is_not_recognised_may_be_a_schema(value):
    assert is_schema(value)
    assert not is_plain_schema(value)


@pytest.mark.parametrize("name", sorted(OPENABLE))
def test_the_schemas_of_games_are_recognised(name):
    game = rulesets()[name]
    schemas = {**game.options, **game.board_schema}
    assert [one for one, schema in schemas.items() if not is_plain_schema(schema)] == []
