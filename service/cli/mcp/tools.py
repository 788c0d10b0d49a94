"""The tools: what a language model can ask of the service, and how each is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import quote

from service.cli.client import READ_SECONDS, Problem
from service.cli.mcp.asking import Service, new_key
from service.cli.options import match_named

Arguments: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any] | str
"""A document as the API gives it, or a text."""

_MATCH = re.compile(r"[0-9A-Fa-f-]{32,36}")
WITH_TOKENS = ("table.replace-token", "table.substitute")
"""Commands whose answer holds a token: a language model reads none, so these are for other clients."""


class Unusable(Exception):
    """The arguments of a call cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool: *parameters* are JSON Schemas by name, all of which but the *needed* ones may be left out."""

    name: str
    title: str
    description: str
    parameters: Mapping[str, Any]
    needed: tuple[str, ...]
    run: Callable[[Service, Arguments], Answer]
    writes: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments."""
        return {
            "type": "object",
            "properties": dict(self.parameters),
            "required": list(self.needed),
            "additionalProperties": False,
        }


def _path(arguments: Arguments) -> str:
    """The address of the match that is meant; a token in a link is left out."""
    identifier = match_named(arguments["match"])
    if not _MATCH.fullmatch(identifier):
        raise Unusable("A match is named by its id, or by its address.")
    return f"/v1/matches/{identifier}"


def _asked(arguments: Arguments, **more: Any) -> dict[str, Any]:
    """The query: all arguments but the match, by the names that the API has for them."""
    return {name: value for name, value in arguments.items() if name != "match"} | more


def _match(service: Service, arguments: Arguments) -> Answer:
    return service.read(_path(arguments), {"text": service.language})


def _view(service: Service, arguments: Arguments) -> Answer:
    return service.read(f"{_path(arguments)}/view", _asked(arguments))


def _board(service: Service, arguments: Arguments) -> Answer:
    return service.text(f"{_path(arguments)}/picture", _asked(arguments, lang=service.language))


def _moves(service: Service, arguments: Arguments) -> Answer:
    return service.read(f"{_path(arguments)}/moves", _asked(arguments, text=service.language))


def _history(service: Service, arguments: Arguments) -> Answer:
    query = _asked(arguments, text=service.language)
    return service.read(f"{_path(arguments)}/decisions", query, READ_SECONDS + arguments.get("wait", 0))


def _audit(service: Service, arguments: Arguments) -> Answer:
    return service.read(f"{_path(arguments)}/audit", _asked(arguments))


def _knowledge(service: Service, arguments: Arguments) -> Answer:
    return service.read(f"{_path(arguments)}/knowledge", _asked(arguments))


def _rule(service: Service, arguments: Arguments) -> Answer:
    number = arguments["rule"]
    ruleset = "table" if number.startswith("TB-") else arguments.get("ruleset")
    if ruleset is None:
        raise Unusable("Say of which ruleset this rule is: read_match names it.")
    rules = service.read(f"/v1/rulesets/{quote(ruleset, safe='')}", {}).get("rules", {})
    if number not in rules:
        raise Problem(404, {"code": "not-found", "detail": f"{ruleset} has no rule {number}."})
    return {"ruleset": ruleset, "rule": number, "text": rules[number]}


def _try(service: Service, arguments: Arguments) -> Answer:
    return service.post(
        f"{_path(arguments)}/commands",
        {"dry_run": "true", "text": service.language},
        _body(arguments),
        _seen(arguments),
    )


def _send(service: Service, arguments: Arguments) -> Answer:
    headers = {"Idempotency-Key": arguments.get("key") or new_key(), **_seen(arguments)}
    return service.post(f"{_path(arguments)}/commands", {"text": service.language}, _body(arguments), headers)


def _body(arguments: Arguments) -> Mapping[str, Any]:
    commands: list[Mapping[str, Any]] = arguments["commands"]
    for command in commands:
        if command.get("type") in WITH_TOKENS:
            raise Unusable(f"{command['type']} is answered with a token: it cannot be sent from here.")
    return commands[0] if len(commands) == 1 else {"commands": commands}


def _seen(arguments: Arguments) -> dict[str, str]:
    return {"If-Match": f'"{arguments["seen"]}"'} if "seen" in arguments else {}


def _number(said: str, least: int = 0, most: int | None = None) -> dict[str, Any]:
    bounds = {"minimum": least} if most is None else {"minimum": least, "maximum": most}
    return {"type": "integer", **bounds, "description": said}


def _flag(said: str) -> dict[str, Any]:
    return {"type": "boolean", "description": said}


def _text(said: str) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": 500, "description": said}


MATCH = {"match": _text("the id of the match, or its address")}
AS = {"as": _text("whose eyes: public, official, or seat:N for the seat with number N; without it your own")}
AT = {"at": _number("after the decision with this version; without it now")}
LINE = {"line": _number("count corrections up to this version; without it those that people knew then")}
COMMANDS = {
    "commands": {
        "type": "array",
        "minItems": 1,
        "maxItems": 50,
        "items": {
            "type": "object",
            "properties": {"type": {"type": "string"}},
            "required": ["type"],
        },
        "description": "what to do, in this order, all or none; each is a command from list_moves with a value for"
        " each of its patterns and without its text, or a command of the table",
    },
    "seen": _number("the version that you have seen; if the match has gone on since, nothing is done"),
}

