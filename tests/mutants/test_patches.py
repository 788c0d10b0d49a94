"""The deliberate faults can still be put into the code, and each is one: so none of them rots unseen."""

import ast
import re

import pytest

from tests.mutants import HERE, PARTS, ROOT, DoesNotApply, Mutant, mutants, read

MUTANTS = mutants()
LEAST = 80
EVERY_MUTANT = pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])


def test_there_are_enough_of_them_in_each_part():
    assert len(MUTANTS) >= LEAST
    for part in PARTS:
        assert sum(mutant.name.startswith(f"{part}/") for mutant in MUTANTS) >= LEAST // len(PARTS), part
    faults = [mutant.fault for mutant in MUTANTS]
    assert len(set(faults)) == len(faults)


@EVERY_MUTANT
def test_a_patch_still_applies_and_changes_what_the_code_does(mutant: Mutant):
    for path, (before, after) in mutant.applied().items():
        assert path.startswith(("domain/", "projections/", "service/"))
        assert ast.dump(ast.parse(before)) != ast.dump(ast.parse(after)), path


@EVERY_MUTANT
def test_the_tests_that_a_patch_names_are_there(mutant: Mutant):
    assert mutant.tests
    for test in mutant.tests:
        path, *within = test.split("::")
        assert (ROOT / path).exists(), test
        code = (ROOT / path).read_text("utf-8") if within else ""
        for name in within:
            assert re.search(rf"^(def|class) {re.escape(name)}\b", code, re.MULTILINE), test


def test_the_page_names_every_patch():
    page = (HERE / "README.md").read_text("utf-8")
    assert re.findall(r"^\| `([a-z]+/[a-z0-9-]+)` \|", page, re.MULTILINE) == [mutant.name for mutant in MUTANTS]


PATCH = "It is wrong.\nTests: tests/kit\n--- a/code.py\n+++ b/code.py\n@@ -7 +7 @@\n a\n-b\n+c\n"


def test_a_patch_is_put_where_its_lines_stand(tmp_path):
    (tmp_path / "kit").mkdir()
    patch, code = tmp_path / "kit" / "wrong.patch", tmp_path / "code.py"
    patch.write_text(PATCH)
    code.write_text("x\na\nb\n")
    assert read(patch).applied(tmp_path) == {"code.py": ("x\na\nb\n", "x\na\nc\n")}


@pytest.mark.parametrize("code", ["a\nx\n", "a\nb\na\nb\n", "xa\nb\n"], ids=["gone", "twice", "within-a-line"])
def test_a_patch_without_one_place_of_its_own_does_not_apply(tmp_path, code):
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "wrong.patch").write_text(PATCH)
    (tmp_path / "code.py").write_text(code)
    with pytest.raises(DoesNotApply, match="places"):
        read(tmp_path / "kit" / "wrong.patch").applied(tmp_path)


CHANGED = {"wrong.": "wrong", "Tests:": "Test:", "--- a/": "--- ", "+++ b/code": "+++ b/other", "@@ -7 +7 @@": ""}


@pytest.mark.parametrize(("wanted", "given"), CHANGED.items())
def test_what_is_no_patch_is_not_read(tmp_path, wanted, given):
    patch = tmp_path / "wrong.patch"
    patch.write_text(PATCH.replace(wanted, given))
    with pytest.raises(DoesNotApply):
        read(patch)
