"""Installed rulesets as environments for agents that learn or search, in process: no store, no web.

- ``pettingzoo`` as environments of PettingZoo, ``open_spiel`` as games of OpenSpiel
- ``setting`` what all episodes of an environment have in common, ``episode`` one match
- ``vocabulary`` the words that commands are said with, ``saying`` a command said word by word
- ``features`` a view as numbers, ``observing`` what an agent observes, ``told`` all that a seat was ever told
- ``rewards`` what an end is worth, ``record`` an episode as a file that a service takes in

``pettingzoo`` and ``open_spiel`` need the libraries of the extra ``kerbholz[env]``, and say which one is missing.
"""
