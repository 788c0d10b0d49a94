"""The end of the demonstration: each match is taken home as a file, and verified there, without the service."""

from __future__ import annotations

import contextlib
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domain.evidence.archive import Broken, Known, NoArchive, Verified, file_name, lines_of, verify
from domain.evidence.notes import VerifierKey

SECOND = Path(__file__).parents[1] / "page" / "static" / "proving" / "verify.mjs"
"""The second verifier, for node and browsers."""


class DoesNotHold(Exception):
    """A file does not hold; the message says why."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A file with all that officials know of a match, and what was verified of it."""

    file: Path
    verified: Verified
    receipts: int

    def said(self) -> str:
        """What holds, in a sentence."""
        one = self.verified
        return (
            f"{one.size} decisions, {one.opened} opened values and {self.receipts} receipts fit together,"
            " and the service has signed them."
        )


def taken(folder: Path, match: str, archive: bytes, key: str, answers: Sequence[tuple[int, Any]]) -> Taken:
    """Keep an archive, and verify it with the service's key and the receipts of all answers.

    Raises :class:`DoesNotHold`.
    """
    file = folder / file_name(match, "official")
    file.write_bytes(archive)
    receipts = [answer["receipt"] for _, answer in answers]
    known = Known({one["size"]: one["root"] for one in receipts}, [VerifierKey.read(key)])
    try:
        with file.open("rb") as lines:
            return Taken(file, verify(lines_of(lines), known), len(receipts))
    except (Broken, NoArchive) as error:
        raise DoesNotHold(f"{file}: {error}") from None


def second_opinion(files: Sequence[Path], key: str) -> str:
    """What the second verifier says of the files, where there is node; raises :class:`DoesNotHold`."""
    node = shutil.which("node")
    if node is None:
        return "Node is not installed, so the second verifier, in JavaScript, has not seen them."
    for file in files:
        done = subprocess.run([node, SECOND, file, "--key", key], capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            raise DoesNotHold(done.stderr.strip())
    return "The second verifier, in JavaScript, says the same of each."


def commands(executable: str, files: Sequence[Path], key: str) -> Iterator[str]:
    """What verifies the files again; also by the rules of the games."""
    for file in files:
        yield f"  {shlex.join([executable, 'verify', str(file), '--rules', '--key', key])}"
    if files and shutil.which("node") is not None:
        yield f"  {shlex.join(['node', from_here(SECOND), str(files[0]), '--key', key])}"


def from_here(path: Path) -> str:
    """A path as one would type it from here."""
    with contextlib.suppress(ValueError):
        return str(path.relative_to(Path.cwd()))
    return str(path)
