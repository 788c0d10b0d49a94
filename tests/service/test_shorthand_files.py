"""Whole invented matches as files, with what happens at real tables: recorded, they are exported byte for byte."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from projections.printing import record, viewer_called
from service import recording
from service.paper import MOST_PAGES, pdf
from service.printed import html
from tests.persistence.serving import served

FILES = sorted((Path(__file__).parents[1] / "vectors" / "shorthand").glob("*.txt"))
TOLD = (" irregular ", ": amend ", ": assert ", "…gap…", ": confirm")
"""What each of them has."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(f"sqlite:///{tmp_path_factory.mktemp('files') / 'kerbholz.db'}") as server:
        yield server


def test_there_are_files_and_each_has_what_happens_at_tables():
    games = {path.stem.rpartition("-")[0] for path in FILES}
    assert games == {"mea-culpa", "seven-sins", "thurn-and-taxis"}
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        assert [piece for piece in TOLD if piece not in text] == []
        assert text.count(": amend ") >= 2


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_file_is_recorded_and_exported_byte_for_byte(server, path):
    text = path.read_text(encoding="utf-8")
    service = recording.Service(server.address)
    done = recording.record(service, recording.read_file(text))
    assert (done.stopped, done.kept) == (None, [])
    arbiter = done.tokens["arbiter"]
    assert recording.exported(service, done.match, arbiter, None) == text
    bearer = {"Authorization": f"Bearer {arbiter}"}
    match = server.request("GET", f"/v1/matches/{done.match}", headers=bearer)[1]
    assert match["status"] == "finished"
    assert match["outcome"]["reason"] == "played"
    check_print(service, done)
    found = server.request("GET", f"/v1/matches/{done.match}/audit", headers=bearer)[1]["findings"]
    assert {"irregular", "assertion"} <= {finding.get("kind") for finding in found}


def check_print(service, done):
    """It is printed on one or two pages, to officials and to the public, with everything that was corrected."""
    for token in (done.tokens["arbiter"], None):
        view = json.loads(service.get(f"/v1/matches/{done.match}/view", token))
        log = service.get(f"/v1/matches/{done.match}/decisions", token, "application/x-ndjson")
        decisions = [json.loads(line) for line in log.splitlines()]
        made = record(decisions, viewer_called(view["as"]), view["at"], view["line"], view)
        assert len(PdfReader(BytesIO(pdf(made))).pages) <= MOST_PAGES
        page = html(made)
        for sign in ("amend ", "let stand by", "asserted by", "…gap…", "the end is proposed"):
            assert sign in page
        assert any("winners" in said for said in made.result)
