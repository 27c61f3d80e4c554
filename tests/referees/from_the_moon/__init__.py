"""Referee of From the Moon, written from the specification only."""
