# Mea Culpa, with META CULPA: what everything is called, and what happens in one sentence.

game = Mea Culpa
    .about = Players bid for characters, donate for cathedrals and sin, so that Letters of Indulgence bring their souls closest to Heaven.

## Characters, goods, stones and Letters

character-pope = Pope
    .about = May move a Pope stone when chosen, and always visits the House incognito.
character-emperor = Emperor
    .about = Places a crew when chosen, and may donate two things in one action.
character-merchant = Merchant
    .about = Takes a free stone from the market at the end of each turn.
character-petty-sinner = Petty Sinner
    .about = Places two stones in the Den of Petty Sins when chosen, may visit the House at once, and never turns the post for a visit.

good-bread = bread
good-wine = wine
good-cloth = cloth
good-jewel = jewel
stone-bread = { good-bread }
stone-wine = { good-wine }
stone-cloth = { good-cloth }
stone-jewel = { good-jewel }
    .counted = { item-jewel.counted }
stone-indulgence = indulgence stone
    .about = It is exchanged for a red or green Letter, and goes into the bag.
    .counted = { $number ->
        [one] { $number } indulgence stone
       *[other] { $number } indulgence stones
    }
item-bread = { good-bread }
item-wine = { good-wine }
item-cloth = { good-cloth }
item-jewel = { good-jewel }
    .counted = { $number ->
        [one] { $number } jewel
       *[other] { $number } jewels
    }
item-coin-of = { $part-1 } taler
    .counted = { $number ->
        [one] { $number } coin of { $part-1 } taler
       *[other] { $number } coins of { $part-1 } taler
    }
letter-blue = blue Letter
    .counted = { $number } blue { letters-as-counted }
letter-green = green Letter
    .counted = { $number } green { letters-as-counted }
letter-red = red Letter
    .counted = { $number } red { letters-as-counted }
letter-yellow = yellow Letter
    .counted = { $number } yellow { letters-as-counted }
letters-as-counted = { $number ->
    [one] Letter
   *[other] Letters
}

thing-bread = { good-bread }
thing-wine = { good-wine }
thing-cloth = { good-cloth }
thing-jewel = { good-jewel }
    .counted = { item-jewel.counted }
thing-indulgence = { stone-indulgence }
    .counted = { stone-indulgence.counted }
thing-blue = { letter-blue }
    .counted = { letter-blue.counted }
thing-green = { letter-green }
    .counted = { letter-green.counted }
thing-red = { letter-red }
    .counted = { letter-red.counted }
thing-yellow = { letter-yellow }
    .counted = { letter-yellow.counted }
thing-crew = building crew
    .counted = { $number ->
        [one] { $number } building crew
       *[other] { $number } building crews
    }
thing-pope-stone = Pope stone
    .counted = { $number ->
        [one] { $number } Pope stone
       *[other] { $number } Pope stones
    }
thing-of = sin stone of { $part-1 }
    .counted = { $number ->
        [one] { $number } sin stone of { $part-1 }
       *[other] { $number } sin stones of { $part-1 }
    }
thing-coin-of = { item-coin-of }
    .counted = { item-coin-of.counted }

bonus-bread-and-wine = bread and wine
bonus-jewel = a jewel
bonus-taler = a coin of 10 taler
bonus-letter = a blue Letter

## Cards of the House

card-EMP_LETTER = The Emperor gives you a Letter
    .about = If an opponent holds the Emperor card and has Letters, you get one that the holder chooses.
    .counted = { $number ->
        [one] { card-EMP_LETTER }
       *[other] { card-EMP_LETTER } ({ $number }×)
    }
card-POPE_YELLOW = The Pope gives you a yellow Letter
    .about = If an opponent holds the Pope card and has a yellow Letter, you get one.
    .counted = { $number ->
        [one] { card-POPE_YELLOW }
       *[other] { card-POPE_YELLOW } ({ $number }×)
    }
card-OTHERS_3 = All others 3 steps towards Hell
    .about = The soul of every opponent goes 3 steps towards Hell, the nearest to Hell first.
    .counted = { $number ->
        [one] { card-OTHERS_3 }
       *[other] { card-OTHERS_3 } ({ $number }×)
    }
card-OTHERS_5 = All others 5 steps towards Hell
    .about = The soul of every opponent goes 5 steps towards Hell, the nearest to Hell first.
    .counted = { $number ->
        [one] { card-OTHERS_5 }
       *[other] { card-OTHERS_5 } ({ $number }×)
    }
card-LUST_2 = 2 sin stones into Lust
    .about = Every opponent places 2 sin stones in the Den of Lust.
    .counted = { $number ->
        [one] { card-LUST_2 }
       *[other] { card-LUST_2 } ({ $number }×)
    }
card-GREED_2 = 2 sin stones into Greed
    .about = Every opponent places 2 sin stones in the Den of Greed.
    .counted = { $number ->
        [one] { card-GREED_2 }
       *[other] { card-GREED_2 } ({ $number }×)
    }
card-MOVE_CREW = Move a building crew
    .about = A crew that waits on a site goes to another site, and may build there.
    .counted = { $number ->
        [one] { card-MOVE_CREW }
       *[other] { card-MOVE_CREW } ({ $number }×)
    }
card-NEW_CREW = Place a new building crew
    .about = A crew goes from the builders' hut to a site of your choice, and may build there.
    .counted = { $number ->
        [one] { card-NEW_CREW }
       *[other] { card-NEW_CREW } ({ $number }×)
    }
card-POPE_STONE = Move a Pope stone
    .about = A Pope stone goes from one den to another. If all three meet there, your sins in the other dens are forgiven.
    .counted = { $number ->
        [one] { card-POPE_STONE }
       *[other] { card-POPE_STONE } ({ $number }×)
    }
card-TAKE_GOOD = Take 1 good from the market
    .about = You take a good without paying; no indulgence stone.
    .counted = { $number ->
        [one] { card-TAKE_GOOD }
       *[other] { card-TAKE_GOOD } ({ $number }×)
    }
card-STEAL_3 = Rob 3 taler
    .about = An opponent of your choice gives you 3 taler, or nothing with fewer than 3 behind the screen.
    .counted = { $number ->
        [one] { card-STEAL_3 }
       *[other] { card-STEAL_3 } ({ $number }×)
    }
