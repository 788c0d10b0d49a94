# Mea Culpa, mit META CULPA: wie alles heißt, und was geschieht, in einem Satz.

game = Mea Culpa
    .about = Alle bieten um Charaktere, spenden für Dome und sündigen, damit Ablassbriefe die eigene Seele dem Himmel am nächsten bringen.

## Charaktere, Waren, Steine und Ablassbriefe

character-pope = Papst
    .about = Darf nach der Wahl einen Papststein versetzen und geht stets inkognito ins Freudenhaus.
character-emperor = Kaiser
    .about = Setzt nach der Wahl einen Bautrupp und darf in einer Aktion zwei Dinge spenden.
character-merchant = Händler
    .about = Nimmt am Ende jedes Zuges einen Stein gratis vom Markt.
character-petty-sinner = Kleiner Sünder
    .about = Wirft nach der Wahl zwei Steine in den Sündenpfuhl für Kleine Sünden, darf sofort ins Freudenhaus und dreht für Besuche nie das Kerbholz.

good-bread = Brot
good-wine = Wein
good-cloth = Tuch
good-jewel = Edelstein
stone-bread = { good-bread }
stone-wine = { good-wine }
stone-cloth = { good-cloth }
stone-jewel = { good-jewel }
    .counted = { item-jewel.counted }
stone-indulgence = Ablassstein
    .about = Er wird gegen einen roten oder grünen Ablassbrief getauscht und kommt ins Warensäckchen.
    .counted = { $number ->
        [one] { $number } Ablassstein
       *[other] { $number } Ablasssteine
    }
item-bread = { good-bread }
item-wine = { good-wine }
item-cloth = { good-cloth }
item-jewel = { good-jewel }
    .counted = { $number ->
        [one] { $number } Edelstein
       *[other] { $number } Edelsteine
    }
item-coin-of = { $part-1 } Taler
    .counted = { $number ->
        [one] { $number } Münze zu { $part-1 } Taler
       *[other] { $number } Münzen zu { $part-1 } Taler
    }
letter-blue = blauer Ablassbrief
    .counted = { $number ->
        [one] { $number } blauer Ablassbrief
       *[other] { $number } blaue Ablassbriefe
    }
letter-green = grüner Ablassbrief
    .counted = { $number ->
        [one] { $number } grüner Ablassbrief
       *[other] { $number } grüne Ablassbriefe
    }
letter-red = roter Ablassbrief
    .counted = { $number ->
        [one] { $number } roter Ablassbrief
       *[other] { $number } rote Ablassbriefe
    }
