"""An episode as a file of shorthand, which becomes a recorded match of a service (``POST /v1/imports``)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kit.facts import Json
from domain.kit.shorthand import header_of, write_match
from domain.kit.table.commands import Confirm
from domain.match.opening import published
from service.environments.episode import Episode
from service.environments.setting import agent_of


def shorthand_of(episode: Episode) -> str:
    """The file: a line for each decision that does not follow by itself; an end that was played is confirmed."""
    setting = episode.setting
    opening = published("", setting.rules, setting.opening, None)
    named = [{**seat, "name": agent_of(seat["seat"])} for seat in opening["seats"]]
    header = header_of(setting.ruleset, {**opening, "seats": named})
    return write_match(setting.ruleset, header, _decisions(episode))


def _decisions(episode: Episode) -> Iterator[dict[str, Json]]:
    """The decisions as officials read them, as far as lines need that."""
    for version, step in enumerate(episode.steps, 1):
        yield {
            "version": version,
            "actor": {"seat": step.actor} if isinstance(step.actor, int) else step.actor,
            "command": step.command.to_json(),
            "facts": [fact.to_json() for fact in step.facts],
            "automatic": step.automatic,
        }
    if episode.state.ended == "finished":
        yield {"version": len(episode.steps) + 1, "actor": "scribe", "command": Confirm().to_json(), "facts": []}
