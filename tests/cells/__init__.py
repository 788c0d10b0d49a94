"""Matches on several databases: a registry, and two cells."""
