# What every game needs: lists and numbers, what is not told, who acts, and what is said of decisions and moves.

list = { $first } and { $last }
list-empty = nothing
counted = { $number } { $what }
counted-seat = { $seat } ({ $number })
each = { $of } { $value }
any-of = { $first } or { $last }
some-of = { $min ->
    [0] { $max ->
        [one] at most one of: { $options }
       *[other] at most { $max } of: { $options }
    }
   *[other] { $min } to { $max } of: { $options }
}
number-of = { $number } of: { $options }
from-to = { $min } to { $max }
any-text = …
list-then = { $first }, then { $then }
move-of-seat = { $seat }: { $move }

things-hidden = { $number ->
    [one] one thing that is not told
   *[other] { $number } things that are not told
}
things-unknown = { $number ->
    [one] one unknown thing
   *[other] { $number } unknown things
}
erased = (erased)

seat-unnamed = Seat { $number }
actor-chance = Chance
actor-table = The table
actor-host = The host
actor-scribe = The scribe
actor-arbiter = The arbiter
actor-spectator = A spectator

decision-plain = { $actor }: { $command }.
decision-faded = { $actor } decided: “{ $command }” (faded).
decision-struck = Struck: { $sentence }
decision-replaced = Corrected: { $sentence }
command-with = { $command } ({ $fields })
move-field = { $field }: { $value }

field-seat = Seat

seat-everyone = everyone

option-history = History
    .about = Whether what was seen stays readable, or fades after one's own next decision.
option-history-kept = stays readable
option-history-fading = fades
option-disclosure = Disclosure
    .about = Who may see everything when the match is over.
option-disclosure-full = everybody
option-disclosure-as-played = officials
option-chance = Chance
    .about = Whether the seed of chance may be known beforehand, or all seats contribute to it.
option-chance-secret = secret
option-chance-known = may be known
option-chance-joint = all contribute
option-sign-off = Signature
    .about = Whether an official has to sign the result before the record is closed.

field-amount = Amount
field-unknown = Unknown
field-parts = Parts
field-places = Places
field-purses = Purses

yes = yes
no = no
unknown = unknown
not-told = not told
things-untold = { $number ->
    [one] { $number } thing not told
   *[other] { $number } things not told
}
of-seat = { $what } ({ $seat })
count-there = number
member = { $title }: { $said }

# What may stand beside the fields of every command that is sent.
sent-seat = Seat
    .about = The seat that it is for, where that is not the token's own seat.
sent-occurred-at = Time at the table
    .about = When it happened at the table, as the scribe of a recorded match claims it.
sent-irregular = Irregular
    .about = It happened, though it may break a rule: a note says why it was let stand.
sent-irregular-note = Note
    .about = Why it was let stand.
sent-entered-by = Entered by
    .about = The name of the scribe or arbiter who enters it, where several share the token.
sent-declining = Declining
    .about = Offers that are due and cost nothing to decline were declined before it.

table = The table

fact-StepsDue = Steps due
    .steps = Steps
