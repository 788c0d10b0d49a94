# Der Tisch: was jedes Spiel neben seinen Zügen hat, und was dort geschieht, in einem Satz.

section-TB = Der Tisch
    .about = Regeln, die für alle Spiele gleich sind.

## Rollen, Entscheide, Ergebnisse

role-seat = Platz
role-scribe = Protokollführung
role-arbiter = Schiedsgericht
role-host = Leitung
role-spectator = Publikum
verdict-upheld = stattgegeben
verdict-dismissed = abgewiesen
remedy-stand = was getan wurde, bleibt
remedy-perform = Versäumtes wird nachgeholt
remedy-penalty = eine Strafe wird gezahlt
remedy-back = es geht zurück
remedy-end = die Partie endet
result-win = ein Sieg
result-shared = ein geteilter Sieg
result-no-result = ohne Ergebnis
ending-played = zu Ende gespielt
ending-adjudicated = durch Entscheid
ending-forfeit = durch Aufgabe
code-illegal-move = gegen die Regeln
code-not-awaited = außer der Reihe
code-needs-tell = noch nicht zu beurteilen
code-invalid = unmöglich
code-no-known-rule = keine bekannte Regel
answer-yes = ja
answer-no = nein
answer-cannot-tell = nicht zu sagen
contradiction-place = Ort
contradiction-set = Spielmaterial

## Befehle

command-open = Partie eröffnen
    .about = Der Tisch wird gedeckt, und die Partie beginnt.
command-table-note = Notiz machen
    .about = Alle am Tisch können sie lesen.
    .text = Notiz
    .about_ = Zu Entscheidung
command-table-contribute = Zum Zufall beitragen
    .about = Legt den eigenen Platz auf 32 zufällige Bytes fest, die sonst noch niemand kennt.
    .commitment = Festlegung
    .commitment-about = SHA-256, hexadezimal.
command-table-open-contribution = Den Beitrag öffnen
    .about = Öffnet die Bytes, auf die sich der eigene Platz festgelegt hat.
    .value = Bytes
    .value-about = Hexadezimal.
command-table-take-back = Zurücknehmen
    .about = Nimmt Entscheidungen eines Platzes zurück, sofort oder wenn alle Betroffenen zustimmen.
    .decision = Entscheidung
    .reason = Grund
    .also = Auch
    .also-about = Weitere Entscheidungen desselben Platzes, die mit zurückgenommen werden.
command-table-consent = Auf eine Bitte antworten
    .about = Stimmt zu, dass etwas zurückgenommen wird, oder lehnt es ab; wer gefragt hat, kann die Bitte zurückziehen.
    .agree = Zustimmen
    .reason = Grund
command-table-tell = Sagen
    .about = Sagt, worauf die Partie wartet: was an einem Ort liegt, in welchem Teil davon, oder wie viel es ist.
    .place = Ort
    .things = Dinge
    .part = Teil
command-table-identify = Bestimmen
    .about = Sagt, was die unbekannten Dinge an einem Ort sind, oder wie viel es ist, wo nichts darauf wartet.
    .place = Ort
    .things = Dinge
    .part = Teil
command-table-missing = Teile fehlen
    .about = Sagt, dass dem Spielmaterial etwas fehlt.
    .things = Dinge
    .place = Wo sie fehlen
    .place-about = Ohne Angabe fehlen sie bei dem, was unbekannt ist.
command-table-confirm = Ende bestätigen
    .about = Das vorgeschlagene Ende einer protokollierten Partie gilt.
command-table-assert = Feststellen
    .about = Sagt, was jetzt auf dem Tisch gilt, und hält es gegen das Protokoll. Es ändert nichts.
    .at = Wo
    .at-about = Ein JSON-Pointer in die eigene Ansicht.
    .is = Was dort steht
command-table-abandon = Partie abbrechen
    .about = Die Partie endet ohne Ergebnis.
    .reason = Grund
