"""The statistics of databases added up from all rows of matches, in plain Python: what sums have to give."""

from __future__ import annotations

from collections import Counter
from typing import Any

from domain.application.matches import Matches
from domain.store.beside.names import place_of
from projections.read_models.statistics import statistics

FIGURES = ("finished", "won", "shared", "forfeited", "substituted")


def added_up(*stores: Matches) -> dict[str, Any]:
    """By ruleset: how many matches came out how, by options, and what each player has, by what they are called."""
    outcomes: dict[str, Counter[Any]] = {}
    players: dict[str, dict[str, Counter[str]]] = {}
    written: dict[tuple[str, str], set[str]] = {}
    for matches in stores:
        query = matches.database.query
        called = {
            (match, at): name for match, at, name in query("SELECT match_id, pointer, called FROM kerbholz_names")
        }
        texts = {
            (match, version, pointer): value
            for match, version, pointer, value in query(
                "SELECT match_id, version, pointer, value FROM kerbholz_texts"
            )
        }
        seats: dict[str, list[Any]] = {}
        for match, *seat in query("SELECT * FROM kerbholz_results_of_seats ORDER BY seat"):
            seats.setdefault(match, []).append(seat)
        left = {match for (match,) in query("SELECT match_id FROM kerbholz_heads WHERE size = 0")}
        for match, _, ruleset, options, *outcome in query("SELECT * FROM kerbholz_results"):
            if match in left and len(stores) > 1:
                continue
            outcomes.setdefault(ruleset, Counter())[(options, *outcome)] += 1
            own: dict[str, Counter[str]] = {}
            for seat, at, *counts in seats.get(match, []):
                name = called.get((match, at))
                if name is not None:
                    figures = own.setdefault(name, Counter())
                    figures["finished"] |= int(seat >= 0)
                    figures.update(dict(zip(("won", "shared", "forfeited"), counts, strict=True)))
                    written.setdefault((ruleset, name), set()).add(texts[match, *place_of(at)])
            for name, figures in own.items():
                figures["substituted"] = 1 - figures["finished"]
                players.setdefault(ruleset, {}).setdefault(name, Counter()).update(figures)
    return {"outcomes": outcomes, "players": players, "written": written}


def check_sums(*stores: Matches) -> None:
    """What is told by sums is what the rows add up to."""
    wanted = added_up(*stores)
    told = {one["ruleset"]: one for one in statistics(stores)}
    assert told.keys() == wanted["outcomes"].keys()
    for ruleset, one in told.items():
        counted: Counter[str] = Counter()
        for (_, status, *_), number in wanted["outcomes"][ruleset].items():
            counted[status] += number
        for status in ("finished", "unfinished", "abandoned"):
            assert one[status] == counted[status] == sum(group[status] for group in one["by_options"])
        results: Counter[str] = Counter()
        reasons: Counter[str] = Counter()
        for (_, status, result, reason), number in wanted["outcomes"][ruleset].items():
            if status == "finished":
                results[result or "no-result"] += number
                reasons[reason or "played"] += number
        assert (one["results"], one["reasons"]) == (results, reasons)
        ranked = sorted(
            wanted["players"].get(ruleset, {}).items(), key=lambda each: (-each[1]["finished"], each[0])
        )
        assert len(one["players"]) == len(ranked)
        for player, (called, figures) in zip(one["players"], ranked, strict=True):
            assert {name: player[name] for name in FIGURES} == {name: figures[name] for name in FIGURES}, called
            assert player["name"] in wanted["written"][ruleset, called]
