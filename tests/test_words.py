"""The words of the pages, and of all that the service says: they for people, and nouns instead of clauses."""

import ast
import re
import tomllib
from collections.abc import Iterator

import pytest

from tests.test_docs import PAGES, ROOT, prose_of

AVOIDED = re.compile(r"\b(?:he|his|him|himself|so many|so much|be it|whoever)\b", re.IGNORECASE)
PACKAGES = ("domain", "projections", "service")
DOCUMENTED = ("domain", "projections", "service")
UNREAD = ("domain/table",)
"""Folders whose refusals are still to be read."""
ALLOWED: frozenset[str] = frozenset()
"""Sentences that may have such words all the same, as when they quote somebody."""


def avoided_in(text: str) -> list[str]:
    """The sentences of a text that hold a word to be avoided."""
    sentences = re.split(r"(?<=[.:;!?])\s+|\n\n|\n(?=[|-])", text)
    return [one for one in sentences if AVOIDED.search(one) and one not in ALLOWED]


def texts_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each text of a module that is no docstring, with its line: refusals, descriptions, help."""
    bodies = [node.body for node in ast.walk(tree) if isinstance(getattr(node, "body", None), list)]
    documented = {id(statement.value) for body in bodies for statement in body if is_text(statement)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            yield node.lineno, node.value


def docstrings_in(tree: ast.Module) -> Iterator[str]:
    """Each docstring of a module: its own, and those of its classes, functions and constants."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        yield from (one.value.value for one in body if is_text(one)) if isinstance(body, list) else ()


def is_text(statement: ast.AST) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_the_pages_avoid_some_words(page):
    assert not avoided_in(prose_of(page))


def test_refusals_and_descriptions_avoid_them_too():
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    texts = [(path, line, text) for path in paths for line, text in texts_in(ast.parse(path.read_text("utf-8")))]
    assert len(texts) > 5_000
    wrong = [f"{path.relative_to(ROOT)}:{line}: {text}" for path, line, text in texts if avoided_in(text)]
    assert not wrong, "\n".join(wrong)


def test_rules_avoid_them_too():
    paths = [*(ROOT / "domain").rglob("rules.toml")]
    assert len(paths) >= 3
    for path in paths:
        rules = tomllib.loads(path.read_text("utf-8"))["rules"]
        assert not [number for number, rule in rules.items() if avoided_in(rule)], path


def test_docstrings_avoid_them_too():
    paths = [path for folder in DOCUMENTED for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) > 150
    for path in paths:
        tree = ast.parse(path.read_text("utf-8"))
        assert not [text for text in docstrings_in(tree) if avoided_in(text)], path


@pytest.mark.parametrize("text", ["Until he resumes it.", "So many stones are not there.", "ask whoever is there"])
def test_such_a_word_is_found(text):
    assert avoided_in(f"All is well. {text}")
    assert not avoided_in("The player does not have that many stones: they have two.")


def test_a_refusal_is_a_text_and_a_docstring_is_none():
    tree = ast.parse('"""Of him."""\nSIZE = 3\n"""Of his."""\nREFUSED = f"{SIZE} of whoever"\n')
    assert [text for _, text in texts_in(tree)] == [" of whoever"]
