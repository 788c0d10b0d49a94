"""The page about several databases does what it says."""

from __future__ import annotations

import subprocess

import pytest

from tests.test_readme import MARK, blocks_of_the_tour, environment

PAGE = "docs/running-at-scale.md"


@pytest.mark.soak  # eight commands are started, which takes longer than all else of cells
def test_the_page_shows_what_it_says(tmp_path):
    blocks = blocks_of_the_tour(PAGE)
    assert len(blocks) >= 5
    script = "set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n"
    script += "".join(f"{text}\necho\necho '{MARK}'\n" for text, _ in blocks)
    done = subprocess.run(
        ["bash"], input=script, capture_output=True, text=True, cwd=tmp_path, env=environment(), timeout=120
    )
    assert done.returncode == 0, done.stderr
    came_out = done.stdout.split(f"{MARK}\n")
    for (text, shown), said in zip(blocks, came_out, strict=False):
        assert said.strip() == shown.strip(), text
