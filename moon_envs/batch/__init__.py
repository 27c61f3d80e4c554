"""`Batch`: many games on arrays, without agents.

It imports `render` and everything below it. Start with `batch.py`; `rows.py` holds the arrays and runs the loops.
"""

from moon_envs.batch.batch import Batch

__all__ = ["Batch"]
