# Thurn and Taxis: what everything is called, and what happens in one sentence.
# Cities, provinces, carriages and the bonus tiles of provinces are called as the match's board has them.

game = Thurn and Taxis
    .about = Everybody lays post routes from city to city and closes them at the right moment, for houses, bonus tiles and ever better carriages.

## Offices, clergy and tiles

office-postmaster = Postmaster
    .about = After the first card you take a second one. Who begins the turn without a card in hand must use the Postmaster.
office-carrier = Postal Carrier
    .about = After the card that you played you play a second one, at an end of your route where it fits.
office-administrator = Administrator
    .about = Before you take a card all face-up cards are discarded and as many new ones laid out.
office-cartwright = Cartwright
    .about = You take your next carriage although the route that you close is one or two cards too short for it.
clergy-ministrant = Ministrant
clergy-priest = Priest
clergy-abbot = Abbot
clergy-bishop = Bishop
clergy-cardinal = Cardinal
tile-of = { $part-1 } ({ $part-2 })
thing-of = { $part-1 } ({ $part-2 })

stack-route-5 = Route of 5
    .about = For closing a route of 5.
stack-route-6 = Route of 6
    .about = For closing a route of 6.
stack-route-7 = Route of 7
    .about = For closing a route of 7 or more.
stack-outside-baiern = Outside Baiern
    .about = For a house in each province other than Baiern.
stack-game-end = Game end
    .about = For the first player who places the last house or takes the last carriage.

## Choices, causes, steps and phases

end-left = left
end-right = right
closing-one-per-province = One house in each province
    .about = One house goes into one city of each province that the route touches.
closing-one-province = Houses in one province
    .about = Houses go into all cities of the route that lie in one province.
cause-houses = The last house was placed
cause-carriage = The last carriage was taken

step-take = Take a card
step-deal = Get the top card of the supply
step-second = Take a second card
step-play = Play a card
step-carrier = Play a second card
step-close = Close the route
step-cartwright = Use the Cartwright
step-rome = Move carriages to Rome
step-open = Open a carriage
step-discard = Discard the route
step-limit = Discard down to the hand limit
step-over = End the turn
step-tile = Take an office tile
step-return = Return office tiles
step-reward-card = Take a card for two tiles
step-reward-house = Place a house for four tiles
step-last-return = Return office tiles for the last time
phase-setup = Setup
phase-tiles = Laying audience tiles
phase-turns = Turns
phase-returns = Last return of office tiles
phase-over = Over

## Places

place-supply = Supply
place-display = Face-up cards
place-discards = Discards
place-evicted = Audience tiles out of the game
place-hand-of = Hand of { $part-1 }
place-shown-of = Cards shown by { $part-1 }
place-tiles-of = Carriage { $part-1 }, tile of { $part-2 }
place-space-of = Audience space: { $part-1 }

## Commands

command-place-tiles = Lay audience tiles
    .about = Your five audience tiles go face down on the Rome carriages, one on each; you may not look at them again.
    .tiles = Tiles
    .tiles-about = All kinds, in the order of the carriages.
command-use-administrator = Use the Administrator
    .about = Before you take a card all face-up cards are discarded and as many new ones laid out.
command-take-card = Take a card
    .about = You take a face-up card, or the top one of the supply.
    .city-about = The face-up card; without it, the top card of the supply.
command-use-postmaster = Use the Postmaster
    .about = You take a second card, face up or from the supply.
    .city-about = The face-up card; without it, the top card of the supply.
command-start-route = Start a route
    .about = You play any card of your hand as the first of a route.
command-extend-route = Extend the route
    .about = You add a card at an end of your route; a road must join the two cities.
command-give-up-route = Give up the route
    .about = Your whole route is discarded unscored, and you start another one with a card of your hand.
command-use-carrier = Use the Postal Carrier
    .about = You add a second card at an end of your route.
command-close-route = Close the route
    .about = You place houses, take bonus tiles and, if your route is long enough, your next carriage.
    .cities = Houses in
    .cities-about = The cities that get a house, in the order of the route.
    .province-about = The province in which all cities of the route get a house.
command-use-cartwright = Use the Cartwright
    .about = You take your next carriage although the route is one or two cards too short for it.
command-discard-cards = Discard cards
    .about = After closing a route you keep a few cards at most, and discard others of your choice.
