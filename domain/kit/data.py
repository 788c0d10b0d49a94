"""Data that lies beside the code of a game: what is printed on boards and cards, and the reference numbers."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def table(package: str, name: str) -> dict[str, Any]:
    """The TOML file *name* in *package*."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
