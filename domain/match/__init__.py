"""A match: its log and its state, how it was opened, who asks, and the line of decisions that holds."""
