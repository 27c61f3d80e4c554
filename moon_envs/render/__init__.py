"""Pictures of games: `draw` returns any state as SVG, as a seat sees it or with everything open; `draw_grid` many.

`games/` holds a module for each game, which returns the panels of a table (`panels.py`); `layout.py` places them.
Panels draw with the elements of `Picture`: sheets, cells, tracks, dice, cards, tokens, labels. Each element carries
the actions it stands for, so that a page can make it clickable. It imports `games` and everything below it.
Start with `drawing.py`, then `panels.py` and `picture.py`.
"""

from moon_envs.render.drawing import LastDecision, draw, picture_of_action
from moon_envs.render.grids import draw_grid
from moon_envs.render.picture import Picture
from moon_envs.render.style import THEMES

__all__ = ["THEMES", "LastDecision", "Picture", "draw", "draw_grid", "picture_of_action"]
