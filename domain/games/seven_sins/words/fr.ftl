# 7 – The Sins : comment tout s'appelle, et ce qui se passe en une phrase.

game = 7 – The Sins
    .about = Chacun amasse des péchés face cachée sans jamais les revoir ; à la fin, c'est le nombre de chacun qui compte.

## Péchés, cartes et pierres

sin-pride = Orgueil
sin-greed = Avarice
sin-lust = Luxure
sin-envy = Envie
sin-wrath = Colère
sin-sloth = Paresse
sin-gluttony = Gloutonnerie
card-pride = { sin-pride }
card-greed = { sin-greed }
card-lust = { sin-lust }
card-envy = { sin-envy }
card-wrath = { sin-wrath }
card-sloth = { sin-sloth }
card-gluttony = { sin-gluttony }
card-judgement = Jugement dernier
    .about = Personne ne peut le prendre. Avec le dernier, la partie prend fin, ou avec la Pénitence commence le dernier tour de table.
thing-pride = { sin-pride }
thing-greed = { sin-greed }
thing-lust = { sin-lust }
thing-envy = { sin-envy }
thing-wrath = { sin-wrath }
thing-sloth = { sin-sloth }
thing-gluttony = { sin-gluttony }
thing-judgement = { card-judgement }
thing-stone = Pierre de pardon
    .about = À la fin, posée sur un de ses péchés, elle compte comme une carte de plus.
    .counted = { $number ->
        [one] { $number } pierre de pardon
       *[other] { $number } pierres de pardon
    }
back-I = I
back-II = II
back-III = III
back-penitence = Pénitence
goal-reserve = réserve
goal-abyss = Abysse
win-most = le plus de points l'emporte
win-fewest = le moins de points l'emporte

## Lieux

place-centre = Centre
place-abyss = Abysse
place-abyss-opened = Abysse ouvert
place-stones = Pierres restantes
place-pile-of = Pioche { $part-1 }
place-reserve-of = Réserve ({ $part-1 })
place-opened-of = Réserve ouverte ({ $part-1 })
place-stones-of = Pierres ({ $part-1 })

## Commandes

command-take = Prendre un péché
    .about = Toutes les cartes d'un péché au centre vont face cachée dans la réserve, ou dans l'Abysse contre une pierre de pardon.
    .sin = Péché
    .to = Vers
    .to-about = La réserve ou l'Abysse.
    .leave_stone = Laisser la pierre
    .leave_stone-about = Aucune pierre de pardon n'est prise, bien qu'il en reste.
command-place-stones = Poser les pierres
    .about = Les pierres de pardon vont sur ses propres péchés, une au plus sur chacun ; chacune compte comme une carte de plus.
    .on = Sur
command-pass = Passer
    .about = Il n'y a rien à prendre.
command-open-reserves = Ouvrir les réserves
    .about = Le dernier tour est joué : les réserves et l'Abysse sont ouverts. Cela suit de soi-même.
command-choose-sins = Choisir les péchés
    .about = Avec quels péchés on joue ; les autres restent dans la boîte.
    .sins = Péchés
command-choose-first = Qui commence
    .about = Qui a le premier tour.
    .seat = Qui commence
command-deal = Distribuer
    .about = Chacun reçoit les premières cartes de sa réserve et les regarde une fois.
    .cards = Cartes
command-refill = Compléter le centre
    .about = Des cartes de la pioche sont révélées.
    .cards = Cartes

do-take = { $leave_stone-told ->
    [yes] Mettre { $number } { $sin } dans l'Abysse et laisser la pierre
   *[no] { $to-id ->
        [abyss] Mettre { $number } { $sin } dans l'Abysse
       *[reserve] Prendre { $number } { $sin } dans la réserve
    }
}
do-place-stones = Poser des pierres sur { $on }
do-pass = Passer
do-open-reserves = Ouvrir les réserves
do-choose-sins = Choisir les péchés : { $sins }
do-choose-first = Laisser commencer { $seat }
do-deal = { $cards-told ->
    [yes] Distribuer { $cards }
   *[other] Distribuer les premières cartes
}
do-refill = { $cards-told ->
    [yes] Compléter le centre avec { $cards }
   *[other] Compléter le centre
}

## Ce qui s'est passé

did-take = { "" }
did-place-stones = { "" }
did-pass = { $actor } passe.
did-open-reserves = Les réserves sont ouvertes.
did-choose-sins = { "" }
did-choose-first = { "" }
did-deal = { "" }
did-refill = { "" }
did-SinsChosen = Les péchés en jeu : { $sins }.
did-FirstSeatChosen = { $seat } commence.
did-CardDealt = { $card-told ->
    [yes] { $seat } reçoit { $card } comme première carte.
   *[other] { $seat } reçoit une première carte et la regarde.
}
    .together-untold = { $seat } reçoivent chacun une première carte et la regardent.
did-CardRevealed = { $card-told ->
    [unknown] Une carte est révélée.
   *[other] Au centre : { $card }.
}
    .together = { $card-told ->
        [unknown] { $facts } cartes sont révélées.
       *[other] Au centre : { $card }.
    }
