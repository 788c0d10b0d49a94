# La table : ce que chaque jeu a en plus de ses coups, et ce qui s'y passe en une phrase.

section-TB = La table
    .about = Les règles qui sont les mêmes pour tous les jeux.

## Rôles, décisions, résultats

role-seat = place
role-scribe = scribe
role-arbiter = arbitre
role-host = hôte
role-spectator = public
verdict-upheld = accepté
verdict-dismissed = rejeté
remedy-stand = ce qui est fait reste
remedy-perform = ce qui a été oublié se fait
remedy-penalty = une pénalité est payée
remedy-back = on revient en arrière
remedy-end = la partie prend fin
result-win = une victoire
result-shared = une victoire partagée
result-no-result = sans résultat
ending-played = jouée jusqu'au bout
ending-adjudicated = par arbitrage
ending-forfeit = par forfait
code-illegal-move = contraire aux règles
code-not-awaited = hors de son tour
code-needs-tell = trop tôt pour juger
code-invalid = impossible
code-no-known-rule = aucune règle connue
answer-yes = oui
answer-no = non
answer-cannot-tell = on ne peut le dire
contradiction-place = lieu
contradiction-set = matériel de jeu

## Commandes

command-open = Ouvrir la partie
    .about = La table est mise, et la partie commence.
command-table-note = Noter
    .about = Toute la table peut lire la note.
    .text = Note
    .about_ = Sur la décision
command-table-contribute = Contribuer au hasard
    .about = Engage sa propre place sur 32 octets au hasard, que personne d'autre ne connaît encore.
    .commitment = Engagement
    .commitment-about = SHA-256, en hexadécimal.
command-table-open-contribution = Ouvrir sa contribution
    .about = Ouvre les octets sur lesquels sa propre place s'est engagée.
    .value = Octets
    .value-about = En hexadécimal.
command-table-take-back = Reprendre
    .about = Reprend des décisions d'une place, aussitôt ou quand les autres concernés sont d'accord.
    .decision = Décision
    .reason = Raison
    .also = Aussi
    .also-about = D'autres décisions de la même place, reprises avec elle.
command-table-consent = Répondre à une demande
    .about = Accepte ou refuse ce qui doit être repris ; qui a demandé peut retirer sa demande.
    .agree = Accepter
    .reason = Raison
command-table-tell = Dire
    .about = Dit ce que la partie attend : ce qu'il y a dans un lieu, dans quelle partie, ou combien.
    .place = Lieu
    .things = Contenu
    .part = Partie
command-table-identify = Préciser
    .about = Dit ce que sont les choses inconnues d'un lieu, ou combien il y a, là où rien ne l'attend.
    .place = Lieu
    .things = Contenu
    .part = Partie
command-table-missing = Des pièces manquent
    .about = Dit que des pièces manquent au jeu.
    .things = Pièces
    .place = Où elles manquent
    .place-about = Sans indication, elles manquent parmi ce qui est inconnu.
command-table-confirm = Confirmer la fin
    .about = La fin proposée d'une partie consignée est la sienne.
command-table-assert = Constater
    .about = Dit ce qui est vrai sur la table et le compare au procès-verbal. Cela ne change rien.
    .at = Où
    .at-about = Un pointeur JSON dans sa propre vue.
    .is = Ce qui s'y trouve
command-table-abandon = Abandonner la partie
    .about = La partie prend fin sans résultat.
    .reason = Raison
command-table-close = Clore le procès-verbal
    .about = Rien ne peut plus s'ajouter.
    .reason = Raison
command-table-replace-token = Remplacer un accès
    .about = L'accès précédent ne vaut plus ; il y en a un nouveau, sauf s'il est seulement retiré.
    .role = Rôle
    .revoke = Seulement retirer
    .revoke-about = Il n'y a pas de nouvel accès.
    .reason = Raison
command-table-leave = Quitter la table
    .about = Plus personne n'est assis à la place. Le tour de jeu ne change pas.
    .reason = Raison
