"""How a match stands, in words: its status, whom it waits for, and who has won.

The messages are ``status-<status>``, ``stands-<status>`` for the whole sentence, and ``awaits-…`` for each sort of
what can be waited for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from domain.kit.facts import Json
from domain.kit.words.labels import Words
from domain.kit.words.match import MatchWords
from domain.kit.words.objects import OUTCOME, TIE, members_of
from domain.kit.words.values import PLACE, SEAT

DECIDED_BY = "outcome-decided-by"
"""Its title, and the kind of its values."""


def status(words: Words, name: str) -> str:
    """What a status is called."""
    return words.label("status", name)


Asked: TypeAlias = Literal["seats", "consent", "commitment", "value"]
"""For what seats are awaited: a move of the game, an answer to a take-back, or their part in joint chance."""


def asked_in(document: Mapping[str, Json]) -> Asked:
    """For what seats are awaited in a match as it is served, by ``consent`` and ``joining``, if they are there."""
    if document.get("consent"):
        return "consent"
    match document.get("joining"):
        case "commitment":
            return "commitment"
        case "value":
            return "value"
    return "seats"


def awaited(words: MatchWords, awaiting: Sequence[Json], asked: Asked = "seats") -> str:
    """Whom or what a match waits for, as it is served in ``awaiting``: ``waits for Ada and Ben``."""
    said = list(_awaited(words, awaiting, asked)) or [words.words.text("awaits-nobody")]
    return words.listed(said)


def standing(words: MatchWords, document: Mapping[str, Json], *, why: bool = True) -> str:
    """The whole in one sentence: of a match as it is served, with ``status``, ``awaiting`` and ``outcome``.

    For what seats are awaited is read from it, too (:func:`asked_in`). Without *why*, it leaves out what broke a
    tie, for those who say that beside it (:func:`decided_by`)."""
    outcome = members_of(words, OUTCOME, document.get("outcome"))
    if not why:
        outcome |= {TIE: "", f"{TIE}-count": 0}
    arguments = {f"outcome-{member}": argument for member, argument in outcome.items()}
    awaits = awaited(words, document["awaiting"], asked_in(document))
    empty = [seat for seat in document.get("empty", ()) if {"seat": seat} in document["awaiting"]]
    left = words.listed([words.label(SEAT, seat) for seat in empty])
    return words.words.text(
        f"stands-{document['status']}", {**arguments, "awaits": awaits, "empty": left, "empty-count": len(empty)}
    )


def decided_by(words: MatchWords, outcome: Mapping[str, Json]) -> str | None:
    """What has decided who wins, by its title: ``Decided by: the number of cards``; None where no game says so."""
    title, by = words.words.plain(DECIDED_BY), outcome.get("decided_by")
    if title is None or not isinstance(by, str):
        return None
    return words.words.text("member", {"title": title, "said": words.label(DECIDED_BY, by)})


def _awaited(words: MatchWords, awaiting: Sequence[Json], asked: Asked) -> Iterator[str]:
    seats = [who["seat"] for who in awaiting if isinstance(who, Mapping) and "seat" in who]
    if seats:
        said = words.listed([words.label(SEAT, seat) for seat in seats])
        yield words.words.text(f"awaits-{asked}", {"seats": said, "seats-count": len(seats)})
    untold = [who["tell"] for who in awaiting if isinstance(who, Mapping) and "tell" in who]
    if untold:
        said = words.listed([words.label(PLACE, place) for place in untold])
        yield words.words.text("awaits-tell", {"places": said, "places-count": len(untold)})
    if {"confirm": "end"} in awaiting:
        yield words.words.text("awaits-end")
    for whoever in ("chance", "table"):
        if whoever in awaiting:
            yield words.words.text(f"awaits-{whoever}")
