"""Which games there are, what a client must know to play them, and what all of them have: the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Response

from domain.kit.facts import Command, Fact, Json
from domain.kit.ruleset import Ruleset, UnknownRuleset, ruleset, rulesets
from domain.kit.table.facts import TABLE_FACTS
from domain.kit.table.naming import KINDS
from domain.kit.words.labels import Words, message_type, title_of
from domain.kit.words.lacking import sections
from domain.kit.words.match import MatchWords
from domain.kit.words.schemas import titled, titled_members, titled_options, titled_view
from domain.kit.written.notation import encoded
from domain.table import RULES, TITLE
from domain.table.commands import TABLE, TableCommand
from domain.table.worded import (
    languages_for,
    table_languages,
    words_for,
    words_for_table,
    words_on_its_board,
)
from service.api import Resources, the_matches
from service.openapi.answers.response_schemas import COMMAND_MEMBERS
from service.openapi.answers.ruleset_schemas import RulesetListSchema, RulesetSchema, TableSchema
from service.openapi.query_schemas import LanguageQuery
from service.web.languages import headers_in, language
from service.web.prefix import address
from service.web.problems import Problem
from service.web.responses import JSON, represented, represented_bytes

blueprint = Resources("rulesets", __name__, url_prefix="/v1/rulesets", description="The games in the box.")


@blueprint.get("")
@blueprint.arguments(LanguageQuery(), location="query")
@blueprint.response(200, RulesetListSchema)
def list_rulesets(query: dict[str, Any]) -> Response:
    """A short entry for every ruleset, and where the rules of the table are.

    Each links to the whole ruleset, and is told about in the best language that this game has. Which there are
    depends on what is installed.
    """
    asked = query.get("lang")
    table = words_for_table(language(table_languages(), asked))
    listed = [(game, words_for(game, [language(languages_for(game), asked)])) for game in rulesets().values()]
    document = {"rulesets": [_short(game, words) for game, words in listed], "table": _table_in_short(table)}
    spoken = headers_in(table.language, *(words.language for _, words in listed))
    return represented(document, the_matches().service_key, spoken)


@blueprint.get("/table")
@blueprint.arguments(LanguageQuery(), location="query")
@blueprint.response(200, TableSchema)
def read_table(query: dict[str, Any]) -> Response:
    """What every game has: the commands of the table, who may send them, their facts, and the table's rules.

    The commands and facts are JSON Schemas by type; ``x-roles`` says who may send a command.
    """
    words = words_for_table(language(table_languages(), query.get("lang")))
    commands = {row.command.TYPE: row for row in TABLE.values()}
    facts = {cls.TYPE: cls for cls in TABLE_FACTS}
    kinds: dict[str, Iterable[str]] = {"command": commands, "fact": facts, **KINDS}
    document = {
        **_table_in_short(words),
        "commands": {name: _table_command_schema(row, words) for name, row in commands.items()},
        "facts": {name: _fact_schema(cls, words) for name, cls in facts.items()},
        "rules": dict(RULES),
        "words": {
            kind: {name: words.label(kind, message_type(name)) for name in names} for kind, names in kinds.items()
        },
        "explanations": {
            kind: {name: about for name in names if (about := words.about(kind, message_type(name)))}
            for kind, names in kinds.items()
        },
        "sections": _sections(RULES, words),
    }
    return represented(document, the_matches().service_key, headers_in(words.language))


@blueprint.get("/<identifier>")
@blueprint.arguments(LanguageQuery(), location="query")
@blueprint.response(200, RulesetSchema)
def read_ruleset(query: dict[str, Any], identifier: str) -> Response:
    """One ruleset: options, board, commands, facts with their audiences, view, rules, and what all is called.

    All of them are JSON Schemas, from which forms and types can be made. One version of a ruleset does not change.
    """
    try:
        game = ruleset(identifier)
    except UnknownRuleset:
        raise Problem("not-found", "There is no such ruleset.") from None
    chosen = language(languages_for(game), query.get("lang"))
    body, said_in = _encoded(game, chosen, address(""))
    return represented_bytes(body, JSON, the_matches().service_key, headers_in(said_in))


_made: dict[tuple[int, str, str], tuple[Ruleset[Any], bytes, str]] = {}
"""The documents of rulesets that were asked for: of which one, in which language, under which prefix."""
MOST_MADE = 64
"""Documents that are kept; a prefix may be given by each request, where a proxy is trusted."""


def _encoded(game: Ruleset[Any], chosen: str, base: str) -> tuple[bytes, str]:
    """The document of a ruleset, and the language that it is in. It does not change, and takes long to be made."""
    key = (id(game), chosen, base)
    made = _made.get(key)  # looked up once: another thread may clear it
    if made is None:
        words = words_on_its_board(game, [chosen])
        made = (game, encoded(_long(game, words)), words.words.language)
        if len(_made) >= MOST_MADE:
            _made.clear()
        _made[key] = made
    return made[1:]


def _command_schema(cls: type[Command], words: Words) -> dict[str, Json]:
    """The schema of a command as it is sent: its own fields, whom it is for, and when it is said to have been."""
    schema = titled(cls, words)
    members = titled_members(COMMAND_MEMBERS, words, "sent")
    return {**schema, "properties": {**members, **schema["properties"]}}


def commands_of(game: Ruleset[Any], words: Words) -> dict[str, dict[str, Json]]:
    """The schemas of a game's commands; ``x-chance`` where no seat decides, but chance does."""
    chance = {"x-chance": True}
    return {
        name: {**_command_schema(cls, words), **(chance if cls in game.chance_commands else {})}
        for name, cls in game.command_types.items()
    }


