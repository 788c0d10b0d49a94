# 7 – The Sins: wie alles heißt, und was geschieht, in einem Satz.

game = 7 – The Sins
    .about = Alle sammeln verdeckt Sünden und dürfen sie nie wieder ansehen; am Ende zählt, wie viele es von jeder sind.

## Sünden, Karten und Steine

sin-pride = Hochmut
sin-greed = Habgier
sin-lust = Wollust
sin-envy = Neid
sin-wrath = Zorn
sin-sloth = Trägheit
sin-gluttony = Völlerei
card-pride = { sin-pride }
card-greed = { sin-greed }
card-lust = { sin-lust }
card-envy = { sin-envy }
card-wrath = { sin-wrath }
card-sloth = { sin-sloth }
card-gluttony = { sin-gluttony }
card-judgement = Gericht
    .about = Niemand kann es nehmen. Mit dem letzten endet das Spiel, oder mit der Buße beginnt die letzte Runde.
thing-pride = { sin-pride }
thing-greed = { sin-greed }
thing-lust = { sin-lust }
thing-envy = { sin-envy }
thing-wrath = { sin-wrath }
thing-sloth = { sin-sloth }
thing-gluttony = { sin-gluttony }
thing-judgement = { card-judgement }
thing-stone = Ablassstein
    .about = Am Ende liegt er auf einer eigenen Sünde und zählt wie eine weitere Karte davon.
    .counted = { $number ->
        [one] { $number } Ablassstein
       *[other] { $number } Ablasssteine
    }
back-I = I
back-II = II
back-III = III
back-penitence = Buße
goal-reserve = Vorrat
goal-abyss = Abgrund
win-most = die meisten Punkte gewinnen
win-fewest = die wenigsten Punkte gewinnen

## Orte

place-centre = Mitte
place-abyss = Abgrund
place-abyss-opened = Geöffneter Abgrund
place-stones = Übrige Steine
place-pile-of = Stapel { $part-1 }
place-reserve-of = Vorrat von { $part-1 }
place-opened-of = Geöffneter Vorrat von { $part-1 }
place-stones-of = Steine von { $part-1 }

## Befehle

command-take = Eine Sünde nehmen
    .about = Alle Karten einer Sünde in der Mitte gehen verdeckt in deinen Vorrat, oder für einen Ablassstein in den Abgrund.
    .sin = Sünde
    .to = Wohin
    .to-about = In deinen Vorrat oder in den Abgrund.
    .leave_stone = Stein liegen lassen
    .leave_stone-about = Du nimmst keinen Ablassstein, obwohl noch einer da ist.
command-place-stones = Steine legen
    .about = Deine Ablasssteine kommen auf eigene Sünden, höchstens einer auf jede; jeder zählt wie eine weitere Karte.
    .on = Auf
command-pass = Passen
    .about = Es gibt nichts zu nehmen.
command-open-reserves = Vorräte öffnen
    .about = Der letzte Zug ist vorbei: Vorräte und Abgrund werden geöffnet. Es folgt von selbst.
command-choose-sins = Sünden wählen
    .about = Mit welchen Sünden gespielt wird; die anderen bleiben in der Schachtel.
    .sins = Sünden
command-choose-first = Wer beginnt
    .about = Wer den ersten Zug hat.
    .seat = Wer beginnt
command-deal = Austeilen
    .about = Alle bekommen die ersten Karten ihres Vorrats und sehen sie einmal an.
    .cards = Karten
command-refill = Mitte auffüllen
    .about = Karten werden vom Stapel aufgedeckt.
    .cards = Karten

