"""``kerbholz check``: a database held against its own evidence."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

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

if TYPE_CHECKING:
    from domain.application.matches import Matches
    from domain.application.upkeep.checking import Finding

WHOLE, DAMAGED, NOT_CHECKED = 0, 1, 2
"""The exit codes."""


@click.command(name="check")
@click.argument("matches", nargs=-1, metavar="[MATCH]...")
@click.option("--all", "everything", is_flag=True, help="Check every match, also without naming any.  [default]")
@click.option("--repair-read-models", "repair", is_flag=True, help="Build wrong read models anew.")
@click.option("--database", default=None, help=DATABASE_HELP)
def check_command(matches: Sequence[str], database: str | None, *, everything: bool, repair: bool) -> None:
    """Hold a database against its own evidence: each MATCH (its id), or all of them.

    Each finding is a line with the match and the decision. The service may run meanwhile. The exit code is 0 if
    nothing was found, 1 if something was, and 2 if the database could not be checked.
    """
    try:
        _check(Output(needed=True), [] if everything else matches, database, repair=repair)
    except click.exceptions.Exit:
        raise
    except Exception as error:
        from service.cli.operating import sentence

        said = error.format_message() if isinstance(error, click.ClickException) else sentence(error)
        if said is None:
            raise
        click.echo(f"Error: {lines_shown(said)}", err=True)
        raise click.exceptions.Exit(NOT_CHECKED) from None


def _check(output: Output, named: Sequence[str], database: str | None, *, repair: bool) -> None:
    from domain.application.matches import Matches
    from domain.store import UNHURRIED

    settings = settings_from({"database": database})
    check_schema(settings)
    check_marks(settings)
    environment = {**settings.environment, UNHURRIED: "y"}
    with using(settings, reachable=False), Matches(environment, service_key=settings.service_key) as matches:
        found = _Found(output)
        for one in _wanted(matches, named, found):
            _check_one(matches, one, found)
        if found.bar is not None:
            found.bar.render_finish()
        output.say(found.summary())
        if repair and found.read_models:
            _repair(output, matches)
    if found.findings:
        raise click.exceptions.Exit(DAMAGED)


class _Found:
    """What was found so far, and the progress bar."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self.matches = self.decisions = self.findings = 0
        self.damaged: set[str] = set()
        self.read_models = False
        self.bar: Any = None

    def begin(self, decisions: int) -> None:
        self.bar = click.progressbar(length=max(decisions, 1), label="checking", file=sys.stderr)
        self.bar.render_progress()

    def add(self, finding: Finding) -> None:
        self.findings += 1
        if finding.match:
            self.damaged.add(finding.match)
        self._output.say(lines_shown(str(finding)))

    def read(self, decisions: int) -> None:
        self.decisions += decisions
        if self.bar is not None:
            self.bar.update(decisions)

    def summary(self) -> str:
        of = f"{_counted(self.matches, 'match', 'matches')}, {_counted(self.decisions, 'decision', 'decisions')}"
        if not self.findings:
            return f"{of}: nothing was found"
        in_matches = f" in {_counted(len(self.damaged), 'match', 'matches')}" if self.damaged else ""
        return f"{of}: {_counted(self.findings, 'finding', 'findings')}{in_matches}"


def _counted(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _wanted(matches: Matches, named: Sequence[str], found: _Found) -> Iterator[str]:
    """The ids, as they are stored, of the matches that are to be checked."""
    from domain.application.upkeep import checking

    if not named:
        found.begin(checking.stored_decisions(matches))
        yield from checking.ids(matches)
        checking.check_names(matches, found.add)
        _check_sums(matches, found)
        return
    for name in named:
        yield stored_match(matches, name).hex


def _check_one(matches: Matches, match: str, found: _Found) -> None:
    from domain.application.upkeep.checking import Finding, check
    from projections.read_models import checking

    checked = check(matches, match, found.add, found.read)
    found.matches += 1
    if not checked.whole:
        found.read_models |= checked.version < 0 and checking.has_rows(matches, match)
        return
    for fault in checking.faults(matches, UUID(match), checked.version):
        found.read_models = True
        found.add(Finding(match, None, *fault))


def _check_sums(matches: Matches, found: _Found) -> None:
    from domain.application.upkeep.checking import Finding
    from projections.read_models import checking

    for fault in checking.faults_of_sums(matches):
        found.read_models = True
        found.add(Finding("", None, *fault))


def _repair(output: Output, matches: Matches) -> None:
    from projections.read_models.runner import rebuild

    rebuild(matches)
    output.say("the read models were built anew")
