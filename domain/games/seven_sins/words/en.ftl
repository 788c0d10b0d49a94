# 7 – The Sins: what everything is called, and what happens in one sentence.

game = 7 – The Sins
    .about = Everybody collects sins face down and may never look at them again; in the end the number of each sin counts.

## Sins, cards and pieces

sin-pride = Pride
sin-greed = Greed
sin-lust = Lust
sin-envy = Envy
sin-wrath = Wrath
sin-sloth = Sloth
sin-gluttony = Gluttony
card-pride = { sin-pride }
card-greed = { sin-greed }
card-lust = { sin-lust }
card-envy = { sin-envy }
card-wrath = { sin-wrath }
card-sloth = { sin-sloth }
card-gluttony = { sin-gluttony }
card-judgement = Judgement
    .about = Nobody can take it. With the last one the game ends, or under Penitence the last round begins.
thing-pride = { sin-pride }
thing-greed = { sin-greed }
thing-lust = { sin-lust }
thing-envy = { sin-envy }
thing-wrath = { sin-wrath }
thing-sloth = { sin-sloth }
thing-gluttony = { sin-gluttony }
thing-judgement = { card-judgement }
thing-stone = Stone of pardon
    .about = In the end it lies on one of your sins and counts as one more card of it.
    .counted = { $number ->
        [one] { $number } stone of pardon
       *[other] { $number } stones of pardon
    }
back-I = I
back-II = II
back-III = III
back-penitence = Penitence
goal-reserve = reserve
goal-abyss = Abyss
win-most = the most points win
win-fewest = the fewest points win

## Places

place-centre = Centre
place-abyss = Abyss
place-abyss-opened = Opened Abyss
place-stones = Stones left
place-pile-of = Pile { $part-1 }
place-reserve-of = Reserve of { $part-1 }
place-opened-of = Opened reserve of { $part-1 }
place-stones-of = Stones of { $part-1 }

## Commands

command-take = Take a sin
    .about = All cards of one sin in the centre go face down to your reserve, or to the Abyss for a stone of pardon.
    .sin = Sin
    .to = To
    .to-about = Your reserve, or the Abyss.
    .leave_stone = Leave the stone
    .leave_stone-about = You take no stone of pardon although one is left.
command-place-stones = Place stones
    .about = Your stones of pardon go on sins of yours, one on each at most; each counts as one more card.
    .on = On
command-pass = Pass
    .about = Nothing can be taken.
command-open-reserves = Open the reserves
    .about = The last turn is over: reserves and Abyss are opened. It follows by itself.
command-choose-sins = Choose the sins in play
    .about = Which sins are played with; the others stay in the box.
    .sins = Sins
command-choose-first = Choose who begins
    .about = Who has the first turn.
    .seat = Who begins
command-deal = Deal
    .about = Each player gets the first cards of the reserve and looks at them once.
    .cards = Cards
command-refill = Fill the centre
    .about = Cards are turned up from the pile.
    .cards = Cards

do-take = { $leave_stone-told ->
    [yes] Take { $number } { $sin } to the Abyss and leave the stone
   *[no] { $to-id ->
        [abyss] Take { $number } { $sin } to the Abyss
       *[reserve] Take { $number } { $sin } to your reserve
    }
}
do-place-stones = Place stones on { $on }
do-pass = Pass
do-open-reserves = Open the reserves
do-choose-sins = Choose the sins in play: { $sins }
do-choose-first = Let { $seat } begin
do-deal = Deal { $cards-told ->
    [yes] { $cards }
   *[other] the first cards
}
do-refill = { $cards-told ->
    [yes] Fill the centre with { $cards }
   *[other] Fill the centre
}

## What happened

did-take = { "" }
did-place-stones = { "" }
did-pass = { $actor } passes.
did-open-reserves = The reserves are opened.
did-choose-sins = { "" }
did-choose-first = { "" }
did-deal = { "" }
did-refill = { "" }
did-SinsChosen = The sins in play: { $sins }.
did-FirstSeatChosen = { $seat } begins.
did-CardDealt = { $card-told ->
    [yes] { $seat } gets { $card } as the first card.
   *[other] { $seat } gets a first card and looks at it.
}
    .together-untold = { $seat } get a first card each and look at it.
did-CardRevealed = { $card-told ->
    [unknown] A card is turned up.
   *[other] Turned up: { $card }.
}
    .together = { $card-told ->
        [unknown] { $facts } cards are turned up.
       *[other] Turned up: { $card }.
    }
