"""Gumbel AlphaZero inside `jax.jit`: self-play with the search of mctx in games with hidden cards, in a single file.

    pip install ".[jax_train]"
    python training_examples/jax_gumbel_alphazero.py --seed 1                  # Launch with two players
    python training_examples/jax_gumbel_alphazero.py --game mine --iterations 20

A network proposes actions and values positions; a search of mctx (Gumbel MuZero's policy, Danihelka et al., 2022) finds
better actions; the network learns the better actions and the results. Self-play is one jitted function, learning is
another.

**What the search may know.** Before every search `env.resample` redraws what the deciding seat cannot know: face-down
cards, future chance, what the other has chosen in the same turn. So the search plans in one possible game, as if it
knew that game's future. It is honest, because the real future is another one, but too sure of itself.

**Whose value a node has.** The value of a node is that of the seat that decides there, `state.current_player`: its
rewards from here on less those of the other seat. The same margin is the reward of a decision. So between two players
every value changes its sign when the seat changes, and only then: the discount is 1 if the same seat decides again
(several decisions make a turn), -1 if the other one does, 0 after the end. With three players one number is not enough:
that needs a value for each seat; this program plays with two.

**Simultaneous turns** are decided one seat after the other, and observations and the network hide what the other seat
has just chosen. In the tree, however, the later seat answers a known choice. This makes the earlier seat too careful;
an equilibrium of the turn would need a search of another kind.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import moon_envs
from moon_envs.agents import Waiting, ask, find_agent, prepare

try:
    import jax
    import jax.numpy as jnp
    import mctx
    import optax

    import moon_envs.jax
    from moon_envs.jax import State
except ImportError:
    sys.exit('jax_gumbel_alphazero.py needs JAX, optax and mctx: pip install ".[jax_train]"')

ILLEGAL_LOGIT = -1e9
EVALUATION_SEED = 10**9  # far from the seeds of training
PLAYERS = 2


def arg(default, words: str):
    """A field of the arguments: its default, and what `--help` says about it."""
    return field(default_factory=lambda: default, metadata={"help": words})


@dataclass
class Args:
    """Every field is an option of the command line."""

    game: str = arg("launch", "game id; `moon-envs list` shows all games")
    option: list[str] = arg([], "options of the game")
    outcome_reward: float = arg(0.5, "reward for winning; every step also pays the points it brought")
    seed: int = arg(0, "seed of the games, the weights and the search")
    iterations: int = arg(60, "how often to play and to learn")
    num_envs: int = arg(128, "number of games played in parallel")
    num_steps: int = arg(32, "decisions of each game in an iteration")
    simulations: int = arg(16, "simulations of a search")
    considered: int = arg(8, "actions that a search considers at its root")
    td_lambda: float = arg(0.95, "lambda of the targets of the value")
    learning_rate: float = arg(2e-3, "learning rate of Adam at the start; it falls linearly to 0")
    epochs: int = arg(4, "passes over the decisions of an iteration")
    minibatch: int = arg(1024, "decisions in a minibatch")
    hidden: int = arg(128, "width of the two hidden layers")
    against: list[str] = arg(["random", "greedy"], "agents to play against at the end")
    evaluation_games: int = arg(400, "games against each of them; 0 for none")
    folder: str = arg("", "folder of the run; empty for runs/jax-alphazero-GAME-SEED")


def parse_args() -> Args:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    defaults = asdict(Args())
    for one in fields(Args):
        default = defaults[one.name]
        several = {"nargs": "+"} if isinstance(default, list) else {"type": type(default)}
        words = f"{one.metadata['help']} (default: {default or repr(default)})"
        parser.add_argument(f"--{one.name.replace('_', '-')}", default=default, help=words, **several)
    args = Args(**vars(parser.parse_args()))
    args.minibatch = min(args.minibatch, args.num_envs * args.num_steps)
    if args.num_envs * args.num_steps % args.minibatch:
        parser.error("--num-envs times --num-steps must be a multiple of --minibatch")
    return args


def options_of(args: Args) -> dict[str, Any]:
    """The options of the game."""
    return {name: json.loads(value) for name, value in (one.split("=", 1) for one in args.option)}


def new_weights(key: jax.Array, columns: int, actions: int, hidden: int) -> dict[str, Any]:
    """Two hidden layers, a policy head and a value head."""
    shapes = {
        "first": (columns, hidden, 2**0.5),
        "second": (hidden, hidden, 2**0.5),
        "policy": (hidden, actions, 0.01),
        "value": (hidden, 1, 0.01),
    }
    return {
        name: {"weight": jax.nn.initializers.orthogonal(gain)(one, (inputs, outputs)), "bias": jnp.zeros(outputs)}
        for one, (name, (inputs, outputs, gain)) in zip(jax.random.split(key, 4), shapes.items(), strict=True)
    }


def apply(weights: dict[str, Any], observation: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Masked logits of the actions, and the value of the position for the seat that decides."""

    def layer(name: str, inputs: jax.Array) -> jax.Array:
        return inputs @ weights[name]["weight"] + weights[name]["bias"]

    features = jax.nn.relu(layer("second", jax.nn.relu(layer("first", observation))))
    return jnp.where(mask, layer("policy", features), ILLEGAL_LOGIT), layer("value", features)[:, 0]


