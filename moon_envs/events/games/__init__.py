"""What happens in each game, in words: a module for each folder of `moon_envs/games`.

`Game.events_module` names the module of a game.
"""
