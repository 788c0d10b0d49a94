# The table: what every game has beside its moves, and what happens there in one sentence.

section-TB = The table
    .about = Rules that are the same for every game.

## Roles, rulings, results

role-seat = seat
role-scribe = scribe
role-arbiter = arbiter
role-host = host
role-spectator = spectator
verdict-upheld = upheld
verdict-dismissed = dismissed
remedy-stand = what was done stands
remedy-perform = what was left out is done
remedy-penalty = a penalty is paid
remedy-back = play goes back
remedy-end = the match ends
result-win = a win
result-shared = a shared win
result-no-result = no result
ending-played = played to the end
ending-adjudicated = by ruling
ending-forfeit = by forfeit
code-illegal-move = against the rules
code-not-awaited = out of turn
code-needs-tell = too early to judge
code-invalid = impossible
code-no-known-rule = no known rule
answer-yes = yes
answer-no = no
answer-cannot-tell = cannot be told
contradiction-place = place
contradiction-set = set of pieces

## Commands

command-open = Open the match
    .about = The table is laid, and the match begins.
command-table-note = Make a note
    .about = Everybody at the table can read it.
    .text = Note
    .about_ = About decision
command-table-contribute = Contribute to chance
    .about = Commits the own seat to 32 bytes at random, which nobody else knows yet.
    .commitment = Commitment
    .commitment-about = SHA-256, in hex.
command-table-open-contribution = Open the contribution
    .about = Opens the bytes that the own seat has committed itself to.
    .value = Bytes
    .value-about = In hex.
command-table-take-back = Take back
    .about = Takes back decisions of one seat, at once or when those concerned agree.
    .decision = Decision
    .reason = Reason
    .also = Also
    .also-about = Further decisions of the same seat that are taken back with it.
command-table-consent = Answer a request
    .about = Agrees to what shall be taken back, or refuses it; whoever has asked can withdraw the request.
    .agree = Agree
    .reason = Reason
command-table-tell = Tell
    .about = Tells what the match waits for: what is in a place, in which part it lies, or how much it is.
    .place = Place
    .things = Things
    .part = Part
command-table-identify = Identify
    .about = Says what the unknown things in a place are, or how much it is, where nothing waits for it.
    .place = Place
    .things = Things
    .part = Part
command-table-missing = Pieces are missing
    .about = Says that the set lacks pieces.
    .things = Things
    .place = Missing from
    .place-about = Without it, they are missing from what is unknown.
command-table-confirm = Confirm the end
    .about = The end that is proposed in a recorded match is its end.
command-table-assert = Say what is true
    .about = Says what is on the table now, and holds it against the record. It changes nothing.
    .at = Where
    .at-about = A JSON pointer into one's own view.
    .is = What is there
command-table-abandon = Give up the match
    .about = The match ends without a result.
    .reason = Reason
command-table-close = Close the record
    .about = Nothing can be added any more.
    .reason = Reason
command-table-replace-token = Replace a token
    .about = The earlier token is void, and there is a new one, unless it is only revoked.
    .role = Role
    .revoke = Only revoke
    .revoke-about = There is no new token.
    .reason = Reason
command-table-leave = Leave the table
    .about = Nobody sits at the seat any more. Whose turn it is stays the same.
    .reason = Reason
command-table-substitute = Somebody sits down
    .about = Says who sits at an empty seat from now on, and gives them a link of their own; or corrects a name.
    .name = Name
    .correction = Only correct the name
    .correction-about = The same person sits there, and was named wrongly.
command-table-amend = Correct the record
    .about = Replaces, removes or inserts decisions, or restores the record as it was.
    .changes = Changes
    .restore = Restore
    .restore-about = The version at which the record was as it shall be again.
    .reason = Reason
command-table-reveal = Fill in
    .about = Fills in what was unknown in a decision.
    .decision = Decision
    .command = What was decided
command-table-accuse = Accuse
    .about = Says that a seat has broken a rule.
    .accused = Who
    .rule = Rule
    .decisions = Decisions
    .decisions-about = The decisions that show it.
    .reason = Reason
