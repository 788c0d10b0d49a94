"""Archives verify for everybody, and nothing in them can be altered."""

from __future__ import annotations

import hashlib
import json
import subprocess
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner, Result

from clients.build import NODE
from domain.evidence import checkpoints
from domain.evidence.archive import Known, NoArchive, verify
from domain.evidence.grammar import BadLine, read, read_canonical
from domain.evidence.notes import Note, SigningKey, VerifierKey
from domain.evidence.shape import LONGEST_LINE
from projections.evidence.redaction import CannotRedact
from service.cli import main
from tests.evidence.altering import written
from tests.evidence.archives import (
    KEY,
    SECOND,
    SECRET,
    SIGNING_KEY,
    VIEWERS,
    archive_of,
    first_verdict,
    kerbholz_here,
    mutants,
    played,
    put,
    redacted_for,
    second_verdicts,
)
from tests.games.installed import OWN
from tests.games.playing import SOAK
from tests.persistence.serving import served
from tests.service.playing import CheckedClient, open_match


@pytest.mark.scenario(3, 109)
@pytest.mark.grows
@pytest.mark.few(
    "postgres-hosted-mea-culpa",
    "postgres-recorded-thurn-and-taxis",
    "sqlite-hosted-seven-sins",
    "sqlite-hosted-thurn-and-taxis",
    "sqlite-recorded-mea-culpa",
    "sqlite-recorded-seven-sins",
)
@pytest.mark.parametrize("game", OWN)
@pytest.mark.parametrize("mode", ["hosted", "recorded"])
def test_every_viewers_archive_verifies_to_the_same_root(signing: CheckedClient, game: str, mode: str) -> None:
    for seed in range(13 if SOAK else 1):
        table = played(signing, seed=seed + 3, ruleset=game, mode=mode, options={"history": "kept"})
        found, whole = {}, {}
        for viewer in VIEWERS:
            lines = whole[viewer] = archive_of(signing, table, "arbiter", **{"as": viewer})
            verified = verify(lines, Known({}, [KEY]))
            assert (verified.match, verified.viewer, verified.size) == (table.id, viewer, table.version + 1)
            assert verified.signed_by == (KEY,)
            found[viewer] = verified
        (root,) = {one.root for one in found.values()}
        assert found["official"].opened >= found["seat:0"].opened >= found["public"].opened > 0
        known = Known({table.version + 1: root}, [KEY])
        assert second_verdicts(list(map(b"".join, whole.values())), known) == [(True, True, None, "")] * len(
            VIEWERS
        )
        # What the service gives to each token, the archive of officials is cut down to without it.
        for who, viewer in ((0, "seat:0"), (1, "seat:1"), (None, "public")):
            assert redacted_for(whole["official"], viewer) == archive_of(signing, table, who)


@pytest.mark.scenario(3)
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


@pytest.mark.parametrize("game", ["seven-sins", "kuhn-poker"])
def test_the_digest_of_a_ruleset_is_over_its_files(sqlite_signing: CheckedClient, game: str) -> None:
    """As the page has it: of a folder, or of a module of another distribution."""
    table = open_match(sqlite_signing, 2, ruleset=game)
    ruleset = json.loads(archive_of(sqlite_signing, table, "arbiter")[-1])["ruleset"]
    folder = Path("domain/games/seven_sins") if game == "seven-sins" else Path("tests/kuhn_poker")
    files = [
        path for path in folder.glob("**/*") if path.suffix in (".py", ".toml", ".ftl") or path.name == "py.typed"
    ]
    if game == "kuhn-poker":
        files = [folder / "kuhn_poker.py"]
    hashes = {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(files)
    }
    text = json.dumps(hashes, sort_keys=True, separators=(",", ":"))
    assert ruleset == {"id": game, "version": "1.0", "digest": hashlib.sha256(text.encode()).hexdigest()}


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
    matches.erase(UUID(table.id), 0, "/seats/0/name")
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


