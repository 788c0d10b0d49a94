"""What operators do with a whole database: migrate, check, mark, pack, decide again."""
