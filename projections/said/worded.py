"""What somebody is told, in words: a sentence for each decision, for each move, and for how a match stands.

A sentence is made from what the gate has let through, so nothing is hidden here. The words have those names of
people that are left (see ``naming``), so one that was erased is in no sentence.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from domain.kit.facts import Json
from domain.kit.state import State
from domain.kit.visibility import OFFICIAL, Viewer, seat_viewer
from domain.kit.words.fluent import BadWords
from domain.kit.words.match import MatchWords
from domain.kit.words.sentences import move, plain_sentence, sentence
from domain.kit.words.standing import standing
from domain.match.principal import Principal

logger = logging.getLogger(__name__)

TEXT = "text"
"""The member that has the sentence."""


def with_text(decision: dict[str, Json], words: MatchWords) -> dict[str, Json]:
    """A decision, as somebody was told it, with its sentence."""
    try:
        text = sentence(words, decision)
    except BadWords as error:
        # Somebody wrote bad words, which the tests of the game should have found: no reason to serve no log.
        logger.error("a decision cannot be said: %s", error)
        text = plain_sentence(words, decision)
    return {**decision, TEXT: text}


def state_with_text(document: dict[str, Json], words: MatchWords) -> dict[str, Json]:
    """A match as everybody may know it, with a sentence about how it stands.

    The sentence is made from what else stands there: status, whom it awaits, what is asked for, and the outcome.
    """
    try:
        text = standing(words, document)
    except BadWords as error:
        logger.error("how a match stands cannot be said: %s", error)
        text = words.label("status", document["status"])
    return {**document, TEXT: text}


def moves_with_text(
    moves: Iterable[dict[str, Json]],
    words: MatchWords,
    state: State,
    principal: Principal,
    viewer: Viewer | None = None,
) -> Iterator[dict[str, Json]]:
    """Moves of *principal* in a state, each with its sentence, made from the view of the seat that may do it.

    Where they are made from what *viewer* knows, so is the sentence.

    A command that has a field of this name keeps it, and gets no sentence.
    """

    @cache
    def board(viewer: Viewer) -> Json:
        return words.game.view(state.masked(viewer))

    for listed in moves:
        fields = {field.name for field in words.game.command_types[listed["type"]].FIELDS}
        if TEXT in fields:
            yield listed
            continue
        try:
            text = move(words, listed, board(viewer or _who_may(listed, fields, state, principal)))
        except BadWords as error:
            logger.error("a move cannot be said: %s", error)
            text = words.label("command", listed["type"])
        yield {**listed, TEXT: text}


def behind_offers(
    moves: Iterable[dict[str, Json]],
    words: MatchWords,
    declined: Sequence[tuple[State, dict[str, Json]]],
    viewer: Viewer,
) -> Iterator[dict[str, Json]]:
    """Moves with their sentences, which say first what is *declined* by them (each in the state before it)."""
    offers = [
        _of_seat(words, said)
        for state, command in declined
        for said in moves_with_text([command], words, state, Principal("scribe"), viewer)
    ]
    for listed in moves:
        if TEXT in listed:
            said = [*offers, _of_seat(words, listed)]
            yield {**listed, TEXT: "; ".join(said)}
        else:
            yield listed


def _of_seat(words: MatchWords, listed: Mapping[str, Json]) -> str:
    """The sentence of a move with the name of its seat, if it is entered for one."""
    fields = {field.name for field in words.game.command_types[listed["type"]].FIELDS}
    if "seat" not in listed or "seat" in fields:
        return str(listed[TEXT])
    return words.words.text("move-of-seat", {"seat": words.seat(listed["seat"]), "move": listed[TEXT]})


def _who_may(listed: Mapping[str, Json], fields: set[str], state: State, principal: Principal) -> Viewer:
    """As whom to look at the board of a move: as the seat that may do it, where it is for one seat."""
    if not principal.official:
        return principal.viewer
    if "seat" in listed and "seat" not in fields:
        return seat_viewer(listed["seat"])
    awaited = state.awaiting
    if len(awaited) == 1 and isinstance(awaited[0], Mapping) and "seat" in awaited[0]:
        return seat_viewer(awaited[0]["seat"])
    return OFFICIAL