def margin(rewards: jax.Array, seat: jax.Array) -> jax.Array:
    """The rewards of a seat less those of the other one, in every game."""
    mine = jnp.take_along_axis(rewards, seat[:, None], 1)[:, 0]
    return 2 * mine - rewards.sum(1)


def sign_of(before: State, after: State) -> jax.Array:
    """What the value of the next position counts for the seat that has decided: 1, -1, or 0 after the end."""
    return jnp.where(after.terminated, 0.0, jnp.where(after.current_player == before.current_player, 1.0, -1.0))


class Decisions(NamedTuple):
    """Decisions of self-play; every array is (steps, games, ...)."""

    observation: jax.Array
    mask: jax.Array
    improved: jax.Array  # the policy that the search recommends
    value: jax.Array  # what the search found the position to be worth
    reward: jax.Array
    sign: jax.Array


class Learner:
    """The environment, the search and the two jitted functions."""

    def __init__(self, args: Args):
        self.args = args
        reward = {"points_delta": 1.0, "outcome": args.outcome_reward}
        self.env = moon_envs.jax.make(args.game, players=PLAYERS, reward=reward, encoding="one_hot", **options_of(args))
        self.init, self.step = jax.vmap(self.env.init), jax.vmap(self.env.step)
        self.step_or_begin = jax.vmap(moon_envs.jax.auto_reset(self.env.step, self.env.init))
        changes = args.iterations * args.epochs * (args.num_envs * args.num_steps // args.minibatch)
        schedule = optax.linear_schedule(args.learning_rate, 0.0, changes)
        self.optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(schedule))
        self.play = jax.jit(self._play, donate_argnums=1)
        self.learn = jax.jit(self._learn, donate_argnums=(0, 1))

    def search(self, weights: Any, state: State, key: jax.Array, gumbel_scale: float = 1.0) -> Any:
        """Search in every game, for the seat that decides; see the top of this file."""
        redraw, key = jax.random.split(key)
        keys = jax.random.split(redraw, len(state.current_player))
        guess = jax.vmap(self.env.resample)(state, state.current_player, keys)
        logits, value = apply(weights, state.observation, state.legal_action_mask)

        def follow(weights: Any, _: jax.Array, action: jax.Array, before: State) -> Any:
            after = self.step(before, action)
            logits, value = apply(weights, after.observation, after.legal_action_mask)
            reward = margin(after.rewards, before.current_player)
            return mctx.RecurrentFnOutput(
                reward=reward, discount=sign_of(before, after), prior_logits=logits, value=value
            ), after

        return mctx.gumbel_muzero_policy(
            weights,
            key,
            mctx.RootFnOutput(prior_logits=logits, value=value, embedding=guess),
            follow,
            self.args.simulations,
            invalid_actions=~state.legal_action_mask,
            max_num_considered_actions=self.args.considered,
            gumbel_scale=gumbel_scale,
        )

    def _play(self, weights: Any, state: State, key: jax.Array) -> tuple[State, Decisions, jax.Array]:
        """Decisions of self-play, with the targets of the value."""

        def one(state: State, key: jax.Array) -> tuple[State, Decisions]:
            search_key, begin_key = jax.random.split(key)
            found = self.search(weights, state, search_key)
            after = self.step_or_begin(state, found.action, jax.random.split(begin_key, self.args.num_envs))
            decision = Decisions(
                state.observation,
                state.legal_action_mask,
                found.action_weights,
                found.search_tree.summary().value,
                margin(after.rewards, state.current_player),
                sign_of(state, after),
            )
            return after, decision

        state, decisions = jax.lax.scan(one, state, jax.random.split(key, self.args.num_steps))
        last = apply(weights, state.observation, state.legal_action_mask)[1]
        part = self.args.td_lambda

        def back(carried: tuple[jax.Array, jax.Array], row: Decisions) -> Any:
            target, value = carried  # of the position after this decision
            target = row.reward + row.sign * (part * target + (1 - part) * value)
            return (target, row.value), target

        targets = jax.lax.scan(back, (last, last), decisions, reverse=True)[1]
        return state, decisions, targets

    def _learn(self, weights: Any, optimizer: Any, decisions: Decisions, targets: jax.Array, key: jax.Array) -> Any:
        """All passes over the decisions of an iteration; returns the means of both losses, too."""
        rows = jax.tree.map(lambda array: array.reshape(-1, *array.shape[2:]), (decisions, targets))
        order = jnp.stack(
            [jax.random.permutation(one, len(rows[1])) for one in jax.random.split(key, self.args.epochs)]
        )

        def loss_of(weights: Any, rows: Decisions, targets: jax.Array) -> Any:
            logits, value = apply(weights, rows.observation, rows.mask)
            policy_loss = -(rows.improved * jax.nn.log_softmax(logits)).sum(1).mean()
            value_loss = jnp.square(value - targets).mean()
            return policy_loss + value_loss, (policy_loss, value_loss)

        def minibatch(carried: Any, chosen: jax.Array) -> Any:
            weights, optimizer = carried
            part = jax.tree.map(lambda array: array[chosen], rows)
            gradient, losses = jax.grad(loss_of, has_aux=True)(weights, *part)
            changes, optimizer = self.optimizer.update(gradient, optimizer)
            return (optax.apply_updates(weights, changes), optimizer), losses

        carried, losses = jax.lax.scan(minibatch, (weights, optimizer), order.reshape(-1, self.args.minibatch))
        return *carried, jax.tree.map(jnp.mean, losses)

    def train(self) -> Any:
        """Play and learn; returns the weights."""
        args, env = self.args, self.env
        key, weights_key, begin_key = jax.random.split(jax.random.key(args.seed), 3)
        weights = new_weights(weights_key, env.observation_shape[0], env.num_actions, args.hidden)
        optimizer = self.optimizer.init(weights)
        state = jax.jit(self.init)(jax.random.split(begin_key, args.num_envs))
        decisions_made, begin = args.num_envs * args.num_steps, time.monotonic()
        for number in range(1, args.iterations + 1):
            key, play_key, learn_key = jax.random.split(key, 3)
            state, decisions, targets = self.play(weights, state, play_key)
            weights, optimizer, losses = self.learn(weights, optimizer, decisions, targets, learn_key)
            if number % max(1, args.iterations // 20) == 0 or number == args.iterations:
                policy_loss, value_loss = (float(loss) for loss in losses)
                print(
                    f"{number * decisions_made:,} decisions, {time.monotonic() - begin:.0f} s: "
                    f"policy loss {policy_loss:.3f}, value loss {value_loss:.4f}",
                    flush=True,
                )
        return weights

    def evaluate(self, weights: Any, name: str, searches: bool) -> str:
        """Play against an agent, in half of the games on the first seat; with the search, or with the network alone."""
        games, env = self.args.evaluation_games, self.env
        batch = moon_envs.Batch(env.game, games, PLAYERS, autoreset="disabled", **options_of(self.args))
        opponent = find_agent(name)
        prepare(opponent, env.game, env.configuration)

        def choice(state: State, key: jax.Array) -> jax.Array:
            if searches:
                return self.search(weights, state, key, gumbel_scale=0.0).action
            return apply(weights, state.observation, state.legal_action_mask)[0].argmax(1)

        choose, step = jax.jit(choice), jax.jit(self.step, donate_argnums=0)
        seats, key = np.arange(games) % PLAYERS, jax.random.key(EVALUATION_SEED)
        state = jax.jit(self.init)(jax.random.split(key, games))
        while not np.asarray(state.terminated).all():
            key, search_key = jax.random.split(key)
            actions = np.array(choose(state, search_key))
            batch.set_states(env.records(state))
            theirs = np.flatnonzero((batch.actor >= 0) & (batch.actor != seats))
            if len(theirs):
                actions[theirs] = ask(opponent, Waiting(batch, theirs))
            state = step(state, actions)
        outcome = np.asarray(jax.vmap(env.outcome)(state))[np.arange(games), seats]
        won, half = (outcome > 0).mean(), 1.96 * ((outcome > 0).var() / games) ** 0.5
        return f"won {won:.1%} ± {half:.1%} of {games} games against {name}"


def main() -> None:
    """Train a network, save it and play against agents."""
    args = parse_args()
    learner = Learner(args)
    folder = Path(args.folder or f"runs/jax-alphazero-{learner.env.id}-{args.seed}")
    if folder.exists():
        sys.exit(f"{folder} exists already; choose another --folder.")
    folder.mkdir(parents=True)
    weights = learner.train()
    layers = {f"{name}.{kind}": array for name, one in weights.items() for kind, array in one.items()}
    np.savez(folder / "network.npz", **layers)
    print(f"saved {folder / 'network.npz'}")
    for name in args.against if args.evaluation_games else ():
        print("search:", learner.evaluate(weights, name, searches=True), flush=True)
        print("network alone:", learner.evaluate(weights, name, searches=False), flush=True)


if __name__ == "__main__":
    try:
        main()
    except moon_envs.MoonEnvsError as error:
        sys.exit(f"jax_gumbel_alphazero.py: {error}")
