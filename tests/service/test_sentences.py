"""Sentences with ``text=``: in the log, in streams and in moves, each as its reader was told it."""

from __future__ import annotations

import json
import logging
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.kit.words.fluent import BadWords
from domain.kit.words.standing import standing
from projections.said import worded
from projections.said.naming import words_of
from service.api import reading
from tests.service.playing import Table, a_move, open_match, play_out, recorded_match, step, without
from tests.service.streams import NDJSON, Stream, lines

KEPT = {"options": {"history": "kept", "first_seat": 0}}
LANGUAGES = ("de", "en", "fr")


@pytest.fixture
def table(sqlite_client) -> Table:
    """A match of 7 – The Sins in which some turns were taken."""
    table = open_match(sqlite_client, 3, **KEPT)
    for _ in range(4):
        step(table, Random(1))
    return table


@pytest.fixture
def kuhn(sqlite_client) -> Table:
    """A game without words."""
    return open_match(sqlite_client, 2, ruleset="kuhn-poker")


def names(table: Table) -> list[str]:
    return [seat["name"] for seat in table.opened["seats"]]


def erase(table: Table, version: int, pointer: str) -> None:
    table.client.application.extensions["kerbholz"].matches().erase(UUID(table.id), version, pointer)


def texts(table: Table, who: Any, **query: Any) -> dict[int, str]:
    """The sentences by version."""
    page = table.get(who, "decisions", **{"text": "en", "limit": 1000, **query})
    return {decision["version"]: decision["text"] for decision in page["decisions"]}


# -- the log ------------------------------------------------------------------------------------------------


def test_each_decision_has_a_sentence_beside_what_it_was(client):
    """On both databases; the rest of the page is the same, and lines are those of the page."""
    table = open_match(client, 3, **KEPT)
    step(table, Random(1))
    plain = table.get(0, "decisions")
    for tag in LANGUAGES:
        answer = table.ask(0, "decisions", text=tag)
        assert answer.headers["Content-Language"] == tag
        assert "Accept-Language" in answer.headers["Vary"]
        assert without(answer.json, "text", "at") == without(plain, "at")
        listed = answer.json["decisions"]
        assert all(decision["text"] and [*decision][-1] == "text" for decision in listed)
        written = [json.dumps(one, ensure_ascii=False, separators=(",", ":")).encode() for one in listed]
        assert lines(table, 0, text=tag) == written


def test_a_sentence_tells_what_its_reader_was_told(sqlite_client):
    """A first card is shown to its owner; and faded again, it is in no sentence any more."""
    table = open_match(sqlite_client, 3, **KEPT)
    (dealt,) = [one["version"] for one in table.log() if one["command"]["type"] == "deal"]
    facts = [fact for fact in table.log()[dealt]["facts"] if fact["type"] == "CardDealt"]
    cards = {fact["seat"]: fact["card"].capitalize() for fact in facts}
    assert not any(card in texts(table, None)[dealt] for card in cards.values())
    for seat, card in cards.items():
        assert f"{names(table)[seat]} gets {card}" in texts(table, seat)[dealt]
        assert f"gets {card}" not in texts(table, seat, as_="public")[dealt]
    assert all(card in texts(table, "arbiter")[dealt] for card in cards.values())
    mover = table.mover
    step(table, Random(1))
    assert cards[mover] not in texts(table, mover)[dealt]


def test_a_game_without_words_is_told_by_its_ids(kuhn):
    kuhn.do(0, {"type": "bet"})
    answer = kuhn.ask(0, "decisions", text="de")
    assert answer.headers["Content-Language"] == "en"
    assert [one["text"] for one in answer.json["decisions"]][-1] == f"{names(kuhn)[0]}: Bet."


