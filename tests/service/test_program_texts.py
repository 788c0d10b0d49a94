"""What the program prints is UTF-8 wherever it runs, and its commands have the same options."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner

from projections.read_models.runner import PROJECTIONS
from service.cli import DATABASE_HELP, READ_MODELS, main
from service.cli.options import BadToken, token_from
from service.config import DEFAULT_DATABASE
from tests.persistence.serving import KERBHOLZ

pytestmark = pytest.mark.long

PLACES = {
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "latin-1, strictly": {"PYTHONIOENCODING": "latin-1:strict", "PYTHONUTF8": "0"},
    "ascii": {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "utf-16": {"PYTHONIOENCODING": "utf-16"},
}
FILE = """ruleset: seven-sins
seat 0: red "Łukasz"
seat 1: blue "ばか 😀"
---
scribe: note "„Größe“ – żółć … 🂡"
"""


def program(place: str, *arguments: str, **options):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "PYTHON"))}
    options |= {"env": {**environment, **PLACES[place]}, "capture_output": True}
    return subprocess.run([KERBHOLZ, *arguments], timeout=60, check=False, **options)


@pytest.mark.few("cp1252")
@pytest.mark.parametrize("place", PLACES)
def test_every_text_is_utf_8_whatever_the_terminal(server, place, tmp_path):
    done = program(place, "record", "-", "--url", server.address, input=FILE.encode())
    assert done.returncode == 0, done.stderr
    match = done.stdout.decode().split('"match": "')[1][:36]
    printed = program(place, "shorthand", match, "--url", server.address)
    assert (printed.returncode, printed.stderr) == (0, b"")
    assert printed.stdout.decode().endswith(FILE.split("---\n")[1])
    assert "Łukasz" in printed.stdout.decode()
    helps = [["--help"], ["serve", "--help"], ["print", "--help"]]
    for arguments in (helps[[*PLACES].index(place) % len(helps)], ["nothing–there"]):
        done = program(place, *arguments)
        assert b"Traceback" not in done.stderr
        done.stdout.decode()
        done.stderr.decode()
    wrong = program(place, "record", "--check", "-", input=FILE.replace("scribe", "Łukasz: rückwärts #").encode())
    assert (wrong.returncode, b"Traceback" in wrong.stderr) == (1, False)
    assert "<stdin>:5:" in wrong.stderr.decode()
    sheet = program(place, "print", match, "--url", server.address, "--output", str(tmp_path / "m.html"))
    assert (sheet.returncode, sheet.stderr) == (0, b"")
    assert "Łukasz" in (tmp_path / "m.html").read_text(encoding="utf-8")


def test_the_version_is_said():
    done = CliRunner().invoke(main, ["--version"])
    assert (done.exit_code, done.output) == (0, f"kerbholz {version('kerbholz')}\n")


@pytest.mark.parametrize("command", ["print", "record", "scribe", "shorthand"])
def test_what_asks_a_service_has_the_same_options(command):
    said = " ".join(CliRunner().invoke(main, [command, "--help"]).output.split())
    assert "env var: KERBHOLZ_URL; default: http://127.0.0.1:8000" in said
    if command == "record":
        assert "--key-file" in said
        assert "KERBHOLZ_KEY" in said
    else:
        assert "--token-file" in said
        assert "KERBHOLZ_TOKEN" in said
    assert ("public, official or seat:N" in said) is (command in ("print", "shorthand"))


def test_the_help_of_databases_and_read_models_says_what_there_is():
    assert list(READ_MODELS) == [one.name for one in PROJECTIONS]
    assert DATABASE_HELP.endswith(f"or {DEFAULT_DATABASE}]")


def test_a_program_that_asks_a_service_starts_without_the_parts_of_one():
    """They take half a second, which somebody at a table would wait each time."""
    asked = "import sys, service.cli; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=60, check=True)
    loaded = set(done.stdout.split())
    assert not {"eventsourcing", "flask", "lark", "marshmallow", "psycopg", "reportlab", "urllib3"} & loaded


def test_what_works_on_a_database_starts_without_the_parts_that_answer_requests(sqlite_url):
    """Python itself says what a program imports."""
    environment = {**os.environ, "PYTHONPROFILEIMPORTTIME": "1"}
    done = subprocess.run(
        [KERBHOLZ, "migrate", "--database", sqlite_url],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "eventsourcing.sqlite" in loaded
    assert not {"flask", "granian", "jsonschema", "marshmallow", "psycopg", "reportlab", "urllib3"} & loaded


ON_SQLITE = """
import sys
import service.server
from domain.application.upkeep.migration import migrate
from service.app import create_app
from service.config import Settings

