"""What is corrected, contradicted, not known or not over yet is marked in print, in HTML and in PDF alike."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from random import Random
from typing import Any

import pytest
from pypdf import PdfReader

from projections.said.printed_record import Record, record, viewer_called
from service.cli.print.html import html
from service.cli.print.pdf import pdf
from tests.service.playing import MEA_CULPA, THURN_AND_TAXIS, Table, Who, open_match, recorded_match, scribe_step
from tests.service.test_contradictions import CARDS, STONES, bid
from tests.service.test_print import marked, printed
from tests.service.test_proposed_end import CONFIRM, proposed

TAKE = {"type": "take", "seat": 0, "sin": "lust", "to": "abyss"}
REFILL = {"type": "refill", "cards": ["pride"]}
UNSEEN = {"unknown": 1}


def flat(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def on_paper(made: Record) -> str:
    """What the PDF says, without the board: that is the picture which the page has, too."""
    content = pdf(replace(made, board=None))
    return flat(" ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages))


def on_screen(made: Record) -> str:
    """What the HTML says."""
    return Words(html(made)).text


class Words(HTMLParser):
    """The text of a page, without its style."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._said: list[str] = []
        self.feed(page.partition("<body")[2].partition(">")[2])
        self.text = flat("".join(self._said))

    def handle_data(self, data: str) -> None:
        self._said.append(data)


def both_say(table: Table, who: Who, wanted: Iterable[str], never: Iterable[str] = ()) -> Record:
    """The record as *who* is told it, which says this in HTML and PDF, and that in neither."""
    made = printed(table, who)
    for said in (on_screen(made), on_paper(made)):
        assert [piece for piece in wanted if piece not in said] == [], said
        assert [piece for piece in never if piece in said] == [], said
    return made


def amend(*changes: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "table.amend", "changes": list(changes), **more}


@pytest.fixture
def table(sqlite_client) -> Table:
    """Seat 0 is to take; each seat holds a card that is told to officials alone."""
    return recorded_match(sqlite_client, history="kept")


@pytest.fixture
def bidding(sqlite_client) -> Table:
    """A recorded match of Mea Culpa in which two seats bid; nobody saw where the first one's gifts went."""
    table = open_match(sqlite_client, 2, ruleset=MEA_CULPA, mode="recorded", options={"row": [0, 1]})
    for seat, (bonus, number) in enumerate((("bread-and-wine", 2), ("jewel", 1))):
        compartments = {"unknown": number} if seat else [UNSEEN, "II"]
        table.do("scribe", {"type": "choose-bonus", "bonus": bonus, "compartments": compartments, "seat": seat})
    table.do("scribe", {"type": "draw-stones", "stones": STONES}, {"type": "deal-cards", "cards": CARDS})
    return table


@pytest.mark.parametrize("who", ["arbiter", None])
def test_a_ruling_and_what_it_struck(table, who):
    taken = table.do("scribe", TAKE)["version"]
    accused = {"type": "table.accuse", "accused": 0, "decisions": [taken], "reason": "I saw it"}
    accusation = table.do(1, accused)["version"]
    ruling = {"type": "table.rule", "verdict": "upheld", "about": accusation, "remedy": "back", "before": taken}
    ruled = table.do("arbiter", {**ruling, "reason": "that was no lust"})["version"]
    wanted = ["I saw it", ": upheld. Play goes back to before", "that was no lust", f"Decision {taken} is struck"]
    made = both_say(table, who, [*wanted, f"1 Lust → Abyss, + stone{ruled}"])
    assert marked(made, "struck") == [("1 Lust → Abyss", ruled), ("+ stone", ruled)]
    assert f"<s>1 Lust → Abyss, + stone</s><sup>{ruled}</sup>" in html(made)
    assert strokes(made) > strokes(printed(table, who, at=taken, line=taken))


def strokes(made: Record) -> int:
    """How many lines are drawn in the PDF beside those of tables with as many rows."""
    pages = PdfReader(BytesIO(pdf(replace(made, board=None)))).pages
    return sum(page.get_contents().get_data().count(b" l S") for page in pages)