letter-yellow = gelber Ablassbrief
    .counted = { $number ->
        [one] { $number } gelber Ablassbrief
       *[other] { $number } gelbe Ablassbriefe
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
thing-crew = Bautrupp
    .counted = { $number ->
        [one] { $number } Bautrupp
       *[other] { $number } Bautrupps
    }
thing-pope-stone = Papststein
    .counted = { $number ->
        [one] { $number } Papststein
       *[other] { $number } Papststeine
    }
thing-of = Sündenstein von { $part-1 }
    .counted = { $number ->
        [one] { $number } Sündenstein von { $part-1 }
       *[other] { $number } Sündensteine von { $part-1 }
    }
thing-coin-of = { item-coin-of }
    .counted = { item-coin-of.counted }

bonus-bread-and-wine = Brot und Wein
bonus-jewel = ein Edelstein
bonus-taler = eine Münze zu 10 Taler
bonus-letter = ein blauer Ablassbrief

## Freudenhauskarten

card-EMP_LETTER = Kaiser schenkt dir Ablassbrief
    .about = Hat jemand anderes die Kaiserkarte und Ablassbriefe, bekommst du einen davon; wer schenkt, wählt ihn aus.
    .counted = { $number ->
        [one] { card-EMP_LETTER }
       *[other] { card-EMP_LETTER } ({ $number }×)
    }
card-POPE_YELLOW = Papst schenkt dir gelben Ablassbrief
    .about = Hat jemand anderes die Papstkarte und einen gelben Ablassbrief, bekommst du ihn.
    .counted = { $number ->
        [one] { card-POPE_YELLOW }
       *[other] { card-POPE_YELLOW } ({ $number }×)
    }
card-OTHERS_3 = Alle anderen 3 Schritte in Richtung Hölle
    .about = Alle anderen Seelen fahren 3 Felder Richtung Hölle, die ihr nächste zuerst.
    .counted = { $number ->
        [one] { card-OTHERS_3 }
       *[other] { card-OTHERS_3 } ({ $number }×)
    }
card-OTHERS_5 = Alle anderen 5 Schritte in Richtung Hölle
    .about = Alle anderen Seelen fahren 5 Felder Richtung Hölle, die ihr nächste zuerst.
    .counted = { $number ->
        [one] { card-OTHERS_5 }
       *[other] { card-OTHERS_5 } ({ $number }×)
    }
card-LUST_2 = 2 Sündensteine in Wollust setzen
    .about = Alle anderen werfen 2 eigene Sündensteine in den Sündenpfuhl der Wollust.
    .counted = { $number ->
        [one] { card-LUST_2 }
       *[other] { card-LUST_2 } ({ $number }×)
    }
card-GREED_2 = 2 Sündensteine in Habgier setzen
    .about = Alle anderen werfen 2 eigene Sündensteine in den Sündenpfuhl der Habgier.
    .counted = { $number ->
        [one] { card-GREED_2 }
       *[other] { card-GREED_2 } ({ $number }×)
    }
card-MOVE_CREW = Bautrupp versetzen
    .about = Ein Bautrupp, der auf einem Bauplatz wartet, kommt auf einen anderen und kann dort bauen.
    .counted = { $number ->
        [one] { card-MOVE_CREW }
       *[other] { card-MOVE_CREW } ({ $number }×)
    }
card-NEW_CREW = Neuen Bautrupp setzen
    .about = Ein Bautrupp kommt von der Bauhütte auf einen Bauplatz deiner Wahl und kann dort bauen.
    .counted = { $number ->
        [one] { card-NEW_CREW }
       *[other] { card-NEW_CREW } ({ $number }×)
    }
card-POPE_STONE = Papststein versetzen
    .about = Ein Papststein kommt an einen anderen Sündenpfuhl. Liegen dort alle drei, sind dir die Sünden in den anderen vergeben.
    .counted = { $number ->
        [one] { card-POPE_STONE }
       *[other] { card-POPE_STONE } ({ $number }×)
    }
card-TAKE_GOOD = Nimm 1 Ware vom Markt
    .about = Du nimmst eine Ware, ohne zu bezahlen; keinen Ablassstein.
    .counted = { $number ->
        [one] { card-TAKE_GOOD }
       *[other] { card-TAKE_GOOD } ({ $number }×)
    }
card-STEAL_3 = Raube 3 Taler
    .about = Du nennst eine Person: Liegen mindestens 3 Taler hinter ihrem Sichtschirm, bekommst du 3, sonst nichts.
    .counted = { $number ->
        [one] { card-STEAL_3 }
       *[other] { card-STEAL_3 } ({ $number }×)
    }
card-TAKE_3 = Nimm 3 Taler
    .about = Du bekommst 3 Taler aus der Kasse.
    .counted = { $number ->
        [one] { card-TAKE_3 }
       *[other] { card-TAKE_3 } ({ $number }×)
    }
card-TAKE_5 = Nimm 5 Taler
    .about = Du bekommst 5 Taler aus der Kasse.
    .counted = { $number ->
        [one] { card-TAKE_5 }
       *[other] { card-TAKE_5 } ({ $number }×)
    }
card-TAKE_7 = Nimm 7 Taler
    .about = Du bekommst 7 Taler aus der Kasse.
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
choice-visit = Besuch vor den Zügen
choice-pope = Vorspiel des Papstes

## Sündenpfuhle, Räume, Bauplätze und der übrige Spielplan

den-lust = Sündenpfuhl der Wollust
    .about = Für den Besuch eines Separees.
den-petty = Sündenpfuhl für Kleine Sünden
    .about = Für die Wahl des Kleinen Sünders, und für jede Sünde unter META CULPA.
den-greed = Sündenpfuhl der Habgier
    .about = Für zwei Waren zum Preis von einer.
room-1 = Zimmer 1
room-2 = Zimmer 2
room-3 = Zimmer 3
room-4 = Zimmer 4
room-5 = Separee 5
    .about = Für einen Stein in die Wollust führst du die Karte eines Zimmers ohne deren Kerben aus.
room-6 = Separee 6
    .about = Für einen Stein in die Wollust und Kerben bekommst du den gelben Ablassbrief, der dort liegt.
site-1 = Bauplatz 1
    .about = Der linke Dom.
site-2 = Bauplatz 2
    .about = Der mittlere Dom.
site-3 = Bauplatz 3
    .about = Der rechte Dom.
compartment-I = Fach I
    .about = Es wird geöffnet, wenn der erste Dom fertig ist.
    .counted = { compartment-I }
compartment-II = Fach II
    .about = Es wird geöffnet, wenn der zweite Dom fertig ist.
    .counted = { compartment-II }
part-I = { compartment-I }
part-II = { compartment-II }
category-bread_wine = Brot und Wein
category-cloth_jewel = Tuch und Edelsteine
category-money = Geld
spot-screen = hinter dem Sichtschirm
spot-table = auf dem Tisch
welcome-open = offen
welcome-closed = geschlossen
built-nothing = nichts
built-nave = Kirchenschiff
built-cathedral = Dom

place-bag = Warensäckchen
place-market = Markt
place-table = Auf dem Tisch
place-stacks = Ablassbriefe im Vorrat
place-suite = Separee 6
place-bonuses = Kleine Vorteile
place-deck = Nachziehstapel
place-discards = Ablagestapel
place-display = Ausgelegte Ablassbriefe
place-hut = Bauhütte
place-card = Kaiserkarte
place-room-of = { $part-1 }
place-site-of = { $part-1 }
place-den-of = { $part-1 }
place-pope-of = Papststeine am { $part-1 }
place-stones-of = Sündensteine von { $part-1 }
place-goods-of = Waren von { $part-1 }
place-letters-of = Ablassbriefe von { $part-1 }
place-chest-of = Schatulle von { $part-1 }
place-opened-of = Geöffnete Spenden von { $part-1 }
place-shown-of = Gezeigte Ablassbriefe von { $part-1 }
place-money-of = Geld von { $part-1 }
place-notches-of = Kerben im Gebot von { $part-1 }
place-taler-of = Taler im Gebot von { $part-1 }
place-die-of = Papstwürfel von { $part-1 }

## Phasen, Aktionen, und was noch aussteht

phase-setup = Aufbau
phase-bonus = Kleine Vorteile
phase-prepare = Vorbereitung
phase-auction = Gebote
phase-characters = Charakterwahl
phase-actions = Aktionen
phase-compare = Vergleich der Kerbhölzer
action-buy = Kaufen
action-sell = Verkaufen
action-donate = Spenden
action-visit = Freudenhaus besuchen

due-draw = Steine ziehen
due-deal = Karten auslegen
due-stones = Sündensteine werfen
due-preliminary = Vorspiel
due-visit = Besuch vor den Zügen
due-free-stone = Stein gratis
due-take-two = Zwei Waren nehmen
due-over = Ende des Zuges
due-flip = Karte im Separee 5 umdrehen
due-room = Zimmer wählen
due-perform = Karte ausführen
due-discard = Karte ablegen
due-rotate = Kerbholz drehen
due-yellow = Gelben Ablassbrief nehmen
due-guess = Raum raten
due-show = Würfel zeigen
due-answer = Sagen, ob ein Ablassbrief da ist
due-hand-over = Übergeben
due-give-letter = Ablassbrief schenken
due-open = Fächer öffnen
due-share = Ablassbriefe verteilen
due-pick = Ablassbrief aussuchen
due-clear = Spenden abräumen
due-end = Letzter Vergleich
due-next = Nächster Zug
due-letters = Ablassbriefe werten
due-reminders = Letzte Erinnerungen
due-cards = Karten zurücklegen
due-choose = Charaktere wählen
due-part = Teil der Charakterwahl
due-mend = Fehlendes nachholen
due-put-away = Aufräumen
due-sins = Steine für Sünden

step-settle = Gebot begleichen
step-rotate = Kerbholz drehen
step-pay = Zahlen
step-place-stone = Sündenstein werfen
step-place-stone-of = Stein in den { $part-1 } werfen
step-take-stone = Stein nehmen
step-take-letter = Ablassbrief nehmen
step-return-stone = Ablassstein ins Warensäckchen werfen
step-receive = Erlös nehmen
step-show = Spende zeigen
step-drop = Spende einwerfen
step-name-room = Zimmer wählen
step-flip = Karte im Separee 5 umdrehen
step-turn-die = Würfel einstellen
step-perform = Karte ausführen
step-discard = Karte ablegen

cause-greed = zwei Waren zum Preis von einer
cause-lust = Besuch eines Separees
cause-petty = Wahl des Kleinen Sünders
cause-card = Freudenhauskarte
cause-run-out = keine Sündensteine mehr
cause-atonement = Sühne
cause-note = zu teurer Raum
cause-caught = im Freudenhaus erwischt
cause-compare = meiste Kerben
cause-letters = Ablassbriefe
cause-reminded = nach einer Erinnerung
cause-ruling = durch Entscheid
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
purpose-second = zweite Aktion
purpose-room = Raum
purpose-note = zu teurer Raum
purpose-step = Schritt eines Zuges
purpose-reminded = nach einer Erinnerung
purpose-repair = nachgeholt

## Das Sündenregister von META CULPA

sin-M1 = einen Zug zurückgenommen
    .about = Schritte des eigenen Zuges werden zurückgenommen, oder statt des ersten Raumes oder der ersten Spende wird etwas anderes genannt.
sin-M2 = eine Karte vor dem Begleichen des Gebots genommen
    .about = Eine Charakterkarte wird genommen, während noch Geld des eigenen Gebots offen liegt.
sin-M3 = das Kerbholz zu spät gedreht
    .about = Eine Aktion wird ausgeführt oder ein Zug beendet, obwohl am Kerbholz noch Kerben fehlen.
sin-M4 = den Stein gratis vergessen
    .about = Ein Zug, zu dem am Ende ein Stein gratis gehört, wird ohne ihn beendet.
sin-M5 = vor dem Zahlen zugegriffen
    .about = Eine Ware oder ein Ablassstein wird genommen, bevor der Preis bezahlt ist.
sin-M6 = ohne Würfel im Freudenhaus
    .about = Der Papst beginnt einen Besuch ohne Würfel und Raten, oder geht in einen anderen Raum, als der Würfel zeigt.
sin-M7 = eine Charakterkarte nicht zurückgelegt
    .about = Eine Karte der vorigen Runde liegt nicht auf ihrem Feld, wenn die Gebote aufgedeckt werden.
sin-M8 = das Vorspiel vergessen
    .about = Die Charakterwahl wird für beendet erklärt, obwohl der Bautrupp noch auf der Kaiserkarte steht.
sin-M9 = den Stein der Wollust zu spät geworfen
    .about = Der gelbe Ablassbrief aus Separee 6 ist genommen, oder eine Karte durch Separee 5 ausgeführt, ohne Stein im Sündenpfuhl der Wollust.
sin-M10 = den Stein der Habgier zu spät geworfen
    .about = Die zweite Ware ist genommen, ohne Stein im Sündenpfuhl der Habgier.
sin-M11 = eine Spende nicht unaufgefordert gezeigt
    .about = Eine Spende wird ungesehen eingeworfen, oder erst gezeigt, nachdem jemand darum gebeten hat.
sin-M12 = den eigenen Zug nicht bemerkt
    .about = Jemand hat um den Zug gebeten, und nichts geschah; die Person muss es zugeben, oder jemand Offizielles entscheidet es.
sin-M13 = nicht am Zug gewesen
    .about = Wer nicht an der Reihe ist, macht einen Schritt. Er zählt nicht.

## Befehle

command-choose-bonus = Kleinen Vorteil wählen
    .about = Ein Ablassbrief bleibt bei dir; alles andere spendest du sofort in Fächer deiner Wahl.
    .compartments-about = Eines für jede Ware oder Münze des Vorteils.
command-bid = Bieten
    .about = Du stellst geheim dein Kerbholz ein und legst Geld dazu.
    .notches-about = Was dein Kerbholz zeigen wird.
    .taler-about = Geld, das du dazulegst. Es geht an die Kasse, außer dein Kerbholz zeigt die meisten Kerben.
command-choose-character = Charakter wählen
    .about = Du nimmst eine Charakterkarte, die noch frei ist.
command-wait = Warten
    .about = Dein Vorspiel kommt später, wenn alle gewählt haben.
command-move-pope-stone = Papststein versetzen
    .about = Ein Papststein kommt an einen anderen Sündenpfuhl. Liegen dort alle drei, werden die Sünden in den anderen gesühnt.
    .source = Von
    .target = Nach
command-place-crew = Bautrupp setzen
    .about = Zwei Bautrupps auf einem Bauplatz bauen ein Kirchenschiff, zwei weitere den Turm, der den Dom vollendet.
command-move-crew = Bautrupp versetzen
    .about = Ein Bautrupp, der auf einem Bauplatz wartet, kommt auf einen anderen.
    .source = Von
    .target = Nach
command-take-good = Ware nehmen
    .about = Die Karte gibt dir eine Ware vom Markt gratis.
command-rob = Rauben
    .about = Wen du nennst, gibt dir Geld, wenn hinter dem Sichtschirm genug davon ist.
    .seat = Wen
command-perform = Karte ausführen
    .about = Was auf der Karte steht, geschieht.
command-decline = Verzichten
    .about = Du lässt aus, was du darfst, aber nicht musst.
command-buy = Kaufen
    .about = Du kaufst eine Ware, zwei gleiche zum Preis von einer und einem Sündenstein, oder einen Ablassbrief über einen Ablassstein.
    .stone = Was
    .letter-about = Welchen Ablassbrief du für einen Ablassstein nimmst.
    .greedy = Zwei davon
    .greedy-about = Zwei Waren zum Preis von einer, und ein Sündenstein für die Habgier.
command-sell = Verkaufen
    .about = Eine Ware kommt ins Warensäckchen, und die Kasse bezahlt dich.
command-donate = Spenden
    .about = Alle sehen, was du spendest, aber nicht, in welches Fach es fällt.
command-visit = Freudenhaus besuchen
    .about = Ein Zimmer kostet die Kerben seiner Karte, ein Separee einen Stein der Wollust.
command-choose-room = Zimmer wählen
    .about = Durch Separee 5 führst du die Karte dieses Zimmers aus.
command-set-die = Inkognito besuchen
    .about = Als Papst stellst du geheim den Würfel ein; dann rät jemand anderes, wohin du gehst.
command-guess = Raten
    .about = Du sagst, wo du den Papst anzutreffen glaubst.
command-pass = Aussetzen
    .about = Du tust in diesem Zug nichts mehr.
command-take-free = Stein gratis nehmen
    .about = Am Ende des Zuges nimmst du einen Stein gratis vom Markt.
    .stone = Was
    .letter-about = Welchen Ablassbrief du für einen Ablassstein nimmst.
command-empty-den = Sündenpfuhl leeren
    .about = Dir fehlen Sündensteine: Die aus diesem Sündenpfuhl kommen zurück, und deine Seele fährt für jeden ein Feld Richtung Hölle.
command-give-letter = Ablassbrief schenken
    .about = Du wählst, welchen Ablassbrief du schenkst.
command-pick = Ablassbrief aussuchen
    .about = Du nimmst für deine Spende einen der ausgelegten Ablassbriefe.
command-reveal-bids = Gebote aufdecken
    .about = Alle haben geboten, und die Gebote werden zugleich aufgedeckt. Es folgt von selbst.
command-show-die = Würfel zeigen
    .about = Der Papst zeigt den Würfel und besucht diesen Raum. Es folgt von selbst.
command-hand-over = Übergeben
    .about = Was eine Karte fordert, wird gegeben, wenn es da ist. Es folgt von selbst.
command-answer = Antworten
    .about = Gesagt wird, ob ein Ablassbrief zum Schenken da ist. Es folgt von selbst.
command-open-compartments = Fächer öffnen
    .about = Ein Dom ist fertig, und alle leeren ein Fach. Es folgt von selbst.
command-count-letters = Ablassbriefe werten
    .about = Alle zeigen ihre Ablassbriefe, und die Seelen steigen Richtung Himmel. Es folgt von selbst.
command-place-souls = Seelen aufstellen
    .about = Die Seelen stehen in dieser Reihe am Start, die dem Himmel nächste zuerst.
command-draw-stones = Steine ziehen
    .about = Steine kommen aus dem Warensäckchen auf den Markt.
    .stones = Steine
command-deal-cards = Karten auslegen
    .about = Jedes der Zimmer 1 bis 4 bekommt eine Karte.
command-return-card = Karte zurücklegen
    .about = Eine Charakterkarte der vorigen Runde kommt auf ihr Feld zurück.
command-set-bid = Gebot festlegen
    .about = Du stellst geheim dein Kerbholz ein und legst Geld dazu, und sonst nichts.
    .notches-about = Was dein Kerbholz zeigen wird.
    .taler-about = Geld, das du dazulegst.
command-settle = Gebot begleichen
    .about = Du zahlst das Geld deines Gebots, oder nimmst es zurück, wenn dein Kerbholz die meisten Kerben zeigt.
command-take-card = Karte nehmen
    .about = Du nimmst eine Charakterkarte, die noch frei ist, und sonst nichts.
command-begin = Aktion beginnen
    .about = Du sagst, welche Aktion jetzt kommt.
command-rotate = Kerbholz drehen
    .about = Du drehst dein Kerbholz höher.
    .notches-about = Um wie viele Kerben.
command-pay = Zahlen
    .about = Du zahlst an die Kasse, was du kaufst.
command-take-stone = Stein nehmen
    .about = Du nimmst den Stein vom Markt, den du kaufst.
    .stone = Was
command-take-letter = Ablassbrief nehmen
    .about = Du nimmst einen Ablassbrief für einen Ablassstein, oder den gelben aus Separee 6.
    .source = Woher
command-return-stone = Ablassstein zurückwerfen
    .about = Der eingetauschte Ablassstein kommt ins Warensäckchen.
command-bag-good = Ware ins Warensäckchen
    .about = Du wirfst eine Ware, die du verkaufst, ins Warensäckchen.
command-receive = Erlös nehmen
    .about = Du nimmst aus der Kasse, was deine Ware wert ist.
command-place-stone = Sündenstein werfen
    .about = Du wirfst einen eigenen Sündenstein in einen Sündenpfuhl.
command-show = Spende zeigen
    .about = Du zeigst, was du spenden wirst.
command-drop = Spende einwerfen
    .about = Du wirfst, was du spendest, in ein Fach.
command-name-room = Raum wählen
    .about = Du wählst ein Zimmer oder Separee, oder durch Separee 5 das Zimmer, dessen Karte du ausführst.
command-flip = Karte im Separee 5 umdrehen
    .about = Das Separee ist für den Rest der Runde geschlossen.
command-discard = Karte ablegen
    .about = Die Karte des besuchten Zimmers kommt auf den Ablagestapel.
command-announce = Reise ankündigen
    .about = Als Papst sagst du, warum du fort musst.
command-turn-die = Würfel einstellen
    .about = Als Papst stellst du geheim den Würfel ein.
command-open-die = Würfel aufdecken
    .about = Du zeigst den Würfel, bevor jemand geraten hat.
command-declare-over = Für beendet erklären
    .about = Dein Zug ist zu Ende, oder dein Teil der Charakterwahl.
command-call-next = Um den Zug bitten
    .about = Du bittest, wer am Zug ist, zu beginnen.
    .called = Wen
command-prompt = Nach der Spende fragen
    .about = Du bittest jemanden, die Spende zu zeigen.
    .asked = Wen
command-admit = Sünde zugeben
    .about = Du gibst eine Sünde zu, die das Protokoll allein nicht beweist.
command-let-pass = Durchgehen lassen
    .about = Vor dem Vergleich der Kerbhölzer erinnerst du den Kleinen Sünder an nichts mehr.

## Was man tun kann

do-choose-bonus = { $compartments-count ->
    [0] Vorteil nehmen: { $bonus }
   *[other] Vorteil nehmen: { $bonus }, in { $compartments }
}
do-bid = { $notches } Kerben und { $taler } Taler bieten
do-choose-character = Charakter wählen: { $character }
do-wait = Mit dem Vorspiel warten
do-move-pope-stone = Einen Papststein versetzen, vom { $source } zum { $target }
do-place-crew = Einen Bautrupp auf { $site } setzen
do-move-crew = Einen Bautrupp von { $source } auf { $target } versetzen
do-take-good = Gratis vom Markt nehmen: { $good }
do-rob = Berauben: { $seat }
do-perform = Die Karte ausführen{ that-card }
do-decline = { $card-there ->
    [none] Verzichten
   *[other] Die Karte nicht ausführen{ that-card }
}
do-buy = { $letter-told ->
    [yes] Einen Ablassbrief kaufen: { $letter }
   *[no] { $greedy-told ->
        [yes] Zwei auf einmal kaufen: { $stone }, mit Sündenstein
       *[no] Kaufen: { $stone }
    }
}
do-sell = Verkaufen: { $good }
do-donate = Spenden: { $item }, in { $compartment }
do-visit = { $room } besuchen{ that-card }
do-choose-room = { $room } wählen{ that-card }
do-set-die = Inkognito besuchen, mit dem Würfel auf { $room }
do-guess = Raten: { $room }
do-pass = Aussetzen
do-take-free = { $letter-told ->
    [yes] Einen Ablassstein gratis nehmen, und dafür: { $letter }
   *[no] Gratis nehmen: { $stone }
}
do-empty-den = Leeren: { $den }
do-give-letter = Schenken: { $letter }
do-pick = Nehmen: { $letter }
do-reveal-bids = Die Gebote aufdecken
do-show-die = Den Würfel zeigen
do-hand-over = Geben, was die Karte fordert
do-answer = Sagen, ob ein Ablassbrief da ist
do-open-compartments = Die Fächer öffnen
do-count-letters = Die Ablassbriefe werten
do-place-souls = Die Seelen aufstellen: { $row }
do-draw-stones = { $stones-told ->
    [yes] Ziehen: { $stones }
   *[other] Steine ziehen
}
do-deal-cards = { $cards-told ->
    [yes] In die Zimmer legen: { $cards }
   *[other] Karten in die Zimmer legen
}
do-return-card = Karte zurücklegen: { $character }
do-set-bid = Das Gebot festlegen: { $notches } Kerben und { $taler } Taler
do-settle = { $taler-told ->
    [yes] { $taler } Taler des Gebots begleichen
   *[no] Das Gebot begleichen
}
do-take-card = Nur die Karte nehmen: { $character }
do-begin = Beginnen: { $action }
do-rotate = Das Kerbholz um { $notches } höher drehen
do-pay = { $taler } Taler zahlen
do-take-stone = Vom Markt nehmen: { $stone }
do-take-letter = Nehmen: { $letter } ({ $source })
do-return-stone = Den Ablassstein ins Warensäckchen werfen
do-bag-good = Ins Warensäckchen werfen: { $good }
do-receive = Den Erlös aus der Kasse nehmen
do-place-stone = Einen Sündenstein in den { $den } werfen
do-show = Zeigen: { $item }
do-drop = Einwerfen: { $item }, in { $compartment }
do-name-room = { $room } wählen{ that-card }
do-flip = Die Karte im Separee 5 umdrehen
do-discard = Die Karte ablegen
do-announce = Eine Reise ankündigen
do-turn-die = Den Würfel auf { $room } stellen
do-open-die = Den Würfel aufdecken, bevor jemand geraten hat
do-declare-over = Für beendet erklären
do-call-next = { $called } um den Zug bitten
do-prompt = { $asked } bitten, die Spende zu zeigen
do-admit = Zugeben: { $sin }
do-let-pass = Durchgehen lassen

a-good = { $good-id ->
    [jewel] einen Edelstein
   *[other] { $good }
}
a-stone = { $stone-id ->
    [jewel] einen Edelstein
    [indulgence] einen Ablassstein
   *[other] { $stone }
}
an-item = { $item-id ->
    [jewel] einen Edelstein
   *[other] { $item }
}
a-letter = { $letter-id ->
    [blue] einen blauen Ablassbrief
    [green] einen grünen Ablassbrief
    [red] einen roten Ablassbrief
   *[yellow] einen gelben Ablassbrief
}
the-character = { $character-id ->
    [petty-sinner] den Kleinen Sünder
   *[other] den { $character }
}
that-card = { $card-there ->
    [EMP_LETTER] : „{ card-EMP_LETTER }“
    [POPE_YELLOW] : „{ card-POPE_YELLOW }“
    [OTHERS_3] : „{ card-OTHERS_3 }“
    [OTHERS_5] : „{ card-OTHERS_5 }“
    [LUST_2] : „{ card-LUST_2 }“
    [GREED_2] : „{ card-GREED_2 }“
    [MOVE_CREW] : „{ card-MOVE_CREW }“
    [NEW_CREW] : „{ card-NEW_CREW }“
    [POPE_STONE] : „{ card-POPE_STONE }“
    [TAKE_GOOD] : „{ card-TAKE_GOOD }“
    [STEAL_3] : „{ card-STEAL_3 }“
    [TAKE_3] : „{ card-TAKE_3 }“
    [TAKE_5] : „{ card-TAKE_5 }“
    [TAKE_7] : „{ card-TAKE_7 }“
   *[none] { "" }
}

## Was geschah: Entscheidungen

did-choose-bonus = { "" }
did-bid = { $notches-told ->
    [yes] { $notches ->
        [one] { $actor } bietet 1 Kerbe und { $taler } Taler.
       *[other] { $actor } bietet { $notches } Kerben und { $taler } Taler.
    }
   *[other] { $actor } legt das Gebot fest.
}
did-choose-character = { "" }
did-wait = { $actor } wartet mit dem Vorspiel.
did-move-pope-stone = { "" }
did-place-crew = { "" }
did-move-crew = { "" }
did-take-good = { "" }
did-rob = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } will { $seat } berauben.
}
did-perform = { "" }
did-decline = { "" }
did-buy = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { buys }
}
buys = { $greedy-told ->
    [yes] { $stone-id ->
        [jewel] { $actor } kauft 2 Edelsteine auf einmal.
       *[other] { $actor } kauft 2 { $stone } auf einmal.
    }
   *[no] { $stone-id ->
        [indulgence] { $actor } kauft einen Ablassbrief.
       *[other] { $actor } kauft { a-stone }.
    }
}
did-sell = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } verkauft { a-good }.
}
did-donate = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { donates }
}
donates = { $compartment-told ->
    [yes] { $actor } spendet { an-item }, in { $compartment }.
   *[other] { $actor } spendet { an-item }.
}
did-visit = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } besucht { $room }.
}
did-choose-room = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } wählt { $room }.
}
did-set-die = { "" }
did-guess = { "" }
did-pass = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } setzt aus.
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
did-return-card = { $actor } legt { the-character } zurück.
did-set-bid = { did-bid }
did-settle = { "" }
did-take-card = { "" }
did-begin = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { begins }
}
begins = { $action-id ->
    [buy] { $actor } beginnt zu kaufen.
    [sell] { $actor } beginnt zu verkaufen.
    [donate] { $actor } beginnt zu spenden.
   *[visit] { $actor } beginnt einen Besuch im Freudenhaus.
}
did-rotate = { "" }
did-pay = { "" }
did-take-stone = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } nimmt { a-stone } vom Markt.
}
did-take-letter = { "" }
did-return-stone = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } wirft den Ablassstein ins Warensäckchen.
}
did-bag-good = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } wirft { a-good } ins Warensäckchen.
}
did-receive = { "" }
did-place-stone = { "" }
did-show = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } zeigt { an-item }.
}
did-drop = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { drops }
}
drops = { $compartment-told ->
    [yes] { $actor } wirft { an-item } in { $compartment }.
   *[other] { $actor } wirft { an-item } in die Schatulle.
}
did-name-room = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } wählt { $room }.
}
did-flip = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } dreht die Karte im Separee 5 um.
}
did-discard = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } legt die Karte ab.
}
did-announce = { "" }
did-turn-die = { "" }
did-open-die = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } deckt den Würfel auf, bevor jemand geraten hat.
}
did-declare-over = { $first-fact ->
    [SteppedOutOfTurn] { "" }
   *[other] { $actor } ist fertig.
}
did-call-next = { $actor } bittet { $called } um den Zug.
did-prompt = { $actor } bittet { $asked }, die Spende zu zeigen.
did-admit = { $actor } gibt es zu.
did-let-pass = { $actor } lässt es durchgehen.

