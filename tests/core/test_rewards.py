"""Rewards: three kinds and their mixtures."""

import numpy as np
import pytest

from moon_envs import Batch, SeatBatch
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.rewards import Rewards, check_reward


@pytest.mark.slow
@pytest.mark.parametrize("opponents", ["random", lambda observation, mask: np.argmax(mask, axis=1)])
def test_a_mixture_is_the_sum_of_its_parts(opponents):
    weights = {"points_delta": 1.0, "outcome": 0.5, "points": 2.0}
    mixed = SeatBatch("mlem", 16, 2, seed=4, reward=weights, opponents=opponents)
    parts = {name: SeatBatch("mlem", 16, 2, seed=4, reward=name, opponents=opponents) for name in weights}
    paid = 0
    for _ in range(400):
        actions = mixed.sample().copy()
        mixed.step(actions)
        for part in parts.values():
            part.step(actions)
        expected = sum(weight * parts[name].reward for name, weight in weights.items())
        assert np.allclose(mixed.reward, expected, atol=1e-5)
        paid += int((mixed.reward != 0).sum())
    assert paid > 100 and mixed.final_decisions.any()


def test_the_lowest_reward_of_a_mixture():
    batch = Batch("launch", 2, 2, reward={"points": 2, "outcome": 3})
    game = batch.game
    assert batch.lowest_reward == pytest.approx(-3 + 2 * game.lowest_points / game.points_scale)
    actor = int(batch.actor[0])
    batch.step([-1, int(batch.sample()[1])], on_illegal="forfeit")
    assert batch.reward[0, actor] == pytest.approx(batch.lowest_reward) and batch.reward[0, 1 - actor] == 0


def test_names_are_mixtures_of_one():
    assert check_reward("points") == Rewards(points=1.0) == check_reward({"points": 1})


@pytest.mark.parametrize(
    ("reward", "words"),
    [
        ("wins", "reward='wins' is not allowed; allowed: outcome, points, points_delta"),
        (None, "a dict of weights"),
        ({}, "a dict of weights"),
        ({"wins": 1.0}, "reward='wins' is not allowed"),
        ({"points": "much"}, "the weight 'much' of points is not allowed; allowed: 0 to 1000000"),
        ({"points": -1}, "the weight -1 of points"),
        ({"points": float("nan")}, "the weight nan of points"),
        ({"points": True}, "the weight True of points"),
        ({"points": 0.0, "outcome": 0}, "all weights are 0"),
    ],
)
def test_rewards_that_are_refused(reward, words):
    with pytest.raises(ConfigurationError) as caught:
        Batch("mlem", 1, reward=reward)
    assert words in str(caught.value)
