"""Recorded games: one game (`Recording`), folders of many (`load_games`), and Minari datasets.

It imports `replays`, `agents` and everything below them. Start with `recording.py`.
"""
