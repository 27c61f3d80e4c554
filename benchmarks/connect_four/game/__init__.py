"""Connect four as a game of moon_envs: a yardstick, because many frameworks have the same game."""
