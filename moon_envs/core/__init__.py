"""What a game is: `Game` with its tables, configuration, rewards and saves, and the registry of all games.

It imports `base` and `engine`. Start with `game.py`; `registry.py` finds a game by its id.
"""
