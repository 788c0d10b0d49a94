"""What is recorded is decided again: the same comes of it, and what was altered is found, with its decision."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner, Result

from domain.application.matches import Matches
from domain.application.upkeep.replaying import Differs, NotInstalled, Recorded, decided_again, recorded_in
from domain.evidence.archive import verify
from domain.kit.written.evidence import canonical, grow, leaf_hash, root_of, salt_of
from domain.kit.written.records import Written
from domain.match.match import event
from domain.store.beside.side import head_row
from projections.upkeep.replaying import replayed
from service.cli import main
from service.config import Settings
from tests.evidence.archives import archive_of, closed, played, redacted_for
from tests.laws.quarrels import application
from tests.service.playing import CheckedClient
from tests.vectors.make_archives import CASES, FOLDER, archive, quarrelled

FILES = {f"{path.parent.name}-{path.stem}": path for path in sorted(FOLDER.glob("*/*.kerbholz"))}
SINS = FILES["0.1.0-seven-sins-hosted"]
FORMAT_1 = FOLDER.parent / "format-1"


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def decisions_in(lines: list[bytes]) -> list[Recorded]:
    return [recorded_in(json.loads(line)) for line in lines[1:-1]]


# -- what is the same ---------------------------------------------------------------------------------------


@pytest.mark.scenario(109)
@pytest.mark.parametrize("name", FILES)
def test_the_archives_of_all_releases_are_decided_again_the_same(name: str) -> None:
    """If this fails, the rules have changed without a new version: mend that, not the archives."""
    lines = lines_of(FILES[name])
    told: list[int] = []
    verify(lines)
    decided_again(decisions_in(lines), told.append)
    assert told == list(range(len(lines) - 2))
    chance = json.loads(lines[-1]).get("chance")
    if chance is not None:
        draws = [{name: draw[name] for name in draw if name != "at"} for draw in chance["draws"]]
        assert decided_again(decisions_in(lines), seed=bytes.fromhex(chance["seed"])) == draws


def test_there_are_archives_of_every_game_and_mode() -> None:
    assert {f"0.1.0-{name}" for name in CASES} <= set(FILES)


@pytest.mark.soak
@pytest.mark.parametrize("name", CASES)
def test_whatever_was_quarrelled_about_is_decided_again_the_same(name: str) -> None:
    for number in range(2, 40):
        with application() as matches:
            lines = list(archive(matches, quarrelled(matches, name, number)))
        decided_again(decisions_in(b"".join(lines).splitlines()))


def test_texts_that_are_not_there_any_more_change_nothing(signing: CheckedClient) -> None:
    table = played(signing, options={"history": "kept"})
    signing.application.extensions["kerbholz"].matches().erase(UUID(table.id), 0, "/seats/0/name")
    lines = archive_of(signing, table, "arbiter")
    decided_again(decisions_in(lines))
    decided_again(decisions_in(redacted_for(lines, "official", texts=False)))
    replayed(signing.application.extensions["kerbholz"].matches(), UUID(table.id))


DIFFERENT = {
    "hosted": (65, "at /facts"),
    "recorded": (61, "at /facts/1/outcome/reason"),
}
"""The matches of before the first release, by rules that changed under the same version: reserves had not been
opened in a decision of their own, and the end had no reason and was not to be confirmed."""


@pytest.mark.parametrize("name", DIFFERENT)
def test_the_matches_from_before_the_first_release_differ_at_their_end_alone(name: str) -> None:
    stored = json.loads((FORMAT_1 / f"{name}.json").read_text(encoding="utf-8"))
    version, where = DIFFERENT[name]
    with pytest.raises(Differs, match=where) as differs:
        decided_again(stored_decisions(stored))
    assert differs.value.version == version


def stored_decisions(stored: Any) -> Iterator[Recorded]:
    key = bytes.fromhex(stored["match_key"])
    for row in stored["events"]:
        version, state = row["version"], json.loads(row["state"])
        values = {
            at: (entry["value"], salt_of(key, version, at))
            for at, entry in state["sealed"].items()
            if "value" in entry
        }
        texts = (text for text in stored["texts"] if text["version"] == version)
        values |= {text["pointer"]: (text["value"], text["salt"]) for text in texts}
        audiences = {
            at: {name: entry[name] for name in ("for", "once", "text") if name in entry}
            for at, entry in state["sealed"].items()
        }
        yield Recorded(version, state["open"], audiences, values)


# -- what is not --------------------------------------------------------------------------------------------


def changed(line: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> None:
    record = json.loads(line["open"])
    change(record)
    line["open"] = canonical(record)


def _first(lines: list[dict[str, Any]], wanted: Callable[[dict[str, Any], dict[str, Any]], bool]) -> int:
    return next(n for n, line in enumerate(lines) if n and wanted(line, json.loads(line["open"])))


def without_a_fact(lines: list[dict[str, Any]], _: Random) -> int:
    place = _first(lines, lambda _, record: len(record["facts"]) > 1)
    changed(lines[place], lambda record: record["facts"].pop())
    return place


def by_itself(lines: list[dict[str, Any]], _: Random) -> int:
    place = _first(lines, lambda _, record: record["recorded_by"] != "service")
    changed(lines[place], lambda record: record.update(automatic=True, recorded_by="service"))
    return place


def earlier(lines: list[dict[str, Any]], _: Random) -> int:
    changed(lines[5], lambda record: record.update(at="2001-01-01T00:00:00.000Z"))
    return 5


def by_another(lines: list[dict[str, Any]], _: Random) -> int:
    place = _first(lines, lambda _, record: record["recorded_by"] == {"seat": 0})
    changed(lines[place], lambda record: record.update(recorded_by={"seat": 1}, actor={"seat": 1}))
    return place


def for_others(lines: list[dict[str, Any]], rng: Random) -> int:
    place = _first(lines, lambda line, _: any(not entry.get("text") for entry in line["sealed"].values()))
    at = next(at for at, entry in lines[place]["sealed"].items() if not entry.get("text"))
    lines[place]["sealed"][at]["for"] = "everyone"
    return place


def held_back(lines: list[dict[str, Any]], _: Random) -> int:
    place = _first(lines, lambda line, _: any(not entry.get("text") for entry in line["opened"].values()))
    at = next(at for at, entry in lines[place]["opened"].items() if not entry.get("text"))
    del lines[place]["opened"][at]
    return place


def left_out(lines: list[dict[str, Any]], _: Random) -> int:
    place = _first(lines, lambda _, record: record["actor"] == "chance")
    del lines[place]
    for version, line in enumerate(lines):
        changed(line, lambda record, version=version: record.update(version=version))  # type: ignore[misc]
    return place


def of_another_game(lines: list[dict[str, Any]], _: Random) -> int:
    changed(lines[0], lambda record: record["facts"].append({"type": "MatchEnded", "outcome": {}}))
    return 0


def nonsense(lines: list[dict[str, Any]], _: Random) -> int:
    place = _first(lines, lambda _, record: record["recorded_by"] == {"seat": 0})
    changed(lines[place], lambda record: record.update(command=7))
    return place


def too_much(lines: list[dict[str, Any]], _: Random) -> int:
    """Who counted that out would need all of the memory."""
    place = _first(lines, lambda _, record: record["recorded_by"] == {"seat": 0})
    changed(lines[place], lambda record: record["command"].update(cards={"unknown": 2**40}))
    return place


WAYS = (
    too_much,
    without_a_fact,
    by_itself,
    earlier,
    by_another,
    for_others,
    held_back,
    left_out,
    of_another_game,
    nonsense,
)


@pytest.mark.parametrize("way", WAYS)
def test_what_was_altered_is_found_with_its_decision(way: Callable[[list[dict[str, Any]], Random], int]) -> None:
    lines = [json.loads(line) for line in lines_of(SINS)[1:-1]]
    place = way(lines, Random(1))
    told: list[int] = []
    with pytest.raises(Differs) as differs:
        decided_again(map(recorded_in, lines), told.append)
    assert differs.value.version == place
    assert told == list(range(place)), "what comes before it is quiet"


def test_a_ruleset_that_is_not_installed_is_said() -> None:
    lines = [json.loads(line) for line in lines_of(SINS)[1:3]]
    changed(lines[0], lambda record: record["ruleset"].update(version="9"))
    with pytest.raises(NotInstalled, match=r"installed as 1\.0, and the match was played by 9"):
        decided_again(map(recorded_in, lines))


# -- the commands -------------------------------------------------------------------------------------------


def kerbholz_here(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


def rerooted(lines: list[bytes], alter: Callable[[list[dict[str, Any]]], object]) -> bytes:
    """An altered archive that agrees with itself: nobody has signed it."""
    header, *decisions, trailer = map(json.loads, lines)
    alter(decisions)
    edge: tuple[str, ...] = ()
    for version, line in enumerate(decisions):
        edge = grow(edge, version, leaf_hash(line["open"].encode()))
        line["root"] = root_of(edge)
    trailer.pop("checkpoint", None)
    trailer["keys"], header["service"] = [], None
    return b"".join(canonical(line).encode() + b"\n" for line in (header, *decisions, trailer))


def test_verify_decides_again_by_the_rules(sqlite_signing: CheckedClient, tmp_path: Path) -> None:
    table = closed(played(sqlite_signing, 6, options={"history": "kept"}))
    lines = archive_of(sqlite_signing, table, "arbiter")
    file = tmp_path / "file"
    file.write_bytes(b"".join(lines))
    done = kerbholz_here("verify", file, "--rules")
    assert done.exit_code == 0, done.output
    assert "decided again by seven-sins 1.0 (the files that it was exported with)" in done.stdout
    assert "who may have which value" not in done.stdout
    assert "who may have which value" in kerbholz_here("verify", file).stdout

    place = 0

    def alter(decisions: list[dict[str, Any]]) -> None:
        nonlocal place
        place = without_a_fact(decisions, Random(1))

    altered = rerooted(lines, alter)
    file.write_bytes(altered)
    broken = kerbholz_here("verify", file, "--rules")
    assert broken.exit_code == 1
    assert f"decision {place}: rules: by the rules it is another at /facts" in broken.output

    def less(trailer: Any) -> None:
        trailer["chance"]["draws"].pop()

    def other(trailer: Any) -> None:
        multiset = trailer["chance"]["draws"][-1]["from"]
        multiset.update(dict.fromkeys(multiset, 1000))

    trailer = json.loads(lines[-1])
    trailer["ruleset"]["digest"] = "ab" * 32
    file.write_bytes(b"".join([*lines[:-1], canonical(trailer).encode() + b"\n"]))
    assert "(other files than when it was exported)" in kerbholz_here("verify", file, "--rules").stdout

    for change, said in ((less, "which is not in the last line"), (other, "draw")):
        trailer = json.loads(lines[-1])
        change(trailer)
        file.write_bytes(b"".join([*lines[:-1], canonical(trailer).encode() + b"\n"]))
        done = kerbholz_here("verify", file, "--rules")
        assert done.exit_code == 1
        assert said in done.output
    file.write_bytes(b"".join(archive_of(sqlite_signing, table, None)))
    assert kerbholz_here("verify", file, "--rules").exit_code == 2


def rewritten(matches: Matches, match_id: UUID) -> None:
    """Decision 1 altered by somebody who has the service key, and makes all evidence anew."""
    edge: Sequence[str] = ()
    for old in matches._events(match_id):
        line = {"open": old.open}
        if old.originator_version == 1:
            changed(line, lambda record: record.update(automatic=not record["automatic"]))
        new = event(match_id, old.originator_version, Written(line["open"], old.sealed, ()), edge)
        edge = new.edge
        where = "originator_id = ? AND originator_version = ?"
        values = (matches.mapper.to_stored_event(new).state, match_id.hex, new.originator_version)
        matches.database.execute([(f"UPDATE kerbholz_events SET state = ? WHERE {where}", values)])
    _, (_, *head) = head_row(matches.marks, new)
    moved = "UPDATE kerbholz_heads SET size = ?, root = ?, mark = ? WHERE match_id = ?"
    matches.database.execute([(moved, (*head, match_id.hex))])


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record.update(facts=7),
        lambda record: record["facts"].append({"type": "LineChanged", "changes": [7]}),
        lambda record: record.pop("actor"),
        lambda record: record["facts"].append({"type": "MatchEnded"}),
    ],
    ids=["no facts", "no change", "no actor", "no outcome"],
)
def test_what_is_no_match_is_neither_cut_down_nor_decided(
    change: Callable[[dict[str, Any]], object], tmp_path: Path
) -> None:
    """An archive that agrees with itself may be written by anybody."""
    file = tmp_path / "file"

    def alter(lines: list[dict[str, Any]]) -> None:
        changed(next(line for line in lines if not line["sealed"]), change)

    file.write_bytes(rerooted(lines_of(FILES["0.1.0-mea-culpa-hosted"]), alter))
    assert kerbholz_here("verify", file).exit_code == 0
    for done in (
        kerbholz_here("redact", file, "--as", "public", "--output", tmp_path / "none"),
        kerbholz_here("verify", file, "--rules"),
    ):
        assert isinstance(done.exception, SystemExit)
        assert done.exit_code == 1, done.output
    assert not (tmp_path / "none").exists()


def test_replay_check_names_the_match_and_the_decision(
    sqlite_signing: CheckedClient, migrated_sqlite_url: str
) -> None:
    one, other = (played(sqlite_signing, 4) for _ in "ab")
    database = ("--database", migrated_sqlite_url, "--jobs", 1)
    done = kerbholz_here("replay-check", *database)
    number = one.version + other.version + 2
    assert (done.exit_code, done.stdout) == (0, f"2 matches, {number} decisions decided again the same\n")
    with Matches(Settings(database=migrated_sqlite_url).environment) as matches:
        rewritten(matches, UUID(other.id))
    done = kerbholz_here("replay-check", *database)
    assert done.exit_code == 1
    assert f"match {other.id}: decision 1: by the rules" in done.stdout
    assert one.id not in done.stdout
    assert kerbholz_here("replay-check", one.id, *database).exit_code == 0
    assert kerbholz_here("replay-check", UUID(int=7), *database).exit_code == 1


@pytest.mark.long
def test_replay_check_works_in_several_processes(sqlite_signing: CheckedClient, migrated_sqlite_url: str) -> None:
    for _ in "ab":
        played(sqlite_signing, 2)
    done = kerbholz_here("replay-check", "--all", "--jobs", 2, "--database", migrated_sqlite_url)
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("2 matches, ")
