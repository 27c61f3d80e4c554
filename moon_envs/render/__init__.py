"""Pictures of games: `draw` gives any state as SVG, as it is seen from a seat, or with everything open.

Every game has a module `picture` that draws with the vocabulary of `Picture`: sheets, cells, tracks, dice, cards,
tokens, labels. What is drawn knows which actions it stands for, so pages can let people click on it.
"""

from moon_envs.render.drawing import LastDecision, draw
from moon_envs.render.picture import Picture
from moon_envs.render.style import THEMES

__all__ = ["THEMES", "LastDecision", "Picture", "draw"]
