"""``kerbholz open``, ``results`` and ``reseat``: an evening from a list of names to its results."""

from __future__ import annotations

import csv
import io
import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from service.cli.evening.event import BadEvent, read
from service.cli.evening.results import Result as Ended
from service.cli.evening.results import Seat, people, table
from service.cli.record import Service
from service.page.codes import code_of
from tests.persistence.serving import Served
from tests.service.test_recording import HEADER, PLAYED, VECTORS, stored

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
NAMES = "Ada, Bo\nBy the window: Cy, Di, Eve\nFay, Gus\n"
SECRET = re.compile(r"#token=([\w-]+)")


class Evening:
    """A folder, a list of names, and the commands in this process."""

    def __init__(self, server: Served, folder: Path) -> None:
        self.server = server
        self.place = folder
        self.folder = folder / "friday"

    def run(self, *arguments: str, token: str | None = None) -> Result:
        environment = {"KERBHOLZ_TOKEN": token, "KERBHOLZ_URL": self.server.address, "KERBHOLZ_KEY": None}
        return CliRunner().invoke(main, arguments, env=environment)

    def open(self, names: str, *more: str, game: str = "seven-sins") -> Result:
        (self.place / "names.txt").write_text(names, encoding="utf-8")
        given = ["--names", str(self.place / "names.txt"), "--folder", str(self.folder), "--lang", "en", *more]
        return self.run("open", game, *given)

    def text(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    @property
    def journal(self) -> Any:
        return json.loads(self.text("evening.json"))

    @property
    def links(self) -> list[str]:
        return [one["url"] for one in json.loads(self.text("event.json"))["matches"]]

    def ask(self, link: str, path: str = "") -> Any:
        address, _, token = link.partition("#token=")
        target = f"/v1/matches/{address.rpartition('/')[2]}{path}"
        status, document, _ = self.server.request("GET", target, None, {"Authorization": f"Bearer {token}"})
        assert status == 200, document
        return document


@pytest.fixture
def evening(server: Served, tmp_path: Path) -> Evening:
    return Evening(server, tmp_path)


def fails(result: Result, said: str) -> None:
    """It ended in one sentence that says this, and in nothing else."""
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 1, result.output
    assert re.search(said, result.stderr, re.DOTALL), result.stderr
    assert "Traceback" not in result.output


# -- opening ------------------------------------------------------------------------------------------------


def test_each_table_becomes_a_match_and_the_desk_gets_the_arbiters_link_of_each(server, evening):
    before = stored(server)
    done = evening.open(NAMES, "--private", "--option", 'history="kept"', "--title", "Winter cup")
    assert done.exit_code == 0, done.output
    assert stored(server) == before + 3
    event = json.loads(evening.text("event.json"))
    assert (event["format"], event["title"]) == ("kerbholz-event-1", "Winter cup")
    assert [one["label"] for one in event["matches"]] == ["Table 1", "By the window", "Table 3"]
    assert {tuple(one) for one in event["matches"]} == {("label", "url", "role")}
    matches = [evening.ask(link) for link in evening.links]
    names = [[seat["name"] for seat in match["seats"]] for match in matches]
    assert names == [["Ada", "Bo"], ["Cy", "Di", "Eve"], ["Fay", "Gus"]]
    assert [match["labels"]["title"] for match in matches][1] == "Winter cup, By the window"
    assert {(match["public"], match["mode"], match["options"]["history"]) for match in matches} == {
        (False, "hosted", "kept")
    }
    assert {evening.ask(link, "/view")["as"] for link in evening.links} == {"official"}


def test_everybody_has_a_slip_with_their_link_and_its_code_and_those_of_officials_are_apart(evening):
    evening.open("Ada, Bo\n<b>Cy</b>, Di\n", "--recorded", "--links", "https://play.example.org/k/")
    players, officials = evening.text("players.html"), evening.text("officials.html")
    found = {"players": SECRET.findall(players), "officials": SECRET.findall(officials)}
    tokens = [one["match"]["tokens"] for one in evening.journal["tables"]]
    assert found["players"] == [token for one in tokens for token in one["seats"]]
    assert found["officials"] == [one[role] for one in tokens for role in ("arbiter", "host", "scribe")]
    ids = [one["match"]["id"] for one in evening.journal["tables"]]
    link = f"https://play.example.org/k/matches/{ids[0]}#token={tokens[0]['seats'][0]}"
    assert f">{link}<" in players
    assert code_of(link, sized=False).decode() in players
    assert "viewBox=" in players
    assert "&lt;b&gt;Cy&lt;/b&gt;" in players
    for page in (players, officials):
        assert not re.search(r"<script|\ssrc=|url\(|@import", page)
    assert officials.count('<section class="sheet">') == 6
    assert f"/matches/{ids[0]}/scribe#token={tokens[0]['scribe']}<" in officials


def test_what_holds_tokens_is_for_its_owner_alone(evening):
    evening.open("Ada, Bo\n")
    files = sorted(evening.folder.iterdir())
    assert [file.name for file in files] == ["evening.json", "event.json", "officials.html", "players.html"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE(evening.folder.stat().st_mode) == 0o700


def test_people_are_dealt_to_tables_for_some_rounds_and_told_of_in_their_language(evening):
    names = "\n".join(f"Person {number}" for number in range(8))
    done = evening.open(names, "--tables", "2", "--rounds", "2", "--lang", "de")
    assert done.exit_code == 0, done.output
    assert "pairs meet more than once" in done.stderr
    labels = [one["label"] for one in evening.journal["tables"]]
    assert labels == ["Runde 1, Tisch 1", "Runde 1, Tisch 2", "Runde 2, Tisch 1", "Runde 2, Tisch 2"]
    assert "Dieser Link ist Ihr Platz" in evening.text("players.html")
    assert "Runde 1, Tisch 1 · rot<" in evening.text("players.html")


def test_run_again_it_opens_nothing_twice_even_when_the_last_answer_was_lost(server, evening):
    evening.open(NAMES)
    links, before = evening.links, stored(server)
    journal = evening.journal
    journal["tables"][2]["match"] = None  # it was killed before it could keep the answer
    (evening.folder / "evening.json").write_text(json.dumps(journal))
    (evening.folder / "event.json").unlink()
    assert evening.open(NAMES).exit_code == 0
    assert (evening.links, stored(server)) == (links, before)


def test_stopped_in_the_middle_it_says_how_far_it_came_and_goes_on(server, evening, monkeypatch):
    before, post = stored(server), Service.post

    def stopped(self: Service, path: str, body: Any, *rest: Any) -> Any:
        answer = post(self, path, body, *rest)
        if body["seats"][0]["name"] == "Cy":
            raise KeyboardInterrupt  # the match is there, and its answer is not
        return answer

    with monkeypatch.context() as patched:
        patched.setattr(Service, "post", stopped)
        fails(evening.open(NAMES), "^Error: stopped\n1 of 3 matches are open; the same command goes on")
    assert evening.open(NAMES).exit_code == 0
    assert stored(server) == before + 3
    assert len(set(evening.links)) == 3


def test_two_programs_do_not_open_in_one_folder(evening):
    from service.cli.evening.journal import Journal

    with Journal.of(evening.folder, evening.server.address):
        fails(evening.open(NAMES), "another program is opening matches in .*friday")


@pytest.mark.parametrize(
    ("names", "game", "more", "said"),
    [
        (NAMES, "seven-sinz", (), 'There is no ruleset "seven-sinz": did you mean "seven-sins"'),
        ("Ada, Bo, Cy, Di, Eve, Fay\n", "seven-sins", (), "Table 1: 6 players, and the game is for 2 to 5"),
        ("Ada, Bo\nCy, cy\nDi, Zufall\n", "seven-sins", (), "Table 2: .*Table 3: Zufall: "),
        ("Ada, A\u202ed\n", "seven-sins", (), "Table 1: .*U\\+202E"),
        ("Ada, Bo\nTable 1: Cy, Di\n", "seven-sins", (), "two tables have the same label: Table 1"),
        (NAMES, "seven-sins", ("--option", "histroy=kept"), "Table 1: .*histroy"),
        (NAMES, "seven-sins", ("--option", "history"), "an option is NAME=VALUE, which history is not"),
        ("Ada\nBo\n", "seven-sins", (), "names.txt: line 1 has one name"),
        ("Ada\nBo\n", "seven-sins", ("--tables", "2"), "names.txt: 2 names are too few for 2 tables"),
        ("\ufeff\n", "seven-sins", (), "names.txt: there are no names in it"),
    ],
)
def test_a_wrong_list_is_refused_as_a_whole_and_opens_nothing(server, evening, names, game, more, said):
    before = stored(server)
    fails(evening.open(names, *more, game=game), said)
    assert stored(server) == before
    assert not (evening.folder / "event.json").exists()


def test_a_list_that_the_service_refuses_can_be_mended(server, evening, monkeypatch):
    monkeypatch.setattr(
        "service.cli.evening.wanted.check", lambda *_: None
    )  # as with a game that is not installed
    before = stored(server)
    fails(evening.open("Ada, Bo\nCy, cy\nDi, Eve\n"), "Table 2: invalid.*1 of 3 matches are open")
    assert evening.open("Ada, Bo\nCy, Fay\nDi, Eve\n").exit_code == 0
    assert stored(server) == before + 3
    fails(evening.open("Ada, Gus\nCy, Fay\nDi, Eve\n"), "holds another Table 1, with Ada, Bo: take another folder")
    fails(evening.open("Ada, Bo\n"), "holds Table 2, which is not in the list")
    assert stored(server) == before + 3


def test_where_no_service_is_or_no_folder_can_be_it_says_so_in_a_sentence(evening, tmp_path):
    fails(evening.open(NAMES, "--url", "http://127.0.0.1:1"), "http://127.0.0.1:1 cannot be reached")
    fails(evening.open(NAMES, "--url", "127.0.0.1"), "no address of a service")
    assert not evening.folder.exists()
    for folder in (tmp_path / "names.txt" / "friday", Path("/proc/friday")):
        fails(evening.open(NAMES, "--folder", str(folder)), str(folder))
    evening.folder.mkdir()
    (evening.folder / "evening.json").write_text("{}")
    fails(evening.open(NAMES), "was not written by this program")
    used = evening.run("open", "seven-sins", "--folder", str(evening.folder))
    assert (used.exit_code, "--names FILE" in used.stderr) == (2, True)


# -- a rematch ----------------------------------------------------------------------------------------------


def test_a_rematch_has_the_seats_and_options_of_what_was_played(server, evening, tmp_path):
    evening.open(NAMES, "--private", "--option", "history=kept")
    event = str(evening.folder / "event.json")
    done = evening.run(
        "open", "--rematch", event, "--folder", str(tmp_path / "again"), "--option", "penitence=true"
    )
    assert done.exit_code == 0, done.output
    first, links = evening.links, json.loads((tmp_path / "again" / "event.json").read_text())["matches"]
    assert [one["label"] for one in links] == ["Table 1", "By the window", "Table 3"]
    for old, new in zip(first, links, strict=True):
        before, now = evening.ask(old), evening.ask(new["url"])
        assert now["id"] != before["id"]
        for same in ("ruleset", "mode", "seats", "public", "board_digest"):
            assert now[same] == before[same]
        assert now["options"] == {**before["options"], "penitence": True}
    match, _, token = first[0].rpartition("/")[2].partition("#token=")
    one = evening.run("open", "--rematch", match, "--folder", str(tmp_path / "one"), token=token)
    assert one.exit_code == 0, one.output
    fails(evening.run("open", "--rematch", match, "--folder", str(tmp_path / "no"), token="x"), "unauthorized")
    elsewhere = evening.run(
        "open", "--rematch", event, "--folder", str(tmp_path / "no"), "--url", "http://a.example"
    )
    fails(elsewhere, "Table 1 is not at http://a.example")


# -- results ------------------------------------------------------------------------------------------------


def event_of(evening: Evening, *links: tuple[str, str]) -> str:
    path = evening.place / "event.json"
    matches = [{"label": label, "url": url, "role": "arbiter"} for label, url in links]
    path.write_text(json.dumps({"format": "kerbholz-event-1", "title": "=Cup", "matches": matches}))
    return str(path)


def test_the_results_of_an_evening_are_a_page_and_a_table_for_spreadsheets(server, evening):
    evening.open("Ada, Bo\n")
    whole = (VECTORS / "seven-sins-1.txt").read_text(encoding="utf-8")
    (evening.place / "match.txt").write_text(re.sub("external id: .*\n", "", whole), encoding="utf-8")
    recorded = json.loads(evening.run("record", str(evening.place / "match.txt"), "--confirm").stdout)
    ended = f"{server.address}/matches/{recorded['match']}#token={recorded['tokens']['arbiter']}"
    event = event_of(evening, ("=1+1", ended), ("Table <2>", evening.links[0]))
    page, sheet = evening.place / "results.html", evening.place / "results.csv"
    done = evening.run("results", event, "--output", str(page), "--output", str(sheet), "--lang", "en")
    assert done.exit_code == 0, done.output
    outcome = evening.ask(ended)["outcome"]
    rows = list(csv.DictReader(io.StringIO(sheet.read_text(encoding="utf-8-sig"), newline="")))
    assert [row["table"] for row in rows] == ["'=1+1", "'=1+1", "Table <2>", "Table <2>"]
    assert [int(row["scores"]) for row in rows[:2]] == outcome["scores"]
    assert [row["won"] for row in rows] == [
        *("yes" if seat in outcome["winners"] else "no" for seat in (0, 1)),
        "",
        "",
    ]
    assert [row["place"] for row in rows[:2]].count("1") == len(outcome["winners"])
    said = page.read_text(encoding="utf-8")
    assert "Table &lt;2&gt;" in said
    assert ">Points</th>" in said
    assert not SECRET.search(said)
    shown = evening.run("results", event, "--lang", "de")
    assert shown.stdout.splitlines()[1].startswith("Table <2>: Die Partie wartet auf")


def test_a_match_that_cannot_be_asked_is_said_and_the_others_are_told(server, evening):
    evening.open("Ada, Bo\n")
    lost = f"{server.address}/matches/00000000-0000-4000-8000-000000000000#token=x"
    event = event_of(
        evening, ("Lost", lost), ("Gone", "http://127.0.0.1:1/matches/" + "0" * 32), ("Here", evening.links[0])
    )
    done = evening.run("results", event, "--output", str(evening.place / "results.csv"))
    fails(done, "Lost: .*Gone: http://127.0.0.1:1 cannot be reached")
    assert "Here," in (evening.place / "results.csv").read_text()
    assert "#token" not in done.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "not the file of an event"),
        ('{"format": "kerbholz-event-2"}', "not the file of an event"),
        ('{"format": "kerbholz-event-1", "matches": 3, "title": ""}', "no title, or no list"),
        ('{"format": "kerbholz-event-1", "title": "", "matches": [3]}', "match 1 needs a label"),
        (
            '{"format": "kerbholz-event-1", "title": "", "matches": [{"label": "a", "url": "file:///etc/x#token=s"}]}',
            "match 1 needs .* a link",
        ),
    ],
)
def test_what_is_no_event_is_refused_without_a_token_in_the_sentence(tmp_path, text, said):
    path = tmp_path / "event.json"
    path.write_text(text)
    with pytest.raises(BadEvent, match=said) as raised:
        read(path)
    assert "token=s" not in str(raised.value)
    with pytest.raises(BadEvent, match="cannot be read"):
        read(tmp_path)


