"""What is shown: a board in short, who is next, what a command brings about. Texts only, of any game.

Nothing here knows a game: places, purses and lists of seats are recognised by their form in the view.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.cli.scribe.board import Board, entered_by
from service.cli.scribe.lines import told
from service.cli.scribe.lines.language import Language
from service.cli.scribe.outbox import Entry

WIDTH = 100
"""Columns, where the terminal does not say how many it has."""
MOST_LIKELY = 8
"""Moves that are shown at a time."""
ENVELOPE = ("type", "seat", "occurred_at", "entered_by", "irregular", "declining")
"""What every command can hold."""
MOST_HELP = 5
"""Commands that are explained at a time."""
MOST_VALUES = 12
"""Values of a pattern that are shown."""


# -- the board -----------------------------------------------------------------------------------------------


def board_lines(board: Board, width: int = WIDTH) -> list[str]:
    """The board in short: what is empty or not there is left out."""
    shown = board.view["board"]
    state = f"{board.ruleset.get('title', board.match['ruleset'])}, version {board.version}"
    if board.text and board.language is not None:
        return [state, *told.board_lines(board.text, board.language, width)]
    lines = [f"{state}, {board.view['status']}"]
    lines += wrapped(" | ".join(_members(shown)), width)
    for key, value in shown.items():
        if _is_of_seats(value):
            for seat in value:
                said = " | ".join(_members({name: item for name, item in seat.items() if name != "seat"}))
                name = board.called({"seat": seat["seat"]})
                lines += wrapped(f"{name if key == 'seats' else f'{name} {key}'}: {said}", width)
    if board.view.get("outcome") is not None:
        lines += wrapped(f"outcome: {_short(board.view['outcome'])}", width)
    return lines


def _members(document: Mapping[str, Any]) -> Iterator[str]:
    for key, value in document.items():
        if not _is_of_seats(value) and (said := _short(value)):
            yield f"{key} {said}"


def _is_of_seats(value: Any) -> bool:
    """Whether it is a list of something about each seat."""
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        return False
    return bool(value) and [one.get("seat") for one in value] == list(range(len(value)))


def _short(value: Any) -> str:
    """A value in few letters; nothing for what is empty."""
    if value in (None, "", [], {}):
        return ""
    match value:
        case bool():
            return "yes" if value else "no"
        case {"count": int(count)}:
            return _place(count, value)
        case {"amount": amount, **rest} if not rest:
            return str(amount)
        case {"unknown": number}:
            return f"?{number}"
        case {"hidden": number, **_rest}:
            return f"({number} hidden)"
        case dict():
            inside = ", ".join(_members_of(value))
            return f"({inside})" if inside else ""
        case list():
            return " ".join(_short(item) or "–" for item in value)
    return str(value)


def _members_of(document: Mapping[str, Any]) -> Iterator[str]:
    return (f"{key} {said}" for key, value in document.items() if (said := _short(value)))


def _place(count: int, rest: Mapping[str, Any]) -> str:
    if count == 0:
        return ""
    things = rest.get("things") or {}
    known = [f"{kind} {number}" if number != 1 else kind for kind, number in things.items()]
    unknown = count - sum(things.values())
    parts = [f"{name}: {said}" for name, part in (rest.get("parts") or {}).items() if (said := _short(part))]
    inside = ", ".join(parts or [*known, *([f"?{unknown}"] if unknown else [])])
    return f"{count} ({inside})"


# -- who is next ---------------------------------------------------------------------------------------------


def next_lines(board: Board, language: Language, width: int = WIDTH) -> list[str]:
    """Who is next, and what is likely: the moves that are listed, gathered by who and what."""
    standing = board.match.get("text")
    if board.view["status"] != "playing":
        return wrapped(standing or f"the match is {board.view['status']}", width)
    lines = wrapped(standing or _next(board.awaiting, board), width)
    if board.view.get("consent"):
        lines += wrapped(f"consent is asked: {_short(board.view['consent'])}", width)
    moves = gathered(board.likely())
    for move in moves[:MOST_LIKELY]:
        lines += wrapped(f"  {_listed_move(move, board, language)}", width)
    if len(moves) > MOST_LIKELY:
        more = len(moves) - MOST_LIKELY
        lines.append(f"  and {more} more kind{'s' if more > 1 else ''}: complete with the Tab key")
    return lines


def gathered(moves: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Moves that differ in the values of their members alone, each once, with all values of each member."""
    found: dict[tuple[Any, ...], dict[str, list[Any]]] = {}
    for move in moves:
        seat = move.get("seat")
        key = (move["type"], seat if isinstance(seat, int) else None, *move)
        values = found.setdefault(key, {name: [] for name in move})
        for name, value in move.items():
            if value not in values[name]:
                values[name].append(value)
    return [
        {name: listed[0] if len(listed) == 1 else {"any_of": listed} for name, listed in values.items()}
        for values in found.values()
    ]


def _next(awaiting: Sequence[Any], board: Board) -> str:
    return f"next: {' or '.join(board.called(one) for one in awaiting) or 'nobody'}"