card-TAKE_3 = Take 3 taler
    .about = You get 3 taler from the bank.
    .counted = { $number ->
        [one] { card-TAKE_3 }
       *[other] { card-TAKE_3 } ({ $number }×)
    }
card-TAKE_5 = Take 5 taler
    .about = You get 5 taler from the bank.
    .counted = { $number ->
        [one] { card-TAKE_5 }
       *[other] { card-TAKE_5 } ({ $number }×)
    }
card-TAKE_7 = Take 7 taler
    .about = You get 7 taler from the bank.
    .counted = { $number ->
        [one] { card-TAKE_7 }
       *[other] { card-TAKE_7 } ({ $number }×)
    }
thing-EMP_LETTER = { card-EMP_LETTER }
    .counted = { card-EMP_LETTER.counted }
thing-POPE_YELLOW = { card-POPE_YELLOW }
    .counted = { card-POPE_YELLOW.counted }
thing-OTHERS_3 = { card-OTHERS_3 }
    .counted = { card-OTHERS_3.counted }
thing-OTHERS_5 = { card-OTHERS_5 }
    .counted = { card-OTHERS_5.counted }
thing-LUST_2 = { card-LUST_2 }
    .counted = { card-LUST_2.counted }
thing-GREED_2 = { card-GREED_2 }
    .counted = { card-GREED_2.counted }
thing-MOVE_CREW = { card-MOVE_CREW }
    .counted = { card-MOVE_CREW.counted }
thing-NEW_CREW = { card-NEW_CREW }
    .counted = { card-NEW_CREW.counted }
thing-POPE_STONE = { card-POPE_STONE }
    .counted = { card-POPE_STONE.counted }
thing-TAKE_GOOD = { card-TAKE_GOOD }
    .counted = { card-TAKE_GOOD.counted }
thing-STEAL_3 = { card-STEAL_3 }
    .counted = { card-STEAL_3.counted }
thing-TAKE_3 = { card-TAKE_3 }
    .counted = { card-TAKE_3.counted }
thing-TAKE_5 = { card-TAKE_5 }
    .counted = { card-TAKE_5.counted }
thing-TAKE_7 = { card-TAKE_7 }
    .counted = { card-TAKE_7.counted }
choice-EMP_LETTER = { card-EMP_LETTER }
choice-POPE_YELLOW = { card-POPE_YELLOW }
choice-OTHERS_3 = { card-OTHERS_3 }
choice-OTHERS_5 = { card-OTHERS_5 }
choice-LUST_2 = { card-LUST_2 }
choice-GREED_2 = { card-GREED_2 }
choice-MOVE_CREW = { card-MOVE_CREW }
choice-NEW_CREW = { card-NEW_CREW }
choice-POPE_STONE = { card-POPE_STONE }
choice-TAKE_GOOD = { card-TAKE_GOOD }
choice-STEAL_3 = { card-STEAL_3 }
choice-TAKE_3 = { card-TAKE_3 }
choice-TAKE_5 = { card-TAKE_5 }
choice-TAKE_7 = { card-TAKE_7 }
choice-visit = Visit before the turns
choice-pope = Preliminary action of the Pope

## Dens, rooms, sites and the rest of the board

den-lust = Den of Lust
    .about = For a visit to a suite.
den-petty = Den of Petty Sins
    .about = For becoming the Petty Sinner, and for every sin under META CULPA.
den-greed = Den of Greed
    .about = For two goods at the price of one.
room-1 = Room 1
room-2 = Room 2
room-3 = Room 3
room-4 = Room 4
room-5 = Suite 5
    .about = For a stone of lust you perform the card of a room without its notches.
room-6 = Suite 6
    .about = For a stone of lust and notches you get the yellow Letter that lies there.
site-1 = Site 1
    .about = The left cathedral.
site-2 = Site 2
    .about = The middle cathedral.
site-3 = Site 3
    .about = The right cathedral.
compartment-I = compartment I
    .about = It is opened when the first cathedral is finished.
    .counted = { compartment-I }
compartment-II = compartment II
    .about = It is opened when the second cathedral is finished.
    .counted = { compartment-II }
part-I = { compartment-I }
part-II = { compartment-II }
category-bread_wine = bread and wine
category-cloth_jewel = cloth and jewels
category-money = money
spot-screen = behind the screen
spot-table = on the table
welcome-open = open
welcome-closed = closed
built-nothing = nothing
built-nave = nave
built-cathedral = cathedral

place-bag = Bag
place-market = Market
place-table = On the table
place-stacks = Stacks of Letters
place-suite = Suite 6
place-bonuses = Starting bonuses
place-deck = Deck of the House
place-discards = Discards
place-display = Letters laid out
place-hut = Builders' hut
place-card = Emperor card
place-room-of = { $part-1 }
place-site-of = { $part-1 }
place-den-of = { $part-1 }
place-pope-of = Pope stones at the { $part-1 }
place-stones-of = Sin stones of { $part-1 }
place-goods-of = Goods of { $part-1 }
place-letters-of = Letters of { $part-1 }
place-chest-of = Chest of { $part-1 }
place-opened-of = Opened donations of { $part-1 }
place-shown-of = Shown Letters of { $part-1 }
place-money-of = Money of { $part-1 }
place-notches-of = Notches in the bid of { $part-1 }
place-taler-of = Taler in the bid of { $part-1 }
place-die-of = Pope die of { $part-1 }

## Phases, actions, and what is due

phase-setup = Setup
phase-bonus = Starting bonuses
phase-prepare = Preparing
phase-auction = Bidding
phase-characters = Choosing characters
phase-actions = Actions
phase-compare = Comparing posts
action-buy = Buy
action-sell = Sell
action-donate = Donate
action-visit = Visit the House

due-draw = Draw stones
due-deal = Deal cards
due-stones = Place sin stones
due-preliminary = Preliminary action
due-visit = Visit before the turns
due-free-stone = Free stone
due-take-two = Take two goods
due-over = End of the turn
due-flip = Turn the card of Suite 5
due-room = Choose a room
due-perform = Perform the card
due-discard = Discard the card
due-rotate = Turn the post
due-yellow = Take the yellow Letter
due-guess = Guess the room
due-show = Show the die
due-answer = Say whether there is a Letter
due-hand-over = Hand over
due-give-letter = Give a Letter
due-open = Open the compartments
due-share = Share out Letters
due-pick = Pick a Letter
due-clear = Clear the donations
due-end = Last comparison
due-next = Next turn
due-letters = Count the Letters
due-reminders = Last reminders
due-cards = Cards go back
due-choose = Choose characters
due-part = A part of choosing
due-mend = Make up for what is missing
due-put-away = Put away
due-sins = Stones for sins