do-take = { $leave_stone-told ->
    [yes] { $number } { $sin } in den Abgrund legen und den Stein liegen lassen
   *[no] { $to-id ->
        [abyss] { $number } { $sin } in den Abgrund legen
       *[reserve] { $number } { $sin } in den Vorrat nehmen
    }
}
do-place-stones = Steine legen auf { $on }
do-pass = Passen
do-open-reserves = Die Vorräte öffnen
do-choose-sins = Sünden wählen: { $sins }
do-choose-first = { $seat } beginnen lassen
do-deal = { $cards-told ->
    [yes] Austeilen: { $cards }
   *[other] Die ersten Karten austeilen
}
do-refill = { $cards-told ->
    [yes] Die Mitte auffüllen mit { $cards }
   *[other] Die Mitte auffüllen
}

## Was geschah

did-take = { "" }
did-place-stones = { "" }
did-pass = { $actor } passt.
did-open-reserves = Die Vorräte werden geöffnet.
did-choose-sins = { "" }
did-choose-first = { "" }
did-deal = { "" }
did-refill = { "" }
did-SinsChosen = Im Spiel sind diese Sünden: { $sins }.
did-FirstSeatChosen = { $seat } beginnt.
did-CardDealt = { $card-told ->
    [yes] { $seat } bekommt { $card } als erste Karte.
   *[other] { $seat } bekommt eine erste Karte und sieht sie an.
}
    .together-untold = { $seat } bekommen je eine erste Karte und sehen sie an.
did-CardRevealed = { $card-told ->
    [unknown] Eine Karte wird aufgedeckt.
   *[other] Aufgedeckt: { $card }.
}
    .together = { $card-told ->
        [unknown] { $facts } Karten werden aufgedeckt.
       *[other] Aufgedeckt: { $card }.
    }
did-SinTaken = { $to-id ->
    [abyss] { $seat } legt { $number } { $sin } in den Abgrund.
   *[reserve] { $seat } nimmt { $number } { $sin } in den Vorrat.
}
did-StoneTaken = { $seat } nimmt einen Ablassstein.
did-LastRoundBegan = Das letzte Gericht liegt offen: { $last } hat den letzten Zug.
did-ReserveOpened = { $seat } öffnet den Vorrat: { $cards }.
did-AbyssOpened = Im Abgrund: { $cards }.
did-AbyssScored = { $points ->
    [one] Der Abgrund hat { $points } Punkt: { $wins }.
   *[other] Der Abgrund hat { $points } Punkte: { $wins }.
}
did-StonesPlaced = { $on-count ->
    [0] { $seat } legt keinen Stein. Wertung: { $score }.
   *[other] { $seat } legt Steine auf { $on }. Wertung: { $score }.
}

## Fakten

fact-SinsChosen = Sünden gewählt
fact-FirstSeatChosen = Wer beginnt, ist bestimmt
fact-CardDealt = Erste Karte ausgeteilt
fact-CardRevealed = Karte aufgedeckt
fact-PilesStacked = Stapel gelegt
    .judgement-about = Wie viele Gerichtskarten in jeden Stapel gemischt wurden.
    .penitence-about = Wie viele Bußkarten jeder Sünde unter dem Stapel liegen.
fact-SinTaken = Sünde genommen
fact-StoneTaken = Stein genommen
fact-TurnPassed = Zug weitergegeben
fact-LastRoundBegan = Letzte Runde begann
fact-ReserveOpened = Vorrat geöffnet
fact-AbyssOpened = Abgrund geöffnet
fact-AbyssScored = Abgrund gewertet
fact-StonesPlaced = Steine gelegt

field-back = Rückseite
field-card = Karte
field-cards = Karten
field-count = Anzahl
field-judgement = Gerichtskarten
field-last = Letzter Zug
field-number = Anzahl
field-on = Auf
field-penitence = Bußkarten
field-points = Punkte
field-score = Punkte
field-sin = Sünde
field-sins = Sünden
field-things = Inhalt
field-to = Wohin
field-wins = Was gewinnt

## Optionen und Spielplan

option-penitence = Buße
    .about = Alle haben gleich viele Züge, und unter dem Stapel liegen Bußkarten.
option-stones-optional = Steine dürfen bleiben
    .about = Man darf weniger Steine legen, als die eigenen Sünden aufnehmen können.
