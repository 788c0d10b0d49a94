"""Language models in the tests: clients of the protocol, each with a server that speaks for one token."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

from mcp import Client
from mcp.types import CallToolResult

from service.cli.mcp.asking import Service
from service.cli.mcp.server import server_of
from tests.service.playing import Table, Who
from tests.service.scribe.writing import Wire


def run(play: Callable[[], Awaitable[Any]]) -> Any:
    """What comes of it. An error is raised as it was: clients within clients would hide it in groups of errors."""
    try:
        return asyncio.run(play())
    except BaseExceptionGroup as errors:
        error: BaseException = errors
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise error from None


async def connected(stack: AsyncExitStack, wire: Wire, token: str | None) -> Client:
    """A client whose server speaks for this token, in this process, and by the wire to the service."""
    server = server_of(Service(wire, token, "en"))
    return await stack.enter_async_context(Client(server, raise_exceptions=True))


async def clients_of(stack: AsyncExitStack, table: Table, everybody: list[Who]) -> dict[Who, Client]:
    """A client for each of them."""
    wire = Wire(table.client)
    return {who: await connected(stack, wire, table.token(who)) for who in everybody}


async def call(client: Client, tool: str, table: Table, **arguments: Any) -> CallToolResult:
    """The result of a tool about the match of a table; ``as_`` stands for ``as``."""
    return await client.call_tool(tool, {"match": table.id, **_named(arguments)})


async def done(client: Client, tool: str, table: Table, **arguments: Any) -> Any:
    """The document of a call that must succeed: the same as data and as text."""
    result = await call(client, tool, table, **arguments)
    assert not result.is_error, said(result)
    assert json.loads(said(result)) == result.structured_content
    return result.structured_content


async def refused(client: Client, tool: str, table: Table, **arguments: Any) -> CallToolResult:
    """The result of a call that must fail."""
    result = await call(client, tool, table, **arguments)
    assert result.is_error, said(result)
    return result


def said(result: CallToolResult) -> str:
    """What a result says in words."""
    (block,) = result.content
    assert block.type == "text"
    return block.text


def everything_in(result: CallToolResult) -> str:
    """All that a result says."""
    return result.model_dump_json()


def _named(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name.rstrip("_"): value for name, value in arguments.items()}
