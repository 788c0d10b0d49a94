"""Thurn and Taxis: what each seat has come to, and who was received in Rome."""

from __future__ import annotations

from typing import Any

from service.demo.boards.sample import SEATS, Names, Sample, columns, in_round, winners

HOUSES = 6
"""For each player: fewer than the game has, so that the match is not too long."""
STARTS = {"baden": "mailand", "wuerttemberg": "como", "schweiz": "como", "baiern": "trient", "boehmen": "udine"}
"""Where the Rome carriages start: as with two players, so that some arrive in a short match."""
CARRIAGES = {3: 2, 4: 3, 5: 5, 6: 7, 7: 10}
"""What each carriage is worth; the last one ends the match, as the last house does."""
CLERGY = {"ministrant": 1, "priest": 2, "abbot": 3, "bishop": 4, "cardinal": 5}
"""What an audience with each of them is worth."""
WHY = {
    "points": "",
    "game-end": ": as many as others, and the game end tile",
    "order": ": as many as others, and next behind the game end tile",
}


def _left(view: Any) -> int:
    """How far the foremost seat is from the end, by houses or carriages; both are counted to the same number."""
    seats = view["board"]["seats"]
    houses: int = min(seat["houses_left"] for seat in seats)
    carriages: int = min(len(CARRIAGES) - len(seat["carriages"]) for seat in seats)
    return min(len(CARRIAGES) * houses, HOUSES * carriages)


def _named(identifier: str) -> str:
    return identifier.replace("-", " ").title()


def _told(fact: Any, names: Names, _: int) -> str:
    who = names[fact["seat"]] if "seat" in fact else ""
    match fact:
        case {"type": "TilePlaced"}:
            return f"{who} places the audience tiles"
        case {"type": "OfficeUsed", "office": office}:
            return f"{who} uses the {'Postal Carrier' if office == 'carrier' else office.title()}"
        case {"type": "CardTaken", "city": city}:
            return f"{who} takes {_named(city)}"
        case {"type": "CardDrawn"}:
            return f"{who} draws a card"
        case {"type": "CardsDiscarded", "cities": cities}:
            return f"{who} discards {', '.join(map(_named, cities))}"
        case {"type": "RouteStarted", "city": city}:
            return f"{who} starts a route in {_named(city)}"
        case {"type": "RouteExtended", "city": city}:
            return f"{who} goes on to {_named(city)}"
        case {"type": "RouteGivenUp"}:
            return f"{who} gives up a route"
        case {"type": "RouteClosed", "length": length}:
            return f"{who} closes a route of {length}"
        case {"type": "HousePlaced", "city": city}:
            return f"{who} places a house in {_named(city)}"
        case {"type": "TilesReturned", "offices": offices}:
            return f"{who} returns {len(offices)} office tile{'' if len(offices) == 1 else 's'}"
        case {"type": "CarriageMoved", "carriage": carriage, "to": city}:
            return f"{who} sends the carriage of {_named(carriage)} to {'Rome' if city == 'rom' else _named(city)}"
        case {"type": "CarriageOpened", "carriage": carriage}:
            return f"the carriage of {_named(carriage)} is opened in Rome"
        case {"type": "Declined"}:
            return f"{who} declines"
    return ""


def _drawn(view: Any, names: Names) -> str:
    """The final board as a table: what has brought each seat how much, and who was received in Rome."""
    board, outcome = view["board"], view["outcome"]
    received = {kind: _received(board, kind) for kind in CLERGY}
    rows = [["", "carriages", "worth", "houses", "left", "bonus tiles", "chips", "audience", "score"]]
    for seat, chips in zip(board["seats"], board["offices"]["chips"], strict=True):
        carriages = seat["carriages"]
        cells = [
            " ".join(map(str, carriages)) or "–",
            CARRIAGES[carriages[-1]] if carriages else 0,
            len(seat["houses"]),
            seat["houses_left"],
            "+".join(str(bonus["points"]) for bonus in seat["bonuses"]) or 0,
            chips,
            sum(CLERGY[kind] for kind, seats in received.items() if seat["seat"] in seats),
            seat["score"],
        ]
        rows.append([names[seat["seat"]], *map(str, cells)])
    arrived = sum(carriage["city"] == "rom" for carriage in board["audience"]["carriages"])
    return "\n".join(
        [
            *columns(rows),
            "",
            "  The best carriage counts, and each house that is left takes a point off.",
            f"  {arrived} of {len(STARTS)} carriages have come to Rome. "
            "The clergymen received there, with their points:",
            *(
                f"    {kind} ({points}): {', '.join(names[seat] for seat in received[kind]) or 'nobody'}"
                for kind, points in CLERGY.items()
            ),
            winners(outcome, names, WHY[outcome["decided_by"]]),
        ]
    )


def _received(board: Any, kind: str) -> list[int]:
    """Whose tiles lie on an audience space; a tile is called by its kind and its seat."""
    things = board["audience"]["spaces"][kind].get("things", {})
    return sorted(int(tile.rpartition(":")[2]) for tile in things)


SAMPLE = Sample(
    title="Thurn and Taxis",
    table="both modules, four seats, six houses",
    opening={
        "ruleset": "thurn-and-taxis",
        "seats": SEATS,
        "options": {"modules": ["audience", "offices"]},
        "board": {
            "houses": HOUSES,
            "rome": [
                {"carriage": carriage, "start": city, "start_of_two": city} for carriage, city in STARTS.items()
            ],
        },
    },
    left=_left,
    stage=in_round,
    told=_told,
    drawn=_drawn,
    seldom={"give-up-route": 0.01, "decline": 0.3},
)
