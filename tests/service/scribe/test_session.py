"""What a line does: previews, saving, undoing, notes; a service that is away; two scribes on one match."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from service.cli.scribe.bodies import NothingKnown
from service.cli.scribe.outbox import OutboxError
from service.cli.scribe.session import Session
from tests.service.playing import (
    MEA_CULPA,
    RULESET,
    THURN_AND_TAXIS,
    CheckedClient,
    Table,
    open_match,
    recorded_match,
    scribe_step,
)
from tests.service.scribe.writing import SOMETIME, Scribe, enter, entered, line, played

TAKE = {"type": "take", "sin": "greed", "to": "reserve", "seat": 0}
REFILL = {"type": "refill", "cards": ["pride"]}
WRONG = {"type": "take", "sin": "wrath", "to": "reserve", "seat": 0}


@pytest.fixture
def table(sqlite_client: CheckedClient) -> Table:
    """A recorded match in which seat 0 is to take."""
    return recorded_match(sqlite_client)


@pytest.fixture
def ada(table: Table, tmp_path: Path) -> Scribe:
    return Scribe(table, tmp_path)


@pytest.fixture
def ben(table: Table, tmp_path: Path) -> Scribe:
    return Scribe(table, tmp_path, "Ben", "laptop")


@pytest.fixture
def session(ada: Scribe) -> Iterator[Session]:
    """Ada at work."""
    with ada.at_work() as session:
        yield session


def text(lines: list[str]) -> str:
    return "\n".join(lines)


# -- one scribe ----------------------------------------------------------------------------------------------


def test_it_shows_the_board_who_is_next_and_what_is_likely(session):
    said = text(session.opening_lines())
    assert "Ada (red): turns 1 | reserve 1 (pride)" in said
    assert "centre 5 (envy, greed, lust, pride 2)" in said
    assert "next: Ada" in said
    assert "take <sin> (to) <to> [leave stone] – sin envy|greed|lust|pride, to reserve|abyss" in said


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [RULESET, MEA_CULPA, THURN_AND_TAXIS])
def test_it_shows_every_game_as_it_goes_on(sqlite_client, tmp_path, ruleset):
    table = open_match(sqlite_client, mode="recorded", ruleset=ruleset)
    commands = played(sqlite_client, 10, ruleset=ruleset)
    with Scribe(table, tmp_path).at_work() as session:
        for command in commands:
            shown = session.say(line(command))
            assert session.prompt == "save? ", shown
            assert session.say("")[0].startswith("saved as")
            assert len(session.say("board")) >= 3
        assert entered(table) == commands


def test_a_line_is_shown_before_it_is_saved(table, session):
    said = text(session.say(line(TAKE)))
    assert "SinTaken Ada (red) number 1 sin greed to reserve; next: chance" in said
    assert table.version == 2
    assert session.prompt == "save? "
    assert "saved as 3" in text(session.say(""))
    assert table.log()[-1]["command"] == {"type": "take", "sin": "greed", "to": "reserve"}


def test_what_was_shown_is_left_by_no(table, ada, session):
    session.say(line(TAKE))
    assert session.say("no") == ["nothing was saved"]
    assert session.say("") == []
    assert ada.wire.posted == []


def test_a_line_that_is_typed_before_the_shown_one_is_saved_comes_afterwards(table, ada, session):
    session.say("take greed reserve")
    (said,) = session.say("take pride reserve")
    assert "“take greed reserve” is not saved yet" in said
    assert session.prompt == "save? (1 more) "
    said = text(session.say("no"))
    assert "red: take pride to reserve" in said
    assert session.prompt == "save? "
    session.say("")
    assert [body["sin"] for _, body in ada.wire.posted] == ["pride"]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\n\n \n"])
def test_of_a_paste_no_line_is_lost_and_each_is_shown_before_it_is_saved(table, ada, session, ends):
    pasted = ends.join(["take greed reserve", "note tea", "refill pride", "take lust abyss"])
    assert "red: take greed to reserve" in text(session.say(pasted))
    assert (ada.wire.posted, session.prompt) == ([], "save? (3 more) ")
    assert "refill" in text(session.say(""))
    assert session.prompt == "save? (1 more) "
    session.say("yes")
    session.say("")
    assert [one["command"]["type"] for one in table.log()[3:]] == ["take", "table.note", "refill", "take"]
    assert session.prompt != "save? "


def test_what_enters_something_waits_while_a_line_is_shown_and_what_shows_does_not(table, ada, session):
    for word in ("note tea", "assert /turn 0", "undo", "irregular so it was"):
        session.say("take greed reserve")
        assert "is not saved yet" in text(session.say(word))
        for shows in ("board", "next", "log", "queue", "help"):
            assert "is not saved yet" not in text(session.say(shows))
        assert session.prompt == "save? (1 more) "
        assert session.say("no all") == ["nothing was saved"]
        assert session.prompt != "save? "
    assert ada.wire.posted == []


def test_behind_a_line_that_is_refused_the_paste_waits(table, ada, session):
    said = text(session.say("take judgement reserve\nnote tea\nnote coffee"))
    assert "2 lines were typed behind it" in said
    assert "[2 typed ahead]" in session.prompt
    assert ada.wire.posted == []
    session.say("")
    notes = [one["command"].get("text") for one in table.log()[3:]]
    assert notes == ["tea", "coffee"]


def test_it_refuses_what_the_rules_refuse_with_the_rule_in_words(table, ada, session):
    said = text(session.say(line(WRONG)))
    assert said.startswith("refused: ")
    assert "SS-T2: " in said
    assert session.prompt != "save? "
    assert (session.say(""), ada.wire.posted, table.version) == ([], [], 2)


@pytest.mark.parametrize(
    ("written", "column", "said"),
    [
        ("red: take greed to bed", 20, "abyss"),
        ("take greed to bed", 15, "abyss"),
        ("greed to bed", 1, "take <sin> (to) <to>"),
        ("tkae greed to reserve", 1, "take <sin> (to) <to>"),
        ("red: tkae greed", 6, "take <sin> (to) <to>"),
        ("red: take g", 11, "gluttony"),
        ("# nothing", 1, "one line that says something"),
    ],
)
def test_it_says_where_a_line_cannot_be_read_and_what_was_expected(table, session, written, column, said):
    shown, answer = session.say(written)
    assert (shown, answer.index("^")) == (f"  {written}", column + 1)
    if said != "gluttony":  # which is no sin of this match
        assert said in answer
    assert table.version == 2


def test_it_says_of_json_that_it_is_none(session):
    assert "no JSON" in text(session.say('{"type": "take", "sin"}'))
    for written in ('{"sin": "pride"}', '{"type": 3}', '{"type": "take", "sin": NaN}', '{"a": ' * 100_000):
        said = session.say(written)
        assert len(said) == (1 if "column" in said[0] else 2), written


@pytest.mark.parametrize(
    "written",
    ["red: take greed to reserve", "Ada nimm Geiz Vorrat", "take gree res", "0: TAKE GREED RESERVE", line(TAKE)],
)
def test_however_it_is_written_it_is_shown_and_saved_in_one_way(table, session, written):
    assert "  red: take greed to reserve" in session.say(written)
    assert session.say("")[0] == "saved as 3: red: take greed to reserve"
    assert entered(table)[2:] == [TAKE]


def test_chance_and_the_scribe_need_not_be_named_either(table, session):
    enter(session, "take greed reserve")
    enter(session, "refill pride")
    enter(session, 'note about 3 "a glass fell"')
    assert [one["actor"] for one in table.log()[3:]] == [{"seat": 0}, "chance", "scribe"]


def test_it_completes_words_of_the_game_and_its_own(session):
    assert ("undo", 2) in session.complete("un")
    assert ("take", 2) in session.complete("red: ta")
    assert ("take", 2) in session.complete("ta")
    assert session.complete("take gr") == [("greed", 2)]
    assert {word for word, _ in session.complete("take greed ")} == {"abyss", "reserve", "to"}
    assert session.complete("red: take 7 ") == []


def test_the_name_of_the_scribe_stands_with_what_he_entered_for_officials_alone(table, session):
    enter(session, TAKE)
    assert [table.log(who)[-1]["entered_by"] for who in ("scribe", "arbiter")] == ["Ada", "Ada"]
    for who in (None, "spectator", "host", 0, 1):
        assert set(table.log(who)[-1]["entered_by"]) == {"hidden", "seal"}


def test_undo_takes_the_last_line_back_and_then_the_one_before(table, session):
    enter(session, TAKE)
    enter(session, "note a glass fell")
    assert "decision 3 is struck" in text(session.say("undo"))
    assert table.version == 4
    session.say("")
    assert table.awaiting == [{"seat": 0}]
    assert session.say("undo") == ["nothing was entered here that could be undone"]
    enter(session, {**TAKE, "sin": "pride"})
    enter(session, "undo")
    assert [one["version"] for one in table.log("scribe", line=table.version) if "struck" in one] == [3, 6]


def test_undo_passes_over_what_was_said_of_unseen_things(sqlite_client, tmp_path):
    unseen = Scribe(recorded_match(sqlite_client, cards={"unknown": 2}), tmp_path)
    with unseen.at_work() as session:
        enter(session, TAKE)
        enter(session, {"type": "table.identify", "place": "reserve:1", "things": ["lust"]})
        assert unseen.table.version == 4
        assert "decision 3 is struck" in text(session.say("undo"))


def test_undo_of_what_waits_leaves_it_out(table, ada, session):
    ada.wire.cut = True
    session.say(line(TAKE))
    assert session.say("undo") == [f"1 is left out: {line(TAKE)}"]
    ada.wire.cut = False
    session.hear()
    assert (ada.wire.posted, table.version) == ([], 2)


def test_a_note_is_saved_at_once(table, session):
    assert "saved as 3" in text(session.say("note a glass fell"))
    assert table.log()[-1]["facts"] == [{"type": "NoteMade"}]
    assert table.log()[-1]["command"]["text"] == "a glass fell"


def test_an_assertion_says_whether_it_holds_and_where_it_went_wrong(table, session):
    assert "this holds" in text(session.say("assert /stones 4"))
    enter(session, TAKE)
    said = text(session.say("assert /seats/0/reserve/count 7"))
    assert "THIS DOES NOT HOLD in the record; it changed at 1, 4" in said
    assert "refused" in text(session.say("assert /nowhere 4"))
    assert [one["command"]["type"] for one in table.log()[3:]] == ["table.assert", "take", "table.assert"]


def test_what_breaks_a_rule_is_entered_as_irregular(table, session):
    assert session.say("Bo: take greed reserve")[0].startswith("refused: ")
    session.say("irregular he was quick")
    assert session.prompt == "save? "
    session.say("")
    assert table.log()[-1]["facts"][0]["type"] == "Irregular"
    assert table.log()[-1]["actor"] == {"seat": 1}


def test_a_held_line_is_entered_as_irregular(table, ada, session):
    ada.wire.cut = True
    session.say("Bo: take greed reserve")
    ada.wire.cut = False
    assert "1 is held" in text(session.hear())
    assert "saved as 3" in text(session.say("irregular he was quick"))
    assert table.log()[-1]["facts"][0]["note"] == "he was quick"


def test_what_cannot_be_is_warned_about(sqlite_client, tmp_path):
    table = open_match(sqlite_client, 2, ruleset=MEA_CULPA, mode="recorded", options={"row": [0, 1]})
    with Scribe(table, tmp_path).at_work() as session:
        for written in (
            "red: bonus taler in I",
            "blue: bonus jewel in ?",
            "bag: draw 2 bread, wine, cloth, jewel, 2 indulgence",
            "bag: cards TAKE_3, 2 NEW_CREW, STEAL_3",
            "red: bid 1 1000",
        ):
            assert "saved as" in text(enter(session, written)), written
        said = text(enter(session, "bid 2 0"))
    assert "  ! " in said
    assert len(table.get("arbiter", "audit")["findings"]) == 1


def test_undo_amends_also_behind_chance(table, session):
    enter(session, TAKE)
    enter(session, REFILL)
    enter(session, "undo 3")
    assert [one["version"] for one in table.log("scribe", line=table.version) if "struck" in one] == [3, 4]
    assert table.awaiting == [{"seat": 0}]


def test_words_say_what_they_do_and_what_they_want(session):
    assert "note TEXT" in text(session.say("help note"))
    assert "SS-T2" in text(session.say("help SS-T2"))
    assert "leave_stone" in text(session.say("help take"))
    for word in ("note", "assert", "irregular", "undo soon", "edit", "keep", "drop", "drop 9", "yes"):
        assert len(session.say(word)) == 1, word


@pytest.mark.scenario(81)
@pytest.mark.parametrize("words", [[], ["board", "next", "log", "queue", "help", "reload", line(TAKE), "no"]])
def test_opening_and_leaving_changes_nothing(table, ada, words):
    before = table.trace()
    with ada.at_work() as session:
        for word in words:
            session.say(word)
    assert table.trace() == before
    assert ada.wire.posted == []


def test_only_the_scribe_of_a_recorded_match_gets_in(sqlite_client, tmp_path):
    hosted = open_match(sqlite_client)
    with pytest.raises(NothingKnown, match="recorded"), Scribe(hosted, tmp_path).at_work():
        pass
    recorded = open_match(sqlite_client, mode="recorded")
    swapped = {**recorded.opened, "tokens": {**recorded.opened["tokens"], "scribe": recorded.token(0)}}
    with pytest.raises(NothingKnown, match="token"), Scribe(Table(sqlite_client, swapped), tmp_path).at_work():
        pass


# -- a service that is away ----------------------------------------------------------------------------------


def test_what_cannot_be_sent_waits_and_is_sent_in_order_when_the_service_is_back(sqlite_client, tmp_path):
    table, commands = open_match(sqlite_client, mode="recorded"), played(sqlite_client, 12)
    ada = Scribe(table, tmp_path)
    with ada.at_work() as session:
        ada.wire.cut = True
        said = session.say(line(commands[0]))
        assert said == [
            "the service cannot be reached: what is entered now waits in the outbox",
            "1 waits in the outbox",
        ]
        for command in commands[1:]:
            session.say(line(command))
        assert session.prompt.startswith("[12 waiting, offline]")
        ada.wire.cut = False
        session.hear()
        assert session.say("queue") == ["nothing waits: the service has everything"]
    assert entered(table) == commands
    assert {one["occurred_at"] for one in table.log() if "occurred_at" in one} == {"2026-11-20T20:15:00Z"}


def test_an_answer_that_is_lost_is_asked_for_again_with_the_same_key(table, ada, session):
    ada.wire.answers_to_lose = 1
    said = text(enter(session, TAKE))
    assert "waits in the outbox" in said
    assert table.version == 3
    session.hear()
    assert session.say("queue") == ["nothing waits: the service has everything"]
    assert table.version == 3
    assert len(ada.wire.posted) == 2
    assert len({key for key, _ in ada.wire.posted}) == 1


def test_what_may_have_been_stored_is_not_left_out(table, ada):
    with ada.at_work() as session:
        ada.wire.answers_to_lose = 1
        enter(session, TAKE)
        ada.wire.cut = True
        for word in ("undo", "drop 1"):
            assert "1 may have been recorded" in text(session.say(word))
    ada.wire.cut = False
    with ada.at_work() as session:  # the same after a crash
        assert "1 may have been recorded" in text(session.say("undo"))
        session.hear()
        assert "decision 3 is struck" in text(session.say("undo"))
    assert entered(table)[2:] == [TAKE]


def test_a_disk_that_is_full_leaves_the_line_to_be_saved(table, session, monkeypatch):
    session.say(line(TAKE))
    with monkeypatch.context() as patched:
        patched.setattr("os.write", refuse_to_write)
        with pytest.raises(OutboxError, match="No space"):
            session.say("")
    assert table.version == 2
    assert "saved as 3" in text(session.say(""))


def refuse_to_write(file: int, data: bytes) -> int:
    raise OSError(28, "No space left on device")


def test_it_starts_without_the_service_if_it_has_seen_the_match(table, ada):
    with ada.at_work():
        pass
    ada.wire.cut = True
    with ada.at_work() as session:
        said = text(session.opening_lines())
        assert "as it was last seen here" in said
        assert "next: Ada" in said
        session.say(line(TAKE))
        session.say("note no network in this cellar")
        assert "2 note no network" in text(session.say("queue"))
    ada.wire.cut = False
    with ada.at_work() as session:
        session.hear()
    assert [one["command"]["type"] for one in table.log()[3:]] == ["take", "table.note"]


def test_it_does_not_start_without_the_service_otherwise(ada):
    ada.wire.cut = True
    with pytest.raises(NothingKnown, match="not been opened here before"), ada.at_work():
        pass


@pytest.mark.scenario(89)
def test_of_thirty_lines_the_fourteenth_is_refused(sqlite_client, tmp_path):
    table, commands = open_match(sqlite_client, mode="recorded"), played(sqlite_client, 30)
    lines = [line(command) for command in commands]
    wrong = line({"type": "take", "sin": "wrath", "to": "nowhere", "seat": 0})
    ada = Scribe(table, tmp_path)
    with ada.at_work() as session:
        ada.wire.cut = True
        for written in [*lines[:13], wrong, *lines[14:]]:
            session.say(written)
        ada.wire.cut = False
        said = text(session.hear())
        assert f"14 is held: {wrong}; 16 more wait behind it" in said
        assert "to: Must be one of" in said
        assert entered(table) == commands[:13]
        assert session.prompt.startswith("[14 held, 16 waiting]")
    with ada.at_work() as session:  # nothing goes on until it is decided, however often it is opened
        session.hear()
        session.say("retry")
        assert entered(table) == commands[:13]
        assert "31 waits behind 14" in text(session.say("note and one more behind"))
        session.say(f"edit {lines[13]}")
        assert session.say("queue") == ["nothing waits: the service has everything"]
    assert entered(table) == commands
    assert table.log()[-1]["command"]["type"] == "table.note"


def test_a_held_line_can_be_left_out(table, ada, session):
    ada.wire.cut = True
    for command in (WRONG, TAKE, REFILL):
        session.say(line(command))
    ada.wire.cut = False
    assert "1 is held" in text(session.hear())
    session.say("drop")
    assert entered(table)[2:] == [TAKE, REFILL]


def test_moves_that_name_a_seat_of_their_own_are_shown(sqlite_client, tmp_path):
    table = open_match(sqlite_client, 3, mode="recorded")
    table.do("scribe", {"type": "choose-sins", "sins": ["pride", "greed", "lust", "envy", "wrath"]})
    with Scribe(table, tmp_path).at_work() as session:
        said = text(session.say("next"))
        assert "chance: first <seat>" in said
        assert all(colour in said.partition("seat ")[2] for colour in ("red", "blue", "green"))
        assert "saved as 2" in text(enter(session, "first blue"))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("help take", "take: "),
        ("help nimm", "take: "),
        ("help Stones", "place-stones: "),
        ("help place-stones", "is said: stones (on)"),
        ("help first", "choose-first: "),
        ("help first", "holds: seat"),
        ("help tell", "table.tell: "),
        ("help take back", "table.take-back: "),
        ("help zurücknehmen", "table.take-back: "),
        ("help ss-t2", "SS-T2: "),
        ("help UNDO", "undo: "),
        ("help xyzzy", "there is no word, command or rule “xyzzy”"),
    ],
)
def test_help_knows_words_as_well_as_ids(session, asked, said):
    assert said in text(session.say(asked))


def test_a_decision_out_of_turn_is_answered_with_what_can_stand_now(session):
    enter(session, "take greed reserve")
    said = text(session.say("take pride abyss"))
    assert "now it can be: refill <cards>" in said
    assert "expected a number" not in said
    # Begun like something that a scribe says, and not whole.
    assert "now it can be: refill <cards>" in text(session.say("take pride"))
    # Deeper in a line it is said what is missing there.
    assert "refill <cards>" not in text(session.say("reveal 1"))


def test_who_acts_need_not_be_said_behind_a_time_either(session):
    said = text(session.say("@2026-11-21T20:00:00+01:00 take greed reserve"))
    assert "red: take greed to reserve" in said
    session.say("no")
    assert "“gred”" in text(session.say("@2026-11-21T20:00:00Z take gred reserve"))


def test_hints_are_for_who_types(session):
    said = text(session.say("blue: take pride reserve"))
    assert "type: irregular NOTE" in said
    assert "{" not in said.splitlines()[0]


def test_what_becomes_of_decisions_is_said_in_sentences(session):
    enter(session, "take greed reserve")
    enter(session, "refill pride")
    said = text(session.say("amend replace 3 with red: take greed to abyss"))
    assert "is stands" not in said
    assert "decision 4 stands" in said
    assert "decision 3 counts with other facts" in said


@pytest.mark.parametrize(
    "pointer",
    ["/seats/1/reserve/things/prdie", "/seats/1/reserv/count", "/centre/thigns", "/seats/9/turns", "turn"],
)
def test_a_mistyped_pointer_is_refused_and_no_finding(table, ada, session, pointer):
    said = text(session.say(f"assert {pointer} 1"))
    assert "refused" in said or "assert /POINTER" in said
    assert ada.wire.posted == []
    assert table.version == 2


@pytest.mark.scenario(90)
def test_sending_everything_again_adds_nothing(sqlite_client, tmp_path):
    table, commands = open_match(sqlite_client, mode="recorded"), played(sqlite_client, 12)
    ada = Scribe(table, tmp_path)
    with ada.at_work() as session:
        ada.wire.cut = True
        for command in commands:
            session.say(line(command))
    full = (ada.folder / "outbox.jsonl").read_bytes()
    ada.wire.cut = False
    for time in range(3):
        (ada.folder / "outbox.jsonl").write_bytes(full)  # as from a copy that was made before all was sent
        with ada.at_work() as session:
            session.hear()
            session.deliver()
            assert session.say("queue") == ["nothing waits: the service has everything"]
        assert entered(table) == commands
        assert len(ada.wire.posted) == 12 * (time + 1)


@pytest.mark.scenario(88)
def test_a_clock_that_is_wrong_changes_neither_order_nor_time(table, ada):
    wrong = SOMETIME - timedelta(hours=27)
    with ada.at_work(wrong) as session:
        ada.wire.cut = True
        session.say(line(TAKE))
        ada.wire.cut = False
        session.hear()
        enter(session, REFILL)
    first, second = table.log()[-2:]
    assert first["occurred_at"] == "2026-11-19T17:15:00Z"
    assert first["at"] <= second["at"]
    assert datetime.fromisoformat(first["at"]) > datetime.now(UTC) - timedelta(minutes=5)


# -- two scribes ---------------------------------------------------------------------------------------------


@pytest.mark.scenario(82)
def test_two_scribes_see_what_the_other_enters_with_his_name(ada, ben):
    with ada.at_work() as one, ben.at_work() as other:
        enter(one, TAKE)
        assert "* 3 red: take greed to reserve [Ada]" in other.hear()
        assert any("3 red: take greed to reserve [Ada]" in said for said in other.say("log"))
        enter(other, REFILL)
        assert "* 4 pile: refill pride [Ben]" in one.hear()
        assert one.hear() == []  # once


@pytest.mark.scenario(82)
def test_what_both_enter_at_once_is_entered_once(table, ada, ben):
    with ada.at_work() as one, ben.at_work() as other:
        one.say(line(TAKE))
        other.say(line(TAKE))
        one.say("")
        said = text(other.say(""))
        assert "1 is held" in said
        assert "Ada entered before Ben: 3 red: take greed to reserve [Ada]" in said
        assert "what was entered is the same" in said
        other.say("drop")
        assert entered(table)[2:] == [TAKE]
        enter(other, REFILL)
        assert entered(table)[2:] == [TAKE, REFILL]


@pytest.mark.scenario(82)
def test_a_line_is_shown_on_the_board_that_another_has_changed(table, ada, ben):
    with ada.at_work() as one, ben.at_work() as other:
        enter(one, TAKE)
        said = text(other.say(line(REFILL)))
        assert "* 3 red: take greed to reserve [Ada]" in said
        assert "CardRevealed" in said
        other.say("")
    assert entered(table)[2:] == [TAKE, REFILL]


@pytest.mark.scenario(82)
def test_what_waited_stands_behind_nothing_that_its_scribe_has_not_seen(table, ada, ben):
    with ada.at_work() as one, ben.at_work() as other:
        other.say("board")
        ben.wire.cut = True
        other.say(line(TAKE))
        other.say(line(REFILL))
        enter(one, {**TAKE, "sin": "lust"})
        enter(one, REFILL)
        ben.wire.cut = False
        said = text(other.hear())
        assert "Ada entered before Ben: 3 red: take lust to reserve [Ada]; 4 pile: refill pride [Ada]" in said
        assert "the same" not in said
        assert "1 more wait" in said
        assert len(entered(table)) == 4
        assert "1 is held" in text(other.say("keep"))  # it is not seat 0 who is next any more
        other.say("drop")
        assert "1 is held" not in text(other.say("queue"))


def test_notes_and_what_seats_enter_themselves_are_no_conflict(table, ada, ben):
    with ada.at_work() as one, ben.at_work() as other:
        one.say(line(TAKE))
        other.say("note a glass fell")
        table.do(1, {"type": "table.note", "text": "not mine"})
        assert "saved as 5" in text(one.say(""))
    assert entered(table)[2:] == [TAKE]


def test_own_notes_do_not_hide_what_another_has_entered(table, ada, ben):
    with ada.at_work() as one, ben.at_work() as other:
        ben.wire.cut = True
        other.say("note no network here")
        other.say(line(TAKE))
        enter(one, {**TAKE, "sin": "pride"})
        ben.wire.cut = False
        assert "Ada entered before Ben: 3 red: take pride to reserve [Ada]" in text(other.hear())
    assert [one["command"]["type"] for one in table.log()[3:]] == ["take", "table.note"]


def test_what_a_clock_far_ahead_says_holds_nothing_up(table, ada):
    with ada.at_work(datetime(2999, 1, 1, tzinfo=UTC)) as session:
        ada.wire.cut = True
        session.say(line(TAKE))
        session.say("note from the future")
        ada.wire.cut = False
        said = text(session.hear())
        assert "the clock of this device is wrong, so it is recorded without its time" in said
        assert session.say("queue") == ["nothing waits: the service has everything"]
    assert entered(table)[2:] == [TAKE]
    assert table.log()[-1]["command"] == {"type": "table.note", "text": "from the future"}
    assert not [one for one in table.log() if "occurred_at" in one]


@pytest.mark.scenario(92)
def test_a_match_is_recorded_over_three_days_and_two_devices(sqlite_client, tmp_path):
    table, commands = open_match(sqlite_client, mode="recorded"), played(sqlite_client, 24)
    devices = [Scribe(table, tmp_path, "Ada", device) for device in ("phone", "laptop")]
    for day in range(3):
        for half, device in enumerate(devices):
            with device.at_work(SOMETIME + timedelta(days=day)) as session:
                device.wire.cut = half == 1
                for command in commands[8 * day + 4 * half : 8 * day + 4 * half + 4]:
                    enter(session, command)
                device.wire.cut = False
                session.hear()
    assert entered(table) == commands
    assert {one["entered_by"] for one in table.log()[1:] if not one["automatic"]} == {"Ada"}
    claimed = [one["occurred_at"][:10] for one in table.log() if "occurred_at" in one]
    assert claimed == sorted(claimed)
    assert len(set(claimed)) == 3


def test_a_token_that_is_void_keeps_what_was_entered(table, ada, session):
    table.do("arbiter", {"type": "table.replace-token", "role": "scribe"})
    said = text(enter(session, TAKE))
    assert "refused: " in said
    ada.wire.cut = True
    session.say(line(TAKE))
    ada.wire.cut = False
    assert "nothing can be sent" in text(session.deliver())
    assert "1 " in text(session.say("queue"))
    assert table.version == 3


def test_another_step_of_somebody_who_is_likely_comes_first(sqlite_client, tmp_path):
    table = open_match(sqlite_client, mode="recorded", ruleset=THURN_AND_TAXIS)
    rng = Random(1)
    for _ in range(30):
        scribe_step(table, rng)
    with Scribe(table, tmp_path).at_work() as session:
        counted = session.board.common
        types = [move["type"] for move in session.board.likely()]
        assert types == sorted(types, key=lambda kind: (-counted.get(kind, 0), kind))


def test_who_was_ahead_of_a_restored_log_is_told_and_goes_on(session, table):
    session.told = table.version + 9
    (said,) = session.hear()
    assert "restored" in said
    assert session.told == session.board.version == table.version
    assert session.hear() == []
    session.say(line(TAKE))
    session.say("")
    assert table.log()[-1]["command"]["type"] == "take"
