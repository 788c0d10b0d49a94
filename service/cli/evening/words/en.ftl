# What slips and results say. People are addressed; a link is explained to the person who holds it.

table = Table { $number }
round-and-table = Round { $round }, table { $number }
slips-players = slips for the players
slips-officials = slips for the officials
slip-seat = This link is your seat. Keep it to yourself, and open it on your own device.
slip-arbiter = With this link you see everything, and settle disputes. Nobody who plays here should have it.
slip-host = With this link you sign the result, give the match up, or close it. You see what everybody sees.
slip-scribe = With this link you see everything, and record what happens at the table. Nobody else should have it.
slip-spectator = With this link you watch the match. You see what everybody at the table sees.
role-arbiter = Arbiter
role-host = Host
role-scribe = Scribe
role-spectator = Spectator
results = Results
player = Player
played = matches
won = won
place = place
unread = The service did not tell how this match stands.
