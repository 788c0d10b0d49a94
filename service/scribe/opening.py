"""Opening the program: the token, the match, the folder, and all that belongs together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from domain.kit.ruleset import rulesets
from service.scribe.board import Board
from service.scribe.cache import Cache, folder_of
from service.scribe.client import Client, Http
from service.scribe.language import Language, Plain
from service.scribe.outbox import Outbox
from service.scribe.session import Session
from service.scribe.spoken import Shorthand
from service.scribe.terminal import run

TOKEN = "KERBHOLZ_TOKEN"
_TOKEN = re.compile(r"[\x21-\x7e]{1,500}")
_MATCH = re.compile(r"[0-9A-Fa-f-]{32,36}")
LONGEST_NAME = 60


class BadOpening(Exception):
    """The program cannot be opened like this; the message says why, and never what the token is."""


def token_from(environment: Mapping[str, str], file: Path | None) -> str:
    """The token, from a file or the environment: never from an argument, which every process could read."""
    if file is not None:
        try:
            token = file.read_text().strip()
        except (OSError, UnicodeError):
            raise BadOpening(f"no token can be read from {file}") from None
        where = str(file)
    else:
        token, where = environment.get(TOKEN, "").strip(), TOKEN
    if not token:
        raise BadOpening(f"the scribe's token has to stand in {TOKEN}, or in a file (--token-file)")
    if not _TOKEN.fullmatch(token):
        raise BadOpening(f"what stands in {where} is no token")
    return token


def language_of(board: Board) -> Language:
    """What a match is entered in: shorthand, or JSON where this installation does not know the game."""
    try:
        ruleset = rulesets()[board.match["ruleset"]]
    except KeyError:
        return Plain()
    return Shorthand(ruleset, board.opening)


def scribe(match: str, address: str, name: str, token_file: Path | None, environment: Mapping[str, str]) -> None:
    """Open a match and read lines until the scribe leaves.

    Raises :class:`BadOpening`, ``OutboxError``, ``NothingKnown``.
    """
    identifier = match.rstrip("/").rpartition("/")[2].lower()
    if not _MATCH.fullmatch(identifier):
        raise BadOpening("a match is named by its id, or by its address")
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise BadOpening(f"a name has 1 to {LONGEST_NAME} letters")
    try:
        send = Http(address)
    except ValueError as error:
        raise BadOpening(str(error)) from None
    client = Client(send, identifier, token_from(environment, token_file))
    folder = folder_of(address, identifier, name, environment)
    with Outbox(folder / "outbox.jsonl", identifier) as outbox:
        session = Session(client, outbox, Cache(folder), name, language_of)
        run(session, client, folder / "history")
