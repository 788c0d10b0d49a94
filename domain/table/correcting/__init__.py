"""Changes of the line: what is taken back or amended, and what becomes of the decisions behind it."""