## Was geschah: Fakten

did-SoulsPlaced = Die Seelen stellen sich auf, die dem Himmel nächste zuerst: { $row }.
did-BonusTaken = Kleiner Vorteil für { $seat }: { $bonus }.
did-RoundBegan = Runde { $number } beginnt.
did-StoneDrawn = { $stone-told ->
    [yes] Auf den Markt kommt ein Stein: { $stone }.
   *[other] Auf den Markt kommt ein Stein.
}
    .together = { $stone-told ->
        [yes] Auf den Markt kommen Steine: { $stone }.
       *[other] Auf den Markt kommen { $facts } Steine.
    }
did-DeckShuffled = Der Ablagestapel wird zum neuen Nachziehstapel.
did-CardDealt = { $card-told ->
    [yes] { $room }: „{ $card }“.
   *[other] { $room } bekommt eine Karte.
}
did-BidsRevealed = Die Gebote. Kerben: { $notches }. Taler: { $taler }.
did-ChoosingOrderSet = Reihenfolge der Wahl: { $order }.
did-BidPaid = { $seat } zahlt { $amount } Taler für das Gebot.
did-BidTakenBack = { $seat } nimmt { $amount } Taler zurück.
did-CharacterTaken = { $seat } nimmt { the-character }.
did-Declined = { $what-id ->
    [visit] { $seat } besucht das Freudenhaus nicht.
    [pope] { $seat } lässt die Papststeine liegen.
   *[other] { $seat } führt die Karte nicht aus: „{ $what }“.
}
did-SinStonePlaced = { $seat } wirft einen Sündenstein in den { $den }.
    .together-same = { $seat } wirft { $facts } Sündensteine in den { $den }.