option-stone-taking-optional = Steine dürfen liegen bleiben
    .about = Wer den Abgrund füttert, darf den Stein liegen lassen.
option-first-seat = Wer beginnt
    .about = Ohne Angabe entscheidet der Zufall.
option-sins = Sünden im Spiel
    .about = Ohne Angabe entscheidet der Zufall.

board-backs = Karten jeder Sünde nach Rückseite
board-types = Sünden im Spiel nach Zahl der Mitspielenden
board-stones = Ablasssteine nach Zahl der Mitspielenden
board-points = Punkte nach Zahl der Karten
    .about = Was so viele Karten einer Sünde wert sind; der letzte Wert gilt auch für mehr.
board-abyss-threshold = Schwelle des Abgrunds
    .about = Hat der Abgrund mehr Punkte, gewinnen die meisten Punkte, sonst die wenigsten.
board-order = Reihenfolge der Züge
board-sins = Sünden
board-centre = Karten in der Mitte
board-initial = Erste Karten je Person
board-judgement-per-back = Gerichtskarten je Stapel
board-penitence-per-sin = Bußkarten je Sünde

## Die Ansicht

untold-card = { $number ->
    [one] { $number } verdeckte Karte
   *[other] { $number } verdeckte Karten
}
untold-thing = { untold-card }
view-sins = Sünden im Spiel
view-first = Erster Zug
view-turn = Am Zug
view-last-of-round = Letzter Zug
    .about = Wer den letzten Zug hat, sobald mit der Buße das letzte Gericht offen liegt.
view-pile = Stapel
view-pile-top = Rückseite obenauf
view-centre = Mitte
view-abyss = Abgrund
view-abyss-opened = Geöffneter Abgrund
view-abyss-points = Punkte des Abgrunds
view-wins = Was gewinnt
view-stones = Übrige Steine
view-seats = Alle am Tisch
view-seat-seat = Platz
view-seat-turns = Züge
view-seat-reserve = Vorrat
view-seat-opened = Geöffneter Vorrat
view-seat-stones = Ablasssteine
view-seat-stones-on = Steine auf
view-seat-score = Punkte

## Abschnitte der Regeln

section-SS-S = Aufbau
section-SS-T = Zug
section-SS-E = Ende und Wertung
section-SS-P = Buße
section-SS-R = Auslegungen

## Das gedruckte Protokoll: kurz, was geschah, und die Spalten einer Person

brief-SinsChosen = im Spiel ({ $sins })
brief-FirstSeatChosen = beginnt
brief-CardDealt = bekommt { $card }
brief-CardRevealed = { $card }
brief-SinTaken = { $number } { $sin } → { $to }
brief-StoneTaken = + Stein
brief-LastRoundBegan = letzte Runde, bis { $last }
brief-ReserveOpened = öffnet { $cards }
brief-AbyssOpened = Abgrund: { $cards }
brief-AbyssScored = Abgrund: { $points }; { $wins }
brief-StonesPlaced = Steine auf { $on }

balance-cards = Karten
    .about = Karten in der Reserve
balance-sins = Sünden
    .about = Sünden und Tugenden in der Reserve, nach Art
balance-stones = Steine
    .about = Ablasssteine
balance-score = Punkte
    .about = Punkte

## Wie eine Partie ausging

outcome-decided-by = Entschieden durch
outcome-decided-by-points = Punkte
outcome-decided-by-cards = die Zahl der Karten
outcome-decided-by-sins = die Zahl der Sünden
outcome-decided-by-nothing = nichts, deshalb geteilt
tie-cards = { outcome-decided-by-cards }
tie-sins = { outcome-decided-by-sins }
outcome-wins = Was gewinnt
outcome-wins-most = die meisten Punkte
outcome-wins-fewest = die wenigsten Punkte
outcome-scores = Punkte
outcome-cards = Karten
outcome-sins = Verschiedene Sünden
