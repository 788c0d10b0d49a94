"""What is said of a request in which something is wrong: the first field, by its path, and what is wrong with it.

Of what there is not, it says what there is, and what was probably meant.
"""

from __future__ import annotations

from typing import Any

import pytest

from service.web.problems import Problem
from tests.service.playing import open_match, opening


def invalid(response) -> dict[str, Any]:
    """The problem, whose detail tells the first of its errors."""
    assert (response.status_code, response.json["code"]) == (422, "invalid"), response.text
    errors = response.json["errors"]
    field, messages = next(iter(errors.items()))
    assert response.json["detail"].startswith(f"{field}: {' '.join(messages)}")
    assert (f"({len(errors) - 1} more in errors.)" in response.json["detail"]) is (len(errors) > 1)
    return response.json


SEATS = [{"name": "Ada"}, {"name": "Ben"}]


OPENINGS: list[tuple[Any, str, list[str]]] = [
    ({"rulset": "seven-sins", "seats": SEATS}, "rulset", ["ruleset", "labels"]),
    ({"ruleset": "seven-sin", "seats": SEATS}, "ruleset", ["seven-sins", "mea-culpa"]),
    ({"ruleset": "seven-sins"}, "seats", ["given"]),
    ({**opening(2), "seats": [{"nmae": "Ada"}, {"name": "Ben"}]}, "seats.0.nmae", ["name", "colour"]),
    ({**opening(2), "seats": [{"name": "Ada"}, {"name": 5}]}, "seats.1.name", ["text"]),
    ({**opening(2), "seats": "Ada"}, "seats", ["list"]),
    ({**opening(2), "mode": "record"}, "mode", ["recorded", "hosted"]),
    (opening(2, options={"penitance": True}), "options", ["penitence", "first_seat", "history"]),
    (opening(2, options={"history": "fade"}), "options.history", ["fading", "kept"]),
    (opening(2, options={"penitence": "yes"}), "options.penitence", ["boolean"]),
    (opening(2, options={"first_seat": -1}), "options.first_seat", ["at least 0"]),
    (opening(2, board={"center": 5}), "board", ["centre", "backs"]),
    (opening(2, board={"centre": "5"}), "board.centre", ["integer"]),
    (opening(2, board={"backs": {"a b": 3}}), "board.backs", ["letters"]),
    (opening(2, board={"backs": {"a\n": 3}}), "board.backs", ["U+000A"]),
    (opening(2, board={"backs": {}}), "board.backs", ["at least 1"]),
    (opening(2, options={"sins": ["pride", "pride"]}), "options.sins", ["twice"]),
    (opening(2, labels={"round": 3}), "labels.round.value", ["text"]),
    (opening(2, played_on="2024-02-30"), "played_on", ["YYYY-MM-DD"]),
]


def test_an_opening(sqlite_client):
    for body, field, said in OPENINGS:
        problem = invalid(sqlite_client.post("/v1/matches", json=body))
        assert next(iter(problem["errors"])) == field
        assert all(part in problem["detail"] for part in said), problem["detail"]


@pytest.mark.parametrize("identifier", ["mea-culpa", "thurn-and-taxis"])
def test_options_and_board_values_of_every_game(sqlite_client, identifier):
    document = sqlite_client.get(f"/v1/rulesets/{identifier}").json
    names = [("options", name) for name in document["options"]["properties"]]
    names += [("board", name) for name in document["board"]["schema"]["properties"]]
    for part, name in names:
        body = {"ruleset": identifier, "seats": SEATS, part: {f"{name}x": 1}}
        problem = invalid(sqlite_client.post("/v1/matches", json=body))
        assert f"{part}: There is no" in problem["detail"]
        assert f'did you mean "{name}"?' in problem["detail"]


ODD_VALUES: list[Any] = [
    None,
    True,
    -1,
    9,
    10**9,
    "",
    "nobody",
    [],
    [[]],
    ["x", "x"],
    {},
    {"x": 1},
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
]


