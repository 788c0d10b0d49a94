"""Matches on several databases: each of these is a cell, and one registry says which cell has a match.

``registry`` keeps that, ``claims`` is what an opening writes there first, ``moving`` brings a match from one cell
to another one, and ``carried`` is what goes along. Without a registry nothing of it is used.
"""
