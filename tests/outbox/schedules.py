"""Schedules of what happens to two phones, at random; and what must be true after it."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from clients.build import NODE
from tests.persistence.serving import Served

HERE = Path(__file__).parent
VECTOR = HERE.parent / "vectors" / "shorthand" / "seven-sins-1.txt"
LINES = 17
"""Lines of the vector that are written: as many as there are before it corrects something."""

Json = dict[str, Any]
SAYS_ONLY = ("table.note",)
RULINGS = ("table.rule",)

COMMON = ("line", "line", "line", "line", "line", "note", "pass", "rest", "look", "look", "answer")
RARE = ("undo", "reword", "kill", "reload", "tab", "network", "network", "network", "seat", "rule", "room")
CUTS = {
    "the network is gone": ("network", "down"),
    "answers are lost": ("network", "deaf"),
    "requests are given up, and arrive": ("network", "slow"),
    "requests arrive behind later ones": ("network", "later"),
    "the service dies behind the next request": ("network", "dies"),
    "the service is killed": ("service",),
    "half an hour passes": ("pass", 1800),
    "a tab is killed": ("kill",),
    "a tab is loaded anew": ("reload",),
    "another tab is opened": ("tab",),
    "a phone has no room": ("room", True),
}
"""What cuts something off, as people call it, and how it is written in a schedule."""


def schedule(random: Random) -> list[list[Any]]:
    """What happens, in order: each deed with the number of a phone, and with what it needs."""
    ops: list[list[Any]] = []
    for _ in range(random.randint(20, 60)):
        what = random.choice(COMMON if random.random() < 0.7 else RARE)
        given: list[Any] = []
        if what == "network":
            given = [random.choice(("up", "up", "up", "down", "deaf", "slow", "later"))]
        elif what == "room":
            given = [random.random() < 0.4]
        elif what == "pass":
            given = [random.choice((1, 4, 20, 1800))]
        elif what == "answer":
            given = [random.random() < 0.3]
        ops.append([what, random.randrange(2), *given])
    if random.random() < 0.08:
        dies = random.randrange(len(ops))
        ops[dies:dies] = [["network", 0, "dies"], ["line", 0], ["pass", 0, 4], ["rest", 0]]
    if random.random() < 0.04:
        ops.insert(random.randrange(len(ops)), ["service", 0])
    return ops


def scheduled(ops: Sequence[Sequence[Any]]) -> Counter[str]:
    """How often each cut is in a schedule."""
    found = Counter((what, *given) for what, _, *given in ops)
    return Counter({name: found[cut] for name, cut in CUTS.items() if found[cut]})


def truth(service: Served) -> list[Json]:
    """What happens at the table, as bodies: the game's decisions of the vector, from its beginning."""
    text = VECTOR.read_text("utf-8").replace('external id: "invented-seven-sins-1"\n', "")
    opened = posted(service, "/v1/imports", text)
    bearer = {"Authorization": f"Bearer {opened['tokens']['scribe']}"}
    log = service.request("GET", f"/v1/matches/{opened['id']}/decisions?limit=1000", None, bearer)[1]["decisions"]
    return [body_of(one) for one in game_of(log)][:LINES]


def posted(service: Served, path: str, text: str, token: str | None = None) -> Json:
    """What is answered to a text."""
    headers = {"Content-Type": "text/plain", **({"Authorization": f"Bearer {token}"} if token else {})}
    asked = urllib.request.Request(f"{service.address}{path}", text.encode(), headers)
    with urllib.request.urlopen(asked) as answer:
        document: Json = json.load(answer)
    return document


def game_of(log: Sequence[Json]) -> list[Json]:
    """The decisions of the game that people entered."""
    return [
        one
        for one in log
        if one["version"] > 0 and not one.get("automatic") and not one["command"]["type"].startswith("table.")
    ]


def body_of(decision: Json) -> Json:
    """What was entered to bring a decision about."""
    actor, command = decision["actor"], decision["command"]
    seat = {"seat": actor["seat"]} if isinstance(actor, dict) else {}
    irregular = next((fact["note"] for fact in decision["facts"] if fact["type"] == "Irregular"), None)
    return {**seat, **command, **({"irregular": {"note": irregular}} if irregular else {})}


