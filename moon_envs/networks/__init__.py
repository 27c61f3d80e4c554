"""Networks that play: what they see of a game, and running them without any framework.

They are trained elsewhere (`training_examples/ppo.py`) and kept as small `.npz` files; those in the box are the agents
called `baseline`.

Example:
    >>> import moon_envs
    >>> from moon_envs.networks import Inputs
    >>> inputs = Inputs(moon_envs.game("launch"), solo=True)
    >>> inputs.table.width, inputs.player.width, inputs.actions
    (208, 283, 138)
"""

from moon_envs.networks.finding import BASELINE, baseline_names, find_network, load_network
from moon_envs.networks.inputs import Block, Inputs, Spread
from moon_envs.networks.network import Network
from moon_envs.networks.weights import parameter_shapes

__all__ = [
    "BASELINE",
    "Block",
    "Inputs",
    "Network",
    "Spread",
    "baseline_names",
    "find_network",
    "load_network",
    "parameter_shapes",
]
