"""Connect four on the contract of moon_envs: a yardstick, because many frameworks have the same game."""