command-table-substitute = Quelqu'un s'assied
    .about = Dit qui occupe désormais une place vide et donne un accès personnel ; ou corrige un nom.
    .name = Nom
    .correction = Seulement corriger le nom
    .correction-about = La même personne y est assise ; elle était mal nommée.
command-table-amend = Corriger le procès-verbal
    .about = Remplace, retire ou insère des décisions, ou rétablit le procès-verbal tel qu'il était.
    .changes = Changements
    .restore = Rétablir
    .restore-about = La version où le procès-verbal était tel qu'il doit redevenir.
    .reason = Raison
command-table-reveal = Compléter
    .about = Complète ce qui était inconnu dans une décision.
    .decision = Décision
    .command = Ce qui a été décidé
command-table-accuse = Accuser
    .about = Dit qu'une place a enfreint une règle.
    .accused = Qui
    .rule = Règle
    .decisions = Décisions
    .decisions-about = Les décisions qui le montrent.
    .reason = Raison
command-table-remind = Rappeler
    .about = Rappelle à une place une étape qu'elle a oubliée.
    .reminded = À qui
    .step = Étape
command-table-freeze = Arrêter la partie
    .about = On ne joue plus jusqu'à la reprise.
    .reason = Raison
command-table-resume = Reprendre la partie
    .about = Une partie arrêtée continue.
    .reason = Raison
command-table-rule = Trancher
    .about = Tranche une accusation, un appel ou ce qui s'est passé à la table.
    .verdict = Verdict
    .about_ = Sur la décision
    .about_-about = L'accusation, l'appel ou la décision dont il s'agit.
    .rule = Règle
    .remedy = Suite
    .before = Revenir avant
    .offender = Qui doit
    .offender-about = Qui rattrape une étape, ou paie.
    .step = Étape
    .result = Résultat
    .winners = Qui gagne
    .forfeits = Qui déclare forfait
    .reverses = Annule
    .reverses-about = La décision arbitrale antérieure qui est annulée.
    .call = Demande
    .call-about = La demande d'arbitre qui est réglée ainsi.
    .reason = Raison
command-table-appeal = Faire appel
    .about = Demande de revoir une décision arbitrale.
    .ruling = Décision arbitrale
    .reason = Raison
command-table-call = Demander l'arbitre
    .about = Demande à l'arbitre de venir.
    .reason = Raison
    .about_ = Sur la décision
command-table-attend = Venir à une demande
    .about = L'arbitre vient, ou dit que c'est réglé.
    .call = Demande
    .done = C'est réglé
command-table-countersign = Contresigner la position
    .about = Dit que la position est celle de la table, pour autant qu'elle soit montrée.
    .line = Après la décision
    .root = Racine
    .root-about = La racine de l'arbre jusque-là, telle qu'elle a été gardée.
command-table-stall = Personne ne peut agir
    .about = Le service le remarque ; personne ne l'envoie.
command-table-sign = Signer le résultat
    .about = Signe le résultat d'une partie finie.
    .reason = Raison

## Ce qu'on peut faire

do-table-contribute = Contribuer au hasard
do-table-open-contribution = Ouvrir sa contribution au hasard
do-table-consent = { $actor-told ->
    [yes] { $actor } : { $agree ->
        [yes] accepter
       *[no] refuser
    }
   *[no] { $agree ->
        [yes] Accepter que ce soit repris
       *[no] Refuser que ce soit repris
    }
}
do-table-confirm = Confirmer la fin
do-table-sign = Signer le résultat
do-table-resume = Reprendre la partie
do-table-countersign = Contresigner la position : c'est celle de la table
do-table-attend = { $done-told ->
    [yes] Dire que la demande { $call } est réglée
   *[no] Venir à la demande { $call }
}
do-table-tell = { $amount-told ->
    [yes] Dire combien il y a : { $place } ({ $amount })
   *[no] { $part-told ->
        [yes] Dire dans quelle partie se trouve le contenu : { $place } ({ $part })
       *[no] Dire ce qu'il y a : { $place }
    }
}
do-table-identify = { $amount-told ->
    [yes] Dire combien il y a : { $place } ({ $amount })
   *[no] { $part-told ->
        [yes] Dire dans quelle partie se trouve le contenu : { $place } ({ $part })
       *[no] Dire ce qu'il y a : { $place }
    }
}
do-table-rule = { $result-id ->
    [win] Finir la partie ; gagne { $winners }
    [shared] Finir la partie ; gagnent ensemble { $winners }
   *[no-result] Finir la partie sans résultat
}

