"""Pages as they are served: readable without scripts, under a strict policy, telling nothing that is secret."""

from __future__ import annotations

import json
import re
from pathlib import Path
from posixpath import dirname, join, normpath
from random import Random

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.page.rendering import FOLDER, POLICY, assets, edition, page_languages, said
from tests.service.playing import CheckedClient, open_match, step
from tests.service.test_catalogue import caught_up

HTML = {"Accept": "text/html"}


def page_of(client: CheckedClient, path: str, **headers: str) -> TestResponse:
    """A page, by a client that asks for no description of it: pages are no part of the API."""
    return FlaskClient(client.application).get(path, headers={**HTML, **headers})


def text_of(client: CheckedClient, path: str, **headers: str) -> str:
    answer = page_of(client, path, **headers)
    assert answer.status_code == 200, answer.text
    assert answer.content_type == "text/html; charset=utf-8"
    return answer.text


def test_a_public_match_is_readable_without_scripts(sqlite_client):
    match = open_match(sqlite_client, 2).opened
    text = text_of(sqlite_client, f"/matches/{match['id']}")
    assert re.search(rf'<img src="/v1/matches/{match["id"]}/picture\?at=\d+&amp;lang=en"', text)
    assert '<span class="version">1</span>' in text
    assert "Centre" in text
    assert "khz_" not in text


def test_a_link_without_scripts_shows_the_same_board_after_a_correction(sqlite_client):
    table = open_match(sqlite_client, 2)
    step(table, Random(3))
    step(table, Random(3))
    own = [one["version"] for one in table.log(None) if isinstance(one["actor"], dict)]
    path = f"/matches/{table.id}?at={own[-1]}"
    board = re.compile(r'<pre id="words">(.*?)</pre>', re.DOTALL)
    before = board.findall(text_of(sqlite_client, path))
    table.send("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": own[-1]})
    assert board.findall(text_of(sqlite_client, path)) == before


@pytest.mark.parametrize("path", ["/matches/{id}", "/embed/matches/{id}"])
def test_its_title_says_the_game_and_the_names(sqlite_client, path):
    seats = [{"name": "Xanthippe"}, {"name": "Zebedee"}]
    match = sqlite_client.post("/v1/matches", json={"ruleset": "mea-culpa", "seats": seats}).json
    assert "<title>Mea Culpa: Xanthippe, Zebedee</title>" in text_of(sqlite_client, path.format(id=match["id"]))


def test_it_is_in_the_readers_language(sqlite_client):
    match = open_match(sqlite_client, 2).opened
    text = text_of(sqlite_client, f"/matches/{match['id']}", **{"Accept-Language": "de"})
    assert '<html lang="de"' in text
    assert "Was geschah" in text


def test_links_keep_the_language_that_was_asked_for_and_no_other(sqlite_client):
    match = open_match(sqlite_client, 2).opened
    path = f"/matches/{match['id']}"
    asked = text_of(sqlite_client, f"{path}?lang=de&until=1")
    assert f'<a href="{path}?at=1&amp;until=1&amp;lang=de">' in asked
    assert f'<a href="{path}?at=1">' in text_of(sqlite_client, path, **{"Accept-Language": "de"})


@pytest.mark.parametrize("path", ["/matches/{id}", "/embed/matches/{id}"])
def test_of_a_private_match_nothing_is_told(sqlite_client, path):
    seats = [{"name": "Xanthippe"}, {"name": "Zebedee"}]
    body = {"ruleset": "mea-culpa", "seats": seats, "public": False}
    match = sqlite_client.post("/v1/matches", json=body).json
    answer = page_of(sqlite_client, path.format(id=match["id"]))
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    for seat in match["seats"]:
        assert seat["name"] not in answer.text
    assert match["ruleset"] not in answer.text


