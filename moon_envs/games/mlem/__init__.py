"""MLEM: Space Agency: cats in a common rocket, dice, and the question when to get off."""
