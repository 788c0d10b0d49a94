"""What a scribe has seen of a match, kept in the folder of the outbox for times without the service."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

FOLDER_MODE = 0o700
"""For the owner alone: the cache holds the players' secrets."""


def folder_of(address: str, match: str, name: str, environment: Mapping[str, str]) -> Path:
    """The folder of a scribe for a match, below ``XDG_STATE_HOME``; made if there is none."""
    home = environment.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    service = quote(address.partition("://")[2].rstrip("/"), safe="")
    folder = Path(home) / "kerbholz" / "scribe" / service / quote(match, safe="") / f"@{quote(name, safe='')}"
    folder.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
    folder.chmod(FOLDER_MODE)
    return folder


class Cache:
    """Documents by name, each replaced as a whole."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, name: str) -> Any:
        """The document of this name; None if there is none, or none that can be read."""
        with contextlib.suppress(OSError, ValueError):
            return json.loads(self._path(name).read_bytes())
        return None

    def write(self, name: str, document: Any) -> None:
        """Keep a document; what can't be kept is fetched again another time."""
        new = self._folder / f"{name}.new"
        with contextlib.suppress(OSError):
            new.write_text(json.dumps(document))
            os.replace(new, self._path(name))

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"
