"""The compiled loops behind `moon_envs.Batch`: its memory, one row of it, and the loops over rows.

Start with `batch_loops.py`; each loop calls the functions of `rows.py` for one row after the other.
"""
