"""Signed notes, against the examples of the specification and against what is altered."""

from __future__ import annotations

import re
from uuid import UUID

import pytest

from domain.evidence import checkpoints
from domain.evidence.checkpoints import Checkpoint
from domain.evidence.notes import BadNote, BadSignature, Note, SigningKey, VerifierKey

VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE = (
    "This is an example message.\n\n— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
"""The example of C2SP's signed-note."""
KEY = SigningKey("play.example.org", bytes(range(32)))
MATCH = UUID(int=7)


def test_the_example_of_the_specification_is_verified() -> None:
    key = VerifierKey.read(VKEY)
    assert str(key) == VKEY
    note = Note.read(NOTE)
    assert note.text == "This is an example message.\n"
    assert note.signers([key]) == (key,)


def test_what_was_signed_is_verified_and_has_the_same_bytes_each_time() -> None:
    note = KEY.signed("one\n\ntwo\n")
    assert note == KEY.signed("one\n\ntwo\n")
    read = Note.read(note)
    assert read.text == "one\n\ntwo\n"
    assert read.signers([VerifierKey.read(VKEY), KEY.verifier]) == (KEY.verifier,)


def test_an_altered_text_or_signature_is_found() -> None:
    note = checkpoints.signed(KEY, MATCH, 12, "ab" * 32)
    head, _, tail = note.rpartition(" ")
    altered = [note.replace("\n12\n", "\n13\n"), note.replace("play.example.org/m", "play.example.org/n")]
    altered += [f"{head} {tail[:20]}{'A' if tail[20] != 'A' else 'B'}{tail[21:]}"]
    for one in altered:
        assert one != note
        with pytest.raises(BadSignature, match="does not fit"):
            Note.read(one).signers([KEY.verifier])


def test_signatures_of_others_say_nothing() -> None:
    with pytest.raises(BadSignature, match="no key that is known"):
        Note.read(NOTE).signers([KEY.verifier])
    other = SigningKey(KEY.name, bytes(32))
    both = KEY.signed("a\n") + other.signed("a\n").rpartition("\n\n")[2]
    assert Note.read(both).signers([KEY.verifier]) == (KEY.verifier,)
    assert Note.read(both).signers([other.verifier, KEY.verifier]) == (KEY.verifier, other.verifier)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\n",
        "a\n\n",
        "\n\n— a AAAAAAAA\n",
        "a\n\n— a AAAAAAAA",
        "a\n\n— a b AAAAAAAA\n",
        "a\n\n- a AAAAAAAA\n",
        "a\n\n— a AAAA\n",
        "a\n\n— a AAAAAAB=\n",
        "a\n\n— a AAAAAAAA==\n",
        "a\r\n\n— a AAAAAAAA\n",
        "a\x00\n\n— a AAAAAAAA\n",
        "a\n\n" + "— a AAAAAAAA\n" * 17,
    ],
)
def test_what_is_no_note_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        Note.read(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a+b",
        VKEY.replace("530d903a", "530d903b"),
        VKEY.replace("530d903a", "530D903A"),
        VKEY[:-1],
        f" {VKEY}",
        f"{VKEY}=",
        re.sub(r"\+Ae", "+Bu", VKEY),
    ],
)
def test_what_is_no_verifier_key_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        VerifierKey.read(text)


def test_a_checkpoint_is_read_as_it_was_written() -> None:
    note = Note.read(checkpoints.signed(KEY, MATCH, 12, "ab" * 32))
    assert Checkpoint.of(note) == Checkpoint(f"play.example.org/matches/{MATCH}", 12, "ab" * 32)


@pytest.mark.parametrize(
    "text", ["o\n1\n", "o\n01\nAAAA\n", "o\n-1\nAAAA\n", "o\n1\nAAAA\n", "o\n1\nq6ur\nmore\n", "\n1\nA\n"]
)
def test_a_note_that_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        Checkpoint.of(Note(text, ()))


def test_keys_do_not_show() -> None:
    assert KEY.secret.hex() not in repr(KEY)
    assert repr(KEY.secret) not in repr(KEY)