command-table-remind = Remind
    .about = Reminds a seat of a step that it has left out.
    .reminded = Who
    .step = Step
command-table-freeze = Stop the match
    .about = Nothing is played until it goes on.
    .reason = Reason
command-table-resume = Let the match go on
    .about = A match that was stopped goes on.
    .reason = Reason
command-table-rule = Rule
    .about = Decides on an accusation, on an appeal, or on what happened at the table.
    .verdict = Verdict
    .about_ = On decision
    .about_-about = The accusation, the appeal or the decision that it is about.
    .rule = Rule
    .remedy = Remedy
    .before = Back to before
    .offender = Who has to
    .offender-about = Who makes up for a step, or pays.
    .step = Step
    .result = Result
    .winners = Winners
    .forfeits = Forfeited by
    .reverses = Reverses
    .reverses-about = The earlier ruling that is undone.
    .call = Call
    .call-about = The call that is over with this ruling.
    .reason = Reason
command-table-appeal = Appeal
    .about = Asks for another look at a ruling.
    .ruling = Ruling
    .reason = Reason
command-table-call = Call the arbiter
    .about = Asks an arbiter to come.
    .reason = Reason
    .about_ = About decision
command-table-attend = Attend to a call
    .about = An arbiter comes, or says that it is done.
    .call = Call
    .done = It is done
command-table-countersign = Countersign the board
    .about = Says that the board is the one on the table, as far as it is shown to the sender.
    .line = After decision
    .root = Root
    .root-about = The root of the tree up to there, which the sender has kept.
command-table-stall = Nobody can act
    .about = The service notices it; nobody sends it.
command-table-sign = Sign the result
    .about = Signs the result of a match that is over.
    .reason = Reason

## What can be done now

do-table-contribute = Contribute to chance
do-table-open-contribution = Open your contribution to chance
do-table-consent = { $actor-told ->
    [yes] { $actor }: { $agree ->
        [yes] agree
       *[no] refuse
    }
   *[no] { $agree ->
        [yes] Agree that it is taken back
       *[no] Refuse that it is taken back
    }
}
do-table-confirm = Confirm the end
do-table-sign = Sign the result
do-table-resume = Let the match go on
do-table-countersign = Countersign the board: it is the one on the table
do-table-attend = { $done-told ->
    [yes] Say that the call in decision { $call } is done
   *[no] Attend to the call in decision { $call }
}
do-table-tell = { $amount-told ->
    [yes] Tell how much is in { $place }: { $amount }
   *[no] { $part-told ->
        [yes] Tell in which part of { $place } something lies: { $part }
       *[no] Tell what is in { $place }
    }
}
do-table-identify = { $amount-told ->
    [yes] Tell how much is in { $place }: { $amount }
   *[no] { $part-told ->
        [yes] Tell in which part of { $place } something lies: { $part }
       *[no] Tell what is in { $place }
    }
}
do-table-rule = { $result-id ->
    [win] End the match; who wins is { $winners }
    [shared] End the match; who shares the win is { $winners }
   *[no-result] End the match without a result
}

## What happened

on-decision = { $about-told ->
    [yes] { " " }on decision { $about }
   *[no] { "" }
}
with-reason = { $reason-told ->
    [yes] { " " }“{ $reason }”
    [erased] { " " }The reason was erased.
   *[no] { "" }
}
decided-by = { $outcome-tie-count ->
    [0] { "" }
   *[other] { " " }It was decided by { $outcome-tie }.
}
who-won = { $outcome-result-id ->
    [win] { $outcome-winners } wins.
    [shared] { $outcome-winners } win together.
   *[no-result] Nobody wins.
}{ decided-by }{ $outcome-forfeits-count ->
    [0] { "" }
    [one] { " " }{ $outcome-forfeits } forfeits.
   *[other] { " " }{ $outcome-forfeits } forfeit.
}

