"""Schemas of what the service answers."""
