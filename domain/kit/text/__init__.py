"""Texts of people, names in lists, and times: what may stand in them, and how they are written."""
