# Was jedes Spiel braucht: Aufzählungen und Zahlen, was nicht gesagt wird, wer handelt, und was von Entscheidungen
# und Zügen gesagt wird.

list = { $first } und { $last }
list-empty = nichts
counted = { $number } { $what }
counted-seat = { $seat } ({ $number })
each = { $of } { $value }
any-of = { $first } oder { $last }
some-of = { $min ->
    [0] { $max ->
        [one] höchstens eins von: { $options }
       *[other] höchstens { $max } von: { $options }
    }
   *[other] { $min } bis { $max } von: { $options }
}
number-of = { $number } von: { $options }
from-to = { $min } bis { $max }
any-text = …
list-then = { $first }, dann { $then }
move-of-seat = { $seat }: { $move }

things-hidden = { $number ->
    [one] etwas Verdecktes
   *[other] { $number } verdeckte Dinge
}
things-unknown = { $number ->
    [one] etwas Unbekanntes
   *[other] { $number } unbekannte Dinge
}
erased = (gelöscht)

seat-unnamed = Platz { $number }
actor-chance = Zufall
actor-table = Der Tisch
actor-host = Die Leitung
actor-scribe = Die Protokollführung
actor-arbiter = Das Schiedsgericht
actor-spectator = Aus dem Publikum

decision-plain = { $actor }: { $command }.
decision-faded = { $actor } hat entschieden: „{ $command }“ (verblasst).
decision-struck = Gestrichen: { $sentence }
decision-replaced = Berichtigt: { $sentence }
command-with = { $command } ({ $fields })
move-field = { $field }: { $value }

field-seat = Platz

seat-everyone = alle

option-history = Verlauf
    .about = Ob lesbar bleibt, was zu sehen war, oder nach der eigenen nächsten Entscheidung verblasst.
option-history-kept = bleibt lesbar
option-history-fading = verblasst
option-disclosure = Offenlegung
    .about = Wer nach dem Ende der Partie alles sehen darf.
option-disclosure-full = alle
option-disclosure-as-played = Offizielle
option-chance = Zufall
    .about = Ob der Startwert des Zufalls vorher bekannt sein darf, oder alle zum Zufall beitragen.
option-chance-secret = geheim
option-chance-known = darf bekannt sein
option-chance-joint = alle tragen bei
option-sign-off = Unterschrift
    .about = Ob jemand Offizielles das Ergebnis unterschreiben muss, bevor das Protokoll geschlossen wird.

field-amount = Betrag
field-unknown = Unbekannt
field-parts = Teile
field-places = Orte
field-purses = Beutel

yes = ja
no = nein
unknown = unbekannt
not-told = verdeckt
things-untold = { $number ->
    [one] { $number } verdecktes Stück
   *[other] { $number } verdeckte Stücke
}
of-seat = { $what } ({ $seat })
count-there = Anzahl
member = { $title }: { $said }

# Was bei jedem Befehl neben seinen Feldern stehen kann.
sent-seat = Platz
    .about = Für welchen Platz, wenn es nicht der eigene ist.
sent-occurred-at = Zeit am Tisch
    .about = Wann es am Tisch geschah, nach Angabe des Protokolls.
sent-irregular = Regelwidrig
    .about = Es ist geschehen, obwohl es vielleicht eine Regel bricht: eine Notiz sagt, warum es stehen bleibt.
sent-irregular-note = Bemerkung
    .about = Warum es stehen gelassen wurde.
sent-entered-by = Eingetragen von
    .about = Wer es einträgt, wenn mehrere Protokoll führen oder schiedsrichtern.
sent-declining = Verzichtend
    .about = Auf Angebote, die anstehen und deren Verlust nichts kostet, wurde vorher verzichtet.

table = Der Tisch

fact-StepsDue = Was noch aussteht
    .steps = Schritte
