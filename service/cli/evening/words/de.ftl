# Was Zettel und Ergebnisse sagen. Wer einen Link hat, wird angesprochen.

table = Tisch { $number }
round-and-table = Runde { $round }, Tisch { $number }
slips-players = Zettel für alle am Tisch
slips-officials = Zettel für die Leitung
slip-seat = Dieser Link ist Ihr Platz. Behalten Sie ihn für sich, und öffnen Sie ihn auf Ihrem eigenen Gerät.
slip-arbiter = Mit diesem Link sehen Sie alles und entscheiden Streit. Wer hier mitspielt, soll ihn nicht haben.
slip-host = Mit diesem Link unterschreiben Sie das Ergebnis, geben die Partie auf oder schließen sie. Sie sehen, was alle sehen.
slip-scribe = Mit diesem Link sehen Sie alles und schreiben auf, was am Tisch geschieht. Niemand sonst soll ihn haben.
slip-spectator = Mit diesem Link sehen Sie der Partie zu. Sie sehen, was alle am Tisch sehen.
role-arbiter = Schiedsgericht
role-host = Leitung
role-scribe = Protokollführung
role-spectator = Publikum
results = Ergebnisse
player = Name
played = Partien
won = gewonnen
place = Platz
unread = Der Dienst hat nicht gesagt, wie diese Partie steht.