command-table-close = Protokoll schließen
    .about = Es kann nichts mehr hinzukommen.
    .reason = Grund
command-table-replace-token = Zugang ersetzen
    .about = Der bisherige Zugang gilt nicht mehr; es gibt einen neuen, außer wenn er nur entzogen wird.
    .role = Rolle
    .revoke = Nur entziehen
    .revoke-about = Es gibt keinen neuen Zugang.
    .reason = Grund
command-table-leave = Den Tisch verlassen
    .about = An dem Platz sitzt niemand mehr. Wer am Zug ist, bleibt gleich.
    .reason = Grund
command-table-substitute = Jemand setzt sich
    .about = Sagt, wer ab jetzt an einem leeren Platz sitzt, und gibt einen eigenen Link; oder berichtigt einen Namen.
    .name = Name
    .correction = Nur den Namen berichtigen
    .correction-about = Dort sitzt dieselbe Person. Sie wurde falsch genannt.
command-table-amend = Protokoll berichtigen
    .about = Ersetzt, streicht oder ergänzt Entscheidungen, oder stellt das Protokoll wieder her, wie es war.
    .changes = Änderungen
    .restore = Wiederherstellen
    .restore-about = Die Version, bei der das Protokoll so war, wie es wieder sein soll.
    .reason = Grund
command-table-reveal = Nachtragen
    .about = Trägt nach, was in einer Entscheidung unbekannt war.
    .decision = Entscheidung
    .command = Was entschieden wurde
command-table-accuse = Beschuldigen
    .about = Sagt, dass jemand eine Regel gebrochen hat.
    .accused = Wen
    .rule = Regel
    .decisions = Entscheidungen
    .decisions-about = Die Entscheidungen, die es zeigen.
    .reason = Grund
command-table-remind = Erinnern
    .about = Erinnert jemanden an einen Schritt, der versäumt wurde.
    .reminded = Wen
    .step = Schritt
command-table-freeze = Partie anhalten
    .about = Es wird nicht gespielt, bis es weitergeht.
    .reason = Grund
command-table-resume = Partie fortsetzen
    .about = Eine angehaltene Partie geht weiter.
    .reason = Grund
command-table-rule = Entscheiden
    .about = Entscheidet über eine Beschuldigung, einen Einspruch oder das, was am Tisch geschehen ist.
    .verdict = Entscheid
    .about_ = Zu Entscheidung
    .about_-about = Die Beschuldigung, der Einspruch oder die Entscheidung, um die es geht.
    .rule = Regel
    .remedy = Folge
    .before = Zurück vor
    .offender = Wer muss
    .offender-about = Wer etwas nachholt oder zahlt.
    .step = Schritt
    .result = Ergebnis
    .winners = Wer gewinnt
    .forfeits = Wer aufgibt
    .reverses = Hebt auf
    .reverses-about = Der frühere Entscheid, der aufgehoben wird.
    .call = Ruf
    .call-about = Der Ruf, der damit erledigt ist.
    .reason = Grund
command-table-appeal = Einspruch
    .about = Bittet, einen Entscheid noch einmal zu prüfen.
    .ruling = Entscheid
    .reason = Grund
command-table-call = Schiedsgericht rufen
    .about = Bittet das Schiedsgericht, zu kommen.
    .reason = Grund
    .about_ = Zu Entscheidung
command-table-attend = Zu einem Ruf kommen
    .about = Das Schiedsgericht kommt, oder sagt, dass es erledigt ist.
    .call = Ruf
    .done = Es ist erledigt
command-table-countersign = Stand gegenzeichnen
    .about = Sagt, dass der Stand der auf dem Tisch ist, soweit man ihn sieht.
    .line = Nach Entscheidung
    .root = Wurzel
    .root-about = Die Wurzel des Baums bis dorthin, die aufgehoben wurde.
command-table-stall = Niemand kann handeln
    .about = Der Dienst bemerkt es; niemand sendet es.
