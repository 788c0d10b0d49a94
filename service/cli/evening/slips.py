"""Slips to be printed: for each player a link and its QR code, and those of officials on pages apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from domain.kit.words.labels import Words, best, languages, words_in
from domain.table.worded import table_languages, words_for_table
from service.cli.evening.event import link_to
from service.cli.evening.journal import Opened
from service.page.codes import code_of

FOLDER = Path(__file__).parent
PACKAGE = "service.cli.evening"
OFFICIALS = ("arbiter", "host")
"""Who gets a slip of a match beside its players; where it is recorded, the scribe does, too."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A link for one person: at which table, who or what they are there, and its code."""

    table: str
    name: str
    role: str
    link: str
    colour: str = ""

    @property
    def code(self) -> Markup:
        """The QR code of the link."""
        return Markup(code_of(self.link, sized=False).decode())


@cache
def words_for(language: str | None) -> Words:
    """What slips and results say, in this language or the next best one."""
    return words_in(best([language or ""], languages(PACKAGE)), (PACKAGE,))


def colour_in(colour: str, language: str | None) -> str:
    """What a colour is called in this language or the next best one."""
    return words_for_table(best([language or ""], table_languages())).plain(f"colour-{colour}") or colour


def of_players(opened: Sequence[Opened], address: str, language: str | None) -> Iterator[tuple[str, list[Slip]]]:
    """The slips of each table's players, by the table."""
    for one, match in _matches(opened):
        tokens = match["tokens"]["seats"]
        yield (
            one.label,
            [
                Slip(
                    one.label,
                    seat["name"],
                    "seat",
                    link_to(address, match["id"], token),
                    colour_in(seat["colour"], language),
                )
                for seat, token in zip(match["seats"], tokens, strict=True)
            ],
        )


def of_officials(opened: Sequence[Opened], address: str) -> Iterator[Slip]:
    """The slips of each table's officials, and of people who watch where not everybody may."""
    for one, match in _matches(opened):
        roles = [*OFFICIALS, *(["scribe"] if match["mode"] == "recorded" else [])]
        roles += [] if match["public"] else ["spectator"]
        for role in roles:
            page = "/scribe" if role == "scribe" else ""
            yield Slip(one.label, "", role, link_to(address, match["id"], match["tokens"][role], page))


def _matches(opened: Sequence[Opened]) -> Iterator[tuple[Opened, Mapping[str, Any]]]:
    for one in opened:
        if one.match is not None:
            yield one, one.match


def players_page(title: str, opened: Sequence[Opened], address: str, language: str | None) -> str:
    """A page for each table, to be cut up: a slip for each of its seats."""
    return render("players.html", language, title=title, tables=list(of_players(opened, address, language)))


def officials_page(title: str, opened: Sequence[Opened], address: str, language: str | None) -> str:
    """A page for each official of each table."""
    return render("officials.html", language, title=title, slips=list(of_officials(opened, address)))


def render(template: str, language: str | None, **given: object) -> str:
    """A page from a template of this folder, without scripts and without anything from elsewhere."""
    words = words_for(language)
    style = Markup((FOLDER / "evening.css").read_text(encoding="utf-8"))
    return (
        _environment().get_template(template).render(say=words.text, language=words.language, style=style, **given)
    )


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