did-DenEmptied = { $number ->
    [one] { $seat } hat keine Sündensteine mehr und nimmt einen aus dem { $den } zurück.
   *[other] { $seat } hat keine Sündensteine mehr und nimmt { $number } aus dem { $den } zurück.
}
did-PopeStoneMoved = { $seat } versetzt einen Papststein vom { $source } zum { $target }.
did-AtonementCame = Alle Papststeine liegen am { $den }: Die Sünden in den anderen werden gesühnt, und { $forgiven } wird vergeben.
did-SoulMoved = { $cause-id ->
    [letters] Die Seele von { $seat } steigt auf Feld { $to }.
    [note] Der Raum ist zu teuer: { soul-goes }
   *[other] { soul-goes }
}
soul-goes = { $steps ->
    [one] Die Seele von { $seat } fährt 1 Feld Richtung Hölle, auf Feld { $to }.
   *[other] Die Seele von { $seat } fährt { $steps } Felder Richtung Hölle, auf Feld { $to }.
}
did-SoulStayed = Die Seele von { $seat } käme in die Hölle und bleibt stehen.
did-CrewPlaced = { $seat } setzt einen Bautrupp auf { $site }.
did-CrewMoved = { $seat } versetzt einen Bautrupp von { $source } auf { $target }.
did-NaveBuilt = Auf { $site } steht jetzt ein Kirchenschiff.
did-CathedralFinished = Der Dom auf { $site } ist fertig.
did-PostRotated = { $purpose-id ->
    [second] { $seat } dreht das Kerbholz für eine zweite Aktion auf { $to }.
    [repair] { $seat } dreht das Kerbholz nachträglich auf { $to }.
   *[other] { $seat } dreht das Kerbholz auf { $to }.
}
did-TalerPaid = { $purpose-id ->
    [repair] { $seat } zahlt nachträglich { $amount } Taler.
   *[other] { $seat } zahlt { $amount } Taler.
}
did-TalerReceived = { $seat } bekommt { $amount } Taler.
did-StoneTaken = { $free ->
    [yes] { $seat } nimmt gratis { a-stone }.
   *[no] { "" }
}
did-LetterTaken = { $origin-id ->
    [bonuses] { "" }
   *[other] { $seat } nimmt { a-letter }.
}
    .together-seat = { $seat } nimmt Ablassbriefe: { $letter }.
