"""`Batch`: many games on arrays, without agents.

It imports `render` and everything below it. Start with `batch.py`; `rows.py` holds the arrays and runs the loops, and
`look_ahead.py` shows the positions after all legal actions, `pictures.py` draws many games as one picture.
"""

from moon_envs.batch.batch import Batch
from moon_envs.batch.look_ahead import LookedAhead

__all__ = ["Batch", "LookedAhead"]
