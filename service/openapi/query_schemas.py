"""What the query of an address may hold."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.kit.drawing.svg import Shape
from domain.kit.state import Status
from projections.said.pictures import Theme
from service.openapi.schema_fields import SOUGHT, Choice, Day, Flag, Number, Query, Whole
from service.web.languages import TAG

VIEWER = {
    "description": "public, official or seat:N; without it the caller's own",
    "pattern": "^(public|official|seat:(0|[1-9][0-9]{0,2}))$",
}


def a_language(said: str) -> fields.String:
    """A parameter that holds a language: any well-formed one, since for an unknown one the next best is taken."""
    description = f"{said}, as a BCP 47 tag; if it is not there, the best of Accept-Language, or English"
    return fields.String(
        validate=Whole(TAG, error='A language is a BCP 47 tag, as in "de" or "pt-BR".'),
        metadata={"description": description},
    )


class LanguageQuery(Query):
    """What is asked for in a language."""

    lang = a_language("the language of titles, labels and explanations")


class MatchQuery(Query):
    """What a match is asked with, and what else is read of it."""

    min_version = Number(metadata={"description": "wait a moment until the match has reached this version"})


class TextQuery(Query):
    """Which text of a decision is meant."""

    pointer = fields.String(
        required=True,
        validate=Whole("(?:/[^/]{1,100}){1,10}", error="A JSON pointer leads to a text, as in /command/text."),
        metadata={"description": "where the text is in the decision (RFC 6901), as in /seats/0/name"},
    )


UNTIL = {
    "description": "say only what was so at this version: how the match went on is told nowhere in the answer"
}


class PastQuery(MatchQuery):
    """What is read of a match by somebody who may not want to know yet how it went on."""

    until = Number(metadata=UNTIL)

    @validates_schema
    def _not_behind(self, data: dict[str, Any], **_: Any) -> None:
        if data.get("min_version", 0) > data.get("until", data.get("min_version", 0)):
            raise ValidationError("Is behind until.", "min_version")


class StateQuery(PastQuery):
    """What the state of a match is asked with."""

    text = a_language("say how the match stands in a text, a sentence for people, in this language")


class ResultQuery(PastQuery):
    """What the result of a match is asked with."""

    text = a_language("say how the match ended in a text, a sentence for people, in this language")


class ViewQuery(PastQuery):
    """What a view is asked with."""

    viewer = fields.String(data_key="as", metadata=VIEWER)
    at = Number(metadata={"description": "after this decision"})
    line = Number(metadata={"description": "the version up to which corrections count"})


class PictureQuery(ViewQuery):
    """What a picture is asked with."""

    shape = fields.String(
        load_default="wide",
        validate=Choice(get_args(Shape)),
        metadata={"description": "tall for a phone, wide for a desk"},
    )
    theme = fields.String(
        load_default="light", validate=Choice(get_args(Theme)), metadata={"description": "light or dark"}
    )
    lang = a_language("the language of what stands in the picture")
    since = Flag(
        load_default=False,
        metadata={
            "description": "true: each mark says since which decision the viewer sees what it shows (data-since),"
            " and which put it there (data-put); not with line"
        },
    )


class AuditQuery(PastQuery):
    """What the audit is asked with."""

    viewer = fields.String(data_key="as", metadata=VIEWER)


class KnowledgeQuery(PastQuery):
    """What a viewer's knowledge is asked with."""

    viewer = fields.String(data_key="as", metadata=VIEWER)
    at = Number(metadata={"description": "after this decision"})


class KnowersQuery(PastQuery):
    """What is asked with who knew something."""

    pointer = fields.String(
        required=True,
        validate=Whole("(?:/[^/]{1,100}){1,10}", error="A JSON pointer leads to a value, as in /command/notches."),
        metadata={"description": "where the value is (RFC 6901), in the decision or on the board"},
    )
    of = fields.String(
        load_default="decision",
        validate=Choice(["decision", "board"]),
        metadata={"description": "what the pointer leads into: the decision, or the board after it"},
    )