command-table-sign = Ergebnis unterschreiben
    .about = Unterschreibt das Ergebnis einer Partie, die vorbei ist.
    .reason = Grund

## Was jetzt möglich ist

do-table-contribute = Zum Zufall beitragen
do-table-open-contribution = Den eigenen Beitrag zum Zufall öffnen
do-table-consent = { $actor-told ->
    [yes] { $actor }: { $agree ->
        [yes] zustimmen
       *[no] ablehnen
    }
   *[no] { $agree ->
        [yes] Zustimmen, dass es zurückgenommen wird
       *[no] Ablehnen, dass es zurückgenommen wird
    }
}
do-table-confirm = Das Ende bestätigen
do-table-sign = Das Ergebnis unterschreiben
do-table-resume = Die Partie fortsetzen
do-table-countersign = Den Stand gegenzeichnen: So ist es auf dem Tisch
do-table-attend = { $done-told ->
    [yes] Sagen, dass der Ruf in { $call } erledigt ist
   *[no] Zum Ruf in { $call } kommen
}
do-table-tell = { $amount-told ->
    [yes] Sagen, wie viel es ist: { $place } ({ $amount })
   *[no] { $part-told ->
        [yes] Sagen, in welchem Teil etwas liegt: { $place } ({ $part })
       *[no] Sagen, was dort liegt: { $place }
    }
}
do-table-identify = { $amount-told ->
    [yes] Sagen, wie viel es ist: { $place } ({ $amount })
   *[no] { $part-told ->
        [yes] Sagen, in welchem Teil etwas liegt: { $place } ({ $part })
       *[no] Sagen, was dort liegt: { $place }
    }
}
do-table-rule = { $result-id ->
    [win] Die Partie beenden; es gewinnt { $winners }
    [shared] Die Partie beenden; den Sieg teilen { $winners }
   *[no-result] Die Partie ohne Ergebnis beenden
}

## Was geschehen ist

on-decision = { $about-told ->
    [yes] { " " }zu Entscheidung { $about }
   *[no] { "" }
}
with-reason = { $reason-told ->
    [yes] { " " }„{ $reason }“
    [erased] { " " }Der Grund wurde gelöscht.
   *[no] { "" }
}
decided-by = { $outcome-tie-count ->
    [0] { "" }
   *[other] { " " }Entschieden hat { $outcome-tie }.
}
who-won = { $outcome-result-id ->
    [win] { $outcome-winners } gewinnt.
    [shared] { $outcome-winners } gewinnen gemeinsam.
   *[no-result] Niemand gewinnt.
}{ decided-by }{ $outcome-forfeits-count ->
    [0] { "" }
    [one] { " " }{ $outcome-forfeits } gibt auf.
   *[other] { " " }{ $outcome-forfeits } geben auf.
}

