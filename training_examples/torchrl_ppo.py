"""PPO of TorchRL on the vector environment: any game, solo or on seat 0 against others.

Install: `pip install ".[torchrl]"`
Run: `python training_examples/torchrl_ppo.py launch --opponent 1`

TorchRL resets finished rows itself (`autoreset_mode="Disabled"`); the actor takes observation and mask from the dict
observation, and `MaskedCategorical` draws legal actions only.
"""

from __future__ import annotations

import gymnasium
from recipe import Recipe, needed, run

with needed("torchrl"):
    import torch
    from tensordict import TensorDict
    from tensordict.nn import TensorDictModule
    from torch import nn
    from torchrl.collectors import Collector
    from torchrl.data import Unbounded
    from torchrl.envs import ExplorationType, GymWrapper, default_info_dict_reader, set_exploration_type
    from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
    from torchrl.objectives import ClipPPOLoss
    from torchrl.objectives.value import GAE

STEPS = 64  # of each game in one rollout
EPOCHS, MINIBATCHES = 4, 4


def network(outputs: int) -> nn.Sequential:
    """Two hidden layers."""
    return nn.Sequential(nn.LazyLinear(256), nn.Tanh(), nn.Linear(256, 256), nn.Tanh(), nn.Linear(256, outputs))


def main() -> None:
    """Train, and compare with random play."""
    recipe = Recipe("PPO of TorchRL.", steps=300_000, num_games=64)
    numbers, games = recipe.numbers, recipe.numbers.num_games
    torch.manual_seed(numbers.seed)
    words = {"obs_format": "dict", "mask_dtype": "bool", "autoreset_mode": "Disabled"}
    vector = gymnasium.make_vec(recipe.id, games, **words, **recipe.settings)
    env = GymWrapper(vector, categorical_action_encoding=True)
    env.set_info_dict_reader(default_info_dict_reader(["outcome"], spec=[Unbounded((games,), dtype=torch.float64)]))
    env.set_seed(numbers.seed)
    actor = ProbabilisticActor(
        TensorDictModule(network(vector.single_action_space.n), ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        distribution_kwargs={"neg_inf": -1e9},
        return_log_prob=True,
    )
    critic = ValueOperator(network(1), in_keys=["observation"])
    critic(actor(env.reset()))  # lazy layers see their inputs
    advantage = GAE(gamma=0.998, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss.parameters(), lr=7e-4)
    print(f"random play: {recipe.play()}", flush=True)
    decisions = 0
    frames = {"frames_per_batch": STEPS * games, "total_frames": numbers.steps}
    for data in Collector(env, actor, auto_register_policy_transforms=False, **frames):
        decisions += data.numel()
        outcomes = data["next", "outcome"][data["next", "done"].squeeze(-1)]
        for _ in range(EPOCHS):
            with torch.no_grad():
                advantage(data)
            rows = data.reshape(-1)
            for part in torch.randperm(len(rows)).chunk(MINIBATCHES):
                losses = loss(rows[part])
                optimizer.zero_grad()
                (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
        recipe.tell(decisions, outcomes)

    def policy(observations, masks):
        seen = {"observation": torch.as_tensor(observations), "action_mask": torch.as_tensor(masks != 0)}
        with torch.no_grad(), set_exploration_type(ExplorationType.DETERMINISTIC):
            return actor(TensorDict(seen, [len(masks)]))["action"].numpy()

    print(f"trained play: {recipe.play(policy)}")


if __name__ == "__main__":
    run(main)
