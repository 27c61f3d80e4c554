"""Replays: a recorded game as one page for a browser, to step through by decision or turn, and as text.

The page needs no network and nothing beside it. See `Recording.to_html` and `moon-envs replay`.
"""

from moon_envs.replays.page import replay_page
from moon_envs.replays.reading import ReadGame, read_game
from moon_envs.replays.text import replay_text

__all__ = ["ReadGame", "read_game", "replay_page", "replay_text"]