step-settle = Settle the bid
step-rotate = Turn the post
step-pay = Pay
step-place-stone = Place a sin stone
step-place-stone-of = Place a stone in the { $part-1 }
step-take-stone = Take the stone
step-take-letter = Take the Letter
step-return-stone = Put the stone into the bag
step-receive = Take the proceeds
step-show = Show the gift
step-drop = Drop the gift
step-name-room = Choose a room
step-flip = Turn the card of Suite 5
step-turn-die = Set the die
step-perform = Perform the card
step-discard = Discard the card

cause-greed = two goods for the price of one
cause-lust = visit to a suite
cause-petty = becoming the Petty Sinner
cause-card = card of the House
cause-run-out = out of sin stones
cause-atonement = atonement
cause-note = too dear a room
cause-caught = caught in the House
cause-compare = most notches
cause-letters = Letters of Indulgence
cause-reminded = after a reminder
cause-ruling = by ruling
cause-M1 = { sin-M1 }
cause-M2 = { sin-M2 }
cause-M3 = { sin-M3 }
cause-M4 = { sin-M4 }
cause-M5 = { sin-M5 }
cause-M6 = { sin-M6 }
cause-M7 = { sin-M7 }
cause-M8 = { sin-M8 }
cause-M9 = { sin-M9 }
cause-M10 = { sin-M10 }
cause-M11 = { sin-M11 }
cause-M12 = { sin-M12 }
cause-M13 = { sin-M13 }
purpose-second = second action
purpose-room = room
purpose-note = too dear a room
purpose-step = step of a turn
purpose-reminded = after a reminder
purpose-repair = made up for

## The register of META CULPA

sin-M1 = a move taken back
    .about = Steps of one's own turn are undone, or another room or gift is named in place of the first.
sin-M2 = a card taken before the bid was settled
    .about = A character card is taken while money of one's own bid still lies in the open.
sin-M3 = the post turned too late
    .about = An action is performed, or a turn ended, with notches of the post still missing.
sin-M4 = the free stone forgotten
    .about = A turn that ends with a free stone is ended without taking it.
sin-M5 = something taken before it was paid
    .about = A good or an indulgence stone is taken before its price is paid.
sin-M6 = in the House without the die
    .about = The Pope begins a visit without die and guess, or goes to another room than the die shows.
sin-M7 = a character card not put back
    .about = A card of the last round is not on its space when the bids are revealed.
sin-M8 = the preliminary action forgotten
    .about = The choice of a character is declared over with the Emperor's crew still on the card.
sin-M9 = the stone of lust placed too late
    .about = The yellow Letter of Suite 6 is taken, or a card performed through Suite 5, with no stone in the Den of Lust.
sin-M10 = the stone of greed placed too late
    .about = The second good is taken with no stone in the Den of Greed.
sin-M11 = a gift not shown unasked
    .about = A gift is dropped unseen, or shown only after somebody asked for it.
sin-M12 = the own turn not noticed
    .about = Somebody asked for the turn, and nothing happened; the player has to admit it, or an official to rule it.
sin-M13 = a step out of turn
    .about = A step is made by a player who is not to act. It does not count.

## Commands

command-choose-bonus = Choose a starting bonus
    .about = A Letter is kept; everything else is donated at once, into compartments of your choice.
    .compartments-about = One for each good or coin of the bonus.
command-bid = Bid
    .about = You set your post and lay money beside it, in secret.
    .notches-about = What your post will show.
    .taler-about = Money that you add. It is paid to the bank, unless your post shows the most notches.
command-choose-character = Choose a character
    .about = You take a character card that is still free.
command-wait = Wait
    .about = Your preliminary action comes later, when everybody has chosen.
command-move-pope-stone = Move a Pope stone
    .about = A Pope stone goes to another den. When all three are there, the sins in the other dens are atoned for.
    .source = From
    .target = To
command-place-crew = Place a crew
    .about = Two crews on a site build a nave, two more the spire that finishes the cathedral.
command-move-crew = Move a crew
    .about = A crew that waits on a site goes to another one.
    .source = From
    .target = To
command-take-good = Take a good
    .about = The card gives you a good from the market for nothing.
command-rob = Rob
    .about = The player that you name gives you money, if there is enough behind the screen.
    .seat = Whom
command-perform = Perform the card
    .about = What the card says is done.
command-decline = Leave it out
    .about = You do without something that you may but need not do.
command-buy = Buy
    .about = You buy a good, two of a kind for the price of one and a sin stone, or a Letter by way of an indulgence stone.
    .stone = What
    .letter-about = Which Letter you take for an indulgence stone.
    .greedy = Two of them
    .greedy-about = Two goods for the price of one, and a sin stone for greed.
command-sell = Sell
    .about = A good from behind your screen goes into the bag, and the bank pays you.
command-donate = Donate
    .about = Everybody sees what you donate, but not into which compartment it falls.
command-visit = Visit the House
    .about = A room costs the notches of its card, a suite a stone of lust.
command-choose-room = Choose a room
    .about = Through Suite 5 you perform the card of this room.
command-set-die = Visit incognito
    .about = As the Pope you set the die in secret; then another player guesses where you go.
command-guess = Guess
    .about = You say where you think the Pope is going.
command-pass = Pass
    .about = You do nothing more in this turn.
command-take-free = Take a free stone
    .about = At the end of the turn you take a stone from the market for nothing.
    .stone = What
    .letter-about = Which Letter you take for an indulgence stone.
command-empty-den = Empty a den
    .about = You are out of sin stones: those in this den come back, and your soul goes a step towards Hell for each.
command-give-letter = Give a Letter
    .about = You choose which of your Letters you give.
command-pick = Pick a Letter
    .about = You take a Letter from those laid out, as a donor.
command-reveal-bids = Reveal the bids
    .about = All bids are set and are revealed together. It follows by itself.