@pytest.mark.parametrize("who", ["scribe", None])
def test_what_was_inserted_removed_and_restored(table, who):
    table.do("scribe", TAKE, REFILL)
    filled = table.version
    missed = [
        {"seat": 1, "command": {"type": "take", "sin": "greed", "to": "abyss"}},
        {"command": {"type": "refill", "cards": ["envy"]}},
    ]
    by = table.do("scribe", amend({"decision": filled, "effect": "insert", "commands": missed}))["version"]
    wanted = [f"Something is put in after {filled}."] if who == "scribe" else []
    made = both_say(
        table, who, [*wanted, f"Decision {filled} comes out differently.", f"1 Greed → Abyss, + stone{by}"]
    )
    assert marked(made, "struck") == [], "what stands is not struck"
    assert marked(made, "replaced") == [("1 Greed → Abyss", by), ("+ stone", by)]
    assert [(one.text, one.mark) for one in made.rows[-1].table] == [("Pride", ""), ("Envy", "replaced")]
    assert [one.text for one in made.rows[-1].seats[1]] == ["1 Greed → Abyss", "+ stone"], "it is hers"

    taken = filled - 1
    removed = table.do("scribe", amend({"decision": taken, "effect": "remove"}, reason="never"))["version"]
    wanted = [f"Decision {taken} is taken out."] if who == "scribe" else []
    made = both_say(
        table,
        who,
        [*wanted, "never", f"Decisions {taken}; {filled} (does not follow decision {taken} any more) are struck."],
    )
    assert ("1 Lust → Abyss", removed) in marked(made, "struck")

    table.do("scribe", {"type": "table.amend", "restore": filled, "reason": "as it was"})
    made = both_say(table, who, [f"restores the record as it was at version {filled}. “as it was”"])
    assert marked(made, "struck") == marked(made, "replaced") == []
    assert made.rows == [*made.rows[:-1], made.rows[-1]]
    assert [one.text for one in made.rows[-1].seats[0]] == ["1 Lust → Abyss", "+ stone"]
    assert made.rows[-1].seats[1] == []


def test_what_somebody_else_did_behind_a_decision_stands_in_the_column_of_whoever_did_it(sqlite_client):
    options = {"start_player": 0}
    table, rng = open_match(sqlite_client, 2, ruleset=THURN_AND_TAXIS, mode="recorded", options=options), Random(3)
    for _ in range(60):
        last = table.log()[-1]
        moves = table.get("scribe", "moves")["moves"]
        if last["actor"] == {"seat": 0} and {"type": "use-administrator", "seat": 1} in moves:
            break
        scribe_step(table, rng)
    assert last["actor"] == {"seat": 0}
    before = [[entry.text for entry in seat] for row in printed(table, None).rows for seat in row.seats]
    used = {"seat": 1, "command": {"type": "use-administrator"}}
    by = table.do("scribe", amend({"decision": last["version"], "effect": "insert", "commands": [used]}))[
        "version"
    ]
    made = printed(table, None)
    (found,) = [
        (seat, entry.by)
        for row in made.rows
        for seat, said in enumerate(row.seats)
        for entry in said
        if (entry.text, entry.mark) == ("Adm.", "replaced")
    ]
    assert found == (1, by)
    mine = [[entry.text for entry in row.seats[0]] for row in made.rows]
    assert mine == before[::2]


def test_what_was_revealed_stands_there_for_whom_it_was_told_to(bidding):
    unseen = bidding.do("scribe", bid(0, UNSEEN, UNSEEN))["version"]
    assert marked(both_say(bidding, "scribe", ["bids ?/?"]), "replaced") == []
    command = {"type": "bid", "notches": 5, "taler": 13}
    by = bidding.do("scribe", {"type": "table.reveal", "decision": unseen, "command": command})["version"]
    for who in ("scribe", 0):
        said = [
            f"unknown in decision {unseen}.",
            f"Decision {unseen} comes out differently.",
            f"bids ?/?{by}; bids 5/13{by}",
        ]
        made = both_say(bidding, who, said)
        assert marked(made, "struck") == [("bids ?/?", by)]
        assert marked(made, "replaced") == [("bids 5/13", by)]
    for who in (1, None):
        made = both_say(bidding, who, [f"unknown in decision {unseen}.", "bids ?/?"], never=["5/13", "notches 5"])
        assert marked(made, "replaced") == []


def test_what_is_not_known_is_a_question_and_what_was_told_later_is_told_to_whom_it_may(bidding):
    made = both_say(bidding, "scribe", ["donates bread in ?, donates wine in II", "donates jewel in ?"])
    assert [mine[0] for mine in made.end] == ["0", "0"]
    bidding.do("scribe", {"type": "table.identify", "place": "chest:1", "part": "I", "things": ["jewel"]})
    both_say(bidding, "scribe", ["says what is in Chest of Bo. Part compartment I holds 1 jewel."])
    both_say(bidding, None, ["says what is in Chest of Bo."], never=["Part I ", "in II"])