did-open = Die Partie beginnt.
did-table-note = { $text-told ->
    [yes] { $actor } notiert{ on-decision }: „{ $text }“
   *[erased] Die Notiz{ on-decision } wurde gelöscht ({ $actor }).
}
did-ContributionsAsked = Bevor etwas gezogen wird, tragen alle zum Zufall bei.
did-table-contribute = { $actor } trägt zum Zufall bei.
did-OpeningsAsked = Alle haben beigetragen: nun öffnen alle ihren Beitrag.
did-table-open-contribution = { $actor } öffnet den eigenen Beitrag zum Zufall.
did-ChanceJoined = Der Zufall ist gemeinsam: niemand hat gewählt, was gezogen wird.
did-table-take-back = { $first-fact ->
    [ConsentAsked] { $actor } möchte { taken-back } zurücknehmen.
   *[other] { $actor } nimmt { taken-back } zurück.
}{ with-reason }
taken-back = { $also-count ->
    [0] Entscheidung { $decision }
    [one] die Entscheidungen { $decision } und { $also }
   *[other] die Entscheidungen { $decision }, { $also }
}
did-ConsentAsked = { $seats-count ->
    [one] { $seats } muss zustimmen.
   *[other] { $seats } müssen zustimmen.
}
in-place-of = { $who } am Platz von { $seat }
did-table-consent = { $first-fact ->
    [ConsentGiven] { $actor } stimmt zu.
    [ConsentRefused] { $actor } lehnt ab: alles bleibt, wie es ist.
   *[RequestWithdrawn] { $actor } zieht die Bitte zurück.
}{ with-reason }
did-RequestGranted = Alle, die gefragt wurden, haben zugestimmt.
did-RequestDropped = Die Bitte, etwas zurückzunehmen, entfällt.
did-table-tell = { $actor } sagt, was dort ist: { $place }.
did-table-identify = { $actor } bestimmt, was dort ist: { $place }.
did-PlaceTold = { $things-told ->
    [yes] Es liegt dort { $things }.
   *[hidden] { "" }
}
did-PartTold = { $things-told ->
    [yes] In Teil { $part } liegt { $things }.
   *[hidden] { "" }
}
did-PurseTold = { $amount-told ->
    [yes] Es sind { $amount }.
   *[hidden] { "" }
}
did-Discrepancy = { $of-id ->
    [set] Das Protokoll kann nicht stimmen: so viel gibt es davon nicht.
   *[place] Das Protokoll kann nicht stimmen bei: { $place }.
}{ $things-told ->
    [yes] { $things-count ->
        [0] { "" }
       *[other] { " " }Genannt: { $things }.
    }
   *[hidden] { "" }
}{ $appeared ->
    [0] { "" }
    [one] { " " }{ $appeared } Stück mehr kommt heraus, als dort liegt.
   *[other] { " " }{ $appeared } Stück mehr kommen heraus, als dort liegen.
}
did-PurseOverspent = { $amount-told ->
    [yes] Das Protokoll kann nicht stimmen bei: { $place }. Es kommt { $amount } mehr heraus, als dort ist.
   *[hidden] Das Protokoll kann nicht stimmen bei: { $place }. Es kommt mehr heraus, als dort ist.
}
did-table-missing = { $place-told ->
    [yes] { $actor } stellt fest, was dort fehlt ({ $place }): { $things }.
   *[no] { $actor } stellt fest, was dem Spielmaterial fehlt: { $things }.
}
did-table-confirm = { $actor } bestätigt das Ende.
did-MatchEnded = { who-won }
did-EndProposed = Nach den Regeln ist die Partie zu Ende. { who-won } Das Ende muss bestätigt werden.
did-table-assert = { "" }
did-Asserted = { $at-told ->
    [yes] { $by } stellt fest, was gilt: { $at } „{ $is }“. { $holds-id ->
        [yes] So steht es im Protokoll.
        [no] Das Protokoll sagt etwas anderes.
       *[cannot-tell] Das Protokoll kann es nicht sagen.
    }{ $suspects-count ->
        [0] { "" }
        [one] { " " }Geändert hat es sich dort in Entscheidung { $suspects }.
       *[other] { " " }Geändert hat es sich dort in den Entscheidungen { $suspects }.
    }
   *[hidden] { $by } stellt fest, was auf dem Tisch gilt.
}
did-table-abandon = { $actor } bricht die Partie ab: sie endet ohne Ergebnis.{ with-reason }
did-MatchAbandoned = { $missing-count ->
    [0] { "" }
    [one] { $missing } hat gefehlt.
   *[other] { $missing } haben gefehlt.
}
did-table-close = { $actor } schließt das Protokoll.{ with-reason }
did-table-replace-token = { $revoke ->
    [yes] { $actor } entzieht den Zugang: { token-of }.
   *[no] { $actor } ersetzt den Zugang: { token-of }.
}{ with-reason }
did-TokenReplaced = { $own-told ->
    [yes] Niemand sonst hat den neuen.
   *[no] { "" }
}
did-table-leave = { $actor-own ->
    [yes] { $seat } hat den Tisch verlassen.
   *[no] { $actor } sagt: { $seat } hat den Tisch verlassen.
}{ with-reason }
did-table-substitute = { $correction ->
    [yes] { $actor } berichtigt einen Namen: { $name }.
   *[no] { $name } sitzt ab jetzt am Platz von { $seat }.
}
token-of = { $seat-told ->
    [yes] { $seat }
   *[no] { $role }
}
did-table-amend = { $restore-told ->
    [yes] { $actor } stellt das Protokoll wieder her, wie es bei Version { $restore } war.
   *[no] { $actor } berichtigt das Protokoll.
}{ with-reason }
    .in-full = { did-table-amend }{ $changes-replace-count ->
        [0] { "" }
        [one] { " " }Ersetzt wird Entscheidung { $changes-replace }.
       *[other] { " " }Ersetzt werden die Entscheidungen { $changes-replace }.
    }{ $changes-remove-count ->
        [0] { "" }
        [one] { " " }Entfernt wird Entscheidung { $changes-remove }.
       *[other] { " " }Entfernt werden die Entscheidungen { $changes-remove }.
    }{ $changes-insert-count ->
        [0] { "" }
       *[other] { " " }Eingefügt wird etwas nach { $changes-insert }.
    }
