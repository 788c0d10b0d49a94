"""The page about the tools names those that there are, and each setting up works as it is shown."""

from __future__ import annotations

import json
import re
from contextlib import AsyncExitStack
from pathlib import Path

from click.testing import CliRunner

from service.cli import main
from service.cli.mcp.tools import TOOLS, WITH_TOKENS
from tests.service.mcp.calling import clients_of, refused, run, said
from tests.service.playing import open_match

PAGE = (Path(__file__).parents[3] / "docs" / "mcp.md").read_text(encoding="utf-8")


def test_each_tool_is_on_the_page_and_no_other_is():
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == [tool.name for tool in TOOLS]
    assert all(f"`{kind}`" in PAGE for kind in WITH_TOKENS)


def test_the_settings_on_the_page_are_those_of_the_command(monkeypatch, tmp_path):
    (settings,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    (entry,) = json.loads(settings)["mcpServers"].values()
    token = tmp_path / "seat-0.token"
    token.write_text("kbs_secret\n")
    given = [str(token) if one.endswith(".token") else one for one in entry["args"]]
    served = []
    monkeypatch.setattr("service.cli.mcp.server.serve", served.append)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    result = CliRunner().invoke(main, given)
    assert (entry["command"], result.exit_code, result.output) == ("kerbholz", 0, "")
    assert len(served) == 1


def test_a_refusal_reads_as_on_the_page(sqlite_client):
    (shown,) = re.findall(r"```text\n(.*)\n```", PAGE)
    table = open_match(sqlite_client, 2, options={"first_seat": 0})

    async def play():
        async with AsyncExitStack() as stack:
            seat = (await clients_of(stack, table, [0]))[0]
            command = {"type": "take", "sin": "judgement", "to": "reserve"}
            assert said(await refused(seat, "send_commands", table, commands=[command])) == shown
            unknown = await refused(seat, "send_commands", table, commands=[{"type": "bid"}])
            assert said(unknown).count("There is no command") == 1
            wrong = said(await refused(seat, "read_history", table, line=9999))
            assert wrong.startswith("invalid: ")

    run(play)
