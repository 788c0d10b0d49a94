"""Slips that a scribe makes in entering a match, and what they are found by."""
