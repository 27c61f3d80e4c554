"""One drawing for each game: the modules have the names of the games in `moon_envs.games`."""