did-table-reveal = { $actor } trägt nach, was in Entscheidung { $decision } unbekannt war.
did-LineChanged = { $changes-struck-count ->
    [0] { "" }
    [one] Entscheidung { $changes-struck } wird gestrichen.
   *[other] Die Entscheidungen { $changes-struck } werden gestrichen.
}{ $changes-replaced-count ->
    [0] { "" }
    [one] { " " }Entscheidung { $changes-replaced } fällt anders aus.
   *[other] { " " }Die Entscheidungen { $changes-replaced } fallen anders aus.
}
    .in-full = { $changes-struck-count ->
        [0] { "" }
        [one] Entscheidung { $changes-struck-why } wird gestrichen.
       *[other] Die Entscheidungen { $changes-struck-why } werden gestrichen.
    }{ $changes-replaced-count ->
        [0] { "" }
        [one] { " " }Entscheidung { $changes-replaced-why } fällt anders aus.
       *[other] { " " }Die Entscheidungen { $changes-replaced-why } fallen anders aus.
    }{ $changes-stands-count ->
        [0] { "" }
        [one] { " " }Entscheidung { $changes-stands-why } gilt, wie sie gefallen ist.
       *[other] { " " }Die Entscheidungen { $changes-stands-why } gelten, wie sie gefallen sind.
    }{ $changes-count ->
        [0] Ab Entscheidung { $start } ändert sich sonst nichts.
       *[other] { "" }
    }
