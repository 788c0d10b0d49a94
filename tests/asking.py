"""What tests append to a match without the service: commands that are the same in whatever match they come to."""

from __future__ import annotations

from domain.application.judging import Asked
from domain.application.requests import Ask, Batch, RequestKey


def asking(*asked: Asked, seen: int | None = None, key: RequestKey | None = None) -> Ask:
    """Asks for these commands."""
    batch = Batch(asked, seen, key)
    return lambda _: batch
