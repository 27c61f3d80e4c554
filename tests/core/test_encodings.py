"""Observations: compact, or with one column for every value of a category."""

import dataclasses

import gymnasium
import numpy as np
import pytest

import moon_envs
from moon_envs import Batch
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.tables import CATEGORY, FLAG, NUMBER, Feature, FeatureTable


def expanded(batch):
    """Return the one-hot observation of every row, computed from the raw features."""
    table, players = batch.game.features, batch.configuration.players
    columns = []
    for _, first, feature in table.layout(players):
        for place in range(feature.size):
            values = batch.features[:, first + place].astype(float)
            if feature.kind == CATEGORY:
                columns += [values == value for value in range(feature.low, feature.high + 1)]
            else:
                columns.append((values - feature.low) / max(feature.high - feature.low, 1))
    return np.stack(columns, axis=1)


@pytest.mark.parametrize("game", moon_envs.game_ids())
def test_one_hot_observations(game):
    for mode in (moon_envs.game(game).modes[0], moon_envs.game(game).modes[-1]):
        batch = Batch(game, 8, seed=2, encoding="one_hot", threads=1, **mode)
        compact = Batch(game, 8, seed=2, threads=1, **mode)
        players = batch.configuration.players
        assert batch.observation.shape[1] == batch.game.features.size(players, "one_hot")
        for _ in range(60):
            actions = batch.sample().copy()
            batch.step(actions)
            compact.step(actions)
            assert np.allclose(batch.observation, expanded(batch), atol=1e-6)
            assert np.allclose(batch.observe(0, 3), Batch.observe(batch, 0, 3))
            assert batch.states.tobytes() == compact.states.tobytes()
        for column, values in batch.game.features.categories(players):
            value = compact.observation[:, column] * (values - 1)
            assert np.allclose(value, np.round(value), atol=1e-4)


def test_encodings_of_the_environments():
    compact = gymnasium.make("moon_envs/Mlem-v0")
    one_hot = gymnasium.make("moon_envs/Mlem-v0", encoding="one_hot")
    assert one_hot.observation_space.shape[0] > compact.observation_space.shape[0]
    observation, _ = one_hot.reset(seed=1)
    assert observation in one_hot.observation_space
    environments = gymnasium.make_vec("moon_envs/Mlem-v0", 2, encoding="one_hot")
    assert environments.reset(seed=1)[0] in environments.observation_space
    with pytest.raises(ConfigurationError, match="encoding='binary' is not allowed; allowed: compact, one_hot"):
        Batch("mlem", 1, encoding="binary")


def test_kinds_of_features():
    assert Feature("a", 1, 0, 1, "").kind == FLAG and Feature("a", 1, 0, 2, "").kind == NUMBER
    for wrong in (
        {"kind": "colour"},
        {"values": ("x", "y", "z")},
        {"kind": CATEGORY, "values": ("x",)},
        {"only": "two"},
    ):
        with pytest.raises(ConfigurationError):
            Feature("a", 1, 0, 2, "", **wrong)
    for wrong in ({"only": "solo"}, {"of_actions": "write"}):
        with pytest.raises(ConfigurationError, match="every player has the same features"):
            FeatureTable((), (Feature("a", 1, 0, 1, "", **wrong),))


def test_features_of_actions():
    """A feature of actions has one number for each action of its range."""
    game = moon_envs.game("launch")
    assert game.actions.count("write") == 53 and game.actions.count("no_mission") == 1
    for name, size, words in (("write", 52, "not one for each of the 53 actions of write"), ("fly", 1, "name='fly'")):
        feature = Feature("room", size, 0, 9, "how well the number fits", of_actions=name)
        with pytest.raises(ConfigurationError, match=words):
            dataclasses.replace(game, features=FeatureTable([*game.features.table, feature], game.features.player))


@pytest.mark.parametrize("game", moon_envs.game_ids())
def test_no_feature_is_idle_or_cramped(game):
    """Every feature changes in some game of the mode, and uses much of its scale."""
    for mode in (moon_envs.game(game).modes[0], moon_envs.game(game).modes[-1]):
        batch = Batch(game, 256, seed=1, threads=1, **mode)
        players = batch.configuration.players
        highest = np.zeros(batch.observation.shape[1])
        for _ in range(300):
            batch.step(batch.sample())
            np.maximum(highest, batch.observation.max(axis=0), out=highest)
        for name, first, feature in batch.game.features.layout(players):
            if not name.startswith("opponent_"):
                used = highest[first : first + feature.size].max()
                assert used > 0.2 or name in RARELY_MOVED, f"{game} {mode}: {name} reaches {used:.2f}"


# Random play hardly ever reaches these values; players do.
RARELY_MOVED = {
    "players",
    "opponent",
    "mission_turned_over",
    "own_missions",
    "own_tie_rockets",
    "own_repaired",
    "own_filling_bonuses",
    "bonuses_circled",
    "bonuses_left",
    "failures",
    "completed_missions",
    "variants",
    "ability",
    "token_faces",
    "keeps_dice",
    "rerolled",
    "hidden_tokens",
    "explorations",
    "missions",
    "ufo_tokens",
    "own_rocket_slot",
    "own_double_planet",
    "own_in_deep_space",
    "moons_left",
    "end_triggered",
    "launch_space",
    "own_improvements",
}
