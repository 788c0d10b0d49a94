"""Commands that point at decisions: whatever they point at, whoever sends them, they stand or are refused.

The laid table, the newest decision, those of chance, of the table and of nobody (automatic ones), struck and
inserted ones, and those that there are not.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from domain.kit.visibility import OFFICIAL
from projections.said.printed_record import record
from tests.games.installed import OWN
from tests.games.playing import SOAK
from tests.service.disputing import check_folds, viewers_of
from tests.service.playing import (
    Table,
    Who,
    a_move,
    open_match,
    recorded_match,
    scribe_step,
)

MODES = ("hosted", "recorded")
TRIED = 150
"""Commands that are tried at each table, at most."""
LEAST, ACCEPTED = TRIED if SOAK else 60, 4
"""After so many it is enough, as soon as so many answers say that something stands."""
COMMITTED = 12
"""Of those, how many are then sent for good, at most."""
NOWHERE = (10**6, 2**53 - 1, -1, 2**63, 2**70)
"""Versions that no decision has."""


def inserted(decision: int, *commands: Mapping[str, Any]) -> dict[str, Any]:
    return {"decision": decision, "effect": "insert", "commands": list(commands)}


def amendment(*changes: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "table.amend", "changes": list(changes), **more}


def entry(decision: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """The command of a decision, as a correction names it."""
    actor = decision["actor"]
    return {"command": decision["command"], **(actor if isinstance(actor, dict) else {}), **more}


# -- behind the laid table ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OWN)
def test_what_was_missed_before_the_first_decision_is_inserted_behind_the_laid_table(sqlite_client, name):
    table = open_match(sqlite_client, 3, ruleset=name, mode="recorded")
    rng = Random(f"behind 0 {name}")
    for _ in range(6):
        scribe_step(table, rng)
    before = table.log()
    missed = before[1]
    first = {"decision": 1, "effect": "remove"}
    table.do("scribe", amendment(first, inserted(0, entry(missed))))
    told = table.log(line=table.version)
    assert told[0]["replaced"]["by"] == table.version
    assert told[0]["facts"] == [*before[0]["facts"], *behind_the_laid_table(told[0], before)]
    assert told[1]["struck"]["by"] == table.version
    assert table.get("arbiter", "view")["board"] == table.get("arbiter", "view", at=len(before) - 1)["board"]
    for who in table.everybody:
        assert table.ask(who, "audit").status_code == 200
    assert record(table.log(), OFFICIAL, table.version, table.version).rows, "it can be printed"
    check_folds(table, viewers_of(table), [0, 1, table.version])


def behind_the_laid_table(told: Mapping[str, Any], before: Any) -> Any:
    """What was inserted behind the laid table."""
    return told["facts"][len(before[0]["facts"]) :]


@pytest.mark.parametrize("name", OWN)
def test_a_restored_line_has_the_laid_table_as_it_was(sqlite_client, name):
    table = open_match(sqlite_client, 3, ruleset=name, mode="recorded")
    rng = Random(f"restored {name}")
    for _ in range(4):
        scribe_step(table, rng)
    board, version, laid = table.get("arbiter", "view")["board"], table.version, table.log()[0]["facts"]
    missed = table.log()[1]
    table.do("scribe", amendment({"decision": 1, "effect": "remove"}, inserted(0, entry(missed))))
    corrected = table.version
    table.do("scribe", {"type": "table.amend", "restore": version})
    assert table.get("arbiter", "view")["board"] == board
    assert table.log(line=table.version)[0]["facts"] == laid
    assert "replaced" not in table.log(line=table.version)[0]
    assert "replaced" in table.log(line=corrected)[0]
    check_folds(table, viewers_of(table), [0, 1, version, table.version])


def test_a_record_in_which_something_was_inserted_behind_the_laid_table_is_exported_and_recorded_again(client):
    table = recorded_match(client, history="kept")
    log = table.log()
    removed = [{"decision": one["version"], "effect": "remove"} for one in log[1:]]
    table.do("scribe", amendment(*removed, inserted(0, *(entry(one) for one in log[1:]))))
    *_, line = table.ask("scribe", "shorthand").text.splitlines()
    assert "insert after 0" in line
    again = recorded_match(client, history="kept")
    headers = {**again.bearer("scribe"), "Content-Type": "text/plain; charset=utf-8"}
    response = client.post(f"{again.path}/shorthand", data=line.encode(), headers=headers)
    assert response.status_code == 201, response.text
    assert again.log()[-1]["facts"] == table.log()[-1]["facts"]


def test_what_is_inserted_where_no_seat_decided_says_whose_it_is(sqlite_client):
    table = recorded_match(sqlite_client, history="kept")
    take = {"type": "take", "sin": "pride", "to": "reserve"}
    for position in (0, 1):
        for irregular in ({}, {"irregular": True}):
            problem = table.refused("scribe", amendment(inserted(position, {"command": take, **irregular})))
            assert problem["code"] == "invalid"
            assert "seat" in problem["detail"]


def test_what_was_inserted_behind_the_laid_table_fades_as_what_was_played(sqlite_client):
    table = recorded_match(sqlite_client, history="fading")
    table.do("scribe", {"type": "take", "sin": "pride", "to": "reserve", "seat": 0})
    while len([one for one in table.log() if one["command"]["type"] == "take"]) < 3:
        scribe_step(table, Random(2))
    log = table.log()
    deal, refill = log[1], log[2]
    missed = [{"command": deal["command"]}, {"command": refill["command"]}]
    removed = [{"decision": one["version"], "effect": "remove"} for one in (deal, refill)]
    table.do("scribe", amendment(*removed, inserted(0, *missed)))
    last = table.log("arbiter")[-1]
    (changed,) = (fact for fact in last["facts"] if fact["type"] == "LineChanged")
    assert changed["changes"][0]["decision"] == 0
    assert "facts" in changed["changes"][0]
    (told,) = (fact for fact in table.log(0)[-1]["facts"] if fact["type"] == "LineChanged")
    assert told["changes"][0] == {"decision": 0, "effect": "replaced", "faded": True}


# -- anywhere -----------------------------------------------------------------------------------------------


def laid(client: Any, name: str, mode: str, rng: Random) -> Table:
    """A match in which there is a bit of everything that can be pointed at."""
    table = open_match(client, 3, ruleset=name, mode=mode)
    for _ in range(14):
        a_step(table, rng)
    moves = [one for one in table.log() if is_of_a_seat(one)]
    table.send("arbiter", amendment(inserted(moves[1]["version"], entry(moves[2], irregular=True))))
    table.send("arbiter", amendment({"decision": moves[-1]["version"], "effect": "remove"}))
    for _ in range(3):
        a_step(table, rng)
    table.do("arbiter", {"type": "table.note", "text": "well", "about": 1})
    table.do(0, {"type": "table.accuse", "accused": 1, "decisions": [1]})
    newest = [one["version"] for one in table.log() if is_of_a_seat(one)][-1]
    back = {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": newest}
    table.send("arbiter", {**back, "about": table.version})
    for _ in range(2):
        a_step(table, rng)
    return table


def is_of_a_seat(decision: Mapping[str, Any]) -> bool:
    kind: str = decision["command"]["type"]
    return isinstance(decision["actor"], dict) and not decision["automatic"] and not kind.startswith("table.")


def a_step(table: Table, rng: Random) -> None:
    awaiting = table.awaiting
    if not awaiting:
        return
    if table.opened["mode"] == "hosted":
        seat = rng.choice([one["seat"] for one in awaiting])
        table.do(seat, a_move(table, seat, rng))
    else:
        scribe_step(table, rng)


def entries(table: Table, log: Any, rng: Random) -> Iterator[dict[str, Any]]:
    """Commands as a correction names them: with and without a seat, lawful or not."""
    one = rng.choice([decision for decision in log if not decision["command"]["type"].startswith("table.")][1:])
    yield entry(one)
    yield entry(one, irregular=True)
    yield {"command": one["command"]}
    yield {"command": one["command"], "irregular": True}
    yield {"command": one["command"], "seat": rng.choice([0, 2, 9, 2**60])}
    yield {"command": rng.choice(log)["command"], "seat": 0}


def pointing(table: Table, log: Any, at: int, rng: Random) -> Iterator[dict[str, Any]]:
    """Everything that can point at a decision."""
    other = rng.choice([*range(len(log)), *NOWHERE])
    yield {"type": "table.note", "text": "hm", "about": at}
    yield {"type": "table.take-back", "decision": at}
    yield {"type": "table.take-back", "decision": at, "also": [other]}
    yield {"type": "table.take-back", "decision": other, "also": [at, at]}
    yield {"type": "table.accuse", "accused": 1, "decisions": [at, other]}
    yield {"type": "table.appeal", "ruling": at}
    yield {"type": "table.rule", "verdict": "upheld", "about": at}
    yield {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": at, "about": other}
    yield {"type": "table.rule", "verdict": "dismissed", "reverses": at}
    yield {"type": "table.rule", "verdict": "upheld", "about": at, "remedy": "penalty", "offender": 1}
    yield {"type": "table.amend", "restore": at}
    place = rng.choice(["", "market", "/", "nowhere:9", f"purse:{at}", "decisions/0"])
    yield {"type": rng.choice(["table.tell", "table.identify", "table.missing"]), "place": place, "things": ["a"]}
    yield {"type": "table.assert", "at": rng.choice([f"/{at}", f"/seats/{at}", "", "/seats/-"]), "is": at}
    yield amendment({"decision": at, "effect": "remove"})
    yield amendment({"decision": at, "effect": "remove"}, {"decision": other, "effect": "remove"})
    for one in entries(table, log, rng):
        yield amendment(inserted(at, one))
        yield amendment({"decision": at, "effect": "replace", "commands": [one]})
        yield amendment(inserted(at, one), {"decision": other, "effect": "remove"})
        yield {"type": "table.reveal", "decision": at, "command": one["command"]}


def sent(table: Table, rng: Random) -> Counter[Any]:
    """Point at everything, as everybody: the answers by status and code. A few are then sent for good."""
    answers: Counter[Any] = Counter()
    committed = 0
    for tried in range(TRIED):
        if tried >= LEAST and answers[201, None] >= ACCEPTED:
            break
        log = table.log()
        at = rng.choice([0, 0, *range(len(log)), len(log) - 1, len(log), *NOWHERE])
        who: Who = rng.choice(["scribe", "scribe", "arbiter", "arbiter", "host", "spectator", None, *table.seats])
        command = rng.choice(list(pointing(table, log, at, rng)))
        for dry_run in (True, False) if committed < COMMITTED else (True,):
            response = table.send(who, command, dry_run=dry_run)
            body = json.loads(response.data)
            answers[response.status_code, body.get("code")] += 1
            if response.status_code == 201 and not dry_run:
                committed += 1
                assert table.ask(who, "audit").status_code == 200
            if response.status_code != 201 or rng.random() < 0.7:
                break
        if (asked := table.get("arbiter")["consent"]) is not None:
            in_its_name = {"seat": asked["seat"]} if who == "scribe" and table.opened["mode"] == "recorded" else {}
            table.do(who, {"type": "table.consent", "agree": False, **in_its_name})
    return answers


@pytest.mark.few("mea-culpa-recorded", "seven-sins-hosted")
@pytest.mark.long
@pytest.mark.grows
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", OWN)
def test_whatever_is_pointed_at_it_stands_or_is_refused(sqlite_client, name, mode):
    rng = Random(f"pointing {name} {mode}")
    table = laid(sqlite_client, name, mode, rng)
    answers = sent(table, rng)
    assert answers[201, None] >= ACCEPTED
    assert {code for _, code in answers} >= {"invalid", "illegal-move", "forbidden", "unauthorized"}
    for who in table.everybody:
        for what in ("view", "audit", "moves", "shorthand"):
            assert table.ask(who, what).status_code == 200, (who, what)
        assert len(table.log(who)) == table.version + 1
        assert len(table.log(who, line=table.version)) == table.version + 1
    check_folds(table, viewers_of(table)[:2], [0, 1, table.version])
