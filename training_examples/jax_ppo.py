"""Masked PPO as one jitted function: games, network, advantages and updates run inside `jax.jit`, without Python.

    pip install ".[jax_train]"
    python training_examples/jax_ppo.py --seed 1                               # Launch alone against ASTRA 1
    python training_examples/jax_ppo.py --game mine --option opponent=3

The algorithm, the network, the games and the defaults are those of `ppo.py`; PureJaxRL (Lu et al., 2022) has shown the
style. Solo modes only: with several players a decision belongs to one seat, its reward may come at another's.

The folder of the run gets `curve.csv`, the learning curve, and `agent.npz`, the weights.
"""

from __future__ import annotations

import argparse
import csv
import functools
import json
import sys
import time
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import moon_envs

try:
    import jax
    import jax.numpy as jnp
    import optax

    import moon_envs.jax
except ImportError:
    sys.exit('jax_ppo.py needs JAX and optax: pip install ".[jax_train]"')

ILLEGAL_LOGIT = -1e9
EVALUATION_SEED = 10**9  # far from the seeds of training


def arg(default, words: str):
    """A field of the arguments: its default, and what `--help` says about it."""
    return field(default_factory=lambda: default, metadata={"help": words})


@dataclass
class Args:
    """Every field is an option of the command line."""

    game: str = arg("launch", "game id; `moon-envs list` shows all games")
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
    evaluation_games: int = arg(1000, "games to evaluate the trained agent on; 0 for none")
    folder: str = arg("", "folder of the run; empty for runs/jax-ppo-GAME-SEED")


def parse_args() -> Args:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    defaults = asdict(Args())
    for one in fields(Args):
        default = defaults[one.name]
        several = {"nargs": "+", "metavar": "NAME=VALUE"} if isinstance(default, list) else {"type": type(default)}
        words = f"{one.metadata['help']} (default: {default or repr(default)})"
        parser.add_argument(f"--{one.name.replace('_', '-')}", default=default, help=words, **several)
    args = Args(**vars(parser.parse_args()))
    if args.num_envs * args.num_steps % args.num_minibatches:
        parser.error("--num-envs times --num-steps must be a multiple of --num-minibatches")
    return args


def make_envs(args: Args, num_envs: int, autoreset: bool) -> moon_envs.jax.VecEnv:
    """Many games in one environment of JAX."""
    settings = dict(one.split("=", 1) for one in args.option)
    reward = {"points_delta": 1.0, "outcome": args.outcome_reward}
    return moon_envs.jax.make_vec(
        args.game,
        num_envs,
        players=1,
        reward=reward,
        encoding="one_hot",
        autoreset=autoreset,
        **{name: json.loads(value) for name, value in settings.items()},
    )


def new_weights(key: jax.Array, columns: int, actions: int, hidden: int) -> dict[str, Any]:
    """Two hidden layers, a policy head and a value head: orthogonal weights, no bias."""
    shapes = {
        "first": (columns, hidden, 2**0.5),
        "second": (hidden, hidden, 2**0.5),
        "policy": (hidden, actions, 0.01),
        "value": (hidden, 1, 1.0),
    }
    return {
        name: {"weight": jax.nn.initializers.orthogonal(gain)(one, (inputs, outputs)), "bias": jnp.zeros(outputs)}
        for one, (name, (inputs, outputs, gain)) in zip(jax.random.split(key, 4), shapes.items(), strict=True)
    }


