"""MLEM: Space Agency: cats share a rocket, roll dice and decide when to get off."""
