"""Commands that operators run on a database."""
