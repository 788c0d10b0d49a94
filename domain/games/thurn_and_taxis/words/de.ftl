# Thurn und Taxis: wie alles heißt, und was geschieht, in einem Satz.
# Städte, Länder, Kutschen und die Bonusplättchen der Länder heißen, wie der Spielplan der Partie sie nennt.

game = Thurn und Taxis
    .about = Alle legen Poststrecken von Stadt zu Stadt und schließen sie im richtigen Moment ab, für Häuser, Bonusplättchen und immer bessere Kutschen.

## Amtspersonen, Geistliche und Plättchen

office-postmaster = Postmeister
    .about = Nach der ersten Karte nimmst du eine zweite. Wer den Zug ohne Handkarte beginnt, muss den Postmeister einsetzen.
office-carrier = Postillion
    .about = Nach der ausgespielten Karte spielst du eine zweite aus, an einem Ende deiner Strecke, wo sie passt.
office-administrator = Amtmann
    .about = Bevor du eine Karte nimmst, kommen alle offenen Karten weg, und ebenso viele neue werden ausgelegt.
office-cartwright = Wagner
    .about = Du nimmst deine nächste Kutsche, obwohl der Strecke, die du abschließt, eine oder zwei Karten dazu fehlen.
clergy-ministrant = Ministrant
clergy-priest = Priester
clergy-abbot = Abt
clergy-bishop = Bischof
clergy-cardinal = Kardinal
tile-of = { $part-1 } ({ $part-2 })
thing-of = { $part-1 } ({ $part-2 })

stack-route-5 = 5er-Strecke
    .about = Für eine abgeschlossene Strecke aus 5 Karten.
stack-route-6 = 6er-Strecke
    .about = Für eine abgeschlossene Strecke aus 6 Karten.
stack-route-7 = 7er-Strecke
    .about = Für eine abgeschlossene Strecke aus 7 oder mehr Karten.
stack-outside-baiern = Außerhalb Baiern
    .about = Für ein Haus in jedem Land außer Baiern.
stack-game-end = Spielende
    .about = Wer als Erstes das letzte Haus setzt oder die letzte Kutsche nimmt, bekommt es.

## Wahlen, Anlässe, Schritte und Phasen

end-left = links
end-right = rechts
closing-one-per-province = Ein Haus in jedem Land
    .about = In jedem Land, das die Strecke berührt, kommt ein Haus in eine Stadt.
closing-one-province = Häuser in einem Land
    .about = In alle Städte der Strecke, die in einem Land liegen, kommt ein Haus.
cause-houses = Das letzte Haus wurde gesetzt
cause-carriage = Die letzte Kutsche wurde genommen

step-take = Eine Karte nehmen
step-deal = Die oberste Karte vom Stapel bekommen
step-second = Eine zweite Karte nehmen
step-play = Eine Karte ausspielen
step-carrier = Eine zweite Karte ausspielen
step-close = Die Strecke abschließen
step-cartwright = Den Wagner einsetzen
step-rome = Kutschen nach Rom bewegen
step-open = Eine Kutsche öffnen
step-discard = Die Strecke ablegen
step-limit = Handkarten bis zum Limit ablegen
step-over = Den Zug beenden
step-tile = Ein Amtsplättchen nehmen
step-return = Amtsplättchen abgeben
step-reward-card = Eine Karte für zwei Plättchen nehmen
step-reward-house = Ein Haus für vier Plättchen setzen
step-last-return = Zum letzten Mal Amtsplättchen abgeben
phase-setup = Aufbau
phase-tiles = Audienzplättchen legen
phase-turns = Züge
phase-returns = Letzte Abgabe von Amtsplättchen
phase-over = Vorbei

## Orte

place-supply = Stapel
place-display = Offene Karten
place-discards = Ablage
place-evicted = Audienzplättchen aus dem Spiel
place-hand-of = Hand von { $part-1 }
place-shown-of = Aufgedeckte Karten von { $part-1 }
place-tiles-of = Kutsche { $part-1 }, Plättchen von { $part-2 }
place-space-of = Audienzfeld: { $part-1 }

