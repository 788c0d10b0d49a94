"""Format 1 stays readable: two stored matches, read without this project's code and with today's.

The rows in `tests/vectors/format-1` were stored when the format was fixed. If a test here fails, a change has
touched what is stored, and old matches would be read wrongly or not verify: mend the change, not the rows.
"""

import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import pytest

from domain.application.matches import Matches
from domain.application.upkeep.marking import mark_all, mark_beside
from domain.application.upkeep.migration import migrate
from domain.evidence.draws import Draws, is_chance
from domain.kit.table.commands import Open
from domain.kit.visibility import OFFICIAL, PUBLIC, redact, seat_viewer
from domain.kit.written.records import Decision, Written, written
from domain.match.line import changes_until, fold_line
from domain.match.match import event
from projections.evidence.draws import has_seed, opened_chance
from tests.vectors.make_format_1 import folded
from tests.vectors.reader import findings

FOLDER = Path(__file__).parent / "vectors" / "format-1"
MATCHES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}
OPENING = {"format", "hash", "canonical", "match", "ruleset", "mode", "options", "board", "board_digest"}
OPENING |= {"seats", "chance", "public", "played_on", "labels"}
ROOTS = {
    "hosted": "1a4b4eadc0c774d58481be7b7cbdcccd6a00511afbf39c2eca757b56200c0373",
    "recorded": "5ca8290e405cfc4301ad0bb458cf392cf08b458f9f884ef87ab6be94ef203b36",
}


@pytest.fixture(params=sorted(MATCHES))
def name(request):
    return request.param


@pytest.fixture
def stored(name):
    return MATCHES[name]


@pytest.fixture
def matches(stored, tmp_path):
    """Today's application on a fresh database with the stored rows."""
    env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(tmp_path / "kerbholz.db")}
    migrate(env)
    match_id = UUID(stored["match"]).hex
    seed = stored["chance_seed"]
    secrets = (match_id, bytes.fromhex(stored["match_key"]), bytes.fromhex(seed) if seed else None)
    events = "INSERT INTO kerbholz_events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
    rows = [(events, (match_id, row["version"], row["topic"], row["state"].encode())) for row in stored["events"]]
    rows += [
        (
            "INSERT INTO kerbholz_texts VALUES (?, ?, ?, ?, ?)",
            (match_id, text["version"], text["pointer"], text["salt"], text["value"]),
        )
        for text in stored["texts"]
    ]
    with Matches(env) as application:
        application.database.execute([("INSERT INTO kerbholz_secrets VALUES (?, ?, ?)", secrets), *rows])
        with application.database.transaction() as run:
            # As migrations do it for whatever was stored before there were marks.
            mark_all(application, run)
            mark_beside(application, run)
        yield application


def events_of(matches, stored):
    return list(matches.events.get(UUID(stored["match"])))


def record_of(row):
    return json.loads(json.loads(row["state"])["open"])


# -- without this project's code ----------------------------------------------------------------------------


def test_the_stored_rows_verify(stored):
    assert list(findings(stored)) == []


def test_the_roots_are_those_of_the_day_the_format_was_fixed(name, stored):
    assert json.loads(stored["events"][-1]["state"])["root"] == ROOTS[name]


