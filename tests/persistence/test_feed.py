"""Following the log: what has been appended to any match, in order, without gap or repetition."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.kit.table.commands import Note
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from service.config import Settings
from tests.asking import asking


@pytest.fixture
def matches(migrated_url: str) -> Iterator[Matches]:
    """An application on the database."""
    with Matches(Settings(database=migrated_url).environment) as matches:
        yield matches


def test_the_feed_gives_every_append_in_order(matches: Matches) -> None:
    before = matches.feed.newest()
    opened = [matches.open(Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Bo")])).match for _ in range(3)]
    for number in range(4):
        for match in opened:
            matches.append(match.id, Principal("seat", 0), asking(Asked(Note(f"note {number}"))))
    read, position = [], before
    while page := matches.feed.after(position, 2):
        assert len(page) <= 2
        read += page
        position = page[-1].position
    assert position == matches.feed.newest()
    assert [one.position for one in read] == sorted({one.position for one in read})
    for match in opened:
        versions = [one.version for one in read if one.match_id == match.id]
        assert versions == list(range(matches.load(match.id).version + 1))
