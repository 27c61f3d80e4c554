"""Search, compiled once for all games: Monte-Carlo trees over the entry points of a game.

Games do not import this folder, so a change here compiles no game again. Start with `rows.py` for searches by rollouts
and with `simulations.py` for searches with a network.
"""
