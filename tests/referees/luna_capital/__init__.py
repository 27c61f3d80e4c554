"""Referee of Luna Capital, written from the specification only."""