def _listed_move(move: Mapping[str, Any], board: Board, language: Language) -> str:
    mover = board.mover(move)
    if not any(_is_pattern(value) for value in move.values()):
        said = board.told(move)
        return f"{language.move(move, mover)}{f' – {said}' if said else ''}"
    alone = "scribe" if str(move["type"]).startswith("table.") else "chance"
    who = board.called({"seat": mover} if mover is not None else alone)
    own = board.names_another(move["type"])
    rest = {name: value for name, value in move.items() if name != "type" and (own or name != "seat")}
    if "seat" in rest:
        rest["seat"] = _seats(rest["seat"], board)
    members = board.members(move["type"]) if board.language is not None else {}
    titles = board.titles(move["type"])
    said = told.named_sentence(language.sentence(move["type"]), titles) or move["type"]
    values = {
        titles.get(name, name): _pattern(told.labelled(value, board.words.get(_kind(members.get(name)), {})))
        for name, value in rest.items()
    }
    if titles:
        return f"{who}: {said} – " + "; ".join(f"{name}: {value}" for name, value in values.items())
    return f"{who}: {said} – " + ", ".join(f"{name} {value}" for name, value in values.items())


def _kind(schema: Mapping[str, Any] | None) -> str:
    """The kind of a member's values, as the words name it."""
    schemas = [schema or {}, *((schema or {}).get("anyOf") or ())]
    inner = [one.get("items") or {} for one in schemas]
    return next((str(one["x-kind"]) for one in (*schemas, *inner) if "x-kind" in one), "")


def _seats(value: Any, board: Board) -> Any:
    """Seats, or a pattern of them, by what they are called."""
    match value:
        case int():
            return board.called({"seat": value})
        case {"any_of": choices}:
            return {"any_of": [_seats(choice, board) for choice in choices]}
        case {"min": int(least), "max": int(most)}:
            return {"any_of": [board.called({"seat": seat}) for seat in range(least, most + 1)]}
    return value


def _is_pattern(value: Any) -> bool:
    return isinstance(value, dict) and bool({"any_of", "some_of", "min", "text", "unknown"} & set(value))


def _pattern(value: Any) -> str:
    match value:
        case {"any_of": choices, **rest}:
            return "|".join([*_few(choices), *_unseen(rest)])
        case {"some_of": choices, "min": least, "max": most, **rest}:
            number = f"{least}" if least == most else f"{least}–{most}"
            kinds = list(dict.fromkeys(map(str, choices)))
            said = f"{number} of {', '.join([*_few(kinds), *_unseen(rest)])}"
            return f"{said}, then {_pattern(rest['then'])}" if "then" in rest else said
        case {"min": least, "max": most, **rest}:
            return "|".join([f"{least}–{most}", *_unseen(rest)])
        case {"text": _}:
            return "“…”"
        case {"unknown": number}:
            return f"?{number}"
        case list():
            return ", ".join(map(_pattern, value)) or "none"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _unseen(rest: Mapping[Any, Any]) -> list[str]:
    """How shorthand writes what nobody saw, where that may stand for one of the values."""
    return ["?"] if rest.get("unknown") else []


def _few(choices: Sequence[Any]) -> list[str]:
    said = [_pattern(choice) for choice in choices[:MOST_VALUES]]
    return [*said, "…"] if len(choices) > MOST_VALUES else said


# -- what happened -------------------------------------------------------------------------------------------


def decision_line(decision: Mapping[str, Any], board: Board, language: Language) -> str:
    """One decision in one line: its version, who entered it, what it says, and whether it still counts."""
    said = decision.get("text") or language.write(decision)
    said = said or f"{board.called(decision['actor'])}: {decision['command']['type']}"
    mark = " (struck)" if decision.get("struck") else " (changed)" if decision.get("replaced") else ""
    mark = "" if decision.get("text") else mark  # (its sentence says so)
    by = "by itself" if decision.get("automatic") else entered_by(decision)
    return f"{decision['version']:>4} {said} [{by}]{mark}"


def effect_lines(answer: Mapping[str, Any], board: Board, width: int = WIDTH) -> list[str]:
    """What a command brings about: its facts, in the order in which they happen, and what is to be heeded."""
    lines = []
    for decision in answer["decisions"]:
        said = [_fact(fact, board) for fact in decision.get("facts", ()) if not _is_said(decision, fact)]
        if text := decision.get("text"):
            head = "by itself: " if decision.get("automatic") else ""
            lines += wrapped(" ".join([f"  → {head}{text}", *(f"({one})" for one in said)]), width)
            continue
        if decision.get("automatic"):
            said.insert(0, "by itself")
        lines += wrapped("  → " + "; ".join(said), width)
    for warning in answer.get("warnings") or ():
        lines += wrapped(f"  ! {warning.get('detail') or _short(warning)}", width)
    return lines


def _is_said(decision: Mapping[str, Any], fact: Mapping[str, Any]) -> bool:
    """Whether the sentence of a decision says this fact, or need not: who is next and what is wrong are shown."""
    return bool(decision.get("text")) and not (fact["type"] == "Awaited" or fact.get("holds") == "no")


