"""Makes the worked examples of format 1: two whole matches as they lie in a database.

    python -m tests.vectors.make_format_1

They were made once, when format 1 was fixed, and are never made again: `tests/test_format_1.py` proves that
today's code still reads them, and writes the same bytes. Clock, ids, salts and keys are held still, so that
the script shows all that went in.

- `hosted.json`: three seats, Penitence, fading; two notes, one of them erased; a place-stones taken back.
- `recorded.json`: the scribe did not see the first cards, and tells them at the end; a take-back of a take.
"""

import hashlib
import itertools
import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.facts import Command, Unknown
from domain.kit.table.commands import Note, TakeBack, Tell
from domain.match.match import Match
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from tests.asking import asking

FOLDER = Path(__file__).parent / "format-1"
SCRIBE, ARBITER = Principal("scribe"), Principal("arbiter")
SEATS = [Principal("seat", seat) for seat in range(3)]
SERVICE_KEY = b"format 1".ljust(32, b".")


def main() -> None:
    """Writes both files."""
    for name, opening, play in (("hosted", HOSTED, play_hosted), ("recorded", RECORDED, play_recorded)):
        with tempfile.TemporaryDirectory() as folder:
            env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": f"{folder}/kerbholz.db"}
            migrate(env)
            with still(env, name) as matches:
                match_id = matches.open(opening).match.id
                play(matches, match_id)
                document = dumped(matches, match_id)
        text = json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True)
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def still(env: dict[str, str], name: str) -> Matches:
    """The application with everything that is otherwise random or the time given by *name*."""
    seconds = itertools.count()
    numbers = itertools.count()

    def some_bytes(number: int) -> bytes:
        return hashlib.sha256(f"{name} {next(numbers)}".encode()).digest()[:number]

    return Matches(
        env,
        clock=lambda: "2026-02-03T04:{:02}:{:02}.000Z".format(*divmod(next(seconds), 60)),
        salts=lambda: some_bytes(32).hex(),
        random_bytes=some_bytes,
        new_id=lambda: UUID(bytes=some_bytes(16), version=4),
        service_key=SERVICE_KEY,
    )


# -- a hosted match -----------------------------------------------------------------------------------------

HOSTED = Opening(
    ruleset="seven-sins",
    seats=[SeatWanted("Ada"), SeatWanted("Börje", "green"), SeatWanted("Chloé 🎲")],
    options={"penitence": True},
    labels={"event": "Open evening", "table": "4"},
)


def play_hosted(matches: Matches, match_id: UUID) -> None:
    """Random moves of the seats, with notes, and one place-stones taken back."""
    choose = random.Random(3).choice
    matches.append(match_id, SEATS[1], asking(Asked(Note('Who begins? "Me" / ~you\n'))))
    erased = matches.append(match_id, ARBITER, asking(Asked(Note("To be forgotten", about=1)))).last
    taken_back = False
    while not (match := matches.load(match_id)).over:
        seat = next(seat for seat in range(3) if match.state.awaits_seat(seat))
        command = command_of(matches, match_id, match.ruleset.moves(match.state, seat), choose)
        version = matches.append(match_id, SEATS[seat], asking(Asked(command))).first
        if command.TYPE == "place-stones" and not taken_back and not matches.load(match_id).over:
            matches.append(match_id, SEATS[seat], asking(Asked(TakeBack(version, "A slip of the hand"))))
            taken_back = True
    matches.append(match_id, SEATS[2], asking(Asked(Note("Thanks, all", about=0))))
    matches.erase(match_id, erased, "/command/text")
    assert taken_back


# -- a recorded match ---------------------------------------------------------------------------------------

RECORDED = Opening(
    ruleset="seven-sins",
    seats=[SeatWanted("Dora"), SeatWanted("Émile"), SeatWanted("Fjodor")],
    mode="recorded",
    options={"first_seat": 2},
    played_on="2026-02-01",
)