def test_without_text_there_are_no_words_and_no_language(table):
    for what in ("decisions", "moves", "stream"):
        answer = table.ask(0, what, headers={"Accept-Language": "de"})
        assert "Content-Language" not in answer.headers
        assert "Accept-Language" not in answer.headers["Vary"]
        if what == "stream":
            answer.close()
        else:
            assert answer.data == table.ask(0, what).data
            assert b'"text"' not in answer.data


@pytest.mark.parametrize("what", ["decisions", "moves", "stream"])
def test_what_is_no_language_is_refused_and_an_unknown_one_is_not(table, what):
    for tag in ("", "de_DE", "plain text", "yes!"):
        answer = table.ask(0, what, text=tag)
        assert (answer.status_code, [*answer.json["errors"]]) == (422, ["text"])
    answer = table.ask(0, what, text="tlh", headers={"Accept-Language": "fr-BE, en;q=0.5"})
    assert (answer.status_code, answer.headers["Content-Language"]) == (200, "fr")
    answer.close()


def test_each_language_has_a_tag_of_its_own_also_where_there_is_nothing_to_say(table):
    for query in ({}, {"after": table.version}):
        tags = [table.ask(0, "decisions", text=tag, **query).headers["ETag"] for tag in LANGUAGES]
        tags.append(table.ask(0, "decisions", **query).headers["ETag"])
        assert len(set(tags)) == 4
        same = table.ask(0, "decisions", headers={"If-None-Match": tags[0]}, text="de", **query)
        assert (same.status_code, "Accept-Language" in same.headers["Vary"]) == (304, True)


def test_the_next_page_is_in_the_same_language(table):
    page = table.get(0, "decisions", text="de-CH", limit=2)
    following = table.client.get(page["next"], headers=table.bearer(0))
    assert following.headers["Content-Language"] == "de"
    assert "text" in following.json["decisions"][0]
    assert "text=" not in table.get(0, "decisions", limit=2)["next"]


def test_a_long_log_has_its_sentences_and_a_tag_for_each_language(table, monkeypatch):
    monkeypatch.setattr(reading, "LONG", 3)
    short = {tag: lines(table, 0, text=tag, limit=1000) for tag in LANGUAGES}
    found = {tag: table.ask(0, "decisions", headers={"Accept": NDJSON}, text=tag) for tag in LANGUAGES}
    for tag, answer in found.items():
        assert answer.data.split(b"\n")[:-1] == short[tag]
        assert answer.headers["Content-Language"] == tag
    assert len({answer.headers["ETag"] for answer in found.values()}) == 3


def test_what_a_line_strikes_says_so(sqlite_client):
    table = recorded_match(sqlite_client)
    table.do("scribe", {"type": "take", "sin": "pride", "to": "reserve", "seat": 0})
    taken = table.version
    table.do(0, {"type": "table.take-back", "decision": taken})
    line = texts(table, "arbiter", line=table.version)
    assert line[taken].startswith("Struck: ")
    assert texts(table, "arbiter")[taken] == line[taken].removeprefix("Struck: ")


def test_what_has_faded_says_no_more_than_who_and_what_sort(sqlite_client):
    table = open_match(sqlite_client, 2, options={"first_seat": 0})
    for _ in range(6):
        step(table, Random(1))
    for decision in table.get(0, "decisions", text="en")["decisions"]:
        assert ("faded" in decision["text"]) is ("faded" in decision)


def test_bad_words_cost_a_sentence_and_not_the_log(table, monkeypatch, caplog):
    def bad(*_: Any) -> str:
        raise BadWords("en: did-take: Unknown external: sinn")

    for name in ("sentence", "move"):
        monkeypatch.setattr(worded, name, bad)
    with caplog.at_level(logging.ERROR):
        taken = next(one for one in table.log() if one["command"]["type"] == "take")
        assert texts(table, 0)[taken["version"]] == f"{names(table)[taken['actor']['seat']]}: Take a sin."
        assert all(move["text"] for move in table.get("scribe", "moves", text="en")["moves"])
    assert "Unknown external: sinn" in caplog.text


