"""Deliberate faults, and how they are put into the code: each is a patch in a folder named after its part.

A patch begins with a sentence that says what is wrong with it, and a line ``Tests:`` that names the tests from
which it must not be hidden. Then comes a unified diff. Line numbers in it count for nothing: a hunk is put where
its lines stand, and they must stand at one place only. So a patch outlives changes around it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PARTS = ("kit", "games", "table", "store", "projections", "service")
"""The folders of patches. With ``table`` belong the match and the application, through which it is used."""

_HUNK = re.compile(r"^@@ .*\n", re.MULTILINE)


class DoesNotApply(Exception):
    """A patch is not of the form that patches have here, or does not fit the code as it is now."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: its name (``part/what``), what is wrong, the tests that show it, and the hunks of each file."""

    name: str
    fault: str
    tests: tuple[str, ...]
    changes: dict[str, tuple[tuple[str, str], ...]]

    def applied(self, root: Path = ROOT) -> dict[str, tuple[str, str]]:
        """The text of each file before and after, by path; nothing is written. Raises :class:`DoesNotApply`."""
        return {path: self._applied(root, path) for path in self.changes}

    def _applied(self, root: Path, path: str) -> tuple[str, str]:
        if not (root / path).is_file():
            raise DoesNotApply(f"{self.name}: there is no {path}")
        before = text = (root / path).read_text("utf-8")
        for old, new in self.changes[path]:
            places = [found.start() for found in re.finditer(f"^(?={re.escape(old)})", text, re.MULTILINE)]
            if len(places) != 1:
                raise DoesNotApply(f"{self.name}: in {path} these lines stand at {len(places)} places:\n{old}")
            (place,) = places
            text = text[:place] + new + text[place + len(old) :]
        return before, text


def mutants(folder: Path = HERE) -> list[Mutant]:
    """All faults, part by part in alphabetical order."""
    return [read(path) for part in PARTS for path in sorted((folder / part).glob("*.patch"))]


def read(path: Path) -> Mutant:
    """The fault that a file describes; raises :class:`DoesNotApply` where that has another form."""
    name = f"{path.parent.name}/{path.stem}"
    fault, _, rest = path.read_text("utf-8").partition("\n")
    tests, _, diff = rest.partition("\n")
    if not fault.endswith(".") or not tests.startswith("Tests: ") or not diff.startswith("--- a/"):
        raise DoesNotApply(f"{name}: a sentence, then Tests:, then a diff is wanted")
    changes = {}
    for of_file in re.split(r"^--- ", diff, flags=re.MULTILINE)[1:]:
        heading, *hunks = _HUNK.split(of_file)
        file = heading.partition("\n")[0].removeprefix("a/")
        if heading != f"a/{file}\n+++ b/{file}\n" or not hunks:
            raise DoesNotApply(f"{name}: a file is changed in its place, by one hunk at least")
        changes[file] = tuple((_side(hunk, "-"), _side(hunk, "+")) for hunk in hunks)
    return Mutant(name, fault, tuple(tests.removeprefix("Tests: ").split()), changes)


def _side(hunk: str, sign: str) -> str:
    """The lines of one side of a hunk: those that both have, and those with this *sign*."""
    lines = (" \n" if line == "\n" else line for line in hunk.splitlines(keepends=True))  # editors cut them
    return "".join(line[1:] for line in lines if line[0] in (" ", sign))
