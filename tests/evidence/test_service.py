"""Keys, checkpoints and proofs as the service gives them: whoever has two receipts needs nobody's word."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.evidence.checkpoints import Checkpoint
from domain.evidence.notes import Note, VerifierKey
from domain.evidence.proofs import check_consistency, check_inclusion
from domain.kit.written.evidence import leaf_hash
from tests.evidence.archives import KEY
from tests.service.playing import CheckedClient, Table, open_match, step


def played(client: CheckedClient, decisions: int = 12, **more: Any) -> tuple[Table, list[dict[str, Any]]]:
    """A match, and the receipts of its players' commands."""
    table = open_match(client, 2, **more)
    receipts, rng = [], Random(3)
    while len(receipts) < decisions:
        answer = step(table, rng)
        if answer.get("receipt"):
            receipts.append(answer["receipt"])
    return table, receipts


def checkpoint(note: str) -> Checkpoint:
    """What a note says that the service has signed."""
    read = Note.read(note)
    assert read.signers([KEY]) == (KEY,)
    return Checkpoint.of(read)


def test_the_keys_are_told(signing: CheckedClient) -> None:
    told = signing.get("/v1/keys").json
    assert told["name"] == "play.example.org"
    (key,) = told["keys"]
    assert VerifierKey.read(key["vkey"]) == KEY
    assert key["until"] is None


def test_every_receipt_is_signed_and_the_same_size_has_the_same_bytes_for_ever(signing: CheckedClient) -> None:
    table, receipts = played(signing)
    for receipt in receipts:
        said = checkpoint(receipt["checkpoint"])
        assert said == Checkpoint(f"play.example.org/matches/{table.id}", receipt["size"], receipt["root"])
        again = signing.get(f"{table.path}/checkpoint?size={receipt['size']}")
        assert {name: again.json[name] for name in receipt} == receipt
        bare = signing.get(f"{table.path}/checkpoint?size={receipt['size']}", headers={"Accept": "text/plain"})
        assert bare.text == receipt["checkpoint"]


def test_every_decision_is_proved_in_every_receipt_behind_it(signing: CheckedClient) -> None:
    table, receipts = played(signing)
    log = signing.get(f"{table.path}/decisions?limit=1000", headers=table.bearer("arbiter")).json["decisions"]
    matches = signing.application.extensions["kerbholz"].matches()
    leaves = [leaf_hash(event.open.encode()) for event in matches.events.get(UUID(table.id))]
    for receipt in receipts[::4]:
        for version in range(receipt["size"]):
            proof = signing.get(f"{table.path}/decisions/{version}/proof?size={receipt['size']}").json
            assert (proof["leaf"], proof["root"]) == (leaves[version], receipt["root"])
            check_inclusion(version, receipt["size"], proof["leaf"], proof["hashes"], receipt["root"])
    assert len(log) == len(leaves)


def test_each_receipt_is_proved_to_go_on_in_the_next_one(signing: CheckedClient) -> None:
    table, receipts = played(signing)
    for before, after in pairwise(receipts):
        path = f"{table.path}/consistency?from={before['size']}&to={after['size']}"
        proof = signing.get(path).json
        assert (proof["from"]["root"], proof["to"]["root"]) == (before["root"], after["root"])
        check_consistency(before["size"], after["size"], before["root"], after["root"], proof["hashes"])
        text = signing.get(path, headers={"Accept": "text/plain"}).text
        assert text.startswith(f"old {before['size']}\n")
        assert text.endswith(f"\n\n{after['checkpoint']}")


def test_a_dry_run_is_never_signed(signing: CheckedClient) -> None:
    table = open_match(signing, 2)
    body = {"type": "table.note", "text": "hm"}
    answer = signing.post(f"{table.path}/commands?dry_run=true", json=body, headers=table.bearer("arbiter")).json
    assert answer["receipt"] is None
    assert "checkpoint" not in str(answer)


@pytest.mark.parametrize(
    "path",
    [
        "checkpoint?size=0",
        "checkpoint?size=9999",
        "consistency?from=0",
        "consistency?from=3&to=2",
        "consistency?from=1&to=9999",
        "decisions/9999/proof",
        "decisions/2/proof?size=2",
    ],
)
def test_what_is_not_stored_is_neither_signed_nor_proved(signing: CheckedClient, path: str) -> None:
    table, _ = played(signing, 2)
    answer = signing.get(f"{table.path}/{path}")
    assert answer.status_code == 422
    assert "checkpoint" not in answer.json.get("errors", {})


def test_who_may_not_see_the_match_gets_no_checkpoint(signing: CheckedClient) -> None:
    table = open_match(signing, 2, public=False)
    for what in ("checkpoint", "consistency?from=1", "decisions/0/proof"):
        assert signing.get(f"{table.path}/{what}").status_code == 401


def test_checkpoints_and_proofs_depend_on_nothing_but_the_stored_leaves(signing: CheckedClient) -> None:
    """Whoever asks, officials or the public, gets the same: there is nothing in them to be told."""
    table, _ = played(signing, 4, options={"history": "fading"})
    for what in ("checkpoint", "consistency?from=1", "decisions/0/proof"):
        answers = {
            signing.get(f"{table.path}/{what}", headers=table.bearer(who)).text for who in (0, 1, "arbiter", None)
        }
        assert len(answers) == 1
