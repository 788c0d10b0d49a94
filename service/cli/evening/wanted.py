"""What opens the matches of an evening: from tables and options, or from matches that were played before."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from domain.kit.ruleset import BadOption, UnknownRuleset, ruleset
from domain.kit.text.naming import no_such
from domain.match.opening import Opening, SeatWanted, as_kept, colours_for, not_kept, rules_for
from service.cli.record import Failure, Refusal, Service

TITLE, EXTERNAL_ID = "title", "external-id"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A match that is to be opened: what its table is called, and the request."""

    label: str
    body: Mapping[str, Any]

    @property
    def names(self) -> list[str]:
        """Who is to play, in the order of the seats."""
        return [str(seat["name"]) for seat in self.body["seats"]]


def body_of(
    game: str, names: Sequence[str], mode: str, options: Mapping[str, Any], *, public: bool, title: str | None
) -> dict[str, Any]:
    """The request that opens a match of *game*."""
    return {
        "ruleset": game,
        "mode": mode,
        "seats": [{"name": name} for name in names],
        "options": dict(options),
        "public": public,
        "labels": {} if title is None else {TITLE: title},
    }


def option(given: str) -> tuple[str, Any]:
    """``NAME=VALUE``, the value as JSON or else as a text; raises :class:`Failure`."""
    name, found, value = given.partition("=")
    if not found or not name:
        raise Failure(f"an option is NAME=VALUE, which {given} is not")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def again(
    service: Service, match: str, token: str | None, options: Mapping[str, Any], title: str | None = None
) -> dict[str, Any]:
    """The request that opens a match with the seats, options and board of another one; raises :class:`Failure`.

    Without a *title* it has that of the other one, too.
    """
    path = f"/v1/matches/{quote(match, safe='')}"
    with service.expected():
        found = service.told(path, token)
        (opening,) = service.told(f"{path}/decisions", token, limit="1")["decisions"]
        return _again(match, found, opening, options, title)


def _again(
    match: str, found: Mapping[str, Any], opening: Mapping[str, Any], options: Mapping[str, Any], title: str | None
) -> dict[str, Any]:
    seats = [{"name": seat["name"], "colour": seat["colour"]} for seat in found["seats"]]
    if not all(isinstance(seat["name"], str) for seat in seats):
        raise Failure(f"the name of a seat of {match} was erased: open the rematch from a list of names")
    labels = found["labels"] if isinstance(found["labels"], dict) and "erased" not in found["labels"] else {}
    return {
        "ruleset": found["ruleset"],
        "mode": found["mode"],
        "seats": seats,
        "options": {**found["options"], **options},
        "board": opening["board"],
        "public": found["public"],
        "labels": {
            **{name: text for name, text in labels.items() if name != EXTERNAL_ID},
            **({} if title is None else {TITLE: title}),
        },
    }


def check(service: Service, wanted: Sequence[Wanted]) -> None:
    """Raise :class:`Failure` with all that is wrong, before anything is opened."""
    labels = Counter(one.label for one in wanted)
    if twice := [label for label, often in labels.items() if often > 1]:
        raise Failure(f"two tables have the same label: {', '.join(twice)}")
    games = {str(one.body["ruleset"]) for one in wanted}
    seats = {game: _seats(service, game) for game in games}
    wrong = [f"{one.label}: {said}" for one in wanted for said in _wrong(one, seats[str(one.body["ruleset"])])]
    if wrong:
        raise Failure("\n".join(wrong))


def _seats(service: Service, game: str) -> Mapping[str, int]:
    """How many can play a game: ``{"min", "max"}``; raises :class:`Failure` for one that is not there."""
    try:
        with service.expected():
            found = service.told(f"/v1/rulesets/{quote(game, safe='')}")["seats"]
            return {"min": int(found["min"]), "max": int(found["max"])}
    except Refusal as refusal:
        if refusal.problem.get("code") != "not-found":
            raise
        with service.expected():
            known = [str(one["id"]) for one in service.told("/v1/rulesets")["rulesets"]]
        raise Failure(no_such("ruleset", game, known)) from None


def _wrong(wanted: Wanted, seats: Mapping[str, int]) -> Iterator[str]:
    number = len(wanted.names)
    if not seats["min"] <= number <= seats["max"]:
        yield f"{number} players, and the game is for {seats['min']} to {seats['max']}"
        return
    try:
        game = ruleset(str(wanted.body["ruleset"]))
    except UnknownRuleset:
        return  # the service knows more than this installation
    people = [SeatWanted(seat["name"], seat.get("colour")) for seat in wanted.body["seats"]]
    body = wanted.body
    opening = Opening(
        game.id, people, body["mode"], body["options"], body.get("board") or {}, labels=body["labels"]
    )
    found = list(not_kept(opening))
    if not found:
        try:
            as_kept(opening)
            rules_for(game, opening)
            colours_for(people)
        except BadOption as error:
            found = [error]
    for bad in found:
        yield f"{_called(bad.field, wanted.names)}: {bad.detail}"


def _called(field: str, names: Sequence[str]) -> str:
    """What a field of an opening is called: a seat by its name."""
    kind, _, rest = field.partition(".")
    number = rest.partition(".")[0]
    return names[int(number)] if kind == "seats" and number.isdecimal() else field
