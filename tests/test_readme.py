"""The tours do what they say: each is played against a running service, and what it shows comes out."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "-- here ends a block of the tour --"


TOURS = ("docs/tour.md", "docs/disputes.md", "docs/evening.md")


def blocks_of_the_tour(page: str) -> list[tuple[str, str]]:
    """Each block that the shell is given, with the output shown behind it ("" if none is)."""
    text = (ROOT / page).read_text(encoding="utf-8")
    (tour,) = re.findall("<!-- tour -->(.*)<!-- /tour -->", text, re.DOTALL)
    blocks = [(language, text) for language, text in BLOCK.findall(tour)] + [("sh", "")]
    return [
        (text, "" if following == "sh" else shown)
        for (kind, text), (following, shown) in pairwise(blocks)
        if kind == "sh"
    ]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a service on a database of its own."""
    command = [sys.executable, "-c", "from service.cli import main; main()", "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{tmp_path / 'tour.db'}"]
    with (tmp_path / "serve.log").open("w") as log:
        service = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment())
    try:
        assert service.stdout is not None
        said = service.stdout.readline()
        assert said.startswith("listening on "), (tmp_path / "serve.log").read_text()
        yield said.removeprefix("listening on ").strip()
    finally:
        service.send_signal(signal.SIGTERM)
        service.communicate(timeout=30)


def environment(**more: str) -> dict[str, str]:
    """This process's, without settings of a service that it may hold, and without a proxy."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KERBHOLZ_")}
    path = f"{Path(sys.executable).parent}:{kept.get('PATH', '')}"
    return {**kept, "PATH": path, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1", **more}


@pytest.mark.parametrize("page", TOURS)
def test_the_tour_shows_what_it_says(address, tmp_path, page):
    blocks = blocks_of_the_tour(page)
    assert len(blocks) >= 5
    script = "set -euo pipefail\n" + "".join(f"{text}\necho\necho '{MARK}'\n" for text, _ in blocks)
    place = tmp_path / "elsewhere"
    place.mkdir()
    done = subprocess.run(
        ["bash"],
        input=script,
        capture_output=True,
        text=True,
        cwd=place,
        env=environment(BASE=address),
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    came_out = done.stdout.split(f"{MARK}\n")
    for (text, shown), said in zip(blocks, came_out, strict=False):
        assert said.strip() == shown.strip(), text
    assert len(came_out) == len(blocks) + 1


@pytest.mark.parametrize("page", TOURS)
def test_every_block_with_output_shows_it(page):
    """Nothing of the tour goes unchecked: a block without shown output prints nothing."""
    for text, shown in blocks_of_the_tour(page):
        assert shown or "curl" not in text, text


def test_every_make_target_is_in_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)\b(?=[`\s]*(?:#|`|$))", README, re.MULTILINE))
    assert {"demo", "serve", "test", "check", "lint", "soak", "bench", "help"} <= named
    assert named <= targets


def test_make_soak_runs_whatever_is_larger_in_a_soak():
    assert '-m "soak or grows or few"' in (ROOT / "Makefile").read_text(encoding="utf-8")
    larger = [path for path in ROOT.glob("tests/**/test_*.py") if re.search(r"if SOAK\s", path.read_text("utf-8"))]
    assert larger
    for path in larger:
        assert re.search(r"mark\.(soak|grows)\b", path.read_text("utf-8")), path


def test_every_folder_that_the_readme_names_is_there():
    for path in re.findall(r"`((?:domain|projections|service|tests|docs)(?:/[\w.-]+)*)`", README):
        assert (ROOT / path).exists(), path


def test_the_readme_fits_on_a_few_screens():
    assert len(README.splitlines()) <= 150
