"""The signs of Mea Culpa: goods, Letters, characters, buildings."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.mea_culpa.state import EMPEROR, INDULGENCE, MERCHANT, PETTY_SINNER, POPE
from domain.kit.drawing.signs import CROWN

MITRE = "m0-5c2 1.5 3.5 3.5 3.5 6v4h-7v-4c0-2.5 1.5-4.5 3.5-6zm0 2v5m-1.7-3.2h3.4"
PURSE = "m-2-5h4l-1 2c2.5 1 4 3 4 5 0 2-1.5 3-3 3h-4c-1.5 0-3-1-3-3 0-2 1.5-4 4-5z"
HORNS = "m-4-5c0 2 1 3 2 3h4c1 0 2-1 2-3 2.5 3 1.5 5 0 6 0 3-2 4-4 4s-4-1-4-4c-1.5-1-2.5-3 0-6z"
CREW = "m0-5c3 0 3 4.5 0 4.5s-3-4.5 0-4.5zm-4.5 10c0-8 9-8 9 0z"
FLAME = "m0-5c.5 2.5 3.5 3.5 3.5 6.5 0 4.7-7 4.7-7 0 0-1.5.8-2.5 1.7-3.2 0 1 .5 1.5 1 1.7-.4-2 .8-3.5.8-5z"
HALO = "m-5 0c0-3.3 10-3.3 10 0s-10 3.3-10 0zm2 0c0 1.3 6 1.3 6 0s-6-1.3-6 0z"
CHEST = "m-5-1c0-2.5 1-4 2.5-4h5c1.5 0 2.5 1.5 2.5 4v5.5h-10zm0 0h10m-5-1v2.5"

GOODS: Mapping[str, str] = {
    "bread": "m-5 1.5c0-4 2-5 5-5s5 1 5 5v2h-10zm3-2.8l1.5 2.5m1.5-2.8l1.5 2.5",
    "wine": "m-3.5-5h7c0 4-1 5.5-2.5 6v2.5h1.8v1.5h-5.6v-1.5h1.8v-2.5c-1.5-.5-2.5-2-2.5-6z",
    "cloth": "m-5-3.5h7.5l2.5 2v5.5h-7.5l-2.5-2zm0 0l2.5 2h7.5m-7.5 0v5.5",
    "jewel": "m-2.8-4h5.6l2.2 3-5 5.5-5-5.5zm-2.2 3h10m-7 0l2 5.5 2-5.5",
    INDULGENCE: "m-5 0c0-6.7 10-6.7 10 0s-10 6.7-10 0zm5-3v6m-3-3h6",
}
HUES: Mapping[str, str] = {
    "bread": "hue-6",
    "wine": "hue-1",
    "cloth": "hue-8",
    "jewel": "card",
    INDULGENCE: "hue-7",
    "blue": "hue-0",
    "green": "hue-3",
    "red": "hue-1",
    "yellow": "hue-2",
}
SEALS: Mapping[str, tuple[str, str]] = {
    "blue": ("m-3.33-1.67l1.67-1.67h3.33l1.67 1.67v3.33l-1.67 1.67h-3.33l-1.67-1.67z", "deep-0"),
    "green": ("m0-4.17l4.17 4.17-4.17 4.17-4.17-4.17z", "deep-3"),
    "red": ("m-2.92-2.92h5.83v5.83h-5.83z", "deep-1"),
    "yellow": ("m0-3.33l3.33 6.67h-6.67z", "deep-2"),
}
"""The seal of a Letter, and its colour: the shape says it, too. In the size of 12 its lengths are whole."""
CHARACTERS: Mapping[str, str] = {POPE: MITRE, EMPEROR: CROWN, MERCHANT: PURSE, PETTY_SINNER: HORNS}
ROBES: Mapping[str, str] = {POPE: "hue-4", EMPEROR: "hue-2", MERCHANT: "hue-3", PETTY_SINNER: "hue-1"}

NAVE = "h34v-15l-17-11-17 11zm13 0v-8c0-4 8-4 8 0v8m-16-4v-7c0-2 4-2 4 0v7zm20 0v-7c0-2 4-2 4 0v7z"
"""From the left foot; 34 wide, 26 high."""
SPIRE = "h12v-26l-6-18-6 18zm4-14v-7c0-2 4-2 4 0v7zm2-30v-5m-2 2h4"
"""From the left foot; 12 wide, 49 high."""
SITE = "h46m-43 0v-14m8 14v-14m10 14v-10m10 10v-14m8 14v-14m-36 4h36"
"""Scaffolding, from the left foot; 46 wide, 14 high."""