why-rule = { $decisions } (gegen die Regel { $rule })
why-after = { $decisions } (folgt nicht mehr auf Entscheidung { $after })
in-decision = Entscheidung { $decision }: { $said }
did-table-accuse = { $rule-told ->
    [yes] { $actor } sagt, dass { $accused } die Regel { $rule } gebrochen hat.
   *[no] { $actor } sagt, dass { $accused } eine Regel gebrochen hat.
}{ $decisions-count ->
    [0] { "" }
    [one] { " " }Das zeigt Entscheidung { $decisions }.
   *[other] { " " }Das zeigen die Entscheidungen { $decisions }.
}{ with-reason }
did-table-remind = { $step-told ->
    [yes] { $actor } erinnert { $reminded } an etwas Versäumtes: { $step }.
   *[no] { $actor } erinnert { $reminded } an etwas Versäumtes.
}
did-table-freeze = { $actor } hält die Partie an.{ with-reason }
did-table-resume = { $actor } setzt die Partie fort.{ with-reason }
did-table-rule = { $actor } entscheidet{ on-decision }{ $rule-told ->
    [yes] { " " }({ $rule })
   *[no] { "" }
}: { $verdict }.{ $remedy-id ->
    [stand] { " " }Was getan wurde, bleibt.
    [perform] { $step-told ->
        [yes] { " " }{ $offender } muss Versäumtes nachholen: { $step }.
       *[no] { " " }{ $offender } muss Versäumtes nachholen.
    }
    [penalty] { " " }{ $offender } zahlt eine Strafe.
    [back] { " " }Es geht zurück vor Entscheidung { $before }.
    [end] { " " }Die Partie endet.
   *[none] { "" }
}{ $reverses-told ->
    [yes] { " " }Der Entscheid in { $reverses } wird aufgehoben.
   *[no] { "" }
}{ $call-told ->
    [yes] { " " }Der Ruf in { $call } ist erledigt.
   *[no] { "" }
}{ with-reason }
did-table-appeal = { $actor } bittet, den Entscheid in { $ruling } noch einmal zu prüfen.{ with-reason }
did-table-call = { $reason-told ->
    [yes] { $actor } ruft das Schiedsgericht{ on-decision }: „{ $reason }“
   *[erased] Das Schiedsgericht wurde gerufen{ on-decision } ({ $actor }); der Grund wurde gelöscht.
}
did-table-attend = { $done ->
    [yes] { $actor } sagt, dass der Ruf in { $call } erledigt ist.
   *[no] { $actor } kommt zum Ruf in { $call }.
}
did-table-countersign = { $actor } zeichnet den Stand nach Entscheidung { $line } gegen.
did-CountersignaturesLapsed = { $seats-count ->
    [0] { "" }
    [one] Die Gegenzeichnung von { $seats } gilt nicht mehr.
   *[other] Die Gegenzeichnungen von { $seats } gelten nicht mehr.
}{ $scribe ->
    [yes] { " " }Die der Protokollführung gilt nicht mehr.
   *[no] { "" }
}
did-table-stall = Niemand kann handeln.
did-table-sign = { $actor } unterschreibt das Ergebnis.{ with-reason }
did-Irregular = { $rule-told ->
    [yes] Das verstößt gegen die Regel { $rule } und bleibt stehen.
   *[no] { $code-id ->
        [not-awaited] Das kommt außer der Reihe und bleibt stehen.
        [no-known-rule] Das ist regelwidrig und bleibt stehen; eine bekannte Regel bricht es nicht.
       *[other] Das ist regelwidrig und bleibt stehen.
    }
}{ $note-told ->
    [yes] { " " }„{ $note }“
    [erased] { " " }Die Bemerkung dazu wurde gelöscht.
   *[no] { "" }
}
    .in-full = { did-Irregular } Stehen gelassen von: { $let_stand } ({ $code }).
did-IrregularOutOfSight = { $breach-told ->
    [yes] { $breach-rule-count ->
        [0] Vom eigenen Platz aus gesehen: { $breach-code }.
       *[other] Vom eigenen Platz aus gesehen verstößt es gegen die Regel { $breach-rule }.
    }
   *[hidden] { "" }
}

## Wie eine Partie steht

status-playing = wird gespielt
status-frozen = angehalten
status-stalled = niemand kann handeln
status-finished = beendet
status-abandoned = abgebrochen
awaits-seats = wartet auf { $seats }
awaits-consent = { $seats-count ->
    [one] wartet, bis { $seats } zustimmt oder ablehnt
   *[other] wartet, bis { $seats } zustimmen oder ablehnen
}
awaits-commitment = { $seats-count ->
    [one] wartet, bis { $seats } zum Zufall beiträgt
   *[other] wartet, bis { $seats } zum Zufall beitragen
}
awaits-value = { $seats-count ->
    [one] wartet, bis { $seats } den eigenen Beitrag zum Zufall öffnet
   *[other] wartet, bis { $seats } die eigenen Beiträge zum Zufall öffnen
}
awaits-chance = wartet auf den Zufall
awaits-table = geht von selbst weiter
awaits-tell = wartet auf Angaben: { $places }
awaits-end = wartet, bis jemand das Ende bestätigt
awaits-nobody = wartet auf niemanden
stands-playing = Die Partie { $awaits }.
stands-frozen = Die Partie ist angehalten.
stands-stalled = { $empty-count ->
    [0] Niemand kann handeln: die Partie wartet auf einen Entscheid.
   *[other] Am Platz von { $empty } sitzt niemand mehr: die Partie wartet auf Ersatz oder einen Entscheid.
}
stands-finished = Die Partie ist vorbei. { who-won }
stands-abandoned = Die Partie wurde abgebrochen.