did-open = The match begins.
did-table-note = { $text-told ->
    [yes] { $actor } notes{ on-decision }: “{ $text }”
   *[erased] { $actor } made a note{ on-decision }; it was erased.
}
did-ContributionsAsked = Before anything is drawn, every seat contributes to chance.
did-table-contribute = { $actor } contributes to chance.
did-OpeningsAsked = All have contributed: now each opens their contribution.
did-table-open-contribution = { $actor } opens their contribution to chance.
did-ChanceJoined = Chance is joint: nobody has chosen what will be drawn.
did-table-take-back = { $first-fact ->
    [ConsentAsked] { $actor } would like to take back { taken-back }.
   *[other] { $actor } takes back { taken-back }.
}{ with-reason }
taken-back = { $also-count ->
    [0] decision { $decision }
    [one] decisions { $decision } and { $also }
   *[other] decisions { $decision }, { $also }
}
did-ConsentAsked = { $seats-count ->
    [one] { $seats } has to agree.
   *[other] { $seats } have to agree.
}
in-place-of = { $who }, in the place of { $seat },
did-table-consent = { $first-fact ->
    [ConsentGiven] { $actor } agrees.
    [ConsentRefused] { $actor } refuses: everything stays as it is.
   *[RequestWithdrawn] { $actor } withdraws the request.
}{ with-reason }
did-RequestGranted = Everybody who was asked has agreed.
did-RequestDropped = What should be taken back is not asked for any more.
did-table-tell = { $actor } tells what is in { $place }.
did-table-identify = { $actor } says what is in { $place }.
did-PlaceTold = { $things-told ->
    [yes] It holds { $things }.
   *[hidden] { "" }
}
did-PartTold = { $things-told ->
    [yes] Part { $part } holds { $things }.
   *[hidden] { "" }
}
did-PurseTold = { $amount-told ->
    [yes] It holds { $amount }.
   *[hidden] { "" }
}
did-Discrepancy = { $of-id ->
    [set] The record cannot be right: the set has fewer pieces of that kind.
   *[place] The record cannot be right about { $place }.
}{ $things-told ->
    [yes] { $things-count ->
        [0] { "" }
       *[other] { " " }Named: { $things }.
    }
   *[hidden] { "" }
}{ $appeared ->
    [0] { "" }
    [one] { " " }{ $appeared } piece more comes out than lies there.
   *[other] { " " }{ $appeared } pieces more come out than lie there.
}
did-PurseOverspent = { $amount-told ->
    [yes] The record cannot be right: { $amount } more comes out of { $place } than is there.
   *[hidden] The record cannot be right: more comes out of { $place } than is there.
}
did-table-missing = { $place-told ->
    [yes] { $actor } says what is missing from { $place }: { $things }.
   *[no] { $actor } says what is missing from the set: { $things }.
}
did-table-confirm = { $actor } confirms the end.
did-MatchEnded = { who-won }
did-EndProposed = By the rules the match is over. { who-won } The end has to be confirmed.
did-table-assert = { "" }
did-Asserted = { $at-told ->
    [yes] { $by } says what is true: { $at } “{ $is }”. { $holds-id ->
        [yes] So it is in the record.
        [no] The record says otherwise.
       *[cannot-tell] The record cannot tell.
    }{ $suspects-count ->
        [0] { "" }
        [one] { " " }It changed there in decision { $suspects }.
       *[other] { " " }It changed there in decisions { $suspects }.
    }
   *[hidden] { $by } says what is true on the table.
}
did-table-abandon = { $actor } gives up the match: it ends without a result.{ with-reason }
did-MatchAbandoned = { $missing-count ->
    [0] { "" }
    [one] { $missing } was missing.
   *[other] { $missing } were missing.
}
did-table-close = { $actor } closes the record.{ with-reason }
did-table-replace-token = { $revoke ->
    [yes] { $actor } revokes the token of { token-of }.
   *[no] { $actor } replaces the token of { token-of }.
}{ with-reason }
did-TokenReplaced = { $own-told ->
    [yes] Nobody else has the new one.
   *[no] { "" }
}
did-table-leave = { $actor-own ->
    [yes] { $seat } has left the table.
   *[no] { $actor } says that { $seat } has left the table.
}{ with-reason }
did-table-substitute = { $correction ->
    [yes] { $actor } corrects a name: { $name }.
   *[no] { $name } sits in the place of { $seat } from now on.
}
token-of = { $seat-told ->
    [yes] { $seat }
   *[no] the { $role }
}
did-table-amend = { $restore-told ->
    [yes] { $actor } restores the record as it was at version { $restore }.
   *[no] { $actor } corrects the record.
}{ with-reason }
    .in-full = { did-table-amend }{ $changes-replace-count ->
        [0] { "" }
        [one] { " " }Another decision stands for { $changes-replace }.
       *[other] { " " }Other decisions stand for { $changes-replace }.
    }{ $changes-remove-count ->
        [0] { "" }
        [one] { " " }Decision { $changes-remove } is taken out.
       *[other] { " " }Decisions { $changes-remove } are taken out.
    }{ $changes-insert-count ->
        [0] { "" }
       *[other] { " " }Something is put in after { $changes-insert }.
    }
