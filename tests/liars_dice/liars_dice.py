"""Liar's Dice out of its box, as a ruleset of its own: what holds for every ruleset is tried with a box, too."""

from __future__ import annotations

from dataclasses import replace

from domain.games.any_game import RULESET as ANY_GAME

RULESET = replace(
    ANY_GAME,
    id="liars-dice",
    title="Liar's Dice",
    seats=(2, 3),
    board=ANY_GAME.boxes["liars-dice"],
    boxes={},
)
