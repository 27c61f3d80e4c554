"""Referee of MLEM: Space Agency, written from the specification only."""
