"""The documentation under test: links, names, codes, settings and excerpts are those of the code."""

import ast
import importlib
import json
import re
import tomllib
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import click
import pytest

from domain.kit.ruleset import rulesets
from domain.kit.table.commands import TABLE_COMMANDS
from domain.store.tables import TABLES
from service.app import create_app
from service.cli import main
from service.config import Settings
from service.web.problems import CODES
from tests.games.installed import SHIPPED

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "clients" / "README.md", *(ROOT / "docs").rglob("*.md")]
)
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
SECTIONS = ["Context", "Decision", "Consequences", "Alternatives"]
"""Of the record of a decision; there may be others between them."""
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose_of(page: Path) -> str:
    """A page without its blocks of code."""
    return FENCE.sub("", text_of(page))


def anchors_of(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", prose_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# -- links and names ----------------------------------------------------------------------------------------


@EVERY_PAGE
def test_every_relative_link_leads_somewhere(page):
    for link in re.findall(r"\]\(([^)\s]+)\)", prose_of(page)):
        if re.match("[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / unquote(path)).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors_of(target), link


def test_every_page_is_on_the_map():
    index = ROOT / "docs" / "index.md"
    linked = {
        (index.parent / link.partition("#")[0]).resolve() for link in re.findall(r"\]\(([^)]+)\)", text_of(index))
    }
    assert set(PAGES) - {index} <= linked


def test_the_map_lists_each_decision_once_in_order_and_by_its_heading():
    listed = re.findall(
        r"^\| \[(\d{4})\]\(decisions/(.+?\.md)\) \| (.+) \|$", text_of(ROOT / "docs" / "index.md"), re.M
    )
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    headed = [(page.name[:4], page.name, text_of(page).partition("\n")[0]) for page in pages]
    assert [(number, name, f"# {int(number)}. {title}") for number, name, title in listed] == headed
    assert all(re.match(r"# \d+\. [A-Z]", heading) for _, _, heading in headed)
    for page in pages:
        sections = re.findall("^## (.+)$", prose_of(page), re.MULTILINE)
        assert [name for name in sections if name in SECTIONS] == SECTIONS, page


@EVERY_PAGE
def test_every_dotted_name_can_be_imported(page):
    for name in re.findall(r"`((?:domain|projections|service|tests)(?:\.\w+)+)`", prose_of(page)):
        module, rest = name, []
        while True:
            try:
                found = importlib.import_module(module)
                break
            except ModuleNotFoundError:
                module, _, last = module.rpartition(".")
                rest.insert(0, last)
        for step in rest:
            assert hasattr(found, step), name
            found = getattr(found, step)


@EVERY_PAGE
def test_every_path_that_is_named_is_there(page):
    """Folders and files of this repository."""
    named = re.findall(r"`((?:domain|projections|service|tests|docs)/[\w./-]+)`", prose_of(page))
    for path in named:
        assert (ROOT / path).exists(), path


def test_excerpts_stand_in_the_source_word_for_word():
    package = ROOT / "tests" / "kuhn_poker"
    sources = [
        *(ROOT / "domain").rglob("*.py"),
        ROOT / "pyproject.toml",
        *package.glob("*.py"),
        *package.glob("*.toml"),
    ]
    source = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    excerpts = [text for kind, text in FENCE.findall(text_of(ROOT / "docs" / "adding-a-ruleset.md")) if kind]
    assert len(excerpts) > 5
    for excerpt in excerpts:
        assert excerpt in source, excerpt


# -- what clients rely on -----------------------------------------------------------------------------------


def test_every_code_has_its_entry_with_its_status_and_no_other_has():
    entries = re.findall(r"^### (\S+)\n\nStatus (\d+)\. ", text_of(ROOT / "docs" / "problems.md"), re.MULTILINE)
    assert {code: int(status) for code, status in entries} == {name: code.status for name, code in CODES.items()}
    assert len(entries) == len(CODES)


@EVERY_PAGE
def test_every_code_that_is_named_with_a_status_exists(page):
    for status, code in re.findall(r"\b([45]\d\d) `([a-z-]+)`", prose_of(page)):
        assert CODES[code].status == int(status), code


def test_every_path_is_on_the_page_and_no_other_is(tmp_path):
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'unused.db'}"))
    served = {
        f"{method} {re.sub('<[^>]*>', '{}', rule.rule)}"
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if not rule.endpoint.startswith(("page.", "embedding."))  # pages are on a page of their own
    }
    (table,) = re.findall(r"## Resources\n(.*?)\n## ", text_of(ROOT / "docs" / "api.md"), re.DOTALL)
    named = {re.sub(r"\{\w+\}", "{}", name) for name in re.findall(r"`((?:GET|POST|DELETE) [^`]+)`", table)}
    assert named == served


def test_every_command_of_the_table_is_on_the_page():
    named = set(re.findall(r"(?<!/)table\.[a-z-]+", text_of(ROOT / "docs" / "api.md")))
    assert named == set(TABLE_COMMANDS)


def test_every_table_beside_the_log_is_in_the_format():
    assert set(TABLES) <= set(
        re.findall(r"`(kerbholz_\w+)`", text_of(ROOT / "docs" / "decisions" / "0001-format-1.md"))
    )


def test_every_ruleset_has_a_page_with_its_rules_commands_facts_and_options():
    for name in SHIPPED:
        ruleset = rulesets()[name]
        page = text_of(ROOT / "docs" / "rules" / f"{name}.md")
        for number, rule in ruleset.rules.items():
            assert f"| {number} | {rule} |" in page, number
        words = [
            *ruleset.options,
            *(cls.TYPE for cls in ruleset.commands + ruleset.chance_commands + ruleset.facts),
        ]
        assert not [word for word in words if f"`{word}`" not in page]


# -- what goes wrong elsewhere ------------------------------------------------------------------------------

WRONG = ROOT / "docs" / "what-goes-wrong.md"


def marks() -> dict[int, set[str]]:
    """The tests that are marked with each number of a scenario, as ``path::name``."""
    found: dict[int, set[str]] = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(text_of(path))):
            if isinstance(node, ast.FunctionDef):
                for number in numbers_of(node):
                    found.setdefault(number, set()).add(f"{path.relative_to(ROOT).as_posix()}::{node.name}")
    return found