@pytest.mark.few("mea-culpa", "seven-sins")
@pytest.mark.long
@pytest.mark.parametrize("identifier", ["mea-culpa", "seven-sins", "thurn-and-taxis"])
def test_of_every_option_and_board_value_it_is_said_in_english_what_it_has_to_be(sqlite_client, identifier):
    """Whatever is given instead of it, or of a part of it; and not in the words of a library of schemas."""
    document = sqlite_client.get(f"/v1/rulesets/{identifier}").json
    values = [("options", name, one.get("default")) for name, one in document["options"]["properties"].items()]
    values += [("board", name, value) for name, value in document["board"]["values"].items()]
    refused = 0
    for part, name, value in values:
        for odd in [odd for one in ODD_VALUES for odd in (one, *with_odd_parts(value, one))]:
            given = {"ruleset": identifier, "seats": SEATS, part: {name: odd}}
            response = sqlite_client.post("/v1/matches", json=given)
            if response.status_code != 201:
                detail = invalid(response)["detail"]
                assert not any(word in detail for word in ("schema", "valid", "expected", "'", "None")), detail
                refused += 1
    assert refused > 10 * len(values)


def with_odd_parts(value: Any, odd: Any) -> list[Any]:
    """A value with something odd in place of its first part, and of the first part of that."""
    match value:
        case {} if value:
            first = next(iter(value))
            return [{**value, first: one} for one in (odd, *with_odd_parts(value[first], odd))] + [
                {**value, "x y": odd}
            ]
        case [first, *others]:
            return [[one, *others] for one in (odd, *with_odd_parts(first, odd))] + [[first, *others, odd]]
    return []


@pytest.mark.parametrize("query", ["at=-1", "at=", "at=1.0", "at=%2B1", "line=x", "min_version=-1"])
def test_a_number_that_is_none_is_told_what_it_has_to_be(sqlite_client, query):
    table = open_match(sqlite_client, 2)
    problem = invalid(sqlite_client.get(f"{table.path}/view?{query}", headers=table.bearer("arbiter")))
    assert problem["detail"] == f"{query.partition('=')[0]}: Has to be a whole number from 0 on, in digits."


def test_what_is_said_is_english(sqlite_client):
    """And names in it are written as they are sent."""
    table = open_match(sqlite_client, 2)
    for body, said in [
        ({"type": "table.note", "text": 5}, "text: Has to be a text."),
        ({"type": "table.note", "text": None}, "text: Cannot be null."),
        ({"type": "table.note", "text": ""}, "text: Its length has to be from 1 to 2000."),
        ({"type": "table.note", "text": "x", "seat": "0"}, "seat: Has to be a whole number."),
        ({"type": "table.note", "text": "x", "irregular": True}, "irregular: Has to be an object."),
        ({"type": "table.consent", "agree": "yes"}, "agree: Has to be true or false."),
        ({"type": "table.accuse", "accused": "x", "decisions": 3}, "accused: Has to be a whole number."),
        ({"type": "table.amend", "changes": [7]}, "changes.0: Has to be an object."),
    ]:
        assert invalid(table.send("arbiter", body))["detail"].startswith(said)
    opening_of = invalid(sqlite_client.post("/v1/matches", json={**opening(2), "labels": []}))
    assert opening_of["detail"] == "labels: Has to be an object."
    refused = table.send(0, {"type": "table.freeze"})
    assert (refused.status_code, refused.json["detail"]) == (
        403,
        "“Stop the match” (table.freeze) is for the arbiter.",
    )


COMMANDS: list[tuple[Any, str, list[str]]] = [
    ({"type": "tak", "sin": "pride"}, "type", ["take", "table.note", "place-stones"]),
    ({"type": "table.nte", "text": "x"}, "type", ["table.note"]),
    ({"sin": "pride"}, "type", ["given"]),
    ({"type": 5}, "type", ["take"]),
    ({"type": "take", "sinn": "pride", "to": "abyss"}, "sinn", ['did you mean "sin"?', "seat", "entered_by"]),
    ({"type": "table.note", "text": "x", "seet": 0}, "seet", ['did you mean "seat"?', "text"]),
    ({"type": "take", "sin": "pride", "to": "reserv"}, "to", ["reserve", "abyss"]),
    ({"type": "table.note", "text": "x", "irregular": {"nte": "y"}}, "irregular.nte", ["note"]),
    ({"type": "deal", "cards": ["pride", {"unkown": 1}]}, "cards.1", ["unknown"]),
    ({"type": "table.rule", "verdict": "uphold"}, "verdict", ["upheld", "dismissed"]),
    ({"commands": [{"type": "pass"}, {"type": "pas"}]}, "commands.1.type", ["pass"]),
    ({"commands": [{"type": "pass"}], "command": 1}, "command", ["commands"]),
    ({"type": "table.amend", "changes": [{"decision": 1, "efect": "remove"}]}, "changes.0.efect", ["effect"]),
    (
        {"type": "table.amend", "changes": [{"decision": 1, "effect": "removed"}]},
        "changes.0.effect",
        ["remove", "insert"],
    ),
    (
        {
            "type": "table.amend",
            "changes": [{"decision": 1, "effect": "insert", "commands": [{"command": {"type": "take", "sn": 1}}]}],
        },
        "changes.0.commands.0.command.sn",
        ["sin", "to"],
    ),
    ({"type": "table.reveal", "decision": 1, "command": {"type": "table.note"}}, "command.text", ["given"]),
    ({"type": "table.reveal", "decision": 1, "command": {"type": "table.sign"}}, "command.type", ["take"]),
]


