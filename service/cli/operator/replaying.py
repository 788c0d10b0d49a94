"""``kerbholz verify --rules`` and ``kerbholz replay-check``: what is recorded, decided again by the rules."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click

from domain.evidence.archive import Broken, Verified
from domain.evidence.grammar import read
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

if TYPE_CHECKING:
    from domain.application.matches import Matches

SAME, OTHERWISE = 0, 1
"""The exit codes of ``replay-check``."""


class CannotDecide(Exception):
    """Nothing can be decided again here; the message says why."""


def decide_again(file: Path, verified: Verified) -> str:
    """Decide the match of an archive again, which has been verified; what holds, in a sentence.

    Raises ``Broken`` and :class:`CannotDecide`.
    """
    from domain.application.upkeep.replaying import Differs, NotInstalled, decided_again, recorded_in
    from domain.kit.ruleset import digest_of, ruleset

    if verified.viewer != "official":
        raise CannotDecide("only archives of officials hold all that decisions depend on")
    with file.open("rb") as lines:
        (last,) = deque(lines, 1)
    trailer = read(last.decode())
    chance = trailer.get("chance")
    seed = None if chance is None else bytes.fromhex(chance["seed"])
    with (
        file.open("rb") as lines,
        click.progressbar(length=verified.size, label="deciding", file=sys.stderr) as bar,
    ):
        whole = (recorded_in(read(line.decode())) for line in islice(lines, 1, verified.size + 1))
        try:
            draws = decided_again(whole, lambda version: bar.update(version + 1 - bar.pos), seed)
        except Differs as differs:
            raise Broken(differs.version, "rules", str(differs)) from None
        except NotInstalled as error:
            raise CannotDecide(str(error)) from None
    if chance is not None:
        _check_draws(chance["draws"], draws)
    named = trailer["ruleset"]
    files = (
        "the files that it was exported with"
        if named["digest"] == digest_of(ruleset(named["id"]))
        else "other files than when it was exported"
    )
    same = "each decision and its readers come out the same"
    return f"decided again by {named['id']} {named['version']} ({files}): {same}"


def _check_draws(said: list[dict[str, Any]], drawn: list[dict[str, Any]]) -> None:
    """The draws that the archive tells of are those that there were, each from what by the rules was there."""
    told = {(draw["decision"], draw["number"]): draw["from"] for draw in said}
    for draw in drawn:
        version, number = draw["decision"], draw["number"]
        contents = told.pop((version, number), None)
        if contents is None:
            raise Broken(version, "rules", f"by the rules there is a draw {number}, which is not in the last line")
        if contents != draw["from"]:
            raise Broken(version, "rules", f"by the rules draw {number} is from something else")
    for version, number in sorted(told):
        raise Broken(version, "rules", f"by the rules there is no draw {number}")


@click.command(name="replay-check")
@click.argument("matches", nargs=-1, metavar="[MATCH]...")
@click.option("--all", "everything", is_flag=True, help="Every match, also without naming any.  [default]")
@click.option(
    "--jobs", type=click.IntRange(1), default=None, help="Processes at a time.  [default: one for each processor]"
)
@click.option("--database", default=None, help=DATABASE_HELP)
def replay_check_command(
    matches: Sequence[str], database: str | None, jobs: int | None, *, everything: bool
) -> None:
    """Decide each MATCH (its id) of a database again, or all of them, by the rules that are installed.

    Run it before every upgrade, with the new version on a copy of the database. Each match in which a decision
    comes out otherwise is a line with that decision; then, or if a ruleset is not installed in the version that a
    match was played by, the exit code is 1. The service may run meanwhile.
    """
    from domain.application.matches import Matches
    from domain.store import UNHURRIED
    from projections.upkeep.replaying import outcomes

    output = Output(needed=True)
    settings = settings_from({"database": database})
    check_schema(settings)
    check_marks(settings)
    environment = {**settings.environment, UNHURRIED: "y"}
    found = count = decisions = 0
    with using(settings, reachable=False):
        with Matches(environment, service_key=settings.service_key) as application:
            wanted, total = _wanted(application, [] if everything else matches)
        most = min(jobs or os.cpu_count() or 1, len(wanted))
        with click.progressbar(length=max(total, 1), label="deciding", file=sys.stderr) as bar:
            for outcome in outcomes(environment, wanted, max(most, 1), settings.service_key):
                count, decisions = count + 1, decisions + outcome.decisions
                bar.update(outcome.decisions)
                if outcome.detail is not None:
                    found += 1
                    where = "" if outcome.version is None else f"decision {outcome.version}: "
                    output.say(lines_shown(f"match {outcome.match_id}: {where}{outcome.detail}"))
    counted = f"{count} match{'' if count == 1 else 'es'}, {decisions} decisions decided again the same"
    output.say(counted if not found else f"{counted}; {found} not to the end")
    if found:
        raise click.exceptions.Exit(OTHERWISE)


def _wanted(application: Matches, named: Sequence[str]) -> tuple[list[UUID], int]:
    """The ids of the matches that are decided again, and how many decisions they have."""
    from domain.application.upkeep import checking

    if not named:
        return [UUID(one) for one in checking.ids(application)], checking.stored_decisions(application)
    wanted, total = [], 0
    for name in named:
        match_id = stored_match(application, name)
        wanted.append(match_id)
        total += checking.stored_decisions(application, match_id)
    return wanted, total
