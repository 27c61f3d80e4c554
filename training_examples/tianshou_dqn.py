"""Double DQN of Tianshou: any game, solo or on seat 0 against others.

Install: `pip install ".[tianshou]"`
Run: `python training_examples/tianshou_dqn.py launch --opponent 1`

Tianshou's value-based policies look for `obs.obs` and a bool `obs.mask`, in exploration and in the targets; its
policy-gradient ones have no masks.
"""

from __future__ import annotations

from functools import partial

import gymnasium
import numpy as np
from recipe import Recipe, needed, run

with needed("tianshou"):
    import torch
    from tianshou.algorithm import DQN
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.data import Batch, Collector, VectorReplayBuffer
    from tianshou.data.collector import StepHook
    from tianshou.env import DummyVectorEnv
    from tianshou.trainer import OffPolicyTrainerParams
    from tianshou.utils.net.common import Net

WORDS = {"obs_format": "dict", "observation_key": "obs", "mask_key": "mask", "mask_dtype": "bool"}


class Outcomes(StepHook):
    """Keeps the results of the games that have ended."""

    def __init__(self) -> None:
        self.lately: list[float] = []

    def __call__(self, action_batch: Batch, rollout_batch: Batch) -> None:
        """Look at one step of all games."""
        self.lately += rollout_batch.info.outcome[rollout_batch.done].tolist()


def main() -> None:
    """Train, and compare with random play."""
    recipe = Recipe("Double DQN of Tianshou.", steps=200_000, num_games=32, steps_between_lines=10_000)
    numbers = recipe.numbers
    np.random.seed(numbers.seed)
    torch.manual_seed(numbers.seed)
    one_game = partial(gymnasium.make, recipe.id, **WORDS, **recipe.settings)
    envs = DummyVectorEnv([one_game] * numbers.num_games)
    envs.seed(numbers.seed)
    columns, actions = envs.observation_space[0]["obs"].shape, envs.action_space[0]
    policy = DiscreteQLearningPolicy(
        model=Net(state_shape=columns, action_shape=actions.n, hidden_sizes=[256, 256]),
        action_space=actions,
        eps_training=0.1,
    )
    algorithm = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=3e-4),
        gamma=0.998,
        n_step_return_horizon=3,
        target_update_freq=500,
    )
    outcomes = Outcomes()
    buffer = VectorReplayBuffer(100_000, numbers.num_games)
    collector = Collector(algorithm, envs, buffer, exploration_noise=True, on_step_hook=outcomes)
    told = 0

    def tell(epoch: int, decisions: int) -> None:
        nonlocal told
        if decisions - told >= numbers.steps_between_lines:
            recipe.tell(decisions, outcomes.lately)
            outcomes.lately, told = [], decisions

    print(f"random play: {recipe.play()}", flush=True)
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=numbers.steps,
            collection_step_num_env_steps=8 * numbers.num_games,
            update_step_num_gradient_steps_per_sample=1 / 16,
            batch_size=256,
            training_fn=tell,
            verbose=False,
            show_progress=False,
        )
    )
    recipe.tell(numbers.steps, outcomes.lately)
    trained = recipe.play(
        lambda observations, masks: policy(Batch(obs=Batch(obs=observations, mask=masks != 0), info=Batch())).act
    )
    print(f"trained play: {trained}")


if __name__ == "__main__":
    run(main)