## Ce qui s'est passé

on-decision = { $about-told ->
    [yes] { " " }sur la décision { $about }
   *[no] { "" }
}
with-reason = { $reason-told ->
    [yes] { " " }« { $reason } »
    [erased] { " " }La raison a été effacée.
   *[no] { "" }
}
decided-by = { $outcome-tie-count ->
    [0] { "" }
   *[other] { " " }Ce qui a décidé : { $outcome-tie }.
}
who-won = { $outcome-result-id ->
    [win] { $outcome-winners } gagne.
    [shared] { $outcome-winners } gagnent ensemble.
   *[no-result] Personne ne gagne.
}{ decided-by }{ $outcome-forfeits-count ->
    [0] { "" }
    [one] { " " }{ $outcome-forfeits } déclare forfait.
   *[other] { " " }{ $outcome-forfeits } déclarent forfait.
}

did-open = La partie commence.
did-table-note = { $text-told ->
    [yes] { $actor } note{ on-decision } : « { $text } »
   *[erased] La note{ on-decision } a été effacée ({ $actor }).
}
did-ContributionsAsked = Avant tout tirage, chaque place contribue au hasard.
did-table-contribute = { $actor } contribue au hasard.
did-OpeningsAsked = Toutes les places ont contribué : chacune ouvre maintenant sa contribution.
did-table-open-contribution = { $actor } ouvre sa contribution au hasard.
did-ChanceJoined = Le hasard est commun : personne n'a choisi ce qui sera tiré.
did-table-take-back = { $first-fact ->
    [ConsentAsked] { $actor } voudrait reprendre { taken-back }.
   *[other] { $actor } reprend { taken-back }.
}{ with-reason }
taken-back = { $also-count ->
    [0] la décision { $decision }
    [1] les décisions { $decision } et { $also }
   *[other] les décisions { $decision }, { $also }
}
did-ConsentAsked = { $seats-count ->
    [one] { $seats } doit donner son accord.
   *[other] { $seats } doivent donner leur accord.
}
in-place-of = { $who }, à la place de { $seat },
did-table-consent = { $first-fact ->
    [ConsentGiven] { $actor } accepte.
    [ConsentRefused] { $actor } refuse : tout reste en l'état.
   *[RequestWithdrawn] { $actor } retire la demande.
}{ with-reason }
did-RequestGranted = Toutes les places sollicitées ont accepté.
did-RequestDropped = La demande de reprise tombe.
did-table-tell = { $actor } dit ce qu'il y a : { $place }.
did-table-identify = { $actor } précise ce qu'il y a : { $place }.
did-PlaceTold = { $things-told ->
    [yes] On y trouve { $things }.
   *[hidden] { "" }
}
did-PartTold = { $things-told ->
    [yes] Dans la partie { $part } : { $things }.
   *[hidden] { "" }
}
did-PurseTold = { $amount-told ->
    [yes] Il y a { $amount }.
   *[hidden] { "" }
}
did-Discrepancy = { $of-id ->
    [set] Le procès-verbal ne peut pas être juste : le jeu n'a pas autant de ces pièces.
   *[place] Le procès-verbal ne peut pas être juste pour : { $place }.
}{ $things-told ->
    [yes] { $things-count ->
        [0] { "" }
       *[other] { " " }On nomme { $things }.
    }
   *[hidden] { "" }
}{ $appeared ->
    [0] { "" }
    [one] { " " }Il en sort { $appeared } pièce de trop.
   *[other] { " " }Il en sort { $appeared } pièces de trop.
}
did-PurseOverspent = { $amount-told ->
    [yes] Le procès-verbal ne peut pas être juste pour : { $place }. Il en sort { $amount } de trop.
   *[hidden] Le procès-verbal ne peut pas être juste pour : { $place }. Il en sort trop.
}
did-table-missing = { $place-told ->
    [yes] { $actor } constate ce qui manque ({ $place }) : { $things }.
   *[no] { $actor } constate ce qui manque au jeu : { $things }.
}
did-table-confirm = { $actor } confirme la fin.
did-MatchEnded = { who-won }
did-EndProposed = D'après les règles, la partie est finie. { who-won } La fin est à confirmer.
did-table-assert = { "" }
did-Asserted = { $at-told ->
    [yes] { $by } constate ce qui est vrai : { $at } « { $is } ». { $holds-id ->
        [yes] C'est bien au procès-verbal.
        [no] Le procès-verbal dit autre chose.
       *[cannot-tell] Le procès-verbal ne peut le dire.
    }{ $suspects-count ->
        [0] { "" }
        [one] { " " }Cela y a changé à la décision { $suspects }.
       *[other] { " " }Cela y a changé aux décisions { $suspects }.
    }
   *[hidden] { $by } constate ce qui est vrai sur la table.
}
did-table-abandon = { $actor } abandonne la partie : elle prend fin sans résultat.{ with-reason }
did-MatchAbandoned = { $missing-count ->
    [0] { "" }
   *[other] Il a manqué : { $missing }.
}
did-table-close = { $actor } clôt le procès-verbal.{ with-reason }
did-table-replace-token = { $revoke ->
    [yes] { $actor } retire l'accès : { token-of }.
   *[no] { $actor } remplace l'accès : { token-of }.
}{ with-reason }
did-TokenReplaced = { $own-told ->
    [yes] Personne d'autre n'a le nouveau.
   *[no] { "" }
}
did-table-leave = { $actor-own ->
    [yes] { $seat } a quitté la table.
   *[no] { $actor } dit que { $seat } a quitté la table.
}{ with-reason }
did-table-substitute = { $correction ->
    [yes] { $actor } corrige un nom : { $name }.
   *[no] { $name } occupe désormais la place de { $seat }.
}
token-of = { $seat-told ->
    [yes] { $seat }
   *[no] { $role }
}
did-table-amend = { $restore-told ->
    [yes] { $actor } rétablit le procès-verbal tel qu'il était à la version { $restore }.
   *[no] { $actor } corrige le procès-verbal.
}{ with-reason }
    .in-full = { did-table-amend }{ $changes-replace-count ->
        [0] { "" }
        [one] { " " }La décision { $changes-replace } est remplacée.
       *[other] { " " }Les décisions { $changes-replace } sont remplacées.
    }{ $changes-remove-count ->
        [0] { "" }
        [one] { " " }La décision { $changes-remove } est retirée.
       *[other] { " " }Les décisions { $changes-remove } sont retirées.
    }{ $changes-insert-count ->
        [0] { "" }
       *[other] { " " }On insère quelque chose après { $changes-insert }.
    }
