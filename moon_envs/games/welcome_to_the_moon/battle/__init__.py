"""Battle, Adventure 8 of Welcome to the Moon: planets to win on sheets that neighbours share."""
