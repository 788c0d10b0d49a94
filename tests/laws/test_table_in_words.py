"""What happens at the table is said in one sentence, in each language, to everybody who is told of it.

Quarrels of all sorts, and records with gaps: also what is struck or replaced, faded or erased.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.application.matches import Matches
from domain.kit.facts import Fact, Json, Things, Unknown
from domain.kit.ruleset import Ruleset
from domain.kit.state import Rules
from domain.kit.table.calling import Attend, Call
from domain.kit.table.commands import (
    TABLE_COMMANDS,
    Abandon,
    Amend,
    Assert,
    Close,
    Confirm,
    Identify,
    Missing,
    Note,
    Open,
    ReplaceToken,
    Reveal,
    TakeBack,
)
from domain.kit.table.countersigning import Countersign
from domain.kit.table.disputes import Accuse, Appeal, Consent, Freeze, Remind, Resume, Rule, Sign
from domain.kit.table.facts import (
    TABLE_FACTS,
    Asserted,
    Discrepancy,
    EndProposed,
    Irregular,
    IrregularOutOfSight,
    MatchEnded,
    PartTold,
    PlaceTold,
    PurseOverspent,
    PurseTold,
)
from domain.kit.table.naming import VALUES
from domain.kit.table.seats import Leave, Substitute
from domain.kit.visibility import (
    NO_HORIZON,
    OFFICIAL,
    PUBLIC,
    Horizon,
    StoredDecision,
    Viewer,
    seat_viewer,
)
from domain.kit.words.labels import message_type
from domain.kit.words.match import MatchWords
from domain.kit.words.sentences import move, sentence
from domain.kit.words.standing import awaited, standing, status
from domain.match.line import changes_until
from domain.table.awaited import awaited_from
from domain.table.commands import may_send
from domain.table.worded import table_languages, words_for_table
from projections import views
from projections.said import standing as stands
from tests.games.playing import rules_of
from tests.laws.contributing import open_all
from tests.laws.quarrels import ARBITER, HOST, SCRIBE, Quarrel, matches, seated
from tests.laws.tally import TALLY, Cut, Hide, Jam, Roll
from tests.laws.test_every_rule_of_the_table import (
    CONTRIBUTED,
    asked,
    called,
    contributing,
    frozen,
    of_cards,
    opening_contributions,
    proposed,
    stalled,
    unsigned,
)
from tests.laws.test_words import BADLY_MADE, NAMES

__all__ = ["matches"]
LANGUAGES = table_languages()


def spoken(game: Ruleset[Any], rules: Rules) -> dict[str, MatchWords]:
    """The words of the table in each language; the game's own things are called by their ids."""
    return {
        language: MatchWords(words_for_table(language), game, rules, NAMES[: rules.seats])
        for language in LANGUAGES
    }


def check_said(words: dict[str, MatchWords], decision: Json, met: Counter[str]) -> None:
    """It is a sentence in each language, and not the same one."""
    said = {language: sentence(one, decision) for language, one in words.items()}
    name = decision["command"]["type"]
    for language, text in said.items():
        assert text, decision
        assert not BADLY_MADE.search(text), text
        if name.startswith("table.") and "faded" not in decision:
            label = words[language].label("command", name)
            assert f"{words[language].actor(decision['actor'])}: {label}." not in text, text
        unnamed = {(kind, value) for kind, value in words[language].unnamed if kind in VALUES}
        assert unnamed == set()
    if isinstance(quoted := decision["command"].get("text"), str):
        met["quoted"] += all(quoted in text for text in said.values())
    if name.startswith("table."):
        assert len(set(said.values())) == len(LANGUAGES), said
    met.update([name, *(fact["type"] for fact in decision.get("facts", ()))])


def viewers(seats: int) -> list[Viewer]:
    return [OFFICIAL, PUBLIC, *map(seat_viewer, range(seats))]


def check_log(game: Ruleset[Any], rules: Rules, stored: Sequence[StoredDecision], met: Counter[str]) -> None:
    """Each decision as everybody reads it on the newest line: now, and faded, and with texts erased."""
    words = spoken(game, rules)
    newest = len(stored) - 1
    changes = changes_until(views.log(stored, OFFICIAL, NO_HORIZON), newest)
    erased = [replace(decision, texts={}) for decision in stored]
    for viewer in viewers(rules.seats):
        for kept, horizon in (
            (stored, NO_HORIZON),
            (stored, Horizon(newest, fades=True)),
            (erased, NO_HORIZON),
        ):
            for decision in views.log(kept, viewer, horizon, changes):
                check_said(words, decision, met)
                met.update(mark for mark in ("struck", "replaced", "faded") if mark in decision)


# -- quarrels -------------------------------------------------------------------------------------------------