TOOLS = (
    Tool(
        "read_match",
        "Read a match",
        "How a match stands: the game (ruleset), who plays, status, version (the number of the newest decision),"
        " whom it awaits, its options and its outcome. Begin here.",
        MATCH,
        ("match",),
        _match,
    ),
    Tool(
        "read_board",
        "Read the board in words",
        "The board in words, as you may see it, now or after an earlier decision. For values as data use"
        " read_view.",
        MATCH | AS | AT | LINE,
        ("match",),
        _board,
    ),
    Tool(
        "read_view",
        "Read the board as data",
        'The board as JSON, as you may see it, now or after an earlier decision. {"hidden": k} is k things'
        ' that you were not told; {"unknown": k} is k things that nobody recorded.',
        MATCH | AS | AT | LINE,
        ("match",),
        _view,
    ),
    Tool(
        "list_moves",
        "List what can be done now",
        "Every lawful command that you can send now, each with a sentence in `text`. No other rules are"
        " needed. An empty list means that it is not your turn: `awaiting` says whose it is. In place of a"
        ' value there can be a pattern, for which you put a value: {"min": a, "max": b} an integer;'
        ' {"any_of": […]} one of these; {"some_of": […], "min": a, "max": b} a list of that many of these,'
        " each position once (with `then`, followed by what that pattern stands for; with `until`, cut off"
        ' when all of those values are in it); {"text": n} a text of at most n characters; {"hex": n} n'
        " random bytes in hex. `table` lists the types of commands of the table, such as table.note, that you"
        " can send as well.",
        MATCH
        | {
            "seat": _number("the moves of this seat alone; for officials"),
            "as": _text("made from the board of public, official or seat:N; without it from your own"),
            "possible": _flag("also what can be done although it breaks a rule, in games that have that"),
            "declining": _flag("also what is behind offers that cost nothing to decline; for a scribe"),
            "untold": _flag("also what can be told of everything that nobody saw; for officials"),
        },
        ("match",),
        _moves,
    ),
    Tool(
        "try_commands",
        "Try commands out",
        "What commands would bring about, or which rule refuses them. Nothing is stored, and nobody learns of it."
        " It stops before chance and before anything that opens a secret.",
        MATCH | COMMANDS,
        ("match", "commands"),
        _try,
    ),
    Tool(
        "send_commands",
        "Send commands",
        "Send commands. They are stored for good and everybody at the table learns of them: there is no undo"
        " but to ask the other players. The answer has all decisions that followed, each with a sentence in"
        " `text`. A refusal names the rule and changes nothing.",
        MATCH
        | COMMANDS
        | {
            "key": {
                "type": "string",
                "pattern": "^[A-Za-z0-9._-]{16,100}$",
                "description": "a key of your own, if you want to repeat a call whose answer was lost: the same"
                " commands with the same key are done once",
            }
        },
        ("match", "commands"),
        _send,
        writes=True,
    ),
    Tool(
        "read_history",
        "Read what has happened",
        "The decisions of a match in their order, as you may read them, each with a sentence in `text`; a"
        " page at a time. Go on with `after`. With `wait` the answer comes as soon as there is a decision"
        " after that version: so you wait for your turn.",
        MATCH
        | AS
        | LINE
        | {
            "after": _number("decisions after this version; without it from the opening on"),
            "limit": _number("the most decisions; without it 100", 1, 1000),
            "wait": _number("seconds to wait for a decision after that version", 0, 55),
            "changed": _flag("also say where on the board each decision changed something"),
            "type": _text("decisions of this type of command alone"),
            "actor": _text("decisions of seat:N, chance, table, host, arbiter or scribe alone"),
            "round": _number("decisions of this round alone"),
            "fact": _text("decisions with a fact of this type alone"),
        },
        ("match",),
        _history,
    ),
    Tool(
        "read_audit",
        "Read how it was played",
        "How a match was played: findings with the rule and the decisions that prove them, accusations, rulings,"
        " appeals, take-backs, who acted for whom.",
        MATCH | AS,
        ("match",),
        _audit,
    ),
    Tool(
        "read_knowledge",
        "Read what somebody knew",
        "What a viewer had been told after a decision, and by which decision; for officials, and for a seat about"
        " itself when the match is over.",
        MATCH | AS | AT,
        ("match",),
        _knowledge,
    ),
    Tool(
        "explain_rule",
        "Explain a rule",
        "What a rule says, by its reference number, such as the `rule` of a refusal or of a finding.",
        {
            "rule": _text("the reference number, such as TB-81"),
            "ruleset": {
                "type": "string",
                "pattern": "^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$",
                "description": "the game that has this rule, as read_match names it; not needed for TB-…",
            },
        },
        ("rule",),
        _rule,
    ),
)
