"""Where matches are kept: the event library's recorders with rows beside the log, in one transaction.

``tables`` names the tables beside the log, ``side`` reads them, ``sqlite`` and ``postgres`` carry them for each
database; ``models`` has the tables of read models, ``feed`` what they follow.

What is for PostgreSQL alone (``postgres``, ``postgres_models``, ``connecting``, ``notifying``) is imported only
where the database is one: the driver takes a tenth of a second.
"""

UNHURRIED = "POSTGRES_UNHURRIED"
"""The variable of the library's environment that says that statements may take as long as they like."""