def test_no_cell_is_a_formula_and_numbers_stay_numbers():
    names = ["=1", "+1", "-1", "@A1", "\tx", "Ada", "Bo, the 2nd"]
    seats = [Seat(name, "red", number == 0, None, {"souls": -number}) for number, name in enumerate(names)]
    rows = list(
        csv.DictReader(io.StringIO(table([Ended("-t", "id", "game", "over", "", seats, ["souls"])]), newline=""))
    )
    assert [row["player"] for row in rows] == ["'=1", "'+1", "'-1", "'@A1", "'\tx", "Ada", "Bo, the 2nd"]
    assert [row["souls"] for row in rows] == ["0", "-1", "-2", "-3", "-4", "-5", "-6"]
    assert {row["table"] for row in rows} == {"'-t"}


def test_who_played_more_than_once_is_counted_over_the_evening():
    def ended(*seats: tuple[str, bool]) -> Ended:
        return Ended("", "", "", "over", "", [Seat(name, "", won, None, {}) for name, won in seats])

    results = [ended(("Ada", True), ("Bo", False)), ended(("ada", True), ("Cy", True)), ended(("Di", False))]
    assert [(one.name, one.played, one.won) for one in people(results)] == [
        ("Ada", 2, 2),
        ("Cy", 1, 1),
        ("Bo", 1, 0),
    ]
    assert people(results[:1]) == []


