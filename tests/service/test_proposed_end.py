"""In a recorded match the end is only proposed: it is over when scribe or arbiter confirms it."""

from random import Random

import pytest

from tests.service.playing import (
    FIRST_FIVE,
    SINS,
    kinds_of,
    open_match,
    play_out,
    published,
    recorded_match,
    scribe_step,
)

CONFIRM = {"type": "table.confirm"}
PROPOSED = [{"confirm": "end"}]


def proposed(client, **options):
    """A recorded match of two seats that has come to its end, on a small board; seat 0 has decided last."""
    table = open_match(
        client, 2, mode="recorded", options={"first_seat": 0, "sins": SINS, **options}, board={"backs": {"I": 5}}
    )
    table.do(
        "scribe",
        {"type": "deal", "cards": ["pride", "greed"]},
        {"type": "refill", "cards": FIRST_FIVE},
        {"type": "take", "sin": "greed", "to": "reserve", "seat": 0},
        {"type": "refill", "cards": ["lust"]},
        {"type": "take", "sin": "pride", "to": "abyss", "seat": 1},
        {"type": "refill", "cards": ["pride", "envy"]},
        {"type": "take", "sin": "lust", "to": "abyss", "seat": 0},
        {"type": "refill", "cards": ["judgement"]},
        {"type": "place-stones", "on": ["pride"], "seat": 0},
    )
    assert table.awaiting == PROPOSED
    return table


@pytest.fixture
def table(sqlite_client):
    return proposed(sqlite_client)


@pytest.mark.scenario(70)
def test_the_end_is_proposed_and_over_when_it_is_confirmed(client):
    table = proposed(client)
    match = table.get(None)
    assert (match["status"], match["outcome"]) == ("playing", None)
    assert match["proposed"]["result"] in ("win", "shared")
    assert kinds_of(table.log()[-1])[-1] == "EndProposed"
    for who in table.everybody:
        assert table.get(who, "view")["proposed"] == match["proposed"]
        signing = {"type": "table.countersign", "line": match["version"]}
        awaited = [CONFIRM] if who in ("scribe", "arbiter") else [signing] if isinstance(who, int) else []
        assert table.get(who, "moves", possible="true")["moves"] == awaited
    (decision,) = table.do("scribe", CONFIRM)["decisions"]
    assert decision["facts"] == [{"type": "MatchEnded", "outcome": match["proposed"]}]
    over = table.get(None)
    assert (over["status"], over["awaiting"], over["proposed"]) == ("finished", [], None)
    assert over["outcome"] == match["proposed"]
    published(client).check_decisions(table.log())


def test_the_arbiter_confirms_too(table):
    assert "table.confirm" in table.get("arbiter", "moves")["table"]
    table.do("arbiter", CONFIRM)
    assert table.get(None)["status"] == "finished"


def test_nothing_is_opened_before_it_is_confirmed(table):
    assert table.ask(0, "view", as_="official").status_code == 403
    assert table.ask(0, "knowledge").status_code == 403
    table.do("scribe", CONFIRM)
    assert table.ask(0, "view", as_="official").status_code == 200


@pytest.mark.parametrize("who", [0, 1, "host", "spectator"])
def test_nobody_else_confirms(table, who):
    assert table.refused(who, CONFIRM)["code"] == "forbidden"
    assert "table.confirm" not in table.get(who, "moves")["table"]


def test_there_is_nothing_to_confirm_before_or_after(sqlite_client):
    table = recorded_match(sqlite_client)
    assert table.refused("scribe", CONFIRM)["code"] == "not-awaited"
    table = proposed(sqlite_client)
    table.do("scribe", CONFIRM)
    assert table.refused("scribe", CONFIRM)["code"] == "over"


def test_a_hosted_match_ends_by_itself(sqlite_client):
    table = open_match(sqlite_client, 2)
    for who in ("scribe", "arbiter"):
        assert table.refused(who, CONFIRM)["code"] == "not-awaited"
    match = play_out(table, Random(1))
    assert (match["status"], match["proposed"]) == ("finished", None)
    assert not any(fact["type"] == "EndProposed" for decision in table.log() for fact in decision["facts"])


def test_the_game_does_not_go_on_but_people_talk(table):
    take = {"type": "take", "sin": "pride", "to": "abyss", "seat": 0}
    for command in (take, {**take, "irregular": {"note": "once more"}}):
        refused = table.refused("scribe", command)
        assert (refused["code"], "hint" in refused) == ("not-awaited", False)
    assert table.refused("host", {"type": "table.close"})["code"] == "not-over"
    penalty = {"type": "table.rule", "verdict": "upheld", "remedy": "penalty", "offender": 0}
    assert table.refused("arbiter", penalty)["code"] == "over"
    for who in (0, "scribe", "arbiter"):
        table.do(who, {"type": "table.note", "text": "well played"})
    table.do(0, {"type": "table.accuse", "accused": 1})
    table.do("arbiter", {"type": "table.freeze"})
    assert table.refused("scribe", CONFIRM)["code"] == "frozen"
    table.do("arbiter", {"type": "table.resume"})
    assert table.awaiting == PROPOSED


