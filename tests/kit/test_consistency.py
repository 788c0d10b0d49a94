"""A ruleset that lacks something, or contradicts itself, cannot be made: the error says what is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import pytest

from domain.kit import ruleset as kit
from domain.kit.chance import NoChance
from domain.kit.facts import Command, Fact, Thing, actor_alone, everyone, officials, owner
from domain.kit.guards import Guard, verdict
from domain.kit.places import NOBODY, PlaceKind, Purse, purse_kind
from domain.kit.play import play
from domain.kit.ruleset import BadRuleset, Game, Ruleset, common_options
from domain.kit.sheets import Sheet
from domain.kit.state import Rules, State
from domain.kit.steps import awaited, nobody
from domain.kit.table.commands import Note, Tell
from domain.kit.table.facts import Awaited, NoteMade
from domain.kit.table.telling import tell
from domain.kit.visibility import OFFICIAL, PUBLIC


@dataclass(frozen=True, slots=True)
class Rung(Fact):
    """A bell rings."""

    seat: Annotated[int, everyone]

    def apply(self, state: Bells) -> None:
        state.rung = (*state.rung, self.seat)


@dataclass(frozen=True, slots=True)
class Hung(Fact):
    """A bell is hung up."""

    bell: Annotated[Thing, owner("seat")]
    seat: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class Ring(Command, type="ring"):
    """Rings a bell."""

    def decide(self, _: Bells, seat: int, __: Any) -> Any:
        yield Rung(seat)
        yield awaited(1 - seat)


@dataclass(frozen=True, slots=True)
class Hang(Command, type="hang"):
    """Hangs a bell up."""

    bell: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class Blow(Command, type="blow"):
    """The wind blows."""

    hard: Annotated[bool | None, officials] = None


@dataclass
class Bells(State):
    """What has been rung, by seat."""

    rung: tuple[int, ...] = ()


def hung(state: Bells, fact: Hung) -> None:
    """Write it down."""
    state.place("tower").add(fact.bell)


def hang(_state: Bells, seat: int, command: Hang, _chance: Any) -> Any:
    """One more."""
    yield Hung(command.bell, seat)


def blow(_state: Bells, _actor: Any, _command: Blow, _chance: Any) -> Any:
    """Nothing comes of it."""
    yield nobody()


def empty(rules: Rules, viewer: Any) -> Bells:
    """A tower, and what is in somebody's pocket."""
    tower, pocket = PlaceKind("tower", NOBODY), purse_kind("pocket", frozenset({1}))
    return Bells(rules, viewer, {"tower": tower.empty(viewer)}, {"pocket": Purse(pocket, pocket.sight(viewer))})


def nobody_has_rung(state: Bells, _: Any, __: Any) -> Any:
    """It is quiet."""
    return verdict(not state.rung)


QUIET = Guard("B-1", nobody_has_rung, "a bell has been rung")
BELLS: Ruleset[Bells] = Ruleset(
    id="bells",
    version="1.0",
    title="Bells",
    seats=(2, 2),
    rules={"B-1": "One bell is rung."},
    commands=(Ring, Hang),
    chance_commands=(Blow,),
    facts=(Rung, Hung),
    guards={Ring: (QUIET,)},
    empty=empty,
    lay=lambda _: iter((awaited(0, 1),)),
    kinds=lambda _state, _place: {},
    moves=lambda _state, _actor: [],
    deciders={Hang: hang, Blow: blow},
    appliers={Hung: hung},
)


def laid() -> Bells:
    """The table, laid."""
    rules = Rules("bells", "1.0", "recorded", 2, {}, {})
    state = BELLS.empty(rules, OFFICIAL)
    for fact in BELLS.lay(state):
        BELLS.evolve(state, fact)
    return state


# -- methods and tables -------------------------------------------------------------------------------------


def test_a_command_decides_and_a_fact_writes_itself_down_or_functions_in_tables_do() -> None:
    state = play(BELLS, laid(), 0, Ring()).state
    assert state.rung == (0,)
    state = play(BELLS, state, 1, Hang("small")).state
    assert state.places["tower"].known == {"small": 1}


