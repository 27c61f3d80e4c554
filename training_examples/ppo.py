"""Masked PPO in a single file: read it, copy it, change it.

    pip install ".[train]"
    python training_examples/ppo.py --seed 1                                   # Launch alone against ASTRA 1
    python training_examples/ppo.py --env-id moon_envs/Mlem-v0 --players 2 --opponents greedy

Clipped PPO (Schulman et al., 2017, arXiv:1707.06347) with generalised advantage estimation (arXiv:1506.02438). All
games run in one batched vector environment. Illegal actions get logits so low that their probability is 0.

The folder of the run gets `curve.csv`, the learning curve, and `agent.pt`, the trained agent.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

import gymnasium
import numpy as np

import moon_envs

try:
    import torch
    from torch import nn
except ModuleNotFoundError:
    sys.exit('ppo.py needs PyTorch: pip install ".[train]"')

ILLEGAL_LOGIT = -1e9
EVALUATION_SEED = 10**9  # far from the seeds of training


def arg(default, words: str):
    """A field of the arguments: its default, and what `--help` says about it."""
    return field(default_factory=lambda: default, metadata={"help": words})


@dataclass
class Args:
    """Every field is an option of the command line."""

    env_id: str = arg("moon_envs/Launch-v0", "Gymnasium id of the game; `moon-envs list` shows all games")
    players: int = arg(0, "number of players, 1 for solo; 0 for the default of the game")
    opponents: str = arg("random", "agent on the other seats, when there are several players")
    option: list[str] = arg([], "options of the game, like opponent=3")
    outcome_reward: float = arg(0.5, "reward for winning; every step also pays the points it brought")
    seed: int = arg(0, "seed of the games, the weights and the sampled actions")
    total_timesteps: int = arg(8_000_000, "number of decisions to train for, all games together")
    num_envs: int = arg(256, "number of games played in parallel")
    num_steps: int = arg(64, "decisions of each game in a rollout")
    learning_rate: float = arg(1.5e-3, "learning rate of Adam at the start; it falls linearly to 0")
    gamma: float = arg(1.0, "discount factor; games always end, so 1 is safe")
    gae_lambda: float = arg(0.99, "lambda of the generalised advantage estimation")
    update_epochs: int = arg(4, "passes over each rollout")
    num_minibatches: int = arg(8, "minibatches in each pass")
    clip_coef: float = arg(0.2, "how far the ratio may leave 1 before its gradient is cut off")
    ent_coef: float = arg(0.01, "weight of the entropy bonus")
    vf_coef: float = arg(0.5, "weight of the value loss")
    max_grad_norm: float = arg(0.5, "norm to which gradients are clipped")
    hidden: int = arg(128, "width of the two hidden layers")
    threads: int = arg(1, "threads of PyTorch")
    evaluation_games: int = arg(1000, "games to evaluate the trained agent on; 0 for none")
    folder: str = arg("", "folder of the run; empty for runs/ppo-GAME-SEED")


def parse_args() -> Args:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    defaults = asdict(Args())
    for one in fields(Args):
        default = defaults[one.name]
        several = {"nargs": "+", "metavar": "NAME=VALUE"} if isinstance(default, list) else {"type": type(default)}
        words = f"{one.metadata['help']} (default: {default or repr(default)})"
        parser.add_argument(f"--{one.name.replace('_', '-')}", default=default, help=words, **several)
    return Args(**vars(parser.parse_args()))


def make_envs(args: Args, num_envs: int) -> gymnasium.vector.VectorEnv:
    """Many games in one vector environment.

    In the autoreset mode "SameStep" the step that ends a game returns the first observation of the next game. So every
    row of a rollout is a real decision. In "NextStep", Gymnasium's default, the row after an end would have to be left
    out: its action is ignored.
    """
    settings = dict(one.split("=", 1) for one in args.option)
    if args.players:
        settings["players"] = str(args.players)
    return gymnasium.make_vec(
        args.env_id,
        num_envs=num_envs,
        opponents=args.opponents,
        reward={"points_delta": 1.0, "outcome": args.outcome_reward},
        encoding="one_hot",
        on_illegal="raise",
        autoreset_mode="SameStep",
        **{name: json.loads(value) for name, value in settings.items()},
    )


def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """A linear layer with orthogonal weights and no bias at the start."""
    linear = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(linear.weight, gain)
    nn.init.zeros_(linear.bias)
    return linear


class Agent(nn.Module):
    """Two hidden layers, a policy head and a value head."""

    def __init__(self, columns: int, actions: int, hidden: int):
        super().__init__()
        self.body = nn.Sequential(layer(columns, hidden), nn.ReLU(), layer(hidden, hidden), nn.ReLU())
        self.policy = layer(hidden, actions, gain=0.01)
        self.value = layer(hidden, 1, gain=1.0)

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Masked logits of the actions, and the value of the position."""
        features = self.body(observation)
        logits = self.policy(features).masked_fill(mask == 0, ILLEGAL_LOGIT)
        return logits, self.value(features)[:, 0]