def test_the_desk_is_the_same_for_everybody_and_kept_by_no_browser(sqlite_client):
    match = open_match(sqlite_client, 2).opened
    for path in ("/desk", f"/desk/{match['id']}"):
        answer = page_of(sqlite_client, path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
        assert "Ada" not in answer.text
        bearer = f"Bearer {match['tokens']['arbiter']}"
        assert text_of(sqlite_client, path, Authorization=bearer) == answer.text
    nowhere = match["id"][:-4] + "0000"
    shown = text_of(sqlite_client, f"/desk/{nowhere}")
    assert shown.replace(nowhere, match["id"]) == text_of(sqlite_client, f"/desk/{match['id']}")
    assert page_of(sqlite_client, "/desk/nonsense").status_code == 404


def test_in_a_frame_a_private_match_is_not_shown_for_any_token(sqlite_client):
    match = open_match(sqlite_client, 2, public=False).opened
    for token in (match["tokens"]["arbiter"], match["tokens"]["seats"][0]):
        answer = page_of(sqlite_client, f"/embed/matches/{match['id']}", Authorization=f"Bearer {token}")
        assert answer.status_code == 200
        assert "<script" not in answer.text
        assert "There is nothing to be seen here." in answer.text
        assert match["id"] not in answer.text


def test_in_a_frame_a_public_match_is_the_same_for_every_token(sqlite_client):
    match = open_match(sqlite_client, 2).opened
    address = f"/embed/matches/{match['id']}"
    bearer = f"Bearer {match['tokens']['arbiter']}"
    assert text_of(sqlite_client, address) == text_of(sqlite_client, address, Authorization=bearer)


def test_only_what_is_made_for_it_may_be_in_a_frame(sqlite_client):
    match = open_match(sqlite_client, 2).opened
    framed = page_of(sqlite_client, f"/embed/matches/{match['id']}").headers["Content-Security-Policy"]
    assert framed.split("; ")[:-1] == POLICY.split("; ")[:-1]
    assert framed.endswith("; frame-ancestors *")
    others = ["/", f"/matches/{match['id']}", "/docs", "/docs/problems"]
    others += [rule.rule for rule in sqlite_client.application.url_map.iter_rules() if "<" not in rule.rule]
    for path in sorted(set(others)):
        headers = page_of(sqlite_client, path, Accept="text/html, */*;q=0.1").headers
        assert "frame-ancestors *" not in headers.get("Content-Security-Policy", ""), path


def test_the_scribes_page_is_the_same_for_all_matches_and_without_one(sqlite_client):
    public = open_match(sqlite_client, 2).opened["id"]
    private = open_match(sqlite_client, 3, public=False).opened["id"]
    answers = [
        page_of(sqlite_client, path)
        for path in (f"/matches/{public}/scribe", f"/matches/{private}/scribe", "/scribe")
    ]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.data for answer in answers}) == 1
    assert page_of(sqlite_client, "/scribe", **{"Accept-Language": "de"}).data != answers[0].data


def test_the_worker_of_the_scribes_page_keeps_the_page_without_a_match_and_all_its_files(sqlite_client):
    script = page_of(sqlite_client, "/worker.js?lang=de", Accept="*/*")
    assert script.mimetype == "text/javascript"
    shell = json.loads(script.text.splitlines()[0].removeprefix("globalThis.SHELL = ").removesuffix(";"))
    assert shell["page"] == "/scribe?lang=de"
    loaded = {f"/page/{edition()}/{name}" for name in loaded_by(text_of(sqlite_client, shell["page"]))}
    assert loaded <= set(shell["files"])
    for address in shell["files"]:
        assert page_of(sqlite_client, address, Accept="*/*").status_code == 200, address


def test_the_scribes_page_can_go_on_a_home_screen(sqlite_client):
    answer = page_of(sqlite_client, "/scribe.webmanifest?lang=de", Accept="*/*")
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.data)
    assert (manifest["start_url"], manifest["display"], manifest["lang"]) == ("/scribe", "standalone", "de")
    assert page_of(sqlite_client, manifest["icons"][0]["src"], Accept="*/*").mimetype == "image/svg+xml"


