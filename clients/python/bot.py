"""A bot that knows no rules: it takes one of the listed moves, and fills each pattern in it at random.
bot.py ADDRESS RULESET plays both seats of a new match, bot.py ADDRESS MATCH TOKEN one seat of another."""

import random
import sys
import time

from kerbholz_client import AuthenticatedClient, Client
from kerbholz_client.api.matches import append_commands, open_match, read_match
from kerbholz_client.api.reading import list_moves
from kerbholz_client.models import Appended, Command, Match, MoveList, Opened, Opening, Problem, Seat
from kerbholz_contributions import contributed
from kerbholz_patterns import filled
from kerbholz_receipts import visited
from kerbholz_retries import SafeRetries, new_key


def move(game: str, seat: AuthenticatedClient) -> bool:
    """Send one of the moves of this seat, if it has any. Should others be faster, there is a next time."""
    listed = list_moves.sync(game, client=seat)
    if not isinstance(listed, MoveList) or not listed.moves:
        return False
    fields = contributed(game, seat, random.choice(listed.moves).additional_properties)
    command = Command.from_dict({name: filled(value) for name, value in fields.items()})
    seen, key = f'"{listed.version}"', new_key()
    answer = append_commands.sync(game, client=seat, body=command, if_match=seen, idempotency_key=key)
    assert not (isinstance(answer, Problem) and answer.status == 422), answer
    return isinstance(answer, Appended)


def play(game: str, seats: list[AuthenticatedClient]) -> Match:
    """Play these seats until the match is over; whose turn it is, the lists of moves say."""
    while True:
        match = visited(game, seats[0], read_match.sync(game, client=seats[0]))
        if match.status in ("finished", "abandoned"):
            return match
        time.sleep(0 if any(move(game, seat) for seat in seats) else 0.1)


if __name__ == "__main__":
    address, name, *tokens = sys.argv[1:]
    if not tokens:
        opened = open_match.sync(client=Client(address), body=Opening(name, [Seat("Ada"), Seat("Ben")]))
        assert isinstance(opened, Opened), opened
        name, tokens = opened.id, opened.tokens.seats
    players = [AuthenticatedClient(address, one, httpx_args={"transport": SafeRetries()}) for one in tokens]
    print((outcome := play(name, players).outcome) and outcome.to_dict())
