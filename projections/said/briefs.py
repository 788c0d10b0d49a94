"""What paper has little room for: values and facts in short, in the words of the game.

``brief-<fact>`` in a game's words is how the fact is written in short. A field is an argument there as it is in
sentences (``$sin``, ``$sin-id``), but in short: what is not told is ``?``, and lists are counted without an "and".
A game without words has lines in its sheet.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from domain.kit.facts import Field, Json
from domain.kit.sheets import UNKNOWN
from domain.kit.text.texts import shown
from domain.kit.words.match import MatchWords
from domain.kit.words.values import NUMBER

NOTHING = "–"
"""The sign for a value that does not exist yet, such as a score before the end."""


def brief(words: MatchWords, fact: Mapping[str, Json]) -> str | None:
    """A fact in short; None if it is left out on paper."""
    kind = fact["type"]
    message = f"brief-{kind}"
    if words.words.has(message):
        arguments: dict[str, str] = {}
        for declared in words.game.fact_types[kind].FIELDS:
            said = _field(words, declared, fact.get(declared.name))
            known = isinstance(fact.get(declared.name), str | int)
            arguments[declared.name] = said
            arguments[f"{declared.name}-id"] = str(fact[declared.name]) if known else said
        return shown(words.words.text(message, arguments))
    line = words.game.sheet.lines.get(kind)
    if line is None:
        return None
    return line.format_map(defaultdict(str, {name: value(words, one) for name, one in fact.items()}))


def _field(words: MatchWords, declared: Field, told: Json) -> str:
    """The value of a field in short."""
    kind = declared.kind
    if kind in (None, NUMBER) or isinstance(told, bool):
        return value(words, told)

    def label(one: Json) -> str:
        return words.label(str(kind), one)

    match told:
        case str() | int():
            return label(told)
        case list() | tuple() if told and all(isinstance(one, str | int) for one in told):
            counted = Counter(map(label, told)).items()
            return ", ".join(f"{number} {one}" if number > 1 else one for one, number in counted)
        case list() | tuple() if told:
            return ", ".join(_field(words, declared, one) for one in told)
        case dict() if declared.is_tally and not {"hidden", "unknown", "erased"} & told.keys():
            return ", ".join(f"{number} {label(one)}" for one, number in told.items()) or NOTHING
    return value(words, told)


def value(words: MatchWords, told: Json) -> str:
    """A value in short: what is hidden or unknown as ``?``, with its number where it is several things."""
    match told:
        case None:
            return NOTHING
        case bool():
            return words.words.text("yes" if told else "no")
        case {"erased": True}:
            return words.words.text("erased")
        case {"hidden": int(number)} | {"unknown": int(number)}:
            return UNKNOWN if number == 1 else f"{number} {UNKNOWN}"
        case {"seat": int(seat), **rest} if not rest:
            return words.seat(seat)
        case dict():
            return ", ".join(f"{shown(name)} {value(words, one)}" for name, one in told.items()) or NOTHING
        case list() if told and all(isinstance(one, str) for one in told):
            counted = Counter(map(shown, told)).items()
            return " ".join(f"{number} {kind}" if number > 1 else kind for kind, number in counted)
        case list():
            between = " / " if any(isinstance(one, list | dict) and len(one) > 1 for one in told) else " "
            return between.join(value(words, one) for one in told) or NOTHING
    return shown(str(told))


def tallied(words: MatchWords, kind: str, told: Json) -> str:
    """A value in short; a tally by what its values, of the *kind*, are called (0 if it is empty)."""
    if not isinstance(told, Mapping):
        return value(words, told)
    named = {one: one if one == UNKNOWN else words.label(kind, one) for one in told}
    return ", ".join(f"{number} {named[one]}" for one, number in told.items()) or "0"


def column(words: MatchWords, title: str, meaning: str) -> tuple[str, str]:
    """What a column of a seat is called and what stands there, in the game's words where it has any."""
    message = f"balance-{title.lower()}"
    return words.words.plain(message) or title, words.words.plain(message, "about") or meaning


def key(words: MatchWords) -> str:
    """What the signs in short facts mean."""
    return words.words.plain("brief-key") or words.game.sheet.key
