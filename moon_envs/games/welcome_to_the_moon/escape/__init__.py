"""Escape, Adventure 7 of Welcome to the Moon: six starships one above the other, reached through airlocks."""
