"""Games as custom calls of XLA: compiled handlers that read XLA's call frames. `moon_envs.jax` registers them.

Start with `xla_handlers.py`; `frame.py` knows how XLA lays out a call, `rows.py` what happens to one game.
"""
