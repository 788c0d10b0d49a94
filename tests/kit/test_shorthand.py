"""Shorthand: every command of every game is written and read again; sloppily written it says the same."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kit.ruleset import rulesets
from domain.kit.shorthand import Header, SeatNamed, ShorthandError, expected, parse, write
from domain.kit.shorthand.at_the_table import SYNONYMS
from domain.kit.shorthand.parsing.grammar import grammar_of
from domain.kit.shorthand.reading import LONGEST, LONGEST_LINE, Reader
from domain.kit.shorthand.sentences import Said
from domain.kit.shorthand.words import Vocabulary, folded
from domain.kit.shorthand.writing import Writer
from tests.games.openable import OPENABLE
from tests.kit.any_shorthand import actor_of, any_command, sendable
from tests.kit.shorthand_page import PAGE, page

GAMES = sorted(OPENABLE)
SEATS = (
    SeatNamed("Anna", "red"),
    SeatNamed("Böse Fee", "blue"),
    SeatNamed("Bertram", "green"),
    SeatNamed(None, "white"),
)
HEADER = Header(seats=SEATS)


def read(game: str, text: str, header: Header = HEADER) -> Any:
    """The one line of *text*."""
    (line,) = parse(rulesets()[game], text, header)
    return line


def wrong(game: str, text: str) -> ShorthandError:
    """The refusal of *text*."""
    with pytest.raises(ShorthandError) as raised:
        parse(rulesets()[game], text, HEADER)
    return raised.value


def said(seat: int | None, command: Any, actor: str | None = None) -> dict[str, Any]:
    """A recorded decision, as far as shorthand looks at it."""
    return {"actor": {"seat": seat} if actor is None else actor, "command": command, "facts": []}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_command_is_written_in_its_own_sentence_and_read_again(game):
    rng, writer, reader = Random(1), Writer(rulesets()[game], HEADER), Reader(rulesets()[game], HEADER)
    for kind in sendable(game):
        for _ in range(6):
            command = any_command(game, kind, rng)
            line = writer.write(said(rng.randrange(4), command, actor_of(game, kind)))
            assert " command {" not in line, line
            again = reader.read(line)
            assert again.command == command, line
            assert again.actor == actor_of(game, kind)
            assert writer.write(said(again.seat, again.command, again.actor)) == line


class Sloppy(Writer):
    """Writes as people do: other words, small letters, no accents, nothing that may be left out."""

    def __init__(self, game: str, rng: Random) -> None:
        super().__init__(rulesets()[game], HEADER)
        self._game, self._rng = rulesets()[game], rng
        self._known = self._grammar.shorthand.vocabularies(self._game.board)

    def _said(self, part: Said) -> str:
        if not part.needed and self._rng.random() < 0.5:
            return ""
        others = (*SYNONYMS.get(part.words, ()), *self._grammar.shorthand.synonyms.get(part.words, ()))
        return self._changed(self._rng.choice((part.words, *others)))

    def _named(self, value, kind):
        spellings = self._known.get("choice" if kind.choices else kind.name, {})
        plain = (value, *spellings.get(value, ()))
        unspelt = ("place", "pointer", "word", *(() if "thing" in self._known else ("thing",)))
        if kind.name in unspelt:  # they have no other spellings
            return super()._named(value, kind)
        bare = [word for word in plain if word.replace("-", "").replace(" ", "").replace(".", "").isalpha()]
        return self._changed(self._rng.choice(bare)) if bare else super()._named(value, kind)

    def _changed(self, word):
        change = self._rng.choice((str, str.lower, str.upper, self._without_accents, self._with_digraphs))
        return change(word)

    @staticmethod
    def _without_accents(word):
        return " ".join(folded(part) or part for part in word.split())

    @staticmethod
    def _with_digraphs(word):
        return word.translate(str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}))


@pytest.mark.parametrize(
    ("typed", "things"),
    [
        ("priest:0", ["priest:0"]),
        ("Priester:red, bishop:blue", ["priest:0", "bishop:1"]),
        ("2 cardinal:1 and ulm", ["cardinal:1", "cardinal:1", "ulm"]),
        ("bishop: 1", None),
        ("bishop:9", None),
    ],
)
def test_things_that_are_called_by_their_seat_need_no_quotes(typed, things):
    """As the names of places do not; the seat may be called by its colour."""
    if things is None:
        wrong("thurn-and-taxis", f"scribe: tell evicted is {typed}")
        return
    command = read("thurn-and-taxis", f"scribe: tell evicted is {typed}").command
    assert command == {"type": "table.tell", "place": "evicted", "things": things}


def test_things_that_are_called_by_their_seat_are_written_without_quotes():
    told = {"type": "table.tell", "place": "tiles:baiern:0", "things": ["priest:0"]}
    line = write(rulesets()["thurn-and-taxis"], said(None, told, "scribe"), HEADER)
    assert line == "scribe: tell tiles:baiern:0 is priest:0"


@pytest.mark.parametrize("game", GAMES)
def test_other_words_small_letters_and_missing_accents_say_the_same(game):
    rng = Random(2)
    sloppy, reader = Sloppy(game, rng), Reader(rulesets()[game], HEADER)
    for kind in sendable(game):
        for _ in range(6):
            command = any_command(game, kind, rng)
            line = sloppy._line(said(0, command, actor_of(game, kind)), sloppy._sentence(command, quoting=False))
            assert reader.read(line).command == command, line


@pytest.mark.parametrize("game", GAMES)
def test_an_abbreviation_says_the_same_or_is_refused_with_what_it_can_mean(game):
    """Each word of each sentence alone, shortened letter by letter."""
    rng, reader = Random(3), Reader(rulesets()[game], HEADER)
    writer = Writer(rulesets()[game], HEADER)
    shortened = 0
    for kind in sendable(game):
        command = any_command(game, kind, rng)
        line = writer.write(said(0, command, actor_of(game, kind)))
        words = line.split(" ")
        place = next(n for n, word in enumerate(words) if word.endswith(":")) + 1
        for length in range(1, len(words[place])):
            short = " ".join([*words[:place], words[place][:length], *words[place + 1 :]])
            try:
                again = reader.read(short)
            except ShorthandError:
                continue
            if again.command["type"] == kind:
                assert again.command == command, short
                shortened += 1
            else:  # what is a word of its own is that word
                assert folded(words[place][:length]) in [
                    folded(spelling) for spelling in _spellings(game, again.command["type"])
                ], short
    assert shortened > 20


def _spellings(game: str, kind: str) -> list[str]:
    first = grammar_of(rulesets()[game]).by_type[kind].parts[0]
    assert isinstance(first, Said)
    own = grammar_of(rulesets()[game]).shorthand.synonyms
    others = (*SYNONYMS.get(first.words, ()), *own.get(first.words, ()))
    return [part for words in (first.words, *others) for part in (words, words.split()[0])]


@pytest.mark.parametrize("game", GAMES)
def test_what_no_sentence_says_stands_as_json_and_is_read_again(game):
    for command in (
        {"type": "unheard-of", "x": [1, None]},
        {"type": "table.note"},
        {"type": "table.note", "text": 3},
    ):
        line = write(rulesets()[game], said(1, command), HEADER)
        assert line.startswith("blue: command {")
        assert read(game, line).command == command


def test_a_game_without_shorthand_is_written_by_the_names_of_its_commands_and_fields():
    plain = replace(rulesets()["seven-sins"], shorthand=None)
    command = {"type": "take", "sin": "pride", "to": "abyss", "leave_stone": True}
    line = write(plain, said(0, command))
    assert line == "0: take sin pride to abyss leave stone"
    assert parse(plain, line)[0].command == command
    assert parse(plain, "chance: deal cards ?3")[0].command == {"type": "deal", "cards": {"unknown": 3}}


def test_things_are_told_in_a_game_that_has_no_words_for_them():
    plain = replace(rulesets()["seven-sins"], shorthand=None)
    for things, said_so in ((["lust"], "lust"), (["lust", "pride", "pride"], "lust, 2 pride")):
        command = {"type": "table.tell", "place": "abyss", "things": things}
        assert write(plain, said(None, command, "scribe")) == f"scribe: tell abyss is {said_so}"
        assert parse(plain, f"scribe: tell abyss is {said_so}")[0].command == command


# -- lines --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("red: pass", 0),
        ("RED pass", 0),
        ("rot: pass", 0),
        ("Anna: passt", 0),
        ("anna pass", 0),
        ("bose fee: pass", 1),
        ("boese fee: pass", 1),
        ("Böse Fee pass", 1),
        ("2: pass", 2),
        ("seat 2: pass", 2),
        ("Sitz 2 pass", 2),
        ("gr: pass", 2),
        ("weiß: pass.", 3),
        ("  white :  pass  # he sighed", 3),
    ],
)
def test_a_seat_is_called_by_number_colour_or_name(text, seat):
    line = read("seven-sins", text)
    assert (line.seat, line.actor, line.command) == (seat, None, {"type": "pass"})


def test_the_colour_is_written_and_without_a_header_the_number():
    decision = said(1, {"type": "pass"})
    assert write(rulesets()["seven-sins"], decision, HEADER) == "blue: pass"
    assert write(rulesets()["seven-sins"], decision) == "1: pass"


def test_chance_is_called_as_in_the_game():
    assert read("mea-culpa", "bag: draw 2 bread, wine").actor == "chance"
    assert read("mea-culpa", "Beutel: zieht Brot Brot und Wein").command["stones"] == ["bread", "bread", "wine"]
    assert read("thurn-and-taxis", "supply: deal nuernberg").command == {
        "type": "deal-card",
        "cards": ["nurnberg"],
    }


def test_a_coin_is_called_by_its_worth():
    for text in ("5", "5 taler", "coin 5", "Münze 5", "coin-5", "muenze 5"):
        assert read("mea-culpa", f"red: donate {text} II").command["item"] == "coin-5"
    assert read("mea-culpa", "red: donate 1 in II").command["item"] == "coin-1"
    assert read("mea-culpa", "scribe: tell goods:0 2 taler, 2 wine").command["things"] == [
        "coin-2",
        "wine",
        "wine",
    ]


def test_what_the_scribe_did_not_see_is_counted():
    assert read("seven-sins", "pile: deal ?3").command["cards"] == {"unknown": 3}
    assert read("seven-sins", "pile: deal pride, ?2").command["cards"] == ["pride", *[{"unknown": 1}] * 2]
    assert read("seven-sins", "pile: deal [?2]").command["cards"] == [{"unknown": 1}] * 2
    assert read("mea-culpa", "red: bid ? ?").command == {
        "type": "bid",
        "notches": {"unknown": 1},
        "taler": {"unknown": 1},
    }
    assert read("mea-culpa", "red: donate wine ?").command["compartment"] == {"unknown": 1}


def test_what_is_hidden_from_a_viewer_is_unknown_to_him():
    hidden = {"type": "bid", "notches": {"hidden": 1, "seal": "00"}, "taler": {"hidden": 1, "seal": "00"}}
    assert write(rulesets()["mea-culpa"], said(0, hidden), HEADER) == "red: bid ? notches and ? taler"


def test_an_irregular_decision_and_its_time_are_written_and_read():
    line = read("seven-sins", '@2026-11-28T19:05:00Z red: take pride to abyss ! "it stood"')
    assert (line.occurred_at, line.irregular) == ("2026-11-28T19:05:00Z", "it stood")
    assert line.document == {
        "type": "take",
        "sin": "pride",
        "to": "abyss",
        "seat": 0,
        "occurred_at": "2026-11-28T19:05:00Z",
        "irregular": {"note": "it stood"},
    }
    decision = {
        **said(0, line.command),
        "occurred_at": line.occurred_at,
        "facts": [{"type": "Irregular", "rule": None, "code": "illegal-move", "note": "it stood"}],
    }
    written = '@2026-11-28T19:05:00Z red: take pride to abyss irregular "it stood"'
    assert write(rulesets()["seven-sins"], decision, HEADER) == written


def test_nothing_is_written_of_what_followed_by_itself():
    assert write(rulesets()["seven-sins"], {**said(0, {"type": "open-reserves"}), "automatic": True}) == ""


@pytest.mark.scenario(78)
@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("…gap…", "…gap…"),
        ("...gap...", "…gap…"),
        ("…", "…gap…"),
        (" …Lücke… ", "…gap…"),
        ("…two rounds, sheet torn…", "…gap… two rounds, sheet torn"),
    ],
)
def test_a_gap_in_the_record_is_a_note_that_says_so(text, note):
    line = read("seven-sins", text)
    assert (line.actor, line.command) == ("scribe", {"type": "table.note", "text": note})


def test_comments_and_empty_lines_say_nothing_and_lines_keep_their_numbers():
    lines = parse(rulesets()["seven-sins"], "# a table\n\nred: pass\r\n   # more\nblue: pass # so\n", HEADER)
    assert [(line.line, line.seat) for line in lines] == [(3, 0), (5, 1)]


# -- errors -------------------------------------------------------------------------------------------------


def test_an_error_names_line_column_and_what_was_expected():
    error = wrong("seven-sins", "red: pass\nred: take gold to abyss")
    assert (error.line, error.column, error.text) == (2, 11, "gold")
    assert error.expected == ["envy", "gluttony", "greed", "lust", "pride", "sloth", "wrath"]
    assert str(error).startswith("line 2, column 11: “gold” cannot be read here; expected envy, gluttony")


def test_an_unfinished_line_says_what_is_missing():
    error = wrong("seven-sins", "red: take pride")
    assert (error.line, error.column, error.text) == (1, 16, "")
    assert error.expected == ["abyss", "reserve", "to"]


def test_an_ambiguous_abbreviation_names_its_candidates():
    error = wrong("seven-sins", "red: t pride abyss")
    assert error.ambiguous
    assert error.column == 6
    assert "take" in error.expected
    assert "“t” can mean " in str(error)
    assert wrong("seven-sins", "b: pass").expected[:1] == ["blue"] or wrong("seven-sins", "b: pass").ambiguous


def test_who_is_not_at_the_table_is_refused():
    assert "red" in wrong("seven-sins", "purple: pass").expected
    assert wrong("seven-sins", "7: pass").column == 1


@pytest.mark.parametrize(
    "text", ['scribe: note "', "red:", ":", "@", "?", "red: command [1]", "red: command {}", "red"]
)
def test_half_a_line_is_refused(text):
    assert wrong("seven-sins", text).line == 1


def test_what_is_too_much_is_refused_and_read_in_no_time():
    begun = perf_counter()
    for text in (
        "x" * (LONGEST + 1),
        "x" * (LONGEST_LINE + 1),
        "red " * 4_000,
        "[" * LONGEST_LINE,
        'red: command {"type": ' + "[" * 15_000,
        "bag: draw " + "bread " * 1_900,
        "bag: draw 999999999999999 bread",
        "red: bid " + "9" * 5_000,
        '"' + "\\" * 19_000,
    ):
        assert wrong("mea-culpa", text).line == 1
    assert perf_counter() - begun < 10


def test_expected_completes_the_last_word():
    game = rulesets()["thurn-and-taxis"]
    assert expected(game, "red: take n", HEADER) == ["nurnberg"]
    assert "top card" in expected(game, "red: take ", HEADER)
    assert set(expected(game, "", HEADER)) >= {"red", "blue", "green", "white", "supply", "scribe"}
    assert expected(game, "red: use ad", HEADER) == ["use administrator"]
    assert expected(game, "red: lay", HEADER) == []
    assert expected(game, "red: take x y", HEADER) == []


# -- whatever is written ------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        "red",
        ":",
        "take",
        "?",
        "?3",
        "12",
        "-",
        "bread",
        ",",
        "[",
        "]",
        '"',
        "note",
        "irregular",
        "@2026",
        "/x",
        "…",
    ]
)


@settings(max_examples=100)
@given(
    game=st.sampled_from(GAMES), text=st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=12).map(" ".join))
)
def test_any_text_is_read_or_refused_and_what_is_read_is_written_and_read_again(game, text):
    ruleset = rulesets()[game]
    try:
        lines = parse(ruleset, text, HEADER)
    except ShorthandError as error:
        refused = error
        lines = []
    else:
        refused = None
    assert refused is None or (refused.line >= 1 and refused.column >= 1 and str(refused))
    for line in lines:
        written = write(ruleset, said(line.seat, line.command, line.actor), HEADER)
        assert read(game, written).command == line.command
        json.dumps(line.document)


@settings(max_examples=60)
@given(names=st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=5, unique=True), rng=st.randoms())
def test_whatever_the_things_of_a_board_are_called_they_are_written_and_read_again(names, rng):
    header = Header(seats=SEATS, board={"sins": names})
    game = rulesets()["seven-sins"]
    command = {"type": "take", "sin": rng.choice(names), "to": "abyss"}
    line = write(game, said(0, command), header)
    assert parse(game, line, header)[0].command == command


@settings(max_examples=100)
@given(words=st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=6, unique=True))
def test_a_word_in_full_is_found(words):
    vocabulary = Vocabulary([(word, (word,)) for word in words])
    for word in words:
        best = max(found.rank for found in vocabulary.find([word]))
        assert word in [found.value for found in vocabulary.find([word]) if found.rank == best]


# -- the games' own descriptions ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in GAMES if rulesets()[game].shorthand is not None])
def test_every_command_of_a_game_has_a_sentence_and_every_sentence_a_command(game):
    ruleset = rulesets()[game]
    own = {command.TYPE for command in (*ruleset.commands, *ruleset.chance_commands)}
    forced = {kind for kind in own if kind not in ruleset.shorthand.sentences}
    assert set(ruleset.shorthand.sentences) <= own
    assert all(not _declares_fields(ruleset.command_types[kind]) for kind in forced)


def _declares_fields(command: Any) -> bool:
    return bool(command.FIELDS)


def test_the_page_has_every_sentence_and_every_word():
    """Write it anew with ``python -m tests.kit.shorthand_page``."""
    assert page() == PAGE.read_text(encoding="utf-8")
