"""The games in the box, one folder each, all of one shape; a game knows the kit and no other game."""
