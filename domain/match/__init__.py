"""A match: its log and its state, how it was opened, its principals, and the line of decisions that holds."""
