# Any game: what everything is called, and what happens in one sentence. Pieces and places are called as in the box.

game = Any game
    .about = A table with the pieces of a box on it: they are moved, drawn and counted, by the rules that you know.

thing-of = { $part-1 } { $part-2 }
place-of = { $part-1 } of { $part-2 }

## Commands

command-move = Move
    .about = Pieces that you see go from one place to another.
    .from = From
    .from_part = From part
    .to = To
    .to_part = To part
    .things = Pieces
command-draw = Draw
    .about = Chance takes pieces out of a place, or out of several that are emptied one after the other.
    .from = From
    .to = To
    .number = Number
command-deal = Deal
    .about = Chance gives everybody as many pieces, in the order of turns.
    .from = From
    .to = To each one's
    .number = Number each
command-gather = Gather
    .about = All that lies in some places goes into one where nobody sees more of it than before.
    .from = From
    .to = To
command-lay-open = Lay open
    .about = All that lies in some places goes to where everybody sees it, all at once.
    .places = Places
    .to = To
command-show = Show
    .about = Pieces are shown to some players or to all, and stay where they are.
    .place = Place
    .things = Pieces
    .to = To
command-roll = Roll
    .about = Dice are rolled where they lie: all of a sort, or those that you name.
    .place = Place
    .dice = Dice
    .things = Only these
command-count = Count
    .about = An amount grows or shrinks.
    .amount = Amount
    .by = By
command-pay = Pay
    .about = Something goes out of one amount into another.
    .from = From
    .to = To
    .number = Number
command-say = Say
    .about = A bid, a claim, a guess: everybody hears it. It is always possible.
    .words = Words
    .number = Number
command-turn = Pass the turn
    .about = The turn goes to the next player, or to another one.
    .to = To
command-phase = Begin a phase
    .about = With the first phase a round begins.
    .name = Phase
command-end = End the game
    .about = You say who has won, or that all have lost; otherwise the amount decides that the box names.
    .winners = Winners
    .lost = All have lost
command-agree = Agree to the end
    .about = The game has ended as somebody says.
command-reckon = Compare the amounts
    .about = Everybody has agreed that the game has ended. It follows by itself.
command-came-out = Say what came out
    .about = What was drawn, dealt or rolled, in its order.
    .things = What came out

do-move = Move { $things } from { $from } to { $to }
do-draw = Draw { $number } from { $from } to { $to }
do-deal = Deal { $number } each from { $from } to { $to }
do-gather = Gather { $from } in { $to }
do-lay-open = Lay { $places } open in { $to }
do-show = { $to-told ->
    [yes] Show { $things } of { $place } to { $to }
   *[no] Show { $things } of { $place } to everybody
}
do-roll = { $things-told ->
    [yes] Roll { $things } in { $place }
   *[other] Roll { $dice } in { $place }
}
do-count = Count { $amount } by { $by }
do-pay = Pay { $number } from { $from } to { $to }
do-say = { $words-told ->
    [yes] Say: { $words }
   *[other] Say { $number }
}
do-turn = { $to-told ->
    [yes] Pass the turn to { $to }
   *[no] Pass the turn
}
do-phase = Begin { $name }
do-end = { $lost-told ->
    [yes] All have lost
   *[no] { $winners-told ->
        [yes] Winners: { $winners }
       *[no] End the game
    }
}
do-agree = Agree to the end
do-reckon = Compare the amounts
do-came-out = { $things-told ->
    [yes] What came out: { $things }
   *[other] Draw or roll
}

## What happened

