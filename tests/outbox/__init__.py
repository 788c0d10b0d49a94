"""The outbox of the scribe's page, without a browser: its modules run in node, against a real service."""
