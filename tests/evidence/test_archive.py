"""Archives verify for everybody, and nothing in them can be altered."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner, Result

from domain.evidence import checkpoints
from domain.evidence.archive import Broken, Known, NoArchive, verify
from domain.evidence.grammar import BadLine, read
from domain.evidence.notes import SigningKey
from projections.redaction import CannotRedact
from service.cli import main
from tests.evidence.archives import (
    KEY,
    SECRET,
    VIEWERS,
    archive_of,
    kerbholz,
    mutants,
    played,
    put,
    redacted_for,
)
from tests.games.installed import OWN
from tests.games.playing import SOAK
from tests.persistence.serving import served
from tests.service.playing import CheckedClient


@pytest.mark.parametrize("game", OWN)
@pytest.mark.parametrize("mode", ["hosted", "recorded"])
def test_every_viewers_archive_verifies_to_the_same_root(signing: CheckedClient, game: str, mode: str) -> None:
    table = played(signing, ruleset=game, mode=mode, options={"history": "kept"})
    found, whole = {}, {}
    for viewer in VIEWERS:
        lines = whole[viewer] = archive_of(signing, table, "arbiter", **{"as": viewer})
        verified = verify(lines, Known({}, [KEY]))
        assert (verified.match, verified.viewer, verified.size) == (table.id, viewer, table.version + 1)
        assert verified.signed_by == (KEY,)
        found[viewer] = verified
    assert len({one.root for one in found.values()}) == 1
    assert found["official"].opened >= found["seat:0"].opened >= found["public"].opened > 0
    # What the service gives to each token, the archive of officials is cut down to without it.
    for who, viewer in ((0, "seat:0"), (1, "seat:1"), (None, "public")):
        assert redacted_for(whole["official"], viewer) == archive_of(signing, table, who)


def test_an_archive_holds_what_its_viewer_reads_and_no_more(signing: CheckedClient) -> None:
    table = played(signing, ruleset="mea-culpa", options={"history": "kept"})
    for who, viewer in ((0, "seat:0"), (None, "public"), ("arbiter", "official")):
        log = signing.get(f"{table.path}/decisions?limit=1000", headers=table.bearer(who)).json["decisions"]
        lines = archive_of(signing, table, who)
        assert json.loads(lines[0])["as"] == viewer
        for decision, raw in zip(log, lines[1:-1], strict=True):
            line = json.loads(raw)
            record = json.loads(line["open"])
            for pointer, entry in line["opened"].items():
                put(record, pointer, entry["value"])
            assert record == decision


def test_without_texts_there_are_no_names(signing: CheckedClient) -> None:
    table = played(signing, options={"history": "kept"})
    whole = b"".join(archive_of(signing, table, "arbiter"))
    bare = b"".join(archive_of(signing, table, "arbiter", texts="false"))
    assert b"Tea, until nine." in whole
    assert b"Tea, until nine." not in bare
    assert verify(bare.splitlines(keepends=True)).root == verify(whole.splitlines(keepends=True)).root
    lines = whole.splitlines(keepends=True)
    assert b"".join(redacted_for(lines, "official", texts=False)) == bare
    of_seat = archive_of(signing, table, 1, texts="false")
    assert redacted_for(lines, "seat:1", texts=False) == of_seat
    assert redacted_for(bare.splitlines(keepends=True), "seat:1") == of_seat
    assert redacted_for(archive_of(signing, table, 1), "seat:1", texts=False) == of_seat


def test_an_erased_text_breaks_no_archive(signing: CheckedClient) -> None:
    table = played(signing, options={"history": "kept"})
    matches = signing.application.extensions["kerbholz"].matches()
    before = verify(archive_of(signing, table, "arbiter"))
    matches.side.erase_text(UUID(table.id), 0, "/seats/0/name")
    lines = archive_of(signing, table, "arbiter")
    assert json.loads(lines[1])["erased"] == ["/seats/0/name"]
    assert redacted_for(lines, "public") == archive_of(signing, table, None)
    assert verify(lines).root == before.root


def test_there_is_none_while_the_match_fades_for_who_asks(signing: CheckedClient) -> None:
    table = played(signing, options={"history": "fading"})
    for who in (0, None):
        answer = signing.get(f"{table.path}/export", headers=table.bearer(who))
        assert (answer.status_code, answer.json["code"]) == (403, "faded")
    lines = archive_of(signing, table, "arbiter")
    for viewer in ("seat:0", "public"):
        with pytest.raises(CannotRedact, match=f"still fades for {viewer}"):
            redacted_for(lines, viewer)
    # When it is over, nothing fades any more, unless the line says that it is not over after all.
    table.send("host", {"type": "table.abandon"})
    lines = archive_of(signing, table, "arbiter")
    for who, viewer in ((0, "seat:0"), (None, "public")):
        assert redacted_for(lines, viewer) == archive_of(signing, table, who)


def test_an_archive_is_cut_down_for_a_viewer_by_a_command(sqlite_signing: CheckedClient, tmp_path: Path) -> None:
    table = played(sqlite_signing, 4, options={"history": "kept"})
    whole, of_seat = tmp_path / "whole", tmp_path / "of-seat"
    whole.write_bytes(b"".join(archive_of(sqlite_signing, table, "arbiter")))
    done = redact(whole, "--as", "seat:1", "--output", of_seat)
    assert (done.exit_code, done.stdout) == (0, f"{of_seat}: {table.version + 1} decisions\n")
    assert of_seat.read_bytes() == b"".join(archive_of(sqlite_signing, table, 1))
    for viewer, code, said in (
        ("seat:7", 1, "there is no seat:7: the match has 2 seats"),
        ("everybody", 2, "a viewer is public, official or seat:N"),
    ):
        done = redact(whole, "--as", viewer, "--output", tmp_path / "none")
        assert done.exit_code == code
        assert said in done.output
    assert "only archives of officials say" in redact(of_seat, "--as", "public").output
    assert "over FILE" in redact(whole, "--as", "official", "--no-texts", "--output", whole).output
    whole.write_bytes(whole.read_bytes().replace(b"2", b"3"))
    assert redact(whole, "--as", "public", "--output", tmp_path / "none").exit_code == 1
    assert [path for path in tmp_path.iterdir() if path.name.startswith("none") or path.suffix == ".part"] == []


def redact(*arguments: object) -> Result:
    """What the command says."""
    return CliRunner().invoke(main, ["redact", *map(str, arguments)])


def test_an_earlier_size_is_the_beginning(signing: CheckedClient) -> None:
    table = played(signing)
    whole, part = archive_of(signing, table, "arbiter"), archive_of(signing, table, "arbiter", size=5)
    assert part[1:-1] == whole[1:6]
    assert verify(part, Known({5: json.loads(whole[5])["root"]}, [KEY])).size == 5


@pytest.mark.grows
@pytest.mark.long
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("game", OWN)
def test_nothing_can_be_altered(sqlite_archives: dict[str, list[list[bytes]]], game: str, viewer: str) -> None:
    """Each altered archive is refused; only a header that says another service says nothing that is signed."""
    lines = sqlite_archives[game][VIEWERS.index(viewer)]
    rng, refused = Random(f"{game} {viewer}"), 0
    for way, altered in mutants(lines, rng, 850 if SOAK else 85):
        with pytest.raises((Broken, NoArchive)):
            raise_unless_same(altered, lines, way)
        refused += 1
    assert refused > 70


def raise_unless_same(altered: list[bytes], lines: list[bytes], way: str) -> None:
    """Verify; what says the same as before in everything that is proved is no forgery."""
    verified = verify(altered, Known({}, [KEY]))
    said = [json.loads(one) for one in altered]
    honest = [json.loads(one) for one in lines]
    unproved = {"service", "warning"}
    if said[1:-1] == honest[1:-1] and {k: v for k, v in said[0].items() if k not in unproved} == {
        k: v for k, v in honest[0].items() if k not in unproved
    }:
        raise Broken(None, way, "the same is said in other bytes, or of what nothing is proved")
    raise AssertionError((way, verified))


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"\n",
        b"{}\n",
        b"[]\n",
        b"no\n",
        b'{"archive":2}\n',
        b"\xff\n",
        b'{"archive":1,"as":"public","match":"a","service":null,"size":0}\n',
        b'{"archive":1,"as":"seat:x","match":"a","service":null,"size":1}\n',
        b'{"archive":1,"as":"official","match":"a","service":null,"size":1}\n',
    ],
)
def test_what_is_no_archive_is_told_apart(first: bytes) -> None:
    with pytest.raises(NoArchive):
        verify([first])


# -- the program --------------------------------------------------------------------------------------------


@pytest.mark.long
def test_it_is_exported_and_verified_by_commands(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'a.db'}") as service:
        body = {
            "ruleset": "seven-sins",
            "seats": [{"name": "Ada"}, {"name": "Ben"}],
            "options": {"history": "kept"},
        }
        match = service.request("POST", "/v1/matches", body)[1]
        bearer = {"Authorization": f"Bearer {match['tokens']['arbiter']}"}
        note = {"type": "table.note", "text": "hm"}
        receipts = [service.request("POST", match["links"]["commands"], note, bearer)[1]["receipt"] for _ in "ab"]
        (key,) = service.request("GET", "/v1/keys")[1]["keys"]
        done = kerbholz("export", match["id"], "--url", service.address, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    file = tmp_path / f"{match['id']}.public.kerbholz"
    (tmp_path / "receipts.json").write_text(json.dumps(receipts))
    held = kerbholz("verify", file, "--receipt", "receipts.json", "--key", key["vkey"], cwd=tmp_path)
    assert held.returncode == 0, held.stderr
    assert "which you trust" in held.stdout
    assert "2 of your receipts agree" in held.stdout
    assert "Only the inside is proved" in kerbholz("verify", file, cwd=tmp_path).stdout
    lines = file.read_bytes().splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if b"table.note" in line)
    altered = lines[place].replace(b"table.note", b"table.nota")
    file.write_bytes(b"".join([*lines[:place], altered, *lines[place + 1 :]]))
    broken = kerbholz("verify", file, cwd=tmp_path)
    assert (broken.returncode, broken.stdout) == (1, "")
    assert f"decision {place - 1}: root" in broken.stderr
    file.write_bytes(b"hello\n")
    assert kerbholz("verify", file, cwd=tmp_path).returncode == 2


def test_two_receipts_convict_the_service_that_signed_both(tmp_path: Path) -> None:
    key = SigningKey("play.example.org", SECRET)
    for name, root in (("a", "ab" * 32), ("b", "cd" * 32)):
        note = checkpoints.signed(key, UUID(int=7), 12, root)
        receipt = {"match": str(UUID(int=7)), "size": 12, "root": root, "checkpoint": note}
        (tmp_path / f"{name}.json").write_text(json.dumps(receipt))
    both = ("--receipt", "a.json", "--receipt", "b.json")
    convicted = kerbholz("verify", *both, "--key", key.verifier, cwd=tmp_path)
    assert convicted.returncode == 1
    assert "the service has signed two roots for size 12" in convicted.stderr
    bare = kerbholz(
        "verify", "--receipt", f"12:{'ab' * 32}", "--receipt", "b.json", "--key", key.verifier, cwd=tmp_path
    )
    assert bare.returncode == 1
    assert "contradict each other" in bare.stderr
    assert kerbholz("verify", "--receipt", "a.json", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "01",
        "+1",
        "-0",
        "1.0",
        "1e2",
        "9007199254740992",
        "-9007199254740992",
        "1" + "0" * 5000,
        "NaN",
        "Infinity",
        '{"a":1,"a":1}',
        '"\\ud800"',
        '{"\\udfff":1}',
        '["\\uD83D"]',
        "[" * 34 + "]" * 34,
        "[" * 100_000,
        '{"a":' * 34 + "1" + "}" * 34,
        "nul",
        '"a',
        "\ufeff1",
        "1 2",
    ],
)
def test_what_other_readers_would_read_otherwise_is_refused(text: str) -> None:
    with pytest.raises(BadLine):
        read(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9007199254740991", 2**53 - 1),
        ("-9007199254740991", 1 - 2**53),
        ("0", 0),
        ('"\\ud83d\\ude00"', "😀"),
        ("[" * 32 + "]" * 32, None),
    ],
)
def test_what_everybody_reads_alike_is_read(text: str, value: Any) -> None:
    assert value is None or read(text) == value
    read(text)