class Rollout:
    """What happened in `num_steps` steps of all games; every array is (steps, games, ...)."""

    def __init__(self, args: Args, columns: int, actions: int):
        shape = (args.num_steps, args.num_envs)
        self.observation = torch.zeros(*shape, columns)
        self.mask = torch.zeros(*shape, actions, dtype=torch.int8)
        self.action = torch.zeros(shape, dtype=torch.int64)
        self.log_prob = torch.zeros(shape)
        self.value = torch.zeros(shape)
        self.reward = torch.zeros(shape)
        self.done = torch.zeros(shape)


class Games:
    """The vector environment, where it stands, and the results of finished episodes."""

    def __init__(self, args: Args):
        self.envs = make_envs(args, args.num_envs)
        self.columns = self.envs.single_observation_space.shape[0]
        self.actions = int(self.envs.single_action_space.n)
        # Row i plays the game of seed + i, so two runs must be further apart than the number of games.
        observation, info = self.envs.reset(seed=args.seed * args.num_envs)
        self.observation, self.mask = torch.from_numpy(observation), torch.from_numpy(info["action_mask"])
        self.outcomes: list[float] = []
        self.points: list[float] = []

    @torch.no_grad()
    def collect(self, agent: Agent, rollout: Rollout) -> torch.Tensor:
        """Fill a rollout with decisions of the agent; returns the values of the positions that follow it."""
        for step in range(len(rollout.action)):
            logits, value = agent(self.observation, self.mask)
            action = torch.multinomial(torch.softmax(logits, 1), 1)
            rollout.observation[step], rollout.mask[step] = self.observation, self.mask
            rollout.action[step], rollout.value[step] = action[:, 0], value
            rollout.log_prob[step] = torch.log_softmax(logits, 1).gather(1, action)[:, 0]

            observation, reward, terminated, _, info = self.envs.step(action[:, 0].numpy())
            rollout.reward[step] = torch.from_numpy(reward)
            rollout.done[step] = torch.from_numpy(terminated)  # games are never truncated
            self.observation, self.mask = torch.from_numpy(observation), torch.from_numpy(info["action_mask"])
            if terminated.any():
                self.outcomes += info["final_info"]["outcome"][terminated].tolist()
                self.points += info["final_info"]["points"]["total"][terminated].tolist()
        return agent(self.observation, self.mask)[1]


def advantages_of(rollout: Rollout, next_value: torch.Tensor, gamma: float, gae_lambda: float) -> torch.Tensor:
    """Generalised advantage estimation, from the last step back to the first."""
    advantages = torch.zeros_like(rollout.reward)
    next_advantage = torch.zeros_like(next_value)
    for step in reversed(range(len(advantages))):
        goes_on = 1 - rollout.done[step]  # nothing after the end of a game belongs to the decision
        delta = rollout.reward[step] + gamma * goes_on * next_value - rollout.value[step]
        next_advantage = advantages[step] = delta + gamma * gae_lambda * goes_on * next_advantage
        next_value = rollout.value[step]
    return advantages