## Befehle

command-place-tiles = Audienzplättchen legen
    .about = Deine fünf Audienzplättchen kommen verdeckt auf die Kutschen nach Rom, eins auf jede; ansehen darfst du sie nicht mehr.
    .tiles = Plättchen
    .tiles-about = Alle Arten, in der Reihenfolge der Kutschen.
command-use-administrator = Den Amtmann einsetzen
    .about = Bevor du eine Karte nimmst, kommen alle offenen Karten weg, und ebenso viele neue werden ausgelegt.
command-take-card = Eine Karte nehmen
    .about = Du nimmst eine offene Karte oder die oberste vom Stapel.
    .city-about = Die offene Karte; ohne Angabe die oberste vom Stapel.
command-use-postmaster = Den Postmeister einsetzen
    .about = Du nimmst eine zweite Karte, offen oder vom Stapel.
    .city-about = Die offene Karte; ohne Angabe die oberste vom Stapel.
command-start-route = Eine Strecke beginnen
    .about = Du spielst eine beliebige Handkarte als erste einer Strecke aus.
command-extend-route = Die Strecke verlängern
    .about = Du legst eine Karte an ein Ende deiner Strecke; eine Straße muss die beiden Städte verbinden.
command-give-up-route = Die Strecke aufgeben
    .about = Deine ganze Strecke kommt ohne Wertung weg, und du beginnst mit einer Handkarte eine andere.
command-use-carrier = Den Postillion einsetzen
    .about = Du legst eine zweite Karte an ein Ende deiner Strecke.
command-close-route = Die Strecke abschließen
    .about = Du setzt Häuser, nimmst Bonusplättchen und, wenn die Strecke lang genug ist, deine nächste Kutsche.
    .cities = Häuser in
    .cities-about = Die Städte, die ein Haus bekommen, in der Reihenfolge der Strecke.
    .province-about = Das Land, in dem alle Städte der Strecke ein Haus bekommen.
command-use-cartwright = Den Wagner einsetzen
    .about = Du nimmst deine nächste Kutsche, obwohl der Strecke eine oder zwei Karten dazu fehlen.
command-discard-cards = Karten ablegen
    .about = Nach dem Abschließen behältst du nur wenige Karten auf der Hand und legst andere deiner Wahl ab.
command-move-carriage = Eine Kutsche bewegen
    .about = Jede Karte einer abgeschlossenen Strecke, deren Stadt kein Haus bekam, bewegt eine Kutsche um eine Stadt auf Rom zu.
    .card-about = Die Stadt, die kein Haus bekam.
command-open-carriage = Eine Kutsche öffnen
    .about = Eine Kutsche ist in Rom, und ihre Plättchen kommen auf ihre Audienzfelder. Es folgt von selbst.
command-return-tiles = Amtsplättchen abgeben
    .about = Verschiedene Amtsplättchen gehen zurück: zwei bringen eine Karte, drei einen Chip, vier ein Haus; eins bringt nichts.
command-place-house = Ein Haus setzen
    .about = Für vier Amtsplättchen setzt du ein Haus in eine beliebige Stadt.
command-decline = Verzichten
    .about = Du lässt aus, was du tun darfst, aber nicht musst.
command-count-up = Punkte zählen
    .about = Das Spiel ist vorbei: Handkarten werden gezeigt und Punkte gezählt. Es folgt von selbst.
command-choose-first = Wer beginnt
    .about = Wer in jeder Runde den ersten Zug hat.
    .seat = Wer beginnt
command-lay-out = Karten auslegen
    .about = Karten vom Stapel werden offen ausgelegt.
command-deal-card = Eine Karte austeilen
    .about = Wer die oberste Karte vom Stapel nimmt, bekommt sie.

