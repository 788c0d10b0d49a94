"""Any command of any game, as JSON: what a client could send, sensible or not."""

from __future__ import annotations

from random import Random
from types import NoneType
from typing import Any, get_args

from domain.kit.facts import alternatives
from domain.kit.ruleset import rulesets
from domain.kit.shorthand.parsing.grammar import grammar_of
from domain.kit.shorthand.sentences import Kind

SEATS = 4
TEXTS = ("words", 'with “quotes”, "these" and #', "two\nlines \\ \t", "…", "naïve 葉 🎲")
UNSENT = ("table.stall",)


def any_value(words: Any, kind: Kind, rng: Random) -> Any:
    """A value of a kind: what a client could send."""
    if kind.unknown and rng.random() < 0.2:
        return {"unknown": rng.randint(1, 4)} if kind.many else {"unknown": 1}
    if kind.many:
        one = Kind(kind.name, choices=kind.choices)
        things = [any_value(words, one, rng) for _ in range(rng.randint(0, 4))]
        doubled = [thing for thing in things for _ in range(rng.choice((1, 1, 3)))]
        return [{"unknown": 1} if kind.unknown and rng.random() < 0.2 else thing for thing in doubled]
    if kind.choices:
        return rng.choice(kind.choices)
    if kind.name in words:
        return rng.choice(sorted(words[kind.name]))
    return {
        "seat": lambda: rng.randrange(SEATS),
        "number": lambda: rng.choice((0, 1, 7, 12, 431)),
        "yes-no": lambda: rng.random() < 0.5,
        "text": lambda: rng.choice(TEXTS),
        "word": lambda: rng.choice(("MC-T2", "hand-over", "M12", "two words", "7")),
        "thing": lambda: rng.choice(("bread", "wine")),
        "place": lambda: rng.choice(("bag", "hand:2", "tiles:baden:1", "abyss-opened")),
        "pointer": lambda: rng.choice(("/seats/0/taler", '/a b/"', "")),
        "json": lambda: rng.choice((14, "x", None, True, [1, {"a": "#"}], {"count": 2})),
    }[kind.name]()


def any_command(game: str, kind: str, rng: Random) -> dict[str, Any]:
    """A command of this type, its optional fields there or not."""
    ruleset = rulesets()[game]
    words = grammar_of(ruleset).shorthand.vocabularies(ruleset.board)
    sentence = grammar_of(ruleset).by_type[kind]
    fields = {declared.name: declared for declared in sentence.command.SENT}
    command: dict[str, Any] = {"type": kind}
    drawn = actor_of(game, kind) == "chance"
    for name, of in sentence.kinds.items():
        if of.name in ("sentence", "changes"):
            command[name] = NESTED[of.name](game, rng)
        elif NoneType in alternatives(fields[name].hint) and (
            words.get(of.name) == {} or not (drawn or rng.random() < 0.5)
        ):
            continue  # it may be left out, or there is nothing of its kind
        else:
            command[name] = any_value(words, of, rng)
    for name, declared in fields.items():
        if name not in sentence.kinds and rng.random() < 0.5:
            command[name] = True
            assert any(get_args(option) == (True,) for option in alternatives(declared.hint)), name
    return command


def any_move(game: str, rng: Random) -> dict[str, Any]:
    """A command of the game."""
    kinds = [command.TYPE for command in rulesets()[game].commands]
    return any_command(game, rng.choice(kinds), rng)


def any_changes(game: str, rng: Random) -> list[Any]:
    """What an amendment asks for."""
    changes: list[Any] = [{"decision": 3, "effect": "remove"}]
    entry = {"command": any_move(game, rng), "seat": rng.randrange(4)}
    changes.append({"decision": 4, "effect": "replace", "commands": [{**entry, "irregular": True}]})
    more = [entry, {"command": any_move(game, rng), "seat": 1}]
    for drawn in rulesets()[game].chance_commands[:1]:
        more.insert(1, {"command": any_command(game, drawn.TYPE, rng)})
    changes.append({"decision": 5, "effect": "insert", "commands": more})
    return rng.sample(changes, rng.randint(1, 3))


NESTED = {"sentence": any_move, "changes": any_changes}


def sendable(game: str) -> list[str]:
    """The types of all commands that somebody sends."""
    return [kind for kind in rulesets()[game].command_types if kind not in UNSENT]


def actor_of(game: str, kind: str) -> str | None:
    """Who says it: chance, the scribe, or a seat."""
    if kind in [command.TYPE for command in rulesets()[game].chance_commands]:
        return "chance"
    return "scribe" if kind.startswith("table.") else None
