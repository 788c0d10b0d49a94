"""The draws of a hosted match, once its record is closed: what each was drawn from, and what came out.

The log says what came out, and not what was there. So the match is gone through once more, with the facts that are
recorded, and each decision of chance is made again on the state before it, on the line as it was then. Draws of
decisions that were struck later are draws as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from domain.application.matches import Matches
from domain.kit.chance import NotedChance
from domain.kit.facts import Json
from domain.kit.play import play
from domain.kit.ruleset import Ruleset
from domain.kit.table.joining import is_joint
from domain.kit.visibility import OFFICIAL
from domain.kit.written.evidence import pointer
from domain.match.line import Told, fold_facts, line_starts
from domain.match.match import Match, told


def has_seed(match: Match) -> bool:
    """Whether the service has drawn in this match: in a recorded one the scribe has entered what came out."""
    return match.hosted and match.secrets.chance_seed is not None


def opened_chance(matches: Matches, match: Match, size: int) -> dict[str, Json]:
    """The seed, its commitment, and every draw of the first *size* decisions; see ``domain.evidence.draws``.

    Whether the seed is open is asked before (``access.check_chance``).
    """
    seed = match.secrets.chance_seed
    assert seed is not None, "only a hosted match has a seed"
    return {
        "commitment": match.opening["chance"]["commitment"],
        "seed": seed.hex(),
        "draws": list(_draws(matches, match, size)),
    }


def _draws(matches: Matches, match: Match, size: int) -> Iterator[dict[str, Json]]:
    state, drawn = match.ruleset.empty(match.rules, OFFICIAL), 0
    for page in matches.stored_pages(match.id, until=size - 1):
        for decision in map(told, page):
            if decision["actor"] == "chance":
                before = replace(match, drawn=drawn if is_joint(match.rules) else 0)
                found = list(_drawn_in(matches, before, state, decision))
                yield from found
                drawn += len(found)
            if line_starts(decision):
                version = decision["version"]
                state = matches.state_at(match, OFFICIAL, version, version)
            else:
                fold_facts(match.ruleset, state, decision["facts"])


def _drawn_in(matches: Matches, match: Match, state: Any, decision: Told) -> Iterator[dict[str, Json]]:
    """The draws of one decision, each with the place in its record that says what came out.

    They are numbered from 0; where chance is joint, from the number of all draws before (``match.drawn``).
    A record that says something else is told as it is: who verifies it finds that.
    """
    version = decision["version"]
    chance = NotedChance(matches.chance_of(match, version))
    play(match.ruleset, state, "chance", match.ruleset.command_types[decision["command"]["type"]](), chance)
    places = dict(_places(match.ruleset, decision["facts"]))
    for number, draw in enumerate(chance.draws, match.drawn):
        at = next((at for at, said in places.items() if said == draw.drawn), next(iter(places), ""))
        drawn = places.pop(at, draw.drawn)
        yield {"decision": version, "number": number, "from": dict(draw.contents), "drawn": drawn, "at": at}


def _places(ruleset: Ruleset[Any], facts: list[Mapping[str, Json]]) -> Iterator[tuple[str, str]]:
    """Where a decision says what chance drew, and what that was; a number in decimal."""
    for position, fact in enumerate(facts):
        for field in ruleset.fact_types[fact["type"]].FIELDS:
            if field.drawn and field.name in fact:
                value = fact[field.name]
                at = pointer("facts", position, field.name)
                if isinstance(value, list):
                    yield from ((f"{at}/{number}", str(one)) for number, one in enumerate(value))
                else:
                    yield at, str(value)
