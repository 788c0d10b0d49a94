"""What is tried on both databases, and in several ways: not each way on each database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

DATABASES = ("sqlite", "postgres")


def by_turns(name: str, *values: Any, first: str = "sqlite") -> Callable[[Any], Any]:
    """Each of the values on one database, and the next one on the other; in `make soak` each on both."""
    begun = DATABASES.index(first)
    pairs = [
        pytest.param(database, value, marks=() if (begun + number + place) % 2 == 0 else pytest.mark.soak)
        for number, value in enumerate(values)
        for place, database in enumerate(DATABASES)
    ]
    return pytest.mark.parametrize(("migrated_url", name), pairs, indirect=["migrated_url"])