## Fakten

fact-Awaited = Wer entscheiden muss
    .who = Wer
    .due = Was folgt
    .due-about = Wonach der Zufall gefragt ist, oder was von selbst folgt.
fact-MatchEnded = Partie beendet
    .outcome = Ausgang
fact-EndProposed = Ende vorgeschlagen
    .outcome = Ausgang
fact-MatchAbandoned = Partie abgebrochen
    .missing = Gefehlt haben
fact-MatchClosed = Protokoll geschlossen
fact-TokenReplaced = Zugang ersetzt
    .role = Rolle
    .number = Nummer
    .revoked = Entzogen
    .own = Eigener
    .own-about = Der Platz hat ihn selbst ersetzt: niemand sonst hat ihn bekommen.
fact-SeatLeft = Platz verlassen
fact-SeatTaken = Platz besetzt
    .decision = Genannt in
    .decision-about = Die Entscheidung, die den Namen nennt.
fact-NameCorrected = Name berichtigt
    .decision = Genannt in
    .decision-about = Die Entscheidung, die den Namen nennt.
fact-NoteMade = Notiz gemacht
    .about_ = Zu Entscheidung
fact-PlaceTold = Dinge genannt
    .place = Ort
    .seats = Wer dort nachsehen darf
    .things = Dinge
fact-PartTold = Teil genannt
    .place = Ort
    .seats = Wer es erfährt
    .part = Teil
    .things = Dinge
fact-PurseTold = Betrag genannt
    .place = Ort
    .seats = Wer dort nachsehen darf
fact-Discrepancy = Widerspruch
    .about = Nachgezählt kann das Protokoll nicht stimmen; was folgt, wird trotzdem eingetragen.
    .place = Ort
    .seats = Wer dort nachsehen darf
    .things = Dinge
    .appeared = Zu viele
    .appeared-about = Wie viele mehr herauskommen, als dort liegen.
    .of = Woran
fact-PurseOverspent = Zu viel ausgegeben
    .about = Nachgezählt kann das Protokoll nicht stimmen: es kommt mehr heraus, als dort ist.
    .place = Ort
    .seats = Wer dort nachsehen darf
fact-PiecesMissing = Teile fehlen
    .things = Dinge
    .place = Wo sie fehlen
fact-Irregular = Regelwidrig
    .about = Was folgt, brach eine Regel und blieb stehen.
    .code = Warum
    .let_stand = Stehen gelassen von
    .rule = Regel
    .note = Bemerkung
fact-IrregularOutOfSight = Verdeckt regelwidrig
    .about = Welche Regel nach dem gebrochen wurde, was nur der eigene Platz sieht.
    .seats = Wer es erfährt
    .breach = Verstoß
fact-Asserted = Festgestellt
    .by = Von
    .seats = Wer es erfährt
    .at = Wo
    .is = Was dort steht
    .holds = Stimmt
    .suspects = Geändert in
    .suspects-about = Entscheidungen, in denen sich das Protokoll dort geändert hat, seit es zuletzt stimmte.
fact-LineChanged = Protokoll geändert
    .start = Ab
    .cause = Durch
    .changes = Änderungen
fact-ContributionsAsked = Um Beiträge gebeten
    .seats = Wer beiträgt
fact-ContributionMade = Beigetragen
    .commitment = Festlegung