def apply(weights: dict[str, Any], observation: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Masked logits of the actions, and the value of the position."""

    def layer(name: str, inputs: jax.Array) -> jax.Array:
        return inputs @ weights[name]["weight"] + weights[name]["bias"]

    features = jax.nn.relu(layer("second", jax.nn.relu(layer("first", observation))))
    return jnp.where(mask, layer("policy", features), ILLEGAL_LOGIT), layer("value", features)[:, 0]


def draw(key: jax.Array, log_probs: jax.Array) -> jax.Array:
    """A random action for each row. One number a row is enough; `jax.random.categorical` draws one for each action."""
    sums = jnp.cumsum(jnp.exp(log_probs), axis=1)
    below = jax.random.uniform(key, (len(sums), 1)) * sums[:, -1:] * (1 - 1e-6)  # below the last sum, when rounded
    return (sums <= below).sum(1)


def of_action(table: jax.Array, action: jax.Array) -> jax.Array:
    """The entry of the action in each row."""
    return jnp.take_along_axis(table, action[:, None], 1)[:, 0]


class Rollout(NamedTuple):
    """What happened in `num_steps` steps of all games; every array is (steps, games, ...)."""

    observation: jax.Array
    mask: jax.Array
    action: jax.Array
    log_prob: jax.Array
    value: jax.Array
    reward: jax.Array
    done: jax.Array
    episode_return: jax.Array


class Runner(NamedTuple):
    """What goes from update to update: weights, optimizer, games, rewards of the running games, random numbers."""

    weights: dict[str, Any]
    optimizer: Any
    state: moon_envs.jax.State
    episode_return: jax.Array
    key: jax.Array


def collect(envs: moon_envs.jax.VecEnv, num_steps: int, runner: Runner) -> tuple[Runner, Rollout]:
    """A rollout with sampled actions."""

    def step(carried: tuple[moon_envs.jax.State, jax.Array], key: jax.Array) -> Any:
        state, so_far = carried
        logits, value = apply(runner.weights, state.observation, state.legal_action_mask)
        log_probs = jax.nn.log_softmax(logits)
        action = draw(key, log_probs)
        following = envs.step(state, action)  # of a game that ended: the first position of the next one
        reward, done = following.rewards[:, 0], following.terminated
        so_far += reward
        row = Rollout(
            state.observation,
            state.legal_action_mask,
            action,
            of_action(log_probs, action),
            value,
            reward,
            done,
            so_far,
        )
        return (following, jnp.where(done, 0.0, so_far)), row

    key, rollout_key = jax.random.split(runner.key)
    carried = (runner.state, runner.episode_return)
    (state, so_far), rollout = jax.lax.scan(step, carried, jax.random.split(rollout_key, num_steps))
    return runner._replace(state=state, episode_return=so_far, key=key), rollout


def advantages_of(rollout: Rollout, next_value: jax.Array, gamma: float, gae_lambda: float) -> jax.Array:
    """Generalised advantage estimation, from the last step back to the first."""

    def back(carried: tuple[jax.Array, jax.Array], row: Rollout) -> Any:
        advantage, next_value = carried
        goes_on = 1 - row.done  # nothing after the end of a game belongs to the decision
        delta = row.reward + gamma * goes_on * next_value - row.value
        advantage = delta + gamma * gae_lambda * goes_on * advantage
        return (advantage, row.value), advantage

    return jax.lax.scan(back, (jnp.zeros_like(next_value), next_value), rollout, reverse=True)[1]


def loss_of(weights: dict[str, Any], rows: Rollout, advantage: jax.Array, returns: jax.Array, args: Args) -> Any:
    """The loss of a minibatch, and its parts."""
    logits, value = apply(weights, rows.observation, rows.mask)
    log_probs = jax.nn.log_softmax(logits)
    ratio = jnp.exp(of_action(log_probs, rows.action) - rows.log_prob)
    clipped = jnp.clip(ratio, 1 - args.clip_coef, 1 + args.clip_coef)
    advantage = (advantage - advantage.mean()) / (advantage.std(ddof=1) + 1e-8)
    policy_loss = -jnp.minimum(ratio * advantage, clipped * advantage).mean()
    value_loss = jnp.square(value - returns).mean()
    entropy = -(jnp.exp(log_probs) * log_probs).sum(1).mean()
    parts = {
        "policy_loss": policy_loss,
        "value_loss": value_loss,
        "entropy": entropy,
        "clip_fraction": (jnp.abs(ratio - 1) > args.clip_coef).mean(),
    }
    return policy_loss + args.vf_coef * value_loss - args.ent_coef * entropy, parts


def learn(runner: Runner, optimizer: Any, rollout: Rollout, advantages: jax.Array, args: Args) -> tuple[Runner, Any]:
    """All epochs and minibatches over one rollout; returns the means of the losses, too."""
    rows = (rollout, advantages, advantages + rollout.value)
    rows = jax.tree.map(lambda array: array.reshape(-1, *array.shape[2:]), rows)

    def minibatch(carried: tuple[Any, Any], chosen: jax.Array) -> Any:
        weights, optimizer_state = carried
        part = jax.tree.map(lambda array: array[chosen], rows)
        gradient, losses = jax.grad(loss_of, has_aux=True)(weights, *part, args)
        changes, optimizer_state = optimizer.update(gradient, optimizer_state)
        return (optax.apply_updates(weights, changes), optimizer_state), losses

    key, *epochs = jax.random.split(runner.key, args.update_epochs + 1)
    order = jnp.stack([jax.random.permutation(epoch, len(rows[1])) for epoch in epochs])
    carried = (runner.weights, runner.optimizer)
    carried, losses = jax.lax.scan(minibatch, carried, order.reshape(args.update_epochs * args.num_minibatches, -1))
    return runner._replace(weights=carried[0], optimizer=carried[1], key=key), jax.tree.map(jnp.mean, losses)


def train(args: Args, envs: moon_envs.jax.VecEnv, report: Any, seed: jax.Array) -> dict[str, Any]:
    """The whole training, to be jitted: from a seed to the weights. `report` hears of every update."""
    updates = max(1, args.total_timesteps // (args.num_steps * args.num_envs))
    steps_in_update = args.update_epochs * args.num_minibatches
    optimizer = optax.chain(
        optax.clip_by_global_norm(args.max_grad_norm),
        optax.adam(lambda count: args.learning_rate * (1 - count // steps_in_update / updates), eps=1e-5),
    )
    key, weights_key = jax.random.split(jax.random.key(seed))
    weights = new_weights(weights_key, envs.observation_shape[0], envs.num_actions, args.hidden)
    # Row i plays the game of seed + i, so two runs must be further apart than the number of games.
    state = envs.init(jax.random.key(seed * args.num_envs))
    runner = Runner(weights, optimizer.init(weights), state, jnp.zeros(args.num_envs), key)

    def update(runner: Runner, number: jax.Array) -> tuple[Runner, None]:
        runner, rollout = collect(envs, args.num_steps, runner)
        next_value = apply(runner.weights, runner.state.observation, runner.state.legal_action_mask)[1]
        advantages = advantages_of(rollout, next_value, args.gamma, args.gae_lambda)
        runner, losses = learn(runner, optimizer, rollout, advantages, args)
        # The last decision alone never brings as many points as winning pays: its sign tells who won.
        won = rollout.done & (rollout.reward > 0)
        outcome = jnp.where(won, 1, -1) * args.outcome_reward
        points = (rollout.episode_return - outcome) * rollout.done * envs.game.points_scale
        ended = {"games": rollout.done.sum(), "won": won.sum(), "points": points.sum()}
        jax.debug.callback(report, number, ended, losses, ordered=True)
        return runner, None

    return jax.lax.scan(update, runner, jnp.arange(updates))[0].weights


class Report:
    """Hears of every update: writes a row of the learning curve, and prints every twentieth."""

    def __init__(self, args: Args, file: Any):
        self.timesteps, self.updates = args.num_steps * args.num_envs, 0
        self.between = max(1, args.total_timesteps // self.timesteps // 20)
        self.file, self.table = file, None
        self.recent: list[tuple[int, int, float]] = []
        self.begin = time.monotonic()

    def __call__(self, number: Any, ended: dict[str, Any], losses: dict[str, Any]) -> None:
        """Tell of an update: its number, the games that ended in it, the means of the losses."""
        self.recent = [*self.recent, tuple(float(ended[name]) for name in ("games", "won", "points"))][-4:]
        games, won, points = np.sum(self.recent, axis=0) / max(1, sum(one[0] for one in self.recent))
        seconds, timesteps = time.monotonic() - self.begin, (int(number) + 1) * self.timesteps
        row = {"timesteps": timesteps, "minutes": seconds / 60, "won": won, "points": points}
        row |= {name: float(value) for name, value in losses.items()}
        if self.table is None:
            self.table = csv.DictWriter(self.file, row)
            self.table.writeheader()
        self.table.writerow(row)
        if number % self.between == 0:
            print(
                f"{timesteps:,} decisions, {timesteps / seconds:,.0f}/s: won {won:.1%}, points {points:.1f}; "
                f"entropy {row['entropy']:.2f}",
                flush=True,
            )


def evaluate(envs: moon_envs.jax.VecEnv, policy: Any) -> tuple[float, float]:
    """Win rate and mean points of `policy(state, key) -> actions`, in the same games for every policy."""

    @jax.jit
    def play() -> tuple[jax.Array, jax.Array]:
        def step(carried: Any) -> Any:
            key, following = jax.random.split(carried[1])
            return envs.step(carried[0], policy(carried[0], key)), following

        begin = (envs.init(jax.random.key(EVALUATION_SEED)), jax.random.key(0))
        state, _ = jax.lax.while_loop(lambda carried: ~carried[0].terminated.all(), step, begin)
        return (envs.outcome(state)[:, 0] > 0).mean(), envs.points(state)[:, 0].sum(1).mean()

    won, points = play()
    return float(won), float(points)


def main() -> None:
    """Train an agent, save it and compare it with random play."""
    args = parse_args()
    envs = make_envs(args, args.num_envs, autoreset=True)
    folder = Path(args.folder or f"runs/jax-ppo-{envs.id}-{args.seed}")
    if folder.exists():
        sys.exit(f"{folder} exists already; choose another --folder.")
    folder.mkdir(parents=True)
    with open(folder / "curve.csv", "w", encoding="utf-8", newline="") as file:
        report = Report(args, file)
        compiled = jax.jit(functools.partial(train, args, envs, report)).lower(args.seed).compile()
        print(f"compiled in {time.monotonic() - report.begin:.0f} s", flush=True)
        report.begin = time.monotonic()
        weights = jax.block_until_ready(compiled(args.seed))
        jax.effects_barrier()
    np.savez(
        folder / "agent.npz",
        **{f"{name}.{kind}": array for name, one in weights.items() for kind, array in one.items()},
    )
    print(f"saved {folder / 'agent.npz'}")

    if args.evaluation_games:
        envs = make_envs(args, args.evaluation_games, autoreset=False)

        def best_action(state: moon_envs.jax.State, _: jax.Array) -> jax.Array:
            return apply(weights, state.observation, state.legal_action_mask)[0].argmax(1)

        for name, policy in (("random", envs.sample), ("trained", best_action)):
            won, points = evaluate(envs, policy)
            print(f"{name} play: won {won:.1%}, points {points:.1f} in {args.evaluation_games} games")


if __name__ == "__main__":
    try:
        main()
    except moon_envs.MoonEnvsError as error:
        sys.exit(f"jax_ppo.py: {error}")
