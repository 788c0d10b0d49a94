"""``kerbholz export``, ``verify`` and ``redact``: a match as a file, and what that proves without any service."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import quote, urlencode

import click

from domain.evidence.archive import (
    MEDIA_TYPE,
    OFFICIAL_WARNING,
    Broken,
    Follower,
    Known,
    NoArchive,
    Verified,
    file_name,
    lines_of,
    verify,
)
from domain.evidence.checkpoints import Checkpoint
from domain.evidence.grammar import HEX, STEP, BadLine, is_number, read
from domain.evidence.notes import BadNote, BadSignature, Note, VerifierKey
from domain.evidence.shape import VIEWERS, header_of
from domain.kit.text.texts import lines_shown
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, seat_viewer
from service.cli import reading
from service.cli.operating import Output
from service.cli.options import language_of, match_named, token_option, url_option, viewer_option

NOT_PROVED = (
    "who may have which value",
    "that no value was held back",
    "when it was",
    "that a seat itself sent it",
)
"""What an archive does not prove; the first by its rules all the same."""
_SIZE_AND_ROOT = re.compile("(?P<size>[1-9][0-9]{0,14}):(?P<root>[0-9a-f]{64})")

texts_option = click.option(
    "--texts/--no-texts", default=True, show_default=True, help="With names and free texts."
)
archive_option = click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=None,
    help="Where to; - is standard output.  [default: ID.VIEWER.kerbholz]",
)


@click.command(name="export")
@click.argument("match")
@url_option
@token_option
@viewer_option
@texts_option
@archive_option
def export_command(
    match: str, address: str, token_file: Path | None, viewer: str | None, output: Path | None, *, texts: bool
) -> None:
    """Write MATCH (its id) to a file that verifies offline: kerbholz verify FILE."""
    asked = {"as": viewer, "texts": None if texts else "false"}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    path = f"/v1/matches/{quote(match_named(match), safe='')}/export" + (f"?{query}" if query else "")
    whole = reading.read(address, path, reading.token_of(token_file), MEDIA_TYPE, language_of(os.environ))
    try:
        header = header_of(whole[: whole.find(b"\n") + 1])
    except BadLine as error:
        raise click.ClickException(f"what {lines_shown(address)} answers is no archive: {error}") from None
    if output == Path("-"):
        sys.stdout.buffer.write(whole)
        return
    # The name is made of what has the form of an id and of a viewer: nothing in it leads to another folder.
    target = output or Path(file_name(header.match, header.viewer))
    target.write_bytes(whole)
    if header.viewer == str(OFFICIAL):
        click.echo(f"Warning: {OFFICIAL_WARNING}", err=True)
    Output().say(f"{lines_shown(str(target))}: {header.size} decisions")


@click.command(name="verify")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--receipt", "receipts", multiple=True, help="A file with receipts, or SIZE:ROOT; as often as you like."
)
@click.option("--key", "keys", multiple=True, help="A key of the service that you trust (a verifier key).")
@click.option("--rules", is_flag=True, help="Decide every decision again, by the installed rules of the game.")
def verify_command(file: Path | None, receipts: Sequence[str], keys: Sequence[str], *, rules: bool) -> None:
    """Verify FILE, an archive, offline; or only compare receipts.

    The exit code is 0 if everything holds, 1 if something does not (it says which decision, and how), and 2 if
    there is no archive, or by --rules none that can be decided again here.
    """
    output = Output(needed=True)
    trusted = [_key(text) for text in keys]
    known = [one for text in receipts for one in _receipts(text)]
    matches = _compared(known, trusted)
    roots = {one["size"]: one["root"] for one in known}
    if file is None:
        if not known:
            raise click.UsageError("Missing argument 'FILE', or receipts to be compared.")
        output.say(f"{len(known)} receipts: none contradicts another")
        return
    if rules:
        _check_rereadable(file)
    verified = _verified(file, Known(roots, trusted, matches))
    decided = _decided(file, verified) if rules else None
    for line in _told(verified, file, len(known), decided):
        output.say(lines_shown(line))


def _decided(file: Path, verified: Verified) -> str:
    """What holds by the rules; ends the program where something does not."""
    from service.cli.operator.replaying import CannotDecide, decide_again

    try:
        return decide_again(file, verified)
    except CannotDecide as error:
        _end(f"{file}: {error}", 2)
    except Broken as broken:
        _end(f"{file}: {broken}", 1)


@click.command(name="redact")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "viewer", required=True, help="For which viewer: public or seat:N.")
@texts_option
@archive_option
def redact_command(file: Path, viewer: str, output: Path | None, *, texts: bool) -> None:
    """Cut FILE, an archive of officials, down to what another viewer may have, without a service.

    It is verified first. The exit code is 1 if it does not hold, or is nothing to be given away; 2 if there is no
    archive.
    """
    from projections.evidence.redaction import CannotRedact, Standing, redacted

    wanted, standing = _viewer(viewer), Standing()
    _check_rereadable(file)
    try:
        verified = _verified(file, Known({}), standing.follow)
        target = output or Path(file_name(verified.match, wanted))
        if target != Path("-") and target.exists() and target.samefile(file):
            raise click.UsageError("The output would be written over FILE: say with --output where to.")
        with file.open("rb") as lines:
            parts = redacted(lines, wanted, standing, texts=texts)
            first = next(parts)
            if target == Path("-"):
                sys.stdout.buffer.writelines([first])
                sys.stdout.buffer.writelines(parts)
                return
            _write(target, chain([first], parts))
    except CannotRedact as error:
        _end(f"{file}: {error}", 1)
    Output().say(f"{lines_shown(str(target))}: {verified.size} decisions")


def _check_rereadable(file: Path) -> None:
    """Raise a usage error for what can be read only once: it has to be verified first."""
    if file.exists() and not file.is_file() and not file.is_dir():
        raise click.UsageError("FILE has to be a file, and no pipe: it is read twice.")


def _write(target: Path, parts: Iterable[bytes]) -> None:
    """Write a file in full, or leave what was there; a device or a pipe is written to, and never replaced."""
    if target.exists() and not target.is_file():
        with target.open("wb") as written:
            written.writelines(parts)
        return
    unfinished = target.with_name(f"{target.name}.part")
    with unfinished.open("wb") as written:
        written.writelines(parts)
    unfinished.replace(target)


def _viewer(name: str) -> Viewer:
    kind, _, number = name.partition(":")
    if name in VIEWERS:
        return OFFICIAL if name == str(OFFICIAL) else PUBLIC
    if kind == "seat" and STEP.fullmatch(number):
        return seat_viewer(int(number))
    raise click.BadParameter("a viewer is public, official or seat:N", param_hint="--as")


def _verified(file: Path, known: Known, follow: Follower | None = None) -> Verified:
    """What holds of a file, with a progress bar; ends the program where something does not."""
    try:
        with file.open("rb") as lines, click.progressbar(length=1, label="verifying", file=sys.stderr) as bar:

            def progress(done: int, size: int) -> None:
                bar.length = size
                bar.update(done - bar.pos)

            return verify(lines_of(lines), known, progress, follow)
    except NoArchive as error:
        _end(f"{file}: {error}", 2)
    except Broken as broken:
        _end(f"{file}: {broken}", 1)


def _told(verified: Verified, file: Path, receipts: int, decided: str | None) -> Iterator[str]:
    said = (
        f"match {verified.match} as {verified.viewer}, {verified.size} decisions, {verified.opened} opened values"
    )
    yield f"{file} holds: {said}"
    yield f"root {verified.root}"
    if verified.joint is not None:
        yield f"chance is joint: the contributions of all seats fit, and make {verified.joint}"
    if receipts:
        yield f"{receipts} of your receipts agree"
    if verified.draws is not None:
        yield f"{verified.draws} draws of chance are those of the seed that was committed to"
    if verified.signed_by:
        yield f"signed by {', '.join(str(key) for key in verified.signed_by)}, which you trust"
    else:
        names = ", ".join(str(key) for key in verified.by_its_own_account)
        who = f"the file says that {names} has signed it" if names else "nobody has signed it"
        yield f"Only the inside is proved: {who}."
    if decided is not None:
        yield decided
    yield f"Not proved: {'; '.join(NOT_PROVED[decided is not None :])}."


def _end(text: str, code: int) -> NoReturn:
    click.echo(f"Error: {lines_shown(text)}", err=True)
    raise click.exceptions.Exit(code)


def _key(text: str) -> VerifierKey:
    try:
        return VerifierKey.read(text)
    except BadNote as error:
        raise click.BadParameter(f"{error}", param_hint="--key") from None


def _receipts(text: str) -> Iterator[dict[str, Any]]:
    """The receipts in a file: one, or a list of them; or what is written as ``SIZE:ROOT``."""
    if (said := _SIZE_AND_ROOT.fullmatch(text)) is not None:
        yield {"size": int(said["size"]), "root": said["root"]}
        return
    try:
        document = read(Path(text).read_text(encoding="utf-8"))
    except OSError as error:
        raise click.BadParameter(f"{lines_shown(text)}: {error.strerror}", param_hint="--receipt") from None
    except (BadLine, UnicodeDecodeError):
        raise click.BadParameter(f"{lines_shown(text)} holds no receipts", param_hint="--receipt") from None
    for one in document if isinstance(document, list) else [document]:
        one = one.get("receipt", one) if isinstance(one, dict) else None
        if not isinstance(one, dict) or not _is_receipt(one):
            raise click.BadParameter(f"{lines_shown(text)} holds no receipts", param_hint="--receipt")
        yield one


def _is_receipt(one: dict[str, Any]) -> bool:
    size, root = one.get("size"), one.get("root")
    texts = all(isinstance(one.get(name), str | None) for name in ("match", "checkpoint"))
    is_root = isinstance(root, str) and HEX.fullmatch(root) is not None
    return isinstance(size, int) and is_number(size) and size > 0 and is_root and texts


def _compared(receipts: Sequence[dict[str, Any]], trusted: Sequence[VerifierKey]) -> frozenset[str]:
    """The matches that receipts are of; ends the program where two contradict each other, or one itself."""
    found: dict[int, list[tuple[dict[str, Any], str | None, set[str]]]] = {}
    matches = set()
    for one in receipts:
        size, root = one["size"], one["root"]
        match, signers = _signers(one, trusted)
        matches |= {match} - {None}
        for other, other_match, other_signers in found.setdefault(size, []):
            if other["root"] != root and (match is None or other_match in (None, match)):
                two = f"the service has signed two roots for size {size}"
                bare = f"two receipts of size {size} contradict each other; no key that you trust has signed both"
                _end(two if signers & other_signers else bare, 1)
        found[size].append((one, match, signers))
    return frozenset(name for name in matches if name is not None)


def _signers(receipt: dict[str, Any], trusted: Sequence[VerifierKey]) -> tuple[str | None, set[str]]:
    """The match that a receipt is of, and which trusted keys have signed it for which origin.

    Ends the program where its checkpoint says something else.
    """
    text, match = receipt.get("checkpoint"), receipt.get("match")
    if not isinstance(text, str):
        return match, set()
    try:
        note = Note.read(text)
        said = Checkpoint.of(note)
        _, _, named = said.origin.rpartition("/matches/")
        if (said.size, said.root, named) != (receipt["size"], receipt["root"], match or named):
            _end(f"the checkpoint of the receipt of size {receipt['size']} is of another tree", 1)
        signers = note.signers(trusted) if trusted else ()
    except (BadNote, BadSignature) as error:
        _end(f"the checkpoint of the receipt of size {receipt['size']}: {error}", 1)
    return named, {f"{said.origin} {key}" for key in signers}