def play_recorded(matches: Matches, match_id: UUID) -> None:
    """A table with real cards; the scribe enters what he sees of them."""
    chance = random.Random(2)
    state = matches.load(match_id).state
    board = state.rules.board
    sins = sorted(chance.sample(board["sins"], board["types"]["3"]))
    piles = {back: [sin for sin in sins for _ in range(number)] for back, number in board["backs"].items()}
    for pile in piles.values():
        chance.shuffle(pile)
    dealt = {seat: piles["I"].pop() for seat in state.turn_order()}

    claims = itertools.chain(["2026-02-01T20:15:00Z", None, "2026-02-01T20:20:30Z"], itertools.repeat(None))

    def scribe(command: Command, seat: int | None = None) -> int:
        return matches.append(match_id, SCRIBE, asking(Asked(command, seat, next(claims)))).first

    def turned_up(state) -> tuple[str, ...]:
        """What comes from the piles until the centre is full or the last Judgement lies open."""
        cards: list[str] = []
        open_before = state.judgements_open
        while len(state.places["centre"]) + len(cards) < board["centre"]:
            pile = next((piles[back] for back in sorted(piles) if piles[back]), None)
            if pile is None or open_before + cards.count("judgement") == state.judgements:
                break
            cards.append(pile.pop())
        return tuple(cards)

    types = matches.load(match_id).ruleset.command_types
    scribe(types["choose-sins"](tuple(sins)))
    scribe(types["deal"](Unknown(3)))
    scribe(types["refill"](turned_up(state)))
    for pile in piles.values():
        pile.insert(chance.randrange(len(pile)), "judgement")
    taken_back = False
    while not (match := matches.load(match_id)).over:
        state = match.state
        if state.awaits_chance:
            scribe(types["refill"](turned_up(state)))
        elif "tell" in state.awaiting[0]:
            place = state.awaiting[0]["tell"]
            scribe(Tell(place, (dealt[int(place.rpartition(":")[2])],)))
        else:
            seat = next(seat for seat in range(3) if state.awaits_seat(seat))
            command = command_of(matches, match_id, match.ruleset.moves(state, seat), chance.choice)
            version = scribe(command, seat)
            if not taken_back:
                scribe(TakeBack(version))
                taken_back = True


# -- both ---------------------------------------------------------------------------------------------------


def command_of(matches: Matches, match_id: UUID, moves: list, choose: Callable) -> Command:
    """One of the listed commands; of a pattern, the first that there is."""
    move = dict(choose(moves))
    for name, value in move.items():
        if isinstance(value, dict):
            move[name] = value["some_of"][: value["max"]]
    types = matches.load(match_id).ruleset.command_types
    return types[move["type"]].from_json(move)


def folded(match: Match) -> dict:
    """What the rows fold to: what lies where, and how it stands; not how a state is held in memory."""
    state, view = match.state, match.ruleset.view(match.state)
    return {
        "version": match.version,
        "table": {name: view[name] for name in ("sins", "first", "abyss_points", "wins")},
        "seats": [{name: seat[name] for name in ("turns", "stones_on", "score")} for seat in view["seats"]],
        "status": state.status,
        "awaiting": list(state.awaiting),
        "outcome": state.outcome,
        "places": {
            name: {"known": dict(place.known), "unknown": place.unknown} for name, place in state.places.items()
        },
    }


def dumped(matches: Matches, match_id: UUID) -> dict:
    """The rows of the match, as stored, and the state that they fold to."""
    rows = matches.database.query(
        "SELECT originator_version, topic, state FROM kerbholz_events WHERE originator_id = ?"
        " ORDER BY originator_version",
        (match_id.hex,),
    )
    texts = matches.database.query(
        "SELECT version, pointer, salt, value FROM kerbholz_texts WHERE match_id = ? ORDER BY version, rowid",
        (match_id.hex,),
    )
    match = matches.load(match_id)
    seed = match.secrets.chance_seed
    return {
        "match": str(match_id),
        "events": [
            {"version": version, "topic": topic, "state": bytes(state).decode()} for version, topic, state in rows
        ],
        "match_key": match.secrets.match_key.hex(),
        "chance_seed": seed.hex() if seed is not None else None,
        "texts": [dict(zip(("version", "pointer", "salt", "value"), row, strict=True)) for row in texts],
        "folded": folded(match),
    }


if __name__ == "__main__":
    main()
