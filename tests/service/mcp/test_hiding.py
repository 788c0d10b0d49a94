"""What a tool tells is what the API tells the same token: nothing that is hidden, and nothing besides."""

from __future__ import annotations

from contextlib import AsyncExitStack
from functools import partial
from random import Random

import pytest

from tests.service.mcp.calling import call, clients_of, connected, everything_in, run, said
from tests.service.playing import (
    NOTE,
    a_move,
    mea_culpa,
    open_match,
    play_out,
    step,
    thurn_and_taxis,
    without,
)
from tests.service.scribe.writing import Wire

GAMES = {
    "mea-culpa": lambda client: mea_culpa(client, 2),
    "seven-sins": lambda client: open_match(client, 2, options={"chance": "known"}, seed=f"{5:032x}"),
    "thurn-and-taxis": lambda client: thurn_and_taxis(client, 2, board={"houses": 4}),
}
STEPS = 12
LOOKS = ({}, {"as": "public"}, {"as": "official"}, {"as": "seat:0"}, {"as": "seat:1"})
READS = {
    "read_match": ("", ({},), {"text": "en"}),
    "read_view": ("view", (*LOOKS, {"at": 2}, {"at": 2, "line": 5}, {"at": 9999}), {}),
    "read_board": ("picture", (*LOOKS, {"at": 2}), {"lang": "en"}),
    "list_moves": ("moves", ({}, {"possible": True}, {"as": "public"}, {"seat": 0}), {"text": "en"}),
    "read_history": ("decisions", (*LOOKS, {"after": 3, "limit": 2}, {"line": 5}), {"text": "en"}),
    "read_audit": ("audit", LOOKS, {}),
    "read_knowledge": ("knowledge", (*LOOKS, {"at": 2}), {}),
}
"""The tools that read a match: what is behind its address, with which arguments, and what is added to them."""


async def check_all(table, clients, foreign):
    """Each tool tells everybody what the API tells them, in all that can be asked."""
    for who, client in clients.items():
        bearer = foreign if who == "foreign" else table.bearer(who)
        for tool, (what, asked, more) in READS.items():
            for arguments in asked:
                result = await client.call_tool(tool, {"match": table.id, **arguments})
                accept = {"Accept": "text/plain" if tool == "read_board" else "application/json"}
                query = {name: str(value).lower() for name, value in {**arguments, **more}.items()}
                path = f"{table.path}/{what}".rstrip("/")
                told = table.client.get(path, query_string=query, headers={**bearer, **accept})
                assert result.is_error == (told.status_code != 200), (who, tool, arguments)
                if tool == "read_board" and not result.is_error:
                    assert said(result) == told.text
                else:
                    assert without(result.structured_content, "looks") == without(told.json, "looks")
        for command in (NOTE, {"type": "pass"}, {"type": "bid"}, {"type": "table.take-back", "decision": 3}):
            result = await client.call_tool("try_commands", {"match": table.id, "commands": [command]})
            told = table.client.post(f"{table.path}/commands?dry_run=true&text=en", json=command, headers=bearer)
            # Between the two a moment has passed.
            assert without(result.structured_content, "at") == without(told.json, "at")


@pytest.mark.parametrize("game", GAMES)
def test_a_tool_tells_each_token_what_the_api_tells_it(sqlite_client, game):
    table, other = GAMES[game](sqlite_client), open_match(sqlite_client, 2)

    async def play():
        async with AsyncExitStack() as stack:
            clients = await clients_of(stack, table, [None, "arbiter", *table.seats])
            clients["foreign"] = await connected(stack, Wire(sqlite_client), other.token(0))
            rng = Random(4)
            for _ in range(STEPS):
                step(table, rng)
            await check_all(table, clients, other.bearer(0))
            if game == "seven-sins":  # whose matches are short: when it is over, everybody is told more
                play_out(table, rng)
                await check_all(table, {0: clients[0]}, other.bearer(0))

    run(play)


def test_a_hidden_card_is_in_no_answer_of_any_tool(sqlite_client):
    """The card is searched for with a board whose words are not common ones."""
    board = {"sins": [f"secret-sin-{letter}" for letter in "abcdefg"], "types": dict.fromkeys("2345", 7)}
    looked = 0

    for seed in range(4):
        table = open_match(sqlite_client, 2, board=board, options={"chance": "known"}, seed=f"{seed:032x}")
        centre = table.get(None, "view")["board"]["centre"]["things"]
        for owner in table.seats:
            card = own_card(table, owner)
            if card in centre or card == own_card(table, 1 - owner):
                continue
            looked += 1
            run(partial(check_hidden, table, card, owner))
    assert looked >= 2


def own_card(table, seat):
    """The card that a seat was dealt."""
    (card,) = (
        fact["card"]
        for decision in table.log("arbiter")
        if decision["command"]["type"] == "deal"
        for fact in decision["facts"]
        if fact.get("seat") == seat
    )
    return card


async def check_hidden(table, card, owner):
    """The card of a seat is told to it and to officials, and to nobody else."""
    async with AsyncExitStack() as stack:
        clients = await clients_of(stack, table, table.everybody)
        for who, client in clients.items():
            # Which sins are in play is public: they are in other decisions.
            asked = [{"type": kind, **look} for kind in ("deal", "refill") for look in ({}, {"as": "public"})]
            own = [everything_in(await call(client, "read_history", table, **one)) for one in asked]
            own += [everything_in(await call(client, "read_knowledge", table))]
            assert any(card in text for text in own) == (who in (owner, "arbiter", "scribe")), who
            assert not any(card in text for one, text in zip(asked, own, strict=False) if "as" in one), who


def test_no_answer_and_no_log_holds_a_token(sqlite_client, caplog):
    table = open_match(sqlite_client, 2)
    caplog.set_level("DEBUG")

    async def play():
        async with AsyncExitStack() as stack:
            clients = await clients_of(stack, table, table.everybody)
            rng = Random(2)
            for client in clients.values():
                for tool, (_, asked, _) in READS.items():
                    for arguments in asked[:3]:
                        yield everything_in(await client.call_tool(tool, {"match": table.id, **arguments}))
                yield everything_in(await call(client, "send_commands", table, commands=[dict(NOTE)]))
            seat = table.mover
            move = a_move(table, seat, rng)
            yield everything_in(await call(clients[seat], "send_commands", table, commands=[move]))

    async def collected():
        return [text async for text in play()]

    texts = run(collected)
    assert len(texts) > 50
    for token in table.all_tokens():
        assert not any(token in text for text in texts)
        assert token not in caplog.text
