"""Checks the types of the scripts of the pages, as `make lint` does: by TypeScript, which reads their comments."""

from __future__ import annotations

import fcntl
import subprocess
import sys

from clients.build import ENVIRONMENT, NODE
from clients.lint.check import HERE, MODULES, install


def main() -> int:
    """The status of the process: that of the compiler, which prints what it finds."""
    with (HERE / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the linters of the document are installed by the same command
        install()
    compiler = [NODE, MODULES / "typescript/bin/tsc", "--project", HERE / "tsconfig.json"]
    return subprocess.run(compiler, cwd=HERE, env=ENVIRONMENT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
