"""What holds for the whole house and no linter looks at."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MOST_LINES = 500
MODULES = [path for room in ("domain", "projections", "service") for path in sorted((ROOT / room).rglob("*.py"))]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_is_too_long_to_be_read_at_once(module):
    lines = len(module.read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, f"{lines} lines: split it along what it is about"
