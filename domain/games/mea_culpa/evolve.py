"""Evolve: each fact written down. No rule, no chance, no clock."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.mea_culpa import facts
from domain.games.mea_culpa.done import entry_of
from domain.games.mea_culpa.state import CHARACTERS, CREW, DENS, POPE_STONE, YELLOW, MeaCulpa
from domain.kit.facts import Fact
from domain.kit.state import with_at
from domain.kit.steps import StepsDue, steps_due
from domain.kit.table.facts import Applier

# -- the laid table and the rounds --------------------------------------------------------------------------


def _souls_placed(state: MeaCulpa, fact: facts.SoulsPlaced) -> None:
    state.row = fact.row


def _bonus_taken(state: MeaCulpa, fact: facts.BonusTaken) -> None:
    state.bonuses = tuple(bonus for bonus in state.bonuses if bonus != fact.bonus)
    state.bonus_of = with_at(state.bonus_of, fact.seat, fact.bonus)


def _bonuses_returned(state: MeaCulpa, fact: facts.BonusesReturned) -> None:
    state.bonuses = ()
    state.place("bonuses").remove_all((*fact.goods, *fact.letters, *fact.coins))
    state.place("bag").add_all(fact.goods)
    state.place("stacks").add_all(fact.letters)


def _round_began(state: MeaCulpa, fact: facts.RoundBegan) -> None:
    state.round = fact.number
    state.before = state.done = ()


def _phase_began(state: MeaCulpa, fact: facts.PhaseBegan) -> None:
    state.phase = fact.phase
    state.turn = None
    state.actions = ()
    if fact.phase not in ("prepare", "auction"):
        state.before, state.done = state.done, ()


def _character_returned(state: MeaCulpa, fact: facts.CharacterReturned) -> None:
    state.characters = with_at(state.characters, CHARACTERS.index(fact.character), None)


def _stone_drawn(state: MeaCulpa, fact: facts.StoneDrawn) -> None:
    state.place("bag").remove(fact.stone)
    state.place("market").add(fact.stone)


def _crew_readied(state: MeaCulpa, _: facts.CrewReadied) -> None:
    state.place("hut").remove(CREW)
    state.place("card").add(CREW)


def _yellow_letter_laid(state: MeaCulpa, _: facts.YellowLetterLaid) -> None:
    state.place("stacks").remove(YELLOW)
    state.place("suite").add(YELLOW)


def _suite_flipped(state: MeaCulpa, fact: facts.SuiteFlipped) -> None:
    state.welcome = fact.welcome


def _card_discarded(state: MeaCulpa, fact: facts.RoomCleared | facts.CardDiscarded) -> None:
    state.place(f"room:{fact.room}").remove(fact.card)
    state.place("discards").add(fact.card)


def _deck_shuffled(state: MeaCulpa, _: facts.DeckShuffled) -> None:
    discards = state.place("discards")
    for card, number in sorted(discards.known.items()):
        state.place("deck").add(card, number)
        discards.remove(card, number)


def _card_dealt(state: MeaCulpa, fact: facts.CardDealt) -> None:
    state.place("deck").remove(fact.card)
    state.place(f"room:{fact.room}").add(fact.card)


# -- the auction --------------------------------------------------------------------------------------------


def _bid_set(state: MeaCulpa, fact: facts.BidSet) -> None:
    state.bid_set = with_at(state.bid_set, fact.seat, True)
    state.purse(f"notches:{fact.seat}").add(fact.notches)
    state.purse(f"taler:{fact.seat}").add(fact.taler)


def _bids_revealed(state: MeaCulpa, fact: facts.BidsRevealed) -> None:
    for seat, (notches, taler) in enumerate(zip(fact.notches, fact.taler, strict=True)):
        state.purse(f"notches:{seat}").add(-notches)
        state.purse(f"taler:{seat}").add(-taler)
        state.purse(f"money:{seat}").add(-taler)
    state.posts = fact.notches
    state.unsettled = fact.taler
    state.bid_set = (False,) * len(fact.notches)


def _choosing_order_set(state: MeaCulpa, fact: facts.ChoosingOrderSet) -> None:
    state.order = fact.order
    state.keeper = fact.keeper
    state.chosen = 0
    state.waiting = None


def _bid_paid(state: MeaCulpa, fact: facts.BidPaid) -> None:
    state.unsettled = with_at(state.unsettled, fact.seat, state.unsettled[fact.seat] - fact.amount)


def _bid_taken_back(state: MeaCulpa, fact: facts.BidTakenBack) -> None:
    state.unsettled = with_at(state.unsettled, fact.seat, state.unsettled[fact.seat] - fact.amount)
    state.purse(f"money:{fact.seat}").add(fact.amount)


def _character_taken(state: MeaCulpa, fact: facts.CharacterTaken) -> None:
    _choosing_moved_up(state, fact.seat)
    state.characters = with_at(state.characters, CHARACTERS.index(fact.character), fact.seat)
    state.chosen += 1


def _choosing_moved_up(state: MeaCulpa, seat: int) -> None:
    """A seat that chooses early has this place in the order, and no later one."""
    before, rest = state.order[: state.chosen], list(state.order[state.chosen :])
    if rest and rest[0] != seat and seat in rest:
        rest.remove(seat)
        state.order = (*before, seat, *rest)


def _preliminary_deferred(state: MeaCulpa, fact: facts.PreliminaryDeferred) -> None:
    state.waiting = fact.seat


# -- dens, stones and souls ---------------------------------------------------------------------------------


def _sin_stone_placed(state: MeaCulpa, fact: facts.SinStonePlaced) -> None:
    state.place(f"stones:{fact.seat}").remove(str(fact.seat))
    state.place(f"den:{fact.den}").add(str(fact.seat))


def _stones_taken_back(state: MeaCulpa, fact: facts.DenEmptied | facts.SinStonesReturned) -> None:
    state.place(f"den:{fact.den}").remove(str(fact.seat), fact.number)
    state.place(f"stones:{fact.seat}").add(str(fact.seat), fact.number)


def _pope_stone_moved(state: MeaCulpa, fact: facts.PopeStoneMoved) -> None:
    state.place(f"pope:{fact.source}").remove(POPE_STONE)
    state.place(f"pope:{fact.target}").add(POPE_STONE)


def _pope_stones_returned(state: MeaCulpa, fact: facts.PopeStonesReturned) -> None:
    for den in DENS:
        state.place(f"pope:{fact.den}").remove(POPE_STONE)
        state.place(f"pope:{den}").add(POPE_STONE)


def _soul_moved(state: MeaCulpa, fact: facts.SoulMoved) -> None:
    state.souls = with_at(state.souls, fact.seat, fact.to)


# -- building -----------------------------------------------------------------------------------------------


def _crew_placed(state: MeaCulpa, fact: facts.CrewPlaced) -> None:
    state.place(fact.origin).remove(CREW)
    state.place(f"site:{fact.site}").add(CREW)


def _crew_moved(state: MeaCulpa, fact: facts.CrewMoved) -> None:
    state.place(f"site:{fact.source}").remove(CREW)
    state.place(f"site:{fact.target}").add(CREW)


def _built(state: MeaCulpa, fact: facts.NaveBuilt | facts.CathedralFinished) -> None:
    state.place(f"site:{fact.site}").remove(CREW, 2)
    state.place("hut").add(CREW, 2)
    state.buildings = with_at(state.buildings, fact.site - 1, state.buildings[fact.site - 1] + 1)


# -- turns --------------------------------------------------------------------------------------------------


def _turn_passed(state: MeaCulpa, fact: facts.TurnPassed) -> None:
    state.turn = fact.character
    state.actions = ()
    if state.done:
        state.before, state.done = state.done, ()


def _action_began(state: MeaCulpa, fact: facts.ActionBegan) -> None:
    state.actions = (*state.actions, fact.action)
    state.donated = 0


def _post_rotated(state: MeaCulpa, fact: facts.PostRotated) -> None:
    state.posts = with_at(state.posts, fact.seat, fact.to)


def _taler_paid(state: MeaCulpa, fact: facts.TalerPaid) -> None:
    state.purse(f"money:{fact.seat}").add(-fact.amount)


def _taler_received(state: MeaCulpa, fact: facts.TalerReceived) -> None:
    state.purse(f"money:{fact.seat}").add(fact.amount)


def _stone_taken(state: MeaCulpa, fact: facts.StoneTaken) -> None:
    state.place("market").remove(fact.stone)
    state.place(f"goods:{fact.seat}" if fact.to == "screen" else "table").add(fact.stone)


def _stone_returned(state: MeaCulpa, fact: facts.StoneReturned) -> None:
    state.place("table").remove(fact.stone)
    state.place("bag").add(fact.stone)


def _letter_taken(state: MeaCulpa, fact: facts.LetterTaken) -> None:
    state.place(fact.origin).remove(fact.letter)
    state.place(f"letters:{fact.seat}").add(fact.letter)


def _good_sold(state: MeaCulpa, fact: facts.GoodSold) -> None:
    state.place(f"goods:{fact.seat}").remove(fact.good)
    state.place("bag").add(fact.good)


def _item_dropped(state: MeaCulpa, fact: facts.ItemDropped) -> None:
    if fact.taler is not None:
        state.purse(f"money:{fact.seat}").add(-fact.taler)
    else:
        state.place(fact.origin).remove(fact.item)
    state.place(f"chest:{fact.seat}").add(fact.item, part=fact.compartment)
    state.donated += 1


# -- the House ----------------------------------------------------------------------------------------------


def _die_set(state: MeaCulpa, fact: facts.DieSet) -> None:
    state.purse(f"die:{fact.seat}").add(fact.room)


def _guessed(state: MeaCulpa, fact: facts.Guessed) -> None:
    state.guess = fact.room


def _die_shown(state: MeaCulpa, fact: facts.DieShown) -> None:
    state.guess = None
    state.purse(f"die:{fact.seat}").add(-fact.room)


def _letter_given(state: MeaCulpa, fact: facts.LetterGiven) -> None:
    state.place(f"letters:{fact.giver}").remove(fact.letter)
    state.place(f"letters:{fact.taker}").add(fact.letter)


def _taler_given(state: MeaCulpa, fact: facts.TalerGiven) -> None:
    state.purse(f"money:{fact.giver}").add(-fact.amount)
    state.purse(f"money:{fact.taker}").add(fact.amount)


# -- evaluations and the end --------------------------------------------------------------------------------


def _compartment_opened(state: MeaCulpa, fact: facts.CompartmentOpened) -> None:
    state.place(f"chest:{fact.seat}").remove_all(fact.things, part=fact.compartment)
    state.place(f"opened:{fact.seat}").add_all(fact.things)


def _letters_laid_out(state: MeaCulpa, fact: facts.LettersLaidOut) -> None:
    state.place("stacks").remove_all(fact.letters)
    state.place("display").add_all(fact.letters)


def _letters_returned(state: MeaCulpa, fact: facts.LettersReturned) -> None:
    state.place("display").remove_all(fact.letters)
    state.place("stacks").add_all(fact.letters)


def _donations_cleared(state: MeaCulpa, fact: facts.DonationsCleared) -> None:
    state.place(f"opened:{fact.seat}").remove_all((*fact.goods, *fact.coins))
    state.place("bag").add_all(fact.goods)


def _letters_shown(state: MeaCulpa, fact: facts.LettersShown) -> None:
    for letter, number in fact.letters.items():
        state.place(f"letters:{fact.seat}").remove(letter, number)
        state.place(f"shown:{fact.seat}").add(letter, number)


def seen_in_the_log(_: MeaCulpa, __: Fact) -> None:
    """Nothing lies anywhere else for it: the log says that it happened."""


def noting(applier: Applier) -> Applier:
    """Written down, and kept among what has been done."""

    def written_and_noted(state: MeaCulpa, fact: facts.Noted) -> None:
        entry = entry_of(state, fact) if state.by_steps else None
        applier(state, fact)
        if entry is not None:
            state.done = (*state.done, entry)

    return written_and_noted


_BOARD: Mapping[type[Fact], Applier] = {
    facts.SoulsPlaced: _souls_placed,
    facts.BonusTaken: _bonus_taken,
    facts.BonusesReturned: _bonuses_returned,
    facts.RoundBegan: _round_began,
    facts.PhaseBegan: _phase_began,
    facts.CharacterReturned: _character_returned,
    facts.StoneDrawn: _stone_drawn,
    facts.CrewReadied: _crew_readied,
    facts.YellowLetterLaid: _yellow_letter_laid,
    facts.SuiteFlipped: _suite_flipped,
    facts.RoomCleared: _card_discarded,
    facts.DeckShuffled: _deck_shuffled,
    facts.CardDealt: _card_dealt,
    facts.BidSet: _bid_set,
    facts.BidsRevealed: _bids_revealed,
    facts.ChoosingOrderSet: _choosing_order_set,
    facts.BidPaid: _bid_paid,
    facts.BidTakenBack: _bid_taken_back,
    facts.CharacterTaken: _character_taken,
    facts.PreliminaryDeferred: _preliminary_deferred,
    facts.Declined: seen_in_the_log,
    facts.SinStonePlaced: _sin_stone_placed,
    facts.DenEmptied: _stones_taken_back,
    facts.PopeStoneMoved: _pope_stone_moved,
    facts.AtonementCame: seen_in_the_log,
    facts.SinStonesReturned: _stones_taken_back,
    facts.PopeStonesReturned: _pope_stones_returned,
    facts.SoulMoved: _soul_moved,
    facts.SoulStayed: seen_in_the_log,
    facts.CrewPlaced: _crew_placed,
    facts.CrewMoved: _crew_moved,
    facts.NaveBuilt: _built,
    facts.CathedralFinished: _built,
    facts.TurnPassed: _turn_passed,
    facts.ActionBegan: _action_began,
    facts.PostRotated: _post_rotated,
    facts.TalerPaid: _taler_paid,
    facts.TalerReceived: _taler_received,
    facts.StoneTaken: _stone_taken,
    facts.StoneReturned: _stone_returned,
    facts.LetterTaken: _letter_taken,
    facts.GoodSold: _good_sold,
    facts.ItemShown: seen_in_the_log,
    facts.ItemDropped: _item_dropped,
    facts.TurnDeclaredOver: seen_in_the_log,
    facts.RoomChosen: seen_in_the_log,
    facts.CardExecuted: seen_in_the_log,
    facts.CardDiscarded: _card_discarded,
    facts.PretextAnnounced: seen_in_the_log,
    facts.DieSet: _die_set,
    facts.Guessed: _guessed,
    facts.DieShown: _die_shown,
    facts.LetterOwed: seen_in_the_log,
    facts.LetterGiven: _letter_given,
    facts.TalerGiven: _taler_given,
    facts.NothingGiven: seen_in_the_log,
    facts.CompartmentOpened: _compartment_opened,
    facts.LettersLaidOut: _letters_laid_out,
    facts.DonorsRanked: seen_in_the_log,
    facts.LettersReturned: _letters_returned,
    facts.DonationsCleared: _donations_cleared,
    facts.PostsCompared: seen_in_the_log,
    facts.LettersShown: _letters_shown,
    StepsDue: steps_due,
}
APPLIERS: Mapping[type[Fact], Applier] = {
    kind: noting(applier) if issubclass(kind, facts.Noted) else applier for kind, applier in _BOARD.items()
}