def numbers_of(test: ast.FunctionDef) -> list[int]:
    """The numbers with which a test, or one of its parameters, is marked."""
    called = [node for one in test.decorator_list for node in ast.walk(one) if isinstance(node, ast.Call)]
    return [
        ast.literal_eval(argument)
        for node in called
        if ast.unparse(node.func) == "pytest.mark.scenario"
        for argument in node.args
    ]


def rows_of(section: str) -> list[list[str]]:
    """The cells of the rows that begin with a number."""
    rows = [line.strip("|").split(" | ") for line in section.splitlines() if re.match(r"\| *\d", line)]
    return [[cell.strip() for cell in row] for row in rows]


def test_what_goes_wrong_elsewhere_is_shown_by_the_tests_that_the_page_names():
    """Whoever marks a test with a new number writes its row; further tests for a number need not be named."""
    marked = marks()
    shown, _, missing = text_of(WRONG).partition("\n## Not shown yet\n")
    named: dict[int, set[str]] = {}
    for number, elsewhere, here, tests in rows_of(shown):
        assert elsewhere, number
        assert here, number
        assert int(number) not in named, f"{number} has two rows"
        named[int(number)] = set(re.findall(r"`(tests/[^`]+::\w+)`", tests))
        assert named[int(number)], f"no test shows {number}"
    unmarked = [(number, test) for number in named for test in named[number] - marked.get(number, set())]
    assert not unmarked, f"named on the page and not marked so: {unmarked}"
    assert not marked.keys() - named.keys(), f"write a row on {WRONG.name} for {marked.keys() - named.keys()}"
    left = [int(number) for number, _, why in rows_of(missing) if why]
    assert len(left) == len(rows_of(missing)) == len(set(left))
    assert not set(left) & named.keys(), f"both shown and not shown: {set(left) & named.keys()}"


# -- settings -----------------------------------------------------------------------------------------------


def options_of(command: click.Command) -> set[str]:
    """The long options that a command's help names."""
    named = set(re.findall(r"--[a-z][a-z-]*", command.get_help(click.Context(command))))
    if isinstance(command, click.Group):
        return named.union(*(options_of(inner) for inner in command.commands.values()))
    return named


@EVERY_PAGE
def test_every_option_that_is_named_exists(page):
    assert set(re.findall(r"`(--[a-z][a-z-]*)", prose_of(page))) <= options_of(main)


@EVERY_PAGE
def test_every_subcommand_that_is_named_exists(page):
    assert set(re.findall(r"`kerbholz ([a-z][a-z-]*)", prose_of(page))) <= set(main.commands)


def test_every_option_and_variable_is_on_the_page_about_running():
    page = text_of(ROOT / "docs" / "running.md")
    assert options_of(main) - {"--help"} <= set(re.findall(r"--[a-z][a-z-]*", page))
    assert variables_of("service", "domain", "projections") <= set(re.findall(r"KERBHOLZ_\w+", page))


@EVERY_PAGE
def test_every_variable_that_is_named_is_read_by_the_code(page):
    named = set(re.findall(r"\bKERBHOLZ_\w+", text_of(page)))
    assert named <= variables_of("service", "domain", "projections", "tests")


@cache
def variables_of(*folders: str) -> set[str]:
    """The environment variables that the code reads."""
    sources = [path for folder in folders for path in (ROOT / folder).rglob("*.py") if path != Path(__file__)]
    found = (re.findall(r"""["'](KERBHOLZ_[A-Z_]+)["']""", path.read_text(encoding="utf-8")) for path in sources)
    return {name for names in found for name in names}


def test_every_dependency_is_explained_and_no_other_is():
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    npm = json.loads(text_of(ROOT / "clients" / "typescript" / "package.json"))
    linters = json.loads(text_of(ROOT / "clients" / "lint" / "package.json"))
    browser = json.loads(text_of(ROOT / "tests" / "browser" / "package.json"))
    boards = json.loads(text_of(ROOT / "clients" / "boardgame.io" / "package.json"))
    sections = text_of(ROOT / "docs" / "dependencies.md").split("\n## ")
    extras = {name: needed for name, needed in project["optional-dependencies"].items() if name != "dev"}
    extra = [dependency for needed in extras.values() for dependency in needed]
    dev = project["optional-dependencies"]["dev"]
    assert set(extra) <= set(dev)
    declared_in = (
        project["dependencies"],
        extra,
        [dependency for dependency in dev if dependency not in extra],
        [*npm["dependencies"], *npm["devDependencies"]],
        [*boards["devDependencies"]],
        [*linters["devDependencies"]],
        [*browser["devDependencies"]],
    )
    for section, declared in zip(sections[1:], declared_in, strict=True):
        names = {re.match(r"[@\w./-]+", dependency)[0] for dependency in declared}
        assert set(re.findall(r"^\| `([@\w./-]+)`", section, re.MULTILINE)) == names