command-move-carriage = Move a carriage
    .about = Each card of a closed route whose city got no house moves a carriage one city on towards Rome.
    .card-about = The city that got no house.
command-open-carriage = Open a carriage
    .about = A carriage is in Rome, and its tiles go to their audience spaces. It follows by itself.
command-return-tiles = Return office tiles
    .about = Different office tiles go back: two bring a card, three a chip, four a house; one brings nothing.
command-place-house = Place a house
    .about = For four office tiles you place a house in any city.
command-decline = Decline
    .about = You leave out what you may do but need not.
command-count-up = Count points
    .about = The game is over: hands are shown and points are counted. It follows by itself.
command-choose-first = Choose who begins
    .about = Who has the first turn in each round.
    .seat = Who begins
command-lay-out = Lay out cards
    .about = Cards are laid face up from the supply.
command-deal-card = Deal a card
    .about = The top card of the supply goes to the player who takes it.

do-place-tiles = Lay your audience tiles on the carriages, one on each
do-use-administrator = Use the Administrator: new face-up cards
do-take-card = { $city-told ->
    [yes] Take { $city }
   *[no] Take the top card of the supply
}
do-use-postmaster = { $city-told ->
    [yes] Use the Postmaster and take { $city }
   *[no] Use the Postmaster and take the top card of the supply
}
do-start-route = Start a route with { $city }
do-extend-route = { $end-id ->
    [left] Extend the route on the left with { $city }
   *[right] Extend the route on the right with { $city }
}
do-give-up-route = Give up the route and start another with { $city }
do-use-carrier = { $end-id ->
    [left] Use the Postal Carrier and extend the route on the left with { $city }
   *[right] Use the Postal Carrier and extend the route on the right with { $city }
}
do-close-route = { $cities-count ->
    [0] { $option-id ->
        [one-province] Close the route with no house, in { $province }
       *[one-per-province] Close the route with no house
    }
   *[other] { $option-id ->
        [one-province] Close the route with houses in { $province }: { $cities }
       *[one-per-province] Close the route with one house in each province: { $cities }
    }
}
do-use-cartwright = Use the Cartwright and take the next carriage
do-discard-cards = Discard { $cities }
do-move-carriage = For { $card }, move the carriage { $carriage } to { $to }
do-open-carriage = Open the carriage
do-return-tiles = Return office tiles: { $offices }
do-place-house = Place a house in { $city }
do-decline = { $step ->
    [second] Take no second card
    [carrier] Play no second card
    [close] Keep the route
    [cartwright] Leave the carriage
    [reward-card] Take no card
    [reward-house] Place no house
    [last-return] Return no tiles
   *[other] Decline
}
do-count-up = Count points
do-choose-first = Let { $seat } begin
do-lay-out = { $cards-told ->
    [yes] Lay out { $cards }
   *[other] Lay out cards from the supply
}
do-deal-card = { $cards-told ->
    [yes] Deal { $cards }
    [unknown] Deal a card that nobody else sees
   *[other] Deal a card
}

## What happened

did-place-tiles = { $actor } lays an audience tile on each carriage.
did-use-administrator = { $actor } uses the Administrator.
did-take-card = { $city-told ->
    [yes] { $actor } takes { $city }.
   *[no] { $actor } takes a card from the supply.
}
did-use-postmaster = { $city-told ->
    [yes] { $actor } uses the Postmaster and takes { $city }.
   *[no] { $actor } uses the Postmaster and takes a card from the supply.
}
did-start-route = { "" }
did-extend-route = { $end-id ->
    [left] { $actor } extends the route with { $city } on the left.
   *[right] { $actor } extends the route with { $city } on the right.
}
did-give-up-route = { "" }
did-use-carrier = { $end-id ->
    [left] { $actor } uses the Postal Carrier and extends the route with { $city } on the left.
   *[right] { $actor } uses the Postal Carrier and extends the route with { $city } on the right.
}
did-close-route = { "" }
did-use-cartwright = { $actor } uses the Cartwright.
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
did-FirstSeatChosen = { $seat } begins.
did-TilePlaced = { $tile-told ->
    [yes] { $carriage }: { $tile-part-1 }.
   *[other] { "" }
}
did-PhaseBegan = { $phase-id ->
    [tiles] Everybody lays audience tiles on the carriages.
    [over] The game is over.
   *[other] { "" }
}
did-RoundBegan = Round { $number } begins.
did-PostmasterForced = { $seat } has no card in hand and must use the Postmaster.
did-StepSkipped = { $step-id ->
    [play] { $seat } has no card to play.
    [second] { $seat } finds no second card to take.
   *[other] { $seat } finds no card to take.
}
did-Declined = { $what-id ->
    [second] { $seat } takes no second card.
    [carrier] { $seat } plays no second card.
    [close] { $seat } keeps the route.
    [cartwright] { $seat } leaves the carriage.
    [reward-card] { $seat } takes no card for the tiles.
    [reward-house] { $seat } places no house for the tiles.
    [return] { $seat } returns no tiles.
    [last-return] { $seat } returns no tiles.
   *[other] { $seat } declines: { $what }.
}
did-SupplyShuffled = { $number ->
    [one] The discards are shuffled: one card in the supply.
   *[other] The discards are shuffled: { $number } cards in the supply.
}
did-CardRevealed = { $card-told ->
    [unknown] A card is laid out that nobody knows.
   *[other] Laid out: { $card }.
}
    .together = { $card-told ->
        [unknown] { $facts } cards are laid out that nobody knows.
       *[other] Laid out: { $card }.
    }