SEEN = Whole(r"(0|[1-9][0-9]{0,14})-[0-9a-f]{64}", error="A version, a hyphen, and the root after it in hex.")
SEEN_OF = "a version and the root after it, VERSION-ROOT, which the log must still hold; else 409 log-replaced"
LONGEST_WAIT = 55
"""Seconds that a long poll may last: proxies, nginx among them, give up after 60."""


class ShorthandQuery(PastQuery):
    """What shorthand is asked with."""

    viewer = fields.String(data_key="as", metadata=VIEWER)
    after = Number(metadata={"description": "decisions after this version, without the header; else from 0"})
    limit = Number(
        validate=validate.Range(1, 1000),
        metadata={"description": "the most decisions (those that follow by themselves count, too); else all"},
    )
    at = Number(metadata={"description": "decisions up to this version"})
    line = Number(
        metadata={"description": "the version up to which corrections count: a comment marks what they changed"}
    )
    seats = fields.String(
        validate=Whole(
            "(0|[1-9][0-9]{0,2})(,(0|[1-9][0-9]{0,2})){0,99}",
            error="The numbers of the seats in their new order, with commas between them, as in 2,0,1.",
        ),
        metadata={
            "description": "of a recorded match, for those who may look as official: the whole record with its"
            " seats in this order, each by the number that it has now, to be recorded anew by POST /v1/imports;"
            " not with after, limit, at, line or until"
        },
    )
    names_only = Flag(
        load_default=False,
        metadata={"description": "with seats: the names alone change their places, and what was done stays"},
    )

    @validates_schema
    def _reseated_as_a_whole(self, data: dict[str, Any], **_: Any) -> None:
        if "seats" not in data:
            if data["names_only"]:
                raise ValidationError("Only with seats.", "names_only")
            return
        for name in ("after", "limit", "at", "line", "until"):
            if name in data:
                raise ValidationError("Not with seats: a match is recorded anew as a whole.", name)
        if data.get("viewer", "official") != "official":
            raise ValidationError("With seats the record is read as official.", "as")


class LogQuery(PastQuery):
    """What the log is asked with."""

    viewer = fields.String(data_key="as", metadata=VIEWER)
    after = Number(metadata={"description": "decisions after this version; without it from 0"})
    limit = Number(
        validate=validate.Range(1, 1000),
        metadata={"description": "the most decisions; without it 100 in JSON, all of them in NDJSON"},
    )
    line = Number(metadata={"description": "the version up to which corrections count"})
    seen = fields.String(validate=SEEN, metadata={"description": SEEN_OF})
    wait = Number(
        load_default=0,
        validate=validate.Range(0, LONGEST_WAIT),
        metadata={"description": "seconds to wait for a decision after that version, if there is none yet"},
    )
    text = a_language("give each decision a text, a sentence for people, in this language")
    changed = Flag(
        load_default=False,
        metadata={
            "description": "true: give each decision the JSON pointers into the board where it changed something"
        },
    )
    type = fields.String(validate=SOUGHT, metadata={"description": "decisions of this type of command alone"})
    actor = fields.String(
        validate=Whole(
            "(seat:(0|[1-9][0-9]{0,2})|chance|table|host|arbiter|scribe)",
            error="An actor is seat:N, chance, table, host, arbiter or scribe.",
        ),
        metadata={"description": "decisions of this actor alone: seat:N, chance, table, host, arbiter or scribe"},
    )
    round = Number(
        metadata={
            "description": "decisions of this round alone, as the game's printed record counts rounds;"
            " what has faded is in none"
        }
    )
    fact = fields.String(
        validate=SOUGHT,
        metadata={"description": "decisions with a fact of this type alone; what has faded has none"},
    )

    @validates_schema
    def _not_filtered_while_waiting(self, data: dict[str, Any], **_: Any) -> None:
        if data.get("wait") and any(name in data for name in FILTERS):
            raise ValidationError(
                "Filters are for what is there: there is no waiting for what passes them.", "wait"
            )


FILTERS = ("type", "actor", "round", "fact")
"""The parameters that leave decisions out."""


