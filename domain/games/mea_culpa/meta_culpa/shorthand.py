"""The steps in shorthand, beside the whole actions of the base game."""

from __future__ import annotations

from dataclasses import replace

from domain.games.mea_culpa import shorthand

SHORTHAND = replace(
    shorthand.SHORTHAND,
    sentences={
        **shorthand.SHORTHAND.sentences,
        "return-card": "return card <character>",
        "set-bid": "set bid <notches> (notches) (and) <taler> (taler)",
        "settle": "settle [<taler>]",
        "take-card": "take card <character>",
        "begin": "begin <action>",
        "rotate": "rotate <notches>",
        "pay": "pay <taler>",
        "take-stone": "take stone <stone>",
        "take-letter": "take letter <letter> (from) <source>",
        "return-stone": "return stone",
        "bag-good": "bag <good>",
        "receive": "receive",
        "place-stone": "place stone (in) <den>",
        "show": "show <item:item>",
        "drop": "drop <item:item> (in) <compartment>",
        "name-room": "name room <room>",
        "flip": "flip",
        "discard": "discard",
        "announce": "announce",
        "turn-die": "turn die <room>",
        "open-die": "open die",
        "declare-over": "over",
        "call-next": "call <called:seat>",
        "prompt": "prompt <asked:seat>",
        "admit": "admit <sin>",
        "let-pass": "let pass",
    },
    synonyms={
        **shorthand.SHORTHAND.synonyms,
        "set bid": ("setzt Gebot",),
        "settle": ("bezahlt Gebot",),
        "over": ("declare over", "fertig"),
    },
)
