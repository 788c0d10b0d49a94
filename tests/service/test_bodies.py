"""Bodies: any bytes give a value or a Problem, and a value is what was meant."""

import gzip
import json
import math
import time

import pytest
from flask import Flask, request
from hypothesis import example, given
from hypothesis import strategies as st

from service.web.bounds import MAX_BODY
from service.web.problems import Problem
from service.web.request_bodies import MAX_DEPTH, MAX_INTEGER, MAX_ITEMS, NotAnInteger, body_of, read_json

app = Flask(__name__, static_folder=None)

strings = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
integers = st.integers(-MAX_INTEGER, MAX_INTEGER)
values = st.recursive(
    st.none() | st.booleans() | integers | strings,
    lambda inner: st.lists(inner) | st.dictionaries(strings, inner),
    max_leaves=20,
)
fragments = st.lists(
    st.sampled_from([*'[]{}",:\\ \n', "\\u", "d800", "0000", "-0", "1e9", "NaN", "true", '"a"', "9" * 9])
)


def detail_of(data: bytes) -> str:
    with pytest.raises(Problem) as caught:
        read_json(data)
    assert caught.value.code == "malformed"
    return caught.value.detail


def value_or_problem(data: bytes) -> object:
    try:
        return read_json(data)
    except Problem as problem:
        return problem


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


@given(values, st.booleans(), st.sampled_from([None, 1]))
def test_legal_values_survive_the_round_trip(value, ascii_only, indent):
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert read_json(text.encode()) == value


@given(st.binary() | st.text().map(str.encode) | fragments.map("".join).map(str.encode))
@example(b'"\\ud800"')
@example(b'{"a":1,"a":2}')
@example(nested(100_000))
@example(b"9" * 5_000)
def test_any_bytes_give_a_value_or_a_problem(data):
    value = value_or_problem(data)
    if isinstance(value, Problem):
        assert value.code == "malformed"
    else:
        # Whatever passes is JSON to Python's own parser too, and can be stored as UTF-8.
        json.loads(data)
        json.dumps(value, ensure_ascii=False, default=str).encode()


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_fraction_or_exponent_is_no_integer(number):
    assert read_json(json.dumps(number).encode()) == NotAnInteger(json.dumps(number))


@pytest.mark.parametrize("numeral", ["3.0", "1e3", "1E400", "-0", "-0.0", "0.1"])
def test_numbers_that_are_no_integers_pass_for_no_type(numeral):
    value = read_json(f'{{"amount": {numeral}}}'.encode())
    assert value == {"amount": NotAnInteger(numeral)}
    assert not isinstance(value["amount"], int | float | str | bytes | list | dict)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b" \r\n\t", "is empty"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        (b'{"a": "\xff"}', "not UTF-8 at byte 7"),
        (b'"\xed\xa0\x80"', "not UTF-8"),
        ("{}".encode("utf-16"), "not UTF-8"),
        (b"{} {}", "something follows"),
        (b"[1,]", "not JSON"),
        (b"{'a': 1}", "line 1, column 2"),
        (b"[NaN]", "NaN is not JSON"),
        (b"[Infinity]", "Infinity is not JSON"),
        (b"[-Infinity]", "-Infinity is not JSON"),
        (b'{"a": 1, "b": 2, "\\u0061": 1}', "the key 'a' more than once"),
        (b'{"b": {"a": 1, "a": 1}}', "the key 'a' more than once"),
        (b'"\0"', "not JSON"),
        (b'"\\u0000"', "NUL"),
        (b'["\\ud800"]', "surrogate"),
        (b'[{"\\udfff": 1}]', "surrogate"),
        (b'"\\ude00\\ud83d"', "surrogate"),
        (b"01", "something follows"),
        (b"+1", "not JSON"),
        (str(MAX_INTEGER + 1).encode(), "2^53 - 1"),
        (str(-MAX_INTEGER - 1).encode(), "2^53 - 1"),
        (b"-" + b"9" * 5_000, "2^53 - 1"),
    ],
)
def test_what_is_not_strict_json_is_refused_with_a_reason(data, said):
    assert said in detail_of(data)


