"""``kerbholz import-plays``: plays that were kept elsewhere become matches of a service, with their results alone.

- ``reading`` what a JSON file of plays says, and what of it cannot be read
- ``backup`` the back-up of BG Stats: plays, games, players, locations
- ``recording`` a play as a match in shorthand, for a box with nothing in it but the points
- ``command`` the command
"""