command-show-die = Show the die
    .about = The Pope shows the die and visits that room. It follows by itself.
command-hand-over = Hand over
    .about = What a card demands is given, if it is there. It follows by itself.
command-answer = Answer
    .about = It is said whether there is a Letter to give. It follows by itself.
command-open-compartments = Open the compartments
    .about = A cathedral is finished, and everybody empties a compartment. It follows by itself.
command-count-letters = Count the Letters
    .about = All players show their Letters, and the souls go towards Heaven. It follows by itself.
command-place-souls = Line up the souls
    .about = The souls stand on the start in this row, nearest Heaven first.
command-draw-stones = Draw stones
    .about = Stones come out of the bag onto the market.
    .stones = Stones
command-deal-cards = Deal cards
    .about = Each of the rooms 1 to 4 gets a card.
command-return-card = Put a card back
    .about = A character card of the last round goes back to its space.
command-set-bid = Set the bid
    .about = You set your post and lay money beside it, in secret, and do nothing else.
    .notches-about = What your post will show.
    .taler-about = Money that you add.
command-settle = Settle the bid
    .about = You pay the money of your bid, or take it back if your post shows the most notches.
command-take-card = Take a card
    .about = You take a character card that is still free, and do nothing else.
command-begin = Begin an action
    .about = You say which action comes now.
command-rotate = Turn the post
    .about = You turn your post up.
    .notches-about = By how many notches.
command-pay = Pay
    .about = You pay the bank for what you buy.
command-take-stone = Take a stone
    .about = You take the stone from the market that you buy.
    .stone = What
command-take-letter = Take a Letter
    .about = You take a Letter for an indulgence stone, or the yellow one of Suite 6.
    .source = From
command-return-stone = Put back the indulgence stone
    .about = The indulgence stone that was exchanged goes into the bag.
command-bag-good = Put a good into the bag
    .about = You put a good that you sell into the bag.
command-receive = Take the proceeds
    .about = You take from the bank what your good is worth.
command-place-stone = Place a sin stone
    .about = You put one of your sin stones into a den.
command-show = Show a gift
    .about = You show what you are going to donate.
command-drop = Drop a gift
    .about = You drop what you donate into a compartment.
command-name-room = Choose a room
    .about = You choose a room or suite, or through Suite 5 the room whose card you perform.
command-flip = Turn the card of Suite 5
    .about = The suite is closed for the rest of the round.
command-discard = Discard the card
    .about = The card of the room that you visit goes to the discards.
command-announce = Announce a journey
    .about = As the Pope you say why you have to leave.
command-turn-die = Set the die
    .about = As the Pope you set the die in secret.
command-open-die = Open the die
    .about = You show the die before anybody has guessed.
command-declare-over = Declare it over
    .about = Your turn is over, or your part of choosing characters.
command-call-next = Call a player
    .about = You ask the player whose turn it is to begin.
    .called = Whom
command-prompt = Ask for a gift
    .about = You ask another player to show what is donated.
    .asked = Whom
command-admit = Admit a sin
    .about = You admit a sin that the log alone cannot prove.
command-let-pass = Let it pass
    .about = You remind the Petty Sinner of nothing more, before the posts are compared.

## What can be done

do-choose-bonus = Take { $bonus } { $compartments-count ->
    [0] as your bonus
   *[other] as your bonus, into { $compartments }
}
do-bid = Bid { $notches } notches and { $taler } taler
do-choose-character = Take the { $character }
do-wait = Wait with your preliminary action
do-move-pope-stone = Move a Pope stone from the { $source } to the { $target }
do-place-crew = Place a crew on { $site }
do-move-crew = Move a crew from { $source } to { $target }
do-take-good = Take { $good } from the market for nothing
do-rob = Rob { $seat }
do-perform = Perform the card{ that-card }
do-decline = { $card-there ->
    [none] Do without
   *[other] Leave the card undone{ that-card }
}
do-buy = { $letter-told ->
    [yes] Buy a Letter: { $letter }
   *[no] { $greedy-told ->
        [yes] Buy two at once: { $stone }, with a sin stone
       *[no] Buy { a-stone }
    }
}
do-sell = Sell { a-good }
do-donate = Donate { an-item }, into { $compartment }
do-visit = Visit { $room }{ that-card }
do-choose-room = Choose { $room }{ that-card }
do-set-die = Visit incognito, with the die on { $room }
do-guess = Guess { $room }
do-pass = Pass
do-take-free = { $letter-told ->
    [yes] Take an indulgence stone for nothing, and a { $letter } for it
   *[no] Take { a-stone } for nothing
}
do-empty-den = Empty the { $den }
do-give-letter = Give a { $letter }
do-pick = Take a { $letter }
do-reveal-bids = Reveal the bids
do-show-die = Show the die
do-hand-over = Hand over what the card demands
do-answer = Say whether there is a Letter
do-open-compartments = Open the compartments
do-count-letters = Count the Letters
do-place-souls = Line up the souls: { $row }
do-draw-stones = { $stones-told ->
    [yes] Draw { $stones }
   *[other] Draw stones
}
do-deal-cards = { $cards-told ->
    [yes] Deal to the rooms: { $cards }
   *[other] Deal cards to the rooms
}
do-return-card = Put the { $character } card back
do-set-bid = Set the bid: { $notches } notches and { $taler } taler
do-settle = { $taler-told ->
    [yes] Settle { $taler } taler of the bid
   *[no] Settle the bid
}
do-take-card = Only take the card: { $character }
do-begin = Begin: { $action }
do-rotate = Turn the post up by { $notches }
do-pay = Pay { $taler } taler
do-take-stone = Take { a-stone } from the market
do-take-letter = Take a { $letter } ({ $source })
do-return-stone = Put the indulgence stone into the bag
do-bag-good = Put { a-good } into the bag
do-receive = Take the proceeds from the bank
do-place-stone = Put a sin stone into the { $den }
do-show = Show { an-item }
do-drop = Drop { an-item } into { $compartment }
do-name-room = Choose { $room }{ that-card }
do-flip = Turn the card of Suite 5
do-discard = Discard the card
do-announce = Announce a journey
do-turn-die = Set the die to { $room }
do-open-die = Open the die before anybody has guessed
do-declare-over = Declare it over
do-call-next = Call { $called }
do-prompt = Ask { $asked } to show the gift
do-admit = Admit it: { $sin }
do-let-pass = Let it pass