def hosted(matches: Matches) -> Quarrel:
    """Everything that people say, ask, rule and undo in a hosted match."""
    quarrel = Quarrel(matches, "tally", 3, options={"mischief": True, "sign_off": True})
    quarrel.play(0, Cut(1))
    for principal, command in (
        (seated(1), Note("that was mine", 1)),
        (seated(2), Note("well")),
        (seated(1), Accuse(0, "T-2", (1,), "too many")),
        (seated(1), Accuse(0)),
        (ARBITER, Remind(1, "cut")),
        (seated(2), Remind(1)),
        (seated(0), Assert("/places/table/count", 0)),
        (seated(0), Assert("/places/cup:0/count", 7)),
        (seated(1), Call("is that so?", 1)),
        (seated(2), Call("I would like to know, too")),
        (ARBITER, Attend(10)),
        (ARBITER, Attend(11, done=True)),
        (ARBITER, Freeze("tea")),
        (ARBITER, Rule("upheld", 4, "T-2", call=10, reason="so it is")),
        (ARBITER, Resume("on")),
    ):
        quarrel.send(principal, command)
    quarrel.play(1, Hide("star"))
    mine = quarrel.play(2, Cut(2))
    quarrel.play(0, Cut(1))
    for answer in (Consent(agree=False, reason="no"), Rule("dismissed", remedy="penalty", offender=1)):
        quarrel.send(seated(2), TakeBack(mine, "sorry"))
        quarrel.send(ARBITER if isinstance(answer, Rule) else seated(0), answer)
    return quarrel


def rulings(matches: Matches) -> Quarrel:
    """Take-backs that are withdrawn and granted, rulings with every remedy, an appeal, a reversal, and the end."""
    quarrel = Quarrel(matches, "tally", 3, options={"mischief": True, "sign_off": True})
    mine = quarrel.play(0, Cut(1))
    quarrel.play(1, Hide("star"))
    also = quarrel.play(2, Cut(2))
    quarrel.play(0, Cut(1))
    quarrel.send(seated(2), TakeBack(also))
    quarrel.send(seated(2), Consent(agree=False))
    quarrel.send(ARBITER, TakeBack(mine, "a slip", (quarrel.match.version - 2,)))
    while quarrel.state.consent is not None:
        quarrel.send(seated(quarrel.state.consent["left"][0]), Consent(agree=True))
    again = quarrel.play(0, Cut(1))
    quarrel.send(ARBITER, Rule("upheld", remedy="stand"))
    quarrel.send(ARBITER, Rule("upheld", remedy="perform", offender=1, step="cut"))
    paid = quarrel.send(ARBITER, Rule("upheld", remedy="penalty", offender=2, rule="T-2")).last
    quarrel.send(seated(2), Appeal(paid, "too much"))
    quarrel.send(ARBITER, Rule("upheld", paid + 1, reverses=paid))
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=again))
    quarrel.send(HOST, ReplaceToken("seat", 1, reason="lost"))
    quarrel.send(HOST, ReplaceToken("spectator", revoke=True))
    quarrel.play(quarrel.state.awaiting[0]["seat"], Jam())
    assert quarrel.state.stalled
    quarrel.send(ARBITER, Rule("upheld", remedy="end", result="shared", winners=(0, 1), forfeits=(2,)))
    quarrel.send(HOST, Sign("fine"))
    quarrel.send(HOST, Close("done"))
    return quarrel


def recorded(matches: Matches) -> Quarrel:
    """Gaps that are filled in, corrections, something irregular, and an end that is confirmed."""
    quarrel = Quarrel(matches, "tally", 2, "recorded", {"turns": 8, "sign_off": True})
    quarrel.play(0, Cut(1))
    unknown = quarrel.play(1, Hide(Unknown(1)))
    quarrel.play(0, Hide(Unknown(1)))
    quarrel.send(SCRIBE, Cut(9), 1, irregular="it stood")
    quarrel.send(SCRIBE, Reveal(unknown, {"type": "hide", "mark": "moon"}))
    quarrel.send(SCRIBE, Missing(("red",), "bag"))
    for witness in (seated(0), seated(1), SCRIBE):
        quarrel.send(witness, Countersign(quarrel.match.version))
    quarrel.send(SCRIBE, Amend(({"decision": 1, "effect": "replace", "commands": [_cut(2)]},), reason="a slip"))
    quarrel.send(SCRIBE, Countersign(quarrel.match.version))
    removed = quarrel.send(SCRIBE, Amend(({"decision": 1, "effect": "remove"},))).last
    quarrel.send(seated(1), Countersign(removed))
    quarrel.send(ARBITER, Amend(restore=removed - 1))
    while quarrel.state.proposed is None:
        quarrel.play(quarrel.state.awaiting[0]["seat"], Cut(0))
    quarrel.send(SCRIBE, Confirm())
    return quarrel


def _cut(notches: int) -> dict[str, Any]:
    return {"seat": 0, "command": {"type": "cut", "notches": notches}}


