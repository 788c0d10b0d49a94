"""JSON is read and written as the standard library does it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kit.written.notation import decoded, encoded

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


def by_the_library(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


@given(VALUES)
def test_it_is_written_and_read_as_by_the_standard_library(value: Any) -> None:
    written = encoded(value)
    assert written == by_the_library(value)
    assert decoded(written) == decoded(written.decode()) == value


def test_every_sign_is_escaped_alike() -> None:
    for sign in [*map(chr, range(0xD800)), *map(chr, range(0xE000, 0x11000)), "🎲"]:
        assert encoded(sign) == by_the_library(sign)


@pytest.mark.parametrize("value", [{1: "a"}, [2**70], (1, 2), {"a": (1,)}, {"b": 1, "a": 2}])
def test_what_only_the_standard_library_writes_is_written(value: Any) -> None:
    assert encoded(value) == by_the_library(value)


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        encoded("\ud800")
    with pytest.raises(TypeError):
        encoded(object())


@pytest.mark.parametrize("text", ["", "{", "[1,]", "{}{}", b"\xff", "NaN", "'a'"])
def test_what_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        decoded(text)
