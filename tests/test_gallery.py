"""The pictures in the documentation are what is drawn today, each is shown somewhere, and there are no others."""

from __future__ import annotations

import re
from pathlib import Path

from tests.gallery import FOLDER, POSITIONS, drawn

ROOT = Path(__file__).parent.parent


def test_they_are_what_is_drawn_now() -> None:
    for name, made in drawn():
        assert (FOLDER / f"{name}.svg").read_bytes() == made + b"\n", f"{name}: run python -m tests.gallery"


def test_each_is_on_a_page_with_a_text_for_those_who_cannot_see_it() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    picture = re.compile(r"!\[([^\]]*)\]\([^)]*?([\w-]+\.(?:svg|png))\)")
    shown = [found for page in pages for found in picture.findall(page.read_text())]
    assert {name for _, name in shown} == {path.name for path in FOLDER.iterdir()}
    assert set(POSITIONS) == {path.stem for path in FOLDER.glob("*.svg")}, "what is drawn; pages are taken by hand"
    assert all(len(text) > 15 for text, _ in shown)