do-place-tiles = Audienzplättchen auf die Kutschen legen, eins auf jede
do-use-administrator = Den Amtmann einsetzen: neue offene Karten
do-take-card = { $city-told ->
    [yes] Offene Karte nehmen: { $city }
   *[no] Die oberste Karte vom Stapel nehmen
}
do-use-postmaster = { $city-told ->
    [yes] Mit dem Postmeister eine offene Karte nehmen: { $city }
   *[no] Mit dem Postmeister die oberste Karte vom Stapel nehmen
}
do-start-route = Eine Strecke beginnen: { $city }
do-extend-route = { $end-id ->
    [left] Die Strecke links verlängern: { $city }
   *[right] Die Strecke rechts verlängern: { $city }
}
do-give-up-route = Die Strecke aufgeben und eine andere beginnen: { $city }
do-use-carrier = { $end-id ->
    [left] Mit dem Postillion die Strecke links verlängern: { $city }
   *[right] Mit dem Postillion die Strecke rechts verlängern: { $city }
}
do-close-route = { $cities-count ->
    [0] { $option-id ->
        [one-province] Die Strecke ohne Haus abschließen, in { $province }
       *[one-per-province] Die Strecke ohne Haus abschließen
    }
   *[other] { $option-id ->
        [one-province] Die Strecke abschließen mit Häusern in { $province }: { $cities }
       *[one-per-province] Die Strecke abschließen mit einem Haus in jedem Land: { $cities }
    }
}
do-use-cartwright = Mit dem Wagner die nächste Kutsche nehmen
do-discard-cards = Ablegen: { $cities }
do-move-carriage = Für { $card } die Kutsche { $carriage } bewegen: { $to }
do-open-carriage = Die Kutsche öffnen
do-return-tiles = Amtsplättchen abgeben: { $offices }
do-place-house = Ein Haus setzen: { $city }
do-decline = { $step ->
    [second] Keine zweite Karte nehmen
    [carrier] Keine zweite Karte ausspielen
    [close] Die Strecke behalten
    [cartwright] Auf die Kutsche verzichten
    [reward-card] Keine Karte nehmen
    [reward-house] Kein Haus setzen
    [last-return] Keine Plättchen abgeben
   *[other] Verzichten
}
do-count-up = Punkte zählen
do-choose-first = { $seat } beginnen lassen
do-lay-out = { $cards-told ->
    [yes] Auslegen: { $cards }
   *[other] Karten vom Stapel auslegen
}
do-deal-card = { $cards-told ->
    [yes] Austeilen: { $cards }
    [unknown] Eine Karte austeilen, die sonst niemand sieht
   *[other] Eine Karte austeilen
}

## Was geschah

did-place-tiles = { $actor } legt auf jede Kutsche ein Audienzplättchen.
did-use-administrator = { $actor } setzt den Amtmann ein.
did-take-card = { $city-told ->
    [yes] { $actor } nimmt { $city }.
   *[no] { $actor } nimmt eine Karte vom Stapel.
}
did-use-postmaster = { $city-told ->
    [yes] { $actor } setzt den Postmeister ein und nimmt { $city }.
   *[no] { $actor } setzt den Postmeister ein und nimmt eine Karte vom Stapel.
}
did-start-route = { "" }
did-extend-route = { $end-id ->
    [left] { $actor } verlängert die Strecke links um { $city }.
   *[right] { $actor } verlängert die Strecke rechts um { $city }.
}
did-give-up-route = { "" }
did-use-carrier = { $end-id ->
    [left] { $actor } setzt den Postillion ein und verlängert die Strecke links um { $city }.
   *[right] { $actor } setzt den Postillion ein und verlängert die Strecke rechts um { $city }.
}
did-close-route = { "" }
did-use-cartwright = { $actor } setzt den Wagner ein.
did-discard-cards = { "" }
did-move-carriage = { "" }
did-open-carriage = { "" }
did-return-tiles = { "" }
did-place-house = { "" }
did-decline = { "" }
did-count-up = { "" }
did-choose-first = { "" }
did-lay-out = { "" }
did-deal-card = { "" }
did-FirstSeatChosen = { $seat } beginnt.
did-TilePlaced = { $tile-told ->
    [yes] { $carriage }: { $tile-part-1 }.
   *[other] { "" }
}
did-PhaseBegan = { $phase-id ->
    [tiles] Alle legen Audienzplättchen auf die Kutschen.
    [over] Das Spiel ist vorbei.
   *[other] { "" }
}
did-RoundBegan = Runde { $number } beginnt.
did-PostmasterForced = { $seat } hat keine Handkarte und muss den Postmeister einsetzen.
did-StepSkipped = { $step-id ->
    [play] { $seat } hat keine Karte zum Ausspielen.
    [second] { $seat } findet keine zweite Karte zum Nehmen.
   *[other] { $seat } findet keine Karte zum Nehmen.
}
did-Declined = { $what-id ->
    [second] { $seat } nimmt keine zweite Karte.
    [carrier] { $seat } spielt keine zweite Karte aus.
    [close] { $seat } behält die Strecke.
    [cartwright] { $seat } verzichtet auf die Kutsche.
    [reward-card] { $seat } nimmt keine Karte für die Plättchen.
    [reward-house] { $seat } setzt kein Haus für die Plättchen.
    [return] { $seat } gibt keine Plättchen ab.
    [last-return] { $seat } gibt keine Plättchen ab.
   *[other] { $seat } verzichtet: { $what }.
}
did-SupplyShuffled = { $number ->
    [one] Die Ablage wird gemischt: eine Karte im Stapel.
   *[other] Die Ablage wird gemischt: { $number } Karten im Stapel.
}
did-CardRevealed = { $card-told ->
    [unknown] Eine Karte wird ausgelegt, die niemand kennt.
   *[other] Ausgelegt: { $card }.
}
    .together = { $card-told ->
        [unknown] { $facts } Karten werden ausgelegt, die niemand kennt.
       *[other] Ausgelegt: { $card }.
    }
