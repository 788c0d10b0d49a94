"""Which games there are, what a client must know to play them, and what all of them have: the table."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.kit.facts import Command, Json, schema_of
from domain.kit.ruleset import Ruleset, UnknownRuleset, ruleset, rulesets
from domain.kit.table.facts import TABLE_FACTS
from domain.table import RULES, TITLE
from domain.table.commands import TABLE, TableCommand
from service.api import Resources, the_matches
from service.openapi.response_schemas import COMMAND_MEMBERS, RulesetListSchema, RulesetSchema, TableSchema
from service.web.prefix import address
from service.web.problems import Problem
from service.web.responses import represented

blueprint = Resources("rulesets", __name__, url_prefix="/v1/rulesets", description="The games in the box.")


@blueprint.get("")
@blueprint.response(200, RulesetListSchema)
def list_rulesets() -> Response:
    """A short entry for every ruleset, and where the rules of the table are."""
    listed = [_short(game) for game in rulesets().values()]
    return represented({"rulesets": listed, "table": _table_in_short()}, the_matches().service_key)


@blueprint.get("/table")
@blueprint.response(200, TableSchema)
def read_table() -> Response:
    """What every game has: the commands of the table, who may send them, their facts, and the table's rules."""
    document = {
        **_table_in_short(),
        "commands": {row.command.TYPE: _table_command_schema(row) for row in TABLE.values()},
        "facts": {cls.TYPE: schema_of(cls) for cls in TABLE_FACTS},
        "rules": dict(RULES),
    }
    return represented(document, the_matches().service_key)


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


def _table_command_schema(row: TableCommand) -> dict[str, Json]:
    """The same of a command of the table: ``x-roles`` may send it, ``x-rules`` say when."""
    asked = dict.fromkeys(guard.reference for guard in row.all_guards())
    return {**_command_schema(row.command), "x-roles": list(row.roles), "x-rules": list(asked)}


def _table_in_short() -> dict[str, Json]:
    return {"id": "table", "title": TITLE, "links": {"self": address("/v1/rulesets/table")}}


def _short(game: Ruleset[Any]) -> dict[str, Json]:
    least, most = game.seats
    return {
        "id": game.id,
        "version": game.version,
        "title": game.title,
        "seats": {"min": least, "max": most},
        "links": {"self": address(f"/v1/rulesets/{game.id}"), "table": address("/v1/rulesets/table")},
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
