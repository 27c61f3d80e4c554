"""Tests of the single games: their rules, one by one, and their referees."""