did-CardDrawn = { $card-told ->
    [yes] { $seat } zieht { $card }.
   *[other] { $seat } zieht die Karte.
}
did-DisplayDiscarded = Die offenen Karten kommen weg: { $cities }.
did-CardsDiscarded = { $seat } legt { $cities } ab.
did-HandShown = { $cards-count ->
    [0] { $seat } hat keine Handkarten.
   *[other] { $cards-told ->
        [yes] { $seat } zeigt { $cards }.
       *[other] { $seat } zeigt die Hand.
    }
}
did-RouteStarted = { $seat } beginnt eine Strecke mit { $city }.
did-RouteGivenUp = { $seat } gibt die Strecke auf: { $cities }.
did-RouteClosed = { $option-id ->
    [one-province] { $seat } schließt eine { $length }er-Strecke ab, für { $province }.
   *[one-per-province] { $seat } schließt eine { $length }er-Strecke ab.
}
did-RouteDiscarded = Die Strecke wird abgelegt: { $cities }.
did-HousePlaced = { $seat } setzt ein Haus in { $city }.
    .together = { $seat } setzt Häuser in { $city }.
did-BonusTaken = { $points ->
    [one] { $seat } nimmt ein Bonusplättchen: { $stack }, { $points } Punkt.
   *[other] { $seat } nimmt ein Bonusplättchen: { $stack }, { $points } Punkte.
}
did-CarriageTaken = { $points ->
    [one] { $seat } nimmt die { $value }er-Kutsche für { $points } Punkt.
   *[other] { $seat } nimmt die { $value }er-Kutsche für { $points } Punkte.
}
did-EndTriggered = { $cause-id ->
    [houses] { $seat } hat das letzte Haus gesetzt: Diese Runde ist die letzte.
   *[carriage] { $seat } hat die letzte Kutsche: Diese Runde ist die letzte.
}
did-OfficeTileTaken = { $seat } nimmt ein Amtsplättchen: { $office }.
did-ReturnRoundBegan = Ein Stapel von Amtsplättchen ist leer. Alle geben Plättchen ab, in dieser Reihenfolge: { $order }.
did-TilesReturned = { $offices-count ->
    [one] { $seat } gibt ein Amtsplättchen ab: { $offices }.
   *[other] { $seat } gibt Amtsplättchen ab: { $offices }.
}
did-ChipTaken = { $seat } nimmt einen Chip.
did-CarriageMoved = { $seat } bewegt die Kutsche { $carriage } nach { $to }, für { $card }.
did-CardsLapsed = Alle Kutschen sind in Rom: Keine wird bewegt.
did-CarriageOpened = Die Kutsche { $carriage } ist in Rom: { $tiles }.
did-TilesEvicted = Aus dem Spiel: { $tiles }.
did-SeatScored = { $total ->
    [one] { $seat } hat { $total } Punkt
   *[other] { $seat } hat { $total } Punkte
}: { $carriage } für die Kutsche, { $bonuses } für Bonusplättchen{ $chips ->
    [0] { "" }
   *[other] , { $chips } für Chips
}{ $audience ->
    [0] { "" }
   *[other] , { $audience } für Audienzen
}{ $houses ->
    [0] { "" }
   *[other] , minus { $houses } für übrige Häuser
}.