class Phones:
    """The process in which the phones are."""

    def __init__(self, service: Served) -> None:
        self._service = service
        command = [str(NODE), "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", str(HERE / "run.mjs")]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.truth = truth(service)

    def close(self) -> None:
        """End it."""
        self._process.communicate(timeout=30)

    def run(self, ops: Sequence[Sequence[Any]], *, locks: bool) -> tuple[Json, list[Json]]:
        """What the phones hold after a schedule, and the log of their match."""
        seats = [{"name": "Ada"}, {"name": "Bo"}]
        body = {"ruleset": "seven-sins", "mode": "recorded", "seats": seats}
        status, match, _ = self._service.request("POST", "/v1/matches", body)
        assert status == 201, match
        given = {"address": self._service.address, "match": match["id"], "tokens": match["tokens"]}
        answer = self._asked({**given, "truth": self.truth, "ops": ops, "locks": locks})
        bearer = {"Authorization": f"Bearer {match['tokens']['scribe']}"}
        log = self._service.request("GET", f"/v1/matches/{match['id']}/decisions?limit=1000", None, bearer)[1]
        return answer, log["decisions"]

    def _asked(self, given: Mapping[str, Any]) -> Json:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(given) + "\n")
        self._process.stdin.flush()
        while True:
            answer = json.loads(self._process.stdout.readline())
            if "kill" not in answer:
                break
            self._service.kill()
            self._service.start_again(there=True)
            self._process.stdin.write("alive\n")
            self._process.stdin.flush()
        assert "thrown" not in answer, answer["thrown"]
        done: Json = answer["done"]
        return done


def check(found: Json, log: Sequence[Json], truth: Sequence[Json]) -> None:
    """Nothing is lost, nothing doubled, the order kept; nothing went behind what its scribe had not seen."""
    played = [body_of(one) for one in game_of(log)]
    assert [plain(one) for one in played] == [plain(one) for one in truth[: len(played)]]
    notes = Counter(one["command"]["text"] for one in log if one["command"].get("type") == "table.note")
    for phone in found["phones"]:
        assert not phone["wrong"], (phone["wrong"], [(one["version"], one["command"]) for one in log])
        assert phone["same"], "all tabs of a phone show the same"
        entries = phone["entries"]
        assert {one["state"] for one in entries} <= {"stored", "out"}, (
            "everything was sent, or left out by somebody"
        )
        stored = [one for one in entries if one["state"] == "stored"]
        firsts = [one["first"] for one in stored]
        assert firsts == sorted(set(firsts)), "in order"
        own = {version for one in stored for version in range(one["first"], one["last"] + 1)}
        for one in stored:
            body = json.loads(one["bytes"])
            decision = next(d for d in log if d["version"] >= one["first"] and not d.get("automatic"))
            assert plain(body_of(decision)) == plain(body), "as it was written"
            assert_not_unseen(one, body, log, own)
        for one in entries:
            if one["sentence"].startswith("note "):
                left = one["state"] == "out"
                assert notes[one["sentence"]] == (0 if left else 1), one
    for sentence in found["left"]:
        assert notes[sentence] == 0


def assert_not_unseen(entry: Json, body: Json, log: Sequence[Json], own: set[int]) -> None:
    """Between what a scribe had seen and what they entered, others have entered nothing that they had to see."""
    for decision in log:
        version, command = decision["version"], decision["command"]
        if not entry["seen"] < version < entry["first"] or version in own or decision.get("automatic"):
            continue
        assert command["type"] not in RULINGS, (entry, decision)
        by = decision["recorded_by"]
        quiet = {command["type"], body["type"]} & set(SAYS_ONLY) or isinstance(by, dict)
        assert quiet, (entry, decision)


def plain(body: Json) -> Json:
    """A body without what is only claimed about it."""
    return {name: value for name, value in body.items() if name not in ("entered_by", "occurred_at", "irregular")}
