"""The sentences of the commands that every game has, and the words for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

SENTENCES: Mapping[str, str] = {
    "table.note": "note [about <about>] <text>",
    "table.contribute": "contribute <commitment>",
    "table.open-contribution": "open contribution <value>",
    "table.take-back": "take back <decision> [also <also>] [reason <reason>]",
    "table.consent": "consent <agree> [reason <reason>]",
    "table.tell": "tell <place:place> [part <part>] [amount <amount>] [(is) <things:thing>]",
    "table.identify": "identify <place:place> [part <part>] [amount <amount>] [(is) <things:thing>]",
    "table.missing": "missing <things:thing> [in <place:place>]",
    "table.reveal": "reveal <decision> (as) <command:sentence>",
    "table.amend": "amend [restore <restore>] [<changes:changes>] [reason <reason>]",
    "table.assert": "assert <at:pointer> (is) <is:json>",
    "table.confirm": "confirm",
    "table.accuse": "accuse <accused:seat> [rule <rule>] [decisions <decisions>] [reason <reason>]",
    "table.remind": "remind <reminded:seat> [of <step>]",
    "table.call": "call arbiter [about <about>] <reason>",
    "table.attend": "attend <call> [done <done>]",
    "table.countersign": "countersign <line> [root <root>]",
    "table.freeze": "freeze [reason <reason>]",
    "table.resume": "resume [reason <reason>]",
    "table.rule": (
        "rule <verdict> [about <about>] [broke <rule>] [remedy <remedy>] [before <before>]"
        " [offender <offender:seat>] [step <step>] [result <result>] [winners <winners:seat>]"
        " [forfeits <forfeits:seat>] [reverses <reverses>] [call <call>] [reason <reason>]"
    ),
    "table.appeal": "appeal <ruling> [reason <reason>]",
    "table.sign": "sign [reason <reason>]",
    "table.abandon": "abandon [reason <reason>]",
    "table.close": "close [reason <reason>]",
}
"""By the type of the command; a command that is not here gets its sentence from its declaration."""

SYNONYMS: Mapping[str, Sequence[str]] = {
    "about": ("zu", "über"),
    "abandon": ("abbrechen",),
    "accuse": ("beschuldigen", "beschuldigt"),
    "also": ("auch",),
    "amend": ("berichtigen", "berichtigt"),
    "amount": ("Betrag",),
    "and": ("und", "&", "+"),
    "appeal": ("Einspruch",),
    "as": ("als", "="),
    "assert": ("behaupten", "behauptet"),
    "attend": ("kommen zu", "kommt zu"),
    "before": ("vor",),
    "broke": ("brach",),
    "call": ("Ruf",),
    "call arbiter": ("Schiedsrichter rufen", "ruft Schiedsrichter"),
    "close": ("schließen",),
    "command": ("Befehl",),
    "confirm": ("bestätigen", "bestätigt"),
    "consent": ("zustimmen", "Zustimmung"),
    "contribute": ("beitragen", "trägt bei"),
    "countersign": ("gegenzeichnen", "zeichnet gegen"),
    "decisions": ("Entscheidungen",),
    "done": ("erledigt",),
    "for": ("für",),
    "forfeits": ("verwirkt",),
    "freeze": ("anhalten",),
    "from": ("von", "aus", "vom"),
    "identify": ("bestimmen", "bestimmt"),
    "in": ("im",),
    "insert after": ("insert behind", "insert", "einfügen nach"),
    "irregular": ("regelwidrig", "!"),
    "is": ("ist", "sind", "are", "="),
    "missing": ("fehlt", "fehlen", "fehlend"),
    "no": ("nein",),
    "none": ("nothing", "nichts", "keine", "-"),
    "note": ("Notiz", "Bemerkung"),
    "of": ("an",),
    "offender": ("Täter",),
    "on": ("auf",),
    "open contribution": ("Beitrag öffnen",),
    "part": ("Teil",),
    "reason": ("Grund", "because", "weil"),
    "remedy": ("Abhilfe",),
    "remind": ("erinnern", "erinnert"),
    "remove": ("streichen", "entfernen"),
    "replace": ("ersetzen",),
    "restore": ("wiederherstellen",),
    "result": ("Ergebnis",),
    "resume": ("fortsetzen", "weiter"),
    "reveal": ("aufdecken", "offenbaren"),
    "reverses": ("hebt auf",),
    "rule": ("Regel", "entscheiden"),
    "sign": ("unterschreiben",),
    "step": ("Schritt",),
    "take back": ("zurücknehmen", "undo"),
    "tell": ("sagen", "sagt"),
    "then": ("dann",),
    "to": ("nach", "zu", "in", "->", "→", "auf"),
    "winners": ("Gewinner", "Sieger"),
    "with": ("mit", "durch", "by"),
    "yes": ("ja",),
}
"""Other words for the words that are written, in English and German."""

ROLES: Mapping[str, Sequence[str]] = {
    "scribe": ("Schreiber", "Protokoll"),
    "arbiter": ("Schiedsrichter", "Leiter"),
    "host": ("Gastgeber",),
}
"""The actors beside seats and chance, and their other names."""