## Fakten

fact-FirstSeatChosen = Wer beginnt, ist bestimmt
fact-TilePlaced = Audienzplättchen gelegt
fact-PhaseBegan = Phase begann
fact-RoundBegan = Runde begann
    .number = Runde
fact-TurnPassed = Zug weitergegeben
fact-PostmasterForced = Postmeister muss eingesetzt werden
fact-StepSkipped = Schritt entfällt
fact-Declined = Verzichtet
    .what = Was ausgelassen wurde
fact-SupplyShuffled = Ablage gemischt
    .number = Karten
fact-CardRevealed = Karte ausgelegt
fact-CardDrawn = Karte gezogen
fact-CardTaken = Karte genommen
fact-DisplayDiscarded = Offene Karten abgelegt
fact-CardsDiscarded = Karten abgelegt
fact-HandShown = Hand gezeigt
fact-RouteStarted = Strecke begonnen
fact-RouteExtended = Strecke verlängert
fact-RouteGivenUp = Strecke aufgegeben
fact-RouteClosed = Strecke abgeschlossen
    .bare = Städte ohne Haus
fact-RouteDiscarded = Strecke abgelegt
fact-HousePlaced = Haus gesetzt
fact-BonusTaken = Bonusplättchen genommen
fact-CarriageTaken = Kutsche genommen
    .points-about = Was sie am Ende wert ist, wenn keine bessere hinzukommt.
fact-EndTriggered = Ende ausgelöst
fact-OfficeUsed = Amtsperson eingesetzt
fact-OfficeTileTaken = Amtsplättchen genommen
fact-ReturnRoundBegan = Abgabe von Amtsplättchen begann
    .order = In dieser Reihenfolge
fact-TilesReturned = Amtsplättchen abgegeben
fact-ChipTaken = Chip genommen
fact-CarriageMoved = Kutsche bewegt
    .card-about = Die Stadt, die kein Haus bekam.
fact-CardsLapsed = Karten bewegen keine Kutsche
fact-CarriageOpened = Kutsche geöffnet
fact-TilesEvicted = Audienzplättchen aus dem Spiel
fact-TilesReceived = Audienzplättchen auf dem Feld
fact-SeatScored = Punkte gezählt
    .carriage = Kutsche
    .carriage-about = Punkte der besten Kutsche.
    .bonuses-about = Punkte aller Bonusplättchen.
    .chips-about = Punkte aller Chips.
    .audience-about = Punkte der eigenen Plättchen auf Audienzfeldern.
    .houses = Übrige Häuser
    .houses-about = Jedes kostet einen Punkt.

field-audience = Audienz
field-bonuses = Bonusplättchen
field-card = Stadt
field-cards = Karten
field-carriage = Kutsche nach Rom
field-carriages = Kutschen
field-cause = Anlass
field-chips = Chips
field-cities = Städte
field-city = Stadt
field-count = Anzahl
field-end = Ende
field-kind = Art
field-left = Noch abzugeben
field-length = Länge
field-must = Muss getan werden
field-office = Amtsperson
field-offices = Amtspersonen
field-option = Häuser
field-order = Reihenfolge
field-phase = Phase
field-points = Punkte
field-province = Land
field-stack = Bonusplättchen
field-step = Schritt
field-things = Inhalt
field-tile = Audienzplättchen
field-tiles = Plättchen
field-to = Nach
field-total = Summe
field-value = Wert
field-postmaster = { office-postmaster }
field-carrier = { office-carrier }
field-administrator = { office-administrator }
field-cartwright = { office-cartwright }