def test_what_led_to_it_is_taken_back_and_comes_again(table):
    *_, last = (one for one in table.log() if one["command"]["type"] == "place-stones")
    seat = last["actor"]["seat"]
    proposal = table.get(None)["proposed"]
    table.do("scribe", {"type": "table.take-back", "decision": last["version"]})
    assert table.refused("scribe", CONFIRM)["code"] == "consent-pending"
    for other in [one["seat"] for one in table.awaiting]:
        table.do("scribe", {"type": "table.consent", "agree": True, "seat": other})
    match = table.get(None)
    assert (match["proposed"], match["awaiting"]) == (None, [{"seat": seat}])
    table.do("scribe", {**last["command"], "seat": seat})
    assert table.get(None)["proposed"] == proposal
    table.do("scribe", CONFIRM)
    assert table.get(None)["outcome"] == proposal


def test_a_refused_take_back_leaves_the_proposal(table):
    *_, last = (one for one in table.log() if one["command"]["type"] == "place-stones")
    table.do("scribe", {"type": "table.take-back", "decision": last["version"]})
    table.do("scribe", {"type": "table.consent", "agree": False, "seat": table.mover})
    assert table.awaiting == PROPOSED
    table.do("scribe", CONFIRM)


ENDINGS = {
    "win": ({"result": "win", "winners": [1]}, "adjudicated"),
    "shared": ({"result": "shared", "winners": [0, 1]}, "adjudicated"),
    "no result": ({"result": "no-result"}, "adjudicated"),
    "both forfeit": ({"result": "no-result", "forfeits": [0, 1]}, "forfeit"),
    "one forfeits": ({"result": "win", "winners": [0], "forfeits": [1]}, "forfeit"),
}


@pytest.mark.scenario(97)
@pytest.mark.parametrize("ending", ENDINGS)
def test_the_arbiter_gives_it_another_result_with_its_reason(table, ending):
    result, reason = ENDINGS[ending]
    ruling = {"type": "table.rule", "verdict": "upheld", "remedy": "end", "reason": "a card was marked", **result}
    table.do("arbiter", ruling)
    match = table.get(None)
    assert (match["status"], match["proposed"], match["awaiting"]) == ("finished", None, [])
    assert match["outcome"] == {"winners": [], "forfeits": [], **result, "reason": reason}
    assert table.refused("scribe", CONFIRM)["code"] == "over"
    (said,) = table.get(None, "audit")["rulings"]
    assert said["reason"] == "a card was marked"


@pytest.mark.scenario(97)
def test_a_played_result_says_that_it_was_played(table):
    table.do("scribe", CONFIRM)
    assert table.get(None)["outcome"]["reason"] == "played"


def test_it_is_given_up_instead(table):
    table.do("host", {"type": "table.abandon"})
    match = table.get(None)
    assert (match["status"], match["outcome"], match["proposed"]) == ("abandoned", None, None)


def test_a_ruling_goes_back_behind_the_proposal_and_behind_the_confirmation(table):
    *_, last = (one for one in table.log() if one["command"]["type"] == "place-stones")
    back = {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": last["version"]}
    table.do("arbiter", back)
    assert table.get(None)["proposed"] is None
    table.do("scribe", {**last["command"], "seat": last["actor"]["seat"]})
    confirmed = table.do("scribe", CONFIRM)["version"]
    ruling = table.do("arbiter", {**back, "before": confirmed - 1})["version"]
    assert (table.get(None)["status"], table.get(None)["proposed"]) == ("playing", None)
    table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "reverses": ruling})
    assert table.get(None)["status"] == "finished", "what was confirmed counts again"


def test_the_last_command_and_the_confirmation_come_in_one_batch(sqlite_client):
    table = proposed(sqlite_client)
    *_, last = (one for one in table.log() if one["command"]["type"] == "place-stones")
    table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": last["version"]})
    dry = table.do("scribe", {**last["command"], "seat": last["actor"]["seat"]}, CONFIRM, dry_run=True)
    assert [one["command"]["type"] for one in dry["decisions"]] == ["place-stones", "table.confirm"]
    table.do("scribe", {**last["command"], "seat": last["actor"]["seat"]}, CONFIRM)
    assert table.get(None)["status"] == "finished"


def test_every_step_of_a_scribe_confirms(sqlite_client):
    table = proposed(sqlite_client)
    scribe_step(table, Random(1))
    assert table.get(None)["status"] == "finished"