@pytest.mark.scenario(109)
@pytest.mark.grows
@pytest.mark.long
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("game", OWN)
def test_both_verifiers_refuse_what_was_altered_for_the_same(
    sqlite_archives: dict[str, list[list[bytes]]], game: str, viewer: str
) -> None:
    """They name the same decision and the same thing; what they let pass says what the honest archive says."""
    lines = sqlite_archives[game][VIEWERS.index(viewer)]
    known = Known({size: json.loads(lines[size])["root"] for size in (4, len(lines) - 2)}, [KEY])
    altered = list(mutants(lines, Random(f"{game} {viewer}"), 850 if SOAK else 85))
    verdicts = [first_verdict(archive, known) for archive in altered]
    assert second_verdicts(altered, known) == verdicts
    passed = [archive for archive, (holds, *_) in zip(altered, verdicts, strict=True) if holds]
    assert len(altered) - len(passed) > 60
    for archive in passed:
        assert_says_the_same(archive.split(b"\n")[:-1], lines)


def assert_says_the_same(altered: list[bytes], honest: list[bytes]) -> None:
    """In all that is proved: values may be missing, and who may have them is said by nobody."""
    said, were = ([json.loads(line) for line in lines] for lines in (altered, honest))
    assert [said[0][name] for name in ("match", "size", "service")] == [
        were[0][name] for name in ("match", "size", "service")
    ]
    assert [(line["open"], line["root"]) for line in said[1:-1]] == [
        (line["open"], line["root"]) for line in were[1:-1]
    ]
    for one, other in zip(said[1:-1], were[1:-1], strict=True):
        for pointer, entry in one["opened"].items():
            assert entry["value"] == other["opened"][pointer]["value"]
    # Which files the service had of the ruleset, nobody has signed.
    assert {**said[-1]["ruleset"], "digest": ""} == {**were[-1]["ruleset"], "digest": ""}


def test_the_end_is_held_against_what_was_read(sqlite_archives: dict[str, list[list[bytes]]]) -> None:
    """Both verifiers name the same thing, whatever the service itself has signed."""
    lines = sqlite_archives["seven-sins"][VIEWERS.index("public")]
    header, trailer = json.loads(lines[0]), json.loads(lines[-1])
    other = SigningKey(KEY.name, bytes(32))
    text = Note.read(trailer["checkpoint"]).text
    stranger = SigningKey("other.example", bytes(32))
    changes: tuple[tuple[dict[str, Any], dict[str, Any], str], ...] = (
        ({}, {}, ""),
        ({}, {"checkpoint": trailer["checkpoint"] + stranger.signed(text).rpartition("\n\n")[2]}, ""),
        ({"service": "other.example"}, {}, "checkpoint"),
        ({"service": None}, {}, "checkpoint"),
        ({}, {"keys": [str(KEY), str(other.verifier)]}, "signature"),
        ({}, {"keys": [str(KEY), str(stranger.verifier)]}, "signature"),
        ({}, {"keys": [str(KEY), str(VerifierKey("a\x1fb", KEY.public))]}, "signature"),
        ({}, {"keys": [str(KEY), f"a\u2003b{str(KEY)[len(KEY.name) :]}"]}, "trailer"),
        ({}, {"keys": []}, "signature"),
        ({}, {"keys": [f"{KEY}="]}, "trailer"),
        ({}, {"checkpoint": other.signed(text)}, "signature"),
        ({}, {"checkpoint": SIGNING_KEY.signed(f"{text}more\n")}, "checkpoint"),
        ({}, {"checkpoint": SIGNING_KEY.signed(text.replace("/matches/", "/matches/0"))}, "checkpoint"),
        ({}, {"count": True}, "trailer"),
        ({}, {"ruleset": {**trailer["ruleset"], "version": "0"}}, "trailer"),
    )
    files = [
        b"".join([written({**header, **first}), *lines[1:-1], written({**trailer, **last})])
        for first, last, _ in changes
    ]
    del trailer["checkpoint"]
    files.append(b"".join([*lines[:-1], written(trailer)]))
    known = Known({}, [KEY])
    named = [(not what, True, None, what) for *_, what in (*changes, ({}, {}, "checkpoint"))]
    assert [first_verdict(file, known) for file in files] == named
    assert second_verdicts(files, known) == named