def test_one_function_may_decide_all_commands() -> None:
    game = replace(BELLS, commands=(Hang,), guards={}, deciders={}, decide=lambda *_: iter((Rung(1),)))
    for command in (Hang("small"), Blow()):
        assert play(game, laid(), 0, command).facts == (Rung(1),)


def test_what_is_written_down_elsewhere_has_no_method_of_its_own() -> None:
    with pytest.raises(NotImplementedError, match="Hung is written down by a function"):
        Hung("small", 0).apply(laid())
    with pytest.raises(NotImplementedError, match="hang is decided by a function"):
        Hang("small").decide(laid(), 0, NoChance())


# -- defaults -----------------------------------------------------------------------------------------------


def test_a_game_has_the_options_that_every_match_has_and_no_board() -> None:
    assert BELLS.options == common_options("kept")
    assert BELLS.board == BELLS.board_schema == {}
    BELLS.check_board(laid().rules)


def test_nothing_follows_by_itself() -> None:
    assert BELLS.automatic(laid()) is None


def test_who_waited_for_what_is_told_and_has_no_way_on_stalls() -> None:
    state = laid()
    state.purse("pocket").amount = None
    BELLS.evolve(state, Awaited(({"tell": "pocket"},)))
    played = tell(BELLS, state, Tell("pocket", amount=3))
    assert played.facts[-1] == nobody()


def test_the_view_shows_places_purses_and_what_the_state_adds() -> None:
    state = laid()
    state.place("tower").add("small")
    state.purse("pocket").add(3)
    BELLS.evolve(state, Rung(1))
    assert BELLS.view(state) == {
        "rung": [1],
        "places": {"tower": {"count": 1, "things": {"small": 1}}},
        "purses": {"pocket": {"amount": 3}},
    }
    assert BELLS.view(state.masked(PUBLIC)) == {
        "rung": [1],
        "places": {"tower": {"count": 1}},
        "purses": {"pocket": {}},
    }


def test_a_match_is_one_of_the_game_or_of_the_one_that_its_board_names() -> None:
    rules = laid().rules
    assert BELLS.game(rules) == Game("Bells", None)
    assert replace(BELLS, bgg=7).game(rules) == Game("Bells", 7)
    by_its_seats = replace(BELLS, bgg=7, named=lambda rules: Game(f"Bells for {rules.seats}"))
    assert by_its_seats.game(rules) == Game("Bells for 2", None)


# -- what is wrong ------------------------------------------------------------------------------------------


class Untyped(Command):
    """A command without a type."""


@dataclass(frozen=True, slots=True)
class Ringing(Command, type="ring"):
    """Has the type of another one."""


@dataclass(frozen=True, slots=True)
class Shake(Command, type="shake"):
    """Chance cannot answer it without fields."""

    bells: Annotated[int, everyone]


class Plain(Fact):
    """No dataclass."""

    def apply(self, _: Bells) -> None:
        """Nothing to be written down."""


@dataclass(frozen=True, slots=True)
class Heard(Plain):
    """Fields that can't be stored, or told."""

    seat: Annotated[int, everyone]
    by: Annotated[Thing, owner("seet")]
    bells: Annotated[list[str], everyone]
    type: Annotated[float, everyone]
    note: Annotated[str, owner()]


@dataclass(frozen=True, slots=True)
class Whisper(Ring, type="whisper"):
    """A scribe may not have heard it."""

    word: Annotated[str, actor_alone]