did-move = { "" }
did-draw = { "" }
did-deal = { "" }
did-gather = { $actor } gathers:
did-lay-open = { $actor } lays open:
did-show = { "" }
did-roll = { "" }
did-count = { "" }
did-pay = { $actor } pays:
did-say = { "" }
did-turn = { "" }
did-phase = { "" }
did-end = { "" }
did-agree = { "" }
did-reckon = { "" }
did-came-out = { "" }
did-PiecesMoved = { $things-told ->
    [yes] { $things }: from { $origin } to { $to }.
   *[other] { $things-count } of { $origin }: to { $to }.
}
did-PiecesRevealed = { $things-told ->
    [yes] { $things }: from { $origin } to { $to }.
   *[other] { $things-count } of { $origin }: to { $to }.
}
did-PiecesPlaced = { $things-told ->
    [yes] { $things }: from { $origin } to { $to }.
   *[other] { $things-count } of { $origin }: to { $to }.
}
did-PiecesPlacedOpenly = { $things-told ->
    [yes] { $things }: from { $origin } to { $to }.
   *[other] { $things-count } of { $origin }: to { $to }.
}
did-ChanceAsked = Chance decides.
did-PiecesDrawn = { $things-told ->
    [yes] Drawn from { $origin } to { $to }: { $things }.
   *[other] { $things-count } drawn from { $origin } to { $to }.
}
did-DiceTaken = { $dice } in { $place }: { $things-count } taken up.
did-DiceRolled = { $things-told ->
    [yes] Rolled in { $place }: { $things }.
   *[other] { $things-count } rolled in { $place }.
}
did-PiecesShown = { $things-told ->
    [yes] Shown to { $seats } in { $place }: { $things }.
   *[other] { $things-count } of { $place } shown to { $seats }.
}
did-AmountChanged = { $by-told ->
    [yes] { $amount }: { $by }.
   *[other] { $amount } changes.
}
did-Said = { $number-told ->
    [yes] { $seat }: { $number }.
   *[no] { $seat }: { $words }
}
did-TurnPassed = It is the turn of { $seat }.
did-PhaseBegan = { $phase } begins, in round { $round }.
did-EndWished = { $left-count ->
    [0] { $seat } says that the game has ended.
   *[other] { $seat } says that the game has ended. Asked to agree: { $left }.
}
did-EndAgreed = { $seat } agrees to the end.

## Facts

fact-PiecesMoved = Pieces moved
fact-PiecesRevealed = Pieces moved into sight
fact-PiecesPlaced = Pieces placed
fact-PiecesPlacedOpenly = Pieces placed in sight
fact-ChanceAsked = Chance asked
fact-PiecesDrawn = Pieces drawn
fact-DiceTaken = Dice taken up
fact-DiceRolled = Dice rolled
fact-PiecesShown = Pieces shown
fact-AmountChanged = Amount changed
fact-Said = Said
fact-TurnPassed = Turn passed on
fact-PhaseBegan = Phase began
fact-EndWished = End proposed
fact-EndAgreed = End agreed to

field-amounts = Amounts
field-asked = What chance is asked for
field-by = By
field-dice = Dice
field-from_part = From part
field-from_seats = Told of the first part
field-left = Still to agree
field-number = Number
field-origin = From
field-lost = All have lost
field-winners = Winners
field-phase = Phase
field-place = Place
field-round = Round
field-seats = Told to
field-words = Words
field-things = Pieces
field-to = To
field-to_part = To part
field-to_seats = Told of the second part
field-turn = Whose turn it is
field-wish = End proposed
field-count = Number
field-kind = What
field-from = From

## The box

board-title = Title
board-bgg = Number on BoardGameGeek
board-seats = Players
board-say = Other words
board-pieces = Pieces
board-places = Places
board-amounts = Amounts
board-dice = Dice
board-turns = Turns
board-teams = Teams
field-names = Names
field-each = Of each
field-join = Between
field-of = Of
field-sees = Seen by
field-parts_seen_by = Parts seen by
field-holds = Holds
field-start = At first
field-least = Least
field-wins = Who wins
field-faces = Faces
field-grid = Grid
field-order = Order
field-phases = Phases
field-strict = In turn only

untold-thing = { $number ->
    [one] { $number } piece not told
   *[other] { $number } pieces not told
}

## Sections of the rules

section-AG-P = Pieces and places
section-AG-M = Moves
section-AG-C = Chance
section-AG-N = Amounts
section-AG-S = Words
section-AG-T = Turns
section-AG-E = End

## The printed record

brief-PiecesMoved = { $things } → { $to }
brief-PiecesRevealed = { $things } → { $to }
brief-PiecesPlaced = { $things } → { $to }
brief-PiecesPlacedOpenly = { $things } → { $to }
brief-PiecesDrawn = draws { $things } → { $to }
brief-DiceRolled = rolls { $things }
brief-PiecesShown = shows { $things }
brief-AmountChanged = { $amount } { $by }
brief-Said = says { $number }
brief-PhaseBegan = { $phase }

outcome-scores = Points
