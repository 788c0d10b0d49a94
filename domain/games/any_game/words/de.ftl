# Irgendein Spiel: wie alles heißt, und was geschieht, in einem Satz. Teile und Orte heißen wie in der Schachtel.

game = Irgendein Spiel
    .about = Ein Tisch mit den Teilen einer Schachtel: Sie werden bewegt, gezogen und gezählt, nach den Regeln, die ihr kennt.

thing-of = { $part-1 } { $part-2 }
place-of = { $part-1 } von { $part-2 }

## Züge

command-move = Bewegen
    .about = Teile, die du siehst, gehen von einem Ort an einen anderen.
    .from = Von
    .from_part = Von Teil
    .to = Nach
    .to_part = Nach Teil
    .things = Teile
command-draw = Ziehen
    .about = Der Zufall nimmt Teile aus einem Ort, oder aus mehreren, die nacheinander geleert werden.
    .from = Von
    .to = Nach
    .number = Anzahl
command-deal = Austeilen
    .about = Der Zufall gibt allen gleich viele Teile, in der Reihenfolge der Züge.
    .from = Von
    .to = An jeden Ort
    .number = Anzahl je Platz
command-gather = Einsammeln
    .about = Alles aus einigen Orten geht an einen, an dem niemand mehr davon sieht als vorher.
    .from = Von
    .to = Nach
command-lay-open = Aufdecken
    .about = Alles aus einigen Orten geht dorthin, wo alle es sehen, alles auf einmal.
    .places = Orte
    .to = Nach
command-show = Zeigen
    .about = Teile werden einigen oder allen gezeigt und bleiben, wo sie sind.
    .place = Ort
    .things = Teile
    .to = Nach
command-roll = Würfeln
    .about = Würfel werden geworfen, wo sie liegen: alle einer Sorte, oder die genannten.
    .place = Ort
    .dice = Würfel
    .things = Nur diese
command-count = Zählen
    .about = Ein Betrag wächst oder schrumpft.
    .amount = Betrag
    .by = Um
command-pay = Zahlen
    .about = Etwas geht aus einem Betrag in einen anderen.
    .from = Von
    .to = Nach
    .number = Anzahl
command-say = Sagen
    .about = Ein Gebot, eine Behauptung, eine Vermutung: Alle hören es. Das geht immer.
    .words = Worte
    .number = Anzahl
command-turn = Weitergeben
    .about = Am Zug ist der nächste Platz, oder ein anderer.
    .to = Nach
command-phase = Phase beginnen
    .about = Mit der ersten Phase beginnt eine Runde.
    .name = Phase
command-end = Spiel beenden
    .about = Du sagst, wer gewonnen hat, oder dass alle verloren haben; sonst entscheidet der Betrag, den die Schachtel nennt.
    .winners = Gewonnen haben
    .lost = Alle haben verloren
command-agree = Dem Ende zustimmen
    .about = Das Spiel ist so zu Ende, wie jemand sagt.
command-reckon = Beträge vergleichen
    .about = Alle stimmen zu, dass das Spiel zu Ende ist. Das folgt von selbst.
command-came-out = Sagen, was herauskam
    .about = Was gezogen, ausgeteilt oder gewürfelt wurde, in dieser Reihenfolge.
    .things = Was herauskam

do-move = { $things } von { $from } nach { $to } bewegen
do-draw = { $number } aus { $from } nach { $to } ziehen
do-deal = Je { $number } aus { $from } nach { $to } austeilen
do-gather = { $from } in { $to } einsammeln
do-lay-open = { $places } in { $to } aufdecken
do-show = { $to-told ->
    [yes] { $things } aus { $place } zeigen, und zwar { $to }
   *[no] { $things } aus { $place } allen zeigen
}
do-roll = { $things-told ->
    [yes] { $things } in { $place } würfeln
   *[other] { $dice } in { $place } würfeln
}
do-count = { $amount } um { $by } zählen
do-pay = { $number } aus { $from } an { $to } zahlen
do-say = { $words-told ->
    [yes] Sagen: { $words }
   *[other] { $number } sagen
}
do-turn = { $to-told ->
    [yes] Weitergeben an { $to }
   *[no] Weitergeben
}
do-phase = { $name } beginnen
do-end = { $lost-told ->
    [yes] Alle haben verloren
   *[no] { $winners-told ->
        [yes] Gewonnen haben: { $winners }
       *[no] Spiel beenden
    }
}
do-agree = Dem Ende zustimmen
do-reckon = Beträge vergleichen
do-came-out = { $things-told ->
    [yes] Was herauskam: { $things }
   *[other] Ziehen oder würfeln
}

## Was geschah

