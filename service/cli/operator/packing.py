"""``kerbholz pack``: matches whose records are closed, in a fifth of the room; and back."""

from __future__ import annotations

import sys

import click

from domain.kit.text.texts import lines_shown
from service.cli.operating import (
    DATABASE_HELP,
    Output,
    check_marks,
    check_schema,
    settings_from,
    stored_match,
    using,
)

DONE, DAMAGED = 0, 1
"""The exit codes."""


@click.command(name="pack")
@click.option(
    "--older-than",
    "days",
    type=click.IntRange(1),
    default=30,
    show_default=True,
    metavar="DAYS",
    help="Only matches that were closed so long ago.",
)
@click.option("--unpack", "unpacked", default=None, metavar="MATCH", help="Unpack MATCH (its id) instead.")
@click.option("--database", default=None, help=DATABASE_HELP)
def pack_command(days: int, unpacked: str | None, database: str | None) -> None:
    """Pack the decisions of closed matches, so that they take a fifth of the room. Everything reads as before.

    The service may run meanwhile, and the command may be stopped at any time. A damaged match is left as it is and
    named; then the exit code is 1.
    """
    from domain.application.matches import Matches
    from domain.application.upkeep import packing
    from domain.match.moved import MovedAway
    from domain.store import UNHURRIED
    from projections.upkeep.packing import Outcome, pack

    output = Output()
    settings = settings_from({"database": database})
    check_schema(settings)
    check_marks(settings)
    environment = {**settings.environment, UNHURRIED: "y"}
    key = settings.service_key
    with using(settings, reachable=False), Matches(environment, service_key=key, room=0) as matches:
        if unpacked is not None:
            try:
                number = packing.unpack(matches, stored_match(matches, unpacked))
            except MovedAway as error:
                raise click.ClickException(str(error)) from None
            output.say(f"{_counted(number, 'decision')} unpacked" if number else "this match is not packed")
            return
        with click.progressbar(length=1, label="packing", file=sys.stderr) as bar:

            def progress(done: int, total: int) -> None:
                bar.length = total
                bar.update(done - bar.pos)

            outcome: Outcome = pack(matches, days, progress)
    for said in outcome.damaged:
        output.say(lines_shown(said))
    output.say(_summary(outcome.matches, outcome.decisions, outcome.before, outcome.after))
    if outcome.behind:
        output.say(f"{_counted(outcome.behind, 'match')} left for later: read models or webhooks are behind")
    if outcome.damaged:
        raise click.exceptions.Exit(DAMAGED)


def _summary(matches: int, decisions: int, before: int, after: int) -> str:
    counted = f"{_counted(matches, 'match')} packed"
    if not matches:
        return counted
    return f"{counted}, {_counted(decisions, 'decision')}: {before:,} bytes are {after:,} now"


def _counted(number: int, what: str) -> str:
    more = "es" if what.endswith("ch") else "s"
    return f"{number} {what}{'' if number == 1 else more}"