# -- how a match stands -------------------------------------------------------------------------------------


def test_a_match_says_how_it_stands_and_the_same_to_everybody(client):
    table = open_match(client, 3, **KEPT)
    plain = table.get(None)
    assert "text" not in plain
    for tag in LANGUAGES:
        answers = [table.ask(who, text=tag) for who in (None, "spectator", 0, 1, 2, "arbiter", "scribe")]
        assert {answer.data for answer in answers} == {answers[0].data}
        assert answers[0].headers["Content-Language"] == tag
        assert "Accept-Language" in answers[0].headers["Vary"]
        assert without(answers[0].json, "text") == plain
        matches = table.client.application.extensions["kerbholz"].matches()
        match = matches.load(UUID(table.id))
        assert answers[0].json["text"] == standing(words_of(matches, match, tag), plain)
    assert table.get(None, text="en")["text"] == f"The match waits for {names(table)[0]}."
    assert len({table.ask(None, text=tag).headers["ETag"] for tag in LANGUAGES}) == len(LANGUAGES)
    erase(table, 0, "/seats/0/name")
    assert table.get(None, text="en")["text"] == "The match waits for Seat 0."
    for tag in ("", "de_DE"):
        assert table.ask(None, text=tag).status_code == 422


def test_a_match_that_is_over_says_who_has_won(sqlite_client):
    table = open_match(sqlite_client, 2)
    play_out(table, Random(3))
    said = table.get(None, text="en")["text"]
    assert said.startswith("The match is over. ")
    winners = table.get(None)["outcome"]["winners"]
    assert winners
    assert [name in said for name in names(table)] == [seat in winners for seat in range(2)]


def test_bad_words_cost_the_sentence_of_a_match_and_not_the_match(table, monkeypatch, caplog):
    def bad(*_: Any) -> str:
        raise BadWords("en: stands-playing: Unknown external: awaitz")

    monkeypatch.setattr(worded, "standing", bad)
    with caplog.at_level(logging.ERROR):
        assert table.get(None, text="en")["text"] == "being played"
    assert "Unknown external: awaitz" in caplog.text


# -- names --------------------------------------------------------------------------------------------------


def refusal(table: Table, who: Any, command: Any) -> str:
    response = table.send(who, command)
    assert response.status_code >= 400, response.text
    return str(response.json["detail"])


def test_a_refusal_names_players_as_everything_else_does(table):
    """It counted them from 1, and the API counts them from 0. A dry run and shorthand say the same."""
    said, awaited = names(table), table.awaiting[0]["seat"]
    other = (awaited + 1) % 3
    take = {"type": "take", "sin": "greed", "to": "reserve"}
    assert refusal(table, other, take) == f"{said[other]} is not to decide now."
    assert table.send(other, take, dry_run=True).json["detail"] == f"{said[other]} is not to decide now."
    line, plain = (
        f"{table.get(None)['seats'][other]['colour']}: take greed to reserve",
        {"Content-Type": "text/plain"},
    )
    lines = table.client.post(f"{table.path}/shorthand", data=line, headers={**plain, **table.bearer(other)})
    assert lines.json["detail"] == f"{said[other]} is not to decide now."
    erase(table, 0, f"/seats/{other}/name")
    assert refusal(table, other, take) == f"Seat {other} is not to decide now."


def test_who_has_no_token_is_not_told_of_one(table):
    assert table.ask(None, "view", as_="seat:1").json["detail"] == "Without a token nobody may look as seat:1."
    assert table.ask("spectator", "view", as_="seat:1").json["detail"] == "This token may not look as seat:1."