@pytest.mark.scenario(75)
@pytest.mark.parametrize("who", ["scribe", None])
def test_pieces_that_are_missing(bidding, who):
    assert "missing" not in on_paper(printed(bidding, who))
    bidding.do("scribe", {"type": "table.missing", "things": ["jewel"], "place": "bag"})
    both_say(bidding, who, ["says what is missing from Bag: 1 jewel."])
    made = printed(bidding, who)
    assert ("missing from the set", "1 jewel") in made.facts
    assert "missing from the set: 1 jewel" in on_paper(made)
    assert "<dt>missing from the set</dt><dd>1 jewel</dd>" in html(made)


def test_what_cannot_be_by_counting_and_who_is_told_how_much(bidding):
    bidding.do("scribe", bid(0, 1, 1000), bid(1, 2, 0))
    (warned,) = [one for one in bidding.log() if any(fact["type"] == "PurseOverspent" for fact in one["facts"])]
    (lacking,) = [fact["amount"] for fact in warned["facts"] if fact["type"] == "PurseOverspent"]
    more = f"The record cannot be right: {lacking} more comes out of Money of Ada than is there."
    shown = "bids: notches 1 2, taler 1000 0 ≠"
    made = both_say(bidding, "scribe", [more, shown])
    assert [one.text for one in made.rows[-1].table if one.doubtful] == [shown.removesuffix(" ≠")]
    assert not any(one.doubtful for seat in made.rows[-1].seats for one in seat)
    hidden = "The record cannot be right: more comes out of Money of Ada than is there."
    both_say(bidding, None, [hidden, shown], never=[str(lacking)])


def test_things_that_cannot_be_there_are_told_to_whom_looks_there(sqlite_client):
    options = {"start_player": 0}
    table = open_match(sqlite_client, 2, ruleset=THURN_AND_TAXIS, mode="recorded", options=options)
    table.do("scribe", {"type": "lay-out", "cards": ["ulm", "ulm", "ulm", "basel", "zurich", "pilsen"]})
    drawn = table.do("scribe", {"type": "take-card", "seat": 0}, {"type": "deal-card", "cards": ["ulm"]})
    assert drawn["warnings"]
    counted = "cannot be right"
    made = both_say(table, "scribe", [f"{counted} about Supply. Named: Ulm.", "+Ulm ≠"])
    assert [one.doubtful for one in made.rows[-1].seats[0]] == [True]
    both_say(table, None, [f"{counted} about Supply.", "+? ≠"], never=["+Ulm", "names Ulm"])


def test_a_doubtful_fact_that_is_left_out_otherwise_leaves_its_mark(sqlite_client):
    options = {"start_player": 0}
    table = open_match(sqlite_client, 2, ruleset=THURN_AND_TAXIS, mode="recorded", options=options)
    table.do("scribe", {"type": "lay-out", "cards": ["ulm", "ulm", "ulm", "ulm", "zurich", "pilsen"]})
    made = both_say(table, "scribe", ["cannot be right", "… ≠"])
    assert [(one.text, one.doubtful) for one in made.rows[0].table] == [("…", True)]
    assert [one.doubtful for one in made.rows[0].seats[0]] == [False, False], "who begins is not doubted"


def test_an_irregular_move_also_where_it_was_put_in_later(table):
    note = {"note": "nobody noticed"}
    broke = table.do("scribe", {**TAKE, "seat": 1, "irregular": note})["version"]
    for who in ("scribe", None):
        made = both_say(
            table,
            who,
            [f"1 Lust → Abyss, + stone !{broke}", "“nobody noticed” Let stand by: scribe (out of turn)."],
        )
        assert ("1 Lust → Abyss", broke) in marked(made, "irregular")
    one = {"seat": 1, "command": {"type": "take", "sin": "greed", "to": "abyss"}, "irregular": True}
    by = table.do("scribe", amend({"decision": broke, "effect": "replace", "commands": [one]}))["version"]
    for who in ("scribe", None):
        made = both_say(table, who, [f"1 Greed → Abyss !{by}", "Let stand by: scribe"])
        assert marked(made, "irregular") == [("1 Greed → Abyss", by), ("+ stone", broke)]
        assert marked(made, "struck") == [("1 Lust → Abyss", by)]