def test_a_pointer_to_what_cannot_be_there_is_none(sqlite_archives: dict[str, list[list[bytes]]]) -> None:
    lines = sqlite_archives["seven-sins"][VIEWERS.index("public")]
    line = json.loads(lines[2])
    odd = (["/\U0001f600", "/\uff41"], ["/a~b"], ["a"], ["/a", "/a"], [])
    files = [b"".join([*lines[:2], written({**line, "erased": erased}), *lines[3:]]) for erased in odd]
    named = [(False, True, 1, "line")] * len(odd)
    assert [first_verdict(file, Known({})) for file in files] == named
    assert second_verdicts(files, Known({})) == named


@pytest.mark.long
def test_a_line_has_a_longest_length(sqlite_archives: dict[str, list[list[bytes]]]) -> None:
    lines = sqlite_archives["seven-sins"][VIEWERS.index("public")]
    spaces = b" " * (LONGEST_LINE + 1 - len(lines[2]))
    longest, longer = ([*lines[:2], more + spaces + lines[2], *lines[3:]] for more in (b"", b" "))
    files = [b"".join(longest), b"".join(longer), b"".join(lines[:2]) + b" " * (LONGEST_LINE + 1)]
    named = [(True, True, None, ""), (False, True, 1, "line"), (False, True, 1, "line")]
    assert [first_verdict(file, Known({})) for file in files] == named
    assert second_verdicts(files, Known({})) == named


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
        done = kerbholz_here("export", match["id"], "--url", service.address, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    file = tmp_path / f"{match['id']}.public.kerbholz"
    (tmp_path / "receipts.json").write_text(json.dumps(receipts))
    held = verified_by_both(file, "--receipt", "receipts.json", "--key", key["vkey"], cwd=tmp_path)
    assert held.returncode == 0, held.stderr
    assert "which you trust" in held.stdout
    assert "2 of your receipts agree" in held.stdout
    assert "Only the inside is proved" in verified_by_both(file, cwd=tmp_path).stdout
    (tmp_path / "other.json").write_text(
        json.dumps({"receipt": {**receipts[0], "checkpoint": None, "match": "x"}})
    )
    assert "the end: receipt" in verified_by_both(file, "--receipt", "other.json", cwd=tmp_path).stderr
    lines = file.read_bytes().splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if b"table.note" in line)
    altered = lines[place].replace(b"table.note", b"table.nota")
    file.write_bytes(b"".join([*lines[:place], altered, *lines[place + 1 :]]))
    broken = verified_by_both(file, cwd=tmp_path)
    assert (broken.returncode, broken.stdout) == (1, "")
    assert f"decision {place - 1}: root" in broken.stderr
    file.write_bytes(b"hello\n")
    assert verified_by_both(file, cwd=tmp_path).returncode == 2


def verified_by_both(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """What the program says of files, after its twin in JavaScript has said the same."""
    first = kerbholz_here("verify", *arguments, cwd=cwd)
    command = [NODE, SECOND, *map(str, arguments)]
    second = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=60, check=False)
    assert (second.returncode, second.stdout) == (first.returncode, first.stdout), second.stderr
    if first.returncode:
        named = 2 if first.returncode == 2 else 3  # behind what is named, each has its own words
        one, other = (said.stderr.rpartition("Error: ")[2].split(": ")[:named] for said in (first, second))
        assert one == other
    return first


