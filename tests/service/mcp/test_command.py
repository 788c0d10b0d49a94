"""`kerbholz mcp` as a program: over standard input and output, and what it says of an operator's mistakes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import AsyncExitStack

import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from service.cli import main
from tests.persistence.serving import KERBHOLZ
from tests.service.mcp.calling import run, said
from tests.service.playing import opening

NOWHERE = "http://127.0.0.1:9"
UNKNOWN = "00000000-0000-4000-8000-000000000000"


def test_a_program_speaks_for_the_token_in_its_environment(server, tmp_path):
    status, opened, _ = server.request("POST", "/v1/matches", opening(2, public=False))
    assert status == 201
    token = opened["tokens"]["seats"][1]
    environment = {"PATH": os.environ["PATH"], "KERBHOLZ_TOKEN": token, "NO_PROXY": "127.0.0.1"}
    given = StdioServerParameters(command=KERBHOLZ, args=["mcp", "--url", server.address], env=environment)

    async def play():
        async with AsyncExitStack() as stack:
            client = await stack.enter_async_context(Client(stdio_client(given, errlog=log)))
            match = {"match": opened["id"]}
            answers = [await client.call_tool("list_moves", match), await client.call_tool("read_view", match)]
            note = [{"type": "table.note", "text": "tea break – 茶"}]
            return [*answers, await client.call_tool("send_commands", {**match, "commands": note})]

    with (tmp_path / "log").open("w") as log:
        moves, view, sent = run(play)
    assert not moves.is_error
    assert view.structured_content["as"] == "seat:1"
    assert sent.structured_content["decisions"][0]["command"]["text"] == "tea break – 茶"
    assert sent.structured_content["decisions"][0]["actor"] == {"seat": 1}
    assert (tmp_path / "log").read_text() == ""
    assert not any(token in said(answer) for answer in (moves, view, sent))


PING = '{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'


@pytest.mark.parametrize(("ended_by", "code"), [("input", 0), ("signal", -signal.SIGINT)])
def test_it_ends_with_its_input_or_by_a_signal_and_without_a_word(ended_by, code):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([KERBHOLZ, "mcp", "--url", NOWHERE], text=True, **pipes) as program:
        program.stdin.write(PING)
        program.stdin.flush()
        assert '"id":1' in program.stdout.readline()
        if ended_by == "input":
            program.stdin.close()
        else:
            program.send_signal(signal.SIGINT)
        assert program.wait(timeout=60) == code
        assert (program.stdout.read(), program.stderr.read()) == ("", "")


def test_it_ends_with_its_input_though_a_call_waits_for_the_service():
    call = {"name": "read_history", "arguments": {"match": UNKNOWN, "wait": 55}}
    meta = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "a client", "version": "1"},
    }
    messages = [
        {"id": 1, "method": "initialize", "params": meta},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": call},
    ]
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL}
        with subprocess.Popen([KERBHOLZ, "mcp", "--url", url], text=True, **pipes) as program:
            for message in messages:
                program.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            program.stdin.flush()
            with silent.accept()[0] as asked:
                assert asked.recv(100).startswith(b"GET /v1/matches/")
                program.stdin.close()
                assert program.wait(timeout=30) == 0


@pytest.mark.parametrize(
    ("arguments", "environment", "sentence"),
    [
        (["--url", "example.org"], {}, "an address is http://"),
        (["--url", "http://name:secret@example.org"], {}, "an address is http://"),
        ([], {"KERBHOLZ_TOKEN": "a secret"}, "KERBHOLZ_TOKEN does not hold a token"),
        (["--token-file", "nowhere"], {}, "no token can be read from nowhere"),
        (["--lang", "english language"], {}, "a language is named by its tag"),
    ],
)
def test_mistakes_are_told_in_a_sentence(arguments, environment, sentence):
    result = CliRunner().invoke(main, ["mcp", *arguments], env=environment)
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: {sentence}")
    assert "secret" not in result.output


def test_without_its_extra_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp", None)
    result = CliRunner().invoke(main, ["mcp"])
    assert result.exit_code == 1
    assert "pip install 'kerbholz[mcp]'" in result.output