did-ItemDropped = { $origin-id ->
    [bonuses] { $compartment-told ->
        [yes] In { $compartment }: { $item }.
       *[other] { "" }
    }
   *[other] { "" }
}
did-CardExecuted = { $seat } führt die Karte „{ $card }“ aus.
did-PretextAnnounced = { $seat } muss auf Reisen.
did-DieSet = { $room-told ->
    [yes] { $seat } stellt den Würfel geheim auf { $room }.
   *[other] { $seat } stellt den Würfel geheim ein.
}
did-Guessed = { $seat } rät { $room }.
did-DieShown = { $caught ->
    [yes] Der Würfel zeigt { $room }: { $seat } wird erwischt.
   *[no] Der Würfel zeigt { $room }: { $seat } wird nicht erwischt.
}
did-LetterOwed = { $giver } muss { $taker } einen Ablassbrief schenken.
did-LetterGiven = { $letter-told ->
    [yes] { $giver } schenkt { $taker } { a-letter }.
   *[other] { $giver } schenkt { $taker } einen Ablassbrief.
}
did-TalerGiven = { $giver } gibt { $taker } { $amount } Taler.
did-NothingGiven = { $card-id ->
    [EMP_LETTER] { $seat } hat keinen Ablassbrief zu schenken.
    [POPE_YELLOW] { $seat } hat keinen gelben Ablassbrief zu schenken.
   *[other] { $seat } hat zu wenig Geld.
}
did-CompartmentOpened = { $things-count ->
    [0] { $seat } hat nichts in { $compartment }.
   *[other] { $seat } öffnet { $compartment }: { $things }.
}
did-LettersLaidOut = { $letters-count ->
    [0] Für { $category } ist kein Ablassbrief mehr da.
   *[other] Ausgelegt für { $category }: { $letters }.
}
did-DonorsRanked = { $ranking-count ->
    [0] Niemand hat etwas davon gespendet.
   *[other] Gespendet: { $values }.
}
did-LettersReturned = Die Ablassbriefe kommen zurück.
did-PostsCompared = { $seat-told ->
    [yes] Vergleich der Kerbhölzer: { $seat } hat die meisten Kerben, { $most }; die wenigsten sind { $fewest }.
   *[no] Vergleich der Kerbhölzer: Alle zeigen { $most }.
}
did-LettersShown = { $letters-count ->
    [0] { $seat } hat keine Ablassbriefe.
   *[other] { $steps ->
        [one] Ablassbriefe von { $seat }: { $letters }. Die Seele steigt 1 Feld Richtung Himmel.
       *[other] Ablassbriefe von { $seat }: { $letters }. Die Seele steigt { $steps } Felder Richtung Himmel.
    }
}
did-SteppedOutOfTurn = { $seat } ist nicht an der Reihe: „{ $step }“ zählt nicht.
did-AccusationMade = { $by } beschuldigt { $seat }: { $sin }.
did-SinCommitted = { $of-told ->
    [yes] Die Sünde von { $seat } zählt weiter: { $sin }.
   *[no] { $seat } hat gesündigt: { $sin }.
}
did-OmissionMended = { $seat } hat etwas ausgelassen: { $step }.