did-SinTaken = { $to-id ->
    [abyss] { $seat } takes { $number } { $sin } to the Abyss.
   *[reserve] { $seat } takes { $number } { $sin } to the reserve.
}
did-StoneTaken = { $seat } takes a stone of pardon.
did-LastRoundBegan = The last Judgement lies open: { $last } has the last turn.
did-ReserveOpened = { $seat } opens the reserve: { $cards }.
did-AbyssOpened = In the Abyss: { $cards }.
did-AbyssScored = { $points ->
    [one] The Abyss has { $points } point: { $wins }.
   *[other] The Abyss has { $points } points: { $wins }.
}
did-StonesPlaced = { $on-count ->
    [0] { $seat } places no stone. Score: { $score }.
   *[other] { $seat } places stones on { $on }. Score: { $score }.
}

## Facts

fact-SinsChosen = Sins in play chosen
fact-FirstSeatChosen = First player chosen
fact-CardDealt = First card dealt
fact-CardRevealed = Card turned up
fact-PilesStacked = Piles stacked
    .judgement-about = How many Judgement cards were shuffled into each pile.
    .penitence-about = How many Penitence cards of each sin lie under the pile.
fact-SinTaken = Sin taken
fact-StoneTaken = Stone taken
fact-TurnPassed = Turn passed on
fact-LastRoundBegan = Last round began
fact-ReserveOpened = Reserve opened
fact-AbyssOpened = Abyss opened
fact-AbyssScored = Abyss scored
fact-StonesPlaced = Stones placed

field-back = Back
field-card = Card
field-cards = Cards
field-count = Number
field-judgement = Judgement cards
field-last = Last player
field-number = Number
field-on = On
field-penitence = Penitence cards
field-points = Points
field-score = Points
field-sin = Sin
field-sins = Sins
field-things = Contents
field-to = To
field-wins = Who wins

## Options and board

option-penitence = Penitence
    .about = Everybody has the same number of turns, and Penitence cards lie under the pile.
option-stones-optional = Stones may be kept
    .about = You may place fewer stones than your sins can take.
option-stone-taking-optional = Stones may be left
    .about = Whoever feeds the Abyss may leave the stone lying.
option-first-seat = Who begins
    .about = Without it, chance decides.
option-sins = Sins in play
    .about = Without them, chance decides.

board-backs = Cards of each sin by back
board-types = Sins in play by number of players
board-stones = Stones of pardon by number of players
board-points = Points by number of cards
    .about = What that many cards of one sin are worth; the last entry holds for more, too.
board-abyss-threshold = Threshold of the Abyss
    .about = With more points in the Abyss the most points win, otherwise the fewest.
board-order = Order of turns
board-sins = Sins
board-centre = Cards in the centre
board-initial = First cards of each player
board-judgement-per-back = Judgement cards in each pile
board-penitence-per-sin = Penitence cards of each sin

## The view

untold-card = { $number ->
    [one] { $number } card not told
   *[other] { $number } cards not told
}
untold-thing = { untold-card }
view-sins = Sins in play
view-first = First player
view-turn = Whose turn it is
view-last-of-round = Last player
    .about = Who has the last turn, once the last Judgement lies open under Penitence.
view-pile = Pile
view-pile-top = Back on top
view-centre = Centre
view-abyss = Abyss
view-abyss-opened = Opened Abyss
view-abyss-points = Points of the Abyss
view-wins = Who wins
view-stones = Stones left
view-seats = Players
view-seat-seat = Seat
view-seat-turns = Turns taken
view-seat-reserve = Reserve
view-seat-opened = Opened reserve
view-seat-stones = Stones of pardon
view-seat-stones-on = Stones on
view-seat-score = Points

## Sections of the rules

section-SS-S = Setup
section-SS-T = Turn
section-SS-E = End and scoring
section-SS-P = Penitence
section-SS-R = Rulings

## The printed record: what a fact says in short, and the columns of a seat

brief-SinsChosen = in play ({ $sins })
brief-FirstSeatChosen = begins
brief-CardDealt = dealt { $card }
brief-CardRevealed = { $card }
brief-SinTaken = { $number } { $sin } → { $to }
brief-StoneTaken = + stone
brief-LastRoundBegan = last round, to { $last }
brief-ReserveOpened = opens { $cards }
brief-AbyssOpened = Abyss: { $cards }
brief-AbyssScored = Abyss: { $points }; { $wins }
brief-StonesPlaced = stones on { $on }

balance-cards = cards
    .about = cards in the reserve
balance-sins = sins
    .about = sins and virtues in the reserve, by kind
balance-stones = stones
    .about = stones of pardon
balance-score = score
    .about = points

## How a match has ended

outcome-decided-by = Decided by
outcome-decided-by-points = points
outcome-decided-by-cards = the number of cards
outcome-decided-by-sins = the number of sins
outcome-decided-by-nothing = nothing, so it is shared
tie-cards = { outcome-decided-by-cards }
tie-sins = { outcome-decided-by-sins }
outcome-wins = What wins
outcome-wins-most = most points
outcome-wins-fewest = fewest points
outcome-scores = Points
outcome-cards = Cards
outcome-sins = Different sins
