"""What readers take home: the keys of the service, checkpoints, and proofs over the tree of a match."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.evidence.archive import MEDIA_TYPE, file_name
from domain.kit.facts import Json
from projections.access import check_chance
from projections.evidence import archives, draws, proving
from service.api import Resources, enter, serves, the_matches, viewer_asked
from service.api.streaming import take_place
from service.openapi.answers.evidence_schemas import (
    ChanceSchema,
    CheckpointQuery,
    CheckpointSchema,
    ConsistencyQuery,
    ConsistencySchema,
    ExportQuery,
    InclusionSchema,
    KeyListSchema,
)
from service.openapi.answers.response_schemas import TEXT
from service.openapi.query_schemas import MatchQuery
from service.web.problems import Problem
from service.web.process.long_work import in_parts, long_work, tag_of
from service.web.responses import JSON, PLAIN, preferred, represented, represented_bytes

blueprint = Resources(
    "evidence", __name__, url_prefix="/v1", description="What proves that a log was not changed."
)


@blueprint.get("/keys")
@blueprint.response(200, KeyListSchema)
def list_keys() -> Response:
    """The name that the service signs by, and its public keys; none if the service has no key and signs nothing.

    A verifier key is text, as C2SP's signed-note has it. Trust it because somebody you trust has told you, not
    because it is here.
    """
    matches = the_matches()
    signer = matches.signer
    keys = [] if signer is None else [{"vkey": str(signer.verifier), "from": signer.since, "until": None}]
    document = {"name": None if signer is None else signer.verifier.name, "keys": keys}
    return represented(document, matches.service_key)


@blueprint.get("/matches/<identifier>/checkpoint")
@serves(JSON, PLAIN)
@blueprint.arguments(CheckpointQuery(), location="query")
@blueprint.alt_response(200, schema=TEXT, content_type=PLAIN, success=True)
@blueprint.response(200, CheckpointSchema)
def read_checkpoint(query: dict[str, Any], identifier: str) -> Response:
    """The size and root of the tree of a match, signed; by `Accept: text/plain` the signed note alone.

    The same size has the same bytes for ever. Two checkpoints of one size with two roots convict the service.
    """
    matches, match, _ = enter(identifier, query.get("min_version"))
    head = proving.head(matches, match, query.get("size"))
    if preferred(JSON, PLAIN) == PLAIN:
        return _text(_signed(head), matches.service_key)
    return represented(_head(head), matches.service_key)


@blueprint.get("/matches/<identifier>/decisions/<int:version>/proof")
@serves(JSON, PLAIN)
@blueprint.arguments(CheckpointQuery(), location="query")
@blueprint.alt_response(200, schema=TEXT, content_type=PLAIN, success=True)
@blueprint.response(200, InclusionSchema)
def prove_inclusion(query: dict[str, Any], identifier: str, version: int) -> Response:
    """That a decision is in the tree of a size (RFC 9162, section 2.1.3); as text, C2SP's tlog-proof.

    It holds hashes alone, so nothing of it fades.
    """
    matches, match, _ = enter(identifier, query.get("min_version"))
    proof = proving.inclusion(matches, match, version, query.get("size"))
    if preferred(JSON, PLAIN) == PLAIN:
        _signed(proof.head)
        return _text(proof.text(), matches.service_key)
    proved = {"version": version, "leaf": proof.leaf, "hashes": list(proof.hashes)}
    return represented({**_head(proof.head), **proved}, matches.service_key)


@blueprint.get("/matches/<identifier>/consistency")
@serves(JSON, PLAIN)
@blueprint.arguments(ConsistencyQuery(), location="query")
@blueprint.alt_response(200, schema=TEXT, content_type=PLAIN, success=True)
@blueprint.response(200, ConsistencySchema)
def prove_consistency(query: dict[str, Any], identifier: str) -> Response:
    """That the tree of `from` decisions is the beginning of that of `to` (RFC 9162, section 2.1.4).

    As text it is what C2SP's add-checkpoint takes: the old size, the hashes, and the checkpoint of the later one.
    """
    matches, match, _ = enter(identifier, query.get("min_version"))
    proof = proving.consistency(matches, match, query["first"], query.get("size"))
    if preferred(JSON, PLAIN) == PLAIN:
        _signed(proof.after)
        return _text(proof.text(), matches.service_key)
    document = {
        "match": str(match.id),
        "from": _sized(proof.before),
        "to": _sized(proof.after),
        "hashes": list(proof.hashes),
    }
    return represented(document, matches.service_key)


@blueprint.get("/matches/<identifier>/export")
@serves(MEDIA_TYPE)
@blueprint.arguments(ExportQuery(), location="query")
@blueprint.response(200, TEXT, content_type=MEDIA_TYPE)
def export_match(query: dict[str, Any], identifier: str) -> Response:
    """The match as one file that verifies offline: lines of JSON, with what the viewer may open, and the salts.

    Without `texts` it has neither names nor free texts. There is none while the match fades for the caller.
    """
    matches, match, principal = enter(identifier, query.get("min_version"))
    viewer = viewer_asked(match, principal, query.get("viewer"))
    archives.check_whole(match, principal)
    horizon = match.horizon(principal)
    wanted = archives.Wanted(viewer, horizon, proving.head(matches, match, query.get("size")), query["texts"])
    archives.check_undamaged(matches, match, wanted.head.size)
    asked: dict[str, Json] = {"export": wanted.head.root, "size": wanted.head.size, "texts": wanted.texts}
    tag = tag_of(matches, match, viewer, horizon, asked)
    headers = {"Content-Disposition": f'attachment; filename="{file_name(match.id, viewer)}"'}
    parts = archives.lines(matches, match, wanted)
    return in_parts(parts, MEDIA_TYPE, tag, lambda: take_place(identifier, principal), headers)


@blueprint.get("/matches/<identifier>/chance")
@blueprint.arguments(MatchQuery(), location="query")
@blueprint.response(200, ChanceSchema)
def read_chance(query: dict[str, Any], identifier: str) -> Response:
    """The seed of a hosted match whose record is closed, and every draw: what was there, and what came out.

    For everybody who may look as official. A recorded match has no seed.
    """
    matches, match, principal = enter(identifier, query.get("min_version"))
    if not draws.has_seed(match):
        raise Problem("not-found", "This match has no seed of chance: the scribe has entered what came out.")
    check_chance(match, principal)
    with long_work(match.version):
        opened = draws.opened_chance(matches, match, match.version + 1)
    return represented({"match": str(match.id), **opened}, matches.service_key)


def _head(head: proving.Head) -> dict[str, Json]:
    return {"match": str(head.match), **_sized(head)}


def _sized(head: proving.Head) -> dict[str, Json]:
    signed = {} if head.checkpoint is None else {"checkpoint": head.checkpoint}
    return {"size": head.size, "root": head.root, **signed}


def _signed(head: proving.Head) -> str:
    """The checkpoint; raises a problem if the service has no key: as text there is nothing else."""
    if head.checkpoint is None:
        raise Problem("not-found", "This service has no signing key, so there is no checkpoint.")
    return head.checkpoint


def _text(text: str, key: bytes) -> Response:
    return represented_bytes(text.encode(), f"{PLAIN}; charset=utf-8", key)