did-table-reveal = { $actor } fills in what was unknown in decision { $decision }.
did-LineChanged = { $changes-struck-count ->
    [0] { "" }
    [one] Decision { $changes-struck } is struck.
   *[other] Decisions { $changes-struck } are struck.
}{ $changes-replaced-count ->
    [0] { "" }
    [one] { " " }Decision { $changes-replaced } comes out differently.
   *[other] { " " }Decisions { $changes-replaced } come out differently.
}
    .in-full = { $changes-struck-count ->
        [0] { "" }
        [one] Decision { $changes-struck-why } is struck.
       *[other] Decisions { $changes-struck-why } are struck.
    }{ $changes-replaced-count ->
        [0] { "" }
        [one] { " " }Decision { $changes-replaced-why } comes out differently.
       *[other] { " " }Decisions { $changes-replaced-why } come out differently.
    }{ $changes-stands-count ->
        [0] { "" }
        [one] { " " }Decision { $changes-stands-why } stands as it was decided.
       *[other] { " " }Decisions { $changes-stands-why } stand as they were decided.
    }{ $changes-count ->
        [0] From decision { $start } on nothing else changes.
       *[other] { "" }
    }
why-rule = { $decisions } (against the rule { $rule })
why-after = { $decisions } (does not follow decision { $after } any more)
in-decision = Decision { $decision }: { $said }
did-table-accuse = { $rule-told ->
    [yes] { $actor } says that { $accused } has broken the rule { $rule }.
   *[no] { $actor } says that { $accused } has broken a rule.
}{ $decisions-count ->
    [0] { "" }
    [one] { " " }Decision { $decisions } shows it.
   *[other] { " " }Decisions { $decisions } show it.
}{ with-reason }
did-table-remind = { $step-told ->
    [yes] { $actor } reminds { $reminded } of what was left out: { $step }.
   *[no] { $actor } reminds { $reminded } of what was left out.
}
did-table-freeze = { $actor } stops the match.{ with-reason }
did-table-resume = { $actor } lets the match go on.{ with-reason }
did-table-rule = { $actor } rules{ on-decision }{ $rule-told ->
    [yes] { " " }({ $rule })
   *[no] { "" }
}: { $verdict }.{ $remedy-id ->
    [stand] { " " }What was done stands.
    [perform] { $step-told ->
        [yes] { " " }{ $offender } has to do what was left out: { $step }.
       *[no] { " " }{ $offender } has to do what was left out.
    }
    [penalty] { " " }{ $offender } pays a penalty.
    [back] { " " }Play goes back to before decision { $before }.
    [end] { " " }The match ends.
   *[none] { "" }
}{ $reverses-told ->
    [yes] { " " }The ruling in decision { $reverses } is undone.
   *[no] { "" }
}{ $call-told ->
    [yes] { " " }The call in decision { $call } is over.
   *[no] { "" }
}{ with-reason }
did-table-appeal = { $actor } asks for another look at the ruling in decision { $ruling }.{ with-reason }
did-table-call = { $reason-told ->
    [yes] { $actor } calls for the arbiter{ on-decision }: “{ $reason }”
   *[erased] { $actor } called for the arbiter{ on-decision }; the reason was erased.
}
did-table-attend = { $done ->
    [yes] { $actor } says that the call in decision { $call } is done.
   *[no] { $actor } attends to the call in decision { $call }.
}
did-table-countersign = { $actor } countersigns the board after decision { $line }.
did-CountersignaturesLapsed = { $seats-count ->
    [0] { "" }
    [one] The countersignature of { $seats } lapses.
   *[other] The countersignatures of { $seats } lapse.
}{ $scribe ->
    [yes] { " " }The scribe’s word lapses.
   *[no] { "" }
}
did-table-stall = Nobody is able to act.
did-table-sign = { $actor } signs the result.{ with-reason }
did-Irregular = { $rule-told ->
    [yes] This breaks the rule { $rule } and stays.
   *[no] { $code-id ->
        [not-awaited] This comes out of turn and stays.
        [no-known-rule] This is irregular and stays; no known rule is broken.
       *[other] This is irregular and stays.
    }
}{ $note-told ->
    [yes] { " " }“{ $note }”
    [erased] { " " }The note on it was erased.
   *[no] { "" }
}
    .in-full = { did-Irregular } Let stand by: { $let_stand } ({ $code }).