did-table-reveal = { $actor } complète ce qui était inconnu dans la décision { $decision }.
did-LineChanged = { $changes-struck-count ->
    [0] { "" }
    [one] La décision { $changes-struck } est annulée.
   *[other] Les décisions { $changes-struck } sont annulées.
}{ $changes-replaced-count ->
    [0] { "" }
    [one] { " " }La décision { $changes-replaced } donne autre chose.
   *[other] { " " }Les décisions { $changes-replaced } donnent autre chose.
}
    .in-full = { $changes-struck-count ->
        [0] { "" }
        [one] La décision { $changes-struck-why } est annulée.
       *[other] Les décisions { $changes-struck-why } sont annulées.
    }{ $changes-replaced-count ->
        [0] { "" }
        [one] { " " }La décision { $changes-replaced-why } donne autre chose.
       *[other] { " " }Les décisions { $changes-replaced-why } donnent autre chose.
    }{ $changes-stands-count ->
        [0] { "" }
        [one] { " " }La décision { $changes-stands-why } reste telle qu'elle a été prise.
       *[other] { " " }Les décisions { $changes-stands-why } restent telles qu'elles ont été prises.
    }{ $changes-count ->
        [0] À partir de la décision { $start }, rien d'autre ne change.
       *[other] { "" }
    }