did-CardDrawn = { $card-told ->
    [yes] { $seat } draws { $card }.
   *[other] { $seat } draws the card.
}
did-DisplayDiscarded = The face-up cards are discarded: { $cities }.
did-CardsDiscarded = { $seat } discards { $cities }.
did-HandShown = { $cards-count ->
    [0] { $seat } has no cards in hand.
   *[other] { $cards-told ->
        [yes] { $seat } shows { $cards }.
       *[other] { $seat } shows the hand.
    }
}
did-RouteStarted = { $seat } starts a route with { $city }.
did-RouteGivenUp = { $seat } gives up the route: { $cities }.
did-RouteClosed = { $option-id ->
    [one-province] { $seat } closes a route of { $length }, for { $province }.
   *[one-per-province] { $seat } closes a route of { $length }.
}
did-RouteDiscarded = The route is discarded: { $cities }.
did-HousePlaced = { $seat } places a house in { $city }.
    .together = { $seat } places houses in { $city }.
did-BonusTaken = { $points ->
    [one] { $seat } takes a bonus tile: { $stack }, { $points } point.
   *[other] { $seat } takes a bonus tile: { $stack }, { $points } points.
}
did-CarriageTaken = { $points ->
    [one] { $seat } takes carriage { $value }, worth { $points } point.
   *[other] { $seat } takes carriage { $value }, worth { $points } points.
}
did-EndTriggered = { $cause-id ->
    [houses] { $seat } has placed the last house: this round is the last.
   *[carriage] { $seat } has the last carriage: this round is the last.
}
did-OfficeTileTaken = { $seat } takes an office tile: { $office }.
did-ReturnRoundBegan = A stack of office tiles is empty. Tiles are returned, in this order: { $order }.
did-TilesReturned = { $offices-count ->
    [one] { $seat } returns an office tile: { $offices }.
   *[other] { $seat } returns office tiles: { $offices }.
}
did-ChipTaken = { $seat } takes a chip.
did-CarriageMoved = { $seat } moves the carriage { $carriage } to { $to }, for { $card }.
did-CardsLapsed = All carriages are in Rome: none is moved.
did-CarriageOpened = The carriage { $carriage } is in Rome: { $tiles }.
did-TilesEvicted = Out of the game: { $tiles }.
did-SeatScored = { $total ->
    [one] { $seat } has { $total } point
   *[other] { $seat } has { $total } points
}: { $carriage } for the carriage, { $bonuses } for bonus tiles{ $chips ->
    [0] { "" }
   *[other] , { $chips } for chips
}{ $audience ->
    [0] { "" }
   *[other] , { $audience } for audiences
}{ $houses ->
    [0] { "" }
   *[other] , minus { $houses } for houses left
}.

## Facts

fact-FirstSeatChosen = First player chosen
fact-TilePlaced = Audience tile laid
fact-PhaseBegan = Phase began
fact-RoundBegan = Round began
    .number = Round
fact-TurnPassed = Turn passed on
fact-PostmasterForced = Postmaster must be used
fact-StepSkipped = Step skipped
fact-Declined = Declined
    .what = What was left out