def given_up(matches: Matches) -> Quarrel:
    """People come and go, are named wrongly, and have tokens of their own; chance is asked when it is given up."""
    quarrel = Quarrel(matches, "tally", 2)
    quarrel.send(seated(1), ReplaceToken("seat", 1))
    quarrel.send(HOST, Leave(1, "the last train"))
    quarrel.send(HOST, Substitute(1, "Cem"))
    quarrel.send(ARBITER, Substitute(0, "Ada L.", correction=True))
    quarrel.play(0, Roll())
    quarrel.send(HOST, Abandon("rain"))
    return quarrel


def joined(matches: Matches) -> Quarrel:
    """Chance is joint."""
    quarrel = opening_contributions(matches)
    open_all(quarrel, CONTRIBUTED, [0])
    return quarrel


def given_up_before(matches: Matches) -> Quarrel:
    """It is given up, since somebody was missing."""
    quarrel = contributing(matches)
    quarrel.send(HOST, Abandon())
    return quarrel


def given(rules: Rules) -> Iterator[Json]:
    """Facts of records with gaps, in a decision of the scribe: as they are told, and as they are to others."""
    seats = (0,)
    things: Things = ("red", "red", Unknown(2))
    amiss: tuple[tuple[Things, int], ...] = ((things, 0), ((), 1), (things, 2))
    facts: tuple[Fact, ...] = (
        PlaceTold("cup:0", seats, things),
        PlaceTold("bag", "everyone", ("red",)),
        PartTold("cup:0", seats, "left", things),
        PartTold("cup:0", seats, "left", ()),
        PurseTold("cup:0", seats, 3),
        *(Discrepancy("cup:0", seats, some, more, "place") for some, more in amiss),
        Discrepancy("cup:0", seats, ("red",), 0, "set"),
        PurseOverspent("cup:0", seats, 2),
        *(Irregular(code, "scribe") for code in ("illegal-move", "not-awaited", "no-known-rule")),
        Irregular("illegal-move", "scribe", "T-2", "it stood"),
        IrregularOutOfSight(seats, {"code": "illegal-move", "rule": "T-3"}),
        IrregularOutOfSight(seats, {"code": "no-known-rule"}),
        *(Asserted(1, seats, "/turn", 7, holds, (3, 5)) for holds in ("yes", "no", "cannot-tell")),
        *(MatchEnded({"result": "win", "winners": [0], "forfeits": lost}) for lost in ([], [1], [1, 2])),
        MatchEnded({"result": "shared", "winners": [0, 1]}),
        EndProposed({"result": "no-result", "winners": []}),
    )
    told = {"type": Identify.TYPE, "place": "cup:0"}
    for fact in facts:
        document = fact.to_json()
        hidden = {field.name: {"hidden": 1} for field in fact.FIELDS if not field.public and not field.text}
        for said in (document, {**document, **hidden}):
            yield {"version": 9, "actor": "scribe", "command": told, "facts": [said]}


@pytest.mark.long
def test_every_decision_of_the_table_is_a_sentence_in_each_language(matches: Matches) -> None:
    met: Counter[str] = Counter()
    for quarrel in (
        of(matches) for of in (hosted, rulings, recorded, given_up, of_cards, joined, given_up_before)
    ):
        match = quarrel.match
        while quarrel.match.state.awaiting and "tell" in quarrel.match.state.awaiting[0]:
            quarrel.step(Random("told"))
        check_log(match.ruleset, match.rules, matches.decisions(quarrel.id), met)
    rules = rules_of(TALLY, 3)
    for decision in given(rules):
        check_said(spoken(TALLY, rules), decision, met)
    assert {Open.TYPE, *TABLE_COMMANDS} <= met.keys()
    assert {fact.TYPE for fact in TABLE_FACTS} <= met.keys()
    assert all(met[how] for how in ("struck", "replaced", "faded", "quoted"))


STANDING = (asked, called, frozen, stalled, proposed, unsigned, of_cards, contributing, opening_contributions)


@pytest.mark.parametrize("of", STANDING, ids=lambda of: of.__name__)
def test_how_a_match_stands_and_what_it_awaits_is_said(matches: Matches, of: Callable[[Matches], Quarrel]) -> None:
    quarrel = of(matches)
    match = quarrel.match
    document = stands.standing(match.state)
    for words in spoken(match.ruleset, match.rules).values():
        assert status(words.words, document["status"]) != document["status"].capitalize()
        for said in (standing(words, document), awaited(words, document["awaiting"])):
            assert said
            assert not BADLY_MADE.search(said), said
        listed = 0
        for who in (seated(0), seated(1), SCRIBE, ARBITER, HOST):
            for one in awaited_from(match, who, range(match.rules.seats), may_send(match, who)):
                said = move(words, one, {})
                assert words.words.has(f"do-{message_type(one['type'])}"), one
                assert not BADLY_MADE.search(said), said
                listed += 1
        assert listed
