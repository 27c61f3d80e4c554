"""Connect four as a yardstick: the same game on moon_envs, in C, and in other frameworks."""
