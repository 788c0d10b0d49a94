"""`/docs`: a page that shows all of the OpenAPI document, and loads nothing."""

from __future__ import annotations

import gzip
import hashlib
import re
from base64 import b64encode
from html import unescape
from html.parser import HTMLParser

import pytest

from service.web.problems import CODES

VOID = {"meta", "link", "br", "img", "input", "hr"}
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


class Page(HTMLParser):
    """Which elements, attributes and text a page has; fails where an element is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.text: list[str] = []
        self.style = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["style"]:
            self.style += data
        else:
            self.text.append(data)


@pytest.fixture
def served(sqlite_client):
    return sqlite_client.get("/docs", headers=BROWSER)


def test_the_page_names_all_that_the_document_names(sqlite_client, served):
    assert (served.status_code, served.content_type) == (200, "text/html; charset=utf-8")
    document = sqlite_client.get("/v1/openapi.json").json
    page = Page(served.text)
    shown = unescape("".join(page.text))
    anchors = [value for name, value in page.attributes if name == "id"]
    for path, methods in document["paths"].items():
        assert path in shown
        for method, operation in methods.items():
            if method == "parameters":
                continue
            anchor = re.sub(r"[^a-z0-9]+", "-", f"{method}{path}".lower()).strip("-")
            assert anchor in anchors
            assert operation["summary"].replace("`", "") in shown
            for parameter in operation.get("parameters", ()):
                assert parameter["name"] in shown
            for status in operation["responses"]:
                assert f"{anchor}-{status}" in anchors
    for name, schema in document["components"]["schemas"].items():
        assert f"schema-{name}" in anchors
        for field in schema.get("properties", ()):
            assert f'"{field}"' in shown
    assert len(anchors) == len(set(anchors))
    assert {value[1:] for name, value in page.attributes if name == "href" and value[0] == "#"} <= set(anchors)


def test_the_page_loads_nothing_and_its_policy_forbids_it(served):
    page = Page(served.text)
    assert not page.tags & {"script", "img", "iframe", "object", "embed", "link", "form", "base"}
    assert not {name for name, _ in page.attributes} & {"src", "srcset", "style", "onclick", "action"}
    assert all(value[0] in "#/" and value[:2] != "//" for name, value in page.attributes if name == "href")
    assert "url(" not in page.style
    assert "@import" not in page.style
    digest = b64encode(hashlib.sha256(page.style.encode()).digest()).decode()
    policy = dict(part.strip().split(" ", 1) for part in served.headers["Content-Security-Policy"].split(";"))
    assert policy == {
        "default-src": "'none'",
        "style-src": f"'sha256-{digest}'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }


def test_the_page_is_compressed_and_not_sent_twice(sqlite_client, served):
    packed = sqlite_client.get("/docs", headers={**BROWSER, "Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == served.data
    assert len(packed.data) < 65_000
    again = sqlite_client.get("/docs", headers={**BROWSER, "If-None-Match": served.headers["ETag"]})
    assert again.status_code == 304


def test_tasks_of_clients_come_first_and_health_last(served):
    _, _, rest = served.text.partition("<nav")
    parts = re.findall(r"<h2>(\w+)</h2>", rest.partition("</nav>")[0])
    assert parts[:2] == ["matches", "reading"]
    assert parts[-1] == "health"
    document = served.text.partition("<main>")[2]
    assert document.index('id="post-v1-matches"') < document.index('id="get-healthz"')


def test_a_browser_gets_problems_as_a_page_with_an_anchor_for_each(sqlite_client):
    answer = sqlite_client.get("/docs/problems", headers=BROWSER)
    assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
    assert "script" not in answer.headers["Content-Security-Policy"]
    page = Page(answer.text)
    anchors = [value for name, value in page.attributes if name == "id"]
    assert anchors == list(CODES)
    text = unescape(answer.text)
    for code in CODES.values():
        assert code.title in text
    assert "Accept" in answer.headers["Vary"]


@pytest.mark.parametrize("accept", ["application/json", "*/*", None, "application/json, text/html;q=0.9"])
def test_programs_get_problems_as_json(sqlite_client, accept):
    answer = sqlite_client.get("/docs/problems", headers={"Accept": accept} if accept else {})
    assert answer.content_type == "application/json"
    assert answer.json["problems"].keys() == CODES.keys()
