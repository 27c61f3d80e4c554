"""TD(lambda) on a value network, by self-play with actions by looking one action ahead.

Every seat plays the action after which the network expects the most: own points, few points of the best opponent, and a
chance to win. What the seat sees right after its decisions is what the network learns from. The target is the
lambda-return: a mixture of what the network expected after the later decisions of the same seat, and of how the game
ended. Decisions with one legal action are left out.
"""

from __future__ import annotations

import time

import numpy as np
import torch
from torch.nn import functional

from moon_envs.networks import Goal, ValueInputs
from moon_envs.search import Played, ValueGames
from training_examples.selfplay.arguments import ValueArguments
from training_examples.td.network import TorchValueNetwork
from training_examples.td.rows import Threads


class ValueLearner:
    """The value network in training, and its games."""

    program = "td"
    curves = ("won", "points", "points_loss", "chance_loss")
    fixed = ("games", "steps", "seed", "threads")

    def __init__(self, arguments: ValueArguments, game, modes):
        self.arguments, self.game, self.modes = arguments, game, modes
        torch.set_num_threads(arguments.threads)
        torch.manual_seed(arguments.seed)
        self.threads = Threads(arguments.threads)
        self.inputs = ValueInputs(game, solo=modes[0]["players"] == 1)
        self.network = TorchValueNetwork(
            self.inputs, arguments.hidden, arguments.opponent_width, arguments.second, self.threads
        )
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=arguments.learning_rate, fused=True)
        network = self.network.export(self.goal(0.0))
        sizes = [len(part) for part in np.array_split(np.arange(arguments.games), len(modes))]
        self.games = [
            ValueGames(
                *(game, mode["players"], size, network),
                steps=arguments.steps,
                seed=arguments.seed * 1_000_003 + number * 10_007,
                threads=arguments.threads,
                **{name: value for name, value in mode.items() if name != "players"},
            )
            for number, (mode, size) in enumerate(zip(modes, sizes, strict=True))
            if size
        ]
        self.decisions = self.updates = 0
        self.seconds = {"games": 0.0, "values": 0.0, "learning": 0.0}

    def advance(self, left: float):
        """Play a stretch of all games and learn from it; `left` of the training falls from 1 to 0.

        Returns outcome and points of the seats of the games that ended, and the losses.
        """
        arguments = self.arguments
        begin = time.perf_counter()
        network = self.network.export(self.goal(1 - left))
        played = []
        for games in self.games:
            games.take_network(network)
            played.append(games.play(temperature=arguments.temperature, redraws=arguments.redraws))
        now = time.perf_counter()
        self.seconds["games"] += now - begin
        parts = [
            self.experience(one, network, games.configuration.players)
            for one, games in zip(played, self.games, strict=True)
        ]
        experience = [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]
        self.seconds["values"] += time.perf_counter() - now
        now = time.perf_counter()
        losses = self.learn(experience, left)
        self.seconds["learning"] += time.perf_counter() - now
        self.decisions += sum(int((one.seats >= 0).sum()) for one in played)
        self.updates += 1
        results = [
            (outcome, points)
            for one in played
            for outcome, points in zip(
                one.final_outcome[one.ended].ravel(), one.final_points[one.ended].ravel(), strict=True
            )
        ]
        return results, dict(zip(("points_loss", "opponent_loss", "chance_loss"), losses, strict=True))

    def state(self) -> dict:
        """A checkpoint: everything that the next update depends on."""
        playing = [
            {
                name: torch.from_numpy(array.view(np.uint8))
                for name, array in (("states", one.states), ("random", one.random))
            }
            for one in self.games
        ]
        return {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "decisions": self.decisions,
            "updates": self.updates,
            "random": torch.get_rng_state(),
            "playing": playing,
        }

    def load_state(self, state: dict) -> None:
        """Continue from a checkpoint."""
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.decisions, self.updates = state["decisions"], state["updates"]
        for games, saved in zip(self.games, state["playing"], strict=True):
            games.go_on_from(
                saved["states"].numpy().view(self.game.state_dtype), saved["random"].numpy().view(np.uint64)
            )
        torch.set_rng_state(state["random"])

    def export(self, trained: str):
        """The network that plays without PyTorch, for the goal of the end of the training."""
        return self.network.export(self.goal(1.0), trained)

    def goal(self, used: float) -> Goal:
        """What the games are played for when a part of the training is used up, from 0 to 1."""
        share = share_of_winning(used, self.arguments.win_from, self.arguments.win_until)
        arguments = self.arguments
        return Goal(1.0, share * arguments.opponent, share * arguments.chance, arguments.nearness)

    def experience(self, played: Played, network, players: int):
        """The usable decisions: features, numbers of players, and the targets of the heads."""
        scale = self.game.points_scale
        decided = (played.seats >= 0) & ~played.ended
        expected = network.evaluate(played.features[decided])
        now = np.stack([played.points, played.opponent_points, np.zeros_like(played.points)])
        final = played.final_points, played.final_opponent_points, scale * played.final_chance
        values = np.zeros(now.shape)
        values[:, decided] = now[:, decided] + np.stack([expected.points, expected.opponent, scale * expected.chance])
        target, usable = returns(played, decided, values, np.stack(final), self.arguments.td_lambda)
        features = np.zeros((int(usable.sum()), self.inputs.columns(self.inputs.most_players)), dtype=np.int16)
        features[:, : played.features.shape[2]] = played.features[usable]
        targets = (target - now)[:, usable].T / scale
        return features, np.full(len(features), players), targets.astype(np.float32)

    def learn(self, experience, left: float):
        """Some epochs over the decisions; returns the mean losses of the heads."""
        arguments = self.arguments
        features, players, targets = experience
        targets = torch.from_numpy(targets)
        for group in self.optimizer.param_groups:
            group["lr"] = arguments.learning_rate * max(left, arguments.least_rate)
        totals, parts = np.zeros(3), max(1, len(features) // arguments.minibatch)
        for _ in range(arguments.epochs if len(features) else 0):
            for part in torch.randperm(len(features)).tensor_split(parts):
                rows = part.numpy()
                heads, wanted = self.network(features[rows], players[rows]), targets[part]
                points_loss = functional.mse_loss(heads[:, 0], wanted[:, 0])
                opponent_loss = functional.mse_loss(heads[:, 1], wanted[:, 1])
                chance_loss = functional.binary_cross_entropy_with_logits(heads[:, 2], wanted[:, 2])
                self.optimizer.zero_grad()
                (points_loss + opponent_loss + arguments.chance_loss * chance_loss).backward()
                self.optimizer.step()
                totals += points_loss.item(), opponent_loss.item(), chance_loss.item()
        return totals / (arguments.epochs * parts)


def share_of_winning(used: float, first: float, last: float) -> float:
    """How much winning counts besides points when a part of the training is used up: 0 at `first`, 1 at `last`.

    Who plays for winning from the first game on learns to end games that cannot be won as fast as possible.
    """
    return min(1.0, max(0.0, (used - first) / (last - first)))


def returns(played: Played, decided, values, final, share):
    """The lambda-returns of some quantities, and the decisions after which they are known.

    Args:
        played: what happened.
        decided: the decisions that count, (steps, games).
        values: what each quantity is expected to be in the end, after each decision, (quantities, steps, games).
        final: what it was for each seat where a game ended, (quantities, steps, games, players).
        share: lambda: how much the return of the next decision counts against what is expected there.
    """
    quantities, steps, games, players = final.shape
    found = np.zeros((quantities, steps, games))
    usable = np.zeros((steps, games), dtype=bool)
    following = np.zeros((quantities, games, players))
    is_known = np.zeros((games, players), dtype=bool)
    for step in reversed(range(steps)):
        ended = played.ended[step]
        following[:, ended] = final[:, step, ended]
        is_known[ended] = True
        rows = np.flatnonzero(decided[step])
        seats = played.seats[step, rows]
        target, known, own = following[:, rows, seats], is_known[rows, seats], values[:, step, rows]
        found[:, step, rows], usable[step, rows] = target, known
        following[:, rows, seats] = np.where(known, own + share * (target - own), own)
        is_known[rows, seats] = True
    return found, usable & decided
