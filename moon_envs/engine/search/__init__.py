"""Search, compiled once for all games: Monte-Carlo trees over the entry points of a game.

It is a folder of its own, not part of what games are compiled of: changing the search compiles no game anew.
"""