## Fakten

fact-SoulsPlaced = Seelen aufgestellt
fact-BonusTaken = Kleiner Vorteil genommen
fact-BonusesReturned = Kleine Vorteile zurückgelegt
fact-RoundBegan = Runde begann
    .number = Runde
fact-PhaseBegan = Phase begann
fact-CharacterReturned = Charakterkarte zurückgelegt
fact-StoneDrawn = Stein gezogen
fact-CrewReadied = Bautrupp bereitgestellt
fact-YellowLetterLaid = Gelber Ablassbrief ins Separee 6 gelegt
fact-SuiteFlipped = Karte im Separee 5 umgedreht
    .welcome = Offen
fact-RoomCleared = Zimmer geräumt
fact-DeckShuffled = Nachziehstapel gemischt
fact-CardDealt = Karte ausgelegt
fact-BidSet = Gebot festgelegt
fact-BidsRevealed = Gebote aufgedeckt
fact-ChoosingOrderSet = Reihenfolge der Wahl bestimmt
fact-BidPaid = Gebot bezahlt
fact-BidTakenBack = Gebot zurückgenommen
fact-CharacterTaken = Charakter genommen
fact-PreliminaryDeferred = Vorspiel aufgeschoben
fact-Declined = Verzichtet
fact-SinStonePlaced = Sündenstein geworfen
fact-DenEmptied = Sündenpfuhl geleert
fact-PopeStoneMoved = Papststein versetzt
    .source = Von
    .target = Nach
fact-AtonementCame = Sühne
fact-SinStonesReturned = Sündensteine zurückgenommen
fact-PopeStonesReturned = Papststeine zurückgelegt
fact-SoulMoved = Seele bewegt
    .steps-about = Wie viele fällig waren; unter null gehen sie Richtung Himmel.
    .to = Auf Feld
fact-SoulStayed = Seele blieb stehen
fact-CrewPlaced = Bautrupp gesetzt
fact-CrewMoved = Bautrupp versetzt
    .source = Von
    .target = Nach
fact-NaveBuilt = Kirchenschiff gebaut
fact-CathedralFinished = Dom fertiggestellt
fact-TurnPassed = Zug weitergegeben
fact-ActionBegan = Aktion begonnen
    .second-about = Ob es die zweite Aktion des Zuges ist.
fact-PostRotated = Kerbholz gedreht
    .to = Auf Kerben
fact-TalerPaid = Taler gezahlt
fact-TalerReceived = Taler bekommen
fact-StoneTaken = Stein genommen
    .to = Wohin
