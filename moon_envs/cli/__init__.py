"""The command line of moon_envs, one file per command. Nothing imports it."""