did-IrregularOutOfSight = { $breach-told ->
    [yes] { $breach-rule-count ->
        [0] As its own seat sees it: { $breach-code }.
       *[other] As its own seat sees it, it breaks the rule { $breach-rule }.
    }
   *[hidden] { "" }
}

## How a match stands

status-playing = being played
status-frozen = stopped
status-stalled = nobody can act
status-finished = finished
status-abandoned = given up
awaits-seats = waits for { $seats }
awaits-consent = { $seats-count ->
    [one] waits until { $seats } agrees or refuses
   *[other] waits until { $seats } agree or refuse
}
awaits-commitment = waits for { $seats } to contribute to chance
awaits-value = { $seats-count ->
    [one] waits for { $seats } to open their contribution to chance
   *[other] waits for { $seats } to open their contributions to chance
}
awaits-chance = waits for chance
awaits-table = goes on by itself
awaits-tell = waits to be told: { $places }
awaits-end = waits until somebody confirms the end
awaits-nobody = waits for nobody
stands-playing = The match { $awaits }.
stands-frozen = The match is stopped.
stands-stalled = { $empty-count ->
    [0] Nobody is able to act: the match waits for a ruling.
   *[other] Nobody sits in the place of { $empty } any more: the match waits for a substitute or a ruling.
}
stands-finished = The match is over. { who-won }
stands-abandoned = The match was given up.

## Facts

fact-Awaited = Who must decide
    .who = Who
    .due = What follows
    .due-about = What chance is asked for, or what follows by itself.
fact-MatchEnded = Match ended
    .outcome = Outcome
fact-EndProposed = End proposed
    .outcome = Outcome
fact-MatchAbandoned = Match given up
    .missing = Missing
fact-MatchClosed = Record closed
fact-TokenReplaced = Token replaced
    .role = Role
    .number = Number
    .revoked = Revoked
    .own = Own
    .own-about = The seat has replaced it itself: nobody else was given it.
fact-SeatLeft = Seat left
fact-SeatTaken = Seat taken
    .decision = Named in
    .decision-about = The decision that says the name.
fact-NameCorrected = Name corrected
    .decision = Named in
    .decision-about = The decision that says the name.
fact-NoteMade = Note made
    .about_ = About decision
fact-PlaceTold = Things told
    .place = Place
    .seats = Who may look there
    .things = Things
fact-PartTold = Part told
    .place = Place
    .seats = Who is told
    .part = Part
    .things = Things
fact-PurseTold = Amount told
    .place = Place
    .seats = Who may look there
fact-Discrepancy = Contradiction
    .about = By counting, the record cannot be true; what follows is written down all the same.
    .place = Place
    .seats = Who may look there
    .things = Things
    .appeared = Too many
    .appeared-about = How many more come out than lie there.
    .of = Of
