"""What a game log is made of: the kit, the games, the match and where it is kept."""