def test_two_receipts_convict_the_service_that_signed_both(tmp_path: Path) -> None:
    key = SigningKey("play.example.org", SECRET)
    for name, match, root in (("a", 7, "ab" * 32), ("b", 7, "cd" * 32)):
        note = checkpoints.signed(key, UUID(int=match), 12, root)
        receipt = {"match": str(UUID(int=match)), "size": 12, "root": root, "checkpoint": note}
        (tmp_path / f"{name}.json").write_text(json.dumps(receipt))
    both = ("--receipt", "a.json", "--receipt", "b.json")
    convicted = verified_by_both(*both, "--key", key.verifier, cwd=tmp_path)
    assert convicted.returncode == 1
    assert "the service has signed two roots for size 12" in convicted.stderr
    bare = ("--receipt", f"12:{'ab' * 32}", "--receipt", "b.json", "--key", key.verifier)
    contradiction = verified_by_both(*bare, cwd=tmp_path)
    assert contradiction.returncode == 1
    assert "contradict each other" in contradiction.stderr
    assert verified_by_both("--receipt", "a.json", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("size", ["0", "00", "\u00b2", "\u0663", "5" * 5000, "-1", ""])
def test_what_has_no_size_is_no_receipt(size: str) -> None:
    done = kerbholz_here("verify", "--receipt", f"{size}:{'ab' * 32}")
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize(
    "answer",
    [
        b'{"archive":1,"as":"public","match":"../../../x","service":null,"size":1}\n',
        b'{"archive":1,"as":"../x","match":"0f0e0d0c-0b0a-4908-8706-050403020100","service":null,"size":1}\n',
        b"[]\n",
        b"no",
        b"",
    ],
)
def test_no_file_is_written_where_a_service_wants_it(tmp_path: Path, answer: bytes) -> None:
    class Hostile(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    here = tmp_path / "a" / "b" / "c"
    here.mkdir(parents=True)
    with HTTPServer(("127.0.0.1", 0), Hostile) as server:
        Thread(target=server.handle_request, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        done = kerbholz_here("export", "0f0e0d0c-0b0a-4908-8706-050403020100", "--url", url, cwd=here)
    assert done.returncode == 1
    assert "is no archive" in done.stderr
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.long
def test_receipts_of_two_matches_do_not_contradict_each_other(tmp_path: Path) -> None:
    key = SigningKey("play.example.org", SECRET)
    receipts = [
        {
            "match": str(UUID(int=match)),
            "size": 12,
            "root": root,
            "checkpoint": checkpoints.signed(key, UUID(int=match), 12, root),
        }
        for match, root in ((7, "ab" * 32), (8, "cd" * 32))
    ]
    (tmp_path / "receipts.json").write_text(json.dumps(receipts))
    assert verified_by_both("--receipt", "receipts.json", "--key", key.verifier, cwd=tmp_path).returncode == 0


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
        "[" * 33 + "]" * 33,
        "[" * 990 + '"\\ud83d\\ude00"' + "]" * 990,
        "[" * 100_000,
        '{"a":' * 33 + "1" + "}" * 33,
        '"\\u0000"',
        '{"\\ud83d\\ude00":1}',
        '{"😀":1}',
        "nul",
        '"a',
        "\ufeff1",
        "1 2",
    ],
)
def test_what_other_readers_would_read_otherwise_is_refused(text: str) -> None:
    with pytest.raises(BadLine):
        read(text)
    with pytest.raises(BadLine):
        read_canonical(text)


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


@pytest.mark.parametrize("text", ['{"b":1,"a":2}', '{"a": 1}', '"\\u0061"', " 1", '"\\/"', '{"a":{"c":1,"b":1}}'])
def test_what_is_written_otherwise_than_in_the_canonical_form_is_refused(text: str) -> None:
    read(text)
    with pytest.raises(BadLine, match="canonical"):
        read_canonical(text)


def test_what_is_canonical_is_read_with_long_numbers_in_texts() -> None:
    text = '{"a":[1,":1234567890123456789"],"b":9007199254740991}'
    assert read_canonical(text) == read(text)