fact-SupplyShuffled = Discards shuffled
    .number = Cards
fact-CardRevealed = Card laid out
fact-CardDrawn = Card drawn
fact-CardTaken = Card taken
fact-DisplayDiscarded = Face-up cards discarded
fact-CardsDiscarded = Cards discarded
fact-HandShown = Hand shown
fact-RouteStarted = Route started
fact-RouteExtended = Route extended
fact-RouteGivenUp = Route given up
fact-RouteClosed = Route closed
    .bare = Cities without a house
fact-RouteDiscarded = Route discarded
fact-HousePlaced = House placed
fact-BonusTaken = Bonus tile taken
fact-CarriageTaken = Carriage taken
    .points-about = What it is worth at the end, if no better one is taken.
fact-EndTriggered = End triggered
fact-OfficeUsed = Office used
fact-OfficeTileTaken = Office tile taken
fact-ReturnRoundBegan = Return of office tiles began
    .order = In this order
fact-TilesReturned = Office tiles returned
fact-ChipTaken = Chip taken
fact-CarriageMoved = Carriage moved
    .card-about = The city that got no house.
fact-CardsLapsed = Cards moved no carriage
fact-CarriageOpened = Carriage opened
fact-TilesEvicted = Audience tiles removed
fact-TilesReceived = Audience tiles received
fact-SeatScored = Points counted
    .carriage = Carriage
    .carriage-about = Points of the best carriage.
    .bonuses-about = Points of all bonus tiles.
    .chips-about = Points of all chips.
    .audience-about = Points of the own tiles on audience spaces.
    .houses = Houses left
    .houses-about = Each takes a point off.

field-audience = Audience
field-bonuses = Bonus tiles
field-card = City
field-cards = Cards
field-carriage = Rome carriage
field-carriages = Carriages
field-cause = Cause
field-chips = Chips
field-cities = Cities
field-city = City
field-count = Number
field-end = End
field-kind = Kind
field-left = Left to return
field-length = Length
field-must = Must be done
field-office = Office
field-offices = Offices
field-option = Houses
field-order = Order
field-phase = Phase
field-points = Points
field-province = Province
field-stack = Bonus tile
field-step = Step
field-things = Contents
field-tile = Audience tile
field-tiles = Tiles
field-to = To
field-total = Total
field-value = Value
field-postmaster = { office-postmaster }
field-carrier = { office-carrier }
field-administrator = { office-administrator }
field-cartwright = { office-cartwright }

## Options and board

option-modules = Modules
    .about = What of the expansion is in play.
option-modules-audience = The Audience
    .about = Carriages take everybody's clergy to Rome; a house not placed moves them.
option-modules-offices = Offices of Honour
    .about = Each use of an office holder brings a tile, and different tiles bring cards, chips and houses.
option-start-player = Who begins
    .about = A seat, or chance decides.
option-start-player-random = chance decides
option-return-order = Who returns office tiles first
option-return-order-active_first = the player whose turn it is
option-return-order-left_first = the left neighbour
option-allow-zero-house-province = A province may be named for no house
    .about = A route can be closed for a province in which all its cities have a house already.
option-all-provinces-needs-baiern = Outside Baiern needs Baiern
    .about = The bonus tile for houses outside Baiern needs a house in Baiern, too.
option-reshuffle = When the discards are shuffled
option-reshuffle-lazy = when the next card is needed
option-reshuffle-eager = as soon as the supply is empty
option-owner-memory-aid = Own audience tiles may be looked at
    .about = Everybody may look at the own audience tiles on the way; otherwise nobody may.

board-houses = Houses of each player
board-display = Face-up cards
board-copies = Cards of each city
board-min-route = Shortest route that can be closed
board-hand-limit = Cards in hand after closing
board-discount = Cards that the Cartwright spares
board-chips = Chips
board-carriages = Carriages
    .about = What a route needs for each, and what it is worth.
board-carriages-value = Cards that a route needs
board-carriages-copies = How many there are
board-clergy = Clergy
    .about = The kinds of audience tiles, and what they are worth.
board-regions = Bonus tiles for whole provinces
board-regions-provinces = Provinces
board-outside = Bonus tiles for a house in each province
board-outside-provinces = Provinces
board-rome = Carriages to Rome
    .about = Where they start, with two players and with more.