def test_escapes_of_whole_pairs_and_escaped_backslashes_are_fine():
    assert read_json(b'["\\ud83d\\ude00", "\\\\u0000", "\\\\ud800"]') == ["😀", "\\u0000", "\\ud800"]


@pytest.mark.parametrize("integer", [MAX_INTEGER, -MAX_INTEGER, 0])
def test_the_largest_integers_pass(integer):
    assert read_json(str(integer).encode()) == integer


def test_depth_is_bounded_and_brackets_in_strings_do_not_count():
    assert read_json(nested(MAX_DEPTH)) is not None
    assert "nested deeper" in detail_of(nested(MAX_DEPTH + 1))
    assert "nested deeper" in detail_of(b'{"a":' * 30_000)
    assert read_json(json.dumps(['[{"\\' * 1_000]).encode()) == ['[{"\\' * 1_000]
    assert read_json(json.dumps([[]] * 1_000).encode()) == [[]] * 1_000


@pytest.mark.parametrize("item", ["1", '","', "[]", "{ }", '"[,]"', '"\\""', '{"a":1}'])
def test_items_are_counted_exactly(item):
    weight = 2 if item.startswith('{"') else 1
    most = MAX_ITEMS // weight

    def listed(count: int) -> bytes:
        return f"[{','.join([item] * count)}]".encode()

    assert read_json(listed(most)) == [json.loads(item)] * most
    assert "10000 items" in detail_of(listed(most + 1))


@pytest.mark.long
@pytest.mark.parametrize(
    "data",
    [
        b'"' + b'\\"' * (MAX_BODY // 2),
        b'"' * MAX_BODY,
        b'"\\' * (MAX_BODY // 2),
        b"[" * MAX_BODY,
        b"{}" * (MAX_BODY // 2),
        b"[" + b" " * MAX_BODY,
        b"[ " * (MAX_BODY // 2),
        b"-" * MAX_BODY,
        b"1" * MAX_BODY,
        b'{"a":"' + b"\\u0061" * (MAX_BODY // 6),
    ],
)
def test_hostile_bodies_cost_no_more_than_their_length(data):
    def seconds(body: bytes) -> float:
        started = time.perf_counter()
        detail_of(body)
        return time.perf_counter() - started

    # Quadratic time would take minutes here.
    assert min(seconds(data * 16) for _ in range(3)) < 1


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "Application/JSON; charset=UTF-8", 'application/vnd.kerbholz+json; charset="utf-8"'],
)
def test_an_object_in_json_is_taken(content_type):
    with app.test_request_context(method="POST", data=b'{"type": "bid"}', content_type=content_type):
        assert body_of(request) == {"type": "bid"}


@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "application/jsonp",
        "application/+json",
        "text/json",
        "application/json, text/html",
    ],
)
def test_another_media_type_is_refused(content_type):
    with (
        app.test_request_context(method="POST", data=b"{}", content_type=content_type),
        pytest.raises(Problem) as caught,
    ):
        body_of(request)
    assert caught.value.code == "unsupported-media-type"


def test_a_compressed_body_is_refused_and_the_client_told_what_to_send():
    headers = {"Content-Encoding": "gzip"}
    data = gzip.compress(b"{}")
    with (
        app.test_request_context(method="POST", data=data, content_type="application/json", headers=headers),
        pytest.raises(Problem) as caught,
    ):
        body_of(request)
    assert caught.value.code == "unsupported-media-type"
    assert caught.value.headers == {"Accept-Encoding": "identity"}


@pytest.mark.parametrize("data", [b"[]", b"null", b"1", b'"a"', b"true", b"1.5"])
def test_another_value_than_an_object_is_invalid(data):
    with (
        app.test_request_context(method="POST", data=data, content_type="application/json"),
        pytest.raises(Problem) as caught,
    ):
        body_of(request)
    assert caught.value.code == "invalid"


def test_a_small_body_is_read_in_no_time():
    data = b'{"type": "bid", "amount": 12, "seat": 2, "note": "all in!"}'

    def seconds() -> float:
        started = time.perf_counter()
        for _ in range(200):
            read_json(data)
        return (time.perf_counter() - started) / 200

    # Some microseconds; the bound leaves room for a busy machine.
    assert min((seconds() for _ in range(20)), default=math.inf) < 50e-6
