"""What the service says in words, made short enough for a terminal: a board, a move, a decision.

Where it says nothing (an older service, or one that was not asked), ``screen`` says all.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from domain.kit.words.labels import Words, best
from domain.table.worded import table_languages, words_for_table

BETWEEN = " | "


@cache
def of_the_table(language: str) -> Words:
    """The words that every game has, in this language or the next best one."""
    return words_for_table(best([language], table_languages()))


def actor_called(language: str, actor: str) -> str:
    """What the role of somebody who acts is called."""
    return of_the_table(language).label("actor", actor)


# -- the board -----------------------------------------------------------------------------------------------


@dataclass
class _Line:
    text: str
    inner: list[_Line] = field(default_factory=list)


def board_lines(text: str, language: str, width: int) -> list[str]:
    """A board in words, with what is short in one line; without its title, and without what is empty."""
    nothing = of_the_table(language).text("list-empty")
    lines = [line for line in _parsed(text)[1:] if not _is_empty(line, nothing)]
    return list(_shown(lines, nothing, "", width))


def _parsed(text: str) -> list[_Line]:
    """The lines of a text, each with those that are indented below it."""
    found: list[_Line] = []
    above: list[tuple[int, list[_Line]]] = [(-1, found)]
    for line in text.splitlines():
        if said := line.strip():
            depth = len(line) - len(line.lstrip())
            while above[-1][0] >= depth:
                above.pop()
            above[-1][1].append(one := _Line(said))
            above.append((depth, one.inner))
    return found


def _is_empty(line: _Line, nothing: str) -> bool:
    if line.inner:
        return all(_is_empty(one, nothing) for one in line.inner)
    parts = line.text.split("; ")
    return all(part.endswith(f": {nothing}") for part in parts)


def _shown(lines: Sequence[_Line], nothing: str, indent: str, width: int) -> Iterator[str]:
    """Lines in few: those of a list of alike ones stand alone, others one behind the other."""
    alone = len(lines) > 1 and all(one.inner or _is_compound(one) for one in lines)
    run: list[str] = []
    for line in lines:
        inner = [one for one in line.inner if not _is_empty(one, nothing)]
        if not inner and not alone:
            run.append(_without(line.text, nothing))
            continue
        yield from _wrapped(run, indent, width)
        run = []
        if any(one.inner for one in inner) or (len(inner) > 1 and all(map(_is_compound, inner))):
            yield from _wrapped([line.text], indent, width)
            yield from _shown(inner, nothing, f"{indent}  ", width)
        elif inner:
            said = BETWEEN.join(_without(one.text, nothing) for one in inner)
            yield from _wrapped([f"{line.text}: {said}"], indent, width)
        else:
            yield from _wrapped([_without(line.text, nothing)], indent, width)
    yield from _wrapped(run, indent, width)


def _is_compound(line: _Line) -> bool:
    """Whether it says several things of one (``Ada: Turns: 4; Stones: 2``)."""
    return not line.inner and "; " in line.text and line.text.partition("; ")[0].count(": ") > 1


def _without(text: str, nothing: str) -> str:
    """A line without those of its parts in which there is nothing."""
    parts = text.split("; ")
    head, colon, _ = parts[0].partition(": ")
    if parts[0].count(": ") > 1:  # (``Ada: Turns: 0; Reserve: nothing``)
        parts[0] = parts[0].removeprefix(f"{head}: ")
    else:
        head, colon = "", ""
    kept = [part for part in parts if not part.endswith(f": {nothing}")]
    return f"{head}{colon}{'; '.join(kept)}"


def _wrapped(said: Sequence[str], indent: str, width: int) -> list[str]:
    """Texts one behind the other, in as many lines as they need; none of nothing."""
    return textwrap.wrap(
        BETWEEN.join(said),
        max(width, 40),
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


# -- moves ---------------------------------------------------------------------------------------------------


def named_sentence(sentence: str, titles: Mapping[str, str]) -> str:
    """A sentence of shorthand in which each value stands under its title."""
    for name, title in titles.items():
        sentence = sentence.replace(f"<{name}>", f"<{title}>")
    return sentence


def labelled(value: Any, labels: Mapping[str, str]) -> Any:
    """A value or a pattern, with labels in place of ids."""
    match value:
        case {"any_of": choices, **rest}:
            return {"any_of": [labelled(choice, labels) for choice in choices], **rest}
        case {"some_of": choices, **rest}:
            then = {"then": labelled(rest["then"], labels)} if "then" in rest else {}
            return {"some_of": [labelled(choice, labels) for choice in choices], **rest, **then}
        case {"min": int(least), "max": int(most), **rest} if str(least) in labels:
            return {"any_of": [labelled(number, labels) for number in range(least, most + 1)], **rest}
        case list():
            return [labelled(one, labels) for one in value]
        case bool():
            return value
        case str() | int():
            return labels.get(str(value), value)
    return value
