"""The sample matches of the demonstration: how each is opened, measured, told of, and shown at its end.

Everything is read from what the service answers: the view's ``board`` and ``outcome``, and the facts of the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Names: TypeAlias = Sequence[str]
"""Who sits at each seat."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A match to be played, and what a game has to say of itself.

    ``left`` measures in a view how much is still to come; at the end it need not be 0. ``stage`` puts in words
    how far the match is, and ``told`` what a fact means that happened *times* times in its decision, or ``""``.
    ``drawn`` draws the board of a match that is over, as officials see it. ``by_hand`` are commands that its
    players leave alone as long as they can: single steps, where whole actions do.
    """

    title: str
    table: str
    opening: Mapping[str, Any]
    left: Callable[[Any], int]
    stage: Callable[[Any], str]
    told: Callable[[Any, Names, int], str]
    drawn: Callable[[Any, Names], str]
    by_hand: frozenset[str] = frozenset()

    @property
    def names(self) -> Names:
        """Who sits at each seat."""
        return [seat["name"] for seat in self.opening["seats"]]


SEATS = [
    {"name": "Agatha", "colour": "red"},
    {"name": "Bruno", "colour": "blue"},
    {"name": "Clara", "colour": "green"},
    {"name": "Dietmar", "colour": "yellow"},
]


def _columns(rows: list[list[str]]) -> Iterator[str]:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *others = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(["", first.strip().ljust(widths[0]), *others]).rstrip()


def _winners(outcome: Any, names: Names, why: str = "") -> str:
    winners = [names[seat] for seat in outcome["winners"]]
    decided = f"decided by {outcome['decided_by']}{why}"
    return f"  {'Winner' if len(winners) == 1 else 'Winners'}: {' and '.join(winners)} ({decided})"


# -- Mea Culpa -----------------------------------------------------------------------------------------------

STEPS = frozenset(
    {
        "return-card",
        "set-bid",
        "settle",
        "take-card",
        "begin",
        "rotate",
        "pay",
        "take-stone",
        "take-letter",
        "return-stone",
        "bag-good",
        "receive",
        "place-stone",
        "show",
        "drop",
        "name-room",
        "flip",
        "discard",
        "announce",
        "turn-die",
        "open-die",
        "declare-over",
        "call-next",
        "prompt",
    }
)
"""What can be entered step by step."""
LETTERS = ("red", "green", "blue", "yellow")
BUILT = {"nothing": 0, "nave": 2, "cathedral": 4}
"""In crews; two cathedrals end the match."""
WHY = {"heaven": ": reached Heaven", "nearest": ": nobody reached Heaven, this soul is the nearest to it"}


def _crews_left(view: Any) -> int:
    sites = sorted(BUILT[site["built"]] + site["crews"] for site in view["board"]["sites"])
    furthest: int = sum(sites[-2:])
    return 2 * BUILT["cathedral"] - furthest


def _round(view: Any) -> str:
    return f"round {view['board']['round']:>2}"


def _told_of_mea_culpa(fact: Any, names: Names, times: int) -> str:
    who = names[fact["seat"]] if "seat" in fact else ""
    match fact:
        case {"type": "BonusTaken", "bonus": bonus}:
            return f"{who} takes the bonus {bonus.replace('-', ' ')}"
        case {"type": "BidSet"}:
            return f"{who} has bid"
        case {"type": "BidsRevealed", "notches": notches, "taler": taler}:
            bids = [str(sum(bid)) for bid in zip(notches, taler, strict=True)]
            return f"the bids are {', '.join(bids)}"
        case {"type": "CharacterTaken", "character": character}:
            return f"{who} takes the {character.replace('-', ' ').title()}"
        case {"type": "CrewPlaced", "site": site}:
            return f"{who} puts a crew on site {site}"
        case {"type": "CrewMoved", "target": site}:
            return f"{who} moves a crew to site {site}"
        case {"type": "PopeStoneMoved"}:
            return f"{who} moves a Pope stone"
        case {"type": "StoneTaken", "stone": good, "free": free} if good != "indulgence":
            return f"{who} {'takes' if free else 'buys'} {times} {good}"
        case {"type": "LetterTaken", "letter": colour}:
            return f"{who} takes a {colour} Letter"
        case {"type": "GoodSold", "good": good}:
            return f"{who} sells {good}"
        case {"type": "ItemShown", "item": item}:
            return f"{who} donates {item.replace('coin-', 'a coin of ')}"
        case {"type": "PretextAnnounced"}:
            return f"{who} leaves on a pretext"
        case {"type": "Guessed", "room": room}:
            return f"{who} guesses {room}"
        case {"type": "DieShown", "room": room, "caught": True}:
            return f"{who} is caught on the way to {room}"
        case {"type": "RoomChosen", "room": room}:
            return f"{who} visits {'suite' if room > 4 else 'room'} {room}"
        case {"type": "CardExecuted", "card": card}:
            return f"{who} performs {card}"
        case {"type": "Declined"}:
            return f"{who} declines"
        case {"type": "TurnDeclaredOver"}:
            return f"{who} ends the turn"
    return ""


def mea_culpa(view: Any, names: Names) -> str:
    """The final board as a table: where each soul came to stand, by which Letters, and what is left behind."""
    board, outcome = view["board"], view["outcome"]
    rows = [["", "soul", *LETTERS, "steps", "taler"]]
    for seat, soul, letters, steps in zip(
        board["seats"], outcome["souls"], outcome["letters"], outcome["steps"], strict=True
    ):
        saved = outcome["decided_by"] == "heaven" and seat["seat"] in outcome["winners"]
        stands = "Heaven" if saved else f"{soul:+}" if soul else "0"
        owned = [str(letters.get(colour, "–")) for colour in LETTERS]
        rows.append([names[seat["seat"]], stands, *owned, str(steps), str(seat["money"]["amount"])])
    sites = [f"{site['site']} {site['built']}" for site in board["sites"]]
    return "\n".join(
        [
            *_columns(rows),
            "",
            "  A soul above 0 stands that far towards Hell, below 0 towards Heaven. The Letters, by colour,",
            "  were worth the steps, which are already gone; the taler are worth nothing.",
            f"  Sites: {', '.join(sites)}",
            _winners(outcome, names, WHY[outcome["decided_by"]]),
        ]
    )


# -- 7 – The Sins --------------------------------------------------------------------------------------------


def _cards_left(view: Any) -> int:
    return sum(pile["count"] for pile in view["board"]["pile"].values() if isinstance(pile, dict))


def _cards(view: Any) -> str:
    return f"{_cards_left(view):>2} cards left"


def _told_of_seven_sins(fact: Any, names: Names, _: int) -> str:
    match fact:
        case {"type": "SinTaken", "seat": seat, "number": number, "sin": sin, "to": to}:
            where = "to the Abyss" if to == "abyss" else "into the reserve"
            return f"{names[seat]}: {number} {sin} {where}"
        case {"type": "StonesPlaced", "seat": seat, "on": sins}:
            return f"{names[seat]}: stones on {', '.join(sins) or 'nothing'}"
    return ""


def seven_sins(view: Any, names: Names) -> str:
    """The final board as a table: who owns which sins, stones (``*``), scores, the Abyss and the winners."""
    board, outcome = view["board"], view["outcome"]
    sins = board["sins"]
    rows = [["", *sins, "stones", "score"]]
    for seat in board["seats"]:
        cells = [_cell(seat["opened"]["things"], sin, seat["stones_on"]) for sin in sins]
        rows.append([names[seat["seat"]], *cells, f"{seat['stones']} ", f"{seat['score']} "])
    abyss = board["abyss_opened"]["things"]
    rows.append(["Abyss", *(_cell(abyss, sin, ()) for sin in sins), "", f"{board['abyss_points']} "])
    return "\n".join(
        [
            *_columns(rows),
            "",
            "  * bears a stone of pardon, and counts as one card more",
            f"  The Abyss holds {board['abyss_points']} points, so the {board['wins']} points win.",
            _winners(outcome, names),
        ]
    )


def _cell(things: Any, sin: str, stones_on: Any) -> str:
    return f"{things.get(sin, '–')}{'*' if sin in stones_on else ' '}"


# -- both ----------------------------------------------------------------------------------------------------

SAMPLES = (
    Sample(
        title="Mea Culpa",
        table="META CULPA, four seats",
        opening={"ruleset": "mea-culpa", "seats": SEATS, "options": {"meta_culpa": "automatic"}},
        left=_crews_left,
        stage=_round,
        told=_told_of_mea_culpa,
        drawn=mea_culpa,
        by_hand=STEPS,
    ),
    Sample(
        title="7 – The Sins",
        table="Penitence, four seats",
        opening={"ruleset": "seven-sins", "seats": SEATS, "options": {"penitence": True}},
        left=_cards_left,
        stage=_cards,
        told=_told_of_seven_sins,
        drawn=seven_sins,
    ),
)
"""The sample matches, in the order in which they are played."""