a-good = { $good-id ->
    [jewel] a jewel
   *[other] { $good }
}
a-stone = { $stone-id ->
    [jewel] a jewel
    [indulgence] an indulgence stone
   *[other] { $stone }
}
an-item = { $item-id ->
    [jewel] a jewel
   *[other] { $item }
}
that-card = { $card-there ->
    [EMP_LETTER] : “{ card-EMP_LETTER }”
    [POPE_YELLOW] : “{ card-POPE_YELLOW }”
    [OTHERS_3] : “{ card-OTHERS_3 }”
    [OTHERS_5] : “{ card-OTHERS_5 }”
    [LUST_2] : “{ card-LUST_2 }”
    [GREED_2] : “{ card-GREED_2 }”
    [MOVE_CREW] : “{ card-MOVE_CREW }”
    [NEW_CREW] : “{ card-NEW_CREW }”
    [POPE_STONE] : “{ card-POPE_STONE }”
    [TAKE_GOOD] : “{ card-TAKE_GOOD }”
    [STEAL_3] : “{ card-STEAL_3 }”
    [TAKE_3] : “{ card-TAKE_3 }”
    [TAKE_5] : “{ card-TAKE_5 }”
    [TAKE_7] : “{ card-TAKE_7 }”
   *[none] { "" }
}

## What happened: decisions

did-choose-bonus = { "" }
did-bid = { $notches-told ->
    [yes] { $actor } bids { notches-and-taler }.
   *[other] { $actor } sets the bid.
}
did-choose-character = { "" }
did-wait = { $actor } waits with the preliminary action.
did-move-pope-stone = { "" }
did-place-crew = { "" }
did-move-crew = { "" }
did-take-good = { "" }
did-rob = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } wants to rob { $seat }.
}
did-perform = { "" }
did-decline = { "" }
did-buy = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { buys }
}
buys = { $greedy-told ->
    [yes] { $stone-id ->
        [jewel] { $actor } buys 2 jewels at once.
       *[other] { $actor } buys 2 { $stone } at once.
    }
   *[no] { $stone-id ->
        [indulgence] { $actor } buys a Letter.
       *[other] { $actor } buys { a-stone }.
    }
}
did-sell = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } sells { a-good }.
}
did-donate = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { donates }
}
donates = { $compartment-told ->
    [yes] { $actor } donates { an-item }, into { $compartment }.
   *[other] { $actor } donates { an-item }.
}
did-visit = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } visits { $room }.
}
did-choose-room = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } chooses { $room }.
}
did-set-die = { "" }
did-guess = { "" }
did-pass = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } passes.
}
did-take-free = { "" }
did-empty-den = { "" }
did-give-letter = { "" }
did-pick = { "" }
did-reveal-bids = { "" }
did-show-die = { "" }
did-hand-over = { "" }
did-answer = { "" }
did-open-compartments = { "" }
did-count-letters = { "" }
did-place-souls = { "" }
did-draw-stones = { "" }
did-deal-cards = { "" }
did-return-card = { $actor } puts the { $character } card back.
did-set-bid = { did-bid }
did-settle = { "" }
did-take-card = { "" }
did-begin = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { begins }
}
begins = { $action-id ->
    [buy] { $actor } begins to buy.
    [sell] { $actor } begins to sell.
    [donate] { $actor } begins to donate.
   *[visit] { $actor } begins a visit to the House.
}
did-rotate = { "" }
did-pay = { "" }
did-take-stone = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } takes { a-stone } from the market.
}
did-take-letter = { "" }
did-return-stone = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } puts the indulgence stone into the bag.
}
did-bag-good = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } puts { a-good } into the bag.
}
did-receive = { "" }
did-place-stone = { "" }
did-show = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } shows { an-item }.
}
did-drop = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { drops }
}
drops = { $compartment-told ->
    [yes] { $actor } drops { an-item } into { $compartment }.
   *[other] { $actor } drops { an-item } into the chest.
}
did-name-room = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } chooses { $room }.
}
did-flip = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } turns the card of Suite 5.
}
did-discard = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } discards the card.
}
did-announce = { "" }
did-turn-die = { "" }
did-open-die = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } opens the die before anybody has guessed.
}
did-declare-over = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } is done.
}
did-call-next = { $actor } asks { $called } to begin the turn.
did-prompt = { $actor } asks { $asked } to show the gift.
did-admit = { $actor } admits it.
did-let-pass = { $actor } lets it pass.

notches-and-taler = { $notches ->
    [one] 1 notch and { $taler } taler
   *[other] { $notches } notches and { $taler } taler
}

## What happened: facts

did-SoulsPlaced = The souls line up, nearest Heaven first: { $row }.
did-BonusTaken = { $seat } takes { $bonus } as the starting bonus.
did-RoundBegan = Round { $number } begins.
did-StoneDrawn = { $stone-told ->
    [yes] A stone comes onto the market: { $stone }.
   *[other] A stone comes onto the market.
}
    .together = { $stone-told ->
        [yes] Onto the market come stones: { $stone }.
       *[other] { $facts } stones come onto the market.
    }
did-DeckShuffled = The discards become the new deck.
did-CardDealt = { $card-told ->
    [yes] { $room }: “{ $card }”.
   *[other] { $room } gets a card.
}
did-BidsRevealed = The bids. Notches: { $notches }. Taler: { $taler }.
did-ChoosingOrderSet = The order of choosing: { $order }.
did-BidPaid = { $seat } pays { $amount } taler for the bid.
did-BidTakenBack = { $seat } takes { $amount } taler back.
did-CharacterTaken = { $seat } takes the { $character }.
did-Declined = { $what-id ->
    [visit] { $seat } does not visit the House.
    [pope] { $seat } leaves the Pope stones alone.
   *[other] { $seat } leaves the card undone: “{ $what }”.
}
did-SinStonePlaced = { $seat } puts a sin stone into the { $den }.
    .together-same = { $seat } puts { $facts } sin stones into the { $den }.
