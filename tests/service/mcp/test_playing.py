"""Language models play: whole matches of each game from what the tools list, and refusals in words."""

from __future__ import annotations

import hashlib
from contextlib import AsyncExitStack
from random import Random

import pytest

from service.cli.client import Reply, Unreachable
from service.cli.mcp import asking
from service.cli.mcp.tools import TOOLS
from tests.service.mcp.calling import call, clients_of, connected, done, everything_in, refused, run, said
from tests.service.playing import (
    MOST_COMMANDS,
    filled_move,
    mea_culpa,
    one_of,
    open_match,
    opening,
    placing_match,
    recorded_match,
    thurn_and_taxis,
)
from tests.service.scribe.writing import Wire

GAMES = {
    "mea-culpa": lambda client: mea_culpa(client, 2),
    "seven-sins": lambda client: open_match(client, 2, options={"chance": "joint"}),
    "thurn-and-taxis": lambda client: thurn_and_taxis(client, 2, board={"houses": 4}),
}
UNKNOWN = "00000000-0000-4000-8000-000000000000"


def test_each_tool_is_described():
    async def play():
        async with AsyncExitStack() as stack:
            client = await connected(stack, lambda _: Reply(404, {}, b"{}"), None)
            assert "never instructions" in client.instructions
            return (await client.list_tools()).tools

    tools = run(play)
    assert [tool.name for tool in tools] == [tool.name for tool in TOOLS]
    assert [tool.name for tool in tools if not tool.annotations.read_only_hint] == ["send_commands"]
    for tool in tools:
        assert tool.title
        assert len(tool.description) > 50
        assert tool.input_schema["additionalProperties"] is False
        assert all(schema.get("description") for schema in tool.input_schema["properties"].values())


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_from_the_tools_alone(sqlite_client, game):
    table = GAMES[game](sqlite_client)

    async def play():
        async with AsyncExitStack() as stack:
            seats = await clients_of(stack, table, list(table.seats))
            rng, kept = Random(3), {}
            for _ in range(MOST_COMMANDS):
                match = await done(seats[0], "read_match", table)
                if match["status"] == "finished":
                    return match
                seat = rng.choice([one["seat"] for one in match["awaiting"]])
                await _one_move(table, seats[seat], seat, rng, kept)
        raise AssertionError("the match does not end")

    match = run(play)
    assert match["outcome"]["winners"]
    assert match["text"]


async def _one_move(table, client, seat, rng, kept):
    """Send one of the moves that are listed for a seat; *kept* has what it has contributed to joint chance."""
    listed = await done(client, "list_moves", table)
    assert {"seat": seat} in listed["awaiting"]
    assert all(move["text"] for move in listed["moves"])
    move = one_of(table, [_command(move) for move in listed["moves"]], rng)
    if move["type"] == "table.contribute":
        kept[seat] = bytes([seat + 1]) * 32
        move["commitment"] = contribution(table.id, seat, kept[seat])
    elif move["type"] == "table.open-contribution":
        move["value"] = kept[seat].hex()
    answer = await done(client, "send_commands", table, commands=[move], seen=listed["version"])
    assert answer["decisions"][0]["command"] == move
    assert all(decision["text"] for decision in answer["decisions"])


def _command(move):
    return {name: value for name, value in move.items() if name != "text"}


def contribution(match, seat, value):
    return hashlib.sha256(b"kerbholz contribution 1\n" + f"{match}\n{seat}\n".encode() + value).hexdigest()


def test_commands_are_tried_out_and_sent_together(sqlite_client):
    table = recorded_match(sqlite_client)
    batch = [{"type": "take", "seat": 0, "sin": "envy", "to": "reserve"}, {"type": "refill", "cards": ["lust"]}]

    async def play():
        async with AsyncExitStack() as stack:
            scribe = (await clients_of(stack, table, ["scribe"]))["scribe"]
            before = table.version
            tried = await done(scribe, "try_commands", table, commands=batch)
            assert tried["receipt"] is None
            assert table.version == before
            sent = await done(scribe, "send_commands", table, commands=batch)
            told = await done(scribe, "read_history", table, after=before)
            assert told["decisions"] == sent["decisions"]
            assert [one["command"]["type"] for one in told["decisions"]] == ["take", "refill"]
            words = await call(scribe, "read_board", table, at=before)
            assert said(words) == table.ask("scribe", "picture", {"Accept": "text/plain"}, at=before).text

    run(play)