LOUD = Guard("B-2", nobody_has_rung, "quiet")
OPTIONS = common_options("kept")

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "id": ({"id": "Bells!"}, "the id 'Bells!' has to be small letters and digits, with hyphens between"),
    "id-of-the-table": ({"id": "table"}, "the id 'table' belongs to the rules of the table"),
    "version": ({"version": ""}, "it has no version"),
    "title": ({"title": ""}, "it has no title"),
    "seats": (
        {"seats": (3, 2)},
        "seats are from 3 to 2: the least has to be 1 or more, and no more than the most",
    ),
    "no-seats": (
        {"seats": (0, 2)},
        "seats are from 0 to 2: the least has to be 1 or more, and no more than the most",
    ),
    "rule-of-the-table": (
        {"rules": {**BELLS.rules, "TB-1": "Quiet."}},
        "the rule TB-1 has a number of the table's rules",
    ),
    "no-decider": ({"deciders": {Blow: blow}}, "the command hang has no decider: its method decide or "),
    "no-decider-of-chance": ({"deciders": {Hang: hang}}, "the command blow has no decider"),
    "two-deciders": (
        {"deciders": {**BELLS.deciders, Ring: hang}},
        "the command ring has more than one decider: its method decide and a function in deciders",
    ),
    "deciders-and-decide": (
        {"decide": hang},
        "the command hang has more than one decider: a function in deciders and the function decide of the",
    ),
    "decider-of-nothing": (
        {"deciders": {**BELLS.deciders, Note: hang}},
        "there is a decider for table.note, which is not among its commands",
    ),
    "no-applier": (
        {"appliers": {}},
        "the fact Hung has no applier: its method apply or a function in appliers",
    ),
    "two-appliers": (
        {"appliers": {Hung: hung, Rung: hung}},
        "the fact Rung has more than one applier: its method apply and a function in appliers",
    ),
    "applier-of-nothing": (
        {"facts": (Rung,)},
        "there is an applier for Hung, which is not among its facts",
    ),
    "guard-of-nothing": (
        {"guards": {**BELLS.guards, Note: (QUIET,)}},
        "there are guards for table.note, which is not among its commands",
    ),
    "guard-without-rule": (
        {"guards": {Ring: (LOUD,)}},
        "the guard nobody_has_rung of ring names the rule B-2, which is not among its rules",
    ),
    "fact-twice": ({"facts": (Rung, Hung, Hung)}, "there are 2 facts of the type Hung"),
    "fact-of-the-table": (
        {"facts": (Rung, Hung, NoteMade), "appliers": {**BELLS.appliers, NoteMade: hung}},
        "the fact NoteMade has the type of a fact that every game has",
    ),
    "no-fact": ({"facts": (Rung, Hung, Hang)}, f"{Hang!r} is among the facts and is no Fact"),
    "no-command": ({"commands": (Ring, Hang, Rung)}, f"{Rung!r} is among the commands and is no Command"),
    "command-without-type": (
        {"commands": (Ring, Hang, Untyped)},
        'the command Untyped has no type: give its class type="…"',
    ),
    "command-twice": (
        {"commands": (Ring, Hang, Ringing)},
        "there are 2 commands of the type ring",
    ),
    "command-of-seats-and-of-chance": ({"chance_commands": (Blow, Hang)}, "there are 2 commands of the type hang"),
    "command-of-the-table": (
        {"commands": (Ring, Hang, Note)},
        "the command table.note has the type of a command that every game has",
    ),
    "chance-with-fields": (
        {"chance_commands": (Blow, Shake), "deciders": {**BELLS.deciders, Shake: blow}},
        "the chance command shake comes without fields in a hosted match: give bells the default None",
    ),
    "option-of-every-match": (
        {"options": {name: OPTIONS[name] for name in OPTIONS if name != "history"}},
        "the option history is missing, which every match has: add common_options()",
    ),
    "option-without-default": (
        {"options": {**OPTIONS, "loud": {"type": "boolean"}}},
        "the option loud has no default",
    ),
    "option-with-wrong-default": (
        {"options": {**OPTIONS, "loud": {"type": "boolean", "default": "very"}}},
        "the default of the option loud does not fit its schema: 'very' is not of type 'boolean'",
    ),
    "board-value-without-schema": ({"board": {"bells": 3}}, "the board value bells has no schema"),
    "schema-without-board-value": (
        {"board_schema": {"bells": {"type": "integer"}}},
        "there is a schema for bells, which is not among its board values",
    ),
    "wrong-board-value": (
        {"board": {"bells": -3}, "board_schema": {"bells": {"type": "integer", "minimum": 0}}},
        "the board value bells does not fit its schema: -3 is less than the minimum of 0",
    ),
    "one-command-without-a-comma": (
        {"chance_commands": Blow},
        "chance_commands has to be a tuple (a comma may be missing behind its only member), and is ",
    ),
    "one-guard-without-a-comma": (
        {"guards": {Ring: QUIET}},
        "the guards of ring have to be a tuple (a comma may be missing behind its only member)",
    ),
    "one-number-of-seats": ({"seats": 2}, "seats has to be a tuple"),
    "three-numbers-of-seats": (
        {"seats": (2, 3, 4)},
        "seats has to be the least and the most number of seats, and is (2, 3, 4)",
    ),
    "version-as-a-number": ({"version": 1.0}, "version has to be a text, and is 1.0"),
    "rules-as-a-list": ({"rules": ["B-1"]}, "rules has to be a mapping, and is ['B-1']"),
    "option-that-is-no-schema": (
        {"options": {**OPTIONS, "loud": False}},
        "what options says of loud is no JSON Schema: it is False",
    ),
    "option-of-an-unknown-type": (
        {"options": {**OPTIONS, "loud": {"type": "bool", "default": False}}},
        "what options says of loud is no JSON Schema, at $.type: 'bool' is not allowed",
    ),
    "fact-that-is-no-dataclass": (
        {"facts": (Rung, Hung, Plain)},
        "the fact Plain is no frozen dataclass: write @dataclass(frozen=True, slots=True) above it",
    ),
    "owner-that-is-no-field": (
        {"facts": (Rung, Hung, Heard)},
        "the fact Heard: the field by is told to the seats in seet, which is no field beside it",
    ),
    "list": (
        {"facts": (Rung, Hung, Heard)},
        "the fact Heard: the field bells holds list[str], which can't be stored: numbers are int, lists are tuple",
    ),
    "fraction": (
        {"facts": (Rung, Hung, Heard)},
        "the fact Heard: the field type holds float, which can't be stored",
    ),
    "field-called-type": (
        {"facts": (Rung, Hung, Heard)},
        "the fact Heard: the field type has the name under which the type itself is stored",
    ),
    "secret-that-cannot-be-hidden": (
        {"facts": (Rung, Hung, Heard)},
        "the fact Heard: the field note is not for everyone, so its type needs Hidden",
    ),
    "secret-that-cannot-be-unknown": (
        {"commands": (Ring, Hang, Whisper)},
        "the command whisper: the field word is not for everyone, so its type needs Unknown: the scribe",
    ),
    "chance-without-a-field": (
        {"chance_commands": (Ring,), "commands": (Hang,), "deciders": {Hang: hang}},
        "the chance command ring has 0 fields: give it one, for what came out",
    ),
    "line-of-nothing": (
        {"sheet": Sheet(lines={"Rang": "ding"})},
        "the sheet has a line for Rang, which is not among its facts",
    ),
    "line-with-unknown-field": (
        {"sheet": Sheet(lines={"Rung": "{seat}: {bell}"})},
        "the line of the sheet for Rung names bell, which is no field of it",
    ),
    "words-that-are-not-there": (
        {"words": "tests.kit"},
        "words: there is no package tests.kit with a folder words in it",
    ),
    "id-elsewhere": ({"bgg": 0}, "bgg has to be a number from 1, or None, and is 0"),
    "words-of-no-package": (
        {"words": "nobody.has_this"},
        "words: there is no package nobody.has_this with a folder words in it",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_with_a_ruleset_is_said_when_it_is_made(wrong: str) -> None:
    changes, sentence = WRONG[wrong]
    with pytest.raises(BadRuleset) as raised:
        replace(BELLS, **changes)
    assert [problem for problem in raised.value.problems if problem.startswith(sentence)], raised.value.problems
    assert str(raised.value).startswith(f"the ruleset {changes.get('id', 'bells')} cannot be loaded:\n- ")
    assert f"\n- {sentence}" in str(raised.value)


def test_words_that_are_not_in_english_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """English is what everybody reads for whom there is nothing else."""
    (tmp_path / "tolling" / "words").mkdir(parents=True)
    (tmp_path / "tolling" / "__init__.py").touch()
    (tmp_path / "tolling" / "words" / "de.ftl").touch()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BadRuleset, match=r"words: the folder words of tolling has no en\.ftl"):
        replace(BELLS, words="tolling")


