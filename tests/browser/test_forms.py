"""What players and officials say and do at the table, by forms made from the schemas of the commands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long

TRY, DO = ["try"], ["do"]


def form(kind: str) -> list[Any]:
    """Open the form for a type of commands."""
    return ["click", f"#moves button[data-type='table.{kind}']"]


def field(name: str, what: str = "select") -> str:
    return f"[data-field={name}] {what}"


def windows(bench: Bench, *who: int | str) -> list[list[Any]]:
    """A window for each of them, called as they are."""
    return [
        step for one in who for step in (["window", str(one)], ["open", f"{bench.page}#token={bench.token(one)}"])
    ]


def last_by(bench: Bench, seat: int) -> int:
    log = bench.ask("arbiter", "/decisions?limit=1000")["decisions"]
    return max(one["version"] for one in log if one["actor"] == {"seat": seat})


def before_the_first_pick(service: Served) -> tuple[Bench, int]:
    """A match of META CULPA in which all have bid, and who is to settle the bid and take a character."""
    options = {"meta_culpa": "automatic", "chance": "known"}
    bench = Bench(service, "mea-culpa", 3, options=options, seed=f"{5:032x}")
    while bench.ask("arbiter", "/view")["board"]["phase"] == "bonus":
        bench.play(1)
    for seat in range(3):
        bench.send(seat, {"type": "set-bid", "notches": 1 + seat, "taler": 3 * seat})
    (first,) = (who["seat"] for who in bench.ask(None)["awaiting"])
    return bench, first


def test_a_dispute_goes_from_accusation_to_appeal(service: Served, used: Used) -> None:
    bench = Bench(service, "mea-culpa", 3, options={"chance": "known"}, seed=f"{3:032x}")
    accusation = bench.play(12) + 1
    last, ruling = last_by(bench, 1), accusation + 3
    read = used(
        *windows(bench, 0, 1, "arbiter"),
        ["window", "0"],
        form("accuse"),
        ["choose", field("accused"), "1"],
        ["check", field("decisions", f"label:has-text('{last}:') input")],
        ["fill", field("reason", "textarea"), "That was my turn."],
        TRY,
        ["texts", "accuses", "#moves .follows li"],
        DO,
        ["window", "arbiter"],
        ["ready", accusation],
        form("freeze"),
        TRY,
        DO,
        ["texts", "frozen", "#state"],
        ["click", ".moves button[data-type='table.resume']"],
        ["wait", "#moves .follows"],
        DO,
        form("rule"),
        ["count", "asked", f"{field('before')}:visible"],
        ["choose", field("about"), str(accusation)],
        ["choose", field("remedy"), "back"],
        ["choose", field("before"), str(last)],
        TRY,
        ["texts", "strikes", "#moves .evidence .to"],
        DO,
        ["window", "1"],
        ["ready", ruling],
        form("appeal"),
        ["texts", "rulings", field("ruling", "option")],
        ["fill", field("reason", "textarea"), "It was mine."],
        TRY,
        DO,
        ["window", "arbiter"],
        ["ready", ruling + 1],
        form("rule"),
        ["choose", field("about"), str(ruling + 1)],
        ["choose", field("reverses"), str(ruling)],
        TRY,
        ["texts", "again", "#moves .evidence .to"],
        DO,
        ["texts", "audit", "#audit .entry"],
    )
    assert "Ada says that Ben" in read["accuses"][0]
    assert "stopped" in read["frozen"][0] or "frozen" in read["frozen"][0]
    assert read["asked"] == 0, "only a ruling to go back asks before what"
    assert str(last) in read["strikes"]
    assert len(read["rulings"]) == 1
    assert set(read["strikes"]) <= set(read["again"])
    audit = bench.ask("arbiter", "/audit")
    assert audit["accusations"][0]["decisions"] == [last]
    first, second = audit["rulings"]
    assert [str(version) for version in first["struck"]] == read["strikes"]
    assert (second["reverses"], first["reversed_by"]) == (first["version"], second["version"])
    assert audit["appeals"][0]["status"] == "answered"
    assert any("It was mine." in entry for entry in read["audit"])


@pytest.mark.soak
def test_what_is_said_to_be_true_is_held_against_the_record(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2)
    read = used(
        *windows(bench, 0),
        ["asked", "opening"],
        form("note"),
        ["fill", field("text", "textarea"), "tea"],
        TRY,
        DO,
        form("assert"),
        ["wait", field("at")],
        ["count", "unasked", "#moves textarea"],
        ["choose", field("at"), "turn"],
        ["value", "turn", field("is")],
        ["choose", field("at"), "stones"],
        ["fill", field("is", "input"), "99"],
        TRY,
        DO,
        ["wait", "#audit .entry"],
        ["texts", "audit", "#audit .entry"],
        ["click", "#back"],
        ["wait", "#now:not([hidden])"],
        form("assert"),
        ["count", "past", "#now:not([hidden])"],
        ["click", "#picture [data-at]"],
        ["count", "steps", field("at")],
        ["texts", "where", field("at", "option:checked")],
        ["count", "told", "#origin h2"],
    )
    assert read["unasked"] == 0, "of the whole board nobody says anything"
    assert read["turn"] == str(bench.ask(None, "/view")["board"]["turn"]), "what the record says comes first"
    (finding,) = bench.ask(0, "/audit")["findings"]
    assert (finding["pointer"], finding["is"], finding["status"]) == ("/stones", 99, "open")
    assert any("something said does not hold" in entry for entry in read["audit"])
    assert read["past"] == 0, "places are of the board as it is now, which is shown therefore"
    assert read["steps"] >= 1
    assert read["where"][0] != "–", "the click has chosen the place"
    assert read["told"] == 0, "and meant nothing else"


@pytest.mark.soak
def test_others_agree_to_a_take_back_and_are_reminded(service: Served, used: Used) -> None:
    bench = Bench(service, "mea-culpa", 3, options={"chance": "known"}, seed=f"{4:032x}")
    newest = bench.play(2)
    log = [one for one in bench.ask(None, "/decisions")["decisions"] if "seat" in (one["actor"] or ())]
    (taken, asker), (_, asked) = ((one["version"], one["actor"]["seat"]) for one in log)
    read = used(
        *windows(bench, asker, asked),
        ["window", str(asker)],
        form("take-back"),
        TRY,
        DO,
        ["texts", "waits", "#state"],
        ["window", str(asked)],
        ["ready", newest + 1],
        ["texts", "answers", ".moves button[data-type='table.consent']"],
        ["click", ".moves button[data-type='table.consent']"],
        ["wait", "#moves .follows"],
        DO,
        ["wait", f"#log .struck button[data-version='{taken}']"],
        form("remind"),
        ["choose", field("reminded"), str(asker)],
        TRY,
        DO,
        ["wait", "#audit h3:text('Reminders')"],
        ["texts", "audit", "#audit .entry"],
    )
    assert len(read["answers"]) == 2
    assert read["waits"][0].startswith("The match waits")
    (request,) = bench.ask("arbiter", "/audit")["take_backs"]
    assert (request["outcome"], request["decisions"]) == ("done", [taken])
    (reminder,) = bench.ask("arbiter", "/audit")["reminders"]
    assert reminder["reminded"] == asker


def test_the_arbiter_is_called_and_the_board_is_countersigned(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2, mode="recorded")
    bench.send("scribe", {"type": "table.countersign", "line": 0})
    read = used(
        *windows(bench, 0, "arbiter"),
        ["window", "0"],
        form("call"),
        ["fill", field("reason", "textarea"), "Come, please."],
        TRY,
        DO,
        ["window", "arbiter"],
        ["ready", 2],
        ["texts", "calls", ".moves button[data-type='table.attend']"],
        ["click", ".moves button[data-type='table.attend']"],
        ["wait", "#moves .follows"],
        DO,
        ["window", "0"],
        ["ready", 3],
        form("countersign"),
        TRY,
        DO,
        ["texts", "marks", "#countersigned"],
        ["wait", "#audit h3:text('Calls for the arbiter')"],
        ["texts", "audit", "#audit .entry"],
    )
    assert len(read["calls"]) == 2
    assert read["marks"] == ["Countersigned: ○ Scribe (0), ◐ Ada (3)"]
    assert any("Come, please." in entry and "attended to" in entry for entry in read["audit"])
    (call,) = bench.ask(None)["calls"]
    assert call["attended"] is True
    newest = bench.ask(0, "/audit")["countersignatures"][-1]
    assert (newest["by"], newest["upto"], newest["status"]) == ({"seat": 0}, 3, "stands")


def test_a_sin_is_a_finding_with_its_rule_and_leads_to_its_decisions(service: Served, used: Used) -> None:
    bench, first = before_the_first_pick(service)
    sin = bench.send(first, {"type": "take-card", "character": "emperor"})
    (finding,) = bench.ask(None, "/audit")["findings"]
    assert finding["rule"] == "MC-M2"
    bench.erase("host", 0, "/seats/0/name")
    read = used(
        ["open", f"{bench.page}?at=0"],
        ["texts", "audit", "#audit .entry"],
        ["click", "#legend .judgement"],
        ["at", finding["complete"]],
        ["count", "here", "#audit .entry[aria-current]"],
    )
    told, erased = read["audit"]
    assert "Erased by: Host, " in erased
    assert "Rule MC-M2: " in told
    assert "paid for" in told
    assert finding["complete"] <= sin
    assert read["here"] == 1


@pytest.mark.soak
def test_a_sin_is_committed_by_clicks_and_what_follows_is_said_first(service: Served, used: Used) -> None:
    bench, first = before_the_first_pick(service)
    read = used(
        *windows(bench, first),
        ["count", "before", "#moves details .moves button"],
        ["click", "#moves details summary:text-is('Against the rules')"],
        ["click", ".moves button[data-type='take-card']:has-text('Emperor')"],
        ["wait", "#moves .follows"],
        ["texts", "follows", "#moves .follows li"],
        DO,
        ["texts", "audit", "#audit .entry"],
    )
    assert read["before"] == 0
    assert any("MC-M2" in sentence or "sin" in sentence for sentence in read["follows"]), read["follows"]
    (finding,) = bench.ask(None, "/audit")["findings"]
    assert finding["rule"] == "MC-M2"
    assert any("MC-M2" in entry for entry in read["audit"])


def test_against_the_rules_there_is_nothing_where_the_service_takes_lawful_moves_alone(
    service: Served, used: Used
) -> None:
    bench = Bench(service, "seven-sins", 2)
    read = used(*windows(bench, 0), ["pause", 500], ["count", "there", "#moves > details:not([hidden])"])
    assert read["there"] == 0


def test_what_happened_against_the_rules_is_recorded_with_a_note(service: Served, used: Used) -> None:
    options = {"first_seat": 0, "sins": ["pride", "greed", "lust", "envy"]}
    bench = Bench(service, "seven-sins", 2, mode="recorded", options=options)
    bench.send("scribe", {"type": "deal", "cards": ["pride", "greed"]})
    bench.send("scribe", {"type": "refill", "cards": ["pride", "pride", "greed", "lust", "envy"]})
    read = used(
        *windows(bench, "scribe"),
        ["click", "#moves details summary:text-is('Against the rules')"],
        ["wait", "#moves > details .moves button"],
        ["texts", "all", "#moves > details .moves button"],
        ["click", "#moves > details details:has(button:text-is('Ben: Take 2 Pride to your reserve')) > summary"],
        ["click", "#moves > details .moves button:text-is('Ben: Take 2 Pride to your reserve')"],
        ["fill", "#moves form textarea", "Ben was too quick."],
        TRY,
        ["texts", "follows", "#moves .follows li"],
        DO,
        ["texts", "log", "#log li"],
    )
    assert any(text.startswith("Ada: ") for text in read["all"])
    assert "out of turn" in " ".join(read["follows"])
    assert any("Ben was too quick." in line for line in read["log"])


@pytest.mark.soak
def test_what_nobody_saw_is_a_gap_and_is_filled_in_by_a_form(service: Served, used: Used) -> None:
    options = {"first_seat": 0, "sins": ["pride", "greed", "lust", "envy"]}
    bench = Bench(service, "seven-sins", 2, mode="recorded", options=options)
    dealt = bench.send("scribe", {"type": "deal", "cards": {"unknown": 2}})
    bench.send("scribe", {"type": "refill", "cards": ["pride", "pride", "greed", "lust", "envy"]})
    add = "[data-field=command] .choices button:text('Add')"
    read = used(
        *windows(bench, "scribe"),
        ["key", "Home"],
        ["click", "#legend .gap"],
        ["at", dealt],
        ["key", "End"],
        ["expect", "422"],
        form("missing"),
        TRY,
        ["texts", "wrong", "#moves [role=alert] p"],
        ["count", "tells", "#moves button[data-type='table.tell']"],
        form("reveal"),
        ["texts", "decisions", field("decision", "option")],
        ["choose", field("cards"), "pride"],
        ["click", add],
        ["choose", field("cards"), "greed"],
        ["click", add],
        TRY,
        ["texts", "refused", "#moves [role=alert]"],
        DO,
        ["texts", "audit", "#audit .entry"],
    )
    assert read["wrong"] == ["Things: Its length has to be from 1 to 200."], "by the name that the field has"
    assert read["tells"] == 0, "nothing is awaited that nobody saw"
    assert read["refused"] == []
    assert read["decisions"][0].startswith(f"{dealt}: ")
    (correction,) = bench.ask("arbiter", "/audit")["corrections"]
    assert correction["kind"] == "revealed"
    assert any("filled in" in entry for entry in read["audit"])


@pytest.mark.soak
def test_a_new_link_is_shown_to_the_arbiter_who_replaces_one(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2)
    bench.play(5)
    read = used(
        *windows(bench, "arbiter"),
        form("take-back"),
        ["texts", "taken", field("decision", "option:checked")],
        ["texts", "also", field("also", "label")],
        form("replace-token"),
        ["choose", field("role"), "seat"],
        ["choose", field("seat"), "1"],
        TRY,
        DO,
        ["wait", "#shown .code"],
        ["value", "link", "#shown input"],
        ["asked", "asked"],
        ["click", "#shown button:text('Hide')"],
        ["count", "left", "#shown *"],
    )
    (taken,) = read["taken"]
    seats = {str(one["version"]): one["actor"] for one in bench.ask("arbiter", "/decisions")["decisions"]}
    others = [seats[label.split(":")[0]] for label in read["also"]]
    assert others
    assert set(map(str, others)) == {str(seats[taken.split(":")[0]])}, "of the same seat"
    address, token = read["link"].split("#token=")
    assert address == bench.page
    assert token != bench.token(1)
    bearer = {"Authorization": f"Bearer {token}"}
    assert service.request("GET", bench.opened["links"]["view"], headers=bearer)[1]["as"] == "seat:1"
    assert read["left"] == 0
    assert not any("khz_" in one for one in read["asked"])


def test_the_audit_is_read_again_when_it_has_changed_or_is_looked_at(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2)
    newest = bench.ask(None)["version"]
    commands, token = bench.opened["links"]["commands"], bench.token(0)
    read = used(
        ["window", "phone", {"width": 360, "height": 640}],
        ["open", bench.page],
        ["asked", "opened"],
        ["send", commands, token, {"type": "table.note", "text": "tea"}],
        ["ready", newest + 1],
        ["asked", "noted"],
        ["send", commands, token, {"type": "table.accuse", "accused": 1}],
        ["ready", newest + 2],
        ["asked", "accused"],
        ["send", commands, token, {"type": "table.note", "text": "coffee"}],
        ["ready", newest + 3],
        ["asked", "again"],
        ["see", "#audit"],
        ["pause", 1000],
        ["asked", "seen"],
    )
    asked = {name: len([one for one in addresses if "/audit?" in one]) for name, addresses in read.items()}
    assert asked == {"opened": 1, "noted": 0, "accused": 1, "again": 0, "seen": 1}


def test_a_seat_makes_its_link_its_own(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2)
    read = used(
        *windows(bench, 0),
        ["click", "#make-mine"],
        ["wait", "#my-link:not([hidden])"],
        ["click", "#my-link"],
        ["wait", "#shown .code"],
        ["value", "link", "#shown input"],
        ["count", "offered", "#mine:not([hidden])"],
    )
    address, token = read["link"].split("#token=")
    assert (address, token == bench.token(0)) == (bench.page, False)
    assert [seat.get("own") for seat in bench.ask(None)["seats"]] == [True, None]
    assert read["offered"] == 0