def test_a_command(sqlite_client):
    table = open_match(sqlite_client, 2)
    before = table.trace()
    for command, field, said in COMMANDS:
        problem = invalid(table.send("arbiter", command))
        assert next(iter(problem["errors"])) == field
        assert all(part in problem["detail"] for part in said), problem["detail"]
    assert table.trace() == before


def test_every_query(sqlite_client):
    """Of each resource: a parameter that there is not, and each of its own with a value that it can't have."""
    table = open_match(sqlite_client, 2)
    filled = {"identifier": table.id, "webhook": "0" * 32, "version": "0"}
    tried = 0
    for path, methods in sqlite_client.application.extensions["kerbholz"].openapi["paths"].items():
        place = path
        for name, value in filled.items():
            place = place.replace(f"{{{name}}}", value)
        place = place.replace("/v1/rulesets/" + table.id, "/v1/rulesets/seven-sins")
        for method, operation in methods.items():
            if method == "parameters":
                continue

            def asked(query, method=method, place=place):
                return sqlite_client.open(
                    place, method=method.upper(), query_string=query, headers=table.bearer("arbiter"), json={}
                )

            known = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"]
            if not known:
                assert "nor any other" in invalid(asked({"colour": "1"}))["detail"]
            for name in known:
                said = invalid(asked({f"{name}x": "1"}))["detail"]
                assert said.startswith(f'{name}x: There is no parameter "{name}x"')
                assert f'did you mean "{name}"?' in said
                assert name in invalid(asked({name: "\0"}))["errors"]
                tried += 1
    assert tried > 30


def test_webhooks_and_lines_of_shorthand(sqlite_client):
    table = open_match(sqlite_client, 2)
    headers = table.bearer(0)
    for body, said in [
        ({"ulr": "https://example.org"}, 'ulr: There is no field "ulr": did you mean "url"?'),
        ({"url": "https://example.org", "events": ["match.endet"]}, "events.0: Must be one of: match.awaiting"),
        ({"url": 5}, "url: Has to be a text."),
    ]:
        problem = invalid(sqlite_client.post(f"{table.path}/webhooks", json=body, headers=headers))
        assert problem["detail"].startswith(said)
    lines = {"content_type": "text/plain", "headers": headers}
    for text in ("red: take nothing", "red: tak", "nobody: pass", ""):
        response = sqlite_client.post(f"{table.path}/shorthand", data=text, **lines)
        assert response.status_code == 422
        assert response.json["detail"].startswith("line 1, column "), response.json["detail"]


def test_names_are_said_so_that_they_can_be_read_and_do_no_harm(sqlite_client):
    """Neither letters that turn lines around, nor what is long, nor tokens; and many names cost little."""
    token = open_match(sqlite_client, 2).token(0)
    for name in ("na\x1b[31mme", "na\u202eme", "x" * 5000, f"{token}", f"{'y' * 90}{token}", ""):
        said = invalid_detail(sqlite_client.post("/v1/matches", json={**opening(2), name: 1}))
        assert said.isprintable()
        assert len(said) < 400
        assert token[:12] not in said
    many = {f"n{number}": 1 for number in range(4_000)}
    problem = sqlite_client.post("/v1/matches", json=many)
    assert problem.status_code == 422
    assert "(4001 more in errors.)" in problem.json["detail"]
    assert len(problem.data) < 400_000


def invalid_detail(response) -> str:
    """What a problem says."""
    assert (response.status_code, response.json["code"]) == (422, "invalid"), response.text
    detail: str = response.json["detail"]
    return detail


def test_what_has_a_detail_of_its_own_keeps_it():
    assert Problem("invalid", "This.", errors={"a": ["That."]}).detail == "This."
    assert Problem("illegal-move", errors={"a": ["That."]}).detail != "a: That."
    assert Problem("invalid", errors={}).detail == Problem("invalid").detail
