"""What was opened on an evening: a file of its folder, written before and after each request.

Each match has an ``Idempotency-Key`` before it is asked for the first time, and keeps it. So a run that was killed
goes on, and no table is opened twice, whatever became of the last answer.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from service.cli.evening.event import is_match
from service.cli.evening.tables import as_listed
from service.cli.evening.wanted import Wanted
from service.cli.record import Failure, Refusal, Service

FORMAT = "kerbholz-evening-1"
FILE = "evening.json"
PLAYERS, OFFICIALS, EVENT = "players.html", "officials.html", "event.json"
"""What is written when all is open."""
FOLDER_MODE, MODE = 0o700, 0o600
"""For their owner alone: everything in the folder holds tokens."""
KEY_BYTES = 16
_KEY, _TOKEN = re.compile("[0-9a-f]{32}"), re.compile(r"[\x21-\x7e]{1,500}")
_ROLES = ("arbiter", "host", "scribe", "spectator")
CONFLICT, INTERNAL = 409, 500
"""A refusal with one of these statuses, or a greater one than the last, does not say that nothing was opened."""


class BadFolder(Failure):
    """The folder cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A match of the list: with its key, whether it may have been *asked* for, and what the service answered."""

    wanted: Wanted
    key: str
    asked: bool = False
    match: Mapping[str, Any] | None = None

    @property
    def label(self) -> str:
        """What the table is called."""
        return self.wanted.label


class Journal:
    """The matches of an evening, in a folder; *address* is the service's."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        self._address = address
        self.opened: list[Opened] = self._read()

    @classmethod
    @contextmanager
    def of(cls, folder: Path, address: str) -> Iterator[Journal]:
        """The journal of a folder, which is made if there is none; one program at a time has it.

        Raises :class:`BadFolder` and ``OSError``.
        """
        folder.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
        held = os.open(folder, os.O_RDONLY)
        try:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadFolder(f"another program is opening matches in {folder}") from None
            yield cls(folder, address)
        finally:
            os.close(held)

    def _read(self) -> list[Opened]:
        path = self.folder / FILE
        if not path.exists():
            for name in (PLAYERS, OFFICIALS, EVENT):
                if (self.folder / name).exists():
                    raise BadFolder(f"{self.folder} holds {name}, and no {FILE} of it: take another folder")
            return []
        try:
            found = json.loads(path.read_bytes())
            if found["format"] != FORMAT:
                raise ValueError
            tables, address = [_opened(one) for one in found["tables"]], found["address"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BadFolder(
                f"{path} was not written by this program, or is damaged: take another folder"
            ) from None
        if address != self._address:
            raise BadFolder(f"{path} is of matches at {address}: take another folder for {self._address}")
        return tables

    def want(self, wanted: Sequence[Wanted]) -> None:
        """Keep what is to be opened, each with a key; raises :class:`BadFolder` if the folder holds anything else.

        What nobody has asked for yet may have changed.
        """
        there = {one.label: one for one in self.opened if one.asked}
        for one in wanted:
            if one.label in there and there[one.label].wanted.body != one.body:
                names = as_listed(there[one.label].wanted.names)
                raise BadFolder(f"{self.folder} holds another {one.label}, with {names}: take another folder")
        left = [label for label in there if label not in {one.label for one in wanted}]
        if left:
            raise BadFolder(f"{self.folder} holds {left[0]}, which is not in the list: take another folder")
        self.opened = [there.get(one.label) or Opened(one, secrets.token_hex(KEY_BYTES)) for one in wanted]
        self._write()

    def open(self, service: Service, api_key: str | None) -> Iterator[Opened]:
        """Open what is not open yet, one match after the other; raises ``Failure``."""
        for at, one in enumerate(self.opened):
            if one.match is None:
                try:
                    match = service.post("/v1/matches", dict(one.wanted.body), api_key, one.key)
                except Refusal as refusal:
                    if _opened_nothing(refusal):
                        self.opened[at] = replace(one, asked=False)  # a mended list may say it otherwise
                        self._write(asking=False)
                    raise Failure(f"{one.label}: {refusal}") from None
                if not _is_answer(match):
                    raise Failure(f"{one.label}: what answers at {service.url} is not the service")
                self.opened[at] = replace(one, asked=True, match=match)
                self._write()
                yield self.opened[at]

    def _write(self, *, asking: bool = True) -> None:
        """Write what was opened; the match that is asked for next may be open from then on."""
        following = next((at for at, one in enumerate(self.opened) if one.match is None), None)
        if asking and following is not None:
            self.opened[following] = replace(self.opened[following], asked=True)
        tables = [
            {
                "label": one.label,
                "key": one.key,
                "asked": one.asked,
                "body": one.wanted.body,
                "match": one.match,
            }
            for one in self.opened
        ]
        text = json.dumps({"format": FORMAT, "address": self._address, "tables": tables}, indent=1)
        write(self.folder / FILE, text)


def _opened(one: Any) -> Opened:
    """A match in the file; raises ``ValueError``, ``KeyError`` or ``TypeError`` if it is not as it was written."""
    label, body, key, asked, match = (one[name] for name in ("label", "body", "key", "asked", "match"))
    seats = [(body["ruleset"], body["mode"]), *((seat["name"], "") for seat in body["seats"])]
    texts = [label, key, *(text for pair in seats for text in pair)]
    if not all(isinstance(text, str) for text in texts) or not isinstance(asked, bool) or not _KEY.fullmatch(key):
        raise ValueError
    if match is not None and not _is_answer(match):
        raise ValueError
    return Opened(Wanted(label, body), key, asked, match)


def _is_answer(match: Any) -> bool:
    """Whether this is what a service answers when a match is open: its id, its seats, and their tokens."""
    try:
        tokens, seats = match["tokens"], match["seats"]
        given = [*tokens["seats"], *(tokens[role] for role in _ROLES if role in tokens)]
        texts = [match["mode"], *(seat[name] for seat in seats for name in ("name", "colour"))]
        return (
            all(map(_TOKEN.fullmatch, given))
            and all(isinstance(text, str) for text in texts)
            and len(seats) == len(tokens["seats"])
            and isinstance(match["public"], bool)
            and is_match(match["id"])
        )
    except (KeyError, TypeError):
        return False


def _opened_nothing(refusal: Refusal) -> bool:
    """Whether a refusal says that no match was opened: one that came too early, or from a fault, does not."""
    status = refusal.problem.get("status")
    return isinstance(status, int) and status < INTERNAL and status != CONFLICT


def write(path: Path, text: str) -> None:
    """Write a file for its owner alone, as a whole or not at all; it is on the disk when this returns.

    Raises :class:`BadFolder`; nothing half written is left then.
    """
    new = path.with_name(f".{path.name}.new")
    try:
        _write(new, text)
        os.replace(new, path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise BadFolder(f"{path} cannot be written: {error.strerror}") from None


def _write(new: Path, text: str) -> None:
    opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, MODE)
    with os.fdopen(opened, "w", encoding="utf-8", newline="") as file:
        os.fchmod(opened, MODE)
        file.write(text)
        file.flush()
        os.fsync(opened)