did-SinTaken = { $to-id ->
    [abyss] { $seat } met { $number } { $sin } dans l'Abysse.
   *[reserve] { $seat } prend { $number } { $sin } dans la réserve.
}
did-StoneTaken = { $seat } prend une pierre de pardon.
did-LastRoundBegan = Le dernier Jugement est révélé : { $last } a le dernier tour.
did-ReserveOpened = { $seat } ouvre la réserve : { $cards }.
did-AbyssOpened = Dans l'Abysse : { $cards }.
did-AbyssScored = { $points ->
    [one] L'Abysse a { $points } point : { $wins }.
   *[other] L'Abysse a { $points } points : { $wins }.
}
did-StonesPlaced = { $on-count ->
    [0] { $seat } ne pose pas de pierre. Score : { $score }.
   *[other] { $seat } pose des pierres sur { $on }. Score : { $score }.
}

## Faits

fact-SinsChosen = Péchés choisis
fact-FirstSeatChosen = Premier tour attribué
fact-CardDealt = Première carte distribuée
fact-CardRevealed = Carte révélée
fact-PilesStacked = Pioche formée
    .judgement-about = Combien de cartes Jugement ont été mélangées dans chaque paquet.
    .penitence-about = Combien de cartes Pénitence de chaque péché sont sous la pioche.
fact-SinTaken = Péché pris
fact-StoneTaken = Pierre prise
fact-TurnPassed = Tour passé
fact-LastRoundBegan = Dernier tour de table
fact-ReserveOpened = Réserve ouverte
fact-AbyssOpened = Abysse ouvert
fact-AbyssScored = Abysse compté
fact-StonesPlaced = Pierres posées

field-back = Dos
field-card = Carte
field-cards = Cartes
field-count = Nombre
field-judgement = Cartes Jugement
field-last = Dernier tour
field-number = Nombre
field-on = Sur
field-penitence = Cartes Pénitence
field-points = Points
field-score = Score
field-sin = Péché
field-sins = Péchés
field-things = Contenu
field-to = Vers
field-wins = Ce qui l'emporte

## Options et matériel

option-penitence = Pénitence
    .about = Tous ont le même nombre de tours, et des cartes Pénitence sont sous la pioche.
option-stones-optional = Pierres facultatives
    .about = On peut poser moins de pierres que ses péchés n'en peuvent recevoir.
option-stone-taking-optional = Pierre à laisser
    .about = Qui nourrit l'Abysse peut laisser la pierre.
option-first-seat = Qui commence
    .about = Sans indication, le hasard décide.
option-sins = Péchés en jeu
    .about = Sans indication, le hasard décide.

board-backs = Cartes de chaque péché par dos
board-types = Péchés en jeu selon le nombre de joueurs
board-stones = Pierres de pardon selon le nombre de joueurs
board-points = Points selon le nombre de cartes
    .about = Ce que valent tant de cartes d'un péché ; la dernière valeur vaut aussi pour davantage.
board-abyss-threshold = Seuil de l'Abysse
    .about = Si l'Abysse a plus de points, le plus de points l'emporte, sinon le moins.
board-order = Ordre des tours
board-sins = Péchés
board-centre = Cartes au centre
board-initial = Premières cartes de chacun
board-judgement-per-back = Cartes Jugement par paquet
board-penitence-per-sin = Cartes Pénitence par péché

## La vue

untold-card = { $number ->
    [one] { $number } carte cachée
   *[other] { $number } cartes cachées
}
untold-thing = { untold-card }
view-sins = Péchés en jeu
view-first = Premier tour
view-turn = À qui le tour
view-last-of-round = Dernier tour
    .about = Qui a le dernier tour, dès que le dernier Jugement est révélé avec la Pénitence.
view-pile = Pioche
view-pile-top = Dos du dessus
view-centre = Centre
view-abyss = Abysse
view-abyss-opened = Abysse ouvert
view-abyss-points = Points de l'Abysse
view-wins = Ce qui l'emporte
view-stones = Pierres restantes
view-seats = Autour de la table
view-seat-seat = Place
view-seat-turns = Tours joués
view-seat-reserve = Réserve
view-seat-opened = Réserve ouverte
view-seat-stones = Pierres de pardon
view-seat-stones-on = Pierres sur
view-seat-score = Score

## Sections des règles

section-SS-S = Mise en place
section-SS-T = Tour de jeu
section-SS-E = Fin et décompte
section-SS-P = Pénitence
section-SS-R = Interprétations

## Le procès-verbal imprimé : en bref, ce qui s'est passé, et les colonnes d'une personne

brief-SinsChosen = en jeu ({ $sins })
brief-FirstSeatChosen = commence
brief-CardDealt = reçoit { $card }
brief-CardRevealed = { $card }
brief-SinTaken = { $number } { $sin } → { $to }
brief-StoneTaken = + pierre
brief-LastRoundBegan = dernier tour, jusqu'à { $last }
brief-ReserveOpened = ouvre { $cards }
brief-AbyssOpened = Abysse : { $cards }
brief-AbyssScored = Abysse : { $points } ; { $wins }
brief-StonesPlaced = pierres sur { $on }

balance-cards = cartes
    .about = cartes de la réserve
balance-sins = péchés
    .about = péchés et vertus de la réserve, par sorte
balance-stones = pierres
    .about = pierres de pardon
balance-score = points
    .about = points

## Comment une partie a fini

outcome-decided-by = Décidé par
outcome-decided-by-points = les points
outcome-decided-by-cards = le nombre de cartes
outcome-decided-by-sins = le nombre de péchés
outcome-decided-by-nothing = rien, donc partagé
tie-cards = { outcome-decided-by-cards }
tie-sins = { outcome-decided-by-sins }
outcome-wins = Ce qui gagne
outcome-wins-most = le plus de points
outcome-wins-fewest = le moins de points
outcome-scores = Points
outcome-cards = Cartes
outcome-sins = Péchés différents
