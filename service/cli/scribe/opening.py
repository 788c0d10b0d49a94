"""Opening the program: the token, the match, the folder, and all that belongs together."""

from __future__ import annotations

import re
from collections.abc import Mapping

from domain.kit.ruleset import rulesets
from domain.kit.text.texts import NotAName, as_name
from domain.kit.words.labels import FALLBACK
from service.cli.client import Client, Http
from service.cli.options import TAG, TOKEN, match_named
from service.cli.options import language_of as language_of_terminal
from service.cli.scribe.board import Board
from service.cli.scribe.cache import Cache, folder_of
from service.cli.scribe.lines.language import Language, Plain
from service.cli.scribe.lines.spoken import Shorthand
from service.cli.scribe.outbox import Outbox
from service.cli.scribe.session import Session
from service.cli.scribe.terminal import run

_MATCH = re.compile(r"[0-9A-Fa-f-]{32,36}")
LONGEST_NAME = 60


class BadOpening(Exception):
    """The program cannot be opened like this; the message says why, and never what the token is."""


def language_of(board: Board) -> Language:
    """What a match is entered in: shorthand, or JSON where this installation does not know the game."""
    try:
        ruleset = rulesets()[board.match["ruleset"]]
    except KeyError:
        return Plain()
    return Shorthand(ruleset, board.opening)


def scribe(
    match: str,
    address: str,
    name: str,
    token: str | None,
    environment: Mapping[str, str],
    lang: str | None = None,
) -> None:
    """Open a match and read lines until the scribe leaves; what is said is in *lang*, or that of the terminal.

    Raises :class:`BadOpening`, ``OutboxError``, ``NothingKnown``.
    """
    if token is None:
        raise BadOpening(f"the scribe's token has to be in {TOKEN}, or in a file (--token-file)")
    identifier = match_named(match).lower()
    if not _MATCH.fullmatch(identifier):
        raise BadOpening("a match is named by its id, or by its address")
    try:
        name = as_name(name)
    except NotAName as error:
        raise BadOpening(f"this is no name: {error}") from None
    if len(name) > LONGEST_NAME:
        raise BadOpening(f"a name has 1 to {LONGEST_NAME} letters")
    try:
        send = Http(address)
    except ValueError as error:
        raise BadOpening(str(error)) from None
    if lang is not None and not TAG.fullmatch(lang):
        raise BadOpening("a language is named by its tag, such as de")
    client = Client(send, identifier, token, lang or language_of_terminal(environment) or FALLBACK)
    folder = folder_of(address, identifier, name, environment)
    with Outbox(folder / "outbox.jsonl", identifier) as outbox:
        session = Session(client, outbox, Cache(folder), name, language_of)
        run(session, client, folder / "history")