def _fact_schema(cls: type[Fact], words: Words) -> dict[str, Json]:
    """The schema of a fact; ``x-opens`` where it tells somebody what was secret or undrawn before."""
    schema = titled(cls, words)
    return {**schema, "x-opens": True} if cls.OPENS else schema


def _table_command_schema(row: TableCommand, words: Words) -> dict[str, Json]:
    """The same of a command of the table: ``x-roles`` may send it, ``x-rules`` say when."""
    asked = dict.fromkeys(guard.reference for guard in row.all_guards())
    return {**_command_schema(row.command, words), "x-roles": list(row.roles), "x-rules": list(asked)}


def _table_in_short(words: Words) -> dict[str, Json]:
    return {
        "id": "table",
        "title": words.plain("table") or TITLE,
        "languages": list(table_languages()),
        "links": {"self": address("/v1/rulesets/table")},
    }


def _short(game: Ruleset[Any], words: Words) -> dict[str, Json]:
    least, most = game.seats
    about = words.plain("game", "about")
    return {
        "id": game.id,
        "version": game.version,
        "title": title_of(game, words),
        **({"description": about} if about else {}),
        "languages": list(languages_for(game)),
        "seats": {"min": least, "max": most},
        "links": {"self": address(f"/v1/rulesets/{game.id}"), "table": address("/v1/rulesets/table")},
    }


def _long(game: Ruleset[Any], on_board: MatchWords) -> dict[str, Json]:
    words = on_board.words
    board = titled_options(game.board_schema, words, "board")
    return {
        **_short(game, words),
        "options": {
            "type": "object",
            "properties": titled_options(game.options, words),
            "additionalProperties": False,
        },
        "board": {
            "values": dict(game.board),
            "schema": {"type": "object", "properties": board, "additionalProperties": False},
        },
        **({"boxes": {name: dict(box) for name, box in game.boxes.items()}} if game.boxes else {}),
        "commands": commands_of(game, words),
        "facts": {name: _fact_schema(cls, words) for name, cls in game.fact_types.items()},
        "view": titled_view(game.view_schema, words),
        "rules": dict(game.rules),
        "words": on_board.kinds(),
        "explanations": on_board.explanations(),
        "sections": _sections(game.rules, words),
    }


def _sections(rules: Iterable[str], words: Words) -> dict[str, str]:
    return {section: words.label("section", section) for section in sections(rules)}
