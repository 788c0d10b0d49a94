"""What is written of a decision, and what makes it evidence: its record, its row, and what is hashed."""