# -- another order of seats ---------------------------------------------------------------------------------


def recorded(evening: Evening, text: str) -> Any:
    (evening.place / "match.txt").write_text(text, encoding="utf-8")
    done = evening.run("record", str(evening.place / "match.txt"))
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def exported(evening: Evening, match: Any) -> str:
    return evening.run("shorthand", match["match"], token=match["tokens"]["arbiter"]).stdout


def test_a_record_with_a_wrong_order_of_seats_is_recorded_anew_in_one_go(server, evening):
    text = (HEADER + PLAYED).replace("played on", 'external id: "order"\nplayed on')
    text = text.removesuffix("pile: refill wrath\n") + "scribe: assert /seats/1/turns is 1\n"
    old = recorded(evening, text)
    arbiter = old["tokens"]["arbiter"]
    fails(evening.run("reseat", old["match"], "Bo", "red", token=arbiter), "external id.*--abandon")
    done = evening.run("reseat", old["match"], "Bo", "red", "--abandon", token=arbiter)
    assert done.exit_code == 0, done.output
    new = exported(evening, json.loads(done.stdout))
    header = HEADER.replace("played on", 'external id: "order"\nplayed on').replace(
        "first_seat: 0", "first_seat: 1"
    )
    header = header.replace('seat 0: red "Ada"\nseat 1: blue "Bo"', 'seat 0: blue "Bo"\nseat 1: red "Ada"')
    assert new == header + text.partition("---\n")[2].replace("/seats/1/", "/seats/0/")
    assert server.request("GET", f"/v1/matches/{old['match']}")[1]["status"] == "abandoned"


