"""The games of a training as rows of the same arrays, and who sits where in them."""

from __future__ import annotations

import numpy as np
import torch

import moon_envs

RANDOM_GAMES, RANDOM_DECISIONS = 64, 128


class Games:
    """Games in several configurations; the arrays have one row for each game, whatever its configuration."""

    def __init__(self, game, modes, count, reward, seed, columns):
        sizes = [len(part) for part in np.array_split(np.arange(count), len(modes))]
        self.batches = [
            moon_envs.Batch(game, size, seed=seed * 1_000_003 + number * 10_007, reward=reward, threads=1, **mode)
            for number, (mode, size) in enumerate(zip(modes, sizes, strict=True))
            if size
        ]
        ends = np.cumsum([len(batch) for batch in self.batches])
        self.rows = [slice(end - len(batch), end) for end, batch in zip(ends, self.batches, strict=True)]
        self.players = np.concatenate([np.full(len(b), b.configuration.players) for b in self.batches])
        self.count, self.columns, self.most_players = count, columns, int(self.players.max())
        self.actions = len(game.actions)

    def observe(self, observation, mask, actor):
        """Write what the acting players observe, and who they are."""
        for rows, batch in zip(self.rows, self.batches, strict=True):
            observation[rows, : batch.observation.shape[1]] = batch.observation
            mask[rows] = batch.mask
            actor[rows] = batch.actor

    def step(self, actions, reward, done):
        """Carry out one action in each game."""
        for rows, batch in zip(self.rows, self.batches, strict=True):
            batch.step(actions[rows])
            reward[rows, : batch.configuration.players] = batch.reward
            done[rows] = batch.done

    def results(self):
        """For each batch the rows that ended in the last step, with outcomes and points of their players."""
        for rows, batch in zip(self.rows, self.batches, strict=True):
            ended = np.flatnonzero(batch.done)
            if len(ended):
                players = batch.configuration.players
                points = batch.final_points[ended].sum(axis=2)[:, :players]
                yield rows.start + ended, batch.final_outcome[ended], points


def random_decisions(game, modes, columns, seed):
    """Observations, masks and numbers of opponents of decisions in random games of all these modes."""
    games = Games(game, modes, max(RANDOM_GAMES, len(modes)), "outcome", seed, columns)
    observation = np.zeros((RANDOM_DECISIONS, games.count, columns), dtype=np.float32)
    mask = np.zeros((RANDOM_DECISIONS, games.count, games.actions), dtype=np.float32)
    actor = np.zeros(games.count, dtype=np.int64)
    for decision in range(RANDOM_DECISIONS):
        games.observe(observation[decision], mask[decision], actor)
        for batch in games.batches:
            batch.step(batch.sample())
    opponents = np.broadcast_to(games.players - 1, mask.shape[:2])
    return [torch.from_numpy(array.reshape(-1, *array.shape[2:])) for array in (observation, mask, opponents)]


class Seats:
    """Who sits where: the learner, a past policy or a bot. Seats are drawn again when a game ends."""

    LEARNER, PAST, BOT = 0, 1, 2

    def __init__(self, games: Games, league: float, bots: int):
        self.players = games.players
        several = np.flatnonzero(games.players > 1)
        self.in_league = np.zeros(games.count, dtype=bool)
        self.in_league[several[:: max(1, round(1 / league))] if league > 0 else []] = True
        self.bot = np.full(games.count, -1)  # which bot plays in a row of the league
        with_bot = np.flatnonzero(self.in_league)[::2] if bots else []
        self.bot[with_bot] = np.arange(len(with_bot)) % max(1, bots)
        self.who = np.zeros((games.count, games.most_players), dtype=np.int64)
        self.draw(np.arange(games.count))

    def draw(self, rows):
        """Draw the seats in games of the league: one learner, against a past policy or a bot on all other seats."""
        rows = rows[self.in_league[rows]]
        if len(rows):
            learner = (torch.rand(len(rows)).numpy() * self.players[rows]).astype(np.int64)
            other = np.where(self.bot[rows] >= 0, self.BOT, self.PAST)
            self.who[rows] = other[:, None]
            self.who[rows, learner] = self.LEARNER