did-DenEmptied = { $number ->
    [one] { $seat } is out of sin stones and takes one back from the { $den }.
   *[other] { $seat } is out of sin stones and takes { $number } back from the { $den }.
}
did-PopeStoneMoved = { $seat } moves a Pope stone from the { $source } to the { $target }.
did-AtonementCame = All Pope stones are at the { $den }: the sins in the other dens are atoned for, and { $forgiven } is forgiven.
did-SoulMoved = { $cause-id ->
    [letters] { $seat }'s soul rises to space { $to }.
    [note] The room is too dear: { soul-goes }
   *[other] { soul-goes }
}
soul-goes = { $steps ->
    [one] { $seat }'s soul goes 1 step towards Hell, to space { $to }.
   *[other] { $seat }'s soul goes { $steps } steps towards Hell, to space { $to }.
}
did-SoulStayed = { $seat }'s soul would reach Hell and stays where it is.
did-CrewPlaced = { $seat } places a crew on { $site }.
did-CrewMoved = { $seat } moves a crew from { $source } to { $target }.
did-NaveBuilt = A nave is built on { $site }.
did-CathedralFinished = The cathedral on { $site } is finished.
did-PostRotated = { $purpose-id ->
    [second] { $seat } turns the post to { $to } for a second action.
    [repair] { $seat } turns the post to { $to } belatedly.
   *[other] { $seat } turns the post to { $to }.
}
did-TalerPaid = { $purpose-id ->
    [repair] { $seat } pays { $amount } taler belatedly.
   *[other] { $seat } pays { $amount } taler.
}
did-TalerReceived = { $seat } gets { $amount } taler.
did-StoneTaken = { $free ->
    [yes] { $seat } takes { a-stone } for nothing.
   *[no] { "" }
}
did-LetterTaken = { $origin-id ->
    [bonuses] { "" }
   *[other] { $seat } takes a { $letter }.
}
    .together-seat = { $seat } takes { $letter }.
did-ItemDropped = { $origin-id ->
    [bonuses] { $compartment-told ->
        [yes] Into { $compartment }: { $item }.
       *[other] { "" }
    }
   *[other] { "" }
}
did-CardExecuted = { $seat } performs the card “{ $card }”.
did-PretextAnnounced = { $seat } announces a journey.
did-DieSet = { $room-told ->
    [yes] { $seat } sets the die to { $room } in secret.
   *[other] { $seat } sets the die in secret.
}
did-Guessed = { $seat } guesses { $room }.
did-DieShown = { $caught ->
    [yes] The die shows { $room }: { $seat } is caught.
   *[no] The die shows { $room }: { $seat } is not caught.
}
did-LetterOwed = { $giver } has to give { $taker } a Letter.
did-LetterGiven = { $letter-told ->
    [yes] { $giver } gives { $taker } a { $letter }.
   *[other] { $giver } gives { $taker } a Letter.
}
did-TalerGiven = { $giver } gives { $taker } { $amount } taler.
did-NothingGiven = { $card-id ->
    [EMP_LETTER] { $seat } has no Letter to give.
    [POPE_YELLOW] { $seat } has no yellow Letter to give.
   *[other] { $seat } has too little money to give.
}
did-CompartmentOpened = { $things-count ->
    [0] { $seat } has nothing in { $compartment }.
   *[other] { $seat } opens { $compartment }: { $things }.
}
did-LettersLaidOut = { $letters-count ->
    [0] For { $category } no Letter is left.
   *[other] Laid out for { $category }: { $letters }.
}
did-DonorsRanked = { $ranking-count ->
    [0] Nobody has donated any.
   *[other] Donated: { $values }.
}
did-LettersReturned = The Letters go back.
did-PostsCompared = { $seat-told ->
    [yes] The posts are compared: { $seat } has the most notches, { $most }; the fewest are { $fewest }.
   *[no] The posts are compared: all show { $most }.
}
did-LettersShown = { $letters-count ->
    [0] { $seat } has no Letters.
   *[other] { $steps ->
        [one] { $seat } shows { $letters }: 1 step towards Heaven.
       *[other] { $seat } shows { $letters }: { $steps } steps towards Heaven.
    }
}
did-SteppedOutOfTurn = { $seat } is not to act: “{ $step }” does not count.
did-AccusationMade = { $by } accuses { $seat }: { $sin }.
did-SinCommitted = { $of-told ->
    [yes] { $seat }'s sin still counts: { $sin }.
   *[no] { $seat } commits a sin: { $sin }.
}
did-OmissionMended = { $seat } has left something out: { $step }.

## Facts

fact-SoulsPlaced = Souls lined up
fact-BonusTaken = Starting bonus taken
fact-BonusesReturned = Bonuses returned
fact-RoundBegan = Round began
    .number = Round
fact-PhaseBegan = Phase began
fact-CharacterReturned = Character card returned
fact-StoneDrawn = Stone drawn
fact-CrewReadied = Crew readied
fact-YellowLetterLaid = Yellow Letter laid in Suite 6
fact-SuiteFlipped = Suite 5 turned
    .welcome = Open
fact-RoomCleared = Room cleared
fact-DeckShuffled = Deck shuffled
fact-CardDealt = Card dealt
fact-BidSet = Bid set
fact-BidsRevealed = Bids revealed
fact-ChoosingOrderSet = Order of choosing set
fact-BidPaid = Bid paid
fact-BidTakenBack = Bid taken back
fact-CharacterTaken = Character taken
fact-PreliminaryDeferred = Preliminary action put off
fact-Declined = Left out
fact-SinStonePlaced = Sin stone placed
fact-DenEmptied = Den emptied
fact-PopeStoneMoved = Pope stone moved
    .source = From
    .target = To
fact-AtonementCame = Atonement came
fact-SinStonesReturned = Sin stones returned
fact-PopeStonesReturned = Pope stones returned
fact-SoulMoved = Soul moved
    .steps-about = How many were due; below zero they go towards Heaven.
    .to = To space
fact-SoulStayed = Soul stayed
fact-CrewPlaced = Crew placed
fact-CrewMoved = Crew moved
    .source = From
    .target = To
fact-NaveBuilt = Nave built
fact-CathedralFinished = Cathedral finished
fact-TurnPassed = Turn passed on
fact-ActionBegan = Action began
    .second-about = Whether it is the second action of the turn.
fact-PostRotated = Post turned
    .to = To notches
