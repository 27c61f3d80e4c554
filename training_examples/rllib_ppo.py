"""PPO of RLlib's new stack: any game, solo or on seat 0 against others, or all seats by one policy.

Install: `pip install ".[rllib]"`
Run: `python training_examples/rllib_ppo.py launch --opponent 1`
Self-play: `python training_examples/rllib_ppo.py mlem --players 3 --self-play`

RLlib's own module for masks needs dict observations with `observations` and a float32 `action_mask`. Before you start
several workers, compile the game (`moon-envs warmup launch`).
"""

from __future__ import annotations

import logging

from recipe import REWARD, Recipe, needed, run

import moon_envs.pettingzoo
from moon_envs.base.errors import ConfigurationError

with needed("rllib"):
    import ray
    import torch
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    from ray.tune.registry import register_env

SHARED = "shared"
WORDS = {"obs_format": "dict", "observation_key": "observations", "mask_dtype": "float32"}


def report_outcome(*, episode, metrics_logger, **_) -> None:
    """Log who won: our seat, in self-play the first one."""
    infos = episode.get_infos(-1)
    outcome = infos["player_0"]["outcome"] if "player_0" in infos else infos["outcome"]
    metrics_logger.log_value("outcomes", float(outcome), reduce="item_series")


def main() -> None:
    """Train, and compare with random play."""
    recipe = Recipe("PPO of RLlib.", steps=200_000, num_games=16, workers=0, self_play=False)
    numbers, batch = recipe.numbers, min(4096, recipe.numbers.steps)
    spec = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [256, 256]})
    config = PPOConfig().framework("torch").debugging(seed=numbers.seed, log_level="ERROR")
    config.env_runners(num_env_runners=numbers.workers, num_envs_per_env_runner=numbers.num_games)
    config.training(train_batch_size_per_learner=batch, minibatch_size=min(1024, batch), num_epochs=4)
    config.training(lr=7e-4, gamma=0.998, entropy_coeff=0.01)
    config.callbacks(on_episode_end=report_outcome)
    if numbers.self_play:
        if recipe.mode["players"] < 2:
            raise ConfigurationError("--self-play needs --players 2 or more.")
        register_env("all_seats", lambda settings: PettingZooEnv(moon_envs.pettingzoo.raw_env(**settings)))
        settings = {"game": recipe.game.id, "reward": REWARD, **WORDS, **recipe.mode}
        config.environment("all_seats", env_config=settings, disable_env_checking=True)  # it would act without masks
        config.multi_agent(policies={SHARED}, policy_mapping_fn=lambda agent, *_, **__: SHARED)
        config.rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: spec}))
    else:
        settings = {**recipe.settings, "on_illegal": "end", **WORDS}  # its check of environments acts without masks
        config.environment(recipe.id, env_config=settings)
        config.rl_module(rl_module_spec=spec)
    print(f"random play: {recipe.play()}", flush=True)
    ray.init(log_to_driver=False, include_dashboard=False, logging_level=logging.ERROR, configure_logging=False)
    algorithm = config.build_algo()
    decisions = 0
    while decisions < numbers.steps:
        seen = algorithm.train()["env_runners"]
        decisions = int(seen["num_env_steps_sampled_lifetime"])
        recipe.tell(decisions, seen.get("outcomes", []))
    module = algorithm.get_module(SHARED if numbers.self_play else "default_policy")

    def policy(observations, masks):
        seen = {"observations": torch.as_tensor(observations), "action_mask": torch.as_tensor(masks).float()}
        with torch.no_grad():
            return module.forward_inference({"obs": seen})["action_dist_inputs"].argmax(dim=1).numpy()

    print(f"trained play: {recipe.play(policy)}")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    run(main)
