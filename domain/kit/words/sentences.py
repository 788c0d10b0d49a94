"""What a decision says in one sentence, to somebody who was told it so.

A sentence is made from the decision as it came out of the gate, so it can tell no more than that. Its message is
``did-<type>``, of the command and of each fact that is worth a sentence; a command that only its facts speak of
has an empty one. ``do-<type>`` says what can be done, in a move.

A field is an argument of its message: ``$sin`` is its label, and ``$sin-told`` is ``yes``, ``no`` (it is not
there), ``hidden`` (not told to this viewer), ``unknown`` (to nobody) or ``erased``; ``$sin-id`` is the value
itself, to select by. Where a field has a list, ``$cards`` is the list and ``$cards-count`` how many there are;
so it is where a field has numbers of things (``{"red": 2}``). Where a value is made of parts, ``$tile-part-1`` is
the first of them. An object's members are arguments, too (see ``objects``): ``$outcome-winners``. ``$actor`` is
who decided; in the message of a command, ``$actor-own`` is whether that is its ``$seat``, and ``$first-fact`` the
type of the first fact that came of it. Facts of one type that follow each other are said in one, where their
message has the text ``.together``: each field is the list of its values there, and ``$facts`` is how many they
are. With the text ``.together-seat``, those of one seat are; with ``.together-same``, those that have the same in
every field that it names; with ``.together-untold``, those of which not everything was told. A text ``.in-full``
says for a record on paper what a sentence leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, get_origin

from domain.kit.drawing.outline import pointed_at
from domain.kit.facts import Declared, Field, Json, alternatives
from domain.kit.table.commands import TABLE_COMMANDS
from domain.kit.table.disputes import Consent
from domain.kit.table.facts import (
    TABLE_FACTS,
    Asserted,
    Discrepancy,
    EndProposed,
    Irregular,
    IrregularOutOfSight,
    LineChanged,
    PurseOverspent,
)
from domain.kit.table.seats import Substitute
from domain.kit.text.texts import shown
from domain.kit.words.labels import message_type
from domain.kit.words.match import Argument, MatchWords
from domain.kit.words.objects import in_runs, members
from domain.kit.words.values import NUMBER, POINTER, SEAT, VERSION, prettified

YES, NO, HIDDEN, UNKNOWN, ERASED = "yes", "no", "hidden", "unknown", "erased"
TOGETHER, TOGETHER_SEAT, TOGETHER_SAME = "together", "together-seat", "together-same"
TOGETHER_UNTOLD, IN_FULL = "together-untold", "in-full"
OPEN = frozenset(("any_of", "some_of", "min"))
"""What a pattern has that can also say that what it stands for may be unknown."""
PLAIN = (NUMBER, VERSION)
"""Kinds of numbers that have an order: people understand a range of them."""
MOST_NAMED = 20
"""How many values of another kind are named one by one."""
THERE = "is"
"""The field that says what stands where a pointer points at."""
OF_THE_RECORD = frozenset(
    fact.TYPE
    for fact in (LineChanged, Irregular, IrregularOutOfSight, Discrepancy, PurseOverspent, Asserted, EndProposed)
)
"""The types of facts that are about the record itself, whatever was decided."""
_CONTRADICTIONS = frozenset((Discrepancy.TYPE, PurseOverspent.TYPE))
_TOGETHER = (TOGETHER, TOGETHER_SEAT, TOGETHER_SAME, TOGETHER_UNTOLD)
_OF_THE_TABLE = frozenset(fact.TYPE for fact in TABLE_FACTS)


def sentence(words: MatchWords, decision: Mapping[str, Json]) -> str:
    """What *decision* (as it is served) says; a decision that is struck or replaced says so.

    (That something is irregular is a fact, with a sentence of its own.)"""
    command, words = _with_right_name(words, decision), words.then(decision.get("version"))
    actor = _who(words, decision)
    if decision.get("faded"):
        return _plainly(words, actor, command, "decision-faded")
    said = " ".join(filter(None, _sentences(words, actor, command, decision.get("facts", ()))))
    if not said:
        said = _plainly(words, actor, command)
    for mark in ("replaced", "struck"):
        if mark in decision:
            said = words.words.text(f"decision-{mark}", {"sentence": said})
    return said


def _who(words: MatchWords, decision: Mapping[str, Json]) -> str:
    """Who decided; who was not there has not said what an arbiter said in their place."""
    actor, by = words.actor(decision["actor"]), decision.get("recorded_by")
    if decision["command"]["type"] == Consent.TYPE and by == "arbiter" and by != decision["actor"]:
        return words.words.text("in-place-of", {"who": words.actor(by), "seat": actor})
    return actor


def _with_right_name(words: MatchWords, decision: Mapping[str, Json]) -> Mapping[str, Json]:
    """The command of a decision; who sat down with it has the right name there, if it was mended since."""
    command: Mapping[str, Json] = decision["command"]
    if command["type"] != Substitute.TYPE or command.get("correction") or decision.get("faded"):
        return command  # of what has faded there is the type alone
    name = words.sat_down(command["seat"], decision.get("version"))
    return command if name is None else {**command, "name": name}


def remark(words: MatchWords, decision: Mapping[str, Json]) -> str:
    """What *decision* (as it is served) says of the record, and what was decided at the table, in full.

    It is empty where the game was played and there is nothing to say about it.
    """
    command, facts = _with_right_name(words, decision), decision.get("facts", ())
    if decision.get("faded"):
        return ""
    words = words.then(decision.get("version"))
    actor = _who(words, decision)
    if command["type"] in TABLE_COMMANDS:
        of_the_table = [fact for fact in facts if fact["type"] in _OF_THE_TABLE]
        said = list(_sentences(words, actor, command, of_the_table, full=True))
    else:
        said = list(_of_the_record(words, actor, facts))
    for changed in (change for fact in facts if fact["type"] == LineChanged.TYPE for change in fact["changes"]):
        if inner := " ".join(_of_the_record(words, actor, changed.get("facts", ()))):
            said.append(words.words.text("in-decision", {"decision": changed["decision"], "said": inner}))
    return " ".join(filter(None, said))


def _of_the_record(words: MatchWords, actor: str, facts: Sequence[Mapping[str, Json]]) -> Iterator[str]:
    return _facts(words, actor, [fact for fact in facts if fact["type"] in OF_THE_RECORD], full=True)


def plain_sentence(words: MatchWords, decision: Mapping[str, Json]) -> str:
    """Who decided, and what sort of command it was: all that can be said of any decision."""
    words = words.then(decision.get("version"))
    return _plainly(words, words.actor(decision["actor"]), decision["command"])


def move(words: MatchWords, command: Mapping[str, Json], board: Json) -> str:
    """What can be done, as the list of moves names it; *board* is the view of those who are told it."""
    cls = words.game.command_types[command["type"]]
    message = f"do-{message_type(command['type'])}"
    if not words.words.has(message):
        return _with_fields(words, words.label("command", cls.TYPE), cls, command)
    fields = arguments_of(words, cls, [command], words.words.variables(message))
    arguments = {**fields, **words.game.more_said(board, command)}
    for_a_seat = "seat" in command and "seat" not in {declared.name for declared in cls.FIELDS}
    arguments["actor"] = words.seat(command["seat"]) if for_a_seat else ""
    arguments["actor-told"] = YES if for_a_seat else NO
    return words.words.text(message, arguments)


def _with_fields(words: MatchWords, label: str, cls: type[Declared], command: Mapping[str, Json]) -> str:
    said = [
        words.words.text("move-field", {"field": words.words.field(cls, declared.name), "value": value})
        for declared in cls.SENT
        if (value := _field_without_words(words, declared, command.get(declared.name)))
    ]
    return words.words.text("command-with", {"command": label, "fields": ", ".join(said)}) if said else label


def _field_without_words(words: MatchWords, declared: Field, value: Json) -> str:
    readable = value if declared.text or declared.kind is not None else _readable(value)
    said, told = _argument(words, declared, readable)
    if told == HIDDEN and not declared.audience.counted:  # (not even how many)
        return ""
    if told in (HIDDEN, UNKNOWN):
        return words.words.text(f"things-{told}", {"number": said})
    return "" if said is None else str(said)


def _readable(value: Json) -> Json:
    """A value, or what can stand in its place, with ids as people write."""
    if isinstance(value, str):
        return prettified(value)
    if isinstance(value, list):
        return [_readable(item) for item in value]
    return {key: _readable(item) for key, item in value.items()} if isinstance(value, Mapping) else value


def _plainly(words: MatchWords, actor: str, command: Mapping[str, Json], message: str = "decision-plain") -> str:
    """Who decided, and what sort of command it was; with its fields, where no words say more."""
    said = words.label("command", command["type"])
    cls = words.game.command_types.get(command["type"])
    if cls is not None and not words.words.has(f"did-{message_type(command['type'])}"):
        said = _with_fields(words, said, cls, command)
    return words.words.text(message, {"actor": actor, "command": said})


def _sentences(
    words: MatchWords,
    actor: str,
    command: Mapping[str, Json],
    facts: Sequence[Mapping[str, Json]],
    *,
    full: bool = False,
) -> Iterator[str]:
    cls = words.game.command_types.get(command["type"])
    message = f"did-{message_type(command['type'])}"
    if words.words.has(message):
        attribute = IN_FULL if full and words.words.has(message, IN_FULL) else ""
        needed = words.words.variables(message, attribute)
        fields = arguments_of(words, cls, [command], needed) if cls is not None else {}
        first = facts[0]["type"] if facts else ""
        own = YES if fields.get("seat") == actor else NO
        said = {**fields, "actor": actor, "actor-own": own, "first-fact": first}
        yield words.words.text(message, said, attribute).strip()
    else:
        yield _plainly(words, actor, command)
    yield from _facts(words, actor, facts, full=full)


def _facts(
    words: MatchWords, actor: str, facts: Sequence[Mapping[str, Json]], *, full: bool = False
) -> Iterator[str]:
    # What cannot be is said at the end, and not between cards that came together.
    in_order = sorted(facts, key=lambda fact: fact["type"] in _CONTRADICTIONS)
    for name, alike in groupby(in_order, key=lambda fact: fact["type"]):
        message = f"did-{name}"
        if words.words.has(message):
            fact_type = words.game.fact_types[name]
            together = next((text for text in _TOGETHER if words.words.has(message, text)), "")
            names = words.words.variables(message, together) if together else frozenset()
            same = {TOGETHER_SEAT: frozenset({"seat"}), TOGETHER_SAME: names}.get(together, frozenset())
            for run in _together(list(alike), fact_type, together, same):
                in_full = IN_FULL if full and words.words.has(message, IN_FULL) else ""
                attribute = together if len(run) > 1 else in_full
                needed = words.words.variables(message, attribute)
                fields = arguments_of(words, fact_type, run, needed, same)
                arguments = {**fields, "actor": actor, "facts": len(run)}
                yield words.words.text(message, arguments, attribute).strip()


def _together(
    facts: Sequence[Mapping[str, Json]], cls: type[Declared], together: str, same: frozenset[str]
) -> Iterable[list[Mapping[str, Json]]]:
    """Facts of one type in runs that are said in one: those of which the same was told, if that has words.

    Those in one run have the *same* in these fields.
    """
    if not together:
        return [[fact] for fact in facts]

    def alike(position: int) -> list[Json]:
        fact = facts[position]
        told = [_told(fact.get(field.name)) for field in cls.FIELDS]
        alone = together == TOGETHER_UNTOLD and not {HIDDEN, UNKNOWN}.intersection(told)
        return [position if alone else None, *(fact.get(name) for name in sorted(same)), *told]

    return [[facts[n] for n in run] for _, run in groupby(range(len(facts)), key=alike)]


def arguments_of(
    words: MatchWords,
    cls: type[Declared],
    documents: Sequence[Mapping[str, Json]],
    needed: Iterable[str],
    same: frozenset[str] = frozenset(),
) -> dict[str, Argument]:
    """The arguments for the message of a command, of a fact, or of several facts of one type in one.

    Those of fields of which the message needs none, by the names in *needed*, are left out. Several facts have the
    *same* in these fields; of others each one's value counts, but that one seat is called once.
    """
    asked = {name.partition("-")[0] for name in needed}
    made: dict[str, Argument] = {}
    for declared in cls.SENT:
        if declared.name not in asked or declared.name in made:
            continue
        values = [document.get(declared.name) for document in documents]
        if len(set(map(_told, values))) == 1 and _told(values[0]) == YES and len(values) > 1:
            once = declared.name in same or (declared.kind == SEAT and all(one == values[0] for one in values))
            value: Json = values[0] if once else _flat(values)
        else:
            value = values[0]
        said, told = _argument(words, declared, value)
        if declared.kind == SEAT and isinstance(value, list) and len(documents) > 1 and told == YES:
            said = words.counted(SEAT, value)
        made[declared.name] = said if said is not None else ""
        made[f"{declared.name}-told"] = told
        made[f"{declared.name}-id"] = value if isinstance(value, str | int) else ""
        of_members = members(words, declared, value if told == YES else None)
        made.update({f"{declared.name}-{member}": argument for member, argument in of_members.items()})
        if isinstance(value, str) and declared.kind is not None:
            made.update(words.parts(declared.kind, value, f"{declared.name}-part"))
        if declared.kind == POINTER and isinstance(value, str):
            said_there = pointed_at(value, documents[0].get(THERE), words)
            made[declared.name], made[THERE] = map(_quotable, said_there)
        if _is_tally(declared, value):
            made[f"{declared.name}-count"] = sum(value.values())
        elif isinstance(value, list) or declared.is_list:
            made[f"{declared.name}-count"] = _number_in(value)
    return made


def _flat(values: Sequence[Json]) -> list[Json]:
    """All in one list, those of lists singly."""
    return [item for single in values for item in (single if isinstance(single, list) else [single])]


def _number_in(value: Json) -> int:
    if isinstance(value, list):
        return sum(map(_number_in, value))
    if isinstance(value, Mapping):
        number: int = value.get("hidden") or value.get("unknown") or 1
        return number
    return 0 if value is None else 1


def _told(value: Json) -> str:
    """How much of a value this viewer was told."""
    if value is None:
        return NO
    if isinstance(value, Mapping) and not value.keys() & OPEN:
        return next((how for how in (HIDDEN, UNKNOWN, ERASED) if how in value), YES)
    return YES


def _argument(words: MatchWords, declared: Field, value: Json) -> tuple[Argument | None, str]:
    """A field's value as an argument, and how much of it was told."""
    told = _told(value)
    if told == NO:
        return "", told
    if told in (HIDDEN, UNKNOWN):
        return _number_in(value), told
    if told == ERASED:
        return words.words.text("erased"), told
    kind = declared.kind
    if declared.nested or (kind is None and _is_json(declared)):
        return "", told
    if isinstance(value, list) and declared.by is not None:
        return _each(words, declared, value), told
    if isinstance(value, list):
        return _list(words, kind, value), told
    if kind is not None and _is_tally(declared, value):
        return words.tallied(kind, value), told
    return _single(words, kind, value), told


