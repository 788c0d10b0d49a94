"""Words through the API: which language it is, what a ruleset says of itself, and what nobody is told by them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from time import process_time
from typing import Any

import pytest
from flask import Flask

from domain.kit.words.labels import looked_up
from service.web.languages import TAG, language
from tests.games.openable import OPENABLE

EVERY = ("de", "en", "fr", "pt-BR")
DE = {"Accept-Language": "de-CH, de;q=0.9, en;q=0.8"}


# -- which language -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "header", "found"),
    [
        (None, None, "en"),
        (None, "", "en"),
        ("de", None, "de"),
        ("de", "fr", "de"),
        ("DE-ch-1996", None, "de"),
        ("pt", None, "pt-BR"),
        ("pt-PT", None, "pt-BR"),
        ("tlh", None, "en"),
        ("tlh", "fr", "fr"),
        ("i-klingon", "x-private, de", "de"),
        (None, "de-CH, fr;q=0.9", "de"),
        (None, "en;q=0.1, fr;q=0.7, de;q=0.3", "fr"),
        (None, "fr;q=.2, de;q=.3", "de"),
        (None, "fr, de", "fr"),
        (None, "tlh, *;q=0.1", "en"),
        (None, "tlh;q=0.9, fr;q=0.2, *;q=0.5", "en"),
        (None, "*;q=0.5, en;q=0", "de"),
        (None, "en;q=0", "de"),
        (None, "en-GB;q=0, fr", "fr"),
        (None, "de;q=0, de-CH", "en"),
        (None, "*;q=0", "en"),
        (None, "*;q=0, fr;q=0.1", "fr"),
        (None, "§$%;;q=, ,;q=1", "en"),
    ],
)
def test_the_best_language_is_taken_and_an_unknown_one_is_no_error(asked, header, found):
    headers = {} if header is None else {"Accept-Language": header}
    with Flask(__name__).test_request_context(headers=headers):
        assert language(EVERY, asked) == found


def test_a_tag_of_many_thousand_parts_costs_no_time(sqlite_client):
    """Time grows with what is sent, not with its square: this took a minute."""
    endless = "a-" * 30_000 + "a"
    began = process_time()
    assert looked_up(endless, EVERY) is None
    assert looked_up(f"pt-{endless}", EVERY) == "pt-BR"
    assert looked_up(f"de-{endless}", EVERY) == "de"
    answer = sqlite_client.get("/v1/rulesets/table", headers={"Accept-Language": endless})
    assert process_time() - began < 2
    assert (answer.status_code, answer.headers["Content-Language"]) == (200, "en")


WELL_FORMED = (
    *(
        "de",
        "de-CH",
        "gsw",
        "zh-Hant-TW",
        "sr-Latn-RS",
        "sl-rozaj-biske-1994",
        "de-CH-1901",
        "es-419",
        "en-a-bbb-x-a",
    ),
    *(
        "de-a-value",
        "en-u-islamcal",
        "zh-cmn-Hans-CN",
        "x-whatever",
        "i-klingon",
        "en-GB-oed",
        "sgn-BE-FR",
        "qaa-Qaaa",
    ),
    *("zh-min-nan", "DE", "abcdefgh"),
)
ILL_FORMED = (
    "",
    "d",
    "de_DE",
    "de-",
    "-de",
    "de--CH",
    "de-419-DE",
    "a-DE",
    "de-x",
    "abcdefghi",
    "*",
    "de\n",
    "dé",
    "x",
)


def test_every_well_formed_tag_is_taken_and_no_other(sqlite_client):
    """BCP 47, with the examples of RFC 5646, appendix A."""
    for tag in WELL_FORMED:
        assert re.fullmatch(TAG, tag), tag
        assert sqlite_client.get("/v1/rulesets", query_string={"lang": tag}).status_code == 200
    for tag in ILL_FORMED:
        answer = sqlite_client.get("/v1/rulesets", query_string={"lang": tag})
        assert (answer.status_code, answer.json["code"], [*answer.json["errors"]]) == (422, "invalid", ["lang"])


# -- rulesets -----------------------------------------------------------------------------------------------


def ruleset(client: Any, name: str, **query: str) -> Any:
    answer = client.get(f"/v1/rulesets/{name}", query_string=query)
    assert answer.status_code == 200
    return answer.json


def test_a_ruleset_is_told_about_in_the_language_that_is_asked_for(sqlite_client):
    path = "/v1/rulesets/seven-sins"
    by_query, by_header = sqlite_client.get(f"{path}?lang=de"), sqlite_client.get(path, headers=DE)
    assert by_query.data == by_header.data
    for answer in (by_query, by_header):
        assert answer.headers["Content-Language"] == "de"
        assert answer.headers["Vary"] == "Authorization, Accept, Accept-Encoding, Accept-Language"
    german = by_query.json
    assert german["languages"] == ["de", "en", "fr"]
    assert german["words"]["sin"]["greed"] == "Habgier"
    assert german["words"]["place"]["abyss"] == "Abgrund"
    assert german["words"]["seat"] == {str(seat): f"Platz {seat}" for seat in range(5)}
    assert german["explanations"]["card"].keys() == {"judgement"}
    assert german["sections"]["SS-T"] == "Zug"
    take = german["commands"]["take"]
    assert take["title"] == "Eine Sünde nehmen"
    assert [take["properties"][name]["title"] for name in ("sin", "seat", "irregular")] == [
        "Sünde",
        "Platz",
        "Regelwidrig",
    ]
    assert german["facts"]["SinTaken"]["title"] == "Sünde genommen"
    assert german["view"]["properties"]["abyss"]["title"] == "Abgrund"
    assert german["options"]["properties"]["history"]["x-labels"] == {
        "kept": "bleibt lesbar",
        "fading": "verblasst",
    }
    assert german["board"]["schema"]["properties"]["sins"]["title"] == "Sünden"


def test_every_field_and_member_has_a_title(sqlite_client):
    for name in ("seven-sins", "kuhn-poker"):
        told = ruleset(sqlite_client, name)
        schemas = [*told["commands"].values(), *told["facts"].values()]
        members = [one for schema in schemas for key, one in schema["properties"].items() if key != "type"]
        members += [told["options"]["properties"][key] for key in told["options"]["properties"]]
        members += told["view"]["properties"].values()
        assert len(members) > 50
        assert all(member["title"] for member in [*schemas, *members])
        assert all(schema["description"] for schema in schemas)


def test_kinds_of_fields_are_those_that_have_words(sqlite_client):
    told = ruleset(sqlite_client, "seven-sins")
    kinds = set(re.findall(r"'x-kind': '([^']+)'", repr([told["commands"], told["facts"], told["view"]])))
    people_read = {"number", "actor", "version", "rule", "pointer", "bytes", "step", "part"}
    assert {"sin", "card", "seat"} <= kinds - people_read <= told["words"].keys()


def test_nothing_but_words_depends_on_the_language(sqlite_client):
    """Ids, schemas and the lines of the rules stay."""

    def bare(document: Any) -> Any:
        if isinstance(document, dict):
            words = {name for name in ("title", "description") if isinstance(document.get(name), str)}
            return {name: bare(one) for name, one in document.items() if name not in words | {"x-labels"}}
        return [bare(item) for item in document] if isinstance(document, list) else document

    english, french = (ruleset(sqlite_client, "seven-sins", lang=lang) for lang in ("en", "fr"))
    assert english["rules"] == french["rules"]
    said = ("words", "explanations", "sections")
    for name in english.keys() - {*said, "title", "description"}:
        assert bare(english[name]) == bare(french[name]), name
    for name in said:
        assert english[name] != french[name]
        assert english[name].keys() == french[name].keys()


def test_an_unknown_language_is_the_next_best_one(sqlite_client):
    for query, headers, found in (
        ({"lang": "tlh"}, {}, "en"),
        ({"lang": "tlh"}, DE, "de"),
        ({"lang": "fr-CA"}, DE, "fr"),
        ({}, {"Accept-Language": "ja"}, "en"),
    ):
        for path in ("/v1/rulesets/table", "/v1/rulesets/seven-sins"):
            answer = sqlite_client.get(path, query_string=query, headers=headers)
            assert (answer.status_code, answer.headers["Content-Language"]) == (200, found)


def test_each_entry_of_the_list_is_in_the_best_language_of_its_game(sqlite_client):
    """Kuhn poker has English alone, two games have no French: readers get the next one they asked for."""
    for query, headers, spoken in (
        ({}, {"Accept-Language": "fr, de;q=0.9"}, {"seven-sins": "fr", "mea-culpa": "de", "kuhn-poker": "en"}),
        ({"lang": "fr"}, DE, {"seven-sins": "fr", "mea-culpa": "de", "kuhn-poker": "en"}),
        ({"lang": "fr"}, {}, {"seven-sins": "fr", "mea-culpa": "en", "kuhn-poker": "en"}),
        ({"lang": "en"}, DE, {"seven-sins": "en", "mea-culpa": "en", "kuhn-poker": "en"}),
    ):
        answer = sqlite_client.get("/v1/rulesets", query_string=query, headers=headers)
        listed = {one["id"]: one for one in answer.json["rulesets"]}
        table = "en" if query == {"lang": "en"} else "fr"
        for name, tag in spoken.items():
            whole = ruleset(sqlite_client, name, lang=tag)
            assert listed[name].get("description") == whole.get("description"), name
        assert answer.headers["Content-Language"].split(", ")[0] == table
        assert {*answer.headers["Content-Language"].split(", ")} == {table, *spoken.values()}


def test_a_game_without_words_is_told_about_by_its_ids(sqlite_client):
    answer = sqlite_client.get("/v1/rulesets/kuhn-poker", headers=DE)
    assert answer.headers["Content-Language"] == "en"
    kuhn = answer.json
    assert (kuhn["title"], kuhn["languages"], kuhn["sections"]) == ("Kuhn poker", ["en"], {})
    assert kuhn["commands"]["show-cards"]["title"] == "Show cards"
    assert kuhn["facts"]["CardDealt"]["title"] == "Card dealt"
    assert kuhn["words"]["place"]["hand:0"] == "Hand (Seat 0)"


def nameless(schema: Any, at: str = "") -> Iterator[str]:
    """The members of a schema that have no title."""
    for name, member in schema.get("properties", {}).items():
        if "title" not in member and "const" not in member:  # whose value nobody chooses
            yield f"{at}/{name}"
        yield from nameless(member, f"{at}/{name}")
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from nameless(schema[key], at)


def test_every_member_of_what_is_sent_has_a_title(sqlite_client):
    """Also those of the values of a board, and of what stands beside a command."""
    for name in OPENABLE:
        game = sqlite_client.get(f"/v1/rulesets/{name}?lang=de").json
        assert list(nameless(game["options"])) == []
        assert list(nameless(game["board"]["schema"])) == []
        assert [found for schema in game["commands"].values() for found in nameless(schema)] == []
    board = sqlite_client.get("/v1/rulesets/mea-culpa?lang=de").json["board"]["schema"]["properties"]
    assert board["goods"]["properties"]["jewel"]["title"] == "Edelstein"
    assert board["goods"]["properties"]["jewel"]["properties"]["sell"]["title"] == "Verkaufspreis"


def test_the_list_and_the_table_are_told_about_too(sqlite_client):
    listed = sqlite_client.get("/v1/rulesets?lang=fr").json
    titles = {one["id"]: one for one in listed["rulesets"]}
    assert titles["seven-sins"]["description"].startswith("Chacun")
    assert "fr" in titles["seven-sins"]["languages"]
    assert listed["table"]["title"] == "La table"
    table = sqlite_client.get("/v1/rulesets/table?lang=fr").json
    assert table["title"] == "La table"
    assert table["commands"]["table.note"]["title"] == table["words"]["command"]["table.note"]
    assert table["words"]["fact"].keys() == table["facts"].keys()


def test_each_language_has_a_tag_of_its_own(sqlite_client):
    path = "/v1/rulesets/kuhn-poker"
    tags = {
        one: sqlite_client.get(f"/v1/rulesets/seven-sins?lang={one}").headers["ETag"] for one in ("de", "en", "fr")
    }
    assert len(set(tags.values())) == 3
    asked = {"Accept-Language": "de", "If-None-Match": tags["de"]}
    same = sqlite_client.get("/v1/rulesets/seven-sins", headers=asked)
    assert same.status_code == 304
    assert "Accept-Language" in same.headers["Vary"]
    assert "Content-Language" not in same.headers
    other = sqlite_client.get("/v1/rulesets/seven-sins", headers={**asked, "Accept-Language": "fr"})
    assert other.status_code == 200
    assert sqlite_client.get(path).headers["ETag"] == sqlite_client.get(path, headers=DE).headers["ETag"]


def test_errors_are_in_english_and_say_nothing_of_languages(sqlite_client):
    answer = sqlite_client.get("/v1/rulesets/ludo?lang=de")
    assert answer.status_code == 404
    assert "Content-Language" not in answer.headers


@pytest.mark.long
def test_a_service_starts_without_reading_words():
    """The library takes a while to load: who needs no words need not wait."""
    program = (
        "import sys; from service.app import create_app; from service.config import Settings;"
        " from domain.kit.ruleset import rulesets; create_app(Settings(database='sqlite://')); rulesets();"
        " print([name for name in sys.modules if name.split('.')[0] in ('fluent', 'babel')])"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout.strip() == "[]"
