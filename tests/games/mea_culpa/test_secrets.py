"""What is secret in Mea Culpa: by name, so that nothing becomes public, or secret, by accident."""

from domain.games.mea_culpa import RULESET
from domain.kit.visibility import PUBLIC, seat_viewer
from tests.games.playing import rules_of

SECRET_IN_COMMANDS = {
    ("choose-bonus", "compartments"): "the acting seat, its length for everyone",
    ("bid", "notches"): "the acting seat",
    ("bid", "taler"): "the acting seat",
    ("donate", "compartment"): "the acting seat",
    ("set-die", "room"): "the acting seat",
    ("give-letter", "letter"): "the acting seat",
    ("set-bid", "notches"): "the acting seat",
    ("set-bid", "taler"): "the acting seat",
    ("turn-die", "room"): "the acting seat",
    ("drop", "compartment"): "the acting seat",
}
SECRET_IN_FACTS = {
    ("BidSet", "notches"): "the seats in seat",
    ("BidSet", "taler"): "the seats in seat",
    ("ItemDropped", "compartment"): "the seats in seat",
    ("DieSet", "room"): "the seats in seat",
    ("LetterGiven", "letter"): "the seats in told",
}
OPENING = {
    "SoulsPlaced",
    "StoneDrawn",
    "CardDealt",
    "BidsRevealed",
    "DieShown",
    "LetterOwed",
    "LetterGiven",
    "TalerGiven",
    "NothingGiven",
    "CompartmentOpened",
    "LettersShown",
}


def secrets(declared):
    return {
        (one.TYPE, field.name): field.audience.described()
        for one in declared
        for field in one.FIELDS
        if not field.public
    }


def test_what_commands_keep_secret():
    assert secrets(RULESET.commands) == SECRET_IN_COMMANDS
    assert secrets(RULESET.chance_commands) == {}


def test_what_facts_keep_secret():
    assert secrets(RULESET.facts) == SECRET_IN_FACTS


def test_which_facts_open_what_was_secret_or_undrawn():
    assert {fact.TYPE for fact in RULESET.facts if fact.OPENS} == OPENING


def test_where_others_may_not_look():
    for holdings in (False, True):
        rules = rules_of(RULESET, 4, {"open_holdings": holdings})
        for viewer, own in ((PUBLIC, None), (seat_viewer(2), 2)):
            state = RULESET.empty(rules, viewer)
            places = {
                name: place.sight.value for name, place in state.places.items() if place.sight.value != "contents"
            }
            others = [seat for seat in range(4) if seat != own]
            behind = {f"{things}:{seat}": "nothing" for things in ("goods", "letters") for seat in others}
            assert places == {"bag": "count", "deck": "count", **({} if holdings else behind)}
            parts = [seat for seat in range(4) if state.places[f"chest:{seat}"].parts]
            assert parts == ([] if own is None else [own])
            purses = {name for name, purse in state.purses.items() if purse.sight.value == "nothing"}
            hidden = ("notches", "taler", "die") if holdings else ("notches", "taler", "die", "money")
            assert purses == {f"{amount}:{seat}" for amount in hidden for seat in others}
