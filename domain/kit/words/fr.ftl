# Ce qu'il faut à chaque jeu : listes et nombres, ce qui n'est pas dit, qui agit, et ce qui se dit des décisions.

list = { $first } et { $last }
list-empty = rien
counted = { $number } { $what }
counted-seat = { $seat } ({ $number })
each = { $of } { $value }
any-of = { $first } ou { $last }
some-of = { $min ->
    [0] { $max ->
        [one] au plus un parmi : { $options }
       *[other] au plus { $max } parmi : { $options }
    }
   *[other] de { $min } à { $max } parmi : { $options }
}
number-of = { $number } parmi : { $options }
from-to = { $min } à { $max }
any-text = …
list-then = { $first }, puis { $then }
move-of-seat = { $seat } : { $move }

things-hidden = { $number ->
    [one] une chose cachée
   *[other] { $number } choses cachées
}
things-unknown = { $number ->
    [one] une chose inconnue
   *[other] { $number } choses inconnues
}
erased = (effacé)

seat-unnamed = Place { $number }
actor-chance = Le hasard
actor-table = La table
actor-host = L'hôte
actor-scribe = Le scribe
actor-arbiter = L'arbitre
actor-spectator = Le public

decision-plain = { $actor } : { $command }.
decision-faded = { $actor } a décidé : « { $command } » (effacé).
decision-struck = Annulé : { $sentence }
decision-replaced = Corrigé : { $sentence }
command-with = { $command } ({ $fields })
move-field = { $field } : { $value }

field-seat = Place

seat-everyone = tout le monde

option-history = Historique
    .about = Si ce qui a été vu reste lisible, ou s'efface après sa propre décision suivante.
option-history-kept = reste lisible
option-history-fading = s'efface
option-disclosure = Divulgation
    .about = Qui peut tout voir une fois la partie finie.
option-disclosure-full = tout le monde
option-disclosure-as-played = les officiels
option-chance = Hasard
    .about = Si la graine du hasard peut être connue d'avance, ou si chaque place contribue au hasard.
option-chance-secret = secrète
option-chance-known = peut être connue
option-chance-joint = chaque place y contribue
option-sign-off = Signature
    .about = Si un officiel doit signer le résultat avant que le procès-verbal soit clos.

field-amount = Montant
field-unknown = Inconnu
field-parts = Parties
field-places = Lieux
field-purses = Bourses

yes = oui
no = non
unknown = inconnu
not-told = caché
things-untold = { $number ->
    [one] { $number } chose cachée
   *[other] { $number } choses cachées
}
of-seat = { $what } ({ $seat })
count-there = nombre
member = { $title } : { $said }

# Ce qui peut accompagner les champs de chaque commande.
sent-seat = Place
    .about = La place concernée, si ce n'est pas la sienne.
sent-occurred-at = Heure à la table
    .about = Quand cela s'est passé à la table, d'après le scribe.
sent-irregular = Irrégulier
    .about = Cela s'est passé, même si une règle est peut-être enfreinte : une note dit pourquoi c'est resté.
sent-irregular-note = Remarque
    .about = Pourquoi on l'a laissé.
sent-entered-by = Saisi par
    .about = Qui le saisit, si plusieurs scribes ou arbitres se partagent le jeton.
sent-declining = En renonçant
    .about = On avait renoncé avant aux offres en attente dont la perte ne coûte rien.

table = La table

fact-StepsDue = Étapes à venir
    .steps = Étapes