def test_with_names_only_what_was_done_stays_at_its_colour(server, evening):
    text = HEADER + PLAYED.removesuffix("pile: refill wrath\n")
    old = recorded(evening, text)
    before = stored(server)
    done = evening.run(
        "reseat", old["match"], "1", "0", "--names-only", "--output", "-", token=old["tokens"]["arbiter"]
    )
    mended = text.replace('"Ada"', '"X"').replace('"Bo"', '"Ada"').replace('"X"', '"Bo"')
    assert done.stdout == mended
    assert stored(server) == before
    done = evening.run("reseat", old["match"], "1", "0", "--names-only", token=old["tokens"]["arbiter"])
    assert exported(evening, json.loads(done.stdout)) == mended
    assert server.request("GET", f"/v1/matches/{old['match']}")[1]["status"] == "playing"


def test_what_cannot_be_played_in_the_new_order_changes_nothing(server, evening):
    old = recorded(evening, HEADER + PLAYED.partition("red: note")[0])
    before = stored(server)
    orders = {
        ("red", "blue"): "This is the order that the seats have",
        ("Ada", "Cy"): "“Cy” is no seat of this match: there are red \\(Ada\\), blue \\(Bo\\)",
        ("0", "red"): "name each seat once",
        ("Bo", "Ada", "--names-only", "--url", "http://127.0.0.1:1"): "cannot be reached",
    }
    for order, said in orders.items():
        fails(evening.run("reseat", old["match"], *order, token=old["tokens"]["arbiter"]), said)
    # In a match whose first player was drawn, chance has drawn that seat, and not the one that sits there now.
    drawn = HEADER.replace("option first_seat: 0\n", "") + "pile: first red\n" + PLAYED.partition("red: note")[0]
    old = recorded(evening, drawn)
    assert evening.run("reseat", old["match"], "blue", "red", token=old["tokens"]["arbiter"]).exit_code == 0
    assert stored(server) == before + 2
    assert server.request("GET", f"/v1/matches/{old['match']}")[1]["status"] == "playing"


