"""``kerbholz import-plays``: the plays of a file are taken in one by one, each as a whole or not at all."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias

import click

from domain.kit.text.texts import lines_shown
from service.cli import record
from service.cli.options import API_KEY, BadToken, key_option, token_from, url_option

if TYPE_CHECKING:
    from domain.kit.facts import Json
    from service.cli.plays.backup import Play

Take: TypeAlias = Callable[[str], Any]
"""Takes a file of shorthand in: the match, with its tokens; raises :class:`record.Failure`."""


def taken_in(plays: Sequence[Play], take: Take, *, public: bool) -> Iterator[tuple[Play, Json | None, str]]:
    """What becomes of each play: the match, or None and why; of one that is there already, neither."""
    from service.cli.plays.recording import written

    for play in plays:
        try:
            match = take(written(play, public=public))
        except record.Refusal as refusal:
            there = refusal.problem.get("code") == record.TAKEN
            yield play, None, "" if there else _why(refusal)
        else:
            yield play, match, ""


def _why(refusal: record.Refusal) -> str:
    """Why a play was refused, without the lines of a file that nobody has written."""
    said = [one for messages in (refusal.problem.get("errors") or {}).values() for one in messages]
    return " ".join(said) or str(refusal)


@click.command(name="import-plays")
@click.argument("file", type=click.File("rb"))
@url_option
@click.option("--dry-run", is_flag=True, help="Only read the file, and say what of it cannot be read.")
@click.option("--public", is_flag=True, help="Everybody may see the matches.  [default: owners of their tokens]")
@key_option
def import_plays_command(
    file: IO[bytes], address: str, key_file: Path | None, *, dry_run: bool, public: bool
) -> None:
    """Take in FILE, a back-up of BG Stats (JSON), as matches with results alone.

    It prints a line of JSON for each new match, with its tokens, and says what could not be read, where in the
    file and why; then the exit code is 1. A play that the service has already is left as it is.
    """
    from service.cli.plays import backup
    from service.cli.plays.reading import Unread

    try:
        found = backup.read(file.read())
    except OSError as error:
        raise click.ClickException(f"{file.name} cannot be read: {error.strerror}") from None
    except Unread as error:
        raise click.ClickException(f"{file.name}: {error}") from None
    for unread in found.unread:
        _tell(f"{file.name}: {unread}")
    for play in found.plays:
        for said in play.left_out:
            _tell(f"{file.name}: {said}")
    wrong = len(found.unread)
    if dry_run:
        click.echo(f"{len(found.plays)} of {len(found.plays) + wrong} could be read")
    else:
        wrong += _take_all(file.name, found.plays, address, key_file, public=public)
    if wrong:
        raise click.exceptions.Exit(1)


def _take_all(name: str, plays: Sequence[Play], address: str, key_file: Path | None, *, public: bool) -> int:
    """How many of the plays were refused."""
    if sys.stdout is None:
        raise click.ClickException("there is no standard output to print the tokens to")
    new = there = wrong = 0
    try:
        service, key = record.Service(address), token_from(key_file, API_KEY)
        _check_ruleset(service)
        for play, match, why in taken_in(plays, lambda text: record.record(service, text, key), public=public):
            if match is not None:
                new += 1
                told = {"play": play.uuid, "match": match["id"], "tokens": match["tokens"]}
                click.echo(json.dumps(told, ensure_ascii=False))
            elif why:
                wrong += 1
                _tell(f"{name}: {play.place} was refused: {why}")
            else:
                there += 1
    except (record.Failure, BadToken) as failure:
        raise click.ClickException(f"{failure} ({new} new; what is there already is not taken in again)") from None
    _tell(f"{new} new, {there} there already, {wrong} refused")
    return wrong


def _check_ruleset(service: record.Service) -> None:
    from service.cli.plays.recording import RULESET

    with service.expected():
        there = [one["id"] for one in service.told("/v1/rulesets")["rulesets"]]
    if RULESET not in there:
        raise record.Failure(f"the service at {service.url} has no ruleset {RULESET}, which results are kept with")


def _tell(text: str) -> None:
    click.echo(lines_shown(text), err=True)
