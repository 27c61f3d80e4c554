"""Looking ahead with a value network in plain Python: copies, redraws and steps of a batch.

It follows the words of `LookAhead`, `Rollouts` and `ValueGames`, with the same random numbers.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from moon_envs import Batch
from moon_envs.networks import ValueNetwork
from tests.games.edited_game import closeness_of
from tests.search.reference import GAMMA, WORD, known_part, mix

HALF_BITS = 2.0**-32
SOFT_LEAD, MOST_SELECTIONS = 0.07, 10


class Plain:
    """Plain Python for one game, mode and network.

    Args:
        network: the value network.
        mode: players and options.
    """

    def __init__(self, network: ValueNetwork, mode: dict[str, Any]):
        self.network, self.game, self._mode = network, network.game, mode
        ranges = self.game.actions.ranges
        self._selects = np.array([one.selects for one in ranges for _ in one.meanings])
        self._low, self._high = self.game.features.bounds(mode["players"])

    def batch_of(self, records: np.ndarray) -> Batch:
        """A batch of these records in which nothing begins again."""
        batch = Batch(self.game, len(records), autoreset="disabled", threads=1, **self._mode)
        batch.set_states(records)
        return batch

    def seen(self, batch: Batch, row: int, seat: int) -> np.ndarray:
        """What a seat knows, as raw features."""
        scaled = batch.observe(seat, row).astype(np.float64)
        return np.rint(scaled * (self._high.astype(np.int64) - self._low) + self._low).astype(np.int16)

    def opponent_points(self, points: np.ndarray, seat: int) -> int:
        """The points of the best other side, from points by side and category."""
        return int(np.delete(points.sum(axis=1), seat).max())

    def worth(self, batch: Batch, seats: list[int]) -> np.ndarray:
        """What each position is worth to a seat."""
        goal, scale = self.network.goal, self.game.points_scale
        expected = self.network.evaluate(np.array([self.seen(batch, row, seat) for row, seat in enumerate(seats)]))
        standing, found = batch.points(), []
        for row, seat in enumerate(seats):
            points, opponent = float(expected.points[row]), float(expected.opponent[row])
            chance = float(expected.chance[row])
            if batch.done[row]:
                points = float(batch.final_points[row].sum(axis=1)[seat])
                opponent = self.opponent_points(batch.final_points[row], seat)
                chance = self.final_chance(batch, row, seat, points - opponent)
            else:
                points += batch.known_points(seat, row)
                opponent += float(standing[row, 1].sum()) if self._mode["players"] == 1 else 0
            found.append((goal.points * points - goal.opponent * opponent) / scale + goal.chance * chance)
        return np.array(found)

    def final_chance(self, batch: Batch, row: int, seat: int, lead: float) -> float:
        """The softened chance to win at the end: partly the outcome, partly how near the seat came."""
        won, nearness = (float(batch.final_outcome[row, seat]) + 1) / 2, self.network.goal.nearness
        closeness = closeness_of(self.game, batch.states[row : row + 1], seat)
        if closeness >= 0:
            return (1 - nearness) * won + nearness * closeness / 1000
        return (1 - nearness) * won + nearness / (1 + math.exp(-lead / (SOFT_LEAD * self.game.points_scale)))

    def best_continuations(self, records: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """What the best action of each seat is worth; one that only selects is followed, at most ten in a row."""
        found, left = np.zeros(len(records)), np.arange(len(records))
        for _ in range(MOST_SELECTIONS):
            if not len(left):
                break
            rows, actions = np.nonzero(self.batch_of(records[left]).mask)
            trial = self.batch_of(records[left][rows])
            trial.step(actions)
            worths = self.worth(trial, seats[left][rows].tolist())
            going_on = []
            for place, row in enumerate(left):
                best = np.flatnonzero(rows == place)[worths[rows == place].argmax()]
                found[row] = worths[best]
                if trial.actor[best] == seats[row] and self._selects[actions[best]]:
                    records[row] = trial.states[best]
                    going_on.append(row)
            left = np.array(going_on, dtype=np.int64)
        return found

    def worth_after(self, trial: Batch, seats: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """What positions right after these actions are worth; those after selecting ones have the best continuation."""
        worths = self.worth(trial, seats.tolist())
        goes_on = (trial.actor == seats) & self._selects[actions]
        worths[goes_on] = self.best_continuations(trial.states[goes_on].copy(), seats[goes_on])
        return worths

    def try_actions(self, records: np.ndarray, seeds: list[int], redraws: int) -> tuple[np.ndarray, np.ndarray]:
        """What every legal action of some running games is worth, (k, actions) with NaN, and who decides."""
        roots = self.batch_of(records)
        masks, seats = roots.mask != 0, roots.actor.copy()
        rows, actions = np.nonzero(masks)
        values = np.full(masks.shape, np.nan)
        values[masks] = 0.0
        for number in range(redraws):
            trial = self.batch_of(records[rows])
            redrawn = [mix((seeds[row] + number * GAMMA) % WORD) for row in rows.tolist()]
            trial.resample(None, seats[rows], np.array(redrawn, dtype=np.uint64))
            trial.step(actions)
            values[rows, actions] += self.worth_after(trial, seats[rows], actions) / redraws
        return values, seats

    def known(self, records: np.ndarray) -> np.ndarray:
        """The records as far as the deciding seats know them."""
        seats = self.batch_of(records).actor.tolist()
        return np.array([known_part(self.game, one, seat) for one, seat in zip(records, seats, strict=True)])

    def decide(self, records: np.ndarray, seeds: list[int], redraws: int = 1, temperature: float = 0.0) -> list[int]:
        """The best actions, the first of equals; with noise if there is a temperature."""
        values, _ = self.try_actions(records, seeds, redraws)
        chosen = []
        for row, seed in zip(values, seeds, strict=True):
            noise = np.zeros(len(row))
            for number, action in enumerate(np.flatnonzero(~np.isnan(row)), 1):
                share = ((mix((seed + number * GAMMA) % WORD) >> 32) + 0.5) * HALF_BITS
                noise[action] = temperature * -math.log(-math.log(share))
            chosen.append(int(np.nanargmax(row + noise)))
        return chosen

    def roll_out(self, root: np.ndarray, seat: int, actions: list[int], depth: int, seed: int) -> np.ndarray:
        """What some actions bring in one redrawn future that is the same for all of them."""
        trial = self.batch_of(np.repeat(root, len(actions)))
        trial.resample(None, seat, np.full(len(actions), seed, dtype=np.uint64))
        trial.step(actions)
        random, last, done = mix(seed), np.full(len(actions), seat), np.array(actions)
        decided = 0
        while True:
            rows = np.flatnonzero((trial.actor >= 0) & ((decided < depth) | (last != seat)))
            if not len(rows):
                return self.worth_after(trial, np.full(len(actions), seat), done)
            random = (random + GAMMA) % WORD
            last[rows] = trial.actor[rows]
            done[rows] = self.decide(trial.states[rows].copy(), [mix(random)] * len(rows))
            trial.step(done[rows], rows)
            decided += 1

    def rollouts(
        self, record: np.ndarray, seed: int, rollouts: int, candidates: int, depth: int
    ) -> tuple[int, np.ndarray, np.ndarray]:
        """Sequential halving in one position: the choice, the tries of each action, and their means."""
        root = self.known(record)
        worths, seats = self.try_actions(root, [seed], 1)
        alive = sorted(np.flatnonzero(~np.isnan(worths[0])), key=lambda action: -worths[0, action])[:candidates]
        tries, totals = np.zeros(worths.shape[1], dtype=np.int64), np.zeros(worths.shape[1])
        rounds, future = max(1, math.ceil(math.log2(len(alive)))), 0
        for _ in range(rounds):
            for _ in range(max(1, rollouts // (rounds * len(alive)))):
                future += 1
                totals[alive] += self.roll_out(root, int(seats[0]), alive, depth, mix(seed ^ mix(future)))
                tries[alive] += 1
            alive = sorted(alive, key=lambda action: -totals[action] / tries[action])[: (len(alive) + 1) // 2]
        return int(alive[0]), tries, np.divide(totals, tries, out=np.full(len(tries), np.nan), where=tries > 0)
