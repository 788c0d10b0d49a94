"""What a match is looked through with: the buttons of its time line, and the keys."""

from __future__ import annotations

from collections.abc import Mapping

SIGNS: Mapping[str, str] = {
    "first": "M5 2h2v12H5zM20 2v12L9 8z",
    "back-part": "M8 2v12L1 8zM16 2v12L9 8zM24 2v12l-7-6z",
    "back-turn": "M12 2v12L3 8zM21 2v12l-9-6z",
    "back": "M17 2v12L6 8z",
    "run": "M5 2h5v12H5zM13 2l7 6-7 6z",
    "on": "M7 2v12l11-6z",
    "on-turn": "M3 2v12l9-6zM12 2v12l9-6z",
    "on-part": "M0 2v12l7-6zM8 2v12l7-6zM16 2v12l7-6z",
    "last": "M4 2v12l11-6zM17 2h2v12h-2z",
}
"""The buttons of the time line: id → path of its sign in a box of 24 by 16."""

KEYS = (
    ("Home", "step-first"),
    ("<", "step-back-part"),
    (",", "step-back-turn"),
    ("←", "step-back"),
    ("Space", "step-run"),
    ("→", "step-on"),
    (".", "step-on-turn"),
    (">", "step-on-part"),
    ("End", "step-last"),
    ("↑ ↓", "keys-things"),
    ("Enter", "keys-origin"),
    ("n", "keys-number"),
    ("c", "copy-link"),
    ("b", "alone"),
    ("?", "keys-help"),
)
