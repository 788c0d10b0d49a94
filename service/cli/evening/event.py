"""The file of an event: a link of the arbiter for each of its matches. The director's desk takes it, too.

``{"format": "kerbholz-event-1", "title": TEXT, "matches": [{"label": TEXT, "url": LINK, "role": "arbiter"}]}``; a
link is ``http…/matches/ID#token=…``. Labels only name: they admit nobody.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.cli.record import Failure, Service

FORMAT = "kerbholz-event-1"
_LINK = re.compile(
    r"(?P<address>https?://[^\s?#@]+)/matches/(?P<match>[0-9A-Fa-f-]{32,36})(#token=(?P<token>[\x21-\x7e]{1,500}))?"
)
_MATCH = re.compile("[0-9A-Fa-f-]{32,36}")
LONGEST = 2_000_000
"""Bytes of a file."""


class BadEvent(Failure):
    """A file is none of an event; the message says why."""


@dataclass(frozen=True, slots=True)
class Link:
    """A match of an event: what it is called, the address of its service, its id, and the token, if any."""

    label: str
    address: str
    match: str
    token: str | None


@dataclass(frozen=True, slots=True)
class Event:
    """An event: its title, and its matches in order."""

    title: str
    links: Sequence[Link]


def link_to(address: str, match: str, token: str, page: str = "") -> str:
    """The link that is a place at the table of a match; *page* is a page below the match's own."""
    return f"{address.rstrip('/')}/matches/{match}{page}#token={token}"


def check_address(address: str) -> None:
    """Raise :class:`Failure` unless links can begin with this address."""
    Service(address)
    if not _LINK.fullmatch(link_to(address, "0" * 32, "x")):
        raise Failure("this is no address of a service: it begins with http:// or https://, and has no spaces")


def is_match(text: str) -> bool:
    """Whether this is an id of a match, by its form."""
    return bool(_MATCH.fullmatch(text))


def written(title: str, matches: Sequence[tuple[str, str]]) -> str:
    """The file of an event, from the label of each match and the arbiter's link to it."""
    listed = [{"label": label, "url": url, "role": "arbiter"} for label, url in matches]
    return json.dumps({"format": FORMAT, "title": title, "matches": listed}, ensure_ascii=False, indent=1) + "\n"


def read(path: Path) -> Event:
    """The event in a file; raises :class:`BadEvent`, which repeats no token."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise BadEvent(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > LONGEST:
        raise BadEvent(f"{path} is not the file of an event: it has more than {LONGEST} bytes")
    try:
        found: Any = json.loads(data)
        json.dumps(found, ensure_ascii=False).encode()  # halves of characters are no text
    except (ValueError, RecursionError):
        raise BadEvent(f"{path} is not the file of an event: it is no JSON") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadEvent(f"{path} is not the file of an event ({FORMAT})")
    matches, title = found.get("matches"), found.get("title")
    if not isinstance(matches, list) or not isinstance(title, str):
        raise BadEvent(f"{path} has no title, or no list of matches")
    return Event(title, [_link(one, number, path) for number, one in enumerate(matches, 1)])


def _link(one: Any, number: int, path: Path) -> Link:
    label, url = (one.get("label"), one.get("url")) if isinstance(one, dict) else (None, None)
    found = _LINK.fullmatch(url) if isinstance(url, str) else None
    if not isinstance(label, str) or found is None:
        raise BadEvent(f"{path}: match {number} needs a label, and a link as https://HOST/matches/ID#token=…")
    return Link(label, found["address"], found["match"], found["token"])