def test_who_may_not_read_everything_records_nothing_anew(server, evening):
    old = recorded(evening, HEADER + PLAYED.partition("red: note")[0])
    before = stored(server)
    for token in (None, old["tokens"]["spectator"], old["tokens"]["seats"][0]):
        fails(evening.run("reseat", old["match"], "Bo", "red", token=token), "may (not )?look as official")
    evening.open("Ada, Bo\n")
    hosted, _, token = evening.links[0].rpartition("/")[2].partition("#token=")
    fails(evening.run("reseat", hosted, "Bo", "Ada", token=token), "Only a recorded match is recorded anew")
    assert stored(server) == before + 1, "the hosted match alone"


# -- what the page tells ------------------------------------------------------------------------------------


def test_a_record_that_begins_in_round_3_keeps_what_it_can_and_has_the_result_that_was_ruled(server, evening):
    (ruling,) = re.findall("^arbiter: rule .*$", (ROOT / "docs" / "evening.md").read_text("utf-8"), re.MULTILINE)
    gap = "…rounds 1 and 2 were not recorded…"
    text = (
        HEADER
        + f"pile: deal ?2\npile: refill 2 pride, greed, lust, envy\n{gap}\nblue: take lust to reserve\n{ruling}\n"
    )
    (evening.place / "match.txt").write_text(text, encoding="utf-8")
    done = evening.run("record", str(evening.place / "match.txt"))
    assert done.exit_code == 0, done.output
    assert "match.txt: incomplete: 1 gap, 1 line kept as notes" in done.stderr
    match = server.request("GET", f"/v1/matches/{json.loads(done.stdout)['match']}")[1]
    assert (match["status"], match["outcome"]["winners"]) == ("finished", [1])
