"""Tests of the games, one folder per game, and what plays any of them."""