def test_where_there_is_no_match_it_says_so(sqlite_client):
    missing = "/matches/00000000-0000-4000-8000-000000000000"
    assert page_of(sqlite_client, f"{missing}/scribe").status_code == 404
    assert page_of(sqlite_client, missing).status_code == 404
    assert page_of(sqlite_client, "/matches/nonsense").status_code == 404
    assert page_of(sqlite_client, f"/embed{missing}").status_code == 404


@pytest.mark.parametrize("path", ["/matches/00000000-0000-4000-8000-000000000000", "/nowhere", "/matches/a%62"])
def test_what_is_not_there_is_a_page_with_a_way_home_for_people_and_a_problem_for_programs(sqlite_client, path):
    told = page_of(sqlite_client, path, **{"Accept-Language": "de"})
    assert (told.status_code, told.mimetype) == (404, "text/html")
    assert '<html lang="de"' in told.text
    assert 'href="/"' in told.text
    assert told.headers["Content-Security-Policy"] == POLICY
    for accepted in ("*/*", "application/json", "application/json, text/html"):
        problem = page_of(sqlite_client, path, Accept=accepted)
        assert problem.status_code in (404, 406)
        assert problem.mimetype == "application/problem+json"
    assert page_of(sqlite_client, "/v1/nowhere").mimetype == "application/problem+json"


def test_a_language_that_was_asked_for_goes_with_the_links(sqlite_client):
    match = open_match(sqlite_client, 2).opened
    caught_up(sqlite_client)
    home = text_of(sqlite_client, "/?lang=de")
    assert f'href="/matches/{match["id"]}?lang=de"' in home
    assert 'href="/open?lang=de"' in home
    for path in (f"/matches/{match['id']}", "/open"):
        assert 'href="/?lang=de"' in text_of(sqlite_client, f"{path}?lang=de")
        assert 'href="/"' in text_of(sqlite_client, path, **{"Accept-Language": "de"})


def test_the_pages_of_the_api_lead_home(sqlite_client):
    for path in ("/docs", "/docs/problems"):
        assert 'href="/"' in page_of(sqlite_client, path).text


@pytest.mark.parametrize("path", ["/", "/matches/{id}", "/desk/{id}", "/matches/{id}/scribe", "/scribe"])
def test_the_policy_goes_with_every_page_and_nothing_is_against_it(sqlite_client, path):
    match = open_match(sqlite_client, 2).opened
    answer = page_of(sqlite_client, path.format(id=match["id"]))
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", answer.text)
    for script in re.findall(r"<script[^>]*>", answer.text):
        assert " src=" in script or 'type="application/json"' in script
    for address in re.findall(r'(?:src|href)="([^"]*)"', answer.text):
        assert not address.startswith(("http:", "https:", "//")), "from another host"


def test_files_are_kept_and_change_their_address_with_every_version(sqlite_client):
    for name, file in assets().items():
        answer = page_of(sqlite_client, f"/page/{edition()}/{name}", Accept="*/*")
        assert (answer.status_code, answer.data) == (200, file.body)
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert page_of(sqlite_client, f"/page/0000/{name}", Accept="*/*").status_code == 404
    assert page_of(sqlite_client, f"/page/{edition()}/../pages.py", Accept="*/*").status_code == 404


def test_the_home_page_lists_public_matches_only(sqlite_client):
    public = open_match(sqlite_client, 2).opened
    private = open_match(sqlite_client, 2, public=False).opened
    caught_up(sqlite_client)
    text = text_of(sqlite_client, "/")
    assert public["id"] in text
    assert private["id"] not in text


def test_programs_get_an_index_whose_links_lead_somewhere(sqlite_client):
    index = page_of(sqlite_client, "/", Accept="application/json").json
    for path in index["links"].values():
        assert sqlite_client.get(path).status_code == 200


def test_pages_say_the_same_things_in_every_language():
    assert {"de", "en"} <= set(page_languages())
    for language in page_languages():
        assert said(language).keys() == said("en").keys()


def loaded_by(text: str) -> set[str]:
    """The files that a page loads: those that it names, and what their scripts import."""
    found: set[str] = set()
    left = re.findall(rf'(?:src|href)="/page/{edition()}/([^"]*)"', text)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            imported = re.findall(r'from "(\.[^"]*)"', assets()[name].body.decode())
            left += [normpath(join(dirname(name), one)) for one in imported]
    return found