fact-TalerPaid = Taler paid
fact-TalerReceived = Taler received
fact-StoneTaken = Stone taken
    .to = Where
fact-StoneReturned = Stone returned
fact-LetterTaken = Letter taken
fact-GoodSold = Good sold
fact-ItemShown = Gift shown
fact-ItemDropped = Gift dropped
fact-TurnDeclaredOver = Turn over
fact-RoomChosen = Room chosen
    .notches-about = What the room costs in notches.
    .stones-about = What the room costs in stones of lust.
fact-CardExecuted = Card performed
fact-CardDiscarded = Card discarded
fact-PretextAnnounced = Journey announced
fact-DieSet = Die set
fact-Guessed = Guessed
fact-DieShown = Die shown
fact-LetterOwed = Letter owed
fact-LetterGiven = Letter given
fact-TalerGiven = Taler given
fact-NothingGiven = Nothing given
fact-CompartmentOpened = Compartment opened
fact-LettersLaidOut = Letters laid out
fact-DonorsRanked = Donors ranked
    .values = Donated
fact-LettersReturned = Letters returned
fact-DonationsCleared = Donations cleared
fact-PostsCompared = Posts compared
fact-LettersShown = Letters shown
fact-ChoiceDeclaredOver = Choice over
fact-NextCalled = Player called
fact-Prompted = Gift asked for
fact-StepsUndone = Steps undone
fact-SteppedOutOfTurn = Step out of turn
fact-AccusationMade = Accusation made
fact-SinCommitted = Sin committed
    .of = Decision
    .of-about = The decision that the sin was found in, if it was taken back since.
fact-OmissionMended = Omission made up for
fact-OmissionPassed = Omission let pass

field-action = Action
field-asked = Whom
field-bonus = Bonus
field-by = By
field-called = Whom
field-card = Card
field-cards = Cards
field-category = Category
field-caught = Caught
field-cause = Cause
field-character = Character
field-coins = Coins
field-compartment = Compartment
field-compartments = Compartments
field-count = Number
field-den = Den
field-fewest = Fewest notches
field-forgiven = Forgiven
field-free = For nothing
field-giver = Giver
field-good = Good
field-goods = Goods
field-item = What
field-keeper = Keeps the money
field-letter = Letter
field-letters = Letters
field-most = Most notches
field-notches = Notches
field-number = Number
field-order = Order
field-origin = From
field-phase = Phase
field-purpose = For what
field-ranking = Biggest donors
field-room = Room
field-row = Row
field-second = Second action
field-sin = Sin
field-site = Site
field-step = Step
field-steps = Steps
field-stone = Stone
field-stones = Stones
field-taker = Taker
field-taler = Taler
field-things = Contents
field-told = Who is told
field-what = What
field-whole = As a whole

## Options and board

option-row = Row of the souls
    .about = The seats from Heaven to Hell. Without it, chance decides.
option-two-player-split = Sharing with two players
    .about = How two players share the Letters that are laid out.
option-two-player-split-de = 2, 1, the rest (German edition)
option-two-player-split-en = 2, 2, the rest (English edition)
option-over-six-note = Too dear a room
    .about = Whether a Pope in too dear a room is punished in any case, or only when caught.
option-over-six-note-always = in any case
option-over-six-note-caught = only when caught
option-extra-preliminary = Extra preliminary action
    .about = With three players: whether Pope and Emperor may put their preliminary action off.
option-extra-preliminary-at_once = at once
option-extra-preliminary-defer = may be put off
option-open-holdings = Open holdings
    .about = Everybody sees what lies behind the screens: money, goods and Letters.
option-meta-culpa = META CULPA
    .about = Every sin against the order of play costs a sin stone.
option-meta-culpa-off = off
option-meta-culpa-automatic = every sin costs its stone at once
option-meta-culpa-called = when somebody calls it
option-register = Register of sins
    .about = The sins that count under META CULPA.
option-register-M1 = { sin-M1 }
option-register-M2 = { sin-M2 }
option-register-M3 = { sin-M3 }
option-register-M4 = { sin-M4 }
option-register-M5 = { sin-M5 }
option-register-M6 = { sin-M6 }
option-register-M7 = { sin-M7 }
option-register-M8 = { sin-M8 }
option-register-M9 = { sin-M9 }
option-register-M10 = { sin-M10 }
option-register-M11 = { sin-M11 }
option-register-M12 = { sin-M12 }
option-register-M13 = { sin-M13 }

board-post = Faces of the post
board-post-min = Lowest face
board-post-max = Highest face
board-track = Record of Sins
    .about = Spaces from the start to the last one before Hell, and to Heaven.
board-track-hell-last = Last space before Hell
board-track-heaven-steps = Steps to Heaven
board-track-heaven-source = Source of the steps to Heaven
board-goods = Goods
    .about = How many there are, their prices, and what they count as donations.
board-goods-count = How many there are
board-goods-buy = Price to buy
board-goods-sell = Price to sell
board-goods-weight = Weight as a donation
board-goods-category = Category of donations
board-goods-source = Source of these values
board-indulgence = Indulgence stones
    .about = How many there are, the price of a Letter, and which Letters they buy.
board-indulgence-count = How many there are
board-indulgence-buy = Price to buy
board-indulgence-letters = Letters to choose from
board-letters = Letters by colour
board-bonuses = Starting bonuses
board-cathedrals = Letters at the cathedrals
    .about = What the donors of each category share, from the left cathedral to the right one.
board-cathedrals-source = Source of the lists
board-house = Cards of the House
    .about = How many there are of each, and the notches that they cost.
board-suites = Notches of the suites
board-start-money = Taler at the start
board-sin-stones = Sin stones of each player
board-crews = Building crews
board-market-draw = Stones drawn in each round
board-coins = Coins
board-bank-unlimited = Unlimited bank
board-score = Steps towards Heaven
    .about = For a set of all four colours, and for every other Letter.
board-score-set = For a set of all colours
board-score-single = For each other Letter

## The view