settings = Settings(database=sys.argv[1])
migrate(settings.environment)
client = create_app(settings).test_client()
seats = [{"name": "Ada"}, {"name": "Bo"}]
opened = client.post("/v1/matches", json={"ruleset": "seven-sins", "seats": seats})
assert opened.status_code == 201
assert client.get("/v1/matches").status_code == client.get("/readyz").status_code == 200
print(*sys.modules)
"""


def test_a_service_on_sqlite_starts_without_the_driver_of_postgresql(sqlite_url):
    command = [sys.executable, "-c", ON_SQLITE, sqlite_url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    loaded = done.stdout.split()
    assert {"eventsourcing.sqlite", "service.server"} <= {*loaded}
    assert [name for name in loaded if "psycopg" in name or "postgres" in name] == []


def test_every_command_and_option_says_what_it_is():
    for name, command in main.commands.items():
        for one in getattr(command, "commands", {name: command}).values():
            assert one.help, name
            assert all(option.help for option in one.params if option.param_type_name == "option"), name


def test_a_token_is_read_from_a_file_as_editors_leave_it(tmp_path, monkeypatch):
    file = tmp_path / "token"
    for data in (b"khz_x\n", b"khz_x\r\n", b"\xef\xbb\xbfkhz_x", b"  khz_x\t"):
        file.write_bytes(data)
        assert token_from(file) == "khz_x"
    wrong = {b"": "is empty", b"\xff\xfek\0h\0": "not text in UTF-8", b"two words": "does not hold a token"}
    for data, said in wrong.items():
        file.write_bytes(data)
        with pytest.raises(BadToken, match=said):
            token_from(file)
    with pytest.raises(BadToken, match="No such file"):
        token_from(tmp_path / "nothing")
    with pytest.raises(BadToken, match="Is a directory"):
        token_from(tmp_path)
    monkeypatch.setenv("KERBHOLZ_TOKEN", " ")
    assert token_from(None) is None


def test_shorthand_takes_its_token_from_a_file(server, tmp_path):
    done = program(
        "cp1252", "record", "-", "--url", server.address, input=FILE.replace("---", "public: no\n---").encode()
    )
    document = done.stdout.decode()
    match = document.split('"match": "')[1][:36]
    token = document.split('"scribe": "')[1].split('"')[0]
    (tmp_path / "token").write_text(f"{token}\n", encoding="ascii")
    asked = ("shorthand", match, "--url", server.address)
    assert b"unauthorized" in program("ascii", *asked).stderr
    assert program("ascii", *asked, "--token-file", str(tmp_path / "token")).returncode == 0
    assert Path(sys.executable).exists()


def test_files_that_are_no_text_are_said_with_their_line(tmp_path):
    for encoding, said in (
        ("latin-1", ":3:11: the byte FC is not UTF-8"),
        ("utf-16", ":1:1: the file is in UTF-16"),
    ):
        file = tmp_path / f"{encoding}.txt"
        file.write_bytes("ruleset: seven-sins\nseat 0: red\nlabel a: Münster\n".encode(encoding))
        done = CliRunner().invoke(main, ["record", "--check", str(file)])
        assert done.exit_code == 1
        assert f"{file}{said}" in done.stderr
        assert "UTF-8" in done.stderr