fact-StoneReturned = Stein zurückgelegt
fact-LetterTaken = Ablassbrief genommen
fact-GoodSold = Ware verkauft
fact-ItemShown = Spende gezeigt
fact-ItemDropped = Spende eingeworfen
fact-TurnDeclaredOver = Zug beendet
fact-RoomChosen = Raum gewählt
    .notches-about = Was der Raum an Kerben kostet.
    .stones-about = Was der Raum an Steinen der Wollust kostet.
fact-CardExecuted = Karte ausgeführt
fact-CardDiscarded = Karte abgelegt
fact-PretextAnnounced = Reise angekündigt
fact-DieSet = Würfel eingestellt
fact-Guessed = Geraten
fact-DieShown = Würfel gezeigt
fact-LetterOwed = Ablassbrief geschuldet
fact-LetterGiven = Ablassbrief geschenkt
fact-TalerGiven = Taler gegeben
fact-NothingGiven = Nichts gegeben
fact-CompartmentOpened = Fach geöffnet
fact-LettersLaidOut = Ablassbriefe ausgelegt
fact-DonorsRanked = Spenden gereiht
    .values = Gespendet
fact-LettersReturned = Ablassbriefe zurückgelegt
fact-DonationsCleared = Spenden abgeräumt
fact-PostsCompared = Kerbhölzer verglichen
fact-LettersShown = Ablassbriefe gezeigt
fact-ChoiceDeclaredOver = Wahl beendet
fact-NextCalled = Um den Zug gebeten
fact-Prompted = Nach der Spende gefragt
fact-StepsUndone = Schritte zurückgenommen
fact-SteppedOutOfTurn = Nicht an der Reihe
fact-AccusationMade = Beschuldigung
fact-SinCommitted = Sünde begangen
    .of = Entscheidung
    .of-about = Die Entscheidung mit der Sünde, wenn sie seither zurückgenommen wurde.
fact-OmissionMended = Ausgelassenes nachgeholt
fact-OmissionPassed = Ausgelassenes durchgelassen

field-action = Aktion
field-asked = Wen
field-bonus = Kleiner Vorteil
field-by = Von
field-called = Wen
field-card = Karte
field-cards = Karten
field-category = Kategorie
field-caught = Erwischt
field-cause = Grund
field-character = Charakter
field-coins = Münzen
field-compartment = Fach
field-compartments = Fächer
field-count = Anzahl
field-den = Sündenpfuhl
field-fewest = Wenigste Kerben
field-forgiven = Vergeben
field-free = Gratis
field-giver = Wer gibt
field-good = Ware
field-goods = Waren
field-item = Was
field-keeper = Behält das Geld
field-letter = Ablassbrief
field-letters = Ablassbriefe
field-most = Meiste Kerben
field-notches = Kerben
field-number = Anzahl
field-order = Reihenfolge
field-origin = Woher
field-phase = Phase
field-purpose = Wofür
field-ranking = Größte Spenden
field-room = Raum
field-row = Reihe
field-second = Zweite Aktion
field-sin = Sünde
field-site = Bauplatz
field-step = Schritt
field-steps = Felder
field-stone = Stein
field-stones = Steine
field-taker = Wer bekommt
field-taler = Taler
field-things = Inhalt
field-told = Wer es erfährt
field-what = Was
field-whole = Im Ganzen

## Optionen und Spielplan

option-row = Reihe der Seelen
    .about = Die Plätze vom Himmel zur Hölle. Ohne Angabe entscheidet der Zufall.
option-two-player-split = Teilen zu zweit
    .about = Wie zwei sich die ausgelegten Ablassbriefe teilen.
option-two-player-split-de = 2, 1, der Rest (deutsche Ausgabe)
option-two-player-split-en = 2, 2, der Rest (englische Ausgabe)
option-over-six-note = Zu teurer Raum
    .about = Ob der Papst für einen zu teuren Raum immer büßt, oder nur, wenn er erraten wurde.
option-over-six-note-always = immer
option-over-six-note-caught = nur wenn erraten
option-extra-preliminary = Zusätzliches Vorspiel
    .about = Zu dritt: ob Papst und Kaiser ihr Vorspiel aufschieben dürfen.
option-extra-preliminary-at_once = sofort
option-extra-preliminary-defer = darf warten
option-open-holdings = Offener Besitz
    .about = Alle sehen, was hinter den Sichtschirmen liegt: Geld, Waren und Ablassbriefe.
option-meta-culpa = META CULPA
    .about = Jede Sünde gegen den Spielablauf kostet einen Sündenstein.
option-meta-culpa-off = aus
option-meta-culpa-automatic = jede Sünde kostet sofort ihren Stein
option-meta-culpa-called = wenn jemand sie anzeigt
option-register = Sündenregister
    .about = Welche Sünden unter META CULPA gelten.
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

board-post = Seiten des Kerbholzes
board-post-min = Niedrigste Seite
board-post-max = Höchste Seite
board-track = Sündenleiste
    .about = Felder vom Start bis zum letzten vor der Hölle, und bis zum Himmel.
board-track-hell-last = Letztes Feld vor der Hölle
board-track-heaven-steps = Felder bis zum Himmel
board-track-heaven-source = Quelle der Felder bis zum Himmel
board-goods = Waren
    .about = Wie viele es gibt, ihre Preise, und was sie als Spende zählen.
board-goods-count = Wie viele es gibt
board-goods-buy = Kaufpreis
board-goods-sell = Verkaufspreis
board-goods-weight = Wert als Spende
board-goods-category = Kategorie der Spenden
board-goods-source = Quelle dieser Werte
board-indulgence = Ablasssteine
    .about = Wie viele es gibt, was ein Ablassbrief kostet, und welche es dafür gibt.
board-indulgence-count = Wie viele es gibt
board-indulgence-buy = Kaufpreis
board-indulgence-letters = Ablassbriefe zur Wahl
board-letters = Ablassbriefe nach Farben
board-bonuses = Kleine Vorteile
board-cathedrals = Ablassbriefe an den Domen
    .about = Was in jeder Kategorie verteilt wird, vom linken Dom bis zum rechten.
board-cathedrals-source = Quelle der Listen
board-house = Freudenhauskarten
    .about = Wie viele es von jeder gibt, und die Kerben, die sie kosten.
board-suites = Kerben der Separees
board-start-money = Taler zu Beginn
board-sin-stones = Sündensteine je Person
board-crews = Bautrupps
board-market-draw = Steine je Runde
board-coins = Münzen
board-bank-unlimited = Unbegrenzte Kasse
board-score = Felder Richtung Himmel
    .about = Für einen Satz aller vier Farben, und für jeden weiteren Ablassbrief.
board-score-set = Für einen Satz aller Farben
board-score-single = Für jeden weiteren Ablassbrief

## Die Ansicht

