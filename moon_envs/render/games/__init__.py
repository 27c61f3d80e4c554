"""How each game is drawn: a module for each folder of `moon_envs/games`. `Game.drawing_module` names it."""
