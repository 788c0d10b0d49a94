"""Recording a match at a real table: what a scribe tells must be possible."""

from uuid import uuid4

import pytest

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.games.seven_sins.commands import Deal, Refill, Take
from domain.kit.facts import Unknown
from domain.kit.guards import Refused
from domain.kit.table.commands import Tell
from domain.match.match import told
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from tests.asking import asking

SINS = ["pride", "greed", "lust", "envy", "wrath"]
SCRIBE = Principal("scribe")


@pytest.fixture
def matches():
    name = f"file:{uuid4().hex}?mode=memory&cache=shared"
    env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": name, "CREATE_TABLE": "y"}
    with Matches(env, service_key=bytes(32)) as opened:
        yield opened


@pytest.fixture
def table(matches):
    """Appends the scribe's commands to a match whose first cards nobody could see."""
    seats = [SeatWanted(name) for name in ("Ada", "Ben", "Cleo")]
    opening = Opening("seven-sins", seats, mode="recorded", options={"first_seat": 0, "sins": SINS})
    match = matches.open(opening).match

    def enter(command, seat=None):
        return matches.append(match.id, SCRIBE, asking(Asked(command, seat))).match

    def amiss():
        """What has not added up in what was recorded."""
        facts = [fact for event in matches._log(match.id) for fact in told(event)["facts"]]
        return [fact for fact in facts if fact["type"] == "Discrepancy"]

    enter(Deal(Unknown(3)))
    enter.amiss = amiss
    return enter


def test_no_more_cards_of_a_sin_come_out_than_there_are(table):
    table(Refill(("pride",) * 5))
    table(Take("pride", "abyss"), seat=0)
    assert table(Refill(("pride",) * 5)).state.places["centre"].count("pride") == 5
    amiss = table.amiss()
    assert {(*one["things"], one["of"]) for one in amiss} == {("pride", "set")}


def test_within_one_refill_each_card_counts(table):
    table(Refill(("pride", "pride", "lust", "lust", "lust")))
    table(Take("lust", "abyss"), seat=0)
    table(Refill(("pride", "pride", "envy")))
    table(Take("envy", "abyss"), seat=2)
    match = table(Refill(("pride",)))
    assert match.state.known("pride") == 5 + 3 + 2
    table(Take("pride", "abyss"), seat=1)
    assert table.amiss() == []
    table(Refill(("pride", "pride", "greed", "greed", "greed")))
    assert [amiss["things"] for amiss in table.amiss()] == [["pride"]], "one of them is there"


@pytest.mark.parametrize("kind", ["pear", "judgement", "stone", "sloth"])
def test_what_does_not_exist_comes_out_of_no_pile_and_lies_in_no_reserve(table, kind):
    with pytest.raises(Refused):
        table(Refill((kind, "pride", "pride", "pride", "pride")))
    with pytest.raises(Refused):
        table(Tell("reserve:0", (kind,)))
