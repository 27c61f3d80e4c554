"""Recorded games: one game (`Recording`), folders of many (`load_games`), and Minari datasets.

It imports `replays` and everything below it. Start with `recording.py`.
"""
