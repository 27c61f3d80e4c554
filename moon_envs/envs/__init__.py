"""The games as Gymnasium, vector and PettingZoo environments: one class of each kind for all games.

It imports `records` and everything below it. Start with `single_agent.py` (`gymnasium.make`), then `vector.py`
(`gymnasium.make_vec`); `registration.py` registers them.
"""