class StreamQuery(Query):
    """What a stream is asked with."""

    viewer = fields.String(data_key="as", metadata=VIEWER)
    after = Number(metadata={"description": "decisions after this version, without a snapshot first"})
    seen = fields.String(validate=SEEN, metadata={"description": SEEN_OF})
    roots = Flag(
        load_default=False,
        metadata={"description": "send an event root after each new decision, and one after all missed decisions"},
    )
    until = fields.String(
        load_default="end",
        validate=Choice(["end", "closed"]),
        metadata={"description": "when the stream ends: when the match is over, or when its record is closed"},
    )
    text = a_language("give each decision a text, a sentence for people, in this language")


class MovesQuery(MatchQuery):
    """What moves are asked with."""

    text = a_language("give each move a text, a sentence for people, in this language")

    viewer = fields.String(
        data_key="as",
        metadata={
            **VIEWER,
            "description": "made from the board of public, official or seat:N: all that may be lawful for all that"
            " is known there; without it of the caller's own",
        },
    )
    seat = Number(metadata={"description": "of this seat alone; for officials"})
    possible = Flag(
        load_default=False,
        metadata={"description": "also list moves that are possible although they break a rule"},
    )
    declining = Flag(
        load_default=False,
        metadata={
            "description": "also list moves behind offers that are due and cost nothing to decline, each with what"
            " is declined by it (declines); for the scribe of a recorded match"
        },
    )
    untold = Flag(
        load_default=False,
        metadata={
            "description": "also list what can be told of everything that nobody saw; for scribe and arbiter"
        },
    )


class CatalogueQuery(Query):
    """What the catalogue is asked with."""

    ruleset = fields.String(validate=SOUGHT, metadata={"description": "matches of this ruleset"})
    status = fields.String(validate=Choice(get_args(Status)), metadata={"description": "matches with this status"})
    player = fields.String(
        validate=SOUGHT,
        metadata={"description": "somebody of this name plays, in any case, width and Unicode form"},
    )
    label = fields.String(
        validate=SOUGHT,
        metadata={"description": "a label with this key, or (as key:value) with this key and value"},
    )
    played_from = Day(metadata={"format": "date", "description": "played on this day (YYYY-MM-DD) or later"})
    played_to = Day(metadata={"format": "date", "description": "played on this day (YYYY-MM-DD) or earlier"})
    cursor = fields.String(validate=SOUGHT, metadata={"description": "from the link to the next page"})
    limit = Number(
        load_default=50, validate=validate.Range(1, 200), metadata={"description": "the most matches in a page"}
    )

    @validates_schema
    def _days_in_order(self, data: dict[str, Any], **_: Any) -> None:
        if data.get("played_from", "") > data.get("played_to", "9999-12-31"):
            raise ValidationError("Is before played_from.", "played_to")


class StatisticsQuery(Query):
    """What statistics are asked with."""

    ruleset = fields.String(validate=SOUGHT, metadata={"description": "of this ruleset alone"})


class CommandQuery(Query):
    """What commands are sent with."""

    dry_run = Flag(load_default=False, metadata={"description": "give the same answer, but store nothing"})
    text = a_language("give each decision of the answer a text, a sentence for people, in this language")
    moves = Flag(
        load_default=False, metadata={"description": "with dry_run: also list what can be done behind it"}
    )
    viewer = fields.String(
        data_key="as",
        metadata={**VIEWER, "description": "with moves: make them from the board of public, official or seat:N"},
    )
    declining = Flag(load_default=False, metadata={"description": "with moves: list also those behind offers"})
    picture = fields.String(
        validate=Choice(get_args(Shape)),
        metadata={"description": "with dry_run, for officials: also draw the board after it, tall or wide"},
    )

    @validates_schema
    def _listed_before_it_is_done(self, data: dict[str, Any], **_: Any) -> None:
        if data["moves"] and not data["dry_run"]:
            raise ValidationError("Only for a dry run: what can be done then, GET …/moves lists.", "moves")
        for name, given in (("as", "viewer" in data), ("declining", data["declining"])):
            if given and not data["moves"]:
                raise ValidationError("Only for moves=true.", name)

    @validates_schema
    def _drawn_before_it_is_done(self, data: dict[str, Any], **_: Any) -> None:
        if "picture" in data and not data["dry_run"]:
            raise ValidationError("Only for a dry run: what has been done, GET …/picture draws.", "picture")
