"""TD(lambda) on a value network, by self-play with actions by looking one action ahead.

Every seat plays the action after which the network expects the most: points, and a chance to win. What the seat sees
right after its decisions is what the network learns from. The target is the lambda-return: a mixture of what the network
expected after the later decisions of the same seat, and of how the game ended. Decisions with one legal action are left
out.
"""

from __future__ import annotations

import time

import numpy as np
import torch
from torch.nn import functional

from moon_envs.networks import ValueInputs
from moon_envs.search import Played, ValueGames
from training_examples.td.network import TorchValueNetwork
from training_examples.td.rows import Threads

ROWS_EVALUATED_AT_ONCE = 4096


class ValueLearner:
    """The value network in training, and its games."""

    program = "td"

    def __init__(self, arguments, game, modes):
        self.arguments, self.game, self.modes = arguments, game, modes
        torch.set_num_threads(arguments.threads)
        torch.manual_seed(arguments.seed)
        self.threads = Threads(arguments.threads)
        self.inputs = ValueInputs(game, solo=modes[0]["players"] == 1)
        self.network = TorchValueNetwork(
            self.inputs, arguments.hidden, arguments.opponent_width, arguments.second, self.threads
        )
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=arguments.learning_rate, fused=True)
        network = self.network.export()
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

    def update(self, left: float):
        """Play a stretch of all games and learn from it; `left` of the training falls from 1 to 0.

        Returns outcome and points of the seats of the games that ended, and the losses.
        """
        arguments = self.arguments
        begin = time.perf_counter()
        network = self.network.export()
        played = []
        for games in self.games:
            games.take_network(network)
            played.append(
                games.play(
                    points=arguments.points,
                    chance=arguments.chance,
                    temperature=arguments.temperature,
                    redraws=arguments.redraws,
                )
            )
        now = time.perf_counter()
        self.seconds["games"] += now - begin
        parts = [self.experience(one, network, games.configuration.players) for one, games in zip(played, self.games, strict=True)]
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
        return results, losses

    def experience(self, played: Played, network, players: int):
        """Features, numbers of players and targets (points to come, chance to win) of the usable decisions."""
        steps, count = played.seats.shape
        decided = (played.seats >= 0) & ~played.ended
        points, chance = (np.zeros((steps, count), dtype=np.float32) for _ in range(2))
        points[decided], chance[decided] = network.evaluate(played.features[decided])
        target, usable = returns(played, decided, points, chance, self.arguments.td_lambda)
        usable &= decided
        columns = self.inputs.columns(self.inputs.most_players)
        features = np.zeros((int(usable.sum()), columns), dtype=np.int16)
        features[:, : played.features.shape[2]] = played.features[usable]
        to_come = (target[0][usable] - played.points[usable]) / self.game.points_scale
        return features, np.full(len(features), players), to_come.astype(np.float32), target[1][usable].astype(np.float32)

    def learn(self, experience, left: float):
        """Some epochs over the decisions; returns the mean losses of points and chances."""
        arguments = self.arguments
        features, players, to_come, chance = experience
        to_come, chance = torch.from_numpy(to_come), torch.from_numpy(chance)
        for group in self.optimizer.param_groups:
            group["lr"] = arguments.learning_rate * max(left, arguments.least_rate)
        totals, parts = np.zeros(2), max(1, len(features) // arguments.minibatch)
        for _ in range(arguments.epochs if len(features) else 0):
            for part in torch.randperm(len(features)).tensor_split(parts):
                rows = part.numpy()
                points, logits = self.network(features[rows], players[rows])
                points_loss = functional.mse_loss(points, to_come[part])
                chance_loss = functional.binary_cross_entropy_with_logits(logits, chance[part])
                self.optimizer.zero_grad()
                (arguments.points_loss * points_loss + arguments.chance_loss * chance_loss).backward()
                self.optimizer.step()
                totals += points_loss.item(), chance_loss.item()
        return totals / (arguments.epochs * parts)


def returns(played: Played, decided, points, chance, share):
    """The lambda-returns of final points and of the chance to win, and where they are known.

    Args:
        played: what happened.
        decided: the decisions that count.
        points: the points to come that the network expects after each decision.
        chance: the chance to win that it expects there.
        share: lambda: how much the return of the next decision counts against what the network expects there.
    """
    steps, games = decided.shape
    players = played.final_points.shape[2]
    found = np.zeros((2, steps, games))
    usable = np.zeros((steps, games), dtype=bool)
    following = np.zeros((2, games, players))
    is_known = np.zeros((games, players), dtype=bool)
    for step in reversed(range(steps)):
        ended = played.ended[step]
        following[0, ended] = played.final_points[step, ended]
        following[1, ended] = (played.final_outcome[step, ended] + 1) / 2
        is_known[ended] = True
        rows = np.flatnonzero(decided[step])
        seats = played.seats[step, rows]
        target, known = following[:, rows, seats], is_known[rows, seats]
        found[:, step, rows], usable[step, rows] = target, known
        own = np.stack([played.points[step, rows] + points[step, rows], chance[step, rows]])
        following[:, rows, seats] = np.where(known, own + share * (target - own), own)
        is_known[rows, seats] = True
    return found, usable