untold-stone = { $number ->
    [one] { $number } verdeckter Stein
   *[other] { $number } verdeckte Steine
}
untold-letter = { $number ->
    [one] { $number } verdeckter Ablassbrief
   *[other] { $number } verdeckte Ablassbriefe
}
untold-card = { $number ->
    [one] { $number } verdeckte Karte
   *[other] { $number } verdeckte Karten
}
untold-good = { $number ->
    [one] { $number } verdeckte Ware
   *[other] { $number } verdeckte Waren
}
untold-item = { $number ->
    [one] { $number } verdecktes Stück
   *[other] { $number } verdeckte Stücke
}
view-round = Runde
view-phase = Phase
view-turn = Am Zug
view-actions = Aktionen dieses Zuges
view-row = Reihe auf Feld 0, dem Himmel am nächsten zuerst
view-steps = Noch fällig
view-step-step = Was
view-step-seat = Wer
view-step-by-hand = Der Würfel wird von Hand gedreht
view-step-card = Karte
view-step-category = Was gespendet wird
view-step-cause = Warum
view-step-compartment = Fach
view-step-den = Sündenpfuhl
view-step-duties = Vorspiele
view-step-emptied = Dafür geleerte Sündenpfuhle
view-step-good = Ware
view-step-may-wait = Darf aufgeschoben werden
view-step-number = Anzahl
view-step-order = Reihenfolge
view-step-room = Zimmer
view-step-seats = Wer gefragt wird
view-step-site = Bauplatz
view-step-taker = Wer bekommt es
view-step-to = Kerbe
view-step-what = Was fehlt
view-bonuses = Übrige Vorteile
view-bag = Warensäckchen
view-market = Markt
view-stacks = Ablassbriefe im Vorrat
view-display = Ausgelegte Ablassbriefe
view-house = Freudenhaus
view-house-rooms = Karten in den Zimmern
view-house-suite-5 = Separee 5
view-house-suite-6 = Separee 6
view-house-deck = Nachziehstapel
view-house-discards = Ablagestapel
view-house-guess = Geratener Raum
view-dens = Sündenpfuhle
view-den-den = Sündenpfuhl
view-den-stones = Sündensteine aller
view-den-pope-stones = Papststeine
view-hut = Bautrupps in der Bauhütte
view-emperor-crew = Bautrupps auf der Kaiserkarte
view-sites = Dombauplätze
view-site-site = Bauplatz
view-site-crews = Bautrupps
view-site-built = Gebaut
view-characters = Charaktere
view-characters-pope = { character-pope }
view-characters-emperor = { character-emperor }
view-characters-merchant = { character-merchant }
view-characters-petty-sinner = { character-petty-sinner }
view-order = Reihenfolge der Wahl
view-owed = Was dem eigenen Zug fehlt
view-seats = Alle am Tisch
view-seat-seat = Platz
view-seat-soul = Seele
    .about = Das Feld der Seele: 0 ist der Start, darüber geht es zur Hölle, darunter zum Himmel.
view-seat-post = Kerbholz
view-seat-stones = Übrige Sündensteine
view-seat-characters = Charaktere
view-seat-bonus = Kleiner Vorteil
view-seat-bid-set = Gebot steht
view-seat-bid = Gebot
view-seat-bid-notches = Kerben
view-seat-bid-taler = Taler
view-seat-die = Papstwürfel
view-seat-money = Geld
view-seat-goods = Waren
view-seat-letters = Ablassbriefe
view-seat-chest = Schatulle
view-seat-opened = Geöffnete Spenden
view-seat-letters-shown = Gezeigte Ablassbriefe

## Abschnitte der Regeln

section-MC-S = Aufbau
section-MC-B = Kleine Vorteile
section-MC-RD = Runde
section-MC-P = Vorbereitung
section-MC-Q = Gebote
section-MC-V = Vorspiel
section-MC-T = Züge
section-MC-K = Kaufen
section-MC-L = Verkaufen
section-MC-D = Spenden
section-MC-C = Privilegien der Charaktere
section-MC-H = Freudenhaus
section-MC-I = Der Papst inkognito
section-MC-N = Sündenpfuhle, Papststeine, Sühne
section-MC-O = Keine Sündensteine mehr
section-MC-G = Bauen
section-MC-E = Spendenauswertung
section-MC-X = Vergleich der Kerbhölzer
section-MC-W = Bewegung
section-MC-Z = Spielende
section-MC-M = META CULPA: das Sündenregister
section-MC-PS = META CULPA: der Kleine Sünder
section-MC-R = Auslegungen
section-MC-DV = Lesarten, wo die Ausgaben abweichen
section-MC-A = Angenommene Werte und Spielpläne

## Das Brett, wie es gezeichnet wird

drawn-record = Sündenleiste
drawn-heaven = Himmel
drawn-hell = Hölle

## Das gedruckte Protokoll: kurz, was geschah, und die Spalten einer Person

brief-SoulsPlaced = Seelen: { $row }
brief-BonusTaken = Bonus: { $bonus }
brief-StoneDrawn = { $stone }
brief-SuiteFlipped = Separee 5 gewendet
brief-CardDealt = { $room-id }: { $card }
brief-BidSet = bietet { $notches }/{ $taler }
brief-BidsRevealed = Gebote: Kerben { $notches }, Taler { $taler }
brief-BidPaid = −{ $amount } T (Gebot)
brief-CharacterTaken = { $character }
brief-Declined = ohne: { $what }
brief-SinStonePlaced = Stein: { $den }
brief-DenEmptied = { $number } zurück: { $den }
brief-PopeStoneMoved = Papststein { $source } → { $target }
brief-AtonementCame = Sühne: { $den }
brief-SinStonesReturned = { $number } zurück: { $den }
brief-SoulMoved = Seele auf { $to }
brief-SoulStayed = Seele bleibt
brief-CrewPlaced = Bautrupp: { $site }
brief-CrewMoved = Bautrupp { $source } → { $target }
brief-NaveBuilt = Kirchenschiff: { $site }
brief-CathedralFinished = Kathedrale: { $site }
brief-TalerPaid = −{ $amount } T
brief-TalerReceived = +{ $amount } T
brief-StoneTaken = nimmt { $stone }
brief-LetterTaken = nimmt: { $letter }
brief-GoodSold = verkauft { $good }
brief-ItemDropped = spendet { $item } in { $compartment-id }
brief-RoomChosen = { $room }
brief-CardExecuted = Karte: { $card }
brief-DieSet = Würfel { $room-id }
brief-Guessed = rät { $room-id }
brief-DieShown = zeigt { $room-id }
brief-LetterGiven = gibt { $taker }: { $letter }
brief-TalerGiven = gibt { $taker } { $amount } T
brief-NothingGiven = hat nichts für: { $card }
brief-CompartmentOpened = öffnet { $compartment-id }: { $things }
brief-DonorsRanked = { $category }: { $values }

balance-soul = Seele
    .about = das Feld der Seele: 0 ist der Anfang, darüber geht es zur Hölle, darunter zum Himmel
balance-taler = Taler
    .about = Taler hinter dem Sichtschirm
balance-goods = Waren
    .about = Waren hinter dem Sichtschirm
balance-letters = Ablassbriefe
    .about = Ablassbriefe
balance-stones = Steine
    .about = Sündensteine, die in keinem Sündenpfuhl liegen
brief-key = bietet 3/7 heißt drei Kerben und sieben Taler; T sind Taler; I und II sind Fächer der Truhe

## Wie eine Partie ausging

outcome-decided-by = Entschieden durch
outcome-decided-by-heaven = die Ankunft im Himmel
outcome-decided-by-nearest = die Nähe zum Himmel
outcome-souls = Seelen
outcome-letters = Ablassbriefe
outcome-steps = Felder
outcome-ranking = Rangfolge