did-move = { "" }
did-draw = { "" }
did-deal = { "" }
did-gather = { $actor } sammelt ein:
did-lay-open = { $actor } deckt auf:
did-show = { "" }
did-roll = { "" }
did-count = { "" }
did-pay = { $actor } zahlt:
did-say = { "" }
did-turn = { "" }
did-phase = { "" }
did-end = { "" }
did-agree = { "" }
did-reckon = { "" }
did-came-out = { "" }
did-PiecesMoved = { $things-told ->
    [yes] { $things }: von { $origin } nach { $to }.
   *[other] { $things-count } aus { $origin }: nach { $to }.
}
did-PiecesRevealed = { $things-told ->
    [yes] { $things }: von { $origin } nach { $to }.
   *[other] { $things-count } aus { $origin }: nach { $to }.
}
did-PiecesPlaced = { $things-told ->
    [yes] { $things }: von { $origin } nach { $to }.
   *[other] { $things-count } aus { $origin }: nach { $to }.
}
did-PiecesPlacedOpenly = { $things-told ->
    [yes] { $things }: von { $origin } nach { $to }.
   *[other] { $things-count } aus { $origin }: nach { $to }.
}
did-ChanceAsked = Der Zufall entscheidet.
did-PiecesDrawn = { $things-told ->
    [yes] Gezogen aus { $origin } nach { $to }: { $things }.
   *[other] { $things-count } gezogen aus { $origin } nach { $to }.
}
did-DiceTaken = { $dice } in { $place }: { $things-count } aufgenommen.
did-DiceRolled = { $things-told ->
    [yes] Gewürfelt in { $place }: { $things }.
   *[other] { $things-count } gewürfelt in { $place }.
}
did-PiecesShown = { $things-told ->
    [yes] Gezeigt wird { $seats } aus { $place }: { $things }.
   *[other] { $things-count } aus { $place } gezeigt: { $seats }.
}
did-AmountChanged = { $by-told ->
    [yes] { $amount }: { $by }.
   *[other] { $amount } ändert sich.
}
did-Said = { $number-told ->
    [yes] { $seat }: { $number }.
   *[no] { $seat }: { $words }
}
did-TurnPassed = Am Zug ist { $seat }.
did-PhaseBegan = { $phase } beginnt, in Runde { $round }.
did-EndWished = { $left-count ->
    [0] { $seat } sagt, dass das Spiel zu Ende ist.
   *[other] { $seat } sagt, dass das Spiel zu Ende ist. Gefragt: { $left }.
}
did-EndAgreed = { $seat } stimmt dem Ende zu.

## Tatsachen

fact-PiecesMoved = Teile bewegt
fact-PiecesRevealed = Teile sichtbar bewegt
fact-PiecesPlaced = Teile gelegt
fact-PiecesPlacedOpenly = Teile sichtbar gelegt
fact-ChanceAsked = Zufall gefragt
fact-PiecesDrawn = Teile gezogen
fact-DiceTaken = Würfel aufgenommen
fact-DiceRolled = Gewürfelt
fact-PiecesShown = Teile gezeigt
fact-AmountChanged = Betrag geändert
fact-Said = Gesagt
fact-TurnPassed = Zug weitergegeben
fact-PhaseBegan = Phase begann
fact-EndWished = Ende vorgeschlagen
fact-EndAgreed = Ende zugestimmt

field-amounts = Beträge
field-asked = Wonach der Zufall gefragt ist
field-by = Um
field-dice = Würfel
field-from_part = Von Teil
field-from_seats = Kennen den ersten Teil
field-left = Noch gefragt
field-number = Anzahl
field-origin = Von
field-lost = Alle haben verloren
field-winners = Gewonnen haben
field-phase = Phase
field-place = Ort
field-round = Runde
field-seats = Sehen es
field-words = Worte
field-things = Teile
field-to = Nach
field-to_part = Nach Teil
field-to_seats = Kennen den zweiten Teil
field-turn = Am Zug
field-wish = Vorgeschlagenes Ende
field-count = Anzahl
field-kind = Was
field-from = Von

## Die Schachtel

board-title = Titel
board-bgg = Nummer bei BoardGameGeek
board-seats = Plätze
board-say = Andere Wörter
board-pieces = Teile
board-places = Orte
board-amounts = Beträge
board-dice = Würfel
board-turns = Züge
board-teams = Parteien
field-names = Namen
field-each = Von jedem
field-join = Dazwischen
field-of = Von
field-sees = Sichtbar für
field-parts_seen_by = Teile sichtbar für
field-holds = Fasst
field-start = Am Anfang
field-least = Mindestens
field-wins = Wer gewinnt
field-faces = Seiten
field-grid = Raster
field-order = Reihenfolge
field-phases = Phasen
field-strict = Nur der Reihe nach

untold-thing = { $number ->
    [one] { $number } Teil nicht gesagt
   *[other] { $number } Teile nicht gesagt
}

## Abschnitte der Regeln

section-AG-P = Teile und Orte
section-AG-M = Bewegen
section-AG-C = Zufall
section-AG-N = Beträge
section-AG-S = Worte
section-AG-T = Reihenfolge
section-AG-E = Ende

## Der gedruckte Bogen

brief-PiecesMoved = { $things } → { $to }
brief-PiecesRevealed = { $things } → { $to }
brief-PiecesPlaced = { $things } → { $to }
brief-PiecesPlacedOpenly = { $things } → { $to }
brief-PiecesDrawn = zieht { $things } → { $to }
brief-DiceRolled = würfelt { $things }
brief-PiecesShown = zeigt { $things }
brief-AmountChanged = { $amount } { $by }
brief-Said = sagt { $number }
brief-PhaseBegan = { $phase }

outcome-scores = Punkte
