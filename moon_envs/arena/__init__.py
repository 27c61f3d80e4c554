"""Measuring agents: all against each other in the arena, and on the ladder, the standard benchmark."""
