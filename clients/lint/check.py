"""Lints the service's OpenAPI document, as `make lint` does: by Redocly and by Spectral, of pinned versions.

An error or a warning of either fails. A document that has passed is not linted again, unless linters or rules have
changed since. Nothing is sent anywhere: only npm asks its registry, when the lock file is new.
"""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from clients.build import BIN, ENVIRONMENT, NODE, digest, packages

HERE = Path(__file__).resolve().parent
MODULES = HERE / "node_modules"
PASSED = MODULES / ".passed"
"""The digest of what has passed; it goes with the linters."""
REDOCLY, SPECTRAL = "@redocly/cli/bin/cli.js", "@stoplight/spectral-cli/dist/index.js"
RULES = ("redocly.yaml", "spectral.yaml")
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_UPDATE_NOTIFIER": "1"}


def main() -> int:
    """The status of the process: 1 if a linter has found something."""
    with (HERE / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests may lint at the same time
        document = subprocess.check_output([BIN / "kerbholz", "openapi"])
        of = digest(document, *((HERE / name).read_bytes() for name in ("package-lock.json", *RULES)))
        install()
        if PASSED.exists() and PASSED.read_text() == of:
            return 0
        found = linted(document)
        if found:
            print("\n".join(found))
            return 1
        PASSED.write_text(of)
        return 0


def install() -> None:
    """The linters of the lock file, if they are not there."""
    packages(HERE)


def linted(document: bytes) -> list[str]:
    """What both linters find in a document, errors and warnings alike.

    Raises RuntimeError if one of them ends without a report: then it has looked at nothing.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "openapi.json"
        path.write_bytes(document)
        commands = (
            (REDOCLY, "lint", "--config", HERE / RULES[0], "--format", "json", path),
            (SPECTRAL, "lint", "--ruleset", HERE / RULES[1], "--format", "json", "--quiet", path),
        )
        with ThreadPoolExecutor() as both:
            by_redocly, by_spectral = both.map(report, commands)
    return [
        *(
            f"redocly: {one['ruleId']} at {one['location'][0].get('pointer', '#')}: {one['message']}"
            for one in by_redocly["problems"]
        ),
        *(
            f"spectral: {one['code']} at #/{'/'.join(map(str, one['path']))}: {one['message']}"
            for one in by_spectral
        ),
    ]


def report(command: Sequence[str | Path]) -> Any:
    """The report of a linter."""
    linter, *arguments = command
    done = subprocess.run(
        [NODE, MODULES / linter, *arguments],
        cwd=HERE,
        env={**ENVIRONMENT, **QUIET},
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        return json.loads(done.stdout)
    except ValueError:
        said = f"{done.stdout}{done.stderr}"
        raise RuntimeError(f"{linter}: no report, status {done.returncode}\n{said}") from None


if __name__ == "__main__":
    sys.exit(main())
