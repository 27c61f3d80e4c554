"""PPO of AgileRL on the vector environment: any game, solo or on seat 0 against others.

Install: `pip install ".[agilerl]"` (in an environment of its own: AgileRL needs an older pettingzoo)
Run: `python training_examples/agilerl_ppo.py launch --opponent 1`

AgileRL's PPO takes masks from the infos, when it acts and when it learns. Finished games start again in the same step.
"""

from __future__ import annotations

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv, VectorWrapper
from recipe import Recipe, needed, run

with needed("agilerl"):
    import torch
    from agilerl.algorithms.ppo import PPO
    from agilerl.rollouts.on_policy import collect_rollouts

STEPS = 64  # of each game in one round
NETWORK = {"encoder_config": {"hidden_size": [256]}, "head_config": {"hidden_size": [256]}, "latent_dim": 128}


class Outcomes(VectorWrapper):
    """Keeps the results of the games that have ended."""

    def __init__(self, env: VectorEnv):
        super().__init__(env)
        self.lately: list[float] = []

    def step(self, actions):
        """Step, and look for ends."""
        observations, rewards, terminations, truncations, info = self.env.step(actions)
        if terminations.any():
            self.lately += info["final_info"]["outcome"][terminations].tolist()
        return observations, rewards, terminations, truncations, info


def main() -> None:
    """Train, and compare with random play."""
    recipe = Recipe("PPO of AgileRL.", steps=300_000, num_games=64)
    numbers, games = recipe.numbers, recipe.numbers.num_games
    torch.manual_seed(numbers.seed)
    env = Outcomes(gymnasium.make_vec(recipe.id, games, autoreset_mode="SameStep", **recipe.settings))
    agent = PPO(
        env.single_observation_space,
        env.single_action_space,
        net_config=NETWORK,
        batch_size=16 * games,
        lr=7e-4,
        learn_step=STEPS * games,
        gamma=0.998,
        num_envs=games,
    )
    print(f"random play: {recipe.play()}", flush=True)
    observations, info = env.reset(seed=numbers.seed)
    last = {"last_obs": observations, "last_info": info, "last_done": np.zeros(games), "last_scores": np.zeros(games)}
    decisions = 0
    while decisions < numbers.steps:
        _, *now = collect_rollouts(agent, env, n_steps=STEPS, **last)
        last = dict(zip(("last_obs", "last_done", "last_scores", "last_info"), now, strict=True))
        agent.learn()
        decisions += STEPS * games
        recipe.tell(decisions, env.lately)
        env.lately = []
    agent.set_training_mode(False)

    def policy(observations, masks):
        return agent.get_action(observations, action_mask=masks)[0]

    print(f"trained play: {recipe.play(policy)}")


if __name__ == "__main__":
    run(main)
