"""Shorthand over HTTP: a match is read as lines, as its viewer was told it, and lines are appended all or none."""

from __future__ import annotations

from random import Random

import pytest

from tests.service.playing import open_match, scribe_step, step

SINS = {"options": {"first_seat": 0, "sins": ["pride", "greed", "lust", "envy"], "history": "kept"}}
BEGINNING = "pile: deal ?2\npile: refill 2 pride, greed, lust, envy\n"


@pytest.fixture
def table(sqlite_client):
    """A recorded match of two."""
    return open_match(sqlite_client, 2, mode="recorded", **SINS)


def enter(table, who, text, *, headers=None, **query):
    """POST lines."""
    kind = {"Content-Type": "text/plain; charset=utf-8"}
    headers = {**kind, **table.bearer(who), **(headers or {})}
    path = f"{table.path}/shorthand"
    return table.client.post(path, data=text.encode(), headers=headers, query_string=query)


def lines(table, who="arbiter", **query):
    """The lines of the match, without its header."""
    response = table.ask(who, "shorthand", **query)
    assert response.status_code == 200, response.text
    return response.text.partition("---\n")[2].splitlines()


def test_lines_are_appended_and_read_again(table):
    answer = enter(table, "scribe", BEGINNING + "rot: nimm Hochmut -> Abgrund\n")
    assert answer.status_code == 201, answer.text
    assert [decision["version"] for decision in answer.json["decisions"]] == [1, 2, 3]
    assert lines(table) == [
        "pile: deal ?2",
        "pile: refill 2 pride, greed, lust, envy",
        "red: take pride to abyss",
    ]
    response = table.ask(None, "shorthand")
    assert response.content_type == "text/plain; charset=utf-8"
    assert response.text.startswith('kerbholz shorthand 1\nruleset: seven-sins 1.0\nseat 0: red "Ada"\n')
    again = table.ask(None, "shorthand", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


def test_lines_are_appended_all_or_none_and_a_refusal_names_the_line(table):
    enter(table, "scribe", BEGINNING)
    before = table.trace()
    text = 'scribe: note "a slip"\n# and then\n  red: take wrath to abyss\n'
    refused = enter(table, "scribe", text)
    assert (refused.status_code, refused.json["code"], refused.json["rule"]) == (422, "illegal-move", "SS-T2")
    assert list(refused.json["errors"]) == ["line 3, column 3"]
    assert table.trace() == before


def test_a_line_that_cannot_be_read_says_where_and_what_was_expected(table):
    refused = enter(table, "scribe", BEGINNING + "red: take gold to abyss")
    assert (refused.status_code, refused.json["code"]) == (422, "invalid")
    (where,) = refused.json["errors"]
    assert where == "line 3, column 11"
    assert "expected envy, gluttony, greed, lust, pride," in refused.json["errors"][where][0]
    assert lines(table) == []


@pytest.mark.parametrize("text", ["", "# nothing\n", "red: pass\n" * 51])
def test_too_few_lines_and_too_many_are_refused(table, text):
    refused = enter(table, "scribe", text)
    assert (refused.status_code, refused.json["code"]) == (422, "invalid")


@pytest.mark.parametrize("command", ['{"type": "unheard-of"}', '{"type": "take", "sin": 3.0, "to": "abyss"}'])
def test_commands_as_json_are_looked_at_as_strictly_as_any(table, command):
    enter(table, "scribe", BEGINNING)
    refused = enter(table, "scribe", f"red: command {command}")
    assert (refused.status_code, refused.json["code"]) == (422, "invalid")
    assert list(refused.json["errors"]) == ["line 1, column 1"]


def test_a_dry_run_answers_and_stores_nothing(table):
    answer = enter(table, "scribe", BEGINNING, dry_run="true")
    assert answer.status_code == 201
    assert len(answer.json["decisions"]) == 2
    assert lines(table) == []


def test_the_same_key_enters_lines_once(table):
    for replayed in (None, "true"):
        answer = enter(table, "scribe", BEGINNING, headers={"Idempotency-Key": "a"})
        assert answer.status_code == 201
        assert answer.headers.get("Idempotency-Replayed") == replayed
    assert len(lines(table)) == 2
    assert enter(table, "scribe", "red: pass", headers={"Idempotency-Key": "a"}).json["code"] == "key-reused"


def test_everybody_says_what_is_his_to_say(table):
    enter(table, "scribe", BEGINNING)
    assert enter(table, None, "red: take pride to abyss").status_code == 401
    assert enter(table, 1, "red: take pride to abyss").json["code"] == "not-your-seat"
    assert enter(table, 0, "arbiter: freeze").json["code"] == "forbidden"
    assert enter(table, "scribe", "arbiter: freeze").json["code"] == "forbidden"
    assert enter(table, "scribe", 'red: note "I said nothing"').json["code"] == "forbidden"
    assert enter(table, "spectator", "red: take pride to abyss").json["code"] == "forbidden"
    assert enter(table, 0, 'red: note "I said so"').status_code == 201
    assert enter(table, "arbiter", 'arbiter: note "be quiet"').status_code == 201
    assert enter(table, "scribe", 'scribe: note "he was not"').status_code == 201
    assert lines(table)[-3:] == ['red: note "I said so"', 'arbiter: note "be quiet"', 'scribe: note "he was not"']


def test_when_it_happened_is_kept(table):
    enter(table, "scribe", "@2026-11-28T19:05:00Z pile: deal ?2")
    assert table.log()[-1]["occurred_at"] == "2026-11-28T19:05:00Z"
    assert lines(table) == ["@2026-11-28T19:05:00Z pile: deal ?2"]
    refused = enter(table, "scribe", "@2026 pile: refill 5 pride")
    assert "occurred_at" in refused.json["errors"]["line 1, column 1"][0]


def test_a_seat_reads_what_it_was_told_and_nothing_else(sqlite_client):
    table = open_match(sqlite_client, 2, ruleset="mea-culpa", mode="recorded", options={"row": [0, 1]})
    rng = Random(4)
    while not any("bid" in line for line in lines(table)):
        scribe_step(table, rng)
    bids = [line for line in lines(table) if ": bid" in line]
    (bidder,) = {line.split(":")[0] for line in bids}
    own = {"red": 0, "blue": 1}[bidder]
    assert [line for line in lines(table, own) if ": bid" in line] == bids
    hidden = [f"{bidder}: bid ? notches and ? taler"]
    assert [line for line in lines(table, 1 - own) if ": bid" in line] == hidden
    assert [line for line in lines(table, None) if ": bid" in line] == hidden
    assert table.ask(1 - own, "shorthand", as_="official").status_code == 403
    assert table.ask(1 - own, "shorthand", as_=f"seat:{own}").status_code == 403


def test_what_has_faded_for_a_seat_stands_as_a_comment(sqlite_client):
    table = open_match(sqlite_client, 2)
    rng, first = Random(1), table.mover
    for _ in range(6):
        step(table, rng)
    told = lines(table, first)
    assert any(line.startswith("# ") and line.endswith("(faded)") for line in told)
    assert len(told) == sum(not decision.get("automatic") for decision in table.log()[1:])


@pytest.mark.scenario(91)
def test_when_moves_happened_can_be_made_out_of_the_text_alone(table, sqlite_client):
    times = ["2026-11-28T19:05:00Z", "2026-11-28T19:05:30Z", "2026-11-28T19:09:10Z"]
    said = [*BEGINNING.splitlines(), "red: take pride to abyss"]
    timed = [f"@{at} {line}" for at, line in zip(times, said, strict=True)]
    assert enter(table, "scribe", "\n".join(timed)).status_code == 201
    text = lines(table)
    again = open_match(sqlite_client, 2, mode="recorded", **SINS)
    assert enter(again, "scribe", "\n".join(text)).status_code == 201
    assert [decision["occurred_at"] for decision in again.log()[1:] if not decision["automatic"]] == times
    assert lines(again) == text


# -- parts --------------------------------------------------------------------------------------------------


def test_parts_of_a_file_are_the_whole(sqlite_client):
    table, rng = open_match(sqlite_client, 2, **SINS), Random(3)
    for _ in range(5):
        step(table, rng)
    whole = table.ask(0, "shorthand")
    assert "Link" not in whole.headers
    first = table.ask(0, "shorthand", limit=4)
    parts, link = [first.text], first.headers["Link"]
    while link is not None:
        assert link.endswith('; rel="next"')
        answer = table.client.get(link[1 : link.index(">")], headers=table.bearer(0))
        parts.append(answer.text)
        link = answer.headers.get("Link")
    assert len(parts) > 2
    assert "".join(parts) == whole.text
    assert table.ask(0, "shorthand", limit=1).text == whole.text.partition("---\n")[0] + "---\n"
    assert table.ask(0, "shorthand", after=table.version).text == ""


def test_a_file_can_end_earlier(sqlite_client):
    table, rng = open_match(sqlite_client, 2, **SINS), Random(3)
    step(table, rng)
    before, version = table.ask(0, "shorthand").text, table.version
    for _ in range(3):
        step(table, rng)
    assert table.ask(0, "shorthand", at=version).text == before
    assert table.ask(0, "shorthand", line=version).text == before
    rest = table.ask(0, "shorthand", after=version, at=table.version).text
    assert before + rest == table.ask(0, "shorthand").text
    assert "next" in table.ask(0, "shorthand", at=version, limit=2).headers["Link"]
    assert f"at={version}" in table.ask(0, "shorthand", at=version, limit=2).headers["Link"]


def test_what_a_line_changes_is_marked_by_a_comment_and_the_file_can_still_be_taken_in(table):
    enter(table, "scribe", BEGINNING + "red: take pride to reserve\n")
    enter(table, 0, "red: take back 3\n")
    plain, marked = lines(table), lines(table, line=table.version)
    assert [line for line in marked if not line.startswith("#")] == plain
    assert marked[marked.index("red: take pride to reserve") - 1] == f"# 3 struck by {table.version}"
    assert lines(table, line=table.version - 1) == plain[:-1]
    text = table.ask("arbiter", "shorthand", line=table.version).text
    taken = table.client.post("/v1/imports", data=text.encode(), headers={"Content-Type": "text/plain"})
    assert taken.status_code == 201, taken.text


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"after": 99}, "after"),
        ({"at": 99}, "at"),
        ({"line": 99}, "line"),
        ({"at": 2, "line": 1}, "line"),
        ({"after": 2, "at": 1}, "after"),
        ({"limit": 0}, "limit"),
        ({"limit": "many"}, "limit"),
    ],
)
def test_a_part_that_there_is_not_is_refused(table, query, field):
    enter(table, "scribe", BEGINNING)
    answer = table.ask("arbiter", "shorthand", **query)
    assert (answer.status_code, [*answer.json["errors"]]) == (422, [field])
