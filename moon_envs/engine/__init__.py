"""Compiled once for all games: the compiler and its cache, random numbers, records, and the loops over many games.

It imports `base` only and knows no game. Start with `entry_points.py`, the contract between a game and the engine, then
`batch/batch_loops.py`, the loops behind `moon_envs.Batch`.
"""