board-rome-start = Where it starts
board-rome-start-of-two = Where it starts with two players
board-provinces = Provinces
    .about = The carriage that their cards move; without one they move any other.
board-provinces-name = Name
board-provinces-colour = Colour
board-provinces-carriage = Carriage to Rome
board-cities = Cities
board-cities-name = Name
board-cities-at = Place on the board, in millimetres
board-roads = Roads
board-bonuses = Points of bonus tiles
board-offices = Office tiles by number of players
board-south = Roads to Rome
board-names = Names of the cities on the way to Rome

## The view

untold-city = { $number ->
    [one] { $number } card not told
   *[other] { $number } cards not told
}
untold-tile = { $number ->
    [one] { $number } tile not told
   *[other] { $number } tiles not told
}
view-phase = Phase
view-round = Round
view-first = First player
view-turn = Whose turn it is
view-office = Office used in this turn
view-forced = Postmaster must be used
view-steps = Steps due
    .about = What is left of the turn, the next one first.
view-ender = Who triggered the end
view-display = Face-up cards
view-supply = Supply
view-discards = Discards
view-bonuses = Bonus tiles left
    .about = The points of the tiles of each stack, from the top.
view-seats = Players
view-audience = The Audience
view-officials = Officials
view-offices = Offices of Honour
view-step-seat = Seat
view-step-carriage = Rome carriage
view-seat-seat = Seat
view-seat-hand = Hand
view-seat-shown = Cards shown
view-seat-route = Route
    .about = From its left end to its right.
view-seat-houses = Houses
view-seat-houses-left = Houses left
view-seat-carriages = Carriages
view-seat-bonuses = Bonus tiles
view-seat-score = Points
view-audience-carriages = Rome carriages
view-audience-placed = Who has laid audience tiles
view-audience-spaces = Audience spaces
view-audience-evicted = Out of the game
view-carriage-city = City
    .about = Where the carriage is on its way to Rome.
view-carriage-tiles = Audience tiles
    .about = Those that still lie on it, of each seat.
view-offices-stacks = Stacks of office tiles
view-offices-tiles = Office tiles
view-offices-chips = Chips
view-offices-chips-left = Chips left

## Sections of the rules

section-TT-B = Base game
section-TT-A = The Audience
section-TT-O = Offices of Honour
section-TT-X = Both modules and the final score
section-TT-R = Rulings

## The printed record: what a fact says in short, and the columns of a seat

brief-FirstSeatChosen = begins
brief-TilePlaced = { $tile } on { $carriage }
brief-PostmasterForced = hand empty
brief-StepSkipped = no: { $step }
brief-SupplyShuffled = { $number } shuffled
brief-CardDrawn = +{ $card }
brief-CardTaken = +{ $city }
brief-DisplayDiscarded = Adm.
brief-CardsDiscarded = −{ $cities }
brief-HandShown = shows { $cards }
brief-RouteStarted = »{ $city }
brief-RouteExtended = { $end-id ->
    [left] <{ $city }
   *[right] >{ $city }
}
brief-RouteGivenUp = gives up
brief-RouteClosed = closes { $length }
brief-HousePlaced = house { $city }
brief-BonusTaken = { $stack }: { $points }
brief-CarriageTaken = carriage { $value }
brief-EndTriggered = end: { $cause }
brief-OfficeTileTaken = tile { $office }
brief-TilesReturned = returns { $offices }
brief-ChipTaken = +1 chip
brief-CarriageMoved = { $carriage } → { $to }
brief-CarriageOpened = { $carriage } opened: { $tiles }
brief-TilesEvicted = evicted: { $tiles }
brief-SeatScored = total { $total }

balance-cards = cards
    .about = cards in the hand
balance-houses = houses
    .about = houses on the map
balance-carriage = carriage
    .about = value of the newest carriage
balance-bonus = bonus
    .about = points of bonus tiles
balance-score = score
    .about = points
brief-key = Adm. is the Administrator; +X takes the card X; »X begins a route with X, <X and >X add it at the left and right; −X discards it

## How a match has ended

outcome-decided-by = Decided by
outcome-decided-by-points = points
outcome-decided-by-game-end = the game end tile
outcome-decided-by-order = the order of play
tie-game-end = { outcome-decided-by-game-end }
tie-order = { outcome-decided-by-order }
outcome-scores = Points
outcome-ranking = Ranking
outcome-ender = Game end tile