## Optionen und Spielplan

option-modules = Module
    .about = Was von der Erweiterung im Spiel ist.
option-modules-audience = Die Audienz
    .about = Kutschen bringen die Geistlichen aller nach Rom; wo kein Haus gesetzt wird, fahren sie.
option-modules-offices = In Amt und Würden
    .about = Wer eine Amtsperson einsetzt, bekommt ein Plättchen; verschiedene bringen Karten, Chips und Häuser.
option-start-player = Wer beginnt
    .about = Ein Platz, oder der Zufall entscheidet.
option-start-player-random = Zufall
option-return-order = Wer zuerst Amtsplättchen abgibt
option-return-order-active_first = wer am Zug ist
option-return-order-left_first = wer links davon sitzt
option-allow-zero-house-province = Abschließen ohne Haus
    .about = Man darf für ein Land abschließen, in dessen Städten auf der Strecke schon eigene Häuser stehen.
option-all-provinces-needs-baiern = Außerhalb Baiern nur mit Baiern
    .about = Das Plättchen für Häuser außerhalb Baiern verlangt auch ein Haus in Baiern.
option-reshuffle = Wann die Ablage gemischt wird
option-reshuffle-lazy = wenn die nächste Karte gebraucht wird
option-reshuffle-eager = sobald der Stapel leer ist
option-owner-memory-aid = Eigene Audienzplättchen ansehen
    .about = Alle dürfen ihre eigenen Audienzplättchen unterwegs ansehen; sonst darf es niemand.

board-houses = Häuser je Person
board-display = Offene Karten
board-copies = Karten jeder Stadt
board-min-route = Kürzeste Strecke zum Abschließen
board-hand-limit = Handkarten nach dem Abschließen
board-discount = Karten, die der Wagner erspart
board-chips = Chips
board-carriages = Kutschen
    .about = Was eine Strecke für jede braucht, und was sie wert ist.
board-carriages-value = Karten, die eine Strecke braucht
board-carriages-copies = Wie viele es gibt
board-clergy = Geistliche
    .about = Die Arten von Audienzplättchen, und was sie wert sind.
board-regions = Bonusplättchen für ganze Länder
board-regions-provinces = Provinzen
board-outside = Bonusplättchen für ein Haus in jedem Land
board-outside-provinces = Provinzen
board-rome = Kutschen nach Rom
    .about = Wo sie beginnen, zu zweit und zu mehreren.
board-rome-start = Wo sie beginnt
board-rome-start-of-two = Wo sie zu zweit beginnt
board-provinces = Länder
    .about = Die Kutsche, die ihre Karten bewegen; ohne eine bewegen sie jede andere.
board-provinces-name = Name
board-provinces-colour = Farbe
board-provinces-carriage = Kutsche nach Rom
board-cities = Städte
board-cities-name = Name
board-cities-at = Ort auf dem Plan, in Millimetern
board-roads = Straßen
board-bonuses = Punkte der Bonusplättchen
board-offices = Amtsplättchen nach Zahl der Mitspielenden
board-south = Straßen nach Rom
board-names = Namen der Städte auf dem Weg nach Rom

## Die Ansicht

untold-city = { $number ->
    [one] { $number } verdeckte Karte
   *[other] { $number } verdeckte Karten
}
untold-tile = { $number ->
    [one] { $number } verdecktes Plättchen
   *[other] { $number } verdeckte Plättchen
}
view-phase = Phase
view-round = Runde
view-first = Wer beginnt
view-turn = Am Zug
view-office = Amtsperson in diesem Zug
view-forced = Postmeister muss eingesetzt werden
view-steps = Was noch ansteht
    .about = Was vom Zug noch bleibt, das Nächste zuerst.