def update(
    agent: Agent, optimizer: torch.optim.Optimizer, rollout: Rollout, advantages: torch.Tensor, args: Args
) -> dict[str, float]:
    """Learn from a rollout; returns the mean of the losses."""
    returns = (advantages + rollout.value).flatten()
    observation, mask = rollout.observation.flatten(0, 1), rollout.mask.flatten(0, 1)
    action, old_log_prob = rollout.action.flatten(), rollout.log_prob.flatten()
    advantages = advantages.flatten()
    losses = []
    for _ in range(args.update_epochs):
        for rows in torch.randperm(len(action)).tensor_split(args.num_minibatches):
            logits, value = agent(observation[rows], mask[rows])
            log_probs, probs = torch.log_softmax(logits, 1), torch.softmax(logits, 1)
            ratio = (log_probs.gather(1, action[rows, None])[:, 0] - old_log_prob[rows]).exp()
            clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
            advantage = (advantages[rows] - advantages[rows].mean()) / (advantages[rows].std() + 1e-8)
            policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
            value_loss = nn.functional.mse_loss(value, returns[rows])
            entropy = -(probs * log_probs).sum(1).mean()

            optimizer.zero_grad()
            (policy_loss + args.vf_coef * value_loss - args.ent_coef * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
            optimizer.step()
            is_clipped = (ratio - 1).abs() > args.clip_coef
            losses.append([policy_loss.item(), value_loss.item(), entropy.item(), is_clipped.float().mean().item()])
    names = ("policy_loss", "value_loss", "entropy", "clip_fraction")
    return dict(zip(names, np.mean(losses, axis=0).tolist(), strict=True))


def train(args: Args, games: Games, agent: Agent, folder: Path) -> None:
    """Collect rollouts and learn from them; every update is a row of the learning curve."""
    optimizer = torch.optim.Adam(agent.parameters(), eps=1e-5)
    rollout = Rollout(args, games.columns, games.actions)
    updates = max(1, args.total_timesteps // (args.num_steps * args.num_envs))
    begin = time.monotonic()
    with open(folder / "curve.csv", "w", encoding="utf-8", newline="") as file:
        for number in range(updates):
            optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - number / updates)
            next_value = games.collect(agent, rollout)
            advantages = advantages_of(rollout, next_value, args.gamma, args.gae_lambda)
            losses = update(agent, optimizer, rollout, advantages, args)

            seconds, timesteps = time.monotonic() - begin, (number + 1) * args.num_steps * args.num_envs
            outcomes, points = games.outcomes[-1000:], games.points[-1000:]
            won = np.mean(np.array(outcomes) > 0) if outcomes else np.nan
            mean_points = np.mean(points) if points else np.nan
            row = {"timesteps": timesteps, "minutes": seconds / 60, "won": won, "points": mean_points, **losses}
            table = csv.DictWriter(file, row)
            if number == 0:
                table.writeheader()
            table.writerow(row)
            if number % max(1, updates // 20) == 0 or number == updates - 1:
                print(
                    f"{timesteps:,} decisions, {timesteps / seconds:,.0f}/s: won {won:.1%}, points {mean_points:.1f} "
                    f"in the last {len(outcomes)} games; entropy {losses['entropy']:.2f}",
                    flush=True,
                )


def evaluate(args: Args, policy) -> tuple[float, float]:
    """Win rate and mean points of `policy(observation, mask) -> actions`, in the same games for every policy."""
    envs = make_envs(args, args.evaluation_games)
    observation, info = envs.reset(seed=EVALUATION_SEED)
    outcome, points = np.zeros(args.evaluation_games), np.zeros(args.evaluation_games)
    is_open = np.ones(args.evaluation_games, dtype=bool)  # rows that are still in their first game
    while is_open.any():
        observation, _, terminated, _, info = envs.step(policy(observation, info["action_mask"]))
        ended = terminated & is_open
        if ended.any():
            outcome[ended] = info["final_info"]["outcome"][ended]
            points[ended] = info["final_info"]["points"]["total"][ended]
            is_open &= ~ended
    return float((outcome > 0).mean()), float(points.mean())


def main() -> None:
    """Train an agent, save it and compare it with random play."""
    args = parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    games = Games(args)
    folder = Path(args.folder or f"runs/ppo-{games.envs.unwrapped.game.id}-{args.seed}")
    if folder.exists():
        sys.exit(f"{folder} exists already; choose another --folder.")
    folder.mkdir(parents=True)
    agent = Agent(games.columns, games.actions, args.hidden)
    train(args, games, agent, folder)
    torch.save({"args": asdict(args), "agent": agent.state_dict()}, folder / "agent.pt")
    print(f"saved {folder / 'agent.pt'}")

    @torch.no_grad()
    def best_action(observation, mask):
        return agent(torch.from_numpy(observation), torch.from_numpy(mask))[0].argmax(1).numpy()

    def random_action(observation, mask):
        return np.where(mask, random.random(mask.shape), -1).argmax(1)

    random = np.random.default_rng(args.seed)
    for name, policy in (("random", random_action), ("trained", best_action)) if args.evaluation_games else ():
        won, points = evaluate(args, policy)
        print(f"{name} play: won {won:.1%}, points {points:.1f} in {args.evaluation_games} games")


if __name__ == "__main__":
    try:
        main()
    except moon_envs.MoonEnvsError as error:
        sys.exit(f"ppo.py: {error}")