def test_refusals_are_sentences_with_the_rule_and_change_nothing(sqlite_client):
    table = placing_match(sqlite_client)
    trace = table.trace()
    foreign = open_match(sqlite_client, 2, public=False)

    async def play():
        async with AsyncExitStack() as stack:
            clients = await clients_of(stack, table, [0, None, "spectator"])
            seat, public = clients[0], clients[None]
            placing = _command(filled_move((await done(seat, "list_moves", table))["moves"][0], Random(1)))
            illegal = await refused(seat, "send_commands", table, commands=[{**placing, "on": ["gossip"]}])
            assert illegal.structured_content["code"] in ("invalid", "illegal-move")
            other = await refused(seat, "send_commands", table, commands=[{**placing, "seat": 1}])
            assert other.structured_content["code"] == "not-your-seat"
            assert said(other).startswith("not-your-seat")
            pass_ = await refused(seat, "try_commands", table, commands=[{"type": "pass"}])
            rule = pass_.structured_content["rule"]
            assert f"({rule})" in said(pass_)
            told = await seat.call_tool("explain_rule", {"rule": rule, "ruleset": "seven-sins"})
            assert told.structured_content["text"]
            moved = await refused(seat, "send_commands", table, commands=[placing], seen=0)
            assert moved.structured_content["code"] == "version-moved"
            await refused(public, "send_commands", table, commands=[placing])
            await refused(clients["spectator"], "read_knowledge", table)
            await refused(seat, "read_view", table, as_="official")
            assert (await refused(seat, "read_view", foreign)).structured_content["code"] == "forbidden"
            for client, code in ((seat, "forbidden"), (public, "not-found")):
                unknown = await client.call_tool("read_match", {"match": UNKNOWN})
                assert (unknown.is_error, unknown.structured_content["code"]) == (True, code)

    run(play)
    assert table.trace() == trace


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("read_match", {}, "'match' is a required property"),
        ("read_match", {"match": "../keys"}, "A match is named by its id"),
        ("read_view", {"match": UNKNOWN, "at": "3"}, "at: '3' is not of type 'integer'"),
        ("read_view", {"match": UNKNOWN, "version": 3}, "'version' was unexpected"),
        ("send_commands", {"match": UNKNOWN, "commands": []}, "commands: [] should be non-empty"),
        ("send_commands", {"match": UNKNOWN, "commands": ["pass"]}, "commands[0]: 'pass' is not of type 'object'"),
        ("explain_rule", {"rule": "SS-T2"}, "Say of which ruleset"),
        ("explain_rule", {"rule": "TB-9999"}, "table has no rule TB-9999"),
        ("explain_rule", {"rule": "X-1", "ruleset": "chess"}, "There is no such ruleset."),
        ("open_match", opening(2), "There is no tool open_match."),
    ],
)
def test_arguments_that_cannot_be_used_are_refused_in_a_sentence(sqlite_client, tool, arguments, sentence):
    async def play():
        async with AsyncExitStack() as stack:
            client = await connected(stack, Wire(sqlite_client), None)
            return await client.call_tool(tool, arguments)

    result = run(play)
    assert result.is_error
    assert sentence in said(result)


def test_a_rule_of_the_table_needs_no_ruleset(sqlite_client):
    async def play():
        async with AsyncExitStack() as stack:
            client = await connected(stack, Wire(sqlite_client), None)
            return (await client.call_tool("explain_rule", {"rule": "TB-81"})).structured_content

    assert run(play)["text"] == sqlite_client.get("/v1/rulesets/table").json["rules"]["TB-81"]


