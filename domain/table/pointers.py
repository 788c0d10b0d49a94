"""What a board shows at a JSON pointer (RFC 6901), and whether that is what somebody claims."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from domain.kit.facts import Json
from domain.kit.guards import Verdict, verdict
from domain.kit.written.evidence import steps_of
from domain.match.match import Match

_INDEX = re.compile(r"0|[1-9][0-9]{0,6}")


@dataclass(frozen=True, slots=True)
class Found:
    """What a view shows at a pointer: a *value*, or nothing that is *known*.

    Of the things of a place *unknown* says how many more lie there of which the view does not say what they are;
    it is None for everything else.
    """

    value: Json = None
    unknown: int | None = None
    known: bool = True

    def compared(self, claimed: Json) -> Verdict:
        """Whether what is claimed is there."""
        if not self.known:
            return Verdict.CANNOT_TELL
        if self.unknown is None:
            return _compared(self.value, claimed)
        if isinstance(self.value, dict):
            return _of_things(self.value, claimed, self.unknown)
        return _of_kind(self.value, claimed, self.unknown)


HIDDEN = Found(known=False)


def found_in(match: Match, state: Any, at: str) -> Found | None:
    """What the view of a state shows at a pointer."""
    return found_at(match.ruleset.view(state), at)


def found_at(board: Json, at: str) -> Found | None:
    """What a board shows at a JSON pointer (RFC 6901); None if it has no such place.

    In ``things``, a kind of which nothing is known to lie there counts 0.
    """
    found = raw_at(board, at)
    if found is None or not found.known:
        return found
    return replace(found, value=json.loads(json.dumps(found.value)))  # as it is served: lists, not tuples


def raw_at(board: Json, at: str) -> Found | None:
    """As :func:`found_at`, with the value as the board has it."""
    if at and not at.startswith("/"):
        return None
    found = Found(board)
    for step in steps_of(at):
        inner = _step(found, step)
        if inner is None or not inner.known:
            return inner
        found = inner
    return HIDDEN if _is_untold(found.value) else found


def can_be_there(match: Match, at: str) -> bool:
    """Whether a view can have this place at all, as far as its published schema and the kinds of things say.

    Into what is hidden no view shows whether there is such a place; what is mistyped would never be found out.
    """
    tokens = steps_of(at)
    if len(tokens) > 1 and tokens[-2] == "things" and tokens[-1] not in _kinds(match):
        return False
    schema = match.ruleset.view_schema
    return _has(schema, tokens, schema.get("$defs", {}))


def _kinds(match: Match) -> Container[str]:
    """The kinds of things that there are, by the words of the game and by what lies on the board."""
    census = match.state.census()
    shorthand = match.ruleset.shorthand
    if shorthand is None:
        return _ANYTHING
    named = shorthand.vocabularies({**match.ruleset.board, **match.rules.board})
    return {*census, *(kind for vocabulary in named.values() for kind in vocabulary)}


class _Anything:
    def __contains__(self, _: object) -> bool:
        return True


_ANYTHING = _Anything()


def _has(schema: Mapping[str, Json], tokens: Sequence[str], parts: Mapping[str, Json]) -> bool:
    """Whether what a schema describes can have something there; where it says nothing, it can.

    *parts* are those that it refers to, by name.
    """
    if not tokens or not schema:
        return True
    if "$ref" in schema:
        return _has(parts[schema["$ref"].rpartition("/")[2]], tokens, parts)
    if "allOf" in schema:
        return all(_has(one, tokens, parts) for one in schema["allOf"])
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        return any(_has(choice, tokens, parts) for choice in choices)
    kinds = schema.get("type", ())
    kinds = [kinds] if isinstance(kinds, str) else kinds
    step, rest = tokens[0], tokens[1:]
    if "array" in kinds and _INDEX.fullmatch(step):
        return _has(schema.get("items") or {}, rest, parts)
    if "object" not in kinds:
        return not kinds and "enum" not in schema
    properties = schema.get("properties") or {}
    if step in properties:
        return _has(properties[step], rest, parts)
    more = schema.get("additionalProperties", not properties)
    return _has(more if isinstance(more, dict) else {}, rest, parts) if more else False


def comparable(found: Found | None) -> Any:
    """What is found, for comparing it later, when the board has changed."""
    if found is None or not isinstance(found.value, dict | list | tuple):
        return found
    return found.unknown, json.dumps(found.value, sort_keys=True)


def _step(found: Found, step: str) -> Found | None:
    value = found.value
    if isinstance(value, list | tuple):
        index = int(step) if _INDEX.fullmatch(step) else len(value)
        return Found(value[index]) if index < len(value) else None
    if not isinstance(value, dict):
        return None
    if found.unknown is not None:
        return Found(value.get(step, 0), found.unknown)
    if step == "things" and _is_place(value):
        return Found(value["things"], _unknown(value))
    if step in value:
        return Found(value[step])
    # A place into which one may not look shows its count, or nothing at all.
    return HIDDEN if not value or _is_untold(value) or (step == "things" and "count" in value) else None


def _is_place(value: Mapping[str, Json]) -> bool:
    return isinstance(value.get("count"), int) and isinstance(value.get("things"), dict)


def _unknown(place: Mapping[str, Json]) -> int:
    known: int = sum(place["things"].values())
    return max(0, int(place["count"]) - known)


def _is_untold(value: Json) -> bool:
    """Whether it stands for something that the view does not tell: ``{"unknown": k}``, or ``{"hidden": k}``."""
    return isinstance(value, dict) and ("unknown" in value or "hidden" in value) and "count" not in value


# -- comparing ----------------------------------------------------------------------------------------------


def _compared(shown: Json, claimed: Json) -> Verdict:
    if _is_untold(shown):
        return Verdict.CANNOT_TELL
    if type(shown) is not type(claimed):  # (true is not 1)
        return Verdict.NO
    if isinstance(shown, dict):
        if _is_place(shown) and _unknown(shown) and shown == claimed:
            return Verdict.CANNOT_TELL
        return _all(_of_members(shown, claimed)) if shown.keys() == claimed.keys() else Verdict.NO
    if isinstance(shown, list):
        pairs = zip(shown, claimed, strict=False)
        return _all([_compared(*pair) for pair in pairs]) if len(shown) == len(claimed) else Verdict.NO
    return verdict(bool(shown == claimed))


def _of_members(shown: Mapping[str, Json], claimed: Mapping[str, Json]) -> list[Verdict]:
    place = _is_place(shown)
    return [
        _of_things(value, claimed[name], _unknown(shown))
        if place and name == "things"
        else _compared(value, claimed[name])
        for name, value in shown.items()
    ]


def _of_things(shown: Mapping[str, int], claimed: Json, unknown: int) -> Verdict:
    """Whether these things lie there, and no others; of some the view does not say what they are."""
    if not isinstance(claimed, dict) or any(type(number) is not int for number in claimed.values()):
        return Verdict.NO
    kinds = shown.keys() | claimed.keys()
    more = {kind: claimed.get(kind, 0) - shown.get(kind, 0) for kind in kinds}
    if any(number < 0 for number in more.values()) or sum(more.values()) != unknown:
        return Verdict.NO
    return Verdict.CANNOT_TELL if unknown else Verdict.YES


def _of_kind(shown: int, claimed: Json, unknown: int) -> Verdict:
    """Whether the claimed number of a kind is there."""
    if type(claimed) is not int or not shown <= claimed <= shown + unknown:
        return Verdict.NO
    return Verdict.CANNOT_TELL if unknown else Verdict.YES


def _all(answers: Sequence[Verdict]) -> Verdict:
    if Verdict.NO in answers:
        return Verdict.NO
    return Verdict.CANNOT_TELL if Verdict.CANNOT_TELL in answers else Verdict.YES
