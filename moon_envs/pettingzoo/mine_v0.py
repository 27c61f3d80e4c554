"""Mine (Welcome to the Moon, Adventure 4) for PettingZoo.

| Actions | Agents | Parallel API | Observation | Mask |
| --- | --- | --- | --- | --- |
| Discrete | 2 by default, 1 to 6 with `players=` | yes | `observation`, float32 from 0 to 1 | `action_mask`, int8 |

Example:
    >>> from moon_envs.pettingzoo import mine_v0
    >>> env = mine_v0.env(players=3)
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
"""

from functools import partial

from moon_envs.envs.parallel import MoonParallel
from moon_envs.envs.turns import MoonAEC
from moon_envs.pettingzoo.shells import wrapped_env

env = partial(wrapped_env, "mine")
raw_env = partial(MoonAEC, "mine")
parallel_env = partial(MoonParallel, "mine")

__all__ = ["env", "parallel_env", "raw_env"]
