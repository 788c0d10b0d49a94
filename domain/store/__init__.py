"""Where matches are kept: the event library's recorders with rows beside the log, in one transaction.

``side`` names the tables beside the log, ``sqlite`` and ``postgres`` carry them for each database;
``models`` has the tables of read models, ``feed`` what they follow.
"""
