"""A game's folder says what is in it: the docstring of the package names every file, and no file that is gone."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import domain.games

GAMES = Path(domain.games.__path__[0])
FOLDERS = sorted(initial.parent.relative_to(GAMES) for initial in GAMES.rglob("*/__init__.py"))


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_the_docstring_names_every_file(folder: Path) -> None:
    package = import_module(".".join(("domain.games", *folder.parts)))
    named = set(re.findall(r"``(\w+|\w+\.toml)``", package.__doc__ or ""))
    files = [file for file in (GAMES / folder).iterdir() if not file.name.startswith("_")]
    there = {file.name.removesuffix(".py") for file in files}
    chapters = {inner.stem for file in files if file.is_dir() for inner in file.glob("*.py")}
    assert there <= named, f"not named: {sorted(there - named)}"
    assert named <= there | chapters, f"named, but not there: {sorted(named - there - chapters)}"