why-rule = { $decisions } (contre la règle { $rule })
why-after = { $decisions } (ne suit plus la décision { $after })
in-decision = Décision { $decision } : { $said }
did-table-accuse = { $rule-told ->
    [yes] { $actor } accuse { $accused } d'avoir enfreint la règle { $rule }.
   *[no] { $actor } accuse { $accused } d'avoir enfreint une règle.
}{ $decisions-count ->
    [0] { "" }
    [one] { " " }La décision { $decisions } le montre.
   *[other] { " " }Les décisions { $decisions } le montrent.
}{ with-reason }
did-table-remind = { $step-told ->
    [yes] { $actor } rappelle à { $reminded } un oubli : { $step }.
   *[no] { $actor } rappelle à { $reminded } un oubli.
}
did-table-freeze = { $actor } arrête la partie.{ with-reason }
did-table-resume = { $actor } reprend la partie.{ with-reason }
did-table-rule = { $actor } tranche{ on-decision }{ $rule-told ->
    [yes] { " " }({ $rule })
   *[no] { "" }
} : { $verdict }.{ $remedy-id ->
    [stand] { " " }Ce qui est fait reste.
    [perform] { $step-told ->
        [yes] { " " }{ $offender } doit rattraper un oubli : { $step }.
       *[no] { " " }{ $offender } doit rattraper un oubli.
    }
    [penalty] { " " }{ $offender } paie une pénalité.
    [back] { " " }On revient avant la décision { $before }.
    [end] { " " }La partie prend fin.
   *[none] { "" }
}{ $reverses-told ->
    [yes] { " " }La décision arbitrale { $reverses } est annulée.
   *[no] { "" }
}{ $call-told ->
    [yes] { " " }La demande { $call } est réglée.
   *[no] { "" }
}{ with-reason }
did-table-appeal = { $actor } demande de revoir la décision arbitrale { $ruling }.{ with-reason }
did-table-call = { $reason-told ->
    [yes] { $actor } demande l'arbitre{ on-decision } : « { $reason } »
   *[erased] L'arbitre a été demandé{ on-decision } ({ $actor }) ; la raison a été effacée.
}
did-table-attend = { $done ->
    [yes] { $actor } dit que la demande { $call } est réglée.
   *[no] { $actor } vient à la demande { $call }.
}
did-table-countersign = { $actor } contresigne la position après la décision { $line }.
did-CountersignaturesLapsed = { $seats-count ->
    [0] { "" }
    [one] Le contreseing de { $seats } n'est plus valable.
   *[other] Les contreseings de { $seats } ne sont plus valables.
}{ $scribe ->
    [yes] { " " }Celui du scribe n'est plus valable.
   *[no] { "" }
}
did-table-stall = Personne ne peut agir.
did-table-sign = { $actor } signe le résultat.{ with-reason }
did-Irregular = { $rule-told ->
    [yes] Cela enfreint la règle { $rule } et reste.
   *[no] { $code-id ->
        [not-awaited] C'est hors de son tour et cela reste.
        [no-known-rule] C'est irrégulier et cela reste ; aucune règle connue n'est enfreinte.
       *[other] C'est irrégulier et cela reste.
    }
}{ $note-told ->
    [yes] { " " }« { $note } »
    [erased] { " " }La remarque a été effacée.
   *[no] { "" }
}
    .in-full = { did-Irregular } Toléré par : { $let_stand } ({ $code }).
