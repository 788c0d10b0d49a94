"""What holds for the whole house and no linter looks at."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MOST_LINES = 500
MOST_MODULES = 15
"""In a folder; those of games have a file for each question that a game answers, and more where it is large."""
MODULES = [path for room in ("domain", "projections", "service") for path in sorted((ROOT / room).rglob("*.py"))]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_is_too_long_to_be_read_at_once(module):
    lines = len(module.read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, f"{lines} lines: split it along what it is about"


@pytest.mark.parametrize(
    "folder", sorted({module.parent for module in MODULES}), ids=lambda path: str(path.relative_to(ROOT))
)
def test_no_folder_holds_more_than_can_be_seen_at_once(folder):
    modules = [module for module in MODULES if module.parent == folder and module.name != "__init__.py"]
    assert len(modules) <= MOST_MODULES or folder.is_relative_to(ROOT / "domain" / "games")


def test_what_the_code_reads_is_in_the_packages_that_are_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = project["tool"]["setuptools"]["package-data"]
    beside = {
        path
        for room in ("domain", "projections", "service")
        for path in (ROOT / room).rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"}
    }
    assert len(beside) > 50
    packages = {module.parent for module in MODULES if module.name == "__init__.py"}
    packed = {
        file
        for package in packages
        for pattern in (*named["*"], *named.get(str(package.relative_to(ROOT)).replace("/", "."), ()))
        for file in package.glob(pattern)
    }
    assert {str(path.relative_to(ROOT)) for path in beside - packed} == set()