def _fact(fact: Mapping[str, Any], board: Board) -> str:
    match fact:
        case {"type": "Awaited", "who": who}:
            return _next(who, board)
        case {"type": "Asserted", "holds": holds}:
            return _asserted(holds, fact.get("suspects") or ())
        case {"type": "LineChanged", "changes": changes}:
            return "; ".join(_change(change) for change in changes) or "nothing changes"
    rest = {name: value for name, value in fact.items() if name not in ("type", "seat")}
    who = [board.called({"seat": fact["seat"]})] if isinstance(fact.get("seat"), int) else []
    return " ".join([str(fact["type"]), *who, *_members_of(rest)])


def _asserted(holds: str, suspects: Sequence[int]) -> str:
    if holds == "no":
        where = f"; it changed at {', '.join(map(str, suspects))}" if suspects else ""
        return f"THIS DOES NOT HOLD in the record{where}"
    return "this holds" if holds == "yes" else "the record cannot tell"


def _change(change: Mapping[str, Any]) -> str:
    rule = f" ({change['rule']})" if change.get("rule") else ""
    effects = {"stands": "stands", "struck": "is struck", "replaced": "counts with other facts"}
    effect = effects.get(change["effect"], f"is {change['effect']}")
    return f"decision {change['decision']} {effect}{rule}"


# -- the outbox ----------------------------------------------------------------------------------------------


def problem_line(problem: Mapping[str, Any], board: Board) -> str:
    """Why something was refused, with the rule in words where there is one."""
    said = str(problem.get("detail") or problem.get("title") or problem.get("code"))
    errors = "; ".join(f"{name}: {' '.join(texts)}" for name, texts in (problem.get("errors") or {}).items())
    rule = problem.get("rule")
    words = (board.ruleset.get("rules") or {}).get(rule)
    return " – ".join(
        part for part in (said, errors, f"{rule}: {words}" if words else rule, _hint(problem)) if part
    )


def _hint(problem: Mapping[str, Any]) -> str | None:
    """What could be done, as it is typed here."""
    hint = problem.get("hint")
    if isinstance(hint, str) and '"irregular"' in hint:
        return "if it happened all the same, type: irregular NOTE"
    return hint


def queue_lines(entries: Sequence[Entry], board: Board) -> list[str]:
    """What has not been stored yet."""
    lines = []
    for entry in entries:
        if entry.state in ("waiting", "refused"):
            said = problem_line(entry.problem, board) if entry.problem else "waits"
            lines.append(f"{entry.number:>4} {entry.text} – {said}")
    return lines or ["nothing waits: the service has everything"]


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of this width."""
    return textwrap.wrap(text, max(width, 40), subsequent_indent="    ", break_long_words=False) or []


# -- help ----------------------------------------------------------------------------------------------------


def help_lines(about: str, words: Mapping[str, str], board: Board, language: Language) -> list[str]:
    """What can be typed; *about* a word, a command of the game, or a rule, what that is."""
    rules, commands = board.ruleset.get("rules") or {}, board.ruleset.get("commands") or {}
    by_case = {rule.lower(): rule for rule in rules}
    if about.lower() in words:
        return [f"{about.lower()}: {words[about.lower()]}"]
    if about.lower() in by_case:
        rule = by_case[about.lower()]
        return wrapped(f"{rule}: {rules[rule]}", WIDTH)
    found = [about] if about in commands else [kind for kind in language.commands(about) if kind in commands]
    if about and found:
        return [
            line
            for kind in found[:MOST_HELP]
            for line in _of_command(kind, commands[kind], language, board.titles(kind))
        ]
    unknown = [f"there is no word, command or rule “{about}”"] if about else []
    listed = [f"{kind} ({schema['title']})" if "title" in schema else kind for kind, schema in commands.items()]
    return [
        *unknown,
        "A line says what happened, or several things with “;” between them; Enter shows what it does, and Enter"
        " again saves it. Beside that:",
        *(f"  {word:<10} {said}" for word, said in words.items()),
        *wrapped(f"commands: {', '.join(listed if board.language is not None else commands)}", WIDTH),
    ]


def _of_command(kind: str, schema: Mapping[str, Any], language: Language, titles: Mapping[str, str]) -> list[str]:
    """What a command is, what it holds, and how it is said."""
    properties = schema.get("properties") or {}
    own_seat = "x-audience" in (properties.get("seat") or {})
    members = [name for name in properties if name not in ENVELOPE or (own_seat and name == "seat")]
    name = f"{kind} ({schema['title']})" if titles and "title" in schema else kind
    holds = ", ".join(titles.get(member, member) for member in members)
    said = [f"{name}: {schema.get('description', '')}", f"holds: {holds or 'nothing'}"]
    sentence = told.named_sentence(language.sentence(kind), titles)
    said += [f"is said: {sentence}"] if sentence else []
    return [line for text in said for line in wrapped(text, WIDTH)]
