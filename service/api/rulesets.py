"""Which games there are, and what a client must know to play them."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.kit.facts import Command, Json, schema_of
from domain.kit.ruleset import Ruleset, UnknownRuleset, ruleset, rulesets
from service.api import Resources, the_matches
from service.openapi.response_schemas import COMMAND_MEMBERS, RulesetListSchema, RulesetSchema
from service.web.prefix import address
from service.web.problems import Problem
from service.web.responses import represented

blueprint = Resources("rulesets", __name__, url_prefix="/v1/rulesets", description="The games in the box.")


@blueprint.get("")
@blueprint.response(200, RulesetListSchema)
def list_rulesets() -> Response:
    """Every ruleset, in short."""
    found = [_short(game) for game in rulesets().values()]
    return represented({"rulesets": found}, the_matches().service_key)


@blueprint.get("/<identifier>")
@blueprint.response(200, RulesetSchema)
def read_ruleset(identifier: str) -> Response:
    """One ruleset: options, board, commands, facts with their audiences, view and rules."""
    try:
        game = ruleset(identifier)
    except UnknownRuleset:
        raise Problem("not-found", "There is no such ruleset.") from None
    return represented(_long(game), the_matches().service_key)


def _command_schema(cls: type[Command]) -> dict[str, Json]:
    """The schema of a command as it is sent: its own fields, whom it is for, and when it is said to have been."""
    schema = schema_of(cls)
    return {**schema, "properties": {**COMMAND_MEMBERS, **schema["properties"]}}


def _short(game: Ruleset[Any]) -> dict[str, Json]:
    least, most = game.seats
    return {
        "id": game.id,
        "version": game.version,
        "title": game.title,
        "seats": {"min": least, "max": most},
        "links": {"self": address(f"/v1/rulesets/{game.id}")},
    }


def _long(game: Ruleset[Any]) -> dict[str, Json]:
    return {
        **_short(game),
        "options": {"type": "object", "properties": dict(game.options), "additionalProperties": False},
        "board": {
            "values": dict(game.board),
            "schema": {"type": "object", "properties": dict(game.board_schema), "additionalProperties": False},
        },
        "commands": {name: _command_schema(cls) for name, cls in game.command_types.items()},
        "facts": {name: schema_of(cls) for name, cls in game.fact_types.items()},
        "view": dict(game.view_schema),
        "rules": dict(game.rules),
    }
