"""PPO of skrl on the vector environment: any game, solo or on seat 0 against others.

Install: `pip install ".[skrl]"`
Run: `python training_examples/skrl_ppo.py launch --opponent 1`

skrl flattens the dict observation into one row and knows no masks. The policy unflattens the row and masks the logits
of illegal actions. Finished games start again in the same step.
"""

from __future__ import annotations

import gymnasium
from recipe import Recipe, needed, run

with needed("skrl"):
    import torch
    from skrl import logger
    from skrl.agents.torch.ppo import PPO
    from skrl.envs.wrappers.torch import wrap_env
    from skrl.memories.torch import RandomMemory
    from skrl.models.torch import CategoricalMixin, DeterministicMixin, Model
    from skrl.trainers.torch import StepTrainer
    from skrl.utils.spaces.torch import unflatten_tensorized_space
    from torch import nn

STEPS = 64  # of each game in one rollout
LEARNING = {"rollouts": STEPS, "learning_epochs": 4, "mini_batches": 4, "learning_rate": 7e-4, "discount_factor": 0.998}
LEARNING |= {"entropy_loss_scale": 0.01, "experiment": {"write_interval": 0, "checkpoint_interval": 0}}


class Network(Model):
    """Two hidden layers from the features of an observation to the outputs."""

    def __init__(self, env, outputs: int):
        super().__init__(observation_space=env.observation_space, action_space=env.action_space, device=env.device)
        layers = [nn.LazyLinear(256), nn.Tanh(), nn.Linear(256, 256), nn.Tanh(), nn.Linear(256, outputs)]
        self.layers = nn.Sequential(*layers)
        self.layers(torch.zeros(1, *env.observation_space["observation"].shape))

    def compute(self, inputs, role=""):
        """The outputs; the policy's are logits, very low for illegal actions."""
        seen = unflatten_tensorized_space(self.observation_space, inputs["observations"])
        outputs = self.layers(seen["observation"])
        return (outputs.masked_fill(seen["action_mask"] == 0, -1e9) if role == "policy" else outputs), {}


class Policy(CategoricalMixin, Network):
    """The probabilities of the actions."""

    def __init__(self, env):
        Network.__init__(self, env, env.action_space.n)
        CategoricalMixin.__init__(self, role="policy")


class Value(DeterministicMixin, Network):
    """The value of a position."""

    def __init__(self, env):
        Network.__init__(self, env, 1)
        DeterministicMixin.__init__(self, role="value")


def main() -> None:
    """Train, and compare with random play."""
    recipe = Recipe("PPO of skrl.", steps=300_000, num_games=64)
    numbers, rounds = recipe.numbers, recipe.numbers.steps // recipe.numbers.num_games
    logger.setLevel("ERROR")
    torch.manual_seed(numbers.seed)
    words = {"obs_format": "dict", "autoreset_mode": "SameStep"}
    env = wrap_env(gymnasium.make_vec(recipe.id, numbers.num_games, **words, **recipe.settings), verbose=False)
    models = {"policy": Policy(env), "value": Value(env)}
    memory = RandomMemory(memory_size=STEPS, num_envs=env.num_envs, device=env.device)
    spaces = {"observation_space": env.observation_space, "action_space": env.action_space}
    agent = PPO(models=models, memory=memory, device=env.device, cfg=LEARNING, **spaces)
    trainer = StepTrainer(
        env=env, agents=agent, cfg={"timesteps": rounds, "headless": True, "disable_progressbar": True}
    )
    print(f"random play: {recipe.play()}", flush=True)
    outcomes: list[float] = []
    for step in range(1, rounds + 1):
        _, _, terminated, _, info = trainer.train()
        over = terminated.flatten().numpy()
        if over.any():
            outcomes += info["final_info"]["outcome"][over].tolist()
        if step % STEPS == 0 or step == rounds:
            recipe.tell(step * numbers.num_games, outcomes)
            outcomes = []

    def policy(observations, masks):
        with torch.no_grad():
            logits = models["policy"].layers(torch.as_tensor(observations))
        return logits.masked_fill(torch.as_tensor(masks) == 0, -1e9).argmax(dim=1).numpy()

    print(f"trained play: {recipe.play(policy)}")


if __name__ == "__main__":
    run(main)
