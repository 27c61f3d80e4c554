"""Replays: a finished game as one page for a browser, and as text.

The page needs no network and no other file. Users call `Recording.to_html`, `Recording.to_lines` or `moon-envs replay`.
It imports `events`, `render` and everything below them. Start with `walk.py`, then `story.py`.
"""