def test_an_erased_name_is_in_no_sentence_of_any_answer(table):
    """Not in one that is open, either."""
    ada, awaited = names(table)[0], table.awaiting[0]["seat"]
    assert any(ada in text for text in texts(table, None).values())
    stream = Stream(table, "arbiter", text="en")
    stream.next()
    erase(table, 0, "/seats/0/name")
    found = texts(table, None)
    assert not any(ada in text for text in found.values())
    assert any("Seat 0" in text for text in found.values())
    for _ in range(6):
        step(table, Random(1))
    told = b"".join(event.data for event in stream.until(table.version))
    assert ada.encode() not in told
    assert b"Seat 0 takes" in told
    stream.close()
    assert table.get(None, "words", lang="de")["words"]["seat"]["0"] == "Platz 0"
    for who in ("scribe", awaited):
        assert ada not in table.ask(who, "moves", text="en").text
    resumed = Stream(table, None, after=0, text="en")
    assert ada.encode() not in b"".join(event.data for event in resumed.until(table.version))
    resumed.close()


def test_an_erased_note_is_in_no_sentence(table):
    table.do(0, {"type": "table.note", "text": "my secret diary"})
    erase(table, table.version, "/command/text")
    assert "diary" not in texts(table, None)[table.version]


# -- streams ------------------------------------------------------------------------------------------------


def test_a_stream_has_the_sentences_of_the_log_also_when_it_is_resumed(sqlite_client):
    table = open_match(sqlite_client, 2, **KEPT)
    before = table.version
    streams = {(who, tag): Stream(table, who, text=tag) for who in (0, "spectator") for tag in ("de", "en")}
    for stream in streams.values():
        assert stream.next().kind == "snapshot"
    for _ in range(4):
        step(table, Random(2))
    for (who, tag), stream in streams.items():
        assert stream.response.headers["Content-Language"] == tag
        assert [event.data for event in stream.until(table.version)] == lines(table, who, after=before, text=tag)
        stream.close()
    resumed = Stream(table, 0, {"Last-Event-ID": str(before + 1)}, text="de")
    assert [one.data for one in resumed.until(table.version)] == lines(table, 0, after=before + 1, text="de")
    resumed.close()


# -- moves --------------------------------------------------------------------------------------------------


def test_each_move_says_what_it_does_and_is_accepted_without_that(table):
    seat = table.awaiting[0]["seat"]
    answer = table.ask(seat, "moves", text="en")
    assert answer.headers["Content-Language"] == "en"
    assert without(answer.json, "text") == table.get(seat, "moves")
    listed = answer.json["moves"]
    centre = table.get(seat, "view")["board"]["centre"]["things"]
    for one in listed:
        number = centre[one["sin"]]
        assert one["text"].startswith(f"Take {number} {one['sin'].capitalize()} to ")
    german = table.get(seat, "moves", text="de")["moves"]
    assert all(one["text"] != other["text"] for one, other in zip(listed, german, strict=True))
    text = listed[0].pop("text")
    assert table.refused(seat, {**listed[0], "text": text})["errors"].keys() == {"text"}
    table.do(seat, listed[0])


def test_moves_for_others_and_those_of_the_table_have_sentences_too(sqlite_client):
    table = recorded_match(sqlite_client)
    listed = table.get("scribe", "moves", text="en", possible="true")["moves"]
    assert {one["type"] for one in listed} >= {"take"}
    assert all(one["text"] for one in listed)
    table.do("arbiter", {"type": "table.freeze"})
    (resume,) = table.get("arbiter", "moves", text="en")["moves"]
    assert (resume["type"], bool(resume["text"])) == ("table.resume", True)
    assert table.get("spectator", "moves", text="en")["moves"] == []


@pytest.mark.parametrize("name", ["seven-sins", "kuhn-poker"])
def test_whole_matches_are_told_to_everybody_without_bad_words(sqlite_client, name, caplog):
    table, rng = open_match(sqlite_client, 2, ruleset=name), Random(name)
    while table.get(None)["status"] == "playing":
        for who in ("scribe", *table.seats):
            assert all(move["text"] for move in table.get(who, "moves", text="de")["moves"])
        step(table, rng)
    for who in (None, 0, "arbiter"):
        assert all(texts(table, who, text="de").values())
    assert "cannot be said" not in caplog.text