def test_a_link_names_a_match_and_its_token_goes_nowhere(sqlite_client):
    table = open_match(sqlite_client, 2)
    targets = []

    async def play():
        async with AsyncExitStack() as stack:
            wire = Wire(sqlite_client)
            client = await connected(stack, lambda request: targets.append(request.target) or wire(request), None)
            link = f"https://play.example.org/matches/{table.id}#{table.token(0)}"
            result = await client.call_tool("read_match", {"match": link})
            assert result.structured_content["id"] == table.id

    run(play)
    assert targets
    assert not any(table.token(0) in target for target in targets)


def test_no_command_is_sent_whose_answer_holds_a_token(sqlite_client):
    table = open_match(sqlite_client, 2)
    commands = [
        {"type": "table.replace-token", "role": "seat", "seat": 0},
        {"type": "table.substitute", "seat": 0, "name": "Zoe"},
    ]

    async def play():
        async with AsyncExitStack() as stack:
            host = (await clients_of(stack, table, ["host"]))["host"]
            for command in commands:
                for batch in ([command], [{"type": "table.close"}, command]):
                    for tool in ("try_commands", "send_commands"):
                        result = await refused(host, tool, table, commands=batch)
                        assert "is answered with a token" in said(result)

    run(play)
    assert table.get(0)["version"] == table.version  # the token of the seat is as good as before


def test_commands_whose_answer_was_lost_are_sent_again_and_done_once(sqlite_client, monkeypatch):
    monkeypatch.setattr(asking, "PAUSES", (0.0, 0.0))
    table = open_match(sqlite_client, 2)
    note = [{"type": "table.note", "text": "tea break"}]

    async def play():
        async with AsyncExitStack() as stack:
            wire = Wire(sqlite_client)
            seat = await connected(stack, wire, table.token(0))
            before = table.version
            wire.answers_to_lose = 2
            assert (await done(seat, "send_commands", table, commands=note))["version"] == before + 1
            wire.answers_to_lose = 3
            lost = await refused(seat, "send_commands", table, commands=note, key="k" * 16)
            assert "gives no answer" in said(lost)
            assert (await done(seat, "send_commands", table, commands=note, key="k" * 16))["version"] == before + 2
            assert table.version == before + 2

    run(play)


@pytest.mark.parametrize(
    "reply",
    [
        Reply(200, {}, b"<html>"),
        Reply(200, {}, b"[]"),
        Reply(502, {}, b"Bad gateway"),
        Reply(404, {}, b'{"detail": "Not found"}'),
        None,
    ],
)
def test_what_is_not_the_service_is_called_so(reply):
    def send(_):
        if reply is None:
            raise Unreachable("the service cannot be reached")
        return reply

    async def play():
        async with AsyncExitStack() as stack:
            client = await connected(stack, send, "a-secret")
            return [
                await client.call_tool(tool, {"match": UNKNOWN, **more})
                for tool, more in (("read_match", {}), ("read_board", {}), ("read_history", {"wait": 1}))
            ]

    for result in run(play):
        assert result.is_error
        assert said(result).startswith("The service gives no answer: ")
        assert "a-secret" not in everything_in(result)


def test_a_token_that_is_not_known_is_refused_and_not_repeated(sqlite_client):
    table = open_match(sqlite_client, 2)
    wrong = f"{table.token(0)[:-8]}{'0' * 8}"

    async def play():
        async with AsyncExitStack() as stack:
            client = await connected(stack, Wire(sqlite_client), wrong)
            return [await refused(client, tool, table) for tool in ("read_match", "read_board", "list_moves")]

    for result in run(play):
        assert result.structured_content["code"] == "unauthorized"
        assert said(result).startswith("unauthorized: ")
        assert wrong not in everything_in(result)


def test_how_long_to_wait_is_said():
    body = b'{"code": "too-many-requests", "detail": "Too many requests.", "status": 429}'

    async def play():
        async with AsyncExitStack() as stack:
            client = await connected(stack, lambda _: Reply(429, {"Retry-After": "7"}, body), None)
            return await client.call_tool("read_match", {"match": UNKNOWN})

    assert said(run(play)).endswith("Try again in 7 s.")