view-ender = Wer das Ende ausgelöst hat
view-display = Offene Karten
view-supply = Stapel
view-discards = Ablage
view-bonuses = Übrige Bonusplättchen
    .about = Die Punkte der Plättchen jedes Stapels, von oben.
view-seats = Alle am Tisch
view-audience = Die Audienz
view-officials = Amtspersonen
view-offices = In Amt und Würden
view-step-seat = Platz
view-step-carriage = Kutsche nach Rom
view-seat-seat = Platz
view-seat-hand = Hand
view-seat-shown = Aufgedeckte Karten
view-seat-route = Strecke
    .about = Vom linken Ende zum rechten.
view-seat-houses = Häuser
view-seat-houses-left = Übrige Häuser
view-seat-carriages = Kutschen
view-seat-bonuses = Bonusplättchen
view-seat-score = Punkte
view-audience-carriages = Kutschen nach Rom
view-audience-placed = Wer Audienzplättchen gelegt hat
view-audience-spaces = Audienzfelder
view-audience-evicted = Aus dem Spiel
view-carriage-city = Stadt
    .about = Wo die Kutsche auf dem Weg nach Rom ist.
view-carriage-tiles = Audienzplättchen
    .about = Die noch darauf liegen, von jedem Platz.
view-offices-stacks = Stapel der Amtsplättchen
view-offices-tiles = Amtsplättchen
view-offices-chips = Chips
view-offices-chips-left = Übrige Chips

## Abschnitte der Regeln

section-TT-B = Grundspiel
section-TT-A = Die Audienz
section-TT-O = In Amt und Würden
section-TT-X = Beide Module und die Endwertung
section-TT-R = Auslegungen

## Das gedruckte Protokoll: kurz, was geschah, und die Spalten einer Person

brief-FirstSeatChosen = beginnt
brief-TilePlaced = { $tile } auf { $carriage }
brief-PostmasterForced = keine Handkarten
brief-StepSkipped = ohne: { $step }
brief-SupplyShuffled = { $number } gemischt
brief-CardDrawn = +{ $card }
brief-CardTaken = +{ $city }
brief-DisplayDiscarded = Amtm.
brief-CardsDiscarded = −{ $cities }
brief-HandShown = zeigt { $cards }
brief-RouteStarted = »{ $city }
brief-RouteExtended = { $end-id ->
    [left] <{ $city }
   *[right] >{ $city }
}
brief-RouteGivenUp = gibt auf
brief-RouteClosed = schließt { $length }
brief-HousePlaced = Haus { $city }
brief-BonusTaken = { $stack }: { $points }
brief-CarriageTaken = Kutsche { $value }
brief-EndTriggered = Ende: { $cause }
brief-OfficeTileTaken = Plättchen { $office }
brief-TilesReturned = gibt ab: { $offices }
brief-ChipTaken = +1 Chip
brief-CarriageMoved = { $carriage } → { $to }
brief-CarriageOpened = { $carriage } geöffnet: { $tiles }
brief-TilesEvicted = verdrängt: { $tiles }
brief-SeatScored = zusammen { $total }

balance-cards = Karten
    .about = Karten auf der Hand
balance-houses = Häuser
    .about = Häuser auf der Karte
balance-carriage = Kutsche
    .about = Wert der neuesten Kutsche
balance-bonus = Bonus
    .about = Punkte der Bonusplättchen
balance-score = Punkte
    .about = Punkte
brief-key = Amtm. ist der Amtmann; +X nimmt die Karte X; »X beginnt eine Strecke mit X, <X und >X legen links und rechts an; −X wirft ab

## Wie eine Partie ausging

outcome-decided-by = Entschieden durch
outcome-decided-by-points = Punkte
outcome-decided-by-game-end = das Spielende-Plättchen
outcome-decided-by-order = die Reihenfolge der Züge
tie-game-end = { outcome-decided-by-game-end }
tie-order = { outcome-decided-by-order }
outcome-scores = Punkte
outcome-ranking = Rangfolge
outcome-ender = Spielende-Plättchen