untold-stone = { $number ->
    [one] { $number } stone not told
   *[other] { $number } stones not told
}
untold-letter = { $number ->
    [one] { $number } Letter not told
   *[other] { $number } Letters not told
}
untold-card = { $number ->
    [one] { $number } card not told
   *[other] { $number } cards not told
}
untold-good = { $number ->
    [one] { $number } good not told
   *[other] { $number } goods not told
}
untold-item = { $number ->
    [one] { $number } thing not told
   *[other] { $number } things not told
}
view-round = Round
view-phase = Phase
view-turn = Whose turn it is
view-actions = Actions of this turn
view-row = Row on space 0, nearest Heaven first
view-steps = Still due
view-step-step = What
view-step-seat = Who
view-step-by-hand = The die is turned by hand
view-step-card = Card
view-step-category = What is donated
view-step-cause = Why
view-step-compartment = Compartment
view-step-den = Den
view-step-duties = Preliminary actions
view-step-emptied = Dens emptied for it
view-step-good = Good
view-step-may-wait = May be put off
view-step-number = Number
view-step-order = Order
view-step-room = Room
view-step-seats = Who is asked
view-step-site = Site
view-step-taker = Who gets it
view-step-to = Notch
view-step-what = What is missing
view-bonuses = Starting bonuses left
view-bag = Bag
view-market = Market
view-stacks = Stacks of Letters
view-display = Letters laid out
view-house = House of Pleasure
view-house-rooms = Cards in the rooms
view-house-suite-5 = Suite 5
view-house-suite-6 = Suite 6
view-house-deck = Deck
view-house-discards = Discards
view-house-guess = Guessed room
view-dens = Dens of Sin
view-den-den = Den
view-den-stones = Sin stones of each player
view-den-pope-stones = Pope stones
view-hut = Crews in the builders' hut
view-emperor-crew = Crews on the Emperor card
view-sites = Cathedral sites
view-site-site = Site
view-site-crews = Crews
view-site-built = Built
view-characters = Characters
view-characters-pope = { character-pope }
view-characters-emperor = { character-emperor }
view-characters-merchant = { character-merchant }
view-characters-petty-sinner = { character-petty-sinner }
view-order = Order of choosing
view-owed = Missing of your own turn
view-seats = Players
view-seat-seat = Seat
view-seat-soul = Soul
    .about = The space of the soul: 0 is the start, above it towards Hell, below it towards Heaven.
view-seat-post = Post
view-seat-stones = Sin stones left
view-seat-characters = Characters
view-seat-bonus = Starting bonus
view-seat-bid-set = Bid is set
view-seat-bid = Bid
view-seat-bid-notches = Notches
view-seat-bid-taler = Taler
view-seat-die = Pope die
view-seat-money = Money
view-seat-goods = Goods
view-seat-letters = Letters
view-seat-chest = Chest
view-seat-opened = Opened donations
view-seat-letters-shown = Shown Letters

## Sections of the rules

section-MC-S = Setup
section-MC-B = Starting bonus
section-MC-RD = Round
section-MC-P = Preparing
section-MC-Q = Auction
section-MC-V = Preliminary actions
section-MC-T = Turns
section-MC-K = Buying
section-MC-L = Selling
section-MC-D = Donating
section-MC-C = Privileges of the characters
section-MC-H = House of Pleasure
section-MC-I = The Pope incognito
section-MC-N = Dens, Pope stones, atonement
section-MC-O = Running out of sin stones
section-MC-G = Building
section-MC-E = Evaluation
section-MC-X = Comparing posts
section-MC-W = Movement
section-MC-Z = End
section-MC-M = META CULPA: the register
section-MC-PS = META CULPA: the Petty Sinner
section-MC-R = Rulings
section-MC-DV = Readings where the editions differ
section-MC-A = Assumed values and boards

## The board as it is drawn

drawn-record = Record of Sins
drawn-heaven = Heaven
drawn-hell = Hell

## The printed record: what a fact says in short, and the columns of a seat

brief-SoulsPlaced = souls: { $row }
brief-BonusTaken = bonus: { $bonus }
brief-StoneDrawn = { $stone }
brief-SuiteFlipped = Suite 5 turned
brief-CardDealt = { $room-id }: { $card }
brief-BidSet = bids { $notches }/{ $taler }
brief-BidsRevealed = bids: notches { $notches }, taler { $taler }
brief-BidPaid = −{ $amount } t (bid)
brief-CharacterTaken = { $character }
brief-Declined = no: { $what }
brief-SinStonePlaced = stone in { $den }
brief-DenEmptied = { $number } back from { $den }
brief-PopeStoneMoved = Pope stone { $source } → { $target }
brief-AtonementCame = atonement at { $den }
brief-SinStonesReturned = { $number } back from { $den }
brief-SoulMoved = soul to { $to }
brief-SoulStayed = soul stays
brief-CrewPlaced = crew to { $site }
brief-CrewMoved = crew { $source } → { $target }
brief-NaveBuilt = nave: { $site }
brief-CathedralFinished = cathedral: { $site }
brief-TalerPaid = −{ $amount } t
brief-TalerReceived = +{ $amount } t
brief-StoneTaken = takes { $stone }
brief-LetterTaken = takes { $letter }
brief-GoodSold = sells { $good }
brief-ItemDropped = donates { $item } in { $compartment-id }
brief-RoomChosen = { $room }
brief-CardExecuted = card: { $card }
brief-DieSet = die { $room-id }
brief-Guessed = guesses { $room-id }
brief-DieShown = shows { $room-id }
brief-LetterGiven = gives { $letter } to { $taker }
brief-TalerGiven = gives { $amount } t to { $taker }
brief-NothingGiven = has nothing for: { $card }
brief-CompartmentOpened = opens { $compartment-id }: { $things }
brief-DonorsRanked = { $category }: { $values }

balance-soul = soul
    .about = the soul's space: 0 is the start, above it towards Hell, below it towards Heaven
balance-taler = taler
    .about = taler behind the screen
balance-goods = goods
    .about = goods behind the screen
balance-letters = Letters
    .about = Letters
balance-stones = stones
    .about = sin stones not in a den
brief-key = bids 3/7 is three notches and seven taler; t is taler; I and II are compartments of the chest

## How a match has ended

outcome-decided-by = Decided by
outcome-decided-by-heaven = being in Heaven
outcome-decided-by-nearest = being nearest to Heaven
outcome-souls = Souls
outcome-letters = Letters
outcome-steps = Steps
outcome-ranking = Ranking
