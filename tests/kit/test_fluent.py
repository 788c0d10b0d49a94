"""Files of words: what a text asks for, and what is wrong with it, is known."""

from __future__ import annotations

import pytest
from fluent.syntax import FluentParser, ast

from domain.kit.ruleset import rulesets
from domain.kit.words import fluent
from domain.kit.words.fluent import BadWords, Bundle
from domain.kit.words.labels import languages, text_of
from domain.table.worded import PACKAGES

TEXT = """
-brand = Kerbholz
name = { $who } of { -brand }
said = { $number ->
    [one] { name } has { $what }
   *[other] { name } has { $number } { $what }
}
empty = { "" }
turn = { $seat }
    .together = { $seats } { turn }
again = { again-too }
again-too = { again } { $end }
"""


def test_a_text_asks_for_arguments_also_by_texts_in_it():
    bundle = Bundle("en", [("words", TEXT)])
    assert bundle.variables("name") == {"who"}
    assert bundle.variables("said") == {"number", "who", "what"}
    assert bundle.variables("empty") == bundle.variables("missing") == bundle.variables("turn", "missing") == set()
    assert (bundle.variables("turn"), bundle.variables("turn", "together")) == ({"seat"}, {"seat", "seats"})
    assert bundle.variables("again") == {"end"}
    arguments = {"number": 2, "who": "Ada", "what": "wine", "not asked for": object()}
    assert bundle.text("said", arguments=arguments) == "Ada of Kerbholz has 2 wine"


def test_an_argument_that_is_missing_is_said():
    bundle = Bundle("en", [("words", "one = { $a } and { $b }")])
    with pytest.raises(BadWords, match=r"en: one: Unknown external: b"):
        bundle.text("one", arguments={"a": "x"})


def test_a_file_that_cannot_be_read_whole_is_refused_and_says_where():
    with pytest.raises(BadWords, match=r"words, line 2: "):
        Bundle("en", [("words", "one = 1\nthis is no message\n")])
    for text in ("one = 1\none = 2\n", "one = 1\n    .a = 2\n    .a = 3\n"):
        with pytest.raises(BadWords, match="twice"):
            Bundle("en", [("words", text)])


BROKEN = [
    "one = { $a\n    [x] y\n}\ntwo = 2\n",
    "one = } x\n\n# a comment\ntwo = 2\n",
    "one\ntwo = 2\n-term\n-other = { one(1, b: 2) }\n",
    "= 1\n_a = 1\n9 = 1\na-b_c9 = ok { 9.50 } { -t.a }\nlast",
    "one = { $a ->\n    [1] x\n   *[two] y\n}\n    .a = z\n    .9 = z\n# last",
    'one =\n\n    text\n      more { "\\u0041\\\\" }\n\n    end   \n\n',
    "one = { one.a ->\n   *[x] y\n}\n\ttwo = 2\n   \n### three",
]
"""Files that cannot be read whole, or nearly not."""


def words_of_all() -> list[str]:
    packages = (*PACKAGES, *(game.words for game in rulesets().values() if game.words))
    return [text_of(package, language)[1] for package in packages for language in languages(package)]


def test_a_file_is_read_as_the_library_reads_it():
    """The quick reader gives what the library's own does, junk and what is wrong with it included."""
    for text in (TEXT, *BROKEN, *words_of_all()):
        theirs = [entry for entry in FluentParser().parse(text).body if not isinstance(entry, ast.BaseComment)]
        ours = [(at, entry) for at, entry in fluent._parsed(text) if not isinstance(entry, ast.BaseComment)]
        assert len(ours) == len(theirs)
        for (at, mine), other in zip(ours, theirs, strict=True):
            assert mine.equals(other, ignored_fields=["span", "comment"]), text[at:]
            if isinstance(other, ast.Junk):
                assert at == other.span.start
                assert [(one.code, one.span.start) for one in mine.annotations] == [
                    (one.code, one.span.start) for one in other.annotations
                ]