PAGES = ["/", "/open", "/matches/{id}", "/matches/{id}/scribe", "/desk", "/desk/{id}", "/embed/matches/{id}"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_at_most_a_hundred_kilobytes_over_the_wire(sqlite_client, path):
    """Everything but pictures and what the API answers, compressed as it is served."""
    match = open_match(sqlite_client, 2).opened
    packed = {"Accept-Encoding": "gzip"}
    whole = page_of(sqlite_client, path.format(id=match["id"]), **packed)
    files = loaded_by(text_of(sqlite_client, path.format(id=match["id"])))
    assert len(files) >= 3
    answers = [
        page_of(sqlite_client, f"/page/{edition()}/{name}", Accept="*/*", **packed) for name in sorted(files)
    ]
    assert sum(len(answer.data) for answer in (whole, *answers)) < 100_000


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_every_module_that_its_scripts_import_so_that_all_come_at_once(sqlite_client, path):
    text = text_of(sqlite_client, path.format(id=open_match(sqlite_client, 2).opened["id"]))
    at_once = re.findall(rf'rel="modulepreload" href="/page/{edition()}/([^"]*)"', text)
    scripts = re.findall(rf'src="/page/{edition()}/([^"]*)"', text)
    assert sorted([*at_once, *scripts]) == sorted(name for name in loaded_by(text) if name.endswith(".js"))


def test_the_stream_is_read_by_the_code_of_the_documentation():
    code = (FOLDER / "static/shared/stream.js").read_text(encoding="utf-8")
    document = (Path(__file__).parent.parent.parent / "docs/api.md").read_text("utf-8")
    (documented,) = re.findall(r"^```js\n(const QUIET.*?)^```", document, re.MULTILINE | re.DOTALL)
    bare = re.sub(r"^(//.*\n\n|/\*\*\n( \*.*\n)+)", "", code, flags=re.MULTILINE)
    assert bare.replace("export ", "").strip() == documented.strip()


@pytest.mark.parametrize("until", ["10.", "abc", "-1", "1.5", "", "99999999999"])
def test_what_the_reader_does_not_want_to_know_is_not_shown_for_a_slip_of_the_pen(sqlite_client, until):
    match = open_match(sqlite_client, 2).opened
    answer = page_of(sqlite_client, f"/matches/{match['id']}?until={until}")
    assert answer.status_code == 422
    assert "until: Has to be a whole number" in answer.text
    assert "Ada" not in answer.text


@pytest.mark.parametrize(("query", "status"), [("until=abc&lang=de", 422), ("at=%FF", 400)])
def test_a_link_that_is_not_right_leads_home_in_a_browser_and_is_a_problem_for_programs(
    sqlite_client, query, status
):
    path = f"/matches/{open_match(sqlite_client, 2).opened['id']}?{query}"
    answer = page_of(sqlite_client, path)
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert re.search(r'href="/(\?lang=de)?"', answer.text)
    assert answer.headers["Cache-Control"] == "no-store"
    told = page_of(sqlite_client, path, Accept="*/*")
    assert (told.status_code, told.mimetype) == (status, "application/problem+json")


def test_scripts_are_served_without_the_comments_that_have_lines_of_their_own():
    scripts = {name: file.body.decode() for name, file in assets().items() if name.endswith(".js")}
    assert len(scripts) > 40
    for name, body in scripts.items():
        source = (FOLDER / "static" / name).read_text(encoding="utf-8").splitlines()
        # A text over several lines could hold what looks like a comment.
        assert all(line.count("`") % 2 == 0 for line in source), name
        kept = [line.strip() for line in source]
        kept = [line for line in kept if not line.startswith(("//", "*")) and not re.fullmatch(r"/\*\*.*", line)]
        served = [line.strip() for line in body.splitlines() if not line.strip().startswith("/** @type")]
        assert served == kept, name