fact-OpeningsAsked = Ums Öffnen gebeten
    .seats = Wer öffnet
fact-ContributionOpened = Beitrag geöffnet
    .value = Bytes
fact-ChanceJoined = Zufall gemeinsam
    .joint = Gemeinsamer Wert
fact-ConsentAsked = Um Zustimmung gebeten
    .by = Von
    .decisions = Entscheidungen
    .seats = Wer zustimmen muss
fact-ConsentGiven = Zugestimmt
fact-ConsentRefused = Abgelehnt
fact-RequestWithdrawn = Bitte zurückgezogen
fact-RequestGranted = Bitte erfüllt
fact-RequestDropped = Bitte entfallen
fact-Accused = Beschuldigt
    .by = Von
    .accused = Wer
    .rule = Regel
    .decisions = Entscheidungen
fact-Reminded = Erinnert
    .by = Von
    .reminded = Wer
    .step = Schritt
fact-MatchFrozen = Partie angehalten
fact-MatchResumed = Partie fortgesetzt
fact-Ruled = Entschieden
    .verdict = Entscheid
    .about_ = Zu Entscheidung
    .disputed = Strittig
    .disputed-about = Die erste Entscheidung, um die es geht.
    .rule = Regel
    .remedy = Folge
    .reverses = Hebt auf
fact-Appealed = Einspruch erhoben
    .by = Von
    .ruling = Entscheid
fact-Called = Schiedsgericht gerufen
    .by = Von
    .call = Ruf
    .about_ = Zu Entscheidung
fact-CallAttended = Zum Ruf gekommen
    .call = Ruf
fact-CallEnded = Ruf erledigt
    .call = Ruf
fact-Countersigned = Gegengezeichnet
    .upto = Stand nach Entscheidung
    .line = Linie
    .size = Entscheidungen
    .by = Von
    .own = Eigener Link
fact-CountersignaturesLapsed = Gegenzeichnungen gelten nicht mehr
    .seats = Von
    .scribe = Die der Protokollführung
fact-MatchStalled = Niemand kann handeln
fact-ResultSigned = Ergebnis unterschrieben
    .by = Von

## Farben der Plätze

colour-red = rot
colour-blue = blau
colour-green = grün
colour-yellow = gelb
colour-black = schwarz
colour-white = weiß
colour-orange = orange
colour-purple = lila

## Auf Papier

paper-match = Partie
paper-date = Datum
paper-scribe = Protokollführung
paper-arbiter = Schiedsgericht
paper-rules = Regeln
paper-mode = Art der Partie
paper-mode-hosted = beim Dienst gespielt
paper-mode-recorded = am Tisch protokolliert
paper-opened = eröffnet
paper-played-on = gespielt am
paper-told-to = Sicht
paper-told-to-public = alle
paper-told-to-official = Schiedsgericht und Protokollführung
paper-at = nach Entscheidung
paper-line = Berichtigungen bis
paper-missing = es fehlt
paper-round = Runde
paper-table = Zufall und Tisch
paper-until = bis { $version }
paper-end = Ende
paper-result = Ergebnis
paper-not-confirmed = Das Ende ist vorgeschlagen und noch nicht bestätigt.
paper-ending = Wie es endete: { $how }
paper-remarks = Berichtigungen und Bemerkungen
paper-decision = Entscheidung
paper-by = von
paper-when = wann
paper-what = was
paper-signed-scribe = Protokollführung
paper-signed-arbiter = Schiedsgericht
paper-key = ? ist nicht bekannt, wem dieses Protokoll erzählt wird; – gibt es noch nicht; durchgestrichen zählt nicht mehr; fett bei dem, was getan wurde: neu entschieden oder eingefügt; ! verstieß gegen eine Regel und blieb stehen; ≠ kann nach der Zählung nicht sein; eine hochgestellte Zahl nennt die Entscheidung, die es getan hat (siehe Berichtigungen und Bemerkungen)