def test_all_problems_are_said_at_once() -> None:
    with pytest.raises(BadRuleset) as raised:
        replace(BELLS, title="", appliers={}, guards={Ring: (LOUD,)}, deciders={Hang: hang})
    assert len(raised.value.problems) == 4


def test_a_fact_that_is_not_among_those_of_the_game_is_named_when_it_follows() -> None:
    game = replace(BELLS, facts=(Hung,))
    with pytest.raises(BadRuleset, match=r"what follows is Rung, which is not among its facts"):
        play(game, laid(), 0, Ring())


def test_a_sheet_may_have_lines_for_what_every_game_has() -> None:
    replace(BELLS, sheet=Sheet(lines={"NoteMade": "about {about}"}))


# -- what is installed --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """An entry point."""

    value: str
    loaded: Any
    name: str = "bells"
    dist: Any = None

    def load(self) -> Any:
        """What it names."""
        return self.loaded


@dataclass(frozen=True)
class Distribution:
    """Who brings it."""

    name: str


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Other entry points than those of this environment."""

    def install(*entries: Entry) -> Any:
        monkeypatch.setattr(kit, "entry_points", lambda group: entries if group == "kerbholz.rulesets" else ())
        return kit.rulesets.__wrapped__()

    return install


def test_rulesets_are_in_the_order_of_their_ids(installed: Any) -> None:
    alarm = replace(BELLS, id="alarm")
    found = installed(Entry("bells:RULESET", BELLS), Entry("alarm:RULESET", alarm))
    assert list(found.items()) == [("alarm", alarm), ("bells", BELLS)]


def test_two_rulesets_of_the_same_id_are_not_both_loaded(installed: Any) -> None:
    second = Entry("more.bells:RULESET", replace(BELLS, title="More bells"), dist=Distribution("more-bells"))
    with pytest.raises(BadRuleset) as raised:
        installed(Entry("bells:RULESET", BELLS), second)
    assert raised.value.problems == (
        "more.bells:RULESET of the distribution more-bells has the id of another ruleset that is installed",
    )


def test_what_is_no_ruleset_is_not_loaded(installed: Any) -> None:
    with pytest.raises(BadRuleset) as raised:
        installed(Entry("bells:GUARDS", BELLS.guards))
    assert raised.value.problems == ("bells:GUARDS is no Ruleset",)


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (BadRuleset("bells", ["it has no title"]), "it has no title"),
        (TypeError("Bells is no place"), "TypeError: Bells is no place"),
    ],
)
def test_what_cannot_be_loaded_is_told_with_where_it_is_from(
    installed: Any, monkeypatch: pytest.MonkeyPatch, error: Exception, problem: str
) -> None:
    def load(_: Entry) -> Any:
        raise error

    monkeypatch.setattr(Entry, "load", load)
    with pytest.raises(BadRuleset) as raised:
        installed(Entry("bells:RULESET", None, dist=Distribution("many-bells")))
    assert f"(bells:RULESET of the distribution many-bells) cannot be loaded:\n- {problem}" in str(raised.value)


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "good = fine\n\nbad {\n", r"words/en\.ftl.*line 3"),
        ("de", "x = { $n ->\n    [one] eins\n}\n", r"words/de\.ftl.*line 1"),
        ("de", "x = 1\nx = 2\n", r"words/de\.ftl.*x is there twice"),
    ],
)
def test_words_that_cannot_be_read_whole_are_refused_with_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, text: str, said: str
) -> None:
    package = f"junk_{abs(hash((language, text)))}"
    folder = tmp_path / package / "words"
    folder.mkdir(parents=True)
    (tmp_path / package / "__init__.py").touch()
    (folder / "en.ftl").touch()
    (folder / f"{language}.ftl").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(BadRuleset, match=said):
        replace(BELLS, words=package)
