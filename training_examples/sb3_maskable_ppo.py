"""MaskablePPO of sb3-contrib, on the native `VecEnv`: any game, solo or on seat 0 against others.

Install: `pip install ".[sb3]"`
Run: `python training_examples/sb3_maskable_ppo.py launch --opponent 1`

`moon_envs.sb3.MoonVecEnv` steps all games at once, so nearly all time goes into the network.

Result of the defaults against ASTRA's level 1 (600,000 decisions, seed 0, two busy cores, 851 s), over the same 1,000
games: random play wins 0.0 % with 1.7 points on average, the trained network 7.0 % with 101.7 points.
"""

from __future__ import annotations

import time

from recipe import Recipe, needed, run

with needed("sb3"):
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    from moon_envs.sb3 import MoonVecEnv


class WinRate(BaseCallback):
    """Prints the win rate of the games that ended in each rollout."""

    def __init__(self, recipe: Recipe):
        super().__init__()
        self.recipe = recipe

    def _on_rollout_start(self) -> None:
        self.outcomes: list[float] = []

    def _on_step(self) -> bool:
        self.outcomes += [info["outcome"] for info in self.locals["infos"] if "outcome" in info]
        return True

    def _on_rollout_end(self) -> None:
        self.recipe.tell(self.num_timesteps, self.outcomes)


def main() -> None:
    """Train, and compare with random play."""
    recipe = Recipe("MaskablePPO of sb3-contrib.", steps=600_000, num_games=256)
    numbers = recipe.numbers
    settings = {**recipe.settings, "reward": "points_delta"}
    environments = MoonVecEnv(recipe.game, numbers.num_games, **settings)
    model = MaskablePPO(
        "MlpPolicy",
        environments,
        learning_rate=7e-4,
        n_steps=64,
        batch_size=min(4096, 64 * numbers.num_games),
        n_epochs=4,
        gamma=0.998,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=numbers.seed,
        device="cpu",
    )
    print(f"random play: {recipe.play()}", flush=True)
    started = time.perf_counter()
    model.learn(numbers.steps, callback=WinRate(recipe))
    print(f"trained on {model.num_timesteps:,} decisions in {time.perf_counter() - started:.0f} s", flush=True)

    def policy(observations, masks):
        return model.predict(observations, action_masks=masks != 0, deterministic=True)[0]

    print(f"trained play: {recipe.play(policy)}")


if __name__ == "__main__":
    run(main)
