"""Puts deliberate faults into a copy of the code, one after the other, and says which test catches each.

For every fault the tests that its patch names run first, and only if all of them pass the rest: so this takes
minutes, and hours only where something has got weaker.
"""

from __future__ import annotations

import argparse
import compileall
import contextlib
import os
import py_compile
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants import ROOT, Mutant, mutants

LEFT_BEHIND = (
    ".git",
    ".venv",
    "__pycache__",
    "*.egg-info",
    ".*_cache",
    ".hypothesis",
    "node_modules",
    "generated",
)
"""What the copy does without."""
DAILY = ("tests/kit", "tests/games", "tests/laws", "tests/service", "-m", "not long and not postgres")
"""What `make check` runs, of the tests."""
EVERYTHING = ("tests",)
PATIENCE = {"named": 600, "daily": 1800, "all": 5400}
"""Seconds after which a fault counts as caught, for it keeps the tests from ending."""
BROKEN = (2, 3)
"""Exit codes of pytest where it could not even collect the tests, or failed itself: a fault can do that."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a fault: the test that caught it, or None, and how many seconds that took."""

    mutant: Mutant
    caught_by: str | None
    seconds: float


class Copy:
    """A copy of the work tree, in which tests run, and import nothing but the copy."""

    def __init__(self, folder: Path, source: Path, jobs: int) -> None:
        self._root = folder / "copy"
        self._jobs = jobs
        shutil.copytree(source, self._root, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        # Compiled code goes by what a file holds: a fault may be as long as the truth, and as old.
        checked = py_compile.PycInvalidationMode.CHECKED_HASH
        for package in ("domain", "projections", "service"):
            compileall.compile_dir(self._root / package, quiet=1, invalidation_mode=checked)
        self._environment = {**os.environ, "PYTHONPATH": str(self._root), "PYTHONDONTWRITEBYTECODE": "1"}
        self._check_imports()

    def _check_imports(self) -> None:
        command = [sys.executable, "-c", "import domain, projections, service; print(domain.__file__)"]
        done = subprocess.run(command, cwd="/", env=self._environment, capture_output=True, text=True, check=True)
        if not Path(done.stdout.strip()).is_relative_to(self._root):
            raise SystemExit(f"the copy is not what is imported: {done.stdout.strip()}")

    @contextlib.contextmanager
    def with_fault(self, mutant: Mutant) -> Iterator[None]:
        """The copy with a fault in it, while the block runs."""
        files = mutant.applied(self._root)
        try:
            for path, (_, faulty) in files.items():
                (self._root / path).write_text(faulty, "utf-8")
            yield
        finally:
            for path, (before, _) in files.items():
                (self._root / path).write_text(before, "utf-8")

    def failed(self, tests: Iterable[str], patience: float, *, together: bool) -> str | None:
        """The first test that fails; None if all pass. *together*: several at a time."""
        spread = ["--numprocesses", str(self._jobs), "--dist", "worksteal"] if together else []
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "-p", "no:cacheprovider", *spread, *tests]
        with tempfile.TemporaryFile("w+") as output:  # no pipe: what a test has left running would hold it open
            running = subprocess.Popen(
                command,
                cwd=self._root,
                env=self._environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                code = running.wait(patience)
            except subprocess.TimeoutExpired:
                return f"(no end within {patience:.0f} seconds)"
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(running.pid, signal.SIGKILL)
                running.wait()
            output.seek(0)
            said = output.read()
        found = re.search(r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", said, re.MULTILINE)
        if code == 0:
            return None
        if code == 1 or (code in BROKEN and found is not None):
            return found[1] if found is not None else "(a test that was not named)"
        raise SystemExit(f"pytest ended with {code}:\n{said[-3000:]}")


def outcome(copy: Copy, mutant: Mutant, asked: Sequence[str]) -> Outcome:
    """What becomes of a fault in the stages that are *asked* for, of those in `PATIENCE`."""
    begun = time.monotonic()
    stages: dict[str, Sequence[str]] = {"named": mutant.tests, "daily": DAILY, "all": EVERYTHING}
    caught_by = None
    with copy.with_fault(mutant):
        for name in asked:
            caught_by = copy.failed(stages[name], PATIENCE[name], together=name != "named")
            if caught_by is not None:
                break
    return Outcome(mutant, caught_by, time.monotonic() - begun)


def check_without_fault(copy: Copy, chosen: Sequence[Mutant]) -> None:
    """The tests that the patches name pass without any fault: else they would catch whatever there is."""
    tests = sorted({test for mutant in chosen for test in mutant.tests})
    failed = copy.failed(tests, PATIENCE["all"], together=True)
    if failed is not None:
        raise SystemExit(f"without any fault this fails: {failed}")


def table(outcomes: Sequence[Outcome]) -> str:
    """The outcomes, as a table for people."""
    rows = [(one.mutant.name, one.caught_by or "SURVIVED", f"{one.seconds:.0f} s") for one in outcomes]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return "\n".join(f"{name:{widths[0]}}  {caught:{widths[1]}}  {seconds}" for name, caught, seconds in rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for; 1 if a fault has survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("names", nargs="*", help="faults, or parts: kit, store/commit-missing …; all without any")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--named", action="store_true", help="run the tests that patches name, and no others")
    which.add_argument("--all", action="store_true", help="do not begin with the tests that patches name")
    parser.add_argument("--jobs", type=int, default=2, help="tests at a time (2)")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the work tree that is copied (this one)")
    parser.add_argument("--unchecked", action="store_true", help="do not run the tests without a fault first")
    asked = parser.parse_args(arguments)
    chosen = [
        one for one in mutants() if not asked.names or {one.name, one.name.partition("/")[0]} & {*asked.names}
    ]
    if not chosen:
        parser.error("there is no such fault")
    stages = ["named"] if asked.named else [*PATIENCE][int(asked.all) :]
    outcomes: list[Outcome] = []
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the tests that run are ended, too
    with tempfile.TemporaryDirectory(prefix="kerbholz-mutants-") as folder:
        copy = Copy(Path(folder), asked.tree, asked.jobs)
        if not asked.unchecked:
            check_without_fault(copy, chosen)
        for number, mutant in enumerate(chosen, 1):
            outcomes.append(outcome(copy, mutant, stages))
            print(f"[{number}/{len(chosen)}] {table(outcomes[-1:])}", flush=True)
    survived = [one for one in outcomes if one.caught_by is None]
    print(f"\n{table(outcomes)}\n\n{len(outcomes) - len(survived)} of {len(outcomes)} caught")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
