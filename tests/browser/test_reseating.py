"""A wrong order of seats is mended on the page of the match: recorded anew, and the old match is given up."""

from __future__ import annotations

import re

import pytest

from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long

PHONE = {"width": 360, "height": 740}
NAMES = ("Anneke", "Bruno", "Carla")
OPTIONS = {"first_seat": 0}
RECORD = "#reseating [type=submit]"


def test_a_wrong_order_is_mended_in_one_go_on_a_phone(service: Served, used: Used) -> None:
    labels = {"external-id": "wrong-order"}
    more = {"mode": "recorded", "options": OPTIONS, "public": False, "labels": labels}
    bench = Bench(service, "seven-sins", 3, names=NAMES, **more)
    bench.send("scribe", {"type": "table.note", "text": "They sat down."})
    read = used(
        ["expect", "422"],
        ["expect", "409"],
        *(
            step
            for who in ("host", "0")
            for step in (
                ["window", who, PHONE],
                ["open", f"{bench.page}#token={bench.token(int(who) if who.isdigit() else who)}"],
                ["count", f"offered to {who}", "#reseat:visible"],
            )
        ),
        ["window", "arbiter", PHONE],
        ["open", f"{bench.page}#token={bench.token('arbiter')}"],
        ["click", "#reseat summary"],
        ["texts", "names", "#order label:first-of-type option"],
        ["click", RECORD],
        ["wait", "#not-reseated p"],
        ["texts", "refused", "#not-reseated p"],
        ["choose", "#order label:nth-of-type(1) select", "2"],
        ["texts", "order", "#order option:checked"],
        ["across", "form across"],
        ["click", RECORD],
        ["wait", "#not-reseated button"],
        ["texts", "taken", "#not-reseated p"],
        ["click", "#not-reseated button"],
        ["wait", "#sheet:not([hidden])"],
        ["texts", "people", "#names button"],
        ["texts", "old", "#old-match"],
        ["count", "forms", "#reseat"],
        ["across", "sheet across"],
        ["click", "#names button >> nth=0"],
        ["wait", "#handed .code"],
        ["value", "link", "#handed input"],
        ["across", "link across"],
    )
    assert (read["offered to host"], read["offered to 0"]) == (0, 0)
    assert read["names"] == list(NAMES)
    assert read["refused"] == ["This is the order that the seats have."]
    assert read["order"] == ["Carla", "Bruno", "Anneke"], "who sat there takes the place of who is chosen"
    assert "external id" in read["taken"][0]
    assert [text.partition(":")[0] for text in read["people"]] == ["Carla", "Bruno", "Anneke"]
    assert (read["old"], read["forms"]) == (["The old match is given up."], 0)
    assert {read[f"{what} across"] for what in ("form", "sheet", "link")} == {PHONE["width"]}
    assert bench.ask("arbiter")["status"] == "abandoned"
    found = re.fullmatch(r".*/matches/([0-9a-f-]+)#token=(khz_seat_\w+)", read["link"])
    assert found is not None
    bearer = {"Authorization": f"Bearer {found[2]}"}
    new = service.request("GET", f"/v1/matches/{found[1]}", headers=bearer)[1]
    assert ([seat["name"] for seat in new["seats"]], new["public"]) == (["Carla", "Bruno", "Anneke"], False)
    assert new["labels"] == labels


@pytest.mark.soak
def test_the_old_match_is_given_up_by_those_who_may(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2, names=NAMES[:2], mode="recorded", options=OPTIONS)
    swap = (
        ["click", "#reseat summary"],
        ["choose", "#order select >> nth=0", "1"],
        ["check", "#names-only"],
        ["click", RECORD],
        ["wait", "#sheet:not([hidden])"],
    )
    read = used(
        ["open", f"{bench.page}#token={bench.token('scribe')}"],
        *swap,
        ["texts", "scribe", "#old-match"],
        ["window", "arbiter", PHONE],
        ["open", f"{bench.page}#token={bench.token('arbiter')}"],
        *swap,
        ["texts", "arbiter", "#old-match p"],
        ["click", "#old-match button"],
        ["wait", "#old-match:not(:has(button))"],
        ["texts", "gone", "#old-match"],
    )
    assert read["scribe"] == ["The old match is still there. Its arbiter or its host can give it up."]
    assert (read["arbiter"], read["gone"]) == (["The old match is still there."], ["The old match is given up."])
    assert bench.ask(None)["status"] == "abandoned"
