"""Networks that play: what they see of a game, and how they run without any framework.

`training_examples` trains them and writes small `.npz` files; `baselines/` holds those of the agents called `baseline`.
It imports `core`, `engine` and `base`. Start with `network.py`; `inputs.py` says what a network sees.

Example:
    >>> import moon_envs
    >>> from moon_envs.networks import Inputs
    >>> inputs = Inputs(moon_envs.game("launch"), solo=True)
    >>> inputs.table.width, inputs.player.width, inputs.actions
    (208, 283, 138)
"""

from moon_envs.networks.finding import (
    BASELINE,
    AnyNetwork,
    baseline_names,
    find_any_network,
    find_network,
    find_value_network,
    load_network,
)
from moon_envs.networks.goal import Goal
from moon_envs.networks.inputs import Block, Inputs, Spread
from moon_envs.networks.network import Network
from moon_envs.networks.value_inputs import ValueInputs
from moon_envs.networks.value_network import ValueNetwork, value_parameter_shapes
from moon_envs.networks.weights import parameter_shapes

__all__ = [
    "BASELINE",
    "AnyNetwork",
    "Block",
    "Goal",
    "Inputs",
    "Network",
    "Spread",
    "ValueInputs",
    "ValueNetwork",
    "baseline_names",
    "find_any_network",
    "find_network",
    "find_value_network",
    "load_network",
    "parameter_shapes",
    "value_parameter_shapes",
]
