"""Which language an answer is in: the one in the query, then those of ``Accept-Language``, then English.

``Accept-Language`` is read by RFC 9110, section 12.5.4, and each language in it looked up by RFC 4647, section
3.4: who wants ``de-CH`` gets ``de``. (Who wants ``pt`` also gets ``pt-BR``.) An unknown language is no error: the
next best one is taken, and ``Content-Language`` says which.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import request

from domain.kit.words.labels import FALLBACK, looked_up
from service.web.responses import HEADERS, weighted

TAG = (
    # RFC 5646, section 2.1: language, script, region, variants, extensions, what is agreed in private
    r"(?:(?:[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}|[A-Za-z]{4,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?"
    r"(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*"
    r"(?:-[Xx](?:-[A-Za-z0-9]{1,8})+)?"
    r"|[Xx](?:-[A-Za-z0-9]{1,8})+"
    # tags from before, of another form
    r"|[Ii]-[A-Za-z]{3,8}|[Ee][Nn]-[Gg][Bb]-[Oo][Ee][Dd]|[Ss][Gg][Nn]-[A-Za-z]{2}-[A-Za-z]{2})"
)
"""The pattern of a well-formed BCP 47 tag."""


def language(there_are: Sequence[str], asked: str | None) -> str:
    """The best of the languages that there are for the request; *asked* is the one in its query."""
    if asked is not None and (found := looked_up(asked, there_are)) is not None:
        return found
    return _accepted(there_are, weighted(request.headers.get("Accept-Language", "")))


def headers_in(*chosen: str) -> dict[str, str]:
    """What an answer in the *chosen* language says of it; or in several (RFC 9110, section 8.5)."""
    return {"Content-Language": ", ".join(dict.fromkeys(chosen)), "Vary": f"{HEADERS['Vary']}, Accept-Language"}


def _accepted(there_are: Sequence[str], ranges: Sequence[tuple[str, float]]) -> str:
    refused = {one.lower() for one, weight in ranges if weight <= 0}
    named = {one.lower() for one, weight in ranges}
    left = [one for one in there_are if not _is_refused(one, refused, named)]
    for wanted in sorted((one for one in ranges if one[1] > 0), key=lambda one: -one[1]):
        if wanted[0] == "*":
            break  # any: English, if there is a choice
        if (found := looked_up(wanted[0], left)) is not None:
            return found
    return FALLBACK if FALLBACK in left or not left else left[0]


def _is_refused(one: str, refused: set[str], named: set[str]) -> bool:
    """Whether the closest of the ranges that match a language refuses it."""
    subtags = one.lower().split("-")
    closest = ["-".join(subtags[:length]) for length in range(len(subtags), 0, -1)]
    return next((one in refused for one in (*closest, "*") if one in named), False)