fact-PurseOverspent = Too much spent
    .about = By counting, the record cannot be true: more comes out than is there.
    .place = Place
    .seats = Who may look there
fact-PiecesMissing = Pieces missing
    .things = Things
    .place = Missing from
fact-Irregular = Irregular
    .about = What follows broke a rule and was let stand.
    .code = Why
    .let_stand = Let stand by
    .rule = Rule
    .note = Note
fact-IrregularOutOfSight = Irregular out of sight
    .about = Which rule was broken by what the acting seat alone sees.
    .seats = Who is told
    .breach = Breach
fact-Asserted = Said to be true
    .by = By
    .seats = Who is told
    .at = Where
    .is = What is there
    .holds = Holds
    .suspects = Changed in
    .suspects-about = Decisions since it last held at which the record changed there.
fact-LineChanged = Record changed
    .start = From
    .cause = By
    .changes = Changes
fact-ContributionsAsked = Contributions asked
    .seats = Who contributes
fact-ContributionMade = Contribution made
    .commitment = Commitment
fact-OpeningsAsked = Openings asked
    .seats = Who opens
fact-ContributionOpened = Contribution opened
    .value = Bytes
fact-ChanceJoined = Chance joined
    .joint = Joint value
fact-ConsentAsked = Consent asked
    .by = By
    .decisions = Decisions
    .seats = Who has to agree
fact-ConsentGiven = Consent given
fact-ConsentRefused = Consent refused
fact-RequestWithdrawn = Request withdrawn
fact-RequestGranted = Request granted
fact-RequestDropped = Request dropped
fact-Accused = Accused
    .by = By
    .accused = Who
    .rule = Rule
    .decisions = Decisions
fact-Reminded = Reminded
    .by = By
    .reminded = Who
    .step = Step
fact-MatchFrozen = Match stopped
fact-MatchResumed = Match goes on
fact-Ruled = Ruled
    .verdict = Verdict
    .about_ = On decision
    .disputed = Disputed
    .disputed-about = The first decision that it is about.
    .rule = Rule
    .remedy = Remedy
    .reverses = Reverses
fact-Appealed = Appealed
    .by = By
    .ruling = Ruling
fact-Called = Arbiter called
    .by = By
    .call = Call
    .about_ = About decision
fact-CallAttended = Call attended to
    .call = Call
fact-CallEnded = Call over
    .call = Call
fact-Countersigned = Countersigned
    .upto = Board after decision
    .line = Line
    .size = Decisions
    .by = By
    .own = Own link
fact-CountersignaturesLapsed = Countersignatures lapsed
    .seats = Of
    .scribe = The scribe’s
fact-MatchStalled = Nobody can act
fact-ResultSigned = Result signed
    .by = By

## Colours of seats

colour-red = red
colour-blue = blue
colour-green = green
colour-yellow = yellow
colour-black = black
colour-white = white
colour-orange = orange
colour-purple = purple

## On paper

paper-match = match
paper-date = date
paper-scribe = scribe
paper-arbiter = arbiter
paper-rules = rules
paper-mode = kind of match
paper-mode-hosted = played with the service
paper-mode-recorded = written down from a table
paper-opened = opened
paper-played-on = played on
paper-told-to = as told to
paper-told-to-public = everybody
paper-told-to-official = the officials
paper-at = after decision
paper-line = corrections until
paper-missing = missing from the set
paper-round = round
paper-table = chance and table
paper-until = to { $version }
paper-end = end
paper-result = Result
paper-not-confirmed = The end is proposed, and not yet confirmed.
paper-ending = How it ended: { $how }
paper-remarks = Corrections and remarks
paper-decision = decision
paper-by = by
paper-when = at
paper-what = what
paper-signed-scribe = Scribe
paper-signed-arbiter = Arbiter
paper-key = ? is not known to the viewer of this record; – is not there yet; struck through does not count any more; bold among what was done was decided again or put in; ! broke a rule and was let stand; ≠ cannot be by counting; a raised number names the decision that did it (see corrections and remarks)