@pytest.mark.few("fading")
@pytest.mark.long
@pytest.mark.scenario(70)
@pytest.mark.parametrize("history", ["kept", "fading"])
def test_an_end_that_is_not_confirmed_yet(sqlite_client, history):
    table = proposed(sqlite_client, history=history)
    for who in ("scribe", 0, None):
        both_say(
            table, who, ["The end is proposed, and not yet confirmed.", "The end has to be confirmed.", " wins."]
        )
    table.do("scribe", CONFIRM)
    for who in ("scribe", 0, None):
        both_say(table, who, [" wins.", "confirms the end."], never=["not yet confirmed"])


def test_an_assertion_that_failed_says_since_when_to_whom_it_may(table):
    table.do("scribe", TAKE)
    table.do("scribe", {"type": "table.assert", "at": "/seats/0/stones", "is": 3})
    for who in ("scribe", 0, None):
        both_say(
            table,
            who,
            ["true: Ada, Stones of pardon “3”. The record says otherwise. It changed there in decision 3."],
        )
    table.do("scribe", {"type": "table.assert", "at": "/seats/0/reserve/things/pride", "is": 7})
    both_say(table, "scribe", ["Ada, Reserve, Pride “7”. The record says otherwise."])
    both_say(table, None, ["The scribe says what is true on the table."], never=["Pride “7”", "“7”"])


def test_many_decisions_that_share_a_fate_are_named_in_short(table):
    table.do("scribe", TAKE)
    for _ in range(5):
        table.do("scribe", {"type": "table.note", "text": "a pause"})
    table.do("scribe", amend({"decision": 3, "effect": "remove"}))
    first = table.version
    table.do("scribe", {"type": "table.amend", "restore": 8})
    (*_, removed, restored) = printed(table, "scribe").remarks
    assert "Decision 3 is struck" in removed.text
    assert "as it was at version 8. Decisions 3" in restored.text
    assert first == removed.version


def test_a_frozen_match_says_so(table):
    table.do("arbiter", {"type": "table.freeze", "reason": "tea"})
    for who in ("scribe", None):
        assert both_say(table, who, ["stops the match. “tea”"]).result == ["The match is stopped."]


IN_CODE = re.compile(r"[a-z]:\d|[a-z]_[a-z]|[a-z]-\d|table\.")
ENGLISH = re.compile(
    r"\b(?:the|round|chance|end|result|record|decision|by|struck|stand|scribe|wins)\b", re.IGNORECASE
)


def in_german(table: Table, who: Who) -> Record:
    view = table.get(who, "view")
    return record(table.log(who), viewer_called(view["as"]), view["at"], view["line"], view, "de")


@pytest.mark.parametrize("who", ["scribe", 1, None])
def test_in_another_language_nothing_is_english_and_nothing_an_id(bidding, who):
    bidding.do("scribe", bid(0, 1, 1000), bid(1, 2, 0))
    bidding.do("scribe", {"type": "table.missing", "things": ["jewel"], "place": "bag"})
    bidding.do("arbiter", {"type": "table.freeze"})
    made = in_german(bidding, who)
    lines = [
        *(said for fact in made.facts[1:] for said in fact),
        *made.result,
        *(one.text for one in made.remarks),
    ]
    assert not [line for line in lines if IN_CODE.search(line) or ENGLISH.search(line)]
    assert any("Edelstein" in line for line in lines)
    for said in (on_screen(made), on_paper(made)):
        assert "Zufall und Tisch" in said
        assert not re.search(r"chance and table|Corrections|Scribe|is not known|\bround\b|\bend\b", said)


def test_what_is_struck_says_the_rule_or_the_decision_for_which_it_is(table):
    table.do("scribe", TAKE, REFILL)
    first = table.version - 1
    table.do("scribe", amend({"decision": first, "effect": "remove"}))
    (fact,) = [fact for fact in table.log("scribe")[-1]["facts"] if fact["type"] == "LineChanged"]
    struck = [one for one in fact["changes"] if one["effect"] == "struck"]
    assert [one for one in struck if "rule" in one or "after" in one], "what followed could not follow any more"
    text = printed(table, "scribe").remarks[-1].text
    for one in struck:
        assert one.get("rule", "") in text
        assert str(one.get("after", "")) in text


def test_the_result_says_all_that_the_game_tells_of_it(sqlite_client):
    table = proposed(sqlite_client, history="kept")
    table.do("scribe", CONFIRM)
    outcome, made = table.get("scribe")["outcome"], printed(table, "scribe")
    for scored in outcome["scores"]:
        assert str(scored) in " ".join(made.result)
    assert any(line.startswith("Decided by: ") for line in made.result)
    assert [line for line in in_german(table, None).result if line.startswith("Entschieden durch: ")]