def test_the_reader_imports_nothing_of_this_project():
    code = (
        "import sys; from tests.vectors import reader;"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'domain', 'projections', 'service'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=FOLDER.parents[2], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


def test_the_examples_hold_what_they_are_to_show():
    hosted, recorded = ([record_of(row) for row in MATCHES[name]["events"]] for name in ("hosted", "recorded"))
    for records in (hosted, recorded):
        facts = [fact["type"] for record in records for fact in record["facts"]]
        assert facts.count("MatchEnded") == facts.count("LineChanged") == 1
    assert hosted[0]["options"]["penitence"] is True
    assert hosted[0]["options"]["history"] == "fading"
    assert "PlaceTold" in [fact["type"] for record in recorded for fact in record["facts"]]
    assert [record["version"] for record in recorded if "occurred_at" in record] == [1, 3]
    texts = {(text["version"], text["pointer"]) for text in MATCHES["hosted"]["texts"]}
    sealed = {
        (row["version"], path)
        for row in MATCHES["hosted"]["events"]
        for path, entry in json.loads(row["state"])["sealed"].items()
        if entry.get("text")
    }
    assert len(sealed - texts) == 1  # a note that was erased


def flipped(stored, version, position, bit):
    """The match with one bit of one byte of what was stored as `open` flipped."""
    rows = [dict(row) for row in stored["events"]]
    state = json.loads(rows[version]["state"])
    data = bytearray(state["open"].encode())
    data[position] ^= 1 << bit
    state["open"] = data.decode("utf-8", "surrogateescape")
    rows[version]["state"] = json.dumps(state)
    return {**stored, "events": rows}


def test_any_flipped_bit_is_found_at_its_version(stored):
    choose = random.Random(1)
    for _ in range(80):
        version = choose.randrange(len(stored["events"]))
        length = len(json.loads(stored["events"][version]["state"])["open"].encode())
        forged = flipped(stored, version, choose.randrange(length), choose.randrange(8))
        assert next(findings(forged)) == (version, "leaf")


def test_a_forged_leaf_with_its_own_hash_is_found_in_the_root(stored):
    for version in (0, 7, len(stored["events"]) - 1):
        forged = flipped(stored, version, 20, 0)
        state = json.loads(forged["events"][version]["state"])
        state["leaf"] = hashlib.sha256(b"\x00" + state["open"].encode()).hexdigest()
        forged["events"][version]["state"] = json.dumps(state)
        assert next(findings(forged)) == (version, "root")


@pytest.mark.scenario(60)
def test_options_stand_in_the_first_leaf_and_no_others_pass_for_them(stored):
    opening = record_of(stored["events"][0])
    for name, value in opening["options"].items():
        state = json.loads(stored["events"][0]["state"])
        other = json.dumps({**opening["options"], name: not value}, separators=(",", ":"), sort_keys=True)
        was = json.dumps(opening["options"], separators=(",", ":"), sort_keys=True)
        assert was in state["open"]
        state["open"] = state["open"].replace(was, other)
        rows = [{**stored["events"][0], "state": json.dumps(state)}, *stored["events"][1:]]
        assert next(findings({**stored, "events": rows})) == (0, "leaf")


@pytest.mark.parametrize(
    ("part", "other", "found"),
    [
        ("match_key", "00" * 32, (0, "blind")),
        ("chance_seed", "00" * 32, (0, "commitment")),
    ],
)
def test_other_secrets_do_not_fit(part, other, found):
    assert found in list(findings({**MATCHES["hosted"], part: other}))


def test_a_sealed_value_that_was_exchanged_is_found(stored):
    for version, row in enumerate(stored["events"]):
        state = json.loads(row["state"])
        for path, entry in state["sealed"].items():
            if "value" not in entry:
                continue
            exchanged = {**state, "sealed": {**state["sealed"], path: {**entry, "value": "another"}}}
            rows = [*stored["events"]]
            rows[version] = {**row, "state": json.dumps(exchanged)}
            assert (version, f"seal {path}") in list(findings({**stored, "events": rows}))


def test_draws_of_another_seed_are_found():
    """The commitment exchanged with the seed: then each draw tells."""
    hosted = MATCHES["hosted"]
    wrong = {version for version, what in findings({**hosted, "chance_seed": "00" * 32}) if what == "draw"}
    assert len(wrong) > 10
    assert all(record_of(hosted["events"][version])["actor"] == "chance" for version in wrong)


# -- with today's code --------------------------------------------------------------------------------------


@pytest.mark.scenario(56)
def test_todays_code_folds_the_rows_to_the_same_state(matches, stored):
    match = matches.load(UUID(stored["match"]))
    assert json.loads(json.dumps(folded(match))) == stored["folded"]
    last = json.loads(stored["events"][-1]["state"])
    assert (match.root, list(match.edge)) == (last["root"], last["edge"])
    assert match.over


def test_todays_code_says_what_was_drawn_from_what(matches, stored):
    """The rows do not hold it: they are gone through once more."""
    match, draws = matches.load(UUID(stored["match"])), Draws()
    if not has_seed(match):
        assert stored["chance_seed"] is None
        return
    chance = opened_chance(matches, match, match.version + 1)
    for new in matches.events.get(match.id):
        opened = {path: one["value"] for path, one in new.sealed.items() if "value" in one}
        draws.note(new.originator_version, new.record, opened)
    assert is_chance(chance)
    assert draws.check(chance) == len(chance["draws"]) > 20
    decisions = {one.originator_version for one in matches.events.get(match.id) if one.record["actor"] == "chance"}
    assert {one["decision"] for one in chance["draws"]} == decisions


@pytest.mark.scenario(56)
def test_todays_code_folds_what_each_viewer_was_told_to_the_mask(matches, stored):
    match_id = UUID(stored["match"])
    match = matches.load(match_id)
    decisions = matches.decisions(match_id)
    full = [redact(decision, OFFICIAL) for decision in decisions]
    for at in range(0, len(full), 5):
        changes = changes_until(full, at)
        whole = fold_line(match.ruleset, match.rules, full, OFFICIAL, at, changes)
        for viewer in (PUBLIC, *map(seat_viewer, range(3))):
            told = [redact(decision, viewer) for decision in decisions]
            view = fold_line(match.ruleset, match.rules, told, viewer, at, changes)
            assert view == whole.masked(viewer)


@pytest.mark.scenario(57)
def test_todays_code_writes_the_same_bytes(matches, stored):
    """Facts and command, read back and written anew with the same key and salts."""
    match_id = UUID(stored["match"])
    match = matches.load(match_id)
    texts = {(text["version"], text["pointer"]): text for text in stored["texts"]}
    edge = ()
    for old, decision in zip(events_of(matches, stored), matches.decisions(match_id), strict=True):
        version = old.originator_version
        erased = [path for path, entry in old.sealed.items() if entry.get("text") and (version, path) not in texts]
        if not erased:
            again = write_again(match, decision, texts)
            assert again.open == old.open
            assert again.sealed == old.sealed
        new = event(match_id, version, Written(old.open, old.sealed, ()), edge)
        assert (new.open, new.sealed, new.leaf, new.root) == (old.open, old.sealed, old.leaf, old.root)
        assert new.edge == old.edge
        edge = new.edge


def write_again(match, decision, texts):
    told = redact(decision, OFFICIAL)
    command_type = match.ruleset.command_types.get(told["command"]["type"], Open)
    salts = (texts[decision.version, path]["salt"] for path, entry in decision.sealed.items() if entry.get("text"))
    return written(
        Decision(
            told["version"],
            told["actor"],
            told["recorded_by"],
            told["at"],
            command_type.from_json(told["command"]),
            tuple(match.ruleset.fact_from_json(fact) for fact in told["facts"]),
            told["automatic"],
            told.get("occurred_at"),
        ),
        match.secrets.match_key,
        lambda: next(salts),
        {name: value for name, value in decision.record.items() if name in OPENING},
        {path: texts[0, path]["value"] for path in decision.sealed} if decision.version == 0 else None,
    )


@pytest.mark.scenario(57)
def test_todays_store_writes_the_same_rows(matches, stored):
    for old, row in zip(events_of(matches, stored), stored["events"], strict=True):
        new = matches.marks.opened(matches.mapper.to_stored_event(old))
        assert (new.topic, bytes(new.state).decode()) == (row["topic"], row["state"])
