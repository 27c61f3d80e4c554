"""Connect four as a yardstick of speed: the same game on moon_envs, in C, and in other frameworks."""