did-IrregularOutOfSight = { $breach-told ->
    [yes] { $breach-rule-count ->
        [0] Vu de sa propre place : { $breach-code }.
       *[other] Vu de sa propre place, cela enfreint la règle { $breach-rule }.
    }
   *[hidden] { "" }
}

## Où en est une partie

status-playing = en cours
status-frozen = arrêtée
status-stalled = personne ne peut agir
status-finished = finie
status-abandoned = abandonnée
awaits-seats = attend { $seats }
awaits-consent = attend un accord ou un refus : { $seats }
awaits-commitment = attend la contribution au hasard : { $seats }
awaits-value = attend l'ouverture de la contribution au hasard : { $seats }
awaits-chance = attend le hasard
awaits-table = continue d'elle-même
awaits-tell = attend qu'on dise ce qu'il y a : { $places }
awaits-end = attend que la fin soit confirmée
awaits-nobody = n'attend personne
stands-playing = La partie { $awaits }.
stands-frozen = La partie est arrêtée.
stands-stalled = { $empty-count ->
    [0] Personne ne peut agir : la partie attend un arbitrage.
   *[other] Plus personne n'occupe la place de { $empty } : la partie attend un remplaçant ou un arbitrage.
}
stands-finished = La partie est finie. { who-won }
stands-abandoned = La partie a été abandonnée.

## Faits

fact-Awaited = Qui doit décider
    .who = Qui
    .due = Ce qui suit
    .due-about = Ce qu'on demande au hasard, ou ce qui suit de soi-même.
fact-MatchEnded = Partie finie
    .outcome = Issue
fact-EndProposed = Fin proposée
    .outcome = Issue
fact-MatchAbandoned = Partie abandonnée
    .missing = Ont manqué
fact-MatchClosed = Procès-verbal clos
fact-TokenReplaced = Accès remplacé
    .role = Rôle
    .number = Numéro
    .revoked = Retiré
    .own = Propre
    .own-about = La place l'a remplacé elle-même : personne d'autre ne l'a reçu.
fact-SeatLeft = Place quittée
fact-SeatTaken = Place occupée
    .decision = Nommé dans
    .decision-about = La décision qui donne le nom.
fact-NameCorrected = Nom corrigé
    .decision = Nommé dans
    .decision-about = La décision qui donne le nom.
fact-NoteMade = Note faite
    .about_ = Sur la décision
fact-PlaceTold = Contenu dit
    .place = Lieu
    .seats = Qui peut y regarder
    .things = Contenu
fact-PartTold = Partie dite
    .place = Lieu
    .seats = Qui l'apprend
    .part = Partie
    .things = Contenu
fact-PurseTold = Montant dit
    .place = Lieu
    .seats = Qui peut y regarder
fact-Discrepancy = Contradiction
    .about = À compter, le procès-verbal ne peut pas être juste ; la suite est consignée quand même.
    .place = Lieu
    .seats = Qui peut y regarder
    .things = Contenu
    .appeared = De trop
    .appeared-about = Combien il en sort de plus qu'il ne s'y trouve.
    .of = Porte sur
fact-PurseOverspent = Trop dépensé
    .about = À compter, le procès-verbal ne peut pas être juste : il sort plus qu'il n'y a.
    .place = Lieu
    .seats = Qui peut y regarder
fact-PiecesMissing = Pièces manquantes
    .things = Pièces
    .place = Où elles manquent
fact-Irregular = Irrégulier
    .about = Ce qui suit a enfreint une règle, et on l'a laissé.
    .code = Pourquoi
    .let_stand = Laissé par
    .rule = Règle
    .note = Remarque
fact-IrregularOutOfSight = Irrégulier hors de vue
    .about = La règle enfreinte d'après ce que la place qui agit est seule à voir.
    .seats = Qui l'apprend
    .breach = Infraction