# -- what was sent -------------------------------------------------------------------------------------------


def sent(table: Table, who: Any, command: Any, **query: str) -> Any:
    """The answer to a command that was sent with a query."""
    path = f"{table.path}/commands"
    return table.client.post(path, query_string=query, json=command, headers=table.bearer(who))


def test_what_follows_from_a_command_is_said_to_who_sends_it_also_by_a_dry_run(client):
    table = open_match(client, 3, **KEPT)
    mover = table.mover
    move = a_move(table, mover, Random(1))
    plain = table.do(mover, move, dry_run=True)
    for tag in LANGUAGES:
        answer = sent(table, mover, move, dry_run="true", text=tag)
        assert (answer.status_code, answer.headers["Content-Language"]) == (201, tag)
        assert without(answer.json, "text", "at") == without(plain, "at")
        tried = [one["text"] for one in answer.json["decisions"]]
    done = sent(table, mover, move, text=tag).json["decisions"]
    listed = texts(table, mover, text=tag)
    assert [one["text"] for one in done] == [listed[one["version"]] for one in done]
    assert [one["text"] for one in done][: len(tried)] == tried, "a dry run says what then happens"


def test_a_repetition_is_said_in_the_language_that_it_asks_for(table):
    mover = table.mover
    move, key = a_move(table, mover, Random(1)), {"Idempotency-Key": "once"}
    found = {}
    for tag in ("de", "en"):
        answer = table.client.post(
            f"{table.path}/commands", query_string={"text": tag}, json=move, headers={**table.bearer(mover), **key}
        )
        found[tag] = [one["text"] for one in answer.json["decisions"]]
        listed = texts(table, mover, text=tag)
        assert found[tag] == [listed[one["version"]] for one in answer.json["decisions"]]
    assert found["de"] != found["en"]
    assert "Content-Language" not in table.send(mover, move, headers=key).headers


def test_of_what_is_hidden_the_answer_says_no_more_than_the_log(kuhn):
    """The automatic steps behind a command are told as its sender reads them."""
    answer = sent(kuhn, 0, a_move(kuhn, 0, Random(1)), text="en").json
    listed = texts(kuhn, 0)
    assert [one["text"] for one in answer["decisions"]] == [listed[one["version"]] for one in answer["decisions"]]


# -- the words of a match -----------------------------------------------------------------------------------


def test_a_match_has_its_words_with_the_names_of_its_seats(table):
    answer = table.ask(None, "words", lang="de")
    assert (answer.headers["Content-Language"], answer.json["match"]) == ("de", table.id)
    assert "Accept-Language" in answer.headers["Vary"]
    said = answer.json["words"]
    assert said["seat"] == dict(zip("012", names(table), strict=True))
    assert said["place"]["reserve:0"] == f"Vorrat von {names(table)[0]}"
    assert said["sin"]["greed"] == "Habgier"
    assert answer.json["explanations"]["card"].keys() == {"judgement"}
    assert table.get(None)["links"]["words"] == f"{table.path}/words"
    assert table.ask(None, "words", headers={"Accept-Language": "de"}).data == answer.data


def test_who_may_not_see_a_match_may_not_see_its_words(sqlite_client):
    table = open_match(sqlite_client, 2, public=False)
    assert table.ask(None, "words").status_code == 401
    assert table.ask("spectator", "words").status_code == 200
    other = open_match(sqlite_client, 2)
    assert table.client.get(f"{table.path}/words", headers=other.bearer("host")).status_code == 403
    assert table.ask("host", "words", lang="d").json["errors"].keys() == {"lang"}
    assert table.ask("host", "words", text="de").json["errors"].keys() == {"text"}
    assert table.ask("host", "words", lang="tlh").headers["Content-Language"] == "en"
