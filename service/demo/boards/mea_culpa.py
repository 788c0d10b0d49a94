"""Mea Culpa: where each soul came to stand, and by which Letters."""

from __future__ import annotations

from typing import Any

from service.demo.boards.sample import SEATS, Names, Sample, columns, in_round, winners

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
WHY = {"heaven": ": reached Heaven", "nearest": ": nobody reached Heaven"}


def _crews_left(view: Any) -> int:
    sites = sorted(BUILT[site["built"]] + site["crews"] for site in view["board"]["sites"])
    furthest: int = sum(sites[-2:])
    return 2 * BUILT["cathedral"] - furthest


def _told_of_mea_culpa(fact: Any, names: Names, times: int) -> str:  # noqa: C901 - a table, a sentence for each fact
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
            *columns(rows),
            "",
            "  A soul above 0 stands that far towards Hell, below 0 towards Heaven. The Letters, by colour,",
            "  were worth the steps, which are already gone; the taler are worth nothing.",
            f"  Sites: {', '.join(sites)}",
            winners(outcome, names, WHY[outcome["decided_by"]]),
        ]
    )


SAMPLE = Sample(
    title="Mea Culpa",
    table="META CULPA, four seats",
    opening={"ruleset": "mea-culpa", "seats": SEATS, "options": {"meta_culpa": "automatic"}},
    left=_crews_left,
    stage=in_round,
    told=_told_of_mea_culpa,
    drawn=mea_culpa,
    by_hand=STEPS,
)