fact-Asserted = Constaté
    .by = Par
    .seats = Qui l'apprend
    .at = Où
    .is = Ce qui s'y trouve
    .holds = Vrai
    .suspects = Changé à
    .suspects-about = Les décisions depuis lesquelles le procès-verbal y a changé.
fact-LineChanged = Procès-verbal changé
    .start = À partir de
    .cause = Par
    .changes = Changements
fact-ContributionsAsked = Contributions demandées
    .seats = Qui contribue
fact-ContributionMade = Contribution faite
    .commitment = Engagement
fact-OpeningsAsked = Ouvertures demandées
    .seats = Qui ouvre
fact-ContributionOpened = Contribution ouverte
    .value = Octets
fact-ChanceJoined = Hasard commun
    .joint = Valeur commune
fact-ConsentAsked = Accord demandé
    .by = Par
    .decisions = Décisions
    .seats = Qui doit accepter
fact-ConsentGiven = Accord donné
fact-ConsentRefused = Accord refusé
fact-RequestWithdrawn = Demande retirée
fact-RequestGranted = Demande acceptée
fact-RequestDropped = Demande tombée
fact-Accused = Accusation
    .by = Par
    .accused = Qui
    .rule = Règle
    .decisions = Décisions
fact-Reminded = Rappel
    .by = Par
    .reminded = À qui
    .step = Étape
fact-MatchFrozen = Partie arrêtée
fact-MatchResumed = Partie reprise
fact-Ruled = Tranché
    .verdict = Verdict
    .about_ = Sur la décision
    .disputed = Contesté
    .disputed-about = La première décision dont il s'agit.
    .rule = Règle
    .remedy = Suite
    .reverses = Annule
fact-Appealed = Appel
    .by = Par
    .ruling = Décision arbitrale
fact-Called = Arbitre demandé
    .by = Par
    .call = Demande
    .about_ = Sur la décision
fact-CallAttended = Arbitre venu
    .call = Demande
fact-CallEnded = Demande réglée
    .call = Demande
fact-Countersigned = Contresigné
    .upto = Position après la décision
    .line = Ligne
    .size = Décisions
    .by = Par
    .own = Lien personnel
fact-CountersignaturesLapsed = Contreseings caducs
    .seats = De
    .scribe = Celui du scribe
fact-MatchStalled = Personne ne peut agir
fact-ResultSigned = Résultat signé
    .by = Par

## Couleurs des places

colour-red = rouge
colour-blue = bleu
colour-green = vert
colour-yellow = jaune
colour-black = noir
colour-white = blanc
colour-orange = orange
colour-purple = violet

## Sur papier

paper-match = partie
paper-date = date
paper-scribe = scribe
paper-arbiter = arbitre
paper-rules = règles
paper-mode = sorte de partie
paper-mode-hosted = jouée avec le service
paper-mode-recorded = notée à la table
paper-opened = ouverte
paper-played-on = jouée le
paper-told-to = vue de
paper-told-to-public = tout le monde
paper-told-to-official = l'arbitre et le scribe
paper-at = après la décision
paper-line = corrections jusqu'à
paper-missing = il manque
paper-round = tour
paper-table = hasard et table
paper-until = jusqu'à { $version }
paper-end = fin
paper-result = Résultat
paper-not-confirmed = La fin est proposée et pas encore confirmée.
paper-ending = Comment cela a fini : { $how }
paper-remarks = Corrections et remarques
paper-decision = décision
paper-by = de
paper-when = quand
paper-what = quoi
paper-signed-scribe = Scribe
paper-signed-arbiter = Arbitre
paper-key = ? n'est pas connu de qui lit ce procès-verbal ; – n'existe pas encore ; ce qui est barré ne compte plus ; en gras parmi ce qui a été fait : décidé de nouveau ou inséré ; ! a enfreint une règle et reste ; ≠ ne peut pas être d'après le compte ; un nombre en exposant nomme la décision qui en est la cause (voir corrections et remarques)