def _is_json(declared: Field) -> bool:
    """Whether its values are JSON of any kind, of which there is nothing to say in words."""
    return any(option is Any or get_origin(option) is Mapping for option in alternatives(declared.hint))


def _is_tally(declared: Field, value: Json) -> bool:
    """Whether a value, of which everything is told, says for things how many there are of each."""
    return isinstance(value, Mapping) and declared.is_tally and _told(value) == YES


def _single(words: MatchWords, kind: str | None, value: Json) -> Argument | None:
    if isinstance(value, Mapping):
        return _pattern(words, kind, value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and kind in (None, NUMBER):
        return value
    # A text of a person is in one line, and acts on nothing around it: the sentence is the match's, not theirs.
    return _quotable(shown(str(value))) if kind is None else words.label(kind, value)


_INNER = str.maketrans(
    {
        **dict.fromkeys('"\uff02', "'"),
        **dict.fromkeys("\u201d\u201f\u275e\u301e\u2033", "\u2019"),
        **dict.fromkeys("\u201c\u275d\u301d", "\u2018"),
        "\u201e": "\u201a",
        "\u301f": "\u201a",
        "\u00ab": "\u2039",
        "\u00bb": "\u203a",
    }
)
"""Double quotation marks, each with the single one that stands for it within others."""


def _quotable(text: str) -> str:
    """A person's text as it stands within quotation marks: it cannot close them, and so it says nothing itself."""
    return text.translate(_INNER)


def _each(words: MatchWords, declared: Field, values: Sequence[Json]) -> str:
    """A list in words that has an item for each seat, or for each value of another kind."""
    single = replace(declared, by=None)
    said = []
    for position, value in enumerate(values):
        of, what = words.at(str(declared.by), position), _argument(words, single, value)[0]
        said.append(words.words.text("each", {"of": of, "value": what}))
    return words.listed(said)


def _list(words: MatchWords, kind: str | None, values: Sequence[Json]) -> str:
    """A list in words: what is told of it, and how many things more there are."""
    told = [value for value in values if _told(value) == YES and not isinstance(value, Mapping)]
    if kind == VERSION and len(told) == len(values):
        return in_runs(words, sorted(told))
    if kind == SEAT:  # in their order, in which one can come twice
        said = [words.seat(seat) for seat in told]
    else:
        counted = told and kind not in (None, NUMBER)
        said = [words.counted(str(kind), told)] if counted else [str(value) for value in told]
    numbers = {how: sum(_number_in(value) for value in values if _told(value) == how) for how in (HIDDEN, UNKNOWN)}
    said += [words.words.text(f"things-{how}", {"number": number}) for how, number in numbers.items() if number]
    return words.listed(said)


def _pattern(words: MatchWords, kind: str | None, value: Mapping[str, Any]) -> str | None:
    """What can stand in this place of a move."""
    if "any_of" in value:
        if any(isinstance(option, list) for option in value["any_of"]):
            return _any_list(words, kind, value["any_of"])
        options = [str(_single(words, kind, option)) for option in value["any_of"]]
        return words.either(options)
    if "some_of" in value:
        said = _some_of(words, kind, value["some_of"], value["min"], value["max"])
        behind = _pattern(words, kind, value["then"]) if "then" in value else None
        return said if behind is None else words.words.text("list-then", {"first": said, "then": behind})
    if "text" in value:
        return words.words.text("any-text")
    if "min" in value:
        if value["min"] == value["max"]:
            return str(_single(words, kind, value["min"]))
        if kind not in (None, *PLAIN) and value["max"] - value["min"] < MOST_NAMED:
            return words.either([words.label(kind, one) for one in range(value["min"], value["max"] + 1)])
        return words.words.text(
            "from-to", {bound: str(_single(words, kind, value[bound])) for bound in ("min", "max")}
        )
    return None


def _any_list(words: MatchWords, kind: str | None, options: Sequence[Sequence[Json]]) -> str:
    """One of some lists: how many things it has, and which can be in it. (There may be thousands of lists.)"""
    numbers = [len(option) for option in options]
    things = list(dict.fromkeys(thing for option in options for thing in option))
    return _some_of(words, kind, things, min(numbers), max(numbers))


def _some_of(words: MatchWords, kind: str | None, things: Sequence[Json], least: int, most: int) -> str:
    said = words.counted(kind or NUMBER, things)
    if least == len(things):
        return said
    if least == most:
        return words.words.text("number-of", {"options": said, "number": least})
    return words.words.text("some-of", {"options": said, "min": least, "max": most})
