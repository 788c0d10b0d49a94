"""What chance has drawn, told when nothing can be drawn any more, and computed again from the seed."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from random import Random
from typing import Any

import pytest

from clients.build import NODE
from domain.evidence.archive import Broken, verify
from domain.kit.chance import commitment, draw_key, outcome
from domain.kit.ruleset import rulesets
from tests.evidence.archives import SECOND, archive_of, closed, played, put, recorded, redacted_for, redrawn
from tests.games.installed import OWN
from tests.kit.test_chance import specified
from tests.service.playing import CheckedClient, open_match, step


def drawn_by_the_log(game: str, decisions: list[Any]) -> list[tuple[int, Counter[str]]]:
    """What the log says that chance has drawn, by the marks of the ruleset: for each decision its version."""
    types = rulesets()[game].fact_types
    found = []
    for decision in decisions:
        if decision["actor"] == "chance":
            values = [
                fact[field.name]
                for fact in decision["facts"]
                for field in types[fact["type"]].FIELDS
                if field.drawn and field.name in fact
            ]
            drawn = Counter(
                str(one) for value in values for one in (value if isinstance(value, list) else [value])
            )
            found.append((decision["version"], drawn))
    return found


@pytest.mark.parametrize("game", OWN)
def test_every_draw_is_computed_again(sqlite_archives: dict[str, list[list[bytes]]], game: str) -> None:
    lines = [json.loads(line) for line in sqlite_archives[game][0]]
    chance, decisions = lines[-1]["chance"], []
    for line in lines[1:-1]:
        decisions.append(json.loads(line["open"]))
        for pointer, entry in line["opened"].items():
            put(decisions[-1], pointer, entry["value"])
    seed = bytes.fromhex(chance["seed"])
    assert decisions[0]["chance"]["commitment"] == chance["commitment"] == commitment(seed)
    told: dict[int, Counter[str]] = {}
    for draw in chance["draws"]:
        version, number = draw["decision"], draw["number"]
        assert number == told.setdefault(version, Counter()).total()
        assert specified(draw_key(seed, version, number), draw["from"]) == draw["drawn"]
        told[version][draw["drawn"]] += 1
    assert [*told.items()] == drawn_by_the_log(game, decisions)
    assert verify(sqlite_archives[game][0]).draws == len(chance["draws"]) > 5


def test_draws_that_a_ruling_has_struck_are_told_as_well(signing: CheckedClient) -> None:
    """What was drawn before and after it: each decision has keys of its own."""
    table = open_match(signing, 2, options={"history": "kept"})
    rng = Random(2)
    back = table.version + 1
    for _ in range(3):
        step(table, rng)
    table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": back})
    for _ in range(2):
        step(table, rng)
    decisions = table.log()
    closed(table)
    told = table.get("arbiter", "chance")
    assert told["match"] == table.id
    drawn: dict[int, Counter[str]] = {}
    for draw in told["draws"]:
        drawn.setdefault(draw["decision"], Counter())[draw["drawn"]] += 1
    assert [*drawn.items()] == drawn_by_the_log("seven-sins", decisions)
    assert min(drawn) < back < max(drawn)
    lines = archive_of(signing, table, "arbiter")
    assert json.loads(lines[-1])["chance"] == {name: told[name] for name in ("commitment", "seed", "draws")}
    assert verify(lines).draws == len(told["draws"])


def test_nothing_is_opened_before_the_record_is_closed(sqlite_signing: CheckedClient) -> None:
    table = open_match(sqlite_signing, 2)
    for who in ("arbiter", "host", 0, None):
        refused = table.ask(who, "chance")
        assert (refused.status_code, refused.json["code"], refused.json["rule"]) == (409, "not-closed", "TB-71")
    table.do("host", {"type": "table.abandon"})
    assert table.ask("arbiter", "chance").json["code"] == "not-closed"
    assert "chance" not in json.loads(archive_of(sqlite_signing, table, "arbiter")[-1])


@pytest.mark.parametrize(("disclosure", "public"), [("full", 200), ("as-played", 403)])
def test_the_seed_is_for_who_may_look_as_official(
    sqlite_signing: CheckedClient, disclosure: str, public: int
) -> None:
    table = closed(open_match(sqlite_signing, 2, options={"disclosure": disclosure}))
    answers = {who: table.ask(who, "chance") for who in ("arbiter", "scribe", "host", 0, "spectator", None)}
    assert {who: answer.status_code for who, answer in answers.items()} == {
        **dict.fromkeys(("arbiter", "scribe"), 200),
        **dict.fromkeys(("host", 0, "spectator", None), public),
    }
    seed = answers["arbiter"].json["seed"]
    for who in (0, None):
        archive = b"".join(archive_of(sqlite_signing, table, who))
        assert seed.encode() not in archive, "an archive of others holds it for nobody"
    if public == 200:
        assert seed.encode() in b"".join(archive_of(sqlite_signing, table, None, **{"as": "official"}))


def test_a_recorded_match_has_no_seed(sqlite_signing: CheckedClient) -> None:
    table = open_match(sqlite_signing, 2, mode="recorded")
    for _ in range(3):
        recorded(table, Random(1))
    closed(table)
    assert table.ask("arbiter", "chance").status_code == 404
    lines = archive_of(sqlite_signing, table, "arbiter")
    assert "chance" not in json.loads(lines[-1])
    assert verify(lines).draws is None


def test_an_earlier_size_has_the_draws_so_far(sqlite_signing: CheckedClient) -> None:
    table = closed(played(sqlite_signing, 6))
    part = archive_of(sqlite_signing, table, "arbiter", size=5)
    assert verify(part).draws == len(json.loads(part[-1])["chance"]["draws"]) > 0


# -- what does not hold -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def honest(sqlite_archives: dict[str, list[list[bytes]]]) -> list[bytes]:
    return sqlite_archives["seven-sins"][0]


def altered(honest: list[bytes], alter: Any) -> list[bytes]:
    trailer = json.loads(honest[-1])
    alter(trailer["chance"])
    return [*honest[:-1], json.dumps(trailer, separators=(",", ":"), sort_keys=True).encode() + b"\n"]


def broken(lines: list[bytes]) -> tuple[int | None, str]:
    with pytest.raises(Broken) as found:
        verify(lines)
    return found.value.version, found.value.what


def with_draw(place: int, /, **members: Any) -> Any:
    return lambda chance: chance["draws"][place].update(members)


ALTERED: tuple[tuple[Any, str], ...] = (
    (lambda chance: chance.update(seed="00" * 32), "seed"),
    (lambda chance: chance.update(commitment="00" * 32), "seed"),
    (lambda chance: chance.update(seed="00" * 32, commitment=commitment(bytes(32))), "seed"),
    (lambda chance: chance.update(seed="00" * 15), "trailer"),
    (lambda chance: chance.update(seed="00" * 65), "trailer"),
    (lambda chance: chance.update(seed="AA" * 32), "trailer"),
    (lambda chance: chance.update(more=1), "trailer"),
    (lambda chance: chance.pop("draws"), "trailer"),
    (lambda chance: chance.update(draws={}), "trailer"),
    (with_draw(1, more=1), "trailer"),
    (with_draw(1, number=-1), "trailer"),
    (with_draw(1, number=True), "trailer"),
    (with_draw(1, at=None), "trailer"),
    (with_draw(1, at="facts/0/sins/1"), "trailer"),
    (with_draw(1, at="/facts/0/sins~2/1"), "trailer"),
    (with_draw(1, **{"from": {}}), "trailer"),
    (with_draw(1, **{"from": {"pride": 0}}), "trailer"),
    (with_draw(1, **{"from": {"pride": 2**53 - 1, "lust": 1}}), "trailer"),
    (with_draw(1, drawn=1), "trailer"),
)


def test_a_seed_that_is_not_so_is_found_at_the_end(honest: list[bytes]) -> None:
    assert [broken(altered(honest, alter)) for alter, _ in ALTERED] == [(None, what) for _, what in ALTERED]


def test_a_draw_that_is_not_so_is_named(honest: list[bytes]) -> None:
    draws = json.loads(honest[-1])["chance"]["draws"]
    first, version = draws[0], draws[1]["decision"]
    assert (first["decision"], draws[1]["number"]) == (version, 1)
    later = next(place for place, draw in enumerate(draws) if draw["decision"] > version)
    last = next(place for place, draw in enumerate(draws) if draw["decision"] == draws[-1]["decision"])
    behind = draws[last]["decision"] + 1  # a seat has decided there
    for alter, found in (
        (with_draw(1, drawn="gold"), (version, "draw 1")),
        (with_draw(1, **{"from": {"gold": 2}}), (version, "draw 1")),
        (with_draw(1, **{"from": {"gold": 2}, "drawn": "gold"}), (version, "draw 1")),
        (with_draw(1, at=first["at"]), (version, "draw 1")),
        (with_draw(1, at="/version"), (version, "draw 1")),
        (with_draw(1, at="/facts"), (version, "draw 1")),
        (with_draw(1, number=2), (version, "draw 2")),
        (with_draw(1, decision=0), (0, "draw 1")),
        (with_draw(later, decision=10**6), (10**6, "draw 0")),
        (with_draw(last, decision=behind), (behind, "draw 0")),
        (lambda chance: chance["draws"].pop(0), (version, "draw 1")),
        (lambda chance: chance["draws"].reverse(), None),
    ):
        said = broken(altered(honest, alter))
        assert found in (None, said), said


def test_only_officials_have_a_seed(sqlite_archives: dict[str, list[list[bytes]]]) -> None:
    official, seat, *_ = sqlite_archives["seven-sins"]
    assert redacted_for(official, "seat:0") == seat, "nor is it left in what is cut down"
    trailer = {**json.loads(seat[-1]), "chance": json.loads(official[-1])["chance"]}
    assert broken([*seat[:-1], json.dumps(trailer, sort_keys=True).encode() + b"\n"]) == (None, "trailer")


def test_whatever_is_altered_of_chance_is_found(honest: list[bytes]) -> None:
    rng, found = Random(5), set()
    for _ in range(60):
        lines = redrawn(list(honest), rng)
        if lines is not None and lines != honest:
            found.add(broken(lines)[1].split()[0])
    assert found == {"seed", "draw", "trailer"}


# -- the verifier in JavaScript -----------------------------------------------------------------------------

NEVER, LOWEST = "f" * 16, "0" * 15
BAG = {"bread": 3, "salt": 1, "wine": 2}
KNOWN = (
    (
        "cbb4a015656ce69954ea6d33e39951dac8ffc7e02e1d86234b0d9674f2785ee7",
        {"bread": 3, "salt": 1, "wine": 2},
        "bread",
    ),
    (
        "41e6b492492281a4b42f0b905bf0a91a1c8f850225e0f4e16f0f0d2d1ce4b26b",
        {"bread": 3, "salt": 1, "wine": 2},
        "wine",
    ),
    (NEVER * 3 + LOWEST + "a", {"a": 3, "b": 4}, "b"),
    (NEVER[:-1] + "e" + f"{LOWEST}1" * 3, {"middle": 5, "first": 1, "last": 1}, "last"),
    (NEVER[:-1] + "d" + NEVER * 3, {"middle": 5, "first": 1, "last": 1}, "middle"),
    (NEVER * 4, {"a": 3, "b": 4}, "a"),
    (NEVER * 4, {"a": 3, "b": 1}, "b"),
)
"""They stand in docs/decisions/0005-chance.md."""


def test_what_comes_out_of_a_key_is_the_same_in_javascript() -> None:
    given = json.dumps([(key, list(contents.items())) for key, contents, _ in KNOWN])
    script = f"""
      import {{ outcome }} from {json.dumps(SECOND.as_uri())};
      const bytes = (key) => Uint8Array.from(key.match(/../g), (two) => parseInt(two, 16));
      console.log(JSON.stringify({given}.map(([key, from]) => outcome(bytes(key), new Map(from)))));
    """
    done = subprocess.run([NODE, "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [out for *_, out in KNOWN]
    assert [outcome(bytes.fromhex(key), contents) for key, contents, _ in KNOWN] == [out for *_, out in KNOWN]
