"""7 – The Sins: who owns which sins, and what the Abyss holds."""

from __future__ import annotations

from typing import Any

from service.demo.boards.sample import SEATS, Names, Sample, columns, winners


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
            *columns(rows),
            "",
            "  * bears a stone of pardon, and counts as one card more",
            f"  The Abyss holds {board['abyss_points']} points, so the {board['wins']} points win.",
            winners(outcome, names),
        ]
    )


def _cell(things: Any, sin: str, stones_on: Any) -> str:
    return f"{things.get(sin, '–')}{'*' if sin in stones_on else ' '}"


SAMPLE = Sample(
    title="7 – The Sins",
    table="Penitence, four seats",
    opening={"ruleset": "seven-sins", "seats": SEATS, "options": {"penitence": True}},
    left=_cards_left,
    stage=_cards,
    told=_told_of_seven_sins,
    drawn=seven_sins,
)
