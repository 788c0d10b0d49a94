"""What people do at a table beside the game: they dispute, rule, take back, correct, assert, confirm."""
